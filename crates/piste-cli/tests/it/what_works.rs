//! The table of docs/shapes.md, tried out: every verb on every shape that it names, and on a puzzle given by its pencil
//! marks. Where the table has no sign the program says why, and the exit code is not 0.

use crate::support::*;
use std::path::Path;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/shapes.md");

const JIGSAW: &str =
    "jigsaw:112222333111222333111122333445555666444555666444455766889999776888999777888899777";

/// The shapes that the titles of the columns stand for, how many cells a side has, and every which cell is emptied.
fn shape_of(title: &str) -> Option<(String, usize, usize)> {
    let of = |shape: &str, side, every| Some((shape.to_owned(), side, every));
    match title {
        "4×4" => of("4x4", 4, 3),
        "6×6" => of("6x6", 6, 5),
        "9×9" => of("9x9", 9, 13),
        "X" => of("9x9+x", 9, 13),
        "windoku" => of("9x9+windoku", 9, 13),
        "jigsaw" => of(JIGSAW, 9, 13),
        "jigsaw X" => of(&format!("{JIGSAW}+x"), 9, 13),
        "anti-knight" => of("9x9+antiknight", 9, 13),
        "12×12" => of("12x12", 12, 17),
        "16×16" => of("16x16", 16, 16),
        "25×25" => of("25x25", 25, 20),
        _ => None,
    }
}

/// A puzzle for the column; of the last one, pencil marks.
fn puzzle(title: &str) -> (Option<String>, String) {
    let Some((shape, side, every)) = shape_of(title) else {
        assert_eq!(title, "Sukaku");
        let alone = |digit: char| -> String {
            ('1'..='9').map(|mark| if mark == digit { mark } else { '.' }).collect()
        };
        let cell = |(at, digit): (usize, char)| {
            if at < 9 { "123456789".to_owned() } else { alone(digit) }
        };
        let marks: String = SOLUTION.chars().enumerate().map(cell).collect();
        return (None, marks);
    };
    let empty = ".".repeat(side * side);
    let args = ["solve", "--shape", &shape, "--random", "--seed", "3", "-f", "line", &empty];
    let full = piste(&args).fine().out.trim_end().to_owned();
    // Holes that do not look alike everywhere: else a large board has no canonical form within the bound.
    let is_hole = |at: usize| (at * at / 3 + at).is_multiple_of(every);
    let puzzle = full.char_indices().map(|(at, c)| if is_hole(at) { '.' } else { c }).collect();
    (Some(shape), puzzle)
}

/// What a verb does with the puzzle.
fn tried(verb: &str, shape: Option<&str>, puzzle: &str, folder: &Path) -> Done {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (library, book) = (path("library.sqlite"), path("book.pdf"));
    // A range is what other shapes take.
    let easiest = if shape == Some("9x9") { "naked-single" } else { "..naked-single" };
    let mut args: Vec<&str> = match verb {
        "solve" => vec!["solve", "-f", "line", puzzle],
        "check" | "canon" | "hint" => vec![verb, puzzle],
        "convert" => vec!["convert", "--json", puzzle],
        "transform" => vec!["transform", "--random", "--seed", "1", puzzle],
        "explain" => vec!["explain", puzzle],
        "rate" => vec!["rate", "--metrics", "singles-cells", puzzle],
        "make" => {
            vec!["make", "--seed", "1", "--symmetry", "none", "--hardest-is", easiest]
        }
        "library" => vec!["library", "add", "--metrics", "givens", "--library", &library, puzzle],
        "book" => vec!["book", "--output", &book, puzzle],
        other => panic!("{other} is no verb of the table"),
    };
    match (verb, shape) {
        // There is no other way to ask for puzzles of pencil marks to be made.
        ("make", None) => args.extend(["--format", "sukaku"]),
        (_, Some(shape)) => args.extend(["--shape", shape]),
        (_, None) => {}
    }
    piste(&args)
}

#[test]
fn every_cell_of_the_table_is_true() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let fields = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|field| field.trim().to_owned()).collect()
    };
    let mut lines = page.lines().skip_while(|line| !line.starts_with("|  | 4×4 |"));
    let titles = fields(lines.next().expect("the table"));
    let rows: Vec<Vec<String>> = lines
        .skip_while(|line| !line.starts_with("| **verbs** |"))
        .skip(1)
        .take_while(|line| !line.starts_with("| **"))
        .map(fields)
        .collect();
    assert_eq!((titles.len(), rows.len()), (13, 11));
    for (at, title) in titles.iter().enumerate().skip(1) {
        let (shape, puzzle) = puzzle(title);
        let folder = folder();
        for row in &rows {
            let verb = row[0].trim_matches('`');
            if cfg!(not(feature = "book")) && verb == "book" {
                continue;
            }
            let done = tried(verb, shape.as_deref(), &puzzle, folder.path());
            let works = row[at] == "●";
            assert_eq!(done.code == Some(0), works, "{verb} on {title}: {done:?}");
            assert!(works || !done.err.trim().is_empty(), "{verb} on {title} does not say why");
        }
    }
}
