//! What is typical, and how far it spreads.

/// The mean; nothing has none.
///
/// ```
/// use piste::stats::mean;
///
/// assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
/// assert_eq!(mean(&[]), None);
/// ```
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The variance of a sample: squared distances from the mean, over one less than there are; of
/// fewer than two values there is none.
///
/// ```
/// use piste::stats::variance;
///
/// assert_eq!(variance(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]), Some(32.0 / 7.0));
/// assert_eq!(variance(&[2.0]), None);
/// ```
pub fn variance(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (values.len() > 1).then(|| squares / (values.len() as f64 - 1.0))
}

/// The square root of the [`variance`].
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    variance(values).map(f64::sqrt)
}

/// The quantile at this share of the values, from 0 to 1, by drawing a straight line between
/// the two nearest of them (definition 7 of Hyndman and Fan, the usual one); without values there
/// is none.
///
/// # Panics
/// If a value is not a number.
///
/// ```
/// use piste::stats::quantile;
///
/// assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0], 0.5), Some(2.5));
/// assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0], 0.25), Some(1.75));
/// assert_eq!(quantile(&[], 0.5), None);
/// ```
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(|a, b| a.partial_cmp(b).expect("values are numbers"));
    let place = share.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    // Between two that are infinite there is no line to draw.
    Some(if below == above { below } else { below + (above - below) * place.fract() })
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
