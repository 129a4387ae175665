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
//! is reduced are needed because of one of them, and following it costs next to nothing:
//! nearly always it meets another given within a few steps and is given up.

use crate::{Cell, CellSet, Solution};

/// A full grid, with its digits easy to find and some of its cells given.
pub(super) struct Exchanges {
    is_given: [bool; 81],
    digits: [u8; 81],
    /// For each digit and house (rows, columns, boxes), where the digit stands there.
    places: [[u8; 27]; 9],
}

/// The row, the column and the box of each cell, as numbers of houses.
const HOUSES: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut i = 0;
    while i < 81 {
        let cell = Cell::ALL[i];
        houses[i] = [cell.row() as u8, 9 + cell.column() as u8, 18 + cell.block() as u8];
        i += 1;
    }
    houses
};

impl Exchanges {
    pub(super) fn of(solution: &Solution) -> Exchanges {
        let mut exchanges =
            Exchanges { is_given: [false; 81], digits: [0; 81], places: [[0; 27]; 9] };
        for (i, cell) in Cell::ALL.into_iter().enumerate() {
            let digit = solution.get(cell).index();
            exchanges.digits[i] = digit as u8;
            for house in HOUSES[i] {
                exchanges.places[digit][usize::from(house)] = i as u8;
            }
        }
        exchanges
    }

    /// Makes these cells givens, or takes them away.
    pub(super) fn set_given(&mut self, cells: CellSet, is_given: bool) {
        for cell in cells {
            self.is_given[cell.index()] = is_given;
        }
    }

    /// The givens that take part in an exchange with no other given, each of which is needed. It is
    /// what [`Exchanges::show_another`] tells of each, for all together: every exchange is looked at
    /// once and not from each of its cells.
    pub(super) fn alone(&self, givens: CellSet) -> CellSet {
        let mut alone = CellSet::EMPTY;
        let mut by_house = [0u16; 27];
        let mut by_digit = [0u16; 9];
        for cell in givens {
            by_house[cell.row()] |= 1 << cell.column();
            by_house[9 + cell.column()] |= 1 << cell.row();
            by_digit[usize::from(self.digits[cell.index()])] |= 1 << cell.row();
        }
        // Two rows of a band or two columns of a stack, place by place.
        for first in [0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16] {
            for second in first + 1..first / 3 * 3 + 3 {
                let cell = |line: usize, place: usize| {
                    if line < 9 { 9 * line + place } else { 9 * place + line - 9 }
                };
                let next: [u16; 9] = std::array::from_fn(|place| {
                    let back = self.digits[cell(second, place)];
                    let back = self.places[usize::from(back)][first];
                    1 << if first < 9 { back % 9 } else { back / 9 }
                });
                only_given(next, [by_house[first], by_house[second]], |which, place| {
                    alone |= Cell::ALL[cell([first, second][which], place)].into();
                });
            }
        }
        // Two digits, row by row.
        for one in 0..9 {
            for other in one + 1..9 {
                let places = &self.places[other];
                let next: [u16; 9] = std::array::from_fn(|row| {
                    let [_, column, block] = HOUSES[usize::from(self.places[one][row])];
                    1 << (places[usize::from(column)] / 9) | 1 << (places[usize::from(block)] / 9)
                });
                only_given(next, [by_digit[one], by_digit[other]], |which, row| {
                    let cell = self.places[[one, other][which]][row];
                    alone |= Cell::ALL[usize::from(cell)].into();
                });
            }
        }
        alone
    }

    /// Whether some exchange that one of these cells takes part in leaves all givens alone.
    pub(super) fn show_another(&self, cells: CellSet) -> bool {
        cells.iter().any(|cell| {
            let digit = self.digits[cell.index()];
            (0..9).any(|other| other != digit && self.swaps_digits(cell, other))
                || self.swaps_lines(cell)
        })
    }

    /// Whether the digit of this cell and another can be exchanged in a part of the grid that
    /// includes the cell but no given.
    #[inline]
    fn swaps_digits(&self, start: Cell, other: u8) -> bool {
        let digit = self.digits[start.index()];
        let mut part = [start.index() as u8; 18];
        // The rows where the part has the first digit, and from bit 16 where the other one.
        let mut rows: u32 = 1 << start.row();
        let (mut done, mut found) = (0, 1);
        while done < found {
            let cell = usize::from(part[done]);
            done += 1;
            // The digit that comes here has to give way in the cell's houses.
            let (comes, shift) = if self.digits[cell] == digit { (other, 16) } else { (digit, 0) };
            for house in HOUSES[cell] {
                let next = usize::from(self.places[usize::from(comes)][usize::from(house)]);
                if self.is_given[next] {
                    return false;
                }
                let row = 1 << (u32::from(HOUSES[next][0]) + shift);
                if rows & row == 0 {
                    rows |= row;
                    part[found] = next as u8;
                    found += 1;
                }
            }
        }
        true
    }

