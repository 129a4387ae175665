//! `piste dataset` and `piste check-steps`.

use crate::support::*;
use std::collections::BTreeMap;

const SMALL: [&str; 5] = ["dataset", "-n", "12", "--seed", "5"];

#[test]
fn examples_follow_the_curriculum_and_their_steps_are_good() {
    let done = piste(&SMALL).fine();
    let examples = json_lines(&done.out);
    assert_eq!(examples.len(), 12);
    for (number, example) in examples.iter().enumerate() {
        let stage = ["easy", "medium", "hard"][number / 4];
        assert_eq!(example["number"], number);
        assert_eq!((&example["stage"], &example["level"]), (&stage.into(), &stage.into()));
        assert_eq!(example["outcome"], "solved");
        assert!(example["steps"][0]["text"].as_str().unwrap().ends_with('.'));
    }
    let judged = piste_on(&done.out, &["check-steps", "--json"]).fine();
    let judged = json_lines(&judged.out);
    assert!(judged.iter().all(|answer| answer["good"] == true && answer["solved"] == true));
    assert_eq!(piste_on(&done.out, &["check-steps"]).fine().out, "");
}

#[test]
fn any_part_is_made_again_by_its_numbers_on_any_number_of_threads() {
    let whole = piste(&SMALL).fine();
    let lines = whole.lines();
    let part = [&SMALL[..], &["--from", "5", "--to", "9", "--jobs", "1"]].concat();
    assert_eq!(piste(&part).fine().lines(), lines[5..9]);
    let none = [&SMALL[..], &["--from", "12"]].concat();
    assert_eq!(piste(&none).code, Some(2));
}

/// A disguise has the class of the puzzle, and so its side of the split.
#[test]
fn disguises_are_on_the_same_side_of_a_split() {
    let examples = json_lines(&piste(&["dataset", "-n", "40", "--levels", "easy"]).fine().out);
    let mut sides: BTreeMap<String, usize> = BTreeMap::new();
    for example in &examples {
        let (puzzle, class) = (example["puzzle"].as_str().unwrap(), &example["class"]);
        let disguised = piste(&["transform", "--random", "--seed", "9", "--json", puzzle]).fine();
        let disguised = json_lines(&disguised.out)[0]["transformed"].as_str().unwrap().to_owned();
        assert_ne!(disguised, puzzle);
        let canon = piste(&["canon", "--json", &disguised]).fine();
        assert_eq!(&json_lines(&canon.out)[0]["canonical"], class);
        *sides.entry(example["split"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    assert!(sides["train"] > sides.get("test").copied().unwrap_or(0), "{sides:?}");
}

#[test]
fn a_stage_that_is_none_is_named_by_its_option() {
    for (option, words) in
        [("--levels", "there is no level nope"), ("--strategies", "there is no strategy nope")]
    {
        let done = piste(&["dataset", "-n", "2", option, "nope"]);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.starts_with(&format!("piste: {option}: {words}")), "{done:?}");
    }
}

#[test]
fn the_first_wrong_step_is_named_with_its_reason() {
    let line = |steps: &str| format!("{{\"puzzle\":\"{PUZZLE}\",\"steps\":[{steps}]}}\n");
    let right = r#"{"strategy":"hidden-single-box","placements":["r9c7=1"]}"#;
    let untrue = r#"{"strategy":"naked-single","placements":["r1c3=1"]}"#;
    let misnamed = r#"{"strategy":"x-wing","placements":["r9c7=1"]}"#;
    let done = piste_on(&line(&format!("{right},{untrue}")), &["check-steps"]);
    assert_eq!(done.code, Some(1));
    assert!(
        done.out.contains("step 2 (naked-single r1c3=1) is not true: r1c3 is 4 in the solution"),
        "{done:?}"
    );
    assert!(done.out.contains("step 2 (naked-single r1c3=1) is not justified: "), "{done:?}");
    let done = piste_on(&line(&format!("{misnamed},{right}")), &["check-steps", "--json"]);
    let judged = &json_lines(&done.out)[0];
    assert_eq!((&judged["untrue"], &judged["judged"]), (&serde_json::Value::Null, &2.into()));
    assert_eq!(judged["unjustified"]["step"], 1);
    assert!(judged["unjustified"]["why"].as_str().unwrap().contains("does it"), "{judged}");
    let done =
        piste_on(&line(r#"{"strategy":"x-wing","placements":["r0c1=5"]}"#), &["check-steps"]);
    assert!(done.out.contains("r0c1=5 cannot be read"), "{done:?}");
    let done = piste_on("nonsense\n", &["check-steps"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("-:1: "), "{done:?}");
}
