//! What people paste: shapes of one 9×9 puzzle that no program calls a form.
//!
//! A puzzle copied out of a mail, a spreadsheet, a page or somebody's source text is plain
//! to any reader, and yet none of the forms. Here such a text is written out again as one of
//! them, 81 signs or nine rows of nine, and goes the ordinary way from there:
//!
//! ```text
//!   > 53..7....                  a quotation
//!   53xx7xxxx   53??7????        other signs for an empty cell, if only one of them is used
//!   ５３００７００００               full-width digits
//!   5,3,,,7,,,,   5;3;;;7;;;;    cells of a spreadsheet, empty ones too; tabs as well
//!   [[5,3,0,0,7,0,0,0,0],[6,…    a list in source text, on one line or on many
//!   | 5 3   |   7   |       |    boxes with blanks for empty cells
//!   | 5 | 3 |   |   | 7 | …      a table with one cell between bars
//!   https://…/?p=53..7....6..1…  an address
//! ```
//!
//! Only what no form understands comes here, so nothing that was understood before is
//! understood otherwise. And each shape wants all of its cells: exactly 81 on a line, exactly
//! nine in a row, where a blank counts only because its place says which cell it is. What
//! does not add up is no shape at all, and the complaint is the one of the ordinary form.

use super::drawn::Drawing;
use super::spaced::Spaced;
use super::{Sheet, TextError, is_empty_sign};

/// The cells of a row.
const ROW: usize = 9;

/// The cells of a grid.
const GRID: usize = 81;

/// The most lines of a drawing that are kept.
const MOST_LINES: usize = 64;

/// What stands for an empty cell only where nothing else does.
fn is_odd_sign(c: char) -> bool {
    matches!(c, 'x' | 'X' | '?')
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┊')
}

/// Full-width digits and stops as the usual ones.
fn narrow(c: char) -> char {
    match c {
        '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32).unwrap_or(c),
        '．' | '＿' | '＊' => '.',
        _ => c,
    }
}

/// A line without the marks of a quotation before it.
fn unquoted(text: &str) -> &str {
    let mut inner = text;
    while let Some(rest) = inner.trim_start().strip_prefix('>') {
        inner = rest;
    }
    if inner.len() < text.len() { inner.strip_prefix(' ').unwrap_or(inner) } else { text }
}

/// Cells that were found, as ordinary signs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Cells {
    signs: String,
    /// The odd sign that stands for an empty cell, if one does.
    odd: Option<char>,
    /// An ordinary sign stands for an empty cell.
    is_usual: bool,
    /// A blank does.
    is_blank: bool,
}

impl Cells {
    /// Signs, full-width ones among them, and blanks; nothing if one of them is no cell, or if
    /// an odd sign stands for an empty cell and is not the only one.
    fn of(signs: impl IntoIterator<Item = char>) -> Option<Cells> {
        let mut cells = Cells::default();
        for sign in signs {
            let sign = narrow(sign);
            cells.signs.push(match sign {
                '1'..='9' => sign,
                ' ' => {
                    cells.is_blank = true;
                    '.'
                }
                _ if is_empty_sign(sign) => {
                    cells.is_usual = true;
                    '.'
                }
                _ if is_odd_sign(sign) && cells.odd.is_none_or(|odd| odd == sign) => {
                    cells.odd = Some(sign);
                    '.'
                }
                _ => return None,
            });
        }
        Some(cells).filter(|cells| !(cells.is_usual && cells.odd.is_some()))
    }

    fn len(&self) -> usize {
        self.signs.len()
    }
}

/// What one item of a list says: a digit, or an empty cell. Quotes may enclose it.
fn item(text: &str) -> Option<char> {
    let text = text.trim();
    let quoted = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    let inner = quoted('"').or_else(|| quoted('\'')).unwrap_or(text).trim();
    if inner.is_empty() || matches!(inner, "null" | "None" | "nil" | "undefined") {
        return Some(' ');
    }
    let mut signs = inner.chars();
    let sign = narrow(signs.next()?);
    let is_cell = sign.is_ascii_digit() || is_empty_sign(sign) || is_odd_sign(sign);
    (signs.next().is_none() && is_cell).then_some(sign)
}

/// A line that is a whole puzzle, written so that an ordinary line is what it is: 81 signs
/// and what comes after them.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// 81 signs, and what comes after them.
    pub text: String,
    /// The cells stand apart from each other, so that a table would take them for columns.
    pub is_list: bool,
}

