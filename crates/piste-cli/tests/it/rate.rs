//! `piste rate`. Nothing here depends on which metrics there are, but that `givens` is one.

use crate::support::*;
use serde_json::json;
use std::fs;
use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Needs more than singles.
const TOUGH: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

fn dotted(puzzle: &str) -> String {
    puzzle.replace('0', ".")
}

/// The fields of a table, row by row.
fn fields(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split('\t').collect()).collect()
}

/// A file of so many different puzzles: solutions of a puzzle with digits renamed.
fn many(count: usize) -> String {
    let renamed = |shift: u8, puzzle: &str| -> String {
        let turn = |c: char| match c.to_digit(10) {
            Some(digit @ 1..) => char::from(b'1' + (digit as u8 - 1 + shift) % 9),
            _ => c,
        };
        puzzle.chars().map(turn).collect()
    };
    (0..count)
        .map(|i| {
            let puzzle = if i % 2 == 0 { PUZZLE } else { SEVENTEEN };
            // A digit more makes another puzzle of it.
            let solution = if i % 2 == 0 { SOLUTION } else { SEVENTEEN_SOLVED };
            let at = i / 18 % 81;
            let puzzle = format!("{}{}{}", &puzzle[..at], &solution[at..=at], &puzzle[at + 1..]);
            renamed((i / 2 % 9) as u8, &puzzle) + "\n"
        })
        .collect()
}

#[test]
fn one_puzzle_gets_a_report_on_one_screen() {
    let done = piste(&["rate", PUZZLE]).fine();
    let lines = done.lines();
    // It opens with all of it in short.
    assert!(lines[0].starts_with("Beginner: about ") && lines[1].is_empty(), "{}", done.out);
    assert!(lines[0].ends_with(". Singles will do."), "{}", done.out);
    assert!(done.out.contains("\n│ 5 3 · │ · 7 · │ · · · │   "), "{}", done.out);
    let says = |out: &str, words: &str| {
        let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        out.lines().any(|line| plain(line).contains(words))
    };
    // The scales that people quote, each with words; the others are asked for.
    assert!(says(&done.out, "se.er 1.2 among the easiest"), "{}", done.out);
    assert!(says(&done.out, "more scales") && !says(&done.out, "givens 30"), "{}", done.out);
    let all = piste(&["rate", "--all", PUZZLE]).fine();
    assert!(says(&all.out, "givens 30 ↓ harder than only 23 %"), "{}", all.out);
    assert!(done.out.contains("\nSolved in 51 steps. Moves to choose from at each"));
    assert!(done.out.contains("\n   1 ▇▇") && done.out.contains("No bottleneck"), "{}", done.out);
    assert!(lines.len() <= 45, "{} lines", lines.len());
    assert!(!done.out.contains('\u{1b}'));

    // Whoever chooses metrics wants those alone.
    let chosen = piste(&["rate", "--metrics", "givens", PUZZLE]).fine();
    assert!(chosen.out.starts_with('┌'), "{}", chosen.out);

    let done = piste(&["rate", TOUGH, "--color", "always"]).fine();
    assert!(done.out.contains('▲') && done.out.contains("bottleneck"), "{}", done.out);
    assert!(done.out.contains('\u{1b}'));
}

#[test]
fn several_reports_are_set_apart() {
    let done = piste(&["rate", "--metrics", "givens", PUZZLE, SEVENTEEN]).fine();
    assert_eq!(done.out.matches('┌').count(), 2);
    assert!(done.out.contains("\n\n┌"), "{}", done.out);
}

#[test]
fn tsv_has_the_puzzle_first_and_a_column_for_each_value() {
    let input = format!("{PUZZLE}\n{SEVENTEEN}\n");
    let done = piste_on(&input, &["rate", "--metrics", "givens"]).fine();
    let seventeen = dotted(SEVENTEEN);
    assert_eq!(
        done.out,
        format!("puzzle\tgivens\twords\tproblem\n{PUZZLE}\t30\t\t\n{seventeen}\t17\t\t\n")
    );
    assert_eq!(
        piste_on(&input, &["rate", "--metrics", "givens", "-f", "tsv"]).fine().out,
        done.out
    );

    let done = piste_on(&input, &["rate", "--metrics", "givens", "--format", "csv"]).fine();
    assert_eq!(done.out, format!("puzzle,givens,words,problem\n{PUZZLE},30,,\n{seventeen},17,,\n"));

    let all = piste_on(&input, &["rate"]).fine();
    let rows = fields(&all.out);
    assert_eq!(rows[0][0], "puzzle");
    assert!(rows[0].contains(&"givens"));
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{}", all.out);
    assert_eq!(piste_on(&input, &["rate", "--all"]).fine().out, all.out);
    // A puzzle given directly is asked for in the same way.
    let direct = piste(&["rate", "-f", "tsv", PUZZLE, SEVENTEEN]).fine();
    assert_eq!(direct.out, all.out);
}

