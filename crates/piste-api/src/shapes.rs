//! Boards of other shapes than the classic one: what several verbs say of them.
//!
//! The search on such a board may take longer than anybody waits: a board of 25×25 can keep any search busy
//! for years. So everything that searches is given a number of guesses, and says so when they run out.
//! An answer never has a number in the place of one that is not known.

use crate::{Code, Handle, Standing, Verdict, Wrong, links};
use piste::rating::limit_reached;
use piste_core::general::{Digit, Element};
use piste_core::search::{GaveUp, Work};
use piste_core::shape::Shape;
use piste_core::text::Sheet;
use piste_core::text::boards::{self, Welcome};
use piste_core::{AnyClues, AnyGrid, Rng, Unproved};
use std::ops::ControlFlow;

/// How many guesses a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guesses {
    /// So many.
    pub most: u64,
}

impl Guesses {
    /// So many unless it is said.
    pub const DEFAULT: u64 = 250_000;

    /// What a request says, or as many as usual.
    pub fn asked(said: Option<u64>) -> Guesses {
        Guesses { most: said.unwrap_or(Guesses::DEFAULT) }
    }

    /// The search has been given up, and so the question is open.
    pub fn ran_out(self) -> String {
        limit_reached(self.most, "guesses")
    }

    /// Why a board is not known to be a proper puzzle.
    pub fn told(self, why: &Unproved) -> String {
        match why {
            Unproved::GaveUp(_) => self.ran_out(),
            other => other.to_string(),
        }
    }
}

/// How a request says that a board is whatever its text tells.
pub const ANY: &str = "any";

/// Which boards a request for many welcomes: the classic one unless it says a shape, or `any` for whatever the
/// text tells.
///
/// ```
/// use piste_api::shapes::welcome;
///
/// assert!(welcome(Some("6x6+x")).is_ok());
/// let wrong = welcome(Some("6x6/2x2")).unwrap_err();
/// assert_eq!(wrong.to_string(), "shape: boxes of 2x2 do not fit a board of 6x6: they have 4 cells, not 6");
/// ```
pub fn welcome(shape: Option<&str>) -> Result<Welcome, Wrong> {
    match shape.map(str::trim) {
        None => Ok(Welcome::Classic),
        Some(ANY) => Ok(Welcome::Any),
        Some(text) => text
            .parse()
            .map(Welcome::Only)
            .map_err(|wrong| Wrong::bad("shape", format_args!("{wrong}").to_string())),
    }
}

/// Reads the text of one puzzle, or a link to it: of the shape that a request says, or of the one that the text tells.
///
/// ```
/// let sheet = piste_api::shapes::sheet("puzzle", "1.....3..2.....4", None)?;
/// assert!(sheet.clues.classic().is_none());
/// let wrong = piste_api::shapes::sheet("puzzle", "1.....3..2.....4", Some("9x9")).unwrap_err();
/// assert!(wrong.to_string().ends_with("expected 81 cells, found 16"), "{wrong}");
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn sheet(
    member: &'static str,
    text: &str,
    shape: Option<&str>,
) -> Result<Sheet<AnyClues>, Wrong> {
    let welcome = welcome(shape.or(Some(ANY)))?;
    let bad = |why: String| Wrong::new(Code::BadPuzzle, why).of(member);
    match links::sheet(text) {
        Some(linked) => {
            let Sheet { clues, rest, position } = linked.map_err(bad)?;
            let clues = links::welcomed(clues, &welcome).map_err(bad)?;
            Ok(Sheet { clues, rest, position })
        }
        None => boards::read(text.trim_end(), &welcome).map_err(|wrong| bad(wrong.to_string())),
    }
}

/// Reads the digits on a board of this shape.
pub fn grid(member: &'static str, text: &str, shape: &Shape) -> Result<AnyGrid, Wrong> {
    let read = boards::read(text.trim_end(), &Welcome::Only(shape.clone()));
    match read.map(|sheet| sheet.clues) {
        Ok(AnyClues::Other(grid)) => Ok(grid),
        Ok(AnyClues::Classic(_)) => Err(Wrong::bad(member, format!("expected a board of {shape}"))),
        Err(wrong) => Err(Wrong::new(Code::BadPuzzle, wrong.to_string()).of(member)),
    }
}

/// Reads the pencil marks of a player on a board of this shape: for each cell as many characters as there
/// are digits, each the digit or `.`. A cell without any says nothing. What comes out is a set of digits for each
/// cell, bit 0 for the digit 1.
///
/// ```
/// use piste_api::shapes::marks;
///
/// let shape = "4x4".parse().unwrap();
/// assert_eq!(marks(&"1..4....".repeat(8), &shape)?[..2], [0b1001, 0b1111]);
/// let wrong = marks("12", &shape).unwrap_err();
/// assert_eq!(wrong.to_string(), "marks: expected 64 characters, found 2");
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn marks(text: &str, shape: &Shape) -> Result<Vec<u32>, Wrong> {
    let wrong = |words: String| Wrong::new(Code::BadPuzzle, words).of("marks");
    let signs: Vec<char> = text.chars().collect();
    let side = shape.side();
    let expected = shape.cells() * side;
    if signs.len() != expected {
        return Err(wrong(format!("expected {expected} characters, found {}", signs.len())));
    }
    let mut sets = vec![0; shape.cells()];
    for (at, sign) in signs.iter().enumerate() {
        let symbol = Digit::from_index(at % side).to_string();
        match sign {
            '.' | '0' => {}
            sign if symbol.eq_ignore_ascii_case(&sign.to_string()) => {
                sets[at / side] |= 1 << (at % side);
            }
            _ => return Err(wrong(format!("expected {symbol} or `.` at {}", at + 1))),
        }
    }
    let all = (1 << side) - 1;
    Ok(sets.into_iter().map(|set| if set == 0 { all } else { set }).collect())
}

