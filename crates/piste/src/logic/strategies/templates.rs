//! # Templates (pattern overlay)
//!
//! ## Idea
//! Think of one digit and of all the ways to put its copies on the board, one in every row,
//! column and box (and every other house that the shape has), using only places that are
//! still open to it. A cell that is in *all* of these patterns has the digit; a mark that
//! is in *none* of them can go.
//!
//! Cells that all patterns of one digit share are lost to the patterns of the others.
//! Patterns that use such a cell drop out, which may make further cells sure, and so on
//! until nothing changes.
//!
//! ## Why it is sound
//! In the solution the copies of the digit form one of the patterns.
//!
//! ## Example
//! There are three ways to place all the 5s, and each has one in r4c8: r4c8 is 5.
//!
//! ## Sources
//! Codes 1201 and 1202 of HoDoKu's library; "pattern overlay method" in the forums.

use crate::logic::{
    Effect, Evidence, Explain, Family, Info, Message, Role, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::general::Element;
use piste_core::shape::Kind;
use piste_core::space::{Large, SetOf, Space};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub(in crate::logic) struct TemplateSet;
pub(in crate::logic) struct TemplateDelete;

const fn info(
    slug: &'static str,
    name: &'static str,
    codes: &'static [&'static str],
    explain: Explain,
) -> Info {
    Info { slug, name, family: Family::Trials, assumes_uniqueness: false, codes, explain }
}

/// The widest board on which all patterns of a digit are looked through: their number grows
/// with the faculty of the side.
const WIDEST: usize = 10;

static SET: Info = info("template-set", "template set", &["1201"], explain_set);
static DELETE: Info = info("template-delete", "template delete", &["1202"], explain_delete);

impl<S: Space> Strategy<S> for TemplateSet {
    fn info(&self) -> &'static Info {
        &SET
    }

    fn fits(&self, space: &S) -> bool {
        space.side() <= WIDEST
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        find(
            scene,
            |digit, overlay| scene.cells(digit) & overlay.always,
            |digit, cells, evidence| {
                let effect = Effect::write(scene.marks_of(digit, cells));
                sink.offer(Step { strategy: &SET, effect, evidence })
            },
        )
    }
}

impl<S: Space> Strategy<S> for TemplateDelete {
    fn info(&self) -> &'static Info {
        &DELETE
    }

    fn fits(&self, space: &S) -> bool {
        space.side() <= WIDEST
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        find(
            scene,
            |digit, overlay| scene.cells(digit) - overlay.ever,
            |digit, cells, evidence| {
                let effect = Effect::eliminate(scene.marks_of(digit, cells));
                sink.offer(Step { strategy: &DELETE, effect, evidence })
            },
        )
    }
}

