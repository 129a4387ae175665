//! Where a person has got to with a puzzle, and what it must come to.
//!
//! Input says more or less about that. A line of 81 digits does not tell givens from digits
//! written since; a pencil-mark grid does not even tell a written digit from a lone mark;
//! one of HoDoKu's lines says everything. What is needed is always the same: the board as it
//! is, and the one solution to hold it against. The solution is looked for where it can be
//! trusted most: in the givens if they are known, else in all the digits that are written,
//! else in the marks.
//!
//! | known             | mistakes that can be noticed                        |
//! |-------------------|-----------------------------------------------------|
//! | the givens        | every one                                           |
//! | the digits        | right marks that were erased                        |
//! | marks only        | none: what is gone may never have been there        |
//!
//! When the solution follows only from marks that somebody erased, nothing says that the
//! *givens* have one solution, and what is concluded from that would be wrong: uniqueness
//! may not be used then.

use piste::logic::{Hint, Ladder, Mistake, Pick};
use piste_core::search::{Clues, Verdict, verdict};
use piste_core::space::{Classic, Space};
use piste_core::text::HodokuLine;
use piste_core::{Board, Cell, Digit, DigitSet, Grid, Marks, NotAPuzzle, Puzzle, Solution};
use std::fmt;

/// A board, and the solution it must come to.
///
/// ```
/// use piste_api::position::Position;
/// use piste_api::text::sheet;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let sheet = sheet("puzzle", puzzle)?;
/// let position = Position::of(&sheet.clues, sheet.position.as_deref(), None).unwrap();
/// assert!(position.is_unique && position.mistakes().is_empty());
/// # Ok::<(), piste_api::Wrong>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position<S: Space = Classic> {
    /// The board as it is.
    pub board: Board<S>,
    /// What it must come to.
    pub solution: Solution<S>,
    /// Whether it is the digits that have only one solution, and not the erased marks.
    pub is_unique: bool,
}

/// Why it cannot be said what a board must come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unclear {
    /// There is no one solution.
    NotAPuzzle(NotAPuzzle),
    /// The board is not one of the puzzle it is said to come from.
    Altered {
        /// Where it differs.
        cell: Cell,
        /// What the puzzle has there.
        given: Digit,
    },
}

impl Unclear {
    /// How many solutions there are, as far as that is the trouble.
    pub fn verdict(&self) -> crate::Verdict {
        match self {
            Unclear::NotAPuzzle(why) => why.into(),
            Unclear::Altered { .. } => crate::Verdict::Undecided,
        }
    }
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unclear::NotAPuzzle(why) => why.fmt(f),
            Unclear::Altered { cell, given } => {
                write!(f, "not a board of that puzzle, in which {cell} is {given}")
            }
        }
    }
}

/// What somebody wrote down.
struct State {
    /// The digits known to be printed with the puzzle.
    givens: Grid,
    /// All digits that are written.
    values: Grid,
    /// What is left of the marks, if they are shown.
    marks: Option<Marks>,
}

impl State {
    fn of(clues: &Clues, position: Option<&HodokuLine>) -> State {
        if let Some(line) = position {
            let board = &line.board;
            let givens = match line.clues() {
                Clues::Givens(grid) => grid,
                Clues::Marks(_) => Grid::EMPTY,
            };
            return State { givens, values: *board.values(), marks: Some(board.marks()) };
        }
        match clues {
            Clues::Givens(grid) => State { givens: *grid, values: *grid, marks: None },
            Clues::Marks(marks) => {
                let values = marks.written();
                State { givens: values, values, marks: Some(*marks) }
            }
        }
    }
}

impl Position {
    /// The position that clues describe, or the line of HoDoKu's that they came from.
    /// `original` is the puzzle it came from, if that is known.
    pub fn of(
        clues: &Clues,
        line: Option<&HodokuLine>,
        original: Option<&Puzzle>,
    ) -> Result<Position, Unclear> {
        let state = State::of(clues, line);
        if let Some(puzzle) = original {
            state.check(puzzle.grid())?;
            let board = state.board(puzzle.grid());
            return Ok(Position { board, solution: *puzzle.solution(), is_unique: true });
        }
        let not_a_puzzle = match Puzzle::prove(&state.givens) {
            Ok(puzzle) => return Ok(state.proved(&puzzle)),
            Err(why) => why,
        };
        let not_a_puzzle = match not_a_puzzle {
            NotAPuzzle::ManySolutions(_) if state.values != state.givens => {
                match Puzzle::prove(&state.values) {
                    Ok(puzzle) => return Ok(state.proved(&puzzle)),
                    Err(why) => why,
                }
            }
            why => why,
        };
        match (&not_a_puzzle, &state.marks) {
            (NotAPuzzle::ManySolutions(_), Some(marks)) => state.proved_by(marks),
            _ => Err(Unclear::NotAPuzzle(not_a_puzzle)),
        }
    }
}

/// A ladder without rungs, for those who only ask about mistakes.
const NO_LADDER: Ladder<'static> =
    Ladder { slug: "none", about: "nothing", rungs: &[], pick: Pick::First, uniqueness: false };

impl Position {
    /// What is wrong on the board already.
    pub fn mistakes(&self) -> Vec<Mistake> {
        match Hint::on(&self.board, &self.solution, &NO_LADDER) {
            Hint::Mistakes(mistakes) => mistakes,
            _ => Vec::new(),
        }
    }

