//! The start of a strategy, a metric or a generator: its file, its register row, and for
//! a strategy its case file.
//!
//! What is written compiles and finds nothing. It also fails its tests, on purpose: the
//! case file asks for cases, and `tidy` reports every sentence that still begins with
//! [`PLACEHOLDER`]. A scaffold is a list of what is left to do, kept by the build.

use crate::kind::{Kind, rows};
use crate::source::tokens;
use crate::tree::File;
use std::fs;
use std::path::Path;

/// How the sentences begin that are to be replaced.
pub(crate) const PLACEHOLDER: &str = "Scaffold:";

/// Where the case files of strategies live.
const CASES: &str = "crates/piste/cases";

const CASE_TEMPLATE: &str = include_str!("../templates/cases.txt");

fn template(kind: Kind) -> &'static str {
    match kind {
        Kind::Strategy => include_str!("../templates/strategy.rs.txt"),
        Kind::Metric => include_str!("../templates/metric.rs.txt"),
        Kind::Generator => include_str!("../templates/generator.rs.txt"),
    }
}

pub(crate) fn run(root: &Path, what: &str, slug: &str) -> Result<(), String> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == what).ok_or_else(|| {
        format!("`{what}` cannot be scaffolded; a strategy, a metric and a generator can")
    })?;
    let names = Names::of(slug)?;
    let register = kind.register();
    let text = match fs::read_to_string(root.join(&register)) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            return Err(format!(
                "There is no room for {} yet: {register}, their register, does not exist.",
                kind.plural()
            ));
        }
        Err(e) => return Err(format!("{register}: {e}")),
    };
    let mut files = vec![
        (format!("{}/{}.rs", kind.folder(), names.module), names.fill(template(kind))),
        (register.clone(), registered(&register, &text, &names)?),
    ];
    if kind == Kind::Strategy {
        files.push((format!("{CASES}/{slug}.txt"), names.fill(CASE_TEMPLATE)));
    }
    let is_taken = |path: &String| *path != register && root.join(path).exists();
    if let Some((path, _)) = files.iter().find(|(path, _)| is_taken(path)) {
        return Err(format!("{path} exists already"));
    }
    for (path, text) in &files {
        let place = root.join(path);
        let made = place.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&place, text)).map_err(|e| format!("{path}: {e}"))?;
        println!("{path}");
    }
    println!("\n{}", left_to_do(kind));
    Ok(())
}

fn left_to_do(kind: Kind) -> &'static str {
    match kind {
        Kind::Strategy => {
            "It finds nothing yet, and its tests fail until it does. Left to do:\n\
             - the essay: every sentence that begins with \"Scaffold:\"\n\
             - the family, and the codes of HoDoKu's library it answers to\n\
             - how a step is told: `explain`, its sentence and its plural in logic/words/en.ftl\n\
             - the cases, at least one to find and one not to: cargo test -p piste\n\
             - a rung on the ladders that should use it\n\
             - the manual page: cargo xtask docs"
        }
        Kind::Metric | Kind::Generator => {
            "It does nothing yet, and its test fails until it does. Left to do:\n\
             - the essay: every sentence that begins with \"Scaffold:\"\n\
             - the method, and a test against a published example\n\
             - the manual page: cargo xtask docs"
        }
    }
}

/// The words that Rust uses or keeps for itself: none of them can name a module.
#[rustfmt::skip]
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// One slug in all its spellings.
struct Names {
    /// `xy-wing`
    slug: String,
    /// `xy_wing`
    module: String,
    /// `XyWing`
    item: String,
    /// `xy wing`
    name: String,
}

impl Names {
    fn of(slug: &str) -> Result<Names, String> {
        let is_word = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        let is_slug =
            slug.starts_with(|c: char| c.is_ascii_lowercase()) && slug.split('-').all(is_word);
        if KEYWORDS.contains(&slug) {
            return Err(format!("`{slug}` is a word of Rust and cannot name a module"));
        }
        if !is_slug {
            return Err(format!(
                "`{slug}` is not a slug: lower-case words and digits with single dashes, like xy-wing"
            ));
        }
        let item = slug.split('-').map(capitalised).collect();
        Ok(Names {
            slug: slug.to_owned(),
            module: slug.replace('-', "_"),
            item,
            name: slug.replace('-', " "),
        })
    }

