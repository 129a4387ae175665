//! The hunt for fish among all houses: Franken and mutant fish.
//!
//! A fish of size n is n *base* houses that need the digit and n *cover* houses that hold it at
//! most once each. Count for every mark how many bases and how many covers it lies in. The true
//! marks lie n times in bases, and at most n times in covers. So if no mark lies in more bases
//! than covers, no true mark lies in more covers than bases: such marks are false. A mark with
//! more bases than covers is a *fin*; a mark with more covers than bases is a *victim* if it
//! sees every fin.
//!
//! # From the victim
//! To try all bases with all covers would take ages. But take a victim and suppose that it is
//! true: all fins are gone, and so is one of the covers, the one that the victim lies in. What
//! is left are n bases all of whose marks lie in n - 1 covers. So for each victim one tries the
//! covers, few of which hold any base as a whole, and never the bases.
//!
//! # Which marks can be victims
//! A fish speaks of one digit alone, so it can only erase marks that no placing of that digit
//! in all houses has. Whether there is one is found out first, which is quick and mostly the
//! end.

use crate::logic::Scene;
use piste_core::shape::Kind;
use piste_core::space::{CandidatesOf, SetOf, Space};
use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};

/// So many choices of covers are tried for one digit, small fish first, and then no more.
const WORK: usize = 100_000;

/// The most houses of a fish on boards larger than 9×9, where there are too many to choose from.
const LARGEST_BEYOND: usize = 2;

/// So many cells are tried to place a digit in all houses. A mark that takes more is let be.
const PLACES: usize = 5_000;

/// A fish among all houses, with at least one mark to erase.
pub(crate) struct HouseFish<S: Space> {
    /// The houses that need the digit.
    pub(crate) base: S::HouseSet,
    /// The houses that hold it at most once each.
    pub(crate) cover: S::HouseSet,
    /// The marks in more bases than covers.
    pub(crate) fins: S::CellSet,
    /// The marks in more covers than bases that see every fin.
    pub(crate) victims: S::CellSet,
}

/// What a fish is called after the houses that it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cast {
    /// Rows and columns across, nothing else.
    Basic,
    /// Rows or boxes, and columns or boxes across.
    Franken,
    /// Anything else.
    Mutant,
}

impl<S: Space> HouseFish<S> {
    /// Counts bases and covers; nothing if there is no victim.
    fn of(
        scene: &Scene<'_, S>,
        digit: S::Digit,
        base: S::HouseSet,
        cover: S::HouseSet,
    ) -> Option<Self> {
        let (space, marks) = (scene.space(), scene.cells(digit));
        let (mut fins, mut covered) = (S::CellSet::EMPTY, S::CellSet::EMPTY);
        for cell in marks {
            let houses = space.houses(cell);
            match (houses & base).len().cmp(&(houses & cover).len()) {
                std::cmp::Ordering::Greater => fins.insert(cell),
                std::cmp::Ordering::Less => covered.insert(cell),
                std::cmp::Ordering::Equal => {}
            }
        }
        let victims = fins.iter().fold(covered, |left, fin| left & space.peers(fin));
        (!victims.is_empty()).then_some(HouseFish { base, cover, fins, victims })
    }

    /// What it is called.
    pub(crate) fn cast(&self, space: &S) -> Cast {
        let has = |houses: S::HouseSet, kind| houses.iter().any(|h| space.kind(h) == kind);
        let [base_rows, base_columns] = [Kind::Row, Kind::Column].map(|k| has(self.base, k));
        let [cover_rows, cover_columns] = [Kind::Row, Kind::Column].map(|k| has(self.cover, k));
        let lies_along = |rows, columns, across_rows, across_columns| {
            !(rows && columns || across_rows && across_columns || rows && across_rows)
                && !(columns && across_columns)
        };
        if !lies_along(base_rows, base_columns, cover_rows, cover_columns) {
            return Cast::Mutant;
        }
        let is_line = |house| matches!(space.kind(house), Kind::Row | Kind::Column);
        if (self.base | self.cover).iter().all(is_line) { Cast::Basic } else { Cast::Franken }
    }
}

