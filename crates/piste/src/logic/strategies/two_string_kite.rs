//! # Two-string kite, and dual two-string kite
//!
//! ## Idea
//! A row and a column in which a digit has only two places each are the strings. If a place
//! of the one and a place of the other lie in the same box (or any other house that is no
//! line), they are tied together there, and one of the two loose ends must be true: the
//! cell that sees both loose ends cannot have the digit. Where the same two cells of the
//! box are the knot of a second kite, flown the other way round or with another digit, the
//! two together are a dual kite.
//!
//! ## Why it is sound
//! The two places in the box are not both true. A string whose place in the box is false
//! has its digit at its loose end. The two kites of a dual are sound one by one.
//!
//! ## Example
//! In row 2 the 5 is in r2c3 or r2c8, in column 2 in r3c2 or r7c2. r2c3 and r3c2 share box
//! 1, so r2c8 or r7c2 is 5, and r7c8 is not.
//!
//! ## Sources
//! Codes 0401 and, for the dual, 0404 of HoDoKu's library, whose lines show that the kites
//! of a dual may have different digits. Each kite is a short X-chain.

use super::support::turbot::{self, Turbot};
use crate::logic::{Effect, Evidence, Family, Info, Role, Scene, Sink, Step, Strategy};
use piste_core::shape::Kind;
use piste_core::space::{CandidatesOf, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct TwoStringKite;
pub(in crate::logic) struct DualTwoStringKite;

static KITE: Info = Info {
    slug: "two-string-kite",
    name: "two-string kite",
    family: Family::SingleDigitPatterns,
    assumes_uniqueness: false,
    codes: &["0401"],
    explain: turbot::explain,
};

static DUAL: Info = Info {
    slug: "dual-two-string-kite",
    name: "dual two-string kite",
    family: Family::SingleDigitPatterns,
    assumes_uniqueness: false,
    codes: &["0404"],
    explain: turbot::explain,
};

/// Calls `visit` with every kite of the digit that erases something, and with its victims.
fn each_kite<S: Space>(
    scene: &Scene<'_, S>,
    digit: S::Digit,
    mut visit: impl FnMut(Turbot<S>, S::CellSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let space = scene.space();
    let strings = |kind| {
        let houses = scene.conjugates(digit).iter().filter(move |&house| space.kind(house) == kind);
        houses.filter_map(|house| Some((house, scene.places(digit, house).pair()?)))
    };
    for (row, in_row) in strings(Kind::Row) {
        for (column, in_column) in strings(Kind::Column) {
            for (knot_a, end_a) in both_ways(in_row) {
                for (knot_b, end_b) in both_ways(in_column) {
                    // In a region of any form the loose ends may be one cell: no kite.
                    let (inner, ends) = ([knot_a, knot_b], [end_a, end_b]);
                    let Some(weak) = turbot::knot(space, inner, ends) else { continue };
                    if end_a == end_b {
                        continue;
                    }
                    let kite = Turbot { digit, ends, inner, strong: [row, column], weak };
                    let victims = kite.victims(scene);
                    if !victims.is_empty() {
                        visit(kite, victims)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn both_ways<C: Copy>([a, b]: [C; 2]) -> [(C, C); 2] {
    [(a, b), (b, a)]
}

impl<S: Space> Strategy<S> for TwoStringKite {
    fn info(&self) -> &'static Info {
        &KITE
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        scene.space().all_digits().iter().try_for_each(|digit| {
            each_kite(scene, digit, |kite, victims| {
                sink.offer(Step {
                    strategy: &KITE,
                    effect: Effect::eliminate(scene.marks_of(digit, victims)),
                    evidence: kite.evidence(),
                })
            })
        })
    }
}

impl<S: Space> Strategy<S> for DualTwoStringKite {
    fn info(&self) -> &'static Info {
        &DUAL
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let mut kites: Vec<(Turbot<S>, S::CellSet)> = Vec::new();
        for digit in scene.space().all_digits() {
            each_kite(scene, digit, |kite, victims| {
                let knot = S::CellSet::of(&kite.inner);
                let gone = scene.marks_of(digit, victims);
                for (other, others) in &kites {
                    if S::CellSet::of(&other.inner) == knot
                        && (other.digit != digit || *others != victims)
                    {
                        let more = scene.marks_of(other.digit, *others);
                        sink.offer(Step {
                            strategy: &DUAL,
                            effect: Effect::eliminate(gone.union(&more)),
                            evidence: both(other, &kite),
                        })?;
                    }
                }
                kites.push((kite, victims));
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// Two kites with the same knot.
fn both<S: Space>(first: &Turbot<S>, second: &Turbot<S>) -> Evidence<S> {
    let mut evidence = first.evidence().in_houses(second.strong).and(
        Role::Pincer,
        S::CellSet::of(&second.ends),
        second.digit.into(),
    );
    evidence.links.extend(second.links(1));
    evidence
}
