//! HoDoKu's level and score against what that program says, and every step of its paths
//! against the solution.

use crate::puzzles;
use piste::rating::hodoku::{Path, Technique};
use piste::rating::{Value, Workup, metrics};
use piste::{Board, Puzzle, Rng};
use std::path::{Path as File, PathBuf};

/// Puzzles that people know, with the level and the score that the program gives.
const KNOWN: [(&str, &str, u64); 9] = [
    (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "easy",
        204,
    ),
    // Golden Nugget.
    (
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        "extreme",
        40_974,
    ),
    // Easter Monster.
    (
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        "extreme",
        40_610,
    ),
    // Platinum Blonde.
    (
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
        "extreme",
        41_690,
    ),
    // AI Escargot.
    (
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "extreme",
        24_894,
    ),
    // Inkala's of 2010 and of 2012.
    (
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
        "extreme",
        14_518,
    ),
    (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "extreme",
        21_342,
    ),
    // The riddle of Sho.
    (
        "......6.5...3...9..8...4..1.4..2.97...........31.8..6.9..6...2..1...7...5.4......",
        "extreme",
        5_764,
    ),
    // Fata Morgana.
    (
        "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
        "extreme",
        23_116,
    ),
];

fn prove(text: &str) -> Puzzle {
    Puzzle::prove(&text.parse().expect("a grid")).expect("one solution")
}

fn path(puzzle: &Puzzle) -> Path {
    Path::of(puzzle, &|| false).expect("nobody said that it is enough")
}

#[test]
fn puzzles_that_people_know_have_the_programs_level_and_score() {
    let hodoku = metrics::by_slug("hodoku").expect("it is in the register");
    for (text, level, score) in KNOWN {
        let puzzle = prove(text);
        let rating = hodoku.rate(&Workup::new(&puzzle)).expect("a rating");
        assert_eq!(rating.value(), Some(Value::Count(score)), "{text}");
        assert_eq!(rating.get("level"), Some(Value::Word(level)), "{text}");
        assert_eq!(rating.band, Some(level), "{text}");
    }
}

/// The name of a technique as the oracle writes it, for those that one entry of the list finds
/// alone.
fn oracle_name(technique: Technique) -> Option<&'static str> {
    use Technique::*;
    Some(match technique {
        FullHouse => "FULL_HOUSE",
        NakedSingle => "NAKED_SINGLE",
        HiddenSingle => "HIDDEN_SINGLE",
        LockedPair => "LOCKED_PAIR",
        LockedTriple => "LOCKED_TRIPLE",
        Pointing => "LOCKED_CANDIDATES_1",
        Claiming => "LOCKED_CANDIDATES_2",
        NakedPair => "NAKED_PAIR",
        NakedTriple => "NAKED_TRIPLE",
        HiddenPair => "HIDDEN_PAIR",
        HiddenTriple => "HIDDEN_TRIPLE",
        XWing => "X_WING",
        RemotePair => "REMOTE_PAIR",
        BugPlusOne => "BUG_PLUS_1",
        Skyscraper => "SKYSCRAPER",
        TwoStringKite => "TWO_STRING_KITE",
        TurbotFish => "TURBOT_FISH",
        EmptyRectangle => "EMPTY_RECTANGLE",
        WWing => "W_WING",
        XyWing => "XY_WING",
        XyzWing => "XYZ_WING",
        UniquenessOne => "UNIQUENESS_1",
        UniquenessThree => "UNIQUENESS_3",
        UniquenessFour => "UNIQUENESS_4",
        HiddenRectangle => "HIDDEN_RECTANGLE",
        FinnedXWing => "FINNED_X_WING",
        SashimiXWing => "SASHIMI_X_WING",
        SueDeCoq => "SUE_DE_COQ",
        XChain => "X_CHAIN",
        XyChain => "XY_CHAIN",
        AlsXz => "ALS_XZ",
        AlsXyWing => "ALS_XY_WING",
        AlsChain => "ALS_XY_CHAIN",
        BruteForce => "BRUTE_FORCE",
        _ => return None,
    })
}

/// How many rows of a kind there are, and on how many level and score are the same.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    rows: usize,
    level: usize,
    score: usize,
}

#[test]
fn level_score_and_techniques_are_those_of_the_oracle() {
    let directory = std::env::var_os("PISTE_DATA").map_or_else(
        || File::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(text) = std::fs::read_to_string(directory.join("hodoku_oracle.tsv")) else {
        eprintln!("SKIPPED: paths of HoDoKu: hodoku_oracle.tsv absent");
        return;
    };
    let (mut plain, mut forced) = (Tally::default(), Tally::default());
    for line in text.lines().skip(1).step_by(7) {
        let fields: Vec<&str> = line.split('\t').collect();
        let path = path(&prove(fields[0]));
        let is_forced = fields[4].contains("FORCING") || fields[4].contains("BRUTE");
        let tally = if is_forced { &mut forced } else { &mut plain };
        tally.rows += 1;
        tally.level += usize::from(path.level().word().to_uppercase() == fields[1]);
        let is_same = path.score().to_string() == fields[2];
        tally.score += usize::from(is_same && path.steps.len().to_string() == fields[3]);
        for &technique in Technique::ALL {
            let Some(name) = oracle_name(technique) else { continue };
            let count =
                fields[4].split(';').find_map(|one| one.strip_prefix(name)?.strip_prefix('='));
            let ours = path.count(technique).to_string();
            assert_eq!(ours, count.unwrap_or("0"), "{name}: {line}");
        }
    }
    // Not one row differs: neither here nor, by the example `hodoku`, on all 2,790.
    for tally in [plain, forced] {
        assert!(tally.rows > 40, "{tally:?}");
        assert_eq!((tally.level, tally.score), (tally.rows, tally.rows), "{tally:?}");
    }
}

#[test]
fn no_step_is_against_the_solution_and_every_step_changes_the_board() {
    let mut rng = Rng::new(20);
    for _ in 0..40 {
        let puzzle = puzzles::puzzle(&mut rng, 0);
        let mut board = Board::from(puzzle.grid());
        for step in path(&puzzle).steps {
            let before = board.candidate_count();
            if let Some(placed) = step.placed {
                assert_eq!(
                    puzzle.solution().get(placed.cell()),
                    placed.digit(),
                    "{puzzle}: {step:?}"
                );
                board.place(placed.cell(), placed.digit());
            }
            for &dropped in &step.dropped {
                assert_ne!(
                    puzzle.solution().get(dropped.cell()),
                    dropped.digit(),
                    "{puzzle}: {step:?}"
                );
                board.eliminate(dropped);
            }
            assert!(board.candidate_count() < before, "{puzzle}: {step:?}");
        }
        assert!(board.is_full(), "{puzzle}");
    }
}

#[test]
fn a_path_can_be_called_off() {
    let puzzle = prove(KNOWN[0].0);
    assert_eq!(Path::of(&puzzle, &|| true), None);
}
