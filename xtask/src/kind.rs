//! The three things a contributor adds: strategies, metrics, generators.
//!
//! Each is one file in a room and one row in that room's register, and its opening doc
//! comment is its manual page. What the three have in common is described here once, for
//! `tidy` (is it complete?), `new` (write the start of one) and `docs` (make the pages).

use crate::tree::{File, Tree};

/// What can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Strategy,
    Metric,
    Generator,
}

/// The headings of a manual page, in order.
pub(crate) const HEADINGS: [&str; 4] = ["Idea", "Why it is sound", "Example", "Sources"];

impl Kind {
    pub(crate) const ALL: [Kind; 3] = [Kind::Strategy, Kind::Metric, Kind::Generator];

    /// As typed on the command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Strategy => "strategy",
            Kind::Metric => "metric",
            Kind::Generator => "generator",
        }
    }

    /// Several of them; also the folder of their pages in `docs`.
    pub(crate) fn plural(self) -> &'static str {
        match self {
            Kind::Strategy => "strategies",
            Kind::Metric => "metrics",
            Kind::Generator => "generators",
        }
    }

    /// The folder of their files, one each.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Kind::Strategy => "crates/piste/src/logic/strategies",
            Kind::Metric => "crates/piste/src/rating/metrics",
            Kind::Generator => "crates/piste/src/generate/generators",
        }
    }

    /// The file that lists them.
    pub(crate) fn register(self) -> String {
        format!("{}/mod.rs", self.folder())
    }

    /// The files of all that exist, the register itself and test modules left out.
    pub(crate) fn files(self, tree: &Tree) -> impl Iterator<Item = &File> {
        tree.rust_under(self.folder()).filter(move |file| {
            let inside = &file.path[self.folder().len() + 1..];
            !inside.contains('/') && inside != "mod.rs" && !file.shipped.trim().is_empty()
        })
    }
}

/// The text of the `//!` lines that a file opens with.
pub(crate) fn essay(text: &str) -> String {
    text.lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect()
}

/// The `## …` headings of an essay, outside its code blocks, with line numbers from 1.
pub(crate) fn headings(essay: &str) -> Vec<(usize, &str)> {
    let mut headings = Vec::new();
    let mut is_code = false;
    for (i, line) in essay.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if let Some(heading) = line.strip_prefix("## ").filter(|_| !is_code) {
            headings.push((i + 1, heading.trim()));
        }
    }
    headings
}

/// A row of a register: `&naked_subset::NAKED_PAIR` is the strategy `naked-pair`, told in
/// `naked_subset.rs`. A file may hold several that share one idea.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Counted from 1.
    pub(crate) line: usize,
    /// The file's name without `.rs`.
    pub(crate) module: String,
    /// The identity everywhere else.
    pub(crate) slug: String,
}

/// The rows of a register, in its order. What a second list names again is no new row.
pub(crate) fn rows(register: &File) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for row in rows_named(register) {
        if !rows.iter().any(|known| known.module == row.module && known.slug == row.slug) {
            rows.push(row);
        }
    }
    rows
}

/// A row for every line that names an item of a module.
fn rows_named(register: &File) -> impl Iterator<Item = Row> {
    register.code.lines().enumerate().filter_map(|(i, line)| {
        let row = line.trim().strip_prefix('&')?.strip_suffix(',')?;
        let (module, item) = row.split_once("::")?;
        let is_name = |name: &str| name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
        (is_name(module) && is_name(item)).then(|| Row {
            line: i + 1,
            module: module.to_owned(),
            slug: slug_of(item),
        })
    })
}

/// `NAKED_PAIR` and `NakedPair` are both `naked-pair`.
fn slug_of(item: &str) -> String {
    if !item.contains(|c: char| c.is_ascii_lowercase()) {
        return item.to_ascii_lowercase().replace('_', "-");
    }
    let mut slug = String::new();
    for c in item.chars() {
        if c.is_ascii_uppercase() && !slug.is_empty() {
            slug.push('-');
        }
        slug.push(c.to_ascii_lowercase());
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_essay_ends_where_the_code_begins() {
        let text = "//! One.\n//!\n//! ## Idea\n//! Two.\n\nfn f() {}\n//! Late.\n";
        assert_eq!(essay(text), "One.\n\n## Idea\nTwo.\n");
    }

    #[test]
    fn headings_inside_examples_do_not_count() {
        let essay = "# One\n\n## Idea\n```\n## no heading\n```\n## Sources\n";
        assert_eq!(headings(essay), [(3, "Idea"), (7, "Sources")]);
    }

    #[test]
    fn files_of_a_kind_are_those_beside_the_register() {
        let folder = Kind::Strategy.folder();
        let file = |name: &str| format!("{folder}/{name}");
        let tree = Tree::of(&[
            (&file("mod.rs"), "mod xy_wing;\n#[cfg(test)]\nmod cases;"),
            (&file("xy_wing.rs"), "fn f() {}"),
            (&file("cases.rs"), "fn f() {}"),
            ("crates/piste/src/logic/step.rs", "fn f() {}"),
        ]);
        let names: Vec<&str> = Kind::Strategy.files(&tree).map(File::name).collect();
        assert_eq!(names, ["xy_wing.rs"]);
    }

    #[test]
    fn rows_of_a_register_are_read() {
        let text = "mod a;\npub static ALL: &[&dyn Strategy] = &[\n    &locked::Pointing,\n    \
                    &naked_subset::NAKED_PAIR,\n    // &gone::Gone,\n];\n\
                    static SOME: &[&dyn Strategy] = &[\n    &locked::Pointing,\n];\n";
        let rows = rows(&File::new("mod.rs", text));
        let told: Vec<(usize, &str, &str)> =
            rows.iter().map(|row| (row.line, row.module.as_str(), row.slug.as_str())).collect();
        assert_eq!(told, [(3, "locked", "pointing"), (4, "naked_subset", "naked-pair")]);
        assert_eq!(slug_of("XyWing"), "xy-wing");
    }
}
