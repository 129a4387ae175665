//! `check`: is it a proper puzzle, and is what a player has written right so far?
//!
//! A proper puzzle has exactly one solution. Beyond that the report says whether the
//! puzzle is minimal (no given can be left out) and symmetric, and, for a puzzle without
//! a solution, which single given is to blame if one is: without it there would be one.
//! Most such puzzles are typing errors, and this finds them. Of a player's board it says
//! which digits are wrong, and which get into each other's way.

mod shaped;

pub use shaped::ShapedReport;

use crate::json;
use crate::shapes::{self, Guesses};
use crate::step::cells;
use crate::text::{givens, values};
use crate::{Handle, Standing, Verdict, Wrong, solve};
use piste_core::search::{self, Clues, Engine};
use piste_core::symmetry::Symmetry;
use piste_core::text::line;
use piste_core::{AnyClues, AnyGrid, Cell, CellSet, Conflict, Digit, Grid, Puzzle, Solution};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle, in any form.
    pub puzzle: String,
    /// How far to count solutions.
    #[serde(default = "two", deserialize_with = "json::or_two")]
    pub count: u64,
    /// The digits that a player has written, with the givens or without.
    #[serde(default)]
    pub values: Option<String>,
    /// A full grid to hold against the puzzle's solution.
    #[serde(default)]
    pub solution: Option<String>,
    /// The shape of the board, `9x9+x`; the one that the text tells if it is not said, or is `any`.
    #[serde(default)]
    pub shape: Option<String>,
    /// Give up on a board of another shape after so many guesses; 250,000 if it is not said.
    #[serde(default)]
    pub guesses: Option<u64>,
}

fn two() -> u64 {
    2
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzle, and how many solutions it has.
    #[serde(flatten)]
    pub standing: Standing,
    /// Whether there is exactly one solution; nothing where that is not known.
    pub proper: Option<bool>,
    /// The solution, if it is the only one.
    pub solution: Option<String>,
    /// It, or two that differ.
    pub solutions: Vec<String>,
    /// How many were counted; nothing if the search was given up before there was one.
    pub count: Option<u64>,
    /// Whether there may be more.
    pub more: bool,
    /// How many givens; nothing if it is made of pencil marks.
    pub givens: Option<usize>,
    /// Whether no given can be left out; nothing where that is not known.
    pub minimal: Option<bool>,
    /// The givens that can be left out, each alone.
    pub redundant: Vec<String>,
    /// The symmetries of the pattern of givens.
    pub symmetry: Vec<String>,
    /// Equal givens in one house.
    pub contradictions: Vec<Contradiction>,
    /// Givens without which there would be a solution.
    pub suspects: Vec<String>,
    /// Where the two solutions differ.
    pub differences: Vec<String>,
    /// Cells of the player's board whose digit is not the solution's.
    pub mistakes: Vec<String>,
    /// Cells of the player's board with equal digits in one house.
    pub conflicts: Vec<String>,
    /// Whether the player's board is full and right; nothing if there is none.
    pub solved: Option<bool>,
}

impl Answer {
    /// What is said of the givens alone, whatever the shape: how the puzzle stands, how many there are, and the
    /// symmetries of their pattern. A report adds what its search has found.
    fn of_givens(standing: Standing, givens: Option<usize>, symmetries: &[Symmetry]) -> Answer {
        Answer {
            proper: standing.verdict.is_proper(),
            standing,
            solution: None,
            solutions: Vec::new(),
            count: None,
            more: false,
            givens,
            minimal: None,
            redundant: Vec::new(),
            symmetry: symmetries.iter().map(|known| known.slug().to_owned()).collect(),
            contradictions: Vec::new(),
            suspects: Vec::new(),
            differences: Vec::new(),
            mistakes: Vec::new(),
            conflicts: Vec::new(),
            solved: None,
        }
    }
}

/// Equal givens in one house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The digit.
    pub digit: u8,
    /// The house that has it twice.
    pub house: String,
    /// Where.
    pub cells: [String; 2],
}

impl From<&Conflict> for Contradiction {
    fn from(conflict: &Conflict) -> Contradiction {
        Contradiction {
            digit: conflict.digit.get(),
            house: conflict.house.to_string(),
            cells: conflict.cells.map(|cell| cell.to_string()),
        }
    }
}

