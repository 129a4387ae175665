//! What piste promises of the collection that ships, held against all of its puzzles.

use crate::support::{command, folder, run_on};
use piste::rating::Value;
use piste::rating::level::{ALL, Level};
use std::collections::BTreeMap;

/// A puzzle: its Sudoku Explainer rating in tenths, its minutes, and whether singles fill it.
struct Rated {
    tenths: u32,
    minutes: f64,
    is_by_singles: bool,
}

/// Every puzzle.
fn shipped() -> Vec<Rated> {
    let home = folder();
    let metrics = "se,minutes,givens,singles-cells";
    let args = ["library", "export", "--metrics", metrics, "--format", "tsv", "-q"];
    let mut command = command(&args);
    command.env("XDG_DATA_HOME", home.path()).env_remove("PISTE_LIBRARY");
    let told = run_on("", command).fine().out;
    let mut lines = told.lines();
    let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let at = |name: &str| head.iter().position(|known| *known == name).unwrap();
    let [se, minutes, givens, singles] = ["se.er", "minutes", "givens", "singles-cells"].map(at);
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{text:?}"));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            Rated {
                tenths: (10.0 * number(fields[se])).round() as u32,
                minutes: number(fields[minutes]),
                is_by_singles: number(fields[givens]) + number(fields[singles]) == 81.0,
            }
        })
        .collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

#[test]
fn minutes_rise_with_every_half_point_and_level_and_easy_ones_need_singles_only() {
    let puzzles = shipped();
    assert!(puzzles.len() > 100_000);
    let mut halves: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    let mut levels: Vec<Vec<f64>> = vec![Vec::new(); ALL.len()];
    for Rated { tenths, minutes, is_by_singles } in puzzles {
        halves.entry(tenths / 5).or_default().push(minutes);
        let value = Value::Number(f64::from(tenths) / 10.0, 1);
        let level = Level::of(|_| Some(value)).unwrap();
        let is_easy = ["beginner", "easy"].contains(&level.slug);
        assert!(is_by_singles || !is_easy, "an easy puzzle needs more than singles");
        levels[ALL.iter().position(|known| *known == level).unwrap()].push(minutes);
    }
    let halves: Vec<(u32, f64)> = halves.iter().map(|(at, all)| (*at, mean(all))).collect();
    for pair in halves.windows(2) {
        assert!(pair[0].1 < pair[1].1, "the mean minutes by half points of se: {halves:?}");
    }
    for pair in levels.windows(2) {
        for of in [mean, median] {
            let [lower, higher] = [of(&pair[0]), of(&pair[1])];
            assert!(higher > 1.2 * lower, "{lower:.2} minutes, and a level higher {higher:.2}");
        }
    }
}
