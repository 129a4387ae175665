//! The options that say what is wanted, and the brief they make.

use super::budget::Watch;
use super::library;
use crate::maker::database;
use crate::maker::order::{both, givens, strategy};
use crate::maker::pattern;
use crate::yardstick::{BandsFrom, runs};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use piste::generate::{self, Brief, Generator, Level, Stop, Wanted, generators, levels};
use piste::logic::Ladder;
use piste::rating::Condition;
use piste_core::{Grid, Puzzle, Solution};
use piste_store::library::Library;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;

/// What is wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "Brief")]
pub(super) struct OrderArgs {
    /// A named level
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    level: Option<Level>,

    /// A condition on the ratings: 'hsolve 900..1200 and colour=green'
    #[arg(long, value_name = "CONDITION")]
    target: Option<String>,

    /// How many random runs hsolve takes the mean of [default: 20]
    #[arg(long, value_name = "N", value_parser = runs)]
    pub(super) runs: Option<NonZeroU32>,

    #[command(flatten)]
    bands_from: BandsFrom,

    /// The symmetry of the pattern of givens
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = symmetry())]
    symmetry: Wanted,

    /// How many givens: 24, 24..28, ..28 or 30..
    #[arg(long, value_name = "RANGE", value_parser = givens)]
    givens: Option<RangeInclusive<usize>>,

    /// No given that could be left out
    #[arg(long)]
    minimal: bool,

    /// Where the givens stand: a drawing in a file, or 81 signs
    #[arg(long, value_name = "FILE|SIGNS")]
    pattern: Option<String>,

    /// The full grid that is the solution
    #[arg(long, value_name = "GRID")]
    solution: Option<String>,

    /// A puzzle to start from
    #[arg(long, value_name = "PUZZLE")]
    start: Option<String>,

    /// A strategy without which it cannot be solved by anything easier; may be repeated
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',', value_parser = strategies(),
        hide_possible_values = true)]
    must_use: Vec<String>,

    /// The strategy that is the hardest of the solve
    #[arg(long, value_name = "STRATEGY", value_parser = strategies(),
        hide_possible_values = true)]
    hardest_is: Option<String>,

    /// A strategy that the solve does without; may be repeated
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',', value_parser = strategies(),
        hide_possible_values = true)]
    avoid: Vec<String>,

    /// How to make them [default: what suits the brief]
    #[arg(long, value_name = "METHOD", value_parser = methods())]
    method: Option<String>,
}

fn level() -> impl TypedValueParser<Value = Level> {
    let value = |level: Level| {
        PossibleValue::new(level.slug).help(format!("{}: {}", level.asks, level.means))
    };
    PossibleValuesParser::new(levels::ALL.map(value))
        .map(|slug| Level::named(&slug).expect("only the names of levels are possible values"))
}

/// The first of the two seed matrices goes by the name of both.
const SEED_MATRIX: (&str, &str) = ("seed-matrix", "seed-matrix-a");

fn methods() -> impl TypedValueParser<Value = String> {
    let value = |method: &&'static dyn Generator| {
        let value = PossibleValue::new(method.info().slug).help(method.info().summary);
        if method.info().slug == SEED_MATRIX.1 { value.alias(SEED_MATRIX.0) } else { value }
    };
    let library = PossibleValue::new(library::SLUG)
        .help("takes puzzles from the library on disk, and disguises them by a random symmetry");
    PossibleValuesParser::new(generators::ALL.iter().map(value).chain([library]))
        .map(|slug| if slug == SEED_MATRIX.0 { SEED_MATRIX.1.to_owned() } else { slug })
}

fn strategies() -> PossibleValuesParser {
    let ladder = Ladder::TEACHING;
    let slugs: Vec<&'static str> = ladder.strategies().map(|known| known.info().slug).collect();
    PossibleValuesParser::new(slugs)
}

