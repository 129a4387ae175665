//! `piste book`: what is printed is what was asked for, read back from the PDF by other programs.

use crate::library::Shelf;
use crate::support::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A word of a page: its text and its middle.
struct Word {
    text: String,
    x: f64,
    y: f64,
}

/// Whether this program is there; if not, it is said.
fn has(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        eprintln!("SKIPPED: {program} is not installed");
    }
    is_there
}

/// The words of a PDF, page by page, as poppler sees them.
fn words(pdf: &Path) -> Vec<Vec<Word>> {
    let done = Command::new("pdftotext").args(["-bbox"]).arg(pdf).arg("-").output().unwrap();
    assert!(done.status.success(), "{done:?}");
    let text = String::from_utf8(done.stdout).unwrap();
    let number = |line: &str, name: &str| -> f64 {
        let at = line.split_once(&format!("{name}=\"")).unwrap().1;
        at.split_once('"').unwrap().0.parse().unwrap()
    };
    let mut pages = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("<page ") {
            pages.push(Vec::new());
        } else if let Some(rest) = line.strip_prefix("<word ") {
            let (place, rest) = rest.split_once('>').unwrap();
            let text = rest.trim_end_matches("</word>").to_owned();
            let middle = |least, most| (number(place, least) + number(place, most)) / 2.0;
            let (x, y) = (middle("xMin", "xMax"), middle("yMin", "yMax"));
            pages.last_mut().unwrap().push(Word { text, x, y });
        }
    }
    pages
}

/// The rows of a manifest, each by column.
fn rows(csv: &Path) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(csv).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells = line.split(',').map(str::to_owned);
        names.iter().map(|name| (*name).to_owned()).zip(cells).collect()
    };
    lines.map(row).collect()
}

