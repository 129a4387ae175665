//! A step of a solve: what changes, and what one must see to believe it.
//!
//! Every strategy speaks of its finds in one small vocabulary, so that drawing, phrasing
//! and pricing a step need no case per strategy:
//!
//! - **houses** and **covers**: the houses one looks at, and for fish-like patterns those
//!   that cut across them;
//! - **parts**: groups of cells with the digits that matter there, each in a [`Role`];
//! - **links**: "if this then that", from [`Node`] to [`Node`], each with its [`Reason`].
//!
//! The commonest steps, singles, need none of the lists, so they cost no allocation.
//!
//! All of it is written over the space that the board lies in, the classic one unless another is named.

use super::{Info, Message};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Classic, Mark, SetOf, Space};

/// One step: a strategy's find on a particular board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<S: Space = Classic> {
    /// The strategy that found it.
    pub strategy: &'static Info,
    /// What changes.
    pub effect: Effect<S>,
    /// What one must see.
    pub evidence: Evidence<S>,
}

impl<S: Space> Step<S> {
    /// Writes the digits and erases the marks.
    pub fn apply(&self, board: &mut Board<S>) {
        self.effect.apply(board);
    }

    /// Cuts the step, found on one board, to what it still changes on a later one. Says whether
    /// there is anything, and whether all that one must see is still there to be seen.
    pub(super) fn keep_what_is_left(&mut self, found_on: &Board<S>, now: &Board<S>) -> bool {
        self.effect.keep_what_is_left(now);
        !self.effect.is_empty() && self.evidence.is_still_there(found_on, now)
    }

    /// Why it holds, as a message; `board` is the board before the step.
    ///
    /// # Panics
    /// If the strategy it names did not find it, and it lacks what that strategy's steps have.
    pub fn message(&self, board: &Board<S>) -> Message {
        (self.strategy.explain)(&self.widened(board.space()), &board.widened())
    }

    /// Why it holds, in plain English; `board` is the board before the step.
    ///
    /// # Panics
    /// As [`Step::message`].
    pub fn explain(&self, board: &Board<S>) -> String {
        self.message(board).to_string()
    }
}

/// What a step changes: digits to write, marks to erase.
///
/// Nearly all steps of a solve write one digit and nothing else, so that is kept in place
/// and anything larger behind a pointer: a step is a few words, and a solve of singles is
/// made without allocating for them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effect<S: Space = Classic>(Change<S>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Change<S: Space> {
    Nothing,
    Place(S::Candidate),
    /// Digits to write and marks to erase; never just one digit to write.
    Many(Box<[S::CandidateSet; 2]>),
}

impl<S: Space> Default for Effect<S> {
    fn default() -> Effect<S> {
        Effect(Change::Nothing)
    }
}

impl<S: Space> Effect<S> {
    /// Writes these digits and erases these marks.
    pub fn new(placements: S::CandidateSet, eliminations: S::CandidateSet) -> Effect<S> {
        match (placements.single(), eliminations.is_empty()) {
            (Some(placed), true) => Effect(Change::Place(placed)),
            (None, true) if placements.is_empty() => Effect(Change::Nothing),
            _ => Effect(Change::Many(Box::new([placements, eliminations]))),
        }
    }

    /// Writes one digit.
    #[inline]
    pub fn place(cell: S::Cell, digit: S::Digit) -> Effect<S> {
        Effect::of(S::Candidate::new(cell, digit))
    }

    /// Writes this digit in this cell.
    #[inline]
    pub(super) fn of(placed: S::Candidate) -> Effect<S> {
        Effect(Change::Place(placed))
    }

    /// Writes these digits.
    pub fn write(candidates: S::CandidateSet) -> Effect<S> {
        Effect::new(candidates, S::CandidateSet::EMPTY)
    }

    /// Erases these marks.
    pub fn eliminate(candidates: S::CandidateSet) -> Effect<S> {
        Effect::new(S::CandidateSet::EMPTY, candidates)
    }

    /// The digits to write.
    pub fn placements(&self) -> S::CandidateSet {
        match &self.0 {
            Change::Nothing => S::CandidateSet::EMPTY,
            Change::Place(candidate) => (*candidate).into(),
            Change::Many(both) => both[0],
        }
    }

    /// The marks to erase, beyond those that the placements themselves erase.
    pub fn eliminations(&self) -> S::CandidateSet {
        match &self.0 {
            Change::Nothing | Change::Place(_) => S::CandidateSet::EMPTY,
            Change::Many(both) => both[1],
        }
    }

    /// Whether there are marks to erase.
    #[inline]
    pub fn erases(&self) -> bool {
        matches!(&self.0, Change::Many(both) if !both[1].is_empty())
    }

