//! # Brute calls
//!
//! ## Idea
//! How often a simple program calls itself while it makes sure of the solution: take the
//! empty cell with the fewest digits left, try each of them, and call yourself on what
//! comes of it.
//!
//! ## Why it is sound
//! It is a count of the nodes of a search tree, and the tree of a unique puzzle is finite.
//! The first call counts too. A digit is left in a cell if no row, column or box of it has
//! the digit; there is no other logic, so even a plain hidden single may cost a guess.
//!
//! What the paper leaves open, and how it is settled: its solver is there "to determine
//! the number of solutions", so the search does not stop at the first one; of equally
//! constrained cells the first in reading order is taken, so that the count may change when
//! the grid is turned.
//!
//! Measured on whole sets, by `cargo run --release -p bench -- rate-ranges`:
//!
//! | set | least | middle | greatest |
//! |---|---|---|---|
//! | easy, 21,021 | 45 | 46 | 159 |
//! | a newspaper's, 2,333 | 44 | 334 | 35,940 |
//! | random minimal, 100,000 | 54 | 456 | 186,717 |
//! | 17 clues, 49,158 | 85 | 37,846 | 10,227,626 |
//! | hardest of 2011, 375 | 6,424 | 33,342 | 142,975 |
//!
//! On other shapes a digit is left in a cell if no cell that it sees has the digit, and the count is given up after as many calls
//! as there may be guesses (`--guesses`): a large board can take more than anybody waits for.
//!
//! ## Example
//! A full grid but for one cell takes two calls: one to see the cell and one to see that
//! there is none left.
//!
//! ## Sources
//! "Intelligent brute force" in the paper mcm2280 (2008): R² = 0.05 against solving times.

use crate::rating::kernel::places::Four;
use crate::rating::shaped::{Field, Ground, bits};
use crate::rating::{
    AnyWorkup, Harder, Info, Metric, NotRatable, Rating, Value, Workup, limit_reached,
};
use piste_core::shape::Shape;
use piste_core::{Board, Cell, CellSet, Digit, House};

pub(in crate::rating) struct BruteCalls;

static INFO: Info = Info {
    slug: "brute-calls",
    name: "brute-force calls",
    version: 1,
    measures: "the recursive calls of a search that always tries the most constrained cell",
    source: "mcm2280 (2008), \"intelligent brute force\"",
    range: "1 up to some ten million",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

impl Metric for BruteCalls {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Err("it tries digits against givens, and pencil marks have none")
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let calls = calls(Grid::of(workup.board()));
        let empty = workup.board().open().len() as u64;
        Ok(Rating::new(&INFO, vec![Value::Count(calls)]).noting(note(calls, empty)))
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        let (ground, limit) = (workup.ground(), workup.guesses());
        let too_many = || NotRatable::because(limit_reached(limit, "calls"));
        let calls = calls_on(ground, workup.field(), limit).ok_or_else(too_many)?;
        Ok(Rating::new(&INFO, vec![Value::Count(calls)]).noting(note(calls, workup.empty())))
    }
}

/// The calls of the whole search on a board of any shape, the first one included; nothing if there are
/// more than so many.
fn calls_on(ground: &Ground<'_>, start: Field, limit: u64) -> Option<u64> {
    let (mut calls, mut aside) = (1, vec![start]);
    while let Some(field) = aside.pop() {
        let fewest = field.open().min_by_key(|&cell| field.options(cell).count_ones());
        let Some(cell) = fewest else { continue };
        for digit in bits(field.options(cell)) {
            calls += 1;
            let mut there = field.clone();
            there.write(ground, cell, digit);
            aside.push(there);
        }
        if calls > limit {
            return None;
        }
    }
    Some(calls)
}

/// What the calls were made for: one to begin with, one for every digit of the solution, and the
/// others for digits that turn out to be wrong.
fn note(calls: u64, empty: u64) -> Option<String> {
    let wrong = calls.checked_sub(1 + empty)?;
    let tried = match wrong {
        0 => "none tries a wrong digit".to_owned(),
        1 => "one tries a wrong digit".to_owned(),
        _ => format!("{wrong} try wrong digits"),
    };
    (empty > 0).then(|| format!("the solution takes {}; {tried}", 1 + empty))
}

/// A set of cells, a bit each in the order of reading.
type Cells = Four;

fn set(cells: CellSet) -> Cells {
    Four::new([0, 32, 64, 96].map(|from| (cells.bits() >> from) as u32))
}

/// The first of them.
#[inline(always)]
fn first(cells: Cells) -> Option<usize> {
    let [a, b, c, d] = cells.words().map(u64::from);
    match [a | b << 32, c | d << 32] {
        [0, 0] => None,
        [0, high] => Some(64 + high.trailing_zeros() as usize),
        [low, _] => Some(low.trailing_zeros() as usize),
    }
}

/// What the search knows of a grid.
#[derive(Clone, Copy)]
struct Grid {
    /// For each digit the cells that no cell with the digit sees.
    free: [Cells; 9],
    /// How many digits are left in each cell, in binary, the ones first; none in one that
    /// is filled.
    counts: [Cells; 4],
    empty: Cells,
    /// The digits that each house lacks, a bit each.
    lacking: [u16; House::COUNT],
}

