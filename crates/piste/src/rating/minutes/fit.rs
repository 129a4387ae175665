//! Learning a model from people's times.
//!
//! What must not happen is that a model is tested on what it has learnt from. A puzzle turned
//! round is the same puzzle, so rows are told apart by canonical form: those of one form become
//! one row ([`Data::new`]), and whether a form is held out is a hash of the form and a seed
//! ([`is_held_out`]). No puzzle can stand on both sides, whatever the file looks like, and
//! another file has the same puzzles held out.
//!
//! There are two procedures.
//!
//! - [`shrunk`]: ridge regression. How much to shrink, and on which of several sets of features,
//!   is chosen by cross-validation inside the training part. The rows held out are looked
//!   at once, to say how good the result is; then the same choice is fitted to all rows.
//! - [`Paper`](super::Paper): the procedure of paper 004, told in a file of its own. Rows count by
//!   their weights in both procedures.
//!
//! What is measured must not depend on the rows it is measured on. How much is shrunk is relative
//! to the spread of each feature and to the mean weight *of the rows that are learnt from*
//! ([`Data::fit`]); that [`Data::new`] scales the features by all rows is for the sake of
//! the arithmetic and leaves no mark on a prediction.

use super::{Feature, Model, Term, Unit};
use crate::stats::{self, Moments, interval, quantile, r_squared, split};
use piste_core::{Cell, Digit, Grid, Rng, fnv1a};
use std::collections::BTreeMap;

/// One puzzle, and how long people took.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The puzzle in canonical form.
    pub form: Grid,
    /// The values of the features.
    pub values: Vec<f64>,
    /// How long people took, above 0.
    pub time: f64,
    /// How much the row counts, above 0.
    pub weight: f64,
}

/// Puzzles with people's times, each puzzle once.
#[derive(Clone, Debug)]
pub struct Data {
    pub(super) features: Vec<Feature>,
    unit: Unit,
    is_log: bool,
    rows: Vec<Row>,
    /// What is predicted: the time, or its logarithm.
    pub(super) y: Vec<f64>,
    pub(super) weights: Vec<f64>,
    /// The features, all of one spread.
    pub(super) scaled: Vec<Vec<f64>>,
    means: Vec<f64>,
    spreads: Vec<f64>,
}

/// Why nothing can be learnt from some data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} different puzzles are too few to learn from: it takes {LEAST}")]
pub struct TooFew(usize);

/// Fewer rows than this teach nothing.
const LEAST: usize = 30;

/// One in so many puzzles is held out.
const HELD_OUT: u64 = 3;

/// How many parts the training part is cut into for cross-validation.
const FOLDS: usize = 10;

/// How much may be shrunk, each feature having the spread 1.
const RIDGES: [f64; 9] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0];

/// The share of puzzles that an interval should hold.
pub(super) const SHARE: f64 = 0.8;

/// How many samples a bootstrap interval takes, and what share of them it holds.
const SAMPLES: usize = 2000;
const CONFIDENCE: f64 = 0.95;

/// How much of the spread of the times predictions account for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// On how many rows.
    pub rows: usize,
    /// R²; nothing if all of the rows took the same time.
    pub r_squared: Option<f64>,
    /// Between which values it lies in 95 % of the samples of a bootstrap.
    pub interval: Option<(f64, f64)>,
}

/// A model, and how good it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The model.
    pub model: Model,
    /// How good it is on the rows it was learnt from.
    pub train: Score,
    /// How good it is on the rows held out.
    pub held_out: Score,
    /// The share of the rows held out that lie in the interval of their prediction.
    pub covered: f64,
}

/// Whether a puzzle of this canonical form is held out.
///
/// ```
/// use piste::Grid;
/// use piste::rating::minutes::is_held_out;
///
/// // It depends on the form and the seed alone.
/// assert_eq!(is_held_out(&Grid::EMPTY, 7), is_held_out(&Grid::EMPTY, 7));
/// ```
pub fn is_held_out(form: &Grid, seed: u64) -> bool {
    drawn(form, seed, "held out").is_multiple_of(HELD_OUT)
}

/// A number that depends on a puzzle, a seed and a purpose.
fn drawn(form: &Grid, seed: u64, purpose: &str) -> u64 {
    let digits = Cell::ALL.iter().map(|&cell| form.get(cell).map_or(0, Digit::get));
    Rng::for_item(seed, fnv1a(digits.chain(purpose.bytes()))).bits()
}

