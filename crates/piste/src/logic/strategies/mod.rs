//! The register: every strategy piste knows, one idea per file.
//!
//! To add one: `cargo xtask new strategy <slug>` writes the file, its case file and the
//! two lines here, that of the register at its end, among those for every shape.

use super::Strategy;
use piste_core::space::Space;

pub(super) mod aic;
pub(super) mod aligned_exclusion;
pub(super) mod als_chain;
pub(super) mod als_xy_wing;
pub(super) mod als_xz;
pub(super) mod avoidable_rectangle;
pub(super) mod backtracking;
pub(super) mod braid;
pub(super) mod bug_plus_1;
pub(super) mod bug_plus_n;
pub(super) mod complex_fish;
pub(crate) mod contradiction;
pub(super) mod death_blossom;
pub(super) mod double_exocet;
pub(super) mod empty_rectangle;
pub(super) mod exhaustive_trial;
pub(super) mod exocet;
pub(super) mod exocet_mirror;
pub(super) mod extended_rectangle;
pub(super) mod finned_fish;
pub(super) mod fireworks;
pub(crate) mod fish;
pub(super) mod forcing_chain;
pub(crate) mod full_house;
pub(super) mod guess_and_check;
pub(super) mod hidden_rectangle;
pub(super) mod hidden_single;
pub(crate) mod hidden_subset;
pub(super) mod kraken_fish;
pub(super) mod law_of_leftovers;
pub(super) mod letters;
pub(crate) mod locked;
pub(super) mod medusa;
pub(super) mod multi_colouring;
pub(super) mod multi_sector;
pub(super) mod naked_single;
pub(crate) mod naked_subset;
pub(super) mod nested_trial;
pub(super) mod nice_loop;
pub(super) mod nice_loop_discontinuous;
pub(super) mod oddagon;
pub(super) mod remote_pair;
pub(super) mod siamese_fish;
pub(super) mod simple_colouring;
pub(super) mod sk_loop;
pub(super) mod skyscraper;
pub(super) mod split_trial;
pub(super) mod sue_de_coq;
pub(in crate::logic) mod support;
pub(super) mod templates;
pub(super) mod tridagon;
pub(super) mod turbot_fish;
pub(super) mod two_string_kite;
pub(super) mod two_value_trial;
pub(super) mod unique_loop;
pub(super) mod unique_rectangle_corner;
pub(super) mod unique_rectangle_extra;
pub(super) mod unique_rectangle_subset;
pub(super) mod unique_rectangle_tie;
pub(super) mod w_wing;
pub(super) mod whip;
pub(super) mod wxyz_wing;
pub(crate) mod x_chain;
pub(crate) mod xy_chain;
pub(super) mod xy_wing;
pub(super) mod xyz_wing;

