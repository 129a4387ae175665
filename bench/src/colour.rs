//! The colour scale on the 17-clue collections, beside the tables of its paper.
//!
//! The paper had 36,628 puzzles; they lie within the first 39,220 lines of the collection in
//! its original order. The larger benchmark file is coloured too, and everything is timed.

use crate::clock::Stopwatch;
use crate::data;
use piste::rating::{Rating, Value, Workup, metrics};
use piste::stats::mean;
use piste::{Grid, Puzzle};
use std::collections::BTreeMap;
use std::time::Instant;

/// The lines of the original file within which the paper's puzzles lie.
const PAPER_LINES: usize = 39_220;

const INDICATORS: [&str; 8] =
    ["search", "guesses", "small", "green", "blue", "red", "search-red", "esflr"];

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    println!("the paper, 36,628 puzzles: green 46 %, blue 40 %, red 5 %, black 9 %");
    println!("its means (blue, red, black): search 2.5 3.0 3.3, guesses 13.2 21.5 24.6,");
    println!("small 141.8 159.5 182.9, green 39.8 42.9 46.8, blue 0 39.5 44.4, red 0 0 44.2");
    for (file, most) in
        [("royle17_49151_original_order.txt", PAPER_LINES), ("17_clue_49158.txt", usize::MAX)]
    {
        report(file, &data::puzzles(&directory, file, most)?)?;
    }
    Ok(())
}

fn report(file: &str, grids: &[Grid]) -> Result<(), String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (clock, size) = (Instant::now(), grids.len().div_ceil(threads).max(1));
    let (ratings, busy) = std::thread::scope(|scope| {
        let parts: Vec<_> =
            grids.chunks(size).map(|part| scope.spawn(move || rate_all(part))).collect();
        let mut all = (Vec::new(), 0.0);
        for part in parts {
            let (mut ratings, seconds) =
                part.join().map_err(|_| "a thread has panicked".to_owned())??;
            all.0.append(&mut ratings);
            all.1 += seconds;
        }
        Ok::<_, String>(all)
    })?;
    println!();
    println!(
        "{file}, {} puzzles: {:.1} s on {threads} threads, {busy:.1} s of CPU time, {:.0} µs each",
        grids.len(),
        clock.elapsed().as_secs_f64(),
        busy * 1e6 / grids.len() as f64
    );
    by_colour(&ratings);
    match ratings.iter().position(|rating| number(rating, "esflr") > Some(0.0)) {
        Some(at) => Err(format!("{}: the failed-literal rule leaves squares empty", grids[at])),
        None => Ok(()),
    }
}

fn rate_all(grids: &[Grid]) -> Result<(Vec<Rating>, f64), String> {
    let metric = metrics::by_slug("colour").ok_or("there is no metric called colour")?;
    let puzzles: Result<Vec<Puzzle>, String> =
        grids.iter().map(|grid| Puzzle::prove(grid).map_err(|e| format!("{grid}: {e}"))).collect();
    let puzzles = puzzles?;
    let watch = Stopwatch::start();
    let ratings: Result<Vec<Rating>, String> = puzzles
        .iter()
        .map(|puzzle| metric.rate(&Workup::new(puzzle)).map_err(|e| format!("{puzzle}: {e}")))
        .collect();
    Ok((ratings?, watch.elapsed().as_secs_f64()))
}

fn number(rating: &Rating, column: &str) -> Option<f64> {
    rating.get(column)?.as_number()
}

fn by_colour(ratings: &[Rating]) {
    let all = ratings.len() as f64;
    let mut pencil: BTreeMap<(String, String), usize> = BTreeMap::new();
    for rating in ratings {
        let word = |column| rating.get(column).map(|word| word.to_string()).unwrap_or_default();
        *pencil.entry((word("pencil"), word(""))).or_default() += 1;
    }
    for ((pencil, sat), count) in pencil {
        println!(
            "  {pencil:6} by pencil and {sat:5} by clauses: {count:6} {:6.2} %",
            100.0 * count as f64 / all
        );
    }
    println!("  means (and maxima)");
    println!(
        "  {:14} {:>7} {}",
        "",
        "puzzles",
        INDICATORS.map(|name| format!("{name:>14}")).concat()
    );
    let words =
        |word: &'static str| move |rating: &&Rating| rating.value() == Some(Value::Word(word));
    for word in ["green", "blue", "red", "black"] {
        row(word, &ratings.iter().filter(words(word)).collect::<Vec<_>>());
    }
    let rest = ratings.iter().filter(|rating| !words("green")(rating));
    row("not green", &rest.collect::<Vec<_>>());
    for column in ["search", "search-red"] {
        let mut levels: BTreeMap<u64, usize> = BTreeMap::new();
        for rating in ratings {
            if let Some(level) = number(rating, column) {
                *levels.entry(level as u64).or_default() += 1;
            }
        }
        println!("  puzzles by {column} level: {levels:?}");
    }
}

fn row(word: &str, ratings: &[&Rating]) {
    let columns = INDICATORS.map(|column| {
        let values: Vec<f64> = ratings.iter().filter_map(|rating| number(rating, column)).collect();
        let most = values.iter().copied().fold(0.0, f64::max);
        match mean(&values) {
            Some(mean) => format!("{mean:>9.2} ({most:3.0})"),
            None => format!("{:>9} ({most:3.0})", "–"),
        }
    });
    println!("  {word:14} {:>7} {}", ratings.len(), columns.concat());
}
