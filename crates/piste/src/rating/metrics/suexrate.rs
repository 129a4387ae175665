//! # Suexrate
//!
//! ## Idea
//! Let a machine with hardly any logic search for the solution and count the steps it
//! takes. It looks at all the things that must happen once each (a cell gets a digit, a
//! row, column or box gets a certain digit), does at once whatever can happen in only one
//! way, and where nothing is forced guesses at a thing that can happen in the fewest ways.
//! Which of several equal ones it takes, and which way it tries first, is left to chance,
//! and the rating is the mean over [`TRIES`] tries.
//!
//! ## Why it is sound
//! A node of the tree is a digit written, forced or guessed. What is forced is written all
//! together, so the shape of a tree depends on the guesses alone, and the mean does not
//! depend on how the grid is turned. What can be written before the first guess is the
//! same in every try and is counted once; a puzzle that needs no guess has one node for
//! each empty cell, whatever the seed. A try ends at the solution, as in the program that
//! this metric is named after.
//!
//! What the paper leaves open, and how it is settled: it says "a depth-first search with
//! minimal logic" and "the number of nodes in the search tree". The public documentation
//! of Fowler's solver describes suexrate as a mean over random permutations of the puzzle,
//! counting the nodes of Knuth's exact-cover search, which is singles with guessing; so
//! this is what is counted. How many tries the program made is not known. Against ratings
//! published with its relatives (2141 for the Golden Nugget, 3311 for another) ours come
//! out near, not equal.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` has
//! 51 empty cells, and singles fill them all: 51.
//!
//! ## Sources
//! "suexrate" in the paper mcm2280 (2008), R² = 0.48 against solving times; the program is
//! by G. Stertenbrink (2005). The search is Knuth's Algorithm X (2000).

use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};
use piste_core::{Board, Cell, Digit, House, Rng};

pub(in crate::rating) struct Suexrate;

/// How many tries are made where a guess is needed.
const TRIES: u32 = 10;

static INFO: Info = Info {
    slug: "suexrate",
    name: "suexrate",
    version: 1,
    measures: "the mean size of a search tree with singles and random guesses, up to the solution",
    source: "mcm2280 (2008), after a program by G. Stertenbrink (2005)",
    range: "0 up to several thousand",
    harder: Harder::Up,
    columns: &[""],
};

impl Metric for Suexrate {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let mut start = Places::of(workup.board());
        let before = start.write_forced().unwrap_or_default();
        let mut mean = before as f64;
        if !start.is_full() {
            let mut rng = workup.rng(INFO.slug);
            let mut nodes = 0;
            for _ in 0..TRIES {
                search(start, &mut Ties::Random(&mut rng), Until::Solution, &mut nodes);
            }
            mean += nodes as f64 / f64::from(TRIES);
        }
        Ok(Rating::new(&INFO, vec![Value::Number(mean, 1)]))
    }
}

/// Which of several things that can happen in equally few ways to guess at.
pub(super) enum Ties<'a> {
    /// The first cell, else the first digit in the first house; digits in their order.
    First,
    /// Any, in any order.
    Random(&'a mut Rng),
}

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// At the first solution.
    Solution,
    /// When the whole tree has been seen.
    Exhausted,
}

/// Searches on from here, adding the digits written to `nodes`; says whether to stop.
pub(super) fn search(mut here: Places, ties: &mut Ties<'_>, until: Until, nodes: &mut u64) -> bool {
    match here.write_forced() {
        Ok(written) => *nodes += written,
        Err(written) => {
            *nodes += written;
            return false;
        }
    }
    if here.is_full() {
        return until == Until::Solution;
    }
    let mut ways = here.fork(ties);
    if let Ties::Random(rng) = ties {
        rng.shuffle(&mut ways);
    }
    ways.into_iter().any(|(cell, digit)| {
        *nodes += 1;
        let mut there = here;
        there.write(cell, digit);
        search(there, ties, until, nodes)
    })
}

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

/// Where each digit can still go: a board stripped to what the search asks for.
#[derive(Clone, Copy)]
pub(super) struct Places {
    open: u128,
    cells: [u128; 9],
    /// For each digit the houses that do not have it yet.
    missing: [u32; 9],
}

