//! Sets of cells of a full grid that cannot all be empty.
//!
//! Where another full grid differs from this one, at least one given must stand, or both are solutions. Such a set of cells is
//! *unavoidable*, and one look at it answers the question of uniqueness without a search: if no given is in it, there is
//! another solution. Whoever asks thousands of questions about one grid therefore keeps the sets that it has met. Many are there at the start:
//! two digits can change places along a cycle, and so can two rows of a band, or two columns of a stack. Every search that finds another
//! solution adds one.

use piste_core::{Candidate, Cell, CellSet, Digit, Grid, Solution, search};

/// So many are kept at most: to go through more takes as long as to search.
const MOST: usize = 384;

/// What is known about the unavoidable sets of a full grid.
pub(super) struct Unavoidable {
    solution: Solution,
    /// Those that settled many questions are near the front.
    sets: Vec<CellSet>,
}

impl Unavoidable {
    /// Those sets that two digits, two rows or two columns make.
    pub(super) fn of(solution: &Solution) -> Unavoidable {
        let mut sets = Vec::with_capacity(256);
        for (at, one) in Digit::ALL.into_iter().enumerate() {
            for &other in &Digit::ALL[at + 1..] {
                digits(solution, one, other, &mut sets);
            }
        }
        for first in 0..9 {
            for second in first + 1..first / 3 * 3 + 3 {
                lines(solution, |at| [Cell::at(first, at), Cell::at(second, at)], &mut sets);
                lines(solution, |at| [Cell::at(at, first), Cell::at(at, second)], &mut sets);
            }
        }
        // Small ones are missed most often.
        sets.sort_by_key(|set| set.len());
        sets.dedup();
        sets.truncate(MOST);
        Unavoidable { solution: *solution, sets }
    }

    /// The grid with these givens.
    pub(super) fn grid(&self, givens: CellSet) -> Grid {
        (CellSet::ALL - givens).iter().fold(self.solution.grid(), Grid::without)
    }

    /// Whether these givens have another solution.
    pub(super) fn has_other(&mut self, givens: CellSet) -> bool {
        if self.is_missed(givens) {
            return true;
        }
        match search::verdict(&self.grid(givens)) {
            search::Verdict::Many(two) => {
                for other in two {
                    self.learn(&other);
                }
                true
            }
            search::Verdict::None | search::Verdict::One(_) => false,
        }
    }

    /// Whether givens with one solution have another without this one.
    pub(super) fn needs(&mut self, givens: CellSet, cell: Cell) -> bool {
        let rest = givens.without(cell);
        if self.is_missed(rest) {
            return true;
        }
        let given = Candidate::new(cell, self.solution.get(cell));
        let other = search::other_than(&self.grid(rest), given);
        other.inspect(|other| self.learn(other)).is_some()
    }

    /// Whether no given is in some set that is known.
    fn is_missed(&mut self, givens: CellSet) -> bool {
        let missed = self.sets.iter().position(|set| set.is_disjoint(givens));
        if let Some(at) = missed {
            self.sets.swap(at, at / 2);
        }
        missed.is_some()
    }

    /// Keeps where another full grid differs.
    fn learn(&mut self, other: &Solution) {
        let differs = |cell: &Cell| other.get(*cell) != self.solution.get(*cell);
        let set: CellSet = Cell::ALL.into_iter().filter(differs).collect();
        if set.is_empty() {
            return;
        }
        // What settled no question since it came is the last.
        self.sets.truncate(MOST - 1);
        self.sets.push(set);
    }
}

/// Two digits change places in a cell, so they do in the cells of the other digit that it sees, and so on round.
fn digits(solution: &Solution, one: Digit, other: Digit, sets: &mut Vec<CellSet>) {
    let is_one_of = |cell: &Cell| [one, other].contains(&solution.get(*cell));
    let mut rest: CellSet = Cell::ALL.into_iter().filter(is_one_of).collect();
    while let Some(first) = rest.first() {
        let mut set = CellSet::from(first);
        let mut fresh = set;
        while !fresh.is_empty() {
            let seen: CellSet = fresh.iter().fold(CellSet::EMPTY, |seen, cell| seen | cell.peers());
            fresh = (seen & rest) - set;
            set |= fresh;
        }
        sets.push(set);
        rest -= set;
    }
}

/// Two lines change places in a column, so they do where the same digits stand, and so on round.
fn lines(solution: &Solution, cells: impl Fn(usize) -> [Cell; 2], sets: &mut Vec<CellSet>) {
    let mut is_done = [false; 9];
    for start in 0..9 {
        let mut set = CellSet::EMPTY;
        let mut at = start;
        while !std::mem::replace(&mut is_done[at], true) {
            let [here, there] = cells(at);
            set = set.with(here).with(there);
            let digit = solution.get(there);
            at = (0..9).find(|&at| solution.get(cells(at)[0]) == digit).unwrap_or(at);
        }
        if !set.is_empty() {
            sets.push(set);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::even;
    use piste_core::Rng;

    #[test]
    fn the_first_sets_are_unavoidable_and_cannot_be_smaller() {
        let mut rng = Rng::new(5);
        for _ in 0..3 {
            let known = Unavoidable::of(&even::grid(&mut rng));
            assert!(known.sets.len() > 60, "{}", known.sets.len());
            for &set in &known.sets {
                let grid = known.grid(CellSet::ALL - set);
                assert_eq!(search::count(&grid, 3), 2, "{set}");
            }
        }
    }

    #[test]
    fn the_answers_are_those_of_a_search_whatever_was_asked_before() {
        let mut rng = Rng::new(6);
        let mut known = Unavoidable::of(&even::grid(&mut rng));
        let mut cells = Cell::ALL;
        let mut unique = 0;
        for nth in 0..3_000 {
            rng.shuffle(&mut cells);
            let givens: CellSet = cells[..34 + nth % 24].iter().copied().collect();
            let is_unique = search::count(&known.grid(givens), 2) == 1;
            assert_eq!(known.has_other(givens), !is_unique, "{givens}");
            if is_unique {
                unique += 1;
                let cell = cells[0];
                let without = search::count(&known.grid(givens.without(cell)), 2);
                assert_eq!(known.needs(givens, cell), without == 2, "{givens} {cell}");
            }
        }
        assert!((20..2_900).contains(&unique), "{unique}");
    }
}
