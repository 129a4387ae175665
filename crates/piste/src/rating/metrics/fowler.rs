//! # Fowler
//!
//! ## Idea
//! Solve the puzzle by a list of methods, simple ones first, count how often each is used,
//! and add the counts up, each with a weight. The counts are known by letters:
//!
//! | letter | counted | weight |
//! |---|---|---|
//! | F | rounds with naked singles | 1 |
//! | N | rounds with hidden singles | 2 |
//! | B | rounds with locked candidates | 4 |
//! | T2 T3 T4 | naked pairs, triples, quads | 8, 32, 128 |
//! | H2 H3 H4 | hidden pairs, triples, quads | 64, 512, 2048 |
//! | W | rounds with fish | 512 |
//! | W2 W3 W4 | X-wings, swordfish, jellyfish | 256, 1024, 4096 |
//! | X | chains of one digit | 256 and 128, 512, 1024, 2048, 4096 by length |
//! | Y | chains through cells with two digits | 256 and 128, 2048, 4096, 8192, 16384 by length |
//! | G | guesses | 79, and 89985 for the first |
//!
//! ## Why it is sound
//! Naked and hidden singles are one round: all that a board shows are written together.
//! After them come B, T2, H2, W2, T3, H3, W3, T4, H4 and W4, each doing all it finds at
//! once before singles are looked for again, so that the counts do not depend on how the
//! grid is turned. Chains are taken one at a time, X before Y, the first one found; from
//! there on a turned grid may get another rating. Chains are binned by their links: less
//! than 4, 8, 12, 16, or more.
//!
//! What the paper leaves open, and how it is settled: it names "Fowler #r", strategies
//! counted, some grouped, with the programmer's weights. In Fowler's solver `#r` asks for
//! the rating without its exponential normalisation, and the weights above are those of its
//! default formula as the help text of the 2011 version documents it; the paper cites the
//! version of January 2008, whose weights we have not seen. What the formula's letters stand
//! for is inferred from that text. Our chains stand for its cycles, and we count no
//! other structures that it can be asked for (its K, Z and O). Its term for guesses
//! depends on how few digits would unlock the puzzle: 15 to that power, less the number
//! of such sets, and 64. Ours takes one digit for granted and subtracts nothing, which is
//! 15 + 64 = 79 for a guess. Guesses are those of the search tree of
//! `suexrat9` from the board where all else has run out.
//!
//! The deciding step is the first with the highest weight, where singles do not suffice.
//!
//! On other shapes the same methods are used as they are there (a subset may lie in any house, a fish lies in lines), and
//! guesses are given up after so many (`--guesses`). The weights are the programmer's for 9×9: ratings of different
//! shapes are not to be compared.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is
//! solved in five rounds of singles, all with naked and four with hidden ones: 5 + 2 · 4 = 13.
//!
//! ## Sources
//! "Fowler #r" in the paper mcm2280 (2008), R² = 0.43 against solving times; G. Fowler, *A
//! 9x9 sudoku solver and generator* (2005–2012), the manual's default rating.

mod shaped;

use crate::logic::strategies::{fish, hidden_subset, locked, naked_subset, x_chain, xy_chain};
use crate::logic::{Scene, Sink, Step, Strategy};
use crate::rating::kernel::places::{Places, Tally, Ties};
use crate::rating::{AnyWorkup, Deciding, Harder, Info, Metric, NotRatable, Rating, Value, Workup};
use piste_core::Board;
use piste_core::shape::Shape;

pub(in crate::rating) struct Fowler;

static INFO: Info = Info {
    slug: "fowler",
    name: "Fowler's rating",
    version: 1,
    measures: "how often each kind of method is used, weighed",
    source: "mcm2280 (2008), \"Fowler #r\", after G. Fowler's solver",
    range: "0 up to several hundred thousand; above 89985 with guesses",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

/// Locked candidates, and what a round of them weighs.
static LOCKED: [&dyn Strategy; 2] = [&locked::Pointing, &locked::Claiming];
const LOCKED_ROUND: u64 = 4;

/// A subset or fish: who finds it, what a round of it weighs, and what each find adds.
/// Only rounds of fish weigh anything.
struct Pattern {
    strategy: &'static dyn Strategy,
    round: u64,
    each: u64,
}

static PATTERNS: [Pattern; 9] = [
    Pattern { strategy: &naked_subset::NAKED_PAIR, round: 0, each: 8 },
    Pattern { strategy: &hidden_subset::HIDDEN_PAIR, round: 0, each: 64 },
    Pattern { strategy: &fish::X_WING, round: 512, each: 256 },
    Pattern { strategy: &naked_subset::NAKED_TRIPLE, round: 0, each: 32 },
    Pattern { strategy: &hidden_subset::HIDDEN_TRIPLE, round: 0, each: 512 },
    Pattern { strategy: &fish::SWORDFISH, round: 512, each: 1024 },
    Pattern { strategy: &naked_subset::NAKED_QUAD, round: 0, each: 128 },
    Pattern { strategy: &hidden_subset::HIDDEN_QUAD, round: 0, each: 2048 },
    Pattern { strategy: &fish::JELLYFISH, round: 512, each: 4096 },
];

const NAKED_SINGLES: u64 = 1;
const HIDDEN_SINGLES: u64 = 2;

/// Chains: who finds them, and what one adds by its length.
static CHAINS: [(&dyn Strategy, [u64; 5]); 2] = [
    (&x_chain::XChain, [128, 512, 1024, 2048, 4096]),
    (&xy_chain::XyChain, [128, 2048, 4096, 8192, 16384]),
];
const CHAIN: u64 = 256;

const FIRST_GUESS: u64 = 89_985;
const GUESS: u64 = 79;

impl Metric for Fowler {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let (end, tally) = workup.singles();
        let weight = weight_of(tally);
        if end.is_full() {
            return Ok(Rating::new(&INFO, vec![Value::Count(weight)]));
        }
        let mut solve = Weighing { workup, here: *end, weight, heaviest: 0, deciding: None };
        solve.go();
        Ok(Rating::new(&INFO, vec![Value::Count(solve.weight)]).decided_by(solve.deciding))
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        let weight = shaped::weigh(workup).ok_or_else(|| workup.given_up())?;
        Ok(Rating::new(&INFO, vec![Value::Count(weight)]))
    }
}

