//! The paper-and-pencil methods of the colour scale, on boards of every shape.
//!
//! A person has a sheet of paper: the grid, small numbers in its empty squares, letters next to
//! the small numbers, and for the red method a list of clauses beside it. Each method adds one
//! of these:
//!
//! ```text
//!  nursery  the grid: boxes only, and regions with one empty square
//!  green    the grid: steps 1 to 6, all regions
//!  blue     small numbers, and one letter at a time: steps 1 to 7
//!  red      several letters, and the clauses between them
//!  black    a copy of the sheet for every guess
//! ```
//!
//! Green and blue are the paper's lists, step by step. Red it gives in outline: "quite similar to
//! the blue method", with several letters, and three deductions from pairs of clauses; here that
//! becomes a list of acts like the others. Nursery and black it only asks for, as work to be
//! done: puzzles "easier than the green", and "a black PnP method". The nursery slope is the
//! green method as far as the paper's figure 1 shows it to beginners: step 3 in sub-grids, step 5
//! in a region with one empty square. The black method is the paper's own advice: guess, with a
//! copy of the sheet for each guess, and go back to the copy when a contradiction shows.
//!
//! All deductions are made here again, apart from the strategies that know 9×9 only, and the
//! tests hold the two together.
//!
//! Source: J. S. Coelho, "A Scale to Measure the Difficulty of Sudoku Puzzles" (2007).

mod black;
mod green;
mod letters;
mod red;
mod simplify;
mod squares;
#[cfg(test)]
mod tests;
mod words;

pub use green::{DigitOrder, Effort, fill_last_squares, green_select, left_by_nursery};

use letters::Signs;
use piste_core::AnyGrid;
use piste_core::shape::Shape;
use squares::Squares;
use words::Why;

/// A paper-and-pencil method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Pencil {
    /// Numbers in boxes, and the last square of a region.
    Nursery,
    /// Numbers and marks only.
    Green,
    /// With small numbers and one letter at a time.
    Blue,
    /// With several letters and clauses.
    Red,
    /// With guesses that are written down and taken back.
    Black,
}

impl Pencil {
    /// Its name: `nursery`, `green`, `blue`, `red` or `black`.
    pub fn name(self) -> &'static str {
        match self {
            Pencil::Nursery => "nursery",
            Pencil::Green => "green",
            Pencil::Blue => "blue",
            Pencil::Red => "red",
            Pencil::Black => "black",
        }
    }
}

/// A number in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The square, counted from 0 in reading order.
    pub cell: usize,
    /// The number, counted from 1.
    pub digit: u8,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// The method whose list the number is of.
    pub method: Pencil,
    /// The number of the step in that list, such as "3" or "3a".
    pub number: &'static str,
    /// What it rests on; [`Act::message`] tells it.
    why: Why,
    /// What is written.
    pub written: Vec<Entry>,
    /// The small numbers that are erased.
    pub erased: Vec<Entry>,
    /// The guesses that are pending; what is said holds if they are right.
    pub guesses: Vec<Entry>,
    /// The board after it.
    pub board: AnyGrid,
}

/// How a method ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The board is full.
    Solved,
    /// Nothing more can be done.
    Stuck,
    /// A contradiction shows: the board has no solution.
    Contradiction,
    /// More guesses would be needed than are allowed.
    GaveUp,
}

/// A method carried out on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PencilSolve {
    /// What was done, in order.
    pub acts: Vec<Act>,
    /// The board at the end.
    pub board: AnyGrid,
    /// How many small numbers are left in its empty squares.
    pub small: usize,
    /// How it ended.
    pub end: End,
}

impl Pencil {
    /// Carries the method out on a board until the board is full or nothing more can be done;
    /// the black method gives up after so many guesses.
    ///
    /// ```
    /// use piste::sat::{End, Pencil};
    /// use piste_core::AnyGrid;
    ///
    /// let text = "6123.. ..51.. 25.4.1 1..... 5.1... ...514";
    /// let example = text.replace(' ', "").parse::<AnyGrid>().unwrap();
    /// let walk = Pencil::Green.walk(&example, 0);
    /// assert_eq!(walk.end, End::Solved);
    /// assert_eq!(walk.acts[0].text(),
    ///     "Select the number 2 and mark every row, column and box that has it. One square is left \
    ///      unmarked: r6c2 in row 6. Write 2 there.");
    /// ```
    pub fn walk(self, grid: &AnyGrid, guesses: u64) -> PencilSolve {
        self.walk_with(grid, guesses, |_| u32::MAX, &|| false)
    }

