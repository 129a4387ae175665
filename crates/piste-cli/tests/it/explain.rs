//! `piste explain`.

use crate::support::*;
use piste::logic::{Ladder, Pick, strategies};
use piste_core::{Board, Candidate, Cell, Digit, Grid, Puzzle, Solution};
use serde_json::Value;

/// A puzzle that no singles solve.
const HARD: &str =
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

/// A puzzle that the blue method solves with letters.
const LETTERS: &str =
    "1.37....5...6.4...8...........81.....9....7...6.....9..2....4..5...3...........2.";

fn solution(puzzle: &str) -> Solution {
    *Puzzle::prove(&puzzle.parse().unwrap()).unwrap().solution()
}

/// The text without its escape sequences.
fn bare(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
}

/// Reads `r5c2=7` or `r5c2<>7`.
fn candidate(text: &Value, sign: &str) -> Candidate {
    let (cell, digit) = text.as_str().unwrap().split_once(sign).unwrap();
    let cell: Cell = cell.parse().unwrap();
    Candidate::new(cell, Digit::from_char(digit.parse().unwrap()).unwrap())
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("no {name} in {value}"))
}

/// Holds a step against the solution and the board before it, and applies it.
fn check_step(step: &Value, board: &mut Board, solution: &Solution) {
    assert_eq!(step["board"], board.values().to_string());
    let info = strategies::by_slug(step["strategy"].as_str().unwrap()).unwrap().info();
    assert_eq!(step["name"], info.name);
    assert!(step["text"].as_str().unwrap().ends_with('.'), "{step}");
    let written: Vec<Candidate> =
        list(step, "placements").iter().map(|text| candidate(text, "=")).collect();
    let erased: Vec<Candidate> =
        list(step, "eliminations").iter().map(|text| candidate(text, "<>")).collect();
    assert!(!(written.is_empty() && erased.is_empty()), "{step}");
    assert!(written.iter().all(|c| solution.get(c.cell()) == c.digit()), "{step}");
    assert!(erased.iter().all(|c| solution.get(c.cell()) != c.digit()), "{step}");
    if let Some(marks) = step["marks"].as_str() {
        assert_eq!(marks, piste_core::text::line::print_marks(&board.marks()));
    } else {
        assert!(erased.is_empty(), "a step that erases marks shows them: {step}");
    }
    check_evidence(&step["evidence"]);
    for placed in written {
        board.place(placed.cell(), placed.digit());
    }
    for gone in erased {
        board.eliminate(gone);
    }
}

fn check_evidence(evidence: &Value) {
    const ROLES: [&str; 8] =
        ["body", "pivot", "pincer", "fin", "colour-a", "colour-b", "trial", "contradiction"];
    let is_cell = |cell: &Value| cell.as_str().unwrap().parse::<Cell>().is_ok();
    let is_digit = |digit: &Value| (1..=9).contains(&digit.as_u64().unwrap());
    let is_house = |house: &Value| {
        let (kind, number) = house.as_str().unwrap().split_once(' ').unwrap();
        ["row", "column", "box"].contains(&kind) && (1..=9).contains(&number.parse().unwrap())
    };
    assert!(list(evidence, "digits").iter().all(is_digit), "{evidence}");
    assert!(list(evidence, "houses").iter().all(is_house), "{evidence}");
    assert!(list(evidence, "covers").iter().all(is_house), "{evidence}");
    for part in list(evidence, "parts") {
        assert!(ROLES.contains(&part["role"].as_str().unwrap()), "{part}");
        assert!(list(part, "cells").iter().all(is_cell), "{part}");
        assert!(list(part, "digits").iter().all(is_digit), "{part}");
    }
    for link in list(evidence, "links") {
        assert!(link["chain"].is_u64(), "{link}");
        for node in [&link["from"], &link["to"]] {
            assert!(list(node, "cells").iter().all(is_cell), "{link}");
            assert!(is_digit(&node["digit"]) && node["on"].is_boolean(), "{link}");
        }
        let reason = &link["reason"];
        match reason["kind"].as_str().unwrap() {
            "cell" => {}
            "house" => assert!(is_house(&reason["house"]), "{link}"),
            "set" | "uniqueness" => assert!(list(reason, "cells").iter().all(is_cell), "{link}"),
            "rule" => assert!(reason["rule"].as_str().is_some_and(|rule| !rule.is_empty())),
            other => panic!("no such reason: {other}"),
        }
    }
}

