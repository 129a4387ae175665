//! The grid as HoDoKu keeps it: candidates, how many places each digit has in each house, and
//! two waiting lines of singles.
//!
//! Cells are numbers from 0 to 80, row by row, and digits numbers from 0 to 8, not [`Cell`] and
//! [`Digit`]: the whole room is about the order in which numbers are tried, and says it best
//! with numbers. Houses are 0 to 8 for rows, 9 to 17 for columns, 18 to 26 for blocks. A set of
//! cells is a `u128`, a set of digits a `u16`, lowest bit first.
//!
//! The waiting lines are what makes the path of singles: whoever comes first is written first, and
//! an entry stays in line after its cell was filled, to be passed over later. So the order
//! in which candidates go matters, down to the order in which the givens are entered.
//!
//! [`Cell`]: piste_core::Cell
//! [`Digit`]: piste_core::Digit

use piste_core::{Cell, Puzzle};

/// A set of cells.
pub(super) type Cells = u128;
/// A set of digits.
pub(super) type Digits = u16;

/// Every cell.
pub(super) const ALL_CELLS: Cells = (1 << 81) - 1;

/// The cells of each house, as a list in order of place.
pub(super) static HOUSE_CELLS: [[u8; 9]; 27] = house_cells();
/// The cells of each house, as a set.
pub(super) static HOUSE: [Cells; 27] = house_sets();
/// Row, column and block of each cell.
pub(super) static HOUSES_OF: [[u8; 3]; 81] = houses_of();
/// The cells that share a house with each cell, without itself.
pub(super) static PEERS: [Cells; 81] = peers();

const fn house_cells() -> [[u8; 9]; 27] {
    let mut cells = [[0; 9]; 27];
    let mut at = 0;
    while at < 81 {
        let (row, column) = (at / 9, at % 9);
        cells[row][column] = at as u8;
        cells[9 + column][row] = at as u8;
        cells[18 + row / 3 * 3 + column / 3][row % 3 * 3 + column % 3] = at as u8;
        at += 1;
    }
    cells
}

const fn house_sets() -> [Cells; 27] {
    let lists = house_cells();
    let mut sets = [0; 27];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            sets[house] |= 1 << lists[house][place];
            place += 1;
        }
        house += 1;
    }
    sets
}

const fn houses_of() -> [[u8; 3]; 81] {
    let mut houses = [[0; 3]; 81];
    let mut at = 0;
    while at < 81 {
        let (row, column) = (at / 9, at % 9);
        houses[at] = [row as u8, 9 + column as u8, (18 + row / 3 * 3 + column / 3) as u8];
        at += 1;
    }
    houses
}

const fn peers() -> [Cells; 81] {
    let (sets, houses) = (house_sets(), houses_of());
    let mut peers = [0; 81];
    let mut at = 0;
    while at < 81 {
        let [row, column, block] = houses[at];
        peers[at] =
            (sets[row as usize] | sets[column as usize] | sets[block as usize]) & !(1 << at);
        at += 1;
    }
    peers
}

/// The row of a cell.
pub(super) const fn row(cell: usize) -> usize {
    cell / 9
}

/// The column of a cell, counted from 0.
pub(super) const fn column(cell: usize) -> usize {
    cell % 9
}

/// The block of a cell, counted from 0.
pub(super) const fn block(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The set of one cell.
pub(super) const fn one(cell: usize) -> Cells {
    1 << cell
}

/// The cells of a set from the lowest on.
pub(super) fn list(cells: Cells) -> impl Iterator<Item = usize> {
    let mut left = cells;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let first = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(first)
    })
}

/// The digits of a set from the lowest on.
pub(super) fn digits(set: Digits) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| set >> digit & 1 == 1)
}

/// The cells that see every cell of a set.
pub(super) fn seen_by_all(cells: Cells) -> Cells {
    list(cells).fold(ALL_CELLS, |seen, cell| seen & PEERS[cell])
}

/// A waiting line of singles: a cell and its digit each.
#[derive(Clone, Default)]
struct Line {
    entries: Vec<(u8, u8)>,
    first: usize,
}

impl Line {
    fn push(&mut self, cell: usize, digit: usize) {
        self.entries.push((cell as u8, digit as u8));
    }

    fn pop(&mut self) -> Option<(usize, usize)> {
        let &(cell, digit) = self.entries.get(self.first)?;
        self.first += 1;
        if self.first == self.entries.len() {
            self.entries.clear();
            self.first = 0;
        }
        Some((cell.into(), digit.into()))
    }

