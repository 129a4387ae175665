//! The lines of a drawn board: between boxes, between cells, and around it.
//!
//! Four walls meet in a corner, and each may be missing, thin or thick; the sign for the corner follows from
//! that. Boxes have double walls where the cells have thin ones, and plain walls where there are no
//! others. No sign has a double wall that ends at a thin one, as the regions of a jigsaw need it: theirs are heavy.

use piste::draw::Sketch;
use piste_core::shape::{Boxes, Shape};

/// Where the walls of a board stand.
pub(super) struct Walls {
    side: usize,
    boxes: Option<Boxes>,
    /// The region of each cell, row by row.
    regions: Vec<u8>,
    /// Whether cells have thin walls between them.
    is_fine: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wall {
    Missing,
    Thin,
    Thick,
}

use Wall::{Missing, Thick, Thin};

impl Walls {
    /// Those of the board of a sketch.
    pub(super) fn of(sketch: &Sketch) -> Walls {
        let shape: &Shape = &sketch.shape;
        let (side, boxes, regions) = (shape.side(), shape.boxes(), shape.regions());
        Walls { side, boxes, regions, is_fine: sketch.has_marks }
    }

    /// Whether there is a line above this row.
    pub(super) fn has_rule(&self, row: usize) -> bool {
        self.is_fine || self.boxes.is_none_or(|boxes| row.is_multiple_of(boxes.rows()))
    }

    /// Whether there is room for a wall left of this column.
    pub(super) fn has_wall(&self, column: usize) -> bool {
        self.is_fine || self.boxes.is_none_or(|boxes| column.is_multiple_of(boxes.columns()))
    }

    /// The line above a row, or below the last, where the columns are so wide.
    pub(super) fn rule(&self, row: usize, widths: &[usize]) -> String {
        let mut text = String::new();
        for (column, &width) in widths.iter().enumerate() {
            if self.has_wall(column) {
                text.push(self.corner(row, column));
            }
            let bar = match (self.above(row, column + 1), self.is_fine, self.boxes) {
                (Missing, ..) => " ",
                (Thin, ..) | (Thick, false, _) => "─",
                (Thick, true, Some(_)) => "═",
                (Thick, true, None) => "━",
            };
            (0..width).for_each(|_| text.push_str(bar));
        }
        text.push(self.corner(row, self.side));
        text
    }

    /// What stands left of a cell, or right of the last.
    pub(super) fn left_of(&self, row: usize, column: usize) -> &'static str {
        if !self.has_wall(column) {
            return "";
        }
        match (self.before(row + 1, column), self.is_fine, self.boxes) {
            (Missing, ..) => " ",
            (Thin, ..) | (Thick, false, _) => "│",
            (Thick, true, Some(_)) => "║",
            (Thick, true, None) => "┃",
        }
    }

    /// The region at a place, whose rows and columns count from 1; nothing outside the board.
    fn region(&self, row: usize, column: usize) -> Option<u8> {
        let inside = (1..=self.side).contains(&row) && (1..=self.side).contains(&column);
        inside.then(|| self.regions[(row - 1) * self.side + column - 1])
    }

    fn between(&self, one: Option<u8>, other: Option<u8>) -> Wall {
        match one == other {
            false => Thick,
            true if one.is_some() && self.is_fine => Thin,
            true => Missing,
        }
    }

    /// The wall below a row, counted from 1, in a column counted from 1.
    fn above(&self, row: usize, column: usize) -> Wall {
        self.between(self.region(row, column), self.region(row + 1, column))
    }

    /// The wall right of a column, counted from 1, in a row counted from 1.
    fn before(&self, row: usize, column: usize) -> Wall {
        self.between(self.region(row, column), self.region(row, column + 1))
    }

    /// The sign below so many rows and right of so many columns.
    fn corner(&self, row: usize, column: usize) -> char {
        let (up, down) = (self.before(row, column), self.before(row + 1, column));
        let (left, right) = (self.above(row, column), self.above(row, column + 1));
        let arms = [up, down, left, right];
        match (self.is_fine, self.boxes) {
            (false, _) => plain(arms.map(|arm| arm != Missing)),
            (true, Some(_)) => double(arms),
            (true, None) => heavy(arms),
        }
    }
}

/// The corner where these walls meet: up, down, left, right.
fn plain(arms: [bool; 4]) -> char {
    const SIGNS: [char; 16] =
        [' ', '─', '─', '─', '│', '┌', '┐', '┬', '│', '└', '┘', '┴', '│', '├', '┤', '┼'];
    SIGNS[arms.iter().fold(0, |number, &arm| 2 * number + usize::from(arm))]
}

/// The same where thick walls are double, and go through or end at double ones.
fn double(arms: [Wall; 4]) -> char {
    match arms {
        [Missing, Thick, Missing, Thick] => '╔',
        [Missing, Thick, Thick, Missing] => '╗',
        [Thick, Missing, Missing, Thick] => '╚',
        [Thick, Missing, Thick, Missing] => '╝',
        [Missing, Thick, Thick, Thick] => '╦',
        [Missing, Thin, Thick, Thick] => '╤',
        [Thick, Missing, Thick, Thick] => '╩',
        [Thin, Missing, Thick, Thick] => '╧',
        [Thick, Thick, Missing, Thick] => '╠',
        [Thick, Thick, Missing, Thin] => '╟',
        [Thick, Thick, Thick, Missing] => '╣',
        [Thick, Thick, Thin, Missing] => '╢',
        [Thick, Thick, Thin, Thin] => '╫',
        [Thin, Thin, Thick, Thick] => '╪',
        [Thin, Thin, Thin, Thin] => '┼',
        _ => '╬',
    }
}

/// The same where thick walls are heavy.
fn heavy(arms: [Wall; 4]) -> char {
    // All inside, in the order of which arms are thick.
    const INSIDE: [char; 16] =
        ['┼', '┾', '┽', '┿', '╁', '╆', '╅', '╈', '╀', '╄', '╃', '╇', '╂', '╊', '╉', '╋'];
    match arms {
        [Missing, Thick, Missing, Thick] => '┏',
        [Missing, Thick, Thick, Missing] => '┓',
        [Thick, Missing, Missing, Thick] => '┗',
        [Thick, Missing, Thick, Missing] => '┛',
        [Missing, Thick, Thick, Thick] => '┳',
        [Missing, Thin, Thick, Thick] => '┯',
        [Thick, Missing, Thick, Thick] => '┻',
        [Thin, Missing, Thick, Thick] => '┷',
        [Thick, Thick, Missing, Thick] => '┣',
        [Thick, Thick, Missing, Thin] => '┠',
        [Thick, Thick, Thick, Missing] => '┫',
        [Thick, Thick, Thin, Missing] => '┨',
        arms => INSIDE[arms.iter().fold(0, |number, &arm| 2 * number + usize::from(arm == Thick))],
    }
}
