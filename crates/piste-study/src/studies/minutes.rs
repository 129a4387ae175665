//! How long people take, how well that can be said beforehand, and what became of the figures of
//! the paper that first said it.
//!
//! ```text
//!   people's times ──► Timed ──► the model that ships: how good is it?          (this file)
//!                          └───► the paper's procedure at its size              (bagging)
//!   the printed puzzles, three generators ──► minutes by both models            (makers)
//!   puzzles on the way down from 40 givens ──► calls of two brute forces        (brute)
//!   a site's levels ──► time by level                                           (site)
//! ```
//!
//! All figures of the page come from here. Texts that tell how the model came about are
//! here too, beside the code that they tell of.

mod bagging;
mod brute;
mod makers;
mod printed;
mod site;

pub(super) use bagging::{Target, procedure};
pub(super) use brute::{Calls, calls};
pub(super) use makers::{Makers, exchanged, known, predicted, rank_correlation};
pub(super) use printed::{COVER, COVER_SOLUTION, Printed, TRANSFORMED, TWELVE, puzzle};

use crate::data::Table;
use crate::fit::sets_of;
use crate::page::{Page, Source, count, number, with_interval};
use crate::procedure::Spread;
use crate::scores::{Scores, of};
use crate::studio::Studio;
use piste::rating::Workup;
use piste::rating::minutes::{Data, Feature, Fit, Row, Unit, shrunk, shrunk_again};
use piste::stats;
use piste_core::symmetry::{Transformation, canonical};
use piste_core::{Grid, Puzzle};
use std::sync::Arc;

const DATA: &str = "human_cloudsudoku.tsv";
const RANDOM: &str = "random_minimal_100k.txt";

/// The seed of what is held out: that of the model that ships.
const SEED: u64 = 0;

/// How many random splits the model that ships is tested on.
const SPLITS: usize = 200;

/// A puzzle that people were timed on, and all that models are learnt from.
#[derive(Clone)]
struct One {
    form: Grid,
    /// The features of `shrunk`, and those of the paper.
    choice: Vec<f64>,
    techniques: Vec<f64>,
    minutes: f64,
    /// How many people completed it.
    people: f64,
    /// The time relative to what each player usually takes, where it is known.
    ratio: Option<f64>,
}

/// People's times.
pub(super) struct Timed {
    rows: Vec<One>,
    puzzles: Vec<Puzzle>,
}

impl Timed {
    /// Reads them, as many as `--sample` says; nothing if there are none.
    pub(super) fn read(studio: &Studio) -> anyhow::Result<Option<Timed>> {
        let Some(path) = studio.file(DATA) else { return Ok(None) };
        let table = Table::read(studio, &path, Some("puzzle"))?;
        let above_zero = |text: &str| text.parse().ok().filter(|number: &f64| *number > 0.0);
        let told = table.rows.iter().filter_map(|row| {
            let of = |column: &str| row.cells.get(column).and_then(above_zero);
            Some((row.puzzle, (of("mean_time_s")? / 60.0, of("n_completed")?, of("D_TO"))))
        });
        let told = studio.some(DATA, told.collect());
        let puzzles = told.iter().map(|row| row.0).collect();
        let rows = studio.all(told, |(puzzle, (minutes, people, ratio))| {
            let workup = Workup::new(&puzzle);
            let values = |features: &mut dyn Iterator<Item = Feature>| -> Option<Vec<f64>> {
                features.map(|feature| feature.of(&workup).ok()).collect()
            };
            Some(One {
                form: canonical(puzzle.grid()).grid,
                choice: values(&mut Feature::choice())?,
                techniques: values(&mut Feature::techniques())?,
                minutes,
                people,
                ratio,
            })
        })?;
        let rows: Option<Vec<One>> = rows.into_iter().collect();
        let Some(rows) = rows else {
            anyhow::bail!("{DATA}: a puzzle that the features of `minutes` cannot be told of");
        };
        Ok(Some(Timed { rows, puzzles }))
    }

    /// The puzzles that have a time relative to what each player usually takes, and that time.
    pub(super) fn ratios(&self) -> (Vec<Puzzle>, Vec<f64>) {
        let both = self.puzzles.iter().zip(&self.rows);
        both.filter_map(|(puzzle, row)| Some((*puzzle, row.ratio?))).unzip()
    }

