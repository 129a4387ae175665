//! How often: histograms in panels one above the other, along one axis.

use super::scale::Scale;
use super::svg::{AXIS, Anchor, LINE, Svg, TOP, WIDTH, class};
use piste::stats::Histogram;

/// One histogram of the chart.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    pub(crate) name: String,
    pub(crate) histogram: Histogram,
}

/// The chart. All panels have the same intervals.
#[derive(Clone, Debug)]
pub(crate) struct Histograms {
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) axis: String,
    pub(crate) panels: Vec<Panel>,
    /// Values to compare with, and their names.
    pub(crate) references: Vec<(f64, String)>,
}

const PANEL: f64 = 96.0;
const LEFT: f64 = 52.0;

/// How much of a panel its name takes.
const BELOW_NAME: f64 = 8.0;

impl Histograms {
    pub(crate) fn svg(&self) -> String {
        let mut svg = Svg::new(&self.title);
        let top = TOP + if self.references.is_empty() { 0.0 } else { LINE };
        let bottom = top + (PANEL + LINE) * self.panels.len() as f64;
        let Some(first) = self.panels.first().map(|panel| &panel.histogram) else {
            return svg.finish(bottom, &self.title, &self.about);
        };
        let end = first.start + first.width * first.counts.len() as f64;
        let scale = Scale::linear((first.start, end), (LEFT, WIDTH - 24.0));
        svg.x_axis(&scale, top, bottom, &self.axis);
        for (value, name) in &self.references {
            svg.reference(scale.at(*value), top, top, name);
        }
        for (nth, panel) in self.panels.iter().enumerate() {
            let top = top + (PANEL + LINE) * nth as f64;
            panel.draw(&mut svg, nth, &scale, top + LINE, top + LINE + PANEL);
            for (value, _) in &self.references {
                // Below the panel's name, so that no line goes through it.
                let x = scale.at(*value);
                svg.line((x, top + LINE + BELOW_NAME), (x, top + LINE + PANEL), "mark");
            }
        }
        svg.finish(bottom + AXIS, &self.title, &self.about)
    }
}

impl Panel {
    fn draw(&self, svg: &mut Svg, nth: usize, scale: &Scale, top: f64, bottom: f64) {
        let Histogram { start, width, counts, above, below } = &self.histogram;
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let up = Scale::linear((0.0, most as f64), (bottom, top + BELOW_NAME));
        for (place, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let from = scale.at(start + width * place as f64);
            let to = scale.at(start + width * (place + 1) as f64);
            let y = up.at(*count as f64);
            svg.rect(from + 0.5, y, to - from - 1.0, bottom - y, &class(nth));
        }
        svg.line((LEFT, bottom), (WIDTH - 24.0, bottom), "axis");
        svg.text(Anchor::End, LEFT - 6.0, top + 10.0, "faint", &most.to_string());
        svg.text(Anchor::End, LEFT - 6.0, bottom, "faint", "0");
        let beyond = match (below, above) {
            (0, 0) => String::new(),
            (0, above) => format!(" ({above} further right)"),
            (below, 0) => format!(" ({below} further left)"),
            (below, above) => format!(" ({below} further left, {above} further right)"),
        };
        let name = format!("{}{beyond}", self.name);
        svg.text(Anchor::End, WIDTH - 28.0, top + 2.0, "", &name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_with_nothing_in_it_has_no_bar() {
        let panel = Panel {
            name: "some".to_owned(),
            histogram: Histogram::of(&[1.0, 1.5, 9.0, 99.0], 0.0..10.0, 5),
        };
        let chart = Histograms {
            title: String::new(),
            about: String::new(),
            axis: "x".to_owned(),
            panels: vec![panel],
            references: vec![(5.0, "half".to_owned())],
        };
        let svg = chart.svg();
        assert_eq!(svg.matches("<rect").count(), 2);
        assert!(svg.contains("some (1 further right)") && svg.contains(">half<"), "{svg}");
    }
}
