//! What the metrics say of a puzzle: all of them of a classic one, those that fit of one of another shape.

use super::lines::Lines;
use super::why;
use super::{Look, Rater};
use crate::draw::{Ink, Picture};
use crate::yardstick::Known;
use crate::{draw, shapes};
use piste::rating::{AnyWorkup, Ratings, Selection, Workup};
use piste_api::beside::Beside;
use piste_api::json::Named;
use piste_api::proved::Proved;
use piste_api::summary::Summary;
use piste_api::why::Why;
use piste_api::{self as api, Language};
use piste_core::shape::Shape;
use std::borrow::Cow;

/// A puzzle and what the metrics say of it.
pub(super) struct Verdict {
    pub(super) ratings: Ratings,
    /// What there is to explain, if that was asked for.
    pub(super) why: Option<Named<Why>>,
    /// All of it in short, if the usual metrics were asked and it is to be told.
    pub(super) summary: Option<Summary>,
    /// What else a report shows: the picture, with colours and without, and the solve.
    pub(super) shown: Option<Shown>,
    /// What had to be given up for want of time.
    pub(super) late: Option<Late>,
}

/// The time was over before a metric had come to its end.
pub(super) struct Late {
    /// What the metrics say of it, who do not know why they were called off.
    called_off: String,
    /// Why.
    why: String,
}

impl Verdict {
    /// What had to be given up, in words.
    pub(super) fn complaint(&self) -> Option<String> {
        self.late.as_ref().map(|late| format!("se: {}", late.why))
    }
}

/// What a report shows beside the ratings.
pub(super) struct Shown {
    pub(super) picture: Vec<String>,
    pub(super) width: usize,
    pub(super) profile: Option<String>,
    /// It is of another size than 9×9.
    pub(super) is_board: bool,
}

/// The shape of a puzzle, if it is not the classic one.
fn other_shape(puzzle: &Proved) -> Option<&Shape> {
    match puzzle {
        Proved::Classic(_) => None,
        Proved::Other(puzzle) => Some(puzzle.grid().shape()),
    }
}

impl Rater {
    /// The metrics to ask about a puzzle.
    pub(super) fn selection_of(&self, puzzle: &Proved) -> Cow<'_, Selection> {
        self.selection_on(other_shape(puzzle))
    }

    /// The metrics to ask: those of the run; but where each puzzle has an answer of its own and nobody chose, those that
    /// fit its shape, if it is not the classic one.
    pub(super) fn selection_on(&self, shape: Option<&Shape>) -> Cow<'_, Selection> {
        let has_header = matches!(self.look, Look::Table | Look::Lines(Lines::Tsv | Lines::Csv));
        match shape {
            Some(shape) if !self.is_choice && !has_header => {
                let mut fitting = Selection::usual_on(shape);
                self.selection.hidden().for_each(|metric| fitting.ask(metric));
                Cow::Owned(fitting)
            }
            _ => Cow::Borrowed(&self.selection),
        }
    }

    /// What stands beside the values.
    pub(super) fn beside_of(&self, puzzle: &Proved) -> Cow<'_, Beside> {
        self.beside_on(other_shape(puzzle))
    }

    /// The same on a shape that is not the classic one, or on that.
    pub(super) fn beside_on(&self, shape: Option<&Shape>) -> Cow<'_, Beside> {
        match shape {
            None => Cow::Borrowed(&self.beside),
            Some(_) => Cow::Owned(self.beside.elsewhere()),
        }
    }

    /// What the metrics have said of it, as data.
    pub(super) fn as_data(&self, puzzle: &Proved, verdict: &Verdict) -> api::rate::Answer {
        let Verdict { ratings, why, summary, late, .. } = verdict;
        let selection = &*self.selection_of(puzzle);
        let answer = match puzzle {
            Proved::Classic(puzzle) => {
                api::rate::Answer::of(puzzle, selection, ratings, &Known::default())
            }
            Proved::Other(puzzle) => api::rate::Answer::of_board(puzzle, selection, ratings),
        };
        let answer = answer.beside(selection, &self.beside_of(puzzle), ratings);
        let mut answer =
            api::rate::Answer { explain: why.clone(), summary: summary.clone(), ..answer };
        if let Some(late) = late {
            let ratings = answer.ratings.0.iter_mut().map(|(_, rating)| &mut rating.problem);
            let reasons = answer.explain.iter_mut().flat_map(|explain| &mut explain.0);
            for problem in ratings.chain(reasons.map(|(_, why)| &mut why.problem)) {
                if problem.as_ref() == Some(&late.called_off) {
                    *problem = Some(late.why.clone());
                }
            }
        }
        answer
    }

    /// Asks the metrics; `is_report` says that it is to be shown to people on its own.
    pub(super) fn rate(&self, puzzle: &Proved, is_report: bool) -> Verdict {
        let selection = &*self.selection_of(puzzle);
        let is_told =
            !self.is_choice && matches!(self.look, Look::Report | Look::Lines(Lines::Json));
        match puzzle {
            Proved::Classic(puzzle) => {
                let limit = self.se.limit();
                let enough = || limit.enough();
                let workup = self.se.workup(puzzle, self.seed, &enough);
                let workup = self.settings.apply(workup);
                let workup = match &self.model {
                    Some(model) => workup.with_model(model),
                    None => workup,
                };
                let ratings = selection.rate(&workup);
                let why = self.explain.then(|| why::all(selection, &ratings, Language::default()));
                let player = self.beside.player();
                let summary =
                    is_told.then(|| Summary::of(&workup, &ratings, player, Language::default()));
                let shown = is_report.then(|| shown(&workup, self.colour, self.wide));
                let called_off = workup.given_up().to_string();
                let late = limit.why().map(|why| Late { called_off, why });
                Verdict { ratings, why, summary, shown, late }
            }
            Proved::Other(puzzle) => {
                let workup = AnyWorkup::new(puzzle).with_seed(self.seed);
                let workup = self.settings.apply_any(workup.with_guesses(self.guesses));
                let ratings = selection.rate_any(&workup);
                let why = self.explain.then(|| why::all(selection, &ratings, Language::default()));
                let summary = is_told.then(|| Summary::on_shape(&workup, Language::default()));
                let grid = puzzle.grid();
                let shown = is_report.then(|| Shown {
                    picture: shapes::lines(grid, self.colour, |_| Ink::Given),
                    width: draw::width(&shapes::lines(grid, false, |_| Ink::Given)),
                    profile: Some(super::profile::text(workup.profile(), self.colour, self.wide)),
                    is_board: true,
                });
                Verdict { ratings, why, summary, shown, late: None }
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
