//! What a shape is made of: boxes or drawn regions, and layers on top of them.
//!
//! A [`Plan`] is what was said, put in order: layers stand in the order of their enum, each once.
//! [`Layer::houses`] and [`Layer::moves`] turn a layer into lists of cells. Cells are numbers here,
//! counted row by row from 0.
//!
//! Some layers lean on boxes: windows, the centre dot and the disjoint groups. On a jigsaw they lie
//! where they would lie on a board of the same side with its [usual boxes](Boxes::usual).

use super::{BadShape, Kind, SIDES};
use crate::general::{House, symbol};
use std::fmt;

/// How many rows and columns a box has, and with them how large the board is.
///
/// ```
/// use piste_core::shape::Boxes;
///
/// let boxes = Boxes::new(2, 3).unwrap();
/// assert_eq!((boxes.digits(), boxes.cells()), (6, 36));
/// assert_eq!(boxes.to_string(), "2×3");
/// assert_eq!(Boxes::new(6, 6), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Boxes {
    rows: u8,
    columns: u8,
}

impl Boxes {
    /// The ordinary boxes: 3×3 on a board of 9×9.
    pub const ORDINARY: Boxes = Boxes { rows: 3, columns: 3 };

    /// Boxes of so many rows and columns, at least two of each and at most 25 cells.
    pub const fn new(rows: usize, columns: usize) -> Option<Boxes> {
        let most = *SIDES.end();
        if rows < 2 || columns < 2 || rows > most || columns > most || rows * columns > most {
            return None;
        }
        Some(Boxes { rows: rows as u8, columns: columns as u8 })
    }

    /// The usual boxes for a board with so many cells in all: as square as can be, and wider than
    /// high where they cannot be square.
    ///
    /// ```
    /// use piste_core::shape::Boxes;
    ///
    /// assert_eq!(Boxes::usual(36), Boxes::new(2, 3));
    /// assert_eq!(Boxes::usual(144), Boxes::new(3, 4));
    /// assert_eq!(Boxes::usual(49), None);
    /// ```
    pub fn usual(cells: usize) -> Option<Boxes> {
        let digits = SIDES.into_iter().find(|digits| digits * digits == cells)?;
        let rows = (2..=digits).take_while(|r| r * r <= digits).filter(|r| digits % r == 0);
        rows.last().and_then(|rows| Boxes::new(rows, digits / rows))
    }

    /// Rows of a box.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns of a box.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// How many digits there are, which is also the length of a row, a column and a box.
    pub const fn digits(self) -> usize {
        self.rows() * self.columns()
    }

    /// How many cells the board has.
    pub const fn cells(self) -> usize {
        self.digits() * self.digits()
    }

    /// The box that a cell lies in, counted from 0, left to right and top to bottom.
    fn of_cell(self, cell: usize) -> usize {
        let (row, column) = (cell / self.digits(), cell % self.digits());
        row / self.rows() * self.rows() + column / self.columns()
    }

    /// The place of a cell in its box, counted from 0, left to right and top to bottom.
    fn place(self, cell: usize) -> usize {
        let (row, column) = (cell / self.digits(), cell % self.digits());
        row % self.rows() * self.columns() + column % self.columns()
    }

    /// The cells at this place of every box.
    fn at_place(self, place: usize) -> Vec<u16> {
        cells_where(self.digits(), |cell| self.place(cell) == place)
    }
}

impl fmt::Display for Boxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.columns)
    }
}

/// The cells of a board with this side that fulfil a condition.
fn cells_where(side: usize, is_in: impl Fn(usize) -> bool) -> Vec<u16> {
    (0..side * side).filter(|&cell| is_in(cell)).map(|cell| cell as u16).collect()
}

/// What takes the place of the boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tiling {
    Regular(Boxes),
    /// The region of each cell, counted from 0 in the order in which they first appear.
    Drawn {
        side: usize,
        regions: Vec<u8>,
    },
}

/// Something that is added to rows, columns and boxes. The order is that of names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    X,
    Windoku,
    CentreDot,
    Asterisk,
    Disjoint,
    AntiKnight,
    AntiKing,
    /// A region of its own, its cells ascending.
    Region(Vec<u16>),
}

