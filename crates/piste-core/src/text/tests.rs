//! What holds for the text forms: every one reads back what it prints, the dialects mean
//! the same, and every mistake is named where it is.

use super::*;
use crate::{Board, Candidate, Digit, DigitSet};
use proptest::prelude::*;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn grids() -> impl Strategy<Value = Grid> {
    prop::collection::vec(0u8..=12, Cell::COUNT)
        .prop_map(|digits| Grid::from_fn(|cell| Digit::new(digits[cell.index()])))
}

fn marks() -> impl Strategy<Value = Marks> {
    // Few digits a cell as often as many, so that grids of single marks come up too.
    let any_set = prop::collection::vec(0u16..512, Cell::COUNT);
    let single = prop::collection::vec((0u16..10).prop_map(|d| (1 << d) & 511), Cell::COUNT);
    prop_oneof![any_set, single]
        .prop_map(|bits| Marks::from_fn(|cell| DigitSet::from_bits(bits[cell.index()])))
}

fn candidates(count: usize) -> impl Strategy<Value = Vec<Candidate>> {
    prop::collection::vec((0..Candidate::COUNT).prop_map(Candidate::from_index), 0..count)
}

fn boards() -> impl Strategy<Value = Board> {
    (grids(), candidates(20), candidates(60)).prop_map(|(grid, placed, gone)| {
        let mut board = Board::from(&grid);
        for candidate in placed {
            board.place(candidate.cell(), candidate.digit());
        }
        for candidate in gone {
            board.eliminate(candidate);
        }
        board
    })
}

fn rests() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[ ,;\t#][^\n\r\\x00]{0,20}"]
}

