//! The canonical form against the obvious way to find it, and against what it promises.

use super::*;
use crate::{CellSet, Rng, search};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

const WELL_KNOWN: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The solution with the most automorphisms of all; it is its own canonical form.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// The grid that `digit` says, 0 for an empty cell.
fn grid_by(digit: impl Fn(usize, usize) -> usize) -> Grid {
    Grid::from_fn(|cell| Digit::new(digit(cell.row(), cell.column()) as u8))
}

/// A random solution with all but `clues` cells emptied, at random or symmetrically.
fn random_clues(rng: &mut Rng, clues: usize, symmetric: bool) -> Grid {
    let solution = search::random(&Grid::EMPTY, rng).expect("the empty grid has solutions");
    let mut cells = Cell::ALL;
    rng.shuffle(&mut cells);
    let kept: CellSet = cells[..clues].iter().copied().collect();
    let kept = if symmetric { kept | Transformation::HALF_TURN.cells(kept) } else { kept };
    Grid::from_fn(|cell| kept.contains(cell).then(|| solution.get(cell)))
}

/// The 1296 orders of nine lines that keep bands together.
fn line_orders() -> Vec<[usize; 9]> {
    let threes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = Vec::new();
    for groups in threes {
        for a in threes {
            for b in threes {
                for c in threes {
                    let within = [a, b, c];
                    orders.push(std::array::from_fn(|i| groups[i / 3] * 3 + within[i / 3][i % 3]));
                }
            }
        }
    }
    orders
}

/// The obvious way: write the grid in every arrangement of its cells, naming digits in the
/// order in which they come, and keep the least. Says how many arrangements give it.
fn by_brute_force(grid: &Grid) -> (Grid, u64) {
    let orders = line_orders();
    let mut best = [u8::MAX; 81];
    let mut count = 0;
    for transpose in [false, true] {
        let cells: [[u8; 9]; 9] = std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let cell = if transpose { Cell::at(column, row) } else { Cell::at(row, column) };
                grid.get(cell).map_or(0, Digit::get)
            })
        });
        for rows in &orders {
            'arrangement: for columns in &orders {
                let (mut names, mut named, mut less) = ([0; 10], 0, false);
                for (i, best) in best.iter_mut().enumerate() {
                    let value = cells[rows[i / 9]][columns[i % 9]];
                    let name = &mut names[usize::from(value)];
                    if value != 0 && *name == 0 {
                        named += 1;
                        *name = named;
                    }
                    if !less && *name > *best {
                        continue 'arrangement;
                    }
                    less |= *name < *best;
                    *best = *name;
                }
                count = if less { 1 } else { count + 1 };
            }
        }
    }
    (Grid::from_fn(|cell| Digit::new(best[cell.index()])), count)
}

fn assert_exact(g: &Grid) {
    let found = canonical(g);
    let (least, automorphisms) = by_brute_force(g);
    assert_eq!(found.grid, least, "{g}");
    assert_eq!(found.automorphisms, automorphisms, "{g}");
    assert_eq!(found.by.grid(g), least, "{g}");
}

#[test]
fn well_known_grids_agree_with_brute_force() {
    for text in [
        WELL_KNOWN,
        MOST_SYMMETRIC,
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        // A published list of 17-clue puzzles has this one as its least form. It is not.
        "................12..3..4...........5....4.36.78..1.........5..4.1...3....2.....8.",
    ] {
        assert_exact(&grid(text));
    }
}

#[test]
fn valid_grids_agree_with_brute_force() {
    let mut rng = Rng::new(1);
    for clues in [1, 2, 4, 8, 17, 24, 30, 40, 60, 80, 81] {
        assert_exact(&random_clues(&mut rng, clues, clues % 2 == 0 && clues < 30));
    }
}

/// Contradictory grids with few and with many digits.
#[test]
fn contradictory_grids_agree_with_brute_force() {
    let mut rng = Rng::new(2);
    for (clues, digits) in [(3, 1), (9, 1), (6, 2), (20, 3), (40, 2), (40, 9), (80, 4), (200, 9)] {
        let mut g = Grid::EMPTY;
        for _ in 0..clues {
            g.set(Cell::from_index(rng.below(81)), Digit::new(rng.below(digits) as u8 + 1));
        }
        assert_exact(&g);
    }
    assert_exact(&grid_by(|r, c| r / 3 * 3 + c / 3 + 1));
    assert_exact(&grid_by(|r, c| (r + c) % 9 + 1));
}

