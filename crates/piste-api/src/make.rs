//! `make`: puzzles to order. A brief goes in, numbered attempts come out.
//!
//! Attempts are numbered, each draws from a stream of its own, and whoever hands puzzles out
//! takes them in the order of the attempts. So what is made depends on the brief, the method
//! and the seed alone; how many attempts are made at a time, and on how many threads, decides
//! only how fast it goes. [`Order::make`] makes them one after the other; a door with threads
//! asks for [attempts](Order::attempt) by number and puts them in order itself.
//!
//! ```text
//!   words    names and ranges such as `24..28`, read into the parts of a brief
//!   pattern  cells drawn by people
//!   shaped   the same on boards of other shapes
//!   ledger   when it is enough
//!   misses   what came to nothing, and how close it came
//! ```

mod ledger;
mod misses;
pub mod pattern;
pub mod shaped;
mod words;

pub use ledger::{End, Ledger, Work};
pub use misses::Misses;
pub use words::{givens, is_range, strategies, strategy};

use crate::beside::Beside;
use crate::canon::key_of;
use crate::json;
use crate::options::{self, Options};
use crate::rating;
use crate::text::{puzzle, solution};
use crate::{Collection, Handle, Unhurried, Wrong, me, rate};
use piste::generate::{
    self, Brief, Generator, Level, Miss, Part, Stop, Wanted, generators, levels,
};
use piste::logic::Ladder;
use piste::rating::{Condition, Selection, metrics};
use piste_core::Puzzle;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What is asked. The default asks for one puzzle, whatever it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The shape, by name; the classic board if none is named. For others see [`shaped`].
    pub shape: Option<String>,
    /// How many puzzles.
    #[serde(deserialize_with = "json::or_one")]
    pub count: u64,
    /// A named level, by slug.
    pub level: Option<String>,
    /// A condition on ratings: `hsolve 900..1200 and colour=green`.
    pub target: Option<String>,
    /// How many minutes it should take, as `minutes` predicts them: `10..14`, `..12` or `20..`.
    pub minutes: Option<String>,
    /// Whose minutes, by their factor; those of people in general if nobody is named.
    #[serde(deserialize_with = "json::maybe_object")]
    pub player: Option<me::Player>,
    /// The symmetry of the pattern of givens, by slug.
    pub symmetry: Option<String>,
    /// Where the givens stand: 81 signs, `.` or `0` for none, or nine lines of nine.
    pub pattern: Option<String>,
    /// How many givens.
    pub givens: Option<Givens>,
    /// No given that could be left out.
    #[serde(deserialize_with = "json::or_default")]
    pub minimal: bool,
    /// Strategies that the solve cannot do without.
    #[serde(deserialize_with = "json::or_default")]
    pub must_use: Vec<String>,
    /// The strategy that is the hardest of the solve, or a range of them in the order of the teaching ladder:
    /// `pointing..hidden-pair`, `..naked-single`.
    pub hardest_is: Option<String>,
    /// Strategies that the solve does without.
    #[serde(deserialize_with = "json::or_default")]
    pub avoid: Vec<String>,
    /// The full grid that is the solution.
    pub solution: Option<String>,
    /// A puzzle to start from.
    pub start: Option<String>,
    /// How to make them, by slug; what suits if none is named.
    pub method: Option<String>,
    /// The same seed makes the same puzzles.
    pub seed: Option<u64>,
    /// Rate by these metrics; those of the target, and givens, if none is named.
    #[serde(deserialize_with = "json::or_default")]
    pub metrics: Vec<String>,
    /// Give up after so many attempts in a row that came to nothing.
    pub tries: Option<u64>,
    /// Give up when the attempts have taken so much work in all, and a metric that looks for long
    /// as well; as much as it takes if it is not said.
    pub work: Option<u64>,
    /// How many random runs metrics that repeat themselves take the mean of, if not the usual
    /// number.
    pub runs: Option<u64>,
    /// The options of metrics by name: `hsolve.runs`.
    #[serde(deserialize_with = "json::or_default")]
    pub options: Options,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            shape: None,
            count: 1,
            level: None,
            target: None,
            minutes: None,
            player: None,
            symmetry: None,
            pattern: None,
            givens: None,
            minimal: false,
            must_use: Vec::new(),
            hardest_is: None,
            avoid: Vec::new(),
            solution: None,
            start: None,
            method: None,
            seed: None,
            metrics: Vec::new(),
            tries: None,
            work: None,
            runs: None,
            options: Options::default(),
        }
    }
}

