//! A Sudoku of any shape: read, written, solved.
//!
//! The ordinary 9×9 board has words of its own in [`piste_core`], made for it and much
//! faster. This one is for all the others, and for showing that the two agree.

use super::green::{Conflict, Marks};
use super::shape::{Layout, Shape};
use piste_core::search::General;
pub use piste_core::search::{GaveUp, Work};
use piste_core::{AnyGrid, Cell, Digit, Grid, Rng};
use std::fmt;
use std::ops::ControlFlow;

/// A board of any shape with some digits written on it.
///
/// Digits are written 1 to 9 and then A, B, C …; an empty cell is `.` or `0`. Spaces and
/// line ends are for the eye only.
///
/// ```
/// use piste::sat::{Shape, Sudoku};
///
/// let text = "6123.. ..51.. 25.4.1 1..... 5.1... ...514";
/// let sudoku = Sudoku::read(Shape::new(2, 3).unwrap(), text).unwrap();
/// let solutions = sudoku.solutions(2, 1_000).unwrap();
/// assert_eq!(solutions.len(), 1);
/// assert_eq!(solutions[0].to_string(), "612345435126253461164253541632326514");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sudoku {
    shape: Shape,
    /// 0 for an empty cell.
    cells: Vec<u8>,
}

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotASudoku {
    /// There are not as many cells as the shape has.
    #[error("a board with boxes of {shape} has {} cells, not {found}", shape.cells())]
    Length {
        /// The shape that was asked for.
        shape: Shape,
        /// How many cells there are.
        found: usize,
    },
    /// No shape has so many cells.
    #[error("no board has {found} cells")]
    NoShape {
        /// How many cells there are.
        found: usize,
    },
    /// A character that is neither empty nor a digit of this shape.
    #[error("{character:?} (cell {}) is not a digit from 1 to {}", cell + 1, symbol(shape.digits() as u8))]
    Character {
        /// The character.
        character: char,
        /// The cell, counted from 0.
        cell: usize,
        /// The shape.
        shape: Shape,
    },
    /// A number that is neither 0 nor a digit of this shape.
    #[error("{digit} (cell {}) is not a digit from 1 to {}", cell + 1, shape.digits())]
    Digit {
        /// The number.
        digit: u8,
        /// The cell, counted from 0.
        cell: usize,
        /// The shape.
        shape: Shape,
    },
}

/// How a digit is written.
fn symbol(digit: u8) -> char {
    match digit {
        0 => '.',
        1..=9 => char::from(b'0' + digit),
        _ => char::from(b'A' + digit - 10),
    }
}

impl Sudoku {
    /// The board of a grid with regular boxes and nothing else, which is what the clauses know; nothing if its
    /// shape has more.
    ///
    /// ```
    /// use piste::AnyGrid;
    /// use piste::sat::Sudoku;
    ///
    /// assert!(Sudoku::of(&AnyGrid::empty(&"6x6".parse().unwrap())).is_some());
    /// assert!(Sudoku::of(&AnyGrid::empty(&"6x6+x".parse().unwrap())).is_none());
    /// ```
    pub fn of(grid: &AnyGrid) -> Option<Sudoku> {
        let shape = grid.shape().boxes().filter(|_| grid.shape().is_plain())?;
        Some(Sudoku { shape, cells: grid.values().to_vec() })
    }

    /// The grid that it is.
    pub fn grid(&self) -> AnyGrid {
        let shape = piste_core::shape::Shape::regular(self.shape);
        AnyGrid::new(&shape, self.cells.clone()).expect("the cells fit the boxes")
    }

    /// Reads a board of this shape.
    pub fn read(shape: Shape, text: &str) -> Result<Sudoku, NotASudoku> {
        let found = text.chars().filter(|c| !c.is_whitespace()).count();
        if found != shape.cells() {
            return Err(NotASudoku::Length { shape, found });
        }
        let characters = text.chars().filter(|c| !c.is_whitespace()).enumerate();
        let cells = characters.map(|(cell, character)| {
            let digit = match character {
                '.' => Some(0),
                '0'..='9' => Some(character as usize - '0' as usize),
                _ if character.is_ascii_alphabetic() => {
                    Some(character.to_ascii_uppercase() as usize - 'A' as usize + 10)
                }
                _ => None,
            };
            let digit = digit.filter(|&digit| digit <= shape.digits());
            digit.map(|digit| digit as u8).ok_or(NotASudoku::Character { character, cell, shape })
        });
        Ok(Sudoku { shape, cells: cells.collect::<Result<_, _>>()? })
    }

