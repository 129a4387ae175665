//! `make` on boards of other shapes: what can be asked there, and what is answered.
//!
//! A target may be about what one must know (`hardest=naked-pair`) and about any metric that rates the shape. As with
//! classic puzzles, attempts are numbered, and what is handed out depends on the request and the seed alone; a [`Ledger`] says
//! which are handed out and when it is enough, whoever makes them and on how many threads.

use super::{
    Account, Answer, Attempt, End, Givens, Made, Product, SEEDS, Work, condition, hardest_between,
    known_strategy, symmetry, words,
};
use crate::json;
use crate::options::{self, Options};
use crate::{Handle, NoCollection, Wrong, rate};
use piste::generate::shaped::{self, Piece, Workshop};
use piste::generate::{Miss, Stop, Wanted};
use piste::rating::{AnyWorkup, Ratings, Selection};
use piste_core::shape::Shape;
use piste_core::symmetry::Symmetries;
use piste_core::{AnyGrid, AnyPuzzle};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What is asked. The default asks for one puzzle of 6×6, whatever it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The shape, by name.
    pub shape: String,
    /// How many puzzles.
    #[serde(deserialize_with = "json::or_one")]
    pub count: u64,
    /// A condition on ratings that the shape has: `hardest=naked-pair and hsolve>500`.
    pub target: Option<String>,
    /// Where the givens stand: a sign for each cell, `.` or `0` for none; blanks and line ends do not matter.
    pub pattern: Option<String>,
    /// How many random runs metrics that repeat themselves take the mean of, if not the usual number.
    pub runs: Option<u64>,
    /// The options of metrics by name: `hsolve.runs`.
    #[serde(deserialize_with = "json::or_default")]
    pub options: Options,
    /// The symmetry of the pattern of givens, by slug.
    pub symmetry: Option<String>,
    /// How many givens.
    pub givens: Option<Givens>,
    /// No given that could be left out.
    #[serde(deserialize_with = "json::or_default")]
    pub minimal: bool,
    /// Strategies that the solve uses.
    #[serde(deserialize_with = "json::or_default")]
    pub must_use: Vec<String>,
    /// The strategy that is the hardest of the solve, or a range of them in the order of the ladder: `pointing..hidden-pair`,
    /// `..naked-single`.
    pub hardest_is: Option<String>,
    /// Strategies that the solve does without.
    #[serde(deserialize_with = "json::or_default")]
    pub avoid: Vec<String>,
    /// The same seed makes the same puzzles.
    pub seed: Option<u64>,
    /// Give up after so many attempts in a row that came to nothing.
    pub tries: Option<u64>,
    /// Give up when the attempts have taken so much work in all.
    pub work: Option<u64>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            shape: "6x6".to_owned(),
            count: 1,
            target: None,
            pattern: None,
            runs: None,
            options: Options::default(),
            symmetry: None,
            givens: None,
            minimal: false,
            must_use: Vec::new(),
            hardest_is: None,
            avoid: Vec::new(),
            seed: None,
            tries: None,
            work: None,
        }
    }
}

/// On boards with longer sides than this nobody waits for a puzzle that may take any strategy: to find out by search alone
/// which givens can go takes minutes there. If nothing is said of what it takes, it is what [`EASY`] solves.
const LONG: usize = 16;

/// Where nothing else is said of a large board, the hardest that its solve may take.
const EASY: &str = "hidden-pair";

/// There is one way to make puzzles of other shapes.
const METHOD: &str = "shaped";

/// A request found to make sense.
#[derive(Clone, Debug)]
pub struct Order {
    /// What is wanted of a puzzle.
    pub wanted: shaped::Brief,
    /// What is told of one: the metrics of the target, what one must know, and how many givens there are.
    pub selection: Selection,
    /// The seed.
    pub seed: u64,
    /// How many are wanted.
    pub count: u64,
    /// Give up after so many attempts in a row that came to nothing.
    pub tries: Option<u64>,
    /// Give up after so much work.
    pub work: Option<Work>,
}

