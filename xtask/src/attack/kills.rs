//! Ended by force (SIGKILL) at random moments. What was reported is there, what is half done
//! is gone on with, nothing is handed out twice, and no junk stays.

use super::arena::{Arena, Ran};
use super::races::handed_out;
use super::{Attack, Findings};
use piste::Rng;
use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

pub(super) const ATTACKS: [Attack; 4] = [
    Attack { name: "library import, killed", share: 3, most: 40, attempt: import },
    Attack { name: "rate --resume, killed", share: 3, most: 40, attempt: resume },
    Attack { name: "make --fresh, killed", share: 3, most: 40, attempt: fresh },
    Attack { name: "the first unpack, killed", share: 6, most: 12, attempt: unpack },
];

/// The longest that any of these runs may take by itself.
const LIMIT: Duration = Duration::from_secs(120);

fn killed(arena: &Arena, command: Command, rng: &mut Rng, most: usize) -> Result<Ran, String> {
    let after = Duration::from_millis(10 + rng.below(most) as u64);
    arena.watch(command, LIMIT, Some(("-KILL", after)))
}

/// The number that stands behind the last `new` of a report of what was committed.
fn reported(err: &str) -> u64 {
    // The last line may be cut off; it says nothing then.
    let whole = &err[..err.rfind('\n').map_or(0, |end| end + 1)];
    let last = whole.lines().rfind(|line| line.starts_with("committed "));
    last.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0)
}

fn count(arena: &Arena) -> Result<u64, String> {
    let said = arena.prepare(&["library", "query", "--count", ""])?;
    said.trim().parse().map_err(|_| format!("a count that is no number: {said}"))
}

fn import(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let (few, many) = (arena.puzzles(3, 12)?, arena.puzzles(600, 11)?);
    let few = arena.write("few.txt", few)?;
    let many = arena.write("many.txt", many)?;
    arena.prepare(&["library", "import", "-q", &few])?;
    let mut findings = Vec::new();
    for _ in 0..4 {
        let before = count(arena)?;
        let args = ["library", "import", "--report", "--batch", "17", &many];
        let ran = killed(arena, arena.piste(&args), rng, 250)?;
        let (new, now) = (reported(&ran.err), count(arena)?);
        if now < before + new {
            findings.push(format!("{new} were reported, and {before} became {now}"));
        }
    }
    let verified = arena.run(&["library", "verify", "--sample", "3"], 60)?;
    if verified.code != Some(0) {
        findings.push(format!("verify says: {}", verified.last_words()));
    }
    arena.prepare(&["library", "import", "-q", &many])?;
    match count(arena)? {
        603 => {}
        other => findings.push(format!("{other} puzzles in the end, not 603")),
    }
    Ok(findings)
}

fn resume(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let puzzles = arena.write("in.txt", arena.puzzles(1500, 21)?)?;
    let whole = arena.prepare(&["rate", "-q", "--metrics", "givens,fowler", &puzzles])?;
    let out = arena.file("out.tsv");
    let args = ["rate", "-q", "--metrics", "givens,fowler", "--resume", "-o", &out, &puzzles];
    let mut findings = Vec::new();
    for _ in 0..4 {
        killed(arena, arena.piste(&args), rng, 120)?;
        let text = arena.read("out.tsv").unwrap_or_default();
        if !whole.as_bytes().starts_with(&text) {
            findings.push("what a kill left is no beginning of the output".to_owned());
        }
    }
    let ran = arena.run(&args, 60)?;
    findings.extend(ran.faults("--resume", 512));
    if ran.code != Some(0) || arena.read("out.tsv")? != whole.as_bytes() {
        findings.push(format!("the end is another: {:?} {}", ran.code, ran.last_words()));
    }
    Ok(findings)
}

fn fresh(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let puzzles = arena.write("in.txt", arena.puzzles(400, 31)?)?;
    arena.prepare(&["library", "import", "-q", &puzzles])?;
    let args = ["make", "-q", "--method", "library", "-n", "40", "--fresh", "book"];
    let args = [&args[..], &["--format", "tsv"]].concat();
    let mut had = BTreeSet::new();
    let mut findings = Vec::new();
    for _ in 0..6 {
        let ran = killed(arena, arena.piste(&args), rng, 120)?;
        for puzzle in handed_out(&ran.out) {
            if !had.insert(puzzle) {
                findings.push(format!("puzzle {puzzle} of the library was handed out twice"));
            }
        }
    }
    let ran = arena.run(&args, 60)?;
    findings.extend(ran.faults("make --fresh", 512));
    let again = handed_out(&ran.out).into_iter().filter(|puzzle| had.contains(puzzle)).count();
    if again > 0 {
        findings.push(format!("{again} puzzles were handed out again"));
    }
    Ok(findings)
}

fn unpack(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let args = ["make", "-q", "--method", "library", "--seed", "1"];
    let mut findings = Vec::new();
    for _ in 0..2 {
        killed(arena, arena.at_home(&args), rng, 1500)?;
    }
    let ran = arena.watch(arena.at_home(&args), LIMIT, None)?;
    findings.extend(ran.faults("after a killed unpack", 1024));
    if ran.code != Some(0) {
        findings.push(format!("after a killed unpack: {}", ran.last_words()));
    }
    let is_ours = |name: &str| name.starts_with("library.sqlite") && !name.contains("tmp");
    let junk: Vec<String> =
        arena.names("data/piste")?.into_iter().filter(|name| !is_ours(name)).collect();
    if !junk.is_empty() {
        findings.push(format!("left behind by killed unpacks: {}", junk.join(", ")));
    }
    Ok(findings)
}
