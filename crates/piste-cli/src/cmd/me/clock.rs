//! How long a game took, as people write it: `12:30`, `1:05:00`, `45m`, `90s`, `1h5m`.
//!
//! A bare number is refused: nobody can tell whether 90 means minutes or seconds.

/// The seconds of a time, or what is wrong with it.
pub(super) fn seconds(text: &str) -> Result<u64, String> {
    let read = match text {
        "" => None,
        _ if text.contains(':') => by_colons(text),
        _ => by_units(text),
    };
    match read {
        Some(0) => Err("no game takes no time".to_owned()),
        Some(seconds) if seconds <= LONGEST => Ok(seconds),
        Some(_) => Err("no game takes longer than a week".to_owned()),
        None => Err("expected a time such as 12:30, 1:05:00, 45m or 90s".to_owned()),
    }
}

/// A week.
const LONGEST: u64 = 7 * 24 * 3600;

/// Whole numbers of no more digits than any time has.
fn number(text: &str) -> Option<u64> {
    let is_number = (1..=6).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// Minutes and seconds, or hours, minutes and seconds.
fn by_colons(text: &str) -> Option<u64> {
    let parts: Vec<&str> = text.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    let first = number(parts[0])?;
    parts[1..].iter().try_fold(first, |sum, part| {
        let part = number(part).filter(|&number| part.len() == 2 && number < 60)?;
        Some(sum * 60 + part)
    })
}

/// Numbers with units, the larger ones first, each once.
fn by_units(text: &str) -> Option<u64> {
    let (mut rest, mut sum, mut below) = (text, 0, u64::MAX);
    while !rest.is_empty() {
        let digits = rest.find(|sign: char| !sign.is_ascii_digit())?;
        let (count, behind) = rest.split_at(digits);
        let end = behind.find(|sign: char| sign.is_ascii_digit()).unwrap_or(behind.len());
        let (unit, next) = behind.split_at(end);
        let length = match unit {
            "h" => 3600,
            "m" | "min" => 60,
            "s" => 1,
            _ => return None,
        };
        if length >= below {
            return None;
        }
        sum += number(count)? * length;
        (rest, below) = (next, length);
    }
    Some(sum)
}

/// The time as it is written: `12:30`, or `1:05:00`.
pub(super) fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, expected) in [
            ("12:30", 750),
            ("0:09", 9),
            ("90:00", 5400),
            ("1:05:00", 3900),
            ("45m", 2700),
            ("45min", 2700),
            ("90s", 90),
            ("1h5m", 3900),
            ("1h30s", 3630),
        ] {
            assert_eq!(seconds(text), Ok(expected), "{text}");
        }
        for text in [
            "",
            "12",
            "12:3",
            "12:60",
            "1:2:3",
            ":30",
            "12:",
            "1:00:00:00",
            "5x",
            "m",
            "30s5m",
            "-1m",
            "1.5m",
        ] {
            let wrong = seconds(text).unwrap_err();
            assert!(wrong.starts_with("expected a time"), "{text}: {wrong}");
        }
        assert_eq!(seconds("0:00").unwrap_err(), "no game takes no time");
        assert_eq!(seconds("169h").unwrap_err(), "no game takes longer than a week");
        assert_eq!(seconds("999999h").unwrap_err(), "no game takes longer than a week");
    }

    #[test]
    fn a_time_is_written_as_it_is_read() {
        for number in [1, 59, 60, 750, 3599, 3600, 3900, 36_000, 604_800] {
            assert_eq!(seconds(&clock(number)), Ok(number));
        }
    }
}
