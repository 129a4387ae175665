//! The colour of a puzzle and its eight indicators.
//!
//! Everything here is counting: how far a method gets that does not guess, how deep a search
//! goes that does. The paper leaves some of the choices open; [`Indicators`] says what ours
//! are. They depend on nothing but the board, so the same puzzle always gets the same
//! figures, but they do depend on how it is turned, as the paper says of its own.

use super::green::{Conflict, Marks, bits};
use super::guessing::{Budget, Guessing, search};
use super::reduce::{Method, Reduced, reduce};
use super::{GaveUp, Reading};
use piste_core::shape::Layout;
use piste_core::{AnyGrid, Unproved};

/// How hard a puzzle is, as the colours of ski slopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Unit propagation solves it.
    Green,
    /// Equivalency, clause subsumption and simple resolution solve it.
    Blue,
    /// These solve it together with the removal of variables by resolution.
    Red,
    /// None of that solves it.
    Black,
}

impl Colour {
    /// Its name: `green`, `blue`, `red` or `black`.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Green => "green",
            Colour::Blue => "blue",
            Colour::Red => "red",
            Colour::Black => "black",
        }
    }
}

/// The eight indicators.
///
/// The paper's own figures "can differ depending on the selected square". These are our
/// choices:
///
/// - A guess is made in the first empty square, in reading order, with its lowest small
///   number. A number that leads to a contradiction is erased, what that implies is done,
///   and if the square is still empty its next number is tried.
/// - The last number of a square is no guess any more: it follows.
/// - A search ends with the first solution: there is no other.
/// - One guess is level 1. The paper's table of search red levels goes from 0 to 2 and on:
///   it seems to count one more there.
/// - The failed-literal rule goes through the squares in reading order and their small
///   numbers from the lowest, round after round, until a round has found nothing. Trying a
///   number and then, if need be, trying that it is not there is one guess. (On the paper's
///   puzzles that gives 12.9 guesses where the paper has 15.8 and two would give 21.6.)
///   It is a rule of deduction: a guess that happens to fill the board is undone like any
///   other.
/// - A square is empty after blue or red if what these found out, written on the board and
///   propagated, leaves it empty. Red can also end with no clause left, all variables that
///   were not found out having been removed: then they are put back one after the other,
///   which solves the puzzle without a guess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Indicators {
    /// Empty squares after unit propagation.
    pub green: u64,
    /// Variables that unit propagation leaves open: the small numbers.
    pub small: u64,
    /// Empty squares after blue.
    pub blue: u64,
    /// Empty squares after red.
    pub red: u64,
    /// The most guesses pending at a time in a search with unit propagation.
    pub search: u64,
    /// Guesses made by the failed-literal rule.
    pub guesses: u64,
    /// Empty squares that the failed-literal rule leaves.
    pub esflr: u64,
    /// The most guesses pending at a time in a search with red.
    pub search_red: u64,
}

/// Why a board has no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoColour {
    /// It has no solution.
    #[error("it has no solution")]
    NoSolution,
    /// It has more than one solution.
    #[error("it has more than one solution")]
    SeveralSolutions,
    /// A search took too long.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
}

/// The green indicator and the small numbers alone, which take a fraction of the time
/// of the others; nothing if unit propagation finds a contradiction.
///
/// ```
/// use piste::sat::left_by_green;
/// use piste_core::AnyGrid;
///
/// let empty: AnyGrid = "................".parse().unwrap();
/// assert_eq!(left_by_green(&empty), Some((16, 64)));
/// ```
pub fn left_by_green(grid: &AnyGrid) -> Option<(u64, u64)> {
    let marks = Marks::of(grid).ok()?;
    Some((marks.open().count() as u64, marks.small()))
}

/// The colour and the indicators, if the board has exactly one solution; a search that
/// needs more than so many guesses is given up.
///
/// ```
/// use piste::sat::{Colour, colour};
/// use piste_core::AnyGrid;
///
/// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
/// let (colour, indicators) = colour(&grid, 1_000).unwrap();
/// assert_eq!((colour, indicators.green), (Colour::Green, 0));
/// ```
pub fn colour(grid: &AnyGrid, guesses: u64) -> Result<(Colour, Indicators), NoColour> {
    match grid.prove(guesses) {
        Ok(_) => colour_of_puzzle(grid, guesses),
        Err(Unproved::ManySolutions(_)) => Err(NoColour::SeveralSolutions),
        Err(Unproved::GaveUp(why)) => Err(NoColour::GaveUp(why)),
        Err(_) => Err(NoColour::NoSolution),
    }
}

