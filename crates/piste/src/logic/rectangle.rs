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
//!
//! ## On other shapes
//!
//! The exchange must keep the digits of *every* house: each has none of the corners, or two neighbours, one a
//! and one b. With boxes and nothing else that is so of all these rectangles. A diagonal or a window that has
//! one corner breaks it, and one that has none does no harm; on a jigsaw the neighbours must share a region. So
//! each rectangle is asked by itself. And where cells may not be equal that no house
//! holds together (a knight's move), a corner that becomes b may meet another b: there the strategies are silent.

use crate::logic::{Evidence, Message, Role, Scene};
use piste_core::space::{Classic, Large, SetOf, Space, Spot};

/// Four open cells that must not come out as two digits twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic) struct Rectangle<S: Space = Classic> {
    /// Once around: each corner shares a line with the next, and the first one a box with
    /// the second.
    pub(in crate::logic) corners: [S::Cell; 4],
    /// The two digits, a and b. At least one corner has just these.
    pub(in crate::logic) digits: S::DigitSet,
    /// The corners that can hold something else: one, two or three.
    pub(in crate::logic) rich: S::CellSet,
    /// What else they can hold.
    pub(in crate::logic) extras: S::DigitSet,
}

/// Whether an exchange of digits is a matter of houses alone on this shape, as all that assumes one solution asks.
pub(in crate::logic) fn is_exchange_safe<S: Space>(space: &S) -> bool {
    !space.has_pairs()
}

