//! The ladders by name. One of them is none of the register's: the path of Sudoku Explainer,
//! which has rules of its own.

use crate::position::Position;
use crate::shaped::{self, Known};
use crate::{Handle, Wrong};
use piste::logic::{Hint, Ladder};
use piste::rating::se::{Options, Path};

/// The path of Sudoku Explainer, as if it were a ladder.
pub const SE: &str = "se";

/// What it is.
pub const ABOUT_SE: &str = "the path of Sudoku Explainer, by its own rules";

/// The ladder of this slug; the usual one if none is named.
///
/// ```
/// use piste_api::ladders::named;
///
/// assert_eq!(named(None)?.slug, "teaching");
/// assert_eq!(named(Some("rope")).unwrap_err().to_string(), "ladder: there is no ladder rope");
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn named(slug: Option<&str>) -> Result<Ladder<'static>, Wrong> {
    let Some(slug) = slug else { return Ok(Ladder::TEACHING) };
    Ladder::by_slug(slug).ok_or_else(|| Wrong::bad("ladder", format!("there is no ladder {slug}")))
}

/// What a hint follows.
#[derive(Clone, Debug)]
pub enum Guide {
    /// The strategies of a ladder, in its order.
    Ladder(Ladder<'static>),
    /// The path of Sudoku Explainer.
    SudokuExplainer {
        /// Techniques may assume that the solution is the only one.
        uniqueness: bool,
    },
}

impl Guide {
    /// The guide of this slug; the usual ladder if none is named.
    ///
    /// ```
    /// use piste_api::ladders::Guide;
    ///
    /// assert_eq!(Guide::named(Some("se"), true)?.slug(), "se");
    /// assert_eq!(Guide::named(None, false)?.slug(), "teaching");
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    pub fn named(slug: Option<&str>, uniqueness: bool) -> Result<Guide, Wrong> {
        if slug == Some(SE) {
            return Ok(Guide::SudokuExplainer { uniqueness });
        }
        let ladder = named(slug)?;
        Ok(Guide::Ladder(if uniqueness { ladder } else { ladder.without_uniqueness() }))
    }

    /// Its slug.
    pub fn slug(&self) -> &'static str {
        match self {
            Guide::Ladder(ladder) => ladder.slug,
            Guide::SudokuExplainer { .. } => SE,
        }
    }

    /// What is known of it on boards of other shapes, or why there is no such guide there.
    ///
    /// ```
    /// use piste_api::ladders::Guide;
    ///
    /// let usual = Guide::named(None, true)?.on_every_shape().unwrap();
    /// assert!(usual.uniqueness && !usual.rare);
    /// assert!(Guide::named(Some("se"), true)?.on_every_shape().is_err());
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    pub fn on_every_shape(&self) -> Result<Known, String> {
        let known = match self {
            Guide::Ladder(ladder) => Known::of(ladder),
            Guide::SudokuExplainer { .. } => None,
        };
        known.ok_or_else(|| shaped::no_ladder(self.slug()))
    }

    /// What to do next from this position. The next step of Sudoku Explainer may take long to find, and can be called
    /// off.
    pub fn hint(&self, position: &Position, handle: &dyn Handle) -> Result<Hint, Wrong> {
        let uniqueness = match self {
            Guide::Ladder(ladder) => {
                let ladder = position.allowed(ladder);
                return Ok(Hint::on(&position.board, &position.solution, &ladder));
            }
            Guide::SudokuExplainer { uniqueness } => *uniqueness && position.is_unique,
        };
        let mistakes = position.mistakes();
        if !mistakes.is_empty() {
            return Ok(Hint::Mistakes(mistakes));
        }
        if position.board.is_full() {
            return Ok(Hint::Solved);
        }
        let options = Options { uniqueness, ..Options::default() };
        let mut is_called_off = false;
        let mut enough = || {
            is_called_off = is_called_off || handle.is_cancelled();
            is_called_off
        };
        let first = Path::first_step_unless(&position.board, options, &mut enough);
        match first {
            Some(hint) => Ok(Hint::Next(hint.step(&position.board))),
            None if is_called_off => Err(Wrong::stopped()),
            None => Ok(Hint::Stuck),
        }
    }
}
