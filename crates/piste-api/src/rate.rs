//! `rate`: how hard a puzzle is by every metric, on which level it is, and how its solve goes.
//!
//! Metrics that look for long are given up after so much `work` as the request says. One that
//! was says so in the `problem` of its rating; the others are answered all the same. Work is
//! counted, so the same request has the same answer everywhere. Metrics that look for long also
//! ask a [`Handle`] now and then; what that calls off has no answer.

use crate::beside::{self, Beside};
use crate::json::{self, Named};
use crate::options::{self, Options};
use crate::rating::{self, Rating};
use crate::step::{named, outcome_name};
use crate::text::sheet;
use crate::why::{self, Why};
use crate::{Collection, Handle, Language, NoCollection, Standing, Verdict, Wrong};
use piste::generate::Level;
use piste::rating::{Ratings, Selection, Workup};
use piste_core::search::Clues;
use piste_core::{AnyGrid, Grid, NotAPuzzle, Puzzle};
use serde::{Deserialize, Serialize};
use std::cell::Cell as Flag;

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle, in any form.
    pub puzzle: String,
    /// The metrics by slug; all that are usual if none is named.
    #[serde(default, deserialize_with = "json::or_default")]
    pub metrics: Vec<String>,
    /// The seed of metrics that draw at random.
    #[serde(default, deserialize_with = "json::or_default")]
    pub seed: u64,
    /// How many random runs metrics that repeat themselves take the mean of, if not the usual
    /// number.
    #[serde(default)]
    pub runs: Option<u64>,
    /// The options of metrics by name: `hsolve.runs`.
    #[serde(default, deserialize_with = "json::or_default")]
    pub options: Options,
    /// Also say which of so many bands of equal count each value is in.
    #[serde(default)]
    pub bands: Option<u64>,
    /// How much work a metric that looks for long may take; as much as it takes if it is not said.
    #[serde(default)]
    pub work: Option<u64>,
    /// Whether to tell how the solve goes.
    #[serde(default, deserialize_with = "json::or_default")]
    pub profile: bool,
    /// Whether to tell why, metric by metric.
    #[serde(default, deserialize_with = "json::or_default")]
    pub explain: bool,
    /// The language by its code; English if none is named.
    #[serde(default)]
    pub language: Option<String>,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzle, and whether it is one.
    #[serde(flatten)]
    pub standing: Standing,
    /// Its solution.
    pub solution: Option<String>,
    /// The named level it is on, if the metrics that levels are made of were asked.
    pub level: Option<String>,
    /// What every metric says.
    pub ratings: Named<Rating>,
    /// How the solve goes, if that was asked.
    pub profile: Option<Profile>,
    /// Why, metric by metric, if that was asked.
    pub explain: Option<Named<Why>>,
}

/// How a solve by the teaching ladder goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Its steps.
    pub steps: Vec<Moment>,
    /// How it ends.
    pub outcome: String,
    /// How many cells are open at the end.
    pub left: usize,
}

/// One step of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// How many moves there are to choose from.
    pub moves: usize,
    /// Whether a single will do.
    pub single: bool,
    /// Whether it is tight here.
    pub bottleneck: bool,
    /// How late its strategy is learnt, from 0.
    pub rung: usize,
    /// What is done, in short.
    pub name: String,
}

impl Profile {
    /// The profile of the puzzle that is worked up here.
    pub fn of(workup: &Workup<'_>, language: Language) -> Profile {
        let profile = workup.profile();
        let steps = profile.moments().iter().map(|moment| Moment {
            moves: moment.moves,
            single: moment.is_single,
            bottleneck: moment.is_bottleneck(),
            rung: moment.rung,
            name: named(&moment.step, language),
        });
        Profile {
            steps: steps.collect(),
            outcome: outcome_name(profile.outcome()).to_owned(),
            left: profile.left(),
        }
    }
}