impl Data {
    /// The rows, those of one canonical form made into one: their weights add up, and the time
    /// is the (geometric, if `is_log`) mean.
    ///
    /// # Panics
    /// If a row has another number of values than there are features, or a time or weight
    /// that is not above 0.
    pub fn new(
        features: Vec<Feature>,
        unit: Unit,
        is_log: bool,
        rows: Vec<Row>,
    ) -> Result<Data, TooFew> {
        let mut by_form: BTreeMap<String, Row> = BTreeMap::new();
        for row in rows {
            assert_eq!(row.values.len(), features.len(), "a value for each feature");
            assert!(row.time > 0.0 && row.weight > 0.0, "times and weights are above 0");
            match by_form.entry(row.form.to_string()) {
                std::collections::btree_map::Entry::Vacant(place) => {
                    place.insert(row);
                }
                std::collections::btree_map::Entry::Occupied(mut place) => {
                    place.get_mut().merge(&row, is_log);
                }
            }
        }
        let rows: Vec<Row> = by_form.into_values().collect();
        if rows.len() < LEAST {
            return Err(TooFew(rows.len()));
        }
        let y =
            rows.iter().map(|row| if is_log { libm::log(row.time) } else { row.time }).collect();
        let mean = |values: &[f64]| stats::mean(values).expect("there are rows");
        let mean_weight = mean(&rows.iter().map(|row| row.weight).collect::<Vec<_>>());
        let weights = rows.iter().map(|row| row.weight / mean_weight).collect();
        let column = |at: usize| -> Vec<f64> { rows.iter().map(|row| row.values[at]).collect() };
        let means: Vec<f64> = (0..features.len()).map(|at| mean(&column(at))).collect();
        let spread = |at: usize| match stats::standard_deviation(&column(at)) {
            Some(spread) if spread > 0.0 => spread,
            _ => 1.0,
        };
        let spreads: Vec<f64> = (0..features.len()).map(spread).collect();
        let scaled = rows
            .iter()
            .map(|row| {
                let values = row.values.iter().zip(means.iter().zip(&spreads));
                values.map(|(value, (mean, spread))| (value - mean) / spread).collect()
            })
            .collect();
        Ok(Data { features, unit, is_log, rows, y, weights, scaled, means, spreads })
    }

    /// The rows, in the order of their canonical forms.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// A number that is another one if any puzzle, time or weight is.
    pub fn hash(&self) -> u64 {
        fnv1a(self.rows.iter().flat_map(|row| {
            let numbers = row.time.to_le_bytes().into_iter().chain(row.weight.to_le_bytes());
            row.form.to_string().into_bytes().into_iter().chain(numbers)
        }))
    }

    /// The numbers of the rows to learn from, and of those held out.
    pub(super) fn parts(&self, seed: u64) -> (Vec<usize>, Vec<usize>) {
        (0..self.rows.len()).partition(|&row| !is_held_out(&self.rows[row].form, seed))
    }

    fn moments(&self, rows: &[usize]) -> Moments {
        let mut moments = Moments::empty(self.features.len());
        for &row in rows {
            moments.add(&self.scaled[row], self.y[row], self.weights[row]);
        }
        moments
    }

    /// The ridge regression of so many rows with these moments, shrunk relative to these rows.
    fn fit(moments: &Moments, rows: usize, ridge: f64) -> stats::Model {
        moments.fit(ridge * moments.weight() / rows as f64)
    }

    /// What a model of the scaled features of this set predicts.
    pub(super) fn predicted(
        &self,
        model: &stats::Model,
        set: &[usize],
        rows: &[usize],
    ) -> Vec<f64> {
        let one = |&row: &usize| {
            let values: Vec<f64> = set.iter().map(|&at| self.scaled[row][at]).collect();
            model.predict(&values)
        };
        rows.iter().map(one).collect()
    }

    pub(super) fn y_of(&self, rows: &[usize]) -> Vec<f64> {
        rows.iter().map(|&row| self.y[row]).collect()
    }

    pub(super) fn score(&self, predicted: &[f64], rows: &[usize], rng: &mut Rng) -> Score {
        let y = self.y_of(rows);
        let of = |items: &[usize]| {
            let pick = |from: &[f64]| items.iter().map(|&item| from[item]).collect::<Vec<_>>();
            r_squared(&pick(&y), &pick(predicted))
        };
        Score {
            rows: rows.len(),
            r_squared: r_squared(&y, predicted),
            interval: interval(rows.len(), SAMPLES, CONFIDENCE, of, |bound| rng.below(bound)),
        }
    }

