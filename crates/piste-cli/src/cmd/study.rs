//! `piste study`: do the ratings tell the truth? The evaluations of the papers, and more.
//!
//! The studies are [`piste_study`]'s; here are the options, and the files that are written. The
//! same data, seed and version give the same bytes, but for the date, which `--date` fixes, and
//! the times that `--timed` asks for.

use crate::args::Common;
use crate::interrupt;
use crate::output::Output;
use crate::progress;
use crate::status::Status;
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use piste_study::{Date, Labelled, Page, Run, Studio, Study};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  piste study levels --data DIR
  piste study all --data DIR --output docs/studies
  piste study levels bank.csv --level difficulty --order easy,medium,hard
  piste study times solved.tsv --time seconds --column givens
  piste study people mine.tsv --predicted minutes --data DIR
  piste study agreement --sample 200 --seed 7

A study writes a page of Markdown and its figures (SVG) into the folder of --output, and says on
standard output which files it wrote. DIR holds the data sets under their own names; one that is
missing is named, its part left out, and the exit code is 1. Studies of puzzles that piste makes
itself need no data.

levels and times work on labelled puzzles of your own, too: any file that `piste rate` reads, with
a column of levels or of times. Levels that are numbers are ranked by themselves; for words
--order gives the order, from easy to hard. Puzzles without exactly one solution are left out and
counted. The study `people` also takes a table of predictions, and compares them with the same times as piste's
own ratings.";

/// Compare the ratings with publishers' levels, people's times and the papers' figures
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StudyVerb {
    /// Which study
    #[arg(value_name = "NAME", value_parser = names())]
    name: Which,

    /// Puzzles of your own with labels, for levels and times, or with predictions, for people
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The folder of the data sets
    #[arg(long, value_name = "DIR", env = "PISTE_DATA", hide_env_values = true)]
    data: Option<PathBuf>,

    /// The folder for the pages and figures
    #[arg(short, long = "output", alias = "out", value_name = "DIR", default_value = "studies")]
    out: PathBuf,

    /// The seed of samples, intervals, and puzzles that are made
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many puzzles of each set to take, or to make [default: what each study says]
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,

    /// Also say how long things took, which differs from run to run [for: hsolve]
    #[arg(long)]
    timed: bool,

    /// The date on the pages, as 2026-01-31 [default: today]
    #[arg(long, value_name = "DATE")]
    date: Option<Date>,

    /// The column of FILE that holds the levels
    #[arg(long, value_name = "COLUMN", help_heading = "Labels")]
    level: Option<String>,

    /// The levels from easy to hard, where they are words
    #[arg(
        long,
        value_name = "A,B,...",
        value_delimiter = ',',
        requires = "level",
        help_heading = "Labels"
    )]
    order: Vec<String>,

    /// The column of FILE that holds the times
    #[arg(long, value_name = "COLUMN", help_heading = "Labels")]
    time: Option<String>,

    /// The column of FILE that holds predictions; larger means harder [for: people]
    #[arg(long, value_name = "COLUMN", help_heading = "Labels")]
    predicted: Option<String>,

    /// The column of FILE that holds the puzzles, by name or number [default: detected]
    #[arg(long = "column", alias = "puzzle", value_name = "COLUMN", help_heading = "Labels")]
    puzzle: Option<String>,
}

/// One study, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    One(Study),
    All,
}

const ALL: &str = "all";

/// Reads the name of a study.
fn names() -> impl TypedValueParser<Value = Which> {
    let one = |study: Study| PossibleValue::new(study.slug()).help(study.about());
    let all = PossibleValue::new(ALL).help("All of them");
    PossibleValuesParser::new(Study::ALL.map(one).into_iter().chain([all])).map(|name| {
        Study::ALL.into_iter().find(|study| study.slug() == name).map_or(Which::All, Which::One)
    })
}

impl Which {
    /// What it is called on the command line.
    fn slug(self) -> &'static str {
        match self {
            Which::One(study) => study.slug(),
            Which::All => ALL,
        }
    }

    /// The studies that it stands for.
    fn each(self) -> Vec<Study> {
        match self {
            Which::One(study) => vec![study],
            Which::All => Study::ALL.to_vec(),
        }
    }

    /// Whether there is nothing to be done without data.
    fn needs_data(self) -> bool {
        match self {
            Which::One(study) => study.needs_data(),
            Which::All => true,
        }
    }
}

