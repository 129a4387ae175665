//! An oracle that shares nothing with the engines: the rules of a shape as clauses, decided by a SAT solver.
//!
//! There is a variable for each digit in each cell. A cell has a digit, a house has a place for every digit, and
//! cells that may not be equal are not: that is all. A board is asked about by assumptions, the marks that it does not
//! have, so one solver answers for all boards of a shape and keeps what it has learnt. Whoever follows one board from step to step
//! gives it a solver of its own ([`Oracle::with_givens`]) and adds what has been shown ([`Oracle::learn`]): then a question is
//! one assumption long.

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use piste_core::shape::Shape;

/// The clauses of a shape, and a solver of them.
pub(crate) struct Oracle {
    solver: BasicSolver,
    side: usize,
    cells: usize,
}

impl Oracle {
    /// The rules of this shape.
    pub(crate) fn new(shape: &Shape) -> Oracle {
        let (side, cells) = (shape.side(), shape.cells());
        let mut solver = BasicSolver::default();
        for _ in 0..side * cells {
            solver.new_var_default();
        }
        let mut oracle = Oracle { solver, side, cells };
        let layout = shape.layout();
        for cell in 0..cells {
            oracle.rule((0..side).map(|digit| (cell, digit, true)));
            for digit in 0..side {
                for other in digit + 1..side {
                    oracle.rule([(cell, digit, false), (cell, other, false)]);
                }
                for &peer in layout.peers(cell).iter().filter(|&&peer| usize::from(peer) > cell) {
                    oracle.rule([(cell, digit, false), (usize::from(peer), digit, false)]);
                }
            }
        }
        for house in 0..layout.houses().len() {
            for digit in 0..side {
                let members = layout.members(house).iter();
                oracle.rule(members.map(|&cell| (usize::from(cell), digit, true)));
            }
        }
        oracle
    }

    /// The rules of this shape, and the digits of one board: face values, 0 for an empty cell.
    pub(crate) fn with_givens(shape: &Shape, givens: &[u8]) -> Oracle {
        let mut oracle = Oracle::new(shape);
        for (cell, &value) in givens.iter().enumerate().filter(|(_, value)| **value > 0) {
            oracle.learn(cell, usize::from(value) - 1, true);
        }
        oracle
    }

    /// From now on this digit stands in this cell, or does not.
    pub(crate) fn learn(&mut self, cell: usize, digit: usize, stands: bool) {
        self.rule([(cell, digit, stands)]);
    }

    /// Whether there is a solution of what is known in which this digit stands in this cell, or does not.
    pub(crate) fn allows(&mut self, cell: usize, digit: usize, stands: bool) -> bool {
        let assumption = self.literal(cell, digit, stands);
        self.solver.solve_limited(&[assumption]) == lbool::TRUE
    }

    /// Whether there is a solution of what is known.
    pub(crate) fn is_possible(&mut self) -> bool {
        self.solver.solve_limited(&[]) == lbool::TRUE
    }

    fn literal(&self, cell: usize, digit: usize, is_on: bool) -> Lit {
        Lit::new(Var::unsafe_from_idx((cell * self.side + digit) as u32), is_on)
    }

    fn rule(&mut self, one_of: impl IntoIterator<Item = (usize, usize, bool)>) {
        let literal = |(cell, digit, is_on)| self.literal(cell, digit, is_on);
        let mut clause: Vec<Lit> = one_of.into_iter().map(literal).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    /// What a board with these marks assumes: the digit of a cell that has one, and in the others what is not there.
    fn assumptions(&self, marks: &[u32]) -> Vec<Lit> {
        let is_one = |cell: &usize| marks[*cell].count_ones() == 1;
        let written = (0..self.cells).filter(is_one);
        let written =
            written.map(|cell| self.literal(cell, marks[cell].trailing_zeros() as usize, true));
        let open = (0..self.cells).filter(|cell| !is_one(cell));
        let gone = open.flat_map(|cell| {
            let gone = (0..self.side).filter(move |digit| marks[cell] >> digit & 1 == 0);
            gone.map(move |digit| self.literal(cell, digit, false))
        });
        written.chain(gone).collect()
    }

    /// How many solutions there are with these marks, counted as far as two: for each cell a set of digits, bit 0 for the digit 1.
    pub(crate) fn count_to_two(&mut self, marks: &[u32]) -> u64 {
        let mut assumptions = self.assumptions(marks);
        if self.solver.solve_limited(&assumptions) != lbool::TRUE {
            return 0;
        }
        // Another solution differs from this one somewhere, as long as that is wanted.
        let wanted = Lit::new(self.solver.new_var_default(), true);
        let mut other = vec![!wanted];
        for cell in 0..self.cells {
            let has = |&digit: &usize| {
                self.solver.value_lit(self.literal(cell, digit, true)) == lbool::TRUE
            };
            if let Some(digit) = (0..self.side).find(has) {
                other.push(self.literal(cell, digit, false));
            }
        }
        self.solver.add_clause_reuse(&mut other);
        assumptions.push(wanted);
        let count = if self.solver.solve_limited(&assumptions) == lbool::TRUE { 2 } else { 1 };
        self.solver.add_clause_reuse(&mut vec![!wanted]);
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_those_of_the_shape() {
        let all = |shape: &Shape| vec![(1u32 << shape.side()) - 1; shape.cells()];
        for (name, expected) in [("4x4", 2), ("4x4+x", 2), ("4x4+antiking+x", 0)] {
            let shape: Shape = name.parse().unwrap();
            let mut oracle = Oracle::new(&shape);
            assert_eq!(oracle.count_to_two(&all(&shape)), expected, "{name}");
        }
        let shape: Shape = "4x4".parse().unwrap();
        let mut oracle = Oracle::new(&shape);
        let mut marks = all(&shape);
        for (cell, digit) in [(0, 0), (6, 2), (9, 1), (15, 3)] {
            marks[cell] = 1 << digit;
        }
        // Asked twice: nothing of a question is left behind.
        assert_eq!([(); 2].map(|()| oracle.count_to_two(&marks)), [1, 1]);
        marks[1] = 0b1;
        assert_eq!(oracle.count_to_two(&marks), 0);
        marks[1] = 0b1111;
        assert_eq!(oracle.count_to_two(&all(&shape)), 2);
        // The same board as facts, asked about mark by mark.
        let givens: Vec<u8> = marks
            .iter()
            .map(|m| if m.count_ones() == 1 { m.trailing_zeros() as u8 + 1 } else { 0 })
            .collect();
        let mut facts = Oracle::with_givens(&shape, &givens);
        for cell in 0..16 {
            for digit in 0..4 {
                let before = std::mem::replace(&mut marks[cell], 1 << digit);
                let stands = before >> digit & 1 == 1 && oracle.count_to_two(&marks) > 0;
                assert_eq!(facts.allows(cell, digit, true), stands, "{cell} {digit}");
                marks[cell] = before;
            }
        }
        assert!(facts.is_possible());
        let wrong = (0..4).find(|&digit| !facts.allows(1, digit, true)).unwrap();
        facts.learn(1, wrong, true);
        assert!(!facts.is_possible());
    }
}
