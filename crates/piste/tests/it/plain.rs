//! The papers' solvers once more, as plainly as they can be written: lists of candidates, every
//! subset looked for, every trial made in full.
//!
//! Nothing here knows of bands, strategies or steps. What the metrics `index-d`, `index-d-x`,
//! `umbrella`, `umbrella-wide` and `umbrella-naked` and the solver of `seed-matrix-a` say must
//! be what these say.

use crate::puzzles;
use piste::generate::generators::seed_matrix::Solver;
use piste::rating::metrics::{self, Sight, index_d};
use piste::rating::{Rating, Value, Workup};
use piste::{Cell, Digit, Puzzle, Rng};

/// A digit a cell, 0 where it is empty, and the digits that each empty cell may still have.
#[derive(Clone)]
struct Paper {
    written: Vec<u8>,
    may: Vec<Vec<u8>>,
}

fn houses() -> Vec<Vec<usize>> {
    let mut houses = Vec::new();
    for n in 0..9 {
        houses.push((0..9).map(|i| 9 * n + i).collect());
        houses.push((0..9).map(|i| 9 * i + n).collect());
        houses.push((0..9).map(|i| 27 * (n / 3) + 3 * (n % 3) + 9 * (i / 3) + i % 3).collect());
    }
    houses
}

fn number(value: Option<Value>) -> Option<f64> {
    value?.as_number()
}

fn digits_of(puzzle: &Puzzle) -> Vec<u8> {
    let grid = puzzle.grid();
    Cell::ALL.iter().map(|&cell| grid.get(cell).map_or(0, Digit::get)).collect()
}

/// The sets of so many of these.
fn choose(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut sets = Vec::new();
    for (at, &first) in of.iter().enumerate() {
        for mut rest in choose(&of[at + 1..], size - 1) {
            rest.insert(0, first);
            sets.push(rest);
        }
    }
    sets
}

type Marks = Vec<(usize, u8)>;

impl Paper {
    fn new(puzzle: &Puzzle) -> Paper {
        let mut paper = Paper { written: vec![0; 81], may: vec![(1..=9).collect(); 81] };
        for (cell, digit) in digits_of(puzzle).into_iter().enumerate() {
            if digit > 0 {
                paper.write(cell, digit);
            }
        }
        paper
    }

    fn write(&mut self, cell: usize, digit: u8) {
        self.written[cell] = digit;
        self.may[cell].clear();
        for house in houses().iter().filter(|house| house.contains(&cell)) {
            for &other in house {
                self.may[other].retain(|&may| may != digit);
            }
        }
    }

    fn is_full(&self) -> bool {
        !self.written.contains(&0)
    }

    /// An empty cell for which nothing is left, or a house that a digit can no longer be in.
    fn is_broken(&self, looks_at_houses: bool) -> bool {
        let lacks = |house: &Vec<usize>, digit: u8| {
            house.iter().all(|&c| self.written[c] != digit && !self.may[c].contains(&digit))
        };
        (0..81).any(|cell| self.written[cell] == 0 && self.may[cell].is_empty())
            || looks_at_houses
                && houses().iter().any(|house| (1..=9).any(|digit| lacks(house, digit)))
    }

    /// The cells of the house that may have the digit.
    fn places(&self, house: &[usize], digit: u8) -> Vec<usize> {
        house.iter().copied().filter(|&cell| self.may[cell].contains(&digit)).collect()
    }

    /// Naked singles, and hidden ones if wanted, until there are none.
    fn singles(&mut self, hidden: bool) {
        loop {
            let naked = (0..81).find(|&cell| self.may[cell].len() == 1);
            let mut next = naked.map(|cell| (cell, self.may[cell][0]));
            if next.is_none() && hidden {
                next = houses().iter().find_map(|house| {
                    (1..=9).find_map(|digit| match self.places(house, digit)[..] {
                        [cell] => Some((cell, digit)),
                        _ => None,
                    })
                });
            }
            let Some((cell, digit)) = next else { return };
            self.write(cell, digit);
        }
    }

    fn erase(&mut self, marks: &Marks) -> bool {
        let before: usize = self.may.iter().map(Vec::len).sum();
        for &(cell, digit) in marks {
            self.may[cell].retain(|&may| may != digit);
        }
        before > self.may.iter().map(Vec::len).sum()
    }

