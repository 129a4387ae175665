//! # Nested trial
//!
//! ## Idea
//! Try a digit and write what is forced by singles. Where that gets stuck, try a second digit
//! inside: if it ends in a contradiction by singles, it is wrong as long as the first one
//! stands. So erase it there, go on with singles, and try further ones, until something has
//! nothing left. Then the first digit is wrong. A [split trial](split-trial.md) is such a proof with one
//! digit tried inside; here there may be several. Of the proofs that are found within a fixed amount of work
//! the one with the fewest digits tried inside is told, and of that only what is needed.
//!
//! ## Why it is sound
//! If the first digit is right, all that is forced is right, and every digit tried inside that
//! leads to a contradiction is wrong. What is told is all that the last contradiction rests on: every
//! mark that is missing was ruled out by a digit that is told or was tried inside.
//!
//! ## Example
//! Suppose r1c1 is 4. Then r1c5 is 7. r5c5 is not 2: if it were, row 7 would have no place left
//! for 1. Then r5c5 is 9 and r6c1 is 2. r8c8 is not 3: if it were, r8c2 would have no candidate
//! left. Now column 8 has no place left for 3. So r1c1 is not 4.
//!
//! ## Sources
//! Trial and error of depth two, as Denis Berthier's classification of puzzles has it: T&E(2). The
//! work is counted in trials, so that the same proof is found on every machine; where none is found, the
//! exhaustive trial says that there is one.

