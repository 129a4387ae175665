//! As much of a `Cargo.toml` as the rules need: which packages it asks for, and where.
//!
//! Our manifests are plain (one key a line, no multi-line tables), so this reads lines, not
//! TOML. A form it does not know would show up as a dependency without a reason, not pass
//! in silence.

use crate::tree::{File, Tree};

/// One package that a manifest asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    pub(super) package: String,
    /// Counted from 1.
    pub(super) line: usize,
}

/// One crate's manifest.
pub(super) struct Manifest<'a> {
    pub(super) file: &'a File,
    /// `[package] name`; the root manifest of the workspace has none.
    pub(super) name: Option<String>,
    /// For the crate itself, its tests and its build, for any target.
    pub(super) dependencies: Vec<Dependency>,
    pub(super) inherits_lints: bool,
}

/// Every manifest in the tree.
pub(super) fn manifests(tree: &Tree) -> impl Iterator<Item = Manifest<'_>> {
    tree.files.iter().filter(|file| file.name() == "Cargo.toml").map(Manifest::read)
}

impl<'a> Manifest<'a> {
    fn read(file: &'a File) -> Manifest<'a> {
        let mut manifest =
            Manifest { file, name: None, dependencies: Vec::new(), inherits_lints: false };
        let mut section = String::new();
        for (i, line) in file.text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = header.trim().to_owned();
                if let Some(package) = own_table(&section) {
                    manifest.add(package, i + 1);
                }
                continue;
            }
            let Some((key, value)) = line.split_once('=') else { continue };
            let (key, value) = (key.trim(), value.trim());
            match section.as_str() {
                "package" if key == "name" => {
                    manifest.name = Some(value.trim_matches('"').to_owned());
                }
                "lints" if (key, value) == ("workspace", "true") => manifest.inherits_lints = true,
                _ if is_table_of_dependencies(&section) => {
                    let alias = key.split('.').next().unwrap_or(key).trim_matches('"');
                    manifest.add(renamed(value).unwrap_or(alias), i + 1);
                }
                _ => {}
            }
        }
        manifest
    }

    fn add(&mut self, package: &str, line: usize) {
        if self.dependencies.iter().all(|known| known.package != package) {
            self.dependencies.push(Dependency { package: package.to_owned(), line });
        }
    }
}

fn is_table_of_dependencies(section: &str) -> bool {
    let last = section.rsplit('.').next().unwrap_or(section);
    matches!(last, "dependencies" | "dev-dependencies" | "build-dependencies")
}

/// The package of a table like `[dependencies.serde]`.
fn own_table(section: &str) -> Option<&str> {
    let (table, package) = section.rsplit_once('.')?;
    is_table_of_dependencies(table).then_some(package)
}

/// The package behind `alias = { package = "real-name" }`.
fn renamed(value: &str) -> Option<&str> {
    let (_, rest) = value.split_once("package")?;
    rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_the_ways_to_ask_for_a_package_are_seen() {
        let tree = Tree::of(&[(
            "a/Cargo.toml",
            "[package]\nname = \"a\" # the first\n[dependencies]\none.workspace = true\n\
             two = { version = \"1\", features = [\"x\"] }\nx = { package = \"three\", version = \"1\" }\n\
             [dev-dependencies]\nfour = \"1\"\n[target.'cfg(unix)'.dependencies]\nfive = \"1\"\n\
             [dependencies.six]\nversion = \"1\"\n[features]\nseven = []\n[lints]\nworkspace = true\n",
        )]);
        let manifest = manifests(&tree).next().unwrap();
        assert_eq!(manifest.name.as_deref(), Some("a"));
        assert!(manifest.inherits_lints);
        let packages: Vec<&str> =
            manifest.dependencies.iter().map(|d| d.package.as_str()).collect();
        assert_eq!(packages, ["one", "two", "three", "four", "five", "six"]);
        assert_eq!(manifest.dependencies[0].line, 4);
    }
}