    /// Whether two rows of the cell's band, or two columns of its stack, can change places in
    /// a part that includes the cell but no given.
    fn swaps_lines(&self, start: Cell) -> bool {
        let (row, column) = (start.row(), start.column());
        let beside = |line: usize| [1, 2].map(|step| line / 3 * 3 + (line + step) % 3);
        let in_row = |row: usize, column: usize| 9 * row + column;
        let in_column = |column: usize, row: usize| 9 * row + column;
        beside(row).into_iter().any(|other| {
            let next = |digit: u8| usize::from(self.places[usize::from(digit)][row]) % 9;
            self.swaps_along([row, other], column, in_row, next)
        }) || beside(column).into_iter().any(|other| {
            let next = |digit: u8| usize::from(self.places[usize::from(digit)][9 + column]) / 9;
            self.swaps_along([column, other], row, in_column, next)
        })
    }

    /// Exchanges two lines at one place, then at the place where the first line has the digit
    /// that it now has twice, and so on. The cell of a line at a place is `at`, the first
    /// line's place of a digit `next`.
    #[inline(always)]
    fn swaps_along(
        &self,
        [line, other]: [usize; 2],
        start: usize,
        at: impl Fn(usize, usize) -> usize,
        next: impl Fn(u8) -> usize,
    ) -> bool {
        let mut place = start;
        loop {
            let [one, two] = [at(line, place), at(other, place)];
            if self.is_given[one] || self.is_given[two] {
                return false;
            }
            place = next(self.digits[two]);
            if place == start {
                return true;
            }
        }
    }
}

/// Nine places that hang together as `next` says, and of each of two things the places where it
/// is given: tells of each part with a single given which of the two it is, and where.
///
/// `next` is made of permutations, so going forward one comes back to where one began.
#[inline(always)]
fn only_given(next: [u16; 9], given: [u16; 2], mut tell: impl FnMut(usize, usize)) {
    let mut left = given[0] | given[1];
    while left != 0 {
        let mut part = left & left.wrapping_neg();
        let mut fresh = part;
        while fresh != 0 {
            let more = next[fresh.trailing_zeros() as usize % 9] & !part;
            part |= more;
            fresh = fresh & (fresh - 1) | more;
        }
        left &= !part;
        let inside = given.map(|given| given & part);
        if inside[0].count_ones() + inside[1].count_ones() == 1 {
            let which = usize::from(inside[0] == 0);
            tell(which, inside[which].trailing_zeros() as usize % 9);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{self, Verdict};
    use crate::{Grid, Rng};

    /// What an exchange shows is so, on grids with many and with few givens.
    #[test]
    fn an_exchange_means_another_solution() {
        let mut rng = Rng::new(3);
        let mut shown = 0;
        for round in 0..2_000 {
            let solution = search::random(&Grid::EMPTY, &mut rng).unwrap();
            let mut exchanges = Exchanges::of(&solution);
            let chance = 2 + round % 5;
            let givens: CellSet = Cell::ALL.into_iter().filter(|_| rng.below(8) < chance).collect();
            exchanges.set_given(givens, true);
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

    /// Asked of all givens together or of each, the exchanges are the same.
    #[test]
    fn givens_that_are_alone_are_those_that_show_another() {
        let mut rng = Rng::new(4);
        let (mut alone, mut others) = (0, 0);
        for round in 0..1_000 {
            let solution = search::random(&Grid::EMPTY, &mut rng).unwrap();
            let chance = 2 + round % 3;
            let givens: CellSet = Cell::ALL.into_iter().filter(|_| rng.below(8) < chance).collect();
            let mut exchanges = Exchanges::of(&solution);
            exchanges.set_given(givens, true);
            let found = exchanges.alone(givens);
            assert!(found.is_subset(givens));
            for given in givens {
                exchanges.set_given(given.into(), false);
                let shows = exchanges.show_another(given.into());
                assert_eq!(found.contains(given), shows, "{solution} {givens} {given}");
                exchanges.set_given(given.into(), true);
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
        let mut exchanges = Exchanges::of(&solution);
        exchanges.set_given(CellSet::ALL - rectangle, true);
        for cell in rectangle {
            assert!(exchanges.show_another(cell.into()));
        }
        let givens = Grid::from_fn(|cell| (!rectangle.contains(cell)).then(|| solution.get(cell)));
        assert!(matches!(search::verdict(&givens), Verdict::Many(_)));
    }
}
