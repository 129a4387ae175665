//! Words that have one home: where each of them may be spoken, and nowhere else.
//!
//! All of it is decided by the paths in the code (`std::fs`, `serde_json::Value`, …), with
//! `use std::{fs, io}` spelled out first. Code that only tests see is exempt from purity:
//! a test may look for a data directory or say that it was skipped.

use super::Finding;
use super::manifest::manifests;
use crate::source::{paths, tokens};
use crate::tree::{File, Tree};

/// The three storeys that must run anywhere, even in a browser.
const PURE: [&str; 3] = ["crates/piste-core/src", "crates/piste/src", "crates/piste-api/src"];

/// Modules of the standard library that reach out of the program, or keep something between calls.
const IMPURE_MODULES: [(&str, &str); 8] = [
    ("fs", "is a way to the file system"),
    ("io", "is I/O"),
    ("net", "is a way to the network"),
    ("time", "is a way to the clock"),
    ("env", "reads the environment"),
    ("process", "reaches other processes"),
    ("thread", "starts threads"),
    ("os", "is one platform's alone"),
];

/// Items of `std::sync` that share state or wait for it; `Arc` does neither.
const SHARED_STATE: [&str; 9] =
    ["Mutex", "RwLock", "Once", "OnceLock", "LazyLock", "Condvar", "Barrier", "atomic", "mpsc"];

/// The places that may have some of them, and why nothing is remembered between two calls all the same.
///
/// - The work of an attempt is counted across threads, in a counter that is made for that attempt and
///   dropped with it. A brief is shared between threads, so it cannot be a plain cell.
/// - The tables of the classic shape in wide words depend on nothing: they are a constant, worked out when first
///   needed because the compiler cannot.
/// - The model of solving times that ships is a constant too, a text that is read when first needed: reading it takes
///   as long as rating an easy puzzle by it.
/// - The sentences that ship are the same: a text that is read when first needed.
/// - The motions of a shape are worked out once for the value that holds them, and go with it.
const ALLOWED: [(&str, &str); 5] = [
    ("crates/piste/src/generate/brief.rs", "atomic"),
    ("crates/piste/src/logic/words/catalogue.rs", "OnceLock"),
    ("crates/piste/src/rating/metrics/minutes.rs", "LazyLock"),
    ("crates/piste-core/src/space.rs", "LazyLock"),
    ("crates/piste-core/src/symmetry/any.rs", "OnceLock"),
];

const PRINTING: [&str; 4] = ["print", "println", "eprint", "eprintln"];

const GLOBALS: [&str; 2] = ["thread_local", "lazy_static"];

pub(super) fn purity(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in PURE.iter().flat_map(|place| tree.rust_under(place)) {
        for (line, path) in paths(&file.shipped) {
            let is_allowed = ALLOWED
                .iter()
                .any(|(home, what)| file.path == *home && path.iter().any(|part| part == what));
            if let Some(what) = impurity(&path).filter(|_| !is_allowed) {
                findings.push(Finding::new(&file.path, line, what));
            }
            // Harmless for asking "is it in there?", a trap for going through it.
            if path[0] == "std" && path.iter().any(|part| part == "HashMap" || part == "HashSet") {
                let what = "a hash table of std has another order in every run: never loop over it";
                findings.push(Finding::advice(&file.path, line, what));
            }
        }
        let tokens = tokens(&file.shipped);
        for pair in tokens.windows(2) {
            let [word, next] = pair else { continue };
            let what = match (word.text, next.text) {
                (name, "!") if PRINTING.contains(&name) => format!("{name}! prints"),
                (name, "!") if GLOBALS.contains(&name) => format!("{name}! keeps a global"),
                ("static", "mut") => "static mut is a global".to_owned(),
                _ => continue,
            };
            findings.push(Finding::new(&file.path, word.line, what));
        }
    }
    findings
}

fn why_impure(module: &str) -> Option<&'static str> {
    IMPURE_MODULES.iter().find(|(name, _)| *name == module).map(|(_, why)| *why)
}

