//! The manual pages, made from the doc comments.
//!
//! The essay at the head of a strategy's file is what a contributor reads, and also what a user
//! reads: `docs/strategies/*.md` is that essay with the slugs beside it, and an index in the
//! order of the register. The pages are kept in the repository so that they can be read
//! without building anything; `--check` says when they have fallen behind the sources. In
//! `docs/shapes.md` one table is made, too, from what strategies and metrics say of themselves.

use crate::kind::{Kind, Row, essay, rows};
use crate::tree::Tree;
use std::fs;
use std::path::Path;

/// The page with a table that is made.
const SHAPES: &str = "docs/shapes.md";

/// Whether to write the pages or only to compare them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Check,
}

/// A page as it should be.
struct Page {
    path: String,
    text: String,
}

pub(crate) fn run(root: &Path, mode: Mode) -> Result<(), String> {
    let tree = Tree::read(root)?;
    let mut pages = pages(&tree);
    if let Some(page) = tree.get(SHAPES) {
        pages.push(Page { path: SHAPES.to_owned(), text: crate::shapes::page(&page.text)? });
    }
    let stale = stale(&tree, &pages);
    if mode == Mode::Check {
        return if stale.is_empty() {
            println!("{} pages, none stale", pages.len());
            Ok(())
        } else {
            Err(format!("stale, run `cargo xtask docs`:\n  {}", stale.join("\n  ")))
        };
    }
    for path in &stale {
        let place = root.join(path);
        let done = match pages.iter().find(|page| page.path == *path) {
            Some(page) => place
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&place, &page.text)),
            None => fs::remove_file(&place),
        };
        done.map_err(|e| format!("{path}: {e}"))?;
        println!("{path}");
    }
    println!("{} pages, {} changed", pages.len(), stale.len());
    Ok(())
}

/// The paths of pages that are missing, out of date, or about something that is gone.
fn stale(tree: &Tree, pages: &[Page]) -> Vec<String> {
    let mut stale: Vec<String> = pages
        .iter()
        .filter(|page| tree.get(&page.path).is_none_or(|file| file.text != page.text))
        .map(|page| page.path.clone())
        .collect();
    for kind in Kind::ALL {
        let folder = format!("docs/{}", kind.plural());
        let left_over = tree.files.iter().filter(|file| file.is_under(&folder));
        stale.extend(
            left_over
                .map(|file| file.path.clone())
                .filter(|path| pages.iter().all(|page| page.path != *path)),
        );
    }
    stale
}

/// Every page of every room that exists.
fn pages(tree: &Tree) -> Vec<Page> {
    let mut pages = Vec::new();
    for kind in Kind::ALL {
        let Some(register) = tree.get(&kind.register()) else { continue };
        let rows = rows(register);
        let mut titles = Vec::new();
        for file in kind.files(tree) {
            let module = file.name().trim_end_matches(".rs");
            let essay = essay(&file.text);
            let (title, body) = essay.split_once('\n').unwrap_or((&essay, ""));
            let title = title.trim_start_matches('#').trim();
            let slugs: Vec<&str> = rows
                .iter()
                .filter(|row| row.module == module)
                .map(|row| row.slug.as_str())
                .collect();
            pages.push(Page {
                path: format!("docs/{}/{}", kind.plural(), page_name(module)),
                text: page(&file.path, title, &slugs, body),
            });
            titles.push((module.to_owned(), title.to_owned()));
        }
        pages.push(Page {
            path: format!("docs/{}/README.md", kind.plural()),
            text: index(kind, &register.path, &rows, &titles),
        });
    }
    pages
}

fn page_name(module: &str) -> String {
    format!("{}.md", module.replace('_', "-"))
}

fn made_from(path: &str) -> String {
    format!("<!-- Made by `cargo xtask docs` from {path}: change it there. -->\n")
}

fn page(source: &str, title: &str, slugs: &[&str], body: &str) -> String {
    let slugs: Vec<String> = slugs.iter().map(|slug| format!("`{slug}`")).collect();
    format!(
        "{}\n# {title}\n\n{}\n\n{}\n",
        made_from(source),
        slugs.join(" · "),
        without_rust_links(&without_hidden_lines(body.trim()))
    )
}

