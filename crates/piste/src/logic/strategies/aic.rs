//! # Alternating inference chain
//!
//! ## Idea
//! Start with a statement that may be false and follow it: if this is not 5, that is 5;
//! if that is 5, this third is not; and so on, strong and weak links in turn, until the
//! chain ends with something that must then be true. So either the start is true or the
//! end is: what both of them rule out can go. Ends with the same digit clear the cells
//! that see both. Ends with different digits in cells that see each other each lose the
//! other's digit.
//!
//! The nodes of the chain are single candidates; in the *grouped* form also groups, a
//! digit in one of the two or three cells that a box shares with a line (on other shapes,
//! that any two houses share); in the form
//! *with almost locked sets* the chain may go through sets of n cells with n + 1 digits,
//! which hold all the others once one digit is ruled out.
//!
//! ## Why it is sound
//! Every link is an implication: off to on where only two possibilities are left, on to
//! off where two things exclude each other. Read together: if the start is false, the end
//! is true. A mark that excludes both the start and the end would make both false.
//!
//! ## Example
//! If r1c1 is not 5, then r1c7 is 5, so r3c8 is not 5, so r3c8 is 2, so r7c8 is not 2, so
//! r7c1 is 2. So r1c1 is 5 or r7c1 is 2: r1c1 is not 2 and r7c1 is not 5.
//!
//! ## Sources
//! Forcing chains of Sudoku Explainer (7.0 and up); codes 0708 and 0711 of HoDoKu's
//! library.

use crate::logic::links::{Links, Paths, Room, Spot, Wave, rows};
use crate::logic::words::phrases;
use crate::logic::{
    Effect, Evidence, Family, Info, Link, Message, Role, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// What a chain may be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic) enum Nodes {
    /// Single candidates.
    Candidates,
    /// Candidates and at least one group.
    Groups,
    /// Candidates, groups, and at least one almost locked set.
    Sets,
}

impl Nodes {
    /// The links to follow.
    pub(super) fn links<'a, S: Space>(self, scene: &'a Scene<'_, S>) -> &'a Links<S> {
        match self {
            Nodes::Candidates => scene.links(),
            Nodes::Groups => scene.grouped_links(),
            Nodes::Sets => scene.set_links(),
        }
    }
}

pub(in crate::logic) struct Aic {
    info: &'static Info,
    nodes: Nodes,
}

const fn info(slug: &'static str, name: &'static str, codes: &'static [&'static str]) -> Info {
    Info { slug, name, family: Family::Chains, assumes_uniqueness: false, codes, explain }
}

pub(in crate::logic) static AIC: Aic =
    Aic { info: &info("aic", "alternating inference chain", &["0708"]), nodes: Nodes::Candidates };
pub(in crate::logic) static GROUPED_AIC: Aic = Aic {
    info: &info("grouped-aic", "grouped alternating inference chain", &["0711"]),
    nodes: Nodes::Groups,
};
pub(in crate::logic) static ALS_AIC: Aic = Aic {
    info: &info("als-aic", "alternating inference chain with almost locked sets", &["0711"]),
    nodes: Nodes::Sets,
};

impl<S: Space> Strategy<S> for Aic {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        find_chains(self.info, scene, self.nodes.links(scene), 3, sink)
    }
}

