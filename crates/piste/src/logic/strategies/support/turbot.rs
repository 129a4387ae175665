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
use piste_core::space::Large;
use piste_core::{Board, Cell, CellSet, Digit, House};
use std::ops::ControlFlow;

/// A chain of four places.
#[derive(Clone, Copy)]
pub(crate) struct Turbot {
    pub(crate) digit: Digit,
    /// One of these is true.
    pub(crate) ends: [Cell; 2],
    /// The partners of the ends; not both are true.
    pub(crate) inner: [Cell; 2],
    /// In which an end and its partner are the only two places.
    pub(crate) strong: [House; 2],
    /// Which holds both partners.
    pub(crate) weak: House,
}

impl Turbot {
    /// The marks that see both ends.
    pub(crate) fn victims(&self, scene: &Scene<'_>) -> CellSet {
        scene.cells(self.digit) & self.ends[0].peers() & self.ends[1].peers()
    }

    /// Offers the chain under this name, if it erases anything.
    pub(crate) fn offer(
        &self,
        info: &'static Info,
        scene: &Scene<'_>,
        sink: &mut Sink,
    ) -> ControlFlow<()> {
        let gone = scene.marks_of(self.digit, self.victims(scene));
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let effect = Effect::eliminate(gone);
        sink.offer(Step { strategy: info, effect, evidence: self.evidence() })
    }

    /// The links, as the given chain of the step.
    pub(crate) fn links(&self, chain: u8) -> [Link; 3] {
        let Turbot { ends, inner, strong, weak, .. } = *self;
        let node = |cell: Cell, on| Node { digit: self.digit, cells: cell.into(), on };
        [
            (node(ends[0], false), node(inner[0], true), strong[0]),
            (node(inner[0], true), node(inner[1], false), weak),
            (node(inner[1], false), node(ends[1], true), strong[1]),
        ]
        .map(|(from, to, house)| Link { chain, from, to, reason: Reason::House(house) })
    }

    /// Everything to see.
    pub(crate) fn evidence(&self) -> Evidence {
        let mut evidence = Evidence::part(Role::Body, CellSet::of(&self.inner), self.digit.into())
            .and(Role::Pincer, CellSet::of(&self.ends), self.digit.into())
            .in_houses(self.strong);
        evidence.covers = self.weak.into();
        evidence.links = self.links(0).to_vec();
        evidence
    }
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
