//! What holds for files: every form reads back what it writes, compressed or not; wrong
//! lines are named where they are and spoil nothing else; no file is too long or too odd.

use super::*;
use piste_core::search::Clues;
use piste_core::text::HodokuLine;
use piste_core::text::boards::Welcome;
use piste_core::{Board, Candidate, Cell, Digit, DigitSet, Grid, Marks};
use proptest::prelude::*;
use std::io::{Read, Write};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(name: &str, text: impl AsRef<[u8]>) -> Reader {
    let bytes = std::io::Cursor::new(text.as_ref().to_vec());
    Reader::from_read(name, bytes, &ReadOptions::default()).unwrap()
}

/// The records' lines and the errors of a file, as text.
fn outcome(reader: Reader) -> Vec<String> {
    let tell = |item: Result<Record, ReadError>| match item {
        Ok(record) => format!("{}:{}", record.place.line, record.place.column),
        Err(error) => error.to_string(),
    };
    reader.map(tell).collect()
}

fn grids() -> impl Strategy<Value = Grid> {
    prop::collection::vec(0u8..=15, Cell::COUNT)
        .prop_map(|digits| Grid::from_fn(|cell| Digit::new(digits[cell.index()])))
}

fn marks() -> impl Strategy<Value = Marks> {
    prop::collection::vec(0u16..512, Cell::COUNT)
        .prop_map(|bits| Marks::from_fn(|cell| DigitSet::from_bits(bits[cell.index()])))
}

/// Records as a form would say them: what it can hold, and a rest in its own manner.
fn records(form: Form) -> impl Strategy<Value = Vec<Record>> {
    let any =
        || prop_oneof![3 => grids().prop_map(Clues::Givens), 1 => marks().prop_map(Clues::Marks)];
    let clues = match form {
        Form::Marks => marks().prop_map(Clues::Marks).boxed(),
        Form::Sdm | Form::Sdk | Form::Ss | Form::Ipuz | Form::OpenSudoku => {
            grids().prop_map(Clues::Givens).boxed()
        }
        Form::Line | Form::Grid | Form::Hodoku | Form::Csv | Form::Tsv | Form::Jsonl => {
            any().boxed()
        }
    };
    let rest = match form {
        // All rows of a table have the columns of its header.
        Form::Csv => r#",([a-z0-9.# ]{1,5}|"[a-z, ]{0,5}(""[,a-z]?)?")"#,
        Form::Tsv => "\t[a-z0-9\", #]{0,6}",
        Form::Jsonl => r#"[ ,;\t#][^\n\r\x00]{1,12}| \{"se":[0-9]\.[0-9],"by":"[a-z]{0,4}"\}|"#,
        Form::Sdk => r"( #[A-Z][a-z 0-9]{0,8}[a-z]){0,3}|[ ,;\t#][^\n\r\x00]{1,12}",
        // Notes come back as a member of an object, and an ipuz file has none: their own tests know.
        Form::Ipuz | Form::OpenSudoku => "",
        Form::Hodoku => r"([ ,;\t#][0-9a-z:]{1,12})?",
        Form::Line | Form::Grid | Form::Marks | Form::Sdm | Form::Ss => {
            r"([ ,;\t#][^\n\r\x00]{1,12})?"
        }
    };
    let record = (clues, rest).prop_map(|(clues, rest)| Record { rest, ..Record::new(clues) });
    let most = if form == Form::Ipuz { 2 } else { 5 };
    prop::collection::vec(record, 0..most)
}

fn written(form: Form, records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::new(form, Vec::new());
    for record in records {
        writer.write(record).unwrap();
    }
    writer.finish().unwrap()
}

/// A record without what a file adds to it.
fn bare(record: Record) -> Record {
    Record { place: Place::default(), position: None, ..record }
}

fn any_form() -> impl Strategy<Value = (Form, Vec<Record>)> {
    prop::sample::select(Form::ALL.to_vec())
        .prop_flat_map(|form| records(form).prop_map(move |records| (form, records)))
}

