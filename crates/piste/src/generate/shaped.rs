//! Puzzles on boards of any shape.
//!
//! An [`Brief`] says what is wanted: a shape, a symmetry, a number of givens, what one must know. A [`Workshop`] makes
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
//! Where a minimal puzzle is wanted of what the quick board knows, givens are exchanged until none can be spared ([`minimal`]).
//!
//! # Targets
//! What one must know can be a range of strategies: from `pointing` to `hidden-pair`. Any other metric that rates the shape can be
//! aimed at too: the puzzle is then changed given by given until its ratings are on target ([`climb`]).
//!
//! # Patterns
//! A pattern says which cells are given. Then no given can go: the digits are changed until they leave one
//! solution ([`pattern`]).
//!
//! As long as singles, locked candidates and subsets are all that may be known, [`Swift`] answers; beyond them it goes as far as
//! it can, and the ladder goes on from there.
//!
//! # Why it is right
//! Whatever comes out is checked by other means: the exact search proves the one solution. Which strategies it took is
//! said by the ladder of the shape, climbed from the givens; but where only the hardest is asked and the quick board knows
//! them all, by the fewest that solve it. The two are the same: the ladder takes a harder step only where all
//! that is easier finds nothing, and none of these strategies takes a find from another.

mod climb;
mod minimal;
mod pattern;

use super::brief::{ATTEMPT, RATING};
use super::swift::{self, Known, Room, Swift};
use super::{GaveUp, Miss, Stop, Wanted};
use crate::logic::{Ladder, Outcome, Rung, Strategy};
use crate::rating::{AnyWorkup, Column, Condition, Rating, Ratings, Selection, Settings, metrics};
use minimal::Exchange;
use piste_core::general::Element;
use piste_core::search::General;
use piste_core::shape::Shape;
use piste_core::space::{InSpace, SetOf, Space};
use piste_core::symmetry::Symmetry;
use piste_core::{AnyGrid, AnyPuzzle, Board, Grid, Rng};
use std::ops::RangeInclusive;

/// What is wanted of a puzzle of some shape.
#[derive(Clone, Debug)]
pub struct Brief {
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
    /// The strategies, by slug, between which the hardest of its solve must be: the easiest and the hardest that it
    /// may be, in the order of the ladder.
    pub hardest: Option<[&'static str; 2]>,
    /// Strategies, by slug, that its solve must do without.
    pub avoid: Vec<&'static str>,
    /// What its ratings must be.
    pub target: Option<Condition>,
    /// What was said of options of metrics, and the seed of those that draw at random.
    pub settings: (Settings, u64),
    /// Which cells are given, if that is said.
    pub pattern: Option<Vec<bool>>,
    /// How to end attempts before their time.
    pub stop: Stop,
}

impl Brief {
    /// The strategies that the hardest must lie between if this target is to hold, where it says so.
    pub fn hardest_of(target: &Condition, shape: &Shape) -> Option<[&'static str; 2]> {
        let column = Column::main(metrics::HARDEST);
        let (low, high) = target.range(column);
        let ladder = ladder_of(shape);
        let fits = |slug: &&&'static str| (low..=high).contains(&column.place_of(slug));
        let is_said = low.is_finite() || high.is_finite();
        let mut fitting = ladder.iter().filter(fits).filter(|_| is_said);
        let first = *fitting.next()?;
        Some([first, fitting.next_back().copied().unwrap_or(first)])
    }

    /// Any puzzle of this shape.
    pub fn any(shape: &Shape) -> Brief {
        Brief {
            shape: shape.clone(),
            symmetry: Wanted::Whatever,
            givens: 0..=shape.cells(),
            minimal: false,
            must_use: Vec::new(),
            hardest: None,
            avoid: Vec::new(),
            target: None,
            settings: Default::default(),
            pattern: None,
            stop: Stop::default(),
        }
    }

