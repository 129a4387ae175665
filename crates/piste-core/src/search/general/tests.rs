//! The general engine against a plain backtracker, and against the engines for 9×9.
//!
//! `cargo run --release -p bench -- shapes` does the same on a hundred thousand boards of each shape.

use super::*;
use crate::search::{Engine, Verdict};
use crate::symmetry::Symmetry;
use crate::{Cell, Digit, Grid};

/// The shapes that are held against the oracle.
const SHAPES: [&str; 14] = [
    "4x4",
    "4x4+x",
    "8x8+antiking",
    "jigsaw:1112122233343444",
    "jigsaw:1112211222334443354435555",
    "6x6",
    "6x6/3x2+x",
    "6x6+antiknight",
    "8x8",
    "9x9",
    "9x9+x+windoku",
    "9x9+antiking+disjoint",
    "9x9+centredot+asterisk+region:r1c1-3,r4c4-6,r7c7-9",
    "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999",
];

/// Counts solutions by trying: the open cell with the fewest digits that no peer has, each of them.
/// It knows peers and nothing else: on a full board, no two equal in a house of n cells means
/// each digit once.
fn plain(layout: &Layout, options: &[u32], open: &[u16], limit: u64) -> u64 {
    let width = |cell: u16| options[usize::from(cell)].count_ones();
    let Some(&cell) = open.iter().min_by_key(|&&cell| width(cell)) else { return 1 };
    let left: Vec<u16> = open.iter().copied().filter(|&other| other != cell).collect();
    let mut found = 0;
    for digit in bits(options[usize::from(cell)]) {
        let mut next = options.to_vec();
        for &peer in layout.peers(usize::from(cell)) {
            next[usize::from(peer)] &= !(1 << digit);
        }
        if left.iter().all(|&other| next[usize::from(other)] != 0) && found < limit {
            found += plain(layout, &next, &left, limit - found);
        }
    }
    found
}

/// A board that may have none, one or many solutions: a full one with most cells opened, and
/// sometimes a mark too few or a wrong given.
fn board(engine: &mut General, rng: &mut Rng, open: usize) -> Vec<u32> {
    let full = engine.random_full(1_000_000, rng).unwrap();
    let full = full.unwrap_or_else(|| panic!("{} has no full board", engine.shape()));
    let (cells, side) = (full.len(), engine.shape().side());
    let mut marks = engine.marks_of(&full);
    for _ in 0..open {
        marks[rng.below(cells)] = (1 << side) - 1;
    }
    for _ in 0..rng.below(3) {
        marks[rng.below(cells)] &= !(1 << rng.below(side));
    }
    if rng.below(4) == 0 {
        marks[rng.below(cells)] = 1 << rng.below(side);
    }
    marks
}

#[test]
fn it_counts_what_a_plain_backtracker_counts() {
    for name in SHAPES {
        let shape: Shape = name.parse().unwrap();
        let mut engine = General::new(&shape);
        let mut rng = Rng::new(crate::fnv1a(name.bytes()));
        let mut kinds = [0; 3];
        for number in 0..200 {
            let open = if shape.side() < 7 { shape.cells() } else { 50 + number % 20 };
            let marks = board(&mut engine, &mut rng, open);
            let count = engine.count(&marks, 50, u64::MAX).unwrap();
            let cells: Vec<u16> = (0..shape.cells() as u16).collect();
            let expected = plain(shape.layout(), &marks, &cells, 50);
            assert_eq!(count, expected, "{name}: {marks:?}");
            kinds[count.min(2) as usize] += 1;
        }
        assert!(kinds.iter().all(|&kind| kind > 0), "{name}: {kinds:?}");
    }
}

#[test]
fn the_counts_that_are_known_come_out() {
    for (name, count) in [("4x4", 288), ("4x4+x", 48), ("jigsaw:1111222233334444", 576)] {
        let shape: Shape = name.parse().unwrap();
        let mut engine = General::new(&shape);
        let marks = engine.marks_of(&vec![0; shape.cells()]);
        assert_eq!(engine.count(&marks, u64::MAX, u64::MAX), Ok(count), "{name}");
    }
    let mut six = General::new(&"6x6".parse().unwrap());
    // One of the 6! orders of the first row each.
    let mut values = vec![0; 36];
    (0..6).for_each(|column| values[column] = column as u8 + 1);
    let marks = six.marks_of(&values);
    assert_eq!(six.count(&marks, u64::MAX, u64::MAX), Ok(28_200_960 / 720));
}

