//! Puzzles to start from, out of a library.
//!
//! The paper of hsolve says how its second generator should be used with a database of rated puzzles: take
//! the midpoint of the bounds that are wanted, choose at random a puzzle whose difficulty is near it, derive
//! a new one from it, and go on so until one is within the bounds. The library is such a database. Here
//! the puzzles near the midpoint are taken out of it; the generator draws one of them for each attempt, and
//! the brief decides whether what comes out is handed out.

use anyhow::{Context, bail};
use piste::rating::{Column, Condition};
use piste_core::Puzzle;
use piste_store::library::{Entry, Filter, Library, LibraryError, Query, Sorting};
use std::sync::Arc;

/// How many puzzles are near.
const NEAR: usize = 100;

/// Puzzles of the library near what is wanted: by the first value of the target that has a bound, those
/// nearest to the midpoint of its bounds; else some that are on target, drawn at random.
pub(crate) fn starts(
    library: &Library,
    target: Option<&Condition>,
    seed: u64,
) -> anyhow::Result<Arc<[Puzzle]>> {
    let entries = match target.and_then(aim) {
        Some((column, range)) => nearest(library, column, range)?,
        None => {
            let filter = target.map(Filter::from).unwrap_or_default();
            let limit = Some(NEAR as u64);
            library.list(&Query { order: Sorting::Random(seed), limit, ..Query::of(filter) })?
        }
    };
    if entries.is_empty() {
        let target = target.map_or_else(String::new, |target| format!(" near `{target}`"));
        bail!(
            "the library has no puzzle{target} to start from; `piste library rate --missing` rates \
             what is not rated, and `--start` names a puzzle"
        );
    }
    let prove = |entry: &Entry| {
        Puzzle::prove(&entry.grid).with_context(|| format!("puzzle {} of the library", entry.id))
    };
    entries.iter().map(prove).collect()
}

/// The first column with a bound, and its bounds.
fn aim(target: &Condition) -> Option<(Column, (f64, f64))> {
    let bounded = |column: &Column| {
        let (low, high) = target.range(*column);
        column.is_main() && (low.is_finite() || high.is_finite())
    };
    let column = target.columns().into_iter().find(bounded)?;
    Some((column, target.range(column)))
}

/// The puzzles nearest to the midpoint of this range. Where the range is open, it ends where the values
/// of the library do.
fn nearest(
    library: &Library,
    column: Column,
    (low, high): (f64, f64),
) -> Result<Vec<Entry>, LibraryError> {
    let place = |entry: &Entry| {
        let value = entry.value(column).map(|value| column.place(value));
        value.filter(|place| place.is_finite())
    };
    let ask = |condition: String, order: Sorting, limit: usize| {
        let filter: Filter = condition.parse().expect("a column and a number are a condition");
        library.list(&Query { order, limit: Some(limit as u64), ..Query::of(filter) })
    };
    // Where a scale ends in a word, the place of that is infinite: the widest finite ones will do.
    let end = |order| -> Result<Option<f64>, LibraryError> {
        let all = ask(format!("{column} {}..{}", f64::MIN, f64::MAX), order, 1)?;
        Ok(all.first().and_then(place))
    };
    let low = if low.is_finite() { Some(low) } else { end(Sorting::Up(column))? };
    let high = if high.is_finite() { Some(high) } else { end(Sorting::Down(column))? };
    let (Some(low), Some(high)) = (low, high) else { return Ok(Vec::new()) };
    let middle = low.midpoint(high);
    let mut near = ask(format!("{column} {}..{middle}", f64::MIN), Sorting::Down(column), NEAR)?;
    near.extend(ask(format!("{column}>{middle}"), Sorting::Up(column), NEAR)?);
    let off = |entry: &Entry| place(entry).map_or(f64::INFINITY, |place| (place - middle).abs());
    near.retain(|entry| off(entry).is_finite());
    near.sort_by(|a, b| off(a).total_cmp(&off(b)).then(a.id.cmp(&b.id)));
    near.truncate(NEAR);
    Ok(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::generate::Brief;
    use piste::rating::{Selection, Value, Workup};
    use piste_store::library::{Newcomer, Origin};

    /// A library of puzzles whose value of hsolve is made up: 100, 200, 300 …
    fn library(count: usize) -> Library {
        let mut library = Library::in_memory().unwrap();
        let method = piste::generate::generators::by_slug("reductive").unwrap();
        for nth in 0..count {
            let made = piste::generate::attempt(method, &Brief::default(), 3, nth as u64).unwrap();
            let value = |_| Some(Value::Number(100.0 * (nth as f64 + 1.0), 1));
            let ratings = Selection::new(&["hsolve"]).unwrap().recall(value);
            let givens = Selection::new(&["givens"]).unwrap().rate(&Workup::new(&made.puzzle));
            let origin = Origin::named("made up");
            let newcomer = Newcomer::of(&made.puzzle, &origin).with(&ratings).with(&givens);
            library.add(&[newcomer]).unwrap();
        }
        library
    }

    fn values(library: &Library, condition: &str) -> Vec<f64> {
        let column = Column::named("hsolve").unwrap();
        let target: Condition = condition.parse().unwrap();
        let found = nearest(library, column, target.range(column)).unwrap();
        found.iter().map(|entry| column.place(entry.value(column).unwrap())).collect()
    }

    #[test]
    fn those_near_the_midpoint_come_first() {
        let library = library(30);
        assert_eq!(values(&library, "hsolve 900..1100")[..3], [1_000.0, 900.0, 1_100.0]);
        // Open ends are those of the library: 3,000 and 100.
        assert_eq!(values(&library, "hsolve>2000")[0], 2_500.0);
        assert_eq!(values(&library, "hsolve<=500")[0], 300.0);
        let target: Condition = "hsolve 900..1100 and givens<40".parse().unwrap();
        assert_eq!(starts(&library, Some(&target), 1).unwrap().len(), 30);
        let few: Condition = "givens>=17".parse().unwrap();
        assert_eq!(
            starts(&library, Some(&few), 1).unwrap(),
            starts(&library, Some(&few), 1).unwrap()
        );
        assert_eq!(starts(&library, None, 7).unwrap().len(), 30);
    }

    #[test]
    fn a_library_without_such_puzzles_says_so() {
        let empty = Library::in_memory().unwrap();
        let target: Condition = "hsolve 900..1100".parse().unwrap();
        let wrong = starts(&empty, Some(&target), 1).unwrap_err().to_string();
        assert!(wrong.starts_with("the library has no puzzle near `hsolve 900..1100`"), "{wrong}");
    }
}
