//! The group of transformations.
//!
//! A transformation is written down as four things, done in this order:
//!
//! 1. transpose the grid, or don't: what stood at row `r`, column `c` goes to row `c`, column `r`;
//! 2. send each row somewhere: rows of one band stay together in one band;
//! 3. send each column somewhere: columns of one stack stay together in one stack;
//! 4. send each digit to a digit.
//!
//! Every element of the group has exactly one such description, so equality is equality
//! of the fields, and `2 · 6⁴ · 6⁴ · 9!` is their number. All three maps say where a thing
//! *goes*. The text form is those four things for people and for the command line:
//!
//! ```text
//! t r=123456789 c=231456789 d=123456789
//! │ │           │           └ the digit k becomes the k-th of these
//! │ │           └ then the column k becomes the k-th of these
//! │ └ then the row k becomes the k-th of these
//! └ transpose first (left out if not)
//! ```
//!
//! Parts may be left out and come in any order when read; a missing map changes nothing.
//! The eight turns and mirrors of the square can be called by name.

use super::Move;
use crate::{
    Candidate, Cell, CellSet, Digit, DigitSet, Grid, House, HouseKind, Marks, Rng, Solution,
};
use std::fmt;

/// One of the 2·9!·6⁸ ways to rewrite a sudoku without changing it.
///
/// ```
/// use piste_core::symmetry::Transformation;
/// use piste_core::{Cell, Digit};
///
/// let by: Transformation = "t c=231456789 d=213456789".parse().unwrap();
/// assert_eq!(by.cell(Cell::at(2, 5)), Cell::at(5, 0));
/// assert_eq!(by.digit(Digit::D1), Digit::D2);
/// assert_eq!(by.then(&by.inverse()), Transformation::IDENTITY);
/// assert_eq!(by.to_string(), "t r=123456789 c=231456789 d=213456789");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transformation {
    transpose: bool,
    /// Where each row goes, after the transposition.
    rows: [u8; 9],
    /// Where each column goes, after the transposition.
    columns: [u8; 9],
    /// What each digit becomes.
    digits: [Digit; 9],
}

const STRAIGHT: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const REVERSED: [u8; 9] = [8, 7, 6, 5, 4, 3, 2, 1, 0];

impl Transformation {
    /// How many transformations there are: 2·9!·6⁸ = 1,218,998,108,160.
    pub const ORDER: u64 = 2 * 362_880 * 6u64.pow(8);

    /// The transformation that changes nothing.
    pub const IDENTITY: Transformation = Transformation::of(Move::Identity);

    /// The mirror along the diagonal from the top left: rows become columns.
    pub const TRANSPOSE: Transformation = Transformation::of(Move::Transpose);

    /// The mirror along the diagonal from the top right.
    pub const ANTI_TRANSPOSE: Transformation = Transformation::of(Move::AntiTranspose);

    /// A quarter turn clockwise.
    pub const QUARTER_TURN: Transformation = Transformation::of(Move::QuarterTurn);

    /// A half turn.
    pub const HALF_TURN: Transformation = Transformation::of(Move::HalfTurn);

    /// A quarter turn anticlockwise.
    pub const THREE_QUARTER_TURN: Transformation = Transformation::of(Move::ThreeQuarterTurn);

    /// The mirror that swaps left and right.
    pub const FLIP_LEFT_RIGHT: Transformation = Transformation::of(Move::FlipLeftRight);

    /// The mirror that swaps top and bottom.
    pub const FLIP_TOP_BOTTOM: Transformation = Transformation::of(Move::FlipTopBottom);

    const fn of(by: Move) -> Transformation {
        let (transpose, rows, columns) = by.parts();
        let rows = if rows { REVERSED } else { STRAIGHT };
        let columns = if columns { REVERSED } else { STRAIGHT };
        Transformation { transpose, rows, columns, digits: Digit::ALL }
    }

    /// The transformation that transposes or not, then sends row `k` to `rows[k]` and column
    /// `k` to `columns[k]` (all counted from 0), and makes the `k`-th digit `digits[k]`.
    ///
    /// ```
    /// use piste_core::symmetry::{BadTransformation, Lines, Transformation};
    /// use piste_core::Digit;
    ///
    /// let rows = [1, 0, 2, 3, 4, 5, 6, 7, 8];
    /// assert!(Transformation::new(false, rows, rows, Digit::ALL).is_ok());
    /// let torn = [3, 1, 2, 0, 4, 5, 6, 7, 8];
    /// assert_eq!(
    ///     Transformation::new(false, torn, rows, Digit::ALL),
    ///     Err(BadTransformation::Torn(Lines::Rows, 0)),
    /// );
    /// ```
    pub fn new(
        transpose: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [Digit; 9],
    ) -> Result<Transformation, BadTransformation> {
        check_lines(Lines::Rows, &rows)?;
        check_lines(Lines::Columns, &columns)?;
        if DigitSet::of(&digits) != DigitSet::ALL {
            return Err(BadTransformation::DigitTwice);
        }
        Ok(Transformation { transpose, rows, columns, digits })
    }

