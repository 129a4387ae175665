//! Boards of other shapes, out of files of every form and back.

use super::*;
use piste_core::shape::{Boxes, Shape};
use piste_core::text::boards::{self, Welcome};

const FOUR: &str = "1.....3..2.....4";
const SIX: &str = "6123....51..25.4.11.....5.1......514";

fn any() -> ReadOptions {
    ReadOptions { welcome: Welcome::Any, ..ReadOptions::default() }
}

fn boxes(rows: usize, columns: usize) -> ReadOptions {
    only(&Shape::regular(Boxes::new(rows, columns).unwrap()))
}

fn only(shape: &Shape) -> ReadOptions {
    ReadOptions { welcome: Welcome::Only(shape.clone()), ..ReadOptions::default() }
}

/// Each record as `cells rows×columns rest`, or as what is wrong with it.
fn told(file: &str, options: &ReadOptions) -> (Form, Vec<String>) {
    let name = "f".to_owned();
    let input = std::io::Cursor::new(file.to_owned().into_bytes());
    let mut reader = Reader::from_read(&name, input, options).unwrap();
    let mut all = Vec::new();
    while let Some(record) = reader.next_any() {
        all.push(match record.map(Record::split) {
            Ok(Ok(record)) => format!("{} 9{}", record.givens().unwrap(), record.rest),
            Ok(Err(record)) => {
                let shape = record.clues.shape();
                let boxes = shape.boxes().filter(|_| shape.is_plain());
                let name = boxes.map_or_else(|| shape.to_string(), |boxes| boxes.to_string());
                format!("{} {name}{}", record.clues, record.rest)
            }
            Err(error) => error.to_string(),
        });
    }
    (reader.form(), all)
}

#[test]
fn a_line_tells_its_size_by_its_length() {
    let (form, all) = told(&format!("{SIX} easy\n\n# note\n{SIX}\n"), &any());
    assert_eq!(form, Form::Line);
    assert_eq!(all, [format!("{SIX} 2×3 easy"), format!("{SIX} 2×3")]);
    assert_eq!(told(&format!("{FOUR},1\n"), &any()).1, [format!("{FOUR} 2×2,1")]);
    assert_eq!(told(&format!("{SIX}\n"), &boxes(3, 2)).1, [format!("{SIX} 3×2")]);
    for (n, shape) in [(8, "2×4"), (10, "2×5"), (12, "3×4"), (16, "4×4"), (25, "5×5")] {
        let line = format!("1{}", ".".repeat(n * n - 1));
        assert_eq!(told(&line, &any()).1, [format!("{line} {shape}")]);
    }
    let spaced = "6123.. ..51.. 25.4.1 1..... 5.1... ...514\n";
    assert_eq!(told(spaced, &any()).1, [format!("{SIX} 2×3")]);
}

#[test]
fn the_first_board_fixes_the_size_of_a_file() {
    let nine = format!("1{}", ".".repeat(80));
    let (_, all) = told(&format!("{SIX}\n{FOUR}\n{nine}\n{SIX}\n"), &any());
    assert_eq!(
        all[1],
        "f:2:17: expected 36 cells (boxes of 2×3, as on the first board of the file), found 16"
    );
    assert!(all[2].ends_with("found 81"), "{all:?}");
    assert_eq!(all[3], format!("{SIX} 2×3"));
    // A puzzle of 9×9 that has lost cells does not become a board of 8×8.
    let (_, all) = told(&format!("{nine}\n{}\n", &nine[..64]), &any());
    assert_eq!(all[1], "f:2:65: expected 81 cells, found 64");
    let (_, all) = told(&format!("{nine}\n"), &boxes(2, 3));
    assert_eq!(all, ["f:1:37: expected 36 cells (boxes of 2×3), found 81"]);
}

#[test]
fn wrong_signs_are_named_with_their_place() {
    let wrong = SIX.replacen('6', "7", 1);
    let (_, all) = told(&format!("{wrong}\n"), &any());
    assert_eq!(all, ["f:1:1: expected a digit from 1 to 6 or '.', found '7'"]);
    let (_, all) = told("1 2 | 3 4\n. . | 5 .\n. . | . .\n. . | . .\n", &any());
    assert_eq!(all, ["f:2:7: expected a digit from 1 to 4 or '.', found '5'"]);
    let (_, all) = told("1 2 | 3 4\n. . | . . .\n. . | . .\n. . | . .\n", &any());
    assert_eq!(all, ["f:2:12: expected 4 cells in a row, found 5"]);
    let (_, all) = told("1 2 | 3 4\n. . | . .\n. . | . .\n\n1 2 | 3 4\n", &any());
    assert_eq!(all[0], "f:3:1: expected 4 rows, found 3");
}