#[test]
fn json_nests_the_same_names() {
    let input = format!("{PUZZLE}\n");
    let done = piste_on(&input, &["rate", "--metrics", "givens", "--json"]).fine();
    let object = &json_lines(&done.out)[0];
    assert_eq!((&object["version"], &object["puzzle"]), (&2.into(), &PUZZLE.into()));
    assert_eq!(
        (&object["solution"], &object["level"]),
        (&SOLUTION.into(), &serde_json::Value::Null)
    );
    assert_eq!(object["ratings"]["givens"]["value"], 30);

    // Every column of the table is in the object, and nothing else.
    let table = piste_on(&input, &["rate"]).fine().out;
    let rows = fields(&table);
    let done = piste_on(&input, &["rate", "-f", "json"]).fine();
    let object = &json_lines(&done.out)[0];
    assert_eq!(object["level"], "beginner");
    let mut count = 3;
    for (name, field) in rows[0].iter().zip(&rows[1]).skip(1) {
        if ["words", "problem"].contains(name) {
            continue;
        }
        let (slug, part) = name.split_once('.').unwrap_or((name, "value"));
        let value = &object["ratings"][slug][part];
        match field.parse::<f64>() {
            _ if field.is_empty() => assert!(value.is_null(), "{name}"),
            Ok(number) => assert_eq!(value.as_f64(), Some(number), "{name}"),
            Err(_) => assert_eq!(value.as_str(), Some(*field), "{name}"),
        }
    }
    // Beside the columns a rating has seven members of its own; the value is one of the columns, or
    // said twice where that has a name.
    for (slug, rating) in object["ratings"].as_object().unwrap() {
        let is_named = !rows[0].contains(&slug.as_str());
        count += rating.as_object().unwrap().len() - 6 - usize::from(is_named);
    }
    assert_eq!(count, rows[0].len(), "{object}");
}

#[test]
fn the_table_for_people_is_aligned() {
    let input = format!("{PUZZLE}\n{SEVENTEEN}\n");
    let done = piste_on(&input, &["rate", "-f", "drawn", "--metrics", "givens"]).fine();
    assert_eq!(
        done.out.lines().map(str::trim_end).collect::<Vec<_>>(),
        ["     #  givens  hardest step", "     1      30", "     2      17"]
    );
    for args in [&["--all"][..], &[]] {
        let done = piste_on(&input, &[&["rate", "-f", "drawn"], args].concat()).fine();
        let at = |line: &str| line.chars().count();
        let ends: Vec<usize> =
            done.lines().iter().map(|line| line.split("  hardest").next().map_or(0, at)).collect();
        assert!(ends[1] >= ends[0] && ends[2] >= ends[0], "{}", done.out);
    }
}

