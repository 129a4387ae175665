//! The procedure of paper 004: least squares on counts of techniques, a million times.
//!
//! ```text
//!   all rows ──► a fit to two thirds, tested on the third ──► 10⁶ R² (figure 4)
//!                       └─ coefficients, each fit weighed by its R² ──► the meta-model
//!   all rows ──► a third set aside ──► the same on the rest, 10⁴ fits ──► R² on the third
//!                       └─ 100 times ───────────────────────────────────► 100 R² (figure 5)
//! ```
//!
//! The model that comes out is that of all rows, as in the paper; how good it is on puzzles that it
//! has not seen is told by the nested splits, and by the part that is held out by the hash of its
//! puzzles ([`is_held_out`](super::is_held_out)), of which another meta-model is learnt that has
//! not seen it. The interval is where the rows of that other model lie about the mean of those
//! fits that had left them out.
//!
//! Least squares trusts what it sees once. A technique that a single row uses gets the coefficient
//! that makes this row exact, and if a row of the test uses it three times, it is wrong by
//! three times that. [`Taming`] has the two usual remedies, so that one can see what they do;
//! without it the procedure is the paper's. A [`Split`] says which row it was wrong about
//! most, and which feature had moved it so far.

use super::fit::{SHARE, covered};
use super::{Data, Feature, Fit};
use crate::stats::bagging::{Bag, Bagging};
use crate::stats::{self, Model, quantile, r_squared, split};
use piste_core::{Rng, fnv1a};

/// The procedure of paper 004, of which the fits may be made anywhere and in any order.
pub struct Paper {
    data: Data,
    seed: u64,
    taming: Taming,
    /// The rows that are not held out, and those that are.
    train: Vec<usize>,
    test: Vec<usize>,
    /// For the fits to parts of all rows, and of those that are not held out.
    of_all: Bagging,
    of_train: Bagging,
}

/// Of which rows the fits take their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Of all: for the model that is handed out.
    All,
    /// Of those that are not held out: for the model that is tested on the others.
    Train,
}

/// What the paper does not do: keep least squares from trusting what it has seen once or twice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Taming {
    /// How much each fit shrinks; 0 is least squares.
    pub ridge: f64,
    /// How many of the rows that are learnt from must have more than the least of a feature, or
    /// it is left out.
    pub seen: usize,
}

/// One of the nested splits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// R² on the third that was set aside; nothing if all of it took the same time.
    pub r_squared: Option<f64>,
    /// The share of all squared error that is that of one row, the one it was wrong about most.
    pub worst: f64,
    /// The feature that moved the prediction of that row most.
    pub feature: Feature,
    /// How many of the rows that were learnt from have more than the least of it.
    pub seen: usize,
}

/// What share of the rows a fit learns from.
const LEARNT: f64 = 2.0 / 3.0;

impl Paper {
    /// Ready for fits, as in the paper.
    pub fn new(data: Data, seed: u64) -> Paper {
        Paper::tamed(data, seed, Taming::default())
    }

    /// Ready for fits that are not quite as in the paper.
    pub fn tamed(data: Data, seed: u64, taming: Taming) -> Paper {
        let (train, test) = data.parts(seed);
        let everything: Vec<usize> = (0..data.rows().len()).collect();
        let of_all = taming.bagging(&data, &everything);
        let of_train = taming.bagging(&data, &train);
        Paper { data, seed, taming, train, test, of_all, of_train }
    }

    /// Some of the fits: `count` of them, those of this number.
    pub fn portion(&self, part: Part, number: u64, count: usize) -> Bag {
        let (bagging, purpose) = match part {
            Part::All => (&self.of_all, "fits to parts of all"),
            Part::Train => (&self.of_train, "fits to parts of the training part"),
        };
        let mut rng = self.rng(purpose, number);
        bagging.rounds(count, |bound| rng.below(bound))
    }

