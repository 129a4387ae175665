//! ipuz, the open format for puzzles: JSON, one puzzle a text.
//!
//! ```text
//!   { "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "charset": "123456789",
//!     "puzzle": [[0, 1, 2, 0, 0, 7, 0, 0, 0], …] }
//! ```
//!
//! The kind says which rules there are. Those for both diagonals, for four windows and for drawn regions are known to a
//! [shape](piste_core::shape::Shape); any other, and cages, are refused by name. Letters are read as the
//! digits that have their place in the `charset`.
//!
//! Regions are `zones`: lists of cells, each as its column and row from 0, or rectangles. On a board that has boxes they are
//! houses beside these, on one that has none (a jigsaw, or `"boxes": false`) they are in their place.

use super::draft::{self, Draft};
use super::fpuzzles::{says_something, unknown_rules};
use piste_core::text::Sheet;
use piste_core::{AnyClues, AnyGrid};
use serde_json::{Map, Value, json};

/// Where all kinds of sudoku begin.
const SUDOKU: &str = "http://ipuz.org/sudoku";

/// Kinds that are read, and what their boards have beside boxes.
const KINDS: [(&str, &str); 5] = [
    ("", ""),
    ("/wordoku", ""),
    (JIGSAW, ""),
    ("/diagonalsudoku", "x"),
    ("/hypersudoku", "windoku"),
];

/// The kind of boards with drawn regions in place of boxes.
const JIGSAW: &str = "/jigsawsudoku";

/// Members that change nothing about the puzzle. Those of one program alone have a dot in their names.
const SAID: [&str; 32] = [
    "version",
    "kind",
    "puzzle",
    "charset",
    "displaycharset",
    "boxes",
    "zones",
    "showoperators",
    "cageborder",
    "solution",
    "saved",
    "dimensions",
    "copyright",
    "publisher",
    "publication",
    "url",
    "uniqueid",
    "title",
    "intro",
    "explanation",
    "annotation",
    "author",
    "editor",
    "date",
    "notes",
    "difficulty",
    "origin",
    "block",
    "empty",
    "styles",
    "checksum",
    "volatile",
];

/// What is told along with the puzzle.
const TOLD: [&str; 9] = [
    "title",
    "author",
    "editor",
    "difficulty",
    "date",
    "copyright",
    "publisher",
    "uniqueid",
    "url",
];

/// How a style says that one cell is larger than its neighbour.
const RULES_OF_STYLE: [&str; 3] = ["lessthan", "greaterthan", "equal"];

/// Whether a text begins as such a file does.
pub fn is_meant(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let start = start.get(..start.len().min(4096)).unwrap_or(start);
    (start.starts_with('{') || start.starts_with("ipuz(")) && start.contains("ipuz.org/")
}

/// Reads the one puzzle of such a text. What it tells beside the puzzle is the rest, as a JSON object.
///
/// ```
/// use piste_api::links::ipuz;
///
/// let text = r#"{"version":"http://ipuz.org/v2","kind":["http://ipuz.org/sudoku#1"],"title":"Small",
///     "puzzle":[[1,0,0,0],[0,0,3,0],[0,2,0,0],[0,0,0,4]]}"#;
/// let sheet = ipuz::read(text).unwrap();
/// assert_eq!(sheet.clues.to_string(), "1.....3..2.....4");
/// assert_eq!(sheet.rest, r#" {"title":"Small"}"#);
/// ```
///
/// # Errors
/// A sentence that says why there is no puzzle, or which of its rules piste does not know.
pub fn read(text: &str) -> Result<Sheet<AnyClues>, String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    // The first version could be a call in a script.
    let text = match text.strip_prefix("ipuz(") {
        Some(call) => call.trim_end_matches(';').trim_end().trim_end_matches(')'),
        None => text,
    };
    let file: Map<String, Value> =
        serde_json::from_str(text).map_err(|why| format!("this is no ipuz file ({why})"))?;
    let kinds = kinds(file.get("kind"))?;
    let is_known = |name: &str| SAID.contains(&name) || name.contains('.');
    let mut unknown: Vec<&str> = file
        .iter()
        .filter(|(name, value)| !is_known(name) && says_something(value))
        .map(|(name, _)| name.as_str())
        .collect();
    let rows = file.get("puzzle").and_then(Value::as_array);
    let rows = rows.ok_or("this ipuz file has no puzzle")?;
    let side = rows.len();
    let signs = Signs::of(&file, side)?;
    let mut values = Vec::with_capacity(side * side);
    for row in rows {
        let row = row.as_array().filter(|row| row.len() == side);
        for cell in row.ok_or("the puzzle of this ipuz file is not as high as it is wide")? {
            let styled = cell.as_object();
            let style = styled.and_then(|cell| cell.get("style")?.as_object());
            unknown.extend(RULES_OF_STYLE.into_iter().filter(|rule| {
                style.is_some_and(|style| style.get(*rule).is_some_and(says_something))
            }));
            let given =
                styled.map_or(Some(cell), |cell| cell.get("given").or_else(|| cell.get("value")));
            values.push(given.map_or(Ok(0), |given| signs.value(given))?);
        }
    }
    unknown.dedup();
    if !unknown.is_empty() {
        return Err(unknown_rules("ipuz", &unknown));
    }
    let layers = kinds.iter().map(|(_, layer)| *layer).filter(|layer| !layer.is_empty());
    let mut layers: Vec<String> = layers.map(str::to_owned).collect();
    let zones = zones(file.get("zones"), side)?;
    let has_boxes = match file.get("boxes").and_then(Value::as_bool) {
        Some(has_boxes) => has_boxes,
        None => kinds.iter().all(|(kind, _)| *kind != JIGSAW),
    };
    let mut regions = None;
    if has_boxes {
        layers.extend(zones.iter().map(|zone| draft::region(zone)));
    } else if zones.is_empty() {
        return Err("this ipuz puzzle has no boxes, and piste knows no such boards".to_owned());
    } else {
        regions = Some(tiled(&zones, side)?);
    }
    let sheet = Draft { layers, regions, ..Draft::plain(side, values) }.sheet();
    let sheet = sheet.map_err(|why| why.replace("the link", "the ipuz file"))?;
    let told: Map<String, Value> = TOLD
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), file.get(name)?.clone())))
        .filter(|(_, value)| value.is_string() && says_something(value))
        .collect();
    let rest = if told.is_empty() { String::new() } else { format!(" {}", Value::Object(told)) };
    Ok(Sheet { rest, ..sheet })
}

