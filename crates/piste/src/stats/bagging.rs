//! Pseudo-bagging: the mean of very many models, each fitted to a random part of the rows
//! and counted by how well it predicts the rest.
//!
//! This is the meta-model of paper 004: each round takes 2/3 of the rows to fit, the other
//! third to test; the coefficients of all rounds are averaged with the R² of each on its test
//! rows as the weight (a round whose R² is below 0 says nothing, and counts nothing). The paper's
//! rows all count the same; here a row may count more than another, in the fit and in the R².
//!
//! What a model leaves of the rows it was learnt from says too little about others. But every
//! round has rows that it left out, so for each row there are predictions by rounds that have not
//! seen it; their mean, weighed like the coefficients, is its prediction [from
//! outside](Bagging::outside).
//!
//! A round needs only the sums of products of its rows ([`Moments`]), and as those of the
//! rows left out are the fewer ones to add up, the others follow by subtraction. Most features are 0 in most
//! rows where they count how often something rare was used; these stay 0, since only features that are mostly something
//! else are centred, and zeros are passed over. So a round takes some ten thousand operations.
//!
//! Rounds are grouped into portions that may be worked on anywhere and in any order, as
//! long as their sums are [merged](Bag::merge) in the same order always.

use super::regression::{Model, Moments};
use super::resample::sample;

/// The rows, ready for rounds: moved, scaled, and added up.
pub struct Bagging {
    rows: Vec<Row>,
    all: Moments,
    /// What was taken from each feature.
    moved: Vec<f64>,
    spreads: Vec<f64>,
    /// How many rows a round leaves out to test on.
    tested: usize,
    /// How much a round shrinks, relative to the mean weight of its rows.
    ridge: f64,
}

/// The scaled features of a row that are not 0, by their numbers, what is to be predicted from them, and how much it counts.
struct Row {
    features: Vec<(usize, f64)>,
    y: f64,
    weight: f64,
}

/// What came of some rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Bag {
    /// How many rounds.
    pub rounds: u64,
    /// The sum of the weights.
    weight: f64,
    /// The weighted sums of intercept and coefficients, on the scaled features.
    sums: Vec<f64>,
    /// For each row the weights of the rounds that left it out, and their weighted predictions.
    outside: Vec<(f64, f64)>,
    /// The R² of each round on the rows it was tested on, unless these are all alike.
    pub r_squared: Vec<Option<f64>>,
}

impl Bagging {
    /// Rows of features, and what is to be predicted from each; `share` of them are to be
    /// learnt from in each round.
    ///
    /// # Panics
    /// If there are no rows, or they are not of one width.
    pub fn new(features: &[Vec<f64>], y: &[f64], share: f64) -> Bagging {
        Bagging::weighted(features, y, &vec![1.0; y.len()], share)
    }

    /// The same where each row counts so much.
    ///
    /// # Panics
    /// If there are no rows, they are not of one width, or there is not a value and a weight
    /// for each.
    pub fn weighted(features: &[Vec<f64>], y: &[f64], weights: &[f64], share: f64) -> Bagging {
        assert!(!features.is_empty() && features.len() == y.len(), "every row has a value");
        assert!(weights.len() == y.len(), "every row has a weight");
        let count = features.len() as f64;
        let width = features[0].len();
        let means: Vec<f64> = (0..width)
            .map(|column| features.iter().map(|row| row[column]).sum::<f64>() / count)
            .collect();
        let spreads: Vec<f64> = (0..width)
            .map(|column| {
                let squares: f64 =
                    features.iter().map(|row| (row[column] - means[column]).powi(2)).sum();
                let spread = (squares / count).sqrt();
                if spread > 0.0 { spread } else { 1.0 }
            })
            .collect();
        // A mean far from 0 costs digits; a feature that is 0 in most rows has none.
        let is_rare = |column: usize| {
            2 * features.iter().filter(|row| row[column] == 0.0).count() > features.len()
        };
        let moved: Vec<f64> =
            (0..width).map(|column| if is_rare(column) { 0.0 } else { means[column] }).collect();
        let scaled = |row: &Vec<f64>| -> Vec<(usize, f64)> {
            let values = (0..width).map(|column| (row[column] - moved[column]) / spreads[column]);
            values.enumerate().filter(|(_, value)| *value != 0.0).collect()
        };
        let rows: Vec<Row> = (features.iter().zip(y).zip(weights))
            .map(|((values, &y), &weight)| Row { features: scaled(values), y, weight })
            .collect();
        let mut all = Moments::empty(width);
        for row in &rows {
            all.add_some(&row.features, row.y, row.weight);
        }
        let tested = rows.len() - (count * share).round() as usize;
        Bagging { rows, all, moved, spreads, tested, ridge: 0.0 }
    }

    /// The same where each round shrinks its coefficients by a ridge, as in
    /// [`Regression::fit`](super::Regression::fit); 0, as at first, is least squares.
    #[must_use]
    pub fn shrunk(self, ridge: f64) -> Bagging {
        Bagging { ridge, ..self }
    }