    /// The same where some small numbers have been erased already: `possible` says of a square
    /// which are left, a bit for each number, the lowest for 1. Before each guess `enough` is asked whether to give up.
    pub fn walk_with(
        self,
        grid: &AnyGrid,
        guesses: u64,
        possible: impl Fn(usize) -> u32,
        enough: &dyn Fn() -> bool,
    ) -> PencilSolve {
        let mut sheet = Squares::new(grid);
        sheet.keep(possible);
        let mut walker = Walker::new(sheet, grid.shape());
        let end = match self {
            Pencil::Nursery | Pencil::Green => {
                walker.green(self, DigitOrder::Frequency);
                walker.end()
            }
            Pencil::Blue | Pencil::Red => {
                walker.with_small_numbers(self);
                walker.end()
            }
            Pencil::Black => walker.black(guesses, enough),
        };
        let board = walker.board();
        PencilSolve { acts: walker.acts, board, small: walker.sheet.small_count(), end }
    }
}

/// A person at work.
struct Walker<'a> {
    sheet: Squares<'a>,
    shape: &'a Shape,
    acts: Vec<Act>,
    guesses: Vec<Entry>,
    effort: Effort,
    /// Whether small numbers have been written.
    has_small: bool,
}

impl<'a> Walker<'a> {
    fn new(sheet: Squares<'a>, shape: &'a Shape) -> Walker<'a> {
        let effort = Effort::default();
        Walker { sheet, shape, acts: Vec::new(), guesses: Vec::new(), effort, has_small: false }
    }

    fn board(&self) -> AnyGrid {
        let grid = AnyGrid::new(self.shape, self.sheet.written().to_vec());
        grid.expect("the sheet has the board's shape")
    }

    fn end(&self) -> End {
        match (self.sheet.trouble(), self.sheet.is_full()) {
            (Some(_), _) => End::Contradiction,
            (None, true) => End::Solved,
            (None, false) => End::Stuck,
        }
    }

    /// Whether there is nothing left to do, for better or worse.
    fn is_over(&self) -> bool {
        self.sheet.is_full() || self.sheet.trouble().is_some()
    }

    /// Does something and notes it.
    fn act(&mut self, step: (Pencil, &'static str), why: Why, change: Change) {
        let Change { written, erased } = change;
        for &entry in &erased {
            self.sheet.erase(entry);
        }
        for &entry in &written {
            self.sheet.write(entry);
        }
        let (method, number) = step;
        let (guesses, board) = (self.guesses.clone(), self.board());
        self.acts.push(Act { method, number, why, written, erased, guesses, board });
    }

    /// The blue method, or the red one, to the end.
    fn with_small_numbers(&mut self, method: Pencil) {
        loop {
            self.green(Pencil::Green, DigitOrder::Frequency);
            if self.is_over() || !self.beyond_green(method) {
                return;
            }
        }
    }

    /// Steps 2 to 7 of the blue method, until something is done. Says whether it was.
    fn beyond_green(&mut self, method: Pencil) -> bool {
        if !self.has_small {
            self.has_small = true;
            let (numbers, squares) = (self.sheet.small_count(), self.sheet.empty().count());
            self.act((Pencil::Blue, "2"), Why::Small { numbers, squares }, Change::default());
        }
        if let Some((number, why, erased)) = self.sheet.simplification() {
            self.act((Pencil::Blue, number), why, Change { erased, ..Change::default() });
            return true;
        }
        let mut signs = Signs::new(&self.sheet);
        if let Some(finding) = signs.write_letters(&self.sheet) {
            self.act((Pencil::Blue, finding.number), finding.why, finding.change);
            return true;
        }
        method == Pencil::Red && self.clauses(signs)
    }
}

/// What is written and what is erased.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Change {
    written: Vec<Entry>,
    erased: Vec<Entry>,
}

impl Change {
    fn is_empty(&self) -> bool {
        self.written.is_empty() && self.erased.is_empty()
    }
}

/// Something that the letters have led to.
struct Finding {
    number: &'static str,
    why: Why,
    change: Change,
}
