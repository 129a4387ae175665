//! Links that go through an almost locked set.
//!
//! n cells of a house with n + 1 digits: take one digit away and the others are locked
//! in. So if every x of the set is ruled out, every other digit y is in the set for
//! certain, and whatever sees all its places there is not y:
//!
//! ```text
//!   spot x on ──► no x in the set ══► y in the set ──► spot y off
//! ```
//!
//! Several sets may have the same cells for x. To a chain it is all the same which of
//! them it goes through, so the node it passes is the *entry*: the digit x and its cells.
//! An entry is off when every one of its x is ruled out; it is "on" right after, in the
//! sense that its sets are locked. From there it leads
//!
//! - to every spot that one of its sets rules out (off),
//! - to every entry all of whose cells one of its sets rules out (off): set to set,
//! - to the last candidate of a cell that one of its sets leaves (on).

use super::rows::{self, Rows};
use super::{Found, Links, Spot};
use crate::logic::Reason;
use crate::logic::als::{self, Als};
use piste_core::Board;
use piste_core::general::Element;
use piste_core::space::{Mark, SetOf, Space};
use std::collections::HashMap;

impl<S: Space> Als<S> {
    /// The digit's places in the set, as a spot.
    pub(crate) fn spot(&self, digit: S::Digit) -> Spot<S> {
        Spot { digit, cells: self.places[digit] }
    }

    /// Whether locking the set, without `missing`, rules out the spot.
    fn rules_out(&self, missing: S::Digit, spot: Spot<S>) -> bool {
        missing != spot.digit && spot.cells.is_subset(self.watchers[spot.digit])
    }

    /// Whether locking the set, without `missing`, leaves the cell only this digit.
    fn forces(&self, board: &Board<S>, missing: S::Digit, cell: S::Cell, digit: S::Digit) -> bool {
        board
            .candidates(cell)
            .without(digit)
            .iter()
            .all(|other| self.rules_out(missing, Spot { digit: other, cells: cell.into() }))
            && !self.rules_out(missing, Spot { digit, cells: cell.into() })
    }
}

/// The almost locked sets behind the entries.
#[derive(Debug)]
pub(crate) struct Sets<S: Space> {
    /// Small ones first.
    sets: Vec<Als<S>>,
    /// For each entry, its sets.
    behind: Vec<Vec<usize>>,
    /// The number of the first entry among the spots.
    first: usize,
}

impl<S: Space> Default for Sets<S> {
    fn default() -> Sets<S> {
        Sets { sets: Vec::new(), behind: Vec::new(), first: 0 }
    }
}

impl<S: Space> Sets<S> {
    /// The set with this number.
    pub(crate) fn set(&self, number: usize) -> &Als<S> {
        &self.sets[number]
    }

    /// The sets behind an entry that, once locked, rule out the spot; small ones first.
    pub(crate) fn ruling_out<'a>(
        &'a self,
        links: &Links<S>,
        entry: usize,
        spot: usize,
    ) -> impl Iterator<Item = usize> + use<'a, S> {
        let (missing, spot) = (links.spot(entry).digit, links.spot(spot));
        let behind = self.behind[entry - self.first].iter().copied();
        behind.filter(move |&set| self.sets[set].rules_out(missing, spot))
    }
}

