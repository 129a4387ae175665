//! piste beside other solvers, in one run on one machine: `compare`.
//!
//! ```text
//! cargo run --release -p bench -- compare --config rivals.toml [--sets DIR] [--only SET,…]
//!     [--with NAME,…] [--rounds 11] [--milliseconds 100] [--limit 2] [--seed 1] [--record NAME]
//! ```
//!
//! Rivals are drivers in processes of their own, named in a small file ([`config`]); our own
//! engines are asked through the same protocol ([`driver`]). Each round deals one batch of shuffled
//! and transformed puzzles ([`deck`]) and gives it to all in turn, beginning with another
//! each time. The first round warms up and does not count, and every answer of every round is
//! compared with ours. `--sets` takes all `.txt` files of a folder, with a puzzle on each line;
//! without it the seven usual sets are taken from the data directory, and the column `full grids`
//! and `minimal puzzles` are measured too. `--record NAME` keeps the figures in
//! `bench/record/<date>-NAME.csv`.
//!
//! What is timed, and what is unfair about it all the same, is in `bench/METHODOLOGY.md`.

mod config;
mod deck;
pub(crate) mod driver;
mod figures;
pub(crate) mod record;
mod rival;

use crate::clock::Stopwatch;
use crate::data;
use config::{Entry, Task};
use deck::Deck;
use figures::{Column, Field, Series};
use piste_core::search::Engine;
use piste_core::{Grid, Puzzle, Rng, Solution};
use rival::Rival;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The columns of what is made, beside the sets of puzzles.
const MAKING: [(&str, Task); 2] = [("full grids", Task::Full), ("minimal puzzles", Task::Minimal)];

struct Options {
    config: Option<PathBuf>,
    sets: Option<PathBuf>,
    /// Columns to measure; all, if none.
    only: Vec<String>,
    /// Who takes part; all, if none.
    with: Vec<String>,
    rounds: u64,
    /// How long a batch should take our default engine.
    batch: Duration,
    limit: usize,
    seed: u64,
    record: Option<String>,
}

/// The subcommand `compare`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let options = options(arguments)?;
    let mut rivals = start(&options)?;
    let facts = facts(&options);
    facts.iter().for_each(|fact| println!("{fact}"));
    println!();
    let mut solving = Vec::new();
    for (name, path) in sets(&options)? {
        let deck = Deck::new(data::set(&path)?, Rng::for_item(options.seed, solving.len() as u64));
        solving.push(solve_set(&options, &mut rivals, name, deck)?);
    }
    let mut making = Vec::new();
    for (name, task) in MAKING.into_iter().filter(|(name, _)| wanted(&options.only, name)) {
        if options.sets.is_none() && rivals.iter().any(|rival| rival.asks(task)) {
            making.push(make_all(&options, &mut rivals, name, task)?);
        }
    }
    let entries: Vec<&Entry> = rivals.iter().map(|rival| &rival.entry).collect();
    let field = Field {
        names: entries.iter().map(|entry| entry.name.as_str()).collect(),
        ours: entries.iter().map(|entry| entry.ours).collect(),
    };
    if !solving.is_empty() {
        print!("{}", figures::tables(&field, &solving, 1e3, "thousand a second"));
    }
    if !making.is_empty() {
        print!("{}", figures::tables(&field, &making, 1.0, "made a second"));
    }
    if let Some(name) = &options.record {
        let path = record::path(&format!("{name}.csv"));
        solving.append(&mut making);
        let text = record::csv(&facts, &entries, &solving)?;
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("recorded in {}", path.display());
    }
    Ok(())
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        config: None,
        sets: None,
        only: Vec::new(),
        with: Vec::new(),
        rounds: 11,
        batch: Duration::from_millis(100),
        limit: 2,
        seed: 1,
        record: None,
    };
    let mut arguments = arguments.iter();
    while let Some(flag) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{flag} wants a value"))?;
        let number = || value.parse::<u64>().map_err(|e| format!("{flag} {value}: {e}"));
        let list = || value.split(',').map(str::to_owned).collect();
        match flag.as_str() {
            "--config" => options.config = Some(value.into()),
            "--sets" => options.sets = Some(value.into()),
            "--only" => options.only = list(),
            "--with" => options.with = list(),
            "--rounds" => options.rounds = number()?.max(1),
            "--milliseconds" => options.batch = Duration::from_millis(number()?.max(1)),
            "--limit" => options.limit = number()?.clamp(1, 9) as usize,
            "--seed" => options.seed = number()?,
            "--record" => options.record = Some(value.clone()),
            _ => return Err(format!("what is {flag}?")),
        }
    }
    Ok(options)
}

