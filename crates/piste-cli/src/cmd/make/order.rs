//! The options that say what is wanted, and the brief they make.

use super::budget::Watch;
use super::library;
use crate::maker::database;
use crate::maker::pattern;
use crate::player::ForArgs;
use crate::settings::SettingArgs;
use crate::shapes;
use crate::yardstick::BandsFrom;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use piste::generate::{Brief, Generator, Level, Stop, Wanted, generators, levels};
use piste_api::make::{self, Request};
use piste_api::me;
use piste_core::shape::Shape;
use piste_core::{Grid, Puzzle, Solution};
use piste_store::library::Library;
use std::ffi::OsStr;

/// What is wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "Brief")]
#[command(mut_arg("who", |who| who.help("Whose --minutes are meant [default: nobody's, but those of people in general]")))]
pub(super) struct OrderArgs {
    /// A named level
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    level: Option<String>,

    /// A condition on the ratings: 'hsolve 900..1200 and colour=green'
    #[arg(long, value_name = "CONDITION")]
    target: Option<String>,

    /// How many minutes people take: 10..14, ..12 or 20..; with --for me, how many you take
    #[arg(long, value_name = "RANGE")]
    minutes: Option<String>,

    #[command(flatten)]
    whose: ForArgs,

    #[command(flatten)]
    pub(super) settings: SettingArgs,

    #[command(flatten)]
    bands_from: BandsFrom,

    /// A shape other than 9×9: 6x6, 16x16, 9x9+x, jigsaw:FILE
    #[arg(long, value_name = "SHAPE", value_parser = shapes::shape, conflicts_with_all = CLASSIC_ONLY)]
    pub(super) shape: Option<Shape>,

    /// The symmetry of the pattern of givens
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = symmetry())]
    symmetry: String,

    /// How many givens: 24, 24..28, ..28 or 30..
    #[arg(long, value_name = "RANGE", value_parser = givens)]
    givens: Option<String>,

    /// Only puzzles in which no given can be left out
    #[arg(long)]
    minimal: bool,

    /// Where the givens are: a drawing in a file, or 81 characters
    #[arg(long, value_name = "FILE|SIGNS")]
    pattern: Option<String>,

    /// The full grid that is the solution
    #[arg(long, value_name = "GRID")]
    solution: Option<String>,

    /// A puzzle to start from
    #[arg(long, value_name = "PUZZLE")]
    start: Option<String>,

    /// A strategy that the solve needs: nothing easier will do; may be repeated
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',', value_parser = strategies(),
        hide_possible_values = true)]
    must_use: Vec<String>,

    /// The hardest strategy of the solve, or a range: pointing..hidden-pair, ..naked-single
    #[arg(long, value_name = "STRATEGY", value_parser = Hardest)]
    hardest_is: Option<String>,

    /// A strategy that the solve must not need; may be repeated
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',', value_parser = strategies(),
        hide_possible_values = true)]
    avoid: Vec<String>,

    /// How to make them [default: what suits the brief]
    #[arg(long, value_name = "METHOD", value_parser = methods())]
    method: Option<String>,
}

/// The options that are for 9×9 alone.
const CLASSIC_ONLY: [&str; 5] = ["level", "minutes", "who", "solution", "start"];

/// The text of a range of givens, if it is one.
fn givens(text: &str) -> Result<String, String> {
    // How many there may be depends on the shape.
    make::is_range(text).map(|()| text.to_owned())
}

fn level() -> PossibleValuesParser {
    let value = |level: Level| {
        let value = PossibleValue::new(level.slug);
        value.aliases(level.other_names()).help(format!("{}: {}", level.asks, level.means))
    };
    PossibleValuesParser::new(levels::ALL.map(value))
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
    PossibleValuesParser::new(make::strategies())
}

/// Reads a strategy, or a range of them.
#[derive(Clone)]
struct Hardest;

impl TypedValueParser for Hardest {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = value.to_string_lossy();
        let is_known = |slug: &str| make::strategy(slug).is_some();
        let ends = match text.split_once("..") {
            Some((from, to)) => vec![from, to],
            None => vec![&*text],
        };
        let is_range = ends.len() > 1;
        for end in ends.into_iter().filter(|end| !(is_range && end.is_empty() || is_known(end))) {
            // What is near to a word that is no strategy is known there.
            strategies().parse_ref(command, argument, OsStr::new(end))?;
        }
        Ok(text.into_owned())
    }
}

