//! From numbers to places on the sheet, and the round numbers to write beside an axis.

/// A stretch of numbers laid over a stretch of the sheet.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    numbers: (f64, f64),
    pixels: (f64, f64),
    is_log: bool,
}

/// The most numbers written beside an axis.
const MOST_TICKS: f64 = 8.0;

impl Scale {
    /// Equal steps are equally long. An empty stretch is made one long.
    pub(super) fn linear(numbers: (f64, f64), pixels: (f64, f64)) -> Scale {
        let (low, high) = numbers;
        let numbers = if high > low { numbers } else { (low - 0.5, low + 0.5) };
        Scale { numbers, pixels, is_log: false }
    }

    /// Equal ratios are equally long. What is not above 0 does not belong on it, and is put
    /// at its lower end.
    pub(super) fn log(numbers: (f64, f64), pixels: (f64, f64)) -> Scale {
        let low = numbers.0.max(1e-9);
        let high = if numbers.1 > low { numbers.1 } else { low * 10.0 };
        Scale { numbers: (low, high), pixels, is_log: true }
    }

    /// Where a number is; what lies beyond the ends is put at the nearer one.
    pub(super) fn at(&self, value: f64) -> f64 {
        let (low, high) = self.numbers;
        let value = value.clamp(low, high);
        let share = if self.is_log {
            (value / low).ln() / (high / low).ln()
        } else {
            (value - low) / (high - low)
        };
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// Where it begins and ends on the sheet.
    pub(super) fn ends(&self) -> (f64, f64) {
        self.pixels
    }

    /// The numbers to write beside it, and how they are written.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        if self.is_log { self.log_ticks() } else { self.linear_ticks() }
    }

    fn linear_ticks(&self) -> Vec<(f64, String)> {
        let (low, high) = self.numbers;
        let step = round_step((high - low) / MOST_TICKS);
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        (first..=last)
            .map(|nth| {
                let value = nth as f64 * step;
                (value, written(value, decimals))
            })
            .collect()
    }

    fn log_ticks(&self) -> Vec<(f64, String)> {
        let (low, high) = self.numbers;
        let (from, to) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        let multiples: &[f64] = if to - from > 3 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let mut ticks = Vec::new();
        for power in from..=to {
            for multiple in multiples {
                let value = multiple * 10f64.powi(power);
                if value >= low * (1.0 - 1e-9) && value <= high * (1.0 + 1e-9) {
                    ticks.push((value, written(value, (-power).max(0) as usize)));
                }
            }
        }
        ticks
    }
}

/// The next of 1, 2, 5, 10, 20, 50 … that is not smaller.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let multiple =
        [1.0, 2.0, 5.0, 10.0].into_iter().find(|multiple| multiple * power >= step * (1.0 - 1e-9));
    multiple.unwrap_or(10.0) * power
}

/// A number with its thousands set apart.
fn written(value: f64, decimals: usize) -> String {
    if decimals == 0 && value.abs() >= 1000.0 {
        let sign = if value < 0.0 { "−" } else { "" };
        return format!("{sign}{}", piste_api::words::thousands(value.abs().round() as u64));
    }
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(scale: &Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|tick| tick.1).collect()
    }

    #[test]
    fn numbers_go_where_they_belong() {
        let scale = Scale::linear((0.0, 10.0), (100.0, 300.0));
        assert_eq!((scale.at(0.0), scale.at(5.0), scale.at(10.0)), (100.0, 200.0, 300.0));
        assert_eq!(
            (scale.at(-3.0), scale.at(99.0)),
            (100.0, 300.0),
            "what is beyond is at the end"
        );
        let down = Scale::linear((0.0, 10.0), (300.0, 100.0));
        assert_eq!(down.at(2.5), 250.0);
        let log = Scale::log((1.0, 100.0), (0.0, 200.0));
        assert!((log.at(10.0) - 100.0).abs() < 1e-9);
        assert_eq!(log.at(0.0), 0.0);
    }

    #[test]
    fn ticks_are_round_and_few() {
        let of = |low, high| words(&Scale::linear((low, high), (0.0, 1.0)));
        assert_eq!(of(0.0, 1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(of(-0.2, 0.4), ["−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(of(0.0, 3000.0), ["0", "500", "1,000", "1,500", "2,000", "2,500", "3,000"]);
        assert_eq!(of(1.2, 8.2), ["2", "3", "4", "5", "6", "7", "8"]);
        let log = |low, high| words(&Scale::log((low, high), (0.0, 1.0)));
        assert_eq!(log(80.0, 3000.0), ["100", "200", "500", "1,000", "2,000"]);
        assert_eq!(log(1.0, 1e6), ["1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"]);
        assert_eq!(log(0.1, 1.0), ["0.1", "0.2", "0.5", "1"]);
    }

    #[test]
    fn a_single_number_still_has_a_scale() {
        let scale = Scale::linear((4.0, 4.0), (0.0, 10.0));
        assert_eq!(scale.at(4.0), 5.0);
        assert!(!scale.ticks().is_empty());
    }
}
