//! `--shape`: boards of every shape through the verbs that take them.

use crate::support::*;
use serde_json::json;

const JIGSAW: &str = "\
112222333
111222333
111122333
445555666
444555666
444455766
889999776
888999777
888899777
";

/// Shapes, each with how much of a full board is emptied: every n-th cell.
const SHAPES: [(&str, usize); 8] = [
    ("4x4+x", 3),
    ("6x6/3x2", 3),
    ("9x9+x", 2),
    ("9x9+windoku", 2),
    ("9x9+antiknight", 2),
    ("16x16", 4),
    ("16x16+x", 5),
    ("9x9+antiking+region:r2c2-4,r3c2-4,r4c2-4", 3),
];

/// A random full board, and a puzzle that is left of it.
fn made(shape: &str, every: usize) -> (String, String) {
    let side: usize = shape.split('x').next().unwrap().parse().unwrap_or(9);
    let empty = ".".repeat(side * side);
    let args = ["solve", "--shape", shape, "--random", "--seed", "3", "-f", "line", &empty];
    let full = piste(&args).fine().out.trim_end().to_owned();
    let cells = full.char_indices();
    // A large board with the same holes everywhere looks alike everywhere: its canonical form is given up.
    let place = |at: usize| if side == 16 { at * at / 3 + at } else { at };
    let puzzle = cells.map(|(at, c)| if place(at) % every == 0 { '.' } else { c }).collect();
    (full, puzzle)
}

#[test]
fn every_shape_goes_through_every_verb() {
    for (shape, every) in SHAPES {
        let (full, puzzle) = made(shape, every);
        let on =
            |args: &[&str]| piste_on(&format!("{puzzle}\n"), &[args, &["--shape", shape]].concat());
        assert_eq!(on(&["solve"]).fine().lines(), [&full], "{shape}");
        let solved = &json_lines(&on(&["solve", "--json"]).fine().out)[0];
        assert_eq!((&solved["shape"], &solved["solution"]), (&json!(shape), &json!(full)));
        let counted = &json_lines(&on(&["solve", "--count", "--json"]).fine().out)[0];
        assert_eq!(counted["count"], 1, "{shape}");
        let checked = &json_lines(&on(&["check", "--json"]).fine().out)[0];
        assert_eq!((&checked["proper"], &checked["shape"]), (&json!(true), &json!(shape)));
        assert!(checked["minimal"].is_boolean(), "{checked}");
        assert_eq!(on(&["convert", "--to", "line"]).fine().lines(), [&puzzle]);
        let told = &json_lines(&on(&["convert", "--json"]).fine().out)[0];
        assert_eq!((&told["puzzle"], &told["shape"]), (&json!(puzzle), &json!(shape)));
        for form in ["grid", "drawn"] {
            let drawn = on(&["convert", "--to", form]).fine().out;
            let back = piste_on(&drawn, &["convert", "--to", "line", "--shape", shape]).fine();
            assert_eq!(back.lines(), [&puzzle], "{shape}: {drawn}");
        }
        let image = on(&["transform", "--random", "--seed", "5", "--json"]).fine();
        let image = &json_lines(&image.out)[0];
        let (by, other) = (image["transformation"].as_str(), image["transformed"].as_str());
        let (by, other) = (by.unwrap(), other.unwrap());
        let back =
            piste(&["transform", "--shape", shape, "--by", by, "--undo", "-f", "line", other]);
        assert_eq!(back.fine().lines(), [&puzzle], "{shape}");
        let form = on(&["canon"]).fine().out;
        let theirs = piste_on(&format!("{other}\n"), &["canon", "--shape", shape]).fine().out;
        assert_eq!(form, theirs, "{shape}");
        let same = piste(&["canon", "--same", "--shape", shape, &puzzle, other]).fine();
        assert!(same.out.starts_with("the same: "), "{same:?}");
        let both = format!("{puzzle}\n{other}\n");
        let once = piste_on(&both, &["canon", "-q", "--dedupe", "--shape", shape]).fine();
        assert_eq!(once.lines(), [&puzzle], "{shape}");
    }
}

