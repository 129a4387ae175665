//! # Half turn
//!
//! ## Idea
//! Turn the board by half. If every digit falls on a digit, and equal digits always fall on
//! equal ones, then each digit has a partner. Where the only solution is turned and every
//! digit in it replaced by its partner, it is a solution of the same board: so it is the same
//! one. The cell in the middle stays where it is when the board is turned, so its digit is its
//! own partner.
//!
//! ## Why it is sound
//! The marks are asked too: the turned board, with partners for digits, must be the board
//! itself, mark for mark. Then turning takes solutions to solutions, and the only one to
//! itself. With two solutions it might take each to the other, so this idea is for puzzles
//! alone, and says so.
//!
//! ## Sources
//! Known among players as Gurth's symmetrical placement.

use piste::logic::words::{Catalogue, Digits, one_or_other};
use piste::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste::space::Large;
use piste::symmetry::Transformation;
use piste::{Board, Cell, Digit, DigitSet};
use std::ops::ControlFlow;

/// The strategy.
pub(crate) struct HalfTurn;

/// The cell that stays where it is.
const CENTRE: Cell = Cell::at(4, 4);

/// What it says, in English.
static ENGLISH: Catalogue = Catalogue::new("en", include_str!("half_turn.ftl"), one_or_other);

static INFO: Info = Info {
    slug: "half-turn",
    name: "half turn",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &[],
    explain,
};

impl Strategy for HalfTurn {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
        let Some(partners) = partners(scene.board()) else { return ControlFlow::Continue(()) };
        let own: DigitSet = Digit::ALL.into_iter().filter(|&d| partners[d.index()] == d).collect();
        let gone = scene.marks_of_all(DigitSet::ALL - own, CENTRE.into());
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        sink.offer(Step {
            strategy: &INFO,
            effect: Effect::eliminate(gone),
            evidence: Evidence::part(Role::Body, CENTRE.into(), own),
        })
    }
}

/// The digit that each falls on when the board is turned by half, if the board then is the
/// same again. A digit that is nowhere written goes with itself if it is the only one; with
/// two of them nobody can say.
fn partners(board: &Board) -> Option<[Digit; 9]> {
    let turned = |cell| Transformation::HALF_TURN.cell(cell);
    let mut found = [None; 9];
    for (cell, digit) in board.values().givens() {
        let other = board.value(turned(cell))?;
        if *found[digit.index()].get_or_insert(other) != other {
            return None;
        }
    }
    if found.iter().filter(|partner| partner.is_none()).count() > 1 {
        return None;
    }
    let partners = Digit::ALL.map(|digit| found[digit.index()].unwrap_or(digit));
    let image = |digits: DigitSet| digits.iter().map(|d| partners[d.index()]).collect::<DigitSet>();
    let is_same = |cell: Cell| board.candidates(turned(cell)) == image(board.candidates(cell));
    Cell::ALL.into_iter().all(is_same).then_some(partners)
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let own = step.evidence.parts.first().map_or(Digits::EMPTY, |part| part.digits);
    Message::new("half-turn")
        .with("digits", own)
        .with("centre", CENTRE)
        .with("gone", step.effect.eliminations())
        .at_home_in(&ENGLISH)
}
