//! Boards of other sizes than 9×9, through every verb that takes them.

use crate::support::*;
use serde_json::json;

const FOUR: &str = "1.....3..2.....4";
const FOUR_SOLVED: &str = "1342243142133124";

/// The example of the appendix of the colour scale's paper.
const SIX: &str = "6123....51..25.4.11.....5.1......514";
const SIX_SOLVED: &str = "612345435126253461164253541632326514";

const SIXTEEN: &str = "\
    ..1.5.G.......D....D...6.3.AG5.EG.3..2.CF1.6.4....FB........A.......9..8..3...2C..7..E..D.2.9\
    ....D...BA.G........54.7.1.9.C83D..3B....6.4E8.D.A...AG..7....15...74.........G..825..E....6F9\
    .B74....4G...A....C.5......9..67.8...D25..F...8...B.GC..9...A.4..F...";

const TWENTY_FIVE: &str = "\
    5.8...B.G4I..D..1..J6.37.JI.E.MDK...N.4B7.2.H5OA.....63.J...H2..K.L9..CM8P...C..3..NI..9.E.O.\
    AP4B.H.HGB..7P.....F.38.M.4.E..J...98C..E..G.B.K47I5M.P2.A.1.2I7....F...6M..DL.E.8...LP5...FEI\
    7C.1..8.A34NB.....2.GA8M.6...J.F........H.......81.KN..E.C..FD.2...L8..MD..IH..NFK.......F.8..\
    .E3...O.42...G..J.K..J76.G.KO......5..A.D.B..........9...3...1....O4P...K..24..DPAE.I...7..51.\
    EH.CKP4F93.D........ON...7....AN.D.OK..1..GL695BIE1.F...O8..BL.9I3..5..KH.AIB.ONKEH2.C4.....DP\
    9.1.F.9AP5GB.JI...HM..K...D.236OC5.ANK.F....I.H2.G.8.6.D8L.........H.....6.ENI1..D.G..4...C..E\
    .....7I3...O3...I982....DGC.PO4LF7.E.PE7N...3.JF9..5D.CMKB2G..";

/// The board on its side, so that its boxes are as high as they were wide.
fn turned(board: &str, n: usize) -> String {
    (0..n * n).map(|cell| board.as_bytes()[cell % n * n + cell / n] as char).collect()
}

/// The rows of a board, a line each.
fn rows(board: &str, n: usize) -> String {
    let rows = board.as_bytes().chunks(n);
    rows.map(|row| format!("{}\n", std::str::from_utf8(row).unwrap())).collect()
}

/// Whether every row, column and box of a full board has every sign once.
fn is_solution(board: &str, rows: usize, columns: usize) -> bool {
    let n = rows * columns;
    let signs: Vec<char> = board.chars().collect();
    let has_all = |cells: Vec<usize>| {
        let mut found: Vec<char> = cells.into_iter().map(|cell| signs[cell]).collect();
        found.sort_unstable();
        found.dedup();
        found.len() == n && !found.contains(&'.')
    };
    signs.len() == n * n
        && (0..n).all(|i| {
            let (top, left) = (i / rows * rows, i % rows * columns);
            has_all((0..n).map(|j| i * n + j).collect())
                && has_all((0..n).map(|j| j * n + i).collect())
                && has_all((0..n).map(|j| (top + j / columns) * n + left + j % columns).collect())
        })
}

#[test]
fn a_small_board_is_solved_and_drawn() {
    let expected = "\
┌─────┬─────┐
│ 1 3 │ 4 2 │
│ 2 4 │ 3 1 │
├─────┼─────┤
│ 4 2 │ 1 3 │
│ 3 1 │ 2 4 │
└─────┴─────┘
";
    assert_eq!(piste(&["solve", FOUR]).fine().out, expected);
    // What is drawn can be read again, from an argument as from a file.
    assert_eq!(piste(&["solve", "-f", "line", expected]).fine().out, format!("{FOUR_SOLVED}\n"));
    assert_eq!(piste_on(expected, &["solve"]).fine().out, format!("{FOUR_SOLVED}\n"));
}

