//! The ladders that ship with piste.
//!
//! Three belong to papers, two to the paper-and-pencil methods of another, and one is our
//! own: the order in which people learn. A ladder that a rating stands on is never
//! changed, only replaced under a new slug; the teaching ladder may grow.

use super::strategies::{
    aic::{AIC, ALS_AIC, GROUPED_AIC},
    als_chain::AlsChain,
    als_xy_wing::AlsXyWing,
    als_xz::AlsXz,
    avoidable_rectangle::{AvoidableRectangle1, AvoidableRectangle2},
    backtracking::BACKTRACKING,
    bug_plus_1::BugPlus1,
    contradiction::{CONTRADICTION_CHAIN, NISHIO},
    death_blossom::DeathBlossom,
    empty_rectangle::EmptyRectangle,
    exhaustive_trial::ExhaustiveTrial,
    finned_fish::{
        FINNED_JELLYFISH, FINNED_SWORDFISH, FINNED_X_WING, SASHIMI_JELLYFISH, SASHIMI_SWORDFISH,
        SASHIMI_X_WING,
    },
    fish::{JELLYFISH, SWORDFISH, X_WING},
    forcing_chain::{CellForcingChain, RegionForcingChain},
    full_house::FullHouse,
    guess_and_check::GuessAndCheck,
    hidden_rectangle::HiddenRectangle,
    hidden_single::{HIDDEN_SINGLE_BOX, HIDDEN_SINGLE_LINE},
    hidden_subset::{HIDDEN_PAIR, HIDDEN_QUAD, HIDDEN_TRIPLE},
    law_of_leftovers::LawOfLeftovers,
    letters::Letters,
    locked::{Claiming, Pointing},
    medusa::Medusa,
    multi_colouring::MultiColouring,
    naked_single::NakedSingle,
    naked_subset::{NAKED_PAIR, NAKED_QUAD, NAKED_TRIPLE},
    nice_loop::{ALS_NICE_LOOP, GROUPED_NICE_LOOP, NICE_LOOP},
    nice_loop_discontinuous::{
        ALS_NICE_LOOP_DISCONTINUOUS, GROUPED_NICE_LOOP_DISCONTINUOUS, NICE_LOOP_DISCONTINUOUS,
    },
    remote_pair::RemotePair,
    simple_colouring::SimpleColouring,
    skyscraper::Skyscraper,
    sue_de_coq::SueDeCoq,
    templates::{TemplateDelete, TemplateSet},
    turbot_fish::TurbotFish,
    two_string_kite::TwoStringKite,
    two_value_trial::TwoValueTrial,
    unique_rectangle_corner::UniqueRectangle1,
    unique_rectangle_extra::{UNIQUE_RECTANGLE_2, UNIQUE_RECTANGLE_5},
    unique_rectangle_subset::UniqueRectangle3,
    unique_rectangle_tie::{UniqueRectangle4, UniqueRectangle6},
    w_wing::WWing,
    whip::Whip,
    wxyz_wing::WxyzWing,
    x_chain::XChain,
    xy_chain::XyChain,
    xy_wing::XyWing,
    xyz_wing::XyzWing,
};
use super::{Ladder, Pick};
use piste_core::space::Space;

/// The rungs for every shape, bottom first, and further ones above them.
macro_rules! rungs_for_every_shape {
    ($($more:expr),* $(,)?) => {
        &[
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
            &[&LawOfLeftovers],
            &[&X_WING],
            &[&NAKED_QUAD],
            &[&HIDDEN_QUAD],
            &[&Skyscraper],
            &[&TwoStringKite],
            &[&TurbotFish],
            &[&EmptyRectangle],
            &[&XyWing],
            &[&XyzWing],
            &[&WWing],
            &[&SimpleColouring],
            &[&SWORDFISH],
            &[&UniqueRectangle1],
            &[&UNIQUE_RECTANGLE_2],
            &[&UniqueRectangle3],
            &[&UniqueRectangle4],
            &[&UNIQUE_RECTANGLE_5],
            &[&UniqueRectangle6],
            &[&HiddenRectangle],
            &[&AvoidableRectangle1, &AvoidableRectangle2],
            &[&BugPlus1],
            &[&FINNED_X_WING],
            &[&SASHIMI_X_WING],
            &[&RemotePair],
            &[&JELLYFISH],
            &[&FINNED_SWORDFISH],
            &[&SASHIMI_SWORDFISH],
            &[&WxyzWing],
            &[&MultiColouring],
            &[&XChain],
            &[&XyChain],
            &[&Medusa],
            &[&SueDeCoq],
            &[&FINNED_JELLYFISH],
            &[&SASHIMI_JELLYFISH],
            &[&AlsXz],
            &[&NICE_LOOP],
            &[&AIC],
            &[&NICE_LOOP_DISCONTINUOUS],
            &[&AlsXyWing],
            &[&GROUPED_NICE_LOOP],
            &[&GROUPED_AIC],
            &[&GROUPED_NICE_LOOP_DISCONTINUOUS],
            &[&TemplateSet, &TemplateDelete],
            &[&CellForcingChain],
            &[&RegionForcingChain],
            &[&ALS_NICE_LOOP],
            &[&ALS_AIC],
            &[&ALS_NICE_LOOP_DISCONTINUOUS],
            &[&DeathBlossom],
            &[&AlsChain],
            $($more),*
        ]
    };
}

