//! What the methods of the Umbrella paper and the template method promise: every level is
//! reached, drawn patterns are filled, and what cannot be filled is said.

use piste::generate::{self, Brief, Generator, Miss, Stop, Wanted, generators};
use piste::symmetry::Symmetry;
use piste::{Cell, CellSet, Grid, Puzzle, Solution};

fn method(slug: &str) -> &'static dyn Generator {
    generators::by_slug(slug).unwrap()
}

/// The cells of a drawing that are not dots.
fn drawn(drawing: &str) -> CellSet {
    let marks = drawing.chars().filter(|mark| !mark.is_whitespace());
    let cells = marks.enumerate().filter(|(_, mark)| *mark != '.');
    cells.map(|(index, _)| Cell::from_index(index)).collect()
}

/// The first puzzle of a seed, and the number of attempts that it took, at most `most`.
fn first(slug: &str, brief: &Brief, most: u64) -> (Puzzle, u64) {
    generate::suits(method(slug), brief).unwrap();
    let mut misses = Vec::new();
    for number in 0..most {
        match generate::attempt(method(slug), brief, 2, number) {
            Ok(made) => return (made.puzzle, number + 1),
            Err(miss) => misses.push(miss.to_string()),
        }
    }
    panic!("{slug} made nothing in {most} attempts: {misses:?}");
}

fn targeted(target: &str) -> Brief {
    Brief { target: Some(target.parse().unwrap()), ..Brief::default() }
}

fn with_pattern(drawing: &str) -> Brief {
    Brief { pattern: Some(drawn(drawing)), ..Brief::default() }
}

/// The letters MCM, as they stand on the fourth paper's first page.
const MCM: &str =
    "34.67....7.9.1....1...4.3722...8.1........6..91.43.8..8.5.6.4196...5....4...2....";

/// A heart of 22 cells.
const HEART: &str = "
    .##...##.
    #..#.#..#
    #...#...#
    #.......#
    #.......#
    .#.....#.
    ..#...#..
    ...#.#...
    ....#....";

#[test]
fn umbrella_reaches_every_level() {
    for level in 1..=4 {
        let brief = targeted(&format!("umbrella={level}"));
        let (_, attempts) = first("umbrella", &brief, 10);
        assert!(attempts <= 10, "level {level}");
    }
}

#[test]
fn shredder_and_build_up_steer_to_every_level() {
    for slug in ["shredder", "build-up"] {
        for level in 1..=4 {
            first(slug, &targeted(&format!("umbrella={level}")), 60);
        }
    }
}

/// The paper's figure 8(a), of level 2: one given less makes it figure 9(b), of level 4.
#[test]
fn shredder_starts_from_a_puzzle() {
    let grid: Grid =
        "13.....2..5.1..86....95....4.....3.23.8.1........8.7.4..2..1.43....94.7.6.9......"
            .parse()
            .unwrap();
    let start = Puzzle::prove(&grid).unwrap();
    let brief = Brief { start: Some(start), ..targeted("umbrella=4") };
    let (harder, _) = first("shredder", &brief, 5);
    assert!(harder.grid().filled().is_subset(grid.filled()));
    assert_eq!(harder.solution(), start.solution());
}

#[test]
fn letters_and_hearts_are_filled() {
    for drawing in [MCM, HEART] {
        for slug in ["template", "additive"] {
            if slug == "additive" && drawing == HEART {
                continue; // Too few cells for placing digits blindly.
            }
            let brief = with_pattern(drawing);
            let (puzzle, _) = first(slug, &brief, 3);
            assert_eq!(puzzle.grid().filled(), drawn(drawing));
        }
    }
}

#[test]
fn a_pattern_and_a_target_go_together() {
    for target in ["umbrella=1", "umbrella=4", "hsolve>700"] {
        let brief = Brief { target: Some(target.parse().unwrap()), ..with_pattern(MCM) };
        first("template", &brief, 40);
    }
    let brief = Brief { must_use: vec!["naked-pair"], ..with_pattern(MCM) };
    first("template", &brief, 40);
    let brief = Brief { minimal: true, ..with_pattern(HEART) };
    assert!(first("template", &brief, 40).0.is_minimal());
}

/// A well-known puzzle's cells. There are billions of ways to fill them, and all that were found
/// to be puzzles are this one with other names for the digits. One attempt in three, of a
/// second or so, comes to it. The budget: 12 attempts.
#[test]
fn a_pattern_of_seventeen_is_filled() {
    let pattern =
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
    let (puzzle, _) = first("template", &with_pattern(pattern), 12);
    assert_eq!(puzzle.grid().filled().len(), 17);
    assert!(puzzle.is_minimal());
}

