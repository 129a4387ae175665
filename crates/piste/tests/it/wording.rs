//! How strategies are told. In a case file a line that starts with `>` is the explanation
//! of the case above it, word for word; every strategy has at least one.

use piste::logic::{Case, Scene, ShapedCase, Sink, strategies};
use std::path::Path;

/// What the strategy says of the case.
fn told(slug: &str, case: &Case) -> String {
    let strategy = strategies::by_slug(slug).expect("slugs come from the register");
    let mut sink = Sink::all();
    let _ = strategy.find(&Scene::new(&case.board), &mut sink);
    let step = sink.steps().iter().find(|step| step.effect == case.effect);
    step.map_or("(not found)".to_owned(), |step| step.explain(&case.board))
}

/// The same of a case on a board of another shape.
fn told_on_shape(case: &ShapedCase) -> String {
    let found = case.found().unwrap_or_default();
    let step = found.iter().find(|step| step.effect == case.effect);
    step.map_or("(not found)".to_owned(), |step| step.explain(&case.board))
}

/// To record new wording on purpose: `UPDATE_WORDING=1 cargo test -p piste --test it wording`.
#[test]
fn every_strategy_is_told_as_recorded() {
    let update = std::env::var_os("UPDATE_WORDING").is_some();
    let mut wrong = Vec::new();
    for slug in strategies::ALL.iter().map(|strategy| strategy.info().slug) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(format!("{slug}.txt"));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let mut told_now = String::new();
        let mut last: Option<String> = None;
        let mut recorded = 0;
        for line in text.lines() {
            if line.starts_with(':') {
                last = line.parse::<Case>().ok().map(|case| told(slug, &case));
            } else if line.starts_with('[') {
                last = line.parse::<ShapedCase>().ok().map(|case| told_on_shape(&case));
            }
            match (&last, line.strip_prefix('>')) {
                (Some(told), Some(_)) => {
                    recorded += 1;
                    told_now.push_str(&format!("> {told}\n"));
                }
                _ => told_now.push_str(&format!("{line}\n")),
            }
        }
        if recorded == 0 {
            wrong.push(format!("{slug}: no case with its wording (a line that starts with '>')"));
        }
        if told_now != text {
            if update {
                std::fs::write(&path, &told_now).expect("the case file can be written");
            } else {
                wrong.push(format!("{slug}: is now told\n{told_now}but was recorded as\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
