//! Patterns that people draw: 81 signs, or nine lines of nine.

use anyhow::{Context, anyhow, bail};
use piste_core::{Cell, CellSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Signs for a cell without a given.
const EMPTY: [char; 4] = ['.', '0', '-', '_'];

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
    parse(&text).with_context(|| name.to_owned())
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

/// The pattern that a text is. Frames are left out, blanks are empty cells where a line is nine signs long, and at most
/// one empty line may come at the end.
pub(crate) fn parse(text: &str) -> anyhow::Result<CellSet> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_drawn = lines.len() > 1;
    let mut signs: Vec<char> = Vec::new();
    let mut rows = 0;
    for (number, line) in lines.iter().enumerate() {
        if is_drawn && line.chars().all(|c| "+-=|─│┌┬┐├┼┤└┴┘ ".contains(c)) && !looks_full(line)
        {
            continue;
        }
        let row: Vec<char> = line.chars().filter(|c| !"|│".contains(*c)).collect();
        if !is_drawn {
            signs.extend(row.iter().filter(|c| !c.is_whitespace()));
            continue;
        }
        let tight: Vec<char> = row.iter().copied().filter(|c| !c.is_whitespace()).collect();
        let row = if tight.len() == 9 { tight } else { row };
        if row.len() > 9 {
            bail!("line {}: expected nine signs, found {}", number + 1, row.len());
        }
        rows += 1;
        let missing = 9 - row.len();
        signs.extend(row.into_iter().chain(std::iter::repeat_n(' ', missing)));
    }
    if is_drawn && rows != 9 {
        bail!("expected nine lines, or 81 signs on one, found {rows} lines");
    }
    if signs.len() != Cell::COUNT {
        bail!("expected 81 signs, or nine lines of nine, found {}", signs.len());
    }
    let is_given = |c: char| !EMPTY.contains(&c) && !c.is_whitespace();
    let given = Cell::ALL.iter().zip(&signs).filter(|(_, c)| is_given(**c));
    Ok(given.fold(CellSet::EMPTY, |set, (&cell, _)| set.with(cell)))
}

/// Whether a line of dashes and blanks is a row of empty cells and not a frame.
fn looks_full(line: &str) -> bool {
    line.chars().count() == 9 && line.chars().all(|c| c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_in_either_form() {
        let line = "x........".repeat(9);
        let column = parse(&line).unwrap();
        assert_eq!(column.len(), 9);
        let drawn = "x........\n".repeat(9);
        assert_eq!(parse(&drawn).unwrap(), column);
        let blanks = "x\n".repeat(9);
        assert_eq!(parse(&blanks).unwrap(), column);
        let spaced = "x . . . . . . . .\n".repeat(9);
        assert_eq!(parse(&spaced).unwrap(), column);
    }

    #[test]
    fn a_name_without_a_file_is_told_from_a_short_pattern() {
        let said = |text: &str| format!("{:#}", read(text).unwrap_err());
        assert_eq!(
            said("no-such-heart.txt"),
            "--pattern no-such-heart.txt: there is no such file, and it is not 81 signs"
        );
        assert!(said("..11..").contains("expected 81 signs"), "{}", said("..11.."));
    }

    #[test]
    fn what_is_no_pattern_is_said() {
        let said = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(said("xx"), "expected 81 signs, or nine lines of nine, found 2");
        assert_eq!(
            said(&"x........\n".repeat(8)),
            "expected nine lines, or 81 signs on one, found 8 lines"
        );
        let long = format!("{}xxxxxxxxxx\n", "x........\n".repeat(8));
        assert_eq!(said(&long), "line 9: expected nine signs, found 10");
    }
}