    pub(super) fn model(&self, fitted: &stats::Model, set: &[usize], reach: (f64, f64)) -> Model {
        let term = |(&at, &coefficient): (&usize, &f64)| {
            let values = || self.rows.iter().map(move |row| row.values[at]);
            Term {
                feature: self.features[at],
                mean: self.means[at],
                spread: self.spreads[at],
                coefficient,
                least: values().fold(f64::INFINITY, f64::min),
                most: values().fold(f64::NEG_INFINITY, f64::max),
            }
        };
        Model {
            unit: self.unit,
            is_log: self.is_log,
            intercept: fitted.intercept,
            interval: (SHARE, reach.0, reach.1),
            terms: set.iter().zip(&fitted.coefficients).map(term).collect(),
            rise: None,
            widening: None,
            about: vec![
                ("puzzles".to_owned(), self.rows.len().to_string()),
                ("hash".to_owned(), format!("{:016x}", self.hash())),
            ],
        }
    }
}

impl Row {
    /// Adds another row about the same puzzle.
    fn merge(&mut self, other: &Row, is_log: bool) {
        let share = other.weight / (self.weight + other.weight);
        self.time = match is_log {
            true => {
                let logs = libm::log(self.time) * (1.0 - share) + libm::log(other.time) * share;
                libm::exp(logs)
            }
            false => self.time * (1.0 - share) + other.time * share,
        };
        self.weight += other.weight;
    }
}

/// Which set of features, and how much shrunk.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Choice {
    set: usize,
    ridge: f64,
}

/// The choice that predicts best what it has not learnt from, among these rows. `fold` says of
/// each of them in which part it is.
fn choose(data: &Data, sets: &[Vec<usize>], rows: &[usize], fold: &[usize]) -> Choice {
    let all = data.moments(rows);
    let parts: Vec<(Moments, usize)> = (0..FOLDS)
        .map(|wanted| {
            let inside = rows.iter().zip(fold).filter(|(_, fold)| **fold == wanted);
            let inside: Vec<usize> = inside.map(|(row, _)| *row).collect();
            (data.moments(&inside), rows.len() - inside.len())
        })
        .collect();
    let mut best = (f64::INFINITY, Choice { set: 0, ridge: RIDGES[0] });
    for (number, set) in sets.iter().enumerate() {
        let parts: Vec<(Moments, usize, Moments)> = parts
            .iter()
            .map(|(part, others)| (all.less(part).chosen(set), *others, part.chosen(set)))
            .collect();
        for ridge in RIDGES {
            let left = |(rest, others, part): &(Moments, usize, Moments)| {
                part.left(&Data::fit(rest, *others, ridge))
            };
            let left: f64 = parts.iter().map(left).sum();
            if left < best.0 {
                best = (left, Choice { set: number, ridge });
            }
        }
    }
    best.1
}

/// How far below and above their predictions the rows lie that a model has not learnt from:
/// each part of the rows is predicted from the others.
fn reach(data: &Data, set: &[usize], ridge: f64, rows: &[usize], fold: &[usize]) -> (f64, f64) {
    let all = data.moments(rows);
    let mut off = Vec::new();
    for wanted in 0..FOLDS {
        let part: Vec<usize> = rows
            .iter()
            .zip(fold)
            .filter(|(_, fold)| **fold == wanted)
            .map(|(row, _)| *row)
            .collect();
        let others = all.less(&data.moments(&part)).chosen(set);
        let model = Data::fit(&others, rows.len() - part.len(), ridge);
        let predicted = data.predicted(&model, set, &part);
        off.extend(part.iter().zip(predicted).map(|(&row, predicted)| data.y[row] - predicted));
    }
    let tail = (1.0 - SHARE) / 2.0;
    let at = |share| quantile(&off, share).expect("there are rows to learn from");
    (at(tail), at(1.0 - tail))
}

/// The share of these rows that lie so far below and above their predictions at most.
pub(super) fn covered(y: &[f64], predicted: &[f64], reach: (f64, f64)) -> f64 {
    let inside = |(y, predicted): (&f64, &f64)| (reach.0..=reach.1).contains(&(y - predicted));
    y.iter().zip(predicted).filter(|pair| inside(*pair)).count() as f64 / y.len() as f64
}

