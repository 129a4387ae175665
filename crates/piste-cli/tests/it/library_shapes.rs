//! `piste library` with puzzles of other shapes: in, out, asked about, counted, packed, removed; and what is wrong with a
//! shape in one sentence.

use crate::support::*;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

const SIX: &str = "1....6..3.1..5..2..2..5..3.4.6..1....";

/// A full board of this shape, and what is left of it when every n-th cell is emptied.
fn made(shape: &str, side: usize, every: usize) -> String {
    let empty = ".".repeat(side * side);
    let args = ["solve", "--shape", shape, "--random", "--seed", "3", "-f", "line", &empty];
    let full = piste(&args).well().out.trim_end().to_owned();
    let place = |at: usize| if side == 16 { at * at / 3 + at } else { at };
    full.char_indices().map(|(at, c)| if place(at) % every == 0 { '.' } else { c }).collect()
}

impl Done {
    /// Asserts that all went well, whatever was said on the side.
    #[track_caller]
    fn well(self) -> Done {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }
}

fn library(folder: &Path, args: &[&str]) -> Done {
    let path = folder.join("mine.sqlite").to_str().unwrap().to_owned();
    piste(&[&["library"], args, &["--library", &path]].concat())
}

fn add(folder: &Path, shape: &str, puzzle: &str) -> Done {
    library(folder, &["add", "--shape", shape, puzzle])
}

const JIGSAW: &str =
    "jigsaw:112222333111222333111122333445555666444555666444455766889999776888999777888899777";

