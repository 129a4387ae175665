//! Puzzles on boards of any shape.
//!
//! An [`Order`] says what is wanted: a shape, a symmetry, a number of givens, what one must know. A [`Workshop`] makes
//! attempts at it. As everywhere in this room an attempt is named by a seed and a number and draws from a stream of
//! its own, so the same seed makes the same puzzles on however many threads.
//!
//! ```text
//!                    ┌─ nothing to know ──► givens go while one solution is left ─────────┐
//!  full board ──► dig┤                                                                    ├──► check
//!                    └─ something to know ► givens go while it can be solved by that, and ┘
//!                                           a few come back if it did not take that
//! ```
//!
//! # Digging by what one must know
//! A given goes if the rest can still be solved by the strategies up to the hardest that is wanted. What can be solved by
//! hand has one solution, so the exact search is not asked at all. When nothing more can go, the puzzle is
//! held against what is wanted: most often it needs the hardest strategy, because it lies at the rim of what the strategies can do. If it does not, two or three groups
//! of givens come back and digging starts again from there.
//!
//! As long as singles, locked candidates and subsets are all that may be known, [`Swift`] answers; beyond them it goes as far as
//! it can, and the ladder goes on from there.
//!
//! # Why it is right
//! Whatever comes out is checked by other means: the exact search proves the one solution, and the
//! ladder of the shape, climbed from the givens, says which strategies it took.

use super::swift::{self, Known, Room, Swift};
use super::{GaveUp, Miss, Stop, Wanted};
use crate::logic::{Ladder, Outcome, Rung, Strategy};
use piste_core::general::Element;
use piste_core::search::General;
use piste_core::shape::Shape;
use piste_core::space::{InSpace, SetOf, Space};
use piste_core::symmetry::Symmetry;
use piste_core::{Board, Grid, Rng};
use std::ops::RangeInclusive;

/// What is wanted of a puzzle of some shape.
#[derive(Clone, Debug)]
pub struct Order {
    /// The shape.
    pub shape: Shape,
    /// The symmetry of its pattern of givens.
    pub symmetry: Wanted,
    /// How many givens it may have.
    pub givens: RangeInclusive<usize>,
    /// Whether every given must be needed.
    pub minimal: bool,
    /// Strategies, by slug, that its solve must use.
    pub must_use: Vec<&'static str>,
    /// The strategy, by slug, that must be the hardest of its solve.
    pub hardest_is: Option<&'static str>,
    /// Strategies, by slug, that its solve must do without.
    pub avoid: Vec<&'static str>,
    /// How to end attempts before their time.
    pub stop: Stop,
}

impl Order {
    /// Any puzzle of this shape.
    pub fn any(shape: &Shape) -> Order {
        Order {
            shape: shape.clone(),
            symmetry: Wanted::Whatever,
            givens: 0..=shape.cells(),
            minimal: false,
            must_use: Vec::new(),
            hardest_is: None,
            avoid: Vec::new(),
            stop: Stop::default(),
        }
    }

    /// Whether anything is asked of the strategies of its solve.
    pub fn says_strategies(&self) -> bool {
        !self.must_use.is_empty() || self.hardest_is.is_some() || !self.avoid.is_empty()
    }

    /// Why no puzzle can be what is wanted, where that can be seen at once.
    ///
    /// ```
    /// use piste::generate::shaped::Order;
    ///
    /// let any = Order::any(&"6x6".parse().unwrap());
    /// assert_eq!(any.impossible(), None);
    /// let order = Order { hardest_is: Some("naked-pair"), avoid: vec!["naked-pair"], ..any };
    /// assert!(order.impossible().unwrap().contains("needed and avoided"));
    /// ```
    pub fn impossible(&self) -> Option<&'static str> {
        let ladder = ladder_of(&self.shape);
        let rung = |slug: &&str| ladder.iter().position(|known| known == slug);
        let wanted = || self.must_use.iter().chain(&self.hardest_is);
        if wanted().any(|slug| self.avoid.contains(slug)) {
            return Some("a strategy cannot be both needed and avoided");
        }
        if wanted().any(|slug| rung(slug).is_none()) {
            return Some("a strategy that must be used is not on the ladder of this shape");
        }
        let hardest = self.hardest_is.as_ref().and_then(rung);
        if hardest.is_some() && self.must_use.iter().any(|slug| rung(slug) > hardest) {
            return Some("a strategy that must be used is harder than the hardest may be");
        }
        if self.givens.is_empty() || *self.givens.start() > self.shape.cells() {
            return Some("no board has that many givens");
        }
        None
    }
}

