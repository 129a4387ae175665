//! What may still go where, in four registers; and settling it.
//!
//! [`Trio`] draws how the cells of a band lie in a word. A position has such a word for every
//! digit and band, 27 of them, in four times eight lanes:
//!
//! ```text
//!   a   1a 2a 3a 4a  5a 6a 7a 8a      the digits 1 to 8 in band a
//!   b   1b 2b 3b 4b  5b 6b 7b 8b      … in band b
//!   c   1c 2c 3c 4c  5c 6c 7c 8c      … in band c
//!   d   9a 9b 9c 9c  9a 9b 9c 9c      the 9 in all bands, twice, so that no lane is idle
//! ```
//!
//! What is to be known of cells, whichever digit, is kept in the form of `d`: three words in
//! each half. There is one such set, the cells that may have more than one digit left.
//!
//! A *pass* is the same few hundred instructions whatever the position, without a branch:
//!
//! 1. **Naked singles.** A cell outside that set has one digit. In its row that digit has no
//!    other cell.
//! 2. **Bands.** The digit takes one mini-row (the cells that a row and a box share) in
//!    each row and each box of the band: a permutation of three. What is in no permutation goes.
//! 3. **Stacks.** In each stack of boxes the digit takes one column in each band and each
//!    column once: again a permutation of three.
//! 4. **Hidden singles.** A row with a single cell left for the digit fixes that cell, and
//!    all other digits lose it.
//! 5. **Cells.** The nine digits' words are added up, which tells the cells with none, one, or
//!    more digits.
//!
//! A mini-row is one bit of three, and the columns of a band are one row of three. So for both permutations
//! the three bands of a digit are laid into one word and looked at together; those of the 9 lie side by side
//! already and stay so.
//!
//! Everything else that one digit can say about its cells (boxes, columns, locked candidates
//! of every sort) is a special case of the two permutations; a naked or hidden single in a
//! row becomes one in its box and column by them. Passes go on until one changes nothing.
//! The order in which the rules are applied does not matter for what is left in the end, so
//! all lanes leave the same.
//!
//! A position without a solution shows it in one of three ways: a digit with no cell in some
//! row has no permutation and loses the whole band; a cell has no digit; or, when nothing
//! changes any more, two singles are at odds: equal ones in a row, or different ones in a cell.

use super::trio::{FULL, Trio};
use super::{Clues, Tally};
use crate::search::lanes::Lanes;
use crate::{ByCell, Candidate, Cell, Digit, DigitSet, Grid, Marks, Solution};

/// The first cell of each row.
const ROWS: u32 = 1 | 1 << 10 | 1 << 20;

/// The unused bit after each row.
const AFTER_ROWS: u32 = ROWS << 9;

/// The first cell of each mini-row.
const MINI_ROWS: u32 = 0o111 * ROWS;

/// One bit per column: the band's first row.
const COLUMNS: u32 = 0o777;

/// What may still go where.
#[derive(Clone, Copy)]
pub(super) struct Position<L> {
    /// The words of the digits 1 to 8 in the three bands, then those of the 9.
    words: [L; 4],
    /// Cells that may have more than one digit; all others have one at most.
    open: L,
}

/// The same for each of the four registers. A closure would do, were it sure to become part of
/// the function that is compiled for the lanes.
macro_rules! each {
    ($i:ident => $register:expr) => {
        [
            {
                let $i = 0;
                $register
            },
            {
                let $i = 1;
                $register
            },
            {
                let $i = 2;
                $register
            },
            {
                let $i = 3;
                $register
            },
        ]
    };
}

/// How far settling came.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    /// There is no solution.
    Broken,
    /// There may be several.
    Stuck,
    /// There is one, and this is it.
    Solved,
}

impl<L: Lanes> Position<L> {
    /// Everything may go everywhere.
    #[inline(always)]
    pub(super) fn blank(none: L) -> Position<L> {
        let all = none.splat(FULL);
        Position { words: [all; 4], open: all }
    }

    #[inline(always)]
    pub(super) fn new(none: L, clues: &Clues) -> Position<L> {
        match clues {
            Clues::Givens(grid) => Position::of_givens(none, grid),
            Clues::Marks(marks) => Position::of_marks(none, marks),
        }
    }

