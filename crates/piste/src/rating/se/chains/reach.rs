//! Who reaches whom: a look ahead with sets, before any chain is followed in order.
//!
//! Whether a forcing chain exists, and how long the shortest is, does not depend on the order
//! in which links are followed. So it is found out with bit sets, for all starts at once: row
//! `a` holds the candidates that are on if `a` is on, one round of a weak and a strong link
//! after the other. In round `k`
//!
//! - `a` is refuted if its row has a candidate that `a` rules out: a chain of 2k + 2;
//! - `a` is proved if a candidate that it forces by being off has `a` in its row: as long.
//!
//! Only then is the one chain that wins followed in the program's order, to learn its links.
//!
//! Cycles that are worth telling show in the same rows. If a cycle of n statements takes out a
//! candidate e, then e sees one statement of it that is off and one that is on; supposing e
//! rules the first out, that leads along the cycle to the second, and so e is off: a forcing
//! chain of at most n + 2, within the same links. So without forcing chains there are no
//! cycles; and where the shortest chain has m, a cycle that comes before it has m − 2 or m, and
//! leads past a candidate that is refuted by m + 2 at most. Few starts are left to follow.

use super::field::{CANDIDATES, Cand, Field, bits, cand, cell_of, digit_of};
use super::links::{Links, Pass};
use piste_core::{Cell, CellSet};

/// The shortest forcing chain: its number of statements, its start, and whether it starts
/// from off. Their order is the order in which the program would take them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shortest {
    pub(super) complexity: u32,
    pub(super) start: Cand,
    pub(super) from_off: bool,
}

/// The rows, with their workspace.
pub(super) struct Reach {
    /// The candidates of the field, in order, and the row of each.
    cands: Vec<Cand>,
    row: Box<[u16; CANDIDATES]>,
    /// Rows of bits: ruled out, forced after a round, reached so far, reached in the last round.
    weak: Vec<u64>,
    step: Vec<u64>,
    seen: Vec<u64>,
    front: Vec<u64>,
    /// The rows reached after each round, from none on.
    history: Vec<u64>,
}

impl Reach {
    pub(super) fn new() -> Reach {
        Reach {
            cands: Vec::new(),
            row: Box::new([0; CANDIDATES]),
            weak: Vec::new(),
            step: Vec::new(),
            seen: Vec::new(),
            front: Vec::new(),
            history: Vec::new(),
        }
    }

    /// The shortest chain with all links from a cell with two marks or more, if any.
    pub(super) fn shortest(&mut self, field: &Field, links: &Links) -> Option<Shortest> {
        let mut shortest = None;
        self.rounds(field, links, |start, from_off, complexity| {
            if field.cells[cell_of(start)].count_ones() < 2 {
                return true;
            }
            shortest = Some(Shortest { complexity, start, from_off });
            false
        });
        shortest
    }

    /// Every start of a chain with all links: which candidates are refuted, and which proved.
    pub(super) fn starts(&mut self, field: &Field, links: &Links) -> [Vec<Cand>; 2] {
        let mut starts = [Vec::new(), Vec::new()];
        self.rounds(field, links, |start, from_off, _| {
            starts[usize::from(from_off)].push(start);
            true
        });
        for starts in &mut starts {
            starts.sort_unstable();
            starts.dedup();
        }
        starts
    }

    fn rounds(&mut self, field: &Field, links: &Links, hit: impl FnMut(Cand, bool, u32) -> bool) {
        self.cands.clear();
        for cell in 0..81 {
            for digit in bits(field.cells[cell]) {
                self.row[cand(cell, digit) as usize] = self.cands.len() as u16;
                self.cands.push(cand(cell, digit));
            }
        }
        match self.width() {
            1 => self.rounds_of::<1>(links, hit),
            2 => self.rounds_of::<2>(links, hit),
            3 => self.rounds_of::<3>(links, hit),
            4 => self.rounds_of::<4>(links, hit),
            6 => self.rounds_of::<6>(links, hit),
            _ => self.rounds_of::<12>(links, hit),
        }
    }

