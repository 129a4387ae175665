//! The pages of a book, from the title to the solutions.
//!
//! ```text
//!   front      title, how to read the levels, contents
//!   puzzles    puzzles by level, and solutions: boards side by side
//!   hints      three grades in words, in columns
//!   pictures   tight places and strategies: a picture beside its words
//!   week       a page for each day of a newspaper
//!   lessons    worksheets: steps, exercises, empty boards
//! ```
//!
//! [`Composer`] knows the paper, the sizes of type and the pages so far; each file adds pages to it. How wide the
//! gutter is depends on how many pages there are, so a book is composed again if it came out thicker than was
//! thought.

mod front;
mod hints;
mod lessons;
mod pictures;
mod puzzles;
mod week;

use crate::Trouble;
use crate::entry::Entry;
use crate::face::{Faces, Weight};
use crate::paper::{Area, BLEED, Format, Paper, gutter};
use crate::parts::Part;
use crate::picture::slope;
use crate::plan::Plan;
use crate::sheet::{Align, Ink, Mark, Pen, Role, Sheet, column, filled, rectangle, rule, words};
pub use lessons::Exercise;
use piste::draw::{Plate, Sketch};
use piste_api::Language;

/// The sizes of type of a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    /// Running text.
    pub(crate) text: f32,
    /// Below a puzzle.
    pub(crate) caption: f32,
    /// A chapter.
    pub(crate) heading: f32,
}

/// A book that is being composed.
pub(crate) struct Composer<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) faces: &'a Faces,
    pub(crate) parts: &'a [Part],
    pub(crate) language: Language,
    pub(crate) format: Format,
    pub(crate) sizes: Type,
    pub(crate) sheets: Vec<Sheet>,
    /// Chapters with their pages, for the contents.
    pub(crate) chapters: Vec<(Chapter, usize)>,
}

/// A line of the contents.
#[derive(Clone, Debug)]
pub(crate) struct Chapter {
    /// The number of its level, if it is one.
    pub(crate) level: Option<usize>,
    pub(crate) title: String,
}

