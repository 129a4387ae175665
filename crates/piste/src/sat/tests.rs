//! The simplifier against a SAT solver and against exhaustive search: nothing is found
//! that does not follow, nothing is lost.

use super::formula::{Formula, Literal};
use super::green::Marks;
use super::ignore;
use super::simplify::{Fate, Simplifier};
use super::{After, Colour, Growth, Guessing, Reading, Square};
use crate::sat;
use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use piste_core::shape::{Boxes, Shape};
use piste_core::{AnyGrid, Rng};
use std::ops::ControlFlow;

/// Red: nothing but the removal of variables solves it without a guess.
const RED: &str =
    "................12....34.........3.....1.5.....6...7.4.....647..5.......21..8....";

/// A full board of this shape: each row is the one above, moved.
fn full(shape: Boxes) -> Vec<u8> {
    let (n, r, c) = (shape.digits(), shape.rows(), shape.columns());
    let digit = |cell: usize| {
        let (row, column) = (cell / n, cell % n);
        ((row % r * c + row / r + column) % n) as u8 + 1
    };
    (0..n * n).map(digit).collect()
}

fn from_cells(boxes: Boxes, cells: &[u8]) -> AnyGrid {
    AnyGrid::new(&Shape::regular(boxes), cells.to_vec()).unwrap()
}

/// The first solutions, up to so many; nothing if that takes more than so many guesses.
fn solutions(sudoku: &AnyGrid, limit: usize, guesses: u64) -> Option<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    let visit = |solution: &AnyGrid| {
        found.push(solution.values().to_vec());
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    sudoku.search(guesses, None, visit).ok()?;
    Some(found)
}

/// A board with up to `most` solutions, made by emptying cells in random order until no
/// more can go or `givens` are left.
fn board(shape: Boxes, most: usize, givens: usize, rng: &mut Rng) -> AnyGrid {
    let mut cells = full(shape);
    let mut names: Vec<u8> = (1..=shape.digits() as u8).collect();
    rng.shuffle(&mut names);
    cells.iter_mut().for_each(|digit| *digit = names[usize::from(*digit) - 1]);
    let mut order: Vec<usize> = (0..shape.cells()).collect();
    rng.shuffle(&mut order);
    let mut left = shape.cells();
    for cell in order {
        let digit = std::mem::take(&mut cells[cell]);
        left -= 1;
        let found = solutions(&from_cells(shape, &cells), most + 1, 10_000);
        if found.is_some_and(|found| found.len() > most) || left < givens {
            cells[cell] = digit;
            left += 1;
        }
    }
    from_cells(shape, &cells)
}

fn shapes() -> Vec<(Boxes, usize)> {
    [
        (2, 2, 1),
        (2, 3, 1),
        (3, 2, 1),
        (2, 4, 1),
        (3, 3, 1),
        (5, 2, 1),
        (3, 4, 60),
        (4, 4, 130),
        (5, 5, 380),
    ]
    .map(|(rows, columns, givens)| (Boxes::new(rows, columns).unwrap(), givens))
    .to_vec()
}

fn lit(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable() as u32), literal.is_positive())
}

/// A solver of its own for these clauses.
fn solver<'a>(variables: usize, clauses: impl Iterator<Item = &'a [Literal]>) -> BasicSolver {
    let mut solver = BasicSolver::default();
    for _ in 0..variables {
        solver.new_var_default();
    }
    for clause in clauses {
        solver.add_clause_reuse(&mut clause.iter().map(|&l| lit(l)).collect());
    }
    solver
}

/// All models, as the variables that are true.
fn models(solver: &mut BasicSolver, of: &[usize]) -> Vec<Vec<usize>> {
    let mut models = Vec::new();
    while solver.solve_limited(&[]) == lbool::TRUE {
        let value = |v: &&usize| solver.value_var(Var::unsafe_from_idx(**v as u32)) == lbool::TRUE;
        let model: Vec<usize> = of.iter().filter(value).copied().collect();
        let mut other: Vec<Lit> =
            of.iter().map(|v| lit(Literal::new(*v, !model.contains(v)))).collect();
        models.push(model);
        solver.add_clause_reuse(&mut other);
    }
    models
}

