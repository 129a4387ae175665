//! Options of metrics at the command line: `--set hsolve.runs=50`, and `--runs`, which is older.
//!
//! Which ones there are, and what can be said of them, is the metrics' own: nothing here knows one.

use anyhow::bail;
use clap::Args;
use piste::rating::Settings;
use piste::rating::metrics::hsolve::MOST_RUNS;
use std::num::NonZeroU32;

#[derive(Args, Clone, Debug)]
pub(crate) struct SettingArgs {
    /// How many random runs hsolve averages [default: 20]
    #[arg(long, value_name = "N", value_parser = runs)]
    runs: Option<NonZeroU32>,

    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment, help = about_set())]
    set: Vec<(String, String)>,
}

fn about_set() -> String {
    let all = Settings::all();
    let all = all.map(|(metric, setting)| {
        format!("{}.{} [default: {}]", metric.slug, setting.name, setting.usual)
    });
    format!("An option of a metric; may be repeated: {}", all.collect::<Vec<_>>().join(", "))
}

/// Reads a number of runs.
fn runs(text: &str) -> Result<NonZeroU32, String> {
    let number = text.parse::<NonZeroU32>().ok().filter(|runs| runs.get() <= MOST_RUNS);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST_RUNS}"))
}

/// Reads an option with what is said of it.
fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected a name, = and a value")?;
    let (name, value) = (name.trim(), value.trim());
    Settings::default().set(name, value).map_err(|wrong| wrong.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}

impl SettingArgs {
    /// What was said of options.
    pub(crate) fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        let runs = self.runs.map(|runs| settings.set_every("runs", &runs.to_string()));
        let set = self.set.iter().map(|(name, value)| settings.set(name, value));
        runs.into_iter().chain(set).for_each(|read| read.expect("these were read before"));
        settings
    }

    /// The first option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let set = (!self.set.is_empty()).then_some("--set");
        self.runs.map(|_| "--runs").or(set)
    }

    /// Refuses what would change nothing, where these metrics are asked; `otherwise` says why the
    /// others are not.
    pub(crate) fn refuse_idle(&self, asked: &[&str], otherwise: &str) -> anyhow::Result<()> {
        for said in self.settings().said() {
            if asked.iter().any(|slug| said.is_for(slug)) {
                continue;
            }
            let (name, slug) = (said.name(), said.metric.slug);
            let option = match self.set.iter().any(|(set, _)| *set == name) {
                true => format!("--set {name}"),
                false => format!("--{}", said.setting.name),
            };
            bail!("{option} is for the metric {slug}, and {otherwise}");
        }
        Ok(())
    }
}
