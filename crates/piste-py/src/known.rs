//! What is known about rated puzzles here: the collection that comes with piste.

use piste::rating::{Column, Info, Ranks, Value};
use piste_api::{Collection, Share};
use piste_store::library::{Yardstick, percentile};

/// Percentiles and bands are those of the puzzles that come with piste.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known;

impl Collection for Known {
    fn easier(&self, info: &'static Info, value: Value) -> Option<f64> {
        percentile::easier(info, value)
    }

    fn among_minimal(&self, info: &'static Info, value: Value) -> Option<Share> {
        percentile::among_minimal(info, value)
    }

    fn ranks(&self, column: Column) -> Result<Ranks, String> {
        Yardstick::default().ranks(column)
    }
}
