//! The words of boards of every shape: cells, digits, houses, sets and tables.
//!
//! The classic 9×9 has words of its own ([`Cell`](crate::Cell), [`Digit`](crate::Digit) and so on), made
//! for it at compile time. These are for all other shapes. They are different types, so a classic
//! cell cannot be put on a 16×16 board.
//!
//! A word must tell its name without being told the shape: a [`Cell`] prints as `r5c2`, a [`House`]
//! as `window 1`. So cells are numbered with a fixed stride, and houses in fixed ranges:
//!
//! ```text
//!  Cell<N>:  row · N + column, N the greatest side that this width has room for.
//!            On a smaller board the numbers have gaps; a bit that is never set costs nothing.
//!  House:    0‥ rows  25‥ columns  50‥ boxes  75‥ regions  100‥ groups  125‥ windows
//!            141‥ diagonals  143 centre dot  144 asterisk  145‥ extra regions
//! ```

mod candidates;
mod classic;
mod sets;

pub use candidates::CandidateSet;
pub use sets::{Element, Iter, Set, Table};

use crate::shape::Kind;
use std::fmt::{self, Write};
use std::num::NonZeroU8;

/// How a digit is written: 1 to 9, then A to P; `.` for 0, which is no digit.
pub const fn symbol(value: u8) -> char {
    match value {
        0 => '.',
        1..=9 => (b'0' + value) as char,
        _ => (b'A' + value - 10) as char,
    }
}

/// Writes the name of a cell, `r5c2`; rows and columns are counted from 0, and there are at most 99.
pub(crate) fn write_cell(f: &mut fmt::Formatter<'_>, row: usize, column: usize) -> fmt::Result {
    let mut name = [0; 6];
    let mut end = 0;
    for (letter, number) in [(b'r', row + 1), (b'c', column + 1)] {
        let tens = (number / 10) as u8;
        let signs =
            [Some(letter), (tens > 0).then_some(b'0' + tens), Some(b'0' + (number % 10) as u8)];
        for sign in signs.into_iter().flatten() {
            name[end] = sign;
            end += 1;
        }
    }
    f.write_str(std::str::from_utf8(&name[..end]).expect("letters and digits are ASCII"))
}

/// A cell of a board with at most `N` cells a side.
///
/// ```
/// use piste_core::general::Cell;
///
/// let cell = Cell::<25>::at(11, 3).unwrap();
/// assert_eq!(cell.to_string(), "r12c4");
/// assert_eq!((cell.row(), cell.column()), (11, 3));
/// assert_eq!(Cell::<11>::at(11, 3), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<const N: usize>(u16);

impl<const N: usize> Cell<N> {
    /// The cell at this row and column, both counted from 0, if they are below `N`.
    #[inline]
    pub const fn at(row: usize, column: usize) -> Option<Cell<N>> {
        if row < N && column < N { Some(Cell((row * N + column) as u16)) } else { None }
    }

    /// The row's number, from 0 at the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.0 as usize / N
    }

    /// The column's number, from 0 at the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize % N
    }
}

impl<const N: usize> Element for Cell<N> {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    fn from_index(index: usize) -> Cell<N> {
        Cell(index as u16)
    }
}

impl<const N: usize> fmt::Display for Cell<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cell(f, self.row(), self.column())
    }
}

impl<const N: usize> fmt::Debug for Cell<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the digits 1 to 25. It prints as one sign: 1 to 9, then A to P.
///
/// ```
/// use piste_core::general::Digit;
///
/// let ten = Digit::new(10).unwrap();
/// assert_eq!((ten.to_string(), ten.get()), ("A".to_owned(), 10));
/// assert_eq!(Digit::new(26), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The greatest number of digits that a board may have.
    pub const MOST: usize = 25;

    /// The digit with this face value, if it is one of 1 to 25.
    #[inline]
    pub const fn new(value: u8) -> Option<Digit> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() as usize <= Digit::MOST => Some(Digit(value)),
            _ => None,
        }
    }

    /// The face value, from 1.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }
}

