//! The JSON of f-puzzles, which SudokuPad takes as well.
//!
//! ```text
//!   {"size":9, "grid":[[{"value":5,"given":true},{},{"region":3}, …], …], "antiknight":true, …}
//! ```
//!
//! Every further rule is a member of its own. Those that a [shape](piste_core::shape::Shape) has a word for are
//! read and written; any other is refused by its name. A cell names its region only where that is not the
//! usual box, and boxes are counted row by row from 0.

use super::draft::{self, Draft};
use piste_core::shape::{Boxes, Kind, Shape};
use piste_core::text::Sheet;
use piste_core::{AnyClues, AnyGrid};
use serde_json::{Map, Value, json};

/// What a puzzle may say that changes nothing about it.
const SAID: [&str; 9] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "highlightConflicts",
    "solution",
    "disabledlogic",
    "successMessage",
];

/// What a cell may say.
const SAID_OF_CELL: [&str; 9] = [
    "value",
    "given",
    "centerPencilMarks",
    "cornerPencilMarks",
    "candidates",
    "region",
    "highlight",
    "c",
    "cArray",
];

/// Rules that are on or off, and the words of a shape for them.
const SWITCHES: [(&str, &str); 3] =
    [("antiknight", "antiknight"), ("antiking", "antiking"), ("disjointgroups", "disjoint")];

/// Rules that are read one by one.
const READ: [&str; 3] = ["diagonal+", "diagonal-", "extraregion"];

/// The puzzle of this JSON.
pub(super) fn read(json: &str) -> Result<Sheet<AnyClues>, String> {
    let puzzle: Map<String, Value> =
        serde_json::from_str(json).map_err(|why| format!("the link does not hold JSON ({why})"))?;
    let is_known = |name: &str| {
        SAID.contains(&name) || READ.contains(&name) || SWITCHES.iter().any(|rule| rule.0 == name)
    };
    let unknown: Vec<&str> = puzzle
        .iter()
        .filter(|(name, value)| !is_known(name) && says_something(value))
        .map(|(name, _)| name.as_str())
        .collect();
    if !unknown.is_empty() {
        return Err(unknown_rules("f-puzzles", &unknown));
    }
    let rows = puzzle.get("grid").and_then(Value::as_array);
    let rows = rows.ok_or("the puzzle of f-puzzles has no grid")?;
    let side = rows.len();
    let mut cells: Vec<&Map<String, Value>> = Vec::with_capacity(side * side);
    for row in rows {
        let row = row.as_array().filter(|row| row.len() == side);
        let row = row.ok_or("the grid of f-puzzles is not as high as it is wide")?;
        for cell in row {
            cells.push(cell.as_object().ok_or("a cell of f-puzzles is no object")?);
        }
    }
    for cell in &cells {
        let strange = cell
            .iter()
            .find(|(name, value)| !SAID_OF_CELL.contains(&name.as_str()) && says_something(value));
        if let Some((name, _)) = strange {
            return Err(unknown_rules("f-puzzles", &[name]));
        }
    }
    let is_given = |cell: &Map<String, Value>| {
        cell.get("given").is_some_and(|given| *given == Value::Bool(true))
    };
    // A grid in which nothing is marked as given was typed in: all of it is meant.
    let has_givens = cells.iter().any(|cell| is_given(cell));
    let value = |cell: &&Map<String, Value>| {
        let value = cell.get("value").filter(|_| is_given(cell) || !has_givens);
        value.and_then(Value::as_u64).unwrap_or(0)
    };
    let values = cells.iter().map(value).collect();
    let draft =
        Draft { side, values, regions: regions(&cells, side)?, layers: layers(&puzzle, side)? };
    draft.sheet()
}

/// The region of each cell, if any cell names one.
fn regions(cells: &[&Map<String, Value>], side: usize) -> Result<Option<Vec<usize>>, String> {
    if !cells.iter().any(|cell| cell.contains_key("region")) {
        return Ok(None);
    }
    let usual = Boxes::usual(side * side).map(|boxes| Shape::regular(boxes).regions());
    let region = |at: usize| match cells[at].get("region") {
        None => usual.as_ref().map(|usual| usize::from(usual[at])),
        Some(region) => region.as_u64().and_then(|region| usize::try_from(region).ok()),
    };
    let regions: Option<Vec<usize>> = (0..cells.len()).map(region).collect();
    regions.map(Some).ok_or_else(|| {
        "a cell of this puzzle is in no region, and piste knows no such boards".to_owned()
    })
}

