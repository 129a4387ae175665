//! Minimal puzzles that can be solved by what may be known.
//!
//! Digging by hand ends where what is known solves nothing that has fewer givens. Some of those that are left could still be
//! *spared*: there is one solution without them, but it takes more to find it. On a 16×16 these are some five to thirty of
//! ninety, and drawing boards until there are none takes for ever. So they are exchanged:
//!
//! ```text
//!   a given that can be spared goes ──► others come until it can be solved again ──► dig
//!         ▲                                                                          │
//!         └────────── kept if no more can be spared than before ◄────────────────────┘
//! ```
//!
//! # Who is needed
//! A given is needed if another full board agrees with all the other givens. Where such a board differs from the solution
//! is remembered, since it goes on to speak: whenever a single given is left on those cells, that one is needed. So most
//! are never asked about twice. The exact search is asked only about what no board speaks for, and begins with the marks that
//! the quick board leaves, where little is open.

use super::{Known, Swift};
use piste_core::Rng;
use piste_core::search::General;
use std::ops::ControlFlow;

/// Exchanges after which it is given up.
pub(super) const EXCHANGES: usize = 2_000;

/// Exchanges in vain after which it is given up.
const PATIENCE: usize = 300;

/// The most givens that come for one that goes.
const COMING: usize = 8;

/// The guesses that the question about one given may take. What takes more counts as one that can be spared.
const GUESSES: u64 = 2_000;

/// Exchanges givens of one full board.
pub(super) struct Exchange<'a> {
    engine: &'a mut General,
    swift: &'a mut Swift,
    full: &'a [u8],
    /// What may be known.
    known: Known,
    /// The cells on which other full boards differ from this one, as words of 64.
    differing: Vec<Vec<u64>>,
}

