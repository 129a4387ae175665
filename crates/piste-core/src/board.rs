//! Candidates: what may still go where.
//!
//! [`Marks`] is the plain table, a set of digits for each cell. [`Board`] is a game in
//! progress: the digits written so far and the pencil marks of the open cells, seen by
//! cell *and* by digit at once, because half of what people look for is "where can the 7
//! go in this box?" and the other half "what can go in this cell?". Both views are kept
//! in step by every change, and every change is a handful of word operations.

use crate::shape::Boxes;
use crate::space::{Classic, Figure, Large, Mark, SetOf, Space, Spot, TableBy};
use crate::{ByCell, ByDigit, Cell, CellSet, DigitSet, Grid};
use std::any::Any;
use std::fmt;

/// A set of digits for each cell: a pencil-mark grid, also known as a Sukaku.
///
/// ```
/// use piste_core::{Cell, DigitSet, Grid, Marks};
///
/// let marks = Marks::from(&Grid::EMPTY);
/// assert_eq!(marks[Cell::at(0, 0)], DigitSet::ALL);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Marks(ByCell<DigitSet>);

impl Marks {
    /// The marks that `digits` says for each cell.
    pub fn from_fn(digits: impl FnMut(Cell) -> DigitSet) -> Marks {
        Marks(ByCell::from_fn(digits))
    }

    /// The lone marks that no peer has among several: whoever wrote them has drawn the consequences, so these digits
    /// are as good as written.
    ///
    /// ```
    /// use piste_core::{Board, Cell, Digit, Grid};
    ///
    /// let mut grid = Grid::EMPTY;
    /// grid.set(Cell::at(4, 4), Some(Digit::D5));
    /// let mut marks = Board::from(&grid).marks();
    /// assert_eq!(marks.written(), grid);
    /// marks[Cell::at(4, 0)].insert(Digit::D5);
    /// assert_eq!(marks.written(), Grid::EMPTY);
    /// ```
    pub fn written(&self) -> Grid {
        Grid::from_fn(|cell| {
            let digit = self[cell].single()?;
            let is_open = |peer: Cell| self[peer].len() > 1 && self[peer].contains(digit);
            (!cell.peers().iter().any(is_open)).then_some(digit)
        })
    }
}

impl From<ByCell<DigitSet>> for Marks {
    fn from(marks: ByCell<DigitSet>) -> Marks {
        Marks(marks)
    }
}

impl From<Marks> for ByCell<DigitSet> {
    fn from(marks: Marks) -> ByCell<DigitSet> {
        marks.0
    }
}

impl std::ops::Index<Cell> for Marks {
    type Output = DigitSet;
    fn index(&self, cell: Cell) -> &DigitSet {
        &self.0[cell]
    }
}

impl std::ops::IndexMut<Cell> for Marks {
    fn index_mut(&mut self, cell: Cell) -> &mut DigitSet {
        &mut self.0[cell]
    }
}

/// A given leaves its own digit, an empty cell all nine: nothing is deduced yet.
impl From<&Grid> for Marks {
    fn from(grid: &Grid) -> Marks {
        Marks::from_fn(|cell| grid.get(cell).map_or(DigitSet::ALL, DigitSet::from))
    }
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter()).finish()
    }
}

/// A game in progress: digits written, and pencil marks of the open cells.
///
/// Open cells have candidates; written ones have none. A cell whose marks have shrunk to
/// one digit is still open until somebody writes it.
///
/// ```
/// use piste_core::{Board, Cell, Digit, Grid, House};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let mut board = Board::from(&grid);
/// assert_eq!(board.candidates(Cell::at(4, 4)).to_string(), "5");
/// board.place(Cell::at(4, 4), Digit::D5);
/// assert_eq!(board.value(Cell::at(4, 4)), Some(Digit::D5));
/// assert!(!board.places(Digit::D5, House::column(4)).contains(Cell::at(7, 4)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<S: Space = Classic> {
    /// The digits written, givens included.
    values: Grid<S>,
    /// The cells that were written from the start.
    givens: S::CellSet,
    /// The cells not yet written.
    open: S::CellSet,
    /// For each open cell the digits that may go there; nothing for a written cell.
    by_cell: S::ByCell<S::DigitSet>,
    /// For each digit the open cells it may go into: the same marks, turned around.
    by_digit: S::ByDigit<S::CellSet>,
}

impl Board {
    /// The board with nothing written and every mark in place.
    pub const EMPTY: Board = Board {
        values: Grid::EMPTY,
        givens: CellSet::EMPTY,
        open: CellSet::ALL,
        by_cell: ByCell::filled(DigitSet::ALL),
        by_digit: ByDigit::filled(CellSet::ALL),
    };

