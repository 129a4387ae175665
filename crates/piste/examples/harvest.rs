//! Finds case lines for a strategy: makes puzzles from a seed, walks the teaching ladder,
//! and prints the boards on which the strategy finds something, with the wording, and a
//! near miss: the same board with one mark of the pattern more or fewer, on which the
//! strategy finds nothing.
//!
//! ```text
//! cargo run --release -p piste --example harvest -- xy-wing [how many] [seed]
//! ```

use piste::logic::{Case, Effect, Ladder, Scene, Sink, Step, Strategy, strategies};
use piste::{Board, Cell, CellSet, Digit, DigitSet, Grid, Rng, search};

/// How many boards to pass over for one that has a near miss.
const PATIENCE: usize = 2_000;

#[expect(clippy::print_stdout, reason = "printing is its job")]
fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let slug = arguments.next().ok_or("which strategy? (a slug)")?;
    let wanted: usize =
        arguments.next().map_or(Ok(5), |n| n.parse()).map_err(|e| format!("{e}"))?;
    let seed: u64 = arguments.next().map_or(Ok(1), |n| n.parse()).map_err(|e| format!("{e}"))?;
    let strategy = strategies::by_slug(&slug).ok_or(format!("no strategy is called {slug}"))?;
    let mut rng = Rng::new(seed);
    let (mut found, mut tries) = (0, 0);
    while found < wanted {
        let solve = Ladder::TEACHING.climb(&Board::from(&puzzle(&mut rng)));
        // The later the board, the fewer marks there are to distract the reader.
        let mut boards: Vec<Board> = solve.replay().map(|(board, _)| board).collect();
        boards.push(*solve.end());
        for board in
            boards.into_iter().rev().filter(|board| !board.is_full() && board.open().len() < 40)
        {
            let mut sink = Sink::all();
            let _ = strategy.find(&Scene::new(&board), &mut sink);
            let [step, ..] = sink.steps() else { continue };
            let near = near_miss(strategy, &board, step);
            if near.is_none() && tries < PATIENCE {
                tries += 1;
                continue;
            }
            tries = 0;
            let digits = step.evidence.digits | step.effect.eliminations().digits();
            let case = Case {
                name: slug.clone(),
                must_not_find: false,
                digits,
                board,
                effect: step.effect.clone(),
            };
            println!("{case}\n> {}", step.explain(&board));
            if let Some(board) = near {
                let effect = Effect::default();
                println!("{}", Case { must_not_find: true, board, effect, ..case });
            }
            found += 1;
            break;
        }
    }
    Ok(())
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
            if changed.len() < 2 || !board.values().options(cell).contains(digit) {
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
