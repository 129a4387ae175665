//! The scaffold on a copy of the workspace: what it writes compiles, is asked for by the
//! tests, and is refused where there is no room for it.
//!
//! The copy is built by the same cargo that runs the tests, with the packages that are
//! already at hand, so this needs no network.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A fresh copy of the sources, without history and build products.
fn copy_of_the_workspace(name: &str) -> PathBuf {
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if to.exists() {
        fs::remove_dir_all(&to).unwrap();
    }
    fs::create_dir_all(&to).unwrap();
    let from = workspace();
    for part in
        ["Cargo.toml", "Cargo.lock", ".gitignore", "crates", "examples", "xtask", "bench", "docs"]
    {
        copy(&from.join(part), &to.join(part));
    }
    to
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name() != "target" {
                copy(&entry.path(), &to.join(entry.file_name()));
            }
        }
    } else if from.exists() {
        fs::copy(from, to).unwrap();
    }
}

fn xtask(root: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).current_dir(root).args(args).output().unwrap()
}

fn cargo(root: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["--offline", "--quiet"])
        .args(args)
        // One build directory for all copies: only what differs is built again.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("build"))
        // What is built here runs for a second: time spent on making it fast is lost.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0")
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

/// What can be scaffolded, its register, and a further file that it gets.
const ROOMS: [(&str, &str, &[&str]); 3] = [
    (
        "strategy",
        "crates/piste/src/logic/strategies/mod.rs",
        &["crates/piste/cases/wishful-thinking.txt"],
    ),
    ("metric", "crates/piste/src/rating/metrics/mod.rs", &[]),
    ("generator", "crates/piste/src/generate/generators/mod.rs", &[]),
];

/// One of each kind in one copy, so that it is looked at and built once.
#[test]
fn what_is_scaffolded_compiles_and_its_tests_ask_for_the_rest() {
    let root = copy_of_the_workspace("fresh");
    for (kind, register, others) in ROOMS {
        let before = sources(&root);
        let made = xtask(&root, &["new", kind, "wishful-thinking"]);
        assert!(made.status.success(), "{}", said(&made));
        let own = register.replace("mod.rs", "wishful_thinking.rs");
        is_a_file_and_its_rows(&before, &sources(&root), register, &own);
        for path in others.iter().chain([&own.as_str()]) {
            assert!(root.join(path).exists(), "{path}");
            assert!(said(&made).contains(path), "{}", said(&made));
        }
        let again = xtask(&root, &["new", kind, "wishful-thinking"]);
        assert!(!again.status.success(), "{}", said(&again));
    }

    let tidy = xtask(&root, &["tidy"]);
    assert!(!tidy.status.success());
    let asks = |line: &&str| line.contains("the scaffold still asks");
    let tidy = said(&tidy);
    for (_, register, _) in ROOMS {
        let own = register.replace("mod.rs", "wishful_thinking.rs");
        let asked = tidy.lines().filter(asks).filter(|line| line.starts_with(&own)).count();
        assert!(asked >= 2, "{own}:\n{tidy}");
    }

    let check =
        cargo(&root, &["clippy", "--package", "piste", "--all-targets", "--", "-D", "warnings"]);
    assert!(check.status.success(), "{}", said(&check));
    let tests = cargo(&root, &["test", "--package", "piste", "--test", "it", "case_file"]);
    assert!(!tests.status.success(), "the tests of an empty strategy pass:\n{}", said(&tests));
    let wanted = "wishful-thinking: no case that must be found";
    assert!(said(&tests).contains(wanted), "{}", said(&tests));
    let tests = cargo(&root, &["test", "--package", "piste", "--lib", "--no-fail-fast", "wishful"]);
    for kind in ["metrics", "generators"] {
        let failed =
            said(&tests).lines().any(|line| line.contains(kind) && line.ends_with("FAILED"));
        assert!(failed, "no test of {kind} fails:\n{}", said(&tests));
    }
    the_doors_know_its_option(&root);
}

/// A room that is not there is named.
#[test]
fn where_there_is_no_room_that_is_said() {
    let root = copy_of_the_workspace("no-room");
    for (kind, register, _) in ROOMS {
        fs::remove_file(root.join(register)).unwrap();
        let made = xtask(&root, &["new", kind, "wishful-thinking"]);
        assert!(!made.status.success());
        assert!(said(&made).contains(register), "{}", said(&made));
    }
}

/// The text of every source file, by its path.
fn sources(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

/// Nothing has changed but for a file of its own, and its module and row in the register.
fn is_a_file_and_its_rows(
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
    register: &str,
    own: &str,
) {
    let touched = after.iter().filter(|(path, text)| before.get(*path) != Some(text));
    let touched: Vec<&str> = touched.map(|(path, _)| path.as_str()).collect();
    assert_eq!(touched, [register, own]);
    let (old, new) = (&before[register], &after[register]);
    let added: Vec<&str> =
        new.lines().filter(|line| !old.lines().any(|known| known == *line)).collect();
    assert_eq!(added.len(), 2, "{added:?}");
    assert_eq!(new.lines().count(), old.lines().count() + 2);
}

/// The option of the new metric is found by its name, though nothing but the register names it.
fn the_doors_know_its_option(root: &Path) {
    let tests = cargo(root, &["test", "--package", "piste", "--lib", "rating::setting"]);
    assert!(tests.status.success(), "{}", said(&tests));
    let test = "//! The option of a fresh metric.\n\n#[test]\nfn is_known() {\n    let body = \
                br#\"{\"puzzle\":\"\",\"options\":{\"wishful-thinking.weight\":7}}\"#;\n    let request: \
                piste_api::rate::Request = piste_api::json::read(body).unwrap();\n    let set = \
                piste_api::options::settings(None, &request.options).unwrap();\n    \
                assert_eq!(set.said().next().unwrap().text, \"7\");\n}\n";
    fs::write(root.join("crates/piste-api/tests/fresh.rs"), test).unwrap();
    let tests = cargo(root, &["test", "--package", "piste-api", "--test", "fresh"]);
    assert!(tests.status.success(), "{}", said(&tests));
}

#[test]
fn wrong_requests_are_refused() {
    let root = workspace();
    for (args, why) in [
        (&["new", "strategy", "XY_Wing"][..], "is not a slug"),
        (&["new", "symphony", "x"], "cannot be scaffolded"),
        (&["fiddle"], "no such chore: fiddle"),
    ] {
        let output = xtask(&root, args);
        assert!(!output.status.success());
        assert!(said(&output).contains(why), "{}", said(&output));
    }
}