    /// So many rounds.
    pub fn rounds(&self, count: usize, mut draw: impl FnMut(usize) -> usize) -> Bag {
        let width = self.moved.len();
        let mut bag = Bag {
            rounds: count as u64,
            weight: 0.0,
            sums: vec![0.0; width + 1],
            outside: vec![(0.0, 0.0); self.rows.len()],
            r_squared: Vec::with_capacity(count),
        };
        let learnt = (self.rows.len() - self.tested) as f64;
        for _ in 0..count {
            let mut test = Moments::empty(width);
            let left_out = sample(self.rows.len(), self.tested, &mut draw);
            for &item in &left_out {
                let row = &self.rows[item];
                test.add_some(&row.features, row.y, row.weight);
            }
            let kept = self.all.less(&test);
            let model = kept.fit(self.ridge * kept.weight() / learnt);
            let r_squared = test.r_squared(&model);
            bag.r_squared.push(r_squared);
            let weight = r_squared.map_or(0.0, |r_squared| r_squared.max(0.0));
            bag.weight += weight;
            let parts = std::iter::once(&model.intercept).chain(&model.coefficients);
            for (sum, part) in bag.sums.iter_mut().zip(parts) {
                *sum += weight * part;
            }
            for item in left_out {
                let (weights, predictions) = &mut bag.outside[item];
                *weights += weight;
                let parts = self.rows[item].features.iter();
                let parts = parts.map(|&(feature, value)| model.coefficients[feature] * value);
                *predictions += weight * (model.intercept + parts.sum::<f64>());
            }
        }
        bag
    }

    /// What rounds that have not seen it predict of each row; nothing where there are none that
    /// count.
    pub fn outside(&self, bag: &Bag) -> Vec<Option<f64>> {
        let mean = |&(weight, sum): &(f64, f64)| (weight > 0.0).then(|| sum / weight);
        bag.outside.iter().map(mean).collect()
    }

    /// The meta-model of these rounds, in the units of the data.
    pub fn model(&self, bag: &Bag) -> Model {
        let share = |sum: &f64| if bag.weight > 0.0 { sum / bag.weight } else { 0.0 };
        let scaled: Vec<f64> = bag.sums.iter().map(share).collect();
        let coefficients: Vec<f64> =
            scaled[1..].iter().zip(&self.spreads).map(|(part, spread)| part / spread).collect();
        let moved: f64 = coefficients.iter().zip(&self.moved).map(|(part, by)| part * by).sum();
        Model { intercept: scaled[0] - moved, coefficients }
    }
}

impl Bag {
    /// Adds the rounds of another portion, which come behind these.
    pub fn merge(&mut self, other: Bag) {
        self.rounds += other.rounds;
        self.weight += other.weight;
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        for (row, more) in self.outside.iter_mut().zip(&other.outside) {
            *row = (row.0 + more.0, row.1 + more.1);
        }
        self.r_squared.extend(other.r_squared);
    }
}

#[cfg(test)]
mod tests {
    use super::super::regression::tests::LONGLEY;
    use super::super::{Regression, r_squared};
    use super::*;

