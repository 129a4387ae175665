//! What `piste library build` makes: shelves, each with a brief, a seed and a share of the whole.
//!
//! A collection for everybody has as many puzzles for beginners as for those who have seen it all. So the
//! scale of `se`, over which the named levels are defined, is cut into ranges, with about the same number of
//! puzzles in each; in each range half of the puzzles have a pattern without symmetry, a third have that of
//! newspapers, half a turn, and the rest any other. From 8.5 on the shares become smaller, because puzzles
//! become rare: one of 9.0 takes a quarter of a second to find, and one of 1.5 half a millisecond.
//!
//! A shelf is nothing but a brief for `climb` with a seed of its own: `piste make --method climb --target 'se
//! 9.0..' --seed 137` makes the puzzles of the last shelf of seed 1, in the same order. Attempts are
//! numbered, and a shelf is filled with the first so many that are new to the library. So the same seed
//! makes the same collection, on however many threads; and who was interrupted goes on with the last
//! attempt that is in the library.

use super::{Library, LibraryError, Newcomer, Origin};
use piste::generate::{self, Attempt, Brief, Stop, Wanted, generators};
use piste_core::symmetry::Symmetry;
use rusqlite::params;

/// The ranges, and how many puzzles there are in each in the collection that ships: without
/// symmetry, with half a turn, with any symmetry.
const RANGES: [(&str, [u64; 3]); 14] = [
    ("se ..1.2", [4_000, 2_800, 1_200]),
    ("se 1.3..1.5", [4_000, 2_800, 1_200]),
    ("se 1.6..2.0", [4_000, 2_800, 1_200]),
    ("se 2.1..2.5", [4_000, 2_800, 1_200]),
    ("se 2.6..2.8", [4_000, 2_800, 1_200]),
    ("se 2.9..3.3", [4_000, 2_800, 1_200]),
    ("se 3.4..3.6", [2_000, 1_400, 600]),
    ("se 3.7..4.4", [6_000, 4_200, 1_800]),
    ("se 4.5..5.9", [4_500, 3_150, 1_350]),
    ("se 6.0..6.9", [4_500, 3_150, 1_350]),
    ("se 7.0..7.4", [4_500, 3_150, 1_350]),
    ("se 7.5..8.4", [5_000, 3_000, 0]),
    ("se 8.5..8.9", [4_000, 0, 0]),
    ("se 9.0..", [3_000, 0, 0]),
];

const SYMMETRIES: [Wanted; 3] = [Wanted::Whatever, Wanted::This(Symmetry::HalfTurn), Wanted::Any];

/// The name of the source of what was built.
pub const SOURCE: &str = "build";

/// The method that builds.
const METHOD: &str = "climb";

/// As many puzzles as the collection that ships has.
///
/// ```
/// assert_eq!(piste_store::library::recipe::total(), 106_000);
/// ```
pub fn total() -> u64 {
    RANGES.iter().flat_map(|(_, shares)| shares).sum()
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
    let scaled = |until: u64| (u128::from(until) * u128::from(count) / total) as u64;
    let mut shelves = Vec::new();
    let mut until = 0;
    for (target, shares) in RANGES {
        for (symmetry, share) in SYMMETRIES.into_iter().zip(shares).filter(|(_, share)| *share > 0)
        {
            let number = shelves.len() as u64 + 1;
            let seed = seed.wrapping_mul(100).wrapping_add(number);
            // Rounded so that all of them together are what was asked for.
            let count = scaled(until + share) - scaled(until);
            until += share;
            shelves.push(Shelf { target, symmetry, seed, count });
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

    /// The attempt of this number, by its [brief](Shelf::brief).
    pub fn attempt(&self, brief: &Brief, number: u64) -> Attempt {
        let method =
            generators::by_slug(METHOD).expect("the method that builds is in the register");
        generate::attempt(method, brief, self.seed, number)
    }

    /// Where its puzzles come from.
    pub fn origin(&self) -> Origin {
        Origin { source: SOURCE.into(), method: Some(METHOD.into()), seed: Some(self.seed) }
    }

    /// The puzzle of an attempt as a newcomer, without ratings.
    pub fn newcomer(&self, puzzle: &piste_core::Puzzle, number: u64) -> Newcomer {
        Newcomer::of(puzzle, &self.origin()).by_attempt(number)
    }
}

impl Library {
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
