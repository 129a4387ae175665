//! `piste check`.

use crate::support::*;

/// What a report on one puzzle says below its picture.
fn words(done: &Done) -> Vec<&str> {
    done.lines()[13..].to_vec()
}

#[test]
fn a_proper_puzzle_is_described() {
    let done = piste(&["check", SEVENTEEN]).fine();
    assert_eq!(done.lines()[1], "│ · · · │ · · · │ · 1 · │");
    assert_eq!(
        words(&done),
        [
            "givens    17",
            "solutions exactly one",
            "minimal   yes: no given can be left out",
            "symmetry  none",
        ]
    );
    let done = piste(&["check", PUZZLE]).fine();
    assert_eq!(
        words(&done),
        [
            "givens    30",
            "solutions exactly one",
            "minimal   no: any one of 22 givens can be left out: r1c1 r1c2 r1c5 r2c1 r2c4 r2c5 \
             r2c6 r3c2 r4c1 r4c9 r5c1 r5c4 r5c6 r6c1 r6c9 r7c2 r8c4 r8c5 r8c6 r8c9 r9c5 r9c9",
            "symmetry  half-turn",
        ]
    );
}

#[test]
fn a_contradiction_is_named_and_the_given_at_fault() {
    let done = piste(&["check", &contradictory()]);
    assert_eq!((done.code, done.err.as_str()), (Some(1), ""));
    assert_eq!(
        words(&done),
        [
            "givens    30",
            "solutions none",
            "          the 5 in r1c1 contradicts the 5 in r1c2 (row 1)",
            "          without the 5 in r1c2 there would be exactly one",
            "symmetry  half-turn",
        ]
    );
    let done = piste(&["check", &impossible()]);
    assert_eq!(done.code, Some(1));
    assert_eq!(
        words(&done)[1..3],
        ["solutions none", "          without the 1 in r1c3 there would be exactly one"]
    );
}

#[test]
fn several_solutions_are_shown_by_two_and_where_they_differ() {
    let done = piste(&["check", TWO_SOLUTIONS]);
    assert_eq!((done.code, done.err.as_str()), (Some(1), ""));
    assert_eq!(
        words(&done)[..8],
        [
            "givens    77",
            "solutions at least 2",
            "symmetry  none",
            "",
            "Two solutions, which differ in 4 cells: r2c8 r2c9 r7c8 r7c9",
            "┌───────┬───────┬───────┐   ┌───────┬───────┬───────┐",
            "│ 5 3 4 │ 6 7 8 │ 9 1 2 │   │ 5 3 4 │ 6 7 8 │ 9 1 2 │",
            "│ 6 7 2 │ 1 9 5 │ 3 4 8 │   │ 6 7 2 │ 1 9 5 │ 3 8 4 │",
        ]
    );
    let done = piste(&["check", "--limit", "10", TWO_SOLUTIONS]);
    assert_eq!(words(&done)[1], "solutions 2");
}

#[test]
fn a_file_becomes_a_table() {
    let input = format!("{SEVENTEEN} x\n{}\n{TWO_SOLUTIONS}\n", contradictory());
    let done = piste_on(&input, &["check"]);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.err, "piste: not a proper puzzle: 2 of 3 puzzles\n");
    let seventeen = SEVENTEEN.replace('0', ".");
    let expected = format!(
        "puzzle\tsolutions\tgivens\tminimal\tredundant\tsymmetry\tproblem\trest\n\
         {seventeen}\t1\t17\tyes\t\t\t\tx\n\
         {}\t0\t30\t\t\thalf-turn\tno solution: the 5 in r1c1 contradicts the 5 in r1c2 (row 1)\t\n\
         {TWO_SOLUTIONS}\t2+\t77\t\t\t\tmore than one solution: r2c8 can be 4 or 8\t\n",
        contradictory()
    );
    assert_eq!(done.out, expected);
    assert_eq!(piste_on(SEVENTEEN, &["check"]).fine().lines().len(), 2);
    assert_eq!(piste_on(SEVENTEEN, &["check", "--format", "drawn"]).fine().lines().len(), 17);
}

#[test]
fn the_report_comes_as_json() {
    let input = format!("{PUZZLE} x\n{}\n{TWO_SOLUTIONS}\n", contradictory());
    let done = piste_on(&input, &["check", "--json"]);
    assert_eq!(done.code, Some(1));
    let [proper, none, two] = json_lines(&done.out).try_into().unwrap();
    assert_eq!(proper["proper"], true);
    assert_eq!(proper["rest"], "x");
    assert_eq!(proper["minimal"], false);
    assert_eq!(proper["redundant"].as_array().unwrap().len(), 22);
    assert_eq!(proper["symmetry"], serde_json::json!(["half-turn"]));
    assert_eq!(proper["solutions"], serde_json::json!([SOLUTION]));
    assert_eq!(
        none["contradictions"],
        serde_json::json!([{"digit": 5, "house": "row 1", "cells": ["r1c1", "r1c2"]}])
    );
    assert_eq!(none["suspects"], serde_json::json!(["r1c2"]));
    assert_eq!(two["differences"], serde_json::json!(["r2c8", "r2c9", "r7c8", "r7c9"]));
    assert_eq!((&two["count"], &two["more"]), (&2.into(), &true.into()));
}

#[test]
fn pencil_marks_are_drawn_each_in_its_place() {
    let marks: String = SOLUTION
        .chars()
        .flat_map(|solved| ('1'..='9').map(move |c| if c == solved || c == '5' { c } else { '.' }))
        .collect();
    let done = piste(&["check", &marks]).fine();
    assert_eq!(
        done.lines()[1..4],
        [
            "║ ··· │ ··3 │ ··· ║ ··· │ ··· │ ··· ║ ··· │ 1·· │ ·2· ║",
            "║ ·5· │ ·5· │ 45· ║ ·56 │ ·5· │ ·5· ║ ·5· │ ·5· │ ·5· ║",
            "║ ··· │ ··· │ ··· ║ ··· │ 7·· │ ·8· ║ ··9 │ ··· │ ··· ║",
        ]
    );
    assert_eq!(done.lines()[37..], ["solutions exactly one"]);
}
