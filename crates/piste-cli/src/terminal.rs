//! How wide the terminal is, for what is laid out to fit it, and what may reach it.
//!
//! Only what a person sees at once depends on it. In a pipe and in a file the same answers have
//! the same bytes, whatever window they were asked for in.
//!
//! A terminal obeys what it is sent: an escape sequence moves its cursor, changes its title or types on its
//! keyboard. What stands beside a puzzle in a file or in a library is somebody's text, so on its way
//! to a terminal its control characters are [written out](Tamed). Our own inks go through.

use std::io::IsTerminal;
use std::path::Path;

/// The columns of the terminal that answers go to; nothing if they go anywhere else: to a pipe,
/// or to the file of `--output`.
pub(crate) fn width(output: Option<&Path>) -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(std::io::stdout())?;
    (output.is_none() && width.0 > 0).then_some(usize::from(width.0))
}

/// The columns that help is laid out for: those of the window, or as many as it says in `COLUMNS`, but never more than can be
/// read with ease.
pub(crate) fn help_width() -> usize {
    let of_window = || Some(usize::from(terminal_size::terminal_size()?.0.0)).filter(|&w| w > 0);
    let said = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|&width| width > 0);
    of_window().or_else(said).unwrap_or(MOST_HELP).min(MOST_HELP)
}

/// The widest that help is.
pub(crate) const MOST_HELP: usize = 100;

/// Whether the standard output goes to another program, which may write to our terminal itself.
pub(crate) fn is_pipe() -> bool {
    let stdout = std::io::stdout();
    !stdout.is_terminal() && !is_file(&stdout)
}

#[cfg(unix)]
fn is_file(stdout: &std::io::Stdout) -> bool {
    use std::os::fd::AsFd;
    let file = stdout.as_fd().try_clone_to_owned().map(std::fs::File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|about| about.is_file())
}

#[cfg(windows)]
fn is_file(stdout: &std::io::Stdout) -> bool {
    use std::os::windows::io::AsHandle;
    let file = stdout.as_handle().try_clone_to_owned().map(std::fs::File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|about| about.is_file())
}

/// Shows control characters instead of sending them: an escape becomes `\u{1b}`. Line ends and tabs stay.
///
/// Text comes in pieces, and a character or the sequence of an ink may be cut in two: what may go on is held
/// back until the next piece.
#[derive(Debug, Default)]
pub(crate) struct Tamed {
    held: Vec<u8>,
}

impl Tamed {
    /// The piece as it may be sent. With `inks`, the sequences that colour text go through.
    pub(crate) fn piece(&mut self, text: &[u8], inks: bool) -> Vec<u8> {
        let mut shown = Vec::with_capacity(text.len());
        for &byte in text {
            self.held.push(byte);
            match &self.held[..] {
                // The C1 controls are two bytes, the first of which other characters have, too.
                [0xc2] => {}
                [0xc2, second @ 0x80..=0x9f] => {
                    show(*second, &mut shown);
                    self.held.clear();
                }
                [0x1b] if inks => {}
                [0x1b, b'[', middle @ .., b'm'] if middle.iter().all(is_ink) => {
                    shown.append(&mut self.held);
                }
                [0x1b, b'[', middle @ ..] if middle.iter().all(is_ink) && middle.len() < 20 => {}
                _ => self.release(&mut shown),
            }
        }
        shown
    }

    /// Lets go of what turned out to be nothing that may be sent as it is.
    fn release(&mut self, shown: &mut Vec<u8>) {
        for byte in self.held.drain(..) {
            match byte {
                b'\n' | b'\t' => shown.push(byte),
                0..=0x1f | 0x7f => show(byte, shown),
                _ => shown.push(byte),
            }
        }
    }

    /// What was held back when nothing more comes.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        let mut shown = Vec::new();
        self.release(&mut shown);
        shown
    }
}

/// Somebody's text, all of it and nothing of ours, as it may be shown.
pub(crate) fn tame(text: &str) -> String {
    let mut tamed = Tamed::default();
    let shown = [tamed.piece(text.as_bytes(), false), tamed.rest()].concat();
    String::from_utf8_lossy(&shown).into_owned()
}

/// Whether this may stand in the sequence of an ink.
fn is_ink(byte: &u8) -> bool {
    byte.is_ascii_digit() || *byte == b';'
}

/// Writes a control character out.
fn show(byte: u8, shown: &mut Vec<u8>) {
    shown.extend(char::from(byte).escape_unicode().to_string().bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In one piece, and in pieces of a byte.
    fn tamed(text: &str, inks: bool) -> String {
        let (mut at_once, mut bytewise) = (Tamed::default(), Tamed::default());
        let mut whole = at_once.piece(text.as_bytes(), inks);
        whole.extend(at_once.rest());
        let mut parts = Vec::new();
        text.as_bytes().chunks(1).for_each(|byte| parts.extend(bytewise.piece(byte, inks)));
        parts.extend(bytewise.rest());
        assert_eq!(whole, parts);
        String::from_utf8(whole).unwrap()
    }

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(tamed("a\tb é “c”\n", false), "a\tb é “c”\n");
        assert_eq!(tamed("\u{1b}]0;title\u{7}\r", true), "\\u{1b}]0;title\\u{7}\\u{d}");
        assert_eq!(tamed("\u{9b}2J £\u{7f}\0", true), "\\u{9b}2J £\\u{7f}\\u{0}");
        assert_eq!(tamed("end \u{1b}", true), "end \\u{1b}");
    }

    #[test]
    fn our_inks_go_through_and_those_of_others_do_not() {
        assert_eq!(tamed("\u{1b}[1;31mred\u{1b}[0m", true), "\u{1b}[1;31mred\u{1b}[0m");
        assert_eq!(tamed("\u{1b}[31mred", false), "\\u{1b}[31mred");
        assert_eq!(tamed("\u{1b}[2J\u{1b}[3", true), "\\u{1b}[2J\\u{1b}[3");
    }
}
