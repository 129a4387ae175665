//! Boards side by side: the puzzles of a part, and the solutions of all.
//!
//! ```text
//!   ┌ slot ─────────┐
//!   │ 12            │   number
//!   │ ┌───────────┐ │
//!   │ │   board   │ │   as large as the slot allows; the same on every page
//!   │ └───────────┘ │
//!   │ ◆ Hard · 22 ▦ │   level and minutes, QR code
//!   └───────────────┘
//! ```

use super::{Chapter, Composer};
use crate::entry::Entry;
use crate::face::Weight;
use crate::paper::Area;
use crate::parts::{Part, level_name};
use crate::picture::{self, DIGIT, LARGE_DIGIT, Style, slope};
use crate::sheet::{Align, Ink, Mark, Role, Sheet, turned, words};
use crate::{PER_PAGE, Trouble, qr};
use piste::draw::Sketch;

/// The least size of digits in large print.
const LARGE: f32 = 16.0;

/// On boards larger than 9×9 digits are at least so large where they are to be written, and where they are only read:
/// there are fewer on a page if need be. Smaller boards are as many as was asked for.
const WRITTEN: f32 = 8.0;
const READ: f32 = 6.0;

/// How wide a QR code is, its rim included: 81 digits can be read from it at arm's length.
const CODE: f32 = 58.0;

/// Boards on a page: how many, and what is around each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiling {
    columns: usize,
    /// The side of a board.
    side: f32,
    /// What is above a board.
    above: f32,
    /// From one board to the next, and from the edge to the first.
    step: (f32, f32),
    start: (f32, f32),
}

impl Tiling {
    /// Where the board in this place stands.
    pub(super) fn board(&self, body: Area, nth: usize) -> Area {
        let (column, row) = (nth % self.columns, nth / self.columns);
        Area {
            x: body.x + self.start.0 + column as f32 * self.step.0,
            y: body.y + self.start.1 + row as f32 * self.step.1 + self.above,
            width: self.side,
            height: self.side,
        }
    }
}

