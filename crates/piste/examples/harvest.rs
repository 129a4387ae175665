//! Finds case lines for a strategy: makes puzzles from a seed, walks the teaching ladder,
//! and prints the boards on which the strategy finds something, with the wording.
//!
//! ```text
//! cargo run --release -p piste --example harvest -- xy-wing [how many] [seed]
//! ```

use piste::logic::{Case, Ladder, Scene, Sink, strategies};
use piste::{Board, Cell, Grid, Rng, search};

#[expect(clippy::print_stdout, reason = "printing is its job")]
fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let slug = arguments.next().ok_or("which strategy? (a slug)")?;
    let wanted: usize =
        arguments.next().map_or(Ok(5), |n| n.parse()).map_err(|e| format!("{e}"))?;
    let seed: u64 = arguments.next().map_or(Ok(1), |n| n.parse()).map_err(|e| format!("{e}"))?;
    let strategy = strategies::by_slug(&slug).ok_or(format!("no strategy is called {slug}"))?;
    let mut rng = Rng::new(seed);
    let mut found = 0;
    while found < wanted {
        let trace = Ladder::TEACHING.climb(&Board::from(&puzzle(&mut rng)));
        let boards = trace.replay().map(|(board, _)| board).chain([*trace.end()]);
        for board in boards.filter(|board| !board.is_full()) {
            let mut sink = Sink::all();
            let _ = strategy.find(&Scene::new(&board), &mut sink);
            let Some(step) = sink.into_steps().into_iter().next() else { continue };
            let digits = step.evidence.digits | step.effect.eliminations.digits();
            let case = Case {
                name: slug.clone(),
                must_not_find: false,
                digits,
                board,
                effect: step.effect,
            };
            println!("{case}\n> {}", step.explain(&board));
            found += 1;
            break;
        }
    }
    Ok(())
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
