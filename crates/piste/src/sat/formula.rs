//! The formula: literals, clauses, and the extended encoding.
//!
//! One variable for every digit in every cell, true if it stands there. The clauses say
//! that every cell has at least one digit and at most one, and that every digit has at
//! least one place in every row, column and box, and at most one: nothing is left out, so
//! that unit propagation sees as much as it can. The minimal encoding has half of these clauses
//! (at most one digit in a cell, at least one place for a digit in a house) and the same
//! solutions; unit propagation gets next to nowhere with it.
//!
//! A formula can be made of a board on which green has already done its work. Then only
//! the small numbers are variables, and only what is still open is said about them: it is
//! what the full encoding becomes by unit propagation, for a tenth of the price.

use super::Reading;
use super::green::{Marks, bits, givens};
use super::simplify::{Fate, Simplifier};
use piste_core::AnyGrid;
use piste_core::shape::Layout;
use std::fmt;

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u16);

impl Literal {
    /// The variable itself, or its negation.
    pub(super) fn new(variable: usize, positive: bool) -> Literal {
        Literal((variable as u16) << 1 | u16::from(!positive))
    }

    /// The number of the variable.
    pub fn variable(self) -> usize {
        usize::from(self.0 >> 1)
    }

    /// Whether it is the variable itself and not the negation.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// A number for tables: the two literals of a variable are neighbours.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The literal with this number for tables.
    pub(super) fn at(index: usize) -> Literal {
        Literal(index as u16)
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_positive() { "" } else { "¬" }, self.variable())
    }
}

/// Whether a house with a lower number than this one holds both cells. Two rows, or two columns, share no cell.
fn is_said_before(layout: &Layout, house: usize, [a, b]: [usize; 2]) -> bool {
    let n = layout.side();
    if house < 2 * n {
        return false;
    }
    let line = |cell: usize, way: usize| layout.homes(cell)[way].house;
    if line(a, 0) == line(b, 0) || line(a, 1) == line(b, 1) {
        return true;
    }
    let before = |cell: usize| {
        let homes = layout.homes(cell).iter().map(|home| usize::from(home.house));
        homes.filter(move |&home| home < house && home >= 2 * n)
    };
    house >= 3 * n && before(a).any(|one| before(b).any(|other| one == other))
}

/// Which clauses are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// At most one digit in a cell, at least one place for every digit in every house.
    Minimal,
    /// At most one and at least one of both.
    Extended,
}

/// Clauses, all of which must hold: in each, at least one literal.
///
/// ```
/// use piste::sat::Formula;
/// use piste_core::AnyGrid;
///
/// let empty: AnyGrid = "................".parse().unwrap();
/// let formula = Formula::of(&empty);
/// assert_eq!(formula.variables(), 64);
/// // 16 cells and 12 houses with 4 digits each: 64 clauses "at least one", and
/// // 6 pairs each "at most one", of which 64 are said by a line and a box alike.
/// assert_eq!(formula.clauses().count(), 64 + 64 * 6 - 64);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Formula {
    pub(super) variables: Vec<(u16, u8)>,
    pub(super) literals: Vec<Literal>,
    pub(super) ends: Vec<u32>,
}

impl Formula {
    /// The extended encoding of the board, with a clause for every given.
    pub fn of(grid: &AnyGrid) -> Formula {
        Formula::encoded(grid, Encoding::Extended)
    }

    /// The board in this encoding, with a clause for every given.
    ///
    /// ```
    /// use piste::sat::{Encoding, Formula};
    /// use piste_core::AnyGrid;
    ///
    /// let empty: AnyGrid = "................".parse().unwrap();
    /// let formula = Formula::encoded(&empty, Encoding::Minimal);
    /// // 16 cells with 6 pairs each, and 12 houses with 4 digits each.
    /// assert_eq!(formula.clauses().count(), 16 * 6 + 12 * 4);
    /// ```
    pub fn encoded(grid: &AnyGrid, encoding: Encoding) -> Formula {
        let layout = grid.shape().layout();
        let mut formula = match encoding {
            Encoding::Minimal => Formula::minimal(layout),
            Encoding::Extended => Formula::open(layout, &Marks::all(layout)),
        };
        for (cell, digit) in givens(grid) {
            let known = Literal::new(cell * layout.side() + digit, true);
            formula.push([known]);
        }
        formula
    }