#[test]
fn other_shapes_go_in_and_come_out() {
    let folder = folder();
    let folder = folder.path();
    let jigsaw = format!("{JIGSAW}+x");
    let shapes = [("6x6/2x3", 6, 3), ("16x16", 16, 4), (&jigsaw, 9, 3), ("9x9+antiknight", 9, 3)];
    let mut all = Vec::new();
    for (shape, side, every) in shapes {
        let puzzle = made(shape, side, every);
        let told = add(folder, shape, &puzzle).well();
        assert!(told.err.contains("1 puzzle added"), "{shape}: {}", told.err);
        let again = add(folder, shape, &puzzle);
        assert!(again.err.contains("0 puzzles added, 1 there already"), "{shape}: {}", again.err);
        let turned = piste(&[
            "transform",
            "--random",
            "--seed",
            "4",
            "--shape",
            shape,
            "-f",
            "line",
            &puzzle,
        ]);
        let turned = turned.well().out.trim_end().to_owned();
        let image = add(folder, shape, &turned);
        assert!(image.err.contains("1 there already"), "{shape}: {}", image.err);
        assert_eq!(library(folder, &["query", "--shape", shape]).well().lines(), [&puzzle]);
        let told = library(
            folder,
            &["query", "--shape", shape, "--json", "--metrics", "hardest,givens,se"],
        );
        let told = &json_lines(&told.well().out)[0];
        assert_eq!((&told["puzzle"], &told["shape"]), (&json!(puzzle), &json!(shape)));
        let rated =
            piste(&["rate", "--shape", shape, "--json", "--metrics", "hardest,givens", &puzzle]);
        let rated = &json_lines(&rated.well().out)[0];
        for metric in ["hardest", "givens"] {
            assert_eq!(
                told["ratings"][metric]["value"], rated["ratings"][metric]["value"],
                "{shape}"
            );
        }
        let word = told["ratings"]["hardest"]["value"].as_str().unwrap();
        let condition = format!("hardest>={word} and hardest<={word}");
        let found = library(folder, &["query", &condition, "--shape", shape, "--how-many"]).well();
        assert_eq!(found.out, "1\n", "{shape} {condition}");
        assert_eq!(library(folder, &["query", "se>0", "--how-many"]).well().out, "0\n");
        all.push((shape.to_owned(), puzzle));
    }
    // A classic one beside them; nobody who asks for one sees another.
    library(folder, &["add", PUZZLE]).well();
    assert_eq!(library(folder, &["query", "--shape", "9x9"]).well().lines(), [PUZZLE]);
    assert_eq!(library(folder, &["query", "--how-many"]).well().out, "5\n");
    let path = folder.join("mine.sqlite").to_str().unwrap().to_owned();
    let drawn =
        piste(&["make", "--method", "library", "--library", &path, "-n", "1", "--seed", "1"]);
    assert_eq!(drawn.well().out.trim_end().len(), 81);
    // Several shapes in a form that does not tell them apart.
    let lines = library(folder, &["query"]);
    assert_eq!((lines.code, lines.out.as_str()), (Some(2), ""));
    assert!(lines.err.contains("several shapes (9x9, 6x6/2x3 …)"), "{}", lines.err);
    let table = library(folder, &["export", "--format", "tsv"]).well();
    let header: Vec<&str> = table.lines()[0].split('\t').collect();
    let at = header.iter().position(|name| *name == "shape").unwrap();
    assert!(header.contains(&"hardest"));
    let told: Vec<&str> =
        table.lines()[1..].iter().map(|line| line.split('\t').nth(at).unwrap()).collect();
    let shapes: Vec<&str> = all.iter().map(|(shape, _)| shape.as_str()).collect();
    assert_eq!(told, [&shapes[..], &["9x9"]].concat());
    let stats = &json_lines(&library(folder, &["stats", "--json"]).well().out)[0];
    let told = stats["shapes"].as_array().unwrap().iter();
    let told: BTreeSet<&str> = told.map(|shape| shape["name"].as_str().unwrap()).collect();
    let known = ["9x9", "6x6/2x3", "16x16", jigsaw.as_str(), "9x9+antiknight"];
    assert_eq!(told, BTreeSet::from(known));
    assert!(stats["shapes"].as_array().unwrap().iter().all(|shape| shape["count"] == 1));
    let text = library(folder, &["stats"]).well().out;
    assert!(text.contains("\nshape\n") && text.contains("a jigsaw of 9x9+x"), "{text}");
    let verified = library(folder, &["verify"]).well();
    assert!(verified.err.contains("all is well: 5 puzzles proved again"), "{}", verified.err);
    // All of it in a packed file, and out of that again.
    let packed = folder.join("all.pack");
    library(folder, &["export", "--packed", "--output", packed.to_str().unwrap()]).well();
    let other = folder.join("other.sqlite").to_str().unwrap().to_owned();
    piste(&["library", "import", "--packed", packed.to_str().unwrap(), "--library", &other]).well();
    let again = piste(&["library", "export", "--format", "tsv", "--library", &other]).well();
    let sorted = |done: &Done| {
        let mut lines: Vec<String> = done.lines().iter().map(|&line| line.to_owned()).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&again), sorted(&table));
    // And gone.
    let gone = library(folder, &["remove", "givens>0", "--shape", &jigsaw, "--yes"]).well();
    assert!(gone.err.contains("1 puzzle removed"), "{}", gone.err);
    assert_eq!(library(folder, &["query", "--how-many"]).well().out, "4\n");
}

#[test]
fn what_was_imported_is_rated_later_by_what_fits_it() {
    let folder = folder();
    let folder = folder.path();
    let six = made("6x6", 6, 3);
    let file = folder.join("six.txt");
    std::fs::write(&file, format!("{six}\n")).unwrap();
    library(folder, &["import", file.to_str().unwrap()]).well();
    let lacking = library(folder, &["query", "hardest<=naked-pair", "--how-many"]).well();
    assert_eq!(lacking.out, "0\n");
    assert!(lacking.err.contains("1 have no rating by hardest"), "{}", lacking.err);
    assert!(library(folder, &["rate", "--missing"]).well().err.contains("1 puzzle rated"));
    assert!(library(folder, &["rate", "--missing"]).well().err.contains("nothing is missing"));
    let found = library(folder, &["query", "hardest<=naked-pair", "--how-many"]).well();
    assert_eq!(found.out, "1\n");
    library(folder, &["verify", "--sample", "5"]).well();
}

