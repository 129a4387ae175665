//! The experts' scales against the program that people classify puzzles with, and against each other.

use crate::puzzles;
use piste::logic::{Ladder, Outcome};
use piste::rating::{Column, Selection, Value, Workup};
use piste::symmetry::Transformation;
use piste::{Board, DigitSet, Marks, Puzzle, Rng};
use std::path::{Path, PathBuf};

/// What these metrics say.
fn scales(text: &str, slugs: &[&str]) -> Vec<Option<u64>> {
    scales_of(&Puzzle::prove(&text.parse().unwrap()).unwrap(), slugs)
}

fn scales_of(puzzle: &Puzzle, slugs: &[&str]) -> Vec<Option<u64>> {
    let workup = Workup::new(puzzle);
    let ratings = Selection::new(slugs).unwrap().rate(&workup);
    let count = |slug: &&str| match ratings.value(Column::named(slug).unwrap()) {
        Some(Value::Count(count)) => Some(count),
        Some(other) => panic!("{slug} counts, and says {other:?}"),
        None => None,
    };
    slugs.iter().map(count).collect()
}

/// Puzzles that people know: `te`, `b`, `w`, `bxb`.
#[test]
fn known_puzzles_have_their_ratings() {
    let known = [
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            [Some(0), Some(0), Some(0), None],
        ),
        (
            "..6..953.5...6....9....4..8....4....7....6.2.......18969..81.5.2....7..3..562....",
            [Some(1), Some(3), Some(3), None],
        ),
        // AI Escargot.
        (
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            [Some(2), None, None, Some(2)],
        ),
        // Easter Monster.
        (
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
            [Some(2), None, None, Some(6)],
        ),
    ];
    for (text, expected) in known {
        assert_eq!(scales(text, &["te", "b", "w", "bxb"]), expected, "{text}");
    }
}

/// A puzzle may be given by its pencil marks: all digits where nothing is given, or fewer than the givens leave.
#[test]
fn pencil_marks_are_rated_too() {
    const SCALES: [&str; 4] = ["te", "b", "w", "bxb"];
    let text = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let grid = text.parse().unwrap();
    let sukaku = Puzzle::prove_marks(&Marks::from(&grid)).unwrap();
    assert!(sukaku.marks().is_some());
    assert_eq!(scales_of(&sukaku, &SCALES), scales(text, &SCALES));
    // With half of the cells known by their marks little is left to do.
    let solution = *sukaku.solution();
    let board = Board::from(&grid).marks();
    let marks = Marks::from_fn(|cell| match cell.index() % 2 {
        0 => board[cell],
        _ => DigitSet::from(solution.get(cell)),
    });
    let easy = Puzzle::prove_marks(&marks).unwrap();
    assert_eq!(scales_of(&easy, &SCALES), [Some(0), Some(0), Some(0), None]);
}

/// The rows of the classifier's table, if it is there.
fn oracle() -> Option<Vec<[String; 4]>> {
    let directory = std::env::var_os("PISTE_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(table) = std::fs::read_to_string(directory.join("te_oracle.tsv")) else {
        eprintln!("SKIPPED: te_oracle.tsv is absent (set PISTE_DATA)");
        return None;
    };
    let rows = table.lines().skip(1).map(|line| {
        let mut parts = line.split('\t').map(str::to_owned);
        std::array::from_fn(|_| parts.next().unwrap_or_default())
    });
    Some(rows.collect())
}

#[test]
fn depth_and_braids_are_the_classifiers() {
    let Some(rows) = oracle() else { return };
    let mut held = [0; 2];
    for [puzzle, te, b, _] in rows.iter().filter(|[_, te, ..]| !te.is_empty()) {
        assert_eq!(scales(puzzle, &["te"])[0], te.parse().ok(), "{puzzle}");
        held[0] += 1;
        // Long braids take a second each in the build of the tests; `bench -- experts` takes them all.
        if b.parse().is_ok_and(|b: u32| b <= 8) {
            assert_eq!(scales(puzzle, &["b"])[0], b.parse().ok(), "{puzzle}");
            held[1] += 1;
        }
    }
    assert!(held[0] > 700 && held[1] > 500, "{held:?}");
}

#[test]
fn trials_with_braids_are_the_classifiers() {
    let Some(rows) = oracle() else { return };
    let classed: Vec<_> = rows.iter().filter(|[.., bxb]| !bxb.is_empty()).collect();
    assert!(classed.len() > 60);
    for [puzzle, _, _, bxb] in classed.iter().step_by(4) {
        assert_eq!(scales(puzzle, &["bxb"])[0], bxb.parse().ok(), "{puzzle}");
    }
}

/// The ladder that tells whips needs none that are longer than the rating says, and none shorter.
#[test]
fn the_ladder_of_whips_is_told_by_their_rating() {
    let mut rng = Rng::new(27);
    let mut held = 0;
    for _ in 0..40 {
        let puzzle = puzzles::puzzle(&mut rng, 0);
        let solve = Ladder::W.climb(&Board::from(puzzle.grid()));
        let whips = solve.steps().iter().filter(|step| step.strategy.slug == "whip");
        let longest = whips.map(|step| step.evidence.links.len() as u64 + 1).max().unwrap_or(0);
        let told = (solve.outcome() == Outcome::Solved).then_some(longest);
        assert_eq!(scales(&puzzle.to_string(), &["w"])[0], told, "{puzzle}");
        held += u32::from(longest > 1);
    }
    assert!(held > 5, "{held}");
}

/// Whips are braids, and the short ones are all of them; and every disguise is the same puzzle.
#[test]
fn whips_are_never_shorter_than_braids() {
    let mut rng = Rng::new(26);
    let mut apart = 0;
    for _ in 0..60 {
        let puzzle = puzzles::puzzle(&mut rng, 0);
        let text = puzzle.to_string();
        let [te, b, w] = scales(&text, &["te", "b", "w"]).try_into().unwrap();
        let disguised = puzzle.transformed(&Transformation::random(&mut rng)).to_string();
        assert_eq!(scales(&disguised, &["te", "b"]), [te, b], "{text} and {disguised}");
        let (Some(b), Some(w)) = (b, w) else { continue };
        assert!(w >= b, "{text}: {w} and {b}");
        assert!(b > 2 || w == b, "{text}: {w} and {b}");
        apart += u32::from(w > b);
    }
    assert!(apart < 6, "{apart} of 60 differ");
}
