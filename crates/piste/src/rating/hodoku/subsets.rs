//! Locked candidates and subsets.
//!
//! Subsets are looked for in blocks first, then rows, then columns. A *locked* pair or triple
//! is a naked one that lies in a block and a line at once and has something to remove both in the
//! block and in the line outside the block; it is tried, as an entry of its own, before everything
//! else that is not a single. A pair in block and line that removes on one side only is an
//! ordinary naked pair, though it still removes in both houses.
//!
//! Naked subsets go through the cells of a house with no more candidates than the subset has cells;
//! hidden ones through the digits with no more places. Both take combinations in
//! lexicographic order.

use super::Drops;
use super::field::{Digits, HOUSE, HOUSE_CELLS, HOUSES_OF, Scene, digits, list, one};

/// Blocks, rows, columns: the order in which houses are searched.
fn houses() -> impl Iterator<Item = usize> {
    (18..27).chain(0..18)
}

/// Pointing: a digit's two or three places in a block lie in one line.
pub(super) fn pointing(scene: &Scene<'_>) -> Option<Drops> {
    locked(scene, 18..27, &[0, 1])
}

/// Claiming: a digit's two or three places in a line lie in one block.
pub(super) fn claiming(scene: &Scene<'_>) -> Option<Drops> {
    locked(scene, 0..18, &[2])
}

fn locked(scene: &Scene<'_>, from: std::ops::Range<usize>, kinds: &[usize]) -> Option<Drops> {
    for house in from {
        for digit in 0..9 {
            if !matches!(scene.field.places(house, digit), 2 | 3) {
                continue;
            }
            let places = scene.at[digit] & HOUSE[house];
            let Some(first) = list(places).next() else { continue };
            for &kind in kinds {
                let other = usize::from(HOUSES_OF[first][kind]);
                let beyond = scene.at[digit] & HOUSE[other] & !places;
                if places & !HOUSE[other] == 0 && beyond != 0 {
                    let order = HOUSE_CELLS[other].iter().map(|&cell| usize::from(cell));
                    return Some(
                        order.filter(|&c| beyond & one(c) != 0).map(|c| (c, digit)).collect(),
                    );
                }
            }
        }
    }
    None
}

/// The first naked subset of this size that is locked, or that is not.
pub(super) fn naked(scene: &Scene<'_>, size: usize, is_locked: bool) -> Option<Drops> {
    // A locked subset lies in a block: there is no need to look into lines.
    let most = if is_locked { 9 } else { 27 };
    houses().take(most).find_map(|house| {
        let few: Vec<usize> = HOUSE_CELLS[house]
            .iter()
            .map(|&cell| usize::from(cell))
            .filter(|&cell| (1..=size).contains(&scene.field.count(cell)))
            .collect();
        combinations(few.len(), size, &mut |chosen| {
            let held = chosen.iter().fold(0, |held, &at| held | scene.field.marks(few[at]));
            if held.count_ones() as usize != size {
                return None;
            }
            let cells: Vec<usize> = chosen.iter().map(|&at| few[at]).collect();
            naked_drops(scene, &cells, held, is_locked)
        })
    })
}

/// What a naked subset removes in all the houses that its cells share, if it is locked or not as
/// asked.
fn naked_drops(
    scene: &Scene<'_>,
    cells: &[usize],
    held: Digits,
    want_locked: bool,
) -> Option<Drops> {
    let set = cells.iter().fold(0, |set, &cell| set | one(cell));
    let block = usize::from(HOUSES_OF[cells[0]][2]);
    let mut drops = Drops::new();
    let mut sides = 0;
    let mut shared = [false; 3];
    for kind in 0..3 {
        let house = usize::from(HOUSES_OF[cells[0]][kind]);
        if set & !HOUSE[house] != 0 {
            continue;
        }
        shared[kind] = true;
        let mut is_side = false;
        for cell in list(HOUSE[house] & !set) {
            for digit in digits(scene.field.marks(cell) & held) {
                drops.push((cell, digit));
                is_side |= kind == 2 || HOUSE[block] & one(cell) == 0;
            }
        }
        sides += usize::from(is_side);
    }
    let is_locked = cells.len() < 4 && sides > 1 && shared[2] && (shared[0] || shared[1]);
    (!drops.is_empty() && is_locked == want_locked).then_some(drops)
}

/// The first hidden subset of this size.
pub(super) fn hidden(scene: &Scene<'_>, size: usize) -> Option<Drops> {
    houses().find_map(|house| {
        let open = (HOUSE[house] & scene.open).count_ones() as usize;
        if open <= size {
            return None;
        }
        let few: Vec<usize> = (0..9)
            .filter(|&digit| (1..=size).contains(&(scene.field.places(house, digit) as usize)))
            .collect();
        combinations(few.len(), size, &mut |chosen| {
            let places = chosen.iter().fold(0, |set, &at| set | scene.at[few[at]] & HOUSE[house]);
            if places.count_ones() as usize != size {
                return None;
            }
            let held: Digits = chosen.iter().fold(0, |held, &at| held | 1 << few[at]);
            let mut drops = Drops::new();
            for cell in list(places) {
                drops.extend(digits(scene.field.marks(cell) & !held).map(|d| (cell, d)));
            }
            (!drops.is_empty()).then_some(drops)
        })
    })
}

/// Calls with every choice of so many numbers below `of`, in lexicographic order, until one is
/// answered.
fn combinations<T>(
    of: usize,
    size: usize,
    visit: &mut dyn FnMut(&[usize]) -> Option<T>,
) -> Option<T> {
    fn go<T>(
        of: usize,
        size: usize,
        chosen: &mut Vec<usize>,
        visit: &mut dyn FnMut(&[usize]) -> Option<T>,
    ) -> Option<T> {
        if chosen.len() == size {
            return visit(chosen);
        }
        let from = chosen.last().map_or(0, |last| last + 1);
        for next in from..of {
            chosen.push(next);
            let found = go(of, size, chosen, visit);
            chosen.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
    go(of, size, &mut Vec::with_capacity(size), visit)
}
