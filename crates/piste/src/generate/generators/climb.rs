//! # Climb
//!
//! ## Idea
//! Local search. A few fresh puzzles are rated; if one is what is wanted, that is all. If not,
//! the nearest is changed, a little at a time. The target says which way leads there, harder
//! or easier:
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
//! Metrics that take the mean of many random runs are asked for a few of them first, and for
//! all of them only where that is not clearly off target. The last word is a full rating, as it
//! is for every method.
//!
//! Where the brief has a puzzle to start from, every attempt exchanges a few of its givens at
//! random and climbs from there, so that attempts differ.
//!
//! ## Why it is sound
//! A given goes only after an exact search has found no solution with another digit there, and
//! one that comes back is the solution's own. So each grid on the way is a puzzle with the
//! solution of the one before. Nothing about the target needs to be sound: the puzzle is rated.
//!
//! ## Example
//! `hsolve>8000`: few fresh puzzles have that. From one with 1,500 it takes some tens of
//! changes.
//!
//! ## Sources
//! The method is our own. Exchanging a few givens for others is how the hardest known puzzles
//! were found by the player communities.

use crate::generate::dig::{orbit, orbits, proved, without};
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

/// Fresh puzzles to begin with. A change costs as much as a fresh puzzle: what is common is
/// found sooner by drawing again than by climbing.
const FRESH: usize = 8;

/// Changes without coming nearer, after which an attempt ends.
const PATIENCE: u64 = 50;

/// Ratings after which an attempt ends in any case.
const RATINGS: u64 = 400;

/// The most orbits of givens that are exchanged at a time.
const EXCHANGED: usize = 3;

/// Runs for a first look at metrics that make many.
const GLANCE: NonZeroU32 = NonZeroU32::new(4).expect("4 is not 0");

/// How far off target a first look must be to be believed.
const CLEARLY: f64 = 0.25;

impl Generator for Climb {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let start = match &brief.start {
            Some(start) if brief.solution.is_some_and(|wanted| wanted != *start.solution()) => {
                return Err(GaveUp { after: 0, why: "the start has another solution" });
            }
            start => start,
        };
        let symmetry = match start {
            Some(start) => brief.symmetry_like(start, rng),
            None => brief.symmetry_for(rng),
        };
        let mut slope = Slope::new(brief, symmetry);
        let here = match start {
            Some(start) => slope.enter(start, rng),
            None => slope.nearest_of_several(rng),
        };
        Ok(proved(&slope.climb(here, rng).grid))
    }
}

/// A puzzle on the way, and how it stands to the target.
#[derive(Clone, Copy)]
struct Waypoint {
    grid: Grid,
    solution: Solution,
    /// How far from the target; 0 is on it.
    distance: f64,
    /// More than 0 if a harder puzzle would be nearer, less if an easier one would.
    pull: f64,
    /// How hard it is by all that is known of it, for puzzles at the same distance.
    weight: f64,
}

impl Waypoint {
    fn is_met(&self) -> bool {
        self.distance == 0.0
    }

    /// Whether it is no farther from the target than the other.
    fn is_as_near_as(&self, other: &Waypoint) -> bool {
        if self.distance != other.distance {
            return self.distance < other.distance;
        }
        (self.weight - other.weight) * other.pull.signum() >= 0.0
    }

    /// Whether it is nearer to the target than the other.
    fn is_nearer_than(&self, other: &Waypoint) -> bool {
        !other.is_as_near_as(self)
    }
}

/// Where the search moves: puzzles with one solution, and the target that pulls.
struct Slope<'a> {
    brief: &'a Brief,
    symmetry: Option<Symmetry>,
    target: Option<Pull<'a>>,
    /// How many puzzles were rated.
    ratings: u64,
}

/// Whether to believe a first look that says "on target".
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// Yes: it is fair, and the puzzle will be rated in full before anybody gets it.
    Glance,
    /// No: of many puzzles rated, those that a glance flatters are kept.
    Full,
}

