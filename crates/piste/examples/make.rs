//! Makes a puzzle to a brief: with one solution, and as hard as asked for.
//!
//! ```text
//! cargo run --release -p piste --example make -- "se>=3 and se<=4" 7
//! ```
//!
//! The first argument is a condition on ratings, the second a seed. The same brief and seed give
//! the same puzzle.

use piste::generate::{Brief, attempt, generators};

/// How many attempts are made before it gives up.
const TRIES: u64 = 10_000;

#[expect(clippy::print_stdout, reason = "printing is its job")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let target = arguments.next().map(|text| text.parse()).transpose()?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let brief = Brief { target, ..Brief::default() };
    let method = generators::by_slug("reductive").ok_or("there is no such method")?;
    // Attempts are numbered, and each is the same every time: they could be made in parallel.
    let made = (0..TRIES).find_map(|number| attempt(method, &brief, seed, number).ok());
    let made = made.ok_or("no attempt has met the brief")?;
    println!("{}", made.puzzle);
    Ok(())
}
