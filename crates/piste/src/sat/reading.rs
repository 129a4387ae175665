//! Readings: the places where the paper's simplifications can be taken in more than one way.
//!
//! The paper names its rules in a sentence or two each, and its program is not to be had. What
//! is left open decides how many puzzles are blue, red and black: whether a rule is followed
//! until nothing changes or once, whether a literal that has come to stand twice in a clause is
//! merged, how the growth of "ignore i" is counted. [`Reading`] names these choices.
//! [`Reading::OURS`] is what the metric does; the others are there to be measured, and
//! `piste study colour` does that.

use super::green::{Conflict, Marks};
use super::indicators::{Colour, NoColour};
use super::reduce::{Method, Reduced, reduce};
use piste_core::AnyGrid;

/// How the simplifications are read.
///
/// ```
/// use piste::sat::{Colour, Reading};
/// use piste_core::AnyGrid;
///
/// let text = "1..92....524.1...........7..5...81.2.........4.27...9..6...........3.945....71..6";
/// let blue: AnyGrid = text.parse().unwrap();
/// assert_eq!(Reading::OURS.colour(&blue).unwrap().colour, Colour::Blue);
/// let without = Reading { equivalency: false, limit: 0, ..Reading::OURS };
/// assert_ne!(without.colour(&blue).unwrap().colour, Colour::Blue);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// `(a ∨ ¬b)` and `(¬a ∨ b)` make b the same as a.
    pub equivalency: bool,
    /// `(a ∨ b)` and `(a ∨ ¬b)` make a true.
    pub simple_resolution: bool,
    /// A literal that stands twice in a clause, because one was replaced by another, is written
    /// once: so the clause becomes shorter.
    pub merging: bool,
    /// A clause that holds all literals of another is removed. That finds nothing out, but the
    /// growth of "ignore i" counts clauses.
    pub subsumption: bool,
    /// How often each of blue's rules goes through all variables, one rule after the other in the
    /// order in which the paper names them; 0 for as often as anything changes.
    pub passes: u8,
    /// What is done after a variable has been removed.
    pub after_removal: After,
    /// The most clauses that removing a variable may add.
    pub limit: u16,
    /// What the limit is compared with.
    pub growth: Growth,
}

/// What is done after a variable has been removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Blue's rules.
    Blue,
    /// Unit propagation; and blue once, after the last removal.
    UnitsThenBlue,
    /// Unit propagation; the removal of variables is the last rule of every pass.
    UnitsThenNextPass,
    /// Unit propagation.
    Units,
}

/// What the limit of "ignore i" is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// The clauses that a removal adds, less those that it removes.
    Net,
    /// The clauses that a removal adds.
    Gross,
    /// All that have been added since the first removal, less all that have been removed.
    Total,
}

impl Reading {
    /// The reading of the metric.
    pub const OURS: Reading = Reading {
        equivalency: true,
        simple_resolution: true,
        merging: true,
        subsumption: true,
        passes: 0,
        after_removal: After::Blue,
        limit: 16,
        growth: Growth::Net,
    };
}

impl Default for Reading {
    fn default() -> Reading {
        Reading::OURS
    }
}

/// A colour under some reading, and how far its methods get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadAs {
    /// The colour.
    pub colour: Colour,
    /// Empty squares after blue.
    pub blue: u64,
    /// Empty squares after red.
    pub red: u64,
}

impl Reading {
    /// The colour under this reading, of a board that has exactly one solution.
    pub fn colour(&self, grid: &AnyGrid) -> Result<ReadAs, NoColour> {
        let layout = grid.shape().layout();
        let wrong = |Conflict| NoColour::NoSolution;
        let mut marks = Marks::of(grid).map_err(wrong)?;
        if marks.is_solved() {
            return Ok(ReadAs { colour: Colour::Green, blue: 0, red: 0 });
        }
        if reduce(layout, &mut marks, Method::Blue, self).map_err(wrong)? == Reduced::Solved {
            return Ok(ReadAs { colour: Colour::Blue, blue: 0, red: 0 });
        }
        let blue = marks.open().count() as u64;
        if self.passes > 0 {
            // Red has its own passes, not those of blue and then as many again.
            marks = Marks::of(grid).map_err(wrong)?;
        }
        if reduce(layout, &mut marks, Method::Red, self).map_err(wrong)? == Reduced::Solved {
            return Ok(ReadAs { colour: Colour::Red, blue, red: 0 });
        }
        Ok(ReadAs { colour: Colour::Black, blue, red: marks.open().count() as u64 })
    }
}