impl<S: Space> Rectangle<S> {
    /// All rectangles on the board, in the order of their first plain corners.
    pub(in crate::logic) fn on(scene: &Scene<'_, S>) -> Vec<Rectangle<S>> {
        let mut found = Vec::new();
        for corner in scene.bivalues() {
            let digits = scene.candidates(corner);
            let Some([a, b]) = digits.pair() else { continue };
            let either = scene.cells(a) | scene.cells(b);
            let both = scene.bivalues() & scene.cells(a) & scene.cells(b);
            for corners in around(scene.space(), corner, either) {
                let cells = S::CellSet::of(&corners);
                // Found once, from the first corner that has just the two digits.
                if (both & cells).first() != Some(corner) || !can_be_filled(corners, [a, b], scene)
                {
                    continue;
                }
                let rich: S::CellSet = corners
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
    pub(in crate::logic) fn cells(&self) -> S::CellSet {
        S::CellSet::of(&self.corners)
    }

    /// The two rich corners, if there are two and they see each other.
    pub(in crate::logic) fn roof(&self, space: &S) -> Option<[S::Cell; 2]> {
        self.rich.pair().filter(|[one, other]| space.sees(*one, *other))
    }

    /// The two rich corners, if there are two and they do not see each other.
    pub(in crate::logic) fn diagonal(&self, space: &S) -> Option<[S::Cell; 2]> {
        self.rich.pair().filter(|[one, other]| !space.sees(*one, *other))
    }

    /// The houses that two corners share in which this digit can go there and nowhere else.
    pub(in crate::logic) fn tied(
        scene: &Scene<'_, S>,
        digit: S::Digit,
        corners: [S::Cell; 2],
    ) -> impl Iterator<Item = S::House> {
        let corners = S::CellSet::of(&corners);
        scene.space().common_houses(corners).iter().filter(move |&house| {
            let places = scene.places(digit, house);
            !places.is_empty() && places.is_subset(corners)
        })
    }

    /// The rectangle as evidence: its corners, and the extra marks that spoil it.
    pub(in crate::logic) fn evidence(&self) -> Evidence<S> {
        Evidence::part(Role::Body, self.cells(), self.digits).and(Role::Fin, self.rich, self.extras)
    }
}

/// The rectangles with this corner whose other corners all lie in `allowed`, and in which two digits can be
/// exchanged: the corner, its neighbour in the same box, the one opposite, and the one across.
pub(in crate::logic) fn around<S: Space>(
    space: &S,
    corner: S::Cell,
    allowed: S::CellSet,
) -> impl Iterator<Item = [S::Cell; 4]> {
    // Of every cell the first three houses are its row, its column, and its box or region.
    let mut homes = space.houses(corner).iter().map(|house| space.cells(house));
    let [row, column, block] = [(); 3].map(|()| homes.next().unwrap_or(S::CellSet::EMPTY));
    let turned = [(row, column), (column, row)];
    turned
        .into_iter()
        .flat_map(move |(along, across)| {
            let near = (allowed & block & along).without(corner);
            let far = (allowed & across) - block;
            near.iter().flat_map(move |near| {
                far.iter().filter_map(move |far| {
                    Some([corner, near, fourth(space, corner, near, far)?, far])
                })
            })
        })
        .filter(move |corners| allowed.contains(corners[2]) && can_be_exchanged(space, corners))
}

/// Whether every house has none of the corners, or two neighbours.
fn can_be_exchanged<S: Space>(space: &S, corners: &[S::Cell; 4]) -> bool {
    let houses = corners.map(|corner| space.houses(corner));
    let [first, second, third, last] = houses;
    // What a corner lies in, exactly one of its neighbours lies in too.
    let is_shared = |of: S::HouseSet, one: S::HouseSet, other: S::HouseSet, across: S::HouseSet| {
        (of - (one ^ other)).is_empty() && (of & across).is_empty()
    };
    is_shared(first, second, last, third)
        && is_shared(second, first, third, last)
        && is_shared(third, second, last, first)
        && is_shared(last, first, third, second)
}

/// Whether the marks allow the corners to be a and b in turn, beginning with one or the other.
fn can_be_filled<S: Space>(
    corners: [S::Cell; 4],
    digits: [S::Digit; 2],
    scene: &Scene<'_, S>,
) -> bool {
    let ends = S::CellSet::of(&[corners[0], corners[2]]);
    let between = S::CellSet::of(&[corners[1], corners[3]]);
    let [a, b] = digits.map(|digit| scene.cells(digit));
    (ends.is_subset(a) && between.is_subset(b)) || (ends.is_subset(b) && between.is_subset(a))
}

/// The cell opposite to `corner`, given its neighbours along the row and the column.
fn fourth<S: Space>(space: &S, corner: S::Cell, near: S::Cell, far: S::Cell) -> Option<S::Cell> {
    let (row, column) = match near.row() == corner.row() {
        true => (far.row(), near.column()),
        false => (near.row(), far.column()),
    };
    let lines = space.lines();
    (space.cells(lines[row]) & space.cells(lines[space.side() + column])).first()
}

/// How every explanation about a rectangle begins.
pub(in crate::logic) fn warning(evidence: &Evidence<Large>) -> Message {
    let body = evidence.part_in(Role::Body);
    Message::new("rectangle").with("corners", body.cells).with("digits", body.digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::shape::Shape;
    use piste_core::space::Small;
    use piste_core::{Cell, CellSet};

    #[test]
    fn a_corner_belongs_to_24_rectangles_in_two_boxes_each() {
        for corner in Cell::ALL {
            let all: Vec<[Cell; 4]> = around(&Classic, corner, CellSet::ALL).collect();
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

    /// How many rectangles the first cell of the board belongs to.
    fn at_the_first_cell(shape: &str) -> usize {
        let space = Small::new(&shape.parse::<Shape>().unwrap());
        let first = space.all_cells().first().unwrap();
        around(&space, first, space.all_cells()).count()
    }

    #[test]
    fn a_house_that_has_one_corner_breaks_a_rectangle() {
        assert_eq!(at_the_first_cell("9x9"), 24);
        // r1c1 lies on a diagonal, and none of its neighbours in the box does.
        assert_eq!(at_the_first_cell("9x9+x"), 0);
        // The windows leave rows 1, 5 and 9 and columns 1, 5 and 9 free.
        assert_eq!(at_the_first_cell("9x9+windoku"), 8);
        // Two columns, of which a region is one and the other is not: neighbours share no region.
        let columns = format!("jigsaw:{}", "123456789".repeat(9));
        assert_eq!(at_the_first_cell(&columns), 0);
    }
}
