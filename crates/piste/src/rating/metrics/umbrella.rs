//! # Umbrella level
//!
//! ## Idea
//! The level is the hardest kind of method that a puzzle makes you use: level 1 needs
//! naked singles only ("neighbourhood clearance"), level 2 hidden singles too, level 3
//! groups and locked candidates, level 4 fish and forced chains through cells with two
//! candidates. What none of that solves is above.
//!
//! ## Why it is sound
//! A higher level is only used when all lower ones find nothing, and what is found never
//! takes a find of a lower level away for good; so the highest level used is the lowest
//! that suffices. Everything a level finds on a board is done together, which keeps the
//! level from depending on how the grid is turned.
//!
//! The deciding step is the first one of the highest level.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is
//! level 1: there is always a cell with a single digit left.
//!
//! ## Sources
//! *The Umbrella Method* (2008), section 4.

use crate::logic::{Ladder, Outcome, Step};
use crate::rating::places::Places;
use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};

pub(in crate::rating) struct Umbrella;

static INFO: Info = Info {
    slug: "umbrella",
    name: "umbrella level",
    version: 1,
    measures: "the hardest of four kinds of method that the puzzle makes you use",
    source: "The Umbrella Method (2008)",
    range: "1 to 4, or \"above\"",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

const BANDS: [&str; 4] = ["level 1", "level 2", "level 3", "level 4"];

impl Metric for Umbrella {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let (end, _) = workup.singles();
        if end.is_full() {
            return Ok(by_singles(workup));
        }
        // Up to here the ladder takes singles only, so it may as well start here.
        let trace = Ladder::UMBRELLA.climb(workup.after_singles());
        if trace.outcome() != Outcome::Solved {
            return Ok(Rating::new(&INFO, vec![Value::Word("above")]).in_band("above level 4"));
        }
        let mut level = 0;
        let mut deciding = None;
        for step in trace.steps() {
            let of_step = level_of(step.strategy.slug);
            if of_step > level {
                level = of_step;
                deciding = Some(step);
            }
        }
        Ok(rating(level, deciding.cloned()))
    }
}

fn rating(level: usize, deciding: Option<Step>) -> Rating {
    Rating::new(&INFO, vec![Value::Count(level as u64)])
        .in_band(BANDS[level - 1])
        .decided_by(deciding)
}

/// The rating of a puzzle that singles solve.
fn by_singles(workup: &Workup<'_>) -> Rating {
    let mut places = Places::of(workup.board());
    places.write_naked();
    if places.is_full() {
        return rating(1, Ladder::UMBRELLA.next_step(workup.board()));
    }
    let mut board = *workup.board();
    for cell in workup.board().open().iter().filter(|cell| !places.is_open(cell.index())) {
        board.place(cell, workup.puzzle().solution().get(cell));
    }
    rating(2, Ladder::UMBRELLA.next_step(&board))
}

/// The rung that holds the strategy, counted from 1.
fn level_of(slug: &str) -> usize {
    let holds = |rung: &crate::logic::Rung| rung.iter().any(|s| s.info().slug == slug);
    1 + Ladder::UMBRELLA.rungs.iter().position(holds).expect("every step is from a rung")
}