    /// For the canonical form, whose search keeps bands and stacks together by itself.
    pub(super) fn from_proved(
        transpose: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [Digit; 9],
    ) -> Transformation {
        debug_assert_eq!(check_lines(Lines::Rows, &rows), Ok(()));
        debug_assert_eq!(check_lines(Lines::Columns, &columns), Ok(()));
        debug_assert_eq!(DigitSet::of(&digits), DigitSet::ALL);
        Transformation { transpose, rows, columns, digits }
    }

    /// Any transformation, each equally likely.
    pub fn random(rng: &mut Rng) -> Transformation {
        let transpose = rng.below(2) == 1;
        let rows = random_lines(rng);
        let columns = random_lines(rng);
        let mut digits = Digit::ALL;
        rng.shuffle(&mut digits);
        Transformation { transpose, rows, columns, digits }
    }

    /// Whether rows become columns.
    #[inline]
    pub fn transposes(&self) -> bool {
        self.transpose
    }

    /// The transformation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Transformation {
        let (rows, columns) = (inverted(&self.rows), inverted(&self.columns));
        let mut digits = Digit::ALL;
        for digit in Digit::ALL {
            digits[self.digit(digit).index()] = digit;
        }
        let (rows, columns) = if self.transpose { (columns, rows) } else { (rows, columns) };
        Transformation { transpose: self.transpose, rows, columns, digits }
    }

    /// This transformation and then the other, as one.
    #[must_use]
    pub fn then(&self, next: &Transformation) -> Transformation {
        let (rows, columns) =
            if next.transpose { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Transformation {
            transpose: self.transpose != next.transpose,
            rows: rows.map(|row| next.rows[usize::from(row)]),
            columns: columns.map(|column| next.columns[usize::from(column)]),
            digits: self.digits.map(|digit| next.digit(digit)),
        }
    }

    /// Where the cell goes.
    #[inline]
    pub fn cell(&self, cell: Cell) -> Cell {
        let (mut row, mut column) = (cell.row(), cell.column());
        if self.transpose {
            std::mem::swap(&mut row, &mut column);
        }
        Cell::at(usize::from(self.rows[row]), usize::from(self.columns[column]))
    }

    /// What the digit becomes.
    #[inline]
    pub fn digit(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// Where the candidate goes, and what it becomes there.
    #[inline]
    pub fn candidate(&self, candidate: Candidate) -> Candidate {
        Candidate::new(self.cell(candidate.cell()), self.digit(candidate.digit()))
    }

    /// Where the house goes: a row may become a column, a box stays a box.
    ///
    /// ```
    /// use piste_core::House;
    /// use piste_core::symmetry::Transformation;
    ///
    /// assert_eq!(Transformation::QUARTER_TURN.house(House::row(0)), House::column(8));
    /// ```
    pub fn house(&self, house: House) -> House {
        let cell = self.cell(house.cell_at(0));
        match (house.kind(), self.transpose) {
            (HouseKind::Row, false) | (HouseKind::Column, true) => House::row(cell.row()),
            (HouseKind::Column, false) | (HouseKind::Row, true) => House::column(cell.column()),
            (HouseKind::Box, _) => House::block(cell.block()),
        }
    }

    /// What the digits become.
    pub fn digits(&self, digits: DigitSet) -> DigitSet {
        digits.iter().map(|digit| self.digit(digit)).collect()
    }

    /// Where the cells go.
    pub fn cells(&self, cells: CellSet) -> CellSet {
        cells.iter().map(|cell| self.cell(cell)).collect()
    }

    /// The grid, transformed.
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_core::symmetry::Transformation;
    ///
    /// let grid: Grid = format!("123{}", ".".repeat(78)).parse().unwrap();
    /// let turned = Transformation::HALF_TURN.grid(&grid);
    /// assert_eq!(turned.to_string(), format!("{}321", ".".repeat(78)));
    /// ```
    pub fn grid(&self, grid: &Grid) -> Grid {
        let mut transformed = Grid::EMPTY;
        for (cell, digit) in grid.givens() {
            transformed.set(self.cell(cell), Some(self.digit(digit)));
        }
        transformed
    }

    /// The solution, transformed: it still obeys the rules.
    pub fn solution(&self, solution: &Solution) -> Solution {
        let back = self.inverse();
        Solution::from_proved(crate::ByCell::from_fn(|cell| {
            self.digit(solution.get(back.cell(cell)))
        }))
    }

    /// The pencil marks, transformed.
    pub fn marks(&self, marks: &Marks) -> Marks {
        let back = self.inverse();
        Marks::from_fn(|cell| self.digits(marks[back.cell(cell)]))
    }
}

/// Whether the map is a permutation that keeps bands (or stacks) together.
fn check_lines(lines: Lines, map: &[u8; 9]) -> Result<(), BadTransformation> {
    let mut taken = [false; 9];
    for &line in map {
        match taken.get_mut(usize::from(line)) {
            Some(taken) if !*taken => *taken = true,
            Some(_) => return Err(BadTransformation::Twice(lines, line)),
            None => return Err(BadTransformation::OutOfRange(lines, line)),
        }
    }
    match (0..3).find(|&group| {
        let [a, b, c] = [map[group * 3], map[group * 3 + 1], map[group * 3 + 2]];
        a / 3 != b / 3 || a / 3 != c / 3
    }) {
        Some(group) => Err(BadTransformation::Torn(lines, group)),
        None => Ok(()),
    }
}

/// A permutation of nine lines that keeps the three groups of three together.
fn random_lines(rng: &mut Rng) -> [u8; 9] {
    let mut groups = [0u8, 1, 2];
    rng.shuffle(&mut groups);
    let mut map = [0; 9];
    for (places, group) in map.chunks_exact_mut(3).zip(groups) {
        let mut within = [0u8, 1, 2];
        rng.shuffle(&mut within);
        for (place, line) in places.iter_mut().zip(within) {
            *place = group * 3 + line;
        }
    }
    map
}

fn inverted(map: &[u8; 9]) -> [u8; 9] {
    let mut inverse = [0; 9];
    for (from, &to) in STRAIGHT.iter().zip(map) {
        inverse[usize::from(to)] = *from;
    }
    inverse
}

/// Rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// The rows, in bands of three.
    Rows,
    /// The columns, in stacks of three.
    Columns,
}

