//! What a book is to look like, as plain data: a small TOML file, or the options of a command line.
//!
//! Every member has a usual value, so that an empty plan makes a book. Words that are printed can be replaced
//! by the user's own, one by one. A name that is not known is an error: it is most likely misspelt.
//!
//! ```toml
//! title = "Sudokus for the train"
//! author = "A. Editor"
//! page = "6x9"
//! per-page = 1
//! hints = "words"
//!
//! [make]
//! levels = "easy:40,medium:40"
//! seed = 7
//!
//! [levels]
//! easy = "Platform 1"
//! ```

use crate::Trouble;
use crate::face::Faces;
use piste::generate::{Level, levels};
use piste_api::hint::Grade;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A plan.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// The title. A book with one has a title page, a page about its levels, and contents.
    pub title: Option<String>,
    /// A line below the title.
    pub subtitle: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Words for the page about the levels.
    pub introduction: Option<String>,
    /// The day it was made, `2026-11-17`. With one the file can be kept in archives (PDF/A).
    pub date: Option<String>,
    /// The paper: a name, or `170x240mm`.
    pub page: String,
    /// Whether what goes to the edge is printed beyond it.
    pub bleed: bool,
    /// Puzzles on a page.
    pub per_page: usize,
    /// Solutions on a page; 0 for none. In large print there are fewer, if their digits need the room.
    pub solutions: usize,
    /// Whether solutions are printed upside down, so that nobody reads one by mistake.
    pub solutions_upside_down: bool,
    /// Digits of 16 points or more, and words of 16.
    pub large_print: bool,
    /// Whether level and minutes stand below each puzzle.
    pub captions: bool,
    /// Which hints there are.
    pub hints: Hints,
    /// Whether there is a picture of every strategy that is needed.
    pub strategies: bool,
    /// Whether there is a QR code beside each puzzle.
    pub qr: bool,
    /// The address that it leads to, with `{puzzle}` where the puzzle goes; else it holds the puzzle.
    pub address: Option<String>,
    /// The language of hints, by its code.
    pub language: Option<String>,
    /// What levels are called, by slug or by another name that leads to the level.
    pub levels: BTreeMap<String, String>,
    /// Words that are printed.
    pub words: Words,
    /// Where the puzzles come from, if they are to be made.
    pub make: Make,
}

/// Which hints a book has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hints {
    /// None.
    #[default]
    None,
    /// Three grades in words: where to look, what for, the whole step.
    Words,
    /// The first place where it is tight, as a picture.
    Pictures,
    /// Both.
    Both,
}

impl Hints {
    /// Whether there are words.
    pub fn has_words(self) -> bool {
        matches!(self, Hints::Words | Hints::Both)
    }

    /// Whether there are pictures.
    pub fn has_pictures(self) -> bool {
        matches!(self, Hints::Pictures | Hints::Both)
    }
}

/// Puzzles that are to be made or taken from a library.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Make {
    /// How many of which level: `easy:40,medium:40`.
    pub levels: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// The symmetry of the givens.
    pub symmetry: Option<String>,
    /// How many givens.
    pub givens: Option<String>,
}

/// Words that are printed. `{n}` and the like are replaced.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Words {
    /// The heading of the contents.
    pub contents: String,
    /// The heading of the page about levels.
    pub levels: String,
    /// What that page says.
    pub about_levels: String,
    /// What stands below a puzzle.
    pub minutes: String,
    /// What stands at the beginning of a part: how many puzzles, and how long they take.
    pub part: String,
    /// The same where nobody knows how long.
    pub part_without_minutes: String,
    /// The same of a part with one puzzle.
    pub part_of_one: String,
    /// The same where nobody knows how long.
    pub part_of_one_without_minutes: String,
    /// The headings of the grades of hints.
    pub hints: [String; Grade::ALL.len()],
    /// What stands below the first of them.
    pub about_hints: String,
    /// The heading of the pictures of tight places.
    pub tight: String,
    /// What stands below it.
    pub about_tight: String,
    /// The heading of the strategies.
    pub strategies: String,
    /// What stands below it.
    pub about_strategies: String,
    /// The heading of the solutions.
    pub solutions: String,
    /// A puzzle's name, for those who have it read aloud.
    pub puzzle: String,
    /// The days of a week, from Monday on.
    pub days: [String; 7],
    /// What stands above the solution of the day before.
    pub solution_of: String,
    /// The heading of the steps of a solution.
    pub step_by_step: String,
    /// The heading of the answers to exercises.
    pub answers: String,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            title: None,
            subtitle: None,
            author: None,
            introduction: None,
            date: None,
            page: "a4".to_owned(),
            bleed: false,
            per_page: 4,
            solutions: 9,
            solutions_upside_down: false,
            large_print: false,
            captions: true,
            hints: Hints::None,
            strategies: false,
            qr: false,
            address: None,
            language: None,
            levels: BTreeMap::new(),
            words: Words::default(),
            make: Make::default(),
        }
    }
}

