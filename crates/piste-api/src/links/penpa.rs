//! Links of Penpa-edit: `#m=edit&p=…` and `#m=solve&p=…`.
//!
//! Behind `p=` there are lines of text, packed by Deflate and written in base64.
//!
//! ```text
//!   line 0   kind of grid, its width and height in cells, …
//!   line 3   what is drawn: JSON, with `z` and a sign for the names that come often
//!   line 5   the cells of the board: the first one, then how far it is to the next
//! ```
//!
//! Cells and corners are numbered row by row on a grid that is two cells larger at each side. Corner *k* is the
//! lower right one of cell *k*, with the count of all cells added to its number.
//!
//! ```text
//!        ┌───┬───┐       An edge is two corners with a comma between them. Thick edges make the
//!        │ k │k+1│       regions; edges across cells, from corner to corner, are diagonals.
//!        └───N+k─┘
//! ```
//!
//! Penpa draws; it does not know the rules. What is read is a square of cells, cut into regions by thick edges, with digits
//! in the cells and the two long diagonals. Whatever else is drawn may be a rule, and is refused by its name.
//! What a solver has put in is on a layer of its own, which is passed over.

use super::draft::{self, Draft};
use super::fpuzzles::{says_something, unknown_rules};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use piste_core::shape::Shape;
use piste_core::text::Sheet;
use piste_core::{AnyClues, AnyGrid};
use serde_json::{Map, Value, json};

/// No drawing is longer than this when it is unpacked.
const LONGEST: usize = 1 << 20;

/// So much of the grid is outside of the board at each side.
const MARGIN: usize = 2;

/// The signs behind a `z`, and what they stand for.
const NAMES: [(char, &str); 31] = [
    ('Z', "z"),
    ('9', "\"qa\""),
    ('Q', "\"pu_q\""),
    ('A', "\"pu_a\""),
    ('G', "\"grid\""),
    ('M', "\"edit_mode\""),
    ('S', "\"surface\""),
    ('L', "\"line\""),
    ('E', "\"lineE\""),
    ('W', "\"wall\""),
    ('C', "\"cage\""),
    ('N', "\"number\""),
    ('Y', "\"symbol\""),
    ('P', "\"special\""),
    ('B', "\"board\""),
    ('R', "\"command_redo\""),
    ('U', "\"command_undo\""),
    ('8', "\"command_replay\""),
    ('1', "\"numberS\""),
    ('F', "\"freeline\""),
    ('2', "\"freelineE\""),
    ('T', "\"thermo\""),
    ('3', "\"arrows\""),
    ('D', "\"direction\""),
    ('0', "\"squareframe\""),
    ('5', "\"polygon\""),
    ('4', "\"deletelineE\""),
    ('6', "\"killercages\""),
    ('7', "\"nobulbthermo\""),
    ('_', "\"__a\""),
    ('O', "null"),
];

/// What the members of a drawing are called in Penpa's own menus; those that are read are not among them.
const DRAWN: [(&str, &str); 16] = [
    ("surface", "shaded cells"),
    ("multicolor", "shaded cells"),
    ("numberS", "small numbers"),
    ("symbol", "symbols"),
    ("freeline", "free lines"),
    ("freelineE", "free edges"),
    ("thermo", "thermometers"),
    ("nobulbthermo", "thermometers without bulbs"),
    ("arrows", "arrows"),
    ("direction", "directions"),
    ("squareframe", "frames"),
    ("polygon", "polygons"),
    ("line", "lines"),
    ("wall", "walls"),
    ("cage", "cages"),
    ("killercages", "killer cages"),
];

/// The styles of an edge that is as thick as the border of a box.
const THICK: [u64; 2] = [2, 21];

/// The styles of a number that fills its cell: normal, large, medium, small, long.
const PLAIN: [&str; 5] = ["1", "10", "6", "5", "8"];