impl Element for Digit {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.get()) - 1
    }

    #[inline]
    fn from_index(index: usize) -> Digit {
        Digit(NonZeroU8::MIN.saturating_add(index as u8))
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&symbol(self.get()), f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A house of a board of any shape.
///
/// ```
/// use piste_core::general::House;
/// use piste_core::shape::{Kind, Shape};
///
/// let shape: Shape = "9x9+x+windoku".parse().unwrap();
/// let names: Vec<String> = shape.houses().skip(26).map(|house| house.to_string()).collect();
/// assert_eq!(names[..4], ["box 9", "falling diagonal", "rising diagonal", "window 1"]);
/// assert_eq!(shape.houses().last().map(House::kind), Some(Kind::Window));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

/// Where the houses of each kind begin.
const STARTS: [(u8, Kind); 10] = [
    (145, Kind::Extra),
    (144, Kind::Asterisk),
    (143, Kind::CentreDot),
    (141, Kind::Diagonal),
    (125, Kind::Window),
    (100, Kind::Group),
    (75, Kind::Region),
    (50, Kind::Box),
    (25, Kind::Column),
    (0, Kind::Row),
];

impl House {
    /// How many extra regions a shape may have.
    pub(crate) const MOST_EXTRA: usize = 64;

    /// The house of this kind with this number, counted from 0.
    pub(crate) fn new(kind: Kind, number: usize) -> House {
        let start = STARTS.iter().find(|(_, known)| *known == kind).map_or(0, |(start, _)| *start);
        House(start + number as u8)
    }

    fn place(self) -> (u8, Kind) {
        let known = STARTS.into_iter().find(|(start, _)| *start <= self.0);
        known.unwrap_or((0, Kind::Row))
    }

    /// What sort of house it is.
    pub fn kind(self) -> Kind {
        self.place().1
    }

    /// The number among the houses of its kind, from 0.
    pub fn number(self) -> usize {
        usize::from(self.0 - self.place().0)
    }
}

impl Element for House {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    fn from_index(index: usize) -> House {
        House(index as u8)
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number();
        let name = match self.kind() {
            Kind::Row => "row",
            Kind::Column => "column",
            Kind::Box => "box",
            Kind::Region => "region",
            Kind::Group => "group",
            Kind::Window => "window",
            Kind::Diagonal => {
                return f.write_str(if number == 0 {
                    "falling diagonal"
                } else {
                    "rising diagonal"
                });
            }
            Kind::CentreDot => return f.write_str("centre dot"),
            Kind::Asterisk => return f.write_str("asterisk"),
            Kind::Extra => "extra region",
        };
        write!(f, "{name} {}", number + 1)
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate<const N: usize> {
    cell: Cell<N>,
    digit: Digit,
}

impl<const N: usize> Candidate<N> {
    /// This digit in this cell.
    #[inline]
    pub const fn new(cell: Cell<N>, digit: Digit) -> Candidate<N> {
        Candidate { cell, digit }
    }

    /// The cell.
    #[inline]
    pub const fn cell(self) -> Cell<N> {
        self.cell
    }

    /// The digit.
    #[inline]
    pub const fn digit(self) -> Digit {
        self.digit
    }
}

impl<const N: usize> Element for Candidate<N> {
    #[inline]
    fn index(self) -> usize {
        self.cell.index() * Digit::MOST + self.digit.index()
    }

    #[inline]
    fn from_index(index: usize) -> Candidate<N> {
        let (cell, digit) = (index / Digit::MOST, index % Digit::MOST);
        Candidate { cell: Cell::from_index(cell), digit: Digit::from_index(digit) }
    }
}

impl<const N: usize> fmt::Display for Candidate<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.cell, f)?;
        f.write_char('=')?;
        f.write_char(symbol(self.digit.get()))
    }
}

impl<const N: usize> fmt::Debug for Candidate<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_house_knows_its_kind_and_number() {
        for (kind, count) in [
            (Kind::Row, 25),
            (Kind::Column, 25),
            (Kind::Box, 25),
            (Kind::Region, 25),
            (Kind::Group, 25),
            (Kind::Window, 16),
            (Kind::Diagonal, 2),
            (Kind::CentreDot, 1),
            (Kind::Asterisk, 1),
            (Kind::Extra, House::MOST_EXTRA),
        ] {
            for number in 0..count {
                let house = House::new(kind, number);
                assert_eq!((house.kind(), house.number()), (kind, number));
            }
        }
    }

    #[test]
    fn signs_are_those_of_base_36() {
        for value in 0..=25 {
            assert_eq!(
                symbol(value).to_digit(36).filter(|_| value > 0),
                Some(u32::from(value)).filter(|_| value > 0)
            );
        }
        assert_eq!(size_of::<Option<Digit>>(), 1);
    }
}