fn wanted(only: &[String], name: &str) -> bool {
    only.is_empty() || only.iter().any(|only| only == name)
}

fn facts(options: &Options) -> Vec<String> {
    let mut facts = record::machine();
    facts.extend(record::versions());
    facts.push(format!(
        "seed {}, {} rounds of batches of {} ms, up to {} solutions, puzzles shuffled and transformed",
        options.seed,
        options.rounds,
        options.batch.as_millis(),
        options.limit,
    ));
    facts
}

/// Starts all who take part. A rival that does not start is left out, loudly.
fn start(options: &Options) -> Result<Vec<Rival>, String> {
    let mut entries = config::ours()?;
    if let Some(path) = &options.config {
        entries.extend(config::rivals(path)?);
    }
    let mut rivals = Vec::new();
    for entry in entries.into_iter().filter(|entry| wanted(&options.with, &entry.name)) {
        if entry.name == "piste-batch" && options.limit != 2 {
            eprintln!(
                "SKIPPED: piste-batch: verdicts look for two solutions, no more and no fewer"
            );
            continue;
        }
        match Rival::start(entry) {
            Ok(rival) => rivals.push(rival),
            Err(why) => eprintln!("SKIPPED: {why}"),
        }
    }
    if rivals.is_empty() { Err("nobody takes part".to_owned()) } else { Ok(rivals) }
}

