//! # Whip
//!
//! ## Idea
//! Suppose a cell had a certain digit. Then some cell has one candidate left, or some digit one place in a house: write it. Go on
//! from there, and always with something that the digit written *just before* has narrowed down, until a cell
//! has no candidate, or a digit no place in a house. Then the supposition was wrong. The cells and houses that one goes through,
//! the one with nothing left included, are the length of the whip. It is a contradiction chain that can be read
//! aloud in one line, without going back; and of all such lines the shortest is taken.
//!
//! ## Why it is sound
//! Every digit on the way follows from the supposition, so a board on which something has nothing left
//! shows that the supposition is wrong.
//!
//! ## Example
//! Suppose r1c4 is 4. Then r3c6 is 8, so r9c6 is 9, so r5c9 is 9 (the last place in column 9), and column 9 has no place left
//! for 4: a whip of length 4.
//!
//! ## What is looked for
//! Whips of up to 20, the shorter ones first, and of each candidate only the shortest. A search that has taken very many looks
//! ends, so that no board takes long; what it has found until then counts.
//!
//! ## Sources
//! D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 3rd edition (2021). The metric
//! [`w`](../metrics/w.md) says how long the whips must be that solve a puzzle; the ladder `w` solves with them.

use super::contradiction::told_contradiction;
use crate::logic::trial::{End, Follow, Run, Trials};
use crate::logic::{
    Effect, Evidence, Family, Info, Link, Message, Node, Reason, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, Mark, SetOf, Space};
use std::ops::ControlFlow;

pub(crate) struct Whip;

static INFO: Info = Info {
    slug: "whip",
    name: "whip",
    family: Family::Trials,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// The longest that are looked for.
const LONGEST: usize = 20;

/// So many looks a search takes at most.
const PATIENCE: u32 = 40_000;

impl<S: Space> Strategy<S> for Whip {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let trials = Trials::new(scene, Follow::Everything);
        let marks = scene.open().iter().flat_map(|cell| {
            scene.candidates(cell).iter().map(move |digit| S::Candidate::new(cell, digit))
        });
        // What singles do not refute at all no whip does.
        let mut targets: Vec<S::Candidate> =
            marks.filter(|&mark| trials.of(mark).is_contradiction()).collect();
        let mut hunt = Hunt { board: scene, patience: PATIENCE, path: Vec::new() };
        for length in 1..=LONGEST {
            let mut rest = Vec::with_capacity(targets.len());
            for &target in &targets {
                hunt.path.clear();
                let Some(end) = hunt.refute(&Way::begin(&trials, target), target, length) else {
                    rest.push(target);
                    continue;
                };
                let evidence = trials
                    .nothing_left(target, end)
                    .map(|nothing| Evidence { links: links(target, &hunt.path), ..nothing });
                let effect = Effect::eliminate(target.into());
                let evidence = evidence.expect("a whip ends where nothing is left");
                sink.offer(Step { strategy: &INFO, effect, evidence })?;
            }
            if rest.is_empty() || hunt.patience == 0 {
                break;
            }
            targets = rest;
        }
        ControlFlow::Continue(())
    }
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

    /// Whether something has nothing left within so many rounds, each of which writes all that is forced. Whoever writes
    /// one digit at a time is never sooner.
    fn runs_dry(&self, rounds: usize) -> bool {
        let mut run = self.run.clone();
        let mut wave = self.forced.clone();
        for _ in 0..rounds {
            let mut has_written = false;
            for (candidate, reason) in wave.drain(..) {
                if run.board.has(candidate) {
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

/// The search for the whips of one board.
struct Hunt<'a, S: Space> {
    board: &'a Board<S>,
    patience: u32,
    /// What was written on the way to where the search is.
    path: Vec<(S::Candidate, Reason<S>)>,
}

impl<S: Space> Hunt<'_, S> {
    /// What is left with nothing by going through at most so many cells and places, that one included, each entered from
    /// the digit written before it, of which `last` is the latest.
    fn refute(&mut self, way: &Way<'_, '_, S>, last: S::Candidate, most: usize) -> Option<End<S>> {
        if way.end.is_some() || most <= 1 || self.patience == 0 || !way.runs_dry(most - 1) {
            return way.end;
        }
        let mut tried = S::CandidateSet::from(last);
        for &(candidate, reason) in &way.forced {
            let is_open = way.run.board.has(candidate) && !tried.contains(candidate);
            if !is_open || !self.is_entered(candidate, reason, last) {
                continue;
            }
            tried.insert(candidate);
            self.patience = self.patience.saturating_sub(1);
            self.path.push((candidate, reason));
            let end = self.refute(&way.with(candidate, reason), candidate, most - 1);
            if end.is_some() {
                return end;
            }
            self.path.pop();
        }
        None
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

/// The line from the supposition on.
fn links<S: Space>(target: S::Candidate, path: &[(S::Candidate, Reason<S>)]) -> Vec<Link<S>> {
    let before = std::iter::once(target).chain(path.iter().map(|&(candidate, _)| candidate));
    let link = |(from, &(to, reason)): (S::Candidate, &(S::Candidate, Reason<S>))| Link {
        chain: 0,
        from: Node::new(from, true),
        to: Node::new(to, true),
        reason,
    };
    before.zip(path).map(link).collect()
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    Message::new("whip")
        .with("suppose", told_contradiction(step))
        .with("length", step.evidence.links.len() + 1)
        .with("gone", step.effect.eliminations())
}
