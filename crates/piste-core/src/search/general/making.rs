//! Random full boards and minimal puzzles of any shape.
//!
//! A puzzle is a full board less one given after the other, each as long as one solution is left.
//! The solution is known, so the question about a given is not "how many solutions are there?" but "is there one that has
//! something else here?": the given's own digit is taken out and the search may only find
//! others. Mostly singles alone answer it with no.

use super::{GaveUp, General};
use crate::Rng;
use crate::shape::Motion;
use crate::symmetry::Symmetry;
use std::ops::ControlFlow;

/// The guesses that one question may take. Very few come near it; what does is left alone.
const GUESSES: u64 = 20_000;

/// What was left of a full board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The face values of the givens, row by row; 0 for an empty cell.
    pub givens: Vec<u8>,
    /// The full board: the one solution.
    pub solution: Vec<u8>,
    /// How many groups of givens were kept because the question about them took too long. If
    /// it is 0, no group can go.
    pub undecided: usize,
}

impl General {
    /// A random full board. Every one can come out; they are not all equally likely.
    ///
    /// The search is begun anew, twice as long each time, until it comes through: on a large empty board most
    /// beginnings lead to an end soon, and a few lead nowhere for ever. What is chosen are the digits of cells alone. The places of
    /// digits would be narrower choices, but they lie all over the board, and what is filled here and there does
    /// not fit together in the end: with them a 25×25 takes ten times as long, and anti-knight hundreds of times.
    ///
    /// Gives up if the shape has no full board as far as `guesses` in all can tell; nothing if it
    /// certainly has none.
    ///
    /// ```
    /// use piste_core::Rng;
    /// use piste_core::search::General;
    ///
    /// let mut engine = General::new(&"16x16".parse().unwrap());
    /// let full = engine.random_full(1_000_000, &mut Rng::new(1)).unwrap().unwrap();
    /// assert_eq!(full.len(), 256);
    /// ```
    pub fn random_full(&mut self, guesses: u64, rng: &mut Rng) -> Result<Option<Vec<u8>>, GaveUp> {
        let marks = self.marks_of(&vec![0; self.shape().cells()]);
        let mut left = guesses;
        // Without a dead end about two in three cells take a guess.
        let mut portion = self.shape().cells() as u64;
        self.by_cells = true;
        let mut result = Err(GaveUp { guesses });
        while left > 0 {
            let now = left.min(portion);
            if let Ok(found) = self.random(&marks, now, rng) {
                result = Ok(found);
                break;
            }
            left -= now;
            portion *= 2;
        }
        self.by_cells = false;
        result
    }

    /// Takes groups of givens away in this order, each as long as one solution is left without it and
    /// no fewer than `floor` givens.
    ///
    /// # Panics
    /// If `solution` is not a full board of the shape.
    pub fn reduce(&mut self, solution: &[u8], groups: &[Vec<u16>], floor: usize) -> Reduced {
        self.reduce_until(solution, groups, floor, |_| false)
    }

    /// The same for as long as it is not enough, which is asked before each group. What is left then has one
    /// solution, too.
    ///
    /// # Panics
    /// If `solution` is not a full board of the shape.
    pub fn reduce_until(
        &mut self,
        solution: &[u8],
        groups: &[Vec<u16>],
        floor: usize,
        mut is_enough: impl FnMut(&General) -> bool,
    ) -> Reduced {
        let full = self.marks_of(solution);
        let is_full = full.iter().all(|word| word.is_power_of_two());
        assert!(is_full && self.has_solution(&full, 0) == Ok(true), "a full board");
        let all = (1 << self.shape().side()) - 1;
        let mut marks = full.clone();
        let mut undecided = 0;
        let mut left = solution.len();
        for group in groups {
            if left < floor + group.len() {
                continue;
            }
            if is_enough(self) {
                break;
            }
            let before: Vec<u32> = group.iter().map(|&cell| marks[usize::from(cell)]).collect();
            group.iter().for_each(|&cell| marks[usize::from(cell)] = all);
            match self.is_other(&mut marks, &full, group) {
                Ok(false) => left -= group.len(),
                other => {
                    undecided += usize::from(other.is_err());
                    let cells = group.iter().map(|&cell| usize::from(cell));
                    cells.zip(before).for_each(|(cell, word)| marks[cell] = word);
                }
            }
        }
        let is_given = |word: &u32| word.is_power_of_two();
        let kept =
            marks.iter().zip(solution).map(|(word, &value)| if is_given(word) { value } else { 0 });
        Reduced { givens: kept.collect(), solution: solution.to_vec(), undecided }
    }

