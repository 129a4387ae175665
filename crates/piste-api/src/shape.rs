//! `shape`: what a board of some shape looks like, for whoever draws or plays it.
//!
//! The houses come by the names that steps and hints call them by, each with its cells. Cells that may not be
//! equal though they share no house, as with `+antiknight`, are told as pairs.

use crate::Wrong;
use piste_core::shape::Shape;
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The shape as it is written: `6x6`, `9x9+x`, `jigsaw:…`.
    pub shape: String,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Its name: the one way to write it.
    pub shape: String,
    /// How many cells a side has, and how many digits there are.
    pub side: usize,
    /// Its houses: rows, columns, boxes, and what else there is.
    pub houses: Vec<House>,
    /// Further pairs of cells that may not be equal.
    pub pairs: Vec<[String; 2]>,
}

/// A house of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct House {
    /// Its name: `row 5`, `box 4`, `falling diagonal`.
    pub name: String,
    /// What sort of house it is: row, column, box, region (a jigsaw has them for boxes), group, window, diagonal, centre-dot,
    /// asterisk or extra.
    pub kind: String,
    /// Its cells: `r5c2`.
    pub cells: Vec<String>,
}

/// Answers a request.
///
/// ```
/// use piste_api::shape::{self, Request};
///
/// let answer = shape::answer(&Request { shape: "6X6 + antiking".to_owned() })?;
/// assert_eq!((answer.shape.as_str(), answer.side), ("6x6/2x3+antiking", 6));
/// assert_eq!((answer.houses.len(), answer.houses[12].kind.as_str()), (18, "box"));
/// assert_eq!(answer.houses[12].cells, ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"]);
/// assert!(answer.pairs.contains(&["r2c3".to_owned(), "r3c4".to_owned()]));
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(request: &Request) -> Result<Answer, Wrong> {
    let shape: Shape =
        request.shape.trim().parse().map_err(|wrong| Wrong::bad("shape", format!("{wrong}")))?;
    let layout = shape.layout();
    let side = shape.side();
    let named = |cell: u16| {
        let cell = usize::from(cell);
        format!("r{}c{}", cell / side + 1, cell % side + 1)
    };
    let houses = layout.houses().iter().enumerate().map(|(number, house)| House {
        name: house.to_string(),
        kind: house.kind().slug().to_owned(),
        cells: layout.members(number).iter().copied().map(named).collect(),
    });
    let pairs = (0..layout.cells()).flat_map(|cell| {
        let later = layout.partners(cell).iter().filter(move |&&other| usize::from(other) > cell);
        later.map(move |&other| [named(cell as u16), named(other)])
    });
    Ok(Answer { shape: shape.to_string(), side, houses: houses.collect(), pairs: pairs.collect() })
}
