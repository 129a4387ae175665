//! # Bivalue oddagon
//!
//! ## Idea
//! A ring of an odd number of cells, each of which sees the next. If all of them could only
//! hold the same two digits, the digits would have to take turns round the ring, which an odd
//! ring does not allow. So one of the cells holds something else: one of the further marks in
//! the ring, its *guardians*, is true, and what all of them rule out goes.
//!
//! ## Why it is sound
//! Neighbours in the ring see each other, so they are not equal. Two digits that take turns
//! come back to the start after an even number of steps only. Nothing here asks whether the
//! solution is the only one.
//!
//! ## Example
//! r1c1, r1c5, r5c5, r5c2 and r2c2 make a ring of five, and can only be 3 or 7, but r5c5 can
//! also be 4: it is 4.
//!
//! ## Sources
//! SudokuWiki has the rings of odd length for one digit, with guardians, from Rod Hagglund; on the players' forum they are
//! broken wings, and Denis Berthier calls them oddagons. This is the form with two digits.
//! Rings of five, seven and nine cells are looked for: one of three is a naked pair.

use super::support::guardians::{conclusion, ruled_out_by_all, with_guardians};
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct BivalueOddagon;

static INFO: Info = Info {
    slug: "bivalue-oddagon",
    name: "bivalue oddagon",
    family: Family::Wings,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// The shortest ring, and the longest. One of three is a naked pair with a cell too many.
const SHORTEST: usize = 5;
const LONGEST: usize = 9;
/// In how many cells of it there may be guardians.
const MOST_RICH: usize = 3;
/// So many cells are added to rings for two digits, and then no more.
const WORK: usize = 40_000;

impl<S: Space> Strategy<S> for BivalueOddagon {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let mut told = HashSet::new();
        let digits: Vec<S::Digit> = scene.space().all_digits().iter().collect();
        for (i, &a) in digits.iter().enumerate() {
            for &b in &digits[i + 1..] {
                let two = S::DigitSet::of(&[a, b]);
                let cells = scene.cells(a) & scene.cells(b);
                if (cells & scene.bivalues()).is_empty() {
                    continue;
                }
                // Rings of fewer cells are easier to see.
                for length in (SHORTEST..=LONGEST).step_by(2) {
                    let mut work = WORK;
                    let told = &mut told;
                    let mut ring = Ring { scene, two, cells, length, path: Vec::new(), told };
                    ring.begin(&mut work, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A ring in the making.
struct Ring<'a, 'b, S: Space> {
    scene: &'a Scene<'b, S>,
    two: S::DigitSet,
    /// The cells that can hold both digits.
    cells: S::CellSet,
    length: usize,
    path: Vec<S::Cell>,
    told: &'a mut HashSet<(S::CandidateSet, S::CandidateSet)>,
}

impl<S: Space> Ring<'_, '_, S> {
    /// Rings from every cell that has just the two digits, which is the first such cell of the ring.
    fn begin(&mut self, work: &mut usize, sink: &mut Sink<S>) -> ControlFlow<()> {
        let plain = self.cells & self.scene.bivalues();
        let mut free = self.cells;
        for start in plain {
            self.path.push(start);
            let flow = self.grow(free.without(start), 0, work, sink);
            self.path.pop();
            flow?;
            free.remove(start);
        }
        ControlFlow::Continue(())
    }

    fn grow(
        &mut self,
        free: S::CellSet,
        rich: usize,
        work: &mut usize,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let space = self.scene.space();
        let (first, last) = (self.path[0], self.path[self.path.len() - 1]);
        if self.path.len() == self.length {
            return match space.sees(first, last) {
                true => self.offer(sink),
                false => ControlFlow::Continue(()),
            };
        }
        for next in free & space.peers(last) {
            let rich = rich + usize::from(!self.scene.bivalues().contains(next));
            if rich > MOST_RICH {
                continue;
            }
            if *work == 0 {
                return ControlFlow::Continue(());
            }
            *work -= 1;
            self.path.push(next);
            let flow = self.grow(free.without(next), rich, work, sink);
            self.path.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn offer(&mut self, sink: &mut Sink<S>) -> ControlFlow<()> {
        let ring: S::CellSet = self.path.iter().copied().collect();
        let scene = self.scene;
        let guardians = scene.marks_of_all(scene.space().all_digits() - self.two, ring);
        let gone = ruled_out_by_all(scene, &guardians);
        if gone.is_empty() || !self.told.insert((guardians, gone)) {
            return ControlFlow::Continue(());
        }
        // Cell by cell in the order of the ring, so that it is told in this order.
        let mut evidence = Evidence { digits: self.two, ..Evidence::default() };
        for &cell in &self.path {
            evidence = evidence.and(Role::Body, cell.into(), self.two);
        }
        let evidence = with_guardians(evidence, &guardians);
        sink.offer(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let ring: Vec<Message> = step
        .evidence
        .parts_in(Role::Body)
        .map(|part| Message::new("list").with("what", part.cells))
        .collect();
    Message::new("oddagon")
        .with("count", ring.len())
        .with("ring", ring)
        .with("digits", step.evidence.digits)
        .with("so", conclusion(step))
}
