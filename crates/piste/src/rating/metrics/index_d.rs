//! # Difficulty index D
//!
//! ## Idea
//! The more givens and the less advanced work, the easier: D = m · Π ω_p, with m the givens,
//! ω_p = 1 / (I_p · p!) and I_p how often method p has done something; a method that was not
//! needed is left out. Method 1 is naked and hidden singles. They "are the only logic methods that will
//! evoke a single candidate for insertion", so I₁ is the number of cells to fill, 81 − m, of
//! every puzzle that is solved. Method 2 "considers the possibilities for each entry": locked
//! candidates and subsets rule marks out, until a single finds the one that is left. I₂ is the
//! number of its *rounds*: where singles have run out, everything that method 2 rules out on
//! that board is one round, and then it is the singles' turn again.
//!
//! Column `a` is the paper's algorithm A, which knows method 1 alone; column `b` is algorithm B,
//! which knows both.
//!
//! ## Why it is sound
//! A round is everything that a board shows, together. So the rounds do not depend on how the
//! grid is turned. Where method 1 suffices, both columns say the same, m / (81 − m): D then is
//! another way to write the number of givens. Each round of method 2 makes it smaller, the first
//! by half.
//!
//! What the paper leaves open, and how it is settled: it does not say what B's second method is,
//! nor what one iteration of it is. With rounds the paper's lower bound for B comes
//! out as printed: 26 givens, 55 insertions and one round are 26 / (55 · 1! · 1 · 2!) = 0.23636,
//! and there are such puzzles, like the second example below. D is defined by the method's own
//! solver, and its generator rejects what that solver cannot solve. So `a` says "beyond"
//! where singles do not suffice, and `b` where both methods together do not solve the puzzle;
//! `index-d.b=beyond` asks for these. As D falls, "beyond" is below every number.
//!
//! The paper describes A's singles more narrowly: its naked single looks along the row and the
//! column of a cell, its hidden single wants the digit in every other row and every other
//! column through the block. That solver does not solve the printed examples of 41 and 35
//! givens, whose D are printed with them. So column `a` takes all singles; the solver as
//! written is in the generator `seed-matrix-a` and in the column `index-d-x.written`. That metric
//! also has the further methods of the paper's conclusion.
//!
//! The deciding step is the first elimination of method 2, where the two methods solve the
//! puzzle.
//!
//! On other shapes the same sum is made: insertions are the empty cells of the board, and method 2 knows locked
//! candidates between all houses and subsets of every size. The paper's levels are of 9×9, and are not told there.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` has
//! 30 givens and is solved by singles: 30 / 51 = 0.588, which the paper calls hard.
//! `3.8.5.6..92.8..7.......9......4...8.7..3.1..2.3...2......5.......9..8.47..4.9.1.8` has
//! 26, and needs one round of method 2: 26 / 55 / 2 = 0.236.
//!
//! ## Sources
//! *Sudoku Generation and Difficulty Metrics* (2008).

mod scan;

pub use scan::Sight;
pub(crate) use scan::fills as algorithm_a_fills;

use crate::logic::Ladder;
use crate::rating::{
    AnyWorkup, Column, Deciding, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup,
};
use piste_core::Cell;
use piste_core::shape::Shape;
use std::fmt::Write;

pub(in crate::rating) struct IndexD;

static INFO: Info = Info {
    slug: "index-d",
    name: "difficulty index D",
    version: 3,
    measures: "givens against insertions and rounds of eliminations, weighed by the rank of the method",
    source: "Sudoku Generation and Difficulty Metrics (2008)",
    range: "above 0, usually up to 2; \"beyond\" where the methods of the column do not suffice",
    harder: Harder::Down,
    columns: &["a", "b"],
    words: &[],
};

