//! Bands of equal count, numbers of runs, and puzzles derived from a library, from the shell.

use crate::library::{Shelf, puzzles};
use crate::serve_client::Server;
use crate::support::{PUZZLE, SEVENTEEN, json_lines, piste, piste_on};
use serde_json::json;
use std::fs;

/// A table of ratings: hsolve 1, 2, … so many.
fn table(shelf: &Shelf, most: u32) -> String {
    let rows: String = (1..=most).map(|value| format!("x\t{value}\n")).collect();
    fs::write(shelf.file("table.tsv"), format!("puzzle\thsolve\n{rows}")).unwrap();
    shelf.file("table.tsv")
}

/// What is in this column of a table.
fn column(text: &str, name: &str) -> Vec<String> {
    let mut lines = text.lines();
    let at = lines.next().unwrap().split('\t').position(|known| known == name);
    let at = at.unwrap_or_else(|| panic!("no column {name}\n{text}"));
    lines.map(|line| line.split('\t').nth(at).unwrap().to_owned()).collect()
}

/// The condition and the column say the same, in every form.
#[test]
fn a_band_is_a_condition_and_a_column() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 40, 3);
    for metric in ["se", "givens"] {
        let args = ["rate", "--metrics", metric, "--bands", "4", "--format", "tsv", &file];
        let all = piste(&args).fine().out;
        let bands = column(&all, &format!("{metric}.band4"));
        assert_eq!(bands.len(), 40);
        for nth in 1..=4 {
            let condition = format!("{metric} in {nth}/4");
            let held = piste(&[&args[..], &["--where", &condition]].concat()).fine().out;
            let expected = bands.iter().filter(|band| **band == nth.to_string()).count();
            assert_eq!(held.lines().count() - 1, expected, "{condition}");
            assert!(
                column(&held, &format!("{metric}.band4")).iter().all(|b| *b == nth.to_string())
            );
        }
    }
    let args = ["rate", "--metrics", "se,givens", "--bands", "3", "--json", &file];
    let first = &json_lines(&piste(&args).fine().out)[0];
    assert!(first["ratings"]["se"]["band3"].is_u64(), "{first}");
    assert!(first["ratings"]["givens"]["band3"].is_u64(), "{first}");
    let report = piste(&["rate", "--metrics", "se", "--bands", "3", PUZZLE]).fine().out;
    assert!(report.contains("band3 1"), "{report}");
    let drawn =
        piste(&["rate", "--metrics", "se", "--bands", "3", "-f", "drawn", &file]).fine().out;
    assert!(drawn.lines().next().unwrap().contains("se.band3"), "{drawn}");
}

