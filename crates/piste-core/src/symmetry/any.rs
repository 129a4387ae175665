//! The symmetries of boards of every shape.
//!
//! What keeps a puzzle the same is a [motion](Motion) that keeps its shape, and new names for
//! the digits. The two together are an [`AnyTransformation`], written as the classic one is:
//!
//! ```text
//! t r=214356 c=123456 d=654321
//! │ │        │        └ the digit k becomes the k-th of these
//! │ │        └ then the column k becomes the k-th of these
//! │ └ then the row k becomes the k-th of these
//! └ transpose first (left out if not)
//! ```
//!
//! Beyond 9 the signs go on with A, B, C, for lines as for digits. Parts may be left out, and the turns and mirrors have
//! the names that they have at 9×9. Not every one keeps every shape: a quarter turn makes boxes of 3×2 out of
//! boxes of 2×3. [`Symmetries`] knows which do.
//!
//! A canonical form is one way to write a puzzle that is the same for all its images. Three ways
//! lead to one:
//!
//! - on the classic board, [`canonical`](super::canonical());
//! - on a board with regular boxes and nothing else, the search of [`individual`](super::individual): such shapes
//!   have too many motions to try them all;
//! - on every other shape, by trying them all, and taking what is first in the dictionary. An extra house or a drawn region
//!   leaves few motions, mostly below a hundred.
//!
//! Each has a bound on its work, and says so when it is reached.

use super::individual;
use super::transformation::read_parts;
use super::{Move, canonical};
use crate::general::symbol;
use crate::shape::{Motion, Shape};
use crate::{AnyGrid, Rng};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

/// A motion of the cells, and new names for the digits.
///
/// ```
/// use piste_core::AnyGrid;
/// use piste_core::symmetry::AnyTransformation;
///
/// let by = AnyTransformation::read("r=2143 d=4321", 4).unwrap();
/// let grid = AnyGrid::new(&"4x4".parse().unwrap(), vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4]);
/// assert_eq!(by.grid(&grid.unwrap()).to_string(), "..2.4......1.3..");
/// assert_eq!(by.to_string(), "r=2143 c=1234 d=4321");
/// assert_eq!(by.then(&by.inverse()), AnyTransformation::identity(4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyTransformation {
    motion: Motion,
    /// What each digit becomes, both counted from 0.
    digits: Vec<u8>,
}

/// A text that is no transformation of a board, or one that does not keep its shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotOfThisShape(String);

fn straight(side: usize) -> Vec<u8> {
    (0..side as u8).collect()
}

impl AnyTransformation {
    /// The one that changes nothing.
    pub fn identity(side: usize) -> AnyTransformation {
        Motion::identity(side).into()
    }

    /// Reads the text form, or the name of a [turn or mirror](Move), for a board with this side.
    pub fn read(text: &str, side: usize) -> Result<AnyTransformation, NotOfThisShape> {
        if let Some(by) = Move::named(text.trim()) {
            return Ok(Motion::of(by, side).into());
        }
        let wrong = |part: &str| {
            NotOfThisShape(format!(
                "expected t, r=, c= or d=, each once, or a name such as half-turn, found {part:?}"
            ))
        };
        if text.trim().is_empty() {
            return Err(wrong(""));
        }
        let read_map = |part: &str| read_map(part, side);
        let (transpose, [rows, columns, digits]) = read_parts(text, wrong, read_map)?;
        let map = |map: Option<Vec<u8>>| map.unwrap_or_else(|| straight(side));
        let motion = Motion::new(transpose, &map(rows), &map(columns));
        let motion = motion.expect("both maps have everything once");
        Ok(AnyTransformation { motion, digits: map(digits) })
    }

    /// How many cells a side of the board has.
    pub fn side(&self) -> usize {
        self.motion.side()
    }

    /// Where the cells go.
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// This transformation and then the other, as one.
    #[must_use]
    pub fn then(&self, next: &AnyTransformation) -> AnyTransformation {
        let digits = self.digits.iter().map(|&digit| next.digits[usize::from(digit)]).collect();
        AnyTransformation { motion: self.motion.then(&next.motion), digits }
    }