proptest! {
    #[test]
    fn every_form_reads_back_what_it_writes((form, records) in any_form()) {
        let file = written(form, &records);
        let options = ReadOptions { form: Some(form), ..ReadOptions::default() };
        let reader = Reader::from_read("f", std::io::Cursor::new(file.clone()), &options).unwrap();
        let text = String::from_utf8_lossy(&file).into_owned();
        let back: Result<Vec<Record>, ReadError> = reader.collect();
        let back: Vec<Record> = back.map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?
            .into_iter().map(bare).collect();
        // The folder that games are put into is said of each when they are read.
        let unfiled = |record: Record| match form {
            Form::OpenSudoku => Record { rest: String::new(), ..record },
            _ => record,
        };
        let back: Vec<Record> = back.into_iter().map(unfiled).collect();
        // What is left of a row of a table is not carried on into forms that have no columns.
        let is_plain =
            matches!(form, Form::Grid | Form::Sdm | Form::Sdk | Form::Ss | Form::Hodoku);
        let kept = |record: Record| match is_plain && super::line::is_debris(&record.rest) {
            true => Record { rest: String::new(), ..record },
            false => record,
        };
        let records: Vec<Record> = records.into_iter().map(kept).collect();
        prop_assert_eq!(back, records, "{}", text);
    }

    #[test]
    fn the_form_is_found_out((form, records) in any_form()) {
        let file = written(form, &records);
        let options = ReadOptions { form: Some(form), ..ReadOptions::default() };
        let told = Reader::from_read("f", std::io::Cursor::new(file.clone()), &options).unwrap();
        let told: Vec<Clues> = told.map(|item| item.unwrap().clues).collect();
        let found: Vec<_> = read(&format!("f.{form}"), &file).collect();
        let text = String::from_utf8_lossy(&file).into_owned();
        for (found, told) in found.iter().zip(&told) {
            prop_assert!(found.as_ref().is_ok_and(|r| r.clues == *told), "{found:?}\n{text}");
        }
        prop_assert_eq!(found.len(), told.len());
    }

    #[test]
    fn any_bytes_are_read_to_their_end(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let welcome = || [Welcome::Classic, Welcome::Any, Welcome::Only("9x9+x".parse().unwrap())];
        for (form, welcome) in Form::ALL.into_iter().flat_map(|form| welcome().map(|w| (form, w))) {
            let options = ReadOptions { form: Some(form), welcome, ..ReadOptions::default() };
            let input = std::io::Cursor::new(bytes.clone());
            if let Ok(reader) = Reader::from_read("f", input, &options) {
                prop_assert!(reader.count() <= bytes.len() + 1);
            }
        }
    }
}

proptest! {
    /// Texts that nearly are boards of some size, in nearly every form.
    #[test]
    fn nearly_boards_are_read_to_their_end(text in r"([0-9A-H.,| +-]{1,40}\n?){0,30}") {
        let forms = Form::ALL.into_iter().map(Some).chain([None]);
        for form in forms {
            let options = ReadOptions { form, welcome: Welcome::Any, ..ReadOptions::default() };
            let input = std::io::Cursor::new(text.clone().into_bytes());
            let mut reader = Reader::from_read("f", input, &options).unwrap();
            let lines = text.lines().count() as u64;
            let mut count = 0;
            while let Some(entry) = reader.next_any() {
                count += 1;
                let line = match entry {
                    Ok(record) => record.place.line,
                    Err(ReadError::Text { line, .. }) => line,
                    Err(ReadError::Io { .. } | ReadError::NoColumn { .. }) => 1,
                };
                prop_assert!((1..=lines).contains(&line), "{form:?}: line {line} of {lines}");
            }
            prop_assert!(count <= lines);
        }
    }
}

#[test]
fn hodoku_lines_keep_their_step() {
    let mut board = Board::from(&PUZZLE.parse::<Grid>().unwrap());
    board.place(Cell::at(4, 4), Digit::D5);
    let step = HodokuLine {
        code: "0801".to_owned(),
        eliminations: vec![Candidate::from_index(17), Candidate::from_index(3)],
        ..HodokuLine::of_board(board)
    };
    let text = format!("{step}\n");
    let records: Vec<Record> = read("lib.txt", &text).map(Result::unwrap).collect();
    assert_eq!(records[0].position.as_deref(), Some(&step));
    assert_eq!(records[0].clues, Clues::Givens(PUZZLE.parse().unwrap()));
    assert_eq!(written(Form::Hodoku, &records), text.as_bytes());
    // Once the puzzle is another one, the step is no longer about it.
    let other = Record { clues: Clues::Givens(Grid::EMPTY), ..records[0].clone() };
    let line = String::from_utf8(written(Form::Hodoku, &[other])).unwrap();
    assert_eq!(line, format!(":0000:x:{}::::\n", Grid::EMPTY));
}

