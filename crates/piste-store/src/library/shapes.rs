//! Puzzles of other shapes in a library.
//!
//! They stand in the same table as the classic ones, with the name of their shape in a column that is NULL for those;
//! so whoever asks for classic puzzles finds what he always found, and a library without other shapes is
//! asked in the same words as before (see [`Library::clause`]).
//!
//! ```text
//!   grid       │ a bit a cell: has it a given? │ 0 up to the byte │ a byte for each given, in order │
//!   identity   │ 4 bytes: hash of the rest │ 11 bytes of 255 │ name of the shape │ 0 │ 1 or 2 │ a grid │
//! ```
//!
//! The eleven bytes stand where a classic identity has its pattern, whose last byte is 0 or 1: so no identity is that of
//! a puzzle of another kind. The grid in it is the canonical form (1), the same for all images under the symmetries of the
//! shape. Some puzzles have none within the work that is allowed for it (`piste_core::symmetry` says which):
//! then it is the grid as it is written (2), and an image of it counts as another puzzle. A jigsaw that is turned is another
//! shape.

use super::filter::Clause;
use super::pack::{HASH, Identity, PATTERN, hash, pack};
use super::{Filter, Library, LibraryError, filter};
use piste_api::Wrong;
use piste_api::shapes::welcome;
use piste_core::search::Clues;
use piste_core::shape::Shape;
use piste_core::symmetry::{Symmetries, Symmetry};
use piste_core::text::boards::Welcome;
use piste_core::{AnyClues, AnyGrid, Grid};
use std::sync::{Arc, Mutex, PoisonError};

/// Of which shapes puzzles are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Shapes {
    /// The classic 9×9.
    #[default]
    Classic,
    /// Whatever there is.
    Any,
    /// All but the classic one.
    Others,
    /// This one.
    Only(Shape),
}

impl Shapes {
    /// Those that a request asks for: the classic one if it does not say, all for `any`.
    pub fn asked(said: Option<&str>) -> Result<Shapes, Wrong> {
        Ok(match welcome(said)? {
            Welcome::Classic => Shapes::Classic,
            Welcome::Any => Shapes::Any,
            Welcome::Only(shape) => Shapes::Only(shape),
        })
    }

    /// The condition on the column `shape` of these puzzles; nothing if all are wanted.
    pub(super) fn condition(&self, table: &str) -> Option<String> {
        match self {
            Shapes::Any => None,
            Shapes::Only(shape) if !shape.is_classic() => {
                Some(format!("{table}shape = '{}'", shape.name().replace('\'', "''")))
            }
            Shapes::Classic | Shapes::Only(_) => Some(format!("{table}shape IS NULL")),
            Shapes::Others => Some(format!("{table}shape IS NOT NULL")),
        }
    }

    /// Whether classic puzzles are the only ones that are wanted.
    pub fn is_classic(&self) -> bool {
        match self {
            Shapes::Classic => true,
            Shapes::Only(shape) => shape.is_classic(),
            Shapes::Any | Shapes::Others => false,
        }
    }
}

/// Shapes and their symmetries, each made once as long as there are few of them.
#[derive(Debug, Default)]
pub struct Forms(Mutex<Vec<Arc<Symmetries>>>);

/// So many are remembered. Each has tables of its own, and a file may have a jigsaw for every puzzle.
const REMEMBERED: usize = 64;

impl Forms {
    /// Those of this shape.
    ///
    /// ```
    /// use piste_store::library::Forms;
    ///
    /// let forms = Forms::default();
    /// assert_eq!(forms.of(&"6x6".parse().unwrap()).shape().name(), "6x6/2x3");
    /// ```
    pub fn of(&self, shape: &Shape) -> Arc<Symmetries> {
        let known = |known: &Arc<Symmetries>| known.shape() == shape;
        self.find(known, || Some(shape.clone())).expect("the shape is there")
    }

    /// Those of the shape of this name, if there is one.
    pub(super) fn named(&self, name: &str) -> Option<Arc<Symmetries>> {
        self.find(|known| known.shape().name() == name, || name.parse().ok())
    }

    fn find(
        &self,
        is_it: impl Fn(&Arc<Symmetries>) -> bool,
        make: impl FnOnce() -> Option<Shape>,
    ) -> Option<Arc<Symmetries>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.iter().find(|known| is_it(known)) {
            return Some(Arc::clone(found));
        }
        let made = Arc::new(Symmetries::of(&make()?));
        if known.len() == REMEMBERED {
            known.clear();
        }
        known.push(Arc::clone(&made));
        Some(made)
    }
}

/// The grid of another shape as bytes.
pub(super) fn pack_other(grid: &AnyGrid) -> Vec<u8> {
    let mut bytes = vec![0; grid.shape().cells().div_ceil(8)];
    for cell in grid.filled() {
        bytes[cell / 8] |= 1 << (cell % 8);
    }
    bytes.extend(grid.filled().map(|cell| grid.values()[cell]));
    bytes
}