/// The puzzle on this line, if it has one of the shapes. Without a digit it may as well be a
/// border.
pub fn line(text: &str) -> Option<Line> {
    let text = unquoted(text.trim_end());
    if !text.contains(|c| narrow(c).is_ascii_digit()) {
        return None;
    }
    if let Some(text) = address(text).or_else(|| signs(text)) {
        return Some(Line { text, is_list: false });
    }
    list(text).or_else(|| groups(text)).map(|cells| Line { text: cells.signs, is_list: true })
}

/// Eighty-one signs, and what comes after them.
fn signs(text: &str) -> Option<String> {
    let text = text.trim_start();
    let (end, _) = text.char_indices().nth(GRID).unwrap_or((text.len(), ' '));
    let (cells, rest) = text.split_at(end);
    let cells = Cells::of(cells.chars())?;
    if cells.len() != GRID || cells.is_blank {
        return None;
    }
    let ends = rest.chars().next().is_none_or(|c| {
        c == '\t' || !(c.is_alphanumeric() || c.is_control() || is_empty_sign(c) || is_odd_sign(c))
    });
    ends.then(|| cells.signs + rest)
}

/// The only run of 81 signs in an address; what follows the address is the rest.
fn address(text: &str) -> Option<String> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (address, rest) = text.split_at(end);
    if !address.contains("://") && !address.contains('?') {
        return None;
    }
    let is_cell = |c: char| c.is_ascii_digit() || matches!(c, '.' | '*' | '_' | '-');
    let mut runs = address.split(|c| !is_cell(c)).filter(|run| run.len() == GRID);
    let run = runs.next().filter(|_| runs.next().is_none())?;
    let has_name = address.len() > run.len() + 1;
    has_name.then(|| format!("{}{rest}", Cells::of(run.chars()).map_or(String::new(), |c| c.signs)))
}

/// A list of 81 items, or nine of nine, in whatever brackets.
fn list(text: &str) -> Option<Cells> {
    let inner = text.trim().trim_end_matches([';', ',']);
    let is_bracket = |c: char| matches!(c, '[' | ']' | '(' | ')' | '{' | '}');
    let bare: String = inner.chars().filter(|&c| !is_bracket(c)).collect();
    let cut = [',', ';', '\t'].into_iter().find(|&cut| bare.matches(cut).count() == GRID - 1)?;
    Cells::of(bare.split(cut).map(item).collect::<Option<Vec<char>>>()?)
}

/// Groups of one, three or nine signs with blanks between them.
fn groups(text: &str) -> Option<Cells> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || is_bar(c))
        .filter(|word| !word.is_empty())
        .collect();
    let length = GRID.checked_div(words.len())?;
    let is_even = matches!(length, 1 | 3 | 9)
        && words.len() * length == GRID
        && words.iter().all(|word| word.chars().count() == length);
    is_even.then(|| Cells::of(words.iter().flat_map(|word| word.chars())))?
}

/// One row of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Row {
    Cells(Cells),
    /// Nothing but blanks between bars, or tabs: nine empty cells, or a line that only draws.
    Bare,
}

/// How surely a line is a row of nine cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sure {
    /// It cannot be anything else.
    Yes,
    /// It may as well be a row of a smaller board.
    Perhaps,
}

/// Whether this line is a row of nine cells in one of the shapes, and in no ordinary form.
pub fn shows_row(text: &str) -> Option<Sure> {
    match row(text)? {
        (Row::Cells(cells), sure) if cells.signs.contains(|c: char| c != '.') => Some(sure),
        _ => None,
    }
}

fn row(text: &str) -> Option<(Row, Sure)> {
    let quoted = unquoted(text);
    let is_quoted = quoted.len() < text.len();
    let text = quoted;
    if let Some(cells) = listed(text) {
        return Some((cells, Sure::Yes));
    }
    if text.contains(is_bar)
        && let Some(found) = between_bars(text)
    {
        return Some(found);
    }
    let signs: Vec<char> =
        text.chars().filter(|&c| !(c.is_whitespace() || is_bar(c))).take(ROW + 1).collect();
    // Nine dashes may be a border, and are for the ordinary drawing to judge.
    if signs.len() != ROW || signs.iter().all(|&sign| sign == '-') {
        return None;
    }
    let cells = Cells::of(signs)?;
    let is_odd = is_quoted || cells.odd.is_some() || text.chars().any(|c| narrow(c) != c);
    Some((Row::Cells(cells), if is_odd { Sure::Yes } else { Sure::Perhaps }))
}

