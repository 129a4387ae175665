//! Pictures for notebooks: a puzzle, and the steps of its solve.

use crate::failure::raised;
use crate::patience;
use piste::draw::{Sketch, svg};
use piste::logic::{Deed, Turn};
use piste_api::explain::{By, Request, Story};
use piste_api::position::Position;
use piste_api::shapes;
use piste_api::text::sheet;
use piste_api::{Code, Handle, Language, Wrong, json};
use piste_core::search::Clues;
use piste_core::{AnyClues, Board, Rng};
use pyo3::prelude::*;

/// A puzzle of 9×9 as SVG, its pencil marks too if it has any.
#[pyfunction]
pub(crate) fn draw_puzzle(py: Python<'_>, puzzle: &str) -> PyResult<String> {
    let clues = sheet("puzzle", puzzle).map_err(|wrong| raised(py, &wrong))?.clues;
    let sketch = match &clues {
        Clues::Givens(grid) => Sketch::of_board(&Board::from(grid), false),
        Clues::Marks(marks) => Sketch::of_board(&Board::from(marks), true),
    };
    Ok(svg(&sketch, puzzle))
}

/// The steps that `explain` tells for this request, each as SVG; nothing for what has no steps, such as
/// the acts of a method, or is of another shape.
#[pyfunction]
pub(crate) fn draw_steps(py: Python<'_>, request: Vec<u8>) -> PyResult<Vec<String>> {
    let drawn = patience::wait(py, move |flag| drawn(&json::read(&request)?, flag))?;
    drawn.map_err(|wrong| raised(py, &wrong))
}

fn drawn(request: &Request, handle: &dyn Handle) -> Result<Vec<String>, Wrong> {
    let by = By::read(request)?;
    let language = Language::named(request.language.as_deref())?;
    let sheet = shapes::sheet("puzzle", &request.puzzle, request.shape.as_deref())?;
    let AnyClues::Classic(clues) = &sheet.clues else { return Ok(Vec::new()) };
    let position = Position::of(clues, sheet.position.as_deref(), None)
        .map_err(|unclear| Wrong::new(Code::BadPuzzle, unclear.to_string()))?;
    let mut rng = Rng::for_item(request.seed, 0);
    let upto = request.upto.or(request.step).unwrap_or(usize::MAX);
    let Some(story) = Story::of(&position, &by, &mut rng, upto, handle)? else {
        return Ok(Vec::new());
    };
    let story = story.beginning_with(request.step.unwrap_or(1));
    let pictures = story.turns().filter_map(|Turn { board, deed, .. }| match deed {
        Deed::Step(step, _) => {
            let words = language.text(&step.message(&board));
            let sketch = Sketch::of_step(&board, step).told_in(language.catalogue());
            Some(svg(&sketch, &words))
        }
        Deed::Act(..) => None,
    });
    Ok(pictures.collect())
}
