//! Small things that made people stumble, each once.

use crate::support::*;

/// A puzzle that is hard by every scale.
const HARD: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

#[test]
fn the_hardest_step_is_that_of_se_in_whatever_order() {
    let two = format!("{PUZZLE}\n{HARD}\n");
    let step = |metrics: &str| {
        let done = piste_on(&two, &["rate", "--format", "drawn", "--metrics", metrics]).fine();
        let lines = done.lines().into_iter().map(str::to_owned).collect::<Vec<_>>();
        let at = lines[0].find("hardest step").unwrap();
        let tail = |line: &String| line.get(at..).unwrap_or_default().to_owned();
        lines[1..].iter().map(tail).collect::<Vec<_>>()
    };
    assert_eq!(step("se,umbrella,fowler"), step("fowler,se,umbrella"));
    assert_eq!(step("umbrella,fowler"), step("fowler,umbrella"));
    assert!(step("umbrella,fowler")[0].contains(", by "), "{:?}", step("umbrella,fowler"));
}

#[test]
fn rows_match_lines_also_in_the_table_for_people() {
    let three = format!("{PUZZLE}\n{}\n{HARD}\n", contradictory());
    let done = piste_on(&three, &["rate", "--format", "drawn", "--metrics", "givens,se"]);
    assert_eq!((done.code, done.lines().len()), (Some(1), 4), "{done:?}");
    assert!(done.lines()[2].contains("no solution"), "{done:?}");
    let done =
        piste_on(&three, &["rate", "--format", "csv", "--metrics", "givens", "--percentiles"]);
    assert_eq!(done.lines()[0], "puzzle,givens,givens.percentile,words,problem");
    assert_eq!(done.lines().len(), 4, "{done:?}");
}

#[test]
fn a_column_that_is_not_there_is_refused_before_the_work() {
    let table = format!("puzzle,id\n{PUZZLE},7\n");
    let args = ["rate", "--metrics", "givens", "--format", "tsv", "--keep"];
    let done = piste_on(&table, &[&args[..], &["level"]].concat());
    assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{done:?}");
    assert_eq!(done.err, "piste: --keep: there is no column level in -; there are id\n");
    let done = piste_on(&format!("{PUZZLE}\n"), &[&args[..], &["level"]].concat());
    assert!(done.err.contains("has nothing beside its puzzles"), "{done:?}");
    let done = piste_on(&table, &[&args[..], &["line,ID"]].concat()).fine();
    assert!(done.lines()[1].ends_with("\t2\t7"), "{done:?}");
}

#[test]
fn metrics_may_have_spaces_and_numbers_no_sign() {
    piste(&["rate", "--metrics", "givens, se", "--format", "tsv", PUZZLE]).fine();
    let done = piste(&["make", "-n", "-1"]);
    assert_eq!((done.code, done.err.as_str()), (Some(2), "piste: -1: no number here is below 0\n"));
    let done = piste(&["make", "--must-use", "x-wingg"]);
    assert!(done.err.contains("there is no x-wingg; did you mean x-wing?"), "{done:?}");
}

#[test]
fn help_is_a_verb() {
    let asked = piste(&["help", "rate"]).fine();
    assert_eq!(asked.out, piste(&["rate", "--help"]).fine().out);
    assert_eq!(piste(&["help"]).fine().out, piste(&["--help"]).fine().out);
    assert!(piste(&["help", "library", "remove"]).fine().out.contains("--yes"));
}

#[test]
fn what_no_puzzle_has_is_refused_at_once() {
    for (target, why) in [
        ("givens = 10", "there is no such puzzle: givens is always 17 to 81"),
        ("umbrella=9", "there is no such puzzle: umbrella is always 1 to 4"),
        ("se<2 and se>3", "no value of se.er meets all that the target asks of it"),
    ] {
        let done = piste(&["make", "--target", target]);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains(why), "{done:?}");
    }
}

#[test]
fn what_is_printed_can_be_asked_for() {
    let two = format!("{PUZZLE}\n{HARD}\n");
    let rate = |condition: &str| {
        let args = ["rate", "--format", "tsv", "--metrics", "minutes", "--where", condition];
        piste_on(&two, &args).fine().lines()[1..].len()
    };
    let shown = piste_on(&two, &["rate", "--format", "tsv", "--metrics", "minutes"]).fine();
    let minutes = shown.lines()[1].split('\t').nth(1).unwrap().to_owned();
    assert_eq!(rate(&format!("minutes={minutes}")), 1);
    assert_eq!(rate(&format!("minutes in 1,{minutes}")), 1);
    assert_eq!(rate("colour<=blue"), 1);
    assert_eq!(rate("not colour<=blue"), 1);
    assert_eq!(rate("umbrella>=3"), 1);
}