proptest! {
    #[test]
    fn lines_read_back(grid in grids(), rest in rests()) {
        let clues = Clues::Givens(grid);
        let text = line::print(&clues) + &rest;
        let sheet = Sheet { clues, rest, position: None };
        prop_assert_eq!(parse(&text), Ok(sheet));
        prop_assert_eq!(grid.to_string().parse(), Ok(grid));
    }

    #[test]
    fn marks_read_back(marks in marks(), rest in rests()) {
        let text = line::print_marks(&marks) + &rest;
        let sheet = Sheet { clues: Clues::Marks(marks), rest, position: None };
        prop_assert_eq!(parse(&text), Ok(sheet));
    }

    #[test]
    fn drawn_grids_read_back(grid in grids(), rest in rests()) {
        let clues = Clues::Givens(grid);
        for body in [drawn::print(&grid), ss::print(&grid, ""), sdk::print(&grid, "")] {
            let sheet = Sheet { clues, rest: rest.clone(), position: None };
            prop_assert_eq!(parse(&(drawn::print_note(&rest) + &body)), Ok(sheet), "{}", body);
        }
        prop_assert_eq!(parse(&sdk::print(&grid, &rest)).unwrap().rest, rest);
    }

    #[test]
    fn drawn_marks_read_back(marks in marks()) {
        let sheet = Sheet { clues: Clues::Marks(marks), rest: String::new(), position: None };
        let text = drawn::print_marks(&marks);
        prop_assert_eq!(parse(&text), Ok(sheet), "{}", text);
    }

    #[test]
    fn hodoku_lines_read_back(
        board in boards(),
        digits in 0u16..512,
        eliminations in candidates(9),
        placements in candidates(3),
        code in prop_oneof![Just("0000".to_owned()), "[0-9]{4}(-[0-9x])?"],
        extra in "[0-9: ]{0,5}[0-9]?",
    ) {
        let digits = DigitSet::from_bits(digits);
        let extra = extra.trim_end().to_owned();
        let line = HodokuLine { code, digits, board, eliminations, placements, extra };
        prop_assert_eq!(line.to_string().parse(), Ok(line));
    }

    #[test]
    fn every_sign_for_empty_means_the_same(grid in grids(), sign in "[.0*_-]") {
        let clues = Clues::Givens(grid);
        let line = grid.to_string().replace('.', &sign);
        prop_assert_eq!(&line::parse(&line).unwrap().clues, &clues);
        let drawing = drawn::print(&grid).replace('.', &sign);
        prop_assert_eq!(drawing.parse(), Ok(clues), "{}", drawing);
        let plain = sdk::print(&grid, "").replace('.', &sign);
        prop_assert_eq!(plain.parse(), Ok(clues), "{}", plain);
    }

    #[test]
    fn spaces_are_cells_in_lines_81_wide(grid in grids()) {
        prop_assume!(!grid.filled().is_empty());
        let line = grid.to_string().replace('.', " ");
        prop_assert_eq!(&line::parse(&line).unwrap().clues, &Clues::Givens(grid));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(?s)[0-9.|+:{} \n#x-]{0,400}") {
        let lines = text.lines().count();
        if let Err(wrong) = parse(&text) {
            prop_assert!(wrong.line() <= lines.max(1), "{wrong}");
            let width = text.lines().nth(wrong.line() - 1).unwrap_or("").chars().count();
            prop_assert!(wrong.column() <= width + 1, "{wrong}");
        }
    }
}

/// The grid of [`PUZZLE`] as other people draw it.
const DIALECTS: [&str; 6] = [
    " *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*",
    "#ASomebody\r\n[Puzzle]\r\n530070000\r\n600195000\r\n098000060\r\n800060003\r
400803001\r\n700020006\r\n060000280\r\n000419005\r\n000080079\r\n[State]\r\n534070000\r
600195000\r\n098000060\r\n800060003\r\n400803001\r\n700020006\r\n060000280\r\n000419005\r
000080079\r\n",
    "\u{feff}Grid 01
530070000
600195000
098000060
800060003
400803001
700020006
060000280
000419005
000080079",
    "
 5 3 · │ · 7 · │ · · ·
 6 · · │ 1 9 5 │ · · ·
 · 9 8 │ · · · │ · 6 ·
───────┼───────┼───────
 8 · · │ · 6 · │ · · 3
 4 · · │ 8 · 3 │ · · 1
 7 · · │ · 2 · │ · · 6
───────┼───────┼───────
 · 6 · │ · · · │ 2 8 ·
 · · · │ 4 1 9 │ · · 5
 · · · │ · 8 · │ · 7 9
",
    "+-------+-------+-------+
| 5 3 _ | _ 7 _ | _ _ _ |
| 6 _ _ | 1 9 5 | _ _ _ |
| _ 9 8 | _ _ _ | _ 6 _ |
+-------+-------+-------+
| 8 _ _ | _ 6 _ | _ _ 3 |
| 4 _ _ | 8 _ 3 | _ _ 1 |
| 7 _ _ | _ 2 _ | _ _ 6 |
+-------+-------+-------+
| _ 6 _ | _ _ _ | 2 8 _ |
| _ _ _ | 4 1 9 | _ _ 5 |
| _ _ _ | _ 8 _ | _ 7 9 |
+-------+-------+-------+",
    "53..7....
6..195...
.98....6.
---------
8...6...3
4..8.3..1
7...2...6
---------
.6....28.
...419..5
....8..79
---------",
];

#[test]
fn dialects_of_drawing_mean_the_same() {
    let grid: Grid = PUZZLE.parse().unwrap();
    for drawing in DIALECTS {
        assert_eq!(parse(drawing).map(|sheet| sheet.clues), Ok((&grid).into()), "{drawing}");
    }
    assert_eq!(parse(DIALECTS[1]).unwrap().rest, " #ASomebody");
    assert_eq!(parse(DIALECTS[2]).unwrap().rest, " Grid 01");
}

#[test]
fn a_row_of_dashes_is_a_row_where_dashes_are_cells() {
    let mut grid: Grid = PUZZLE.parse().unwrap();
    for cell in crate::House::row(3).cells() {
        grid.set(cell, None);
    }
    let drawing = sdk::print(&grid, "").replace('.', "-");
    assert!(drawing.contains("\n---------\n"));
    assert_eq!(drawing.parse(), Ok(grid));
    assert_eq!(ss::print(&Grid::EMPTY, "").replace('.', "-").parse(), Ok(Grid::EMPTY));
}

#[test]
fn pencil_marks_as_other_programs_draw_them() {
    let framed = "
.------------.--------------.-----------.
| 12  3   45 | 6   7    8   | 9  1   2  |
| 1   2   3  | 4   5    6   | 7  8   9  |
| 1   2   3  | 4   5    6   | 7  8   .  |
:------------+--------------+-----------:
| 1   2   3  | 4   567  6   | 7  8   9  |
| 1   2   3  | 4   5    6   | 7  8   9  |
| 1   2   3  | 4   5    6   | 7  8   9  |
:------------+--------------+-----------:
| 1   2   3  | 4   5    6   | 7  8   9  |
| 1   2   3  | 4   5    6   | 7  8   9  |
| 1   2   3  | 4   5    6   | 7  8   {} |
'------------'--------------'-----------'";
    let Clues::Marks(marks) = parse(framed).unwrap().clues else { panic!("these are marks") };
    assert_eq!(marks[Cell::at(0, 2)].to_string(), "45");
    assert_eq!(marks[Cell::at(3, 4)].to_string(), "567");
    assert_eq!(marks[Cell::at(2, 8)], DigitSet::ALL);
    assert_eq!(marks[Cell::at(8, 8)], DigitSet::EMPTY);
}

#[test]
fn words_before_the_puzzle_are_kept_behind_it() {
    let text = format!("0000183b305c {PUZZLE}  1.2");
    assert_eq!(line::parse(&text).unwrap().rest, " 0000183b305c  1.2");
    let damaged = format!("{} {}", &PUZZLE[..79], PUZZLE);
    assert_eq!(line::parse(&damaged).unwrap_err().column(), 80);
}

#[track_caller]
fn says(text: &str, error: &str) {
    assert_eq!(parse(text).unwrap_err().to_string(), error, "{text}");
}

#[test]
fn mistakes_in_lines_are_named_where_they_are() {
    says("", "column 1: expected a puzzle, found the end");
    says(&PUZZLE.replacen('9', "x", 1), "column 14: expected a digit or '.', found 'x'");
    says(&PUZZLE[2..], "column 80: expected 81 cells, found 79");
    says(&format!("  {} 7.2", &PUZZLE[2..]), "column 82: expected 81 cells, found 79");
    says(&format!("{} 7", &PUZZLE[2..]), "column 80: expected 81 cells, found 79");
    says(&format!("{PUZZLE}."), "column 82: expected 81 cells, found 82");
    says(&format!("{PUZZLE}é"), "column 82: expected a blank after the 81 cells, found 'é'");
    says(
        &format!("{PUZZLE}\n{PUZZLE}"),
        "line 2, column 1: expected one puzzle, found another line",
    );
    let mut marks = "123456789".repeat(81);
    marks.replace_range(11..12, "4");
    says(&marks, "column 12: expected 3 or '.', found '4'");
    let strict = format!("{PUZZLE} 7.2").parse::<Grid>().unwrap_err();
    assert_eq!(strict.to_string(), "column 82: expected the puzzle alone, found more text");
    let marks = "123456789".repeat(81).parse::<Grid>().unwrap_err();
    assert_eq!(marks.to_string(), "column 1: expected givens, found pencil marks");
}

#[test]
fn mistakes_in_drawings_are_named_where_they_are() {
    let drawing = drawn::print(&PUZZLE.parse().unwrap());
    says(
        &drawing.replacen("1 9 5", "1 x 5", 1),
        "line 2, column 11: expected a digit or '.', found 'x'",
    );
    says(&drawing.replacen("1 9 5", "1 5", 1), "line 2, column 20: expected 9 cells, found 8");
    says(&drawing.replacen("1 9 5", "1 9 5 .", 1), "line 2, column 23: expected 9 cells, found 10");
    let short: String = drawing.lines().skip(2).map(|line| format!("{line}\n")).collect();
    says(&short, "line 9, column 1: expected 9 rows, found 7");
    says(
        &format!("{drawing}{drawing}"),
        "line 12, column 1: expected one puzzle, found another row",
    );
    let marks = drawn::print_marks(&Board::from(&PUZZLE.parse::<Grid>().unwrap()).marks());
    says(
        &marks.replacen("| 26   7  2468", "| 26   7  2462", 1),
        "line 2, column 32: expected each mark of a cell once, or a blank, found '2'",
    );
    says(&marks.replacen(" 2468 ", " ", 1), "line 2, column 48: expected 9 cells, found 8");
}

#[test]
fn mistakes_in_hodoku_lines_are_named_where_they_are() {
    says(":0000:x", "column 8: expected 81 cells, found 0");
    says(":0000:y:::", "column 7: expected a digit or 'x', found 'y'");
    says(&format!(":0000:x:{PUZZLE}+::"), "column 91: expected a digit after '+', found the end");
    says(&format!(":0000:x:+{PUZZLE}1::"), "column 91: expected 81 cells, found 82");
    says(&format!(":0000:x:{}:::", &PUZZLE[1..]), "column 89: expected 81 cells, found 80");
    let candidate = "expected a candidate such as 123: digit, row, column";
    says(&format!(":0000:x:{PUZZLE}:12:::"), &format!("column 93: {candidate}, found the end"));
    says(&format!(":0000:x:{PUZZLE}:123 4567:::"), &format!("column 98: {candidate}, found '7'"));
    says(&format!(":0000:x:{PUZZLE}:120:::"), &format!("column 93: {candidate}, found '0'"));
}

#[test]
fn a_line_of_pencil_marks_alone_is_a_puzzle_of_marks() {
    let mut marks = Marks::from(&Grid::EMPTY);
    marks[Cell::at(4, 4)].remove(Digit::D5);
    let line = HodokuLine::of_board(Board::from(&marks));
    assert_eq!(line.to_string(), format!(":0000:x:{}:555:::", ".".repeat(81)));
    assert_eq!(line.clues(), Clues::Marks(marks));
}

/// HoDoKu's own regression library, if it is at hand.
#[test]
fn the_lines_of_hodokus_library_come_out_as_they_went_in() {
    let data = std::env::var_os("PISTE_DATA").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        std::path::PathBuf::from,
    );
    let file = data.join("hodoku_reglib_public.txt");
    let Ok(text) = std::fs::read_to_string(&file) else {
        eprintln!("SKIPPED: {} absent", file.display());
        return;
    };
    for (index, written) in text.lines().enumerate() {
        let line: HodokuLine = match written.parse() {
            Ok(line) => line,
            Err(wrong) => panic!("line {}: {wrong}", index + 1),
        };
        assert_eq!(line.to_string().trim_end_matches(':'), written.trim_end_matches(':'));
        let found = crate::search::count(line.clues(), 2);
        assert_eq!(found, 1, "the givens of line {} have {found} solutions", index + 1);
    }
}