impl Composer<'_> {
    /// So many boards on a page of this body, with so much above and below each.
    pub(super) fn tiling(&self, body: Area, count: usize, above: f32, below: f32) -> Tiling {
        let (few, many) = match count {
            1 => (1, 1),
            2 => (1, 2),
            4 => (2, 2),
            6 => (2, 3),
            9 => (3, 3),
            _ => (3, 4),
        };
        let is_upright = body.height >= body.width;
        let (columns, rows) = if is_upright { (few, many) } else { (many, few) };
        let (c, r) = (columns as f32, rows as f32);
        let gap = if columns > 2 { 16.0 } else { 22.0 };
        let by_width = (body.width - gap * (c - 1.0)) / c;
        let by_height = (body.height - 10.0 * (r - 1.0)) / r - above - below;
        let side = by_width.min(by_height);
        let block = side + above + below;
        let spare = (body.width - side * c, body.height - block * r);
        // Boards that fill the width stand at both margins, others evenly between them.
        let between = if by_width <= by_height && columns > 1 {
            (spare.0 / (c - 1.0), 0.0)
        } else {
            (spare.0 / (c + 1.0), spare.0 / (c + 1.0))
        };
        let down = spare.1 / (r + 1.0);
        Tiling {
            columns,
            side,
            above,
            step: (side + between.0, block + down),
            start: (between.1, down),
        }
    }

    /// The puzzles, part by part.
    pub(super) fn puzzles(&mut self) -> Result<(), Trouble> {
        let size = self.sizes.text * 1.2;
        let above = self.faces.capital(size) + size * 0.55;
        let caption = self.faces.leading(self.sizes.caption) + 2.0;
        let below = match (self.plan.qr, self.plan.captions) {
            (true, _) => CODE + 2.0,
            (false, true) => caption,
            (false, false) => 0.0,
        };
        let body = self.body(1);
        let digit = if self.plan.large_print { LARGE_DIGIT } else { DIGIT };
        let asked = self.plan.per_page;
        let sides: Vec<usize> = self.parts.iter().map(Part::side).collect();
        let around = (above, below);
        let count = |&side: &usize| self.boards_a_page(body, asked, side, around, WRITTEN);
        let counts: Vec<usize> = sides.iter().map(count).collect();
        for (&side, &count) in sides.iter().zip(&counts) {
            self.check_size(&self.tiling(body, count, above, below), side, count)?;
        }
        for (part, count) in self.parts.iter().zip(counts) {
            let tiling = self.tiling(body, count, above, below);
            if self.plan.has_front() {
                self.opener(part);
            }
            let puzzles: Vec<(usize, &Entry)> = part.numbered().collect();
            for (nth, page) in puzzles.chunks(count).enumerate() {
                self.puzzle_page(part, page, tiling, nth == 0, digit)?;
            }
        }
        Ok(())
    }

    /// How many boards of this side stand on a page if so many were asked for. `least` is how large a digit must be.
    fn boards_a_page(
        &self,
        body: Area,
        asked: usize,
        side: usize,
        (above, below): (f32, f32),
        least: f32,
    ) -> usize {
        let (least, digit) = match self.plan.large_print {
            true => (LARGE, LARGE_DIGIT),
            false => (least, DIGIT),
        };
        let fits = |count: &usize| {
            digit * self.tiling(body, *count, above, below).side / side as f32 >= least
        };
        let mut fewer = PER_PAGE.into_iter().filter(|count| *count <= asked).rev();
        if side > 9 { fewer.find(fits).unwrap_or(1) } else { asked }
    }

    /// Large print is large, on every board.
    fn check_size(&self, tiling: &Tiling, most: usize, n: usize) -> Result<(), Trouble> {
        let digit = if self.plan.large_print { LARGE_DIGIT } else { DIGIT };
        let size = digit * tiling.side / most as f32;
        if size < 2.0 {
            return Err(Trouble::Plan(format!(
                "{n} a page leave no room for a board on this paper: take fewer a page, or larger paper"
            )));
        }
        if self.plan.large_print && size < LARGE {
            return Err(Trouble::Plan(format!(
                "large print has digits of {LARGE} points, and {n} a page leave room for {size:.1} on boards of \
                 {most}×{most}: take fewer a page, or larger paper"
            )));
        }
        Ok(())
    }

    /// The page in front of a part: its sign, its name, what it asks.
    fn opener(&mut self, part: &Part) {
        let (heading, text) = (self.sizes.heading * 1.5, self.sizes.text * 1.1);
        self.page();
        let mut sheet = self.sheets.pop().expect("it was just added");
        let area = sheet.area();
        sheet.bookmark(&part.title, area.y);
        let middle = area.x + area.width / 2.0;
        let mut y = area.y + area.height * 0.36;
        if let Some(nth) = part.level {
            let width = slope(nth, (0.0, 0.0), 54.0).1;
            let (sign, _) = slope(nth, (middle - width / 2.0, y), 54.0);
            sheet.put(Role::Furniture, sign);
        }
        y += 26.0 + self.faces.leading(heading);
        let line = self.faces.line(&part.title, Weight::Bold, heading);
        sheet.put(Role::Heading(1), vec![words(line, (middle, y), Align::Middle, Ink::BLACK)]);
        let asks = part.asks.unwrap_or_default();
        y += text * 0.6;
        for told in [asks.to_owned(), self.about_part(part)] {
            for line in self.faces.lines(&told, Weight::Regular, text, area.width * 0.8) {
                y += self.faces.leading(text);
                let mark = words(line, (middle, y), Align::Middle, Ink::SOFT);
                sheet.put(Role::Paragraph, vec![mark]);
            }
        }
        self.chapters
            .push((Chapter { level: part.level, title: part.title.clone() }, sheet.number));
        self.sheets.push(sheet);
    }

    /// How many puzzles there are, and how long they take.
    pub(super) fn about_part(&self, part: &Part) -> String {
        let words = &self.plan.words;
        let last = part.first + part.entries.len() - 1;
        let text = match (part.minutes(), part.entries.len()) {
            (Some((least, _)), 1) => words.part_of_one.replace("{n}", &minutes(least)),
            (None, 1) => words.part_of_one_without_minutes.clone(),
            (Some((least, most)), _) => {
                let (least, most) = (minutes(least), minutes(most));
                // Nobody says "4 to 4".
                let text = match least == most {
                    true => words.part.replace("{least} to {most}", &least),
                    false => words.part.clone(),
                };
                text.replace("{least}", &least).replace("{most}", &most)
            }
            (None, _) => words.part_without_minutes.clone(),
        };
        text.replace("{first}", &part.first.to_string()).replace("{last}", &last.to_string())
    }

    fn puzzle_page(
        &mut self,
        part: &Part,
        puzzles: &[(usize, &Entry)],
        tiling: Tiling,
        is_first: bool,
        digit: f32,
    ) -> Result<(), Trouble> {
        self.page();
        let mut sheet = self.sheets.pop().expect("it was just added");
        if is_first && !self.plan.has_front() {
            sheet.bookmark(&part.title, sheet.area().y);
            self.chapters
                .push((Chapter { level: part.level, title: part.title.clone() }, sheet.number));
        }
        self.furnish(&mut sheet, part.level, &part.title);
        let body = self.body(sheet.number);
        for (nth, (number, entry)) in puzzles.iter().enumerate() {
            let area = tiling.board(body, nth);
            sheet.puzzles.push((*number, area));
            self.number(&mut sheet, *number, area, self.sizes.text * 1.2);
            let sketch = picture::puzzle(&entry.puzzle);
            let style = Style { digit, bold_givens: false };
            let marks = picture::board(self.faces, &sketch, area, style);
            sheet.put(Role::Figure(self.read_aloud(*number, entry, &sketch)), marks);
            self.caption(&mut sheet, part, entry, area);
            if self.plan.qr {
                let (x, y) = (area.right() - CODE + 6.0, area.bottom() + 2.0);
                let text = qr::content(entry.puzzle.grid(), self.plan.address.as_deref());
                let code = qr::code(&text, Area { x, y, width: CODE, height: CODE })?;
                sheet.put(Role::Figure(format!("QR: {text}")), vec![code]);
            }
        }
        self.sheets.push(sheet);
        Ok(())
    }

    pub(super) fn number(&self, sheet: &mut Sheet, number: usize, board: Area, size: f32) {
        let line = self.faces.line(&number.to_string(), Weight::Bold, size);
        let mark = words(line, (board.x, board.y - size * 0.5), Align::Start, Ink::BLACK);
        sheet.put(Role::Heading(2), vec![mark]);
    }

    /// Level and minutes below a board.
    fn caption(&self, sheet: &mut Sheet, part: &Part, entry: &Entry, board: Area) {
        if !self.plan.captions {
            return;
        }
        let size = self.sizes.caption;
        let base = board.bottom() + self.faces.capital(size) + size * 0.55;
        let name = part.level.map_or_else(|| part.title.clone(), |nth| level_name(nth, self.plan));
        let told =
            entry.minutes.map(|known| self.plan.words.minutes.replace("{n}", &minutes(known)));
        let place = |parts: &[String]| parts.join(" · ");
        let whole: Vec<String> = std::iter::once(name).chain(told.clone()).collect();
        let room = board.width - if self.plan.qr { CODE } else { 0.0 };
        let text = place(&whole);
        let weight = (Weight::Regular, size);
        let (marks, width) = self.signed(part.level, &text, (board.x, base), weight, Ink::SOFT);
        if width <= room {
            return sheet.put(Role::Paragraph, marks);
        }
        // Where there is no room for all, the sign says the level.
        let text = told.unwrap_or(text);
        let (marks, _) = self.signed(part.level, &text, (board.x, base), weight, Ink::SOFT);
        sheet.put(Role::Paragraph, marks);
    }

    /// What is read aloud of a board: its rows.
    pub(super) fn read_aloud(&self, number: usize, entry: &Entry, sketch: &Sketch) -> String {
        let name = self.plan.words.puzzle.replace("{n}", &number.to_string());
        let side = sketch.shape.side();
        let grid = entry.puzzle.grid();
        let rows = (0..side)
            .map(|row| (0..side).map(|column| grid.sign(row * side + column)).collect::<String>());
        format!("{name}. {}", rows.collect::<Vec<_>>().join(" / "))
    }

    /// As many solutions of boards of this side as were asked for; in large print no more than can have large digits.
    fn solutions_a_page(&self, body: Area, above: f32, side: usize) -> usize {
        let asked = self.plan.solutions;
        if !self.plan.large_print {
            return self.boards_a_page(body, asked, side, (above, 0.0), READ);
        }
        let is_large = |count: &usize| {
            LARGE_DIGIT * self.tiling(body, *count, above, 0.0).side / side as f32 >= LARGE
        };
        PER_PAGE.into_iter().filter(|count| *count <= asked).rev().find(is_large).unwrap_or(1)
    }

    /// A solution as it is printed: upside down if the plan says so.
    pub(super) fn solution(&self, entry: &Entry, area: Area) -> Vec<Mark> {
        let sketch = picture::solution(&entry.puzzle);
        let digit = if self.plan.large_print { LARGE_DIGIT } else { DIGIT };
        let style = Style { digit, bold_givens: true };
        let marks = picture::board(self.faces, &sketch, area, style);
        if self.plan.solutions_upside_down { vec![turned(marks, area)] } else { marks }
    }

    /// The solutions of all puzzles.
    pub(super) fn solutions(&mut self) -> Result<(), Trouble> {
        let title = self.plan.words.solutions.clone();
        let size = self.sizes.text;
        let above = self.faces.capital(size) + size * 0.5;
        let all: Vec<(usize, Entry)> = self.entries().map(|(n, e)| (n, e.clone())).collect();
        let first = self.chapter(&title, "");
        let count = |entry: &Entry| self.solutions_a_page(first, above, entry.shape().side());
        let pages: Vec<(usize, &[(usize, Entry)])> = all
            .chunk_by(|(_, one), (_, other)| count(one) == count(other))
            .flat_map(|alike| {
                let count = count(&alike[0].1);
                alike.chunks(count).map(move |page| (count, page))
            })
            .collect();
        let mut body = first;
        for (nth, (count, solutions)) in pages.into_iter().enumerate() {
            if nth > 0 {
                let next = self.next_page(&title);
                // The boards of further pages are as large, and stand where there is more room.
                let more = next.height - first.height;
                body = Area { y: next.y + more / 2.0, height: first.height, ..next };
            }
            let tiling = self.tiling(first, count, above, 0.0);
            for (nth, (number, entry)) in solutions.iter().enumerate() {
                let area = tiling.board(body, nth);
                let marks = self.solution(entry, area);
                let mut sheet = self.sheets.pop().expect("a chapter begins with a page");
                self.number(&mut sheet, *number, area, size);
                let told = format!("{} {number}: {}", title, entry.puzzle.solution());
                sheet.put(Role::Figure(told), marks);
                self.sheets.push(sheet);
            }
        }
        Ok(())
    }
}

/// Minutes as they are printed: whole ones.
pub(super) fn minutes(value: f64) -> String {
    format!("{}", value.round().max(1.0) as u64)
}
