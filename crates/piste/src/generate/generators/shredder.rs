//! # Shredder
//!
//! ## Idea
//! Number the givens of a grid. Take the first away and see which level of method solves what
//! is left; if one does, go on from there with the givens behind it; if none does, put it
//! back and take the next. So every grid below the first one is reached once, in order, and
//! the level of each is recorded. There are far too many of them: the walk ends after a
//! number of grids.
//!
//! The walk starts from a full grid that has been thinned out at random for as long as naked
//! singles solve it, or from a puzzle that the brief names. A target that speaks of the
//! umbrella level steers: what is below a grid is never easier, so that below a grid that is
//! too hard nothing is looked for. Without a target the hardest grid is handed out, and of
//! equally hard ones the one with the fewest givens.
//!
//! ## Why it is sound
//! A given goes only after an exact search has found no solution with another digit there.
//!
//! ## Example
//! `.....8..95......4826....1.5..1..6.3...5.2.8....74....6.4.3.1........4..171..59...` is of
//! level 1. With one given less it is of level 2 in four ways, as the authors say; taking more away,
//! the shredder finds 28 of level 2 and none of level 3.
//!
//! ## Sources
//! Section 4 of the Umbrella Method (2008), which shreds to see whether its levels are
//! evenly spaced, and section 8, which shreds to make puzzles harder.

use crate::generate::dig::{orbits, proved, without};
use crate::generate::{Brief, GaveUp, Generator, Info, Part};
use crate::rating::{Column, Condition, Value, Workup, metrics};
use piste_core::symmetry::Symmetry;
use piste_core::{CellSet, Grid, Puzzle, Rng, Solution};
use std::ops::ControlFlow;

pub(in crate::generate) struct Shredder;

static INFO: Info = Info {
    slug: "shredder",
    name: "Shredder",
    summary: "takes givens away in a fixed order, with every way back, and records levels",
    source: "Umbrella Method (2008)",
    can: &[Part::Target, Part::Symmetry, Part::Givens, Part::Solution, Part::Start],
    needs: None,
};

/// How many grids a walk comes to.
const GRIDS: usize = 250;

impl Generator for Shredder {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let (start, symmetry) = match &brief.start {
            Some(puzzle) => (*puzzle, brief.symmetry_like(puzzle, rng)),
            None => {
                let symmetry = brief.symmetry_for(rng);
                let full = brief.solution_for(rng);
                (thinned(&full, symmetry, *brief.givens.start(), rng), symmetry)
            }
        };
        let wanted = Wanted::of(brief.target.as_ref());
        let mut level = level_of(&start);
        let mut best = start;
        if brief.target.is_some() && wanted.meets(brief, level, &start) {
            return Ok(start);
        }
        let mut shred = Shred::new(&start, symmetry, GRIDS, rng);
        shred.floor = *brief.givens.start();
        shred.ceiling = wanted.hardest();
        let _ = shred.walk(&mut |of_this, puzzle| {
            let is_met = brief.target.is_some() && wanted.meets(brief, of_this, puzzle);
            let fewer = puzzle.grid().filled().len() < best.grid().filled().len();
            let nearer = wanted.miss(of_this).cmp(&wanted.miss(level)).then(level.cmp(&of_this));
            if is_met || nearer.is_lt() || nearer.is_eq() && fewer {
                (level, best) = (of_this, *puzzle);
            }
            let is_over = is_met || brief.is_stopped();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if brief.is_stopped() {
            return Err(GaveUp { after: shred.tried as u64, why: "stopped" });
        }
        Ok(best)
    }
}

/// The level of what no level of method solves.
pub const ABOVE: usize = 5;

/// The umbrella level: 1 to 4, or [`ABOVE`].
pub fn level_of(puzzle: &Puzzle) -> usize {
    let column = level_column();
    let rating = column.metric().rate(&Workup::new(puzzle));
    match rating.ok().and_then(|rating| column.of(&rating)) {
        Some(Value::Count(level)) => level as usize,
        _ => ABOVE,
    }
}

fn level_column() -> Column {
    Column::main(metrics::UMBRELLA)
}

/// The levels that a target asks for.
pub(super) struct Wanted([bool; ABOVE]);

impl Wanted {
    /// The levels with which the target is nearest, whatever else it asks for.
    pub(super) fn of(target: Option<&Condition>) -> Wanted {
        let column = level_column();
        let Some(target) = target else { return Wanted([true, true, true, true, false]) };
        let distances: [f64; ABOVE] = std::array::from_fn(|nth| {
            target.distance(|asked| match nth + 1 {
                _ if asked != column => None,
                ABOVE => Some(Value::Word("above")),
                level => Some(Value::Count(level as u64)),
            })
        });
        let nearest = distances.iter().copied().fold(f64::INFINITY, f64::min);
        Wanted(distances.map(|distance| distance <= nearest))
    }

