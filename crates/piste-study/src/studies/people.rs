//! Every rating, and predictions of other programs, against all times of people that we have: the open benchmark.
//!
//! A rating is held against the logarithm of a time by its correlation, as it is or by its logarithm where all
//! its values are above nothing. Nobody can reach a correlation of 1 with times that are noisy, so where the
//! same puzzle was played in several disguises the *ceiling* is told: what a rating would reach that knew
//! the puzzle's own time exactly. With `v` the variance between puzzles and `e` that between the disguises of one, the mean of `n`
//! disguises has the reliability v / (v + e / n), and the ceiling is the root of its mean.

mod joint;

use crate::data::{Labelled, PUBLISHED, Table};
use crate::page::{Page, Source, count, number, with_interval};
use crate::scores::{self, interval, picked};
use crate::studio::Studio;
use piste::rating::{Column, Harder, Selection, Workup, level, metrics};
use piste::stats;
use piste_core::Puzzle;
use piste_store::library::{Filter, Library, Query, shipped};
use std::collections::BTreeMap;

/// Classes of fewer disguises than this say too little about themselves.
const DISGUISES: usize = 3;

/// Levels of fewer puzzles than this are left out.
const LEAST: usize = 5;

/// One set of times.
struct Target {
    name: &'static str,
    puzzles: Vec<Puzzle>,
    logs: Vec<f64>,
    /// Whether it is a time, in seconds.
    is_time: bool,
    /// How much each counts in learning: the less noise, the more.
    weights: Vec<f64>,
    /// Which puzzle it is, where several rows can be about one.
    classes: Option<Vec<String>>,
}

/// What somebody says of the puzzles of a target, the harder the more.
struct Told {
    name: String,
    values: Vec<Option<f64>>,
}

/// The page; nothing if there is no data.
pub(crate) fn page(studio: &Studio, other: Option<&Labelled>) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "Ratings and predictions against people's times",
        "Every metric, and every prediction that somebody hands in, on every set of people's times: the place to \
         show a better model.",
    );
    let targets = targets(studio, &mut page)?;
    if targets.is_empty() {
        return Ok(None);
    }
    page.section("How to read it, and how to show a better model");
    page.say(
        "The figure is the correlation with the logarithm of the time, in brackets its 95 % bootstrap interval. \
         `share` is its part of the ceiling: what a rating would reach that knew each puzzle's own time. The ceiling can be told where the \
         same puzzle was played in several disguises. There the rows are means over the disguises of a \
         puzzle, of puzzles with three or more.",
    );
    page.say(
        "Somebody with another model writes a table of puzzles and predictions (any file that piste reads, with a column of \
         puzzles and one of numbers, the harder the more), and runs `piste study people FILE --predicted COLUMN --data DIR`. The last row of \
         each table is then theirs, on the rows that they have, and `minutes` is told on the same rows beside it. A model that was learnt \
         from one of these sets should be judged by the others: ours was learnt from all of them, so its figures \
         here are not those of unseen puzzles, and the section on what carries over says what those are.",
    );
    let theirs = other.map(|labelled| theirs(studio, labelled)).transpose()?;
    for target in &targets {
        section(studio, &mut page, target, theirs.as_ref())?;
    }
    joint::section(studio, &mut page, &targets)?;
    intervals(studio, &mut page, &targets)?;
    levels(studio, &mut page, &targets)?;
    Ok(Some(page))
}

fn targets(studio: &Studio, page: &mut Page) -> anyhow::Result<Vec<Target>> {
    // The last is the usual distance of a logarithm from what is predicted for it.
    const SETS: [(&str, &str, &str, Option<&str>, f64); 4] = [
        ("human_cloudsudoku.tsv", "mean_time_s", "an app, mean time", None, 0.25),
        ("human_cloudsudoku.tsv", "D_TO", "an app, time normalised by player (D_TO)", None, 0.15),
        ("human_site_half.tsv", "best_s", "a site, best time", Some("canonical_class"), 0.33),
        ("human_site_half.tsv", "mean_s", "a site, mean time", Some("canonical_class"), 0.45),
    ];
    let mut targets = Vec::new();
    for (file, column, name, class, noise) in SETS {
        let Some(path) = studio.file(file) else { continue };
        let table = Table::read(studio, &path, Some("puzzle"))?;
        let rows = table.rows.iter().filter_map(|row| {
            let time: f64 = row.cells.get(column)?.parse().ok()?;
            let class = class.and_then(|class| row.cells.get(class)).unwrap_or_default();
            // Twenty people count as one row of the other sets does.
            let people = match column {
                "mean_time_s" => row.cells.get("n_completed")?.parse::<f64>().ok()? / 20.0,
                _ => 1.0,
            };
            (time > 0.0)
                .then(|| (row.puzzle, time.ln(), class.to_owned(), people / (noise * noise)))
        });
        let rows = studio.some(column, rows.collect());
        page.source(Source {
            name: name.to_owned(),
            rows: rows.len(),
            licence: if class.is_none() { "CC0" } else { "none stated, measured only" }.to_owned(),
            note: format!("{file}, {column}"),
        });
        targets.push(Target {
            name,
            puzzles: rows.iter().map(|row| row.0).collect(),
            logs: rows.iter().map(|row| row.1).collect(),
            is_time: column.ends_with("_s"),
            weights: rows.iter().map(|row| row.3).collect(),
            classes: class.map(|_| rows.iter().map(|row| row.2.clone()).collect()),
        });
    }
    Ok(targets)
}