/// The puzzle of what stands behind `p=`.
pub(super) fn read(packed: &str) -> Result<Sheet<AnyClues>, String> {
    let damaged =
        || "the link to Penpa-edit is damaged: what it holds cannot be unpacked".to_owned();
    let bytes = of_base64(packed).ok_or_else(damaged)?;
    let bytes = decompress_to_vec_with_limit(&bytes, LONGEST).map_err(|_| damaged())?;
    let text = String::from_utf8(bytes).map_err(|_| damaged())?;
    let lines: Vec<&str> = text.split('\n').collect();
    let header: Vec<&str> = lines[0].split(',').collect();
    let [kind, width, height, ..] = header.as_slice() else { return Err(damaged()) };
    if !["square", "sudoku"].contains(kind) {
        return Err(format!(
            "the grid of this link to Penpa-edit is of the kind {kind}, and no square of cells"
        ));
    }
    let size = |text: &str| text.parse::<usize>().ok().filter(|size| (1..=100).contains(size));
    let (Some(width), Some(height)) = (size(width), size(height)) else { return Err(damaged()) };
    let json = |line: usize| {
        let line = lines.get(line).map(|line| expanded(line));
        line.and_then(|line| serde_json::from_str::<Value>(&line).ok()).ok_or_else(damaged)
    };
    let canvas = Canvas { columns: width + 2 * MARGIN, rows: height + 2 * MARGIN };
    let Value::Object(drawing) = json(3)? else { return Err(damaged()) };
    let board = canvas.board(&json(5)?)?;
    let side = board.side;
    let mut unknown: Vec<&str> = Vec::new();
    for (name, value) in &drawing {
        let is_read = ["number", "lineE"].contains(&name.as_str()) || name.starts_with("command_");
        if !is_read && says_something(value) {
            let known = DRAWN.iter().find(|(own, _)| own == name);
            unknown.push(known.map_or(name.as_str(), |(_, words)| words));
        }
    }
    let mut values = vec![0; side * side];
    for (place, number) in members(&drawing, "number") {
        let at = place.parse().ok().and_then(|point| board.cell(point));
        let style = number.get(2).and_then(Value::as_str).unwrap_or("1");
        let value = number.get(0).and_then(Value::as_str).and_then(digit);
        match (at, value) {
            (None, _) => unknown.push("numbers outside the cells"),
            (Some(_), _) if !PLAIN.contains(&style) => unknown.push("several numbers in a cell"),
            (Some(_), None) => unknown.push("words in cells"),
            (Some(at), Some(value)) => values[at] = value,
        }
    }
    let edges = Edges::of(&drawing, &board, &mut unknown);
    unknown.dedup();
    if !unknown.is_empty() {
        return Err(unknown_rules("Penpa-edit", &unknown));
    }
    let regions = edges.regions(side)?;
    Draft { side, values, regions: Some(regions), layers: edges.diagonals(side)? }.sheet()
}

fn members<'a>(
    drawing: &'a Map<String, Value>,
    name: &str,
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    drawing.get(name).and_then(Value::as_object).into_iter().flatten()
}

/// 1 to 9, or a larger number, or a letter from A on.
fn digit(text: &str) -> Option<u64> {
    let letter = |sign: char| u64::from(sign.to_ascii_uppercase() as u32) - u64::from(b'A') + 10;
    match text.trim().parse() {
        Ok(value) if value > 0 => Some(value),
        Ok(_) => None,
        Err(_) => {
            let mut signs = text.trim().chars();
            let sign = signs.next().filter(char::is_ascii_alphabetic)?;
            signs.next().is_none().then(|| letter(sign))
        }
    }
}

/// The grid on which all is numbered.
#[derive(Clone, Copy)]
struct Canvas {
    columns: usize,
    rows: usize,
}

/// The square of cells on it that is the board.
struct Place {
    canvas: Canvas,
    /// Row and column of its first cell.
    start: (usize, usize),
    side: usize,
}

impl Canvas {
    fn cells(self) -> usize {
        self.columns * self.rows
    }

