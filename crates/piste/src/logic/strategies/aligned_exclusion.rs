//! # Aligned pair and triplet exclusion
//!
//! ## Idea
//! Take two cells and go through all the ways to fill both. Some ways are out of the question:
//! the same digit twice if the cells see each other, or two digits that would take too much
//! from a third cell or from a group of cells that all see them. What a cell cannot be in any
//! of the ways that are left is erased from it. With three cells it is the same with more ways.
//!
//! ## Why it is sound
//! Every way that is struck out breaks a rule: two equal digits that see each other, or an
//! almost locked set (n cells with n + 1 digits) that would have only n - 1 digits left for its
//! n cells. With three cells, one cell that can hold three digits may lose all three, too. So
//! the solution is among the ways that are left.
//!
//! ## Example
//! r1c1 can be 1, 2 or 5, r1c9 can be 1 or 2. r1c5 is 1 or 5 and r1c6 is 2 or 5. With r1c1 = 5
//! and r1c9 = 1 nothing is left for r1c5, with r1c9 = 2 nothing for r1c6: r1c1 is not 5.
//!
//! ## Sources
//! The players' forum names Rod Hagglund as the inventor (thread *Aligned Pair Exclusion*); the cells
//! had to lie in one line at first, hence the name, which they need not. Sudoku Explainer rates the pair 6.2 and the triplet 7.5. Here pairs are
//! excluded by almost locked sets, triplets by cells with two or three candidates.

use crate::logic::als::Als;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, Mark, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct AlignedPairExclusion;
pub(in crate::logic) struct AlignedTripletExclusion;

const fn info(slug: &'static str, name: &'static str) -> Info {
    let family = Family::AlmostLockedSets;
    Info { slug, name, family, assumes_uniqueness: false, codes: &[], explain }
}

static PAIR: Info = info("aligned-pair-exclusion", "aligned pair exclusion");
static TRIPLET: Info = info("aligned-triplet-exclusion", "aligned triplet exclusion");

/// The most candidates of a cell of the pair or triplet: more ways than that nobody goes through.
const MOST_DIGITS: usize = 5;
const MOST_DIGITS_OF_THREE: usize = 4;

/// So many almost locked sets are looked at beside pairs, and then no more.
const SETS: usize = 3_000_000;

/// So many triplets are gone through on a board, and then no more.
const TRIPLETS: usize = 30_000;

/// What strikes a way out, where it is not two equal digits: the cells that would have too little.
type Excluder<S> = (<S as Space>::CellSet, <S as Space>::DigitSet);

/// What was found out about one group of cells.
struct Ways<S: Space> {
    cells: Vec<S::Cell>,
    /// For each cell the digits that it has in a way that is left.
    left: Vec<S::DigitSet>,
    /// What struck the others out, each once, in the order in which it was needed.
    excluders: Vec<Excluder<S>>,
}

impl<S: Space> Ways<S> {
    /// Goes through all ways to fill the cells; `struck` says whether and by what one is out.
    fn through(
        scene: &Scene<'_, S>,
        cells: &[S::Cell],
        struck: &mut impl FnMut(&[S::Digit]) -> Option<Excluder<S>>,
    ) -> Ways<S> {
        let left = vec![S::DigitSet::EMPTY; cells.len()];
        let mut ways = Ways { cells: cells.to_vec(), left, excluders: Vec::new() };
        ways.fill(scene, &mut Vec::new(), struck);
        ways
    }

    fn fill(
        &mut self,
        scene: &Scene<'_, S>,
        way: &mut Vec<S::Digit>,
        struck: &mut impl FnMut(&[S::Digit]) -> Option<Excluder<S>>,
    ) {
        let at = way.len();
        if at == self.cells.len() {
            match struck(way) {
                Some(by) if self.excluders.contains(&by) => {}
                Some(by) => self.excluders.push(by),
                None => self.left.iter_mut().zip(way).for_each(|(all, digit)| all.insert(*digit)),
            }
            return;
        }
        for digit in scene.candidates(self.cells[at]) {
            let space = scene.space();
            let clash = |(other, d): (&S::Cell, &S::Digit)| {
                *d == digit && space.sees(*other, self.cells[at])
            };
            if !self.cells.iter().zip(way.iter()).any(clash) {
                way.push(digit);
                self.fill(scene, way, struck);
                way.pop();
            }
        }
    }