#[test]
fn compressed_files_are_read_as_plain_ones() {
    let folder = tempfile::tempdir().unwrap();
    let record =
        Record { rest: " 7.2".to_owned(), ..Record::new(&PUZZLE.parse::<Grid>().unwrap()) };
    for name in ["p.txt", "p.sdm", "p.txt.gz", "p.sdm.gz", "p.txt.zst", "p.csv.zst"] {
        let path = folder.path().join(name);
        let form = Form::of_path(&path).unwrap_or(Form::Line);
        let mut writer = Writer::create(form, &path).unwrap();
        for _ in 0..1000 {
            writer.write(&record).unwrap();
        }
        writer.finish().unwrap().finish().unwrap();
        let reader = Reader::open(&path, &ReadOptions::default()).unwrap();
        assert_eq!(reader.form(), form, "{name}");
        let progress = reader.progress();
        let read: Vec<Record> = reader.map(Result::unwrap).collect();
        assert_eq!(read.len(), 1000, "{name}");
        assert!(read.iter().all(|r| r.clues == record.clues && r.fields() == ["7.2"]), "{name}");
        assert_eq!(Some(progress.read()), progress.total(), "{name}");
        let packed = name.ends_with('z') || name.ends_with("zst");
        assert_eq!(progress.total().unwrap() < 10_000, packed, "{name}");
    }
}

#[test]
fn compressed_parts_may_follow_each_other_and_may_be_cut() {
    let line = format!("{PUZZLE}\n");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(line.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd = zstd::encode_all(line.as_bytes(), 3).unwrap();
    assert_eq!(read("a", gzip.repeat(3)).map(Result::unwrap).count(), 3);
    assert_eq!(read("a", zstd.repeat(3)).map(Result::unwrap).count(), 3);
    let options = ReadOptions { form: Some(Form::Line), ..ReadOptions::default() };
    for whole in [gzip, zstd] {
        let cut = std::io::Cursor::new([&whole[..], &whole[..whole.len() - 9]].concat());
        let items: Vec<_> = Reader::from_read("a", cut, &options).unwrap().collect();
        let last = items.last().unwrap();
        assert!(last.as_ref().is_err_and(ReadError::is_fatal), "{items:?}");
    }
}

#[test]
fn a_missing_file_is_an_error_with_its_name() {
    let error = Reader::open(Path::new("no/such.sdm"), &ReadOptions::default()).unwrap_err();
    assert!(error.to_string().starts_with("no/such.sdm: "), "{error}");
    assert!(error.is_fatal());
}

#[test]
fn odd_bytes_and_ends_of_lines() {
    let text = format!(
        "\u{feff}{PUZZLE}\r\n\r\n# a comment\r\n{PUZZLE} Ren\u{fffd}\n{}\n{PUZZLE}",
        PUZZLE.replacen('.', "\0", 1),
    );
    let mut bytes = text.into_bytes();
    let at = bytes.windows(3).position(|w| w == "\u{fffd}".as_bytes()).unwrap();
    bytes.splice(at..at + 3, [0xe9]);
    assert_eq!(
        outcome(read("odd", bytes)),
        [
            "1:1",
            "odd:4:86: expected UTF-8 text, found the byte 0xe9",
            "odd:5:3: expected a digit or '.', found '\\0'",
            "6:1",
        ]
    );
    let wide: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(PUZZLE.bytes().flat_map(|b| [b, 0])).collect();
    let error = Reader::from_read("w", std::io::Cursor::new(wide), &ReadOptions::default());
    assert_eq!(error.unwrap_err().to_string(), "w: expected UTF-8 text, found UTF-16");
    assert_eq!(outcome(read("empty", "")), [""; 0]);
    assert_eq!(outcome(read("blank", "\n\n \n")), [""; 0]);
}

#[test]
fn lines_too_long_are_passed_over() {
    let long = ".".repeat(lines::LONGEST + 1);
    let text = format!("{PUZZLE}\n{long}\n{PUZZLE}{}\n{long}", " ".repeat(lines::LONGEST - 81));
    assert_eq!(
        outcome(read("long", text)),
        [
            "1:1",
            "long:2:1: expected at most 65536 bytes in a line, found more",
            "3:1",
            "long:4:1: expected at most 65536 bytes in a line, found more",
        ]
    );
}

#[test]
fn a_wrong_row_spoils_one_drawing_only() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let grid = rows.join("\n");
    let wrong = grid.replacen("195", "1x5", 1);
    let short = rows[1..].join("\n");

    let touching = format!("{grid}\n{wrong}\n{grid}\n{grid}\n");
    assert_eq!(
        outcome(read("g", touching)),
        ["1:1", "g:11:5: expected a digit or '.', found 'x'", "19:1", "28:1"]
    );
    let apart = format!("{grid}\n\n{short}\n\n{grid}");
    assert_eq!(outcome(read("g", apart)), ["1:1", "g:18:1: expected 9 rows, found 8", "20:1"]);
    let titled = format!("Grid 01\n{grid}\nGrid 02\n{short}\nGrid 03\n{grid}\n");
    let mut reader = read("g", titled);
    assert_eq!(reader.next().unwrap().unwrap().rest, " Grid 01");
    assert_eq!(outcome(reader), ["g:19:1: expected 9 rows, found 8", "21:1"]);

    let mut bytes = format!("{grid}\n{wrong}\n{grid}\n").into_bytes();
    let x = bytes.iter().position(|&b| b == b'x').unwrap();
    bytes[x] = 0xe9;
    assert_eq!(
        outcome(read("g", &bytes)),
        ["1:1", "g:11:5: expected UTF-8 text, found the byte 0xe9", "19:1"]
    );
    let long = format!("{grid}\n{}\n{}\n{grid}\n", rows[..8].join("\n"), "1".repeat(70_000));
    assert_eq!(
        outcome(read("g", long)),
        ["1:1", "g:18:1: expected at most 65536 bytes in a line, found more", "19:1"]
    );
}

