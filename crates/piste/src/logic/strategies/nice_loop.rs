//! # Continuous nice loop
//!
//! ## Idea
//! A chain of strong and weak links in turn that closes smoothly: after the last link
//! comes the first again, and nothing contradicts itself. Then there are only two ways to
//! fill it, every other node true or the rest, and so *each* weak link has exactly one
//! true end. What sees both ends of any weak link can go: other candidates of a cell
//! where two digits of it are linked, and the digit itself in cells that see both places.
//!
//! In the *grouped* form nodes may be groups. In the form *with almost locked sets* a
//! link may go through such a set; then the set's other digits are locked in it as well,
//! and cells that see all their places there lose them.
//!
//! ## Why it is sound
//! Going round the loop every statement follows from every other one, so they are all
//! true or all false. At a weak link "a is on" and "b is off" are such statements:
//! exactly one of a and b is true.
//!
//! ## Example
//! r1c1 is 2 or 7; 7 in row 1 is in r1c1 or r1c6; r1c6 and r5c6 see each other; … and
//! back to the 2 of r1c1. Wherever two nodes of the loop see each other, one of them is
//! true.
//!
//! ## Sources
//! Bidirectional cycles of Sudoku Explainer (6.5 and 7.0 and up); codes 0706 and 0709 of
//! HoDoKu's library. As there, a cell of the loop itself only loses what a link within it
//! rules out; whatever else it may lose is left to another step.

use super::aic::Nodes;
use crate::logic::links::{Links, Paths, Room, Wave, rows};
use crate::logic::words::phrases;
use crate::logic::{
    Effect, Evidence, Family, Info, Link, Message, Node, Reason, Role, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct NiceLoop {
    info: &'static Info,
    nodes: Nodes,
}

const fn info(slug: &'static str, name: &'static str, codes: &'static [&'static str]) -> Info {
    Info { slug, name, family: Family::Chains, assumes_uniqueness: false, codes, explain }
}

pub(in crate::logic) static NICE_LOOP: NiceLoop = NiceLoop {
    info: &info("nice-loop", "continuous nice loop", &["0706"]),
    nodes: Nodes::Candidates,
};
pub(in crate::logic) static GROUPED_NICE_LOOP: NiceLoop = NiceLoop {
    info: &info("grouped-nice-loop", "grouped continuous nice loop", &["0709"]),
    nodes: Nodes::Groups,
};
pub(in crate::logic) static ALS_NICE_LOOP: NiceLoop = NiceLoop {
    info: &info("als-nice-loop", "continuous nice loop with almost locked sets", &["0709"]),
    nodes: Nodes::Sets,
};

/// How many equally short ways round between the same two spots are looked at.
const MOST_WAYS: usize = 200;