#[test]
fn a_jigsaw_is_read_from_a_file() {
    let folder = folder();
    let file = folder.path().join("regions.txt");
    std::fs::write(&file, format!("# nine regions\n{JIGSAW}")).unwrap();
    let shape = format!("jigsaw:{}+x", file.display());
    let args = ["solve", "--shape", &shape, "--random", "--seed", "1", "-f", "line"];
    let full = piste(&[&args[..], &[&".".repeat(81)]].concat()).fine().out;
    let full = full.trim_end();
    let puzzle: String =
        full.char_indices().map(|(at, c)| if at % 3 == 0 { c } else { '.' }).collect();
    let said = format!("jigsaw:{}+x", JIGSAW.replace('\n', ""));
    let solved = piste_on(&format!("{full}\n"), &["solve", "--shape", &said]).fine();
    assert_eq!(solved.lines(), [full]);
    let report = piste(&["check", "--shape", &shape, &puzzle]);
    assert!(report.out.contains("board     a jigsaw of 9x9+x\n"), "{report:?}");
    assert!(report.out.starts_with("┌───────┬───────────────┬───────────┐\n"), "{}", report.out);
    let told = &json_lines(&piste(&["check", "--shape", &shape, "--json", &puzzle]).out)[0];
    assert_eq!((&told["shape"], &told["box"]), (&json!(said), &json!(null)));
    // What is drawn is read again.
    let drawn = piste(&["convert", "--to", "drawn", "--shape", &shape, &puzzle]).fine().out;
    let back = piste_on(&drawn, &["convert", "--to", "line", "--shape", &shape]).fine();
    assert_eq!(back.lines(), [&puzzle]);
}

#[test]
fn two_solutions_and_contradictions_are_shown_on_every_shape() {
    let empty = ".".repeat(81);
    let done = piste(&["check", "--shape", "9x9+x", &empty]);
    assert_eq!(done.code, Some(1));
    assert!(done.out.contains("board     9x9+x\n"), "{done:?}");
    assert!(done.out.contains("Two solutions, which differ in"), "{done:?}");
    let knight = format!("{}5{}5{}", ".".repeat(2), ".".repeat(9), ".".repeat(68));
    let done = piste(&["solve", "--shape", "9x9+antiking", &knight]);
    assert_eq!(
        done.err,
        "piste: no solution: the 5 in r1c3 contradicts the 5 in r2c4 (a king's move)\n"
    );
    let diagonal = format!("5{}5", ".".repeat(79));
    let done = piste(&["check", "--json", "--shape", "9x9+x", &diagonal]);
    let told = &json_lines(&done.out)[0];
    assert_eq!(told["contradictions"][0]["house"], "falling diagonal");
    assert_eq!(
        piste(&["solve", "--count", "--shape", "4x4+x", &".".repeat(16)]).fine().out,
        "48 solutions\n"
    );
}

#[test]
fn what_does_not_keep_a_shape_is_refused() {
    let six = "6123....51..25.4.11.....5.1......514";
    let done = piste(&["transform", "--rotate", "90", six]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("does not keep the shape 6x6/2x3"), "{done:?}");
    let done = piste(&["transform", "--rotate", "180", "-f", "line", six]).fine();
    assert_eq!(done.lines(), [&six.chars().rev().collect::<String>()]);
    let done = piste(&["transform", "--relabel", "234561", "-f", "line", six]).fine();
    assert!(done.lines()[0].starts_with("1234"), "{done:?}");
    let done = piste(&["transform", "--by", "r=213456", PUZZLE]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let done = piste(&["canon", "--shape", "25x25+disjoint", &".".repeat(625)]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("too many to try them all"), "{done:?}");
}

#[test]
fn a_bad_shape_gets_one_sentence() {
    let folder = folder();
    let file = folder.path().join("bad.txt");
    std::fs::write(&file, JIGSAW.replace("5766", "57?6")).unwrap();
    let strange = format!("jigsaw:{}", file.display());
    let short = folder.path().join("short.txt");
    std::fs::write(&short, JIGSAW.replace("9776", "9777")).unwrap();
    let uneven = format!("jigsaw:{}", short.display());
    let directory = format!("jigsaw:{}", folder.path().display());
    for (shape, words) in [
        ("6x6/2x2", "boxes of 2x2 do not fit a board of 6x6: they have 4 cells, not 6"),
        ("26x26", "expected a side from 4 to 25, found 26"),
        ("9x9+y", "found \"y\""),
        ("jigsaw:no-such.txt", "no-such.txt: there is no such file"),
        (&directory, "this is a folder, not a file"),
        (&strange, "bad.txt:6:8: expected a letter or digit that names a region, found '?'"),
        (&uneven, "short.txt: the region '6' has 8 cells, not 9"),
    ] {
        let done = piste(&["solve", "--shape", shape, PUZZLE]);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains(words), "{words}: {done:?}");
    }
    let done = piste(&["solve", "--shape", "6x6", PUZZLE]);
    assert!(done.err.contains("expected 36 cells (boxes of 2×3), found 81"), "{done:?}");
    let done = piste(&["solve", "--shape", "6x6", "--box", "2x3", PUZZLE]);
    assert_eq!(done.code, Some(2), "{done:?}");
}