/// The strategies that fit this shape, by slug, easy ones first: what can be asked for.
pub fn ladder_of(shape: &Shape) -> Vec<&'static str> {
    struct Slugs;
    impl InSpace for Slugs {
        type Output = Vec<&'static str>;

        fn go<S: Space>(self, space: S) -> Vec<&'static str> {
            let ladder = Ladder::<S>::EVERY_SHAPE;
            let fitting = ladder.strategies().filter(|strategy| strategy.fits(&space));
            fitting.map(|strategy| strategy.info().slug).collect()
        }
    }
    shape.enter(Slugs)
}

/// A puzzle that is what was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The face values of the givens, row by row; 0 for an empty cell.
    pub givens: Vec<u8>,
    /// The one solution.
    pub solution: Vec<u8>,
    /// The hardest strategy of its solve; nothing if the ladder does not solve it.
    pub hardest: Option<&'static str>,
}

/// How many boards are dug in one attempt before it gives up.
const ROUNDS: u64 = 60;

/// The guesses that a random full board may take.
const FULL: u64 = 2_000_000;

/// The guesses that the last proof may take.
const PROOF: u64 = 2_000_000;

/// The most groups of givens that come back at a time.
const BACK: usize = 3;

/// Makes attempts at one order; what it needs is used again from one attempt to the next.
pub struct Workshop {
    order: Order,
    engine: General,
    swift: Swift,
    /// The strategies of the shape's ladder, easy ones first.
    ladder: Vec<&'static str>,
    /// Those of them that may be used.
    known: Vec<&'static str>,
    /// Whether the quick board knows all of them.
    is_swift: bool,
}

impl Workshop {
    /// A workshop for this order.
    pub fn new(order: &Order) -> Workshop {
        let ladder = ladder_of(&order.shape);
        let rung = |slug: &&'static str| ladder.iter().position(|known| known == slug);
        let top = order.must_use.iter().chain(&order.hardest_is).filter_map(rung).max();
        let reach = top.map_or(ladder.len(), |top| top + 1);
        let mut known = ladder[..reach].to_vec();
        known.retain(|slug| !order.avoid.contains(slug));
        Workshop {
            engine: General::new(&order.shape),
            swift: Swift::new(&order.shape),
            is_swift: known.iter().all(|slug| Known::STRATEGIES.contains(slug)),
            known,
            ladder,
            order: order.clone(),
        }
    }

    /// The attempt of this number: the same for the same order, seed and number.
    ///
    /// ```
    /// use piste::generate::shaped::{Order, Workshop};
    ///
    /// let any = Order::any(&"6x6".parse().unwrap());
    /// let order = Order { hardest_is: Some("naked-single"), ..any };
    /// let mut workshop = Workshop::new(&order);
    /// let piece = (0..20).find_map(|number| workshop.attempt(1, number).ok()).unwrap();
    /// assert_eq!(piece.hardest, Some("naked-single"));
    /// ```
    pub fn attempt(&mut self, seed: u64, number: u64) -> Result<Piece, Miss> {
        let mut rng = Rng::for_item(seed, number);
        let gave_up = |after, why| Err(Miss::GaveUp(GaveUp { after, why }));
        let full = match self.engine.random_full(FULL, &mut rng) {
            Ok(Some(full)) => full,
            Ok(None) => return gave_up(0, "there is no full board of this shape"),
            Err(_) => return gave_up(0, "no full board of this shape was found"),
        };
        let symmetry = match self.order.symmetry {
            Wanted::Whatever => None,
            Wanted::Any => rng.pick(&Symmetry::ALL).copied(),
            Wanted::This(symmetry) => Some(symmetry),
        };
        let mut groups = self.engine.orbits(symmetry);
        rng.shuffle(&mut groups);
        let givens = if self.order.says_strategies() && !self.order.minimal {
            self.dig_by_hand(&full, &groups, &mut rng)?
        } else {
            let floor = self.floor(&mut rng);
            self.engine.reduce(&full, &groups, floor).givens
        };
        self.check(givens, full)
    }

    /// The fewest givens to go down to: as few as there are, or a number drawn from those allowed.
    fn floor(&self, rng: &mut Rng) -> usize {
        let (low, high) = (*self.order.givens.start(), *self.order.givens.end());
        let says_givens = low > 0 || high < self.order.shape.cells();
        if self.order.minimal || !says_givens { 0 } else { low + rng.below(high - low + 1) }
    }

