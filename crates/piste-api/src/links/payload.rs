//! What links hold: the givens and runs of blanks of SudokuPad, the JSON of f-puzzles, and SudokuPad's own
//! form, which is JSON with short names and without quotation marks.

use super::line;
use piste_core::text::Sheet;
use piste_core::{AnyClues, Cell, Grid};
use serde_json::{Map, Value};

/// The signs of a digit with up to five blanks behind it: the digit and ten times the blanks.
const BLANKS: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// The signs of so many blanks, in an earlier form in which digits stand for themselves.
const RUNS: &[u8; 70] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";

/// Cells, 0 for empty ones, as SudokuPad's short links have them.
pub(super) fn classic(cells: &str) -> String {
    let mut signs = String::new();
    let mut cells = cells.bytes().map(|sign| sign.saturating_sub(b'0')).peekable();
    while let Some(digit) = cells.next() {
        let mut blanks = 0;
        while blanks < 5 && cells.next_if_eq(&0).is_some() {
            blanks += 1;
        }
        signs.push(char::from(BLANKS[usize::from(digit) + 10 * blanks]));
    }
    signs
}

/// The 81 cells of a short link in the one form or the other; nothing if they are not so many.
pub(super) fn of_classic(signs: &str) -> Option<String> {
    let nine = |cells: String| (cells.len() == 81).then_some(cells);
    let pairs = signs.bytes().map(|sign| BLANKS.iter().position(|&known| known == sign));
    let later: Option<String> =
        pairs.map(|at| at.map(|at| format!("{}{}", at % 10, "0".repeat(at / 10)))).collect();
    let earlier = || {
        let cells = signs.bytes().map(|sign| match RUNS.iter().position(|&known| known == sign) {
            Some(blanks) => Some("0".repeat(blanks)),
            None => sign.is_ascii_digit().then(|| char::from(sign).to_string()),
        });
        cells.collect::<Option<String>>()
    };
    later.and_then(nine).or_else(|| earlier().and_then(nine))
}

/// A puzzle as f-puzzles writes it.
pub(super) fn fpuzzles(grid: &Grid) -> String {
    let cell = |cell: Cell| match grid.get(cell) {
        Some(digit) => format!("{{\"value\":{digit},\"given\":true}}"),
        None => "{}".to_owned(),
    };
    let rows = (0..9).map(|row| {
        let cells: Vec<String> = (0..9).map(|column| cell(Cell::at(row, column))).collect();
        format!("[{}]", cells.join(","))
    });
    format!("{{\"size\":9,\"grid\":[{}]}}", rows.collect::<Vec<_>>().join(","))
}

/// What an f-puzzles puzzle may say that changes nothing about it.
const SAID: [&str; 8] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "highlightConflicts",
    "solution",
    "disabledlogic",
];

/// What a cell may say there.
const SAID_OF_CELL: [&str; 9] = [
    "value",
    "given",
    "centerPencilMarks",
    "cornerPencilMarks",
    "candidates",
    "region",
    "highlight",
    "c",
    "cArray",
];