    /// The board that these cells are, each told by how far it is from the one before.
    fn board(self, steps: &Value) -> Result<Place, String> {
        let wrong = || "the cells of this link to Penpa-edit are no square".to_owned();
        let mut cells: Vec<usize> = Vec::new();
        for step in steps.as_array().ok_or_else(wrong)? {
            let before = cells.last().copied().unwrap_or(0) as u64;
            let cell =
                step.as_u64().and_then(|step| usize::try_from(before.checked_add(step)?).ok());
            cells.push(cell.filter(|&cell| cell < self.cells()).ok_or_else(wrong)?);
        }
        let first = *cells.first().ok_or_else(wrong)?;
        let side = (1..=25).find(|side| side * side == cells.len()).ok_or_else(wrong)?;
        let start = (first / self.columns, first % self.columns);
        let place = Place { canvas: self, start, side };
        let are_square = cells.iter().enumerate().all(|(at, &cell)| place.cell(cell) == Some(at));
        if are_square { Ok(place) } else { Err(wrong()) }
    }
}

impl Place {
    /// Which cell of the board has this number.
    fn cell(&self, point: usize) -> Option<usize> {
        if point >= self.canvas.cells() {
            return None;
        }
        let row = (point / self.canvas.columns).checked_sub(self.start.0)?;
        let column = (point % self.canvas.columns).checked_sub(self.start.1)?;
        (row < self.side && column < self.side).then_some(row * self.side + column)
    }

    /// Row and column of a corner, from 0 at the board's upper left one.
    fn corner(&self, point: usize) -> Option<(usize, usize)> {
        let point = point.checked_sub(self.canvas.cells())?;
        let row = (point / self.canvas.columns + 1).checked_sub(self.start.0)?;
        let column = (point % self.canvas.columns + 1).checked_sub(self.start.1)?;
        (row <= self.side && column <= self.side).then_some((row, column))
    }

    /// The number of a cell, and that of a corner.
    fn point(&self, row: usize, column: usize) -> usize {
        (self.start.0 + row) * self.canvas.columns + self.start.1 + column
    }

    fn corner_point(&self, (row, column): (usize, usize)) -> usize {
        self.canvas.cells() + self.point(row, column) - self.canvas.columns - 1
    }
}

/// The edges that are drawn.
#[derive(Default)]
struct Edges {
    /// Two cells with an edge between them.
    walls: Vec<(usize, usize)>,
    /// Cells that an edge goes across: down to the right, and up to the right.
    down: Vec<usize>,
    up: Vec<usize>,
}

impl Edges {
    fn of(drawing: &Map<String, Value>, board: &Place, unknown: &mut Vec<&str>) -> Edges {
        let mut edges = Edges::default();
        let side = board.side;
        for (place, style) in members(drawing, "lineE") {
            let ends = place.split_once(',').and_then(|(a, b)| {
                Some((board.corner(a.parse().ok()?)?, board.corner(b.parse().ok()?)?))
            });
            let Some(((row, column), (other_row, other_column))) =
                ends.map(|(a, b)| (a.min(b), a.max(b)))
            else {
                unknown.push("edges outside the board");
                continue;
            };
            let is_thick = style.as_u64().is_some_and(|style| THICK.contains(&style));
            let cell = |row: usize, column: usize| row * side + column;
            match (other_row - row, other_column as isize - column as isize) {
                (0, 1) | (1, 0) if !is_thick => unknown.push("thin or coloured edges"),
                // The border of the board goes without saying.
                (0, 1) if row == 0 || row == side => {}
                (1, 0) if column == 0 || column == side => {}
                (0, 1) => edges.walls.push((cell(row - 1, column), cell(row, column))),
                (1, 0) => edges.walls.push((cell(row, column - 1), cell(row, column))),
                (1, 1) => edges.down.push(cell(row, column)),
                (1, -1) => edges.up.push(cell(row, column - 1)),
                _ => unknown.push("edges"),
            }
        }
        edges
    }