/// Chains of at least `shortest` links whose two ends rule something out, short ones
/// first; of those with the same effect only the first.
pub(super) fn find_chains<S: Space>(
    info: &'static Info,
    scene: &Scene<'_, S>,
    links: &Links<S>,
    shortest: usize,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let starts = rows::members(links.linked()).take_while(|&spot| spot < links.plain());
    let mut waves: Vec<Wave> = starts.map(|spot| Wave::new(links, spot, false)).collect();
    let mut room = Room::default();
    let mut told: HashSet<S::CandidateSet> = HashSet::new();
    let mut later = Vec::new();
    // Plain chains can be read from either end; those through sets only one way.
    let both_ways = links.plain() < links.len();
    while !waves.is_empty() {
        waves.retain_mut(|wave| wave.advance(links, &mut room));
        for wave in waves.iter().filter(|wave| wave.steps() >= shortest) {
            let start = wave.start();
            let ends = rows::members(wave.front()).take_while(|&end| end < links.plain());
            for end in ends.filter(|&end| end > start || (both_ways && end < start)) {
                let spots = [links.spot(start), links.spot(end)];
                let gone = ruled_out_by_both(scene, spots);
                if gone.is_empty() || told.contains(&gone) {
                    continue;
                }
                let paths = Paths::new(links, start, false, wave.steps());
                let Some(path) = paths.to(end) else { continue };
                let mut evidence = Evidence { links: path.links(links, 0), ..Evidence::default() };
                for spot in spots {
                    evidence = evidence.and(Role::Pincer, spot.cells, spot.digit.into());
                }
                let circular = comes_back(&evidence.links);
                let step = Step { strategy: info, effect: Effect::eliminate(gone), evidence };
                if circular {
                    later.push(step);
                } else {
                    told.insert(gone);
                    sink.offer(step)?;
                }
            }
        }
        waves.retain_mut(|wave| wave.advance(links, &mut room));
    }
    later.retain(|step| told.insert(step.effect.eliminations()));
    later.into_iter().try_for_each(|step| sink.offer(step))
}

/// Whether the chain speaks of the same digit in the same cell twice. Through almost locked
/// sets it can: sound, but hard to follow, so such chains come last.
fn comes_back<S: Space>(links: &[Link<S>]) -> bool {
    let nodes: Vec<_> =
        links.iter().take(1).map(|l| l.from).chain(links.iter().map(|l| l.to)).collect();
    nodes.iter().enumerate().any(|(i, node)| {
        let earlier = &nodes[..i];
        earlier.iter().any(|e| e.digit == node.digit && !e.cells.is_disjoint(node.cells))
    })
}

/// The marks that exclude both spots. Two digits of one cell are left to the loops.
fn ruled_out_by_both<S: Space>(
    scene: &Scene<'_, S>,
    [one, other]: [Spot<S>; 2],
) -> S::CandidateSet {
    let space = scene.space();
    if one.digit == other.digit {
        let seen = space.common_peers(one.cells) & space.common_peers(other.cells);
        return scene.marks_of(one.digit, seen);
    }
    match (one.cell(), other.cell()) {
        (Some(a), Some(b)) if space.sees(a, b) => {
            scene.marks_of(other.digit, a.into()).union(&scene.marks_of(one.digit, b.into()))
        }
        _ => S::CandidateSet::EMPTY,
    }
}

/// Tells a chain with two ends.
pub(super) fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let ends = step.evidence.parts_in(Role::Pincer).map(|part| {
        Message::new("two-ends-end").with("cells", part.cells).with("digits", part.digits)
    });
    Message::new("two-ends")
        .with("chain", phrases::chain(&step.evidence.links))
        .with("ends", ends.collect::<Vec<_>>())
        .with("gone", step.effect.eliminations())
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Grid;

    #[test]
    fn short_chains_come_first_and_no_effect_comes_twice() {
        let grid: Grid =
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
                .parse()
                .unwrap();
        let escargot: Grid =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
                .parse()
                .unwrap();
        let mut found = 0;
        for grid in [grid, escargot] {
            let board = Board::from(&grid);
            let mut sink = Sink::all();
            let _ = GROUPED_AIC.find(&Scene::new(&board), &mut sink);
            let steps = sink.into_steps();
            assert!(steps.is_sorted_by_key(|step| {
                (comes_back(&step.evidence.links), step.evidence.links.len())
            }));
            let effects: HashSet<Effect> = steps.iter().map(|step| step.effect.clone()).collect();
            assert_eq!(effects.len(), steps.len());
            found += steps.len();
        }
        assert!(found > 0);
    }
}
