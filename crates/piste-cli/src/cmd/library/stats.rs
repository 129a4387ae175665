//! `piste library stats`: how many of what, for people or as JSON.

use super::{LibraryPath, OfShape};
use crate::args::Common;
use crate::board;
use crate::draw::{Ink, paint};
use crate::output::Output;
use crate::progress::thousands;
use crate::status::Status;
use clap::Args;
use piste::rating::{Harder, metrics};
use piste_store::library::{Library, MetricStats, Stats};

const EXAMPLES: &str = "\
Examples:
  piste library stats
  piste library stats --metrics se,hsolve
  piste library stats --shape 6x6
  piste library stats --json | jq .levels";

/// Count the puzzles of the library, by level, symmetry, source and every metric
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct StatsVerb {
    /// Histograms of these metrics [default: all]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = super::super::rate::slugs(),
        hide_possible_values = true)]
    metrics: Vec<String>,

    #[command(flatten)]
    of: OfShape,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The longest bar.
const BAR: usize = 40;

impl StatsVerb {
    pub(super) fn run(&self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let library = place.open_until_interrupted(common.quiet)?;
        let mut stats = library.stats(&self.of.shapes())?;
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
    let shapes: Vec<(String, u64)> =
        stats.shapes.iter().map(|(name, count)| (shape_name(name), *count)).collect();
    block("shape", &shapes);
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
    let is_usual = |metric: &&MetricStats| !metrics::ON_REQUEST.contains(&metric.info.slug);
    if stats.metrics.iter().filter(is_usual).any(|metric| metric.rated < stats.puzzles) {
        text.push_str("\n`piste library rate --missing` rates what is not.\n");
    }
    text
}

/// The shape, but a jigsaw not by all its regions.
fn shape_name(name: &str) -> String {
    name.parse().map_or_else(|_| name.to_owned(), |shape| board::name(&shape))
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
        "shapes": stats.shapes.iter().map(|(name, count)| (name.clone(), (*count).into()))
            .collect::<serde_json::Map<String, serde_json::Value>>(),
        "sources": sources,
        "levels": named(&stats.levels),
        "symmetries": named(&stats.symmetries),
        "metrics": metrics,
    });
    piste_api::json::write(&all) + "\n"
}