    /// The step, if something goes that the others do not see without it.
    fn step(&self, info: &'static Info, scene: &Scene<'_, S>) -> Option<Step<S>> {
        let mut gone = S::CandidateSet::EMPTY;
        for (&cell, &left) in self.cells.iter().zip(&self.left) {
            // No way is left at all: a contradiction, which others tell.
            if left.is_empty() {
                return None;
            }
            for digit in scene.candidates(cell) - left {
                gone.insert(S::Candidate::new(cell, digit));
            }
        }
        if gone.is_empty() || self.excluders.is_empty() {
            return None;
        }
        let body: S::CellSet = self.cells.iter().copied().collect();
        let mut evidence = Evidence::part(Role::Body, body, scene.digits_of(body));
        for &(cells, digits) in &self.excluders {
            evidence = evidence.and(Role::Pincer, cells, digits);
        }
        Some(Step { strategy: info, effect: Effect::eliminate(gone), evidence })
    }
}

impl<S: Space> Strategy<S> for AlignedPairExclusion {
    fn info(&self) -> &'static Info {
        &PAIR
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let few = |cell: &S::Cell| scene.candidates(*cell).len() <= MOST_DIGITS;
        let cells: Vec<S::Cell> = scene.open().iter().filter(few).collect();
        let sets = &scene.als().sets;
        let mut work = SETS;
        for (at, &one) in cells.iter().enumerate() {
            let of_one: Vec<&Als<S>> = sets.iter().filter(|set| touches(scene, set, one)).collect();
            for &other in &cells[at + 1..] {
                let Some(left) = work.checked_sub(of_one.len()) else {
                    return ControlFlow::Continue(());
                };
                work = left;
                let near: Vec<&Als<S>> = of_one
                    .iter()
                    .copied()
                    .filter(|set| !set.cells.contains(other) && touches(scene, set, other))
                    .collect();
                if near.is_empty() {
                    continue;
                }
                let ways = Ways::through(scene, &[one, other], &mut |way| {
                    near.iter().find_map(|set| {
                        let takes = |cell, digit: S::Digit| {
                            set.digits.contains(digit) && set.watchers[digit].contains(cell)
                        };
                        (way[0] != way[1] && takes(one, way[0]) && takes(other, way[1]))
                            .then_some((set.cells, set.digits))
                    })
                });
                if let Some(step) = ways.step(&PAIR, scene) {
                    sink.offer(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether the cell, which is not of the set, can take a digit from it.
fn touches<S: Space>(scene: &Scene<'_, S>, set: &Als<S>, cell: S::Cell) -> bool {
    !set.cells.contains(cell)
        && (set.digits & scene.candidates(cell)).iter().any(|d| set.watchers[d].contains(cell))
}

impl<S: Space> Strategy<S> for AlignedTripletExclusion {
    fn info(&self) -> &'static Info {
        &TRIPLET
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let poor = scene.bivalues() | scene.cells_with(3);
        let few = |cell: &S::Cell| scene.candidates(*cell).len() <= MOST_DIGITS_OF_THREE;
        let cells: Vec<S::Cell> = scene.open().iter().filter(few).collect();
        let mut work = TRIPLETS;
        for (i, &first) in cells.iter().enumerate() {
            let near = poor & space.peers(first);
            for (j, &second) in cells.iter().enumerate().skip(i + 1) {
                let near = near & space.peers(second);
                // One cell that sees all of them is what a pair does better.
                if near.len() < 2 {
                    continue;
                }
                for &third in &cells[j + 1..] {
                    let near = near & space.peers(third);
                    if near.len() < 2 {
                        continue;
                    }
                    if work == 0 {
                        return ControlFlow::Continue(());
                    }
                    work -= 1;
                    let ways = Ways::through(scene, &[first, second, third], &mut |way| {
                        let taken: S::DigitSet = way.iter().copied().collect();
                        let mut all = near.iter().map(|cell| (cell, scene.candidates(cell)));
                        let by = all.find(|(_, digits)| digits.is_subset(taken));
                        by.map(|(cell, digits)| (cell.into(), digits))
                    });
                    if let Some(step) = ways.step(&TRIPLET, scene) {
                        sink.offer(step)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let excluders = step
        .evidence
        .parts_in(Role::Pincer)
        .map(|part| Message::new("set-of").with("cells", part.cells).with("digits", part.digits));
    Message::new("aligned-exclusion")
        .with("cells", step.evidence.first_part().cells)
        .with("excluders", excluders.collect::<Vec<_>>())
        .with("gone", step.effect.eliminations())
}
