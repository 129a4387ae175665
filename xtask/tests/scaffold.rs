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

#[test]
fn a_fresh_strategy_compiles_and_its_tests_ask_for_the_rest() {
    let root = copy_of_the_workspace("strategy");
    let made = xtask(&root, &["new", "strategy", "wishful-thinking"]);
    assert!(made.status.success(), "{}", said(&made));
    for path in [
        "crates/piste/src/logic/strategies/wishful_thinking.rs",
        "crates/piste/cases/wishful-thinking.txt",
    ] {
        assert!(root.join(path).exists(), "{path}");
        assert!(said(&made).contains(path), "{}", said(&made));
    }

    let check =
        cargo(&root, &["clippy", "--package", "piste", "--all-targets", "--", "-D", "warnings"]);
    assert!(check.status.success(), "{}", said(&check));
    let tests = cargo(&root, &["test", "--package", "piste", "--test", "it", "case_file"]);
    assert!(!tests.status.success(), "the tests of an empty strategy pass:\n{}", said(&tests));
    assert!(
        said(&tests).contains("wishful-thinking: no case that must be found"),
        "{}",
        said(&tests)
    );

    let tidy = xtask(&root, &["tidy"]);
    assert!(!tidy.status.success());
    let complaints: Vec<String> =
        said(&tidy).lines().filter(|line| line.contains("wishful")).map(str::to_owned).collect();
    assert_eq!(complaints.len(), 4, "{complaints:#?}");
    assert!(
        complaints.iter().all(|line| line.contains("the scaffold still asks")),
        "{complaints:#?}"
    );

    let again = xtask(&root, &["new", "strategy", "wishful-thinking"]);
    assert!(!again.status.success(), "{}", said(&again));
}

/// A room that exists must take a scaffold that compiles; one that does not is named.
#[test]
fn metrics_and_generators_are_scaffolded_where_there_is_room() {
    let rooms = [
        ("metric", "metrics", "crates/piste/src/rating/metrics/mod.rs"),
        ("generator", "generators", "crates/piste/src/generate/generators/mod.rs"),
    ];
    for (kind, plural, register) in rooms {
        let root = copy_of_the_workspace(kind);
        let before = sources(&root);
        let made = xtask(&root, &["new", kind, "wishful-thinking"]);
        if root.join(register).exists() {
            assert!(made.status.success(), "{}", said(&made));
            let own = register.replace("mod.rs", "wishful_thinking.rs");
            is_a_file_and_a_row(&before, &sources(&root), register, &own);
            let check = cargo(&root, &["clippy", "--package", "piste", "--", "-D", "warnings"]);
            assert!(check.status.success(), "{}", said(&check));
            let tests = cargo(&root, &["test", "--package", "piste", "--lib", "wishful"]);
            assert!(!tests.status.success(), "{}", said(&tests));
            if kind == "metric" {
                the_doors_know_its_option(&root);
            }
        } else {
            assert!(!made.status.success());
            let why = format!("There is no room for {plural} yet: {register}");
            assert!(said(&made).starts_with(&why), "{}", said(&made));
        }
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
fn is_a_file_and_a_row(
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
