//! Boards of other sizes than 9×9: the options about them, and how they are drawn and
//! told about.
//!
//! What the libraries can say about such boards is less than what they can say about 9×9,
//! and finding it out may take long: a board of 25×25 can keep any search busy for years.
//! So everything that searches is given a number of guesses, and says so when they run out.

use crate::draw::{Ink, paint};
use crate::progress::thousands;
use clap::Args;
use piste::sat::{GaveUp, Shape, Sudoku};
use piste_store::format::Sizes;

/// How boards of other sizes are written: for the help of the verbs that take them.
pub(crate) const ABOUT: &str = "\
Boards of 4×4, 6×6, 8×8, 10×10, 12×12, 16×16 and 25×25 (any boxes of up to 25 cells) are known by
their number of cells. A cell is one character, 1 to 9 and then A, B, C …, with . or 0 for an empty
one; or a row is a line of numbers with blanks or commas between. All boards of a file are of one
size. Boxes are as drawn, or as --box says, or as square as can be and wider than high (2x3, 3x4).";

/// The options about boards of other sizes.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct BoardArgs {
    /// How many rows and columns a box has: 3x2 [default: as drawn, or 2x3 where 36 cells are]
    #[arg(long = "box", value_name = "RxC", value_parser = shape)]
    shape: Option<Shape>,

    /// Give up on a board that is not of 9×9 after so many guesses
    #[arg(long, value_name = "N", default_value_t = 250_000)]
    pub(crate) guesses: u64,
}

impl BoardArgs {
    /// Which boards are welcome.
    pub(crate) fn sizes(&self) -> Sizes {
        self.shape.map_or(Sizes::Any, Sizes::Boxes)
    }

    /// Whether a shape was asked for.
    pub(crate) fn is_shaped(&self) -> bool {
        self.shape.is_some()
    }
}

/// Reads the shape of a box: `2x3`.
fn shape(text: &str) -> Result<Shape, String> {
    let parts = text.split_once(['x', 'X', '×']);
    let number = |part: &str| part.trim().parse::<usize>().ok();
    parts
        .and_then(|(rows, columns)| Shape::new(number(rows)?, number(columns)?))
        .ok_or_else(|| "expected rows x columns, such as 2x3, and at most 25 cells".to_owned())
}

/// The shape as it is given to `--box`.
pub(crate) fn boxes(board: &Sudoku) -> String {
    format!("{}x{}", board.shape().rows(), board.shape().columns())
}

/// The search has been given up, and so the question is open.
pub(crate) fn gave_up(why: GaveUp) -> String {
    format!("not decided: given up after {} guesses; --guesses allows more", thousands(why.guesses))
}

/// The name of a cell: r10c3.
pub(crate) fn cell_name(board: &Sudoku, cell: usize) -> String {
    let n = board.shape().digits();
    format!("r{}c{}", cell / n + 1, cell % n + 1)
}

/// The digit in this cell as it is written.
fn written(board: &Sudoku, cell: usize) -> String {
    match board.cells()[cell] {
        0 => "·".to_owned(),
        digit @ 1..=9 => digit.to_string(),
        digit => char::from(b'A' + digit - 10).to_string(),
    }
}

/// The cells that hold a digit.
pub(crate) fn givens(board: &Sudoku) -> Vec<usize> {
    (0..board.cells().len()).filter(|&cell| board.cells()[cell] > 0).collect()
}

/// Two cells of one house with the same digit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash {
    pub(crate) cells: [usize; 2],
    house: House,
}

#[derive(Clone, Copy, Debug)]
enum House {
    Row(usize),
    Column(usize),
    Box(usize),
}

impl Clash {
    /// The first pair of equal digits in a house, in the order of the board.
    pub(crate) fn find(board: &Sudoku) -> Option<Clash> {
        let filled = givens(board);
        filled.iter().enumerate().find_map(|(index, &a)| {
            filled[index + 1..].iter().find_map(|&b| {
                let same = board.cells()[a] == board.cells()[b];
                same.then(|| shared(board.shape(), a, b))
                    .flatten()
                    .map(|house| Clash { cells: [a, b], house })
            })
        })
    }

    /// "the 5 in r1c1 contradicts the 5 in r1c2 (row 1)".
    pub(crate) fn words(&self, board: &Sudoku) -> String {
        let digit = written(board, self.cells[0]);
        let [a, b] = self.cells.map(|cell| cell_name(board, cell));
        let house = self.house_name();
        format!("the {digit} in {a} contradicts the {digit} in {b} ({house})")
    }

    /// The house in which they stand: "row 1".
    pub(crate) fn house_name(&self) -> String {
        match self.house {
            House::Row(row) => format!("row {}", row + 1),
            House::Column(column) => format!("column {}", column + 1),
            House::Box(index) => format!("box {}", index + 1),
        }
    }
}

