//! The words of the game for [serde](https://serde.rs): each as the text that people have for it.
//!
//! Only with the feature `serde`. A cell is `r5c2`, a digit `7`, a house `box 3`, a candidate
//! `r5c2=7`; grids, puzzles and solutions are lines of 81 characters, symmetries and
//! transformations what they print as. So a file of them can be read by eye, and does not depend on
//! how they are kept in memory. What is read is checked: the text of a puzzle is proved again, and
//! a line with an empty cell, or one that breaks the rules, is no solution.

use crate::symmetry::{Symmetry, Transformation};
use crate::{Candidate, Cell, Digit, Grid, House, Puzzle, Solution};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// What prints as a text and can be read from it again.
trait AsText: fmt::Display + Sized {
    /// What is expected, for whoever wrote something else.
    const EXPECTED: &'static str;

    fn of_text(text: &str) -> Result<Self, String>;
}

/// Reads a text, whether it is borrowed or not.
struct Reader<T>(PhantomData<T>);

impl<T: AsText> Visitor<'_> for Reader<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::of_text(text).map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($what:ty, $expected:literal, $read:expr;)*) => {$(
        impl AsText for $what {
            const EXPECTED: &'static str = $expected;

            fn of_text(text: &str) -> Result<$what, String> {
                let read: fn(&str) -> Result<$what, String> = $read;
                read(text)
            }
        }

        impl Serialize for $what {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $what {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$what, D::Error> {
                deserializer.deserialize_str(Reader(PhantomData))
            }
        }
    )*};
}

as_text! {
    Cell, "a cell such as r5c2", |text| text.parse().map_err(said);
    Digit, "a digit from 1 to 9", |text| among(Digit::ALL, text, "a digit from 1 to 9");
    House, "a house such as box 3", |text| among(House::ALL, text, "a house such as box 3");
    Candidate, "a candidate such as r5c2=7", candidate;
    Grid, "a grid as a line of 81 characters", |text| text.parse().map_err(said);
    Solution, "a full grid as a line of 81 digits", solution;
    Puzzle, "a puzzle as a line of 81 characters", puzzle;
    Symmetry, "the name of a symmetry", |text| text.parse().map_err(said);
    Transformation, "a transformation as it prints", |text| text.parse().map_err(said);
}

fn said(wrong: impl fmt::Display) -> String {
    wrong.to_string()
}

/// The one of these that prints so.
fn among<T: fmt::Display + Copy>(
    all: impl IntoIterator<Item = T>,
    text: &str,
    expected: &str,
) -> Result<T, String> {
    let found = all.into_iter().find(|one| one.to_string() == text);
    found.ok_or_else(|| format!("expected {expected}, found {text:?}"))
}

fn candidate(text: &str) -> Result<Candidate, String> {
    let wrong = || format!("expected a candidate such as r5c2=7, found {text:?}");
    let (cell, digit) = text.split_once('=').ok_or_else(wrong)?;
    let cell = cell.parse().map_err(|_| wrong())?;
    Ok(Candidate::new(cell, among(Digit::ALL, digit, "a digit").map_err(|_| wrong())?))
}

fn solution(text: &str) -> Result<Solution, String> {
    let grid: Grid = text.parse().map_err(said)?;
    Solution::new(&grid).ok_or_else(|| "expected a full grid that keeps the rules".to_owned())
}

fn puzzle(text: &str) -> Result<Puzzle, String> {
    Puzzle::prove(&text.parse().map_err(said)?).map_err(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use serde::de::value::{Error as Wrong, StrDeserializer};

    /// A formatter is a serializer, too: it writes the text.
    struct Written<T>(T);

    impl<T: Serialize> fmt::Display for Written<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    fn read<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, Wrong> {
        T::deserialize(StrDeserializer::<Wrong>::new(text))
    }

    fn round<T>(thing: &T, text: &str)
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + fmt::Debug,
    {
        assert_eq!(Written(thing).to_string(), text);
        assert_eq!(read::<T>(text).as_ref(), Ok(thing));
    }

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn everything_comes_back_as_it_was() {
        round(&Cell::at(4, 1), "r5c2");
        round(&Candidate::new(Cell::at(4, 1), Digit::ALL[6]), "r5c2=7");
        Cell::ALL.iter().for_each(|cell| round(cell, &cell.to_string()));
        Digit::ALL.iter().for_each(|digit| round(digit, &digit.to_string()));
        House::ALL.iter().for_each(|house| round(house, &house.to_string()));
        let grid: Grid = EASY.parse().unwrap();
        round(&grid, EASY);
        let puzzle = Puzzle::prove(&grid).unwrap();
        round(&puzzle, EASY);
        round(puzzle.solution(), &puzzle.solution().to_string());
        Symmetry::ALL.iter().for_each(|symmetry| round(symmetry, &symmetry.to_string()));
        let moved = Transformation::random(&mut Rng::new(7));
        round(&moved, &moved.to_string());
    }

    #[test]
    fn what_is_wrong_is_refused_with_a_sentence() {
        let wrong = |refused: Result<String, Wrong>| refused.unwrap_err().to_string();
        fn of<T: for<'de> Deserialize<'de> + fmt::Display>(text: &str) -> Result<String, Wrong> {
            read::<T>(text).map(|thing| thing.to_string())
        }
        assert_eq!(wrong(of::<Cell>("r0c1")), "expected a cell such as r5c2");
        assert_eq!(wrong(of::<Digit>("0")), "expected a digit from 1 to 9, found \"0\"");
        assert_eq!(
            wrong(of::<House>("box 10")),
            "expected a house such as box 3, found \"box 10\""
        );
        assert!(wrong(of::<Candidate>("r1c1")).contains("r5c2=7"));
        assert!(wrong(of::<Puzzle>(&".".repeat(81))).contains("more than one solution"));
        assert!(wrong(of::<Solution>(EASY)).contains("full grid"));
        assert!(of::<Grid>("53").is_err());
        assert!(of::<Symmetry>("crooked").is_err());
        assert!(of::<Transformation>("crooked").is_err());
    }
}
