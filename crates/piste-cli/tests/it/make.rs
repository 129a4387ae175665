//! `piste make`: what is handed out is what was asked for, however it is asked.

use crate::support::*;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn the_same_seed_makes_the_same_bytes_on_any_number_of_threads() {
    let made = |jobs: &str| {
        piste(&["make", "-q", "-n", "40", "--seed", "5", "--jobs", jobs, "--format", "tsv"])
            .fine()
            .out
    };
    let one = made("1");
    assert_eq!(one.lines().count(), 41);
    assert_eq!(one, made("2"));
    assert_eq!(one, made("8"));
    assert_ne!(
        one,
        piste(&["make", "-q", "-n", "40", "--seed", "6", "--format", "tsv"]).fine().out
    );
}

#[test]
fn every_puzzle_keeps_the_brief() {
    let done = piste(&[
        "make",
        "-n",
        "6",
        "--seed",
        "1",
        "--target",
        "hsolve 400..700",
        "--givens",
        "24..30",
        "--symmetry",
        "rotational",
    ]);
    assert_eq!(done.lines().len(), 6);
    assert!(done.err.contains("6 puzzles by "), "{}", done.err);
    let again = ["rate", "--where", "hsolve 400..700 and givens 24..30", "--format", "tsv"];
    let kept = piste_on(&done.out, &again).fine();
    assert_eq!(kept.lines().len(), 7, "{}", kept.out);
    for puzzle in done.lines() {
        let turned: String = puzzle.chars().rev().collect();
        let same = puzzle.chars().zip(turned.chars()).all(|(a, b)| (a == '.') == (b == '.'));
        assert!(same, "{puzzle}");
    }
}

#[test]
fn symmetries_go_by_both_their_names() {
    let made = |name: &str| {
        piste(&["make", "-q", "-n", "3", "--seed", "1", "--symmetry", name]).fine().out
    };
    for (name, slug) in [
        ("rotational", "half-turn"),
        ("quarter", "quarter-turn"),
        ("horizontal", "left-right"),
        ("vertical", "top-bottom"),
    ] {
        assert_eq!(made(name), made(slug), "{slug}");
    }
}

#[test]
fn ratings_and_origin_go_with_the_puzzle() {
    let args = ["make", "-q", "--seed", "3", "--target", "umbrella<=3", "--jobs", "1"];
    let table = piste(&[&args[..], &["--format", "tsv"]].concat()).fine();
    let lines = table.lines();
    assert_eq!(lines[0], "puzzle\tumbrella\tgivens\twords\tmethod\tseed\tattempt\tsolution");
    let fields: Vec<&str> = lines[1].split('\t').collect();
    assert_eq!(fields.len(), 8);
    assert_eq!(fields[5], "3");
    let json: serde_json::Value =
        serde_json::from_str(&piste(&[&args[..], &["--json"]].concat()).fine().out).unwrap();
    assert_eq!(json["puzzle"], fields[0]);
    assert_eq!(json["seed"], 3);
    assert_eq!(json["ratings"]["umbrella"]["value"].to_string(), fields[1]);
    assert_eq!(json["method"], fields[4]);
    let drawn = piste(&[&args[..], &["--format", "drawn"]].concat()).fine().out;
    assert!(drawn.contains("┌───────┬") && drawn.contains(fields[0]), "{drawn}");
    assert!(drawn.contains(&format!("givens {}", fields[2])), "{drawn}");
}

#[test]
fn nothing_is_made_twice_or_that_was_published() {
    let first = piste(&["make", "-q", "-n", "5", "--seed", "8"]).fine().out;
    let folder = tempfile::tempdir().unwrap();
    let published = folder.path().join("published.txt");
    // The same puzzles in another guise.
    let turned = piste_on(&first, &["transform", "--random", "--seed", "1"]).fine().out;
    fs::write(&published, &turned).unwrap();
    let path = published.to_str().unwrap();
    let second = piste(&["make", "-q", "-n", "5", "--seed", "8", "--exclude", path]).fine().out;
    let (first, second): (BTreeSet<&str>, BTreeSet<&str>) =
        (first.lines().collect(), second.lines().collect());
    assert!(first.is_disjoint(&second));
    assert_eq!(second.len(), 5);
}

