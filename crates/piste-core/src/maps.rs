//! Tables with one entry per cell, digit or house.
//!
//! They are arrays that can only be indexed by the right kind of thing.

use crate::{Cell, Digit, House};
use std::fmt;
use std::ops::{Index, IndexMut};

macro_rules! typed_map {
    ($(#[$doc:meta])* $Map:ident by $Key:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Map<T>([T; $Key::COUNT]);

        impl<T> $Map<T> {
            /// The table with these entries, in the order of their keys' indices.
            #[inline]
            pub const fn new(entries: [T; $Key::COUNT]) -> $Map<T> {
                $Map(entries)
            }

            /// The table whose entry for each key is what `entry` says.
            #[inline]
            pub fn from_fn(mut entry: impl FnMut($Key) -> T) -> $Map<T> {
                $Map(std::array::from_fn(|i| entry($Key::from_index(i))))
            }

            /// The entries in the order of their keys' indices.
            #[inline]
            pub const fn as_array(&self) -> &[T; $Key::COUNT] {
                &self.0
            }

            /// The entries to change, in the order of their keys' indices.
            #[inline]
            pub const fn as_mut_array(&mut self) -> &mut [T; $Key::COUNT] {
                &mut self.0
            }

            /// The table with every entry changed by `change`.
            #[inline]
            pub fn map<U>(self, change: impl FnMut(T) -> U) -> $Map<U> {
                $Map(self.0.map(change))
            }

            /// Keys and entries, ascending by key.
            pub fn iter(&self) -> impl ExactSizeIterator<Item = ($Key, &T)> {
                self.0.iter().enumerate().map(|(i, entry)| ($Key::from_index(i), entry))
            }
        }

        impl<T: Copy> $Map<T> {
            /// The table with the same entry for every key.
            #[inline]
            pub const fn filled(entry: T) -> $Map<T> {
                $Map([entry; $Key::COUNT])
            }
        }

        impl<T> Index<$Key> for $Map<T> {
            type Output = T;
            #[inline]
            fn index(&self, key: $Key) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> IndexMut<$Key> for $Map<T> {
            #[inline]
            fn index_mut(&mut self, key: $Key) -> &mut T {
                &mut self.0[key.index()]
            }
        }

        impl<T: fmt::Debug> fmt::Debug for $Map<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_map().entries(self.iter()).finish()
            }
        }
    };
}

typed_map! {
    /// A table with one entry per cell.
    ///
    /// ```
    /// use piste_core::{ByCell, Cell};
    ///
    /// let rows = ByCell::from_fn(Cell::row);
    /// assert_eq!(rows[Cell::at(4, 1)], 4);
    /// ```
    ByCell by Cell
}

typed_map! {
    /// A table with one entry per digit.
    ///
    /// ```
    /// use piste_core::{ByDigit, Digit};
    ///
    /// let mut counts = ByDigit::filled(0);
    /// counts[Digit::D4] += 1;
    /// assert_eq!(counts.as_array(), &[0, 0, 0, 1, 0, 0, 0, 0, 0]);
    /// ```
    ByDigit by Digit
}

typed_map! {
    /// A table with one entry per house.
    ///
    /// ```
    /// use piste_core::{ByHouse, House};
    ///
    /// let sizes = ByHouse::from_fn(|house| house.cells().len());
    /// assert_eq!(sizes[House::block(8)], 9);
    /// ```
    ByHouse by House
}
