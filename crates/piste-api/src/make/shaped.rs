//! `make` on boards of other shapes: what can be asked there, and what is answered.
//!
//! Ratings of puzzles of other shapes are few, so there is no target: what one must know takes its place.
//! As with classic puzzles, attempts are numbered, and what is handed out depends on the request and
//! the seed alone.

use super::{Givens, SEEDS, known_strategy, symmetry, words};
use crate::Wrong;
use crate::json;
use piste::generate::shaped::{self, Piece, Workshop};
use piste::generate::{Stop, Wanted};
use piste_core::general::symbol;
use piste_core::shape::Shape;
use serde::{Deserialize, Serialize};

/// What is asked. The default asks for one puzzle of 6×6, whatever it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The shape, by name.
    pub shape: String,
    /// How many puzzles.
    #[serde(deserialize_with = "json::or_one")]
    pub count: u64,
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
    /// The strategy that is the hardest of the solve.
    pub hardest_is: Option<String>,
    /// Strategies that the solve does without.
    #[serde(deserialize_with = "json::or_default")]
    pub avoid: Vec<String>,
    /// The same seed makes the same puzzles.
    pub seed: Option<u64>,
    /// Give up after so many attempts in a row that came to nothing.
    pub tries: Option<u64>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            shape: "6x6".to_owned(),
            count: 1,
            symmetry: None,
            givens: None,
            minimal: false,
            must_use: Vec::new(),
            hardest_is: None,
            avoid: Vec::new(),
            seed: None,
            tries: None,
        }
    }
}

/// A request found to make sense.
#[derive(Clone, Debug)]
pub struct Order {
    /// What is wanted of a puzzle.
    pub wanted: shaped::Order,
    /// The seed.
    pub seed: u64,
    /// How many are wanted.
    pub count: u64,
    /// Give up after so many attempts in a row that came to nothing.
    pub tries: Option<u64>,
}

/// A puzzle that was made, with what is told about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    /// The givens, one character a cell.
    pub puzzle: String,
    /// The name of the shape.
    pub shape: String,
    /// The one solution.
    pub solution: String,
    /// How many givens it has.
    pub givens: usize,
    /// What one must know: the hardest strategy of its solve; nothing where the ladder does not lead
    /// to the end.
    pub hardest: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The number of the attempt, from 0.
    pub attempt: u64,
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
    /// assert_eq!((product.shape.as_str(), product.hardest.as_deref()), ("6x6/2x3", Some("naked-single")));
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
        let any = shaped::Order::any(&shape);
        let givens = match &request.givens {
            None => any.givens.clone(),
            Some(Givens::Exactly(number)) => within(&number.to_string(), &shape)?,
            Some(Givens::Range(text)) => within(text, &shape)?,
        };
        let strategies = |member, slugs: &[String]| {
            slugs.iter().map(|slug| known_strategy(member, slug)).collect::<Result<Vec<_>, _>>()
        };
        let hardest_is = request.hardest_is.as_deref();
        let wanted = shaped::Order {
            symmetry: request.symmetry.as_deref().map_or(Ok(Wanted::Whatever), symmetry)?,
            givens,
            minimal: request.minimal,
            must_use: strategies("must_use", &request.must_use)?,
            hardest_is: hardest_is.map(|slug| known_strategy("hardest_is", slug)).transpose()?,
            avoid: strategies("avoid", &request.avoid)?,
            ..any
        };
        if let Some(why) = wanted.impossible() {
            let words = format!("there is no such puzzle: {why}");
            return Err(Wrong::new(crate::Code::BadRequest, words));
        }
        let seed = request.seed.unwrap_or(seed);
        Ok(Order { wanted, seed, count: request.count, tries: request.tries })
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

    /// What is told of the puzzle that an attempt has come to.
    pub fn product(&self, piece: &Piece, attempt: u64) -> Product {
        let text = |values: &[u8]| values.iter().map(|&value| symbol(value)).collect::<String>();
        Product {
            puzzle: text(&piece.givens),
            shape: self.wanted.shape.to_string(),
            solution: text(&piece.solution),
            givens: piece.givens.iter().filter(|&&value| value > 0).count(),
            hardest: piece.hardest.map(str::to_owned),
            seed: self.seed,
            attempt,
        }
    }
}

/// A range of givens on a board of this shape.
fn within(text: &str, shape: &Shape) -> Result<std::ops::RangeInclusive<usize>, Wrong> {
    words::givens_within(text, &(0..=shape.cells())).map_err(|why| Wrong::bad("givens", why))
}
