//! Figure 2 of the paper: time by level.
//!
//! The paper's site rated its puzzles for four difficulties and recorded how long people took and
//! how many finished. Another site has four levels too, with the best and the mean time of each
//! puzzle; how many solved it is not known, so the other half of the figure cannot be had.

use crate::data::Table;
use crate::page::{Page, Source, count, number};
use crate::plot::{Boxes, Spread};
use crate::studio::Studio;
use piste::stats;

const DATA: &str = "human_site_half.tsv";

/// From easy to hard.
const LEVELS: [&str; 4] = ["easy", "hard", "vhard", "vvhard"];

/// The times, and what they are called.
const TIMES: [(&str, &str); 2] = [("mean_s", "mean time"), ("best_s", "best time")];

/// Of fewer puzzles than this nothing is shown: that would be to show the puzzles' own times.
const FEW: usize = 20;

/// Every puzzle of the site: its level from 0 on, and a time in minutes.
pub(super) fn times(table: &Table, column: &str) -> Vec<(usize, f64)> {
    let rows = table.rows.iter().filter_map(|row| {
        let level = row.cells.get("level")?;
        let level = LEVELS.iter().position(|known| *known == level)?;
        let seconds: f64 = row.cells.get(column)?.parse().ok()?;
        (seconds > 0.0).then_some((level, seconds / 60.0))
    });
    rows.collect()
}

pub(super) fn section(studio: &Studio, page: &mut Page) -> anyhow::Result<()> {
    let Some(path) = studio.file(DATA) else { return Ok(()) };
    let table = Table::read(studio, &path, Some("puzzle"))?;
    page.source(Source {
        name: "a site with four levels".to_owned(),
        rows: table.rows.len(),
        licence: "none stated, measured only".to_owned(),
        note: String::new(),
    });
    page.section("Time by level (figure 2)");
    page.say(
        "The paper's site had four difficulties; its figure shows that the time people take tells \
         them apart better than how many finish. This site has four levels, the best time and the mean \
         time of each puzzle, and not how many finished. Means are polluted by pages left open. Levels \
         with a handful of puzzles are left out. In minutes:",
    );
    let mut rows = Vec::new();
    let mut groups = Vec::new();
    for (series, (column, name)) in TIMES.iter().enumerate() {
        let times = times(&table, column);
        for (nth, level) in LEVELS.iter().enumerate() {
            let of: Vec<f64> = times.iter().filter(|row| row.0 == nth).map(|row| row.1).collect();
            let Some(spread) = Spread::of(&of).filter(|_| of.len() >= FEW) else { continue };
            let quartiles = spread.five[1..4].iter().map(|minutes| number(*minutes, 1));
            let head = [(*name).to_owned(), (*level).to_owned(), count(of.len())];
            rows.push(head.into_iter().chain(quartiles).collect::<Vec<_>>());
            groups.push((format!("{level}, {name}"), series, spread));
        }
    }
    page.table(
        &["time", "level", "puzzles", "a quarter below", "median", "a quarter above"],
        &rows,
    );
    for (column, name) in TIMES {
        let (levels, minutes): (Vec<f64>, Vec<f64>) =
            times(&table, column).into_iter().map(|(level, time)| (level as f64, time)).unzip();
        page.say(format_args!(
            "γ of level and {name}: {}; the level accounts for {} of the spread of its logarithm.",
            number(stats::gamma(&levels, &minutes), 2),
            number(between(&levels, &minutes), 2),
        ));
    }
    let chart = Boxes {
        title: "Time by level".to_owned(),
        about: "Median, quartiles and the middle nine tenths of the times of each level."
            .to_owned(),
        axis: "minutes (logarithmic): median, quartiles, and where nine in ten lie".to_owned(),
        groups,
        is_log: true,
    };
    page.figure("minutes-levels", "Time by level", chart.svg());
    Ok(())
}

/// The share of the spread of the logarithms that the means of the levels account for.
fn between(levels: &[f64], minutes: &[f64]) -> Option<f64> {
    let logs: Vec<f64> = minutes.iter().map(|minutes| minutes.ln()).collect();
    let mean_of = |level: f64| {
        let of = levels.iter().zip(&logs).filter(|(known, _)| **known == level);
        stats::mean(&of.map(|(_, log)| *log).collect::<Vec<_>>())
    };
    let means: Vec<Option<f64>> = (0..LEVELS.len()).map(|level| mean_of(level as f64)).collect();
    let predicted: Option<Vec<f64>> = levels.iter().map(|level| means[*level as usize]).collect();
    stats::r_squared(&logs, &predicted?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_say_all_account_for_all() {
        assert_eq!(between(&[0.0, 0.0, 1.0, 1.0], &[2.0, 2.0, 8.0, 8.0]), Some(1.0));
        assert!(between(&[0.0, 1.0, 0.0, 1.0], &[2.0, 2.0, 8.0, 8.0]).unwrap().abs() < 1e-12);
    }
}