pub(in crate::cmd) fn symmetry() -> PossibleValuesParser {
    let values = Wanted::NAMED.map(|(name, about, _)| {
        let others = Wanted::OTHERWISE.iter().filter(|(_, known)| *known == name);
        PossibleValue::new(name).help(about).aliases(others.map(|(other, _)| *other))
    });
    PossibleValuesParser::new(values)
}

impl OrderArgs {
    /// The options as a request; what may be in files is left out.
    fn request(&self) -> Request {
        Request {
            level: self.level.clone(),
            target: self.target.clone(),
            minutes: self.minutes.clone(),
            symmetry: Some(self.symmetry.clone()),
            givens: self.givens.clone().map(make::Givens::Range),
            minimal: self.minimal,
            must_use: self.must_use.clone(),
            hardest_is: self.hardest_is.clone(),
            avoid: self.avoid.clone(),
            method: self.method.clone(),
            ..Request::default()
        }
    }

    /// The request for puzzles of another shape that the options are.
    pub(super) fn shaped(&self, shape: &Shape) -> anyhow::Result<make::shaped::Request> {
        Ok(make::shaped::Request {
            shape: shape.to_string(),
            target: self.target.clone(),
            pattern: self.pattern.as_deref().map(pattern::text).transpose()?,
            symmetry: Some(self.symmetry.clone()),
            givens: self.givens.clone().map(make::Givens::Range),
            minimal: self.minimal,
            must_use: self.must_use.clone(),
            hardest_is: self.hardest_is.clone(),
            avoid: self.avoid.clone(),
            ..make::shaped::Request::default()
        })
    }

    /// The brief that the options make; attempts give up when the watch says so.
    pub(super) fn brief(&self, watch: &Watch) -> anyhow::Result<Brief> {
        if let Some(text) = &self.target {
            // Here what is wrong is shown where it is wrong.
            self.bands_from.condition("--target", text)?;
        }
        if self.whose.is_for_me() && self.minutes.is_none() {
            bail!("--for me is about --minutes, and there are none");
        }
        let player = self.whose.player(false)?.map(|player| me::Player {
            factor: Some(player.factor().value()),
            ..me::Player::default()
        });
        let request = Request { player, ..self.request() };
        let watch = watch.clone();
        Ok(Brief {
            pattern: self.pattern.as_deref().map(pattern::read).transpose()?,
            solution: self.solution.as_deref().map(solution).transpose()?,
            start: self.start.as_deref().map(start).transpose()?,
            settings: self.settings.settings(),
            stop: Stop::when(move || watch.is_over()),
            ..request.brief(&self.bands_from.known()?).map_err(option)?
        })
    }

    /// Whether puzzles are not to be made at all, but to be taken from the library.
    /// The method that was asked for, by name.
    pub(super) fn method_name(&self) -> Option<&str> {
        self.method.as_deref()
    }

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
        let starts = |brief: &Brief| -> Result<_, Trouble> {
            Ok(database::starts(&library()?, brief.target.as_ref(), seed)?)
        };
        self.request().method(brief, starts).map_err(|trouble| trouble.0)
    }
}

/// What is in the way of a method: an option, or the library.
struct Trouble(anyhow::Error);

impl From<piste_api::Wrong> for Trouble {
    fn from(wrong: piste_api::Wrong) -> Trouble {
        Trouble(option(wrong))
    }
}

impl From<anyhow::Error> for Trouble {
    fn from(error: anyhow::Error) -> Trouble {
        Trouble(error)
    }
}

/// What is wrong with a member of a request, as the option that it came from.
pub(in crate::cmd) fn option(wrong: piste_api::Wrong) -> anyhow::Error {
    match wrong.member {
        Some(member) => anyhow!("--{}: {}", member.replace('_', "-"), wrong.message),
        None => anyhow!(wrong.message),
    }
}

/// No file with one puzzle is longer than this.
const LONGEST: u64 = 64 << 10;

/// Reads a grid from an option: 81 cells, or a file with one puzzle.
fn grid(option: &str, argument: &str) -> anyhow::Result<Grid> {
    let path = std::path::Path::new(argument);
    let (name, text) = if path.is_file() {
        (argument, pattern::short_text(path, LONGEST)?)
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