use super::split_trial::{by_cells, nothing, part_of, splits};
use crate::logic::trial::{End, Entry, Follow, Trial, Trials, rules_out};
use crate::logic::words::phrases;
use crate::logic::{
    Effect, Evidence, Family, Info, Link, Message, Node, Role, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, Mark, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct NestedTrial;

static INFO: Info = Info {
    slug: "nested-trial",
    name: "nested trial",
    family: Family::Trials,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// So many trials are made on a board.
const WORK: usize = 12_000;

/// The most digits that are tried inside, before what is not needed is left out.
const MOST_INSIDE: usize = 40;

/// What is needed of a trial, and the marks that had to be missing before it.
type Cut<S> = (Vec<Entry<S>>, Vec<<S as Space>::Candidate>);

impl<S: Space> Strategy<S> for NestedTrial {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// One step at most: the shortest proof there is.
    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let trials = Trials::new(scene, Follow::Everything);
        let mut work = WORK;
        let mut best: Option<Proof<S>> = None;
        for tried in by_cells(scene) {
            let trial = trials.of(tried);
            // What ends at once is told by others.
            if trial.end != End::Stuck {
                continue;
            }
            let proof = Proof::of(trial, &mut work).and_then(|proof| proof.cut(scene, &trials));
            if let Some(proof) = proof
                && best.as_ref().is_none_or(|best| proof.length() < best.length())
            {
                best = Some(proof);
            }
        }
        let step = best.and_then(|proof| proof.step(scene, &trials));
        step.map_or(ControlFlow::Continue(()), |step| sink.offer(step))
    }
}

/// Something that became known after a digit was tried.
enum Event<S: Space> {
    /// This was forced.
    Write(Entry<S>),
    /// This was tried inside and failed: what it led to, itself first, and where nothing was left.
    Refute(Vec<Entry<S>>, End<S>),
}

impl<S: Space> Event<S> {
    fn rules_out(&self, space: &S, mark: S::Candidate) -> bool {
        match self {
            Event::Write((truth, _)) => rules_out(space, *truth, mark),
            Event::Refute(inside, _) => inside[0].0 == mark,
        }
    }

    fn is_refuted(&self) -> bool {
        matches!(self, Event::Refute(..))
    }
}

/// What was found out after a digit was tried, to the end.
struct Proof<S: Space> {
    tried: S::Candidate,
    events: Vec<Event<S>>,
    end: End<S>,
}

impl<S: Space> Proof<S> {
    /// Goes on from where the trial is stuck; nothing if that leads to no contradiction, or takes too long.
    fn of(trial: Trial<S>, work: &mut usize) -> Option<Proof<S>> {
        let tried = trial.trail[0].0;
        let mut events: Vec<Event<S>> = Vec::new();
        // The digit tried is not forced by anything.
        let (mut stage, mut first) = (trial, 1);
        for _ in 0..=MOST_INSIDE {
            events.extend(stage.trail[first..].iter().map(|&entry| Event::Write(entry)));
            match stage.end {
                End::Solved => return None,
                End::Stuck => {}
                end => return Some(Proof { tried, events, end }),
            }
            let wrong = refuted_on(&stage.board, work)?;
            let mut board = stage.board;
            board.eliminate(wrong.trail[0].0);
            events.push(Event::Refute(wrong.trail, wrong.end));
            (stage, first) = (Trials::new(&board, Follow::Everything).settled(), 0);
        }
        None
    }

    /// How long it is to tell: the digits tried inside, and then all that are written.
    fn length(&self) -> (usize, usize) {
        let written = |event: &Event<S>| match event {
            Event::Write(_) => 1,
            Event::Refute(inside, _) => inside.len(),
        };
        let inside = self.events.iter().filter(|event| event.is_refuted()).count();
        (inside, self.events.iter().map(written).sum())
    }

    /// What ruled out the mark first, of the events before this one; nothing if the digit tried did, or none of them.
    fn cause(&self, space: &S, mark: S::Candidate, before: usize) -> Option<usize> {
        if rules_out(space, self.tried, mark) {
            return None;
        }
        self.events[..before].iter().position(|event| event.rules_out(space, mark))
    }

    /// The same without all that the contradiction at its end does not rest on.
    fn cut(self, board: &Board<S>, trials: &Trials<'_, S>) -> Option<Proof<S>> {
        let space = board.space();
        let mut is_needed = vec![false; self.events.len()];
        let owe = |is_needed: &mut Vec<bool>, marks: Vec<S::Candidate>, before: usize| {
            for cause in marks.iter().filter_map(|&mark| self.cause(space, mark, before)) {
                is_needed[cause] = true;
            }
        };
        owe(&mut is_needed, trials.marks_of(self.end)?, self.events.len());
        let mut insides: Vec<Vec<Entry<S>>> = Vec::new();
        for at in (0..self.events.len()).rev() {
            if !is_needed[at] {
                continue;
            }
            match &self.events[at] {
                Event::Write(entry) => owe(&mut is_needed, trials.alternatives(*entry), at),
                Event::Refute(inside, end) => {
                    let (kept, marks) = self.cut_inside(space, trials, at, inside, *end)?;
                    owe(&mut is_needed, marks, at);
                    insides.push(kept);
                }
            }
        }
        let mut events = Vec::new();
        for (event, _) in self.events.into_iter().zip(is_needed).filter(|(_, needed)| *needed) {
            events.push(match event {
                Event::Write(entry) => Event::Write(entry),
                Event::Refute(_, end) => Event::Refute(insides.pop()?, end),
            });
        }
        Some(Proof { tried: self.tried, events, end: self.end })
    }

    /// What is needed of a trial inside, which is this event, and the marks that had to be missing for that.
    fn cut_inside(
        &self,
        space: &S,
        trials: &Trials<'_, S>,
        at: usize,
        inside: &[Entry<S>],
        end: End<S>,
    ) -> Option<Cut<S>> {
        let mut is_needed = vec![false; inside.len()];
        is_needed[0] = true;
        let mut missing = Vec::new();
        let mut marks = trials.marks_of(end)?;
        for entry in (0..inside.len()).rev() {
            for &mark in &marks {
                let is_gone =
                    rules_out(space, self.tried, mark) || self.cause(space, mark, at).is_some();
                let here = || inside.iter().position(|&(c, _)| rules_out(space, c, mark));
                match here().filter(|_| !is_gone) {
                    Some(first) => is_needed[first] = true,
                    None => missing.push(mark),
                }
            }
            marks = match is_needed[entry] && entry > 0 {
                true => trials.alternatives(inside[entry]),
                false => Vec::new(),
            };
        }
        let kept = inside.iter().zip(is_needed).filter(|(_, needed)| *needed);
        Some((kept.map(|(&entry, _)| entry).collect(), missing))
    }

    fn step(&self, board: &Board<S>, trials: &Trials<'_, S>) -> Option<Step<S>> {
        let space = board.space();
        let mut evidence =
            Evidence::part(Role::Trial, self.tried.cell().into(), self.tried.digit().into());
        let mut chain: u8 = 0;
        for (at, event) in self.events.iter().enumerate() {
            match event {
                Event::Write((to, reason)) => {
                    let marks = trials.alternatives((*to, *reason)).into_iter();
                    let latest = marks.filter_map(|mark| self.cause(space, mark, at)).max();
                    let from = latest.map_or(Node::new(self.tried, true), |latest| {
                        match &self.events[latest] {
                            Event::Write((truth, _)) => Node::new(*truth, true),
                            Event::Refute(inside, _) => Node::new(inside[0].0, false),
                        }
                    });
                    let to = Node::new(*to, true);
                    evidence.links.push(Link { chain, from, to, reason: *reason });
                }
                Event::Refute(inside, end) => {
                    let wrong = inside[0].0;
                    let ends = part_of(board, *end)?;
                    evidence = evidence.and(Role::Trial, wrong.cell().into(), wrong.digit().into());
                    evidence.parts.push(ends);
                    evidence.links.extend(inside.windows(2).map(|pair| Link {
                        chain: chain + 1,
                        from: Node::new(pair[0].0, true),
                        to: Node::new(pair[1].0, true),
                        reason: pair[1].1,
                    }));
                    chain = chain.checked_add(2)?;
                }
            }
        }
        evidence.parts.push(part_of(board, self.end)?);
        let effect = Effect::eliminate(self.tried.into());
        Some(Step { strategy: &INFO, effect, evidence })
    }
}

/// The first digit, of those that lead on most, that singles refute on this board.
fn refuted_on<S: Space>(board: &Board<S>, work: &mut usize) -> Option<Trial<S>> {
    let trials = Trials::new(board, Follow::Everything);
    let mut seen = S::CandidateSet::EMPTY;
    // Where there are two, what is left when one is wrong is forced.
    let all = splits(board).into_iter().flatten().chain(by_cells(board));
    for candidate in all {
        if seen.contains(candidate) {
            continue;
        }
        seen.insert(candidate);
        *work = work.checked_sub(1)?;
        let trial = trials.of(candidate);
        if trial.is_contradiction() {
            return Some(trial);
        }
    }
    None
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let Evidence { parts, links, .. } = &step.evidence;
    let [tried, inside @ .., end] = parts.as_slice() else {
        unreachable!("a nested trial has a digit tried and an end")
    };
    let forced = |chain: u8| phrases::forced(links.iter().filter(move |link| link.chain == chain));
    let mut sentences: Vec<Message> = Vec::new();
    let then = |sentences: &mut Vec<Message>, chain: u8| {
        let forced = forced(chain);
        if !forced.is_empty() {
            sentences.push(Message::new("nested-forced").with("forced", forced));
        }
    };
    let mut chain = 0;
    for both in inside.chunks_exact(2) {
        then(&mut sentences, chain);
        let (wrong, end) = (&both[0], &both[1]);
        let forced = forced(chain + 1);
        let told = match forced.is_empty() {
            true => Message::new("nested-wrong"),
            false => Message::new("nested-wrong-then").with("forced", forced),
        };
        let told = told
            .with("cell", wrong.cells)
            .with("digit", wrong.digits)
            .with("nothing", nothing(board, end));
        sentences.push(told);
        chain += 2;
    }
    then(&mut sentences, chain);
    Message::new("nested-trial")
        .with("cell", tried.cells)
        .with("digit", tried.digits)
        .with("told", sentences)
        .with("nothing", nothing(board, end))
        .with("gone", step.effect.eliminations())
}