/// For each digit the cells that `wanted` reads off its own patterns, and then, if there
/// are more, off those that are left when the other digits have their say.
fn find<S: Space>(
    scene: &Scene<'_, S>,
    wanted: impl Fn(S::Digit, &Overlay<S>) -> S::CellSet,
    mut offer: impl FnMut(S::Digit, S::CellSet, Evidence<S>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let alone = overlays(scene);
    let together = together(scene, &alone);
    let digits = scene.space().all_digits();
    for digit in digits {
        let cells = wanted(digit, &alone[digit.index()]);
        if !cells.is_empty() {
            offer(digit, cells, Evidence::part(Role::Body, cells, digit.into()))?;
        }
        let more = wanted(digit, &together[digit.index()]);
        if more != cells {
            let mut evidence = Evidence::part(Role::Body, more, digit.into());
            for other in digits.without(digit) {
                let taken = together[other.index()].always & scene.cells(digit);
                if !taken.is_empty() {
                    evidence = evidence.and(Role::Pivot, taken, other.into());
                }
            }
            offer(digit, more, evidence)?;
        }
    }
    ControlFlow::Continue(())
}

/// All patterns of a digit, laid over each other.
struct Overlay<S: Space> {
    /// The cells that are in every pattern; none if there is no pattern.
    always: S::CellSet,
    /// The cells that are in some pattern.
    ever: S::CellSet,
}

/// The overlays of all digits, each by itself.
fn overlays<S: Space>(scene: &Scene<'_, S>) -> Vec<Overlay<S>> {
    let of = |digit| overlay(scene.space(), scene.values().cells_with(digit), scene.cells(digit));
    scene.space().all_digits().iter().map(of).collect()
}

/// The overlays of all digits, each with the patterns that leave the others what is
/// surely theirs.
fn together<S: Space>(scene: &Scene<'_, S>, alone: &[Overlay<S>]) -> Vec<Overlay<S>> {
    let digits = scene.space().all_digits();
    let mut open: Vec<S::CellSet> = digits.iter().map(|digit| scene.cells(digit)).collect();
    let copy = |&Overlay { always, ever }: &Overlay<S>| Overlay { always, ever };
    let mut overlays: Vec<Overlay<S>> = alone.iter().map(copy).collect();
    loop {
        let mut changed = false;
        for digit in digits {
            let others = digits.without(digit).iter();
            let taken =
                others.fold(S::CellSet::EMPTY, |all, other| all | overlays[other.index()].always);
            let open = &mut open[digit.index()];
            if !open.is_disjoint(taken) {
                *open -= taken;
                let written = scene.values().cells_with(digit);
                overlays[digit.index()] = overlay(scene.space(), written, *open);
                changed = true;
            }
        }
        if !changed {
            return overlays;
        }
    }
}

/// Lays all patterns that hold the written cells and otherwise use open ones over each
/// other.
fn overlay<S: Space>(space: &S, written: S::CellSet, open: S::CellSet) -> Overlay<S> {
    let rows: Vec<S::CellSet> =
        space.lines()[..space.side()].iter().map(|&row| space.cells(row)).collect();
    let in_row = |&row: &S::CellSet| match written.is_disjoint(row) {
        true => open & row,
        false => written & row,
    };
    let free = rows.iter().map(in_row).fold(S::CellSet::EMPTY, |all, places| all | places);
    let is_extra = |house: &&S::House| !matches!(space.kind(**house), Kind::Box | Kind::Region);
    let extra = space.blocks().iter().filter(is_extra).map(|&house| space.cells(house)).collect();
    let known = vec![BTreeMap::new(); rows.len()];
    let mut patterns = Patterns { space, rows, extra, known, ever: S::CellSet::EMPTY };
    if !patterns.extra.iter().any(|house| house.is_disjoint(free)) {
        patterns.reach(0, free);
    }
    let sure = patterns.rows.iter().filter_map(|&row| (patterns.ever & row).single());
    Overlay { always: sure.collect(), ever: patterns.ever }
}

/// The search for patterns, row by row.
///
/// A pattern has one cell in every row, and no two that see each other. So it has one in every
/// column, box and region too: there are as many of them as rows, and all have their share. Only the
/// further houses must be watched. What matters to the rows below is which of their
/// places are still free, not how that came about; so each such state is looked into once.
struct Patterns<'a, S: Space> {
    space: &'a S,
    rows: Vec<S::CellSet>,
    /// The houses that are no rows, columns, boxes or regions.
    extra: Vec<S::CellSet>,
    /// For each row and the places that are free from there on, whether a pattern comes of it.
    known: Vec<BTreeMap<S::CellSet, bool>>,
    /// The cells that are in some pattern. As each pattern has one cell in each row, a row with
    /// one such cell has it in all patterns.
    ever: S::CellSet,
}