#[test]
fn forms_are_told_apart() {
    let grid: Grid = PUZZLE.parse().unwrap();
    let board = Board::from(&grid);
    let sdk = piste_core::text::sdk::print(&grid, " #AMe #LEasy");
    let marks = piste_core::text::line::print_marks(&board.marks());
    let hex = format!("0000183b305c {}  1.2\n", PUZZLE.replace('.', "0"));
    let cases: [(&str, String, Form); 21] = [
        ("a.txt", format!("{PUZZLE}\n"), Form::Line),
        ("a.txt", hex, Form::Line),
        ("a.txt", format!("{PUZZLE},1.2\n"), Form::Line),
        ("a.sdm", format!("{PUZZLE}\n"), Form::Sdm),
        ("a.csv", format!("{PUZZLE},1.2\n"), Form::Csv),
        ("a.txt", format!("7,{PUZZLE},1.2\n"), Form::Csv),
        ("a.txt", format!("id;sudoku\n7;{PUZZLE}\n"), Form::Csv),
        ("a.txt", format!("\"puzzle\",\"se\"\n{PUZZLE},1\n"), Form::Csv),
        ("a.txt", format!("puzzle\n{PUZZLE}\n"), Form::Csv),
        ("a.txt", format!("x,y\n7,{PUZZLE}\n"), Form::Csv),
        ("a.txt", format!("level\tpuzzle\nEZ\t{PUZZLE}\n"), Form::Tsv),
        ("a.txt", format!("EZ\t{PUZZLE}\n"), Form::Line),
        ("a.txt", format!("{{\"puzzle\":\"{PUZZLE}\"}}\n"), Form::Jsonl),
        ("a.txt", format!("\"{PUZZLE}\"\n"), Form::Jsonl),
        ("a.txt", marks, Form::Marks),
        ("a.txt", sdk.clone(), Form::Sdk),
        ("a.txt", piste_core::text::drawn::print(&grid), Form::Grid),
        ("a.txt", piste_core::text::drawn::print_marks(&board.marks()), Form::Grid),
        ("a.ss", piste_core::text::ss::print(&grid, ""), Form::Ss),
        ("a.sdm", sdk, Form::Sdk),
        ("a.csv", format!("{}\n", HodokuLine::of_board(board)), Form::Hodoku),
    ];
    for (name, text, form) in cases {
        let mut reader = read(name, &text);
        assert_eq!(reader.form(), form, "{name}\n{text}");
        let clues = reader.next().unwrap().unwrap().clues;
        let expected = [Clues::Givens(grid), Clues::Marks(board.marks())];
        assert!(expected.contains(&clues), "{text}");
        assert!(reader.next().is_none(), "{text}");
    }
}

