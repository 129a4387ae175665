//! # Sudoku Explainer's techniques, counted
//!
//! ## Idea
//! How often each technique was used on the path that Sudoku Explainer 1.2.1 takes: a column a
//! technique, for those who look for what makes a puzzle hard beyond its hardest step. The
//! first column is the number of steps; hidden singles are counted apart by their rating (the
//! last cell of a house, in a block, in a line), since these are what most of a path is made
//! of.
//!
//! ## Why it is sound
//! The path is the one that `se` rates; the counts add up to its steps.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` takes 51
//! hidden singles and nothing else.
//!
//! ## Sources
//! Nicolas Juillerat, *Sudoku Explainer* 1.2.1 (2006 to 2009).

use crate::logic::Outcome;
use crate::rating::se::Technique;
use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};
use piste_core::shape::Shape;

pub(in crate::rating) struct SeCounts;

static INFO: Info = Info {
    slug: "se-counts",
    name: "Sudoku Explainer's techniques",
    version: 1,
    measures: "how often each technique is used on the path of Sudoku Explainer 1.2.1",
    source: "Sudoku Explainer 1.2.1 (2009)",
    range: "counts of steps",
    harder: Harder::Up,
    columns: &COLUMNS,
    words: &[],
};

/// What stands before the techniques: all steps, and hidden singles by their rating.
const BEFORE: [(&str, Option<u16>); 4] = [
    ("steps", None),
    ("hidden-single-1.0", Some(10)),
    ("hidden-single-1.2", Some(12)),
    ("hidden-single-1.5", Some(15)),
];

/// Those, then every technique but the hidden single.
static COLUMNS: [&str; BEFORE.len() + Technique::COUNT - 1] = {
    let mut columns = [""; BEFORE.len() + Technique::COUNT - 1];
    let mut at = 0;
    while at < BEFORE.len() {
        columns[at] = BEFORE[at].0;
        at += 1;
    }
    while at < columns.len() {
        columns[at] = Technique::SLUGS[at - BEFORE.len() + 1];
        at += 1;
    }
    columns
};

impl Metric for SeCounts {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, shape: &Shape) -> Result<(), NotRatable> {
        self.info().only_classic(shape, Some("the techniques of Sudoku Explainer are made for it"))
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let path = workup.se_path();
        if path.outcome() == Outcome::Stopped {
            return Err(workup.given_up());
        }
        let mut counts = vec![0; COLUMNS.len()];
        counts[0] = path.steps().len() as u64;
        for hint in path.steps() {
            let single = BEFORE.iter().position(|(_, tenths)| *tenths == Some(hint.tenths));
            let column = match (hint.technique, single) {
                (Technique::HiddenSingle, Some(column)) => column,
                (technique, _) => BEFORE.len() - 1 + technique.index(),
            };
            counts[column] += 1;
        }
        Ok(Rating::new(&INFO, counts.into_iter().map(Value::Count).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_behind_the_singles_are_the_techniques() {
        assert_eq!(Technique::ALL[0], Technique::HiddenSingle);
        assert_eq!(COLUMNS[BEFORE.len()], Technique::ALL[1].slug());
        assert_eq!(COLUMNS.last(), Technique::SLUGS.last());
    }
}
