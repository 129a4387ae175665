//! Features of puzzles, and the time model: what people who model want to know.

use crate::failure::{PisteError, raised};
use crate::patience;
use crate::texts::Texts;
use piste::rating::Workup;
use piste::rating::minutes::{Feature, Model};
use piste_api::text::puzzle;
use piste_api::{Code, Handle, Wrong};
use pyo3::prelude::*;

/// The names of all features that can be told of a puzzle.
#[pyfunction]
pub(crate) fn feature_names() -> Vec<String> {
    Feature::all().map(|feature| feature.to_string()).collect()
}

/// The values of these features, a row for each puzzle; nothing where a puzzle has no such value.
#[pyfunction]
pub(crate) fn features(
    py: Python<'_>,
    names: Vec<String>,
    puzzles: &Bound<'_, PyAny>,
    width: usize,
) -> PyResult<Vec<Vec<Option<f64>>>> {
    let unknown = |name: &String| PisteError::new_err(format!("there is no feature {name}"));
    let named = |name: &String| Feature::named(name).ok_or_else(|| unknown(name));
    let features: Vec<Feature> = names.iter().map(named).collect::<PyResult<_>>()?;
    each(py, puzzles, width, move |workup| {
        Ok(features.iter().map(|feature| feature.of(workup).ok()).collect())
    })
}

/// Minutes, and where their interval begins and ends, for each puzzle.
#[pyfunction]
pub(crate) fn predict(
    py: Python<'_>,
    model: Option<String>,
    puzzles: &Bound<'_, PyAny>,
    width: usize,
) -> PyResult<Vec<Vec<f64>>> {
    let model = match model {
        None => Model::shipped(),
        Some(text) => Model::parse(&text).map_err(|why| PisteError::new_err(why.to_string()))?,
    };
    each(py, puzzles, width, move |workup| {
        let predicted = model.predict(workup).map_err(|why| why.to_string())?;
        Ok(vec![predicted.minutes, predicted.low, predicted.high])
    })
}

/// Numbers for each puzzle. All of them must be proper: a matrix has no place for reasons.
fn each<T: Send + 'static>(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    width: usize,
    numbers: impl Fn(&Workup<'_>) -> Result<Vec<T>, String> + Send + 'static,
) -> PyResult<Vec<Vec<T>>> {
    let texts = Texts::of(puzzles, width)?;
    let rows = patience::wait(py, move |flag| {
        let row = |number: usize| {
            if flag.is_cancelled() {
                return Err(Wrong::stopped());
            }
            let at = |wrong: Wrong| wrong.at(format!("row {number}"));
            let text = texts.get(number);
            let text = text.ok_or_else(|| Wrong::new(Code::BadPuzzle, "there is no puzzle"));
            let puzzle = puzzle("puzzle", &text.map_err(at)?).map_err(at)?;
            numbers(&Workup::new(&puzzle))
                .map_err(|why| at(Wrong::new(Code::BadPuzzle, format!("row {number}: {why}"))))
        };
        (0..texts.len()).map(row).collect::<Result<Vec<_>, Wrong>>()
    })?;
    rows.map_err(|wrong| raised(py, &wrong))
}
