//! `piste library stats`: how many of what, for people or as JSON.

use super::LibraryPath;
use crate::args::Common;
use crate::draw::{Ink, paint};
use crate::output::Output;
use crate::progress::thousands;
use crate::status::Status;
use clap::Args;
use piste::rating::Harder;
use piste::stats::{Between, Weighted};
use piste_store::library::{CORRECTED, Corrected, Library, MetricStats, Stats};

const EXAMPLES: &str = "\
Examples:
  piste library stats
  piste library stats --metrics se,hsolve
  piste library stats --json | jq .levels
  piste make --method controlled-bias --count 100 --format tsv | piste library add -
  piste library stats --correct controlled-bias --metrics se,givens

With --correct the puzzles that this method made are put right by their known bias: what is told is
what all minimal puzzles that exist are like, as far as these know, each figure with the interval
that holds the truth in 95 of 100 cases. Words of a scale count from 0 for the easiest.";

/// Count the puzzles of the library, by level, symmetry, source and every metric
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct StatsVerb {
    /// Histograms of these metrics [default: all]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = super::super::rate::slugs(),
        hide_possible_values = true)]
    metrics: Vec<String>,

    /// Statistics of all minimal puzzles instead, from those that this method made
    #[arg(long, value_name = "METHOD", value_parser = [CORRECTED])]
    correct: Option<String>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The longest bar.
const BAR: usize = 40;

impl StatsVerb {
    pub(super) fn run(&self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let library = place.open_until_interrupted(common.quiet)?;
        if self.correct.is_some() {
            return self.corrected(&library);
        }
        let mut stats = library.stats()?;
        if !self.metrics.is_empty() {
            stats.metrics.retain(|metric| self.metrics.iter().any(|slug| slug == metric.info.slug));
        }
        let text =
            if self.json { json(&stats) } else { drawn(&library, &stats, common.colour(None)) };
        let mut output = Output::open(None)?;
        output.write(text.as_bytes())?;
        output.close(None)?;
        Ok(Status::Fine)
    }
}

/// The shares whose quantiles are told.
const SHARES: [(&str, f64); 3] = [("10 %", 0.1), ("median", 0.5), ("90 %", 0.9)];

impl StatsVerb {
    /// What the puzzles of controlled bias say of all minimal puzzles.
    fn corrected(&self, library: &Library) -> anyhow::Result<Status> {
        let (puzzles, mut all) = library.corrected()?;
        if !self.metrics.is_empty() {
            all.retain(|metric| self.metrics.iter().any(|slug| slug == metric.info.slug));
        }
        let text = if self.json {
            corrected_json(puzzles, &all)
        } else {
            corrected_text(library, puzzles, &all)
        };
        let mut output = Output::open(None)?;
        output.write(text.as_bytes())?;
        output.close(None)?;
        Ok(if puzzles == 0 { Status::Wanting } else { Status::Fine })
    }
}

fn corrected_text(library: &Library, count: u64, all: &[Corrected]) -> String {
    let made = puzzles(count);
    let mut text = format!("{}  {made} by {CORRECTED}\n", library.path().display());
    if all.is_empty() {
        text.push_str("\nNone of them is rated: `piste library rate --missing` does it.\n");
    }
    for Corrected { info, raw, corrected } in all {
        let slug = info.column_names().next().unwrap_or_default();
        let rated = thousands(corrected.len() as u64);
        let worth = thousands(corrected.worth().round() as u64);
        text.push_str(&format!("\n{slug}  {rated} rated, worth {worth} drawn evenly\n"));
        let mut line = |name: &str, figure: Option<Between>, raw: Option<Between>| {
            let Some(Between { at, low, high }) = figure else { return };
            let raw = raw.map_or_else(String::new, |raw| format!("  raw {:.3}", raw.at));
            text.push_str(&format!("  {name:9}  {at:.3} [{low:.3}, {high:.3}]{raw}\n"));
        };
        line("mean", corrected.mean(), raw.mean());
        line("deviation", corrected.deviation(), raw.deviation());
        for (name, share) in SHARES {
            line(name, corrected.quantile(share), raw.quantile(share));
        }
    }
    text
}

fn corrected_json(count: u64, all: &[Corrected]) -> String {
    let told = |figure: Option<Between>| {
        // What lies beyond a scale is no number.
        let finite = figure.filter(|f| [f.at, f.low, f.high].iter().all(|end| end.is_finite()));
        finite.map(|f| serde_json::json!({ "at": f.at, "low": f.low, "high": f.high }))
    };
    let figures = |values: &Weighted| {
        let quantiles: serde_json::Map<String, serde_json::Value> = SHARES
            .iter()
            .map(|(_, share)| (share.to_string(), told(values.quantile(*share)).into()))
            .collect();
        serde_json::json!({
            "mean": told(values.mean()), "deviation": told(values.deviation()), "quantiles": quantiles,
        })
    };
    let metrics: serde_json::Map<String, serde_json::Value> = all
        .iter()
        .map(|Corrected { info, raw, corrected }| {
            let of = serde_json::json!({
                "version": info.version, "rated": corrected.len(), "worth": corrected.worth(),
                "corrected": figures(corrected), "raw": figures(raw),
            });
            (info.slug.to_owned(), of)
        })
        .collect();
    let all = serde_json::json!({ "method": CORRECTED, "puzzles": count, "metrics": metrics });
    piste_api::json::write(&all) + "\n"
}