/// The grid of this shape that these bytes are, if they are one.
pub(super) fn unpack_other(shape: &Shape, bytes: &[u8]) -> Option<AnyGrid> {
    let (pattern, digits) = bytes.split_at_checked(shape.cells().div_ceil(8))?;
    let mut digits = digits.iter().copied();
    let mut values = vec![0; shape.cells()];
    for cell in 0..8 * pattern.len() {
        if pattern[cell / 8] >> (cell % 8) & 1 == 1 {
            *values.get_mut(cell)? = digits.next().filter(|digit| *digit > 0)?;
        }
    }
    if digits.next().is_some() {
        return None;
    }
    AnyGrid::new(shape, values)
}

/// The bytes of a puzzle, and the name of its shape if that is not the classic one.
pub(super) fn packed(clues: &AnyClues) -> (Vec<u8>, Option<&str>) {
    match clues {
        AnyClues::Classic(Clues::Givens(grid)) => (pack(grid), None),
        AnyClues::Classic(Clues::Marks(_)) => unreachable!("a library holds no pencil marks"),
        AnyClues::Other(grid) => (pack_other(grid), Some(grid.shape().name())),
    }
}

impl Identity {
    /// The identity of a puzzle of another shape.
    pub(super) fn of_other(grid: &AnyGrid, symmetries: &Symmetries) -> Identity {
        let canonical = symmetries.canonical(grid);
        let (mark, form) = match &canonical {
            Ok(found) => (1, &found.grid),
            Err(_) => (2, grid),
        };
        let mut rest = vec![255; PATTERN];
        rest.extend(grid.shape().name().as_bytes());
        rest.extend([0, mark]);
        rest.extend(pack_other(form));
        let mut bytes = Vec::with_capacity(HASH + rest.len());
        bytes.extend(hash(&rest).to_be_bytes());
        bytes.extend(rest);
        Identity(bytes)
    }

    /// The identity of a puzzle of any shape.
    pub(super) fn of_any(clues: &AnyClues, forms: &Forms) -> Identity {
        match clues {
            AnyClues::Classic(Clues::Givens(grid)) => Identity::of(grid),
            AnyClues::Classic(Clues::Marks(_)) => unreachable!("a library holds no pencil marks"),
            AnyClues::Other(grid) => Identity::of_other(grid, &forms.of(grid.shape())),
        }
    }
}

/// What is noted about the looks of a puzzle: how many givens there are, and the bits of the symmetries of
/// their pattern.
pub(super) fn looks(clues: &AnyClues) -> (i64, i64) {
    match clues {
        AnyClues::Classic(Clues::Givens(grid)) => {
            let pattern = grid.filled();
            (pattern.len() as i64, Symmetry::of(pattern).map(filter::bit).sum())
        }
        AnyClues::Classic(Clues::Marks(_)) => unreachable!("a library holds no pencil marks"),
        AnyClues::Other(grid) => {
            let symmetry = Symmetry::of_any(grid).map(filter::bit).sum();
            (grid.filled().count() as i64, symmetry)
        }
    }
}

/// The classic grid, if it is one.
pub(super) fn classic(clues: &AnyClues) -> Option<&Grid> {
    match clues {
        AnyClues::Classic(Clues::Givens(grid)) => Some(grid),
        _ => None,
    }
}

impl Library {
    /// Whether there are puzzles of other shapes in it. An index that has no others knows it at once.
    pub fn has_other_shapes(&self) -> Result<bool, LibraryError> {
        self.is_mixed().map_err(|error| self.wrong(error))
    }

    pub(super) fn is_mixed(&self) -> rusqlite::Result<bool> {
        let asked = "SELECT EXISTS (SELECT 1 FROM puzzles WHERE shape IS NOT NULL)";
        self.db.prepare_cached(asked)?.query_row([], |row| row.get(0))
    }

    /// The condition on `shape` for these shapes, as it is needed here: where there are no others, none is
    /// for the classic one.
    pub(super) fn of_shapes(
        &self,
        shapes: &Shapes,
        table: &str,
    ) -> rusqlite::Result<Option<String>> {
        if shapes.is_classic() && !self.is_mixed()? {
            return Ok(None);
        }
        Ok(shapes.condition(table))
    }

    /// The number of puzzles of these shapes.
    pub fn len_of(&self, shapes: &Shapes) -> Result<u64, LibraryError> {
        let count = || {
            let which = self.of_shapes(shapes, "")?;
            let those = which.map_or_else(String::new, |which| format!(" WHERE {which}"));
            let text = format!("SELECT count(*) FROM puzzles{those}");
            self.db.query_row(&text, [], |row| row.get(0))
        };
        count().map_err(|error| self.wrong(error))
    }

