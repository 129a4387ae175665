//! Why this rating? What the metric measures, where it comes from, and the step that
//! decides, in words.
//!
//! A rating carries its deciding step with the board that it was taken on, and a step knows
//! the words of its strategy, in the register or not. So nothing is solved again here.

use crate::Language;
use crate::json::Named;
use crate::step::change;
use piste::rating::{self as rated, Info, NotRatable, Rating, Ratings, Selection};
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
    /// Why it follows, in words.
    pub text: String,
}

/// What there is to say about every rating that is shown, by metric.
///
/// ```
/// use piste::rating::{Selection, Workup};
/// use piste::{Grid, Puzzle};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let puzzle = Puzzle::prove(&grid).unwrap();
/// let (selection, workup) = (Selection::new(&["givens"]).unwrap(), Workup::new(&puzzle));
/// let language = piste_api::Language::default();
/// let why = piste_api::why::all(&selection, &selection.rate(&workup), language);
/// assert_eq!(why.get("givens").unwrap().says, "30");
/// ```
pub fn all(selection: &Selection, ratings: &Ratings, language: Language) -> Named<Why> {
    let each = selection.shown().zip(ratings.shown());
    each.map(|(info, rating)| (info.slug.to_owned(), Why::of(info, rating, language))).collect()
}

impl Why {
    fn of(info: &'static Info, rating: &Result<Rating, NotRatable>, language: Language) -> Why {
        let good = rating.as_ref().ok();
        let deciding = good.and_then(|good| good.deciding.as_deref());
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
            deciding: deciding.map(|deciding| Deciding::of(deciding, language)),
            note: good.and_then(|good| good.note.clone()),
            problem: rating.as_ref().err().map(ToString::to_string),
        }
    }
}

impl Deciding {
    fn of(deciding: &rated::Deciding, language: Language) -> Deciding {
        let step = &deciding.step;
        Deciding {
            strategy: step.strategy.slug.to_owned(),
            name: language.strategy(step.strategy),
            change: change(&step.effect),
            text: language.text(&deciding.message()),
        }
    }
}

/// The values of a rating, each behind its name but the main one, and the band.
fn says(rating: &Rating) -> String {
    let parts = rating.metric.columns.iter().enumerate();
    let mut words: Vec<String> = parts
        .filter_map(|(part, name)| Some((*name, rating.values()[part]?)))
        .map(|(name, value)| match name {
            "" => value.to_string(),
            name => format!("{name} {value}"),
        })
        .collect();
    let is_said = |band: &&str| words.first().is_some_and(|main| main == band);
    words.extend(rating.band.filter(|band| !is_said(band)).map(str::to_owned));
    words.join(", ")
}
