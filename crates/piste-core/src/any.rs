//! Grids and puzzles whose shape is known only when the program runs.
//!
//! A [`Grid<S>`](Grid) says in its type which space it lies in. Whoever reads a text, a file or a
//! request does not know that yet: what comes out is an [`AnyGrid`], a shape and the digits that
//! somebody wrote on it, right or wrong. It answers what can be asked of every shape by the one
//! exact search there is for all of them: is there a solution, is it the only one, which givens
//! are not needed. Whoever wants more [enters](AnyGrid::enter) its space, and has a `Grid<S>` there.
//!
//! ```text
//!   text ──► AnyClues ┬─ Classic(Clues)   the ordinary 9×9: its own types, its own engines
//!                     └─ Other(AnyGrid) ──prove──► AnyPuzzle ──enter──► Puzzle<S>
//! ```
//!
//! The classic board keeps its own way because it is asked about millions of times. That is the only
//! reason: an `AnyGrid` of the classic shape is as good as any other.

use crate::general::{House, symbol};
use crate::search::{Clues, GaveUp, General, Work};
use crate::shape::Shape;
use crate::space::{InSpace, Space};
use crate::{Cell, Digit, Grid, Puzzle, Rng, Solution};
use std::fmt;
use std::ops::ControlFlow;

/// A board of any shape with some digits written on it, right or wrong.
///
/// It prints as one character a cell, row by row: 1 to 9, then A to P, and `.` for an empty cell.
/// [`text`](crate::text) knows the other forms.
///
/// ```
/// use piste_core::AnyGrid;
///
/// let shape = "4x4".parse().unwrap();
/// let grid = AnyGrid::new(&shape, vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4]).unwrap();
/// assert_eq!(grid.to_string(), "1.....3..2.....4");
/// let puzzle = grid.prove(1_000).unwrap();
/// assert_eq!(puzzle.solution().to_string(), "1342243142133124");
/// assert!(AnyGrid::new(&shape, vec![5; 16]).is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct AnyGrid {
    shape: Shape,
    /// Face values, row by row; 0 for an empty cell.
    values: Vec<u8>,
}

/// What is done with a grid in its own space.
pub trait InGrid {
    /// What comes of it.
    type Output;

    /// Does it.
    fn go<S: Space>(self, grid: Grid<S>) -> Self::Output;
}

impl AnyGrid {
    /// The board with these face values, row by row, 0 for an empty cell; nothing if there are not
    /// as many as cells, or if one is no digit of this shape.
    pub fn new(shape: &Shape, values: Vec<u8>) -> Option<AnyGrid> {
        let is_right = |&value: &u8| usize::from(value) <= shape.side();
        let fits = values.len() == shape.cells() && values.iter().all(is_right);
        fits.then(|| AnyGrid { shape: shape.clone(), values })
    }

    /// The board of this shape with nothing on it.
    pub fn empty(shape: &Shape) -> AnyGrid {
        AnyGrid { shape: shape.clone(), values: vec![0; shape.cells()] }
    }

    /// The digits of a classic grid on a board of another shape of 9×9.
    ///
    /// # Panics
    /// If the shape is not as large.
    pub(crate) fn on(shape: &Shape, grid: &Grid) -> AnyGrid {
        assert_eq!(shape.cells(), Cell::COUNT, "a shape of 9×9");
        AnyGrid { shape: shape.clone(), values: grid.values() }
    }

