//! Steps told to people: words and a picture.
//!
//! ```text
//!   Step + Board ──► Page ──► drawn | brief | markdown
//!                     │
//!                     └ piste::draw::Sketch (what the picture shows) ──► canvas (lines), or SVG
//! ```
//!
//! A [`Page`] is one thing to tell: a step of a solve, or an act of one of the
//! paper-and-pencil methods. The reason itself comes in words from the strategy that found
//! it; here it gets a number, a heading, a picture and a legend.

mod canvas;
pub(crate) mod problem;
mod walls;

pub(crate) use piste::draw::Sketch;
pub(crate) use piste_api::step::change;

use crate::draw::{Ink, paint};
use crate::terminal;
use canvas::Canvas;
use piste::draw::{Plate, Tone, needs_marks, svg};
use piste::logic::words::Argument;
use piste::logic::{Act, Family, Message, Step, words};
use piste_api::Language;
use piste_core::Board;
use piste_core::space::{CandidatesOf, SetOf, Space};
use std::path::Path;
use std::sync::OnceLock;

/// How wide text for people is where nobody knows how wide their window is.
const WIDTH: usize = 80;

/// Text is never narrower or wider than this: words would be torn apart, or lines be too long
/// to follow with the eye.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=100;

/// How wide the text of this run is.
static PAGE: OnceLock<usize> = OnceLock::new();

/// How wide its pictures may be: wider than text, if the window is.
static WINDOW: OnceLock<usize> = OnceLock::new();

/// Text goes to the terminal, if it does, as wide as that is. Said once, before there is any.
pub(crate) fn fit(output: Option<&Path>) {
    if let Some(width) = terminal::width(output) {
        PAGE.get_or_init(|| width.clamp(*WIDTHS.start(), *WIDTHS.end()));
        WINDOW.get_or_init(|| width);
    }
}

/// Whether text goes to a terminal, as far as anybody has asked.
pub(crate) fn is_on_terminal() -> bool {
    PAGE.get().is_some()
}

/// A label and what there is to say: on a terminal in as many lines as it takes, each below the
/// words; elsewhere in one.
pub(crate) fn labelled(label: &str, words: &str, colour: bool) -> String {
    const LABEL: usize = 10;
    let painted = paint(&format!("{label:9}"), Ink::Faint, colour);
    let Some(wide) = PAGE.get().map(|page| page.saturating_sub(LABEL + 1)) else {
        return format!("{painted} {words}\n");
    };
    let mut text = format!("{painted} ");
    let mut used = 0;
    for (number, word) in words.split(' ').enumerate() {
        let length = word.chars().count();
        if number > 0 && used + 1 + length > wide {
            text.push_str(&format!("\n{:LABEL$}", ""));
            used = 0;
        } else if number > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += length;
    }
    text + "\n"
}

/// How wide the text of this run is.
fn page_width() -> usize {
    PAGE.get().copied().unwrap_or(WIDTH)
}

/// One thing to tell.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    number: usize,
    /// What it is called: "hidden single in a box".
    name: String,
    /// What changes, in short: "r5c2=7".
    change: String,
    /// Why, in words.
    text: String,
    sketch: Sketch,
}

impl Page {
    /// A step of a solve. `board` is the board before it.
    pub(crate) fn of_step<S: Space>(
        number: usize,
        board: &Board<S>,
        step: &Step<S>,
        language: Language,
    ) -> Page {
        Page {
            number,
            name: language.strategy(step.strategy),
            change: change(&step.effect),
            text: language.text(&step.message(board)),
            sketch: Sketch::of_step(board, step).told_in(language.catalogue()),
        }
    }

    /// The same with its price in tenths beside the name.
    pub(crate) fn rated(self, tenths: u16) -> Page {
        Page { name: format!("{} ({}.{})", self.name, tenths / 10, tenths % 10), ..self }
    }