/// The index D of a puzzle with so many givens, where method 1 was used `iterations[0]` times,
/// method 2 `iterations[1]` times, and so on for any number of methods.
///
/// ```
/// use piste::rating::metrics::index_d;
///
/// assert_eq!(format!("{:.3}", index_d(53, &[28])), "1.893");
/// assert_eq!(format!("{:.5}", index_d(26, &[55, 1])), "0.23636");
/// ```
pub fn index_d(givens: u64, iterations: &[u64]) -> f64 {
    let mut factorial = 1.0;
    let mut index = givens as f64;
    for (p, &count) in (1..).zip(iterations) {
        factorial *= f64::from(p);
        if count > 0 {
            index /= count as f64 * factorial;
        }
    }
    index
}

/// The level that the paper would call a puzzle with this index.
pub(super) fn band(index: f64) -> &'static str {
    match index {
        d if d > 1.6 => "very easy",
        d if d > 1.2 => "easy",
        d if d > 0.8 => "medium",
        _ => "hard",
    }
}

impl Metric for IndexD {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Always
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Err("its scale counts givens, and pencil marks have none")
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let givens = workup.board().givens().len() as u64;
        let empty = Cell::COUNT as u64 - givens;
        if workup.singles().0.is_full() {
            let iterations = [empty];
            let d = index_d(givens, &iterations);
            return Ok(Rating::new(&INFO, vec![Value::Number(d, 3); 2])
                .in_band(band(d))
                .noting(Some(sum(givens, &iterations))));
        }
        let beyond = Value::Word("beyond");
        let subsets = workup.subsets();
        if !subsets.end.is_full() {
            let reason = stuck(subsets.end.open().len());
            return Ok(Rating::new(&INFO, vec![beyond; 2]).noting(Some(reason)));
        }
        let b = index_d(givens, &[empty, subsets.rounds]);
        let first = Ladder::INDEX_D.first_step(1, workup.after_singles());
        Ok(Rating::new(&INFO, vec![beyond, Value::Number(b, 3)])
            .in_band(band(b))
            .decided_by(first.map(|step| Deciding::new(workup.after_singles(), step)))
            .noting(Some(sum(givens, &[empty, subsets.rounds]))))
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        let (givens, empty) = (workup.givens(), workup.empty());
        let (beyond, subsets) = (Value::Word("beyond"), workup.subsets());
        if !subsets.end.is_full() {
            return Ok(Rating::new(&INFO, vec![beyond; 2]).noting(Some(stuck(subsets.end.left()))));
        }
        let iterations = [empty, subsets.rounds];
        let d = Value::Number(index_d(givens, &iterations), 3);
        let by_a = if subsets.rounds == 0 { d } else { beyond };
        Ok(Rating::new(&INFO, vec![by_a, d]).noting(Some(sum(givens, &iterations))))
    }
}

/// What is said where the two methods do not suffice.
fn stuck(left: usize) -> String {
    format!("singles, locked candidates and subsets do not solve it: {left} cells stay open")
}

/// How a D comes about: "26 givens, 55 insertions, 1 round of method 2: 26 / (55 · 1! · 1 · 2!)".
pub(super) fn sum(givens: u64, iterations: &[u64]) -> String {
    let used = || (1..).zip(iterations).filter(|(_, count)| **count > 0);
    let mut told = format!("{givens} givens");
    for (p, count) in used() {
        let _ = match (p, count) {
            (1, _) => write!(told, ", {count} insertions"),
            (_, 1) => write!(told, ", 1 round of method {p}"),
            _ => write!(told, ", {count} rounds of method {p}"),
        };
    }
    let _ = write!(told, ": {givens} / (");
    for (nth, (p, count)) in used().enumerate() {
        let times = if nth == 0 { "" } else { " · " };
        let _ = write!(told, "{times}{count} · {p}!");
    }
    told.push(')');
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_begin_above_their_lower_bound() {
        let bands = [2.0, 1.61, 1.6, 1.21, 1.2, 0.81, 0.8, 0.2].map(band);
        let expected =
            ["very easy", "very easy", "easy", "easy", "medium", "medium", "hard", "hard"];
        assert_eq!(bands, expected);
    }
}
