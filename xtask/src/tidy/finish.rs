//! The finish of a file: its opening words, its length, and nothing left half done.

use super::Finding;
use crate::source::{Token, item_end, tokens};
use crate::tree::Tree;

const FILE_LIMIT: usize = 1000;
const STRATEGY_LIMIT: usize = 400;
const FUNCTION_LIMIT: usize = 70;

pub(super) fn essay(tree: &Tree) -> Vec<Finding> {
    tree.rust()
        .filter(|file| {
            let first = file.text.lines().next().unwrap_or("");
            first.strip_prefix("//! ").is_none_or(|words| words.trim().is_empty())
        })
        .map(|file| Finding::new(&file.path, 1, "the first line is not a `//! …` sentence"))
        .collect()
}

pub(super) fn sizes(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.rust() {
        let lines = file.text.lines().count();
        if lines > FILE_LIMIT {
            let what = format!("{lines} lines, {} too many", lines - FILE_LIMIT);
            findings.push(Finding::new(&file.path, lines, what));
        } else if lines > STRATEGY_LIMIT && file.is_under("crates/piste/src/logic/strategies") {
            let what = format!("{lines} lines; a strategy aims at {STRATEGY_LIMIT}");
            findings.push(Finding::advice(&file.path, lines, what));
        }
        for (line, name, length) in functions(&tokens(&file.code)) {
            if length > FUNCTION_LIMIT {
                let what =
                    format!("{name} has {length} lines; a function aims at {FUNCTION_LIMIT}");
                findings.push(Finding::advice(&file.path, line, what));
            }
        }
    }
    findings
}

/// The functions with a body: first line, name, number of lines.
fn functions<'a>(tokens: &[Token<'a>]) -> Vec<(usize, &'a str, usize)> {
    let mut functions = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        // `fn(u8) -> u8` is a type, not a function.
        if pair[0].text == "fn" && pair[1].text != "(" {
            let last = tokens[item_end(tokens, at) - 1];
            functions.push((pair[0].line, pair[1].text, last.line - pair[0].line + 1));
        }
    }
    functions
}

pub(super) fn unfinished(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.rust() {
        for pair in tokens(&file.code).windows(2) {
            let what = match (pair[0].text, pair[1].text) {
                (name @ ("todo" | "unimplemented" | "dbg"), "!") => format!("{name}!"),
                ("[" | ",", "ignore") => "an ignored test".to_owned(),
                _ => continue,
            };
            if pair[0].text != "," || is_attribute(&file.code, pair[0].line) {
                findings.push(Finding::new(&file.path, pair[1].line, what));
            }
        }
        for (i, line) in file.text.lines().enumerate() {
            if is_ignored_example(line) {
                findings.push(Finding::new(&file.path, i + 1, "an example that is not run"));
            }
        }
    }
    findings.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    findings
}

/// A number that is none passes through every sum and every comparison without a word. What may be
/// missing is an `Option`; only where a text is read may somebody ask whether it says NaN.
pub(super) fn missing(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.rust() {
        for token in tokens(&file.code) {
            let line = || file.code.lines().nth(token.line - 1).unwrap_or("");
            let what = match token.text {
                "NAN" => "NAN stands for what is missing: an `Option` says so",
                "is_nan" if !line().contains(".parse") => "is_nan asks what an `Option` would tell",
                _ => continue,
            };
            findings.push(Finding::new(&file.path, token.line, what));
        }
    }
    findings
}

/// Whether the line is an attribute, like `#[cfg_attr(windows, ignore)]`.
fn is_attribute(code: &str, line: usize) -> bool {
    code.lines().nth(line - 1).is_some_and(|text| text.trim_start().starts_with("#["))
}

fn is_ignored_example(line: &str) -> bool {
    let line = line.trim_start();
    let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
    let fence = doc.and_then(|doc| doc.trim_start().strip_prefix("```"));
    fence.is_some_and(|labels| labels.split(',').any(|label| label.trim().starts_with("ignore")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(rule: fn(&Tree) -> Vec<Finding>, path: &str, text: &str) -> Vec<String> {
        rule(&Tree::of(&[(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_file_without_opening_words_is_caught() {
        for text in [
            "",
            "fn f() {}",
            "\n//! Late.",
            "//!",
            "// Not for the docs.",
            "#![no_main]\n//! Late.",
        ] {
            assert_eq!(said(essay, "a.rs", text).len(), 1, "{text}");
        }
        assert_eq!(said(essay, "a.rs", "//! What it is.\n").len(), 0);
        assert_eq!(said(essay, "a.md", "Prose.\n").len(), 0);
    }

    #[test]
    fn long_files_are_caught_and_long_strategies_are_mentioned() {
        let long = "x\n".repeat(1001);
        assert_eq!(said(sizes, "a.rs", &long), ["a.rs:1001: 1001 lines, 1 too many"]);
        assert_eq!(said(sizes, "a.rs", &"x\n".repeat(1000)).len(), 0);
        let tree = Tree::of(&[("crates/piste/src/logic/strategies/x.rs", &"x\n".repeat(401))]);
        let findings = sizes(&tree);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].is_advice);
    }

    #[test]
    fn long_functions_are_mentioned() {
        let body = "    x();\n".repeat(70);
        let text = format!("fn short() {{}}\ntype F = fn(u8);\nfn long(a: [u8; 2]) {{\n{body}}}\n");
        let findings = sizes(&Tree::of(&[("a.rs", &text)]));
        assert_eq!(findings.len(), 1);
        assert!(findings[0].is_advice);
        assert_eq!(findings[0].to_string(), "a.rs:3: long has 72 lines; a function aims at 70");
    }

    #[test]
    fn half_done_things_are_caught() {
        for text in [
            "fn f() { todo!() }",
            "unimplemented!(\"later\")",
            "dbg!(x)",
            "#[ignore]",
            "#[ignore = \"slow\"]",
            "#[cfg_attr(windows, ignore)]",
            "/// ```ignore",
            "//! ```rust,ignore",
        ] {
            assert_eq!(said(unfinished, "a.rs", text).len(), 1, "{text}");
        }
    }

    #[test]
    fn numbers_that_are_none_are_caught() {
        for text in ["let x = f64::NAN;", "if x.is_nan() {}", "use std::f64::NAN;"] {
            assert_eq!(said(missing, "a.rs", text).len(), 1, "{text}");
        }
        for text in [
            "// f64::NAN is forbidden",
            "let x = \"NAN\";",
            "let x: Option<f64> = text.parse().ok().filter(|x| !x.is_nan());",
            "let x = f64::INFINITY;",
        ] {
            assert_eq!(said(missing, "a.rs", text).len(), 0, "{text}");
        }
    }

    #[test]
    fn talk_about_half_done_things_is_left_alone() {
        for text in [
            "// todo!() is forbidden, and so is #[ignore]",
            "let template = \"todo!() #[ignore]\";",
            "fn todo() { f(a, ignore); g([ignored]) }",
            "/// ```should_panic",
            "/// ignore",
        ] {
            assert_eq!(said(unfinished, "a.rs", text).len(), 0, "{text}");
        }
    }
}
