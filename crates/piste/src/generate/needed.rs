//! Which strategies a puzzle needs.
//!
//! That a strategy stands in a solve does not mean that it was needed: something else may
//! have led on as well. What counts here is a person who knows the teaching ladder up to a
//! strategy and nothing harder: the strategy is needed if that person, not knowing this one,
//! is stuck.
//!
//! # One climb answers for all strategies
//! The teaching ladder takes the easiest step there is, one at a time. Somebody who knows only
//! its lower part takes the very same steps, up to the first one that is not in this part, and
//! there is stuck. So a strategy is needed exactly if a climb of the whole ladder takes a step
//! of it or of a harder one, and a climb that *uses* a strategy has proved that it was needed.
//!
//! # Singles at once
//! Most of a climb is singles, and where they lead does not depend on their order. Unless
//! somebody asks which of them were used, they are written all together, without looking for
//! them one by one.

use super::{Brief, gallery};
use crate::logic::{Ladder, Scene, Sink, Strategy};
use crate::rating::write_singles;
use piste_core::{Board, Grid, Puzzle, Solution};

/// Strategies of the teaching ladder: a bit for each, the easiest lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rungs(u128);

impl Rungs {
    fn insert(&mut self, rung: usize) {
        self.0 |= 1 << rung;
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These without the others.
    fn but(self, others: Rungs) -> Rungs {
        Rungs(self.0 & !others.0)
    }

    /// All of both.
    fn with(self, others: Rungs) -> Rungs {
        Rungs(self.0 | others.0)
    }

    fn meets(self, others: Rungs) -> bool {
        self.0 & others.0 != 0
    }

    /// The easiest of them.
    pub(super) fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }

    /// The hardest of them.
    pub(super) fn last(self) -> Option<usize> {
        (self.0 != 0).then(|| 127 - self.0.leading_zeros() as usize)
    }
}

/// What a brief asks of the strategies of a solve.
pub(super) struct Asked {
    ladder: Vec<&'static dyn Strategy>,
    /// Those that must be used; if only one may be the hardest, it is one of them.
    must_use: Rungs,
    avoid: Rungs,
    /// The easiest and the hardest that the hardest may be.
    hardest: Option<[usize; 2]>,
    /// Whether it matters which singles are used.
    singles_count: bool,
}

/// How far a climb led.
#[derive(Clone, Copy, Debug)]
pub(super) struct Climb {
    /// The strategies that were used, singles only where they were asked about.
    pub(super) used: Rungs,
    /// The board where it ended.
    pub(super) end: Board,
}

/// How many of the ladder's first strategies are singles.
const SINGLES: usize = 4;

/// What a puzzle is to those who know no more than what is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Grade {
    /// It can be solved, but not everything that must be used is.
    TooEasy,
    /// It is what is wanted.
    Met,
    /// They are stuck before everything was used, or use what they should not.
    TooHard,
}

