//! Seven puzzles, Monday to Sunday, that really get harder.
//!
//! The promise: from day to day the level never falls, and the minutes that people take rise by a tenth or more. What
//! is on offer is a pool of puzzles for each day. The fastest puzzle that keeps the promise is taken each day: it leaves the
//! most room for those to come, so if there is a week in the pools at all, this finds one.

use crate::entry::Entry;

/// The days of a week.
pub const DAYS: usize = 7;

/// How much longer a day takes than the one before, at least.
pub const RISE: f64 = 1.1;

/// On which of so many levels each day is: from the easiest on Monday to the hardest on Sunday, never falling.
///
/// ```
/// assert_eq!(piste_book::week::levels(5), [0, 0, 1, 2, 2, 3, 4]);
/// ```
pub fn levels(count: usize) -> [usize; DAYS] {
    std::array::from_fn(|day| day * count.saturating_sub(1) / (DAYS - 1))
}

/// One puzzle of each pool, such that the promise is kept; or the number of the day, from 0, for which there was none.
pub fn chosen(pools: &[Vec<Entry>]) -> Result<Vec<Entry>, usize> {
    let mut week: Vec<Entry> = Vec::new();
    for (day, pool) in pools.iter().enumerate() {
        let last = week.last();
        let fits = |entry: &&Entry| {
            let is_new = week.iter().all(|known| known.canonical != entry.canonical);
            is_new && last.is_none_or(|last| keeps(last, entry))
        };
        let minutes = |entry: &Entry| entry.minutes.unwrap_or(f64::MAX);
        let found = pool.iter().filter(fits).filter(|entry| entry.minutes.is_some());
        let fastest = found.min_by(|a, b| minutes(a).total_cmp(&minutes(b)));
        week.push(fastest.ok_or(day)?.clone());
    }
    Ok(week)
}

/// Whether the promise is kept from one day to the next.
pub fn keeps(one: &Entry, next: &Entry) -> bool {
    let is_slower = match (one.minutes, next.minutes) {
        (Some(one), Some(next)) => next >= RISE * one,
        _ => false,
    };
    is_slower && one.level <= next.level
}
