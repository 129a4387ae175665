//! Second solutions that need no search.
//!
//! Where a digit changes, others must change with it. Put another digit `b` for an `a`, and
//! the three `b` in the cell's row, column and box must become `a`, which moves the `a` of their
//! houses, and so on until all is well again: the cells of two digits that hang together
//! so can exchange them, and the grid is another solution. In the same way parts of two rows
//! of a band, or of two columns of a stack, can change places. If such a part has no given
//! but the one asked about, that given is needed.
//!
//! There are bigger exchanges than these. But most of the givens that are needed while a grid
//! is reduced are needed because of one of them, and following it costs next to nothing. A digit
//! is exchanged with all eight others at once, one in each lane, by whole rows, columns and boxes:
//! nearly always each of them meets another given within a few steps, and all are given up.

use super::position::{Position, box_cells, columns, whole_rows};
use super::trio::Trio;
use crate::search::lanes::Lanes;
use crate::{Cell, CellSet, Digit, Solution};

/// A full grid, with its digits easy to find and some of its cells given.
pub(super) struct Exchanges<L> {
    solved: Position<L>,
    /// For each digit, the cells that hold it.
    places: [Trio; 9],
    /// For each digit, its column in each row, and then its row in each column.
    place_in: [[u8; 18]; 9],
    digits: [u8; 81],
    given: Trio,
    /// The givens of each row, as bits of columns, and then of each column, as bits of rows.
    given_in: [u16; 18],
}

impl<L: Lanes> Exchanges<L> {
    /// Those of this solution, which the position is that of, with these cells given.
    #[inline(always)]
    pub(super) fn of(solution: &Solution, solved: &Position<L>, givens: CellSet) -> Exchanges<L> {
        let mut exchanges = Exchanges {
            solved: *solved,
            places: solved.laid_out().words,
            place_in: [[0; 18]; 9],
            digits: [0; 81],
            given: Trio::NONE,
            given_in: [0; 18],
        };
        for row in 0..9 {
            for column in 0..9 {
                let digit = solution.get(Cell::at(row, column)).index();
                exchanges.digits[9 * row + column] = digit as u8;
                exchanges.place_in[digit][row] = column as u8;
                exchanges.place_in[digit][9 + column] = row as u8;
            }
        }
        exchanges.set_given(givens, true);
        exchanges
    }

    /// The givens.
    #[inline(always)]
    pub(super) fn given(&self) -> Trio {
        self.given
    }

    /// Makes these cells givens, or takes them away.
    #[inline(always)]
    pub(super) fn set_given(&mut self, cells: CellSet, is_given: bool) {
        for cell in cells {
            let (row, column) = (cell.row(), cell.column());
            let set = |bits: &mut u16, bit: usize| {
                *bits = *bits & !(1 << bit) | u16::from(is_given) << bit;
            };
            set(&mut self.given_in[row], column);
            set(&mut self.given_in[9 + column], row);
            let others = self.given - Trio::of(cell);
            self.given = if is_given { others | Trio::of(cell) } else { others };
        }
    }

    /// Whether some exchange that one of these cells takes part in leaves all givens alone.
    #[inline(always)]
    pub(super) fn show_another(&self, cells: CellSet) -> bool {
        for cell in cells {
            if self.swaps_digits(cell) || self.swaps_lines(cell) {
                return true;
            }
        }
        false
    }

