//! Exact search on a board of any shape.
//!
//! The state is two pictures of the same marks, both in words of at most 25 bits: the digits of
//! every cell, and the places of every digit in every house. Taking a mark out changes one bit of the
//! first and one for each house of the cell in the second. A word with one bit left is a naked or a hidden
//! single and goes onto a list; an empty word is a dead end. So singles of both kinds are
//! followed to the end without ever looking for them, and nothing here depends on how
//! wide the board is: further houses are further words, and pairs are peers that share none.
//!
//! ```text
//!   cells [cell]            ‥1‥1‥‥1    the digits a cell may hold
//!   places[house · n + digit] 1‥‥‥1‥‥    the places of a digit in a house
//!   trail  r1c1≠3, r1c1≠5, …            what was taken out, to be put back
//! ```
//!
//! Where nothing is forced the narrowest choice is taken: the cell with the fewest digits, or the
//! digit with the fewest places in a house if those are fewer. One option is tried; when it is done
//! with, it is taken out for good, which often decides between the others. Nothing is copied on
//! the way down: the trail is undone on the way up. There is no recursion either; the forks
//! stand on a stack of their own.
//!
//! A *guess* is an option tried while others were left. The last one follows, and is none. Whoever
//! asks says how many guesses may be made, and the search gives up honestly after that.

mod making;
#[cfg(test)]
mod tests;

pub use making::Reduced;

use super::Verdict;
use crate::shape::{Layout, Shape};
use crate::space::Space;
use crate::{Grid, Rng, Solution};
use std::ops::ControlFlow;

/// The search has made more guesses than it was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("given up after {guesses} guesses")]
pub struct GaveUp {
    /// How many guesses were allowed.
    pub guesses: u64,
}

/// The work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Solutions shown.
    pub solutions: u64,
    /// Guesses made. The last possibility of a choice is no guess: it follows. (The engines
    /// for 9×9 count it; see [`Stats::guesses`](super::Stats::guesses).)
    pub guesses: u64,
    /// The most guesses that were pending at once.
    pub depth: u32,
}

/// The guesses of a first attempt at a solution; later ones take more.
const FIRST_PORTION: u64 = 1_000;

/// A dead end: a cell without a digit, or a digit without a place.
struct DeadEnd;

/// An exact solver for boards of one shape. Its memory is used again from one board to the next.
///
/// Boards go in as the digits that each cell may hold, row by row: bit 0 is the digit 1.
///
/// ```
/// use piste_core::search::General;
/// use std::ops::ControlFlow;
///
/// let shape = "4x4+x".parse().unwrap();
/// let mut engine = General::new(&shape);
/// let work = engine.search(&[0b1111; 16], 1_000, None, |_| ControlFlow::Continue(())).unwrap();
/// assert_eq!(work.solutions, 48);
/// ```
#[derive(Clone, Debug)]
pub struct General {
    shape: Shape,
    /// The digits of every cell.
    cells: Vec<u32>,
    /// The places of every digit in every house, by house and then by digit.
    places: Vec<u32>,
    /// Cells and digits that are known and not yet followed up.
    known: Vec<(u16, u8)>,
    /// The marks that were taken out, in order.
    trail: Vec<(u16, u8)>,
    forks: Vec<Fork>,
    /// The options of all forks that are left to try, one fork after the other.
    options: Vec<(u16, u8)>,
    /// Where the look for the narrowest choice begins, of 1,000 parts of the board: which of equals
    /// it takes.
    turn: usize,
    /// Whether only the digits of cells are choices.
    by_cells: bool,
    /// While marks are put on the board: the digits that each house holds.
    held: Vec<u32>,
    /// Searches and guesses so far.
    taken: u64,
}

/// A choice that was made and may have to be made otherwise.
#[derive(Clone, Copy, Debug)]
struct Fork {
    /// How long the trail was before.
    trail: usize,
    /// How long it was before the option that is being tried.
    tried_at: usize,
    /// Where its options begin.
    options: usize,
    /// The option that is being tried, if others are left to try after it.
    guess: Option<(u16, u8)>,
    /// Guesses pending above it.
    pending: u32,
}

impl General {
    /// A solver for this shape.
    pub fn new(shape: &Shape) -> General {
        let layout = shape.layout();
        General {
            shape: shape.clone(),
            cells: vec![0; layout.cells()],
            places: vec![0; layout.houses().len() * layout.side()],
            known: Vec::new(),
            trail: Vec::with_capacity(layout.cells() * layout.side()),
            forks: Vec::new(),
            options: Vec::new(),
            turn: 0,
            by_cells: false,
            held: vec![0; layout.houses().len()],
            taken: 0,
        }
    }

