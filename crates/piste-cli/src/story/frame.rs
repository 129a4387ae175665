//! What a picture has around its cells: the names of rows and columns, and the lines between them.
//!
//! All pictures of a story are of one shape, and most are equally wide. So a frame is made once and taken again for
//! every picture that it fits; what is left to draw are the cells.

use super::canvas::{paint, slots, width};
use super::walls::Walls;
use piste::draw::{Sketch, Tone, mark_square};
use piste_core::shape::Shape;

/// The frames that were made so far.
#[derive(Default)]
pub(crate) struct Frames(Vec<Frame>);

/// A frame, and the pictures that it fits.
pub(super) struct Frame {
    shape: Shape,
    has_marks: bool,
    pub(super) colour: bool,
    /// How wide the marks are that stand next to each other in a cell, column by column.
    slots: Vec<usize>,
    /// The names of the columns.
    pub(super) names: String,
    /// The line above each row, and below the last, where there is one.
    rules: Vec<Option<String>>,
    /// The name of each row, and last that of none, as wide as all of them.
    rows: Vec<String>,
    /// What stands left of each cell and right of the last, row by row.
    walls: Vec<&'static str>,
}

impl Frames {
    /// So many are kept: more than nearly any story has, few enough to look through.
    const MOST: usize = 32;

    /// The frame of this sketch.
    pub(super) fn around(&mut self, sketch: &Sketch, colour: bool) -> &Frame {
        let slots = slots(sketch, colour);
        // Shapes are compared last: that takes longest.
        let fits = |frame: &Frame| {
            frame.has_marks == sketch.has_marks
                && frame.colour == colour
                && frame.slots == slots
                && frame.shape == sketch.shape
        };
        let at = self.0.iter().position(fits).unwrap_or_else(|| {
            if self.0.len() == Frames::MOST {
                self.0.clear();
            }
            self.0.push(Frame::of(sketch, slots, colour));
            self.0.len() - 1
        });
        &self.0[at]
    }
}

impl Frame {
    fn of(sketch: &Sketch, slots: Vec<usize>, colour: bool) -> Frame {
        let (side, walls) = (sketch.shape.side(), Walls::of(sketch));
        let widths: Vec<usize> = match sketch.has_marks {
            true => slots
                .chunks(mark_square(side).0)
                .map(|marks| 2 + marks.iter().sum::<usize>())
                .collect(),
            false => vec![3; side],
        };
        let margin = format!("r{side} ").len();
        let rule = |row| format!("{:margin$}{}", "", walls.rule(row, &widths));
        let rule = |row| walls.has_rule(row).then(|| paint(&rule(row), Tone::Faint, colour));
        let mut names = " ".repeat(margin);
        for (column, &width) in widths.iter().enumerate() {
            if walls.has_wall(column) {
                names.push(' ');
            }
            // Where names would touch each other, the number has to do.
            let (name, number) = (format!("c{}", column + 1), (column + 1).to_string());
            let name = if side > 9 && width < 4 { number } else { name };
            names.push_str(&format!("{name:^width$}"));
        }
        let rows = (1..=side).map(|row| format!("{:margin$}", format!("r{row}")));
        let cells = (0..side).flat_map(|row| (0..=side).map(move |column| (row, column)));
        Frame {
            shape: sketch.shape.clone(),
            has_marks: sketch.has_marks,
            colour,
            slots,
            names: paint(&names, Tone::Faint, colour),
            rules: (0..=side).map(rule).collect(),
            rows: rows.chain([" ".repeat(margin)]).collect(),
            walls: cells.map(|(row, column)| walls.left_of(row, column)).collect(),
        }
    }

    /// The line above this row, or below the last.
    pub(super) fn rule(&self, row: usize) -> Option<&str> {
        self.rules[row].as_deref()
    }

    /// The name of a row, or as many blanks.
    pub(super) fn row(&self, row: Option<usize>) -> &str {
        &self.rows[row.unwrap_or(self.shape.side())]
    }

    /// What stands left of the cells of a row, and right of the last.
    pub(super) fn walls(&self, row: usize) -> &[&'static str] {
        let across = self.shape.side() + 1;
        &self.walls[row * across..][..across]
    }

    /// How wide the marks are that stand next to each other in this column.
    pub(super) fn slots(&self, column: usize) -> &[usize] {
        let across = mark_square(self.shape.side()).0;
        self.slots.get(column * across..).map_or(&[], |slots| &slots[..across])
    }

    /// The same of all columns, one after the other; nothing where no marks are shown.
    pub(super) fn all_slots(&self) -> &[usize] {
        &self.slots
    }

    /// How wide a picture in it is.
    pub(super) fn width(&self) -> usize {
        self.rules.iter().flatten().map(|rule| width(rule)).max().unwrap_or(0)
    }
}
