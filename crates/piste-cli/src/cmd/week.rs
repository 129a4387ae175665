//! `piste week`: seven puzzles for a newspaper, Monday to Sunday, that really get harder.
//!
//! For each day there is a pool of puzzles on its level, made to the same brief; `piste_book::week` takes one of each, so
//! that the level never falls and the minutes rise by a tenth or more every day. If the pools hold no such week they
//! are made larger, up to a bound.

use super::book::{BriefArgs, NoBook, Written, or_none, plan_file, rated, source};
use crate::args::Common;
use crate::seed::Seed;
use crate::status::Status;
use anyhow::{anyhow, bail};
use clap::Args;
use piste::generate::{Level, levels};
use piste_api::Language;
use piste_book::{Book, Entry, Plan, week};
use std::collections::BTreeMap;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  piste week --seed 7 -o week.pdf
  piste week --seed 8 --givens 24..30 --page 100x150mm --svg week/ --manifest week/list.csv
  piste week --days easy,easy,medium,medium,hard,hard,fiendish --exclude published.txt -o week.pdf

From day to day the level never falls, and the minutes that people take rise by a tenth or more. The givens lie
symmetrically (--symmetry half-turn by default). Each page has the puzzle of a day and the
solution of the day before; the last one has the solution of the last day. The same seed makes the same week.";

/// How many puzzles there are for each day to choose from, at first and at most.
const POOL: u64 = 6;
const LARGEST: u64 = 48;

/// Make the seven puzzles of a newspaper's week
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WeekVerb {
    #[command(flatten)]
    brief: BriefArgs,

    /// The level of each day, from Monday [default: from the easiest to the second hardest]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', help_heading = "Puzzles to make")]
    days: Vec<String>,

    /// A plan in TOML (docs/books.md), for words and paper
    #[arg(long, value_name = "FILE", help_heading = "Look")]
    plan: Option<PathBuf>,

    /// The paper of one day: a5, 100x150mm [default: a5]
    #[arg(long, value_name = "PAPER", help_heading = "Look")]
    page: Option<String>,

    #[command(flatten)]
    written: Written,
}

impl WeekVerb {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        self.written.check()?;
        or_none(self.make(common))
    }

    fn make(mut self, common: &Common) -> anyhow::Result<Status> {
        let days = self.levels()?;
        let mut plan = match &self.plan {
            None => Plan { page: "a5".to_owned(), ..Plan::default() },
            Some(path) => plan_file(path)?,
        };
        if let Some(page) = self.page.take() {
            plan.page = page;
        }
        let language = Language::named(plan.language.as_deref()).map_err(|w| anyhow!(w.message))?;
        Book::check(&plan, None)?;
        self.brief.symmetry.get_or_insert_with(|| "rotational".to_owned());
        let seed = Seed::new(self.brief.seed).get(true);
        let week = self.chosen(&days, seed, language, common)?;
        let minutes: Vec<String> =
            week.iter().filter_map(|day| day.minutes).map(|n| format!("{n:.1}")).collect();
        let book = Book::week(plan, week, None)?;
        let said = format!(", of {} minutes, seed {seed}", minutes.join(", "));
        self.written.write(&book, &said, common)
    }

    /// The number of each day's level.
    fn levels(&self) -> anyhow::Result<Vec<usize>> {
        if self.days.is_empty() {
            // The hardest level is for those who ask for it.
            return Ok(week::levels(levels::ALL.len() - 1).to_vec());
        }
        if self.days.len() != week::DAYS {
            bail!("--days: a week has {} days, and these are {}", week::DAYS, self.days.len());
        }
        let mut days = Vec::new();
        for slug in &self.days {
            let named = Level::named(slug.trim());
            let nth = named.and_then(|named| levels::ALL.iter().position(|level| *level == named));
            let Some(nth) = nth else {
                let known: Vec<&str> = levels::ALL.iter().map(|level| level.slug).collect();
                bail!("--days: there is no level {slug}, only {}", known.join(", "));
            };
            days.push(nth);
        }
        if !days.is_sorted() {
            bail!("--days: the level may not fall from one day to the next");
        }
        Ok(days)
    }

    /// A week that keeps its promise, from pools that grow until there is one.
    fn chosen(
        &self,
        days: &[usize],
        seed: u64,
        language: Language,
        common: &Common,
    ) -> anyhow::Result<Vec<Entry>> {
        let mut size = POOL;
        loop {
            let mut orders: BTreeMap<usize, u64> = BTreeMap::new();
            for day in days {
                *orders.entry(*day).or_default() += size;
            }
            let slug = |nth: usize| levels::ALL.get(nth).map_or("", |level: &Level| level.slug);
            let orders: Vec<String> =
                orders.into_iter().map(|(nth, n)| format!("{}:{n}", slug(nth))).collect();
            let made = source::made(&self.brief, &orders.join(","), seed, common)?;
            let all = rated(&made, language, common)?;
            let pool = |day: &usize| {
                all.iter().filter(|entry| entry.level == Some(*day)).cloned().collect()
            };
            let pools: Vec<Vec<Entry>> = days.iter().map(pool).collect();
            match week::chosen(&pools) {
                Ok(week) => return Ok(week),
                Err(_) if size < LARGEST => size *= 2,
                Err(day) => {
                    let words = format!(
                        "no week is made: of {size} puzzles for day {} none takes a tenth longer than the day before; \
                         ask for other levels (--days) or another range of givens",
                        day + 1
                    );
                    return Err(NoBook(words).into());
                }
            }
        }
    }
}
