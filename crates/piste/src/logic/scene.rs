//! A board, and the facts about it that several strategies ask for.
//!
//! Facts are worked out when first asked for and kept as long as the scene lasts, which
//! is one step: the board underneath never changes.

use super::als::AlsNet;
use super::lines::{Axis, Lines, Mask, count};
use super::links::{Links, Scope};
use super::rectangle::Rectangle;
use super::strategies::support::houses;
use piste_core::Board;
use piste_core::space::{CandidatesOf, Classic, SetOf, Space, TableBy};
use std::cell::{Cell, OnceCell};
use std::ops::Deref;

/// A board to look at, with shared facts. Everything a [`Board`] answers, a scene does.
///
/// ```
/// use piste::logic::Scene;
/// use piste::Board;
///
/// let board = Board::EMPTY;
/// let scene = Scene::new(&board);
/// assert!(scene.bivalues().is_empty());
/// assert_eq!(scene.open().len(), 81);
/// ```
pub struct Scene<'a, S: Space = Classic> {
    board: &'a Board<S>,
    bivalues: OnceCell<S::CellSet>,
    /// The open cells with two digits or more, but at most so many.
    narrow: OnceCell<[S::CellSet; Scene::<Classic>::LARGEST_NARROW + 1]>,
    als: OnceCell<AlsNet<S>>,
    rectangles: OnceCell<Vec<Rectangle<S>>>,
    unplaceable: OnceCell<S::CandidateSet>,
    lines: OnceCell<Lines>,
    conjugates: OnceCell<S::ByDigit<S::HouseSet>>,
    links: OnceCell<Links<S>>,
    grouped_links: OnceCell<Links<S>>,
    set_links: OnceCell<Links<S>>,
    /// Whether there are finned fish, by their size and whether they are sashimi, where that is known.
    finned: [[Cell<Option<bool>>; 2]; Scene::<Classic>::LARGEST_FISH + 1],
}

impl<'a, S: Space> Scene<'a, S> {
    /// The scene of this board, nothing worked out yet.
    pub fn new(board: &'a Board<S>) -> Scene<'a, S> {
        Scene {
            board,
            bivalues: OnceCell::new(),
            narrow: OnceCell::new(),
            als: OnceCell::new(),
            rectangles: OnceCell::new(),
            unplaceable: OnceCell::new(),
            lines: OnceCell::new(),
            conjugates: OnceCell::new(),
            links: OnceCell::new(),
            grouped_links: OnceCell::new(),
            set_links: OnceCell::new(),
            finned: Default::default(),
        }
    }

    /// The board.
    pub fn board(&self) -> &'a Board<S> {
        self.board
    }

    /// The open cells with exactly two candidates.
    pub fn bivalues(&self) -> S::CellSet {
        *self.bivalues.get_or_init(|| self.board.cells_with(2))
    }

    /// Up to so many digits a cell is called narrow.
    const LARGEST_NARROW: usize = 4;

    /// The open cells with two digits or more, but at most `most`, which are four at most.
    pub(super) fn narrow(&self, most: usize) -> S::CellSet {
        self.narrow.get_or_init(|| self.all_narrow())[most]
    }

    fn all_narrow(&self) -> [S::CellSet; Scene::<Classic>::LARGEST_NARROW + 1] {
        let mut narrow = [S::CellSet::EMPTY; Scene::<Classic>::LARGEST_NARROW + 1];
        for cell in self.board.open() {
            let count = self.board.candidates(cell).len();
            if count >= 2 && count < narrow.len() {
                narrow[count].insert(cell);
            }
        }
        let mut so_far = S::CellSet::EMPTY;
        for cells in &mut narrow {
            *cells |= so_far;
            so_far = *cells;
        }
        narrow
    }

    /// This digit's marks in these cells, as something to erase.
    pub fn marks_of(&self, digit: S::Digit, cells: S::CellSet) -> S::CandidateSet {
        S::CandidateSet::of(digit, self.board.cells(digit) & cells)
    }

