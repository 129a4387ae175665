//! # Double exocet
//!
//! ## Idea
//! Two [junior exocets](exocet.md) in one band, with the same three cross lines and
//! together four digits: their bases lie in different rows and boxes, and in the third box the
//! target of the one lies in the row of the other's base. Then no digit is in both bases, so
//! each of the four is in one of them. Now every digit is known to be in a base, in a target,
//! and just twice in the cross lines outside the band. What sees all places of a digit in the
//! bases or in the targets cannot be that digit; and if two houses hold all its places in the
//! cross lines, it is nowhere else in these houses. Rows and columns may be exchanged.
//!
//! ## Why it is sound
//! Suppose a digit is in both bases. Then it is in the rows of both and in both boxes, and what
//! is left in the third box is the third row. Both exocets need it in a target: not in the
//! box of the other base, where it is already, so in their target of the third box. But one of
//! these is not in the third row. So the bases share no digit, and with two each they have all
//! four. A digit of a base is in one of its targets and in no other cell of the cross lines in
//! the band: the base's row and box have it, the cells beside the targets cannot hold it, and
//! the second target holds the other digit. Each of the three cross lines has it once, so
//! outside the band they have it twice, once in each of two houses that hold all its places.
//!
//! ## Example
//! The bases r1c1, r1c2 and r2c4, r2c5 can hold 1, 2, 5 and 7, with the cross lines c3, c6
//! and c8. In these the 5s of the rows 4 to 9 are in row 4 and row 8. So no other cell of row 4
//! and row 8 can be 5, nor can r1c6, which sees both bases.
//!
//! ## Sources
//! The rule for two exocets with the same four digits in one band was worked out by David P.
//! Bird, champagne and others on the players' forum, in the thread *JExocet Pattern Definition*.
//! Their other form, with three digits and a common target, is not looked for. It needs the nine boxes
//! of three by three; further houses do no harm.

use super::exocet::{self, Exocet};
use super::support::nine;
use crate::logic::lines::Mask;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct DoubleExocet;

