//! How a shape is written, and what is wrong with one that is written wrongly.
//!
//! ```text
//! shape    = tiling { "+" layer }
//! tiling   = side "x" side [ "/" rows "x" columns ]     boxes; without "/", the usual ones
//!          | "jigsaw:" regions                          a letter or digit for each cell, row by row
//! layer    = "x" | "windoku" | "centredot" | "asterisk" | "disjoint" | "antiknight" | "antiking"
//!          | "region:" cells { "," cells }
//! cells    = "r" range "c" range                        range = number | number "-" number
//! ```
//!
//! Capitals are as good as small letters (save in `regions`, where they are other regions), `×` is as
//! good as `x`, hyphens inside a word may be left out or put in, and blanks and line ends do not
//! matter. Layers may come in any order; saying one twice is saying it once.
//!
//! Printing is [`Plan`]'s; it gives one text for each shape.

use super::layers::{Boxes, Layer, Plan};
use super::{SIDES, Shape};
use crate::general::House;
use std::fmt;

/// Why there is no such shape: one sentence that names the place.
///
/// ```
/// use piste_core::shape::Shape;
///
/// let wrong = |text: &str| text.parse::<Shape>().unwrap_err().to_string();
/// assert_eq!(wrong("9x9/2x4"), "boxes of 2x4 do not fit a board of 9x9: they have 8 cells, not 9");
/// assert_eq!(wrong("30x30"), "column 1: expected a side from 4 to 25, found 30");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadShape(String);

impl fmt::Display for BadShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadShape {}

impl BadShape {
    fn at(column: usize, message: impl fmt::Display) -> BadShape {
        BadShape(format!("column {column}: {message}"))
    }

    /// A layer that needs something that a board of this side does not have.
    pub(super) fn misfit(layer: &str, side: usize, needs: &str) -> BadShape {
        BadShape(format!("{layer} does not fit a board of {side}x{side}: it needs {needs}"))
    }
}

/// A part of the text: its characters without blanks, each with its column.
type Part<'a> = &'a [(usize, char)];

fn word(part: Part<'_>) -> String {
    part.iter().map(|&(_, c)| if c == '×' { 'x' } else { c.to_ascii_lowercase() }).collect()
}

/// The column where a part begins; where the text ends, if it is empty.
fn start(part: Part<'_>, end: usize) -> usize {
    part.first().map_or(end, |&(column, _)| column)
}

/// What comes after these letters, if the part begins with them.
fn after<'a>(part: Part<'a>, opening: &str) -> Option<Part<'a>> {
    let length = opening.chars().count();
    (part.len() >= length && word(&part[..length]) == opening).then(|| &part[length..])
}

impl std::str::FromStr for Shape {
    type Err = BadShape;

    fn from_str(text: &str) -> Result<Shape, BadShape> {
        let characters: Vec<(usize, char)> =
            text.chars().enumerate().map(|(i, c)| (i + 1, c)).collect();
        let end = characters.len() + 1;
        let kept: Vec<(usize, char)> =
            characters.into_iter().filter(|(_, c)| !c.is_whitespace()).collect();
        let mut parts = kept.split(|&(_, c)| c == '+');
        let tiling = parts.next().unwrap_or(&[]);
        let mut plan = match after(tiling, "jigsaw:") {
            Some(regions) => jigsaw(regions)?,
            None => regular(tiling, end)?,
        };
        for part in parts {
            let layer = match after(part, "region:") {
                Some(cells) => region(cells, &plan, end)?,
                None => layer(part, end)?,
            };
            plan.layers.push(layer);
        }
        plan.layers.sort_unstable();
        plan.layers.dedup();
        if plan.layers.iter().filter(|layer| matches!(layer, Layer::Region(_))).count()
            > House::MOST_EXTRA
        {
            let most = House::MOST_EXTRA;
            return Err(BadShape(format!("a shape has at most {most} extra regions")));
        }
        Shape::of(plan)
    }
}

/// Two numbers with an `x` between them.
fn sizes(part: Part<'_>, what: &str, end: usize) -> Result<[usize; 2], BadShape> {
    let text = word(part);
    let numbers = text.split_once('x').and_then(|(a, b)| Some([number(a)?, number(b)?]));
    numbers.ok_or_else(|| {
        let found = if text.is_empty() { "nothing".into() } else { format!("{text:?}") };
        BadShape::at(start(part, end), format_args!("expected {what}, found {found}"))
    })
}

/// A number of at most three digits.
fn number(text: &str) -> Option<usize> {
    let is_one = (1..=3).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit());
    is_one.then(|| text.parse().ok()).flatten()
}

