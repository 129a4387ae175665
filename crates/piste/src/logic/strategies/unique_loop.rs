//! # Unique loop
//!
//! ## Idea
//! A unique rectangle can have more than four corners: a loop of six, eight or more cells in
//! which each sees the next, and each house has none of them or two. If all of them held only a
//! and b, in turn, the two could be exchanged all along the loop, and the puzzle would have two
//! solutions. So one of the cells holds something else: one of the further marks, the
//! *guardians*, is true.
//!
//! What all guardians rule out goes (types 1 and 2). If they are in two cells of a house, they
//! stand for one cell with all their digits, and may make a subset with other cells there (type
//! 3). And if a must be in one of these two cells, the other is not b (type 4).
//!
//! ## Why it is sound
//! Round the loop a and b take turns. Each house has two of the cells or none, and the two hold
//! one a and one b. With a and b exchanged everywhere in the loop every house holds what it
//! held before. It is so with any houses, but not where cells may not be equal that no house
//! holds together (a knight's move).
//!
//! ## Example
//! r1c1, r1c4, r2c4, r2c8, r3c8 and r3c1 can only be 4 or 9, but r3c1 can also be 7: it is 7.
//!
//! ## Sources
//! The players' forum: the thread *Standardizing the Uniqueness descriptions* (2005) calls a loop of six cells a
//! unique loop, and the thread *Uniqueness chains* says which chains of pairs close to one. Sudoku Explainer has it by
//! this name, and rates loops of six cells 4.6 and up. Loops of four are unique rectangles and told there; loops of up to
//! fourteen cells are looked for.

use super::support::guardians::{self, Roof, conclusion};
use crate::logic::rectangle::is_exchange_safe;
use crate::logic::{Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct UniqueLoop;

static INFO: Info = Info {
    slug: "unique-loop",
    name: "unique loop",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &[],
    explain,
};

const SHORTEST: usize = 6;
const LONGEST: usize = 14;
/// In how many cells there may be guardians.
const MOST_RICH: usize = 3;
/// So many cells are added to loops of two digits, and then no more.
const WORK: usize = 40_000;

impl<S: Space> Strategy<S> for UniqueLoop {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let digits: Vec<S::Digit> = scene.space().all_digits().iter().collect();
        let mut told = HashSet::new();
        for (i, &a) in digits.iter().enumerate() {
            for &b in &digits[i + 1..] {
                let cells = scene.cells(a) & scene.cells(b);
                let plain = cells & scene.bivalues();
                if plain.len() + MOST_RICH < SHORTEST {
                    continue;
                }
                let (two, path, told) = (S::DigitSet::of(&[a, b]), Vec::new(), &mut told);
                let mut growing = Growing { scene, two, path, work: WORK, told };
                let mut free = cells;
                for start in plain {
                    growing.from(start, free, sink)?;
                    free.remove(start);
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A loop in the making.
struct Growing<'a, 'b, S: Space> {
    scene: &'a Scene<'b, S>,
    two: S::DigitSet,
    path: Vec<S::Cell>,
    work: usize,
    told: &'a mut HashSet<S::CellSet>,
}

impl<S: Space> Growing<'_, '_, S> {
    fn from(&mut self, start: S::Cell, free: S::CellSet, sink: &mut Sink<S>) -> ControlFlow<()> {
        let once = self.scene.space().houses(start);
        self.path.push(start);
        let flow = self.grow(free.without(start), [once, S::HouseSet::EMPTY], 0, sink);
        self.path.pop();
        flow
    }

    /// Adds a cell; `met` are the houses with one cell or more, and those with two.
    fn grow(
        &mut self,
        free: S::CellSet,
        met: [S::HouseSet; 2],
        rich: usize,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let space = self.scene.space();
        let [once, twice] = met;
        let last = self.path[self.path.len() - 1];
        if self.path.len() >= SHORTEST && once == twice && self.is_loop() {
            self.offer(sink)?;
        }
        if self.path.len() == LONGEST {
            return ControlFlow::Continue(());
        }
        for next in free & space.peers(last) {
            let houses = space.houses(next);
            let rich = rich + usize::from(!self.scene.bivalues().contains(next));
            if rich > MOST_RICH || !(houses & twice).is_empty() {
                continue;
            }
            if self.work == 0 {
                return ControlFlow::Continue(());
            }
            self.work -= 1;
            self.path.push(next);
            let met = [once | houses, twice | (once & houses)];
            let flow = self.grow(free.without(next), met, rich, sink);
            self.path.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the digits can take turns: the two cells of every house are an odd and an even one.
    fn is_loop(&self) -> bool {
        let space = self.scene.space();
        let every_second = |from| self.path.iter().skip(from).step_by(2).copied().collect();
        let [even, odd]: [S::CellSet; 2] = [every_second(0), every_second(1)];
        self.path.len().is_multiple_of(2)
            && space.houses_of(even | odd).iter().all(|house| {
                let cells = space.cells(house);
                (cells & even).len() == 1 && (cells & odd).len() == 1
            })
    }

    fn offer(&mut self, sink: &mut Sink<S>) -> ControlFlow<()> {
        let cells: S::CellSet = self.path.iter().copied().collect();
        if !self.told.insert(cells) {
            return ControlFlow::Continue(());
        }
        let scene = self.scene;
        let further = scene.marks_of_all(scene.space().all_digits() - self.two, cells);
        let roof = further.cells().pair().map(|cells| Roof { cells, plain: [self.two; 2] });
        let mut evidence = Evidence::default();
        for &cell in &self.path {
            evidence = evidence.and(Role::Body, cell.into(), self.two);
        }
        guardians::offer(&INFO, scene, &evidence, &further, roof, sink)
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let cells = step.evidence.parts_in(Role::Body);
    let cells = cells.map(|part| Message::new("list").with("what", part.cells));
    Message::new("unique-loop")
        .with("cells", cells.collect::<Vec<_>>())
        .with("digits", step.evidence.first_part().digits)
        .with("so", conclusion(step))
}
