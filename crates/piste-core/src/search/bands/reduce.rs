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

use super::cube::Trio;
use super::unavoidable::Exchanges;
use super::{Fork, Position};
use crate::{Candidate, CellSet, Solution};

/// Hardly anything follows from fewer givens than this, so it is not worth a look.
const FEW: usize = 16;

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
    let mut stay = Known::nothing(solution);
    stay.add(kept);
    let rests = rests(&stay, groups);
    let mut left = groups.iter().fold(kept, |all, &group| all | group);
    let mut exchanges = Exchanges::of(solution);
    exchanges.set_given(left, true);
    for (i, &group) in groups.iter().enumerate() {
        exchanges.set_given(group, false);
        let is_needed = left.len() < floor + group.len()
            // Where there is no such rest, a shorter one has solved the grid already.
            || rests.get(groups.len() - 1 - i).is_some_and(|rest| {
                !rest.open.is_none()
                    && (exchanges.show_another(group)
                        || has_another(stay.position.and(rest), solution, group))
            });
        if is_needed {
            stay.add(group);
            exchanges.set_given(group, true);
        } else {
            left -= group;
        }
    }
    left
}

/// Whether there is another solution: one that differs in a cell of the group.
fn has_another(mut known: Position, solution: &Solution, group: CellSet) -> bool {
    group.iter().any(|cell| {
        let candidate = Candidate::new(cell, solution.get(cell));
        let mut other = known;
        other.forbid(candidate);
        // Those that differ here are dealt with; the next cell is about the others.
        known.put(candidate);
        other.has_solution()
    })
}

/// What follows from these givens alone, from these and the last group, from these and the last
/// two, and so on until the grid is solved.
fn rests(kept: &Known<'_>, groups: &[CellSet]) -> Vec<Position> {
    let mut rests = Vec::with_capacity(groups.len() + 1);
    let mut known = *kept;
    rests.push(known.position);
    for &group in groups.iter().rev() {
        if known.position.open.is_none() {
            break;
        }
        known.add(group);
        rests.push(known.position);
    }
    rests
}

/// What is known from so many givens of a solution.
#[derive(Clone, Copy)]
struct Known<'a> {
    solution: &'a Solution,
    position: Position,
    givens: usize,
}

impl<'a> Known<'a> {
    fn nothing(solution: &'a Solution) -> Known<'a> {
        let position = Position { words: [Trio::ALL; 9], settled: [Trio::ALL; 9], open: Trio::ALL };
        Known { solution, position, givens: 0 }
    }

    fn add(&mut self, cells: CellSet) {
        for cell in cells {
            self.position.put(Candidate::new(cell, self.solution.get(cell)));
        }
        self.givens += cells.len();
        if self.givens > FEW {
            let settled = self.position.settle();
            debug_assert!(settled.is_some(), "there is a solution");
        }
    }
}

impl Position {
    /// What both say together.
    #[inline]
    fn and(&self, other: &Position) -> Position {
        Position {
            words: std::array::from_fn(|d| self.words[d] & other.words[d]),
            settled: other.settled,
            open: self.open & other.open,
        }
    }

    /// Whether there is a solution.
    fn has_solution(&mut self) -> bool {
        let Some(counts) = self.settle() else { return false };
        if self.open.is_none() {
            return true;
        }
        let fork = Fork::first(self, counts);
        let (&last, others) = fork.options().split_last().expect("a fork has options");
        for &option in others {
            let mut branch = *self;
            branch.put(option);
            if branch.has_solution() {
                return true;
            }
        }
        self.put(last);
        self.has_solution()
    }
}