    /// The shape of the board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The face values, row by row; 0 for an empty cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The numbers of the cells that hold a digit, counted row by row from 0.
    pub fn filled(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.values.len()).filter(|&cell| self.values[cell] > 0)
    }

    /// The same board with other digits.
    fn with(&self, values: &[u8]) -> AnyGrid {
        AnyGrid { shape: self.shape.clone(), values: values.to_vec() }
    }

    /// The name of a cell, counted row by row from 0.
    ///
    /// ```
    /// use piste_core::AnyGrid;
    ///
    /// assert_eq!(AnyGrid::empty(&"16x16".parse().unwrap()).cell_name(16 * 9 + 2), "r10c3");
    /// ```
    pub fn cell_name(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.shape.side() + 1, cell % self.shape.side() + 1)
    }

    /// What a cell holds, as it is written; `.` for nothing.
    pub fn sign(&self, cell: usize) -> char {
        symbol(self.values[cell])
    }

    /// The cells in which the two differ.
    pub fn differences(&self, other: &AnyGrid) -> Vec<usize> {
        let pairs = self.values.iter().zip(&other.values).enumerate();
        pairs.filter(|(_, (a, b))| a != b).map(|(cell, _)| cell).collect()
    }

    /// The first two equal digits that may not be equal, in the order of the cells.
    ///
    /// ```
    /// use piste_core::AnyGrid;
    ///
    /// let mut values = vec![0; 81];
    /// (values[0], values[11]) = (5, 5);
    /// let told = |name: &str| {
    ///     let grid = AnyGrid::new(&name.parse().unwrap(), values.clone()).unwrap();
    ///     grid.clash().map(|clash| clash.to_string())
    /// };
    /// assert_eq!(told("9x9"), Some("the 5 in r1c1 contradicts the 5 in r2c3 (box 1)".to_owned()));
    /// let jigsaw = format!("jigsaw:{}", "123456789".repeat(9));
    /// assert_eq!(told(&jigsaw), None);
    /// assert_eq!(
    ///     told(&format!("{jigsaw}+antiknight")).unwrap(),
    ///     "the 5 in r1c1 contradicts the 5 in r2c3 (a knight's move)",
    /// );
    /// ```
    pub fn clash(&self) -> Option<Clash> {
        let layout = self.shape.layout();
        self.filled().find_map(|first| {
            let digit = self.values[first];
            let peers = layout.peers(first).iter().map(|&peer| usize::from(peer));
            let second = peers.filter(|&peer| peer > first && self.values[peer] == digit).min()?;
            let homes = layout.homes(first).iter().map(|home| usize::from(home.house));
            let holds = |&house: &usize| layout.members(house).contains(&(second as u16));
            let house = homes.filter(holds).min().map(|house| layout.houses()[house]);
            let side = self.shape.side();
            Some(Clash { digit, house, cells: [first, second], side })
        })
    }

    /// Shows the solutions one after the other, until there are no more or the visitor breaks off;
    /// gives up after so many guesses. With an `rng` the guesses are made in random order, so that
    /// the first solution is a random one.
    ///
    /// ```
    /// use piste_core::AnyGrid;
    /// use std::ops::ControlFlow;
    ///
    /// let empty = AnyGrid::empty(&"4x4".parse().unwrap());
    /// let work = empty.search(10_000, None, |_| ControlFlow::Continue(())).unwrap();
    /// assert_eq!(work.solutions, 288);
    /// ```
    pub fn search(
        &self,
        guesses: u64,
        rng: Option<&mut Rng>,
        mut visit: impl FnMut(&AnyGrid) -> ControlFlow<()>,
    ) -> Result<Work, GaveUp> {
        let mut engine = General::new(&self.shape);
        let marks = engine.marks_of(&self.values);
        engine.search(&marks, guesses, rng, |values| visit(&self.with(values)))
    }

    /// Proves that there is exactly one solution, or says why it is not a puzzle, or that so many
    /// guesses were not enough to know.
    pub fn prove(&self, guesses: u64) -> Result<AnyPuzzle, Unproved> {
        if let Some(clash) = self.clash() {
            return Err(Unproved::Contradiction(clash));
        }
        let mut found = Vec::new();
        let searched = self.search(guesses, None, |solution| {
            found.push(solution.clone());
            if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        // Two are two, even if the search would have been given up afterwards.
        let mut found = found.into_iter();
        match (found.next(), found.next(), searched) {
            (Some(a), Some(b), _) => Err(Unproved::ManySolutions(Box::new([a, b]))),
            (_, _, Err(why)) => Err(Unproved::GaveUp(why)),
            (None, ..) => Err(Unproved::NoSolution),
            (Some(solution), ..) => Ok(AnyPuzzle { grid: self.clone(), solution }),
        }
    }

    /// Does something with the grid in the space of its shape.
    ///
    /// ```
    /// use piste_core::space::{SetOf, Space};
    /// use piste_core::{AnyGrid, Grid, InGrid};
    ///
    /// struct EmptyCells;
    ///
    /// impl InGrid for EmptyCells {
    ///     type Output = usize;
    ///
    ///     fn go<S: Space>(self, grid: Grid<S>) -> usize {
    ///         (grid.space().all_cells() - grid.filled()).len()
    ///     }
    /// }
    ///
    /// assert_eq!(AnyGrid::empty(&"16x16".parse().unwrap()).enter(EmptyCells), 256);
    /// ```
    pub fn enter<V: InGrid>(&self, visitor: V) -> V::Output {
        struct Entering<'a, V>(&'a AnyGrid, V);

        impl<V: InGrid> InSpace for Entering<'_, V> {
            type Output = V::Output;

            fn go<S: Space>(self, space: S) -> V::Output {
                let grid = Grid::of_values(space, &self.0.values);
                self.1.go(grid.expect("the values fit the shape"))
            }
        }

        self.shape.enter(Entering(self, visitor))
    }

    /// The same grid in the types of 9×9, if its shape is the classic one.
    pub fn classic(&self) -> Option<Grid> {
        let digit = |value: u8| usize::from(value).checked_sub(1).map(|at| Digit::ALL[at]);
        let is_classic = self.shape.is_classic();
        is_classic.then(|| Grid::from_fn(|cell| digit(self.values[cell.index()])))
    }
}

