//! A board stripped to what fast searches ask for.
//!
//! Several metrics count the nodes of a search or the rounds of a solve by singles, and
//! want nothing else of it: no steps, no evidence. For them a board is nine sets of cells,
//! one a digit, and a note of which houses still lack which digit.
//!
//! What is forced is found for a digit in all its houses at once. The 81 bits are taken
//! apart into nine rows of nine bits:
//!
//! ```text
//!   a row has the digit once     its nine bits have a single one
//!   a column has it once         seen in one row and never in a second
//!   a box has it once            of its three rows laid over each other, one bit is set,
//!                                and set once
//! ```

use piste_core::{Board, Cell, Digit, House, Rng, Solution};

/// Writes naked and hidden singles until there are none. The board's marks must leave the
/// solution: where singles lead is the same in whatever order they are written.
pub(crate) fn write_singles(board: &mut Board, solution: &Solution) {
    let mut places = Places::of(board);
    let possible = places.write_forced(&mut Tally::default());
    debug_assert!(possible, "singles do not contradict the solution of a puzzle");
    places.copy_to(board, solution);
}

/// Where each digit can still go.
#[derive(Clone, Copy)]
pub(super) struct Places {
    open: u128,
    cells: [u128; 9],
    /// For each digit the houses that do not have it yet.
    missing: [u32; 9],
    /// The digits, a bit each, that have lost a place since they were last looked through.
    touched: u16,
}

/// What was written by [`Places::write_forced`].
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    /// Digits written.
    pub(super) written: u64,
    /// Rounds in which some cell had one digit left.
    pub(super) naked_rounds: u64,
    /// Rounds in which some digit had one place left in a house, in a cell with others.
    pub(super) hidden_rounds: u64,
}

/// Which of several things that can happen in equally few ways to guess at.
pub(super) enum Ties<'a> {
    /// The first cell, else the first digit in the first house.
    First,
    /// Any, and its ways in any order.
    Random(&'a mut Rng),
}

/// The ways in which one thing can happen: cells with digits, both by index.
#[derive(Default)]
pub(super) struct Ways {
    list: [(u8, u8); 9],
    len: usize,
}

impl Ways {
    fn push(&mut self, cell: usize, digit: usize) {
        self.list[self.len] = (cell as u8, digit as u8);
        self.len += 1;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.list[..self.len].iter().map(|&(cell, digit)| (usize::from(cell), usize::from(digit)))
    }
}

impl Places {
    pub(super) fn of(board: &Board) -> Places {
        let mut missing = [(1 << House::COUNT) - 1; 9];
        for (cell, digit) in board.values().givens() {
            missing[digit.index()] &= !HOUSES_OF[cell.index()];
        }
        let cells = Digit::ALL.map(|digit| board.cells(digit).bits());
        Places { open: board.open().bits(), cells, missing, touched: 0x1ff }
    }

    pub(super) fn is_full(&self) -> bool {
        self.open == 0
    }

    pub(super) fn is_open(&self, cell: usize) -> bool {
        self.open >> cell & 1 == 1
    }

    /// Writes on the board what is written here.
    pub(super) fn copy_to(&self, board: &mut Board, solution: &Solution) {
        for cell in board.open().iter().filter(|cell| !self.is_open(cell.index())) {
            board.place(cell, solution.get(cell));
        }
    }

    /// How many digits are left in all open cells.
    pub(super) fn candidate_count(&self) -> u64 {
        self.cells.iter().map(|cells| u64::from(cells.count_ones())).sum()
    }

    /// Writes a digit.
    pub(super) fn write(&mut self, cell: usize, digit: usize) {
        self.touched |= self.options(cell) | 1 << digit;
        self.missing[digit] &= !HOUSES_OF[cell];
        self.write_bare(cell, digit);
    }

    /// Writes a digit for a search that looks at cells alone: what houses lack is not kept
    /// up.
    pub(super) fn write_bare(&mut self, cell: usize, digit: usize) {
        let gone = !(1 << cell);
        self.open &= gone;
        for cells in &mut self.cells {
            *cells &= gone;
        }
        self.cells[digit] &= !Cell::ALL[cell].peers().bits();
    }

    /// Writes what is forced, all of it together, until nothing is. False if it comes to
    /// where something can no longer happen at all.
    pub(super) fn write_forced(&mut self, tally: &mut Tally) -> bool {
        loop {
            let (mut once, mut twice) = (0, 0);
            for cells in self.cells {
                twice |= once & cells;
                once |= cells;
            }
            if once != self.open {
                return false;
            }
            let naked = once & !twice;
            let mut forced = [0; 9];
            let mut cells_forced = 0;
            for (digit, &cells) in self.cells.iter().enumerate() {
                forced[digit] = cells & naked;
                if self.touched >> digit & 1 == 1 && self.missing[digit] != 0 {
                    let Some(alone) = alone(cells, self.missing[digit]) else { return false };
                    forced[digit] |= alone;
                }
                cells_forced |= forced[digit];
            }
            self.touched = 0;
            if cells_forced == 0 {
                return true;
            }
            tally.naked_rounds += u64::from(naked != 0);
            tally.hidden_rounds += u64::from(cells_forced & !naked != 0);
            let mut possible = true;
            for (digit, cells) in forced.into_iter().enumerate() {
                for cell in ones(cells) {
                    tally.written += 1;
                    possible &= self.cells[digit] >> cell & 1 == 1;
                    self.write(cell, digit);
                }
            }
            if !possible {
                return false;
            }
        }
    }

