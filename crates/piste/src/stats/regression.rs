//! How one quantity follows from several: least squares, plain and ridge, with weights.
//!
//! Two ways to the same coefficients, for two needs.
//!
//! - [`Regression`] has the rows. It solves by QR decomposition, which keeps all the digits
//!   that the data has to give, however alike the features are.
//! - [`Moments`] has only sums of products: a few hundred numbers, whatever the number of
//!   rows. Moments can be added and subtracted, so a million fits to random parts of the
//!   same rows cost little more than adding up those rows; they are solved by Cholesky
//!   decomposition. Features should be centred and scaled first, because the square of a
//!   condition number is what is paid here.
//!
//! A feature that is constant on the rows has no coefficient of its own to find and gets 0, and
//! of features that add up to each other one does; the predictions are the same either way.

use super::ratio;
use super::summary::mean;
use nalgebra::{DMatrix, DVector};

/// A linear prediction: an intercept and a coefficient for each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What is predicted where all features are 0.
    pub intercept: f64,
    /// What one more of each feature adds.
    pub coefficients: Vec<f64>,
}

impl Model {
    /// The prediction for these features.
    ///
    /// # Panics
    /// If there is not one feature for each coefficient.
    pub fn predict(&self, features: &[f64]) -> f64 {
        assert_eq!(features.len(), self.coefficients.len(), "a feature for each coefficient");
        let terms = self.coefficients.iter().zip(features);
        self.intercept + terms.map(|(coefficient, feature)| coefficient * feature).sum::<f64>()
    }
}

/// The share of the spread of `y` that predictions account for: 1 less the squares of what
/// they leave over the squares around the mean. Below 0 if the mean would have been better;
/// nothing if there is no spread.
pub fn r_squared(y: &[f64], predicted: &[f64]) -> Option<f64> {
    assert_eq!(y.len(), predicted.len(), "a prediction for each value");
    let mean = mean(y)?;
    let left: f64 = y.iter().zip(predicted).map(|(y, predicted)| (y - predicted).powi(2)).sum();
    let spread: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
    ratio(left, spread).map(|left| 1.0 - left)
}

/// Rows of features, what is to be predicted from them, and how much each row counts.
#[derive(Clone, Debug, Default)]
pub struct Regression {
    /// The features of each row.
    pub features: Vec<Vec<f64>>,
    /// What is to be predicted.
    pub y: Vec<f64>,
    /// How much each row counts; all the same if there are none.
    pub weights: Vec<f64>,
}

/// How small a feature's remainder may be, relative to itself, before it counts as a sum of
/// the others.
const ALIKE: f64 = 1e-10;

impl Regression {
    /// The least-squares model, with an intercept.
    ///
    /// `ridge` is added to the diagonal for every feature, after scaling the features to
    /// the same spread: 0 is ordinary least squares.
    ///
    /// ```
    /// use piste::stats::Regression;
    ///
    /// let rows = Regression {
    ///     features: vec![vec![0.0], vec![1.0], vec![2.0]],
    ///     y: vec![1.0, 3.0, 5.0],
    ///     weights: Vec::new(),
    /// };
    /// let model = rows.fit(0.0);
    /// assert!((model.intercept - 1.0).abs() < 1e-12 && (model.coefficients[0] - 2.0).abs() < 1e-12);
    /// ```
    ///
    /// # Panics
    /// If there are no rows, or not one value (and weight) for each.
    pub fn fit(&self, ridge: f64) -> Model {
        let scaling = Scaling::of(self);
        let kept = scaling.kept();
        let rows = self.features.len();
        let extra = if ridge > 0.0 { kept.len() } else { 0 };
        let mut matrix = DMatrix::zeros(rows + extra, kept.len());
        let mut right = DVector::zeros(rows + extra);
        for (row, features) in self.features.iter().enumerate() {
            let weight = self.weight(row).sqrt();
            for (column, &feature) in kept.iter().enumerate() {
                matrix[(row, column)] = weight * scaling.scaled(feature, features[feature]);
            }
            right[row] = weight * (self.y[row] - scaling.mean_y);
        }
        for column in 0..extra {
            matrix[(rows + column, column)] = ridge.sqrt();
        }
        scaling.model(&kept, &solve(matrix, right))
    }

    fn weight(&self, row: usize) -> f64 {
        if self.weights.is_empty() { 1.0 } else { self.weights[row] }
    }
}