/// The puzzle of f-puzzles' JSON.
pub(super) fn of_fpuzzles(json: &str) -> Result<Sheet<AnyClues>, String> {
    let puzzle: Map<String, Value> =
        serde_json::from_str(json).map_err(|why| format!("the link does not hold JSON ({why})"))?;
    let unknown: Vec<&str> = puzzle
        .iter()
        .filter(|(name, value)| !SAID.contains(&name.as_str()) && says_something(value))
        .map(|(name, _)| name.as_str())
        .collect();
    if !unknown.is_empty() {
        return Err(unknown_rules("f-puzzles", &unknown));
    }
    let rows = puzzle.get("grid").and_then(Value::as_array);
    let rows = rows.ok_or("the puzzle of f-puzzles has no grid")?;
    let side = rows.len();
    let mut cells: Vec<&Map<String, Value>> = Vec::with_capacity(side * side);
    for row in rows {
        let row = row.as_array().filter(|row| row.len() == side);
        let row = row.ok_or("the grid of f-puzzles is not as high as it is wide")?;
        for cell in row {
            cells.push(cell.as_object().ok_or("a cell of f-puzzles is no object")?);
        }
    }
    for cell in &cells {
        let strange = cell
            .iter()
            .find(|(name, value)| !SAID_OF_CELL.contains(&name.as_str()) && says_something(value));
        if let Some((name, _)) = strange {
            return Err(unknown_rules("f-puzzles", &[name]));
        }
    }
    if cells.iter().any(|cell| cell.get("region").is_some_and(says_something)) {
        return Err("the regions of this puzzle are drawn cell by cell: --shape jigsaw:FILE reads such boards".to_owned());
    }
    let is_given = |cell: &Map<String, Value>| {
        cell.get("given").is_some_and(|given| *given == Value::Bool(true))
    };
    // A grid in which nothing is marked as given was typed in: all of it is meant.
    let has_givens = cells.iter().any(|cell| is_given(cell));
    let value = |cell: &&Map<String, Value>| {
        let value = cell.get("value").filter(|_| is_given(cell) || !has_givens);
        value.and_then(Value::as_u64).unwrap_or(0)
    };
    board(cells.iter().map(value), side)
}

/// What a puzzle of SudokuPad may have that changes nothing about it.
const DRAWN: [&str; 9] =
    ["cellSize", "cells", "regions", "metadata", "settings", "id", "title", "author", "rules"];

/// The puzzle of SudokuPad's own form.
pub(super) fn of_sudokupad(text: &str) -> Result<Sheet<AnyClues>, String> {
    let json = if text.starts_with("{\"") { text.to_owned() } else { unzipped(text) };
    let puzzle: Map<String, Value> = serde_json::from_str(&json).map_err(|_| {
        "what the link to SudokuPad holds is in a form that piste does not know".to_owned()
    })?;
    let long =
        |name: &str| SHORT_NAMES.iter().find(|(short, _)| *short == name).map(|(_, long)| *long);
    let named = |name: &str| {
        let found = puzzle.iter().find(|(own, _)| long(own).unwrap_or(own.as_str()) == name);
        found.map(|(_, value)| value)
    };
    let unknown: Vec<&str> = puzzle
        .iter()
        .map(|(name, value)| (long(name).unwrap_or(name.as_str()), value))
        .filter(|(name, value)| {
            !DRAWN.contains(name) && says_something(value) && !is_note(name, value)
        })
        .map(|(name, _)| name)
        .collect();
    if !unknown.is_empty() {
        return Err(unknown_rules("SudokuPad", &unknown));
    }
    let rows =
        named("cells").and_then(Value::as_array).ok_or("the puzzle of SudokuPad has no cells")?;
    let side = rows.len();
    let mut values = Vec::with_capacity(side * side);
    for row in rows {
        let row = row.as_array().filter(|row| row.len() == side);
        let row = row.ok_or("the grid of SudokuPad is not as high as it is wide")?;
        for cell in row {
            let value = cell.get("value").or_else(|| cell.get("v"));
            values.push(match value {
                Some(Value::Number(number)) => number.as_u64().unwrap_or(0),
                Some(Value::String(text)) => text.parse().unwrap_or(0),
                _ => 0,
            });
        }
    }
    board(values.into_iter(), side)
}

