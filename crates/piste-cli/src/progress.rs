//! The progress bar of a long batch, for those who watch.
//!
//! It is drawn on the standard error, and only if that is a terminal and the answers do
//! not scroll by on the same one: if they go to a file. What is at the other end of a pipe may write to
//! this terminal, too. Where the length of the input is known, the bar is
//! about bytes, so that it can say how long it will take; the puzzles done and their rate
//! stand beside it. Reading runs far ahead of working, all the way through a file of some
//! thousand lines; so the bytes are those of the puzzles that are done ([`Miles`] knows how
//! many they are), not those that have been read. Where puzzles are made it is about those that are wanted.
//! Everything else that is said while it is up goes through
//! [`Progress::say`], which moves it out of the way.

use crate::args::Common;
use crate::interrupt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use piste_api::Handle;
use piste_study::{Crew, Parts, Watcher};
use std::collections::VecDeque;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Where in the input each puzzle ends, from the reader, who knows, to the bar. As long as no
/// more is kept than puzzles are under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Miles(Option<Arc<Mutex<Road>>>);

/// Puzzles that are not done yet, as their number and the bytes up to their end; and the bytes
/// up to the end of the last one that is.
#[derive(Debug, Default)]
struct Road {
    ahead: VecDeque<(u64, u64)>,
    reached: u64,
}

impl Miles {
    /// For a bar that is seen: others need no counting.
    pub(crate) fn counted() -> Miles {
        Miles(Some(Arc::default()))
    }

    /// So many puzzles have been read, which end behind so many bytes.
    pub(crate) fn pass(&self, puzzles: u64, bytes: u64) {
        if let Some(road) = &self.0 {
            let mut road = road.lock().unwrap_or_else(PoisonError::into_inner);
            road.ahead.push_back((puzzles, bytes));
        }
    }

    /// The bytes up to the end of the puzzle with this number.
    fn reached(&self, puzzles: u64) -> u64 {
        let Some(road) = &self.0 else { return 0 };
        let mut road = road.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(&(number, bytes)) = road.ahead.front()
            && number <= puzzles
        {
            road.ahead.pop_front();
            road.reached = bytes;
        }
        road.reached
    }
}

/// What a bar is about.
#[derive(Debug)]
enum Measure {
    /// Something that somebody else counts.
    Count(Arc<AtomicU64>),
    /// The bytes of the puzzles that are done.
    Bytes(Miles),
    /// What is done, as whoever works says.
    Done,
}

/// A progress bar, or none.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    measure: Measure,
    /// What the records are, in the message beside the bar.
    of: &'static str,
}

impl Progress {
    /// No bar at all.
    pub(crate) fn hidden() -> Progress {
        let measure = Measure::Count(Arc::default());
        Progress { bar: None, measure, of: "" }
    }

    /// A bar about so many bytes, if that is known; `miles` says how many each puzzle takes.
    pub(crate) fn visible(total: Option<u64>, miles: Miles) -> Progress {
        let template = match total {
            Some(_) => "{bar:30} {percent:>3}%  {wide_msg}",
            None => "{spinner} {elapsed}  {wide_msg}",
        };
        Progress::new(total, template, Measure::Bytes(miles), "puzzles")
    }

    /// A bar about so many puzzles that are to be made; `found` says how many there are.
    pub(crate) fn making(total: u64, found: Arc<AtomicU64>) -> Progress {
        let template = "{bar:20} {pos} of {len} found  {wide_msg}";
        Progress::new(Some(total), template, Measure::Count(found), "tried")
    }

    /// A bar about so many puzzles that are there; `done` says how many are done with.
    pub(crate) fn counting(total: u64, done: Arc<AtomicU64>) -> Progress {
        let template = "{bar:30} {pos} of {len}  {wide_msg}";
        Progress::new(Some(total), template, Measure::Count(done), "looked at")
    }

    /// A bar about so many puzzles that are studied.
    fn studying(total: u64) -> Progress {
        let template = "{bar:30} {pos} of {len}  {wide_msg}";
        Progress::new(Some(total), template, Measure::Done, "looked at")
    }

    /// A bar about so many parts of a long computation.
    fn computing(total: u64) -> Progress {
        let template = "{bar:30} {percent:>3}%  {wide_msg}";
        Progress::new(Some(total), template, Measure::Done, "")
    }

