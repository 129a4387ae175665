//! What one metric says of one puzzle.
//!
//! ```json
//! {"value":null,"a":null,"b":1.382,"words":{"value":"beyond","a":"beyond"},"band":null,"percentile":99.1,"minimal":{"percentile":93.0,"low":92.3,"high":93.7},"note":null,"problem":null}
//! ```
//!
//! `value` is the main value, whatever the metric calls it; then come its columns by name;
//! then what else there is to say. A column of numbers holds a number or `null`, never a word:
//! where the scale of a metric ends (`above`, `beyond`), the column is `null` and `words` says
//! the word. Only a metric whose scale is made of words (`colour`) has words for values.
//! `problem` says why a metric does not rate a puzzle.

use crate::json::Named;
use crate::{Collection, Share, Wrong};
use piste::rating::{self as rated, Info, NotRatable, Ratings, Selection, Value};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A value as it is written: a number with as many decimals as its metric has, or a word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Figure {
    /// How many.
    Count(u64),
    /// How much.
    Number(f64),
    /// Which.
    Word(String),
}

impl Figure {
    /// The value; nothing if it is no number that could be written down.
    pub(crate) fn of(value: Value) -> Option<Figure> {
        match value {
            Value::Count(count) => Some(Figure::Count(count)),
            Value::Word(word) => Some(Figure::Word(word.to_owned())),
            // Rounded as it is written everywhere, so that no form says more than another.
            Value::Number(..) => value.to_string().parse().ok().map(Figure::Number),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Count(count) => count.fmt(f),
            Figure::Number(number) => number.fmt(f),
            Figure::Word(word) => word.fmt(f),
        }
    }
}

/// What one metric says of one puzzle.
///
/// ```
/// use piste_api::rating::Rating;
///
/// let text = r#"{"value":null,"a":null,"b":1.382,"words":{"a":"beyond"},"band":null,"percentile":null,"minimal":null,"note":null,"problem":null}"#;
/// let rating: Rating = serde_json::from_str(text).unwrap();
/// assert_eq!(rating.words.get("a").unwrap(), "beyond");
/// assert_eq!(serde_json::to_string(&rating).unwrap(), text);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rating {
    /// The main value.
    pub value: Option<Figure>,
    /// The columns that have names of their own, the main one among them if it has.
    pub columns: Named<Option<Figure>>,
    /// The words of scales that have ended, by column.
    pub words: Named<String>,
    /// Where on the scale it is, in a word.
    pub band: Option<String>,
    /// How many of a hundred puzzles of the collection are easier.
    pub percentile: Option<f64>,
    /// How many of a hundred minimal puzzles that exist are easier.
    pub minimal: Option<Among>,
    /// What else must be said of it.
    pub note: Option<String>,
    /// Why there is no rating.
    pub problem: Option<String>,
}

/// How many of a hundred puzzles are easier, as far as a sample of them knows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Among {
    /// The best guess.
    pub percentile: f64,
    /// In 95 of 100 cases it is at least that.
    pub low: f64,
    /// And at most that.
    pub high: f64,
}

impl From<Share> for Among {
    fn from(share: Share) -> Among {
        let [percentile, low, high] = [share.easier, share.low, share.high].map(percent);
        Among { percentile, low, high }
    }
}

/// A share in percent, to a tenth.
fn percent(share: f64) -> f64 {
    (share * 1e3).round() / 10.0
}

impl Rating {
    /// What this metric said.
    pub fn of(
        info: &'static Info,
        rating: &Result<rated::Rating, NotRatable>,
        collection: &dyn Collection,
    ) -> Rating {
        let good = match rating {
            Ok(good) => good,
            Err(why) => return Rating::missing(info, &why.to_string()),
        };
        let mut told = Rating {
            band: good.band.map(str::to_owned),
            note: good.note.clone(),
            ..Rating::default()
        };
        for (part, &name) in info.columns.iter().enumerate() {
            let value = good.values()[part];
            let figure = match value.and_then(|value| value.end_of_scale()) {
                Some(word) => {
                    let main = (part == 0).then_some("value");
                    let names = main.into_iter().chain(Some(name).filter(|name| !name.is_empty()));
                    told.words.0.extend(names.map(|name| (name.to_owned(), word.to_owned())));
                    None
                }
                None => value.and_then(Figure::of),
            };
            if part == 0 {
                told.value.clone_from(&figure);
                let share = value.and_then(|value| collection.easier(info, value));
                told.percentile = share.map(percent);
                let among = value.and_then(|value| collection.among_minimal(info, value));
                told.minimal = among.map(Among::from);
            }
            if !name.is_empty() {
                told.columns.0.push((name.to_owned(), figure));
            }
        }
        told
    }