    /// How many words a row has.
    fn width(&self) -> usize {
        match self.cands.len().div_ceil(64) {
            width @ 0..=4 => width.max(1),
            5 | 6 => 6,
            _ => 12,
        }
    }

    /// The starts of cycles that may come before the shortest chain just found.
    pub(super) fn cycle_starts(&mut self, links: &Links) -> Vec<Cand> {
        match self.width() {
            1 => self.cycle_starts_of::<1>(links),
            2 => self.cycle_starts_of::<2>(links),
            3 => self.cycle_starts_of::<3>(links),
            4 => self.cycle_starts_of::<4>(links),
            6 => self.cycle_starts_of::<6>(links),
            _ => self.cycle_starts_of::<12>(links),
        }
    }

    fn cycle_starts_of<const W: usize>(&mut self, links: &Links) -> Vec<Cand> {
        let mut passed = [0u64; W];
        let mut add_refuted = |reach: &Reach| {
            for (at, &c) in reach.cands.iter().enumerate() {
                let (front, weak) = (&reach.front[at * W..][..W], &reach.weak[at * W..][..W]);
                if front.iter().zip(weak).any(|(a, b)| a & b != 0) {
                    for link in links.weak(c, Pass::X) {
                        set(&mut passed, reach.row[link.to as usize]);
                    }
                }
            }
        };
        add_refuted(self);
        self.advance::<W>(false);
        self.history.extend_from_slice(&self.seen);
        add_refuted(self);
        let words = self.cands.len() * W;
        let rounds = self.history.len() / words - 1;
        let within = |from: usize, to: usize, round: usize| {
            self.history[round * words + from * W + to / 64] >> (to % 64) & 1 == 1
        };
        let leads_past = |at: usize| {
            let seen = &self.seen[at * W..][..W];
            let past = std::array::from_fn::<u64, W, _>(|word| passed[word] & seen[word]);
            ones(&past).any(|other| {
                other == at
                    || (0..=rounds)
                        .find(|&round| within(at, other, round))
                        .is_some_and(|round| within(other, at, rounds - round))
            })
        };
        (0..self.cands.len()).filter(|&at| leads_past(at)).map(|at| self.cands[at]).collect()
    }

    /// Goes on round by round as long as `hit` says so.
    fn rounds_of<const W: usize>(
        &mut self,
        links: &Links,
        mut hit: impl FnMut(Cand, bool, u32) -> bool,
    ) {
        self.read::<W>(links);
        let mut round = 0;
        let mut any = true;
        while any {
            round += 1;
            any = self.advance::<W>(round == 1);
            self.history.extend_from_slice(&self.seen);
            let mut go_on = true;
            for (at, &c) in self.cands.iter().enumerate() {
                let (front, weak) = (&self.front[at * W..][..W], &self.weak[at * W..][..W]);
                if front.iter().zip(weak).any(|(a, b)| a & b != 0) {
                    go_on &= hit(c, false, 2 * round + 2);
                }
                let forced = links.strong(c, Pass::Both).iter();
                if go_on
                    && forced
                        .map(|link| self.row[link.to as usize] as usize)
                        .any(|other| self.front[other * W + at / 64] >> (at % 64) & 1 == 1)
                {
                    go_on &= hit(c, true, 2 * round + 2);
                }
                if !go_on {
                    return;
                }
            }
        }
    }

    /// Reads the links into rows.
    fn read<const W: usize>(&mut self, links: &Links) {
        let words = self.cands.len() * W;
        for rows in [&mut self.weak, &mut self.step, &mut self.seen, &mut self.front] {
            rows.clear();
            rows.resize(words, 0);
        }
        for (at, &c) in self.cands.iter().enumerate() {
            let weak = &mut self.weak[at * W..][..W];
            let step = &mut self.step[at * W..][..W];
            for link in links.weak(c, Pass::Both) {
                set(weak, self.row[link.to as usize]);
                for forced in links.strong(link.to, Pass::Both) {
                    set(step, self.row[forced.to as usize]);
                }
            }
            set(&mut self.seen[at * W..][..W], at as u16);
        }
        self.history.clear();
        self.history.extend_from_slice(&self.seen);
    }

