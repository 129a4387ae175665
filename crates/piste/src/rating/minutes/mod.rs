//! How long do people take? A prediction in minutes, learnt from people's times.
//!
//! ```text
//!   Workup ──► Feature: a number with a name ──► Model: what each adds ──► Prediction
//!              (techniques, choice, rounds,      (a text file)             (minutes, an interval,
//!               any column of any metric)             ▲                     what is outside)
//!                                                     │
//!              Data: puzzles with people's times ──► Fit: learnt on one part, tested on another
//! ```
//!
//! [`Model::shipped`] is the one that `minutes` uses unless a [`Workup`](super::Workup) is given
//! another; `docs/studies/minutes.md` tells how it came about.

mod features;
mod fit;
mod model;
mod paper;
mod walk;

pub(super) use walk::Walk;

pub use features::Feature;
pub use fit::{Data, Fit, Row, Score, TooFew, is_held_out, shrunk, shrunk_again};
pub use model::{BadModel, Model, Outside, Prediction, Rise, Term, Unit, Widening};
pub use paper::{Paper, Part, Split, Taming};
