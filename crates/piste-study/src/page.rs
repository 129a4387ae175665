//! A page of a study: Markdown with tables, and the figures that it shows.

use crate::date::Date;
use std::fmt::{Display, Write};

/// A page that is being written.
#[derive(Debug)]
pub struct Page {
    title: String,
    intro: String,
    sources: Vec<Source>,
    body: String,
    figures: Vec<Figure>,
    tables: Vec<DataTable>,
}

/// A table beside a page, for programs.
#[derive(Debug)]
pub struct DataTable {
    /// The name of its file.
    pub file: String,
    /// The table itself.
    pub text: String,
}

/// A picture of a page.
#[derive(Debug)]
pub struct Figure {
    /// The name of its file.
    pub file: String,
    /// The picture itself.
    pub svg: String,
}

/// Puzzles that a page is about.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The name of the data set, of the file, or of the method that made them.
    pub(crate) name: String,
    /// How many are studied.
    pub(crate) rows: usize,
    /// Who may have them.
    pub(crate) licence: String,
    /// What else there is to say: what was left out.
    pub(crate) note: String,
}

/// How a page was made.
#[derive(Clone, Debug)]
pub struct Run {
    /// The command that makes it again.
    pub command: String,
    /// The seed of all that was random.
    pub seed: u64,
    /// The day that stands on it.
    pub date: Date,
    /// The version of piste that made it.
    pub version: String,
}

impl Page {
    /// A page with this title and first paragraph.
    pub(crate) fn new(title: &str, intro: &str) -> Page {
        Page {
            title: title.to_owned(),
            intro: intro.to_owned(),
            sources: Vec::new(),
            body: String::new(),
            figures: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// Says which puzzles it is about.
    pub(crate) fn source(&mut self, source: Source) {
        self.sources.push(source);
    }

    /// Begins a section.
    pub(crate) fn section(&mut self, title: &str) {
        self.put(format_args!("\n## {title}\n"));
    }

    /// A paragraph.
    pub(crate) fn say(&mut self, words: impl Display) {
        self.put(format_args!("\n{words}\n"));
    }

    /// A table: the first column to the left, the others to the right.
    pub(crate) fn table(&mut self, header: &[&str], rows: &[Vec<String>]) {
        self.body.push('\n');
        self.put(format_args!("| {} |\n", header.join(" | ")));
        let lines = (0..header.len()).map(|nth| if nth == 0 { "---" } else { "---:" });
        self.put(format_args!("| {} |\n", lines.collect::<Vec<_>>().join(" | ")));
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            self.put(format_args!("| {} |\n", cells.join(" | ")));
        }
    }

    /// Something long, behind a line to click on.
    pub(crate) fn folded(&mut self, title: &str, write: impl FnOnce(&mut Page)) {
        self.put(format_args!("\n<details><summary>{title}</summary>\n"));
        write(self);
        self.body.push_str("\n</details>\n");
    }

    /// A figure, in a file of this name without its ending.
    pub(crate) fn figure(&mut self, name: &str, caption: &str, svg: String) {
        let file = format!("{name}.svg");
        self.put(format_args!("\n![{caption}]({file})\n"));
        self.figures.push(Figure { file, svg });
    }

    /// A table for programs, in a file of this name beside the page.
    pub(crate) fn data(&mut self, file: &str, text: String) {
        self.tables.push(DataTable { file: file.to_owned(), text });
    }

    /// Its tables for programs.
    pub fn tables(&self) -> &[DataTable] {
        &self.tables
    }

    /// Whether nothing has been found to write about.
    pub(crate) fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// Its pictures, in the order in which it shows them.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// The whole page.
    pub fn markdown(&self, run: &Run) -> String {
        let mut sources = Page::new("", "");
        let rows: Vec<Vec<String>> = self
            .sources
            .iter()
            .map(|source| {
                let Source { name, rows, licence, note } = source;
                vec![name.clone(), count(*rows), licence.clone(), note.clone()]
            })
            .collect();
        sources.table(&["data", "puzzles", "licence", "note"], &rows);
        let Run { command, seed, date, version } = run;
        format!(
            "# {}\n\n{}\n\n    {command}\n\nSeed {seed}, {date}, piste {version}. Written by that command; do not edit.\n{}{}",
            self.title, self.intro, sources.body, self.body
        )
    }

    fn put(&mut self, words: std::fmt::Arguments<'_>) {
        self.body.write_fmt(words).expect("a string takes what is written to it");
    }
}

/// A number of things, its thousands set apart.
pub(crate) fn count(number: usize) -> String {
    piste_api::words::thousands(number as u64)
}

/// A share in percent, with one decimal.
pub(crate) fn percent(part: usize, all: usize) -> String {
    if all == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / all as f64) }
}

/// A number of things that was reckoned, to the nearest; a dash if there is none.
pub(crate) fn rounded(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| count(value.round() as usize))
}

/// A statistic with so many decimals, and a true minus sign; a dash if there is none, or none can be
/// computed.
pub(crate) fn number(value: impl Into<Option<f64>>, decimals: usize) -> String {
    let Some(value) = value.into().filter(|value| value.is_finite()) else {
        return "–".to_owned();
    };
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| "0.".contains(c)) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// A statistic and between what it lies: "0.91 [0.90, 0.93]".
pub(crate) fn with_interval(
    value: impl Into<Option<f64>>,
    interval: Option<(f64, f64)>,
    decimals: usize,
) -> String {
    match interval {
        Some((low, high)) => format!(
            "{} [{}, {}]",
            number(value, decimals),
            number(low, decimals),
            number(high, decimals)
        ),
        None => number(value, decimals),
    }
}

/// A probability: small ones are only said to be small.
pub(crate) fn probability(p: f64) -> String {
    if p < 1e-4 { "< 0.0001".to_owned() } else { number(p, 4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(number(-0.5, 2), "−0.50");
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!([number(None, 2), number(f64::INFINITY, 2), rounded(None)], ["–"; 3]);
        assert_eq!(rounded(Some(1234.5)), "1,235");
        assert_eq!(with_interval(0.5, Some((0.4, 0.6)), 1), "0.5 [0.4, 0.6]");
        assert_eq!(
            (probability(0.0), probability(0.05)),
            ("< 0.0001".to_owned(), "0.0500".to_owned())
        );
        assert_eq!((percent(1, 3), percent(0, 0)), ("33.3 %".to_owned(), "–".to_owned()));
    }

    #[test]
    fn a_page_says_how_it_was_made() {
        let mut page = Page::new("Title", "Intro.");
        page.source(Source {
            name: "set".to_owned(),
            rows: 1234,
            licence: "free".to_owned(),
            note: String::new(),
        });
        page.section("One");
        page.table(&["a", "b"], &[vec!["x|y".to_owned(), "1".to_owned()]]);
        let run = Run {
            command: "piste study x".to_owned(),
            seed: 7,
            date: "2026-01-31".parse().unwrap(),
            version: "0.1.0 (abc)".to_owned(),
        };
        let text = page.markdown(&run);
        assert!(
            text.starts_with(
                "# Title\n\nIntro.\n\n    piste study x\n\nSeed 7, 2026-01-31, piste 0.1.0 (abc). "
            ),
            "{text}"
        );
        assert!(
            text.contains(
                "| set | 1,234 | free |  |\n\n## One\n\n| a | b |\n| --- | ---: |\n| x\\|y | 1 |\n"
            ),
            "{text}"
        );
    }
}