impl Order {
    /// Reads a request. `seed` is for one that names none.
    ///
    /// ```
    /// use piste_api::make::shaped::{Order, Request};
    ///
    /// let request = Request { hardest_is: Some("naked-single".to_owned()), ..Request::default() };
    /// let order = Order::read(&request, 7)?;
    /// let mut workshop = order.workshop();
    /// let found = (0..50).find_map(|number| Some((number, workshop.attempt(7, number).ok()?)));
    /// let (number, piece) = found.unwrap();
    /// let product = order.product(&piece, number);
    /// assert_eq!(product.rating.standing.shape.as_deref(), Some("6x6/2x3"));
    /// assert_eq!(product.value("hardest").as_deref(), Some("naked-single"));
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    pub fn read(request: &Request, seed: u64) -> Result<Order, Wrong> {
        if request.count == 0 {
            return Err(Wrong::bad("count", "expected a whole number, 1 or more"));
        }
        if request.tries == Some(0) {
            return Err(Wrong::bad("tries", "expected a whole number, 1 or more"));
        }
        if request.seed.is_some_and(|seed| seed >= SEEDS) {
            return Err(Wrong::bad("seed", "expected a whole number below 2^53"));
        }
        let shape: Shape = request
            .shape
            .parse()
            .map_err(|wrong| Wrong::bad("shape", format!("{}: {wrong}", request.shape)))?;
        let any = shaped::Brief::any(&shape);
        let givens = match &request.givens {
            None => any.givens.clone(),
            Some(Givens::Exactly(number)) => within(&number.to_string(), &shape)?,
            Some(Givens::Range(text)) => within(text, &shape)?,
        };
        let strategies = |member, slugs: &[String]| {
            slugs.iter().map(|slug| known_strategy(member, slug)).collect::<Result<Vec<_>, _>>()
        };
        let hardest_is = request.hardest_is.as_deref();
        let hardest_is =
            hardest_is.map(|text| hardest_between(text, &shaped::ladder_of(&shape))).transpose()?;
        let target = request.target.as_deref().map(|text| condition("target", text, &NoCollection));
        let target = target.transpose()?;
        let pattern = request.pattern.as_deref().map(|text| drawn(text, &shape)).transpose()?;
        let pattern_givens = pattern.as_ref().filter(|_| request.givens.is_none());
        let givens = pattern_givens.map_or(givens, |_| any.givens.clone());
        let wanted = shaped::Brief {
            symmetry: request.symmetry.as_deref().map_or(Ok(Wanted::Whatever), symmetry)?,
            givens,
            minimal: request.minimal,
            must_use: strategies("must_use", &request.must_use)?,
            hardest: hardest_is.or_else(|| shaped::Brief::hardest_of(target.as_ref()?, &shape)),
            avoid: strategies("avoid", &request.avoid)?,
            target,
            pattern,
            settings: (options::settings(request.runs, &request.options)?, 0),
            ..any
        };
        let wanted = if is_open(&wanted) && shape.side() > LONG {
            let hardest = Some(hardest_between(&format!("..{EASY}"), &shaped::ladder_of(&shape))?);
            shaped::Brief { hardest, ..wanted }
        } else {
            wanted
        };
        if let Some(why) = wanted.impossible() {
            let words = format!("there is no such puzzle: {why}");
            return Err(Wrong::new(crate::Code::BadRequest, words));
        }
        let seed = request.seed.unwrap_or(seed);
        let work = request.work.map(Work::InAll);
        let selection = wanted.selection();
        Ok(Order { wanted, selection, seed, count: request.count, tries: request.tries, work })
    }

    /// The same whose attempts give up as soon as this says so.
    #[must_use]
    pub fn stopping(mut self, stop: Stop) -> Order {
        self.wanted.stop = stop;
        self
    }

    /// Somewhere to make attempts; each thread has one of its own.
    pub fn workshop(&self) -> Workshop {
        Workshop::new(&self.wanted)
    }