/// A house that both cells are in.
fn shared(shape: Shape, a: usize, b: usize) -> Option<House> {
    let n = shape.digits();
    let place = |cell: usize| {
        let (row, column) = (cell / n, cell % n);
        (row, column, row / shape.rows() * shape.rows() + column / shape.columns())
    };
    let (a, b) = (place(a), place(b));
    if a.0 == b.0 {
        Some(House::Row(a.0))
    } else if a.1 == b.1 {
        Some(House::Column(a.1))
    } else if a.2 == b.2 {
        Some(House::Box(a.2))
    } else {
        None
    }
}

/// Why there is no solution.
pub(crate) fn no_solution(board: &Sudoku) -> String {
    match Clash::find(board) {
        Some(clash) => format!("no solution: {}", clash.words(board)),
        None => "no solution".to_owned(),
    }
}

/// The cells in which two solutions differ.
pub(crate) fn differences(a: &Sudoku, b: &Sudoku) -> Vec<usize> {
    (0..a.cells().len()).filter(|&cell| a.cells()[cell] != b.cells()[cell]).collect()
}

/// "more than one solution: r2c8 can be 4 or 8".
pub(crate) fn many_solutions(a: &Sudoku, b: &Sudoku) -> String {
    match differences(a, b).first() {
        Some(&cell) => format!(
            "more than one solution: {} can be {} or {}",
            cell_name(a, cell),
            written(a, cell),
            written(b, cell)
        ),
        None => "more than one solution".to_owned(),
    }
}

/// The lines of a drawing of the board, in which every cell has the ink that `ink` says.
pub(crate) fn lines(board: &Sudoku, colour: bool, ink: impl Fn(usize) -> Ink) -> Vec<String> {
    let shape = board.shape();
    let n = shape.digits();
    let boxes = n / shape.columns();
    let rule = |left: &str, cross: &str, right: &str| {
        let bar = "─".repeat(2 * shape.columns() + 1);
        let bars = vec![bar.as_str(); boxes].join(cross);
        paint(&format!("{left}{bars}{right}"), Ink::Faint, colour)
    };
    let mut lines = vec![rule("┌", "┬", "┐")];
    for row in 0..n {
        if row > 0 && row % shape.rows() == 0 {
            lines.push(rule("├", "┼", "┤"));
        }
        let mut line = String::new();
        for column in 0..n {
            let cell = row * n + column;
            if column % shape.columns() == 0 {
                let edge = if column == 0 { "│ " } else { " │ " };
                line.push_str(&paint(edge, Ink::Faint, colour));
            } else {
                line.push(' ');
            }
            let ink = if board.cells()[cell] == 0 { Ink::Faint } else { ink(cell) };
            line.push_str(&paint(&written(board, cell), ink, colour));
        }
        line.push_str(&paint(" │", Ink::Faint, colour));
        lines.push(line);
    }
    lines.push(rule("└", "┴", "┘"));
    lines
}

/// The drawing as text, a line end behind each line.
pub(crate) fn text(board: &Sudoku, colour: bool, ink: impl Fn(usize) -> Ink) -> String {
    lines(board, colour, ink).into_iter().flat_map(|line| [line, "\n".to_owned()]).collect()
}

/// The ink of a cell of a solution: what was given is told from what was found.
pub(crate) fn solved_ink(givens: &Sudoku) -> impl Fn(usize) -> Ink + '_ {
    |cell| if givens.cells()[cell] > 0 { Ink::Given } else { Ink::Solved }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_as_people_write_them() {
        for text in ["2x3", "2X3", "2×3", " 2 x 3"] {
            assert_eq!(shape(text), Ok(Shape::new(2, 3).unwrap()), "{text}");
        }
        for text in ["", "2", "2x", "x3", "1x4", "6x6", "2x3x4", "-2x3"] {
            assert!(shape(text).is_err(), "{text}");
        }
    }

    #[test]
    fn clashes_are_found_in_every_kind_of_house() {
        let words = |text: &str| {
            let board: Sudoku = text.parse().unwrap();
            Clash::find(&board).map(|clash| clash.words(&board))
        };
        let said = |text: &str| words(text).unwrap();
        assert_eq!(said("1..1............"), "the 1 in r1c1 contradicts the 1 in r1c4 (row 1)");
        assert_eq!(said("1...........1..."), "the 1 in r1c1 contradicts the 1 in r4c1 (column 1)");
        assert_eq!(said("..1....1........"), "the 1 in r1c3 contradicts the 1 in r2c4 (box 2)");
        assert_eq!(words("1.....1........."), None);
    }
}
