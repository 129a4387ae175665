//! # Suexrat9
//!
//! ## Idea
//! The search of `suexrate`, once, with nothing left to chance and to
//! its end: of several things to guess at it takes the first, and it goes on after the
//! solution until every other possibility is ruled out.
//!
//! ## Why it is sound
//! The tree of a unique puzzle is finite, and all of it is counted, so no luck in the order
//! of guessing enters. Which guess comes first does depend on how the grid is turned: the
//! cell before the house, and the first of each in reading order.
//!
//! What the paper leaves open, and how it is settled: it says only that this one is an
//! improved version, "faster and less canonical". One tree in place of a mean over many is
//! both. The original's own way of choosing is not documented, so values published for it
//! are not to be compared with these.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` has
//! 51 empty cells, and singles fill them all: 51.
//!
//! ## Sources
//! "suexrat9" in the paper mcm2280 (2008), R² = 0.53 against solving times; the program is
//! by G. Stertenbrink (2005).

use super::suexrate::{Search, Until, before_a_guess, no_guess};
use crate::rating::kernel::places::Ties;
use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};
use piste_core::shape::Shape;

pub(in crate::rating) struct Suexrat9;

static INFO: Info = Info {
    slug: "suexrat9",
    name: "suexrat9",
    version: 1,
    measures: "the size of the whole search tree with singles and guesses in reading order",
    source: "mcm2280 (2008), after a program by G. Stertenbrink (2005)",
    range: "0 up to several ten thousand",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

impl Metric for Suexrat9 {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, shape: &Shape) -> Result<(), NotRatable> {
        self.info().only_classic(shape, Some("it counts as a program for 9×9 does"))
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let (start, before) = workup.singles();
        let written = before.written;
        if start.is_full() {
            let values = vec![Value::Count(written)];
            return Ok(Rating::new(&INFO, values).noting(no_guess(written)));
        }
        let mut search = Search::new(workup.order(), Until::Exhausted);
        search.guess(start, None, &mut Ties::First, true);
        let nodes = search.nodes;
        let note = format!("{}; {nodes} nodes are behind it", before_a_guess(written));
        Ok(Rating::new(&INFO, vec![Value::Count(written + nodes)]).noting(Some(note)))
    }
}