fn impurity(path: &[String]) -> Option<String> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path[..] {
        ["std" | "core" | "alloc", module, ..] if why_impure(module).is_some() => {
            Some(format!("std::{module} {}", why_impure(module)?))
        }
        ["std", "sync", item, ..] if SHARED_STATE.contains(&item) => {
            Some(format!("std::sync::{item} shares state between calls"))
        }
        _ => None,
    }
}

/// Crates that only some places may name.
struct Home {
    crates: &'static [&'static str],
    /// Directories or files, from the root.
    places: &'static [&'static str],
    /// What they are, for the message.
    what: &'static str,
}

const HOMES: [Home; 6] = [
    Home {
        crates: &["serde_json", "json", "simd_json", "ijson"],
        places: &[
            "crates/piste-api",
            "crates/piste-cli",
            "crates/piste-py",
            "crates/piste-store/src/format",
            "crates/piste-store/src/format.rs",
            // Its index is JSON, and so are questions and answers.
            "crates/piste-store/src/pieces",
            // A manifest is a file of one line of JSON.
            "crates/piste-store/src/shard.rs",
        ],
        what: "JSON belongs to the api, to the cli and to the store's formats",
    },
    Home {
        crates: &["axum", "hyper", "tokio", "tower", "tower_http", "utoipa", "reqwest", "ureq"],
        places: &["crates/piste-cli"],
        what: "HTTP belongs to the cli",
    },
    Home {
        crates: &["rusqlite", "libsqlite3_sys", "sqlx", "redb"],
        places: &["crates/piste-store"],
        what: "SQL belongs to the store",
    },
    Home {
        crates: &[
            "rand",
            "rand_core",
            "rand_xoshiro",
            "rand_chacha",
            "rand_pcg",
            "fastrand",
            "getrandom",
            "oorandom",
        ],
        places: &["crates/piste-core/src/rng.rs"],
        what: "random numbers come from a passed piste_core::Rng",
    },
    Home {
        crates: &["anyhow"],
        places: &[
            "crates/piste-store",
            "crates/piste-study",
            "crates/piste-cli",
            "crates/piste-py",
            "bench",
            "fuzz",
        ],
        what: "the pure storeys have errors of their own",
    },
    Home {
        crates: &["rayon", "crossbeam", "indicatif", "clap", "flate2", "zstd", "csv"],
        places: &["crates/piste-store", "crates/piste-cli", "bench", "fuzz"],
        what: "threads, files and terminals belong to the store and the cli",
    },
];

pub(super) fn homes(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.rust() {
        for (line, path) in paths(&file.code) {
            let Some(home) = home_of(&path[0]) else { continue };
            // A local variable may well be called `json`; a crate is the start of a longer
            // path or stands in a `use`.
            let is_crate = path.len() > 1 || is_import(file, line, &path[0]);
            if is_crate && !home.places.iter().any(|place| file.is_under(place)) {
                findings.push(Finding::new(
                    &file.path,
                    line,
                    format!("{} is named here: {}", path[0], home.what),
                ));
            }
        }
    }
    for manifest in manifests(tree).filter(|manifest| manifest.name.is_some()) {
        let here = manifest.file.path.trim_end_matches("/Cargo.toml");
        for dependency in &manifest.dependencies {
            let Some(home) = home_of(&dependency.package.replace('-', "_")) else { continue };
            let lives_here = |place: &&str| {
                *place == here || place.strip_prefix(here).is_some_and(|rest| rest.starts_with('/'))
            };
            if !home.places.iter().any(lives_here) {
                findings.push(Finding::new(
                    &manifest.file.path,
                    dependency.line,
                    format!("{} is asked for here: {}", dependency.package, home.what),
                ));
            }
        }
    }
    findings
}

/// The doors of the program, and what they may not look into: what two of them need stands
/// behind both, in `piste-api` or beside them.
const DOORS: [(&str, &str); 1] = [("crates/piste-cli/src/web", "cmd")];