    /// What is told of such puzzles: the metrics of the target, what one must know, and how many givens there are.
    ///
    /// ```
    /// use piste::generate::shaped::Brief;
    ///
    /// let told = Brief::any(&"6x6".parse().unwrap()).selection();
    /// let slugs: Vec<&str> = told.shown().map(|info| info.slug).collect();
    /// assert_eq!(slugs, ["hardest", "givens"]);
    /// ```
    pub fn selection(&self) -> Selection {
        let asked = self.target.iter().flat_map(Condition::metrics);
        Selection::of(asked.chain([metrics::HARDEST, metrics::GIVENS]))
    }

    /// Whether anything is asked of the strategies of its solve.
    pub fn says_strategies(&self) -> bool {
        !self.must_use.is_empty() || self.hardest.is_some() || !self.avoid.is_empty()
    }

    /// Why no puzzle can be what is wanted, where that can be seen at once.
    ///
    /// ```
    /// use piste::generate::shaped::Brief;
    ///
    /// let any = Brief::any(&"6x6".parse().unwrap());
    /// assert_eq!(any.impossible(), None);
    /// let order = Brief { must_use: vec!["naked-pair"], avoid: vec!["naked-pair"], ..any };
    /// assert!(order.impossible().unwrap().contains("needed and avoided"));
    /// ```
    pub fn impossible(&self) -> Option<String> {
        let target = self.target.iter().flat_map(Condition::metrics);
        let off = target.filter_map(|metric| metric.fits(&self.shape).err()).next();
        let why = self.steps_impossible().or_else(|| self.givens_impossible());
        why.map(str::to_owned).or_else(|| off.map(|why| why.to_string()))
    }

    /// Why no puzzle has such steps.
    fn steps_impossible(&self) -> Option<&'static str> {
        let ladder = ladder_of(&self.shape);
        let rung = |slug: &&str| ladder.iter().position(|known| known == slug);
        let same = self.hardest.filter(|[from, to]| from == to).map(|[slug, _]| slug);
        if self.must_use.iter().chain(&same).any(|slug| self.avoid.contains(slug)) {
            return Some("a strategy cannot be both needed and avoided");
        }
        if self
            .must_use
            .iter()
            .chain(self.hardest.iter().flatten())
            .any(|slug| rung(slug).is_none())
        {
            return Some("a strategy that must be used is not on the ladder of this shape");
        }
        let hardest = self.hardest.as_ref().and_then(|[_, to]| rung(to));
        if self.hardest.as_ref().is_some_and(|[from, to]| rung(from) > rung(to)) {
            return Some("the hardest strategy lies between two that are the other way round");
        }
        if hardest.is_some() && self.must_use.iter().any(|slug| rung(slug) > hardest) {
            return Some("a strategy that must be used is harder than the hardest may be");
        }
        None
    }

    /// Why no puzzle has such givens.
    fn givens_impossible(&self) -> Option<&'static str> {
        if self.givens.is_empty() || *self.givens.start() > self.shape.cells() {
            return Some("no board has that many givens");
        }
        let pattern = self.pattern.as_ref()?;
        if pattern.len() != self.shape.cells() {
            return Some("the pattern has not as many cells as the board");
        }
        if !self.givens.contains(&pattern.iter().filter(|is_given| **is_given).count()) {
            return Some("the pattern has another number of givens");
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
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The face values of the givens, row by row; 0 for an empty cell.
    pub givens: Vec<u8>,
    /// The one solution.
    pub solution: Vec<u8>,
    /// The hardest strategy of its solve; nothing if the ladder does not solve it.
    pub hardest: Option<&'static str>,
    /// What the metrics of the target say of it.
    pub ratings: Vec<Rating>,
}

impl Piece {
    /// It as a puzzle of the shape that it was made for.
    pub fn puzzle(&self, shape: &Shape) -> AnyPuzzle {
        proved(shape, &self.givens, &self.solution)
    }
}

/// A puzzle of which it is known that there is one solution, and which.
fn proved(shape: &Shape, givens: &[u8], solution: &[u8]) -> AnyPuzzle {
    let grid =
        |values: &[u8]| AnyGrid::new(shape, values.to_vec()).expect("face values of the shape");
    AnyPuzzle::from_proved(grid(givens), grid(solution))
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
    order: Brief,
    engine: General,
    swift: Swift,
    /// The strategies of the shape's ladder, easy ones first.
    ladder: Vec<&'static str>,
    /// Those of them that may be used.
    known: Vec<&'static str>,
    /// Whether the quick board knows all of them.
    is_swift: bool,
    /// How many times as long as on 9×9 things take, for the count of work.
    weight: u64,
    /// What the engine had searched when it was last counted.
    counted: u64,
}

impl Workshop {
    /// A workshop for this order.
    pub fn new(order: &Brief) -> Workshop {
        let ladder = ladder_of(&order.shape);
        let rung = |slug: &&'static str| ladder.iter().position(|known| known == slug);
        let most = order.hardest.as_ref().map(|[_, to]| to);
        let top = order.must_use.iter().chain(most).filter_map(rung).max();
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
            weight: (order.shape.cells() as u64 / 81).max(1),
            counted: 0,
        }
    }

