//! Levels of equal count: the n bands into which many puzzles fall by one of their values.
//!
//! How hard is "medium"? One answer needs no opinion: rate many puzzles, put them in order, and
//! cut the row into n parts of equal length. `hsolve in 3/5` is the third of five, counted from the easiest.
//!
//! ```text
//!   easy                                                        hard
//!   ├───── 1/5 ────┼──── 2/5 ────┼──── 3/5 ───┼──── 4/5 ────┼── 5/5 ──┤
//!                  ▲ an edge: a value; as hard as that or harder is on this side of it
//! ```
//!
//! Puzzles that have the same value cannot be told apart, so they stay together: an edge is always
//! a value that puzzles have, and of all values it is the one that leaves nearest to j/n of the puzzles
//! on its easy side (or none: then nothing is harder). Said of the values: each belongs to the
//! band in which the middle one of the puzzles that have it stands, and if that is on an edge, to the easier
//! one. So every value is in exactly one band, whether a puzzle of the sample has it or not. Where a
//! metric has few values, the bands are unequal, and some are empty: nothing is in them, and
//! to ask for one is an error.
//!
//! Which puzzles are meant is not known here: the table, [`Ranks`], is handed in.

use super::condition::{Figure, Op, Operand, Term};
use super::{Column, Harder};
use std::fmt;

/// The most bands that a scale is cut into.
pub const MOST_BANDS: u32 = 1000;

/// A band: which, counted from 1, the easiest, and of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Band {
    nth: u32,
    of: u32,
}

impl Band {
    /// The band with this number, if there are so many.
    ///
    /// ```
    /// use piste::rating::Band;
    ///
    /// assert_eq!(Band::new(3, 5).unwrap().to_string(), "3/5");
    /// assert_eq!(Band::new(6, 5), None);
    /// ```
    pub fn new(nth: u32, of: u32) -> Option<Band> {
        ((1..=MOST_BANDS).contains(&of) && (1..=of).contains(&nth)).then_some(Band { nth, of })
    }

    /// Which one, counted from 1, the easiest.
    pub fn nth(self) -> u32 {
        self.nth
    }

    /// How many bands there are.
    pub fn of(self) -> u32 {
        self.of
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.nth, self.of))
    }
}

/// How the values of a column are spread over many puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    harder: Harder,
    /// Values from easy to hard, each with the share of puzzles that are easier.
    cuts: Vec<(f64, f64)>,
}

impl Ranks {
    /// Of some values, as [places](Column::place), the share of puzzles that are easier than each, from
    /// 0 to 1; in any order.
    pub fn new(harder: Harder, cuts: impl IntoIterator<Item = (f64, f64)>) -> Ranks {
        let mut cuts: Vec<(f64, f64)> = cuts.into_iter().collect();
        cuts.sort_by(|a, b| match harder {
            Harder::Up => a.0.total_cmp(&b.0),
            Harder::Down => b.0.total_cmp(&a.0),
        });
        Ranks { harder, cuts }
    }

    /// Of these values, as [places](Column::place), each with how many puzzles have it; in any
    /// order.
    ///
    /// ```
    /// use piste::rating::{Harder, Ranks};
    ///
    /// let ranks = Ranks::of(Harder::Up, (1..=100).map(|value| (f64::from(value), 1)));
    /// let fifths = ranks.bands(5).unwrap();
    /// assert_eq!([1.0, 20.0, 21.0, 100.0, 1e9].map(|value| fifths.of(value)), [1, 1, 2, 5, 5]);
    /// ```
    pub fn of(harder: Harder, values: impl IntoIterator<Item = (f64, u64)>) -> Ranks {
        let mut ranks = Ranks::new(harder, values.into_iter().map(|(v, count)| (v, count as f64)));
        ranks.cuts.dedup_by(|next, kept| {
            let is_same = next.0.total_cmp(&kept.0).is_eq();
            kept.1 += if is_same { next.1 } else { 0.0 };
            is_same
        });
        let total: f64 = ranks.cuts.iter().map(|(_, count)| count).sum();
        let mut easier = 0.0;
        for (_, count) in &mut ranks.cuts {
            let before = easier;
            easier += *count;
            *count = before / total;
        }
        ranks
    }

    /// So many bands of equal count, as near as can be; nothing if there are no values, or no such number of bands.
    pub fn bands(&self, of: u32) -> Option<Bands> {
        if self.cuts.is_empty() || !(1..=MOST_BANDS).contains(&of) {
            return None;
        }
        let edge = |nth: u32| {
            let wanted = f64::from(nth) / f64::from(of);
            let off = |share: f64| (share - wanted).abs();
            // The last of those that are equally near is the hardest: a tie goes to the easier band.
            let nearest = self.cuts.iter().rev().min_by(|a, b| off(a.1).total_cmp(&off(b.1)))?;
            (off(nearest.1) < off(1.0)).then_some(nearest.0)
        };
        Some(Bands { harder: self.harder, edges: (1..of).map(edge).collect() })
    }
}

