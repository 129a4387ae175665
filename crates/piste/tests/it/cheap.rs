//! The fast metrics against slow and obvious ones.
//!
//! Fast, a board is a few words and nothing is looked for by name. Here everything is done
//! as the metrics' essays tell it: with steps, one strategy after the other, on boards that
//! one could draw. Both must say the same of every puzzle, random ones and, where the data
//! is at hand, those of publishers and the hard lists.

use crate::puzzles;
use piste::logic::{Ladder, Rung, Scene, Sink, Step, Strategy, strategies};
use piste::rating::metrics::{self, index_d};
use piste::rating::{Rating, Value, Workup};
use piste::{Board, Cell, CellSet, Digit, DigitSet, House, Puzzle, Rng};
use std::path::{Path, PathBuf};

/// The first puzzles of a file, in the column given; nothing, loudly, where it is absent.
fn from_file(name: &str, column: usize, most: usize) -> Vec<Puzzle> {
    let directory = std::env::var_os("PISTE_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(text) = std::fs::read_to_string(directory.join(name)) else {
        eprintln!("SKIPPED: {name} absent");
        return Vec::new();
    };
    let cells = text.lines().filter_map(|line| line.split('\t').nth(column)?.get(..81));
    let grids = cells.filter_map(|cells| cells.parse().ok());
    grids.filter_map(|grid| Puzzle::prove(&grid).ok()).take(most).collect()
}

/// Random puzzles, and some of each list that is at hand.
fn many() -> Vec<Puzzle> {
    let mut rng = Rng::new(17);
    let mut all: Vec<Puzzle> = (0..400).map(|n| puzzles::puzzle(&mut rng, n % 12)).collect();
    all.extend(from_file("levels_nyt.tsv", 3, 600));
    all.extend(from_file("levels_krazydad_sample700.tsv", 2, 300));
    all.extend(from_file("levels_patti.tsv", 4, 900));
    all.extend(from_file("random_minimal_100k.txt", 0, 600));
    all.extend(from_file("17_clue_49158.txt", 0, 100));
    all.extend(from_file("magictour_top1465.txt", 0, 40));
    all
}

fn rate(slug: &str, puzzle: &Puzzle) -> Option<Rating> {
    metrics::by_slug(slug).expect("a registered metric").rate(&Workup::new(puzzle)).ok()
}

fn value(rating: &Rating) -> f64 {
    rating.value().and_then(|value| value.as_number()).expect("a number")
}

fn finds(strategy: &dyn Strategy, board: &Board, mut sink: Sink) -> Vec<Step> {
    let _ = strategy.find(&Scene::new(board), &mut sink);
    sink.into_steps()
}

/// Everything that a rung finds on the board.
fn rung(ladder: &Ladder<'_>, rung: usize, board: &Board) -> Vec<Step> {
    ladder.rungs[rung].iter().flat_map(|&s| finds(s, board, Sink::all())).collect()
}

/// The rounds of method 2 and its first elimination; nothing if both methods together do not
/// solve the puzzle.
fn second_method(puzzle: &Puzzle) -> Option<(u64, Option<Step>)> {
    let mut board = Board::from(puzzle.grid());
    let (mut rounds, mut first) = (0, None);
    loop {
        Ladder::SINGLES.climb(&board).steps().iter().for_each(|step| step.apply(&mut board));
        if board.is_full() {
            return Some((rounds, first));
        }
        let eliminations = rung(&Ladder::INDEX_D, 1, &board);
        if eliminations.is_empty() {
            return None;
        }
        eliminations.iter().for_each(|step| step.apply(&mut board));
        first = first.or(eliminations.first().cloned());
        rounds += 1;
    }
}