/// Learns a model by ridge regression. `sets` are the sets of features to choose among, each by
/// the numbers of its features.
///
/// # Panics
/// If there is no set, or a number of no feature.
pub fn shrunk(data: &Data, sets: &[Vec<usize>], seed: u64) -> Fit {
    assert!(!sets.is_empty(), "there is a set of features");
    let (train, test) = data.parts(seed);
    let fold_of =
        |row: &usize| (drawn(&data.rows[*row].form, seed, "fold") % FOLDS as u64) as usize;
    let fold: Vec<usize> = train.iter().map(fold_of).collect();
    let Choice { set, ridge } = choose(data, sets, &train, &fold);
    let set = &sets[set];
    let learnt = Data::fit(&data.moments(&train).chosen(set), train.len(), ridge);
    let reach = reach(data, set, ridge, &train, &fold);
    let mut rng = Rng::for_item(seed, fnv1a("bootstrap".bytes()));
    let [on_train, on_test] = [&train, &test].map(|rows| data.predicted(&learnt, set, rows));
    let train_score = data.score(&on_train, &train, &mut rng);
    let held_out = data.score(&on_test, &test, &mut rng);
    let everything: Vec<usize> = (0..data.rows.len()).collect();
    let final_fit = data.moments(&everything).chosen(set).fit(ridge);
    let mut model = data.model(&final_fit, set, reach);
    model.about.push(("procedure".to_owned(), "shrunk".to_owned()));
    model.about.push(("ridge".to_owned(), ridge.to_string()));
    let covered = covered(&data.y_of(&test), &on_test, reach);
    Fit { model, train: train_score, held_out, covered }.told(seed)
}

/// R² on a random third of the rows of what [`shrunk`] learns from the others, all its choices
/// made anew among those; nothing if all of the third took the same time. `number` says which of the endlessly many splits.
pub fn shrunk_again(data: &Data, sets: &[Vec<usize>], seed: u64, number: u64) -> Option<f64> {
    let mut rng = Rng::for_item(seed, number);
    let (train, test) = split(data.rows.len(), 2.0 / 3.0, |bound| rng.below(bound));
    let fold = stats::folds(train.len(), FOLDS, |bound| rng.below(bound));
    let Choice { set, ridge } = choose(data, sets, &train, &fold);
    let model = Data::fit(&data.moments(&train).chosen(&sets[set]), train.len(), ridge);
    r_squared(&data.y_of(&test), &data.predicted(&model, &sets[set], &test))
}