    fn fill(&self, template: &str) -> String {
        template
            .replace("{Title}", &capitalised(&self.name))
            .replace("{Type}", &self.item)
            .replace("{slug}", &self.slug)
            .replace("{name}", &self.name)
    }
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The register with the module and the row added.
fn registered(path: &str, text: &str, names: &Names) -> Result<String, String> {
    let register = File::new(path, text);
    let modules = modules(&register);
    if modules.iter().any(|(_, name)| *name == names.module) {
        return Err(format!("{path} has a module {} already", names.module));
    }
    let rows = rows(&register);
    let (Some(last_row), Some(first_module)) = (rows.last(), modules.first()) else {
        return Err(format!("{path} has no row to add another one after"));
    };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let indent = lines[last_row.line - 1].split('&').next().unwrap_or("").to_owned();
    // The row first: it stands below the modules, whose line numbers then stay true.
    lines.insert(last_row.line, format!("{indent}&{}::{},", names.module, names.item));
    let before = modules.iter().rfind(|(_, name)| *name < names.module);
    let (neighbour, at) = before.map_or((first_module, first_module.0 - 1), |m| (m, m.0));
    let declaration = lines[neighbour.0 - 1]
        .replace(&format!("mod {};", neighbour.1), &format!("mod {};", names.module));
    lines.insert(at, declaration);
    Ok(lines.join("\n") + "\n")
}

/// The `mod name;` lines that are not for tests, with line numbers from 1.
fn modules(register: &File) -> Vec<(usize, String)> {
    tokens(&register.shipped)
        .windows(3)
        .filter(|three| three[0].text == "mod" && three[2].text == ";")
        .map(|three| (three[1].line, three[1].text.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGISTER: &str = "//! All.\n\npub(super) mod locked;\npub(super) mod naked;\n#[cfg(test)]\nmod cases;\n\n\
                            pub static ALL: &[&dyn S] = &[\n    &naked::NAKED_PAIR,\n    &locked::Locked,\n];\n";

    fn with(slug: &str) -> String {
        registered("mod.rs", REGISTER, &Names::of(slug).unwrap()).unwrap()
    }

    #[test]
    fn a_row_is_added_last_and_a_module_in_order() {
        let row = "    &locked::Locked,\n    &xy_wing::XyWing,\n];";
        assert!(with("xy-wing").contains(row));
        assert!(
            with("xy-wing")
                .contains("pub(super) mod naked;\npub(super) mod xy_wing;\n#[cfg(test)]")
        );
        assert!(
            with("m-wing").contains("mod locked;\npub(super) mod m_wing;\npub(super) mod naked;")
        );
        assert!(with("als").contains("\n\npub(super) mod als;\npub(super) mod locked;"));
    }

    #[test]
    fn what_is_there_already_is_not_added_again() {
        let names = Names::of("locked").unwrap();
        assert!(registered("mod.rs", REGISTER, &names).is_err());
        assert!(registered("mod.rs", "//! All.\n", &names).is_err());
    }

    #[test]
    fn slugs_are_lower_case_words_with_dashes() {
        for slug in ["xy-wing", "als", "bug1", "w-wing-2"] {
            assert!(Names::of(slug).is_ok(), "{slug}");
        }
        for slug in ["", "XY-wing", "xy_wing", "-x", "x-", "x--y", "2-string", "x/y", "ü"] {
            assert!(Names::of(slug).is_err(), "{slug}");
        }
        for word in ["mod", "for", "use", "type", "gen", "try"] {
            let refused = Names::of(word).err().unwrap();
            assert!(refused.contains("a word of Rust"), "{refused}");
        }
    }

    #[test]
    fn no_template_leaves_a_blank() {
        let names = Names::of("xy-wing").unwrap();
        for text in Kind::ALL.map(template).into_iter().chain([CASE_TEMPLATE]) {
            let filled = names.fill(text);
            for blank in ["{Title}", "{Type}", "{slug}", "{name}"] {
                assert!(!filled.contains(blank), "{filled}");
            }
        }
        let strategy = names.fill(template(Kind::Strategy));
        assert!(strategy.starts_with("//! # Xy wing\n"));
        assert!(strategy.contains("struct XyWing;") && strategy.contains("slug: \"xy-wing\""));
    }
}