/// The same for a board that is known to have exactly one solution.
pub(crate) fn colour_of_puzzle(
    grid: &AnyGrid,
    guesses: u64,
) -> Result<(Colour, Indicators), NoColour> {
    let (colour, found) = colour_as_far_as(grid, guesses, guesses)?;
    let known = |count: Option<u64>| count.ok_or(GaveUp { guesses });
    let indicators = Indicators {
        green: found.green,
        small: found.small,
        blue: found.blue,
        red: found.red,
        search: known(found.search)?,
        guesses: known(found.guesses)?,
        esflr: known(found.esflr)?,
        search_red: known(found.search_red)?,
    };
    Ok((colour, indicators))
}

/// The colour of a board that is known to have exactly one solution, which takes no
/// guess, and those indicators of which each can be had with so many; with so many red
/// ones where red is applied after each.
pub(crate) fn colour_as_far_as(
    grid: &AnyGrid,
    guesses: u64,
    red_guesses: u64,
) -> Result<(Colour, AsFar), NoColour> {
    let layout = grid.shape().layout();
    let Ok(start) = Marks::of(grid) else { return Err(NoColour::NoSolution) };
    let mut found = AsFar {
        green: start.open().count() as u64,
        small: start.small(),
        search_red: Some(0),
        ..AsFar::default()
    };
    if start.is_solved() {
        let none = Some(0);
        return Ok((Colour::Green, AsFar { search: none, guesses: none, esflr: none, ..found }));
    }
    let apply = |marks: &mut Marks, method| reduce(layout, marks, method, &Reading::OURS);
    let level = |method, start: &Marks, allowed| {
        let apply = |marks: &mut Marks| apply(marks, method);
        search(layout, start, &apply, Guessing::OURS, &mut Budget::of(allowed)).ok()
    };
    found.search = level(Method::Green, &start, guesses);
    (found.guesses, found.esflr) =
        failed_literals(layout, &start, &mut Budget::of(guesses)).ok().unzip();
    let mut marks = start;
    if matches!(apply(&mut marks, Method::Blue), Ok(Reduced::Solved)) {
        return Ok((Colour::Blue, found));
    }
    found.blue = marks.open().count() as u64;
    if matches!(apply(&mut marks, Method::Red), Ok(Reduced::Solved)) {
        return Ok((Colour::Red, found));
    }
    found.red = marks.open().count() as u64;
    found.search_red = level(Method::Red, &marks, red_guesses);
    Ok((Colour::Black, found))
}

/// The indicators, as far as they could be had.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AsFar {
    pub(crate) green: u64,
    pub(crate) small: u64,
    pub(crate) blue: u64,
    pub(crate) red: u64,
    pub(crate) search: Option<u64>,
    pub(crate) guesses: Option<u64>,
    pub(crate) esflr: Option<u64>,
    pub(crate) search_red: Option<u64>,
}

/// The failed-literal rule: how many guesses it makes and how many squares it leaves empty.
fn failed_literals(
    layout: &Layout,
    start: &Marks,
    budget: &mut Budget,
) -> Result<(u64, u64), GaveUp> {
    let mut marks = start.clone();
    let mut trial = start.clone();
    let mut guesses = 0;
    let mut since_found = false;
    loop {
        for cell in 0..layout.cells() {
            for digit in bits(marks.cell(cell)) {
                if !marks.is_open(cell) || !marks.has(cell, digit) {
                    continue;
                }
                budget.spend()?;
                guesses += 1;
                for stands in [true, false] {
                    if !stands && marks.is_spare(layout, cell, digit) {
                        continue;
                    }
                    trial.copy_from(&marks);
                    if set(layout, &mut trial, cell, digit, stands).is_ok() {
                        continue;
                    }
                    since_found = true;
                    if set(layout, &mut marks, cell, digit, !stands).is_err() {
                        return Ok((guesses, marks.open().count() as u64));
                    }
                    break;
                }
            }
        }
        if marks.is_solved() || !std::mem::replace(&mut since_found, false) {
            return Ok((guesses, marks.open().count() as u64));
        }
    }
}

fn set(
    layout: &Layout,
    marks: &mut Marks,
    cell: usize,
    digit: usize,
    stands: bool,
) -> Result<(), Conflict> {
    if stands {
        marks.place(cell, digit);
    } else {
        marks.erase(layout, cell, digit)?;
    }
    marks.settle(layout)
}