/// Predictions of somebody else, by grid.
fn theirs(studio: &Studio, labelled: &Labelled) -> anyhow::Result<(String, BTreeMap<String, f64>)> {
    let set = studio.labelled(labelled, false)?;
    let grids = set.puzzles.iter().map(|puzzle| puzzle.grid().to_string());
    Ok((labelled.label.clone(), grids.zip(set.marks).collect()))
}

/// The main values of the metrics of the report, of HoDoKu's score and of the level.
fn columns() -> Vec<Column> {
    let is_asked = |column: &Column| {
        let slug = column.metric().info().slug;
        column.is_main()
            && (!metrics::ON_REQUEST.contains(&slug) || ["hodoku", "level"].contains(&slug))
    };
    Column::all().filter(is_asked).collect()
}

/// What each of them says.
fn told(studio: &Studio, puzzles: &[Puzzle]) -> anyhow::Result<Vec<Told>> {
    let columns = columns();
    let selection = Selection::of(columns.iter().map(|column| column.metric()));
    let asked = columns.clone();
    let seed = studio.seed;
    let rows = studio.all(puzzles.to_vec(), move |puzzle| {
        let ratings = selection.rate(&Workup::with_seed(&puzzle, seed));
        let value = |column: &Column| {
            let place = column.place(ratings.value(*column)?);
            let hard = match column.metric().info().harder {
                Harder::Up => place,
                Harder::Down => -place,
            };
            hard.is_finite().then_some(hard)
        };
        asked.iter().map(value).collect::<Vec<Option<f64>>>()
    })?;
    let of = |(nth, column): (usize, &Column)| Told {
        name: column.to_string(),
        values: rows.iter().map(|row| row[nth]).collect(),
    };
    Ok(columns.iter().enumerate().map(of).collect())
}

