//! Puzzles as hard as you ask.
//!
//! ```text
//!  Brief ──► Generator::make ──► Puzzle ──► Brief::check ──► Made
//!    │       (one attempt, from   │         (rated and measured     or Miss: which part
//!    │        its own Rng)        │          from its text again)   failed, and how close
//!    └──────► choose ─────────────┘
//!             (which method suits the brief)
//! ```
//!
//! A [`Brief`] says what is wanted: a target on any metric, a symmetry, a number of givens, a
//! pattern, strategies that must be needed. A [`Generator`] is one way to arrive at a puzzle;
//! one call of [`make`](Generator::make) is one attempt. It may use the brief to steer, and it
//! may miss: nothing is handed out that [`Brief::check`] has not seen.
//!
//! An attempt is named by a seed and a number, and draws from a stream that depends on these
//! two alone ([`attempt`]). So the same seed makes the same puzzles in the same order, on however
//! many threads the attempts are made.

mod brief;
pub mod census;
mod dig;
pub mod even;
mod fill;
pub mod full;
mod gallery;
pub mod generators;
mod needed;
// The sample that `piste-study` and the library's statistics are made of; puzzles of it are had from its method.
#[doc(hidden)]
pub mod orders;
pub mod shaped;
mod swift;
mod unavoidable;
mod work;

pub use crate::rating::level::{self as levels, Level};
pub use brief::{Brief, Made, Miss, Pattern, Stop, Wanted};
pub use work::Work;

use piste_core::{Puzzle, Rng};
use std::borrow::Cow;

/// One way to arrive at a puzzle.
///
/// Those of piste are unit structs, one per file in [`generators`], listed in its register; other crates can bring their own.
pub trait Generator: Sync {
    /// What it is called, where it comes from, and what it can do.
    fn info(&self) -> &'static Info;

    /// One attempt: a puzzle with exactly one solution, or why there is none.
    ///
    /// What the brief fixes and the method [can](Info::can) honour is honoured by
    /// construction; the rest, the target first of all, it may use to steer and may miss.
    /// It looks at [`Brief::is_stopped`] now and then, and gives up if so.
    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp>;
}

/// What a generator is called, where it comes from, and what it can do.
#[derive(Debug, PartialEq, Eq)]
pub struct Info {
    /// The identity in files and on the command line: `reductive`.
    pub slug: &'static str,
    /// The name in running text.
    pub name: &'static str,
    /// How it arrives at a puzzle, in one sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The parts of a brief that its puzzles have by construction. Givens and target, which
    /// any method can meet by trying often enough, are listed where it steers by them.
    pub can: &'static [Part],
    /// What a brief must say for it to work at all.
    pub needs: Option<Part>,
}

/// A part of a brief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// A target on a metric.
    Target,
    /// A symmetry of the pattern of givens.
    Symmetry,
    /// A number of givens.
    Givens,
    /// No given can be left out.
    Minimal,
    /// The cells where givens may stand.
    Pattern,
    /// The full grid that is the solution.
    Solution,
    /// Strategies that must or must not be needed.
    Strategies,
    /// A puzzle to start from.
    Start,
}

impl Part {
    /// What it is, as the end of a sentence: "cannot work to …".
    pub fn what(self) -> &'static str {
        match self {
            Part::Target => "a target",
            Part::Symmetry => "a symmetry",
            Part::Givens => "a number of givens",
            Part::Minimal => "minimal puzzles",
            Part::Pattern => "a pattern",
            Part::Solution => "a fixed solution",
            Part::Strategies => "strategies that must be needed or avoided",
            Part::Start => "a puzzle to start from",
        }
    }
}

/// An attempt that led to no puzzle, after so much work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}, after {after} steps")]
pub struct GaveUp {
    /// How many steps of its own kind the method took.
    pub after: u64,
    /// Why it did not go on.
    pub why: &'static str,
}

/// What an attempt came to.
pub type Attempt = Result<Made, Miss>;