    /// A stream of chance for this purpose and number.
    fn rng(&self, purpose: &str, number: u64) -> Rng {
        let bytes = purpose.bytes().chain(number.to_le_bytes());
        Rng::for_item(self.seed, fnv1a(bytes))
    }

    /// The numbers of all features.
    fn set(&self) -> Vec<usize> {
        (0..self.data.features.len()).collect()
    }

    /// The model that the fits to parts of all rows have come to, and how good the one is that
    /// those to the training part have; portions must have been merged in the order of their
    /// numbers.
    pub fn finish(&self, all: &Bag, train: &Bag) -> Fit {
        let (data, set) = (&self.data, self.set());
        let learnt = self.of_train.model(train);
        let [on_train, on_test] =
            [&self.train, &self.test].map(|rows| data.predicted(&learnt, &set, rows));
        let mut rng = self.rng("bootstrap", 0);
        let reach = self.reach(train, &learnt, &set);
        let mut model = data.model(&self.of_all.model(all), &set, reach);
        let mut say = |name: &str, value: String| model.about.push((name.to_owned(), value));
        say("procedure", "paper".to_owned());
        say("rounds", all.rounds.to_string());
        let told = |r_squared: Option<f64>| match r_squared {
            Some(r_squared) => format!("{r_squared:.3}"),
            None => "none".to_owned(),
        };
        let of_rounds: Vec<f64> = all.r_squared.iter().copied().flatten().collect();
        say("r2-of-rounds", told(stats::mean(&of_rounds)));
        say("r2-of-all-rows", told(self.r_squared_of_all(all)));
        if self.taming != Taming::default() {
            say("ridge", self.taming.ridge.to_string());
            say("seen", self.taming.seen.to_string());
        }
        Fit {
            model,
            train: data.score(&on_train, &self.train, &mut rng),
            held_out: data.score(&on_test, &self.test, &mut rng),
            covered: covered(&data.y_of(&self.test), &on_test, reach),
        }
        .told(self.seed)
    }

    /// R² of the model of all rows on these very rows: the paper's figure 3.
    pub fn r_squared_of_all(&self, all: &Bag) -> Option<f64> {
        let rows: Vec<usize> = (0..self.data.rows().len()).collect();
        let predicted = self.data.predicted(&self.of_all.model(all), &self.set(), &rows);
        r_squared(&self.data.y, &predicted)
    }

    /// How far below and above their predictions the training rows lie, each predicted by fits
    /// that have not seen it.
    fn reach(&self, bag: &Bag, learnt: &Model, set: &[usize]) -> (f64, f64) {
        let outside = self.of_train.outside(bag);
        let off = self.train.iter().zip(outside);
        let mut off: Vec<f64> =
            off.filter_map(|(&row, predicted)| Some(self.data.y[row] - predicted?)).collect();
        if off.is_empty() {
            // No fit counts, so the model has learnt nothing from these rows.
            let predicted = self.data.predicted(learnt, set, &self.train);
            off = self.train.iter().zip(predicted).map(|(&row, p)| self.data.y[row] - p).collect();
        }
        let tail = (1.0 - SHARE) / 2.0;
        let at = |share| quantile(&off, share).expect("there are rows to learn from");
        (at(tail), at(1.0 - tail))
    }

