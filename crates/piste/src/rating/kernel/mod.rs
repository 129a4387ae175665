//! The fast second implementation of human logic, on which metrics stand.
//!
//! [`logic`](crate::logic) finds every instance of an idea and tells it. A metric that counts the
//! nodes of a search, the rounds of a solve or the looks of a person, or that takes another program's
//! path step for step, wants no evidence and asks thousands of times as often. What such metrics
//! have in common is here, once: the geometry, the marks, and the few finders that several need.
//!
//! The marks of a board have two faces, for two sorts of questions:
//!
//! ```text
//!  Places   by digit: the cells where it stands or can go      "what is forced?", all digits at once
//!  Marks    by cell and house, masks of nine bits              "where in this house can it go?"
//! ```
//!
//! Who counts singles, forks or rounds takes the first; who looks for patterns in a house takes the second. Neither
//! can be had from the other for nothing, and each is several times as fast at its own questions; so
//! both stay. Four rooms of `rating` keep marks of their own, each for a reason that `docs/design.md` gives: `hsolve`
//! (`RunMarks`), `hodoku/field`, `csp` and `shaped/field`.
//!
//! - [`space`] is the geometry, the one numbering of houses and the tables over it.
//! - [`mask`] is the small set that everything by house is made of.
//! - [`quorum`] finds n askers that have only n things between them: naked sets, hidden sets, fish.
//! - [`locked`] has what falls where lines cross boxes.
//! - [`bands`] is 81 cells in three words.

pub(super) mod bands;
pub(super) mod locked;
pub(super) mod marks;
pub(super) mod mask;
pub(super) mod places;
pub(super) mod quorum;
pub(super) mod space;

pub(super) use marks::Marks;
pub(super) use mask::Mask;
