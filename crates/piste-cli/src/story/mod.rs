//! Steps told to people: words and a picture.
//!
//! ```text
//!   Turn of a solve ──► Heading ──► brief
//!         │
//!         └─────────► Page ──► drawn | markdown
//!                     │
//!                     └ piste::draw::Sketch (what the picture shows) ──► canvas (lines), or SVG
//! ```
//!
//! A [`Page`] is one thing to tell: a step of a solve, or an act of one of the
//! paper-and-pencil methods. The reason itself comes in words from the strategy that found
//! it; here it gets a number, a heading, a picture and a legend.

mod canvas;
mod frame;
pub(crate) mod problem;
mod walls;

pub(crate) use frame::Frames;
pub(crate) use piste::draw::Sketch;
pub(crate) use piste_api::step::change;

use crate::draw::{Ink, paint, side_by_side};
use crate::terminal;
use canvas::Canvas;
use piste::draw::{Plate, Tone, needs_marks, svg};
use piste::logic::words::Argument;
use piste::logic::{Act, Deed, Family, Message, Step, Turn, words};
use piste_api::Language;
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
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

/// The least room for words behind a lead.
const ROOM: usize = 16;

/// How far words are moved in that stand below their lead.
const BELOW: &str = "     ";

/// A lead and words behind it: on a terminal in as many lines as it takes, elsewhere in one. Where the lead leaves no
/// room, the words begin below it.
pub(crate) fn hanging(lead: &str, words: &str) -> String {
    let Some(&page) = PAGE.get() else {
        return format!("{lead}{words}").trim_end().to_owned() + "\n";
    };
    let wide = lead.chars().count();
    let (lead, indent) = match wide + ROOM > page && wide + words.chars().count() > page {
        true => (format!("{}\n{BELOW}", lead.trim_end()), BELOW.len()),
        false => (lead.to_owned(), wide),
    };
    let lines = wrapped_at(page - indent, words);
    let lines: Vec<&str> = lines.lines().collect();
    format!("{lead}{}", lines.join(&format!("\n{:indent$}", ""))).trim_end().to_owned() + "\n"
}

/// How wide the text of this run is.
fn page_width() -> usize {
    PAGE.get().copied().unwrap_or(WIDTH)
}

/// What heads a page: all there is to say of it in a line.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    number: usize,
    /// What it is called: "hidden single in a box".
    name: String,
    /// What changes, in short: "r5c2=7".
    change: String,
}

impl Heading {
    /// That of a turn of a solve. Where a scale has prices, it stands beside the name; the acts of the blue method know which
    /// of them are the green one's.
    pub(crate) fn of<S: Space>(turn: &Turn<'_, S>, is_blue: bool, language: Language) -> Heading {
        let number = turn.number;
        match turn.deed {
            Deed::Step(step, None) => Heading::of_step(number, step, language),
            Deed::Step(step, Some(tenths)) => {
                let heading = Heading::of_step(number, step, language);
                let name = format!("{} ({}.{})", heading.name, tenths / 10, tenths % 10);
                Heading { name, ..heading }
            }
            Deed::Act(act, steps) => {
                let changes: Vec<String> = steps.iter().map(|step| change(&step.effect)).collect();
                let name = language.text(&act_name(act, steps, is_blue));
                Heading { number, name, change: changes.join(" ") }
            }
        }
    }

    fn of_step<S: Space>(number: usize, step: &Step<S>, language: Language) -> Heading {
        Heading { number, name: language.strategy(step.strategy), change: change(&step.effect) }
    }

    /// One line: number, name, change. `width` is the width of the widest name.
    pub(crate) fn brief(&self, width: usize) -> String {
        let Heading { number, name, change } = self;
        hanging(&format!("{number:3}  {name:width$}  "), change)
    }

    /// How wide the name is.
    pub(crate) fn width(&self) -> usize {
        self.name.chars().count()
    }

    /// A row of a table in Markdown.
    pub(crate) fn markdown_row(&self) -> String {
        let Heading { number, name, change } = self;
        format!("| {number} | {name} | {change} |\n")
    }

