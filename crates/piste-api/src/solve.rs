//! `solve`: the solution, or several, or how many there are.
//!
//! The search goes on until it has found `count` solutions or knows that there are no more.
//! So `count` is also what the verdict depends on: 2, the usual, decides whether there is
//! exactly one; 1 stops at the first solution and leaves that undecided.

use crate::json;
use crate::shapes::{self, Guesses, Searched};
use crate::{Handle, Standing, Verdict, Wrong};
use piste_core::search::{Clues, Engine, Stats};
use piste_core::text::line;
use piste_core::{AnyClues, AnyGrid, NotAPuzzle, Rng, Solution};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle, in any form.
    pub puzzle: String,
    /// How many solutions to look for.
    #[serde(default = "two", deserialize_with = "json::or_two")]
    pub count: u64,
    /// Whether to list them, and not only count them.
    #[serde(default = "yes", deserialize_with = "json::or_true")]
    pub list: bool,
    /// Look for them in a random order, drawn with this seed.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The shape of the board, `9x9+x`; the one that the text tells if it is not said, or is `any`.
    #[serde(default)]
    pub shape: Option<String>,
    /// Give up on a board of another shape after so many guesses; 250,000 if it is not said.
    #[serde(default)]
    pub guesses: Option<u64>,
}

fn two() -> u64 {
    2
}

fn yes() -> bool {
    true
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzle, and how many solutions it has.
    #[serde(flatten)]
    pub standing: Standing,
    /// The solution, if it is the only one.
    pub solution: Option<String>,
    /// Those that were found, if they were to be listed.
    pub solutions: Vec<String>,
    /// How many were found; nothing if the search was given up before there was one.
    pub count: Option<u64>,
    /// Whether there may be more.
    pub more: bool,
    /// How often the search had to guess.
    pub guesses: u64,
    /// The most guesses that were pending at once.
    pub depth: u32,
}

/// Answers a request.
///
/// ```
/// use piste_api::{Unhurried, Verdict, json, solve};
///
/// let empty = ".".repeat(81);
/// let body = format!(r#"{{"puzzle":"{empty}","count":10,"list":false}}"#);
/// let answer = solve::answer(&json::read(body.as_bytes())?, &Unhurried)?;
/// assert_eq!((answer.count, answer.more), (Some(10), true));
/// assert_eq!(answer.standing.verdict, Verdict::Many);
/// assert!(answer.solutions.is_empty());
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(request: &Request, handle: &dyn Handle) -> Result<Answer, Wrong> {
    if request.count == 0 {
        return Err(Wrong::bad("count", "expected a whole number, 1 or more"));
    }
    let mut rng = request.seed.map(|seed| Rng::for_item(seed, 0));
    let clues = match shapes::sheet("puzzle", &request.puzzle, request.shape.as_deref())?.clues {
        AnyClues::Classic(clues) => clues,
        AnyClues::Other(grid) => {
            let guesses = Guesses::asked(request.guesses);
            let mut listed = Vec::new();
            let list = |solution: &AnyGrid| {
                if request.list {
                    listed.push(solution.to_string());
                }
            };
            let (count, rng) = (request.count, rng.as_mut());
            let searched = Searched::patiently(&grid, count, guesses, rng, handle, list)?;
            return Ok(Answer { solutions: listed, ..Answer::of_board(&grid, &searched, guesses) });
        }
    };
    let search = Search { count: request.count, list: request.list, engine: Engine::default() };
    search.on(&clues, rng.as_mut(), handle)
}

/// How a board is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// How many solutions to look for.
    pub count: u64,
    /// Whether to list them.
    pub list: bool,
    /// Which solver searches.
    pub engine: Engine,
}

impl Search {
    /// Searches, and tells what was found. With a source of chance the order is random.
    ///
    /// Whoever waits is asked at every solution; a search that was called off has no answer.
    pub fn on(
        self,
        clues: &Clues,
        rng: Option<&mut Rng>,
        handle: &dyn Handle,
    ) -> Result<Answer, Wrong> {
        let mut first: [Option<Solution>; 2] = [None; 2];
        let mut listed = Vec::new();
        let (mut found, mut is_stopped) = (0, false);
        let stats = self.engine.search(*clues, rng, |&solution| {
            if let Some(place) = first.iter_mut().find(|place| place.is_none()) {
                *place = Some(solution);
            }
            if self.list {
                listed.push(solution.to_string());
            }
            found += 1;
            is_stopped = found < self.count && handle.is_cancelled();
            match is_stopped || found == self.count {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if is_stopped {
            return Err(Wrong::stopped());
        }
        let more = found == self.count;
        Ok(Answer { solutions: listed, ..Answer::found(clues, first, found, more, stats) })
    }
}

impl Answer {
    /// What a search has found: the first two solutions, how many in all, and whether there may
    /// be more. None is listed.
    pub fn found(
        clues: &Clues,
        first: [Option<Solution>; 2],
        count: u64,
        more: bool,
        stats: Stats,
    ) -> Answer {
        let verdict = Verdict::of(count, !more);
        let only = first[0].filter(|_| verdict == Verdict::Unique);
        Answer {
            standing: Standing {
                puzzle: line::print(clues),
                boxes: None,
                shape: None,
                verdict,
                problem: problem(clues, first).map(|why| why.to_string()),
            },
            solution: only.map(|solution| solution.to_string()),
            solutions: Vec::new(),
            count: Some(count),
            more,
            guesses: stats.guesses,
            depth: stats.depth,
        }
    }
}

/// Boards of other shapes.
impl Answer {
    /// What a search on such a board has found. None is listed.
    pub fn of_board(grid: &AnyGrid, searched: &Searched, guesses: Guesses) -> Answer {
        let verdict = searched.verdict();
        let problem = searched.unproved(grid).map(|why| guesses.told(&why));
        let only = searched.first.first().filter(|_| verdict == Verdict::Unique);
        let work = searched.work(guesses);
        Answer {
            standing: Standing::of_board(grid, verdict, problem),
            solution: only.map(ToString::to_string),
            solutions: Vec::new(),
            count: searched.counted(),
            more: searched.more(),
            guesses: work.guesses,
            depth: work.depth,
        }
    }
}

/// What is wrong with clues that have these solutions, if anything is.
pub fn problem(clues: &Clues, found: [Option<Solution>; 2]) -> Option<NotAPuzzle> {
    match found {
        [None, _] => {
            let conflict = match clues {
                Clues::Givens(grid) => grid.conflict(),
                Clues::Marks(_) => None,
            };
            Some(conflict.map_or(NotAPuzzle::NoSolution, NotAPuzzle::Contradiction))
        }
        [Some(_), None] => None,
        [Some(a), Some(b)] => Some(NotAPuzzle::ManySolutions(Box::new([a, b]))),
    }
}