    /// An act of a method, and the steps that it comes to. `board` is the board before it.
    pub(crate) fn of_act<S: Space>(
        number: usize,
        board: &Board<S>,
        act: &Act,
        steps: &[Step<S>],
        is_blue: bool,
        language: Language,
    ) -> Page {
        let placements = steps
            .iter()
            .fold(S::CandidateSet::EMPTY, |all, step| all.union(&step.effect.placements()));
        let sketch = match steps {
            [] => Sketch::of_board(board, true),
            [step] if needs_marks(board, step) => Sketch::of_step(board, step),
            steps => match placements.digits().single() {
                _ if steps.iter().any(|step| needs_marks(board, step)) => {
                    Sketch::of_placements(board, &placements, true)
                }
                Some(digit) if act.number == "3" => Sketch::of_scan(board, digit, &placements),
                _ => Sketch::of_placements(board, &placements, false),
            },
        };
        let changes: Vec<String> = steps.iter().map(|step| change(&step.effect)).collect();
        Page {
            number,
            name: language.text(&act_name(act, steps, is_blue)),
            change: changes.join(" "),
            text: language.text(&act.message),
            sketch: sketch.told_in(language.catalogue()),
        }
    }

    /// The page alone, with a heading that has no number.
    pub(crate) fn alone<S: Space>(
        board: &Board<S>,
        step: &Step<S>,
        colour: bool,
        language: Language,
    ) -> String {
        let page = Page::of_step(0, board, step, language);
        page.under(&capital(&page.name), colour)
    }

    /// The same as a part of a page of HTML.
    pub(crate) fn html(&self) -> String {
        let escaped =
            |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!(
            "<section>\n<h2>{}. {}: {}</h2>\n<p>{}</p>\n{}</section>\n",
            self.number,
            escaped(&capital(&self.name)),
            escaped(&self.change),
            escaped(&self.text),
            self.svg(),
        )
    }

    /// Heading, words, picture and legend.
    pub(crate) fn drawn(&self, colour: bool) -> String {
        self.under(&format!("{}. {}", self.number, capital(&self.name)), colour)
    }

    fn under(&self, heading: &str, colour: bool) -> String {
        let mut text = canvas::paint(heading, Tone::Given, colour);
        if !self.change.is_empty() && self.change.len() + heading.len() < page_width() {
            text.push_str(&canvas::paint(&format!("   {}", self.change), Tone::Faint, colour));
        }
        text.push('\n');
        text.push_str(&wrapped(&self.text));
        text.push('\n');
        text.push_str(&picture(&self.sketch, colour));
        text
    }

    /// One line: number, name, change. `width` is the width of the widest name.
    pub(crate) fn brief(&self, width: usize) -> String {
        let Page { number, name, change, .. } = self;
        format!("{number:3}  {name:width$}  {change}").trim_end().to_owned() + "\n"
    }

    /// How wide the name is.
    pub(crate) fn width(&self) -> usize {
        self.name.chars().count()
    }

    /// The picture alone; its words are for those who do not see it.
    pub(crate) fn svg(&self) -> String {
        svg(&self.sketch, &self.text)
    }

    /// The picture with its number, heading and words.
    pub(crate) fn plate(&self) -> Plate {
        Plate {
            title: format!("{}. {}", self.number, capital(&self.name)),
            sketch: self.sketch.clone(),
            words: self.text.clone(),
        }
    }

    /// A section of a document in Markdown.
    pub(crate) fn markdown(&self) -> String {
        let Page { number, name, text, .. } = self;
        format!("## {number}. {}\n\n{text}\n\n{}", capital(name), markdown(&self.sketch))
    }

    /// A row of a table in Markdown.
    pub(crate) fn markdown_row(&self) -> String {
        let Page { number, name, change, .. } = self;
        format!("| {number} | {name} | {change} |\n")
    }
}

/// A sketch as a block of code in Markdown, and the legend below it.
pub(crate) fn markdown(sketch: &Sketch) -> String {
    let canvas = Canvas(sketch);
    let mut text = format!("```text\n{}\n```\n", canvas.lines(false).join("\n"));
    let legend = canvas.legend(false);
    if !legend.is_empty() {
        text.push_str(&format!("\n`{}`\n", legend.join(" · ")));
    }
    text
}

