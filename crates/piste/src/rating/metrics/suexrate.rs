//! # Suexrate
//!
//! ## Idea
//! Let a machine with hardly any logic search for the solution and count the steps it
//! takes. It looks at all the things that must happen once each (a cell gets a digit, a
//! row, column or box gets a certain digit), does at once whatever can happen in only one
//! way, and where nothing is forced guesses at a thing that can happen in the fewest ways.
//! Which of several equal ones it takes, and which way it tries first, is left to chance,
//! and the rating is the mean over ten tries.
//!
//! ## Why it is sound
//! A node of the tree is a digit written, forced or guessed. What is forced is written all
//! together, so the shape of a tree depends on the guesses alone, and the mean does not
//! depend on how the grid is turned. What can be written before the first guess is the
//! same in every try and is counted once; a puzzle that needs no guess has one node for
//! each empty cell, whatever the seed. A try ends at the solution; that the program this
//! metric is named after does the same is our inference from its published ratings.
//!
//! What the paper leaves open, and how it is settled: it says "a depth-first search with
//! minimal logic" and "the number of nodes in the search tree". The public documentation
//! of Fowler's solver describes suexrate as a mean over random permutations of the puzzle,
//! counting the nodes of Knuth's exact-cover search, which is singles with guessing; so
//! this is what is counted. Knuth's search writes one forced digit at a time and stops in
//! their midst when something can no longer happen; ours notices after the lot, which
//! makes its trees larger, about a fifth on average over a list of hard puzzles, and ranks
//! them not quite alike (Spearman 0.73). How many tries the program made is not known, and ten are few for the hardest
//! puzzles: the Golden Nugget has 2,745 to 4,367 by the seeds 1 to 10 (`piste rate --metrics
//! suexrate --seed N`). A rating published with the program's relatives is lower: 2141.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` has
//! 51 empty cells, and singles fill them all: 51.
//!
//! ## Sources
//! "suexrate" in the paper mcm2280 (2008), R² = 0.48 against solving times; the program is
//! by G. Stertenbrink (2005). The search is Knuth's Algorithm X (2000).

use crate::rating::kernel::places::{DigitHomes, Pairs, Places, Tally, Ties};
use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};
use piste_core::shape::Shape;

pub(in crate::rating) struct Suexrate;

/// How many tries are made where a guess is needed.
const TRIES: u32 = 10;

static INFO: Info = Info {
    slug: "suexrate",
    name: "suexrate",
    version: 1,
    measures: "the mean size of a search tree with singles and random guesses, up to the solution",
    source: "mcm2280 (2008), after a program by G. Stertenbrink (2005)",
    range: "0 up to some ten thousand",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

impl Metric for Suexrate {
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
        if start.is_full() {
            let values = vec![Value::Number(before.written as f64, 1)];
            return Ok(Rating::new(&INFO, values).noting(no_guess(before.written)));
        }
        let mut rng = workup.rng(INFO.slug);
        let mut search = Search::new(workup.order(), Until::Solution);
        let pairs = start.pairs();
        let (mut least, mut most) = (u64::MAX, 0);
        for _ in 0..TRIES {
            let nodes = search.nodes;
            search.guess(start, Some(&pairs), &mut Ties::Random(&mut rng), true);
            let nodes = search.nodes - nodes + before.written;
            (least, most) = (least.min(nodes), most.max(nodes));
        }
        let mean = before.written as f64 + search.nodes as f64 / f64::from(TRIES);
        let singles = before_a_guess(before.written);
        let note = format!("{singles}; the {TRIES} tries took {least} to {most} nodes");
        Ok(Rating::new(&INFO, vec![Value::Number(mean, 1)]).noting(Some(note)))
    }
}

/// What there is to say of the digits written before the first fork of a tree.
pub(super) fn before_a_guess(written: u64) -> String {
    match written {
        0 => "singles write nothing before the first guess".to_owned(),
        1 => "singles write 1 digit before the first guess".to_owned(),
        _ => format!("singles write {written} digits before the first guess"),
    }
}

/// What there is to say of a tree without a fork.
pub(super) fn no_guess(written: u64) -> Option<String> {
    (written > 0).then(|| format!("no guess is needed: singles write all {written} digits"))
}

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// At the first solution.
    Solution,
    /// When the whole tree has been seen.
    Exhausted,
}

/// A search under way.
pub(super) struct Search<'a> {
    order: &'a DigitHomes,
    until: Until,
    /// The digits written so far.
    pub(super) nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(order: &'a DigitHomes, until: Until) -> Search<'a> {
        Search { order, until, nodes: 0 }
    }

    /// Guesses on a board where nothing is forced; says whether to stop. What can happen in
    /// two ways there may be known already, and whether all guesses before were right makes
    /// no difference to what is counted: both are short cuts.
    pub(super) fn guess(
        &mut self,
        here: &Places,
        known: Option<&Pairs>,
        ties: &mut Ties<'_>,
        right: bool,
    ) -> bool {
        here.fork(known, ties).iter().any(|(cell, digit)| {
            let mut there = *here;
            there.write(cell, digit);
            self.nodes += 1;
            let right = right && self.order.is_right(cell, digit);
            let mut tally = Tally::default();
            let possible = if right {
                there.write_right(&mut tally);
                true
            } else {
                there.write_forced(&mut tally)
            };
            self.nodes += tally.written;
            match (possible, there.is_full()) {
                (false, _) => false,
                (true, true) => self.until == Until::Solution,
                (true, false) => self.guess(&there, None, ties, right),
            }
        })
    }
}
