//! The promises of the readers, which the fuzz targets try for minutes, here on every seed and on a
//! fixed number of spoilt ones: bytes changed, cut out, repeated, and pieces of two seeds joined.
//!
//! This needs no fuzzer and no build of its own, so every run of the tests has it. What only a search
//! guided by coverage finds is left to `cargo xtask fuzz`, a part of `cargo xtask long`.

use piste_core::Rng;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
// For the promise of packed collections.
use zstd as _;

#[path = "../../fuzz/promises/condition.rs"]
mod condition;
#[path = "../../fuzz/promises/hodoku.rs"]
mod hodoku;
#[path = "../../fuzz/promises/packed.rs"]
mod packed;
#[path = "../../fuzz/promises/reader.rs"]
mod reader;
#[path = "../../fuzz/promises/roundtrip.rs"]
mod roundtrip;
#[path = "../../fuzz/promises/text.rs"]
mod text;

/// As in the fuzz targets: longer inputs are for the tests of time.
const LONGEST: usize = 8192;

/// What readers look for, so that a spoilt seed is now and then a seed of another kind.
const WORDS: [&str; 16] = [
    "\n", "\r\n", ",", ";", "\t", "\"", "{", "}", "|", "+---", ":0000:", "se", ">=", " and ",
    "\u{feff}", "\u{e9}",
];

/// Every seed of the promise, in order of their names.
fn seeds(promise: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(promise);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// One seed with a few things done to it.
fn spoilt(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut input = rng.pick(seeds).expect("there are seeds").clone();
    for _ in 0..=rng.below(3) {
        let at = rng.below(input.len() + 1);
        let end = at + rng.below((input.len() - at).min(64) + 1);
        match rng.below(9) {
            0 if at < input.len() => input[at] ^= 1 << rng.below(8),
            1 => drop(input.drain(at..end)),
            2 => {
                let piece = input[at..end].to_vec();
                input.splice(at..at, piece);
            }
            3 => drop(input.splice(at..at, rng.pick(&WORDS).expect("words").bytes())),
            4 => {
                let other = rng.pick(seeds).expect("there are seeds");
                let from = rng.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            5 => input.insert(at, (rng.bits() & 0xff) as u8),
            // What most of a puzzle is made of.
            _ if at < input.len() => input[at] = *rng.pick(b".0123456789").expect("digits"),
            _ => {}
        }
    }
    input.truncate(LONGEST);
    input
}

/// The promise on every seed, and on so many spoilt ones. One that breaks it is shown.
fn keep(promise: &str, count: u64, holds: fn(&[u8])) {
    let seeds = seeds(promise);
    assert!(!seeds.is_empty(), "{promise} has no seeds");
    let spoilt = (0..count).map(|item| spoilt(&seeds, &mut Rng::for_item(1, item)));
    for input in seeds.iter().cloned().chain(spoilt) {
        if catch_unwind(AssertUnwindSafe(|| holds(&input))).is_err() {
            panic!("{promise} is broken by {:?}", String::from_utf8_lossy(&input));
        }
    }
}

/// What is no text is given as far as it is one, as the fuzzer does.
fn as_text(input: &[u8]) -> &str {
    match std::str::from_utf8(input) {
        Ok(text) => text,
        Err(wrong) => std::str::from_utf8(&input[..wrong.valid_up_to()]).expect("up to there"),
    }
}

#[test]
fn any_text_is_a_puzzle_or_is_refused_at_a_place() {
    keep("text", 3_000, |input| text::holds(as_text(input)));
}

#[test]
fn a_line_of_hodoku_means_the_same_when_printed() {
    keep("hodoku", 5_000, |input| hodoku::holds(as_text(input)));
}

#[test]
fn any_file_is_read_to_its_end() {
    keep("reader", 3_000, reader::holds);
}

#[test]
fn what_can_be_read_can_be_written_and_comes_back() {
    keep("roundtrip", 2_000, |input| roundtrip::holds(as_text(input)));
}

#[test]
fn any_text_is_a_condition_or_is_refused_at_a_place() {
    keep("condition", 2_000, |input| condition::holds(as_text(input)));
}

#[test]
fn any_bytes_are_a_packed_collection_or_are_refused() {
    keep("packed", 40, packed::holds);
}

#[test]
fn spoilt_seeds_are_neither_the_seeds_nor_all_noise() {
    let seeds = seeds("text");
    let read = |input: &Vec<u8>| piste_core::text::parse(as_text(input)).is_ok();
    let many: Vec<_> = (0..500).map(|item| spoilt(&seeds, &mut Rng::for_item(1, item))).collect();
    let (same, well) = (
        many.iter().filter(|one| seeds.contains(one)).count(),
        many.iter().filter(|one| read(one)).count(),
    );
    assert!(same < 150, "{same} of 500 are seeds");
    assert!((25..475).contains(&well), "{well} of 500 are puzzles");
}