    #[inline(always)]
    pub(super) fn of_givens(none: L, grid: &Grid) -> Position<L> {
        let places = none.places(&grid.bytes());
        let [a, b, c] = &places;
        let words = [
            none.load(a.first_chunk().expect("nine digits")),
            none.load(b.first_chunk().expect("nine digits")),
            none.load(c.first_chunk().expect("nine digits")),
            Position::of_cells(none, [a[8], b[8], c[8]]),
        ];
        let open = none.splat(FULL).less(all_of(words));
        let beside = spread(open);
        Position { words: each!(i => words[i] | beside[i]), open }
    }

    #[inline(always)]
    fn of_marks(none: L, marks: &Marks) -> Position<L> {
        let mut words = [[0; 8]; 3];
        let mut nine = [0; 3];
        for cell in Cell::ALL {
            let (band, bit) = Trio::place(cell);
            for digit in marks[cell] {
                match words[band].get_mut(digit.index()) {
                    Some(word) => *word |= bit,
                    None => nine[band] |= bit,
                }
            }
        }
        let [a, b, c] = &words;
        Position {
            words: [none.load(a), none.load(b), none.load(c), Position::of_cells(none, nine)],
            open: none.splat(FULL),
        }
    }

    /// A set of cells, in the form that [`Position::open`] has.
    #[inline(always)]
    fn of_cells(none: L, [a, b, c]: [u32; 3]) -> L {
        none.load(&[a, b, c, c, a, b, c, c])
    }

    /// Lanes of the kind that the position is in.
    #[inline(always)]
    pub(super) fn lane(&self) -> L {
        self.open
    }

    /// The words of the digits 1 to 8 in the three bands, then those of the 9.
    #[inline(always)]
    pub(super) fn words(&self) -> [L; 4] {
        self.words
    }

    /// Takes the digit out of the cell.
    #[inline(always)]
    pub(super) fn forbid(&mut self, candidate: Candidate) {
        self.keep(candidate.digit(), Trio::ALL - Trio::of(candidate.cell()), Trio::ALL);
    }

    /// Takes the digit out of all cells that see this one, and all others out of the cell. The
    /// rest follows by settling.
    #[inline(always)]
    pub(super) fn put(&mut self, candidate: Candidate) {
        let cell = candidate.cell();
        let but_the_cell = Trio::ALL - Trio::of(cell);
        self.keep(candidate.digit(), Trio::kept_by(cell), but_the_cell);
        let [a, b, c, _] = but_the_cell.0;
        self.open = self.open & Position::of_cells(self.open, [a, b, c]);
    }

    /// Leaves these cells to the digit, and those to all others.
    #[inline(always)]
    fn keep(&mut self, digit: Digit, to_digit: Trio, to_others: Trio) {
        let [a, b, c, d] = &mut self.words;
        let others = d.load(&OTHERS[digit.index()]);
        *a =
            *a & (others & others.splat(to_others.0[0]) | others.splat(to_digit.0[0]).less(others));
        *b =
            *b & (others & others.splat(to_others.0[1]) | others.splat(to_digit.0[1]).less(others));
        *c =
            *c & (others & others.splat(to_others.0[2]) | others.splat(to_digit.0[2]).less(others));
        let to_nine = if digit == Digit::D9 { to_digit } else { to_others };
        *d = *d & Position::of_cells(others, [to_nine.0[0], to_nine.0[1], to_nine.0[2]]);
    }

    /// The same with these cells empty: any digit may go there.
    #[inline(always)]
    pub(super) fn emptied(&self, cells: Trio) -> Position<L> {
        let [a, b, c, _] = cells.0;
        let empty = Position::of_cells(self.open, [a, b, c]);
        let beside = spread(empty);
        Position { words: each!(i => self.words[i] | beside[i]), open: self.open | empty }
    }

    /// The words of the eight other digits in each band, one in each lane: the 9 takes the lane
    /// of the digit.
    #[inline(always)]
    pub(super) fn others_than(&self, digit: Digit) -> [L; 3] {
        let [a, b, c, d] = self.words;
        let others = d.load(&OTHERS[digit.index()]);
        [
            a & others | d.spread::<0>().less(others),
            b & others | d.spread::<1>().less(others),
            c & others | d.spread::<2>().less(others),
        ]
    }

