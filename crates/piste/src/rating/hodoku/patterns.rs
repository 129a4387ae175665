//! Patterns of one digit: skyscraper, two-string kite, empty rectangle.
//!
//! All three go digit by digit. A skyscraper takes pairs of lines with two places each, rows
//! before columns and the shared end at the first place before the second. A kite takes a row and
//! a column with two places each, one of which in a common block; while one is searched the two places of a
//! line may be swapped, and stay so for the next comparison. An empty rectangle takes
//! blocks in order and in each the nine ways to leave four cells empty; there must be three
//! candidates at least, and one that lies off the crossing in both arms.

use super::Drops;
use super::field::{Cells, HOUSE, PEERS, Scene, block, column, list, one, row};

/// The two places of a digit in each of these houses that has exactly two.
fn pairs(scene: &Scene<'_>, digit: usize, houses: std::ops::Range<usize>) -> Vec<[usize; 2]> {
    houses
        .filter(|&house| scene.field.places(house, digit) == 2)
        .filter_map(|house| {
            let mut places = list(scene.at[digit] & HOUSE[house]);
            Some([places.next()?, places.next()?])
        })
        .collect()
}

fn all(cells: Cells, digit: usize) -> Drops {
    list(cells).map(|cell| (cell, digit)).collect()
}

/// Two lines with two places each share one end: what sees both other ends goes.
pub(super) fn skyscraper(scene: &Scene<'_>) -> Option<Drops> {
    [true, false].into_iter().find_map(|by_rows| {
        let lines = if by_rows { 0..9 } else { 9..18 };
        let end = |cell: usize| if by_rows { column(cell) } else { row(cell) };
        (0..9).find_map(|digit| {
            let pairs = pairs(scene, digit, lines.clone());
            pairs.iter().enumerate().find_map(|(at, one)| {
                pairs[at + 1..].iter().find_map(|two| {
                    let shares = |place: usize| end(one[place]) == end(two[place]);
                    let top = match (shares(0), shares(1)) {
                        (true, false) => 1,
                        (false, true) => 0,
                        _ => return None,
                    };
                    let gone = scene.at[digit] & PEERS[one[top]] & PEERS[two[top]];
                    (gone != 0).then(|| all(gone, digit))
                })
            })
        })
    })
}

/// A row and a column with two places each meet in a block: the crossing of the far ends goes.
pub(super) fn two_string_kite(scene: &Scene<'_>) -> Option<Drops> {
    (0..9).find_map(|digit| {
        let mut rows = pairs(scene, digit, 0..9);
        let mut columns = pairs(scene, digit, 9..18);
        for across in &mut rows {
            for down in &mut columns {
                let meet = |a: usize, d: usize| block(across[a]) == block(down[d]);
                let (a, d) = if meet(0, 0) {
                    (0, 0)
                } else if meet(0, 1) {
                    (0, 1)
                } else if meet(1, 0) {
                    (1, 0)
                } else if meet(1, 1) {
                    (1, 1)
                } else {
                    continue;
                };
                if a == 1 {
                    across.swap(0, 1);
                }
                if d == 1 {
                    down.swap(0, 1);
                }
                if across.iter().any(|cell| down.contains(cell)) {
                    continue;
                }
                let crossing = row(down[1]) * 9 + column(across[1]);
                if scene.field.has(crossing, digit) {
                    return Some(vec![(crossing, digit)]);
                }
            }
        }
        None
    })
}

/// Which two columns and which two rows of a block are left empty, in the order of the search: given
/// by the row and the column that remain.
const ARMS: [(usize, usize); 9] =
    [(2, 2), (2, 1), (2, 0), (1, 2), (1, 1), (1, 0), (0, 2), (0, 1), (0, 0)];

/// A block whose candidates lie in one row and one column, and a line with two places.
pub(super) fn empty_rectangle(scene: &Scene<'_>) -> Option<Drops> {
    for digit in 0..9 {
        for square in 0..9 {
            let inside = scene.at[digit] & HOUSE[18 + square];
            if !(2..=5).contains(&scene.field.places(18 + square, digit)) {
                continue;
            }
            for (of_rows, of_columns) in ARMS {
                let arm_row = square / 3 * 3 + of_rows;
                let arm_column = square % 3 * 3 + of_columns;
                let (in_row, in_column) = (inside & HOUSE[arm_row], inside & HOUSE[9 + arm_column]);
                let is_cross = inside & !in_row & !in_column == 0
                    && in_row & !in_column != 0
                    && in_column & !in_row != 0;
                if !is_cross || in_row.count_ones() < 2 && in_column.count_ones() < 2 {
                    continue;
                }
                let found = along(scene, digit, square, arm_row, 9 + arm_column)
                    .or_else(|| along(scene, digit, square, 9 + arm_column, arm_row));
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// Follows one arm out of the block to a line with two places across it, and from its other end
/// back to the other arm.
fn along(
    scene: &Scene<'_>,
    digit: usize,
    square: usize,
    arm: usize,
    other_arm: usize,
) -> Option<Drops> {
    let is_row = arm < 9;
    for cell in list(scene.at[digit] & HOUSE[arm] & !HOUSE[18 + square]) {
        let across = if is_row { 9 + column(cell) } else { row(cell) };
        let places = scene.at[digit] & HOUSE[across];
        if places.count_ones() != 2 {
            continue;
        }
        let Some(end) = list(places & !one(cell)).next() else { continue };
        let line = if is_row { row(end) } else { 9 + column(end) };
        let gone = scene.at[digit] & HOUSE[line] & HOUSE[other_arm] & !HOUSE[18 + square];
        if gone != 0 {
            return Some(all(gone, digit));
        }
    }
    None
}
