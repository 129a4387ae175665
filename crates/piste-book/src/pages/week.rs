//! A week of a newspaper: a page for each day, with the solution of the day before.
//!
//! A page is meant to be placed on another, so there is no page number and no running head. The last page has
//! the solution of the last day alone, for the week after.

use super::Composer;
use super::puzzles::minutes;
use crate::Trouble;
use crate::entry::Entry;
use crate::face::Weight;
use crate::paper::Area;
use crate::parts::level_name;
use crate::picture::{self, DIGIT, Style, slope};
use crate::sheet::{Align, Ink, Role, Sheet, words};

/// How wide the solution of the day before is, next to the page.
const SMALL: f32 = 0.42;

impl Composer<'_> {
    /// The pages of a week.
    pub(crate) fn week(&mut self) -> Result<(), Trouble> {
        let days: Vec<(usize, Entry)> = self.entries().map(|(n, e)| (n, e.clone())).collect();
        let mut last: Option<(String, &Entry)> = None;
        for (number, entry) in &days {
            let day = self.plan.words.days[(number - 1) % 7].clone();
            self.page();
            let mut sheet = self.sheets.pop().expect("it was just added");
            sheet.bookmark(&day, sheet.area().y);
            let y = self.day(&mut sheet, *number, &day, entry)?;
            if let Some((day, entry)) = &last {
                self.day_before(&mut sheet, day, entry, y);
            }
            self.sheets.push(sheet);
            last = Some((day, entry));
        }
        if let Some((day, entry)) = &last {
            self.page();
            let mut sheet = self.sheets.pop().expect("it was just added");
            let y = sheet.area().y;
            self.day_before(&mut sheet, day, entry, y);
            self.sheets.push(sheet);
        }
        Ok(())
    }

    /// The puzzle of a day; where its board ends.
    fn day(
        &self,
        sheet: &mut Sheet,
        number: usize,
        day: &str,
        entry: &Entry,
    ) -> Result<f32, Trouble> {
        let (area, faces) = (sheet.area(), self.faces);
        let (size, small) = (self.sizes.heading, self.sizes.text);
        let base = area.y + faces.capital(size);
        let line = faces.line(day, Weight::Bold, size);
        sheet.put(Role::Heading(1), vec![words(line, (area.x, base), Align::Start, Ink::BLACK)]);
        if self.plan.captions {
            let told = entry.minutes.map(|n| self.plan.words.minutes.replace("{n}", &minutes(n)));
            let name = entry.level.map(|nth| level_name(nth, self.plan));
            let text = name.into_iter().chain(told).collect::<Vec<_>>().join(" · ");
            let line = faces.line(&text, Weight::Regular, small);
            let mut marks = Vec::new();
            if let Some(nth) = entry.level {
                let sign = faces.capital(small);
                let wide = slope(nth, (0.0, 0.0), sign).1 + small * 0.45;
                marks.extend(slope(nth, (area.right() - line.width - wide, base), sign).0);
            }
            marks.push(words(line, (area.right(), base), Align::End, Ink::SOFT));
            sheet.put(Role::Paragraph, marks);
        }
        let top = base + size * 0.6;
        let room = area.bottom() - top;
        let below = area.width * SMALL + faces.leading(small) * 1.8;
        let side = area.width.min(room - below);
        if side < 60.0 {
            return Err(Trouble::Plan(
                "this paper is too small for a puzzle and a solution".to_owned(),
            ));
        }
        let board =
            Area { x: area.x + (area.width - side) / 2.0, y: top, width: side, height: side };
        sheet.puzzles.push((number, board));
        let sketch = picture::puzzle(&entry.puzzle);
        let style = Style { digit: DIGIT, bold_givens: false };
        let told = self.read_aloud(number, entry, &sketch);
        sheet.put(Role::Figure(told), picture::board(faces, &sketch, board, style));
        Ok(board.bottom())
    }

    /// The solution of the day before, small, below this.
    fn day_before(&self, sheet: &mut Sheet, day: &str, entry: &Entry, y: f32) {
        let (area, faces, size) = (sheet.area(), self.faces, self.sizes.text);
        let text = self.plan.words.solution_of.replace("{day}", day);
        let base = y + faces.leading(size) * 1.1;
        let side = area.width * SMALL;
        let line = faces.line(&text, Weight::Bold, size);
        sheet.put(Role::Heading(2), vec![words(line, (area.x, base), Align::Start, Ink::BLACK)]);
        let board = Area { x: area.x, y: base + size * 0.55, width: side, height: side };
        let told = format!("{text}: {}", entry.puzzle.solution());
        sheet.put(Role::Figure(told), self.solution(entry, board));
    }
}
