//! Human logic: how fast each ladder is, whether every step is right, and how much the
//! outcome depends on how the grid is turned.
//!
//! - `logic [LADDER]`: puzzles a second, time a step and how many are solved, per ladder and set;
//! - `logic-soundness`: every step of every solve of 20,000 puzzles of all kinds against
//!   the solution, with every ladder; or of `--sample N` puzzles of each set;
//! - `logic-long`: how many of the hardest puzzles the teaching ladder and the long one explain without an
//!   exhaustive trial, of `--sample N` of each set (500);
//! - `logic-drift`: how often the outcome of a ladder changes under random symmetries.

use crate::clock::Stopwatch;
use crate::data;
use piste::logic::{Ladder, Outcome};
use piste::symmetry::Transformation;
use piste::{Board, Grid, Puzzle, Rng};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// The sets and how many of each are taken.
const SETS: [(&str, &str, usize); 6] = [
    ("easy", "kaggle_subset_oovm.txt", 4_000),
    ("medium", "levels_nyt.tsv", 800),
    ("random minimal", "random_minimal_100k.txt", 1_000),
    ("17 clues", "17_clue_49158.txt", 2_000),
    ("hard", "magictour_top1465.txt", 100),
    ("hardest", "forum_hardest_1106.txt", 20),
];

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (only, arguments) = match arguments {
        [ladder, rest @ ..] if Ladder::by_slug(ladder).is_some() => (Some(ladder), rest),
        all => (None, all),
    };
    let directory = data::directory(arguments)?;
    println!("ladders ({})", Stopwatch::what());
    println!(
        "{:12} {:16} {:>7} {:>10} {:>9} {:>9} {:>8}",
        "ladder", "set", "puzzles", "per second", "µs/solve", "ns/step", "solved"
    );
    for ladder in Ladder::ALL.iter().filter(|l| only.is_none_or(|only| l.slug == only)) {
        for (name, file, most) in SETS {
            let boards: Vec<Board> = set(&directory, file, most)?.iter().map(Board::from).collect();
            let (mut solves, mut steps, mut solved) = (0.0, 0.0, 0.0);
            let watch = Stopwatch::start();
            // The clock is coarse: go round until enough has passed.
            while watch.elapsed() < Duration::from_millis(200) {
                for (item, board) in boards.iter().enumerate() {
                    let solve = ladder.climb_with(board, &mut Rng::for_item(1, item as u64));
                    solves += 1.0;
                    steps += solve.steps().len() as f64;
                    solved += f64::from(u8::from(solve.outcome() == Outcome::Solved));
                }
            }
            let seconds = watch.elapsed().as_secs_f64();
            println!(
                "{:12} {name:16} {:>7} {:>10.0} {:>9.1} {:>9.0} {:>7.1}%",
                ladder.slug,
                boards.len(),
                solves / seconds,
                seconds * 1e6 / solves,
                seconds * 1e9 / steps,
                100.0 * solved / solves,
            );
        }
    }
    Ok(())
}

/// The puzzles of a set; of a publisher's table, those whose level is medium.
fn set(directory: &Path, file: &str, most: usize) -> Result<Vec<Grid>, String> {
    if !file.ends_with(".tsv") {
        return data::puzzles(directory, file, most);
    }
    let rows = data::table(&directory.join(file), ["level", "puzzle"])?;
    let medium = rows.into_iter().filter(|[level, _]| level == "medium").take(most);
    medium.map(|[_, puzzle]| puzzle.parse().map_err(|e| format!("{file}: {puzzle}: {e}"))).collect()
}

/// Reads `--sample N` before the other arguments.
fn sample(arguments: &[String], usual: usize) -> Result<(usize, &[String]), String> {
    match arguments {
        [flag, number, rest @ ..] if flag == "--sample" => {
            let number = number.parse().ok().filter(|number| *number > 0);
            Ok((number.ok_or("--sample: expected a whole number, 1 or more")?, rest))
        }
        all => Ok((usual, all)),
    }
}

pub(crate) fn soundness(arguments: &[String]) -> Result<(), String> {
    let (most, arguments) = sample(arguments, 4_000)?;
    let directory = data::directory(arguments)?;
    let (mut solves, mut steps) = (0u64, 0u64);
    let mut by_strategy: BTreeMap<&str, u64> = BTreeMap::new();
    let mut rng = Rng::new(20_000);
    let puzzles = mixed(&directory, most)?;
    for puzzle in &puzzles {
        for ladder in Ladder::ALL {
            let solve = ladder.climb_with(&Board::from(puzzle.grid()), &mut rng);
            if let Some(flaw) = solve.first_flaw(puzzle.solution()) {
                return Err(format!(
                    "{} on {puzzle}: {flaw:?}: {:?}",
                    ladder.slug,
                    solve.steps()[flaw.step]
                ));
            }
            if solve.outcome() == Outcome::Contradiction {
                return Err(format!("{} on {puzzle}: a contradiction", ladder.slug));
            }
            solves += 1;
            steps += solve.steps().len() as u64;
            for step in solve.steps() {
                *by_strategy.entry(step.strategy.slug).or_default() += 1;
            }
        }
    }
    println!("{} puzzles, {solves} solves, {steps} steps: no step is wrong", puzzles.len());
    for (slug, count) in by_strategy {
        println!("  {count:>9} {slug}");
    }
    Ok(())
}

