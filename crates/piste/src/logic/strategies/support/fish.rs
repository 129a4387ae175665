//! The hunt for fish, with or without fins.
//!
//! A fish of size n is n *base* lines and n *cover* lines across them. Where the digit's
//! marks in the base lines all lie in the covers, the base lines use the covers up. A
//! mark of the base lines outside the covers is a *fin*: either one of the fins is true,
//! or the plain fish is there after all. What goes in both cases is what the plain fish
//! would erase *and* all fins see.
//!
//! A victim lies in a cover line but in no base line, a fin in a base line but in no cover
//! line, so the two can only see each other in a box: all fins lie in one box, and the
//! victims with them. That makes the hunt cheap. Let U be all the places of the base
//! lines. The covers are U less the places of the fins, the fins' places lie in one stack
//! of three, and at least one cover runs through that stack: so there are one or two
//! places of fins, and U has n + 1 or n + 2 places.
//!
//! ```text
//!   base ── X ─ . ─ . ─┬─ . ─ X ─ f ──   U = {0, 4, 5}, n = 2
//!           .   .   .  │  .   v   .      fins' places {5}, covers {0, 4}
//!   base ── X ─ . ─ . ─┴─ . ─ X ─ . ──   f the fin, v the victim
//! ```

use crate::logic::lines::{Axis, Mask, count, members};
use crate::logic::{Evidence, Role, Scene};
use piste_core::{CellSet, Digit};
use std::ops::ControlFlow;

/// Calls `visit(base, places)` for every choice of `size` lines that have two or more
/// places each and whose places together fit, in ascending order. What does not fit must
/// not come to fit by more places.
pub(crate) fn each_base(
    lines: &[Mask; 9],
    size: usize,
    fits: impl Fn(Mask) -> bool,
    visit: &mut impl FnMut(Mask, Mask) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut fitting = [0; 9];
    let mut fit = 0;
    for (i, &places) in lines.iter().enumerate() {
        if count(places) >= 2 && fits(places) {
            fitting[fit] = i;
            fit += 1;
        }
    }
    grow(lines, &fitting[..fit], (0, 0), size, &fits, visit)
}

