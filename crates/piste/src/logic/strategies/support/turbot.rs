//! Two strong links and a weak one between them, all for one digit.
//!
//! ```text
//!   end ═══ inner ─── inner ═══ end      ═ the digit's only two places in a house
//!                                        ─ two places in the same house
//! ```
//!
//! If the left end is false, its partner is true, so the other inner place is false, so
//! the right end is true: one of the ends is true, and what sees both is false. The
//! skyscraper, the two-string kite, the turbot fish and (with a group of cells for one
//! end) the empty rectangle are this chain in different shapes.

use crate::logic::words::phrases;
use crate::logic::{Effect, Evidence, Info, Link, Message, Node, Reason, Role, Scene, Sink, Step};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

/// A chain of four places.
pub(crate) struct Turbot<S: Space> {
    pub(crate) digit: S::Digit,
    /// One of these is true.
    pub(crate) ends: [S::Cell; 2],
    /// The partners of the ends; not both are true.
    pub(crate) inner: [S::Cell; 2],
    /// In which an end and its partner are the only two places.
    pub(crate) strong: [S::House; 2],
    /// Which holds both partners.
    pub(crate) weak: S::House,
}

impl<S: Space> Turbot<S> {
    /// The marks that see both ends.
    pub(crate) fn victims(&self, scene: &Scene<'_, S>) -> S::CellSet {
        let [one, other] = self.ends.map(|end| scene.space().peers(end));
        scene.cells(self.digit) & one & other
    }

    /// Offers the chain under this name, if it erases anything.
    pub(crate) fn offer(
        &self,
        info: &'static Info,
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let gone = scene.marks_of(self.digit, self.victims(scene));
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let effect = Effect::eliminate(gone);
        sink.offer(Step { strategy: info, effect, evidence: self.evidence() })
    }

    /// The links, as the given chain of the step.
    pub(crate) fn links(&self, chain: u8) -> [Link<S>; 3] {
        let Turbot { ends, inner, strong, weak, .. } = *self;
        let node = |cell: S::Cell, on| Node { digit: self.digit, cells: cell.into(), on };
        [
            (node(ends[0], false), node(inner[0], true), strong[0]),
            (node(inner[0], true), node(inner[1], false), weak),
            (node(inner[1], false), node(ends[1], true), strong[1]),
        ]
        .map(|(from, to, house)| Link { chain, from, to, reason: Reason::House(house) })
    }

    /// Everything to see.
    pub(crate) fn evidence(&self) -> Evidence<S> {
        let mut evidence =
            Evidence::part(Role::Body, S::CellSet::of(&self.inner), self.digit.into())
                .and(Role::Pincer, S::CellSet::of(&self.ends), self.digit.into())
                .in_houses(self.strong);
        evidence.covers = self.weak.into();
        evidence.links = self.links(0).to_vec();
        evidence
    }
}

/// The house other than a line that ties these two places together and holds neither of the ends.
#[inline]
pub(crate) fn knot<S: Space>(
    space: &S,
    [a, b]: [S::Cell; 2],
    ends: [S::Cell; 2],
) -> Option<S::House> {
    if !space.sees(a, b) {
        return None;
    }
    (space.houses(a) & space.houses(b)).iter().find(|&house| {
        let cells = space.cells(house);
        !space.kind(house).is_line() && !cells.contains(ends[0]) && !cells.contains(ends[1])
    })
}

/// Tells the chains of a step one by one, each with the ends of which one is true.
pub(crate) fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let chains = step.evidence.links.chunk_by(|a, b| a.chain == b.chain);
    let chains = chains.filter_map(|links| {
        let (first, last) = (links.first()?, links.last()?);
        let told = Message::new("turbot-chain")
            .with("digit", first.from.digit)
            .with("one", first.from.cells)
            .with("other", last.to.cells)
            .with("chain", phrases::chain(links));
        Some(told)
    });
    let gone = step.effect.eliminations();
    let told = Message::new("turbot-chains").with("chains", chains.collect::<Vec<_>>());
    Message::new("turbot").with("told", told).with("digits", gone.digits()).with("gone", gone)
}