#[test]
fn zeros_in_a_line_of_hodokus_do_not_come_out_again() {
    let line: HodokuLine = format!(":08\001:x:{}:::555:a\0b\0", ".".repeat(81)).parse().unwrap();
    assert_eq!((line.code.as_str(), line.extra.as_str()), ("08 01", "a b"));
    let made = HodokuLine { code: "0\n1".to_owned(), extra: "\0x".to_owned(), ..line };
    assert!(!made.to_string().contains(['\n', '\0']), "whoever made it");
}

#[test]
fn an_empty_line_of_hodokus_is_an_empty_grid() {
    assert_eq!(HodokuLine::of_board(Board::EMPTY).clues(), Clues::Givens(Grid::EMPTY));
}

#[test]
fn a_remark_may_follow_blanks_for_empty_cells() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let blanks = puzzle.replace('.', " ");
    for rest in ["", "\t7.2", " 7.2", " # hi", " 72", "  easy 7.2 x", "   "] {
        let text = format!("{blanks}{rest}");
        let read = line::parse(&text).unwrap_or_else(|wrong| panic!("{rest:?}: {wrong}"));
        assert_eq!((line::print(&read.clues).as_str(), read.rest.as_ref()), (puzzle, rest));
    }
    // More digits, a puzzle that lost some, digits that only stand apart.
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let apart = solved.chars().map(|c| format!("{c} ")).collect::<String>();
    let lost = format!("{} 7 2", &solved[..79]);
    for wrong in [format!("{blanks} 1 2 3"), format!("{blanks}1 7.2"), apart, lost] {
        assert!(line::parse(&wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn the_state_of_an_sdk_file_is_the_board_reached() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rows = |cells: &str| {
        let rows: Vec<&str> = (0..9).map(|row| &cells[9 * row..9 * row + 9]).collect();
        rows.join("\n")
    };
    let file = |state: &str| format!("[Puzzle]\n{}\n[State]\n{}\n", rows(puzzle), rows(state));
    let further = puzzle.replacen("53..", "534.", 1);
    let sheet = parse(&file(&further)).unwrap();
    assert_eq!(line::print(&sheet.clues), puzzle);
    let board = sheet.position.unwrap().board;
    assert_eq!((board.values().to_string().as_str(), board.givens().len()), (&*further, 30));
    assert_eq!(parse(&file(puzzle)).unwrap().position, None);
    let altered = puzzle.replacen("53", "54", 1);
    let wrong = parse(&file(&altered)).unwrap_err();
    assert!(wrong.to_string().contains("the givens of the puzzle in its state"), "{wrong}");
}
