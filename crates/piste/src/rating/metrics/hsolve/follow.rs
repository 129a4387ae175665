//! Following singles to the end, all that there are at a time.
//!
//! In which order singles are written makes no difference to the end, so where nothing depends on the way there they are
//! written wave by wave, and each wave is found for [four](Four) digits at a time. Three bits laid over each other say where
//! there is one and where there are two; that is asked of the nine places of each house.

use super::marks::{ByBand, End, ROW, RunMarks, fours, of_one_and_of_two};
use crate::rating::kernel::bands::{BAND, PEERS};
use crate::rating::kernel::places::Four;

/// The first cell of the three that a row and a box share, in all rows of a band.
const THREES: u32 = 0o111_111_111;
/// The first cell of each row.
const ROWS: u32 = 0o001_001_001;
/// The first of three columns, in each box.
const BOXES: u32 = 0o111;

/// Where there is at least one, and at least two.
type OneAndTwo = (Four, Four);

/// Of three.
#[inline(always)]
fn of_three([a, b, c]: [Four; 3]) -> OneAndTwo {
    (a | b | c, a & b | (a | b) & c)
}

/// Of three times some.
#[inline(always)]
fn of_parts([a, b, c]: [OneAndTwo; 3]) -> OneAndTwo {
    let (one, two) = of_three([a.0, b.0, c.0]);
    (one, a.1 | b.1 | c.1 | two)
}

/// What a look at the board finds.
enum Wave {
    /// Some digit has no place in a house.
    Homeless,
    /// The singles of each digit.
    Singles(ByBand),
}

impl RunMarks {
    /// Writes singles until there are none.
    pub(super) fn follow_singles(&mut self) -> End {
        self.follow_until(|_| None)
    }

    /// The same, where `known` may say of some singles how it will end.
    pub(super) fn follow_until(&mut self, known: impl Fn(&ByBand) -> Option<End>) -> End {
        self.stale = ROW;
        loop {
            let mut naked = [0; 3];
            for (band, naked) in naked.iter_mut().enumerate() {
                let (once, twice) = of_one_and_of_two(&self.places[band]);
                if once != BAND {
                    return End::Contradiction;
                }
                *naked = once & !twice & self.open[band];
            }
            // In every cell there is something, and what is written has nothing beside it.
            if self.left == 0 {
                return End::Solved;
            }
            let Wave::Singles(singles) = self.wave(naked) else { return End::Contradiction };
            let mut all = [0; 3];
            for (band, all) in all.iter_mut().enumerate() {
                let (once, twice) = of_one_and_of_two(&singles[band]);
                if twice != 0 {
                    return End::Contradiction;
                }
                *all = once;
            }
            if all == [0; 3] {
                return End::Stuck;
            }
            if let Some(end) = known(&singles) {
                return end;
            }
            self.write_all(&singles, all);
        }
    }

    /// All singles; the naked ones are known.
    #[inline]
    fn wave(&self, naked: [u32; 3]) -> Wave {
        let (rows_bits, boxes_bits) = (Four::splat(ROWS), Four::splat(BOXES));
        let (columns_bits, threes_bits) = (Four::splat(ROW), Four::splat(THREES));
        let by_band = [0, 1, 2].map(|band: usize| fours(&self.places[band]));
        let mut singles = ByBand::default();
        let mut lacking = [Four::splat(0); 3];
        for at in 0..3 {
            let bands = by_band.map(|fours| fours[at]);
            let columns = bands.map(|band| {
                let (one, two) = of_three([band, band.down::<9>(), band.down::<18>()]);
                (one & columns_bits, two & columns_bits)
            });
            let (one, two) = of_parts(columns);
            let lone_columns = one & !two;
            let mut lacks = columns_bits & !one;
            for (band, (once, twice)) in columns.into_iter().enumerate() {
                // The boxes, by their columns; several places may be in one.
                let (one, two) = of_three([once, once.down::<1>(), once.down::<2>()]);
                lacks = lacks | boxes_bits & !one;
                let alone = one & !two & boxes_bits;
                let in_box = (alone.up::<3>() - alone) & once & !twice;
                let standing = lone_columns | in_box;
                let standing = standing | standing.up::<9>() | standing.up::<18>();
                // The rows, by the threes of cells that they share with a box.
                let places = bands[band];
                let threes = of_three([places, places.down::<1>(), places.down::<2>()]);
                let (a, b) = (threes.0 & threes_bits, threes.1 & threes_bits);
                let threes =
                    [(a, b), (a.down::<3>(), b.down::<3>()), (a.down::<6>(), b.down::<6>())];
                let (one, two) = of_parts(threes);
                lacks = lacks | rows_bits & !one;
                let alone = one & !two & rows_bits;
                let lying = alone.up::<9>() - alone;
                let places_of =
                    (lying | standing) & Four::splat(self.open[band]) | Four::splat(naked[band]);
                let words = (places & places_of).words();
                singles[band][4 * at..4 * at + 4].copy_from_slice(&words);
            }
            lacking[at] = lacks;
        }
        // Of the last four only the first is a digit.
        let lacks = lacking[0] | lacking[1] | lacking[2] & Four::new([!0, 0, 0, 0]);
        if lacks.is_zero() { Wave::Singles(singles) } else { Wave::Homeless }
    }