pub(super) fn doors(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (place, other) in DOORS {
        for file in tree.rust_under(place) {
            for (line, path) in paths(&file.code) {
                if path.len() > 1 && path[0] == "crate" && path[1] == other {
                    let what = format!("a door does not look into another one: crate::{other}");
                    findings.push(Finding::new(&file.path, line, what));
                }
            }
        }
    }
    findings
}

fn home_of(name: &str) -> Option<&'static Home> {
    HOMES.iter().find(|home| home.crates.contains(&name))
}

fn is_import(file: &File, line: usize, name: &str) -> bool {
    let text = file.code.lines().nth(line - 1).unwrap_or("").trim_start();
    let text = text.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
    let imported = text.strip_prefix("use ").or_else(|| text.strip_prefix("extern crate "));
    imported.is_some_and(|rest| rest.trim_start_matches("::").starts_with(name))
}

/// The vector instructions, and the border to C.
const UNSAFE: [&str; 3] = [
    "crates/piste-core/src/search/lanes",
    "crates/piste-core/src/search/lanes.rs",
    "crates/piste-c/src/lib.rs",
];

pub(super) fn unsafe_code(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.rust().filter(|file| !UNSAFE.iter().any(|place| file.is_under(place))) {
        let tokens = tokens(&file.code);
        for token in tokens.iter().filter(|token| token.text == "unsafe") {
            findings.push(Finding::new(&file.path, token.line, "unsafe code"));
        }
        for three in tokens.windows(3) {
            let [level, open, lint] = three else { continue };
            if matches!(level.text, "allow" | "expect" | "warn")
                && open.text == "("
                && lint.text == "unsafe_code"
            {
                findings.push(Finding::new(&file.path, lint.line, "leave for unsafe code"));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn impurities(text: &str) -> Vec<String> {
        let tree = Tree::of(&[("crates/piste-core/src/x.rs", text)]);
        purity(&tree).into_iter().map(|finding| finding.what).collect()
    }

    #[test]
    fn every_way_out_of_the_core_is_caught() {
        for text in [
            "use std::fs;",
            "use std::{fmt, io::Write};",
            "let t = std::time::Instant::now();",
            "let v = std::env::var(\"X\");",
            "use std::net::*;",
            "std::thread::spawn(f);",
            "std::process::exit(1);",
            "println!(\"x\");",
            "eprint!(\"x\");",
            "static mut COUNT: u32 = 0;",
            "thread_local! { static X: u8 = 0 }",
            "static X: std::sync::Mutex<u8> = y;",
            "use std::sync::{Arc, atomic::AtomicBool};",
        ] {
            assert_eq!(impurities(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn a_door_that_looks_into_another_is_caught() {
        let found = |path: &str, text: &str| doors(&Tree::of(&[(path, text)])).len();
        assert_eq!(found("crates/piste-cli/src/web/api/x.rs", "use crate::cmd::check::Report;"), 1);
        assert_eq!(found("crates/piste-cli/src/web/api/x.rs", "use crate::{seed, cmd};"), 1);
        assert_eq!(found("crates/piste-cli/src/web/api/x.rs", "use crate::maker::Maker;"), 0);
        assert_eq!(found("crates/piste-cli/src/cmd/serve.rs", "use crate::web::Options;"), 0);
    }

    #[test]
    fn hash_tables_are_mentioned() {
        let tree = Tree::of(&[("crates/piste/src/x.rs", "use std::collections::HashMap;")]);
        let findings = purity(&tree);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].is_advice);
    }

    #[test]
    fn look_alikes_and_tests_are_left_alone() {
        for text in [
            "// std::fs, println!(), static mut",
            "/// Prints like `println!`.\nfn print() {}",
            "let text = \"std::fs println!\";",
            "use std::{fmt, ops::ControlFlow, sync::Arc};",
            "static TABLE: [u8; 3] = [1, 2, 3];",
            "fn f(x: &'static str, time: u8, io: u8) { self.time.io(x) }",
            "use std::collections::{BTreeMap, hash_map};",
            "#[cfg(test)]\nmod tests { use std::env; fn f() { eprintln!(\"SKIPPED\") } }",
        ] {
            assert_eq!(impurities(text), [] as [String; 0], "{text}");
        }
    }

    #[test]
    fn purity_ends_at_the_store() {
        let text = "use std::fs;";
        let tree = Tree::of(&[
            ("crates/piste-store/src/lib.rs", text),
            ("crates/piste-core/Cargo.toml", ""),
            ("crates/piste-core/tests/all.rs", text),
            ("crates/piste/src/lib.rs", text),
        ]);
        let findings = purity(&tree);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].path, "crates/piste/src/lib.rs");
    }

    fn strays(path: &str, text: &str) -> usize {
        homes(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn words_outside_their_home_are_caught() {
        assert_eq!(strays("crates/piste-store/src/lib.rs", "use serde_json::Value;"), 1);
        assert_eq!(strays("crates/piste/src/lib.rs", "use serde_json;"), 1);
        assert_eq!(strays("crates/piste-cli/src/main.rs", "rusqlite::Connection::open(x)"), 1);
        assert_eq!(strays("crates/piste-core/src/search/mod.rs", "use rand_core::Rng as _;"), 1);
        assert_eq!(strays("crates/piste/src/generate/mod.rs", "rand::random::<u8>()"), 1);
        assert_eq!(strays("crates/piste/src/lib.rs", "use rayon::prelude::*;"), 1);
    }

    #[test]
    fn words_at_home_and_look_alikes_are_left_alone() {
        assert_eq!(strays("crates/piste-store/src/format/lines.rs", "use serde_json::Value;"), 0);
        assert_eq!(strays("crates/piste-cli/tests/all.rs", "use serde_json::Value;"), 0);
        assert_eq!(strays("crates/piste-core/src/rng.rs", "use rand_core::Rng as _;"), 0);
        assert_eq!(strays("crates/piste/src/lib.rs", "let json = rand; // serde_json::Value"), 0);
        assert_eq!(strays("crates/piste-core/src/x.rs", "use crate::rng::Rng;"), 0);
    }

    #[test]
    fn manifests_are_held_to_the_same_homes() {
        let asks = |dir: &str, dependency: &str| {
            let text = format!("[package]\nname = \"x\"\n[dependencies]\n{dependency} = \"1\"\n");
            strays(&format!("{dir}/Cargo.toml"), &text)
        };
        assert_eq!(asks("crates/piste-core", "rand_core"), 0);
        assert_eq!(asks("crates/piste", "rand_core"), 1);
        assert_eq!(asks("crates/piste-store", "serde_json"), 0);
        assert_eq!(asks("crates/piste", "serde_json"), 1);
        assert_eq!(asks("crates/piste-cli", "rusqlite"), 1);
        assert_eq!(asks("crates/piste-cli", "tower-http"), 0);
        assert_eq!(asks("crates/piste-core", "proptest"), 0);
    }

    fn unsafes(path: &str, text: &str) -> usize {
        unsafe_code(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn unsafe_code_stays_in_the_lanes_and_at_the_border() {
        let text = "unsafe { x() }";
        assert_eq!(unsafes("crates/piste-c/src/lib.rs", text), 0);
        assert_eq!(unsafes("crates/piste-wasm/src/lib.rs", text), 1);
        assert_eq!(unsafes("crates/piste-core/src/search/lanes/avx2.rs", text), 0);
        assert_eq!(unsafes("crates/piste-core/src/search/bands.rs", text), 1);
        assert_eq!(unsafes("crates/piste-cli/src/main.rs", "unsafe extern \"C\" {}"), 1);
        assert_eq!(unsafes("crates/piste-cli/src/main.rs", "#![allow(unsafe_code)]"), 1);
        assert_eq!(unsafes("crates/piste-cli/src/main.rs", "#![forbid(unsafe_code)] // unsafe"), 0);
    }
}