#[test]
fn bands_can_be_cut_by_another_file() {
    let shelf = Shelf::new();
    let table = table(&shelf, 1000);
    let rate = |condition: &str| {
        let args = ["rate", "--metrics", "hsolve", "--where", condition, "--bands-from", &table];
        piste(&[&args[..], &["--bands", "10", "--format", "tsv", PUZZLE, SEVENTEEN]].concat())
    };
    // The one has some 170, the other several hundred.
    let found = rate("hsolve in 1/5").fine().out;
    assert_eq!(column(&found, "hsolve.band10"), ["2"], "{found}");
    let none = rate("hsolve in 1/5 and hsolve in 2/5").fine().out;
    assert_eq!(none.lines().count(), 1, "{none}");
    let file = puzzles(&shelf, "some.txt", 20, 4);
    shelf.library(&["add", "--metrics", "givens,umbrella", &file]);
    let library = shelf.file("library.sqlite");
    let all = ["rate", "--metrics", "givens", "--bands", "5", "--format", "tsv"];
    let all = piste(&[&all[..], &["--bands-from", &library, &file]].concat()).fine().out;
    let counts: Vec<usize> = (1..=5)
        .map(|nth| column(&all, "givens.band5").iter().filter(|b| **b == nth.to_string()).count())
        .collect();
    assert_eq!(counts.iter().sum::<usize>(), 20);
    // The library counts as the column does, and the second fifth as the condition has it.
    for (nth, count) in (1..).zip(counts) {
        let condition = format!("givens in {nth}/5");
        let args = ["query", "--count", "--bands-from", &library, &condition];
        let done = shelf.library(&args);
        if count > 0 {
            assert_eq!(done.fine().out.trim(), count.to_string(), "{condition}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_band_is_said_in_a_sentence() {
    let shelf = Shelf::new();
    let table = table(&shelf, 10);
    for (condition, what) in [
        ("se in 6/5", "--where: `6/5`: of 5 bands 1/5 is the easiest and 5/5 the hardest"),
        ("se in 0/5", "--where: `0/5`: of 5 bands 1/5 is the easiest and 5/5 the hardest"),
        ("hsolve.sd in 3/5", "--where: there are no percentiles of hsolve.sd; there are of hsolve"),
        ("se-counts in 3/5", "--where: there are no percentiles of se-counts"),
    ] {
        let done = piste(&["rate", "--where", condition, PUZZLE]);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains(what), "{condition}: {}", done.err);
        let target = piste(&["make", "--target", condition]);
        let same = what.replacen("--where", "--target", 1);
        assert!(target.code == Some(2) && target.err.contains(&same), "{target:?}");
    }
    for (args, what) in [
        (&["--bands", "0"][..], "--bands 0: expected a whole number from 1 to 1000"),
        (&["--bands", "5", "--metrics", "se", "--bands-from", &table], "has no column se.er"),
        (&["--bands-from", "nowhere.tsv"], "--bands-from: cannot read nowhere.tsv"),
        (&["--bands", "4", "--metrics", "se-counts"], "--bands: there are no percentiles of"),
    ] {
        let done = piste(&[&["rate"], args, &[PUZZLE]].concat());
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains(what), "{args:?}: {}", done.err);
    }
}

#[test]
fn puzzles_are_made_into_a_band() {
    let shelf = Shelf::new();
    let table = table(&shelf, 2000);
    let order = ["make", "-q", "-n", "3", "--seed", "5", "--target", "hsolve in 2/4"];
    let args = [&order[..], &["--bands-from", &table, "--format", "tsv"]].concat();
    let made = piste(&args).fine().out;
    let values = column(&made, "hsolve");
    let is_in = |value: &String| (500.5..=1_000.5).contains(&value.parse::<f64>().unwrap());
    assert!(values.len() == 3 && values.iter().all(is_in), "{made}");
    assert_eq!(piste(&args).fine().out, made);
    let level = ["make", "--level", "easy", "--target", "se in 9/9", "--budget", "3tries"];
    let done = piste(&level);
    assert!(done.err.contains("there is no such puzzle: no value of se.er meets"), "{done:?}");
}

#[test]
fn the_number_of_runs_can_be_chosen_and_is_told() {
    let set = piste(&["rate", "--metrics", "hsolve", "--set", "hsolve.runs=300", "--json", PUZZLE]);
    let flag = piste(&["rate", "--metrics", "hsolve", "--runs", "300", "--json", PUZZLE]);
    assert_eq!(set.fine().out, flag.fine().out);
    let rate = |args: &[&str]| {
        piste(&[&["rate", "--metrics", "hsolve", "--format", "tsv"], args, &[PUZZLE]].concat())
    };
    let usual = rate(&[]).fine().out;
    let same = rate(&["--runs", "20"]).fine().out;
    let many = rate(&["--runs", "300"]).fine().out;
    assert_eq!(column(&usual, "hsolve"), column(&same, "hsolve"));
    assert_ne!(column(&usual, "hsolve"), column(&many, "hsolve"));
    assert!(!usual.contains("hsolve.runs"));
    assert_eq!(
        (column(&same, "hsolve.runs"), column(&many, "hsolve.runs")),
        (vec!["20".to_owned()], vec!["300".to_owned()])
    );
    let explained =
        piste(&["rate", "--metrics", "hsolve", "--runs", "7", "--explain", PUZZLE]).fine();
    assert!(explained.out.contains("over 7 runs"), "{}", explained.out);
    for (args, what) in [
        (&["rate", "--runs", "0", PUZZLE][..], "expected a number from 1 to 1000000"),
        (&["rate", "--runs", "5", "--metrics", "se", PUZZLE], "--runs is for the metric hsolve"),
        (
            &["rate", "--set", "hsolve.runs=0", PUZZLE],
            "hsolve.runs: expected a whole number from 1",
        ),
        (
            &["rate", "--set", "hsolve.rums=5", PUZZLE],
            "there is no option hsolve.rums, only se.variant",
        ),
        (&["rate", "--set", "hsolve.runs", PUZZLE], "expected a name, = and a value"),
        (
            &["rate", "--set", "se.variant=corrected", "--metrics", "givens", PUZZLE],
            "--set se.variant is for the metric se, and --metrics leaves that out",
        ),
        (&["make", "--set", "hsolve.runs=5"], "--set hsolve.runs is for the metric hsolve"),
        (
            &["make", "--set", "hsolve.runs=5", "--method", "library"],
            "--set: the ratings of a library",
        ),
        (&["make", "--runs", "5"], "--runs is for the metric hsolve"),
        (&["make", "--runs", "5", "--method", "library"], "--runs: the ratings of a library"),
    ] {
        let done = piste(args);
        assert!(done.code == Some(2) && done.err.contains(what), "{done:?}");
    }
    let order = ["make", "-q", "--seed", "2", "--target", "hsolve<1000", "--runs", "60", "--json"];
    let made = json_lines(&piste(&order).fine().out);
    assert_eq!(made[0]["ratings"]["hsolve"]["runs"], 60);
    let puzzle = made[0]["puzzle"].as_str().unwrap();
    let again = piste_on(puzzle, &["rate", "--metrics", "hsolve", "--runs", "60", "--json"]);
    assert_eq!(json_lines(&again.fine().out)[0]["ratings"]["hsolve"], made[0]["ratings"]["hsolve"]);
}

#[test]
fn puzzles_are_derived_from_those_of_a_library() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 60, 8);
    shelf.library(&["add", "--metrics", "hsolve,givens", &file]);
    let order = [
        "make",
        "-q",
        "-n",
        "5",
        "--seed",
        "3",
        "--method",
        "pseudo",
        "--target",
        "hsolve 200..900",
    ];
    let make = |jobs: &str| shelf.run(&[&order[..], &["--format", "tsv", "-j", jobs]].concat(), "");
    let made = make("1").fine().out;
    assert_eq!(column(&made, "method"), vec!["pseudo"; 5]);
    let is_in = |value: &String| (200.0..=900.0).contains(&value.parse::<f64>().unwrap());
    assert!(column(&made, "hsolve").iter().all(is_in), "{made}");
    assert_eq!(make("2").fine().out, made, "whatever the number of threads");
    // Without a target any puzzle will do; without such a puzzle it is said.
    assert_eq!(
        shelf.run(&["make", "-q", "--method", "pseudo", "--seed", "1"], "").fine().lines().len(),
        1
    );
    let done = shelf.run(&["make", "--method", "pseudo", "--target", "se>9"], "");
    assert!(
        done.code == Some(2) && done.err.contains("no puzzle near `se>9` to start from"),
        "{done:?}"
    );
}

