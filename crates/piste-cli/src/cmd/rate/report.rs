//! The report on one puzzle, on one screen: all of it in short, the grid, what every metric says
//! beside it, and how the solve goes below.

use super::subject::Shown;
use super::table::{in_band, width};
use super::value;
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

/// The part of a rating that says how much of a puzzle lies outside what was learnt from.
const OUTSIDE: &str = "outside";

/// How far in the values of a metric stand that have no room beside its name.
const INDENT: usize = 4;

/// The report.
pub(super) fn report(
    (selection, more): (&Selection, &Beside),
    (shown, summary): (&Shown, Option<&Summary>),
    ratings: &Ratings,
    why: Option<&Named<Why>>,
    colour: bool,
) -> String {
    let grid = &shown.picture;
    let margin = " ".repeat(shown.width);
    let beside = beside((selection, more), ratings, shown.is_board, colour);
    let mut text =
        summary.map_or_else(String::new, |summary| heading(&summary.sentence, colour) + "\n");
    for line in 0..grid.len().max(beside.len()) {
        let left = grid.get(line).unwrap_or(&margin);
        let right = beside.get(line).map_or("", String::as_str);
        text.push_str(format!("{left}   {right}").trim_end());
        text.push('\n');
    }
    if let Some(profile) = &shown.profile {
        text.push('\n');
        text.push_str(profile);
    }
    for (slug, why) in why.map(|why| &why.0).into_iter().flatten() {
        text.push('\n');
        let paragraph = paragraph(slug, why);
        let (first, rest) = paragraph.split_once('\n').unwrap_or((&paragraph, ""));
        text.push_str(&format!("{}\n{rest}", paint(first, Ink::Given, colour)));
    }
    text
}

/// A line for each metric, and more for those that have much to say. The many that do not
/// rate boards of another size than 9×9 have one line together.
fn beside(
    (selection, more): (&Selection, &Beside),
    ratings: &Ratings,
    is_board: bool,
    colour: bool,
) -> Vec<String> {
    let all = || {
        let all = selection.shown().zip(ratings.shown());
        all.filter(|(_, rating)| !is_board || rating.is_ok())
    };
    let name = |info: &Info| info.column_names().next().unwrap_or_default();
    let names = all().map(|(info, _)| width(&name(info))).max().unwrap_or(0);
    let values = all().map(|(_, rating)| width(&main(rating))).max().unwrap_or(0);
    let bands = all().filter_map(|(_, rating)| band(rating)).map(width).max().unwrap_or(0);
    let shares = if is_board {
        0
    } else {
        all().filter_map(share).map(|s| width(&s) + 2).max().unwrap_or(0)
    };
    let mut lines = Vec::new();
    for (info, rating) in all() {
        let arrow = match info.harder {
            Harder::Up => '↑',
            Harder::Down => '↓',
        };
        let name = name(info);
        let shown = main(rating);
        let margin = " ".repeat(values - width(&shown));
        let of_band = rating.as_ref().ok().and_then(|good| good.band);
        let shown = in_band(&shown, of_band, colour);
        let band = band(rating).unwrap_or_default();
        let tail = " ".repeat(bands - width(band));
        let band = in_band(band, of_band, colour);
        let share = share((info, rating)).filter(|_| shares > 0).unwrap_or_default();
        let share = paint(&format!("{share:>shares$}"), Ink::Faint, colour);
        let head = format!("{name:names$}  {margin}{shown} {arrow}{share}  {band}{tail}");
        let room = BESIDE.saturating_sub(names + values + bands + shares + 8);
        let parts = parts((info, rating), more);
        let together = parts.join(" ");
        if width(&together) <= room {
            lines.push(
                format!("{head}  {}", paint(&together, Ink::Faint, colour)).trim_end().to_owned(),
            );
        } else {
            lines.push(head.trim_end().to_owned());
            let parts = wrapped(&parts, BESIDE - INDENT);
            lines.extend(
                parts
                    .iter()
                    .map(|line| format!("{:INDENT$}{}", "", paint(line, Ink::Faint, colour))),
            );
        }
    }
    if all().count() < selection.shown().count() {
        lines.push(paint("the other metrics rate boards of 9×9 only", Ink::Faint, colour));
    }
    lines.push(paint("↑ the higher the harder, ↓ the lower the harder", Ink::Faint, colour));
    if shares > 0 {
        let words = "%: harder than so many in piste's library";
        lines.push(paint(words, Ink::Faint, colour));
    }
    lines
}

/// How many of the puzzles that come with piste are easier. They are spread evenly over the levels: of
/// what newspapers print more would be.
fn share((info, rating): (&'static Info, &Result<Rating, NotRatable>)) -> Option<String> {
    let share = percentile::easier(info, value(rating, 0)?)?;
    Some(format!("{} %", (share * 100.0).floor()))
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
