//! `piste hint`.

use crate::support::*;
use piste_core::{Board, Candidate, Cell, Digit, Grid};

/// A puzzle that no singles solve.
const HARD: &str =
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

/// The puzzle with r1c3 filled, rightly with 4 or wrongly with another digit.
fn with_r1c3(digit: &str) -> String {
    PUZZLE.replacen("53.", &format!("53{digit}"), 1)
}

#[test]
fn help_comes_in_three_grades() {
    let done = piste(&["hint", PUZZLE]);
    assert_eq!((done.code, done.out.as_str()), (Some(0), "Look at box 9.\n"));
    assert_eq!(done.err, "piste: --more tells the strategy, --more --more the whole step\n");

    let second = "Look at box 9. The strategy: hidden single in a box.\n";
    for args in [&["--more"][..], &["-m"], &["--grade", "2"]] {
        let done = piste(&[&["hint", PUZZLE], args].concat());
        assert_eq!((done.code, done.out.as_str()), (Some(0), second));
        assert_eq!(done.err, "piste: --more --more tells the whole step\n");
    }

    for args in [&["--more", "--more"][..], &["-mm"], &["--grade", "3"], &["-mmmm"]] {
        let done = piste(&[&["hint", PUZZLE], args].concat()).fine();
        assert_eq!(done.lines()[0], "Hidden single in a box   r9c7=1");
        assert!(done.out.contains("  r9 │ ·  ·  · │ ·  8  · │[1] 7  9 │\n"), "{}", done.out);
    }
    for args in [&["--grade", "4"][..], &["--grade", "0"], &["--grade", "2", "--more"]] {
        assert_eq!(piste(&[&["hint", PUZZLE], args].concat()).code, Some(2), "{args:?}");
    }
    assert_eq!(piste(&["hint", "--quiet", PUZZLE]).fine().out, "Look at box 9.\n");
}

#[test]
fn the_first_two_grades_give_no_digit_away() {
    let told = json_lines(&piste(&["hint", "--json", "--grade", "2", PUZZLE]).fine().out);
    assert!(told[0]["step"].is_null() && told[0]["strategy"].is_string(), "{}", told[0]);
    assert_eq!(told[0]["grades"].as_array().unwrap().len(), 2);
    assert!(!told[0].to_string().contains(SOLUTION));
}

#[test]
fn mistakes_come_first_and_what_is_right_comes_last() {
    let wrong = with_r1c3("1");
    for grade in ["1", "2"] {
        let done = piste(&["hint", "--grade", grade, "--givens", PUZZLE, &wrong]);
        assert_eq!((done.code, done.out.as_str()), (Some(1), "r1c3 is not 1.\n"));
        assert_eq!(done.err, "piste: --more --more tells what is right\n");
    }
    let done = piste(&["hint", "--grade", "3", "--givens", PUZZLE, &wrong]);
    assert_eq!((done.code, done.lines()[0]), (Some(1), "r1c3 is not 1 but 4."));
    assert!(done.out.contains("  r1 │ 5  3 !1!│ ·  7  · │"), "{}", done.out);

    let two = wrong.replacen("419..5", "419.25", 1);
    let done = piste(&["hint", "--givens", PUZZLE, &two]);
    assert_eq!(done.out, "r1c3 is not 1 and r8c8 is not 2.\n");

    // Two equal digits in a row are a mistake like any other.
    let twice = with_r1c3("7");
    assert_eq!(piste(&["hint", "--givens", PUZZLE, &twice]).out, "r1c3 is not 7.\n");

    let args = ["hint", "--json", "--grade", "3", "--givens", PUZZLE, wrong.as_str()];
    let told = json_lines(&piste(&args).out);
    assert_eq!(told[0]["hint"], "mistakes");
    let mistake =
        serde_json::json!([{"cell": "r1c3", "kind": "written", "written": 1, "right": 4}]);
    assert_eq!(told[0]["mistakes"], mistake);
    let told = json_lines(&piste(&["hint", "--json", "--givens", PUZZLE, &wrong]).out);
    assert!(told[0]["mistakes"][0]["right"].is_null());
}

