//! Finds case lines for strategies: makes puzzles from a seed, or takes them from a file, walks the
//! teaching ladder, and prints the boards on which a strategy finds something, with the wording, and a
//! near miss: the same board with one mark of the pattern more or fewer, on which the
//! strategy finds nothing.
//!
//! ```text
//! cargo run --release -p piste --example harvest -- xy-wing[,w-wing…] [how many] [seed or file]
//! ```

use piste::logic::{Case, Effect, Ladder, Scene, Sink, Step, Strategy, strategies};
use piste::{Board, Cell, CellSet, Digit, DigitSet, Grid, Rng, search};

/// How many boards to pass over for one that has a near miss.
const PATIENCE: usize = 2_000;

/// The most open cells of a board from a puzzle that is made: more marks distract the reader. Rare patterns, for
/// which one takes a file, are found where they are.
const MOST_OPEN: usize = 40;

/// A strategy that cases are wanted for.
struct Wanted {
    strategy: &'static dyn Strategy,
    missing: usize,
    passed: usize,
}

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let slugs = arguments.next().ok_or("which strategies? (slugs)")?;
    let missing: usize =
        arguments.next().map_or(Ok(5), |n| n.parse()).map_err(|e| format!("{e}"))?;
    let source = arguments.next().unwrap_or_else(|| "1".to_owned());
    let wanted = slugs.split(',').map(|slug| {
        let strategy = strategies::by_slug(slug);
        let strategy = strategy.ok_or(format!("no strategy is called {slug}"))?;
        Ok(Wanted { strategy, missing, passed: 0 })
    });
    let mut wanted: Vec<Wanted> = wanted.collect::<Result<_, String>>()?;
    match source.parse::<u64>() {
        Ok(seed) => {
            let mut rng = Rng::new(seed);
            while wanted.iter().any(|w| w.missing > 0) {
                harvest(&mut wanted, &puzzle(&mut rng), MOST_OPEN);
            }
        }
        Err(_) => {
            let text = std::fs::read_to_string(&source).map_err(|e| format!("{source}: {e}"))?;
            let grids = text.lines().filter_map(|line| line.get(..81)?.parse::<Grid>().ok());
            for grid in grids {
                if wanted.iter().any(|w| w.missing > 0) {
                    harvest(&mut wanted, &grid, 81);
                }
            }
        }
    }
    Ok(())
}

/// Prints the cases of one puzzle, at most one for each strategy.
#[expect(clippy::print_stdout, reason = "printing is its job")]
fn harvest(wanted: &mut [Wanted], grid: &Grid, most_open: usize) {
    let solve = Ladder::TEACHING.climb(&Board::from(grid));
    // The later the board, the fewer marks there are to distract the reader.
    let mut boards: Vec<Board> = solve.replay().map(|(board, _)| board).collect();
    boards.push(*solve.end());
    boards.retain(|board| !board.is_full() && board.open().len() < most_open);
    for Wanted { strategy, missing, passed } in wanted.iter_mut().filter(|w| w.missing > 0) {
        for board in boards.iter().rev() {
            let mut sink = Sink::first();
            let _ = strategy.find(&Scene::new(board), &mut sink);
            let [step, ..] = sink.steps() else { continue };
            let near = near_miss(*strategy, board, step);
            if near.is_none() && *passed < PATIENCE {
                *passed += 1;
                continue;
            }
            *passed = 0;
            let digits = step.evidence.digits | step.effect.eliminations().digits();
            let case = Case {
                name: strategy.info().slug.to_owned(),
                must_not_find: false,
                digits,
                board: *board,
                effect: step.effect.clone(),
            };
            println!("{case}\n> {}", step.explain(board));
            if let Some(board) = near {
                let effect = Effect::default();
                println!("{}", Case { must_not_find: true, board, effect, ..case });
            }
            *missing -= 1;
            break;
        }
    }
}

/// The board with one mark of the pattern's cells more or fewer, so that nothing is found.
fn near_miss(strategy: &dyn Strategy, board: &Board, step: &Step) -> Option<Board> {
    let pattern = step.evidence.parts.iter().fold(CellSet::EMPTY, |all, part| all | part.cells)
        | step.evidence.links.iter().fold(CellSet::EMPTY, |all, link| all | link.from.cells)
        | (step.evidence.houses.cells() | step.effect.placements().cells()) & board.open();
    pattern.iter().flat_map(|cell| Digit::ALL.map(|digit| (cell, digit))).find_map(
        |(cell, digit)| {
            let mut marks = board.marks();
            let changed = DigitSet::from_bits(marks[cell].bits() ^ DigitSet::from(digit).bits());
            let victim = step.effect.eliminations().digits_in(cell).contains(digit);
            if victim || changed.len() < 2 || !board.values().options(cell).contains(digit) {
                return None;
            }
            marks[cell] = changed;
            let mut near = Board::from(&Grid::from_fn(|c| {
                board.value(c).filter(|_| board.givens().contains(c))
            }));
            for (written, value) in
                board.values().givens().filter(|&(c, _)| !board.givens().contains(c))
            {
                near.place(written, value);
            }
            for open in near.open() {
                near.restrict(open, marks[open]);
            }
            let mut sink = Sink::first();
            let _ = strategy.find(&Scene::new(&near), &mut sink);
            sink.steps().is_empty().then_some(near)
        },
    )
}

/// A random puzzle without redundant givens.
fn puzzle(rng: &mut Rng) -> Grid {
    let solution = search::random(&Grid::EMPTY, rng).expect("the empty grid has solutions");
    let mut order = Cell::ALL;
    rng.shuffle(&mut order);
    order.into_iter().fold(solution.grid(), |grid, cell| {
        let fewer = grid.without(cell);
        if search::count(&fewer, 2) == 1 { fewer } else { grid }
    })
}
