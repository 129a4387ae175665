//! The ladders that ship with piste.
//!
//! Three belong to papers, two to the paper-and-pencil methods of another, and two are our
//! own: the order in which people learn, and the same with the rarest patterns in it. A ladder
//! that a rating stands on is never changed, only replaced under a new slug; the long ladder may grow.

use super::strategies::{
    aic::{AIC, ALS_AIC, GROUPED_AIC},
    aligned_exclusion::{AlignedPairExclusion, AlignedTripletExclusion},
    als_chain::AlsChain,
    als_xy_wing::AlsXyWing,
    als_xz::AlsXz,
    avoidable_rectangle::{AvoidableRectangle1, AvoidableRectangle2},
    backtracking::BACKTRACKING,
    braid::Braid,
    bug_plus_1::BugPlus1,
    bug_plus_n::BugPlusN,
    complex_fish::{FINNED_FRANKEN_FISH, FINNED_MUTANT_FISH, FRANKEN_FISH, MUTANT_FISH},
    contradiction::{CONTRADICTION_CHAIN, NISHIO},
    death_blossom::DeathBlossom,
    double_exocet::DoubleExocet,
    empty_rectangle::EmptyRectangle,
    exhaustive_trial::ExhaustiveTrial,
    exocet::JuniorExocet,
    exocet_mirror::ExocetMirror,
    extended_rectangle::ExtendedUniqueRectangle,
    finned_fish::{
        FINNED_JELLYFISH, FINNED_SWORDFISH, FINNED_X_WING, SASHIMI_JELLYFISH, SASHIMI_SWORDFISH,
        SASHIMI_X_WING,
    },
    fireworks::Fireworks,
    fish::{JELLYFISH, SWORDFISH, X_WING},
    forcing_chain::{CellForcingChain, RegionForcingChain},
    full_house::FullHouse,
    guess_and_check::GuessAndCheck,
    hidden_rectangle::HiddenRectangle,
    hidden_single::{HIDDEN_SINGLE_BOX, HIDDEN_SINGLE_LINE},
    hidden_subset::{HIDDEN_PAIR, HIDDEN_QUAD, HIDDEN_TRIPLE},
    kraken_fish::KrakenFish,
    law_of_leftovers::LawOfLeftovers,
    letters::Letters,
    locked::{Claiming, Pointing},
    medusa::Medusa,
    multi_colouring::MultiColouring,
    multi_sector::MultiSectorLockedSet,
    naked_single::NakedSingle,
    naked_subset::{NAKED_PAIR, NAKED_QUAD, NAKED_TRIPLE},
    nested_trial::NestedTrial,
    nice_loop::{ALS_NICE_LOOP, GROUPED_NICE_LOOP, NICE_LOOP},
    nice_loop_discontinuous::{
        ALS_NICE_LOOP_DISCONTINUOUS, GROUPED_NICE_LOOP_DISCONTINUOUS, NICE_LOOP_DISCONTINUOUS,
    },
    oddagon::BivalueOddagon,
    remote_pair::RemotePair,
    simple_colouring::SimpleColouring,
    sk_loop::SkLoop,
    skyscraper::Skyscraper,
    split_trial::SplitTrial,
    sue_de_coq::SueDeCoq,
    templates::{TemplateDelete, TemplateSet},
    tridagon::Tridagon,
    turbot_fish::TurbotFish,
    two_string_kite::TwoStringKite,
    two_value_trial::TwoValueTrial,
    unique_loop::UniqueLoop,
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

/// What there is to learn, in the order in which people learn it, a rung a line. The order stands here and nowhere else:
/// the teaching ladder, the ladders for every shape, and the words of the metric `hardest` are read off it. Whoever adds, takes
/// away or moves a line says so in [`ORDER_VERSION`].
///
/// What is `known` is on all of these ladders. `shapes` is what the classic board has no use for: there it finds nothing that
/// others do not. What is `long` is on the long ladder alone, so that the others stay as they are. A `trial` guesses: the
/// ladders for every shape have those at their end, or not at all.
macro_rules! in_order {
    ($ladder:ident) => {
        $ladder! {
            known [FullHouse = "full-house"],
            known [HIDDEN_SINGLE_BOX = "hidden-single-box"],
            known [HIDDEN_SINGLE_LINE = "hidden-single-line"],
            known [NakedSingle = "naked-single"],
            known [Pointing = "pointing"],
            known [Claiming = "claiming"],
            known [NAKED_PAIR = "naked-pair"],
            known [HIDDEN_PAIR = "hidden-pair"],
            known [NAKED_TRIPLE = "naked-triple"],
            known [HIDDEN_TRIPLE = "hidden-triple"],
            shapes [LawOfLeftovers = "law-of-leftovers"],
            known [X_WING = "x-wing"],
            known [NAKED_QUAD = "naked-quad"],
            known [HIDDEN_QUAD = "hidden-quad"],
            known [Skyscraper = "skyscraper"],
            known [TwoStringKite = "two-string-kite"],
            known [TurbotFish = "turbot-fish"],
            known [EmptyRectangle = "empty-rectangle"],
            known [XyWing = "xy-wing"],
            known [XyzWing = "xyz-wing"],
            known [WWing = "w-wing"],
            known [SimpleColouring = "simple-colouring"],
            known [SWORDFISH = "swordfish"],
            known [UniqueRectangle1 = "unique-rectangle-1"],
            known [UNIQUE_RECTANGLE_2 = "unique-rectangle-2"],
            known [UniqueRectangle3 = "unique-rectangle-3"],
            known [UniqueRectangle4 = "unique-rectangle-4"],
            known [UNIQUE_RECTANGLE_5 = "unique-rectangle-5"],
            known [UniqueRectangle6 = "unique-rectangle-6"],
            known [HiddenRectangle = "hidden-rectangle"],
            known [AvoidableRectangle1 = "avoidable-rectangle-1", AvoidableRectangle2 = "avoidable-rectangle-2"],
            known [BugPlus1 = "bug-plus-1"],
            long [ExtendedUniqueRectangle = "extended-unique-rectangle"],
            long [UniqueLoop = "unique-loop"],
            long [BugPlusN = "bug-plus-n"],
            known [FINNED_X_WING = "finned-x-wing"],
            known [SASHIMI_X_WING = "sashimi-x-wing"],
            known [RemotePair = "remote-pair"],
            known [JELLYFISH = "jellyfish"],
            known [FINNED_SWORDFISH = "finned-swordfish"],
            known [SASHIMI_SWORDFISH = "sashimi-swordfish"],
            known [WxyzWing = "wxyz-wing"],
            known [MultiColouring = "multi-colouring"],
            known [XChain = "x-chain"],
            known [XyChain = "xy-chain"],
            known [Medusa = "3d-medusa"],
            known [SueDeCoq = "sue-de-coq"],
            known [FINNED_JELLYFISH = "finned-jellyfish"],
            known [SASHIMI_JELLYFISH = "sashimi-jellyfish"],
            known [AlsXz = "als-xz"],
            known [NICE_LOOP = "nice-loop"],
            known [AIC = "aic"],
            known [NICE_LOOP_DISCONTINUOUS = "nice-loop-discontinuous"],
            known [AlsXyWing = "als-xy-wing"],
            known [GROUPED_NICE_LOOP = "grouped-nice-loop"],
            known [GROUPED_AIC = "grouped-aic"],
            known [GROUPED_NICE_LOOP_DISCONTINUOUS = "grouped-nice-loop-discontinuous"],
            long [Fireworks = "fireworks"],
            long [BivalueOddagon = "bivalue-oddagon"],
            long [AlignedPairExclusion = "aligned-pair-exclusion"],
            long [FRANKEN_FISH = "franken-fish", FINNED_FRANKEN_FISH = "finned-franken-fish"],
            long [MUTANT_FISH = "mutant-fish", FINNED_MUTANT_FISH = "finned-mutant-fish"],
            known [TemplateSet = "template-set", TemplateDelete = "template-delete"],
            known [CellForcingChain = "cell-forcing-chain"],
            known [RegionForcingChain = "region-forcing-chain"],
            long [KrakenFish = "kraken-fish"],
            trial [NISHIO = "nishio"],
            known [ALS_NICE_LOOP = "als-nice-loop"],
            known [ALS_AIC = "als-aic"],
            known [ALS_NICE_LOOP_DISCONTINUOUS = "als-nice-loop-discontinuous"],
            known [DeathBlossom = "death-blossom"],
            known [AlsChain = "als-chain"],
            long [AlignedTripletExclusion = "aligned-triplet-exclusion"],
            long [SkLoop = "sk-loop"],
            long [Tridagon = "tridagon"],
            long [JuniorExocet = "junior-exocet"],
            long [ExocetMirror = "exocet-mirror"],
            long [DoubleExocet = "double-exocet"],
            long [MultiSectorLockedSet = "multi-sector-locked-set"],
            long [Whip = "whip"],
            long [Braid = "braid"],
            trial [CONTRADICTION_CHAIN = "contradiction-chain"],
            trial [GuessAndCheck = "guess-and-check"],
            long [SplitTrial = "split-trial"],
            long [NestedTrial = "nested-trial"],
            trial [ExhaustiveTrial = "exhaustive-trial"],
        }
    };
}

/// The rungs of the teaching ladder.
macro_rules! teaching {
    (@ [$($rungs:tt)*]) => { &[$($rungs)*] };
    (@ [$($rungs:tt)*] long $rung:tt, $($rest:tt)*) => { teaching!(@ [$($rungs)*] $($rest)*) };
    (@ [$($rungs:tt)*] shapes $rung:tt, $($rest:tt)*) => { teaching!(@ [$($rungs)*] $($rest)*) };
    (@ [$($rungs:tt)*] $kind:ident [$($strategy:ident = $slug:literal),+], $($rest:tt)*) => {
        teaching!(@ [$($rungs)* &[$(&$strategy),+],] $($rest)*)
    };
    ($($all:tt)+) => { teaching!(@ [] $($all)+) };
}

/// The rungs for every shape without trials.
macro_rules! every_shape {
    (@ [$($rungs:tt)*]) => { &[$($rungs)*] };
    (@ [$($rungs:tt)*] long $rung:tt, $($rest:tt)*) => { every_shape!(@ [$($rungs)*] $($rest)*) };
    (@ [$($rungs:tt)*] trial $rung:tt, $($rest:tt)*) => { every_shape!(@ [$($rungs)*] $($rest)*) };
    (@ [$($rungs:tt)*] $kind:ident [$($strategy:ident = $slug:literal),+], $($rest:tt)*) => {
        every_shape!(@ [$($rungs)* &[$(&$strategy),+],] $($rest)*)
    };
    ($($all:tt)+) => { every_shape!(@ [] $($all)+) };
}

/// The rungs for every shape, and the trials above them.
macro_rules! every_shape_to_the_end {
    (@ [$($rungs:tt)*] [$($trials:tt)*]) => { &[$($rungs)* $($trials)*] };
    (@ $rungs:tt $trials:tt long $rung:tt, $($rest:tt)*) => {
        every_shape_to_the_end!(@ $rungs $trials $($rest)*)
    };
    (@ $rungs:tt [$($trials:tt)*] trial [$strategy:ident = $slug:literal], $($rest:tt)*) => {
        every_shape_to_the_end!(@ $rungs [$($trials)* &[&$strategy],] $($rest)*)
    };
    (@ [$($rungs:tt)*] $trials:tt $kind:ident [$($strategy:ident = $slug:literal),+], $($rest:tt)*) => {
        every_shape_to_the_end!(@ [$($rungs)* &[$(&$strategy),+],] $trials $($rest)*)
    };
    ($($all:tt)+) => { every_shape_to_the_end!(@ [] [] $($all)+) };
}

/// The rungs for every shape with the rarest patterns among them, and the trials above them.
macro_rules! long_on_every_shape {
    (@ [$($rungs:tt)*] [$($trials:tt)*]) => { &[$($rungs)* $($trials)*] };
    (@ $rungs:tt [$($trials:tt)*] trial [$strategy:ident = $slug:literal], $($rest:tt)*) => {
        long_on_every_shape!(@ $rungs [$($trials)* &[&$strategy],] $($rest)*)
    };
    (@ [$($rungs:tt)*] $trials:tt $kind:ident [$($strategy:ident = $slug:literal),+], $($rest:tt)*) => {
        long_on_every_shape!(@ [$($rungs)* &[$(&$strategy),+],] $trials $($rest)*)
    };
    ($($all:tt)+) => { long_on_every_shape!(@ [] [] $($all)+) };
}

/// The rungs of the long ladder: all but what the classic board has no use for.
macro_rules! long {
    (@ [$($rungs:tt)*]) => { &[$($rungs)*] };
    (@ [$($rungs:tt)*] shapes $rung:tt, $($rest:tt)*) => { long!(@ [$($rungs)*] $($rest)*) };
    (@ [$($rungs:tt)*] $kind:ident [$($strategy:ident = $slug:literal),+], $($rest:tt)*) => {
        long!(@ [$($rungs)* &[$(&$strategy),+],] $($rest)*)
    };
    ($($all:tt)+) => { long!(@ [] $($all)+) };
}

/// The slugs of all but what is on the long ladder alone.
macro_rules! slugs {
    (@ [$($slugs:tt)*]) => { &[$($slugs)*] };
    (@ [$($slugs:tt)*] long $rung:tt, $($rest:tt)*) => { slugs!(@ [$($slugs)*] $($rest)*) };
    (@ [$($slugs:tt)*] $kind:ident [$($strategy:ident = $slug:literal),+], $($rest:tt)*) => {
        slugs!(@ [$($slugs)* $($slug),+,] $($rest)*)
    };
    ($($all:tt)+) => { slugs!(@ [] $($all)+) };
}

/// The slugs of all strategies that the teaching ladder or those for every shape climb on, in the order in which people
/// learn them.
pub(crate) const IN_ORDER: &[&str] = in_order!(slugs);

/// The version of that order: another whenever it is. The metric `hardest` has it for its own.
pub(crate) const ORDER_VERSION: u32 = 1;

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
        rungs: in_order!(every_shape),
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
        rungs: in_order!(every_shape_to_the_end),
        pick: Pick::First,
        uniqueness: true,
    };

    /// The long ladder of every shape: the rarest patterns as far as they hold there, and trials.
    ///
    /// ```
    /// use piste::logic::{Ladder, Outcome};
    /// use piste::space::Small;
    /// use piste::{Board, Grid};
    ///
    /// let space = Small::new(&"4x4".parse().unwrap());
    /// let grid = Grid::of_values(space, &[1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4]).unwrap();
    /// let solve = Ladder::LONG_ON_EVERY_SHAPE.climb(&Board::from(&grid));
    /// assert_eq!(solve.outcome(), Outcome::Solved);
    /// ```
    pub const LONG_ON_EVERY_SHAPE: Ladder<'static, S> = Ladder {
        slug: "long",
        about: "what is known on every shape, with the rarest patterns in it, and trials",
        rungs: in_order!(long_on_every_shape),
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

    /// Singles, and then always a shortest braid: how the metric `b` is told to people.
    pub const B: Ladder<'static> = Ladder {
        slug: "b",
        about: "singles, then the shortest braid there is (Berthier, 2008)",
        rungs: &[
            &[&FullHouse],
            &[&HIDDEN_SINGLE_BOX],
            &[&HIDDEN_SINGLE_LINE],
            &[&NakedSingle],
            &[&Braid],
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
        rungs: in_order!(teaching),
        pick: Pick::First,
        uniqueness: true,
    };

    /// The teaching ladder with the rarest patterns in it, for the hardest puzzles. No rating stands
    /// on it, so it may grow.
    pub const LONG: Ladder<'static> = Ladder {
        slug: "long",
        about: "the teaching ladder with the rarest patterns in it, for the hardest puzzles",
        rungs: in_order!(long),
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
        Ladder::B,
        Ladder::TEACHING,
        Ladder::LONG,
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

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::space::Large;

    /// The slug beside a strategy is its own, and every ladder has its strategies in this order.
    #[test]
    fn slugs_and_ladders_are_in_one_order() {
        let place = |slug: &str| IN_ORDER.iter().position(|known| *known == slug);
        let places = |slugs: Vec<&str>| slugs.into_iter().map(place).collect::<Option<Vec<_>>>();
        let slugs = |ladder: Ladder<'static>| -> Vec<&str> {
            ladder.strategies().map(|known| known.info().slug).collect()
        };
        let wide: Vec<&str> =
            Ladder::<Large>::EVERY_SHAPE.strategies().map(|known| known.info().slug).collect();
        let long: Vec<&str> =
            slugs(Ladder::LONG).into_iter().filter(|slug| place(slug).is_some()).collect();
        assert_eq!(long, slugs(Ladder::TEACHING), "the long ladder is the teaching one and more");
        for ladder in [slugs(Ladder::TEACHING), slugs(Ladder::EVERYDAY), wide] {
            let places = places(ladder).expect("every strategy is in the order");
            assert!(places.is_sorted(), "{places:?}");
        }
        let both = slugs(Ladder::TEACHING).into_iter().chain(["law-of-leftovers"]);
        assert_eq!(both.count(), IN_ORDER.len());
    }

    /// Another order is another version: then this test is changed with it.
    #[test]
    fn the_order_has_its_version() {
        let sum =
            IN_ORDER.iter().enumerate().map(|(at, slug)| (at + 1) * slug.len()).sum::<usize>();
        assert_eq!((ORDER_VERSION, IN_ORDER.len(), sum), (1, 68, 32_535));
    }
}
