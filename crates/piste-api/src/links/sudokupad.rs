//! What SudokuPad's own links hold: givens and runs of blanks (`scf…`), or a drawing (`scl…`), which is JSON
//! with short names and without what can be left out.
//!
//! A drawing says how a puzzle looks, not by which rules it is played. Regions, the two diagonals, extra
//! regions and the rules that have a name of their own (`global`) are what piste knows; any other line, cage or
//! sign is refused by its name. Rules that are told in words alone cannot be read by a program.

use super::draft::{self, Draft};
use super::fpuzzles::{says_something, unknown_rules};
use piste_core::shape::Boxes;
use piste_core::text::Sheet;
use piste_core::{AnyClues, AnyGrid};
use serde_json::{Map, Value};

/// The signs of a digit with up to five blanks behind it: the digit and ten times the blanks.
const BLANKS: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// The signs of so many blanks, in an earlier form in which digits stand for themselves.
const RUNS: &[u8; 70] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";

/// Cells, 0 for empty ones, as the short links have them.
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

/// What a short link may say behind its cells and a star, and the words of a shape for it.
const RULES: [(char, &str); 2] = [('w', "windoku"), ('x', "x")];

/// The puzzle of a short link with rules, a title or an author behind its cells.
pub(super) fn with_rules(cells: &str, said: &str) -> Result<Sheet<AnyClues>, String> {
    let cells =
        of_classic(cells).ok_or("there is no puzzle that can be read in this link to SudokuPad")?;
    let mut layers = Vec::new();
    for letter in said.chars() {
        match RULES.iter().find(|(own, _)| *own == letter) {
            Some((_, layer)) => layers.push((*layer).to_owned()),
            // A title or an author goes on to the end, or to what else is said of the kind.
            None if ['t', 'a'].contains(&letter) => break,
            None => return Err(unknown_rules("SudokuPad", &[&letter.to_string()])),
        }
    }
    let values = cells.bytes().map(|sign| u64::from(sign - b'0')).collect();
    Draft { layers, ..Draft::plain(9, values) }.sheet()
}

/// A board of 9×9 with diagonals or windows as a short link has it; nothing if it is another one.
pub(super) fn short(grid: &AnyGrid) -> Option<String> {
    let shape = grid.shape();
    if shape.boxes() != Some(Boxes::ORDINARY) {
        return None;
    }
    let letter = |layer: &str| RULES.iter().find(|(_, own)| *own == layer).map(|rule| rule.0);
    let letters: Option<String> = draft::layers(shape).map(letter).collect();
    Some(format!("{}*{}", classic(&grid.to_string().replace('.', "0")), letters?))
}

/// What a drawing may have that changes nothing about the puzzle.
const SAID: [&str; 9] =
    ["cellSize", "cells", "metadata", "settings", "id", "title", "author", "rules", "duration"];

/// What is read one by one.
const READ: [&str; 4] = ["regions", "cages", "lines", "global"];

/// The puzzle of a drawing.
pub(super) fn read(text: &str) -> Result<Sheet<AnyClues>, String> {
    let json = if text.starts_with("{\"") { text.to_owned() } else { unzipped(text) };
    let puzzle: Map<String, Value> = serde_json::from_str(&json).map_err(|_| {
        "what the link to SudokuPad holds is in a form that piste does not know".to_owned()
    })?;
    let puzzle = Drawing(puzzle);
    let mut unknown: Vec<&str> = puzzle
        .members()
        .filter(|(name, value)| {
            !SAID.contains(name)
                && !READ.contains(name)
                && *name != "videos"
                && says_something(value)
        })
        .map(|(name, _)| name)
        .collect();
    let rows = puzzle.list("cells").ok_or("the puzzle of SudokuPad has no cells")?;
    let side = rows.len();
    let mut values = Vec::with_capacity(side * side);
    for row in rows {
        let row = row.as_array().filter(|row| row.len() == side);
        let row = row.ok_or("the grid of SudokuPad is not as high as it is wide")?;
        values.extend(row.iter().map(value));
    }
    let mut layers = Vec::new();
    for rule in puzzle.list("global").into_iter().flatten() {
        match rule.as_str() {
            Some(known @ ("antiknight" | "antiking" | "disjoint")) => layers.push(known.to_owned()),
            Some(other) => unknown.push(other),
            None => unknown.push("global"),
        }
    }
    let is_disjoint = layers.iter().any(|layer| layer == "disjoint");
    for cage in puzzle.list("cages").into_iter().flatten() {
        let cells = member(cage, "cells", "ce").filter(|cells| says_something(cells));
        let is = |name: &str, value: &str| cage.get(name).is_some_and(|said| said == value);
        match cells {
            // Cages without cells are where titles and rules are kept.
            None => {}
            Some(_) if is("type", "disjoint") && is_disjoint => {}
            Some(cells) if is("style", "extraregion") => {
                layers
                    .push(draft::region(&places(cells).ok_or("a cage of SudokuPad has no cells")?));
            }
            Some(_) => unknown.push("cages"),
        }
    }
    let (mut down, mut up) = (false, false);
    for line in puzzle.list("lines").into_iter().flatten() {
        match member(line, "wayPoints", "wp").and_then(places).as_deref() {
            Some(&[from, to])
                if [from, to].contains(&(0, 0)) && [from, to].contains(&(side, side)) =>
            {
                down = true;
            }
            Some(&[from, to])
                if [from, to].contains(&(0, side)) && [from, to].contains(&(side, 0)) =>
            {
                up = true;
            }
            _ => unknown.push("lines"),
        }
    }
    unknown.dedup();
    if !unknown.is_empty() {
        return Err(unknown_rules("SudokuPad", &unknown));
    }
    layers.extend(draft::diagonals(side, down, up));
    let regions = regions(puzzle.list("regions"), side)?;
    Draft { side, values, regions, layers }.sheet()
}

