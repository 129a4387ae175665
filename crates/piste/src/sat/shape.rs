//! Shapes: how large the boxes are, and with them everything else.
//!
//! The boxes are the core's ([`piste_core::shape::Boxes`]); here they are called a shape, as this room knows no others. The
//! layout is laid out anew for what the encodings need: three houses for each cell, in an array.

pub use piste_core::shape::Boxes as Shape;

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
