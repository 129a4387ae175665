//! A sample of all minimal puzzles that exist: what studies of them begin with.
//!
//! The puzzles are those of [`orders`], each with the number of puzzles that it stands for. How many frames are gone
//! through is settled beforehand, and every puzzle that they give is kept; so when it stops does not depend on what was found.

use crate::page::{Source, count};
use crate::scores::{self, Scores};
use crate::studio::{Studio, rng};
use piste::generate::orders::{self, Harvest};
use piste::stats::{Between, Weighted};
use piste_core::{Puzzle, Rng, fnv1a};

/// So many frames for each puzzle that is wanted: about one in eleven gives one.
const FRAMES: usize = 12;

/// So many frames are one part of the work.
const PORTION: u64 = 20;

/// Minimal puzzles, with what each stands for.
pub(crate) struct Minimal {
    pub(crate) puzzles: Vec<Puzzle>,
    /// How many minimal puzzles each stands for, in proportion.
    pub(crate) weights: Vec<f64>,
    /// How many orders it took to find them.
    pub(crate) orders: u64,
    /// The orders of each frame, and how many of the puzzles they led to.
    frames: Vec<(u64, usize)>,
}

impl Minimal {
    /// About so many, and rather more.
    pub(crate) fn of(studio: &Studio, wanted: usize) -> anyhow::Result<Minimal> {
        let frames = (wanted * FRAMES) as u64;
        let seed = studio.seed ^ fnv1a("minimal puzzles".bytes());
        let parts = studio.crew.in_order(frames.div_ceil(PORTION), move |part| {
            let numbers = part * PORTION..((part + 1) * PORTION).min(frames);
            let harvests = numbers.map(|number| orders::of_frame(&mut Rng::for_item(seed, number)));
            harvests.collect::<Vec<Harvest>>()
        })?;
        let harvests: Vec<Harvest> = parts.into_iter().flatten().collect();
        let grids = harvests.iter().flat_map(|harvest| &harvest.made);
        let puzzles: Vec<Puzzle> =
            grids.map(|grid| Puzzle::prove(grid).expect("an order leads to a puzzle")).collect();
        let weights = puzzles.iter().map(|puzzle| orders::weight(puzzle.grid().filled().len()));
        Ok(Minimal {
            weights: weights.collect(),
            orders: harvests.iter().map(|harvest| harvest.orders).sum(),
            frames: harvests.iter().map(|harvest| (harvest.orders, harvest.made.len())).collect(),
            puzzles,
        })
    }

    /// What a page says of where its puzzles come from.
    pub(crate) fn source(&self) -> Source {
        Source {
            name: "`controlled-bias`, put right by weights".to_owned(),
            rows: self.puzzles.len(),
            licence: "made here".to_owned(),
            note: format!(
                "{} orders on {} frames; worth {} puzzles drawn evenly",
                count(self.orders as usize),
                count(self.frames.len()),
                count(Weighted::of(self.weights.iter().map(|&w| (0.0, w))).worth() as usize),
            ),
        }
    }

