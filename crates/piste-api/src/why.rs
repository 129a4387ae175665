//! Why this rating? What the metric measures, where it comes from, and the step that
//! decides, in words.
//!
//! A rating carries its deciding step but not the board it was taken on; the words of a
//! step need that. The board is found by going through the solves by the ladders that have
//! the step's strategy. A metric that draws its solves at random may decide by a step that
//! is in none of them: then it is named, and said what it changes.

use crate::json::Named;
use crate::step::change;
use piste::Board;
use piste::logic::words::phrases;
use piste::logic::{Ladder, Pick, Step, strategies};
use piste::rating::{Info, NotRatable, Rating, Ratings, Selection, Workup};
use serde::{Deserialize, Serialize};

/// What there is to say about one rating of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The values and the band in words: "412.3, sd 21.0, hard".
    pub says: String,
    /// The version of the metric.
    pub version: u32,
    /// What it measures.
    pub measures: String,
    /// Where it comes from.
    pub source: String,
    /// Which values there are.
    pub range: String,
    /// Which way is harder: `up` or `down`.
    pub harder: String,
    /// Where on the scale it is, in a word.
    pub band: Option<String>,
    /// The step that decides.
    pub deciding: Option<Deciding>,
    /// What else must be said of it.
    pub note: Option<String>,
    /// Why there is no rating.
    pub problem: Option<String>,
}

/// The step that decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deciding {
    /// The slug of its strategy.
    pub strategy: String,
    /// The name of its strategy.
    pub name: String,
    /// What it changes: `r5c2=7`.
    pub change: String,
    /// Why it follows, in words, if the board before it is known.
    pub text: Option<String>,
}

/// What there is to say about every rating that is shown, by metric. Without a workup no step
/// is told in words.
///
/// ```
/// use piste::rating::{Selection, Workup};
/// use piste::{Grid, Puzzle};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let puzzle = Puzzle::prove(&grid).unwrap();
/// let (selection, workup) = (Selection::new(&["givens"]), Workup::new(&puzzle));
/// let why = piste_api::why::all(&selection, Some(&workup), &selection.rate(&workup));
/// assert_eq!(why.get("givens").unwrap().says, "30");
/// ```
pub fn all(selection: &Selection, workup: Option<&Workup<'_>>, ratings: &Ratings) -> Named<Why> {
    let each = selection.shown().zip(ratings.shown());
    each.map(|(info, rating)| (info.slug.to_owned(), Why::of(info, workup, rating))).collect()
}

impl Why {
    fn of(
        info: &'static Info,
        workup: Option<&Workup<'_>>,
        rating: &Result<Rating, NotRatable>,
    ) -> Why {
        let good = rating.as_ref().ok();
        Why {
            says: match rating {
                Ok(good) => says(good),
                Err(reason) => format!("cannot be rated: {reason}"),
            },
            version: info.version,
            measures: info.measures.to_owned(),
            source: info.source.to_owned(),
            range: info.range.to_owned(),
            harder: info.harder.word().to_owned(),
            band: good.and_then(|good| good.band).map(str::to_owned),
            deciding: good.and_then(|good| good.deciding.as_ref()).map(|step| Deciding {
                strategy: step.strategy.slug.to_owned(),
                name: step.strategy.name.to_owned(),
                change: change(&step.effect),
                text: workup.and_then(|workup| words(workup, step)),
            }),
            note: good.and_then(|good| good.note.clone()),
            problem: rating.as_ref().err().map(ToString::to_string),
        }
    }
}

/// The values of a rating, each behind its name but the main one, and the band.
fn says(rating: &Rating) -> String {
    let parts = rating.metric.columns.iter().enumerate();
    let mut words: Vec<String> = parts
        .filter_map(|(part, name)| Some((*name, rating.finite(part)?)))
        .map(|(name, value)| match name {
            "" => value.to_string(),
            name => format!("{name} {value}"),
        })
        .collect();
    let is_said = |band: &&str| words.first().is_some_and(|main| main == band);
    words.extend(rating.band.filter(|band| !is_said(band)).map(str::to_owned));
    words.join(", ")
}

/// The step in words, if the board before it can be found.
fn words(workup: &Workup<'_>, step: &Step) -> Option<String> {
    if strategies::by_slug(step.strategy.slug).is_none() {
        return Some(phrases::plain(step, &Board::EMPTY).to_string());
    }
    let has_it = |ladder: &&Ladder| ladder.strategies().any(|s| s.info() == step.strategy);
    Ladder::ALL.iter().filter(|ladder| ladder.pick != Pick::Random).filter(has_it).find_map(
        |ladder| {
            let (board, found) = workup.trace(ladder).replay().find(|(_, taken)| *taken == step)?;
            Some(found.explain(&board))
        },
    )
}