    /// Writes cells with one digit left, all of them together, until there are none.
    pub(super) fn write_naked(&mut self) {
        loop {
            let (mut once, mut twice) = (0, 0);
            for cells in self.cells {
                twice |= once & cells;
                once |= cells;
            }
            let naked = once & !twice;
            if naked == 0 {
                return;
            }
            for digit in 0..9 {
                for cell in ones(self.cells[digit] & naked) {
                    self.write(cell, digit);
                }
            }
        }
    }

    fn digits(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        (0..9).filter(move |&digit| self.cells[digit] >> cell & 1 == 1)
    }

    /// The digits that the house with this number still lacks.
    fn lacking(&self, house: usize) -> impl Iterator<Item = usize> + '_ {
        (0..9).filter(move |&digit| self.missing[digit] >> house & 1 == 1)
    }

    /// The ways of one of the things that can happen in the fewest ways, where nothing is
    /// forced and some cell is open.
    pub(super) fn fork(&self, ties: &mut Ties<'_>) -> Ways {
        let mut equal = [Fork::default(); Cell::COUNT + 9 * House::COUNT];
        let mut len = self.pairs(ties, &mut equal);
        if len == 0 {
            len = self.fewest(&mut equal);
        }
        let chosen = match ties {
            Ties::First => 0,
            Ties::Random(rng) => rng.below(len),
        };
        let mut ways = Ways::default();
        match equal[chosen] {
            Fork::Cell(cell) => {
                let cell = usize::from(cell);
                self.digits(cell).for_each(|digit| ways.push(cell, digit));
            }
            Fork::House(house, digit) => {
                let digit = usize::from(digit);
                let places = self.cells[digit] & HOUSES[usize::from(house)];
                ones(places).for_each(|cell| ways.push(cell, digit));
            }
        }
        if let Ties::Random(rng) = ties {
            rng.shuffle(&mut ways.list[..ways.len]);
        }
        ways
    }

    /// Everything that can happen in two ways, or just the first where that is enough.
    fn pairs(&self, ties: &Ties<'_>, found: &mut [Fork]) -> usize {
        let (mut one, mut two, mut three) = (0, 0, 0);
        for cells in self.cells {
            three |= two & cells;
            two |= one & cells;
            one |= cells;
        }
        let mut len = 0;
        for cell in ones(two & !three) {
            found[len] = Fork::Cell(cell as u8);
            len += 1;
        }
        if len > 0 && matches!(ties, Ties::First) {
            return len;
        }
        for (house, cells) in HOUSES.iter().enumerate() {
            for digit in self.lacking(house) {
                let places = self.cells[digit] & cells;
                let but_one = places & places.wrapping_sub(1);
                if but_one != 0 && but_one & (but_one - 1) == 0 {
                    found[len] = Fork::House(house as u8, digit as u8);
                    len += 1;
                }
            }
        }
        len
    }

    /// Everything that can happen in as few ways as any.
    fn fewest(&self, found: &mut [Fork]) -> usize {
        let (mut fewest, mut len) = (u32::MAX, 0);
        let mut see = |ways: u32, fork: Fork| {
            if ways < fewest {
                (fewest, len) = (ways, 0);
            }
            if ways == fewest {
                found[len] = fork;
                len += 1;
            }
        };
        for cell in ones(self.open) {
            see(self.digits(cell).count() as u32, Fork::Cell(cell as u8));
        }
        for (house, cells) in HOUSES.iter().enumerate() {
            for digit in self.lacking(house) {
                let ways = (self.cells[digit] & cells).count_ones();
                see(ways, Fork::House(house as u8, digit as u8));
            }
        }
        len
    }

    /// The first of the open cells with the fewest digits; none if none is open.
    pub(super) fn most_constrained(&self) -> Option<usize> {
        if self.open == 0 {
            return None;
        }
        // Cells with at least one, two, three digits left, all at once.
        let (mut one, mut two, mut three) = (0, 0, 0);
        for cells in self.cells {
            three |= two & cells;
            two |= one & cells;
            one |= cells;
        }
        for fewest in [self.open & !one, one & !two, two & !three] {
            if fewest != 0 {
                return Some(fewest.trailing_zeros() as usize);
            }
        }
        ones(self.open).min_by_key(|&cell| self.digits(cell).count())
    }

    /// The digits left in the cell, a bit each.
    pub(super) fn options(&self, cell: usize) -> u16 {
        (0..9).fold(0, |digits, digit| digits | ((self.cells[digit] >> cell & 1) as u16) << digit)
    }
}