/// The attempt of this number: the same for the same brief, method, seed and number.
///
/// ```
/// use piste::generate::{self, Brief, generators};
///
/// let brief = Brief::default();
/// let method = generators::by_slug("reductive").unwrap();
/// let made = generate::attempt(method, &brief, 7, 0).unwrap();
/// assert_eq!(made.puzzle, generate::attempt(method, &brief, 7, 0).unwrap().puzzle);
/// ```
pub fn attempt(method: &dyn Generator, brief: &Brief, seed: u64, number: u64) -> Attempt {
    let mut rng = Rng::for_item(seed, number);
    brief.stop.spend(brief::ATTEMPT);
    match method.make(brief, &mut rng) {
        Ok(puzzle) => brief.check(puzzle),
        Err(gave_up) => Err(Miss::GaveUp(gave_up)),
    }
}

/// Why a method is not the one for a brief.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsuited {
    /// The brief fixes something that the method cannot honour.
    #[error("{method} cannot work to {}; these can: {others}", part.what())]
    Cannot {
        /// The method's slug.
        method: &'static str,
        /// What it cannot honour.
        part: Part,
        /// The methods that can, by slug.
        others: String,
    },
    /// No puzzle can be what the brief wants.
    #[error("there is no such puzzle: {why}")]
    Impossible {
        /// What rules it out.
        why: Cow<'static, str>,
    },
    /// The method needs something that the brief does not say.
    #[error("{method} needs {}", part.what())]
    Needs {
        /// The method's slug.
        method: &'static str,
        /// What it needs.
        part: Part,
    },
    /// The fewest givens there are, and no puzzle that has as few to start from.
    #[error(
        "17 givens are reached only from puzzles that have as few, and there is none to start from"
    )]
    Fewest,
}

/// Whether this method suits the brief.
pub fn suits(method: &dyn Generator, brief: &Brief) -> Result<(), Unsuited> {
    if let Some(why) = brief.impossible() {
        return Err(Unsuited::Impossible { why });
    }
    let info = method.info();
    let fixed = brief.fixed();
    if let Some(&part) = fixed.iter().find(|part| !info.can.contains(part)) {
        let others = generators::ALL.iter().map(|other| other.info());
        let others = others.filter(|other| fixed.iter().all(|part| other.can.contains(part)));
        let others: Vec<&str> = others.map(|other| other.slug).collect();
        let others =
            if others.is_empty() { "none can do all of it".to_owned() } else { others.join(", ") };
        return Err(Unsuited::Cannot { method: info.slug, part, others });
    }
    // Nobody comes from anywhere to 17 givens, the fewest there are.
    let is_fewest = brief.givens.end() == Brief::ANY_GIVENS.start() && brief.pattern.is_none();
    if is_fewest && !brief.has(Part::Start) {
        return Err(Unsuited::Fewest);
    }
    match info.needs {
        Some(part) if !brief.has(part) => Err(Unsuited::Needs { method: info.slug, part }),
        _ => Ok(()),
    }
}

/// The method for a brief, if whoever asks has no wish of their own.
///
/// It is the first of the preferred ones that suits the brief, and where the brief has a
/// target, the first that steers by it. Where none suits, whichever comes out is as good
/// as another: [`suits`] says what is wrong.
///
/// ```
/// use piste::generate::{self, Brief};
///
/// let any = Brief::default();
/// assert_eq!(generate::choose(&any).info().slug, "reductive");
/// let hard = Brief { target: Some("hsolve>3000".parse().unwrap()), ..any.clone() };
/// assert_eq!(generate::choose(&hard).info().slug, "climb");
/// let wing = Brief { must_use: vec!["xy-wing"], ..any };
/// assert_eq!(generate::choose(&wing).info().slug, "directed");
/// ```
pub fn choose(brief: &Brief) -> &'static dyn Generator {
    let sparse: &'static dyn Generator = &generators::sparse::Sparse;
    if *brief.givens.end() <= generators::sparse::FEW && suits(sparse, brief).is_ok() {
        return sparse;
    }
    let suited: Vec<_> =
        generators::PREFERRED.iter().filter(|method| suits(**method, brief).is_ok()).collect();
    let steers = |method: &&&&dyn Generator| {
        !brief.says(Part::Target) || method.info().can.contains(&Part::Target)
    };
    let chosen = suited.iter().find(steers).or(suited.first()).copied();
    *chosen.unwrap_or(&generators::PREFERRED[generators::PREFERRED.len() - 1])
}
