//! Fish, single-digit patterns, wings, colouring and templates on every shape.
//!
//! On the boards along a climb every step that one of them offers, not only the one taken, is held
//! against the exact search of the core, also on boards with many solutions. And each of them must turn
//! up on some shape that is not the classic one.

use super::shapes::{assert_told, board_of, is_certain};
use piste::logic::{Family, Ladder, Scene, Sink, strategies};
use piste::search::General;
use piste::shape::Shape;
use piste::space::{CandidatesOf, InSpace, Space};
use piste::{Board, Grid};
use std::collections::{BTreeMap, BTreeSet};

const JIGSAW: &str =
    "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999";

/// The shapes, and how many puzzles of each are climbed.
const SHAPES: [(&str, u64); 9] = [
    ("6x6", 40),
    ("6x6+x", 40),
    ("9x9+x", 24),
    ("9x9+windoku", 24),
    ("9x9+antiknight", 24),
    ("9x9+antiking+x", 16),
    (JIGSAW, 24),
    ("12x12", 4),
    ("16x16", 1),
];

/// The families that are looked at here, and of another one the templates.
fn is_looked_at(family: Family, slug: &str) -> bool {
    let families = [Family::Fish, Family::SingleDigitPatterns, Family::Wings, Family::Colouring];
    families.contains(&family) && slug != "letters" || slug.starts_with("template-")
}

/// Whether it is none of the teaching ladder but one of the rarest patterns. Those take long to look for, so they
/// are looked for on one board of a climb, and need not turn up.
fn is_rare(slug: &str) -> bool {
    let is_taught = |ladder: Ladder<'_>| ladder.strategies().any(|s| s.info().slug == slug);
    !is_taught(Ladder::TEACHING)
        && slug != "letters"
        && !slug.starts_with("dual")
        && !SIAMESE.contains(&slug)
}

/// Those that no ladder has, and that are looked for as the others are.
const SIAMESE: [&str; 3] = ["siamese-x-wing", "siamese-swordfish", "siamese-jellyfish"];

/// Climbs, and says how many steps of each strategy were on offer on the way.
struct Offers<'a> {
    engine: &'a mut General,
    givens: &'a [u8],
}

impl InSpace for Offers<'_> {
    type Output = BTreeMap<&'static str, usize>;

    fn go<S: Space>(self, space: S) -> Self::Output {
        let grid = Grid::of_values(space.clone(), self.givens).unwrap();
        let ladder = Ladder::<S>::EVERY_SHAPE.without_uniqueness();
        let solve = ladder.climb(&Board::from(&grid));
        let mut offers = BTreeMap::new();
        for (number, (board, step)) in solve.replay().enumerate() {
            // A single is taken on many boards that are much like the one before.
            let is_single = step.strategy.family == Family::Singles;
            if is_single && number % 8 > 0 {
                continue;
            }
            count_offers(self.engine, &board, number, &mut offers);
        }
        offers
    }
}

/// Holds every step that is on offer against the search.
fn count_offers<S: Space>(
    engine: &mut General,
    board: &Board<S>,
    number: usize,
    offers: &mut BTreeMap<&'static str, usize>,
) {
    let scene = Scene::new(board);
    let mut certain = BTreeSet::new();
    for strategy in strategies::on_every_shape::<S>() {
        let info = strategy.info();
        if !is_looked_at(info.family, info.slug) || !strategy.fits(board.space()) {
            continue;
        }
        if is_rare(info.slug) && (number != 16 || board.space().side() > 9) {
            continue;
        }
        let mut sink = Sink::all();
        let _ = strategy.find(&scene, &mut sink);
        for step in sink.steps() {
            assert!(step.effect.changes(board) && step.effect.fits(board), "{step:?}");
            let [written, gone] = [step.effect.placements(), step.effect.eliminations()];
            for (mark, is_written) in
                written.iter().map(|mark| (mark, true)).chain(gone.iter().map(|mark| (mark, false)))
            {
                assert!(
                    !certain.insert((mark, is_written))
                        || is_certain(engine, board, mark, is_written),
                    "{}: {}\n{board:?}",
                    info.slug,
                    step.explain(board),
                );
            }
        }
        if let Some(step) = sink.steps().last() {
            assert_told(board, step);
            *offers.entry(info.slug).or_default() += sink.steps().len();
        }
    }
}

#[test]
fn every_offer_is_right_on_every_shape_and_each_is_met() {
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, puzzles) in SHAPES {
        let shape: Shape = name.parse().unwrap();
        let mut engine = General::new(&shape);
        for item in 0..puzzles {
            let (givens, _) = board_of(&mut engine, item);
            let offers = Offers { engine: &mut engine, givens: &givens };
            for (slug, count) in shape.enter(offers) {
                *met.entry(slug).or_default() += count;
            }
        }
    }
    for strategy in strategies::ALL {
        let info = strategy.info();
        let wanted = is_looked_at(info.family, info.slug) && !is_rare(info.slug);
        assert!(!wanted || met.contains_key(info.slug), "{} was not met: {met:?}", info.slug);
    }
}