/// What rounds of singles weigh.
fn weight_of(tally: &Tally) -> u64 {
    NAKED_SINGLES * tally.naked_rounds + HIDDEN_SINGLES * tally.hidden_rounds
}

/// A solve under way, singles having run out.
struct Weighing<'a> {
    workup: &'a Workup<'a>,
    here: Places,
    weight: u64,
    heaviest: u64,
    deciding: Option<Deciding>,
}

impl Weighing<'_> {
    fn go(&mut self) {
        while !self.here.is_full() {
            if !(self.locked() || self.pattern() || self.chain()) {
                self.weight += FIRST_GUESS + GUESS * guesses(self.here);
                return;
            }
            let mut tally = Tally::default();
            self.here.write_forced(&mut tally);
            self.weight += weight_of(&tally);
        }
    }

    /// One round of locked candidates, if there are any.
    fn locked(&mut self) -> bool {
        let before = self.here;
        if !self.here.erase_locked() {
            return false;
        }
        self.weight += LOCKED_ROUND;
        if self.heaviest == 0 {
            let board = self.drawn(&before);
            let first =
                LOCKED.iter().find_map(|locked| finds(*locked, &board, Sink::first()).pop());
            self.take_note(&board, first, LOCKED_ROUND);
        }
        true
    }

    /// One round of the first subset or fish that finds anything.
    fn pattern(&mut self) -> bool {
        let order = self.workup.order();
        let [subset, fish] = [self.here.has_subset(order), self.here.has_fish(order)];
        if !subset && !fish {
            return false;
        }
        let board = self.drawn(&self.here);
        for pattern in PATTERNS.iter().filter(|p| if p.round == 0 { subset } else { fish }) {
            let steps = finds(pattern.strategy, &board, Sink::all());
            if !steps.is_empty() {
                self.weight += pattern.round + pattern.each * steps.len() as u64;
                self.take(&board, steps, pattern.round + pattern.each);
                return true;
            }
        }
        false
    }

    /// One chain, if there is any.
    fn chain(&mut self) -> bool {
        let board = self.drawn(&self.here);
        for (strategy, by_length) in CHAINS {
            let steps = finds(strategy, &board, Sink::first());
            let Some(step) = steps.first() else { continue };
            let weight = CHAIN + by_length[(step.evidence.links.len() / 4).min(4)];
            self.weight += weight;
            self.take(&board, steps, weight);
            return true;
        }
        false
    }

    fn drawn(&self, places: &Places) -> Board {
        self.workup.drawn(self.workup.after_singles(), places)
    }

    fn take(&mut self, before: &Board, steps: Vec<Step>, weight: u64) {
        let mut board = *before;
        steps.iter().for_each(|step| step.apply(&mut board));
        self.here = Places::of(&board);
        self.take_note(before, steps.into_iter().next(), weight);
    }

    /// The first step of the highest weight decides.
    fn take_note(&mut self, board: &Board, step: Option<Step>, weight: u64) {
        if weight > self.heaviest {
            self.heaviest = weight;
            self.deciding = step.map(|step| Deciding::new(board, step));
        }
    }
}

/// What a strategy finds, as much as the sink wants.
fn finds(strategy: &dyn Strategy, board: &Board, mut sink: Sink) -> Vec<Step> {
    let _ = strategy.find(&Scene::new(board), &mut sink);
    sink.into_steps()
}

/// How many guesses a search makes until the whole tree has been seen.
fn guesses(mut here: Places) -> u64 {
    if !here.write_forced(&mut Tally::default()) || here.is_full() {
        return 0;
    }
    let ways = here.fork(None, &mut Ties::First);
    let tried = ways.iter().map(|(cell, digit)| {
        let mut there = here;
        there.write(cell, digit);
        1 + guesses(there)
    });
    tried.sum()
}
