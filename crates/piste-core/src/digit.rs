//! The nine digits.
//!
//! A [`Digit`] is an enum rather than a number so that a digit, an index into a
//! per-digit table and a count can never be mistaken for one another, and so that the
//! compiler knows there are only nine of them.

use std::fmt;

/// One of the digits 1 to 9.
///
/// ```
/// use piste_core::Digit;
///
/// let seven = Digit::new(7).unwrap();
/// assert_eq!(seven, Digit::D7);
/// assert_eq!(seven.index(), 6);
/// assert_eq!(seven.to_string(), "7");
/// assert_eq!(Digit::new(0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Digit {
    /// 1
    D1 = 1,
    /// 2
    D2,
    /// 3
    D3,
    /// 4
    D4,
    /// 5
    D5,
    /// 6
    D6,
    /// 7
    D7,
    /// 8
    D8,
    /// 9
    D9,
}

impl Digit {
    /// How many digits there are.
    pub const COUNT: usize = 9;

    /// All digits, ascending.
    pub const ALL: [Digit; Digit::COUNT] = {
        use Digit::*;
        [D1, D2, D3, D4, D5, D6, D7, D8, D9]
    };

    /// The digit with this face value, if it is one of 1 to 9.
    #[inline]
    pub const fn new(value: u8) -> Option<Digit> {
        if value >= 1 && value <= 9 { Some(Digit::ALL[value as usize - 1]) } else { None }
    }

    /// The digit at this index: 0 is the digit 1.
    ///
    /// # Panics
    /// If `index` is 9 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Digit {
        Digit::ALL[index]
    }

    /// The digit written as this ASCII character, `'1'` to `'9'`.
    #[inline]
    pub const fn from_char(c: char) -> Option<Digit> {
        match c {
            '1'..='9' => Digit::new(c as u8 - b'0'),
            _ => None,
        }
    }

    /// The face value, 1 to 9.
    #[inline]
    pub const fn get(self) -> u8 {
        self as u8
    }

    /// The index in per-digit tables, 0 to 8.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// The digit as an ASCII character.
    #[inline]
    pub const fn to_char(self) -> char {
        (b'0' + self as u8) as char
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.get(), f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_indices_and_characters_agree() {
        for (index, digit) in Digit::ALL.into_iter().enumerate() {
            assert_eq!(digit.index(), index);
            assert_eq!(Digit::from_index(index), digit);
            assert_eq!(Digit::new(digit.get()), Some(digit));
            assert_eq!(Digit::from_char(digit.to_char()), Some(digit));
        }
        assert_eq!(Digit::new(10), None);
        assert_eq!(Digit::from_char('0'), None);
        assert_eq!(size_of::<Option<Digit>>(), 1);
    }
}