    /// The transformation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> AnyTransformation {
        let mut digits = straight(self.digits.len());
        for (from, &to) in self.digits.iter().enumerate() {
            digits[usize::from(to)] = from as u8;
        }
        AnyTransformation { motion: self.motion.inverse(), digits }
    }

    /// The grid, transformed.
    ///
    /// # Panics
    /// If it has another side.
    pub fn grid(&self, grid: &AnyGrid) -> AnyGrid {
        let renamed = |&value: &u8| match value {
            0 => 0,
            value => self.digits[usize::from(value) - 1] + 1,
        };
        let values: Vec<u8> = grid.values().iter().map(renamed).collect();
        AnyGrid::new(grid.shape(), self.motion.moved(&values)).expect("digits become digits")
    }
}

/// Reads what follows `r=`, counted from 0.
fn read_map(part: &str, side: usize) -> Result<Vec<u8>, NotOfThisShape> {
    let last = symbol(side as u8);
    let wrong = || {
        let example: String = (1..=side as u8).map(symbol).collect();
        let name = &part[..1];
        NotOfThisShape(format!(
            "expected each of 1 to {last} once, such as {name}={example}, found {part:?}"
        ))
    };
    let number = |c: char| c.to_digit(36).and_then(|value| (value as u8).checked_sub(1));
    let map: Option<Vec<u8>> = part[2..].chars().map(number).collect();
    let map = map.ok_or_else(wrong)?;
    let mut sorted = map.clone();
    sorted.sort_unstable();
    if sorted == straight(side) { Ok(map) } else { Err(wrong()) }
}

impl From<Motion> for AnyTransformation {
    fn from(motion: Motion) -> AnyTransformation {
        let digits = straight(motion.side());
        AnyTransformation { motion, digits }
    }
}

impl fmt::Display for AnyTransformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = |map: &[u8]| map.iter().map(|&line| symbol(line + 1)).collect::<String>();
        let transpose = if self.motion.transposes() { "t " } else { "" };
        let (rows, columns) = (map(self.motion.rows()), map(self.motion.columns()));
        write!(f, "{transpose}r={rows} c={columns} d={}", map(&self.digits))
    }
}

/// A puzzle in the way that stands for all its images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyCanonical {
    /// That way.
    pub grid: AnyGrid,
    /// The transformation that leads there.
    pub by: AnyTransformation,
    /// How many motions give the same grid again when its digits are renamed in the right way;
    /// nothing if there are more than a number of 64 bits can say.
    pub automorphisms: Option<u64>,
}

/// The work was too much.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCanonical {
    /// The shape has too many motions to try them all.
    #[error(
        "no canonical form: the shape {0} has more than {MOST_MOTIONS} motions, too many to try them all"
    )]
    Motions(Shape),
    /// The puzzle is too regular.
    #[error("no canonical form: too many ways to write it look alike (given up after {0} steps)")]
    Steps(u64),
}

/// So many motions are tried and no more.
const MOST_MOTIONS: usize = 100_000;

/// The symmetries of one shape, found out once.
///
/// ```
/// use piste_core::symmetry::Symmetries;
/// use piste_core::{AnyGrid, Rng};
///
/// let shape = "6x6+x".parse().unwrap();
/// let symmetries = Symmetries::of(&shape);
/// let mut values = vec![0; 36];
/// (values[0], values[8], values[20]) = (3, 1, 3);
/// let grid = AnyGrid::new(&shape, values).unwrap();
/// let image = symmetries.random(&mut Rng::new(1)).grid(&grid);
/// assert_ne!(image, grid);
/// assert_eq!(symmetries.canonical(&image).unwrap().grid, symmetries.canonical(&grid).unwrap().grid);
/// ```
#[derive(Debug)]
pub struct Symmetries {
    shape: Shape,
    /// From these all others can be put together.
    motions: Vec<Motion>,
    /// All of them, once they are asked for; nothing if there are too many.
    all: OnceLock<Option<Vec<Motion>>>,
}

