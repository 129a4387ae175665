//! A line that HoDoKu's form accepts is the same position and step when printed and read again.

use piste_core::text::HodokuLine;

/// Panics where the promise is broken.
pub(crate) fn holds(input: &str) {
    match input.parse::<HodokuLine>() {
        Ok(line) => assert_eq!(line.to_string().parse().as_ref(), Ok(&line)),
        Err(wrong) => assert!(wrong.column() <= input.chars().count() + 1, "{wrong}"),
    }
}
