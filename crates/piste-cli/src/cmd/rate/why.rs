//! Why this rating? What `piste-api` has to say about it, as lines for people.

use crate::story::{capital, wrapped};
use piste::logic::{Ladder, Step};
use piste::rating::{Ratings, metrics};
use piste_api::Language;
use piste_api::step::named;
pub(crate) use piste_api::why::{Why, all};

/// One line, without what is the same for every puzzle: for the side.
pub(super) fn brief(slug: &str, why: &Why) -> String {
    let decided = match &why.deciding {
        Some(step) => format!("; decided by {} {}", step.name, step.change),
        None => String::new(),
    };
    let noted = why.note.as_ref().map_or_else(String::new, |note| format!("; {note}"));
    format!("{slug}: {}{decided}{noted}", why.says)
}

/// A paragraph: what, how much, where from, and what decides.
pub(super) fn paragraph(slug: &str, why: &Why) -> String {
    let harder = match why.harder.as_str() {
        "up" => "the higher the harder",
        _ => "the lower the harder",
    };
    let mut text = format!(
        "{}{}\n{}",
        wrapped(&format!("{slug}: {}", why.says)),
        wrapped(&format!("It measures {}; {}, {harder}.", why.measures, why.range)).trim_end(),
        wrapped(&format!("Source: {}. Version {}.", why.source, why.version)),
    );
    if let Some(step) = &why.deciding {
        let decided = format!("Decided by {} {}: {}", step.name, step.change, capital(&step.text));
        text.push_str(&wrapped(&decided));
    }
    if let Some(note) = &why.note {
        text.push_str(&wrapped(&capital(note)));
    }
    text
}

/// The metric whose deciding step is the hardest step to everybody.
const HARDEST: &str = "se";

/// The hardest step, in short: that of Sudoku Explainer, in whatever order the metrics were asked for.
/// Where that was not asked, the one whose strategy is learnt last, and whose it is.
pub(super) fn hardest(ratings: &Ratings) -> Option<String> {
    let decided = || {
        let rated = ratings.shown().iter().flatten();
        rated.filter_map(|rating| Some((rating.metric.slug, &rating.deciding.as_ref()?.step)))
    };
    if let Some((_, step)) = decided().find(|(slug, _)| *slug == HARDEST) {
        return Some(named(step, Language::default()));
    }
    let learnt = |step: &Step| {
        let place = Ladder::TEACHING.strategies().position(|s| s.info() == step.strategy);
        place.unwrap_or(usize::MAX)
    };
    let place = |slug: &str| metrics::ALL.iter().position(|metric| metric.info().slug == slug);
    let (slug, step) =
        decided().max_by_key(|(slug, step)| (learnt(step), std::cmp::Reverse(place(slug))))?;
    Some(format!("{}, by {slug}", named(step, Language::default())))
}
