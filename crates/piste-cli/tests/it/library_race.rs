//! Several at once on one collection: nobody gets what another got, also if some are killed on the way.

use crate::library::{Shelf, puzzles};
use piste_core::symmetry::canonical;
use piste_core::{Grid, Rng};
use std::collections::BTreeSet;
use std::process::{Child, Stdio};
use std::time::Duration;

/// How many puzzles there are to hand out.
const PUZZLES: usize = 1_200;

fn begin(shelf: &Shelf, seed: usize) -> Child {
    let seed = seed.to_string();
    let args =
        ["make", "-q", "--method", "library", "-n", "60", "--seed", &seed, "--fresh", "race"];
    let mut command = shelf.command(&args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Takes note of what was handed out, and says how much it was; the last line of one that was killed may be cut off.
fn note(child: Child, had: &mut BTreeSet<String>) -> usize {
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let whole = out.lines().filter(|line| line.len() == 81);
    let mut count = 0;
    for line in whole {
        let grid: Grid = line.parse().unwrap();
        assert!(had.insert(canonical(&grid).grid.to_string()), "handed out twice: {line}");
        count += 1;
    }
    count
}

#[test]
fn a_collection_gets_nothing_twice_from_several_at_once() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", PUZZLES, 31);
    shelf.library(&["import", &file]);
    let mut rng = Rng::new(6);
    let mut had = BTreeSet::new();
    let mut handed_out = 0;
    for round in 0..4 {
        let mut children: Vec<Child> = (0..4).map(|nth| begin(&shelf, 10 * round + nth)).collect();
        // Half of them are killed at some moment; they may be done already.
        for child in &mut children[..2] {
            std::thread::sleep(Duration::from_millis(rng.below(25) as u64));
            drop(child.kill());
        }
        handed_out += children.into_iter().map(|child| note(child, &mut had)).sum::<usize>();
    }
    assert!(handed_out >= 4 * 2 * 60, "those that were not killed got theirs: {handed_out}");
    // And what is left is still there, once.
    let mut seed = 1_000;
    while note(begin(&shelf, seed), &mut had) > 0 {
        seed += 1;
    }
    // Lost are at most the puzzles that those marked which were killed.
    assert!(had.len() <= PUZZLES && had.len() >= PUZZLES - 8 * 60, "{}", had.len());
}
