//! What form is this file in?
//!
//! A file's lines are looked at one by one until one of them can only belong to one form.
//! The name's ending is a hint: it settles what the lines leave open (a `.csv` whose lines
//! begin with a puzzle is a table all the same), but where the lines are plainly of another
//! form, they are believed. People rename files; they rarely rewrite them.
//!
//! A table whose first line does not say which column holds the puzzles looks like any text
//! there. Whoever asks for a column says that it is a table; else the second line tells, if it
//! is cut as the first one is and a puzzle is what one of its fields holds.

use super::input::Bytes;
use super::table::split;
use super::{Form, lines, puzzle_name};
use piste_core::search::Clues;
use piste_core::text::boards::{Boards, Welcome};
use piste_core::text::drawn::{Added, Drawing};
use piste_core::text::pasted::{self, Sure};
use piste_core::text::spaced::Spaced;
use piste_core::text::{is_comment, line};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// How many bytes are looked at before giving up on a file that does not show its form.
const HEAD: usize = lines::LONGEST;

/// What a file shows of itself.
pub(super) struct Shown {
    pub(super) form: Form,
    /// The bytes that had to be read to find it out.
    pub(super) head: Vec<u8>,
    /// The file has been read to its end, and nothing in it looks like a puzzle: the first of
    /// its lines that say anything, and how many there are.
    pub(super) nothing: Option<(u64, u64)>,
}

/// What is known about a file before it is looked at.
#[derive(Clone, Copy)]
pub(super) struct Hints<'a> {
    pub(super) boards: &'a Boards,
    /// The column that was asked for.
    pub(super) column: Option<&'a str>,
}

/// The form of a file.
///
/// No more is read than needed: when a person types at a terminal, the first line must
/// come out before the second one is written.
pub(super) fn form(path: &Path, input: &mut Bytes, hints: Hints<'_>) -> io::Result<Shown> {
    let promised = Form::of_path(path);
    let mut head = Vec::new();
    let shown = shown(promised, input, hints, &mut head)?;
    // OpenSudoku's files may be a single line, of which only the beginning has been looked at.
    let start = String::from_utf8_lossy(&head[..head.len().min(64)]);
    let is_xml = super::opensudoku::is_head(start.trim_start_matches('\u{feff}'));
    let shown = shown.or(is_xml.then_some(Form::OpenSudoku));
    let form = shown.or(promised).unwrap_or(Form::Line);
    let nothing = if shown.or(promised).is_none() { nothing(&head) } else { None };
    Ok(Shown { form, head, nothing })
}

/// The first line of a text and how many there are, if it has several and none could be meant
/// for a puzzle: what is wrong with each is then not worth saying.
fn nothing(head: &[u8]) -> Option<(u64, u64)> {
    if head.len() >= HEAD {
        return None;
    }
    let text = std::str::from_utf8(head).ok()?;
    let is_content = |line: &&str| !line.trim().is_empty() && !is_comment(line);
    let is_cell = |c: &char| c.is_ascii_digit() || ".*_-".contains(*c);
    let may_be_meant = |line: &str| line.chars().filter(is_cell).count() >= LEAST_CELLS;
    let first = text.lines().position(|line| is_content(&line))?;
    let content = || text.lines().filter(is_content);
    let count = content().count();
    (count > 1 && !content().any(may_be_meant)).then_some((first as u64 + 1, count as u64))
}

/// An object of JSON shows within so many lines whether it is an ipuz file.
const LINES_OF_OBJECT: usize = 64;

/// A line with fewer signs of cells than this is no puzzle that was damaged.
const LEAST_CELLS: usize = 40;

