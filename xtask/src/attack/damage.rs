//! Files with bytes changed, cut off or zeroed. Either it is noticed (an exit code that is not
//! 0, and a sentence), or it made no difference. Wrong answers with exit code 0 are findings.

use super::arena::{Arena, Ran};
use super::{Attack, Findings};
use piste::Rng;
use std::time::Duration;

pub(super) const ATTACKS: [Attack; 4] = [
    Attack { name: "libraries, damaged", share: 5, most: 120, attempt: library },
    Attack { name: "packed files, damaged", share: 3, most: 120, attempt: packed },
    Attack { name: "resumed outputs, tampered with", share: 2, most: 60, attempt: resumed },
    Attack { name: "compressed files, damaged", share: 2, most: 120, attempt: compressed },
];

/// The memory that a damaged file may take, in MiB.
const MEMORY: u64 = 512;

/// Damages a file in one of the ways that disks and people do.
fn damaged(good: &[u8], rng: &mut Rng) -> (Vec<u8>, String) {
    let mut bad = good.to_vec();
    let at = rng.below(good.len());
    match rng.below(5) {
        0 => {
            bad[at] ^= 1 << rng.below(8);
            (bad, format!("a bit of byte {at} flipped"))
        }
        1 => {
            bad[at] = rng.below(256) as u8;
            (bad, format!("byte {at} changed"))
        }
        2 => {
            let end = (at + 1 + rng.below(600)).min(good.len());
            bad[at..end].fill(0);
            (bad, format!("bytes {at} to {end} zeroed"))
        }
        3 => {
            bad.truncate(at);
            (bad, format!("cut off at byte {at}"))
        }
        _ => {
            let from = rng.below(good.len());
            let length = (1 + rng.below(300)).min(good.len() - at.max(from));
            bad[at..at + length].copy_from_slice(&good[from..from + length]);
            (bad, format!("{length} bytes from {from} written at {at}"))
        }
    }
}

/// The findings of a run on a damaged file that should have said `expected`.
fn judged(ran: &Ran, what: &str, how: &str, expected: &str) -> Findings {
    let mut findings = ran.faults(&format!("{what}, {how}"), MEMORY);
    if ran.code == Some(0) && ran.out != expected {
        findings.push(format!("{what}, {how}: other rows, and exit code 0"));
    }
    findings
}

fn library(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let puzzles = arena.write("in.txt", arena.puzzles(80, 61)?)?;
    let metrics = ["--metrics", "givens,umbrella,fowler"];
    arena.prepare(&[&["library", "add", "-q"], &metrics[..], &[&puzzles]].concat())?;
    let export = [&["library", "export", "--format", "tsv"], &metrics[..]].concat();
    let expected = arena.prepare(&export)?;
    let good = arena.read("library.sqlite")?;
    let mut findings = Vec::new();
    for _ in 0..6 {
        let (bad, how) = damaged(&good, rng);
        for rest in ["library.sqlite-wal", "library.sqlite-shm"] {
            // They are there or not, as the last one who had it open has left it.
            drop(std::fs::remove_file(arena.file(rest)));
        }
        arena.write("library.sqlite", &bad)?;
        let ran = arena.run(&export, 30)?;
        findings.extend(judged(&ran, "library export", &how, &expected));
    }
    Ok(findings)
}

fn packed(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let puzzles = arena.write("in.txt", arena.puzzles(80, 62)?)?;
    let metrics = ["--metrics", "givens,umbrella"];
    arena.prepare(&[&["library", "add", "-q"], &metrics[..], &[&puzzles]].concat())?;
    let pack = arena.file("all.pack");
    arena.prepare(&["library", "export", "--packed", "-o", &pack])?;
    let good = arena.read("all.pack")?;
    let copy = |arena: &Arena| {
        let other = arena.file("other.sqlite");
        for end in ["", "-wal", "-shm"] {
            drop(std::fs::remove_file(format!("{other}{end}")));
        }
        let at = ["--library", &other];
        let import = [&["library", "import", "-q"][..], &at, &["--packed", &pack]].concat();
        let imported = arena.run(&import, 30)?;
        let export = [&["library", "export", "--format", "tsv"][..], &at, &metrics].concat();
        let exported = if imported.code == Some(0) { Some(arena.run(&export, 30)?) } else { None };
        Ok::<_, String>((imported, exported))
    };
    let (_, whole) = copy(arena)?;
    let expected = whole.ok_or("a good packed file could not be imported")?.out;
    let mut findings = Vec::new();
    for _ in 0..6 {
        let (bad, how) = damaged(&good, rng);
        arena.write("all.pack", &bad)?;
        let (imported, exported) = copy(arena)?;
        findings.extend(imported.faults(&format!("library import --packed, {how}"), MEMORY));
        if let Some(ran) = exported {
            findings.extend(judged(&ran, "library import --packed", &how, &expected));
        }
    }
    Ok(findings)
}

fn resumed(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let puzzles = arena.write("in.txt", arena.puzzles(500, 63)?)?;
    let whole = arena.prepare(&["rate", "-q", "--metrics", "givens,fowler", &puzzles])?;
    let out = arena.file("out.tsv");
    let args = ["rate", "-q", "--metrics", "givens,fowler", "--resume", "-o", &out, &puzzles];
    let mut findings = Vec::new();
    for _ in 0..3 {
        for name in ["out.tsv", "out.tsv.trail"] {
            drop(std::fs::remove_file(arena.file(name)));
        }
        // Ended by force on the way, so that there is something to tamper with.
        let signal = Some(("-KILL", Duration::from_millis(20 + rng.below(60) as u64)));
        arena.watch(arena.piste(&args), Duration::from_secs(60), signal)?;
        let mut text = arena.read("out.tsv").unwrap_or_default();
        if text.is_empty() || !std::path::Path::new(&arena.file("out.tsv.trail")).exists() {
            continue;
        }
        let at = rng.below(text.len());
        text[at] = if text[at] == b'7' { b'8' } else { b'7' };
        arena.write("out.tsv", &text)?;
        let ran = arena.run(&args, 60)?;
        let how = format!("byte {at} of {} changed", text.len());
        findings.extend(ran.faults(&format!("--resume, {how}"), MEMORY));
        if ran.code == Some(0) && arena.read("out.tsv")? != whole.as_bytes() {
            findings.push(format!("--resume, {how}: gone on with, and exit code 0"));
        }
    }
    Ok(findings)
}

fn compressed(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let puzzles = arena.write("in.txt", arena.puzzles(300, 64)?)?;
    let expected = arena.prepare(&["solve", "-q", "-f", "line", &puzzles])?;
    let mut findings = Vec::new();
    for ending in ["gz", "zst"] {
        let name = format!("in.txt.{ending}");
        let file = arena.file(&name);
        arena.prepare(&["convert", "-q", "--to", "line", &puzzles, "-o", &file])?;
        let good = arena.read(&name)?;
        for _ in 0..4 {
            let (bad, how) = damaged(&good, rng);
            arena.write(&name, &bad)?;
            let ran = arena.run(&["solve", "-q", "-f", "line", &file], 30)?;
            findings.extend(judged(&ran, &format!("solve {name}"), &how, &expected));
        }
    }
    Ok(findings)
}