impl<S: Space> Ladder<'static, S> {
    /// What can be known on every shape, in the order in which people learn it: all but the trials.
    ///
    /// ```
    /// use piste::logic::{Ladder, Outcome};
    /// use piste::space::Small;
    /// use piste::{Board, Grid};
    ///
    /// let space = Small::new(&"4x4".parse().unwrap());
    /// let grid = Grid::of_values(space, &[1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4]).unwrap();
    /// let solve = Ladder::EVERY_SHAPE.climb(&Board::from(&grid));
    /// assert_eq!(solve.outcome(), Outcome::Solved);
    /// ```
    pub const EVERY_SHAPE: Ladder<'static, S> = Ladder {
        slug: "patterns-of-every-shape",
        about: "what is known on every shape, in the order in which people learn, without trials",
        rungs: rungs_for_every_shape!(),
        pick: Pick::First,
        uniqueness: true,
    };

    /// The same with trials above it, so that a puzzle is explained to its end whatever it takes.
    ///
    /// ```
    /// use piste::logic::{Ladder, Outcome};
    /// use piste::space::Small;
    /// use piste::{Board, Grid};
    ///
    /// let space = Small::new(&"4x4".parse().unwrap());
    /// let grid = Grid::of_values(space, &[1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4]).unwrap();
    /// let solve = Ladder::EVERY_SHAPE_TO_THE_END.climb(&Board::from(&grid));
    /// assert_eq!(solve.outcome(), Outcome::Solved);
    /// ```
    pub const EVERY_SHAPE_TO_THE_END: Ladder<'static, S> = Ladder {
        slug: "every-shape",
        about: "what is known on every shape, in the order in which people learn, and trials",
        rungs: rungs_for_every_shape!(
            &[&NISHIO],
            &[&CONTRADICTION_CHAIN],
            &[&GuessAndCheck],
            &[&ExhaustiveTrial],
        ),
        pick: Pick::First,
        uniqueness: true,
    };
}