    /// The board with these digits, row by row; 0 for an empty cell.
    ///
    /// ```
    /// use piste::sat::{Shape, Sudoku};
    ///
    /// let shape = Shape::new(2, 2).unwrap();
    /// let sudoku = Sudoku::new(shape, &[1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4]).unwrap();
    /// assert_eq!(sudoku.to_string(), "1.....3..2.....4");
    /// assert!(Sudoku::new(shape, &[5; 16]).is_err());
    /// ```
    pub fn new(shape: Shape, cells: &[u8]) -> Result<Sudoku, NotASudoku> {
        if cells.len() != shape.cells() {
            return Err(NotASudoku::Length { shape, found: cells.len() });
        }
        match cells.iter().position(|&digit| usize::from(digit) > shape.digits()) {
            Some(cell) => Err(NotASudoku::Digit { digit: cells[cell], cell, shape }),
            None => Ok(Sudoku { shape, cells: cells.to_vec() }),
        }
    }

    /// The shape of the boxes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The digits, row by row; 0 for an empty cell.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The cells that are filled and their digits, both counted from 0.
    pub(super) fn givens(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let filled = self.cells.iter().enumerate().filter(|&(_, &digit)| digit > 0);
        filled.map(|(cell, &digit)| (cell, usize::from(digit) - 1))
    }

    /// What is left after unit propagation.
    pub(super) fn green(&self, layout: &Layout) -> Result<Marks, Conflict> {
        let mut marks = Marks::all(layout);
        self.givens().for_each(|(cell, digit)| marks.place(cell, digit));
        marks.settle(layout).map(|()| marks)
    }

    /// The solutions, up to so many; the search, which propagates units and guesses, gives
    /// up after so many guesses.
    pub fn solutions(&self, limit: usize, guesses: u64) -> Result<Vec<Sudoku>, GaveUp> {
        let mut found = Vec::new();
        if limit > 0 {
            self.search(guesses, None, |solution| {
                found.push(solution.clone());
                if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        }
        Ok(found)
    }

    /// Shows the solutions one after the other, until there are no more or the visitor
    /// breaks off; gives up after so many guesses. With an `rng` the guesses are made in
    /// random order, so that the first solution is a random one.
    ///
    /// ```
    /// use piste::sat::Sudoku;
    /// use std::ops::ControlFlow;
    ///
    /// let empty: Sudoku = "................".parse().unwrap();
    /// let work = empty.search(10_000, None, |_| ControlFlow::Continue(())).unwrap();
    /// assert_eq!(work.solutions, 288);
    /// ```
    pub fn search(
        &self,
        guesses: u64,
        rng: Option<&mut Rng>,
        visit: impl FnMut(&Sudoku) -> ControlFlow<()>,
    ) -> Result<Work, GaveUp> {
        let mut visit = visit;
        let shape = self.shape;
        let mut engine = General::new(&piste_core::shape::Shape::regular(shape));
        let marks = engine.marks_of(&self.cells);
        engine.search(&marks, guesses, rng, |cells| visit(&Sudoku { shape, cells: cells.to_vec() }))
    }
}

impl std::str::FromStr for Sudoku {
    type Err = NotASudoku;

    /// Reads a board of the [usual shape](Shape::usual) for its number of cells.
    fn from_str(text: &str) -> Result<Sudoku, NotASudoku> {
        let found = text.chars().filter(|c| !c.is_whitespace()).count();
        let shape = Shape::usual(found).ok_or(NotASudoku::NoShape { found })?;
        Sudoku::read(shape, text)
    }
}

impl From<&Grid> for Sudoku {
    fn from(grid: &Grid) -> Sudoku {
        let cells = Cell::ALL.iter().map(|&cell| grid.get(cell).map_or(0, Digit::get));
        Sudoku { shape: Shape::ORDINARY, cells: cells.collect() }
    }
}

impl fmt::Display for Sudoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.cells.iter().map(|&digit| symbol(digit)).collect();
        f.pad(&text)
    }
}
