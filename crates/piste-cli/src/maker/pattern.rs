//! Patterns that people draw, from the command line or from a file.

use anyhow::{Context, anyhow, bail};
use piste_api::make::pattern::parse;
use piste_core::CellSet;
use std::path::Path;

/// The pattern that this argument is, or that is in the file of this name.
pub(crate) fn read(argument: &str) -> anyhow::Result<CellSet> {
    let (name, text) = if Path::new(argument).is_file() {
        let text = std::fs::read_to_string(argument);
        (argument, text.with_context(|| format!("cannot read {argument}"))?)
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