#[test]
fn the_papers_example_is_solved_checked_and_green_either_way() {
    let tall = turned(SIX, 6);
    for (board, boxes, solved) in
        [(SIX, "2x3", SIX_SOLVED.to_owned()), (&tall, "3x2", turned(SIX_SOLVED, 6))]
    {
        let input = format!("{board}\n");
        let on = |args: &[&str]| piste_on(&input, &[args, &["--box", boxes]].concat());
        assert_eq!(on(&["solve"]).fine().out, format!("{solved}\n"));
        let checked = json_lines(&on(&["check", "--json"]).fine().out);
        assert_eq!((&checked[0]["proper"], &checked[0]["box"]), (&json!(true), &json!(boxes)));
        let rated = on(&["rate", "--metrics", "colour,givens"]).fine();
        assert_eq!(
            rated.lines()[1],
            format!("{board}\tgreen\t\t0\t0\t0\t0\t0\t0\t0\t0\t0\t16\t\t")
        );
        let rated = json_lines(&on(&["rate", "--metrics", "colour", "--json"]).fine().out);
        assert_eq!(
            (&rated[0]["box"], &rated[0]["ratings"]["colour"]["value"]),
            (&json!(boxes), &json!("green"))
        );
        assert!(rated[0]["ratings"]["colour"]["pencil"].is_null());
    }
    // Unless it is said, boxes are wider than high.
    assert_eq!(piste(&["solve", "-f", "line", SIX]).fine().out, format!("{SIX_SOLVED}\n"));
    assert_eq!(piste(&["solve", &tall]).code, Some(1));
}

#[test]
fn a_drawing_tells_its_boxes_itself() {
    let wide = piste(&["convert", "--to", "grid", SIX]).fine().out;
    assert_eq!(wide.lines().nth(2), Some("------+------"));
    assert_eq!(piste_on(&wide, &["solve"]).fine().out, format!("{SIX_SOLVED}\n"));
    let tall = turned(SIX, 6);
    let drawn = piste(&["convert", "--to", "drawn", "--box", "3x2", &tall]).fine().out;
    let solved = piste_on(&drawn, &["solve"]).fine().out;
    assert_eq!(solved, format!("{}\n", turned(SIX_SOLVED, 6)));
    let done = piste_on(&drawn, &["solve", "--box", "2x3"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("expected boxes of 2×3, found boxes of 3×2 drawn"), "{done:?}");
}

#[test]
fn every_size_is_read_solved_checked_and_rated() {
    for (rows, columns) in
        [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4), (5, 5)]
    {
        let n = rows * columns;
        let boxes = format!("{rows}x{columns}");
        let empty = ".".repeat(n * n);
        let args = ["solve", "--random", "--seed", "7", "-f", "line", "--box", &boxes, &empty];
        let full = piste(&args).fine().out;
        let full = full.trim_end();
        assert!(is_solution(full, rows, columns), "{boxes}: {full}");
        // Every seventh cell is emptied: singles put them back.
        let puzzle: String =
            full.char_indices().map(|(at, c)| if at % 7 == 0 { '.' } else { c }).collect();
        let input = format!("{puzzle}\n");
        assert_eq!(piste_on(&input, &["solve", "--box", &boxes]).fine().lines(), [full]);
        let checked = piste_on(&input, &["check", "--box", &boxes, "--json"]).fine();
        assert_eq!(json_lines(&checked.out)[0]["count"], 1);
        let rated = piste_on(&input, &["rate", "--box", &boxes, "--metrics", "colour"]).fine();
        assert!(rated.lines()[1].starts_with(&format!("{puzzle}\tgreen\t")), "{rated:?}");
    }
}

#[test]
fn large_boards_take_numbers_with_blanks_or_commas_and_letters() {
    let solved = piste_on(&format!("{SIXTEEN}\n"), &["solve"]).fine().out;
    assert!(is_solution(solved.trim_end(), 4, 4), "{solved}");
    let number = |c: char| c.to_digit(36).unwrap_or(0).to_string();
    for separator in [" ", ","] {
        let lines: Vec<String> = SIXTEEN
            .as_bytes()
            .chunks(16)
            .map(|row| row.iter().map(|&b| number(b as char)).collect::<Vec<_>>().join(separator))
            .collect();
        let converted = piste_on(&lines.join("\n"), &["convert", "--to", "line"]).fine();
        assert_eq!(converted.lines(), [SIXTEEN]);
        assert_eq!(piste_on(&lines.join("\n"), &["solve"]).fine().out, solved);
    }
    assert_eq!(piste_on(&rows(SIXTEEN, 16), &["solve"]).fine().out, solved);
}

