//! The paper-and-pencil methods of the colour scale that no strategy stands for, as acts.
//!
//! The green and the blue method are told on 9×9 from the strategies. The others (nursery, red,
//! black), and all of them on boards of other sizes, are walks of [`piste::sat`].

use crate::language::Language;
use crate::pieces::pieces;
use crate::position::Position;
use crate::shapes;
use crate::step::Act;
use crate::{Handle, Wrong};
use piste::sat::{self, End, Entry, Pencil, PencilSolve};
use piste_core::shape::Shape;
use piste_core::{AnyGrid, Cell};
use std::cell::Cell as Flag;

/// How many guesses a method may take unless that is said.
pub const GUESSES: u64 = 250_000;

/// How a solve ends whose limit was reached.
pub(crate) const UNDECIDED: &str = "undecided";

/// The method of this name.
///
/// ```
/// assert!(piste_api::pencil::named("red").is_some());
/// assert!(piste_api::pencil::named("mauve").is_none());
/// ```
pub fn named(name: &str) -> Option<Pencil> {
    let all = [Pencil::Nursery, Pencil::Green, Pencil::Blue, Pencil::Red, Pencil::Black];
    all.into_iter().find(|pencil| pencil.name() == name)
}

/// Whether the methods can be carried out on boards of this shape: where the boxes are all there is.
pub(crate) fn fits(shape: &Shape) -> bool {
    shape.boxes().is_some() && shape.is_plain()
}

/// That there is no method on this shape.
pub(crate) fn no_method(shape: &Shape) -> String {
    let name = shapes::name(shape);
    format!("{name} has no method by hand: it needs regular boxes alone")
}

/// A method carried out on a position of 9×9, and the board that it begins with. The black one
/// is given up after so many guesses; whoever waits is asked before each.
pub(crate) fn walked(
    position: &Position,
    method: Pencil,
    guesses: u64,
    handle: &dyn Handle,
) -> Result<(AnyGrid, PencilSolve), Wrong> {
    let start = AnyGrid::from(position.board.values());
    let small = |cell: usize| {
        let digits = position.board.candidates(Cell::ALL[cell]);
        digits.iter().fold(0, |mask, digit| mask | 1 << (digit.get() - 1))
    };
    let walk = walked_from(&start, method, guesses, small, handle)?;
    Ok((start, walk))
}

/// The same on a board of any size, of which some small numbers may be erased already.
pub(crate) fn walked_from(
    start: &AnyGrid,
    method: Pencil,
    guesses: u64,
    small: impl Fn(usize) -> u32,
    handle: &dyn Handle,
) -> Result<PencilSolve, Wrong> {
    let is_called_off = Flag::new(false);
    let enough = || {
        is_called_off.set(is_called_off.get() || handle.is_cancelled());
        is_called_off.get()
    };
    let walk = method.walk_with(start, guesses, small, &enough);
    if is_called_off.get() { Err(Wrong::stopped()) } else { Ok(walk) }
}

/// How a walk ended, in one word.
pub fn end_name(end: End) -> &'static str {
    match end {
        End::Solved => "solved",
        End::Stuck => "stuck",
        End::Contradiction => "contradiction",
        End::GaveUp => UNDECIDED,
    }
}

/// How many cells are open.
pub fn open(board: &AnyGrid) -> usize {
    board.values().len() - board.filled().count()
}

/// The first acts of a walk that began with this board, told in a language.
pub fn acts(start: &AnyGrid, walk: &PencilSolve, upto: usize, language: Language) -> Vec<Act> {
    let boards = std::iter::once(start).chain(walk.acts.iter().map(|act| &act.board));
    let told = walk.acts.iter().take(upto).zip(boards).zip(1..);
    told.map(|((act, before), number)| of(number, before, act, language)).collect()
}

fn of(number: usize, before: &AnyGrid, act: &sat::Act, language: Language) -> Act {
    let told = language.tell(&act.message());
    Act {
        number,
        method: act.method.name().to_owned(),
        step: act.number.to_owned(),
        text: told.to_string(),
        pieces: pieces(&told),
        placements: entries(before, &act.written, "="),
        eliminations: entries(before, &act.erased, "<>"),
        guesses: entries(before, &act.guesses, "="),
        steps: Vec::new(),
        board: before.to_string(),
        board_after: act.board.to_string(),
        marks: None,
    }
}

/// Numbers in squares as they are written: `r10c3=B`.
pub fn entries(board: &AnyGrid, entries: &[Entry], between: &str) -> Vec<String> {
    let side = board.shape().side();
    let symbol = |digit: u8| match digit {
        0..=9 => char::from(b'0' + digit),
        _ => char::from(b'A' + digit - 10),
    };
    let name = |cell: usize| format!("r{}c{}", cell / side + 1, cell % side + 1);
    let told = entries.iter();
    told.map(|entry| format!("{}{between}{}", name(entry.cell), symbol(entry.digit))).collect()
}
