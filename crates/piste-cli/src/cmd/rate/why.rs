//! Why this rating? What the metric measures, where it comes from, and the step that
//! decides, in words.
//!
//! A rating carries its deciding step but not the board it was taken on; the words of a
//! step need that. The board is found by going through the solves by the ladders that have
//! the step's strategy. A metric that draws its solves at random may decide by a step that
//! is in none of them: then it is named, and said what it changes.

use crate::story::{capital, change, wrapped};
use piste::logic::{Ladder, Pick, Step, strategies, wording};
use piste::rating::{Harder, Info, NotRatable, Rating, Workup};
use piste::rating::{Ratings, Selection};
use serde::Serialize;

/// What there is to say about one rating of one puzzle.
#[derive(Serialize)]
pub(crate) struct Why {
    #[serde(skip)]
    info: &'static Info,
    /// The values and the band in words: "412.3, sd 21.0, hard".
    #[serde(skip)]
    verdict: String,
    version: u32,
    measures: &'static str,
    source: &'static str,
    range: &'static str,
    harder: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deciding: Option<Deciding>,
    /// What else must be said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Why there is no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_ratable: Option<String>,
}

/// The step that decides.
#[derive(Serialize)]
struct Deciding {
    strategy: &'static str,
    name: &'static str,
    change: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// What there is to say about every rating that is shown.
pub(crate) fn all(
    selection: &Selection,
    workup: Option<&Workup<'_>>,
    ratings: &Ratings,
) -> Vec<Why> {
    let ratings = ratings.shown().iter();
    selection.shown().zip(ratings).map(|(info, rating)| Why::of(info, workup, rating)).collect()
}

impl Why {
    fn of(
        info: &'static Info,
        workup: Option<&Workup<'_>>,
        rating: &Result<Rating, NotRatable>,
    ) -> Why {
        let good = rating.as_ref().ok();
        Why {
            info,
            verdict: match rating {
                Ok(good) => verdict(good),
                Err(reason) => format!("cannot be rated: {reason}"),
            },
            version: info.version,
            measures: info.measures,
            source: info.source,
            range: info.range,
            harder: info.harder.word(),
            band: good.and_then(|good| good.band),
            deciding: good.and_then(|good| good.deciding.as_ref()).map(|step| Deciding {
                strategy: step.strategy.slug,
                name: step.strategy.name,
                change: change(&step.effect),
                text: workup.and_then(|workup| words(workup, step)),
            }),
            note: good.and_then(|good| good.note.clone()),
            not_ratable: rating.as_ref().err().map(ToString::to_string),
        }
    }

    /// The metric.
    pub(crate) fn slug(&self) -> &'static str {
        self.info.slug
    }

    /// One line, without what is the same for every puzzle: for the side.
    pub(super) fn brief(&self) -> String {
        let decided = match &self.deciding {
            Some(step) => format!("; decided by {} {}", step.name, step.change),
            None => String::new(),
        };
        let noted = self.note.as_ref().map_or_else(String::new, |note| format!("; {note}"));
        format!("{}: {}{decided}{noted}", self.info.slug, self.verdict)
    }

    /// A paragraph: what, how much, where from, and what decides.
    pub(super) fn paragraph(&self) -> String {
        let harder = match self.info.harder {
            Harder::Up => "the higher the harder",
            Harder::Down => "the lower the harder",
        };
        let mut text = format!(
            "{}{}\n{}",
            wrapped(&format!("{}: {}", self.info.slug, self.verdict)),
            wrapped(&format!("It measures {}; {}, {harder}.", self.measures, self.range))
                .trim_end(),
            wrapped(&format!("Source: {}. Version {}.", self.source, self.version)),
        );
        if let Some(step) = &self.deciding {
            let told = match &step.text {
                Some(told) => format!(": {}", capital(told)),
                None => ".".to_owned(),
            };
            let decided = format!("Decided by {} {}{told}", step.name, step.change);
            text.push_str(&wrapped(&decided));
        }
        if let Some(note) = &self.note {
            text.push_str(&wrapped(&capital(note)));
        }
        text
    }
}

/// The values of a rating, each behind its name but the main one, and the band.
fn verdict(rating: &Rating) -> String {
    let parts = rating.metric.columns.iter().enumerate();
    let mut words: Vec<String> = parts
        .filter_map(|(part, name)| Some((*name, rating.finite(part)?)))
        .map(|(name, value)| match name {
            "" => value.to_string(),
            name => format!("{name} {value}"),
        })
        .collect();
    words.extend(rating.band.filter(|band| *band != words[0]).map(str::to_owned));
    words.join(", ")
}

/// The step in words, if the board before it can be found.
fn words(workup: &Workup<'_>, step: &Step) -> Option<String> {
    if strategies::by_slug(step.strategy.slug).is_none() {
        return Some(wording::plain(step));
    }
    let has_it = |ladder: &&Ladder| ladder.strategies().any(|s| s.info() == step.strategy);
    Ladder::ALL.iter().filter(|ladder| ladder.pick != Pick::Random).filter(has_it).find_map(
        |ladder| {
            let (board, found) = workup.trace(ladder).replay().find(|(_, taken)| *taken == step)?;
            Some(found.explain(&board))
        },
    )
}

/// The hardest of the deciding steps: the one whose strategy is learnt last.
pub(super) fn hardest(ratings: &Ratings) -> Option<&Step> {
    let learnt = |step: &&Step| {
        let place = Ladder::TEACHING.strategies().position(|s| s.info() == step.strategy);
        place.unwrap_or(usize::MAX)
    };
    ratings
        .shown()
        .iter()
        .flatten()
        .filter_map(|rating| rating.deciding.as_ref())
        .max_by_key(learnt)
}
