//! What an outsider sees of the crates that are meant for others: `cargo xtask surface`.
//!
//! Every struct, enum, trait, function, constant, static and type that can be named from outside is
//! something to learn, and something that cannot be changed freely. So they are counted, as
//! rustdoc's page of all items does, and `tidy` holds each crate to a ceiling.
//!
//! This is a scan of the sources: from `lib.rs` along the modules that are `pub`, with what private
//! ones show by `pub use`. An item that is shown twice counts once. What is marked `#[doc(hidden)]` is
//! there for our own crates and does not count; a comment beside it says why it is there.

use crate::source::{Token, item_end, paths, tokens};
use crate::tree::{Tree, workspace_root};
use std::collections::BTreeSet;

/// The crates with a Rust interface, and the most that each may show.
pub(crate) const CEILINGS: [(&str, usize); 2] = [("piste-core", 130), ("piste", 200)];

/// Prints what each crate shows.
pub(crate) fn run() -> Result<(), String> {
    let tree = Tree::read(&workspace_root()?)?;
    for (name, ceiling) in CEILINGS {
        let shown = shown(&tree, name);
        for item in &shown {
            println!("{name}  {item}");
        }
        println!("{name}: {} items are public, of {ceiling} at most", shown.len());
    }
    Ok(())
}

/// The public items of a crate, by where they are defined: `rating::selection::Column`.
pub(crate) fn shown(tree: &Tree, name: &str) -> BTreeSet<String> {
    let source = Source { tree, home: format!("crates/{name}/src") };
    let mut found = BTreeSet::new();
    source.show(&[], &mut found);
    found
}

/// What a module declares at its top level.
enum Part {
    Item(String),
    /// A module in a file of its own.
    Module(String),
    /// A path that it takes in, and the name that it has here.
    Use(Vec<String>, String),
}

struct Declared {
    part: Part,
    is_public: bool,
    is_hidden: bool,
}

struct Source<'a> {
    tree: &'a Tree,
    home: String,
}

/// What a path leads to.
enum Found {
    Item(String),
    Module(Vec<String>),
    /// Something of another crate.
    Elsewhere,
}

impl Source<'_> {
    fn declared(&self, module: &[String]) -> Option<Vec<Declared>> {
        let place = match module {
            [] => format!("{}/lib", self.home),
            _ => format!("{}/{}", self.home, module.join("/")),
        };
        let file = self.tree.get(&format!("{place}.rs"));
        let file = file.or_else(|| self.tree.get(&format!("{place}/mod.rs")))?;
        Some(declarations(&file.shipped))
    }

    /// Adds all that a public module shows.
    fn show(&self, module: &[String], found: &mut BTreeSet<String>) {
        for declared in self.declared(module).unwrap_or_default() {
            if !declared.is_public || declared.is_hidden {
                continue;
            }
            let target = match declared.part {
                Part::Item(name) => Found::Item(joined(module, &name)),
                Part::Module(name) => Found::Module([module, &[name]].concat()),
                Part::Use(path, _) => self.follow(module, &path),
            };
            match target {
                Found::Item(item) => drop(found.insert(item)),
                Found::Module(inner) => self.show(&inner, found),
                Found::Elsewhere => {}
            }
        }
    }

    /// Where a path leads that is taken in by a module.
    fn follow(&self, module: &[String], path: &[String]) -> Found {
        let mut at = module.to_vec();
        let mut path = path;
        while let [first, rest @ ..] = path {
            match first.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()),
                _ => break,
            }
            path = rest;
        }
        let Some((name, way)) = path.split_last() else { return Found::Module(at) };
        for step in way {
            at.push(step.clone());
            if self.declared(&at).is_none() {
                return Found::Elsewhere;
            }
        }
        self.find(&at, name)
    }

    /// What a name means in a module; what no line of it declares (a macro does) is an item.
    fn find(&self, module: &[String], name: &str) -> Found {
        for declared in self.declared(module).unwrap_or_default() {
            match declared.part {
                Part::Item(item) if item == name => break,
                Part::Module(inner) if inner == name => {
                    return Found::Module([module, &[inner]].concat());
                }
                Part::Use(path, here) if here == name => return self.follow(module, &path),
                _ => {}
            }
        }
        Found::Item(joined(module, name))
    }
}

fn joined(module: &[String], name: &str) -> String {
    module.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("::")
}

/// The declarations at the top level of a file.
fn declarations(code: &str) -> Vec<Declared> {
    let all = tokens(code);
    let word = |at: usize| all.get(at).map_or("", |token| token.text);
    let mut found = Vec::new();
    let (mut at, mut is_hidden) = (0, false);
    while at < all.len() {
        if word(at) == "#" {
            let open = if word(at + 1) == "!" { at + 2 } else { at + 1 };
            let end = attribute_end(&all, open);
            let inside = all[open..end].iter().map(|token| token.text).collect::<Vec<_>>();
            is_hidden |= inside.windows(3).any(|three| three == ["doc", "(", "hidden"]);
            at = end;
            continue;
        }
        let end = item_end(&all, at).max(at + 1);
        let is_public = word(at) == "pub" && word(at + 1) != "(";
        let first = if is_public { at + 1 } else { after_visibility(&all, at) };
        for part in parts(code, &all[first..end], &all, end) {
            found.push(Declared { part, is_public, is_hidden });
        }
        (at, is_hidden) = (end, false);
    }
    found
}

