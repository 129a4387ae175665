//! The green method, and the nursery slope below it; and how much work the order of the numbers
//! makes.
//!
//! "1) Select a number k; 2) mentally mark regions where k is present; 3) check if there are
//! regions with only one empty square not mentally marked, write k in those squares; 4) return to
//! step 1 or continue to step 5 after processing all numbers without adding any number; 5) for each
//! empty square, if all numbers exist in the regions where the square is in, except one, write the
//! missing number; 6) if there are some changes return to step 1."
//!
//! The paper advises to select the most frequent numbers first and says that nobody knows whether
//! that saves work. [`Effort`] counts it: every time a number is selected, whether it is written
//! or not, and every time all squares are gone through.

use super::squares::Squares;
use super::words::{Form, Why};
use super::{Change, Entry, Pencil, Walker};
use piste_core::AnyGrid;

/// In which order the numbers are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitOrder {
    /// Those that stand most often first; of several that stand as often the lowest.
    Frequency,
    /// From 1.
    Ascending,
    /// To 1.
    Descending,
}

/// How much work the green method was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How often a number was selected and its regions marked.
    pub selections: u64,
    /// How often all empty squares were gone through for step 5.
    pub rounds: u64,
}

impl DigitOrder {
    /// How much work the green method is when the numbers are selected in this order, and how
    /// many squares it leaves empty.
    ///
    /// ```
    /// use piste::sat::DigitOrder;
    /// use piste_core::AnyGrid;
    ///
    /// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
    /// let (effort, left) = DigitOrder::Ascending.effort(&grid);
    /// assert_eq!(left, 0);
    /// assert!(effort.selections >= 4);
    /// ```
    pub fn effort(self, grid: &AnyGrid) -> (Effort, usize) {
        let mut walker = Walker::new(Squares::new(grid), grid.shape());
        walker.green(Pencil::Green, self);
        (walker.effort, walker.sheet.empty().count())
    }
}

/// The board after steps 1 to 3 of the green method for one number, its regions marked once;
/// a number that the board does not have changes nothing.
///
/// ```
/// use piste::sat::green_select;
/// use piste_core::AnyGrid;
///
/// let text = "6123.. ..51.. 25.4.1 1..... 5.1... ...514";
/// let example = text.replace(' ', "").parse::<AnyGrid>().unwrap();
/// assert_eq!(green_select(&example, 2).to_string(), "6123....51..25.4.11.....5.1....2.514");
/// assert_eq!(green_select(&example, 7), example);
/// ```
pub fn green_select(grid: &AnyGrid, number: u8) -> AnyGrid {
    let mut sheet = Squares::new(grid);
    if (1..=grid.shape().side() as u8).contains(&number) {
        for (_, entry) in sheet.unmarked(Pencil::Green, number) {
            sheet.write(entry);
        }
    }
    Walker::new(sheet, grid.shape()).board()
}

/// The board after step 5 as the paper's figure 1 and its appendix show it: every square that
/// is the last empty one of a row, column or box is filled.
///
/// ```
/// use piste::sat::fill_last_squares;
/// use piste_core::AnyGrid;
///
/// let board: AnyGrid = "123.341.21434...".parse().unwrap();
/// assert_eq!(fill_last_squares(&board).to_string(), "123434122143432.");
/// ```
pub fn fill_last_squares(grid: &AnyGrid) -> AnyGrid {
    let mut sheet = Squares::new(grid);
    for entry in sheet.last_numbers(Pencil::Nursery) {
        sheet.write(entry);
    }
    Walker::new(sheet, grid.shape()).board()
}

/// How many squares the nursery slope leaves empty: numbers in boxes, and the last square of
/// a region. A puzzle of which it leaves none is easier than green.
///
/// ```
/// use piste::sat::left_by_nursery;
/// use piste_core::AnyGrid;
///
/// let grid: AnyGrid = "1234341221434.21".parse().unwrap();
/// assert_eq!(left_by_nursery(&grid), 0);
/// assert_eq!(left_by_nursery(&"................".parse().unwrap()), 16);
/// ```
pub fn left_by_nursery(grid: &AnyGrid) -> usize {
    let layout = grid.shape().layout();
    let mut sheet = Squares::new(grid);
    loop {
        let before = sheet.empty().count();
        for house in 2 * layout.side()..layout.houses().len() {
            while let Some(entry) = sheet.only_place(house) {
                sheet.write(entry);
            }
        }
        for entry in sheet.last_numbers(Pencil::Nursery) {
            sheet.write(entry);
        }
        let after = sheet.empty().count();
        if after == before || after == 0 {
            return after;
        }
    }
}

