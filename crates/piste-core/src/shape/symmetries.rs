//! The motions that leave a shape as it is.
//!
//! A [`Motion`] transposes the board or not, then sends each row and each column somewhere. It keeps
//! a shape if it sends every house to a house and every further pair to such a pair; then a puzzle
//! and its image are the same puzzle, and a solver cannot tell them apart. Writing other digits
//! for the digits keeps every shape.
//!
//! Nothing here is listed by shape. There are a few families of motions from which such groups are made:
//! the turns and mirrors of the square; exchanging two rows, two columns, two bands or two stacks (of any
//! width that divides the side); and doing such a thing to rows and columns at once, with its mirror image or
//! without, as the diagonals want it. [`Shape::motions`] tries each on the tables and
//! keeps those that pass. They generate the group; the tests hold it against all permutations where
//! the board is small enough to try them all.

use super::Shape;
use crate::Rng;
use crate::symmetry::{Move, Symmetry};
use std::collections::BTreeSet;

/// A way to move the cells of a board: transpose first, or not; then rows and columns go places.
///
/// ```
/// use piste_core::shape::{Motion, Shape};
///
/// let windows: Shape = "9x9+windoku".parse().unwrap();
/// let turn = Motion::quarter_turn(9);
/// assert!(windows.is_kept_by(&turn));
/// assert_eq!(turn.cell(0, 2), (2, 8));
/// let swap = Motion::of_rows(&[1, 0, 2, 3, 4, 5, 6, 7, 8]);
/// assert!(Shape::classic().is_kept_by(&swap) && !windows.is_kept_by(&swap));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Motion {
    transpose: bool,
    /// Where each row goes, after the transposition.
    rows: Vec<u8>,
    /// Where each column goes, after the transposition.
    columns: Vec<u8>,
}

fn straight(side: usize) -> Vec<u8> {
    (0..side as u8).collect()
}

fn reversed(side: usize) -> Vec<u8> {
    (0..side as u8).rev().collect()
}

impl Motion {
    /// The motion that moves nothing.
    pub fn identity(side: usize) -> Motion {
        Motion { transpose: false, rows: straight(side), columns: straight(side) }
    }

    /// A turn or mirror of the square.
    pub fn of(by: Move, side: usize) -> Motion {
        let line = |is_reversed: bool| if is_reversed { reversed(side) } else { straight(side) };
        let (transpose, rows, columns) = by.parts();
        Motion { transpose, rows: line(rows), columns: line(columns) }
    }

    /// Rows become columns.
    pub fn transposition(side: usize) -> Motion {
        Motion::of(Move::Transpose, side)
    }

    /// A quarter turn, clockwise.
    pub fn quarter_turn(side: usize) -> Motion {
        Motion::of(Move::QuarterTurn, side)
    }

    /// Each row goes where the list says.
    ///
    /// # Panics
    /// If the list is not each number below its length once.
    pub fn of_rows(rows: &[u8]) -> Motion {
        let mut all = rows.to_vec();
        all.sort_unstable();
        assert!(all == straight(rows.len()), "every row goes to a row of its own");
        Motion { rows: rows.to_vec(), ..Motion::identity(rows.len()) }
    }

    /// The motions that make up this symmetry of patterns.
    pub fn of_symmetry(symmetry: Symmetry, side: usize) -> Vec<Motion> {
        symmetry.moves().iter().map(|by| Motion::of(*by, side)).collect()
    }

    /// A random one of those that can be put together from these.
    pub(crate) fn random(side: usize, motions: &[Motion], rng: &mut Rng) -> Motion {
        let mut motion = Motion::identity(side);
        for _ in 0..4 * motions.len() {
            let next = rng.pick(motions).expect("there is one for each turn of the loop");
            if rng.bits() & 1 == 1 {
                motion = motion.then(next);
            }
        }
        motion
    }

    /// Transposes or not, then sends row `k` to `rows[k]` and column `k` to `columns[k]`; nothing if
    /// a line goes to where another goes, or nowhere.
    pub fn new(transpose: bool, rows: &[u8], columns: &[u8]) -> Option<Motion> {
        let is_whole = |lines: &[u8]| {
            let mut all = lines.to_vec();
            all.sort_unstable();
            all == straight(rows.len())
        };
        let (rows, columns) = (is_whole(rows) && is_whole(columns)).then_some((rows, columns))?;
        Some(Motion { transpose, rows: rows.to_vec(), columns: columns.to_vec() })
    }

    /// Whether rows become columns.
    pub fn transposes(&self) -> bool {
        self.transpose
    }

    /// Where each row goes, after the transposition.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// Where each column goes, after the transposition.
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// How many cells a side of the board has.
    pub fn side(&self) -> usize {
        self.rows.len()
    }

    /// Where the cell at this row and column goes, all counted from 0.
    pub fn cell(&self, row: usize, column: usize) -> (usize, usize) {
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        (usize::from(self.rows[row]), usize::from(self.columns[column]))
    }

    /// Where a cell goes, cells counted row by row.
    fn number(&self, cell: u16) -> u16 {
        let side = self.side();
        let (row, column) = self.cell(usize::from(cell) / side, usize::from(cell) % side);
        (row * side + column) as u16
    }

