//! # Templates (pattern overlay)
//!
//! ## Idea
//! Think of one digit and of all the ways to put its nine copies on the board, one in
//! every row, column and box, using only places that are still open to it. A cell that is
//! in *all* of these patterns has the digit; a mark that is in *none* of them can go.
//!
//! Cells that all patterns of one digit share are lost to the patterns of the others.
//! Patterns that use such a cell drop out, which may make further cells sure, and so on
//! until nothing changes.
//!
//! ## Why it is sound
//! In the solution the nine copies of the digit form one of the patterns.
//!
//! ## Example
//! There are three ways to place all the 5s, and each has one in r4c8: r4c8 is 5.
//!
//! ## Sources
//! Codes 1201 and 1202 of HoDoKu's library; "pattern overlay method" in the forums.

use crate::logic::{
    Effect, Evidence, Explain, Family, Info, Message, Role, Scene, Sink, Step, Strategy,
};
use piste_core::space::Large;
use piste_core::{Board, ByDigit, Cell, CellSet, Digit, House};
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

static SET: Info = info("template-set", "template set", &["1201"], explain_set);
static DELETE: Info = info("template-delete", "template delete", &["1202"], explain_delete);

impl Strategy for TemplateSet {
    fn info(&self) -> &'static Info {
        &SET
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
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

impl Strategy for TemplateDelete {
    fn info(&self) -> &'static Info {
        &DELETE
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
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
fn find(
    scene: &Scene<'_>,
    wanted: impl Fn(Digit, &Overlay) -> CellSet,
    mut offer: impl FnMut(Digit, CellSet, Evidence) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let alone = overlays(scene);
    let together = together(scene, &alone);
    for digit in Digit::ALL {
        let cells = wanted(digit, &alone[digit]);
        if !cells.is_empty() {
            offer(digit, cells, Evidence::part(Role::Body, cells, digit.into()))?;
        }
        let more = wanted(digit, &together[digit]);
        if more != cells {
            let mut evidence = Evidence::part(Role::Body, more, digit.into());
            for other in Digit::ALL.into_iter().filter(|&other| other != digit) {
                let taken = together[other].always & scene.cells(digit);
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Overlay {
    /// The cells that are in every pattern; none if there is no pattern.
    always: CellSet,
    /// The cells that are in some pattern.
    ever: CellSet,
}

/// The overlays of all digits, each by itself.
fn overlays(scene: &Scene<'_>) -> ByDigit<Overlay> {
    ByDigit::from_fn(|digit| overlay(scene.values().cells_with(digit), scene.cells(digit)))
}

/// The overlays of all digits, each with the patterns that leave the others what is
/// surely theirs.
fn together(scene: &Scene<'_>, alone: &ByDigit<Overlay>) -> ByDigit<Overlay> {
    let mut open = ByDigit::from_fn(|digit| scene.cells(digit));
    let mut overlays = *alone;
    loop {
        let mut changed = false;
        for digit in Digit::ALL {
            let others = Digit::ALL
                .into_iter()
                .filter(|&other| other != digit)
                .fold(CellSet::EMPTY, |taken, other| taken | overlays[other].always);
            if !open[digit].is_disjoint(others) {
                open[digit] -= others;
                overlays[digit] = overlay(scene.values().cells_with(digit), open[digit]);
                changed = true;
            }
        }
        if !changed {
            return overlays;
        }
    }
}

/// The patterns of one band, laid over each other by the columns they use: one column of
/// each stack, so that there are 27 combinations, numbered in base 3.
type Band = [Option<Overlay>; 27];

/// Lays all patterns that hold the written cells and otherwise use open ones over each
/// other.
///
/// A pattern is made of three bands. Which rows of a band it uses for which stack is the
/// band's own affair; the bands only have to use different columns. So it is enough to
/// know, for each band and each combination of columns, the overlay of its patterns.
fn overlay(written: CellSet, open: CellSet) -> Overlay {
    let places: [CellSet; 9] = std::array::from_fn(|row| {
        let cells = House::row(row).cells();
        if written.is_disjoint(cells) { open & cells } else { written & cells }
    });
    let bands: [Band; 3] = std::array::from_fn(|band| overlay_band(&places, band));
    let mut all = Overlay { always: CellSet::ALL, ever: CellSet::EMPTY };
    for (first, top) in bands[0].iter().enumerate() {
        let Some(top) = top else { continue };
        for (second, middle) in bands[1].iter().enumerate() {
            let (Some(middle), Some(third)) = (middle, third_columns(first, second)) else {
                continue;
            };
            let Some(bottom) = &bands[2][third] else { continue };
            all.always &= top.always | middle.always | bottom.always;
            all.ever |= top.ever | middle.ever | bottom.ever;
        }
    }
    if all.ever.is_empty() { Overlay { always: CellSet::EMPTY, ever: CellSet::EMPTY } } else { all }
}

fn overlay_band(places: &[CellSet; 9], band: usize) -> Band {
    /// Which row of the band serves which stack.
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut found = [None; 27];
    for rows in ORDERS {
        let columns = |stack: usize| {
            let row = 3 * band + rows[stack];
            (0..3).filter_map(move |i| {
                let cell = Cell::at(row, 3 * stack + i);
                places[row].contains(cell).then_some((i, cell))
            })
        };
        for (a, first) in columns(0) {
            for (b, second) in columns(1) {
                for (c, third) in columns(2) {
                    let pattern = CellSet::of(&[first, second, third]);
                    let so_far = &mut found[9 * a + 3 * b + c];
                    *so_far = Some(so_far.map_or(
                        Overlay { always: pattern, ever: pattern },
                        |Overlay { always, ever }| Overlay {
                            always: always & pattern,
                            ever: ever | pattern,
                        },
                    ));
                }
            }
        }
    }
    found
}

/// The columns that two bands leave to the third, if they use different ones.
fn third_columns(first: usize, second: usize) -> Option<usize> {
    let mut third = 0;
    for place in [9, 3, 1] {
        let (a, b) = (first / place % 3, second / place % 3);
        if a == b {
            return None;
        }
        third += (3 - a - b) * place;
    }
    Some(third)
}

fn explain_set(step: &Step<Large>, _board: &Board<Large>) -> Message {
    Message::new("template-set")
        .with("patterns", patterns(step, "always"))
        .with("written", step.effect.placements())
}

fn explain_delete(step: &Step<Large>, _board: &Board<Large>) -> Message {
    Message::new("template-delete")
        .with("patterns", patterns(step, "never"))
        .with("gone", step.effect.eliminations())
}

/// "However the 5s are placed on the whole board …, there is always one in r4c8."
fn patterns(step: &Step<Large>, often: &'static str) -> Message {
    let body = step.evidence.first_part();
    let taken = step.evidence.parts_in(Role::Pivot).map(|part| {
        Message::new("template-taken").with("cells", part.cells).with("digits", part.digits)
    });
    Message::new("template")
        .with("digit", body.digits)
        .with("taken", taken.collect::<Vec<_>>())
        .with("often", often)
        .with("cells", body.cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All patterns by trying every column in every row.
    fn patterns(written: CellSet, open: CellSet, row: usize, so_far: CellSet) -> Vec<CellSet> {
        if row == 9 {
            return vec![so_far];
        }
        let cells = House::row(row).cells();
        let here = if written.is_disjoint(cells) { open & cells } else { written & cells };
        here.iter()
            .filter(|cell| cell.peers().is_disjoint(so_far))
            .flat_map(|cell| patterns(written, open, row + 1, so_far.with(cell)))
            .collect()
    }

    #[test]
    fn overlays_are_those_of_all_patterns() {
        assert_eq!(patterns(CellSet::EMPTY, CellSet::ALL, 0, CellSet::EMPTY).len(), 46_656);
        let mut rng = piste_core::Rng::new(12);
        for _ in 0..300 {
            let open: CellSet = Cell::ALL.into_iter().filter(|_| rng.below(5) < 2).collect();
            let expected = patterns(CellSet::EMPTY, open, 0, CellSet::EMPTY);
            let found = overlay(CellSet::EMPTY, open);
            let ever = expected.iter().fold(CellSet::EMPTY, |ever, &pattern| ever | pattern);
            assert_eq!(found.ever, ever);
            if !expected.is_empty() {
                let always = expected.iter().fold(CellSet::ALL, |always, &p| always & p);
                assert_eq!(found.always, always);
            }
        }
    }
}
