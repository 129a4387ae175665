//! Taking givens away, one group after the other, as long as one solution is left.
//!
//! Asking "is it still unique without this given?" from scratch, 81 times over, repeats most
//! of the work: neighbouring questions share nearly all of their givens. Those that a
//! question is about are of two sorts. Some have been asked about and must stay. The others
//! are still to be asked about, and since the order is known beforehand, they are the
//! rest of the list. What follows from each rest is worked out once, from the end of the list to
//! its beginning, one group more at a time; what follows from those that stay is kept up as they
//! become more. A question then starts from both together, with nearly everything settled.
//!
//! While the rest of the list alone solves the grid, the answer is known without asking.

use super::cube::Trio;
use super::{Fork, Position};
use crate::{Candidate, Cell, CellSet, Solution};

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
    let candidate = |cell: Cell| Candidate::new(cell, solution.get(cell));
    let mut stay = Position::ANYTHING;
    stay.fix(kept.iter().map(candidate));
    let rests = rests(solution, groups, stay);
    let mut left = groups.iter().fold(kept, |all, &group| all | group);
    for (i, &group) in groups.iter().enumerate() {
        let mut is_needed = left.len() < floor + group.len();
        // Counted from the end; the longest of the rests solves the grid.
        let rest = groups.len() - 1 - i;
        if !is_needed && rest < rests.len() && !rests[rest].open.is_none() {
            let mut known = stay.and(&rests[rest]);
            is_needed = group.iter().any(|cell| {
                let mut other = known;
                other.forbid(candidate(cell));
                known.put(candidate(cell));
                other.has_solution()
            });
        }
        if is_needed {
            stay.fix(group.iter().map(candidate));
        } else {
            left = left - group;
        }
    }
    left
}

/// What follows from nothing but `kept`, from the last group, from the last two, and so on
/// until the grid is solved.
fn rests(solution: &Solution, groups: &[CellSet], kept: Position) -> Vec<Position> {
    let mut rests = Vec::with_capacity(groups.len() + 1);
    rests.push(kept);
    let mut position = kept;
    for group in groups.iter().rev() {
        if position.open.is_none() {
            break;
        }
        position.fix(group.iter().map(|cell| Candidate::new(cell, solution.get(cell))));
        rests.push(position);
    }
    rests
}

impl Position {
    /// Nothing is known.
    const ANYTHING: Position =
        Position { words: [Trio::ALL; 9], settled: [Trio::ALL; 9], open: Trio::ALL };

    /// Puts candidates of a solution and settles.
    fn fix(&mut self, candidates: impl Iterator<Item = Candidate>) {
        for candidate in candidates {
            self.put(candidate);
        }
        let settled = self.settle();
        debug_assert!(settled.is_some(), "there is a solution");
    }

    /// What both say together.
    #[inline]
    fn and(&self, other: &Position) -> Position {
        Position {
            words: std::array::from_fn(|d| self.words[d] & other.words[d]),
            settled: other.words,
            open: self.open & other.open,
        }
    }

    /// Whether there is a solution.
    fn has_solution(&mut self) -> bool {
        let Some(counts) = self.settle() else { return false };
        if self.open.is_none() {
            return true;
        }
        let fork = Fork::best(self, counts);
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
