//! The ladders that ship with piste.

use super::strategies::{
    full_house::FullHouse,
    hidden_single::{HIDDEN_SINGLE_BOX, HIDDEN_SINGLE_LINE},
    hidden_subset::{HIDDEN_PAIR, HIDDEN_QUAD, HIDDEN_TRIPLE},
    letters::Letters,
    locked::{Claiming, Pointing},
    naked_single::NakedSingle,
    naked_subset::{NAKED_PAIR, NAKED_QUAD, NAKED_TRIPLE},
};
use super::{Ladder, Pick};

impl Ladder {
    /// Singles only, all at once: the fastest way to see whether a puzzle needs more.
    pub const SINGLES: Ladder = Ladder {
        slug: "singles",
        about: "naked and hidden singles, all at once",
        rungs: &[&[&NakedSingle, &HIDDEN_SINGLE_BOX, &HIDDEN_SINGLE_LINE]],
        pick: Pick::All,
        uniqueness: true,
    };

    /// The method credits of index-d: singles are method 1, and what becomes possible only by
    /// looking at "the possibilities of each entry" is method 2.
    pub const INDEX_D: Ladder = Ladder {
        slug: "index-d",
        about: "singles, then locked candidates and subsets (Sudoku Generation and Difficulty Metrics, 2008)",
        rungs: &[
            &[&NakedSingle, &HIDDEN_SINGLE_BOX, &HIDDEN_SINGLE_LINE],
            &[
                &Pointing,
                &Claiming,
                &NAKED_PAIR,
                &HIDDEN_PAIR,
                &NAKED_TRIPLE,
                &HIDDEN_TRIPLE,
                &NAKED_QUAD,
                &HIDDEN_QUAD,
            ],
        ],
        pick: Pick::All,
        uniqueness: true,
    };

    /// The green method of the colour scale: scanning, then squares with one number missing.
    pub const GREEN: Ladder = Ladder {
        slug: "green",
        about: "the green paper-and-pencil method (Coelho, 2007)",
        rungs: &[&[&HIDDEN_SINGLE_BOX, &HIDDEN_SINGLE_LINE], &[&NakedSingle]],
        pick: Pick::All,
        uniqueness: true,
    };

    /// The blue method: green, the four simplifications of its step 3, and letters.
    pub const BLUE: Ladder = Ladder {
        slug: "blue",
        about: "the blue paper-and-pencil method (Coelho, 2007)",
        rungs: &[
            &[&HIDDEN_SINGLE_BOX, &HIDDEN_SINGLE_LINE],
            &[&NakedSingle],
            &[&Pointing],
            &[&Claiming],
            &[&NAKED_PAIR, &NAKED_TRIPLE, &NAKED_QUAD],
            &[&HIDDEN_PAIR, &HIDDEN_TRIPLE, &HIDDEN_QUAD],
            &[&Letters],
        ],
        pick: Pick::All,
        uniqueness: true,
    };

    /// The order in which people learn the strategies, one step at a time.
    pub const TEACHING: Ladder = Ladder {
        slug: "teaching",
        about: "everything piste knows, in the order people learn it",
        rungs: &[
            &[&FullHouse],
            &[&HIDDEN_SINGLE_BOX],
            &[&HIDDEN_SINGLE_LINE],
            &[&NakedSingle],
            &[&Pointing],
            &[&Claiming],
            &[&NAKED_PAIR],
            &[&HIDDEN_PAIR],
            &[&NAKED_TRIPLE],
            &[&HIDDEN_TRIPLE],
            &[&NAKED_QUAD],
            &[&HIDDEN_QUAD],
        ],
        pick: Pick::First,
        uniqueness: true,
    };

    /// Every ladder that ships with piste.
    pub const ALL: &[Ladder] =
        &[Ladder::SINGLES, Ladder::INDEX_D, Ladder::GREEN, Ladder::BLUE, Ladder::TEACHING];

    /// The ladder with this slug.
    ///
    /// ```
    /// use piste::logic::Ladder;
    ///
    /// assert_eq!(Ladder::by_slug("teaching").unwrap().slug, "teaching");
    /// ```
    pub fn by_slug(slug: &str) -> Option<Ladder> {
        Ladder::ALL.iter().find(|ladder| ladder.slug == slug).cloned()
    }
}