#[test]
fn the_index_counts_the_rounds_that_steps_make() {
    let mut counted = 0;
    for puzzle in many() {
        let rating = rate("index-d", &puzzle);
        let rating = rating.unwrap_or_else(|| panic!("{puzzle} can be rated"));
        let Some((second, first)) = second_method(&puzzle) else {
            assert_eq!(rating.values(), [Some(Value::Word("beyond")); 2], "{puzzle}");
            continue;
        };
        let givens = puzzle.grid().filled().len() as u64;
        let expected = index_d(givens, &[81 - givens, second]);
        let b = rating.get("b").and_then(|value| value.as_number());
        assert_eq!(b.map(f64::to_bits), Some(expected.to_bits()), "{puzzle}");
        assert_eq!(rating.deciding.map(|deciding| deciding.step), first, "{puzzle}");
        counted += u64::from(second > 0);
    }
    assert!(counted > 20, "{counted}");
}

/// Naked singles and hidden ones, each once, the naked ones first.
fn forced(board: &Board) -> (Vec<(Cell, Digit)>, usize) {
    let naked = board.open().iter().filter_map(|c| Some((c, board.candidates(c).single()?)));
    let mut forced: Vec<_> = naked.collect();
    let naked = forced.len();
    for house in House::ALL {
        for digit in Digit::ALL {
            if let Some(cell) = board.places(digit, house).single()
                && !forced.contains(&(cell, digit))
            {
                forced.push((cell, digit));
            }
        }
    }
    (forced, naked)
}

const KINDS: [(&[&str], u64, u64); 10] = [
    (&["pointing", "claiming"], 4, 0),
    (&["naked-pair"], 0, 8),
    (&["hidden-pair"], 0, 64),
    (&["x-wing"], 512, 256),
    (&["naked-triple"], 0, 32),
    (&["hidden-triple"], 0, 512),
    (&["swordfish"], 512, 1024),
    (&["naked-quad"], 0, 128),
    (&["hidden-quad"], 0, 2048),
    (&["jellyfish"], 512, 4096),
];

/// What Fowler's rating comes to before any chain or guess, the step that decides, and
/// whether that was enough.
fn fowler(puzzle: &Puzzle) -> (u64, Option<Step>, bool) {
    let mut board = Board::from(puzzle.grid());
    let (mut weight, mut heaviest, mut deciding) = (0, 0, None);
    'rounds: while !board.is_full() {
        let (forced, naked) = forced(&board);
        if !forced.is_empty() {
            weight += u64::from(naked > 0) + 2 * u64::from(forced.len() > naked);
            forced.into_iter().for_each(|(cell, digit)| board.place(cell, digit));
            continue;
        }
        for (slugs, round, each) in KINDS {
            let known = slugs.iter().map(|slug| strategies::by_slug(slug).expect("registered"));
            let steps: Vec<Step> = known.flat_map(|s| finds(s, &board, Sink::all())).collect();
            let Some(first) = steps.first() else { continue };
            weight += round + each * steps.len() as u64;
            if round + each > heaviest {
                (heaviest, deciding) = (round + each, Some(first.clone()));
            }
            steps.iter().for_each(|step| step.apply(&mut board));
            continue 'rounds;
        }
        return (weight, deciding, false);
    }
    (weight, deciding, true)
}

#[test]
fn fowler_weighs_what_steps_weigh() {
    let (mut enough, mut patterns) = (0, 0);
    for puzzle in many() {
        let rating = rate("fowler", &puzzle).expect("always ratable");
        let (weight, deciding, solved) = fowler(&puzzle);
        if solved {
            assert_eq!(value(&rating) as u64, weight, "{puzzle}");
            assert_eq!(rating.deciding.clone().map(|known| known.step), deciding, "{puzzle}");
            enough += 1;
            patterns += u64::from(weight > 100);
        } else {
            assert!(value(&rating) as u64 > weight, "{puzzle}");
        }
    }
    assert!(enough > 100 && patterns > 10, "{enough} solved, {patterns} with patterns");
}

