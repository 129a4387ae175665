//! What a stranger meets at the door: what is pasted, what is mistyped, what is left of a file
//! when a run comes to nothing.

use super::support::*;
use std::path::Path;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn a_run_without_an_answer_leaves_the_file_as_it_was() {
    let folder = folder();
    let (kept, table) = (folder.path().join("kept.txt"), folder.path().join("t.csv"));
    let (name, csv) = (kept.to_str().unwrap(), table.to_str().unwrap());
    std::fs::write(&kept, "precious\n").unwrap();
    std::fs::write(&table, format!("puzzle,id\n{PUZZLE},7\n")).unwrap();
    let two = format!("{TWO_SOLUTIONS}\n");
    for (stdin, code, args) in [
        ("", 1, &["make", "-n", "3", "--target", "givens=17", "--budget", "20tries"][..]),
        ("", 2, &["rate", "--column", "puzle", csv]),
        ("junk\nmore junk\n", 1, &["convert"]),
        ("", 1, &["convert"]),
        (two.as_str(), 1, &["rate", "--where", "givens>0"]),
    ] {
        let done = piste_on(stdin, &[args, &["--output", name]].concat());
        assert_eq!((done.code, read(&kept).as_str()), (Some(code), "precious\n"), "{done:?}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
    // No rows are an answer, too, if nothing has failed.
    let args = ["rate", "--metrics", "givens", "--where", "givens<17", csv, "-o", name];
    piste(&args).fine();
    assert_eq!(read(&kept), "puzzle\tgivens\twords\tproblem\n");
}

#[test]
fn what_is_pasted_is_read_on_every_way_in() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[row * 9..][..9]).collect();
    let banded = rows.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
    let apart = |row: &&str| row.chars().map(String::from).collect::<Vec<_>>().join(",");
    let commas = rows.iter().map(apart).collect::<Vec<_>>().join("\n").replace('.', "");
    let address = format!("https://example.org/?p={PUZZLE}");
    for text in [banded, commas, address, PUZZLE.replace('.', "x")] {
        assert_eq!(piste_on(&text, &["convert"]).fine().out, format!("{PUZZLE}\n"), "{text}");
        assert_eq!(piste_on(&text, &["rate", "--metrics", "givens"]).fine().lines().len(), 2);
        assert_eq!(piste(&["convert", "-f", "line", &text]).fine().out, format!("{PUZZLE}\n"));
    }
    let done = piste_on("Dear all,\nhere it comes:\nsee above\n", &["convert"]);
    assert_eq!((done.code, done.err.lines().count()), (Some(1), 2), "{done:?}");
    assert!(done.err.starts_with("-:1:1: expected puzzles, as lines of 81 cells"), "{done:?}");
}

#[test]
fn an_empty_file_is_named_and_nothing_holds_of_it() {
    let folder = folder();
    let path = folder.path().join("empty.txt");
    std::fs::write(&path, "").unwrap();
    let name = path.to_str().unwrap();
    let done = piste(&["check", name]);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.err, format!("piste: there was nothing to read in {name}\n"));
    let done = piste(&["solve", name, name]);
    assert_eq!(done.err, "piste: there was nothing to read in 2 files\n");
}

#[test]
fn a_column_that_is_not_there_is_a_wrong_command_line() {
    let csv = format!("puzzle,id\n{PUZZLE},7\n");
    let done = piste_on(&csv, &["rate", "--column", "puzle"]);
    assert_eq!(done.code, Some(2));
    assert_eq!(done.err, "piste: -: expected a column called \"puzle\", found puzzle, id\n");
}