#[test]
fn drawings_tell_their_shape() {
    let wide = "# six\n6 1 2 | 3 . .\n. . 5 | 1 . .\n------+------\n2 5 . | 4 . 1\n1 . . | . . .\n\
                ------+------\n5 . 1 | . . .\n. . . | 5 1 4\n";
    let (form, all) = told(wide, &any());
    assert_eq!((form, all), (Form::Grid, vec![format!("{SIX} 2×3 six")]));
    let tall = "61 23 ..\n.. 51 ..\n25 .4 .1\n\u{2500}\u{2500}\n1. .. ..\n5. 1. ..\n.. .5 14\n";
    assert_eq!(told(tall, &any()).1, [format!("{SIX} 3×2")]);
    // Two drawings with nothing between them, and one after a blank line.
    let rows = "1...\n..3.\n.2..\n...4\n";
    let (_, all) = told(&format!("{rows}{rows}\n{rows}"), &any());
    assert_eq!(all, vec![format!("{FOUR} 2×2"); 3]);
    let (_, all) = told(wide, &boxes(3, 2));
    assert_eq!(all, ["f:9:1: expected boxes of 3×2, found boxes of 2×3 drawn"]);
    let rows: Vec<&str> = wide.lines().filter(|line| line.contains(" | ")).collect();
    let torn = format!("{}\n------+------\n{}\n", rows[..3].join("\n"), rows[3..].join("\n"));
    let (_, all) = told(&torn, &any());
    assert_eq!(all, ["f:7:1: the bars say boxes of 2×3, the lines between rows 3×2"]);
}

#[test]
fn rows_of_numbers_are_read_with_blanks_and_with_commas() {
    let digits: Vec<u8> = (0..256).map(|cell| ((cell * 7) % 17) as u8).collect();
    let board = AnyGrid::new(&"16x16".parse().unwrap(), digits.clone()).unwrap();
    for separator in [" ", ",", ", ", "\t"] {
        let rows: Vec<String> = digits
            .chunks(16)
            .map(|row| row.iter().map(u8::to_string).collect::<Vec<_>>().join(separator))
            .collect();
        let (form, all) = told(&rows.join("\n"), &any());
        assert_eq!((form, all), (Form::Grid, vec![format!("{board} 4×4")]), "{separator:?}");
    }
    // Nine cells with commas are an ordinary puzzle.
    let row = "5,3,0,0,7,0,0,0,0\n";
    let zeros = "0,0,0,0,0,0,0,0,0\n".repeat(8);
    let (_, all) = told(&format!("{row}{zeros}"), &any());
    assert_eq!(all, [format!("53..7{} 9", ".".repeat(76))]);
}

#[test]
fn sixteen_lines_of_sixteen_signs_are_one_board_or_sixteen() {
    let small = format!("{FOUR}\n").repeat(16);
    assert_eq!(told(&small, &any()).1.len(), 16);
    assert_eq!(told(&format!("{FOUR}\n"), &any()).1.len(), 1);
    let large = format!("{}FG..............\n", format!("{FOUR}\n").repeat(15));
    let (form, all) = told(&large, &any());
    assert_eq!((form, all.len()), (Form::Grid, 1));
    assert!(all[0].ends_with(" 4×4"), "{all:?}");
    // Whoever knows says so.
    assert!(told(&small, &boxes(4, 4)).1[0].ends_with(" 4×4"));
    assert_eq!(told(&small, &boxes(2, 2)).1.len(), 16);
}

#[test]
fn tables_and_json_hold_boards_too() {
    let expected = [format!("{SIX} 2×3,7")];
    assert_eq!(told(&format!("id,puzzle\n7,{SIX}\n"), &any()), (Form::Csv, expected.to_vec()));
    assert_eq!(told(&format!("7,{SIX}\n"), &any()), (Form::Csv, expected.to_vec()));
    let tabs = told(&format!("{SIX}\t7\n"), &any()).1;
    assert_eq!(tabs, [format!("{SIX} 2×3\t7")]);
    let json = format!("{{\"puzzle\":\"{SIX}\",\"se\":1}}\n");
    assert_eq!(told(&json, &any()).1, [format!("{SIX} 2×3 {{\"se\":1}}")]);
}

