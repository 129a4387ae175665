//! # Split trial
//!
//! ## Idea
//! When nothing else is left, a proof by trial can still be short. Try a digit and write what
//! is forced by singles. Where that gets stuck, split: take a cell with two candidates, or a
//! digit with two places in a house, and try both. If each of them ends in a contradiction by
//! singles alone, the digit tried first is wrong. Of all such proofs that are found within a
//! fixed amount of work the shortest one is told, the one with the fewest digits to write.
//!
//! ## Why it is sound
//! If the digit is right, all that is forced by it is right, too, and so is one of the two of
//! the split. Each of these leads by forced steps to a cell without a digit or to a house
//! without a place for one.
//!
//! ## Example
//! Suppose r1c1 is 4. Then r1c5 is 7 and nothing more is forced. Now r5c5 is 2 or 9. If it is
//! 2, row 7 has no place left for 1; if it is 9, r8c8 has no candidate left. So r1c1 is not 4.
//!
//! ## Sources
//! Trial and error of depth two, as Denis Berthier's classification of puzzles has it, with one
//! split only. The work is counted in trials, so that the same proof is found on every machine;
//! where none is found in time, the exhaustive trial says that there is one.

use crate::logic::trial::{End, Follow, Trial, Trials};
use crate::logic::words::phrases;
use crate::logic::{
    Effect, Evidence, Family, Info, Link, Message, Part, Role, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::space::{Large, Mark, SetOf, Space};
use std::collections::HashMap;
use std::ops::ControlFlow;

pub(in crate::logic) struct SplitTrial;

static INFO: Info = Info {
    slug: "split-trial",
    name: "split trial",
    family: Family::Trials,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// So many trials are made on a board, and then the shortest proof so far is the shortest.
const WORK: usize = 3_000;

/// What a digit tried first led to, and where one can split then.
struct Proof<S: Space> {
    tried: S::Candidate,
    /// The digits written in all.
    length: usize,
    /// The two of the split.
    split: [S::Candidate; 2],
}

impl<S: Space> Strategy<S> for SplitTrial {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let trials = Trials::new(scene, Follow::Everything);
        let mut work = WORK;
        let mut proofs: Vec<Proof<S>> = Vec::new();
        for tried in by_cells(scene) {
            let trial = trials.of(tried);
            // What ends at once needs no split, and is told by others.
            if trial.end == End::Stuck {
                proofs.extend(shortest_split(&trial, &mut work));
            }
        }
        proofs.sort_by_key(|proof| proof.length);
        for proof in proofs {
            let trial = trials.of(proof.tried);
            let step = proof.step(scene, &trial, trials.all_links(&trial, 0));
            step.map_or(ControlFlow::Continue(()), |step| sink.offer(step))?;
        }
        ControlFlow::Continue(())
    }
}

/// The split of the board at the end of the trial that shows with the fewest digits that it was wrong.
fn shortest_split<S: Space>(trial: &Trial<S>, work: &mut usize) -> Option<Proof<S>> {
    let board = &trial.board;
    let inner = Trials::new(board, Follow::Everything);
    let mut known: HashMap<S::Candidate, Option<usize>> = HashMap::new();
    let mut length = |candidate: S::Candidate| -> Option<usize> {
        *known.entry(candidate).or_insert_with(|| {
            *work = work.checked_sub(1)?;
            let tried = inner.of(candidate);
            let evidence = inner.contradiction(&tried, 0)?;
            Some(evidence.links.len() + 1)
        })
    };
    let mut best: Option<(usize, [S::Candidate; 2])> = None;
    for split in splits(board) {
        let both = length(split[0]).and_then(|one| Some(one + length(split[1])?));
        if let Some(both) = both.filter(|both| best.is_none_or(|(fewest, _)| *both < fewest)) {
            best = Some((both, split));
        }
    }
    let (digits, split) = best?;
    Some(Proof { tried: trial.trail[0].0, length: digits + trial.trail.len(), split })
}

/// All candidates of the board, those of cells with few first.
pub(super) fn by_cells<S: Space>(board: &Board<S>) -> Vec<S::Candidate> {
    let mut cells: Vec<S::Cell> = board.open().iter().collect();
    cells.sort_by_key(|&cell| board.candidates(cell).len());
    let marks =
        |cell| board.candidates(cell).iter().map(move |digit| S::Candidate::new(cell, digit));
    cells.into_iter().flat_map(marks).collect()
}

/// Where nothing is left, as a part: a cell without a candidate is one cell, a house without a place all that is open
/// in it.
pub(super) fn part_of<S: Space>(board: &Board<S>, end: End<S>) -> Option<Part<S>> {
    let (cells, digits) = match end {
        End::NoDigit(cell) => (cell.into(), board.candidates(cell)),
        End::NoPlace(digit, house) => (board.space().cells(house) & board.open(), digit.into()),
        End::Solved | End::Stuck => return None,
    };
    Some(Part { role: Role::Contradiction, cells, digits })
}

/// The cells with two candidates, and the digits with two places in a house.
pub(super) fn splits<S: Space>(board: &Board<S>) -> Vec<[S::Candidate; 2]> {
    let space = board.space();
    let cells = board.cells_with(2).iter().filter_map(|cell| {
        let both = board.candidates(cell).pair()?;
        Some(both.map(|digit| S::Candidate::new(cell, digit)))
    });
    let mut all: Vec<[S::Candidate; 2]> = cells.collect();
    for &house in space.house_list() {
        for digit in space.digit_list() {
            if let Some(both) = board.places(digit, house).pair() {
                all.push(both.map(|cell| S::Candidate::new(cell, digit)));
            }
        }
    }
    all
}

impl<S: Space> Proof<S> {
    fn step(&self, scene: &Scene<'_, S>, trial: &Trial<S>, links: Vec<Link<S>>) -> Option<Step<S>> {
        let [one, other] = self.split;
        let inner = Trials::new(&trial.board, Follow::Everything);
        let cells = S::CellSet::of(&[one.cell(), other.cell()]);
        let digits = S::DigitSet::of(&[one.digit(), other.digit()]);
        let tried = Part {
            role: Role::Trial,
            cells: self.tried.cell().into(),
            digits: self.tried.digit().into(),
        };
        let mut evidence = Evidence { parts: vec![tried], links, ..Evidence::default() };
        evidence = evidence.and(Role::Pivot, cells, digits);
        for (chain, candidate) in (1..).zip(self.split) {
            let tried = inner.of(candidate);
            evidence.links.extend(inner.contradiction(&tried, chain)?.links);
            evidence = evidence.and(Role::Trial, candidate.cell().into(), candidate.digit().into());
            evidence.parts.push(part_of(scene, tried.end)?);
        }
        Some(Step { strategy: &INFO, effect: Effect::eliminate(self.tried.into()), evidence })
    }
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let [first, pivot, branches @ ..] = step.evidence.parts.as_slice() else {
        unreachable!("a split trial has a digit tried and a split")
    };
    let links = &step.evidence.links;
    let of_chain = |chain: u8| links.iter().filter(move |link| link.chain == chain);
    let choice = match pivot.cells.single() {
        Some(cell) => {
            Message::new("forcing-chain-cell").with("cell", cell).with("digits", pivot.digits)
        }
        None => {
            Message::new("split-places").with("digits", pivot.digits).with("cells", pivot.cells)
        }
    };
    let told = (1..).zip(branches.chunks_exact(2)).map(|(chain, both)| {
        let (tried, end) = (both[0], both[1]);
        let forced = phrases::forced(of_chain(chain));
        let told = match forced.is_empty() {
            true => Message::new("split-branch"),
            false => Message::new("split-branch-then").with("forced", forced),
        };
        told.with("cell", tried.cells)
            .with("digit", tried.digits)
            .with("nothing", nothing(board, &end))
    });
    let branches: Vec<Message> = told.collect();
    let forced = phrases::forced(of_chain(0));
    let told = match forced.is_empty() {
        true => Message::new("split-trial"),
        false => Message::new("split-trial-then").with("forced", forced),
    };
    told.with("cell", first.cells)
        .with("digit", first.digits)
        .with("choice", choice)
        .with("branches", branches)
        .with("gone", step.effect.eliminations())
}

/// Where nothing is left: in a cell, or for a digit in the house that has just these open cells.
pub(super) fn nothing(board: &Board<Large>, end: &Part<Large>) -> Message {
    let space = board.space();
    let houses = space.common_houses(end.cells);
    let is_all = |house: &<Large as Space>::House| {
        end.digits.len() == 1 && space.cells(*house) & board.open() == end.cells
    };
    match houses.iter().find(is_all) {
        Some(house) => Message::new("no-place").with("house", house).with("digit", end.digits),
        None => Message::new("no-candidate").with("cell", end.cells),
    }
}