    fn new(total: Option<u64>, template: &str, measure: Measure, of: &'static str) -> Progress {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(8));
        // In a narrow window the words matter more than the bar; what does not fit is cut off.
        let width =
            terminal_size::terminal_size_of(std::io::stderr()).map_or(80, |(width, _)| width.0);
        let short = template.replace("{bar:30}", "{bar:6}").replace("{bar:20}", "{bar:6}");
        let template = if width < 60 { &short } else { template };
        bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
        bar.enable_steady_tick(Duration::from_millis(250));
        Progress { bar: Some(bar), measure, of }
    }

    /// So many puzzles are done, bad ones among them.
    pub(crate) fn reach(&self, done: u64) {
        let Some(bar) = &self.bar else { return };
        bar.set_position(match &self.measure {
            Measure::Count(count) => count.load(Ordering::Relaxed),
            Measure::Bytes(miles) => miles.reached(done),
            Measure::Done => done,
        });
        let elapsed = bar.elapsed();
        let rate = done as f64 / elapsed.as_secs_f64().max(1e-3);
        let mut words = match self.of {
            "" => String::new(),
            of => format!("{} {of}, {}/s", thousands(done), thousands(rate as u64)),
        };
        if let Some(left) = bar.length().and_then(|all| left(elapsed, bar.position(), all)) {
            words.push_str(&format!("  {left}"));
        }
        bar.set_message(words);
    }

    /// For whoever writes to the same terminal.
    pub(crate) fn curtain(&self) -> Curtain {
        Curtain(self.bar.clone())
    }

    /// Says something on the standard error without getting entangled with the bar.
    ///
    /// If even the standard error is closed, there is nobody left to tell.
    pub(crate) fn say(&self, text: &str) {
        let say = || crate::status::tell(text);
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }
}

/// How long it will take, if it goes on like this; nothing as long as nothing can be said.
fn left(elapsed: Duration, done: u64, all: u64) -> Option<String> {
    if done == 0 || done >= all {
        return None;
    }
    let seconds = elapsed.as_secs_f64() * (all - done) as f64 / done as f64;
    Some(match seconds {
        _ if seconds < 1.0 => "under 1s left".to_owned(),
        _ if seconds < 90.0 => format!("{}s left", seconds.round()),
        _ if seconds < 5400.0 => format!("{}m left", (seconds / 60.0).round()),
        _ => format!("{}h left", (seconds / 3600.0).round()),
    })
}

/// A bar that makes way for answers on the same terminal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Curtain(Option<ProgressBar>);

impl Curtain {
    /// Writes something with the bar out of the way.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

/// The bar goes away with whoever holds it.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Somebody at a terminal: a signal calls the work off, and what is said moves the bar out of the way.
impl Handle for Progress {
    fn is_cancelled(&self) -> bool {
        interrupt::pending().is_some()
    }

    fn progress(&self, _done: u64, tried: u64) {
        self.reach(tried);
    }

    fn say(&self, words: &str) {
        Progress::say(self, words);
    }
}

/// Those who work on a study or a fit, with a bar for each long piece of it.
pub(crate) fn crew(common: &Common) -> Crew {
    let is_watched = !common.quiet && std::io::stderr().is_terminal();
    Crew::new(common.jobs(), Bars { is_watched })
}

/// Somebody at a terminal who waits for a study.
struct Bars {
    is_watched: bool,
}

impl Watcher for Bars {
    fn watch(&self, total: u64, of: Parts) -> Box<dyn Handle> {
        Box::new(match of {
            _ if !self.is_watched || total < 2 => Progress::hidden(),
            Parts::Puzzles => Progress::studying(total),
            _ => Progress::computing(total),
        })
    }

    fn say(&self, words: &str) {
        crate::status::tell(format_args!("piste: {words}"));
    }
}

pub(crate) use piste_api::words::thousands;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_only_when_all_is_done() {
        let ten = Duration::from_secs(10);
        assert_eq!(left(ten, 0, 5), None);
        assert_eq!(left(ten, 5, 5), None);
        assert_eq!(left(ten, 1, 5).unwrap(), "40s left");
        assert_eq!(left(ten, 99_999, 100_000).unwrap(), "under 1s left");
        assert_eq!(left(ten, 1, 100).unwrap(), "17m left");
        assert_eq!(left(ten, 1, 10_000).unwrap(), "28h left");
    }

    #[test]
    fn the_bytes_are_those_of_puzzles_that_are_done() {
        let miles = Miles::counted();
        (1..=10).for_each(|puzzle| miles.pass(puzzle, puzzle * 82));
        let reached = [0, 3, 3, 9, 20].map(|done| miles.reached(done));
        assert_eq!(reached, [0, 3 * 82, 3 * 82, 9 * 82, 10 * 82]);
        assert_eq!(Miles::default().reached(5), 0);
    }
}
