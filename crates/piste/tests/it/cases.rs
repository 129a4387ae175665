//! Every strategy against its case file in `cases/`, and against HoDoKu's regression
//! library where that is at hand.

use piste::logic::{Case, CaseResult, ShapedCase, strategies};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn case_file(slug: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(format!("{slug}.txt"))
}

/// The lines of a case file that are cases on boards of other shapes.
fn shaped_cases(path: &Path) -> Vec<(String, ShapedCase)> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let read = |line: &str| {
        line.parse::<ShapedCase>().unwrap_or_else(|e| panic!("{}: {e}: {line}", path.display()))
    };
    let lines = text.lines().filter(|line| line.starts_with('['));
    lines.map(|line| (line.to_owned(), read(line))).collect()
}

/// The lines of a case file that are cases.
fn cases(path: &Path) -> Vec<(String, Case)> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .filter(|line| line.starts_with(':'))
        .map(|line| {
            let case = line.parse().unwrap_or_else(|e| panic!("{}: {e}: {line}", path.display()));
            (line.to_owned(), case)
        })
        .collect()
}

#[test]
fn every_strategy_finds_what_its_case_file_says_and_nothing_it_forbids() {
    let mut wrong = Vec::new();
    for strategy in strategies::ALL {
        let slug = strategy.info().slug;
        let (cases, shaped) = (cases(&case_file(slug)), shaped_cases(&case_file(slug)));
        let forbids = cases.iter().map(|(_, case)| case.must_not_find);
        let forbids: Vec<bool> =
            forbids.chain(shaped.iter().map(|(_, case)| case.must_not_find)).collect();
        if !forbids.contains(&true) {
            wrong.push(format!("{slug}: no case that must not be found"));
        }
        if !forbids.contains(&false) {
            wrong.push(format!("{slug}: no case that must be found"));
        }
        for (line, case) in shaped {
            if case.name != slug || case.run() != CaseResult::Exact {
                wrong.push(format!("{slug}: {:?}: {line}", case.run()));
            }
        }
        for (line, case) in cases {
            if case.name != slug || case.run() != CaseResult::Exact {
                wrong.push(format!("{slug}: {:?}: {line}", case.run()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// At least 99 % of the peer's own lines for the techniques we name.
#[test]
fn the_regression_library_is_found_exactly() {
    let data = std::env::var_os("PISTE_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = data.join("hodoku_reglib_public.txt");
    if !path.exists() {
        eprintln!("SKIPPED: hodoku_reglib_public.txt is absent (set PISTE_DATA)");
        return;
    }
    let mut results: BTreeMap<CaseResult, usize> = BTreeMap::new();
    for (_, case) in cases(&path) {
        *results.entry(case.run()).or_default() += 1;
    }
    let of = |result| results.get(&result).copied().unwrap_or(0);
    let named = of(CaseResult::Exact) + of(CaseResult::Missed) + of(CaseResult::WronglyFound);
    assert!(named > 0 && of(CaseResult::Exact) * 100 >= named * 99, "{results:?}");
}