impl StudyVerb {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let labelled = self.labelled()?;
        let is_enough = labelled.is_some() && self.name != Which::One(Study::People);
        if !is_enough && self.data.is_none() && self.name.needs_data() {
            bail!(
                "{} needs --data DIR{}",
                self.name.slug(),
                match self.name {
                    Which::One(Study::Levels) => ", or a FILE with --level",
                    Which::One(Study::Times) => ", or a FILE with --time",
                    _ => "",
                }
            );
        }
        if let Some(folder) = self.data.as_deref().filter(|folder| !folder.is_dir()) {
            bail!("--data {}: there is no such folder", folder.display());
        }
        let labelled = labelled.map(Arc::new);
        let mut studio =
            Studio::new(progress::crew(common), self.data.clone(), self.seed, self.sample)
                .timed(self.timed);
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        for name in self.name.each() {
            let labelled = labelled.clone();
            // The studio goes along and comes back: a signal does not wait for a page.
            let (back, page) = interrupt::heeding(move || {
                let page = name.page(&studio, labelled.as_deref());
                (studio, page)
            })?;
            studio = back;
            match page? {
                Some(page) => self.write(name, &page)?,
                None => {
                    studio.miss(format_args!("{}: nothing to study, no page written", name.slug()));
                }
            }
        }
        Ok(if studio.has_gaps() { Status::Wanting } else { Status::Fine })
    }

    /// The labelled puzzles that were asked about, if any were.
    fn labelled(&self) -> anyhow::Result<Option<Labelled>> {
        let column = match self.name {
            Which::One(Study::Levels) => &self.level,
            Which::One(Study::Times) => &self.time,
            Which::One(Study::People) => &self.predicted,
            _ => &None,
        };
        let options = self.columns();
        if self.files.is_empty() {
            if let Some((option, _)) = options.iter().find(|(_, value)| value.is_some()) {
                bail!("{option} is about a FILE, and there is none");
            }
            return Ok(None);
        }
        let Some(column) = column else {
            match self.name {
                Which::One(Study::Levels) => {
                    bail!("levels: which column has the levels? Say --level COLUMN")
                }
                Which::One(Study::Times) => {
                    bail!("times: which column has the times? Say --time COLUMN")
                }
                Which::One(Study::People) => {
                    bail!("people: which column has the predictions? Say --predicted COLUMN")
                }
                _ => bail!("{} takes no FILE; levels, times and people do", self.name.slug()),
            }
        };
        Ok(Some(Labelled {
            files: self.files.clone(),
            puzzle: self.puzzle.clone(),
            label: column.clone(),
            order: self.order.clone(),
        }))
    }

    /// The options that name a column of FILE.
    fn columns(&self) -> [(&'static str, &Option<String>); 4] {
        [
            ("--level", &self.level),
            ("--time", &self.time),
            ("--predicted", &self.predicted),
            ("--puzzle", &self.puzzle),
        ]
    }

    /// The command as it is shown on a page: folders and files of this machine are nobody's
    /// business.
    fn command(&self, name: Study) -> String {
        let mut words = vec!["piste study".to_owned(), name.slug().to_owned()];
        if self.data.is_some() && (self.files.is_empty() || name == Study::People) {
            words.push("--data DIR".to_owned());
        }
        if !self.files.is_empty() {
            let base =
                |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
            words.extend(self.files.iter().filter_map(base));
        }
        words.extend(
            self.columns()
                .iter()
                .filter_map(|(option, value)| Some(format!("{option} {}", value.as_ref()?))),
        );
        if !self.order.is_empty() {
            words.push(format!("--order {}", self.order.join(",")));
        }
        words.push(format!("--seed {}", self.seed));
        words.extend(self.sample.map(|sample| format!("--sample {sample}")));
        words.extend(self.timed.then(|| "--timed".to_owned()));
        words.join(" ")
    }

    fn write(&self, name: Study, page: &Page) -> anyhow::Result<()> {
        let run = Run {
            command: self.command(name),
            seed: self.seed,
            date: self.date.unwrap_or_else(Date::today),
            version: env!("PISTE_VERSION").to_owned(),
        };
        for figure in page.figures() {
            self.put(&figure.file, &figure.svg)?;
        }
        for table in page.tables() {
            self.put(&table.file, &table.text)?;
        }
        self.put(&format!("{}.md", name.slug()), &page.markdown(&run))
    }

    /// Writes a file, and says so.
    fn put(&self, file: &str, text: &str) -> anyhow::Result<()> {
        let path = self.out.join(Path::new(file));
        let mut output = Output::open(Some(&path))?;
        output.write(text.as_bytes())?;
        output.close(None)?;
        writeln!(std::io::stdout(), "{}", path.display())
            .context("cannot write to the standard output")
    }
}