#[test]
fn a_puzzle_is_told_from_its_first_step_to_its_solution() {
    let done = piste(&["explain", PUZZLE]).fine();
    let first = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

1. Hidden single in a box   r9c7=1
In box 9 the 1 can only go in r9c7, because the 1s in r5c9 and r8c5 keep it out
of the other cells.

      c1 c2 c3  c4 c5 c6  c7 c8 c9
     ┌─────────┬─────────┬─────────┐
  r1 │ 5  3  · │ ·  7  · │ ·  ·  · │
  r2 │ 6  ·  · │ 1  9  5 │ ·  ·  · │
  r3 │ ·  9  8 │ ·  ·  · │ ·  6  · │
     ├─────────┼─────────┼─────────┤
  r4 │ 8  ·  · │ ·  6  · │ ·  ·  3 │
  r5 │ 4  ·  · │ 8  ·  3 │ ·  · (1)│
  r6 │ 7  ·  · │ ·  2  · │ ·  ·  6 │
     ├─────────┼─────────┼─────────┤
  r7 │ ·  6  · │ ·  ·  · │ 2  8  × │
  r8 │ ·  ·  · │ 4 (1) 9 │ ×  ×  5 │
  r9 │ ·  ·  · │ ·  8  · │[1] 7  9 │
     └─────────┴─────────┴─────────┘
     look at box 9   ( ) reasons   × no place for 1   [ ] written now

2. ";
    assert!(done.out.starts_with(first), "{}", done.out);
    let (story, end) = done.out.split_once("\nSolved in 51 steps.\n\n").unwrap();
    assert_eq!(story.matches("[ ] written now").count(), 51);
    assert!(end.contains("  r9 │ 3  4  5 │ 2  8  6 │ 1  7  9 │\n"), "{end}");
    let counted: usize =
        end.lines().filter_map(|line| line.split_whitespace().next()?.parse::<usize>().ok()).sum();
    assert_eq!(counted, 51, "{end}");
    assert!(done.lines().iter().all(|line| line.chars().count() <= 81), "{}", done.out);
}

#[test]
fn a_step_that_needs_pencil_marks_shows_them() {
    let done = piste(&["explain", HARD]);
    let steps = json_lines(&piste(&["explain", "--json", HARD]).out);
    let steps = list(&steps[0], "steps");
    let pages: Vec<&str> = done.out.split("\n\n").filter(|page| page.contains(" c1 ")).collect();
    for (step, page) in steps.iter().zip(&pages) {
        let erases = !list(step, "eliminations").is_empty();
        assert_eq!(page.contains('╔'), step["needs_marks"] == true, "{page}");
        assert_eq!(page.contains("× erased"), erases, "{page}");
        // Each erased mark is crossed out in its place, and nothing else is.
        if erases {
            let crosses = page.matches('×').count() - 1;
            assert_eq!(crosses, list(step, "eliminations").len(), "{page}");
        }
        let has_parts = list(&step["evidence"], "parts").iter().any(|part| part["role"] == "body");
        assert!(!has_parts || page.contains("( ) "), "{page}");
    }
    let pointing = "In box 7 the 1 must be in r8c2 or r9c2";
    let page = done.out.split_once(pointing).unwrap().1;
    assert!(page.contains("\n     ║     │(12 )│     ║"), "{page}");
    assert!(page.contains("look at box 7   across column 2   ( ) pointing   × erased\n"));
}

