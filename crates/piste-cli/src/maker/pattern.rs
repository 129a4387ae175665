//! Patterns that people draw, from the command line or from a file.

use anyhow::{Context, anyhow, bail};
use piste_api::make::pattern::parse;
use piste_core::CellSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// No drawing of 81 signs is longer than this, however it is framed.
const LONGEST: u64 = 64 << 10;

/// The pattern that this argument is, or that is in the file of this name.
pub(crate) fn read(argument: &str) -> anyhow::Result<CellSet> {
    let (name, text) = if Path::new(argument).is_file() {
        (argument, short_text(Path::new(argument), LONGEST)?)
    } else {
        // Something short with letters other than x, or a slash, was meant for a name.
        let is_name = argument.chars().count() < 40
            && argument.contains(|c: char| c.is_alphabetic() && !"xX".contains(c) || c == '/');
        if is_name {
            bail!("--pattern {argument}: there is no such file, and it is not 81 signs");
        }
        ("--pattern", argument.to_owned())
    };
    parse(&text).map_err(|why| anyhow!("{name}: {why}"))
}

/// The text of a pattern for a board of any shape: this argument, or what is in the file of this name.
pub(crate) fn text(argument: &str) -> anyhow::Result<String> {
    let path = Path::new(argument);
    if path.is_file() { short_text(path, LONGEST) } else { Ok(argument.to_owned()) }
}

/// The text of a file that has no reason to be longer than so many bytes. No more is read of
/// one that is.
pub(crate) fn short_text(path: &Path, longest: u64) -> anyhow::Result<String> {
    let name = path.display();
    let trouble = || format!("cannot read {name}");
    let mut bytes = Vec::new();
    let mut file = File::open(path).with_context(trouble)?.take(longest + 1);
    file.read_to_end(&mut bytes).with_context(trouble)?;
    if bytes.len() as u64 > longest {
        bail!("{name}: longer than {} kB, which this kind of file never is", longest >> 10);
    }
    String::from_utf8(bytes).map_err(|_| anyhow!("{name}: this is not text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_file_is_told_from_a_short_pattern() {
        let said = |text: &str| format!("{:#}", read(text).unwrap_err());
        assert_eq!(
            said("no-such-heart.txt"),
            "--pattern no-such-heart.txt: there is no such file, and it is not 81 signs"
        );
        assert!(said("..11..").contains("expected 81 signs"), "{}", said("..11.."));
    }
}