#[test]
fn both_methods_agree_on_solutions() {
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let g = random_clues(&mut rng, 81, false);
        let (quick, thorough) = (full::canonical(&g).unwrap(), any::canonical(&g));
        assert_eq!(quick.grid, thorough.grid);
        assert_eq!(quick.automorphisms, thorough.automorphisms);
    }
    assert_eq!(full::canonical(&grid(WELL_KNOWN)), None);
    assert_eq!(full::canonical(&grid_by(|r, c| (r + c) % 9 + 1)), None);
}

#[test]
fn the_form_does_not_depend_on_the_writing() {
    let mut rng = Rng::new(4);
    for item in 0..200 {
        let g = random_clues(&mut rng, [17, 20, 24, 28, 35, 50, 81][item % 7], item % 3 == 0);
        let form = canonical(&g);
        assert_eq!(form.by.grid(&g), form.grid);
        assert_eq!(canonical(&form.grid).grid, form.grid);
        for _ in 0..10_000 {
            let disguised = Transformation::random(&mut rng).grid(&g);
            let found = canonical(&disguised);
            assert_eq!(found.grid, form.grid, "{g} and {disguised}");
            assert_eq!(found.automorphisms, form.automorphisms);
            assert_eq!(found.by.grid(&disguised), form.grid);
        }
    }
}

/// Every way to put down two alike, two different and three different digits: each form must
/// be reached by as many of them as its automorphisms say (orbit times stabiliser).
#[test]
fn forms_are_as_frequent_as_their_automorphisms_say() {
    let count_forms = |grids: &mut dyn Iterator<Item = Grid>| {
        let mut forms = BTreeMap::new();
        for form in grids.map(|g| canonical(&g)) {
            forms.entry((form.grid, form.automorphisms)).and_modify(|n| *n += 1).or_insert(1u64);
        }
        for ((form, automorphisms), &number) in &forms {
            assert_eq!(number * automorphisms, 2 * 6u64.pow(8), "{form}");
        }
        forms.len()
    };
    let pairs =
        || Cell::ALL.into_iter().flat_map(|a| Cell::ALL.map(|b| [a, b])).filter(|[a, b]| a < b);
    let put = |cells: &[Cell], digits: &[Digit]| {
        let mut g = Grid::EMPTY;
        cells.iter().zip(digits).for_each(|(&cell, &digit)| g.set(cell, Some(digit)));
        g
    };
    // Two cells share a box and a line, a box, a line, a band or stack, or nothing.
    let alike = [Digit::D5; 2];
    assert_eq!(count_forms(&mut pairs().map(|cells| put(&cells, &alike))), 5);
    assert_eq!(count_forms(&mut pairs().map(|cells| put(&cells, &Digit::ALL))), 5);
    let mut triples = pairs().flat_map(|[a, b]| {
        Cell::ALL.into_iter().filter(move |&c| b < c).map(move |c| put(&[a, b, c], &Digit::ALL))
    });
    assert!(count_forms(&mut triples) > 20);
}

#[test]
fn known_automorphism_counts() {
    let form = canonical(&grid(MOST_SYMMETRIC));
    assert_eq!(form.automorphisms, 648);
    assert_eq!(form.grid.to_string(), MOST_SYMMETRIC);
    let all = 2 * 6u64.pow(8);
    assert_eq!(canonical(&Grid::EMPTY).automorphisms, all);
    assert_eq!(canonical(&grid_by(|_, _| 7)).automorphisms, all);
    assert_eq!(canonical(&grid_by(|r, c| usize::from(r + c == 0))).automorphisms, all / 81);
    // Columns of one digit each: every order of rows and of columns, but no transposition.
    assert_eq!(canonical(&grid_by(|_, c| c + 1)).automorphisms, all / 2);
    // One digit in each box: bands and stacks and lines in any order, both ways up.
    assert_eq!(canonical(&grid_by(|r, c| r / 3 * 3 + c / 3 + 1)).automorphisms, all);
}

