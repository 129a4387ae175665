//! Rectangles that would have two solutions.
//!
//! ```text
//!        c2     c5            c2  c5          c2  c5
//!  r1    ab  …  ab       r1   a … b      r1   b … a
//!  r3    ab  …  ab       r3   b … a      r3   a … b
//! ```
//!
//! Four cells in two rows, two columns and *two* boxes, none of them given, that hold only
//! a and b in the solution: exchanging a and b there gives a second solution, because each
//! row, column and box keeps its digits. A puzzle with one solution never comes out like
//! that: **at least one corner is neither a nor b**. All strategies about rectangles are
//! ways to make use of this.
//!
//! Nothing in the argument asks for the marks of a and b to be still there in all four
//! corners: a mark that is gone is gone for a reason that holds in the only solution, and
//! the exchange is a matter of the solution and the givens alone. So a rectangle counts as
//! long as the marks allow *one* of the two ways to fill it.
//!
//! What the argument does ask for is that the puzzle be its givens: for a puzzle stated in
//! marks (Sukaku), in which a missing mark is part of the question, it does not hold.

use crate::logic::{Evidence, Message, Role, Scene};
use piste_core::space::Large;
use piste_core::{Cell, CellSet, Digit, DigitSet, House};

/// Four open cells that must not come out as two digits twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic) struct Rectangle {
    /// Once around: each corner shares a line with the next, and the first one a box with
    /// the second.
    pub(in crate::logic) corners: [Cell; 4],
    /// The two digits, a and b. At least one corner has just these.
    pub(in crate::logic) digits: DigitSet,
    /// The corners that can hold something else: one, two or three.
    pub(in crate::logic) rich: CellSet,
    /// What else they can hold.
    pub(in crate::logic) extras: DigitSet,
}

impl Rectangle {
    /// All rectangles on the board, in the order of their first plain corners.
    pub(in crate::logic) fn on(scene: &Scene<'_>) -> Vec<Rectangle> {
        let mut found = Vec::new();
        for corner in scene.bivalues() {
            let digits = scene.candidates(corner);
            let Some([a, b]) = digits.pair() else { continue };
            let either = scene.cells(a) | scene.cells(b);
            let both = scene.bivalues() & scene.cells(a) & scene.cells(b);
            for corners in around(corner, either) {
                let cells = CellSet::of(&corners);
                // Found once, from the first corner that has just the two digits.
                if (both & cells).first() != Some(corner) || !can_be_filled(corners, [a, b], scene)
                {
                    continue;
                }
                let rich: CellSet = corners
                    .into_iter()
                    .filter(|&c| !scene.candidates(c).is_subset(digits))
                    .collect();
                if !rich.is_empty() {
                    let extras = scene.digits_of(rich) - digits;
                    found.push(Rectangle { corners, digits, rich, extras });
                }
            }
        }
        found
    }

    /// The four corners.
    pub(in crate::logic) fn cells(&self) -> CellSet {
        CellSet::of(&self.corners)
    }

    /// The two rich corners, if there are two and they see each other.
    pub(in crate::logic) fn roof(&self) -> Option<[Cell; 2]> {
        self.rich.pair().filter(|[one, other]| one.sees(*other))
    }

    /// The two rich corners, if there are two and they do not see each other.
    pub(in crate::logic) fn diagonal(&self) -> Option<[Cell; 2]> {
        self.rich.pair().filter(|[one, other]| !one.sees(*other))
    }

    /// The houses that two corners share in which this digit can go there and nowhere else.
    pub(in crate::logic) fn tied(
        scene: &Scene<'_>,
        digit: Digit,
        corners: [Cell; 2],
    ) -> impl Iterator<Item = House> {
        let corners = CellSet::of(&corners);
        corners.common_houses().filter(move |&house| {
            let places = scene.places(digit, house);
            !places.is_empty() && places.is_subset(corners)
        })
    }

    /// The rectangle as evidence: its corners, and the extra marks that spoil it.
    pub(in crate::logic) fn evidence(&self) -> Evidence {
        Evidence::part(Role::Body, self.cells(), self.digits).and(Role::Fin, self.rich, self.extras)
    }
}

/// The rectangles with this corner whose other corners all lie in `allowed`: the corner,
/// its neighbour in the same box, the one opposite, and the one across.
pub(in crate::logic) fn around(corner: Cell, allowed: CellSet) -> impl Iterator<Item = [Cell; 4]> {
    let [row, column, block] = corner.houses();
    let beside = allowed & block.cells();
    let turned = [(row, column), (column, row)];
    turned
        .into_iter()
        .flat_map(move |(along, across)| {
            let near = (beside & along.cells()).without(corner);
            let far = (allowed & across.cells()) - block.cells();
            near.iter().flat_map(move |near| {
                far.iter().map(move |far| [corner, near, fourth(corner, near, far), far])
            })
        })
        .filter(move |corners| allowed.contains(corners[2]))
}

/// Whether the marks allow the corners to be a and b in turn, beginning with one or the other.
fn can_be_filled(corners: [Cell; 4], digits: [Digit; 2], scene: &Scene<'_>) -> bool {
    let ends = CellSet::of(&[corners[0], corners[2]]);
    let between = CellSet::of(&[corners[1], corners[3]]);
    let [a, b] = digits.map(|digit| scene.cells(digit));
    (ends.is_subset(a) && between.is_subset(b)) || (ends.is_subset(b) && between.is_subset(a))
}

/// The cell opposite to `corner`, given its neighbours along the row and the column.
fn fourth(corner: Cell, near: Cell, far: Cell) -> Cell {
    if near.row() == corner.row() {
        Cell::at(far.row(), near.column())
    } else {
        Cell::at(near.row(), far.column())
    }
}

/// How every explanation about a rectangle begins.
pub(in crate::logic) fn warning(evidence: &Evidence<Large>) -> Message {
    let body = evidence.part_in(Role::Body);
    Message::new("rectangle").with("corners", body.cells).with("digits", body.digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_belongs_to_24_rectangles_in_two_boxes_each() {
        for corner in Cell::ALL {
            let all: Vec<[Cell; 4]> = around(corner, CellSet::ALL).collect();
            let sets: std::collections::HashSet<CellSet> =
                all.iter().map(|corners| CellSet::of(corners)).collect();
            assert_eq!((all.len(), sets.len()), (24, 24));
            for corners in &all {
                let boxes: std::collections::HashSet<usize> =
                    corners.iter().map(|cell| cell.block()).collect();
                assert_eq!(boxes.len(), 2, "{corners:?}");
                assert!((0..4).all(|i| corners[i].sees(corners[(i + 1) % 4])), "{corners:?}");
                assert!((0..2).all(|i| !corners[i].sees(corners[i + 2])), "{corners:?}");
                assert_eq!(corners[0].block(), corners[1].block());
            }
        }
    }
}
