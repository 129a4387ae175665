//! What is rated: a classic puzzle by every metric, or a puzzle of another shape by those that fit it.

use super::lines::Lines;
use super::why;
use super::{Look, Rater};
use crate::draw::{Ink, Picture};
use crate::input::{AnyItem, Item};
use crate::yardstick::Known;
use crate::{draw, shapes};
use piste::rating::{AnyWorkup, Ratings, Selection, Workup};
use piste_api::beside::Beside;
use piste_api::json::Named;
use piste_api::rate::proved;
use piste_api::summary::Summary;
use piste_api::why::Why;
use piste_api::{self as api, Language, Standing};
use piste_core::{AnyClues, AnyPuzzle, Puzzle, Unproved};
use std::borrow::Cow;

/// A puzzle proved to have one solution.
pub(super) enum Subject {
    Classic(Box<Puzzle>),
    Shaped(Box<AnyPuzzle>),
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
    /// All of it in short, if the usual metrics were asked and it is to be told.
    pub(super) summary: Option<Summary>,
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
                Ok(puzzle) => Ok(Subject::Classic(Box::new(puzzle))),
                Err(standing) => Err(Refusal { standing, is_open: false }),
            },
            AnyClues::Other(grid) => {
                let guesses = shapes::guesses(guesses);
                let puzzle = grid.prove(guesses.most).map_err(|why| Refusal {
                    standing: Standing::unproved(grid, &why, guesses),
                    is_open: matches!(why, Unproved::GaveUp(_)),
                })?;
                Ok(Subject::Shaped(Box::new(puzzle)))
            }
        }
    }

    /// The metrics to ask: those of the run; but where each puzzle has an answer of its own and nobody chose, those that
    /// fit its shape.
    pub(super) fn selection<'a>(&self, rater: &'a Rater) -> Cow<'a, Selection> {
        let has_header = matches!(rater.look, Look::Table | Look::Lines(Lines::Tsv | Lines::Csv));
        match self {
            Subject::Shaped(puzzle) if !rater.is_choice && !has_header => {
                let mut fitting = Selection::usual_on(puzzle.grid().shape());
                rater.selection.hidden().for_each(|metric| fitting.ask(metric));
                Cow::Owned(fitting)
            }
            _ => Cow::Borrowed(&rater.selection),
        }
    }

    /// What stands beside the values.
    pub(super) fn beside<'a>(&self, rater: &'a Rater) -> Cow<'a, Beside> {
        match self {
            Subject::Classic(_) => Cow::Borrowed(&rater.beside),
            Subject::Shaped(_) => Cow::Owned(rater.beside.elsewhere()),
        }
    }

    /// What the metrics have said of it, as data.
    pub(super) fn answer(&self, rater: &Rater, verdict: &Verdict) -> api::rate::Answer {
        let Verdict { ratings, why, summary, .. } = verdict;
        let selection = &*self.selection(rater);
        let answer = match self {
            Subject::Classic(puzzle) => {
                api::rate::Answer::of(puzzle, selection, ratings, &Known::default())
            }
            Subject::Shaped(puzzle) => api::rate::Answer::of_board(puzzle, selection, ratings),
        };
        let answer = answer.beside(selection, &self.beside(rater), ratings);
        api::rate::Answer { explain: why.clone(), summary: summary.clone(), ..answer }
    }

    /// Asks the metrics; `is_report` says that it is to be shown to people on its own.
    pub(super) fn rate(&self, rater: &Rater, is_report: bool) -> Verdict {
        let selection = &*self.selection(rater);
        let is_told =
            !rater.is_choice && matches!(rater.look, Look::Report | Look::Lines(Lines::Json));
        match self {
            Subject::Classic(puzzle) => {
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
                let player = rater.beside.player();
                let summary =
                    is_told.then(|| Summary::of(&workup, &ratings, player, Language::default()));
                let shown = is_report.then(|| shown(&workup, rater.colour, rater.wide));
                Verdict { ratings, why, summary, shown, complaint: limit.complaint() }
            }
            Subject::Shaped(puzzle) => {
                let workup = AnyWorkup::new(puzzle).with_seed(rater.seed);
                let workup = rater.settings.apply_any(workup.with_guesses(rater.guesses));
                let ratings = selection.rate_any(&workup);
                let why = rater.explain.then(|| why::all(selection, &ratings, Language::default()));
                let summary = is_told.then(|| Summary::on_shape(&workup, Language::default()));
                let grid = puzzle.grid();
                let shown = is_report.then(|| Shown {
                    picture: shapes::lines(grid, rater.colour, |_| Ink::Given),
                    width: draw::width(&shapes::lines(grid, false, |_| Ink::Given)),
                    profile: Some(super::profile::text(workup.profile(), rater.colour, rater.wide)),
                    is_board: true,
                });
                Verdict { ratings, why, summary, shown, complaint: None }
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

fn shown(workup: &Workup<'_>, colour: bool, wide: Option<usize>) -> Shown {
    let picture = Picture::of(&workup.puzzle().clues());
    let profile = super::profile::text(workup.profile(), colour, wide);
    Shown {
        picture: picture.lines(colour),
        width: draw::width(&picture.lines(false)),
        profile: Some(profile),
        is_board: false,
    }
}

/// The puzzle of an item, or what is wrong with it.
pub(super) fn puzzle_of(item: &Item) -> Result<Puzzle, String> {
    proved(&item.record.clues).map_err(|standing| standing.problem.unwrap_or_default())
}