    fn waiting(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.entries[self.first..].iter().map(|&(cell, digit)| (cell.into(), digit.into()))
    }

    /// Takes the first entry for this digit in this house out of the line.
    fn remove(&mut self, house: usize, digit: usize) {
        let is_it = |&(cell, of): &(u8, u8)| {
            usize::from(of) == digit && HOUSES_OF[usize::from(cell)].contains(&(house as u8))
        };
        if let Some(at) = self.entries[self.first..].iter().position(is_it) {
            self.entries.remove(self.first + at);
        }
    }
}

/// The grid, half solved.
#[derive(Clone)]
pub(super) struct Field {
    marks: [Digits; 81],
    values: [u8; 81],
    givens: Cells,
    places: [[i8; 9]; 27],
    naked: Line,
    hidden: Line,
}

/// No digit is written.
const EMPTY: u8 = 9;

impl Field {
    /// The puzzle as it is entered: given by given, row by row.
    pub(super) fn new(puzzle: &Puzzle) -> Field {
        let mut field = Field {
            marks: [0x1ff; 81],
            values: [EMPTY; 81],
            givens: 0,
            places: [[9; 9]; 27],
            naked: Line::default(),
            hidden: Line::default(),
        };
        for at in 0..81 {
            if let Some(digit) = puzzle.grid().get(Cell::from_index(at)) {
                field.place(at, digit.index());
                field.givens |= one(at);
            }
        }
        field
    }

    /// The candidates of a cell; none once it is filled.
    pub(super) fn marks(&self, cell: usize) -> Digits {
        self.marks[cell]
    }

    /// How many candidates a cell has.
    pub(super) fn count(&self, cell: usize) -> usize {
        self.marks[cell].count_ones() as usize
    }

    /// Whether the digit is a candidate of the cell.
    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.marks[cell] >> digit & 1 == 1
    }

    /// The digit written in a cell.
    pub(super) fn value(&self, cell: usize) -> Option<usize> {
        (self.values[cell] != EMPTY).then_some(self.values[cell].into())
    }

    /// Whether the cell's digit was given.
    pub(super) fn is_given(&self, cell: usize) -> bool {
        self.givens & one(cell) != 0
    }

    /// How many places a digit has left in a house.
    pub(super) fn places(&self, house: usize, digit: usize) -> i8 {
        self.places[house][digit]
    }

    /// Whether every cell is filled.
    pub(super) fn is_full(&self) -> bool {
        !self.values.contains(&EMPTY)
    }

    /// Writes a digit: its candidates around go first, cell by cell, then those of the cell.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        if self.value(cell) == Some(digit) {
            return;
        }
        self.values[cell] = digit as u8;
        let marks = std::mem::take(&mut self.marks[cell]);
        for peer in list(PEERS[cell]) {
            self.drop(peer, digit);
        }
        for gone in digits(marks) {
            for house in HOUSES_OF[cell].map(usize::from) {
                self.places[house][gone] -= 1;
                if self.places[house][gone] == 1 && gone != digit {
                    self.queue_hidden(house, gone);
                }
            }
        }
    }

    /// Removes a candidate. The last one of a cell leaves the counts of its houses as they were:
    /// that happens only where an assumption has failed, and the program stops counting there.
    pub(super) fn drop(&mut self, cell: usize, digit: usize) {
        if !self.has(cell, digit) {
            return;
        }
        self.marks[cell] &= !(1 << digit);
        match self.marks[cell].count_ones() {
            0 => return,
            1 => self.naked.push(cell, self.marks[cell].trailing_zeros() as usize),
            _ => {}
        }
        for house in HOUSES_OF[cell].map(usize::from) {
            self.places[house][digit] -= 1;
            match self.places[house][digit] {
                1 => self.queue_hidden(house, digit),
                0 => self.hidden.remove(house, digit),
                _ => {}
            }
        }
    }

    fn queue_hidden(&mut self, house: usize, digit: usize) {
        let place = HOUSE_CELLS[house].iter().find(|&&cell| self.has(cell.into(), digit));
        if let Some(&cell) = place {
            self.hidden.push(cell.into(), digit);
        }
    }

    /// The first naked single in line that is the last open cell of a house.
    pub(super) fn full_house(&self) -> Option<(usize, usize)> {
        self.naked.waiting().find(|&(cell, digit)| {
            let is_last =
                |house: usize| (0..9).all(|other| other == digit || self.places[house][other] == 0);
            self.value(cell).is_none() && HOUSES_OF[cell].iter().any(|&h| is_last(h.into()))
        })
    }

    /// The next naked single in line; it leaves the line.
    pub(super) fn next_naked(&mut self) -> Option<(usize, usize)> {
        loop {
            let (cell, digit) = self.naked.pop()?;
            if self.value(cell).is_none() {
                return Some((cell, digit));
            }
        }
    }

    /// The next hidden single in line; it leaves the line.
    pub(super) fn next_hidden(&mut self) -> Option<(usize, usize)> {
        loop {
            let (cell, digit) = self.hidden.pop()?;
            if self.value(cell).is_none() {
                return self.is_alone(cell, digit).then_some((cell, digit));
            }
        }
    }

    fn is_alone(&self, cell: usize, digit: usize) -> bool {
        HOUSES_OF[cell].iter().any(|&house| self.places[usize::from(house)][digit] == 1)
    }

    /// All naked singles in line.
    pub(super) fn all_naked(&self) -> Vec<(usize, usize)> {
        self.naked.waiting().filter(|&(cell, _)| self.value(cell).is_none()).collect()
    }

    /// All hidden singles in line, one a cell.
    pub(super) fn all_hidden(&self) -> Vec<(usize, usize)> {
        let mut seen = 0;
        let mut found = Vec::new();
        for (cell, digit) in self.hidden.waiting() {
            let is_new = self.value(cell).is_none() && seen & one(cell) == 0;
            if is_new && self.is_alone(cell, digit) {
                seen |= one(cell);
                found.push((cell, digit));
            }
        }
        found
    }
}

