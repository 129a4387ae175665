//! # Depth of trial and error
//!
//! ## Idea
//! How deep must one guess? At depth 0 singles solve the puzzle. At depth 1 one supposes a
//! candidate, follows singles, and takes the candidate away if they lead to a contradiction, until the puzzle is
//! solved. At depth 2 a trial may make trials of its own, and at depth 3 these may too. No puzzle is known
//! that needs more, and only few need three.
//!
//! ## Why it is sound
//! What can be refuted can still be refuted when other candidates are gone, so the order of the trials
//! does not matter, and the depth belongs to the puzzle in every disguise. That a trial happens to end in
//! the solution is not used: only what is refuted counts.
//!
//! Held against the Sudoku Hierarchical Classifier 6.2 on 746 puzzles and on its own examples: the same depth on
//! all of them (`cargo nextest run -p piste experts`).
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is solved by
//! singles: 0. Easter Monster needs 2.
//!
//! ## Sources
//! D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 3rd edition (2021): T&E(T, P).

use crate::rating::csp::{GivenUp, Net, trial};
use crate::rating::{Column, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup};

pub(in crate::rating) struct Te;

static INFO: Info = Info {
    slug: "te",
    name: "depth of trial and error",
    version: 1,
    measures: "how deep trials must be nested, with singles at the bottom",
    source: "D. Berthier, T&E-depth (2012)",
    range: "0 to 3",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

/// What trial and error comes to: how deep it goes, or nothing if three deep is not enough.
struct Depth(Result<Option<u32>, GivenUp>);

/// How deep trial and error goes, made once for all metrics that ask.
pub(super) fn depth(workup: &Workup<'_>) -> Result<Option<u32>, NotRatable> {
    let made = workup.made(|| {
        let mut patience = workup.patience();
        Depth(trial::depth(&Net::of(workup.board()), &mut patience))
    });
    made.0.map_err(|GivenUp| workup.given_up())
}

impl Metric for Te {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Always
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let depth = depth(workup)?;
        let depth = depth.ok_or_else(|| NotRatable::because("trials four deep would be needed"))?;
        Ok(Rating::new(&INFO, vec![Value::Count(depth.into())]))
    }
}