/// How far pictures are moved in.
const INDENT: usize = 2;

/// The picture and its legend, indented.
pub(crate) fn picture(sketch: &Sketch, colour: bool) -> String {
    picture_within(WINDOW.get().copied().unwrap_or(WIDTH), sketch, colour)
}

/// The same in a window of this width. The marks of a board larger than 9×9 may not fit it: then the digits are drawn alone,
/// and the cells whose marks matter are listed below.
fn picture_within(window: usize, sketch: &Sketch, colour: bool) -> String {
    let canvas = Canvas(sketch);
    let mut lines = canvas.lines(colour);
    let needed = INDENT + lines.iter().map(|line| canvas::width(line)).max().unwrap_or(0);
    if sketch.has_marks && sketch.shape.side() > 9 && needed > window {
        let small = Sketch { has_marks: false, ..sketch.clone() };
        lines = Canvas(&small).lines(colour);
        let cells = canvas.key_cells(colour);
        let marks = if cells.is_empty() { "none" } else { "some" };
        let words = Message::new("picture-too-wide").with("marks", marks).with("columns", needed);
        let words = sketch.words(&words);
        let room = page_width().min(window) - INDENT;
        lines.extend(wrapped_at(room, &words).lines().map(str::to_owned));
        lines.extend(beside_each_other(room, &cells));
    }
    let gap = if colour { " " } else { "   " };
    let page = page_width();
    let mut width = page;
    for entry in canvas.legend(colour) {
        let length = canvas::width(&entry) + gap.len();
        match lines.last_mut() {
            Some(line) if width + length <= page => {
                line.push_str(gap);
                line.push_str(&entry);
                width += length;
            }
            _ => {
                lines.push(format!("   {entry}"));
                width = "     ".len() + length;
            }
        }
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// Short texts in lines of at most this width, with gaps between them.
fn beside_each_other(room: usize, texts: &[String]) -> Vec<String> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for text in texts {
        let length = canvas::width(text);
        match lines.last_mut() {
            Some((line, width)) if *width + 3 + length <= room => {
                line.push_str("   ");
                line.push_str(text);
                *width += 3 + length;
            }
            _ => lines.push((text.clone(), length)),
        }
    }
    lines.into_iter().map(|(line, _)| line).collect()
}

/// What an act is called: the number of its step in the paper. The blue method begins with
/// the green one, whose numbers are its own.
fn act_name<S: Space>(act: &Act, steps: &[Step<S>], is_blue: bool) -> Message {
    let number = Argument::Name(act.number.to_owned());
    match is_blue && is_green(steps) {
        true => Message::new("act-name-within").with("number", number),
        false => Message::new("act-name").with("kind", "step").with("number", number),
    }
}

/// Whether the act belongs to the green method.
fn is_green<S: Space>(steps: &[Step<S>]) -> bool {
    steps.iter().any(|step| step.strategy.family == Family::Singles)
}

/// The text in lines that are not too long, each with a line end.
pub(crate) fn wrapped(text: &str) -> String {
    wrapped_at(page_width(), text)
}

/// The same in lines of at most so many columns, where words are no longer.
pub(crate) fn wrapped_at(page: usize, text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > page {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines.push('\n');
    lines
}

/// The text with a capital letter at its start.
pub(crate) fn capital(text: &str) -> String {
    words::capital(text)
}

/// Words that head a page, in lines that are not too long, each with a line end.
pub(crate) fn heading(text: &str, colour: bool) -> String {
    let paint = |line| canvas::paint(line, Tone::Given, colour) + "\n";
    wrapped(text).lines().map(paint).collect()
}

/// Words that stay in the background.
pub(crate) fn faint(text: &str, colour: bool) -> String {
    canvas::paint(text, Tone::Faint, colour)
}