impl<'a> Exchange<'a> {
    pub(super) fn new(
        engine: &'a mut General,
        swift: &'a mut Swift,
        full: &'a [u8],
        known: Known,
    ) -> Exchange<'a> {
        Exchange { engine, swift, full, known, differing: Vec::new() }
    }

    /// The givens of a minimal puzzle that can be solved by what is known, and that is `enough`; nothing if none was
    /// found. What is handed to `enough` is laid out.
    pub(super) fn minimal(
        &mut self,
        rng: &mut Rng,
        mut enough: impl FnMut(&mut Swift) -> bool,
        mut is_stopped: impl FnMut() -> bool,
    ) -> Option<Vec<u8>> {
        let mut givens = self.full.to_vec();
        let mut order: Vec<u16> = (0..givens.len() as u16).collect();
        rng.shuffle(&mut order);
        self.dig(&mut givens, &order);
        let mut spare = self.spare(&givens, usize::MAX)?;
        let mut in_vain = 0;
        for _ in 0..EXCHANGES {
            if is_stopped() || in_vain == PATIENCE {
                return None;
            }
            let gone = rng.pick(&spare).copied();
            if gone.is_none() {
                self.swift.lay_out(&givens);
                if enough(self.swift) {
                    return Some(givens);
                }
            }
            in_vain += 1;
            let most = spare.len().max(1);
            let Some((changed, others)) = self.exchanged(&givens, gone, most, rng) else {
                continue;
            };
            if others.len() < spare.len() {
                in_vain = 0;
            }
            (givens, spare) = (changed, others);
        }
        None
    }

    /// The puzzle without this given, or without any of them, and with others in its place; and what can be spared then, if
    /// it is no more than so many.
    fn exchanged(
        &mut self,
        givens: &[u8],
        gone: Option<u16>,
        most: usize,
        rng: &mut Rng,
    ) -> Option<(Vec<u8>, Vec<u16>)> {
        let mut changed = givens.to_vec();
        let mut there: Vec<u16> = cells(givens).collect();
        rng.shuffle(&mut there);
        let gone = gone.or_else(|| there.first().copied())?;
        there.retain(|&cell| cell != gone);
        changed[usize::from(gone)] = 0;
        let mut coming = Vec::new();
        loop {
            self.swift.lay_out(&changed);
            let Some(marks) = self.swift.stuck_at(self.known) else { break };
            let open = |&cell: &u16| cell != gone && marks[usize::from(cell)].count_ones() > 1;
            let open: Vec<u16> = (0..changed.len() as u16).filter(open).collect();
            let &cell = rng.pick(&open).filter(|_| coming.len() < COMING)?;
            changed[usize::from(cell)] = self.full[usize::from(cell)];
            coming.push(cell);
        }
        // Those that came go last, or they would go at once.
        there.append(&mut coming);
        self.dig(&mut changed, &there);
        let spare = self.spare(&changed, most)?;
        Some((changed, spare))
    }

    /// Takes givens away, in this order, for as long as what is known solves the rest.
    fn dig(&mut self, givens: &mut [u8], order: &[u16]) {
        let needed = self.needed(givens);
        // Without one that is needed there are two solutions, and nobody can solve it.
        let mut groups: Vec<&[u16]> = order.chunks(1).collect();
        groups.retain(|group| !holds(&needed, group[0]));
        self.swift.dig((self.full, givens), &groups, self.known, 0);
    }

    /// The givens that are known to be needed.
    fn needed(&self, givens: &[u8]) -> Vec<u64> {
        let given = words(givens.len(), cells(givens));
        let mut needed = vec![0; given.len()];
        for differing in &self.differing {
            note_if_single(&mut needed, differing, &given);
        }
        needed
    }

    /// The givens that could be left out, each on its own, if they are no more than so many.
    fn spare(&mut self, givens: &[u8], most: usize) -> Option<Vec<u16>> {
        let needed = self.needed(givens);
        let mut spare = Vec::new();
        for cell in cells(givens).filter(|&cell| !holds(&needed, cell)) {
            match self.other(givens, cell) {
                Some(other) => {
                    let differs = |&at: &u16| other[usize::from(at)] != self.full[usize::from(at)];
                    let differing = (0..givens.len() as u16).filter(differs);
                    self.differing.push(words(givens.len(), differing));
                }
                None if spare.len() == most => return None,
                None => spare.push(cell),
            }
        }
        Some(spare)
    }

    /// Another full board with all these givens but one, if one is found.
    fn other(&mut self, givens: &[u8], without: u16) -> Option<Vec<u8>> {
        let at = usize::from(without);
        let mut fewer = givens.to_vec();
        fewer[at] = 0;
        self.swift.lay_out(&fewer);
        let mut marks = self.swift.stuck_at(Known::of(Known::STRATEGIES))?;
        marks[at] &= !(1 << (self.full[at] - 1));
        let mut found = None;
        let _gave_up = self.engine.search(&marks, GUESSES, None, |other| {
            found = Some(other.to_vec());
            ControlFlow::Break(())
        });
        found
    }
}

/// The cells that hold something.
fn cells(givens: &[u8]) -> impl Iterator<Item = u16> {
    (0..givens.len() as u16).filter(|&cell| givens[usize::from(cell)] > 0)
}

/// A set of cells, as words of 64.
fn words(cells: usize, set: impl Iterator<Item = u16>) -> Vec<u64> {
    let mut words = vec![0; cells.div_ceil(64)];
    set.for_each(|cell| words[usize::from(cell) / 64] |= 1 << (cell % 64));
    words
}

/// Whether a cell is in a set.
fn holds(words: &[u64], cell: u16) -> bool {
    words[usize::from(cell) / 64] >> (cell % 64) & 1 == 1
}

/// Adds the cell that the two sets share, if they share one alone.
fn note_if_single(needed: &mut [u64], differing: &[u64], given: &[u64]) {
    let shared = || differing.iter().zip(given).map(|(a, b)| a & b);
    if shared().map(u64::count_ones).sum::<u32>() == 1 {
        needed.iter_mut().zip(shared()).for_each(|(needed, word)| *needed |= word);
    }
}