/// Nine items with commas, semicolons or tabs between them, in brackets or not.
fn listed(text: &str) -> Option<Row> {
    let is_bracket = |c: char| matches!(c, '[' | ']' | '(' | ')' | '{' | '}');
    let outer = text.trim_matches(' ');
    let inner = match outer.starts_with(is_bracket) {
        true => outer.trim_end_matches([' ', ',', ';']),
        false => outer,
    };
    let inner = inner.trim_matches(is_bracket);
    let cut = [',', ';', '\t'].into_iter().find(|&cut| inner.matches(cut).count() == ROW - 1)?;
    let items = inner.split(cut).map(item).collect::<Option<Vec<char>>>()?;
    if cut == '\t' && inner.trim().is_empty() {
        return Some(Row::Bare);
    }
    Cells::of(items).map(Row::Cells)
}

/// A row whose cells stand at their places between bars.
fn between_bars(text: &str) -> Option<(Row, Sure)> {
    let parts: Vec<&str> = text.split(is_bar).collect();
    let inner = without_margins(&parts)?;
    let blank = |parts: &[&str]| parts.iter().all(|part| part.trim().is_empty());
    if inner.len() == ROW {
        let cells = Cells::of(inner.iter().map(|part| item(part)).collect::<Option<Vec<char>>>()?)?;
        let row = if blank(inner) { Row::Bare } else { Row::Cells(cells) };
        return Some((row, Sure::Yes));
    }
    let is_opened = !std::ptr::eq(parts.as_ptr(), inner.as_ptr());
    let is_closed = parts.len() > inner.len() + usize::from(is_opened);
    let width = inner[1].chars().count();
    let layouts: &[(usize, usize)] = match width {
        3 => &[(0, 1)],
        5 => &[(1, 1), (0, 2)],
        7 => &[(1, 2)],
        9 => &[(1, 3)],
        _ => return None,
    };
    let fits = layouts.iter().find_map(|&(start, step)| {
        let mut signs = Vec::with_capacity(ROW);
        for (index, part) in inner.iter().enumerate() {
            let margin = if index > 0 || is_opened { start } else { 0 };
            signs.extend(at_places(part, margin, step, index == 2 && !is_closed)?);
        }
        Some(signs)
    })?;
    // Two boxes of three and a bar behind them are a row of 6×6, unless empty cells are blanks and the last
    // three of nine were cut off.
    let (shown, last) = fits.split_at(ROW - 3);
    let is_cut = !is_closed && last.iter().all(|&sign| sign == ' ');
    if is_cut && shown.iter().any(|&sign| is_empty_sign(sign)) {
        return None;
    }
    let has_blank = shown.contains(&' ');
    let cells = Cells::of(fits)?;
    let sure = if width >= 7 && (has_blank || !is_cut) { Sure::Yes } else { Sure::Perhaps };
    Some(if blank(inner) { (Row::Bare, sure) } else { (Row::Cells(cells), sure) })
}

/// The three signs at their places in a part of a row, a blank being an empty cell. A part
/// that no bar closes may end early.
fn at_places(part: &str, start: usize, step: usize, is_open: bool) -> Option<[char; 3]> {
    let mut cells = [' '; 3];
    let mut width = 0;
    for (at, c) in part.trim_end_matches('\t').chars().enumerate() {
        width = at + 1;
        if c == ' ' {
            continue;
        }
        let place = at.checked_sub(start).filter(|place| place.is_multiple_of(step))? / step;
        *cells.get_mut(place)? = c;
    }
    (is_open || width > start + 2 * step).then_some(cells)
}

/// The parts of a row between its bars: three boxes or nine cells, without what stands
/// outside the outer bars. Double bars between boxes are one.
fn without_margins<'a, 'b>(parts: &'b [&'a str]) -> Option<&'b [&'a str]> {
    let is_margin = |part: &&str| part.trim().is_empty();
    match parts.len() {
        3 | ROW => Some(parts),
        4 | 10 if is_margin(&parts[0]) && parts[0].len() < 3 => Some(&parts[1..]),
        4 | 10 if parts[parts.len() - 1].is_empty() => Some(&parts[..parts.len() - 1]),
        5 | 11 if is_margin(&parts[0]) && is_margin(&parts[parts.len() - 1]) => {
            Some(&parts[1..parts.len() - 1])
        }
        _ => None,
    }
}

/// A drawing in one of the shapes, read line by line beside the ordinary reading of it.
#[derive(Clone, Debug, Default)]
pub struct Pasted {
    /// Every line so far: rows written as an ordinary drawing has them, others as they are.
    lines: Vec<(usize, String)>,
    /// Rows with cells, and those that are bare.
    rows: usize,
    bare: Vec<usize>,
    odd: Option<char>,
    is_usual: bool,
    is_blank: bool,
    is_spoilt: bool,
}