#[test]
fn a_board_of_twenty_five_is_solved_proved_and_coloured() {
    let solved = piste_on(&format!("{TWENTY_FIVE}\n"), &["solve"]).fine().out;
    assert!(is_solution(solved.trim_end(), 5, 5), "{solved}");
    let checked = piste(&["check", "--json", TWENTY_FIVE]).fine();
    let report = &json_lines(&checked.out)[0];
    assert_eq!((&report["proper"], &report["givens"]), (&json!(true), &json!(300)));
    let rated = piste(&["rate", "--metrics", "colour", "--format", "tsv", TWENTY_FIVE]).fine();
    let columns: Vec<&str> = rated.lines()[1].split('\t').collect();
    assert_eq!(columns[1..5], ["black", "", "278", "1309"]);
}

#[test]
fn a_search_that_takes_too_long_is_given_up_with_a_word() {
    let few = ["--guesses", "20"];
    let done = piste(&[&["solve"], &few[..], &[TWENTY_FIVE]].concat());
    assert_eq!((done.code, done.out.as_str()), (Some(3), ""));
    assert_eq!(done.err, "piste: limit reached: it takes more than 20 guesses\n");
    let done = piste(&[&["check"], &few[..], &["--json", TWENTY_FIVE]].concat());
    assert_eq!(done.code, Some(3));
    let report = &json_lines(&done.out)[0];
    assert_eq!((&report["proper"], &report["verdict"]), (&json!(null), &json!("undecided")));
    assert_eq!(report["more"], true);
    assert_eq!(report["problem"], "limit reached: it takes more than 20 guesses");
    let done = piste(&[&["rate"], &few[..], &[TWENTY_FIVE]].concat());
    assert_eq!((done.code, done.out.as_str()), (Some(3), ""));
    assert_eq!(done.err, "piste: limit reached: it takes more than 20 guesses\n");
    // Enough for the proof, and not for every indicator: those are left out.
    let args = ["rate", "--guesses", "2000", "--metrics", "colour", "--json", SIXTEEN];
    let colour = &json_lines(&piste(&args).fine().out)[0]["ratings"]["colour"];
    assert_eq!((&colour["value"], &colour["search-red"]), (&json!("black"), &json!(null)));
    // An empty board has more solutions than anybody can count.
    let empty = ".".repeat(625);
    let done = piste(&["check", "--json", &empty]);
    assert_eq!(json_lines(&done.out)[0]["count"], 2);
    let done = piste(&["solve", "--count=100", &empty]).fine();
    assert_eq!(done.out, "at least 100 solutions\n");
}

#[test]
fn what_is_no_puzzle_is_told_with_the_reason() {
    let done = piste(&["solve", "11.............."]);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.err, "piste: no solution: the 1 in r1c1 contradicts the 1 in r1c2 (row 1)\n");
    let done = piste(&["check", &".".repeat(16)]);
    assert_eq!(done.code, Some(1));
    assert!(done.out.contains("solutions at least 2\n"), "{done:?}");
    assert!(done.out.contains("Two solutions, which differ in"), "{done:?}");
    assert_eq!(piste(&["solve", "--count", &".".repeat(16)]).fine().out, "288 solutions\n");
    let done = piste(&["solve", "--all=3", "-f", "line", &".".repeat(16)]).fine();
    assert!(done.lines().iter().all(|line| is_solution(line, 2, 2)) && done.lines().len() == 3);
    let input = format!("{FOUR}\n11..............\n{FOUR} x\n");
    let done = piste_on(&input, &["rate", "--metrics", "givens"]);
    assert_eq!(done.code, Some(1));
    let rows = done.lines();
    assert_eq!((rows[0], rows.len()), ("puzzle\tgivens\twords\tproblem", 4), "{done:?}");
    assert_eq!((rows[1], rows[3]), (format!("{FOUR}\t4\t\t").as_str(), rows[1]));
    assert!(rows[2].starts_with("11..............\t\t\tno solution: the 1 in"), "{done:?}");
    assert!(done.err.starts_with("-:2:1: no solution: the 1 in r1c1"), "{done:?}");
}

