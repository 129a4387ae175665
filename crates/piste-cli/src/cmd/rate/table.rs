//! The table for people: aligned, its bands coloured, the hardest step named.
//!
//! A file may be long, so rows are not all held back until the widest is known. They are
//! held for a moment, or up to a screenful; then the columns are as wide as what was seen
//! so far, and widen if something wider comes by.
//!
//! On a terminal the table is no wider than that: the columns that do not fit are left out and
//! named below it. The main value of each metric goes before its parts, the words of its bands
//! give way to numbers, and the step that comes last keeps a little room for itself, as far as the first
//! columns leave some.

use super::value;
use super::why;
use crate::draw::{Ink, paint};
use anstyle::{AnsiColor, Style};
use piste::rating::{Info, NotRatable, Rating, Value};
use piste::rating::{Ratings, Selection};
use piste_api::beside::Beside;
use std::time::{Duration, Instant};

/// So many rows are held back to find out how wide the columns are.
const HELD: usize = 64;

/// For so long, if nobody types and waits for an answer.
const MOMENT: Duration = Duration::from_millis(400);

/// Numbers are given this much room even if the first ones are small.
const NUMBER: usize = 6;

/// The number of the puzzle has this much room.
const FIRST: usize = 6;

/// On a terminal the hardest step has at least so much room, if it can.
const STEP: usize = 24;

/// With less room than this a step is not told at all.
const SHORT_STEP: usize = 9;

/// So many columns go before the step.
const FOREMOST: usize = 4;

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
    /// The band is told beside the value, and not by its colour alone.
    is_told: bool,
}

impl Cell {
    fn told(&self) -> &'static str {
        self.band.filter(|_| self.is_told).unwrap_or_default()
    }
}

impl Row {
    /// The row of a puzzle: the main value of every metric, or with `all` every value.
    pub(super) fn new(
        number: u64,
        (selection, beside): (&Selection, &Beside),
        ratings: &Ratings,
        all: bool,
        below: String,
    ) -> Row {
        let cells = selection.shown().zip(ratings.shown());
        let more = |rated| {
            let values = beside.values(rated).into_iter();
            let text =
                |value: Option<Value>| value.map_or_else(|| "-".to_owned(), |v| v.to_string());
            values.map(move |value| Cell { text: text(value), band: None, is_told: false })
        };
        let cells =
            cells.flat_map(|rated| cells_of(rated.0, rated.1, all).chain(more(rated))).collect();
        Row { number, cells, hardest: why::hardest(ratings), below }
    }
}

impl Row {
    /// The row of what has no ratings: nothing but why.
    pub(super) fn without(
        number: u64,
        (selection, beside): (&Selection, &Beside),
        all: bool,
        why: &str,
    ) -> Row {
        let count =
            |info: &Info| (if all { info.columns.len() } else { 1 }) + beside.names(info).len();
        let empty = || Cell { text: "-".to_owned(), band: None, is_told: false };
        let cells = selection.shown().flat_map(|info| (0..count(info)).map(|_| empty())).collect();
        Row { number, cells, hardest: Some(why.to_owned()), below: String::new() }
    }
}

fn cells_of(
    info: &Info,
    rating: &Result<Rating, NotRatable>,
    all: bool,
) -> impl Iterator<Item = Cell> {
    let count = if all { info.columns.len() } else { 1 };
    (0..count).map(move |part| {
        let text = value(rating, part).map_or_else(|| "-".to_owned(), |v| v.to_string());
        let band = rating.as_ref().ok().and_then(|good| good.band).filter(|_| part == 0);
        // "level 1" says no more than 1.
        let is_told = band.is_some_and(|band| band.split(' ').all(|word| word != text));
        Cell { text, band, is_told }
    })
}

/// A table under way.
pub(super) struct Table {
    names: Vec<String>,
    /// Which of the columns are main values.
    main: Vec<bool>,
    /// Which of the columns are shown, once that is settled.
    shown: Vec<bool>,
    /// How wide all may be.
    wide: Option<usize>,
    /// There is room for the words of bands.
    tells_bands: bool,
    /// How wide values and bands are.
    widths: Vec<(usize, usize)>,
    held: Vec<Row>,
    since: Option<Instant>,
    has_heading: bool,
    is_patient: bool,
    colour: bool,
}

impl Table {
    /// An empty table, with a column for each metric or, with `all`, for each value.
    /// It is no wider than `wide`, if that is said.
    pub(super) fn new(
        (selection, beside): (&Selection, &Beside),
        all: bool,
        is_patient: bool,
        colour: bool,
        wide: Option<usize>,
    ) -> Table {
        let (names, main): (Vec<String>, Vec<bool>) = selection
            .shown()
            .flat_map(|info| {
                let own = info.column_names().take(if all { usize::MAX } else { 1 });
                let slug = info.slug;
                let more = beside.names(info).into_iter().map(move |name| format!("{slug}.{name}"));
                own.enumerate()
                    .map(|(part, name)| (name, part == 0))
                    .chain(more.map(|name| (name, true)))
            })
            .unzip();
        Table {
            widths: vec![(NUMBER, 0); names.len()],
            shown: vec![true; names.len()],
            main,
            wide,
            tells_bands: true,
            names,
            held: Vec::new(),
            since: None,
            has_heading: false,
            is_patient,
            colour,
        }
    }