    /// Number and name: "3. Naked pair".
    fn title(&self) -> String {
        let mut title = self.number.to_string();
        title.push_str(". ");
        title.push_str(&capital(&self.name));
        title
    }
}

/// One thing to tell.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    heading: Heading,
    /// Why, in words.
    text: String,
    sketch: Sketch,
}

impl Page {
    /// A turn of a solve: a step, or an act of a method. `room` is for the board in other words: who tells turn after turn
    /// hands in the same one.
    pub(crate) fn of<S: Space>(
        turn: &Turn<'_, S>,
        room: &mut Option<Board<Large>>,
        is_blue: bool,
        language: Language,
    ) -> Page {
        let (heading, board) = (Heading::of(turn, is_blue, language), &turn.board);
        let (text, sketch) = match turn.deed {
            Deed::Step(step, _) => {
                let (told, sketch) = Sketch::told_in_turn(board, step, room);
                (language.text(&told), sketch)
            }
            Deed::Act(act, steps) => {
                (language.text(&act.message), Page::sketch_of_act(board, act, steps))
            }
        };
        Page { heading, text, sketch: sketch.told_in(language.catalogue()) }
    }

    /// What is drawn of an act of a method, and of the steps that it comes to. `board` is the board before it.
    fn sketch_of_act<S: Space>(board: &Board<S>, act: &Act, steps: &[Step<S>]) -> Sketch {
        let placements = steps
            .iter()
            .fold(S::CandidateSet::EMPTY, |all, step| all.union(&step.effect.placements()));
        match steps {
            [] => Sketch::of_board(board, true),
            [step] if needs_marks(board, step) => Sketch::of_step(board, step),
            steps => match placements.digits().single() {
                _ if steps.iter().any(|step| needs_marks(board, step)) => {
                    Sketch::of_placements(board, &placements, true)
                }
                Some(digit) if act.number == "3" => Sketch::of_scan(board, digit, &placements),
                _ => Sketch::of_placements(board, &placements, false),
            },
        }
    }

    /// The page alone, with a heading that has no number.
    pub(crate) fn alone<S: Space>(
        board: &Board<S>,
        step: &Step<S>,
        colour: bool,
        language: Language,
    ) -> String {
        let turn = Turn { number: 0, board: board.clone(), deed: Deed::Step(step, None) };
        let page = Page::of(&turn, &mut None, false, language);
        let mut text = String::new();
        page.under(&capital(&page.heading.name), colour, &mut Frames::default(), &mut text);
        text
    }

    /// The same as a part of a page of HTML.
    pub(crate) fn html(&self) -> String {
        let escaped =
            |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!(
            "<section>\n<h2>{}: {}</h2>\n<p>{}</p>\n{}</section>\n",
            escaped(&self.heading.title()),
            escaped(&self.heading.change),
            escaped(&self.text),
            self.svg(),
        )
    }

    /// Puts heading, words, picture and legend at the end of a text.
    pub(crate) fn draw(&self, colour: bool, frames: &mut Frames, text: &mut String) {
        self.under(&self.heading.title(), colour, frames, text);
    }

    fn under(&self, title: &str, colour: bool, frames: &mut Frames, text: &mut String) {
        canvas::put_painted(title, Tone::Given, colour, text);
        let change = &self.heading.change;
        if !change.is_empty() && change.len() + title.len() < page_width() {
            canvas::put_painted(&["   ", change].concat(), Tone::Faint, colour, text);
        }
        text.push('\n');
        wrap(page_width(), &self.text, text);
        text.push('\n');
        draw_within(window(), &self.sketch, colour, frames, text);
    }

    /// The picture alone; its words are for those who do not see it.
    pub(crate) fn svg(&self) -> String {
        svg(&self.sketch, &self.text)
    }

    /// The picture with its number, heading and words.
    pub(crate) fn plate(&self) -> Plate {
        Plate { title: self.heading.title(), sketch: self.sketch.clone(), words: self.text.clone() }
    }

