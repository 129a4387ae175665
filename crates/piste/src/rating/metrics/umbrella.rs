//! # Umbrella level
//!
//! ## Idea
//! The level is the hardest kind of method that a puzzle makes you use: level 1 needs
//! naked singles only ("neighbourhood clearance"), level 2 hidden singles too, level 3
//! groups and locked candidates, level 4 X-wings and forced chains through cells with two
//! candidates. What none of that solves is above.
//!
//! `umbrella` is the paper's: groups are naked or hidden ones of any size, candidates are locked in a
//! box and fall in a line, and "for n = 2" is read as fish of two lines and chains from cells
//! with two candidates. Two more are asked for by name:
//!
//! - `umbrella-wide` also has candidates that are locked in a line and fall in the box (claiming), and
//!   fish of any size;
//! - `umbrella-naked` is the paper's with forced chains that follow naked singles only. The
//!   paper says of a chain that a digit "forces the cell beneath", and not what else is followed.
//!
//! ## Why it is sound
//! A higher level is only used when all lower ones find nothing, and what is found never
//! takes a find of a lower level away for good; so the highest level used is the lowest
//! that suffices. Everything a level finds on a board is done together, which keeps the
//! level from depending on how the grid is turned.
//!
//! The deciding step is the first one of the highest level; `umbrella-naked` has none at
//! level 4.
//!
//! On other shapes everything that is a house takes part in singles, groups and locked candidates; where the paper has
//! candidates locked in a box, they may be locked in any house that is no line. X-wings are of rows and
//! columns. There is no deciding step.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is
//! level 1: there is always a cell with a single digit left.
//!
//! ## Sources
//! *The Umbrella Method* (2008), sections 3 and 4.

use crate::logic::Ladder;
use crate::rating::kernel::places::{Locks, Places, Tally, Trail};
use crate::rating::shaped::{self, Field};
use crate::rating::{
    AnyWorkup, Bounds, Column, Deciding, Harder, Info, Keeps, Metric, NotRatable, Rating, Value,
    Workup,
};
use piste_core::Board;
use piste_core::shape::Shape;

/// One reading of the paper's levels.
pub(in crate::rating) struct Umbrella {
    info: &'static Info,
    locks: Locks,
    /// Whether fish may have more than two lines.
    any_fish: bool,
    trail: Trail,
    /// Where the deciding step is looked for: a rung a level, as far as steps are known.
    ladder: Ladder<'static>,
    told: usize,
}

const SOURCE: &str = "The Umbrella Method (2008)";
const RANGE: &str = "1 to 4, or \"above\"";

const fn info(
    slug: &'static str,
    name: &'static str,
    version: u32,
    measures: &'static str,
) -> Info {
    Info {
        slug,
        name,
        version,
        measures,
        source: SOURCE,
        range: RANGE,
        harder: Harder::Up,
        columns: &[""],
        words: &[],
    }
}

pub(in crate::rating) static UMBRELLA: Umbrella = Umbrella {
    info: &info(
        "umbrella",
        "umbrella level",
        2,
        "the hardest of four kinds of method that the puzzle makes you use",
    ),
    locks: Locks::BoxToLine,
    any_fish: false,
    trail: Trail::Singles,
    ladder: Ladder::UMBRELLA,
    told: 4,
};

pub(in crate::rating) static UMBRELLA_WIDE: Umbrella = Umbrella {
    info: &info(
        "umbrella-wide",
        "umbrella level, wide",
        1,
        "the umbrella level with claiming at level 3 and fish of any size at level 4",
    ),
    locks: Locks::BothWays,
    any_fish: true,
    trail: Trail::Singles,
    ladder: Ladder::UMBRELLA_WIDE,
    told: 4,
};

pub(in crate::rating) static UMBRELLA_NAKED: Umbrella = Umbrella {
    info: &info(
        "umbrella-naked",
        "umbrella level, short chains",
        1,
        "the umbrella level with forced chains that follow naked singles only",
    ),
    locks: Locks::BoxToLine,
    any_fish: false,
    trail: Trail::NakedSingles,
    ladder: Ladder::UMBRELLA,
    told: 3,
};

const BANDS: [&str; 4] = ["level 1", "level 2", "level 3", "level 4"];

