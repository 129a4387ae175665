//! What `piste library build` makes: shelves, each with a brief, a seed and a share of the whole.
//!
//! A collection for everybody has as many puzzles for beginners as for those who have seen it all. So the
//! scale of `se`, over which the named levels are defined, is cut into ranges, and each of the lower levels has
//! about the same number of puzzles, a fifth or a sixth of the whole; the highest, which has no upper end, has somewhat more, spread
//! over its ranges. In most ranges nearly half of the puzzles have a pattern without symmetry, a third or more have that of
//! newspapers, half a turn, and the rest any other. From 7.5 on the shares become smaller, because puzzles
//! become rare: one of 9.0 takes a quarter of a second to find, and one of 1.5 half a millisecond.
//!
//! A shelf is nothing but a brief for `climb` with a seed of its own: `piste make --method climb --target 'se
//! 9.0..' --seed 137` makes the puzzles of shelf 37 of seed 1, in the same order. Attempts are
//! numbered, and a shelf takes the first that are new to the library until it is full. So the same seed
//! makes the same collection, on any number of threads; and an interrupted build goes on with the last
//! attempt that is in the library.
//!
//! Beyond 9.0, where fresh puzzles hardly ever lead, there are rungs: shelves whose attempts start from the
//! puzzles of the shelf below, a few of whose givens are exchanged for others before the climb goes on. From a puzzle
//! of 9.0 it takes half as long to one of 9.1 or more as from nowhere. What is found so has the solution of its
//! start, so the starts take turns: each is tried once before any is tried twice, and there are some hundred of
//! them, that a rung may not be one family. `--start` does the same on the command line, for one start.
//!
//! The last rows fill what the others leave thin: ranges of `se` that few techniques have, and few givens. There, too, a
//! rung is the quicker way: one attempt in 65 hits `se` 4.7 to 5.2 from nowhere, one in six from such a puzzle.

use super::{Library, LibraryError, Newcomer, Origin, read};
use piste::generate::{self, Attempt, Brief, Stop, Wanted, generators};
use piste_core::Puzzle;
use piste_core::symmetry::Symmetry;
use rusqlite::params;

/// A range of the recipe: what its puzzles are, and how many there are in the collection that ships.
struct Row {
    target: &'static str,
    /// The numbers of its shelves, which make their seeds and stay what they are when a range gets
    /// another share: without symmetry, with half a turn, with any symmetry.
    numbers: [u64; 3],
    /// The number of puzzles on each.
    shares: [u64; 3],
    /// The number of the shelf whose puzzles the attempts start from; none if they start afresh.
    below: Option<u64>,
}

const fn fresh(target: &'static str, numbers: [u64; 3], shares: [u64; 3]) -> Row {
    Row { target, numbers, shares, below: None }
}

/// One shelf, without symmetry, that starts from the puzzles of another.
const fn rung(target: &'static str, number: u64, share: u64, below: u64) -> Row {
    Row { target, numbers: [number, 0, 0], shares: [share, 0, 0], below: Some(below) }
}

const ROWS: [Row; 20] = [
    fresh("se ..1.2", [1, 2, 3], [4_000, 4_000, 3_000]),
    fresh("se 1.3..1.5", [4, 5, 6], [4_000, 4_500, 3_000]),
    fresh("se 1.6..2.0", [7, 8, 9], [4_000, 4_500, 3_000]),
    fresh("se 2.1..2.5", [10, 11, 12], [4_000, 3_000, 2_000]),
    fresh("se 2.6..2.8", [13, 14, 15], [4_000, 5_500, 3_000]),
    fresh("se 2.9..3.3", [16, 17, 18], [3_000, 2_000, 1_000]),
    fresh("se 3.4..3.6", [19, 20, 21], [2_000, 1_500, 500]),
    fresh("se 3.7..4.4", [22, 23, 24], [6_000, 6_000, 2_500]),
    fresh("se 4.5..5.9", [25, 26, 27], [4_500, 2_500, 1_000]),
    fresh("se 6.0..6.9", [28, 29, 30], [4_500, 2_000, 1_000]),
    fresh("se 7.0..7.4", [31, 32, 33], [4_000, 2_500, 1_000]),
    fresh("se 7.5..8.4", [34, 35, 44], [2_500, 1_500, 0]),
    fresh("se 8.5..8.9", [36, 38, 39], [2_050, 0, 0]),
    fresh("se 9.0..", [37, 40, 41], [2_000, 0, 0]),
    rung("se 9.1..", 42, 125, 37),
    fresh("se 4.7..5.2", [45, 0, 0], [50, 0, 0]),
    rung("se 4.7..5.2", 46, 367, 45),
    fresh("se 7.4..8.0", [47, 0, 0], [400, 0, 0]),
    fresh("givens ..20", [48, 0, 0], [150, 0, 0]),
    rung("givens ..19", 49, 113, 48),
];

const SYMMETRIES: [Wanted; 3] = [Wanted::Whatever, Wanted::This(Symmetry::HalfTurn), Wanted::Any];

/// The attempts of a rung start from so many puzzles of the shelf below, its first, at most: with more on that
/// shelf one day, the rung stays what it is.
const STARTS: u64 = 400;

/// The name of the source of what was built.
pub const SOURCE: &str = "build";

