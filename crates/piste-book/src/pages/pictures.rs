//! Pictures of steps with their words: tight places, strategies, worksheets.
//!
//! A picture stands on the left and what is said on the right; on very narrow paper and in large print the words stand
//! below. A row that does not fit goes on the next page as a whole, and words that are longer than a page go on
//! there.

use super::Composer;
use crate::face::{Line, Weight};
use crate::paper::Area;
use crate::picture::{self, DIGIT, Style};
use crate::sheet::{Align, Ink, Pen, Role, column, rule, words};
use piste::draw::Plate;
use piste::logic::Info;

/// Between a picture and its words, and between two rows.
const GAP: f32 = 18.0;

/// The widest that a picture is.
const WIDEST: f32 = 208.0;

/// Where the page is narrower than this the words stand below, and not beside.
const BESIDE: f32 = 320.0;

/// On pages that are narrower than this the picture takes half the width.
const ROOMY: f32 = 400.0;

impl Composer<'_> {
    /// The first place of each puzzle where it is tight.
    pub(super) fn tight_places(&mut self) {
        let found = self.entries().filter_map(|(number, entry)| {
            let plate = entry.picture(entry.tight.as_ref()?.at, self.language)?;
            Some(Plate { title: format!("{number}  {}", plate.title), ..plate })
        });
        let found: Vec<Plate> = found.collect();
        let words = &self.plan.words;
        let (title, about) = (words.tight.clone(), words.about_tight.clone());
        self.rows(&title, &about, &found);
    }

    /// An example of every strategy that the book uses, in the order in which they are learnt.
    pub(super) fn strategies(&mut self) {
        let mut found: Vec<(&'static Info, Plate)> = Vec::new();
        for (_, entry) in self.entries() {
            for &(info, at) in &entry.uses {
                if found.iter().any(|(known, _)| known.slug == info.slug) {
                    continue;
                }
                let plate = entry.picture(at, self.language);
                found.extend(plate.map(|plate| (info, plate)));
            }
        }
        found.sort_by_key(|(info, _)| crate::entry::rung(info));
        let rows: Vec<Plate> = found.into_iter().map(|(_, plate)| plate).collect();
        let words = &self.plan.words;
        let (title, about) = (words.strategies.clone(), words.about_strategies.clone());
        self.rows(&title, &about, &rows);
    }

    /// A chapter of pictures with their words.
    pub(crate) fn rows(&mut self, title: &str, about: &str, rows: &[Plate]) {
        if rows.is_empty() {
            return;
        }
        let mut body = self.chapter(title, about);
        let mut y = body.y;
        for plate in rows {
            let row = self.row(body.width, plate);
            if y + row.height > body.bottom() && y > body.y {
                body = self.next_page(title);
                y = body.y;
            }
            self.put_row(title, &mut body, &mut y, row, plate);
        }
    }

    /// How a row is laid out.
    fn row(&self, width: f32, plate: &Plate) -> Row {
        let size = self.sizes.text;
        let is_beside = !self.plan.large_print && width > BESIDE;
        let share = if width > ROOMY { 0.46 } else { 0.5 };
        let side = if is_beside { (width * share).min(WIDEST) } else { width.min(WIDEST + 60.0) };
        let words = if is_beside { width - side - GAP } else { width };
        let name = self.faces.lines(&plate.title, Weight::Bold, size * 1.15, words);
        let lines = self.faces.lines(&plate.words, Weight::Regular, size, words);
        let legend = size * 0.88;
        let (_, after) = picture::legend(self.faces, &plate.sketch, (0.0, 0.0), words, legend);
        let heads = name.len() as f32 * self.faces.leading(size * 1.15);
        let told = lines.len() as f32 * self.faces.leading(size) + after + size * 0.8;
        let height = if is_beside { side.max(heads + told) } else { heads + side + told + GAP };
        Row { is_beside, side, words, name, lines, height: height + 4.0 }
    }

    fn put_row(&mut self, title: &str, body: &mut Area, y: &mut f32, row: Row, plate: &Plate) {
        let (faces, size) = (self.faces, self.sizes.text);
        let x = if row.is_beside { body.x + row.side + GAP } else { body.x };
        let first = *y + faces.capital(size * 1.15);
        let (heads, mut at) = column(faces, row.name, (x, first), Ink::BLACK);
        self.sheet().put(Role::Heading(2), heads);
        let top = if row.is_beside { *y } else { at - faces.capital(size) + 2.0 };
        let area = Area { x: body.x, y: top, width: row.side, height: row.side };
        let style = Style { digit: DIGIT, bold_givens: true };
        let marks = picture::board(faces, &plate.sketch, area, style);
        self.sheet().put(Role::Figure(plate.words.clone()), marks);
        if !row.is_beside {
            at = area.bottom() + GAP;
        }
        let mut marks = Vec::new();
        for line in row.lines {
            if at + faces.reach(size).1 > body.bottom() {
                let written = std::mem::take(&mut marks);
                self.sheet().put(Role::Paragraph, written);
                *body = self.next_page(title);
                *y = body.y;
                at = body.y + faces.capital(size);
            }
            let x = if row.is_beside { body.x + row.side + GAP } else { body.x };
            marks.push(words(line, (x, at), Align::Start, Ink::BLACK));
            at += faces.leading(size);
        }
        self.sheet().put(Role::Paragraph, marks);
        let x = if row.is_beside { body.x + row.side + GAP } else { body.x };
        let from = (x, at + size * 0.2);
        let (marks, after) = picture::legend(faces, &plate.sketch, from, row.words, size * 0.88);
        self.sheet().put(Role::Paragraph, marks);
        let below = if area.y >= *y && row.is_beside { area.bottom() } else { *y };
        *y = (after - faces.capital(size)).max(below) + GAP * 0.6;
        if *y + GAP < body.bottom() {
            let line = ((body.x, *y), (body.right(), *y));
            let mark = rule(line.0, line.1, Pen::plain(Ink::grey(190), 0.4));
            self.sheet().put(Role::Furniture, vec![mark]);
        }
        *y += GAP * 0.8;
    }
}

/// A row of a chapter of pictures.
struct Row {
    is_beside: bool,
    /// The side of the board.
    side: f32,
    /// The width of the words.
    words: f32,
    name: Vec<Line>,
    lines: Vec<Line>,
    height: f32,
}