    /// Chance enough for a test.
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_889);
            (self.0 >> 33) as usize % bound
        }

        fn unit(&mut self) -> f64 {
            self.below(1 << 30) as f64 / f64::from(1 << 30)
        }
    }

    /// Rows on a plane, and some noise.
    fn rows(noise: f64) -> (Vec<Vec<f64>>, Vec<f64>) {
        let mut rng = Chance(3);
        (0..120)
            .map(|_| {
                let features: Vec<f64> = (0..4).map(|_| 10.0 * rng.unit()).collect();
                let y = 5.0 + 2.0 * features[0] - features[1] + noise * (rng.unit() - 0.5);
                (features, y)
            })
            .unzip()
    }

    #[test]
    fn without_noise_every_round_finds_the_plane() {
        let (features, y) = rows(0.0);
        let bagging = Bagging::new(&features, &y, 2.0 / 3.0);
        let mut rng = Chance(1);
        let bag = bagging.rounds(20, |bound| rng.below(bound));
        let model = bagging.model(&bag);
        assert!((model.intercept - 5.0).abs() < 1e-9, "{model:?}");
        for (got, want) in model.coefficients.iter().zip([2.0, -1.0, 0.0, 0.0]) {
            assert!((got - want).abs() < 1e-9, "{model:?}");
        }
        assert!(bag.r_squared.iter().all(|r| (r.unwrap() - 1.0).abs() < 1e-9));
    }

    #[test]
    fn a_round_is_a_fit_to_the_rows_it_kept() {
        let (features, y) = rows(8.0);
        let bagging = Bagging::new(&features, &y, 2.0 / 3.0);
        let mut rng = Chance(7);
        let bag = bagging.rounds(1, |bound| rng.below(bound));
        let mut rng = Chance(7);
        let left_out = sample(120, 40, |bound| rng.below(bound));
        let (mut train, mut test) = (Regression::default(), Regression::default());
        for row in 0..120 {
            let part = if left_out.contains(&row) { &mut test } else { &mut train };
            part.features.push(features[row].clone());
            part.y.push(y[row]);
        }
        let exact = train.fit(0.0);
        let model = bagging.model(&bag);
        for (got, want) in model.coefficients.iter().zip(&exact.coefficients) {
            assert!((got - want).abs() < 1e-9);
        }
        let predicted: Vec<f64> = test.features.iter().map(|row| exact.predict(row)).collect();
        let of_rows = r_squared(&test.y, &predicted).unwrap();
        assert!((bag.r_squared[0].unwrap() - of_rows).abs() < 1e-9);
    }

    #[test]
    fn a_round_that_shrinks_is_ridge_regression_on_the_rows_it_kept() {
        let (features, y) = rows(8.0);
        let bagging = Bagging::new(&features, &y, 2.0 / 3.0).shrunk(20.0);
        let mut rng = Chance(7);
        let bag = bagging.rounds(1, |bound| rng.below(bound));
        let mut rng = Chance(7);
        let left_out = sample(120, 40, |bound| rng.below(bound));
        let mut train = Regression::default();
        for row in (0..120).filter(|row| !left_out.contains(row)) {
            train.features.push(features[row].clone());
            train.y.push(y[row]);
        }
        let (exact, plain) = (train.fit(20.0), train.fit(0.0));
        let model = bagging.model(&bag);
        for (got, want) in model.coefficients.iter().zip(&exact.coefficients) {
            assert!((got - want).abs() < 1e-9, "{got} is not {want}");
        }
        assert!(model.coefficients[0].abs() < 0.9 * plain.coefficients[0].abs());
    }

    #[test]
    fn portions_merge_to_the_whole() {
        let (features, y) = rows(8.0);
        let bagging = Bagging::new(&features, &y, 2.0 / 3.0);
        let portion = |number: u64| {
            let mut rng = Chance(5 + number);
            bagging.rounds(10, |bound| rng.below(bound))
        };
        let mut forwards = portion(0);
        forwards.merge(portion(1));
        let (second, mut again) = (portion(1), portion(0));
        again.merge(second);
        assert_eq!(forwards, again);
        assert_eq!(forwards.rounds, 20);
        assert_eq!(forwards.r_squared.len(), 20);
    }

    /// Three rounds that leave out every third row, from the first, second and third on (the last
    /// time the sixteenth in place of the fifteenth), as NumPy 2.4.6 works them out by
    /// `linalg.lstsq`; once with rows that all count the same, once with the weights 1 to 16.
    #[test]
    fn three_rounds_as_another_program_has_them() {
        let features: Vec<Vec<f64>> =
            LONGLEY.iter().map(|row| vec![row[1], row[3], row[4]]).collect();
        let y: Vec<f64> = LONGLEY.iter().map(|row| row[0]).collect();
        let to_16: Vec<f64> = (1..=16).map(f64::from).collect();
        let near = |got: f64, want: f64| assert!((got / want - 1.0).abs() < 1e-9, "{got} {want}");
        for (weights, rounds, model, outside) in [
            (
                vec![1.0; 16],
                [0.929_333_561_978_526_7, 0.870_653_959_031_783_1, 0.955_665_456_476_467_6],
                [
                    29_793.227_568_633_785,
                    413.272_485_155_869_56,
                    -1.206_238_687_988_677,
                    -1.010_513_637_945_972_7,
                ],
                [59_044.076_695_148_73, 70_349.034_624_391_72],
            ),
            (
                to_16,
                [0.920_046_459_776_248_3, 0.932_056_741_819_54, 0.947_736_493_440_434_3],
                [
                    29_690.565_438_173_98,
                    417.546_761_063_609_95,
                    -1.313_584_421_640_327_4,
                    -0.991_797_458_214_581_3,
                ],
                [59_145.311_628_924_12, 70_399.487_467_358_59],
            ),
        ] {
            let bagging = Bagging::weighted(&features, &y, &weights, 2.0 / 3.0);
            let mut draws = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9, 2, 4, 6, 8, 11].into_iter();
            let bag = bagging.rounds(3, |_| draws.next().expect("five rows a round"));
            bag.r_squared.iter().zip(rounds).for_each(|(got, want)| near(got.unwrap(), want));
            let got = bagging.model(&bag);
            near(got.intercept, model[0]);
            got.coefficients.iter().zip(&model[1..]).for_each(|(&got, &want)| near(got, want));
            let told = bagging.outside(&bag);
            near(told[0].unwrap(), outside[0]);
            near(told[15].unwrap(), outside[1]);
            assert_eq!(told[14], None, "no round left it out");
        }
    }
}