/// The short names of the members that matter here.
const SHORT_NAMES: [(&str, &str); 10] = [
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("re", "regions"),
    ("ca", "cages"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("l", "lines"),
    ("t", "title"),
    ("d", "duration"),
];

/// Cages that draw nothing are where SudokuPad keeps titles and rules.
fn is_note(name: &str, value: &Value) -> bool {
    let is_words = |cage: &Value| {
        let cells = cage.get("cells").or_else(|| cage.get("ce"));
        !cells.is_some_and(says_something)
    };
    match name {
        "cages" => value.as_array().is_some_and(|cages| cages.iter().all(is_words)),
        "duration" | "videos" => true,
        _ => false,
    }
}

/// SudokuPad's JSON with all that it leaves out: quotation marks around names, `{}` between commas,
/// `true` and `false`.
fn unzipped(text: &str) -> String {
    let mut json = String::with_capacity(text.len() * 2);
    let mut signs = text.chars().peekable();
    let mut last = '{';
    while let Some(sign) = signs.next() {
        match sign {
            '"' | '\'' => {
                json.push('"');
                while let Some(inner) = signs.next() {
                    match inner {
                        '\\' => {
                            json.push('\\');
                            json.extend(signs.next());
                        }
                        _ if inner == sign => break,
                        '"' => json.push_str("\\\""),
                        _ => json.push(inner),
                    }
                }
                json.push('"');
                last = '"';
                continue;
            }
            // Nothing between two commas, or between a bracket and a comma, is an empty object.
            ',' | ']' if matches!(last, ',' | '[') && !(sign == ']' && last == '[') => {
                json.push_str("{}");
                json.push(sign);
            }
            _ if sign.is_ascii_alphanumeric() || "#-_.".contains(sign) => {
                let mut word = String::from(sign);
                while let Some(more) =
                    signs.next_if(|c| c.is_ascii_alphanumeric() || "#-_.".contains(*c))
                {
                    word.push(more);
                }
                let is_name = signs.peek() == Some(&':');
                match word.as_str() {
                    _ if is_name => json.push_str(&format!("\"{word}\"")),
                    "t" | "true" => json.push_str("true"),
                    "f" | "false" => json.push_str("false"),
                    "null" => json.push_str("null"),
                    _ if word.parse::<f64>().is_ok() => json.push_str(&word),
                    _ => json.push_str(&format!("\"{word}\"")),
                }
                last = 'x';
                continue;
            }
            _ => json.push(sign),
        }
        last = sign;
    }
    json
}

/// A board of these values, 0 for empty cells.
fn board(values: impl Iterator<Item = u64>, side: usize) -> Result<Sheet<AnyClues>, String> {
    let mut cells = String::new();
    for value in values {
        cells.push(match value {
            0 => '.',
            1..=9 => char::from(b'0' + value as u8),
            10..=25 => char::from(b'A' + value as u8 - 10),
            _ => return Err(format!("the link has the number {value} in a cell")),
        });
    }
    if side == 0 || cells.len() != side * side {
        return Err("the link has no grid".to_owned());
    }
    line(&cells)
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(several) => several.iter().any(says_something),
        Value::Object(members) => !members.is_empty(),
        Value::String(text) => !text.is_empty(),
        Value::Bool(true) | Value::Number(_) => true,
    }
}

