//! How fast the exact solvers answer, and whether they agree.
//!
//! For each set of puzzles: thousand verdicts ("none, one or several?", so up to two
//! solutions) per second of one core, and guesses per puzzle. The default engine takes
//! whole sets, one by one and as a batch, and so does the portable one; the slower ones take
//! a sample spread over the set, and the default engine's figure on the same sample stands
//! beside theirs. Puzzles are permuted first, each in its own random way, because the order
//! of a published set may suit one engine or another.
//!
//! The puzzles go by in chunks of four. Each chunk is timed in several passes and its
//! fastest time counts, because a busy neighbour can only ever add to it. Every chunk has
//! been seen before it counts, so the figures are those of warm caches.
//!
//! ```text
//! cargo run --release -p bench -- search [--data DIR] [--only NAME] [--validate]
//! ```
//!
//! `--validate` measures nothing: it asks the engines about the puzzles and reports where
//! they differ. Bands, Portable and Links take every puzzle, Plain every hundredth.

use crate::data::{self, SETS};
use piste_core::search::{Engine, Verdict};
use piste_core::symmetry::Transformation;
use piste_core::{Grid, Puzzle, Rng, Solution};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Making full grids from nothing.
const RANDOM: &str = "random";

/// Telling whether a puzzle is minimal.
const MINIMAL: &str = "minimal";

struct Options {
    data: PathBuf,
    only: Option<String>,
    validate: bool,
}

/// The subcommand `search`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    answer(arguments).map_err(|error| error.to_string())
}

fn answer(arguments: &[String]) -> Outcome<()> {
    let options = options(arguments.iter().cloned())?;
    let mut out = std::io::stdout().lock();
    let wanted = |name: &str| options.only.as_ref().is_none_or(|only| only == name);
    if !options.validate {
        writeln!(out, "{:>28} {:>8} {:>10} {:>14}", "", "items", "k/s", "guesses/item")?;
    }
    for set in SETS.into_iter().filter(|set| wanted(set)) {
        let mut rng = Rng::new(1);
        let mut puzzles = data::set(&options.data.join(format!("{set}.txt")))?;
        for puzzle in &mut puzzles {
            *puzzle = Transformation::random(&mut rng).grid(puzzle);
        }
        if options.validate {
            validate(&mut out, set, &puzzles)?;
        } else {
            measure_set(&mut out, set, &puzzles)?;
        }
    }
    if wanted(RANDOM) && !options.validate {
        measure_random(&mut out)?;
    }
    if wanted(MINIMAL) && !options.validate {
        measure_minimal(&mut out, &data::set(&options.data.join("random_minimal_100k.txt"))?)?;
    }
    Ok(())
}

fn options(mut args: impl Iterator<Item = String>) -> Outcome<Options> {
    let data = std::env::var_os("PISTE_DATA").map_or("../shared/data".into(), PathBuf::from);
    let mut options = Options { data, only: None, validate: false };
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--data" => options.data = args.next().ok_or("--data wants a directory")?.into(),
            "--only" => {
                let only = args.next().ok_or("--only wants a name")?;
                let mut names = SETS.into_iter().chain([RANDOM, MINIMAL]);
                if !names.any(|name| name == only) {
                    let names = SETS.join(", ");
                    return Err(format!("no {only}; there are {names}, {RANDOM}, {MINIMAL}").into());
                }
                options.only = Some(only);
            }
            "--validate" => options.validate = true,
            other => return Err(format!("unexpected argument {other}").into()),
        }
    }
    Ok(options)
}

/// What came of a measurement.
struct Figure {
    items: usize,
    per_second: f64,
    guesses: u64,
}

impl Figure {
    fn write(&self, out: &mut impl Write, name: &str) -> std::io::Result<()> {
        let guesses = self.guesses as f64 / self.items as f64;
        let thousands = self.per_second / 1e3;
        writeln!(out, "{name:>28} {:8} {thousands:10.2} {guesses:14.2}", self.items)
    }
}

/// Measures `work` (which tells its guesses) on all items: the fastest of several passes,
/// chunk by chunk, until at least a second has gone by or twenty passes.
fn measure<T>(items: &[T], mut work: impl FnMut(&T) -> u64) -> Figure {
    let mut best = vec![Duration::MAX; items.len().div_ceil(4)];
    let mut guesses = 0;
    let begin = Instant::now();
    for pass in 0..20 {
        if pass >= 3 && begin.elapsed() > Duration::from_secs(1) {
            break;
        }
        guesses = 0;
        for (chunk, best) in items.chunks(4).zip(&mut best) {
            let start = Instant::now();
            guesses += chunk.iter().map(&mut work).sum::<u64>();
            *best = start.elapsed().min(*best);
        }
    }
    let total: Duration = best.iter().sum();
    Figure { items: items.len(), per_second: items.len() as f64 / total.as_secs_f64(), guesses }
}

