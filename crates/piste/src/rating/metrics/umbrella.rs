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

use crate::logic::Ladder;
use crate::rating::places::{Order, Places, Tally};
use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};
use piste_core::Board;

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
        let subsets = workup.subsets();
        if subsets.end.is_full() {
            return Ok(rating(3, workup.after_singles()));
        }
        if is_level_4(subsets.end, workup.order()) {
            return Ok(rating(4, &workup.drawn(workup.after_singles(), &subsets.end)));
        }
        Ok(Rating::new(&INFO, vec![Value::Word("above")]).in_band("above level 4"))
    }
}

/// Whether everything together solves the puzzle from here, where subsets have run out.
///
/// In what order the methods are used does not matter: with fewer marks each of them finds
/// all that it found before, or it has been done.
fn is_level_4(mut here: Places, order: &Order) -> bool {
    let mut seen = Some(here);
    while here.erase_fish(order) || here.try_two_values(order) {
        loop {
            here.write_right(&mut Tally::default());
            if here.is_full() {
                return true;
            }
            if !here.erase_subsets(order, &mut seen) {
                break;
            }
        }
    }
    false
}

/// The rating of a puzzle of this level, the lower levels of which lead to this board.
fn rating(level: usize, board: &Board) -> Rating {
    Rating::new(&INFO, vec![Value::Count(level as u64)])
        .in_band(BANDS[level - 1])
        .decided_by(Ladder::UMBRELLA.first_step(level - 1, board))
}

/// The rating of a puzzle that singles solve.
fn by_singles(workup: &Workup<'_>) -> Rating {
    let mut places = Places::of(workup.board());
    places.write_naked();
    if places.is_full() {
        return rating(1, workup.board());
    }
    rating(2, &workup.drawn(workup.board(), &places))
}