#[test]
fn metrics_made_for_nine_say_so() {
    let done = piste_on(&format!("{FOUR}\n"), &["rate", "--metrics", "colour,se"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.starts_with("-:1:1: se rates the classic 9×9 only: "), "{done:?}");
    // Unless it is asked for by name, a metric that cannot rate a board is silent.
    let done = piste_on(&format!("{FOUR}\n"), &["rate"]).fine();
    let (header, line) = (done.lines()[0].to_owned(), done.lines()[1].to_owned());
    assert_eq!(header.split('\t').count(), line.split('\t').count());
    let done = piste_on(&format!("{FOUR}\n"), &["rate", "--explain", "--metrics", "minutes"]);
    assert!(done.err.contains("cannot be rated: minutes rates the classic 9×9 only"), "{done:?}");
}

/// A report tells what one must know, the metrics that fit, and how the solve goes; a table with --shape has their columns.
#[test]
fn a_board_of_another_shape_is_rated_by_what_fits_it() {
    let done = piste(&["rate", SIX]).fine();
    assert!(done.out.starts_with("Singles will do.\n"), "{done:?}");
    for word in ["hardest", "umbrella", "hsolve", "Solved in 20 steps"] {
        assert!(done.out.contains(word), "{word}: {done:?}");
    }
    assert!(!done.out.contains("minutes"), "{done:?}");
    let done = piste_on(&format!("{SIX}\n"), &["rate", "--shape", "6x6"]).fine();
    assert!(done.lines()[0].starts_with("puzzle\thardest\thsolve\t"), "{done:?}");
    let rated = &json_lines(&piste(&["rate", "--json", SIX]).fine().out)[0];
    assert_eq!(rated["summary"]["sentence"], "Singles will do.");
    assert_eq!(rated["summary"]["minutes"], json!(null));
    assert_eq!(rated["ratings"]["givens"]["value"], 16);
    assert_eq!(rated["solution"], SIX_SOLVED);
}

#[test]
fn verbs_made_for_nine_say_so() {
    let done = piste(&["hint", "--ladder", "se", FOUR]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.err.contains("the ladder se is for the classic 9×9"), "{done:?}");
    let done = piste(&["convert", "--to", "sdm", FOUR]);
    assert_eq!(done.code, Some(1));
    let words = "the form sdm holds boards of 9×9; others go into line, grid, csv, tsv, jsonl, ipuz or drawn";
    assert!(done.err.contains(words), "{done:?}");
    for form in ["line", "grid", "csv", "tsv", "jsonl", "ipuz", "drawn"] {
        piste(&["convert", "--to", form, FOUR]).fine();
    }
}

/// At this door as at the others.
#[test]
fn any_shape_is_what_the_text_tells() {
    for verb in ["solve", "check", "explain", "rate"] {
        let said = piste(&[verb, "--shape", "any", FOUR]).fine();
        assert_eq!(said.out, piste(&[verb, FOUR]).fine().out, "{verb}");
    }
}

/// An option that has nothing to do is a wrong command line, and no word about the board.
#[test]
fn engines_are_refused_before_any_other_board_is_judged() {
    let words = "piste: --engine is for boards of 9×9; the others have a solver of their own\n";
    let folder = folder();
    let (four, nine) = (folder.path().join("four.txt"), folder.path().join("nine.txt"));
    std::fs::write(&four, format!("{FOUR}\n")).unwrap();
    std::fs::write(&nine, format!("{PUZZLE}\n")).unwrap();
    let (four, nine) = (four.to_str().unwrap(), nine.to_str().unwrap());
    for question in [&["--engine", "plain"][..], &["--engine", "bands", "--check"]] {
        for boards in [&[FOUR][..], &[four], &["--shape", "9x9+x", nine], &[PUZZLE, FOUR]] {
            let done = piste(&[&["solve"], question, boards].concat());
            assert_eq!((done.code, done.err.as_str()), (Some(2), words), "{boards:?}");
            assert_eq!(done.out, "", "{boards:?}");
        }
        // What came before is answered.
        let done = piste(&[&["solve", "-j", "1"], question, &[nine, four]].concat());
        assert_eq!((done.code, done.err.as_str()), (Some(2), words));
    }
}

#[test]
fn a_file_holds_boards_of_one_size_and_files_may_differ() {
    let done = piste_on(&format!("{SIX}\n{PUZZLE}\n{SIX}\n"), &["solve"]);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.lines(), [SIX_SOLVED, SIX_SOLVED]);
    let words = "-:2:37: expected 36 cells (boxes of 2×3, as on the first board of the file)";
    assert!(done.err.starts_with(words), "{done:?}");
    let done = piste_on(&format!("{PUZZLE}\n{SIX}\n"), &["solve"]);
    assert!(done.err.starts_with("-:2:37: expected 81 cells, found 36\n"), "{done:?}");
    let folder = folder();
    let (six, nine) = (folder.path().join("six.txt"), folder.path().join("nine.txt"));
    std::fs::write(&six, format!("{SIX}\n")).unwrap();
    std::fs::write(&nine, format!("{PUZZLE}\n")).unwrap();
    let done = piste(&["solve", six.to_str().unwrap(), nine.to_str().unwrap()]).fine();
    assert_eq!(done.lines(), [SIX_SOLVED, SOLUTION]);
}

