//! Human logic: how fast each ladder is, whether every step is right, and how much the
//! outcome depends on how the grid is turned.
//!
//! - `logic [LADDER]`: puzzles a second, time a step and how many are solved, per ladder and set;
//! - `logic-soundness`: every step of every solve of 20,000 puzzles of all kinds against
//!   the solution, with every ladder; or of `--sample N` puzzles of each set, `--hardest N` of the two hardest sets, with
//!   `--ladder SLUG` alone, from the puzzle after the first `--skip N` on;
//! - `logic-long`: how many of the hardest puzzles the teaching ladder and the long one explain without trials, with trials that
//!   are told to their end, and with exhaustive ones; of `--sample N` of each set (500), and of the puzzles of `--deep FILE`;
//! - `logic-patterns`: for each strategy that only the long ladder has, how many puzzles of `--puzzles FILE` need it, and
//!   `--show N` of them (1), those first in whose solve it is the hardest;
//! - `logic-drift`: how often the outcome of a ladder changes under random symmetries.

use crate::clock::Stopwatch;
use crate::data;
use piste::logic::{Family, Info, Ladder, Outcome};
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
                    let solve =
                        ladder.climb_with(board, &mut Rng::for_item(1, item as u64), &mut || false);
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

/// The value of an option, taken out of the arguments.
pub(crate) fn option(arguments: &mut Vec<String>, name: &str) -> Result<Option<String>, String> {
    let Some(at) = arguments.iter().position(|argument| argument == name) else { return Ok(None) };
    let taken: Vec<String> = arguments.drain(at..arguments.len().min(at + 2)).collect();
    taken.into_iter().nth(1).map(Some).ok_or(format!("{name}: a value is missing"))
}

/// The same for a whole number.
pub(crate) fn number(
    arguments: &mut Vec<String>,
    name: &str,
    usual: usize,
) -> Result<usize, String> {
    let value = option(arguments, name)?.map(|value| value.parse());
    value.map_or(Ok(usual), |value| value.map_err(|_| format!("{name}: expected a whole number")))
}

