//! The simple rules inside a trial: locking, hidden pair, naked pair, X-wing.
//!
//! When a trial of level 1 or more has nothing left to follow, it looks at the marks as they
//! are now, with all that it has taken out, for the first of these rules that takes out more.
//! All finds of that rule join the trial. A find rests on the marks that had to go before the
//! pattern was there: its parents. A find without any would hold without the trial; it is
//! passed over.
//!
//! Houses come in the order boxes, columns, rows; locking takes a box with a column, a box
//! with a row, a column with a box, a row with a box; pairs come in the order 12, 13, 23, 14 …;
//! X-wings start from columns, then from rows. The marks that one find takes out join the trial
//! cell by cell in reading order. (The original walks a hash table there, in an order that
//! differs from run to run.)

use super::field::{BOXES, CELL_AT, COLUMNS, Cand, Field, Frame, HOUSES_OF, ROWS, bits, cand, off};
use super::run::Run;

/// The rules with their workspace.
pub(super) struct Inner {
    parents: Vec<u16>,
}

/// Houses in the order of the set rules.
const SORTS: [usize; 3] = [BOXES, COLUMNS, ROWS];

impl Inner {
    pub(super) fn new() -> Inner {
        Inner { parents: Vec::new() }
    }

    /// Lets the first rule that finds anything add it. Says whether one did.
    pub(super) fn apply(&mut self, run: &mut Run, base: &Field, frame: &Frame) -> bool {
        self.locking(run, base)
            || self.hidden_pairs(run, base, frame)
            || self.naked_pairs(run, base, frame)
            || self.x_wings(run, base, frame)
    }

    /// The marks of this digit gone from these places of a house become parents.
    fn gone(&mut self, run: &Run, base: &Field, digit: usize, house: usize, places: u16) {
        let gone = base.places[digit][house] & !run.field.places[digit][house] & places;
        for place in bits(gone) {
            let c = cand(CELL_AT[house][place] as usize, digit);
            self.parents.push(run.find(off(c)).expect("a mark that is gone was ruled out"));
        }
    }

    /// Takes out marks, if the pattern has parents. Says whether any was news.
    fn take_out(&self, run: &mut Run, marks: impl Iterator<Item = Cand>) -> bool {
        let mut news = false;
        if !self.parents.is_empty() {
            for c in marks {
                news |= run.take_out(c, &self.parents, 0);
            }
        }
        news
    }

    fn locking(&mut self, run: &mut Run, base: &Field) -> bool {
        let mut news = false;
        for lines in [COLUMNS, ROWS] {
            for block in 0..9 {
                for k in 0..3 {
                    let line = lines + k + 3 * if lines == COLUMNS { block % 3 } else { block / 3 };
                    news |= self.lock(run, base, block, line);
                }
            }
        }
        for lines in [COLUMNS, ROWS] {
            for line in 0..9 {
                for k in 0..3 {
                    let block = if lines == COLUMNS { k * 3 + line / 3 } else { line / 3 * 3 + k };
                    news |= self.lock(run, base, lines + line, block);
                }
            }
        }
        news
    }

    /// Digits whose places in one house all lie in another leave the rest of that other.
    fn lock(&mut self, run: &mut Run, base: &Field, house: usize, other: usize) -> bool {
        let (inside, back) = (CROSSING[house][other], CROSSING[other][house]);
        let mut news = false;
        for digit in 0..9 {
            let places = run.field.places[digit][house];
            let rest = run.field.places[digit][other] & !back;
            if places & !inside == 0 && rest != 0 && places.count_ones() > 1 {
                self.parents.clear();
                self.gone(run, base, digit, house, !inside);
                let cells = CELL_AT[other];
                news |= self.take_out(run, bits(rest).map(|p| cand(cells[p] as usize, digit)));
            }
        }
        news
    }

    fn hidden_pairs(&mut self, run: &mut Run, base: &Field, frame: &Frame) -> bool {
        let mut news = false;
        for house in SORTS.into_iter().flat_map(|sort| sort..sort + 9) {
            if frame.open[house] <= 4 {
                continue;
            }
            for high in 1..9 {
                let places = run.field.places[high][house];
                if places.count_ones() != 2 {
                    continue;
                }
                for low in 0..high {
                    if run.field.places[low][house] == places {
                        news |= self.hidden_pair(run, base, house, places, [low, high]);
                    }
                }
            }
        }
        news
    }