    /// What is to be learnt from.
    fn data(&self, what: What) -> anyhow::Result<Data> {
        let features: Vec<Feature> = match what.is_paper {
            true => Feature::techniques().collect(),
            false => Feature::choice().collect(),
        };
        let unit = if what.is_ratio { Unit::Ratio } else { Unit::Minutes };
        let rows = self.rows.iter().filter(|row| row.people >= what.least_people);
        let rows = rows.filter_map(|row| {
            let values = if what.is_paper { &row.techniques } else { &row.choice };
            Some(Row {
                form: row.form,
                values: values.clone(),
                time: if what.is_ratio { row.ratio? } else { row.minutes },
                weight: if what.is_weighed { row.people } else { 1.0 },
            })
        });
        Ok(Data::new(features, unit, what.is_log, rows.collect())?)
    }
}

/// What is learnt from people's times.
#[derive(Clone, Copy, Debug, Default)]
struct What {
    /// The paper's features, or else those of `shrunk`.
    is_paper: bool,
    /// D_TO, or else the mean time.
    is_ratio: bool,
    is_log: bool,
    /// A row counts by how many people it is of.
    is_weighed: bool,
    least_people: f64,
}

/// The page; nothing if there is no data.
pub(crate) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let Some(timed) = Timed::read(studio)? else { return Ok(None) };
    let mut page = Page::new(
        "How long people take, and how well that can be said beforehand",
        "`minutes` predicts solving times. This page is about a model that `piste fit` learns from one file: \
         how, and how well it predicts puzzles of that file that it has not seen. Version 2 of `minutes` was that model; \
         version 3, which ships, was learnt from two sites and is held against people on [another page](people.md). \
         And it says what comes of the figures of the paper whose idea it is: *Sudoku: Bagging a Difficulty Metric & Building Up Puzzles* \
         (2008), paper 004 here.",
    );
    page.source(Source {
        name: "CloudSudoku".to_owned(),
        rows: timed.rows.len(),
        licence: "CC0".to_owned(),
        note: "S. Wang, sudoku_dataset_difficulty, IEEE Access 2024".to_owned(),
    });
    of_the_data(studio, &mut page, &timed)?;
    of_the_model(&mut page);
    how_good(studio, &mut page, &timed)?;
    turned(studio, &mut page, &timed)?;
    let models = bagging::section(studio, &mut page, &timed)?;
    makers::section(studio, &mut page, &models)?;
    brute::section(studio, &mut page)?;
    site::section(studio, &mut page)?;
    Ok(Some(page))
}

fn of_the_data(studio: &Studio, page: &mut Page, timed: &Timed) -> anyhow::Result<()> {
    let rows = &timed.rows;
    let people: Vec<f64> = rows.iter().map(|row| row.people).collect();
    let ratios = rows.iter().filter(|row| row.ratio.is_some()).count();
    let forms: std::collections::BTreeSet<String> =
        rows.iter().map(|row| row.form.to_string()).collect();
    let Scores { values, .. } = &of(studio, &timed.puzzles, &["se"])?[0];
    let se: Vec<f64> = values.iter().copied().flatten().collect();
    let share = |is: &dyn Fn(f64) -> bool| se.iter().filter(|se| is(**se)).count();
    page.section("The data");
    page.say(format_args!(
        "{} puzzles of an Android app with the mean time of the {} to {} people who completed each. \
         {} of them also have `D_TO`, the mean of the players' times each divided by what that player \
         usually takes: a ratio, not a time, but without the accident of who happened to play. There \
         are {} different puzzles among them, turned or not.",
        count(rows.len()),
        number(stats::quantile(&people, 0.0), 0),
        number(stats::quantile(&people, 1.0), 0),
        count(ratios),
        count(forms.len()),
    ));
    page.say(format_args!(
        "Most are easy: {:.0} % have the Sudoku Explainer rating 1.5 or less, {} more than 3.0, {} more \
         than 8. Of hard puzzles such a model knows little, and it says so (`minutes.outside`, and by name \
         with `--explain`): a feature beyond what the data has counts as the nearest value that it has, \
         so its prediction levels off, which is why the model that ships has a rise over `se` besides.",
        100.0 * share(&|se| se <= 1.5) as f64 / se.len() as f64,
        count(share(&|se| se > 3.0)),
        count(share(&|se| se > 8.0)),
    ));
    let both = rows.iter().filter_map(|row| Some((row.minutes.ln(), row.ratio?.ln())));
    let (times, ratios): (Vec<f64>, Vec<f64>) = both.unzip();
    page.say(format_args!(
        "Mean times of a dozen people are noisy: on the {} puzzles that have both, the correlation of log \
         mean time and log D_TO is {}.",
        count(times.len()),
        number(stats::pearson(&times, &ratios), 2)
    ));
    Ok(())
}

