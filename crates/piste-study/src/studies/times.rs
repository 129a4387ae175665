//! Every metric against the times of people: the table of the last paper, redone.
//!
//! How much of the spread of solving times does a metric account for? R² is the square of the
//! correlation of the metric with the time, as in the paper; and, because times are skewed and
//! many metrics more so, with the logarithm of the time, of the metric as it is and of its
//! logarithm. Each has a bootstrap interval.

use crate::data::{Labelled, Marked, Table};
use crate::page::{Page, count, number, with_interval};
use crate::plot::{Dot, Intervals, Scatter, Series};
use crate::scores::{self, Scores, interval, picked};
use crate::studio::Studio;
use piste::stats::{self, Regression};

/// The rows of the paper's table, by our slug.
const PAPER: [(&str, &str, f64); 9] = [
    ("minutes", "mcm2280", 0.7103),
    ("se", "serate", 0.5610),
    ("suexrat9", "suexrat9", 0.5324),
    ("suexrate", "suexrate", 0.4848),
    ("fowler", "Fowler #r", 0.4275),
    ("singles-cells", "Singles Cell#", 0.1052),
    ("singles-sum", "Singles SumPoss", 0.0488),
    ("brute-calls", "Intelligent BruteForce", 0.0460),
    ("givens", "Seed Count", 0.0419),
];

/// What has to be known about a metric to read its row rightly.
const NOTES: [(&str, &str); 4] = [
    (
        "minutes",
        "the shipped model was fitted on these very puzzles: see its own page for puzzles it had not seen",
    ),
    ("colour", "green, blue, red, black as 1 to 4"),
    ("umbrella", "levels 1 to 4; what is above them is left out"),
    ("index-d", "puzzles that singles do not solve are left out"),
];

const DATA: &str = "human_cloudsudoku.tsv";

/// A column of times.
struct Target {
    column: &'static str,
    what: &'static str,
}

const TARGETS: [Target; 2] = [
    Target { column: "D_TO", what: "time, normalised by player (D_TO)" },
    Target { column: "mean_time_s", what: "mean time in seconds" },
];

/// A statistic and its interval.
type Estimate = (Option<f64>, Option<(f64, f64)>);

/// What one metric has to do with the times.
struct Fit {
    scores: Scores,
    /// How many puzzles have a number.
    rated: usize,
    /// Of the time by the metric; of its logarithm by the metric; of its logarithm by the
    /// metric's logarithm.
    r2: [Estimate; 3],
    spearman: Option<f64>,
}

/// The page; nothing if there is no data.
pub(crate) fn page(studio: &Studio, labelled: Option<&Labelled>) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "Do the ratings agree with people's times?",
        "How long people take is the measure that the last paper holds all ratings against.",
    );
    match labelled {
        Some(labelled) => {
            let set = studio.labelled(labelled, true)?;
            page.source(set.source());
            let what = format!("time ({})", labelled.label);
            section(studio, &mut page, "times-1", &set, &what, false)?;
        }
        None => {
            let Some(path) = studio.file(DATA) else { return Ok(None) };
            let table = Table::read(studio, &path, Some("puzzle"))?;
            for (nth, target) in TARGETS.iter().enumerate() {
                let set = marked(studio, &table, target.column);
                if set.puzzles.is_empty() {
                    studio.miss(format_args!("{DATA}: no times in the column {}", target.column));
                    continue;
                }
                page.source(set.source());
                section(studio, &mut page, &format!("times-{}", nth + 1), &set, target.what, true)?;
            }
            page.say(
                "The paper's puzzles (915 of sudoku.org.uk, with the times of its readers) are not \
                 to be had. Ours are mostly easy, each with the times of 10 to 43 players of an \
                 app, so that much of the spread is chance; the paper's column is for the order \
                 of the metrics more than for their values.",
            );
        }
    }
    Ok((!page.is_empty()).then_some(page))
}

/// The puzzles with a time in this column.
fn marked(studio: &Studio, table: &Table, column: &str) -> Marked {
    let time = |text: &str| text.parse().ok().filter(|time: &f64| time.is_finite() && *time > 0.0);
    let rows = table
        .rows
        .iter()
        .filter_map(|row| Some((row.puzzle, row.cells.get(column).and_then(time)?)));
    let rows: Vec<_> = rows.collect();
    let unlabelled = table.rows.len() - rows.len();
    let (puzzles, marks) = studio.some(column, rows).into_iter().unzip();
    Marked {
        name: format!("CloudSudoku, {column}"),
        licence: "CC0".to_owned(),
        puzzles,
        marks,
        levels: Vec::new(),
        improper: table.improper.len(),
        unlabelled,
        unusable: None,
    }
}

