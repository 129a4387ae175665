//! Who takes part: a small TOML file of the reader's own.
//!
//! ```toml
//! [[rival]]
//! name = "tdoku"
//! command = ["drivers/tdoku"]
//! about = "clang 14, -O3 -march=native"
//! asks = ["solve", "minimal"]
//! ```
//!
//! `asks` is what the driver can be asked, all three kinds unless told; `about` goes into the
//! record. The example in `bench/rivals.example.toml` is complete. Our own engines take part
//! without being named, through drivers of the same protocol.

use super::driver;
use serde::Deserialize;
use std::path::Path;

/// What a driver can be asked.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Task {
    /// Count solutions.
    Solve,
    /// Make random full grids.
    Full,
    /// Make random minimal puzzles.
    Minimal,
}

impl Task {
    const ALL: [Task; 3] = [Task::Solve, Task::Full, Task::Minimal];
}

/// One who takes part.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) name: String,
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// Which version, built how.
    #[serde(default)]
    pub(super) about: String,
    #[serde(default = "all_tasks")]
    pub(super) asks: Vec<Task>,
    /// One of our own engines; no file can say so.
    #[serde(skip)]
    pub(super) ours: bool,
}

fn all_tasks() -> Vec<Task> {
    Task::ALL.to_vec()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rival: Vec<Entry>,
}

/// The rivals that a file names.
pub(super) fn rivals(path: &Path) -> Result<Vec<Entry>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let file: File = toml::from_str(text).map_err(|e| e.to_string())?;
    match file.rival.iter().find(|entry| entry.command.is_empty()) {
        Some(entry) => Err(format!("{} has no command", entry.name)),
        None => Ok(file.rival),
    }
}

/// Our own engines, as drivers in processes of their own: this very program.
pub(super) fn ours() -> Result<Vec<Entry>, String> {
    let program = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
    let program = program.to_str().ok_or("the path of this program is no text")?;
    let entry = |row: &driver::Row| Entry {
        name: row.name.to_owned(),
        command: vec![program.to_owned(), "compare-driver".to_owned(), row.name.to_owned()],
        about: row.about.to_owned(),
        asks: if row.makes { all_tasks() } else { vec![Task::Solve] },
        ours: true,
    };
    Ok(driver::ROWS.iter().filter(|row| row.fast).map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_reads() {
        let entries = parse(include_str!("../../rivals.example.toml")).unwrap();
        assert!(entries.len() >= 3);
        assert!(entries.iter().all(|entry| !entry.ours));
        assert!(entries.iter().any(|entry| entry.asks == [Task::Solve]));
    }

    #[test]
    fn a_misspelt_key_and_an_empty_command_are_told() {
        let misspelt = parse("[[rival]]\nname = \"a\"\ncomand = [\"b\"]\n").unwrap_err();
        assert!(misspelt.contains("comand"), "{misspelt}");
        let empty = parse("[[rival]]\nname = \"a\"\ncommand = []\n").unwrap_err();
        assert_eq!(empty, "a has no command");
    }
}