    /// The attempt of this number, which gives up as soon as this says so: for those who count the work of each.
    pub fn attempt_until(&mut self, stop: Stop, seed: u64, number: u64) -> Result<Piece, Miss> {
        let stop = std::mem::replace(&mut self.order.stop, stop);
        let came = self.attempt(seed, number);
        self.order.stop = stop;
        came
    }

    /// Spends this much work, as long as it takes on 9×9, and says whether that is too much.
    fn spend(&self, work: u64) -> bool {
        self.order.stop.spend(work * self.weight)
    }

    /// Spends what the engine has searched since it was last counted.
    fn spend_searches(&mut self) -> bool {
        let taken = self.engine.taken();
        let searched = taken - std::mem::replace(&mut self.counted, taken);
        self.spend(searched)
    }

    /// The attempt of this number: the same for the same order, seed and number.
    ///
    /// ```
    /// use piste::generate::shaped::{Brief, Workshop};
    ///
    /// let any = Brief::any(&"6x6".parse().unwrap());
    /// let order = Brief { hardest: Some(["naked-single"; 2]), ..any };
    /// let mut workshop = Workshop::new(&order);
    /// let piece = (0..20).find_map(|number| workshop.attempt(1, number).ok()).unwrap();
    /// assert_eq!(piece.hardest, Some("naked-single"));
    /// ```
    pub fn attempt(&mut self, seed: u64, number: u64) -> Result<Piece, Miss> {
        self.counted = self.engine.taken();
        self.spend(ATTEMPT);
        let came = self.made(seed, number);
        self.spend_searches();
        came
    }

    fn made(&mut self, seed: u64, number: u64) -> Result<Piece, Miss> {
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
        if let Some(pattern) = self.order.pattern.clone() {
            let (givens, full) = self.fill(&pattern, full, &mut rng)?;
            return self.check(givens, full);
        }
        let mut groups = self.engine.orbits(symmetry);
        rng.shuffle(&mut groups);
        let givens = if self.order.says_strategies() && !self.order.minimal {
            self.dig_by_hand(&full, &groups, &mut rng)?
        } else if self.minimal_by_hand() && groups.iter().all(|group| group.len() == 1) {
            self.exchange(&full, &mut rng)?
        } else {
            self.reduce(&full, &groups, &mut rng)?
        };
        let givens = match self.order.target.clone() {
            Some(target) => self.climb(&target, givens, (&full, &groups), &mut rng)?,
            None => givens,
        };
        self.check(givens, full)
    }

    /// The fewest givens to go down to: as few as there are, or a number drawn from those allowed.
    fn floor(&self, rng: &mut Rng) -> usize {
        let (low, high) = (*self.order.givens.start(), *self.order.givens.end());
        let says_givens = low > 0 || high < self.order.shape.cells();
        if self.order.minimal || !says_givens { 0 } else { low + rng.below(high - low + 1) }
    }