    /// Whether the cell's digit and another can be exchanged in a part of the grid that includes
    /// the cell but no given.
    #[inline(always)]
    fn swaps_digits(&self, cell: Cell) -> bool {
        let digit = Digit::from_index(self.digit(cell.row(), cell.column()));
        let own = self.places[digit.index()];
        let [a, b, c] = self.solved.others_than(digit);
        let two = [a | a.splat(own.0[0]), b | b.splat(own.0[1]), c | c.splat(own.0[2])];
        // The cell's own digit is in no other cell that it sees.
        let first = (Trio::ALL - Trio::kept_by(cell)) | Trio::of(cell);
        let mut part = two;
        for band in 0..3 {
            part[band] = two[band] & two[band].splat(first.0[band]);
        }
        loop {
            let [a, b, c] = part;
            let [given_a, given_b, given_c, _] = self.given.0;
            let met = a & a.splat(given_a) | b & b.splat(given_b) | c & c.splat(given_c);
            let free = met.is_zero();
            if free.is_none() {
                return false;
            }
            part = houses_of(part);
            for band in 0..3 {
                part[band] = part[band] & two[band];
            }
            let grown = part[0] ^ a | part[1] ^ b | part[2] ^ c;
            if !(grown.is_zero() & free).is_none() {
                return true;
            }
        }
    }

