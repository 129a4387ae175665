//! OpenSudoku's files: XML, a game in each `<game …/>`, folders around them.
//!
//! ```text
//!   <opensudoku version="2">
//!     <folder name="Easy"> <game data="050703060…" note="…" state="0" time="0"/> … </folder>
//!   </opensudoku>
//! ```
//!
//! The program writes all of it on one line, however many games there are. So the tags are cut apart first
//! ([`Tags`]), and from then on a tag is a line; what is said to be on line 7 is the seventh tag. `data` is 81
//! digits, or a head `version: 3` and, for each cell, its value, its notes and whether the player may change it.
//! Digits that the player has put in make the record a position; notes are theirs and are passed over, as is
//! what the program keeps to undo moves.

use super::input::Bytes;
use super::{Format, Lines, ReadError, Record, needs_givens, needs_nine};
use piste_core::search::Clues;
use piste_core::text::boards::Boards;
use piste_core::text::{HodokuLine, Sheet};
use piste_core::{AnyClues, AnyGrid, Board, Digit, Grid};
use serde_json::{Map, Value};
use std::io::{self, BufRead, BufReader, Read, Write};

/// Attributes of a game that come along with it.
const KEPT: [&str; 5] = ["note", "state", "time", "created", "last_played"];

/// Whether a line is the beginning of such a file.
pub(super) fn is_head(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("<?xml") || line.starts_with("<opensudoku")
}

/// The file as a line for each of its tags.
pub(super) fn cut(bytes: Bytes) -> Bytes {
    Box::new(BufReader::new(Tags::new(bytes)))
}

/// No value of an attribute is kept beyond this: only the moves to undo are ever so long.
const LONGEST_VALUE: usize = 8192;

/// Where in the text the reading is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Between,
    InTag,
    /// In a value, behind this quotation mark.
    InValue(u8),
}

struct Tags {
    bytes: Bytes,
    state: State,
    /// So much of the value has come.
    value: usize,
    /// There was a tag, or there was text and none so far.
    has_tag: bool,
    has_text: bool,
    ready: Vec<u8>,
}

impl Tags {
    fn new(bytes: Bytes) -> Tags {
        let ready = Vec::new();
        Tags { bytes, state: State::Between, value: 0, has_tag: false, has_text: false, ready }
    }

    fn take(&mut self, byte: u8) {
        match (self.state, byte) {
            (State::Between, b'<') => {
                self.state = State::InTag;
                self.has_tag = true;
                self.ready.push(byte);
            }
            (State::Between, _) => self.has_text |= !byte.is_ascii_whitespace(),
            (State::InTag, b'>') => {
                self.state = State::Between;
                self.ready.extend(b">\n");
            }
            (State::InTag, quote @ (b'"' | b'\'')) => {
                self.state = State::InValue(quote);
                self.value = 0;
                self.ready.push(byte);
            }
            (State::InValue(quote), _) if byte == quote => {
                self.state = State::InTag;
                self.ready.push(byte);
            }
            (_, b'\n' | b'\r') => self.ready.push(b' '),
            (State::InValue(_), _) => {
                self.value += 1;
                if self.value <= LONGEST_VALUE {
                    self.ready.push(byte);
                }
            }
            (State::InTag, _) => self.ready.push(byte),
        }
    }
}

impl Read for Tags {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ready.is_empty() {
            let seen = self.bytes.fill_buf()?.to_vec();
            if seen.is_empty() {
                // A tag that never ends is a line all the same, and text without any is one: both are wrong.
                let is_text = std::mem::take(&mut self.has_text) && !self.has_tag;
                match self.state {
                    State::Between if is_text => self.ready.extend(b"text\n"),
                    State::Between => return Ok(0),
                    _ => self.ready.push(b'\n'),
                }
                self.state = State::Between;
                break;
            }
            self.bytes.consume(seen.len());
            for byte in seen {
                self.take(byte);
            }
        }
        let count = self.ready.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.ready[..count]);
        self.ready.drain(..count);
        Ok(count)
    }
}

/// The folder of files that piste writes. It says nothing about a puzzle.
const OURS: &str = "piste";

/// Such a file.
pub(super) struct OpenSudokuFormat {
    boards: Boards,
    folder: Option<String>,
    has_written: bool,
}

impl OpenSudokuFormat {
    pub(super) fn new(boards: &Boards) -> OpenSudokuFormat {
        OpenSudokuFormat { boards: boards.clone(), folder: None, has_written: false }
    }

    /// The game of a tag.
    fn game(&self, tag: &Tag<'_>) -> Result<Sheet<AnyClues>, String> {
        let data = tag.attribute("data").ok_or("expected data=\"…\" in a game, found none")?;
        let sheet = board(&data)?;
        let mut told = Map::new();
        if let Some(folder) = self.folder.as_ref().filter(|folder| *folder != OURS) {
            told.insert("folder".to_owned(), folder.clone().into());
        }
        for name in KEPT {
            match tag.attribute(name).filter(|value| !value.is_empty()) {
                Some(value) => _ = told.insert(name.to_owned(), value.into()),
                None => continue,
            }
        }
        let rest =
            if told.is_empty() { String::new() } else { format!(" {}", Value::Object(told)) };
        self.boards.of_nine(Sheet { rest, ..sheet }).map_err(|wrong| wrong.message().to_string())
    }
}

