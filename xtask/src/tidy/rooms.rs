//! Inside the crate `piste`: which room may look into which, and what every strategy,
//! metric and generator must bring along.

use super::Finding;
use crate::kind::{HEADINGS, Kind, essay, headings, rows};
use crate::new::PLACEHOLDER;
use crate::source::paths;
use crate::tree::{File, Tree};

const PISTE: &str = "crates/piste/src";

/// Each room and the rooms it may use.
const ROOMS: [(&str, &[&str]); 6] = [
    ("logic", &[]),
    ("draw", &["logic"]),
    // For the words of its methods by hand, not for its logic.
    ("sat", &["logic"]),
    ("stats", &[]),
    ("rating", &["logic", "sat", "stats"]),
    ("generate", &["logic", "rating", "stats"]),
];

fn allowed(room: &str) -> Option<&'static [&'static str]> {
    ROOMS.iter().find(|(name, _)| *name == room).map(|(_, allowed)| *allowed)
}

pub(super) fn rooms(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let front_door = front_door(tree, &mut findings);
    for file in tree.rust_under(PISTE).filter(|file| file.path != format!("{PISTE}/lib.rs")) {
        let module = module_of(file);
        let room = module[0].as_str();
        let Some(allowed_here) = allowed(room) else {
            let what = format!("`{room}` is not a room of piste");
            findings.push(Finding::new(&file.path, 1, what));
            continue;
        };
        for (line, path) in paths(&file.code) {
            if room == "stats" && matches!(path[0].as_str(), "piste_core" | "piste") {
                let what = format!("stats takes numbers; it may not know {}", path[0]);
                findings.push(Finding::new(&file.path, line, what));
            }
            let Some(other) = room_named(&path, &module, &front_door) else { continue };
            if other != room && !allowed_here.contains(&other) {
                let what = format!("{room} may not look into {other} ({})", path.join("::"));
                findings.push(Finding::new(&file.path, line, what));
            }
        }
    }
    findings
}

/// What `lib.rs` hands on from the rooms, as (name, room): `crate::Rating` is as much a look
/// into `rating` as `crate::rating::Rating`.
fn front_door(tree: &Tree, findings: &mut Vec<Finding>) -> Vec<(String, &'static str)> {
    let Some(lib) = tree.get(&format!("{PISTE}/lib.rs")) else { return Vec::new() };
    let mut names = Vec::new();
    for (line, path) in paths(&lib.shipped) {
        let path = match path.split_first() {
            Some((first, rest)) if matches!(first.as_str(), "crate" | "self") => rest,
            _ => &path[..],
        };
        let [room, .., name] = path else { continue };
        let Some((room, _)) = ROOMS.iter().find(|(known, _)| known == room) else { continue };
        if name == "*" {
            let what = format!("`{room}::*` hides where its names come from; name them");
            findings.push(Finding::new(&lib.path, line, what));
        }
        names.push((name.clone(), *room));
    }
    names
}

/// `logic/strategies/xy_wing.rs` is the module logic, strategies, xy_wing.
fn module_of(file: &File) -> Vec<String> {
    let inside = file.path[PISTE.len() + 1..].trim_end_matches(".rs").trim_end_matches("/mod");
    inside.split('/').map(str::to_owned).collect()
}