/// What does not come from a computation: the choices that were made.
fn of_the_model(page: &mut Page) {
    page.section("What is predicted, and from what");
    page.say(
        "The logarithm of the mean time in minutes, weighed by the number of people. So a prediction is \
         in minutes of that app's players: of those who finished. Others may be faster or slower, by a \
         factor that is the same for all puzzles as far as this model can know. D_TO would be the \
         cleaner target, and is the better test below, but nobody can say what its unit is in minutes \
         for a puzzle that nobody has played.",
    );
    page.say(format_args!(
        "{} features say how much choice a person has, all in the form ln(1 + x). \
         `piste::rating::minutes::Feature` lists them.",
        Feature::choice().count()
    ));
    page.say(
        "- **The walk**: the puzzle is solved in rounds. Each writes all that the easiest kind of single \
         shows (place in a box, place in a line, only digit of a cell), or erases all that the easiest \
         of locked candidates, pairs, triples and X-wings finds, if there is no single. How many rounds \
         of each kind, how many cells they fill, how often there are one or two moves only, how many \
         places one has to look at. It does not depend on how the grid is turned.\n\
         - **The profile**: the same puzzle one step at a time by the teaching ladder as far as subsets: \
         how many moves there are at each step, the least, the mean, the mean of the first 5, 10, 20, \
         30 steps, the steps with one, two and three, bottlenecks and how early they come.\n\
         - **The givens**: how evenly they lie, which digits are rare, how many marks there are.",
    );
    page.say("None of it needs Sudoku Explainer's path, which is what takes long in `se`.");
    page.section("How the model was learnt");
    page.say(
        "    piste fit human_cloudsudoku.tsv --time mean_time_s --solvers n_completed --splits 200 --output model.txt",
    );
    page.say(
        "One puzzle in three is held out from the fit: which ones depends on a hash of the canonical form \
         and the seed 0, so no puzzle can stand on both sides, turned or not. Ridge regression on the \
         other two thirds; how much to shrink, and whether on all features or on the walk alone, is \
         chosen by tenfold cross-validation among these. How much is shrunk is relative to the spread of \
         each feature and the mean weight of the rows that are learnt from, so that the rows held out \
         have no say in that either. The interval is where the middle 80 % of the training rows lie about \
         the predictions of models that had not seen them. Then the same choice is fitted to all rows: \
         that is what `--output` writes.",
    );
    page.say(
        "Which features to have at all was found by trying ideas on random splits of the whole file, so \
         the rows held out are not wholly unseen by the one who chose. A figure for a third of the same \
         file is a little kinder than one for puzzles of another app would be.",
    );
}

/// The rows of the first table: what is learnt, and how it is had by itself.
const GOOD: [(&str, &str, What); 4] = [
    (
        "log mean time",
        "piste fit human_cloudsudoku.tsv --time mean_time_s --solvers n_completed --splits 200",
        What {
            is_paper: false,
            is_ratio: false,
            is_log: true,
            is_weighed: true,
            least_people: 0.0,
        },
    ),
    (
        "log mean time, 20 people or more",
        "piste fit n20.tsv --time mean_time_s --solvers n_completed --splits 200",
        What {
            is_paper: false,
            is_ratio: false,
            is_log: true,
            is_weighed: true,
            least_people: 20.0,
        },
    ),
    (
        "log D_TO",
        "piste fit human_cloudsudoku.tsv --time D_TO --unit ratio --splits 200",
        What {
            is_paper: false,
            is_ratio: true,
            is_log: true,
            is_weighed: false,
            least_people: 0.0,
        },
    ),
    (
        "D_TO",
        "piste fit human_cloudsudoku.tsv --time D_TO --unit ratio --form plain --splits 200",
        What {
            is_paper: false,
            is_ratio: true,
            is_log: false,
            is_weighed: false,
            least_people: 0.0,
        },
    ),
];