#[test]
fn every_step_of_the_json_is_right_and_follows_from_the_one_before() {
    for (puzzle, outcome) in [(PUZZLE, Some("solved")), (SEVENTEEN, Some("solved")), (HARD, None)] {
        let done = piste(&["explain", "--json", puzzle]);
        let [told] = json_lines(&done.out).try_into().unwrap();
        let grid: Grid = puzzle.parse().unwrap();
        assert_eq!(told["puzzle"], grid.to_string());
        assert_eq!(told["ladder"], "teaching");
        let (mut board, solution) = (Board::from(&grid), solution(puzzle));
        for (step, number) in list(&told, "steps").iter().zip(1..) {
            assert_eq!(step["number"], number);
            check_step(step, &mut board, &solution);
        }
        assert_eq!(told["total"], list(&told, "steps").len());
        assert_eq!(told["left"], board.open().len());
        let is_solved = told["outcome"] == "solved";
        assert_eq!((is_solved, done.code), (board.is_full(), Some(i32::from(!is_solved))));
        assert!(outcome.is_none_or(|outcome| told["outcome"] == outcome));
    }
}

#[test]
fn the_rest_of_a_line_is_kept_in_the_json() {
    let input = format!("{PUZZLE} 1.2\n");
    let told = json_lines(&piste_on(&input, &["explain", "--json"]).fine().out);
    assert_eq!(told[0]["rest"], "1.2");
}

#[test]
fn the_first_few_steps_are_enough_if_asked_for() {
    let done = piste(&["explain", "--upto", "3", PUZZLE]).fine();
    assert!(done.out.contains("\n3. ") && !done.out.contains("\n4. "));
    assert!(done.out.ends_with("\nThe first 3 of 51 steps.\n   3  hidden single in a box\n"));
    let done = piste(&["explain", "--upto", "1", "--brief", PUZZLE]).fine();
    assert_eq!(done.lines()[4], "The first of 51 steps.");
    // More than there are is all there are.
    let all = piste(&["explain", PUZZLE]).fine().out;
    assert_eq!(piste(&["explain", "--upto", "1000", PUZZLE]).fine().out, all);
    // Where the story is not told to its end, its end is no failure.
    piste(&["explain", "--upto", "1", "--ladder", "index-d", HARD]).fine();
    let told = json_lines(&piste(&["explain", "--upto", "2", "--json", PUZZLE]).fine().out);
    assert_eq!((list(&told[0], "steps").len(), &told[0]["total"]), (2, &51.into()));
    assert_eq!(piste(&["explain", "--upto", "0", PUZZLE]).code, Some(2));
}

#[test]
fn in_brief_a_step_is_a_line() {
    let done = piste(&["explain", "--brief", PUZZLE]).fine();
    let lines = done.lines();
    let names = "hidden single in a box";
    let end = lines.iter().position(|line| line.starts_with("Solved in")).unwrap();
    assert_eq!(end - 3, 51, "a title, 51 steps, and blank lines around them");
    assert!(lines[2].starts_with(&format!("  1  {names}  ")), "{}", lines[2]);
    let mut board = Board::from(&PUZZLE.parse::<Grid>().unwrap());
    for line in &lines[2..end - 1] {
        let (cell, digit) = line.rsplit_once(' ').unwrap().1.split_once('=').unwrap();
        let digit = Digit::from_char(digit.parse().unwrap()).unwrap();
        board.place(cell.parse().unwrap(), digit);
    }
    assert_eq!(board.values().to_string(), SOLUTION);

    let done = piste(&["explain", "--brief", HARD]);
    assert!(done.out.contains("  pointing (locked candidates)"), "{}", done.out);
    assert!(done.out.contains("  r1c2,r2c2,r4c2<>1\n"), "{}", done.out);
}

