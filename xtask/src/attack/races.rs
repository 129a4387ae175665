//! Two and more at once on one file: what one has, no other gets, and lines do not mix.

use super::arena::Arena;
use super::{Attack, Findings};
use piste::Rng;
use std::collections::BTreeSet;
use std::time::Duration;

pub(super) const ATTACKS: [Attack; 3] = [
    Attack { name: "make --fresh, four at once", share: 3, most: 30, attempt: fresh },
    Attack { name: "rate --resume, two at once", share: 2, most: 30, attempt: resume },
    Attack { name: "library import, three at once", share: 2, most: 20, attempt: import },
];

const LIMIT: Duration = Duration::from_secs(60);

/// The numbers of the library's puzzles in the complete lines of a table that `make` wrote.
pub(super) fn handed_out(table: &str) -> Vec<u64> {
    let whole = &table[..table.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = whole.lines();
    let head = lines.next().unwrap_or_default();
    let Some(column) = head.split('\t').position(|name| name == "attempt") else {
        return Vec::new();
    };
    lines.filter_map(|line| line.split('\t').nth(column)?.parse().ok()).collect()
}

fn fresh(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let puzzles = arena.write("in.txt", arena.puzzles(600, 41)?)?;
    arena.prepare(&["library", "import", "-q", &puzzles])?;
    let mut children = Vec::new();
    for number in 0..4 {
        // Equal seeds make them want the same puzzles.
        let seed = rng.below(2).to_string();
        let args = ["make", "-q", "--method", "library", "-n", "120", "--fresh", "book"];
        let args = [&args[..], &["--format", "tsv", "--seed", &seed]].concat();
        let name = format!("fresh{number}");
        children.push((arena.start(arena.piste(&args), &name)?, name));
    }
    let (mut had, mut findings, mut twice) = (BTreeSet::new(), Vec::new(), 0);
    for (child, name) in children {
        let ran = arena.follow(child, &name, LIMIT, None)?;
        findings.extend(ran.faults("make --fresh", 512));
        twice += handed_out(&ran.out).into_iter().filter(|puzzle| !had.insert(*puzzle)).count();
    }
    if twice > 0 {
        findings.push(format!("{twice} puzzles were handed out twice"));
    }
    if had.is_empty() {
        findings.push("nothing was handed out".to_owned());
    }
    Ok(findings)
}

fn resume(arena: &Arena, _: &mut Rng) -> Result<Findings, String> {
    let puzzles = arena.write("in.txt", arena.puzzles(1000, 42)?)?;
    let whole = arena.prepare(&["rate", "-q", "--metrics", "givens,fowler", &puzzles])?;
    let out = arena.file("out.tsv");
    let args = ["rate", "-q", "--metrics", "givens,fowler", "--resume", "-o", &out, &puzzles];
    let first = arena.start(arena.piste(&args), "one")?;
    let second = arena.start(arena.piste(&args), "two")?;
    let mut findings = Vec::new();
    let mut well = 0;
    for (child, name) in [(first, "one"), (second, "two")] {
        let ran = arena.follow(child, name, LIMIT, None)?;
        findings.extend(ran.faults("--resume", 512));
        match ran.code {
            Some(0) => well += 1,
            Some(2) if ran.err.contains("another run") => {}
            code => findings.push(format!("ended with {code:?}: {}", ran.last_words())),
        }
    }
    if well == 0 {
        findings.push("neither did the work".to_owned());
    }
    if arena.read("out.tsv")? != whole.as_bytes() {
        findings.push("the output is not that of one run".to_owned());
    }
    Ok(findings)
}

fn import(arena: &Arena, _: &mut Rng) -> Result<Findings, String> {
    let mut children = Vec::new();
    for number in 0..3 {
        // A third of each file is in all of them.
        let text = arena.puzzles(60, 50)? + &arena.puzzles(120, 51 + number)?;
        let file = arena.write(&format!("in{number}.txt"), text)?;
        let args = ["library", "import", "-q", "--batch", "9", &file];
        let name = format!("import{number}");
        children.push((arena.start(arena.piste(&args), &name)?, name));
    }
    let mut findings = Vec::new();
    for (child, name) in children {
        let ran = arena.follow(child, &name, LIMIT, None)?;
        findings.extend(ran.faults("library import", 512));
        if ran.code != Some(0) {
            findings.push(format!("ended with {:?}: {}", ran.code, ran.last_words()));
        }
    }
    let count = arena.prepare(&["library", "query", "--count", ""])?;
    if count.trim() != "420" {
        findings.push(format!("{} puzzles in the end, not 420", count.trim()));
    }
    let verified = arena.run(&["library", "verify", "--sample", "3"], 60)?;
    if verified.code != Some(0) {
        findings.push(format!("verify says: {}", verified.last_words()));
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::handed_out;

    #[test]
    fn the_number_is_found_wherever_its_column_is() {
        assert_eq!(handed_out("puzzle\tattempt\tsolution\n1..\t7\t123\n2..\t9\t2"), [7]);
        assert_eq!(handed_out("puzzle\tattempt\n1..\t7\n2..\t9\n"), [7, 9]);
        assert!(handed_out("puzzle\n1..\n").is_empty());
    }
}
