//! `piste transform`.

use crate::support::*;

fn transformed(args: &[&str]) -> String {
    let mut all = vec!["transform", "-f", "line"];
    all.extend(args);
    piste(&all).fine().out.trim_end().to_owned()
}

#[test]
fn turns_and_mirrors_are_what_they_say() {
    // The first row of the puzzle comes to stand in the last column.
    let turned = transformed(&["--rotate", "90", PUZZLE]);
    let last_column: String = turned.chars().skip(8).step_by(9).collect();
    assert_eq!(last_column, PUZZLE[..9]);
    let half: String = PUZZLE.chars().rev().collect();
    assert_eq!(transformed(&["--rotate", "180", PUZZLE]), half);
    assert_eq!(transformed(&["--rotate", "90", &turned]), half);
    assert_eq!(transformed(&["--rotate", "270", &turned]), PUZZLE);

    let mirrored = transformed(&["--flip", "left-right", PUZZLE]);
    assert_eq!(mirrored[..9], PUZZLE[..9].chars().rev().collect::<String>());
    let upside_down = transformed(&["--flip", "top-bottom", PUZZLE]);
    assert_eq!(upside_down[72..], PUZZLE[..9]);
    let first_row: String =
        transformed(&["--transpose", PUZZLE]).chars().step_by(9).take(9).collect();
    assert_eq!(first_row, PUZZLE[..9]);
}

#[test]
fn digits_are_renamed_and_back() {
    let renamed = transformed(&["--relabel", "912345678", PUZZLE]);
    assert_eq!(renamed[..9], *"42..6....");
    assert_eq!(transformed(&["--relabel", "912345678", "--undo", &renamed]), PUZZLE);
}

#[test]
fn several_are_done_in_the_order_of_the_help() {
    let together = transformed(&["--transpose", "--rotate", "90", PUZZLE]);
    let turned = transformed(&["--rotate", "90", PUZZLE]);
    assert_eq!(together, transformed(&["--transpose", &turned]));
}

#[test]
fn random_ones_follow_the_seed_and_can_be_retraced() {
    let input = format!("{PUZZLE} x\n").repeat(300);
    let args = ["transform", "--random", "--seed", "9", "-n", "2", "--with-transformation"];
    let one = piste_on(&input, &[&args[..], &["--jobs", "1"]].concat()).fine();
    let four = piste_on(&input, &[&args[..], &["--jobs", "4"]].concat()).fine();
    assert_eq!(one.out, four.out);
    let mut lines = one.lines();
    assert_eq!(lines.len(), 600);
    let (puzzle, by) = lines[599].split_once('\t').unwrap();
    let by = by.strip_suffix(" x").unwrap();
    assert_eq!(transformed(&["--by", by, "--undo", puzzle]), PUZZLE);
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 600, "all disguises differ");
}

#[test]
fn answers_come_as_json_and_as_pictures() {
    let done = piste(&["transform", "--rotate", "180", "--json", PUZZLE]).fine();
    let answer = &json_lines(&done.out)[0];
    assert_eq!(answer["transformed"], PUZZLE.chars().rev().collect::<String>());
    assert_eq!(answer["transformation"], "r=987654321 c=987654321 d=123456789");
    let done = piste(&["transform", "--rotate", "180", "--with-transformation", PUZZLE]).fine();
    assert_eq!(done.lines()[1], "│ 9 7 · │ · 8 · │ · · · │");
    assert_eq!(done.lines()[13], "r=987654321 c=987654321 d=123456789");
}

#[test]
fn what_cannot_be_done_is_said() {
    let done = piste(&["transform", PUZZLE]);
    assert_eq!(done.code, Some(2));
    assert_eq!(
        done.err,
        "piste: say how: --by, --rotate, --flip, --transpose, --relabel or --random\n"
    );
    let done = piste(&["transform", "--by", "r=423156789", PUZZLE]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("the rows of band 1 must stay together in one band"), "{done:?}");
    let done = piste(&["transform", "--relabel", "112345678", PUZZLE]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("two digits cannot become the same one"), "{done:?}");
}
