//! # Difficulty index D
//!
//! ## Idea
//! The more givens and the fewer insertions by advanced methods, the easier: D = m · Π ω_p,
//! with m the givens, ω_p = 1 / (I_p · p!) and I_p the digits inserted by method p; a
//! method that inserts nothing is left out. Method 1 is naked and hidden singles. Method 2
//! "considers the possibilities for each entry": it inserts what is a single only because
//! locked candidates or subsets have ruled marks out. Column `a` is the paper's algorithm
//! A, which knows method 1 alone; column `b` knows both.
//!
//! ## Why it is sound
//! An insertion is credited to method 2 only if method 1 has none to offer, and then to
//! every single that the marks of that moment show, all together. So the credits do not
//! depend on how the grid is turned. Where method 1 suffices, both columns say the same,
//! m / (81 − m): D then is another way to write the number of givens.
//!
//! What the paper leaves open, and how it is settled: D is defined by the method's own
//! solver, and its generator rejects what that solver cannot solve. So `a` says "beyond"
//! where singles do not suffice, and `b` where both methods together do not solve the puzzle;
//! `index-d.b=beyond` asks for these. As D falls, "beyond" is below every number. The paper's lower bound for B, 26 / (55 · 1! · 1 · 2!), credits 55 cells
//! to method 1 and one more to method 2, though there are only 55 to fill; the formula
//! gives the bound for these figures, but with each insertion credited once no puzzle has
//! them, and D falls far below as soon as method 2 inserts more than one digit.
//!
//! The deciding step is the first elimination of method 2, where the two methods solve the
//! puzzle.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` has
//! 30 givens and is solved by singles: 30 / 51 = 0.588, which the paper calls hard.
//!
//! ## Sources
//! *Sudoku Generation and Difficulty Metrics* (2008).

use crate::logic::Ladder;
use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};
use piste_core::Cell;

pub(in crate::rating) struct IndexD;

static INFO: Info = Info {
    slug: "index-d",
    name: "difficulty index D",
    version: 2,
    measures: "givens against insertions, each method's insertions weighed by its rank",
    source: "Sudoku Generation and Difficulty Metrics (2008)",
    range: "above 0, usually up to 2; \"beyond\" where the methods of the column do not suffice",
    harder: Harder::Down,
    columns: &["a", "b"],
    words: &[],
};

/// The index D of a puzzle with so many givens, where `insertions[0]` digits were inserted
/// by method 1, `insertions[1]` by method 2, and so on for any number of methods.
///
/// ```
/// use piste::rating::metrics::index_d;
///
/// assert_eq!(format!("{:.3}", index_d(53, &[28])), "1.893");
/// assert_eq!(format!("{:.5}", index_d(26, &[55, 1])), "0.23636");
/// ```
pub fn index_d(givens: u64, insertions: &[u64]) -> f64 {
    let mut factorial = 1.0;
    let mut index = givens as f64;
    for (p, &count) in (1..).zip(insertions) {
        factorial *= f64::from(p);
        if count > 0 {
            index /= count as f64 * factorial;
        }
    }
    index
}

/// The level that the paper would call a puzzle with this index.
fn band(index: f64) -> &'static str {
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

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let givens = workup.board().givens().len() as u64;
        let empty = Cell::COUNT as u64 - givens;
        if workup.singles().0.is_full() {
            let d = index_d(givens, &[empty]);
            let values = vec![Value::Number(d, 3); 2];
            return Ok(Rating::new(&INFO, values).in_band(band(d)));
        }
        let subsets = workup.subsets();
        let beyond = Value::Word("beyond");
        if !subsets.end.is_full() {
            let left = subsets.end.open().len();
            let reason = format!(
                "singles, locked candidates and subsets do not solve it: {left} cells stay open"
            );
            return Ok(Rating::new(&INFO, vec![beyond; 2]).noting(Some(reason)));
        }
        let b = index_d(givens, &[empty - subsets.inserted, subsets.inserted]);
        let values = vec![beyond, Value::Number(b, 3)];
        let first = Ladder::INDEX_D.first_step(1, workup.after_singles());
        Ok(Rating::new(&INFO, values).in_band(band(b)).decided_by(first))
    }
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
