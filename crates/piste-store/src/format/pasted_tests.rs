//! Every shape that people paste, and what must not be taken for one.

use super::{Form, ReadOptions, Reader, Record};
use piste_core::AnyClues;
use piste_core::Grid;
use piste_core::search::Clues;
use piste_core::text::boards::{self, Welcome};
use piste_core::text::drawn;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its nine rows, each made into a line.
fn rows(line: impl Fn(&str) -> String) -> String {
    let rows = (0..9).map(|row| line(&PUZZLE[row * 9..][..9]));
    rows.collect::<Vec<_>>().join("\n") + "\n"
}

/// The cells of a row, with something between them and something for the empty ones.
fn cells(row: &str, between: &str, empty: &str) -> String {
    let cell = |c: char| if c == '.' { empty.to_owned() } else { c.to_string() };
    row.chars().map(cell).collect::<Vec<_>>().join(between)
}

/// Three boxes of a row with blanks for empty cells.
fn boxes(row: &str, between: &str) -> [String; 3] {
    [0, 3, 6].map(|at| cells(&row[at..at + 3], between, " "))
}

fn bands(text: &str, between: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join(between) + "\n"
}

fn wide(text: &str) -> String {
    let wide = |c: char| match c.to_digit(10) {
        Some(digit) => char::from_u32('０' as u32 + digit).unwrap(),
        None => c,
    };
    text.chars().map(wide).collect()
}

/// Every shape by its name.
fn shapes() -> Vec<(&'static str, String)> {
    let zeros = PUZZLE.replace('.', "0");
    let plain = rows(str::to_owned);
    let rule = "+-------+-------+-------+";
    let closed = rows(|row| format!("| {} |", boxes(row, " ").join(" | ")));
    let listed =
        |open: &str, close: &str| rows(|row| format!("  {open}{}{close},", cells(row, ", ", "0")));
    let on_one_line = |empty: &str, quote: &str| {
        let row = |row: usize| {
            let cell = |c: char| match c {
                '.' => format!("{quote}{empty}{quote}"),
                c => format!("{quote}{c}{quote}"),
            };
            let row: &str = &PUZZLE[row * 9..][..9];
            format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","))
        };
        format!("[{}]\n", (0..9).map(row).collect::<Vec<_>>().join(","))
    };
    vec![
        ("blank lines between bands", bands(&plain, "\n\n")),
        ("blank lines between all rows", plain.replace('\n', "\n\n")),
        (
            "blank lines between rows of tabs",
            rows(|row| cells(row, "\t", "0")).replace('\n', "\n\n"),
        ),
        ("blank lines between rows of x", rows(|row| row.replace('.', "x")).replace('\n', "\n\n")),
        ("bands of a drawing", bands(&rows(|row| cells(row, " ", ".")), "\n\n")),
        ("boxes with blanks", bands(&closed, &format!("\n{rule}\n"))),
        (
            "boxes with blanks in a frame",
            format!("{rule}\n{}{rule}\n", bands(&closed, &format!("\n{rule}\n"))),
        ),
        ("boxes with blanks, open", rows(|row| boxes(row, " ").join(" | "))),
        ("boxes with blanks, cut", rows(|row| boxes(row, " ").join(" | ").trim_end().to_owned())),
        ("tight boxes with blanks", rows(|row| format!("|{}|", boxes(row, "").join("|")))),
        ("tight boxes, padded", rows(|row| format!("| {} |", boxes(row, "").join(" | ")))),
        ("a table of cells", rows(|row| format!("| {} |", cells(row, " | ", " ")))),
        ("a table with rules", {
            let rule = format!("+{}", "---+".repeat(9));
            let row = |row: &str| format!("{rule}\n| {} |", cells(row, " | ", " "));
            rows(row) + &rule
        }),
        ("a table in a text", {
            let table = rows(|row| format!("| {} |", cells(row, " | ", " ")));
            table.replacen('\n', &format!("\n|{}\n", "---|".repeat(9)), 1)
        }),
        ("commas and zeros", rows(|row| cells(row, ",", "0"))),
        ("commas and nothing", rows(|row| cells(row, ",", ""))),
        ("semicolons and nothing", rows(|row| cells(row, ";", ""))),
        ("tabs and nothing", rows(|row| cells(row, "\t", ""))),
        ("tabs and zeros", rows(|row| cells(row, "\t", "0"))),
        ("quoted fields", rows(|row| format!("\"{}\"", cells(row, "\",\"", "")))),
        ("a line of x", PUZZLE.replace('.', "x") + "\n"),
        ("a line of ?", PUZZLE.replace('.', "?") + "\n"),
        ("rows of x", rows(|row| row.replace('.', "x"))),
        ("a drawing of X", drawn::print(&PUZZLE.parse::<Grid>().unwrap()).replace('.', "X")),
        ("a full-width line", wide(&zeros) + "\n"),
        ("full-width rows", rows(|row| wide(&row.replace('.', "0")))),
        ("a quoted line", format!("> {PUZZLE}\n")),
        ("quoted rows", rows(|row| format!("> {row}"))),
        ("a quoted quotation", rows(|row| format!(">> {}", cells(row, " ", ".")))),
        ("a list of lists", on_one_line("0", "")),
        ("a list of signs", on_one_line(".", "\"")),
        ("lists on lines", format!("[\n{}]\n", listed("[", "]"))),
        ("braces on lines", listed("{", "}")),
        ("81 numbers", cells(PUZZLE, ",", "0") + "\n"),
        ("81 signs apart", cells(PUZZLE, " ", "0") + "\n"),
        ("nine words", (0..9).map(|row| &PUZZLE[row * 9..][..9]).collect::<Vec<_>>().join(" ")),
        ("an address", format!("https://example.org/play?p={PUZZLE}&level=2\n")),
        ("an address with zeros", format!("http://example.org/s.htm?bd={zeros}\n")),
        ("an address without its scheme", format!("example.org/?p={PUZZLE}\n")),
    ]
}