    /// The region of each cell.
    fn regions(&self, side: usize) -> Result<Vec<usize>, String> {
        if self.walls.is_empty() {
            return Err("the drawing of Penpa-edit has no boxes".to_owned());
        }
        let mut regions: Vec<Option<usize>> = vec![None; side * side];
        let mut count = 0;
        while let Some(start) = regions.iter().position(Option::is_none) {
            let mut open = vec![start];
            regions[start] = Some(count);
            while let Some(cell) = open.pop() {
                let (row, column) = (cell / side, cell % side);
                let neighbours = [
                    (row > 0).then(|| cell - side),
                    (row + 1 < side).then(|| cell + side),
                    (column > 0).then(|| cell - 1),
                    (column + 1 < side).then(|| cell + 1),
                ];
                for next in neighbours.into_iter().flatten() {
                    let wall = (cell.min(next), cell.max(next));
                    if regions[next].is_none() && !self.walls.contains(&wall) {
                        regions[next] = Some(count);
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        let regions: Vec<usize> = regions.into_iter().flatten().collect();
        match self.walls.iter().any(|&(a, b)| regions[a] == regions[b]) {
            true => Err("a thick edge in the drawing of Penpa-edit closes no region".to_owned()),
            false => Ok(regions),
        }
    }

    fn diagonals(&self, side: usize) -> Result<Vec<String>, String> {
        let are = |cells: &[usize], column: &dyn Fn(usize) -> usize| {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            cells.dedup();
            cells.into_iter().eq((0..side).map(|row| row * side + column(row)))
        };
        let down = are(&self.down, &|row| row);
        let up = are(&self.up, &|row| side - 1 - row);
        if down == self.down.is_empty() || up == self.up.is_empty() {
            return Err(unknown_rules("Penpa-edit", &["slanted edges"]));
        }
        Ok(draft::diagonals(side, down, up))
    }
}

/// What stands behind `m=edit&p=` for this puzzle.
///
/// # Errors
/// A sentence that names what cannot be drawn.
pub(super) fn write(grid: &AnyGrid) -> Result<String, String> {
    let shape = grid.shape();
    let side = shape.side();
    let mut has_diagonals = false;
    for layer in draft::layers(shape) {
        match layer {
            "x" => has_diagonals = true,
            other => return Err(draft::no_words("Penpa-edit", other)),
        }
    }
    let columns = side + 2 * MARGIN;
    let canvas = Canvas { columns, rows: columns };
    let board = Place { canvas, start: (MARGIN, MARGIN), side };
    let numbers: Map<String, Value> = grid
        .filled()
        .map(|cell| {
            let text = grid.values()[cell].to_string();
            (board.point(cell / side, cell % side).to_string(), json!([text, 1, "1"]))
        })
        .collect();
    let edges = edges(shape, &board, has_diagonals);
    // Every member that Penpa expects is there, if only to say that there is nothing.
    let nothing = json!({ "__a": [] });
    let layer = |numbers: Map<String, Value>, edges: Map<String, Value>| {
        json!({
            "command_redo": nothing, "command_undo": nothing, "command_replay": nothing,
            "surface": {}, "number": numbers, "numberS": {}, "symbol": {}, "freeline": {}, "freelineE": {},
            "thermo": [], "arrows": [], "direction": [], "squareframe": [], "polygon": [], "line": {},
            "lineE": edges, "wall": {}, "cage": {}, "deletelineE": {}, "killercages": [], "nobulbthermo": [],
        })
    };
    let mode = |style: u8, sudoku: u8| {
        json!({
            "edit_mode": "sudoku", "surface": ["", 1], "multicolor": ["", 1], "line": ["1", style],
            "lineE": ["1", style], "wall": ["", style], "cage": ["1", 10], "number": ["1", style - 1],
            "symbol": ["circle_L", 1], "special": ["thermo", ""], "board": ["", ""], "move": ["1", ""],
            "combi": ["battleship", ""], "sudoku": ["1", sudoku],
        })
    };
    let modes =
        json!({ "qa": "pu_q", "grid": ["1", "2", "1"], "pu_q": mode(2, 1), "pu_a": mode(3, 9) });
    let empty = layer(Map::new(), Map::new()).to_string();
    let middle = match side % 2 {
        1 => board.point(side / 2, side / 2),
        _ => board.corner_point((side / 2, side / 2)),
    };
    let pixels = (side + 1) * 38;
    let slants = u8::from(has_diagonals);
    let steps = (0..side * side).map(|cell| match (cell, cell % side) {
        (0, _) => board.point(0, 0),
        (_, 0) => 2 * MARGIN + 1,
        _ => 1,
    });
    let steps: Vec<usize> = steps.collect();
    let text = [
        format!(
            "sudoku,{side},{side},38,0,1,1,{pixels},{pixels},{middle},{middle},{slants},0,0,{slants},Title: ,\
             Author: ,,,OFF,false"
        ),
        "[0,0,0,0]".to_owned(),
        modes.to_string(),
        layer(numbers, edges).to_string(),
        empty.clone(),
        json!(steps).to_string(),
        "[]".to_owned(),
        "{}".to_owned(),
        "\"x\"".to_owned(),
        "\"x\"".to_owned(),
        "[3,0,10]".to_owned(),
        modes.to_string(),
        "\"x\"".to_owned(),
        "0".to_owned(),
        empty.clone(),
        empty,
        "{}".to_owned(),
        "[]".to_owned(),
        "false".to_owned(),
    ];
    let packed = compress_to_vec(abbreviated(&text.join("\n")).as_bytes(), 10);
    Ok(to_base64(&packed))
}

/// The borders of the regions, and the diagonals.
fn edges(shape: &Shape, board: &Place, has_diagonals: bool) -> Map<String, Value> {
    let side = shape.side();
    let regions = shape.regions();
    let mut edges = Map::new();
    let mut draw = |from: (usize, usize), to: (usize, usize), style: u8| {
        let name = format!("{},{}", board.corner_point(from), board.corner_point(to));
        edges.insert(name, style.into());
    };
    for row in 0..side {
        for column in 0..side {
            let region = regions[row * side + column];
            if row > 0 && regions[(row - 1) * side + column] != region {
                draw((row, column), (row, column + 1), 2);
            }
            if column > 0 && regions[row * side + column - 1] != region {
                draw((row, column), (row + 1, column), 2);
            }
        }
    }
    for at in (0..side).filter(|_| has_diagonals) {
        draw((at, at), (at + 1, at + 1), 12);
        draw((at + 1, side - 1 - at), (at, side - at), 12);
    }
    edges
}

/// The text with its names for their abbreviations.
fn expanded(text: &str) -> String {
    let mut whole = String::with_capacity(text.len() * 2);
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        let known = (sign == 'z').then(|| signs.clone().next()).flatten();
        match known.and_then(|next| NAMES.iter().find(|(own, _)| *own == next)) {
            Some((_, name)) => {
                whole.push_str(name);
                signs.next();
            }
            None => whole.push(sign),
        }
    }
    whole
}

fn abbreviated(text: &str) -> String {
    NAMES.iter().fold(text.to_owned(), |text, (sign, name)| text.replace(name, &format!("z{sign}")))
}

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits =
            (0..3).fold(0, |bits, at| bits << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

fn of_base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0u32;
        for at in 0..4 {
            let value = match four.get(at) {
                Some(sign) => SIGNS.iter().position(|known| known == sign)? as u32,
                None => 0,
            };
            bits = bits << 6 | value;
        }
        let count = [0, 0, 1, 2, 3][four.len()];
        bytes.extend((0..count).map(|at| (bits >> (16 - 8 * at)) as u8));
    }
    Some(bytes)
}
