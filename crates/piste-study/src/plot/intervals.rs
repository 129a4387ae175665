//! Dots with intervals: a row for each thing, in it a dot for each series.

use super::scale::Scale;
use super::svg::{AXIS, Anchor, LINE, Svg, TOP, WIDTH, class, legend, margin_for};

/// A value and between what it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Dot {
    pub(crate) low: f64,
    pub(crate) value: f64,
    pub(crate) high: f64,
}

/// Values of the same kind, one for each row; nothing where there is none.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) dots: Vec<Option<Dot>>,
}

/// The chart.
#[derive(Clone, Debug)]
pub(crate) struct Intervals {
    pub(crate) title: String,
    pub(crate) about: String,
    /// What the numbers are.
    pub(crate) axis: String,
    pub(crate) rows: Vec<String>,
    pub(crate) series: Vec<Series>,
    /// A value to compare all with, and its name.
    pub(crate) reference: Option<(f64, String)>,
}

/// How far apart two series of one row are.
const APART: f64 = 11.0;

impl Intervals {
    pub(crate) fn svg(&self) -> String {
        let mut svg = Svg::new(&self.title);
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let legend_height = if names.len() > 1 { legend(&mut svg, &names, TOP) } else { 0.0 };
        let top = TOP + legend_height + if self.reference.is_some() { LINE } else { 0.0 };
        let row_height = APART * self.series.len() as f64 + 8.0;
        let bottom = top + row_height * self.rows.len() as f64;
        let left = margin_for(self.rows.iter().map(String::as_str));
        let scale = Scale::linear(self.range(), (left, WIDTH - 24.0));
        svg.x_axis(&scale, top, bottom, &self.axis);
        if let Some((value, name)) = &self.reference {
            svg.reference(scale.at(*value), top, bottom, name);
        }
        for (row, name) in self.rows.iter().enumerate() {
            let y = top + row_height * row as f64;
            svg.line((left, y), (WIDTH - 24.0, y), "grid");
            svg.text(Anchor::End, left - 8.0, y + row_height / 2.0 + 4.0, "", name);
            for (nth, series) in self.series.iter().enumerate() {
                let Some(dot) = series.dots.get(row).copied().flatten() else { continue };
                let y = y + 4.0 + APART * (nth as f64 + 0.5);
                svg.line((scale.at(dot.low), y), (scale.at(dot.high), y), &class(nth));
                svg.mark(nth, scale.at(dot.value), y);
            }
        }
        svg.finish(bottom + AXIS, &self.title, &self.about)
    }

    /// From 0 (or below, where a value is) to 1 (or above).
    fn range(&self) -> (f64, f64) {
        let dots = self.series.iter().flat_map(|series| series.dots.iter().flatten());
        dots.fold((0.0, 1.0), |(low, high), dot| {
            (f64::min(low, (dot.low * 10.0).floor() / 10.0), f64::max(high, dot.high))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dot_is_drawn_and_what_is_missing_is_not() {
        let dot = |value| Some(Dot { low: value - 0.1, value, high: value + 0.1 });
        let chart = Intervals {
            title: "t".to_owned(),
            about: "a".to_owned(),
            axis: "γ".to_owned(),
            rows: vec!["se".to_owned(), "givens".to_owned()],
            series: vec![
                Series { name: "one".to_owned(), dots: vec![dot(0.5), None] },
                Series { name: "two".to_owned(), dots: vec![dot(0.9), dot(-0.35)] },
            ],
            reference: Some((0.82, "paper".to_owned())),
        };
        assert_eq!(chart.range(), (-0.5, 1.0));
        let svg = chart.svg();
        // One mark of each series in the legend.
        assert_eq!(svg.matches("<circle").count(), 1 + 1);
        assert_eq!(svg.matches("<polygon").count(), 1 + 2);
        assert_eq!(svg, chart.svg());
    }
}
