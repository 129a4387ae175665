//! The ladders by name. One of them is none of the register's: the path of Sudoku Explainer,
//! which has rules of its own and can only be explained.

use crate::Wrong;
use piste::logic::Ladder;

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
pub fn named(slug: Option<&str>) -> Result<Ladder, Wrong> {
    let Some(slug) = slug else { return Ok(Ladder::TEACHING) };
    Ladder::by_slug(slug).ok_or_else(|| Wrong::bad("ladder", format!("there is no ladder {slug}")))
}
