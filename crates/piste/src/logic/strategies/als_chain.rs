//! # ALS chain
//!
//! ## Idea
//! Almost locked sets in a row, each tied to the next by a digit that cannot be in both,
//! and never tied by the same digit on both sides. A digit z that both ends can hold is
//! in one of them for certain.
//!
//! ## Why it is sound
//! As in the ALS-XY-wing, handed on: if the first set holds no z it is locked and holds
//! the first tying digit, so the second set does not, is locked, holds the next tying
//! digit, and so on until the last set, which is locked and holds z. The chain may come
//! back to its first set by another digit than it left: that set then holds at most one
//! of the two, so it lacks the other, and holds all its remaining digits for certain.
//!
//! ## Example
//! Four sets tied by 3, 5 and 8; the first and the last can both hold 2: a cell that sees
//! every 2 of both is not 2.
//!
//! ## Sources
//! The community's ALS theory; code 0903 of HoDoKu's library, which calls it ALS-XY-chain
//! and starts at four sets (three are an ALS-XY-wing).

use super::als_xy_wing::between_ends;
use crate::logic::als::AlsNet;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct AlsChain;

static INFO: Info = Info {
    slug: "als-chain",
    name: "ALS chain",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &["0903"],
    explain,
};

/// A set reached by a tying digit, and from where.
struct Reached<D> {
    set: usize,
    by: D,
    from: Option<usize>,
    length: usize,
}

/// How many sets make a chain; three are an ALS-XY-wing.
const CHAIN: usize = 4;

/// Everything that can be reached from a set when leaving it by `first`, nearest first.
/// Each set is reached at most once by each digit: once on a short way, and once more on
/// a way long enough for a chain.
fn reach<S: Space>(net: &AlsNet<S>, start: usize, first: S::Digit) -> Vec<Reached<S::Digit>> {
    let mut short = vec![S::DigitSet::EMPTY; net.sets.len()];
    let mut long = vec![S::DigitSet::EMPTY; net.sets.len()];
    let mut queue: Vec<Reached<S::Digit>> = Vec::new();
    for &(set, ties) in net.linked(start) {
        if ties.contains(first) {
            short[set].insert(first);
            queue.push(Reached { set, by: first, from: None, length: 2 });
        }
    }
    let mut next = 0;
    while next < queue.len() {
        if queue[next].set == start {
            next += 1;
            continue;
        }
        let (set, by, length) = (queue[next].set, queue[next].by, queue[next].length);
        let seen = if length + 1 < CHAIN { &mut short } else { &mut long };
        for &(other, ties) in net.linked(set) {
            // Back at the start, the chain must not end by the digit it set out with.
            let ties = if other == start { ties.without(first) } else { ties };
            if other != start && on_the_way(&queue, next, other) {
                continue;
            }
            for tie in ties.without(by) - seen[other] {
                seen[other].insert(tie);
                queue.push(Reached { set: other, by: tie, from: Some(next), length: length + 1 });
            }
        }
        next += 1;
    }
    queue
}

/// Whether the set has been passed on the way to this point of the queue.
fn on_the_way<D>(queue: &[Reached<D>], at: usize, set: usize) -> bool {
    std::iter::successors(Some(at), |&i| queue[i].from).any(|i| queue[i].set == set)
}

/// The step of the chain that starts at `start` and has come to `reached[at]`.
fn tell<S: Space>(
    net: &AlsNet<S>,
    start: usize,
    reached: &[Reached<S::Digit>],
    at: usize,
    gone: S::CandidateSet,
) -> Step<S> {
    let mut evidence: Evidence<S> = Evidence::default();
    for i in std::iter::successors(Some(at), |&i| reached[i].from) {
        let set = &net.sets[reached[i].set];
        evidence.digits.insert(reached[i].by);
        evidence = evidence.and(Role::Body, set.cells, set.digits);
    }
    let first = &net.sets[start];
    evidence = evidence.and(Role::Body, first.cells, first.digits);
    evidence.parts.reverse();
    Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence }
}

impl<S: Space> Strategy<S> for AlsChain {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let net = scene.als();
        let mut told = HashSet::new();
        // Chains whose ends lie in each other are harder to believe: they come last.
        let mut nested = Vec::new();
        for (start, a) in net.sets.iter().enumerate() {
            let leaving =
                net.linked(start).iter().fold(S::DigitSet::EMPTY, |all, &(_, ties)| all | ties);
            for first in leaving {
                let reached = reach(net, start, first);
                for (at, end) in reached.iter().enumerate().filter(|(_, end)| end.length >= CHAIN) {
                    let b = &net.sets[end.set];
                    let gone = between_ends(scene, [a, b], [first, end.by]);
                    if gone.is_empty() || told.contains(&gone) {
                        continue;
                    }
                    let step = tell(net, start, &reached, at, gone);
                    if a.cells.is_subset(b.cells) || b.cells.is_subset(a.cells) {
                        nested.push(step);
                    } else {
                        told.insert(gone);
                        sink.offer(step)?;
                    }
                }
            }
        }
        nested.retain(|step| told.insert(step.effect.eliminations()));
        nested.into_iter().try_for_each(|step| sink.offer(step))
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let sets =
        step.evidence.parts.iter().map(|part| {
            Message::new("set-of").with("cells", part.cells).with("digits", part.digits)
        });
    let [first, .., last] = step.evidence.parts.as_slice() else {
        unreachable!("a chain has two ends")
    };
    let is_round = first == last;
    let told = if is_round { Message::new("als-chain-round") } else { Message::new("als-chain") };
    let gone = step.effect.eliminations();
    told.with("sets", sets.collect::<Vec<_>>()).with("digits", gone.digits()).with("gone", gone)
}
