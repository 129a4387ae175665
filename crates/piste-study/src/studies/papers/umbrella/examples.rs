//! The worked examples and the plain numbers of the Umbrella paper: figures 2 to 5, the sizes of its
//! exact covers, the counts of grids, and its random numbers.

use super::{Row, grid, row, same, with};
use crate::page::{count, number};
use piste_core::{Board, Cell, Digit, Grid, House, Solution};

const FIGURE_2A: &str =
    "..71.......1.835.726....8.4.2..1798.7.9.2.1.6.1893..4.1.6....959.586.4.......16..";

/// Figure 3: the tower's marks, row by row, and what the right column becomes.
const TOWER: [[&str; 3]; 9] = [
    ["4", "2358", "2356"],
    ["9", "238", "236"],
    ["357", "357", "1"],
    ["2", "45", "5"],
    ["1357", "9", "8"],
    ["1357", "6", "357"],
    ["8", "5", "569"],
    ["567", "257", "4"],
    ["356", "1", "356"],
];
const TOWER_AFTER: [&str; 9] = ["2356", "236", "1", "5", "8", "357", "59", "4", "35"];

/// Figure 4: a box's marks.
const BOX: [&str; 9] = ["49", "7", "39", "5", "2", "69", "1", "36", "8"];

/// Figure 5: the starting grid, towers exchanged, and columns exchanged too.
const FIGURE_5: [&str; 3] = [
    "854239617296175834731864952345917268962483175187526349578391426619742583423658791",
    "617239854834175296952864731268917345175483962349526187426391578583742619791658423",
    "716932458438571692259468137862719543571384269943625781624193875385247916197856324",
];

const LATIN_SQUARES: u128 = 5_524_751_496_156_892_842_531_225_600;
const FULL_GRIDS: u128 = 6_670_903_752_021_072_936_960;
const CLASSES: u128 = 5_472_730_538;

pub(super) fn rows() -> Vec<Row> {
    let mut rows = vec![figure_2a(), figure_2b(), figure_3(), figure_4()];
    rows.extend(exact_covers());
    rows.extend(counts());
    rows.extend(figure_5());
    rows.push(random_numbers());
    rows
}

/// The 2 of a column with two other empty cells.
fn figure_2a() -> Row {
    let board = Board::from(&grid(FIGURE_2A));
    let places = board.places(Digit::ALL[1], House::column(2));
    let told: Vec<String> = places.iter().map(|cell| cell.to_string()).collect();
    with(
        row(
            "figure 2 (a)",
            &format!("a hidden single: where in the third column the 2 can be, in `{FIGURE_2A}`"),
            "only in its bottom cell",
            told.join(", "),
            same(places.single() == Some(Cell::at(8, 2)), "it can be elsewhere"),
        ),
        &format!("piste explain --ladder umbrella {FIGURE_2A}"),
    )
}

/// Two digits in two cells.
fn figure_2b() -> Row {
    let marks = "45679".chars();
    let gone: String = marks.filter(|mark| !"59".contains(*mark)).collect();
    row(
        "figure 2 (b)",
        "a hidden group: 5 and 9 only in cells with the possibilities 4579 and 45679",
        "4, 6 and 7 are removed from the two",
        gone.clone(),
        same(gone == "467", "others are removed"),
    )
}

/// Locked candidates in a tower.
fn figure_3() -> Row {
    let has = |row: usize, column: usize, digit: char| TOWER[row][column].contains(digit);
    let columns: Vec<usize> =
        (0..3).filter(|&column| (0..3).any(|row| has(row, column, '6'))).collect();
    let mut after: Vec<String> = TOWER.iter().map(|row| row[2].to_owned()).collect();
    if columns == [2] {
        after[3..].iter_mut().for_each(|marks| marks.retain(|mark| mark != '6'));
    }
    row(
        "figure 3",
        "locked candidates: the 6 of a tower's top box is in its right column",
        "569 becomes 59, 356 becomes 35",
        format!("569 becomes {}, 356 becomes {}", after[6], after[8]),
        same(after == TOWER_AFTER, "the right column becomes another"),
    )
}

