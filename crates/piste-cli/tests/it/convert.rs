//! `piste convert`.

use crate::support::*;

#[test]
fn tables_keep_their_names_and_have_no_ragged_rows() {
    let table = format!("id,quizzes,se,by\n7,{PUZZLE},1.2,Ruud\n8,{PUZZLE},1.3\n9,{PUZZLE}\n");
    let done = piste_on(&table, &["convert", "--to", "csv"]).fine();
    assert_eq!(
        done.lines(),
        [
            "quizzes,id,se,by",
            &format!("{PUZZLE},7,1.2,Ruud"),
            &format!("{PUZZLE},8,1.3,"),
            &format!("{PUZZLE},9,,"),
        ]
    );
    let done = piste_on(&table, &["convert", "--to", "jsonl"]).fine();
    assert_eq!(json_lines(&done.out)[2]["quizzes"], PUZZLE);
    assert_eq!(json_lines(&done.out)[2]["by"], "");
    // What has no place in the header is reported, and the rest goes on.
    let lines = format!("{PUZZLE} a\n{PUZZLE} a b\n{PUZZLE}\n");
    let done = piste_on(&lines, &["convert", "--to", "tsv"]);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.lines(), ["puzzle\trest", &format!("{PUZZLE}\ta"), &format!("{PUZZLE}\t")]);
    assert!(
        done.err.starts_with(
            "-:2:1: expected 1 column beside the puzzle, as the header has, found 2\n"
        ),
        "{done:?}"
    );
    let json = format!(
        "{{\"puzzle\":\"{PUZZLE}\",\"a\":1,\"b\":2}}\n{{\"puzzle\":\"{PUZZLE}\",\"b\":3}}\n"
    );
    let done = piste_on(&json, &["convert", "--to", "csv"]).fine();
    assert_eq!(done.lines()[1..], [format!("{PUZZLE},1,2"), format!("{PUZZLE},,3")]);
}

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

/// Every form that can hold a plain puzzle brings it back.
#[test]
fn every_form_leads_back_to_the_line() {
    for form in ["line", "grid", "sdm", "sdk", "ss", "hodoku", "csv", "tsv", "jsonl", "drawn"] {
        let done = piste_on(&format!("{PUZZLE}\n"), &["convert", "--to", form]).fine();
        let back = piste_on(&done.out, &["convert", "--to", "line"]).fine();
        assert_eq!(back.out, format!("{PUZZLE}\n"), "{form}: {}", done.out);
    }
}

#[test]
fn columns_keep_their_names() {
    let table = format!("id,quizzes,se\n7,{PUZZLE},\"1,2\"\n");
    let json = piste_on(&table, &["convert", "--json"]).fine().out;
    let expected = serde_json::json!({"quizzes": PUZZLE, "id": "7", "se": "1,2"});
    assert_eq!(json_lines(&json)[0], expected);
    let back = piste_on(&json, &["convert", "--to", "csv"]).fine();
    assert_eq!(back.out, format!("quizzes,id,se\n{PUZZLE},7,\"1,2\"\n"));

    let done = piste_on(&table, &["convert", "--column", "quizzes"]).fine();
    assert_eq!(done.out, format!("{PUZZLE},7,\"1,2\"\n"));
    let done = piste_on(&table, &["convert", "--from", "csv", "--column", "riddle"]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.starts_with("piste: -: expected a column called \"riddle\""), "{done:?}");
}

#[test]
fn files_are_compressed_and_read_compressed_by_their_names() {
    let folder = folder();
    let lines = format!("{PUZZLE} x\n").repeat(1000);
    for ending in ["gz", "zst"] {
        let path = folder.path().join(format!("many.txt.{ending}"));
        let name = path.to_str().unwrap();
        piste_on(&lines, &["convert", "--output", name]).fine();
        assert!(std::fs::metadata(&path).unwrap().len() < 2000, "{ending} is compressed");
        assert_eq!(piste(&["convert", name]).fine().out, lines);
    }
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

#[test]
fn a_table_is_known_by_the_column_that_is_asked_for() {
    for cut in [",", ";", "\t"] {
        let table = format!("start{cut}x\n{PUZZLE}{cut}5\n{PUZZLE}{cut}6\n");
        let asked = piste_on(&table, &["solve", "--column", "start"]).fine();
        assert_eq!(asked.lines(), [format!("{SOLUTION}{cut}5"), format!("{SOLUTION}{cut}6")]);
        // The second line tells as much.
        assert_eq!(piste_on(&table, &["solve"]).fine().out, asked.out);
        let bare = format!("{PUZZLE}{cut}5\n");
        let asked = piste_on(&bare, &["solve", "--column", "1"]).fine();
        assert_eq!(asked.out, format!("{SOLUTION}{cut}5\n"));
        let wrong = piste_on(&table, &["solve", "--column", "end"]);
        assert_eq!(wrong.code, Some(2));
        assert!(
            wrong.err.contains("expected a column called \"end\", found start"),
            "{}",
            wrong.err
        );
    }
    // A title is no line of names, and a line with a rating is no row under one.
    let titled = piste_on(&format!("a title\n{PUZZLE},5\n"), &["solve"]);
    assert_eq!((titled.code, titled.out.as_str()), (Some(1), &*format!("{SOLUTION},5\n")));
    let json = format!("{{\"start\":\"{PUZZLE}\",\"x\":5}}\n");
    assert!(piste_on(&json, &["solve", "--column", "start"]).fine().out.starts_with(SOLUTION));
}
