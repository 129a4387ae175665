//! Shapes: what a board is, as data.
//!
//! A *shape* says how many cells a side has, how the boxes lie, which further houses there are,
//! and which further pairs of cells may not be equal. Everything else about a board follows from that.
//!
//! ```text
//!  "9x9+x"  ──syntax──►  Plan  ──layers──►  houses, pairs  ──►  Layout
//!  (text)                (what was said)    (lists of cells)     (who is in which house, who sees whom)
//! ```
//!
//! A *house* has as many cells as there are digits and so holds every digit exactly once. That is
//! what hidden singles, locked candidates and fish lean on. A region with fewer cells is no house
//! (its digits differ, and that is all), and one with more cannot be filled: both are refused.
//!
//! A *pair* is two cells that may not be equal although no house holds both, as two cells a
//! knight's move apart. Pairs make peers and nothing else.
//!
//! The [`Layout`] numbers cells row by row and houses in the order in which they are told, without
//! gaps: it is what engines and encodings walk over. Whoever wants typed words (cells that know
//! their row, sets, boards) [enters](Shape::enter) a [space](crate::space).

mod layers;
mod layout;
mod symmetries;
mod syntax;
#[cfg(test)]
mod tests;

pub use layers::Boxes;
pub use layout::{Home, Layout};
pub use symmetries::Motion;
pub use syntax::BadShape;

use crate::general::House;
use layers::{Layer, Plan};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The smallest and the greatest side that a board may have.
pub(crate) const SIDES: std::ops::RangeInclusive<usize> = 4..=25;

/// What sort of house it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Cells side by side.
    Row,
    /// Cells one below the other.
    Column,
    /// A rectangle, all of one size.
    Box,
    /// A drawn region of a jigsaw, in the place of a box.
    Region,
    /// The cells at one place of every box: one of the disjoint groups.
    Group,
    /// One of the squares of a windoku.
    Window,
    /// One of the two long diagonals.
    Diagonal,
    /// The middle cells of the boxes.
    CentreDot,
    /// The nine cells of the asterisk.
    Asterisk,
    /// Any other region.
    Extra,
}

impl Kind {
    /// Whether it is a row or a column.
    pub const fn is_line(self) -> bool {
        matches!(self, Kind::Row | Kind::Column)
    }

    /// The sort in one word, for programs.
    pub const fn slug(self) -> &'static str {
        match self {
            Kind::Row => "row",
            Kind::Column => "column",
            Kind::Box => "box",
            Kind::Region => "region",
            Kind::Group => "group",
            Kind::Window => "window",
            Kind::Diagonal => "diagonal",
            Kind::CentreDot => "centre-dot",
            Kind::Asterisk => "asterisk",
            Kind::Extra => "extra",
        }
    }
}

/// A shape of board, cheap to clone.
///
/// It reads and prints as its name; every shape has one name, however it was written.
///
/// ```
/// use piste_core::shape::Shape;
///
/// let shape: Shape = "9X9 + antiknight + x".parse().unwrap();
/// assert_eq!(shape.to_string(), "9x9+x+antiknight");
/// assert_eq!((shape.side(), shape.cells(), shape.houses().count()), (9, 81, 29));
/// assert_eq!("6x6".parse::<Shape>().unwrap().to_string(), "6x6/2x3");
/// assert!("9x9/3x3".parse::<Shape>().unwrap().is_classic());
/// ```
#[derive(Clone)]
pub struct Shape(Arc<Tables>);

struct Tables {
    name: String,
    plan: Plan,
    layout: Layout,
}

impl Shape {
    /// The ordinary shape, 9×9 with boxes of 3×3.
    pub fn classic() -> Shape {
        Shape::regular(Boxes::ORDINARY)
    }

    /// Boxes of one size, and nothing else.
    ///
    /// ```
    /// use piste_core::shape::{Boxes, Shape};
    ///
    /// let shape = Shape::regular(Boxes::new(3, 2).unwrap());
    /// assert_eq!(shape.to_string(), "6x6/3x2");
    /// ```
    pub fn regular(boxes: Boxes) -> Shape {
        Shape::of(Plan::regular(boxes)).expect("boxes alone make a shape")
    }

    /// The shape of this plan, unless a layer does not fit.
    fn of(plan: Plan) -> Result<Shape, BadShape> {
        let layout = Layout::of(&plan)?;
        Ok(Shape(Arc::new(Tables { name: plan.to_string(), plan, layout })))
    }

    /// The one name of the shape, as it prints.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// How many cells a side has: as many as there are digits, and cells in a house.
    pub fn side(&self) -> usize {
        self.0.plan.side()
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.side() * self.side()
    }

    /// Whether it is the ordinary 9×9, with nothing added.
    pub fn is_classic(&self) -> bool {
        self.boxes() == Some(Boxes::ORDINARY) && self.0.plan.layers.is_empty()
    }

    /// Whether nothing is added to rows, columns and boxes or regions.
    pub fn is_plain(&self) -> bool {
        self.0.plan.layers.is_empty()
    }

    /// The boxes, if they are regular; nothing for a jigsaw.
    pub fn boxes(&self) -> Option<Boxes> {
        self.0.plan.boxes()
    }

    /// The houses: rows, columns, boxes or regions, then the further ones.
    pub fn houses(&self) -> impl ExactSizeIterator<Item = House> + '_ {
        self.layout().houses().iter().copied()
    }

    /// Whether there are pairs of cells that may not be equal although no house holds both.
    pub fn has_pairs(&self) -> bool {
        self.0.plan.layers.iter().any(Layer::is_of_pairs)
    }

    /// Who is in which house, and who sees whom.
    pub fn layout(&self) -> &Layout {
        &self.0.layout
    }

    /// Which box or region each cell lies in, counted from 0, row by row.
    pub fn regions(&self) -> Vec<u8> {
        self.0.plan.regions()
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.name() == other.name()
    }
}

impl Eq for Shape {}

impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