/// The values of a column, cut into bands of equal count.
#[derive(Clone, Debug, PartialEq)]
pub struct Bands {
    harder: Harder,
    /// Where each band but the first begins: with this value; nothing if it is beyond all values.
    edges: Vec<Option<f64>>,
}

impl Bands {
    /// Which band a value is in, given as its [place](Column::place), counted from 1, the easiest.
    pub fn of(&self, place: f64) -> u32 {
        let is_as_hard = |edge: &&Option<f64>| {
            edge.is_some_and(|edge| match self.harder {
                Harder::Up => place >= edge,
                Harder::Down => place <= edge,
            })
        };
        1 + self.edges.iter().take_while(is_as_hard).count() as u32
    }

    /// How many bands there are.
    pub fn count(&self) -> u32 {
        self.edges.len() as u32 + 1
    }

    /// The value that the band of this number begins with, if it is not the first, and the one that the
    /// next begins with, if there is any; nothing if no value is in it.
    fn range(&self, nth: u32) -> Option<(Option<f64>, Option<f64>)> {
        let edge = |nth: u32| self.edges.get(nth as usize).copied().flatten();
        let from = if nth == 1 { None } else { Some(edge(nth - 2)?) };
        let until = edge(nth - 1);
        // Several edges may be the same value. The easiest value is in the last band that begins with it.
        let is_empty = from.is_some() && from == until;
        (!is_empty).then_some((from, until))
    }

