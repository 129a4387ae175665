//! Medians and quartiles, a row for each group.

use super::scale::Scale;
use super::svg::{AXIS, Anchor, Svg, TOP, WIDTH, class, margin_for};
use piste::stats::quantile;

/// How the values of a group spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The least, the quartiles, and the most.
    pub(crate) five: [f64; 5],
    /// A twentieth lies below the first, a twentieth above the second.
    pub(crate) whiskers: (f64, f64),
}

impl Spread {
    /// Of these values; nothing if there are none.
    pub(crate) fn of(values: &[f64]) -> Option<Spread> {
        let at = |share| quantile(values, share);
        let five = [at(0.0)?, at(0.25)?, at(0.5)?, at(0.75)?, at(1.0)?];
        Some(Spread { five, whiskers: (at(0.05)?, at(0.95)?) })
    }
}

/// The chart.
#[derive(Clone, Debug)]
pub(crate) struct Boxes {
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) axis: String,
    /// Each group with its name and the number of its series, which is its colour.
    pub(crate) groups: Vec<(String, usize, Spread)>,
    pub(crate) is_log: bool,
}

const ROW: f64 = 24.0;

impl Boxes {
    pub(crate) fn svg(&self) -> String {
        let mut svg = Svg::new(&self.title);
        let left = margin_for(self.groups.iter().map(|group| group.0.as_str()));
        let bottom = TOP + ROW * self.groups.len() as f64;
        let spreads = self.groups.iter().map(|group| group.2.whiskers);
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let ends = spreads.fold(ends, |ends, (low, high)| (ends.0.min(low), ends.1.max(high)));
        let ends = if self.groups.is_empty() { (0.0, 1.0) } else { ends };
        let scale = if self.is_log { Scale::log } else { Scale::linear };
        let scale = scale(ends, (left, WIDTH - 24.0));
        svg.x_axis(&scale, TOP, bottom, &self.axis);
        for (nth, (name, series, spread)) in self.groups.iter().enumerate() {
            let middle = TOP + ROW * (nth as f64 + 0.5);
            svg.text(Anchor::End, left - 8.0, middle + 4.0, "", name);
            let class = class(*series);
            let [_, low, median, high, _] = spread.five.map(|value| scale.at(value));
            let (from, to) = (scale.at(spread.whiskers.0), scale.at(spread.whiskers.1));
            svg.line((from, middle), (to, middle), &class);
            svg.rect(low, middle - 7.0, (high - low).max(1.0), 14.0, &format!("{class} soft"));
            svg.rect(median - 1.5, middle - 7.0, 3.0, 14.0, &class);
        }
        svg.finish(bottom + AXIS, &self.title, &self.about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_made_of_quantiles() {
        let values: Vec<f64> = (0..=100).map(f64::from).collect();
        let spread = Spread::of(&values).unwrap();
        assert_eq!(spread.five, [0.0, 25.0, 50.0, 75.0, 100.0]);
        assert_eq!(spread.whiskers, (5.0, 95.0));
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn a_box_and_a_median_for_each_group() {
        let spread = Spread::of(&[1.0, 2.0, 4.0]).unwrap();
        let chart = Boxes {
            title: String::new(),
            about: String::new(),
            axis: "se".to_owned(),
            groups: vec![("easy".to_owned(), 0, spread), ("hard".to_owned(), 1, spread)],
            is_log: false,
        };
        assert_eq!(chart.svg().matches("<rect").count(), 4);
    }
}
