//! Sudokus on paper: whole books with honest levels, as PDF, or page by page as SVG or PNG.
//!
//! ```text
//!   puzzles ──► Entry: level, minutes, hints ──► parts: by level, rising ──► pages ──► PDF, SVG, PNG
//!                                                                  Plan ────┘  └──► manifest
//! ```
//!
//! A [`Plan`] says what the book is to look like, an [`Entry`] is a puzzle with all that is told of it. [`Book::compose`]
//! puts them on pages. The boards are drawn from the one picture language of `piste::draw`, so a step looks
//! in a book as it does everywhere else.
//!
//! The crate reads no file, no clock and no font of the machine: the same puzzles and plan are the same bytes.
//!
//! ```
//! use piste_api::Language;
//! use piste_book::{Book, Entry, Plan};
//! use piste_core::{AnyGrid, Grid};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!     .parse()
//!     .unwrap();
//! let entry = Entry::of(AnyGrid::from(&grid).prove(1_000).unwrap(), Language::default());
//! let book = Book::compose(Plan::default(), vec![entry], None)?;
//! assert_eq!(book.pages(), 2);
//! assert!(book.pdf()?.starts_with(b"%PDF"));
//! # Ok::<(), piste_book::Trouble>(())
//! ```

#![forbid(unsafe_code)]

mod entry;
mod face;
pub mod manifest;
mod pages;
mod paper;
mod parts;
mod pdf;
mod picture;
mod plan;
mod png;
mod qr;
mod sheet;
mod svg;
#[cfg(test)]
mod tests;
pub mod week;

pub use entry::{Entry, Tight};
pub use pages::Exercise;
pub use paper::{PAPERS, Paper};
pub use plan::{Hints, Make, PER_PAGE, Plan, Words};

use face::Faces;
use pages::Work;
use parts::Part;
use piste::draw::{Plate, Sketch};
use piste_api::Language;
use sheet::Sheet;

/// Why there is no book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The plan cannot be followed.
    #[error("{0}")]
    Plan(String),
    /// A font is missing, or lacks a character.
    #[error("{0}")]
    Font(String),
    /// The PDF could not be made: a defect of ours, or of the font.
    #[error("the PDF cannot be made: {0}")]
    Pdf(String),
    /// There is nothing to print.
    #[error("there are no puzzles for a book")]
    Empty,
}

/// A font file of the user's: its name, for messages, and its bytes.
pub type FontFile = (String, Vec<u8>);

/// A book, all of whose pages are composed.
pub struct Book {
    plan: Plan,
    faces: Faces,
    language: Language,
    parts: Vec<Part>,
    sheets: Vec<Sheet>,
    repeated: usize,
}

impl Book {
    /// Puts puzzles in order and on pages. `font` has the characters that those of the crate lack.
    pub fn compose(
        plan: Plan,
        entries: Vec<Entry>,
        font: Option<&FontFile>,
    ) -> Result<Book, Trouble> {
        if entries.is_empty() {
            return Err(Trouble::Empty);
        }
        let (parts, repeated) = parts::arranged(entries, &plan);
        Ok(Book { repeated, ..Book::of(plan, parts, font, &Work::Book)? })
    }

    /// A week of a newspaper: a page for each of these puzzles, in this order.
    pub fn week(plan: Plan, days: Vec<Entry>, font: Option<&FontFile>) -> Result<Book, Trouble> {
        let part = Part { title: String::new(), level: None, asks: None, first: 1, entries: days };
        Book::of(plan, vec![part], font, &Work::Week)
    }

    /// A solution step by step, with the board that it begins with.
    pub fn lesson(
        plan: Plan,
        title: &str,
        start: &Sketch,
        steps: &[Plate],
        font: Option<&FontFile>,
    ) -> Result<Book, Trouble> {
        Book::of(plan, Vec::new(), font, &Work::Lesson(title, start, steps))
    }

    /// Exercises with their answers.
    pub fn exercises(
        plan: Plan,
        title: &str,
        about: &str,
        exercises: &[Exercise],
        font: Option<&FontFile>,
    ) -> Result<Book, Trouble> {
        Book::of(plan, Vec::new(), font, &Work::Exercises(title, about, exercises))
    }

    /// So many empty boards to write on.
    pub fn blanks(plan: Plan, board: &Sketch, count: usize) -> Result<Book, Trouble> {
        Book::of(plan, Vec::new(), None, &Work::Blanks(board, count))
    }

    fn of(
        plan: Plan,
        parts: Vec<Part>,
        font: Option<&FontFile>,
        work: &Work<'_>,
    ) -> Result<Book, Trouble> {
        let own = font.map(|(name, data)| (name.as_str(), data.clone()));
        let faces = Faces::new(own)?;
        plan.check(&faces)?;
        let language = Language::named(plan.language.as_deref())
            .map_err(|wrong| Trouble::Plan(wrong.to_string()))?;
        let sheets = pages::compose(&plan, &faces, &parts, language, work)?;
        Ok(Book { plan, faces, language, parts, sheets, repeated: 0 })
    }

    /// Whether a plan can be followed at all, and the fonts have its letters: to be asked before puzzles are made.
    pub fn check(plan: &Plan, font: Option<&FontFile>) -> Result<(), Trouble> {
        let faces = Faces::new(font.map(|(name, data)| (name.as_str(), data.clone())))?;
        Paper::named(&plan.page)?;
        plan.check(&faces)
    }

    /// How many puzzles were left out because they were there already, in disguise or not.
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// How many puzzles it has.
    pub fn puzzles(&self) -> usize {
        self.parts.iter().map(|part| part.entries.len()).sum()
    }

    /// How many pages it has.
    pub fn pages(&self) -> usize {
        self.sheets.len()
    }

    /// The whole book as PDF.
    pub fn pdf(&self) -> Result<Vec<u8>, Trouble> {
        let about = pdf::About {
            title: self.plan.title.as_deref().unwrap_or("Sudokus"),
            author: self.plan.author.as_deref(),
            language: self.language.code(),
            day: self.plan.day()?,
        };
        pdf::write(&self.sheets, &self.faces, about)
    }

    /// A page, counted from 0, as SVG.
    pub fn svg(&self, page: usize) -> Option<String> {
        self.sheets.get(page).map(|sheet| svg::write(sheet, &self.faces))
    }

    /// A page, counted from 0, as PNG at so many dots to the inch.
    pub fn png(&self, page: usize, dots: f32) -> Option<Result<Vec<u8>, Trouble>> {
        self.sheets.get(page).map(|sheet| png::write(sheet, &self.faces, dots))
    }

    /// What is in it, puzzle by puzzle.
    pub fn manifest(&self) -> Vec<manifest::Row> {
        let on_pages = self.sheets.iter().flat_map(|sheet| {
            let bleed = sheet.format.bleed;
            let place = move |&(number, area): &(usize, paper::Area)| {
                (number, manifest::Place::new(sheet.number, area, bleed))
            };
            sheet.puzzles.iter().map(place)
        });
        manifest::rows(&self.parts, &on_pages.collect())
    }
}