    pub(super) fn has(&self, level: usize) -> bool {
        self.0[level - 1]
    }

    pub(super) fn hardest(&self) -> usize {
        self.0.iter().rposition(|is_wanted| *is_wanted).map_or(ABOVE, |nth| nth + 1)
    }

    pub(super) fn easiest(&self) -> usize {
        self.0.iter().position(|is_wanted| *is_wanted).map_or(1, |nth| nth + 1)
    }

    /// How many levels there are between this one and those that are wanted.
    fn miss(&self, level: usize) -> usize {
        let apart = (1..=ABOVE).filter(|&other| self.has(other)).map(|other| other.abs_diff(level));
        apart.min().unwrap_or(0)
    }

    /// Whether a puzzle of this level is what the brief wants.
    pub(super) fn meets(&self, brief: &Brief, level: usize, puzzle: &Puzzle) -> bool {
        self.has(level) && brief.check_looks(puzzle).is_ok() && brief.check_target(puzzle).is_ok()
    }
}

/// A full grid with givens taken away at random for as long as naked singles solve it.
fn thinned(solution: &Solution, symmetry: Option<Symmetry>, floor: usize, rng: &mut Rng) -> Puzzle {
    let mut start = proved(&solution.grid());
    for orbit in orbits(CellSet::ALL, symmetry, rng) {
        if start.grid().filled().len() < floor + orbit.len() {
            continue;
        }
        if let Some(grid) = without(start.grid(), solution, orbit) {
            let puzzle = proved(&grid);
            if level_of(&puzzle) == 1 {
                start = puzzle;
            }
        }
    }
    start
}

/// Shreds a puzzle: comes to at most so many grids below it, and shows every one that has a single
/// solution, with its umbrella level, 1 to 4, or [`ABOVE`]. Says how many grids were tried,
/// those with several solutions included, and whether there were no more.
///
/// The walk does not go below what is above all levels. In which order the givens are numbered
/// is drawn at random; a walk to the end comes to the same grids in any order.
///
/// ```
/// use piste::generate::generators::shredder;
/// use piste::{Grid, Puzzle, Rng};
///
/// let grid: Grid = ".....8..95......4826....1.5..1..6.3...5.2.8....74....6.4.3.1........4..171..59..."
///     .parse()
///     .unwrap();
/// let mut levels = [0; shredder::ABOVE];
/// let shredded = shredder::shred(&Puzzle::prove(&grid).unwrap(), 10_000, &mut Rng::new(1), |level, _| {
///     levels[level - 1] += 1;
/// });
/// assert!(shredded.is_complete);
/// assert_eq!(levels, [3, 28, 0, 3, 0]);
/// ```
pub fn shred(
    puzzle: &Puzzle,
    grids: usize,
    rng: &mut Rng,
    mut see: impl FnMut(usize, &Puzzle),
) -> Shredded {
    let mut shred = Shred::new(puzzle, None, grids, rng);
    let end = shred.walk(&mut |level, below| {
        see(level, below);
        ControlFlow::Continue(())
    });
    Shredded { tried: shred.tried, is_complete: end.is_continue() }
}

/// How far a puzzle was shredded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shredded {
    /// How many grids were tried, those with several solutions included.
    pub tried: usize,
    /// Whether there were no more.
    pub is_complete: bool,
}