#[test]
fn every_shape_is_read_as_the_puzzle_it_is() {
    let puzzle: Grid = PUZZLE.parse().unwrap();
    for (name, text) in shapes() {
        for welcome in [Welcome::Classic, Welcome::Any] {
            let options = ReadOptions { welcome: welcome.clone(), ..ReadOptions::default() };
            // What is called a table and is one of cells is told from a table of puzzles.
            let is_table = text.contains([',', ';']);
            for file in ["-", if is_table { "pasted.csv" } else { "pasted.txt" }] {
                let bytes = std::io::Cursor::new(text.clone());
                let mut reader = Reader::from_read(file, bytes, &options).unwrap();
                let mut found = Vec::new();
                while let Some(entry) = reader.next_any() {
                    found.push(entry);
                }
                let is_it = |found: &Result<Record<AnyClues>, _>| matches!(found, Ok(record) if record.clues == Clues::Givens(puzzle).into());
                assert!(
                    found.len() == 1 && found.iter().all(is_it),
                    "{name}, {welcome:?}, {file} ({}):\n{text}{found:#?}",
                    reader.form()
                );
            }
            let one = boards::read(&text, &welcome);
            assert!(
                matches!(&one, Ok(sheet) if sheet.clues == Clues::Givens(puzzle).into()),
                "{name}, {welcome:?}:\n{text}{one:?}"
            );
        }
    }
}

#[test]
fn rows_without_any_given_are_rows() {
    let empty = format!("{}{}{}", &PUZZLE[..9], ".".repeat(9), &PUZZLE[18..]);
    let expected: Grid = empty.parse().unwrap();
    let row = |row: usize| &empty[row * 9..][..9];
    let with =
        |line: &dyn Fn(&str) -> String| (0..9).map(|at| line(row(at)) + "\n").collect::<String>();
    let texts = [
        with(&|row| format!("| {} |", boxes(row, " ").join(" | "))),
        with(&|row| format!("| {} |", cells(row, " | ", " "))),
        with(&|row| cells(row, ",", "")),
        with(&|row| cells(row, "\t", "")),
        with(&|row| row.replace('.', "x")),
    ];
    for text in texts {
        let read: Vec<_> =
            Reader::from_read("-", std::io::Cursor::new(text.clone()), &ReadOptions::default())
                .unwrap()
                .collect();
        assert!(
            matches!(&read[..], [Ok(record)] if record.clues == Clues::Givens(expected)),
            "{text}{read:?}"
        );
    }
}

