//! The program under attack, as a habit: `cargo xtask attack`.
//!
//! Every attack here once found something, or is of the kind that would. They start the real
//! program and treat it as the world does: kill it at any moment, hand it damaged files and
//! bombs, connect to it and misbehave, run it twice at once. Each kind is a file of its own:
//!
//! ```text
//!   kills     ended by force at random moments: nothing reported is lost
//!   damage    files with bytes changed or cut off: noticed, or harmless
//!   bombs     little that unfolds to much: bounded in memory and time
//!   signals   Ctrl-C to all that takes long: 130, soon, and nothing left behind
//!   races     two at once on one file: one waits or is refused
//!   verdicts  searches that are given up: never a false answer
//!   clients   hostile clients of `piste serve`: nobody else is kept waiting
//! ```
//!
//! An attack is tried again and again, each try with a seed of its own made of the run's
//! seed, the attack's name and the number of the try, until its share of the time is used
//! up or it has had as many tries as `--all` allows. Every run of a program has a limit of
//! time, everything happens in one folder that is removed at the end, and the only network
//! is the loopback. The result is a table: attack, tries, findings. A finding is a sentence
//! that says what was seen and should not have been.

mod arena;
mod bombs;
mod clients;
mod damage;
mod kills;
mod races;
mod signals;
mod verdicts;

use crate::ci;
use arena::Arena;
use piste::{Rng, fnv1a};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What one try has found: nothing, if all is well.
type Findings = Vec<String>;

/// One way to attack.
struct Attack {
    /// The program part or file under attack, and what is done to it.
    name: &'static str,
    /// How much of the time it gets, beside the others.
    share: u32,
    /// The most tries, for a run that has all the time it wants.
    most: u32,
    /// One try.
    attempt: fn(&Arena, &mut Rng) -> Result<Findings, String>,
}

/// What became of an attack.
struct Report {
    name: &'static str,
    tries: u32,
    seconds: f64,
    findings: Vec<String>,
}

/// What was asked for.
#[derive(Debug)]
struct Asked {
    seconds: Option<u64>,
    seed: u64,
    only: Option<String>,
    program: Option<PathBuf>,
}

/// How long a run takes unless told otherwise: the share of a CI run.
const USUAL: u64 = 120;

const OPTIONS: &str = "--seconds N, --all, --only NAME, --seed N, --bin PATH";

fn all() -> Vec<Attack> {
    [
        &kills::ATTACKS[..],
        &damage::ATTACKS,
        &bombs::ATTACKS,
        &signals::ATTACKS,
        &races::ATTACKS,
        &verdicts::ATTACKS,
        &clients::ATTACKS,
    ]
    .into_iter()
    .flatten()
    .map(|attack| Attack { ..*attack })
    .collect()
}

/// Attacks the program that is built now. Findings are an error.
pub(crate) fn run(root: &Path, args: &[&str]) -> Result<(), String> {
    let order = Asked::read(args)?;
    if cfg!(not(target_os = "linux")) {
        println!("SKIPPED: the attacks watch processes through /proc, which only Linux has");
        return Ok(());
    }
    let program = match &order.program {
        Some(path) => path.clone(),
        None => ci::built(root)?,
    };
    let arena = Arena::new(root, &program)?;
    let attacks: Vec<Attack> = all()
        .into_iter()
        .filter(|attack| order.only.as_deref().is_none_or(|only| attack.name.contains(only)))
        .collect();
    if attacks.is_empty() {
        return Err("no attack has such a name".to_owned());
    }
    let shares: u32 = attacks.iter().map(|attack| attack.share).sum();
    let mut reports = Vec::new();
    for attack in &attacks {
        let time = order.seconds.map(|all| {
            Duration::from_secs_f64(all as f64 * f64::from(attack.share) / f64::from(shares))
        });
        let report = attack.run(&arena, order.seed, time)?;
        println!("{}", report.row());
        report.findings.iter().for_each(|finding| println!("    {finding}"));
        reports.push(report);
    }
    println!("\n{}", table(&reports));
    let found: usize = reports.iter().map(|report| report.findings.len()).sum();
    if found == 0 { Ok(()) } else { Err(format!("{found} findings")) }
}

