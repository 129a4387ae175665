//! Patterns that people draw: 81 signs, or nine lines of nine.

use piste_core::{Cell, CellSet};

/// Signs for a cell without a given.
const EMPTY: [char; 4] = ['.', '0', '-', '_'];

/// The pattern that a text is. Frames are left out, blanks are empty cells where a line is nine signs long, and at most
/// one empty line may come at the end.
///
/// ```
/// use piste_api::make::pattern;
///
/// assert_eq!(pattern::parse(&"x........".repeat(9)).unwrap().len(), 9);
/// ```
pub fn parse(text: &str) -> Result<CellSet, String> {
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
            return Err(format!("line {}: expected nine signs, found {}", number + 1, row.len()));
        }
        rows += 1;
        let missing = 9 - row.len();
        signs.extend(row.into_iter().chain(std::iter::repeat_n(' ', missing)));
    }
    if is_drawn && rows != 9 {
        return Err(format!("expected nine lines, or 81 signs on one, found {rows} lines"));
    }
    if signs.len() != Cell::COUNT {
        return Err(format!("expected 81 signs, or nine lines of nine, found {}", signs.len()));
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
    fn what_is_no_pattern_is_said() {
        let said = |text: &str| parse(text).unwrap_err();
        assert_eq!(said("xx"), "expected 81 signs, or nine lines of nine, found 2");
        assert_eq!(
            said(&"x........\n".repeat(8)),
            "expected nine lines, or 81 signs on one, found 8 lines"
        );
        let long = format!("{}xxxxxxxxxx\n", "x........\n".repeat(8));
        assert_eq!(said(&long), "line 9: expected nine signs, found 10");
    }
}