/// Solves least squares by QR decomposition, the column with most to say first; those with
/// nothing left to say get 0.
fn solve(matrix: DMatrix<f64>, right: DVector<f64>) -> Vec<f64> {
    let columns = matrix.ncols();
    let mut along = right;
    let decomposed = matrix.col_piv_qr();
    decomposed.q_tr_mul(&mut along);
    let upper = decomposed.r();
    let first = if columns > 0 { upper[(0, 0)].abs() } else { 0.0 };
    let rank = (0..upper.nrows()).take_while(|&row| upper[(row, row)].abs() > ALIKE * first);
    let rank = rank.count();
    let mut solution = DVector::zeros(columns);
    for row in (0..rank).rev() {
        let later: f64 = (row + 1..rank).map(|later| upper[(row, later)] * solution[later]).sum();
        solution[row] = (along[row] - later) / upper[(row, row)];
    }
    decomposed.p().inv_permute_rows(&mut solution);
    solution.iter().copied().collect()
}

/// The middle and the spread of every feature and of what is predicted.
#[derive(Clone, Debug)]
struct Scaling {
    means: Vec<f64>,
    spreads: Vec<f64>,
    mean_y: f64,
}

impl Scaling {
    fn of(data: &Regression) -> Scaling {
        let rows = data.features.len();
        assert!(rows > 0, "there are rows");
        assert!(data.y.len() == rows, "every row has a value");
        assert!(data.weights.is_empty() || data.weights.len() == rows, "every row has a weight");
        let width = data.features[0].len();
        let total: f64 = (0..rows).map(|row| data.weight(row)).sum();
        let average = |of: &dyn Fn(usize) -> f64| -> f64 {
            (0..rows).map(|row| data.weight(row) * of(row)).sum::<f64>() / total
        };
        let means: Vec<f64> =
            (0..width).map(|column| average(&|row| data.features[row][column])).collect();
        let spread = |column: usize| {
            average(&|row| (data.features[row][column] - means[column]).powi(2)).sqrt()
        };
        let spreads = (0..width).map(spread).collect();
        Scaling { mean_y: average(&|row| data.y[row]), means, spreads }
    }

    /// The features that vary at all.
    fn kept(&self) -> Vec<usize> {
        let varies = |column: &usize| {
            self.spreads[*column] > ALIKE * self.means[*column].abs() && self.spreads[*column] > 0.0
        };
        (0..self.means.len()).filter(varies).collect()
    }

    fn scaled(&self, feature: usize, value: f64) -> f64 {
        (value - self.means[feature]) / self.spreads[feature]
    }

    /// The model in the units of the data.
    fn model(&self, kept: &[usize], scaled: &[f64]) -> Model {
        let mut coefficients = vec![0.0; self.means.len()];
        for (&feature, coefficient) in kept.iter().zip(scaled) {
            coefficients[feature] = coefficient / self.spreads[feature];
        }
        let moved: f64 = coefficients.iter().zip(&self.means).map(|(c, mean)| c * mean).sum();
        Model { intercept: self.mean_y - moved, coefficients }
    }
}

/// The sums of products that least squares needs.
///
/// For each row it takes the outer product of (1, features, y) with itself, of which it
/// keeps the lower triangle:
///
/// ```text
///   n
///   Σx₁  Σx₁x₁
///   Σx₂  Σx₂x₁  Σx₂x₂
///   Σy   Σyx₁   Σyx₂   Σyy
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    /// How many numbers (1, features, y) are.
    width: usize,
    triangle: Vec<f64>,
}

impl Moments {
    /// No rows yet, of so many features.
    pub fn empty(features: usize) -> Moments {
        let width = features + 2;
        Moments { width, triangle: vec![0.0; width * (width + 1) / 2] }
    }

    /// Adds a row, which counts so much (or takes one away, if that is below 0).
    ///
    /// # Panics
    /// If it has another number of features.
    pub fn add(&mut self, features: &[f64], y: f64, weight: f64) {
        assert_eq!(features.len() + 2, self.width, "as many features as any other row");
        let mut at = 0;
        let entries = std::iter::once(&1.0).chain(features).chain(std::iter::once(&y));
        for (row, a) in entries.enumerate() {
            let a = a * weight;
            let line = &mut self.triangle[at..=at + row];
            // The last one of a line is its own square.
            line[0] += a;
            let known = features.len().min(row);
            for (sum, b) in line[1..].iter_mut().zip(&features[..known]) {
                *sum += a * b;
            }
            if row == self.width - 1 {
                line[row] += a * y;
            }
            at += row + 1;
        }
    }