    /// Writes all of them; one a cell.
    fn write_all(&mut self, singles: &ByBand, all: [u32; 3]) {
        for (band, all) in all.into_iter().enumerate() {
            self.open[band] &= !all;
            self.left -= all.count_ones();
            let others = Four::splat(!all);
            let (old, new) = (fours(&self.places[band]), fours(&singles[band]));
            for at in 0..3 {
                let kept = (old[at] & (others | new[at])).words();
                self.places[band][4 * at..4 * at + 4].copy_from_slice(&kept);
            }
        }
        for (band, singles) in singles.iter().enumerate() {
            let mut some = fours(singles)
                .iter()
                .enumerate()
                .fold(0, |some, (at, four)| some | four.nonzero() << (4 * at));
            while some != 0 {
                let digit = some.trailing_zeros() as usize % 12;
                some &= some - 1;
                let mut here = singles[digit];
                while here != 0 {
                    let peers = &PEERS[27 * band + here.trailing_zeros() as usize];
                    here &= here - 1;
                    (0..3).for_each(|band| self.places[band][digit] &= !peers[band]);
                }
            }
        }
    }
}

/// Whether some digit is in the same cell here and there.
#[inline]
pub(super) fn meet(here: &ByBand, there: &ByBand) -> bool {
    let some = (0..3).fold(Four::splat(0), |some, band| {
        let ([a, b, c], [d, e, f]) = (fours(&here[band]), fours(&there[band]));
        some | a & d | b & e | c & f
    });
    !some.is_zero()
}

#[cfg(test)]
mod tests {
    use super::super::marks::{cells, size};
    use super::*;
    use piste_core::{Board, Cell, Digit, House, Puzzle, Rng};

    /// How it ends to write singles one after the other, in any order.
    fn one_by_one(sheet: &mut RunMarks, rng: &mut Rng) -> End {
        loop {
            let can = |cell: Cell, digit: usize| {
                sheet.places[cell.index() / 27][digit] >> (cell.index() % 27) & 1 == 1
            };
            let is_empty = |cell: &Cell| (0..9).all(|digit| !can(*cell, digit));
            let is_homeless = |house: &House| {
                Digit::ALL
                    .into_iter()
                    .any(|digit| !house.cells().iter().any(|cell| can(cell, digit.index())))
            };
            if Cell::ALL.iter().any(is_empty) || House::ALL.iter().any(is_homeless) {
                return End::Contradiction;
            }
            let singles = sheet.singles();
            match size(singles) {
                0 if sheet.left() == 0 => return End::Solved,
                0 => return End::Stuck,
                valid => sheet.write_nth(singles, rng.below(valid as usize) as u32),
            }
        }
    }

    /// Waves of singles end as single ones do, on boards with a solution and without, and with the same marks.
    #[test]
    fn waves_end_as_single_steps_do() {
        let mut rng = Rng::new(12);
        let mut seen = [0; 3];
        for round in 0..400 {
            let puzzle = Puzzle::random(&mut rng);
            let mut waves = RunMarks::from(&Board::from(puzzle.grid()));
            for _ in 0..round % 4 {
                let open: Vec<Cell> = cells(waves.open()).collect();
                let cell = *rng.pick(&open).unwrap();
                let digits: Vec<usize> =
                    (0..9).filter(|digit| waves.digits(cell) >> digit & 1 == 1).collect();
                if let Some(&digit) = rng.pick(&digits) {
                    waves.write(cell, digit);
                }
            }
            let mut steps = waves;
            let end = waves.follow_singles();
            assert_eq!(end, one_by_one(&mut steps, &mut rng), "{puzzle:?}");
            if end != End::Contradiction {
                assert_eq!((waves.key(), waves.left()), (steps.key(), steps.left()));
            }
            seen[end as usize] += 1;
        }
        assert!(seen.iter().all(|&ends| ends > 20), "{seen:?}");
    }

    #[test]
    fn sheets_meet_where_a_digit_is_in_both() {
        let (mut here, mut there) = (ByBand::default(), ByBand::default());
        here[1][8] = 0b110;
        there[1][8] = 0b001;
        there[1][7] = 0b110;
        assert!(!meet(&here, &there));
        there[1][8] |= 0b010;
        assert!(meet(&here, &there));
    }
}