/// The room that a path leads into, if it leads out of the module at all.
fn room_named(
    path: &[String],
    module: &[String],
    front_door: &[(String, &'static str)],
) -> Option<&'static str> {
    let climbs = path.iter().take_while(|part| *part == "super").count();
    let first = match path[0].as_str() {
        "crate" | "piste" => path.get(1)?,
        "super" if climbs >= module.len() => path.get(climbs)?,
        _ => return None,
    };
    let by_name = ROOMS.iter().map(|(room, _)| *room).find(|room| room == first);
    by_name.or_else(|| front_door.iter().find(|(name, _)| name == first).map(|(_, room)| *room))
}

pub(super) fn manual(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for kind in Kind::ALL {
        let Some(register) = tree.get(&kind.register()) else { continue };
        let rows = rows(register);
        for file in kind.files(tree) {
            let module = file.name().trim_end_matches(".rs");
            if rows.iter().all(|row| row.module != module) {
                let what = format!("no row of {} names {module}", register.path);
                findings.push(Finding::new(&file.path, 1, what));
            }
            findings.extend(faults_of_essay(file));
        }
        for row in &rows {
            let path = format!("{}/{}.rs", kind.folder(), row.module);
            if !tree.get(&path).is_some_and(|file| gives_slug(&file.text, &row.slug)) {
                let what = format!("{path} gives no slug that this row could be named for");
                findings.push(Finding::new(&register.path, row.line, what));
            }
        }
    }
    findings
}

/// Whether the text quotes a slug that reads like `name`: the same but for hyphens, or with
/// more in front, for names that a type cannot have (`3d-medusa` is the type `Medusa`).
fn gives_slug(text: &str, name: &str) -> bool {
    let name = name.replace('-', "");
    text.split('"').any(|quoted| quoted.replace('-', "").ends_with(&name))
}

/// The essay has a title and the four headings in order, each with something under it.
fn faults_of_essay(file: &File) -> Vec<Finding> {
    let essay = essay(&file.text);
    let mut findings = Vec::new();
    if !essay.lines().next().is_some_and(|line| line.starts_with("# ")) {
        findings.push(Finding::new(&file.path, 1, "the first line is not `//! # Title`"));
    }
    let present = headings(&essay);
    let mut last = 0;
    for heading in HEADINGS {
        let Some(&(line, _)) = present.iter().find(|(_, name)| *name == heading) else {
            let what = format!("the heading `## {heading}` is missing");
            findings.push(Finding::new(&file.path, 1, what));
            continue;
        };
        if line < last {
            let what = format!("`## {heading}` is out of order: {}", HEADINGS.join(", "));
            findings.push(Finding::new(&file.path, line, what));
        }
        last = last.max(line);
        let below = essay.lines().skip(line).find(|text| !text.trim().is_empty());
        if below.is_none_or(|text| text.starts_with("## ")) {
            let what = format!("nothing stands under `## {heading}`");
            findings.push(Finding::new(&file.path, line, what));
        }
    }
    for (i, line) in essay.lines().enumerate().filter(|(_, line)| line.starts_with(PLACEHOLDER)) {
        let what = format!("the scaffold still asks: {}", line[PLACEHOLDER.len()..].trim());
        findings.push(Finding::new(&file.path, i + 1, what));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(path: &str, text: &str) -> Vec<String> {
        let tree = Tree::of(&[
            ("crates/piste/src/lib.rs", "pub mod logic;\npub use rating::{Metric, Rating};"),
            (path, text),
        ]);
        rooms(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn looking_up_is_caught_in_every_spelling() {
        let file = "crates/piste/src/logic/strategies/xy_wing.rs";
        for text in [
            "use crate::rating::Price;",
            "use crate::{logic::Step, rating};",
            "fn f(x: crate::generate::Brief) {}",
            "use crate::Rating;",
            "use super::super::super::rating::Price;",
            "use crate::sat::Clause;",
        ] {
            assert_eq!(said(file, text).len(), 1, "{text}");
        }
        assert_eq!(
            said(file, "\nuse crate::rating::Price;"),
            [format!("{file}:2: logic may not look into rating (crate::rating::Price)")]
        );
    }

    #[test]
    fn looking_down_or_around_is_left_alone() {
        assert!(
            said("crates/piste/src/rating/effort.rs", "use crate::{logic::Step, sat, stats};")
                .is_empty()
        );
        assert!(said("crates/piste/src/generate/mod.rs", "use crate::rating::Rating;").is_empty());
        let strategy = "crates/piste/src/logic/strategies/xy_wing.rs";
        for text in [
            "use crate::logic::{Step, words};",
            "use super::super::Scene;",
            "use crate::Board;",
            "/// Prices live in [`crate::rating`].\nfn f() {}",
            "use piste_core::Board;",
        ] {
            assert!(said(strategy, text).is_empty(), "{text}");
        }
    }

    #[test]
    fn sat_is_for_rating_alone_and_stats_for_itself() {
        assert_eq!(said("crates/piste/src/generate/mod.rs", "use crate::sat::Clause;").len(), 1);
        assert_eq!(said("crates/piste/src/sat/mod.rs", "use crate::rating::Rating;").len(), 1);
        assert_eq!(said("crates/piste/src/stats/rank.rs", "use piste_core::Grid;").len(), 1);
        assert_eq!(said("crates/piste/src/stats/rank.rs", "use crate::logic::Step;").len(), 1);
    }

    #[test]
    fn unplanned_rooms_and_wide_doors_are_caught() {
        assert_eq!(said("crates/piste/src/misc.rs", "fn f() {}").len(), 1);
        let tree =
            Tree::of(&[("crates/piste/src/lib.rs", "pub use logic::*;\npub use piste_core::*;")]);
        assert_eq!(rooms(&tree).len(), 1);
    }

    const WHOLE: &str = "//! # X\n//!\n//! ## Idea\n//! A.\n//!\n//! ## Why it is sound\n//! B.\n//!\n\
                         //! ## Example\n//! C.\n//!\n//! ## Sources\n//! D.\n\nconst SLUG: &str = \"x\";\n";

    fn faults(register: &str, text: &str) -> Vec<String> {
        let folder = Kind::Strategy.folder();
        let tree =
            Tree::of(&[(&format!("{folder}/mod.rs"), register), (&format!("{folder}/x.rs"), text)]);
        manual(&tree).into_iter().map(|finding| finding.what).collect()
    }

    #[test]
    fn a_whole_strategy_passes() {
        assert_eq!(faults("mod x;\n&x::X,", WHOLE), [] as [String; 0]);
    }

    #[test]
    fn gaps_in_the_manual_are_caught() {
        let row = "mod x;\n&x::X,";
        assert_eq!(faults("mod x;", WHOLE).len(), 1);
        assert_eq!(faults("mod x;\n&x::X,\n&x::Y,", WHOLE).len(), 1);
        assert_eq!(faults(row, &WHOLE.replace("# X\n", "X\n")).len(), 1);
        assert_eq!(faults(row, &WHOLE.replace("## Sources", "## Source")).len(), 1);
        assert_eq!(faults(row, &WHOLE.replace("//! C.\n", "")).len(), 1);
        assert_eq!(faults(row, &WHOLE.replace("//! D.\n", "")).len(), 1);
        assert_eq!(faults(row, &WHOLE.replace("A.", "Scaffold: what?")).len(), 1);
        let swapped = WHOLE.replace("Idea", "?").replace("Example", "Idea").replace('?', "Example");
        assert!(faults(row, &swapped).iter().any(|what| what.contains("out of order")));
    }
}
