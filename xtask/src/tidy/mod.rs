//! The invariants of the architecture, kept by looking at the sources.
//!
//! `ARCHITECTURE.md` states what is *absent* from each room: no clock in the core, no
//! price in the logic, no SQL outside the store. Most of it the compiler cannot see, so each
//! absence is a [`Rule`] here: a small function from the tree of sources to findings. The
//! rules run as `cargo xtask tidy`, as a step of CI, and as a test of this crate.
//!
//! A rule has to say where, what, and which invariant; and its tests show both that it
//! catches a violation and that it leaves the innocent look-alike alone.

mod crates;
mod finish;
mod homes;
mod manifest;
mod places;
mod rooms;

use crate::tree::Tree;
use std::fmt;

/// One invariant and the function that looks for its violations.
pub(crate) struct Rule {
    /// One word, printed beside each finding.
    pub(crate) name: &'static str,
    /// The invariant, as an absence.
    pub(crate) absence: &'static str,
    check: fn(&Tree) -> Vec<Finding>,
}

/// What a rule found, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    what: String,
    is_advice: bool,
}

impl Finding {
    /// A broken invariant.
    fn new(path: &str, line: usize, what: impl Into<String>) -> Finding {
        Finding { path: path.to_owned(), line, what: what.into(), is_advice: false }
    }

    /// Something to look at when there is time; never fails the build.
    fn advice(path: &str, line: usize, what: impl Into<String>) -> Finding {
        Finding { is_advice: true, ..Finding::new(path, line, what) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// Every rule, in the order of the chapters of `ARCHITECTURE.md`.
pub(crate) const RULES: [Rule; 16] = [
    Rule {
        name: "direction",
        absence: "no crate depends on one above it: core <- piste <- api <- store <- cli",
        check: crates::direction,
    },
    Rule {
        name: "lints",
        absence: "no crate has lints of its own: all inherit the workspace's table",
        check: crates::lints,
    },
    Rule {
        name: "reasons",
        absence: "no dependency without a line in docs/design.md that says why",
        check: crates::reasons,
    },
    Rule { name: "unused", absence: "no dependency that nobody uses", check: crates::unused },
    Rule {
        name: "rooms",
        absence: "inside piste nothing looks up: logic <- rating <- generate, sat for rating only, \
                  stats on its own",
        check: rooms::rooms,
    },
    Rule {
        name: "purity",
        absence: "nothing in core, piste or api does I/O, prints, reads a clock or the environment, \
                  starts a thread, or keeps a global",
        check: homes::purity,
    },
    Rule {
        name: "homes",
        absence: "no JSON outside the api, the cli and the store's formats, no HTTP outside the cli, no SQL \
                  outside the store, no random source outside core's rng.rs",
        check: homes::homes,
    },
    Rule {
        name: "doors",
        absence: "no file of the server uses one of the command line's verbs",
        check: homes::doors,
    },
    Rule {
        name: "unsafe",
        absence: "no unsafe code outside core's search/lanes and piste-c",
        check: homes::unsafe_code,
    },
    Rule {
        name: "essay",
        absence: "no source file without an opening `//!` that says what it is and why",
        check: finish::essay,
    },
    Rule {
        name: "unfinished",
        absence: "nothing half done: no todo!, unimplemented!, dbg!, ignored test or ignored example",
        check: finish::unfinished,
    },
    Rule {
        name: "missing",
        absence: "no NaN for what is missing: that is an Option",
        check: finish::missing,
    },
    Rule { name: "sizes", absence: "no source file over 1000 lines", check: finish::sizes },
    Rule {
        name: "manual",
        absence: "no strategy, metric or generator without its four headings and its register row",
        check: rooms::manual,
    },
    Rule {
        name: "surface",
        absence: "no public item of core and piste beyond the ceiling that is set for each",
        check: crates::surface,
    },
    Rule {
        name: "places",
        absence: "no path of somebody's machine, and no registry but crates.io, in any file",
        check: places::places,
    },
];

/// All that the rules have to say about one tree.
pub(crate) struct Report {
    /// The sentences to print, broken invariants first.
    pub(crate) lines: Vec<String>,
    /// How many invariants are broken, each place counted.
    pub(crate) broken: usize,
    /// How many places deserve a look but break nothing.
    pub(crate) advice: usize,
}

/// Runs every rule.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut broken = Vec::new();
    let mut advice = Vec::new();
    for rule in &RULES {
        for finding in (rule.check)(tree) {
            if finding.is_advice {
                advice.push(format!("{finding}  [{}, advice]", rule.name));
            } else {
                broken.push(format!("{finding}  [{}: {}]", rule.name, rule.absence));
            }
        }
    }
    let (broken_count, advice_count) = (broken.len(), advice.len());
    broken.extend(advice);
    Report { lines: broken, broken: broken_count, advice: advice_count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    /// The test that makes `cargo test` keep the architecture.
    #[test]
    fn this_workspace_is_tidy() {
        let tree = Tree::read(&tree::workspace_root().unwrap()).unwrap();
        let report = check(&tree);
        assert_eq!(report.broken, 0, "\n{}", report.lines.join("\n"));
    }

    #[test]
    fn a_finding_says_where_what_and_which_invariant() {
        let tree = Tree::of(&[("crates/piste/src/lib.rs", "//! Text.\nuse std::fs;\n")]);
        let report = check(&tree);
        assert!(report.broken > 0);
        let line = &report.lines.iter().find(|line| line.contains("std::fs")).unwrap();
        assert!(line.starts_with("crates/piste/src/lib.rs:2: std::fs "), "{line}");
        assert!(line.contains("[purity: nothing in core, piste or api does I/O"), "{line}");
    }

    #[test]
    fn rules_have_names_of_their_own() {
        let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RULES.len());
    }
}
