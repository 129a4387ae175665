//! The date on a page: from the clock, unless somebody says.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    year: i64,
    month: u8,
    day: u8,
}

impl Date {
    /// Today, where it is noon in Greenwich.
    pub fn today() -> Date {
        let seconds =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Date::of_day(seconds / 86_400)
    }

    /// The day so many days after the first of January 1970.
    fn of_day(mut day: u64) -> Date {
        let mut year = 1970;
        while day >= days_of(year) {
            day -= days_of(year);
            year += 1;
        }
        let mut month = 1;
        while day >= days_in(year, month) {
            day -= days_in(year, month);
            month += 1;
        }
        Date { year, month, day: day as u8 + 1 }
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_in(year: i64, month: u8) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Date, String> {
        let wrong = || "expected a date such as 2026-01-31".to_owned();
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else { return Err(wrong()) };
        let year = year.parse().ok().filter(|year| (1970..=9999).contains(year));
        let (Some(year), Ok(month), Ok(day)) = (year, month.parse::<u8>(), day.parse::<u8>())
        else {
            return Err(wrong());
        };
        let is_there =
            (1..=12).contains(&month) && day >= 1 && u64::from(day) <= days_in(year, month);
        if is_there {
            Ok(Date { year, month, day })
        } else {
            Err("there is no such day".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_through_leap_years() {
        for (day, shown) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (20_773, "2026-11-16"),
        ] {
            assert_eq!(Date::of_day(day).to_string(), shown);
            assert_eq!(shown.parse(), Ok(Date::of_day(day)));
        }
    }

    #[test]
    fn a_day_that_is_none_is_refused() {
        for wrong in ["", "2026", "2026-13-01", "2026-02-29", "2026-00-10", "2026-01-32", "1-1-1"] {
            assert!(wrong.parse::<Date>().is_err(), "{wrong}");
        }
    }
}