/// How many givens: a number, or a range in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Givens {
    /// So many.
    Exactly(u64),
    /// `24..28`, `..28` or `30..`.
    Range(String),
}

impl Request {
    /// The brief that the request is. Bands such as `hsolve in 3/5` are cut by this collection.
    pub fn brief(&self, collection: &dyn Collection) -> Result<Brief, Wrong> {
        let strategies = |member, slugs: &[String]| {
            slugs.iter().map(|slug| known_strategy(member, slug)).collect::<Result<Vec<_>, _>>()
        };
        let pattern =
            |text: &String| pattern::parse(text).map_err(|why| Wrong::bad("pattern", why));
        let hardest_is = self.hardest_is.as_deref();
        let solved = self.solution.as_deref().map(|text| solution("solution", text));
        Ok(Brief {
            target: self.target(collection)?,
            symmetry: self.symmetry.as_deref().map_or(Ok(Wanted::Whatever), symmetry)?,
            givens: self.range()?,
            minimal: self.minimal,
            pattern: self.pattern.as_ref().map(pattern).transpose()?,
            solution: solved.transpose()?,
            start: self.start.as_deref().map(|text| puzzle("start", text)).transpose()?,
            must_use: strategies("must_use", &self.must_use)?,
            hardest_is: hardest_is.map(|text| hardest_between(text, &taught())).transpose()?,
            avoid: strategies("avoid", &self.avoid)?,
            settings: options::settings(self.runs, &self.options)?,
            ..Brief::default()
        })
    }

    /// Level, target and minutes together.
    fn target(&self, collection: &dyn Collection) -> Result<Option<Condition>, Wrong> {
        let level = match self.level.as_deref() {
            None => None,
            Some(slug) => Some(Level::named(slug).ok_or_else(|| {
                let known = levels::ALL.map(|level| level.slug).join(", ");
                Wrong::bad("level", format!("there is no level {slug}, only {known}"))
            })?),
        };
        let read = |text| condition("target", text, collection);
        let target = self.target.as_deref().map(read).transpose()?;
        let target = words::both(level.map(|level| level.condition()), target);
        Ok(words::both(target, self.time()?))
    }

    /// The minutes that are wanted, in those of people in general: somebody who takes twice as long has as
    /// many with a puzzle of half as many.
    fn time(&self) -> Result<Option<Condition>, Wrong> {
        let factor = match &self.player {
            // Games would have to be rated first, which may take long: `me` is the verb for that.
            Some(player) if player.games.is_some() => {
                let words = "expected a factor; `me` learns it from games";
                return Err(Wrong::bad(me::Player::MEMBER, words));
            }
            Some(player) => Some(player.learnt(&Unhurried)?.factor().value()),
            None => None,
        };
        match (&self.minutes, factor) {
            (Some(text), factor) => words::minutes(text, factor.unwrap_or(1.0))
                .map(Some)
                .map_err(|why| Wrong::bad("minutes", why)),
            (None, Some(_)) => {
                Err(Wrong::bad(me::Player::MEMBER, "it is about minutes, and none are asked for"))
            }
            (None, None) => Ok(None),
        }
    }

    fn range(&self) -> Result<RangeInclusive<usize>, Wrong> {
        let text = match &self.givens {
            None => return Ok(Brief::ANY_GIVENS),
            Some(Givens::Exactly(number)) => number.to_string(),
            Some(Givens::Range(text)) => text.clone(),
        };
        givens(&text).map_err(|why| Wrong::bad("givens", why))
    }