#[test]
fn several_pasted_drawings_follow_each_other() {
    let banded = bands(&rows(str::to_owned), "\n\n");
    let plain = rows(str::to_owned);
    let boxed = rows(|row| format!("| {} |", boxes(row, " ").join(" | ")));
    for (text, count) in [
        (format!("{banded}\n{banded}"), 2),
        (format!("{banded}\n{plain}{plain}\n{banded}"), 4),
        (format!("{boxed}\n{boxed}"), 2),
        (format!("{boxed}{boxed}"), 2),
    ] {
        let read =
            Reader::from_read("-", std::io::Cursor::new(text.clone()), &ReadOptions::default());
        let read: Vec<_> = read.unwrap().map(|record| record.map(|record| record.clues)).collect();
        assert_eq!(read.iter().filter(|read| read.is_ok()).count(), count, "{text}{read:?}");
        assert_eq!(read.len(), count, "{text}{read:?}");
    }
}

/// What every text comes to, an error as its words.
fn told(text: &str) -> Vec<String> {
    let options = ReadOptions::default();
    let reader = Reader::from_read("p", std::io::Cursor::new(text.to_owned()), &options).unwrap();
    let clues = |clues: &Clues| match clues {
        Clues::Givens(grid) => grid.to_string(),
        Clues::Marks(_) => "marks".to_owned(),
    };
    reader
        .map(|read| read.map_or_else(|wrong| wrong.to_string(), |read| clues(&read.clues)))
        .collect()
}

#[test]
fn what_does_not_add_up_is_not_guessed() {
    // An x among dots is a wrong sign, as it always was.
    let odd = PUZZLE.replacen('.', "x", 1);
    assert_eq!(told(&odd), ["p:1:3: expected a digit or '.', found 'x'"]);
    // Three rows of one drawing and then a whole one: the first is short, the second is read.
    let plain = rows(str::to_owned);
    let three: String = plain.lines().take(3).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(told(&format!("{three}\n{plain}")), ["p:3:1: expected 9 rows, found 3", PUZZLE]);
    assert_eq!(
        told(&format!("{three}\n{three}\n{plain}")),
        ["p:3:1: expected 9 rows, found 3", "p:7:1: expected 9 rows, found 3", PUZZLE]
    );
    // A wrong sign in a drawing with bands is one error, with its place.
    let wrong = bands(&plain, "\n\n").replacen("6..195", "6..1a5", 1);
    assert_eq!(told(&wrong), ["p:2:5: expected a digit or '.', found 'a'"]);
    // Eight rows of a spreadsheet are eight rows.
    let commas = rows(|row| cells(row, ",", "0"));
    let eight: String = commas.lines().take(8).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(told(&eight).len(), 1, "{:?}", told(&eight));
    let blanks = rows(|row| cells(row, ",", ""));
    let two: String = blanks.lines().take(2).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(told(&two), ["p:2:1: expected 9 rows, found 2"]);
}

#[test]
fn a_text_without_a_puzzle_gets_one_sentence() {
    let prose = "Dear all,\n\nplease find the puzzles\nin the other file.\n\nYours, 7 of 9\n";
    let words = "p:1:1: expected puzzles, as lines of 81 cells or drawn in nine rows, found none \
                 in 4 lines";
    assert_eq!(told(prose), [words]);
    // Damaged puzzles are still told one by one.
    let damaged = format!("{}\n{}\n", &PUZZLE[..80], &PUZZLE[..79]);
    assert_eq!(told(&damaged).len(), 2);
}

const SPACED: &str = "53  7    \n6  195\n 98    6\n8   6   3\n4  8 3  1\n7   2   6\n 6    28\n\
                         419  5\n    8  79\n";
const OF_SPACED: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read_all(file: &str, form: Option<Form>, welcome: Welcome) -> Vec<Result<String, String>> {
    let options = ReadOptions { form, welcome, ..ReadOptions::default() };
    let reader = Reader::from_read("-", std::io::Cursor::new(file.to_owned()), &options).unwrap();
    let line = |record: Record| piste_core::text::line::print(&record.clues);
    reader.map(|item| item.map(line).map_err(|wrong| wrong.to_string())).collect()
}