fn cells_of(shape: &Shape, formula: &Formula, start: &Marks, model: &[bool]) -> Vec<u8> {
    let mut cells: Vec<u8> = (0..shape.cells())
        .map(
            |cell| {
                if start.is_open(cell) { 0 } else { start.cell(cell).trailing_zeros() as u8 + 1 }
            },
        )
        .collect();
    for variable in (0..formula.variables()).filter(|&v| model[v]) {
        let (cell, digit) = formula.meaning(variable);
        assert_eq!(cells[cell], 0, "two digits in a cell");
        cells[cell] = digit as u8 + 1;
    }
    cells
}

#[test]
fn green_is_unit_propagation_on_the_clauses() {
    let mut rng = Rng::new(7);
    for (shape, givens) in shapes().into_iter().filter(|(shape, _)| shape.digits() <= 16) {
        let sudoku = board(shape, 3, givens, &mut rng);
        let marks = Marks::of(&sudoku).unwrap();
        let formula = Formula::of(&sudoku);
        let mut simplifier = Simplifier::new(&formula);
        simplifier.propagate().unwrap();
        for variable in 0..formula.variables() {
            let (cell, digit) = formula.meaning(variable);
            let expected = match (marks.has(cell, digit), marks.is_open(cell)) {
                (true, true) => Fate::Open,
                (value, _) => Fate::Known(value),
            };
            assert_eq!(simplifier.fate(variable), expected, "{shape} {sudoku}");
        }
        let open = Formula::open(sudoku.shape().layout(), &marks);
        assert_eq!(simplifier.alive().count(), open.clauses().count(), "{shape} {sudoku}");
    }
}

#[test]
fn green_finds_the_contradictions_that_the_clauses_show() {
    let shape = Boxes::new(2, 2).unwrap();
    let mut rng = Rng::new(11);
    let mut contradictions = 0;
    for _ in 0..500 {
        let cells: Vec<u8> =
            (0..16).map(|_| if rng.below(3) == 0 { 1 + rng.below(4) as u8 } else { 0 }).collect();
        let sudoku = from_cells(shape, &cells);
        let by_clauses = Simplifier::new(&Formula::of(&sudoku)).propagate();
        assert_eq!(Marks::of(&sudoku).is_err(), by_clauses.is_err(), "{sudoku}");
        contradictions += u32::from(by_clauses.is_err());
    }
    assert!((50..450).contains(&contradictions), "{contradictions} of 500");
}

#[test]
fn the_encoding_has_the_solutions_of_the_board() {
    let mut rng = Rng::new(8);
    for (shape, givens) in shapes() {
        for most in [1, 4] {
            let sudoku = board(shape, most, givens, &mut rng);
            let formula = Formula::of(&sudoku);
            let mut solver = solver(formula.variables(), formula.clauses());
            let all: Vec<usize> = (0..formula.variables()).collect();
            let count = models(&mut solver, &all).len();
            let found = solutions(&sudoku, most + 1, 100_000).unwrap();
            assert_eq!(count, found.len(), "{shape} {sudoku}");
            assert!((1..=most).contains(&count));
        }
    }
}

/// Blue and red keep the models: the solutions of the board are exactly what the models of
/// the clauses that are left, with everything put back, say.
#[test]
fn every_simplification_keeps_the_models() {
    let mut rng = Rng::new(9);
    for (shape, givens) in shapes().into_iter().filter(|(shape, _)| shape.digits() <= 12) {
        for most in [1, 1, 2, 6, 20] {
            let sudoku = board(shape, most, givens, &mut rng);
            for reading in READINGS {
                keeps_models(&sudoku, false, &reading);
                keeps_models(&sudoku, true, &reading);
            }
        }
    }
    for reading in READINGS {
        keeps_models(&RED.parse().unwrap(), false, &reading);
        keeps_models(&RED.parse().unwrap(), true, &reading);
    }
}

/// Readings that between them take every choice another way than ours.
const READINGS: [Reading; 5] = [
    Reading::OURS,
    Reading { merging: false, growth: Growth::Gross, ..Reading::OURS },
    Reading { simple_resolution: false, growth: Growth::Total, ..Reading::OURS },
    Reading { equivalency: false, subsumption: false, limit: 4, ..Reading::OURS },
    Reading { passes: 2, after_removal: After::UnitsThenBlue, ..Reading::OURS },
];

