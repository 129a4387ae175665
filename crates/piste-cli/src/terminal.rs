//! How wide the terminal is, for what is laid out to fit it.
//!
//! Only what a person sees at once depends on it. In a pipe and in a file the same answers have
//! the same bytes, whatever window they were asked for in.

use std::path::Path;

/// The columns of the terminal that answers go to; nothing if they go anywhere else: to a pipe,
/// or to the file of `--output`.
pub(crate) fn width(output: Option<&Path>) -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(std::io::stdout())?;
    (output.is_none() && width.0 > 0).then_some(usize::from(width.0))
}
