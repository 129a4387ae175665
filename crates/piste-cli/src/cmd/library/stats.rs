//! `piste library stats`: how many of what, for people or as JSON.

use super::{LibraryPath, OfShape};
use crate::args::Common;
use crate::draw::{Ink, paint};
use crate::output::Output;
use crate::progress::thousands;
use crate::shapes;
use crate::status::Status;
use clap::Args;
use piste::rating::{Harder, metrics};
use piste::stats::Between;
use piste_api::library::{self as told, Figures};
use piste_store::library::{CORRECTED, Corrected, Library, MetricStats, Stats};

const EXAMPLES: &str = "\
Examples:
  piste library stats
  piste library stats --metrics se,hsolve
  piste library stats --shape 6x6
  piste library stats --json | jq '.levels[]'
  piste make --method controlled-bias --count 100 --format tsv | piste library add -
  piste library stats --correct controlled-bias --metrics se,givens

With --correct the puzzles that this method made are weighted by their known bias, which gives an
estimate for all minimal puzzles that exist, each figure with a 95 % interval. Words of a scale count
from 0 for the easiest.";

/// Count the puzzles of the library, by level, symmetry, source and every metric
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct StatsVerb {
    /// Histograms of these metrics [default: all]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = super::super::rate::slugs(),
        hide_possible_values = true)]
    metrics: Vec<String>,

    /// Estimate statistics of all minimal puzzles instead, from those that this method made
    #[arg(long, value_name = "METHOD", value_parser = [CORRECTED])]
    correct: Option<String>,

    #[command(flatten)]
    of: OfShape,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The longest bar, and the shortest that the longest may be where there is little room.
const BAR: usize = 40;
const SHORT_BAR: usize = 6;

impl StatsVerb {
    pub(super) fn run(&self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let library = place.open_until_interrupted(common.quiet)?;
        if self.correct.is_some() {
            return self.corrected(&library);
        }
        let mut stats = library.stats(&self.of.shapes())?;
        if !self.metrics.is_empty() {
            stats.metrics.retain(|metric| self.metrics.iter().any(|slug| slug == metric.info.slug));
        }
        let room = crate::terminal::width(None).unwrap_or(usize::MAX);
        let text = if self.json {
            piste_api::json::write(&told::Stats::from(&stats)) + "\n"
        } else {
            drawn(&library, &stats, common.colour(None), room)
        };
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
            piste_api::json::write(&corrected_answer(puzzles, &all)) + "\n"
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

fn corrected_answer(count: u64, all: &[Corrected]) -> told::Corrected {
    let shares = SHARES.map(|(_, share)| share);
    let metric = |Corrected { info, raw, corrected }: &Corrected| told::CorrectedMetric {
        column: info.slug.to_owned(),
        rated: corrected.len(),
        worth: corrected.worth(),
        corrected: Figures::of(corrected, &shares),
        raw: Figures::of(raw, &shares),
    };
    let metrics = all.iter().map(metric).collect();
    told::Corrected { method: CORRECTED.to_owned(), count, metrics }
}

/// For people, on lines of no more than so many signs as far as words can be cut.
fn drawn(library: &Library, stats: &Stats, colour: bool, room: usize) -> String {
    let path = library.path().display().to_string();
    let mut text = within(&[path, puzzles(stats.puzzles)], room);
    let mut block = |title: &str, rows: &[(String, u64)]| {
        if rows.is_empty() {
            return;
        }
        for line in title.lines() {
            text.push_str(&format!("\n{}", paint(line, Ink::Given, colour)));
        }
        text.push('\n');
        text.push_str(&bars(rows, colour, room));
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
        block(heading(metric, stats.puzzles, room).trim_end(), &rows);
    }
    if !unasked.is_empty() {
        text.push('\n');
    }
    for metric in unasked {
        text.push_str(&heading(metric, stats.puzzles, room));
    }
    let is_usual = |metric: &&MetricStats| !metrics::ON_REQUEST.contains(&metric.info.slug);
    if stats.metrics.iter().filter(is_usual).any(|metric| metric.rated < stats.puzzles) {
        text.push_str("\n`piste library rate --missing` rates what is not.\n");
    }
    text
}

/// The shape, but a jigsaw not by all its regions.
fn shape_name(name: &str) -> String {
    name.parse().map_or_else(|_| name.to_owned(), |shape| shapes::name(&shape))
}

fn puzzles(count: u64) -> String {
    crate::job::count(count, "puzzle")
}

/// The metric, which way is harder, and how many have it.
fn heading(metric: &MetricStats, puzzles: u64, room: usize) -> String {
    let arrow = match metric.info.harder {
        Harder::Up => '↑',
        Harder::Down => '↓',
    };
    let stale = match metric.stale {
        0 => Vec::new(),
        stale => vec![format!("{} by an earlier version", thousands(stale))],
    };
    let slug = metric.info.column_names().next().unwrap_or_default();
    let of =
        if metric.rated < puzzles { format!(" of {}", thousands(puzzles)) } else { String::new() };
    let mut parts =
        vec![format!("{slug} {arrow}"), format!("{}{of} rated", thousands(metric.rated))];
    parts.extend(stale);
    within(&parts, room)
}

/// Parts of a line, on as many lines as it takes.
fn within(parts: &[String], room: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for part in parts {
        let length = part.chars().count();
        match used {
            0 => {}
            used if used + 2 + length <= room => text.push_str("  "),
            _ => {
                text.push_str("\n  ");
                used = 2;
            }
        }
        text.push_str(part);
        used += length + 2;
    }
    text + "\n"
}

/// A bar a row, the longest of all of the same length. Where there is little room bars are shorter first, then
/// names are cut.
fn bars(rows: &[(String, u64)], colour: bool, room: usize) -> String {
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let counts = rows.iter().map(|(_, count)| thousands(*count).len()).max().unwrap_or(0);
    let left = room.saturating_sub(6 + counts);
    let longest = left.saturating_sub(SHORT_BAR).max(8);
    let rows: Vec<(String, u64)> =
        rows.iter().map(|(name, count)| (shortened(name, longest), *count)).collect();
    let names = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let length = BAR.min(left.saturating_sub(names)).max(1);
    let mut text = String::new();
    for (name, count) in &rows {
        let eighths = (*count as f64 / most as f64 * (length * 8) as f64).ceil() as usize;
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        let bar = format!("{}{rest}", "█".repeat(eighths / 8));
        let bar = paint(&bar, Ink::Faint, colour);
        let line = format!("  {name:>names$}  {:>counts$}  {bar}", thousands(*count));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The name, or its end behind a sign that something is missing: of a path, the end says the most.
fn shortened(name: &str, longest: usize) -> String {
    let length = name.chars().count();
    match length > longest {
        true => std::iter::once('…').chain(name.chars().skip(length + 1 - longest)).collect(),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_keep_within_forty_columns() {
        let rows = [
            ("a/path/that/goes/on/and/on/for/long/hardest.txt".to_owned(), 123_456),
            ("easy".to_owned(), 7),
        ];
        let text = bars(&rows, false, 40);
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert!(text.contains("hardest.txt") && text.contains("123,456"), "{text}");
        let wide = bars(&rows, false, usize::MAX);
        assert!(wide.contains("a/path/that") && wide.contains(&"█".repeat(BAR)), "{wide}");
        let parts = [
            "se.er ↑".to_owned(),
            "12,345 of 98,765 rated".to_owned(),
            "1,234 by an earlier version".to_owned(),
        ];
        let text = within(&parts, 40);
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert_eq!(within(&parts, usize::MAX).lines().count(), 1);
    }
}
