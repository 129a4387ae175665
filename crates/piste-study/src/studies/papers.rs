//! What became of every number: all that the five papers print, and ours beside it.
//!
//! One file a paper in `papers/`, each a list of [`Row`]s: a grid, figure, table or number as it is
//! printed, what comes out here, and one of three verdicts. *The same* is decided by the
//! program: a row gets it from a comparison, never from a constant. *Explained* says under which
//! reading the two agree, or why they cannot. *Not explained* says what was tried.
//!
//! The page is long to make where a row needs a whole data set or many puzzles; `--sample` makes
//! all of that smaller. A row that needs data which is not there is left out and said to be.

mod colour;
mod hsolve;
mod index_d;
mod minutes;
mod umbrella;

use crate::page::{Page, count};
use crate::studio::Studio;

/// Something that a paper prints, and what comes out here.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Where it is printed: "table 1", "figure 7 (a)", "section 4.2".
    pub(super) place: &'static str,
    /// What it is, in a few words; a grid is written out.
    pub(super) what: String,
    /// As printed.
    pub(super) printed: String,
    /// What comes out here.
    pub(super) ours: String,
    pub(super) verdict: Verdict,
    /// The command that gives our figure.
    pub(super) command: String,
}

/// How the two figures of a row stand to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// They are equal, to the digits that are printed.
    Same,
    /// They differ, or need a reading, and it is known why.
    Explained(String),
    /// They differ, and this was tried.
    NotExplained(String),
}

impl Verdict {
    /// The same if that is so, else what is said of it.
    pub(super) fn same_or(is_same: bool, otherwise: impl FnOnce() -> Verdict) -> Verdict {
        if is_same { Verdict::Same } else { otherwise() }
    }

    fn words(&self) -> String {
        match self {
            Verdict::Same => "the same".to_owned(),
            Verdict::Explained(why) => format!("explained: {why}"),
            Verdict::NotExplained(tried) => format!("not explained: {tried}"),
        }
    }
}

/// A paper: its section on the page, and its rows.
struct Paper {
    title: &'static str,
    rows: fn(&Studio) -> anyhow::Result<Vec<Row>>,
}

const PAPERS: [Paper; 5] = [
    Paper {
        title: "hsolve: Chang, Fan and Sun, A Difficulty Metric and Puzzle Generator for Sudoku (2008)",
        rows: hsolve::rows,
    },
    Paper {
        title: "index-d: Sudoku Generation and Difficulty Metrics (2008)",
        rows: index_d::rows,
    },
    Paper { title: "colour: Coelho (2007)", rows: colour::rows },
    Paper { title: "umbrella: The Umbrella Method (2008)", rows: umbrella::rows },
    Paper {
        title: "minutes: Sudoku: Bagging a Difficulty Metric & Building Up Puzzles (2008)",
        rows: minutes::rows,
    },
];

pub(crate) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "What became of every number",
        "Every grid, figure, table and number that the five papers print, with ours beside it. A row \
         is *the same* only if the program found it so; *explained* names the reading under which \
         the two agree, or the reason why they do not; *not explained* says what was tried.",
    );
    let mut sections = Vec::new();
    for paper in PAPERS {
        sections.push((paper.title, (paper.rows)(studio)?));
    }
    page.section("In short");
    let header = ["paper", "rows", "the same", "explained", "not explained"];
    let summary: Vec<Vec<String>> =
        sections.iter().map(|(title, rows)| tally(title, rows)).collect();
    page.table(&header, &summary);
    for (title, rows) in &sections {
        page.section(title);
        let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
        page.table(&["where", "what", "printed", "ours", "verdict", "command"], &rows);
    }
    Ok(Some(page))
}

/// How many rows a paper has of each verdict.
fn tally(title: &str, rows: &[Row]) -> Vec<String> {
    let short = title.split(':').next().unwrap_or(title);
    let of = |wanted: fn(&Verdict) -> bool| {
        count(rows.iter().filter(|row| wanted(&row.verdict)).count())
    };
    vec![
        short.to_owned(),
        count(rows.len()),
        of(|verdict| *verdict == Verdict::Same),
        of(|verdict| matches!(verdict, Verdict::Explained(_))),
        of(|verdict| matches!(verdict, Verdict::NotExplained(_))),
    ]
}

fn cells(row: &Row) -> Vec<String> {
    let Row { place, what, printed, ours, verdict, command } = row;
    let command = if command.is_empty() { String::new() } else { format!("`{command}`") };
    vec![(*place).to_owned(), what.clone(), printed.clone(), ours.clone(), verdict.words(), command]
}
