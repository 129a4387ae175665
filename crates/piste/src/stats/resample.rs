//! How much of it is luck: random parts of the data, again and again.
//!
//! `draw` is the caller's source of chance: called with a bound, it gives a whole number below
//! that, each equally likely.

use super::summary::quantile;

/// `count` of the numbers below `all`, each set of them equally likely, in the order drawn.
///
/// # Panics
/// If there are not that many.
pub fn sample(all: usize, count: usize, mut draw: impl FnMut(usize) -> usize) -> Vec<usize> {
    assert!(count <= all, "no more than there are");
    let mut items: Vec<usize> = (0..all).collect();
    for place in 0..count {
        let other = place + draw(all - place);
        items.swap(place, other);
    }
    items.truncate(count);
    items
}

/// A random split of the numbers below `all` into those to learn from, of this share, and
/// those to test on.
///
/// ```
/// let (train, test) = piste::stats::split(9, 2.0 / 3.0, |bound| bound - 1);
/// assert_eq!((train.len(), test.len()), (6, 3));
/// ```
pub fn split(all: usize, share: f64, draw: impl FnMut(usize) -> usize) -> (Vec<usize>, Vec<usize>) {
    let mut train = sample(all, all, draw);
    let test = train.split_off((all as f64 * share).round() as usize);
    (train, test)
}

/// Puts the numbers below `all` at random into so many folds of equal size, as nearly as
/// possible, and says for each in which it is.
pub fn folds(all: usize, count: usize, draw: impl FnMut(usize) -> usize) -> Vec<usize> {
    let mut of = vec![0; all];
    for (place, item) in sample(all, all, draw).into_iter().enumerate() {
        of[item] = place % count;
    }
    of
}

/// The bootstrap interval of a statistic: between which values it lies in this share of
/// `times` samples of the data, drawn with replacement. Samples of which it cannot be computed do
/// not count; if it can of none of them, there is no interval.
///
/// The statistic is given the numbers of the items drawn.
pub fn interval(
    all: usize,
    times: usize,
    share: f64,
    mut statistic: impl FnMut(&[usize]) -> Option<f64>,
    mut draw: impl FnMut(usize) -> usize,
) -> Option<(f64, f64)> {
    let mut items = vec![0; all];
    let values: Vec<f64> = (0..times)
        .filter_map(|_| {
            items.fill_with(|| draw(all));
            statistic(&items)
        })
        .collect();
    let tail = (1.0 - share) / 2.0;
    quantile(&values, tail).zip(quantile(&values, 1.0 - tail))
}

#[cfg(test)]
mod tests {
    use super::super::mean;
    use super::*;

    /// Chance enough for a test.
    fn chance() -> impl FnMut(usize) -> usize {
        let mut state = 1u64;
        move |bound| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            (state >> 33) as usize % bound
        }
    }

    #[test]
    fn parts_are_parts() {
        let (mut train, test) = split(10, 0.7, chance());
        assert_eq!((train.len(), test.len()), (7, 3));
        train.extend(test);
        train.sort_unstable();
        assert!(train.into_iter().eq(0..10));
        let of = folds(10, 3, chance());
        let sizes: Vec<usize> =
            (0..3).map(|fold| of.iter().filter(|of| **of == fold).count()).collect();
        assert_eq!(sizes, [4, 3, 3]);
    }

    #[test]
    fn the_interval_of_a_mean_is_as_wide_as_it_should_be() {
        let values: Vec<f64> = (0..400).map(f64::from).collect();
        let mean_of =
            |items: &[usize]| mean(&items.iter().map(|&item| values[item]).collect::<Vec<_>>());
        let (low, high) = interval(400, 2000, 0.95, mean_of, chance()).unwrap();
        // The standard error is 115.5 / 20, and 1.96 of it is 11.3.
        assert!((low - (199.5 - 11.3)).abs() < 1.5, "{low}");
        assert!((high - (199.5 + 11.3)).abs() < 1.5, "{high}");
    }

    #[test]
    fn samples_without_the_statistic_do_not_count() {
        // Half of all samples of one of two items have a value, and it is always 1.
        let seldom = |items: &[usize]| (items[0] == 0).then_some(1.0);
        assert_eq!(interval(2, 100, 0.95, seldom, chance()), Some((1.0, 1.0)));
        assert_eq!(interval(2, 100, 0.95, |_| None, chance()), None);
    }
}