    /// Whether two rows of the cell's band, or two columns of its stack, can change places in
    /// a part that includes the cell but no given.
    #[inline(always)]
    fn swaps_lines(&self, start: Cell) -> bool {
        let (row, column) = (start.row(), start.column());
        for step in [1, 2] {
            let other = row / 3 * 3 + (row + step) % 3;
            let next = |column| usize::from(self.place_in[self.digit(other, column)][row]);
            if self.swaps_along([row, other], column, next) {
                return true;
            }
            let other = column / 3 * 3 + (column + step) % 3;
            let next = |row| usize::from(self.place_in[self.digit(row, other)][9 + column]);
            if self.swaps_along([9 + column, 9 + other], row, next) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn digit(&self, row: usize, column: usize) -> usize {
        usize::from(self.digits[9 * row + column]) % Digit::COUNT
    }

    /// Exchanges two lines at one place, then at the `next` one, where the first line has the digit
    /// that it now has twice, and so on.
    #[inline(always)]
    fn swaps_along(
        &self,
        [line, other]: [usize; 2],
        start: usize,
        next: impl Fn(usize) -> usize,
    ) -> bool {
        let given = self.given_in[line] | self.given_in[other];
        let mut place = start;
        loop {
            if given >> place & 1 != 0 {
                return false;
            }
            place = next(place) % 9;
            if place == start {
                return true;
            }
        }
    }
}

/// All cells of the rows, columns and boxes in which the words of the three bands have any.
#[inline(always)]
fn houses_of<L: Lanes>([a, b, c]: [L; 3]) -> [L; 3] {
    let [of_a, of_b, of_c] = [columns(a), columns(b), columns(c)];
    let whole_columns = (of_a | of_b | of_c).thrice();
    [
        whole_rows(a) | whole_columns | box_cells(of_a),
        whole_rows(b) | whole_columns | box_cells(of_b),
        whole_rows(c) | whole_columns | box_cells(of_c),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::lanes::Portable;
    use crate::search::{self, Verdict};
    use crate::{Grid, Rng};

    fn exchanges(solution: &Solution, givens: CellSet) -> Exchanges<Portable> {
        let solved = Position::of_givens(Portable::NONE, &solution.grid());
        Exchanges::of(solution, &solved, givens)
    }

    /// What an exchange shows is so, on grids with many and with few givens.
    #[test]
    fn an_exchange_means_another_solution() {
        let mut rng = Rng::new(3);
        let mut shown = 0;
        for round in 0..2_000 {
            let solution = search::random(&Grid::EMPTY, &mut rng).unwrap();
            let chance = 2 + round % 5;
            let givens: CellSet = Cell::ALL.into_iter().filter(|_| rng.below(8) < chance).collect();
            let exchanges = exchanges(&solution, givens);
            let free = (CellSet::ALL - givens).iter().find(|&c| exchanges.show_another(c.into()));
            if let Some(cell) = free {
                let digit = |cell: Cell| givens.contains(cell).then(|| solution.get(cell));
                let other = search::other_than(
                    &Grid::from_fn(digit),
                    crate::Candidate::new(cell, solution.get(cell)),
                );
                assert!(other.is_some(), "{solution} {cell}");
                shown += 1;
            }
        }
        assert!(shown > 200, "{shown}");
    }

    /// The cells that hang together with this one, where `moves` tells what each takes along.
    fn part(start: Cell, moves: impl Fn(Cell) -> CellSet) -> CellSet {
        let mut part = CellSet::from(start);
        let mut to_do = vec![start];
        while let Some(cell) = to_do.pop() {
            let more = moves(cell) - part;
            part |= more;
            to_do.extend(more.iter());
        }
        part
    }

    /// A given shows another solution if all that some exchange takes along, followed cell by cell, has no other.
    #[test]
    fn exchanges_take_along_what_hangs_together() {
        let mut rng = Rng::new(4);
        let (mut alone, mut others) = (0, 0);
        for round in 0..1_000 {
            let solution = search::random(&Grid::EMPTY, &mut rng).unwrap();
            let chance = 2 + round % 3;
            let givens: CellSet = Cell::ALL.into_iter().filter(|_| rng.below(8) < chance).collect();
            let mut exchanges = exchanges(&solution, givens);
            for given in givens {
                exchanges.set_given(given.into(), false);
                let found = exchanges.show_another(given.into());
                exchanges.set_given(given.into(), true);
                let mut parts = Vec::new();
                for other in Digit::ALL.into_iter().filter(|&other| other != solution.get(given)) {
                    let two = [solution.get(given), other];
                    let has_one = |cell: Cell| two.contains(&solution.get(cell));
                    let moves = |cell: Cell| cell.peers().iter().filter(|&c| has_one(c)).collect();
                    parts.push(part(given, moves));
                }
                let lines: [fn(Cell) -> usize; 2] = [Cell::row, Cell::column];
                for (line, across) in [(lines[0], lines[1]), (lines[1], lines[0])] {
                    for other in (0..9).filter(|&l| l / 3 == line(given) / 3 && l != line(given)) {
                        let two = [line(given), other];
                        let moves = |cell: Cell| {
                            let goes = |c: Cell| {
                                across(c) == across(cell) || solution.get(c) == solution.get(cell)
                            };
                            Cell::ALL
                                .into_iter()
                                .filter(|&c| two.contains(&line(c)) && goes(c))
                                .collect()
                        };
                        parts.push(part(given, moves));
                    }
                }
                let shows = parts.iter().any(|&part| (part & givens).len() == 1);
                assert_eq!(found, shows, "{solution} {givens} {given}");
                alone += u32::from(shows);
                others += u32::from(!shows);
            }
        }
        assert!(alone > 1_000 && others > 1_000, "{alone} {others}");
    }

    /// Four cells in two rows of a band that hold the same two digits crosswise.
    #[test]
    fn a_rectangle_is_an_exchange() {
        let solution = search::random(&Grid::EMPTY, &mut Rng::new(1)).unwrap();
        let at = |row: usize, column: usize| solution.get(Cell::at(row, column));
        let corners = (0..9).flat_map(|one| (0..9).map(move |two| (one, two)));
        let mut in_band = corners.filter(|&(one, two)| one / 3 != two / 3);
        let found = in_band.find_map(|(one, two)| {
            let rows = (0..9).flat_map(|a| (a + 1..a / 3 * 3 + 3).map(move |b| (a, b)));
            rows.into_iter()
                .find(|&(a, b)| at(a, one) == at(b, two) && at(a, two) == at(b, one))
                .map(|(a, b)| [(a, one), (a, two), (b, one), (b, two)])
        });
        let rectangle: CellSet = found
            .expect("this grid has one")
            .map(|(row, column)| Cell::at(row, column))
            .into_iter()
            .collect();
        let exchanges = exchanges(&solution, CellSet::ALL - rectangle);
        for cell in rectangle {
            assert!(exchanges.show_another(cell.into()));
        }
        let givens = Grid::from_fn(|cell| (!rectangle.contains(cell)).then(|| solution.get(cell)));
        assert!(matches!(search::verdict(&givens), Verdict::Many(_)));
    }
}