#[test]
fn on_classic_boards_it_agrees_with_the_engine_for_them() {
    let mut engine = General::new(&Shape::classic());
    let mut rng = Rng::new(5);
    for _ in 0..2_000 {
        let marks = board(&mut engine, &mut rng, 75);
        let of_cell = |cell: Cell| crate::DigitSet::from_bits(marks[cell.index()] as u16);
        let classic = crate::Marks::from_fn(of_cell);
        let mine = engine.solutions(&marks, 2, u64::MAX).unwrap();
        match Engine::default().verdict(&classic) {
            Verdict::None => assert!(mine.is_empty()),
            Verdict::One(solution) => {
                let values: Vec<u8> =
                    Cell::ALL.iter().map(|&cell| solution.get(cell).get()).collect();
                assert_eq!(mine, [values]);
            }
            Verdict::Many(_) => assert_eq!(mine.len(), 2),
        }
    }
}

#[test]
fn it_gives_up_when_it_is_told_to() {
    let mut engine = General::new(&"6x6".parse().unwrap());
    let marks = engine.marks_of(&[0; 36]);
    assert_eq!(engine.count(&marks, u64::MAX, 7), Err(GaveUp { guesses: 7 }));
}

/// A third of the digits of a full 25×25: from a single beginning some of them take a hundred thousand guesses and more.
#[test]
fn where_one_beginning_leads_nowhere_another_does() {
    let shape: Shape = "25x25".parse().unwrap();
    let mut engine = General::new(&shape);
    for number in 0..8 {
        let mut rng = Rng::for_item(5, number);
        let mut values = engine.random_full(1_000_000, &mut rng).unwrap().unwrap();
        let mut cells: Vec<usize> = (0..625).collect();
        rng.shuffle(&mut cells);
        cells[208..].iter().for_each(|&cell| values[cell] = 0);
        let marks = engine.marks_of(&values);
        let found = engine.solutions(&marks, 2, 1_000_000).unwrap();
        assert!(!found.is_empty());
        for solution in &found {
            let kept =
                values.iter().zip(solution).all(|(&given, &value)| given == 0 || given == value);
            let full = engine.marks_of(solution);
            assert!(kept && engine.has_solution(&full, 0) == Ok(true), "board {number}");
        }
        assert!(found.len() < 2 || found[0] != found[1]);
    }
}

#[test]
fn a_shape_without_a_full_board_is_known_as_such() {
    let mut engine = General::new(&"4x4+antiking+antiknight".parse().unwrap());
    assert_eq!(engine.random_full(10_000, &mut Rng::new(1)), Ok(None));
}

#[test]
fn puzzles_are_minimal_and_have_their_symmetry() {
    for name in ["4x4", "6x6+x", "9x9+windoku", "9x9+antiknight", SHAPES[13], "10x10"] {
        let shape: Shape = name.parse().unwrap();
        let mut engine = General::new(&shape);
        let alone = engine.random_puzzle(None, 1_000_000, &mut Rng::new(3)).unwrap().unwrap();
        assert_eq!(alone.undecided, 0);
        for cell in 0..shape.cells() {
            let mut less = alone.givens.clone();
            less[cell] = 0;
            let marks = engine.marks_of(&less);
            let count = engine.count(&marks, 2, u64::MAX).unwrap();
            assert_eq!(count, if alone.givens[cell] == 0 { 1 } else { 2 }, "{name}");
        }
        for symmetry in Symmetry::ALL {
            let made = engine.random_puzzle(Some(symmetry), 1_000_000, &mut Rng::new(4));
            let made = made.unwrap().unwrap();
            for motion in crate::shape::Motion::of_symmetry(symmetry, shape.side()) {
                let pattern: Vec<bool> = made.givens.iter().map(|&value| value > 0).collect();
                assert_eq!(motion.moved(&pattern), pattern, "{name} {symmetry}");
            }
            let marks = engine.marks_of(&made.givens);
            assert_eq!(engine.solutions(&marks, 2, u64::MAX).unwrap(), [made.solution]);
        }
    }
}

#[test]
fn a_puzzle_moved_by_a_symmetry_of_the_shape_has_its_solution_moved() {
    for name in ["6x6/3x2", "9x9+x", "9x9+windoku", "9x9+disjoint", "12x12"] {
        let shape: Shape = name.parse().unwrap();
        let mut engine = General::new(&shape);
        let mut rng = Rng::new(6);
        let puzzle = engine.random_puzzle(None, 1_000_000, &mut rng).unwrap().unwrap();
        for _ in 0..5 {
            let motion = shape.random_motion(&mut rng);
            let marks = engine.marks_of(&motion.moved(&puzzle.givens));
            let moved = engine.solutions(&marks, 2, u64::MAX).unwrap();
            assert_eq!(moved, [motion.moved(&puzzle.solution)], "{name}");
        }
    }
}

#[test]
fn grids_of_a_space_and_values_say_the_same() {
    let values: Vec<u8> =
        (0..81).map(|cell| if cell % 7 == 0 { 1 + cell / 9 } else { 0 }).collect();
    let grid = Grid::of_values(crate::space::Classic, &values).unwrap();
    assert_eq!(grid.get(Cell::at(0, 7)), Digit::new(1));
    assert_eq!(grid.values(), values);
}
