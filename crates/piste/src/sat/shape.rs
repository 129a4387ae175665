//! Shapes: how large the boxes are, and with them everything else.
//!
//! A board of boxes with `rows` rows and `columns` columns has `rows · columns` digits, as
//! many cells in every row, column and box, and that many of each. The ordinary one is 3×3.
//! Everything in this room is written for any shape with at most 25 digits.

use std::fmt;

/// The most digits a board may have: 25×25 is the largest that people solve.
const MOST_DIGITS: usize = 25;

/// How many rows and columns a box has.
///
/// ```
/// use piste::sat::Shape;
///
/// let shape = Shape::new(2, 3).unwrap();
/// assert_eq!((shape.digits(), shape.cells()), (6, 36));
/// assert_eq!(shape.to_string(), "2×3");
/// assert_eq!(Shape::new(6, 6), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u8,
    columns: u8,
}

impl Shape {
    /// The ordinary shape: boxes of 3×3 on a board of 9×9.
    pub const ORDINARY: Shape = Shape { rows: 3, columns: 3 };

    /// Boxes of so many rows and columns, at least two of each and at most 25 cells.
    pub const fn new(rows: usize, columns: usize) -> Option<Shape> {
        if rows < 2 || columns < 2 || rows > MOST_DIGITS || columns > MOST_DIGITS {
            return None;
        }
        if rows * columns > MOST_DIGITS {
            return None;
        }
        Some(Shape { rows: rows as u8, columns: columns as u8 })
    }

    /// The usual shape for a board with so many cells in all: the boxes as square as can
    /// be, and wider than high where they cannot be square.
    ///
    /// ```
    /// use piste::sat::Shape;
    ///
    /// assert_eq!(Shape::usual(36), Shape::new(2, 3));
    /// assert_eq!(Shape::usual(144), Shape::new(3, 4));
    /// assert_eq!(Shape::usual(49), None);
    /// ```
    pub fn usual(cells: usize) -> Option<Shape> {
        let digits = (4..=MOST_DIGITS).find(|digits| digits * digits == cells)?;
        let rows = (2..=digits).take_while(|r| r * r <= digits).filter(|r| digits % r == 0);
        rows.last().and_then(|rows| Shape::new(rows, digits / rows))
    }

    /// Rows of a box.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns of a box.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// How many digits there are, which is also the length of a row, a column and a box.
    pub const fn digits(self) -> usize {
        self.rows() * self.columns()
    }

    /// How many cells the board has.
    pub const fn cells(self) -> usize {
        self.digits() * self.digits()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.columns)
    }
}

/// Which cells share a house: rows first, then columns, then boxes.
pub(super) struct Layout {
    /// How many digits.
    pub(super) n: usize,
    /// The three houses of each cell.
    pub(super) houses: Vec<[usize; 3]>,
    /// The place of each cell in its three houses.
    pub(super) places: Vec<[u8; 3]>,
    /// The cells of all houses, one house after the other.
    cells: Vec<u16>,
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Layout {
        let n = shape.digits();
        let (r, c) = (shape.rows(), shape.columns());
        let mut layout = Layout {
            n,
            houses: Vec::with_capacity(n * n),
            places: Vec::with_capacity(n * n),
            cells: vec![0; 3 * n * n],
        };
        for cell in 0..n * n {
            let (row, column) = (cell / n, cell % n);
            let houses = [row, n + column, 2 * n + row / r * r + column / c];
            let places = [column, row, row % r * c + column % c];
            for (house, place) in houses.iter().zip(places) {
                layout.cells[house * n + place] = cell as u16;
            }
            layout.houses.push(houses);
            layout.places.push(places.map(|place| place as u8));
        }
        layout
    }

    /// The cell at this place of this house.
    pub(super) fn cell(&self, house: usize, place: usize) -> usize {
        usize::from(self.cells[house * self.n + place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_stands_where_its_houses_say() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (5, 2), (3, 4), (5, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            let layout = Layout::new(shape);
            let mut members = vec![0; 3 * shape.digits()];
            for cell in 0..shape.cells() {
                for (&house, &place) in layout.houses[cell].iter().zip(&layout.places[cell]) {
                    assert_eq!(layout.cell(house, usize::from(place)), cell, "{shape}");
                    members[house] += 1;
                }
            }
            assert!(members.iter().all(|&count| count == shape.digits()), "{shape}");
        }
    }

    #[test]
    fn a_box_has_as_many_rows_and_columns_as_the_shape_says() {
        let layout = Layout::new(Shape::new(2, 3).unwrap());
        let first_box: Vec<usize> = (0..6).map(|place| layout.cell(12, place)).collect();
        assert_eq!(first_box, [0, 1, 2, 6, 7, 8]);
    }
}
