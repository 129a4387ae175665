//! What is typical, and how far it spreads.

/// The mean; not a number if there is nothing.
///
/// ```
/// assert_eq!(piste::stats::mean(&[1.0, 2.0, 6.0]), 3.0);
/// ```
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The variance of a sample: squared distances from the mean, over one less than there are.
///
/// ```
/// assert_eq!(piste::stats::variance(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]), 32.0 / 7.0);
/// ```
pub fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() as f64 - 1.0)
}

/// The square root of the [`variance`].
pub fn standard_deviation(values: &[f64]) -> f64 {
    variance(values).sqrt()
}

/// The quantile at this share of the values, from 0 to 1, by drawing a straight line between
/// the two nearest of them (definition 7 of Hyndman and Fan, the usual one).
///
/// # Panics
/// If there are no values, or one of them is not a number.
///
/// ```
/// use piste::stats::quantile;
///
/// assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0], 0.5), 2.5);
/// assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0], 0.25), 1.75);
/// ```
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(|a, b| a.partial_cmp(b).expect("values are numbers"));
    let place = share.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    below + (above - below) * place.fract()
}

/// How many values fall into each of several intervals of the same width.
///
/// ```
/// use piste::stats::Histogram;
///
/// let histogram = Histogram::of(&[0.0, 0.4, 1.0, 2.0, 7.0], 0.0..2.0, 2);
/// assert_eq!(histogram.counts, [2, 2]); // the last interval has both its ends
/// assert_eq!((histogram.below, histogram.above), (0, 1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Where the first interval starts.
    pub start: f64,
    /// How wide each is.
    pub width: f64,
    /// How many values each holds.
    pub counts: Vec<u64>,
    /// How many lie below all of them.
    pub below: u64,
    /// How many lie above all of them.
    pub above: u64,
}

impl Histogram {
    /// The values in this range, in so many intervals.
    ///
    /// # Panics
    /// If there are no intervals or they have no width.
    pub fn of(values: &[f64], range: std::ops::Range<f64>, intervals: usize) -> Histogram {
        let width = (range.end - range.start) / intervals as f64;
        assert!(intervals > 0 && width > 0.0, "a histogram has intervals");
        let mut histogram =
            Histogram { start: range.start, width, counts: vec![0; intervals], below: 0, above: 0 };
        for &value in values {
            if value < range.start {
                histogram.below += 1;
            } else if value > range.end {
                histogram.above += 1;
            } else {
                let at = ((value - range.start) / width) as usize;
                histogram.counts[at.min(intervals - 1)] += 1;
            }
        }
        histogram
    }
}
