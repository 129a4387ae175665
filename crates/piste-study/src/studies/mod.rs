//! The studies, one per file: data or generator in, a page and its figures out.
//!
//! No metric is named where all are meant: a new one appears in every study by itself. Pages hold
//! counts and statistics, never a puzzle of a data set, for most of those may be measured but not
//! passed on; the puzzles that are shown were made here.
//!
//! The same data, seed and version give the same bytes, but for the date and, where they are asked
//! for, the times. A new study is a file here and a row in [`Study`].

mod agreement;
mod bias;
mod colour;
mod hsolve;
mod index_d;
mod levels;
mod minutes;
mod papers;
mod people;
mod scales;
mod times;
mod umbrella;

use crate::data::Labelled;
use crate::page::Page;
use crate::studio::Studio;

/// A study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Study {
    /// Every metric against the levels of publishers.
    Levels,
    /// Every metric against the times of people.
    Times,
    /// How hsolve's values are distributed.
    Hsolve,
    /// The colour scale on puzzles of 17 clues.
    Colour,
    /// Shredding: how far apart the umbrella levels are.
    Umbrella,
    /// The range of the index D.
    IndexD,
    /// How the metrics agree with each other.
    Agreement,
    /// How long people take, and the paper's procedure.
    Minutes,
    /// Every rating and prediction against all times of people.
    People,
    /// All that the papers print.
    Papers,
    /// What all minimal puzzles are like, and how biased generators are.
    Bias,
    /// How the experts' scales and Sudoku Explainer's agree.
    Scales,
}

impl Study {
    /// Every study, in the order in which they are shown.
    pub const ALL: [Study; 12] = [
        Study::Levels,
        Study::Times,
        Study::Hsolve,
        Study::Colour,
        Study::Umbrella,
        Study::IndexD,
        Study::Agreement,
        Study::Minutes,
        Study::People,
        Study::Papers,
        Study::Bias,
        Study::Scales,
    ];

    /// What it is called, and its page.
    pub fn slug(self) -> &'static str {
        self.row().0
    }

    /// What it is about, in one line.
    pub fn about(self) -> &'static str {
        self.row().1
    }

    fn row(self) -> (&'static str, &'static str) {
        match self {
            Study::Levels => ("levels", "Every metric against the levels of publishers"),
            Study::Times => ("times", "Every metric against the times of people"),
            Study::Hsolve => ("hsolve", "How hsolve's values are distributed"),
            Study::Colour => ("colour", "The colour scale on puzzles of 17 clues"),
            Study::Umbrella => ("umbrella", "Shredding: how far apart the umbrella levels are"),
            Study::IndexD => ("index-d", "The range of the index D"),
            Study::Agreement => ("agreement", "How the metrics agree with each other"),
            Study::Minutes => (
                "minutes",
                "How long people take, how well it can be said beforehand, and the paper's procedure",
            ),
            Study::People => {
                ("people", "Every rating and prediction against all times of people, with ceilings")
            }
            Study::Papers => {
                ("papers", "Every grid, figure, table and number that the five papers print")
            }
            Study::Bias => {
                ("bias", "What all minimal puzzles are like, and how far from it generators are")
            }
            Study::Scales => ("scales", "How the experts' scales and Sudoku Explainer's agree"),
        }
    }

    /// Whether there is nothing to be done without data.
    pub fn needs_data(self) -> bool {
        match self {
            Study::Levels | Study::Times | Study::Colour | Study::Minutes | Study::People => true,
            Study::Hsolve
            | Study::Umbrella
            | Study::IndexD
            | Study::Agreement
            | Study::Papers
            | Study::Bias
            | Study::Scales => false,
        }
    }

    /// The page of this study; nothing if there is nothing to study. Levels and times can be about
    /// labelled puzzles of somebody's own instead of the data sets.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or makes no sense, or the work was [called
    /// off](crate::Cancelled).
    pub fn page(
        self,
        studio: &Studio,
        labelled: Option<&Labelled>,
    ) -> anyhow::Result<Option<Page>> {
        match self {
            Study::Levels => levels::page(studio, labelled),
            Study::Times => times::page(studio, labelled),
            Study::Hsolve => hsolve::page(studio),
            Study::Colour => colour::page(studio),
            Study::Umbrella => umbrella::page(studio),
            Study::IndexD => index_d::page(studio),
            Study::Papers => papers::page(studio),
            Study::Minutes => minutes::page(studio),
            Study::People => people::page(studio, labelled),
            Study::Agreement => agreement::page(studio),
            Study::Bias => bias::page(studio),
            Study::Scales => scales::page(studio),
        }
    }
}
