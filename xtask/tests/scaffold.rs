//! The scaffold on a copy of the workspace: what it writes is asked for by tidy, and it is refused where there is no
//! room for it. That it compiles is tried by `scaffold_built.rs`.

mod copies;

use copies::{ROOMS, copy_of_the_workspace, said, workspace, xtask};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// One of each kind in one copy, so that it is looked at once.
#[test]
fn what_is_scaffolded_is_a_file_and_its_rows_and_tidy_asks_for_the_rest() {
    let root = copy_of_the_workspace("fresh");
    for (kind, register, others) in ROOMS {
        let before = sources(&root);
        let made = xtask(&root, &["new", kind, "wishful-thinking"]);
        assert!(made.status.success(), "{}", said(&made));
        let own = register.replace("mod.rs", "wishful_thinking.rs");
        is_a_file_and_its_rows(&before, &sources(&root), register, &own);
        for path in others.iter().chain([&own.as_str()]) {
            assert!(root.join(path).exists(), "{path}");
            assert!(said(&made).contains(path), "{}", said(&made));
        }
        let again = xtask(&root, &["new", kind, "wishful-thinking"]);
        assert!(!again.status.success(), "{}", said(&again));
    }

    let tidy = xtask(&root, &["tidy"]);
    assert!(!tidy.status.success());
    let asks = |line: &&str| line.contains("the scaffold still asks");
    let tidy = said(&tidy);
    for (_, register, _) in ROOMS {
        let own = register.replace("mod.rs", "wishful_thinking.rs");
        let asked = tidy.lines().filter(asks).filter(|line| line.starts_with(&own)).count();
        assert!(asked >= 2, "{own}:\n{tidy}");
    }
}

/// A room that is not there is named.
#[test]
fn where_there_is_no_room_that_is_said() {
    let root = copy_of_the_workspace("no-room");
    for (kind, register, _) in ROOMS {
        fs::remove_file(root.join(register)).unwrap();
        let made = xtask(&root, &["new", kind, "wishful-thinking"]);
        assert!(!made.status.success());
        assert!(said(&made).contains(register), "{}", said(&made));
    }
}

/// The text of every source file, by its path.
fn sources(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

/// Nothing has changed but for a file of its own, and its module and row in the register.
fn is_a_file_and_its_rows(
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
    register: &str,
    own: &str,
) {
    let touched = after.iter().filter(|(path, text)| before.get(*path) != Some(text));
    let touched: Vec<&str> = touched.map(|(path, _)| path.as_str()).collect();
    assert_eq!(touched, [register, own]);
    let (old, new) = (&before[register], &after[register]);
    let added: Vec<&str> =
        new.lines().filter(|line| !old.lines().any(|known| known == *line)).collect();
    assert_eq!(added.len(), 2, "{added:?}");
    assert_eq!(new.lines().count(), old.lines().count() + 2);
}

#[test]
fn wrong_requests_are_refused() {
    let root = workspace();
    for (args, why) in [
        (&["new", "strategy", "XY_Wing"][..], "is not a slug"),
        (&["new", "symphony", "x"], "cannot be scaffolded"),
        (&["fiddle"], "no such chore: fiddle"),
    ] {
        let output = xtask(&root, args);
        assert!(!output.status.success());
        assert!(said(&output).contains(why), "{}", said(&output));
    }
}