/// What is to be composed.
pub(crate) enum Work<'a> {
    /// A book, from its title to its solutions.
    Book,
    /// A week of a newspaper.
    Week,
    /// A solution step by step: its heading, the board that it begins with, its steps.
    Lesson(&'a str, &'a Sketch, &'a [Plate]),
    /// Exercises: their heading, what is said of them, the boards.
    Exercises(&'a str, &'a str, &'a [Exercise]),
    /// So many empty boards.
    Blanks(&'a Sketch, usize),
}

/// Composes all pages.
pub(crate) fn compose(
    plan: &Plan,
    faces: &Faces,
    parts: &[Part],
    language: Language,
    work: &Work<'_>,
) -> Result<Vec<Sheet>, Trouble> {
    let paper = Paper::named(&plan.page)?;
    let mut pages = 0;
    loop {
        let format = Format {
            paper,
            inside: gutter(pages),
            outside: if paper.width < 450.0 { 32.0 } else { 36.0 },
            bleed: if plan.bleed { BLEED } else { 0.0 },
        };
        let sheets = composed(plan, faces, parts, language, (format, work))?;
        if gutter(sheets.len()) <= gutter(pages) {
            return Ok(sheets);
        }
        pages = sheets.len();
    }
}

fn composed(
    plan: &Plan,
    faces: &Faces,
    parts: &[Part],
    language: Language,
    (format, work): (Format, &Work<'_>),
) -> Result<Vec<Sheet>, Trouble> {
    let text = match (plan.large_print, format.paper.width < 450.0) {
        (true, _) => 16.0,
        (false, true) => 9.0,
        (false, false) => 10.0,
    };
    let caption = if plan.large_print { 16.0 } else { text * 0.92 };
    let sizes = Type { text, caption, heading: text * 1.9 };
    let (sheets, chapters) = (Vec::new(), Vec::new());
    let mut book = Composer { plan, faces, parts, language, format, sizes, sheets, chapters };
    match work {
        Work::Book => book.whole()?,
        Work::Week => book.week()?,
        Work::Lesson(title, start, steps) => book.lesson(title, start, steps),
        Work::Exercises(title, about, exercises) => book.exercises(title, about, exercises)?,
        Work::Blanks(board, count) => book.blanks(board, *count),
    }
    Ok(book.sheets)
}

impl Composer<'_> {
    /// A book, from its title to its solutions.
    fn whole(&mut self) -> Result<(), Trouble> {
        let plan = self.plan;
        let book = self;
        let front = if plan.has_front() { book.front_pages() } else { 0 };
        for _ in 0..front {
            book.page();
        }
        book.puzzles()?;
        if plan.hints.has_words() {
            book.hints();
        }
        if plan.hints.has_pictures() {
            book.tight_places();
        }
        if plan.strategies {
            book.strategies();
        }
        if plan.solutions > 0 {
            book.solutions()?;
        }
        if plan.has_front() {
            book.front(front);
        }
        Ok(())
    }

    /// Begins a page.
    pub(crate) fn page(&mut self) -> &mut Sheet {
        let number = self.sheets.len() + 1;
        self.sheets.push(Sheet::new(number, self.format));
        self.sheets.last_mut().expect("it was just added")
    }

    /// The part of the page between its head and its foot.
    pub(crate) fn body(&self, page: usize) -> Area {
        let area = self.format.area(page);
        let head = self.faces.leading(self.sizes.text) + 8.0;
        let foot = self.faces.leading(self.sizes.text) + 4.0;
        Area { y: area.y + head, height: area.height - head - foot, ..area }
    }

    /// The running head and the page number.
    pub(crate) fn furnish(&self, sheet: &mut Sheet, level: Option<usize>, title: &str) {
        let (area, size) = (sheet.area(), self.sizes.text);
        let is_left = sheet.number.is_multiple_of(2);
        let base = area.y + self.faces.capital(size);
        let line = self.faces.line(title, Weight::Regular, size);
        let sign = self.faces.capital(size);
        let (mut marks, wide) = match level {
            None => (Vec::new(), 0.0),
            Some(nth) => {
                let width = slope(nth, (0.0, 0.0), sign).1 + size * 0.5;
                let x = if is_left { area.x } else { area.right() - line.width - width };
                (slope(nth, (x, base), sign).0, width)
            }
        };
        let x = if is_left { area.x + wide } else { area.right() - line.width };
        marks.push(words(line, (x, base), Align::Start, Ink::SOFT));
        let y = base + size * 0.55;
        marks.push(rule((area.x, y), (area.right(), y), Pen::plain(Ink::grey(150), 0.4)));
        let folio = self.faces.line(&sheet.number.to_string(), Weight::Regular, size);
        let foot = area.bottom() - self.faces.reach(size).1;
        let (x, align) = if is_left { (area.x, Align::Start) } else { (area.right(), Align::End) };
        marks.push(words(folio, (x, foot), align, Ink::SOFT));
        sheet.put(Role::Furniture, marks);
        if let Some(nth) = level {
            self.thumb(sheet, nth);
        }
    }

    /// A tab at the outer edge where the book has bleed, lower from level to level, to be seen when it is shut.
    fn thumb(&self, sheet: &mut Sheet, level: usize) {
        let Format { paper, bleed, .. } = self.format;
        if bleed == 0.0 {
            return;
        }
        let (height, width) = (paper.height / 12.0, 9.0 + bleed);
        let y = paper.height * 0.2 + level as f32 * height * 1.25;
        let is_left = sheet.number.is_multiple_of(2);
        let x = if is_left { -bleed } else { paper.width - 9.0 };
        let tab = rectangle(Area { x, y, width, height }, 0.0);
        sheet.put(Role::Furniture, vec![filled(tab, Ink::grey(60))]);
    }

    /// Begins a chapter on a new page; gives what is left of its body.
    pub(crate) fn chapter(&mut self, title: &str, about: &str) -> Area {
        self.page();
        let number = self.sheets.len();
        self.chapters.push((Chapter { level: None, title: title.to_owned() }, number));
        let mut sheet = self.sheets.pop().expect("it was just added");
        self.furnish(&mut sheet, None, title);
        let body = self.body(number);
        let size = self.sizes.heading;
        sheet.bookmark(title, body.y);
        let lines = self.faces.lines(title, Weight::Bold, size, body.width);
        let first = body.y + self.faces.capital(size) + 10.0;
        let (marks, y) = column(self.faces, lines, (body.x, first), Ink::BLACK);
        sheet.put(Role::Heading(1), marks);
        let size = self.sizes.text;
        let lines = self.faces.lines(about, Weight::Regular, size, body.width.min(size * 42.0));
        let has_words = !lines.is_empty();
        let (marks, after) = column(self.faces, lines, (body.x, y - size * 0.4), Ink::SOFT);
        sheet.put(Role::Paragraph, marks);
        self.sheets.push(sheet);
        let y = if has_words { after + size * 0.4 } else { y };
        Area { y, height: body.bottom() - y, ..body }
    }

    /// A further page of a chapter; gives its body.
    pub(crate) fn next_page(&mut self, title: &str) -> Area {
        self.page();
        let mut sheet = self.sheets.pop().expect("it was just added");
        self.furnish(&mut sheet, None, title);
        let number = sheet.number;
        self.sheets.push(sheet);
        // Words need air below the line of the head; boards bring their own.
        let (body, air) = (self.body(number), self.sizes.text * 0.6);
        Area { y: body.y + air, height: body.height - air, ..body }
    }

    /// The page that is being filled.
    pub(crate) fn sheet(&mut self) -> &mut Sheet {
        self.sheets.last_mut().expect("a chapter begins with a page")
    }

    /// All puzzles with their numbers.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, &Entry)> {
        self.parts.iter().flat_map(Part::numbered)
    }

    /// The sign of a level and words behind it, on one base line from here.
    pub(crate) fn signed(
        &self,
        level: Option<usize>,
        text: &str,
        (x, y): (f32, f32),
        (weight, size): (Weight, f32),
        ink: Ink,
    ) -> (Vec<Mark>, f32) {
        let (mut marks, mut at) = (Vec::new(), x);
        if let Some(nth) = level {
            let (sign, width) = slope(nth, (x, y), self.faces.capital(size));
            marks.extend(sign);
            at += width + size * 0.45;
        }
        let line = self.faces.line(text, weight, size);
        let width = at - x + line.width;
        marks.push(words(line, (at, y), Align::Start, ink));
        (marks, width)
    }
}
