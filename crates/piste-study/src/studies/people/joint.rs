//! How the weights of the model that ships were learnt, and what carries over from one site to the other.
//!
//! Ridge regression of several sets of times at once. Each set has a constant of its own, for its players are
//! quicker or slower, and all but the first a slope of its own, for best times and the means of idle pages are spread
//! less than times are; the slopes are found by turns with the weights. A row counts by how little noise there is in
//! its set. Only puzzles with an `se` of 3 or less are learnt from: beyond it there are a hundred, and what is
//! said there is chosen (`docs/metrics/minutes.md`).

use super::Target;
use crate::page::{Page, number};
use crate::studio::Studio;
use piste::rating::Workup;
use piste::rating::minutes::{Feature, Model};
use piste::stats;
use piste_core::{Rng, fnv1a};

/// Into how many parts the puzzles are cut where each is told by the others.
pub(super) const PARTS: u64 = 5;

/// How many terms the model has.
const TERMS: usize = 4;

/// How much is shrunk.
const RIDGE: f64 = 20.0;

/// No harder ones are learnt from.
const MOST: f64 = 3.05;

/// The values of the terms of a puzzle, as the model scales them.
pub(super) type Values = [f64; TERMS];

/// A set of times.
pub(super) struct Times {
    values: Vec<Values>,
    logs: Vec<f64>,
    weights: Vec<f64>,
}

impl Times {
    fn mean(&self, of: impl Fn(usize) -> f64) -> f64 {
        let sum: f64 = (0..self.logs.len()).map(|row| self.weights[row] * of(row)).sum();
        sum / self.weights.iter().sum::<f64>()
    }

    /// By what a sum is multiplied on the way to a logarithm of a time of this set.
    fn slope(&self, weights: &Values) -> f64 {
        let told = |row: usize| sum(&self.values[row], weights);
        let (middle, log) = (self.mean(told), self.mean(|row| self.logs[row]));
        self.mean(|row| (told(row) - middle) * (self.logs[row] - log))
            / self.mean(|row| (told(row) - middle).powi(2))
    }
}

fn sum(values: &Values, weights: &Values) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

/// The weights that these sets suggest together.
pub(super) fn learnt(sets: &[&Times]) -> Values {
    let mut slopes = vec![1.0; sets.len()];
    let mut weights = [0.0; TERMS];
    for _ in 0..5 {
        let (mut matrix, mut right) = ([[0.0; TERMS]; TERMS], [0.0; TERMS]);
        let (mut total, mut count) = (0.0, 0.0);
        for (set, slope) in sets.iter().zip(&slopes) {
            let centre: Values = std::array::from_fn(|at| set.mean(|row| set.values[row][at]));
            let log = set.mean(|row| set.logs[row]);
            for row in 0..set.logs.len() {
                let x: Values = std::array::from_fn(|at| set.values[row][at] - centre[at]);
                let weight = set.weights[row] * slope * slope;
                let y = (set.logs[row] - log) / slope;
                for (at, one) in x.iter().enumerate() {
                    for (other, two) in x.iter().enumerate() {
                        matrix[at][other] += weight * one * two;
                    }
                    right[at] += weight * one * y;
                }
                (total, count) = (total + weight, count + 1.0);
            }
        }
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] += RIDGE * total / count;
        }
        weights = solved(matrix, right);
        for (set, slope) in sets.iter().zip(&mut slopes).skip(1) {
            *slope = set.slope(&weights);
        }
    }
    weights
}