/// The name and file of each set.
fn sets(options: &Options) -> Result<Vec<(String, PathBuf)>, String> {
    let all: Vec<PathBuf> = match &options.sets {
        None => {
            let folder = data::directory(&[])?;
            data::SETS.iter().map(|name| folder.join(format!("{name}.txt"))).collect()
        }
        Some(folder) => {
            let told = |e: std::io::Error| format!("{}: {e}", folder.display());
            let files = std::fs::read_dir(folder).map_err(told)?;
            let mut files: Vec<PathBuf> = files
                .map(|file| file.map(|file| file.path()))
                .collect::<Result<_, _>>()
                .map_err(told)?;
            files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
            files.sort();
            files
        }
    };
    let named = all.into_iter().map(|path| (stem(&path), path));
    Ok(named.filter(|(name, _)| wanted(&options.only, name)).collect())
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Goes through the rounds: in each, whoever is `asked` has a turn, another first each time.
fn rounds(
    rounds: u64,
    rivals: &mut [Rival],
    asked: impl Fn(&Rival) -> bool,
    mut turn: impl FnMut(u64, usize, &mut Rival) -> Result<(), String>,
) -> Result<(), String> {
    let places: Vec<usize> = (0..rivals.len()).filter(|&i| asked(&rivals[i])).collect();
    for round in 0..=rounds {
        for k in 0..places.len() {
            let i = places[(k + round as usize) % places.len()];
            turn(round, i, &mut rivals[i])?;
        }
    }
    Ok(())
}

/// One column: a set of puzzles.
fn solve_set(
    options: &Options,
    rivals: &mut [Rival],
    name: String,
    mut deck: Deck,
) -> Result<Column, String> {
    let limit = options.limit;
    let count = batch_size(&mut deck, options);
    eprintln!("{name}: batches of {count}");
    let mut series: Vec<Option<Series>> = vec![None; rivals.len()];
    let mut dealt: Option<(u64, Vec<Grid>, String)> = None;
    rounds(
        options.rounds,
        rivals,
        |rival| rival.asks(Task::Solve),
        |round, i, rival| {
            if dealt.as_ref().is_none_or(|(of, ..)| *of != round) {
                let batch = deck.deal(count);
                let counts = expected(&batch, limit);
                dealt = Some((round, batch, counts));
            }
            let Some((_, batch, counts)) = &dealt else { return Ok(()) };
            let solved = rival.solve(limit, batch)?;
            let series = series[i].get_or_insert_default();
            series.wrong += complain(&rival.entry.name, batch, counts, &solved.counts);
            if round > 0 {
                series.rates.push(batch.len() as f64 / solved.time.as_secs_f64());
                series.items += batch.len() as u64;
                series.guesses =
                    solved.guesses.map(|guesses| guesses + series.guesses.unwrap_or(0));
            }
            Ok(())
        },
    )?;
    Ok(Column { name, series })
}

/// As many puzzles as take our default engine about the time of a batch.
fn batch_size(deck: &mut Deck, options: &Options) -> usize {
    let mut count = 100;
    loop {
        let batch = deck.deal(count);
        let watch = Stopwatch::start();
        expected(&batch, options.limit);
        let time = watch.elapsed();
        if time > Duration::from_millis(5) {
            let wanted = count as f64 * options.batch.as_secs_f64() / time.as_secs_f64();
            return (wanted as usize).max(20);
        }
        count *= 4;
    }
}

/// Our own answers to a batch.
fn expected(batch: &[Grid], limit: usize) -> String {
    let count = |grid| char::from(b'0' + Engine::default().count(grid, limit as u64) as u8);
    batch.iter().map(count).collect()
}

/// How many answers differ from ours; the first is shown.
fn complain(name: &str, batch: &[Grid], ours: &str, theirs: &str) -> u64 {
    let pairs = ours.chars().zip(theirs.chars());
    let mut wrong = batch.iter().zip(pairs).filter(|(_, (ours, theirs))| ours != theirs);
    let Some((grid, (expected, got))) = wrong.next() else { return 0 };
    eprintln!("WRONG: {name} says {got} where we say {expected}: {grid}");
    1 + wrong.count() as u64
}

/// One column: grids made. Everybody makes as many as fit into the time of a batch.
fn make_all(
    options: &Options,
    rivals: &mut [Rival],
    name: &str,
    task: Task,
) -> Result<Column, String> {
    eprintln!("{name}");
    let mut series: Vec<Option<Series>> = vec![None; rivals.len()];
    let mut counts = vec![20; rivals.len()];
    rounds(
        options.rounds,
        rivals,
        |rival| rival.asks(task),
        |round, i, rival| {
            let seed = options.seed.wrapping_add(round);
            let made = rival.make(task, counts[i], seed)?;
            let series = series[i].get_or_insert_default();
            series.wrong += misfits(&rival.entry.name, task, &made.grids);
            let rate = made.grids.len() as f64 / made.time.as_secs_f64();
            if round == 0 {
                counts[i] = ((rate * options.batch.as_secs_f64()) as usize).max(5);
            } else {
                series.rates.push(rate);
                series.items += made.grids.len() as u64;
            }
            Ok(())
        },
    )?;
    Ok(Column { name: name.to_owned(), series })
}

/// How many grids are not what was asked for; the first is shown.
fn misfits(name: &str, task: Task, grids: &[Grid]) -> u64 {
    let fits = |grid: &&Grid| match task {
        Task::Full => Solution::new(grid).is_some(),
        _ => Puzzle::prove(grid).is_ok_and(|puzzle| puzzle.is_minimal()),
    };
    let mut wrong = grids.iter().filter(|grid| !fits(grid));
    let Some(grid) = wrong.next() else { return 0 };
    eprintln!("WRONG: {name} made {grid}");
    1 + wrong.count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_are_counted() {
        let batch = [Grid::EMPTY; 4];
        assert_eq!(expected(&batch, 2), "2222");
        assert_eq!(complain("right", &batch, "2222", "2222"), 0);
        assert_eq!(complain("wrong", &batch, "2222", "1202"), 2);
    }

    #[test]
    fn grids_that_are_not_full_or_not_minimal_are_misfits() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let full = Puzzle::prove(&puzzle).unwrap().solution().grid();
        assert_eq!(misfits("", Task::Full, &[full, puzzle]), 1);
        let minimal: Grid =
            ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
                .parse()
                .unwrap();
        assert_eq!(misfits("", Task::Minimal, &[full, minimal, Grid::EMPTY]), 2);
    }

    #[test]
    fn options_are_told_apart_from_mistakes() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let taken = options(&words("--only a,b --rounds 0 --limit 99")).unwrap();
        assert_eq!((taken.only.len(), taken.rounds, taken.limit), (2, 1, 9));
        for mistake in ["--sede 1", "--seed", "--seed x"] {
            assert!(options(&words(mistake)).is_err(), "{mistake}");
        }
    }
}
