//! The marks on a board of any shape, and what can be ruled out on them.
//!
//! A cell is a word with a bit for each digit that it may still hold; a written cell keeps the bit of its digit. That is
//! all there is: places in a house are read off the cells when somebody asks. The board of nine has the same questions
//! answered by tables (`kernel/places`), many times as fast; which question is which is told there, and so is why
//! subsets and fish of every size come from one known filling of a house, the solution.
//!
//! What is ruled out is always collected on one board and erased together, so that nothing depends on the order
//! in which houses are looked at.

use piste_core::shape::{Layout, Shape};

/// Two houses that share two cells or more: what is locked in one falls in the other.
#[derive(Clone, Copy)]
struct Crossing {
    from: usize,
    to: usize,
    /// The places that they share, in each.
    here: u32,
    there: u32,
}

/// What stays the same while a puzzle is solved: who is in which house, who crosses whom, and the solution.
pub(in crate::rating) struct Ground<'a> {
    layout: &'a Layout,
    crossings: Vec<Crossing>,
    /// The digit of each cell in the solution, from 0.
    solution: Vec<u8>,
    /// Where each digit is in the solution, by house and digit: its place.
    homes: Vec<u8>,
}

impl<'a> Ground<'a> {
    /// The ground of a puzzle of this shape with this solution, in face values.
    pub(super) fn new(shape: &'a Shape, solution: &[u8]) -> Ground<'a> {
        let layout = shape.layout();
        let (n, houses) = (layout.side(), layout.houses().len());
        let mut homes = vec![0; houses * n];
        for house in 0..houses {
            for (place, &cell) in layout.members(house).iter().enumerate() {
                homes[house * n + usize::from(solution[usize::from(cell)]) - 1] = place as u8;
            }
        }
        let mut crossings = Vec::new();
        for from in 0..houses {
            for to in (0..houses).filter(|&to| to != from) {
                let [here, there] = [shared(layout, from, to), shared(layout, to, from)];
                if here.count_ones() > 1 {
                    crossings.push(Crossing { from, to, here, there });
                }
            }
        }
        let solution = solution.iter().map(|value| value - 1).collect();
        Ground { layout, crossings, solution, homes }
    }

    pub(in crate::rating) fn layout(&self) -> &'a Layout {
        self.layout
    }

    pub(in crate::rating) fn side(&self) -> usize {
        self.layout.side()
    }

    pub(in crate::rating) fn houses(&self) -> usize {
        self.layout.houses().len()
    }

    /// The cells of a house.
    pub(in crate::rating) fn members(&self, house: usize) -> impl Iterator<Item = usize> + 'a {
        self.layout.members(house).iter().map(|&cell| usize::from(cell))
    }
}

/// The places of a house that lie in another.
fn shared(layout: &Layout, house: usize, other: usize) -> u32 {
    let members = layout.members(house).iter().enumerate();
    let is_shared = |cell: &u16| layout.members(other).binary_search(cell).is_ok();
    members.filter(|(_, cell)| is_shared(cell)).fold(0, |places, (place, _)| places | 1 << place)
}

/// Which locked candidates are known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rating) enum Locks {
    /// From every house to every other.
    BothWays,
    /// From houses that are no lines: boxes, regions, and further ones.
    FromBlocks,
}

/// Which singles a trial follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rating) enum Trail {
    /// Naked and hidden ones.
    Singles,
    /// Naked ones only.
    NakedSingles,
}

/// What was written by [`Field::write_forced`].
#[derive(Clone, Copy, Default)]
pub(in crate::rating) struct Tally {
    /// Digits written.
    pub(in crate::rating) written: u64,
    /// Rounds in which some cell had one digit left.
    pub(in crate::rating) naked_rounds: u64,
    /// Rounds in which some digit had one place left in a house, in a cell with others.
    pub(in crate::rating) hidden_rounds: u64,
}

/// What came of one round.
#[derive(PartialEq, Eq)]
enum Round {
    Quiet,
    Wrote,
    Impossible,
}

/// The marks of a board.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::rating) struct Field {
    cells: Vec<u32>,
    is_open: Vec<bool>,
    left: usize,
}

/// The numbers of the bits that are set, lowest first.
pub(in crate::rating) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

