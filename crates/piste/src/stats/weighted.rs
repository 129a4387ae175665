//! Statistics of items that do not count alike: each stands for so many others as its weight says.
//!
//! Intervals are those of large samples: how much a mean would change if each item were drawn again is read off the items' own
//! distances from it, each times its weight (the linearised variance of a ratio). For shares near 0 and 1, where that says too
//! little, it is Wilson's interval of as many equal items as the weights are worth; the interval of a quantile lies
//! between the values at the ends of the interval of its share, as Woodruff has it. No chance is involved.

use super::ChiSquare;
use nalgebra::{DMatrix, DVector};

/// A statistic, and between what the true value lies in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// The best guess.
    pub at: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// So many deviations hold 95 of 100 cases.
const SPREAD: f64 = 1.959_964;

/// Values with their weights, from low to high.
///
/// ```
/// use piste::stats::Weighted;
///
/// let values = Weighted::of([(1.0, 1.0), (3.0, 3.0)]);
/// assert_eq!(values.mean().unwrap().at, 2.5);
/// assert_eq!(values.below(3.0).unwrap().at, 0.25);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weighted {
    items: Vec<(f64, f64)>,
}

impl Weighted {
    /// These values, each with its weight. A value may be infinite; what has no positive weight is left out.
    pub fn of(items: impl IntoIterator<Item = (f64, f64)>) -> Weighted {
        let counts = |&(_, weight): &(f64, f64)| weight.is_finite() && weight > 0.0;
        let mut items: Vec<(f64, f64)> = items.into_iter().filter(counts).collect();
        items.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        Weighted { items }
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How many items of equal weight would say as much.
    pub fn worth(&self) -> f64 {
        let squares: f64 = self.items.iter().map(|(_, weight)| weight * weight).sum();
        if squares > 0.0 { self.total().powi(2) / squares } else { 0.0 }
    }

    /// The mean of the values that are finite.
    pub fn mean(&self) -> Option<Between> {
        let (at, error) = self.finite().average(|value| value)?;
        Some(Between { at, low: at - SPREAD * error, high: at + SPREAD * error })
    }

    /// The standard deviation of the values that are finite.
    pub fn deviation(&self) -> Option<Between> {
        let finite = self.finite();
        let (mean, _) = finite.average(|value| value)?;
        let (square, error) = finite.average(|value| (value - mean).powi(2))?;
        let root = |square: f64| square.max(0.0).sqrt();
        Some(Between {
            at: root(square),
            low: root(square - SPREAD * error),
            high: root(square + SPREAD * error),
        })
    }

    /// The share of those that are lower than this.
    pub fn below(&self, value: f64) -> Option<Between> {
        self.share(|other| other < value)
    }

    /// The share of those of which this is true.
    pub fn share(&self, is: impl Fn(f64) -> bool) -> Option<Between> {
        let (at, error) = self.average(|value| f64::from(u8::from(is(value))))?;
        let spread = at * (1.0 - at);
        // Where all are alike the items' distances say nothing.
        let worth = if error > 0.0 { spread / (error * error) } else { self.worth() };
        let over = SPREAD * SPREAD / worth;
        let middle = (at + over / 2.0) / (1.0 + over);
        let half = SPREAD * (spread / worth + over / worth / 4.0).sqrt() / (1.0 + over);
        Some(Between {
            at,
            low: (middle - half).clamp(0.0, at),
            high: (middle + half).clamp(at, 1.0),
        })
    }

    /// Whether the shares of some classes can all be these at once: the χ² of how far they are from them, by how much they vary
    /// together. `class` says in which class a value is; the shares of all classes add up to 1. Nothing if a class cannot vary.
    ///
    /// With equal weights this is Pearson's test of fit, but for how the spread of a share is read off the items.
    ///
    /// ```
    /// use piste::stats::Weighted;
    ///
    /// let throws = Weighted::of([(0.0, 1.0); 60].into_iter().chain([(1.0, 1.0); 40]));
    /// let test = throws.fits(&[0.5, 0.5], |value| value as usize).unwrap();
    /// assert_eq!(test.degrees, 1);
    /// assert!((test.statistic - 4.0).abs() < 1e-9);
    /// ```
    pub fn fits(&self, shares: &[f64], class: impl Fn(f64) -> usize) -> Option<ChiSquare> {
        // The last share follows from the others.
        let degrees = shares.len().checked_sub(1)?;
        let mut sums = DVector::<f64>::zeros(degrees);
        let mut squares = DMatrix::<f64>::zeros(degrees, degrees);
        for &(value, weight) in &self.items {
            let own = class(value);
            let apart = shares[..degrees]
                .iter()
                .enumerate()
                .map(|(class, share)| weight * (f64::from(u8::from(class == own)) - share));
            let apart = DVector::from_iterator(degrees, apart);
            squares += &apart * apart.transpose();
            sums += apart;
        }
        let solved = squares.cholesky()?.solve(&sums);
        Some(ChiSquare::of(sums.dot(&solved), degrees))
    }

    /// The least value that this share of all does not exceed: 0.5 for the median.
    pub fn quantile(&self, share: f64) -> Option<Between> {
        let at = self.at(share)?;
        let (reached, error) = self.average(|value| f64::from(u8::from(value <= at)))?;
        let half =
            if error > 0.0 { SPREAD * error } else { SPREAD * (reached / self.worth()).sqrt() };
        Some(Between { at, low: self.at(share - half)?, high: self.at(share + half)? })
    }

    /// The least value such that this share is as low or lower; the greatest if there is none.
    fn at(&self, share: f64) -> Option<f64> {
        let wanted = share * self.total();
        let mut passed = 0.0;
        let found = self.items.iter().find(|(_, weight)| {
            passed += weight;
            passed >= wanted
        });
        found.or(self.items.last()).map(|(value, _)| *value)
    }

    fn total(&self) -> f64 {
        self.items.iter().map(|(_, weight)| weight).sum()
    }

    fn finite(&self) -> Weighted {
        let items = self.items.iter().copied().filter(|(value, _)| value.is_finite());
        Weighted { items: items.collect() }
    }

    /// The mean of something about the values, and its standard error.
    fn average(&self, of: impl Fn(f64) -> f64) -> Option<(f64, f64)> {
        let total = self.total();
        if self.items.is_empty() {
            return None;
        }
        let sum: f64 = self.items.iter().map(|&(value, weight)| weight * of(value)).sum();
        let mean = sum / total;
        let squares =
            self.items.iter().map(|&(value, weight)| (weight * (of(value) - mean)).powi(2));
        Some((mean, squares.sum::<f64>().sqrt() / total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn shares_that_fit_pass_and_others_do_not() {
        // A fifth, a fifth and three fifths, by items of which every second one counts three times.
        let items = |from: [usize; 3]| {
            let all = from.into_iter().enumerate();
            all.flat_map(|(class, count)| {
                (0..count).map(move |nth| (class as f64, [1.0, 3.0][nth % 2]))
            })
        };
        let fair = Weighted::of(items([200, 204, 596]));
        let test = fair.fits(&[0.2, 0.2, 0.6], |value| value as usize).unwrap();
        assert!(test.degrees == 2 && test.p > 0.5, "{test:?}");
        let unfair = Weighted::of(items([260, 200, 540]));
        let test = unfair.fits(&[0.2, 0.2, 0.6], |value| value as usize).unwrap();
        assert!(test.p < 0.01, "{test:?}");
        assert_eq!(fair.fits(&[], |_| 0), None);
        assert_eq!(Weighted::of([]).fits(&[0.5, 0.5], |_| 0), None);
    }

    #[test]
    fn equal_weights_are_plain_statistics() {
        let values = Weighted::of((1..=100).map(|v| (f64::from(v), 2.0)));
        let mean = values.mean().unwrap();
        assert!(close(mean.at, 50.5) && close(values.worth(), 100.0));
        let deviation = values.deviation().unwrap();
        assert!(close(deviation.at, (9_999.0f64 / 12.0).sqrt()));
        assert!(close(mean.high - mean.at, SPREAD * deviation.at / 10.0));
        assert!(deviation.low < deviation.at && deviation.at < deviation.high);
        assert_eq!(values.quantile(0.5).unwrap().at, 50.0);
        let median = values.quantile(0.5).unwrap();
        assert!((40.0..=41.0).contains(&median.low) && (59.0..=61.0).contains(&median.high));
    }

    #[test]
    fn an_item_of_weight_three_is_three_items() {
        let one = Weighted::of([(1.0, 1.0), (2.0, 3.0), (9.0, 1.0)]);
        let three = Weighted::of([(1.0, 1.0), (2.0, 1.0), (2.0, 1.0), (2.0, 1.0), (9.0, 1.0)]);
        assert!(close(one.mean().unwrap().at, three.mean().unwrap().at));
        assert!(close(one.deviation().unwrap().at, three.deviation().unwrap().at));
        assert!(close(one.below(9.0).unwrap().at, 0.8));
        assert!(one.worth() < three.worth());
    }

    #[test]
    fn shares_at_the_ends_are_not_certain() {
        let values = Weighted::of((0..50).map(|_| (1.0, 1.0)));
        let none = values.below(1.0).unwrap();
        assert!(none.at == 0.0 && none.low == 0.0 && (0.05..0.1).contains(&none.high), "{none:?}");
        let all = values.below(2.0).unwrap();
        assert!(all.at == 1.0 && all.high == 1.0 && all.low > 0.9, "{all:?}");
    }

    #[test]
    fn what_is_infinite_has_a_rank_and_no_part_in_means() {
        let values = Weighted::of([(1.0, 1.0), (f64::INFINITY, 1.0), (2.0, 0.0)]);
        assert_eq!((values.len(), values.mean().unwrap().at), (2, 1.0));
        assert_eq!(values.quantile(0.9).unwrap().at, f64::INFINITY);
        assert_eq!(Weighted::of([]).mean(), None);
        assert_eq!(Weighted::of([(f64::INFINITY, 1.0)]).mean(), None);
    }

    /// Of intervals from a thousand samples nearly all hold the true mean of what they are drawn from.
    #[test]
    fn intervals_hold_what_they_say() {
        let mut state = 7u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut held = [0; 2];
        for _ in 0..1_000 {
            // Values up to 1 drawn in proportion to 2 − x, each with the weight that puts that right.
            let mut items = Vec::new();
            while items.len() < 200 {
                let value = unit();
                if unit() * 2.0 < 2.0 - value {
                    items.push((value, 1.0 / (2.0 - value)));
                }
            }
            let values = Weighted::of(items);
            let (mean, share) = (values.mean().unwrap(), values.below(0.3).unwrap());
            held[0] += u32::from((mean.low..=mean.high).contains(&0.5));
            held[1] += u32::from((share.low..=share.high).contains(&0.3));
        }
        assert!(held.iter().all(|held| (925..=975).contains(held)), "{held:?}");
    }
}
