//! The engines held against each other, against the rules, and against known answers.

use super::*;
use crate::symmetry::{Symmetry, Transformation};
use crate::{Cell, CellSet, Digit, DigitSet, House, Rng};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn grid(line: &str) -> Grid {
    line.parse().unwrap()
}

/// Seventeen clues, one solution each.
const SEVENTEEN: [&str; 4] = [
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
    ".................1.....2.3......3.2...4....5...6.1.....3......6.7..8...952.7.....",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
];

/// Hard for people and for programs, one solution each.
const HARD: [&str; 3] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....",
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
];

/// Norvig's board that no solution fits, though no two givens contradict each other.
const IMPOSSIBLE: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

/// All solutions, but no more than `limit`; fails if one comes twice or does not fit.
fn solutions(engine: Engine, clues: &Clues, limit: usize) -> BTreeSet<Solution> {
    let marks = clues.marks();
    let mut all = BTreeSet::new();
    let stats = engine.search(clues, None, |solution| {
        assert!(Solution::new(&solution.grid()).is_some(), "{engine:?}: breaks the rules");
        assert!(Cell::ALL.into_iter().all(|cell| marks[cell].contains(solution.get(cell))));
        assert!(all.insert(*solution), "{engine:?}: {solution} twice");
        if all.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(stats.solutions, all.len() as u64);
    all
}

/// Asks every engine everything about the board; they must all say what Plain says.
fn compare(clues: &Clues) {
    const LIMIT: usize = 60;
    let expected = solutions(Engine::Plain, clues, LIMIT);
    for engine in Engine::ALL {
        let found = solutions(engine, clues, LIMIT);
        assert_eq!(found.len(), expected.len(), "{engine:?} of {clues:?}");
        if found.len() < LIMIT {
            assert_eq!(found, expected, "{engine:?} of {clues:?}");
        }
        assert_eq!(engine.first(clues).is_some(), !expected.is_empty());
        assert_eq!(engine.count(clues, LIMIT as u64), expected.len() as u64);
        match engine.verdict(clues) {
            Verdict::None => assert_eq!(expected.len(), 0),
            Verdict::One(one) => assert_eq!(expected, [one].into()),
            Verdict::Many([a, b]) => assert!(expected.len() > 1 && a != b),
        }
        let drawn = engine.random(clues, &mut Rng::new(expected.len() as u64));
        assert_eq!(drawn.is_some(), !expected.is_empty());
        if let (Some(drawn), true) = (drawn, expected.len() < LIMIT) {
            assert!(expected.contains(&drawn));
        }
    }
}

/// A random full grid with all but `givens` cells emptied and `wrong` of the rest changed.
fn dug(seed: u64, givens: usize, wrong: usize) -> Grid {
    let mut rng = Rng::new(seed);
    let full = Engine::Plain.random(&Grid::EMPTY, &mut rng).unwrap();
    let mut cells = Cell::ALL;
    rng.shuffle(&mut cells);
    let mut grid = Grid::EMPTY;
    for &cell in &cells[..givens] {
        grid.set(cell, Some(full.get(cell)));
    }
    for &cell in &cells[..wrong] {
        grid.set(cell, rng.pick(&Digit::ALL).copied());
    }
    grid
}

/// The marks of a random full grid and of a few digits beside, less some.
fn scattered(seed: u64, extra: usize, missing: usize) -> Marks {
    let mut rng = Rng::new(seed);
    let full = Engine::Plain.random(&Grid::EMPTY, &mut rng).unwrap();
    let mut marks = Marks::from_fn(|cell| DigitSet::from(full.get(cell)));
    for _ in 0..extra {
        marks[Cell::ALL[rng.below(81)]].insert(Digit::ALL[rng.below(9)]);
    }
    for _ in 0..missing {
        marks[Cell::ALL[rng.below(81)]].remove(Digit::ALL[rng.below(9)]);
    }
    marks
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn all_engines_agree_on_givens(seed: u64, givens in 26usize..81, wrong in 0usize..3) {
        compare(&Clues::from(&dug(seed, givens, wrong)));
    }

    #[test]
    fn all_engines_agree_on_marks(seed: u64, extra in 0usize..260, missing in 0usize..6) {
        compare(&Clues::from(&scattered(seed, extra, missing)));
    }

    #[test]
    fn all_engines_find_the_solutions_without_a_candidate(
        seed: u64, givens in 26usize..60, index in 0usize..729,
    ) {
        let grid = dug(seed, givens, 0);
        let candidate = Candidate::from_index(index);
        let mut marks = Marks::from(&grid);
        marks[candidate.cell()].remove(candidate.digit());
        let exists = Engine::Plain.first(&marks).is_some();
        for engine in Engine::ALL {
            let other = engine.other_than(&grid, candidate);
            prop_assert_eq!(other.is_some(), exists);
            if let Some(other) = other {
                prop_assert!(other.agrees_with(&grid));
                prop_assert!(other.get(candidate.cell()) != candidate.digit());
            }
        }
    }
}

/// The generators above are of use only if they bring boards of all three sorts.
#[test]
fn the_generated_boards_have_no_one_and_many_solutions() {
    let boards = (0..60).flat_map(|seed| {
        let size = seed as usize;
        [
            Clues::from(&dug(seed, 26 + size % 30, size % 3)),
            Clues::from(&scattered(seed, 4 * size, size % 6)),
        ]
    });
    let mut seen = [0; 3];
    for clues in boards {
        seen[Engine::Bands.count(clues, 2) as usize] += 1;
    }
    assert!(seen.iter().all(|&boards| boards > 10), "{seen:?}");
}

#[test]
fn known_puzzles_have_one_solution() {
    for line in SEVENTEEN.into_iter().chain(HARD) {
        let [bands, links] =
            [Engine::Bands, Engine::Links].map(|engine| engine.verdict(&grid(line)));
        assert!(matches!(bands, Verdict::One(_)), "{line}");
        assert_eq!(bands, links);
    }
}

/// The same puzzles as pencil marks, as a Sukaku has them.
#[test]
fn known_puzzles_have_one_solution_as_marks() {
    for line in SEVENTEEN.into_iter().chain(HARD) {
        let marks = crate::Board::from(&grid(line)).marks();
        let [bands, links] = [Engine::Bands, Engine::Links].map(|engine| engine.verdict(&marks));
        assert_eq!(bands, Engine::Bands.verdict(&grid(line)));
        assert_eq!(bands, links);
    }
}

/// Some puzzles of each of the large sets, when they are at hand.
#[test]
fn engines_agree_on_published_sets() {
    let data = std::env::var_os("PISTE_DATA").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        std::path::PathBuf::from,
    );
    let sets = [
        ("17_clue_49158", 200, 1),
        ("forum_hardest_1905_11plus", 20, 1),
        ("random_minimal_100k", 200, 1),
        ("serg_benchmark", 200, 2),
    ];
    for (set, wanted, solutions) in sets {
        let Ok(text) = std::fs::read_to_string(data.join(format!("{set}.txt"))) else {
            eprintln!("SKIPPED: {set}: the data directory is absent");
            continue;
        };
        for line in text.lines().filter(|line| !line.starts_with('#')).take(wanted) {
            let grid = grid(&line[..81]);
            for engine in [Engine::Bands, Engine::Links] {
                assert_eq!(engine.count(&grid, 2), solutions, "{engine:?} {grid}");
            }
        }
    }
}

#[test]
fn the_impossible_board_is_seen_through() {
    let stats = Engine::Bands.stats(&grid(IMPOSSIBLE), 1);
    assert_eq!(stats.solutions, 0);
    assert!(stats.guesses < 10_000, "{stats:?}");
    let drawn = Engine::Bands.random(&grid(IMPOSSIBLE), &mut Rng::new(1));
    assert_eq!(drawn, None);
}

#[test]
fn two_equal_givens_in_a_house_have_no_solution() {
    for house in House::ALL {
        for (i, digit) in Digit::ALL.into_iter().enumerate() {
            let mut grid = Grid::EMPTY;
            grid.set(house.cell_at(i), Some(digit));
            grid.set(house.cell_at((i + 4) % 9), Some(digit));
            for engine in [Engine::Bands, Engine::Links] {
                assert_eq!(engine.stats(&grid, 1), Stats::default(), "{engine:?} {house}");
            }
        }
    }
}

#[test]
fn a_full_grid_is_its_own_solution_unless_it_breaks_a_rule() {
    let full = Engine::Bands.random(&Grid::EMPTY, &mut Rng::new(5)).unwrap();
    for engine in Engine::ALL {
        assert_eq!(engine.verdict(&full.grid()), Verdict::One(full));
        for cell in Cell::ALL {
            let mut wrong = full.grid();
            wrong.set(cell, Digit::new(full.get(cell).get() % 9 + 1));
            assert_eq!(engine.verdict(&wrong), Verdict::None, "{engine:?} {cell}");
        }
    }
}

#[test]
fn an_empty_cell_and_a_digit_without_a_place_have_no_solution() {
    let all = Marks::from(&Grid::EMPTY);
    for cell in Cell::ALL {
        let mut marks = all;
        marks[cell] = DigitSet::EMPTY;
        for engine in [Engine::Bands, Engine::Links] {
            assert_eq!(engine.first(&marks), None, "{engine:?} {cell}");
        }
    }
    for house in House::ALL {
        let mut marks = all;
        for cell in house.cells() {
            marks[cell].remove(Digit::D6);
        }
        for engine in [Engine::Bands, Engine::Links] {
            assert_eq!(engine.first(&marks), None, "{engine:?} {house}");
        }
    }
    for engine in Engine::ALL {
        assert_eq!(engine.first(&Marks::from_fn(|_| DigitSet::EMPTY)), None);
        assert_eq!(engine.first(&Marks::from_fn(|_| DigitSet::from(Digit::D1))), None);
    }
}

#[test]
fn a_search_stops_at_its_limit() {
    for engine in Engine::ALL {
        for limit in [0, 1, 2, 1000] {
            assert_eq!(engine.count(&Grid::EMPTY, limit), limit, "{engine:?}");
        }
        assert!(matches!(engine.verdict(&Grid::EMPTY), Verdict::Many([a, b]) if a != b));
    }
}

/// A seed's solution is part of the product: these may never change.
#[test]
fn a_seed_always_gives_the_same_solution() {
    let expected = [
        (
            Engine::Bands,
            "629748153753916482184325679596134728812679534437852961278461395345297816961583247",
        ),
        (
            Engine::Portable,
            "629748153753916482184325679596134728812679534437852961278461395345297816961583247",
        ),
        (
            Engine::Links,
            "812345967964872315735169482253697148647581239189423756578214693391756824426938571",
        ),
        (
            Engine::Plain,
            "829513746176294358354678291642759813931486572587321964498135627215867439763942185",
        ),
    ];
    for (engine, line) in expected {
        let drawn = engine.random(&Grid::EMPTY, &mut Rng::new(2026)).unwrap();
        assert_eq!(drawn.to_string(), line, "{engine:?}");
    }
}

/// With 41 solutions, each should come about once in 41 draws; none may be left out, and
/// none may crowd out the others.
#[test]
fn random_solutions_reach_every_solution() {
    let (clues, all) = (0..)
        .map(|seed| Clues::from(&dug(seed, 27, 0)))
        .map(|clues| (clues, solutions(Engine::Bands, &clues, 60)))
        .find(|(_, all)| (30..50).contains(&all.len()))
        .unwrap();
    for engine in [Engine::Bands, Engine::Links] {
        let mut rng = Rng::new(9);
        let draws = 100 * all.len();
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..draws {
            *counts.entry(engine.random(clues, &mut rng).unwrap()).or_insert(0usize) += 1;
        }
        assert_eq!(counts.keys().copied().collect::<BTreeSet<_>>(), all, "{engine:?}");
        let most = counts.values().max().unwrap();
        assert!(*most < 800, "{engine:?}: {:?}", counts.values());
    }
}

/// Two cells in each of two rows that can be exchanged: one fork with two options.
#[test]
fn stats_follow_their_definition() {
    let full = Engine::Bands.random(&Grid::EMPTY, &mut Rng::new(11)).unwrap();
    for engine in Engine::ALL {
        assert_eq!(
            engine.stats(&full.grid(), 5),
            Stats { solutions: 1, guesses: 0, depth: 0 },
            "{engine:?}"
        );
    }
    let exchangeable = (0..)
        .map(|seed| dug(seed, 40, 0))
        .find(|grid| solutions(Engine::Plain, &Clues::from(grid), 9).len() == 2)
        .unwrap();
    let two = solutions(Engine::Plain, &Clues::from(&exchangeable), 9);
    let [a, b] = [two.first(), two.last()].map(Option::unwrap);
    let forced = Grid::from_fn(|cell| (a.get(cell) == b.get(cell)).then(|| a.get(cell)));
    for engine in Engine::ALL {
        let all = engine.stats(&forced, 5);
        assert_eq!(all, Stats { solutions: 2, guesses: 2, depth: 1 }, "{engine:?}");
        let first = engine.stats(&forced, 1);
        assert_eq!(first, Stats { solutions: 1, guesses: 1, depth: 1 }, "{engine:?}");
    }
}

/// Step by step, as [`reduce`] says it comes to.
fn reduced_slowly(solution: &Solution, groups: &[CellSet], floor: usize) -> CellSet {
    let grid_of =
        |cells: CellSet| Grid::from_fn(|cell| cells.contains(cell).then(|| solution.get(cell)));
    let mut left = groups.iter().fold(CellSet::EMPTY, |all, &group| all | group);
    for &group in groups {
        if left.len() >= floor + group.len() && Engine::Links.count(&grid_of(left - group), 2) == 1
        {
            left -= group;
        }
    }
    left
}

#[test]
fn reducing_is_asking_one_by_one() {
    let mut rng = Rng::new(9);
    for round in 0..60 {
        let solution = super::random(&Grid::EMPTY, &mut rng).unwrap();
        let orbit = |cell: Cell| match round % 3 {
            0 => CellSet::from(cell),
            1 => Symmetry::HalfTurn.orbit(cell),
            _ => Symmetry::Full.orbit(cell),
        };
        let mut groups: Vec<CellSet> = Cell::ALL.into_iter().map(orbit).collect();
        groups.sort_by_key(|group| group.bits());
        groups.dedup();
        rng.shuffle(&mut groups);
        let floor = [0, 24, 30][round / 3 % 3];
        let left = super::reduce(&solution, CellSet::EMPTY, &groups, floor);
        assert_eq!(left, reduced_slowly(&solution, &groups, floor));
        // Once more, from where it stopped.
        let mut again: Vec<CellSet> = left.iter().map(CellSet::from).collect();
        rng.shuffle(&mut again);
        let kept = again.pop().unwrap();
        let further = super::reduce(&solution, kept, &again, 0);
        let mut with_kept_last = again.clone();
        with_kept_last.push(kept);
        let all = reduced_slowly(&solution, &with_kept_last, 0);
        assert_eq!(further | kept, all | kept);
    }
}

/// A board with no, one or many solutions: part of a random full grid, some of it changed.
fn board(full: &Solution, rng: &mut Rng) -> Grid {
    let image = Transformation::random(rng).solution(full);
    let (share, wrong) = (26 + rng.below(20), rng.below(8).saturating_sub(5));
    let mut grid = Grid::from_fn(|cell| (rng.below(81) < share).then(|| image.get(cell)));
    for _ in 0..wrong {
        grid.set(Cell::ALL[rng.below(81)], Some(Digit::ALL[rng.below(9)]));
    }
    grid
}

/// The batch must agree with single grids and with portable lanes in every guess, and with Dancing
/// Links and the oracle in the answer.
#[test]
fn a_hundred_thousand_boards() {
    // Other machines than this are mostly played by an emulator.
    const BOARDS: usize = if cfg!(target_arch = "x86_64") { 100_000 } else { 10_000 };
    let mut rng = Rng::new(10);
    let fulls: Vec<Solution> =
        (0..50).map(|_| super::random(&Grid::EMPTY, &mut rng).unwrap()).collect();
    let boards: Vec<Grid> = (0..BOARDS).map(|i| board(&fulls[i % fulls.len()], &mut rng)).collect();
    let mut seen = [0; 3];
    let mut told = 0;
    Engine::Bands.verdicts(boards.iter().copied(), |grid, verdict, stats| {
        assert_eq!(*grid, boards[told], "in their order");
        let count = match &verdict {
            Verdict::None => 0,
            Verdict::One(one) => {
                assert!(one.agrees_with(grid), "{grid}");
                1
            }
            Verdict::Many([a, b]) => {
                assert!(a != b && a.agrees_with(grid) && b.agrees_with(grid), "{grid}");
                2
            }
        };
        assert_eq!(Engine::Bands.stats(grid, 2), stats, "{grid}");
        assert_eq!(Engine::Portable.stats(grid, 2), stats, "{grid}");
        assert_eq!(Engine::Bands.verdict(grid), verdict, "{grid}");
        assert_eq!(Engine::Links.count(grid, 2), count, "{grid}");
        assert_eq!(Engine::Plain.count(grid, 2), count, "{grid}");
        seen[count as usize] += 1;
        told += 1;
    });
    assert_eq!(told, BOARDS);
    assert!(seen.iter().all(|&boards| boards > BOARDS / 20), "{seen:?}");
}

#[test]
fn a_batch_of_any_size_is_answered() {
    let boards: Vec<Grid> =
        (0..600).map(|seed| dug(seed % 40, 20 + seed as usize % 30, 0)).collect();
    for engine in Engine::ALL {
        for size in [0, 1, 2, 3, 255, 256, 257, 600] {
            let size = if engine == Engine::Plain { size.min(3) } else { size };
            let mut counts = Vec::new();
            engine.verdicts(boards[..size].iter().copied(), |_, _, stats| {
                counts.push(stats.solutions);
            });
            let expected: Vec<u64> =
                boards[..size].iter().map(|grid| Engine::Bands.count(grid, 2)).collect();
            assert_eq!(counts, expected, "{engine:?} {size}");
        }
    }
}

/// All givens at once are what they are one by one.
#[test]
fn redundant_givens_are_those_not_needed() {
    let mut rng = Rng::new(12);
    let mut seen = [0; 2];
    for round in 0..60 {
        let solution = super::random(&Grid::EMPTY, &mut rng).unwrap();
        let mut order = Cell::ALL.map(CellSet::from);
        rng.shuffle(&mut order);
        let puzzle = crate::Puzzle::from(&solution).reduced(&order, [0, 26, 40][round % 3]);
        let slowly: Vec<Cell> = puzzle
            .grid()
            .givens()
            .map(|(cell, _)| cell)
            .filter(|&cell| Engine::Links.count(&puzzle.grid().without(cell), 2) == 1)
            .collect();
        assert!(puzzle.redundant().eq(slowly.iter().copied()), "{puzzle}");
        assert_eq!(puzzle.is_minimal(), slowly.is_empty());
        for (cell, _) in puzzle.grid().givens() {
            assert_eq!(puzzle.needs(cell), !slowly.contains(&cell));
        }
        seen[usize::from(slowly.is_empty())] += 1;
    }
    assert!(seen.iter().all(|&puzzles| puzzles > 10), "{seen:?}");
}