impl Lines {
    fn line(self) -> &'static str {
        match self {
            Lines::Rows => "row",
            Lines::Columns => "column",
        }
    }

    fn group(self) -> &'static str {
        match self {
            Lines::Rows => "band",
            Lines::Columns => "stack",
        }
    }
}

/// Why some maps are not a transformation. Lines and groups are counted from 0 here and
/// from 1 in the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadTransformation {
    /// A line is sent past the last one.
    #[error("there is no {} {}", .0.line(), u32::from(*.1) + 1)]
    OutOfRange(Lines, u8),
    /// Two lines are sent to the same one.
    #[error("two {}s cannot both become {} {}", .0.line(), .0.line(), .1 + 1)]
    Twice(Lines, u8),
    /// The three lines of this band or stack are not sent to one band or stack.
    #[error("the {}s of {} {} must stay together in one {}", .0.line(), .0.group(), .1 + 1, .0.group())]
    Torn(Lines, usize),
    /// Two digits become the same one.
    #[error("two digits cannot become the same one")]
    DigitTwice,
}

/// Why a text is not a transformation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotATransformation {
    /// A part that is none of the four, or comes twice.
    #[error(
        "{0:?} is not part of a transformation such as \"t r=123456789 c=231456789 d=123456789\""
    )]
    Part(String),
    /// A map that is not nine digits.
    #[error("expected nine digits from 1 to 9 after {0}=")]
    Map(char),
    /// The maps do not go together with the rules of the game.
    #[error(transparent)]
    Bad(#[from] BadTransformation),
}

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.transpose {
            f.write_str("t ")?;
        }
        for (name, map) in [("r=", &self.rows), (" c=", &self.columns)] {
            f.write_str(name)?;
            map.iter().try_for_each(|line| write!(f, "{}", line + 1))?;
        }
        f.write_str(" d=")?;
        self.digits.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

impl fmt::Debug for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl From<Move> for Transformation {
    fn from(by: Move) -> Transformation {
        Transformation::of(by)
    }
}

impl std::str::FromStr for Transformation {
    type Err = NotATransformation;