#[test]
fn nine_rows_may_have_blanks_for_empty_cells() {
    let spaced = SPACED.replace("\n419", "\n   419");
    for welcome in [Welcome::Classic, Welcome::Any] {
        for form in [None, Some(Form::Grid)] {
            let twice = format!("{spaced}\n{spaced}");
            assert_eq!(
                read_all(&twice, form, welcome.clone()),
                [Ok(OF_SPACED.into()), Ok(OF_SPACED.into())]
            );
        }
        let sheet = boards::read(&spaced, &welcome).unwrap();
        assert_eq!(sheet.clues.to_string(), OF_SPACED);
    }
    // A row of nine blanks is a row; what is not all there is refused.
    let hollow = spaced.replacen("6  195\n", "         \n", 1);
    assert!(
        read_all(&hollow, None, Welcome::Classic)[0]
            .as_ref()
            .unwrap()
            .starts_with("53..7.............")
    );
    let short = spaced.replacen("6  195\n", "", 1);
    assert!(read_all(&short, Some(Form::Grid), Welcome::Classic).iter().all(Result::is_err));
    let solved = "534678912\n672195348\n198342567\n859761423\n42685379\n713924856\n961537284\n\
                  287419635\n345286179\n";
    assert!(read_all(solved, None, Welcome::Classic).iter().all(Result::is_err));
}

#[test]
fn a_state_belongs_to_its_puzzle() {
    let rows = |cells: &str| {
        let rows: Vec<&str> = (0..9).map(|row| &cells[9 * row..9 * row + 9]).collect();
        rows.join("\n")
    };
    let further = OF_SPACED.replacen("53..", "534.", 1);
    let one = format!("[Puzzle]\n{}\n\n[State]\n{}\n", rows(OF_SPACED), rows(&further));
    let file = format!("{one}{one}{}\n", rows(OF_SPACED));
    for form in [None, Some(Form::Sdk)] {
        let options = ReadOptions { form, ..ReadOptions::default() };
        let reader = Reader::from_read("a.sdk", std::io::Cursor::new(file.clone()), &options);
        let records: Vec<Record> = reader.unwrap().map(Result::unwrap).collect();
        assert_eq!(records.len(), 3);
        for (index, record) in records.iter().enumerate() {
            assert_eq!(piste_core::text::line::print(&record.clues), OF_SPACED);
            let reached = record.position.as_ref().map(|line| line.board.values().to_string());
            assert_eq!(reached, (index < 2).then(|| further.clone()));
        }
    }
}

#[test]
fn a_state_that_cannot_be_is_told_and_the_puzzle_kept() {
    let rows: Vec<&str> = (0..9).map(|row| &OF_SPACED[9 * row..9 * row + 9]).collect();
    let wrong = rows.join("\n").replacen("53", "54", 1);
    let file = format!("[Puzzle]\n{}\n[State]\n{wrong}\n", rows.join("\n"));
    let read = read_all(&file, None, Welcome::Classic);
    let [Ok(puzzle), Err(said)] = &read[..] else { panic!("{read:?}") };
    assert!(puzzle == OF_SPACED && said.contains("the givens of the puzzle"), "{said}");
}

#[test]
fn files_of_other_times_and_places() {
    let p = OF_SPACED;
    // Carriage returns alone, and comments of other kinds.
    let old = format!("{p} 1\r{p} 2\r");
    assert_eq!(read_all(&old, None, Welcome::Classic).len(), 2);
    let noted = format!("; a note\n// {p}\n{p}\n;{p}\n");
    assert_eq!(read_all(&noted, None, Welcome::Classic), [Ok(p.to_owned())]);
    // A list that begins with an empty cell is no comment.
    let cells: Vec<String> = p.replacen('5', ".", 1).chars().map(String::from).collect();
    let listed = cells.join(";").replace('.', "");
    assert!(listed.starts_with(";3;;;7"));
    assert_eq!(
        read_all(&format!("{listed}\n"), Some(Form::Line), Welcome::Classic),
        [Ok(cells.concat())]
    );
    // A quoted field over several lines; a quote that nobody closes takes nothing with it.
    let drawing = p.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap());
    let drawing = drawing.collect::<Vec<_>>().join("\n");
    let table = format!("id,puzzle,by\n1,\"{drawing}\",\"a\nb\"\n2,{p},x\n3,{p},\"y\n4,{p},z\n");
    let read = read_all(&table, None, Welcome::Classic);
    let [Ok(one), Ok(two), Err(open), Ok(four)] = &read[..] else { panic!("{read:?}") };
    assert!([one, two, four].iter().all(|read| *read == p));
    assert!(open.contains("expected a closing quote"), "{open}");
    // An array of JSON is read element by element.
    let array = read_all(&format!("[{{\"puzzle\":\"{p}\"}}]\n"), None, Welcome::Classic);
    assert_eq!(array, [Ok(p.to_owned())]);
}
