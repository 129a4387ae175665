//! piste in Python: the native half of the package `piste`, which Python calls `piste._piste`.
//!
//! ```text
//!   piste.rate(one)   ──► ask(verb, JSON)          ──► piste_api::<verb>::answer ──► JSON ──► an object
//!   piste.rate(many)  ──► many(verb, JSON, texts)  ──► the same, on all cores    ──► columns of Arrow
//! ```
//!
//! A thin coat, as every door is: requests and answers are those of `piste-api`, and a row of a batch is the
//! answer about that puzzle alone, flattened. So it does not matter how rows are spread over calls,
//! threads or machines. What Python sees, with its types and their documentation, is in `python/piste`.
//!
//! No interpreter is held while piste works: its lock is given back, and asked for every fiftieth of a second to
//! hear about Ctrl-C.

mod ask;
mod columns;
mod failure;
mod known;
mod library;
mod make;
mod many;
mod model;
mod patience;
mod picture;
mod texts;
mod verbs;

use pyo3::prelude::*;

/// What `piste` is made of. It is not meant to be used by itself.
#[pymodule]
fn _piste(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("version", env!("CARGO_PKG_VERSION"))?;
    module.add("PisteError", module.py().get_type::<failure::PisteError>())?;
    module.add_class::<columns::Columns>()?;
    module.add_class::<library::Library>()?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(many::many, module)?)?;
    module.add_function(wrap_pyfunction!(make::make, module)?)?;
    module.add_function(wrap_pyfunction!(make::make_many, module)?)?;
    module.add_function(wrap_pyfunction!(model::features, module)?)?;
    module.add_function(wrap_pyfunction!(model::feature_names, module)?)?;
    module.add_function(wrap_pyfunction!(model::predict, module)?)?;
    module.add_function(wrap_pyfunction!(picture::draw_puzzle, module)?)?;
    module.add_function(wrap_pyfunction!(picture::draw_steps, module)?)?;
    Ok(())
}
