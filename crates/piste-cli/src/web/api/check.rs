//! `/check`: is it a proper puzzle, and is what a player has written right so far?
//!
//! About the puzzle it says what `piste check` says; about the player's digits, which of
//! them are wrong and which get into each other's way.

use super::{Desk, Does, Endpoint, Field, Kind, PUZZLE, Pace, Verb, Work};
use super::{body, givens, record, told, values};
use crate::cmd::check::Report;
use crate::input::Item;
use crate::story::json::cells;
use crate::web::problem::Problem;
use piste_core::search::Clues;
use piste_core::{CellSet, Grid, Solution};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/check",
    pace: Pace::Short,
    about: "Say whether a puzzle is proper, and what is wrong on a player's board.",
    details: "A proper puzzle has exactly one solution. Mistakes can only be told of one. Whether there is one \
              is decided or, where the seconds are over before that, not answered: the error is then `too-slow`.",
    takes: &[
        PUZZLE,
        Field::maybe(
            "values",
            Kind::Text,
            "the player's digits, 81 characters, with the givens or without",
        ),
        Field::maybe("solution", Kind::Text, "a full grid to hold against the puzzle's solution"),
    ],
    gives: &[
        Field::always("puzzle", Kind::Text, "the puzzle, on one line"),
        Field::always(
            "verdict",
            Kind::OneOf(&["unique", "none", "many"]),
            "how many solutions there are",
        ),
        Field::always("proper", Kind::Flag, "whether there is exactly one"),
        Field::always("solutions", Kind::Whole, "how many, counted up to 2"),
        Field::always("solutions_is_limit", Kind::Flag, "whether there may be more"),
        Field::maybe("givens", Kind::Whole, "how many givens"),
        Field::maybe("minimal", Kind::Flag, "whether no given can be left out"),
        Field::always("redundant", Kind::List(&Kind::Text), "the givens that can be, each alone"),
        Field::always(
            "symmetry",
            Kind::List(&Kind::Text),
            "the symmetries of the pattern of givens",
        ),
        Field::maybe("problem", Kind::Text, "what is wrong with the puzzle, in a sentence"),
        Field::always(
            "contradictions",
            Kind::List(&Kind::Object(&[
                Field::always("digit", Kind::Whole, "the digit"),
                Field::always("house", Kind::Text, "the house that has it twice"),
                Field::always("cells", Kind::List(&Kind::Text), "where"),
            ])),
            "equal givens in one house",
        ),
        Field::always(
            "suspects",
            Kind::List(&Kind::Text),
            "givens without which there would be a solution",
        ),
        Field::always(
            "solution_examples",
            Kind::List(&Kind::Text),
            "the solution, or two that differ",
        ),
        Field::always("differences", Kind::List(&Kind::Text), "where these differ"),
        Field::always(
            "mistakes",
            Kind::List(&Kind::Text),
            "cells whose digit is not the solution's",
        ),
        Field::always(
            "conflicts",
            Kind::List(&Kind::Text),
            "cells of the player's board with equal digits in one house",
        ),
        Field::maybe("solved", Kind::Flag, "whether the player's board is full and right"),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","values":"531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
    does: Does::Answers(read),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Takes {
    puzzle: String,
    values: Option<String>,
    solution: Option<String>,
}

#[derive(Serialize)]
struct Gives<R> {
    #[serde(flatten)]
    report: R,
    verdict: &'static str,
    mistakes: Vec<String>,
    conflicts: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
}

fn read(_: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let takes: Takes = body(bytes)?;
    let clues = record("puzzle", &takes.puzzle)?.clues;
    let grid = match clues {
        Clues::Givens(grid) => grid,
        Clues::Marks(_) => Grid::EMPTY,
    };
    let written = takes.values.as_deref().map(|text| values(&grid, text)).transpose()?;
    let offered = takes.solution.as_deref().map(|text| givens("solution", text)).transpose()?;
    Ok(Box::new(move |_| check(&clues, written.as_ref(), offered.as_ref())))
}

fn check(clues: &Clues, written: Option<&Grid>, offered: Option<&Grid>) -> Result<String, Problem> {
    let report = Report::on(clues, 2);
    let solution = report.solution();
    let boards: Vec<&Grid> = written.into_iter().chain(offered).collect();
    let mistakes = solution.map_or(CellSet::EMPTY, |solution| {
        boards.iter().flat_map(|board| wrong(board, solution)).collect()
    });
    let conflicts: CellSet = boards
        .iter()
        .flat_map(|board| board.conflicts())
        .flat_map(|conflict| conflict.cells)
        .collect();
    let is_right = |board: &&Grid| solution.is_some_and(|solution| **board == solution.grid());
    told(&Gives {
        report: report.json(&Item::made(&Grid::EMPTY, 0).with(*clues)),
        verdict: report.verdict(),
        mistakes: cells(mistakes),
        conflicts: cells(conflicts),
        solved: boards.first().map(is_right),
    })
}

fn wrong<'a>(
    board: &'a Grid,
    solution: &'a Solution,
) -> impl Iterator<Item = piste_core::Cell> + 'a {
    board.givens().filter(|&(cell, digit)| solution.get(cell) != digit).map(|(cell, _)| cell)
}