impl Squares<'_> {
    /// Steps 1 to 3 for one number: the squares that alone are left in some region, each once,
    /// with the region; boxes first.
    pub(super) fn unmarked(&self, method: Pencil, digit: u8) -> Vec<(usize, Entry)> {
        let n = self.layout.side();
        let lines = if method == Pencil::Nursery { 0 } else { 2 * n };
        let mut found: Vec<(usize, Entry)> = Vec::new();
        for house in (2 * n..self.houses().end).chain(0..lines) {
            let mut cells = self.cells(house).filter(|&cell| self.has(Entry { cell, digit }));
            let (first, second) = (cells.next(), cells.next());
            let (Some(cell), None) = (first, second) else { continue };
            let entry = Entry { cell, digit };
            if !self.stands(house, digit) && found.iter().all(|(_, known)| *known != entry) {
                found.push((house, entry));
            }
        }
        found
    }

    /// A number that has one square left in the region, and the square: the same as
    /// [`Squares::unmarked`] finds, for all numbers at a glance.
    fn only_place(&self, house: usize) -> Option<Entry> {
        let (mut once, mut twice) = (0u32, 0u32);
        for cell in self.cells(house) {
            twice |= once & self.small(cell);
            once |= self.small(cell);
        }
        let only = once & !twice;
        if only == 0 {
            return None;
        }
        let cell = self.cells(house).find(|&cell| self.small(cell) & only != 0)?;
        let digit = (self.small(cell) & only).trailing_zeros() as u8 + 1;
        Some(Entry { cell, digit })
    }

    /// Step 5: the squares that only one number is left for. On the nursery slope only those
    /// that are the last of a region.
    pub(super) fn last_numbers(&self, method: Pencil) -> Vec<Entry> {
        let is_last = |cell: usize| {
            self.layout.homes(cell).iter().any(|home| {
                let house = usize::from(home.house);
                self.cells(house).filter(|&other| self.written()[other] == 0).count() == 1
            })
        };
        let single = self.empty().filter(|&cell| self.small(cell).is_power_of_two());
        let entries = single
            .filter(|&cell| method != Pencil::Nursery || is_last(cell))
            .map(|cell| Entry { cell, digit: self.small(cell).trailing_zeros() as u8 + 1 });
        entries.collect()
    }
}

impl Walker<'_> {
    /// The method, to the end.
    pub(super) fn green(&mut self, method: Pencil, order: DigitOrder) {
        loop {
            let before = self.sheet.empty().count();
            for digit in self.numbers(order) {
                self.select(method, digit);
            }
            if self.sheet.empty().count() == before {
                self.fill_last_numbers(method);
            }
            if self.sheet.empty().count() == before || self.is_over() {
                return;
            }
        }
    }

    /// The numbers that are not yet everywhere, in this order.
    fn numbers(&self, order: DigitOrder) -> Vec<u8> {
        let n = self.sheet.layout.side();
        let numbers = 1..=n as u8;
        let mut numbers: Vec<u8> =
            numbers.filter(|&digit| self.sheet.frequency(digit) < n).collect();
        match order {
            DigitOrder::Frequency => {
                numbers.sort_by_key(|&digit| std::cmp::Reverse(self.sheet.frequency(digit)));
            }
            DigitOrder::Ascending => {}
            DigitOrder::Descending => numbers.reverse(),
        }
        numbers
    }

    /// Steps 1 to 3 for one number: again and again, as a number written marks more.
    pub(super) fn select(&mut self, method: Pencil, digit: u8) {
        loop {
            self.effort.selections += 1;
            let found = self.sheet.unmarked(method, digit);
            if found.is_empty() {
                return;
            }
            let houses = found.iter().map(|&(house, _)| house).collect();
            let form = match method {
                _ if self.has_small => Form::Small,
                Pencil::Nursery => Form::Nursery,
                _ => Form::Plain,
            };
            let why = Why::Select { digit, houses, form };
            let written = found.into_iter().map(|(_, entry)| entry).collect();
            self.act((method, "3"), why, Change { written, ..Change::default() });
        }
    }

    /// Step 5: squares for which only one number is missing.
    pub(super) fn fill_last_numbers(&mut self, method: Pencil) {
        self.effort.rounds += 1;
        let written = self.sheet.last_numbers(method);
        if written.is_empty() {
            return;
        }
        let form = match method {
            Pencil::Nursery => Form::Nursery,
            _ if self.has_small => Form::Small,
            _ => Form::Plain,
        };
        self.act((method, "5"), Why::Last { form }, Change { written, ..Change::default() });
    }
}