#[test]
fn what_is_written_is_read_again() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (4, 2), (2, 5), (3, 4), (4, 4), (5, 5)] {
        let boxes_of = Boxes::new(rows, columns).unwrap();
        let shape = Shape::regular(boxes_of);
        let n = shape.side();
        let digits: Vec<u8> = (0..shape.cells()).map(|c| ((c * 5 + 1) % (n + 1)) as u8).collect();
        let board = AnyGrid::new(&shape, digits).unwrap();
        let sheet = piste_core::text::Sheet {
            clues: AnyClues::Other(board.clone()),
            rest: " 7.2".to_owned(),
            position: None,
        };
        let record = Record::at(sheet, 1, 1);
        for form in [Form::Line, Form::Grid, Form::Csv, Form::Tsv, Form::Jsonl] {
            let mut writer = Writer::new(form, Vec::new());
            writer.write_any(record.clone()).unwrap();
            let text = String::from_utf8(writer.finish().unwrap()).unwrap();
            // A drawing tells its shape; all others must be told.
            let options = if form == Form::Grid { any() } else { boxes(rows, columns) };
            let (found, all) = told(&text, &ReadOptions { form: Some(form), ..options });
            assert_eq!(found, form);
            assert!(all[0].starts_with(&format!("{board} {boxes_of}")), "{text}{all:?}");
        }
        for form in [Form::Sdm, Form::Sdk, Form::Ss, Form::Marks, Form::Hodoku] {
            let wrong = Writer::new(form, Vec::new()).write_any(record.clone()).unwrap_err();
            assert_eq!(wrong.kind(), io::ErrorKind::InvalidInput);
            assert!(wrong.to_string().contains("holds boards of 9×9"), "{wrong}");
        }
    }
}

#[test]
fn who_welcomes_nine_alone_is_told_so() {
    let (_, all) = told(&format!("{SIX}\n"), &ReadOptions::default());
    assert_eq!(all, ["f:1:37: expected 81 cells, found 36"]);
    let mut reader = Reader::from_read("f", SIX.as_bytes(), &any()).unwrap();
    let wrong = reader.next().unwrap().unwrap_err().to_string();
    assert_eq!(wrong, "f:1:1: expected a board of 9×9, found one of 6×6");
}

#[test]
fn digits_from_zero_on_are_not_taken_for_empty_cells() {
    let zero_to_f: String = (0..256)
        .map(|at| if at % 3 == 0 { '.' } else { char::from(b"0123456789ABCDEF"[at % 16]) })
        .collect();
    let wrong = boards::read(&zero_to_f, &Welcome::Any).unwrap_err().to_string();
    assert!(wrong.contains("are they from 0 to F?"), "{wrong}");
    let rows: Vec<&str> = (0..16).map(|row| &zero_to_f[16 * row..16 * row + 16]).collect();
    let wrong = boards::read(&rows.join("\n"), &Welcome::Any).unwrap_err().to_string();
    assert!(wrong.contains("are they from 0 to F?"), "{wrong}");
    // One sign for empty cells, or the highest digit, leaves no doubt.
    for plain in
        [zero_to_f.replace('.', "0"), zero_to_f.replace('0', "."), zero_to_f.replacen('F', "G", 1)]
    {
        assert_eq!(boards::read(&plain, &Welcome::Any).unwrap().clues.side(), 16);
    }
}

#[test]
fn a_shape_that_was_said_is_that_of_every_board_in_every_form() {
    let nine = format!("53..7{}", ".".repeat(76));
    let grid: piste_core::Grid = nine.parse().unwrap();
    for name in ["9x9+x", "9x9+windoku+antiknight"] {
        let shape: Shape = name.parse().unwrap();
        let expected = [format!("{nine} {name}")];
        let drawn = piste_core::text::drawn::print(&grid);
        let pasted = nine.chars().map(String::from).collect::<Vec<_>>().join(",");
        for file in [&nine, &nine.replace('.', "0"), &drawn, &format!("[{pasted}]")] {
            assert_eq!(told(file, &only(&shape)).1, expected, "{file}");
        }
        let table = told(&format!("id,puzzle\n7,{nine}\n"), &only(&shape)).1;
        assert_eq!(table, [format!("{nine} {name},7")]);
        let marks = piste_core::text::line::print_marks(&piste_core::Board::from(&grid).marks());
        let (_, all) = told(&marks, &only(&shape));
        assert!(all[0].ends_with("found pencil marks"), "{all:?}");
    }
    let shape: Shape = "jigsaw:1111122222333334444455555".parse().unwrap();
    let five = format!("12345{}", ".".repeat(20));
    assert!(told(&five, &any()).1[0].contains(": expected "));
    assert_eq!(told(&five, &only(&shape)).1, [format!("{five} {shape}")]);
    let rows = "12345\n.....\n.....\n.....\n.....\n";
    assert_eq!(told(rows, &only(&shape)).1, [format!("{five} {shape}")]);
    let (_, all) = told(&five[1..], &only(&shape));
    assert_eq!(all, ["f:1:25: expected 25 cells (a jigsaw of 5×5), found 24"]);
}
