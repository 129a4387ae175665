//! What is in a book, as a table: one row for each puzzle.

use crate::paper::Area;
use crate::parts::Part;
use piste::generate::levels;
use serde::Serialize;
use std::collections::BTreeMap;

/// A puzzle of a book.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its number.
    pub number: usize,
    /// Where its board stands.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// The slug of its level.
    pub level: Option<&'static str>,
    /// How long people take.
    pub minutes: Option<f64>,
    /// What Sudoku Explainer says.
    pub se: Option<f64>,
    /// The seed that it was made with.
    pub seed: Option<u64>,
    /// Its shape.
    pub shape: String,
    /// Its canonical form.
    pub canonical: String,
    /// The puzzle.
    pub puzzle: String,
    /// Its solution.
    pub solution: String,
}

/// Where a board stands: on which page, and how far from its upper left corner, in points, bleed included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The page, from 1.
    pub page: usize,
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
    /// The side of the board.
    pub side: f32,
}

impl Place {
    pub(crate) fn new(page: usize, board: Area, bleed: f32) -> Place {
        let hundredth = |points: f32| (points * 100.0).round() / 100.0;
        let (x, y) = (hundredth(board.x + bleed), hundredth(board.y + bleed));
        Place { page, x, y, side: hundredth(board.width) }
    }
}

/// The rows of all parts, of whose puzzles it is known where they stand.
pub(crate) fn rows(parts: &[Part], places: &BTreeMap<usize, Place>) -> Vec<Row> {
    let entries = parts.iter().flat_map(Part::numbered);
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    let row = |(number, entry): (usize, &crate::Entry)| Row {
        number,
        place: places.get(&number).copied(),
        level: entry.level.map(|nth| levels::ALL[nth].slug),
        minutes: entry.minutes.map(tenth),
        se: entry.se.map(tenth),
        seed: entry.seed,
        shape: entry.shape().to_string(),
        canonical: entry.canonical.clone(),
        puzzle: entry.puzzle.grid().to_string(),
        solution: entry.puzzle.solution().to_string(),
    };
    entries.map(row).collect()
}

/// The rows as CSV, with a heading.
///
/// No cell holds a comma, a quote or a line end: they are numbers, slugs and boards.
pub fn csv(rows: &[Row]) -> String {
    let mut text =
        "number,page,x,y,side,level,minutes,se,seed,shape,canonical,puzzle,solution\n".to_owned();
    for row in rows {
        let or_empty = |value: Option<String>| value.unwrap_or_default();
        let cells = [
            row.number.to_string(),
            or_empty(row.place.map(|place| place.page.to_string())),
            or_empty(row.place.map(|place| place.x.to_string())),
            or_empty(row.place.map(|place| place.y.to_string())),
            or_empty(row.place.map(|place| place.side.to_string())),
            or_empty(row.level.map(str::to_owned)),
            or_empty(row.minutes.map(|value| value.to_string())),
            or_empty(row.se.map(|value| value.to_string())),
            or_empty(row.seed.map(|seed| seed.to_string())),
            row.shape.clone(),
            row.canonical.clone(),
            row.puzzle.clone(),
            row.solution.clone(),
        ];
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}