fn regular(part: Part<'_>, end: usize) -> Result<Plan, BadShape> {
    let cut = part.iter().position(|&(_, c)| c == '/');
    let (size, boxes) = part.split_at(cut.unwrap_or(part.len()));
    let what = "a size such as 9x9 or 6x6/2x3, or jigsaw:";
    let [rows, columns] = sizes(size, what, end)?;
    let first = start(part, end);
    if !SIDES.contains(&rows) {
        return Err(BadShape::at(
            first,
            format_args!("expected a side from 4 to 25, found {rows}"),
        ));
    }
    if rows != columns {
        return Err(BadShape::at(
            first,
            format_args!("a board is as wide as high, not {rows}x{columns}"),
        ));
    }
    let side = rows;
    if cut.is_none() {
        let boxes = Boxes::usual(side * side).ok_or_else(|| {
            BadShape::at(
                first,
                format_args!(
                    "no box fits a board of {side}x{side}; its regions can be drawn (jigsaw:)"
                ),
            )
        })?;
        return Ok(Plan::regular(boxes));
    }
    let [rows, columns] = sizes(&boxes[1..], "boxes such as 2x3", end)?;
    if rows < 2 || columns < 2 {
        return Err(BadShape(format!("boxes of {rows}x{columns} are lines, not boxes")));
    }
    match Boxes::new(rows, columns).filter(|boxes| boxes.digits() == side) {
        Some(boxes) => Ok(Plan::regular(boxes)),
        None => Err(BadShape(format!(
            "boxes of {rows}x{columns} do not fit a board of {side}x{side}: they have {} cells, not {side}",
            rows * columns
        ))),
    }
}

fn jigsaw(part: Part<'_>) -> Result<Plan, BadShape> {
    if let Some(&(column, c)) = part.iter().find(|(_, c)| !c.is_ascii_alphanumeric()) {
        return Err(BadShape::at(
            column,
            format_args!("expected a letter or digit that names a region, found {c:?}"),
        ));
    }
    let cells = part.len();
    let Some(side) = SIDES.into_iter().find(|side| side * side == cells) else {
        return Err(BadShape(format!(
            "the regions are drawn on {cells} cells; a board has 4x4, 5x5, … or 25x25"
        )));
    };
    let mut signs: Vec<char> = Vec::new();
    let mut regions = Vec::with_capacity(cells);
    for (cell, &(column, sign)) in part.iter().enumerate() {
        let region = signs.iter().position(|&known| known == sign).unwrap_or(signs.len());
        if region == signs.len() {
            if region == side {
                let place = format!("r{}c{}", cell / side + 1, cell % side + 1);
                return Err(BadShape::at(
                    column,
                    format_args!(
                        "expected {side} regions, found another one, {sign:?}, at {place}"
                    ),
                ));
            }
            signs.push(sign);
        }
        regions.push(region as u8);
    }
    for (region, sign) in signs.iter().enumerate() {
        let size = regions.iter().filter(|&&other| usize::from(other) == region).count();
        if size != side {
            return Err(BadShape(format!("the region {sign:?} has {size} cells, not {side}")));
        }
    }
    Ok(Plan::drawn(side, regions))
}

fn layer(part: Part<'_>, end: usize) -> Result<Layer, BadShape> {
    let said = word(part);
    let bare = said.replace('-', "");
    let known = match bare.as_str() {
        "diagonals" => "x",
        "windows" | "hyper" => "windoku",
        "centerdot" => "centredot",
        "disjointgroups" => "disjoint",
        other => other,
    };
    let layer = Layer::WORDS.into_iter().find(|(word, _)| *word == known);
    layer.map(|(_, layer)| layer).ok_or_else(|| {
        let words: Vec<&str> = Layer::WORDS.iter().map(|(word, _)| *word).collect();
        let found = if said.is_empty() { "nothing".into() } else { format!("{said:?}") };
        let expected = format!("expected {} or region:, found {found}", words.join(", "));
        BadShape::at(start(part, end), expected)
    })
}

fn region(part: Part<'_>, plan: &Plan, end: usize) -> Result<Layer, BadShape> {
    let side = plan.side();
    let mut cells: Vec<u16> = Vec::new();
    for item in part.split(|&(_, c)| c == ',') {
        let text = word(item);
        let Some([rows, columns]) = block(&text) else {
            return Err(BadShape::at(
                start(item, end),
                format_args!("expected cells such as r2c5 or r2c2-4, found {text:?}"),
            ));
        };
        for row in rows.0..=rows.1 {
            for column in columns.0..=columns.1 {
                if !(1..=side).contains(&row) || !(1..=side).contains(&column) {
                    return Err(BadShape::at(
                        start(item, end),
                        format_args!("r{row}c{column} is not on a board of {side}x{side}"),
                    ));
                }
                let cell = ((row - 1) * side + column - 1) as u16;
                if cells.contains(&cell) {
                    return Err(BadShape::at(
                        start(item, end),
                        format_args!("r{row}c{column} is in the region twice"),
                    ));
                }
                cells.push(cell);
            }
        }
    }
    if cells.len() != side {
        return Err(BadShape::at(
            start(part, end),
            format_args!("expected a region of {side} cells, found {}", cells.len()),
        ));
    }
    cells.sort_unstable();
    Ok(Layer::Region(cells))
}

/// The rows and the columns of `r2-4c2`.
fn block(text: &str) -> Option<[(usize, usize); 2]> {
    let range = |text: &str| match text.split_once('-') {
        Some((first, last)) => Some((number(first)?, number(last)?)).filter(|(a, b)| a <= b),
        None => number(text).map(|only| (only, only)),
    };
    let (rows, columns) = text.strip_prefix('r')?.split_once('c')?;
    Some([range(rows)?, range(columns)?])
}
