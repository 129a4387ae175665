//! How many calls a brute force that looks for the most constrained cell saves.
//!
//! The paper's solver "performs on average ≈ 300 times fewer recursive calls than a conventional
//! recursive-backtracking brute-force algorithm", which goes on with "the next cell
//! sequentially". Both are there to make sure that there is one solution, so neither stops
//! at the first. On which boards the average was taken is not said. The paper's generator asks
//! its solver about boards with 40 givens down to those of a finished puzzle, so here both
//! solvers are asked about boards on that way, and of each number of givens the figures are shown.

use crate::page::{Page, count, number, rounded};
use crate::studio::Studio;
use piste::generate::{Brief, generators};
use piste::rating::{Selection, Workup};
use piste::stats;
use piste_core::{Cell, Digit, Grid, House, Puzzle, Rng};

/// After so many calls the sequential search has had enough.
const MOST: u64 = 300_000_000;

/// The numbers of givens of the boards; the last are the finished puzzles.
const GIVENS: [usize; 4] = [40, 35, 30, 27];

/// How many puzzles are finished.
const USUAL: usize = 200;

/// What both searches take on boards of one kind.
pub(in super::super) struct Calls {
    /// How many givens the boards have; nothing for finished puzzles.
    givens: Option<usize>,
    intelligent: Vec<f64>,
    conventional: Vec<f64>,
    /// How many sequential searches were not finished.
    unfinished: usize,
}

impl Calls {
    /// The mean of one over the mean of the other.
    pub(in super::super) fn of_means(&self) -> Option<f64> {
        Some(stats::mean(&self.conventional)? / stats::mean(&self.intelligent)?)
    }

    /// The quotient of a board, in the middle of all boards.
    pub(in super::super) fn middle(&self) -> Option<f64> {
        stats::quantile(&self.quotients(), 0.5)
    }

    /// The mean of the quotients.
    pub(in super::super) fn mean(&self) -> Option<f64> {
        stats::mean(&self.quotients())
    }

    /// Whether the paper's 300 lies between the two averages.
    pub(in super::super) fn allow_for_300(&self) -> bool {
        let both = self.of_means().zip(self.mean());
        both.is_some_and(|(a, b)| (a.min(b)..=a.max(b)).contains(&300.0))
    }

    fn quotients(&self) -> Vec<f64> {
        self.conventional.iter().zip(&self.intelligent).map(|(many, few)| many / few).collect()
    }
}

/// The sequential search: each call looks at the next open cell in reading order and calls
/// itself for each digit that its houses lack. All of it, not only as far as the first solution;
/// nothing if that takes more calls than `most`.
fn conventional(grid: &Grid, most: u64) -> Option<u64> {
    let mut lacking = [0x1ffu16; House::COUNT];
    let mut open = Vec::new();
    for cell in Cell::ALL {
        match grid.get(cell) {
            Some(digit) => {
                for house in houses(cell) {
                    lacking[house] &= !bit(digit);
                }
            }
            None => open.push(houses(cell)),
        }
    }
    let mut calls = 0;
    go(&open, &mut lacking, &mut calls, most).then_some(calls)
}

fn bit(digit: Digit) -> u16 {
    1 << (digit.get() - 1)
}

/// The numbers of the three houses of a cell.
fn houses(cell: Cell) -> [usize; 3] {
    cell.houses().map(House::index)
}

/// Whether it came to its end.
fn go(open: &[[usize; 3]], lacking: &mut [u16; House::COUNT], calls: &mut u64, most: u64) -> bool {
    *calls += 1;
    let Some((&[a, b, c], rest)) = open.split_first() else { return true };
    let mut left = lacking[a] & lacking[b] & lacking[c];
    while left != 0 {
        if *calls >= most {
            return false;
        }
        let digit = left & left.wrapping_neg();
        left ^= digit;
        for house in [a, b, c] {
            lacking[house] ^= digit;
        }
        let is_done = go(rest, lacking, calls, most);
        for house in [a, b, c] {
            lacking[house] ^= digit;
        }
        if !is_done {
            return false;
        }
    }
    true
}

/// The puzzle with random givens more, so many in all.
fn fuller(puzzle: &Puzzle, givens: usize, rng: &mut Rng) -> Option<Puzzle> {
    let mut open: Vec<Cell> =
        Cell::ALL.into_iter().filter(|&cell| puzzle.grid().get(cell).is_none()).collect();
    let more = givens.checked_sub(81 - open.len())?;
    rng.shuffle(&mut open);
    let mut grid = *puzzle.grid();
    for &cell in &open[..more] {
        grid.set(cell, Some(puzzle.solution().get(cell)));
    }
    Puzzle::prove(&grid).ok()
}

