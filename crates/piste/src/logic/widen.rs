//! Steps in the words that have room for every shape.
//!
//! A strategy is compiled for each space, so that it is fast. What it has found is told and drawn rarely, and by
//! code that is compiled once. So a step is turned into the words of [`Large`] before anything is made of it
//! for people: sentences, pictures, answers. Cells, digits and houses keep their order.

use super::{Effect, Evidence, Hint, Link, Mistake, Node, Part, Reason, Step};
use piste_core::space::{CandidatesOf, Figure, Large, Mark, SetOf, Space};

fn houses<S: Space>(space: &S, houses: S::HouseSet) -> <Large as Space>::HouseSet {
    houses.iter().map(|house| space.widened(house)).collect()
}

fn candidates<S: Space>(candidates: &S::CandidateSet) -> <Large as Space>::CandidateSet {
    let mut wide = <Large as Space>::CandidateSet::EMPTY;
    for digit in candidates.digits() {
        wide.insert_all(digit.widened(), S::widened_cells(candidates.cells_of(digit)));
    }
    wide
}

impl<S: Space> Step<S> {
    /// The same step in the words that have room for every shape; `space` is that of its board.
    pub fn widened(&self, space: &S) -> Step<Large> {
        Step {
            strategy: self.strategy,
            effect: self.effect.widened(),
            evidence: self.evidence.widened(space),
        }
    }
}

impl<S: Space> Hint<S> {
    /// The same hint in the words that have room for every shape; `space` is that of its board.
    pub fn widened(&self, space: &S) -> Hint<Large> {
        match self {
            Hint::Solved => Hint::Solved,
            Hint::Stuck => Hint::Stuck,
            Hint::Next(step) => Hint::Next(step.widened(space)),
            Hint::Mistakes(mistakes) => {
                Hint::Mistakes(mistakes.iter().map(Mistake::widened).collect())
            }
        }
    }
}

impl<S: Space> Mistake<S> {
    fn widened(&self) -> Mistake<Large> {
        match self {
            Mistake::Written(wrong) => Mistake::Written(wrong.widened()),
            Mistake::Erased(right) => Mistake::Erased(right.widened()),
        }
    }
}

impl<S: Space> Effect<S> {
    /// The same effect in the words that have room for every shape.
    pub fn widened(&self) -> Effect<Large> {
        match self.placed() {
            Some(placed) if !self.erases() => Effect::of(placed.widened()),
            _ => Effect::new(
                candidates::<S>(&self.placements()),
                candidates::<S>(&self.eliminations()),
            ),
        }
    }
}

impl<S: Space> Evidence<S> {
    /// The same evidence in the words that have room for every shape.
    pub fn widened(&self, space: &S) -> Evidence<Large> {
        Evidence {
            digits: S::widened_digits(self.digits),
            houses: houses(space, self.houses),
            covers: houses(space, self.covers),
            parts: self.parts.iter().map(Part::widened).collect(),
            links: self.links.iter().map(|link| link.widened(space)).collect(),
        }
    }
}

impl<S: Space> Part<S> {
    fn widened(&self) -> Part<Large> {
        Part {
            role: self.role,
            cells: S::widened_cells(self.cells),
            digits: S::widened_digits(self.digits),
        }
    }
}

impl<S: Space> Link<S> {
    fn widened(&self, space: &S) -> Link<Large> {
        let reason = match self.reason {
            Reason::Cell => Reason::Cell,
            Reason::Sight => Reason::Sight,
            Reason::House(house) => Reason::House(space.widened(house)),
            Reason::Set(set) => Reason::Set(S::widened_cells(set)),
            Reason::Uniqueness(set) => Reason::Uniqueness(S::widened_cells(set)),
            Reason::Rule(rule) => Reason::Rule(rule),
        };
        Link { chain: self.chain, from: self.from.widened(), to: self.to.widened(), reason }
    }
}

impl<S: Space> Node<S> {
    /// The same statement in the words that have room for every shape.
    pub fn widened(&self) -> Node<Large> {
        Node { digit: self.digit.widened(), cells: S::widened_cells(self.cells), on: self.on }
    }
}