/// The board that the digits of a page give, at the place that the manifest says.
fn read_back(pages: &[Vec<Word>], row: &BTreeMap<String, String>) -> String {
    let number = |name: &str| row[name].parse::<f64>().unwrap();
    let cells = row["puzzle"].chars().count();
    let side = (1..).find(|side| side * side >= cells).unwrap();
    let pitch = number("side") / side as f64;
    let mut board = vec!['.'; cells];
    for word in &pages[number("page") as usize - 1] {
        let (column, line) = ((word.x - number("x")) / pitch, (word.y - number("y")) / pitch);
        let is_inside = |at: f64| (0.0..side as f64).contains(&at);
        if is_inside(column) && is_inside(line) {
            let at = line as usize * side + column as usize;
            assert_eq!(board[at], '.', "two digits in one cell");
            assert_eq!(word.text.chars().count(), 1, "{}", word.text);
            board[at] = word.text.chars().next().unwrap();
        }
    }
    board.into_iter().collect()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_digits_of_the_pdf_give_every_puzzle_back() {
    if !has("pdftotext") || !has("qpdf") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (pdf, csv) = (folder.path().join("book.pdf"), folder.path().join("list.csv"));
    let puzzles = piste(&["make", "-q", "-n", "14", "--seed", "5"]).fine().out;
    for per_page in ["1", "2", "4", "6", "9", "12"] {
        let args = ["book", "-q", "-", "--per-page", per_page, "--page", "a4", "--qr", "-o"];
        piste_on(&puzzles, &[&args[..], &[text(&pdf), "--manifest", text(&csv)]].concat()).fine();
        let (pages, rows) = (words(&pdf), rows(&csv));
        assert_eq!(rows.len(), 14);
        for row in &rows {
            assert_eq!(read_back(&pages, row), row["puzzle"], "{per_page} a page");
        }
        let check = Command::new("qpdf").arg("--check").arg(&pdf).output().unwrap();
        assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    }
}

#[test]
fn boards_of_other_shapes_are_printed_too() {
    if !has("pdftotext") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (pdf, csv) = (folder.path().join("book.pdf"), folder.path().join("list.csv"));
    // A file has boards of one size.
    let mut files = Vec::new();
    for shape in ["9x9", "4x4", "6x6", "12x12"] {
        let file = folder.path().join(format!("{shape}.txt"));
        let made = ["make", "-q", "-n", "2", "--seed", "2", "--shape", shape, "--format", "line"];
        std::fs::write(&file, piste(&made).fine().out).unwrap();
        files.push(file);
    }
    let mut args = vec!["book", "-q"];
    args.extend(files.iter().map(|file| text(file)));
    args.extend(["--per-page", "2", "-o", text(&pdf), "--manifest", text(&csv)]);
    piste(&args).fine();
    let (pages, rows) = (words(&pdf), rows(&csv));
    assert_eq!(rows.len(), 8);
    for row in &rows {
        assert_eq!(read_back(&pages, row), row["puzzle"], "{}", row["shape"]);
        assert_eq!(row["minutes"].is_empty(), row["shape"] != "9x9");
    }
}

#[test]
fn the_same_seed_is_the_same_book_and_levels_rise() {
    let folder = tempfile::tempdir().unwrap();
    let (pdf, csv) = (folder.path().join("book.pdf"), folder.path().join("list.csv"));
    let made = |jobs: &str| {
        let args = ["book", "-q", "--levels", "easy:4,medium:3", "--seed", "7", "--jobs", jobs];
        let to = ["--title", "T", "-o", text(&pdf), "--manifest", text(&csv)];
        piste(&[&args[..], &to].concat()).fine();
        fs::read(&pdf).unwrap()
    };
    assert!(made("1") == made("3"), "the same bytes on any number of threads");
    let rows = rows(&csv);
    let levels: Vec<&str> = rows.iter().map(|row| row["level"].as_str()).collect();
    assert_eq!(levels, ["easy", "easy", "easy", "easy", "medium", "medium", "medium"]);
    let minutes: Vec<f64> = rows.iter().map(|row| row["minutes"].parse().unwrap()).collect();
    assert!(minutes[..4].is_sorted() && minutes[4..].is_sorted(), "{minutes:?}");
}

#[test]
fn what_was_in_an_earlier_book_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let (pdf, csv) = (folder.path().join("book.pdf"), folder.path().join("list.csv"));
    let earlier = folder.path().join("earlier.txt");
    let turned: String = PUZZLE.chars().rev().collect();
    fs::write(&earlier, turned).unwrap();
    let both = format!("{PUZZLE}\n{SEVENTEEN}\n");
    let args = ["book", "-q", "-", "--exclude", text(&earlier), "-o", text(&pdf), "--manifest"];
    piste_on(&both, &[&args[..], &[text(&csv)]].concat()).fine();
    let rows = rows(&csv);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["puzzle"].replace('.', "0"), SEVENTEEN);
}

#[test]
fn puzzles_that_are_there_twice_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("book.pdf");
    let both = format!("{PUZZLE}\n{SEVENTEEN}\n");
    for (puzzles, words) in [
        (format!("{both}{PUZZLE}\n"), "; 1 puzzle left out that was there in disguise\n"),
        (format!("{both}{both}"), "; 2 puzzles left out that were there in disguise\n"),
    ] {
        let done = piste_on(&puzzles, &["book", "-", "-o", text(&pdf)]);
        assert_eq!(done.code, Some(0), "{done:?}");
        assert!(done.err.ends_with(words), "{done:?}");
    }
}