/// Both searches on boards of `build-up`, from 40 givens down to finished puzzles.
pub(in super::super) fn calls(studio: &Studio) -> anyhow::Result<Vec<Calls>> {
    let method = generators::by_slug("build-up").expect("the paper's generator is in the register");
    let finished = studio.make(method, &Brief::default(), studio.sample(USUAL).min(USUAL))?.puzzles;
    let mut rng = studio.rng("brute force");
    let mut all = Vec::new();
    for givens in GIVENS.map(Some).into_iter().chain([None]) {
        let boards: Vec<Puzzle> = match givens {
            Some(givens) => {
                finished.iter().filter_map(|puzzle| fuller(puzzle, givens, &mut rng)).collect()
            }
            None => finished.clone(),
        };
        let counted = studio.all(boards, |puzzle| {
            let ratings = Selection::new(&["brute-calls"]).ok()?.rate(&Workup::new(&puzzle));
            let few = ratings.shown()[0].as_ref().ok()?.value()?.as_number()?;
            Some((few, conventional(puzzle.grid(), MOST)))
        })?;
        let counted: Vec<(f64, Option<u64>)> = counted.into_iter().flatten().collect();
        all.push(Calls {
            givens,
            intelligent: counted.iter().map(|row| row.0).collect(),
            conventional: counted.iter().map(|row| row.1.unwrap_or(MOST) as f64).collect(),
            unfinished: counted.iter().filter(|row| row.1.is_none()).count(),
        });
    }
    Ok(all)
}

pub(super) fn section(studio: &Studio, page: &mut Page) -> anyhow::Result<()> {
    page.section("The brute-force baseline");
    page.say(
        "The paper's solver \"performs on average ≈ 300 times fewer recursive calls than a conventional\" \
         one, which goes from cell to cell in order. Ours, `brute-calls`, against such a one, both to the \
         end of the search: on puzzles of `build-up`, and on the same with random givens back in, as the \
         generator asks about them on its way down from 40.",
    );
    let all = calls(studio)?;
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|calls| {
            let Calls { givens, intelligent, conventional, unfinished } = calls;
            vec![
                givens.map_or_else(|| "finished".to_owned(), |givens| givens.to_string()),
                count(intelligent.len()),
                rounded(stats::mean(intelligent)),
                rounded(stats::mean(conventional)),
                number(calls.of_means(), 0),
                number(calls.mean(), 0),
                number(calls.middle(), 1),
                count(*unfinished),
            ]
        })
        .collect();
    page.table(
        &[
            "givens",
            "boards",
            "calls, mean",
            "sequential, mean",
            "quotient of the means",
            "mean of the quotients",
            "their median",
            "not finished",
        ],
        &rows,
    );
    page.say(format_args!(
        "A sequential search of more than {} calls is not finished and counts as so many. How much is \
         saved depends on how many givens are left, and on which average is meant.",
        count(MOST as usize)
    ));
    if all.last().is_some_and(Calls::allow_for_300) {
        page.say(
            "On finished puzzles the paper's 300 lies between the quotient of the means and the mean of \
             the quotients.",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::printed::{COVER, COVER_SOLUTION};
    use super::*;

    /// The same by the book: try every digit that nothing in sight has.
    fn slow(grid: &Grid, calls: &mut u64) {
        *calls += 1;
        let open = Cell::ALL.into_iter().find(|&cell| grid.get(cell).is_none());
        let Some(cell) = open else { return };
        for digit in grid.options(cell) {
            let mut next = *grid;
            next.set(cell, Some(digit));
            slow(&next, calls);
        }
    }

    #[test]
    fn it_is_the_search_by_the_book() {
        let puzzle: Grid = COVER.parse().unwrap();
        let solved: Grid = COVER_SOLUTION.parse().unwrap();
        assert_eq!(conventional(&solved, 10), Some(1));
        assert_eq!(conventional(&solved.without(Cell::ALL[40]), 10), Some(2));
        let mut calls = 0;
        slow(&puzzle, &mut calls);
        assert_eq!(conventional(&puzzle, u64::MAX), Some(calls));
        assert!(calls > 51, "{calls}");
        assert_eq!(conventional(&puzzle, calls - 1), None);
    }
}