#[test]
fn what_is_no_proper_puzzle_is_reported_and_the_rest_goes_on() {
    let folder = folder();
    let path = folder.path().join("mixed.txt");
    let input =
        format!("{PUZZLE}\n{TWO_SOLUTIONS}\n{}x\n{}\n{SEVENTEEN}\n", &PUZZLE[..80], impossible());
    fs::write(&path, input).unwrap();
    let name = path.to_str().unwrap();
    let done = piste(&["rate", "--metrics", "givens", name]);
    assert_eq!(done.code, Some(1));
    let seventeen = dotted(SEVENTEEN);
    let wrong = impossible();
    let expected = [
        "puzzle\tgivens\twords\tproblem".to_owned(),
        format!("{PUZZLE}\t30\t\t"),
        format!("{TWO_SOLUTIONS}\t\t\tmore than one solution: r2c8 can be 4 or 8"),
        format!("{wrong}\t\t\tno solution"),
        format!("{seventeen}\t17\t\t"),
    ];
    assert_eq!(done.lines(), expected);
    let said: Vec<&str> = done.err.lines().collect();
    assert!(said[0].starts_with(&format!("{name}:2:1: ")), "{}", done.err);
    assert!(said[1].starts_with(&format!("{name}:3:")), "{}", done.err);
    assert!(said[2].starts_with(&format!("{name}:4:1: ")), "{}", done.err);
    assert_eq!(
        said[3..],
        ["piste: 1 puzzle could not be read", "piste: not a proper puzzle: 2 of 4 puzzles"]
    );
    let told = json_lines(&piste(&["rate", "--metrics", "givens", "--json", name]).out);
    let verdicts: Vec<&str> = told.iter().map(|told| told["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["unique", "many", "none", "unique"]);
    assert!(told[1]["ratings"]["givens"]["value"].is_null(), "{}", told[1]);
    let done = piste(&["rate", TWO_SOLUTIONS]);
    assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
    assert!(done.err.starts_with("piste: ") && done.err.lines().count() == 1, "{}", done.err);
}

#[test]
fn conditions_choose() {
    let input = format!("{PUZZLE}\n{SEVENTEEN}\n{TOUGH}\n");
    let chosen = |condition: &str| -> Vec<String> {
        let done = piste_on(&input, &["rate", "--metrics", "givens", "--where", condition]).fine();
        done.lines()[1..].iter().map(|line| line.split('\t').nth(1).unwrap().to_owned()).collect()
    };
    assert_eq!(chosen("givens<25"), ["17", "23"]);
    assert_eq!(chosen("givens = 30 or givens=17"), ["30", "17"]);
    assert_eq!(chosen("givens>17 and (givens=17 or givens<=23)"), ["23"]);
    assert_eq!(chosen("givens!=23"), ["30", "17"]);
    assert!(chosen("givens=beyond").is_empty());

    let done = piste_on(&input, &["rate", "--where", "givens=many"]);
    assert_eq!((done.code, done.out.as_str()), (Some(2), ""));
    assert!(done.err.contains("givens is a number, and never many"), "{done:?}");

    let done = piste_on(&input, &["rate", "--where", "givens<25 and givns>3"]);
    assert_eq!((done.code, done.out.as_str()), (Some(2), ""));
    assert_eq!(
        done.err,
        "piste: --where: there is no column givns; did you mean givens?\n  \
         givens<25 and givns>3\n                ^\n"
    );
    let done = piste_on(&input, &["rate", "--where", &"(".repeat(100_000)]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.starts_with("piste: --where: nested too deeply\n"), "{}", done.err);
    assert!(done.err.len() < 600, "{}", done.err);
}

#[test]
fn any_column_sorts_and_chooses_shown_or_not() {
    let input = format!("{PUZZLE}\n{SEVENTEEN}\n{TOUGH}\n");
    let sorted = |column: &str| -> Vec<String> {
        let done = piste_on(&input, &["rate", "-f", "csv", "--sort", column]).fine();
        done.lines()[1..].iter().map(|line| line.split(',').next().unwrap().to_owned()).collect()
    };
    let (puzzle, seventeen, tough) = (PUZZLE.to_owned(), dotted(SEVENTEEN), TOUGH.to_owned());
    assert_eq!(sorted("givens"), [seventeen.clone(), tough.clone(), puzzle.clone()]);
    assert_eq!(sorted("-givens"), [puzzle, tough, seventeen]);

    // Words by their places from easy to hard, and a word at the end of a scale at that end.
    let hard = "2....9.6.7..........514...3....67...36.....25...85....8...159..........4.5.6....1";
    let column = |sort: &str, column: &str| -> Vec<String> {
        let input = format!("{PUZZLE}\n{SEVENTEEN}\n{TOUGH}\n{hard}\n");
        let metric = column.split('.').next().unwrap();
        let done = piste_on(&input, &["rate", "-f", "csv", "--metrics", metric, "--sort", sort]);
        let done = done.fine();
        let column = if column.ends_with(".words") { "words" } else { column };
        let at = done.lines()[0].split(',').position(|name| name == column).unwrap();
        done.lines()[1..].iter().map(|line| line.split(',').nth(at).unwrap().to_owned()).collect()
    };
    let colours = column("colour", "colour");
    let place = |word: &String| ["green", "blue", "red", "black"].iter().position(|k| k == word);
    assert!(colours.is_sorted_by_key(place), "{colours:?}");
    assert!(!colours.is_sorted(), "the alphabet is another order: {colours:?}");
    // Such a word is no number, and stands with the others of its kind.
    assert!(column("index-d.a", "index-d.words")[0].contains("index-d.a=beyond"));
    assert_eq!(column("index-d.a", "index-d.a")[0], "");
    let down = column("-index-d.a", "index-d.words");
    assert!(down.iter().rfind(|words| !words.is_empty()).unwrap().contains("index-d.a=beyond"));

    let header = piste_on(&input, &["rate"]).fine().out;
    let columns = header.lines().next().unwrap().split('\t').skip(1);
    for column in columns.filter(|name| !["words", "problem"].contains(name)) {
        let args = ["rate", "--metrics", "givens", "--sort", column];
        let done = piste_on(&input, &args).fine();
        assert_eq!(done.lines()[0], "puzzle\tgivens\twords\tproblem");
        assert_eq!(done.lines().len(), 4, "{column}");
        let condition = format!("{column}>=0 and givens=30");
        let done = piste_on(&input, &["rate", "--metrics", "givens", "--where", &condition]).fine();
        assert!(done.lines().len() <= 2, "{column}: {}", done.out);
    }
    let done = piste_on(&input, &["rate", "--sort", "givns"]);
    assert_eq!(done.code, Some(2));
    assert_eq!(done.err, "piste: --sort: there is no column givns; did you mean givens?\n");
}

#[test]
fn explanations_name_measure_source_and_version() {
    let done = piste(&["rate", "--explain", "--metrics", "givens", PUZZLE]).fine();
    assert!(done.out.contains("\ngivens: 30\nIt measures the number of cells filled"));
    assert!(done.out.contains("the lower the harder") && done.out.contains("Version "));
    let done =
        piste_on(PUZZLE, &["rate", "--explain", "--metrics", "givens", "-f", "drawn"]).fine();
    assert!(done.out.contains("\n        givens: 30\n        It measures"), "{}", done.out);

    // In JSON they have a place; in tables for programs they are said on the side.
    let done = piste_on(PUZZLE, &["rate", "--explain", "--metrics", "givens", "--json"]).fine();
    let object = &json_lines(&done.out)[0];
    assert_eq!(object["ratings"]["givens"]["value"], 30);
    let why = &object["explain"]["givens"];
    assert_eq!(why["harder"], "down");
    assert!(why["version"].is_u64() && why["measures"].is_string() && why["source"].is_string());
    let done = piste_on(PUZZLE, &["rate", "--explain", "--metrics", "givens"]);
    assert_eq!(done.out, format!("puzzle\tgivens\twords\tproblem\n{PUZZLE}\t30\t\t\n"));
    assert_eq!((done.code, done.err.as_str()), (Some(0), "-:1:1: givens: 30\n"));
    // All metrics at once, on a puzzle that is hard for some of them.
    for form in ["drawn", "tsv", "json"] {
        assert_eq!(piste(&["rate", "--explain", "-f", form, TOUGH]).code, Some(0), "{form}");
    }
}

#[test]
fn same_seed_same_bytes_for_any_number_of_jobs() {
    let mut input = many(120);
    input.push_str(&format!("{TWO_SOLUTIONS}\nnonsense\n"));
    for form in ["tsv", "json", "drawn"] {
        let run = |jobs: &str, seed: &str| {
            piste_on(&input, &["rate", "-f", form, "--jobs", jobs, "--seed", seed])
        };
        let (one, eight) = (run("1", "7"), run("8", "7"));
        // Where the columns of a table get wider depends on when its rows come in.
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        if form == "drawn" {
            assert_eq!(squeezed(&one.out), squeezed(&eight.out));
        } else {
            assert_eq!(one.out, eight.out, "{form}");
            let lines = 121 + usize::from(form == "tsv");
            assert_eq!(one.out.lines().count(), lines);
        }
        assert_eq!((one.code, &one.err), (Some(1), &eight.err));
    }
}

#[test]
fn a_rating_does_not_depend_on_where_the_puzzle_stands() {
    let alone = piste_on(TOUGH, &["rate", "--seed", "3"]).fine().out;
    let among = piste_on(&format!("{PUZZLE}\n{TOUGH}\n"), &["rate", "--seed", "3"]).fine().out;
    assert_eq!(alone.lines().nth(1), among.lines().nth(2));
}

/// However much of the output there is already, the rest is added and nothing else.
#[test]
fn an_interrupted_run_goes_on_without_loss_or_duplication() {
    let folder = folder();
    let input = folder.path().join("in.txt");
    // Every puzzle twice, and among them what is no puzzle and what never gets a line.
    let puzzles: String = many(12)
        .lines()
        .enumerate()
        .map(|(i, line)| match i % 4 {
            0 => format!("{TWO_SOLUTIONS}\n{line}\n{line}\n"),
            1 => format!("{line}\nnonsense\n{line}\n"),
            _ => format!("{line}\n{line}\n"),
        })
        .collect();
    fs::write(&input, puzzles).unwrap();
    let input = input.to_str().unwrap();
    for form in ["tsv", "csv", "json"] {
        let output = folder.path().join(format!("out.{form}"));
        let name = output.to_str().unwrap();
        let run = |more: &[&str]| {
            piste(&[&["rate", "--quiet", "--metrics", "givens", input, "-o", name], more].concat())
        };
        assert_eq!(run(&[]).code, Some(1));
        let whole = fs::read(&output).unwrap();
        assert_eq!(whole.iter().filter(|&&b| b == b'\n').count(), 27 + usize::from(form != "json"));
        let cuts = (0..whole.len()).step_by(37).chain([whole.len() - 1, whole.len()]);
        for cut in cuts {
            fs::write(&output, &whole[..cut]).unwrap();
            let done = run(&["--resume"]);
            assert!(done.code < Some(2), "{form}, {cut}: {}", done.err);
            assert!(fs::read(&output).unwrap() == whole, "{form}, cut at {cut}");
        }
        // There need not be anything yet, and it may have been kept beside its name.
        fs::remove_file(&output).unwrap();
        assert_eq!(run(&["--resume"]).code, Some(1));
        assert!(fs::read(&output).unwrap() == whole);
        fs::remove_file(&output).unwrap();
        let partial = format!("{name}.partial");
        fs::write(&partial, &whole[..whole.len() / 2]).unwrap();
        run(&["--resume"]);
        assert!(fs::read(&output).unwrap() == whole);
        assert!(!fs::exists(&partial).unwrap());
    }
}

#[test]
fn only_the_output_of_the_same_run_is_gone_on_with() {
    let folder = folder();
    let path = folder.path().join("out.tsv");
    let name = path.to_str().unwrap();
    let resume = |stdin: &str, args: &[&str]| {
        let fixed = ["rate", "--metrics", "givens", "--resume", "-o", name];
        piste_on(stdin, &[&fixed, args].concat())
    };
    let refused = |old: &str, stdin: &str, args: &[&str], why: &str| {
        fs::write(&path, old).unwrap();
        let done = resume(stdin, args);
        assert_eq!(done.code, Some(2), "{}", done.err);
        assert!(done.err.contains(why), "{}", done.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), old, "it is left alone");
    };
    let two = format!("{PUZZLE}\n{TOUGH}\n");
    let old = format!("puzzle\tgivens\twords\tproblem\n{PUZZLE}\t30\t\t\nhalf a li");
    refused(&old.replace("givens", "gifts"), &two, &[], "has other columns than this run");
    refused(&old.replace("30", "31"), &two, &[], "is rated otherwise now");
    refused(&old, &format!("{TOUGH}\n"), &[], "is not from this input");
    refused(&old, &format!("{TOUGH}\n{PUZZLE}\n"), &[], "has no line before");
    refused(&old, "", &[], "the input ends before");
    refused(&old, &two, &["-f", "drawn"], "only tsv, csv and json");
    refused("my diary\n", &two, &[], "has other columns");

    fs::write(&path, &old).unwrap();
    fs::write(format!("{name}.partial"), &old).unwrap();
    let done = resume(&two, &[]);
    assert!(done.code == Some(2) && done.err.contains("there are both"), "{}", done.err);
    fs::remove_file(format!("{name}.partial")).unwrap();
    resume(&two, &[]).fine();
    let whole = format!("puzzle\tgivens\twords\tproblem\n{PUZZLE}\t30\t\t\n{TOUGH}\t23\t\t\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);

    for args in [&["--sort", "givens"][..], &["--where", "givens<3"], &["-o", "out.tsv.gz"]] {
        assert_eq!(resume(&two, args).code, Some(2), "{args:?}");
    }
    assert_eq!(piste(&["rate", "--resume", PUZZLE]).code, Some(2), "it needs --output");
}

/// With `--resume` even a run that is killed leaves something to go on with.
#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = folder();
    let output = folder.path().join("out.tsv");
    let args = ["rate", "--metrics", "givens", "--resume", "-o", output.to_str().unwrap()];
    let input = many(40);
    let mut child = command(&args).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let begin: String = input.lines().take(9).map(|line| format!("{line}\n")).collect();
    stdin.write_all(begin.as_bytes()).unwrap();
    stdin.flush().unwrap();
    let written = || fs::read_to_string(&output).map_or(0, |text| text.lines().count());
    let start = Instant::now();
    while written() < 10 {
        assert!(start.elapsed() < Duration::from_secs(20), "only {} lines", written());
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    drop(stdin);
    piste_on(&input, &args).fine();
    let whole = piste_on(&input, &["rate", "--metrics", "givens"]).fine().out;
    assert_eq!(fs::read_to_string(&output).unwrap(), whole);
}

#[test]
fn unknown_metrics_are_refused() {
    let done = piste(&["rate", "--metrics", "givens,beauty", PUZZLE]);
    assert_eq!(done.code, Some(2));
    assert!(
        done.err.contains("--metrics beauty: not one of") && done.err.contains("givens"),
        "{}",
        done.err
    );
}

/// The solution of `PUZZLE` in marks: in every cell the right digit, and in two of three the next one beside it.
fn sukaku() -> String {
    let next = |digit: char| char::from_digit(digit.to_digit(10).unwrap() % 9 + 1, 10).unwrap();
    let cell = |(at, digit): (usize, char)| {
        let is_kept = |mark: char| mark == digit || at % 3 > 0 && mark == next(digit);
        "123456789".chars().map(|mark| if is_kept(mark) { mark } else { '.' }).collect::<String>()
    };
    SOLUTION.chars().enumerate().map(cell).collect()
}

#[test]
fn a_puzzle_given_by_its_pencil_marks_is_rated_explained_and_hinted() {
    // Marks that say no more than the givens are the puzzle itself.
    let marks = piste(&["convert", "-f", "marks", PUZZLE]).fine().out;
    let rated = |text: &str| piste_on(text, &["rate", "--metrics", "se,givens,hsolve"]).fine();
    let ratings =
        |text: &str| rated(text).lines()[1].split('\t').skip(1).collect::<Vec<_>>().join(" ");
    assert_eq!(ratings(&format!("{marks}\n")), ratings(&format!("{PUZZLE}\n")));

    let sukaku = sukaku();
    let told =
        &json_lines(&piste(&["rate", "--json", "--metrics", "se,umbrella", &sukaku]).fine().out)[0];
    assert_eq!((&told["puzzle"], &told["solution"]), (&json!(sukaku), &json!(SOLUTION)));
    assert!(told["ratings"]["se"]["value"].as_f64().unwrap() >= 1.0, "{told}");
    let done = piste(&["rate", "--metrics", "givens", &sukaku]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let why = "givens does not take pencil marks: a puzzle given by its pencil marks has no givens";
    assert!(done.err.contains(why), "{done:?}");
    let explained = &json_lines(&piste(&["explain", "--json", &sukaku]).fine().out)[0];
    assert_eq!(
        (&explained["outcome"], &explained["solution"]),
        (&json!("solved"), &json!(SOLUTION))
    );
    let hint = &json_lines(&piste(&["hint", "--json", "--grade", "3", &sukaku]).fine().out)[0];
    assert_eq!(hint["step"], explained["steps"][0]);
    let many = format!("{}{}", "123456789".repeat(80), "1........");
    let done = piste(&["rate", &many]);
    assert!(done.code == Some(1) && done.err.contains("more than one solution"), "{done:?}");
}

#[test]
fn help_has_examples_and_every_metric() {
    let done = piste(&["rate", "--help"]).fine();
    assert!(done.out.contains("\nExamples:\n  piste rate") && done.out.contains("- givens: "));
    assert!(done.lines().iter().all(|line| line.chars().count() <= 100));
    assert!(piste(&["--help"]).fine().out.contains("\n  rate "));
}

#[test]
fn options_without_effect_are_refused() {
    for (option, about) in [
        (&["--time-limit", "1"][..], "--time-limit is for the metric se"),
        (&["--se-variant", "standard"], "--se-variant is for the metric se"),
        (&["--se-no-uniqueness"], "--se-no-uniqueness is for the metric se"),
        (&["--model", "model.txt"], "--model is for the metric minutes"),
    ] {
        let done = piste(&[&["rate", "--metrics", "hsolve"], option, &[PUZZLE]].concat());
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{done:?}");
        assert!(done.err.contains(about), "{}", done.err);
    }
    let args = ["rate", "--metrics", "givens", "--where", "se<9", "--time-limit", "5", "-f", "tsv"];
    piste(&[&args[..], &[PUZZLE]].concat()).fine();
    assert_eq!(piste(&["make", "--method", "seed-matrix", "--seed", "1"]).code, Some(0));
}

#[test]
fn a_prediction_beyond_the_data_says_so() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let done = piste(&["rate", "--metrics", "minutes", hard]).fine();
    assert!(done.out.contains(": beyond the data"), "{}", done.out);
    let done = piste(&["rate", "--metrics", "minutes", PUZZLE]).fine();
    assert!(done.out.contains("outside 0") && !done.out.contains("beyond"), "{}", done.out);
}

/// What a terminal of so many columns shows; nothing where no terminal can be had.
#[cfg(target_os = "linux")]
fn on_terminal(columns: usize, args: &[&str]) -> Option<String> {
    let words: Vec<String> = args.iter().map(|arg| format!("'{arg}'")).collect();
    let piste = env!("CARGO_BIN_EXE_piste");
    // The answer may be no.
    let run = format!("{{ '{piste}' {} || [ $? = 1 ]; }}", words.join(" "));
    let line = format!("stty rows 24 cols {columns} && {run}");
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).env("NO_COLOR", "1");
    let output = script.stdin(std::process::Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.replace('\r', ""))
}

#[cfg(target_os = "linux")]
#[test]
fn what_goes_to_a_terminal_fits_it() {
    let folder = folder();
    let file = folder.path().join("p.txt");
    std::fs::write(&file, format!("{PUZZLE}\n{SEVENTEEN}\n")).unwrap();
    let file = file.to_str().unwrap();
    let args = ["rate", "--metrics", "hsolve,givens,umbrella,fowler,suexrate", file];
    let Some(narrow) = on_terminal(60, &args) else {
        eprintln!("SKIPPED: what goes to a terminal fits it: no `script` here");
        return;
    };
    assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
    assert!(narrow.contains("hsolve") && narrow.contains("not shown: "), "{narrow}");
    let wide = on_terminal(300, &args).unwrap();
    assert!(wide.contains("suexrate") && !wide.contains("not shown"), "{wide}");
    for (columns, rows) in [(40, 27), (80, 18)] {
        let told = on_terminal(columns, &["check", TWO_SOLUTIONS]).unwrap();
        assert_eq!(told.lines().filter(|line| line.contains('│')).count(), rows, "{told}");
    }
    for args in [&["explain", "--ladder", "help"][..], &["explain", "--brief", SEVENTEEN]] {
        let told = on_terminal(40, args).unwrap();
        let lines = told.lines().filter(|line| line.contains(' '));
        assert!(lines.clone().all(|line| line.chars().count() <= 40), "{told}");
        assert!(lines.count() > 10, "{told}");
    }
    for (columns, most) in [(50, 50), (20, 40), (200, 100)] {
        let told = on_terminal(columns, &["hint", "--grade", "3", PUZZLE]).unwrap();
        let prose = told.lines().filter(|line| line.split(' ').count() > 6 && !line.contains('│'));
        let longest = prose.map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= most && longest > most / 2, "{columns}: {longest}\n{told}");
    }
}