    /// What locked candidates, both ways or from boxes only, and subsets rule out.
    fn beyond_groups(&self, claiming: bool) -> Marks {
        let mut gone = Vec::new();
        let houses = houses();
        for (n, house) in houses.iter().enumerate() {
            // Every third one is a box.
            if n % 3 == 2 || claiming {
                for digit in 1..=9 {
                    let places = self.places(house, digit);
                    let both = |other: &&Vec<usize>| {
                        places.iter().all(|place| other.contains(place)) && *other != house
                    };
                    for other in houses.iter().filter(both).filter(|_| !places.is_empty()) {
                        let rest = other.iter().filter(|cell| !places.contains(cell));
                        gone.extend(rest.map(|&cell| (cell, digit)));
                    }
                }
            }
            let open: Vec<usize> =
                house.iter().copied().filter(|&c| self.written[c] == 0).collect();
            for set in (2..open.len()).flat_map(|size| choose(&open, size)) {
                let mut digits: Vec<u8> = set.iter().flat_map(|&c| self.may[c].clone()).collect();
                digits.sort_unstable();
                digits.dedup();
                if digits.len() == set.len() {
                    let rest = open.iter().filter(|cell| !set.contains(cell));
                    gone.extend(rest.flat_map(|&cell| digits.iter().map(move |&d| (cell, d))));
                }
            }
        }
        gone
    }

    /// What fish of up to so many lines rule out.
    fn beyond_fish(&self, most: usize) -> Marks {
        let mut gone = Vec::new();
        for (lines, across) in [(0, 1), (1, 0)] {
            let line = |n: usize| houses().swap_remove(3 * n + lines);
            for digit in 1..=9 {
                let open: Vec<usize> =
                    (0..9).filter(|&n| !self.places(&line(n), digit).is_empty()).collect();
                for set in (2..=most.min(open.len())).flat_map(|size| choose(&open, size)) {
                    let places: Vec<usize> =
                        set.iter().flat_map(|&n| self.places(&line(n), digit)).collect();
                    let crossing = |cell: usize| if across == 1 { cell % 9 } else { cell / 9 };
                    let mut covers: Vec<usize> = places.iter().map(|&c| crossing(c)).collect();
                    covers.sort_unstable();
                    covers.dedup();
                    if covers.len() == set.len() {
                        let all = (0..81).filter(|&c| covers.contains(&crossing(c)));
                        gone.extend(all.filter(|c| !places.contains(c)).map(|c| (c, digit)));
                    }
                }
            }
        }
        gone
    }

    /// What both digits of a cell with two rule out, following singles of these kinds.
    fn beyond_trials(&self, hidden: bool) -> Marks {
        let mut gone = Vec::new();
        for cell in (0..81).filter(|&cell| self.may[cell].len() == 2) {
            let trials = [0, 1].map(|nth| {
                let mut trial = self.clone();
                trial.write(cell, self.may[cell][nth]);
                trial.singles(hidden);
                trial
            });
            let broken = [0, 1].map(|nth: usize| trials[nth].is_broken(hidden));
            for (nth, is_broken) in broken.into_iter().enumerate() {
                if is_broken {
                    gone.push((cell, self.may[cell][nth]));
                }
            }
            if broken == [false, false] {
                let is_out = |trial: &Paper, cell: usize, digit: u8| {
                    trial.written[cell] != digit && !trial.may[cell].contains(&digit)
                };
                for other in 0..81 {
                    let out = self.may[other].iter().copied();
                    let out = out.filter(|&d| trials.iter().all(|t| is_out(t, other, d)));
                    gone.extend(out.map(|digit| (other, digit)));
                }
            }
        }
        gone
    }

    /// Digits that would leave their own kind without a place in some house.
    fn beyond_nishio(&self) -> Marks {
        let mut gone = Vec::new();
        for cell in (0..81).filter(|&cell| self.written[cell] == 0) {
            for digit in self.may[cell].clone() {
                // A board on which nothing but this digit counts.
                let mut only = self.clone();
                for may in &mut only.may {
                    may.retain(|&may| may == digit);
                }
                let without = |only: &Paper, house: &Vec<usize>| {
                    house.iter().all(|&c| only.written[c] != digit)
                        && only.places(house, digit).is_empty()
                };
                only.write(cell, digit);
                loop {
                    if houses().iter().any(|house| without(&only, house)) {
                        gone.push((cell, digit));
                        break;
                    }
                    let forced =
                        houses().iter().find_map(|house| match only.places(house, digit)[..] {
                            [place] => Some(place),
                            _ => None,
                        });
                    let Some(forced) = forced else { break };
                    only.write(forced, digit);
                }
            }
        }
        gone
    }
}