    /// Takes groups away for as long as one solution is left.
    fn reduce(&mut self, full: &[u8], groups: &[Vec<u16>], rng: &mut Rng) -> Result<Vec<u8>, Miss> {
        let floor = self.floor(rng);
        let (stop, weight, mut counted) = (&self.order.stop, self.weight, self.counted);
        let mut is_stopped = false;
        let reduced = self.engine.reduce_until(full, groups, floor, |engine| {
            let searched = engine.taken() - counted;
            counted = engine.taken();
            is_stopped = stop.spend(searched * weight) || stop.is_asked();
            is_stopped
        });
        self.counted = counted;
        match is_stopped {
            true => Err(Miss::GaveUp(GaveUp { after: 0, why: "stopped" })),
            false => Ok(reduced.givens),
        }
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
        let groups: Vec<&[u16]> = groups.iter().map(Vec::as_slice).collect();
        let mut order = groups.clone();
        let floor = self.floor(rng);
        for round in 0..ROUNDS {
            if self.order.stop.is_asked() {
                return Err(Miss::GaveUp(GaveUp { after: round, why: "stopped" }));
            }
            self.dig(
                full,
                &mut givens,
                &order,
                Room { floor, at_once: if round == 0 { 8 } else { 1 } },
            );
            if self.takes_all(&givens) {
                return Ok(givens);
            }
            let is_there = |group: &&[u16]| givens[usize::from(group[0])] > 0;
            let (mut there, mut away): (Vec<_>, Vec<_>) =
                groups.iter().copied().partition(is_there);
            rng.shuffle(&mut there);
            rng.shuffle(&mut away);
            away.truncate(1 + rng.below(BACK));
            for &cell in away.iter().copied().flatten() {
                givens[usize::from(cell)] = full[usize::from(cell)];
            }
            // Those that came back go last, or they would leave the puzzle that there was.
            order = there.into_iter().chain(away).collect();
        }
        Err(Miss::GaveUp(GaveUp {
            after: ROUNDS,
            why: "no board on the way needed the strategies",
        }))
    }

    /// Whether a minimal puzzle is wanted that the quick board can solve to the end.
    fn minimal_by_hand(&self) -> bool {
        self.order.minimal && self.order.hardest.is_some() && self.is_swift
    }

    /// A minimal puzzle that takes what must be known, by exchanging givens.
    fn exchange(&mut self, full: &[u8], rng: &mut Rng) -> Result<Vec<u8>, Miss> {
        let known = Known::of(self.known.iter().copied());
        let less = self.less_known();
        let weight = self.weight;
        let Workshop { engine, swift, order, .. } = self;
        let mut exchange = Exchange::new(engine, swift, full, known);
        let enough = |swift: &mut Swift| !less.is_some_and(|less| swift.solves(less));
        let made = exchange
            .minimal(rng, enough, || order.stop.spend(RATING * weight) || order.stop.is_asked());
        let why = "no minimal puzzle on the way needed the strategies and no more";
        made.ok_or(Miss::GaveUp(GaveUp { after: minimal::EXCHANGES as u64, why }))
    }

    /// What is known to somebody who must be stuck: all that is easier than the hardest may be.
    fn less_known(&self) -> Option<Known> {
        let [from, _] = self.order.hardest?;
        Some(Known::of(self.known.iter().copied().take_while(|slug| *slug != from)))
    }

    /// Takes groups away for as long as what may be known solves the rest.
    fn dig(&mut self, full: &[u8], givens: &mut [u8], groups: &[&[u16]], room: Room) {
        let known = Known::of(self.known.iter().copied());
        self.spend(groups.len() as u64);
        if self.is_swift {
            self.swift.dig((full, givens), groups, known, room.floor);
            return;
        }
        let weight = self.weight;
        let Workshop { swift, known: slugs, order: Brief { shape, stop, .. }, .. } = self;
        let mut solves = |givens: &[u8]| {
            swift.lay_out(givens);
            swift
                .stuck_at(known)
                .is_none_or(|marks| !stop.spend(RATING * weight) && goes_on(shape, &marks, slugs))
        };
        swift::dig(&mut solves, givens, groups, room);
    }

