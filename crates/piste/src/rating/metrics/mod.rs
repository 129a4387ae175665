//! The register: every metric piste knows, one per file.
//!
//! To add one: `cargo xtask new metric <slug>` writes the file and the two lines here.

use super::Metric;

pub(super) mod b;
pub(super) mod brute_calls;
pub(super) mod bxb;
pub(super) mod colour;
pub(super) mod fowler;
pub(super) mod givens;
pub(super) mod hardest;
pub(super) mod hodoku;
// Hidden and not private: `piste-study` takes hsolve apart, tier by tier and reading by reading, and
// the tests hold its parts against slow ones.
#[doc(hidden)]
pub mod hsolve;
pub(crate) mod index_d;
pub(super) mod index_d_x;
pub(super) mod level;
pub(super) mod minutes;
pub(super) mod se;
pub(super) mod se_counts;
pub(super) mod singles_cells;
pub(super) mod singles_sum;
pub(super) mod suexrat9;
pub(super) mod suexrate;
pub(super) mod te;
pub(super) mod umbrella;
pub(super) mod w;

// The formula and what a solver sees, for the study of the paper.
#[doc(hidden)]
pub use index_d::{Sight, index_d};

/// Every metric, in the order of the report.
pub static ALL: &[&dyn Metric] = &[
    &se::Se,
    &minutes::Minutes,
    &hsolve::HSOLVE,
    &index_d::IndexD,
    &colour::Colour,
    &umbrella::UMBRELLA,
    &suexrate::Suexrate,
    &suexrat9::Suexrat9,
    &fowler::Fowler,
    &singles_cells::SinglesCells,
    &singles_sum::SinglesSum,
    &brute_calls::BruteCalls,
    &givens::Givens,
    &se_counts::SeCounts,
    &index_d_x::IndexDX,
    &umbrella::UMBRELLA_WIDE,
    &umbrella::UMBRELLA_NAKED,
    &hodoku::Hodoku,
    &hardest::Hardest,
    &level::Level,
    &te::Te,
    &b::B,
    &w::W,
    &bxb::Bxb,
];

/// The metrics that are asked only by name: what they say is too much for a report, or it is
/// another reading of one that is there.
pub static ON_REQUEST: &[&str] = &[
    "se-counts",
    "index-d-x",
    "umbrella-wide",
    "umbrella-naked",
    "hodoku",
    "level",
    "te",
    "b",
    "w",
    "bxb",
    "hardest",
];

/// The metric that predicts times.
pub static MINUTES: &dyn Metric = &minutes::Minutes;

/// The metric that says what one must know.
pub(crate) static HARDEST: &dyn Metric = &hardest::Hardest;

/// The metric that counts givens.
pub(crate) static GIVENS: &dyn Metric = &givens::Givens;

/// The metric that one of the generators is about.
pub(crate) static UMBRELLA: &dyn Metric = &umbrella::UMBRELLA;

/// The metric with this slug.
///
/// ```
/// use piste::rating::metrics;
///
/// assert_eq!(metrics::by_slug("givens").unwrap().info().slug, "givens");
/// ```
pub fn by_slug(slug: &str) -> Option<&'static dyn Metric> {
    ALL.iter().copied().find(|metric| metric.info().slug == slug)
}
