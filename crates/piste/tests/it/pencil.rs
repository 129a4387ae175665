//! The paper-and-pencil methods on 9×9: every deduction against the solution, green and blue
//! against the strategies, the minimal encoding against the extended one.

use crate::puzzles;
use piste::logic::{Deed, Method};
use piste::sat::{self, DigitOrder, Encoding, End, Entry, Formula, Pencil, PencilSolve};
use piste::{Board, Puzzle, Rng};
use piste_core::AnyGrid;

/// Random puzzles, minimal ones and some with a few givens more.
fn puzzles(seed: u64, count: usize) -> Vec<(Puzzle, AnyGrid)> {
    let mut rng = Rng::new(seed);
    let puzzles = (0..count).map(|nth| puzzles::puzzle(&mut rng, nth % 3 * 4));
    puzzles.map(|puzzle| (puzzle, AnyGrid::from(puzzle.grid()))).collect()
}

fn is_right(puzzle: &Puzzle, entry: &Entry) -> bool {
    let solution = AnyGrid::from(&puzzle.solution().grid());
    solution.values()[entry.cell] == entry.digit
}

/// Holds every act against the solution: what is said under guesses must be right if they are.
fn check(puzzle: &Puzzle, walk: &PencilSolve) {
    let is_right = |entry: &Entry| is_right(puzzle, entry);
    for act in walk.acts.iter().filter(|act| act.number != "guess") {
        if act.guesses.iter().all(is_right) {
            assert!(act.written.iter().all(is_right), "{puzzle}: {}", act.text());
            assert!(!act.erased.iter().any(is_right), "{puzzle}: {}", act.text());
        }
    }
    if walk.end == End::Solved {
        assert_eq!(walk.board.to_string(), puzzle.solution().to_string());
    }
}

#[test]
fn green_is_told_in_the_same_words_as_with_the_strategies() {
    for (puzzle, sudoku) in puzzles(21, 60) {
        let known = Method::Green.solve(&Board::from(puzzle.grid()));
        let walk = Pencil::Green.walk(&sudoku, 0);
        assert_eq!(walk.acts.len(), known.turn_count(), "{puzzle}");
        for (act, turn) in walk.acts.iter().zip(known.turns()) {
            let Deed::Act(known, _) = turn.deed else { panic!("a method goes act by act") };
            assert_eq!((act.number, act.text()), (known.number, known.text()), "{puzzle}");
        }
        assert_eq!(walk.board.to_string(), known.end().values().to_string());
    }
}

#[test]
fn blue_gets_as_far_as_with_the_strategies() {
    for (puzzle, sudoku) in puzzles(22, 60) {
        let known = Method::Blue.solve(&Board::from(puzzle.grid()));
        let walk = Pencil::Blue.walk(&sudoku, 0);
        assert_eq!(walk.board.to_string(), known.end().values().to_string(), "{puzzle}");
        check(&puzzle, &walk);
    }
}

#[test]
fn every_deduction_agrees_with_the_solution_and_black_solves_all() {
    let (mut by_red, mut guessed, mut seen) = (0, 0, Vec::new());
    for (puzzle, sudoku) in puzzles(23, 300) {
        let red = Pencil::Red.walk(&sudoku, 0);
        check(&puzzle, &red);
        let blue = Pencil::Blue.walk(&sudoku, 0);
        assert!(red.end == End::Solved || blue.end != End::Solved, "{puzzle}");
        by_red += u32::from(red.end == End::Solved && blue.end != End::Solved);
        let black = Pencil::Black.walk(&sudoku, 10_000);
        assert_eq!(black.end, End::Solved, "{puzzle}");
        check(&puzzle, &black);
        let guesses = black.acts.iter().filter(|act| act.number == "guess").count();
        guessed += u32::from(guesses > 0);
        assert_eq!(red.end == End::Solved, guesses == 0, "{puzzle}");
        seen.extend(black.acts.iter().map(|act| act.number));
    }
    assert!(by_red > 0 && guessed > 0, "{by_red} {guessed}");
    for number in ["2", "3", "3a", "3b", "3c", "3d", "4", "5", "6", "guess", "take back"] {
        assert!(seen.contains(&number), "no {number}");
    }
    for number in ["deduction 1", "deduction 2", "deduction 3"] {
        assert!(seen.contains(&number), "no {number}");
    }
}

#[test]
fn a_guess_that_is_taken_back_was_wrong() {
    let mut taken_back = 0;
    for (puzzle, sudoku) in puzzles(24, 100) {
        let walk = Pencil::Black.walk(&sudoku, 10_000);
        for act in walk.acts.iter().filter(|act| act.number == "take back") {
            let [guess] = act.erased.as_slice() else { panic!("one guess at a time") };
            if act.guesses.iter().all(|entry| is_right(&puzzle, entry)) {
                assert!(!is_right(&puzzle, guess), "{puzzle}");
                taken_back += 1;
            }
        }
    }
    assert!(taken_back > 0);
}

#[test]
fn the_nursery_slope_is_part_of_green() {
    let (mut easier, mut harder) = (0, 0);
    let mut rng = Rng::new(25);
    for nth in 0..60 {
        let puzzle = puzzles::puzzle(&mut rng, nth);
        let sudoku = AnyGrid::from(puzzle.grid());
        let walk = Pencil::Nursery.walk(&sudoku, 0);
        check(&puzzle, &walk);
        let left = sat::left_by_nursery(&sudoku);
        let empty = walk.board.values().iter().filter(|&&digit| digit == 0).count();
        assert_eq!(left, empty, "{puzzle}: in whatever order");
        let (green, _) = sat::left_by_green(&sudoku).unwrap();
        assert!(left as u64 >= green, "{puzzle}");
        easier += u32::from(left == 0);
        harder += u32::from(left > 0 && green == 0);
    }
    assert!(easier > 0 && harder > 0, "{easier} {harder}");
}

#[test]
fn the_order_of_the_numbers_changes_the_work_and_not_the_result() {
    let mut differ = false;
    for (puzzle, sudoku) in puzzles(26, 60) {
        let (frequency, left) = DigitOrder::Frequency.effort(&sudoku);
        for order in [DigitOrder::Ascending, DigitOrder::Descending] {
            let (effort, same) = order.effort(&sudoku);
            assert_eq!(left, same, "{puzzle}");
            differ |= effort != frequency;
        }
        assert_eq!(left as u64, sat::left_by_green(&sudoku).unwrap().0, "{puzzle}");
    }
    assert!(differ);
}

/// Lynce and Ouaknine, as the paper cites them: with the minimal clauses unit propagation alone
/// solves none.
#[test]
fn the_minimal_encoding_has_the_same_solution_and_solves_nothing() {
    let mut green = 0;
    for (puzzle, sudoku) in puzzles(27, 60) {
        let extended = Formula::of(&sudoku).left_by_units().unwrap();
        assert_eq!(extended as u64, sat::left_by_green(&sudoku).unwrap().0, "{puzzle}");
        green += u32::from(extended == 0);
        let minimal = Formula::encoded(&sudoku, Encoding::Minimal);
        let left = minimal.left_by_units().unwrap();
        assert!(left > 0 && left >= extended, "{puzzle}");
        let solution = AnyGrid::from(&puzzle.solution().grid());
        let holds = minimal.clauses().all(|clause| {
            clause.iter().any(|literal| {
                let (cell, digit) = minimal.meaning(literal.variable());
                let stands = usize::from(solution.values()[cell]) == digit + 1;
                stands == literal.is_positive()
            })
        });
        assert!(holds, "{puzzle}");
    }
    assert!(green > 0);
}
