//! Copies of the workspace, and xtask in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A fresh copy of the sources, without history and build products.
pub(crate) fn copy_of_the_workspace(name: &str) -> PathBuf {
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

/// The chores, asked in a copy.
pub(crate) fn xtask(root: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).current_dir(root).args(args).output().unwrap()
}

/// All that a command said.
pub(crate) fn said(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

/// What can be scaffolded, its register, and a further file that it gets.
pub(crate) const ROOMS: [(&str, &str, &[&str]); 3] = [
    (
        "strategy",
        "crates/piste/src/logic/strategies/mod.rs",
        &["crates/piste/cases/wishful-thinking.txt"],
    ),
    ("metric", "crates/piste/src/rating/metrics/mod.rs", &[]),
    ("generator", "crates/piste/src/generate/generators/mod.rs", &[]),
];