impl<'a> Slope<'a> {
    fn new(brief: &'a Brief, symmetry: Option<Symmetry>) -> Slope<'a> {
        Slope { brief, symmetry, target: brief.target.as_ref().map(Pull::of), ratings: 0 }
    }

    /// The waypoint that this puzzle is.
    fn waypoint(&mut self, grid: Grid, solution: Solution, trust: Trust) -> Waypoint {
        let mut here = Waypoint { grid, solution, distance: 0.0, pull: 0.0, weight: 0.0 };
        let Some(target) = &self.target else { return here };
        self.ratings += 1;
        let puzzle = proved(&grid);
        let enough = || self.brief.is_stopped();
        let workup = || self.brief.workup(&puzzle).with_limit(&enough);
        let glance = workup().at_a_glance(GLANCE).aiming_at(target.condition);
        target.pull(&mut here, &glance);
        let is_trusted = here.distance > CLEARLY || here.is_met() && trust == Trust::Glance;
        if glance.is_rough() && !is_trusted {
            target.pull(&mut here, &workup());
        }
        here
    }

    /// The first of several fresh puzzles that is on target, else the nearest.
    fn nearest_of_several(&mut self, rng: &mut Rng) -> Waypoint {
        let mut best = self.fresh(rng);
        for _ in 1..FRESH {
            if best.is_met() || self.brief.is_stopped() {
                break;
            }
            let next = self.fresh(rng);
            if next.is_as_near_as(&best) {
                best = next;
            }
        }
        best
    }

    /// A fresh puzzle: dug as far as it goes, or back from there to where the target is.
    fn fresh(&mut self, rng: &mut Rng) -> Waypoint {
        let solution = self.brief.solution_for(rng);
        let mut way = vec![solution.grid()];
        for orbit in orbits(CellSet::ALL, self.symmetry, rng) {
            let grid = way[way.len() - 1];
            if grid.filled().len() >= self.brief.givens.start() + orbit.len() {
                way.extend(without(&grid, &solution, orbit));
            }
        }
        let end = self.waypoint(way[way.len() - 1], solution, Trust::Glance);
        if end.is_met() || end.pull >= 0.0 || self.brief.minimal {
            return end;
        }
        let is_few = |grid: &Grid| grid.filled().len() <= *self.brief.givens.end();
        let way = way.split_off(way.iter().position(is_few).unwrap_or(way.len() - 1));
        self.halve(&way, end)
    }

    /// Looks for the target on the way to `end`, which is too hard.
    fn halve(&mut self, way: &[Grid], end: Waypoint) -> Waypoint {
        let mut best = end;
        let (mut easy, mut hard) = (0, way.len() - 1);
        while easy < hard && !best.is_met() && !self.brief.is_stopped() {
            // Most of what makes a puzzle hard goes in the last few steps.
            let between = hard - (hard - easy).div_ceil(4);
            let there = self.waypoint(way[between], end.solution, Trust::Glance);
            if there.is_as_near_as(&best) {
                best = there;
            }
            if there.pull < 0.0 {
                hard = between;
            } else {
                easy = between + 1;
            }
        }
        best
    }

    /// A puzzle near the one to start from, that looks as the brief wants where it can.
    fn enter(&mut self, start: &Puzzle, rng: &mut Rng) -> Waypoint {
        let (mut grid, solution) = (*start.grid(), *start.solution());
        for cell in grid.filled().iter().flat_map(|cell| orbit(cell, self.symmetry)) {
            grid.set(cell, Some(solution.get(cell)));
        }
        let floor = grid.filled().len().min(*self.brief.givens.end());
        let exchanged = 1 + rng.below(EXCHANGED);
        let mut back = self.put_back(&mut grid, &solution, exchanged, rng);
        while grid.filled().len() < *self.brief.givens.start() {
            back |= self.put_back(&mut grid, &solution, 1, rng);
        }
        self.dig(&mut grid, &solution, back, if self.brief.minimal { 0 } else { floor }, rng);
        self.waypoint(grid, solution, Trust::Full)
    }

    /// Changes the puzzle until it is on target or there is no progress.
    fn climb(&mut self, start: Waypoint, rng: &mut Rng) -> Waypoint {
        let (mut here, mut best) = (start, start);
        let mut since = 0;
        while !best.is_met() && since < PATIENCE && self.ratings < RATINGS {
            if self.brief.is_stopped() {
                break;
            }
            since += 1;
            let Some(grid) = self.change(&here, rng) else { continue };
            let next = self.waypoint(grid, here.solution, Trust::Full);
            if next.is_as_near_as(&here) {
                here = next;
            }
            if next.is_nearer_than(&best) {
                best = next;
                since = 0;
            }
        }
        best
    }

    /// A puzzle that differs in a few givens, in the direction of the target.
    fn change(&mut self, here: &Waypoint, rng: &mut Rng) -> Option<Grid> {
        let (mut grid, solution) = (here.grid, &here.solution);
        let count = grid.filled().len();
        if here.pull < 0.0 && !self.brief.minimal {
            self.put_back(&mut grid, solution, 1, rng);
            if grid.filled().len() <= *self.brief.givens.end() {
                return Some(grid);
            }
            grid = here.grid;
        } else if here.pull > 0.0 && self.dig(&mut grid, solution, CellSet::EMPTY, count - 1, rng) {
            // One given, so under a symmetry only one that is its own mirror image. To let a whole
            // orbit go was tried: it took as many attempts or a few more (83 for 78 to make 40
            // with half a turn and se 4.5..5.9, seed 126), and seeds would mean other puzzles.
            return Some(grid);
        }
        let back = self.put_back(&mut grid, solution, 1 + rng.below(EXCHANGED), rng);
        let floor = if self.brief.minimal || here.pull >= 0.0 { 0 } else { count };
        self.dig(&mut grid, solution, back, floor, rng);
        let is_allowed = self.brief.givens.contains(&grid.filled().len());
        (is_allowed && grid != here.grid).then_some(grid)
    }

    /// Puts so many orbits back, drawn at random, and says which cells they are.
    fn put_back(
        &self,
        grid: &mut Grid,
        solution: &Solution,
        count: usize,
        rng: &mut Rng,
    ) -> CellSet {
        let empty = CellSet::ALL - grid.filled();
        let back = orbits(empty, self.symmetry, rng).into_iter().take(count);
        let back = back.fold(CellSet::EMPTY, |all, orbit| all | orbit);
        for cell in back {
            grid.set(cell, Some(solution.get(cell)));
        }
        back
    }

    /// Takes away what can be spared while more than `floor` givens are left, those in `last`
    /// after all others; says whether anything went.
    fn dig(
        &self,
        grid: &mut Grid,
        solution: &Solution,
        last: CellSet,
        floor: usize,
        rng: &mut Rng,
    ) -> bool {
        let floor = floor.max(*self.brief.givens.start());
        let mut all = orbits(grid.filled(), self.symmetry, rng);
        all.sort_by_key(|orbit| !orbit.is_disjoint(last));
        let mut left = grid.filled().len();
        let before = left;
        for orbit in all {
            if left >= floor + orbit.len()
                && let Some(dug) = without(grid, solution, orbit)
            {
                *grid = dug;
                left -= orbit.len();
            }
        }
        left < before
    }
}

/// The target, and what is asked to find out about it.
struct Pull<'a> {
    condition: &'a Condition,
    selection: Selection,
    /// Every column of the metrics that are asked.
    columns: Vec<Column>,
}

