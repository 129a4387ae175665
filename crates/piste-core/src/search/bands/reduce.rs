//! Taking givens away, one group after the other, as long as one solution is left.
//!
//! Asking "is it still unique without this given?" from scratch, 81 times over, repeats most
//! of the work: neighbouring questions share nearly all of their givens. Those are of two
//! sorts. Some have been asked about and must stay. The others are still to be asked about,
//! and since the order is known beforehand, they are the rest of the list. What follows from
//! each rest is worked out once, from the end of the list to its beginning, one group more
//! at a time; what follows from those that stay is kept up as they become more. A question
//! then starts from both together, with much of it settled.
//!
//! Three shortcuts spare most of the questions. While the rest of the list alone solves the
//! grid, every group can go. Where digits can be [exchanged](Exchanges) around the group, it has
//! to stay. And where it comes to a search, a second solution is likely: the first fork
//! will do, and weighing them all, which pays when there is none to be found, does not.
//!
//! Which givens of a puzzle can go, each on its own, is asked in the same way, but all are likely to be
//! needed: most puzzles are minimal. Exchanges show half of them to be needed, and the others are asked
//! about [near](Near) the solution first.

use super::trio::Trio;
use super::unavoidable::Exchanges;
use super::{Care, Fork, Position, Settled};
use crate::search::lanes::{self, Lanes, Task};
use crate::{Candidate, CellSet, Digit, Solution};
use std::cmp::Reverse;

/// Hardly anything follows from fewer givens than this, so it is not worth a look.
const FEW: usize = 16;

/// Passes before a search for another solution forks. Where there are many of them, a fork tells more than
/// the passes that take the last marks.
const HASTE: usize = 3;

/// The cells that are left when the groups have been taken away in their order, but for those
/// that have to stay; no group goes if that would leave fewer than `floor` cells.
///
/// `kept` are cells that stay in any case; together with the groups they are the givens, which
/// have to have one solution, this one.
pub(in crate::search) fn reduce(
    solution: &Solution,
    kept: CellSet,
    groups: &[CellSet],
    floor: usize,
) -> CellSet {
    lanes::run(Reduce { solution, kept, groups, floor })
}

/// The givens that can be left out, each on its own, without losing the one solution; or only
/// the first of them, if that is all that matters.
pub(in crate::search) fn redundant(givens: CellSet, solution: &Solution, all: bool) -> CellSet {
    lanes::run(Redundant { givens, solution, all })
}

struct Redundant<'a> {
    givens: CellSet,
    solution: &'a Solution,
    all: bool,
}

impl<L: Lanes> Task<L> for Redundant<'_> {
    type Outcome = CellSet;

    #[inline(always)]
    fn run(self, none: L) -> CellSet {
        let Redundant { givens, solution, all } = self;
        let near = Near::to(none, solution, givens);
        let mut exchanges = Exchanges::of(solution, &near.solved, givens);
        let known = near.solved.emptied(Trio::ALL - exchanges.given());
        let mut redundant = CellSet::EMPTY;
        for cell in givens {
            exchanges.set_given(cell.into(), false);
            let is_needed = exchanges.show_another(cell.into()) || {
                let given = Candidate::new(cell, solution.get(cell));
                let mut other = known.emptied(Trio::of(cell));
                other.forbid(given);
                // If one given is redundant, others are likely to be.
                redundant.is_empty() && near.has_solution(none, &other, given)
                    || none.run(HasSolution(&mut other))
            };
            exchanges.set_given(cell.into(), true);
            if !is_needed {
                redundant |= cell.into();
                if !all {
                    break;
                }
            }
        }
        redundant
    }
}

/// So many digits stay where they are in solutions that are near the known one.
const STAY: usize = 2;

/// The solutions that are the known one in some part of the grid.
///
/// Most givens of a minimal puzzle have a witness among them, a solution that differs in no other
/// given, and with a part of the grid filled it is soon found.
struct Near<L> {
    solved: Position<L>,
    /// The digits, those with the most givens first: they have the least to move.
    digits: [Digit; Digit::COUNT],
}

impl<L: Lanes> Near<L> {
    #[inline(always)]
    fn to(none: L, solution: &Solution, givens: CellSet) -> Near<L> {
        let mut counts = [0; Digit::COUNT];
        for cell in givens {
            counts[solution.get(cell).index()] += 1;
        }
        let mut digits = Digit::ALL;
        digits.sort_by_key(|digit| Reverse(counts[digit.index()]));
        Near { solved: Position::of_givens(none, &solution.grid()), digits }
    }

