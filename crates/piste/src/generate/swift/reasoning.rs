//! What follows from a picture of marks for somebody who knows so much.

use super::picture::{BLOCK, Crossing, Picture, Tables, WRITTEN};
use super::{Known, bits};

/// The kinds of subsets: size 2 to 4, naked and hidden. A house has a bit for each that has to be looked for.
const ALL_SUBSETS: u8 = 0b11_1111;

/// A picture that is worked on.
#[derive(Clone, Debug)]
pub(super) struct Reasoning {
    picture: Picture,
    known: Known,
    /// The kinds of houses whose hidden singles are known.
    hidden: u8,
    /// The kinds of houses whose last cell is known, where it is not known as a single anyway.
    full: u8,
    /// Digits to write.
    found: Vec<(u16, u8)>,
    /// For each house the digits whose places changed since locked candidates were looked for.
    unlocked: Vec<u32>,
    /// For each house the subsets that were not looked for since something changed there.
    unseen: Vec<u8>,
    /// Rows to choose subsets from, and those chosen: which rows, and which bits.
    rows: Vec<(usize, u32)>,
    chosen: Vec<(u32, u32)>,
}

impl Reasoning {
    pub(super) fn new(tables: &Tables) -> Reasoning {
        Reasoning {
            picture: Picture::new(tables),
            known: Known::default(),
            hidden: 0,
            full: 0,
            found: Vec::new(),
            unlocked: vec![0; tables.kinds.len()],
            unseen: vec![0; tables.kinds.len()],
            rows: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// Knows this from now on, and no more.
    pub(super) fn know(&mut self, known: Known) {
        self.known = known;
        self.hidden = known.hidden_singles();
        self.full = known.full_houses();
    }

    /// Begins with these marks. Nothing is noted to be written.
    pub(super) fn begin(&mut self, tables: &Tables, picture: &Picture, known: Known) {
        self.know(known);
        self.picture.copy(picture);
        self.found.clear();
        if known.is_more_than_singles() {
            self.unlocked.fill(tables.all);
            self.unseen.fill(ALL_SUBSETS);
        }
    }

    /// The digits that are left for each cell.
    pub(super) fn marks(&self) -> Vec<u32> {
        self.picture.cells.iter().map(|word| word & !WRITTEN).collect()
    }

    /// Whether an open cell of a picture is known to hold its digit at once, as a single.
    pub(super) fn is_single(
        &self,
        tables: &Tables,
        picture: &Picture,
        cell: usize,
        digit: usize,
    ) -> bool {
        self.known.naked && picture.cells[cell].is_power_of_two()
            || tables.seats(cell).iter().any(|seat| {
                seat.kind & self.hidden != 0
                    && picture.places[usize::from(seat.row) + digit].is_power_of_two()
                    || seat.kind & self.full != 0
                        && missing(tables, picture, usize::from(seat.house)).is_power_of_two()
            })
    }

    /// Notes a digit to write.
    #[inline]
    pub(super) fn note(&mut self, cell: u16, digit: u8) {
        self.found.push((cell, digit));
    }

    /// Notes all singles that there are.
    pub(super) fn note_singles(&mut self, tables: &Tables) {
        let n = tables.side;
        if self.known.naked {
            for (cell, word) in self.picture.cells.iter().enumerate() {
                if word.is_power_of_two() {
                    self.found.push((cell as u16, word.trailing_zeros() as u8));
                }
            }
        }
        for house in 0..tables.kinds.len() {
            if tables.kinds[house] & self.full != 0 {
                self.fill(tables, house);
            }
            if tables.kinds[house] & self.hidden != 0 {
                for digit in bits(missing(tables, &self.picture, house)) {
                    let places = self.picture.places[house * n + digit];
                    if places.is_power_of_two() {
                        let last = tables.members(house)[places.trailing_zeros() as usize];
                        self.found.push((last, digit as u8));
                    }
                }
            }
        }
    }

    /// Goes on from what is noted, until these cells are written, or all; or until nothing more is known, which
    /// is `false`. The cells are open.
    pub(super) fn goes_through(&mut self, tables: &Tables, wanted: Option<&[u16]>) -> bool {
        if self.known.is_more_than_singles() {
            self.goes_on::<true>(tables, wanted)
        } else {
            self.goes_on::<false>(tables, wanted)
        }
    }

    /// The same; whether more than singles is known is decided when this is compiled, since the innermost loops
    /// have nothing to note for what is not looked for.
    fn goes_on<const FURTHER: bool>(&mut self, tables: &Tables, wanted: Option<&[u16]>) -> bool {
        let mut missing = wanted.map_or(self.picture.open, <[u16]>::len);
        loop {
            while let Some((cell, digit)) = self.found.pop() {
                if !self.write::<FURTHER>(tables, usize::from(cell), usize::from(digit)) {
                    continue;
                }
                missing -= usize::from(wanted.is_none_or(|wanted| wanted.contains(&cell)));
                if missing == 0 {
                    return true;
                }
            }
            if missing == 0 {
                return true;
            }
            if !(FURTHER && self.look_further(tables)) {
                return false;
            }
        }
    }

    /// Writes a digit; says whether it was not there yet.
    #[inline]
    fn write<const FURTHER: bool>(&mut self, tables: &Tables, cell: usize, digit: usize) -> bool {
        let word = self.picture.cells[cell];
        if word & WRITTEN != 0 {
            return false;
        }
        let bit = 1 << digit;
        self.picture.cells[cell] = bit | WRITTEN;
        self.picture.open -= 1;
        for other in bits(word & !bit) {
            self.leave::<FURTHER>(tables, cell, other);
        }
        for seat in tables.seats(cell) {
            let row = usize::from(seat.row);
            for place in bits(self.picture.places[row + digit] & !seat.place) {
                self.erase::<FURTHER>(tables, usize::from(tables.members[row + place]), digit);
            }
            self.picture.held[usize::from(seat.house)] |= bit;
            if seat.kind & self.full != 0 {
                self.fill(tables, usize::from(seat.house));
            }
        }
        for &partner in tables.partners(cell) {
            self.erase::<FURTHER>(tables, usize::from(partner), digit);
        }
        true
    }

    /// Notes the last digit of a house, if one is missing.
    fn fill(&mut self, tables: &Tables, house: usize) {
        let missing = missing(tables, &self.picture, house);
        if missing.is_power_of_two() {
            let mut members = tables.members(house).iter();
            let last = members.find(|cell| !self.picture.is_written(usize::from(**cell)));
            let digit = missing.trailing_zeros() as u8;
            self.found.extend(last.map(|&cell| (cell, digit)));
        }
    }

    /// Takes a mark out, and notes what is a single now.
    #[inline]
    fn erase<const FURTHER: bool>(&mut self, tables: &Tables, cell: usize, digit: usize) {
        let word = &mut self.picture.cells[cell];
        if *word >> digit & 1 == 0 {
            return;
        }
        *word ^= 1 << digit;
        if self.known.naked && word.is_power_of_two() {
            self.found.push((cell as u16, word.trailing_zeros() as u8));
        }
        self.leave::<FURTHER>(tables, cell, digit);
    }

    /// The cell is no place for the digit any more, in none of its houses.
    #[inline]
    fn leave<const FURTHER: bool>(&mut self, tables: &Tables, cell: usize, digit: usize) {
        for seat in tables.seats(cell) {
            let row = usize::from(seat.row);
            let places = &mut self.picture.places[row + digit];
            *places &= !seat.place;
            if places.is_power_of_two() && seat.kind & self.hidden != 0 {
                let last = tables.members[row + places.trailing_zeros() as usize];
                if !self.picture.is_written(usize::from(last)) {
                    self.found.push((last, digit as u8));
                }
            }
            if FURTHER {
                self.unlocked[usize::from(seat.house)] |= 1 << digit;
                self.unseen[usize::from(seat.house)] = ALL_SUBSETS;
            }
        }
    }

    /// Looks for locked candidates, then for subsets. Says whether any mark went.
    fn look_further(&mut self, tables: &Tables) -> bool {
        (self.known.pointing || self.known.claiming) && self.lock(tables)
            || (2..=4).any(|size| {
                self.known.naked_subsets >= size && self.subsets(tables, size, false)
                    || self.known.hidden_subsets >= size && self.subsets(tables, size, true)
            })
    }

    /// Locked candidates wherever something changed since they were looked for.
    fn lock(&mut self, tables: &Tables) -> bool {
        let n = tables.side;
        let mut is_any = false;
        for from in 0..tables.kinds.len() {
            let is_block = tables.kinds[from] == BLOCK;
            if !(if is_block { self.known.pointing } else { self.known.claiming }) {
                continue;
            }
            let changed = std::mem::take(&mut self.unlocked[from]);
            for digit in bits(changed & missing(tables, &self.picture, from)) {
                let places = self.picture.places[from * n + digit];
                if places.is_power_of_two() {
                    continue;
                }
                for &Crossing { to, shared: [here, there] } in &tables.crossings[from] {
                    if places & !here != 0 {
                        continue;
                    }
                    let gone = self.picture.places[to * n + digit] & !there;
                    for place in bits(gone) {
                        self.erase::<true>(tables, usize::from(tables.members(to)[place]), digit);
                    }
                    is_any |= gone != 0;
                }
            }
        }
        is_any
    }

    /// All subsets of this size, in houses where something changed since they were looked for. A naked one is cells that
    /// share few digits; a hidden one is digits that share few cells, which is the same question about the other
    /// picture.
    fn subsets(&mut self, tables: &Tables, size: usize, is_hidden: bool) -> bool {
        let n = tables.side;
        let kind = 1 << (2 * (size - 2) + usize::from(is_hidden));
        let mut is_any = false;
        let mut rows = std::mem::take(&mut self.rows);
        let mut chosen = std::mem::take(&mut self.chosen);
        for house in 0..tables.kinds.len() {
            if self.unseen[house] & kind == 0 {
                continue;
            }
            self.unseen[house] &= !kind;
            let members = tables.members(house);
            rows.clear();
            for (number, &cell) in members.iter().enumerate() {
                let word = if is_hidden {
                    self.picture.places[house * n + number]
                } else {
                    self.picture.cells[usize::from(cell)] & tables.all
                };
                if (2..=size as u32).contains(&word.count_ones()) {
                    rows.push((number, word));
                }
            }
            chosen.clear();
            choose(&rows, size, 0, 0, &mut chosen);
            for &(numbers, words) in &chosen {
                // Digits that fill their places leave room for no other there; cells that use up their digits
                // leave them to no other.
                let others = (0..n).filter(|number| numbers >> number & 1 == 0);
                for number in others {
                    let cell = usize::from(members[number]);
                    let word = if is_hidden {
                        self.picture.places[house * n + number]
                    } else {
                        self.picture.cells[cell]
                    };
                    for bit in bits(word & words) {
                        is_any = true;
                        if is_hidden {
                            self.erase::<true>(tables, usize::from(members[bit]), number);
                        } else {
                            self.erase::<true>(tables, cell, bit);
                        }
                    }
                }
            }
        }
        (self.rows, self.chosen) = (rows, chosen);
        is_any
    }
}

/// The digits that are not written in a house.
#[inline]
fn missing(tables: &Tables, picture: &Picture, house: usize) -> u32 {
    tables.all & !picture.held[house]
}

/// All ways to choose `size` rows that have `size` bits between them: which rows, and which bits.
fn choose(
    rows: &[(usize, u32)],
    size: usize,
    numbers: u32,
    words: u32,
    chosen: &mut Vec<(u32, u32)>,
) {
    let taken = numbers.count_ones() as usize;
    if taken == size {
        if words.count_ones() as usize == size {
            chosen.push((numbers, words));
        }
        return;
    }
    for (index, &(number, word)) in rows.iter().enumerate() {
        if taken + rows.len() - index < size {
            break;
        }
        if (words | word).count_ones() as usize <= size {
            choose(&rows[index + 1..], size, numbers | 1 << number, words | word, chosen);
        }
    }
}
