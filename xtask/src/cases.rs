//! `cargo xtask cases FILE`: runs a file of case lines and says how each code fared.

use piste::logic::{Case, CaseResult, ShapedCase};
use std::collections::BTreeMap;

/// Prints each failing line, then per code how many were exact, missed or wrongly found.
pub(crate) fn run(path: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut table: BTreeMap<String, BTreeMap<CaseResult, usize>> = BTreeMap::new();
    let mut failed = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with([':', '[']))
    {
        let run = match line.starts_with('[') {
            true => line.parse::<ShapedCase>().map(|case| case.run()),
            false => line.parse::<Case>().map(|case| case.run()).map_err(|error| error.to_string()),
        };
        let result = match run {
            Ok(result) => result,
            Err(error) => {
                eprintln!("{path}:{}: {error}", number + 1);
                failed += 1;
                continue;
            }
        };
        let behind = line.split_once("]:").map_or(line.trim_start_matches(':'), |(_, rest)| rest);
        let code = behind.split(':').next().unwrap_or_default().to_owned();
        *table.entry(code).or_default().entry(result).or_default() += 1;
        if matches!(result, CaseResult::Missed | CaseResult::WronglyFound) {
            failed += 1;
            println!("{path}:{}: {result:?}: {line}", number + 1);
        }
    }
    print_table(&table);
    if failed == 0 { Ok(()) } else { Err(format!("{failed} lines failed")) }
}

fn print_table(table: &BTreeMap<String, BTreeMap<CaseResult, usize>>) {
    use CaseResult::{Exact, Missed, Unnamed, WronglyFound};
    const COLUMNS: [CaseResult; 4] = [Exact, Missed, WronglyFound, Unnamed];
    println!(
        "{:22} {:>7} {:>7} {:>14} {:>8}",
        "code", "exact", "missed", "wrongly found", "unnamed"
    );
    let mut totals = [0; 4];
    for (code, results) in table {
        let counts = COLUMNS.map(|result| results.get(&result).copied().unwrap_or(0));
        for (total, count) in totals.iter_mut().zip(counts) {
            *total += count;
        }
        let [exact, missed, wrong, unnamed] = counts;
        println!("{code:22} {exact:>7} {missed:>7} {wrong:>14} {unnamed:>8}");
    }
    let [exact, missed, wrong, unnamed] = totals;
    println!("{:22} {exact:>7} {missed:>7} {wrong:>14} {unnamed:>8}", "all");
    let named = exact + missed + wrong;
    if named > 0 {
        println!(
            "{:.2} % of the {named} lines that are named here are exact",
            100.0 * exact as f64 / named as f64
        );
    }
}
