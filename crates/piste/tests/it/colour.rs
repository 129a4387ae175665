//! The colour scale against the figures of its paper and of an independent count.

use crate::puzzles;
use piste::AnyGrid;
use piste::logic::{Ladder, Outcome};
use piste::rating::{Value, Workup, metrics};
use piste::sat::{self, Colour};
use piste::symmetry::Transformation;
use piste::text::boards::Welcome;
use piste::{Board, Grid, Puzzle, Rng};
use std::path::{Path, PathBuf};

/// The lines of the collection in original order within which the paper's puzzles lie.
const PAPER_LINES: usize = 39_220;

fn lines(file: &str) -> Option<Vec<String>> {
    let data = std::env::var_os("PISTE_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(text) = std::fs::read_to_string(data.join(file)) else {
        eprintln!("SKIPPED: {file} is absent (set PISTE_DATA)");
        return None;
    };
    Some(text.lines().map(|line| line.chars().take(81).collect()).collect())
}

fn left_by_green(line: &str) -> (u64, u64) {
    sat::left_by_green(&line.parse().unwrap()).unwrap()
}

#[test]
fn as_many_are_green_as_were_counted() {
    let Some(lines) = lines("17_clue_49158.txt") else { return };
    assert_eq!(lines.len(), 49_158);
    let green = lines.iter().filter(|line| left_by_green(line) == (0, 0)).count();
    assert_eq!(green, 21_905);
}

#[test]
fn the_indicators_of_green_have_the_known_means_and_maxima() {
    let Some(lines) = lines("royle17_49151_original_order.txt") else { return };
    let left: Vec<(u64, u64)> =
        lines[..PAPER_LINES].iter().map(|line| left_by_green(line)).collect();
    let rest: Vec<(u64, u64)> = left.iter().copied().filter(|&(open, _)| open > 0).collect();
    let green = 100.0 * (left.len() - rest.len()) as f64 / left.len() as f64;
    let mean = |sum: u64| sum as f64 / rest.len() as f64;
    assert_eq!(format!("{green:.2}"), "45.85");
    assert_eq!(format!("{:.2}", mean(rest.iter().map(|left| left.0).sum())), "41.26");
    assert_eq!(format!("{:.1}", mean(rest.iter().map(|left| left.1).sum())), "150.4");
    assert_eq!(rest.iter().map(|left| left.0).max(), Some(64));
    assert_eq!(rest.iter().map(|left| left.1).max(), Some(311));
}

/// Every 40th puzzle; `bench rate-colour` colours all of them.
#[test]
fn the_failed_literal_rule_leaves_no_square_empty() {
    let Some(lines) = lines("royle17_49151_original_order.txt") else { return };
    let mut colours = [0; 4];
    for line in lines[..PAPER_LINES].iter().step_by(40) {
        let (colour, indicators) = sat::colour(&line.parse().unwrap(), 1_000_000).unwrap();
        assert_eq!(indicators.esflr, 0, "{line}");
        assert_eq!(indicators.search > 0, colour != Colour::Green, "{line}");
        assert_eq!(indicators.guesses > 0, colour != Colour::Green, "{line}");
        assert_eq!(indicators.blue > 0, colour >= Colour::Red, "{line}");
        assert_eq!(indicators.red > 0, colour == Colour::Black, "{line}");
        assert_eq!(indicators.search_red > 0, colour == Colour::Black, "{line}");
        colours[colour as usize] += 1;
    }
    let percent =
        colours.map(|count| 100.0 * f64::from(count) / f64::from(colours.iter().sum::<i32>()));
    // Of all 39,220: 45.85, 50.58, 0.44 and 3.13.
    assert!((42.0..50.0).contains(&percent[0]), "{percent:?}");
    assert!((46.0..55.0).contains(&percent[1]), "{percent:?}");
    assert!(percent[2] < 2.0 && (1.0..6.0).contains(&percent[3]), "{percent:?}");
}

