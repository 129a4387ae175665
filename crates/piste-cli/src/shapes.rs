//! Boards of other shapes than the classic one: the options about them, and how they are drawn.
//!
//! What is said about such boards is `piste_api::shapes`'s. Finding it out may take long: a board of 25×25 can
//! keep any search busy for years. So everything that searches is given a number of guesses, and says
//! so when they run out.

use crate::draw::{Ink, paint};
use clap::Args;
pub(crate) use piste_api::shapes::name;
use piste_api::shapes::{ANY, Guesses};
use piste_core::AnyGrid;
use piste_core::shape::{BadShape, Boxes, Shape};
use piste_core::text::boards::Welcome;
use std::path::Path;

/// How boards of other shapes are written: for the help of the verbs that take them.
pub(crate) const ABOUT: &str = "\
Boards of 4×4, 6×6, 8×8, 10×10, 12×12, 16×16 and 25×25 (any boxes of up to 25 cells) are
recognised by their number of cells. A cell is one character, 1 to 9 and then A, B, C …, with . or 0
for an empty one; or a row is a line of numbers with blanks or commas between. All boards of a file
have the same size. Boxes are as drawn, or as --box says, or as square as possible and wider than
high (2x3, 3x4).";

/// How a shape is said: for the help of the verbs that take all of them.
pub(crate) const SHAPES: &str = "\
--shape says what the text cannot: the size, the boxes if they are not the usual ones, and what is
added to them.
  6x6, 6x6/3x2, 16x16                   boxes, as rows x columns after the /
  jigsaw:FILE, jigsaw:112222333…        drawn regions: a letter or digit for each cell, row by row
  9x9+x, 9x9+windoku, 9x9+disjoint      both diagonals, windows, the same place in every box
  9x9+centredot, 9x9+asterisk           a house of nine more cells
  9x9+antiknight, 9x9+antiking          no equal digits a knight's or a king's move apart
  9x9+region:r2-4c2-4                   any additional house
Several can be added: --shape jigsaw:FILE+x+antiking. docs/shapes.md says more.";

/// What is said of the shape of boards.
#[derive(Clone, Debug)]
enum Said {
    /// Whatever their texts tell, as in requests.
    Any,
    Only(Shape),
}

fn said(text: &str) -> Result<Said, String> {
    if text.trim() == ANY { Ok(Said::Any) } else { shape(text).map(Said::Only) }
}

/// The options about the shape of boards.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct ShapeArgs {
    /// What the boards are: 6x6/3x2, 9x9+x, jigsaw:FILE [default: any, as detected]
    #[arg(long, value_name = "SHAPE", value_parser = said, conflicts_with = "boxes")]
    shape: Option<Said>,

    /// How many rows and columns a box has: 3x2 [default: as drawn; 2x3 for 36 cells]
    #[arg(long = "box", value_name = "RxC", value_parser = boxes)]
    boxes: Option<Boxes>,
}

/// The options about boards of other shapes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    pub(crate) shape: ShapeArgs,

    /// Give up on boards other than 9×9 after this many guesses
    #[arg(long, value_name = "N", default_value_t = Guesses::DEFAULT)]
    pub(crate) guesses: u64,
}

impl ShapeArgs {
    /// Which boards are welcome.
    pub(crate) fn welcome(&self) -> Welcome {
        let shape = match &self.shape {
            Some(Said::Only(shape)) => Some(shape.clone()),
            Some(Said::Any) => None,
            None => self.boxes.map(Shape::regular),
        };
        shape.map_or(Welcome::Any, Welcome::Only)
    }

    /// The option by which a shape was asked for, if one was.
    pub(crate) fn said(&self) -> Option<&'static str> {
        match (&self.shape, self.boxes) {
            (Some(_), _) => Some("--shape"),
            (None, Some(_)) => Some("--box"),
            (None, None) => None,
        }
    }
}

/// Reads the size of a box: `2x3`.
fn boxes(text: &str) -> Result<Boxes, String> {
    let parts = text.split_once(['x', 'X', '×']);
    let number = |part: &str| part.trim().parse::<usize>().ok();
    parts
        .and_then(|(rows, columns)| Boxes::new(number(rows)?, number(columns)?))
        .ok_or_else(|| "expected rows x columns, such as 2x3, and at most 25 cells".to_owned())
}