    /// The marks as a table; a written cell shows its digit alone.
    pub fn marks(&self) -> Marks {
        Marks::from_fn(|cell| self.value(cell).map_or(self.by_cell[cell], DigitSet::from))
    }
}

impl<S: Space> Board<S> {
    /// The board of this space with nothing written and every mark in place.
    ///
    /// ```
    /// use piste_core::Board;
    /// use piste_core::space::Small;
    ///
    /// let board = Board::blank(Small::new(&"6x6+x".parse().unwrap()));
    /// assert_eq!(board.candidate_count(), 216);
    /// ```
    pub fn blank(space: S) -> Board<S> {
        let (cells, digits) = (space.all_cells(), space.all_digits());
        let mut board = Board {
            values: Grid::empty(space),
            givens: S::CellSet::EMPTY,
            open: cells,
            by_cell: S::ByCell::filled(S::DigitSet::EMPTY),
            by_digit: S::ByDigit::filled(S::CellSet::EMPTY),
        };
        cells.iter().for_each(|cell| board.by_cell[cell] = digits);
        digits.iter().for_each(|digit| board.by_digit[digit] = cells);
        board
    }

    /// The same board in the words that have room for every shape, which sentences and pictures are
    /// made of.
    ///
    /// ```
    /// use piste_core::space::Space;
    /// use piste_core::{Board, Cell, Digit};
    ///
    /// let mut board = Board::EMPTY;
    /// board.place(Cell::at(4, 1), Digit::D7);
    /// let wide = board.widened();
    /// assert_eq!(wide.candidate_count(), board.candidate_count());
    /// assert_eq!(wide.values().shape(), board.values().shape());
    /// ```
    pub fn widened(&self) -> Board<Large> {
        let board: &dyn Any = self;
        if let Some(large) = board.downcast_ref::<Board<Large>>() {
            return large.clone();
        }
        let mut board = Board {
            values: Grid::empty(self.space().large()),
            givens: S::widened_cells(self.givens),
            open: S::widened_cells(self.open),
            by_cell: TableBy::filled(SetOf::EMPTY),
            by_digit: TableBy::filled(SetOf::EMPTY),
        };
        for cell in self.space().all_cells() {
            let wide = cell.widened();
            match self.value(cell) {
                Some(digit) => board.values.set(wide, Some(digit.widened())),
                None => board.by_cell[wide] = S::widened_digits(self.by_cell[cell]),
            }
        }
        for digit in self.space().all_digits() {
            board.by_digit[digit.widened()] = S::widened_cells(self.by_digit[digit]);
        }
        board
    }

