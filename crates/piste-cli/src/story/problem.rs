//! What is no puzzle: the reason, and two solutions side by side if there are several.

use super::together;
use crate::draw::{Ink, Picture};
use crate::input::Item;
use crate::job::count;
use piste_api::position::Unclear;
use piste_core::search::Clues;
use piste_core::{Cell, CellSet, Grid, NotAPuzzle, Solution};

/// For people: two solutions and where they differ; nothing if that is not the problem.
pub(crate) fn side_by_side_solutions(
    item: &Item<Clues>,
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
    let pictures = together(&pictures);
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
