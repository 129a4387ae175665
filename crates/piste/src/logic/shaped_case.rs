//! Cases on boards of other shapes: as [`Case`](super::Case), with the shape before them.
//!
//! ```text
//! [9x9+x]:naked-single:1.+2…:r1c2<>5:r3c3<>4 r3c4<>4:r5c5=2:
//!  └ shape  └ slug     │     │       │               └ digits to write
//!                      │     │       └ marks to erase
//!                      │     └ marks already erased before
//!                      └ a character for each cell, + before a digit that is not a given
//! ```

use super::{CaseResult, Effect, Scene, Sink, Step, strategies};
use piste_core::general::{self, Element};
use piste_core::shape::Shape;
use piste_core::space::{Large, Space};
use piste_core::{Board, Grid};
use std::str::FromStr;

/// A case line on a board of any shape, read.
///
/// ```
/// use piste::logic::{CaseResult, ShapedCase};
///
/// let case: ShapedCase = "[4x4]:full-house:123.............:::r1c4=4:".parse().unwrap();
/// assert_eq!(case.run(), CaseResult::Exact);
/// let wrong = "[4x4]:full-house:123.:::r1c4=4:".parse::<ShapedCase>().unwrap_err();
/// assert_eq!(wrong, "expected 16 cells, found 4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapedCase {
    /// The slug, without the mark of a must-not-find case.
    pub name: String,
    /// Whether nothing may be found.
    pub must_not_find: bool,
    /// The board to look at.
    pub board: Board<Large>,
    /// What must be found.
    pub effect: Effect<Large>,
}

impl ShapedCase {
    /// All that the strategy of the case finds on its board; nothing if none of the register goes by its name.
    pub fn found(&self) -> Option<Vec<Step<Large>>> {
        let mut known = strategies::on_every_shape::<Large>().iter();
        let strategy = known.find(|strategy| strategy.info().slug == self.name)?;
        let mut sink = Sink::all();
        if strategy.fits(self.board.space()) {
            let _ = strategy.find(&Scene::new(&self.board), &mut sink);
        }
        Some(sink.into_steps())
    }

    /// Looks for what the case asks for.
    pub fn run(&self) -> CaseResult {
        let Some(found) = self.found() else { return CaseResult::Unnamed };
        match self.must_not_find {
            true if found.is_empty() => CaseResult::Exact,
            true => CaseResult::WronglyFound,
            false if found.iter().any(|step| step.effect == self.effect) => CaseResult::Exact,
            false => CaseResult::Missed,
        }
    }
}

impl FromStr for ShapedCase {
    type Err = String;

    fn from_str(line: &str) -> Result<ShapedCase, String> {
        let (shape, rest) = line
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("]:"))
            .ok_or("expected [SHAPE]: before the case")?;
        let shape: Shape = shape.parse().map_err(|wrong| format!("{wrong}"))?;
        let fields: Vec<&str> = rest.split(':').collect();
        let [slug, cells, before, erase, write, ""] = fields[..] else {
            return Err("expected slug:cells:gone before:to erase:to write:".to_owned());
        };
        let mut board = board(&shape, cells)?;
        for mark in marks(before, "<>", &shape)?.iter() {
            board.eliminate(mark);
        }
        let effect = Effect::new(marks(write, "=", &shape)?, marks(erase, "<>", &shape)?);
        let name = slug.strip_suffix("-x").unwrap_or(slug);
        let must_not_find = name.len() < slug.len();
        Ok(ShapedCase { name: name.to_owned(), must_not_find, board, effect })
    }
}

fn digit(symbol: char) -> Option<general::Digit> {
    let at = "123456789ABCDEFGHIJKLMNOP".find(symbol)?;
    Some(general::Digit::from_index(at))
}

/// The board with these cells, in which a digit behind a + was written on the way.
fn board(shape: &Shape, cells: &str) -> Result<Board<Large>, String> {
    let space = Large::new(shape);
    let (mut givens, mut later) = (Grid::empty(space.clone()), Vec::new());
    let count = cells.chars().filter(|&c| c != '+').count();
    if count != shape.cells() {
        return Err(format!("expected {} cells, found {count}", shape.cells()));
    }
    let mut signs = cells.chars();
    for cell in space.all_cells() {
        let mut sign = signs.next();
        let is_later = sign == Some('+');
        if is_later {
            sign = signs.next();
        }
        match sign {
            Some('.') if !is_later => {}
            Some(sign) => {
                let digit = digit(sign).filter(|&digit| space.all_digits().contains(digit));
                let digit = digit.ok_or_else(|| format!("{cell}: {sign:?} is no digit"))?;
                if is_later { later.push((cell, digit)) } else { givens.set(cell, Some(digit)) }
            }
            None => return Err(format!("{cell}: the line ends")),
        }
    }
    let mut board = Board::from(&givens);
    later.into_iter().for_each(|(cell, digit)| board.place(cell, digit));
    Ok(board)
}

/// Marks with blanks between them: `r1c2<>5 r1c3<>5`.
fn marks(
    text: &str,
    between: &str,
    shape: &Shape,
) -> Result<<Large as Space>::CandidateSet, String> {
    let side = shape.side();
    let read = |word: &str| {
        let (cell, sign) = word.split_once(between)?;
        let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
        let line =
            |number: &str| number.parse::<usize>().ok()?.checked_sub(1).filter(|line| *line < side);
        let cell = general::Cell::<25>::at(line(row)?, line(column)?)?;
        let mut signs = sign.chars();
        let digit = signs.next().and_then(digit).filter(|digit| digit.index() < side)?;
        signs.next().is_none().then(|| general::Candidate::new(cell, digit))
    };
    let mut all = <Large as Space>::CandidateSet::EMPTY;
    for word in text.split_whitespace() {
        all.insert(read(word).ok_or_else(|| format!("{word}: expected r1c2{between}5"))?);
    }
    Ok(all)
}
