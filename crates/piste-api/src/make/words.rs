//! The words of an order, read into the parts of a brief.

use piste::generate::Brief;
use piste::logic::Ladder;
use piste::rating::Condition;
use piste::space::Large;
use std::ops::RangeInclusive;

/// The strategies that can be asked for: those of the long ladder, which has all of the teaching one, and those that only
/// other shapes have a use for. What a board has no use for is refused where the board is known.
pub fn strategies() -> Vec<&'static str> {
    let mut slugs: Vec<_> = Ladder::LONG.strategies().map(|known| known.info().slug).collect();
    let wide = Ladder::<Large>::EVERY_SHAPE;
    let shapes = wide.strategies().map(|known| known.info().slug);
    let shapes: Vec<_> = shapes.filter(|slug| !slugs.contains(slug)).collect();
    slugs.extend(shapes);
    slugs
}

/// One of them: its slug as the register writes it.
pub fn strategy(slug: &str) -> Option<&'static str> {
    strategies().into_iter().find(|known| *known == slug)
}

/// The condition that a level stands for and the one that was asked for, together.
pub(crate) fn both(level: Option<Condition>, target: Option<Condition>) -> Option<Condition> {
    match (level, target) {
        (Some(level), Some(target)) => Some(level.and(target)),
        (level, target) => level.or(target),
    }
}

/// Reads a range of minutes of somebody who takes so many times as long as people in general, as a condition
/// on the minutes of these. Bounds are drawn in to a tenth, which is what is printed.
pub(super) fn minutes(text: &str, factor: f64) -> Result<Condition, String> {
    let wrong = || format!("`{text}` is no range of minutes such as 10..14, ..12 or 20..");
    let number = |part: &str| match part {
        "" => Ok(None),
        _ => match part.parse::<f64>() {
            Ok(minutes) if minutes > 0.0 && minutes.is_finite() => Ok(Some(minutes / factor)),
            Ok(0.0) => Err(format!(
                "`{text}`: every puzzle takes more than 0 minutes; leave the bound out"
            )),
            _ => Err(wrong()),
        },
    };
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let (low, high) = (number(low)?, number(high)?);
    // What a division leaves behind the tenth is no reason to go to the next one.
    let up = |minutes: f64| (minutes * 10.0 - 1e-9).ceil() / 10.0;
    let down = |minutes: f64| (minutes * 10.0 + 1e-9).floor() / 10.0;
    let range = match (low.map(up), high.map(down)) {
        (None, None) => return Err(wrong()),
        (Some(low), Some(high)) if low > high => return Err(format!("no time is in `{text}`")),
        (low, high) => {
            let side = |bound: Option<f64>| bound.map_or_else(String::new, |b| format!("{b:.1}"));
            format!("minutes {}..{}", side(low), side(high))
        }
    };
    range.parse().map_err(|_| wrong())
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
    fn minutes_of_somebody_are_those_of_people_in_general() {
        let told = |text, factor| minutes(text, factor).map(|condition| condition.to_string());
        assert_eq!(told("10..14", 1.0).unwrap(), "minutes 10.0..14.0");
        assert_eq!(told("10..14", 2.0).unwrap(), "minutes 5.0..7.0");
        assert_eq!(told("10..14", 0.3).unwrap(), "minutes 33.4..46.6");
        assert_eq!(told("..12", 1.5).unwrap(), "minutes ..8.0");
        assert_eq!(told("20..", 1.0).unwrap(), "minutes 20.0..");
        assert_eq!(told("14..10", 1.0).unwrap_err(), "no time is in `14..10`");
        assert!(told("0..3", 1.0).unwrap_err().contains("more than 0 minutes"));
        for text in ["", "..", "10", "x..3", "-1..3", "1..inf"] {
            let said = told(text, 1.0).unwrap_err();
            assert!(said.contains("is no range of minutes such as"), "{said}");
        }
    }

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
