//! # Skyscraper
//!
//! ## Idea
//! Two rows in which a digit has only two places each, one of them in the same column:
//! the foot of the skyscraper. One of the two other places, the roof, must be true, so
//! the digit cannot be in a cell that sees both of them. Columns work just as well.
//!
//! ## Why it is sound
//! The two places of the foot share a column, so at most one of them is true. A row whose
//! place at the foot is false has its digit at the roof.
//!
//! ## Example
//! In row 2 the 5 is in r2c3 or r2c8, in row 7 in r7c3 or r7c9. r2c3 and r7c3 are not both
//! 5, so r2c8 or r7c9 is: r1c9, r3c9, r8c8 and r9c8 see both and are not 5.
//!
//! ## Sources
//! Code 0400 of HoDoKu's library. It is a siamese sashimi X-wing and a short X-chain.

use super::support::turbot::{self, Turbot};
use crate::logic::lines::{Axis, Mask, count};
use crate::logic::{Family, Info, Scene, Sink, Strategy};
use piste_core::space::Space;
use std::ops::ControlFlow;

pub(in crate::logic) struct Skyscraper;

static INFO: Info = Info {
    slug: "skyscraper",
    name: "skyscraper",
    family: Family::SingleDigitPatterns,
    assumes_uniqueness: false,
    codes: &["0400"],
    explain: turbot::explain,
};

/// The skyscraper on these two lines of two places each, if they share just one.
fn skyscraper<S: Space>(
    space: &S,
    (digit, axis): (S::Digit, Axis),
    lines: &[Mask],
    pair: [usize; 2],
) -> Option<Turbot<S>> {
    let foot = lines[pair[0]] & lines[pair[1]];
    if count(foot) != 1 {
        return None;
    }
    let place = |mask: Mask| mask.trailing_zeros() as usize;
    Some(Turbot {
        digit,
        ends: pair.map(|line| axis.cell(space, line, place(lines[line] & !foot))),
        inner: pair.map(|line| axis.cell(space, line, place(foot))),
        strong: pair.map(|line| axis.line(space, line)),
        weak: axis.crossing().line(space, place(foot)),
    })
}

impl<S: Space> Strategy<S> for Skyscraper {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for digit in space.all_digits() {
            for axis in Axis::BOTH {
                let lines = scene.lines(digit, axis);
                let tower = |line: &usize| count(lines[*line]) == 2;
                for first in (0..space.side()).filter(tower) {
                    for second in (first + 1..space.side()).filter(tower) {
                        let towers = [first, second];
                        if let Some(turbot) = skyscraper(space, (digit, axis), lines, towers) {
                            turbot.offer(&INFO, scene, sink)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