fn section(
    studio: &Studio,
    page: &mut Page,
    figure: &str,
    set: &Marked,
    what: &str,
    is_ours: bool,
) -> anyhow::Result<()> {
    let all = scores::of_all(studio, &set.puzzles)?;
    let (marks, seed) = (set.marks.clone(), studio.seed);
    let mut fits = studio.all(all, move |scores| fit(scores, &marks, seed))?;
    let key = |fit: &Fit| fit.r2[0].0.unwrap_or(-1.0);
    fits.sort_by(|a, b| key(b).total_cmp(&key(a)));
    page.section(&format!("{}: {} puzzles", uppercase(what), count(set.puzzles.len())));
    page.table(
        &[
            "metric",
            "in the paper",
            "its R²",
            "n",
            "R²",
            "R², log time",
            "R², both log",
            "Spearman",
            "note",
        ],
        &fits.iter().map(|fit| row(fit, is_ours)).collect::<Vec<_>>(),
    );
    page.say(
        "In brackets where R² lies in 95 % of 1,000 samples drawn with replacement. \"Both log\" is \
         of the logarithms, one added to the metric. n counts the puzzles to which the metric \
         gives a number.",
    );
    if let [best, ..] = &fits[..] {
        page.say(format_args!(
            "The metric that accounts for most, time as it is: `{}`, {}.",
            best.scores.info.slug,
            number(best.r2[0].0, 3)
        ));
    }
    let chart = Intervals {
        title: format!("R² of every metric: {what}"),
        about: "For each metric the share of the spread of times that it accounts for, with its \
                95 % interval."
            .to_owned(),
        axis: "R², with its 95 % interval".to_owned(),
        rows: fits.iter().map(|fit| fit.scores.info.slug.to_owned()).collect(),
        series: ["time", "log of the time", "both log"]
            .iter()
            .enumerate()
            .map(|(nth, name)| Series {
                name: (*name).to_owned(),
                dots: fits.iter().map(|fit| dot(fit.r2[nth])).collect(),
            })
            .collect(),
        reference: None,
    };
    page.figure(&format!("{figure}-r2"), "R² of every metric", chart.svg());
    if let [best, ..] = &fits[..] {
        page.figure(
            &format!("{figure}-best"),
            "Every puzzle by the metric that accounts for most",
            cloud(best, set, what),
        );
    }
    Ok(())
}

fn dot((value, interval): Estimate) -> Option<Dot> {
    let (low, high) = interval?;
    Some(Dot { low, value: value?, high })
}

fn fit(scores: Scores, marks: &[f64], seed: u64) -> Fit {
    let rated = scores.values.iter().zip(marks);
    let pairs = rated.filter_map(|(value, mark)| Some(((*value)?, *mark)));
    let (values, times): (Vec<f64>, Vec<f64>) = pairs.filter(|pair| pair.0.is_finite()).unzip();
    let log_times: Vec<f64> = times.iter().map(|time| time.ln()).collect();
    let log_values: Vec<f64> =
        values.iter().map(|&value| scores.as_printed(value).max(0.0).ln_1p()).collect();
    let r2 = |nth: usize, x: &[f64], y: &[f64]| {
        let purpose = format!("R² {nth} of {}", scores.info.slug);
        let of = |x: &[f64], y: &[f64]| Some(stats::pearson(x, y)?.powi(2));
        let between =
            interval(x.len(), seed, &purpose, |items| of(&picked(x, items), &picked(y, items)));
        (of(x, y), between)
    };
    Fit {
        rated: values.len(),
        r2: [r2(0, &values, &times), r2(1, &values, &log_times), r2(2, &log_values, &log_times)],
        spearman: stats::spearman(&values, &times),
        scores,
    }
}

fn row(fit: &Fit, is_ours: bool) -> Vec<String> {
    let slug = fit.scores.info.slug;
    let paper = PAPER.iter().find(|row| row.0 == slug);
    let note = NOTES.iter().find(|note| note.0 == slug && (is_ours || slug != "minutes"));
    let mut row = vec![
        slug.to_owned(),
        paper.map_or_else(String::new, |row| row.1.to_owned()),
        paper.map_or_else(String::new, |row| number(row.2, 4)),
        count(fit.rated),
    ];
    row.extend(fit.r2.iter().map(|(value, interval)| with_interval(*value, *interval, 3)));
    row.push(number(fit.spearman, 3));
    row.push(note.map_or_else(String::new, |note| note.1.to_owned()));
    row
}

/// Times by the values of one metric, and the straight line.
fn cloud(fit: &Fit, set: &Marked, what: &str) -> String {
    let Fit { scores, .. } = fit;
    let rated = scores.values.iter().zip(&set.marks);
    let points: Vec<(f64, f64)> = rated
        .filter_map(|(value, mark)| Some(((*value)?, *mark)))
        .filter(|point| point.0.is_finite())
        .map(|(value, mark)| (scores.as_printed(value), mark))
        .collect();
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let mut line = Vec::new();
    if let [Some(least), Some(most)] = [0.0, 1.0].map(|share| stats::quantile(&x, share)) {
        let rows =
            Regression { features: x.iter().map(|x| vec![*x]).collect(), y, weights: Vec::new() };
        let model = rows.fit(0.0);
        line.extend([least, most].map(|end| (end, model.predict(&[end]))));
    }
    let slug = scores.info.slug;
    Scatter {
        title: format!("{}: by {slug}", uppercase(what)),
        about: format!(
            "A dot for each puzzle: its {slug} and its time; and the line that fits best."
        ),
        x_axis: slug.to_owned(),
        y_axis: what.to_owned(),
        points,
        line,
        is_log: false,
    }
    .svg()
}

fn uppercase(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
