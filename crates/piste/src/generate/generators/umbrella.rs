//! # Umbrella
//!
//! ## Idea
//! 1. The numbers 1 to 8 go into random cells of an empty grid.
//! 2. A random digit goes into a random empty cell, as long as there are two solutions.
//! 3. If there is none, the digit is taken back. If there is one, the grid is a puzzle.
//! 4. Its level is looked at. If it is what is wanted, that is all. If it is below, the
//!    [shredder](super::shredder) looks for a harder grid among those with fewer givens; if it
//!    finds none, one more digit of the solution goes in, and this step starts again.
//! 5. If it is above, the puzzle is solved as far as easier methods lead, and a digit of
//!    the solution goes in where they are stuck; step 4 again.
//!
//! Random digits often leave four cells of a rectangle that can hold two digits either way;
//! only a digit in one of the four helps, and chance takes long to put one there. So the order
//! of the digits is recorded. If there are many, the grid is filled again in this order,
//! but with the last digit first, until there is one solution; and again, and again. Past 36
//! givens the attempt is given up.
//!
//! ## Why it is sound
//! Every digit goes in after an exact search. The digits recorded have one solution together,
//! in whatever order they come. Digits of the solution do not change the solution, and the
//! shredder takes away none that is needed.
//!
//! ## Example
//! `13.....2..5.1..86....95....4.....3.23.8.1........8.7.4..2..1.43....94.7.6.9......`, of level
//! 2, is what the authors' first three steps came to. Three more digits made it level 1, and one
//! digit less made it level 4.
//!
//! ## Sources
//! The Umbrella Method (2008), section 8: stages 1 to 5, and the modified stages 1(b) and 2(b).
//! Where stage 2(b) lowers the level by any digit, this takes stage 5's choice of one.

use super::shredder::{ABOVE, Shred, Wanted, level_of};
use crate::generate::dig::{orbit, proved};
use crate::generate::{Brief, GaveUp, Generator, Info, Part};
use crate::logic::Ladder;
use piste_core::search::{self, Verdict};
use piste_core::symmetry::Symmetry;
use piste_core::{Board, Cell, CellSet, Digit, Grid, Puzzle, Rng};
use std::ops::ControlFlow;

pub(in crate::generate) struct Umbrella;

static INFO: Info = Info {
    slug: "umbrella",
    name: "Umbrella",
    summary: "random digits until one solution is left, then fewer or more until the level is right",
    source: "Umbrella Method (2008)",
    can: &[Part::Target, Part::Symmetry],
    needs: None,
};

/// Past this many givens an attempt is given up.
const TOO_MANY: usize = 36;
/// With more givens than this, the digits go in again with the last one first.
const MANY: usize = 28;
/// How many grids the shredder comes to each time.
const GRIDS: usize = 60;

impl Generator for Umbrella {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let symmetry = brief.symmetry_for(rng);
        let mut record = Record::random(symmetry, rng);
        record.put_last_first(symmetry);
        let wanted = Wanted::of(brief.target.as_ref());
        let mut puzzle = proved(&record.grid());
        loop {
            if puzzle.grid().filled().len() > TOO_MANY {
                return Err(record.gave_up("more than 36 givens"));
            }
            if brief.is_stopped() {
                return Err(record.gave_up("stopped"));
            }
            let level = level_of(&puzzle);
            if wanted.meets(brief, level, &puzzle) {
                return Ok(puzzle);
            }
            if level <= wanted.hardest()
                && let Some(harder) = shredded(&puzzle, symmetry, &wanted, brief, rng)
            {
                return Ok(harder);
            }
            puzzle = with_one_more(&puzzle, level, wanted.hardest(), symmetry, rng);
            record.steps += 1;
        }
    }
}