    /// Adds a row of which only these features are not 0, by their numbers, from the lowest on.
    pub(super) fn add_some(&mut self, features: &[(usize, f64)], y: f64, weight: f64) {
        let last = self.width - 1;
        let line = |row: usize| row * (row + 1) / 2;
        self.triangle[0] += weight;
        for (nth, &(feature, value)) in features.iter().enumerate() {
            let (row, value) = (feature + 1, value * weight);
            let sums = &mut self.triangle[line(row)..=line(row) + row];
            sums[0] += value;
            for &(other, factor) in &features[..=nth] {
                sums[other + 1] += value * factor;
            }
        }
        let value = y * weight;
        let sums = &mut self.triangle[line(last)..];
        sums[0] += value;
        for &(other, factor) in features {
            sums[other + 1] += value * factor;
        }
        sums[last] += value * y;
    }

    /// Adds all the rows of the other.
    pub fn merge(&mut self, other: &Moments) {
        for (sum, more) in self.triangle.iter_mut().zip(&other.triangle) {
            *sum += more;
        }
    }

    /// All the rows of this but those of the other.
    #[must_use]
    pub fn less(&self, other: &Moments) -> Moments {
        let triangle = self.triangle.iter().zip(&other.triangle).map(|(a, b)| a - b).collect();
        Moments { width: self.width, triangle }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        let (row, column) = (row.max(column), row.min(column));
        self.triangle[row * (row + 1) / 2 + column]
    }

    /// The same sums for these features only, in this order.
    #[must_use]
    pub fn chosen(&self, features: &[usize]) -> Moments {
        let last = self.width - 1;
        let kept: Vec<usize> = std::iter::once(0)
            .chain(features.iter().map(|feature| feature + 1))
            .chain(std::iter::once(last))
            .collect();
        let mut triangle = Vec::with_capacity(kept.len() * (kept.len() + 1) / 2);
        for (at, &row) in kept.iter().enumerate() {
            triangle.extend(kept[..=at].iter().map(|&column| self.at(row, column)));
        }
        Moments { width: kept.len(), triangle }
    }

    /// How much all rows count together.
    pub fn weight(&self) -> f64 {
        self.at(0, 0)
    }

    /// The mean and the spread of a feature.
    fn mean_and_spread(&self, feature: usize) -> (f64, f64) {
        let row = feature + 1;
        let mean = self.at(row, 0) / self.weight();
        let squares = self.at(row, row) / self.weight() - mean * mean;
        (mean, squares.max(0.0).sqrt())
    }