/// Adds the entries of the board's almost locked sets to the links.
pub(super) fn add<S: Space>(board: &Board<S>, links: &mut Links<S>) {
    let first = links.spots.len();
    let mut sets = als::almost_locked_sets(board);
    // Single cells are links already, and a chain must find a way in and another way out.
    sets.retain(|set| {
        let ways = set.digits.iter().filter(|&digit| !set.watchers[digit].is_empty());
        set.cells.len() >= 2 && ways.count() >= 2
    });
    let mut entries: HashMap<Spot<S>, usize> = HashMap::new();
    let mut behind: Vec<Vec<usize>> = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        for digit in set.digits.iter().filter(|&digit| !set.watchers[digit].is_empty()) {
            let entry = *entries.entry(set.spot(digit)).or_insert_with(|| {
                links.spots.push(set.spot(digit));
                behind.push(Vec::new());
                behind.len() - 1
            });
            behind[entry].push(number);
        }
    }
    links.weak = links.weak.widened(links.spots.len());
    let mut seers = Seers::new(links);
    for entry in first..links.spots.len() {
        let Spot { digit, cells } = links.spots[entry];
        let watchers = board.space().common_peers(cells) & board.cells(digit);
        let row = seers.row(links, digit, watchers);
        for spot in rows::members(seers.rows.row(row)).take_while(|&spot| spot < first) {
            links.weak.insert(spot, entry);
        }
    }
    for set in &sets {
        link_out(set, &entries, first, links, &mut seers);
    }
    links.sets = Sets { sets, behind, first };
}

/// For a digit and some cells, the row of the digit's spots that lie within the cells.
struct Seers<S: Space> {
    /// For each digit, the row of its spots.
    digit_rows: Rows,
    known: HashMap<(S::Digit, S::CellSet), usize>,
    rows: Rows,
}

impl<S: Space> Seers<S> {
    fn new(links: &Links<S>) -> Seers<S> {
        let mut digit_rows = Rows::new(links.space.side(), links.len());
        for spot in 0..links.len() {
            digit_rows.insert(links.spot(spot).digit.index(), spot);
        }
        Seers { digit_rows, known: HashMap::new(), rows: Rows::new(0, links.len()) }
    }

    /// The number of the row.
    fn row(&mut self, links: &Links<S>, digit: S::Digit, cells: S::CellSet) -> usize {
        let Seers { digit_rows, known, rows } = self;
        *known.entry((digit, cells)).or_insert_with(|| {
            let number = rows.push();
            for spot in rows::members(digit_rows.row(digit.index())) {
                if links.spot(spot).cells.is_subset(cells) {
                    rows.insert(number, spot);
                }
            }
            number
        })
    }
}

/// What the set's entries lead to by it: everything it rules out once it is locked.
fn link_out<S: Space>(
    set: &Als<S>,
    entries: &HashMap<Spot<S>, usize>,
    first: usize,
    links: &mut Links<S>,
    seers: &mut Seers<S>,
) {
    let mut all = vec![0; links.width()];
    for digit in set.digits {
        let row = seers.row(links, digit, set.watchers[digit]);
        rows::add(&mut all, seers.rows.row(row));
    }
    for digit in set.digits {
        let Some(entry) = entries.get(&set.spot(digit)) else { continue };
        let own = seers.digit_rows.row(digit.index());
        let row = links.weak.row_mut(first + entry);
        for ((word, other), own) in row.iter_mut().zip(&all).zip(own) {
            *word |= other & !own;
        }
    }
}

/// The strong links of the entries: to themselves, locked, and to candidates that are the
/// last of their cell.
pub(super) fn strengthen<S: Space>(board: &Board<S>, links: &Links<S>, found: &mut Vec<Found<S>>) {
    let Sets { sets, behind, first } = &links.sets;
    for (i, behind) in behind.iter().enumerate() {
        let entry = first + i;
        found.push((entry, entry, Reason::Cell));
        let missing = links.spot(entry).digit;
        for set in behind.iter().map(|&number| &sets[number]) {
            let watched = set.digits.without(missing);
            let cells = watched.iter().fold(S::CellSet::EMPTY, |all, d| all | set.watchers[d]);
            for cell in cells {
                // Two candidates are linked anyway.
                let candidates = board.candidates(cell);
                if candidates.len() <= 2 || (candidates - watched).len() > 1 {
                    continue;
                }
                let forced = candidates
                    .iter()
                    .find(|&digit| set.forces(board, missing, cell, digit))
                    .and_then(|digit| links.number(S::Candidate::new(cell, digit)));
                found.extend(forced.map(|spot| (entry, spot, Reason::Set(set.cells))));
            }
        }
    }
}
