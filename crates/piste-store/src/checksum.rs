//! A checksum that grows with its file.
//!
//! It is FNV-1a of 64 bits. Every step of it can be undone, so one changed byte always changes
//! the sum. It is no defence against somebody who wants to deceive.

use std::fmt;
use std::str::FromStr;

/// A checksum of bytes.
///
/// ```
/// use piste_store::checksum::Checksum;
///
/// let mut whole = Checksum::default();
/// whole.add(b"a line\n");
/// let mut parts = Checksum::default();
/// parts.add(b"a ");
/// parts.add(b"line\n");
/// assert_eq!(whole, parts);
/// assert_eq!(whole.to_string().parse(), Ok(whole));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Goes on with these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Checksum {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Checksum, Self::Err> {
        u64::from_str_radix(text, 16).map(Checksum)
    }
}