    /// The method that is asked for, or the one that suits the brief. If it needs puzzles to start
    /// from and none is named, `starts` finds some.
    pub fn method<E: From<Wrong>>(
        &self,
        brief: &mut Brief,
        starts: impl FnOnce(&Brief) -> Result<Arc<[Puzzle]>, E>,
    ) -> Result<&'static dyn Generator, E> {
        let method = match &self.method {
            None => generate::choose(brief),
            Some(slug) => generators::by_slug(slug)
                .ok_or_else(|| Wrong::bad("method", format!("there is no method {slug}")))?,
        };
        if method.info().needs == Some(Part::Start) && !brief.has(Part::Start) {
            brief.starts = starts(brief)?;
        }
        generate::suits(method, brief)
            .map_err(|why| Wrong::new(crate::Code::BadRequest, why.to_string()))?;
        Ok(method)
    }

    /// The metrics that go with the puzzles.
    pub fn selection(&self, brief: &Brief) -> Result<Selection, Wrong> {
        if !self.metrics.is_empty() {
            return rating::selection(&self.metrics);
        }
        let of_target = brief.target.as_ref().map(Condition::metrics).unwrap_or_default();
        Ok(Selection::of(of_target.into_iter().chain(metrics::by_slug("givens"))))
    }
}

/// The condition in this member; bands are cut by this collection.
pub fn condition(
    member: &'static str,
    text: &str,
    collection: &dyn Collection,
) -> Result<Condition, Wrong> {
    Condition::read(text, &|column| collection.ranks(column)).map_err(|wrong| {
        Wrong::bad(member, wrong.to_string()).at(format!("column {}", wrong.column(text)))
    })
}

fn symmetry(name: &str) -> Result<Wanted, Wrong> {
    Wanted::named(name)
        .ok_or_else(|| Wrong::bad("symmetry", format!("there is no symmetry {name}")))
}

fn known_strategy(member: &'static str, slug: &str) -> Result<&'static str, Wrong> {
    strategy(slug).ok_or_else(|| Wrong::bad(member, format!("there is no strategy {slug}")))
}

/// The strategies of the teaching ladder, by slug, easy ones first.
fn taught() -> Vec<&'static str> {
    Ladder::TEACHING.strategies().map(|known| known.info().slug).collect()
}

/// The strategies of this ladder between which the hardest must be: one, or a range, whose ends may be left out.
fn hardest_between(text: &str, ladder: &[&'static str]) -> Result<[&'static str; 2], Wrong> {
    let known = |slug: &str| known_strategy("hardest_is", slug);
    let Some((from, to)) = text.split_once("..") else { return Ok([known(text)?; 2]) };
    let or = |slug: &str, end: Option<&&'static str>| match (slug, end) {
        ("", Some(end)) => Ok(*end),
        (slug, _) => known(slug),
    };
    Ok([or(from.trim(), ladder.first())?, or(to.trim(), ladder.last())?])
}

/// A puzzle that was made, with what is told about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Product {
    /// What `rate` says of it.
    #[serde(flatten)]
    pub rating: rate::Answer,
    /// How it was made, and how to make it again.
    #[serde(flatten)]
    pub made: Made,
}

impl Product {
    /// What the metric of this name says, in figures or in a word; nothing if it was not asked, or says nothing.
    pub fn value(&self, metric: &str) -> Option<String> {
        self.rating.ratings.get(metric)?.value.as_ref().map(ToString::to_string)
    }
}

/// How a puzzle was made: the same method, seed and brief make the same one at the same attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The slug of the method.
    pub method: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// The number of the attempt, from 0.
    pub attempt: Option<u64>,
}

/// What is answered when all is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzles, in the order of the attempts.
    pub puzzles: Vec<Product>,
    /// How it went.
    #[serde(flatten)]
    pub account: Account,
    /// What failed, if they are fewer than asked for.
    pub problem: Option<String>,
}

