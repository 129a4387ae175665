//! Puzzles: grids proved to have exactly one solution.
//!
//! Only a [`Puzzle`] is rated, explained, generated or stored. The type is the proof: it
//! can only be had from [`Puzzle::prove`], or from a solution or another puzzle in a way that
//! proves it too, and it carries the solution with it, so nobody downstream needs to ask again. A puzzle
//! of another shape comes from an [`AnyPuzzle`](crate::AnyPuzzle), which the search for every shape has proved.
//!
//! Most puzzles are given by digits. One of the classic board may be given by its pencil marks instead (a Sukaku): a mark that is
//! not there is part of the question, and there are no givens. It has one solution like any other, but what is concluded
//! from the givens alone, such as that a rectangle could be exchanged, does not hold for it.

use crate::grid::{Conflict, Grid, Solution};
use crate::search::{self, Clues, Verdict};
use crate::space::{Classic, Space};
use crate::symmetry::Transformation;
use crate::{Board, Candidate, Cell, CellSet, Marks, Rng};
use std::fmt;

/// A grid with exactly one solution, and that solution.
///
/// ```
/// use piste_core::{Grid, Puzzle};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let puzzle = Puzzle::prove(&grid).unwrap();
/// assert_eq!(puzzle.grid(), &grid);
/// assert!(puzzle.solution().agrees_with(&grid));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Puzzle<S: Space = Classic> {
    grid: Grid<S>,
    solution: Solution<S>,
    /// The pencil marks, if it is given by them.
    marks: Option<S::ByCell<S::DigitSet>>,
}

impl<S: Space> Puzzle<S> {
    /// For [`AnyPuzzle`](crate::AnyPuzzle), which has proved it.
    pub(crate) fn from_proved(grid: Grid<S>, solution: Solution<S>) -> Puzzle<S> {
        debug_assert!(solution.agrees_with(&grid), "not the solution of {grid}");
        Puzzle { grid, solution, marks: None }
    }
}

impl Puzzle {
    /// Proves that the grid has exactly one solution, or says why it is not a puzzle.
    pub fn prove(grid: &Grid) -> Result<Puzzle, NotAPuzzle> {
        if let Some(conflict) = grid.conflict() {
            return Err(NotAPuzzle::Contradiction(conflict));
        }
        match search::verdict(grid) {
            Verdict::None => Err(NotAPuzzle::NoSolution),
            Verdict::One(solution) => Ok(Puzzle { grid: *grid, solution, marks: None }),
            Verdict::Many(two) => Err(NotAPuzzle::ManySolutions(Box::new(two))),
        }
    }

    /// Proves that there is exactly one solution with these pencil marks. Marks that say no more than the digits among
    /// them make an ordinary puzzle, given by these.
    ///
    /// ```
    /// use piste_core::{Board, Grid, Marks, Puzzle};
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let puzzle = Puzzle::prove(&grid).unwrap();
    /// assert_eq!(Puzzle::prove_marks(&Board::from(&grid).marks()).unwrap(), puzzle);
    ///
    /// // Of every cell the right digit, and one that is next to it.
    /// let solution = puzzle.solution();
    /// let other = |digit: u8| piste_core::Digit::ALL[usize::from(digit % 9)];
    /// let marks = Marks::from_fn(|cell| {
    ///     let digit = solution.get(cell);
    ///     let set = piste_core::DigitSet::from(digit);
    ///     if cell.index() % 2 == 0 { set } else { set.with(other(digit.get())) }
    /// });
    /// let sukaku = Puzzle::prove_marks(&marks).unwrap();
    /// assert_eq!(sukaku.solution(), solution);
    /// assert!(sukaku.marks() == Some(marks) && sukaku.grid() == &Grid::EMPTY);
    /// ```
    pub fn prove_marks(marks: &Marks) -> Result<Puzzle, NotAPuzzle> {
        let written = marks.written();
        if Board::from(&written).marks() == *marks {
            return Puzzle::prove(&written);
        }
        match search::verdict(marks) {
            Verdict::None => Err(NotAPuzzle::NoSolution),
            Verdict::One(solution) => {
                Ok(Puzzle { grid: Grid::EMPTY, solution, marks: Some((*marks).into()) })
            }
            Verdict::Many(two) => Err(NotAPuzzle::ManySolutions(Box::new(two))),
        }
    }

    /// The pencil marks, if it is given by them.
    pub fn marks(&self) -> Option<Marks> {
        self.marks.map(Marks::from)
    }

    /// What it is given by.
    pub fn clues(&self) -> Clues {
        self.marks().map_or(Clues::Givens(self.grid), Clues::Marks)
    }

    /// The board to begin with.
    pub fn board(&self) -> Board {
        self.marks().map_or_else(|| Board::from(&self.grid), |marks| Board::of_marks(&marks))
    }