/// What the puzzle has beside its regions.
fn layers(puzzle: &Map<String, Value>, side: usize) -> Result<Vec<String>, String> {
    let is_on = |name: &str| puzzle.get(name).is_some_and(says_something);
    let mut layers = draft::diagonals(side, is_on("diagonal-"), is_on("diagonal+"));
    let switched = SWITCHES.iter().filter(|rule| is_on(rule.0)).map(|rule| rule.1.to_owned());
    layers.extend(switched);
    let regions = puzzle.get("extraregion").and_then(Value::as_array);
    for region in regions.into_iter().flatten() {
        let cells = region.get("cells").and_then(Value::as_array);
        let cells: Option<Vec<_>> =
            cells.map(|cells| cells.iter().map(place).collect()).unwrap_or_default();
        let cells = cells.ok_or("an extra region of f-puzzles has no cells that can be read")?;
        layers.push(draft::region(&cells));
    }
    Ok(layers)
}

/// Row and column of `R1C9`, from 0.
fn place(cell: &Value) -> Option<(usize, usize)> {
    let (row, column) = cell.as_str()?.strip_prefix('R')?.split_once('C')?;
    let from_zero = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some((from_zero(row)?, from_zero(column)?))
}

/// A puzzle as f-puzzles writes it.
///
/// # Errors
/// A sentence that names what f-puzzles has no words for.
pub(super) fn write(site: &str, grid: &AnyGrid) -> Result<String, String> {
    let shape = grid.shape();
    let (side, layout) = (shape.side(), shape.layout());
    let regions = draft::unusual_regions(shape);
    let cell = |at: usize| {
        let mut cell = Map::new();
        if grid.values()[at] > 0 {
            cell.insert("value".to_owned(), grid.values()[at].into());
            cell.insert("given".to_owned(), true.into());
        }
        if let Some(regions) = &regions {
            cell.insert("region".to_owned(), regions[at].into());
        }
        Value::Object(cell)
    };
    let rows: Vec<Vec<Value>> =
        (0..side).map(|row| (0..side).map(|column| cell(row * side + column)).collect()).collect();
    let mut puzzle = Map::new();
    puzzle.insert("size".to_owned(), side.into());
    puzzle.insert("grid".to_owned(), json!(rows));
    for layer in draft::layers(shape) {
        match SWITCHES.iter().find(|rule| rule.1 == layer) {
            Some((name, _)) => _ = puzzle.insert((*name).to_owned(), true.into()),
            None if layer == "x" => {
                puzzle.insert("diagonal+".to_owned(), true.into());
                puzzle.insert("diagonal-".to_owned(), true.into());
            }
            None if layer.starts_with("region:") => {}
            None => return Err(draft::no_words(site, layer)),
        }
    }
    let is_extra = |&house: &usize| layout.houses()[house].kind() == Kind::Extra;
    let cells = |house: usize| {
        let members = layout.members(house).iter().map(|&at| usize::from(at));
        let names: Vec<String> =
            members.map(|at| format!("R{}C{}", at / side + 1, at % side + 1)).collect();
        json!({ "cells": names })
    };
    let extra: Vec<Value> = (0..layout.houses().len()).filter(is_extra).map(cells).collect();
    if !extra.is_empty() {
        puzzle.insert("extraregion".to_owned(), extra.into());
    }
    Ok(Value::Object(puzzle).to_string())
}

/// Whether a member says more than that there is nothing.
pub(super) fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(several) => several.iter().any(says_something),
        Value::Object(members) => !members.is_empty(),
        Value::String(text) => !text.is_empty(),
        Value::Bool(true) | Value::Number(_) => true,
    }
}

/// The sentence that refuses what piste does not know.
pub(super) fn unknown_rules(site: &str, names: &[&str]) -> String {
    let s = if names.len() == 1 { "" } else { "s" };
    format!(
        "this puzzle of {site} has more than givens, and piste does not know the rule{s}: {}",
        names.join(", ")
    )
}