    /// Whether its solve takes everything that must be used: somebody who lacks one of them is stuck.
    fn takes_all(&mut self, givens: &[u8]) -> bool {
        if self.is_swift && self.order.must_use.is_empty() {
            // What was dug is still laid out.
            return !self.less_known().is_some_and(|less| self.swift.solves(less));
        }
        self.spend(RATING);
        let Climbed { used, .. } = self.order.shape.enter(Climb { givens });
        self.is_hard_enough(&used) && self.order.must_use.iter().all(|slug| used.contains(slug))
    }

    /// The place of a strategy on the ladder of the shape.
    fn rung(&self, slug: &str) -> Option<usize> {
        self.ladder.iter().position(|known| *known == slug)
    }

    /// Whether one of these is as hard as the hardest must be.
    fn is_hard_enough(&self, used: &[&'static str]) -> bool {
        let from = self.order.hardest.and_then(|[from, _]| self.rung(from));
        used.iter().filter_map(|slug| self.rung(slug)).max() >= from
    }

    /// What one must know, without climbing the ladder: the fewest of the first strategies that solve it. Nothing
    /// where the quick board does not know enough.
    fn least_known(&mut self, givens: &[u8]) -> Option<&'static str> {
        let swift = |slug: &&'static str| Known::STRATEGIES.contains(slug);
        let first: Vec<&'static str> = self.ladder.iter().copied().take_while(swift).collect();
        self.swift.lay_out(givens);
        let mut solves =
            |count: usize| self.swift.solves(Known::of(first[..count].iter().copied()));
        // Most puzzles are as hard as they may be and not much easier, if that is said.
        let [from, to] = self.order.hardest.unwrap_or([first[0], first[first.len() - 1]]);
        let count =
            |slug| first.iter().position(|known| *known == slug).map_or(first.len(), |at| at + 1);
        let (mut low, mut high) = (count(from) - 1, count(to));
        if !solves(high) {
            (low, high) = (high, first.len());
            if !solves(high) {
                return None;
            }
        } else if low > 0 && solves(low) {
            (low, high) = (0, low);
        }
        while low + 1 < high {
            let middle = (low + high) / 2;
            if solves(middle) { high = middle } else { low = middle }
        }
        Some(first[high - 1])
    }

    /// Whether it is what was wanted, by other means than those that made it.
    fn check(&mut self, givens: Vec<u8>, solution: Vec<u8>) -> Result<Piece, Miss> {
        let count = givens.iter().filter(|&&value| value > 0).count();
        if !self.order.givens.contains(&count) {
            return Err(Miss::Givens(count));
        }
        self.spend(RATING);
        let marks = self.engine.marks_of(&givens);
        match self.engine.solutions(&marks, 2, PROOF) {
            Ok(found) if found == [&solution[..]] => {}
            Ok(_) => return Err(Miss::NotUnique),
            Err(given_up) => {
                let why = "it takes too long to prove that there is one solution";
                return Err(Miss::GaveUp(GaveUp { after: given_up.guesses, why }));
            }
        }
        let hardest = self.hardest(&givens)?;
        if let Some([from, to]) = self.order.hardest {
            let bounds = self.rung(from)..=self.rung(to);
            let rung = hardest.and_then(|slug| self.rung(slug));
            if rung.is_none() || !bounds.contains(&rung) {
                return Err(Miss::Hardest(hardest));
            }
        }
        let ratings = self.on_target(&givens, &solution)?;
        if self.order.minimal {
            let spare = self.spare(&givens, &solution);
            if spare > 0 {
                return Err(Miss::NotMinimal(spare));
            }
        }
        Ok(Piece { givens, solution, hardest, ratings })
    }

