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

use super::net::{both, ones};
use super::statement::{CANDIDATES, Cand, HOUSES_OF, cand, cell_of, digit_of};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{bits, is_pair};
use crate::rating::kernel::space::{CELL_AT, HOUSES, ROWS};

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
    /// Rows of what is off in the end, once asked for.
    offs: Vec<u64>,
    /// Whom each candidate forces by being off, in its cell and houses.
    forced: Vec<[Option<u16>; 4]>,
    /// The field that the rows are of, if no candidate was refuted or proved.
    calm: Option<Marks>,
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
            offs: Vec::new(),
            forced: Vec::new(),
            calm: None,
        }
    }

    /// The shortest chain with all links from a cell with two marks or more, if any.
    pub(super) fn shortest(&mut self, field: &Marks) -> Option<Shortest> {
        let mut shortest = None;
        self.rounds(field, |start, from_off, complexity| {
            if field.cells[cell_of(start)].count_ones() < 2 {
                return true;
            }
            shortest = Some(Shortest { complexity, start, from_off });
            false
        });
        shortest
    }

    /// Every start of a chain with all links: which candidates are refuted, and which proved.
    pub(super) fn starts(&mut self, field: &Marks) -> [Vec<Cand>; 2] {
        self.list(field);
        match self.width() {
            1 => self.starts_of::<1>(field),
            2 => self.starts_of::<2>(field),
            3 => self.starts_of::<3>(field),
            4 => self.starts_of::<4>(field),
            6 => self.starts_of::<6>(field),
            _ => self.starts_of::<12>(field),
        }
    }

    fn starts_of<const W: usize>(&mut self, field: &Marks) -> [Vec<Cand>; 2] {
        self.read::<W>(field);
        let mut is_first = true;
        while self.advance::<W>(is_first) {
            self.history.extend_from_slice(&self.seen);
            is_first = false;
        }
        let mut starts = [Vec::new(), Vec::new()];
        for (at, &c) in self.cands.iter().enumerate() {
            if meet(&self.seen[at * W..][..W], &self.weak[at * W..][..W]) {
                starts[0].push(c);
            }
            if self.forced[at]
                .iter()
                .flatten()
                .any(|&other| self.seen[other as usize * W + at / 64] >> (at % 64) & 1 == 1)
            {
                starts[1].push(c);
            }
        }
        self.calm = starts.iter().all(Vec::is_empty).then_some(*field);
        starts
    }

    /// Lists the candidates of the field.
    fn list(&mut self, field: &Marks) {
        self.calm = None;
        self.offs.clear();
        self.cands.clear();
        for cell in 0..81 {
            for digit in bits(field.cells[cell]) {
                self.row[cand(cell, digit) as usize] = self.cands.len() as u16;
                self.cands.push(cand(cell, digit));
            }
        }
    }

    fn rounds(&mut self, field: &Marks, hit: impl FnMut(Cand, bool, u32) -> bool) {
        self.list(field);
        match self.width() {
            1 => self.rounds_of::<1>(field, hit),
            2 => self.rounds_of::<2>(field, hit),
            3 => self.rounds_of::<3>(field, hit),
            4 => self.rounds_of::<4>(field, hit),
            6 => self.rounds_of::<6>(field, hit),
            _ => self.rounds_of::<12>(field, hit),
        }
    }

    /// Whether the rows are those of this field, and no candidate of it is refuted or proved. Then
    /// no trial that takes nothing out clashes: if a led to b and to not b, it would lead by
    /// the links the other way to not a.
    pub(super) fn is_calm(&self, field: &Marks) -> bool {
        self.calm.as_ref() == Some(field)
    }

    /// How many statements it takes at least to lead from each of these candidates to the
    /// same, if anything follows from all of them.
    pub(super) fn common(&mut self, from: &[Cand], field: &Marks) -> Option<u32> {
        match self.width() {
            1 => self.common_of::<1>(from, field),
            2 => self.common_of::<2>(from, field),
            3 => self.common_of::<3>(from, field),
            4 => self.common_of::<4>(from, field),
            6 => self.common_of::<6>(from, field),
            _ => self.common_of::<12>(from, field),
        }
    }

    fn common_of<const W: usize>(&mut self, from: &[Cand], field: &Marks) -> Option<u32> {
        if self.offs.is_empty() {
            self.read_offs::<W>();
        }
        let mut both = [[u64::MAX; W]; 2];
        for &c in from {
            let at = self.row[c as usize] as usize * W;
            for (common, rows) in both.iter_mut().zip([&self.seen, &self.offs]) {
                for (word, row) in common.iter_mut().zip(&rows[at..][..W]) {
                    *word &= row;
                }
            }
        }
        let ons = ones(&both[0])
            .filter(|&at| field.cells[cell_of(self.cands[at])].count_ones() > 1)
            .map(|at| from.iter().map(|&c| self.steps_to_on::<W>(c, at)).sum());
        let offs =
            ones(&both[1]).map(|at| from.iter().map(|&c| self.steps_to_off::<W>(c, at)).sum());
        ons.chain(offs).min()
    }

    /// What each candidate leads to be off.
    fn read_offs<const W: usize>(&mut self) {
        self.offs.resize(self.seen.len(), 0);
        for at in 0..self.cands.len() {
            let mut row = [0; W];
            for other in ones(&std::array::from_fn::<u64, W, _>(|word| self.seen[at * W + word])) {
                for (word, weak) in row.iter_mut().zip(&self.weak[other * W..][..W]) {
                    *word |= weak;
                }
            }
            self.offs[at * W..][..W].copy_from_slice(&row);
        }
    }

    /// The statements from one candidate on to another one on, where it is reached.
    fn steps_to_on<const W: usize>(&self, from: Cand, to: usize) -> u32 {
        let at = self.row[from as usize] as usize * W + to / 64;
        let rows = self.history.chunks_exact(self.cands.len() * W);
        let rounds = rows.take_while(|rows| rows[at] >> (to % 64) & 1 == 0).count();
        2 * rounds as u32 + 1
    }

    /// The statements from one candidate on to another one off, where it is reached.
    fn steps_to_off<const W: usize>(&self, from: Cand, to: usize) -> u32 {
        let at = self.row[from as usize] as usize * W;
        let weak = &self.weak[to * W..][..W];
        let rows = self.history.chunks_exact(self.cands.len() * W);
        let misses = |rows: &&[u64]| !meet(&rows[at..][..W], weak);
        2 * rows.take_while(misses).count() as u32 + 2
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
    pub(super) fn cycle_starts(&mut self) -> Vec<Cand> {
        match self.width() {
            1 => self.cycle_starts_of::<1>(),
            2 => self.cycle_starts_of::<2>(),
            3 => self.cycle_starts_of::<3>(),
            4 => self.cycle_starts_of::<4>(),
            6 => self.cycle_starts_of::<6>(),
            _ => self.cycle_starts_of::<12>(),
        }
    }

    fn cycle_starts_of<const W: usize>(&mut self) -> Vec<Cand> {
        let mut refuted = Vec::with_capacity(64);
        let mut add_refuted = |reach: &Reach| {
            let meets = |at: &usize| meet(&reach.front[at * W..][..W], &reach.weak[at * W..][..W]);
            refuted.extend((0..reach.cands.len()).filter(meets));
        };
        add_refuted(self);
        self.advance::<W>(false);
        self.history.extend_from_slice(&self.seen);
        add_refuted(self);
        let words = self.cands.len() * W;
        let most = self.history.len() / words - 1;
        let rounds = |from: usize, to: usize| {
            let bit = from * W + to / 64;
            let has = |rows: &[u64]| rows[bit] >> (to % 64) & 1 == 1;
            has(&self.seen).then(|| (0..=most).find(|round| has(&self.history[round * words..])))?
        };
        let is_circle = |one: usize, other: usize| {
            rounds(one, other)
                .is_some_and(|there| rounds(other, one).is_some_and(|back| there + back <= most))
        };
        let row = |rows: &[u64], at: usize| std::array::from_fn::<u64, W, _>(|w| rows[at * W + w]);
        let comes_back = |at: usize| {
            ones(&row(&self.step, at)).any(|next| rounds(next, at).is_some_and(|back| back < most))
        };
        // What a cycle takes out sees one of it that is off, which forces the next one on, and one that is on.
        let mut passed = [0u64; W];
        let mut seen = Vec::with_capacity(32);
        for at in refuted {
            let is_seen = |&other: &usize| {
                digit_of(self.cands[other]) == digit_of(self.cands[at])
                    && self.forced[other] != [None; 4]
            };
            seen.clear();
            seen.extend(ones(&row(&self.weak, at)).filter(is_seen));
            for &on in &seen {
                let mut forced = seen.iter().flat_map(|&off| self.forced[off].iter().flatten());
                let is_known = passed[on / 64] >> (on % 64) & 1 == 1;
                if !is_known
                    && forced.any(|&next| match next as usize {
                        next if next == on => comes_back(on),
                        next => is_circle(on, next),
                    })
                {
                    set(&mut passed, on as u16);
                }
            }
        }
        if passed == [0; W] {
            return Vec::new();
        }
        let leads_past = |&at: &usize| {
            let seen = row(&self.seen, at);
            let past = std::array::from_fn::<u64, W, _>(|word| passed[word] & seen[word]);
            ones(&past).any(|other| other == at || is_circle(at, other))
        };
        (0..self.cands.len()).filter(leads_past).map(|at| self.cands[at]).collect()
    }

    /// Whether one candidate being on leads to another one being on in so many rounds at most, of those that were made.
    #[inline]
    pub(super) fn leads(&self, from: Cand, to: Cand, rounds: u32) -> bool {
        let (width, to) = (self.width(), self.row[to as usize] as usize);
        let row = rounds as usize * self.cands.len() + self.row[from as usize] as usize;
        self.history[row * width + to / 64] >> (to % 64) & 1 == 1
    }

    /// Goes on round by round as long as `hit` says so.
    fn rounds_of<const W: usize>(
        &mut self,
        field: &Marks,
        mut hit: impl FnMut(Cand, bool, u32) -> bool,
    ) {
        self.read::<W>(field);
        let mut calm = true;
        let mut round = 0;
        let mut any = true;
        while any {
            round += 1;
            any = self.advance::<W>(round == 1);
            self.history.extend_from_slice(&self.seen);
            for (at, &c) in self.cands.iter().enumerate() {
                let refuted = meet(&self.front[at * W..][..W], &self.weak[at * W..][..W]);
                if refuted {
                    calm = false;
                    if !hit(c, false, 2 * round + 2) {
                        return;
                    }
                }
                if self.forced[at]
                    .iter()
                    .flatten()
                    .any(|&other| self.front[other as usize * W + at / 64] >> (at % 64) & 1 == 1)
                {
                    calm = false;
                    if !hit(c, true, 2 * round + 2) {
                        return;
                    }
                }
            }
        }
        self.calm = calm.then_some(*field);
    }

    /// Reads the links of the field into rows. A candidate forces `c` after a round if it rules out somebody who forces
    /// `c` by being off; forcing so is mutual, so the candidates that force `c` are what its partners rule out, a few
    /// rows put together. That is the column of `c`, and all columns are turned into rows in the end.
    fn read<const W: usize>(&mut self, field: &Marks) {
        let words = self.cands.len() * W;
        for rows in [&mut self.weak, &mut self.step, &mut self.seen, &mut self.front] {
            rows.clear();
            rows.resize(words, 0);
        }
        self.forced.clear();
        self.forced.resize(self.cands.len(), [None; 4]);
        self.history.clear();
        self.read_pairs(field);
        self.read_weak::<W>(field);
        for at in 0..self.cands.len() {
            set(&mut self.seen[at * W..][..W], at as u16);
        }
        self.read_steps::<W>();
        self.history.extend_from_slice(&self.seen);
    }

    /// Who forces whom after a round, from who rules out whom.
    fn read_steps<const W: usize>(&mut self) {
        // Of 64 candidates at a time: who forces each of them, in squares of 64 by 64.
        for first in (0..self.cands.len()).step_by(64) {
            let mut squares = [[0u64; 64]; W];
            for (at, forced) in self.forced[first..].iter().take(64).enumerate() {
                let mut column = [0u64; W];
                for &partner in forced.iter().flatten() {
                    let weak = &self.weak[partner as usize * W..][..W];
                    for (word, weak) in column.iter_mut().zip(weak) {
                        *word |= weak;
                    }
                }
                for (square, word) in squares.iter_mut().zip(column) {
                    square[at] = word;
                }
            }
            for (square, rows) in squares.iter_mut().zip(self.step.chunks_mut(64 * W)) {
                transpose(square);
                for (row, word) in rows.chunks_exact_mut(W).zip(square) {
                    row[first / 64] = *word;
                }
            }
        }
    }

    /// Notes who forces whom: the last two of a unit each other.
    fn read_pairs(&mut self, field: &Marks) {
        for (at, &c) in self.cands.iter().enumerate() {
            let (cell, digit) = (cell_of(c), digit_of(c));
            let marks = field.cells[cell];
            if is_pair(marks) {
                let other = (marks & !(1 << digit)).trailing_zeros() as usize;
                self.forced[at][0] = Some(self.row[cand(cell, other) as usize]);
            }
            for (sort, (house, place)) in HOUSES_OF[cell].into_iter().enumerate() {
                let marks = field.places[house as usize][digit];
                if is_pair(marks) {
                    let other = (marks & !place).trailing_zeros() as usize;
                    let other = cand(CELL_AT[house as usize][other] as usize, digit);
                    self.forced[at][sort + 1] = Some(self.row[other as usize]);
                }
            }
        }
    }

    /// Who rules out whom: the others of the cell, and those of the same digit in its houses.
    fn read_weak<const W: usize>(&mut self, field: &Marks) {
        let mut cells = [[0u64; W]; 81];
        let mut houses = [[0u64; W]; HOUSES];
        let mut digits = [[0u64; W]; 9];
        for (at, &c) in self.cands.iter().enumerate() {
            set(&mut cells[cell_of(c)], at as u16);
            set(&mut digits[digit_of(c)], at as u16);
        }
        for (cell, own) in cells.iter().enumerate().filter(|&(cell, _)| field.cells[cell] != 0) {
            for (house, _) in HOUSES_OF[cell] {
                let house = &mut houses[house as usize];
                for word in 0..W {
                    house[word] |= own[word];
                }
            }
        }
        for (at, &c) in self.cands.iter().enumerate() {
            let (own, digit) = (&cells[cell_of(c)], &digits[digit_of(c)]);
            let [one, two, three] = HOUSES_OF[cell_of(c)].map(|(house, _)| &houses[house as usize]);
            let weak = &mut self.weak[at * W..][..W];
            for word in 0..W {
                weak[word] = (one[word] | two[word] | three[word]) & digit[word] | own[word];
            }
            weak[at / 64] &= !(1 << (at % 64));
        }
    }

    /// One round for every row. Says whether any row grew.
    fn advance<const W: usize>(&mut self, is_first: bool) -> bool {
        let mut any = 0;
        let steps = self.step.as_chunks::<W>().0;
        let seen = self.seen.as_chunks_mut::<W>().0;
        let front = self.front.as_chunks_mut::<W>().0;
        for ((step, seen), front) in steps.iter().zip(seen).zip(front) {
            let mut next = [0u64; W];
            if is_first {
                next = *step;
            } else {
                for (word, &set) in front.iter().enumerate() {
                    let mut set = set;
                    while set != 0 {
                        let step = &steps[word * 64 + set.trailing_zeros() as usize];
                        set &= set - 1;
                        for (word, step) in next.iter_mut().zip(step) {
                            *word |= step;
                        }
                    }
                }
            }
            for word in 0..W {
                next[word] &= !seen[word];
                seen[word] |= next[word];
                any |= next[word];
            }
            *front = next;
        }
        any != 0
    }
}