fn measure_set(out: &mut impl Write, set: &str, puzzles: &[Grid]) -> Outcome<()> {
    let verdicts = |engine: Engine, puzzles: &[Grid]| {
        measure(puzzles, |grid| std::hint::black_box(engine.stats(grid, 2)).guesses)
    };
    verdicts(Engine::default(), puzzles).write(out, set)?;
    measure_batch(puzzles).write(out, "the same, as a batch")?;
    verdicts(Engine::Portable, puzzles).write(out, "the same, portable lanes")?;
    for (engine, wanted) in [(Engine::Links, 200), (Engine::Plain, 20)] {
        let sample: Vec<Grid> =
            puzzles.iter().step_by((puzzles.len() / wanted).max(1)).take(wanted).copied().collect();
        for engine in [engine, Engine::default()] {
            verdicts(engine, &sample).write(out, &format!("{engine:?}, sample"))?;
        }
    }
    Ok(())
}

/// The default engine, 64 puzzles to a call.
fn measure_batch(puzzles: &[Grid]) -> Figure {
    let calls: Vec<&[Grid]> = puzzles.chunks(64).collect();
    let figure = measure(&calls, |call| {
        let mut guesses = 0;
        Engine::default().verdicts(call.iter().copied(), |_, verdict, stats| {
            std::hint::black_box(verdict);
            guesses += stats.guesses;
        });
        guesses
    });
    let per_call = puzzles.len() as f64 / calls.len() as f64;
    Figure { items: puzzles.len(), per_second: figure.per_second * per_call, ..figure }
}

fn measure_random(out: &mut impl Write) -> Outcome<()> {
    for (engine, count) in [(Engine::Bands, 20_000), (Engine::Links, 1_000), (Engine::Plain, 200)] {
        let seeds: Vec<u64> = (0..count).collect();
        let figure = measure(&seeds, |&seed| {
            let mut rng = Rng::new(seed);
            engine.search(&Grid::EMPTY, Some(&mut rng), |_| ControlFlow::Break(())).guesses
        });
        figure.write(out, &format!("{RANDOM} full grids, {engine:?}"))?;
    }
    Ok(())
}

/// Minimality of proved puzzles: one question for each given.
fn measure_minimal(out: &mut impl Write, puzzles: &[Grid]) -> Outcome<()> {
    let puzzles: Vec<Puzzle> =
        puzzles.iter().step_by(20).map(Puzzle::prove).collect::<Result<_, _>>()?;
    let mut redundant = 0;
    let figure = measure(&puzzles, |puzzle| {
        redundant += puzzle.redundant().count();
        0
    });
    if redundant > 0 {
        return Err(format!("{redundant} givens of minimal puzzles found redundant").into());
    }
    figure.write(out, MINIMAL)?;
    Ok(())
}

fn validate(out: &mut impl Write, set: &str, puzzles: &[Grid]) -> Outcome<()> {
    let mut different = 0;
    let mut several = 0;
    for (i, grid) in puzzles.iter().enumerate() {
        let bands = Engine::Bands.verdict(grid);
        several += usize::from(matches!(bands, Verdict::Many(_)));
        let others = [Engine::Portable, Engine::Links, Engine::Plain];
        for engine in others.into_iter().take(if i % 100 == 0 { 3 } else { 2 }) {
            let verdict = engine.verdict(grid);
            if !agree(grid, &bands, &verdict) {
                different += 1;
                writeln!(out, "{set}: {grid}: Bands {bands:?}, {engine:?} {verdict:?}")?;
            }
        }
    }
    let count = puzzles.len();
    writeln!(out, "{set}: {count} puzzles, {several} not unique, {different} differ")?;
    if different > 0 { Err("the engines disagree".into()) } else { Ok(()) }
}

/// Whether two verdicts say the same. Two pairs of solutions may differ, if all fit.
fn agree(grid: &Grid, one: &Verdict, other: &Verdict) -> bool {
    let fits = |[a, b]: &[Solution; 2]| a != b && a.agrees_with(grid) && b.agrees_with(grid);
    match (one, other) {
        (Verdict::Many(one), Verdict::Many(other)) => fits(one) && fits(other),
        _ => one == other,
    }
}