fn how_good(studio: &Studio, page: &mut Page, timed: &Timed) -> anyhow::Result<()> {
    page.section("How good it is");
    page.say(
        "R² on puzzles that the model has not learnt from; in brackets 95 % of a bootstrap of the rows held \
         out, or of the splits. The splits are random ones into two thirds and one, with every choice \
         made anew inside the two thirds.",
    );
    let splits = studio.sample(SPLITS).min(SPLITS) as u64;
    let mut rows = Vec::new();
    let mut covered = None;
    for (name, _, what) in GOOD {
        let Ok(data) = timed.data(what) else {
            studio.miss(format_args!("{name}: too few puzzles to learn from"));
            continue;
        };
        let sets = sets_of(&Feature::choice().collect::<Vec<_>>(), false);
        let Fit { train, held_out, covered: share, .. } = shrunk(&data, &sets, SEED);
        covered.get_or_insert(share);
        let rows_of_it = data.rows().len();
        let data = Arc::new(data);
        let again =
            studio.crew.in_order(splits, move |number| shrunk_again(&data, &sets, SEED, number))?;
        rows.push(vec![
            name.to_owned(),
            count(rows_of_it),
            number(train.r_squared, 3),
            with_interval(held_out.r_squared, held_out.interval, 3),
            Spread::of(&again).map_or_else(String::new, spread),
        ]);
    }
    let heads = ["target", "puzzles", "learnt from", "held out", "splits"];
    page.table(&heads, &rows);
    let commands: Vec<String> = GOOD.iter().map(|row| format!("    {}", row.1)).collect();
    page.say(format_args!(
        "One row at a time, in the folder of the data:\n\n    awk -F'\\t' 'NR==1||$3>=20' {DATA} > \
         n20.tsv\n{}",
        commands.join("\n")
    ));
    if let Some(covered) = covered {
        page.say(format_args!(
            "Of the puzzles held out {:.0} % lie in the interval of their prediction, which should hold \
             80 %. That the same features reach more on D_TO than on the mean times says that the noise \
             is in the times rather than in the model.",
            100.0 * covered
        ));
    }
    Ok(())
}

/// A mean and between what values 95 % lie.
fn spread(Spread { mean, low, high, .. }: Spread) -> String {
    format!("{} [{}, {}]", number(mean, 3), number(low, 3), number(high, 3))
}

/// How much of a prediction depends on how the grid is turned.
fn turned(studio: &Studio, page: &mut Page, timed: &Timed) -> anyhow::Result<()> {
    let mut puzzles = timed.puzzles.clone();
    if let Some(table) = studio.list(RANDOM)? {
        puzzles.extend(table.rows.iter().take(puzzles.len()).map(|row| row.puzzle));
    }
    let mut rng = studio.rng("turned");
    let others: Vec<Puzzle> =
        puzzles.iter().map(|p| p.transformed(&Transformation::random(&mut rng))).collect();
    let minutes = |puzzles: &[Puzzle]| -> anyhow::Result<Vec<f64>> {
        let scores = of(studio, puzzles, &["minutes"])?;
        Ok(scores[0].values.iter().copied().flatten().collect())
    };
    let (before, after) = (minutes(&puzzles)?, minutes(&others)?);
    let off: Vec<f64> =
        before.iter().zip(&after).map(|(a, b)| 100.0 * (b / a - 1.0).abs()).collect();
    page.say(format_args!(
        "Features of the profile depend on how the grid is turned. Of {} puzzles (the app's, and as many \
         random minimal ones where they are at hand), turned at random, half get a prediction within {} \
         % of the first, nineteen in twenty within {} %, all within {} %.",
        count(off.len()),
        number(stats::quantile(&off, 0.5), 1),
        number(stats::quantile(&off, 0.95), 1),
        number(stats::quantile(&off, 1.0), 1),
    ));
    Ok(())
}
