//! Green: unit propagation, done on the board instead of on clauses.
//!
//! A variable of the encoding says "this digit stands in this cell". After any amount of
//! unit propagation it is true, false or open; the open ones are what the paper calls small
//! numbers, and here they are bits. Unit propagation on the extended encoding knows four
//! things and no more: a digit that is written clears its cell, its houses and the cells that are further apart (the
//! at-most-one clauses), and a digit that has one place left in a house, or a cell that has
//! one digit left, is written (the at-least-one clauses). So bits in two pictures of the
//! same board, by cell and by house and digit, are the whole formula, and a clause that
//! becomes a unit is a word with one bit left. The tests hold this against propagation on
//! the clauses themselves.

use piste_core::AnyGrid;
use piste_core::shape::Layout;

/// Unit propagation has produced an empty clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict;

/// What is still possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    /// The digits of every cell.
    cells: Vec<u32>,
    /// The places of every digit in every house, by house and then by digit.
    places: Vec<u32>,
    /// Cells and digits that are known and not yet spread.
    known: Vec<(u16, u8)>,
}

/// The numbers of the bits that are set, lowest first.
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// The cells that are filled and their digits, both counted from 0.
pub(super) fn givens(grid: &AnyGrid) -> impl Iterator<Item = (usize, usize)> + '_ {
    grid.filled().map(|cell| (cell, usize::from(grid.values()[cell]) - 1))
}

impl Marks {
    /// Everything is possible.
    pub(super) fn all(layout: &Layout) -> Marks {
        let n = layout.side();
        let full = (1 << n) - 1;
        let places = vec![full; layout.houses().len() * n];
        Marks { cells: vec![full; n * n], places, known: Vec::new() }
    }

    /// What is left of a board after unit propagation.
    pub(super) fn of(grid: &AnyGrid) -> Result<Marks, Conflict> {
        let layout = grid.shape().layout();
        let mut marks = Marks::beside_givens(grid, layout)?;
        marks.find_known(layout)?;
        marks.settle(layout).map(|()| marks)
    }

    /// What the givens leave to the cells that they see, all at once; what follows from that is not known yet.
    fn beside_givens(grid: &AnyGrid, layout: &Layout) -> Result<Marks, Conflict> {
        let n = layout.side();
        let mut taken = vec![0; layout.houses().len()];
        let mut marks = Marks::all(layout);
        for (cell, digit) in givens(grid) {
            for home in layout.homes(cell) {
                let taken: &mut u32 = &mut taken[usize::from(home.house)];
                if *taken >> digit & 1 == 1 {
                    return Err(Conflict);
                }
                *taken |= 1 << digit;
            }
            for &partner in layout.partners(cell) {
                marks.cells[usize::from(partner)] &= !(1 << digit);
            }
        }
        for cell in 0..n * n {
            let homes = layout.homes(cell).iter();
            let seen = homes.fold(0, |seen, home| seen | taken[usize::from(home.house)]);
            marks.cells[cell] &= match grid.values()[cell] {
                0 => !seen,
                given => 1 << (given - 1),
            };
        }
        marks.places.fill(0);
        for cell in 0..n * n {
            for home in layout.homes(cell) {
                let first = usize::from(home.house) * n;
                for digit in bits(marks.cells[cell]) {
                    marks.places[first + digit] |= 1 << home.place;
                }
            }
        }
        Ok(marks)
    }

    /// Notes every cell with one digit left and every digit with one place left.
    fn find_known(&mut self, layout: &Layout) -> Result<(), Conflict> {
        let n = layout.side();
        if self.cells.contains(&0) || self.places.contains(&0) {
            return Err(Conflict);
        }
        for (at, places) in self.places.iter().enumerate() {
            if places.is_power_of_two() {
                let last = layout.members(at / n)[places.trailing_zeros() as usize];
                self.known.push((last, (at % n) as u8));
            }
        }
        for (cell, digits) in self.cells.iter().enumerate() {
            if digits.is_power_of_two() {
                self.known.push((cell as u16, digits.trailing_zeros() as u8));
            }
        }
        Ok(())
    }

