//! Any text is a condition or is refused, and a refusal names a place within the text. What is
//! accepted means the same when printed and read again, is at distance 0 exactly where it
//! holds, and is a question that a library can answer, with the same answer.

use piste::rating::{BadCondition, Column, Condition, Selection, Value};
use piste_core::{Grid, Puzzle};
use piste_store::library::{Filter, Library, Newcomer, Origin, Yardstick};
use std::sync::{LazyLock, Mutex};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A library of one puzzle, with ratings of every kind: counts, numbers, words, none.
static LIBRARY: LazyLock<Mutex<Library>> = LazyLock::new(|| {
    let grid: Grid = PUZZLE.parse().expect("a well-known grid");
    let puzzle = Puzzle::prove(&grid).expect("a well-known puzzle");
    let ratings = Selection::usual().recall(rating);
    let origin = Origin { seed: Some(u64::MAX), ..Origin::named("007") };
    let mut library = Library::in_memory().expect("memory takes a library");
    library.add(&[Newcomer::of(&puzzle, &origin).with(&ratings)]).expect("memory takes a puzzle");
    Mutex::new(library)
});

fn rating(column: Column) -> Option<Value> {
    // Metrics that are asked on request only are not in the library.
    if column.metric().info().slug == "se-counts" {
        return None;
    }
    match column.to_string().len() % 5 {
        0 => None,
        1 => Some(Value::Count(3)),
        2 => Some(Value::Number(2.5, 1)),
        3 => Some(Value::Word(column.metric().info().words.last().unwrap_or(&"above"))),
        _ => Some(Value::Word("beyond")),
    }
}

fn check(wrong: &BadCondition, text: &str) {
    assert!(wrong.at <= text.len() && text.is_char_boundary(wrong.at), "{wrong}");
    assert!(wrong.column(text) <= text.chars().count() + 1);
    assert!(wrong.shown(text).ends_with('^'));
}

/// Panics where the promise is broken.
pub(crate) fn holds(input: &str) {
    let library = LIBRARY.lock().expect("nobody panicked");
    let stick = Yardstick::default();
    let ranks = |column: Column| stick.ranks(column);
    match Condition::read(input, &ranks) {
        Ok(condition) => {
            assert_eq!(Condition::read(&condition.to_string(), &ranks).as_ref(), Ok(&condition));
            let holds = condition.holds(rating);
            assert_eq!(condition.distance(rating) == 0.0, holds);
            assert!(condition.pull(rating).is_finite());
            let count = library.count(&Filter::from(&condition)).expect("SQL understands it");
            assert_eq!(count == 1, holds);
        }
        Err(wrong) => check(&wrong, input),
    }
    match Filter::read(input, &ranks) {
        Ok(filter) => assert!(library.count(&filter).expect("SQL understands it") <= 1),
        Err(wrong) => check(&wrong, input),
    }
}
