//! `piste fit`, and `piste rate --model` with what it wrote.

use crate::support::*;
use piste::rating::minutes::Model;
use std::fs;

/// The puzzle with the first `more` of its open cells filled in: each has one given more than
/// the one before.
fn fuller(more: usize) -> String {
    let mut left = more;
    let cells = PUZZLE.chars().zip(SOLUTION.chars()).map(|(cell, solved)| {
        if cell == '.' && left > 0 {
            left -= 1;
            solved
        } else {
            cell
        }
    });
    cells.collect()
}

/// The same puzzle with other names for its digits.
fn renamed(puzzle: &str) -> String {
    puzzle.chars().map(|c| c.to_digit(10).map_or(c, |d| char::from(b'1' + (d % 9) as u8))).collect()
}

/// Seconds that follow from the number of givens alone.
fn seconds(more: usize) -> f64 {
    60.0 * (3.0 - 0.04 * (30 + more) as f64).exp()
}

/// A table of 45 puzzles with times.
fn table() -> String {
    let rows =
        (0..45).map(|more| format!("{}\t{}\t{}\n", fuller(more), seconds(more), 5 + more % 3));
    format!("puzzle\tseconds\tn\n{}", rows.collect::<String>())
}

fn write(dir: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = dir.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn known_times_are_learnt_and_told_again() {
    let dir = tempfile::tempdir().unwrap();
    let times = write(&dir, "times.tsv", &table());
    let model = dir.path().join("model.txt").to_str().unwrap().to_owned();
    let fit = |extra: &[&str]| {
        let args = ["fit", &times, "--time", "seconds", "--features", "givens"];
        piste(&[&args[..], extra].concat()).fine().out
    };
    let said = fit(&["--solvers", "n", "--splits", "5", "--output", &model]);
    assert!(said.starts_with("45 puzzles\n") && said.contains("5 random splits"), "{said}");
    let learnt = Model::parse(&fs::read_to_string(&model).unwrap()).unwrap();
    let term = learnt.terms[0];
    let slope = term.coefficient / term.spread;
    assert!((slope / -0.04 - 1.0).abs() < 0.01, "{slope}");
    assert_eq!((term.least, term.most), (30.0, 74.0));
    assert_eq!(learnt.said_of("data"), Some("times.tsv"));
    assert_eq!(learnt.said_of("solvers"), Some("n"));
    let held_out: f64 = learnt.said_of("r2-held-out").unwrap()[..5].parse().unwrap();
    assert!(held_out > 0.998, "{held_out}");

    let rated =
        piste(&["rate", "--metrics", "minutes", "--model", &model, "-f", "tsv", PUZZLE, SEVENTEEN]);
    let rated = rated.fine();
    let row = |line: usize| -> Vec<f64> {
        rated.lines()[line]
            .split('\t')
            .skip(1)
            .take(4)
            .map(|field| field.parse().unwrap())
            .collect()
    };
    assert!((row(1)[0] - seconds(0) / 60.0).abs() < 0.06, "{:?}", row(1));
    assert_eq!((row(1)[3], row(2)[3]), (0.0, 1.0), "17 givens are outside");
    let why = piste(&["rate", "--metrics", "minutes", "--model", &model, "--explain", SEVENTEEN]);
    assert!(why.fine().out.contains("givens 17 (known: 30 to 74)"));
}

#[test]
fn the_model_is_the_same_for_any_number_of_jobs() {
    let dir = tempfile::tempdir().unwrap();
    let times = write(&dir, "times.tsv", &table());
    let model = dir.path().join("model.txt").to_str().unwrap().to_owned();
    for procedure in ["shrunk", "paper"] {
        let run = |jobs: &str| {
            let args = [
                "fit",
                &times,
                "--time",
                "seconds",
                "--procedure",
                procedure,
                "--splits",
                "3",
                "--output",
                &model,
                "--jobs",
                jobs,
            ];
            let rounds = match procedure {
                "paper" => &["--rounds", "2500", "--inner", "40"][..],
                _ => &[],
            };
            let args = [&args[..], rounds].concat();
            (piste(&args).fine().out, fs::read_to_string(&model).unwrap())
        };
        assert_eq!(run("1"), run("3"), "{procedure}");
        assert!(run("2").1.contains(&format!("about\tprocedure\t{procedure}\n")));
    }
}

#[test]
fn the_procedure_of_the_paper_tells_of_its_fits_and_draws_them() {
    let dir = tempfile::tempdir().unwrap();
    let times = write(&dir, "times.tsv", &table());
    let picture = dir.path().join("r2.svg").to_str().unwrap().to_owned();
    let model = dir.path().join("model.txt").to_str().unwrap().to_owned();
    let args = [
        "fit",
        &times,
        "--time",
        "seconds",
        "--procedure",
        "paper",
        "--features",
        "givens",
        "--form",
        "log",
        "--rounds",
        "1500",
        "--splits",
        "7",
        "--inner",
        "30",
        "--histogram",
        &picture,
        "--output",
        &model,
    ];
    let said = piste(&args).fine().out;
    assert!(said.contains("the model of all rows, on these rows: R² 1.000"), "{said}");
    assert!(said.contains("1,500 fits to two thirds of them: R² 1.000"), "{said}");
    assert!(said.contains("7 random splits"), "{said}");
    let svg = fs::read_to_string(&picture).unwrap();
    assert!(svg.contains("1,500 fits (figure 4)") && svg.contains("7 meta-models (figure 5)"));
    // What is learnt is learnt from all rows, and times that follow from the givens are exact.
    let learnt = Model::parse(&fs::read_to_string(&model).unwrap()).unwrap();
    let term = learnt.terms[0];
    assert!((term.coefficient / term.spread / -0.04 - 1.0).abs() < 1e-4);
    assert_eq!(learnt.said_of("rounds"), Some("1500"));
    // A ridge shrinks, and what too few rows have is left out.
    let tamed = |extra: &[&str]| {
        piste(&[&args[..], extra].concat()).fine();
        let learnt = Model::parse(&fs::read_to_string(&model).unwrap()).unwrap();
        learnt.terms[0].coefficient.abs()
    };
    let shrunk = tamed(&["--ridge", "50"]);
    assert!(0.0 < shrunk && shrunk < 0.7 * term.coefficient.abs(), "{shrunk}");
    assert_eq!(tamed(&["--seen", "46"]), 0.0);
    let done = piste(&["fit", &times, "--time", "seconds", "--ridge", "-1"]);
    assert_eq!(done.code, Some(2));
}

#[test]
fn what_is_the_same_puzzle_is_one_row() {
    let dir = tempfile::tempdir().unwrap();
    let turned: String =
        (0..45).map(|more| format!("{}\t{}\t1\n", renamed(&fuller(more)), seconds(more))).collect();
    let times = write(&dir, "times.tsv", &(table() + &turned + &format!("{PUZZLE}\t\t1\n")));
    let said = piste(&["fit", &times, "--time", "seconds", "--features", "givens"]).fine().out;
    assert!(said.starts_with("45 puzzles in 90 rows, and 1 row without a time\n"), "{said}");
}

#[test]
fn what_is_wrong_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let bad = table() + &format!("{PUZZLE}\tsoon\t1\n{}\t90\t1\n", impossible());
    let times = write(&dir, "times.tsv", &bad);
    let done = piste(&["fit", &times, "--time", "seconds", "--features", "givens"]);
    assert_eq!(done.code, Some(1));
    assert!(
        done.err.contains(
            "times.tsv:47:1: seconds: expected a number above 0, or a time, found \"soon\""
        )
    );
    assert!(done.err.contains("times.tsv:48:1: "), "{}", done.err);
    assert!(done.out.starts_with("45 puzzles\n"));

    let done = piste(&["fit", &times, "--time", "minutes", "--features", "givens"]);
    assert_eq!(done.code, Some(2));
    assert_eq!(done.err, "piste: there is no column \"minutes\" in the file\n");

    let few = write(&dir, "few.tsv", &table().lines().take(9).collect::<Vec<_>>().join("\n"));
    let done = piste(&["fit", &few, "--time", "seconds", "--features", "givens"]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("8 different puzzles are too few"), "{}", done.err);

    let model = write(&dir, "bad.txt", "piste-minutes\t1\nunit\tdays\n");
    let done = piste(&["rate", "--model", &model, PUZZLE]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("bad.txt: line 2: expected minutes or ratio"), "{}", done.err);
}