    /// Reads the text form, or the name of a [turn or mirror](Move).
    fn from_str(text: &str) -> Result<Transformation, NotATransformation> {
        let text = text.trim();
        if let Some(named) = Move::named(text) {
            return Ok(named.into());
        }
        if text.is_empty() {
            return Err(NotATransformation::Part(String::new()));
        }
        let wrong = |part: &str| NotATransformation::Part(part.to_owned());
        let (transpose, [rows, columns, digits]) = read_parts(text, wrong, read_map)?;
        let lines = |map: Option<[Digit; 9]>| map.unwrap_or(Digit::ALL).map(|d| d.get() - 1);
        let digits = digits.unwrap_or(Digit::ALL);
        Ok(Transformation::new(transpose, lines(rows), lines(columns), digits)?)
    }
}

/// Reads a text form part by part: whether it transposes, and the maps of rows, columns and digits that it
/// names, each at most once.
pub(super) fn read_parts<T, E>(
    text: &str,
    wrong: impl Fn(&str) -> E,
    read_map: impl Fn(&str) -> Result<T, E>,
) -> Result<(bool, [Option<T>; 3]), E> {
    let mut transpose = false;
    let mut maps = [const { None }; 3];
    for part in text.split_whitespace() {
        let slot = match part.as_bytes() {
            [b't'] if !transpose => {
                transpose = true;
                continue;
            }
            [b'r', b'=', ..] => &mut maps[0],
            [b'c', b'=', ..] => &mut maps[1],
            [b'd', b'=', ..] => &mut maps[2],
            _ => return Err(wrong(part)),
        };
        if slot.is_some() {
            return Err(wrong(part));
        }
        *slot = Some(read_map(part)?);
    }
    Ok((transpose, maps))
}