    /// Takes a row, and gives the text that is ready to be written.
    pub(super) fn add(&mut self, row: Row) -> String {
        for (known, cell) in self.widths.iter_mut().zip(&row.cells) {
            known.0 = width(&cell.text).max(known.0);
            let told = if self.tells_bands { width(cell.told()) } else { 0 };
            known.1 = told.max(known.1);
        }
        self.held.push(row);
        self.since.get_or_insert_with(Instant::now);
        if self.has_heading || self.held.len() >= HELD { self.release() } else { String::new() }
    }

    /// Nothing more comes for the moment: the text that should not be held back longer.
    pub(super) fn pause(&mut self) -> String {
        let is_late = self.since.is_some_and(|since| since.elapsed() > MOMENT);
        if is_late || !self.is_patient { self.release() } else { String::new() }
    }

    /// The text of what is held back.
    pub(super) fn release(&mut self) -> String {
        let held = std::mem::take(&mut self.held);
        if held.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        if !std::mem::replace(&mut self.has_heading, true) {
            self.give_way();
            // A name may be wider than what stands below it.
            for (name, known) in self.names.iter().zip(&mut self.widths) {
                let missing = width(name).saturating_sub(whole(*known));
                known.0 += missing;
            }
            self.choose();
            let names = self.names.iter().zip(&self.widths).zip(&self.shown);
            let line: String = names
                .filter(|(_, shown)| **shown)
                .map(|((name, &known), _)| {
                    // Above the values, or above both if the name is that long.
                    let margin = known.0.saturating_sub(width(name));
                    let name = format!("{}{name}", " ".repeat(margin));
                    format!("  {name:0$}", whole(known))
                })
                .collect();
            let line = format!("{:>FIRST$}{line}", "#");
            let step = self.step_in("hardest step", width(&line));
            text = paint(&self.cut(&(line + &step)), Ink::Given, self.colour) + "\n";
        }
        for row in &held {
            self.write(row, &mut text);
        }
        text
    }

    /// The room for columns between the number and the step, if it is limited.
    fn room(&self) -> Option<usize> {
        self.wide.map(|wide| wide.saturating_sub(FIRST + 2 + STEP))
    }

    /// The same where the first columns go before the step, which has what they leave.
    fn room_for_first(&self) -> Option<usize> {
        let columns = self.widths.iter().zip(&self.main).filter(|(_, main)| **main);
        let first: usize = columns.take(FOREMOST).map(|(&known, _)| 2 + whole(known)).sum();
        let most = self.wide?.saturating_sub(FIRST);
        self.room().map(|room| room.max(first.min(most)))
    }

    /// The step as it stands behind so many columns of a line, as far as there is room for it.
    fn step_in(&self, step: &str, used: usize) -> String {
        let room = self.wide.map_or(usize::MAX, |wide| wide.saturating_sub(used + 2));
        if width(step) <= room {
            return format!("  {step}");
        }
        if room < SHORT_STEP {
            return String::new();
        }
        "  ".chars().chain(step.chars().take(room - 1)).chain(['…']).collect()
    }

    /// Leaves out the words of bands if the main values do not fit with them.
    fn give_way(&mut self) {
        let columns = self.names.iter().zip(&self.widths).zip(&self.main);
        let main = columns.filter(|(_, main)| **main);
        let needed: usize = main.map(|((name, &known), _)| 2 + whole(known).max(width(name))).sum();
        if self.room().is_some_and(|room| needed > room) {
            self.tells_bands = false;
            self.widths.iter_mut().for_each(|known| known.1 = 0);
        }
    }

    /// Chooses the columns that fit.
    fn choose(&mut self) {
        let Some(mut room) = self.room_for_first() else { return };
        self.shown.fill(false);
        for is_main in [true, false] {
            let columns = self.main.iter().zip(&self.widths).zip(&mut self.shown);
            for ((_, &known), shown) in columns.filter(|((main, _), _)| **main == is_main) {
                let needed = 2 + whole(known);
                if needed > room {
                    // What comes first goes first: no gaps.
                    return;
                }
                room -= needed;
                *shown = true;
            }
        }
    }

    /// A line that is no wider than the terminal.
    fn cut(&self, line: &str) -> String {
        match self.wide.filter(|&wide| width(line) > wide) {
            Some(wide) => line.chars().take(wide.saturating_sub(1)).chain(['…']).collect(),
            None => line.to_owned(),
        }
    }

