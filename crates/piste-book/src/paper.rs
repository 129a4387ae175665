//! The paper: how large a page is, and which part of it is printed on.
//!
//! All lengths are in points, 72 to the inch. A book is bound on the left of its odd pages and on the right of its
//! even ones, so the margin on the inside, the *gutter*, is wider; and the thicker the book, the more of it
//! disappears in the binding. Printers on demand give a table for that, which is [`GUTTERS`].
//!
//! *Bleed* is what is printed beyond the edge and cut off, so that what goes to the edge has no white rim.
//! Without it nothing is printed outside the margins at all.

use crate::Trouble;

/// Points in an inch, and in a millimetre.
const INCH: f32 = 72.0;
const MILLIMETRE: f32 = INCH / 25.4;

/// A size of paper after it is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// How wide.
    pub width: f32,
    /// How high.
    pub height: f32,
}

/// The sizes that have a name.
pub const PAPERS: [(&str, Paper); 9] = [
    ("a4", millimetres(210.0, 297.0)),
    ("a5", millimetres(148.0, 210.0)),
    ("letter", inches(8.5, 11.0)),
    ("5x8", inches(5.0, 8.0)),
    ("5.5x8.5", inches(5.5, 8.5)),
    ("6x9", inches(6.0, 9.0)),
    ("7x10", inches(7.0, 10.0)),
    ("8x10", inches(8.0, 10.0)),
    ("8.5x11", inches(8.5, 11.0)),
];

const fn inches(width: f32, height: f32) -> Paper {
    Paper { width: width * INCH, height: height * INCH }
}

const fn millimetres(width: f32, height: f32) -> Paper {
    Paper { width: width * MILLIMETRE, height: height * MILLIMETRE }
}

impl Paper {
    /// The paper of this name, or of this width and height: `170x240mm`, `6x9in`.
    ///
    /// ```
    /// use piste_book::Paper;
    ///
    /// assert_eq!(Paper::named("6x9")?, Paper { width: 432.0, height: 648.0 });
    /// assert_eq!(Paper::named("6x9in")?, Paper::named("6x9")?);
    /// assert!(Paper::named("a3").unwrap_err().to_string().starts_with("there is no paper a3"));
    /// # Ok::<(), piste_book::Trouble>(())
    /// ```
    pub fn named(name: &str) -> Result<Paper, Trouble> {
        let known = PAPERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some((_, paper)) = known {
            return Ok(*paper);
        }
        let custom = [("mm", MILLIMETRE), ("in", INCH), ("pt", 1.0)].into_iter().find_map(
            |(unit, points)| {
                let (width, height) = name.strip_suffix(unit)?.trim().split_once('x')?;
                let length = |text: &str| text.trim().parse::<f32>().ok().map(|n| n * points);
                Some(Paper { width: length(width)?, height: length(height)? })
            },
        );
        let fits = |paper: &Paper| {
            [paper.width, paper.height].iter().all(|side| (200.0..=2400.0).contains(side))
        };
        custom.filter(fits).ok_or_else(|| {
            let names: Vec<&str> = PAPERS.iter().map(|(name, _)| *name).collect();
            Trouble::Plan(format!(
                "there is no paper {name}, only {}, or a width and a height of 71 to 846 mm: 170x240mm, 6x9in",
                names.join(", ")
            ))
        })
    }
}

/// How much the binding takes, by the number of pages up to which it does.
const GUTTERS: [(usize, f32); 5] = [
    (150, 0.375 * INCH),
    (300, 0.5 * INCH),
    (500, 0.625 * INCH),
    (700, 0.75 * INCH),
    (usize::MAX, 0.875 * INCH),
];

/// The margin on the inside of a book of so many pages: what the binding takes and a quarter of an inch.
pub(crate) fn gutter(pages: usize) -> f32 {
    let row = GUTTERS.iter().find(|(most, _)| pages <= *most);
    row.map_or(0.0, |(_, taken)| taken + 0.25 * INCH)
}

/// How much is printed beyond the edge where a book has bleed.
pub(crate) const BLEED: f32 = 0.125 * INCH;

/// A place on a page, in points from its upper left corner after it is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
    /// How wide.
    pub width: f32,
    /// How high.
    pub height: f32,
}

impl Area {
    /// Where it ends on the right.
    pub(crate) fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Where it ends below.
    pub(crate) fn bottom(&self) -> f32 {
        self.y + self.height
    }
}

/// The paper of one book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Format {
    /// Its size.
    pub paper: Paper,
    /// The margin on the inside.
    pub inside: f32,
    /// The margin on the outside, above and below.
    pub outside: f32,
    /// How much is printed beyond the edge: nothing, or [`BLEED`].
    pub bleed: f32,
}

impl Format {
    /// Where a page may be printed on, its head and its foot included. The first page, 1, is a right one.
    pub(crate) fn area(&self, page: usize) -> Area {
        let Format { paper, inside, outside, .. } = *self;
        let left = if page.is_multiple_of(2) { outside } else { inside };
        Area {
            x: left,
            y: outside,
            width: paper.width - inside - outside,
            height: paper.height - 2.0 * outside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thicker_books_have_wider_gutters() {
        let all: Vec<f32> = [24, 150, 151, 301, 501, 701, 5000].map(gutter).into();
        assert!(all.is_sorted() && all[0] == all[1] && all[1] < all[2], "{all:?}");
        assert!((all[0] - 45.0).abs() < 1e-3);
    }

    #[test]
    fn the_gutter_is_where_the_pages_are_bound() {
        let paper = Paper::named("a5").unwrap();
        let format = Format { paper, inside: 50.0, outside: 30.0, bleed: 0.0 };
        assert_eq!((format.area(1).x, format.area(2).x), (50.0, 30.0));
        assert!((format.area(2).right() - (paper.width - 50.0)).abs() < 1e-3);
    }
}