    /// The marks of all these digits in these cells, as something to erase.
    pub fn marks_of_all(&self, digits: S::DigitSet, cells: S::CellSet) -> S::CandidateSet {
        let mut marks = S::CandidateSet::EMPTY;
        for digit in digits {
            marks.insert_all(digit, self.board.cells(digit) & cells);
        }
        marks
    }

    /// The digits that the cells can hold between them.
    pub fn digits_of(&self, cells: S::CellSet) -> S::DigitSet {
        cells.iter().fold(S::DigitSet::EMPTY, |digits, cell| digits | self.board.candidates(cell))
    }

    /// The almost locked sets and how they restrict each other.
    pub(crate) fn als(&self) -> &AlsNet<S> {
        self.als.get_or_init(|| AlsNet::new(self.board))
    }

    /// The links between single candidates.
    pub(crate) fn links(&self) -> &Links<S> {
        self.links.get_or_init(|| Links::new(self.board, Scope::Candidates))
    }

    /// The links between candidates and groups.
    pub(crate) fn grouped_links(&self) -> &Links<S> {
        self.grouped_links.get_or_init(|| Links::new(self.board, Scope::Groups))
    }

    /// The links between candidates, groups and almost locked sets.
    pub(crate) fn set_links(&self) -> &Links<S> {
        self.set_links.get_or_init(|| Links::new(self.board, Scope::Sets))
    }

    /// The rectangles of open cells that must not come out as two digits twice.
    pub(super) fn rectangles(&self) -> &[Rectangle<S>] {
        self.rectangles.get_or_init(|| Rectangle::on(self))
    }

    /// The marks that no placing of their digit in all houses has: what fish may erase.
    pub(super) fn unplaceable(&self) -> &S::CandidateSet {
        self.unplaceable.get_or_init(|| houses::unplaceable(self))
    }

    /// The largest fish that anything is kept about.
    const LARGEST_FISH: usize = 4;

    /// Whether there are finned fish of this size, sashimi or not, if a hunt has [told](Scene::note_finned).
    pub(super) fn finned(&self, size: usize, sashimi: bool) -> Option<bool> {
        self.finned.get(size)?[usize::from(sashimi)].get()
    }

    /// Keeps what a whole hunt has met.
    pub(super) fn note_finned(&self, size: usize, sashimi: bool, are_there: bool) {
        if let Some(of_size) = self.finned.get(size) {
            of_size[usize::from(sashimi)].set(Some(are_there));
        }
    }

    /// For each row or each column, this digit's places along it, as masks.
    pub(crate) fn lines(&self, digit: S::Digit, axis: Axis) -> &[Mask] {
        self.lines.get_or_init(|| Lines::of(self.board)).along(digit, axis)
    }

    /// The houses in which this digit has exactly two places left: if it is not in the one
    /// it is in the other. Such a pair is called a conjugate pair.
    pub fn conjugates(&self, digit: S::Digit) -> S::HouseSet {
        self.conjugates.get_or_init(|| self.all_conjugates())[digit]
    }

    fn all_conjugates(&self) -> S::ByDigit<S::HouseSet> {
        let space = self.board.space();
        let mut conjugates = S::ByDigit::filled(S::HouseSet::EMPTY);
        for digit in space.all_digits() {
            let mut pairs = S::HouseSet::EMPTY;
            for axis in Axis::BOTH {
                for (number, &places) in self.lines(digit, axis).iter().enumerate() {
                    if count(places) == 2 {
                        pairs.insert(axis.line(space, number));
                    }
                }
            }
            for &block in space.blocks() {
                if self.board.places(digit, block).pair().is_some() {
                    pairs.insert(block);
                }
            }
            conjugates[digit] = pairs;
        }
        conjugates
    }
}

impl<S: Space> Deref for Scene<'_, S> {
    type Target = Board<S>;
    fn deref(&self) -> &Board<S> {
        self.board
    }
}