impl<'a> Pull<'a> {
    fn of(condition: &'a Condition) -> Pull<'a> {
        let metrics = condition.metrics();
        let is_asked =
            |column: &Column| metrics.iter().any(|metric| metric.info() == column.metric().info());
        let columns = Column::all().filter(is_asked).collect();
        Pull { condition, selection: Selection::of(metrics), columns }
    }

    /// Finds out how this puzzle stands to the target.
    fn pull(&self, here: &mut Waypoint, workup: &Workup<'_>) {
        let ratings = self.selection.rate(workup);
        let value = |column: Column| ratings.value(column);
        here.distance = self.condition.distance(value);
        if here.is_met() {
            return;
        }
        here.pull = self.condition.pull(value);
        let known = self.columns.iter().filter_map(|column| Some((*column, value(*column)?)));
        let guesses = libm::log1p(workup.search().guesses as f64);
        here.weight = guesses + known.map(|(column, value)| weight(column, value)).sum::<f64>();
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
            let size = value.as_number().map_or(0.0, |number| libm::log1p(number.max(0.0)));
            if info.harder == Harder::Up { size } else { -size }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Stop;

    #[test]
    fn a_place_is_not_rated_once_the_attempt_is_told_to_stop() {
        let grid: Grid =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
                .parse()
                .unwrap();
        let pull = |stop| {
            let brief = Brief { target: Some("se>=11".parse().unwrap()), stop, ..Brief::default() };
            let solution = *proved(&grid).solution();
            Slope::new(&brief, None).waypoint(grid, solution, Trust::Full).pull
        };
        assert!(pull(Stop::default()) > 0.0, "it is not as hard as that");
        assert_eq!(pull(Stop::when(|| true)), 0.0, "nobody knows");
    }
}