    /// Some numbers about the puzzles with the weights of these, where there is a number.
    pub(crate) fn weighted<'a>(
        &self,
        values: impl IntoIterator<Item = &'a Option<f64>>,
    ) -> Weighted {
        let known = values.into_iter().zip(&self.weights);
        Weighted::of(known.filter_map(|(value, &weight)| Some(((*value)?, weight))))
    }

    /// What a metric says of all of them, as it prints it.
    pub(crate) fn printed(&self, scores: &Scores) -> Weighted {
        let values: Vec<Option<f64>> =
            scores.values.iter().map(|value| value.map(|value| scores.as_printed(value))).collect();
        self.weighted(&values)
    }

    /// How many minimal puzzles a grid has on average. The interval takes frames as independent of each other, not puzzles.
    pub(crate) fn a_grid(&self) -> Between {
        // Each stands for C(81, n) over the number of orders; 26 has the weight 1.
        let ways = (0..26).fold(1.0, |ways, at| ways * f64::from(81 - at) / f64::from(at + 1));
        let all: f64 = self.weights.iter().sum();
        let orders = self.orders as f64;
        let mut weights = self.weights.iter();
        let apart = self.frames.iter().map(|&(of_frame, made)| {
            let sum: f64 = weights.by_ref().take(made).sum();
            (sum - of_frame as f64 * all / orders).powi(2)
        });
        let error = apart.sum::<f64>().sqrt();
        let at = |sum: f64| sum * ways / orders;
        Between { at: at(all), low: at(all - 1.96 * error), high: at(all + 1.96 * error) }
    }

    /// How many frames gave 0, 1, 2, 3 and more puzzles, and how many would if every grid had as many as any other.
    pub(crate) fn by_frame(&self) -> [(usize, f64); 4] {
        let rate = self.puzzles.len() as f64 / self.orders.max(1) as f64;
        let mut frames = [(0, 0.0); 4];
        for &(orders, made) in &self.frames {
            frames[made.min(3)].0 += 1;
            let mean = rate * orders as f64;
            let none = (-mean).exp();
            let few = [none, none * mean, none * mean * mean / 2.0];
            let more = 1.0 - few.iter().sum::<f64>();
            let chances = few.into_iter().chain([more]);
            frames.iter_mut().zip(chances).for_each(|((_, sum), chance)| *sum += chance);
        }
        frames
    }

    /// As many of them as there are, drawn in proportion to what they stand for: some come more than once.
    pub(crate) fn evenly(&self, studio: &Studio) -> Vec<usize> {
        let mut rng = rng(studio.seed, "minimal puzzles: evenly");
        let total: f64 = self.weights.iter().sum();
        let step = total / self.weights.len().max(1) as f64;
        let (mut next, mut passed) = (rng.unit() * step, 0.0);
        let mut drawn = Vec::with_capacity(self.weights.len());
        for (nth, weight) in self.weights.iter().enumerate() {
            passed += weight;
            while next < passed {
                drawn.push(nth);
                next += step;
            }
        }
        drawn
    }

    /// What every metric says of them.
    pub(crate) fn scores(&self, studio: &Studio) -> anyhow::Result<Vec<Scores>> {
        scores::of_all(studio, &self.puzzles)
    }
}

/// A statistic with its interval, as pages print it.
pub(crate) fn told(value: Option<Between>, decimals: usize) -> String {
    crate::page::with_interval(
        value.map(|value| value.at),
        value.map(|value| (value.low, value.high)),
        decimals,
    )
}

/// A share in percent.
pub(crate) fn in_percent(Between { at, low, high }: Between) -> Between {
    Between { at: 100.0 * at, low: 100.0 * low, high: 100.0 * high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crew::{Crew, Unwatched};

    #[test]
    fn the_sample_is_the_same_on_any_number_of_cores_and_near_what_is_known() {
        let of = |jobs| {
            let studio = Studio::new(Crew::new(jobs, Unwatched), None, 4, None);
            Minimal::of(&studio, 6).unwrap()
        };
        let (one, two) = (of(1), of(2));
        assert_eq!(one.puzzles, two.puzzles);
        assert!(!one.puzzles.is_empty());
        let frames = one.by_frame();
        let (seen, expected) = frames.iter().fold((0, 0.0), |(a, b), (c, d)| (a + c, b + d));
        assert!(seen == 6 * FRAMES && (expected - seen as f64).abs() < 1e-6, "{frames:?}");
        let a_grid = one.a_grid();
        assert!(a_grid.low < 4.67e15 * 2.0 && a_grid.high > 4.67e15 / 2.0, "{a_grid:?}");
        let studio = Studio::new(Crew::new(1, Unwatched), None, 4, None);
        assert!(one.evenly(&studio).len().abs_diff(one.puzzles.len()) <= 1);
    }
}
