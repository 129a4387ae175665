//! Where the puzzles come from.

use piste_core::Grid;
use std::path::{Path, PathBuf};

/// The data directory: `--data DIR`, else `PISTE_DATA`, else `../shared/data`.
pub(crate) fn directory(arguments: &[String]) -> Result<PathBuf, String> {
    match arguments {
        [] => Ok(std::env::var_os("PISTE_DATA").map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
            PathBuf::from,
        )),
        [flag, directory] if flag == "--data" => Ok(PathBuf::from(directory)),
        _ => Err("expected no arguments but --data DIR".to_owned()),
    }
}

/// The first `limit` puzzles of a file with one on each line.
pub(crate) fn puzzles(directory: &Path, file: &str, limit: usize) -> Result<Vec<Grid>, String> {
    let path = directory.join(file);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    text.lines()
        .take(limit)
        .enumerate()
        .map(|(i, line)| {
            let cells = line.get(..81).unwrap_or(line);
            cells.parse().map_err(|e| format!("{}:{}: {e}", path.display(), i + 1))
        })
        .collect()
}
