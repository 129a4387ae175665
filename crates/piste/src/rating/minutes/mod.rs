//! How long do people take? A prediction in minutes, learnt from people's times.
//!
//! ```text
//!   Workup ──► Feature: a number with a name ──► Model: what each adds ──► Prediction
//!              (techniques, choice, rounds,      (a text file)             (minutes, an interval,
//!               any column of any metric)                                   what is outside)
//! ```

mod features;
mod model;
mod walk;

pub(super) use walk::Walk;

pub use features::Feature;
pub use model::{BadModel, Model, Outside, Prediction, Term, Unit};
