//! What the command line knows of Sudoku Explainer's rating.

use crate::support::*;

/// AI Escargot, 10.5.
const HARD: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

#[test]
fn er_ep_and_ed_are_columns_with_one_decimal() {
    let done = piste_on(
        &format!("{PUZZLE}\n{HARD}\n"),
        &["rate", "--metrics", "se", "--format", "tsv", "-"],
    );
    let lines = done.fine();
    let expected = [
        "puzzle\tse.er\tse.ep\tse.ed\twords\tproblem".to_owned(),
        format!("{PUZZLE}\t1.2\t1.2\t1.2\t\t"),
        format!("{HARD}\t10.5\t1.2\t1.2\t\t"),
    ];
    assert_eq!(lines.lines(), expected);
}

#[test]
fn the_bare_slug_means_er() {
    let text = format!("{PUZZLE}\n{HARD}\n");
    let done = piste_on(
        &text,
        &["rate", "--where", "se>2", "--metrics", "givens", "--format", "tsv", "-"],
    );
    assert_eq!(
        done.fine().lines(),
        ["puzzle\tgivens\twords\tproblem".to_owned(), format!("{HARD}\t23\t\t")]
    );
}

#[test]
fn techniques_are_counted_on_request_only() {
    let done = piste_on(PUZZLE, &["rate", "--metrics", "se-counts", "--format", "tsv", "-"]).fine();
    let [names, counts] = done.lines()[..] else { panic!("{done:?}") };
    let pairs: Vec<(&str, &str)> = names.split('\t').zip(counts.split('\t')).skip(1).collect();
    assert_eq!(pairs[0], ("se-counts.steps", "51"));
    let counts = pairs[1..].iter().filter(|(name, _)| name.starts_with("se-counts."));
    let sum: u64 = counts.map(|(_, count)| count.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 51);
    assert!(pairs.iter().any(|(name, _)| *name == "se-counts.xy-wing"));
    let usual = piste_on(PUZZLE, &["rate", "--format", "tsv", "-"]).fine();
    assert!(usual.out.contains("se.er") && !usual.out.contains("se-counts"), "{}", usual.out);
}

#[test]
fn the_path_is_told_step_by_step() {
    let table = piste_on(PUZZLE, &["rate", "--se-steps", "--format", "tsv", "-"]).fine();
    let lines = table.lines();
    assert_eq!(lines.len(), 52);
    assert_eq!(lines[0], "puzzle\tstep\trating\ttechnique\tplacement\teliminations\tevidence");
    let first: Vec<&str> = lines[1].split('\t').collect();
    assert_eq!(first[1..4], ["1", "1.2", "Hidden Single"]);
    assert!(first[6].contains("has only one place in"), "{}", first[6]);

    let json = piste_on(PUZZLE, &["rate", "--se-steps", "--json", "-"]).fine();
    let path = &json_lines(&json.out)[0];
    assert_eq!(path["er"], 1.2);
    assert_eq!(path["end"], "solved");
    assert_eq!(path["steps"].as_array().unwrap().len(), 51);
    assert_eq!(path["steps"][0]["rating"], 1.2);
    assert!(path["techniques"].as_str().unwrap().starts_with("1.0:Hidden Single="));

    let drawn = piste(&["rate", "--se-steps", PUZZLE]).fine();
    assert!(drawn.out.contains("ER 1.2, EP 1.2, ED 1.2 in 51 steps"), "{}", drawn.out);
}

#[test]
fn a_puzzle_that_takes_too_long_is_given_up_and_said_so() {
    let done = piste_on(
        &format!("{PUZZLE}\n{HARD}\n"),
        &["rate", "--metrics", "se", "--format", "tsv", "--time-limit", "0.000001", "-"],
    );
    assert_eq!(done.code, Some(0));
    assert_eq!(
        done.lines()[1..],
        [format!("{PUZZLE}\t1.2\t1.2\t1.2\t\t"), format!("{HARD}\t\t\t\t\t")]
    );
    assert!(done.err.contains("given up after 0.000001 s (--time-limit)"), "{}", done.err);
    let json = [
        "rate",
        "--metrics",
        "se,minutes",
        "--explain",
        "--json",
        "--time-limit",
        "0.000001",
        HARD,
    ];
    let told: serde_json::Value = serde_json::from_str(&piste(&json).out).unwrap();
    let words = "given up after 0.000001 s (--time-limit)";
    assert_eq!(told["ratings"]["se"]["problem"], words);
    assert_eq!(told["explain"]["se"]["problem"], words);
    let wrong = piste(&["rate", "--time-limit", "0", PUZZLE]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("expected a number of seconds above 0"), "{}", wrong.err);
}

#[test]
fn variants_have_names() {
    for extra in [&["--se-variant", "corrected"][..], &["--se-no-uniqueness"]] {
        let args = [&["rate", "--metrics", "se", "--format", "tsv"], extra, &["-"]].concat();
        assert!(piste_on(PUZZLE, &args).fine().out.contains("1.2\t1.2\t1.2"));
    }
}

#[test]
fn explain_follows_the_path_with_its_prices() {
    let brief = piste(&["explain", "--ladder", "se", "--brief", PUZZLE]).fine();
    assert!(brief.out.contains("Hidden Single (1.2)"), "{}", brief.out);
    assert!(brief.out.contains("Solved in 51 steps."), "{}", brief.out);
    let json = piste(&["explain", "--ladder", "se", "--json", "--upto", "1", HARD]).fine();
    let told = &json_lines(&json.out)[0];
    assert_eq!(told["ladder"], "se");
    assert_eq!(told["steps"][0]["rating"], 1.2);
    // A hint follows it, too.
    let hint = piste(&["hint", "--ladder", "se", "--grade", "2", "-q", PUZZLE]).fine();
    assert!(hint.out.to_lowercase().contains("hidden single"), "{}", hint.out);
}

#[test]
fn a_path_that_was_given_up_has_steps_and_no_rating() {
    let stopped = |more: &[&str]| {
        let args = [&["rate", "--se-steps", "--time-limit", "0.000001"], more, &["-"]].concat();
        piste_on(HARD, &args)
    };
    let json = &json_lines(&stopped(&["--json"]).out)[0];
    assert_eq!(json["end"], "stopped");
    for rating in ["er", "ep", "ed"] {
        assert!(json[rating].is_null(), "{json}");
    }
    let steps = json["steps"].as_array().unwrap().len();

    let table = stopped(&["--format", "tsv"]);
    let lines = table.lines();
    assert_eq!(lines.len(), 1 + steps + 1, "{}", table.out);
    let said = format!("given up after {steps} step{}", if steps == 1 { "" } else { "s" });
    assert_eq!(*lines.last().unwrap(), format!("{HARD}\t\t\tgiven up\t\t\t{said}"));
}
