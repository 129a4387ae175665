//! What a person does on paper, as data.
//!
//! ```text
//!  Board ──► Scene ──► Strategy::find ──► Sink ──► Step ──► Ladder ──► Solve
//!            (board +   (pure, reads      (first,  (effect
//!             facts)     only)             all …)   + evidence)
//! ```
//!
//! A [`Strategy`] is one idea: a hidden single, an XY-wing. It looks at a [`Scene`] (a
//! board with the facts that several strategies share, made once) and offers what it
//! finds to a [`Sink`], which decides whether to stop at the first find or go on for all
//! of them. What it offers is a [`Step`]: which digits may be written or which marks
//! erased (the [`Effect`]) and what one has to see to believe it (the [`Evidence`]).
//!
//! A [`Ladder`] is an ordered list of strategies with a rule for picking among what they
//! find. Climbing it yields a [`Solve`], which is read as a
//! stream of boards and what is done on each.
//!
//! A step is told by a [`Message`], data that a catalogue of [`words`] turns into
//! sentences; no strategy contains one.
//!
//! Strategies know nothing of difficulty: prices belong to the metrics, each of which
//! names its own ladder, so that a new strategy changes no existing rating.

mod als;
mod blockers;
mod case;
mod hint;
mod ladder;
mod ladders;
pub(crate) mod lines;
mod links;
mod method;
mod rectangle;
mod scene;
mod shaped_case;
mod sink;
mod solve;
mod step;
pub mod strategies;
mod strategy;
mod trial;
mod widen;
pub mod words;

pub use blockers::blockers;
pub use case::{Case, CaseResult};
pub use hint::{Hint, Mistake};
pub(crate) use ladder::Identity;
pub use ladder::{Ladder, Pick, Rung};
pub(crate) use ladders::{IN_ORDER, ORDER_VERSION};
pub use method::Method;
pub use scene::Scene;
pub use shaped_case::ShapedCase;
pub use sink::Sink;
pub use solve::{Act, Deed, Flaw, Outcome, Solve, Turn};
pub use step::{Effect, Evidence, Link, Node, Part, Reason, Role, Rule, Step};
pub use strategy::{Explain, Family, Info, Strategy};
pub use words::Message;
