//! The files of the workspace, read once.
//!
//! Everything the chores look at is here as text with a path relative to the root, so that
//! a rule is a function of the tree and a test can hand it a tree made up on the spot.

use crate::source;
use std::fs;
use std::path::{Path, PathBuf};

/// One text file.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// From the root of the workspace, with `/` between the parts.
    pub(crate) path: String,
    /// As it is on disk.
    pub(crate) text: String,
    /// Rust only: the text without comments and literals; see [`source::code_of`].
    pub(crate) code: String,
    /// Rust only: the code without tests.
    pub(crate) shipped: String,
}

impl File {
    pub(crate) fn new(path: &str, text: &str) -> File {
        let is_rust = path.ends_with(".rs");
        let code = if is_rust { source::code_of(text) } else { String::new() };
        let shipped = source::without_tests(&code).0;
        File { path: path.to_owned(), text: text.to_owned(), code, shipped }
    }

    /// Whether the path begins with this directory, or is this file.
    pub(crate) fn is_under(&self, place: &str) -> bool {
        self.path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The file's name without its directories.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// All text files of the workspace, in the order of their paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) files: Vec<File>,
}

impl Tree {
    /// Reads the workspace at `root`, leaving out what `.gitignore` names.
    pub(crate) fn read(root: &Path) -> Result<Tree, String> {
        let mut found = Vec::new();
        walk(root, "", &mut Ignored::default(), &mut found)?;
        found.sort();
        let mut files = Vec::new();
        for path in found {
            let bytes = fs::read(root.join(&path)).map_err(|e| format!("{path}: {e}"))?;
            // What is not text (a compressed sample, a picture) has no lines to check.
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(File::new(&path, &text));
            }
        }
        Ok(Tree::of_files(files))
    }

    /// A tree made of these files.
    pub(crate) fn of_files(mut files: Vec<File>) -> Tree {
        for place in test_only_places(&files) {
            for file in files.iter_mut().filter(|file| file.is_under(&place)) {
                file.shipped.clear();
            }
        }
        Tree { files }
    }

    /// The file at this path.
    pub(crate) fn get(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The Rust files.
    pub(crate) fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.path.ends_with(".rs"))
    }

    /// The Rust files below this directory.
    pub(crate) fn rust_under(&self, place: &str) -> impl Iterator<Item = &File> {
        self.rust().filter(move |file| file.is_under(place))
    }
}

#[cfg(test)]
impl Tree {
    /// A tree made up for a test.
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        Tree::of_files(files.iter().map(|(path, text)| File::new(path, text)).collect())
    }
}

/// Where code lives that only tests see: `tests/` beside a manifest, and the files of
/// modules declared `#[cfg(test)] mod name;`.
fn test_only_places(files: &[File]) -> Vec<String> {
    let mut places = Vec::new();
    for file in files {
        if let Some(home) = file.path.strip_suffix("Cargo.toml") {
            places.push(format!("{home}tests"));
        }
        let stem = file.path.trim_end_matches(".rs");
        let home = match file.name() {
            "mod.rs" | "lib.rs" | "main.rs" => stem.rsplit_once('/').map_or("", |(home, _)| home),
            _ => stem,
        };
        for module in source::without_tests(&file.code).1 {
            places.push(format!("{home}/{module}"));
            places.push(format!("{home}/{module}.rs"));
        }
    }
    places
}

/// The root of the workspace that the current directory is in.
pub(crate) fn workspace_root() -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|e| format!("no current directory: {e}"))?;
    here.ancestors()
        .find(|dir| {
            fs::read_to_string(dir.join("Cargo.toml"))
                .is_ok_and(|text| text.lines().any(|line| line.trim() == "[workspace]"))
        })
        .map(Path::to_path_buf)
        .ok_or_else(|| "no directory above this one is a cargo workspace".to_owned())
}

/// The few forms of pattern our `.gitignore` files use: `/from/here` and `*` inside a name.
/// Each with the folder it was read in, which ends in `/` unless it is the root.
#[derive(Default)]
struct Ignored(Vec<(String, String)>);

impl Ignored {
    /// Adds the patterns of one folder.
    fn add(&mut self, folder: &str, text: &str) {
        let lines = text.lines().map(str::trim);
        let patterns = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        self.0.extend(patterns.map(|pattern| (folder.to_owned(), pattern.to_owned())));
    }

    fn holds(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.0.iter().any(|(folder, pattern)| {
            let Some(inside) = path.strip_prefix(folder.as_str()) else { return false };
            match pattern.strip_prefix('/') {
                Some(rooted) => rooted.trim_end_matches('/') == inside,
                None => matches_name(pattern.trim_end_matches('/'), name),
            }
        })
    }
}

fn matches_name(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, tail)) => {
            name.len() >= head.len() + tail.len() && name.starts_with(head) && name.ends_with(tail)
        }
    }
}

fn walk(
    root: &Path,
    at: &str,
    ignored: &mut Ignored,
    found: &mut Vec<String>,
) -> Result<(), String> {
    let dir = root.join(at);
    let patterns = dir.join(".gitignore");
    if patterns.exists() {
        let text =
            fs::read_to_string(&patterns).map_err(|e| format!("{}: {e}", patterns.display()))?;
        let folder = if at.is_empty() { String::new() } else { format!("{at}/") };
        ignored.add(&folder, &text);
    }
    let entries = fs::read_dir(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    for entry in entries {
        let entry = entry.map_err(|e| format!("{}: {e}", dir.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if at.is_empty() { name.clone() } else { format!("{at}/{name}") };
        if name == ".git" || ignored.holds(&path) {
            continue;
        }
        let kind = entry.file_type().map_err(|e| format!("{path}: {e}"))?;
        if kind.is_dir() {
            walk(root, &path, ignored, found)?;
        } else if kind.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_files_are_left_out() {
        let mut ignored = Ignored::default();
        ignored.add("", "/target\n# Comments are no patterns.\n\n*.profraw\ncallgrind.out.*\n");
        ignored.add("fuzz/", "/corpus/\nartifacts\n");
        let inside = ["fuzz/corpus", "fuzz/artifacts"];
        for path in ["target", "a/b.profraw", "callgrind.out.12"].into_iter().chain(inside) {
            assert!(ignored.holds(path), "{path}");
        }
        for path in
            ["crates/target", "profraw", "callgrind", "corpus", "artifacts", "fuzz/a/corpus"]
        {
            assert!(!ignored.holds(path), "{path}");
        }
    }

    #[test]
    fn test_only_files_ship_nothing() {
        let tree = Tree::of(&[
            ("a/Cargo.toml", ""),
            ("a/src/lib.rs", "#[cfg(test)]\nmod cases;\nmod work;"),
            ("a/src/cases.rs", "fn case() {}"),
            ("a/src/work.rs", "fn work() {}"),
            ("a/tests/all.rs", "fn all() {}"),
        ]);
        let ships = |path: &str| !tree.get(path).unwrap().shipped.trim().is_empty();
        assert!(ships("a/src/work.rs"));
        assert!(!ships("a/src/cases.rs") && !ships("a/tests/all.rs"));
    }

    #[test]
    fn this_workspace_is_found_and_read() {
        let tree = Tree::read(&workspace_root().unwrap()).unwrap();
        assert!(tree.get("crates/piste-core/src/lib.rs").is_some());
        assert!(tree.files.iter().all(|file| !file.is_under("target")));
    }
}