    /// The same in the room of a board that was widened before: of the same shape, only what differs is written. For whoever
    /// goes from board to board, as a solve does.
    ///
    /// ```
    /// use piste_core::{Board, Cell, Digit};
    ///
    /// let (mut board, mut room) = (Board::EMPTY, None);
    /// assert_eq!(board.widened_in(&mut room), &board.widened());
    /// board.place(Cell::at(4, 1), Digit::D7);
    /// assert_eq!(board.widened_in(&mut room), &board.widened());
    /// ```
    pub fn widened_in<'r>(&self, room: &'r mut Option<Board<Large>>) -> &'r Board<Large> {
        let (board, shape): (&dyn Any, _) = (self, self.space().shape());
        let is_narrow = !board.is::<Board<Large>>();
        match room.as_mut().filter(|wide| is_narrow && wide.space().shape() == shape) {
            Some(wide) => self.write_over(wide),
            None => *room = Some(self.widened()),
        }
        room.as_ref().expect("it was put there")
    }

    /// Makes a wide board of the same shape the same as this one.
    fn write_over(&self, wide: &mut Board<Large>) {
        let open = S::widened_cells(self.open);
        for cell in open - wide.open {
            wide.values.set(cell, None);
        }
        for cell in self.space().all_cells() - self.open {
            let digit = self.value(cell).map(Figure::widened);
            wide.values.set(cell.widened(), digit);
        }
        for digit in self.space().all_digits() {
            let (now, digit) = (S::widened_cells(self.by_digit[digit]), digit.widened());
            let before = std::mem::replace(&mut wide.by_digit[digit], now);
            if now != before {
                (before - now).iter().for_each(|cell| wide.by_cell[cell].remove(digit));
                (now - before).iter().for_each(|cell| wide.by_cell[cell].insert(digit));
            }
        }
        wide.givens = S::widened_cells(self.givens);
        wide.open = open;
    }

    /// The space that the cells lie in.
    #[inline]
    pub fn space(&self) -> &S {
        self.values.space()
    }

    /// The digit written in this cell.
    #[inline]
    pub fn value(&self, cell: S::Cell) -> Option<S::Digit> {
        self.values.get(cell)
    }

    /// All digits written so far.
    #[inline]
    pub fn values(&self) -> &Grid<S> {
        &self.values
    }

    /// The cells written from the start.
    #[inline]
    pub fn givens(&self) -> S::CellSet {
        self.givens
    }

    /// The cells not yet written.
    #[inline]
    pub fn open(&self) -> S::CellSet {
        self.open
    }

    /// The digits that may go into this cell; none if it is written.
    #[inline]
    pub fn candidates(&self, cell: S::Cell) -> S::DigitSet {
        self.by_cell[cell]
    }

    /// The open cells this digit may go into.
    #[inline]
    pub fn cells(&self, digit: S::Digit) -> S::CellSet {
        self.by_digit[digit]
    }

    /// The open cells of the house this digit may go into.
    #[inline]
    pub fn places(&self, digit: S::Digit, house: S::House) -> S::CellSet {
        self.by_digit[digit] & self.space().cells(house)
    }

    /// Whether this digit is still a candidate of this cell.
    #[inline]
    pub fn has(&self, candidate: S::Candidate) -> bool {
        self.by_cell[candidate.cell()].contains(candidate.digit())
    }

    /// How many candidates are left.
    pub fn candidate_count(&self) -> usize {
        self.by_digit.entries().iter().map(|cells| cells.len()).sum()
    }

    /// The open cells with exactly `count` candidates.
    pub fn cells_with(&self, count: usize) -> S::CellSet {
        self.open.iter().filter(|&cell| self.by_cell[cell].len() == count).collect()
    }

    /// Writes a digit: the cell loses its marks and its peers lose this one.
    ///
    /// The digit need not be a candidate, so that a wrong move can be written too; see
    /// [`Board::is_broken`]. Writing into a written cell changes the digit and takes the new one
    /// from the peers; what the old one took from them does not come back.
    #[inline]
    pub fn place(&mut self, cell: S::Cell, digit: S::Digit) {
        let peers = self.space().peers(cell);
        self.values.set(cell, Some(digit));
        self.open.remove(cell);
        for other in self.by_cell[cell] {
            self.by_digit[other].remove(cell);
        }
        self.by_cell[cell] = S::DigitSet::EMPTY;
        for peer in self.by_digit[digit] & peers {
            self.by_cell[peer].remove(digit);
        }
        self.by_digit[digit] -= peers;
    }

    /// Takes a mark out. Says whether it was there.
    #[inline]
    pub fn eliminate(&mut self, candidate: S::Candidate) -> bool {
        let had = self.has(candidate);
        self.by_cell[candidate.cell()].remove(candidate.digit());
        self.by_digit[candidate.digit()].remove(candidate.cell());
        had
    }

    /// Takes this digit's mark out of several cells at once.
    #[inline]
    pub fn eliminate_all(&mut self, digit: S::Digit, cells: S::CellSet) {
        for cell in self.by_digit[digit] & cells {
            self.by_cell[cell].remove(digit);
        }
        self.by_digit[digit] -= cells;
    }

    /// Leaves of the cell's marks only those in `digits`.
    pub fn restrict(&mut self, cell: S::Cell, digits: S::DigitSet) {
        for digit in self.by_cell[cell] - digits {
            self.eliminate(S::Candidate::new(cell, digit));
        }
    }

    /// Whether every cell is written.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether it is plain to see that no solution can come of this board: two equal
    /// digits in a house, an open cell without a mark, or a digit without a place.
    pub fn is_broken(&self) -> bool {
        let empty_cell = self.open.iter().any(|cell| self.by_cell[cell].is_empty());
        empty_cell
            || self.space().all_houses().iter().any(|house| {
                let mut seen = S::DigitSet::EMPTY;
                for digit in
                    (self.space().cells(house) - self.open).iter().filter_map(|c| self.value(c))
                {
                    if seen.contains(digit) {
                        return true;
                    }
                    seen.insert(digit);
                }
                (self.space().all_digits() - seen)
                    .iter()
                    .any(|digit| self.places(digit, house).is_empty())
            })
    }
}