impl<S: Space> Strategy<S> for NiceLoop {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let links = self.nodes.links(scene);
        let mut waves: Vec<Wave> = rows::members(links.linked())
            .take_while(|&spot| spot < links.plain())
            .flat_map(|spot| [true, false].map(|on| Wave::new(links, spot, on)))
            .collect();
        let mut room = Room::default();
        let mut told: HashSet<S::CandidateSet> = HashSet::new();
        while !waves.is_empty() {
            waves.retain_mut(|wave| wave.advance(links, &mut room) && !wave.refutes_itself());
            for wave in waves.iter().filter(|wave| wave.steps() >= 3 && wave.steps() % 2 == 1) {
                let ends = closing_ends(links, wave);
                if ends.is_empty() {
                    continue;
                }
                let paths = Paths::new(links, wave.start(), wave.start_on(), wave.steps());
                for end in ends {
                    self.offer(scene, links, &paths, end, &mut told, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The spots of the front from which one more link closes a loop: back to a start that
/// was off by a weak link, back to one that was on by a strong link.
fn closing_ends<S: Space>(links: &Links<S>, wave: &Wave) -> Vec<usize> {
    let start = wave.start();
    let front = wave.front();
    if wave.start_on() {
        let strong = links.strong(start).iter().map(|&(end, _)| end);
        strong.filter(|&end| end > start && rows::has(front, end)).collect()
    } else {
        rows::common(front, links.weak(start))
            .take_while(|&end| end < links.plain())
            .filter(|&end| end > start)
            .collect()
    }
}

impl NiceLoop {
    /// The loops along the shortest paths to `end` and back by one link.
    fn offer<S: Space>(
        &self,
        scene: &Scene<'_, S>,
        links: &Links<S>,
        paths: &Paths<'_, S>,
        end: usize,
        told: &mut HashSet<S::CandidateSet>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let mut found = Vec::new();
        paths.each_to(end, MOST_WAYS, |path| {
            let mut round = path.links(links, 0);
            round.push(links.link((end, !path.start_on), path.start));
            let gone = ruled_out(scene, &round);
            if !gone.is_empty() && told.insert(gone) {
                found.push((round, gone));
            }
        });
        for (round, gone) in found {
            let digits = round.iter().map(|link| link.to.digit).collect();
            let mut evidence = Evidence::part(Role::Body, cells_of(&round), digits);
            evidence.links = round;
            sink.offer(Step { strategy: self.info, effect: Effect::eliminate(gone), evidence })?;
        }
        ControlFlow::Continue(())
    }
}

/// The cells that the loop goes through, those of its sets included.
fn cells_of<S: Space>(round: &[Link<S>]) -> S::CellSet {
    round.iter().fold(S::CellSet::EMPTY, |cells, link| match link.reason {
        Reason::Set(set) => cells | link.to.cells | set,
        _ => cells | link.to.cells,
    })
}

/// Everything that sees both ends of a weak link of the loop, and what its sets lock.
///
/// In the loop's own cells only what a link within the cell rules out is counted.
fn ruled_out<S: Space>(scene: &Scene<'_, S>, round: &[Link<S>]) -> S::CandidateSet {
    let space = scene.space();
    let mut inside = S::CandidateSet::EMPTY;
    let mut outside = S::CandidateSet::EMPTY;
    for &Link { from, to, reason, .. } in round {
        if let Reason::Set(set) = reason {
            for digit in scene.digits_of(set).without(from.digit) {
                let seen = space.common_peers(scene.cells(digit) & set);
                outside.insert_all(
                    digit,
                    scene.cells(digit) & seen & locked_from(scene, to, digit, set),
                );
            }
        } else if from.on && from.digit == to.digit {
            let seen = space.common_peers(from.cells) & space.common_peers(to.cells);
            outside.insert_all(from.digit, scene.cells(from.digit) & seen);
        } else if from.on {
            let rest = space.all_digits().without(from.digit).without(to.digit);
            inside = inside.union(&scene.marks_of_all(rest, from.cells));
        }
    }
    let own = cells_of(round);
    for digit in outside.digits() {
        inside.insert_all(digit, outside.cells_of(digit) - own);
    }
    inside
}

/// Where a digit of an almost locked set that the loop leaves for `exit` can be ruled out,
/// among the cells that see all its places in the set.
///
/// The exit's own digit is the business of the next link. But if the exit is a cell beside
/// the set, which the locked set leaves one candidate, then going round the other way that
/// cell has another of its candidates, and the set lacks it: who is to lose that digit
/// must see the cell too.
fn locked_from<S: Space>(
    scene: &Scene<'_, S>,
    exit: Node<S>,
    digit: S::Digit,
    set: S::CellSet,
) -> S::CellSet {
    match exit.cell().filter(|&cell| !set.contains(cell)) {
        Some(cell) if digit != exit.digit && scene.candidates(cell).contains(digit) => {
            scene.space().peers(cell)
        }
        None if digit == exit.digit => S::CellSet::EMPTY,
        _ => scene.space().all_cells(),
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    Message::new("nice-loop")
        .with("chain", phrases::chain(&step.evidence.links))
        .with("gone", step.effect.eliminations())
}