impl Format for OpenSudokuFormat {
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Record<AnyClues>, ReadError>> {
        loop {
            let (number, text) = match lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            let tag = Tag(text);
            match tag.name() {
                "opensudoku" => {
                    if let Some(version) =
                        tag.attribute("version").filter(|version| version != "2" && version != "1")
                    {
                        let message = format!(
                            "expected version 1 or 2 of OpenSudoku's files, found {version}"
                        );
                        return Some(Err(lines.error(1, &message)));
                    }
                }
                "folder" => self.folder = tag.attribute("name"),
                "/folder" => self.folder = None,
                "game" => {
                    return Some(match self.game(&tag) {
                        Ok(sheet) => Ok(Record::at(sheet, number, 1)),
                        Err(wrong) => Err(lines.error(1, &wrong)),
                    });
                }
                "?xml" | "/opensudoku" | "name" | "/name" | "/game" => {}
                other if number <= 2 && !other.starts_with('!') => {
                    return Some(Err(
                        lines.error(1, &"expected a file of OpenSudoku, found no <opensudoku>")
                    ));
                }
                _ if !text.ends_with('>') => {
                    return Some(Err(
                        lines.error(1, &"expected the end of a tag, found the end of the file")
                    ));
                }
                _ => {}
            }
        }
    }

    fn write(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<()> {
        let Clues::Givens(grid) = &record.clues else { return Err(needs_givens("opensudoku")) };
        self.open(out)?;
        let rest = record.rest.trim();
        let note = if super::line::is_debris(&record.rest) {
            ""
        } else {
            rest.trim_start_matches('#').trim()
        };
        let note =
            if note.is_empty() { String::new() } else { format!(" note=\"{}\"", escaped(note)) };
        let data = grid.to_string().replace('.', "0");
        writeln!(out, "    <game data=\"{data}\"{note}/>")
    }

    fn write_board(&mut self, _: &Record<AnyGrid>, _: &mut dyn Write) -> io::Result<()> {
        Err(needs_nine("opensudoku"))
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.open(out)?;
        out.write_all(b"  </folder>\n</opensudoku>\n")
    }
}

impl OpenSudokuFormat {
    fn open(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::replace(&mut self.has_written, true) {
            out.write_all(
                b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\">\n",
            )?;
            writeln!(out, "  <folder name=\"{OURS}\">")?;
        }
        Ok(())
    }
}

/// The puzzle of a game's data, with what the player has put in.
fn board(data: &str) -> Result<Sheet, String> {
    let data = data.trim();
    let mut givens = Grid::EMPTY;
    let mut placed: Vec<(piste_core::Cell, Digit)> = Vec::new();
    let digit = |sign: &str| match sign.parse::<u8>() {
        Ok(0) => Ok(None),
        Ok(value @ 1..=9) => Ok(Digit::new(value)),
        _ => Err(format!("expected a digit in the data of a game, found {sign:?}")),
    };
    match data.strip_prefix("version:") {
        None => {
            let signs: Vec<char> = data.chars().collect();
            if signs.len() != 81 {
                return Err(format!(
                    "expected 81 digits in the data of a game, found {}",
                    signs.len()
                ));
            }
            for (cell, sign) in piste_core::Cell::ALL.into_iter().zip(signs) {
                givens.set(cell, digit(&sign.to_string())?);
            }
        }
        Some(versioned) => {
            let fields =
                versioned.trim_start().split_once(char::is_whitespace).map_or("", |cut| cut.1);
            // Version 2 had a bar too many behind its notes.
            let fields: Vec<&str> =
                fields.trim().split('|').filter(|field| !field.is_empty()).collect();
            if fields.len() != 3 * 81 {
                return Err(format!(
                    "expected 81 cells in the data of a game, found {}",
                    fields.len() / 3
                ));
            }
            for (cell, fields) in piste_core::Cell::ALL.into_iter().zip(fields.chunks(3)) {
                match (digit(fields[0])?, fields[2]) {
                    (Some(given), "0") => givens.set(cell, Some(given)),
                    (Some(found), _) => placed.push((cell, found)),
                    (None, _) => {}
                }
            }
        }
    }
    let mut board = Board::from(&givens);
    for &(cell, digit) in &placed {
        board.place(cell, digit);
    }
    let position = (!placed.is_empty()).then(|| Box::new(HodokuLine::of_board(board)));
    Ok(Sheet { clues: Clues::Givens(givens), rest: String::new(), position })
}

/// A tag with its brackets.
struct Tag<'a>(&'a str);