/// Every choice of a reading can make a difference, and the metric's is the strongest blue.
#[test]
fn a_weaker_reading_is_never_stronger() {
    let mut rng = Rng::new(31);
    let mut weaker = 0;
    for _ in 0..40 {
        let sudoku = board(Boxes::ORDINARY, 1, 1, &mut rng);
        let ours = Reading::OURS.colour(&sudoku).unwrap();
        assert_eq!(ours.colour, sat::colour(&sudoku, 1_000_000).unwrap().0, "{sudoku}");
        for reading in READINGS {
            let other = reading.colour(&sudoku).unwrap();
            assert!(other.blue >= ours.blue, "{sudoku} {reading:?}");
            weaker += u32::from(other.blue > ours.blue);
        }
    }
    assert!(weaker > 0);
}

/// A search with red between guesses is never deeper than one with green that takes the squares
/// in the same order.
#[test]
fn red_between_guesses_makes_no_search_deeper_that_guesses_alike() {
    let mut rng = Rng::new(32);
    let ways = [Square::First, Square::Last, Square::FirstByColumn];
    let ways = ways.map(|square| Guessing { square, highest: false });
    for _ in 0..25 {
        let sudoku = board(Boxes::ORDINARY, 1, 1, &mut rng);
        for way in ways {
            let green = way.level(&sudoku, None, 1_000_000).unwrap();
            let red = way.level(&sudoku, Some(&Reading::OURS), 1_000_000).unwrap();
            assert!(red <= green, "{sudoku} {way:?}");
        }
        let (_, indicators) = sat::colour(&sudoku, 1_000_000).unwrap();
        assert_eq!(Guessing::OURS.level(&sudoku, None, 1_000_000), Ok(indicators.search));
    }
}

fn keeps_models(sudoku: &AnyGrid, red: bool, reading: &Reading) {
    let marks = Marks::of(sudoku).unwrap();
    let formula = Formula::open(sudoku.shape().layout(), &marks);
    let mut simplifier = Simplifier::read_as(&formula, reading);
    if red {
        simplifier.blue().unwrap();
        ignore::red(&mut simplifier, formula.variables()).unwrap();
    } else {
        simplifier.blue().unwrap();
        simplifier.subsume();
    }
    let left: Vec<usize> = (0..formula.variables())
        .filter(|&variable| simplifier.fate(variable) == Fate::Open)
        .collect();
    let mut solver =
        solver(formula.variables(), simplifier.alive().map(|id| simplifier.clause(id)));
    let mut told: Vec<Vec<u8>> = models(&mut solver, &left)
        .iter()
        .map(|model| cells_of(sudoku.shape(), &formula, &marks, &simplifier.model(model)))
        .collect();
    let mut found = solutions(sudoku, 100, 100_000).unwrap();
    for solution in &found {
        let holds = |l: &Literal| {
            let (cell, digit) = formula.meaning(l.variable());
            (usize::from(solution[cell]) == digit + 1) == l.is_positive()
        };
        let mut clauses = simplifier.alive().map(|id| simplifier.clause(id));
        assert!(clauses.all(|clause| clause.iter().any(holds)), "{sudoku}");
    }
    told.sort();
    found.sort();
    if red {
        // What was removed can have more than one value for the same rest: one of them is told.
        assert!(!told.is_empty() && told.iter().all(|cells| found.contains(cells)), "{sudoku}");
        assert!(found.len() > 1 || told == found, "{sudoku}");
    } else {
        assert_eq!(told, found, "{sudoku}");
    }
}

#[test]
fn what_is_found_out_follows() {
    let mut rng = Rng::new(10);
    for _ in 0..6 {
        let sudoku = board(Boxes::ORDINARY, 3, 1, &mut rng);
        let formula = Formula::open(sudoku.shape().layout(), &Marks::of(&sudoku).unwrap());
        let mut solver = solver(formula.variables(), formula.clauses());
        let mut simplifier = Simplifier::new(&formula);
        simplifier.blue().unwrap();
        ignore::red(&mut simplifier, formula.variables()).unwrap();
        for variable in 0..formula.variables() {
            let this = Literal::new(variable, true);
            match simplifier.fate(variable) {
                Fate::Known(value) => {
                    let wrong = lit(Literal::new(variable, !value));
                    assert_eq!(solver.solve_limited(&[wrong]), lbool::FALSE, "{sudoku}");
                }
                Fate::Same(other) => {
                    for apart in [[this, !other], [!this, other]] {
                        assert_eq!(solver.solve_limited(&apart.map(lit)), lbool::FALSE, "{sudoku}");
                    }
                }
                Fate::Open | Fate::Ignored => {}
            }
        }
    }
}

