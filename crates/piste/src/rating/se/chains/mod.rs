//! Chains of implications: cycles, forcing chains, and all that is built of them.
//!
//! Sudoku Explainer's chain producers come in order of price (see [`Kind`]). Each finds *all*
//! of its hints, sorts them by rating, number of statements and kind, and gives the first; so
//! the path depends on the exact order in which implications are followed, and this room
//! follows them in that order. What it does not do is build all those hints: it searches with
//! the best one in hand.
//!
//! ```text
//!  links   who links to whom            run     one trial of a candidate
//!  statement  a candidate on or off     reduce  what trials have in common
//!  net     ends of links, in sets       inner   simple rules inside a trial
//!  reach   who leads to whom, how far   nest    chains inside a trial
//!  hope    which starts may yield       calm    what is new at its end
//!  nishio  which trials within a digit clash
//!  unary   cycles and single chains     proof   the links, for drawing
//! ```

mod calm;
mod hope;
mod inner;
mod links;
mod nest;
mod net;
mod nishio;
mod proof;
mod reach;
mod reduce;
mod run;
mod statement;
#[cfg(test)]
mod tests;
mod unary;

pub(super) use proof::Proof;

use super::technique::{Conclusion, Technique};
use super::{Hint, Why};
use crate::logic::Effect;
use crate::rating::kernel::Marks;
use links::Pass;
use nest::Nests;
use piste_core::{Board, Candidate, CandidateSet, Cell, CellSet, Digit};
use reduce::{Found, Mode, Shape, Sink, Trials};
use statement::{Frame, candidate, cell_of, is_on};
use unary::{Thread, Unary, length};

/// The chain producers, cheap ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// Cycles and single forcing chains, 6.5 to 7.x.
    Static,
    /// Contradictions within one digit, from 7.5.
    Nishio,
    /// Forcing chains from all marks of a cell or all places of a house, from 8.0.
    Multiple,
    /// Trials that take marks out as they go, from 8.5.
    Dynamic,
    /// The same with simple rules inside, from 9.0.
    DynamicPlus,
    /// The same with chains inside; level 2 to 5, from 9.5.
    Nested(u8),
}

/// A search was told that it was enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Asks now and then whether it is enough.
pub(super) struct Enough<'a> {
    ask: &'a mut dyn FnMut() -> bool,
}

impl Enough<'_> {
    fn check(&mut self) -> Result<(), Stopped> {
        if (self.ask)() { Err(Stopped) } else { Ok(()) }
    }
}

/// The search for chains. It keeps its workspace, and what one producer found out about a
/// board for the next one, so a path should keep one `Chains` for all of its steps.
pub(super) struct Chains {
    unary: Unary,
    trials: Trials,
    nests: Nests,
    field: Marks,
}

impl Chains {
    pub(super) fn new() -> Chains {
        Chains {
            unary: Unary::new(),
            trials: Trials::new(),
            nests: Nests::new(),
            field: Marks::NONE,
        }
    }

    /// The first hint of this producer, if it has any. `enough` is asked now and then, and
    /// ends the search by saying yes.
    pub(super) fn find(
        &mut self,
        board: &Board,
        kind: Kind,
        enough: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Hint>, Stopped> {
        let field = Marks::of(board);
        if field != self.field {
            self.field = field;
            self.nests.clear();
        }
        let (mode, base) = match kind {
            Kind::Static => {
                return Ok(self.unary.best(&field).map(|thread| thread_hint(&thread)));
            }
            Kind::Nishio => (Mode::Nishio, 7.5),
            Kind::Multiple => (Mode::Multiple, 8.0),
            Kind::Dynamic => (Mode::Dynamic(0), 8.5),
            Kind::DynamicPlus => (Mode::Dynamic(1), 9.0),
            Kind::Nested(level) => (Mode::Dynamic(level), 9.5 + 0.5 * f64::from(level - 2)),
        };
        self.trials.begin(&field, &Frame::new(board), mode, self.nests.board);
        let mut sink = Sink::Best(None);
        let mut enough = Enough { ask: enough };
        let reach = if mode == Mode::Multiple { self.unary.calm(&field) } else { None };
        match reach {
            Some(reach) => {
                self.trials.conclude_ahead(reach, &mut sink, &mut self.nests, &mut enough)?;
            }
            None => self.trials.conclude(&mut sink, &mut self.nests, &mut enough)?,
        }
        match sink {
            Sink::Best(Some(found)) => Ok(Some(self.found_hint(&found, mode, base))),
            _ => Ok(None),
        }
    }

    fn found_hint(&self, found: &Found, mode: Mode, base: f64) -> Hint {
        let conclusion = match found.shape {
            Shape::Contradiction => Conclusion::Contradiction,
            Shape::Double => Conclusion::Double,
            Shape::Cell => Conclusion::Cell,
            Shape::Region(_) => Conclusion::Region,
        };
        let technique = match (mode, conclusion) {
            (Mode::Nishio, _) => Technique::NishioForcingChains,
            (Mode::Multiple, Conclusion::Cell) => Technique::CellForcingChains,
            (Mode::Multiple, _) => Technique::RegionForcingChains,
            (Mode::Dynamic(level), conclusion) => {
                Technique::dynamic(conclusion, usize::from(level))
            }
        };
        let (cell, marks) = found.removes(&self.field);
        let removed = crate::rating::kernel::mask::bits(marks)
            .map(|digit| candidate(statement::cand(cell, digit)));
        let placed = is_on(found.result).then(|| candidate(found.result / 2));
        Hint {
            technique,
            tenths: tenths(base + length(found.complexity())),
            effect: effect(placed, removed.collect()),
            why: Why::Chain(Box::new(Proof::of_targets(found.targets(), self.trials.runs()))),
        }
    }
}

fn thread_hint(thread: &Thread) -> Hint {
    let technique = match (thread.pass, thread.is_cycle) {
        (Pass::X, true) if cells(thread).len() == 4 => Technique::GeneralizedXWing,
        (Pass::X, true) => Technique::BidirectionalXCycle,
        (Pass::Y, true) => Technique::BidirectionalYCycle,
        (Pass::Both, true) => Technique::BidirectionalCycle,
        (Pass::X, false) if thread.complexity() == 6 => Technique::TurbotFish,
        (Pass::X, false) => Technique::ForcingXChain,
        (Pass::Y, false) => Technique::ForcingYChain,
        (Pass::Both, false) => Technique::ForcingChain,
    };
    let mut removed = CandidateSet::EMPTY;
    for (digit, &cells) in Digit::ALL.iter().zip(&thread.removes) {
        removed.insert_all(*digit, cells);
    }
    let result = thread.result();
    let placed = (!thread.is_cycle && is_on(result)).then(|| candidate(result / 2));
    Hint {
        technique,
        tenths: tenths(thread.rating()),
        effect: effect(placed, removed),
        why: Why::Chain(Box::new(Proof::of_thread(thread))),
    }
}

fn cells(thread: &Thread) -> CellSet {
    thread.path.iter().map(|step| Cell::from_index(cell_of(step.0 / 2))).collect()
}

/// A digit to write, which takes out the other marks of its cell anyway, or marks to take out.
fn effect(placed: Option<Candidate>, removed: CandidateSet) -> Effect {
    match placed {
        Some(placed) => Effect::place(placed.cell(), placed.digit()),
        None => Effect::eliminate(removed),
    }
}

/// A rating in tenths, rounded the way the program prints it.
fn tenths(rating: f64) -> u16 {
    ((rating + 0.05) * 10.0) as u16
}
