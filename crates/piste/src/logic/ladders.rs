//! The ladders that ship with piste.

use super::strategies::{
    full_house::FullHouse,
    hidden_single::{HIDDEN_SINGLE_BOX, HIDDEN_SINGLE_LINE},
    hidden_subset::{HIDDEN_PAIR, HIDDEN_QUAD, HIDDEN_TRIPLE},
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
    pub const ALL: &[Ladder] = &[Ladder::SINGLES, Ladder::TEACHING];

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
