//! Explains a solve by hand, step by step.
//!
//! ```text
//! cargo run --release -p piste --example explain -- 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! ```

use piste::logic::{Ladder, Outcome};
use piste::{Board, Grid};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[expect(clippy::print_stdout, reason = "printing is its job")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| EASY.to_owned());
    let grid: Grid = text.parse()?;
    let solve = Ladder::TEACHING.climb(&Board::from(&grid));
    // A step is told on the board that it was found on.
    for (number, (board, step)) in solve.replay().enumerate() {
        println!("{}. {}", number + 1, step.explain(&board));
    }
    if solve.outcome() != Outcome::Solved {
        println!("Here the strategies of this ladder find nothing more.");
    }
    Ok(())
}
