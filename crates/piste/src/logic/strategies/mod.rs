//! The register: every strategy piste knows, one idea per file.
//!
//! To add one: `cargo xtask new strategy <slug>` writes the file, its case file and the
//! two lines here.

use super::Strategy;

pub(super) mod aic;
pub(super) mod backtracking;
pub(super) mod contradiction;
pub(super) mod forcing_chain;
pub(super) mod full_house;
pub(super) mod guess_and_check;
pub(super) mod hidden_single;
pub(super) mod hidden_subset;
pub(super) mod locked;
pub(super) mod naked_single;
pub(super) mod naked_subset;
pub(super) mod nice_loop;
pub(super) mod nice_loop_discontinuous;
pub(super) mod templates;
pub(super) mod two_value_trial;
pub(super) mod x_chain;
pub(super) mod xy_chain;

/// Every strategy, roughly simple ones first. The order is that of the manual, not of any
/// ladder.
pub static ALL: &[&dyn Strategy] = &[
    &full_house::FullHouse,
    &hidden_single::HIDDEN_SINGLE_BOX,
    &hidden_single::HIDDEN_SINGLE_LINE,
    &naked_single::NakedSingle,
    &locked::Pointing,
    &locked::Claiming,
    &naked_subset::NAKED_PAIR,
    &hidden_subset::HIDDEN_PAIR,
    &naked_subset::NAKED_TRIPLE,
    &hidden_subset::HIDDEN_TRIPLE,
    &naked_subset::NAKED_QUAD,
    &hidden_subset::HIDDEN_QUAD,
    &x_chain::XChain,
    &xy_chain::XyChain,
    &nice_loop::NICE_LOOP,
    &aic::AIC,
    &nice_loop_discontinuous::NICE_LOOP_DISCONTINUOUS,
    &nice_loop::GROUPED_NICE_LOOP,
    &aic::GROUPED_AIC,
    &nice_loop_discontinuous::GROUPED_NICE_LOOP_DISCONTINUOUS,
    &nice_loop::ALS_NICE_LOOP,
    &aic::ALS_AIC,
    &nice_loop_discontinuous::ALS_NICE_LOOP_DISCONTINUOUS,
    &forcing_chain::CellForcingChain,
    &forcing_chain::RegionForcingChain,
    &templates::TemplateSet,
    &templates::TemplateDelete,
    &contradiction::NISHIO,
    &two_value_trial::TwoValueTrial,
    &contradiction::CONTRADICTION_CHAIN,
    &backtracking::BACKTRACKING,
    &backtracking::BACKTRACKING_STRICT,
    &guess_and_check::GuessAndCheck,
];

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