static INFO: Info = Info {
    slug: "double-exocet",
    name: "double exocet",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// The digits of both bases together.
const DIGITS: usize = 4;

impl<S: Space> Strategy<S> for DoubleExocet {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        nine::has_nine_boxes(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let mut all: Vec<Exocet<S>> = Vec::new();
        exocet::each(scene, |exocet| {
            all.push(exocet);
            ControlFlow::Continue(())
        })?;
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                let double = Double::of(one, other).map(|double| double.step(scene));
                double.flatten().map_or(ControlFlow::Continue(()), |step| sink.offer(step))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Two exocets that share no digit of their bases.
struct Double<'a, S: Space> {
    both: [&'a Exocet<S>; 2],
    digits: S::DigitSet,
}

impl<'a, S: Space> Double<'a, S> {
    fn of(one: &'a Exocet<S>, other: &'a Exocet<S>) -> Option<Double<'a, S>> {
        let (a, b) = (&one.base, &other.base);
        let in_band = a.axis == b.axis && a.line / 3 == b.line / 3 && a.line != b.line;
        let digits = a.digits | b.digits;
        if !in_band || a.beside / 3 == b.beside / 3 || digits.len() != DIGITS {
            return None;
        }
        let cross = |exocet: &Exocet<S>| {
            let mut lines = exocet.cross();
            lines.sort_unstable();
            lines
        };
        let third = 3 - a.beside / 3 - b.beside / 3;
        let in_third = |exocet: &Exocet<S>, line: usize| {
            exocet.targets.iter().any(|target| target.across / 3 == third && target.line == line)
        };
        let crosses = in_third(one, b.line) || in_third(other, a.line);
        (cross(one) == cross(other) && crosses).then_some(Double { both: [one, other], digits })
    }

    fn step(&self, scene: &Scene<'_, S>) -> Option<Step<S>> {
        let space = scene.space();
        let [one, other] = self.both;
        let bases = one.base.cells | other.base.cells;
        let targets = one.target_cells() | other.target_cells();
        let mut evidence = Evidence::part(Role::Body, one.base.cells, self.digits)
            .and(Role::Body, other.base.cells, self.digits)
            .and(Role::Pincer, one.target_cells(), self.digits)
            .and(Role::Pincer, other.target_cells(), self.digits);
        let across = one.base.axis.crossing();
        evidence.covers = one.cross().iter().map(|&number| across.line(space, number)).collect();
        let outside = self.outside(space);
        let mut gone = S::CandidateSet::EMPTY;
        for digit in self.digits {
            for cells in [bases, targets] {
                let places = scene.cells(digit) & cells;
                if !places.is_empty() {
                    gone.insert_all(digit, scene.cells(digit) & space.common_peers(places));
                }
            }
            if let Some((pair, cells)) = best_pair(scene, digit, outside) {
                gone.insert_all(digit, cells);
                let places = scene.cells(digit) & outside;
                evidence = evidence.and(Role::Pivot, places, digit.into()).in_houses(pair);
            }
        }
        let effect = Effect::eliminate(gone);
        (!effect.is_empty()).then_some(Step { strategy: &INFO, effect, evidence })
    }

    /// The cells of the cross lines outside the band.
    fn outside(&self, space: &S) -> S::CellSet {
        let [one, _] = self.both;
        let lines = one.cross().iter().fold(0, |all, &number| all | 1 << number);
        let band: Mask = 0b111 << (one.base.line / 3 * 3);
        let axis = one.base.axis;
        axis.crossing().cells(space, lines) - axis.cells(space, band)
    }
}

/// Two houses, and cells that see one of two digits in them.
type Pair<S> = ([<S as Space>::House; 2], <S as Space>::CellSet);

/// Of two houses that hold all places of the digit among these cells, where it is twice, those
/// that leave the most other marks without a right to be there.
fn best_pair<S: Space>(
    scene: &Scene<'_, S>,
    digit: S::Digit,
    cells: S::CellSet,
) -> Option<Pair<S>> {
    let space = scene.space();
    let written = cells.iter().filter(|&cell| scene.value(cell) == Some(digit));
    let places = (scene.cells(digit) & cells) | written.collect();
    let houses: Vec<S::House> = space.houses_of(places).iter().collect();
    let mut best: Option<Pair<S>> = None;
    for (at, &one) in houses.iter().enumerate() {
        for &other in &houses[at + 1..] {
            let both = space.cells(one) | space.cells(other);
            let gone = (scene.cells(digit) & both) - cells;
            let is_better = best.as_ref().is_none_or(|(_, most)| gone.len() > most.len());
            if places.is_subset(both) && !gone.is_empty() && is_better {
                best = Some(([one, other], gone));
            }
        }
    }
    best
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let space = board.space();
    let evidence = &step.evidence;
    let bases: Vec<_> = evidence.parts_in(Role::Body).collect();
    let covered = evidence.parts_in(Role::Pivot).map(|part| {
        // In the band no cross line has the digit written, so all that is written lies outside.
        let lines = evidence.covers.iter().flat_map(|line| space.cells(line));
        let written = lines.filter(|&cell| board.value(cell) == part.digits.single());
        let places = part.cells | written.collect();
        let houses: Vec<<Large as Space>::House> = evidence.houses.iter().collect();
        let pairs = houses.iter().flat_map(|&one| houses.iter().map(move |&other| [one, other]));
        let covers = |[one, other]: &[<Large as Space>::House; 2]| {
            one != other && places.is_subset(space.cells(*one) | space.cells(*other))
        };
        let pair = pairs.into_iter().find(covers);
        let houses: <Large as Space>::HouseSet = pair.into_iter().flatten().collect();
        Message::new("double-exocet-cover").with("digit", part.digits).with("houses", houses)
    });
    let covered: Vec<Message> = covered.collect();
    let told = match covered.is_empty() {
        true => Message::new("double-exocet"),
        false => Message::new("double-exocet-covered").with("covered", covered),
    };
    told.with("one", bases[0].cells)
        .with("other", bases[1].cells)
        .with("digits", bases[0].digits)
        .with("targets", evidence.cells(Role::Pincer))
        .with("cross", evidence.covers)
        .with("gone", step.effect.eliminations())
}