/// The region of each cell. A drawing without any means the usual boxes.
fn regions(listed: Option<&Vec<Value>>, side: usize) -> Result<Option<Vec<usize>>, String> {
    let Some(listed) = listed.filter(|listed| !listed.is_empty()) else { return Ok(None) };
    let mut regions = vec![None; side * side];
    for (number, cells) in listed.iter().enumerate() {
        for (row, column) in places(cells).ok_or("a region of SudokuPad has no cells")? {
            let at = Some(row * side + column).filter(|_| row < side && column < side);
            let cell = at.and_then(|at| regions.get_mut(at)).filter(|cell| cell.is_none());
            *cell.ok_or("the regions of SudokuPad do not fit its grid")? = Some(number);
        }
    }
    let regions: Option<Vec<usize>> = regions.into_iter().collect();
    regions.map(Some).ok_or_else(|| {
        "a cell of this puzzle is in no region, and piste knows no such boards".to_owned()
    })
}

/// The number in a cell; 0 if there is none.
fn value(cell: &Value) -> u64 {
    match member(cell, "value", "v") {
        Some(Value::Number(number)) => number.as_u64().unwrap_or(u64::MAX),
        Some(Value::String(text)) => {
            text.parse().unwrap_or(if text.is_empty() { 0 } else { u64::MAX })
        }
        _ => 0,
    }
}

/// A member by its long name or its short one.
fn member<'a>(object: &'a Value, long: &str, short: &str) -> Option<&'a Value> {
    object.get(long).or_else(|| object.get(short))
}

/// Rows and columns, from 0; nothing if one of them is no whole number.
fn places(cells: &Value) -> Option<Vec<(usize, usize)>> {
    let whole = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let place = |cell: &Value| match cell.as_array()?.as_slice() {
        [row, column] => Some((whole(row)?, whole(column)?)),
        _ => None,
    };
    cells.as_array()?.iter().map(place).collect()
}

/// The drawing, whose members have long names or short ones.
struct Drawing(Map<String, Value>);

impl Drawing {
    /// The short names of the members that matter here.
    const SHORT: [(&str, &str); 11] = [
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
        ("vd", "videos"),
    ];

    fn members(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| {
            let long = Drawing::SHORT.iter().find(|(short, _)| short == name);
            (long.map_or(name.as_str(), |(_, long)| long), value)
        })
    }

    fn list(&self, name: &str) -> Option<&Vec<Value>> {
        self.members().find(|member| member.0 == name)?.1.as_array()
    }
}

/// SudokuPad's JSON with all that it leaves out: quotation marks around names, `{}` between commas,
/// `true` and `false`. Texts are in single quotation marks.
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
                        '\\' => match signs.next() {
                            // A quotation mark that JSON needs no backslash for.
                            Some('\'') => json.push('\''),
                            Some(escaped) => json.extend(['\\', escaped]),
                            None => {}
                        },
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
            _ if sign.is_ascii_alphanumeric() || "#-_.+".contains(sign) => {
                let mut word = String::from(sign);
                while let Some(more) =
                    signs.next_if(|c| c.is_ascii_alphanumeric() || "#-_.+".contains(*c))
                {
                    word.push(more);
                }
                let is_name = signs.peek() == Some(&':');
                match word.as_str() {
                    _ if is_name => json.push_str(&format!("\"{word}\"")),
                    "t" | "true" => json.push_str("true"),
                    "f" | "false" => json.push_str("false"),
                    "null" => json.push_str("null"),
                    // Of a colour nothing is asked but that it is JSON: 000012 would be none.
                    _ if is_number(&word) => json.push_str(&word),
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

/// Whether JSON takes this for a number.
fn is_number(word: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(word).is_ok()
}