    /// What comes of a random third of all rows if so many fits to parts of the others make the
    /// model: the paper's nested evaluation. `number` says which of the endlessly many splits.
    pub fn nested(&self, rounds: usize, number: u64) -> Split {
        let data = &self.data;
        let mut rng = self.rng("nested", number);
        let (train, test) = split(data.rows().len(), LEARNT, |bound| rng.below(bound));
        let bagging = self.taming.bagging(data, &train);
        let model = bagging.model(&bagging.rounds(rounds, |bound| rng.below(bound)));
        let predicted = data.predicted(&model, &self.set(), &test);
        let y = data.y_of(&test);
        let squares = y.iter().zip(&predicted).map(|(y, predicted)| (y - predicted).powi(2));
        let squares: Vec<f64> = squares.collect();
        let worst = (0..test.len()).max_by(|&a, &b| squares[a].total_cmp(&squares[b]));
        let worst = worst.expect("a third of the rows are some");
        let row = &data.scaled[test[worst]];
        let usual = |at: usize| {
            stats::mean(&column(data, &train, at)).expect("two thirds of the rows are some")
        };
        let moved: Vec<f64> = self
            .set()
            .into_iter()
            .map(|at| (model.coefficients[at] * (row[at] - usual(at))).abs())
            .collect();
        let most = (0..moved.len()).max_by(|&a, &b| moved[a].total_cmp(&moved[b])).unwrap_or(0);
        Split {
            r_squared: r_squared(&y, &predicted),
            worst: squares[worst] / squares.iter().sum::<f64>(),
            feature: data.features[most],
            seen: seen(data, &train, most),
        }
    }
}

impl Taming {
    /// These rows ready for fits.
    fn bagging(self, data: &Data, rows: &[usize]) -> Bagging {
        let is_kept: Vec<bool> = (0..data.features.len())
            .map(|at| self.seen == 0 || seen(data, rows, at) >= self.seen)
            .collect();
        // A feature that is the same everywhere gets no coefficient.
        let kept = |(value, is_kept): (&f64, &bool)| if *is_kept { *value } else { 0.0 };
        let values = |&row: &usize| data.scaled[row].iter().zip(&is_kept).map(kept).collect();
        let features: Vec<Vec<f64>> = rows.iter().map(values).collect();
        let weights: Vec<f64> = rows.iter().map(|&row| data.weights[row]).collect();
        Bagging::weighted(&features, &data.y_of(rows), &weights, LEARNT).shrunk(self.ridge)
    }
}

fn column(data: &Data, rows: &[usize], at: usize) -> Vec<f64> {
    rows.iter().map(|&row| data.scaled[row][at]).collect()
}

/// How many of these rows have more than the least of a feature.
fn seen(data: &Data, rows: &[usize], at: usize) -> usize {
    let values = column(data, rows, at);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    values.iter().filter(|value| **value > least).count()
}

#[cfg(test)]
mod tests {
    use super::super::fit::tests::{data, features, rows};
    use super::super::{Row, Unit};
    use super::*;

    /// What so many fits come to.
    fn fitted(paper: &Paper, fits: usize) -> Fit {
        paper.finish(&paper.portion(Part::All, 0, fits), &paper.portion(Part::Train, 0, fits))
    }

    #[test]
    fn known_coefficients_are_found() {
        let data = data(0.0);
        let paper = Paper::new(data.clone(), 1);
        let fit = fitted(&paper, 50);
        for row in data.rows() {
            assert!((fit.model.sum(&row.values).exp() - row.time).abs() < 1e-9 * row.time);
        }
        let is_one = |r_squared: Option<f64>| (r_squared.unwrap() - 1.0).abs() < 1e-9;
        assert!(is_one(fit.held_out.r_squared));
        assert!(is_one(paper.r_squared_of_all(&paper.portion(Part::All, 0, 5))));
        assert!(is_one(paper.nested(20, 3).r_squared));
    }