    /// The attempt of this number. None takes much more work than the order may.
    pub fn attempt(&self, workshop: &mut Workshop, number: u64) -> Attempt<Piece> {
        // The count begins with the attempt: it must not depend on what else is under way.
        let stop = match self.work {
            Some(work) => self.wanted.stop.after(work.limit()),
            None => self.wanted.stop.clone(),
        };
        let came_to = workshop.attempt_until(stop.clone(), self.seed, number);
        Attempt { came_to, work: stop.spent() }
    }

    /// What is told of the puzzle that an attempt has come to.
    pub fn product(&self, piece: &Piece, attempt: u64) -> Product {
        let puzzle = piece.puzzle(&self.wanted.shape);
        let workup = AnyWorkup::new(&puzzle);
        let ratings = self.selection.rate_any_knowing(&piece.ratings, &workup);
        self.told(&puzzle, &ratings, METHOD, attempt)
    }

    /// What is told of a puzzle that is rated by the order's selection.
    pub fn told(
        &self,
        puzzle: &AnyPuzzle,
        ratings: &Ratings,
        method: &str,
        attempt: u64,
    ) -> Product {
        let (method, seed) = (Some(method.to_owned()), Some(self.seed));
        Product {
            rating: rate::Answer::of_board(puzzle, &self.selection, ratings),
            made: Made { method, seed, attempt: Some(attempt) },
        }
    }

    /// Makes what is ordered, one attempt after the other, with everything in one answer; there is none if it was called
    /// off.
    ///
    /// ```
    /// use piste_api::Unhurried;
    /// use piste_api::make::shaped::{Order, Request};
    ///
    /// let target = Some("givens<=12".to_owned());
    /// let hardest_is = Some("..naked-single".to_owned());
    /// let request = Request { count: 2, target, hardest_is, ..Request::default() };
    /// let answer = Order::read(&request, 7)?.answer(&Unhurried)?;
    /// assert_eq!((answer.account.made, answer.problem), (2, None));
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    pub fn answer(&self, handle: &dyn Handle) -> Result<Answer, Wrong> {
        let (mut workshop, mut ledger) = (self.workshop(), Ledger::of(self, true));
        let mut puzzles = Vec::new();
        for number in 0.. {
            if ledger.is_enough() {
                break;
            }
            let Attempt { came_to, work } = self.attempt(&mut workshop, number);
            if handle.is_cancelled() || self.wanted.stop.is_asked() {
                return Err(Wrong::stopped());
            }
            let came_to = came_to.map(|piece| self.product(&piece, number));
            puzzles.extend(ledger.take(Attempt { came_to, work }));
            handle.progress(ledger.account().made, ledger.account().tried);
        }
        let account = ledger.account().clone();
        let problem = (account.made < account.wanted).then(|| ledger.problem());
        Ok(Answer { puzzles, account, problem })
    }
}

/// Takes attempts in their order, and knows which are handed out; when it is enough is [`super::Ledger`]'s to say.
pub struct Ledger {
    shape: Shape,
    /// What the puzzles so far are up to symmetry, unless the same may come twice.
    seen: Option<(Symmetries, BTreeSet<String>)>,
    attempts: super::Ledger,
    /// Why the last attempt that came to nothing did.
    pub last: Option<Miss>,
}

impl Ledger {
    /// Nothing made yet. If they are to be distinct, no two are the same up to symmetry.
    pub fn of(order: &Order, is_distinct: bool) -> Ledger {
        let shape = order.wanted.shape.clone();
        let seen = is_distinct.then(|| (Symmetries::of(&shape), BTreeSet::new()));
        let (wanted, seed) = (order.count, order.seed);
        let account = Account { made: 0, wanted, tried: 0, method: METHOD.to_owned(), seed };
        let attempts = super::Ledger::new(account, order.tries, order.work);
        Ledger { shape, seen, attempts, last: None }
    }

    /// How it went.
    pub fn account(&self) -> &Account {
        &self.attempts.account
    }