#[test]
fn columns_of_tables() {
    let text =
        format!("id,Quizzes,solutions\n1,\"{PUZZLE}\",\"a, \"\"b\"\"\"\n2,53.x\n3\n4,\"53\n");
    let mut reader = read("k.csv", text);
    let record = reader.next().unwrap().unwrap();
    assert_eq!(record.place, Place { line: 2, column: 4 });
    assert_eq!(record.rest, ",1,\"a, \"\"b\"\"\"");
    assert_eq!(record.fields(), ["1", "a, \"b\""]);
    assert_eq!(reader.columns(), ["id", "solutions"]);
    assert_eq!(
        outcome(reader),
        [
            "k.csv:3:6: expected a digit or '.', found 'x'",
            "k.csv:4:2: expected a puzzle in column 2, found the end",
            "k.csv:5:3: expected a closing quote, found the end",
        ]
    );
    let asking =
        |column: &str| ReadOptions { column: Some(column.to_owned()), ..ReadOptions::default() };
    let text = format!("puzzle\tother\nx\t{PUZZLE}\n");
    for column in ["other", "2"] {
        let bytes = std::io::Cursor::new(text.clone());
        let records = Reader::from_read("t", bytes, &asking(column)).unwrap();
        assert_eq!(outcome(records), ["2:3"]);
    }
    let records = Reader::from_read("t", std::io::Cursor::new(text), &asking("third")).unwrap();
    assert_eq!(outcome(records), ["t: expected a column called \"third\", found puzzle, other"]);
}

#[test]
fn members_of_json_lines() {
    let drawing = piste_core::text::drawn::print(&PUZZLE.parse().unwrap()).replace('\n', "\\n");
    let text = format!(
        "{{\"se\": 7.20, \"board\": \"{PUZZLE}\", \"by\": {{\"a\": [1]}}}}\n\
         {{\"puzzle\":\"{drawing}\"}}\n\
         {{\"puzzle\":\"\\u0035x\"}}\n\
         {{\"puzzle\":81}}\n\
         {{\"puzzle\":\n\
         {{\"other\":\"\"}}\n\
         [1]\n\
         {{\"puzzle\":\"{}\"}}\n",
        drawing.replacen("1 9 5", "1 x 5", 1),
    );
    let mut reader = read("j", &text);
    let record = reader.next().unwrap().unwrap();
    assert_eq!(record.rest, " {\"se\":7.20,\"by\":{\"a\": [1]}}");
    assert_eq!(record.fields(), ["7.20", "{\"a\": [1]}"]);
    let places = outcome(reader);
    assert_eq!(places[0], "2:12");
    assert_eq!(places[1], "j:3:18: expected a digit or '.', found 'x'");
    assert_eq!(places[2], "j:4:11: expected a string with a puzzle, found another value");
    assert!(places[3].starts_with("j:5:10: expected a JSON object or string"), "{}", places[3]);
    assert_eq!(places[4], "j:6:1: expected a member called \"puzzle\", found none");
    assert!(places[5].starts_with("j:7:1: expected a JSON object or string"), "{}", places[5]);
    assert_eq!(places[6], "j:8:45: expected a digit or '.', found 'x'");
    let x = text.lines().nth(7).unwrap().find('x').unwrap();
    assert_eq!(x + 1, 45);
}

