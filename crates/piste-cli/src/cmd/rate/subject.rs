//! What is rated: a puzzle of 9×9 by every metric, or a board of another size by the few
//! that can.

use super::Rater;
use super::why::{self, Why};
use crate::board::{gave_up, many_solutions, no_solution};
use crate::draw::{Ink, Picture};
use crate::input::{AnyItem, Item};
use crate::{board, draw};
use piste::rating::{Ratings, Workup};
use piste::sat::Sudoku;
use piste_core::Puzzle;

/// A puzzle proved to have one solution.
pub(super) enum Subject {
    Nine(Box<Puzzle>),
    Board(Sudoku),
}

/// A subject and what the metrics say of it.
pub(super) struct Verdict {
    pub(super) ratings: Ratings,
    /// What there is to explain, if that was asked for.
    pub(super) why: Option<Vec<Why>>,
    /// What else a report shows: the picture, with colours and without, and the solve.
    pub(super) shown: Option<Shown>,
    /// What had to be given up for want of time.
    pub(super) complaint: Option<String>,
}

/// What a report shows beside the ratings.
pub(super) struct Shown {
    pub(super) picture: Vec<String>,
    pub(super) width: usize,
    pub(super) profile: Option<String>,
    /// It is of another size than 9×9.
    pub(super) is_board: bool,
}

impl Subject {
    /// The puzzle of an item, or what is wrong with it. The search on a board of another
    /// size may take so many guesses.
    pub(super) fn of(item: &AnyItem, guesses: u64) -> Result<Subject, String> {
        match item {
            AnyItem::Nine(item) => puzzle_of(item).map(|puzzle| Subject::Nine(Box::new(puzzle))),
            AnyItem::Board(item) => {
                let board = &item.record.clues;
                match board.solutions(2, guesses).map_err(gave_up)?.as_slice() {
                    [] => Err(no_solution(board)),
                    [_] => Ok(Subject::Board(board.clone())),
                    [a, b, ..] => Err(many_solutions(a, b)),
                }
            }
        }
    }

    /// The cells on one line.
    pub(super) fn cells(&self) -> String {
        match self {
            Subject::Nine(puzzle) => puzzle.grid().to_string(),
            Subject::Board(board) => board.to_string(),
        }
    }

    /// The shape of the boxes, where they are not 3×3.
    pub(super) fn boxes(&self) -> Option<String> {
        match self {
            Subject::Nine(_) => None,
            Subject::Board(board) => Some(board::boxes(board)),
        }
    }

    /// Asks the metrics; `is_report` says that it is to be shown to people on its own.
    pub(super) fn rate(&self, rater: &Rater, is_report: bool) -> Verdict {
        let selection = &rater.selection;
        match self {
            Subject::Nine(puzzle) => {
                let limit = rater.se.limit();
                let enough = || limit.enough();
                let workup = rater.se.workup(puzzle, rater.seed, &enough).with_runs(rater.runs);
                let workup = match &rater.model {
                    Some(model) => workup.with_model(model),
                    None => workup,
                };
                let ratings = selection.rate(&workup);
                let why = rater.explain.then(|| why::all(selection, Some(&workup), &ratings));
                let shown = is_report.then(|| shown(&workup, rater.colour));
                Verdict { ratings, why, shown, complaint: limit.complaint() }
            }
            Subject::Board(board) => {
                let ratings = selection.rate_board(board, rater.guesses);
                let why = rater.explain.then(|| why::all(selection, None, &ratings));
                let shown = is_report.then(|| Shown {
                    picture: board::lines(board, rater.colour, |_| Ink::Given),
                    width: draw::width(&board::lines(board, false, |_| Ink::Given)),
                    profile: None,
                    is_board: true,
                });
                Verdict { ratings, why, shown, complaint: None }
            }
        }
    }
}

impl Verdict {
    /// Why metrics cannot rate this one, each in a sentence.
    pub(super) fn refusals(&self) -> impl Iterator<Item = String> + '_ {
        self.ratings.shown().iter().filter_map(|rating| Some(rating.as_ref().err()?.to_string()))
    }
}

fn shown(workup: &Workup<'_>, colour: bool) -> Shown {
    let picture = Picture::of_grid(workup.puzzle().grid());
    let profile = super::profile::text(workup.profile(), colour);
    Shown {
        picture: picture.lines(colour),
        width: draw::width(&picture.lines(false)),
        profile: Some(profile),
        is_board: false,
    }
}

/// The puzzle of an item, or what is wrong with it.
pub(in crate::cmd) fn puzzle_of(item: &Item) -> Result<Puzzle, String> {
    let Some(givens) = item.record.givens() else {
        return Err("pencil marks cannot be rated, only givens".to_owned());
    };
    Puzzle::prove(givens).map_err(|why| why.to_string())
}