/// A harder puzzle below this one that is what the brief wants.
fn shredded(
    puzzle: &Puzzle,
    symmetry: Option<Symmetry>,
    wanted: &Wanted,
    brief: &Brief,
    rng: &mut Rng,
) -> Option<Puzzle> {
    let mut found = None;
    let mut shred = Shred::new(puzzle, symmetry, GRIDS, rng);
    shred.ceiling = wanted.hardest();
    let _ = shred.walk(&mut |level, puzzle| {
        if level >= wanted.easiest() && wanted.meets(brief, level, puzzle) {
            found = Some(*puzzle);
            return ControlFlow::Break(());
        }
        if brief.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// The puzzle with one more digit of the solution, and those that mirror it: where easier
/// methods are stuck if it is too hard, else anywhere.
fn with_one_more(
    puzzle: &Puzzle,
    level: usize,
    hardest: usize,
    symmetry: Option<Symmetry>,
    rng: &mut Rng,
) -> Puzzle {
    let empty = CellSet::ALL - puzzle.grid().filled();
    let stuck = if level > hardest { stuck_below(puzzle, level) & empty } else { empty };
    let cells: Vec<Cell> = if stuck.is_empty() { empty } else { stuck }.iter().collect();
    let Some(&cell) = rng.pick(&cells) else { return *puzzle };
    let mut grid = *puzzle.grid();
    for cell in orbit(cell, symmetry) {
        grid.set(cell, Some(puzzle.solution().get(cell)));
    }
    proved(&grid)
}

/// The cells that methods below the level leave empty.
fn stuck_below(puzzle: &Puzzle, level: usize) -> CellSet {
    let rungs = &Ladder::UMBRELLA.rungs[..(level - 1).min(ABOVE - 1)];
    let ladder = Ladder { rungs, ..Ladder::UMBRELLA };
    ladder.climb(&Board::from(puzzle.grid())).end().open()
}

/// The digits of a puzzle in the order in which they went in.
struct Record {
    placed: Vec<(Cell, Digit)>,
    /// How often a search was asked, and how many digits were added later.
    steps: u64,
}

impl Record {
    /// Random digits in random cells until one solution is left.
    fn random(symmetry: Option<Symmetry>, rng: &mut Rng) -> Record {
        let mut record = Record { placed: Vec::new(), steps: 0 };
        let mut grid = Grid::EMPTY;
        let mut first = Digit::ALL[..8].iter().copied();
        loop {
            let cell = Cell::from_index(rng.below(Cell::COUNT));
            if grid.get(cell).is_some() {
                continue;
            }
            let mut is_one = false;
            for cell in orbit(cell, symmetry) {
                is_one = record.place(&mut grid, cell, first.next(), rng);
            }
            if is_one {
                return record;
            }
        }
    }

    /// Fills a cell with this digit, or with a random one, that leaves a solution. Whether it is
    /// the only one.
    fn place(&mut self, grid: &mut Grid, cell: Cell, digit: Option<Digit>, rng: &mut Rng) -> bool {
        let mut digits = Digit::ALL;
        rng.shuffle(&mut digits);
        for digit in digit.into_iter().chain(digits) {
            if !grid.options(cell).contains(digit) {
                continue;
            }
            let mut next = *grid;
            next.set(cell, Some(digit));
            self.steps += 1;
            let verdict = search::verdict(&next);
            if verdict != Verdict::None {
                *grid = next;
                self.placed.push((cell, digit));
                return matches!(verdict, Verdict::One(_));
            }
        }
        unreachable!("a grid with a solution has a digit for every cell")
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::EMPTY;
        for &(cell, digit) in &self.placed {
            grid.set(cell, Some(digit));
        }
        grid
    }

    /// Fills the grid again with the last digit first until there are not so many, or no
    /// order of the kind does with fewer.
    fn put_last_first(&mut self, symmetry: Option<Symmetry>) {
        let mut rounds = self.placed.len();
        while self.placed.len() > MANY && rounds > 0 {
            rounds -= 1;
            let mut order = std::mem::take(&mut self.placed);
            order.rotate_right(1);
            let mut grid = Grid::EMPTY;
            let all: Grid = Grid::from_fn(|cell| {
                order.iter().find(|(known, _)| *known == cell).map(|(_, digit)| *digit)
            });
            for (cell, _) in order {
                if grid.get(cell).is_some() {
                    continue;
                }
                for cell in orbit(cell, symmetry) {
                    let digit = all.get(cell).expect("orbits go in together");
                    grid.set(cell, Some(digit));
                    self.placed.push((cell, digit));
                }
                self.steps += 1;
                if matches!(search::verdict(&grid), Verdict::One(_)) {
                    break;
                }
            }
        }
    }

    fn gave_up(&self, why: &'static str) -> GaveUp {
        GaveUp { after: self.steps, why }
    }
}
