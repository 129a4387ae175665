//! Sudoku Explainer's rating against published lists, and against itself under symmetry.
//!
//! The lists were rated by others with other builds of the program, so what differs is shown
//! puzzle by puzzle or class by class and explained in `docs/se.md`.

use crate::clock::Stopwatch;
use crate::data;
use crate::se_exact::{self, decimal};
use piste::rating::se::{Path, Technique};
use piste::symmetry::Transformation;
use piste::{Board, Grid, Rng};
use std::collections::BTreeMap;
use std::path::Path as File;

/// How many images of each puzzle are rated.
const IMAGES: usize = 4;
/// How many puzzles of each class.
const OF_CLASS: usize = 40;

/// The community's list of 2011, and the bank of diabolical puzzles of 2020.
pub(crate) fn agreement(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    hardest(&directory)?;
    bank(&directory)
}

/// The rows of a table: the puzzle and the other fields.
fn rows(directory: &File, file: &str) -> Result<Vec<(Grid, Vec<String>)>, String> {
    let path = directory.join(file);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    text.lines()
        .filter(|line| !line.starts_with("puzzle"))
        .map(|line| {
            let mut fields = line.split('\t').map(str::to_owned);
            let puzzle = fields.next().unwrap_or_default();
            let grid = puzzle.parse().map_err(|e| format!("{}: {puzzle}: {e}", path.display()))?;
            Ok((grid, fields.collect()))
        })
        .collect()
}

/// Rates every grid on all cores; with each path's ER, EP, ED, hardest technique and seconds.
fn rate_all(grids: &[Grid]) -> Vec<([u16; 3], Option<Technique>, f64)> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let size = grids.len().div_ceil(threads).max(1);
    let rate = |grid: &Grid| {
        let watch = Stopwatch::start();
        let path = Path::of(&Board::from(grid));
        let hardest = path.deciding().map(|(_, hint)| hint.technique);
        ([path.er(), path.ep(), path.ed()], hardest, watch.elapsed().as_secs_f64())
    };
    std::thread::scope(|scope| {
        let parts: Vec<_> = grids
            .chunks(size)
            .map(|part| scope.spawn(move || part.iter().map(rate).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    })
}

fn hardest(directory: &File) -> Result<(), String> {
    let rows = rows(directory, "published_hardest_2011.tsv")?;
    let grids: Vec<Grid> = rows.iter().map(|(grid, _)| *grid).collect();
    let rated = rate_all(&grids);
    let (mut same, mut same_er, mut times) = (0, 0, Vec::new());
    for ((grid, fields), (tenths, _, seconds)) in rows.iter().zip(&rated) {
        let ours = tenths.map(decimal);
        let is_same = fields.iter().zip(&ours).take(3).all(|(theirs, ours)| theirs == ours);
        same += usize::from(is_same);
        same_er += usize::from(fields.first() == ours.first());
        if !is_same {
            println!("{grid} published {} here {}", fields[..3].join("/"), ours.join("/"));
        }
        times.push(*seconds);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "published_hardest_2011: {same} of {} have the same ER/EP/ED, {same_er} the same ER",
        rows.len()
    );
    println!(
        "  seconds a puzzle: mean {:.2}, median {:.2}, most {:.2}",
        times.iter().sum::<f64>() / times.len() as f64,
        times[times.len() / 2],
        times[times.len() - 1]
    );
    Ok(())
}

fn bank(directory: &File) -> Result<(), String> {
    let rows = rows(directory, "se_grantm_diabolical2020.tsv")?;
    let grids: Vec<Grid> = rows.iter().map(|(grid, _)| *grid).collect();
    let rated = rate_all(&grids);
    let mut same = 0;
    let mut classes: BTreeMap<String, BTreeMap<(String, String), usize>> = BTreeMap::new();
    for ((_, fields), (tenths, hardest, _)) in rows.iter().zip(&rated) {
        let (theirs, ours) = (fields.first().cloned().unwrap_or_default(), decimal(tenths[0]));
        same += usize::from(theirs == ours);
        let technique = hardest.map_or("nothing", Technique::name).to_owned();
        *classes.entry(theirs).or_default().entry((ours, technique)).or_default() += 1;
    }
    println!("se_grantm_diabolical2020: {same} of {} have the same ER", rows.len());
    println!("  theirs: how many; here, by hardest technique, those above 1 %");
    for (theirs, ours) in classes {
        let all: usize = ours.values().sum();
        let mut ours: Vec<_> = ours.into_iter().collect();
        ours.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let shown: Vec<String> = ours
            .into_iter()
            .filter(|(_, count)| count * 100 > all)
            .map(|((er, technique), count)| format!("{er} {technique} {count}"))
            .collect();
        println!("  {theirs}: {all}; {}", shown.join(", "));
    }
    Ok(())
}

/// How often ER, EP and ED change when the puzzle is turned round.
pub(crate) fn invariance(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    let records = se_exact::records(&directory.join(se_exact::TRACES))?;
    let mut rng = Rng::new(6);
    println!("{IMAGES} random images of up to {OF_CLASS} puzzles a class");
    println!(
        "{:>11} {:>8} {:>14} {:>14} {:>14}",
        "ER", "puzzles", "ER differs", "of images", "most"
    );
    for (from, to) in crate::se_speed::CLASSES {
        let of_class: Vec<&Grid> = records
            .iter()
            .filter(|record| (from..=to).contains(&crate::se_speed::er(record)))
            .map(|record| &record.grid)
            .collect();
        let step = of_class.len().div_ceil(OF_CLASS).max(1);
        let chosen: Vec<Grid> = of_class.iter().step_by(step).map(|grid| **grid).collect();
        let images: Vec<Grid> = chosen
            .iter()
            .flat_map(|grid| std::iter::repeat_n(*grid, IMAGES))
            .map(|grid| Transformation::random(&mut rng).grid(&grid))
            .collect();
        let (plain, turned) = (rate_all(&chosen), rate_all(&images));
        let (mut puzzles, mut differ, mut most) = (0, 0, 0);
        for ((tenths, ..), images) in plain.iter().zip(turned.chunks(IMAGES)) {
            let others = images.iter().map(|(image, ..)| image[0].abs_diff(tenths[0]));
            let changed = others.clone().filter(|difference| *difference > 0).count();
            puzzles += usize::from(changed > 0);
            differ += changed;
            most = most.max(others.max().unwrap_or(0));
        }
        println!(
            "{:>11} {:>8} {puzzles:>14} {:>14} {:>14}",
            format!("{}-{}", decimal(from), decimal(to)),
            chosen.len(),
            format!("{differ} of {}", images.len()),
            decimal(most)
        );
    }
    Ok(())
}
