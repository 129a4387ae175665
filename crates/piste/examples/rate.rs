//! Rates a puzzle by every metric.
//!
//! ```text
//! cargo run --release -p piste --example rate -- 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! ```

use piste::rating::{Workup, metrics};
use piste::{Grid, Puzzle};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[expect(clippy::print_stdout, reason = "printing is its job")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| EASY.to_owned());
    let grid: Grid = text.parse()?;
    let puzzle = Puzzle::prove(&grid)?;
    // One workup for all metrics: what several of them need is made once.
    let workup = Workup::new(&puzzle);
    for metric in metrics::ALL {
        match metric.rate(&workup) {
            Ok(rating) => println!("{:<14} {rating}", rating.metric.slug),
            Err(why) => println!("{:<14} cannot be rated: {why}", metric.info().slug),
        }
    }
    Ok(())
}