    /// The whole condition of a filter; see [`Clause::of`].
    pub(super) fn clause(&self, filter: &Filter, is_walk: bool) -> rusqlite::Result<Clause> {
        let mut clause = Clause::of(filter, is_walk);
        if let Some(condition) = self.of_shapes(filter.shapes(), "p.")? {
            clause.text.push_str(&format!(" AND {condition}"));
        }
        Ok(clause)
    }

    /// The shapes of the puzzles that a filter wants, by name, and how many have each: the classic one first, the others
    /// by size and name.
    pub fn shapes(&self, filter: &Filter) -> Result<Vec<(String, u64)>, LibraryError> {
        let list = || {
            let clause = self.clause(filter, false)?;
            let joins = self.joins(&clause.metrics)?;
            let text = format!(
                "SELECT p.shape, count(*) FROM puzzles p LEFT JOIN sources s ON s.id = p.source{joins} \
                 WHERE {} GROUP BY p.shape",
                clause.text
            );
            let mut statement = self.db.prepare(&text)?;
            let values = rusqlite::params_from_iter(&clause.values);
            let rows = statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(Option<String>, u64)>>>()
        };
        let mut all = list().map_err(|error| self.wrong(error))?;
        let cells = |name: &Option<String>| {
            let known = name.as_deref().and_then(|name| self.forms.named(name));
            known.map_or(0, |known| known.shape().cells())
        };
        all.sort_by_cached_key(|(name, _)| (name.is_some(), cells(name), name.clone()));
        let name =
            |name: Option<String>| name.unwrap_or_else(|| Shape::classic().name().to_owned());
        Ok(all.into_iter().map(|(shape, count)| (name(shape), count)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Rng;

    fn grid(shape: &str, density: usize, rng: &mut Rng) -> AnyGrid {
        let shape: Shape = shape.parse().unwrap();
        let mut value = |_| {
            let value = 1 + rng.below(shape.side()) as u8;
            if rng.below(10) < density { value } else { 0 }
        };
        AnyGrid::new(&shape, (0..shape.cells()).map(&mut value).collect()).unwrap()
    }

    #[test]
    fn every_grid_of_every_size_comes_back() {
        let mut rng = Rng::new(4);
        for shape in ["4x4", "6x6", "9x9+x", "14x14", "25x25", "jigsaw:1111122222333334444455555"] {
            for density in [0, 2, 5, 10] {
                let grid = grid(shape, density, &mut rng);
                let bytes = pack_other(&grid);
                assert_eq!(unpack_other(grid.shape(), &bytes), Some(grid.clone()));
                assert_eq!(unpack_other(grid.shape(), &bytes[..bytes.len() - 1]), None);
                let mut long = bytes.clone();
                long.push(1);
                assert_eq!(unpack_other(grid.shape(), &long), None);
            }
        }
        let shape: Shape = "6x6".parse().unwrap();
        // A bit behind the last cell, and a digit that there is not.
        let mut stray = pack_other(&AnyGrid::empty(&shape));
        *stray.last_mut().unwrap() |= 128;
        stray.push(1);
        assert_eq!(unpack_other(&shape, &stray), None);
        let mut wrong = pack_other(&AnyGrid::empty(&shape));
        wrong[0] = 1;
        wrong.push(26);
        assert_eq!(unpack_other(&shape, &wrong), None);
    }

    #[test]
    fn the_identity_survives_a_disguise_and_tells_shapes_apart() {
        let forms = Forms::default();
        let mut rng = Rng::new(8);
        for shape in ["6x6", "9x9+x", "16x16", "4x4+antiknight"] {
            let grid = grid(shape, 4, &mut rng);
            let symmetries = forms.of(grid.shape());
            let identity = Identity::of_other(&grid, &symmetries);
            for _ in 0..5 {
                let image = symmetries.random(&mut rng).grid(&grid);
                assert_eq!(Identity::of_other(&image, &symmetries), identity, "{shape}");
            }
        }
        let nine = grid("9x9+x", 3, &mut rng);
        let others = ["9x9+antiking", "9x9+antiknight"].map(|name| {
            let shape: Shape = name.parse().unwrap();
            let same = AnyGrid::new(&shape, nine.values().to_vec()).unwrap();
            Identity::of_other(&same, &forms.of(&shape))
        });
        assert_ne!(others[0], others[1]);
    }

    #[test]
    fn no_more_shapes_are_remembered_than_a_file_of_a_stranger_should_cost() {
        let forms = Forms::default();
        for side in 4..=25 {
            for layer in ["", "+x", "+antiking", "+antiknight", "+x+antiking"] {
                forms.named(&format!("{side}x{side}{layer}"));
            }
        }
        assert!(forms.0.lock().unwrap().len() <= REMEMBERED);
        assert!(forms.named("6x6/2x2").is_none());
    }
}
