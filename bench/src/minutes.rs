//! The figures behind `minutes`: what its features are for the puzzles that people were timed
//! on, and how long the paper's million fits take.

use crate::clock::Stopwatch;
use crate::data;
use piste::rating::Workup;
use piste::rating::minutes::Feature;
use piste::stats::bagging::{Bag, Bagging};
use piste::{Grid, Puzzle, Rng};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A table of every feature of every puzzle, for other programs to look at.
pub(crate) fn features(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    let path = directory.join("human_cloudsudoku.tsv");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    let features: Vec<Feature> = Feature::all().collect();
    print!("{header}");
    for feature in &features {
        print!("\t{feature}");
    }
    println!();
    for line in lines {
        let cells = line.get(..81).unwrap_or(line);
        let grid: Grid = cells.parse().map_err(|e| format!("{}: {e}", path.display()))?;
        let puzzle = Puzzle::prove(&grid).map_err(|e| format!("{cells}: {e}"))?;
        let workup = Workup::new(&puzzle);
        print!("{line}");
        for feature in &features {
            // What a metric cannot rate is left empty.
            print!("\t{}", feature.of(&workup).map_or_else(|_| String::new(), |v| v.to_string()));
        }
        println!();
    }
    Ok(())
}

/// The size of the paper's data: puzzles and techniques.
const ROWS: usize = 915;
const FEATURES: usize = 31;

/// The paper's number of fits.
const ROUNDS: u64 = 1_000_000;

/// Rounds that a thread makes at a time.
const PORTION: u64 = 1000;

/// Rounds that are made twice, by one thread and by two, to be compared.
const COMPARED: u64 = 20_000;

/// The paper's million fits, on data of its size that is drawn at random.
pub(crate) fn bagging(arguments: &[String]) -> Result<(), String> {
    if !arguments.is_empty() {
        return Err("expected no arguments".to_owned());
    }
    let mut rng = Rng::new(1);
    let (features, y): (Vec<Vec<f64>>, Vec<f64>) = (0..ROWS)
        .map(|_| {
            let row: Vec<f64> =
                (0..FEATURES).map(|_| (20.0 * rng.unit().powi(3)).floor()).collect();
            let sum: f64 = (1..).zip(&row).map(|(n, value)| value / f64::from(n)).sum();
            (row, sum + 20.0 * rng.unit())
        })
        .unzip();
    let bagging = Bagging::new(&features, &y, 2.0 / 3.0);
    let same = rounds(&bagging, COMPARED, 1).0 == rounds(&bagging, COMPARED, 2).0;
    let verdict = if same { "the same" } else { "DIFFERENT" };
    println!("{COMPARED} fits by one thread and by two: {verdict}");
    let (bag, busiest) = rounds(&bagging, ROUNDS, 2);
    println!(
        "{} fits on 2/3 of {ROWS} rows of {FEATURES} features and an intercept, two threads: \
         {:.1} s of the busier one ({})",
        bag.rounds,
        busiest.as_secs_f64(),
        Stopwatch::what()
    );
    if same { Ok(()) } else { Err("the number of threads makes a difference".to_owned()) }
}

/// So many rounds, by so many threads, put together in the order of their numbers; and how long
/// the busiest of the threads took.
fn rounds(bagging: &Bagging, count: u64, threads: usize) -> (Bag, Duration) {
    let next = AtomicU64::new(0);
    let done: Mutex<Vec<(u64, Bag)>> = Mutex::default();
    let busiest = Mutex::new(Duration::ZERO);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let watch = Stopwatch::start();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count / PORTION {
                        break;
                    }
                    let mut rng = Rng::for_item(1, number);
                    let bag = bagging.rounds(PORTION as usize, |bound| rng.below(bound));
                    done.lock().expect("no thread panics").push((number, bag));
                }
                let mut busiest = busiest.lock().expect("no thread panics");
                *busiest = watch.elapsed().max(*busiest);
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics");
    done.sort_by_key(|(number, _)| *number);
    let bags = done.into_iter().map(|(_, bag)| bag);
    let bag = bags.reduce(|mut all, more| {
        all.merge(more);
        all
    });
    (bag.expect("there are rounds"), busiest.into_inner().expect("no thread panics"))
}
