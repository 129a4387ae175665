//! What form is this file in?

use super::input::Bytes;
use super::{Form, lines};
use piste_core::search::Clues;
use piste_core::text::line;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// How many bytes are looked at before giving up on a file that does not show its form.
const HEAD: usize = lines::LONGEST;

/// The form of a file, and the bytes that had to be read to find it out.
///
/// No more is read than needed: when a person types at a terminal, the first line must
/// come out before the second one is written.
pub(super) fn form(path: &Path, input: &mut Bytes) -> io::Result<(Form, Vec<u8>)> {
    let promised = Form::of_path(path);
    let mut head = Vec::new();
    if let Some(form) = promised {
        return Ok((form, head));
    }
    while head.len() < HEAD {
        let start = head.len();
        let room = (HEAD - start) as u64;
        if input.take(room).read_until(b'\n', &mut head)? == 0 {
            break;
        }
        let Ok(line) = std::str::from_utf8(&head[start..]) else { continue };
        let line = line.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']);
        if let Some(form) = of_line(line) {
            return Ok((form, head));
        }
    }
    Ok((Form::Line, head))
}

/// The form that this line shows, if it shows any.
fn of_line(text: &str) -> Option<Form> {
    match line::parse(text).ok()?.clues {
        Clues::Givens(_) => Some(Form::Line),
        Clues::Marks(_) => Some(Form::Marks),
    }
}