impl Fit {
    /// The same with how good it is said in the model.
    pub(super) fn told(mut self, seed: u64) -> Fit {
        let score = |score: &Score| match (score.r_squared, score.interval, score.rows) {
            (Some(r_squared), Some((low, high)), rows) => {
                format!("{r_squared:.3} [{low:.3}, {high:.3}] on {rows}")
            }
            (_, _, rows) => format!("none on {rows}"),
        };
        let about = &mut self.model.about;
        about.push(("seed".to_owned(), seed.to_string()));
        about.push(("r2-train".to_owned(), score(&self.train)));
        about.push(("r2-held-out".to_owned(), score(&self.held_out)));
        about.push(("held-out-in-interval".to_owned(), format!("{:.3}", self.covered)));
        self
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use piste_core::symmetry::{Transformation, canonical};

    /// Grids that are no puzzles but have canonical forms, turned in many ways, and times
    /// that follow from two features.
    pub(in super::super) fn rows(count: usize, noise: f64) -> Vec<Row> {
        let mut rng = Rng::new(4);
        (0..count)
            .map(|_| {
                let grid = Grid::from_fn(|_| (rng.below(3) == 0).then(|| Digit::ALL[rng.below(9)]));
                let values: Vec<f64> = (0..3).map(|_| 4.0 * rng.unit()).collect();
                let sum = 1.0 + 0.5 * values[0] - 0.25 * values[1] + noise * (rng.unit() - 0.5);
                Row { form: canonical(&grid).grid, values, time: sum.exp(), weight: 1.0 }
            })
            .collect()
    }

    pub(in super::super) fn features() -> Vec<Feature> {
        ["givens", "log:walk.rounds", "path.sum"].map(|name| Feature::named(name).unwrap()).to_vec()
    }

    pub(in super::super) fn data(noise: f64) -> Data {
        Data::new(features(), Unit::Minutes, true, rows(300, noise)).unwrap()
    }

    #[test]
    fn known_coefficients_are_found() {
        let data = data(0.0);
        let fit = shrunk(&data, &[vec![2], vec![0, 1, 2]], 1);
        assert!(fit.held_out.r_squared > Some(0.999), "{:?}", fit.held_out);
        assert_eq!(fit.model.terms.len(), 3, "the second set is chosen");
        for row in data.rows() {
            let sum = 1.0 + 0.5 * row.values[0] - 0.25 * row.values[1];
            assert!((fit.model.sum(&row.values) - sum).abs() < 1e-2);
        }
    }

    #[test]
    fn noise_is_told_as_such() {
        let data = data(2.0);
        let fit = shrunk(&data, &[vec![0, 1, 2]], 1);
        let Score { r_squared, interval, rows } = fit.held_out;
        let (r_squared, (low, high)) = (r_squared.unwrap(), interval.unwrap());
        assert!(low < r_squared && r_squared < high && high < 0.9, "{:?}", fit.held_out);
        assert_eq!(rows + fit.train.rows, 300);
        assert!((0.7..0.9).contains(&fit.covered), "{}", fit.covered);
        let again = shrunk_again(&data, &[vec![0, 1, 2]], 1, 5).unwrap();
        assert!((low - 0.2..high + 0.2).contains(&again), "{again}");
        assert_eq!(Some(again), shrunk_again(&data, &[vec![0, 1, 2]], 1, 5));
    }

    #[test]
    fn equal_times_have_no_share_to_account_for() {
        let rows = rows(60, 0.0).into_iter().map(|row| Row { time: 4.0, ..row }).collect();
        let data = Data::new(features(), Unit::Minutes, false, rows).unwrap();
        let fit = shrunk(&data, &[vec![0, 1, 2]], 1);
        assert_eq!((fit.held_out.r_squared, fit.held_out.interval), (None, None));
        let told = fit.model.about.iter().find(|(name, _)| name == "r2-held-out").unwrap();
        assert_eq!(told.1, format!("none on {}", fit.held_out.rows));
    }

    #[test]
    fn no_puzzle_stands_on_both_sides_however_it_is_turned() {
        let mut rng = Rng::new(9);
        let plain = rows(120, 1.0);
        let mut turned = plain.clone();
        for row in &plain {
            for _ in 0..2 {
                let other = Transformation::random(&mut rng).grid(&row.form);
                turned.push(Row { form: canonical(&other).grid, ..row.clone() });
            }
        }
        let data = Data::new(features(), Unit::Minutes, true, turned).unwrap();
        assert_eq!(data.rows().len(), plain.len(), "what is the same is one row");
        assert!(data.rows().iter().all(|row| row.weight == 3.0));
        let (train, test) = data.parts(5);
        assert!(train.len() > 60 && test.len() > 20, "{} and {}", train.len(), test.len());
        for &row in &test {
            let form = &data.rows()[row].form;
            assert!(train.iter().all(|&other| data.rows()[other].form != *form));
            let other = Transformation::random(&mut rng).grid(form);
            assert!(is_held_out(&canonical(&other).grid, 5), "turned, it is still held out");
        }
    }

    /// However far the rows held out lie from the others, and however much they count.
    #[test]
    fn what_is_learnt_does_not_depend_on_the_rows_held_out() {
        let sets = [vec![0, 1, 2]];
        let mut others = rows(300, 2.0);
        for (number, row) in others.iter_mut().enumerate() {
            row.weight = 1.0 + (number % 7) as f64;
        }
        let plain = Data::new(features(), Unit::Minutes, true, others.clone()).unwrap();
        for row in others.iter_mut().filter(|row| is_held_out(&row.form, 1)) {
            row.weight *= 1e4;
            row.values.iter_mut().for_each(|value| *value = 50.0 - 30.0 * *value);
        }
        let moved = Data::new(features(), Unit::Minutes, true, others).unwrap();
        let [a, b] = [&plain, &moved].map(|data| shrunk(data, &sets, 1));
        assert!(
            (a.train.r_squared.unwrap() - b.train.r_squared.unwrap()).abs() < 1e-9,
            "{:?} {:?}",
            a.train,
            b.train
        );
        assert_ne!(a.held_out.r_squared, b.held_out.r_squared);
        let (low, high) = (a.model.interval.1, a.model.interval.2);
        assert!(
            (low - b.model.interval.1).abs() < 1e-9 && (high - b.model.interval.2).abs() < 1e-9
        );
    }

    #[test]
    fn few_rows_are_refused() {
        let wrong = Data::new(features(), Unit::Minutes, true, rows(29, 0.0)).unwrap_err();
        let said = "29 different puzzles are too few to learn from: it takes 30";
        assert_eq!(wrong.to_string(), said);
    }
}