#[test]
fn a_right_mark_that_is_gone_is_noticed_and_not_given_away() {
    // HoDoKu's line: the 4 of r1c3 is deleted.
    let line = format!(":0000:x:{PUZZLE}:413::");
    let done = piste(&["hint", &line]);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.out, "In r1c3 a mark was erased that is needed.\n");
    let done = piste(&["hint", "--grade", "3", &line]);
    assert_eq!(done.lines()[0], "4 was erased from r1c3 too soon.");
    assert!(done.out.contains("│!12 !║"), "{}", done.out);

    // The same in 729 characters, and drawn.
    let mut board = Board::from(&PUZZLE.parse::<Grid>().unwrap());
    board.eliminate(Candidate::new(Cell::at(0, 2), Digit::D4));
    let marks = piste_core::text::line::print_marks(&board.marks());
    let drawn = piste(&["convert", "--to", "grid", &marks]).fine().out;
    assert!(drawn.lines().count() > 9, "{drawn}");
    for input in [marks, drawn] {
        let done = piste(&["hint", &input]);
        assert_eq!(done.out, "In r1c3 a mark was erased that is needed.\n", "{input}");
        assert_eq!(piste_on(&input, &["hint"]).out, done.out);
    }
}

#[test]
fn marks_erased_before_are_not_forgotten() {
    // The first step of the puzzle erases marks; once they are gone, another comes next.
    let told = json_lines(&piste(&["explain", "--json", HARD]).out);
    let steps = told[0]["steps"].as_array().unwrap();
    let (number, after) = steps
        .windows(2)
        .enumerate()
        .find(|(_, pair)| !pair[0]["eliminations"].as_array().unwrap().is_empty())
        .map(|(number, pair)| (number, &pair[1]))
        .unwrap();
    let mut board = Board::from(&HARD.parse::<Grid>().unwrap());
    for step in &steps[..=number] {
        for text in step["placements"].as_array().unwrap() {
            let (cell, digit) = text.as_str().unwrap().split_once('=').unwrap();
            let digit = Digit::from_char(digit.parse().unwrap()).unwrap();
            board.place(cell.parse().unwrap(), digit);
        }
        for text in step["eliminations"].as_array().unwrap() {
            let (cell, digit) = text.as_str().unwrap().split_once("<>").unwrap();
            let digit = Digit::from_char(digit.parse().unwrap()).unwrap();
            board.eliminate(Candidate::new(cell.parse().unwrap(), digit));
        }
    }
    let marks = piste_core::text::line::print_marks(&board.marks());
    let told = json_lines(&piste(&["hint", "--json", "--grade", "3", &marks]).fine().out);
    for member in ["strategy", "placements", "eliminations", "text"] {
        assert_eq!(told[0]["step"][member], after[member], "{member}");
    }
}

#[test]
fn hodoku_lines_tell_what_was_given() {
    let line = format!(":0000:x:{}:::", with_r1c3("+1"));
    let done = piste(&["hint", &line]);
    assert_eq!((done.code, done.out.as_str()), (Some(1), "r1c3 is not 1.\n"));
    let line = format!(":0000:x:{}:::", with_r1c3("+4"));
    assert_eq!(piste(&["hint", "-q", &line]).fine().out, "Look at box 1.\n");
}

#[test]
fn the_givens_may_be_in_a_file_and_must_be_those_of_the_board() {
    let folder = folder();
    let path = folder.path().join("puzzle.txt");
    let name = path.to_str().unwrap();
    std::fs::write(&path, format!("{PUZZLE}\n")).unwrap();
    assert_eq!(piste(&["hint", "--givens", name, &with_r1c3("1")]).out, "r1c3 is not 1.\n");
    // What is missing of the givens is filled in.
    let fewer = PUZZLE.replacen("53", "5.", 1);
    assert_eq!(piste(&["hint", "-q", "--givens", name, &fewer]).fine().out, "Look at box 9.\n");

    let other = PUZZLE.replacen("53", "43", 1);
    let done = piste(&["hint", "--givens", name, &other]);
    assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
    assert_eq!(done.err, "piste: not a board of that puzzle, in which r1c1 is 5\n");

    std::fs::write(&path, format!("{PUZZLE}\n{SEVENTEEN}\n")).unwrap();
    for (givens, words) in [
        (name, "more than one puzzle"),
        ("nowhere.txt", "there is no such file"),
        (TWO_SOLUTIONS, "more than one solution"),
        (&PUZZLE[..80], "not a puzzle"),
    ] {
        let done = piste(&["hint", "--givens", givens, PUZZLE]);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{givens}");
        assert!(done.err.contains(words), "{}", done.err);
    }
}

