//! The scaffold on a copy of the workspace: what it writes compiles, is asked for by the
//! tests, and is refused where there is no room for it.
//!
//! The copy is built by the same cargo that runs the tests, with the packages that are
//! already at hand, so this needs no network.

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
        let made = xtask(&root, &["new", kind, "wishful-thinking"]);
        if root.join(register).exists() {
            assert!(made.status.success(), "{}", said(&made));
            let check = cargo(&root, &["clippy", "--package", "piste", "--", "-D", "warnings"]);
            assert!(check.status.success(), "{}", said(&check));
            let tests = cargo(&root, &["test", "--package", "piste", "--lib", "wishful"]);
            assert!(!tests.status.success(), "{}", said(&tests));
        } else {
            assert!(!made.status.success());
            let why = format!("There is no room for {plural} yet: {register}");
            assert!(said(&made).starts_with(&why), "{}", said(&made));
        }
    }
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