#[test]
fn the_server_knows_bands_and_runs() {
    let server = Server::start_with(&[], &[PUZZLE, SEVENTEEN]);
    let question = json!({ "puzzle": PUZZLE, "metrics": ["se", "hsolve"], "runs": 30 });
    let rated = server.post("/rate", &question).json();
    assert_eq!(rated["ratings"]["hsolve"]["runs"], 30, "{rated}");
    let metrics = ["se", "hsolve"];
    let options = json!({ "hsolve.runs": 30, "se.uniqueness": null });
    let named = json!({ "puzzle": PUZZLE, "metrics": metrics, "options": options });
    assert_eq!(server.post("/rate", &named).json(), rated);
    let too_many = json!({ "puzzle": PUZZLE, "options": { "hsolve.runs": 1001 } });
    assert_eq!(server.post("/rate", &too_many).problem(), (422, "too-many".to_owned()));
    let info = server.get("/api/v1/info").json();
    let known = info["metrics"].as_array().unwrap().iter();
    let hsolve = known.clone().find(|metric| metric["slug"] == "hsolve").unwrap();
    assert_eq!(hsolve["options"][0]["name"], "hsolve.runs");
    assert_eq!(hsolve["options"][0]["usual"], "20");
    let question = json!({ "puzzle": PUZZLE, "metrics": ["se"], "bands": 4 });
    let rated = server.post("/rate", &question).json();
    assert_eq!(rated["ratings"]["se"]["band4"], 1, "{rated}");
    let question = json!({ "where": "givens in 5/5" });
    assert_eq!(server.post("/library/query", &question).json()["total"], 1);
    let order = json!({ "method": "pseudo", "target": "givens 17..40", "seed": 4 });
    let made = server.post("/make", &order).json();
    assert_eq!((&made["made"], &made["method"]), (&json!(1), &json!("pseudo")), "{made}");
    for (path, body, what) in [
        (
            "/rate",
            json!({ "puzzle": PUZZLE, "runs": 0 }),
            "runs: expected a whole number from 1 to 1000",
        ),
        (
            "/rate",
            json!({ "puzzle": PUZZLE, "runs": 5000 }),
            "runs: expected a whole number from 1 to 1000",
        ),
        (
            "/rate",
            json!({ "puzzle": PUZZLE, "bands": 0 }),
            "bands: expected a whole number from 1 to 1000",
        ),
        ("/make", json!({ "target": "se in 6/5" }), "target: `6/5`: of 5 bands"),
        ("/library/query", json!({ "where": "source in 1/2" }), "where: this column has no bands"),
    ] {
        let answer = server.post(path, &body);
        assert_eq!(answer.status, 400, "{path} {body}");
        assert!(answer.json()["error"]["message"].as_str().unwrap().starts_with(what), "{body}");
    }
}