    fn hidden_pair(
        &mut self,
        run: &mut Run,
        base: &Field,
        house: usize,
        places: u16,
        digits: [usize; 2],
    ) -> bool {
        let pair = 1 << digits[0] | 1 << digits[1];
        let cells = bits(places).map(|place| CELL_AT[house][place] as usize);
        let rest = cells.map(|cell| (cell, run.field.cells[cell] & !pair));
        let rest: [(usize, u16); 2] = two(rest);
        if rest[0].1 | rest[1].1 == 0 {
            return false;
        }
        self.parents.clear();
        for place in bits(0o777 & !places) {
            for digit in digits {
                self.gone(run, base, digit, house, 1 << place);
            }
        }
        let marks = rest.into_iter().flat_map(|(cell, m)| bits(m).map(move |d| cand(cell, d)));
        self.take_out(run, marks)
    }

    fn naked_pairs(&mut self, run: &mut Run, base: &Field, frame: &Frame) -> bool {
        let mut news = false;
        for house in SORTS.into_iter().flat_map(|sort| sort..sort + 9) {
            if frame.open[house] < 4 {
                continue;
            }
            let marks = CELL_AT[house].map(|cell| run.field.cells[cell as usize]);
            for (high, &pair) in marks.iter().enumerate().filter(|(_, m)| m.count_ones() == 2) {
                for (low, _) in marks[..high].iter().enumerate().filter(|&(_, m)| *m == pair) {
                    news |= self.naked_pair(run, base, house, pair, [low, high]);
                }
            }
        }
        news
    }

    fn naked_pair(
        &mut self,
        run: &mut Run,
        base: &Field,
        house: usize,
        pair: u16,
        places: [usize; 2],
    ) -> bool {
        let others = bits(0o777 & !(1 << places[0] | 1 << places[1]));
        let mut rest = [(0, 0); 9];
        let mut any = 0;
        for (slot, place) in rest.iter_mut().zip(others) {
            let cell = CELL_AT[house][place] as usize;
            *slot = (cell, run.field.cells[cell] & pair);
            any |= slot.1;
        }
        if any == 0 {
            return false;
        }
        self.parents.clear();
        for place in places {
            let cell = CELL_AT[house][place] as usize;
            for digit in bits(base.cells[cell] & !pair) {
                let gone = run.find(off(cand(cell, digit)));
                self.parents.push(gone.expect("a mark that is gone was ruled out"));
            }
        }
        let marks = rest.into_iter().flat_map(|(cell, m)| bits(m).map(move |d| cand(cell, d)));
        self.take_out(run, marks)
    }

    fn x_wings(&mut self, run: &mut Run, base: &Field, frame: &Frame) -> bool {
        let mut news = false;
        for (lines, covers) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
            for high in 1..9 {
                for low in 0..high {
                    for digit in 0..9 {
                        let places = run.field.places[digit][lines + high];
                        if places == run.field.places[digit][lines + low]
                            && places.count_ones() == 2
                            && frame.written[digit] + 4 <= 9
                        {
                            let both = [lines + low, lines + high];
                            news |= self.x_wing(run, base, digit, both, covers, places);
                        }
                    }
                }
            }
        }
        news
    }

    fn x_wing(
        &mut self,
        run: &mut Run,
        base: &Field,
        digit: usize,
        lines: [usize; 2],
        covers: usize,
        places: u16,
    ) -> bool {
        let own = 1 << (lines[0] % 9) | 1 << (lines[1] % 9);
        let rest = bits(places)
            .map(|cover| (covers + cover, run.field.places[digit][covers + cover] & !own));
        let rest: [(usize, u16); 2] = two(rest);
        if rest[0].1 | rest[1].1 == 0 {
            return false;
        }
        self.parents.clear();
        for line in lines {
            self.gone(run, base, digit, line, !places);
        }
        let marks = rest
            .into_iter()
            .flat_map(|(h, m)| bits(m).map(move |p| cand(CELL_AT[h][p] as usize, digit)));
        self.take_out(run, marks)
    }
}

/// Exactly two items.
fn two<T: Copy + Default>(items: impl Iterator<Item = T>) -> [T; 2] {
    let mut both = [T::default(); 2];
    for (slot, item) in both.iter_mut().zip(items) {
        *slot = item;
    }
    both
}

/// The places of a house that another one crosses.
const CROSSING: [[u16; 27]; 27] = {
    let mut table = [[0; 27]; 27];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            let cell = CELL_AT[house][place] as usize;
            let mut sort = 0;
            while sort < 3 {
                table[house][HOUSES_OF[cell][sort].0 as usize] |= 1 << place;
                sort += 1;
            }
            place += 1;
        }
        house += 1;
    }
    table
};
