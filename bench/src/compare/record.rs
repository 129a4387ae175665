//! What is kept of a run: a CSV file that says where, when and how it was made.

use super::config::Entry;
use super::figures::Column;
use crate::clock::Stopwatch;
use piste::stats::quantile;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The facts of the machine that figures depend on, one on each line. No names of hosts or
/// people.
pub(crate) fn machine() -> Vec<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.split(':').next().map(str::trim) == Some(name));
        line.and_then(|line| line.split(':').nth(1)).map_or("unknown", str::trim)
    };
    let flags: Vec<&str> = field("flags").split_whitespace().collect();
    let known = ["sse4_2", "popcnt", "bmi2", "avx2", "avx512f", "avx512_bitalg"];
    let features: Vec<&str> = known.into_iter().filter(|name| flags.contains(name)).collect();
    let family = format!("family {} model {}", field("cpu family"), field("model"));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split_whitespace().next().unwrap_or("unknown").to_owned();
    vec![
        format!("processor: {}, {family}, {cores} cores", field("model name")),
        format!("features: {}", features.join(" ")),
        format!("system: {} {}", std::env::consts::OS, std::env::consts::ARCH),
        format!("load at the start: {load}"),
        format!("clock: {}", Stopwatch::what()),
    ]
}

/// What a program says of itself, or that it did not.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = std::process::Command::new(program).args(arguments).output();
    let output = output.ok().filter(|output| output.status.success());
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.filter(|text| !text.is_empty()).unwrap_or_else(|| "unknown".to_owned())
}

/// The compiler on the path and the state of the repository.
pub(crate) fn versions() -> Vec<String> {
    vec![
        format!("compiler: {}", said("rustc", &["--version"])),
        format!("revision: {}", said("git", &["describe", "--always", "--dirty"])),
    ]
}

/// Where a record goes: `bench/record/<date>-<name>`.
pub(crate) fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("record");
    folder.join(format!("{}-{name}", today()))
}

/// The date of today, by the clock of the world.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after the first of January 1970.
fn date(days: u64) -> String {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, left + 1)
}

/// The text of a record: comments with the facts, then a row for each participant and column.
pub(super) fn csv(
    facts: &[String],
    entries: &[&Entry],
    columns: &[Column],
) -> Result<String, String> {
    let mut text = String::new();
    facts.iter().for_each(|fact| writeln!(text, "# {fact}").expect("a string"));
    for entry in entries {
        writeln!(text, "# {}: {}", entry.name, entry.about).expect("a string");
    }
    let mut rows = csv::Writer::from_writer(Vec::new());
    let head = [
        "column",
        "participant",
        "rounds",
        "items",
        "median_per_second",
        "quartile1_per_second",
        "quartile3_per_second",
        "guesses_per_item",
        "wrong",
    ];
    rows.write_record(head).map_err(|e| e.to_string())?;
    for column in columns {
        for (entry, series) in entries.iter().zip(&column.series) {
            let Some(series) = series else { continue };
            let quartile = |share| {
                let rate = quantile(&series.rates, share);
                rate.map(|rate| format!("{rate:.1}")).unwrap_or_default()
            };
            let guesses = series.guesses_an_item();
            let row = [
                column.name.clone(),
                entry.name.clone(),
                series.rates.len().to_string(),
                series.items.to_string(),
                quartile(0.5),
                quartile(0.25),
                quartile(0.75),
                guesses.map(|guesses| format!("{guesses:.3}")).unwrap_or_default(),
                series.wrong.to_string(),
            ];
            rows.write_record(row).map_err(|e| e.to_string())?;
        }
    }
    let rows = rows.into_inner().map_err(|e| e.to_string())?;
    text += &String::from_utf8(rows).map_err(|e| e.to_string())?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, text) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_773, "2026-11-16")]
        {
            assert_eq!(date(days), text);
        }
    }
}