    /// The same puzzle for a solver, written in another way. It needs no new proof.
    ///
    /// ```
    /// use piste_core::symmetry::Transformation;
    /// use piste_core::{Grid, Puzzle, Rng};
    ///
    /// let grid: Grid = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
    ///     .parse()
    ///     .unwrap();
    /// let puzzle = Puzzle::prove(&grid).unwrap();
    /// let image = puzzle.transformed(&Transformation::random(&mut Rng::new(1)));
    /// assert_eq!(Puzzle::prove(image.grid()), Ok(image));
    /// ```
    #[must_use]
    pub fn transformed(&self, by: &Transformation) -> Puzzle {
        let marks = self.marks().map(|marks| by.marks(&marks).into());
        Puzzle { grid: by.grid(&self.grid), solution: by.solution(&self.solution), marks }
    }

    /// The puzzle that is left when groups of givens are taken away in this order, each as long
    /// as one solution is left without it and no fewer than `floor` givens. Cells of a group
    /// that are not given do not matter, and givens that are in no group stay.
    ///
    /// Without a floor, no group that is left could go.
    ///
    /// ```
    /// use piste_core::{Cell, CellSet, Grid, Puzzle, Rng, search};
    ///
    /// let mut rng = Rng::new(7);
    /// let solution = search::random(&Grid::EMPTY, &mut rng).unwrap();
    /// let mut order = Cell::ALL.map(CellSet::from);
    /// rng.shuffle(&mut order);
    /// let puzzle = Puzzle::from(&solution).reduced(&order, 0);
    /// assert!(puzzle.is_minimal());
    /// assert_eq!(Puzzle::prove(puzzle.grid()), Ok(puzzle));
    /// ```
    #[must_use]
    pub fn reduced(&self, groups: &[CellSet], floor: usize) -> Puzzle {
        let mut kept = self.grid.filled();
        // A given that several groups name goes with the first of them.
        let mut given = Vec::with_capacity(groups.len());
        for &group in groups {
            given.push(group & kept);
            kept -= group;
        }
        let left = search::reduce(&self.solution, kept, &given, floor);
        let grid = Grid::from_fn(|cell| left.contains(cell).then(|| self.solution.get(cell)));
        Puzzle { grid, solution: self.solution, marks: None }
    }

    /// A random puzzle: a [random full grid](search::random), less one given after the other in
    /// random order for as long as one solution is left. It is minimal.
    ///
    /// ```
    /// use piste_core::{Puzzle, Rng};
    ///
    /// let puzzle = Puzzle::random(&mut Rng::new(7));
    /// assert!(puzzle.is_minimal());
    /// assert_eq!(Puzzle::random(&mut Rng::new(7)), puzzle);
    /// ```
    pub fn random(rng: &mut Rng) -> Puzzle {
        let solution = search::random(&Grid::EMPTY, rng).expect("the empty grid has solutions");
        let mut order = Cell::ALL.map(CellSet::from);
        rng.shuffle(&mut order);
        Puzzle::from(&solution).reduced(&order, 0)
    }

    /// Whether no given can be left out without losing the one solution.
    pub fn is_minimal(&self) -> bool {
        search::redundant(self.grid.filled(), &self.solution, false).is_empty()
    }

    /// The givens that can be left out, each on its own, without losing the one solution.
    ///
    /// A given is needed exactly when some solution of the rest puts another digit in its
    /// cell. All givens are asked about together, which takes much less than one by one:
    /// neighbouring questions share nearly all of what they know.
    ///
    /// ```
    /// use piste_core::{Grid, Puzzle};
    ///
    /// let grid: Grid = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
    ///     .parse()
    ///     .unwrap();
    /// let puzzle = Puzzle::prove(&grid).unwrap();
    /// assert!(puzzle.is_minimal());
    /// let full = Puzzle::prove(&puzzle.solution().grid()).unwrap();
    /// assert_eq!(full.redundant().count(), 81);
    /// ```
    pub fn redundant(&self) -> impl Iterator<Item = Cell> + '_ {
        search::redundant(self.grid.filled(), &self.solution, true).into_iter()
    }

    /// Whether a second solution comes up when the given of this cell is left out. A cell that
    /// is not given is not needed.
    ///
    /// ```
    /// use piste_core::{Cell, Puzzle, Rng};
    ///
    /// let puzzle = Puzzle::random(&mut Rng::new(1));
    /// let needed = Cell::ALL.into_iter().filter(|&cell| puzzle.needs(cell));
    /// assert!(needed.eq(puzzle.grid().givens().map(|(cell, _)| cell)));
    /// ```
    pub fn needs(&self, cell: Cell) -> bool {
        let candidate = Candidate::new(cell, self.solution.get(cell));
        self.grid.get(cell).is_some()
            && search::other_than(&self.grid.without(cell), candidate).is_some()
    }
}

