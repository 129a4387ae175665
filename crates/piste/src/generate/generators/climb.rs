//! # Climb
//!
//! ## Idea
//! Local search. A fresh puzzle, or the one to start from, is rated. If it is what is wanted,
//! that is all. If not, the target says which way leads there, harder or easier, and a small
//! change is made that way:
//!
//! - easier: a given comes back. It can only help the solver. A fresh puzzle was dug from a
//!   full grid, and every grid on the way is a puzzle too, each a little easier than the next:
//!   the right one is found by halving, not one by one;
//! - harder: a given goes that can be spared. Where none can, one or two come back and others
//!   go in their place.
//!
//! The change is kept if the puzzle is no farther from the target than before. Many targets
//! have no slope: a blue puzzle is as far from black as any other. Then what counts is how
//! hard the puzzle is by all that the target's metrics tell, every column of them, and by how
//! often an exact search must guess.
//!
//! Metrics that take the mean of many random runs are first asked for a few of them; only
//! where that is not clearly off target for all of them. The last word is always a full rating.
//!
//! ## Why it is sound
//! A given goes only after an exact search has found no solution with another digit there, and
//! one that comes back is the solution's own. So each grid on the way is a puzzle with the
//! same solution. Nothing about the target needs to be sound: the puzzle is rated.
//!
//! ## Example
//! `hsolve>8000`: few fresh puzzles have that. From one with 1,500 it takes some tens of
//! changes.
//!
//! ## Sources
//! The method is our own. Exchanging a few givens for others is how the hardest known puzzles
//! were found by the player communities.

use crate::generate::dig::{orbits, proved, without};
use crate::generate::{Brief, GaveUp, Generator, Info, Part};
use crate::rating::{Column, Condition, Harder, Selection, Value, Workup};
use piste_core::symmetry::Symmetry;
use piste_core::{CellSet, Grid, Puzzle, Rng, Solution};
use std::num::NonZeroU32;

pub(in crate::generate) struct Climb;

static INFO: Info = Info {
    slug: "climb",
    name: "Climb",
    summary: "changes a puzzle given by given until its ratings are on target",
    source: "our own",
    can: &[Part::Target, Part::Symmetry, Part::Givens, Part::Minimal, Part::Solution, Part::Start],
    needs: None,
};

/// Changes without coming nearer, after which an attempt ends.
const PATIENCE: u64 = 40;

/// Ratings after which an attempt ends in any case.
const RATINGS: u64 = 400;

/// Runs for a first look at metrics that make many.
const GLANCE: NonZeroU32 = NonZeroU32::new(4).expect("4 is not 0");

/// How far off target a first look must be to be believed.
const CLEARLY: f64 = 0.25;

impl Generator for Climb {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let symmetry = match &brief.start {
            Some(start) => brief.symmetry_like(start, rng),
            None => brief.symmetry_for(rng),
        };
        let solution = match &brief.start {
            Some(start) => *start.solution(),
            None => brief.solution_for(rng),
        };
        let mut slope = Slope::new(brief, solution, symmetry);
        let start = match &brief.start {
            Some(start) => slope.enter(start.grid(), rng),
            None => slope.fresh(rng),
        };
        let best = slope.climb(start, rng);
        Ok(proved(&best.grid))
    }
}

/// A puzzle on the way, and how it stands to the target.
#[derive(Clone, Copy)]
struct Place {
    grid: Grid,
    /// How far from the target; 0 is on it.
    distance: f64,
    /// More than 0 if a harder puzzle would be nearer, less if an easier one would.
    pull: f64,
    /// How hard it is by all that is known of it, for places at the same distance.
    weight: f64,
}

impl Place {
    fn is_met(&self) -> bool {
        self.distance == 0.0
    }

    /// Whether it is no farther from the target than the other.
    fn is_as_near_as(&self, other: &Place) -> bool {
        if self.distance != other.distance {
            return self.distance < other.distance;
        }
        (self.weight - other.weight) * other.pull.signum() >= 0.0
    }
}