/// The asterisk, the only one that is known: on 9×9.
const ASTERISK: [(usize, usize); 9] =
    [(1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)];

impl Layer {
    /// The layers that are one word, and their word.
    pub(super) const WORDS: [(&'static str, Layer); 7] = [
        ("x", Layer::X),
        ("windoku", Layer::Windoku),
        ("centredot", Layer::CentreDot),
        ("asterisk", Layer::Asterisk),
        ("disjoint", Layer::Disjoint),
        ("antiknight", Layer::AntiKnight),
        ("antiking", Layer::AntiKing),
    ];

    /// Whether it forbids pairs instead of adding houses.
    pub(super) fn is_of_pairs(&self) -> bool {
        !self.moves().is_empty()
    }

    /// The moves, down and right, to cells that may not be equal; the other half follows.
    pub(super) fn moves(&self) -> &'static [(isize, isize)] {
        match self {
            Layer::AntiKnight => &[(1, 2), (2, 1), (2, -1), (1, -2)],
            Layer::AntiKing => &[(1, 1), (1, -1)],
            _ => &[],
        }
    }

    /// The houses of the layer: their kind and the cells of each.
    pub(super) fn houses(&self, plan: &Plan) -> Result<(Kind, Vec<Vec<u16>>), BadShape> {
        let side = plan.side();
        let boxes = plan.boxes().or_else(|| Boxes::usual(side * side));
        let diagonal = |is_in: fn(usize, usize, usize) -> bool| {
            cells_where(side, |cell| is_in(cell / side, cell % side, side))
        };
        Ok(match self {
            Layer::X => {
                let falling = diagonal(|row, column, _| row == column);
                let rising = diagonal(|row, column, side| row + column + 1 == side);
                (Kind::Diagonal, vec![falling, rising])
            }
            Layer::Windoku => {
                let Some(width) = (2..=5).find(|width| width * width == side) else {
                    return Err(BadShape::misfit("windoku", side, "a side of 4, 9, 16 or 25"));
                };
                let starts = || (1..side - width).step_by(width + 1);
                let window = |top: usize, left: usize| {
                    cells_where(side, |cell| {
                        let (row, column) = (cell / side, cell % side);
                        (top..top + width).contains(&row) && (left..left + width).contains(&column)
                    })
                };
                let all = starts().flat_map(|top| starts().map(move |left| (top, left)));
                (Kind::Window, all.map(|(top, left)| window(top, left)).collect())
            }
            Layer::CentreDot => {
                let odd = |boxes: &Boxes| boxes.rows() % 2 == 1 && boxes.columns() % 2 == 1;
                let Some(boxes) = boxes.filter(odd) else {
                    return Err(BadShape::misfit("centredot", side, "boxes with a middle cell"));
                };
                (Kind::CentreDot, vec![boxes.at_place(side / 2)])
            }
            Layer::Asterisk if side == 9 => {
                let is_in = |cell: usize| ASTERISK.contains(&(cell / 9, cell % 9));
                (Kind::Asterisk, vec![cells_where(9, is_in)])
            }
            Layer::Asterisk => return Err(BadShape::misfit("asterisk", side, "a side of 9")),
            Layer::Disjoint => {
                let Some(boxes) = boxes else {
                    return Err(BadShape::misfit("disjoint", side, "a side that has boxes"));
                };
                (Kind::Group, (0..side).map(|place| boxes.at_place(place)).collect())
            }
            Layer::AntiKnight | Layer::AntiKing => (Kind::Extra, Vec::new()),
            Layer::Region(cells) => (Kind::Extra, vec![cells.clone()]),
        })
    }
}

/// What was said about a shape, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) tiling: Tiling,
    pub(super) layers: Vec<Layer>,
}

impl Plan {
    /// Boxes and nothing else.
    pub(super) fn regular(boxes: Boxes) -> Plan {
        Plan { tiling: Tiling::Regular(boxes), layers: Vec::new() }
    }

    pub(super) fn side(&self) -> usize {
        match self.tiling {
            Tiling::Regular(boxes) => boxes.digits(),
            Tiling::Drawn { side, .. } => side,
        }
    }

    pub(super) fn boxes(&self) -> Option<Boxes> {
        match self.tiling {
            Tiling::Regular(boxes) => Some(boxes),
            Tiling::Drawn { .. } => None,
        }
    }

