//! The hunt for fish, with or without fins.
//!
//! A fish of size n is n *base* lines and n *cover* lines across them. Where the digit's
//! marks in the base lines all lie in the covers, the base lines use the covers up. A
//! mark of the base lines outside the covers is a *fin*: either one of the fins is true,
//! or the plain fish is there after all. What goes in both cases is what the plain fish
//! would erase *and* all fins see.
//!
//! A victim lies in a cover line but in no base line, a fin in a base line but in no cover
//! line. On the classic board the two can only see each other in a box: all fins lie in one
//! box, and the victims with them. That makes the hunt cheap. Let U be all the places of the base
//! lines. The covers are U less the places of the fins, the fins' places lie in one stack
//! of three, and at least one cover runs through that stack: so there are one or two
//! places of fins, and U has n + 1 or n + 2 places.
//!
//! ```text
//!   base ── X ─ . ─ . ─┬─ . ─ X ─ f ──   U = {0, 4, 5}, n = 2
//!           .   .   .  │  .   v   .      fins' places {5}, covers {0, 4}
//!   base ── X ─ . ─ . ─┴─ . ─ X ─ . ──   f the fin, v the victim
//! ```
//!
//! On other shapes a victim may see the fins by whatever the shape has: a region, a diagonal, a
//! knight's move. There every one or two of the places are tried as those of the fins, and
//! the board is asked who sees them. More places than two are hard to see and left out.

use crate::logic::lines::{Axis, Mask, count, members};
use crate::logic::{Evidence, Role, Scene};
use piste_core::general;
use piste_core::space::{Classic, SetOf, Space};
use std::any::Any;
use std::ops::ControlFlow;

/// At how many places a fish may have fins.
const MOST_FINS: usize = 2;

/// Calls `visit(base, places)` for every choice of `size` lines that have two or more
/// places each and whose places together fit, in ascending order. What does not fit must
/// not come to fit by more places.
pub(crate) fn each_base(
    lines: &[Mask],
    size: usize,
    fits: impl Fn(Mask) -> bool,
    visit: &mut impl FnMut(Mask, Mask) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut fitting = [0; general::Digit::MOST];
    let mut fit = 0;
    for (i, &places) in lines.iter().enumerate() {
        if count(places) >= 2 && fits(places) {
            fitting[fit] = i as u8;
            fit += 1;
        }
    }
    grow(lines, &fitting[..fit], (0, 0), size, &fits, visit)
}

