//! Where the puzzles come from.

use piste_core::Grid;
use std::path::{Path, PathBuf};

/// The seven sets that exact solvers are measured on: easy to hardest, and one of grids with
/// several solutions.
pub(crate) const SETS: [&str; 7] = [
    "kaggle_subset_oovm",
    "random_minimal_100k",
    "17_clue_49158",
    "magictour_top1465",
    "forum_hardest_1905_11plus",
    "forum_hardest_1106",
    "serg_benchmark",
];

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

/// These columns of a table with a header, its fields between tabs.
pub(crate) fn table<const N: usize>(
    path: &Path,
    columns: [&str; N],
) -> Result<Vec<[String; N]>, String> {
    let wrong = |what: &str| format!("{}: {what}", path.display());
    let text = std::fs::read_to_string(path).map_err(|e| wrong(&e.to_string()))?;
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let mut places = [0; N];
    for (place, column) in places.iter_mut().zip(columns) {
        let at = header.iter().position(|name| *name == column);
        *place = at.ok_or_else(|| wrong(&format!("there is no column {column}")))?;
    }
    let rows = lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        places.map(|place| fields.get(place).copied().unwrap_or_default().to_owned())
    });
    Ok(rows.collect())
}

/// All grids of a file: one at the start of each line, but for empty lines and for comments,
/// which begin with `#`.
pub(crate) fn set(path: &Path) -> Result<Vec<Grid>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(i, line)| {
            let grid = line.get(..81).and_then(|cells| cells.parse().ok());
            grid.ok_or_else(|| format!("{}:{}: not a grid", path.display(), i + 1))
        })
        .collect()
}
