//! Options that several verbs share about what ratings mean: by which puzzles bands are cut, and how many runs a
//! mean is taken over.

use anyhow::anyhow;
use clap::Args;
use piste::rating::{BadCondition, Column, Condition, Info, Ranks, Value};
use piste_api::{Collection, Share};
use piste_store::library::{Filter, Yardstick, percentile};
use std::path::PathBuf;

/// What is known about rated puzzles here: percentiles are those of the collection that comes with
/// piste, and bands are cut by that or by others.
#[derive(Debug, Default)]
pub(crate) struct Known(Yardstick);

impl Collection for Known {
    fn easier(&self, info: &'static Info, value: Value) -> Option<f64> {
        percentile::easier(info, value)
    }

    fn among_minimal(&self, info: &'static Info, value: Value) -> Option<Share> {
        percentile::among_minimal(info, value)
    }

    fn ranks(&self, column: Column) -> Result<Ranks, String> {
        self.0.ranks(column)
    }
}

/// By which puzzles bands are cut.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BandsFrom {
    /// Cut bands such as `hsolve in 3/5` by the puzzles of this file: a library, its percentiles, or a
    /// table of ratings [default: the collection that comes with piste]
    #[arg(long, value_name = "FILE")]
    bands_from: Option<PathBuf>,
}

impl BandsFrom {
    /// The same as the API wants to know it.
    pub(crate) fn known(&self) -> anyhow::Result<Known> {
        self.yardstick().map(Known)
    }

    /// What bands are measured by.
    fn yardstick(&self) -> anyhow::Result<Yardstick> {
        match &self.bands_from {
            None => Ok(Yardstick::default()),
            Some(path) => Yardstick::open(path).map_err(|wrong| anyhow!("--bands-from: {wrong}")),
        }
    }

    /// Reads a condition given to an option. What is wrong is shown where it is wrong:
    ///
    /// ```text
    /// --where: there is no column hsolv; did you mean hsolve?
    ///   hsolv<800 and colour=green
    ///   ^
    /// ```
    pub(crate) fn condition(&self, option: &str, text: &str) -> anyhow::Result<Condition> {
        let stick = self.yardstick()?;
        Condition::read(text, &|column| stick.ranks(column))
            .map_err(|wrong| shown(option, text, &wrong))
    }

    /// Reads a condition on a library.
    pub(crate) fn filter(&self, option: &str, text: &str) -> anyhow::Result<Filter> {
        let stick = self.yardstick()?;
        Filter::read(text, &|column| stick.ranks(column))
            .map_err(|wrong| shown(option, text, &wrong))
    }
}

fn shown(option: &str, text: &str, wrong: &BadCondition) -> anyhow::Error {
    anyhow!("{option}: {}", wrong.shown(text))
}
