//! The library: rated puzzles on disk, asked by conditions.

use crate::columns::{Columns, Filling, Kind, Row, Value};
use crate::failure::{PisteError, raised};
use crate::known::Known;
use crate::verbs::{rated, rated_columns};
use piste::rating::Selection;
use piste_api::library::{Request, Row as Told};
use piste_api::make::Made;
use piste_api::rate::{self, Rater};
use piste_api::rating::selection;
use piste_api::{Unhurried, Wrong, json};
use piste_store::library::{
    Filter, Library as Store, LibraryError, Query, Shapes, Sorting, Yardstick,
};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A rated collection of puzzles in one file.
#[pyclass(frozen, module = "piste._piste")]
pub(crate) struct Library(Mutex<Store>);

fn broken(why: &LibraryError) -> PyErr {
    PyOSError::new_err(why.to_string())
}

#[pymethods]
impl Library {
    /// The library in this file; the user's own, made of what comes with piste, if none is named.
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Library> {
        let opened = py.detach(|| match path.or_else(Store::default_path) {
            None => {
                Err("the system does not say where the user's data are: name a path".to_owned())
            }
            Some(path) if path.exists() => Store::open(&path).map_err(|why| why.to_string()),
            Some(path) if Store::default_path().is_some_and(|own| own == path) => {
                Store::unpack_shipped(&path).map_err(|why| why.to_string())
            }
            Some(path) => Err(format!("there is no library at {}", path.display())),
        });
        Ok(Library(Mutex::new(opened.map_err(PyOSError::new_err)?)))
    }

    /// Where its file is.
    #[getter]
    fn path(&self) -> PathBuf {
        self.lock().path().to_owned()
    }

    fn __len__(&self) -> PyResult<usize> {
        let count = self.lock().len().map_err(|why| broken(&why))?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// How many puzzles meet a condition.
    fn count(&self, py: Python<'_>, condition: &str) -> PyResult<u64> {
        let filter = filter(condition).map_err(|wrong| raised(py, &wrong))?;
        py.detach(|| self.lock().count(&filter)).map_err(|why| broken(&why))
    }

    /// The puzzles that meet a condition, as columns.
    fn query(&self, py: Python<'_>, request: &[u8]) -> PyResult<Columns> {
        let asked = Asked::read(request).map_err(|wrong| raised(py, &wrong))?;
        let columns = py.detach(|| asked.of(&self.lock()));
        columns.map_err(|why| PisteError::new_err(why.to_string()))
    }
}

impl Library {
    fn lock(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn filter(text: &str) -> Result<Filter, Wrong> {
    let stick = Yardstick::default();
    Filter::read(text, &|column| stick.ranks(column)).map_err(|wrong| {
        Wrong::bad("where", wrong.to_string()).at(format!("column {}", wrong.column(text)))
    })
}

struct Asked {
    query: Query,
    selection: Selection,
    offset: u64,
    /// The columns of the ratings.
    rated: Vec<(String, Kind)>,
}

impl Asked {
    fn read(request: &[u8]) -> Result<Asked, Wrong> {
        let request: Request = json::read(request)?;
        let shapes = Shapes::asked(request.shape.as_deref())?;
        let filter = filter(request.condition.as_deref().unwrap_or_default())?.on(shapes);
        let order = Sorting::read(request.order.as_deref().unwrap_or("added"), || {
            request.seed.unwrap_or_default()
        });
        let order = order.map_err(|why| Wrong::bad("order", why))?;
        let mut slugs = request.metrics;
        if slugs.is_empty() {
            slugs.extend(filter.metrics().iter().map(|info| info.slug.to_owned()));
            slugs.extend(["se", "givens"].map(str::to_owned));
        }
        let selection = selection(&slugs)?;
        let ask = rate::Request { metrics: slugs, ..rate::Request::default() };
        let rated = rated_columns(&Rater::read(&ask, &Known, &Unhurried)?)?;
        let limit = request.limit.map(|limit| request.offset.saturating_add(limit));
        let limit = limit.map(|limit| limit.min(i64::MAX as u64));
        let metrics = selection.shown().collect();
        let query = Query { filter, metrics, order, limit };
        Ok(Asked { query, selection, offset: request.offset, rated })
    }

    fn of(&self, library: &Store) -> anyhow::Result<Columns> {
        let mut rows: Vec<Told> = Vec::new();
        let mut before = self.offset;
        library.query_any(&self.query, |entry| {
            if before > 0 {
                before -= 1;
                return ControlFlow::Continue(());
            }
            let ratings = self.selection.recall(|column| entry.value(column));
            let made = Made { method: entry.method, seed: entry.seed, attempt: entry.attempt };
            let (grid, source) = (&entry.grid, &entry.source);
            rows.push(Told::of_any(grid, &self.selection, &ratings, &Known, source, made));
            ControlFlow::Continue(())
        })?;
        self.filled(&rows)
    }
}

impl Asked {
    /// The puzzles as columns: those of `rate`, and where each puzzle comes from.
    fn filled(&self, rows: &[Told]) -> anyhow::Result<Columns> {
        let text = |name: &str| (name.to_owned(), Kind::Text);
        let mut columns = vec![text("puzzle"), text("level")];
        columns.extend(self.rated.iter().cloned());
        columns.extend(["source", "method"].map(text));
        columns.extend(["seed", "attempt"].map(|name| (name.to_owned(), Kind::Whole)));
        let mut filling = Filling::new(&columns);
        for row in rows {
            let puzzle = Value::Text(row.rating.standing.puzzle.clone());
            let mut values: Row = vec![puzzle, Value::from(row.rating.level.clone())];
            values.extend(rated(&row.rating));
            values.push(Value::Text(row.source.clone()));
            values.push(Value::from(row.made.method.clone()));
            values.extend([row.made.seed, row.made.attempt].map(Value::from));
            filling.push(values)?;
        }
        filling.finish()
    }
}