/// The method that builds.
const METHOD: &str = "climb";

/// As many puzzles as the collection that ships has.
///
/// ```
/// assert_eq!(piste_store::library::recipe::total(), 112_255);
/// ```
pub fn total() -> u64 {
    ROWS.iter().flat_map(|row| row.shares).sum()
}

/// One shelf of a collection that is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The condition that its puzzles meet.
    pub target: &'static str,
    /// The symmetry of their patterns.
    pub symmetry: Wanted,
    /// The seed of its attempts.
    pub seed: u64,
    /// How many puzzles it is to have.
    pub count: u64,
    /// The seed of the shelf whose puzzles its attempts start from; none if they start afresh.
    pub below: Option<u64>,
}

/// The shelves of a collection of so many puzzles.
///
/// ```
/// use piste_store::library::recipe;
///
/// let shelves = recipe::shelves(1_000, 7);
/// assert_eq!(shelves.iter().map(|shelf| shelf.count).sum::<u64>(), 1_000);
/// assert_eq!(shelves[0].seed, 701);
/// ```
pub fn shelves(count: u64, seed: u64) -> Vec<Shelf> {
    let total = u128::from(total());
    // Upwards, so that what a small collection has more than its share of is easy to find.
    let scaled = |until: u64| (u128::from(until) * u128::from(count)).div_ceil(total) as u64;
    let mut shelves = Vec::new();
    let mut until = 0;
    let seed_of = |number: u64| seed.wrapping_mul(100).wrapping_add(number);
    for row in &ROWS {
        let shares = SYMMETRIES.into_iter().zip(row.shares).zip(row.numbers);
        for ((symmetry, share), number) in shares.filter(|((_, share), _)| *share > 0) {
            // Rounded so that all of them together are what was asked for.
            let count = scaled(until + share) - scaled(until);
            until += share;
            let below = row.below.map(seed_of);
            let (target, seed) = (row.target, seed_of(number));
            shelves.push(Shelf { target, symmetry, seed, count, below });
        }
    }
    shelves
}

impl Shelf {
    /// What its puzzles are to be; attempts give up when `stop` says so.
    pub fn brief(&self, stop: Stop) -> Brief {
        let target = self.target.parse().expect("the ranges of the recipe are conditions");
        Brief { target: Some(target), symmetry: self.symmetry, stop, ..Brief::default() }
    }

    /// The attempt of this number, by its [brief](Shelf::brief), from one of the [starts](Library::starts)
    /// if there are any: they take turns.
    pub fn attempt(&self, brief: &Brief, starts: &[Puzzle], number: u64) -> Attempt {
        let method =
            generators::by_slug(METHOD).expect("the method that builds is in the register");
        if starts.is_empty() {
            return generate::attempt(method, brief, self.seed, number);
        }
        let start = starts[(number % starts.len() as u64) as usize];
        let brief = Brief { start: Some(start), ..brief.clone() };
        generate::attempt(method, &brief, self.seed, number)
    }

    /// Where its puzzles come from.
    pub fn origin(&self) -> Origin {
        origin(self.seed)
    }

    /// The puzzle of an attempt as a newcomer, without ratings.
    pub fn newcomer(&self, puzzle: &Puzzle, number: u64) -> Newcomer {
        Newcomer::of(puzzle, &self.origin()).by_attempt(number)
    }
}

/// Where the puzzles of the shelf with this seed come from.
fn origin(seed: u64) -> Origin {
    Origin { source: SOURCE.into(), method: Some(METHOD.into()), seed: Some(seed) }
}

impl Library {
    /// The puzzles that the attempts of a shelf start from, the first that were found: none
    /// if it starts afresh, or if the shelf below is empty.
    pub fn starts(&self, shelf: &Shelf) -> Result<Vec<Puzzle>, LibraryError> {
        let Some(seed) = shelf.below else { return Ok(Vec::new()) };
        let asked = "SELECT p.grid FROM sources s JOIN puzzles p ON p.source = s.id
             WHERE s.name = ?1 AND s.method IS ?2 AND s.seed IS ?3 ORDER BY p.attempt LIMIT ?4";
        let list = || {
            let origin = origin(seed);
            let (source, method) = (&*origin.source, origin.method.as_deref());
            let values = params![source, method, seed.cast_signed(), STARTS.cast_signed()];
            let mut statement = self.db.prepare(asked)?;
            let puzzles = statement.query_map(values, |row| read::puzzle(row, 0))?;
            puzzles.collect::<rusqlite::Result<Vec<Puzzle>>>()
        };
        list().map_err(|error| self.wrong(error))
    }

    /// How many puzzles of this origin there are, and the last attempt among theirs.
    pub fn progress(&self, origin: &Origin) -> Result<(u64, Option<u64>), LibraryError> {
        let asked =
            "SELECT count(p.id), max(p.attempt) FROM sources s JOIN puzzles p ON p.source = s.id
             WHERE s.name = ?1 AND s.method IS ?2 AND s.seed IS ?3";
        let seed = origin.seed.map(u64::cast_signed);
        let values = params![&*origin.source, origin.method.as_deref(), seed];
        let row = self.db.query_row(asked, values, |row| {
            Ok((row.get(0)?, row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned)))
        });
        row.map_err(|error| self.wrong(error))
    }
}