fn unknown_rules(site: &str, names: &[&str]) -> String {
    let s = if names.len() == 1 { "" } else { "s" };
    format!(
        "this puzzle of {site} has more than givens, and piste does not know the rule{s}: {}",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::links::{Site, lz, read};

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn puzzle(link: &str) -> Result<String, String> {
        read(link).expect("this is a link").map(|sheet| sheet.clues.to_string())
    }

    /// From SudokuPad's own tests and documentation.
    #[test]
    fn links_that_sudokupad_made() {
        let classic = "classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B";
        let cells = puzzle(&format!("https://sudokupad.app/{classic}")).unwrap();
        assert_eq!(cells.len(), 81);
        assert!(cells.starts_with(".6.91...7..2....15"), "{cells}");
        let empty = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA=";
        assert_eq!(puzzle(empty).unwrap(), ".".repeat(81));
        assert_eq!(
            puzzle("https://sudokupad.app/k7qc98e00u").unwrap_err(),
            "this link only names a puzzle that SudokuPad keeps, and piste asks no server; a link with the \
             whole puzzle does"
        );
    }

    /// The page on X-wings of SudokuWiki has these two links.
    #[test]
    fn links_that_sudokuwiki_made() {
        let start =
            "100000569402000008050009040000640801000010000208035000040500010900000402621000005";
        let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={start}");
        assert_eq!(puzzle(&link).unwrap(), start.replace('0', "."));
        let position = "https://www.sudokuwiki.org/sudoku.htm?bd=S9B015y2e685w68050609040i022e0e0f0a2e085y050f\
                        0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y042e05d0609i010f09\
                        5y0e5y0f0a045y0206020166cy669id205";
        let sheet = read(position).unwrap().unwrap();
        assert_eq!(sheet.clues.to_string(), start.replace('0', "."));
        let board = sheet.position.unwrap().board;
        let left: Vec<u8> =
            board.candidates(Cell::at(0, 1)).iter().map(piste_core::Digit::get).collect();
        assert_eq!(left, [3, 7, 8]);
        assert_eq!(board.value(Cell::at(1, 1)).map(piste_core::Digit::get), Some(9));
        assert!(read("S9B01").unwrap().is_err());
    }

    /// The first cells of a well-known link of lisudoku's documentation are a 4×4.
    #[test]
    fn other_sites_have_the_digits_in_their_addresses() {
        let zeros = PUZZLE.replace('.', "0");
        for link in [
            format!("https://sudoku.coach/en/play/{zeros}"),
            format!("https://sudokuexchange.com/play/?s={zeros}"),
            format!("http://example.org/solve?grid={PUZZLE}&x=1"),
        ] {
            assert_eq!(puzzle(&link).unwrap(), PUZZLE, "{link}");
        }
        assert!(puzzle("https://example.org/").is_err());
        assert!(
            puzzle("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZN")
                .unwrap_err()
                .contains("Penpa")
        );
        assert!(read(PUZZLE).is_none() && read("puzzles.txt").is_none());
    }

    #[test]
    fn what_piste_does_not_know_is_named() {
        let mut json: Map<String, Value> =
            serde_json::from_str(&fpuzzles(&PUZZLE.parse().unwrap())).unwrap();
        let link = |json: &Map<String, Value>| {
            format!("https://sudokupad.app/fpuz{}", lz::pack(&serde_json::to_string(json).unwrap()))
        };
        json.insert("title".to_owned(), "A title".into());
        json.insert("arrow".to_owned(), Value::Array(Vec::new()));
        assert_eq!(puzzle(&link(&json)).unwrap(), PUZZLE);
        json.insert(
            "killercage".to_owned(),
            serde_json::json!([{ "cells": ["R1C1"], "value": "5" }]),
        );
        json.insert("antiknight".to_owned(), true.into());
        let wrong = puzzle(&link(&json)).unwrap_err();
        assert!(wrong.contains("does not know the rules: antiknight, killercage"), "{wrong}");
    }

    #[test]
    fn sudokupads_own_form_is_read() {
        let rows: Vec<String> = PUZZLE
            .as_bytes()
            .chunks(9)
            .map(|row| {
                let cells = row.iter().map(|sign| match sign {
                    b'.' => String::new(),
                    digit => format!("{{v:{}}}", char::from(*digit)),
                });
                format!("[{}]", cells.collect::<Vec<_>>().join(","))
            })
            .collect();
        let plain = format!("{{cs:50,ce:[{}],metadata:{{title:'Friday'}}}}", rows.join(","));
        let link = |text: &str| format!("https://sudokupad.app/scl{}", lz::pack(text));
        assert_eq!(puzzle(&link(&plain)).unwrap(), PUZZLE);
        let caged = plain.replacen("cs:50,", "cs:50,ca:[{ce:[[0,0],[0,1]],v:'8'}],", 1);
        assert!(puzzle(&link(&caged)).unwrap_err().contains("does not know the rule: cages"));
    }

    #[test]
    fn every_link_comes_back() {
        let grid: Grid = PUZZLE.parse().unwrap();
        for site in Site::ALL {
            assert_eq!(puzzle(&site.link(&grid)).unwrap(), PUZZLE, "{site:?}");
            assert_eq!(puzzle(&site.link(&Grid::EMPTY)).unwrap(), ".".repeat(81), "{site:?}");
        }
    }
}