/// Whether fences come in pairs, and every table has a rule and as many bars in each row.
fn is_valid_markdown(text: &str) -> bool {
    let mut in_code = false;
    let mut bars = None;
    let mut row = 0;
    for line in text.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if in_code || !line.starts_with('|') {
            (bars, row) = (None, 0);
            continue;
        }
        row += 1;
        let count = line.matches('|').count();
        let is_rule = line.chars().all(|c| "|-:".contains(c));
        if bars.is_some_and(|bars| bars != count) || (row == 2) != is_rule {
            return false;
        }
        bars = Some(count);
    }
    !in_code
}

#[test]
fn markdown_has_a_section_for_each_step_and_a_table_at_its_end() {
    let done = piste(&["explain", "--markdown", HARD]);
    assert!(is_valid_markdown(&done.out), "{}", done.out);
    assert!(done.out.starts_with(&format!("# `{HARD}`\n\n## 1. ")), "{}", done.out);
    assert!(!done.out.contains('\u{1b}'));
    let sections = done.out.matches("\n## ").count();
    assert_eq!(done.out.matches("```text\n").count(), sections, "{}", done.out);
    assert!(done.out.contains("\n`look at box 7 · across column 2 · ( ) pointing · × erased`\n"));
    assert!(done.out.contains("\n| times | strategy |\n|---:|---|\n| "), "{}", done.out);

    let done = piste(&["explain", "--markdown", "--brief", PUZZLE]).fine();
    assert!(is_valid_markdown(&done.out), "{}", done.out);
    assert!(!done.out.contains("```"));
    assert!(done.out.contains("\n|---:|---|---|\n| 1 | hidden single in a box | r9c7=1 |\n"));
    assert!(done.out.contains("\n## Solved in 51 steps\n"));
    // Colours are for terminals, not for documents.
    let coloured = piste(&["explain", "--markdown", "--color", "always", PUZZLE]).fine();
    assert!(!coloured.out.contains('\u{1b}'));
}

#[test]
fn the_green_method_is_told_as_one_does_it() {
    let done = piste(&["explain", "--method", "green", PUZZLE]).fine();
    let first = "
1. Step 3   r5c3=6 r8c7=6
Select the number 6 and mark every row, column and box that has it. One square
is left unmarked: r5c3 in box 4 and r8c7 in row 8. Write 6 there.

      c1 c2 c3  c4 c5 c6  c7 c8 c9
     ┌─────────┬─────────┬─────────┐
  r1 │ 5  3  × │ ·  7  · │ ×  ×  × │
  r2 │(6) ×  × │ 1  9  5 │ ×  ×  × │
  r3 │ ×  9  8 │ ×  ×  × │ × (6) × │
     ├─────────┼─────────┼─────────┤
  r4 │ 8  ×  × │ × (6) × │ ×  ×  3 │
  r5 │ 4  × [6]│ 8  ×  3 │ ×  ×  1 │
  r6 │ 7  ×  × │ ×  2  × │ ×  × (6)│
     ├─────────┼─────────┼─────────┤
  r7 │ × (6) × │ ×  ×  × │ 2  8  × │
  r8 │ ×  ×  × │ 4  1  9 │[6] ×  5 │
  r9 │ ×  ×  × │ ·  8  · │ ·  7  9 │
     └─────────┴─────────┴─────────┘
     ( ) the 6s   × marked   [ ] written now
";
    assert!(done.out.contains(first), "{}", done.out);
    assert!(done.out.contains("\nSolved in ") && !done.out.contains('╔'), "{}", done.out);
}