/// Naked singles of a box until there are none, from marks.
fn follow(mut marks: Vec<String>) -> Vec<String> {
    let mut done = [false; 9];
    while let Some(at) = (0..9).find(|&at| !done[at] && marks[at].len() == 1) {
        done[at] = true;
        let digit = marks[at].clone();
        for (other, marks) in marks.iter_mut().enumerate() {
            if other != at {
                marks.retain(|mark| mark.to_string() != digit);
            }
        }
    }
    marks
}

/// A forced chain in a box.
fn figure_4() -> Row {
    let trial = |digit: &str| {
        let mut marks: Vec<String> = BOX.iter().map(|marks| (*marks).to_owned()).collect();
        marks[2] = digit.to_owned();
        follow(marks)
    };
    let both = [trial("3"), trial("9")].map(|marks| marks[0].clone());
    row(
        "figure 4",
        "a forced chain from a cell with 3 and 9, followed by naked singles alone",
        "either way the top left cell is 4",
        format!("with 3 it is {}, with 9 it is {}", both[0], both[1]),
        same(both == ["4", "4"], "the two trials differ"),
    )
}

/// The sizes of the exact cover: for the rules, and with eight digits written.
fn exact_covers() -> Vec<Row> {
    let elements = 81 + 3 * 81;
    let subsets = |grid: &Grid| -> usize {
        let empty = Cell::ALL.iter().filter(|cell| grid.get(**cell).is_none());
        empty.map(|cell| grid.options(*cell).len()).sum()
    };
    let with_eight = |at: fn(usize) -> Cell| {
        let mut grid = Grid::EMPTY;
        for nth in 0..8 {
            grid.set(at(nth), Some(Digit::ALL[nth]));
        }
        subsets(&grid)
    };
    // Eight cells that do not see each other, and eight of one row.
    let apart = with_eight(|nth| Cell::at(nth, nth / 3 + nth % 3 * 3));
    let together = with_eight(|nth| Cell::at(0, nth));
    let left = elements - 8 * 4;
    vec![
        row(
            "section 3.7",
            "elements and subsets of the exact cover",
            "324 and 729",
            format!("{elements} and {}", subsets(&Grid::EMPTY)),
            same((elements, subsets(&Grid::EMPTY)) == (324, 729), "other sizes"),
        ),
        row(
            "section 8",
            "subsets that are left with eight digits written",
            "between 497 and 553",
            format!("between {apart} and {together}"),
            same((apart, together) == (497, 553), "other sizes"),
        ),
        row(
            "section 8",
            "elements that are left with eight digits written",
            "284",
            left.to_string(),
            same(
                left == 284,
                "each digit covers four elements of 324, which leaves 292; 284 are left after ten",
            ),
        ),
    ]
}

/// Latin squares, full grids, and what the one is to the other.
fn counts() -> Vec<Row> {
    let squares = LATIN_SQUARES as f64;
    let grids = FULL_GRIDS as f64;
    let scientific = |value: f64, decimals: usize| {
        let power = value.log10().floor();
        format!("{} · 10^{}", number(value / 10_f64.powf(power), decimals), power)
    };
    let ratio = scientific(squares / grids, 1);
    let images: u128 = 362_880 * 1_679_616 * 2;
    let rough = scientific(grids / images as f64, 3);
    let exact = scientific(CLASSES as f64, 3);
    let is_whole = FULL_GRIDS.is_multiple_of(images);
    // log10 of 81! / 9!⁹, over the number of full grids.
    let log_factorial = |n: u32| (1..=n).map(|k| f64::from(k).log10()).sum::<f64>();
    let likely = log_factorial(81) - 9.0 * log_factorial(9) - grids.log10();
    let likely = scientific(10_f64.powf(likely), 1);
    let tries: u32 = 81 + 2 - 17;
    vec![
        row(
            "section 5",
            "Latin squares for each sudoku square",
            "8.3 · 10^5",
            ratio.clone(),
            same(ratio == "8.3 · 10^5", "another ratio"),
        ),
        row(
            "section 5",
            "grids with nine of each digit for each sudoku square",
            "6.6 · 10^87",
            likely.clone(),
            same(
                likely == "6.6 · 10^87",
                "81! / 9!⁹ arrangements over 6.67 · 10^21 squares; 9^81 over it is 3 · 10^55, and 81! over it \
                 9 · 10^98",
            ),
        ),
        row(
            "section 5.1.2",
            "full grids over the 9! · 3!⁸ · 2 images of one, \"a non-integer\"",
            "5.472 · 10^9",
            rough.clone(),
            same(rough == "5.472 · 10^9" && !is_whole, "another number"),
        ),
        row(
            "section 5.1.2",
            "classes of full grids by Burnside's lemma, cited",
            "5.473 · 10^9",
            exact.clone(),
            same(exact == "5.473 · 10^9", "another number"),
        ),
        row(
            "section 4",
            "attempts to shred one full grid, 2^81 · 4 / 2^17",
            "2^66",
            format!("2^{tries}"),
            same(tries == 66, "another power"),
        ),
    ]
}