/// Where the search moves: puzzles with one solution, and the target that pulls.
struct Slope<'a> {
    brief: &'a Brief,
    solution: Solution,
    symmetry: Option<Symmetry>,
    target: Option<Pull<'a>>,
    /// How many puzzles were rated.
    ratings: u64,
}

/// The target, and what is asked to find out about it.
struct Pull<'a> {
    condition: &'a Condition,
    selection: Selection,
    /// Every column of the metrics that are asked.
    columns: Vec<Column>,
}

impl<'a> Slope<'a> {
    fn new(brief: &'a Brief, solution: Solution, symmetry: Option<Symmetry>) -> Slope<'a> {
        let target = brief.target.as_ref().map(|condition| {
            let slugs: Vec<&str> =
                condition.metrics().iter().map(|metric| metric.info().slug).collect();
            let is_asked = |column: &Column| slugs.contains(&column.metric().info().slug);
            let columns = Column::all().filter(is_asked).collect();
            Pull { condition, selection: Selection::new(&slugs), columns }
        });
        Slope { brief, solution, symmetry, target, ratings: 0 }
    }

    /// The place of this puzzle.
    fn place(&mut self, grid: Grid) -> Place {
        let Some(target) = &self.target else {
            return Place { grid, distance: 0.0, pull: 0.0, weight: 0.0 };
        };
        self.ratings += 1;
        let puzzle = proved(&grid);
        let workup = || Workup::with_seed(&puzzle, self.brief.rating_seed);
        let glance = workup().at_a_glance(GLANCE);
        let first = target.place(grid, &glance);
        match glance.is_rough() && first.distance < CLEARLY {
            true => target.place(grid, &workup()),
            false => first,
        }
    }

    /// A fresh puzzle: dug as far as it goes, or back from there to where the target is.
    fn fresh(&mut self, rng: &mut Rng) -> Place {
        let mut way = vec![self.solution.grid()];
        for orbit in orbits(CellSet::ALL, self.symmetry, rng) {
            let grid = way[way.len() - 1];
            if grid.filled().len() < self.brief.givens.start() + orbit.len() {
                continue;
            }
            way.extend(without(&grid, &self.solution, orbit));
        }
        let end = self.place(way[way.len() - 1]);
        if end.is_met() || end.pull >= 0.0 || self.brief.minimal {
            return end;
        }
        let is_few = |grid: &Grid| grid.filled().len() <= *self.brief.givens.end();
        let way = way.split_off(way.iter().position(is_few).unwrap_or(way.len() - 1));
        self.halve(&way, end)
    }

    /// Looks for the target on the way to `end`, which is too hard.
    fn halve(&mut self, way: &[Grid], end: Place) -> Place {
        let mut best = end;
        let (mut easy, mut hard) = (0, way.len() - 1);
        while easy < hard && !best.is_met() && !self.brief.is_stopped() {
            // Most of what makes a puzzle hard goes in the last few steps.
            let between = hard - (hard - easy).div_ceil(4);
            let place = self.place(way[between]);
            if place.is_as_near_as(&best) {
                best = place;
            }
            if place.pull < 0.0 {
                hard = between;
            } else {
                easy = between + 1;
            }
        }
        best
    }

    /// The puzzle to start from, made to look as the brief wants where that is possible.
    fn enter(&mut self, grid: &Grid, rng: &mut Rng) -> Place {
        let mut grid = *grid;
        for cell in grid.filled().iter().flat_map(|cell| self.orbit(cell)) {
            grid.set(cell, Some(self.solution.get(cell)));
        }
        let floor = if self.brief.minimal { 0 } else { *self.brief.givens.end() };
        self.dig(&mut grid, CellSet::EMPTY, floor, rng);
        self.place(grid)
    }

    /// Changes the puzzle until it is on target or there is no progress.
    fn climb(&mut self, start: Place, rng: &mut Rng) -> Place {
        let (mut here, mut best) = (start, start);
        let mut since = 0;
        while !best.is_met()
            && since < PATIENCE
            && self.ratings < RATINGS
            && !self.brief.is_stopped()
        {
            since += 1;
            let Some(grid) = self.change(&here, rng) else { continue };
            let next = self.place(grid);
            if next.is_as_near_as(&here) {
                here = next;
            }
            if next.distance < best.distance
                || next.is_as_near_as(&best) && next.weight != best.weight
            {
                best = next;
                since = 0;
            }
        }
        best
    }

    /// A puzzle that differs in a few givens, in the direction of the target.
    fn change(&mut self, here: &Place, rng: &mut Rng) -> Option<Grid> {
        let mut grid = here.grid;
        let count = grid.filled().len();
        if here.pull < 0.0 && !self.brief.minimal {
            let back = self.put_back(&mut grid, 1, rng);
            if count + back.len() <= *self.brief.givens.end() {
                return Some(grid);
            }
            grid = here.grid;
        } else if here.pull > 0.0 && self.dig(&mut grid, CellSet::EMPTY, count - 1, rng) {
            return Some(grid);
        }
        let back = self.put_back(&mut grid, 1 + rng.below(2), rng);
        let floor =
            if self.brief.minimal || here.pull >= 0.0 { *self.brief.givens.start() } else { count };
        self.dig(&mut grid, back, floor, rng);
        let is_allowed = self.brief.givens.contains(&grid.filled().len());
        (is_allowed && grid != here.grid).then_some(grid)
    }

    /// Puts so many orbits back, drawn at random, and says which.
    fn put_back(&self, grid: &mut Grid, count: usize, rng: &mut Rng) -> CellSet {
        let empty = CellSet::ALL - grid.filled();
        let mut back = CellSet::EMPTY;
        for orbit in orbits(empty, self.symmetry, rng).into_iter().take(count) {
            back = back | orbit;
            for cell in orbit {
                grid.set(cell, Some(self.solution.get(cell)));
            }
        }
        back
    }

    /// Takes away what can be spared while more than `floor` givens are left, these `last`;
    /// says whether anything went.
    fn dig(&self, grid: &mut Grid, last: CellSet, floor: usize, rng: &mut Rng) -> bool {
        let floor = floor.max(*self.brief.givens.start());
        let mut all = orbits(grid.filled(), self.symmetry, rng);
        all.sort_by_key(|orbit| !(*orbit & last).is_empty());
        let before = grid.filled();
        for orbit in all {
            if grid.filled().len() >= floor + orbit.len() {
                *grid = without(grid, &self.solution, orbit).unwrap_or(*grid);
            }
        }
        grid.filled() != before
    }

    /// The cells that stand or fall together with this one.
    fn orbit(&self, cell: piste_core::Cell) -> CellSet {
        self.symmetry.map_or(CellSet::from(cell), |symmetry| symmetry.orbit(cell))
    }
}

impl Pull<'_> {
    fn place(&self, grid: Grid, workup: &Workup<'_>) -> Place {
        let ratings = self.selection.rate(workup);
        let value = |column: Column| ratings.value(column);
        let distance = self.condition.distance(value);
        if distance == 0.0 {
            return Place { grid, distance, pull: 0.0, weight: 0.0 };
        }
        let weights = self.columns.iter().filter_map(|column| Some((*column, value(*column)?)));
        let guesses = (workup.search().guesses as f64).ln_1p();
        let weight = guesses + weights.map(|(column, value)| weight(column, value)).sum::<f64>();
        Place { grid, distance, pull: self.condition.pull(value), weight }
    }
}

/// How hard a puzzle is by this value: words by their places on the scale, numbers by their
/// size.
fn weight(column: Column, value: Value) -> f64 {
    let info = column.metric().info();
    match value {
        Value::Word(word) => {
            let place = info.words.iter().position(|known| *known == word);
            // A word that is not on the scale is where it ends.
            place.unwrap_or(info.words.len().max(10)) as f64
        }
        _ => {
            let size = value.as_number().map_or(0.0, |number| number.max(0.0).ln_1p());
            if info.harder == Harder::Up { size } else { -size }
        }
    }
}
