//! Statistics: numbers in, numbers out.
//!
//! What the studies of ratings need and no more. Nothing here knows what a sudoku is, and
//! nothing draws at random: where chance is needed, the caller hands in a function that
//! draws a whole number below a bound.
//!
//! What cannot be computed is nothing: the mean of no values, the correlation of a constant, the
//! share of a spread that is 0. Such statistics are an `Option`, so that nobody adds up, sorts or
//! prints what is no number.
//!
//! | question | where |
//! |---|---|
//! | what is typical, how far does it spread? | [`mean`], [`variance`], [`quantile`], [`Histogram`] |
//! | the same where items do not count alike, and do their shares fit? | [`Weighted`] |
//! | do two orders agree? | [`gamma`], [`tau_b`], [`spearman`] |
//! | do two quantities go along a line? | [`pearson`], [`r_squared`] |
//! | are two classifications independent? | [`Contingency`], [`chi_square`](Contingency::chi_square) |
//! | how does one quantity follow from several? | [`Regression`], [`Moments`] |
//! | how much of that is luck? | [`split`], [`folds`], [`interval`], [`bagging`] |

pub mod bagging;
mod rank;
mod regression;
mod resample;
mod summary;
mod table;
mod weighted;

pub use rank::{Pairs, gamma, pearson, ranks, spearman, tau_b};
pub use regression::{Model, Moments, Regression, r_squared};
pub use resample::{folds, interval, sample, split};
pub use summary::{Histogram, mean, quantile, standard_deviation, variance};
pub use table::{ChiSquare, Contingency, equal_count_bins};
pub use weighted::{Between, Weighted};

/// One quantity over another, if that is a number.
fn ratio(over: f64, under: f64) -> Option<f64> {
    Some(over / under).filter(|ratio| ratio.is_finite())
}
