//! The named levels: what an editor means by "medium".
//!
//! One table, over metrics, and nothing else in piste knows what a level is.

use crate::rating::Condition;

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
    Level { slug: "easy", asks: "singles", means: "umbrella<=2 and hsolve<450" },
    Level { slug: "medium", asks: "singles, well hidden", means: "umbrella<=2 and hsolve>=450" },
    Level { slug: "hard", asks: "locked candidates and subsets", means: "umbrella=3" },
    Level { slug: "fiendish", asks: "fish, wings and short chains", means: "umbrella=4" },
    Level { slug: "diabolical", asks: "long chains", means: "umbrella=above" },
];

impl Level {
    /// The level of this name.
    pub fn named(slug: &str) -> Option<Level> {
        ALL.into_iter().find(|level| level.slug == slug)
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