impl Places {
    pub(super) fn of(board: &Board) -> Places {
        let mut missing = [(1 << House::COUNT) - 1; 9];
        for (cell, digit) in board.values().givens() {
            missing[digit.index()] &= !HOUSES_OF[cell.index()];
        }
        Places {
            open: board.open().bits(),
            cells: Digit::ALL.map(|digit| board.cells(digit).bits()),
            missing,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.open == 0
    }

    fn write(&mut self, cell: usize, digit: usize) {
        let gone = !(1 << cell);
        self.open &= gone;
        for cells in &mut self.cells {
            *cells &= gone;
        }
        self.cells[digit] &= !Cell::ALL[cell].peers().bits();
        self.missing[digit] &= !HOUSES_OF[cell];
    }

    /// Writes what is forced until nothing is: how many digits, or how many up to where
    /// something can no longer happen at all.
    pub(super) fn write_forced(&mut self) -> Result<u64, u64> {
        let mut written = 0;
        loop {
            let Some(forced) = self.forced() else { return Err(written) };
            let count: u32 = forced.iter().map(|cells| cells.count_ones()).sum();
            if count == 0 {
                return Ok(written);
            }
            written += u64::from(count);
            for (digit, cells) in forced.into_iter().enumerate() {
                let mut rest = cells;
                while rest != 0 {
                    let cell = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    if self.cells[digit] >> cell & 1 == 0 {
                        return Err(written);
                    }
                    self.write(cell, digit);
                }
            }
        }
    }

    /// For each digit the cells it must go into; nothing if some cell or house is out of
    /// options.
    fn forced(&self) -> Option<[u128; 9]> {
        let (mut once, mut twice) = (0, 0);
        for cells in self.cells {
            twice |= once & cells;
            once |= cells;
        }
        if once != self.open {
            return None;
        }
        let naked = once & !twice;
        let mut forced = [0; 9];
        for (digit, &cells) in self.cells.iter().enumerate() {
            let mut here = cells & naked;
            let mut houses = self.missing[digit];
            while houses != 0 {
                let places = cells & HOUSES[houses.trailing_zeros() as usize];
                houses &= houses - 1;
                if places == 0 {
                    return None;
                }
                if places & (places - 1) == 0 {
                    here |= places;
                }
            }
            forced[digit] = here;
        }
        Some(forced)
    }

    /// The ways of one of the things that can happen in the fewest ways, where nothing is
    /// forced.
    fn fork(&self, ties: &mut Ties<'_>) -> Vec<(usize, usize)> {
        let mut fewest = u32::MAX;
        let mut equal: Vec<Fork> = Vec::new();
        let mut see = |ways: u32, fork: Fork| {
            if ways < fewest {
                fewest = ways;
                equal.clear();
            }
            if ways == fewest {
                equal.push(fork);
            }
        };
        let mut open = self.open;
        while open != 0 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            let ways = self.cells.iter().map(|cells| (cells >> cell & 1) as u32).sum();
            see(ways, Fork::Cell(cell));
        }
        for (house, cells) in HOUSES.iter().enumerate() {
            for digit in (0..9).filter(|&digit| self.missing[digit] >> house & 1 == 1) {
                see((self.cells[digit] & cells).count_ones(), Fork::House(house, digit));
            }
        }
        let chosen = match ties {
            Ties::First => 0,
            Ties::Random(rng) => rng.below(equal.len()),
        };
        match equal[chosen] {
            Fork::Cell(cell) => (0..9)
                .filter(|&digit| self.cells[digit] >> cell & 1 == 1)
                .map(|digit| (cell, digit))
                .collect(),
            Fork::House(house, digit) => (0..Cell::COUNT)
                .filter(|&cell| (self.cells[digit] & HOUSES[house]) >> cell & 1 == 1)
                .map(|cell| (cell, digit))
                .collect(),
        }
    }
}

/// Something to guess at.
#[derive(Clone, Copy)]
enum Fork {
    /// Which digit goes into the cell.
    Cell(usize),
    /// Where in the house the digit goes.
    House(usize, usize),
}

/// How many guesses a search with the first thing that can happen in the fewest ways makes
/// until the whole tree has been seen.
pub(super) fn guesses(mut here: Places) -> u64 {
    if here.write_forced().is_err() || here.is_full() {
        return 0;
    }
    let tried = here.fork(&mut Ties::First).into_iter().map(|(cell, digit)| {
        let mut there = here;
        there.write(cell, digit);
        1 + guesses(there)
    });
    tried.sum()
}