impl<S: Space> From<&Grid<S>> for AnyGrid {
    fn from(grid: &Grid<S>) -> AnyGrid {
        AnyGrid { shape: grid.shape(), values: grid.values() }
    }
}

impl fmt::Display for AnyGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.values.iter().map(|&value| symbol(value)).collect();
        f.pad(&text)
    }
}

impl fmt::Debug for AnyGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({})", self.shape)
    }
}

/// What a puzzle is given by, whatever its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "nearly all there are, by the million, are classic")]
pub enum AnyClues {
    /// A puzzle of the classic 9×9: givens, or pencil marks.
    Classic(Clues),
    /// Givens on a board of another shape.
    Other(AnyGrid),
}

impl AnyClues {
    /// The clues, if the board is the classic one.
    pub fn classic(&self) -> Option<&Clues> {
        match self {
            AnyClues::Classic(clues) => Some(clues),
            AnyClues::Other(_) => None,
        }
    }

    /// How many cells a side has.
    pub fn side(&self) -> usize {
        match self {
            AnyClues::Classic(_) => 9,
            AnyClues::Other(grid) => grid.shape().side(),
        }
    }
}

/// One line: a character a cell, or 729 for pencil marks.
impl fmt::Display for AnyClues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyClues::Classic(clues) => f.pad(&crate::text::line::print(clues)),
            AnyClues::Other(grid) => fmt::Display::fmt(grid, f),
        }
    }
}

impl From<Clues> for AnyClues {
    fn from(clues: Clues) -> AnyClues {
        AnyClues::Classic(clues)
    }
}

/// A grid of the classic shape becomes one of the classic types.
impl From<AnyGrid> for AnyClues {
    fn from(grid: AnyGrid) -> AnyClues {
        match grid.classic() {
            Some(classic) => AnyClues::Classic(Clues::Givens(classic)),
            None => AnyClues::Other(grid),
        }
    }
}

/// Two equal digits in cells that may not be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The face value of the digit.
    pub digit: u8,
    /// The first house that holds both; nothing if they are one of the further pairs.
    pub house: Option<House>,
    /// The two cells, counted row by row from 0.
    pub cells: [usize; 2],
    side: usize,
}

impl Clash {
    /// What the two have in common: `row 1`, `a knight's move`.
    pub fn place(&self) -> String {
        if let Some(house) = self.house {
            return house.to_string();
        }
        let [a, b] = self.cells;
        let (rows, columns) =
            ((a / self.side).abs_diff(b / self.side), (a % self.side).abs_diff(b % self.side));
        (if rows.max(columns) == 1 { "a king's move" } else { "a knight's move" }).to_owned()
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = symbol(self.digit);
        let name = |cell: usize| format!("r{}c{}", cell / self.side + 1, cell % self.side + 1);
        let [first, second] = self.cells.map(name);
        write!(f, "the {digit} in {first} contradicts the {digit} in {second} ({})", self.place())
    }
}

/// A grid of any shape with exactly one solution, and that solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyPuzzle {
    grid: AnyGrid,
    solution: AnyGrid,
}

/// What is done with a puzzle in its own space.
pub trait InPuzzle {
    /// What comes of it.
    type Output;

