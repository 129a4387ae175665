//! One question: the name of a verb and a request in JSON go in, the answer in JSON comes out.

use crate::failure::raised;
use crate::known::Known;
use crate::patience::{self, Flag};
use piste_api::{
    Code, Wrong, canon, check, convert, explain, hint, info, json, rate, solve, transform,
};
use pyo3::prelude::*;

/// Asks the API, and waits for its answer or Ctrl-C.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, verb: String, request: Vec<u8>) -> PyResult<String> {
    let answer = patience::wait(py, move |flag| answered(&verb, &request, flag))?;
    answer.map_err(|wrong| raised(py, &wrong))
}

fn answered(verb: &str, request: &[u8], flag: &Flag) -> Result<String, Wrong> {
    Ok(match verb {
        "solve" => json::write(&solve::answer(&json::read(request)?, flag)?),
        "check" => json::write(&check::answer(&json::read(request)?, flag)?),
        "rate" => json::write(&rate::answer(&json::read(request)?, &Known, flag)?),
        "explain" => json::write(&explain::answer(&json::read(request)?, flag)?),
        "hint" => json::write(&hint::answer(&json::read(request)?, flag)?),
        "canon" => json::write(&canon::answer(&json::read(request)?, flag)?),
        "transform" => json::write(&transform::answer(&json::read(request)?)?),
        "convert" => json::write(&convert::answer(&json::read(request)?)?),
        "info" => json::write(&info::answer()),
        _ => return Err(Wrong::new(Code::BadRequest, format!("there is no verb {verb}"))),
    })
}