/// The walk through the grids below a puzzle.
pub(super) struct Shred {
    grid: Grid,
    solution: Solution,
    orbits: Vec<CellSet>,
    /// How many grids may still be come to.
    left: usize,
    /// How many grids were come to, those with several solutions included.
    pub(super) tried: usize,
    /// No grid has fewer givens than this.
    pub(super) floor: usize,
    /// Below a grid that is harder than this nothing is looked for.
    pub(super) ceiling: usize,
}

impl Shred {
    /// A walk of at most so many grids; orbits of the symmetry go together, numbered at random.
    pub(super) fn new(
        puzzle: &Puzzle,
        symmetry: Option<Symmetry>,
        grids: usize,
        rng: &mut Rng,
    ) -> Shred {
        Shred {
            grid: *puzzle.grid(),
            solution: *puzzle.solution(),
            orbits: orbits(puzzle.grid().filled(), symmetry, rng),
            left: grids,
            tried: 0,
            floor: *Brief::ANY_GIVENS.start(),
            ceiling: ABOVE,
        }
    }

    /// Shows every puzzle that it comes to, with its level. What is above all levels is shown
    /// and left.
    pub(super) fn walk(
        &mut self,
        see: &mut dyn FnMut(usize, &Puzzle) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let start = self.grid;
        self.below(&start, 0, see)
    }

    fn below(
        &mut self,
        grid: &Grid,
        from: usize,
        see: &mut dyn FnMut(usize, &Puzzle) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for nth in from..self.orbits.len() {
            let orbit = self.orbits[nth];
            if grid.filled().len() < self.floor + orbit.len() {
                continue;
            }
            if self.left == 0 {
                return ControlFlow::Break(());
            }
            self.left -= 1;
            self.tried += 1;
            let Some(dug) = without(grid, &self.solution, orbit) else { continue };
            let puzzle = proved(&dug);
            let level = level_of(&puzzle);
            see(level, &puzzle)?;
            if level < ABOVE && level <= self.ceiling {
                self.below(&dug, nth + 1, see)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper's figure 10. It tells of 4 grids of level 2 below it and none of level 3: so many
    /// there are with one given less. This walk takes away more, and finds no level 3 either.
    #[test]
    fn below_the_papers_problem_grid_there_is_nothing_of_level_3() {
        let grid: Grid =
            ".....8..95......4826....1.5..1..6.3...5.2.8....74....6.4.3.1........4..171..59..."
                .parse()
                .unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        assert_eq!(level_of(&puzzle), 1);
        let less = puzzle.redundant().map(|cell| proved(&grid.without(cell)));
        let mut with_one_less = [0; ABOVE];
        less.for_each(|puzzle| with_one_less[level_of(&puzzle) - 1] += 1);
        assert_eq!(with_one_less[1..3], [4, 0]);
        for seed in [1, 2] {
            let mut shred = Shred::new(&puzzle, None, usize::MAX, &mut Rng::new(seed));
            let mut levels = [0; ABOVE];
            let done = shred.walk(&mut |level, below| {
                assert!(below.solution() == puzzle.solution());
                levels[level - 1] += 1;
                ControlFlow::Continue(())
            });
            assert!(done.is_continue());
            assert_eq!(levels, [3, 28, 0, 3, 0], "the order of the walk changes nothing");
        }
    }

    #[test]
    fn a_walk_ends_after_its_number_of_grids() {
        let full = piste_core::search::first(&Grid::EMPTY).unwrap();
        let mut shred = Shred::new(&proved(&full.grid()), None, 40, &mut Rng::new(3));
        let done = shred.walk(&mut |_, _| ControlFlow::Continue(()));
        assert!(done.is_break());
        assert_eq!(shred.tried, 40);
    }

    #[test]
    fn a_target_says_which_levels_are_wanted() {
        let levels = |text: &str| {
            let target: Condition = text.parse().unwrap();
            let wanted = Wanted::of(Some(&target));
            (1..=ABOVE).filter(|&level| wanted.has(level)).collect::<Vec<_>>()
        };
        assert_eq!(levels("umbrella=3"), [3]);
        assert_eq!(levels("umbrella<=2 and hsolve<450"), [1, 2]);
        assert_eq!(levels("umbrella=above"), [5]);
        assert_eq!(levels("umbrella>=4"), [4, 5]);
        assert_eq!(levels("hsolve>900"), [1, 2, 3, 4, 5]);
    }
}
