//! What the manifests may say: the direction between crates, the shared lints, and a
//! reason for every dependency.

use super::Finding;
use super::manifest::{Dependency, Manifest, manifests};
use crate::surface::{CEILINGS, shown};
use crate::tree::Tree;

/// Each crate of ours and those of ours it may use. The storeys of the house, then
/// the tools around it, which nothing uses.
const DIRECTION: [(&str, &[&str]); 14] = [
    ("piste-core", &[]),
    ("piste", &["piste-core"]),
    ("piste-api", &["piste-core", "piste"]),
    ("piste-store", &["piste-core", "piste", "piste-api"]),
    ("piste-study", &["piste-core", "piste", "piste-api", "piste-store"]),
    ("piste-book", &["piste-core", "piste", "piste-api", "piste-store"]),
    (
        "piste-cli",
        &["piste-core", "piste", "piste-api", "piste-store", "piste-study", "piste-book"],
    ),
    ("piste-wasm", &["piste-api", "piste-store"]),
    ("piste-c", &["piste-api", "piste-store"]),
    ("piste-py", &["piste-core", "piste", "piste-api", "piste-store"]),
    ("bench", &["piste-core", "piste", "piste-api", "piste-store"]),
    ("piste-fuzz", &["piste-core", "piste", "piste-api", "piste-store"]),
    ("xtask", &["piste-core", "piste"]),
    ("own-strategy", &["piste", "piste-api"]),
];

/// Workspaces of their own.
const APART: [&str; 2] = ["fuzz", "crates/piste-py"];

const DESIGN: &str = "docs/design.md";

fn allowed(name: &str) -> Option<&'static [&'static str]> {
    DIRECTION.iter().find(|(crate_name, _)| *crate_name == name).map(|(_, allowed)| *allowed)
}

pub(super) fn direction(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for Manifest { file, name, dependencies, .. } in manifests(tree) {
        let Some(name) = name else { continue };
        let Some(allowed_here) = allowed(&name) else {
            findings.push(Finding::new(
                &file.path,
                1,
                format!("the crate {name} has no place in the architecture"),
            ));
            continue;
        };
        for dependency in dependencies {
            let package = dependency.package.as_str();
            if allowed(package).is_some() && !allowed_here.contains(&package) {
                findings.push(Finding::new(
                    &file.path,
                    dependency.line,
                    format!("{name} may not depend on {package}"),
                ));
            }
        }
    }
    findings
}

pub(super) fn lints(tree: &Tree) -> Vec<Finding> {
    manifests(tree)
        .filter(|manifest| manifest.name.is_some())
        // The fuzz targets and the Python package are workspaces of their own and have no table to inherit.
        .filter(|manifest| !APART.iter().any(|place| manifest.file.is_under(place)))
        .filter(|manifest| !manifest.inherits_lints)
        .map(|manifest| {
            Finding::new(&manifest.file.path, 1, "`[lints] workspace = true` is missing")
        })
        .collect()
}

/// A dependency's reason is a row of a table in the design notes: `` | `name` | why | ``.
pub(super) fn reasons(tree: &Tree) -> Vec<Finding> {
    let design = tree.get(DESIGN).map_or("", |file| file.text.as_str());
    let rows: Vec<(usize, &str)> =
        design.lines().enumerate().filter_map(|(i, line)| Some((i + 1, reasoned(line)?))).collect();
    let mut findings = Vec::new();
    let mut asked_for = Vec::new();
    for manifest in manifests(tree) {
        for dependency in manifest.dependencies {
            let package = dependency.package;
            let is_first = !asked_for.contains(&package);
            let is_ours = allowed(&package).is_some();
            if is_first && !is_ours && !rows.iter().any(|(_, row)| *row == package) {
                findings.push(Finding::new(
                    &manifest.file.path,
                    dependency.line,
                    format!("{package} has no row in {DESIGN}"),
                ));
            }
            asked_for.push(package);
        }
    }
    for (line, row) in rows {
        if !asked_for.iter().any(|package| package == row) {
            findings.push(Finding::advice(DESIGN, line, format!("no crate asks for {row}")));
        }
    }
    findings
}

/// A crate names every package that its manifest asks for, and a manifest asks for every
/// package that the workspace has a version of.
pub(super) fn unused(tree: &Tree) -> Vec<Finding> {
    let all: Vec<Manifest<'_>> = manifests(tree).collect();
    let asked_for = |package: &str| {
        all.iter()
            .filter(|manifest| manifest.name.is_some())
            .any(|manifest| manifest.dependencies.iter().any(|known| known.package == package))
    };
    let mut findings = Vec::new();
    for manifest in &all {
        let folder = manifest.file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for Dependency { package, line } in &manifest.dependencies {
            let (is_used, who) = match &manifest.name {
                None => (asked_for(package), "no crate asks for"),
                Some(_) => (is_named(tree, folder, package), "no file of the crate names"),
            };
            if !is_used {
                findings.push(Finding::new(&manifest.file.path, *line, format!("{who} {package}")));
            }
        }
    }
    findings
}

