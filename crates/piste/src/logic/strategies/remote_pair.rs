//! # Remote pair
//!
//! ## Idea
//! Four or more cells can all only be x or y and form a chain: each sees the next. Along
//! the chain the two digits alternate, so two cells at an odd distance are one x and the
//! other y, even where they do not see each other. A cell that sees both can be neither.
//!
//! ## Why it is sound
//! Neighbours in the chain cannot be equal and have only two digits to choose from, so
//! every other cell has the same digit. Of two cells at an odd distance one is x and one
//! is y, whichever way round.
//!
//! ## Example
//! r1c1, r1c6, r5c6 and r5c2 can all only be 4 or 7: of r1c1 and r5c2 one is 4 and the
//! other 7, so r1c2 and r5c1, which see both, are neither.
//!
//! ## Sources
//! The player communities; code 0703 of HoDoKu's library. It is an XY-chain with two
//! digits, or simple colouring with both of them at once.

use crate::logic::{
    Effect, Evidence, Family, Info, Link, Message, Node, Reason, Role, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct RemotePair;

static INFO: Info = Info {
    slug: "remote-pair",
    name: "remote pair",
    family: Family::Wings,
    assumes_uniqueness: false,
    codes: &["0703"],
    explain,
};

impl<S: Space> Strategy<S> for RemotePair {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let mut left = scene.bivalues();
        while let Some(start) = left.first() {
            let Some(pair) = scene.candidates(start).pair() else { break };
            let alike = left & scene.cells(pair[0]) & scene.cells(pair[1]);
            let group =
                layers(space, start, alike).into_iter().fold(S::CellSet::EMPTY, |all, l| all | l);
            left -= group;
            // Three such cells in a house are a contradiction and no chain.
            let crowded = |house: &S::House| (group & space.cells(*house)).len() > 2;
            if group.len() >= 4 && !space.house_list().iter().any(crowded) {
                Search::<S> { pair, group, told: Vec::new() }.run(scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The cells that share a house with this one, the cell itself too. A chain goes by houses; what
/// else sees each other (a knight's move apart) is left to chains in general.
fn beside<S: Space>(space: &S, cell: S::Cell) -> S::CellSet {
    space.houses(cell).iter().fold(S::CellSet::EMPTY, |all, house| all | space.cells(house))
}

/// The cells of `alike` by their distance from `start`, nearest first.
fn layers<S: Space>(space: &S, start: S::Cell, alike: S::CellSet) -> Vec<S::CellSet> {
    let mut layers = vec![S::CellSet::from(start)];
    let mut left = alike.without(start);
    loop {
        let last = layers[layers.len() - 1];
        let seen = last.iter().fold(S::CellSet::EMPTY, |seen, cell| seen | beside(space, cell));
        let next = left & seen;
        if next.is_empty() {
            return layers;
        }
        left -= next;
        layers.push(next);
    }
}

/// The search for chains among connected cells with the same two candidates.
struct Search<S: Space> {
    pair: [S::Digit; 2],
    group: S::CellSet,
    /// The effects offered so far: of chains with the same effect the shortest is told.
    told: Vec<S::CandidateSet>,
}

impl<S: Space> Search<S> {
    fn run(&mut self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let seen = self.group.iter().fold(S::CellSet::EMPTY, |seen, cell| seen | space.peers(cell));
        if scene.marks_of_all(self.pair.into_iter().collect(), seen - self.group).is_empty() {
            return ControlFlow::Continue(());
        }
        let mut chain = Vec::with_capacity(self.group.len());
        for length in (4..=self.group.len()).step_by(2) {
            for start in self.group {
                let layers = layers(space, start, self.group);
                if let Some(way) = layers.get(1..length) {
                    chain.push(start);
                    self.extend(&mut chain, way, scene, sink)?;
                    chain.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Extends the chain through the layers that are on its way, so that there is no
    /// shorter one between its ends.
    fn extend(
        &mut self,
        chain: &mut Vec<S::Cell>,
        way: &[S::CellSet],
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let (start, end) = (chain[0], chain[chain.len() - 1]);
        let Some((&layer, way)) = way.split_first() else {
            // Every chain is met from both ends.
            return if start < end {
                self.offer(chain, scene, sink)
            } else {
                ControlFlow::Continue(())
            };
        };
        for next in layer & beside(scene.space(), end) {
            chain.push(next);
            self.extend(chain, way, scene, sink)?;
            chain.pop();
        }
        ControlFlow::Continue(())
    }

    /// What the two ends see, and what any two cells at an odd distance of three or more do.
    fn offer(
        &mut self,
        chain: &[S::Cell],
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let space = scene.space();
        let between = |i: usize, k: usize| space.peers(chain[i]) & space.peers(chain[k]);
        let last = chain.len() - 1;
        let mut seen = S::CellSet::EMPTY;
        for i in 0..=last {
            for k in (i + 3..=last).step_by(2) {
                seen |= between(i, k);
            }
        }
        let digits = self.pair.into_iter().collect();
        for seen in [seen, between(0, last)] {
            let gone = scene.marks_of_all(digits, seen - self.group);
            if gone.is_empty() || self.told.contains(&gone) {
                continue;
            }
            self.told.push(gone);
            let colour = |first: usize| chain.iter().copied().skip(first).step_by(2).collect();
            let mut evidence = Evidence::part(Role::ColourA, colour(0), digits).and(
                Role::ColourB,
                colour(1),
                digits,
            );
            evidence.digits = digits;
            evidence.links = self.links(space, chain);
            sink.offer(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })?;
        }
        ControlFlow::Continue(())
    }

    /// If the first cell is x the second is not, so it is y, and so on.
    fn links(&self, space: &S, chain: &[S::Cell]) -> Vec<Link<S>> {
        let mut links = Vec::new();
        for (i, two) in chain.windows(2).enumerate() {
            let (x, y) = (self.pair[i % 2], self.pair[(i + 1) % 2]);
            let node = |cell: S::Cell, digit, on| Node { digit, cells: cell.into(), on };
            let common = space.houses(two[0]) & space.houses(two[1]);
            let Some(house) = common.first() else { continue };
            let weak = Link {
                chain: 0,
                from: node(two[0], x, true),
                to: node(two[1], x, false),
                reason: Reason::House(house),
            };
            let strong =
                Link { chain: 0, from: weak.to, to: node(two[1], y, true), reason: Reason::Cell };
            links.extend([weak, strong]);
        }
        links
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let chain = evidence.links.first().map(|link| link.from.cells).into_iter();
    let chain =
        chain.chain(evidence.links.iter().filter(|link| link.to.on).map(|link| link.to.cells));
    Message::new("remote-pair")
        .with("chain", chain.collect::<Vec<_>>())
        .with("digits", evidence.digits)
        .with("one", evidence.cells(Role::ColourA))
        .with("other", evidence.cells(Role::ColourB))
        .with("gone", step.effect.eliminations())
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Digit, DigitSet, Marks};

    #[test]
    fn a_board_full_of_the_same_pair_is_no_chain_and_no_maze() {
        let pair = DigitSet::of(&[Digit::D1, Digit::D2]);
        let marks =
            Marks::from_fn(|cell| if cell.index() == 0 { pair.with(Digit::D3) } else { pair });
        let board = Board::from(&marks);
        let mut sink = Sink::all();
        assert!(RemotePair.find(&Scene::new(&board), &mut sink).is_continue());
        assert_eq!(sink.steps(), []);
    }
}