/// The kinds of a board, each with what such boards have beside their boxes.
fn kinds(said: Option<&Value>) -> Result<Vec<(&'static str, &'static str)>, String> {
    let unsaid = "this ipuz file does not say its kind";
    let said = said.and_then(Value::as_array).ok_or(unsaid)?;
    let names = said.iter().filter_map(Value::as_str);
    let mut kinds = Vec::new();
    for name in names.map(|kind| kind.split('#').next().unwrap_or(kind)) {
        let kind = name.replacen("https://", "http://", 1);
        let Some(kind) = kind.strip_prefix(SUDOKU) else {
            return Err(format!("this ipuz file is of the kind {name}, and no sudoku"));
        };
        match KINDS.iter().find(|(own, _)| *own == kind) {
            Some(known) => kinds.push(*known),
            None => return Err(unknown_rules("ipuz", &[kind.trim_start_matches('/')])),
        }
    }
    if kinds.is_empty() { Err(unsaid.to_owned()) } else { Ok(kinds) }
}

/// The side of the largest boards that there are.
const LARGEST: usize = 25;

/// A cell, by row and column from 0.
type Place = (usize, usize);

/// The drawn regions of a board.
fn zones(said: Option<&Value>, side: usize) -> Result<Vec<Vec<Place>>, String> {
    // A board that is too large has no zones worth listing: one rectangle could be as large as the file.
    let said = said.and_then(Value::as_array).filter(|_| side <= LARGEST);
    let said = said.map_or(&[][..], Vec::as_slice);
    let zones = said.iter().enumerate().map(|(nth, zone)| {
        let number = |value: &Value| {
            let number = value.as_u64().or_else(|| value.as_str()?.parse().ok())?;
            usize::try_from(number).ok().filter(|&number| number < side)
        };
        let numbers =
            |list: &Value| list.as_array()?.iter().map(number).collect::<Option<Vec<_>>>();
        let cells = |zone: &Value| match (zone.get("cells"), zone.get("rect")) {
            (Some(cells), _) => cells
                .as_array()?
                .iter()
                .map(|cell| match numbers(cell)?[..] {
                    [column, row] => Some((row, column)),
                    _ => None,
                })
                .collect(),
            (None, Some(rect)) => match numbers(rect)?[..] {
                [left, top, right, bottom] => {
                    let row = |row| (left..=right).map(move |column| (row, column));
                    Some((top..=bottom).flat_map(row).collect())
                }
                _ => None,
            },
            (None, None) => None,
        };
        cells(zone).filter(|cells: &Vec<Place>| !cells.is_empty()).ok_or_else(|| {
            format!(
                "zone {} of this ipuz puzzle does not say which cells of the board it has",
                nth + 1
            )
        })
    });
    zones.collect()
}