/// Answers a request. Where values stand among others is told by the `collection`.
///
/// ```
/// use piste_api::rate::{self, Request};
/// use piste_api::{NoCollection, Unhurried, rating};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let request = Request {
///     puzzle: puzzle.to_owned(),
///     metrics: vec!["se".to_owned(), "givens".to_owned()],
///     ..Request::default()
/// };
/// let answer = rate::answer(&request, &NoCollection, &Unhurried)?;
/// assert_eq!(answer.level.as_deref(), Some("easy"));
/// assert_eq!(answer.ratings.get("givens").unwrap().value, Some(rating::Figure::Count(30)));
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(
    request: &Request,
    collection: &dyn Collection,
    handle: &dyn Handle,
) -> Result<Answer, Wrong> {
    let selection = rating::selection(&request.metrics)?;
    let language = Language::named(request.language.as_deref())?;
    let settings = options::settings(request.runs, &request.options)?;
    let beside = Beside::new(&selection, beside::bands(request.bands)?, collection, &settings)
        .map_err(|why| Wrong::bad("bands", why))?;
    let clues = sheet("puzzle", &request.puzzle)?.clues;
    let puzzle = match proved(&clues) {
        Ok(puzzle) => puzzle,
        Err(standing) => return Ok(Answer::improper(&selection, &beside, standing)),
    };
    let is_called_off = Flag::new(false);
    let enough = || {
        is_called_off.set(is_called_off.get() || handle.is_cancelled());
        is_called_off.get()
    };
    let workup = Workup::with_seed(&puzzle, request.seed).with_limit(&enough);
    let workup = settings.apply(workup).with_work(request.work.unwrap_or(u64::MAX));
    let ratings = selection.rate(&workup);
    if is_called_off.get() {
        return Err(Wrong::stopped());
    }
    let answer = Answer::of(&puzzle, &selection, &ratings, collection);
    let mut answer = answer.beside(&selection, &beside, &ratings);
    answer.profile = request.profile.then(|| Profile::of(&workup, language));
    answer.explain = request.explain.then(|| why::all(&selection, &ratings, language));
    Ok(answer)
}

/// The puzzle that clues are, or what they are instead.
pub fn proved(clues: &Clues) -> Result<Puzzle, Standing> {
    match clues {
        Clues::Givens(grid) => Puzzle::prove(grid).map_err(|why| Standing::improper(clues, &why)),
        Clues::Marks(_) => Err(Standing {
            verdict: Verdict::Undecided,
            problem: Some("pencil marks cannot be rated, only givens".to_owned()),
            ..Standing::improper(clues, &NotAPuzzle::NoSolution)
        }),
    }
}

impl Answer {
    /// What these metrics said of a puzzle.
    pub fn of(
        puzzle: &Puzzle,
        selection: &Selection,
        ratings: &Ratings,
        collection: &dyn Collection,
    ) -> Answer {
        let solution = Some(puzzle.solution().to_string());
        Answer { solution, ..Answer::of_grid(puzzle.grid(), selection, ratings, collection) }
    }

    /// The same of a puzzle whose solution nobody has looked up.
    pub fn of_grid(
        grid: &Grid,
        selection: &Selection,
        ratings: &Ratings,
        collection: &dyn Collection,
    ) -> Answer {
        Answer {
            standing: Standing::proper(&Clues::Givens(*grid)),
            solution: None,
            level: Level::of(|column| ratings.value(column)).map(|level| level.slug.to_owned()),
            ratings: rating::ratings(selection, ratings, collection),
            profile: None,
            explain: None,
        }
    }

    /// What they said of a board of another size, which has one solution. Levels and
    /// percentiles are of 9×9.
    pub fn of_board(board: &AnyGrid, selection: &Selection, ratings: &Ratings) -> Answer {
        Answer {
            standing: Standing::of_board(board, Verdict::Unique, None),
            solution: None,
            level: None,
            ratings: rating::ratings(selection, ratings, &NoCollection),
            profile: None,
            explain: None,
        }
    }

    /// The same with what stands beside the values.
    #[must_use]
    pub fn beside(mut self, selection: &Selection, beside: &Beside, ratings: &Ratings) -> Answer {
        let told = selection.shown().zip(ratings.shown()).zip(&mut self.ratings.0);
        for ((info, rated), (_, rating)) in told {
            let values = beside.values((info, rated)).into_iter();
            let figures = values.map(|value| value.map(rating::Figure::Count));
            rating.columns.0.extend(beside.names(info).into_iter().zip(figures));
        }
        self
    }

    /// What is no proper puzzle keeps its place among the others: its ratings are missing, and
    /// `problem` says why.
    pub fn improper(selection: &Selection, beside: &Beside, standing: Standing) -> Answer {
        let why = standing.problem.as_deref().unwrap_or("not a proper puzzle");
        let mut ratings = rating::none(selection, why);
        for (info, (_, rating)) in selection.shown().zip(&mut ratings.0) {
            rating.columns.0.extend(beside.names(info).into_iter().map(|name| (name, None)));
        }
        Answer { ratings, standing, solution: None, level: None, profile: None, explain: None }
    }
}