#[test]
fn metrics_that_know_fewer_shapes_say_so() {
    let (_, puzzle) = made("4x4+x", 3);
    let done =
        piste_on(&format!("{puzzle}\n"), &["rate", "--shape", "4x4+x", "--metrics", "minutes"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("minutes rates the classic 9×9 only"), "{done:?}");
}

#[test]
fn the_classic_shape_is_the_classic_board() {
    for verb in [&["solve", "-f", "line"][..], &["check"], &["canon"], &["convert", "--to", "grid"]]
    {
        let plain = piste(&[verb, &[PUZZLE]].concat());
        let said = piste(&[verb, &["--shape", "9x9", PUZZLE]].concat());
        assert_eq!((plain.code, plain.out), (said.code, said.out), "{verb:?}");
    }
}

#[test]
fn every_shape_is_explained() {
    for (shape, every) in SHAPES {
        let (full, puzzle) = made(shape, every);
        let on =
            |args: &[&str]| piste_on(&format!("{puzzle}\n"), &[args, &["--shape", shape]].concat());
        let told = &json_lines(&on(&["explain", "--json"]).out)[0];
        assert_eq!((&told["shape"], &told["solution"]), (&json!(shape), &json!(full)));
        assert_eq!(told["ladder"], "every-shape");
        let (steps, side) = (told["steps"].as_array().unwrap(), full.len().isqrt());
        assert_eq!(Some(steps.len()), told["total"].as_u64().map(|total| total as usize));
        for step in steps {
            assert_eq!(step["marks"].as_str().unwrap().len(), full.len() * side, "{shape}");
            // Whatever is written is right, and whatever is erased is not.
            for (member, between, is_right) in
                [("placements", "=", true), ("eliminations", "<>", false)]
            {
                for change in step[member].as_array().unwrap() {
                    let (cell, digit) = change.as_str().unwrap().split_once(between).unwrap();
                    let (row, column) = cell[1..].split_once('c').unwrap();
                    let [row, column] = [row, column].map(|at| at.parse::<usize>().unwrap() - 1);
                    let at = row * side + column;
                    assert_eq!(&full[at..=at] == digit, is_right, "{shape}: {change}");
                }
            }
        }
        let drawn = on(&["explain"]).out;
        let first = steps[0]["placements"][0].as_str().unwrap_or_default();
        assert!(drawn.contains("1. ") && drawn.contains(first), "{drawn}");
        assert!(on(&["explain", "--svg"]).out.ends_with("</svg>\n"), "{shape}");
        assert!(on(&["explain", "--markdown"]).out.contains("```text"), "{shape}");
    }
    let (_, puzzle) = made("6x6/3x2", 3);
    let done = piste(&["explain", "--shape", "6x6/3x2", "--ladder", "singles", &puzzle]);
    assert_ne!(done.code, Some(0));
    assert!(done.err.contains("the ladder singles is for the classic 9×9"), "{done:?}");
}

#[test]
fn every_shape_has_hints() {
    for (shape, every) in SHAPES {
        let (full, puzzle) = made(shape, every);
        let on = |grade: &str, more: &[&str], board: &str| {
            let args = ["hint", "-q", "--shape", shape, "--grade", grade, board];
            piste(&[&args[..], more].concat())
        };
        let told = json_lines(&on("3", &["--json"], &puzzle).fine().out).remove(0);
        assert_eq!((&told["shape"], &told["hint"]), (&json!(shape), &json!("next")));
        assert_eq!((&told["puzzle"], &told["board"]), (&json!(puzzle), &json!(puzzle)));
        let explained = &json_lines(
            &piste(&["explain", "--json", "--shape", shape, "--upto", "1", &puzzle]).fine().out,
        )[0];
        assert_eq!(told["step"], explained["steps"][0], "{shape}");
        // Each grade says more; the whole step has a picture.
        let texts = told["grades"].as_array().unwrap();
        for (grade, text) in ["1", "2"].into_iter().zip(texts) {
            let said = on(grade, &[], &puzzle).fine().out;
            assert_eq!(
                said.split_whitespace().collect::<Vec<_>>().join(" "),
                text.as_str().unwrap()
            );
        }
        assert!(on("3", &[], &puzzle).fine().out.contains('┌'), "{shape}");
        assert!(on("1", &[], &full).fine().out.starts_with("Solved"), "{shape}");
        // A wrong digit is told before anything else, and what is right only by grade 3.
        let at = puzzle.find('.').unwrap();
        let other = if full[at..].starts_with('1') { "2" } else { "1" };
        let wrong = format!("{}{other}{}", &puzzle[..at], &puzzle[at + 1..]);
        let done = on("1", &["--givens", &puzzle], &wrong);
        let side = full.len().isqrt();
        let cell = format!("r{}c{}", at / side + 1, at % side + 1);
        assert_eq!(
            (done.code, done.out),
            (Some(1), format!("{cell} is not {other}.\n")),
            "{shape}"
        );
        let done = on("3", &["--givens", &puzzle], &wrong);
        let right = &full[at..=at];
        assert!(
            done.out.starts_with(&format!("{cell} is not {other} but {right}.")),
            "{}",
            done.out
        );
    }
}

#[test]
fn a_hint_on_a_shape_says_what_it_cannot_do() {
    let (_, puzzle) = made("6x6/3x2", 3);
    let refused = |args: &[&str], words: &str| {
        let done = piste(&[&["hint", "--shape", "6x6/3x2"], args].concat());
        assert_eq!(done.code, Some(1), "{done:?}");
        assert!(done.err.contains(words), "{words}: {done:?}");
    };
    refused(&[&".".repeat(36)], "more than one solution");
    refused(&["--ladder", "se", &puzzle], "the ladder se is for the classic 9×9");
    let first = puzzle.find(|c: char| c != '.').unwrap();
    let other = if puzzle[first..].starts_with('1') { "2" } else { "1" };
    let altered = format!("{}{other}{}", &puzzle[..first], &puzzle[first + 1..]);
    refused(&["--givens", &puzzle, &altered], "in the puzzle");
    let done = piste(&["hint", "--shape", "6x6/3x2", "--guesses", "0", &".".repeat(36)]);
    assert_eq!(done.code, Some(3), "{done:?}");
}

#[test]
fn regions_are_drawn_with_walls() {
    let shape = "jigsaw:1112212233433444";
    let full = piste(&["solve", "--shape", shape, "-f", "line", &".".repeat(16)]).out;
    let full = full.lines().next().unwrap();
    let puzzle = format!("..{}", &full[2..]);
    let done = piste(&["explain", "--shape", shape, "--upto", "1", &puzzle]).fine();
    assert!(done.out.contains("┌───────────┬───┐"), "{}", done.out);
    assert!(done.out.contains("├───┐   ┌───┘   │"), "{}", done.out);
}

/// It is a puzzle, and the metric is what does not fit it: so it is said.
#[test]
fn what_a_metric_does_not_rate_is_not_called_improper() {
    let done = piste_on(
        "1.....3..2.....4\n",
        &["rate", "--shape", "4x4", "--metrics", "givens,se", "--format", "tsv"],
    );
    assert_eq!(done.code, Some(1));
    let last = "piste: not rated by every metric of --metrics: 1 of 1 puzzle\n";
    assert!(done.err.ends_with(last), "{}", done.err);
    let both = piste_on(
        "1.....3..2.....4\n1..............4\n",
        &["rate", "--shape", "4x4", "--metrics", "givens,se", "--format", "tsv"],
    );
    let last =
        "piste: not a proper puzzle, or not rated by every metric of --metrics: 2 of 2 puzzles\n";
    assert!(both.err.ends_with(last), "{}", both.err);
}

/// The long ladder on another shape: what only it has is found there and told, and the usual ladder does without.
#[test]
fn the_long_ladder_climbs_on_other_shapes() {
    let puzzle = "34..2.....6..4..7.52..........7.8..1..27.....3....78.2.1....6.8.";
    let steps = |ladder: &[&str]| {
        let args = [&["explain", "--shape", "8x8", "--json", puzzle], ladder].concat();
        let told = &json_lines(&piste(&args).fine().out)[0];
        assert_eq!(told["outcome"], "solved");
        told["steps"].as_array().unwrap().clone()
    };
    let is_rare = |step: &&serde_json::Value| step["strategy"] == "aligned-pair-exclusion";
    let long = steps(&["--ladder", "long"]);
    let rare: Vec<_> = long.iter().filter(is_rare).collect();
    assert!(!rare.is_empty());
    for step in rare {
        let text = step["text"].as_str().unwrap();
        assert!(text.starts_with("Go through all the ways to fill "), "{text}");
        assert!(!step["eliminations"].as_array().unwrap().is_empty());
    }
    assert_eq!(steps(&[]).iter().filter(is_rare).count(), 0);
    let refused = piste(&["make", "--shape", "8x8", "--must-use", "junior-exocet", "--seed", "1"]);
    assert!(refused.err.contains("not on the ladder of this shape"), "{}", refused.err);
    let jigsaw = "jigsaw:111222113322133332455556445566444666";
    let made = ["make", "-q", "--shape", jigsaw, "--must-use", "law-of-leftovers"];
    piste(&[&made[..], &["--seed", "1"]].concat()).fine();
}