pub(crate) fn soundness(arguments: &[String]) -> Result<(), String> {
    let mut arguments = arguments.to_vec();
    let most = number(&mut arguments, "--sample", 4_000)?;
    let hardest = number(&mut arguments, "--hardest", most)?;
    let skip = number(&mut arguments, "--skip", 0)?;
    let ladders = match option(&mut arguments, "--ladder")? {
        Some(slug) => vec![Ladder::by_slug(&slug).ok_or(format!("--ladder: no ladder {slug}"))?],
        None => Ladder::ALL.to_vec(),
    };
    let directory = data::directory(&arguments)?;
    let (mut solves, mut steps) = (0u64, 0u64);
    let mut by_strategy: BTreeMap<&str, u64> = BTreeMap::new();
    let mut rng = Rng::new(20_000);
    let puzzles = mixed(&directory, most, hardest)?;
    for (at, puzzle) in puzzles.iter().enumerate().skip(skip) {
        if at % 1_000 == 0 && at > skip {
            eprintln!("{at} puzzles: {steps} steps, none is wrong");
        }
        for ladder in &ladders {
            let solve = ladder.climb_with(&Board::from(puzzle.grid()), &mut rng, &mut || false);
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
    let count = puzzles.len().saturating_sub(skip);
    println!("{count} puzzles, {solves} solves, {steps} steps: no step is wrong");
    for (slug, count) in by_strategy {
        println!("  {count:>9} {slug}");
    }
    Ok(())
}

/// How far a solve had to go: the worst of its steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// Patterns and chains.
    Patterns,
    /// Trials by singles, one digit at a time: whips, braids, contradiction chains, guesses.
    Trials,
    /// Trials inside trials, told to their end.
    Nested,
    /// Trials of which only the outcome is told.
    Exhaustive,
}

impl Reach {
    fn of(strategy: &Info) -> Reach {
        match strategy.slug {
            "exhaustive-trial" => Reach::Exhaustive,
            "split-trial" | "nested-trial" => Reach::Nested,
            _ if strategy.family == Family::Trials => Reach::Trials,
            _ => Reach::Patterns,
        }
    }
}

pub(crate) fn long(arguments: &[String]) -> Result<(), String> {
    let mut arguments = arguments.to_vec();
    let most = number(&mut arguments, "--sample", 500)?;
    let deepest = option(&mut arguments, "--deep")?;
    let directory = data::directory(&arguments)?;
    println!(
        "{:10} {:9} {:>8} {:>9} {:>8} {:>8} {:>11} {:>13}",
        "set", "ladder", "puzzles", "patterns", "+trials", "+nested", "exhaustive", "steps/puzzle"
    );
    let hardest = spread(data::set(&directory.join("forum_hardest_1905_11plus.txt"))?, most);
    let deep = data::table(&directory.join("te_oracle.tsv"), ["te_depth", "puzzle"])?;
    let deep = deep.iter().filter(|[depth, _]| depth == "2").filter_map(|row| row[1].parse().ok());
    let mut sets = vec![("SE 11+", hardest), ("T&E(2)", spread(deep.collect(), most))];
    if let Some(file) = deepest {
        sets.push(("T&E(3)", spread(data::set(Path::new(&file))?, most)));
    }
    let mut long_steps: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, grids) in sets {
        for ladder in [Ladder::TEACHING, Ladder::LONG] {
            let (mut reached, mut trials, mut steps) = ([0; 4], 0, 0);
            for grid in &grids {
                let solve = ladder.climb(&Board::from(grid));
                let all = || solve.steps().iter().map(|step| Reach::of(step.strategy));
                let worst = all().max().unwrap_or(Reach::Patterns);
                (worst as usize..4).for_each(|reach| reached[reach] += 1);
                trials += all().filter(|reach| *reach == Reach::Exhaustive).count();
                steps += solve.steps().len();
                for step in solve.steps().iter().filter(|step| is_rare(step.strategy.slug)) {
                    *long_steps.entry(step.strategy.slug).or_default() += 1;
                }
            }
            let each = |count: usize| count as f64 / grids.len().max(1) as f64;
            let share = |reach: Reach| 100.0 * each(reached[reach as usize]);
            println!(
                "{name:10} {:9} {:>8} {:>8.1}% {:>7.1}% {:>7.1}% {:>11.2} {:>13.1}",
                ladder.slug,
                grids.len(),
                share(Reach::Patterns),
                share(Reach::Trials),
                share(Reach::Nested),
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

/// Whether only the long ladder has the strategy.
fn is_rare(slug: &str) -> bool {
    let has = |ladder: Ladder<'_>| ladder.strategies().any(|known| known.info().slug == slug);
    has(Ladder::LONG) && !has(Ladder::TEACHING)
}

pub(crate) fn patterns(arguments: &[String]) -> Result<(), String> {
    let mut arguments = arguments.to_vec();
    let file = option(&mut arguments, "--puzzles")?.ok_or("--puzzles FILE: which puzzles?")?;
    let show = number(&mut arguments, "--show", 1)?;
    let grids = data::set(Path::new(&file))?;
    let order: Vec<&str> = Ladder::LONG.strategies().map(|known| known.info().slug).collect();
    let place = |slug: &str| order.iter().position(|known| *known == slug);
    // For each strategy the puzzles, with the place of the hardest strategy of their solves.
    let mut found: BTreeMap<&str, Vec<(Option<usize>, &Grid)>> = BTreeMap::new();
    for grid in &grids {
        let solve = Ladder::LONG.climb(&Board::from(grid));
        let mut slugs: Vec<&str> = solve.steps().iter().map(|step| step.strategy.slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        let hardest = slugs.iter().filter_map(|slug| place(slug)).max();
        for slug in slugs.into_iter().filter(|slug| is_rare(slug)) {
            found.entry(slug).or_default().push((hardest, grid));
        }
    }
    println!("{} puzzles", grids.len());
    for slug in order.iter().filter(|slug| is_rare(slug)) {
        let mut all = found.remove(slug).unwrap_or_default();
        all.sort_by_key(|(hardest, _)| *hardest);
        let alone = all.iter().filter(|(hardest, _)| *hardest == place(slug)).count();
        println!("{:>7} need {slug}, of {alone} it is the hardest", all.len());
        for (hardest, grid) in all.iter().take(show) {
            let hardest = hardest.map_or("", |place| order[place]);
            println!("        {grid} {hardest}");
        }
    }
    Ok(())
}

/// At most so many, from all over the list.
fn spread(grids: Vec<Grid>, most: usize) -> Vec<Grid> {
    let step = grids.len().div_ceil(most.max(1)).max(1);
    grids.into_iter().step_by(step).collect()
}

/// Puzzles of all kinds, as many of each set as there are up to `most`, of the hardest ones up to `hardest`.
fn mixed(directory: &Path, most: usize, hardest: usize) -> Result<Vec<Puzzle>, String> {
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
        let most = if file.starts_with("forum_hardest") { hardest } else { most };
        let grids: Vec<Grid> = data::puzzles(directory, file, most)?;
        puzzles.extend(grids.iter().filter_map(|grid| Puzzle::prove(grid).ok()));
    }
    Ok(puzzles)
}

pub(crate) fn drift(arguments: &[String]) -> Result<(), String> {
    const IMAGES: u64 = 8;
    let directory = data::directory(arguments)?;
    let puzzles = mixed(&directory, 60, 60)?;
    println!("{:12} {:>8} {:>10} {:>16}", "ladder", "puzzles", "images", "outcome differs");
    for ladder in Ladder::ALL {
        let mut differs = 0;
        for (item, puzzle) in puzzles.iter().enumerate() {
            let mut rng = Rng::for_item(8, item as u64);
            let outcome =
                ladder.climb_with(&Board::from(puzzle.grid()), &mut rng, &mut || false).outcome();
            let changed = (0..IMAGES).any(|_| {
                let image = Transformation::random(&mut rng).grid(puzzle.grid());
                ladder.climb_with(&Board::from(&image), &mut rng, &mut || false).outcome()
                    != outcome
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