#[test]
fn the_rest_survives_a_way_through_other_forms() {
    let grid: Grid = PUZZLE.parse().unwrap();
    for rest in ["", " 7.2", ",7.2,\"a, b\"", "\t7.2\tx y", " 7.2 # hard", " {\"se\":7.2}"] {
        let record = Record { rest: rest.to_owned(), ..Record::new(&grid) };
        for form in Form::ALL {
            // What is left of a row of a table stays behind where there are no columns.
            let is_plain =
                matches!(form, Form::Grid | Form::Sdm | Form::Sdk | Form::Ss | Form::Hodoku);
            // Other programs' files have a note at most, which comes back under that name.
            let is_others = matches!(form, Form::Ipuz | Form::OpenSudoku);
            if is_plain && super::line::is_debris(rest) || is_others && !rest.is_empty() {
                continue;
            }
            let file = written(form, std::slice::from_ref(&record));
            let options = ReadOptions { form: Some(form), ..ReadOptions::default() };
            let mut reader = Reader::from_read("f", std::io::Cursor::new(file), &options).unwrap();
            let back = reader.next().unwrap().unwrap();
            assert_eq!(back.fields(), record.fields(), "{form} {rest:?}");
        }
    }
}

#[test]
fn forms_without_marks_say_so_and_go_on() {
    for form in [Form::Sdm, Form::Sdk, Form::Ss] {
        let mut writer = Writer::new(form, Vec::new());
        let refused = writer.write(&Record::new(&Marks::from(&Grid::EMPTY))).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::InvalidInput);
        assert!(refused.to_string().contains("holds givens"), "{refused}");
        writer.write(&Record::new(&PUZZLE.parse::<Grid>().unwrap())).unwrap();
        let file = writer.finish().unwrap();
        assert_eq!(read(&format!("f.{form}"), file).map(Result::unwrap).count(), 1);
    }
}

/// A terminal: each line is there only once the one before has been asked for.
struct Typing {
    lines: Vec<String>,
    asked: std::sync::Arc<std::sync::atomic::AtomicUsize>,
}

impl Read for Typing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let asked = self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let line = self.lines.get(asked).map_or(&b""[..], |line| line.as_bytes());
        buffer[..line.len()].copy_from_slice(line);
        Ok(line.len())
    }
}

#[test]
fn the_first_puzzle_comes_before_the_second_is_typed() {
    let asked = std::sync::Arc::default();
    let lines = vec!["53..".to_owned(), format!("{}\n", &PUZZLE[4..]), format!("{PUZZLE}\n")];
    let typing = Typing { lines, asked: std::sync::Arc::clone(&asked) };
    let mut reader = Reader::from_read("-", typing, &ReadOptions::default()).unwrap();
    assert!(reader.next().unwrap().is_ok());
    assert_eq!(asked.load(std::sync::atomic::Ordering::Relaxed), 2);
    assert!(reader.next().unwrap().is_ok());
}

/// A line of HoDoKu's says more than its puzzle; no form may drop that in silence.
#[test]
fn what_hodokus_lines_say_beside_the_puzzle_is_kept() {
    let givens =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let text = format!(":0003:5:{}:113::655:", givens.replacen("...419", "..+7419", 1));
    let options = ReadOptions { form: Some(Form::Hodoku), ..ReadOptions::default() };
    let mut reader =
        Reader::from_read("t", std::io::Cursor::new(text.clone().into_bytes()), &options).unwrap();
    let record = reader.next().unwrap().unwrap();
    let written = |form| {
        let mut writer = Writer::new(form, Vec::new());
        writer.write(&record).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    };
    assert_eq!(written(Form::Hodoku).trim_end(), text);
    assert_eq!(written(Form::Line).trim_end(), format!("{givens} # {text}"));
    for form in [Form::Csv, Form::Jsonl, Form::Grid] {
        assert!(written(form).contains(":0003:5:"), "{form:?}: {}", written(form));
    }
    let marks = written(Form::Marks);
    let cell = |row: usize, column: usize| {
        let from = (row * 9 + column) * 9;
        marks[from..from + 9].replace('.', "")
    };
    assert_eq!(cell(7, 2), "7", "the placed digit stands alone");
    assert!(!cell(0, 2).contains('1'), "the erased mark is gone: {}", cell(0, 2));
}