    /// There is no rating, and this is why.
    pub fn missing(info: &'static Info, why: &str) -> Rating {
        let named = info.columns.iter().filter(|name| !name.is_empty());
        Rating {
            columns: named.map(|&name| (name.to_owned(), None)).collect(),
            problem: Some(why.to_owned()),
            ..Rating::default()
        }
    }
}

/// The ratings of a puzzle by metric, in the order of the selection.
pub fn ratings(
    selection: &Selection,
    ratings: &Ratings,
    collection: &dyn Collection,
) -> Named<Rating> {
    let each = selection.shown().zip(ratings.shown());
    each.map(|(info, rating)| (info.slug.to_owned(), Rating::of(info, rating, collection)))
        .collect()
}

/// No ratings, for one reason.
pub fn none(selection: &Selection, why: &str) -> Named<Rating> {
    selection.shown().map(|info| (info.slug.to_owned(), Rating::missing(info, why))).collect()
}

/// The metrics of these slugs; without any, all that are usual.
///
/// ```
/// use piste_api::rating::selection;
///
/// let wrong = selection(&["hsolv".to_owned()]).err().unwrap();
/// assert_eq!(wrong.to_string(), "metrics: there is no metric hsolv");
/// ```
pub fn selection(slugs: &[String]) -> Result<Selection, Wrong> {
    Selection::new(slugs).map_err(|unknown| Wrong::bad("metrics", unknown.to_string()))
}

/// The same where there may be puzzles of several shapes: without any, all that are usual, and what one must know.
///
/// ```
/// use piste_api::rating::selection_anywhere;
///
/// let selection = selection_anywhere(&[])?;
/// assert_eq!(selection.shown().last().unwrap().slug, "hardest");
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn selection_anywhere(slugs: &[String]) -> Result<Selection, Wrong> {
    let chosen = selection(slugs)?;
    if !slugs.is_empty() {
        return Ok(chosen);
    }
    let slugs = chosen.shown().map(|info| info.slug).chain(["hardest"]);
    selection(&slugs.map(str::to_owned).collect::<Vec<_>>())
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("value", &self.value)?;
        for (name, figure) in &self.columns.0 {
            map.serialize_entry(name, figure)?;
        }
        map.serialize_entry("words", &self.words)?;
        map.serialize_entry("band", &self.band)?;
        map.serialize_entry("percentile", &self.percentile)?;
        map.serialize_entry("minimal", &self.minimal)?;
        map.serialize_entry("note", &self.note)?;
        map.serialize_entry("problem", &self.problem)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Rating {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rating, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Rating;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Rating, A::Error> {
                let mut rating = Rating::default();
                while let Some(name) = map.next_key::<String>()? {
                    match name.as_str() {
                        "value" => rating.value = map.next_value()?,
                        "words" => rating.words = map.next_value()?,
                        "band" => rating.band = map.next_value()?,
                        "percentile" => rating.percentile = map.next_value()?,
                        "minimal" => rating.minimal = map.next_value()?,
                        "note" => rating.note = map.next_value()?,
                        "problem" => rating.problem = map.next_value()?,
                        _ => rating.columns.0.push((name, map.next_value()?)),
                    }
                }
                Ok(rating)
            }
        }

        deserializer.deserialize_map(Members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoCollection;
    use piste::rating::{Column, metrics};

    /// The members of a rating that are no columns.
    const OURS: [&str; 7] = ["value", "words", "band", "percentile", "minimal", "note", "problem"];

    #[test]
    fn no_column_is_called_like_a_member_of_ours() {
        for column in Column::all() {
            assert!(!OURS.contains(&column.part()), "{column}");
        }
    }

    #[test]
    fn numbers_keep_their_decimals_and_ends_of_scales_are_no_numbers() {
        let info = metrics::by_slug("index-d").unwrap().info();
        let values = vec![Value::Word("beyond"), Value::Number(1.382_499, 3)];
        let rating = Rating::of(info, &Ok(rated::Rating::new(info, values)), &NoCollection);
        assert_eq!(rating.value, None);
        assert_eq!(rating.columns.get("b"), Some(&Some(Figure::Number(1.382))));
        assert_eq!(rating.words.get("a").map(String::as_str), Some("beyond"));
    }
}