/// A budget of work ends at the same attempt on every machine.
#[test]
fn work_is_counted_the_same_on_any_number_of_threads() {
    let made = |more: &[&str]| piste(&[&["make", "--seed", "9"], more].concat());
    let failing = |jobs: &str| {
        let asked = ["--target", "hsolve>100000", "--budget", "20000work", "--jobs", jobs];
        let done = made(&asked);
        assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
        done.err
    };
    let alone = failing("1");
    let gave_up = "piste: made 0 of 1 and gave up: none within 20,000 units of work (";
    assert!(alone.starts_with(gave_up), "{alone}");
    assert_eq!(failing("4"), alone);
    let shaped = |jobs: &str| {
        let asked = ["--shape", "6x6", "--target", "givens<4", "--budget", "20000work"];
        let done = made(&[&asked[..], &["--jobs", jobs]].concat());
        assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
        done.err
    };
    assert!(shaped("1").starts_with(gave_up), "{}", shaped("1"));
    assert_eq!(shaped("4"), shaped("1"));
}

#[test]
fn a_brief_that_cannot_be_met_says_which_part_failed() {
    let failing = |jobs: &str| {
        piste(&[
            "make",
            "-n",
            "2",
            "--seed",
            "9",
            "--method",
            "reductive",
            "--target",
            "hsolve 1..2",
            "--budget",
            "50tries",
            "--jobs",
            jobs,
        ])
    };
    let done = failing("1");
    assert_eq!(done.code, Some(1));
    assert_eq!(done.out, "");
    assert!(
        done.err.starts_with(
            "piste: made 0 of 2 and gave up: none within 50 tries (50 tried by reductive, seed 9)\n\
             piste: missed the target, hsolve 1..2, 50 times; the closest had: hsolve "
        ),
        "{}",
        done.err
    );
    assert_eq!(done.err, failing("4").err);
}

#[test]
fn time_runs_out_too() {
    let done = piste(&[
        "make",
        "--method",
        "reductive",
        "--target",
        "givens=17",
        "--budget",
        "100ms",
        "--seed",
        "1",
    ]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("gave up: none within 0.1 s"), "{}", done.err);
}

#[test]
fn what_is_wrong_with_a_brief_is_said_in_one_sentence() {
    for (args, said) in [
        (&["--target", "hsolv<3"][..], "--target: there is no column hsolv; did you mean hsolve?"),
        (&["--pattern", "xx"], "--pattern: expected 81 signs, or nine lines of nine, found 2"),
        (&["--solution", PUZZLE], "--solution: this is no full and correct grid"),
        (&["--start", SOLUTION, "--method", "reductive"], "reductive cannot work to a puzzle"),
        (
            &["--must-use", "x-wing", "--avoid", "x-wing"],
            "there is no such puzzle: a strategy cannot be both needed and avoided",
        ),
        (&["--method", "random", "--pattern", PUZZLE], "random cannot work to a pattern"),
        (
            &["--pattern", &format!("{0}{1}{0}", "...###...".repeat(3), "#".repeat(27))],
            "there is no such puzzle: four boxes are empty in the pattern",
        ),
    ] {
        let done = piste(&[&["make"][..], args].concat());
        assert_eq!(done.code, Some(2), "{args:?}");
        assert!(done.err.starts_with(&format!("piste: {said}")), "{args:?}: {}", done.err);
    }
    for args in [&["--givens", "9"][..], &["--budget", "9"], &["-n", "0"], &["--level", "odd"]] {
        assert_eq!(piste(&[&["make"][..], args].concat()).code, Some(2), "{args:?}");
    }
}

#[test]
fn tables_have_a_field_a_column() {
    for (form, separator) in [("csv", ','), ("tsv", '\t')] {
        let done = piste(&["make", "-q", "-n", "2", "--seed", "1", "--format", form]).fine();
        let header: Vec<&str> = done.lines()[0].split(separator).collect();
        let names = ["puzzle", "givens", "words", "method", "seed", "attempt", "solution"];
        assert_eq!(header, names);
        for line in &done.lines()[1..] {
            assert_eq!(line.split(separator).count(), header.len(), "{line}");
        }
    }
}

#[test]
fn the_closest_miss_is_the_closest() {
    let closest = |tries: &str| {
        let order = ["make", "--givens", "40", "--minimal", "--budget", tries, "--seed", "1"];
        let done = piste(&order);
        assert_eq!(done.code, Some(1));
        let (_, said) = done.err.split_once("the closest had: ").unwrap();
        said.split(' ').next().unwrap().parse::<u32>().unwrap()
    };
    // With more tries it comes closer, and never moves away.
    let few = closest("1tries");
    let many = closest("300tries");
    assert!(many > few, "{many} {few}");
    assert!(closest("100tries") <= many);
    let wrong = piste(&[
        "make",
        "--must-use",
        "x-wing",
        "--givens",
        "..81",
        "--budget",
        "3tries",
        "--seed",
        "1",
    ]);
    assert!(!wrong.err.contains("the closest had"), "{}", wrong.err);
}