/// A flip made of exchanges.
fn figure_5() -> Vec<Row> {
    let [start, towers, columns] = FIGURE_5.map(grid);
    let from = |grid: &Grid, column: fn(usize) -> usize| {
        let source = *grid;
        Grid::from_fn(|cell| source.get(Cell::at(cell.row(), column(cell.column()))))
    };
    let by_towers = from(&start, |column| (2 - column / 3) * 3 + column % 3);
    let by_columns = from(&towers, |column| column / 3 * 3 + 2 - column % 3);
    let flipped = from(&start, |column| 8 - column);
    let shown = |is: bool| if is { "it is" } else { "it is not" }.to_owned();
    vec![
        row(
            "figure 5 (a)",
            &format!("a full grid: `{}`", FIGURE_5[0]),
            "obeys the rules",
            shown(Solution::new(&start).is_some()),
            same(Solution::new(&start).is_some(), "it breaks a rule"),
        ),
        row(
            "figure 5 (b)",
            &format!("its first and last towers exchanged: `{}`", FIGURE_5[1]),
            "as printed",
            shown(by_towers == towers),
            same(by_towers == towers, "the exchange gives another grid"),
        ),
        row(
            "figure 5 (c)",
            &format!("and the outer columns of each tower, a flip: `{}`", FIGURE_5[2]),
            "as printed",
            shown(by_columns == columns && columns == flipped),
            same(by_columns == columns && columns == flipped, "the exchange gives another grid"),
        ),
    ]
}

/// A linear congruential sequence with a short period.
fn random_numbers() -> Row {
    let sequence = |a: u32, c: u32, start: u32| {
        let next = move |x: &u32| Some((a * x + c) % 10);
        std::iter::successors(Some(start), next).skip(1).take(6).collect::<Vec<u32>>()
    };
    let printed = [2, 8, 6, 2, 8, 6];
    let ours = sequence(6, 6, 1);
    let mut fitting = 0;
    for a in 0..10 {
        for c in 0..10 {
            fitting += (0..10).filter(|start| sequence(a, c, *start) == printed).count();
        }
    }
    let told: Vec<String> = ours.iter().map(ToString::to_string).collect();
    let tried = format!(
        "of all a, c and starts below 10, with m = 10, {} give the printed sequence; the point stands, for \
         ours repeats after five",
        count(fitting)
    );
    row(
        "section 6",
        "random numbers with m = 10, a = c = 6, starting from 1",
        "2, 8, 6, 2, 8, 6",
        told.join(", "),
        same(ours == printed, &tried),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::papers::Verdict;

    #[test]
    fn the_worked_examples_come_out_as_printed() {
        for row in [figure_2a(), figure_2b(), figure_3(), figure_4()].into_iter().chain(figure_5())
        {
            assert_eq!(row.verdict, Verdict::Same, "{row:?}");
        }
    }

    #[test]
    fn the_plain_numbers_are_counted() {
        let verdicts = |rows: Vec<Row>| {
            rows.iter().map(|row| row.verdict == Verdict::Same).collect::<Vec<_>>()
        };
        assert_eq!(verdicts(exact_covers()), [true, true, false]);
        assert_eq!(verdicts(counts()), [true, false, true, true, true]);
        assert_eq!(random_numbers().ours, "2, 8, 4, 0, 6, 2");
    }
}
