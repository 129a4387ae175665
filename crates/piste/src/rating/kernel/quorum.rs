//! Naked sets, hidden sets and fish: one question, asked of three tables.
//!
//! There are some *askers*, each with a set of things it could take: cells with their digits,
//! digits with their places in a house, lines with their places along the other direction.
//! If n askers have only n things between them, a *quorum*, they use these up, and nobody else
//! can have them.
//!
//! Quorums are found by adding one asker after the other as long as there are not too many things. The
//! order in which they come matters to those who take the first, or draw one by its number:
//!
//! ```text
//!  Turn::Listed   12 13 14 23 24 34    the first member changes slowest
//!  Turn::Binary   12 13 23 14 24 34    increasing binary value: the last member changes slowest
//! ```
//!
//! The two differ only in where the next asker comes from: behind the last one chosen, or before it.

use super::mask::{Mask, bits, count};
use super::space::SIDE;
use std::ops::ControlFlow::{self, Continue};

/// In which order quorums come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rating) enum Turn {
    /// The first member changes slowest.
    Listed,
    /// In increasing binary value.
    Binary,
}

/// Which of the askers have at least two things and at most `most`.
#[inline]
pub(in crate::rating) fn fitting(askers: &[Mask; SIDE], most: usize) -> Mask {
    let fits = |things: &Mask| Mask::from((2..=most).contains(&count(*things)));
    askers.iter().enumerate().fold(0, |fit, (at, things)| fit | fits(things) << at)
}

/// Calls `visit` with every `size` askers that have exactly `size` things between them, each two
/// or more of them, and with these things, until it says stop.
#[inline]
pub(in crate::rating) fn quorums(
    askers: &[Mask; SIDE],
    size: usize,
    turn: Turn,
    mut visit: impl FnMut(Mask, Mask) -> ControlFlow<()>,
) {
    quorums_among(fitting(askers, size), askers, size, turn, &mut visit);
}

/// The same for one who knows which of the askers have at least two things and at most `size`.
#[inline]
pub(in crate::rating) fn quorums_among(
    fit: Mask,
    askers: &[Mask; SIDE],
    size: usize,
    turn: Turn,
    mut visit: impl FnMut(Mask, Mask) -> ControlFlow<()>,
) {
    let number = count(fit);
    if number < size {
        return;
    }
    let mut fitting = [0; SIDE];
    fitting.iter_mut().zip(bits(fit)).for_each(|(slot, at)| *slot = at);
    if size == 2 {
        // Two that have two each have the same two.
        let mut see = |one: usize, other: usize| {
            let (one, other) = (fitting[one], fitting[other]);
            match askers[one] == askers[other] {
                true => visit(1 << one | 1 << other, askers[one]),
                false => Continue(()),
            }
        };
        let _ = match turn {
            Turn::Listed => {
                (0..number).try_for_each(|a| (a + 1..number).try_for_each(|b| see(a, b)))
            }
            Turn::Binary => (1..number).try_for_each(|b| (0..b).try_for_each(|a| see(a, b))),
        };
    } else {
        let search = Search { askers, size, turn };
        let _ = search.grow(&fitting[..number], size, (0, 0), &mut visit);
    }
}

/// Whether anybody but those chosen has one of the things.
#[inline]
pub(in crate::rating) fn is_wanted(askers: &[Mask; SIDE], chosen: Mask, things: Mask) -> bool {
    let others = askers.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 0);
    others.fold(0, |all, (_, things)| all | things) & things != 0
}

struct Search<'a> {
    askers: &'a [Mask; SIDE],
    size: usize,
    turn: Turn,
}

impl Search<'_> {
    /// Adds `missing` more askers from `from`, as long as there are not too many things.
    fn grow(
        &self,
        from: &[usize],
        missing: usize,
        (chosen, things): (Mask, Mask),
        visit: &mut impl FnMut(Mask, Mask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if missing == 0 {
            return if count(things) == self.size { visit(chosen, things) } else { Continue(()) };
        }
        // Without so many behind or before it an asker cannot be the next.
        let next = match self.turn {
            Turn::Listed => 0..(from.len() + 1).saturating_sub(missing),
            Turn::Binary => missing - 1..from.len(),
        };
        for at in next {
            let more = things | self.askers[from[at]];
            if count(more) <= self.size {
                let rest = match self.turn {
                    Turn::Listed => &from[at + 1..],
                    Turn::Binary => &from[..at],
                };
                self.grow(rest, missing - 1, (chosen | 1 << from[at], more), visit)?;
            }
        }
        Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::kernel::mask::{ALL, bits, tuples};
    use piste_core::Rng;

    /// All sets of askers are gone through; the order is that of their numbers or of their members.
    #[test]
    fn quorums_are_those_of_all_sets_in_turn() {
        let mut rng = Rng::new(3);
        let mut seen = 0;
        for _ in 0..2_000 {
            let few = 2 + rng.below(4);
            let askers: [Mask; SIDE] = std::array::from_fn(|_| {
                (0..rng.below(5)).fold(0, |things, _| things | 1 << rng.below(few + 2))
            });
            for size in 2..=4 {
                let union = |set: Mask| bits(set).fold(0, |all, at| all | askers[at]);
                let is_one = |set: &Mask| {
                    count(union(*set)) == size && bits(*set).all(|at| count(askers[at]) >= 2)
                };
                let mut expected: Vec<Mask> = tuples(size, ALL).filter(is_one).collect();
                assert!(expected.is_sorted());
                let mut found = Vec::new();
                for turn in [Turn::Binary, Turn::Listed] {
                    found.clear();
                    quorums(&askers, size, turn, |chosen, things| {
                        assert_eq!(things, union(chosen));
                        found.push(chosen);
                        Continue(())
                    });
                    assert_eq!(found, expected);
                    expected.sort_by_key(|set| bits(*set).collect::<Vec<usize>>());
                }
                seen += found.len();
                for &set in &found {
                    let outside = union(ALL & !set) & union(set) != 0;
                    assert_eq!(is_wanted(&askers, set, union(set)), outside);
                    assert_eq!(set & !fitting(&askers, size), 0);
                }
            }
        }
        assert!(seen > 2_000, "{seen}");
    }
}