/// Whether some Rust file in the folder has the name of the package as a word.
fn is_named(tree: &Tree, folder: &str, package: &str) -> bool {
    let name = package.replace('-', "_");
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    tree.files
        .iter()
        .filter(|file| file.is_under(folder))
        .any(|file| file.code.split(|c| !is_word(c)).any(|word| word == name))
}

/// The package of a row that gives a reason.
fn reasoned(line: &str) -> Option<&str> {
    let (package, reason) = line.strip_prefix("| `")?.split_once("` |")?;
    let reason = reason.trim().trim_end_matches('|').trim();
    (!reason.is_empty()).then_some(package)
}

/// A ceiling is raised on purpose, in `xtask/src/surface.rs`, and not by the way.
pub(super) fn surface(tree: &Tree) -> Vec<Finding> {
    let over = CEILINGS.iter().filter_map(|(name, ceiling)| {
        let count = shown(tree, name).len();
        let what =
            format!("{count} public items, and the ceiling is {ceiling}: cargo xtask surface");
        let path = format!("crates/{name}/src/lib.rs");
        (count > *ceiling).then(|| Finding::new(&path, 1, what))
    });
    over.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, body: &str) -> String {
        format!("[package]\nname = \"{name}\"\n{body}")
    }

    #[test]
    fn looking_up_is_caught_and_looking_down_is_not() {
        let up =
            package("piste-core", "[dependencies]\nrand_core = \"1\"\npiste.workspace = true\n");
        let down = package("piste-store", "[dependencies]\npiste.workspace = true\n");
        let tree = Tree::of(&[("crates/piste-core/Cargo.toml", &up), ("b/Cargo.toml", &down)]);
        let findings = direction(&tree);
        assert_eq!(findings.len(), 1);
        assert_eq!(
            findings[0].to_string(),
            "crates/piste-core/Cargo.toml:5: piste-core may not depend on piste"
        );
    }

    #[test]
    fn development_does_not_excuse_looking_up() {
        let up = package("piste", "[dev-dependencies]\npiste-cli.workspace = true\n");
        assert_eq!(direction(&Tree::of(&[("x/Cargo.toml", &up)])).len(), 1);
    }

    #[test]
    fn a_crate_nobody_planned_is_caught() {
        let tree = Tree::of(&[("crates/piste-web/Cargo.toml", &package("piste-web", ""))]);
        assert!(direction(&tree)[0].what.contains("no place in the architecture"));
    }

    #[test]
    fn missing_lints_are_caught_except_in_the_workspace_manifest() {
        let with = package("piste", "[lints]\nworkspace = true\n");
        let without = package("bench", "");
        let tree = Tree::of(&[
            ("Cargo.toml", "[workspace]\n[workspace.lints.rust]\n"),
            ("a/Cargo.toml", &with),
            ("b/Cargo.toml", &without),
            ("fuzz/Cargo.toml", &package("piste-fuzz", "")),
        ]);
        let findings = lints(&tree);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].path, "b/Cargo.toml");
    }

    #[test]
    fn every_dependency_needs_a_reason_and_every_reason_a_dependency() {
        let manifest = package(
            "piste",
            "[dependencies]\nclap = \"4\"\ncsv = \"1\"\npiste-core.workspace = true\n",
        );
        let tree = Tree::of(&[
            ("a/Cargo.toml", &manifest),
            (
                "docs/design.md",
                "| crate | why |\n|---|---|\n| `clap` | flags |\n| `csv` | |\n| `gone` | x |\n",
            ),
        ]);
        let said: Vec<String> = reasons(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "a/Cargo.toml:5: csv has no row in docs/design.md",
                "docs/design.md:5: no crate asks for gone"
            ]
        );
    }

    #[test]
    fn a_dependency_that_nobody_uses_is_caught() {
        let tree = Tree::of(&[
            ("Cargo.toml", "[workspace.dependencies]\nclap = \"4\"\nrayon = \"1\"\n"),
            ("a/Cargo.toml", &package("a", "[dependencies]\nclap = \"4\"\nrand-core = \"1\"\n")),
            ("a/src/lib.rs", "// use clap;\nuse rand_core::Rng;\nfn clapping() {}\n"),
        ]);
        let said: Vec<String> = unused(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "Cargo.toml:3: no crate asks for rayon",
                "a/Cargo.toml:4: no file of the crate names clap"
            ]
        );
    }

    #[test]
    fn a_crate_that_shows_too_much_is_caught() {
        let (name, ceiling) = CEILINGS[0];
        let text = |count: usize| (0..count).map(|n| format!("pub struct S{n};\n")).collect();
        let said = |text: String| {
            let path = format!("crates/{name}/src/lib.rs");
            surface(&Tree::of(&[(path.as_str(), text.as_str())])).len()
        };
        assert_eq!((said(text(ceiling)), said(text(ceiling + 1))), (0, 1));
    }
}
