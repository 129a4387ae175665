//! Sudoku Explainer's rating against what that program says, and every step of its paths
//! against the solution.

use crate::puzzles;
use piste::logic::Outcome;
use piste::rating::se::{Options, Path, Technique, Variant};
use piste::rating::{Value, Workup, metrics};
use piste::{Board, Grid, Puzzle, Rng};
use std::path::{Path as File, PathBuf};

/// How the program says that there are rules or chains inside its trials.
const NESTED: &str = "(+";

/// The puzzles of the oracle on which other techniques are counted than by the program. With
/// rules inside its trials its own path depends on where its objects lie in memory; here it was
/// at a step of 9.3 and more, and ER, EP and ED are the same. The last one has as many steps of
/// each technique, at other prices.
const OTHER_COUNTS: [&str; 3] = [
    "..4..3....7..8....2.81....6..3.1..9..8..2....1..7....3......45....8..9....9..5..8",
    "1...56....5718...66...7.....9.3............9.8....5..35...17..8..2....1....5..4..",
    "1...5.7....7..9.3..8...7....4..1........6...29....51....4.....87..5..6...3....92.",
];

/// A puzzle of the oracle: ER, EP and ED as printed, and the techniques.
struct Row {
    puzzle: Puzzle,
    rating: [String; 3],
    techniques: String,
}