    /// The only digit to write, if there is exactly one.
    #[inline]
    pub fn placed(&self) -> Option<S::Candidate> {
        match &self.0 {
            Change::Nothing => None,
            Change::Place(candidate) => Some(*candidate),
            Change::Many(both) => both[0].single(),
        }
    }

    /// Whether nothing changes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Change::Nothing)
    }

    /// Whether the board would change: a digit to write is not yet there, or a mark to
    /// erase still is.
    pub fn changes(&self, board: &Board<S>) -> bool {
        match &self.0 {
            Change::Nothing => false,
            Change::Place(placed) => board.value(placed.cell()) != Some(placed.digit()),
            Change::Many(both) => {
                both[0].iter().any(|placed| board.value(placed.cell()) != Some(placed.digit()))
                    || both[1].iter().any(|gone| board.has(gone))
            }
        }
    }

    /// Whether all of it can be done on the board: every digit to write and every mark to
    /// erase is there as a mark.
    pub fn fits(&self, board: &Board<S>) -> bool {
        match &self.0 {
            Change::Nothing => true,
            Change::Place(placed) => board.has(*placed),
            Change::Many(both) => both.iter().all(|marks| marks.iter().all(|mark| board.has(mark))),
        }
    }

    /// Takes out what cannot be done on the board, as it has been done or ruled out.
    fn keep_what_is_left(&mut self, board: &Board<S>) {
        if self.fits(board) {
            return;
        }
        *self = match &self.0 {
            Change::Nothing | Change::Place(_) => Effect(Change::Nothing),
            Change::Many(both) => {
                let [placements, eliminations] = both.map(|marks| {
                    marks.iter().filter(|&mark| board.has(mark)).collect::<S::CandidateSet>()
                });
                Effect::new(placements, eliminations)
            }
        };
    }

    /// Writes the digits and erases the marks.
    pub fn apply(&self, board: &mut Board<S>) {
        match &self.0 {
            Change::Nothing => {}
            Change::Place(placed) => board.place(placed.cell(), placed.digit()),
            Change::Many(both) => {
                for placed in both[0].iter() {
                    board.place(placed.cell(), placed.digit());
                }
                for digit in both[1].digits() {
                    board.eliminate_all(digit, both[1].cells_of(digit));
                }
            }
        }
    }
}

/// What one must see to believe a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence<S: Space = Classic> {
    /// The digits it is about, where they are not plain from the parts.
    pub digits: S::DigitSet,
    /// The houses to look at.
    pub houses: S::HouseSet,
    /// The houses that cut across them, for fish-like patterns.
    pub covers: S::HouseSet,
    /// Cells and their digits, each group in its role, in the order to tell them.
    pub parts: Vec<Part<S>>,
    /// Inferences, in the order to tell them.
    pub links: Vec<Link<S>>,
}

impl<S: Space> Default for Evidence<S> {
    fn default() -> Evidence<S> {
        Evidence {
            digits: S::DigitSet::EMPTY,
            houses: S::HouseSet::EMPTY,
            covers: S::HouseSet::EMPTY,
            parts: Vec::new(),
            links: Vec::new(),
        }
    }
}

impl<S: Space> Evidence<S> {
    /// One house is all there is to see.
    pub fn house(house: S::House) -> Evidence<S> {
        Evidence { houses: house.into(), ..Evidence::default() }
    }

    /// One group of cells is all there is to see.
    pub fn part(role: Role, cells: S::CellSet, digits: S::DigitSet) -> Evidence<S> {
        Evidence { parts: vec![Part { role, cells, digits }], ..Evidence::default() }
    }

    /// These houses too.
    #[must_use]
    pub fn in_houses(mut self, houses: impl IntoIterator<Item = S::House>) -> Evidence<S> {
        self.houses.extend(houses);
        self
    }

    /// This group of cells too.
    #[must_use]
    pub fn and(mut self, role: Role, cells: S::CellSet, digits: S::DigitSet) -> Evidence<S> {
        self.parts.push(Part { role, cells, digits });
        self
    }

    /// The cells in this role.
    pub fn cells(&self, role: Role) -> S::CellSet {
        self.parts_in(role).fold(S::CellSet::EMPTY, |cells, part| cells | part.cells)
    }

    /// The parts in this role, in order.
    pub fn parts_in(&self, role: Role) -> impl Iterator<Item = &Part<S>> {
        self.parts.iter().filter(move |part| part.role == role)
    }
}

impl<S: Space> Evidence<S> {
    /// Whether every open cell and every mark that the parts and the links name on the one
    /// board is still there on the other, later one.
    fn is_still_there(&self, found_on: &Board<S>, now: &Board<S>) -> bool {
        let written = found_on.open() - now.open();
        let is_there = |cells: S::CellSet, digits: S::DigitSet| {
            (cells & written).is_empty()
                && digits
                    .iter()
                    .all(|digit| ((found_on.cells(digit) & cells) - now.cells(digit)).is_empty())
        };
        self.parts.iter().all(|part| is_there(part.cells, part.digits))
            && self.links.iter().all(|link| {
                let ends = [link.from, link.to];
                ends.iter().all(|node| is_there(node.cells, node.digit.into()))
            })
    }
}