    /// What both say together.
    #[inline(always)]
    pub(super) fn and(&self, other: &Position<L>) -> Position<L> {
        Position { words: each!(i => self.words[i] & other.words[i]), open: self.open & other.open }
    }

    /// Whether no cell is open. Only a settled position knows.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.open.is_none()
    }

    /// Leaves these digits only the places that they have in the other.
    #[inline(always)]
    pub(super) fn fix(&mut self, digits: DigitSet, other: &Position<L>) {
        let mut free = [u32::MAX; 8];
        let mut free_nine = u32::MAX;
        for digit in digits {
            *free.get_mut(digit.index()).unwrap_or(&mut free_nine) = 0;
        }
        let free = self.open.load(&free);
        let [a, b, c, d] = &mut self.words;
        *a = *a & (other.words[0] | free);
        *b = *b & (other.words[1] | free);
        *c = *c & (other.words[2] | free);
        *d = *d & (other.words[3] | free.splat(free_nine));
    }

    /// Leaves these cells only what they have in the other.
    #[inline(always)]
    pub(super) fn fix_cells(&mut self, cells: Trio, other: &Position<L>) {
        let [free_a, free_b, free_c, _] = (Trio::ALL - cells).0;
        let [a, b, c, d] = &mut self.words;
        *a = *a & (other.words[0] | d.splat(free_a));
        *b = *b & (other.words[1] | d.splat(free_b));
        *c = *c & (other.words[2] | d.splat(free_c));
        *d = *d & (other.words[3] | Position::of_cells(*d, [free_a, free_b, free_c]));
    }

    /// Applies the rules until they have nothing more to say.
    #[inline(always)]
    pub(super) fn settle(&mut self) -> Settled {
        self.settle_within(usize::MAX)
    }

    /// Applies the rules until they have nothing more to say, but no more often than this: what is
    /// [`Settled::Stuck`] then has open cells, but might come further.
    #[inline(always)]
    pub(super) fn settle_within(&mut self, mut passes: usize) -> Settled {
        loop {
            let pass = self.pass();
            if !pass.broken.is_none() {
                return Settled::Broken;
            }
            let is_full = self.is_full();
            if is_full && self.is_solution() {
                return Settled::Solved;
            }
            if pass.changed.is_none() {
                return if pass.odds.is_none() { Settled::Stuck } else { Settled::Broken };
            }
            passes = passes.saturating_sub(1);
            if passes == 0 && !is_full {
                return Settled::Stuck;
            }
        }
    }

    /// Whether each digit stands once in each row, box and column; if every cell has a digit
    /// that is a solution. It takes less than the pass that would change nothing.
    #[inline(always)]
    fn is_solution(&self) -> bool {
        let words = self.words;
        let columns = each!(i => columns(words[i]));
        let [a, b, c, d] = columns;
        let full = d.splat(FULL);
        let rows =
            each!(i => whole_rows(words[i]) ^ full | words[i] & (words[i] - words[i].splat(ROWS)));
        let boxes = each!(i => full.splat(0o111).less(boxes(columns[i])));
        let columns = full.splat(COLUMNS).less(a | b | c)
            | full.splat(COLUMNS).less(d | d.turn() | d.turn_back());
        (either(rows) | either(boxes) | columns).is_none()
    }

    /// The digits that the cell with this bit of this band has, the 1 as bit 0.
    #[inline(always)]
    pub(super) fn digits(&self, band: usize, bit: u32) -> u32 {
        let nine = self.words[3].which_have(bit) >> band & 1;
        self.words[band].which_have(bit) | nine << 8
    }

    /// Applies each rule once.
    #[inline(always)]
    fn pass(&mut self) -> Pass<L> {
        let [a, b, c, d] = self.words;
        let (before, open_before) = ([a, b, c, d.equal_halves()], self.open.equal_halves());
        let open = spread(open_before);
        let naked = each!(i => before[i].less(open[i]));
        let words = each!(i => alone_in_rows(before[i], naked[i]));
        let words = in_stacks(in_permutations(words));
        let [a, _, _, d] = words;
        // Without a permutation left in one band, a digit has lost its columns in the others too.
        let lost = a.is_zero() | d.is_zero();
        let hidden = each!(i => single_in_rows(words[i]));
        let counts = Counts::over_digits(words, hidden);

        self.open = counts.two.less(counts.fixed);
        let fixed = spread(counts.fixed);
        self.words = each!(i => words[i].less(fixed[i]) | hidden[i]);
        Pass {
            broken: lost | (counts.one ^ d.splat(FULL)),
            changed: either(each!(i => self.words[i] ^ before[i])) | self.open ^ open_before,
            odds: either(each!(i => naked[i].less(hidden[i]))) | counts.two & counts.fixed,
        }
    }

    /// The cells with exactly two digits.
    #[inline(always)]
    pub(super) fn pairs(&self) -> Trio {
        let [a, b, c, ..] = Tally::over_digits(self.words).twice().store();
        Trio([a, b, c, 0])
    }

    /// The words of each digit.
    #[inline(always)]
    pub(super) fn laid_out(&self) -> LaidOut {
        let [a, b, c, d] = each!(i => self.words[i].store());
        let mut words = [Trio([d[0], d[1], d[2], 0]); 9];
        for i in 0..8 {
            words[i] = Trio([a[i], b[i], c[i], 0]);
        }
        let open = self.open.store();
        LaidOut { words, open: Trio([open[0], open[1], open[2], 0]) }
    }

    /// Reads the digits off a position without open cells.
    #[inline(always)]
    pub(super) fn solution(&self) -> Solution {
        let [a, b, c, d] = each!(i => self.words[i].store());
        let mut cells = ByCell::filled(Digit::D1);
        for (d8, digit) in Digit::ALL.into_iter().enumerate() {
            let bands = if d8 < 8 { [a[d8], b[d8], c[d8]] } else { [d[0], d[1], d[2]] };
            for row in 0..9 {
                let columns = bands[row / 3] >> (10 * (row % 3)) & COLUMNS;
                // The row has one cell; the bound is for the compiler, which cannot know.
                cells[Cell::at(row, (columns.trailing_zeros() as usize).min(8))] = digit;
            }
        }
        Solution::from_proved(cells)
    }
}