impl<S: Space> Puzzle<S> {
    /// The puzzle that a search has proved these givens to be, if it found one solution.
    ///
    /// ```
    /// use piste_core::search::General;
    /// use piste_core::space::{Small, Space};
    /// use piste_core::{Grid, Puzzle, Rng};
    ///
    /// let space = Small::new(&"6x6+x".parse().unwrap());
    /// let mut engine = General::new(&space.shape());
    /// let made = engine.random_puzzle(None, 100_000, &mut Rng::new(1)).unwrap().unwrap();
    /// let grid = Grid::of_values(space, &made.givens).unwrap();
    /// let verdict = engine.verdict(&grid, 1_000).unwrap();
    /// let puzzle = Puzzle::of_verdict(&grid, &verdict).unwrap();
    /// assert_eq!(puzzle.solution().grid().values(), made.solution);
    /// ```
    pub fn of_verdict(grid: &Grid<S>, verdict: &Verdict<S>) -> Option<Puzzle<S>> {
        match verdict {
            Verdict::One(solution) if solution.agrees_with(grid) => {
                Some(Puzzle { grid: grid.clone(), solution: solution.clone(), marks: None })
            }
            _ => None,
        }
    }

    /// The givens; none if it is given by its pencil marks.
    #[inline]
    pub fn grid(&self) -> &Grid<S> {
        &self.grid
    }

    /// The one solution.
    #[inline]
    pub fn solution(&self) -> &Solution<S> {
        &self.solution
    }

    /// The space that the cells lie in.
    #[inline]
    pub fn space(&self) -> &S {
        self.grid.space()
    }
}

/// A full grid is a puzzle with nothing left to do.
impl<S: Space> From<&Solution<S>> for Puzzle<S> {
    fn from(solution: &Solution<S>) -> Puzzle<S> {
        Puzzle { grid: solution.grid(), solution: solution.clone(), marks: None }
    }
}

impl<S: Space> fmt::Display for Puzzle<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.grid, f)
    }
}

impl<S: Space> fmt::Debug for Puzzle<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.grid, f)
    }
}

/// Why a grid is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAPuzzle {
    /// Two equal givens share a house.
    #[error("no solution: {0}")]
    Contradiction(Conflict),
    /// The givens agree with each other, and still nothing fits them all.
    #[error("no solution")]
    NoSolution,
    /// More than one solution: here are two that differ.
    #[error("{}", SeveralSolutions(.0))]
    ManySolutions(Box<[Solution; 2]>),
}

struct SeveralSolutions<'a>(&'a [Solution; 2]);

impl fmt::Display for SeveralSolutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.0;
        f.write_str("more than one solution")?;
        if let Some(cell) = Cell::ALL.into_iter().find(|&cell| a.get(cell) != b.get(cell)) {
            write!(f, ": {cell} can be {} or {}", a.get(cell), b.get(cell))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn prove(line: &str) -> Result<Puzzle, NotAPuzzle> {
        Puzzle::prove(&line.parse().unwrap())
    }

    #[test]
    fn each_defect_is_named() {
        assert!(prove(PUZZLE).is_ok());
        let twice = PUZZLE.replacen("..7", "5.7", 1);
        assert_eq!(
            prove(&twice).unwrap_err().to_string(),
            "no solution: the 5 in r1c1 contradicts the 5 in r1c3 (row 1)"
        );
        let wrong = PUZZLE.replacen("3..7", "31.7", 1);
        assert_eq!(prove(&wrong).unwrap_err().to_string(), "no solution");
        let NotAPuzzle::ManySolutions(two) = prove(&".".repeat(81)).unwrap_err() else {
            panic!("an empty grid has many solutions");
        };
        assert_ne!(two[0], two[1]);
    }

    #[test]
    fn redundant_givens_are_those_that_can_go() {
        let puzzle = prove(PUZZLE).unwrap();
        for (cell, _) in puzzle.grid().givens() {
            let still_unique = Puzzle::prove(&puzzle.grid().without(cell)).is_ok();
            assert_eq!(puzzle.redundant().any(|c| c == cell), still_unique, "{cell}");
        }
    }

    #[test]
    fn reducing_takes_what_is_given_in_the_groups_and_leaves_the_rest() {
        let puzzle = prove(PUZZLE).unwrap();
        assert_eq!(puzzle.reduced(&[], 0), puzzle);
        assert_eq!(puzzle.reduced(&[CellSet::ALL], 0), puzzle);
        let spare: Vec<Cell> = puzzle.redundant().collect();
        let twice = [CellSet::from(spare[0]), CellSet::from(spare[0])];
        let less = puzzle.reduced(&twice, 0);
        assert_eq!(less.grid(), &puzzle.grid().without(spare[0]));
        let empty: Cell = Cell::at(0, 2);
        assert_eq!(puzzle.reduced(&[empty.into()], 0), puzzle);
        assert_eq!(puzzle.reduced(&twice, puzzle.grid().filled().len()), puzzle);
    }
}