impl Pasted {
    /// Takes in a line; its number is for messages. Says whether it is a row.
    pub fn add(&mut self, number: usize, text: &str) -> bool {
        if self.lines.len() == MOST_LINES {
            self.is_spoilt = true;
            return false;
        }
        let found = if text.trim_start().starts_with('#') { None } else { row(text) };
        match found {
            Some((Row::Cells(cells), _)) => {
                self.rows += 1;
                self.is_usual |= cells.is_usual;
                self.is_blank |= cells.is_blank;
                self.use_sign(cells.odd);
                self.lines.push((number, spaced(&cells.signs)));
                true
            }
            Some((Row::Bare, _)) => {
                self.bare.push(self.lines.len());
                self.lines.push((number, String::new()));
                true
            }
            None => {
                let is_bracket = |c: char| "[](){},; ".contains(c);
                let other = Some(unquoted(text)).filter(|text| !text.chars().all(is_bracket));
                self.lines.push((number, other.unwrap_or_default().to_owned()));
                false
            }
        }
    }

    /// All empty cells must be written with one odd sign, if any is.
    fn use_sign(&mut self, odd: Option<char>) {
        self.is_spoilt |= matches!((self.odd, odd), (Some(a), Some(b)) if a != b);
        self.odd = self.odd.or(odd);
    }

    /// Whether rows with cells have come.
    pub fn has_begun(&self) -> bool {
        self.rows > 0
    }

    /// How many rows with cells have come.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Whether blanks are empty cells here, so that a row may have nothing else.
    pub fn has_blanks(&self) -> bool {
        self.is_blank && !self.is_usual && self.odd.is_none()
    }

    /// Whether all nine rows have come.
    pub fn is_complete(&self) -> bool {
        self.rows == ROW || self.has_blanks() && self.rows + self.bare.len() == ROW
    }

    /// Takes in what came after a blank line.
    pub fn append(&mut self, other: Pasted) {
        let before = self.lines.len();
        self.bare.extend(other.bare.iter().map(|at| at + before));
        self.rows += other.rows;
        self.is_usual |= other.is_usual;
        self.is_blank |= other.is_blank;
        self.is_spoilt |= other.is_spoilt;
        self.use_sign(other.odd);
        self.lines.extend(other.lines);
    }

    /// What was drawn, if it adds up.
    pub fn finish(mut self) -> Option<Sheet> {
        let is_mixed = self.is_spoilt || self.odd.is_some() && self.is_usual;
        if is_mixed || !self.is_complete() {
            return None;
        }
        if self.rows < ROW {
            for &at in &self.bare {
                self.lines[at].1 = spaced(&".".repeat(ROW));
            }
        }
        self.drawing().ok()
    }

    /// What was drawn in an ordinary way, blank lines aside.
    pub fn drawing(&self) -> Result<Sheet, TextError> {
        let mut drawing = Drawing::new();
        for (number, text) in self.lines.iter().filter(|(_, text)| !text.is_empty()) {
            drawing.add(*number, text);
        }
        drawing.finish()
    }
}

/// A row with its signs apart, so that it can stand among pencil marks too.
fn spaced(signs: &str) -> String {
    signs.chars().flat_map(|sign| [sign, ' ']).collect()
}

/// The one puzzle that this text is, if it has one of the shapes.
///
/// ```
/// use piste_core::text::pasted;
///
/// let quoted = "> 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// assert!(pasted::one(quoted).is_some());
/// assert!(pasted::one("> see you tomorrow at 5").is_none());
/// ```
pub fn one(text: &str) -> Option<Sheet> {
    let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let mut content = text.lines().filter(is_content);
    let first = content.next()?;
    if content.next().is_none() {
        let line = line(first)?;
        return super::parse(&line.text).ok();
    }
    let mut pasted = Pasted::default();
    for (index, line) in text.lines().enumerate() {
        let is_blank = line.trim().is_empty() && !line.contains('\t');
        if !is_blank && pasted.add(index + 1, line) && pasted.rows > ROW {
            return None;
        }
    }
    if let Some(sheet) = pasted.finish() {
        return Some(sheet);
    }
    let mut spaced = Spaced::default();
    let mut rows = text.lines().skip_while(|line| line.is_empty());
    if rows.by_ref().take(9).all(|line| spaced.add(line)) && rows.all(|line| line.trim().is_empty())
    {
        return spaced.finish();
    }
    // A list in source text, one bracket around nine.
    let joined: String = text.lines().map(unquoted).collect::<Vec<_>>().join(" ");
    let cells = list(&joined)?;
    super::parse(&cells.signs).ok()
}