/// The solution of a linear system whose matrix is symmetric and positive.
fn solved(mut matrix: [[f64; TERMS]; TERMS], mut right: Values) -> Values {
    for at in 0..TERMS {
        let (pivot, known) = (matrix[at], right[at]);
        for row in (0..TERMS).filter(|row| *row != at) {
            let share = matrix[row][at] / pivot[at];
            for (cell, above) in matrix[row].iter_mut().zip(pivot) {
                *cell -= share * above;
            }
            right[row] -= share * known;
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}

/// The scaled values of the terms of every puzzle of a target, and whether it is learnt from.
pub(super) fn values(
    studio: &Studio,
    target: &Target,
) -> anyhow::Result<Vec<Option<(Values, bool)>>> {
    let model = Model::shipped();
    assert_eq!(model.terms.len(), TERMS, "the model that ships has so many terms");
    let se = Feature::named("se.er").expect("se is a feature");
    studio.all(target.puzzles.clone(), move |puzzle| {
        let workup = Workup::new(&puzzle);
        let mut values = [0.0; TERMS];
        for (value, term) in values.iter_mut().zip(&model.terms) {
            let plain = term.feature.of(&workup).ok()?.clamp(term.least, term.most);
            *value = (plain - term.mean) / term.spread;
        }
        Some((values, se.of(&workup).ok()? < MOST))
    })
}

/// The rows of a target that are learnt from.
pub(super) fn times(target: &Target, values: &[Option<(Values, bool)>]) -> Times {
    let kept: Vec<(usize, Values)> = values
        .iter()
        .enumerate()
        .filter_map(|(row, known)| known.filter(|known| known.1).map(|known| (row, known.0)))
        .collect();
    Times {
        values: kept.iter().map(|(_, values)| *values).collect(),
        logs: kept.iter().map(|(row, _)| target.logs[*row]).collect(),
        weights: kept.iter().map(|(row, _)| target.weights[*row]).collect(),
    }
}

/// In which part each row is: all dresses of a puzzle in the same.
pub(super) fn parts(target: &Target) -> Vec<u64> {
    let form = |at: usize| match &target.classes {
        Some(classes) => classes[at].clone(),
        None => target.puzzles[at].grid().to_string(),
    };
    let part = |at: usize| Rng::for_item(0, fnv1a(form(at).bytes())).bits() % PARTS;
    (0..target.logs.len()).map(part).collect()
}

/// Learnt from one site, tested on the other.
pub(super) fn section(studio: &Studio, page: &mut Page, targets: &[Target]) -> anyhow::Result<()> {
    let [app, ratio, best, mean] = targets else { return Ok(()) };
    let all: Vec<Vec<Option<(Values, bool)>>> =
        targets.iter().map(|target| values(studio, target)).collect::<anyhow::Result<_>>()?;
    let sets: Vec<Times> = targets.iter().zip(&all).map(|(t, values)| times(t, values)).collect();
    if sets.iter().any(|set| set.logs.len() < 30) {
        page.say("Too few puzzles to learn from one site and test on the other.");
        return Ok(());
    }
    let of_app = learnt(&[&sets[0], &sets[1]]);
    let of_site = learnt(&[&sets[2], &sets[3]]);
    let mut rows = Vec::new();
    for (nth, target, from, weights) in [
        (2, best, "the app", of_app),
        (3, mean, "the app", of_app),
        (1, ratio, "the site", of_site),
        (0, app, "the site", of_site),
    ] {
        let told: Vec<Option<f64>> = all[nth]
            .iter()
            .map(|known| known.filter(|known| known.1).map(|known| sum(&known.0, &weights).exp()))
            .collect();
        let (x, y) = super::points(target, &told);
        let value = stats::pearson(&x, &y);
        let share = value.zip(super::ceiling(target)).map(|(value, ceiling)| value / ceiling);
        rows.push(vec![
            target.name.to_owned(),
            from.to_owned(),
            number(value, 3),
            number(value.map(|value| value * value), 3),
            number(share, 3),
        ]);
    }
    page.section("What carries over");
    page.say(
        "The four weights of `minutes` learnt from one site alone, tested on the puzzles of the other (`se` 3 or less), \
         none of which they have seen:",
    );
    page.table(&["tested on", "learnt from", "correlation", "R²", "share"], &rows);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two sets in which the same weights are at work, the second half as steep.
    #[test]
    fn known_weights_are_found_in_sets_of_different_slopes() {
        let known = [0.3, -0.2, 0.1, 0.05];
        let set = |slope: f64, constant: f64| {
            let values: Vec<Values> = (0..3000_u32)
                .map(|row| {
                    std::array::from_fn(|at| {
                        f64::from(row * (7 + 2 * at as u32) % 101) / 50.0 - 1.0
                    })
                })
                .collect();
            let logs = values.iter().map(|x| constant + slope * sum(x, &known)).collect();
            Times { weights: vec![1.0; values.len()], values, logs }
        };
        let found = learnt(&[&set(1.0, 2.0), &set(0.5, -1.0)]);
        for (found, known) in found.iter().zip(known) {
            assert!((found - known).abs() < 0.01, "{found} {known}");
        }
    }
}