/// The points of a correlation: one for a row, or one for a class of rows.
fn points(target: &Target, values: &[Option<f64>]) -> (Vec<f64>, Vec<f64>) {
    let is_positive = values.iter().flatten().all(|value| *value > 0.0);
    let scaled = |value: f64| if is_positive { value.ln() } else { value };
    let rows = values.iter().zip(&target.logs).enumerate();
    let rows = rows.filter_map(|(at, (value, log))| Some((at, scaled((*value)?), *log)));
    let Some(classes) = &target.classes else {
        return rows.map(|(_, value, log)| (value, log)).unzip();
    };
    let mut of: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for (at, value, log) in rows {
        of.entry(&classes[at]).or_default().push((value, log));
    }
    let mean = |rows: &[(f64, f64)]| {
        let sum = rows.iter().fold((0.0, 0.0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
        (sum.0 / rows.len() as f64, sum.1 / rows.len() as f64)
    };
    of.values().filter(|rows| rows.len() >= DISGUISES).map(|rows| mean(rows)).unzip()
}

/// What nobody can do better than, if rows can be compared with others about the same puzzle.
fn ceiling(target: &Target) -> Option<f64> {
    let mut of: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (class, log) in target.classes.as_ref()?.iter().zip(&target.logs) {
        of.entry(class).or_default().push(*log);
    }
    let classes: Vec<Vec<f64>> = of.into_values().filter(|all| all.len() >= DISGUISES).collect();
    let (count, all) = (classes.len() as f64, classes.iter().map(Vec::len).sum::<usize>() as f64);
    if classes.len() < 2 {
        return None;
    }
    let mean = |logs: &[f64]| logs.iter().sum::<f64>() / logs.len() as f64;
    let centre = classes.iter().flatten().sum::<f64>() / all;
    let between: f64 =
        classes.iter().map(|logs| logs.len() as f64 * (mean(logs) - centre).powi(2)).sum();
    let within = |logs: &Vec<f64>| logs.iter().map(|log| (log - mean(logs)).powi(2)).sum::<f64>();
    let noise = classes.iter().map(within).sum::<f64>() / (all - count);
    let squares: f64 = classes.iter().map(|logs| (logs.len() as f64).powi(2)).sum();
    let usual = (all - squares / all) / (count - 1.0);
    let own = ((between / (count - 1.0) - noise) / usual).max(0.0);
    let reliable = classes.iter().map(|logs| own / (own + noise / logs.len() as f64)).sum::<f64>();
    Some((reliable / count).sqrt()).filter(|ceiling| *ceiling > 0.0)
}

fn section(
    studio: &Studio,
    page: &mut Page,
    target: &Target,
    theirs: Option<&(String, BTreeMap<String, f64>)>,
) -> anyhow::Result<()> {
    let mut all = told(studio, &target.puzzles)?;
    if let Some((name, predictions)) = theirs {
        let value = |puzzle: &Puzzle| predictions.get(&puzzle.grid().to_string()).copied();
        let values: Vec<Option<f64>> = target.puzzles.iter().map(value).collect();
        let minutes = all.iter().find(|told| told.name == "minutes");
        let same = minutes.map(|told| Told {
            name: format!("minutes, on the rows of {name}"),
            values: told.values.iter().zip(&values).map(|(ours, other)| other.and(*ours)).collect(),
        });
        all.push(Told { name: name.clone(), values });
        all.extend(same);
    }
    let ceiling = ceiling(target);
    let seed = studio.seed;
    let name = target.name;
    let mut rows = Vec::new();
    for Told { name: rating, values } in &all {
        let (x, y) = points(target, values);
        let correlation = |items: &[usize]| stats::pearson(&picked(&x, items), &picked(&y, items));
        let value = stats::pearson(&x, &y);
        let interval = interval(x.len(), seed, &format!("people {name} {rating}"), correlation);
        rows.push((
            value.unwrap_or(-1.0),
            vec![
                rating.clone(),
                count(x.len()),
                with_interval(value, interval, 3),
                number(value.zip(ceiling).map(|(value, ceiling)| value / ceiling), 3),
            ],
        ));
    }
    let (ours, handed) = rows.split_at(columns().len());
    let mut ours = ours.to_vec();
    ours.sort_by(|a, b| b.0.total_cmp(&a.0));
    page.section(&format!("{}{}", name[..1].to_uppercase(), &name[1..]));
    page.say(match ceiling {
        Some(ceiling) => format!("The ceiling is {}.", number(ceiling, 3)),
        None => "No puzzle was played in two disguises, so the ceiling is not known.".to_owned(),
    });
    let rows: Vec<Vec<String>> = ours.iter().chain(handed).map(|row| row.1.clone()).collect();
    page.table(&["rating", "points", "correlation", "share"], &rows);
    Ok(())
}

/// The rows of a set, and how far each lies from what `minutes` says of it.
struct Reach {
    /// The logarithm of the time over that of the prediction.
    off: Vec<f64>,
    /// How far the interval reaches below and above, as logarithms.
    below: Vec<f64>,
    above: Vec<f64>,
}

impl Reach {
    /// How many intervals wide each row lies from the middle, by the constant of these rows.
    fn widths(&self, of: &[usize], rows: &[usize]) -> Vec<f64> {
        let off: Vec<f64> = of.iter().map(|&row| self.off[row]).collect();
        let constant = stats::quantile(&off, 0.5).unwrap_or_default();
        let one = |&row: &usize| match self.off[row] - constant {
            off if off < 0.0 => -off / self.below[row],
            off => off / self.above[row],
        };
        rows.iter().map(one).collect()
    }

    /// How many times as wide the interval must be to hold four in five of these rows.
    fn factor(&self, rows: &[usize]) -> Option<f64> {
        stats::quantile(&self.widths(rows, rows), SHARE)
    }

    /// The share of rows in the interval, each with the constant and the factor of the rows in other parts.
    fn held(&self, part: &[u64]) -> f64 {
        let all: Vec<usize> = (0..self.off.len()).collect();
        let held = (0..joint::PARTS).map(|wanted| {
            let (inside, others): (Vec<usize>, Vec<usize>) =
                all.iter().partition(|&&row| part[row] == wanted);
            let factor = self.factor(&others).unwrap_or(1.0);
            self.widths(&others, &inside).iter().filter(|width| **width <= factor).count()
        });
        held.sum::<usize>() as f64 / all.len() as f64
    }
}

/// The share of times that the interval is made for.
const SHARE: f64 = 0.8;

/// How often times lie in the interval of `minutes`.
fn intervals(studio: &Studio, page: &mut Page, targets: &[Target]) -> anyhow::Result<()> {
    page.section("How often the interval of minutes holds");
    page.say(
        "Each set has one constant, the median of its times over the predicted ones: another site's players are quicker or \
         slower, and D_TO is no time. The interval is made for mean times of a dozen people and should hold 80 %. A set whose \
         figures are less noisy lies in it more often, one that is noisier less often. `as wide` is how many times as wide the interval must be for \
         that set's own noise, and the last but one column what it holds then: each fifth of the puzzles with the constant and the width that the others say. \
         The last column is twice the error that chance alone makes.",
    );
    let [low, mid, high] = ["minutes.low", "minutes", "minutes.high"]
        .map(|name| Column::named(name).expect("a column of minutes"));
    let (mut rows, mut reaches) = (Vec::new(), Vec::new());
    for target in targets {
        let selection = Selection::new(&["minutes"])?;
        let seed = studio.seed;
        let told = studio.all(target.puzzles.clone(), move |puzzle| {
            let ratings = selection.rate(&Workup::with_seed(&puzzle, seed));
            let of = |column: Column| Some(ratings.value(column)?.as_number()?.ln());
            Some([of(low)?, of(mid)?, of(high)?])
        })?;
        let parts = joint::parts(target);
        let known = target.logs.iter().zip(told).zip(&parts).zip(&target.puzzles);
        let known: Vec<(f64, [f64; 3], u64, Puzzle)> = known
            .filter_map(|(((log, told), part), puzzle)| Some((*log, told?, *part, *puzzle)))
            .collect();
        if known.is_empty() {
            continue;
        }
        let reach = Reach {
            off: known.iter().map(|(log, told, ..)| log - told[1]).collect(),
            below: known.iter().map(|(_, told, ..)| told[1] - told[0]).collect(),
            above: known.iter().map(|(_, told, ..)| told[2] - told[1]).collect(),
        };
        let all: Vec<usize> = (0..known.len()).collect();
        let inside = reach.widths(&all, &all).iter().filter(|width| **width <= 1.0).count();
        let parts: Vec<u64> = known.iter().map(|row| row.2).collect();
        rows.push(vec![
            target.name.to_owned(),
            count(known.len()),
            number(inside as f64 / known.len() as f64 * 100.0, 1),
            number(reach.factor(&all), 2),
            number(reach.held(&parts) * 100.0, 1),
            number(200.0 * (0.16 / known.len() as f64).sqrt(), 1),
        ]);
        let grids: Vec<String> = known.iter().map(|row| row.3.grid().to_string()).collect();
        reaches.push((reach, grids));
    }
    let header = ["times", "rows", "in the interval, %", "as wide", "then in it, %", "±"];
    page.table(&header, &rows);
    if let [(app, grids), (ratio, same), ..] = &reaches[..] {
        let is_same = |row: &usize| same.contains(&grids[*row]);
        let rows: Vec<usize> = (0..grids.len()).filter(is_same).collect();
        let all: Vec<usize> = (0..same.len()).collect();
        if rows.is_empty() {
            return Ok(());
        }
        page.say(format!(
            "No interval that follows from the puzzle alone can hold 80 % of every set: on the same {} puzzles the mean times need one {} times as \
             wide as printed, and the times normalised by player one {} times as wide. How noisy the figures of a set are is a number of its own.",
            count(rows.len()),
            number(app.factor(&rows), 2),
            number(ratio.factor(&all), 2),
        ));
    }
    Ok(())
}

/// The minutes of each level on the collection that ships, and how the levels agree with publishers'.
fn levels(studio: &Studio, page: &mut Page, targets: &[Target]) -> anyhow::Result<()> {
    page.section("The levels");
    if !shipped::packed().is_empty() {
        let mut library = Library::in_memory()?;
        library.add_shipped(|_| ())?;
        let [se, minutes] = ["se", "minutes"].map(|slug| Column::named(slug).expect("a metric"));
        let infos = [se, minutes].map(|column| column.metric().info()).to_vec();
        let entries = library.list(&Query { metrics: infos, ..Query::of(Filter::default()) })?;
        let mut rows = Vec::new();
        for level in level::ALL {
            let condition = level.condition();
            let of = entries.iter().filter(|entry| condition.holds(|column| entry.value(column)));
            let times: Vec<f64> =
                of.filter_map(|entry| entry.value(minutes)?.as_number()).collect();
            let at = |share| number(stats::quantile(&times, share), 1);
            rows.push(vec![
                level.slug.to_owned(),
                level.asks.to_owned(),
                count(times.len()),
                number(stats::mean(&times), 1),
                at(0.5),
                format!("{} to {}", at(0.1), at(0.9)),
            ]);
        }
        page.say(
            "The predicted minutes of the puzzles of each level in the collection that ships:",
        );
        page.table(&["level", "asks", "puzzles", "mean", "median", "four in five"], &rows);
    }
    let mut rows = Vec::new();
    for published in PUBLISHED.iter().filter(|set| set.unusable.is_none()) {
        let Some(set) = studio.published(published)? else { continue };
        let told = scores::of(studio, &set.puzzles, &["level"])?;
        let both = told[0].values.iter().zip(&set.marks);
        let (ours, ranks): (Vec<f64>, Vec<f64>) =
            both.filter_map(|(level, rank)| Some(((*level)?, *rank))).unzip();
        rows.push(vec![
            published.name.to_owned(),
            set.levels.len().to_string(),
            count(ours.len()),
            number(stats::gamma(&ours, &ranks), 3),
        ]);
    }
    if !rows.is_empty() {
        page.say("γ of our levels and those that publishers print:");
        page.table(&["publisher", "its levels", "puzzles", "γ"], &rows);
    }
    let (mut gammas, mut times) = (Vec::new(), Vec::new());
    for target in targets {
        let told = scores::of(studio, &target.puzzles, &["level"])?;
        let both = told[0].values.iter().zip(&target.logs);
        let both: Vec<(f64, f64)> =
            both.filter_map(|(level, log)| Some(((*level)?, *log))).collect();
        let (places, logs): (Vec<f64>, Vec<f64>) = both.iter().copied().unzip();
        gammas.push(vec![
            target.name.to_owned(),
            count(both.len()),
            number(stats::gamma(&places, &logs), 3),
        ]);
        for level in level::ALL.iter().filter(|_| target.is_time) {
            let of = both.iter().filter(|(place, _)| told[0].word(*place) == level.slug);
            let minutes: Vec<f64> = of.map(|(_, log)| log.exp() / 60.0).collect();
            let at = |share| number(stats::quantile(&minutes, share), 1);
            if minutes.len() >= LEAST {
                times.push(vec![
                    target.name.to_owned(),
                    level.slug.to_owned(),
                    count(minutes.len()),
                    number(stats::mean(&minutes), 1),
                    at(0.5),
                    format!("{} to {}", at(0.1), at(0.9)),
                ]);
            }
        }
    }
    page.say("γ of our levels and the times of people:");
    page.table(&["times", "puzzles", "γ"], &gammas);
    page.say(format!(
        "The minutes that people took, level by level, where there are {LEAST} puzzles or more. Those of the app finish what they begin or are not counted:"
    ));
    page.table(&["times", "level", "puzzles", "mean", "median", "four in five"], &times);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(noise: f64) -> Target {
        let classes = 0..40;
        let rows: Vec<(f64, String)> = classes
            .flat_map(|class| {
                (0..4).map(move |nth| {
                    let off = noise * (f64::from((class * 7 + nth * 13) % 11) - 5.0) / 5.0;
                    (f64::from(class) / 10.0 + off, class.to_string())
                })
            })
            .collect();
        Target {
            name: "made here",
            puzzles: Vec::new(),
            logs: rows.iter().map(|row| row.0).collect(),
            is_time: true,
            weights: vec![1.0; rows.len()],
            classes: Some(rows.into_iter().map(|row| row.1).collect()),
        }
    }

    #[test]
    fn the_ceiling_is_what_noise_leaves() {
        assert!((ceiling(&target(0.0)).unwrap() - 1.0).abs() < 1e-9);
        let [little, much] = [0.5, 2.0].map(|noise| ceiling(&target(noise)).unwrap());
        assert!(0.9 < little && little < 1.0 && much < little - 0.02, "{little} {much}");
        let none = Target { classes: None, ..target(0.0) };
        assert_eq!(ceiling(&none), None);
    }

    #[test]
    fn classes_are_one_point_each() {
        let target = target(0.0);
        let values: Vec<Option<f64>> = target.logs.iter().map(|log| Some(log.exp())).collect();
        let (x, y) = points(&target, &values);
        assert_eq!(x.len(), 40);
        assert!(stats::pearson(&x, &y) > Some(0.999_999));
    }
}