impl Ladder<'static> {
    /// Singles only, all at once: the fastest way to see whether a puzzle needs more.
    pub const SINGLES: Ladder<'static> = Ladder {
        slug: "singles",
        about: "naked and hidden singles, all at once",
        rungs: &[&[&NakedSingle, &HIDDEN_SINGLE_BOX, &HIDDEN_SINGLE_LINE]],
        pick: Pick::All,
        uniqueness: true,
    };

    /// The tiers of hsolve, a random valid application at a time.
    pub const HSOLVE: Ladder<'static> = Ladder {
        slug: "hsolve",
        about: "the tiers of hsolve, picking at random (Chang, Fan, Sun, 2008)",
        rungs: &[
            &[&NakedSingle, &HIDDEN_SINGLE_BOX, &HIDDEN_SINGLE_LINE],
            &[&NAKED_PAIR, &HIDDEN_PAIR, &Pointing, &Claiming],
            &[&NAKED_TRIPLE, &HIDDEN_TRIPLE, &X_WING],
            &[&NAKED_QUAD, &HIDDEN_QUAD, &SWORDFISH],
            &[&JELLYFISH],
            &[&BACKTRACKING],
        ],
        pick: Pick::Random,
        uniqueness: true,
    };

    /// The methods of index-d: singles, which insert, are method 1, and what rules out "the
    /// possibilities for each entry" is method 2.
    pub const INDEX_D: Ladder<'static> = Ladder {
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
    pub const GREEN: Ladder<'static> = Ladder {
        slug: "green",
        about: "the green paper-and-pencil method (Coelho, 2007)",
        rungs: &[&[&HIDDEN_SINGLE_BOX, &HIDDEN_SINGLE_LINE], &[&NakedSingle]],
        pick: Pick::All,
        uniqueness: true,
    };

    /// The blue method: green, the four simplifications of its step 3, and letters.
    pub const BLUE: Ladder<'static> = Ladder {
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

    /// The levels of the umbrella method: one rung a level.
    ///
    /// Groups "of any size" need only go up to four: a larger one leaves a smaller one of
    /// the other kind in the same house. Locked candidates go from a box to a line, as the paper
    /// has them, and fish have two lines.
    pub const UMBRELLA: Ladder<'static> = Ladder {
        slug: "umbrella",
        about: "the levels of the umbrella method (2008)",
        rungs: &[
            &[&NakedSingle],
            &[&HIDDEN_SINGLE_BOX, &HIDDEN_SINGLE_LINE],
            &[
                &NAKED_PAIR,
                &HIDDEN_PAIR,
                &NAKED_TRIPLE,
                &HIDDEN_TRIPLE,
                &NAKED_QUAD,
                &HIDDEN_QUAD,
                &Pointing,
            ],
            &[&X_WING, &TwoValueTrial],
        ],
        pick: Pick::All,
        uniqueness: true,
    };

    /// The same levels with more in them: locked candidates from a line to a box too, and fish of
    /// any size.
    pub const UMBRELLA_WIDE: Ladder<'static> = Ladder {
        slug: "umbrella-wide",
        about: "the levels of the umbrella method, with claiming and fish of any size",
        rungs: &[
            &[&NakedSingle],
            &[&HIDDEN_SINGLE_BOX, &HIDDEN_SINGLE_LINE],
            &[
                &NAKED_PAIR,
                &HIDDEN_PAIR,
                &NAKED_TRIPLE,
                &HIDDEN_TRIPLE,
                &NAKED_QUAD,
                &HIDDEN_QUAD,
                &Pointing,
                &Claiming,
            ],
            &[&X_WING, &SWORDFISH, &JELLYFISH, &TwoValueTrial],
        ],
        pick: Pick::All,
        uniqueness: true,
    };

    /// Singles, and then always a shortest whip: how the metric `w` is told to people.
    pub const W: Ladder<'static> = Ladder {
        slug: "w",
        about: "singles, then the shortest whip there is (Berthier, 2007)",
        rungs: &[
            &[&FullHouse],
            &[&HIDDEN_SINGLE_BOX],
            &[&HIDDEN_SINGLE_LINE],
            &[&NakedSingle],
            &[&Whip],
        ],
        pick: Pick::First,
        uniqueness: true,
    };

    /// What people know who solve the sudokus of newspapers: singles, locked candidates, subsets
    /// and the X-wing, in the order in which they are learnt.
    ///
    /// The features of `minutes` are read off solves by this ladder, so its rungs are its own: it
    /// stays as it is when the teaching ladder grows.
    pub(crate) const EVERYDAY: Ladder<'static> = Ladder {
        slug: "everyday",
        about: "the teaching ladder as far as subsets",
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
            &[&X_WING],
            &[&NAKED_QUAD],
            &[&HIDDEN_QUAD],
        ],
        pick: Pick::First,
        uniqueness: true,
    };

    /// The order in which people learn the strategies, one step at a time.
    pub const TEACHING: Ladder<'static> = Ladder {
        slug: "teaching",
        about: "the order in which people learn, one step at a time",
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
            &[&X_WING],
            &[&NAKED_QUAD],
            &[&HIDDEN_QUAD],
            &[&Skyscraper],
            &[&TwoStringKite],
            &[&TurbotFish],
            &[&EmptyRectangle],
            &[&XyWing],
            &[&XyzWing],
            &[&WWing],
            &[&SimpleColouring],
            &[&SWORDFISH],
            &[&UniqueRectangle1],
            &[&UNIQUE_RECTANGLE_2],
            &[&UniqueRectangle3],
            &[&UniqueRectangle4],
            &[&UNIQUE_RECTANGLE_5],
            &[&UniqueRectangle6],
            &[&HiddenRectangle],
            &[&AvoidableRectangle1, &AvoidableRectangle2],
            &[&BugPlus1],
            &[&FINNED_X_WING],
            &[&SASHIMI_X_WING],
            &[&RemotePair],
            &[&JELLYFISH],
            &[&FINNED_SWORDFISH],
            &[&SASHIMI_SWORDFISH],
            &[&WxyzWing],
            &[&MultiColouring],
            &[&XChain],
            &[&XyChain],
            &[&Medusa],
            &[&SueDeCoq],
            &[&FINNED_JELLYFISH],
            &[&SASHIMI_JELLYFISH],
            &[&AlsXz],
            &[&NICE_LOOP],
            &[&AIC],
            &[&NICE_LOOP_DISCONTINUOUS],
            &[&AlsXyWing],
            &[&GROUPED_NICE_LOOP],
            &[&GROUPED_AIC],
            &[&GROUPED_NICE_LOOP_DISCONTINUOUS],
            &[&TemplateSet, &TemplateDelete],
            &[&CellForcingChain],
            &[&RegionForcingChain],
            &[&NISHIO],
            &[&ALS_NICE_LOOP],
            &[&ALS_AIC],
            &[&ALS_NICE_LOOP_DISCONTINUOUS],
            &[&DeathBlossom],
            &[&AlsChain],
            &[&CONTRADICTION_CHAIN],
            &[&GuessAndCheck],
            &[&ExhaustiveTrial],
        ],
        pick: Pick::First,
        uniqueness: true,
    };

    /// Every ladder that ships with piste.
    pub const ALL: &[Ladder<'static>] = &[
        Ladder::SINGLES,
        Ladder::HSOLVE,
        Ladder::INDEX_D,
        Ladder::GREEN,
        Ladder::BLUE,
        Ladder::UMBRELLA,
        Ladder::UMBRELLA_WIDE,
        Ladder::W,
        Ladder::TEACHING,
    ];

    /// The ladder with this slug.
    ///
    /// ```
    /// use piste::logic::Ladder;
    ///
    /// assert_eq!(Ladder::by_slug("teaching").unwrap().slug, "teaching");
    /// ```
    pub fn by_slug(slug: &str) -> Option<Ladder<'static>> {
        Ladder::ALL.iter().find(|ladder| ladder.slug == slug).cloned()
    }
}