fn drawn(library: &Library, stats: &Stats, colour: bool) -> String {
    let mut text = format!("{}  {}\n", library.path().display(), puzzles(stats.puzzles));
    let mut block = |title: &str, rows: &[(String, u64)]| {
        if rows.is_empty() {
            return;
        }
        text.push_str(&format!("\n{}\n", paint(title, Ink::Given, colour)));
        text.push_str(&bars(rows, colour));
    };
    let sources: Vec<(String, u64)> = stats.sources.iter().fold(Vec::new(), |mut all, source| {
        let name = match &source.method {
            Some(method) => format!("{} by {method}", source.source),
            None => source.source.clone(),
        };
        let name = crate::terminal::tame(&name);
        match all.iter_mut().find(|(known, _): &&mut (String, u64)| *known == name) {
            Some((_, count)) => *count += source.puzzles,
            None => all.push((name, source.puzzles)),
        }
        all
    });
    block("source", &sources);
    let named = |rows: &[(&str, u64)]| -> Vec<(String, u64)> {
        rows.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    };
    block("level", &named(&stats.levels));
    block("symmetry", &named(&stats.symmetries));
    let (asked, unasked): (Vec<_>, Vec<_>) =
        stats.metrics.iter().partition(|metric| !metric.bars.is_empty());
    for metric in asked {
        let rows: Vec<(String, u64)> =
            metric.bars.iter().map(|bar| (bar.label.clone(), bar.puzzles)).collect();
        block(&heading(metric, stats.puzzles), &rows);
    }
    if !unasked.is_empty() {
        text.push('\n');
    }
    for metric in unasked {
        text.push_str(&format!("{}\n", heading(metric, stats.puzzles)));
    }
    if stats.metrics.iter().any(|metric| metric.rated < stats.puzzles) {
        text.push_str("\n`piste library rate --missing` rates what is not.\n");
    }
    text
}

fn puzzles(count: u64) -> String {
    crate::job::count(count, "puzzle")
}

/// The metric, which way is harder, and how many have it.
fn heading(metric: &MetricStats, puzzles: u64) -> String {
    let arrow = match metric.info.harder {
        Harder::Up => '↑',
        Harder::Down => '↓',
    };
    let stale = match metric.stale {
        0 => String::new(),
        stale => format!(", {} by an earlier version", thousands(stale)),
    };
    let slug = metric.info.column_names().next().unwrap_or_default();
    let of =
        if metric.rated < puzzles { format!(" of {}", thousands(puzzles)) } else { String::new() };
    format!("{slug} {arrow}  {}{of} rated{stale}", thousands(metric.rated))
}

/// A bar a row, the longest of all of the same length.
fn bars(rows: &[(String, u64)], colour: bool) -> String {
    let names = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let counts = rows.iter().map(|(_, count)| thousands(*count).len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, count) in rows {
        let eighths = (*count as f64 / most as f64 * (BAR * 8) as f64).ceil() as usize;
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        let bar = format!("{}{rest}", "█".repeat(eighths / 8));
        let bar = paint(&bar, Ink::Faint, colour);
        let line = format!("  {name:>names$}  {:>counts$}  {bar}", thousands(*count));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn json(stats: &Stats) -> String {
    let named = |rows: &[(&str, u64)]| -> serde_json::Map<String, serde_json::Value> {
        rows.iter().map(|(name, count)| ((*name).to_owned(), (*count).into())).collect()
    };
    let metrics: serde_json::Map<String, serde_json::Value> = stats
        .metrics
        .iter()
        .map(|metric| {
            let bars: Vec<serde_json::Value> = metric
                .bars
                .iter()
                .map(|bar| {
                    serde_json::json!({
                        "label": bar.label, "low": bar.low, "high": bar.high, "puzzles": bar.puzzles,
                    })
                })
                .collect();
            let of = serde_json::json!({
                "version": metric.info.version, "rated": metric.rated, "stale": metric.stale,
                "histogram": bars,
            });
            (metric.info.slug.to_owned(), of)
        })
        .collect();
    let sources: Vec<serde_json::Value> = stats
        .sources
        .iter()
        .map(|source| {
            serde_json::json!({
                "source": source.source, "method": source.method, "seed": source.seed,
                "puzzles": source.puzzles,
            })
        })
        .collect();
    let all = serde_json::json!({
        "puzzles": stats.puzzles,
        "sources": sources,
        "levels": named(&stats.levels),
        "symmetries": named(&stats.symmetries),
        "metrics": metrics,
    });
    piste_api::json::write(&all) + "\n"
}
