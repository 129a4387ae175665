//! `directed`: how long it takes to make a puzzle that needs a strategy, for each strategy of
//! the teaching ladder. `--seconds N` is the budget for one strategy, `--count N` how many
//! puzzles are made of each, `--hardest` asks for puzzles that need nothing harder either,
//! `--only SLUG` looks at one strategy. `--survey N` tells instead in how many of N
//! puzzles that were made without a wish each strategy is needed.

use crate::clock::Stopwatch;
use piste::Board;
use piste::generate::{self, Brief, generators};
use piste::logic::Ladder;

/// What to measure.
struct Asked {
    seconds: f64,
    count: usize,
    hardest: bool,
    only: Option<String>,
    survey: Option<u64>,
}

fn asked(arguments: &[String]) -> Result<Asked, String> {
    let mut asked = Asked { seconds: 20.0, count: 10, hardest: false, only: None, survey: None };
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{flag} needs a value"));
        let bad = |_| format!("{flag} needs a number");
        match flag.as_str() {
            "--seconds" => asked.seconds = value()?.parse().map_err(bad)?,
            "--count" => asked.count = value()?.parse().map_err(|_| "--count needs a number")?,
            "--hardest" => asked.hardest = true,
            "--survey" => {
                asked.survey = Some(value()?.parse().map_err(|_| "--survey needs a number")?);
            }
            "--only" => asked.only = Some(value()?.clone()),
            _ => return Err(format!("{flag} is not one of --seconds --count --hardest --only")),
        }
    }
    Ok(asked)
}

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let asked = asked(arguments)?;
    if let Some(count) = asked.survey {
        return survey(count);
    }
    let method = generators::by_slug("directed").ok_or("there is no method directed")?;
    let what = if asked.hardest { "hardest is" } else { "must use" };
    println!("directed, {what}: {} puzzles of each ({})", asked.count, Stopwatch::what());
    println!("| strategy | seconds a puzzle | attempts a puzzle | made | givens |");
    println!("|---|---|---|---|---|");
    for strategy in Ladder::TEACHING.strategies() {
        let slug = strategy.info().slug;
        if asked.only.as_ref().is_some_and(|only| only != slug) {
            continue;
        }
        let mut brief = Brief::default();
        if asked.hardest {
            brief.hardest_is = Some([slug; 2]);
        } else {
            brief.must_use = vec![slug];
        }
        let watch = Stopwatch::start();
        let (mut made, mut attempts, mut givens) = (0, 0, 0);
        while made < asked.count && watch.elapsed().as_secs_f64() < asked.seconds {
            if let Ok(found) = generate::attempt(method, &brief, 1, attempts) {
                made += 1;
                givens += found.puzzle.grid().filled().len();
            }
            attempts += 1;
        }
        let seconds = watch.elapsed().as_secs_f64();
        if made == 0 {
            println!("| {slug} | > {seconds:.0} | > {attempts} | 0 | |");
            continue;
        }
        let each = |all: f64| all / made as f64;
        println!(
            "| {slug} | {:.3} | {:.1} | {made} | {:.1} |",
            each(seconds),
            each(attempts as f64),
            each(givens as f64)
        );
    }
    Ok(())
}

/// In how many of so many minimal puzzles each strategy is needed.
fn survey(count: u64) -> Result<(), String> {
    let method = generators::by_slug("reductive").ok_or("there is no method reductive")?;
    let slugs: Vec<&str> = Ladder::TEACHING.strategies().map(|s| s.info().slug).collect();
    let mut needed = vec![0; slugs.len()];
    for number in 0..count {
        let made = generate::attempt(method, &Brief::default(), 1, number);
        let made = made.map_err(|miss| miss.to_string())?;
        let solve = Ladder::TEACHING.climb(&Board::from(made.puzzle.grid()));
        for (slug, needed) in slugs.iter().zip(&mut needed) {
            *needed += u32::from(solve.steps().iter().any(|step| step.strategy.slug == *slug));
        }
    }
    for (slug, needed) in slugs.iter().zip(needed) {
        println!("{slug:32} {needed:>6} of {count}");
    }
    Ok(())
}
