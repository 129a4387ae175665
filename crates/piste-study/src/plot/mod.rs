//! Charts as SVG: the few that the studies need, written by hand.
//!
//! ```text
//!   svg        the sheet: shapes, text, the one style        scale      numbers to pixels, ticks
//!   intervals  dots with intervals, a row for each metric    boxes      medians and quartiles by group
//!   histogram  how often, one panel above the other          shares     stacked bars that add up to one
//!   heat       a matrix with its numbers in colour           scatter    one quantity against another
//! ```
//!
//! A chart is a struct that says *what* is shown; its `svg` says how. The same chart gives the
//! same bytes: nothing is read from the clock or the system, and every number is written with a
//! fixed number of decimals. Text takes the fonts of whoever looks, so widths are only guessed
//! (generously), and the margins are made from the guess so that nothing overlaps. Colours
//! follow the reader's choice of light or dark, series differ in shape as well as in colour,
//! and every chart says in words what it shows.

mod boxes;
mod heat;
mod histogram;
mod intervals;
mod scale;
mod scatter;
mod shares;
mod svg;

pub(crate) use boxes::{Boxes, Spread};
pub(crate) use heat::Heat;
pub(crate) use histogram::{Histograms, Panel};
pub(crate) use intervals::{Dot, Intervals, Series};
pub(crate) use scatter::Scatter;
pub(crate) use shares::Shares;