    /// Digs for as long as what may be known solves the rest, and again from a few givens more while
    /// that does not take what must be used.
    fn dig_by_hand(
        &mut self,
        full: &[u8],
        groups: &[Vec<u16>],
        rng: &mut Rng,
    ) -> Result<Vec<u8>, Miss> {
        let mut givens = full.to_vec();
        let mut order = groups.to_vec();
        let floor = self.floor(rng);
        for round in 0..ROUNDS {
            if self.order.stop.is_asked() {
                return Err(Miss::GaveUp(GaveUp { after: round, why: "stopped" }));
            }
            let at_once = if round == 0 { 8 } else { 1 };
            let known = Known::of(self.known.iter().copied());
            let room = Room { floor, at_once };
            if self.is_swift {
                let mut solves = |givens: &[u8]| self.swift.solves(givens, known);
                swift::dig(&mut solves, &mut givens, &order, room);
            } else {
                let Workshop { swift, known: slugs, order: Order { shape, .. }, .. } = self;
                let mut solves = |givens: &[u8]| {
                    swift.solves(givens, known) || goes_on(shape, swift.marks(), slugs)
                };
                swift::dig(&mut solves, &mut givens, &order, room);
            }
            if self.takes_all(&givens) {
                return Ok(givens);
            }
            let away = |group: &&Vec<u16>| givens[usize::from(group[0])] == 0;
            let mut away: Vec<&Vec<u16>> = groups.iter().filter(away).collect();
            rng.shuffle(&mut away);
            for &cell in away.into_iter().take(1 + rng.below(BACK)).flatten() {
                givens[usize::from(cell)] = full[usize::from(cell)];
            }
            order = groups.to_vec();
            order.retain(|group| givens[usize::from(group[0])] > 0);
            rng.shuffle(&mut order);
        }
        Err(Miss::GaveUp(GaveUp {
            after: ROUNDS,
            why: "no board on the way needed the strategies",
        }))
    }

    /// Whether its solve takes everything that must be used: somebody who lacks one of them is stuck.
    fn takes_all(&mut self, givens: &[u8]) -> bool {
        let top = self.known.last().copied();
        let only_top = self.order.must_use.is_empty() && self.order.hardest_is == top;
        if self.is_swift && only_top {
            let easier = self.known.len() - 1;
            let less = Known::of(self.known[..easier].iter().copied());
            return !self.swift.solves(givens, less);
        }
        let used = self.order.shape.enter(Climb { givens }).used;
        let mut wanted = self.order.must_use.iter().chain(&self.order.hardest_is);
        wanted.all(|slug| used.contains(slug))
    }

    /// Whether it is what was wanted, by other means than those that made it.
    fn check(&mut self, givens: Vec<u8>, solution: Vec<u8>) -> Result<Piece, Miss> {
        let order = &self.order;
        let count = givens.iter().filter(|&&value| value > 0).count();
        if !order.givens.contains(&count) {
            return Err(Miss::Givens(count));
        }
        let marks = self.engine.marks_of(&givens);
        match self.engine.solutions(&marks, 2, PROOF) {
            Ok(found) if found == [&solution[..]] => {}
            Ok(_) => return Err(Miss::NotUnique),
            Err(given_up) => {
                let why = "it takes too long to prove that there is one solution";
                return Err(Miss::GaveUp(GaveUp { after: given_up.guesses, why }));
            }
        }
        let Climbed { used, is_solved } = order.shape.enter(Climb { givens: &givens });
        if let Some(slug) = order.avoid.iter().find(|slug| used.contains(slug)) {
            return Err(Miss::Needs(slug));
        }
        let hardest = self.ladder.iter().rev().find(|slug| used.contains(slug)).copied();
        let hardest = hardest.filter(|_| is_solved);
        if order.hardest_is.is_some() && hardest != order.hardest_is {
            return Err(Miss::Hardest(hardest));
        }
        if let Some(slug) = order.must_use.iter().find(|slug| !used.contains(slug)) {
            return Err(Miss::Unneeded(slug));
        }
        if order.minimal {
            let spare = self.spare(&givens, &solution);
            if spare > 0 {
                return Err(Miss::NotMinimal(spare));
            }
        }
        Ok(Piece { givens, solution, hardest })
    }

    /// How many givens could be left out, each on its own.
    fn spare(&mut self, givens: &[u8], solution: &[u8]) -> usize {
        let all = (1u32 << self.order.shape.side()) - 1;
        let mut marks = self.engine.marks_of(givens);
        let mut spare = 0;
        for cell in (0..givens.len()).filter(|&cell| givens[cell] > 0) {
            let given = marks[cell];
            marks[cell] = all & !(1 << (solution[cell] - 1));
            spare += usize::from(self.engine.has_solution(&marks, PROOF) == Ok(false));
            marks[cell] = given;
        }
        spare
    }
}

/// Climbs the ladder of the shape from these givens.
struct Climb<'a> {
    givens: &'a [u8],
}

/// What a climb came to.
struct Climbed {
    /// The strategies that were used, by slug.
    used: Vec<&'static str>,
    is_solved: bool,
}