#[test]
fn subsumption_changes_nothing_in_what_blue_finds_out() {
    let mut rng = Rng::new(12);
    for _ in 0..10 {
        let sudoku = board(Boxes::ORDINARY, 2, 1, &mut rng);
        let formula = Formula::open(sudoku.shape().layout(), &Marks::of(&sudoku).unwrap());
        let mut late = Simplifier::new(&formula);
        late.blue().unwrap();
        let mut early = Simplifier::new(&formula);
        early.subsume();
        early.blue().unwrap();
        early.subsume_changed();
        early.blue().unwrap();
        let fates = |s: &Simplifier| -> Vec<Fate> {
            let one = |v| s.fate(s.stands_for(Literal::new(v, true)).variable());
            (0..formula.variables()).map(one).collect()
        };
        assert_eq!(fates(&late), fates(&early), "{sudoku}");
    }
}

#[test]
fn pairs_of_two_literal_clauses_are_seen() {
    let clause = |pairs: &[(usize, bool)]| -> Vec<Literal> {
        pairs.iter().map(|&(variable, positive)| Literal::new(variable, positive)).collect()
    };
    let simplify = |clauses: &[Vec<Literal>]| {
        let mut formula = Formula { variables: vec![(0, 0); 4], ..Formula::default() };
        for clause in clauses {
            formula.literals.extend_from_slice(clause);
            formula.ends.push(formula.literals.len() as u32);
        }
        let mut simplifier = Simplifier::new(&formula);
        simplifier.blue().unwrap();
        simplifier
    };
    // (a ∨ b), (a ∨ ¬b): a.
    let s = simplify(&[clause(&[(0, true), (1, true)]), clause(&[(0, true), (1, false)])]);
    assert_eq!(s.fate(0), Fate::Known(true));
    assert_eq!(s.fate(1), Fate::Open);
    // (a ∨ ¬b), (¬a ∨ b): the same; and then (a ∨ b ∨ c), (¬c ∨ a): a.
    let s = simplify(&[
        clause(&[(0, true), (1, false)]),
        clause(&[(0, false), (1, true)]),
        clause(&[(0, true), (1, true), (2, true)]),
        clause(&[(2, false), (0, true)]),
    ]);
    let one = s.stands_for(Literal::new(0, true)).variable();
    assert_eq!(one, s.stands_for(Literal::new(1, true)).variable());
    assert_eq!(s.fate(one), Fate::Known(true));
    // A chain of three is not a pair: a → b → c → a is left alone.
    let s = simplify(&[
        clause(&[(0, false), (1, true)]),
        clause(&[(1, false), (2, true)]),
        clause(&[(2, false), (0, true)]),
    ]);
    assert_eq!(s.alive().count(), 3);
}

#[test]
fn a_red_puzzle_is_solved_by_putting_back_what_was_removed() {
    let sudoku: AnyGrid = RED.parse().unwrap();
    let (colour, indicators) = sat::colour(&sudoku, 10_000).unwrap();
    assert_eq!(colour, Colour::Red);
    assert!(indicators.blue > 0);
    assert_eq!((indicators.red, indicators.search_red), (0, 0));
}

#[test]
fn boards_of_every_size_have_a_colour() {
    let mut rng = Rng::new(13);
    for (shape, givens) in shapes() {
        let sudoku = board(shape, 1, givens, &mut rng);
        let (colour, indicators) = sat::colour(&sudoku, 1_000_000).unwrap();
        assert_eq!(colour == Colour::Green, indicators.green == 0, "{shape} {sudoku}");
        assert_eq!(sat::left_by_green(&sudoku), Some((indicators.green, indicators.small)));
        assert!(indicators.red <= indicators.blue && indicators.blue <= indicators.green);
        assert!(indicators.green <= indicators.small);
    }
}