#[test]
fn the_solution_goes_with_a_puzzle_that_was_made() {
    let csv = piste(&["make", "--seed", "5", "--format", "csv", "-q"]).fine();
    let (head, row) = (csv.lines()[0], csv.lines()[1]);
    assert!(head.ends_with(",solution"), "{head}");
    let puzzle = row.split(',').next().unwrap();
    let solution = piste(&["solve", "--format", "line", puzzle]).fine().out;
    assert!(row.ends_with(solution.trim()), "{row}");
    let json = piste(&["make", "--seed", "5", "--json", "-q"]).fine().out;
    assert_eq!(json_lines(&json)[0]["solution"], solution.trim());
}

#[test]
fn what_make_draws_reads_back_without_complaints() {
    for shape in
        [&[][..], &["--shape", "6x6"], &["--shape", "16x16", "--hardest-is", "..naked-single"]]
    {
        let order = [&["make", "-n", "3", "--seed", "3", "-q"][..], shape].concat();
        let lines = piste(&[&order[..], &["--format", "line"]].concat()).fine().out;
        let drawn = piste(&[&order[..], &["--format", "drawn"]].concat()).fine().out;
        let back = piste_on(&drawn, &["convert", "--to", "line"]).fine();
        assert_eq!((back.out.as_str(), back.err.as_str()), (lines.as_str(), ""), "{drawn}");
    }
}

#[test]
fn few_givens_can_be_had() {
    for (givens, seed) in [("20", "1"), ("19", "1"), ("18..19", "2")] {
        let made = piste(&["make", "--givens", givens, "--seed", seed, "-q"]).fine();
        let count = made.out.bytes().filter(|sign| (b'1'..=b'9').contains(sign)).count();
        assert!((18..=20).contains(&count), "{made:?}");
    }
    let made = piste(&["make", "--givens", "17", "--start", SEVENTEEN, "--seed", "1", "-q"]).fine();
    assert_eq!(made.out.bytes().filter(|sign| (b'1'..=b'9').contains(sign)).count(), 17);
    let done = piste(&["make", "--givens", "17", "--seed", "1"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(
        done.err.contains("17 givens are reached only from puzzles that have as few"),
        "{done:?}"
    );
}

#[test]
fn an_easy_strategy_makes_no_page_of_givens() {
    let args = ["make", "-n", "3", "--hardest-is", "hidden-single-box", "--seed", "1", "-q"];
    for puzzle in piste(&args).fine().lines() {
        let givens = puzzle.bytes().filter(u8::is_ascii_digit).count();
        assert!(givens <= 45, "{givens}: {puzzle}");
    }
}

#[test]
fn a_wrong_file_gets_twenty_messages() {
    let done = piste_on(&format!("{PUZZLE}\n{}", "53..7....6..195x\n".repeat(300)), &["solve"]);
    assert_eq!(done.err.lines().count(), 21, "{done:?}");
    assert!(done.err.contains("--every-message lists all"), "{}", done.err);
}

#[test]
fn hints_about_a_file_are_a_line_each() {
    let file = format!("{HARD}\n{PUZZLE}\n");
    for grade in ["1", "2"] {
        let done = piste_on(&file, &["hint", "--grade", grade]).fine();
        assert_eq!(done.lines().len(), 2, "{done:?}");
    }
}

#[test]
fn checks_have_commas_where_they_are_asked_for() {
    let done = piste_on(&format!("{PUZZLE}\n"), &["check", "--format", "csv"]).fine();
    assert_eq!(done.lines()[0], "puzzle,solutions,givens,minimal,redundant,symmetry,problem,rest");
    assert!(done.lines()[1].starts_with(&format!("{PUZZLE},1,30,no,r1c1 ")), "{done:?}");
}

#[test]
fn puzzles_leave_the_library_for_good() {
    let folder = folder();
    let library = folder.path().join("mine.sqlite").display().to_string();
    let puzzles = folder.path().join("mine.txt");
    std::fs::write(&puzzles, format!("{PUZZLE}\n{SEVENTEEN}\n")).unwrap();
    let run = |args: &[&str]| piste(&[&["library", "--library", &library, "-q"], args].concat());
    run(&["add", "--metrics", "givens", &puzzles.display().to_string()]).fine();
    let done = run(&["remove", "givens=17"]);
    assert!(done.err.contains("1 puzzle would be removed"), "{done:?}");
    assert_eq!(run(&["query", "--how-many"]).fine().out, "2\n");
    run(&["remove", "givens=17", "--yes"]).fine();
    assert_eq!(run(&["query", "--how-many"]).fine().out, "1\n");
    run(&["verify"]).fine();
    assert_eq!(run(&["remove", ""]).code, Some(2));
}

#[test]
fn what_was_asked_for_stands_before_the_step_in_a_narrow_window() {
    let two = format!("{PUZZLE}\n{HARD}\n");
    let done = piste_on(&two, &["rate", "--format", "drawn"]).fine();
    let names: Vec<&str> = done.lines()[0].split_whitespace().take(4).collect();
    assert_eq!(names, ["#", "level", "minutes", "se.er"], "{done:?}");
}

#[test]
fn the_name_of_a_file_says_what_is_written_or_is_refused() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    for (name, start) in
        [("a.svg", "<svg"), ("a.html", "<!doctype html>"), ("a.json", "{\"version\"")]
    {
        piste(&["explain", "-o", &at(name), PUZZLE]).fine();
        let text = std::fs::read_to_string(at(name)).unwrap();
        assert!(text.starts_with(start), "{name}: {}", &text[..60]);
    }
    piste(&["explain", "-o", &at("a.pdf"), PUZZLE]).fine();
    assert!(std::fs::read(at("a.pdf")).unwrap().starts_with(b"%PDF"));
    for args in [&["make", "--seed", "1", "-o"][..], &["convert", PUZZLE, "-o"]] {
        let done = piste(&[args, &[&at("b.pdf")]].concat());
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains("piste book"), "{done:?}");
    }
    let done = piste(&["explain", "--svg", &at("no.svg"), PUZZLE]);
    assert!(done.err.contains("there is no such file to read; -o "), "{done:?}");
}