fn symmetry() -> impl TypedValueParser<Value = Wanted> {
    let values = Wanted::NAMED.map(|(name, about, wanted)| {
        let value = PossibleValue::new(name).help(about);
        match wanted {
            Wanted::This(symmetry) => value.alias(symmetry.slug()),
            Wanted::Whatever | Wanted::Any => value,
        }
    });
    PossibleValuesParser::new(values)
        .map(|name| Wanted::named(&name).expect("only names of symmetries are possible values"))
}

/// The slugs as the register writes them: only its own are possible values.
fn strategies_of(slugs: &[String]) -> Vec<&'static str> {
    slugs.iter().filter_map(|slug| strategy(slug)).collect()
}

impl OrderArgs {
    /// The brief that the options make; attempts give up when the watch says so.
    pub(super) fn brief(&self, watch: &Watch) -> anyhow::Result<Brief> {
        let watch = watch.clone();
        Ok(Brief {
            target: self.target()?,
            symmetry: self.symmetry,
            givens: self.givens.clone().unwrap_or(Brief::ANY_GIVENS),
            minimal: self.minimal,
            pattern: self.pattern.as_deref().map(pattern::read).transpose()?,
            solution: self.solution.as_deref().map(solution).transpose()?,
            start: self.start.as_deref().map(start).transpose()?,
            must_use: strategies_of(&self.must_use),
            hardest_is: self.hardest_is.as_deref().and_then(strategy),
            avoid: strategies_of(&self.avoid),
            runs: self.runs,
            stop: Stop::when(move || watch.is_over()),
            ..Brief::default()
        })
    }

    /// Level and target together.
    fn target(&self) -> anyhow::Result<Option<Condition>> {
        let read = |text| self.bands_from.condition("--target", text);
        let target = self.target.as_deref().map(read).transpose()?;
        let level = self.level.map(|level| level.condition());
        Ok(both(level, target))
    }

    /// Whether puzzles are not to be made at all, but to be taken from the library.
    pub(super) fn is_library(&self) -> bool {
        self.method.as_deref() == Some(library::SLUG)
    }

    /// The method that was asked for, or the one that suits the brief. If it needs puzzles to start from and
    /// none is given, they come from this library.
    pub(super) fn method(
        &self,
        brief: &mut Brief,
        seed: u64,
        library: impl FnOnce() -> anyhow::Result<Library>,
    ) -> anyhow::Result<&'static dyn Generator> {
        let method = match &self.method {
            Some(slug) => generators::by_slug(slug).expect("only methods are possible values"),
            None => generate::choose(brief),
        };
        if database::is_needed(method, brief) {
            brief.starts = database::starts(&library()?, brief.target.as_ref(), seed)?;
        }
        generate::suits(method, brief)?;
        Ok(method)
    }
}

/// Reads a grid from an option: 81 cells, or a file with one puzzle.
fn grid(option: &str, argument: &str) -> anyhow::Result<Grid> {
    let path = std::path::Path::new(argument);
    let (name, text) = if path.is_file() {
        let text = std::fs::read_to_string(path);
        (argument, text.with_context(|| format!("cannot read {argument}"))?)
    } else {
        (option, argument.to_owned())
    };
    let sheet = piste_core::text::parse(text.trim_end()).with_context(|| name.to_owned())?;
    match sheet.clues {
        piste_core::search::Clues::Givens(grid) => Ok(grid),
        piste_core::search::Clues::Marks(_) => bail!("{name}: expected digits, not pencil marks"),
    }
}

fn solution(argument: &str) -> anyhow::Result<Solution> {
    let grid = grid("--solution", argument)?;
    Solution::new(&grid).ok_or_else(|| anyhow!("--solution: this is no full and correct grid"))
}

fn start(argument: &str) -> anyhow::Result<Puzzle> {
    let grid = grid("--start", argument)?;
    Puzzle::prove(&grid).map_err(|why| anyhow!("--start: {why}"))
}