impl Metric for Umbrella {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Always
    }

    fn bounds(&self, column: Column) -> Option<Bounds> {
        column.is_main().then(|| Bounds::new(1.0, 4.0).or_beyond())
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let (end, _) = workup.singles();
        if end.is_full() {
            return Ok(self.by_singles(workup));
        }
        let end = self.after_level_3(workup);
        if end.is_full() {
            return Ok(self.rating(3, workup.after_singles()));
        }
        if self.is_level_4(end, workup) {
            return Ok(self.rating(4, &workup.drawn(workup.after_singles(), &end)));
        }
        Ok(self.above())
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        Ok(match self.level_of(workup) {
            Some(level) => {
                let value = vec![Value::Count(level as u64)];
                Rating::new(self.info, value).in_band(BANDS[level - 1])
            }
            None => self.above(),
        })
    }
}

impl Umbrella {
    fn above(&self) -> Rating {
        Rating::new(self.info, vec![Value::Word("above")]).in_band("above level 4")
    }

    /// The level of a puzzle of any shape.
    fn level_of(&self, workup: &AnyWorkup<'_>) -> Option<usize> {
        let ground = workup.ground();
        let mut naked = workup.field();
        naked.write_naked(ground);
        if naked.is_full() {
            return Some(1);
        }
        let mut here = workup.singles().0.clone();
        if here.is_full() {
            return Some(2);
        }
        let locks = match self.locks {
            Locks::BothWays => shaped::Locks::BothWays,
            Locks::BoxToLine => shaped::Locks::FromBlocks,
        };
        let trail = match self.trail {
            Trail::Singles => shaped::Trail::Singles,
            Trail::NakedSingles => shaped::Trail::NakedSingles,
        };
        let settle = |here: &mut Field| {
            here.write_forced(ground, &mut shaped::Tally::default());
            while !here.is_full() && here.erase_subsets(ground, locks) {
                here.write_forced(ground, &mut shaped::Tally::default());
            }
        };
        settle(&mut here);
        if here.is_full() {
            return Some(3);
        }
        let fish = |here: &mut Field| match self.any_fish {
            true => here.erase_fish(ground),
            false => here.erase_x_wings(ground),
        };
        while fish(&mut here) || here.try_two_values(ground, trail) {
            settle(&mut here);
            if here.is_full() {
                return Some(4);
            }
        }
        None
    }

    /// The rating of a puzzle that singles solve.
    fn by_singles(&self, workup: &Workup<'_>) -> Rating {
        let mut places = Places::of(workup.board());
        places.write_naked();
        if places.is_full() {
            return self.rating(1, workup.board());
        }
        self.rating(2, &workup.drawn(workup.board(), &places))
    }

    /// Where the methods of level 3 run out.
    fn after_level_3(&self, workup: &Workup<'_>) -> Places {
        let subsets = workup.subsets();
        if self.locks == Locks::BothWays || !subsets.has_claimed {
            return subsets.end;
        }
        let mut here = workup.singles().0;
        self.clear(&mut here, &mut None, workup);
        here
    }

    /// Does everything of the levels below 4, from a board without singles.
    fn clear(&self, here: &mut Places, seen: &mut Option<Places>, workup: &Workup<'_>) {
        while !here.is_full() && here.erase_subsets(workup.order(), self.locks, seen) {
            here.write_right(&mut Tally::default());
        }
    }

    /// Whether everything together solves the puzzle from here, where level 3 has run out.
    ///
    /// In what order the methods are used does not matter: with fewer marks each of them finds
    /// all that it found before, or it has been done.
    fn is_level_4(&self, mut here: Places, workup: &Workup<'_>) -> bool {
        let order = workup.order();
        let mut seen = Some(here);
        while self.erase_fish(&mut here, workup) || here.try_two_values(order, self.trail) {
            here.write_right(&mut Tally::default());
            self.clear(&mut here, &mut seen, workup);
            if here.is_full() {
                return true;
            }
        }
        false
    }

    fn erase_fish(&self, here: &mut Places, workup: &Workup<'_>) -> bool {
        if self.any_fish { here.erase_fish(workup.order()) } else { here.erase_x_wings() }
    }

    /// The rating of a puzzle of this level, the lower levels of which lead to this board.
    fn rating(&self, level: usize, board: &Board) -> Rating {
        let is_told = level <= self.told;
        let first = is_told.then(|| self.ladder.first_step(level - 1, board)).flatten();
        Rating::new(self.info, vec![Value::Count(level as u64)])
            .in_band(BANDS[level - 1])
            .decided_by(first.map(|step| Deciding::new(board, step)))
    }
}
