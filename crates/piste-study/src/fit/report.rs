//! What a fit has to tell: how good it is on what it has not seen, and what counts most.

use super::Learnt;
use crate::procedure::{Outcome, Spread};
use piste_api::words::thousands;

/// "1 puzzle", "1,000 puzzles".
fn count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", thousands(number), if number == 1 { "" } else { "s" })
}

impl Learnt {
    /// The report on what was learnt from so many rows; so many others had nothing in a column.
    pub fn report(&self, read: usize, without: &[(String, u64)], is_log: bool) -> String {
        let target = if is_log { "R² of log time" } else { "R²" };
        report_of(self, read, without, target)
    }
}

/// The report. `target` says of what the R² is.
fn report_of(learnt: &Learnt, read: usize, without: &[(String, u64)], target: &str) -> String {
    let Learnt { fit, again, outcome } = learnt;
    let puzzles = fit.train.rows + fit.held_out.rows;
    let mut text = count(puzzles as u64, "puzzle");
    if puzzles < read {
        text.push_str(&format!(" in {}", count(read as u64, "row")));
    }
    for (name, rows) in without {
        text.push_str(&format!(", and {} without {name}", count(*rows, "row")));
    }
    let of = target.strip_prefix("R²").map_or("", str::trim);
    let of = if of.is_empty() { String::new() } else { format!(" (R² {of})") };
    text.push_str(&format!("\n\n                puzzles      R²   95 % of a bootstrap{of}\n"));
    for (name, score) in [("learnt from", fit.train), ("held out", fit.held_out)] {
        let rows = thousands(score.rows as u64);
        let told = match (score.r_squared, score.interval) {
            (Some(r_squared), Some((low, high))) => {
                format!("{r_squared:>7.3}   {low:.3} to {high:.3}")
            }
            _ => format!("{:>7}   all of them took the same time", "none"),
        };
        text.push_str(&format!("{name:<14} {rows:>8} {told}\n"));
    }
    if let Some(outcome) = outcome {
        text.push_str(&rounds_told(outcome));
    }
    if let Some(Spread { mean, median, low, high }) = Spread::of(again) {
        let splits = count(again.len() as u64, "random split");
        text.push_str(&format!(
            "{splits}, all choices made anew: {target} {mean:.3} on what is not learnt from (median \
             {median:.3}), 95 % of them {low:.3} to {high:.3}\n"
        ));
    }
    text.push_str(&format!(
        "{:.0} % of those held out lie in the interval of their prediction, which should hold \
         {:.0} %\n",
        100.0 * fit.covered,
        100.0 * fit.model.interval.0
    ));
    let mut terms: Vec<_> = fit.model.terms.iter().collect();
    terms.sort_by(|a, b| b.coefficient.abs().total_cmp(&a.coefficient.abs()));
    text.push_str("\nWhat counts most, for one spread more of it:\n");
    for term in terms.iter().take(MOST) {
        text.push_str(&format!("{:+9.3}  {}\n", term.coefficient, term.feature));
    }
    text
}

/// What the paper's procedure tells beyond any other.
fn rounds_told(outcome: &Outcome) -> String {
    let Outcome { on_all, fits, splits, .. } = outcome;
    let mut text = String::new();
    if let Some(on_all) = on_all {
        text.push_str(&format!("the model of all rows, on these rows: R² {on_all:.3}\n"));
    }
    if let Some(Spread { mean, median, low, high }) = Spread::of(fits) {
        let fits = count(fits.len() as u64, "fit");
        text.push_str(&format!(
            "{fits} to two thirds of them: R² {mean:.3} on the other third (median {median:.3}), 95 % \
             of them {low:.3} to {high:.3}\n"
        ));
    }
    let known = || splits.iter().filter_map(|split| Some((split.r_squared?, split)));
    let below_zero = known().filter(|(r_squared, _)| *r_squared < 0.0);
    if let Some((r_squared, worst)) = below_zero.clone().min_by(|a, b| a.0.total_cmp(&b.0)) {
        let below = below_zero.count();
        text.push_str(&format!(
            "{below} of {} splits are worse than no model; in the worst, R² {:.3}, {:.0} % of the squared \
             error is that of one row, which {} moved most, known from {}\n",
            splits.len(),
            r_squared,
            100.0 * worst.worst,
            worst.feature,
            count(worst.seen as u64, "row"),
        ));
    }
    text
}

/// So many features are told in the report.
const MOST: usize = 8;