/// Every so many-th row of the oracle, and all whose techniques the program nests; nothing,
/// loudly, where the data is absent.
fn oracle(step: usize) -> Vec<Row> {
    let directory = std::env::var_os("PISTE_DATA").map_or_else(
        || File::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(text) = std::fs::read_to_string(directory.join("se_oracle.tsv")) else {
        eprintln!("SKIPPED: paths of Sudoku Explainer: se_oracle.tsv absent");
        return Vec::new();
    };
    let lines = text.lines().skip(1).enumerate();
    let chosen = lines.filter(|(number, line)| number % step == 0 || line.contains(NESTED));
    let rows = chosen.map(|(_, line)| {
        let fields: Vec<&str> = line.split('\t').collect();
        Row {
            puzzle: prove(fields[0]),
            rating: [1, 2, 3].map(|at| fields[at].to_owned()),
            techniques: fields[8].to_owned(),
        }
    });
    rows.collect()
}

fn prove(text: &str) -> Puzzle {
    Puzzle::prove(&text.parse::<Grid>().expect("a grid")).expect("one solution")
}

fn decimal(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Whether every step of a path holds, and the path says how it ended.
fn assert_sound(puzzle: &Puzzle, path: &Path) {
    for (board, hint) in path.replay() {
        assert!(hint.effect.changes(&board), "{puzzle}: {} changes nothing", hint.technique);
        for placed in hint.effect.placements().iter() {
            let right = puzzle.solution().get(placed.cell());
            assert_eq!(placed.digit(), right, "{puzzle}: {} writes {placed}", hint.technique);
        }
        for gone in hint.effect.eliminations().iter() {
            let right = puzzle.solution().get(gone.cell());
            assert_ne!(gone.digit(), right, "{puzzle}: {} erases {gone}", hint.technique);
        }
        assert!(!hint.step(&board).explain(&board).is_empty(), "{puzzle}: {}", hint.technique);
    }
    let mut end = *path.start();
    path.steps().iter().for_each(|hint| hint.effect.apply(&mut end));
    assert_eq!(path.outcome() == Outcome::Solved, end.is_full(), "{puzzle}");
}

#[test]
fn ratings_and_counts_are_those_of_the_program() {
    // `bench -- se-exact` compares them all, step by step.
    let rows = oracle(23);
    let (is_there, mut others) = (!rows.is_empty(), Vec::new());
    for Row { puzzle, rating, techniques } in rows {
        let path = Path::of(&Board::from(puzzle.grid()));
        assert_eq!([path.er(), path.ep(), path.ed()].map(decimal), rating, "{puzzle}");
        assert_sound(&puzzle, &path);
        let counts: Vec<String> = path
            .counts()
            .into_iter()
            .map(|(tenths, technique, count)| format!("{}:{technique}={count}", decimal(tenths)))
            .collect();
        if counts.join(";") != techniques {
            others.push(puzzle.to_string());
        }
    }
    assert_eq!(others, if is_there { &OTHER_COUNTS[..] } else { &[] });
}

#[test]
fn known_ratings() {
    for (puzzle, rating) in [
        // Solved by hidden singles.
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "1.2/1.2/1.2",
        ),
        // AI Escargot, one of the hardest that people have names for.
        (
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            "10.5/1.2/1.2",
        ),
    ] {
        let puzzle = prove(puzzle);
        let path = Path::of(&Board::from(puzzle.grid()));
        assert_eq!([path.er(), path.ep(), path.ed()].map(decimal).join("/"), rating);
        assert_sound(&puzzle, &path);
    }
}

#[test]
fn every_path_of_random_puzzles_is_sound_in_every_variant() {
    let mut rng = Rng::new(6);
    for n in 0..60 {
        let puzzle = puzzles::puzzle(&mut rng, n % 8);
        let board = Board::from(puzzle.grid());
        for (variant, uniqueness) in
            [(Variant::Standard, true), (Variant::Corrected, true), (Variant::Standard, false)]
        {
            let path = Path::with(&board, Options { variant, uniqueness }, &mut || false);
            assert_sound(&puzzle, &path);
            assert_eq!(path.outcome(), Outcome::Solved, "{puzzle}");
            if !uniqueness {
                let assumes = |t: &Technique| t.info().assumes_uniqueness;
                assert!(!path.steps().iter().any(|hint| assumes(&hint.technique)), "{puzzle}");
            }
        }
    }
}

#[test]
fn the_first_step_is_the_first_of_the_path() {
    let mut rng = Rng::new(60);
    for n in 0..10 {
        let puzzle = puzzles::puzzle(&mut rng, n % 8);
        let path = Path::of(&Board::from(puzzle.grid()));
        for (board, hint) in path.replay() {
            let alone = Path::first_step(&board, Options::default()).expect("there is a step");
            assert_eq!(alone.technique, hint.technique, "{puzzle}");
            assert_eq!(alone.effect, hint.effect, "{puzzle}");
        }
    }
}

#[test]
fn a_path_that_is_told_to_stop_is_not_rated() {
    let hard =
        prove("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..");
    let enough = || true;
    let workup = Workup::new(&hard).with_limit(&enough);
    assert_eq!(workup.se_path().outcome(), Outcome::Stopped);
    for slug in ["se", "se-counts"] {
        let refused = metrics::by_slug(slug).unwrap().rate(&workup).unwrap_err();
        assert_eq!(refused.to_string(), "it was called off");
    }
    // What is solved before anybody asks is rated all the same.
    let easy =
        prove("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let rating = metrics::by_slug("se").unwrap().rate(&Workup::new(&easy).with_limit(&enough));
    assert_eq!(rating.unwrap().to_string(), "1.2");
}

#[test]
fn counts_add_up_to_the_steps() {
    let mut rng = Rng::new(600);
    for n in 0..20 {
        let puzzle = puzzles::puzzle(&mut rng, n % 8);
        let rating = metrics::by_slug("se-counts").unwrap().rate(&Workup::new(&puzzle)).unwrap();
        let counts: Vec<u64> = rating
            .values()
            .iter()
            .map(|value| match value {
                Some(Value::Count(count)) => *count,
                other => panic!("{other:?} is no count"),
            })
            .collect();
        assert_eq!(counts[0], counts[1..].iter().sum::<u64>(), "{puzzle}");
    }
}

/// A maker of puzzles that wants no more than a bound is told the same as everybody else.
#[test]
fn targets_on_se_are_met_as_rated() {
    use piste::generate::{self, Brief, generators};
    for target in ["se ..1.5", "se 2.6..3.3", "se 3.4..4.4", "se 7..7.5"] {
        let brief = Brief { target: Some(target.parse().unwrap()), ..Brief::default() };
        let climb = generators::by_slug("climb").unwrap();
        let made = (0..20).find_map(|number| generate::attempt(climb, &brief, 3, number).ok());
        let made = made.expect("one in twenty attempts at least comes to something");
        let er = Path::of(&Board::from(made.puzzle.grid())).er();
        let number = f64::from(er) / 10.0;
        assert!(
            brief.target.unwrap().distance(|column| {
                (column.to_string() == "se.er").then_some(piste::rating::Value::Number(number, 1))
            }) == 0.0,
            "{target}: {number}"
        );
    }
}