    /// The ladder, without what may not be used here.
    pub fn allowed<'a>(&self, ladder: &Ladder<'a>) -> Ladder<'a> {
        let ladder = ladder.clone();
        if self.is_unique { ladder } else { ladder.without_uniqueness() }
    }
}

impl State {
    fn proved(&self, puzzle: &Puzzle) -> Position {
        let board = self.board(puzzle.grid());
        Position { board, solution: *puzzle.solution(), is_unique: true }
    }

    fn proved_by(&self, marks: &Marks) -> Result<Position, Unclear> {
        match verdict(marks) {
            Verdict::One(solution) => {
                Ok(Position { board: self.board(&self.values), solution, is_unique: false })
            }
            Verdict::None => Err(Unclear::NotAPuzzle(NotAPuzzle::NoSolution)),
            Verdict::Many(two) => {
                Err(Unclear::NotAPuzzle(NotAPuzzle::ManySolutions(Box::new(two))))
            }
        }
    }

    /// Whether nothing contradicts these givens where they stand.
    fn check(&self, givens: &Grid) -> Result<(), Unclear> {
        for (cell, given) in givens.givens() {
            let is_other = match (self.values.get(cell), &self.marks) {
                (Some(digit), _) => digit != given,
                (None, Some(marks)) => !marks[cell].contains(given),
                (None, None) => false,
            };
            if is_other {
                return Err(Unclear::Altered { cell, given });
            }
        }
        Ok(())
    }

    /// The board: these givens, the digits written since, and the marks that are left.
    fn board(&self, givens: &Grid) -> Board {
        let mut board = Board::from(givens);
        for (cell, digit) in self.values.givens() {
            if givens.get(cell).is_none() {
                board.place(cell, digit);
            }
        }
        for cell in board.open() {
            board.restrict(cell, self.marks.map_or(DigitSet::ALL, |marks| marks[cell]));
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::text;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(text: &str, original: Option<&Puzzle>) -> Result<Position, Unclear> {
        let sheet = text::parse(text).unwrap();
        Position::of(&sheet.clues, sheet.position.as_deref(), original)
    }

    fn puzzle() -> Puzzle {
        Puzzle::prove(&PUZZLE.parse().unwrap()).unwrap()
    }

    #[test]
    fn lone_marks_are_written_unless_their_peers_still_have_them() {
        let mut marks = Board::from(puzzle().grid()).marks();
        assert_eq!(marks.written(), *puzzle().grid());
        // r5c5 can only be 5, and other cells of its row can still be 5: not yet written.
        let centre = Cell::at(4, 4);
        assert_eq!(marks[centre].len(), 1);
        for peer in centre.peers() {
            marks[peer].remove(Digit::D5);
        }
        assert_eq!(marks.written().get(centre), Some(Digit::D5));
    }

    #[test]
    fn a_line_of_marks_is_as_good_as_the_digits_it_shows() {
        let mut board = Board::from(puzzle().grid());
        board.place(Cell::at(4, 4), Digit::D5);
        board.eliminate(piste_core::Candidate::new(Cell::at(0, 2), Digit::D1));
        let line = text::line::print_marks(&board.marks());
        let position = read(&line, None).unwrap();
        assert_eq!(position.board.values(), board.values());
        assert_eq!(position.board.marks(), board.marks());
        assert_eq!(position.solution, *puzzle().solution());
        assert!(position.is_unique);
    }

    #[test]
    fn marks_that_alone_make_the_solution_unique_are_known_as_such() {
        let solution = puzzle().solution().grid();
        let marks = Marks::from_fn(|cell| {
            let digit = solution.get(cell).unwrap();
            let other = match digit {
                Digit::D1 if cell.row() % 2 == 0 => Digit::D2,
                Digit::D1 => Digit::D3,
                _ => Digit::D1,
            };
            DigitSet::from(digit).with(other)
        });
        let position = read(&text::line::print_marks(&marks), None).unwrap();
        assert!(!position.is_unique);
        assert_eq!(position.board.open().len(), 81);
        assert_eq!(position.solution.grid(), solution);
    }

    #[test]
    fn a_board_is_held_against_the_puzzle_it_came_from() {
        let line = PUZZLE.replacen("53.", "531", 1);
        assert_eq!(read(&line, None).unwrap_err(), Unclear::NotAPuzzle(NotAPuzzle::NoSolution));
        let position = read(&line, Some(&puzzle())).unwrap();
        assert_eq!(position.board.givens(), puzzle().grid().filled());
        assert_eq!(position.board.value(Cell::at(0, 2)), Some(Digit::D1));

        let other = PUZZLE.replacen("53.", "43.", 1);
        assert_eq!(
            read(&other, Some(&puzzle())).unwrap_err(),
            Unclear::Altered { cell: Cell::at(0, 0), given: Digit::D5 }
        );
    }

    #[test]
    fn a_position_of_hodoku_knows_its_givens() {
        let line = format!(":0000:x:{}:113::", PUZZLE.replacen("53.", "53+1", 1));
        let position = read(&line, None).unwrap();
        assert_eq!(position.board.givens(), puzzle().grid().filled());
        assert_eq!(position.board.value(Cell::at(0, 2)), Some(Digit::D1));
        assert_eq!(position.solution, *puzzle().solution());
    }
}
