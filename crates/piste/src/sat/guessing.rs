//! Search: guesses, and how many of them are pending at a time.
//!
//! The paper's search guesses a value for an empty square, applies a method, and takes the guess
//! back if a contradiction shows. Its level is the most guesses that were pending at once. Which
//! square, and which value, the paper leaves open, and says that the level depends on it;
//! [`Guessing`] names the choices. Only the first is used by the metric.

use super::formula::Formula;
use super::green::{Conflict, Marks};
use super::indicators::NoColour;
use super::reduce::{Method, Reduced, reduce};
use super::{GaveUp, Reading};
use piste_core::AnyGrid;
use piste_core::shape::Layout;

/// Which square a search guesses in, and which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guessing {
    /// The square.
    pub square: Square,
    /// Of its numbers the highest first, and not the lowest.
    pub highest: bool,
}

/// Which square a search guesses in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// The first empty one in reading order.
    First,
    /// The last empty one in reading order.
    Last,
    /// The first empty one, column by column.
    FirstByColumn,
    /// The first of those with the fewest small numbers.
    Fewest,
    /// The one whose number stands in the most clauses, as solvers of clauses like to guess; the
    /// number is that one.
    MostClauses,
}

impl Guessing {
    /// How the metric guesses: the first empty square, its lowest number.
    pub const OURS: Guessing = Guessing { square: Square::First, highest: false };

    /// The next guess: a square and a number.
    fn next(self, layout: &Layout, marks: &Marks) -> Option<(usize, usize)> {
        let n = layout.side();
        let cell = match self.square {
            Square::First => marks.first_open(),
            Square::Last => marks.open().last(),
            Square::FirstByColumn => marks.open().min_by_key(|cell| (cell % n, cell / n)),
            Square::Fewest => marks.open().min_by_key(|&cell| marks.cell(cell).count_ones()),
            Square::MostClauses => return most_clauses(layout, marks),
        }?;
        Some((cell, self.number(marks, cell)))
    }

    fn number(self, marks: &Marks, cell: usize) -> usize {
        let digits = marks.cell(cell);
        let digit =
            if self.highest { 31 - digits.leading_zeros() } else { digits.trailing_zeros() };
        digit as usize
    }
}

/// The small number that stands in the most clauses; of several the first.
fn most_clauses(layout: &Layout, marks: &Marks) -> Option<(usize, usize)> {
    let formula = Formula::open(layout, marks);
    let mut counts = vec![0u32; formula.variables()];
    for literal in formula.clauses().flatten() {
        counts[literal.variable()] += 1;
    }
    let best = (0..counts.len()).rev().max_by_key(|&variable| counts[variable])?;
    Some(formula.meaning(best))
}

impl Guessing {
    /// The search level with this way of guessing, with unit propagation between guesses, or
    /// with red under this reading.
    pub fn level(
        self,
        grid: &AnyGrid,
        red: Option<&Reading>,
        guesses: u64,
    ) -> Result<u64, NoColour> {
        let layout = grid.shape().layout();
        let wrong = |Conflict| NoColour::NoSolution;
        let mut marks = Marks::of(grid).map_err(wrong)?;
        let apply = |marks: &mut Marks| match red {
            None => reduce(layout, marks, Method::Green, &Reading::OURS),
            Some(reading) => reduce(layout, marks, Method::Red, reading),
        };
        if apply(&mut marks).map_err(wrong)? == Reduced::Solved {
            return Ok(0);
        }
        Ok(search(layout, &marks, &apply, self, &mut Budget::of(guesses))?)
    }
}

/// How many guesses a search may still make.
pub(super) struct Budget {
    allowed: u64,
    left: u64,
}

impl Budget {
    pub(super) fn of(allowed: u64) -> Budget {
        Budget { allowed, left: allowed }
    }

    pub(super) fn spend(&mut self) -> Result<(), GaveUp> {
        self.left = self.left.checked_sub(1).ok_or(GaveUp { guesses: self.allowed })?;
        Ok(())
    }
}

/// A method without guesses, applied between them.
type Between<'a> = &'a dyn Fn(&mut Marks) -> Result<Reduced, Conflict>;

/// Searches with a method between guesses; says how many guesses were pending at most.
pub(super) fn search(
    layout: &Layout,
    start: &Marks,
    method: Between<'_>,
    guessing: Guessing,
    budget: &mut Budget,
) -> Result<u64, GaveUp> {
    let mut search = Search { layout, method, guessing, budget, deepest: 0 };
    search.descend(&mut start.clone(), 1)?;
    Ok(search.deepest)
}

struct Search<'a> {
    layout: &'a Layout,
    method: Between<'a>,
    guessing: Guessing,
    budget: &'a mut Budget,
    deepest: u64,
}

impl Search<'_> {
    /// Guesses on a board where the method is stuck, until it is solved or cannot be.
    fn descend(&mut self, marks: &mut Marks, pending: u64) -> Result<bool, GaveUp> {
        while let Some((cell, first)) = self.guessing.next(self.layout, marks) {
            let mut digit = first;
            while marks.is_open(cell) {
                self.budget.spend()?;
                self.deepest = pending.max(self.deepest);
                let mut guess = marks.clone();
                guess.place(cell, digit);
                let solved = match (self.method)(&mut guess) {
                    Ok(Reduced::Solved) => true,
                    Ok(Reduced::Stuck) => self.descend(&mut guess, pending + 1)?,
                    Err(Conflict) => false,
                };
                if solved {
                    return Ok(true);
                }
                let after = marks.erase(self.layout, cell, digit);
                match after.and_then(|()| (self.method)(marks)) {
                    Ok(Reduced::Solved) => return Ok(true),
                    Ok(Reduced::Stuck) => {}
                    Err(Conflict) => return Ok(false),
                }
                digit = self.guessing.number(marks, cell);
            }
        }
        Ok(true)
    }
}