#[test]
fn a_board_without_a_solution_asks_for_its_givens() {
    for (board, reason) in [
        (impossible(), "no solution"),
        (contradictory(), "no solution: the 5 in r1c1 contradicts the 5 in r1c2 (row 1)"),
    ] {
        let done = piste(&["hint", &board]);
        assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
        assert!(done.err.starts_with(&format!("piste: {reason}: something")), "{}", done.err);
        assert!(done.err.contains("--givens"), "{}", done.err);
        let told = json_lines(&piste(&["hint", "--json", &board]).out);
        assert!(told[0]["problem"].as_str().unwrap().starts_with(reason));
    }
    let done = piste(&["hint", TWO_SOLUTIONS]);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.err, "piste: more than one solution: r2c8 can be 4 or 8\n");
    assert!(done.out.starts_with("Two solutions, which differ in 4 cells"));
}

#[test]
fn a_solved_board_is_congratulated() {
    let done = piste(&["hint", SOLUTION]).fine();
    assert!(done.out.starts_with("Solved:") && done.out.ends_with("Well done!\n"));
    let told = json_lines(&piste(&["hint", "--json", SOLUTION]).fine().out);
    assert_eq!(told[0]["hint"], "solved");
    piste(&["hint", "--givens", PUZZLE, SOLUTION]).fine();
}

#[test]
fn where_no_strategy_helps_nothing_is_pretended() {
    // Where the singles have got to with this puzzle, they get no further.
    let told = json_lines(&piste(&["explain", "--ladder", "singles", "--json", HARD]).out);
    let last = told[0]["steps"].as_array().unwrap().last().unwrap();
    let mut board: Grid = last["board"].as_str().unwrap().parse().unwrap();
    for text in last["placements"].as_array().unwrap() {
        let (cell, digit) = text.as_str().unwrap().split_once('=').unwrap();
        board.set(cell.parse().unwrap(), Digit::from_char(digit.parse().unwrap()));
    }
    let done = piste(&["hint", "--ladder", "singles", &board.to_string()]);
    assert_eq!(done.code, Some(1));
    assert!(done.out.contains("the ladder singles finds no step here"), "{}", done.out);
    assert_eq!(piste(&["hint", "-q", &board.to_string()]).fine().code, Some(0));
}

#[test]
fn a_file_gets_a_line_for_each_board() {
    let input = format!("{PUZZLE}\n53..x\n{}\n{SOLUTION}\n", with_r1c3("4"));
    let done = piste_on(&input, &["hint"]);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.lines()[..2], ["Look at box 9.", "Look at box 1."]);
    assert!(done.lines()[2].starts_with("Solved"), "{}", done.out);
    assert_eq!(
        done.err,
        "-:2:5: expected a digit or '.', found 'x'\npiste: 1 puzzle could not be read\n"
    );
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let args = ["hint", "--grade", "3", PUZZLE];
    assert!(!piste(&args).fine().out.contains('\u{1b}'));
    let done = piste(&[&args[..], &["--color", "always"]].concat()).fine();
    assert!(done.out.contains("\u{1b}[48;5;28m"), "{}", done.out);
}

#[test]
fn the_state_of_an_sdk_file_is_where_one_is() {
    let rows = |cells: &str| {
        let rows: Vec<&str> = (0..9).map(|row| &cells[9 * row..9 * row + 9]).collect();
        rows.join("\n")
    };
    // All but one cell is written; then one of them wrongly.
    let nearly = SOLUTION.replacen("534678912", "53467891.", 1);
    let file = |state: &str| format!("[Puzzle]\n{}\n[State]\n{}\n", rows(PUZZLE), rows(state));
    let done = piste_on(&file(&nearly), &["hint", "--grade", "3", "-"]);
    assert!(done.out.contains("r1c9") && done.code == Some(0), "{done:?}");
    let wrong = piste_on(&file(&nearly.replacen("534678", "534278", 1)), &["hint", "-"]);
    assert!(wrong.out.contains("r1c4"), "{wrong:?}");
    let solved = piste_on(&file(&nearly), &["solve", "-"]).fine();
    assert_eq!(solved.lines().len(), 1, "one puzzle, not two: {}", solved.out);
}