/// The rows and columns of a box, `2x3`, if the board is of another size than 9×9 and has boxes.
pub fn boxes(shape: &Shape) -> Option<String> {
    let boxes = shape.boxes().filter(|_| shape.side() != 9)?;
    Some(format!("{}x{}", boxes.rows(), boxes.columns()))
}

/// What a board is called: its shape, but a jigsaw not by all its regions.
///
/// ```
/// use piste_api::shapes::name;
///
/// assert_eq!(name(&"6x6+x".parse().unwrap()), "6x6/2x3+x");
/// let jigsaw = "jigsaw:1112122233343444".parse().unwrap();
/// assert_eq!(name(&jigsaw), "a jigsaw of 4x4");
/// ```
pub fn name(shape: &Shape) -> String {
    if shape.boxes().is_some() {
        return shape.to_string();
    }
    let (side, name) = (shape.side(), shape.name());
    let layers = name.find('+').map_or("", |at| &name[at..]);
    format!("a jigsaw of {side}x{side}{layers}")
}

/// The names of cells.
pub fn names(grid: &AnyGrid, cells: &[usize]) -> Vec<String> {
    cells.iter().map(|&cell| grid.cell_name(cell)).collect()
}

impl Standing {
    /// What is known of a board of another shape.
    pub fn of_board(grid: &AnyGrid, verdict: Verdict, problem: Option<String>) -> Standing {
        Standing {
            puzzle: grid.to_string(),
            boxes: boxes(grid.shape()),
            shape: Some(grid.shape().to_string()),
            verdict,
            problem,
        }
    }

    /// What is no proper puzzle of another shape, or not known to be one.
    pub fn unproved(grid: &AnyGrid, why: &Unproved, guesses: Guesses) -> Standing {
        let verdict = match why {
            Unproved::Contradiction(_) | Unproved::NoSolution => Verdict::None,
            Unproved::ManySolutions(_) => Verdict::Many,
            Unproved::GaveUp(_) => Verdict::Undecided,
        };
        Standing::of_board(grid, verdict, Some(guesses.told(why)))
    }
}

/// What a search on a board has found.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The first two solutions.
    pub first: Vec<AnyGrid>,
    /// How many were found.
    pub count: u64,
    /// The work, or that it was given up.
    pub work: Result<Work, GaveUp>,
    /// The count stopped at its limit.
    pub is_full: bool,
}

impl Searched {
    /// Looks for so many solutions; `each` sees every one, and may say that it is enough.
    pub fn on(
        grid: &AnyGrid,
        limit: u64,
        guesses: Guesses,
        rng: Option<&mut Rng>,
        mut each: impl FnMut(&AnyGrid) -> ControlFlow<()>,
    ) -> Searched {
        let (mut first, mut count) = (Vec::new(), 0);
        let work = grid.search(guesses.most, rng, |solution| {
            if first.len() < 2 {
                first.push(solution.clone());
            }
            count += 1;
            each(solution)?;
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Searched { first, count, work, is_full: count == limit }
    }

    /// The same; whoever waits is asked at every solution, and a search that was called off has no answer.
    pub fn patiently(
        grid: &AnyGrid,
        limit: u64,
        guesses: Guesses,
        rng: Option<&mut Rng>,
        handle: &dyn Handle,
        mut each: impl FnMut(&AnyGrid),
    ) -> Result<Searched, Wrong> {
        let mut is_stopped = false;
        let searched = Searched::on(grid, limit, guesses, rng, |solution| {
            each(solution);
            is_stopped = handle.is_cancelled();
            if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if is_stopped { Err(Wrong::stopped()) } else { Ok(searched) }
    }

    /// Whether there may be more.
    pub fn more(&self) -> bool {
        self.is_full || self.work.is_err()
    }

    /// How many solutions there are.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.count, !self.more())
    }

    /// How many, for answers: nothing if the search was given up before there was one.
    pub fn counted(&self) -> Option<u64> {
        (self.count > 0 || self.work.is_ok()).then_some(self.count)
    }

    /// The work; as many guesses as were allowed, if it was given up.
    pub fn work(&self, guesses: Guesses) -> Work {
        self.work.unwrap_or(Work { solutions: self.count, guesses: guesses.most, depth: 0 })
    }

    /// Why it is not known to be a proper puzzle, if it is not.
    pub fn unproved(&self, grid: &AnyGrid) -> Option<Unproved> {
        match (self.first.as_slice(), self.work) {
            ([a, b, ..], _) => Some(Unproved::ManySolutions(Box::new([a.clone(), b.clone()]))),
            (_, Err(why)) => Some(Unproved::GaveUp(why)),
            ([], _) => Some(grid.clash().map_or(Unproved::NoSolution, Unproved::Contradiction)),
            ([_], _) => None,
        }
    }
}
