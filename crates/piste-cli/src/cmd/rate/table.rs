//! The table for people: aligned, its bands coloured, the hardest step named.
//!
//! A file may be long, so rows are not all held back until the widest is known. They are
//! held while they come fast, up to a screenful; then the columns are as wide as what was
//! seen so far, and widen if something wider comes by.

use super::selection::{Ratings, Selection, value};
use super::why;
use crate::story::{change, faint, heading};
use anstyle::{AnsiColor, Style};
use piste::logic::Step;
use piste::rating::{Info, NotRatable, Rating};

/// So many rows are held back to find out how wide the columns are.
const HELD: usize = 64;

/// A row of the table.
pub(super) struct Row {
    /// Which puzzle of the input, from 1.
    number: u64,
    cells: Vec<Cell>,
    hardest: Option<String>,
    /// What is written below the row.
    below: String,
}

/// A field of the table.
struct Cell {
    text: String,
    band: Option<&'static str>,
}

impl Row {
    /// The row of a puzzle: the main value of every metric, or with `all` every value.
    pub(super) fn new(
        number: u64,
        selection: &Selection,
        ratings: &Ratings,
        all: bool,
        below: String,
    ) -> Row {
        let cells = selection.shown().zip(ratings.shown());
        let cells = cells.flat_map(|(info, rating)| cells_of(info, rating, all)).collect();
        Row { number, cells, hardest: why::hardest(ratings).map(named), below }
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|cell| cell.text.as_str())
    }
}

/// "XY-wing r3c4<>5".
pub(super) fn named(step: &Step) -> String {
    format!("{} {}", step.strategy.name, change(&step.effect))
}

fn cells_of(
    info: &Info,
    rating: &Result<Rating, NotRatable>,
    all: bool,
) -> impl Iterator<Item = Cell> {
    let count = if all { info.columns.len() } else { 1 };
    (0..count).map(move |part| {
        let mut text = value(rating, part).map_or_else(|| "-".to_owned(), |v| v.to_string());
        let band = rating.as_ref().ok().and_then(|good| good.band).filter(|_| part == 0);
        if let Some(band) = band.filter(|band| *band != text) {
            text = format!("{text} {band}");
        }
        Cell { text, band }
    })
}

/// A table under way.
pub(super) struct Table {
    names: Vec<String>,
    widths: Vec<usize>,
    held: Vec<Row>,
    has_heading: bool,
    colour: bool,
}

impl Table {
    /// An empty table, with a column for each metric or, with `all`, for each value.
    pub(super) fn new(selection: &Selection, all: bool, colour: bool) -> Table {
        let names: Vec<String> = selection
            .shown()
            .flat_map(|info| info.column_names().take(if all { usize::MAX } else { 1 }))
            .collect();
        let widths = names.iter().map(|name| width(name)).collect();
        Table { names, widths, held: Vec::new(), has_heading: false, colour }
    }

    /// Takes a row, and gives the text that is ready to be written.
    pub(super) fn add(&mut self, row: Row) -> String {
        for (known, text) in self.widths.iter_mut().zip(row.texts()) {
            *known = width(text).max(*known);
        }
        self.held.push(row);
        if self.has_heading || self.held.len() >= HELD { self.release() } else { String::new() }
    }

    /// The text of what is held back.
    pub(super) fn release(&mut self) -> String {
        let held = std::mem::take(&mut self.held);
        if held.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        if !std::mem::replace(&mut self.has_heading, true) {
            let names = self.names.iter().zip(&self.widths);
            let line: String = names.map(|(name, &width)| format!("  {name:>width$}")).collect();
            text = heading(&format!("{:>6}{line}  hardest step", "#"), self.colour) + "\n";
        }
        for row in &held {
            self.write(row, &mut text);
        }
        text
    }

    fn write(&self, row: &Row, text: &mut String) {
        let mut line = faint(&format!("{:>6}", row.number), self.colour);
        for (cell, &wide) in row.cells.iter().zip(&self.widths) {
            let margin = " ".repeat(wide.saturating_sub(width(&cell.text)));
            line.push_str(&format!("  {margin}{}", in_band(&cell.text, cell.band, self.colour)));
        }
        if let Some(step) = &row.hardest {
            line.push_str(&format!("  {step}"));
        }
        text.push_str(&line);
        text.push('\n');
        for below in row.below.lines() {
            text.push_str(&format!("        {below}\n"));
        }
    }
}

/// How many columns the text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// The text in the colour of its band. A band is a word of the metric's own; the usual ones
/// have the usual colours, and any other stands out a little.
pub(super) fn in_band(text: &str, band: Option<&str>, colour: bool) -> String {
    let Some(band) = band.filter(|_| colour) else { return text.to_owned() };
    let hue = match band.to_ascii_lowercase().as_str() {
        "green" | "beginner" | "gentle" | "very easy" | "easy" => AnsiColor::Green,
        "blue" | "intermediate" | "moderate" | "medium" => AnsiColor::Blue,
        "tricky" | "difficult" | "hard" => AnsiColor::Yellow,
        "red" | "very hard" | "expert" | "fiendish" => AnsiColor::Red,
        "black" | "above" | "beyond" | "evil" | "extreme" => AnsiColor::Magenta,
        _ => AnsiColor::Cyan,
    };
    let style: Style = hue.on_default().bold();
    format!("{style}{text}{style:#}")
}