    /// What the extended encoding says about the variables that are not decided.
    pub(super) fn open(layout: &Layout, marks: &Marks) -> Formula {
        let n = layout.side();
        let mut formula = Formula::default();
        let mut numbers = vec![0u16; n * n * n];
        for cell in marks.open() {
            for digit in bits(marks.cell(cell)) {
                numbers[cell * n + digit] = formula.variables.len() as u16;
                formula.variables.push((cell as u16, digit as u8));
            }
        }
        let room = 16 * formula.variables.len();
        formula.literals.reserve(room);
        formula.ends.reserve(room / 2);
        let mut group = Vec::with_capacity(n);
        for cell in marks.open() {
            group.clear();
            group.extend(bits(marks.cell(cell)).map(|digit| (cell, numbers[cell * n + digit])));
            formula.exactly_one(&group, |_, _| false);
        }
        for house in 0..layout.houses().len() {
            for digit in 0..n {
                let places = marks.places(layout, house, digit);
                if places.is_power_of_two() {
                    continue;
                }
                group.clear();
                group.extend(bits(places).map(|place| {
                    let cell = usize::from(layout.members(house)[place]);
                    (cell, numbers[cell * n + digit])
                }));
                if house < 2 * n {
                    formula.exactly_one(&group, |_, _| false);
                    continue;
                }
                // What a house before it has said already, it need not say again.
                formula.exactly_one(&group, |a, b| is_said_before(layout, house, [a, b]));
            }
        }
        formula.keep_apart(layout, marks, &numbers);
        formula
    }

    /// What is said of cells that may not be equal although no house holds both.
    fn keep_apart(&mut self, layout: &Layout, marks: &Marks, numbers: &[u16]) {
        let n = layout.side();
        for cell in marks.open() {
            let partners = layout.partners(cell).iter().map(|&other| usize::from(other));
            for other in partners.filter(|&other| other > cell && marks.is_open(other)) {
                for digit in bits(marks.cell(cell) & marks.cell(other)) {
                    let pair = [cell, other].map(|cell| usize::from(numbers[cell * n + digit]));
                    self.push(pair.map(|number| Literal::new(number, false)));
                }
            }
        }
    }

    /// The minimal encoding of the empty board.
    fn minimal(layout: &Layout) -> Formula {
        let n = layout.side();
        let positive = |cell: usize, digit: usize| Literal::new(cell * n + digit, true);
        let mut formula = Formula::default();
        for cell in 0..n * n {
            formula.variables.extend((0..n).map(|digit| (cell as u16, digit as u8)));
            for digit in 0..n {
                for other in digit + 1..n {
                    formula.push([digit, other].map(|digit| !positive(cell, digit)));
                }
            }
        }
        for house in 0..layout.houses().len() {
            for digit in 0..n {
                let cells = layout.members(house).iter().map(|&cell| usize::from(cell));
                formula.push(cells.map(|cell| positive(cell, digit)));
            }
        }
        formula
    }

    /// How many cells have a variable that unit propagation leaves open; nothing if it finds a
    /// contradiction.
    ///
    /// ```
    /// use piste::sat::{Encoding, Formula};
    /// use piste_core::AnyGrid;
    ///
    /// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
    /// assert_eq!(Formula::of(&grid).left_by_units(), Some(0));
    /// assert_eq!(Formula::encoded(&grid, Encoding::Minimal).left_by_units(), Some(12));
    /// ```
    pub fn left_by_units(&self) -> Option<usize> {
        let mut simplifier = Simplifier::read_as(self, &Reading::OURS);
        simplifier.propagate().ok()?;
        let open =
            (0..self.variables()).filter(|&variable| simplifier.fate(variable) == Fate::Open);
        let mut cells: Vec<usize> = open.map(|variable| self.meaning(variable).0).collect();
        cells.dedup();
        Some(cells.len())
    }

    fn exactly_one(&mut self, group: &[(usize, u16)], said: impl Fn(usize, usize) -> bool) {
        self.push(group.iter().map(|&(_, number)| Literal::new(usize::from(number), true)));
        for (i, &(cell, number)) in group.iter().enumerate() {
            for &(other, its_number) in &group[i + 1..] {
                if !said(cell, other) {
                    let pair = [number, its_number];
                    self.say(&pair.map(|number| Literal::new(usize::from(number), false)));
                }
            }
        }
    }

    fn say(&mut self, clause: &[Literal]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len() as u32);
    }

    fn push(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len() as u32);
    }

    /// How many variables there are; they are numbered from 0.
    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    /// The cell and the digit, both counted from 0, that the variable is about.
    ///
    /// # Panics
    /// If there is no such variable.
    pub fn meaning(&self, variable: usize) -> (usize, usize) {
        let (cell, digit) = self.variables[variable];
        (usize::from(cell), usize::from(digit))
    }

    /// The clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start as usize..end as usize])
    }
}
