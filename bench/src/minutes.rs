//! Features of the puzzles that people were timed on.

use crate::data;
use piste::rating::Workup;
use piste::rating::minutes::Feature;
use piste::{Grid, Puzzle};

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
        let grid: Grid = line[..81].parse().map_err(|e| format!("{e}"))?;
        let puzzle = Puzzle::prove(&grid).map_err(|e| format!("{e}"))?;
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
