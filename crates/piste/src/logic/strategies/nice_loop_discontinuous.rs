//! # Discontinuous nice loop
//!
//! ## Idea
//! A chain that comes back to where it started and contradicts itself. If "r5c2 is 7"
//! leads, link by link, to "r5c2 is not 7", then r5c2 is not 7. If "r5c2 is not 7" leads
//! to "r5c2 is 7", then it is, and its other candidates can go.
//!
//! As with alternating inference chains there is a *grouped* form and one *with almost
//! locked sets*.
//!
//! ## Why it is sound
//! A statement from which its own opposite follows is false.
//!
//! ## Example
//! If r5c2 is 7, then r5c8 is not 7, so r9c8 is 7, so r9c1 is not 7, so r6c1 is 7, so r5c2
//! is not 7. So r5c2 cannot be 7.
//!
//! ## Sources
//! Forcing chains of Sudoku Explainer (7.0 and up); codes 0707 and 0710 of HoDoKu's
//! library, which erases the other candidates of a cell where we could write the digit,
//! and so do we.

use super::aic::Nodes;
use crate::logic::links::{Links, Paths, Room, Wave, rows};
use crate::logic::words::phrases;
use crate::logic::{
    Effect, Evidence, Family, Info, Message, Node, Role, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct DiscontinuousNiceLoop {
    info: &'static Info,
    nodes: Nodes,
}

const fn info(slug: &'static str, name: &'static str, codes: &'static [&'static str]) -> Info {
    Info { slug, name, family: Family::Chains, assumes_uniqueness: false, codes, explain }
}

pub(in crate::logic) static NICE_LOOP_DISCONTINUOUS: DiscontinuousNiceLoop =
    DiscontinuousNiceLoop {
        info: &info("nice-loop-discontinuous", "discontinuous nice loop", &["0707"]),
        nodes: Nodes::Candidates,
    };
pub(in crate::logic) static GROUPED_NICE_LOOP_DISCONTINUOUS: DiscontinuousNiceLoop =
    DiscontinuousNiceLoop {
        info: &info(
            "grouped-nice-loop-discontinuous",
            "grouped discontinuous nice loop",
            &["0710"],
        ),
        nodes: Nodes::Groups,
    };
pub(in crate::logic) static ALS_NICE_LOOP_DISCONTINUOUS: DiscontinuousNiceLoop =
    DiscontinuousNiceLoop {
        info: &info(
            "als-nice-loop-discontinuous",
            "discontinuous nice loop with almost locked sets",
            &["0710"],
        ),
        nodes: Nodes::Sets,
    };

/// The fewest links of a loop from a digit that is supposed to be wrong: with fewer it
/// would be a hidden or naked single.
const SHORTEST: usize = 3;
/// The fewest links of a plain loop from a digit that is supposed to be right: with fewer
/// the digit would see both ends of one strong link, as locked candidates do.
const SHORTEST_FROM_ON: usize = 5;

impl<S: Space> Strategy<S> for DiscontinuousNiceLoop {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let links = self.nodes.links(scene);
        let mut waves = Vec::with_capacity(2 * links.singles());
        for spot in 0..links.singles() {
            waves.push(Wave::new(links, spot, true));
            if rows::has(links.linked(), spot) {
                waves.push(Wave::new(links, spot, false));
            }
        }
        let mut room = Room::default();
        let mut told: HashSet<S::CandidateSet> = HashSet::new();
        while !waves.is_empty() {
            let mut closed = Vec::new();
            waves.retain_mut(|wave| {
                let alive = wave.advance(links, &mut room);
                let closes = wave.refutes_itself();
                if closes && rows::has(wave.front(), wave.start()) {
                    closed.push((wave.start(), wave.start_on(), wave.steps()));
                }
                alive && !closes
            });
            for (start, on, steps) in closed {
                let plain = self.nodes != Nodes::Sets;
                let shortest = if on && plain { SHORTEST_FROM_ON } else { SHORTEST };
                if steps >= shortest {
                    self.offer(scene, links, (start, on, steps), &mut told, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl DiscontinuousNiceLoop {
    /// The loop found by a wave from this spot, on or off, of this many steps.
    fn offer<S: Space>(
        &self,
        scene: &Scene<'_, S>,
        links: &Links<S>,
        (start, on, steps): (usize, bool, usize),
        told: &mut HashSet<S::CandidateSet>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let spot = links.spot(start);
        let gone = if on {
            S::CandidateSet::of(spot.digit, spot.cells)
        } else {
            scene.marks_of_all(scene.space().all_digits().without(spot.digit), spot.cells)
        };
        if gone.is_empty() || !told.insert(gone) {
            return ControlFlow::Continue(());
        }
        let Some(path) = Paths::new(links, start, on, steps).to(start) else {
            return ControlFlow::Continue(());
        };
        let mut evidence = Evidence::part(Role::Pivot, spot.cells, spot.digit.into());
        evidence.links = path.links(links, 0);
        sink.offer(Step { strategy: self.info, effect: Effect::eliminate(gone), evidence })
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let links = &step.evidence.links;
    let first = links.first().expect("a loop has links").from;
    Message::new("nice-loop-discontinuous")
        .with("chain", phrases::chain(links))
        .with("truth", Node { on: !first.on, ..first })
        .with("gone", step.effect.eliminations())
}
