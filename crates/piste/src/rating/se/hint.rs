//! A hint: one step of Sudoku Explainer's path.
//!
//! It says what changes, under which name, at which price, and keeps just enough of why that
//! the evidence can be drawn later: most paths are rated and never told.

use super::chains::Proof;
use super::technique::Technique;
use crate::logic::{Effect, Evidence, Role, Step};
use piste_core::{Board, CellSet, DigitSet, House, HouseSet};

/// One step of a path.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The technique, by its name in Sudoku Explainer.
    pub technique: Technique,
    /// Its rating in tenths: 72 is 7.2.
    pub tenths: u16,
    /// What changes.
    pub effect: Effect,
    /// Why it holds.
    pub(super) why: Why,
}

impl Hint {
    /// The hint as a step to be told and drawn; `board` is the board before it.
    pub fn step(&self, board: &Board) -> Step {
        Step {
            strategy: self.technique.info(),
            effect: self.effect.clone(),
            evidence: self.why.evidence(board),
        }
    }
}

/// Why a hint holds, kept small; [`Why::evidence`] tells it at length.
#[derive(Clone, Debug)]
pub(super) enum Why {
    /// The digit has no other place in this house.
    House(House),
    /// The cell has no other candidate.
    Cell,
    /// A pattern of cells and houses.
    Pattern(Box<Pattern>),
    /// Chains of implications.
    Chain(Box<Proof>),
}

impl Why {
    /// What one must see to believe it; `board` is the board before the step.
    pub(super) fn evidence(&self, board: &Board) -> Evidence {
        match self {
            Why::House(house) => Evidence::house(*house),
            Why::Cell => Evidence::default(),
            Why::Pattern(pattern) => pattern.evidence(),
            Why::Chain(proof) => proof.evidence(board),
        }
    }
}

/// What there is to see of a pattern: who takes part, with which digits, where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The digits it is about.
    pub digits: DigitSet,
    /// The houses to look at.
    pub houses: HouseSet,
    /// The houses that cut across them.
    pub covers: HouseSet,
    /// The body of the pattern and the digits that matter there.
    pub body: (CellSet, DigitSet),
    /// What the body hangs on, or what hangs on it: a pivot, excluding cells, extra marks.
    pub extra: Option<(Role, CellSet, DigitSet)>,
}

impl Pattern {
    fn evidence(&self) -> Evidence {
        let (cells, digits) = self.body;
        let mut evidence = Evidence::part(Role::Body, cells, digits);
        evidence.digits = self.digits;
        evidence.houses = self.houses;
        evidence.covers = self.covers;
        match self.extra {
            Some((role, cells, digits)) => evidence.and(role, cells, digits),
            None => evidence,
        }
    }
}

impl From<Pattern> for Why {
    fn from(pattern: Pattern) -> Why {
        Why::Pattern(Box::new(pattern))
    }
}

#[cfg(test)]
mod tests {
    use crate::rating::se::Path;
    use piste_core::{Board, Grid};

    const HARD: &str =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

    fn told(puzzle: &str, number: usize) -> String {
        let grid: Grid = puzzle.parse().unwrap();
        let path = Path::of(&Board::from(&grid));
        let (board, hint) = path.replay().nth(number - 1).unwrap();
        hint.step(&board).explain(&board)
    }

    #[test]
    fn a_net_tells_each_statement_once() {
        assert_eq!(
            told(HARD, 2),
            "If r7c4 is 9 then r8c1 is 9 (the last place in row 8) and r6c2 is 9 (the last place \
             in column 2). But then also r6c5 is 9 (the last place in column 5) and r6c2 is not \
             9. Erase 9 from r7c4."
        );
    }

    #[test]
    fn a_rule_inside_a_net_is_named() {
        let told = told(HARD, 15);
        assert!(told.contains("a lock takes 4 from r9c8 and r9c9"), "{told}");
        assert_eq!(told.matches("r7c9 is 9").count(), 1, "{told}");
    }
}