fn shown(
    promised: Option<Form>,
    input: &mut Bytes,
    Hints { boards, column }: Hints<'_>,
    head: &mut Vec<u8>,
) -> io::Result<Option<Form>> {
    // What came before the first line that shows something.
    let mut before: Vec<String> = Vec::new();
    let mut spaced = Spaced::default();
    let mut has_notes = false;
    let mut rows_or_boards = 0;
    let mut has_row = false;
    // Lines of an object that began with a bracket on a line of its own.
    let mut object = 0;
    while let Some(line) = next_line(input, head)? {
        let Some(line) = line else { continue };
        // JSON over several lines is an ipuz file, or none that is known; its version tells.
        if line.contains("ipuz.org/") && (object > 0 || line.trim_start().starts_with(['{', 'i'])) {
            return Ok(Some(Form::Ipuz));
        }
        if object > 0 || ["{", "ipuz({", "ipuz("].contains(&line.trim()) {
            object += 1;
            match object > LINES_OF_OBJECT {
                true => return Ok(Some(Form::Jsonl)),
                false => continue,
            }
        }
        spaced.add(line);
        let is_content = !line.trim().is_empty() && !is_comment(line);
        let column = column.filter(|_| is_content && before.is_empty() && promised.is_none());
        if let Some(form) = column.and_then(|asked| asked_table(line, asked)) {
            return Ok(Some(form));
        }
        // One row of a spreadsheet could be the names of nine columns; two could not. Blank lines
        // and rules may stand between them.
        let row = pasted::shows_row(line);
        let is_row = row == Some(Sure::Yes) && of_drawing(line).is_none();
        if is_row && has_row {
            return Ok(Some(settle(Form::Grid, promised, has_notes)));
        }
        if line.contains(char::is_alphanumeric) {
            has_row = is_row;
        }
        if is_row {
            continue;
        }
        if rows_or_boards > 0 {
            match of_sixteen(line) {
                Some(Sixteen::Either) if rows_or_boards < 16 => rows_or_boards += 1,
                Some(Sixteen::Row) => return Ok(Some(settle(Form::Grid, promised, has_notes))),
                _ => return Ok(Some(settle(Form::Line, promised, has_notes))),
            }
        } else if let Some(note) = line.strip_prefix('#') {
            has_notes |= note.starts_with(|c: char| c.is_ascii_uppercase());
        } else if line.starts_with("//") {
            // Whatever it says, it is not meant.
        } else if puzzle_name(line).is_some() {
            // The name of the only column does not tell what would stand between columns.
            return Ok(Some(promised.filter(|form| *form == Form::Tsv).unwrap_or(Form::Csv)));
        } else if let Some(shown) = of_line(line) {
            if let ([header], None, Form::Line) = (before.as_slice(), promised, shown)
                && let Some(form) = under_header(header, line)
            {
                return Ok(Some(form));
            }
            return Ok(Some(settle(shown, promised, has_notes)));
        } else if let Some(one) = pasted::line(line) {
            let form = if one.is_list { Form::Line } else { settle(Form::Line, promised, false) };
            return Ok(Some(form));
        } else if boards.are_unknown() && of_sixteen(line) == Some(Sixteen::Either) {
            rows_or_boards = 1;
        } else if let Some(shown) = of_board(line, boards) {
            return Ok(Some(settle(shown, promised, has_notes)));
        } else if row.is_some() || spaced.is_complete() {
            return Ok(Some(settle(Form::Grid, promised, has_notes)));
        } else if is_content && before.len() < 2 {
            before.push(line.to_owned());
        }
    }
    if object > 0 {
        return Ok(Some(promised.unwrap_or(Form::Jsonl)));
    }
    // So few lines of sixteen signs are boards.
    Ok((rows_or_boards > 0).then(|| promised.unwrap_or(Form::Line)))
}

/// Reads one more line, of what is looked at; within that, nothing if it is no text. A line
/// that was cut off shows nothing.
fn next_line<'a>(input: &mut Bytes, head: &'a mut Vec<u8>) -> io::Result<Option<Option<&'a str>>> {
    let start = head.len();
    let room = HEAD.saturating_sub(start) as u64;
    let count = input.take(room).read_until(b'\n', head)?;
    if count == 0 || head.len() == HEAD && head.last() != Some(&b'\n') {
        return Ok(None);
    }
    let text = std::str::from_utf8(&head[start..]).ok();
    let bare = |text: &'a str| text.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']);
    Ok(Some(text.map(bare)))
}

/// What a line of sixteen signs may be.
#[derive(PartialEq, Eq)]
enum Sixteen {
    /// A row of a board of 16×16.
    Row,
    /// That, or a whole board of 4×4: only other lines can tell.
    Either,
}

fn of_sixteen(text: &str) -> Option<Sixteen> {
    let any = Boards::of(&Welcome::Any);
    let is_row = any.shows_row(text) == Some(16);
    let is_bare = !text.trim().contains(|c: char| c.is_whitespace() || c == '|');
    is_row.then(|| match any.is_board(text) && is_bare {
        true => Sixteen::Either,
        false => Sixteen::Row,
    })
}

/// The form that a line with a board of another size than 9×9 shows, if it shows any.
fn of_board(text: &str, boards: &Boards) -> Option<Form> {
    if boards.are_nine() {
        return None;
    }
    let is_row = boards.shows_row(text).is_some();
    let in_table = || of_table(text, |field| boards.is_board(field));
    if boards.shows_line(text) && !(is_row && boards.are_unknown()) {
        return in_table().or(Some(Form::Line));
    }
    if is_row { Some(Form::Grid) } else { in_table() }
}