/// Answers a request.
///
/// ```
/// use piste_api::{Unhurried, check, json};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let body = format!(r#"{{"puzzle":"{puzzle}","values":"{}"}}"#, puzzle.replacen("53.", "531", 1));
/// let answer = check::answer(&json::read(body.as_bytes())?, &Unhurried)?;
/// assert_eq!(answer.proper, Some(true));
/// assert_eq!(answer.mistakes, ["r1c3"]);
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(request: &Request, handle: &dyn Handle) -> Result<Answer, Wrong> {
    if request.count < 2 {
        return Err(Wrong::bad("count", "expected a whole number, 2 or more"));
    }
    let shape = request.shape.as_deref();
    let clues = match shapes::sheet("puzzle", &request.puzzle, shape)?.clues {
        AnyClues::Classic(clues) => clues,
        AnyClues::Other(grid) => return of_board(request, &grid, handle),
    };
    let grid = givens_of(&clues).unwrap_or(Grid::EMPTY);
    let written = request.values.as_deref().map(|text| values(&grid, text)).transpose()?;
    let offered = request.solution.as_deref().map(|text| givens("solution", text)).transpose()?;
    let report = Report::on(&clues, request.count, handle)?;
    let boards: Vec<&Grid> = written.iter().chain(&offered).collect();
    let mut answer = report.answer();
    if let Some(solution) = report.solution() {
        let wrong: CellSet = boards.iter().flat_map(|board| wrong(board, solution)).collect();
        answer.mistakes = cells(wrong);
    }
    let conflicts = boards.iter().flat_map(|board| board.conflicts());
    answer.conflicts = cells(conflicts.flat_map(|conflict| conflict.cells).collect::<CellSet>());
    let is_right =
        |board: &&Grid| report.solution().is_some_and(|solution| **board == solution.grid());
    answer.solved = boards.first().map(is_right);
    Ok(answer)
}

/// The same of a board of another shape.
fn of_board(request: &Request, grid: &AnyGrid, handle: &dyn Handle) -> Result<Answer, Wrong> {
    let on_the_same = |member: &'static str, text: &Option<String>| {
        let Some(text) = text else { return Ok(None) };
        match shapes::sheet(member, text, Some(grid.shape().name()))?.clues {
            AnyClues::Other(grid) => Ok(Some(grid)),
            AnyClues::Classic(_) => Err(Wrong::bad(member, "expected a board of the same shape")),
        }
    };
    let values = on_the_same("values", &request.values)?;
    let solution = on_the_same("solution", &request.solution)?;
    let guesses = Guesses::asked(request.guesses);
    let report = ShapedReport::on(grid, request.count, guesses, handle)?;
    let written: Vec<AnyGrid> = values.into_iter().chain(solution).collect();
    Ok(shaped::with_player(report.answer(), &written, &report))
}

fn wrong<'a>(board: &'a Grid, solution: &'a Solution) -> impl Iterator<Item = Cell> + 'a {
    board.givens().filter(|&(cell, digit)| solution.get(cell) != digit).map(|(cell, _)| cell)
}

/// The givens, if that is what clues are.
pub fn givens_of(clues: &Clues) -> Option<Grid> {
    match clues {
        Clues::Givens(grid) => Some(*grid),
        Clues::Marks(_) => None,
    }
}

/// Everything that can be said about a puzzle.
#[derive(Clone, Debug)]
pub struct Report {
    /// The puzzle.
    pub clues: Clues,
    /// How many solutions were counted.
    pub count: u64,
    /// Whether the count stopped at its limit.
    pub more: bool,
    /// The first two solutions.
    pub found: [Option<Solution>; 2],
    /// Equal givens in one house.
    pub conflicts: Vec<Conflict>,
    /// Givens that can be left out of a proper puzzle.
    pub redundant: CellSet,
    /// The symmetries of the pattern of givens.
    pub symmetries: Vec<Symmetry>,
}

/// A given without which there would be a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// Where it stands.
    pub cell: Cell,
    /// What it is.
    pub digit: Digit,
    /// Whether there would be exactly one.
    pub leaves_one: bool,
}