/// Reads the nine digits of a part such as `r=123456789`.
fn read_map(part: &str) -> Result<[Digit; 9], NotATransformation> {
    let wrong = || NotATransformation::Map(char::from(part.as_bytes()[0]));
    let digits: Option<Vec<Digit>> = part[2..].chars().map(Digit::from_char).collect();
    digits.and_then(|digits| digits.try_into().ok()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn any_transformation() -> impl Strategy<Value = Transformation> {
        any::<u64>().prop_map(|seed| Transformation::random(&mut Rng::new(seed)))
    }

    fn any_grid() -> impl Strategy<Value = Grid> {
        prop::collection::vec(0u8..10, 81)
            .prop_map(|values| Grid::from_fn(|cell| Digit::new(values[cell.index()])))
    }

    proptest! {
        #[test]
        fn the_inverse_undoes(by in any_transformation(), grid in any_grid()) {
            prop_assert_eq!(by.inverse().grid(&by.grid(&grid)), grid);
            prop_assert_eq!(by.then(&by.inverse()), Transformation::IDENTITY);
            prop_assert_eq!(by.inverse().then(&by), Transformation::IDENTITY);
        }

        #[test]
        fn then_is_one_after_the_other(
            a in any_transformation(), b in any_transformation(), c in any_transformation(),
            grid in any_grid(),
        ) {
            prop_assert_eq!(a.then(&b).grid(&grid), b.grid(&a.grid(&grid)));
            prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
            prop_assert_eq!(a.then(&b).inverse(), b.inverse().then(&a.inverse()));
            for house in House::ALL {
                prop_assert_eq!(a.then(&b).house(house), b.house(a.house(house)));
            }
        }

        #[test]
        fn everything_is_carried_along_alike(by in any_transformation(), grid in any_grid()) {
            let moved = by.grid(&grid);
            prop_assert_eq!(moved.filled(), by.cells(grid.filled()));
            prop_assert_eq!(by.marks(&Marks::from(&grid)), Marks::from(&moved));
            for (cell, digit) in grid.givens() {
                prop_assert_eq!(moved.get(by.cell(cell)), Some(by.digit(digit)));
                let candidate = by.candidate(Candidate::new(cell, digit));
                prop_assert_eq!(candidate, Candidate::new(by.cell(cell), by.digit(digit)));
            }
            for house in House::ALL {
                prop_assert_eq!(by.cells(house.cells()), by.house(house).cells());
            }
        }

        #[test]
        fn text_reads_back(by in any_transformation()) {
            prop_assert_eq!(by.to_string().parse(), Ok(by));
        }

        #[test]
        fn no_text_is_too_strange_to_refuse(text in "[trcd=1-9 é]{0,40}") {
            if let Ok(by) = text.parse::<Transformation>() {
                prop_assert_eq!(by.to_string().parse(), Ok(by));
            }
        }
    }

    #[test]
    fn a_solution_stays_a_solution() {
        let grid: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .parse()
                .unwrap();
        let solution = Solution::new(&grid).unwrap();
        for seed in 0..50 {
            let by = Transformation::random(&mut Rng::new(seed));
            let moved = by.solution(&solution);
            assert_eq!(moved.grid(), by.grid(&grid));
            assert_eq!(Solution::new(&moved.grid()), Some(moved));
        }
    }

    #[test]
    fn the_turns_and_mirrors_are_what_their_names_say() {
        let turn = Transformation::QUARTER_TURN;
        assert_eq!(turn.cell(Cell::at(0, 0)), Cell::at(0, 8));
        assert_eq!(turn.then(&turn), Transformation::HALF_TURN);
        assert_eq!(turn.then(&turn).then(&turn), Transformation::THREE_QUARTER_TURN);
        assert_eq!(turn.inverse(), Transformation::THREE_QUARTER_TURN);
        assert_eq!(
            Transformation::TRANSPOSE.then(&Transformation::FLIP_LEFT_RIGHT),
            Transformation::QUARTER_TURN
        );
        assert_eq!(Transformation::ANTI_TRANSPOSE.cell(Cell::at(0, 0)), Cell::at(8, 8));
        assert_eq!(Transformation::ANTI_TRANSPOSE.cell(Cell::at(0, 8)), Cell::at(0, 8));
        assert_eq!(Transformation::FLIP_LEFT_RIGHT.cell(Cell::at(0, 0)), Cell::at(0, 8));
        assert_eq!(Transformation::FLIP_TOP_BOTTOM.cell(Cell::at(0, 0)), Cell::at(8, 0));
        let distinct: HashSet<_> = Move::ALL.map(Transformation::from).into();
        assert_eq!(distinct.len(), 8);
        for by in Move::ALL {
            assert_eq!(by.slug().parse(), Ok(Transformation::from(by)));
        }
    }

    #[test]
    fn what_breaks_the_rules_is_refused() {
        let read = |text: &str| text.parse::<Transformation>();
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(read("r=123456789"), Ok(Transformation::IDENTITY));
        assert_eq!(read("d=123456789 t"), Ok(Transformation::TRANSPOSE));
        assert_eq!(message("r=124356789"), "the rows of band 1 must stay together in one band");
        assert_eq!(message("c=113456789"), "two columns cannot both become column 1");
        assert_eq!(message("d=113456789"), "two digits cannot become the same one");
        assert_eq!(message("c=023456789"), "expected nine digits from 1 to 9 after c=");
        assert_eq!(message("c=12345678"), "expected nine digits from 1 to 9 after c=");
        assert_eq!(read("t t"), Err(NotATransformation::Part("t".into())));
        assert_eq!(read(""), Err(NotATransformation::Part(String::new())));
        assert_eq!(
            Transformation::new(false, [9, 1, 2, 3, 4, 5, 6, 7, 8], STRAIGHT, Digit::ALL),
            Err(BadTransformation::OutOfRange(Lines::Rows, 9))
        );
    }

    /// Every image of a cell, of a digit, and both orientations come out about equally often.
    #[test]
    fn random_ones_are_even() {
        let mut rng = Rng::new(5);
        let (mut cells, mut digits, mut transposed) = ([0; 81], [0; 9], 0);
        for _ in 0..81_000 {
            let by = Transformation::random(&mut rng);
            cells[by.cell(Cell::at(4, 7)).index()] += 1;
            digits[by.digit(Digit::D4).index()] += 1;
            transposed += usize::from(by.transposes());
        }
        assert!(cells.iter().all(|n| (840..1160).contains(n)), "{cells:?}");
        assert!(digits.iter().all(|n| (8_600..9_400).contains(n)), "{digits:?}");
        assert!((39_800..41_200).contains(&transposed), "{transposed}");
    }

    /// Counts by brute force the maps of nine lines that are accepted, and multiplies out.
    #[test]
    fn the_order_is_the_number_of_descriptions() {
        fn extend(map: &mut Vec<u8>, accepted: &mut u64) {
            if let Ok(map) = <[u8; 9]>::try_from(map.as_slice()) {
                *accepted += u64::from(check_lines(Lines::Rows, &map).is_ok());
                return;
            }
            for line in 0..9 {
                if !map.contains(&line) {
                    map.push(line);
                    extend(map, accepted);
                    map.pop();
                }
            }
        }
        let mut accepted = 0;
        extend(&mut Vec::new(), &mut accepted);
        assert_eq!(accepted, 1296);
        assert_eq!(Transformation::ORDER, 2 * accepted * accepted * (1..=9).product::<u64>());
    }
}