#[test]
fn the_blue_method_has_small_numbers_and_letters() {
    let done = piste(&["explain", "--method", "blue", LETTERS]).fine();
    for heading in ["Step 1: step 3 of the green method", "Step 2", "Step 3a", "Step 6"] {
        assert!(done.out.contains(&format!(". {heading}")), "{heading}: {}", done.out);
    }
    let letters = done.out.split_once("Write A next to the 1 in r3c4").unwrap().1;
    let picture = letters.split_once("A all these are right").unwrap().0;
    let row = picture.lines().find(|line| line.contains("1A")).unwrap();
    assert!(row.contains("║[1A ") && row.contains("3/A]"), "{row}");
    assert!(letters.contains("A all these are right …   /A … or all these"), "{letters}");

    let told = json_lines(&piste(&["explain", "--method", "blue", "--json", LETTERS]).fine().out);
    assert_eq!((&told[0]["method"], &told[0]["outcome"]), (&"blue".into(), &"solved".into()));
    let (mut board, solution) = (Board::from(&LETTERS.parse::<Grid>().unwrap()), solution(LETTERS));
    for act in list(&told[0], "acts") {
        assert_eq!(act["board"], board.values().to_string());
        let before = board;
        for step in list(act, "steps") {
            // All steps of an act are found on the board before it.
            check_step(step, &mut before.clone(), &solution);
            check_step_applied(step, &mut board);
        }
        let is_green = ["3", "5"].contains(&act["step"].as_str().unwrap());
        assert!(is_green || act["method"] == "blue", "{act}");
    }
    assert!(board.is_full());
}

fn check_step_applied(step: &Value, board: &mut Board) {
    for placed in list(step, "placements").iter().map(|text| candidate(text, "=")) {
        board.place(placed.cell(), placed.digit());
    }
    for gone in list(step, "eliminations").iter().map(|text| candidate(text, "<>")) {
        board.eliminate(gone);
    }
}

#[test]
fn what_a_ladder_cannot_solve_is_left_and_said_so() {
    let done = piste(&["explain", "--ladder", "singles", HARD]);
    assert_eq!((done.code, done.err.as_str()), (Some(1), ""));
    let told = json_lines(&piste(&["explain", "--ladder", "singles", "--json", HARD]).out);
    assert_eq!(told[0]["outcome"], "stuck");
    let (total, left) = (&told[0]["total"], &told[0]["left"]);
    let (_, end) = done.out.split_once("\nStuck after ").unwrap();
    let words: Vec<&str> = end.split_whitespace().collect();
    assert_eq!((words[0], words[2]), (total.to_string().as_str(), left.to_string().as_str()));
    assert!(end.contains("finds nothing more.") && end.contains('╔'), "{end}");
    assert!(!done.out.contains("Solved"));

    let done = piste(&["explain", "--method", "green", HARD]);
    assert_eq!(done.code, Some(1));
    assert!(done.out.contains("and the green method finds\nnothing more."), "{}", done.out);
}

#[test]
fn what_is_no_puzzle_is_not_explained() {
    let done = piste(&["explain", &contradictory()]);
    assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
    let reason = "no solution: the 5 in r1c1 contradicts the 5 in r1c2 (row 1)";
    assert_eq!(done.err, format!("piste: {reason}\n"));
    let done = piste(&["explain", &impossible()]);
    assert_eq!((done.code, done.err.as_str()), (Some(1), "piste: no solution\n"));

    let done = piste(&["explain", TWO_SOLUTIONS]);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.err, "piste: more than one solution: r2c8 can be 4 or 8\n");
    assert_eq!(
        done.lines()[..3],
        [TWO_SOLUTIONS, "", "Two solutions, which differ in 4 cells: r2c8 r2c9 r7c8 r7c9"]
    );
    assert!(done.out.contains("│ 3 4 8 │   ") && done.out.contains("│ 3 8 4 │\n"));

    let done = piste(&["explain", "--json", TWO_SOLUTIONS]);
    let told = json_lines(&done.out);
    assert_eq!(told[0]["problem"], "more than one solution: r2c8 can be 4 or 8");
    assert_eq!((&told[0]["verdict"], &told[0]["outcome"]), (&"many".into(), &Value::Null));
    assert!(list(&told[0], "steps").is_empty());
}

