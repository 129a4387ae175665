//! The progress bar of a long batch, for those who watch.
//!
//! It is drawn on the standard error, and only if that is a terminal and the answers do
//! not scroll by on the same one. Where the length of the input is known, the bar is
//! about bytes read, so that it can say how long it will take; the puzzles done and
//! their rate stand beside it. Where puzzles are made it is about those that are wanted.
//! Everything else that is said while it is up goes through
//! [`Progress::say`], which moves it out of the way.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A progress bar, or none.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// How much is done of what the bar is about.
    done: Arc<AtomicU64>,
    records: AtomicU64,
    /// What the records are, in the message beside the bar.
    of: &'static str,
}

impl Progress {
    /// No bar at all.
    pub(crate) fn hidden() -> Progress {
        Progress { bar: None, done: Arc::default(), records: AtomicU64::new(0), of: "" }
    }

    /// A bar about so many bytes, if that is known; `bytes` says how many have been read.
    pub(crate) fn visible(total: Option<u64>, bytes: Arc<AtomicU64>) -> Progress {
        let template = match total {
            Some(_) => "{bar:30} {percent:>3}%  {msg}  {eta} left",
            None => "{spinner} {msg}  {elapsed}",
        };
        Progress::new(total, template, bytes, "puzzles")
    }

    /// A bar about so many puzzles that are to be made; `found` says how many there are.
    pub(crate) fn making(total: u64, found: Arc<AtomicU64>) -> Progress {
        let template = "{bar:30} {pos} of {len} found  {msg}  {eta} left";
        Progress::new(Some(total), template, found, "tried")
    }

    /// A bar about so many puzzles that are there; `done` says how many are done with.
    pub(crate) fn counting(total: u64, done: Arc<AtomicU64>) -> Progress {
        let template = "{bar:30} {pos} of {len}  {msg}  {eta} left";
        Progress::new(Some(total), template, done, "looked at")
    }

    fn new(total: Option<u64>, template: &str, done: Arc<AtomicU64>, of: &'static str) -> Progress {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(8));
        bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
        bar.enable_steady_tick(Duration::from_millis(250));
        Progress { bar: Some(bar), done, records: AtomicU64::new(0), of }
    }

    /// So many more puzzles are done.
    pub(crate) fn advance(&self, records: u64) {
        let Some(bar) = &self.bar else { return };
        let done = self.records.fetch_add(records, Ordering::Relaxed) + records;
        bar.set_position(self.done.load(Ordering::Relaxed));
        let rate = done as f64 / bar.elapsed().as_secs_f64().max(1e-3);
        bar.set_message(format!("{} {}, {}/s", thousands(done), self.of, thousands(rate as u64)));
    }

    /// Says something on the standard error without getting entangled with the bar.
    ///
    /// If even the standard error is closed, there is nobody left to tell.
    pub(crate) fn say(&self, text: &str) {
        use std::io::Write;
        let say = || drop(writeln!(std::io::stderr(), "{text}"));
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A number with its thousands set apart: 1,234,567.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let shown: Vec<String> = [0, 999, 1000, 1_234_567].map(thousands).into();
        assert_eq!(shown, ["0", "999", "1,000", "1,234,567"]);
    }
}
