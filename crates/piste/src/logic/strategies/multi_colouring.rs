//! # Multi-colouring
//!
//! ## Idea
//! Colour all clusters of a digit's conjugate pairs, as in simple colouring, and look at
//! two of them, one with colours A and B, the other with colours C and D. If a mark of A
//! sees a mark of C, the two are not both true, so B or D is: what sees a B and a D is
//! false (type 1). If A sees both C and D, it is false whichever of them is true (type 2).
//!
//! ## Why it is sound
//! Of A and B exactly one is all true, and so of C and D. A and C cannot both be true when
//! two of their cells see each other. In type 2 one of C and D is true, and A cannot stand
//! beside it. Two clusters may touch in more than one way; what follows from each of them
//! is told together.
//!
//! ## Example
//! In row 2 the 5 is in r2c2 (A) or r2c8 (B), in column 3 in r1c3 (C) or r8c3 (D). r2c2
//! and r1c3 share box 1, so r2c8 or r8c3 is 5, and r8c8, which sees both, is not. With
//! longer clusters the same works from afar.
//!
//! ## Sources
//! Codes 0502 (type 1) and 0503 (type 2) of HoDoKu's library, there called multi colors.

use super::support::colours::{Cluster, clash, clusters, seen_by};
use crate::logic::words::phrases::all_are;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct MultiColouring;

static INFO: Info = Info {
    slug: "multi-colouring",
    name: "multi-colouring",
    family: Family::Colouring,
    assumes_uniqueness: false,
    codes: &["0502", "0503"],
    explain,
};

/// A cluster and, for each colour, what it sees.
struct Coloured<S: Space> {
    colours: Cluster<S>,
    seen: [S::CellSet; 2],
}

impl<S: Space> Coloured<S> {
    fn new(space: &S, colours: Cluster<S>) -> Coloured<S> {
        Coloured { colours, seen: colours.map(|colour| seen_by(space, colour)) }
    }

    fn touches(&self, other: &Coloured<S>) -> bool {
        let all = self.colours[0] | self.colours[1];
        !all.is_disjoint(other.seen[0] | other.seen[1])
    }
}

/// One way for two clusters to touch, and what follows.
struct Way<S: Space> {
    /// Two marks, one of either colour, that see each other.
    touching: S::CellSet,
    /// The opposite colours, one of which is therefore true.
    opposite: [S::CellSet; 2],
    /// What sees both of those.
    victims: S::CellSet,
}

/// The ways in which the clusters touch, out of four; `places` are the digit's marks.
fn ways<S: Space>(
    space: &S,
    one: &Coloured<S>,
    other: &Coloured<S>,
    places: S::CellSet,
) -> impl Iterator<Item = Way<S>> {
    [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().filter_map(move |(i, j)| {
        let victims = places & one.seen[1 - i] & other.seen[1 - j];
        if victims.is_empty() {
            return None;
        }
        Some(Way {
            touching: S::CellSet::of(&clash(space, one.colours[i], other.colours[j])?),
            opposite: [one.colours[1 - i], other.colours[1 - j]],
            victims,
        })
    })
}

/// The two clusters, and where they touch.
fn evidence<S: Space>(
    digit: S::Digit,
    clusters: [Cluster<S>; 2],
    touching: S::CellSet,
) -> Evidence<S> {
    let digits = digit.into();
    let start = Evidence::part(Role::Pivot, touching, digits);
    clusters.into_iter().fold(start, |evidence, [a, b]| {
        evidence.and(Role::ColourA, a, digits).and(Role::ColourB, b, digits)
    })
}

/// Colours of `one` that see both colours of `other`.
fn type_2<S: Space>(
    scene: &Scene<'_, S>,
    digit: S::Digit,
    one: &Coloured<S>,
    other: &Coloured<S>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let [a, b] = one.colours;
    for [colour, opposite] in [[a, b], [b, a]] {
        let [c, d] = other.colours;
        if let (Some(first), Some(second)) =
            (clash(scene.space(), colour, c), clash(scene.space(), colour, d))
        {
            let touching = S::CellSet::of(&first) | S::CellSet::of(&second);
            sink.offer(Step {
                strategy: &INFO,
                effect: Effect::eliminate(scene.marks_of(digit, colour)),
                evidence: evidence(digit, [[colour, opposite], other.colours], touching),
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// What follows from the two clusters' touching, in all the ways they do.
fn type_1<S: Space>(
    scene: &Scene<'_, S>,
    digit: S::Digit,
    one: &Coloured<S>,
    other: &Coloured<S>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let (mut victims, mut touching) = (S::CellSet::EMPTY, S::CellSet::EMPTY);
    for way in ways(scene.space(), one, other, scene.cells(digit)) {
        victims |= way.victims;
        touching |= way.touching;
    }
    // A whole colour is erased for a better reason: type 2, or a wrap of its own cluster.
    if victims.is_empty() || one.colours.contains(&victims) || other.colours.contains(&victims) {
        return ControlFlow::Continue(());
    }
    sink.offer(Step {
        strategy: &INFO,
        effect: Effect::eliminate(scene.marks_of(digit, victims)),
        evidence: evidence(digit, [one.colours, other.colours], touching),
    })
}

impl<S: Space> Strategy<S> for MultiColouring {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        for digit in scene.space().all_digits() {
            let clusters: Vec<Coloured<S>> = clusters(scene, digit)
                .into_iter()
                .map(|cluster| Coloured::new(scene.space(), cluster))
                .collect();
            for (i, one) in clusters.iter().enumerate() {
                for other in clusters[i + 1..].iter().filter(|other| one.touches(other)) {
                    type_2(scene, digit, one, other, sink)?;
                    type_2(scene, digit, other, one, sink)?;
                    type_1(scene, digit, one, other, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let digit = evidence.first_part().digits.single().expect("a colouring is of one digit");
    let mut clusters = evidence
        .parts_in(Role::ColourA)
        .zip(evidence.parts_in(Role::ColourB))
        .map(|(a, b)| [a.cells, b.cells]);
    let (Some(one), Some(other)) = (clusters.next(), clusters.next()) else {
        unreachable!("two clusters are coloured");
    };
    let gone = step.effect.eliminations();
    let told = if gone.cells() == one[0] {
        Message::new("multi-colouring-out").with("cells", one[0])
    } else {
        let both = [one, other].map(|cluster| Coloured::new(board.space(), cluster));
        let ways = ways(board.space(), &both[0], &both[1], board.cells(digit)).map(|way| {
            Message::new("multi-colouring-way")
                .with("touching", way.touching)
                .with("one", way.opposite[0])
                .with("other", way.opposite[1])
                .with("digit", digit)
        });
        Message::new("multi-colouring").with("ways", ways.collect::<Vec<_>>())
    };
    let choice = |[a, b]: Cluster<Large>| {
        Message::new("multi-colouring-either")
            .with("one", all_are(a, digit))
            .with("other", all_are(b, digit))
    };
    told.with("one", choice(one)).with("other", choice(other)).with("gone", gone)
}