#[test]
fn a_file_is_told_puzzle_by_puzzle_and_what_is_bad_is_passed_over() {
    let input = format!("{PUZZLE}\n53..x\n{}\n{SEVENTEEN}\n", impossible());
    let done = piste_on(&input, &["explain", "--brief"]);
    assert_eq!(done.code, Some(1));
    assert_eq!(
        done.err,
        "-:2:5: expected a digit or '.', found 'x'\n-:3:1: no solution\n\
         piste: 1 puzzle could not be read\npiste: not explained to the end: 1 of 3 puzzles\n"
    );
    let titles: Vec<&str> =
        done.lines().into_iter().filter(|line| line.len() == 81 && !line.contains(' ')).collect();
    assert_eq!(titles, [PUZZLE, &SEVENTEEN.replace('0', ".")]);
    assert_eq!(done.out.matches("\nSolved in ").count(), 2);
    let told = json_lines(&piste_on(&input, &["explain", "--json", "--jobs", "3"]).out);
    let is_told: Vec<bool> = told.iter().map(|told| told["problem"].is_null()).collect();
    assert_eq!(is_told, [true, false, true]);
}

#[test]
fn colours_say_the_same_as_signs() {
    let plain = piste(&["explain", HARD]);
    assert!(!plain.out.contains('\u{1b}'));
    let coloured = piste(&["explain", "--color", "always", HARD]).out;
    let (green, struck) = ("\u{1b}[48;5;28m", "\u{1b}[9m");
    assert!(coloured.contains(green) && coloured.contains(struck));
    // The words are the same; the signs have become colours.
    let words = |text: &str| -> Vec<String> {
        let is_words = |line: &&str| line.starts_with(|c: char| c.is_alphanumeric());
        bare(text).lines().filter(is_words).map(str::to_owned).collect()
    };
    assert_eq!(words(&coloured), words(&plain.out));
    let drawn = bare(&coloured);
    let mut drawn = drawn.lines().filter(|line| line.contains('│'));
    assert!(drawn.all(|line| !line.contains(['[', '(', '{'])));
    // Each line ends as it began: without a colour.
    assert!(coloured.lines().all(|line| {
        line.rsplit_once('\u{1b}').is_none_or(|(_, last)| last.starts_with("[0m"))
    }));
}

#[test]
fn ladders_are_listed_and_chosen() {
    let done = piste(&["explain", "--ladder", "help"]).fine();
    for ladder in Ladder::ALL {
        assert!(
            done.out.contains(&format!("\n{} ", ladder.slug)) || done.out.starts_with(ladder.slug)
        );
        assert!(done.out.contains(ladder.about), "{}", ladder.slug);
        let mut args = vec!["explain", "--json", "--ladder", ladder.slug, PUZZLE];
        if ladder.pick == Pick::Random {
            args.extend(["--seed", "7"]);
        }
        let told = json_lines(&piste(&args).out);
        assert_eq!(told[0]["ladder"], ladder.slug);
    }
    for args in [
        &["explain", "--ladder", "escape", PUZZLE][..],
        &["explain", "--method", "purple", PUZZLE],
        &["explain", "--box", "2x3", PUZZLE],
        &["explain", "--method", "blue", "--ladder", "singles", PUZZLE],
        &["explain", "--method", "blue", "--no-uniqueness", PUZZLE],
        &["explain", "--json", "--brief", PUZZLE],
        &["explain", "--json", "--markdown", PUZZLE],
    ] {
        assert_eq!(piste(args).code, Some(2), "{args:?}");
    }
}

#[test]
fn uniqueness_can_be_left_out() {
    let plain = Ladder::TEACHING.without_uniqueness();
    for puzzle in [SEVENTEEN, HARD, LETTERS] {
        let board = Board::from(&puzzle.parse::<Grid>().unwrap());
        for (ladder, option) in [(&Ladder::TEACHING, None), (&plain, Some("--no-uniqueness"))] {
            let args: Vec<&str> = ["explain", "--json", puzzle].into_iter().chain(option).collect();
            let told = json_lines(&piste(&args).out);
            let steps = list(&told[0], "steps").iter();
            let slugs: Vec<&str> = steps.map(|step| step["strategy"].as_str().unwrap()).collect();
            let trace = ladder.climb(&board);
            let expected: Vec<&str> = trace.steps().iter().map(|s| s.strategy.slug).collect();
            assert_eq!(slugs, expected, "{puzzle} {option:?}");
        }
    }
}

