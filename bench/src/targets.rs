//! `targets`: puzzles on target per second, by method. `--seconds N` is the budget for one
//! target and method, `--methods a,b` which methods are compared, and whatever else stands
//! on the line are targets in place of the usual ones.

use crate::clock::Stopwatch;
use piste::generate::{self, Brief, generators, levels};
use piste::rating::Condition;

/// The paper's four bands of hsolve, and difficulties that are rare.
const TARGETS: [&str; 11] = [
    "hsolve 317..598",
    "hsolve 599..928",
    "hsolve 929..2761",
    "hsolve>2761",
    "hsolve>8000",
    "hsolve>20000",
    "umbrella=4",
    "umbrella=above",
    "colour=blue",
    "colour=black",
    "index-d 0.8..1.2",
];

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (mut seconds, mut methods, mut targets) =
        (5.0, vec!["reductive", "climb"], Vec::<String>::new());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--seconds" => {
                seconds = value()?.parse().map_err(|_| "--seconds needs a number")?;
            }
            "--methods" => methods = value()?.split(',').collect(),
            target => targets.push(target.to_owned()),
        }
    }
    if targets.is_empty() {
        targets = TARGETS.map(str::to_owned).to_vec();
        targets.extend(levels::ALL.map(|level| level.means.to_owned()));
    }
    println!("puzzles on target, at most {seconds} s each ({})", Stopwatch::what());
    println!("| target | method | made | a second | attempts a puzzle |");
    println!("|---|---|---|---|---|");
    for target in &targets {
        let condition: Condition = target.parse().map_err(|e| format!("{target}: {e}"))?;
        let brief = Brief { target: Some(condition), ..Brief::default() };
        for slug in &methods {
            let method = generators::by_slug(slug).ok_or(format!("no method {slug}"))?;
            let watch = Stopwatch::start();
            let (mut made, mut attempts) = (0, 0);
            while made < 2_000 && watch.elapsed().as_secs_f64() < seconds {
                made += u64::from(generate::attempt(method, &brief, 1, attempts).is_ok());
                attempts += 1;
            }
            let rate = made as f64 / watch.elapsed().as_secs_f64();
            let tries = attempts as f64 / made as f64;
            println!("| `{target}` | {slug} | {made} | {rate:.2} | {tries:.1} |");
        }
    }
    Ok(())
}
