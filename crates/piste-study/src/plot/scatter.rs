//! One quantity against another: a dot for each thing, and the line that fits best.

use super::scale::Scale;
use super::svg::{AXIS, Anchor, Svg, TOP, WIDTH};

/// The chart. Both axes are logarithmic where that is said.
#[derive(Clone, Debug)]
pub(crate) struct Scatter {
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) x_axis: String,
    pub(crate) y_axis: String,
    pub(crate) points: Vec<(f64, f64)>,
    /// Points of a line to draw through them, from left to right.
    pub(crate) line: Vec<(f64, f64)>,
    pub(crate) is_log: bool,
}

const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;

impl Scatter {
    pub(crate) fn svg(&self) -> String {
        let mut svg = Svg::new(&self.title);
        let (top, bottom) = (TOP + 16.0, TOP + 16.0 + HEIGHT);
        let range = |of: fn(&(f64, f64)) -> f64| {
            if self.points.is_empty() {
                return (0.0, 1.0);
            }
            let ends = (f64::INFINITY, f64::NEG_INFINITY);
            let values = self.points.iter().map(of);
            values.fold(ends, |(low, high), value| (low.min(value), high.max(value)))
        };
        let scale = |(low, high): (f64, f64), pixels| {
            if self.is_log {
                return Scale::log((low, high), pixels);
            }
            // No dot on the frame itself.
            let margin = (high - low) / 40.0;
            Scale::linear((low - margin, high + margin), pixels)
        };
        let across = scale(range(|point| point.0), (LEFT, WIDTH - 24.0));
        let up = scale(range(|point| point.1), (bottom, top));
        svg.x_axis(&across, top, bottom, &self.x_axis);
        svg.text(Anchor::Start, 8.0, TOP + 4.0, "faint", &self.y_axis);
        for (value, words) in up.ticks() {
            svg.line((LEFT, up.at(value)), (WIDTH - 24.0, up.at(value)), "grid");
            svg.text(Anchor::End, LEFT - 6.0, up.at(value) + 4.0, "", &words);
        }
        for (x, y) in &self.points {
            svg.dot(across.at(*x), up.at(*y), "s0 dots");
        }
        let place = |point: &(f64, f64)| (across.at(point.0), up.at(point.1));
        for ends in self.line.windows(2) {
            svg.line(place(&ends[0]), place(&ends[1]), "s1");
        }
        svg.finish(bottom + AXIS, &self.title, &self.about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_for_each_thing() {
        let chart = Scatter {
            title: String::new(),
            about: String::new(),
            x_axis: "x".to_owned(),
            y_axis: "y".to_owned(),
            points: vec![(1.0, 10.0), (2.0, 20.0), (10.0, 50.0)],
            line: vec![(1.0, 10.0), (10.0, 50.0)],
            is_log: true,
        };
        let svg = chart.svg();
        assert_eq!(svg.matches("<circle").count(), 3);
        // The lowest dot is in the corner.
        assert!(svg.contains(r#"cx="64" cy="416""#), "{svg}");
        let empty = Scatter { points: Vec::new(), line: Vec::new(), ..chart };
        assert_eq!(empty.svg().matches("<circle").count(), 0);
    }
}