impl InSpace for Climb<'_> {
    type Output = Climbed;

    fn go<S: Space>(self, space: S) -> Climbed {
        let grid = Grid::of_values(space, self.givens).expect("face values of the shape");
        let solve = Ladder::<S>::EVERY_SHAPE.climb(&Board::from(&grid));
        let mut used: Vec<&str> = solve.steps().iter().map(|step| step.strategy.slug).collect();
        used.sort_unstable();
        used.dedup();
        Climbed { used, is_solved: solve.outcome() == Outcome::Solved }
    }
}

/// Whether the strategies of this name, and nothing else, solve the board with these marks.
fn goes_on(shape: &Shape, marks: &[u32], known: &[&'static str]) -> bool {
    shape.enter(GoOn { marks, known })
}

struct GoOn<'a> {
    marks: &'a [u32],
    known: &'a [&'static str],
}

impl InSpace for GoOn<'_> {
    type Output = bool;

    fn go<S: Space>(self, space: S) -> bool {
        let mut board = Board::blank(space.clone());
        for (cell, &word) in space.all_cells().iter().zip(self.marks) {
            let digits = space.all_digits().iter().filter(|digit| word >> digit.index() & 1 == 1);
            let digits: S::DigitSet = digits.collect();
            match digits.single() {
                Some(digit) => board.place(cell, digit),
                None => board.restrict(cell, digits),
            }
        }
        let all: Vec<&dyn Strategy<S>> = Ladder::<S>::EVERY_SHAPE
            .strategies()
            .filter(|strategy| self.known.contains(&strategy.info().slug))
            .collect();
        let rungs: Vec<Rung<'_, S>> = all.chunks(1).collect();
        let ladder = Ladder { rungs: &rungs, ..Ladder::<S>::EVERY_SHAPE };
        ladder.climb(&board).outcome() == Outcome::Solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(order: &Order, seed: u64) -> Piece {
        assert_eq!(order.impossible(), None);
        let mut workshop = Workshop::new(order);
        let found = (0..200).find_map(|number| workshop.attempt(seed, number).ok());
        found.unwrap_or_else(|| panic!("nothing for {order:?}"))
    }

    #[test]
    fn the_hardest_strategy_is_the_one_that_was_asked_for() {
        for (name, slug) in [
            ("4x4", "hidden-single-box"),
            ("6x6/3x2", "hidden-single-line"),
            ("9x9+x", "naked-pair"),
            ("9x9+windoku", "pointing"),
            (
                "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999",
                "claiming",
            ),
            ("12x12", "hidden-pair"),
            ("16x16", "pointing"),
        ] {
            let order = Order { hardest_is: Some(slug), ..Order::any(&name.parse().unwrap()) };
            assert_eq!(made(&order, 1).hardest, Some(slug), "{name}");
        }
    }

    #[test]
    fn the_same_seed_and_number_make_the_same_puzzle() {
        let any = Order::any(&"9x9+x".parse().unwrap());
        let order = Order { must_use: vec!["naked-pair"], ..any };
        let first = made(&order, 7);
        // A workshop that was used for other attempts before makes the same ones.
        let mut workshop = Workshop::new(&order);
        for number in 500..503 {
            let _ = workshop.attempt(7, number);
        }
        let again = (0..200).find_map(|number| workshop.attempt(7, number).ok());
        assert_eq!(again, Some(first));
    }

    #[test]
    fn looks_are_kept() {
        let any = Order::any(&"8x8".parse().unwrap());
        let half_turn = Wanted::This(Symmetry::HalfTurn);
        let order = Order { symmetry: half_turn, givens: 24..=30, ..any.clone() };
        let piece = made(&order, 3);
        let filled: Vec<bool> = piece.givens.iter().map(|&value| value > 0).collect();
        assert!((0..64).all(|cell| filled[cell] == filled[63 - cell]));
        assert!((24..=30).contains(&filled.iter().filter(|&&is| is).count()));
        let minimal = made(&Order { minimal: true, ..any }, 3);
        let mut engine = General::new(&"8x8".parse().unwrap());
        for cell in (0..64).filter(|&cell| minimal.givens[cell] > 0) {
            let mut less = minimal.givens.clone();
            less[cell] = 0;
            let marks = engine.marks_of(&less);
            assert_eq!(engine.count(&marks, 2, 1_000_000), Ok(2));
        }
    }

    #[test]
    fn what_cannot_be_is_told_at_once() {
        let any = Order::any(&"6x6".parse().unwrap());
        let unknown = Order { must_use: vec!["wishful-thinking"], ..any.clone() };
        assert!(unknown.impossible().unwrap().contains("not on the ladder"));
        let order = Order { must_use: vec!["naked-pair"], hardest_is: Some("pointing"), ..any };
        assert!(order.impossible().unwrap().contains("harder than the hardest"));
    }
}
