//! W-wing, XY-wing, XYZ-wing.
//!
//! Wings of two-candidate cells are tried in the order of the three cells; each of the three may be the
//! hinge, the first of them first. A W-wing takes two cells with the same pair in order and
//! tries to remove the lower digit first; the strong link on the other digit may lie in
//! any house, and a place of it that sees the first cell counts for that cell only.

use super::Drops;
use super::field::{HOUSE_CELLS, PEERS, Scene, digits, list, one};

/// A hinge with two candidates and two wings.
pub(super) fn xy_wing(scene: &Scene<'_>) -> Option<Drops> {
    let pairs = scene.cells_with(2);
    for (at, &first) in pairs.iter().enumerate() {
        for (next, &second) in pairs.iter().enumerate().skip(at + 1) {
            let two = scene.field.marks(first) | scene.field.marks(second);
            if two.count_ones() != 3 {
                continue;
            }
            for &third in &pairs[next + 1..] {
                if (two | scene.field.marks(third)).count_ones() != 3 {
                    continue;
                }
                for [hinge, left, right] in
                    [[first, second, third], [second, first, third], [third, second, first]]
                {
                    if let Some(drops) = wing(scene, hinge, left, right, false) {
                        return Some(drops);
                    }
                }
            }
        }
    }
    None
}

/// A hinge with three candidates and two wings.
pub(super) fn xyz_wing(scene: &Scene<'_>) -> Option<Drops> {
    let pairs = scene.cells_with(2);
    for hinge in scene.cells_with(3) {
        for (at, &left) in pairs.iter().enumerate() {
            for &right in &pairs[at + 1..] {
                let all =
                    scene.field.marks(hinge) | scene.field.marks(left) | scene.field.marks(right);
                if all.count_ones() != 3 {
                    continue;
                }
                if let Some(drops) = wing(scene, hinge, left, right, true) {
                    return Some(drops);
                }
            }
        }
    }
    None
}

fn wing(
    scene: &Scene<'_>,
    hinge: usize,
    left: usize,
    right: usize,
    with_hinge: bool,
) -> Option<Drops> {
    let marks = [hinge, left, right].map(|cell| scene.field.marks(cell));
    if marks[0] == marks[1] || marks[1] == marks[2] || marks[2] == marks[0] {
        return None;
    }
    if PEERS[hinge] & one(left) == 0 || PEERS[hinge] & one(right) == 0 {
        return None;
    }
    let common = marks[1] & marks[2];
    if common.count_ones() != 1 {
        return None;
    }
    let digit = common.trailing_zeros() as usize;
    let mut gone = scene.at[digit] & PEERS[left] & PEERS[right];
    if with_hinge {
        gone &= PEERS[hinge];
    }
    (gone != 0).then(|| list(gone).map(|cell| (cell, digit)).collect())
}

/// Two cells with the same pair, joined by a strong link on one of its digits.
pub(super) fn w_wing(scene: &Scene<'_>) -> Option<Drops> {
    let pairs = scene.cells_with(2);
    for (at, &first) in pairs.iter().enumerate() {
        let marks = scene.field.marks(first);
        let mut both = digits(marks);
        let (Some(low), Some(high)) = (both.next(), both.next()) else { continue };
        for &second in pairs[at + 1..].iter().filter(|&&c| scene.field.marks(c) == marks) {
            for (goes, link) in [(low, high), (high, low)] {
                let gone = scene.at[goes] & PEERS[first] & PEERS[second];
                if gone != 0 && is_linked(scene, link, first, second) {
                    return Some(list(gone).map(|cell| (cell, goes)).collect());
                }
            }
        }
    }
    None
}

/// Whether a strong link on the digit has one end in sight of each cell.
fn is_linked(scene: &Scene<'_>, digit: usize, first: usize, second: usize) -> bool {
    (0..27).any(|house| {
        if scene.field.places(house, digit) != 2 {
            return false;
        }
        let (mut sees_first, mut sees_second) = (false, false);
        for place in HOUSE_CELLS[house].map(usize::from) {
            if place == first || place == second || !scene.field.has(place, digit) {
                continue;
            }
            if PEERS[place] & one(first) != 0 {
                sees_first = true;
            } else if PEERS[place] & one(second) != 0 {
                sees_second = true;
            }
        }
        sees_first && sees_second
    })
}