#[test]
fn times_are_found_and_read_as_people_write_them() {
    let dir = tempfile::tempdir().unwrap();
    let clock = |seconds: f64| {
        let seconds = seconds.round() as u64;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    let rows = (0..45).map(|more| format!("{}\t{}\tx\n", fuller(more), clock(seconds(more))));
    let times = format!("puzzle\ttook\tby\n{}", rows.collect::<String>());
    let path = write(&dir, "times.tsv", &times);
    let done = piste(&["fit", &path, "--features", "givens"]);
    assert_eq!(done.code, Some(0));
    assert_eq!(done.err, "piste: the times are in the column \"took\"\n");
    assert!(done.out.contains("R² of log time"), "{}", done.out);
    let plain = piste(&["fit", &path, "--features", "givens", "--form", "plain", "-q"]).fine().out;
    assert!(!plain.contains("of log time") && plain.contains("R²"), "{plain}");

    let hours = times.replacen(&clock(seconds(0)), "1:05:03", 1);
    let path = write(&dir, "hours.tsv", &hours.replacen(&clock(seconds(1)), "5:63", 1));
    let done = piste(&["fit", &path, "--features", "givens", "--time", "took"]);
    assert_eq!(done.code, Some(1));
    assert!(
        done.err.contains("hours.tsv:3:1: took: expected a number above 0, or a time"),
        "{done:?}"
    );
    assert!(done.out.starts_with("44 puzzles\n"), "{}", done.out);

    let several = write(&dir, "several.tsv", &table());
    let done = piste(&["fit", &several, "--features", "givens"]);
    assert_eq!((done.code, done.out.as_str()), (Some(2), ""));
    assert_eq!(done.err, "piste: --time is missing; it may be one of seconds, n\n");
    let done = piste(&["fit", &several, "--features", "givens", "--solvers", "n"]);
    assert_eq!((done.code, done.err.contains("\"seconds\"")), (Some(0), true), "{done:?}");

    let lonely = table() + &format!("{PUZZLE}\t90\t\n");
    let lonely = write(&dir, "lonely.tsv", &lonely);
    let args = ["fit", &lonely, "--features", "givens", "--time", "seconds", "--solvers", "n"];
    let said = piste(&args).fine().out;
    assert!(said.starts_with("45 puzzles, and 1 row without n\n"), "{said}");
}

#[test]
fn what_cannot_be_kept_is_said_before_the_fit() {
    let dir = tempfile::tempdir().unwrap();
    let times = write(&dir, "times.tsv", &table());
    let nowhere = dir.path().join("no/model.txt").to_str().unwrap().to_owned();
    let done = piste(&["fit", &times, "--time", "seconds", "--output", &nowhere]);
    assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{done:?}");
    assert!(done.err.contains("cannot write to"), "{}", done.err);
    let done = piste(&["fit", &times, "--time", "seconds", "--rounds", "10"]);
    assert_eq!(done.code, Some(2));
    assert_eq!(done.err, "piste: --rounds is for --procedure paper\n");
    let done = piste(&["fit", &times, "--time", "seconds", "--seen", "3"]);
    assert_eq!(
        (done.code, done.err.as_str()),
        (Some(2), "piste: --seen is for --procedure paper\n")
    );
}
