//! What to do next, from wherever a person has got to.
//!
//! A board handed in by a player is not one of ours: digits may be wrong, marks may be
//! missing. So before looking for a step, what is there is held against the solution; a
//! wrong digit found late costs more than any hint gives.

use super::words::phrases;
use super::{Ladder, Message, Step};
use piste_core::space::{Classic, Figure, Mark, SetOf, Space, Spot};
use piste_core::{Board, Grid, Solution};

/// What there is to say about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint<S: Space = Classic> {
    /// Every cell is written, and rightly so.
    Solved,
    /// Something is wrong already: nothing that follows can be trusted until it is mended.
    Mistakes(Vec<Mistake<S>>),
    /// This is the step to take.
    Next(Step<S>),
    /// The ladder finds nothing.
    Stuck,
}

/// Something a player got wrong.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Mistake<S: Space = Classic> {
    /// This digit is written, and it is not the one that belongs there.
    Written(S::Candidate),
    /// This mark was erased, and it is the one that belongs there.
    Erased(S::Candidate),
}

impl<S: Space> Clone for Mistake<S> {
    fn clone(&self) -> Mistake<S> {
        *self
    }
}

impl<S: Space> Copy for Mistake<S> {}

impl<S: Space> std::fmt::Display for Mistake<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl<S: Space> Mistake<S> {
    /// What is wrong: that a digit is not right, or that a mark should not have gone.
    pub fn message(&self) -> Message {
        match self {
            Mistake::Written(wrong) => Message::new("mistake-written")
                .with("cell", wrong.cell().widened())
                .with("digit", wrong.digit().widened()),
            Mistake::Erased(right) => Message::new("mistake-erased")
                .with("digit", right.digit().widened())
                .with("cell", right.cell().widened()),
        }
    }

    /// The same for one who wants to find out what would be right.
    pub fn where_it_is(&self) -> Message {
        match self {
            Mistake::Written(_) => self.message(),
            Mistake::Erased(right) => {
                Message::new("mistake-erased-where").with("cell", right.cell().widened())
            }
        }
    }

    /// The same for one who wants to know it, with what is right.
    pub fn mended(&self, solution: &Solution<S>) -> Message {
        match self {
            Mistake::Written(wrong) => Message::new("mistake-written-right")
                .with("cell", wrong.cell().widened())
                .with("digit", wrong.digit().widened())
                .with("right", solution.get(wrong.cell()).widened()),
            Mistake::Erased(_) => self.message(),
        }
    }

    /// Where the mistake is.
    pub fn cell(&self) -> S::Cell {
        match self {
            Mistake::Written(at) | Mistake::Erased(at) => at.cell(),
        }
    }
}

impl Hint {
    /// Looks at a board of the puzzle with this solution, with the ladder's strategies.
    ///
    /// ```
    /// use piste::logic::{Hint, Ladder, Mistake};
    /// use piste::{Board, Cell, Digit, Grid, Puzzle};
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let puzzle = Puzzle::prove(&grid).unwrap();
    /// let mut board = Board::from(&grid);
    /// assert!(matches!(Hint::on(&board, puzzle.solution(), &Ladder::TEACHING), Hint::Next(_)));
    ///
    /// board.place(Cell::at(0, 2), Digit::D1);
    /// let Hint::Mistakes(mistakes) = Hint::on(&board, puzzle.solution(), &Ladder::TEACHING) else {
    ///     panic!("r1c3 is 4");
    /// };
    /// assert_eq!(mistakes[0].to_string(), "r1c3 is not 1");
    /// ```
    pub fn on(board: &Board, solution: &Solution, ladder: &Ladder<'_>) -> Hint {
        Hint::against(board, &solution.grid(), ladder)
    }
}

impl<S: Space> Hint<S> {
    /// As [`Hint::on`], on any shape; `solution` is a full grid.
    pub fn against(board: &Board<S>, solution: &Grid<S>, ladder: &Ladder<'_, S>) -> Hint<S> {
        let mistakes = mistakes(board, solution);
        if !mistakes.is_empty() {
            return Hint::Mistakes(mistakes);
        }
        if board.is_full() {
            return Hint::Solved;
        }
        ladder.next_step(board).map_or(Hint::Stuck, Hint::Next)
    }
}

/// Wrong digits first; if there are none, right marks that were erased. A wrong digit
/// erases right marks all around it, and those are not the player's mistakes.
fn mistakes<S: Space>(board: &Board<S>, solution: &Grid<S>) -> Vec<Mistake<S>> {
    let wrong: Vec<Mistake<S>> = board
        .values()
        .givens()
        .filter(|&(cell, digit)| solution.get(cell) != Some(digit))
        .map(|(cell, digit)| Mistake::Written(S::Candidate::new(cell, digit)))
        .collect();
    if !wrong.is_empty() {
        return wrong;
    }
    board
        .open()
        .iter()
        .filter_map(|cell| Some(S::Candidate::new(cell, solution.get(cell)?)))
        .filter(|&right| !board.has(right))
        .map(Mistake::Erased)
        .collect()
}

impl<S: Space> Step<S> {
    /// The first grade of help: where to look, without saying what for. `space` is that of the board.
    pub fn where_to_look(&self, space: &S) -> Message {
        let Step { effect, evidence, .. } = self.widened(space);
        phrases::whereabouts(&space.large(), &evidence, effect.placements().cells())
    }

    /// The second grade: where to look, and for what.
    pub fn what_to_look_for(&self, space: &S) -> Message {
        Message::new("hint-strategy")
            .with("place", self.where_to_look(space))
            .with("strategy", self.strategy)
    }
}
