//! The shipped collection, rated anew where a metric is new.
//!
//! The program that is built now carries the collection as it was; what it lacks for the metrics of
//! today is filled in, and both files in `crates/piste-store/data` are written again. The work is done in a library
//! under `target/`, so that an interrupted run goes on where it was.

use crate::ci::cargo;
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Refreshes `library.pack` and `percentiles.tsv` in `crates/piste-store/data`.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let folder = root.join("target");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let library = folder.join("shipped.sqlite");
    let pack = root.join("crates/piste-store/data/library.pack");
    let table = root.join("crates/piste-store/data/percentiles.tsv");
    let pack = pack.to_str().ok_or("the path of the workspace is no text")?;
    piste(root, &library, &["import", "--shipped"], None)?;
    piste(root, &library, &["rate", "--missing"], None)?;
    piste(root, &library, &["export", "--packed", "--output", pack], None)?;
    piste(root, &library, &["percentiles"], Some(&table))?;
    fs::remove_file(&library).map_err(|e| format!("{}: {e}", library.display()))
}

/// Runs `piste library …` on this library, its output into a file if there is one.
fn piste(root: &Path, library: &Path, args: &[&str], into: Option<&Path>) -> Result<(), String> {
    let run = ["run", "--release", "--quiet", "-p", "piste-cli", "--", "library"];
    let mut command = cargo(root, &run);
    command.args(args).arg("--library").arg(library);
    if into.is_some() {
        command.stdout(Stdio::piped());
    }
    let child = command.spawn().map_err(|e| format!("cargo: {e}"))?;
    let output = child.wait_with_output().map_err(|e| format!("cargo: {e}"))?;
    if !output.status.success() {
        return Err(format!("piste library {} failed", args.join(" ")));
    }
    match into {
        Some(path) => {
            fs::write(path, output.stdout).map_err(|e| format!("{}: {e}", path.display()))
        }
        None => Ok(()),
    }
}