/// Calls `visit` for the fish of this digit, small ones first, each choice of houses once.
pub(crate) fn each_fish<S: Space>(
    scene: &Scene<'_, S>,
    digit: S::Digit,
    sizes: RangeInclusive<usize>,
    mut visit: impl FnMut(HouseFish<S>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (space, marks) = (scene.space(), scene.cells(digit));
    let missing = missing(scene, digit);
    let victims = scene.unplaceable().cells_of(digit);
    let mut told = HashSet::new();
    let mut work = WORK;
    let largest = if space.side() <= 9 { *sizes.end() } else { LARGEST_BEYOND };
    for size in *sizes.start()..=largest {
        for victim in victims {
            let own = space.houses(victim);
            let left = (marks - space.peers(victim)).without(victim);
            let parts: Vec<(S::House, S::CellSet)> = (missing - own)
                .iter()
                .map(|house| (house, left & space.cells(house)))
                .filter(|(_, part)| !part.is_empty())
                .collect();
            let mut hunt: Hunt<'_, S> =
                Hunt { parts: &parts, size, covers: Vec::new(), work: &mut work };
            hunt.cover(0, S::CellSet::EMPTY, &mut |bases, covers: S::HouseSet| {
                for last in own & missing {
                    let fish = HouseFish::of(scene, digit, bases, covers.with(last));
                    let Some(fish) = fish.filter(|f| f.victims.contains(victim)) else { continue };
                    if told.insert((fish.base, fish.cover)) {
                        visit(fish)?;
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The covers that are left when the victim is true, and the bases in them.
struct Hunt<'a, S: Space> {
    /// The houses without the victim that have marks left, and these marks.
    parts: &'a [(S::House, S::CellSet)],
    /// How many bases the fish has.
    size: usize,
    /// The covers chosen so far, by their number.
    covers: Vec<usize>,
    work: &'a mut usize,
}

impl<S: Space> Hunt<'_, S> {
    /// Chooses covers from this number on, and with all of them the bases.
    fn cover(
        &mut self,
        from: usize,
        union: S::CellSet,
        visit: &mut impl FnMut(S::HouseSet, S::HouseSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.covers.len() + 1 == self.size {
            let inside: Vec<usize> = (0..self.parts.len())
                .filter(|i| !self.covers.contains(i) && self.parts[*i].1.is_subset(union))
                .collect();
            return match inside.len() >= self.size {
                true => self.base(&inside, &mut Vec::new(), visit),
                false => ControlFlow::Continue(()),
            };
        }
        for next in from..self.parts.len() {
            if *self.work == 0 {
                return ControlFlow::Continue(());
            }
            *self.work -= 1;
            self.covers.push(next);
            let flow = self.cover(next + 1, union | self.parts[next].1, visit);
            self.covers.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Chooses bases of those inside the covers: no mark may lie in more bases than covers.
    fn base(
        &self,
        inside: &[usize],
        bases: &mut Vec<usize>,
        visit: &mut impl FnMut(S::HouseSet, S::HouseSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if bases.len() == self.size {
            if self.falls_apart(bases) {
                return ControlFlow::Continue(());
            }
            let houses = |numbers: &[usize]| numbers.iter().map(|&i| self.parts[i].0).collect();
            return visit(houses(bases), houses(&self.covers));
        }
        for (at, &next) in inside.iter().enumerate() {
            let part = self.parts[next].1;
            let times =
                |of: &[usize], cell| of.iter().filter(|&&i| self.parts[i].1.contains(cell)).count();
            if part.iter().any(|cell| times(bases, cell) + 1 > times(&self.covers, cell)) {
                continue;
            }
            bases.push(next);
            let flow = self.base(&inside[at + 1..], bases, visit);
            bases.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Whether fewer of the bases, with the covers that they reach into, would do as well.
    fn falls_apart(&self, bases: &[usize]) -> bool {
        (1..(1_u32 << bases.len()) - 1).any(|some| {
            let chosen = bases.iter().enumerate().filter(|(at, _)| some >> at & 1 == 1);
            let marks = chosen.fold(S::CellSet::EMPTY, |all, (_, &i)| all | self.parts[i].1);
            let reached = self.covers.iter().filter(|&&i| !self.parts[i].1.is_disjoint(marks));
            reached.count() < some.count_ones() as usize
        })
    }
}

/// The houses that have marks of the digit.
fn missing<S: Space>(scene: &Scene<'_, S>, digit: S::Digit) -> S::HouseSet {
    let houses = scene.space().house_list().iter().copied();
    houses.filter(|&house| !scene.places(digit, house).is_empty()).collect()
}

/// The marks that no placing of their digit in all houses has.
pub(in crate::logic) fn unplaceable<S: Space>(scene: &Scene<'_, S>) -> S::CandidateSet {
    let space = scene.space();
    let mut all = S::CandidateSet::EMPTY;
    for digit in space.all_digits() {
        let (marks, missing) = (scene.cells(digit), missing(scene, digit));
        let cells = marks.iter().filter(|&cell| !can_be_placed(space, marks, missing, cell));
        all.insert_all(digit, cells.collect());
    }
    all
}

/// Whether the digit can be placed once in each of the houses, here among others.
fn can_be_placed<S: Space>(
    space: &S,
    marks: S::CellSet,
    missing: S::HouseSet,
    here: S::Cell,
) -> bool {
    fn rest<S: Space>(
        space: &S,
        marks: S::CellSet,
        missing: S::HouseSet,
        work: &mut usize,
    ) -> bool {
        let places = |house| marks & space.cells(house);
        let Some(tightest) = missing.iter().min_by_key(|&house| places(house).len()) else {
            return true;
        };
        places(tightest).iter().any(|cell| {
            if *work == 0 {
                return true;
            }
            *work -= 1;
            let left = (marks - space.peers(cell)).without(cell);
            rest(space, left, missing - space.houses(cell), work)
        })
    }
    let left = (marks - space.peers(here)).without(here);
    rest(space, left, missing - space.houses(here), &mut { PLACES })
}