/// Whether two rows have a bit in common.
#[inline]
fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// Turns rows into columns: bit `j` of word `i` becomes bit `i` of word `j`. Squares of half the side change places
/// across the diagonal, then those of half that side within them, down to single bits.
fn transpose(square: &mut [u64; 64]) {
    let (mut side, mut low) = (32, u64::MAX >> 32);
    while side > 0 {
        for rows in square.chunks_exact_mut(2 * side) {
            let (upper, lower) = rows.split_at_mut(side);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let differ = (*upper >> side ^ *lower) & low;
                *upper ^= differ << side;
                *lower ^= differ;
            }
        }
        side /= 2;
        low ^= low << side;
    }
}

#[inline]
fn set(row: &mut [u64], bit: u16) {
    row[bit as usize / 64] |= 1 << (bit % 64);
}

/// A place of one digit: whom of the ends of strong links it rules out, forces after a round, has reached, reached last.
struct Place {
    cell: usize,
    /// Its number among the ends, if it is one.
    end: Option<u8>,
    weak: u64,
    step: u64,
    seen: u64,
    front: u64,
}

/// The shortest chain within one digit, up to a limit. Only ends of strong links are ever forced on, and 27 houses
/// have 54 of them at most, so a word is a set of them.
pub(super) fn shortest_x(field: &Marks, digit: usize, limit: u32) -> Option<Shortest> {
    // Which end each cell is, by numbers from 1 on; the ends by number: their cells and partners; those in each house.
    let mut number = [0u8; 81];
    let (mut cells, mut partners) = ([0u8; 64], [0u64; 64]);
    let mut ends = 0;
    for (house, places) in field.places.iter().enumerate() {
        if is_pair(places[digit]) {
            let two = both(places[digit]).map(|place| {
                let cell = CELL_AT[house][place];
                let number = &mut number[cell as usize];
                if *number == 0 {
                    cells[ends] = cell;
                    ends += 1;
                    *number = ends as u8;
                }
                *number as usize - 1
            });
            partners[two[0]] |= 1 << two[1];
            partners[two[1]] |= 1 << two[0];
        }
    }
    if ends == 0 {
        return None;
    }
    let mut within = [0u64; HOUSES];
    for (at, &cell) in cells[..ends].iter().enumerate() {
        for (house, _) in HOUSES_OF[cell as usize] {
            within[house as usize] |= 1 << at;
        }
    }
    let mut places = Vec::with_capacity(48);
    // Where each end is among the places.
    let mut at = [0u8; 64];
    for row in 0..9 {
        for column in bits(field.places[ROWS + row][digit]) {
            let cell = 9 * row + column;
            let end = number[cell].checked_sub(1);
            let own = end.map_or(0, |end| 1 << end);
            let [one, two, three] = HOUSES_OF[cell].map(|(house, _)| within[house as usize]);
            let weak = (one | two | three) & !own;
            let step = word_bits(weak).fold(0, |step, end| step | partners[end]);
            if let Some(end) = end {
                at[end as usize] = places.len() as u8;
            }
            places.push(Place { cell, end, weak, step, seen: own, front: own });
        }
    }
    let mut steps = [0u64; 64];
    for (step, &at) in steps.iter_mut().zip(&at[..ends]) {
        *step = places[at as usize].step;
    }
    let mut complexity = 2;
    loop {
        complexity += 2;
        if complexity > limit {
            return None;
        }
        let mut any = false;
        for place in &mut places {
            let next = match complexity {
                4 => place.step,
                _ => word_bits(place.front).fold(0, |next, end| next | steps[end]),
            };
            place.front = next & !place.seen;
            place.seen |= next;
            any |= place.front != 0;
        }
        for place in &places {
            let refuted = place.front & place.weak != 0;
            let proved = || {
                place.end.is_some_and(|end| {
                    word_bits(partners[end as usize])
                        .any(|other| places[at[other] as usize].front >> end & 1 == 1)
                })
            };
            if (refuted || proved()) && field.cells[place.cell].count_ones() > 1 {
                let start = cand(place.cell, digit);
                return Some(Shortest { complexity, start, from_off: !refuted });
            }
        }
        if !any {
            return None;
        }
    }
}

/// The bits of a word, ascending.
#[inline]
fn word_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}