    /// Does it.
    fn go<S: Space>(self, puzzle: Puzzle<S>) -> Self::Output;
}

impl AnyPuzzle {
    /// A puzzle whose one solution somebody has proved.
    #[doc(hidden)]
    pub fn from_proved(grid: AnyGrid, solution: AnyGrid) -> AnyPuzzle {
        AnyPuzzle { grid, solution }
    }

    /// The givens.
    pub fn grid(&self) -> &AnyGrid {
        &self.grid
    }

    /// The one solution.
    pub fn solution(&self) -> &AnyGrid {
        &self.solution
    }

    /// The givens that can be left out, each on its own, without losing the one solution. Gives up
    /// if that takes more guesses, in all, than are allowed.
    ///
    /// The solution is known, so a given can go exactly when no solution of the rest has something else in
    /// its cell.
    ///
    /// ```
    /// use piste_core::AnyGrid;
    ///
    /// let shape = "4x4".parse().unwrap();
    /// let values = vec![1, 3, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4];
    /// let puzzle = AnyGrid::new(&shape, values).unwrap().prove(1_000).unwrap();
    /// assert_eq!(puzzle.redundant(1_000).unwrap(), [1]);
    /// ```
    pub fn redundant(&self, guesses: u64) -> Result<Vec<usize>, GaveUp> {
        let mut engine = General::new(self.grid.shape());
        let mut marks = engine.marks_of(self.grid.values());
        let all = (1 << self.grid.shape().side()) - 1;
        let mut left = guesses;
        let mut redundant = Vec::new();
        for cell in self.grid.filled() {
            let given = marks[cell];
            marks[cell] = all & !given;
            let work = engine.search(&marks, left, None, |_| ControlFlow::Break(()));
            let work = work.map_err(|_| GaveUp { guesses })?;
            left -= work.guesses;
            if work.solutions == 0 {
                redundant.push(cell);
            }
            marks[cell] = given;
        }
        Ok(redundant)
    }

    /// Does something with the puzzle in the space of its shape.
    ///
    /// ```
    /// use piste_core::space::Space;
    /// use piste_core::{AnyGrid, InPuzzle, Puzzle};
    ///
    /// struct Solved;
    ///
    /// impl InPuzzle for Solved {
    ///     type Output = String;
    ///
    ///     fn go<S: Space>(self, puzzle: Puzzle<S>) -> String {
    ///         puzzle.solution().to_string()
    ///     }
    /// }
    ///
    /// let shape = "4x4".parse().unwrap();
    /// let values = vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4];
    /// let puzzle = AnyGrid::new(&shape, values).unwrap().prove(1_000).unwrap();
    /// assert_eq!(puzzle.enter(Solved), "1342243142133124");
    /// ```
    pub fn enter<V: InPuzzle>(&self, visitor: V) -> V::Output {
        struct Entering<'a, V>(&'a AnyPuzzle, V);

        impl<V: InPuzzle> InGrid for Entering<'_, V> {
            type Output = V::Output;

            fn go<S: Space>(self, grid: Grid<S>) -> V::Output {
                let full = Grid::of_values(grid.space().clone(), self.0.solution.values());
                let solution = full.as_ref().and_then(Solution::new);
                self.1.go(Puzzle::from_proved(grid, solution.expect("it was proved")))
            }
        }

        self.grid.enter(Entering(self, visitor))
    }
}

/// Why a grid of any shape is not known to be a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// Two equal givens that may not be equal.
    #[error("no solution: {0}")]
    Contradiction(Clash),
    /// The givens agree with each other, and still nothing fits them all.
    #[error("no solution")]
    NoSolution,
    /// More than one solution: here are two that differ.
    #[error("{}", SeveralSolutions(.0))]
    ManySolutions(Box<[AnyGrid; 2]>),
    /// It is not known: the search was given up.
    #[error("not decided: {0}")]
    GaveUp(GaveUp),
}

struct SeveralSolutions<'a>(&'a [AnyGrid; 2]);

impl fmt::Display for SeveralSolutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.0;
        f.write_str("more than one solution")?;
        match a.differences(b).first() {
            Some(&cell) => {
                write!(f, ": {} can be {} or {}", a.cell_name(cell), a.sign(cell), b.sign(cell))
            }
            None => Ok(()),
        }
    }
}
