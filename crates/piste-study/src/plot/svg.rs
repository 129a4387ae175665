//! The sheet that charts are drawn on: shapes, text, and the one style of all charts.

use super::scale::Scale;
use std::fmt::Write;

/// How wide every chart is.
pub(super) const WIDTH: f64 = 760.0;

/// How tall a line of text is.
pub(super) const LINE: f64 = 18.0;

/// Where the drawing begins, below the title.
pub(super) const TOP: f64 = 40.0;

/// The space below a drawing for the numbers of an axis and what they are.
pub(super) const AXIS: f64 = 44.0;

/// How many series can be told apart.
pub(super) const SERIES: usize = 6;

/// Light first; what differs in the dark is said again. No variables, so that simple viewers
/// understand it, and no font of our own.
const STYLE: &str = "\
svg{color:#222;font-family:system-ui,sans-serif;font-size:12px}\
text{fill:currentColor}.title{font-size:14px;font-weight:600}.faint{fill:#666}\
.grid{stroke:#ddd;fill:none}.axis{stroke:#888;fill:none}.mark{stroke:#666;stroke-dasharray:4 3;fill:none}\
.s0{fill:#0072b2;stroke:#0072b2}.s1{fill:#d55e00;stroke:#d55e00}.s2{fill:#00855f;stroke:#00855f}\
.s3{fill:#b0568b;stroke:#b0568b}.s4{fill:#8a6d00;stroke:#8a6d00}.s5{fill:#777;stroke:#777}\
.pos{fill:#6db3e8}.neg{fill:#f0a06a}.soft{fill-opacity:.35}.dots{fill-opacity:.45;stroke:none}\
.green{fill:#3f9b57}.blue{fill:#3f7fc4}.red{fill:#c9483f}.black{fill:#444}.other{fill:#b9b9b9}\
@media(prefers-color-scheme:dark){svg{color:#ddd}.faint{fill:#aaa}.grid{stroke:#444}.axis{stroke:#888}\
.mark{stroke:#aaa}.s0{fill:#56b4e9;stroke:#56b4e9}.s1{fill:#f0883e;stroke:#f0883e}\
.s2{fill:#2fc79b;stroke:#2fc79b}.s3{fill:#e79bc4;stroke:#e79bc4}.s4{fill:#d9b93b;stroke:#d9b93b}\
.s5{fill:#aaa;stroke:#aaa}.pos{fill:#1f5f8f}.neg{fill:#9a4f1c}\
.black{fill:#0c0c0c;stroke:#999}.other{fill:#6a6a6a}}";

/// A sheet that is being drawn on.
pub(super) struct Svg {
    body: String,
}

impl Svg {
    /// An empty sheet with its title on top.
    pub(super) fn new(title: &str) -> Svg {
        let mut svg = Svg { body: String::new() };
        svg.text(Anchor::Start, 8.0, 20.0, "title", title);
        svg
    }