impl Report {
    /// Looks at a puzzle, and counts its solutions up to a limit.
    pub fn on(clues: &Clues, limit: u64, handle: &dyn Handle) -> Result<Report, Wrong> {
        let grid = givens_of(clues);
        let mut report = Report {
            clues: *clues,
            count: 0,
            more: false,
            found: [None; 2],
            conflicts: Vec::new(),
            redundant: CellSet::EMPTY,
            symmetries: grid.map_or_else(Vec::new, |grid| Symmetry::of(grid.filled()).collect()),
        };
        report.count(limit, handle)?;
        // What has a solution has no two equal givens in a house.
        if report.count == 0 {
            report.conflicts = grid.iter().flat_map(Grid::conflicts).collect();
        }
        if let (Some(grid), Some(only), false) = (grid, report.solution(), report.more)
            && let Some(puzzle) = Puzzle::of_verdict(&grid, &search::Verdict::One(*only))
        {
            report.redundant = puzzle.redundant().collect();
        }
        Ok(report)
    }

    fn count(&mut self, limit: u64, handle: &dyn Handle) -> Result<(), Wrong> {
        let (found, count) = (&mut self.found, &mut self.count);
        let mut is_stopped = false;
        Engine::default().search(self.clues, None, |&solution| {
            if let Some(place) = found.iter_mut().find(|place| place.is_none()) {
                *place = Some(solution);
            }
            *count += 1;
            is_stopped = *count < limit && handle.is_cancelled();
            match is_stopped || *count == limit {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        self.more = self.count == limit;
        if is_stopped { Err(Wrong::stopped()) } else { Ok(()) }
    }

    /// The solution, if it is the only one.
    pub fn solution(&self) -> Option<&Solution> {
        match &self.found {
            [Some(only), None] => Some(only),
            _ => None,
        }
    }

    /// How many solutions there are.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.count, !self.more)
    }

    /// Whether no given can be left out; not known of what is no proper puzzle.
    pub fn is_minimal(&self) -> Option<bool> {
        (self.count == 1 && givens_of(&self.clues).is_some()).then(|| self.redundant.is_empty())
    }

    /// What is wrong, in a few words.
    pub fn problem(&self) -> Option<String> {
        solve::problem(&self.clues, self.found).map(|why| why.to_string())
    }

    /// The givens of a puzzle without a solution each of which alone is in the way of one.
    pub fn suspects(&self) -> Vec<Suspect> {
        let Some(grid) = givens_of(&self.clues).filter(|_| self.count == 0) else {
            return Vec::new();
        };
        grid.givens()
            .filter_map(|(cell, digit)| {
                let rest = grid.without(cell);
                let left = match rest.conflict() {
                    Some(_) => search::Verdict::None,
                    None => search::verdict(&rest),
                };
                let leaves_one = match left {
                    search::Verdict::None => return None,
                    search::Verdict::One(_) => true,
                    search::Verdict::Many(_) => false,
                };
                Some(Suspect { cell, digit, leaves_one })
            })
            .collect()
    }

    /// The cells in which the two solutions differ.
    pub fn differences(&self) -> CellSet {
        let [Some(a), Some(b)] = self.found else { return CellSet::EMPTY };
        Cell::ALL.into_iter().filter(|&cell| a.get(cell) != b.get(cell)).collect()
    }

    /// The report as data, without a player's board.
    pub fn answer(&self) -> Answer {
        let standing = Standing {
            puzzle: line::print(&self.clues),
            boxes: None,
            shape: None,
            verdict: self.verdict(),
            problem: self.problem(),
        };
        let givens = givens_of(&self.clues).map(|grid| grid.filled().len());
        Answer {
            solution: self.solution().map(ToString::to_string),
            solutions: self.found.iter().flatten().map(ToString::to_string).collect(),
            count: Some(self.count),
            more: self.more,
            minimal: self.is_minimal(),
            redundant: cells(self.redundant),
            contradictions: self.conflicts.iter().map(Contradiction::from).collect(),
            suspects: self.suspects().iter().map(|suspect| suspect.cell.to_string()).collect(),
            differences: cells(self.differences()),
            ..Answer::of_givens(standing, givens, &self.symmetries)
        }
    }
}