pub(crate) fn long(arguments: &[String]) -> Result<(), String> {
    let (most, arguments) = sample(arguments, 500)?;
    let directory = data::directory(arguments)?;
    println!(
        "{:10} {:9} {:>8} {:>15} {:>14} {:>13}",
        "set", "ladder", "puzzles", "without trials", "trials/puzzle", "steps/puzzle"
    );
    let hardest = spread(data::set(&directory.join("forum_hardest_1905_11plus.txt"))?, most);
    let deep = data::table(&directory.join("te_oracle.tsv"), ["te_depth", "puzzle"])?;
    let deep = deep.iter().filter(|[depth, _]| depth == "2").filter_map(|row| row[1].parse().ok());
    let mut long_steps: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, grids) in [("SE 11+", hardest), ("T&E(2)", spread(deep.collect(), most))] {
        for ladder in [Ladder::TEACHING, Ladder::LONG] {
            let (mut plain, mut trials, mut steps) = (0, 0, 0);
            for grid in &grids {
                let solve = ladder.climb(&Board::from(grid));
                let is_trial = |slug: &str| slug == "exhaustive-trial";
                let tried = solve.steps().iter().filter(|step| is_trial(step.strategy.slug));
                let tried = tried.count();
                plain += usize::from(tried == 0);
                trials += tried;
                steps += solve.steps().len();
                let is_taught = |slug: &str| {
                    Ladder::TEACHING.strategies().any(|known| known.info().slug == slug)
                };
                for step in solve.steps().iter().filter(|step| !is_taught(step.strategy.slug)) {
                    *long_steps.entry(step.strategy.slug).or_default() += 1;
                }
            }
            let each = |count: usize| count as f64 / grids.len().max(1) as f64;
            println!(
                "{name:10} {:9} {:>8} {:>14.1}% {:>14.2} {:>13.1}",
                ladder.slug,
                grids.len(),
                100.0 * each(plain),
                each(trials),
                each(steps),
            );
        }
    }
    for (slug, count) in long_steps {
        println!("  {count:>9} {slug}");
    }
    Ok(())
}

/// At most so many, from all over the list.
fn spread(grids: Vec<Grid>, most: usize) -> Vec<Grid> {
    let step = grids.len().div_ceil(most.max(1)).max(1);
    grids.into_iter().step_by(step).collect()
}

/// Puzzles of all kinds, as many of each set as there are up to `most`.
fn mixed(directory: &Path, most: usize) -> Result<Vec<Puzzle>, String> {
    let files = [
        "kaggle_subset_oovm.txt",
        "random_minimal_100k.txt",
        "17_clue_49158.txt",
        "magictour_top1465.txt",
        "forum_hardest_1905_11plus.txt",
        "forum_hardest_1106.txt",
        "royle17_49151_original_order.txt",
    ];
    let mut puzzles = Vec::new();
    for file in files {
        let grids: Vec<Grid> = data::puzzles(directory, file, most)?;
        puzzles.extend(grids.iter().filter_map(|grid| Puzzle::prove(grid).ok()));
    }
    Ok(puzzles)
}

pub(crate) fn drift(arguments: &[String]) -> Result<(), String> {
    const IMAGES: u64 = 8;
    let directory = data::directory(arguments)?;
    let puzzles = mixed(&directory, 60)?;
    println!("{:12} {:>8} {:>10} {:>16}", "ladder", "puzzles", "images", "outcome differs");
    for ladder in Ladder::ALL {
        let mut differs = 0;
        for (item, puzzle) in puzzles.iter().enumerate() {
            let mut rng = Rng::for_item(8, item as u64);
            let outcome = ladder.climb_with(&Board::from(puzzle.grid()), &mut rng).outcome();
            let changed = (0..IMAGES).any(|_| {
                let image = Transformation::random(&mut rng).grid(puzzle.grid());
                ladder.climb_with(&Board::from(&image), &mut rng).outcome() != outcome
            });
            differs += u32::from(changed);
        }
        println!(
            "{:12} {:>8} {:>10} {:>9} ({:.2} %)",
            ladder.slug,
            puzzles.len(),
            IMAGES,
            differs,
            100.0 * f64::from(differs) / puzzles.len() as f64
        );
    }
    Ok(())
}
