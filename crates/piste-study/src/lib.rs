//! Research: do the ratings tell the truth? Studies, fits to people's times, and the charts of both.
//!
//! ```text
//!   data set or file ──► puzzles with labels ──► ratings (all cores) ──► stats ──► Page + figures
//!   generator + seed ──► puzzles ────────────────────┘
//!   rows with times ───► fit::Reading ──► Data ──► fit::Recipe ──► fit::Learnt: report, model
//! ```
//!
//! A [`Study`] is a function from a [`Studio`] (data, seed, workers) to a [`Page`]; the list of
//! them is [`Study::ALL`]. [`fit`] learns a model of solving times. Both read data sets and use
//! all cores through a [`Crew`]. Nothing here prints: whoever asks hands in a [`Watcher`], which
//! is told how far the work is and what is missing, and which may call it off.
//!
//! ```
//! use piste_study::{Crew, Run, Studio, Study, Unwatched};
//! use std::num::NonZeroUsize;
//!
//! let studio = Studio::new(Crew::new(2, Unwatched), None, 7, NonZeroUsize::new(8));
//! let page = Study::Agreement.page(&studio, None)?.unwrap();
//! let run = Run {
//!     command: "piste study agreement".to_owned(),
//!     seed: 7,
//!     date: "2026-01-31".parse().unwrap(),
//!     version: "0.1.0".to_owned(),
//! };
//! assert!(page.markdown(&run).starts_with("# "));
//! assert!(!studio.has_gaps());
//! # Ok::<(), anyhow::Error>(())
//! ```

mod crew;
mod data;
mod date;
pub mod fit;
mod minimal;
mod page;
mod plot;
mod procedure;
mod scores;
mod studies;
mod studio;

pub use crew::{Cancelled, Crew, Parts, Unwatched, Watcher};
pub use data::Labelled;
pub use date::Date;
pub use page::{DataTable, Figure, Page, Run};
pub use studies::Study;
pub use studio::Studio;
