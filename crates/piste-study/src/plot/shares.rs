//! Stacked bars that add up to one: how a whole falls into classes, once for each row.

use super::svg::{Anchor, LINE, Svg, TOP, WIDTH, class, margin_for, width_of};

/// The chart.
#[derive(Clone, Debug)]
pub(crate) struct Shares {
    pub(crate) title: String,
    pub(crate) about: String,
    /// The classes, and the CSS class that each is drawn in where it has a colour of its own.
    pub(crate) classes: Vec<(String, Option<&'static str>)>,
    /// Each whole with its name and how much of it is in each class.
    pub(crate) rows: Vec<(String, Vec<f64>)>,
}

const ROW: f64 = 30.0;

impl Shares {
    pub(crate) fn svg(&self) -> String {
        let mut svg = Svg::new(&self.title);
        let style = |nth: usize| self.classes[nth].1.map_or_else(|| class(nth), str::to_owned);
        let (mut x, mut y) = (12.0, TOP);
        for (nth, (name, _)) in self.classes.iter().enumerate() {
            let width = width_of(name) + 34.0;
            if x + width > WIDTH {
                (x, y) = (12.0, y + LINE);
            }
            svg.rect(x, y - 10.0, 12.0, 12.0, &style(nth));
            svg.text(Anchor::Start, x + 18.0, y, "", name);
            x += width;
        }
        let top = y + LINE;
        let left = margin_for(self.rows.iter().map(|row| row.0.as_str()));
        for (row, (name, amounts)) in self.rows.iter().enumerate() {
            let y = top + ROW * row as f64;
            svg.text(Anchor::End, left - 8.0, y + 15.0, "", name);
            let all: f64 = amounts.iter().sum();
            let mut x = left;
            for (nth, amount) in amounts.iter().enumerate().filter(|(_, amount)| **amount > 0.0) {
                let width = (WIDTH - 24.0 - left) * amount / all;
                svg.rect(x, y, width, 14.0, &style(nth));
                let words = format!("{:.0} %", 100.0 * amount / all);
                if width > width_of(&words) {
                    svg.text(Anchor::Middle, x + width / 2.0, y + 25.0, "faint", &words);
                }
                x += width;
            }
        }
        let bottom = top + ROW * self.rows.len() as f64 + 8.0;
        svg.finish(bottom, &self.title, &self.about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nothing_has_no_bar_and_what_is_narrow_no_words() {
        let chart = Shares {
            title: String::new(),
            about: String::new(),
            classes: vec![("green".to_owned(), Some("green")), ("rest".to_owned(), None)],
            rows: vec![("a".to_owned(), vec![99.5, 0.5]), ("b".to_owned(), vec![0.0, 2.0])],
        };
        let svg = chart.svg();
        assert_eq!(svg.matches("<rect").count(), 2 + 2 + 1);
        assert_eq!(svg.matches(" %<").count(), 2);
        assert!(svg.contains(r#"class="green""#) && svg.contains(r#"class="s1""#), "{svg}");
    }
}