/// Something to guess at.
#[derive(Clone, Copy)]
enum Fork {
    /// Which digit goes into the cell.
    Cell(u8),
    /// Where in the house the digit goes.
    House(u8, u8),
}

impl Default for Fork {
    fn default() -> Fork {
        Fork::Cell(0)
    }
}

/// The places of the set bits.
fn ones(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(first)
    })
}

/// The cells in which a digit is alone in its row, column or box; nothing if one of the
/// houses that lack the digit has no place for it.
fn alone(cells: u128, missing: u32) -> Option<u128> {
    let mut found = 0;
    // The columns where the digit was seen, and seen again; the houses that have a place.
    let (mut once, mut twice, mut present) = (0, 0, 0);
    for band in 0..3 {
        let bits = (cells >> (27 * band)) as u32 & 0x7ff_ffff;
        let mut found_here = 0;
        let (mut over, mut over_twice) = (0, 0);
        for row in 0..3 {
            let nine = bits >> (9 * row) & 0x1ff;
            if nine & nine.wrapping_sub(1) == 0 {
                found_here |= nine << (9 * row);
            }
            present |= u32::from(nine != 0) << (3 * band + row);
            over_twice |= over & nine;
            over |= nine;
        }
        twice |= once & over | over_twice;
        once |= over;
        let boxes = THIRDS[over as usize];
        present |= u32::from(boxes.any) << (18 + 3 * band);
        let single = boxes.one & !THIRDS[over_twice as usize].any;
        found_here |= bits & BOXES[usize::from(single)];
        found |= u128::from(found_here) << (27 * band);
    }
    present |= once << 9;
    let columns = u128::from(once & !twice);
    let every_row = columns * FIRST_COLUMN;
    (missing & !present == 0).then_some(found | cells & every_row)
}

/// The first bit of every row.
const FIRST_COLUMN: u128 = HOUSES[9];

/// Of nine bits in three threes, which threes have a bit set, and which exactly one.
#[derive(Clone, Copy)]
struct Thirds {
    any: u8,
    one: u8,
}

const THIRDS: [Thirds; 512] = {
    let mut table = [Thirds { any: 0, one: 0 }; 512];
    let mut nine = 0;
    while nine < 512 {
        let mut third = 0;
        while third < 3 {
            let three = nine >> (3 * third) & 7;
            if three != 0 {
                table[nine].any |= 1 << third;
                if three & (three - 1) == 0 {
                    table[nine].one |= 1 << third;
                }
            }
            third += 1;
        }
        nine += 1;
    }
    table
};

/// For each choice of the three boxes of a band their cells.
const BOXES: [u32; 8] = {
    let mut table = [0; 8];
    let mut choice = 0;
    while choice < 8 {
        let mut third = 0;
        while third < 3 {
            if choice >> third & 1 == 1 {
                table[choice] |= 0o7007007 << (3 * third);
            }
            third += 1;
        }
        choice += 1;
    }
    table
};

const HOUSES: [u128; House::COUNT] = {
    let mut bits = [0; House::COUNT];
    let mut i = 0;
    while i < House::COUNT {
        bits[i] = House::ALL[i].cells().bits();
        i += 1;
    }
    bits
};

/// For each cell a bit for each of its three houses.
const HOUSES_OF: [u32; Cell::COUNT] = {
    let mut bits = [0; Cell::COUNT];
    let mut i = 0;
    while i < Cell::COUNT {
        let mut house = 0;
        while house < House::COUNT {
            if HOUSES[house] >> i & 1 == 1 {
                bits[i] |= 1 << house;
            }
            house += 1;
        }
        i += 1;
    }
    bits
};

#[cfg(test)]
mod tests {
    use super::*;

    /// House by house, as the definition has it.
    fn plainly(cells: u128, missing: u32) -> Option<u128> {
        let mut found = 0;
        for (house, bits) in HOUSES.iter().enumerate() {
            let places = cells & bits;
            if missing >> house & 1 == 1 && places == 0 {
                return None;
            }
            if places.count_ones() == 1 {
                found |= places;
            }
        }
        Some(found)
    }

    #[test]
    fn a_digit_alone_is_found_in_all_houses_at_once() {
        let mut rng = Rng::new(27);
        for n in 0..20_000 {
            // From nearly empty to nearly full.
            let bits = |rng: &mut Rng| u128::from(rng.bits()) | u128::from(rng.bits()) << 64;
            let thin = (0..n % 6).fold(bits(&mut rng), |cells, _| cells & bits(&mut rng));
            let cells = (if n % 7 == 0 { !thin } else { thin }) & ((1 << 81) - 1);
            let missing = rng.bits() as u32 & rng.bits() as u32 & ((1 << 27) - 1);
            assert_eq!(alone(cells, 0), plainly(cells, 0), "{cells:b}");
            assert_eq!(alone(cells, missing), plainly(cells, missing), "{cells:b}");
        }
    }
}
