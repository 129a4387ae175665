//! # Turbot fish
//!
//! ## Idea
//! Two houses in which a digit has only two places each, with a place of the one seeing a
//! place of the other. One of the two remaining places must be true, so the digit cannot
//! be in a cell that sees both. If the houses are two parallel lines tied by a line it is
//! a skyscraper, if they are a row and a column tied in a box it is a two-string kite;
//! a turbot fish is any other shape, mostly one with a box.
//!
//! ## Why it is sound
//! The two places that see each other are not both true. A house in which that place is
//! false has its digit at the other place.
//!
//! ## Example
//! In box 1 the 5 is in r1c1 or r3c2, in column 7 in r3c7 or r8c7. r3c2 and r3c7 share row
//! 3, so r1c1 or r8c7 is 5, and r8c1 is not.
//!
//! ## Sources
//! Code 0403 of HoDoKu's library. It is the shortest X-chain.

use super::support::turbot::{self, Turbot};
use crate::logic::{Family, Info, Scene, Sink, Strategy};
use piste_core::{Cell, Digit, House, HouseKind, HouseSet};
use std::ops::ControlFlow;

pub(in crate::logic) struct TurbotFish;

static INFO: Info = Info {
    slug: "turbot-fish",
    name: "turbot fish",
    family: Family::SingleDigitPatterns,
    assumes_uniqueness: false,
    codes: &["0403"],
    explain: turbot::explain,
};

/// Two cells that are the digit's only places in one or two houses.
#[derive(Clone, Copy)]
struct Pair {
    cells: [Cell; 2],
    houses: HouseSet,
}

impl Pair {
    /// The first of its houses.
    fn house(&self) -> Option<House> {
        self.houses.first()
    }

    fn is_in(&self, kind: HouseKind) -> bool {
        self.houses.iter().any(|house| house.kind() == kind)
    }
}

/// The pairs of the digit, each once even where it is one in a line and in a box.
fn pairs(scene: &Scene<'_>, digit: Digit) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for house in scene.conjugates(digit) {
        let Some(cells) = scene.places(digit, house).pair() else { continue };
        match pairs.iter_mut().find(|pair| pair.cells == cells) {
            Some(pair) => pair.houses.insert(house),
            None => pairs.push(Pair { cells, houses: house.into() }),
        }
    }
    pairs
}

/// Whether the chain through these inner cells goes by another name.
fn is_named_otherwise(pairs: [&Pair; 2], turbot: &Turbot) -> bool {
    use HouseKind::{Column, Row};
    let [a, b] = turbot.inner;
    let [p, q] = pairs;
    let skyscraper = (p.is_in(Row) && q.is_in(Row) && a.column() == b.column())
        || (p.is_in(Column) && q.is_in(Column) && a.row() == b.row());
    let strings = (p.is_in(Row) && q.is_in(Column)) || (p.is_in(Column) && q.is_in(Row));
    let kite =
        strings && a.block() == b.block() && turbot.ends.iter().all(|end| end.block() != a.block());
    skyscraper || kite
}

/// The chain through these two inner cells, if they see each other and the four cells
/// differ.
fn chain(digit: Digit, pairs: [&Pair; 2], inner: [Cell; 2], ends: [Cell; 2]) -> Option<Turbot> {
    let distinct = inner[0] != ends[1] && inner[1] != ends[0] && ends[0] != ends[1];
    if !inner[0].sees(inner[1]) || !distinct {
        return None;
    }
    let weak = inner[0].houses().into_iter().find(|house| house.cells().contains(inner[1]))?;
    Some(Turbot { digit, ends, inner, strong: [pairs[0].house()?, pairs[1].house()?], weak })
}

impl Strategy for TurbotFish {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
        for digit in Digit::ALL {
            let pairs = pairs(scene, digit);
            for (i, p) in pairs.iter().enumerate() {
                for q in &pairs[i + 1..] {
                    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        let inner = [p.cells[x], q.cells[y]];
                        let ends = [p.cells[1 - x], q.cells[1 - y]];
                        let Some(turbot) = chain(digit, [p, q], inner, ends) else { continue };
                        if !is_named_otherwise([p, q], &turbot) {
                            turbot.offer(&INFO, scene, sink)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
