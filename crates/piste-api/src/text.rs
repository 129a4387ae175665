//! Puzzles, boards and marks out of the members of a request.
//!
//! A request says a puzzle as text, in any form of one puzzle that piste reads
//! ([`piste_core::text::read`]), or as a [link](crate::links). What is wrong is said with the name of the member.

use crate::{Code, Wrong, links};
use piste_core::search::Clues;
use piste_core::text::{self, Sheet};
use piste_core::{AnyClues, Cell, Digit, DigitSet, Grid, Marks, Puzzle, Solution};

/// Reads the text of one puzzle or board of 9×9, in any form.
///
/// ```
/// use piste_api::text::sheet;
///
/// let wrong = sheet("puzzle", "53..7").unwrap_err();
/// assert!(wrong.to_string().starts_with("puzzle: column "));
/// ```
pub fn sheet(member: &'static str, text: &str) -> Result<Sheet, Wrong> {
    let bad = |why: String| Wrong::new(Code::BadPuzzle, why).of(member);
    let Some(linked) = links::sheet(text) else {
        return text::read(text.trim_end()).map_err(|wrong| bad(wrong.to_string()));
    };
    let linked = linked.map_err(bad)?;
    match linked.clues {
        AnyClues::Classic(clues) => {
            Ok(Sheet { clues, rest: linked.rest, position: linked.position })
        }
        AnyClues::Other(_) => Err(bad("the board of this link is not of 9×9".to_owned())),
    }
}

/// Reads the givens of one puzzle; pencil marks are refused.
pub fn givens(member: &'static str, text: &str) -> Result<Grid, Wrong> {
    match sheet(member, text)?.clues {
        Clues::Givens(grid) => Ok(grid),
        Clues::Marks(_) => {
            Err(Wrong::new(Code::BadPuzzle, "expected givens, not pencil marks").of(member))
        }
    }
}

/// Reads a puzzle and proves that it has one solution.
pub fn puzzle(member: &'static str, text: &str) -> Result<Puzzle, Wrong> {
    Puzzle::prove(&givens(member, text)?).map_err(|why| Wrong::from(&why).of(member))
}

/// Reads a full and correct grid.
pub fn solution(member: &'static str, text: &str) -> Result<Solution, Wrong> {
    let grid = givens(member, text)?;
    Solution::new(&grid)
        .ok_or_else(|| Wrong::new(Code::BadPuzzle, "this is no full and correct grid").of(member))
}

/// Reads the digits that a player has on the board of a puzzle, the givens among them or not.
pub fn values(puzzle: &Grid, text: &str) -> Result<Grid, Wrong> {
    let values = givens("values", text)?;
    for (cell, given) in puzzle.givens() {
        if let Some(other) = values.get(cell).filter(|&digit| digit != given) {
            let words = format!("{cell} is {other}, and {given} in the puzzle");
            return Err(Wrong::new(Code::BadPuzzle, words).of("values").at(cell.to_string()));
        }
    }
    Ok(Grid::from_fn(|cell| puzzle.get(cell).or(values.get(cell))))
}

/// Reads the pencil marks of a player: nine characters for each cell, the digit or `.`. A
/// cell without any says nothing.
///
/// ```
/// use piste_api::text::marks;
///
/// assert!(marks(&".........".repeat(81)).is_ok());
/// assert_eq!(marks("12").unwrap_err().to_string(), "marks: expected 729 characters, found 2");
/// ```
pub fn marks(text: &str) -> Result<Marks, Wrong> {
    let wrong = |words: String| Wrong::new(Code::BadPuzzle, words).of("marks");
    let signs: Vec<char> = text.chars().collect();
    let expected = Cell::COUNT * 9;
    if signs.len() != expected {
        return Err(wrong(format!("expected {expected} characters, found {}", signs.len())));
    }
    let mut sets = [DigitSet::EMPTY; Cell::COUNT];
    for (at, &sign) in signs.iter().enumerate() {
        let (cell, digit) = (at / 9, Digit::ALL[at % 9]);
        match sign {
            '.' | '0' => {}
            _ if sign.to_digit(10) == Some(u32::from(digit.get())) => sets[cell].insert(digit),
            _ => return Err(wrong(format!("expected {digit} or `.` at {}", at + 1))),
        }
    }
    let of = |set: DigitSet| if set.is_empty() { DigitSet::ALL } else { set };
    Ok(Marks::from_fn(|cell| of(sets[cell.index()])))
}