#[test]
fn the_example_of_the_papers_appendix_is_green() {
    let text = "6123....51..25.4.11.....5.1......514";
    let sudoku: AnyGrid = text.parse().unwrap();
    let (colour, indicators) = sat::colour(&sudoku, 100).unwrap();
    assert_eq!((colour, indicators.green), (Colour::Green, 0));
    let solution = sudoku.prove(100).unwrap().solution().to_string();
    assert_eq!(solution, "612345435126253461164253541632326514");
    // On its side it is a 3×2 board with the same answer on its side.
    let turned = |text: &str| -> String {
        (0..36).map(|cell| text.as_bytes()[cell % 6 * 6 + cell / 6] as char).collect()
    };
    let tall = Welcome::Only("6x6/3x2".parse().unwrap());
    let tall = AnyGrid::read(&turned(text), &tall).unwrap().prove(100).unwrap();
    assert_eq!(tall.solution().to_string(), turned(&solution));
}

#[test]
fn the_papers_first_example_of_nine_by_nine_is_green() {
    let sudoku: AnyGrid =
        "..48......9.46..7..5....61421.6..5..58.7.9.41..7..8.69345....9..6..37.2......41.."
            .parse()
            .unwrap();
    assert_eq!(sat::colour(&sudoku, 100).unwrap().0, Colour::Green);
}

#[test]
fn the_generic_board_agrees_with_the_ordinary_one() {
    let mut rng = Rng::new(4);
    let metric = metrics::by_slug("colour").unwrap();
    for keep in 0..30 {
        let puzzle: Puzzle = puzzles::puzzle(&mut rng, keep / 3);
        let sudoku = AnyGrid::from(puzzle.grid());
        let proved = sudoku.prove(100_000).unwrap();
        assert_eq!(proved.solution().to_string(), puzzle.solution().to_string());
        // Green by clauses is green by hand.
        let by_hand = Ladder::GREEN.climb(&Board::from(puzzle.grid()));
        let (open, small) = sat::left_by_green(&sudoku).unwrap();
        assert_eq!(by_hand.end().open().len() as u64, open, "{puzzle}");
        assert_eq!(by_hand.end().candidate_count() as u64, small, "{puzzle}");
        let rating = metric.rate(&Workup::new(&puzzle)).unwrap();
        let (colour, indicators) = sat::colour(&sudoku, 100_000).unwrap();
        assert_eq!(rating.value(), Some(Value::Word(colour.name())));
        assert_eq!(rating.get("search-red"), Some(Value::Count(indicators.search_red)));
        let solved = by_hand.outcome() == Outcome::Solved;
        assert_eq!(rating.get("pencil") == Some(Value::Word("green")), solved, "{puzzle}");
    }
}

/// The rules of green and blue take nothing from one another, so what they find out cannot
/// depend on the order in which they are applied, nor on how the board is turned.
#[test]
fn green_and_blue_do_not_depend_on_how_the_board_is_turned() {
    let mut rng = Rng::new(5);
    let mut blue = 0;
    for _ in 0..12 {
        let puzzle: Puzzle = puzzles::puzzle(&mut rng, 0);
        let left = |puzzle: &Puzzle| {
            let (colour, indicators) = sat::colour(&AnyGrid::from(puzzle.grid()), 100_000).unwrap();
            (colour.min(Colour::Red), indicators.green, indicators.small, indicators.blue)
        };
        let expected = left(&puzzle);
        blue += u32::from(expected.0 == Colour::Blue);
        for _ in 0..6 {
            let image = puzzle.transformed(&Transformation::random(&mut rng));
            assert_eq!(left(&image), expected, "{puzzle} and {image}");
        }
    }
    assert!(blue > 0, "nothing was blue");
}

#[test]
fn boards_that_are_no_puzzles_have_no_colour() {
    let read = |text: &str| text.parse::<AnyGrid>();
    let reason = |text: &str| sat::colour(&read(text).unwrap(), 1_000).unwrap_err().to_string();
    assert_eq!(reason("................"), "it has more than one solution");
    assert_eq!(reason("11.............."), "it has no solution");
    assert_eq!(reason(&Grid::EMPTY.to_string()), "it has more than one solution");
    let empty = read(&".".repeat(81)).unwrap();
    assert_eq!(sat::colour(&empty, 3).unwrap_err().to_string(), "given up after 3 guesses");
}