const JIGSAW: &str = "jigsaw:";

/// Reads a shape; the regions of a jigsaw may be in a file.
pub(crate) fn shape(text: &str) -> Result<Shape, String> {
    let wrong = match text.parse::<Shape>() {
        Ok(shape) => return Ok(shape),
        Err(wrong) => wrong.to_string(),
    };
    let is_jigsaw = text.get(..JIGSAW.len()).is_some_and(|word| word.eq_ignore_ascii_case(JIGSAW));
    if !is_jigsaw {
        return Err(wrong);
    }
    let said = &text[JIGSAW.len()..];
    // A file's name may have a + in it; the longest that is there is meant.
    let ends = said.char_indices().filter(|(_, c)| *c == '+').map(|(at, _)| at);
    let mut ends: Vec<usize> = ends.chain([said.len()]).collect();
    ends.reverse();
    let Some(end) = ends.iter().copied().find(|&end| Path::new(&said[..end]).is_file()) else {
        let file = &said[..ends.last().copied().unwrap_or(0)];
        let is_name = !file.is_empty() && file.contains(|c: char| !c.is_alphanumeric());
        return Err(match is_name {
            true if Path::new(file).is_dir() => format!("{file}: this is a folder, not a file"),
            true => format!("{file}: there is no such file"),
            false => wrong,
        });
    };
    let (file, layers) = said.split_at(end);
    let regions = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let content = regions.lines().map(|line| if line.starts_with('#') { "" } else { line });
    for (number, line) in content.clone().enumerate() {
        let strange = |(_, c): &(usize, char)| !c.is_ascii_alphanumeric() && !c.is_whitespace();
        if let Some((column, c)) = line.chars().enumerate().find(strange) {
            return Err(format!(
                "{file}:{}:{}: expected a letter or digit that names a region, found {c:?}",
                number + 1,
                column + 1
            ));
        }
    }
    let drawn = JIGSAW.to_owned() + &content.collect::<String>();
    // A column would be one of a text that nobody wrote.
    let bare = |wrong: BadShape| {
        let wrong = wrong.to_string();
        let bare = wrong.strip_prefix("column ").and_then(|rest| rest.split_once(": "));
        bare.map_or(wrong.clone(), |(_, bare)| bare.to_owned())
    };
    drawn.parse::<Shape>().map_err(|wrong| format!("{file}: {}", bare(wrong)))?;
    (drawn + layers).parse::<Shape>().map_err(bare)
}

/// The digit in this cell as it is drawn.
fn drawn(grid: &AnyGrid, cell: usize) -> String {
    match grid.sign(cell) {
        '.' => "·".to_owned(),
        sign => sign.to_string(),
    }
}

/// The lines of a drawing of the board, in which every cell has the ink that `ink` says.
pub(crate) fn lines(grid: &AnyGrid, colour: bool, ink: impl Fn(usize) -> Ink) -> Vec<String> {
    let cell = |cell: usize| {
        let ink = if grid.values()[cell] == 0 { Ink::Faint } else { ink(cell) };
        paint(&drawn(grid, cell), ink, colour)
    };
    let faint = |text: &str| paint(text, Ink::Faint, colour);
    match grid.shape().boxes() {
        Some(boxes) => boxed(boxes, cell, faint),
        None => walled(&grid.shape().regions(), grid.shape().side(), cell, faint),
    }
}

/// A board with regular boxes.
fn boxed(
    boxes: Boxes,
    cell: impl Fn(usize) -> String,
    faint: impl Fn(&str) -> String,
) -> Vec<String> {
    let n = boxes.digits();
    let rule = |left: &str, cross: &str, right: &str| {
        let bar = "─".repeat(2 * boxes.columns() + 1);
        let bars = vec![bar.as_str(); n / boxes.columns()].join(cross);
        faint(&format!("{left}{bars}{right}"))
    };
    let mut lines = vec![rule("┌", "┬", "┐")];
    for row in 0..n {
        if row > 0 && row % boxes.rows() == 0 {
            lines.push(rule("├", "┼", "┤"));
        }
        let mut line = String::new();
        for column in 0..n {
            if column % boxes.columns() == 0 {
                line.push_str(&faint(if column == 0 { "│ " } else { " │ " }));
            } else {
                line.push(' ');
            }
            line.push_str(&cell(row * n + column));
        }
        line.push_str(&faint(" │"));
        lines.push(line);
    }
    lines.push(rule("└", "┴", "┘"));
    lines
}