/// The zone of every cell, if the zones are in place of boxes.
fn tiled(zones: &[Vec<Place>], side: usize) -> Result<Vec<usize>, String> {
    let mut regions = vec![None; side * side];
    for (nth, zone) in zones.iter().enumerate() {
        for &(row, column) in zone {
            let (here, r, c) = (&mut regions[row * side + column], row + 1, column + 1);
            if here.replace(nth).is_some() {
                return Err(format!(
                    "r{r}c{c} is in two zones of this ipuz puzzle, which has no boxes"
                ));
            }
        }
    }
    let bare = regions.iter().position(Option::is_none);
    if let Some((row, column)) = bare.map(|at| (at / side + 1, at % side + 1)) {
        return Err(format!(
            "r{row}c{column} is in no zone of this ipuz puzzle, which has no boxes"
        ));
    }
    Ok(regions.into_iter().flatten().collect())
}

/// How cells are written.
struct Signs {
    charset: Vec<char>,
    empty: Value,
}

impl Signs {
    fn of(file: &Map<String, Value>, side: usize) -> Result<Signs, String> {
        let charset: Vec<char> = match file.get("charset").and_then(Value::as_str) {
            Some(charset) => charset.chars().collect(),
            None => (1..=side as u8).map(piste_core::general::symbol).collect(),
        };
        if charset.len() != side {
            let count = charset.len();
            return Err(format!(
                "this ipuz puzzle has {side} rows, and {count} signs to fill them with"
            ));
        }
        Ok(Signs { charset, empty: file.get("empty").cloned().unwrap_or(json!(0)) })
    }

    fn value(&self, cell: &Value) -> Result<u64, String> {
        if *cell == self.empty {
            return Ok(0);
        }
        let wrong = || format!("this ipuz puzzle has {cell} in a cell");
        match cell {
            Value::Null => Ok(0),
            Value::Number(number) => number.as_u64().ok_or_else(wrong),
            Value::String(text) if text.is_empty() || text == "0" || text == "." => Ok(0),
            Value::String(text) => {
                let mut signs = text.chars();
                let sign = signs.next().filter(|_| signs.next().is_none());
                let at = sign.and_then(|sign| self.charset.iter().position(|&own| own == sign));
                let number = || text.parse().ok();
                at.map(|at| at as u64 + 1).or_else(number).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

/// The puzzle as such a file has it, over several lines.
///
/// # Errors
/// A sentence that names what ipuz has no words for.
pub fn write(grid: &AnyGrid) -> Result<String, String> {
    let shape = grid.shape();
    let regions = draft::unusual_regions(shape);
    let kind = if regions.is_some() { JIGSAW } else { "" };
    let mut kinds = vec![format!("{SUDOKU}{kind}#1")];
    for layer in draft::layers(shape) {
        match KINDS.iter().find(|(_, own)| *own == layer) {
            Some((kind, _)) => kinds.push(format!("{SUDOKU}{kind}#1")),
            None => {
                return Err(format!(
                    "ipuz has no kind for {}",
                    layer.split(':').next().unwrap_or(layer)
                ));
            }
        }
    }
    let side = shape.side();
    let charset: String = (1..=side as u8).map(piste_core::general::symbol).collect();
    let cell = |&value: &u8| match value {
        0..=9 => value.to_string(),
        _ => format!("\"{}\"", piste_core::general::symbol(value)),
    };
    let rows = grid.values().chunks(side).map(|row| {
        let cells: Vec<String> = row.iter().map(cell).collect();
        format!("    [{}]", cells.join(", "))
    });
    let rows: Vec<String> = rows.collect();
    let has_boxes = regions.is_none();
    let zones = regions.map_or_else(String::new, |regions| zones_of(&regions, side));
    // Laid out by hand, so that a row of the board is a line, as in the files that people exchange: serde_json would write
    // all of it on one line, or each cell on a line of its own. What is not ours to spell, the kinds, it writes.
    Ok(format!(
        "{{\n  \"version\": \"http://ipuz.org/v2\",\n  \"kind\": {},\n  \"charset\": \"{charset}\",\n  \
         \"boxes\": {has_boxes},\n  {zones}\"puzzle\": [\n{}\n  ]\n}}\n",
        json!(kinds),
        rows.join(",\n")
    ))
}

/// The member that says which cell is in which region, a region a line.
fn zones_of(regions: &[u8], side: usize) -> String {
    let zones = (0..side).map(|zone| {
        let of_it = |at: &usize| usize::from(regions[*at]) == zone;
        let cells =
            (0..regions.len()).filter(of_it).map(|at| format!("[{}, {}]", at % side, at / side));
        format!("    {{ \"cells\": [{}] }}", cells.collect::<Vec<_>>().join(", "))
    });
    format!("\"zones\": [\n{}\n  ],\n  ", zones.collect::<Vec<_>>().join(",\n"))
}