/// The register itself: what is written for `every` shape, and what for the `classic` board alone. Roughly simple ones come
/// first; the order is that of the manual, not of any ladder.
macro_rules! register {
    ($list:ident) => {
        $list! {
            every [
                &full_house::FullHouse,
                &hidden_single::HIDDEN_SINGLE_BOX,
                &hidden_single::HIDDEN_SINGLE_LINE,
                &naked_single::NakedSingle,
                &locked::Pointing,
                &locked::Claiming,
                &law_of_leftovers::LawOfLeftovers,
                &naked_subset::NAKED_PAIR,
                &naked_subset::NAKED_TRIPLE,
                &naked_subset::NAKED_QUAD,
                &hidden_subset::HIDDEN_PAIR,
                &hidden_subset::HIDDEN_TRIPLE,
                &hidden_subset::HIDDEN_QUAD,
                &fireworks::Fireworks,
                &fish::X_WING,
                &fish::SWORDFISH,
                &fish::JELLYFISH,
                &finned_fish::FINNED_X_WING,
                &finned_fish::SASHIMI_X_WING,
                &finned_fish::FINNED_SWORDFISH,
                &finned_fish::SASHIMI_SWORDFISH,
                &finned_fish::FINNED_JELLYFISH,
                &finned_fish::SASHIMI_JELLYFISH,
                &siamese_fish::SIAMESE_X_WING,
                &siamese_fish::SIAMESE_SWORDFISH,
                &siamese_fish::SIAMESE_JELLYFISH,
                &complex_fish::FRANKEN_FISH,
                &complex_fish::FINNED_FRANKEN_FISH,
                &complex_fish::SIAMESE_FRANKEN_FISH,
                &complex_fish::MUTANT_FISH,
                &complex_fish::FINNED_MUTANT_FISH,
                &complex_fish::SIAMESE_MUTANT_FISH,
                &kraken_fish::KrakenFish,
                &skyscraper::Skyscraper,
                &two_string_kite::TwoStringKite,
                &two_string_kite::DualTwoStringKite,
                &turbot_fish::TurbotFish,
                &empty_rectangle::EmptyRectangle,
                &empty_rectangle::DualEmptyRectangle,
                &xy_wing::XyWing,
                &xyz_wing::XyzWing,
                &w_wing::WWing,
                &wxyz_wing::WxyzWing,
                &remote_pair::RemotePair,
                &oddagon::BivalueOddagon,
                &tridagon::Tridagon,
                &simple_colouring::SimpleColouring,
                &multi_colouring::MultiColouring,
                &medusa::Medusa,
            ]
            classic [
                &letters::Letters,
            ]
            every [
                &unique_rectangle_corner::UniqueRectangle1,
                &unique_rectangle_extra::UNIQUE_RECTANGLE_2,
                &unique_rectangle_subset::UniqueRectangle3,
                &unique_rectangle_tie::UniqueRectangle4,
                &unique_rectangle_extra::UNIQUE_RECTANGLE_5,
                &unique_rectangle_tie::UniqueRectangle6,
                &hidden_rectangle::HiddenRectangle,
                &avoidable_rectangle::AvoidableRectangle1,
                &avoidable_rectangle::AvoidableRectangle2,
                &extended_rectangle::ExtendedUniqueRectangle,
                &unique_loop::UniqueLoop,
                &bug_plus_1::BugPlus1,
                &bug_plus_n::BugPlusN,
                &x_chain::XChain,
                &xy_chain::XyChain,
                &aic::AIC,
                &aic::GROUPED_AIC,
                &aic::ALS_AIC,
                &nice_loop::NICE_LOOP,
                &nice_loop::GROUPED_NICE_LOOP,
                &nice_loop::ALS_NICE_LOOP,
                &nice_loop_discontinuous::NICE_LOOP_DISCONTINUOUS,
                &nice_loop_discontinuous::GROUPED_NICE_LOOP_DISCONTINUOUS,
                &nice_loop_discontinuous::ALS_NICE_LOOP_DISCONTINUOUS,
                &forcing_chain::CellForcingChain,
                &forcing_chain::RegionForcingChain,
                &sue_de_coq::SueDeCoq,
                &als_xz::AlsXz,
                &als_xy_wing::AlsXyWing,
                &als_chain::AlsChain,
                &death_blossom::DeathBlossom,
                &aligned_exclusion::AlignedPairExclusion,
                &aligned_exclusion::AlignedTripletExclusion,
                &sk_loop::SkLoop,
                &multi_sector::MultiSectorLockedSet,
                &exocet::JuniorExocet,
                &exocet_mirror::ExocetMirror,
                &double_exocet::DoubleExocet,
                &templates::TemplateSet,
                &templates::TemplateDelete,
                &contradiction::NISHIO,
                &contradiction::CONTRADICTION_CHAIN,
                &whip::Whip,
                &braid::Braid,
                &two_value_trial::TwoValueTrial,
                &backtracking::BACKTRACKING,
                &backtracking::BACKTRACKING_STRICT,
                &guess_and_check::GuessAndCheck,
                &split_trial::SplitTrial,
                &nested_trial::NestedTrial,
                &exhaustive_trial::ExhaustiveTrial,
            ]
        }
    };
}

/// All rows of the register.
macro_rules! all {
    ($($kind:ident [$($strategy:expr,)*])*) => { &[$($($strategy,)*)*] };
}

/// The rows for every shape.
macro_rules! for_every_shape {
    (@ [$($known:expr,)*]) => { &[$($known,)*] };
    (@ $known:tt classic $rows:tt $($rest:tt)*) => { for_every_shape!(@ $known $($rest)*) };
    (@ [$($known:expr,)*] every [$($strategy:expr,)*] $($rest:tt)*) => {
        for_every_shape!(@ [$($known,)* $($strategy,)*] $($rest)*)
    };
    ($($rows:tt)*) => { for_every_shape!(@ [] $($rows)*) };
}

/// Every strategy, roughly simple ones first. The order is that of the manual, not of any
/// ladder.
pub static ALL: &[&dyn Strategy] = register!(all);

/// The strategies that are written for every shape, in the order of the manual.
///
/// ```
/// use piste::logic::strategies;
/// use piste::space::Large;
///
/// let known = strategies::on_every_shape::<Large>();
/// assert!(known.iter().any(|strategy| strategy.info().slug == "siamese-swordfish"));
/// ```
pub fn on_every_shape<S: Space>() -> &'static [&'static dyn Strategy<S>] {
    S::KNOWN
}

/// A space with the strategies that are written for it.
trait Register: Space {
    const KNOWN: &'static [&'static dyn Strategy<Self>];
}

impl<S: Space> Register for S {
    const KNOWN: &'static [&'static dyn Strategy<S>] = register!(for_every_shape);
}

/// The strategy with this slug.
///
/// ```
/// use piste::logic::strategies;
///
/// assert_eq!(strategies::by_slug("naked-pair").unwrap().info().name, "naked pair");
/// assert!(strategies::by_slug("wishful-thinking").is_none());
/// ```
pub fn by_slug(slug: &str) -> Option<&'static dyn Strategy> {
    ALL.iter().copied().find(|strategy| strategy.info().slug == slug)
}
