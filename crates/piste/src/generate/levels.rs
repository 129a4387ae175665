//! The named levels: what an editor means by "medium".
//!
//! One table, over metrics, and nothing else in piste knows what a level is.
//!
//! The bounds are put where publishers put theirs. Of all our metrics the Sudoku Explainer
//! rating agrees best with the levels that publishers print, and its steps are easy to say
//! in words; so the table is over `se`. How the levels of six publishers fall into ours is
//! what `bench -- levels` prints. "Diabolical" is what they call so: harder puzzles exist,
//! and a target such as `se 8..` asks for them.

use crate::rating::{Column, Condition, Value};

/// A named level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name on the command line and in files.
    pub slug: &'static str,
    /// What it asks of the solver.
    pub asks: &'static str,
    /// The condition that its puzzles meet.
    pub means: &'static str,
}

/// Every level, from easy to hard.
pub const ALL: [Level; 5] = [
    Level { slug: "easy", asks: "hidden singles", means: "se ..1.5" },
    Level { slug: "medium", asks: "naked singles, direct locks and pairs", means: "se 1.6..2.5" },
    Level { slug: "hard", asks: "locked candidates, pairs, X-wings", means: "se 2.6..3.3" },
    Level { slug: "fiendish", asks: "hidden pairs, triples, wings", means: "se 3.4..4.4" },
    Level { slug: "diabolical", asks: "unique rectangles, chains", means: "se 4.5.." },
];

impl Level {
    /// The level of this name.
    pub fn named(slug: &str) -> Option<Level> {
        ALL.into_iter().find(|level| level.slug == slug)
    }

    /// The level of a puzzle with these values; none if the metrics that levels are made of
    /// have not rated it.
    ///
    /// ```
    /// use piste::generate::Level;
    /// use piste::rating::Value;
    ///
    /// let level = Level::of(|_| Some(Value::Number(2.6, 1)));
    /// assert_eq!(level.unwrap().slug, "hard");
    /// assert_eq!(Level::of(|_| None), None);
    /// ```
    pub fn of(mut value: impl FnMut(Column) -> Option<Value>) -> Option<Level> {
        ALL.into_iter().find(|level| level.condition().holds(&mut value))
    }

    /// The condition that its puzzles meet.
    pub fn condition(&self) -> Condition {
        self.means.parse().expect("the table of levels holds conditions")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_a_condition() {
        for level in ALL {
            assert_eq!(Level::named(level.slug), Some(level));
            assert_eq!(level.condition().to_string(), level.means);
        }
    }
}