/// A board with drawn regions: a wall wherever two of them meet.
fn walled(
    regions: &[u8],
    n: usize,
    cell: impl Fn(usize) -> String,
    faint: impl Fn(&str) -> String,
) -> Vec<String> {
    // The region at a place, none outside the board; and whether two places are apart.
    let at = |row: isize, column: isize| {
        let is_inside = |line: isize| (0..n as isize).contains(&line);
        let inside = is_inside(row) && is_inside(column);
        inside.then(|| regions[row as usize * n + column as usize])
    };
    let mut lines = Vec::with_capacity(2 * n + 1);
    for row in 0..=n as isize {
        let mut rule = String::new();
        for column in 0..=n as isize {
            let [above, below] = [at(row - 1, column - 1), at(row, column - 1)];
            let [right_above, right_below] = [at(row - 1, column), at(row, column)];
            rule.push_str(if above != below { "───" } else { "   " });
            let arms = [
                above != right_above,
                below != right_below,
                above != below,
                right_above != right_below,
            ];
            rule.push(corner(arms));
        }
        // What stands left of the first corner is outside.
        lines.push(faint(rule.trim_start_matches(' ')));
        if row == n as isize {
            break;
        }
        let mut line = faint("│");
        for column in 0..n as isize {
            let wall = at(row, column) != at(row, column + 1);
            line.push(' ');
            line.push_str(&cell(row as usize * n + column as usize));
            line.push_str(&faint(if wall { " │" } else { "  " }));
        }
        lines.push(line);
    }
    lines
}

/// The corner where these walls meet: up, down, left, right.
fn corner(arms: [bool; 4]) -> char {
    match arms {
        [true, true, true, true] => '┼',
        [true, true, false, true] => '├',
        [true, true, true, false] => '┤',
        [false, true, true, true] => '┬',
        [true, false, true, true] => '┴',
        [false, true, false, true] => '┌',
        [false, true, true, false] => '┐',
        [true, false, false, true] => '└',
        [true, false, true, false] => '┘',
        [true, true | false, false, false] | [false, true, false, false] => '│',
        [false, false, true, true | false] | [false, false, false, true] => '─',
        [false, false, false, false] => ' ',
    }
}

/// The drawing as text, a line end behind each line.
pub(crate) fn text(grid: &AnyGrid, colour: bool, ink: impl Fn(usize) -> Ink) -> String {
    lines(grid, colour, ink).into_iter().flat_map(|line| [line, "\n".to_owned()]).collect()
}

/// The ink of a cell of a solution: what was given is told from what was found.
pub(crate) fn solved_ink(givens: &AnyGrid) -> impl Fn(usize) -> Ink + '_ {
    |cell| if givens.values()[cell] > 0 { Ink::Given } else { Ink::Solved }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_read_as_people_write_them() {
        for text in ["2x3", "2X3", "2×3", " 2 x 3"] {
            assert_eq!(boxes(text), Ok(Boxes::new(2, 3).unwrap()), "{text}");
        }
        for text in ["", "2", "2x", "x3", "1x4", "6x6", "2x3x4", "-2x3"] {
            assert!(boxes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn walls_stand_where_regions_meet() {
        let shape: Shape = "jigsaw:1112132233243444".parse().unwrap();
        let drawing = text(&AnyGrid::empty(&shape), false, |_| Ink::Given);
        let expected = "\
┌───────────┬───┐
│ ·   ·   · │ · │
│   ┌───┬───┘   │
│ · │ · │ ·   · │
├───┘   │   ┌───┤
│ ·   · │ · │ · │
│   ┌───┴───┘   │
│ · │ ·   ·   · │
└───┴───────────┘
";
        assert_eq!(drawing, expected, "\n{drawing}");
    }
}
