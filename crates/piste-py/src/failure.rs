//! What is wrong, as the one exception that piste raises: what kind of thing, where, and why.

use piste_api::{Code, Wrong};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

pyo3::create_exception!(
    piste,
    PisteError,
    PyValueError,
    "What piste was asked makes no sense, or cannot be read.\n\n\
     `code` says what kind of thing is wrong (`bad-puzzle`, `bad-request`, ...), `member` which \
     argument it is about, and `place` where in it; both may be None."
);

/// The exception for what is wrong.
pub(crate) fn raised(py: Python<'_>, wrong: &Wrong) -> PyErr {
    let error = PisteError::new_err(wrong.to_string());
    let value = error.value(py);
    let told = [
        ("code", Some(slug(wrong.code))),
        ("member", wrong.member),
        ("place", wrong.place.as_deref()),
    ];
    for (name, text) in told {
        let text = text.map(|text| PyString::new(py, text));
        if let Err(other) = value.setattr(name, text) {
            return other;
        }
    }
    error
}

/// The same words that the HTTP door has for it.
fn slug(code: Code) -> &'static str {
    match code {
        Code::BadJson => "bad-json",
        Code::BadRequest => "bad-request",
        Code::BadPuzzle => "bad-puzzle",
        Code::NoSolution => "no-solution",
        Code::ManySolutions => "many-solutions",
        Code::TooMany => "too-many",
        Code::Stopped => "stopped",
        _ => "wrong",
    }
}