/// A link into the crates, by the name of an item alone or with a path of modules behind it, leads
/// nowhere from a page: its words stay.
fn without_rust_links(body: &str) -> String {
    let mut text = String::new();
    let mut rest = body;
    while let Some((before, after)) = rest.split_once('[') {
        text.push_str(before);
        let Some((words, behind)) = after.split_once(']') else {
            return text + "[" + after;
        };
        let link = behind.strip_prefix('(').and_then(|target| target.split_once(')'));
        let is_code = words.len() > 1 && words.starts_with('`') && words.ends_with('`');
        let (shown, behind) = match link {
            Some((target, behind)) if target.contains("::") => (words.to_owned(), behind),
            None if is_code => (words.to_owned(), behind),
            _ => (format!("[{words}]"), behind),
        };
        text.push_str(&shown);
        rest = behind;
    }
    text + rest
}

/// Examples are Rust, and lines that rustdoc hides are hidden here too.
fn without_hidden_lines(body: &str) -> String {
    let mut shown = Vec::new();
    let mut is_rust = false;
    let mut is_code = false;
    for line in body.lines() {
        if let Some(label) = line.trim_start().strip_prefix("```") {
            is_rust = !is_code && (label.is_empty() || label.starts_with("rust"));
            is_code = !is_code;
            shown.push(if is_rust && label.is_empty() { "```rust" } else { line });
        } else if !(is_rust && is_code && (line.trim() == "#" || line.trim().starts_with("# "))) {
            shown.push(line);
        }
    }
    shown.join("\n")
}

fn index(kind: Kind, source: &str, rows: &[Row], titles: &[(String, String)]) -> String {
    let mut text = made_from(source);
    text += &format!("\n# All {}\n\n| slug | page |\n|---|---|\n", kind.plural());
    for row in rows {
        let title = titles.iter().find(|(module, _)| *module == row.module);
        let title = title.map_or(row.module.as_str(), |(_, title)| title.as_str());
        text += &format!("| `{}` | [{title}]({}) |\n", row.slug, page_name(&row.module));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        let folder = Kind::Strategy.folder();
        Tree::of(&[
            (
                &format!("{folder}/mod.rs"),
                "mod naked_subset;\n    &naked_subset::NAKED_PAIR,\n    &naked_subset::NAKED_QUAD,\n",
            ),
            (
                &format!("{folder}/naked_subset.rs"),
                "//! # Naked pair\n//!\n//! ## Idea\n//! Two cells.\n//! ```\n//! # hidden();\n//! shown();\n//! ```\n\nfn f() {}\n",
            ),
        ])
    }

    #[test]
    fn a_page_is_the_essay_with_its_slugs() {
        let pages = pages(&tree());
        assert_eq!(pages[0].path, "docs/strategies/naked-subset.md");
        let text = &pages[0].text;
        assert!(
            text.contains("\n# Naked pair\n\n`naked-pair` · `naked-quad`\n\n## Idea\nTwo cells.\n"),
            "{text}"
        );
        assert!(text.contains("```rust\nshown();\n```"), "{text}");
        assert!(pages[1].text.contains("| `naked-quad` | [Naked pair](naked-subset.md) |"));
    }

    #[test]
    fn links_into_the_crates_become_words() {
        let links = "[`a`](crate::a), [b](super::b) and [`C`]";
        assert_eq!(without_rust_links(links), "`a`, b and `C`");
        for other in ["[d](https://d.example)", "[1] 2 [`", "no link", "[`d`](d.md)", "["] {
            assert_eq!(without_rust_links(other), other);
        }
    }

    #[test]
    fn missing_changed_and_left_over_pages_are_stale() {
        let mut tree = tree();
        let made = pages(&tree);
        assert_eq!(stale(&tree, &made).len(), 2);
        for page in &made {
            tree.files.push(crate::tree::File::new(&page.path, &page.text));
        }
        assert!(stale(&tree, &made).is_empty());
        tree.files.push(crate::tree::File::new("docs/strategies/gone.md", ""));
        assert_eq!(stale(&tree, &made), ["docs/strategies/gone.md"]);
        tree.files[2].text.push('x');
        assert_eq!(stale(&tree, &made).len(), 2);
    }

    #[test]
    fn a_room_that_does_not_exist_has_no_pages() {
        assert!(pages(&Tree::of(&[("docs/design.md", "")])).is_empty());
    }
}