    /// One round for every row. Says whether any row grew.
    fn advance<const W: usize>(&mut self, is_first: bool) -> bool {
        let mut any = false;
        for at in 0..self.cands.len() {
            let mut next = [0u64; W];
            if is_first {
                next.copy_from_slice(&self.step[at * W..][..W]);
            } else {
                for word in 0..W {
                    let mut set = self.front[at * W + word];
                    while set != 0 {
                        let row = word * 64 + set.trailing_zeros() as usize;
                        set &= set - 1;
                        let step = &self.step[row * W..][..W];
                        for (word, step) in next.iter_mut().zip(step) {
                            *word |= step;
                        }
                    }
                }
            }
            let seen = &mut self.seen[at * W..][..W];
            let front = &mut self.front[at * W..][..W];
            for word in 0..W {
                next[word] &= !seen[word];
                seen[word] |= next[word];
                front[word] = next[word];
                any |= next[word] != 0;
            }
        }
        any
    }
}

/// The numbers of the bits of a row.
fn ones<const W: usize>(row: &[u64; W]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(word, &set)| {
        let mut set = set;
        std::iter::from_fn(move || {
            (set != 0).then(|| {
                let bit = set.trailing_zeros() as usize;
                set &= set - 1;
                word * 64 + bit
            })
        })
    })
}

#[inline]
fn set(row: &mut [u64], bit: u16) {
    row[bit as usize / 64] |= 1 << (bit % 64);
}

/// Rows of one digit, by cell.
struct Row {
    cell: usize,
    weak: u128,
    step: u128,
    seen: u128,
    front: u128,
}

/// The shortest chain within one digit, up to a limit.
pub(super) fn shortest_x(
    field: &Field,
    links: &Links,
    digit: usize,
    limit: u32,
) -> Option<Shortest> {
    let mut places = CellSet::EMPTY;
    let mut forced = [0u128; 81];
    let mut linked = CellSet::EMPTY;
    for row in 0..9 {
        for column in bits(field.places[digit][super::field::ROWS + row]) {
            let cell = Cell::at(row, column);
            places.insert(cell);
            for link in links.strong(cand(cell.index(), digit), Pass::X) {
                forced[cell.index()] |= 1 << cell_of(link.to);
                linked.insert(cell);
            }
        }
    }
    if linked.is_empty() {
        return None;
    }
    let mut rows = Vec::with_capacity(places.len());
    let mut at = [0u8; 81];
    for cell in places {
        let weak = cell.peers() & places;
        let step = (weak & linked).iter().fold(0, |set, c| set | forced[c.index()]);
        at[cell.index()] = rows.len() as u8;
        let own = 1 << cell.index();
        rows.push(Row { cell: cell.index(), weak: weak.bits(), step, seen: own, front: own });
    }
    let mut complexity = 2;
    loop {
        complexity += 2;
        if complexity > limit {
            return None;
        }
        let steps: Vec<u128> = rows.iter().map(|row| row.step).collect();
        let mut any = false;
        for row in &mut rows {
            let next = CellSet::from_bits(row.front)
                .iter()
                .fold(0, |set, c| set | steps[at[c.index()] as usize]);
            row.front = next & !row.seen;
            row.seen |= next;
            any |= row.front != 0;
        }
        for row in &rows {
            if field.cells[row.cell].count_ones() < 2 {
                continue;
            }
            let start = cand(row.cell, digit);
            let refuted = row.front & row.weak != 0;
            let proved = || {
                CellSet::from_bits(forced[row.cell])
                    .iter()
                    .any(|c| rows[at[c.index()] as usize].front >> row.cell & 1 == 1)
            };
            if refuted || proved() {
                return Some(Shortest { complexity, start, from_off: !refuted });
            }
        }
        if !any {
            return None;
        }
    }
}

/// The digits that have a candidate among these.
pub(super) fn digits_of(cands: &[Cand]) -> u16 {
    cands.iter().fold(0, |digits, &c| digits | 1 << digit_of(c))
}
