//! Every question that piste can be asked, and every answer, as plain data.
//!
//! ```text
//!   JSON ──► Request ──► answer(&request, …) ──► Answer ──► JSON
//!            (typed)     (the libraries below)   (typed)
//! ```
//!
//! piste has several doors: a command line, an HTTP server, Python, WebAssembly and C. Behind each of
//! them the same question must have the same answer, to the byte. So the answers are made
//! here and the doors are thin coats: they read a request, call a function of this crate and
//! write what it gives. What only one door knows, such as the columns of a file that stand
//! beside a puzzle, it adds behind the members that are made here ([`json::write_with`]).
//!
//! One module is one verb: [`check`], [`solve`], [`rate`], [`explain`], [`hint`], [`make`],
//! [`transform`], [`canon`], [`convert`], [`parse`], [`shape`], [`me`], [`check_steps`], [`dataset`], and
//! [`info`], which says what there is.
//! [`library`] says what is told of puzzles that are kept somewhere. [`ask`] has them all by name, for doors that
//! take texts.
//! Each has a `Request` and an `Answer`, both of which can be written as JSON and read again.
//! What is shared stands beside them: what is said of other [`shapes`], a [`step`] of a solve, the [`position`] that a player
//! has got to, the [`rating`] of one metric, the [`summary`] of all that is said.
//!
//! The rules that hold for every answer are in `docs/api.md`. The most important ones: all
//! members are always there, and what is missing is `null`; what is no proper puzzle has its
//! answer like any other, with its [`Verdict`]; a column of numbers holds numbers.
//!
//! Nothing here reads a file or a clock, starts a thread or remembers anything. Whatever may
//! take long takes a [`Handle`], which says when it is enough.
//!
//! ```
//! use piste_api::{Verdict, json, solve};
//!
//! let body = br#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#;
//! let request: solve::Request = json::read(body)?;
//! let answer = solve::answer(&request, &piste_api::Unhurried)?;
//! assert_eq!(answer.standing.verdict, Verdict::Unique);
//! assert!(json::write(&answer).starts_with(r#"{"version":2,"puzzle":"53..7"#));
//! # Ok::<(), piste_api::Wrong>(())
//! ```

#![forbid(unsafe_code)]

pub mod ask;
pub mod beside;

pub mod canon;
pub mod check;
pub mod check_steps;
mod collection;
pub mod convert;
pub mod dataset;
pub mod explain;
mod handle;
pub mod hint;
pub mod info;
pub mod json;
pub mod ladders;
mod language;
pub mod legend;
pub mod library;
pub mod links;
pub mod make;
pub mod me;
pub mod options;
pub mod parse;
pub mod pencil;
pub mod pieces;
pub mod position;
pub mod proved;
pub mod rate;
pub mod rating;
pub mod shape;
pub mod shaped;
pub mod shapes;
pub mod solve;
mod standing;
pub mod step;
pub mod summary;
pub mod text;
pub mod transform;
pub mod why;
pub mod words;
mod wrong;

pub use collection::{Collection, NoCollection, Share};
pub use handle::{Handle, Unhurried};
pub use language::Language;
pub use standing::{Standing, Verdict};
pub use wrong::{Code, Wrong};

/// The version of the answers. It changes when a program that reads them would have to; not
/// when a member or a metric is added.
pub const VERSION: u32 = 2;
