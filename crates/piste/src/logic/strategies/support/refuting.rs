//! The shortest proof that a digit is wrong, by singles: whips and braids.
//!
//! Suppose a digit, and write one forced digit after the other, as few as possible, until a cell or a house has
//! nothing left. Who may write any forced digit next looks for a *braid*; in a *whip* it must be one that the digit written just
//! before has narrowed down. Proofs are looked for by their length, one more at a time, depth first, so that the first that is
//! found is a shortest one. What cannot end within the length that is left, even if all that is forced is
//! written at once in each round, is not followed.
//!
//! In a braid the order of the digits does not matter, only their set: what was tried first is left out when the second
//! is, and so on, so that no set comes twice.

use crate::logic::trial::{End, Follow, Run, Trials};
use crate::logic::{Effect, Evidence, Info, Link, Node, Reason, Scene, Sink, Step};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Mark, SetOf, Space};
use std::ops::ControlFlow;

/// What may be written next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// What the digit written just before has narrowed down: a whip.
    FromTheLast,
    /// Whatever is forced: a braid.
    Anything,
}

/// The longest that are looked for.
const LONGEST: usize = 20;

/// So many looks a search takes at most.
const PATIENCE: u32 = 40_000;

/// Offers the shortest proof against each digit that has one, the shorter ones first.
pub(crate) fn offer_shortest<S: Space>(
    info: &'static Info,
    next: Next,
    scene: &Scene<'_, S>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let trials = Trials::new(scene, Follow::Everything);
    let marks = scene.open().iter().flat_map(|cell| {
        scene.candidates(cell).iter().map(move |digit| S::Candidate::new(cell, digit))
    });
    // What singles do not refute at all no such proof does.
    let mut targets: Vec<S::Candidate> =
        marks.filter(|&mark| trials.of(mark).is_contradiction()).collect();
    let mut hunt = Hunt { board: scene, next, patience: PATIENCE, path: Vec::new() };
    for length in 1..=LONGEST {
        let mut rest = Vec::with_capacity(targets.len());
        for &target in &targets {
            hunt.path.clear();
            let (way, none) = (Way::begin(&trials, target), S::CandidateSet::EMPTY);
            let Some(end) = hunt.refute(&way, target, &none, length) else {
                rest.push(target);
                continue;
            };
            let evidence = trials
                .nothing_left(target, end)
                .map(|nothing| Evidence { links: links(&hunt, target), ..nothing });
            let effect = Effect::eliminate(target.into());
            let evidence = evidence.expect("such a proof ends where nothing is left");
            sink.offer(Step { strategy: info, effect, evidence })?;
        }
        if rest.is_empty() || hunt.patience == 0 {
            break;
        }
        targets = rest;
    }
    ControlFlow::Continue(())
}

/// What has been written from a supposition on.
struct Way<'a, 'b, S: Space> {
    run: Run<'a, 'b, S>,
    /// What is forced by now, and why; some of it may have been written since.
    forced: Vec<(S::Candidate, Reason<S>)>,
    /// What has nothing left.
    end: Option<End<S>>,
}

impl<'a, 'b, S: Space> Way<'a, 'b, S> {
    fn begin(trials: &'b Trials<'a, S>, target: S::Candidate) -> Way<'a, 'b, S> {
        Way { run: trials.begin(target), forced: Vec::new(), end: None }.looked()
    }

    /// The same after a look at what is forced now.
    fn looked(mut self) -> Way<'a, 'b, S> {
        self.end = self.run.look(&mut self.forced).err();
        self
    }

    /// The same with one more digit written.
    fn with(&self, candidate: S::Candidate, reason: Reason<S>) -> Way<'a, 'b, S> {
        let mut run = self.run.clone();
        run.write(candidate, reason);
        Way { run, forced: self.forced.clone(), end: None }.looked()
    }

    /// Whether something has nothing left within so many rounds, each of which writes all that is forced and not left
    /// out. Whoever writes one digit at a time is never sooner.
    fn runs_dry(&self, left_out: &S::CandidateSet, rounds: usize) -> bool {
        let mut run = self.run.clone();
        let mut wave = self.forced.clone();
        for _ in 0..rounds {
            let mut has_written = false;
            for (candidate, reason) in wave.drain(..) {
                if run.board.has(candidate) && !left_out.contains(candidate) {
                    run.write(candidate, reason);
                    has_written = true;
                }
            }
            if run.look(&mut wave).is_err() {
                return true;
            }
            if !has_written {
                return false;
            }
        }
        false
    }
}

/// The search for the proofs of one board.
struct Hunt<'a, S: Space> {
    board: &'a Board<S>,
    next: Next,
    patience: u32,
    /// What was written on the way to where the search is.
    path: Vec<(S::Candidate, Reason<S>)>,
}

impl<S: Space> Hunt<'_, S> {
    /// What is left with nothing by going through at most so many cells and places, that one included, without writing what
    /// is left out. The latest digit written is `last`.
    fn refute(
        &mut self,
        way: &Way<'_, '_, S>,
        last: S::Candidate,
        left_out: &S::CandidateSet,
        most: usize,
    ) -> Option<End<S>> {
        let is_over = way.end.is_some() || most <= 1 || self.patience == 0;
        if is_over || !way.runs_dry(left_out, most - 1) {
            return way.end;
        }
        let mut tried = *left_out;
        for &(candidate, reason) in &way.forced {
            let is_open = way.run.board.has(candidate) && !tried.contains(candidate);
            if !is_open || !self.may_follow(candidate, reason, last) {
                continue;
            }
            tried.insert(candidate);
            self.patience = self.patience.saturating_sub(1);
            self.path.push((candidate, reason));
            let left_out = match self.next {
                Next::FromTheLast => left_out,
                Next::Anything => &tried,
            };
            let end = self.refute(&way.with(candidate, reason), candidate, left_out, most - 1);
            if end.is_some() {
                return end;
            }
            self.path.pop();
        }
        None
    }

    /// Whether this may be written after the last digit.
    fn may_follow(&self, forced: S::Candidate, reason: Reason<S>, last: S::Candidate) -> bool {
        self.next == Next::Anything || self.is_entered(forced, reason, last)
    }

    /// Whether the cell or the house where this is forced has lost a candidate to the last digit written.
    fn is_entered(&self, forced: S::Candidate, reason: Reason<S>, last: S::Candidate) -> bool {
        let space = self.board.space();
        match reason {
            Reason::House(house) => {
                let mut places = self.board.places(forced.digit(), house).iter();
                places.any(|place| {
                    if forced.digit() == last.digit() {
                        space.sees(place, last.cell())
                    } else {
                        place == last.cell()
                    }
                })
            }
            _ => {
                space.sees(forced.cell(), last.cell())
                    && self.board.candidates(forced.cell()).contains(last.digit())
            }
        }
    }
}

/// What was written, each from the latest digit that has narrowed it down.
fn links<S: Space>(hunt: &Hunt<'_, S>, target: S::Candidate) -> Vec<Link<S>> {
    let link = |(at, &(to, reason)): (usize, &(S::Candidate, Reason<S>))| {
        let before = hunt.path[..at].iter().rev().map(|&(candidate, _)| candidate);
        let from = before.into_iter().find(|&last| hunt.is_entered(to, reason, last));
        let from = Node::new(from.unwrap_or(target), true);
        Link { chain: 0, from, to: Node::new(to, true), reason }
    };
    hunt.path.iter().enumerate().map(link).collect()
}