/// A table that says its shapes is believed, where the text alone would be taken for another board.
#[test]
fn a_column_says_what_the_text_does_not() {
    let folder = folder();
    let folder = folder.path();
    let knight = made("9x9+antiknight", 9, 3);
    let file = folder.join("table.csv");
    std::fs::write(&file, format!("puzzle,shape\n{knight},9x9+antiknight\n{PUZZLE},9x9\n"))
        .unwrap();
    library(folder, &["import", file.to_str().unwrap()]).well();
    assert_eq!(library(folder, &["query", "--shape", "9x9+antiknight"]).well().lines(), [&knight]);
    assert_eq!(library(folder, &["query", "--shape", "9x9"]).well().lines(), [PUZZLE]);
    std::fs::write(&file, format!("puzzle,shape\n{PUZZLE},6x6\n{PUZZLE},round\n")).unwrap();
    let wrong = library(folder, &["import", file.to_str().unwrap()]);
    assert_eq!(wrong.code, Some(1));
    assert!(
        wrong.err.contains(":2:1: the column shape says 6x6/2x3, and this is a board of 9x9"),
        "{}",
        wrong.err
    );
    assert!(wrong.err.contains(":3:1: shape: "), "{}", wrong.err);
}

#[test]
fn bad_shapes_and_bad_puzzles_get_a_sentence() {
    let folder = folder();
    let folder = folder.path();
    for (args, words) in [
        (&["add", "--shape", "6x6/2x2", SIX][..], "boxes of 2x2 do not fit a board of 6x6"),
        (&["query", "--shape", "9x9+y"], "found \"y\""),
        (&["stats", "--shape", "26x26"], "25"),
        (&["remove", "givens>0", "--shape", "jigsaw:1123"], "jigsaw"),
        (&["export", "--shape", "jigsaw:nowhere.txt"], "there is no such file"),
    ] {
        let wrong = library(folder, args);
        assert_eq!(wrong.code, Some(2), "{args:?}: {}", wrong.err);
        assert!(wrong.err.contains(words), "{args:?}: {}", wrong.err);
    }
    let two = add(folder, "4x4", "1...............");
    assert_eq!(two.code, Some(1));
    assert!(two.err.contains("more than one solution"), "{}", two.err);
    let marks = "123456789".repeat(81);
    let wrong = library(folder, &["add", &marks]);
    assert!(wrong.code != Some(0) && wrong.err.contains("pencil marks"), "{}", wrong.err);
}

#[test]
fn puzzles_of_a_shape_are_drawn_in_disguise() {
    let folder = folder();
    let folder = folder.path();
    let path = folder.join("mine.sqlite").to_str().unwrap().to_owned();
    let puzzle = made("6x6", 6, 3);
    add(folder, "6x6", &puzzle).well();
    let draw = |args: &[&str]| {
        let order =
            ["make", "--method", "library", "--shape", "6x6", "--seed", "3", "--library", &path];
        piste(&[&order[..], args].concat())
    };
    let done = draw(&["--json"]).well();
    let drawn = &json_lines(&done.out)[0];
    let told = drawn["puzzle"].as_str().unwrap();
    assert_ne!(told, puzzle);
    assert_eq!((&drawn["shape"], &drawn["attempt"]), (&json!("6x6/2x3"), &json!(1)));
    // It is the same one up to symmetry.
    let again = add(folder, "6x6", told);
    assert!(again.err.contains("1 there already"), "{}", again.err);
    let two = draw(&["-n", "2"]);
    assert_eq!((two.code, two.lines().len()), (Some(1), 1));
    assert!(two.err.contains("the library has 1 such puzzles of 6x6"), "{}", two.err);
    assert_eq!(draw(&["--fresh", "weekly"]).well().lines().len(), 1);
    assert_eq!(draw(&["--fresh", "weekly"]).code, Some(1));
    for args in [&["--minimal"][..], &["--hardest-is", "naked-pair"]] {
        let wrong = draw(args);
        assert!(wrong.err.contains("library cannot work to"), "{}", wrong.err);
    }
    let other = ["make", "--shape", "6x6", "--method", "climb"];
    assert!(piste(&other).err.contains("with --shape there is library alone"));
}