    /// A section of a document in Markdown.
    pub(crate) fn markdown(&self) -> String {
        let title = self.heading.title();
        format!("## {title}\n\n{}\n\n{}", self.text, markdown(&self.sketch))
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
const INDENT: &str = "  ";

/// Pictures next to each other, or below each other in a window that is too narrow.
pub(crate) fn together(pictures: &[Vec<String>]) -> String {
    let beside = side_by_side(pictures);
    let wide = beside.first().map_or(0, |line| canvas::width(line));
    let is_narrow = WINDOW.get().is_some_and(|&window| wide > window);
    let lines = if is_narrow { pictures.join(&String::new()) } else { beside };
    lines.join("\n")
}

/// How wide a picture may be.
fn window() -> usize {
    WINDOW.get().copied().unwrap_or(WIDTH)
}

/// The picture and its legend, indented.
pub(crate) fn picture(sketch: &Sketch, colour: bool) -> String {
    let mut text = String::new();
    draw_within(window(), sketch, colour, &mut Frames::default(), &mut text);
    text
}

/// Puts the same at the end of a text, for a window of this width. The marks of a board larger than 9×9 may not fit it: then
/// the digits are drawn alone, and the cells whose marks matter are listed below.
fn draw_within(
    window: usize,
    sketch: &Sketch,
    colour: bool,
    frames: &mut Frames,
    text: &mut String,
) {
    let canvas = Canvas(sketch);
    let frame = frames.around(sketch, colour);
    let put = |text: &mut String, line: &str| {
        text.push_str(INDENT);
        text.push_str(line);
        text.push('\n');
    };
    let is_large = sketch.has_marks && sketch.shape.side() > 9;
    let needed = if is_large { INDENT.len() + frame.width() } else { 0 };
    if needed > window {
        let small = Sketch { has_marks: false, ..sketch.clone() };
        Canvas(&small).draw(text, INDENT, frames.around(&small, colour));
        let cells = canvas.key_cells(colour);
        let marks = if cells.is_empty() { "none" } else { "some" };
        let words = Message::new("picture-too-wide").with("marks", marks).with("columns", needed);
        let words = sketch.words(&words);
        let room = page_width().min(window) - INDENT.len();
        wrapped_at(room, &words).lines().for_each(|line| put(text, line));
        beside_each_other(room, &cells).iter().for_each(|line| put(text, line));
    } else {
        canvas.draw(text, INDENT, frame);
    }
    draw_legend(&canvas, colour, text);
}

/// Puts the legend at the end of a text, in lines that are not too long, further in than the picture.
fn draw_legend(canvas: &Canvas<'_>, colour: bool, text: &mut String) {
    let gap = if colour { " " } else { "   " };
    let page = page_width();
    let (mut width, mut is_first) = (page, true);
    canvas.each_of_legend(colour, |entry| {
        let length = canvas::width(entry) + gap.len();
        if !is_first && width + length <= page {
            text.push_str(gap);
            width += length;
        } else {
            if !is_first {
                text.push('\n');
            }
            text.push_str(INDENT);
            text.push_str("   ");
            width = "     ".len() + length;
        }
        text.push_str(entry);
        is_first = false;
    });
    if !is_first {
        text.push('\n');
    }
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
    let mut lines = String::with_capacity(text.len() + 1);
    wrap(page, text, &mut lines);
    lines
}

/// Puts the same at the end of a text.
fn wrap(page: usize, text: &str, lines: &mut String) {
    if is_plain(text) {
        return wrap_plain(page, text, lines);
    }
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
}

/// Whether a text is as wide as it is long and has one blank between two words, as nearly all are.
fn is_plain(text: &str) -> bool {
    let mut last = b' ';
    for &byte in text.as_bytes() {
        if !(byte.is_ascii_graphic() || (byte == b' ' && last != b' ')) {
            return false;
        }
        last = byte;
    }
    last != b' '
}

/// Puts such a text at the end of another, line by line.
fn wrap_plain(page: usize, text: &str, lines: &mut String) {
    let mut left = text;
    while left.len() > page {
        let end = left.as_bytes()[..=page].iter().rposition(|&byte| byte == b' ');
        // A word that is too long has a line to itself.
        let Some(end) = end.or_else(|| left.find(' ')) else { break };
        lines.push_str(&left[..end]);
        lines.push('\n');
        left = &left[end + 1..];
    }
    lines.push_str(left);
    lines.push('\n');
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
