//! Strategies written once for every space: the promise that `Space` makes, kept in small.
//!
//! Naked subsets and the xy-wing, generic over `S: Space`, climb on boards of many shapes. Every mark
//! that they take out is held against the solution. On classic boards, what the generic code finds
//! is what a copy in the words of 9×9 finds.

use piste_core::search::General;
use piste_core::shape::Shape;
use piste_core::space::{Classic, InSpace, Mark, SetOf, Space};
use piste_core::{Board, Candidate, Cell, CellSet, DigitSet, Grid, House, Rng};

/// Marks that naked pairs and triples take out.
fn naked_subsets<S: Space>(board: &Board<S>) -> Vec<S::Candidate> {
    let space = board.space();
    let mut gone = Vec::new();
    for house in space.all_houses() {
        let open = space.cells(house) & board.open();
        let narrow: Vec<S::Cell> =
            open.iter().filter(|&cell| (2..=3).contains(&board.candidates(cell).len())).collect();
        for (i, &a) in narrow.iter().enumerate() {
            for (j, &b) in narrow.iter().enumerate().skip(i + 1) {
                let pair = board.candidates(a) | board.candidates(b);
                let mut found = |digits: S::DigitSet, cells: S::CellSet| {
                    for digit in digits {
                        let others = (open - cells) & board.cells(digit);
                        gone.extend(others.iter().map(|cell| S::Candidate::new(cell, digit)));
                    }
                };
                if pair.len() == 2 {
                    found(pair, S::CellSet::from(a).with(b));
                }
                for &c in &narrow[j + 1..] {
                    let triple = pair | board.candidates(c);
                    if triple.len() == 3 {
                        found(triple, S::CellSet::from(a).with(b).with(c));
                    }
                }
            }
        }
    }
    gone
}

/// Marks that xy-wings take out.
fn xy_wings<S: Space>(board: &Board<S>) -> Vec<S::Candidate> {
    let space = board.space();
    let twos = board.cells_with(2);
    let mut gone = Vec::new();
    for pivot in twos {
        let wings = twos & space.peers(pivot);
        for left in wings {
            for right in wings.iter().filter(|&right| right > left) {
                let [p, l, r] = [pivot, left, right].map(|cell| board.candidates(cell));
                let shared = l & r;
                let Some(digit) = shared.single() else { continue };
                if p.contains(digit) || p != (l ^ r) {
                    continue;
                }
                let seen = space.peers(left) & space.peers(right) & board.cells(digit);
                gone.extend(seen.iter().map(|cell| S::Candidate::new(cell, digit)));
            }
        }
    }
    gone
}

/// The same xy-wings in the words of 9×9 alone.
fn classic_xy_wings(board: &Board) -> Vec<Candidate> {
    let twos = board.cells_with(2);
    let mut gone = Vec::new();
    for pivot in twos {
        let wings: CellSet = twos & pivot.peers();
        for left in wings {
            for right in wings.iter().filter(|&right| right > left) {
                let [p, l, r]: [DigitSet; 3] = [pivot, left, right].map(|c| board.candidates(c));
                let Some(digit) = (l & r).single() else { continue };
                if p.contains(digit) || p != (l ^ r) {
                    continue;
                }
                let seen = left.peers() & right.peers() & board.cells(digit);
                gone.extend(seen.iter().map(|cell| Candidate::new(cell, digit)));
            }
        }
    }
    gone
}

/// Climbs from a board with singles and both strategies; holds all against the solution.
struct Climb<'a> {
    givens: &'a [u8],
    solution: &'a [u8],
}

impl InSpace for Climb<'_> {
    /// Marks taken out by subsets and by wings.
    type Output = [usize; 2];

    fn go<S: Space>(self, space: S) -> [usize; 2] {
        let grid = Grid::of_values(space.clone(), self.givens).unwrap();
        let solution = Grid::of_values(space, self.solution).unwrap();
        let mut board = Board::from(&grid);
        let mut counts = [0; 2];
        loop {
            assert!(!board.is_broken(), "{board:?}");
            if let Some(cell) = board.cells_with(1).first() {
                let digit = board.candidates(cell).first().unwrap();
                assert_eq!(solution.get(cell), Some(digit));
                board.place(cell, digit);
                continue;
            }
            let found = [naked_subsets(&board), xy_wings(&board)];
            if found.iter().all(Vec::is_empty) {
                return counts;
            }
            for (count, gone) in counts.iter_mut().zip(found) {
                for candidate in gone {
                    assert_ne!(solution.get(candidate.cell()), Some(candidate.digit()));
                    *count += usize::from(board.eliminate(candidate));
                }
            }
        }
    }
}

#[test]
fn strategies_written_once_are_sound_in_every_space() {
    for name in ["6x6", "9x9", "9x9+x", "9x9+windoku", "9x9+antiknight", "10x10", "12x12", "16x16"]
    {
        let shape: Shape = name.parse().unwrap();
        let mut engine = General::new(&shape);
        let mut total = [0; 2];
        for item in 0..if shape.side() > 11 { 4 } else { 40 } {
            let mut rng = Rng::for_item(7, item);
            let puzzle = engine.random_puzzle(None, 1_000_000, &mut rng).unwrap().unwrap();
            let mut givens = puzzle.givens.clone();
            // A few more givens on a large board, so that there is something to climb on.
            for _ in 0..if shape.side() > 11 { shape.cells() / 6 } else { 0 } {
                let cell = rng.below(givens.len());
                givens[cell] = puzzle.solution[cell];
            }
            let found = shape.enter(Climb { givens: &givens, solution: &puzzle.solution });
            total.iter_mut().zip(found).for_each(|(sum, more)| *sum += more);
        }
        assert!(total[0] > 0, "{name}: {total:?}");
    }
}

#[test]
fn on_classic_boards_generic_code_finds_what_classic_code_finds() {
    let mut found = 0;
    for item in 0..200 {
        let puzzle = piste_core::Puzzle::random(&mut Rng::for_item(8, item));
        let mut board = Board::from(puzzle.grid());
        for _ in 0..30 {
            let Some(cell) = board.open().iter().find(|&cell| {
                board.candidates(cell).len() == 1
                    || cell.houses().iter().any(|&house: &House| {
                        board.candidates(cell).iter().any(|d| board.places(d, house).len() == 1)
                    })
            }) else {
                break;
            };
            board.place(cell, puzzle.solution().get(cell));
            assert_eq!(xy_wings(&board), classic_xy_wings(&board));
            found += classic_xy_wings(&board).len();
        }
    }
    assert!(found > 0);
}

#[test]
fn a_classic_board_is_no_larger_than_its_marks() {
    assert_eq!(size_of::<Classic>(), 0);
    assert_eq!(size_of::<Grid>(), Cell::COUNT);
}
