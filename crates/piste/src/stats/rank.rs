//! Do two orders agree?
//!
//! All the rank correlations ask of every pair of items whether the two orders put them
//! the same way round. There are n(n−1)/2 pairs, but they need not be looked at one by one:
//! sorted by the first order, a pair that disagrees is an inversion of the second, and merge
//! sort counts inversions as it goes (Knight, 1966).

use super::ratio;
use super::summary::mean;
use std::cmp::Ordering;

/// The pairs of items, by how two orders put them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The same way round by both.
    pub concordant: u64,
    /// One way by the first, the other way by the second.
    pub discordant: u64,
    /// Equal by the first.
    pub tied_x: u64,
    /// Equal by the second.
    pub tied_y: u64,
    /// Equal by both; counted under each of these, too.
    pub tied_both: u64,
}

impl Pairs {
    /// Counts the pairs.
    ///
    /// # Panics
    /// If there are not as many of the one as of the other, or one is not a number.
    pub fn of(x: &[f64], y: &[f64]) -> Pairs {
        assert_eq!(x.len(), y.len(), "every item has two values");
        let mut items: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
        let order = |a: f64, b: f64| a.partial_cmp(&b).expect("values are numbers");
        items.sort_unstable_by(|a, b| order(a.0, b.0).then(order(a.1, b.1)));
        let tied_x = tied(&items, |a, b| a.0 == b.0);
        let tied_both = tied(&items, |a, b| a == b);
        let mut second: Vec<f64> = items.iter().map(|item| item.1).collect();
        let discordant = inversions(&mut second);
        let tied_y = tied(&second, |a, b| a == b);
        let all = pairs(x.len() as u64);
        let strict = all + tied_both - tied_x - tied_y;
        Pairs { concordant: strict - discordant, discordant, tied_x, tied_y, tied_both }
    }

    /// Every pair there is.
    fn all(&self) -> u64 {
        self.concordant + self.discordant + (self.tied_x + self.tied_y - self.tied_both)
    }
}

fn pairs(items: u64) -> u64 {
    items * items.saturating_sub(1) / 2
}

/// The pairs of equal items in a list where equal ones stand together.
fn tied<T>(items: &[T], equal: impl Fn(&T, &T) -> bool) -> u64 {
    items.chunk_by(equal).map(|group| pairs(group.len() as u64)).sum()
}

/// Sorts, and counts the pairs that were the wrong way round.
fn inversions(values: &mut [f64]) -> u64 {
    let half = values.len() / 2;
    if half == 0 {
        return 0;
    }
    let (left, right) = values.split_at_mut(half);
    let mut found = inversions(left) + inversions(right);
    let mut merged = Vec::with_capacity(values.len());
    let (left, right) = values.split_at(half);
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if right[j] < left[i] {
            found += (left.len() - i) as u64;
            merged.push(right[j]);
            j += 1;
        } else {
            merged.push(left[i]);
            i += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    values.copy_from_slice(&merged);
    found
}

/// Goodman and Kruskal's γ: of the pairs that both orders tell apart, the share that agree
/// less the share that do not; nothing if there is no such pair.
///
/// ```
/// use piste::stats::gamma;
///
/// assert_eq!(gamma(&[1.0, 2.0, 3.0], &[1.0, 1.0, 2.0]), Some(1.0));
/// assert_eq!(gamma(&[1.0, 2.0, 3.0], &[1.0, 1.0, 1.0]), None);
/// ```
pub fn gamma(x: &[f64], y: &[f64]) -> Option<f64> {
    let Pairs { concordant, discordant, .. } = Pairs::of(x, y);
    ratio(concordant as f64 - discordant as f64, (concordant + discordant) as f64)
}

/// Kendall's τ with the correction for ties; nothing if one of the orders is all ties.
pub fn tau_b(x: &[f64], y: &[f64]) -> Option<f64> {
    let pairs = Pairs::of(x, y);
    let untied = |tied: u64| (pairs.all() - tied) as f64;
    ratio(
        pairs.concordant as f64 - pairs.discordant as f64,
        (untied(pairs.tied_x) * untied(pairs.tied_y)).sqrt(),
    )
}

/// The place of each value in the order of all, from 1; equal ones share the mean of theirs.
///
/// ```
/// assert_eq!(piste::stats::ranks(&[30.0, 10.0, 30.0]), [2.5, 1.0, 2.5]);
/// ```
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let by_value = |&a: &usize, &b: &usize| -> Ordering {
        values[a].partial_cmp(&values[b]).expect("values are numbers")
    };
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(by_value);
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let shared = before as f64 + (group.len() + 1) as f64 / 2.0;
        for &item in group {
            ranks[item] = shared;
        }
        before += group.len();
    }
    ranks
}

