//! ipuz files: one puzzle, a JSON object over as many lines as its author liked.
//!
//! What such a file means is said in [`piste_api::links::ipuz`]; here are the lines that it takes. Files one
//! behind the other are read one after the other.

use super::line::of_shape;
use super::{Format, Lines, ReadError, Record};
use piste_api::links::ipuz;
use piste_core::search::Clues;
use piste_core::text::boards::Boards;
use piste_core::{AnyClues, AnyGrid};
use std::io::{self, Write};

/// No such file is longer than this.
const LONGEST: usize = 1 << 20;

/// A file of this form.
pub(super) struct IpuzFormat {
    boards: Boards,
    has_written: bool,
}

impl IpuzFormat {
    pub(super) fn new(boards: &Boards) -> IpuzFormat {
        IpuzFormat { boards: boards.clone(), has_written: false }
    }

    fn write_text(&mut self, grid: &AnyGrid, out: &mut dyn Write) -> io::Result<()> {
        let wrong = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
        if self.has_written {
            return Err(wrong("an ipuz file holds one puzzle".to_owned()));
        }
        let text = ipuz::write(grid).map_err(wrong)?;
        self.has_written = true;
        out.write_all(text.as_bytes())
    }
}

impl Format for IpuzFormat {
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Record<AnyClues>, ReadError>> {
        let mut text = String::new();
        let mut first = 0;
        let mut braces = Braces::default();
        loop {
            match lines.next() {
                Some(Ok((number, line))) => {
                    if text.is_empty() {
                        if line.trim().is_empty() {
                            continue;
                        }
                        first = number;
                    }
                    text.push_str(line);
                    text.push('\n');
                    if braces.are_closed_by(line) || text.len() > LONGEST {
                        break;
                    }
                }
                Some(Err(error)) => return Some(Err(error)),
                None if text.is_empty() => return None,
                None => break,
            }
        }
        let sheet = ipuz::read(&text).and_then(|sheet| of_shape(sheet, &self.boards));
        Some(match sheet {
            Ok(sheet) => Ok(Record::at(sheet, first, 1)),
            Err(wrong) => Err(lines.error_at(first, 1, &wrong)),
        })
    }

    fn write(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<()> {
        match &record.clues {
            Clues::Givens(grid) => self.write_text(&AnyGrid::from(grid), out),
            Clues::Marks(_) => Err(super::needs_givens("ipuz")),
        }
    }

    fn write_board(&mut self, record: &Record<AnyGrid>, out: &mut dyn Write) -> io::Result<()> {
        self.write_text(&record.clues, out)
    }
}

/// Counts brackets, but not those in texts.
#[derive(Default)]
struct Braces {
    depth: i64,
    in_text: bool,
    is_escaped: bool,
}

impl Braces {
    /// Whether all that was opened is closed behind this line.
    fn are_closed_by(&mut self, line: &str) -> bool {
        for byte in line.bytes() {
            if self.in_text {
                let ends = byte == b'"' && !self.is_escaped;
                self.is_escaped = byte == b'\\' && !self.is_escaped;
                self.in_text = !ends;
                continue;
            }
            match byte {
                b'"' => self.in_text = true,
                b'{' | b'(' => self.depth += 1,
                b'}' | b')' => self.depth -= 1,
                _ => {}
            }
        }
        self.depth <= 0
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{Form, ReadOptions, Reader, Record, Writer};
    use piste_core::text::boards::Welcome;

    fn read(name: &str, text: &str) -> Vec<Result<String, String>> {
        let options = ReadOptions { welcome: Welcome::Any, ..ReadOptions::default() };
        let bytes = std::io::Cursor::new(text.to_owned().into_bytes());
        let mut reader = Reader::from_read(name, bytes, &options).unwrap();
        assert_eq!(reader.form(), Form::Ipuz, "{text}");
        std::iter::from_fn(|| reader.next_any())
            .map(|record| {
                record.map(|record| record.clues.to_string()).map_err(|wrong| wrong.to_string())
            })
            .collect()
    }

    #[test]
    fn files_on_one_line_or_on_many_are_read() {
        let small = r#"{"version":"http://ipuz.org/v2","kind":["http://ipuz.org/sudoku#1"],"title":"a } b","puzzle":[[1,0,0,0],[0,0,3,0],[0,2,0,0],[0,0,0,4]]}"#;
        let cells = "1.....3..2.....4";
        assert_eq!(read("-", small), [Ok(cells.to_owned())]);
        assert_eq!(
            read("small.ipuz", &small.replace(',', ",\n").replacen('{', "{\n", 1)),
            [Ok(cells.to_owned())]
        );
        assert_eq!(read("-", &format!("ipuz(\n{small}\n)\n")), [Ok(cells.to_owned())]);
        let two = format!("{small}\n\n{}", small.replacen("[1,", "[9,", 1));
        let found = read("-", &two);
        assert_eq!(found[0], Ok(cells.to_owned()));
        assert_eq!(
            found[1].as_ref().unwrap_err(),
            "-:3:1: the ipuz file has the number 9 in a cell of a board of 4×4"
        );
        assert!(read("cut.ipuz", &small[..small.len() - 3])[0].is_err());
    }

    #[test]
    fn a_file_holds_one_puzzle() {
        let mut writer = Writer::new(Form::Ipuz, Vec::new());
        let record = Record::new(&piste_core::Grid::EMPTY);
        writer.write(&record).unwrap();
        assert_eq!(writer.write(&record).unwrap_err().to_string(), "an ipuz file holds one puzzle");
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert_eq!(read("-", &text), [Ok(".".repeat(81))]);
    }
}