impl Symmetries {
    /// Those of this shape.
    pub fn of(shape: &Shape) -> Symmetries {
        Symmetries { shape: shape.clone(), motions: shape.motions(), all: OnceLock::new() }
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Says why a transformation is none of these, if it is not.
    pub fn check(&self, by: &AnyTransformation) -> Result<(), NotOfThisShape> {
        if self.shape.is_kept_by(by.motion()) {
            return Ok(());
        }
        Err(NotOfThisShape(format!("{by} does not keep the shape {}", self.shape)))
    }

    /// A random one. Every one can come out; they are nearly, not exactly, equally likely.
    pub fn random(&self, rng: &mut Rng) -> AnyTransformation {
        let side = self.shape.side();
        let motion = Motion::random(side, &self.motions, rng);
        let mut digits = straight(side);
        rng.shuffle(&mut digits);
        AnyTransformation { motion, digits }
    }

    /// The canonical form of a grid of this shape. Two grids are images of each other exactly when
    /// theirs are equal.
    pub fn canonical(&self, grid: &AnyGrid) -> Result<AnyCanonical, NoCanonical> {
        debug_assert_eq!(grid.shape(), &self.shape, "a grid of the shape");
        if let Some(classic) = grid.classic() {
            let found = canonical(&classic);
            let by = AnyTransformation::read(&found.by.to_string(), 9);
            return Ok(AnyCanonical {
                grid: AnyGrid::from(&found.grid),
                by: by.expect("a classic transformation is one of side 9"),
                automorphisms: Some(found.automorphisms),
            });
        }
        if let Some(boxes) = self.shape.boxes().filter(|_| self.shape.is_plain()) {
            let found = individual::search(grid.values(), boxes).map_err(NoCanonical::Steps)?;
            return Ok(written(grid, &found.back, found.automorphisms));
        }
        let all = self.all().ok_or_else(|| NoCanonical::Motions(self.shape.clone()))?;
        let mut best = Vec::new();
        let mut first = None;
        let mut automorphisms = 0;
        for motion in all {
            match compare(grid.values(), motion, &mut best) {
                Ordering::Less => (first, automorphisms) = (Some(motion), 1),
                Ordering::Equal => automorphisms += 1,
                Ordering::Greater => {}
            }
        }
        let back = first.expect("there is the motion that moves nothing");
        Ok(written(grid, back, Some(automorphisms)))
    }

    /// Every motion that keeps the shape, unless there are too many.
    fn all(&self) -> Option<&[Motion]> {
        let found = self.all.get_or_init(|| {
            let start = Motion::identity(self.shape.side());
            let mut known = BTreeSet::from([start.clone()]);
            let mut all = vec![start];
            let mut next = 0;
            while next < all.len() {
                for motion in &self.motions {
                    let further = all[next].then(motion);
                    if known.insert(further.clone()) {
                        all.push(further);
                    }
                }
                if all.len() > MOST_MOTIONS {
                    return None;
                }
                next += 1;
            }
            Some(all)
        });
        found.as_deref()
    }
}

/// Writes the grid with, in each cell, what stands where the motion sends that cell, digits named in the
/// order in which they come; and puts it in the place of the best so far if it is before it.
fn compare(values: &[u8], back: &Motion, best: &mut Vec<u8>) -> Ordering {
    let side = back.side();
    let mut names = [0; 26];
    let mut next = 1;
    let mut order = if best.is_empty() { Ordering::Less } else { Ordering::Equal };
    best.resize(values.len(), 0);
    for (cell, best) in best.iter_mut().enumerate() {
        let (row, column) = back.cell(cell / side, cell % side);
        let value = values[row * side + column];
        if value > 0 && names[usize::from(value)] == 0 {
            names[usize::from(value)] = next;
            next += 1;
        }
        let name = names[usize::from(value)];
        if order == Ordering::Equal {
            order = name.cmp(best);
            if order == Ordering::Greater {
                return order;
            }
        }
        *best = name;
    }
    order
}

/// The way to write the grid that this motion leads back from.
fn written(grid: &AnyGrid, back: &Motion, automorphisms: Option<u64>) -> AnyCanonical {
    let side = grid.shape().side();
    let motion = back.inverse();
    let moved = motion.moved(grid.values());
    let mut digits = vec![u8::MAX; side];
    let mut next = 0;
    let is_given = |value: &&u8| **value > 0;
    for &value in moved.iter().filter(is_given) {
        let name = &mut digits[usize::from(value) - 1];
        if *name == u8::MAX {
            *name = next;
            next += 1;
        }
    }
    // Digits that do not occur get the names that are left, ascending.
    for name in digits.iter_mut().filter(|name| **name == u8::MAX) {
        *name = next;
        next += 1;
    }
    let by = AnyTransformation { motion, digits };
    AnyCanonical { grid: by.grid(grid), by, automorphisms }
}