/// Adds `missing` more lines from `rest`, as long as the places allow it.
fn grow(
    lines: &[Mask; 9],
    rest: &[usize],
    (base, places): (Mask, Mask),
    missing: usize,
    fits: &impl Fn(Mask) -> bool,
    visit: &mut impl FnMut(Mask, Mask) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if missing == 0 {
        return visit(base, places);
    }
    for (i, &line) in rest.iter().enumerate() {
        if rest.len() - i < missing {
            break;
        }
        let grown = places | lines[line];
        if fits(grown) {
            grow(lines, &rest[i + 1..], (base | 1 << line, grown), missing - 1, fits, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// How many places lie outside the stack of three that holds most of them. In a finned
/// fish they all are covers, and one more cover runs through the stack.
fn strays(places: Mask) -> usize {
    const STRAYS: [u8; 512] = {
        let mut strays = [0; 512];
        let mut places: usize = 0;
        while places < 512 {
            let mut least = (places & !0b111).count_ones();
            let mut stack = 0b111_000;
            while stack < 512 {
                let outside = (places & !stack).count_ones();
                least = if outside < least { outside } else { least };
                stack <<= 3;
            }
            strays[places] = least as u8;
            places += 1;
        }
        strays
    };
    usize::from(STRAYS[usize::from(places & 0x1FF)])
}

/// A fish with fins, and at least one mark to erase.
#[derive(Clone, Copy)]
pub(crate) struct FinnedFish {
    digit: Digit,
    axis: Axis,
    /// The base lines.
    pub(crate) base: Mask,
    /// The cover lines, across the base lines.
    cover: Mask,
    /// The places of the fins, along the base lines.
    fins: Mask,
    /// The lines of the fins' box.
    band: Mask,
    /// Whether some base line has only one mark left in the covers.
    pub(crate) sashimi: bool,
}

impl FinnedFish {
    /// The marks outside the base lines that see all fins and lie in the covers.
    pub(crate) fn victims(&self, scene: &Scene<'_>) -> CellSet {
        let cells = self.axis.cells(self.band & !self.base, self.cover & stack_of(self.fins));
        scene.cells(self.digit) & cells
    }

    /// The digit, the lines, the body and the fins.
    pub(crate) fn evidence(&self, scene: &Scene<'_>) -> Evidence {
        let cells = |places| scene.cells(self.digit) & self.axis.cells(self.base, places);
        let mut evidence = Evidence::part(Role::Body, cells(self.cover), self.digit.into()).and(
            Role::Fin,
            cells(self.fins),
            self.digit.into(),
        );
        evidence.houses = self.axis.lines(self.base);
        evidence.covers = self.axis.crossing().lines(self.cover);
        evidence
    }
}

/// Calls `visit` for every finned fish of this digit, size and direction that erases
/// something; those with the same base lines come one after the other.
pub(crate) fn each_finned(
    scene: &Scene<'_>,
    digit: Digit,
    axis: Axis,
    size: usize,
    mut visit: impl FnMut(&FinnedFish) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let masks = scene.lines(digit);
    let (lines, across) = (masks.along(axis), masks.along(axis.crossing()));
    each_base(lines, size, |places| strays(places) < size, &mut |base, places| {
        let spare = count(places).saturating_sub(size);
        if spare == 0 {
            return ControlFlow::Continue(());
        }
        let mut try_fins = |fins| match finned(lines, across, base, places, fins, (digit, axis)) {
            Some(fish) => visit(&fish),
            None => ControlFlow::Continue(()),
        };
        let lone = in_one_band(lines, base);
        for first in members(lone) {
            if spare == 1 {
                try_fins(1 << first)?;
                continue;
            }
            for second in members(lone & stack_of(1 << first) & (!0 << (first + 1))) {
                try_fins(1 << first | 1 << second)?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// The places that the base lines have in one band only: no other can be a fin's.
fn in_one_band(lines: &[Mask; 9], base: Mask) -> Mask {
    let mut bands = [0; 3];
    for line in members(base) {
        bands[line / 3] |= lines[line];
    }
    let [a, b, c] = bands;
    (a ^ b ^ c) & !(a & b & c)
}

/// The fish with these base lines and fins at these places, if it is one: the fins in one
/// box, no base line made of fins alone, and something to erase.
fn finned(
    lines: &[Mask; 9],
    across: &[Mask; 9],
    base: Mask,
    places: Mask,
    fins: Mask,
    (digit, axis): (Digit, Axis),
) -> Option<FinnedFish> {
    let marked = |places| members(places).fold(0, |lines, place| lines | across[place]);
    let fin_lines = marked(fins) & base;
    let band = stack_of(fin_lines);
    if count(band) != 3 {
        return None;
    }
    let cover = places & !fins;
    if marked(cover & stack_of(fins)) & band & !base == 0 {
        return None;
    }
    let fewest = members(fin_lines).map(|line| count(lines[line] & cover)).min()?;
    (fewest > 0).then_some(FinnedFish {
        digit,
        axis,
        base,
        cover,
        fins,
        band,
        sashimi: fewest == 1,
    })
}

/// The members of every group of three (0–2, 3–5, 6–8) that the mask touches.
fn stack_of(mask: Mask) -> Mask {
    let groups = (mask | mask >> 1 | mask >> 2) & 0b001_001_001;
    groups * 0b111
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Board, Cell, Rng};
    use std::collections::BTreeSet;

    type Found = BTreeSet<(Mask, Mask, CellSet, bool)>;

    /// Every choice of `size` numbers below nine.
    fn choices(size: usize) -> impl Iterator<Item = Mask> {
        (0..1 << 9).filter(move |mask: &Mask| count(*mask) == size)
    }

    /// By the definition: all bases, all covers, nothing clever.
    fn by_definition(scene: &Scene<'_>, digit: Digit, axis: Axis, size: usize) -> Found {
        let marks = scene.cells(digit);
        let fits = |base| members(base).all(|line| (axis.line(line).cells() & marks).len() >= 2);
        let mut found = Found::new();
        for base in choices(size).filter(|&base| fits(base)) {
            let in_base = axis.lines(base).cells() & marks;
            for cover in choices(size) {
                let covered = axis.crossing().lines(cover).cells();
                let (body, fins) = (in_base & covered, in_base - covered);
                let held = |houses: piste_core::HouseSet| {
                    houses.iter().map(|house| (house.cells() & body).len()).min().unwrap_or(0)
                };
                let victims = ((marks & covered) - in_base) & fins.common_peers();
                let fewest = held(axis.lines(base));
                if fins.is_empty()
                    || victims.is_empty()
                    || fewest == 0
                    || held(axis.crossing().lines(cover)) == 0
                {
                    continue;
                }
                found.insert((base, cover, victims, fewest == 1));
            }
        }
        found
    }

    #[test]
    fn the_hunt_finds_every_finned_fish_and_no_other() {
        let mut rng = Rng::new(7);
        let mut total = 0;
        for round in 0..150 {
            let mut board = Board::EMPTY;
            let gone: CellSet =
                Cell::ALL.into_iter().filter(|_| rng.below(10) > 1 + round % 3).collect();
            board.eliminate_all(Digit::D4, gone);
            let scene = Scene::new(&board);
            for (size, axis) in [2, 3, 4].into_iter().flat_map(|n| Axis::BOTH.map(|a| (n, a))) {
                let mut found = Found::new();
                let _ = each_finned(&scene, Digit::D4, axis, size, |fish| {
                    let new = (fish.base, fish.cover, fish.victims(&scene), fish.sashimi);
                    assert!(found.insert(new), "each fish once");
                    ControlFlow::Continue(())
                });
                total += found.len();
                assert_eq!(found, by_definition(&scene, Digit::D4, axis, size));
            }
        }
        assert!(total > 100, "only {total} fish in the test");
    }
}