    /// Whether the position has a solution near the known one, of which the given is left out. First the
    /// four boxes stay that share no line with the given, then some of the digits. If there is none,
    /// there may be others further off.
    #[inline(always)]
    fn has_solution(&self, none: L, position: &Position<L>, given: Candidate) -> bool {
        let mut near = *position;
        near.fix_cells(Trio::apart_from(given.cell()), &self.solved);
        if none.run(HasSolution(&mut near)) {
            return true;
        }
        let digits = self.digits.into_iter().filter(|&digit| digit != given.digit());
        let mut near = *position;
        near.fix(digits.take(STAY).collect(), &self.solved);
        none.run(HasSolution(&mut near))
    }
}

struct Reduce<'a> {
    solution: &'a Solution,
    kept: CellSet,
    groups: &'a [CellSet],
    floor: usize,
}

impl<L: Lanes> Task<L> for Reduce<'_> {
    type Outcome = CellSet;

    #[inline(always)]
    fn run(self, none: L) -> CellSet {
        let Reduce { solution, kept, groups, floor } = self;
        let mut stay = Known::nothing(none, solution);
        stay.add(none, kept);
        let rests = rests(none, &stay, groups);
        let mut left = groups.iter().fold(kept, |all, &group| all | group);
        let solved = Position::of_givens(none, &solution.grid());
        let mut exchanges = Exchanges::of(solution, &solved, left);
        for (i, &group) in groups.iter().enumerate() {
            exchanges.set_given(group, false);
            let mut is_needed = left.len() < floor + group.len();
            // Where there is no such rest, a shorter one has solved the grid already.
            if let (false, Some(rest)) = (is_needed, rests.get(groups.len() - 1 - i)) {
                is_needed = !rest.is_full()
                    && (exchanges.show_another(group)
                        || has_another(none, stay.position.and(rest), solution, group));
            }
            if is_needed {
                stay.add(none, group);
                exchanges.set_given(group, true);
            } else {
                left -= group;
            }
        }
        left
    }
}

/// Whether there is another solution: one that differs in a cell of the group.
#[inline(always)]
fn has_another<L: Lanes>(
    none: L,
    mut known: Position<L>,
    solution: &Solution,
    group: CellSet,
) -> bool {
    for cell in group {
        let candidate = Candidate::new(cell, solution.get(cell));
        let mut other = known;
        other.forbid(candidate);
        if none.run(HasSolution(&mut other)) {
            return true;
        }
        // Those that differ here are dealt with; the next cell is about the others.
        known.put(candidate);
    }
    false
}

/// What follows from these givens alone, from these and the last group, from these and the last
/// two, and so on until the grid is solved.
#[inline(always)]
fn rests<L: Lanes>(none: L, kept: &Known<'_, L>, groups: &[CellSet]) -> Vec<Position<L>> {
    let mut rests = Vec::with_capacity(groups.len() + 1);
    let mut known = *kept;
    rests.push(known.position);
    for &group in groups.iter().rev() {
        if known.position.is_full() {
            break;
        }
        known.add(none, group);
        rests.push(known.position);
    }
    rests
}

/// What is known from so many givens of a solution.
#[derive(Clone, Copy)]
struct Known<'a, L> {
    solution: &'a Solution,
    position: Position<L>,
    givens: usize,
}

impl<'a, L: Lanes> Known<'a, L> {
    #[inline(always)]
    fn nothing(none: L, solution: &'a Solution) -> Known<'a, L> {
        Known { solution, position: Position::blank(none), givens: 0 }
    }

    #[inline(always)]
    fn add(&mut self, none: L, cells: CellSet) {
        for cell in cells {
            self.position.put(Candidate::new(cell, self.solution.get(cell)));
        }
        self.givens += cells.len();
        if self.givens > FEW {
            let settled = none.run(Settle(&mut self.position));
            debug_assert!(settled != Settled::Broken, "there is a solution");
        }
    }
}

/// Settles the position.
struct Settle<'a, L>(&'a mut Position<L>);

impl<L: Lanes> Task<L> for Settle<'_, L> {
    type Outcome = Settled;

    #[inline(always)]
    fn run(self, _: L) -> Settled {
        self.0.settle()
    }
}

/// Tells whether there is a solution; uses up the position.
struct HasSolution<'a, L>(&'a mut Position<L>);

impl<L: Lanes> Task<L> for HasSolution<'_, L> {
    type Outcome = bool;

    #[inline(always)]
    fn run(self, none: L) -> bool {
        let HasSolution(position) = self;
        loop {
            match position.settle_within(HASTE) {
                Settled::Broken => return false,
                Settled::Solved => return true,
                Settled::Stuck => {}
            }
            let fork = Fork::find(position, Care::First);
            let (&last, others) = fork.options().split_last().expect("a fork has options");
            for &option in others {
                let mut branch = *position;
                branch.put(option);
                if none.run(HasSolution(&mut branch)) {
                    return true;
                }
            }
            position.put(last);
        }
    }
}
