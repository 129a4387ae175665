//! What is rated: a puzzle of 9×9 by every metric, or a board of another size by the few
//! that can.

use super::Rater;
use super::why;
use crate::draw::{Ink, Picture};
use crate::input::{AnyItem, Item};
use crate::yardstick::Known;
use crate::{board, draw};
use piste::rating::{Ratings, Workup};
use piste::sat::Sudoku;
use piste_api::json::Named;
use piste_api::rate::proved;
use piste_api::why::Why;
use piste_api::{self as api, Language, Standing};
use piste_core::{AnyClues, AnyGrid, Puzzle, Unproved};

/// A puzzle proved to have one solution.
pub(super) enum Subject {
    Nine(Box<Puzzle>),
    Board(Box<(AnyGrid, Sudoku)>),
}

/// Why something is not rated.
pub(super) struct Refusal {
    pub(super) standing: Standing,
    /// The search was given up: it may well be a proper puzzle.
    pub(super) is_open: bool,
}

impl Refusal {
    /// What is wrong, in a sentence.
    pub(super) fn words(&self) -> &str {
        self.standing.problem.as_deref().unwrap_or("not a proper puzzle")
    }
}

/// The cells of an item on one line.
pub(super) fn cells_of(item: &AnyItem) -> String {
    item.record.clues.to_string()
}

/// A subject and what the metrics say of it.
pub(super) struct Verdict {
    pub(super) ratings: Ratings,
    /// What there is to explain, if that was asked for.
    pub(super) why: Option<Named<Why>>,
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
    pub(super) fn of(item: &AnyItem, guesses: u64) -> Result<Subject, Refusal> {
        match &item.record.clues {
            AnyClues::Classic(clues) => match proved(clues) {
                Ok(puzzle) => Ok(Subject::Nine(Box::new(puzzle))),
                Err(standing) => Err(Refusal { standing, is_open: false }),
            },
            AnyClues::Other(grid) => {
                let guesses = board::guesses(guesses);
                grid.prove(guesses.most).map_err(|why| Refusal {
                    standing: Standing::unproved(grid, &why, guesses),
                    is_open: matches!(why, Unproved::GaveUp(_)),
                })?;
                let sudoku = Sudoku::of(grid).ok_or_else(|| Refusal {
                    standing: Standing::of_board(grid, api::Verdict::Unique, Some(unrated(grid))),
                    is_open: false,
                })?;
                Ok(Subject::Board(Box::new((grid.clone(), sudoku))))
            }
        }
    }

    /// What the metrics have said of it, as data.
    pub(super) fn answer(&self, rater: &Rater, verdict: &Verdict) -> api::rate::Answer {
        let Verdict { ratings, why, .. } = verdict;
        let selection = &rater.selection;
        let answer = match self {
            Subject::Nine(puzzle) => {
                api::rate::Answer::of(puzzle, selection, ratings, &Known::default())
            }
            Subject::Board(board) => api::rate::Answer::of_board(&board.0, selection, ratings),
        };
        let answer = answer.beside(selection, &rater.beside, ratings);
        api::rate::Answer { explain: why.clone(), ..answer }
    }

    /// Asks the metrics; `is_report` says that it is to be shown to people on its own.
    pub(super) fn rate(&self, rater: &Rater, is_report: bool) -> Verdict {
        let selection = &rater.selection;
        match self {
            Subject::Nine(puzzle) => {
                let limit = rater.se.limit();
                let enough = || limit.enough();
                let workup = rater.se.workup(puzzle, rater.seed, &enough);
                let workup = rater.settings.apply(workup);
                let workup = match &rater.model {
                    Some(model) => workup.with_model(model),
                    None => workup,
                };
                let ratings = selection.rate(&workup);
                let why = rater.explain.then(|| why::all(selection, &ratings, Language::default()));
                let shown = is_report.then(|| shown(&workup, rater.colour));
                Verdict { ratings, why, shown, complaint: limit.complaint() }
            }
            Subject::Board(board) => {
                let (board, sudoku) = &**board;
                let ratings = selection.rate_board(sudoku, rater.guesses);
                let why = rater.explain.then(|| why::all(selection, &ratings, Language::default()));
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

/// Why a proper board is not rated.
fn unrated(grid: &AnyGrid) -> String {
    let name = board::name(grid.shape());
    format!("{name} is not rated: a board of another size needs regular boxes, and nothing else")
}

/// The puzzle of an item, or what is wrong with it.
pub(super) fn puzzle_of(item: &Item) -> Result<Puzzle, String> {
    let Some(givens) = item.record.givens() else {
        return Err("pencil marks cannot be rated, only givens".to_owned());
    };
    Puzzle::prove(givens).map_err(|why| why.to_string())
}