    /// A box.
    pub(super) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, class: &str) {
        let (x, y, width, height) = (number(x), number(y), number(width), number(height));
        self.put(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#
        ));
    }

    /// A box that lets through what is behind it.
    pub(super) fn tinted(&mut self, area: [f64; 4], class: &str, opacity: f64) {
        let [x, y, width, height] = area.map(number);
        self.put(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}" fill-opacity="{opacity:.2}"/>"#
        ));
    }

    /// A straight line.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
        self.put(format_args!(
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
        ));
    }

    /// A dot without an outline, for a crowd of them.
    pub(super) fn dot(&mut self, x: f64, y: f64, class: &str) {
        let (x, y) = (number(x), number(y));
        self.put(format_args!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="2.5"/>"#));
    }

    /// The mark of a series: each has its own shape.
    pub(super) fn mark(&mut self, series: usize, x: f64, y: f64) {
        let r = 4.0;
        let corners: &[(f64, f64)] = match series % SERIES {
            0 => {
                let (x, y) = (number(x), number(y));
                return self.put(format_args!(
                    r#"<circle class="{}" cx="{x}" cy="{y}" r="4"/>"#,
                    class(series)
                ));
            }
            1 => &[(-r, -r), (r, -r), (r, r), (-r, r)],
            2 => &[(0.0, -r), (r, r), (-r, r)],
            3 => &[(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)],
            4 => &[(0.0, r), (r, -r), (-r, -r)],
            _ => &[(-r, -1.5), (r, -1.5), (r, 1.5), (-r, 1.5)],
        };
        let points: Vec<String> = corners
            .iter()
            .map(|(dx, dy)| format!("{},{}", number(x + dx), number(y + dy)))
            .collect();
        self.put(format_args!(
            r#"<polygon class="{}" points="{}"/>"#,
            class(series),
            points.join(" ")
        ));
    }

    /// Words.
    pub(super) fn text(&mut self, anchor: Anchor, x: f64, y: f64, class: &str, words: &str) {
        let (x, y, anchor) = (number(x), number(y), anchor.name());
        let words = escaped(words);
        let class = if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) };
        self.put(format_args!(
            r#"<text{class} x="{x}" y="{y}" text-anchor="{anchor}">{words}</text>"#
        ));
    }

    /// An axis along the bottom of an area, with lines up through it.
    pub(super) fn x_axis(&mut self, scale: &Scale, top: f64, bottom: f64, label: &str) {
        for (value, words) in scale.ticks() {
            let x = scale.at(value);
            self.line((x, top), (x, bottom), "grid");
            self.text(Anchor::Middle, x, bottom + 16.0, "", &words);
        }
        let (from, to) = scale.ends();
        self.line((from, bottom), (to, bottom), "axis");
        self.text(Anchor::Middle, (from + to) / 2.0, bottom + 36.0, "faint", label);
    }

    /// A line across an area where something is to be compared with, and its name on top.
    pub(super) fn reference(&mut self, x: f64, top: f64, bottom: f64, name: &str) {
        self.line((x, top), (x, bottom), "mark");
        self.text(Anchor::Middle, x, top - 4.0, "faint", name);
    }

    fn put(&mut self, shape: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{shape}").expect("a string takes what is written to it");
    }

    /// The whole file, so tall; `about` says in words what is shown.
    pub(super) fn finish(self, height: f64, title: &str, about: &str) -> String {
        let (title, about) = (escaped(title), escaped(about));
        let (width, height) = (number(WIDTH), number(height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"t d\">\n<title id=\"t\">{title}</title>\n\
             <desc id=\"d\">{about}</desc>\n<style>{STYLE}</style>\n{}</svg>\n",
            self.body
        )
    }
}

/// Where a text stands relative to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// The class of a series.
pub(super) fn class(series: usize) -> String {
    format!("s{}", series % SERIES)
}

/// How wide a text may become, guessed on the safe side.
pub(super) fn width_of(words: &str) -> f64 {
    words.chars().count() as f64 * 7.0
}

/// How wide the widest of these labels may become, and a little space.
pub(super) fn margin_for<'a>(labels: impl Iterator<Item = &'a str>) -> f64 {
    labels.map(width_of).fold(0.0, f64::max) + 20.0
}

/// Draws the names of series in a row, each behind its mark; says how tall that is.
pub(super) fn legend(svg: &mut Svg, names: &[&str], top: f64) -> f64 {
    let (mut x, mut y) = (12.0, top);
    for (series, name) in names.iter().enumerate() {
        let width = width_of(name) + 30.0;
        if x + width > WIDTH && x > 12.0 {
            (x, y) = (12.0, y + LINE);
        }
        svg.mark(series, x + 4.0, y - 4.0);
        svg.text(Anchor::Start, x + 14.0, y, "", name);
        x += width;
    }
    y - top + LINE
}

/// A number with at most one decimal.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_nothing() {
        let shown: Vec<String> = [0.0, -0.04, 12.0, 3.25, -7.5].map(number).into();
        assert_eq!(shown, ["0", "0", "12", "3.2", "-7.5"]);
    }

    #[test]
    fn words_cannot_break_out() {
        let mut svg = Svg::new("a < b & \"c\"");
        svg.text(Anchor::End, 1.0, 2.0, "", "<script>");
        let file = svg.finish(50.0, "a < b", "x > y");
        assert!(!file.contains("<script>") && file.contains("&lt;script&gt;"), "{file}");
        assert!(file.contains("<title id=\"t\">a &lt; b</title>"), "{file}");
        assert!(file.contains("prefers-color-scheme:dark"));
    }

    #[test]
    fn a_legend_goes_on_in_the_next_line() {
        let long = "a name that takes a good part of the line";
        let mut svg = Svg::new("");
        assert_eq!(legend(&mut svg, &["short"], 40.0), LINE);
        assert_eq!(legend(&mut svg, &[long, long, long], 40.0), 2.0 * LINE);
    }
}
