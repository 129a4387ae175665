//! The options that verbs share: said once, so that they mean the same everywhere.

use crate::asked::Asked;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use piste_core::search::Engine;
use piste_store::format::Form;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::Path;

/// More workers than this are no help on any machine, and each is a thread.
const MOST_JOBS: i64 = 1024;

/// What every verb understands.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "General options")]
pub(crate) struct Common {
    /// How many puzzles to work on at once, at most 1024 [default: one per core]
    #[arg(short, long, global = true, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    jobs: Option<u16>,

    /// Print nothing to standard error except problems
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,

    /// When to use colours
    ///
    /// `auto` means on a terminal. NO_COLOR switches them off, CLICOLOR_FORCE=1 on.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,

    /// What the whole command line asks.
    #[arg(skip)]
    pub(crate) asked: Asked,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Common {
    /// How many workers.
    pub(crate) fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.map_or_else(|| cores().get().min(MOST_JOBS as usize), usize::from)
    }

    /// Whether answers may be coloured that go to this file, or to the standard output.
    pub(crate) fn colour(&self, file: Option<&Path>) -> bool {
        let is_terminal = || file.is_none() && std::io::stdout().is_terminal();
        match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => by_environment().unwrap_or_else(is_terminal),
        }
    }
}

/// What the environment says about colours, if it says anything: the two conventions of
/// <https://no-color.org> and <https://bixense.com/clicolors>, and a terminal that cannot.
fn by_environment() -> Option<bool> {
    let said = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if said("NO_COLOR").is_some() {
        return Some(false);
    }
    if said("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
        return Some(true);
    }
    said("TERM").is_some_and(|term| term == "dumb").then_some(false)
}

/// How answers look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputForm {
    /// A picture for people.
    Drawn,
    /// A form of file.
    Form(Form),
}

const DRAWN: &str = "drawn";

fn forms() -> impl Iterator<Item = PossibleValue> {
    Form::ALL.into_iter().map(|form| {
        let value = PossibleValue::new(form.slug()).help(form.about());
        // Verbs whose answers are JSON anyway call it so, and nobody should have to know which.
        if form == Form::Jsonl { value.alias(JSON) } else { value }
    })
}

const JSON: &str = "json";

fn form_of(slug: &str) -> Form {
    let slug = if slug == JSON { Form::Jsonl.slug() } else { slug };
    slug.parse().expect("only the names of forms are possible values")
}

/// Reads the name of a form.
pub(crate) fn form() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(forms()).map(|slug| form_of(&slug))
}

/// Reads the name of a form, or `drawn`.
pub(crate) fn output_form() -> impl TypedValueParser<Value = OutputForm> {
    let drawn = PossibleValue::new(DRAWN).help("a picture");
    PossibleValuesParser::new(std::iter::once(drawn).chain(forms())).map(|slug| {
        if slug == DRAWN { OutputForm::Drawn } else { OutputForm::Form(form_of(&slug)) }
    })
}

/// Reads the name of an engine.
pub(crate) fn engine() -> impl TypedValueParser<Value = Engine> {
    let value = |engine| {
        let (name, about) = engine_row(engine);
        PossibleValue::new(name).help(about)
    };
    PossibleValuesParser::new(Engine::ALL.map(value)).map(|name| {
        let named = Engine::ALL.into_iter().find(|&engine| engine_row(engine).0 == name);
        named.expect("only the names of engines are possible values")
    })
}

fn engine_row(engine: Engine) -> (&'static str, &'static str) {
    match engine {
        Engine::Bands => ("bands", "the fast one"),
        Engine::Portable => {
            ("portable", "the fast one, without instructions that only some processors have")
        }
        Engine::Links => ("links", "Knuth's Dancing Links"),
        Engine::Plain => ("plain", "the slow, obvious one that the others are tested against"),
    }
}