impl Grid {
    fn of(board: &Board) -> Grid {
        let mut grid = Grid {
            free: Digit::ALL.map(|digit| set(board.cells(digit))),
            counts: [Four::splat(0); 4],
            empty: set(board.open()),
            lacking: [0x1ff; House::COUNT],
        };
        for mut more in grid.free {
            for plane in &mut grid.counts {
                (*plane, more) = (*plane ^ more, *plane & more);
            }
        }
        for (cell, digit) in board.values().givens() {
            for house in HOUSES[cell.index()] {
                grid.lacking[usize::from(house)] &= !(1 << digit.index());
            }
        }
        grid
    }

    /// One call on a grid where every empty cell has a digit left. It counts the calls that
    /// it makes, puts the grids of all but the last aside and goes on with the last. False
    /// if there is none to go on with.
    #[inline(always)]
    fn call(&mut self, aside: &mut Vec<Grid>, calls: &mut u64) -> bool {
        let Some(cell) = self.most_constrained() else { return false };
        let mut digits = self.options(cell);
        while digits & (digits.wrapping_sub(1)) != 0 {
            *calls += 1;
            let mut there = *self;
            // A call that sees a cell without a digit does nothing more.
            if there.write(cell, digits.trailing_zeros() as usize) {
                aside.push(there);
            }
            digits &= digits - 1;
        }
        *calls += 1;
        self.write(cell, digits.trailing_zeros() as usize)
    }

    /// The first of the empty cells with the fewest digits; none if none is empty.
    #[inline(always)]
    fn most_constrained(&self) -> Option<usize> {
        let [ones, twos, fours, eights] = self.counts;
        let more = fours | eights;
        // One digit nearly always, and else mostly two.
        first(ones & !(twos | more)).or_else(|| self.with_several())
    }

    #[cold]
    fn with_several(&self) -> Option<usize> {
        (2..=9).find_map(|count: u32| {
            let with_count = (0..4).fold(self.empty, |cells, digit| {
                let plane = self.counts[digit];
                cells & if count >> digit & 1 == 1 { plane } else { !plane }
            });
            first(with_count)
        })
    }

    /// The digits left in the cell, a bit each.
    #[inline(always)]
    fn options(&self, cell: usize) -> u16 {
        let [row, column, block] = HOUSES[cell].map(|house| self.lacking[usize::from(house)]);
        row & column & block
    }

    /// Fills a cell. False if that leaves another without a digit.
    #[inline(always)]
    fn write(&mut self, cell: usize, digit: usize) -> bool {
        for house in HOUSES[cell] {
            self.lacking[usize::from(house)] &= !(1 << digit);
        }
        let [peers, itself] = SEEN_AND_SELF[cell].map(Four::new);
        let others = !itself;
        self.empty = self.empty & others;
        let [ones, twos, fours, eights] = self.counts.map(|plane| plane & others);
        let fewer = self.free[digit] & peers & self.empty;
        self.free[digit] = self.free[digit] & !peers;
        let dead = fewer & ones & !(twos | fours | eights);
        let borrow = [fewer & !ones, fewer & !(ones | twos), fewer & !(ones | twos | fours)];
        self.counts = [ones ^ fewer, twos ^ borrow[0], fours ^ borrow[1], eights ^ borrow[2]];
        dead.is_zero()
    }
}

/// The calls of the whole search, the first one included.
///
/// They come to the same number in whatever order they are made, so two grids are worked
/// on by turns: each step of a grid waits for the one before it, and while one waits the
/// processor gets on with the other.
fn calls(start: Grid) -> u64 {
    let (mut calls, mut aside) = (1, Vec::new());
    let (mut one, mut other) = (start, start);
    let (mut one_goes_on, mut other_goes_on) = (true, false);
    loop {
        if !one_goes_on && let Some(grid) = aside.pop() {
            (one, one_goes_on) = (grid, true);
        }
        if !other_goes_on && let Some(grid) = aside.pop() {
            (other, other_goes_on) = (grid, true);
        }
        match (one_goes_on, other_goes_on) {
            (true, true) => {
                one_goes_on = one.call(&mut aside, &mut calls);
                other_goes_on = other.call(&mut aside, &mut calls);
            }
            (true, false) => one_goes_on = one.call(&mut aside, &mut calls),
            (false, true) => other_goes_on = other.call(&mut aside, &mut calls),
            (false, false) => return calls,
        }
    }
}

/// For each cell the cells that it sees, and the cell itself.
static SEEN_AND_SELF: [[[u32; 4]; 2]; Cell::COUNT] = {
    let mut table = [[[0; 4]; 2]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let both = [Cell::ALL[cell].peers().bits(), 1 << cell];
        let mut i = 0;
        while i < 8 {
            table[cell][i / 4][i % 4] = (both[i / 4] >> (32 * (i % 4))) as u32;
            i += 1;
        }
        cell += 1;
    }
    table
};

/// For each cell the numbers of its houses.
static HOUSES: [[u8; 3]; Cell::COUNT] = {
    let mut houses = [[0; 3]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let (row, column) = (cell / 9, cell % 9);
        houses[cell] = [row as u8, 9 + column as u8, (18 + row / 3 * 3 + column / 3) as u8];
        cell += 1;
    }
    houses
};