#[test]
fn what_no_pattern_can_be_is_said_at_once() {
    let says = |brief: &Brief| generate::suits(method("template"), brief).unwrap_err().to_string();
    let rows = "#########".repeat(6) + &".........".repeat(2) + "#########";
    assert!(says(&with_pattern(&rows)).contains("two rows of a band are empty"));
    let columns = "##.#.##.#".repeat(8) + "##.#.#..#";
    let brief = with_pattern(&columns);
    assert!(generate::suits(method("template"), &brief).is_ok());
    let columns = "##.#..##.".repeat(9);
    assert!(says(&with_pattern(&columns)).contains("two columns of a stack are empty"));
    let sparse = "#....".repeat(16) + ".";
    assert!(says(&with_pattern(&sparse)).contains("at least 17 givens"));
    let brief = Brief { givens: 20..=25, ..with_pattern(MCM) };
    assert!(says(&brief).contains("another number of givens"));
    let brief = Brief { symmetry: Wanted::This(Symmetry::HalfTurn), ..with_pattern(MCM) };
    assert!(says(&brief).contains("does not have the symmetry"));
    let other = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let solution = Solution::new(&other.parse().unwrap());
    assert!(solution.is_some());
    assert!(says(&Brief { solution, ..with_pattern(HEART) }).contains("does not fix the solution"));
    let made = method("additive").make(&with_pattern(&rows), &mut piste::Rng::new(1));
    assert_eq!(made.unwrap_err().after, 0);
}

/// The frame of the grid, which the search does not fill.
#[test]
fn a_search_in_vain_ends() {
    let frame = "#########".to_owned() + &"#.......#".repeat(7) + "#########";
    let brief = with_pattern(&frame);
    let miss = generate::attempt(method("template"), &brief, 11, 0).unwrap_err();
    assert!(miss.to_string().starts_with("no puzzle found within budget, after"), "{miss}");
    let brief = Brief { stop: Stop::when(|| true), ..brief };
    let miss = generate::attempt(method("template"), &brief, 11, 1).unwrap_err();
    assert!(matches!(miss, Miss::GaveUp(gave_up) if gave_up.why == "stopped"));
}

#[test]
fn additive_draws_patterns_as_asked() {
    let symmetry = Wanted::This(Symmetry::HalfTurn);
    let brief = Brief { symmetry, givens: 28..=30, ..Brief::default() };
    for number in 0..5 {
        let made = generate::attempt(method("additive"), &brief, 11, number);
        assert!((28..=30).contains(&made.unwrap().puzzle.grid().filled().len()));
    }
}

/// Every other cell: 41 of them.
fn chequered() -> CellSet {
    (0..81).map(Cell::from_index).filter(|cell| (cell.row() + cell.column()) % 2 == 0).collect()
}

#[test]
fn full_patterns_can_be_reached_by_removal_and_by_the_additive_ways() {
    let brief = Brief { pattern: Some(chequered()), ..Brief::default() };
    for slug in ["reductive", "additive", "additive-digits", "additive-logic"] {
        let (puzzle, _) = first(slug, &brief, 5);
        assert_eq!(puzzle.grid().filled(), chequered(), "{slug}");
    }
}

/// Led by logic, a blank cell is a single as soon as its digits are in; so singles solve it all
/// unless the last digits came from the only solution left.
#[test]
fn what_is_led_by_logic_is_mostly_solved_by_singles() {
    let made = (0..12)
        .filter_map(|n| generate::attempt(method("additive-logic"), &Brief::default(), 3, n).ok());
    let ladder = piste::logic::Ladder::SINGLES;
    let is_solved =
        |puzzle: &Puzzle| ladder.climb(&piste::Board::from(puzzle.grid())).end().is_full();
    let made: Vec<Puzzle> = made.map(|made| made.puzzle).collect();
    let solved = made.iter().filter(|puzzle| is_solved(puzzle)).count();
    assert!(made.len() >= 6 && 2 * solved > made.len(), "{solved} of {}", made.len());
}

#[test]
fn four_empty_corner_boxes_are_refused_by_every_method_that_takes_a_pattern() {
    for blocks in [[0, 2, 6, 8], [1, 2, 4, 5], [0, 1, 6, 7]] {
        let is_empty = |cell: &Cell| blocks.contains(&(cell.row() / 3 * 3 + cell.column() / 3));
        let pattern = (0..81).map(Cell::from_index).filter(|cell| !is_empty(cell)).collect();
        let brief = Brief { pattern: Some(pattern), ..Brief::default() };
        for method in generators::ALL {
            let refused = generate::suits(*method, &brief).unwrap_err().to_string();
            let why = "there is no such puzzle: four boxes are empty in the pattern";
            assert!(refused.starts_with(why), "{refused}");
        }
    }
}