/// One past an attribute, whose bracket opens here.
fn attribute_end(all: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in all.iter().enumerate().skip(open) {
        match token.text {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    all.len()
}

/// The first token behind `pub(…)`, if that is here.
fn after_visibility(all: &[Token<'_>], at: usize) -> usize {
    if all[at].text != "pub" {
        return at;
    }
    at + 1 + all[at..].iter().position(|token| token.text == ")").unwrap_or(0)
}

const KINDS: [&str; 7] = ["struct", "enum", "trait", "fn", "const", "static", "type"];
const BEFORE: [&str; 4] = ["const", "unsafe", "async", "extern"];

/// What an item declares: these are its tokens, and `end` is one past them.
fn parts(code: &str, item: &[Token<'_>], all: &[Token<'_>], end: usize) -> Vec<Part> {
    let words: Vec<&str> = item.iter().map(|token| token.text).collect();
    match words[..] {
        ["mod", name, ";"] => vec![Part::Module(name.to_owned())],
        ["use", ..] => {
            let stop = all.get(end).map_or(code.len(), |token| token.start);
            uses(&code[item[0].start + "use".len()..stop])
        }
        _ => {
            let is_before = |(at, word): &(usize, &&str)| {
                BEFORE.contains(word) && words.get(at + 1).is_some_and(|next| *next != "_")
            };
            let qualifiers = words.iter().enumerate().take_while(is_before).count();
            // The last of them may be the kind itself: `const LEAST: usize`.
            let kind = (0..=qualifiers)
                .rev()
                .find(|&at| words.get(at).is_some_and(|word| KINDS.contains(word)));
            let name = kind.and_then(|at| words.get(at + 1));
            name.map(|name| Part::Item((*name).to_owned())).into_iter().collect()
        }
    }
}

/// The paths of a `use`, each with its name here. Of `a::*` nothing is said: nobody shows all of a
/// module of ours, and another crate is counted by itself.
fn uses(code: &str) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::new();
    let mut is_alias = false;
    for (_, mut path) in paths(code) {
        if path.last().is_some_and(|last| last == "as") {
            is_alias = true;
            continue;
        }
        if std::mem::take(&mut is_alias) {
            if let Some(Part::Use(_, here)) = found.last_mut() {
                *here = path.pop().unwrap_or_default();
            }
            continue;
        }
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(last) = path.last().filter(|last| *last != "*").cloned() {
            found.push(Part::Use(path, last));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<(String, &str)> =
            files.iter().map(|(path, text)| (format!("crates/a/src/{path}"), *text)).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), *t)).collect();
        shown(&Tree::of(&files), "a").into_iter().collect()
    }

    #[test]
    fn every_kind_counts_once_and_what_is_not_public_does_not() {
        let text = "#![forbid(unsafe_code)]\npub struct A<T>(T);\npub(crate) struct B;\nstruct C;\n\
                    pub const fn d() -> [u8; 2] { [0; 2] }\npub const E: A = A { x: 1 };\n\
                    pub static F: &[u8] = &[1];\npub type G = fn(u8);\npub enum H { I }\n\
                    impl A { pub fn j() {} }\nmacro_rules! k { () => { pub struct L; } }\n\
                    pub unsafe trait M {}\n#[cfg(test)]\nmod tests { pub struct N; }";
        assert_eq!(of(&[("lib.rs", text)]), ["A", "E", "F", "G", "H", "M", "d"]);
    }

    #[test]
    fn private_modules_show_what_is_taken_out_of_them() {
        let files = [
            ("lib.rs", "mod a;\npub mod b;\npub use a::{A, C as D, made};\npub use b::deep::E;"),
            ("a.rs", "pub struct A;\npub struct B;\npub struct C;\nnumbered!(made);"),
            ("b/mod.rs", "pub mod deep;\nmod inner;\npub use inner::F;\npub use super::a::A;"),
            ("b/deep.rs", "pub enum E {}"),
            ("b/inner.rs", "pub use self::far::F;\nmod far;"),
            ("b/inner/far.rs", "pub fn F() {}"),
        ];
        let all = ["a::A", "a::C", "a::made", "b::deep::E", "b::inner::far::F"];
        assert_eq!(of(&files), all);
    }

    #[test]
    fn what_is_hidden_and_what_is_of_others_does_not_count() {
        let files = [
            (
                "lib.rs",
                "#[doc(hidden)]\npub mod a;\n#[doc(hidden)]\n#[must_use]\npub fn b() {}\npub use \
                 piste_core::*;\npub use std::fmt::Debug;\nmod c;\n#[doc(hidden)]\npub use c::C;\npub fn d() {}",
            ),
            ("a.rs", "pub struct A;"),
            ("c.rs", "pub struct C;"),
        ];
        assert_eq!(of(&files), ["d"]);
    }
}