    /// Takes over another board of the same shape without asking for memory.
    pub(super) fn copy_from(&mut self, other: &Marks) {
        self.cells.copy_from_slice(&other.cells);
        self.places.copy_from_slice(&other.places);
        self.known.clear();
    }

    /// The digits that are possible in the cell.
    pub(super) fn cell(&self, cell: usize) -> u32 {
        self.cells[cell]
    }

    /// The places that are possible for the digit in the house.
    pub(super) fn places(&self, layout: &Layout, house: usize, digit: usize) -> u32 {
        self.places[house * layout.side() + digit]
    }

    /// Whether the digit is possible in the cell.
    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.cells[cell] >> digit & 1 == 1
    }

    /// Whether the cell is not decided.
    pub(super) fn is_open(&self, cell: usize) -> bool {
        !self.cells[cell].is_power_of_two()
    }

    /// Empty squares: the cells that are not decided, in the order of the board.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&cell| self.is_open(cell))
    }

    /// The first empty square.
    pub(super) fn first_open(&self) -> Option<usize> {
        self.open().next()
    }

    /// Whether every cell is decided.
    pub(super) fn is_solved(&self) -> bool {
        self.first_open().is_none()
    }

    /// Small numbers: the variables that are not decided.
    pub(super) fn small(&self) -> u64 {
        self.open().map(|cell| u64::from(self.cells[cell].count_ones())).sum()
    }

    /// Notes that the digit stands in the cell; [`Marks::settle`] does the rest.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.known.push((cell as u16, digit as u8));
    }

    /// Whether nothing follows if the digit does not stand in the cell: the cell has more than one other, and the digit more
    /// than one other place in each house.
    pub(super) fn is_spare(&self, layout: &Layout, cell: usize, digit: usize) -> bool {
        let has_three = |word: u32| {
            let rest = word & word.wrapping_sub(1);
            rest & rest.wrapping_sub(1) != 0
        };
        let mut homes = layout.homes(cell).iter();
        has_three(self.cells[cell])
            && homes.all(|home| has_three(self.places(layout, usize::from(home.house), digit)))
    }

    /// Notes that the digit does not stand in the cell; [`Marks::settle`] does the rest.
    pub(super) fn erase(
        &mut self,
        layout: &Layout,
        cell: usize,
        digit: usize,
    ) -> Result<(), Conflict> {
        let bit = 1 << digit;
        if self.cells[cell] & bit == 0 {
            return Ok(());
        }
        self.cells[cell] ^= bit;
        let rest = self.cells[cell];
        if rest == 0 {
            return Err(Conflict);
        }
        if rest.is_power_of_two() {
            self.known.push((cell as u16, rest.trailing_zeros() as u8));
        }
        for home in layout.homes(cell) {
            let house = usize::from(home.house);
            let places = &mut self.places[house * layout.side() + digit];
            *places &= !(1 << home.place);
            let places = *places;
            if places == 0 {
                return Err(Conflict);
            }
            if places.is_power_of_two() {
                let last = layout.members(house)[places.trailing_zeros() as usize];
                self.known.push((last, digit as u8));
            }
        }
        Ok(())
    }

    /// Propagates until nothing is left to do.
    pub(super) fn settle(&mut self, layout: &Layout) -> Result<(), Conflict> {
        while let Some((cell, digit)) = self.known.pop() {
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            if !self.has(cell, digit) {
                return Err(Conflict);
            }
            for other in bits(self.cells[cell] & !(1 << digit)) {
                self.erase(layout, cell, other)?;
            }
            for home in layout.homes(cell) {
                let house = usize::from(home.house);
                for other in bits(self.places(layout, house, digit) & !(1 << home.place)) {
                    self.erase(layout, usize::from(layout.members(house)[other]), digit)?;
                }
            }
            for &partner in layout.partners(cell) {
                self.erase(layout, usize::from(partner), digit)?;
            }
        }
        Ok(())
    }
}