    /// Whether a group of givens can go without another solution coming to be. `solution` is the one of
    /// `givens`, both in face values.
    ///
    /// ```
    /// use piste_core::Rng;
    /// use piste_core::search::General;
    ///
    /// let mut engine = General::new(&"6x6".parse().unwrap());
    /// let full = engine.random_full(1_000, &mut Rng::new(1)).unwrap().unwrap();
    /// assert_eq!(engine.can_spare(&full, &full, &[0, 1]), Ok(true));
    /// ```
    pub fn can_spare(
        &mut self,
        givens: &[u8],
        solution: &[u8],
        group: &[u16],
    ) -> Result<bool, GaveUp> {
        let (full, mut marks) = (self.marks_of(solution), self.marks_of(givens));
        let all = (1 << self.shape().side()) - 1;
        group.iter().for_each(|&cell| marks[usize::from(cell)] = all);
        Ok(!self.is_other(&mut marks, &full, group)?)
    }

    /// Whether there is a solution that differs from the full one in a cell of the group. The marks of
    /// the group are open, and are so again afterwards.
    fn is_other(&mut self, marks: &mut [u32], full: &[u32], group: &[u16]) -> Result<bool, GaveUp> {
        let all = (1 << self.shape().side()) - 1;
        let mut answer = Ok(false);
        for &cell in group {
            let cell = usize::from(cell);
            marks[cell] = all & !full[cell];
            answer = self.has_solution(marks, GUESSES);
            if answer != Ok(false) {
                break;
            }
            // It cannot be anything else, as long as the others are as they are.
            marks[cell] = full[cell];
        }
        group.iter().for_each(|&cell| marks[usize::from(cell)] = all);
        answer
    }

    /// A random puzzle: a random full board, less one given (or one orbit of a symmetry) after the
    /// other in random order for as long as one solution is left.
    ///
    /// ```
    /// use piste_core::Rng;
    /// use piste_core::search::General;
    ///
    /// let mut engine = General::new(&"6x6+x".parse().unwrap());
    /// let puzzle = engine.random_puzzle(None, 100_000, &mut Rng::new(1)).unwrap().unwrap();
    /// let marks = engine.marks_of(&puzzle.givens);
    /// assert_eq!(engine.solutions(&marks, 2, 1_000).unwrap(), [puzzle.solution]);
    /// ```
    pub fn random_puzzle(
        &mut self,
        symmetry: Option<Symmetry>,
        guesses: u64,
        rng: &mut Rng,
    ) -> Result<Option<Reduced>, GaveUp> {
        let Some(solution) = self.random_full(guesses, rng)? else {
            return Ok(None);
        };
        let mut groups = self.orbits(symmetry);
        rng.shuffle(&mut groups);
        Ok(Some(self.reduce(&solution, &groups, 0)))
    }

    /// The cells that stand or fall together in a pattern of this symmetry, counted row by row; each
    /// alone without one.
    pub fn orbits(&self, symmetry: Option<Symmetry>) -> Vec<Vec<u16>> {
        orbits(self.shape().side(), symmetry)
    }

    /// How many solutions there are, but no more than `limit`.
    pub fn count(&mut self, marks: &[u32], limit: u64, guesses: u64) -> Result<u64, GaveUp> {
        let mut left = limit;
        if left == 0 {
            return Ok(0);
        }
        let work = self.search(marks, guesses, None, |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(work.solutions)
    }
}

/// The cells that stand or fall together in a pattern of this symmetry; each alone without one.
fn orbits(side: usize, symmetry: Option<Symmetry>) -> Vec<Vec<u16>> {
    let motions = symmetry.map_or(Vec::new(), |symmetry| Motion::of_symmetry(symmetry, side));
    let mut orbit_of = vec![usize::MAX; side * side];
    let mut orbits: Vec<Vec<u16>> = Vec::new();
    for cell in 0..side * side {
        if orbit_of[cell] != usize::MAX {
            continue;
        }
        let mut orbit = vec![cell as u16];
        orbit_of[cell] = orbits.len();
        let mut next = 0;
        while next < orbit.len() {
            let at = usize::from(orbit[next]);
            for motion in &motions {
                let (row, column) = motion.cell(at / side, at % side);
                let image = row * side + column;
                if orbit_of[image] == usize::MAX {
                    orbit_of[image] = orbits.len();
                    orbit.push(image as u16);
                }
            }
            next += 1;
        }
        orbits.push(orbit);
    }
    orbits
}