/// Adds `missing` more lines from `rest`, as long as the places allow it.
fn grow(
    lines: &[Mask],
    rest: &[u8],
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
        let grown = places | lines[usize::from(line)];
        if fits(grown) {
            grow(lines, &rest[i + 1..], (base | 1 << line, grown), missing - 1, fits, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// On the classic board: how many places lie outside the stack of three that holds most of them. In a finned
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
    usize::from(STRAYS[places as usize & 0x1FF])
}

/// A fish with fins, and at least one mark to erase.
pub(crate) struct FinnedFish<S: Space> {
    digit: S::Digit,
    axis: Axis,
    /// The base lines.
    pub(crate) base: Mask,
    /// The cover lines, across the base lines.
    cover: Mask,
    /// The places of the fins, along the base lines.
    fins: Mask,
    /// Whether some base line has only one mark left in the covers.
    pub(crate) sashimi: bool,
}

impl<S: Space> FinnedFish<S> {
    /// The digit's marks in the base lines at these places.
    fn marks(&self, scene: &Scene<'_, S>, places: Mask) -> S::CellSet {
        let (space, across) = (scene.space(), self.axis.crossing());
        scene.cells(self.digit) & self.axis.cells(space, self.base) & across.cells(space, places)
    }

    /// The marks outside the base lines that see all fins and lie in the covers.
    pub(crate) fn victims(&self, scene: &Scene<'_, S>) -> S::CellSet {
        let space = scene.space();
        let covered = self.axis.crossing().cells(space, self.cover);
        let plain = (scene.cells(self.digit) & covered) - self.axis.cells(space, self.base);
        let fins = self.marks(scene, self.fins);
        fins.iter().fold(plain, |victims, fin| victims & space.peers(fin))
    }

    /// The digit, the lines, the body and the fins.
    pub(crate) fn evidence(&self, scene: &Scene<'_, S>) -> Evidence<S> {
        let (space, digit) = (scene.space(), self.digit.into());
        let mut evidence = Evidence::part(Role::Body, self.marks(scene, self.cover), digit).and(
            Role::Fin,
            self.marks(scene, self.fins),
            digit,
        );
        evidence.houses = self.axis.lines(space, self.base);
        evidence.covers = self.axis.crossing().lines(space, self.cover);
        evidence
    }
}

/// Calls `visit` for every finned fish of this digit, size and direction that erases
/// something; those with the same base lines come one after the other.
pub(crate) fn each_finned<S: Space>(
    scene: &Scene<'_, S>,
    digit: S::Digit,
    axis: Axis,
    size: usize,
    mut visit: impl FnMut(FinnedFish<S>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // The compiler knows which: each space has its own hunt and no question.
    let space: &dyn Any = scene.space();
    if space.is::<Classic>() {
        each_finned_in_boxes(scene, digit, axis, size, &mut visit)
    } else {
        each_finned_anywhere(scene, digit, axis, size, &mut visit)
    }
}

/// The hunt on the classic board.
fn each_finned_in_boxes<S: Space>(
    scene: &Scene<'_, S>,
    digit: S::Digit,
    axis: Axis,
    size: usize,
    visit: &mut impl FnMut(FinnedFish<S>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (lines, across) = (scene.lines(digit, axis), scene.lines(digit, axis.crossing()));
    each_base(lines, size, |places| strays(places) < size, &mut |base, places| {
        let spare = count(places).saturating_sub(size);
        if spare == 0 {
            return ControlFlow::Continue(());
        }
        let mut try_fins = |fins| match finned(lines, across, base, places, fins) {
            Some(sashimi) => {
                visit(FinnedFish { digit, axis, base, cover: places & !fins, fins, sashimi })
            }
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

/// The hunt on any board, by asking who sees the fins.
fn each_finned_anywhere<S: Space>(
    scene: &Scene<'_, S>,
    digit: S::Digit,
    axis: Axis,
    size: usize,
    visit: &mut impl FnMut(FinnedFish<S>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let lines = scene.lines(digit, axis);
    each_base(lines, size, |places| count(places) <= size + MOST_FINS, &mut |base, places| {
        let mut try_fins = |fins: Mask| {
            let cover = places & !fins;
            let fewest = members(base).map(|line| count(lines[line] & cover)).min().unwrap_or(0);
            let fish = FinnedFish { digit, axis, base, cover, fins, sashimi: fewest == 1 };
            if fewest == 0 || fish.victims(scene).is_empty() {
                return ControlFlow::Continue(());
            }
            visit(fish)
        };
        match count(places).saturating_sub(size) {
            0 => ControlFlow::Continue(()),
            1 => members(places).try_for_each(|fin| try_fins(1 << fin)),
            _ => members(places).try_for_each(|first| {
                let mut later = members(places & (!0 << (first + 1)));
                later.try_for_each(|second| try_fins(1 << first | 1 << second))
            }),
        }
    })
}

/// The places that the base lines have in one band only: no other can be a fin's.
fn in_one_band(lines: &[Mask], base: Mask) -> Mask {
    let mut bands = [0; 3];
    for line in members(base) {
        bands[line / 3] |= lines[line];
    }
    let [a, b, c] = bands;
    (a ^ b ^ c) & !(a & b & c)
}

/// Whether the base lines with fins at these places are a fish, and if so whether it is sashimi:
/// the fins are in one box, no base line is made of fins alone, and there is something to erase.
fn finned(lines: &[Mask], across: &[Mask], base: Mask, places: Mask, fins: Mask) -> Option<bool> {
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
    (fewest > 0).then_some(fewest == 1)
}

/// The members of every group of three (0–2, 3–5, 6–8) that the mask touches.
fn stack_of(mask: Mask) -> Mask {
    let groups = (mask | mask >> 1 | mask >> 2) & 0b001_001_001;
    groups * 0b111
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::space::Small;
    use piste_core::{Board, Rng};
    use std::collections::BTreeSet;

    type Found<S> = BTreeSet<(Mask, Mask, <S as Space>::CellSet, bool)>;

    /// Every choice of `size` numbers below `side`.
    fn choices(side: usize, size: usize) -> impl Iterator<Item = Mask> {
        (0..1 << side).filter(move |mask: &Mask| count(*mask) == size)
    }

    /// By the definition: all bases, all covers, nothing clever.
    fn by_definition<S: Space>(
        scene: &Scene<'_, S>,
        digit: S::Digit,
        axis: Axis,
        size: usize,
    ) -> Found<S> {
        let (space, marks, across) = (scene.space(), scene.cells(digit), axis.crossing());
        let fits =
            |base| members(base).all(|line| (axis.cells(space, 1 << line) & marks).len() >= 2);
        let mut found = Found::<S>::new();
        for base in choices(space.side(), size).filter(|&base| fits(base)) {
            let in_base = axis.cells(space, base) & marks;
            for cover in choices(space.side(), size) {
                let covered = across.cells(space, cover);
                let (body, fins) = (in_base & covered, in_base - covered);
                let held = |axis: Axis, numbers: Mask| {
                    let held = |number: usize| (axis.cells(space, 1 << number) & body).len();
                    members(numbers).map(held).min().unwrap_or(0)
                };
                let victims = ((marks & covered) - in_base) & space.common_peers(fins);
                let fewest = held(axis, base);
                let fin_places: BTreeSet<usize> = fins.iter().map(|fin| axis.place(fin)).collect();
                if !(1..=MOST_FINS).contains(&fin_places.len())
                    || victims.is_empty()
                    || fewest == 0
                    || held(across, cover) == 0
                {
                    continue;
                }
                found.insert((base, cover, victims, fewest == 1));
            }
        }
        found
    }

    /// How many fish there are on random boards of this space, all of them found.
    fn hunt<S: Space>(space: &S, rounds: usize) -> usize {
        let mut rng = Rng::new(7);
        let mut total = 0;
        let digit = space.all_digits().iter().nth(3).unwrap();
        for round in 0..rounds {
            let mut board = Board::blank(space.clone());
            let cells = space.all_cells().iter();
            board.eliminate_all(digit, cells.filter(|_| rng.below(10) > 1 + round % 3).collect());
            let scene = Scene::new(&board);
            for (size, axis) in [2, 3, 4].into_iter().flat_map(|n| Axis::BOTH.map(|a| (n, a))) {
                let mut found = Found::<S>::new();
                let _ = each_finned(&scene, digit, axis, size, |fish| {
                    let new = (fish.base, fish.cover, fish.victims(&scene), fish.sashimi);
                    assert!(found.insert(new), "each fish once");
                    ControlFlow::Continue(())
                });
                total += found.len();
                assert_eq!(found, by_definition(&scene, digit, axis, size));
            }
        }
        total
    }

    #[test]
    fn the_hunt_finds_every_finned_fish_and_no_other() {
        let total = hunt(&Classic, 150);
        assert!(total > 100, "only {total} fish in the test");
        for shape in ["9x9", "9x9+x", "9x9+antiknight", "6x6", "8x8+x"] {
            let total = hunt(&Small::new(&shape.parse().unwrap()), 20);
            assert!(total > 10, "only {total} fish on {shape}");
        }
    }
}
