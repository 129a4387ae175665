//! The report on one puzzle, on one screen: all of it in short, how the solve goes, and the grid with the
//! scales that people quote beside it, each with words about where the puzzle stands.

use super::table::{in_band, width};
use super::value;
use super::verdict::Shown;
use super::why::paragraph;
use crate::draw::{Ink, paint};
use crate::story::heading;
use piste::rating::{Harder, Info, NotRatable, Rating, Ratings, Selection, Value};
use piste_api::beside::Beside;
use piste_api::json::Named;
use piste_api::summary::Summary;
use piste_api::why::Why;
use piste_store::library::percentile;

/// How wide what stands beside the grid may be.
const BESIDE: usize = 52;

/// With less room than this beside it, it stands below the grid.
const LEAST: usize = 40;

/// The columns between the grid and what stands beside it.
const GAP: usize = 3;

/// The part of a rating that says how much of a puzzle lies outside what was learnt from.
const OUTSIDE: &str = "outside";

/// How far in the values of a metric stand that have no room beside its name.
const INDENT: usize = 4;

/// What a report is about, and for which terminal.
pub(super) struct Occasion<'a> {
    pub(super) selection: &'a Selection,
    pub(super) beside: &'a Beside,
    pub(super) summary: Option<&'a Summary>,
    /// Metrics that were not asked, as nobody has asked for all.
    pub(super) more: usize,
    pub(super) colour: bool,
    /// How wide the terminal is, if there is one.
    pub(super) wide: Option<usize>,
}

/// The report.
pub(super) fn report(
    occasion: &Occasion<'_>,
    shown: &Shown,
    ratings: &Ratings,
    why: Option<&Named<Why>>,
) -> String {
    let colour = occasion.colour;
    let room = occasion.wide.map_or(BESIDE, |wide| wide.saturating_sub(shown.width + GAP));
    let is_narrow = room < LEAST;
    let room = if is_narrow { occasion.wide.unwrap_or(BESIDE) } else { room }.min(BESIDE);
    let scales = scales(occasion, ratings, shown.is_board, room);
    let profile = shown.profile.as_deref().unwrap_or_default();
    let between = if profile.is_empty() { "" } else { "\n" };
    let grid = beside(shown, &scales, is_narrow);
    // Who chooses metrics wants those; who does not, all of it in short.
    let mut text = match occasion.summary {
        Some(summary) => {
            format!("{}\n{profile}{between}{grid}", heading(&summary.sentence, colour))
        }
        None => format!("{grid}{between}{profile}"),
    };
    for (slug, why) in why.map(|why| &why.0).into_iter().flatten() {
        text.push('\n');
        let paragraph = paragraph(slug, why);
        let (first, rest) = paragraph.split_once('\n').unwrap_or((&paragraph, ""));
        text.push_str(&format!("{}\n{rest}", paint(first, Ink::Given, colour)));
    }
    text
}

/// The grid with the scales beside it, or below it where there is no room.
fn beside(shown: &Shown, scales: &[String], is_narrow: bool) -> String {
    let none = String::new();
    if is_narrow {
        let lines = shown.picture.iter().chain([&none]).chain(scales);
        return lines.map(|line| format!("{}\n", line.trim_end())).collect();
    }
    let margin = " ".repeat(shown.width);
    let count = shown.picture.len().max(scales.len());
    let line = |at: usize| {
        let left = shown.picture.get(at).unwrap_or(&margin);
        let right = scales.get(at).unwrap_or(&none);
        format!("{}\n", format!("{left}{:GAP$}{right}", "").trim_end())
    };
    (0..count).map(line).collect()
}