/// The rounds of the methods 2, 3 and 4, as far as `most`, and whether they solve the puzzle.
fn rounds(puzzle: &Puzzle, most: usize) -> ([u64; 3], bool) {
    let mut paper = Paper::new(puzzle);
    let mut rounds = [0; 3];
    loop {
        paper.singles(true);
        if paper.is_full() {
            return (rounds, true);
        }
        let method = (2..=most).find(|method| {
            let gone = match method {
                2 => paper.beyond_groups(true),
                3 => paper.beyond_fish(2),
                _ => paper.beyond_nishio(),
            };
            paper.erase(&gone)
        });
        let Some(method) = method else { return (rounds, false) };
        rounds[method - 2] += 1;
    }
}

/// Algorithm A's solver, a cell and a digit at a time.
fn as_written(puzzle: &Puzzle) -> bool {
    let mut written = digits_of(puzzle);
    let stands = |written: &[u8], cells: &[usize], digit: u8| {
        cells.iter().any(|&cell| written[cell] == digit)
    };
    loop {
        let mut found = None;
        for cell in (0..81).filter(|&cell| written[cell] == 0) {
            let (row, column) = (cell / 9, cell % 9);
            let along: Vec<usize> = (0..9).flat_map(|i| [9 * row + i, 9 * i + column]).collect();
            let left: Vec<u8> = (1..=9).filter(|&d| !stands(&written, &along, d)).collect();
            if let [digit] = left[..] {
                found = Some((cell, digit));
            }
            let in_block = |other: usize| other / 27 == cell / 27 && other % 9 / 3 == column / 3;
            for digit in 1..=9 {
                let rows = (row / 3 * 3..row / 3 * 3 + 3).filter(|&other| other != row);
                let columns = (column / 3 * 3..column / 3 * 3 + 3).filter(|&c| c != column);
                let rows = rows.map(|r| (0..9).map(|i| 9 * r + i).collect::<Vec<_>>());
                let columns = columns.map(|c| (0..9).map(|i| 9 * i + c).collect::<Vec<_>>());
                let mut lines = rows.chain(columns).map(|mut line| {
                    line.retain(|&other| !in_block(other));
                    line
                });
                if lines.all(|line| stands(&written, &line, digit)) {
                    found = Some((cell, digit));
                }
            }
        }
        let Some((cell, digit)) = found else { return !written.contains(&0) };
        written[cell] = digit;
    }
}

/// The umbrella level, 5 for above, under a reading of the paper.
fn level(puzzle: &Puzzle, wide: bool, chains_see_hidden: bool) -> u64 {
    let mut paper = Paper::new(puzzle);
    let mut level = 1;
    loop {
        paper.singles(false);
        if paper.is_full() {
            return level;
        }
        let open = |paper: &Paper| paper.written.iter().filter(|&&digit| digit == 0).count();
        let before = open(&paper);
        paper.singles(true);
        let used = if open(&paper) < before {
            2
        } else if paper.erase(&paper.beyond_groups(wide)) {
            3
        } else {
            let fish = paper.beyond_fish(if wide { 4 } else { 2 });
            let trials = paper.beyond_trials(chains_see_hidden);
            if !(paper.erase(&fish) | paper.erase(&trials)) {
                return 5;
            }
            4
        };
        level = level.max(used);
    }
}

fn rate(slug: &str, puzzle: &Puzzle) -> Rating {
    metrics::by_slug(slug).expect("a registered metric").rate(&Workup::new(puzzle)).expect("rated")
}

fn sample(seed: u64, count: usize) -> Vec<Puzzle> {
    let mut rng = Rng::new(seed);
    (0..count).map(|n| puzzles::puzzle(&mut rng, n % 9)).collect()
}

#[test]
fn rounds_are_those_of_the_plain_solver() {
    let (mut with_rounds, mut several, mut beyond) = (0, 0, 0);
    for puzzle in sample(61, 300) {
        let rating = rate("index-d", &puzzle);
        let ([second, ..], solved) = rounds(&puzzle, 2);
        let b = number(rating.get("b"));
        if !solved {
            assert_eq!(rating.values(), [Some(Value::Word("beyond")); 2], "{puzzle}");
            beyond += 1;
            continue;
        }
        let givens = puzzle.grid().filled().len() as u64;
        let expected = index_d(givens, &[81 - givens, second]);
        assert_eq!(b.map(f64::to_bits), Some(expected.to_bits()), "{puzzle}: {second} rounds");
        with_rounds += usize::from(second > 0);
        several += usize::from(second > 1);
    }
    assert!(with_rounds > 20 && several > 5 && beyond > 20, "{with_rounds} {several} {beyond}");
}