#[test]
fn a_wrong_command_line_is_told_in_our_words() {
    for (args, words) in [
        (&["make", "5"][..], "5: a number stands behind its option; --help says what is expected"),
        (&["library", "remove"], "CONDITION is missing; --help says what is expected"),
        (&["convert", "--qr", PUZZLE], "--link is missing; --help says what is expected"),
        (
            &["make", "--shape", "6x6", "--level", "easy"],
            "--level is for the classic 9×9; on another --shape say --hardest-is",
        ),
        (&["check", "--json", "--format", "csv", PUZZLE], "--json and --format do not go together"),
        (&["help", "foo"], "there is no verb foo; --help lists them"),
        (
            &["explain", "--only", "xy-wing", PUZZLE],
            "--only and --page are about worksheets: they need --pdf FILE",
        ),
    ] {
        let done = piste(args);
        assert_eq!(
            (done.code, done.err.trim_end()),
            (Some(2), format!("piste: {words}").as_str()),
            "{args:?}"
        );
    }
}

#[test]
fn all_scales_are_those_of_the_report_and_the_others() {
    let names = |args: &[&str]| {
        let done = piste(&[&["rate"], args, &[PUZZLE]].concat()).fine();
        ["se.er", "hodoku", "hsolve", "fowler"].map(|name| done.out.contains(name))
    };
    assert_eq!(names(&[]), [true, true, true, false]);
    assert_eq!(names(&["--all"]), [true; 4]);
}

#[test]
fn what_a_table_says_beside_a_puzzle_stays_out_of_other_forms() {
    let table = format!("puzzle,se,note\n{PUZZLE},1.2,mine\n");
    for table in [table.replace(',', "\t"), table] {
        for form in ["sdm", "sdk", "ss", "hodoku", "opensudoku"] {
            let done = piste_on(&table, &["convert", "--to", form]).fine();
            let is_clean = !done.out.contains("1.2") && !done.out.contains("mine");
            assert!(is_clean, "{form}: {}", done.out);
        }
    }
}

#[test]
fn short_help_is_shorter() {
    let (short, whole) = (piste(&["rate", "-h"]).fine().out, piste(&["rate", "--help"]).fine().out);
    assert!(
        short.contains("Examples:") && short.trim_end().ends_with("--help says more."),
        "{short}"
    );
    assert!(!short.contains("Exit code 1") && whole.contains("Exit code 1"));
}

#[test]
fn no_text_is_refused_in_a_sentence() {
    let done = piste_on("\x7fELF\x02\x01\0\0\0\0\n53..7\n", &["check"]);
    assert_eq!(
        (done.code, done.err.as_str()),
        (Some(2), "piste: -: this is no text\n"),
        "{done:?}"
    );
}