    /// Takes what the next attempt came to, and hands the puzzle out if it is a new one.
    pub fn take(&mut self, Attempt { came_to, work }: Attempt<Product>) -> Option<Product> {
        if !self.attempts.admits(work) {
            return None;
        }
        match came_to {
            Ok(product) if self.is_new(&product) => {
                self.attempts.made();
                return Some(product);
            }
            Ok(_) => {}
            Err(miss) => self.last = Some(miss),
        }
        self.attempts.in_vain(1);
        None
    }

    /// Whether nothing like it was there before. Where the canonical form takes too long (see docs/shapes.md), a puzzle
    /// counts as new if its text is.
    fn is_new(&mut self, product: &Product) -> bool {
        let Some((symmetries, seen)) = &mut self.seen else { return true };
        let text = &product.rating.standing.puzzle;
        let values = text.chars().map(|sign| sign.to_digit(36).unwrap_or(0) as u8);
        let grid = AnyGrid::new(&self.shape, values.collect());
        let canonical = grid.and_then(|grid| symmetries.canonical(&grid).ok());
        let form = canonical.map_or_else(|| text.clone(), |found| found.grid.to_string());
        seen.insert(form)
    }

    /// Whether all are made, or too many attempts in a row came to nothing.
    pub fn is_enough(&self) -> bool {
        self.attempts.end().is_some()
    }

    /// Why there are fewer than asked for.
    pub fn problem(&self) -> String {
        let last = self.last.as_ref().map(|miss| format!("; the last came to nothing: {miss}"));
        let Account { made, wanted, tried, .. } = self.account();
        let limit = self.attempts.end().and_then(End::limit);
        let limit = limit.map_or_else(String::new, |limit| format!(": {limit}"));
        format!("made {made} of {wanted}{limit} ({tried} tried){}", last.unwrap_or_default())
    }
}

/// Whether nothing is said that a puzzle made by hand might miss.
fn is_open(wanted: &shaped::Brief) -> bool {
    let any = 0..=wanted.shape.cells();
    !wanted.says_strategies()
        && !wanted.minimal
        && wanted.givens == any
        && wanted.target.is_none()
        && wanted.pattern.is_none()
}

/// The pattern that a text is: a sign for each cell.
fn drawn(text: &str, shape: &Shape) -> Result<Vec<bool>, Wrong> {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    if signs.len() != shape.cells() {
        let words = format!("expected {} signs, found {}", shape.cells(), signs.len());
        return Err(Wrong::bad("pattern", words));
    }
    Ok(signs.into_iter().map(|sign| !['.', '0', '-', '_'].contains(&sign)).collect())
}

/// A range of givens on a board of this shape.
fn within(text: &str, shape: &Shape) -> Result<std::ops::RangeInclusive<usize>, Wrong> {
    words::givens_within(text, &(0..=shape.cells())).map_err(|why| Wrong::bad("givens", why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unhurried;

    #[test]
    fn work_is_counted_and_ends_it() {
        let answer = |work| {
            let shape = "9x9+x".to_owned();
            let request = Request { shape, count: 2, minimal: true, work, ..Request::default() };
            Order::read(&request, 7).unwrap().answer(&Unhurried).unwrap()
        };
        let whole = answer(None);
        assert_eq!(answer(Some(50_000_000)), whole);
        let cut = answer(Some(500));
        assert!(cut.account.made < 2, "{cut:?}");
        let problem = cut.problem.clone().unwrap();
        assert!(problem.contains("500 units of work"), "{problem}");
        assert_eq!(answer(Some(500)), cut);
    }

    #[test]
    fn large_boards_take_little_if_nothing_is_asked() {
        let hardest = |shape: &str, minimal| {
            let request = Request { shape: shape.to_owned(), minimal, ..Request::default() };
            Order::read(&request, 1).unwrap().wanted.hardest
        };
        assert_eq!(hardest("25x25", false), Some(["full-house", EASY]));
        assert_eq!((hardest("16x16", false), hardest("25x25", true)), (None, None));
    }
}