impl Asked {
    fn read(args: &[&str]) -> Result<Asked, String> {
        let mut order = Asked { seconds: Some(USUAL), seed: 1, only: None, program: None };
        let mut args = args.iter();
        while let Some(&arg) = args.next() {
            let mut value = || {
                let value = args.next().ok_or_else(|| format!("{arg} wants a value"));
                value.map(|text| (*text).to_owned())
            };
            let number = |text: String| {
                text.parse().map_err(|_| format!("{arg} {text}: expected a whole number"))
            };
            match arg {
                "--all" => order.seconds = None,
                "--seconds" => order.seconds = Some(number(value()?)?),
                "--seed" => order.seed = number(value()?)?,
                "--only" => order.only = Some(value()?),
                "--bin" => order.program = Some(PathBuf::from(value()?)),
                _ => return Err(format!("attack: there is no option {arg}; there are {OPTIONS}")),
            }
        }
        Ok(order)
    }
}

impl Attack {
    /// Tries until the time is over, or as often as there is any use in.
    fn run(&self, arena: &Arena, seed: u64, time: Option<Duration>) -> Result<Report, String> {
        let began = Instant::now();
        let mut report = Report { name: self.name, tries: 0, seconds: 0.0, findings: Vec::new() };
        while report.tries < self.most {
            if report.tries > 0 && time.is_some_and(|time| began.elapsed() >= time) {
                break;
            }
            let mut rng = Rng::for_item(seed ^ fnv1a(self.name.bytes()), report.tries.into());
            arena.clear()?;
            let found = (self.attempt)(arena, &mut rng)
                .map_err(|why| format!("{}: the attack itself failed: {why}", self.name))?;
            let number = report.tries;
            report.findings.extend(found.into_iter().map(|what| format!("try {number}: {what}")));
            report.tries += 1;
        }
        report.seconds = began.elapsed().as_secs_f64();
        Ok(report)
    }
}

impl Report {
    fn row(&self) -> String {
        let Report { name, tries, seconds, findings } = self;
        format!("| {name} | {tries} | {} | {seconds:.0} s |", findings.len())
    }
}

/// The result as it stands in docs/reliability.md.
fn table(reports: &[Report]) -> String {
    let rows: Vec<String> = reports.iter().map(Report::row).collect();
    let tries: u32 = reports.iter().map(|report| report.tries).sum();
    let found: usize = reports.iter().map(|report| report.findings.len()).sum();
    let seconds: f64 = reports.iter().map(|report| report.seconds).sum();
    format!(
        "| attack | tries | findings | time |\n|---|--:|--:|--:|\n{}\n| **all** | {tries} | {found} | {seconds:.0} s |",
        rows.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let order = Asked::read(&["--seconds", "7", "--seed", "3", "--only", "kill"]).unwrap();
        assert_eq!((order.seconds, order.seed, order.only.as_deref()), (Some(7), 3, Some("kill")));
        assert_eq!(Asked::read(&["--all"]).unwrap().seconds, None);
        assert_eq!(Asked::read(&[]).unwrap().seconds, Some(USUAL));
        for bad in [&["--seconds"][..], &["--seconds", "x"], &["--sleep"]] {
            assert!(Asked::read(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn every_attack_has_a_name_of_its_own() {
        let mut names: Vec<&str> = all().iter().map(|attack| attack.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(all().iter().all(|attack| attack.share > 0 && attack.most > 0));
    }

    #[test]
    fn the_table_adds_up() {
        let report = |tries, findings: &[&str]| Report {
            name: "x",
            tries,
            seconds: 1.0,
            findings: findings.iter().map(|&text| text.to_owned()).collect(),
        };
        let shown = table(&[report(3, &[]), report(4, &["a", "b"])]);
        assert!(shown.ends_with("| x | 4 | 2 | 1 s |\n| **all** | 7 | 2 | 2 s |"), "{shown}");
    }
}