/// A position as its words lie in memory, one digit after the other.
pub(super) struct LaidOut {
    /// For each digit, the cells it may stand in.
    pub(super) words: [Trio; 9],
    /// The cells with more than one digit.
    pub(super) open: Trio,
}

impl LaidOut {
    pub(super) fn has(&self, cell: Cell, digit: Digit) -> bool {
        let (band, bit) = Trio::place(cell);
        self.words[digit.index()].0[band] & bit != 0
    }
}

/// What a pass found out.
struct Pass<L> {
    /// Not empty if a digit has lost a band, or a cell all digits.
    broken: L,
    /// What it has taken away: digits from cells, and cells from those that are open. A cell
    /// that has just got down to one digit is for the next pass to look at.
    changed: L,
    /// Singles at odds with each other. Only a pass that changes nothing can tell.
    odds: L,
}

/// All ones but in the lane of the digit.
static OTHERS: [[u32; 8]; 9] = {
    let mut others = [[u32::MAX; 8]; 9];
    let mut digit = 0;
    while digit < 8 {
        others[digit][digit] = 0;
        digit += 1;
    }
    others
};

/// A set of cells laid beside the words: each band over all lanes, then as it is.
#[inline(always)]
fn spread<L: Lanes>(cells: L) -> [L; 4] {
    [cells.spread::<0>(), cells.spread::<1>(), cells.spread::<2>(), cells]
}

#[inline(always)]
fn either<L: Lanes>([a, b, c, d]: [L; 4]) -> L {
    (a | b) | (c | d)
}

/// The cells of any digit.
#[inline(always)]
fn all_of<L: Lanes>([a, b, c, d]: [L; 4]) -> L {
    let [low, high] = a.braid_words(b);
    let [low, high] = (low | high).braid_pairs(c | c.swap_words());
    let abc = low | high;
    abc | abc.swap_halves() | d
}

/// All cells of the rows in which the words have any.
#[inline(always)]
pub(super) fn whole_rows<L: Lanes>(words: L) -> L {
    // Adding the full row carries into the unused bit unless there is nothing to add to.
    let after = (words + words.splat(FULL)) & words.splat(AFTER_ROWS);
    after - after.down::<9>()
}

