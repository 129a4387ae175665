//! A book of the puzzles in a file, one a line: `cargo run -p piste-book --example book -- puzzles.txt book.pdf plan.toml`.

use piste_api::Language;
use piste_book::{Book, Entry, Plan};
use piste_core::{AnyGrid, Grid};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut names = std::env::args().skip(1);
    let (Some(from), Some(to)) = (names.next(), names.next()) else {
        return Err("a file of puzzles, a file to write, and perhaps a plan".into());
    };
    let plan = match names.next() {
        Some(name) => Plan::read(&std::fs::read_to_string(name)?)?,
        None => Plan::default(),
    };
    let mut entries = Vec::new();
    for line in std::fs::read_to_string(from)?.lines() {
        let grid: Grid = line.parse()?;
        let puzzle = AnyGrid::from(&grid).prove(u64::MAX).map_err(|why| why.to_string())?;
        entries.push(Entry::of(puzzle, Language::default()));
    }
    std::fs::write(to, Book::compose(plan, entries, None)?.pdf()?)?;
    Ok(())
}