    /// The box or region of each cell.
    pub(super) fn regions(&self) -> Vec<u8> {
        match &self.tiling {
            Tiling::Regular(boxes) => {
                (0..boxes.cells()).map(|cell| boxes.of_cell(cell) as u8).collect()
            }
            Tiling::Drawn { regions, .. } => regions.clone(),
        }
    }

    /// The plan with these regions: regular boxes, if that is what they are.
    pub(super) fn drawn(side: usize, regions: Vec<u8>) -> Plan {
        let fits = |boxes: &Boxes| Plan::regular(*boxes).regions() == regions;
        let rows = (2..side).filter(|rows| side.is_multiple_of(*rows));
        let tiling = match rows.filter_map(|rows| Boxes::new(rows, side / rows)).find(fits) {
            Some(boxes) => Tiling::Regular(boxes),
            None => Tiling::Drawn { side, regions },
        };
        Plan { tiling, layers: Vec::new() }
    }

    /// Every house with its cells ascending. One that has the cells of an earlier one is left out.
    pub(super) fn houses(&self) -> Result<Vec<(House, Vec<u16>)>, BadShape> {
        let side = self.side();
        let regions = self.regions();
        let kind_of_tile = if self.boxes().is_some() { Kind::Box } else { Kind::Region };
        let lines = |is_in: fn(usize, usize, usize) -> bool| -> Vec<Vec<u16>> {
            (0..side).map(|line| cells_where(side, |cell| is_in(cell, side, line))).collect()
        };
        let tile = |tile: usize| cells_where(side, |cell| usize::from(regions[cell]) == tile);
        let mut all = vec![
            (Kind::Row, lines(|cell, side, line| cell / side == line)),
            (Kind::Column, lines(|cell, side, line| cell % side == line)),
            (kind_of_tile, (0..side).map(tile).collect()),
        ];
        for layer in &self.layers {
            let (kind, cells) = layer.houses(self)?;
            match all.last_mut().filter(|(last, _)| *last == kind && kind == Kind::Extra) {
                Some((_, more)) => more.extend(cells),
                None => all.push((kind, cells)),
            }
        }
        let mut houses: Vec<(House, Vec<u16>)> = Vec::new();
        for (kind, lists) in all {
            for (number, cells) in lists.into_iter().enumerate() {
                if houses.iter().all(|(_, known)| *known != cells) {
                    houses.push((House::new(kind, number), cells));
                }
            }
        }
        Ok(houses)
    }
}

/// The name of the shape. What it says is read back by [`super::syntax`].
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tiling {
            Tiling::Regular(boxes) => {
                let side = boxes.digits();
                write!(f, "{side}x{side}")?;
                if boxes.rows() != boxes.columns() {
                    write!(f, "/{}x{}", boxes.rows(), boxes.columns())?;
                }
            }
            Tiling::Drawn { regions, .. } => {
                f.write_str("jigsaw:")?;
                regions.iter().try_for_each(|&region| write!(f, "{}", symbol(region + 1)))?;
            }
        }
        for layer in &self.layers {
            match layer {
                Layer::Region(cells) => write!(f, "+region:{}", Runs { cells, side: self.side() })?,
                _ => {
                    let word = Layer::WORDS.iter().find(|(_, known)| known == layer);
                    write!(f, "+{}", word.map_or("", |(word, _)| word))?;
                }
            }
        }
        Ok(())
    }
}

/// Cells as runs in their rows: `r2c2-4,r3c2`.
struct Runs<'a> {
    cells: &'a [u16],
    side: usize,
}

impl fmt::Display for Runs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goes_on = |a: &u16, b: &u16| a + 1 == *b && !usize::from(*b).is_multiple_of(self.side);
        for (index, run) in self.cells.chunk_by(goes_on).enumerate() {
            let first = usize::from(run[0]);
            let (row, column) = (first / self.side + 1, first % self.side + 1);
            write!(f, "{}r{row}c{column}", if index > 0 { "," } else { "" })?;
            if run.len() > 1 {
                write!(f, "-{}", column + run.len() - 1)?;
            }
        }
        Ok(())
    }
}