/// Pearson's correlation: how closely two quantities go along a line; nothing if one of them is
/// constant.
///
/// # Panics
/// If there are not as many of the one as of the other.
pub fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    assert_eq!(x.len(), y.len(), "every item has two values");
    let (mean_x, mean_y) = (mean(x)?, mean(y)?);
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in x.iter().zip(y) {
        let (dx, dy) = (x - mean_x, y - mean_y);
        xy += dx * dy;
        xx += dx * dx;
        yy += dy * dy;
    }
    ratio(xy, (xx * yy).sqrt())
}

/// Spearman's ρ: the correlation of the ranks.
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    pearson(&ranks(x), &ranks(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(a: Option<f64>, b: f64) {
        assert!(a.is_some_and(|a| (a - b).abs() < 1e-9), "{a:?} is not {b}");
    }

    #[test]
    fn a_constant_goes_along_with_nothing() {
        let (x, y) = ([1.0, 2.0, 3.0], [5.0; 3]);
        assert_eq!([gamma, tau_b, spearman, pearson].map(|of| of(&x, &y)), [None; 4]);
        assert_eq!([gamma, tau_b, spearman, pearson].map(|of| of(&[], &[])), [None; 4]);
    }

    /// The definition, pair by pair.
    fn slow(x: &[f64], y: &[f64]) -> Pairs {
        let mut pairs = Pairs { concordant: 0, discordant: 0, tied_x: 0, tied_y: 0, tied_both: 0 };
        for i in 0..x.len() {
            for j in 0..i {
                let (dx, dy) = (x[i] - x[j], y[i] - y[j]);
                pairs.tied_x += u64::from(dx == 0.0);
                pairs.tied_y += u64::from(dy == 0.0);
                pairs.tied_both += u64::from(dx == 0.0 && dy == 0.0);
                pairs.concordant += u64::from(dx * dy > 0.0);
                pairs.discordant += u64::from(dx * dy < 0.0);
            }
        }
        pairs
    }

    proptest! {
        #[test]
        fn pairs_are_counted_as_defined(items in prop::collection::vec((0..6i32, 0..6i32), 0..60)) {
            let x: Vec<f64> = items.iter().map(|item| f64::from(item.0)).collect();
            let y: Vec<f64> = items.iter().map(|item| f64::from(item.1)).collect();
            prop_assert_eq!(Pairs::of(&x, &y), slow(&x, &y));
        }
    }

    /// Held against SciPy's kendalltau, spearmanr and pearsonr.
    #[test]
    fn correlations_of_a_small_table() {
        let x = [1.0, 2.0, 2.0, 3.0, 4.0, 5.0, 5.0, 6.0, 7.0, 8.0];
        let y = [2.0, 1.0, 3.0, 3.0, 5.0, 4.0, 6.0, 6.0, 8.0, 7.0];
        near(gamma(&x, &y), 35.0 / 41.0);
        near(tau_b(&x, &y), 0.813_953_488_372_093_1);
        near(spearman(&x, &y), 0.932_515_337_423_313);
        near(pearson(&x, &y), 0.919_793_301_229_933_5);
    }

    /// Anscombe's first set: the correlation is printed in every textbook.
    #[test]
    fn anscombe() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        near(pearson(&x, &y), 0.816_420_516_344_839_5);
    }
}