/// How it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// How many puzzles were made.
    pub made: u64,
    /// How many were asked for.
    pub wanted: u64,
    /// How many attempts it took.
    pub tried: u64,
    /// The slug of the method.
    pub method: String,
    /// The seed.
    pub seed: u64,
}

/// A request found to make sense: everything that an attempt depends on, but its number.
#[derive(Clone)]
pub struct Order {
    /// What is wanted of a puzzle.
    pub brief: Brief,
    /// How it is made.
    pub method: &'static dyn Generator,
    /// The seed.
    pub seed: u64,
    /// The metrics that go with the puzzles.
    pub selection: Selection,
    /// How many are wanted.
    pub count: u64,
    /// Give up after so many attempts in a row that came to nothing.
    pub tries: Option<u64>,
    /// Give up after so much work.
    pub work: Option<Work>,
}

/// What an attempt came to.
#[derive(Clone, Debug)]
pub struct Attempt<T = generate::Made> {
    /// A puzzle, or what was missing.
    pub came_to: Result<T, Miss>,
    /// How much work it took; 0 where that is not limited.
    pub work: u64,
}

/// There are no puzzles to start from.
pub fn no_starts(_: &Brief, _: u64) -> Result<Arc<[Puzzle]>, Wrong> {
    Ok(Arc::default())
}

/// Seeds that every reader of JSON can hold.
const SEEDS: u64 = 1 << 53;

impl Order {
    /// Reads a request. `seed` is for one that names none; bands are cut by this collection, and
    /// `starts` finds puzzles to start from for a method that cannot do without.
    ///
    /// ```
    /// use piste_api::{NoCollection, Unhurried, make};
    ///
    /// let request = make::Request { level: Some("easy".to_owned()), ..Default::default() };
    /// let order = make::Order::read(&request, 7, &NoCollection, make::no_starts)?;
    /// let answer = order.answer(&NoCollection, &Unhurried)?;
    /// assert_eq!(answer.puzzles[0].rating.level.as_deref(), Some("easy"));
    /// assert_eq!(answer.account.seed, 7);
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    pub fn read<E: From<Wrong>>(
        request: &Request,
        seed: u64,
        collection: &dyn Collection,
        starts: impl FnOnce(&Brief, u64) -> Result<Arc<[Puzzle]>, E>,
    ) -> Result<Order, E> {
        if request.count == 0 {
            return Err(Wrong::bad("count", "expected a whole number, 1 or more").into());
        }
        if request.tries == Some(0) {
            return Err(Wrong::bad("tries", "expected a whole number, 1 or more").into());
        }
        if request.seed.is_some_and(|seed| seed >= SEEDS) {
            return Err(Wrong::bad("seed", "expected a whole number below 2^53").into());
        }
        let seed = request.seed.unwrap_or(seed);
        let mut brief = request.brief(collection)?;
        let method = request.method(&mut brief, |brief| starts(brief, seed))?;
        let selection = request.selection(&brief)?;
        let Request { count, tries, .. } = *request;
        let work = request.work.map(Work::InAll);
        Ok(Order { brief, method, seed, selection, count, tries, work })
    }

    /// The same whose attempts give up as soon as this says so.
    #[must_use]
    pub fn stopping(mut self, stop: Stop) -> Order {
        self.brief.stop = stop;
        self
    }

    /// The attempt of this number. None takes much more work than the order may.
    ///
    /// # Panics
    /// If the method makes what is no puzzle: a defect of it, which is better known than hidden.
    pub fn attempt(&self, number: u64) -> Attempt {
        let counted = self.work.map(|work| {
            // The count begins with the attempt: it must not depend on what else is under way.
            Brief { stop: self.brief.stop.after(work.limit()), ..self.brief.clone() }
        });
        let brief = counted.as_ref().unwrap_or(&self.brief);
        match generate::attempt(self.method, brief, self.seed, number) {
            Err(Miss::NotUnique) => panic!(
                "{} made a grid without exactly one solution: seed {}, attempt {number}",
                self.method.info().slug,
                self.seed
            ),
            came_to => Attempt { came_to, work: brief.stop.spent() },
        }
    }