/// All cells of the rows in which the words have none.
#[inline(always)]
fn empty_rows<L: Lanes>(words: L) -> L {
    // Taking the row from the unused bit leaves that bit only if there is nothing to take.
    let after = words.splat(AFTER_ROWS);
    let after = (after - words) & after;
    after - after.down::<9>()
}

/// The words less what shares a row with one of the cells that are `alone`.
#[inline(always)]
fn alone_in_rows<L: Lanes>(words: L, alone: L) -> L {
    words & (alone | empty_rows(alone))
}

/// The cells that are the only one of their row.
#[inline(always)]
fn single_in_rows<L: Lanes>(words: L) -> L {
    let but_the_first = words & (words - words.splat(ROWS));
    words & empty_rows(but_the_first)
}

/// The mini-rows, by one cell of each, that lie one box to the right, the last box's right
/// being the first.
#[inline(always)]
fn next_box<L: Lanes>(mini_rows: L) -> L {
    mini_rows.down::<3>() & mini_rows.splat(0o077 * ROWS)
        | mini_rows.up::<6>() & mini_rows.splat(0o700 * ROWS)
}

/// The same one row further down. Leaves bits behind that belong to no row.
#[inline(always)]
fn next_row<L: Lanes>(cells: L) -> L {
    cells.down::<10>() | cells.up::<20>()
}

/// The cells whose mini-row belongs to a permutation of rows and boxes.
#[inline(always)]
fn in_permutations<L: Lanes>([a, b, c, d]: [L; 4]) -> [L; 4] {
    // A mini-row is one bit of three, so the three bands go side by side.
    let first = d.splat(MINI_ROWS);
    let (second, third) = (first.up::<1>(), first.up::<2>());
    let of_a = (a | a.down::<1>() | a.down::<2>()) & first;
    let of_b = (b.up::<1>() | b | b.down::<1>()) & second;
    let of_c = (c.up::<2>() | c.up::<1>() | c) & third;
    let of_d = (d | d.down::<1>() | d.down::<2>()) & first;
    let abc = possible_mini_rows(of_a | of_b | of_c);
    let [of_a, of_b, of_c] = [abc & first, abc & second, abc & third];
    let of_d = possible_mini_rows(of_d) & first;
    [
        a & (of_a.up::<3>() - of_a),
        b & (of_b.up::<2>() - of_b.down::<1>()),
        c & (of_c.up::<1>() - of_c.down::<2>()),
        d & (of_d.up::<3>() - of_d),
    ]
}

/// The mini-rows to which the two other rows leave a box: they must have the two other boxes, one way or
/// the other. Leaves bits behind that belong to no row.
#[inline(always)]
fn possible_mini_rows<L: Lanes>(here: L) -> L {
    let beside = next_box(here);
    let two_rows = here & next_row(beside) | beside & next_row(here);
    next_row(next_box(two_rows))
}

/// The columns one further to the right in their boxes, in each row.
#[inline(always)]
fn next_column<L: Lanes>(columns: L) -> L {
    columns.down::<1>() & columns.splat(0o333 * ROWS)
        | columns.up::<2>() & columns.splat(0o444 * ROWS)
}

/// The columns that the words have cells in.
#[inline(always)]
pub(super) fn columns<L: Lanes>(words: L) -> L {
    (words | words.down::<10>() | words.down::<20>()) & words.splat(COLUMNS)
}

/// The boxes that the columns of a band belong to, by their first column. Leaves other bits behind.
#[inline(always)]
fn boxes<L: Lanes>(columns: L) -> L {
    columns | columns.down::<1>() | columns.down::<2>()
}

/// All cells of the boxes that the columns of a band belong to.
#[inline(always)]
pub(super) fn box_cells<L: Lanes>(columns: L) -> L {
    let boxes = boxes(columns) & columns.splat(0o111);
    (boxes.up::<3>() - boxes).thrice()
}

