//! Any text is read as a puzzle or refused, and a refusal names a place within the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piste_core::{Grid, text};

fuzz_target!(|input: &str| {
    if let Err(wrong) = text::parse(input) {
        assert!(wrong.line() >= 1 && wrong.line() <= input.lines().count().max(1), "{wrong}");
        let line = input.lines().nth(wrong.line() - 1).unwrap_or("");
        let column = wrong.column();
        assert!(column >= 1 && column <= line.chars().count() + 1, "{wrong}");
        assert!(!wrong.to_string().is_empty());
    }
    let _ = input.parse::<Grid>();
    let _ = text::line::parse(input);
    let _ = text::drawn::parse(input);
});