#[test]
fn what_cannot_be_printed_is_said_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("book.pdf");
    let to = text(&pdf);
    let said = |stdin: &str, args: &[&str], code: i32, words: &str| {
        let done = piste_on(stdin, &[&["book"], args].concat());
        assert_eq!(done.code, Some(code), "{done:?}");
        assert!(done.err.contains(words), "{words}: {done:?}");
        assert!(done.err.lines().count() <= 3, "{done:?}");
        assert!(!pdf.exists(), "{done:?}");
    };
    said("", &["-", "-o", to], 1, "there was nothing to read on the standard input");
    said(TWO_SOLUTIONS, &["-", "-o", to], 1, "no book is made: 1 line is no puzzle");
    said(PUZZLE, &["-", "-o", to, "--title", "数独"], 2, "U+6570");
    said(PUZZLE, &["-", "-o", to, "--title", "سودوكو"], 2, "--font FILE");
    said(PUZZLE, &["-", "-o", to, "--page", "a3"], 2, "there is no paper a3");
    said(PUZZLE, &["-", "-o", to, "--per-page", "5"], 2, "5 puzzles a page have no layout");
    said(PUZZLE, &["-", "-o", to, "--page", "a5", "--large-print"], 2, "16 points");
    said(PUZZLE, &["-"], 2, "where should it go?");
    let half = ["-", "--shard", "1/2", "-o", to];
    said(PUZZLE, &half, 2, "there is no option --shard");
    said(PUZZLE, &["-", "-o", "no/such/folder/book.pdf"], 2, "cannot write to no/such/folder");
    said("", &["--levels", "steep:3", "-o", to], 2, "there is no level steep");
    said("", &["--levels", "easy", "-o", to], 2, "easy:40");
    let fewest = ["--levels", "easy:1", "--givens", "17", "-o", to];
    said("", &fewest, 2, "only from puzzles that have as few, and there is none to start from");
    let sixes = folder.path().join("sixes.txt");
    fs::write(&sixes, ".".repeat(36)).unwrap();
    let exclude = ["--levels", "6x6:4", "--exclude", text(&sixes), "-o", to];
    said("", &exclude, 2, "--exclude is about puzzles of 9×9, and --levels asks for 6x6");
    let boards = ["--exercises", "naked-single:2", "--shape", "4x4", "-o", to];
    said("", &boards, 2, "--shape: the boards of --exercises are of the classic 9×9");
    let levels = ["--levels", "easy:1", "--box", "2x2", "-o", to];
    said("", &levels, 2, "--box is about files; --levels names shapes itself");
    #[cfg(target_os = "linux")]
    said(PUZZLE, &["-", "-o", "/dev/full"], 2, "cannot write to /dev/full");
}

#[test]
fn a_library_with_too_few_puzzles_is_a_no() {
    let shelf = Shelf::new();
    shelf.library(&["add", "--metrics", "givens,se", PUZZLE]);
    let pdf = shelf.file("book.pdf");
    for verb in [&["book", "--levels", "easy:3"][..], &["book", "--levels", "6x6:3"], &["week"]] {
        let done = shelf.run(&[verb, &["--method", "library", "-o", &pdf]].concat(), "");
        assert_eq!(done.code, Some(1), "{done:?}");
        assert!(done.err.contains("no book is made: the library has "), "{done:?}");
    }
}

#[test]
fn a_greek_title_and_a_plan_are_followed() {
    if !has("pdftotext") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (pdf, plan) = (folder.path().join("book.pdf"), folder.path().join("plan.toml"));
    fs::write(
        &plan,
        "title = \"Σουντόκου για όλους\"\nper-page = 1\nhints = \"words\"\n[levels]\nnovice = \"Πράσινο\"\n",
    )
    .unwrap();
    piste_on(PUZZLE, &["book", "-q", "-", "--plan", text(&plan), "-o", text(&pdf)]).fine();
    let pages = words(&pdf);
    let all: Vec<&str> = pages.iter().flatten().map(|word| word.text.as_str()).collect();
    for word in ["Σουντόκου", "Πράσινο", "Contents", "Solutions", "Hints:"] {
        assert!(all.contains(&word), "{word}: {all:?}");
    }
    fs::write(&plan, "title = 3").unwrap();
    let done = piste_on(PUZZLE, &["book", "-", "--plan", text(&plan), "-o", text(&pdf)]);
    assert!(done.err.contains("plan.toml: line 1"), "{done:?}");
}

#[test]
fn a_book_without_levels_has_no_page_about_them() {
    if !has("pdftotext") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("book.pdf");
    for (puzzle, has_levels) in [(".4.1...3.3.4....", false), (PUZZLE, true)] {
        let done = piste_on(puzzle, &["book", "-q", "-", "--title", "T", "-o", text(&pdf)]);
        done.fine();
        let pages = words(&pdf);
        let all: Vec<&str> = pages.iter().flatten().map(|word| word.text.as_str()).collect();
        assert!(all.contains(&"Contents"), "{all:?}");
        assert_eq!(all.contains(&"levels"), has_levels, "{all:?}");
    }
}