/// The cells whose column belongs to a permutation of bands and columns.
#[inline(always)]
fn in_stacks<L: Lanes>([a, b, c, d]: [L; 4]) -> [L; 4] {
    // The columns of a band are one row of three, so the three bands go one below the other.
    let first = d.splat(COLUMNS);
    let [second, third] = [first.up::<10>(), first.up::<20>()];
    let of_a = (a | a.down::<10>() | a.down::<20>()) & first;
    let of_b = (b.up::<10>() | b | b.down::<10>()) & second;
    let of_c = (c.up::<20>() | c.up::<10>() | c) & third;
    let here = of_a | of_b | of_c;
    let beside = next_column(here);
    // As with mini-rows: what two bands have between them leaves a column to the third, the one before them.
    let two_bands = here & next_row(beside) | beside & next_row(here);
    let left = next_column(two_bands);
    let [to_c, to_a, to_b] = [left & first, left & second, left & third];

    // The bands of the 9 lie side by side: what two of them have, the third gets by turning.
    let of_d = columns(d);
    let beside_d = next_column(of_d);
    let two_bands = of_d & beside_d.turn() | beside_d & of_d.turn();
    [
        a & (to_a.up::<10>() | to_a | to_a.down::<10>()),
        b & (to_b | to_b.down::<10>() | to_b.down::<20>()),
        c & to_c.thrice(),
        d & next_column(two_bands.turn()).thrice(),
    ]
}

/// How many digits cells have, added up lane by lane.
#[derive(Clone, Copy)]
struct Counts<L> {
    /// Cells with a digit.
    one: L,
    /// Cells with two digits or more.
    two: L,
    /// Cells that a digit has to itself.
    fixed: L,
}

impl<L: Lanes> Counts<L> {
    /// Those of all digits, in the form of the open cells.
    #[inline(always)]
    fn over_digits(words: [L; 4], fixed: [L; 4]) -> Counts<L> {
        let [mut a, mut b, mut c, d] = each!(i => Counts {
            one: words[i],
            two: words[i].splat(0),
            fixed: fixed[i],
        });
        if L::HALVES_APART {
            [a, b, c] = [a.over_halves(), b.over_halves(), c.over_halves()];
        }
        let [low, high] = a.braid_words(b);
        let [low, high] = low.plus(high).braid_pairs(c.over_words());
        let mut abc = low.plus(high);
        if !L::HALVES_APART {
            abc = abc.over_halves();
        }
        abc.plus(d)
    }

    /// Both taken together.
    #[inline(always)]
    fn plus(self, other: Counts<L>) -> Counts<L> {
        Counts {
            one: self.one | other.one,
            two: self.two | other.two | self.one & other.one,
            fixed: self.fixed | other.fixed,
        }
    }

    /// Those of neighbouring lanes taken together.
    #[inline(always)]
    fn over_words(self) -> Counts<L> {
        let Counts { one, two, fixed } = self;
        self.plus(Counts {
            one: one.swap_words(),
            two: two.swap_words(),
            fixed: fixed.swap_words(),
        })
    }

    /// Those of both halves taken together.
    #[inline(always)]
    fn over_halves(self) -> Counts<L> {
        let Counts { one, two, fixed } = self;
        let Counts { one, two, fixed } = self.plus(Counts {
            one: one.swap_halves(),
            two: two.swap_halves(),
            fixed: fixed.swap_halves(),
        });
        Counts { one: one.equal_halves(), two: two.equal_halves(), fixed: fixed.equal_halves() }
    }

    /// See [`Lanes::braid_words`].
    #[inline(always)]
    fn braid_words(self, other: Counts<L>) -> [Counts<L>; 2] {
        let [one, two, fixed] = [
            self.one.braid_words(other.one),
            self.two.braid_words(other.two),
            self.fixed.braid_words(other.fixed),
        ];
        [
            Counts { one: one[0], two: two[0], fixed: fixed[0] },
            Counts { one: one[1], two: two[1], fixed: fixed[1] },
        ]
    }

    /// See [`Lanes::braid_pairs`].
    #[inline(always)]
    fn braid_pairs(self, other: Counts<L>) -> [Counts<L>; 2] {
        let [one, two, fixed] = [
            self.one.braid_pairs(other.one),
            self.two.braid_pairs(other.two),
            self.fixed.braid_pairs(other.fixed),
        ];
        [
            Counts { one: one[0], two: two[0], fixed: fixed[0] },
            Counts { one: one[1], two: two[1], fixed: fixed[1] },
        ]
    }
}
