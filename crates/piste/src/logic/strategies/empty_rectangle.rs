//! # Empty rectangle, and dual empty rectangle
//!
//! ## Idea
//! If all the places a box has left for a digit lie on one row and one column of it, the
//! other four cells of the box are the empty rectangle. When the digit comes to stand
//! somewhere else on that row, the box must have it on the column. So if a line across the
//! row has only two places for the digit, one of them on the row, then either the other of
//! the two is true or the box has the digit on its column, and the cell that sees both
//! cannot have it. The same works with row and column exchanged. Two empty rectangles of
//! one box told together are a dual.
//!
//! ## Why it is sound
//! Let p on the row and q be the two places of the line across. If q is false, p is true,
//! the box has no digit on the row, so it has it on the column. If q is true, q's own row
//! is served. The crossing of q's row with the box's column is false in both cases. The
//! two parts of a dual are sound one by one.
//!
//! ## Example
//! In box 1 the 5 can only be in r1c2, r2c2 and r3c1: on row 3 and column 2. In column 7
//! the 5 is in r3c7 or r8c7. If it is not in r8c7 it is in r3c7, so box 1 has it in column
//! 2: r8c2 is not 5 either way.
//!
//! ## Sources
//! Codes 0402 and, for the dual, 0405 of HoDoKu's library. Boxes with only two places are
//! allowed (the library's variant 0402-1); they make turbot fish, too.

use super::support::turbot;
use crate::logic::lines::{Axis, count, members};
use crate::logic::{
    Effect, Evidence, Family, Info, Link, Node, Reason, Role, Scene, Sink, Step, Strategy,
};
use piste_core::space::{SetOf, Space, Spot};
use std::ops::ControlFlow;

pub(in crate::logic) struct EmptyRectangle;
pub(in crate::logic) struct DualEmptyRectangle;

static SINGLE: Info = Info {
    slug: "empty-rectangle",
    name: "empty rectangle",
    family: Family::SingleDigitPatterns,
    assumes_uniqueness: false,
    codes: &["0402"],
    explain: turbot::explain,
};

static DUAL: Info = Info {
    slug: "dual-empty-rectangle",
    name: "dual empty rectangle",
    family: Family::SingleDigitPatterns,
    assumes_uniqueness: false,
    codes: &["0405"],
    explain: turbot::explain,
};

/// A box, or another house that is no line, with its digit on two lines, and a conjugate pair
/// that ends on one of them.
struct Rectangle<S: Space> {
    digit: S::Digit,
    block: S::House,
    /// The line of the box that the pair ends on, and the box's places there.
    line: S::House,
    on_line: S::CellSet,
    /// The box's places on the other line only.
    off_line: S::CellSet,
    /// The pair: on the line, and away from it.
    near: S::Cell,
    far: S::Cell,
    /// The house of the pair.
    pair: S::House,
    victim: S::Cell,
}

impl<S: Space> Rectangle<S> {
    fn links(&self, chain: u8) -> [Link<S>; 3] {
        let node = |cells: S::CellSet, on| Node { digit: self.digit, cells, on };
        let (near, far) = (self.near.into(), self.far.into());
        [
            (node(far, false), node(near, true), self.pair),
            (node(near, true), node(self.on_line, false), self.line),
            (node(self.on_line, false), node(self.off_line, true), self.block),
        ]
        .map(|(from, to, house)| Link { chain, from, to, reason: Reason::House(house) })
    }

    fn evidence(&self) -> Evidence<S> {
        let digit = self.digit.into();
        let mut evidence = Evidence::part(Role::Body, self.on_line | self.off_line, digit)
            .and(Role::Pincer, S::CellSet::of(&[self.near, self.far]), digit)
            .in_houses([self.block, self.pair]);
        evidence.covers = self.line.into();
        evidence.links = self.links(0).to_vec();
        evidence
    }
}

/// Calls `visit` with every empty rectangle of the digit in this box that erases something.
fn each_rectangle<S: Space>(
    scene: &Scene<'_, S>,
    digit: S::Digit,
    block: S::House,
    visit: &mut impl FnMut(Rectangle<S>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let space = scene.space();
    let cells = scene.places(digit, block);
    // Each row of the box in turn; what is not on it must be on one column.
    let mut left = cells;
    while let Some(first) = left.first() {
        let row = first.row();
        let across = space.cells(Axis::Rows.line(space, row));
        left -= across;
        let Some(column) = (cells - across).first().map(Spot::column) else { break };
        let down = space.cells(Axis::Columns.line(space, column));
        if !(cells - across).is_subset(down) || cells.is_subset(down) {
            continue;
        }
        for (axis, line, other) in [(Axis::Rows, row, column), (Axis::Columns, column, row)] {
            along(scene, (digit, block), cells, (axis, line, other), visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The rectangles of a box whose pair ends on line number `line` of this direction; the
/// box's other line has number `other` across.
fn along<S: Space>(
    scene: &Scene<'_, S>,
    (digit, block): (S::Digit, S::House),
    cells: S::CellSet,
    (axis, line, other): (Axis, usize, usize),
    visit: &mut impl FnMut(Rectangle<S>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let space = scene.space();
    let (lines, across) = (scene.lines(digit, axis), scene.lines(digit, axis.crossing()));
    let on_line = cells & space.cells(axis.line(space, line));
    let outside = on_line.iter().fold(lines[line], |left, cell| left & !(1 << axis.place(cell)));
    for place in members(outside) {
        let far = across[place] & !(1 << line);
        if count(far) != 1 {
            continue;
        }
        let far = far.trailing_zeros() as usize;
        let victim = axis.cell(space, far, other);
        if lines[far] >> other & 1 == 0 || cells.contains(victim) {
            continue;
        }
        visit(Rectangle {
            digit,
            block,
            line: axis.line(space, line),
            on_line,
            off_line: cells - on_line,
            near: axis.cell(space, line, place),
            far: axis.cell(space, far, place),
            pair: axis.crossing().line(space, place),
            victim,
        })?;
    }
    ControlFlow::Continue(())
}

impl<S: Space> Strategy<S> for EmptyRectangle {
    fn info(&self) -> &'static Info {
        &SINGLE
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        for digit in scene.space().all_digits() {
            for &block in scene.space().blocks() {
                each_rectangle(scene, digit, block, &mut |rectangle| {
                    sink.offer(Step {
                        strategy: &SINGLE,
                        effect: Effect::eliminate(scene.marks_of(digit, rectangle.victim.into())),
                        evidence: rectangle.evidence(),
                    })
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<S: Space> Strategy<S> for DualEmptyRectangle {
    fn info(&self) -> &'static Info {
        &DUAL
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let mut found: Vec<Rectangle<S>> = Vec::new();
        for digit in scene.space().all_digits() {
            for &block in scene.space().blocks() {
                found.clear();
                each_rectangle(scene, digit, block, &mut |second| {
                    for first in found.iter().filter(|first| first.victim != second.victim) {
                        let victims = S::CellSet::of(&[first.victim, second.victim]);
                        let mut evidence = first.evidence().in_houses([second.pair]).and(
                            Role::Pincer,
                            S::CellSet::of(&[second.near, second.far]),
                            digit.into(),
                        );
                        evidence.covers.insert(second.line);
                        evidence.links.extend(second.links(1));
                        let effect = Effect::eliminate(scene.marks_of(digit, victims));
                        sink.offer(Step { strategy: &DUAL, effect, evidence })?;
                    }
                    found.push(second);
                    ControlFlow::Continue(())
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}
