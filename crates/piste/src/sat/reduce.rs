//! Green, blue and red on a board: a method is applied to the clauses of what is open, and
//! what it finds out is written down.

use super::formula::{Formula, Literal};
use super::green::{Conflict, Marks};
use super::ignore;
use super::pairs::{self, Left};
use super::simplify::{Fate, Simplifier};
use super::{After, Reading};
use piste_core::shape::Layout;

/// Where a method without guesses has got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduced {
    Solved,
    Stuck,
}

/// The methods that do not guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Green,
    Blue,
    Red,
}

fn state_of(marks: &Marks) -> Reduced {
    if marks.is_solved() { Reduced::Solved } else { Reduced::Stuck }
}

/// Unit propagation, then the method on what is left; what it finds out is written on the
/// board.
pub(super) fn reduce(
    layout: &Layout,
    marks: &mut Marks,
    method: Method,
    reading: &Reading,
) -> Result<Reduced, Conflict> {
    marks.settle(layout)?;
    if method == Method::Green || marks.is_solved() {
        return Ok(state_of(marks));
    }
    if let Some(state) = by_pairs(layout, marks, method, reading)? {
        return Ok(state);
    }
    let formula = Formula::open(layout, marks);
    let mut simplifier = Simplifier::read_as(&formula, reading);
    if method == Method::Red && reading.after_removal == After::UnitsThenNextPass {
        red_in_passes(&mut simplifier, formula.variables())?;
    } else {
        simplifier.blue()?;
        if method == Method::Red && !simplifier.is_empty() {
            ignore::red(&mut simplifier, formula.variables())?;
        }
    }
    write_down(layout, marks, &formula, &simplifier)?;
    if marks.is_solved() {
        return Ok(Reduced::Solved);
    }
    if simplifier.is_empty() {
        let model = simplifier.model(&[]);
        for variable in (0..formula.variables()).filter(|&variable| model[variable]) {
            let (cell, digit) = formula.meaning(variable);
            marks.place(cell, digit);
        }
        marks.settle(layout)?;
    }
    Ok(state_of(marks))
}

/// What blue comes to as far as rows of bits tell it, for red where that is all there is to do. The board is left as it was
/// where they do not.
fn by_pairs(
    layout: &Layout,
    marks: &mut Marks,
    method: Method,
    reading: &Reading,
) -> Result<Option<Reduced>, Conflict> {
    if *reading != Reading::OURS {
        return Ok(None);
    }
    let before = (method == Method::Red).then(|| marks.clone());
    let Some(left) = pairs::blue(layout, marks) else { return Ok(None) };
    Ok(match (left?, before) {
        (Left::NoClause, _) => None,
        (Left::Written, Some(before)) if !marks.is_solved() => {
            marks.copy_from(&before);
            None
        }
        (Left::Written, _) => Some(state_of(marks)),
    })
}

/// Red where the removal of variables is the last rule of every pass, and the passes are counted.
fn red_in_passes(simplifier: &mut Simplifier, variables: usize) -> Result<(), Conflict> {
    let passes = simplifier.reading.passes.max(1);
    simplifier.reading.passes = 1;
    for _ in 0..passes {
        simplifier.blue()?;
        if simplifier.is_empty() {
            break;
        }
        ignore::red(simplifier, variables)?;
    }
    Ok(())
}

/// Writes on the board what the simplifier has found out about single variables.
fn write_down(
    layout: &Layout,
    marks: &mut Marks,
    formula: &Formula,
    simplifier: &Simplifier,
) -> Result<(), Conflict> {
    for variable in 0..formula.variables() {
        let literal = simplifier.stands_for(Literal::new(variable, true));
        if let Fate::Known(value) = simplifier.fate(literal.variable()) {
            let (cell, digit) = formula.meaning(variable);
            if value == literal.is_positive() {
                marks.place(cell, digit);
            } else {
                marks.erase(layout, cell, digit)?;
            }
        }
    }
    marks.settle(layout)
}
