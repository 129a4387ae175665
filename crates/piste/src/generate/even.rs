//! Full grids drawn evenly: each of the 6,670,903,752,021,072,936,960 is as likely as any other.
//!
//! A search that tries digits in random order ([`full::random`](super::full::random)) gives every grid, some a little more
//! often than others. Here the draw is even, by counting.
//!
//! The first band and the first stack of a grid are its *frame*. The first box can be filled in 9! ways, and then the
//! boxes beside it in 56 · 6⁶ ways, whatever is in it: 56 ways to say which digits go into which row, and 6 orders for
//! each of six triples. So do the boxes below it. All frames can thus be drawn evenly without a search. A frame has some
//! 2,700 completions, which are counted by going through all of them; a grid drawn from a frame must count as
//! much as the frame has completions. Whoever wants statistics weights by that count ([`Frame::complete`]); whoever
//! wants one grid lets a frame pass with a chance in proportion to it ([`grid`]).

use piste_core::{Cell, Digit, Grid, Rng, Solution, search};
use std::ops::ControlFlow;

/// How many completions a frame has on average: all grids over all frames.
pub const MEAN_COMPLETIONS: f64 = 6_670_903_752_021_072_936_960.0 / 362_880.0 / FRAMES / FRAMES;
/// How many ways there are to fill the two boxes beside a box.
const FRAMES: f64 = 56.0 * 46_656.0;
/// More completions than this no frame was seen to have; the most in 20,000 draws was 5,644. [`grid`] is
/// exactly even if none has.
const MOST: u64 = 12_000;

/// The first band and the first stack of a grid, drawn evenly.
#[derive(Clone, Debug)]
pub struct Frame(Grid);

/// The digits in each line of a box.
type Lines = [[Digit; 3]; 3];

impl Frame {
    /// A frame, each as likely as any other.
    pub fn random(rng: &mut Rng) -> Frame {
        let mut digits = Digit::ALL;
        rng.shuffle(&mut digits);
        let rows: Lines = std::array::from_fn(|r| std::array::from_fn(|c| digits[3 * r + c]));
        let columns: Lines = std::array::from_fn(|c| std::array::from_fn(|r| rows[r][c]));
        let mut grid = Grid::EMPTY;
        let mut put = |row, column, digit| grid.set(Cell::at(row, column), Some(digit));
        for (line, triple) in rows.iter().enumerate() {
            for (at, &digit) in triple.iter().enumerate() {
                put(line, at, digit);
            }
        }
        for (boxes, is_beside) in [(beside(&rows, rng), true), (beside(&columns, rng), false)] {
            for (number, lines) in boxes.iter().enumerate() {
                for (line, triple) in lines.iter().enumerate() {
                    for (at, &digit) in triple.iter().enumerate() {
                        let far = 3 * (number + 1) + at;
                        if is_beside { put(line, far, digit) } else { put(far, line, digit) }
                    }
                }
            }
        }
        Frame(grid)
    }

    /// How many completions it has, and so many of them drawn evenly, each on its own.
    pub fn complete(&self, wanted: usize, rng: &mut Rng) -> (u64, Vec<Solution>) {
        let mut count = 0;
        let mut drawn: Vec<Solution> = Vec::new();
        search::Engine::default().search(&self.0, None, |solution| {
            count += 1;
            if drawn.is_empty() {
                drawn = vec![*solution; wanted];
            }
            // The last of n is kept with a chance of one in n, so in the end all are as likely.
            for kept in &mut drawn {
                if rng.below(count as usize) == 0 {
                    *kept = *solution;
                }
            }
            ControlFlow::Continue(())
        });
        (count, drawn)
    }
}

/// A full grid, each as likely as any other.
///
/// ```
/// use piste::Rng;
/// use piste::generate::even;
///
/// let grid = even::grid(&mut Rng::new(1));
/// assert_eq!(grid.grid().filled().len(), 81);
/// ```
pub fn grid(rng: &mut Rng) -> Solution {
    loop {
        let (count, drawn) = Frame::random(rng).complete(1, rng);
        if (rng.below(MOST as usize) as u64) < count
            && let Some(&grid) = drawn.first()
        {
            return grid;
        }
    }
}

/// The lines of the two boxes beside one with these, drawn evenly.
fn beside(first: &Lines, rng: &mut Rng) -> [Lines; 2] {
    let ways = ways(first);
    let mut boxes = ways[rng.below(ways.len())];
    for lines in &mut boxes {
        for triple in lines {
            rng.shuffle(triple);
        }
    }
    boxes
}

/// The 56 ways to say which digits each line of the two boxes has.
fn ways(first: &Lines) -> Vec<[Lines; 2]> {
    let digits = first.concat();
    // The triples without these digits.
    let triples = |taken: &[Digit]| {
        let free: Vec<Digit> = digits.iter().copied().filter(|d| !taken.contains(d)).collect();
        let mut triples = Vec::new();
        for (a, &one) in free.iter().enumerate() {
            for (b, &two) in free.iter().enumerate().skip(a + 1) {
                triples.extend(free.iter().skip(b + 1).map(|&three| [one, two, three]));
            }
        }
        triples
    };
    let mut found = Vec::new();
    for top in triples(&first[0]) {
        for middle in triples(&[first[1], top].concat()) {
            for bottom in triples(&[first[2], top, middle].concat()) {
                let second = [top, middle, bottom];
                let third = std::array::from_fn(|line| {
                    let rest = triples(&[first[line], second[line]].concat());
                    rest[0]
                });
                found.push([second, third]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_56_ways_and_every_frame_keeps_the_rules() {
        let mut rng = Rng::new(1);
        for _ in 0..50 {
            let frame = Frame::random(&mut rng);
            assert_eq!(frame.0.filled().len(), 45);
            assert_eq!(frame.0.conflicts().count(), 0);
            let rows: Lines = std::array::from_fn(|r| {
                std::array::from_fn(|c| frame.0.get(Cell::at(r, c)).unwrap())
            });
            assert_eq!(ways(&rows).len(), 56);
        }
    }

    /// The mean over frames is known exactly, since the number of grids is.
    #[test]
    fn the_completions_are_as_many_as_they_must_be_on_average() {
        let mut rng = Rng::new(2);
        let counts: Vec<f64> =
            (0..120).map(|_| Frame::random(&mut rng).complete(1, &mut rng).0 as f64).collect();
        let mean = counts.iter().sum::<f64>() / 120.0;
        let variance = counts.iter().map(|c| (c - mean).powi(2)).sum::<f64>() / 119.0;
        let error = (variance / 120.0).sqrt();
        assert!((mean - MEAN_COMPLETIONS).abs() < 4.0 * error, "{mean} ± {error}");
        assert!(error < 80.0, "{error}");
        assert!(counts.iter().all(|&count| count < MOST as f64));
    }
}
