//! What may be spent on one puzzle: time, tries, or work.
//!
//! Tries and work are exact: the same seed gives up at the same place, whatever the machine. Tries may take very
//! different times by different methods; a unit of work takes some microseconds by whatever method. Time is not exact, but
//! what is found within it is the same as ever.

use piste_api::make::Work;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What may be spent on one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cmd) enum Budget {
    Time(Duration),
    Tries(u64),
    Work(u64),
}

impl Budget {
    /// How many attempts in a row may come to nothing, and how much work may be spent, where that is counted.
    pub(in crate::cmd) fn counted(self) -> (Option<u64>, Option<Work>) {
        match self {
            Budget::Time(_) => (None, None),
            Budget::Tries(tries) => (Some(tries), None),
            Budget::Work(work) => (None, Some(Work::OnEach(work))),
        }
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Budget, String> {
        let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let wrong =
            || format!("`{text}` is no budget such as 60s, 5m, 1h, 1000tries or 500000work");
        let seconds = |unit: f64| {
            let number: f64 = number.parse().map_err(|_| wrong())?;
            let time = Duration::try_from_secs_f64(number * unit).map_err(|_| wrong())?;
            if time.is_zero() { Err(wrong()) } else { Ok(Budget::Time(time)) }
        };
        let count = number.parse().ok().filter(|count| *count > 0);
        match unit.trim() {
            "ms" => seconds(1e-3),
            "s" => seconds(1.0),
            "m" | "min" => seconds(60.0),
            "h" => seconds(3600.0),
            "tries" | "try" => count.map(Budget::Tries).ok_or_else(wrong),
            "work" => count.map(Budget::Work).ok_or_else(wrong),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Budget::Tries(tries) => write!(f, "{} tries", crate::progress::thousands(*tries)),
            Budget::Work(work) => {
                write!(f, "{} units of work", crate::progress::thousands(*work))
            }
        }
    }
}

/// How often to look at the clock.
const LOOK: Duration = Duration::from_millis(20);

/// Looks at the clock, and says when too much time has passed since the last puzzle.
#[derive(Clone)]
pub(in crate::cmd) struct Watch {
    limit: Option<Duration>,
    since: Arc<Mutex<Instant>>,
    is_over: Arc<AtomicBool>,
}

impl Watch {
    pub(in crate::cmd) fn new(budget: Budget) -> Watch {
        let limit = match budget {
            Budget::Time(limit) => Some(limit),
            Budget::Tries(_) | Budget::Work(_) => None,
        };
        Watch { limit, since: Arc::new(Mutex::new(Instant::now())), is_over: Arc::default() }
    }

    /// Begins to look.
    pub(in crate::cmd) fn start(&self) {
        let Some(limit) = self.limit else { return };
        self.reset();
        let watch = self.clone();
        std::thread::spawn(move || {
            while !watch.is_over() {
                let since = *watch.since.lock().unwrap_or_else(PoisonError::into_inner);
                if since.elapsed() >= limit {
                    watch.end();
                } else {
                    std::thread::sleep(LOOK.min(limit));
                }
            }
        });
    }

    /// Whether nothing more should be tried.
    pub(in crate::cmd) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// From now on nothing more should be tried.
    pub(in crate::cmd) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// A puzzle was found: the time starts anew.
    pub(in crate::cmd) fn reset(&self) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read() {
        assert_eq!("60s".parse(), Ok(Budget::Time(Duration::from_secs(60))));
        assert_eq!("1.5m".parse(), Ok(Budget::Time(Duration::from_secs(90))));
        assert_eq!("250ms".parse(), Ok(Budget::Time(Duration::from_millis(250))));
        assert_eq!("1000tries".parse(), Ok(Budget::Tries(1000)));
        assert_eq!("1000 tries".parse(), Ok(Budget::Tries(1000)));
        assert_eq!("5000work".parse(), Ok(Budget::Work(5000)));
        for wrong in ["", "60", "s", "0s", "0tries", "0work", "1.5tries", "-3s", "1e400s", "9days"]
        {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
    }
}
