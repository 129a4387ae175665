//! A matrix with its numbers in colour: the stronger the colour, the further from 0.

use super::svg::{Anchor, Svg, TOP, WIDTH, margin_for, width_of};

/// The chart: a number from −1 to 1 for each row and column, or none.
#[derive(Clone, Debug)]
pub(crate) struct Heat {
    pub(crate) title: String,
    pub(crate) about: String,
    /// What both the rows and the columns are.
    pub(crate) names: Vec<String>,
    pub(crate) values: Vec<Vec<Option<f64>>>,
}

const ROW: f64 = 30.0;

impl Heat {
    pub(crate) fn svg(&self) -> String {
        let mut svg = Svg::new(&self.title);
        let left = margin_for(self.names.iter().map(String::as_str));
        let width = (WIDTH - 24.0 - left) / self.names.len().max(1) as f64;
        // Names over the columns stand on several levels, as many as keep them apart.
        let widest = self.names.iter().map(|name| width_of(name)).fold(0.0, f64::max);
        let levels = (widest / width).ceil().max(1.0) as usize;
        let top = TOP + 14.0 * levels as f64;
        for (column, name) in self.names.iter().enumerate() {
            let x = left + width * (column as f64 + 0.5);
            let y = top - 8.0 - 14.0 * (levels - 1 - column % levels) as f64;
            svg.line((x, y + 2.0), (x, top), "grid");
            svg.text(Anchor::Middle, x, y, "", name);
        }
        for (row, name) in self.names.iter().enumerate() {
            let y = top + ROW * row as f64;
            svg.text(Anchor::End, left - 8.0, y + ROW / 2.0 + 4.0, "", name);
            for (column, value) in self.values[row].iter().enumerate() {
                let Some(value) = value else { continue };
                let x = left + width * column as f64;
                let class = if *value < 0.0 { "neg" } else { "pos" };
                svg.tinted([x + 1.0, y + 1.0, width - 2.0, ROW - 2.0], class, value.abs().min(1.0));
                let words = format!("{value:.2}").replace('-', "−");
                svg.text(Anchor::Middle, x + width / 2.0, y + ROW / 2.0 + 4.0, "", &words);
            }
        }
        svg.finish(top + ROW * self.names.len() as f64 + 12.0, &self.title, &self.about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_for_each_number_and_none_for_what_is_missing() {
        let chart = Heat {
            title: String::new(),
            about: String::new(),
            names: vec!["a".to_owned(), "b".to_owned()],
            values: vec![vec![Some(1.0), Some(-0.5)], vec![Some(-0.5), None]],
        };
        let svg = chart.svg();
        assert_eq!(svg.matches("<rect").count(), 3);
        assert_eq!(svg.matches(r#"class="neg""#).count(), 2);
        assert!(svg.contains(">−0.50<") && svg.contains(r#"fill-opacity="0.50""#), "{svg}");
    }
}