    /// The hardest strategy of its solve, if nothing speaks against the strategies that it takes.
    fn hardest(&mut self, givens: &[u8]) -> Result<Option<&'static str>, Miss> {
        let asks_more = !self.order.must_use.is_empty() || !self.order.avoid.is_empty();
        if !asks_more && let Some(slug) = self.least_known(givens) {
            return Ok(Some(slug));
        }
        let Climbed { used, is_solved } = self.order.shape.enter(Climb { givens });
        if let Some(slug) = self.order.avoid.iter().find(|slug| used.contains(slug)) {
            return Err(Miss::Needs(slug));
        }
        if let Some(slug) = self.order.must_use.iter().find(|slug| !used.contains(slug)) {
            return Err(Miss::Unneeded(slug));
        }
        let hardest = self.ladder.iter().rev().find(|slug| used.contains(slug)).copied();
        Ok(hardest.filter(|_| is_solved))
    }

    /// The ratings of the target's metrics, if they are on target.
    fn on_target(&self, givens: &[u8], solution: &[u8]) -> Result<Vec<Rating>, Miss> {
        let Some(target) = &self.order.target else { return Ok(Vec::new()) };
        let ratings = self.rate(target, givens, solution);
        if target.holds(|column| ratings.value(column)) {
            return Ok(ratings.shown().iter().flatten().cloned().collect());
        }
        let values = target.columns().into_iter().map(|column| (column, ratings.value(column)));
        let distance = target.distance(|column| ratings.value(column));
        Err(Miss::Target { distance, values: values.collect() })
    }

    /// What the metrics of the target say.
    fn rate(&self, target: &Condition, givens: &[u8], solution: &[u8]) -> Ratings {
        let puzzle = proved(&self.order.shape, givens, solution);
        let (settings, seed) = &self.order.settings;
        let workup = settings.apply_any(AnyWorkup::new(&puzzle).with_seed(*seed));
        Selection::of(target.metrics()).rate_any(&workup)
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
        // Whether there is one solution is what is asked.
        let ladder = Ladder { rungs: &rungs, uniqueness: false, ..Ladder::<S>::EVERY_SHAPE };
        ladder.climb(&board).outcome() == Outcome::Solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(order: &Brief, seed: u64) -> Piece {
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
            let order = Brief { hardest: Some([slug; 2]), ..Brief::any(&name.parse().unwrap()) };
            assert_eq!(made(&order, 1).hardest, Some(slug), "{name}");
        }
    }

    #[test]
    fn the_same_seed_and_number_make_the_same_puzzle() {
        let any = Brief::any(&"9x9+x".parse().unwrap());
        let order = Brief { must_use: vec!["naked-pair"], ..any };
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
        let any = Brief::any(&"8x8".parse().unwrap());
        let half_turn = Wanted::This(Symmetry::HalfTurn);
        let order = Brief { symmetry: half_turn, givens: 24..=30, ..any.clone() };
        let piece = made(&order, 3);
        let filled: Vec<bool> = piece.givens.iter().map(|&value| value > 0).collect();
        assert!((0..64).all(|cell| filled[cell] == filled[63 - cell]));
        assert!((24..=30).contains(&filled.iter().filter(|&&is| is).count()));
        let minimal = made(&Brief { minimal: true, ..any }, 3);
        let mut engine = General::new(&"8x8".parse().unwrap());
        for cell in (0..64).filter(|&cell| minimal.givens[cell] > 0) {
            let mut less = minimal.givens.clone();
            less[cell] = 0;
            let marks = engine.marks_of(&less);
            assert_eq!(engine.count(&marks, 2, 1_000_000), Ok(2));
        }
    }

    #[test]
    fn a_minimal_puzzle_of_a_level_is_both() {
        for (name, slug) in
            [("6x6", "naked-single"), ("9x9+x", "pointing"), ("9x9+antiknight", "naked-pair")]
        {
            let any = Brief::any(&name.parse().unwrap());
            let piece = made(&Brief { minimal: true, hardest: Some([slug; 2]), ..any.clone() }, 5);
            assert_eq!(piece.hardest, Some(slug), "{name}");
            let mut engine = General::new(&any.shape);
            for cell in (0..piece.givens.len()).filter(|&cell| piece.givens[cell] > 0) {
                let mut less = piece.givens.clone();
                less[cell] = 0;
                let marks = engine.marks_of(&less);
                assert_eq!(engine.count(&marks, 2, 1_000_000), Ok(2), "{name}, cell {cell}");
            }
        }
    }

    #[test]
    fn what_cannot_be_is_told_at_once() {
        let any = Brief::any(&"6x6".parse().unwrap());
        let unknown = Brief { must_use: vec!["wishful-thinking"], ..any.clone() };
        assert!(unknown.impossible().unwrap().contains("not on the ladder"));
        let order = Brief { must_use: vec!["naked-pair"], hardest: Some(["pointing"; 2]), ..any };
        assert!(order.impossible().unwrap().contains("harder than the hardest"));
    }

    /// What the quick board calls the least that must be known is the hardest step of the ladder.
    #[test]
    fn the_least_that_must_be_known_is_the_hardest_step_of_the_ladder() {
        for name in ["4x4", "6x6", "9x9+x", "9x9+windoku", "8x8+antiking", "10x10"] {
            let mut workshop = Workshop::new(&Brief::any(&name.parse().unwrap()));
            let mut known = 0;
            for item in 0..40 {
                let mut rng = Rng::for_item(8, item);
                let engine = &mut workshop.engine;
                let made = engine.random_puzzle(None, 10_000_000, &mut rng).unwrap().unwrap();
                // Some givens more, so that easy ones are among them.
                let mut givens = made.givens;
                for _ in 0..item % 8 {
                    let cell = rng.below(givens.len());
                    givens[cell] = made.solution[cell];
                }
                let climbed = workshop.order.shape.enter(Climb { givens: &givens });
                let hardest =
                    workshop.ladder.iter().rev().find(|slug| climbed.used.contains(slug)).copied();
                if let Some(least) = workshop.least_known(&givens) {
                    known += 1;
                    assert!(climbed.is_solved && hardest == Some(least), "{name} {givens:?}");
                } else {
                    let is_swift = |slug: &&str| Known::STRATEGIES.contains(slug);
                    assert!(!climbed.is_solved || !climbed.used.iter().all(is_swift), "{name}");
                }
            }
            assert!(known > 5, "{name}: {known}");
        }
    }

    #[test]
    fn a_target_is_met_and_told() {
        for (name, target) in [
            ("6x6", "givens<=10 and umbrella<=2"),
            ("9x9+x", "hsolve 400..900"),
            ("9x9+windoku", "colour=blue"),
            ("8x8", "hardest=pointing or hardest=claiming"),
        ] {
            let target: Condition = target.parse().unwrap();
            let any = Brief::any(&name.parse().unwrap());
            let piece = made(&Brief { target: Some(target.clone()), ..any }, 2);
            let value = |column: crate::rating::Column| {
                let of = |rating: &&Rating| rating.metric == column.metric().info();
                column.of(piece.ratings.iter().find(of)?)
            };
            assert!(target.holds(value), "{name} {target}");
        }
        let se: Condition = "se<2".parse().unwrap();
        let order = Brief { target: Some(se), ..Brief::any(&"6x6".parse().unwrap()) };
        let why = "se rates the classic 9×9 only: the techniques and prices of Sudoku Explainer are made for it";
        assert_eq!(order.impossible().as_deref(), Some(why));
    }

    #[test]
    fn a_pattern_is_filled() {
        for (name, pattern) in
            [("6x6", "1..1..1...1..1..1....1..1..1...1..1."), ("4x4", "1..1.11..11.1..1")]
        {
            let pattern: Vec<bool> = pattern.chars().map(|sign| sign != '.').collect();
            let any = Brief::any(&name.parse().unwrap());
            let piece = made(&Brief { pattern: Some(pattern.clone()), ..any }, 4);
            let filled: Vec<bool> = piece.givens.iter().map(|&value| value > 0).collect();
            assert_eq!(filled, pattern, "{name}");
        }
    }
}