/// A field with what the searches ask of it again and again.
pub(super) struct Scene<'a> {
    pub(super) field: &'a Field,
    /// The cells that have each digit as a candidate.
    pub(super) at: [Cells; 9],
    /// The cells without a digit.
    pub(super) open: Cells,
    /// The open cells that see no cell with the digit, candidate or not.
    pub(super) allowed: [Cells; 9],
}

impl Scene<'_> {
    /// The scene of a field.
    pub(super) fn new(field: &Field) -> Scene<'_> {
        let mut scene = Scene { field, at: [0; 9], open: 0, allowed: [ALL_CELLS; 9] };
        for (cell, peers) in PEERS.iter().enumerate() {
            match field.value(cell) {
                Some(digit) => scene.allowed[digit] &= !peers,
                None => scene.open |= one(cell),
            }
            for digit in digits(field.marks(cell)) {
                scene.at[digit] |= one(cell);
            }
        }
        let open = scene.open;
        scene.allowed.iter_mut().for_each(|cells| *cells &= open);
        scene
    }

    /// The open cells with exactly so many candidates, in order.
    pub(super) fn cells_with(&self, count: usize) -> Vec<usize> {
        list(self.open).filter(|&cell| self.field.count(cell) == count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(text: &str) -> Field {
        let grid = text.parse().expect("a grid");
        Field::new(&Puzzle::prove(&grid).expect("one solution"))
    }

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn counts_are_those_of_the_candidates_while_cells_are_filled() {
        let mut field = field(PUZZLE);
        while let Some((cell, digit)) = field.next_naked().or_else(|| field.next_hidden()) {
            field.place(cell, digit);
            let scene = Scene::new(&field);
            for (house, cells) in HOUSE.iter().enumerate() {
                for digit in 0..9 {
                    let places = (scene.at[digit] & cells).count_ones();
                    assert_eq!(field.places(house, digit) as u32, places, "{house} {digit}");
                }
            }
        }
        assert!(field.is_full());
    }

    #[test]
    fn singles_wait_in_the_order_in_which_they_came_to_be() {
        let mut field = field(PUZZLE);
        // The middle cell has only a five left once all givens are in; others came before it.
        let waiting = field.all_naked();
        assert_eq!(field.next_naked(), waiting.first().copied());
        field.place(waiting[0].0, waiting[0].1);
        assert_eq!(field.all_naked()[..waiting.len() - 1], waiting[1..]);
    }

    #[test]
    fn peers_and_houses_are_those_of_the_core() {
        for (cell, peers) in PEERS.iter().enumerate() {
            let core = Cell::from_index(cell);
            assert_eq!(*peers, core.peers().bits(), "{cell}");
            let places = [core.row(), 9 + core.column(), 18 + core.block()];
            assert_eq!(HOUSES_OF[cell].map(usize::from), places, "{cell}");
        }
    }
}
