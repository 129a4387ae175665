//! Tells the binary which commit it was built from, for `piste --version`.
//!
//! Without git, or outside a checkout (a source archive, say), the commit is simply not
//! known and `--version` shows the version alone.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=PISTE_VERSION={}", version());
    // A new commit moves one of these; a path git does not know is not watched.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name])
            && std::path::Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match git(&["rev-parse", "--short", "HEAD"]) {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    }
}

/// What git answers, if there is a git and it has an answer.
fn git(args: &[&str]) -> Option<String> {
    let answer = Command::new("git").args(args).output().ok()?;
    if !answer.status.success() {
        return None;
    }
    let text = String::from_utf8(answer.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