impl Field {
    /// The board with these givens, in face values.
    pub(super) fn of(ground: &Ground<'_>, givens: &[u8]) -> Field {
        let all = (1 << ground.side()) - 1;
        let cells = givens.len();
        let mut field = Field { cells: vec![all; cells], is_open: vec![true; cells], left: cells };
        for (cell, &value) in givens.iter().enumerate().filter(|(_, value)| **value > 0) {
            field.write(ground, cell, usize::from(value) - 1);
        }
        field
    }

    /// The board with these marks, of which so many cells are written.
    pub(in crate::rating) fn of_marks(cells: Vec<u32>, is_open: Vec<bool>) -> Field {
        let left = is_open.iter().filter(|is_open| **is_open).count();
        Field { cells, is_open, left }
    }

    pub(in crate::rating) fn is_full(&self) -> bool {
        self.left == 0
    }

    /// How many cells are not written.
    pub(in crate::rating) fn left(&self) -> usize {
        self.left
    }

    pub(in crate::rating) fn is_open(&self, cell: usize) -> bool {
        self.is_open[cell]
    }

    /// The cells that are not written, in reading order.
    pub(in crate::rating) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&cell| self.is_open[cell])
    }

    /// The digits that a cell holds or may hold.
    pub(in crate::rating) fn options(&self, cell: usize) -> u32 {
        self.cells[cell]
    }

    /// The digits left in all cells; a written one has one.
    pub(in crate::rating) fn candidate_count(&self) -> u64 {
        self.cells.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The places of a digit in a house, whether it is written there or may still go there.
    pub(in crate::rating) fn places(&self, ground: &Ground<'_>, house: usize, digit: usize) -> u32 {
        let members = ground.members(house).enumerate();
        members.fold(0, |places, (place, cell)| places | (self.cells[cell] >> digit & 1) << place)
    }

    /// Writes a digit.
    pub(in crate::rating) fn write(&mut self, ground: &Ground<'_>, cell: usize, digit: usize) {
        self.cells[cell] = 1 << digit;
        self.left -= usize::from(std::mem::replace(&mut self.is_open[cell], false));
        for &peer in ground.layout.peers(cell) {
            self.cells[usize::from(peer)] &= !(1 << digit);
        }
    }

    /// Takes a mark out.
    pub(in crate::rating) fn erase(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
    }

    /// Writes what is forced until nothing is. False if the board turns out to be impossible.
    pub(in crate::rating) fn write_forced(
        &mut self,
        ground: &Ground<'_>,
        tally: &mut Tally,
    ) -> bool {
        while !self.is_full() {
            match self.round(ground, tally) {
                Round::Quiet => return true,
                Round::Wrote => {}
                Round::Impossible => return false,
            }
        }
        true
    }

    /// For each cell the digits that some house leaves no other place for; nothing if a digit has no place left in a house.
    pub(in crate::rating) fn hidden(&self, ground: &Ground<'_>) -> Option<Vec<u32>> {
        let all = (1u32 << ground.side()) - 1;
        let mut hidden = vec![0; self.cells.len()];
        for house in 0..ground.houses() {
            let (mut once, mut twice) = (0, 0);
            for cell in ground.members(house) {
                twice |= once & self.cells[cell];
                once |= self.cells[cell];
            }
            if once != all {
                return None;
            }
            let alone = once & !twice;
            ground.members(house).for_each(|cell| hidden[cell] |= self.cells[cell] & alone);
        }
        Some(hidden)
    }

    /// Writes what is forced, all of it together: cells with one digit left, digits with one
    /// place left in a house.
    fn round(&mut self, ground: &Ground<'_>, tally: &mut Tally) -> Round {
        if self.cells.contains(&0) {
            return Round::Impossible;
        }
        let Some(hidden) = self.hidden(ground) else { return Round::Impossible };
        let (mut has_naked, mut has_hidden) = (false, false);
        let mut forced = Vec::new();
        for cell in self.open() {
            let word = self.cells[cell];
            let is_naked = word.is_power_of_two();
            let digits = if is_naked { word } else { hidden[cell] };
            // Of two digits that have no other place one will have none.
            forced.extend(bits(digits).map(|digit| (cell, digit)));
            has_naked |= is_naked;
            has_hidden |= !is_naked && digits != 0;
        }
        if forced.is_empty() {
            return Round::Quiet;
        }
        tally.naked_rounds += u64::from(has_naked);
        tally.hidden_rounds += u64::from(has_hidden);
        for (cell, digit) in forced {
            if !self.is_open[cell] || self.cells[cell] >> digit & 1 == 0 {
                return Round::Impossible;
            }
            self.write(ground, cell, digit);
            tally.written += 1;
        }
        Round::Wrote
    }

    /// Writes cells with one digit left until there are none. False if some cell has none
    /// left; that a digit has no place left in a house is not seen.
    pub(in crate::rating) fn write_naked(&mut self, ground: &Ground<'_>) -> bool {
        loop {
            if self.cells.contains(&0) {
                return false;
            }
            let mut is_any = false;
            for cell in 0..self.cells.len() {
                if self.is_open[cell] && self.cells[cell].is_power_of_two() {
                    self.write(ground, cell, self.cells[cell].trailing_zeros() as usize);
                    is_any = true;
                }
            }
            if !is_any {
                return true;
            }
        }
    }

    /// Erases all that locked candidates and subsets rule out on this board, together.
    /// Says whether there was anything. Nothing may be forced on the board.
    pub(in crate::rating) fn erase_subsets(&mut self, ground: &Ground<'_>, locks: Locks) -> bool {
        let mut gone = vec![0; self.cells.len()];
        self.locked(ground, locks, &mut gone);
        self.beyond_subsets(ground, &mut gone);
        self.erase_all(&gone)
    }

    /// Erases all that locked candidates rule out, together. Says whether there was anything.
    pub(in crate::rating) fn erase_locked(&mut self, ground: &Ground<'_>) -> bool {
        let mut gone = vec![0; self.cells.len()];
        self.locked(ground, Locks::BothWays, &mut gone);
        self.erase_all(&gone)
    }

    /// Erases all that fish of any size rule out, together. Says whether there was anything.
    pub(in crate::rating) fn erase_fish(&mut self, ground: &Ground<'_>) -> bool {
        let n = ground.side();
        let mut gone = vec![0; self.cells.len()];
        for digit in 0..n {
            // Rows in place of cells, and columns in place of digits: each row has a column of its own in the solution.
            let column = |row: usize| usize::from(ground.homes[row * n + digit]);
            let mut row_of = vec![0; n];
            (0..n).for_each(|row| row_of[column(row)] = row);
            let arrows = |row: usize| {
                bits(self.places(ground, row, digit)).fold(0, |to, at| to | 1 << row_of[at])
            };
            let arrows: Vec<u32> = (0..n).map(arrows).collect();
            for (row, to) in one_way(&arrows) {
                gone[row * n + column(to)] |= 1 << digit;
            }
        }
        self.erase_all(&gone)
    }

    /// Erases all that X-wings rule out, together. Says whether there was anything.
    pub(in crate::rating) fn erase_x_wings(&mut self, ground: &Ground<'_>) -> bool {
        let n = ground.side();
        let mut gone = vec![0; self.cells.len()];
        for digit in 0..n {
            for first in [0, n] {
                let lines: Vec<u32> =
                    (first..first + n).map(|line| self.places(ground, line, digit)).collect();
                for one in 0..n {
                    let places = lines[one];
                    let Some(other) = (one + 1..n).find(|&other| lines[other] == places) else {
                        continue;
                    };
                    if places.count_ones() != 2 {
                        continue;
                    }
                    for line in (0..n).filter(|line| ![one, other].contains(line)) {
                        for place in bits(places) {
                            let cell = ground.layout.members(first + line)[place];
                            gone[usize::from(cell)] |= 1 << digit;
                        }
                    }
                }
            }
        }
        self.erase_all(&gone)
    }

    /// Tries both digits of cells with two, following singles, until a trial tells
    /// something: that a digit is wrong, or what is gone whichever is right. Says whether
    /// one did.
    pub(in crate::rating) fn try_two_values(&mut self, ground: &Ground<'_>, trail: Trail) -> bool {
        let follow = |field: &mut Field| match trail {
            Trail::Singles => field.write_forced(ground, &mut Tally::default()),
            Trail::NakedSingles => field.write_naked(ground),
        };
        let cells: Vec<usize> =
            self.open().filter(|&cell| self.cells[cell].count_ones() == 2).collect();
        for cell in cells {
            let right = usize::from(ground.solution[cell]);
            let wrong = self.cells[cell] & !(1 << right);
            let mut other = self.clone();
            other.write(ground, cell, wrong.trailing_zeros() as usize);
            if !follow(&mut other) {
                self.write(ground, cell, right);
                return true;
            }
            let mut one = self.clone();
            one.write(ground, cell, right);
            follow(&mut one);
            let both = one.cells.iter().zip(&other.cells);
            let gone: Vec<u32> = both.map(|(one, other)| !(one | other)).collect();
            if self.erase_all(&gone) {
                return true;
            }
        }
        false
    }

    /// The ways of the first of the things that can happen in the fewest ways, where nothing is forced and some
    /// cell is open: cells come before houses, and houses by number with their digits ascending.
    pub(in crate::rating) fn fork(&self, ground: &Ground<'_>) -> Vec<(usize, usize)> {
        let cell = self.open().min_by_key(|&cell| self.cells[cell].count_ones());
        let cell = cell.expect("some cell is open");
        let mut fewest = self.cells[cell].count_ones();
        let mut ways: Vec<_> = bits(self.cells[cell]).map(|digit| (cell, digit)).collect();
        if fewest == 2 {
            return ways;
        }
        for house in 0..ground.houses() {
            for digit in 0..ground.side() {
                let places = self.places(ground, house, digit);
                if places.count_ones() > 1 && places.count_ones() < fewest {
                    fewest = places.count_ones();
                    let members = ground.layout.members(house);
                    ways = bits(places).map(|at| (usize::from(members[at]), digit)).collect();
                }
            }
        }
        ways
    }

    fn erase_all(&mut self, gone: &[u32]) -> bool {
        let mut some = 0;
        for (word, gone) in self.cells.iter_mut().zip(gone) {
            some |= *word & gone;
            *word &= !gone;
        }
        some != 0
    }

    /// What locked candidates rule out.
    fn locked(&self, ground: &Ground<'_>, locks: Locks, gone: &mut [u32]) {
        let n = ground.side();
        let mut places = vec![0; ground.houses() * n];
        for house in 0..ground.houses() {
            for (place, cell) in ground.members(house).enumerate() {
                bits(self.cells[cell]).for_each(|digit| places[house * n + digit] |= 1 << place);
            }
        }
        let is_line = |house: usize| ground.layout.houses()[house].kind().is_line();
        for &Crossing { from, to, here, there } in &ground.crossings {
            if locks == Locks::FromBlocks && is_line(from) {
                continue;
            }
            for digit in 0..n {
                if places[from * n + digit] & !here == 0 {
                    for place in bits(places[to * n + digit] & !there) {
                        gone[usize::from(ground.layout.members(to)[place])] |= 1 << digit;
                    }
                }
            }
        }
    }

    /// What subsets rule out: marks that are in no filling of their house.
    fn beyond_subsets(&self, ground: &Ground<'_>, gone: &mut [u32]) {
        let n = ground.side();
        for house in 0..ground.houses() {
            let home = |digit: usize| usize::from(ground.homes[house * n + digit]);
            let arrows = ground.members(house).map(|cell| {
                bits(self.cells[cell]).fold(0, |arrows, digit| arrows | 1 << home(digit))
            });
            let arrows: Vec<u32> = arrows.collect();
            for (place, to) in one_way(&arrows) {
                let [cell, other] =
                    [place, to].map(|place| usize::from(ground.layout.members(house)[place]));
                gone[cell] |= 1 << ground.solution[other];
            }
        }
    }
}

/// Of arrows, `arrows[i]` from i, those that lie on no circle.
fn one_way(arrows: &[u32]) -> Vec<(usize, usize)> {
    let mut reached = arrows.to_vec();
    for through in 0..arrows.len() {
        let further = reached[through];
        for from in &mut reached {
            if *from >> through & 1 == 1 {
                *from |= further;
            }
        }
    }
    let each = arrows.iter().enumerate();
    each.flat_map(|(from, &to)| bits(to).map(move |to| (from, to)))
        .filter(|&(from, to)| from != to && reached[to] >> from & 1 == 0)
        .collect()
}