#[test]
fn pages_come_one_by_one_as_svg_and_png() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, png) = (folder.path().join("svg"), folder.path().join("png"));
    let args = ["book", "-q", "-", "--svg", text(&svg), "--png", text(&png), "--dots", "50"];
    piste_on(PUZZLE, &args).fine();
    let names = |folder: &Path| {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&svg), ["page-001.svg", "page-002.svg"]);
    assert_eq!(names(&png), ["page-001.png", "page-002.png"]);
    assert!(fs::read_to_string(svg.join("page-001.svg")).unwrap().starts_with("<svg"));
    assert!(fs::read(png.join("page-002.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_week_gets_harder_from_day_to_day() {
    let folder = tempfile::tempdir().unwrap();
    let (pdf, csv) = (folder.path().join("week.pdf"), folder.path().join("week.csv"));
    let days = "easy,easy,easy,medium,medium,hard,hard";
    for seed in ["1", "2"] {
        let args = ["week", "-q", "--seed", seed, "--days", days, "--givens", "22..36"];
        piste(&[&args[..], &["-o", text(&pdf), "--manifest", text(&csv)]].concat()).fine();
        let rows = rows(&csv);
        assert_eq!(rows.len(), 7);
        let levels: Vec<&str> = rows.iter().map(|row| row["level"].as_str()).collect();
        assert_eq!(levels.join(","), days);
        // The file has minutes to a tenth.
        let minutes: Vec<f64> = rows.iter().map(|row| row["minutes"].parse().unwrap()).collect();
        for day in minutes.windows(2) {
            assert!(day[1] + 0.05 >= 1.1 * (day[0] - 0.05), "{minutes:?}");
        }
        for row in &rows {
            let puzzle = &row["puzzle"];
            let turned = puzzle.chars().rev();
            assert!(puzzle.chars().zip(turned).all(|(a, b)| (a == '.') == (b == '.')), "{puzzle}");
            let givens = puzzle.chars().filter(|sign| *sign != '.').count();
            assert!((22..=36).contains(&givens), "{puzzle}");
        }
        if has("pdftotext") {
            let pages = words(&pdf);
            assert_eq!(pages.len(), 8, "a page for each day, and the last solution");
            for row in &rows {
                assert_eq!(read_back(&pages, row), row["puzzle"]);
            }
        }
    }
    let falling =
        piste(&["week", "--days", "tough,gentle,easy,easy,easy,easy,easy", "-o", text(&pdf)]);
    assert!(falling.err.contains("may not fall"), "{falling:?}");
}

#[test]
fn worksheets_show_steps_exercises_and_empty_boards() {
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("sheet.pdf");
    piste(&["explain", "-q", PUZZLE, "--upto", "5", "--pdf", text(&pdf)]).fine();
    assert!(fs::read(&pdf).unwrap().starts_with(b"%PDF"));
    let none = piste(&["explain", PUZZLE, "--only", "x-wing", "--pdf", text(&pdf)]);
    assert_eq!(none.code, Some(1));
    assert!(none.err.contains("no step of this solution is by x-wing"), "{none:?}");
    let args = ["book", "-q", "--exercises", "naked-pair:3", "--seed", "1", "--per-page", "2"];
    piste(&[&args[..], &["-o", text(&pdf)]].concat()).fine();
    if has("pdftotext") {
        let all: Vec<String> = words(&pdf).into_iter().flatten().map(|word| word.text).collect();
        assert!(all.iter().any(|word| word == "Answers"), "{all:?}");
    }
    piste(&["book", "-q", "--blank", "3", "--shape", "6x6", "-o", text(&pdf)]).fine();
    if has("pdftotext") {
        let marks: usize = words(&pdf).iter().map(Vec::len).sum();
        assert!(marks > 0);
    }
}