    /// How much it has searched so far, in all its searches: one for each, and one for each guess in it.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The shape of the boards.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The marks that these digits (0 for an empty cell) leave: a given its own, an empty cell all.
    pub fn marks_of(&self, values: &[u8]) -> Vec<u32> {
        let all = (1 << self.shape.side()) - 1;
        values.iter().map(|&value| if value == 0 { all } else { 1 << (value - 1) }).collect()
    }

    /// Shows the solutions one after the other as face values, until there are no more or the
    /// visitor breaks off; gives up after so many guesses. With an `rng` options are tried in random
    /// order, so that the first solution is a random one.
    ///
    /// A search that takes the wrong way early may never come back, while another beginning
    /// finds a solution at once. So without an `rng` it begins anew as long as nothing was shown, each time at another part of
    /// the board and for twice as many guesses, by turns with all choices and with those of cells alone; what is certain to
    /// have no solution takes about twice as long by it.
    ///
    /// # Panics
    /// If there are not as many marks as cells.
    pub fn search(
        &mut self,
        marks: &[u32],
        guesses: u64,
        mut rng: Option<&mut Rng>,
        mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Work, GaveUp> {
        let by_cells = self.by_cells;
        let mut portion = if rng.is_some() { guesses } else { FIRST_PORTION };
        let mut work = Work::default();
        let result = loop {
            let first = guesses.min(work.guesses.saturating_add(portion));
            match self.descend(marks, [first, guesses], rng.as_deref_mut(), &mut work, &mut visit) {
                Ok(()) => break Ok(work),
                Err(_) if work.solutions > 0 || first == guesses => break Err(GaveUp { guesses }),
                Err(_) => {
                    portion *= 2;
                    self.turn = (self.turn + 381) % 1000;
                    self.by_cells = !self.by_cells;
                }
            }
        };
        (self.turn, self.by_cells) = (0, by_cells);
        self.taken += 1 + work.guesses;
        result
    }

    /// One search from the beginning: gives up after so many guesses without a solution, and with one after so many.
    fn descend(
        &mut self,
        marks: &[u32],
        [without, with]: [u64; 2],
        mut rng: Option<&mut Rng>,
        work: &mut Work,
        visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), GaveUp> {
        let shape = self.shape.clone();
        let layout = shape.layout();
        if self.begin(layout, marks).is_err() {
            return Ok(());
        }
        let mut solution = vec![0; layout.cells()];
        let mut pending = 0;
        loop {
            if !self.choose(layout, rng.as_deref_mut(), pending) {
                work.solutions += 1;
                for (value, word) in solution.iter_mut().zip(&self.cells) {
                    *value = word.trailing_zeros() as u8 + 1;
                }
                if visit(&solution).is_break() {
                    return Ok(());
                }
            }
            let allowed = if work.solutions == 0 { without } else { with };
            match self.advance(layout, allowed, work)? {
                Some(depth) => pending = depth,
                None => return Ok(()),
            }
        }
    }

    /// The solutions, up to so many, as face values.
    pub fn solutions(
        &mut self,
        marks: &[u32],
        limit: usize,
        guesses: u64,
    ) -> Result<Vec<Vec<u8>>, GaveUp> {
        let mut found = Vec::new();
        if limit > 0 {
            self.search(marks, guesses, None, |solution| {
                found.push(solution.to_vec());
                if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        }
        Ok(found)
    }

    /// A random solution; nothing if there is none.
    pub fn random(
        &mut self,
        marks: &[u32],
        guesses: u64,
        rng: &mut Rng,
    ) -> Result<Option<Vec<u8>>, GaveUp> {
        let mut found = None;
        self.search(marks, guesses, Some(rng), |solution| {
            found = Some(solution.to_vec());
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Any solution; nothing if there is none.
    pub fn any(&mut self, marks: &[u32], guesses: u64) -> Result<Option<Vec<u8>>, GaveUp> {
        let mut found = None;
        self.search(marks, guesses, None, |solution| {
            found = Some(solution.to_vec());
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// How many solutions the grid has, as far as it matters.
    ///
    /// # Panics
    /// If the grid is of another shape.
    pub fn verdict<S: Space>(
        &mut self,
        grid: &Grid<S>,
        guesses: u64,
    ) -> Result<Verdict<S>, GaveUp> {
        assert_eq!(grid.shape(), self.shape, "a grid of the solver's shape");
        let solution = |values: &Vec<u8>| {
            let full = Grid::of_values(grid.space().clone(), values);
            full.as_ref().and_then(Solution::new).expect("the search keeps the rules")
        };
        let found = self.solutions(&self.marks_of(&grid.values()), 2, guesses)?;
        Ok(match &found[..] {
            [] => Verdict::None,
            [one] => Verdict::One(solution(one)),
            [one, other, ..] => Verdict::Many([solution(one), solution(other)]),
        })
    }

    /// Whether there is any solution.
    pub fn has_solution(&mut self, marks: &[u32], guesses: u64) -> Result<bool, GaveUp> {
        self.any(marks, guesses).map(|found| found.is_some())
    }

    /// Puts the marks on the board and follows them up. The cells that have one digit are written all together, which takes a
    /// fraction of what erasing mark by mark would; singles that come of it are followed as ever.
    fn begin(&mut self, layout: &Layout, marks: &[u32]) -> Result<(), DeadEnd> {
        assert_eq!(marks.len(), layout.cells(), "one set of digits for each cell");
        let n = layout.side();
        let all = (1 << n) - 1;
        self.known.clear();
        self.trail.clear();
        self.forks.clear();
        self.options.clear();
        self.places.fill(0);
        self.held.fill(0);
        let digits_of = |cell: usize| marks[cell] & all;
        for cell in 0..marks.len() {
            let digits = digits_of(cell);
            if digits.is_power_of_two() {
                for home in layout.homes(cell) {
                    let held = &mut self.held[usize::from(home.house)];
                    if *held & digits != 0 {
                        return Err(DeadEnd);
                    }
                    *held |= digits;
                }
            }
        }
        for cell in 0..marks.len() {
            let digits = digits_of(cell);
            let is_given = digits.is_power_of_two();
            let partners = layout.partners(cell).iter().map(|&other| digits_of(usize::from(other)));
            let given = partners.filter(|word| word.is_power_of_two());
            let mut seen = given.fold(0, |seen, word| seen | word);
            if !is_given {
                for home in layout.homes(cell) {
                    seen |= self.held[usize::from(home.house)];
                }
            }
            let word = digits & !seen;
            self.cells[cell] = word;
            if word == 0 {
                return Err(DeadEnd);
            }
            if !is_given && word.is_power_of_two() {
                self.known.push((cell as u16, word.trailing_zeros() as u8));
            }
            for home in layout.homes(cell) {
                let row = &mut self.places[usize::from(home.house) * n..][..n];
                bits(word).for_each(|digit| row[digit] |= 1 << home.place);
            }
        }
        for house in 0..self.held.len() {
            for digit in bits(all & !self.held[house]) {
                let places = self.places[house * n + digit];
                if places == 0 {
                    return Err(DeadEnd);
                }
                if places.is_power_of_two() {
                    let last = layout.members(house)[places.trailing_zeros() as usize];
                    self.known.push((last, digit as u8));
                }
            }
        }
        self.settle(layout)
    }

    /// Takes a mark out, and notes what is a single now.
    #[inline]
    fn erase(&mut self, layout: &Layout, cell: usize, digit: usize) -> Result<(), DeadEnd> {
        let bit = 1 << digit;
        if self.cells[cell] & bit == 0 {
            return Ok(());
        }
        self.cells[cell] ^= bit;
        self.trail.push((cell as u16, digit as u8));
        let n = layout.side();
        let rest = self.cells[cell];
        let mut is_dead = rest == 0;
        if rest.is_power_of_two() {
            self.known.push((cell as u16, rest.trailing_zeros() as u8));
        }
        for home in layout.homes(cell) {
            let house = usize::from(home.house);
            let places = &mut self.places[house * n + digit];
            *places &= !(1 << home.place);
            let places = *places;
            is_dead |= places == 0;
            if places.is_power_of_two() {
                let last = layout.members(house)[places.trailing_zeros() as usize];
                // A cell with one digit was noted when it came to have one.
                if !self.cells[usize::from(last)].is_power_of_two() {
                    self.known.push((last, digit as u8));
                }
            }
        }
        // All words are changed before it stops, so that the trail can put them back.
        if is_dead { Err(DeadEnd) } else { Ok(()) }
    }

    /// Follows singles up until nothing is left to do. On a dead end nothing is left noted.
    fn settle(&mut self, layout: &Layout) -> Result<(), DeadEnd> {
        let n = layout.side();
        while let Some((cell, digit)) = self.known.pop() {
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            let others = self.cells[cell] ^ 1 << digit;
            let mut result = if others >> digit & 1 == 1 { Err(DeadEnd) } else { Ok(()) };
            for other in bits(others) {
                result = result.and_then(|()| self.erase(layout, cell, other));
            }
            for home in layout.homes(cell) {
                let house = usize::from(home.house);
                let others = self.places[house * n + digit] & !(1 << home.place);
                for place in bits(others) {
                    let peer = usize::from(layout.members(house)[place]);
                    result = result.and_then(|()| self.erase(layout, peer, digit));
                }
            }
            for &partner in layout.partners(cell) {
                result = result.and_then(|()| self.erase(layout, usize::from(partner), digit));
            }
            if result.is_err() {
                self.known.clear();
                return result;
            }
        }
        Ok(())
    }

    /// Puts back what was taken out since the trail was this long.
    fn undo(&mut self, layout: &Layout, length: usize) {
        let n = layout.side();
        for (cell, digit) in self.trail.drain(length..) {
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            self.cells[cell] |= 1 << digit;
            for home in layout.homes(cell) {
                self.places[usize::from(home.house) * n + digit] |= 1 << home.place;
            }
        }
    }

    /// Opens a fork on the narrowest choice there is: the digits of a cell, or the cells of a house
    /// for a digit. Exactly one option is right. Says `false` if all is decided.
    fn choose(&mut self, layout: &Layout, rng: Option<&mut Rng>, pending: u32) -> bool {
        let n = layout.side();
        let turn = self.turn;
        let narrowest = |words: &[u32]| {
            let mut best = (u32::MAX, 0);
            let start = words.len() * turn / 1000;
            let all = words.iter().enumerate();
            for (index, word) in all.clone().skip(start).chain(all.take(start)) {
                let width = word.count_ones();
                if width > 1 && width < best.0 {
                    best = (width, index);
                    if width == 2 {
                        break;
                    }
                }
            }
            best
        };
        let (of_cell, cell) = narrowest(&self.cells);
        if of_cell == u32::MAX {
            return false;
        }
        let options = self.options.len();
        let looks_further = of_cell > 2 && !self.by_cells;
        let (of_house, index) = if looks_further { narrowest(&self.places) } else { (u32::MAX, 0) };
        if of_house < of_cell {
            let (members, digit) = (layout.members(index / n), (index % n) as u8);
            let places = bits(self.places[index]);
            self.options.extend(places.map(|place| (members[place], digit)));
        } else {
            let digits = bits(self.cells[cell]);
            self.options.extend(digits.map(|digit| (cell as u16, digit as u8)));
        }
        // The last is tried first.
        self.options[options..].reverse();
        if let Some(rng) = rng {
            rng.shuffle(&mut self.options[options..]);
        }
        let trail = self.trail.len();
        self.forks.push(Fork { trail, tried_at: trail, options, guess: None, pending });
        true
    }

    /// Goes on to the next option that does not lead into a dead end at once, of the last fork or of
    /// those above. Says how many guesses are pending then; nothing if all is tried.
    fn advance(
        &mut self,
        layout: &Layout,
        allowed: u64,
        work: &mut Work,
    ) -> Result<Option<u32>, GaveUp> {
        while let Some(mut fork) = self.forks.pop() {
            self.undo(layout, fork.tried_at);
            // What has been tried is out of the question from here on.
            if let Some((cell, digit)) = fork.guess.take() {
                let erased = self.erase(layout, usize::from(cell), usize::from(digit));
                if erased.and_then(|()| self.settle(layout)).is_err() {
                    self.known.clear();
                    self.options.truncate(fork.options);
                }
                let mut kept = fork.options;
                for index in fork.options..self.options.len() {
                    let (cell, digit) = self.options[index];
                    if self.cells[usize::from(cell)] >> digit & 1 == 1 {
                        self.options[kept] = (cell, digit);
                        kept += 1;
                    }
                }
                self.options.truncate(kept);
            }
            if self.options.len() == fork.options {
                self.undo(layout, fork.trail);
                continue;
            }
            let option = self.options.pop().expect("an option is left");
            let is_guess = self.options.len() > fork.options;
            if is_guess {
                if work.guesses == allowed {
                    return Err(GaveUp { guesses: allowed });
                }
                work.guesses += 1;
                fork.guess = Some(option);
            }
            let pending = fork.pending + u32::from(is_guess);
            work.depth = work.depth.max(pending);
            fork.tried_at = self.trail.len();
            self.forks.push(fork);
            self.known.push(option);
            if self.settle(layout).is_ok() {
                return Ok(Some(pending));
            }
        }
        Ok(None)
    }
}

/// The numbers of the bits that are set, lowest first.
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}
