//! `rate`: how hard a puzzle is by every metric, on which level it is, and how its solve goes.
//!
//! Metrics that look for long are given up after so much `work` as the request says. One that
//! was says so in the `problem` of its rating; the others are answered all the same. Work is
//! counted, so the same request has the same answer everywhere. Metrics that look for long also
//! ask a [`Handle`] now and then; what that calls off has no answer.

use crate::beside::{self, Beside};
use crate::json::{self, Named};
use crate::me::{self, MINUTES};
use crate::options::{self, Options};
use crate::proved::Proved;
use crate::rating::{self, Rating};
use crate::shapes::{self, Guesses};
use crate::step::{Change, changes, named, outcome_name};
use crate::summary::Summary;
use crate::why::{self, Why};
use crate::{Collection, Handle, Language, NoCollection, Standing, Verdict, Wrong};
use piste::generate::{Level, levels};
use piste::rating::{
    self as rated, AnyWorkup, Column, Condition, Ratings, Selection, Settings, Value, Workup,
    metrics,
};
use piste_core::search::Clues;
use piste_core::shape::Shape;
use piste_core::space::Space;
use piste_core::{AnyClues, AnyGrid, AnyPuzzle, Grid, Puzzle};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cell::Cell as Flag;
use std::sync::Arc;

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle, in any form.
    pub puzzle: String,
    /// Its shape; the one that the text tells if it is not said, or is `any`.
    #[serde(default)]
    pub shape: Option<String>,
    /// After how many guesses a search on another shape is given up; as many as usual if it is not said.
    #[serde(default)]
    pub guesses: Option<u64>,
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
    /// Somebody whose own times are to be told beside those of all.
    #[serde(default, deserialize_with = "json::maybe_object")]
    pub player: Option<me::Player>,
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
    /// The named level it is on, if the metrics that levels are made of were asked, or `level`.
    pub level: Option<String>,
    /// What every metric says.
    pub ratings: Named<Rating>,
    /// All of it in short, if the usual metrics were asked.
    pub summary: Option<Summary>,
    /// How the solve goes, if that was asked.
    pub profile: Option<Profile>,
    /// Why, metric by metric, if that was asked.
    pub explain: Option<Named<Why>>,
}

impl Answer {
    /// What its members are called in JSON, those among them that are not always there.
    ///
    /// ```
    /// let members = piste_api::rate::Answer::members();
    /// assert!(["puzzle", "shape", "summary"].iter().all(|name| members.iter().any(|m| m == name)));
    /// ```
    pub fn members() -> Vec<String> {
        let standing = Standing {
            puzzle: String::new(),
            boxes: None,
            shape: Some(String::new()),
            verdict: Verdict::Undecided,
            problem: None,
        };
        let answer = Answer {
            standing,
            solution: None,
            level: None,
            ratings: Named::default(),
            summary: None,
            profile: None,
            explain: None,
        };
        let told = serde_json::to_value(answer).expect("our own answers can be written as JSON");
        told.as_object().into_iter().flat_map(|members| members.keys().cloned()).collect()
    }
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
    /// The slug of its strategy.
    #[serde(default)]
    pub strategy: String,
    /// What the strategy is called.
    #[serde(default)]
    pub strategy_name: String,
    /// What is done, digit by digit.
    #[serde(default)]
    pub effect: Vec<Change>,
}

