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
use piste_core::shape::Kind;
use piste_core::space::{SetOf, Space, Spot};
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
struct Pair<S: Space> {
    cells: [S::Cell; 2],
    houses: S::HouseSet,
}

impl<S: Space> Pair<S> {
    /// The first of its houses.
    fn house(&self) -> Option<S::House> {
        self.houses.first()
    }

    fn is_in(&self, space: &S, kind: Kind) -> bool {
        self.houses.iter().any(|house| space.kind(house) == kind)
    }
}

/// The pairs of the digit, each once even where it is one in a line and in a box.
fn pairs<S: Space>(scene: &Scene<'_, S>, digit: S::Digit) -> Vec<Pair<S>> {
    let mut pairs: Vec<Pair<S>> = Vec::new();
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
fn is_named_otherwise<S: Space>(space: &S, pairs: [&Pair<S>; 2], turbot: &Turbot<S>) -> bool {
    let [a, b] = turbot.inner;
    let [in_row, in_column] =
        [Kind::Row, Kind::Column].map(|kind| pairs.map(|pair| pair.is_in(space, kind)));
    let skyscraper = (in_row == [true; 2] && a.column() == b.column())
        || (in_column == [true; 2] && a.row() == b.row());
    let strings = (in_row[0] && in_column[1]) || (in_column[0] && in_row[1]);
    let kite = strings && turbot::knot(space, turbot.inner, turbot.ends).is_some();
    skyscraper || kite
}

/// The chain through these two inner cells, if they share a house and the four cells
/// differ.
#[inline]
fn chain<S: Space>(
    space: &S,
    digit: S::Digit,
    pairs: [&Pair<S>; 2],
    inner: [S::Cell; 2],
    ends: [S::Cell; 2],
) -> Option<Turbot<S>> {
    let distinct = inner[0] != ends[1] && inner[1] != ends[0] && ends[0] != ends[1];
    if !space.sees(inner[0], inner[1]) || !distinct {
        return None;
    }
    let weak = (space.houses(inner[0]) & space.houses(inner[1])).first()?;
    Some(Turbot { digit, ends, inner, strong: [pairs[0].house()?, pairs[1].house()?], weak })
}

impl<S: Space> Strategy<S> for TurbotFish {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for digit in space.all_digits() {
            let pairs = pairs(scene, digit);
            for (i, p) in pairs.iter().enumerate() {
                for q in &pairs[i + 1..] {
                    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        let inner = [p.cells[x], q.cells[y]];
                        let ends = [p.cells[1 - x], q.cells[1 - y]];
                        let Some(turbot) = chain(space, digit, [p, q], inner, ends) else {
                            continue;
                        };
                        if !is_named_otherwise(space, [p, q], &turbot) {
                            turbot.offer(&INFO, scene, sink)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
