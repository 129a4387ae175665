//! `canon`: of all the ways to write a sudoku, the first in the dictionary.
//!
//! Two sudokus are the same up to symmetry exactly when their canonical forms are equal.

use crate::shapes;
use crate::text::givens;
use crate::{Code, Handle, Wrong};
use piste_core::symmetry::{AnyCanonical, Canonical, NoCanonical, Symmetries, canonical};
use piste_core::text::Sheet;
use piste_core::{AnyClues, AnyGrid, Cell, Digit, Grid};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle, in any form.
    pub puzzle: String,
    /// Another one, to be told whether it is the same.
    #[serde(default)]
    pub other: Option<String>,
    /// The shape of the board, `9x9+x`; the one that the text tells if it is not said, or is `any`.
    #[serde(default)]
    pub shape: Option<String>,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzle on one line.
    pub puzzle: String,
    /// The name of its shape. The member is there if it is not the classic one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Its canonical form.
    pub canonical: String,
    /// The transformation that leads there.
    pub transformation: String,
    /// In how many ways it is the same as itself; nothing if they are too many for a number.
    pub automorphisms: Option<u64>,
    /// Whether the other one is the same, if there is another one.
    pub same: Option<bool>,
    /// The transformation that makes the other one of this one, if it is the same.
    pub to_other: Option<String>,
}

/// Answers a request.
///
/// ```
/// use piste_api::{Unhurried, canon, json};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let reversed: String = puzzle.chars().rev().collect();
/// let body = format!(r#"{{"puzzle":"{puzzle}","other":"{reversed}"}}"#);
/// let answer = canon::answer(&json::read(body.as_bytes())?, &Unhurried)?;
/// assert_eq!(answer.same, Some(true));
/// # Ok::<(), piste_api::Wrong>(())
/// ```
///
/// Whoever waits is asked before each of the two boards.
pub fn answer(request: &Request, handle: &dyn Handle) -> Result<Answer, Wrong> {
    let shape = request.shape.as_deref();
    let other = request.other.as_deref();
    if let AnyClues::Other(grid) = shapes::sheet("puzzle", &request.puzzle, shape)?.clues {
        let name = grid.shape().name();
        let other = match other.map(|text| shapes::sheet("other", text, Some(name))).transpose()? {
            None => None,
            Some(Sheet { clues: AnyClues::Other(other), .. }) => Some(other),
            Some(_) => return Err(Wrong::bad("other", "expected a board of the same shape")),
        };
        let symmetries = Symmetries::of(grid.shape());
        let found = |grid: &AnyGrid| {
            waited_for(handle)?;
            let found = symmetries.canonical(grid);
            found.map_err(|why| Wrong::new(Code::BadPuzzle, why.to_string()).of("puzzle"))
        };
        let (ours, theirs) = (found(&grid)?, other.as_ref().map(found).transpose()?);
        return Ok(board_told(&grid, &ours, theirs));
    }
    let grid = givens("puzzle", &request.puzzle)?;
    let other = other.map(|text| givens("other", text)).transpose()?;
    let found = |grid: &Grid| {
        waited_for(handle)?;
        Ok::<Canonical, Wrong>(canonical(grid))
    };
    let (ours, theirs) = (found(&grid)?, other.as_ref().map(found).transpose()?);
    Ok(told(&grid, &ours, theirs))
}

/// That somebody still waits.
fn waited_for(handle: &dyn Handle) -> Result<(), Wrong> {
    if handle.is_cancelled() { Err(Wrong::stopped()) } else { Ok(()) }
}

/// The canonical form of a board of another shape, and whether another one is the same.
pub fn of_board(
    symmetries: &Symmetries,
    grid: &AnyGrid,
    other: Option<&AnyGrid>,
) -> Result<Answer, NoCanonical> {
    let found = symmetries.canonical(grid)?;
    let theirs = other.map(|other| symmetries.canonical(other)).transpose()?;
    Ok(board_told(grid, &found, theirs))
}

fn board_told(grid: &AnyGrid, found: &AnyCanonical, theirs: Option<AnyCanonical>) -> Answer {
    let same = theirs.as_ref().map(|theirs| theirs.grid == found.grid);
    let to_other = theirs.filter(|theirs| theirs.grid == found.grid);
    Answer {
        puzzle: grid.to_string(),
        shape: Some(grid.shape().to_string()),
        canonical: found.grid.to_string(),
        transformation: found.by.to_string(),
        automorphisms: found.automorphisms,
        same,
        to_other: to_other.map(|theirs| found.by.then(&theirs.by.inverse()).to_string()),
    }
}

/// The canonical form of a grid, and whether another one is the same.
pub fn of(grid: &Grid, other: Option<&Grid>) -> Answer {
    told(grid, &canonical(grid), other.map(canonical))
}

fn told(grid: &Grid, found: &Canonical, theirs: Option<Canonical>) -> Answer {
    let same = theirs.as_ref().map(|theirs| theirs.grid == found.grid);
    let to_other = theirs.filter(|theirs| theirs.grid == found.grid);
    Answer {
        puzzle: grid.to_string(),
        shape: None,
        canonical: found.grid.to_string(),
        transformation: found.by.to_string(),
        automorphisms: Some(found.automorphisms),
        same,
        to_other: to_other.map(|theirs| found.by.then(&theirs.by.inverse()).to_string()),
    }
}

/// The bytes of a key: 81 cells of ten kinds, three to ten bits.
pub const KEY: usize = 34;

/// A grid, packed.
///
/// Three cells make a number below 1000, which takes ten bits; the 27 numbers follow each
/// other, the first in the lowest bits of the first bytes.
pub type Key = [u8; KEY];

/// Packs a grid so that two keys are equal exactly when the grids are.
///
/// ```
/// use piste_api::canon::key;
/// use piste_core::Grid;
///
/// assert_eq!(key(&Grid::EMPTY), [0; 34]);
/// ```
pub fn key(grid: &Grid) -> Key {
    let mut key = [0; KEY];
    for triple in 0..Cell::COUNT / 3 {
        let number = (0..3).fold(0u16, |number, i| {
            let digit = grid.get(Cell::from_index(triple * 3 + i)).map_or(0, Digit::get);
            number * 10 + u16::from(digit)
        });
        let (byte, shift) = (triple * 10 / 8, triple * 10 % 8);
        let [low, high] = (number << shift).to_le_bytes();
        key[byte] |= low;
        key[byte + 1] |= high;
    }
    key
}

/// The key of the canonical form: the same for all ways to write one sudoku.
pub fn key_of(grid: &Grid) -> Key {
    key(&canonical(grid).grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Rng;

    /// Takes a key apart again, by another way than it was put together.
    fn unpack(key: &Key) -> Grid {
        let bit = |i: usize| u16::from(key[i / 8] >> (i % 8) & 1);
        Grid::from_fn(|cell| {
            let triple = cell.index() / 3;
            let number: u16 = (0..10).map(|i| bit(triple * 10 + i) << i).sum();
            let digit = [number / 100, number / 10 % 10, number % 10][cell.index() % 3];
            if digit == 0 { None } else { Some(Digit::ALL[usize::from(digit) - 1]) }
        })
    }

    #[test]
    fn a_key_holds_the_whole_grid() {
        let mut rng = Rng::new(5);
        for _ in 0..500 {
            let grid = Grid::from_fn(|_| Digit::ALL.get(rng.below(10)).copied());
            assert_eq!(unpack(&key(&grid)), grid);
        }
    }
}