/// A line for each metric, with words about where the puzzle stands, and more for those that have
/// much to say. The many that do not rate boards of another size than 9×9 have one line together.
fn scales(occasion: &Occasion<'_>, ratings: &Ratings, is_board: bool, room: usize) -> Vec<String> {
    let &Occasion { selection, beside, colour, .. } = occasion;
    let all = || {
        let all = selection.shown().zip(ratings.shown());
        all.filter(|(_, rating)| !is_board || rating.is_ok())
    };
    let name = |info: &Info| info.column_names().next().unwrap_or_default();
    let names = all().map(|(info, _)| width(&name(info))).max().unwrap_or(0);
    let values = all().map(|(_, rating)| width(&main(rating))).max().unwrap_or(0);
    let has_down = all().any(|(info, _)| info.harder == Harder::Down);
    let mut lines = Vec::new();
    for (info, rating) in all() {
        let arrow = match info.harder {
            _ if !has_down => "",
            Harder::Up => " ↑",
            Harder::Down => " ↓",
        };
        let name = name(info);
        let shown = main(rating);
        let margin = " ".repeat(values - width(&shown));
        let of_band = rating.as_ref().ok().and_then(|good| good.band);
        let shown = in_band(&shown, of_band, colour);
        let head = format!("{name:names$}  {margin}{shown}{arrow}");
        let used = names + 2 + values + width(arrow) + 2;
        let words = standing((info, rating), is_board);
        let fits = width(&words) + used <= room;
        if fits {
            lines.push(
                format!("{head}  {}", in_band(&words, of_band, colour)).trim_end().to_owned(),
            );
        } else {
            lines.push(head);
        }
        let mut parts = parts((info, rating), beside);
        if !fits && !words.is_empty() {
            let first = if parts.is_empty() { words } else { format!("{words} ·") };
            parts.insert(0, first);
        }
        let parts = wrapped(&parts, room.saturating_sub(INDENT));
        let painted = |line: &String| format!("{:INDENT$}{}", "", paint(line, Ink::Faint, colour));
        lines.extend(parts.iter().map(painted));
    }
    if all().count() < selection.shown().count() {
        lines.push(paint("the other metrics rate the classic 9×9 only", Ink::Faint, colour));
    }
    let mut notes = Vec::new();
    if has_down {
        let long = "↑ the higher the harder, ↓ the lower the harder";
        let words = if width(long) <= room { long } else { "↑ higher is harder, ↓ lower is" };
        notes.push(words.to_owned());
    }
    if !is_board && all().any(|rated| share(rated).is_some()) {
        notes.push("%: of the puzzles that come with piste".to_owned());
    }
    if let Some(words) = all().find_map(among_minimal).filter(|_| !is_board) {
        notes.extend(wrapped(&words, room));
    }
    if occasion.more > 0 {
        notes.push(format!("--all has {} more scales", occasion.more));
    }
    lines.extend(notes.iter().map(|note| paint(note, Ink::Faint, colour)));
    lines
}

/// Where the puzzle stands on this scale, in words: among the puzzles that come with piste, and what
/// its source calls it.
fn standing(rated: (&'static Info, &Result<Rating, NotRatable>), is_board: bool) -> String {
    let among = match share(rated).filter(|_| !is_board) {
        _ if value(rated.1, 0).is_some_and(|value| value.end_of_scale().is_some()) => {
            Some("beyond what it measures".to_owned())
        }
        Some(0) => Some("among the easiest".to_owned()),
        Some(99..) => Some("among the hardest 1 %".to_owned()),
        Some(share @ ..50) => Some(format!("harder than only {share} %")),
        Some(share) => Some(format!("harder than {share} %")),
        None => None,
    };
    // Bands that are quarters of a collection say the same in other words.
    let band = band(rated.1).filter(|band| !band.contains("quarter") && !band.contains("beyond"));
    match (band, among) {
        (Some(band), Some(among)) => format!("{band}, {among}"),
        (Some(band), None) => band.to_owned(),
        (None, among) => among.unwrap_or_default(),
    }
}

/// Where the puzzle stands among all minimal ones, by the first scale that is shown.
fn among_minimal(
    (info, rating): (&'static Info, &Result<Rating, NotRatable>),
) -> Option<Vec<String>> {
    let share = percentile::among_minimal(info, value(rating, 0)?)?;
    let [easier, low, high] = [share.easier, share.low, share.high].map(|share| share * 100.0);
    let than = match (low, high) {
        (_, ..0.5) => "easier than nearly all".to_owned(),
        (99.5.., _) => "harder than nearly all".to_owned(),
        _ => format!("harder than {easier:.0} % ({low:.0}–{high:.0}) of all"),
    };
    let words = format!("by {}, {than} minimal Sudokus that exist", info.slug);
    Some(words.split(' ').map(str::to_owned).collect())
}

/// How many of a hundred puzzles that come with piste are easier. They are spread evenly over the levels: of
/// what newspapers print more would be.
fn share((info, rating): (&'static Info, &Result<Rating, NotRatable>)) -> Option<u64> {
    let share = percentile::easier(info, value(rating, 0)?)?;
    Some((share * 100.0).floor() as u64)
}

/// The main value.
fn main(rating: &Result<Rating, NotRatable>) -> String {
    value(rating, 0).map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// The band, unless the value is the same word.
fn band(rating: &Result<Rating, NotRatable>) -> Option<&'static str> {
    let good = rating.as_ref().ok()?;
    good.band.filter(|band| *band != main(rating))
}

/// The other values, each behind its name; or why there are none.
fn parts((info, rating): (&Info, &Result<Rating, NotRatable>), more: &Beside) -> Vec<String> {
    match rating {
        Err(reason) => reason.to_string().split(' ').map(str::to_owned).collect(),
        Ok(good) => (1..good.values().len())
            .filter_map(|part| Some((good.metric.columns[part], value(rating, part)?)))
            .map(|(name, value)| match name {
                OUTSIDE if value != Value::Count(0) => format!("{name} {value}: beyond the data"),
                _ => format!("{name} {value}"),
            })
            .chain(
                more.names(info)
                    .iter()
                    .zip(more.values((info, rating)))
                    .filter_map(|(name, value)| Some(format!("{name} {}", value?))),
            )
            .enumerate()
            .map(|(index, part)| if index == 0 { part } else { format!("· {part}") })
            .collect(),
    }
}

/// Things in lines of this width at most.
fn wrapped(parts: &[String], wide: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(part) <= wide => {
                line.push(' ');
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}