    /// Whether the door must hand attempts over one by one, because somebody counts them.
    pub fn counts(&self) -> bool {
        self.tries.is_some() || self.work.is_some()
    }

    /// What is told of the puzzle that an attempt has come to. Whoever stops the order meanwhile
    /// must forget it: a rating may be missing that would not be otherwise.
    pub fn product(
        &self,
        made: &generate::Made,
        attempt: u64,
        collection: &dyn Collection,
    ) -> Product {
        let enough = || self.brief.is_stopped();
        let workup = self.brief.workup(&made.puzzle).with_limit(&enough);
        let workup = workup.with_work(self.work.map_or(u64::MAX, Work::limit));
        let ratings = self.selection.rate_knowing(&made.ratings, &workup);
        let rating = rate::Answer::of(&made.puzzle, &self.selection, &ratings, collection);
        Product {
            rating: rating.beside(&self.selection, &self.beside(), &ratings),
            made: Made {
                method: Some(self.method.info().slug.to_owned()),
                seed: Some(self.seed),
                attempt: Some(attempt),
            },
        }
    }

    /// What stands beside the values of its puzzles.
    pub fn beside(&self) -> Beside {
        Beside::of_settings(&self.brief.settings)
    }

    /// An account of nothing done yet.
    pub fn account(&self) -> Account {
        let method = self.method.info().slug.to_owned();
        Account { made: 0, wanted: self.count, tried: 0, method, seed: self.seed }
    }

    /// Makes what is ordered, one attempt after the other, and hands the puzzles out as they
    /// come. No two are the same up to symmetry. Where the ledger knows no end, it was called off.
    pub fn make(
        &self,
        collection: &dyn Collection,
        handle: &dyn Handle,
        mut hand_out: impl FnMut(Product),
    ) -> Ledger {
        let mut ledger = Ledger::of(self);
        let mut seen = BTreeSet::new();
        let is_stopped = || handle.is_cancelled() || self.brief.is_stopped();
        for number in 0.. {
            if ledger.end().is_some() || is_stopped() {
                break;
            }
            let Attempt { came_to, work } = self.attempt(number);
            // What was cut off midway says nothing about the brief.
            if self.brief.is_stopped() || !ledger.admits(work) {
                break;
            }
            match came_to {
                Ok(made) if seen.insert(key_of(made.puzzle.grid())) => {
                    let product = self.product(&made, number, collection);
                    if self.brief.is_stopped() {
                        break;
                    }
                    ledger.made();
                    hand_out(product);
                }
                Ok(_) => ledger.missed(Misses::repeated()),
                Err(miss) => ledger.missed(Misses::of(&miss, &self.brief)),
            }
            handle.progress(ledger.account.made, ledger.account.tried);
        }
        ledger
    }

    /// Why there are fewer than asked for, in words; `because` is what its door knows of it.
    pub fn shortfall(&self, account: &Account, because: &str, misses: &Misses) -> String {
        let Account { made, wanted, tried, .. } = account;
        let colon = if because.is_empty() { "" } else { ": " };
        let mut words = format!("made {made} of {wanted}{colon}{because} ({tried} tried)");
        for sentence in misses.sentences(&self.brief) {
            words.push_str(&format!("; {sentence}"));
        }
        words
    }

    /// The same with everything in one answer, which there is none of if it was called off.
    pub fn answer(
        &self,
        collection: &dyn Collection,
        handle: &dyn Handle,
    ) -> Result<Answer, Wrong> {
        let mut puzzles = Vec::new();
        let ledger = self.make(collection, handle, |product| puzzles.push(product));
        if ledger.end().is_none() {
            return Err(Wrong::stopped());
        }
        let problem = ledger.problem(self);
        Ok(Answer { puzzles, account: ledger.account, problem })
    }
}
