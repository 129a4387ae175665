//! # Extended unique rectangle
//!
//! ## Idea
//! Two lines of three cells each, side by side: three rows and two columns, or the other way
//! round. If all six could only hold the same three digits, each line would hold all three, and
//! the two lines could be exchanged: a second solution. The puzzle has one, so one of the six
//! cells holds something else, and a mark that everything else in them rules out goes.
//!
//! ## Why it is sound
//! Each line lies in one house, so with three digits for three cells it holds each of them
//! once. Exchange every cell with its partner in the other line, with which it shares a house.
//! A house that has both partners holds the same digits as before. A house that has a cell
//! without its partner has its whole line and nothing of the other, and again the same three
//! digits. So the exchange makes another solution of the same givens. It is so with any houses,
//! but not where cells may not be equal that no house holds together (a knight's move).
//!
//! ## Example
//! r1c1, r1c4, r1c7, r2c1, r2c4 and r2c7 can only be 2, 5 or 8, but r2c7 can also be 9: it is
//! 9.
//!
//! ## Sources
//! Andrew Stuart's SudokuWiki, *Extended Unique Rectangles*, has the name and the case with one cell that can be more; a
//! thread of the players' forum, *Extended Unique Rectangles - Solving the 3,2,3,3 MUG*, carries the other types of
//! rectangles over. Only patterns in which the further digits are in few cells are looked for.

use super::support::guardians::{self, conclusion};
use crate::logic::rectangle::is_exchange_safe;
use crate::logic::{Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct ExtendedUniqueRectangle;

static INFO: Info = Info {
    slug: "extended-unique-rectangle",
    name: "extended unique rectangle",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &[],
    explain,
};

/// In how many cells the further digits may be.
const MOST_RICH: usize = 3;

impl<S: Space> Strategy<S> for ExtendedUniqueRectangle {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let side = space.side();
        let (rows, columns) = space.lines().split_at(side);
        for (along, across) in [(rows, columns), (columns, rows)] {
            for (i, &one) in along.iter().enumerate() {
                for &other in &along[i + 1..] {
                    let [one, other] = [one, other].map(|line| space.cells(line) & scene.open());
                    // The partners: cells of the two lines in one line across.
                    let pairs: Vec<[S::Cell; 2]> = across
                        .iter()
                        .filter_map(|&line| {
                            let cells = space.cells(line);
                            Some([(one & cells).first()?, (other & cells).first()?])
                        })
                        .collect();
                    each_three(&pairs, |three| found(scene, three, sink))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Calls `visit` for every three of the pairs.
fn each_three<C: Copy>(
    pairs: &[[C; 2]],
    mut visit: impl FnMut([[C; 2]; 3]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (i, &first) in pairs.iter().enumerate() {
        for (j, &second) in pairs.iter().enumerate().skip(i + 1) {
            for &third in &pairs[j + 1..] {
                visit([first, second, third])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Offers what the six cells rule out, for every three digits that they may be about.
fn found<S: Space>(
    scene: &Scene<'_, S>,
    pairs: [[S::Cell; 2]; 3],
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let cells: S::CellSet = pairs.iter().flatten().copied().collect();
    // The three digits are those of some cell with three, or of two cells with two.
    let mut tried: Vec<S::DigitSet> = Vec::new();
    let poor: Vec<S::DigitSet> =
        cells.iter().map(|cell| scene.candidates(cell)).filter(|d| d.len() <= 3).collect();
    if poor.len() + MOST_RICH < cells.len() || !can_be_exchanged(scene.space(), pairs) {
        return ControlFlow::Continue(());
    }
    for (i, &one) in poor.iter().enumerate() {
        for &other in &poor[i..] {
            let digits = one | other;
            if digits.len() != 3 || tried.contains(&digits) {
                continue;
            }
            tried.push(digits);
            let further = scene.marks_of_all(scene.space().all_digits() - digits, cells);
            let rich = further.cells();
            let has_all = |cell: S::Cell| !(scene.candidates(cell) & digits).is_empty();
            if rich.is_empty() || rich.len() > MOST_RICH || !cells.iter().all(has_all) {
                continue;
            }
            let evidence = Evidence::part(Role::Body, cells, digits);
            guardians::offer(&INFO, scene, &evidence, &further, None, sink)?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether the lines can be exchanged: a house has both partners, or a whole line and nothing of
/// the other, or nothing at all.
fn can_be_exchanged<S: Space>(space: &S, pairs: [[S::Cell; 2]; 3]) -> bool {
    let cells: S::CellSet = pairs.iter().flatten().copied().collect();
    let [one, other] =
        [0, 1].map(|line| -> S::CellSet { pairs.iter().map(|pair| pair[line]).collect() });
    let is_fine = |house: S::House| {
        let inside = space.cells(house) & cells;
        let has_partners = pairs.iter().all(|&[a, b]| inside.contains(a) == inside.contains(b));
        has_partners || inside == one || inside == other
    };
    // The two lines must each have a house, so that three digits are used up.
    [one, other].iter().all(|&line| !space.common_houses(line).is_empty())
        && space.houses_of(cells).iter().all(is_fine)
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let body = step.evidence.part_in(Role::Body);
    Message::new("extended-rectangle")
        .with("cells", body.cells)
        .with("digits", body.digits)
        .with("so", conclusion(step))
}