    /// This motion, and then the other.
    #[must_use]
    pub fn then(&self, next: &Motion) -> Motion {
        let (rows, columns) =
            if next.transpose { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        let follow = |first: &[u8], second: &[u8]| {
            first.iter().map(|&line| second[usize::from(line)]).collect()
        };
        Motion {
            transpose: self.transpose != next.transpose,
            rows: follow(rows, &next.rows),
            columns: follow(columns, &next.columns),
        }
    }

    /// The motion that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Motion {
        let undo = |lines: &[u8]| {
            let mut back = vec![0; lines.len()];
            for (from, &to) in lines.iter().enumerate() {
                back[usize::from(to)] = from as u8;
            }
            back
        };
        let (rows, columns) = (undo(&self.rows), undo(&self.columns));
        if self.transpose {
            Motion { transpose: true, rows: columns, columns: rows }
        } else {
            Motion { transpose: false, rows, columns }
        }
    }

    /// The same cells' digits (or anything else), each at the place where its cell goes.
    ///
    /// # Panics
    /// If there are not as many as cells.
    pub fn moved<T: Copy>(&self, cells: &[T]) -> Vec<T> {
        assert_eq!(cells.len(), self.side() * self.side(), "one for each cell");
        let mut moved = cells.to_vec();
        for (cell, &value) in cells.iter().enumerate() {
            moved[usize::from(self.number(cell as u16))] = value;
        }
        moved
    }
}

impl Shape {
    /// Whether the motion sends houses to houses and further pairs to further pairs.
    pub fn is_kept_by(&self, motion: &Motion) -> bool {
        motion.side() == self.side() && self.known().keeps(motion)
    }

    /// Motions that keep the shape and from which all that we know of can be put together.
    ///
    /// ```
    /// use piste_core::shape::Shape;
    ///
    /// let shape: Shape = "9x9+x".parse().unwrap();
    /// assert!(shape.motions().iter().all(|motion| shape.is_kept_by(motion)));
    /// ```
    pub fn motions(&self) -> Vec<Motion> {
        let side = self.side();
        let known = self.known();
        // Three quarters of a turn are three quarter turns.
        let square = Move::ALL
            .into_iter()
            .filter(|by| !matches!(by, Move::Identity | Move::ThreeQuarterTurn));
        let mut kept: Vec<Motion> = square.map(|by| Motion::of(by, side)).collect();
        for lines in exchanges(side) {
            let rows = Motion::of_rows(&lines);
            let columns = Motion { rows: straight(side), columns: lines.clone(), transpose: false };
            kept.extend([rows.clone(), columns.clone(), rows.then(&columns)]);
        }
        kept.retain(|motion| known.keeps(motion));
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    /// A random motion that keeps the shape. Every one can come out; they are nearly, not exactly, equally likely.
    pub fn random_motion(&self, rng: &mut Rng) -> Motion {
        Motion::random(self.side(), &self.motions(), rng)
    }

    /// The symmetries of patterns that are motions which keep this shape.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        let (known, side) = (self.known(), self.side());
        let is_kept = move |symmetry: &Symmetry| {
            Motion::of_symmetry(*symmetry, side).iter().all(|motion| known.keeps(motion))
        };
        Symmetry::ALL.into_iter().filter(is_kept)
    }

    fn known(&self) -> Known {
        let layout = self.layout();
        let houses = (0..layout.houses().len()).map(|house| layout.members(house).to_vec());
        let pairs = (0..layout.cells())
            .flat_map(|cell| layout.partners(cell).iter().map(move |&other| [cell as u16, other]));
        Known { houses: houses.collect(), pairs: pairs.collect() }
    }
}

/// What a motion has to keep.
struct Known {
    houses: BTreeSet<Vec<u16>>,
    /// Both ways round.
    pairs: BTreeSet<[u16; 2]>,
}

impl Known {
    fn keeps(&self, motion: &Motion) -> bool {
        let image = |cells: &Vec<u16>| {
            let mut image: Vec<u16> = cells.iter().map(|&cell| motion.number(cell)).collect();
            image.sort_unstable();
            image
        };
        self.houses.iter().all(|cells| self.houses.contains(&image(cells)))
            && self.pairs.iter().all(|pair| self.pairs.contains(&pair.map(|c| motion.number(c))))
    }
}

/// Exchanges of two lines, or of two bands of lines, alone and together with their mirror images.
fn exchanges(side: usize) -> Vec<Vec<u8>> {
    let mut all = BTreeSet::new();
    for width in (1..side).filter(|width| side.is_multiple_of(*width)) {
        let bands = side / width;
        for first in 0..bands {
            for second in first + 1..bands {
                let swap = exchange(side, width, first, second);
                let mirrored = exchange(side, width, bands - 1 - second, bands - 1 - first);
                let both = swap.iter().map(|&line| mirrored[usize::from(line)]).collect();
                all.insert(swap);
                all.insert(both);
            }
        }
    }
    all.into_iter().collect()
}

fn exchange(side: usize, width: usize, first: usize, second: usize) -> Vec<u8> {
    let place = |line: usize| match line / width {
        band if band == first => line + (second - first) * width,
        band if band == second => line - (second - first) * width,
        _ => line,
    };
    (0..side).map(|line| place(line) as u8).collect()
}