    /// What it means that the value of this column is in the band of this number; a sentence if no value is.
    pub(super) fn term(&self, column: Column, nth: u32) -> Result<Term, String> {
        let (as_hard, easier, easiest) = match self.harder {
            Harder::Up => (Op::AtLeast, Op::Below, f64::NEG_INFINITY),
            Harder::Down => (Op::AtMost, Op::Above, f64::INFINITY),
        };
        let compare = |op, bound| Term::Compare(column, op, Operand::Number(Figure::of(bound)));
        let all = self.count();
        match self.range(nth) {
            None => Err(format!(
                "no value of {column} is in {nth}/{all}: too many puzzles have the same one, so ask for fewer bands"
            )),
            // The whole scale: whatever has a value.
            Some((None, None)) => Ok(compare(as_hard, easiest)),
            Some((from, until)) => {
                let ends =
                    [from.map(|from| compare(as_hard, from)), until.map(|u| compare(easier, u))];
                Ok(Term::Both(ends.into_iter().flatten().collect()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::{Condition, Value};

    /// Another way to say it: a value is in the band in which the middle of its puzzles stands.
    fn by_middle(values: &[(f64, u64)], harder: Harder, of: u32, value: f64) -> u32 {
        let total: u64 = values.iter().map(|(_, count)| count).sum();
        let is_easier =
            |other: f64| if harder == Harder::Up { other < value } else { other > value };
        let easier: u64 =
            values.iter().filter(|(v, _)| is_easier(*v)).map(|(_, count)| count).sum();
        let own: u64 = values.iter().filter(|(v, _)| *v == value).map(|(_, count)| count).sum();
        // ceil(n · middle), in whole numbers: the middle is (2 · easier + own) / (2 · total).
        let wanted = (u64::from(of) * (2 * easier + own)).div_ceil(2 * total);
        wanted as u32
    }

    #[test]
    fn every_value_is_in_the_band_of_its_middle() {
        let few = [(1.0, 40), (2.0, 25), (3.0, 20), (4.0, 14), (f64::INFINITY, 1)];
        let spread: Vec<(f64, u64)> =
            (0..97).map(|v| (f64::from(v) * 1.5, 1 + v as u64 % 3)).collect();
        for values in [&few[..], &spread, &[(7.0, 3)]] {
            for harder in [Harder::Up, Harder::Down] {
                let ranks = Ranks::of(harder, values.iter().copied());
                for of in [1, 2, 3, 4, 5, 7, 10, 33] {
                    let bands = ranks.bands(of).unwrap();
                    for (value, _) in values {
                        let expected = by_middle(values, harder, of, *value);
                        assert_eq!(bands.of(*value), expected, "{value} of {of} {harder:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn distinct_values_fall_into_equal_parts() {
        for harder in [Harder::Up, Harder::Down] {
            let ranks = Ranks::of(harder, (0..1_000).map(|v| (f64::from(v), 1)));
            for of in [1, 2, 4, 5, 8, 10, 100] {
                let bands = ranks.bands(of).unwrap();
                let mut counts = vec![0; of as usize];
                (0..1_000).for_each(|v| counts[bands.of(f64::from(v)) as usize - 1] += 1);
                assert!(counts.iter().all(|&count| count == 1_000 / of), "{of}: {counts:?}");
            }
            assert_eq!(ranks.bands(4).unwrap().of(0.0), if harder == Harder::Up { 1 } else { 4 });
        }
    }

    /// Of any value the condition of exactly one band holds: of that which the table names.
    #[test]
    fn conditions_hold_of_one_band_each() {
        for (name, values) in [
            ("hsolve", vec![(100.0, 5), (200.0, 1), (250.5, 7), (300.0, 2), (1e4, 9)]),
            ("umbrella", vec![(1.0, 4), (2.0, 9), (3.0, 2), (f64::INFINITY, 1)]),
            ("givens", (20..34).map(|v| (f64::from(v), 1 + v as u64 % 4)).collect()),
            ("colour", vec![(0.0, 6), (1.0, 4), (2.0, 2), (3.0, 1)]),
        ] {
            let column = Column::named(name).unwrap();
            let ranks = Ranks::of(column.metric().info().harder, values);
            for of in [1, 2, 3, 5, 9] {
                let bands = ranks.bands(of).unwrap();
                let read =
                    |nth| Condition::read(&format!("{name} in {nth}/{of}"), &|_| Ok(ranks.clone()));
                let asked =
                    [0.0, 1.0, 2.0, 3.0, 21.5, 27.0, 100.0, 249.0, 250.5, 299.0, 301.0, 1e9];
                let words = ["above", "green", "black"].map(Value::Word);
                for value in asked.map(|v| Value::Number(v, 1)).into_iter().chain(words) {
                    let holding: Vec<u32> = (1..=of)
                        .filter(|&nth| read(nth).is_ok_and(|c| c.holds(|_| Some(value))))
                        .collect();
                    assert_eq!(holding, [bands.of(column.place(value))], "{name} {value} of {of}");
                }
                // Of what is missing none holds.
                assert!(
                    (1..=of).all(|n| read(n).is_ok_and(|c| !c.holds(|_| None)) || read(n).is_err())
                );
            }
        }
    }

    #[test]
    fn a_band_without_values_is_an_error() {
        let column = Column::named("umbrella").unwrap();
        let ranks = Ranks::of(Harder::Up, [(1.0, 50), (2.0, 50)]);
        let bands = ranks.bands(4).unwrap();
        assert_eq!([1.0, 2.0].map(|v| bands.of(v)), [1, 3], "each in the easier of its two");
        let wrong = bands.term(column, 2).unwrap_err();
        assert!(wrong.starts_with("no value of umbrella is in 2/4: "), "{wrong}");
        assert!(bands.term(column, 4).is_err() && bands.term(column, 3).is_ok());
        assert_eq!(Ranks::of(Harder::Up, []).bands(3), None);
        assert_eq!((ranks.bands(0), ranks.bands(MOST_BANDS + 1)), (None, None));
    }

    #[test]
    fn a_condition_on_a_band_can_be_climbed() {
        let ranks = Ranks::of(Harder::Up, (0..1_000).map(|v| (f64::from(v), 1)));
        let read = |text: &str| Condition::read(text, &|_| Ok(ranks.clone())).unwrap();
        let third = read("hsolve in 3/5");
        let at = |value: f64| move |_: Column| Some(Value::Number(value, 1));
        assert_eq!(third.to_string(), "hsolve in 3/5");
        assert_eq!(third.distance(at(400.0)), 0.0);
        assert!(third.distance(at(100.0)) > third.distance(at(300.0)));
        assert!(third.pull(at(100.0)) > 0.0 && third.pull(at(700.0)) < 0.0);
        assert_eq!(third.pull(at(500.0)), 0.0);
        assert_eq!(third.at_odds(), None);
        assert!(read("hsolve in 3/5 and hsolve in 1/5").at_odds().is_some());
        assert!(read("hsolve in 3/5 and hsolve in 2/4").at_odds().is_none());
        // Where less is harder, easier is more.
        let ranks = Ranks::of(Harder::Down, (17..37).map(|v| (f64::from(v), 1)));
        let hardest = Condition::read("givens in 4/4", &|_| Ok(ranks.clone())).unwrap();
        assert!(hardest.holds(at(17.0)) && hardest.holds(at(21.0)) && !hardest.holds(at(22.0)));
        assert!(hardest.pull(at(30.0)) > 0.0);
    }
}