    /// As many features as there are techniques, of which the first alone says anything.
    fn mostly_noise(count: usize) -> Data {
        let mut rng = Rng::new(12);
        let features: Vec<Feature> = Feature::techniques().collect();
        let noise = |rng: &mut Rng| (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        let rows = rows(count, 0.0).into_iter().map(|row| {
            let values: Vec<f64> = features.iter().map(|_| noise(&mut rng)).collect();
            Row { time: 20.0 + 2.0 * values[0] + noise(&mut rng), values, ..row }
        });
        let rows = rows.collect();
        Data::new(features, Unit::Minutes, false, rows).unwrap()
    }

    #[test]
    fn the_interval_holds_what_it_should_of_rows_not_seen() {
        let data = mostly_noise(150);
        let covered: Vec<f64> =
            (0..12).map(|seed| fitted(&Paper::new(data.clone(), seed), 200).covered).collect();
        assert!((0.75..0.87).contains(&stats::mean(&covered).unwrap()), "{covered:?}");
    }

    /// Two planes: the rows on the one count little beside those on the other.
    #[test]
    fn rows_count_by_their_weights() {
        let mut rows = rows(300, 0.0);
        for (number, row) in rows.iter_mut().enumerate() {
            if number % 2 == 0 {
                row.time = (1.0 - 0.5 * row.values[0]).exp();
                row.weight = 1e-6;
            }
        }
        let data = Data::new(features(), Unit::Minutes, true, rows).unwrap();
        let fit = fitted(&Paper::new(data.clone(), 1), 50);
        for row in data.rows().iter().filter(|row| row.weight == 1.0) {
            assert!((fit.model.sum(&row.values) - row.time.ln()).abs() < 1e-4);
        }
    }

    /// The third feature is 0 but in three rows, which are far off and use it unequally.
    fn with_rare_feature() -> Data {
        let mut rows = rows(300, 0.5);
        for row in &mut rows {
            row.values[2] = 0.0;
        }
        for (row, (count, time)) in rows.iter_mut().zip([(1.0, 300.0), (8.0, 90.0), (1.0, 2.0)]) {
            row.values[2] = count;
            row.time = time;
        }
        Data::new(features(), Unit::Minutes, false, rows).unwrap()
    }

    #[test]
    fn a_rare_feature_spoils_a_split_and_is_named_unless_it_is_tamed() {
        let data = with_rare_feature();
        let worst = |taming| {
            let paper = Paper::tamed(data.clone(), 1, taming);
            let splits = (0..40).map(|number| paper.nested(30, number));
            let r_squared = |split: &Split| split.r_squared.unwrap();
            splits.min_by(|a, b| r_squared(a).total_cmp(&r_squared(b))).unwrap()
        };
        let plain = worst(Taming::default());
        assert!(plain.r_squared.unwrap() < -1.0 && plain.worst > 0.5, "{plain:?}");
        assert_eq!((plain.feature, plain.seen < 3), (features()[2], true), "{plain:?}");
        for taming in [Taming { seen: 5, ridge: 0.0 }, Taming { seen: 0, ridge: 300.0 }] {
            let tamed = worst(taming);
            assert!(
                tamed.r_squared.unwrap() > plain.r_squared.unwrap() + 1.0,
                "{taming:?} {tamed:?}"
            );
        }
    }

    #[test]
    fn what_is_left_out_has_no_coefficient() {
        let taming = Taming { seen: 5, ridge: 0.0 };
        let fit = fitted(&Paper::tamed(with_rare_feature(), 1, taming), 20);
        assert_eq!(fit.model.terms[2].coefficient, 0.0);
        assert_eq!(fit.model.said_of("seen"), Some("5"));
        let plain = fitted(&Paper::new(with_rare_feature(), 1), 20);
        assert_ne!(plain.model.terms[2].coefficient, 0.0);
        assert_eq!(plain.model.said_of("seen"), None);
    }

    #[test]
    fn every_number_and_purpose_has_its_own_chance() {
        let paper = Paper::new(data(2.0), 1);
        let of = |part, number| paper.portion(part, number, 3).r_squared;
        assert_eq!(of(Part::All, 0), of(Part::All, 0));
        assert_ne!(of(Part::All, 0), of(Part::All, 1));
        assert_ne!(of(Part::All, 0), of(Part::Train, 0));
        assert_eq!(paper.nested(3, 0), paper.nested(3, 0));
        assert_ne!(paper.nested(3, 0).r_squared, paper.nested(3, 1).r_squared);
    }
}