/// For whoever tells a step: what its strategy has put there. Where it is not, the step is
/// none that the strategy found, and that is a mistake of ours.
impl<S: Space> Evidence<S> {
    /// The first part.
    #[track_caller]
    pub(super) fn first_part(&self) -> &Part<S> {
        self.parts.first().expect("the strategy names the cells that take part")
    }

    /// The first part in this role.
    #[track_caller]
    pub(super) fn part_in(&self, role: Role) -> &Part<S> {
        let part = self.parts_in(role).next();
        part.unwrap_or_else(|| panic!("the strategy names its {role:?}"))
    }

    /// The one house to look at.
    #[track_caller]
    pub(super) fn the_house(&self) -> S::House {
        self.houses.single().expect("the strategy names one house")
    }

    /// The one digit that it is about.
    #[track_caller]
    pub(super) fn the_digit(&self) -> S::Digit {
        self.digits.single().expect("the strategy names one digit")
    }
}

/// Some cells, the digits that matter there, and the role they play.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Part<S: Space = Classic> {
    /// What they are to the pattern.
    pub role: Role,
    /// The cells.
    pub cells: S::CellSet,
    /// The digits that matter there.
    pub digits: S::DigitSet,
}

/// What a group of cells is to a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The body of the pattern: the subset, the fish, the rectangle, an almost locked set.
    Body,
    /// The cell or set that the others hang on: a wing's pivot, a blossom's stem.
    Pivot,
    /// What hangs on the pivot: a wing's pincers, a blossom's petals, the ends of a chain.
    Pincer,
    /// What spoils the plain pattern and limits its reach: fins, a rectangle's extra marks.
    Fin,
    /// One of two colours: these are all true or all false.
    ColourA,
    /// The other colour.
    ColourB,
    /// A digit tried and what follows from it.
    Trial,
    /// Where the contradiction shows.
    Contradiction,
}

/// One inference: if `from` then `to`, because of `reason`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Link<S: Space = Classic> {
    /// Which of the step's chains it belongs to, counted from 0.
    pub chain: u8,
    /// The premise.
    pub from: Node<S>,
    /// The conclusion.
    pub to: Node<S>,
    /// Why the one follows from the other.
    pub reason: Reason<S>,
}

/// A statement about a digit: it is in one of these cells, or in none of them.
///
/// With one cell: "r5c2 is 7" or "r5c2 is not 7". With several, a group: "the 7 of box 4
/// is among r5c1 and r5c2".
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Node<S: Space = Classic> {
    /// The digit.
    pub digit: S::Digit,
    /// The cells.
    pub cells: S::CellSet,
    /// Whether the digit is there (true) or not (false).
    pub on: bool,
}

impl<S: Space> Node<S> {
    /// This candidate is true, or false.
    pub fn new(candidate: S::Candidate, on: bool) -> Node<S> {
        Node { digit: candidate.digit(), cells: candidate.cell().into(), on }
    }

    /// The only cell, if it is not a group.
    pub fn cell(&self) -> Option<S::Cell> {
        self.cells.single()
    }
}

/// Why one statement follows from another.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Reason<S: Space = Classic> {
    /// A cell holds one digit, and (off to on) this is the last one left.
    Cell,
    /// A house holds a digit once, and (off to on) this is the last place left.
    House(S::House),
    /// A digit cannot be in two places that see each other, though no one house has them all.
    Sight,
    /// These cells form an almost locked set: without one digit they hold all the others.
    Set(S::CellSet),
    /// A unique rectangle or another pattern in these cells would have two solutions.
    Uniqueness(S::CellSet),
    /// A rule took the mark out once others had gone.
    Rule(Rule),
}

macro_rules! copies {
    ($($Of:ident),*) => {$(
        impl<S: Space> Clone for $Of<S> {
            #[inline]
            fn clone(&self) -> $Of<S> {
                *self
            }
        }

        impl<S: Space> Copy for $Of<S> {}
    )*};
}

copies!(Part, Link, Node, Reason);

/// A rule that takes marks out in the course of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Locked candidates.
    Lock,
    /// A hidden pair.
    HiddenPair,
    /// A naked pair.
    NakedPair,
    /// An X-wing.
    XWing,
    /// A chain inside the chain.
    Chain,
}

impl Rule {
    /// The name in files and by which its words are chosen: `naked-pair`.
    pub const fn slug(self) -> &'static str {
        match self {
            Rule::Lock => "lock",
            Rule::HiddenPair => "hidden-pair",
            Rule::NakedPair => "naked-pair",
            Rule::XWing => "x-wing",
            Rule::Chain => "chain",
        }
    }
}