impl<S: Space> Patterns<'_, S> {
    /// Whether the rows from this one on can have their cells among the free places.
    fn reach(&mut self, row: usize, free: S::CellSet) -> bool {
        let Some(&cells) = self.rows.get(row) else { return true };
        let here = free & cells;
        let is_choice = here.len() > 1;
        if is_choice && let Some(&known) = self.known[row].get(&free) {
            return known;
        }
        let mut is_reached = false;
        for cell in here {
            let left = free - cells - self.space.peers(cell);
            let is_missed = |house: &S::CellSet| {
                !free.is_disjoint(*house) && left.is_disjoint(*house) && !house.contains(cell)
            };
            if !self.extra.iter().any(is_missed) && self.reach(row + 1, left) {
                self.ever.insert(cell);
                is_reached = true;
            }
        }
        if is_choice {
            self.known[row].insert(free, is_reached);
        }
        is_reached
    }
}

fn explain_set(step: &Step<Large>, board: &Board<Large>) -> Message {
    Message::new("template-set")
        .with("patterns", patterns(step, board, "always"))
        .with("written", step.effect.placements())
}

fn explain_delete(step: &Step<Large>, board: &Board<Large>) -> Message {
    Message::new("template-delete")
        .with("patterns", patterns(step, board, "never"))
        .with("gone", step.effect.eliminations())
}

/// "However the 5s are placed on the whole board …, there is always one in r4c8."
fn patterns(step: &Step<Large>, board: &Board<Large>, often: &'static str) -> Message {
    let has_boxes_only = board.space().blocks().iter().all(|house| house.kind() == Kind::Box);
    let body = step.evidence.first_part();
    let taken = step.evidence.parts_in(Role::Pivot).map(|part| {
        Message::new("template-taken").with("cells", part.cells).with("digits", part.digits)
    });
    Message::new("template")
        .with("digit", body.digits)
        .with("houses", if has_boxes_only { "boxes" } else { "all" })
        .with("taken", taken.collect::<Vec<_>>())
        .with("often", often)
        .with("cells", body.cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Rng;
    use piste_core::space::{Classic, Small};

    /// All patterns by trying every column in every row.
    fn patterns<S: Space>(
        space: &S,
        open: S::CellSet,
        row: usize,
        so_far: S::CellSet,
    ) -> Vec<S::CellSet> {
        if row == space.side() {
            let is_served = |&house: &S::House| (so_far & space.cells(house)).len() == 1;
            return if space.house_list().iter().all(is_served) { vec![so_far] } else { vec![] };
        }
        let here = open & space.cells(space.lines()[row]);
        here.iter()
            .filter(|&cell| space.peers(cell).is_disjoint(so_far))
            .flat_map(|cell| patterns(space, open, row + 1, so_far.with(cell)))
            .collect()
    }

    /// How many patterns there are on random boards of this space; the overlays are theirs.
    fn compare<S: Space>(space: &S, rounds: usize) -> usize {
        let mut rng = Rng::new(12);
        let mut total = 0;
        for round in 0..rounds {
            let many = 2 + round % 3;
            let open = space.all_cells().iter().filter(|_| rng.below(5) < many).collect();
            let expected = patterns(space, open, 0, S::CellSet::EMPTY);
            let found = overlay(space, S::CellSet::EMPTY, open);
            let union = |all: S::CellSet, &pattern: &S::CellSet| all | pattern;
            assert_eq!(found.ever, expected.iter().fold(S::CellSet::EMPTY, union));
            let common = expected.iter().copied().reduce(|all, pattern| all & pattern);
            assert_eq!(found.always, common.unwrap_or(S::CellSet::EMPTY));
            total += expected.len();
        }
        total
    }

    #[test]
    fn overlays_are_those_of_all_patterns() {
        let all = patterns(&Classic, Classic.all_cells(), 0, SetOf::EMPTY);
        assert_eq!(all.len(), 46_656);
        assert!(compare(&Classic, 300) > 1000);
        let jigsaw = "jigsaw:111222113322133332455556445566444666";
        for name in ["6x6", "6x6+x", "9x9+x", "9x9+windoku", "9x9+antiking", jigsaw] {
            let total = compare(&Small::new(&name.parse().unwrap()), 100);
            assert!(total > 100, "only {total} patterns on {name}");
        }
    }
}