impl Profile {
    /// What this profile tells.
    pub fn of<S: Space>(profile: &rated::Profile<S>, language: Language) -> Profile {
        let steps = profile.moments().iter().map(|moment| Moment {
            moves: moment.moves,
            single: moment.is_single,
            bottleneck: moment.is_bottleneck(),
            rung: moment.rung,
            name: named(&moment.step, language),
            strategy: moment.step.strategy.slug.to_owned(),
            strategy_name: language.strategy(moment.step.strategy),
            effect: changes(&moment.step.effect),
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
/// assert_eq!(answer.level.as_deref(), Some("beginner"));
/// assert_eq!(answer.ratings.get("givens").unwrap().value, Some(rating::Figure::Count(30)));
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(
    request: &Request,
    collection: &dyn Collection,
    handle: &dyn Handle,
) -> Result<Answer, Wrong> {
    Rater::read(request, collection, handle)?.answer(&request.puzzle, collection, handle)
}

/// A request found to make sense: everything that an answer depends on, but the puzzle. Whoever asks
/// the same about many puzzles reads it once.
///
/// ```
/// use piste_api::rate::{Rater, Request};
/// use piste_api::{NoCollection, Unhurried};
///
/// let request = Request { metrics: vec!["givens".to_owned()], ..Request::default() };
/// let rater = Rater::read(&request, &NoCollection, &Unhurried)?;
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let answer = rater.answer(puzzle, &NoCollection, &Unhurried)?;
/// assert_eq!(answer.columns()[0].0, "givens");
/// assert!(answer.summary.is_none());
/// # Ok::<(), piste_api::Wrong>(())
/// ```
#[derive(Clone)]
pub struct Rater {
    selection: Selection,
    language: Language,
    settings: Settings,
    beside: Beside,
    seed: u64,
    work: u64,
    has_summary: bool,
    has_profile: bool,
    has_reasons: bool,
    /// The shape that a puzzle has, if it is said.
    shape: Option<String>,
    /// How many guesses a search on another shape may take.
    guesses: Guesses,
    /// The levels, with their conditions read.
    levels: Vec<(Level, Condition)>,
}

impl Rater {
    /// Reads a request, but for its puzzle.
    pub fn read(
        request: &Request,
        collection: &dyn Collection,
        handle: &dyn Handle,
    ) -> Result<Rater, Wrong> {
        let selection = rating::selection(&request.metrics)?;
        let language = Language::named(request.language.as_deref())?;
        let settings = options::settings(request.runs, &request.options)?;
        let beside = Beside::new(&selection, beside::bands(request.bands)?, collection, &settings)
            .map_err(|why| Wrong::bad("bands", why))?;
        let player = request.player.as_ref().map(|player| learnt(player, &selection, handle));
        let beside = beside.for_player(player.transpose()?.map(Arc::new));
        Ok(Rater {
            selection,
            language,
            settings,
            beside,
            seed: request.seed,
            work: request.work.unwrap_or(u64::MAX),
            has_summary: request.metrics.is_empty(),
            has_profile: request.profile,
            has_reasons: request.explain,
            shape: request.shape.clone(),
            guesses: Guesses::asked(request.guesses),
            levels: levels::ALL.into_iter().map(|level| (level, level.condition())).collect(),
        })
    }

    /// The same for somebody who has no use for a summary, which takes a solve.
    #[must_use]
    pub fn without_summary(self) -> Rater {
        Rater { has_summary: false, ..self }
    }

    /// Rates this puzzle, in any form.
    pub fn answer(
        &self,
        puzzle: &str,
        collection: &dyn Collection,
        handle: &dyn Handle,
    ) -> Result<Answer, Wrong> {
        let clues = shapes::sheet("puzzle", puzzle, self.shape.as_deref())?.clues;
        match (Proved::of(&clues, self.guesses), &clues) {
            (Ok(Proved::Classic(puzzle)), _) => self.on_classic(&puzzle, collection, handle),
            (Ok(Proved::Other(puzzle)), _) => Ok(self.on_shape(&puzzle)),
            (Err(standing), AnyClues::Classic(_)) => {
                Ok(Answer::improper(&self.selection, &self.beside, standing))
            }
            (Err(standing), AnyClues::Other(grid)) => {
                let selection = self.selection_on(grid.shape());
                Ok(Answer::improper(&selection, &self.beside.elsewhere(), standing))
            }
        }
    }

    /// What is answered about a puzzle of the classic 9×9.
    fn on_classic(
        &self,
        puzzle: &Puzzle,
        collection: &dyn Collection,
        handle: &dyn Handle,
    ) -> Result<Answer, Wrong> {
        let Rater { selection, beside, .. } = self;
        let is_called_off = Flag::new(false);
        let enough = || {
            is_called_off.set(is_called_off.get() || handle.is_cancelled());
            is_called_off.get()
        };
        let workup = Workup::with_seed(puzzle, self.seed).with_limit(&enough);
        let workup = self.settings.apply(workup).with_work(self.work);
        let ratings = selection.rate(&workup);
        if is_called_off.get() {
            return Err(Wrong::stopped());
        }
        let level = level_of(&ratings, |values| {
            let is_on = |condition: &Condition| condition.holds(&mut |column| values.value(column));
            let found = self.levels.iter().find(|(_, condition)| is_on(condition));
            found.map(|(level, _)| *level)
        });
        let answer = Answer::on_level(
            &Clues::Givens(*puzzle.grid()),
            selection,
            &ratings,
            collection,
            level,
        );
        let mut answer = answer.beside(selection, beside, &ratings);
        answer.solution = Some(puzzle.solution().to_string());
        let summary = || Summary::of(&workup, &ratings, beside.player(), self.language);
        answer.summary = self.has_summary.then(summary);
        answer.profile = self.has_profile.then(|| Profile::of(workup.profile(), self.language));
        answer.explain = self.has_reasons.then(|| why::all(selection, &ratings, self.language));
        Ok(answer)
    }

    /// What is answered about a puzzle of another shape.
    fn on_shape(&self, puzzle: &AnyPuzzle) -> Answer {
        let beside = self.beside.elsewhere();
        let selection = &*self.selection_on(puzzle.grid().shape());
        let workup = AnyWorkup::new(puzzle).with_seed(self.seed).with_guesses(self.guesses.most);
        let workup = self.settings.apply_any(workup);
        let ratings = selection.rate_any(&workup);
        let answer = Answer::of_board(puzzle, selection, &ratings);
        let mut answer = answer.beside(selection, &beside, &ratings);
        answer.summary = self.has_summary.then(|| Summary::on_shape(&workup, self.language));
        answer.profile = self.has_profile.then(|| Profile::of(workup.profile(), self.language));
        answer.explain = self.has_reasons.then(|| why::all(selection, &ratings, self.language));
        answer
    }

    /// The metrics that are asked about a puzzle of this shape: if nobody chose, those that are usual there.
    fn selection_on(&self, shape: &Shape) -> Cow<'_, Selection> {
        match self.has_summary {
            true => Cow::Owned(Selection::usual_on(shape)),
            false => Cow::Borrowed(&self.selection),
        }
    }
}

/// The answer as the columns of a table, whose names and order are those of `piste rate --format tsv`.
impl Answer {
    /// The columns of the metrics by name, `hsolve.sd`, and what is in them.
    pub fn columns(&self) -> Vec<(String, Option<rating::Figure>)> {
        let mut columns = Vec::new();
        for (slug, rating) in &self.ratings.0 {
            if has_main(slug) {
                columns.push((slug.clone(), rating.value.clone()));
            }
            let named = rating.columns.0.iter();
            columns.extend(named.map(|(name, figure)| (format!("{slug}.{name}"), figure.clone())));
        }
        columns
    }

    /// The columns whose scale has ended, and the word for it: `umbrella=above index-d.a=beyond`.
    pub fn words(&self) -> String {
        let mut told = Vec::new();
        for (slug, rating) in &self.ratings.0 {
            for (name, word) in &rating.words.0 {
                match name.as_str() {
                    "value" if has_main(slug) => told.push(format!("{slug}={word}")),
                    "value" => {}
                    name => told.push(format!("{slug}.{name}={word}")),
                }
            }
        }
        told.join(" ")
    }
}

/// Whether the main value of a metric has a column with the name of the metric alone.
fn has_main(slug: &str) -> bool {
    metrics::by_slug(slug).is_none_or(|metric| metric.info().columns.first() == Some(&""))
}

/// The level of a puzzle with these ratings: by the metrics that levels are made of, as `by_bounds` looks them
/// up, or as the metric `level` says.
fn level_of(ratings: &Ratings, by_bounds: impl FnOnce(&Ratings) -> Option<Level>) -> Option<Level> {
    let named = || match ratings.value(Column::named("level")?)? {
        Value::Word(word) => Level::named(word),
        _ => None,
    };
    by_bounds(ratings).or_else(named)
}

/// What is known of a player, if the metric that it is about is among these.
fn learnt(
    player: &me::Player,
    selection: &Selection,
    handle: &dyn Handle,
) -> Result<piste::rating::Player, Wrong> {
    if selection.shown().all(|info| info.slug != MINUTES) {
        let words = format!("it is for the metric {MINUTES}, which is not among the metrics");
        return Err(Wrong::bad("player", words));
    }
    player.learnt(handle)
}

/// The puzzle that clues are, or what they are instead.
pub fn proved(clues: &Clues) -> Result<Puzzle, Standing> {
    let proved = match clues {
        Clues::Givens(grid) => Puzzle::prove(grid),
        Clues::Marks(marks) => Puzzle::prove_marks(marks),
    };
    proved.map_err(|why| Standing::improper(clues, &why))
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
        let standing = Standing::proper(&puzzle.clues());
        let answer = Answer::of_grid(puzzle.grid(), selection, ratings, collection);
        Answer { standing, solution, ..answer }
    }

    /// The same of a puzzle whose solution nobody has looked up.
    pub fn of_grid(
        grid: &Grid,
        selection: &Selection,
        ratings: &Ratings,
        collection: &dyn Collection,
    ) -> Answer {
        Answer::of_clues(&Clues::Givens(*grid), selection, ratings, collection)
    }

    /// The same of whatever a classic puzzle is given by.
    pub(crate) fn of_clues(
        clues: &Clues,
        selection: &Selection,
        ratings: &Ratings,
        collection: &dyn Collection,
    ) -> Answer {
        let level = level_of(ratings, |values| Level::of(|column| values.value(column)));
        Answer::on_level(clues, selection, ratings, collection, level)
    }

    /// The same with the level that it is on.
    fn on_level(
        clues: &Clues,
        selection: &Selection,
        ratings: &Ratings,
        collection: &dyn Collection,
        level: Option<Level>,
    ) -> Answer {
        Answer {
            standing: Standing::proper(clues),
            solution: None,
            level: level.map(|level| level.slug.to_owned()),
            ratings: rating::ratings(selection, ratings, collection),
            summary: None,
            profile: None,
            explain: None,
        }
    }

    /// What they said of a puzzle of another shape. Levels and percentiles are of the classic 9×9.
    pub fn of_board(puzzle: &AnyPuzzle, selection: &Selection, ratings: &Ratings) -> Answer {
        let answer = Answer::of_other(puzzle.grid(), selection, ratings);
        Answer { solution: Some(puzzle.solution().to_string()), ..answer }
    }

    /// The same of a puzzle whose solution nobody has looked up.
    pub(crate) fn of_other(grid: &AnyGrid, selection: &Selection, ratings: &Ratings) -> Answer {
        Answer {
            standing: Standing::of_board(grid, Verdict::Unique, None),
            solution: None,
            level: None,
            ratings: rating::ratings(selection, ratings, &NoCollection),
            summary: None,
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
            let figures = values.map(|value| value.and_then(rating::Figure::of));
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
        Answer {
            ratings,
            standing,
            solution: None,
            level: None,
            summary: None,
            profile: None,
            explain: None,
        }
    }
}