impl Tag<'_> {
    fn name(&self) -> &str {
        let inner = self.0.trim_start_matches('<');
        let end = inner.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(inner.len());
        let name = &inner[..end];
        if name.starts_with('/') { name } else { name.trim_end_matches('/') }
    }

    /// The value of an attribute, with its signs for the names that XML has for them.
    fn attribute(&self, name: &str) -> Option<String> {
        let mut rest = &self.0[self.0.find(char::is_whitespace)?..];
        loop {
            let (own, behind) = rest.split_once('=')?;
            let behind = behind.trim_start();
            let quote = behind.chars().next().filter(|sign| ['"', '\''].contains(sign))?;
            let (value, behind) = behind[1..].split_once(quote)?;
            if own.trim() == name {
                return Some(unescaped(value));
            }
            rest = behind;
        }
    }
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        plain.push_str(before);
        let sign = behind.split_once(';').and_then(|(name, behind)| {
            let number = |name: &str| match name.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => name.parse().ok(),
            };
            let sign = match name {
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "quot" => '"',
                "apos" => '\'',
                _ => char::from_u32(number(name.strip_prefix('#')?)?)?,
            };
            Some((sign, behind))
        });
        let (sign, behind) = sign.unwrap_or(('&', behind));
        plain.push(if sign == '\n' { ' ' } else { sign });
        rest = behind;
    }
    plain + rest
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ if sign.is_control() => safe.push(' '),
            _ => safe.push(sign),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use crate::format::{Form, ReadOptions, Reader, Record, Writer};
    use piste_core::text::line;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(text: &str) -> Vec<Result<Record, String>> {
        let bytes = std::io::Cursor::new(text.to_owned().into_bytes());
        let reader = Reader::from_read("-", bytes, &ReadOptions::default()).unwrap();
        assert_eq!(reader.form(), Form::OpenSudoku);
        reader.map(|record| record.map_err(|wrong| wrong.to_string())).collect()
    }

    fn cells(record: &Result<Record, String>) -> String {
        line::print(&record.as_ref().unwrap().clues)
    }

    /// As the program exports a folder: one line, and cells with notes in the third form of its data.
    #[test]
    fn what_the_program_exports_is_read() {
        let cell = |sign: char| match sign {
            '.' => "0|0|1|".to_owned(),
            digit => format!("{digit}|0|0|"),
        };
        let data: String = PUZZLE.chars().map(cell).collect();
        let played = data.replacen("0|0|1|0|0|1|7|0|0|", "4|0|1|0|36|1|7|0|0|", 1);
        let text = format!(
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><opensudoku version=\"2\"><folder \
             name=\"Easy &amp; fine\" created=\"1778054847256\"><game created=\"1\" state=\"1\" time=\"0\" last_played=\"0\" \
             data=\"version: 3&#10;{played}\" note=\"\" command_stack=\"{}\" /><game data=\"{}\" /></folder></opensudoku>",
            "3 ".repeat(100_000),
            PUZZLE.replace('.', "0"),
        );
        let records = read(&text);
        assert_eq!(records.len(), 2);
        assert_eq!(
            (cells(&records[0]), cells(&records[1])),
            (PUZZLE.to_owned(), PUZZLE.to_owned())
        );
        let first = records[0].as_ref().unwrap();
        assert!(first.rest.contains(r#""folder":"Easy & fine""#), "{}", first.rest);
        let board = first.position.as_ref().unwrap().board;
        assert_eq!(board.values().to_string()[..5], *"534.7");
        assert!(records[1].as_ref().unwrap().position.is_none());
    }

    /// The first form: names in tags of their own, one game a line.
    #[test]
    fn the_first_form_is_read_and_what_is_wrong_is_said() {
        let zeros = PUZZLE.replace('.', "0");
        let text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  <name>Easy</name>\n  <game data=\"{zeros}\"/>\n  \
             <game data=\"{}\"/>\n  <game/>\n  <game data=\"{zeros}\" />\n</opensudoku>\n",
            &zeros[1..]
        );
        let records = read(&text);
        assert_eq!(records.len(), 4);
        assert_eq!(cells(&records[3]), PUZZLE);
        assert_eq!(
            records[1].as_ref().unwrap_err(),
            "-:6:1: expected 81 digits in the data of a game, found 80"
        );
        assert!(records[2].as_ref().unwrap_err().contains("expected data="), "{:?}", records[2]);
        assert!(read("<?xml version=\"1.0\"?>\n<svg width=\"3\"/>\n")[0].is_err());
        assert!(read("<opensudoku version=\"2\"><game data=\"0")[0].is_err());
    }

    #[test]
    fn what_is_written_comes_back() {
        let mut writer = Writer::new(Form::OpenSudoku, Vec::new());
        let grid: piste_core::Grid = PUZZLE.parse().unwrap();
        writer.write(&Record { rest: " # \"A\" & <b>".to_owned(), ..Record::new(&grid) }).unwrap();
        writer.write(&Record::new(&grid)).unwrap();
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        let records = read(&text);
        assert_eq!(
            (cells(&records[0]), cells(&records[1])),
            (PUZZLE.to_owned(), PUZZLE.to_owned())
        );
        assert!(records[0].as_ref().unwrap().rest.contains(r#""note":"\"A\" & <b>""#));
        let empty = Writer::new(Form::OpenSudoku, Vec::new()).finish().unwrap();
        assert!(read(&String::from_utf8(empty).unwrap()).is_empty());
    }
}
