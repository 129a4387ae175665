//! The metrics: how many puzzles they rate in a second.
//!
//! - `rate-hsolve`: 20 runs of hsolve a puzzle, by set, with the mean of the values and
//!   what came out; then the Riddle of Sho with many runs.

use crate::clock::Stopwatch;
use crate::data;
use piste::rating::metrics::hsolve::{HSOLVE, Hsolve, Measure};
use piste::{Board, Grid, Rng};
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

/// The sets and how many of each are taken.
const SETS: [(&str, &str, usize); 7] = [
    ("newspaper", "levels_nyt.tsv", 2_000),
    ("magazine", "levels_krazydad_sample700.tsv", 700),
    ("easy", "kaggle_subset_oovm.txt", 4_000),
    ("random minimal", "random_minimal_100k.txt", 1_000),
    ("17 clues", "17_clue_49158.txt", 1_000),
    ("hard", "magictour_top1465.txt", 200),
    ("hardest", "forum_hardest_1106.txt", 50),
];

const RIDDLE_OF_SHO: &str =
    "000000605000300090080004001040020970000000000031080060900600020010007000504000000";

/// The first `most` puzzles of a file, one a line or in a column of a table.
fn puzzles(directory: &Path, file: &str, most: usize) -> Result<Vec<Grid>, String> {
    if !file.ends_with(".tsv") {
        return data::puzzles(directory, file, most);
    }
    let rows = data::table(&directory.join(file), ["puzzle"])?;
    rows.into_iter()
        .take(most)
        .map(|[puzzle]| puzzle.parse().map_err(|e| format!("{file}: {puzzle}: {e}")))
        .collect()
}

/// The least value, the quartiles and the most.
fn quarters(measures: &[Measure]) -> String {
    let mut values: Vec<f64> = measures.iter().map(|measure| measure.mean).collect();
    values.sort_by(f64::total_cmp);
    let at = |quarter: usize| values.get((values.len().saturating_sub(1)) * quarter / 4);
    let shown = (0..=4).filter_map(at).map(|value| format!("{value:.0}"));
    shown.collect::<Vec<_>>().join(" ")
}

pub(crate) fn hsolve(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    println!("hsolve, {} runs a puzzle ({})", HSOLVE.runs, Stopwatch::what());
    println!(
        "{:16} {:>7} {:>10} {:>9} {:>30} {:>7} {:>7} {:>7}",
        "set",
        "puzzles",
        "per second",
        "µs/puzzle",
        "least, quartiles, most",
        "se/mean",
        "tier 5",
        "beyond"
    );
    for (name, file, most) in SETS {
        let boards: Vec<Board> = puzzles(&directory, file, most)?.iter().map(Board::from).collect();
        let mut rated = 0.0;
        let mut first_round: Vec<Measure> = Vec::new();
        let watch = Stopwatch::start();
        // The clock is coarse: go round until enough has passed.
        while first_round.is_empty() || watch.elapsed() < Duration::from_millis(500) {
            let measures = boards
                .iter()
                .enumerate()
                .map(|(item, board)| HSOLVE.measure(board, &mut Rng::for_item(1, item as u64)));
            first_round = measures.collect();
            rated += boards.len() as f64;
        }
        let seconds = watch.elapsed().as_secs_f64();
        let mean = |of: &dyn Fn(&Measure) -> f64| {
            first_round.iter().map(of).sum::<f64>() / first_round.len() as f64
        };
        println!(
            "{name:16} {:>7} {:>10.0} {:>9.1} {:>30} {:>7.3} {:>6.1}% {:>6.1}%",
            boards.len(),
            rated / seconds,
            seconds * 1e6 / rated,
            quarters(&first_round),
            mean(&|m| m.standard_error() / m.mean),
            100.0 * mean(&|m| f64::from(u8::from(m.tier == 5))),
            100.0 * mean(&|m| f64::from(u8::from(m.is_beyond()))),
        );
    }
    let riddle: Grid = RIDDLE_OF_SHO.parse().map_err(|e| format!("the Riddle of Sho: {e}"))?;
    let many = Hsolve { runs: NonZeroU32::new(2_000).ok_or("no runs")?, ..HSOLVE };
    let measure = many.measure(&Board::from(&riddle), &mut Rng::new(1));
    println!(
        "Riddle of Sho, {} runs: {:.0} ± {:.0}, standard deviation {:.0}, tier {}, {} finished",
        measure.runs,
        measure.mean,
        measure.standard_error(),
        measure.sd,
        measure.tier,
        measure.finished
    );
    Ok(())
}