    /// A line about the columns that were left out, if there were any.
    pub(super) fn footer(&self) -> String {
        let names = self.names.iter().zip(&self.shown);
        let hidden: Vec<&str> =
            names.filter(|(_, shown)| !**shown).map(|(name, _)| name.as_str()).collect();
        if hidden.is_empty() || !self.has_heading {
            return String::new();
        }
        let way = " (--metrics A,B, or --format tsv)";
        let room = self.wide.unwrap_or(usize::MAX).saturating_sub(width(way));
        let named = |count: usize| match hidden.len() - count {
            0 => format!("not shown: {}", hidden.join(", ")),
            more if count == 0 => format!("not shown: {more} columns"),
            more => format!("not shown: {} and {more} more", hidden[..count].join(", ")),
        };
        let all = (0..=hidden.len()).rev().map(named);
        let words = all.into_iter().find(|words| width(words) <= room).unwrap_or_else(|| named(0));
        paint(&self.cut(&(words + way)), Ink::Faint, self.colour) + "\n"
    }

    fn write(&self, row: &Row, text: &mut String) {
        let mut line = paint(&format!("{:>FIRST$}", row.number), Ink::Faint, self.colour);
        let mut used = FIRST;
        let columns = row.cells.iter().zip(&self.widths).zip(&self.shown);
        for ((cell, &known), _) in columns.filter(|(_, shown)| **shown) {
            used += 2 + whole(known);
            let margin = " ".repeat(known.0.saturating_sub(width(&cell.text)));
            line.push_str(&format!("  {margin}{}", in_band(&cell.text, cell.band, self.colour)));
            if known.1 > 0 {
                let told = cell.told();
                let margin = " ".repeat(known.1.saturating_sub(width(told)));
                line.push_str(&format!(" {}{margin}", in_band(told, cell.band, self.colour)));
            }
        }
        if let Some(step) = &row.hardest {
            line.push_str(&self.step_in(step, used));
        }
        text.push_str(line.trim_end());
        text.push('\n');
        for below in row.below.lines() {
            text.push_str(&format!("        {below}\n"));
        }
    }
}

/// How wide a column is in all.
fn whole((value, band): (usize, usize)) -> usize {
    if band == 0 { value } else { value + 1 + band }
}

/// How many columns the text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// The text in the colour of its band. A band is a word of the metric's own (colour, hodoku, hsolve, index-d, umbrella);
/// any other stands out a little.
pub(super) fn in_band(text: &str, band: Option<&str>, colour: bool) -> String {
    let Some(band) = band.filter(|_| colour && !text.is_empty()) else { return text.to_owned() };
    let band = band.to_ascii_lowercase();
    let first = band.split(' ').next().unwrap_or_default();
    let hue = match (band.as_str(), first) {
        (_, "beyond" | "above" | "black" | "extreme") => AnsiColor::Magenta,
        ("level 4", _) | (_, "hardest" | "red" | "unfair") => AnsiColor::Red,
        ("level 3", _) | (_, "third" | "hard") => AnsiColor::Yellow,
        ("level 2", _) | (_, "second" | "blue" | "medium") => AnsiColor::Blue,
        ("very easy" | "level 1", _) | (_, "easiest" | "green" | "easy") => AnsiColor::Green,
        _ => AnsiColor::Cyan,
    };
    let style: Style = hue.on_default().bold();
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::rating::Workup;
    use piste_core::{Grid, Puzzle};

    /// The table of one puzzle, all columns, and its footer.
    fn table(wide: Option<usize>) -> String {
        let text =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = Puzzle::prove(&text.parse::<Grid>().unwrap()).unwrap();
        let selection = Selection::new(&["hsolve", "umbrella", "fowler", "givens"]).unwrap();
        let ratings = selection.rate(&Workup::new(&puzzle));
        let none = Beside::default();
        let mut table = Table::new((&selection, &none), true, true, false, wide);
        let mut text = table.add(Row::new(1, (&selection, &none), &ratings, true, String::new()));
        text.push_str(&table.release());
        text + &table.footer()
    }

    #[test]
    fn a_table_fits_its_terminal_and_says_what_does_not() {
        let whole = table(None);
        assert!(!whole.contains("not shown") && whole.contains("givens"), "{whole}");
        for wide in [20, 40, 60, 80, 100, 400] {
            let text = table(Some(wide));
            assert!(text.lines().all(|line| width(line) <= wide), "{wide}\n{text}");
        }
        // The first columns go before the step, however narrow it is.
        let narrow = table(Some(40));
        for main in ["hsolve", "umbrella", "fowler", "givens"] {
            assert!(narrow.lines().next().unwrap().contains(main), "{narrow}");
        }
        assert_eq!(table(Some(400)), whole);
        // Main values go first, and no column is both shown and not.
        let text = table(Some(80));
        let heading = text.lines().next().unwrap();
        for main in ["hsolve ", "umbrella", "fowler", "givens"] {
            assert!(heading.contains(main), "{text}");
        }
        assert!(whole.contains("quarter") && !text.contains("quarter"), "{text}");
        assert!(text.lines().last().unwrap().contains("--format tsv)"), "{text}");
    }
}