    /// The model of least squares, with a ridge as in [`Regression::fit`]. Rows should be
    /// centred and scaled, roughly at least.
    pub fn fit(&self, ridge: f64) -> Model {
        let size = self.width - 1;
        let mut lower = vec![0.0; size * size];
        let mut is_used = vec![false; size];
        for row in 0..size {
            for column in 0..=row {
                let mut left = self.at(row, column);
                if row == column && row > 0 {
                    left += ridge * self.mean_and_spread(row - 1).1.powi(2);
                }
                for k in 0..column {
                    left -= lower[row * size + k] * lower[column * size + k];
                }
                if row == column {
                    is_used[row] = left > ALIKE * self.at(row, row);
                    lower[row * size + row] = if is_used[row] { left.sqrt() } else { 0.0 };
                } else if is_used[column] {
                    lower[row * size + column] = left / lower[column * size + column];
                }
            }
        }
        // Forwards to what stands right of the triangle, then backwards.
        let mut solution: Vec<f64> = (0..size).map(|row| self.at(size, row)).collect();
        for row in 0..size {
            let known: f64 = (0..row).map(|k| lower[row * size + k] * solution[k]).sum();
            let left = solution[row] - known;
            solution[row] = if is_used[row] { left / lower[row * size + row] } else { 0.0 };
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|k| lower[k * size + row] * solution[k]).sum();
            let left = solution[row] - known;
            solution[row] = if is_used[row] { left / lower[row * size + row] } else { 0.0 };
        }
        Model { intercept: solution[0], coefficients: solution[1..].to_vec() }
    }

    /// The squares of what a model leaves of `y` on these rows, added up.
    pub fn left(&self, model: &Model) -> f64 {
        let size = self.width - 1;
        let beta = |k: usize| if k == 0 { model.intercept } else { model.coefficients[k - 1] };
        let mut left = self.at(size, size);
        for row in 0..size {
            let inner: f64 = (0..size).map(|column| self.at(row, column) * beta(column)).sum();
            left += beta(row) * (inner - 2.0 * self.at(size, row));
        }
        left
    }

    /// The share of the spread of `y` on these rows that a model accounts for, if there is a spread.
    pub fn r_squared(&self, model: &Model) -> Option<f64> {
        let size = self.width - 1;
        let spread = self.at(size, size) - self.at(size, 0).powi(2) / self.at(0, 0);
        ratio(self.left(model), spread).map(|left| 1.0 - left)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Longley's data of 1967, the touchstone for least squares; certified coefficients
    /// published by NIST (StRD).
    pub(in crate::stats) const LONGLEY: [[f64; 7]; 16] = [
        [60323.0, 83.0, 234289.0, 2356.0, 1590.0, 107608.0, 1947.0],
        [61122.0, 88.5, 259426.0, 2325.0, 1456.0, 108632.0, 1948.0],
        [60171.0, 88.2, 258054.0, 3682.0, 1616.0, 109773.0, 1949.0],
        [61187.0, 89.5, 284599.0, 3351.0, 1650.0, 110929.0, 1950.0],
        [63221.0, 96.2, 328975.0, 2099.0, 3099.0, 112075.0, 1951.0],
        [63639.0, 98.1, 346999.0, 1932.0, 3594.0, 113270.0, 1952.0],
        [64989.0, 99.0, 365385.0, 1870.0, 3547.0, 115094.0, 1953.0],
        [63761.0, 100.0, 363112.0, 3578.0, 3350.0, 116219.0, 1954.0],
        [66019.0, 101.2, 397469.0, 2904.0, 3048.0, 117388.0, 1955.0],
        [67857.0, 104.6, 419180.0, 2822.0, 2857.0, 118734.0, 1956.0],
        [68169.0, 108.4, 442769.0, 2936.0, 2798.0, 120445.0, 1957.0],
        [66513.0, 110.8, 444546.0, 4681.0, 2637.0, 121950.0, 1958.0],
        [68655.0, 112.6, 482704.0, 3813.0, 2552.0, 123366.0, 1959.0],
        [69564.0, 114.2, 502601.0, 3931.0, 2514.0, 125368.0, 1960.0],
        [69331.0, 115.7, 518173.0, 4806.0, 2572.0, 127852.0, 1961.0],
        [70551.0, 116.9, 554894.0, 4007.0, 2827.0, 130081.0, 1962.0],
    ];

    fn longley() -> Regression {
        Regression {
            features: LONGLEY.iter().map(|row| row[1..].to_vec()).collect(),
            y: LONGLEY.iter().map(|row| row[0]).collect(),
            weights: Vec::new(),
        }
    }

    #[test]
    fn certified_values_of_longley() {
        let data = longley();
        let model = data.fit(0.0);
        let certified = [
            15.061_872_271_373_3,
            -0.035_819_179_292_591_0,
            -2.020_229_803_816_83,
            -1.033_226_867_173_59,
            -0.051_104_105_653_580_7,
            1_829.151_464_613_55,
        ];
        for (got, want) in model.coefficients.iter().zip(certified) {
            assert!((got / want - 1.0).abs() < 1e-9, "{got} is not {want}");
        }
        assert!((model.intercept / -3_482_258.634_595_82 - 1.0).abs() < 1e-9);
        let predicted: Vec<f64> = data.features.iter().map(|row| model.predict(row)).collect();
        let share = r_squared(&data.y, &predicted).unwrap();
        assert!((share - 0.995_479_004_577_296).abs() < 1e-9);
    }

    /// Worked out by NumPy 2.4.6, `linalg.lstsq` on the scaled features with a row of √0.5 below for
    /// each; once with rows that all count the same, once with the weights 1 to 16.
    #[test]
    fn ridge_as_another_program_has_it() {
        let alike = [
            85.796_767_860_444_29,
            0.011_804_344_260_696_042,
            -0.978_767_422_120_522_6,
            -0.444_701_323_024_453_03,
            0.103_433_599_429_323_31,
            275.174_485_214_558_9,
        ];
        let weighed = [
            60.845_681_896_465_48,
            0.008_586_694_106_777_457,
            -1.276_824_105_541_484_2,
            -0.767_400_037_184_633_2,
            -0.110_567_957_907_119_55,
            767.070_671_842_795_2,
        ];
        let to_16 = (1..=16).map(f64::from).collect();
        for (weights, intercept, coefficients) in [
            (Vec::new(), -493_672.859_135_226_46, alike),
            (to_16, -1_424_354.606_325_152_3, weighed),
        ] {
            let model = Regression { weights, ..longley() }.fit(0.5);
            assert!((model.intercept / intercept - 1.0).abs() < 1e-9, "{}", model.intercept);
            for (got, want) in model.coefficients.iter().zip(coefficients) {
                assert!((got / want - 1.0).abs() < 1e-9, "{got} is not {want}");
            }
        }
    }

    #[test]
    fn a_feature_twice_counts_once() {
        let mut data = longley();
        for row in &mut data.features {
            let twice = 2.0 * row[0] + row[1];
            row.push(twice);
            row.push(7.0);
        }
        let (with, without) = (data.fit(0.0), longley().fit(0.0));
        assert_eq!(with.coefficients[7], 0.0);
        assert_eq!(with.coefficients.iter().filter(|part| **part == 0.0).count(), 2);
        for (row, plain) in data.features.iter().zip(&longley().features) {
            assert!((with.predict(row) - without.predict(plain)).abs() < 1e-6);
        }
    }

    #[test]
    fn ridge_shrinks() {
        let data = longley();
        let size = |ridge: f64| -> f64 {
            let model = data.fit(ridge);
            let scaling = Scaling::of(&data);
            model.coefficients.iter().zip(&scaling.spreads).map(|(c, s)| (c * s).powi(2)).sum()
        };
        assert!(size(0.0) > size(0.1) && size(0.1) > size(10.0));
        assert!(size(1e12) < 1e-6 * size(0.0));
    }

    #[test]
    fn moments_take_the_same_ridge_as_rows_and_any_choice_of_features() {
        let data = longley();
        let weights: Vec<f64> = (1..=16).map(f64::from).collect();
        let scaling = Scaling::of(&data);
        let scaled = |row: &Vec<f64>| -> Vec<f64> {
            row.iter().enumerate().map(|(at, &value)| scaling.scaled(at, value)).collect()
        };
        let rows: Vec<Vec<f64>> = data.features.iter().map(scaled).collect();
        let mut moments = Moments::empty(6);
        for ((row, y), weight) in rows.iter().zip(&data.y).zip(&weights) {
            moments.add(row, *y, *weight);
        }
        assert_eq!(moments.weight(), 136.0);
        let chosen = [4, 0, 2];
        let picked = |row: &Vec<f64>| -> Vec<f64> { chosen.iter().map(|&at| row[at]).collect() };
        let part =
            Regression { features: rows.iter().map(picked).collect(), y: data.y.clone(), weights };
        for ridge in [0.0, 0.3, 20.0] {
            let (exact, model) = (part.fit(ridge), moments.chosen(&chosen).fit(ridge));
            for (got, want) in model.coefficients.iter().zip(&exact.coefficients) {
                assert!((got / want - 1.0).abs() < 1e-9, "{got} is not {want}");
            }
            assert!((model.intercept / exact.intercept - 1.0).abs() < 1e-9);
        }
    }

    proptest! {
        #[test]
        fn moments_and_rows_agree(
            rows in prop::collection::vec((prop::array::uniform3(-1.0..1.0f64), -1.0..1.0f64), 8..40),
            ridge in prop::sample::select(vec![0.0, 0.5]),
        ) {
            let mut moments = Moments::empty(3);
            let mut part = Moments::empty(3);
            for (number, (features, y)) in rows.iter().enumerate() {
                moments.add(features, *y, 1.0);
                if number % 3 == 0 {
                    part.add(features, *y, 1.0);
                }
            }
            let mut rest = moments.less(&part);
            rest.merge(&part);
            let data = Regression {
                features: rows.iter().map(|row| row.0.to_vec()).collect(),
                y: rows.iter().map(|row| row.1).collect(),
                weights: Vec::new(),
            };
            let model = rest.fit(0.0);
            let exact = data.fit(0.0);
            for (features, _) in &rows {
                prop_assert!((model.predict(features) - exact.predict(features)).abs() < 1e-6);
            }
            let predicted: Vec<f64> =
                data.features.iter().map(|features| model.predict(features)).collect();
            let of_rows = r_squared(&data.y, &predicted).unwrap();
            prop_assert!((moments.r_squared(&model).unwrap() - of_rows).abs() < 1e-7);
            // Ridge never fits the rows better than least squares.
            prop_assert!(moments.r_squared(&moments.fit(ridge)).unwrap() <= of_rows + 1e-9);
        }
    }
}