#[test]
fn tables_of_boards_get_a_column_for_the_solution() {
    let table = format!("id,puzzle\n7,{SIX}\n");
    let done = piste_on(&table, &["solve", "--format", "csv"]).fine();
    assert_eq!(done.lines(), ["puzzle,solution,id", &format!("{SIX},{SIX_SOLVED},7")]);
    let done = piste_on(&table, &["solve", "--json"]).fine();
    let answer = &json_lines(&done.out)[0];
    assert_eq!((&answer["box"], &answer["solution"]), (&json!("2x3"), &json!(SIX_SOLVED)));
}

#[test]
fn an_interrupted_rating_of_boards_goes_on() {
    let folder = folder();
    let (input, output) = (folder.path().join("in.txt"), folder.path().join("out.tsv"));
    std::fs::write(&input, format!("{SIX} a\n{SIX} b\n{SIX} c\n")).unwrap();
    let args = ["rate", "--metrics", "colour", input.to_str().unwrap()];
    let whole = piste(&args).fine().out;
    let second = whole.match_indices('\n').nth(1).unwrap().0;
    std::fs::write(&output, &whole[..second + 10]).unwrap();
    let resumed = [&args[..], &["--resume", "--output", output.to_str().unwrap()]].concat();
    piste(&resumed).fine();
    assert_eq!(std::fs::read_to_string(&output).unwrap(), whole);
}

#[test]
fn a_wrong_shape_is_refused() {
    for shape in ["6", "1x4", "6x6", "x"] {
        let done = piste(&["solve", "--box", shape, FOUR]);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains("expected rows x columns, such as 2x3"), "{done:?}");
    }
}

#[test]
fn the_methods_by_hand_are_told_on_every_size() {
    let done = piste(&["explain", "--method", "green", SIX]).fine();
    let first = "\
1. Step 3: r6c2=2
Select the number 2 and mark every row, column and box that has it. One square
is left unmarked: r6c2 in row 6. Write 2 there.

  ┌───────┬───────┐
  │ 6 1 2 │ 3 · · │
  │ · · 5 │ 1 · · │
  ├───────┼───────┤
  │ 2 5 · │ 4 · 1 │
  │ 1 · · │ · · · │
  ├───────┼───────┤
  │ 5 · 1 │ · · · │
  │ · 2 · │ 5 1 4 │
  └───────┴───────┘
";
    assert!(done.out.contains(first), "{}", done.out);
    assert!(done.out.contains("\nSolved in "), "{}", done.out);
    let brief = piste(&["explain", "--method", "green", "--brief", SIX]).fine();
    assert!(brief.out.contains("\n  1  step 3  r6c2=2\n"), "{}", brief.out);
    let page = piste(&["explain", "--method", "green", "--markdown", SIX]).fine();
    assert!(page.out.contains("## 1. Step 3\n\nSelect the number 2"), "{}", page.out);
    for (board, solved) in [(FOUR, FOUR_SOLVED.to_owned()), (SIX, SIX_SOLVED.to_owned())] {
        for method in ["green", "blue", "red", "black"] {
            let told =
                json_lines(&piste(&["explain", "--method", method, "--json", board]).fine().out);
            assert_eq!(told[0]["outcome"], "solved", "{method} {board}");
            let acts = told[0]["acts"].as_array().unwrap();
            assert_eq!(acts.last().unwrap()["board_after"], solved, "{method} {board}");
        }
    }
    let tall = turned(SIX, 6);
    let told = piste(&["explain", "--method", "green", "--json", "--box", "3x2", &tall]).fine();
    assert_eq!(json_lines(&told.out)[0]["box"], "3x2");
    let large = piste(&["explain", "--method", "blue", "--json", SIXTEEN]);
    let told = &json_lines(&large.out)[0];
    assert_eq!((large.code == Some(0), told["outcome"] == "solved"), (false, false), "{told}");
}

#[test]
fn what_has_no_one_solution_is_not_told() {
    let empty = ".".repeat(16);
    let done = piste(&["explain", "--method", "green", &empty]);
    assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
    assert!(done.err.contains("more than one solution"), "{done:?}");
    let done = piste(&["explain", "--method", "green", "--json", "11.............."]);
    assert_eq!(done.code, Some(1));
    assert!(json_lines(&done.out)[0]["problem"].as_str().unwrap().contains("contradicts"));
    // Without a method it is climbed.
    assert!(piste(&["explain", SIX]).fine().out.contains("Solved in 20 steps."));
}