impl Default for Words {
    fn default() -> Words {
        Words {
            contents: "Contents".to_owned(),
            levels: "How to read the levels".to_owned(),
            about_levels: "The sign of a level is that of a slope. Within a level the puzzles become harder \
                           little by little. The minutes are what people usually take."
                .to_owned(),
            minutes: "about {n} min".to_owned(),
            part: "Puzzles {first} to {last}, about {least} to {most} minutes each".to_owned(),
            part_without_minutes: "Puzzles {first} to {last}".to_owned(),
            part_of_one: "Puzzle {first}, about {n} minutes".to_owned(),
            part_of_one_without_minutes: "Puzzle {first}".to_owned(),
            hints: [
                "Hints: where to look".to_owned(),
                "Hints: what to look for".to_owned(),
                "Hints: the whole step".to_owned(),
            ],
            about_hints: "Each hint is about the first place where the puzzle is tight. r3c5 is the cell in row 3 and \
                          column 5; boxes are numbered like the lines of a page. Read one chapter further only if this one was not enough."
                .to_owned(),
            tight: "Tight places".to_owned(),
            about_tight: "The first place where each puzzle is tight, as it looks there.".to_owned(),
            strategies: "What you need to know".to_owned(),
            about_strategies: "Every idea that the puzzles of this book ask for, with one example of each.".to_owned(),
            solutions: "Solutions".to_owned(),
            puzzle: "Puzzle {n}".to_owned(),
            days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
                .map(str::to_owned),
            solution_of: "Solution of {day}".to_owned(),
            step_by_step: "Step by step".to_owned(),
            answers: "Answers".to_owned(),
        }
    }
}

/// The numbers of puzzles and solutions on a page that have a layout.
pub const PER_PAGE: [usize; 6] = [1, 2, 4, 6, 9, 12];

impl Plan {
    /// Reads a TOML file.
    ///
    /// ```
    /// use piste_book::Plan;
    ///
    /// let plan = Plan::read("title = \"For the train\"\nper-page = 2")?;
    /// assert_eq!((plan.per_page, plan.solutions), (2, 9));
    /// assert!(Plan::read("colour = 1").unwrap_err().to_string().contains("colour"));
    /// # Ok::<(), piste_book::Trouble>(())
    /// ```
    pub fn read(text: &str) -> Result<Plan, Trouble> {
        toml::from_str(text).map_err(|wrong| {
            let place = wrong.span().map(|span| {
                let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
                format!("line {line}: ")
            });
            let message = wrong.message().lines().next().unwrap_or("it cannot be read").to_owned();
            Trouble::Plan(format!("{}{message}", place.unwrap_or_default()))
        })
    }

    /// Whether there are a title page and all that goes with it.
    pub fn has_front(&self) -> bool {
        self.title.is_some()
    }

    /// Year, month and day of the date; nothing if there is none.
    pub(crate) fn day(&self) -> Result<Option<(u16, u8, u8)>, Trouble> {
        let Some(date) = &self.date else { return Ok(None) };
        let parts: Vec<&str> = date.trim().split('-').collect();
        let day = match parts.as_slice() {
            [year, month, day] if year.len() == 4 => {
                let day = year.parse().ok().zip(month.parse().ok()).zip(day.parse().ok());
                day.map(|((year, month), day)| (year, month, day))
            }
            _ => None,
        };
        let is_day = |&(year, month, day): &(u16, u8, u8)| {
            let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
            let days = match month {
                2 => 28 + u8::from(is_leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            year > 0 && (1..=12).contains(&month) && (1..=days).contains(&day)
        };
        day.filter(is_day).map(Some).ok_or_else(|| {
            Trouble::Plan(format!(
                "{date} is no date: expected year, month and day, as in 2026-11-17"
            ))
        })
    }

    /// What this level is called in the user's words.
    pub(crate) fn level(&self, slug: &str) -> Option<&str> {
        let is_it = |name: &str| Level::named(name).is_some_and(|level| level.slug == slug);
        let other = || self.levels.iter().find(|(name, _)| is_it(name)).map(|(_, words)| words);
        self.levels.get(slug).or_else(other).map(String::as_str)
    }

    /// Whether the numbers make sense, and the fonts have every letter.
    pub(crate) fn check(&self, faces: &Faces) -> Result<(), Trouble> {
        self.day()?;
        let known = PER_PAGE.map(|n| n.to_string()).join(", ");
        if !PER_PAGE.contains(&self.per_page) {
            let n = self.per_page;
            return Err(Trouble::Plan(format!("{n} puzzles a page have no layout, only {known}")));
        }
        if self.solutions != 0 && !PER_PAGE.contains(&self.solutions) {
            let n = self.solutions;
            return Err(Trouble::Plan(format!(
                "{n} solutions a page have no layout, only {known}, or 0 for none"
            )));
        }
        for slug in self.levels.keys() {
            if Level::named(slug).is_none() {
                let known: Vec<&str> = levels::ALL.iter().map(|l| l.slug).collect();
                return Err(Trouble::Plan(format!(
                    "[levels]: there is no level {slug}, only {}",
                    known.join(", ")
                )));
            }
        }
        let texts = [
            ("the title", &self.title),
            ("the subtitle", &self.subtitle),
            ("the author", &self.author),
            ("the introduction", &self.introduction),
        ];
        for (place, text) in texts {
            faces.check(place, text.as_deref().unwrap_or(""))?;
        }
        for name in self.levels.values() {
            faces.check("the name of a level", name)?;
        }
        for text in self.words.all() {
            faces.check("[words]", text)?;
        }
        Ok(())
    }
}

impl Words {
    fn all(&self) -> Vec<&str> {
        let mut all = vec![
            &self.contents,
            &self.levels,
            &self.about_levels,
            &self.minutes,
            &self.part,
            &self.part_without_minutes,
            &self.part_of_one,
            &self.part_of_one_without_minutes,
            &self.about_hints,
            &self.tight,
            &self.about_tight,
            &self.strategies,
            &self.about_strategies,
            &self.solutions,
            &self.puzzle,
            &self.solution_of,
            &self.step_by_step,
            &self.answers,
        ];
        all.extend(&self.hints);
        all.extend(&self.days);
        all.into_iter().map(String::as_str).collect()
    }
}