/// The givens written, and the marks a person would pencil in: what no given rules out.
impl<S: Space> From<&Grid<S>> for Board<S> {
    fn from(grid: &Grid<S>) -> Board<S> {
        let mut board = Board::blank(grid.space().clone());
        for (cell, digit) in grid.givens() {
            board.place(cell, digit);
            board.givens.insert(cell);
        }
        board
    }
}

impl Board {
    /// The board that pencil marks show: what is as good as [written](Marks::written) is written, and of the rest the
    /// marks are as they are.
    pub fn of_marks(marks: &Marks) -> Board {
        let mut board = Board::from(&marks.written());
        for cell in board.open() {
            board.restrict(cell, marks[cell]);
        }
        board
    }
}

/// Nothing written, the marks as they are: even a lone mark is not yet a digit.
impl From<&Marks> for Board {
    fn from(marks: &Marks) -> Board {
        let mut board = Board::EMPTY;
        for cell in Cell::ALL {
            board.restrict(cell, marks[cell]);
        }
        board
    }
}

impl<S: Space> fmt::Debug for Board<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.space().side();
        let boxes = self.space().shape().boxes().map_or(side, Boxes::columns);
        for (index, cell) in self.space().all_cells().iter().enumerate() {
            let gap = match index % side + 1 {
                end if end == side => "\n",
                end if end % boxes == 0 => " | ",
                _ => " ",
            };
            let text = match self.value(cell) {
                Some(digit) => format!("[{digit}]"),
                None => self.by_cell[cell].iter().map(|digit| digit.to_string()).collect(),
            };
            write!(f, "{text:side$}{gap}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Candidate, Digit, House};
    use proptest::prelude::*;

    /// Both views hold the same marks, and only open cells have any.
    fn is_in_step(board: &Board) -> bool {
        Cell::ALL.into_iter().all(|cell| {
            Digit::ALL.into_iter().all(|digit| {
                board.candidates(cell).contains(digit) == board.cells(digit).contains(cell)
            }) && board.open().contains(cell) == board.value(cell).is_none()
                && (board.open().contains(cell) || board.candidates(cell).is_empty())
        })
    }

    proptest! {
        #[test]
        fn both_views_stay_in_step(moves in prop::collection::vec((0usize..729, any::<bool>()), 0..120)) {
            let mut board = Board::EMPTY;
            for (index, place) in moves {
                let candidate = Candidate::from_index(index);
                if place {
                    board.place(candidate.cell(), candidate.digit());
                    prop_assert!(!board.cells(candidate.digit()).iter().any(|c| c.sees(candidate.cell())));
                } else {
                    let had = board.has(candidate);
                    prop_assert_eq!(board.eliminate(candidate), had);
                    prop_assert!(!board.has(candidate));
                }
                prop_assert!(is_in_step(&board));
            }
        }
    }

    #[test]
    fn a_board_that_is_written_over_another_is_the_same_as_a_new_one() {
        let mut rng = crate::Rng::new(1);
        let mut room = None;
        let mut board = Board::EMPTY;
        for turn in 0..400 {
            let candidate = Candidate::from_index(rng.below(729));
            match rng.below(20) {
                0 => board = Board::EMPTY,
                1 => {
                    let mut grid = Grid::EMPTY;
                    grid.set(candidate.cell(), Some(candidate.digit()));
                    board = Board::from(&grid);
                }
                2..10 => board.place(candidate.cell(), candidate.digit()),
                _ => drop(board.eliminate(candidate)),
            }
            assert_eq!(board.widened_in(&mut room), &board.widened(), "{turn}");
            if turn % 50 == 0 {
                let other = Board::blank(crate::space::Small::new(&"6x6+x".parse().unwrap()));
                assert_eq!(other.widened_in(&mut room), &other.widened());
            }
        }
    }

    #[test]
    fn the_marks_of_a_grid_are_what_no_given_rules_out() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let board = Board::from(&grid);
        assert_eq!(board.givens(), grid.filled());
        for cell in board.open() {
            assert_eq!(board.candidates(cell), grid.options(cell));
        }
        assert!(!board.is_broken());
    }

    #[test]
    fn broken_boards_are_noticed() {
        let mut twice = Board::EMPTY;
        twice.place(Cell::at(0, 0), Digit::D1);
        twice.place(Cell::at(0, 8), Digit::D1);
        assert!(twice.is_broken());

        let mut no_mark = Board::EMPTY;
        no_mark.restrict(Cell::at(3, 3), DigitSet::EMPTY);
        assert!(no_mark.is_broken());

        let mut no_place = Board::EMPTY;
        no_place.eliminate_all(Digit::D9, House::column(4).cells());
        assert!(no_place.is_broken());
    }
}
