//! Any text is read as a puzzle or refused, and a refusal names a place within the text.

use piste_core::text::boards::{self, Welcome};
use piste_core::{AnyClues, Grid, text};

/// Panics where the promise is broken.
pub(crate) fn holds(input: &str) {
    if let Err(wrong) = text::parse(input) {
        assert!(wrong.line() >= 1 && wrong.line() <= input.lines().count().max(1), "{wrong}");
        let line = input.lines().nth(wrong.line() - 1).unwrap_or("");
        let column = wrong.column();
        assert!(column >= 1 && column <= line.chars().count() + 1, "{wrong}");
        assert!(!wrong.to_string().is_empty());
    }
    for welcome in [Welcome::Any, Welcome::Only("6x6/3x2".parse().expect("a shape"))] {
        match boards::read(input, &welcome) {
            Ok(sheet) => {
                if let AnyClues::Other(grid) = &sheet.clues {
                    let only = Welcome::Only(grid.shape().clone());
                    for text in [grid.to_string(), boards::print(grid)] {
                        let again = boards::read(&text, &only).map(|sheet| sheet.clues);
                        assert_eq!(again.as_ref(), Ok(&sheet.clues), "{text}");
                    }
                }
            }
            Err(wrong) => {
                assert!(wrong.line() >= 1 && wrong.column() >= 1 && !wrong.to_string().is_empty());
            }
        }
    }
    let _ = input.parse::<Grid>();
    let _ = text::line::parse(input);
    let _ = text::drawn::parse(input);
}