/// A form that a line shows, with what the file's name promises and the notes before it.
fn settle(shown: Form, promised: Option<Form>, has_notes: bool) -> Form {
    match (shown, promised) {
        (Form::Line | Form::Marks, Some(form @ (Form::Sdm | Form::Csv | Form::Tsv)))
        | (Form::Grid | Form::Ss, Some(form @ (Form::Sdk | Form::Ss))) => form,
        (Form::Grid, _) if has_notes => Form::Sdk,
        (shown, _) => shown,
    }
}

/// The form that this line shows, if it shows any.
fn of_line(text: &str) -> Option<Form> {
    if super::line::linked(text).is_some() {
        return Some(Form::Line);
    }
    let trimmed = text.trim();
    match trimmed.chars().next()? {
        ':' => return Some(Form::Hodoku),
        '<' if super::opensudoku::is_head(trimmed) => return Some(Form::OpenSudoku),
        '{' => return Some(Form::Jsonl),
        '[' if trimmed[1..].trim_start().starts_with('{') => return Some(Form::Jsonl),
        '"' => return Some(of_table(text, |_| true).unwrap_or(Form::Jsonl)),
        '[' if trimmed.eq_ignore_ascii_case("[puzzle]") => return Some(Form::Sdk),
        _ => {}
    }
    if let Some(form) = of_table(text, |field| puzzle_name(field).is_some()) {
        return Some(form);
    }
    // Without a digit, what looks like cells may as well be a border.
    if text.contains(|c: char| c.is_ascii_digit())
        && let Ok(line) = line::parse(text)
    {
        return Some(match line.clues {
            Clues::Givens(_) => Form::Line,
            Clues::Marks(_) => Form::Marks,
        });
    }
    let is_puzzle = |field: &str| line::parse(field).is_ok_and(|line| line.rest.trim().is_empty());
    of_table(text, is_puzzle).or_else(|| of_drawing(text))
}

/// The table that this line belongs to, if it is cut into several fields of which one is
/// as it should be.
fn of_table(text: &str, is_right: impl Fn(&str) -> bool) -> Option<Form> {
    [('\t', Form::Tsv), (',', Form::Csv), (';', Form::Csv)].into_iter().find_map(|(cut, form)| {
        let fields = split(text, cut).ok().filter(|fields| fields.len() > 1)?;
        fields.iter().any(|field| is_right(&field.value())).then_some(form)
    })
}

/// The table that this first line belongs to because a column of it was asked for: one that has
/// this column or, failing that, one that has columns at all. Objects of JSON have commas too.
fn asked_table(text: &str, asked: &str) -> Option<Form> {
    let asked = asked.trim();
    let is_asked = |field: &str| field.trim().eq_ignore_ascii_case(asked);
    match text.trim_start().starts_with(['{', '[', ':']) {
        true => None,
        false if is_asked(text) => Some(Form::Csv),
        false => of_table(text, is_asked).or_else(|| of_table(text, |_| true)),
    }
}

/// The table of which this is the first row, if the line before it, which shows nothing, can be
/// the names of its columns: as many of them, words and no damaged cells, and one has the puzzles.
fn under_header(header: &str, text: &str) -> Option<Form> {
    let is_puzzle = |field: &str| line::parse(field).is_ok_and(|line| line.rest.trim().is_empty());
    [('\t', Form::Tsv), (',', Form::Csv), (';', Form::Csv)].into_iter().find_map(|(cut, form)| {
        let names = split(header, cut).ok().filter(|names| names.len() > 1)?;
        let fields = split(text, cut).ok().filter(|fields| fields.len() == names.len())?;
        let are_names = names.iter().all(|name| is_word(&name.value()));
        let is_row = fields.iter().filter(|field| is_puzzle(&field.value())).count() == 1;
        (are_names && is_row).then_some(form)
    })
}

/// Whether this is a word, and not a number or what is left of a puzzle.
fn is_word(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    2 * letters > text.trim().chars().count()
}

fn of_drawing(text: &str) -> Option<Form> {
    let mut drawing = Drawing::new();
    match drawing.add(1, text) {
        Added::Row if drawing.has_begun() && !drawing.is_damaged() => Some(Form::Grid),
        Added::Border if text.trim_start().starts_with('*') => Some(Form::Ss),
        _ => None,
    }
}

/// Says plainly what is wrong with a file that is text, but not in UTF-8: every line of it
/// would be.
pub(super) fn refuse_utf16(input: &mut Bytes) -> io::Result<()> {
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = input.fill_buf()? {
        let message = "expected UTF-8 text, found UTF-16";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(())
}
