//! # Law of leftovers
//!
//! ## Idea
//! For jigsaws. Take a few neighbouring rows, or columns, and as many regions: those that lie in
//! them for the most part. The rows hold every digit as often as the regions do. So put aside the cells that
//! both have. What is left over, the cells of the rows *inside* that belong to other regions and the cells of the regions that
//! stick *out*, holds the same digits on both sides. A digit that cannot be on the one side is not on the other
//! side either, and a digit that is written on the one side must be somewhere on the other.
//!
//! ## Why it is sound
//! Each of the n rows holds every digit once, and so does each of the n regions: all together they hold
//! every digit n times, the rows as well as the regions. The cells that both have hold each digit some number of
//! times, the same on both sides of the account. So what is left holds each digit equally often.
//!
//! How often a side can still take a digit is counted by its rows or regions: each of them takes it once.
//!
//! ## Example
//! Region 1 fills row 1 but for r1c9, and sticks out of it with r2c1: these two cells are equal. If r1c9 cannot
//! be 5, r2c1 is not 5.
//!
//! ## Sources
//! Players of jigsaws, who give it this name and call the two sides innies and outies; the account is that of killer
//! sudoku, where it is made with sums.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::shape::Kind;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::cmp::Reverse;
use std::ops::ControlFlow;

pub(in crate::logic) struct LawOfLeftovers;

static INFO: Info = Info {
    slug: "law-of-leftovers",
    name: "law of leftovers",
    family: Family::Intersections,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// More cells than these on a side are not looked at: nobody keeps them in mind.
const MOST: usize = 6;

/// Some lines and as many regions, and what they do not have in common.
struct Leftovers<S: Space> {
    lines: S::HouseSet,
    regions: S::HouseSet,
    /// The cells of the lines that are in none of the regions.
    inside: S::CellSet,
    /// The cells of the regions that are in none of the lines.
    outside: S::CellSet,
}

impl<S: Space> Strategy<S> for LawOfLeftovers {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// Boxes fill their rows and leave nothing over.
    fn fits(&self, space: &S) -> bool {
        space.blocks().first().is_some_and(|&first| space.kind(first) == Kind::Region)
    }

    /// Few cells before many, and then few lines before many.
    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        if !self.fits(scene.space()) {
            return ControlFlow::Continue(());
        }
        for leftovers in all(scene.space()) {
            let Leftovers { lines, regions, inside, outside } = leftovers;
            for digit in scene.space().digit_list() {
                let sides = [
                    Side::of(inside, lines, digit, scene),
                    Side::of(outside, regions, digit, scene),
                ];
                for (from, to) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
                    if let Some(effect) = effect(from, to, digit) {
                        let evidence = Evidence {
                            covers: regions,
                            ..Evidence::part(Role::Body, from.cells, digit.into())
                                .and(Role::Pincer, to.cells, digit.into())
                                .in_houses(lines)
                        };
                        sink.offer(Step { strategy: &INFO, effect, evidence })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// One side of the account, and how it stands with a digit.
struct Side<S: Space> {
    cells: S::CellSet,
    /// How many of the cells have it.
    written: usize,
    /// Where else it can be.
    places: S::CellSet,
    /// How many of these can have it at most: one in each house.
    room: usize,
}

impl<S: Space> Side<S> {
    fn of(
        cells: S::CellSet,
        houses: S::HouseSet,
        digit: S::Digit,
        scene: &Scene<'_, S>,
    ) -> Side<S> {
        let written = cells.iter().filter(|&cell| scene.value(cell) == Some(digit)).count();
        let places = cells & scene.cells(digit);
        let has_place = |&house: &S::House| !(places & scene.space().cells(house)).is_empty();
        Side { cells, written, places, room: houses.iter().filter(has_place).count() }
    }
}

/// What follows for the other side, if anything.
fn effect<S: Space>(from: &Side<S>, to: &Side<S>, digit: S::Digit) -> Option<Effect<S>> {
    if to.places.is_empty() {
        return None;
    }
    if from.written + from.room == to.written {
        return Some(Effect::eliminate(S::CandidateSet::of(digit, to.places)));
    }
    let is_needed = from.written == to.written + to.places.len();
    is_needed.then(|| Effect::write(S::CandidateSet::of(digit, to.places)))
}

/// All that is left over on this shape, in the order to look at it, each once.
fn all<S: Space>(space: &S) -> Vec<Leftovers<S>> {
    let side = space.side();
    let mut all: Vec<Leftovers<S>> = Vec::new();
    for axis in space.lines().chunks(side) {
        for count in 1..side {
            for lines in axis.windows(count) {
                for regions in choices(space, lines) {
                    let [rows, blocks] = [lines, &regions].map(|houses| united(space, houses));
                    let (inside, outside) = (rows - blocks, blocks - rows);
                    let is_told = |known: &Leftovers<S>| {
                        [(inside, outside), (outside, inside)]
                            .contains(&(known.inside, known.outside))
                    };
                    if (1..=MOST).contains(&inside.len()) && !all.iter().any(is_told) {
                        let (lines, regions) = (S::HouseSet::of(lines), S::HouseSet::of(&regions));
                        all.push(Leftovers { lines, regions, inside, outside });
                    }
                }
            }
        }
    }
    all.sort_by_key(|leftovers| (leftovers.inside.len(), leftovers.lines.len()));
    all
}

fn united<S: Space>(space: &S, houses: &[S::House]) -> S::CellSet {
    houses.iter().fold(S::CellSet::EMPTY, |all, &house| all | space.cells(house))
}

/// As many regions as lines, those that lie in them for the most part. Where several are equally good for the last
/// place, each is tried there.
fn choices<S: Space>(space: &S, lines: &[S::House]) -> Vec<Vec<S::House>> {
    let area = united(space, lines);
    let shared = |&region: &S::House| (space.cells(region) & area).len();
    let mut regions = space.blocks()[..space.side()].to_vec();
    regions.sort_by_key(|region| Reverse(shared(region)));
    let (chosen, rest) = regions.split_at(lines.len());
    let Some((last, sure)) = chosen.split_last() else { return Vec::new() };
    let equal = rest.iter().filter(|region| shared(region) == shared(last));
    let each = std::iter::once(last).chain(equal);
    each.map(|&last| sure.iter().copied().chain([last]).collect()).collect()
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let (from, to) = (evidence.part_in(Role::Body), evidence.part_in(Role::Pincer));
    let has = |cells: <Large as Space>::CellSet| {
        cells.iter().any(|cell| board.value(cell).is_some_and(|digit| from.digits.contains(digit)))
    };
    let (placed, gone) = (step.effect.placements(), step.effect.eliminations());
    let told = match (placed.is_empty(), has(to.cells)) {
        (false, _) => Message::new("leftovers-needed").with("written", placed),
        (true, false) => Message::new("leftovers-none").with("gone", gone),
        (true, true) => Message::new("leftovers-no-more").with("gone", gone),
    };
    told.with("lines", evidence.houses)
        .with("regions", evidence.covers)
        .with("from", from.cells)
        .with("to", to.cells)
        .with("digit", from.digits)
}
