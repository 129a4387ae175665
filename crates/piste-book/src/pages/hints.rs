//! Hints in words: three chapters, each of which tells a little more than the one before.
//!
//! They are lists in columns: the number of a puzzle, and its hint. Whoever only wants to know where to look does
//! not see the answer beside it.

use super::Composer;
use crate::face::{Line, Weight};
use crate::paper::Area;
use crate::sheet::{Align, Ink, Mark, Role, words};
use piste_api::hint::Grade;

/// The least width of a column, in letters of running text.
const NARROW: f32 = 24.0;

/// Between two columns.
const GAP: f32 = 18.0;

impl Composer<'_> {
    /// The three chapters.
    pub(super) fn hints(&mut self) {
        for grade in 0..Grade::ALL.len() {
            let told = self.entries().filter_map(|(number, entry)| {
                Some((number.to_string(), entry.tight.as_ref()?.hints[grade].clone()))
            });
            let told: Vec<(String, String)> = told.collect();
            let title = self.plan.words.hints[grade].clone();
            let about =
                if grade == 0 { self.plan.words.about_hints.clone() } else { String::new() };
            self.list(&title, &about, &told);
        }
    }

    /// A chapter that is a list.
    pub(super) fn list(&mut self, title: &str, about: &str, items: &[(String, String)]) {
        if items.is_empty() {
            return;
        }
        let size = self.sizes.text;
        let body = self.chapter(title, about);
        let columns = if body.width > 2.0 * NARROW * size * 0.5 + GAP { 2 } else { 1 };
        let width = (body.width - GAP * (columns - 1) as f32) / columns as f32;
        let label = items.iter().map(|(name, _)| self.faces.line(name, Weight::Bold, size).width);
        let label = label.fold(0.0, f32::max) + size * 0.7;
        let mut flow = Flow { body, columns, width, column: 0, y: body.y };
        for (name, text) in items {
            let lines = self.faces.lines(text, Weight::Regular, size, width - label);
            let name = self.faces.line(name, Weight::Bold, size);
            self.item(title, &mut flow, name, lines, label);
        }
    }

    /// One entry of a list. It is not parted unless it is longer than a column.
    fn item(&mut self, title: &str, flow: &mut Flow, name: Line, lines: Vec<Line>, label: f32) {
        let size = self.sizes.text;
        let step = self.faces.leading(size);
        let capital = self.faces.capital(size);
        let room = |flow: &Flow| ((flow.body.bottom() - flow.y) / step).floor() as usize;
        if lines.len() > room(flow) && flow.y > flow.body.y {
            self.turn(title, flow);
        }
        let mut name = Some(name);
        let mut marks: Vec<Mark> = Vec::new();
        for line in lines {
            if room(flow) == 0 {
                let written = std::mem::take(&mut marks);
                self.sheet().put(Role::Paragraph, written);
                self.turn(title, flow);
            }
            let (x, y) = (flow.x(), flow.y + capital);
            marks.extend(name.take().map(|name| words(name, (x, y), Align::Start, Ink::BLACK)));
            marks.push(words(line, (x + label, y), Align::Start, Ink::BLACK));
            flow.y += step;
        }
        self.sheet().put(Role::Paragraph, marks);
        flow.y += size * 0.45;
    }

    /// On to the next column, or page.
    fn turn(&mut self, title: &str, flow: &mut Flow) {
        flow.column += 1;
        if flow.column == flow.columns {
            flow.body = self.next_page(title);
            flow.column = 0;
        }
        flow.y = flow.body.y;
    }
}

/// Where the next line goes.
struct Flow {
    body: Area,
    columns: usize,
    /// The width of a column.
    width: f32,
    column: usize,
    y: f32,
}

impl Flow {
    fn x(&self) -> f32 {
        self.body.x + self.column as f32 * (self.width + GAP)
    }
}