#[test]
fn json_and_jsonl_are_one_form_everywhere() {
    let puzzle = format!("{PUZZLE}\n");
    for verb in ["solve", "convert", "canon", "check", "rate"] {
        let [json, jsonl] =
            ["json", "jsonl"].map(|form| piste_on(&puzzle, &[verb, "--format", form]).fine().out);
        assert!(json.starts_with('{') && json == jsonl, "{verb}: {json}{jsonl}");
    }
    let made = piste(&["make", "-q", "--seed", "1", "--format", "json"]).fine().out;
    assert!(made.starts_with('{'), "{made}");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_one_clear_sentence() {
    let folder = folder();
    let (many, out) = (folder.path().join("many.txt"), folder.path().join("out.txt"));
    std::fs::write(&many, format!("{PUZZLE}\n").repeat(4000)).unwrap();
    let piste = env!("CARGO_BIN_EXE_piste");
    let (many, target) = (many.display(), out.display());
    let shell = format!("ulimit -f 8; '{piste}' solve '{many}' --output '{target}'");
    let mut command = std::process::Command::new("bash");
    command.args(["-c", &shell]);
    let done = run_on("", command);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert_eq!(done.err, format!("piste: cannot write to {target}: File too large\n"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn what_is_mistyped_is_answered_in_one_sentence() {
    for (args, words) in [
        (&["slove"][..], "there is no verb slove; did you mean solve?"),
        (&["hint", ""], "an empty argument is neither a puzzle nor a file"),
        (
            &["make", "--pattern", "no-file"],
            "--pattern no-file: there is no such file, and it is not 81 signs",
        ),
        (&["make", "--exclude", "no.txt"], "--exclude: no.txt: No such file or directory"),
    ] {
        let done = piste(args);
        assert_eq!((done.code, done.err), (Some(2), format!("piste: {words}\n")), "{args:?}");
    }
    let done = piste(&["make", "--must-use", "xwing"]);
    assert!(done.err.ends_with("did you mean x-wing?\n") && done.err.len() < 100, "{done:?}");
}

#[test]
fn examples_stand_in_the_manual_as_they_are() {
    let folder = folder();
    piste(&["man", folder.path().to_str().unwrap()]).fine();
    let page = read(&folder.path().join("piste-library-add.1"));
    let examples = page.split("Examples:\n").nth(1).unwrap();
    assert!(
        examples.starts_with(".nf\n  piste make \\-\\-level hard | piste library add\n  piste"),
        "{page}"
    );
}

#[test]
fn a_column_that_is_called_like_a_member_is_kept_under_another_name() {
    let csv = format!("puzzle,summary,shape\n{PUZZLE},mine,round\n");
    let done = piste_on(&csv, &["rate", "--keep", "summary,shape", "--json"]).fine();
    for (name, value) in [("summary", "mine"), ("shape", "round")] {
        assert!(done.out.contains(&format!("\"input.{name}\":\"{value}\"")), "{}", done.out);
    }
    assert_eq!(done.out.matches("\"summary\":").count(), 1, "{}", done.out);
}

#[test]
fn rate_keeps_columns_of_the_input() {
    let csv = format!(
        "id,puzzle,givens\n007,{PUZZLE},x\n008,{TWO_SOLUTIONS},y\n009,{SEVENTEEN},\"a,b\"\n"
    );
    let keep = ["rate", "--metrics", "givens", "--keep", "line,id,givens", "--format"];
    let seventeen = SEVENTEEN.replace('0', ".");
    let many = "more than one solution: r2c8 can be 4 or 8";
    let done = piste_on(&csv, &[&keep[..], &["tsv"]].concat());
    assert_eq!(done.code, Some(1));
    assert_eq!(
        done.lines(),
        [
            "puzzle\tgivens\twords\tproblem\tline\tid\tinput.givens".to_owned(),
            format!("{PUZZLE}\t30\t\t\t2\t007\tx"),
            format!("{TWO_SOLUTIONS}\t\t\t{many}\t3\t008\ty"),
            format!("{seventeen}\t17\t\t\t4\t009\ta,b"),
        ]
    );
    let csv_out = piste_on(&csv, &[&keep[..], &["csv"]].concat());
    assert_eq!(csv_out.lines()[3], format!("{seventeen},17,,,4,009,\"a,b\""));
    let json = json_lines(&piste_on(&csv, &[&keep[..], &["json"]].concat()).out);
    assert_eq!((json[0]["line"].as_u64(), json[0]["id"].as_str()), (Some(2), Some("007")));
    assert_eq!(json[0]["ratings"]["givens"]["value"], 30);
    assert_eq!(json[0]["input.givens"], "x");
    let done = piste_on(&csv, &["rate", "--metrics", "givens", "--keep", "nme", "-f", "tsv"]);
    assert!(
        done.err.contains("--keep: there is no column nme in -; there are id, givens"),
        "{done:?}"
    );
    let done = piste(&["rate", "--keep", "line", PUZZLE]);
    assert_eq!(done.code, Some(2), "{done:?}");
}
