//! `piste convert`.

use crate::support::*;

#[test]
fn lines_become_other_lines_with_their_trailing_columns() {
    let done = piste_on(&format!("{PUZZLE} x\n"), &["convert", "--to", "sdm"]).fine();
    assert_eq!(done.out, format!("{} x\n", PUZZLE.replace('.', "0")));
    let back = piste_on(&done.out, &["convert", "--to", "line"]).fine();
    assert_eq!(back.out, format!("{PUZZLE} x\n"));
}

#[test]
fn pictures_are_a_form_too() {
    let done = piste_on(&format!("{PUZZLE}\n{SEVENTEEN}\n"), &["convert", "--to", "drawn"]).fine();
    assert_eq!(done.lines().len(), 27);
}

#[test]
fn the_name_of_the_output_promises_its_form() {
    let folder = folder();
    let path = folder.path().join("out.sdm");
    piste_on(PUZZLE, &["convert", "--output", path.to_str().unwrap()]).fine();
    assert_eq!(std::fs::read_to_string(path).unwrap(), format!("{}\n", PUZZLE.replace('.', "0")));
}

#[test]
fn what_a_form_cannot_hold_is_named_and_the_rest_goes_on() {
    let marks = "123456789".repeat(81);
    let done = piste_on(&format!("{marks}\n{PUZZLE}\n"), &["convert", "--to", "sdm"]);
    assert_eq!((done.code, done.lines().len()), (Some(1), 1));
    assert!(done.err.starts_with("-:1:1: "), "{done:?}");
    assert!(done.err.ends_with("piste: not possible in this form: 1 of 2 puzzles\n"), "{done:?}");
}