/// A search on a board with nothing but its marks: what is forced together, then a guess at
/// something with the fewest ways; says whether it has come to the solution.
fn search(mut board: Board, rng: &mut Rng, nodes: &mut u64) -> bool {
    loop {
        let written = |house: House| {
            house.cells().iter().filter_map(|c| board.value(c)).collect::<DigitSet>()
        };
        let dead_cell = board.open().iter().any(|cell| board.candidates(cell).is_empty());
        let dead = dead_cell
            || House::ALL.into_iter().any(|house| {
                (!written(house)).iter().any(|digit| board.places(digit, house).is_empty())
            });
        if dead {
            return false;
        }
        let (forced, _) = forced(&board);
        if forced.is_empty() {
            break;
        }
        *nodes += forced.len() as u64;
        for (cell, digit) in forced {
            if !board.candidates(cell).contains(digit) {
                return false;
            }
            board.place(cell, digit);
        }
    }
    if board.is_full() {
        return true;
    }
    let mut things: Vec<Vec<(Cell, Digit)>> = Vec::new();
    for cell in board.open() {
        things.push(board.candidates(cell).iter().map(|digit| (cell, digit)).collect());
    }
    for house in House::ALL {
        for digit in Digit::ALL {
            let places: CellSet = board.places(digit, house);
            things.push(places.iter().map(|cell| (cell, digit)).collect());
        }
    }
    things.retain(|ways| !ways.is_empty());
    let fewest = things.iter().map(Vec::len).min().expect("an open cell");
    things.retain(|ways| ways.len() == fewest);
    let mut ways = things.swap_remove(rng.below(things.len()));
    rng.shuffle(&mut ways);
    ways.into_iter().any(|(cell, digit)| {
        *nodes += 1;
        let mut there = board;
        there.place(cell, digit);
        search(there, rng, nodes)
    })
}

#[test]
fn the_mean_tree_is_that_of_a_slow_search_with_the_same_luck() {
    let mut guessed = 0;
    for puzzle in many() {
        let board = Board::from(puzzle.grid());
        let singles = Ladder::SINGLES.climb(&board);
        let mut mean = singles.steps().len() as f64;
        if !singles.end().is_full() {
            let mut rng = Workup::new(&puzzle).rng("suexrate");
            let mut nodes = 0;
            for _ in 0..10 {
                assert!(search(*singles.end(), &mut rng, &mut nodes), "{puzzle} has a solution");
            }
            mean += nodes as f64 / 10.0;
            guessed += 1;
        }
        let rating = rate("suexrate", &puzzle).expect("always ratable");
        assert_eq!(value(&rating).to_bits(), mean.to_bits(), "{puzzle}");
    }
    assert!(guessed > 50, "{guessed}");
}

#[test]
fn the_level_is_that_of_the_ladder_on_every_list() {
    let mut above = 0;
    for puzzle in many().into_iter().step_by(3) {
        for (slug, ladder) in
            [("umbrella", Ladder::UMBRELLA), ("umbrella-wide", Ladder::UMBRELLA_WIDE)]
        {
            let solve = ladder.climb(&Board::from(puzzle.grid()));
            let rung_of = |step: &Step| {
                let holds = |rung: &Rung<'_>| rung.iter().any(|s| s.info() == step.strategy);
                ladder.rungs.iter().position(holds).expect("from a rung")
            };
            let rating = rate(slug, &puzzle).expect("always ratable");
            if !solve.end().is_full() {
                assert_eq!(rating.to_string(), "above", "{slug}: {puzzle}");
                above += 1;
                continue;
            }
            let highest = solve.steps().iter().map(rung_of).max().expect("a step");
            let first = solve.steps().iter().find(|step| rung_of(step) == highest);
            assert_eq!(value(&rating) as usize, 1 + highest, "{slug}: {puzzle}");
            assert_eq!(
                rating.deciding.as_ref().map(|known| &known.step),
                first,
                "{slug}: {puzzle}"
            );
        }
    }
    assert!(above > 3, "{above}");
}
