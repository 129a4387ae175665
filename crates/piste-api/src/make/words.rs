//! The words of an order, read into the parts of a brief.

use piste::generate::Brief;
use piste::logic::Ladder;
use piste::rating::Condition;
use std::ops::RangeInclusive;

/// A strategy of the teaching ladder: its slug as the register writes it.
pub fn strategy(slug: &str) -> Option<&'static str> {
    let ladder = Ladder::TEACHING;
    ladder.strategies().map(|known| known.info().slug).find(|known| *known == slug)
}

/// The condition that a level stands for and the one that was asked for, together.
pub(crate) fn both(level: Option<Condition>, target: Option<Condition>) -> Option<Condition> {
    match (level, target) {
        (Some(level), Some(target)) => Some(level.and(target)),
        (level, target) => level.or(target),
    }
}

/// Reads a number of givens, or a range with both ends.
///
/// ```
/// use piste_api::make::givens;
///
/// assert_eq!(givens("24..28"), Ok(24..=28));
/// assert!(givens("28..24").is_err());
/// ```
pub fn givens(text: &str) -> Result<RangeInclusive<usize>, String> {
    givens_within(text, &Brief::ANY_GIVENS)
}

/// Whether this is a range of givens, however many a board has.
pub fn is_range(text: &str) -> Result<(), String> {
    givens_within(text, &(0..=usize::MAX)).map(|_| ())
}

/// The same where a puzzle may have other numbers of givens.
pub(super) fn givens_within(
    text: &str,
    any: &RangeInclusive<usize>,
) -> Result<RangeInclusive<usize>, String> {
    let wrong = || format!("`{text}` is no number of givens such as 24, 24..28, ..28 or 30..");
    let number = |text: &str, open: usize| match text {
        "" => Ok(open),
        _ => text.parse::<usize>().map_err(|_| wrong()),
    };
    let range = match text.split_once("..") {
        Some(("", "")) => return Err(wrong()),
        Some((low, high)) => number(low, *any.start())?..=number(high, *any.end())?,
        None => {
            let exactly = text.parse::<usize>().map_err(|_| wrong())?;
            exactly..=exactly
        }
    };
    if range.is_empty() {
        return Err(format!("no number is in `{text}`"));
    }
    if range.end() < any.start() || range.start() > any.end() {
        return Err(format!("a puzzle has {} to {} givens", any.start(), any.end()));
    }
    Ok(*range.start().max(any.start())..=*range.end().min(any.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_are_read() {
        assert_eq!(givens("24"), Ok(24..=24));
        assert_eq!(givens("24..28"), Ok(24..=28));
        assert_eq!(givens("..28"), Ok(17..=28));
        assert_eq!(givens("30.."), Ok(30..=80));
        for wrong in ["", "..", "x", "28..24", "3..x", "-3", "9", "81.."] {
            assert!(givens(wrong).is_err(), "{wrong}");
        }
    }
}
