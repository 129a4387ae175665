//! # Kraken fish
//!
//! ## Idea
//! A finned fish whose fins lie anywhere. What the plain fish would erase need not see the fins
//! itself: it is enough that a chain leads from each fin to the same conclusion. Either the
//! digit is in one of the fins, and its chain says that the mark is false, or the fish is plain
//! and says so itself.
//!
//! ## Why it is sound
//! One of the fins is true, or none is. If one is, the mark is false by the chain that begins
//! there. If none is, the base lines use up the cover lines, and the mark, which lies in a
//! cover line outside the base lines, is false.
//!
//! ## Example
//! In rows 2 and 7 the 5 is in columns 3 and 8, or else in r7c5. If r7c5 is 5 then r9c5 is 2,
//! so r9c8 is not 2 but 6, and not 5. If not, column 8 has its 5 in row 2 or 7. Either way r9c8
//! is not 5.
//!
//! ## Sources
//! The thread *Kraken Fish* on the players' forum, which grew out of the Ultimate FISH Guide of
//! 2006, and HoDoKu, which calls it a Kraken fish of type 1. Fish of two
//! and three lines with up to four fins are looked for, the chains are those of single
//! candidates.

use super::support::fish::each_base;
use crate::logic::lines::{Axis, Mask, count, members};
use crate::logic::links::{Links, Paths, Room, Wave, rows};
use crate::logic::words::phrases;
use crate::logic::{
    Effect, Evidence, Family, Info, Message, Node, Role, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, Mark, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct KrakenFish;

static INFO: Info = Info {
    slug: "kraken-fish",
    name: "Kraken fish",
    family: Family::Fish,
    assumes_uniqueness: false,
    codes: &["0371"],
    explain,
};

/// At how many places along the lines there may be fins, and how many fins.
const MOST_PLACES: usize = 3;
const MOST_FINS: usize = 4;

/// What follows from candidates that are true, worked out when it is first asked for.
struct Followed<'a, S: Space> {
    links: &'a Links<S>,
    room: Room,
    /// For each candidate the statements that are false then.
    off: Vec<Option<Vec<u64>>>,
}

impl<S: Space> Followed<'_, S> {
    /// Whether the one being true makes the other false.
    fn rules_out(&mut self, from: usize, to: usize) -> bool {
        if self.off[from].is_none() {
            let mut wave = Wave::new(self.links, from, true);
            while wave.advance(self.links, &mut self.room) {}
            self.off[from] = Some(wave.seen(false).to_vec());
        }
        self.off[from].as_ref().is_some_and(|off| rows::has(off, to))
    }
}

/// A fish with fins anywhere.
struct Kraken<S: Space> {
    digit: S::Digit,
    base: S::HouseSet,
    cover: S::HouseSet,
    body: S::CellSet,
    fins: S::CellSet,
}

impl<S: Space> Strategy<S> for KrakenFish {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let links = scene.links();
        let mut followed = Followed { links, room: Room::default(), off: vec![None; links.len()] };
        let mut told = HashSet::new();
        // On boards larger than 9×9 there are too many fish of three.
        let largest = if scene.space().side() <= 9 { 3 } else { 2 };
        for size in 2..=largest {
            for digit in scene.space().all_digits() {
                for axis in Axis::BOTH {
                    let lines = scene.lines(digit, axis);
                    let fits = |places| count(places) <= size + MOST_PLACES;
                    each_base(lines, size, fits, &mut |base, places| {
                        each_of(places, count(places) - size.min(count(places)), &mut |outside| {
                            let cover = places & !outside;
                            let sound = members(base).all(|line| lines[line] & cover != 0);
                            match sound && outside != 0 {
                                true => swim(
                                    scene,
                                    (digit, axis, base, cover),
                                    &mut followed,
                                    &mut told,
                                    sink,
                                ),
                                false => ControlFlow::Continue(()),
                            }
                        })
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Calls `visit` for every choice of so many members of the mask.
fn each_of(
    mask: Mask,
    many: usize,
    visit: &mut impl FnMut(Mask) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn grow(
        left: Mask,
        many: usize,
        chosen: Mask,
        visit: &mut impl FnMut(Mask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if many == 0 {
            return visit(chosen);
        }
        for next in members(left) {
            grow(left & (!0 << next << 1), many - 1, chosen | 1 << next, visit)?;
        }
        ControlFlow::Continue(())
    }
    grow(mask, many, 0, visit)
}

/// Offers what this fish erases by chains.
fn swim<S: Space>(
    scene: &Scene<'_, S>,
    (digit, axis, base, cover): (S::Digit, Axis, Mask, Mask),
    followed: &mut Followed<'_, S>,
    told: &mut HashSet<S::Candidate>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let (space, across) = (scene.space(), axis.crossing());
    let (inside, covered) = (axis.cells(space, base), across.cells(space, cover));
    let marks = scene.cells(digit);
    let fins = (marks & inside) - covered;
    if fins.is_empty() || fins.len() > MOST_FINS {
        return ControlFlow::Continue(());
    }
    let number = |cell| followed.links.number(S::Candidate::new(cell, digit));
    let starts: Vec<usize> = fins.iter().filter_map(number).collect();
    for victim in (marks & covered) - inside {
        let Some(target) = number(victim) else { continue };
        // If it sees every fin, the plain finned fish has it.
        if starts.len() < fins.len() || fins.is_subset(space.peers(victim)) {
            continue;
        }
        let candidate = S::Candidate::new(victim, digit);
        if told.contains(&candidate)
            || !starts.iter().all(|&start| followed.rules_out(start, target))
        {
            continue;
        }
        told.insert(candidate);
        let body = marks & inside & covered;
        let houses = |axis: Axis, numbers| axis.lines(space, numbers);
        let fish =
            Kraken { digit, base: houses(axis, base), cover: houses(across, cover), body, fins };
        if let Some(step) = fish.step(followed.links, &starts, target) {
            sink.offer(step)?;
        }
    }
    ControlFlow::Continue(())
}

impl<S: Space> Kraken<S> {
    fn step(&self, links: &Links<S>, starts: &[usize], target: usize) -> Option<Step<S>> {
        let digit = self.digit.into();
        let mut evidence = Evidence::part(Role::Body, self.body, digit);
        evidence = evidence.and(Role::Fin, self.fins, digit);
        (evidence.houses, evidence.covers) = (self.base, self.cover);
        for (chain, &start) in (0..).zip(starts) {
            let path = Paths::new(links, start, true, usize::MAX).plainly_to(target, false)?;
            evidence.links.extend(path.links(links, chain));
        }
        let gone = S::CandidateSet::of(self.digit, links.spot(target).cells);
        Some(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let chains = evidence.links.chunk_by(|a, b| a.chain == b.chain);
    let chains: Vec<Message> =
        chains.map(|links| phrases::sentence(phrases::chain(links))).collect();
    let gone = step.effect.eliminations();
    let mark = gone.single().expect("a kraken erases one mark");
    Message::new("kraken-fish")
        .with("houses", evidence.houses)
        .with("digit", evidence.first_part().digits)
        .with("covers", evidence.covers)
        .with("fins", evidence.cells(Role::Fin))
        .with("chains", chains)
        .with("truth", Node::<Large>::new(mark, false))
        .with("gone", gone)
}