#[test]
fn a_position_is_explained_from_where_it_stands() {
    // Two digits are written, and a mark is gone.
    let line = format!(":0000:x:{}:113::", PUZZLE.replacen("53..7", "53+4.7", 1));
    let told = json_lines(&piste(&["explain", "--json", &line]).fine().out);
    let first = &list(&told[0], "steps")[0];
    assert_eq!(first["board"], PUZZLE.replacen("53..7", "534.7", 1));

    let marks = piste(&["convert", "--to", "marks", PUZZLE]);
    let told = json_lines(&piste_on(&marks.out, &["explain", "--json"]).fine().out);
    assert_eq!((&told[0]["outcome"], &told[0]["left"]), (&"solved".into(), &0.into()));

    let wrong = line.replacen("+4", "+1", 1);
    let done = piste(&["explain", &wrong]);
    assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
    assert_eq!(done.err, "piste: r1c3 is not 1\n");

    let done = piste(&["explain", SOLUTION]).fine();
    assert_eq!(done.lines()[2], "Nothing is left to do: it is solved.");
}

#[test]
fn the_story_goes_to_a_file_without_colours() {
    let folder = folder();
    let path = folder.path().join("story.md");
    let name = path.to_str().unwrap();
    piste(&["explain", "--markdown", "-o", name, PUZZLE]).fine();
    assert!(is_valid_markdown(&std::fs::read_to_string(&path).unwrap()));
}

/// Holds the acts of a method against the solution, as far as no guess is pending, and says which
/// steps there were.
fn check_acts(method: &str, puzzle: &str) -> Vec<String> {
    let told = json_lines(&piste(&["explain", "--method", method, "--json", puzzle]).out);
    assert_eq!(told[0]["method"], method);
    let (mut board, solution) = (Board::from(&puzzle.parse::<Grid>().unwrap()), solution(puzzle));
    let mut steps = Vec::new();
    for act in list(&told[0], "acts") {
        steps.push(act["step"].as_str().unwrap().to_owned());
        if act.get("guesses").is_some() {
            continue;
        }
        for gone in list(act, "eliminations").iter().map(|text| candidate(text, "<>")) {
            assert_ne!(solution.get(gone.cell()), gone.digit(), "{act}");
            board.eliminate(gone);
        }
        for placed in list(act, "placements").iter().map(|text| candidate(text, "=")) {
            assert_eq!(solution.get(placed.cell()), placed.digit(), "{act}");
            board.place(placed.cell(), placed.digit());
        }
        assert_eq!(act["board_after"], board.values().to_string(), "{act}");
    }
    steps
}

#[test]
fn the_red_and_the_black_method_are_told() {
    let black = check_acts("black", HARD);
    assert!(black.iter().any(|step| step == "guess"), "{black:?}");
    assert!(black.iter().any(|step| step == "take back"), "{black:?}");
    let red = check_acts("red", HARD);
    assert!(!red.iter().any(|step| step == "guess"), "{red:?}");
    assert!(check_acts("nursery", PUZZLE).iter().all(|step| step == "3" || step == "5"));
    let done = piste(&["explain", "--method", "black", HARD]).fine();
    assert!(done.out.contains("Copy the sheet, and on the copy guess: of "), "{}", done.out);
    assert!(done.out.contains("throw its copy away, and erase "), "{}", done.out);
    assert!(done.out.contains("\nSolved in "), "{}", done.out);
    let done = piste(&["explain", "--method", "red", HARD]);
    assert_eq!(done.code, Some(1));
    assert!(done.out.contains("and the red method finds"), "{}", done.out);
    let done = piste(&["explain", "--method", "black", "--guesses", "1", HARD]);
    assert_eq!(done.code, Some(1));
    assert!(done.out.contains("Given up after 1 guesses"), "{}", done.out);
}
