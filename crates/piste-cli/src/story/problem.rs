//! What is no puzzle: the reason, and two solutions side by side if there are several.

use super::json;
use crate::draw::{Ink, Picture, side_by_side};
use crate::input::Item;
use crate::job::count;
use crate::position::Unclear;
use crate::printer::Others;
use piste_core::text::line;
use piste_core::{Cell, CellSet, Grid, NotAPuzzle, Solution};
use serde::Serialize;

/// The names of our own members in JSON.
const OURS: [&str; 4] = ["puzzle", "problem", "solution_examples", "differences"];

/// For programs: a puzzle about which there is nothing to tell, and why.
#[derive(Serialize)]
pub(crate) struct JsonProblem {
    puzzle: String,
    #[serde(flatten)]
    others: Others,
    problem: String,
    /// Two that differ, if that is the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solution_examples: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<String>,
}

impl JsonProblem {
    pub(crate) fn new(item: &Item, problem: String, unclear: Option<&Unclear>) -> JsonProblem {
        let two = unclear.and_then(two_solutions);
        JsonProblem {
            puzzle: line::print(&item.record.clues),
            others: Others::of(item, &OURS),
            problem,
            solution_examples: two.iter().flat_map(|two| two.map(|s| s.to_string())).collect(),
            differences: two.map_or_else(Vec::new, |two| json::cells(differences(two))),
        }
    }
}

/// For people: two solutions and where they differ; nothing if that is not the problem.
pub(crate) fn side_by_side_solutions(
    item: &Item,
    unclear: &Unclear,
    colour: bool,
) -> Option<String> {
    let two = two_solutions(unclear)?;
    let differences = differences(two);
    let filled = item.record.givens().map_or(CellSet::EMPTY, Grid::filled);
    let pictures = two.each_ref().map(|solution| {
        Picture::of_solution(solution, filled).ink_cells(differences, Ink::Accent).lines(colour)
    });
    let cells = count(differences.len() as u64, "cell");
    let pictures = side_by_side(&pictures).join("\n");
    Some(format!("Two solutions, which differ in {cells}: {differences}\n{pictures}\n"))
}

fn two_solutions(unclear: &Unclear) -> Option<&[Solution; 2]> {
    match unclear {
        Unclear::NotAPuzzle(NotAPuzzle::ManySolutions(two)) => Some(two),
        _ => None,
    }
}

fn differences([a, b]: &[Solution; 2]) -> CellSet {
    Cell::ALL.into_iter().filter(|&cell| a.get(cell) != b.get(cell)).collect()
}
