//! Ctrl-C, and the other signals that ask, to everything that takes long: it ends soon, says
//! 130 (143, 129), and leaves no temporary file.

use super::arena::Arena;
use super::{Attack, Findings};
use piste::Rng;
use std::process::Command;
use std::time::Duration;

pub(super) const ATTACKS: [Attack; 2] = [
    Attack { name: "Ctrl-C, long verbs", share: 6, most: 8, attempt: verbs },
    Attack { name: "Ctrl-C, the library", share: 8, most: 6, attempt: library },
];

/// The promise is 0.3 s. A machine that has other work to do is given as much again and more
/// before it counts as a finding.
const SOON: Duration = Duration::from_millis(1000);

/// The longest that anything may take by itself.
const LIMIT: Duration = Duration::from_secs(120);

/// A signal to one command, at a random moment.
fn asked(arena: &Arena, command: Command, what: &str, rng: &mut Rng) -> Result<Findings, String> {
    let (signal, code) = *rng
        .pick(&[("-INT", 130), ("-INT", 130), ("-TERM", 143), ("-HUP", 129)])
        .ok_or("there are four")?;
    let after = Duration::from_millis(150 + rng.below(500) as u64);
    let ran = arena.watch(command, LIMIT, Some((signal, after)))?;
    let mut findings = ran.faults(what, 1024);
    match ran.code {
        // It was done before, or as soon as it would have ended otherwise.
        Some(0 | 1) if ran.took < SOON => {}
        Some(found) if found == code => {}
        found => findings.push(format!("{what}: {signal} ended it with {found:?}, not {code}")),
    }
    if ran.took > SOON {
        findings.push(format!("{what}: {signal} took {:.1} s", ran.took.as_secs_f64()));
    }
    Ok(findings)
}

/// Temporary files of ours that are still there.
fn junk(arena: &Arena, folder: &str) -> Result<Findings, String> {
    let names = arena.names(folder)?.into_iter().filter(|name| name.starts_with(".piste-"));
    Ok(names.map(|name| format!("left behind by a signal: {name}")).collect())
}

fn verbs(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let puzzles = arena.puzzles(300, 81)?;
    let many = arena.write("many.txt", puzzles.repeat(500))?;
    let rows: String =
        puzzles.lines().enumerate().map(|(i, p)| format!("{p}\t{}\n", 100 + i * 7 % 90)).collect();
    let times = arena.write("times.tsv", format!("puzzle\tseconds\n{rows}"))?;
    let whole = arena.prepare(&["rate", "-q", "--metrics", "givens", &many])?;
    let resumed = arena.write("resumed.tsv", whole)?;
    let (out, model, study) = (arena.file("out.txt"), arena.file("model"), arena.file("study"));
    let empty = ".".repeat(81);
    let commands: [&[&str]; 9] = [
        &["solve", "--count=18446744073709551615", &empty],
        &["check", "--limit", "18446744073709551615", &empty],
        &["rate", "--metrics", "hsolve", "-o", &out, &many],
        &["rate", "--metrics", "givens", "--resume", "-o", &resumed, &many, &many],
        &["explain", "-o", &out, &many],
        &["canon", "--dedupe", "-o", &out, &many, &many, &many],
        &["make", "--exclude", &many, "--exclude", &many, "--exclude", &many],
        &["fit", "--procedure", "paper", "-o", &model, &times],
        &["study", "umbrella", "--out", &study],
    ];
    let mut findings = Vec::new();
    for args in commands {
        let what = args.iter().take(3).copied().collect::<Vec<_>>().join(" ");
        findings.extend(asked(arena, arena.piste(args), &what, rng)?);
    }
    findings.extend(junk(arena, "")?);
    Ok(findings)
}

fn library(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let first = arena.at_home(&["make", "-q", "--method", "library", "--seed", "1"]);
    let mut findings = asked(arena, first, "the first unpack", rng)?;
    let shipped = arena.piste(&["library", "import", "--shipped"]);
    findings.extend(asked(arena, shipped, "library import --shipped", rng)?);
    // Now without a signal: the rest needs it whole.
    arena.prepare(&["library", "import", "-q", "--shipped"])?;
    let (pack, out) = (arena.file("all.pack"), arena.file("all.tsv"));
    for args in [
        &["library", "verify"][..],
        &["library", "export", "--packed", "-o", &pack],
        &["library", "export", "--format", "tsv", "-o", &out],
        &["library", "rate", "--again", "--metrics", "hsolve"],
        &["library", "dedupe"],
        &["library", "percentiles"],
    ] {
        findings.extend(asked(arena, arena.piste(args), &args.join(" "), rng)?);
    }
    findings.extend(junk(arena, "")?);
    Ok(findings)
}
