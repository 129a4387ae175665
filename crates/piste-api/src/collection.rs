//! What only somebody with a collection of rated puzzles knows: where a value stands among others.
//!
//! The collection is on disk, or is shipped with a program; so it is handed in.

use piste::rating::{Column, Info, Ranks, Value};

/// A share of puzzles, from 0 to 1, and between what it lies in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// How many are easier.
    pub easier: f64,
    /// At least so many.
    pub low: f64,
    /// At most so many.
    pub high: f64,
}

/// Rated puzzles that others are compared with.
pub trait Collection {
    /// How many of them are easier by this value, from 0 to 1; nothing where that is not known.
    fn easier(&self, _info: &'static Info, _value: Value) -> Option<f64> {
        None
    }

    /// How many of all minimal puzzles that exist are easier by this value; nothing where that is not known.
    fn among_minimal(&self, _info: &'static Info, _value: Value) -> Option<Share> {
        None
    }

    /// How the values of a column are spread over them, or why that is not known.
    fn ranks(&self, column: Column) -> Result<Ranks, String> {
        Err(format!("there is no collection to say how the values of {column} are spread"))
    }
}

/// No puzzles at all.
///
/// ```
/// use piste::rating::Column;
/// use piste_api::{Collection, NoCollection};
///
/// assert!(NoCollection.ranks(Column::named("hsolve").unwrap()).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCollection;

impl Collection for NoCollection {}
