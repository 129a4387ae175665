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

use crate::logic::lines::{Axis, Mask, members};
use crate::logic::{Evidence, Role, Scene};
use piste_core::{CellSet, Digit};
use std::ops::ControlFlow;

/// Calls `visit(base, places)` for every choice of `size` lines that have two or more
/// places each and at most `most` between them, in ascending order.
pub(crate) fn each_base(
    lines: &[Mask; 9],
    size: usize,
    most: usize,
    visit: &mut impl FnMut(Mask, Mask) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut fitting = [0; 9];
    let mut count = 0;
    for (i, places) in lines.iter().enumerate() {
        if (2..=most).contains(&(places.count_ones() as usize)) {
            fitting[count] = i;
            count += 1;
        }
    }
    grow(lines, &fitting[..count], (0, 0), size, most as u32, visit)
}

/// Adds `missing` more lines from `rest`, as long as the places allow it.
fn grow(
    lines: &[Mask; 9],
    rest: &[usize],
    (base, places): (Mask, Mask),
    missing: usize,
    most: u32,
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
        if grown.count_ones() <= most {
            let base = base | 1 << line;
            grow(lines, &rest[i + 1..], (base, grown), missing - 1, most, visit)?;
        }
    }
    ControlFlow::Continue(())
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
    each_base(lines, size, size + 2, &mut |base, places| {
        let mut try_fins = |fins| match finned(lines, across, base, places, fins, (digit, axis)) {
            Some(fish) => visit(&fish),
            None => ControlFlow::Continue(()),
        };
        let spare = (places.count_ones() as usize).saturating_sub(size);
        for first in members(places) {
            match spare {
                1 => try_fins(1 << first)?,
                2 => {
                    let later = stack_of(1 << first) & places & (!0 << (first + 1));
                    for second in members(later) {
                        try_fins(1 << first | 1 << second)?;
                    }
                }
                _ => break,
            }
        }
        ControlFlow::Continue(())
    })
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
    if band.count_ones() != 3 {
        return None;
    }
    let cover = places & !fins;
    if marked(cover & stack_of(fins)) & band & !base == 0 {
        return None;
    }
    let fewest = members(fin_lines).map(|line| (lines[line] & cover).count_ones()).min()?;
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
        (0..1 << 9).filter(move |mask: &Mask| mask.count_ones() as usize == size)
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