#[test]
fn further_methods_are_those_of_the_plain_solver() {
    let mut used = [0; 3];
    for puzzle in sample(62, 200) {
        let rating = rate("index-d-x", &puzzle);
        let (plain, solved) = rounds(&puzzle, 4);
        assert_eq!(rating.values()[1..4], plain.map(|count| Some(Value::Count(count))), "{puzzle}");
        assert_eq!(number(rating.value()).is_some(), solved, "{puzzle}");
        for (used, rounds) in used.iter_mut().zip(plain) {
            *used += u64::from(rounds > 0);
        }
        let written = number(rating.get("written"));
        assert_eq!(written.is_some(), as_written(&puzzle), "{puzzle}");
    }
    assert!(used.iter().all(|&puzzles| puzzles > 2), "{used:?}");
}

#[test]
fn algorithm_a_fills_what_the_plain_solver_fills() {
    let mut rng = Rng::new(63);
    let mut filled = [0; 2];
    for n in 0..200 {
        // Puzzles on their way to where no pair can go, so that both answers occur.
        let mut grid = *Solver::A(Sight::LinesAndBlock).run_out(&mut rng).grid();
        let solution = Puzzle::prove(&grid).expect("run out, and proper").solution().grid();
        for _ in 0..n % 9 {
            let cell = Cell::from_index(rng.below(81));
            grid.set(cell, solution.get(cell));
        }
        let puzzle = Puzzle::prove(&grid).expect("more of the solution");
        let fills = Solver::A(Sight::Lines).solves(&grid);
        assert_eq!(fills, as_written(&puzzle), "{puzzle}");
        filled[usize::from(fills)] += 1;
    }
    assert!(filled.iter().all(|&count| count > 20), "{filled:?}");
}

/// 26 givens, 55 insertions, one round: the least D that the paper has for algorithm B. These
/// three came out of `piste make --method seed-matrix-b --count 3000 --seed 5`.
#[test]
fn the_least_index_of_algorithm_b_is_that_of_real_puzzles() {
    for text in [
        "3.8.5.6..92.8..7.......9......4...8.7..3.1..2.3...2......5.......9..8.47..4.9.1.8",
        "..5.7...4..21.9........69..2...9..8.7..2.4..5.1..8...2..36........8.72..6...1.7..",
        ".6..9....4.7..19...2...7..6..41.....25.....31.....98..1..4...2...23..7.4....5..6.",
    ] {
        let puzzle = Puzzle::prove(&text.parse().expect("81 cells")).expect("proper");
        assert_eq!(rounds(&puzzle, 2), ([1, 0, 0], true), "{text}");
        let rating = rate("index-d", &puzzle);
        let b = number(rating.get("b")).expect("solved by both methods");
        assert_eq!(format!("{b:.5}"), "0.23636", "{text}");
        assert_eq!(rating.value(), Some(Value::Word("beyond")));
        let told = "26 givens, 55 insertions, 1 round of method 2: 26 / (55 · 1! · 1 · 2!)";
        assert_eq!(rating.note.as_deref(), Some(told));
    }
}

#[test]
fn levels_are_those_of_the_plain_solver() {
    let mut levels = [0; 5];
    let mut moved = [0; 2];
    for puzzle in sample(64, 100) {
        let of = |slug: &str| number(rate(slug, &puzzle).value()).map_or(5, |level| level as u64);
        let paper = level(&puzzle, false, true);
        assert_eq!(of("umbrella"), paper, "{puzzle}");
        assert_eq!(of("umbrella-wide"), level(&puzzle, true, true), "wide: {puzzle}");
        assert_eq!(of("umbrella-naked"), level(&puzzle, false, false), "naked: {puzzle}");
        levels[paper as usize - 1] += 1;
        moved[0] += usize::from(of("umbrella-wide") < paper);
        moved[1] += usize::from(of("umbrella-naked") > paper);
    }
    assert!(levels[..4].iter().all(|&seen| seen > 0) && moved[1] > 0, "{levels:?} {moved:?}");
}