/// A puzzle, and the same with one given left out, changed or moved: some hundred grids, all
/// different. Wherever two forms are equal, a transformation must say why.
#[test]
fn near_identical_grids_are_told_apart() {
    let original = grid(WELL_KNOWN);
    let form = canonical(&original);
    let mut seen: Vec<(Grid, Canonical)> = vec![(original, form)];
    for (cell, digit) in original.givens() {
        let without = original.without(cell);
        seen.push((without, canonical(&without)));
        for other in without.options(cell).without(digit) {
            let mut changed = original;
            changed.set(cell, Some(other));
            seen.push((changed, canonical(&changed)));
        }
        for to in cell.peers() - original.filled() {
            let mut moved = without;
            moved.set(to, Some(digit));
            seen.push((moved, canonical(&moved)));
        }
    }
    assert!(seen.len() > 400, "{}", seen.len());
    for (i, (a, form_of_a)) in seen.iter().enumerate() {
        for (b, form_of_b) in &seen[..i] {
            if form_of_a.grid == form_of_b.grid {
                assert_eq!(form_of_a.by.then(&form_of_b.by.inverse()).grid(a), *b);
            }
        }
    }
    let forms: HashSet<Grid> = seen.iter().map(|(_, form)| form.grid).collect();
    let grids: HashSet<Grid> = seen.iter().map(|&(g, _)| g).collect();
    assert_eq!(forms.len(), grids.len(), "every change makes a different sudoku");
}

/// One hole in a solution: the same wherever it is if the automorphisms carry every cell to
/// every other, and different everywhere if there are none.
#[test]
fn near_misses_of_symmetric_grids_are_told_apart() {
    let symmetric = grid(MOST_SYMMETRIC);
    let holes: HashSet<Grid> =
        Cell::ALL.iter().map(|&cell| canonical(&symmetric.without(cell)).grid).collect();
    assert_eq!(holes.len(), 1);
    let solution =
        grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179");
    let holes: HashSet<Grid> =
        Cell::ALL.iter().map(|&cell| canonical(&solution.without(cell)).grid).collect();
    assert_eq!(holes.len(), 81);
}

/// The search must not carry symmetric grids through in all their arrangements.
#[test]
fn nearly_empty_and_very_symmetric_grids_stay_cheap() {
    let mut rng = Rng::new(6);
    assert_eq!(any::search(&Grid::EMPTY).1, 2);
    for clues in 0..=12 {
        for digits in [1, 2, 9] {
            for _ in 0..20 {
                let mut g = Grid::EMPTY;
                for _ in 0..clues {
                    g.set(Cell::from_index(rng.below(81)), Digit::new(rng.below(digits) as u8 + 1));
                }
                let (_, largest) = any::search(&g);
                assert!(largest <= 400, "{largest} states for {g}");
            }
        }
    }
    let scattered = |r: usize, c: usize| c == r % 3 * 3 + r / 3;
    for (g, limit) in [
        (grid_by(|_, _| 1), 2),
        (grid_by(|r, c| usize::from(r == c)), 2592),
        (grid_by(|r, c| if r == c { r + 1 } else { 0 }), 2592),
        (grid_by(|r, c| usize::from(scattered(r, c))), 2592),
        (grid_by(|r, c| if scattered(r, c) { r + 1 } else { 0 }), 2592),
        (grid_by(|r, c| r % 3 * 3 + c % 3 + 1), 2592),
        (grid_by(|r, c| r / 3 * 3 + c / 3 + 1), 2592),
        (grid_by(|r, c| (r + c) % 9 + 1), 18 * 1296),
        (grid_by(|_, c| c + 1), 1296),
        (grid(MOST_SYMMETRIC), 18 * 1296),
    ] {
        let (_, largest) = any::search(&g);
        assert!(largest <= limit, "{largest} states for {g}");
    }
}

/// The lines of a file in the data directory, if there is one.
fn data(file: &str) -> Option<Vec<Grid>> {
    let directory = std::env::var_os("PISTE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let text = std::fs::read_to_string(directory.join(file)).ok();
    if text.is_none() {
        eprintln!("SKIPPED: {file} is absent");
    }
    text.map(|text| text.lines().map(|line| grid(&line[..81])).collect())
}

/// Royle's collection holds no puzzle twice, as others have found by other means.
#[test]
fn no_two_of_the_17_clue_puzzles_are_the_same() {
    if let Some(grids) = data("17_clue_49158.txt") {
        let forms: HashSet<Grid> = grids.iter().map(|g| canonical(g).grid).collect();
        assert_eq!(forms.len(), 49_158);
        // The file has been written in an order close to ours: nothing in it may be less.
        assert!(grids.iter().all(|g| canonical(g).grid <= *g));
    }
}