impl Asked {
    /// What this brief asks; a strategy that must be used and is on neither ladder,
    /// so that no climb will ever use it, if there is one. Whoever asks about a pattern that only the long ladder
    /// has is asked to know that ladder.
    pub(super) fn by(brief: &Brief) -> Result<Asked, &'static str> {
        let named = brief.must_use.iter().chain(&brief.avoid);
        let mut named = named.chain(brief.hardest_is.iter().flatten());
        let has = |ladder: Ladder<'_>, slug: &str| {
            ladder.strategies().any(|strategy| strategy.info().slug == slug)
        };
        let is_rare = |slug: &&str| has(Ladder::LONG, slug) && !has(Ladder::TEACHING, slug);
        let ladder = if named.any(is_rare) { Ladder::LONG } else { Ladder::TEACHING };
        let ladder: Vec<_> = ladder.strategies().collect();
        let rung = |slug: &'static str| {
            ladder.iter().position(|strategy| strategy.info().slug == slug).ok_or(slug)
        };
        let mut must_use = Rungs::default();
        for slug in &brief.must_use {
            must_use.insert(rung(slug)?);
        }
        let hardest = match brief.hardest_is {
            Some([from, to]) => Some([rung(from)?, rung(to)?]),
            None => None,
        };
        if let Some([from, to]) = hardest
            && from == to
        {
            must_use.insert(to);
        }
        let mut avoid = Rungs::default();
        brief.avoid.iter().flat_map(|slug| rung(slug)).for_each(|rung| avoid.insert(rung));
        let is_single = |rung: usize| rung < SINGLES;
        let singles_count = must_use.with(avoid).first().is_some_and(is_single)
            || hardest.is_some_and(|[from, to]| (from > 0 && is_single(from)) || is_single(to));
        Ok(Asked { ladder, must_use, avoid, hardest, singles_count })
    }

    /// The name of the strategy on this rung.
    pub(super) fn slug(&self, rung: usize) -> &'static str {
        self.ladder[rung].info().slug
    }

    /// Puzzles that are known to need one of the strategies that must be used, where it is one that nobody comes upon: the
    /// rarest that there are any for.
    pub(super) fn known(&self) -> Vec<Puzzle> {
        let mut known = self.slugs_that_must().map(gallery::of);
        known.find(|puzzles| !puzzles.is_empty()).unwrap_or_default()
    }

    /// Why no puzzle needs one of the strategies that must be used, where that is known.
    pub(super) fn never(&self) -> Option<&'static str> {
        self.slugs_that_must().find_map(gallery::never)
    }

    /// What is known of one of them that no puzzle has been met for.
    pub(super) fn unmet(&self) -> Option<&'static str> {
        self.slugs_that_must().find_map(gallery::unmet)
    }

    /// Those that must be used, by name, the hardest first.
    fn slugs_that_must(&self) -> impl Iterator<Item = &'static str> + '_ {
        let rungs = (0..self.ladder.len()).rev().filter(|&rung| self.must_use.0 >> rung & 1 == 1);
        rungs.map(|rung| self.slug(rung))
    }

    /// Whether a climb may take the better part of a second: whips and what comes after them look far.
    pub(super) fn is_slow(&self) -> bool {
        let whip = self.ladder.iter().position(|strategy| strategy.info().slug == "whip");
        whip.is_some_and(|whip| self.top() >= Some(whip))
    }

    /// The hardest strategy that must or may be used, where that is said.
    pub(super) fn top(&self) -> Option<usize> {
        self.must_use.last().max(self.hardest.map(|[_, to]| to))
    }

    /// Whether something must be used that is harder than the hardest may be.
    pub(super) fn is_above_the_hardest(&self) -> bool {
        self.hardest.is_some_and(|[_, to]| self.must_use.last() > Some(to))
    }

    /// Whether the easiest that the hardest may be is harder than the hardest that it may be.
    pub(super) fn is_upside_down(&self) -> bool {
        self.hardest.is_some_and(|[from, to]| from > to)
    }

    /// Whether this may be the hardest strategy of a solve.
    pub(super) fn may_be_hardest(&self, rung: usize) -> bool {
        self.hardest.is_none_or(|[from, to]| (from..=to).contains(&rung))
    }

    /// Whether these are all that must be used, and one of them is as hard as the hardest must be.
    fn is_enough(&self, used: Rungs) -> bool {
        let least = self.hardest.map_or(0, |[from, _]| from);
        self.must_use.but(used).is_empty() && (least == 0 || used.last() >= Some(least))
    }

    /// Of these, the first that must be used and is not.
    pub(super) fn unused(&self, used: Rungs) -> Option<usize> {
        self.must_use.but(used).first()
    }

    /// Of these, the first that must not be used.
    pub(super) fn unwanted(&self, used: Rungs) -> Option<usize> {
        Rungs(self.avoid.0 & used.0).first()
    }

    /// Climbs the whole ladder, or until it is clear that the brief is kept or not.
    pub(super) fn whole(&self, puzzle: &Puzzle) -> Climb {
        // Whoever is told that the hardest strategy is another one wants to know which.
        let singles_count = self.singles_count || self.hardest.is_some();
        self.climb(puzzle.grid(), puzzle.solution(), self.ladder.len(), singles_count)
    }

    /// What the puzzle is to those who know no more than what is asked for.
    pub(super) fn grade(&self, grid: &Grid, solution: &Solution) -> Grade {
        let known = self.top().map_or(self.ladder.len(), |top| top + 1);
        let climb = self.climb(grid, solution, known, self.singles_count);
        if self.avoid.meets(climb.used) {
            return Grade::TooHard;
        }
        let is_solved = climb.end.is_full();
        match self.is_enough(climb.used) {
            true if is_solved || self.hardest.is_none() => Grade::Met,
            false if is_solved => Grade::TooEasy,
            _ => Grade::TooHard,
        }
    }

    /// Whether these decide about the brief, whatever comes after.
    fn is_clear(&self, used: Rungs) -> bool {
        let is_met = || self.must_use.but(used).is_empty();
        self.avoid.meets(used) || (self.avoid.is_empty() && self.hardest.is_none() && is_met())
    }

    /// Climbs with the first `known` strategies until the end, or until all is clear.
    fn climb(&self, grid: &Grid, solution: &Solution, known: usize, singles_count: bool) -> Climb {
        let mut end = Board::from(grid);
        let mut used = Rungs::default();
        let first = if singles_count { 0 } else { SINGLES };
        loop {
            if !singles_count {
                write_singles(&mut end, solution);
            }
            if end.is_full() {
                break;
            }
            let scene = Scene::new(&end);
            let found = (first..known).find_map(|rung| {
                let mut sink = Sink::first();
                let _ = self.ladder[rung].find(&scene, &mut sink);
                Some((rung, sink.into_steps().pop()?))
            });
            let Some((rung, step)) = found else { break };
            used.insert(rung);
            step.apply(&mut end);
            if self.is_clear(used) {
                break;
            }
        }
        Climb { used, end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{dig, full};
    use crate::logic::{Family, Outcome};
    use piste_core::{CellSet, Rng};

    /// The definition: who knows the ladder up to the strategy, but not the strategy itself.
    fn is_stuck_without(puzzle: &Puzzle, slug: &str) -> bool {
        let easier: Vec<_> = Ladder::TEACHING
            .strategies()
            .take_while(|strategy| strategy.info().slug != slug)
            .collect();
        let mut board = Board::from(puzzle.grid());
        loop {
            let scene = Scene::new(&board);
            let step = easier.iter().find_map(|strategy| {
                let mut sink = Sink::first();
                let _ = strategy.find(&scene, &mut sink);
                sink.into_steps().pop()
            });
            match step {
                Some(step) => step.apply(&mut board),
                None => return !board.is_full(),
            }
        }
    }

    #[test]
    fn the_ladder_begins_with_the_singles() {
        let families: Vec<Family> =
            Ladder::TEACHING.strategies().map(|strategy| strategy.info().family).collect();
        assert!(families[..SINGLES].iter().all(|family| *family == Family::Singles));
        assert!(families[SINGLES..].iter().all(|family| *family != Family::Singles));
    }

    #[test]
    fn what_a_climb_uses_is_needed_by_the_definition() {
        let mut rng = Rng::new(4);
        let mut seen = 0;
        for _ in 0..30 {
            let solution = full::random(&mut rng);
            let orbits = dig::orbits(CellSet::ALL, None, &mut rng);
            let puzzle = Puzzle::from(&solution).reduced(&orbits, 17);
            let solve = Ladder::TEACHING.climb(&Board::from(puzzle.grid()));
            assert_eq!(solve.outcome(), Outcome::Solved);
            for slug in ["pointing", "naked-pair", "x-wing", "xy-wing"] {
                let brief = Brief { must_use: vec![slug], ..Brief::default() };
                let is_used = solve.steps().iter().any(|step| step.strategy.slug == slug);
                let asked = Asked::by(&brief).unwrap();
                assert_eq!(asked.unused(asked.whole(&puzzle).used).is_none(), is_used, "{puzzle}");
                assert!(!is_used || is_stuck_without(&puzzle, slug), "{puzzle}");
                let grade = asked.grade(puzzle.grid(), puzzle.solution());
                assert_eq!(grade == Grade::TooEasy, !is_stuck_without(&puzzle, slug), "{puzzle}");
                seen += usize::from(is_used);
            }
        }
        assert!(seen > 10);
    }

    #[test]
    fn singles_are_enough_for_an_easy_puzzle() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        let grade = |must_use| {
            let brief = Brief { must_use: vec![must_use], ..Brief::default() };
            Asked::by(&brief).unwrap().grade(&grid, puzzle.solution())
        };
        assert_eq!(grade("x-wing"), Grade::TooEasy);
        // Who knows full houses and nothing else cannot even begin.
        assert_eq!(grade("full-house"), Grade::TooHard);
        let nobody = Brief { must_use: vec!["letters"], ..Brief::default() };
        assert_eq!(Asked::by(&nobody).err(), Some("letters"));
    }
}
