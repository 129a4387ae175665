//! The quick ways of the rules against slow ones, on fields with many small cells.

use super::exclusion::{exclude, pair};
use super::field::{Field, Sheet};
use super::loops::{Completeness, Rooms, unique_loop};
use super::wings::may_have_pincers;
use crate::rating::kernel::mask::{bits, count};
use crate::rating::kernel::space::HOUSES_OF;
use crate::rating::se::Hint;
use piste_core::{Board, Cell, CellSet, Rng};

/// Fields with random marks, two at least in each open cell; about half of the cells are written.
fn fields() -> Vec<Field> {
    let mut rng = Rng::new(11);
    let mut one = || {
        let mut field = Field::of(&Board::EMPTY);
        let (open, most) = (3 + rng.below(4), 1 + rng.below(3));
        for cell in Cell::ALL {
            let is_open = rng.below(9) < open;
            // Digits beside each other stand beside each other often, so the same pairs do.
            let digit = (cell.row() * 3 + cell.row() / 3 + cell.column()) % 9;
            let mut marks: u16 = 1 << digit | 1 << (digit ^ 1).min(8 - digit % 2);
            (0..rng.below(most + 1)).for_each(|_| marks |= 1 << rng.below(9));
            if count(marks) < 2 {
                marks |= 3;
            }
            let gone = if is_open { 0x1ff & !marks } else { 0x1ff };
            bits(gone).for_each(|digit| field.erase(cell.index(), digit));
            if !is_open {
                field.open.remove(cell);
                for (zone, _) in HOUSES_OF[cell.index()] {
                    field.empty[usize::from(zone)] -= 1;
                }
            }
        }
        field
    };
    (0..200).map(|_| one()).collect()
}

fn told(hint: Option<&Hint>) -> String {
    format!("{hint:?}")
}

#[test]
fn a_sheet_says_what_the_marks_say() {
    for field in fields() {
        let sheet = Sheet::of(&field);
        let cells = |is: &dyn Fn(u16) -> bool| -> CellSet {
            field.open.iter().filter(|cell| is(field.marks.cells[cell.index()])).collect()
        };
        assert_eq!(sheet.two, cells(&|marks| count(marks) == 2));
        assert_eq!(sheet.three, cells(&|marks| count(marks) == 3));
        for digits in (0..512).step_by(7) {
            assert_eq!(sheet.within(digits), cells(&|marks| marks & !digits == 0));
        }
    }
}

/// A walk that is given up would not have come to a loop.
#[test]
fn dead_ends_have_no_loops() {
    let mut found = 0;
    for field in fields() {
        let sheet = Sheet::of(&field);
        for completeness in [Completeness::Standard, Completeness::Whole] {
            let quick = unique_loop(&field, &sheet, completeness, Rooms::of);
            let slow = unique_loop(&field, &sheet, completeness, |_, _, _| Rooms::OPEN);
            assert_eq!(told(quick.as_ref()), told(slow.as_ref()));
            found += usize::from(slow.is_some());
        }
    }
    assert!(found > 15, "{found}");
}

/// What no way is left for, way by way: no digit twice in a house, and of no excluder all digits.
fn left_by_trying(field: &Field, cells: &[Cell], common: CellSet) -> Vec<u16> {
    let marks = |cell: Cell| field.marks.cells[cell.index()];
    let mut left = vec![0; cells.len()];
    let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
    for &cell in cells {
        let longer = |way: &Vec<usize>| {
            bits(marks(cell)).map(|digit| [&way[..], &[digit]].concat()).collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    for way in ways {
        let taken = way.iter().fold(0, |all, digit| all | 1 << digit);
        let clash =
            (0..cells.len()).any(|a| (0..a).any(|b| way[a] == way[b] && cells[a].sees(cells[b])));
        if !clash && common.iter().all(|excluder| marks(excluder) & !taken != 0) {
            left.iter_mut().zip(way).for_each(|(left, digit)| *left |= 1 << digit);
        }
    }
    left
}

/// Checks what is excluded of these cells, as far as anything is left. Says whether something is.
fn is_excluded_rightly(field: &Field, cells: &[Cell], common: CellSet) -> bool {
    let left = left_by_trying(field, cells, common);
    let hint = exclude(field, cells, common);
    let gone = hint.as_ref().map(|hint| hint.effect.eliminations());
    for (cell, left) in cells.iter().zip(&left) {
        let digits = gone.map_or(0, |gone| gone.digits_in(*cell).bits());
        assert_eq!(digits, field.marks.cells[cell.index()] & !left, "{cells:?}");
    }
    hint.is_some()
}

#[test]
fn exclusions_are_what_no_way_is_left_for() {
    let (mut rng, mut found) = (Rng::new(5), [0; 2]);
    for field in fields() {
        let sheet = Sheet::of(&field);
        let mut first = None;
        for second in field.open {
            for one in field.open.iter().take_while(|one| *one < second) {
                let common = sheet.two & one.peers() & second.peers();
                if common.len() > 1 && is_excluded_rightly(&field, &[one, second], common) {
                    first = first.or_else(|| exclude(&field, &[one, second], common));
                    found[0] += 1;
                }
            }
        }
        assert_eq!(told(pair(&field, &sheet, field.open).as_ref()), told(first.as_ref()));
        let open: Vec<Cell> = field.open.iter().collect();
        for _ in 0..300 {
            let mut draw = || open[rng.below(open.len())];
            let cells = [draw(), draw(), draw()];
            let set: CellSet = cells.into_iter().collect();
            let common = (sheet.two | sheet.three) & set.common_peers();
            if set.len() == 3 && common.len() > 1 {
                found[1] += usize::from(is_excluded_rightly(&field, &cells, common));
            }
        }
    }
    assert!(found.iter().all(|&found| found > 50), "{found:?}");
}

/// A pivot that is passed over has no two pincers.
#[test]
fn pivots_with_pincers_are_looked_at() {
    let mut found = 0;
    for field in fields() {
        let sheet = Sheet::of(&field);
        for (size, pivot) in
            sheet.two.iter().map(|c| (2, c)).chain(sheet.three.iter().map(|c| (3, c)))
        {
            let marks = |cell: Cell| field.marks.cells[cell.index()];
            let xyz = marks(pivot);
            let near = sheet.two & pivot.peers();
            let is_wing = |one: Cell, other: Cell| {
                count(xyz | marks(one) | marks(other)) == 3
                    && count(xyz & marks(one) & marks(other)) == size - 2
                    && [one, other].iter().all(|pincer| count(xyz & !marks(*pincer)) == 1)
            };
            let is_pivot = near.iter().any(|one| near.iter().any(|other| is_wing(one, other)));
            assert!(!is_pivot || may_have_pincers(&sheet, pivot, xyz));
            found += usize::from(is_pivot);
        }
    }
    assert!(found > 15, "{found}");
}
