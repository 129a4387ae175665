//! Nothing in the repository knows the machine it was written on.
//!
//! A path of somebody's home directory works for one person; a registry mirror works on
//! one network. Both slip in unnoticed (a pasted command, a lock file made behind a proxy), so
//! every text file is searched, prose included.

use super::Finding;
use crate::tree::Tree;

/// Directories at the root of somebody's disk. Spelled in two parts so that this file
/// does not find itself.
const MACHINE_PATHS: [&str; 6] = [
    concat!("/wo", "rk"),
    concat!("/ro", "ot"),
    concat!("/ho", "me"),
    concat!("/t", "mp"),
    concat!("/Us", "ers"),
    concat!("\\Us", "ers"),
];

const CRATES_IO: &str = concat!("registry", "+https://github.com/rust-lang/crates.io-index");

/// What a registry other than the default one looks like, in a lock file or a cargo configuration.
const REGISTRIES: [&str; 6] = [
    concat!("registry", "+"),
    concat!("sparse", "+"),
    concat!("[regis", "tries"),
    concat!("[sour", "ce."),
    concat!("replace", "-with"),
    concat!("index.crates", ".io"),
];

pub(super) fn places(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        for (i, line) in file.text.lines().enumerate() {
            if let Some(path) = MACHINE_PATHS.iter().find(|path| names_path(line, path)) {
                findings.push(Finding::new(&file.path, i + 1, format!("a path under {path}")));
            }
            let line = line.replace(CRATES_IO, "");
            if let Some(registry) = REGISTRIES.iter().find(|registry| line.contains(*registry)) {
                let what = format!("`{registry}` points cargo at a registry of one's own");
                findings.push(Finding::new(&file.path, i + 1, what));
            }
        }
    }
    findings
}

/// Whether the line names a path that begins with this directory: nothing of a longer path
/// or name may stand before it, and no longer name may follow.
fn names_path(line: &str, directory: &str) -> bool {
    line.match_indices(directory).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + directory.len()..].chars().next();
        let begins = !before.is_some_and(|c| c.is_alphanumeric() || "._-~})*".contains(c))
            || (directory.starts_with('\\') && before == Some(':'));
        begins && matches!(after, Some('/' | '\\'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> usize {
        places(&Tree::of(&[("README.md", text)])).len()
    }

    #[test]
    fn paths_of_a_machine_are_caught_in_any_file() {
        for path in MACHINE_PATHS.iter().filter(|path| path.starts_with('/')) {
            assert_eq!(said(&format!("cd {path}/me/piste")), 1, "{path}");
            assert_eq!(said(&format!("\"{path}/me\"")), 1, "{path}");
            assert_eq!(said(&format!("file://{path}/me")), 1, "{path}");
        }
        assert_eq!(said(concat!("C:\\Us", "ers\\me")), 1);
    }

    #[test]
    fn longer_paths_and_plain_words_are_left_alone() {
        for text in [
            "the root/home page",
            "https://example.org/home/page",
            "crates/work/src",
            "../tmp/x",
            "at work, at home",
            "/working/directory",
            "#!/usr/bin/env bash",
        ] {
            assert_eq!(said(text), 0, "{text}");
        }
    }

    #[test]
    fn other_registries_are_caught_and_crates_io_is_not() {
        let other = CRATES_IO.replace("github.com/rust-lang", "mirror.example");
        assert_eq!(said(&format!("source = \"{CRATES_IO}\"")), 0);
        assert_eq!(said(&format!("source = \"{other}\"")), 1);
        assert_eq!(said(&format!("{} = \"local\"", REGISTRIES[4])), 1);
        assert_eq!(said("a registry of strategies"), 0);
    }
}
