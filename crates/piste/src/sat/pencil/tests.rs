//! The paper's own example, picture by picture; and boards of every shape, with and without a
//! solution. The same methods on 9×9 are held against the strategies in the tests of the crate.

use super::*;
use crate::sat;
use piste_core::shape::Boxes;
use std::ops::ControlFlow;

/// The example of the paper's appendix.
const EXAMPLE: &str = "6123....51..25.4.11.....5.1......514";

/// The pictures of the appendix in the order in which they follow from each other (row by
/// row), each with what leads to it: numbers that are selected, or step 5 (0), in regions
/// with one empty square. The eleventh of the twelve, with one of the two 6s that the last selection
/// writes, is on the way to the twelfth.
#[test]
fn the_appendix_is_replayed_picture_by_picture() {
    let mut board = EXAMPLE.replace(' ', "").parse::<AnyGrid>().unwrap();
    for (acts, picture) in [
        (&[3][..], EXAMPLE),
        (&[6], EXAMPLE),
        (&[2], "6123....51..25.4.11.....5.1....2.514"),
        (&[2], "6123....51..25.4.11.....5.1....2.514"),
        (&[4, 4], "61234.4.51..25.4.11.4...541....2.514"),
        (&[4, 0], "6123454351..25.4.11.4...541...32.514"),
        (&[0], "6123454351..25.4.1164...541...326514"),
        (&[0], "6123454351..2534.1164...541...326514"),
        (&[0], "6123454351..253461164...541...326514"),
        (&[5], "6123454351..253461164.5.541...326514"),
        (&[6], "6123454351.6253461164.5.5416..326514"),
    ] {
        for &number in acts {
            board = if number == 0 {
                sat::fill_last_squares(&board)
            } else {
                sat::green_select(&board, number)
            };
        }
        assert_eq!(board.to_string(), picture, "{acts:?}");
    }
    assert_eq!(Pencil::Green.walk(&board, 0).end, End::Solved);
}

#[test]
fn every_shape_is_walked_to_its_solution() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5)]
    {
        let shape = Shape::regular(Boxes::new(rows, columns).unwrap());
        let n = shape.side();
        // Each row is the one above, moved; every seventh cell is emptied.
        let digit = |cell: usize| {
            let (row, column) = (cell / n, cell % n);
            ((row % rows * columns + row / rows + column) % n) as u8 + 1
        };
        let cells: Vec<u8> =
            (0..n * n).map(|cell| if cell % 7 == 0 { 0 } else { digit(cell) }).collect();
        let board = AnyGrid::new(&shape, cells).unwrap();
        let walk = Pencil::Black.walk(&board, 1_000);
        assert_eq!(walk.end, End::Solved, "{shape}");
        assert!(
            walk.board.values().iter().enumerate().all(|(cell, &d)| d == digit(cell)),
            "{shape}"
        );
    }
}

#[test]
fn boards_without_a_solution_end_in_a_contradiction() {
    for text in ["11..............", "12..34..........", "1.......1.......", "1234...........1"] {
        let board: AnyGrid = text.parse().unwrap();
        for method in [Pencil::Nursery, Pencil::Green, Pencil::Blue, Pencil::Red, Pencil::Black] {
            let walk = method.walk(&board, 1_000);
            let has_solution = board.search(1_000, None, |_| ControlFlow::Break(()));
            let is_fine = has_solution.is_ok_and(|work| work.solutions == 1);
            assert!(walk.end != End::Solved || is_fine, "{text} {method:?}");
        }
    }
    let none: AnyGrid = "11..............".parse().unwrap();
    assert_eq!(Pencil::Black.walk(&none, 1_000).end, End::Contradiction);
    let empty: AnyGrid = ".".repeat(625).parse().unwrap();
    assert_eq!(Pencil::Black.walk(&empty, 3).end, End::GaveUp);
}
