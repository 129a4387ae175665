//! Any question by its name: the one place where a name and a body become an answer.
//!
//! ```text
//!   "rate", {"puzzle": …} ──read──► Question ──answer──► text
//!                          │                    │
//!                        Limits          Host, Handle
//! ```
//!
//! A door that takes texts (HTTP, WebAssembly, C) has nothing to decide: it hands the name and the
//! body in, and passes the answer on. Reading comes first and is quick, so a server can say what
//! makes no sense before anybody waits for a worker; what comes out of it is a [`Question`], which
//! is answered whenever there is time.
//!
//! What only a door can know or do is its [`Host`]: how much may be asked, where values stand among
//! others, a seed for who names none, and how a text full of puzzles is read, which is the store's.

use crate::beside::bands;
use crate::explain::By;
use crate::make::{Order, no_starts};
use crate::options::{self, Options};
use crate::rating::selection;
use crate::shapes::{self, Guesses};
use crate::{
    Code, Collection, Handle, Language, Wrong, canon, check, convert, explain, hint, info, json,
    make, me, parse, rate, shape, solve, transform,
};
use piste::generate::Brief;
use piste::rating::Settings;
use piste_core::Puzzle;
use serde::Serialize;
use std::sync::Arc;

/// How much one question may ask for, as far as an answer depends on it. All of it is counted, so the
/// same question has the same answer everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// The work that rating, explaining and making may take.
    pub work: u64,
    /// The puzzles of one request to make some.
    pub count: u64,
    /// The solutions of one answer.
    pub solutions: u64,
    /// The puzzles that one text is read into.
    pub puzzles: usize,
}

impl Limits {
    /// The usual limits.
    pub const USUAL: Limits =
        Limits { work: 4_000_000, count: 100, solutions: 1000, puzzles: 10_000 };

    /// The work that a request may take which asks for this much.
    fn work(&self, asked: Option<u64>) -> Result<u64, Wrong> {
        match asked {
            Some(0) => Err(Wrong::bad("work", "expected a whole number, 1 or more")),
            Some(work) if work > self.work => Err(too_many("work", self.work, "")),
            _ => Ok(asked.unwrap_or(self.work)),
        }
    }

    /// Whether so many puzzles may be made at once.
    fn made(&self, count: u64) -> Result<(), Wrong> {
        if count > self.count { Err(too_many("count", self.count, "")) } else { Ok(()) }
    }

    fn solutions(&self, count: u64) -> Result<(), Wrong> {
        if count > self.solutions {
            return Err(too_many("count", self.solutions, " solutions"));
        }
        Ok(())
    }
}

fn too_many(member: &'static str, most: impl std::fmt::Display, what: &str) -> Wrong {
    Wrong::new(Code::TooMany, format!("at most {most}{what} at once")).of(member)
}

/// Nobody may ask for more guesses than usual.
fn few_guesses(asked: Option<u64>) -> Result<(), Wrong> {
    match asked.filter(|&asked| asked > Guesses::DEFAULT) {
        None => Ok(()),
        Some(_) => Err(too_many("guesses", Guesses::DEFAULT, "")),
    }
}

/// Refuses options that cost more time than should be spent on one question.
fn served(runs: Option<u64>, options: &Options) -> Result<(), Wrong> {
    let of_runs = Settings::all().filter(|(_, setting)| setting.name == "runs");
    let most = of_runs.filter_map(|(_, setting)| setting.served).min().unwrap_or(u64::MAX);
    if runs.is_some_and(|runs| !(1..=most).contains(&runs)) {
        return Err(Wrong::bad("runs", format!("expected a whole number from 1 to {most}")));
    }
    for said in options::settings(None, options)?.said() {
        let most = said.setting.served.unwrap_or(u64::MAX);
        if said.text.parse::<u64>().is_ok_and(|number| number > most) {
            let words = format!("{}: at most {most} at once", said.name());
            return Err(Wrong::new(Code::TooMany, words).of("options"));
        }
    }
    Ok(())
}

/// What only a door can know or do.
pub trait Host {
    /// How much may be asked.
    fn limits(&self) -> Limits {
        Limits::USUAL
    }

    /// Where values stand among others.
    fn collection(&self) -> &dyn Collection;

    /// A seed for who names none. Whatever it is, it is told with the answer.
    fn seed(&self) -> u64;

    /// Reads a text full of puzzles.
    fn parse(&self, request: &parse::Request, handle: &dyn Handle) -> Result<parse::Answer, Wrong>;

    /// Puzzles to start from, for a method that cannot do without.
    fn starts(&self, brief: &Brief, seed: u64) -> Result<Arc<[Puzzle]>, Wrong> {
        no_starts(brief, seed)
    }

    /// Whether there is a library to ask.
    fn has_library(&self) -> bool {
        false
    }

    /// Hears of a puzzle as soon as it is made: the text of what the answer will tell of it.
    fn made(&self, _product: &str) {}
}

/// A question that makes sense, as far as that can be said at once.
#[derive(Clone, Debug)]
pub enum Question {
    /// `solve`
    Solve(solve::Request),
    /// `check`
    Check(check::Request),
    /// `parse`
    Parse(parse::Request),
    /// `rate`
    Rate(Box<rate::Request>),
    /// `explain`
    Explain(Box<explain::Request>),
    /// `hint`
    Hint(hint::Request),
    /// `make`
    Make(Box<make::Request>),
    /// `make` with a shape that is not the classic one
    MakeShaped(Box<make::shaped::Request>),
    /// `me`
    Me(me::Request),
    /// `transform`
    Transform(transform::Request),
    /// `canon`
    Canon(canon::Request),
    /// `convert`
    Convert(convert::Request),
    /// `shape`
    Shape(shape::Request),
    /// `info`
    Info,
}

impl Question {
    /// The names that there are.
    pub const NAMES: [&str; 13] = [
        "solve",
        "check",
        "parse",
        "rate",
        "explain",
        "hint",
        "make",
        "me",
        "transform",
        "canon",
        "convert",
        "shape",
        "info",
    ];

    /// Reads the question of this name.
    ///
    /// ```
    /// use piste_api::ask::{Limits, Question};
    ///
    /// let wrong = Question::read("solvee", b"{}", &Limits::USUAL).unwrap_err();
    /// assert!(wrong.to_string().starts_with("there is no question `solvee`, only solve, check,"));
    /// let wrong = Question::read("make", br#"{"count":101}"#, &Limits::USUAL).unwrap_err();
    /// assert_eq!(wrong.to_string(), "count: at most 100 at once");
    /// ```
    pub fn read(name: &str, body: &[u8], limits: &Limits) -> Result<Question, Wrong> {
        Ok(match name {
            "solve" => {
                let request: solve::Request = json::read(body)?;
                few_guesses(request.guesses)?;
                limits.solutions(request.count)?;
                Question::Solve(request)
            }
            "check" => {
                let request: check::Request = json::read(body)?;
                few_guesses(request.guesses)?;
                limits.solutions(request.count)?;
                Question::Check(request)
            }
            "parse" => {
                let request: parse::Request = json::read(body)?;
                shapes::welcome(request.shape.as_deref())?;
                Question::Parse(request)
            }
            "rate" => Question::Rate(Box::new(read_rate(body, limits)?)),
            "explain" => Question::Explain(Box::new(read_explain(body, limits)?)),
            "hint" => {
                let request: hint::Request = json::read(body)?;
                few_guesses(request.guesses)?;
                Question::Hint(request)
            }
            "make" => match read_make_shaped(body, limits)? {
                Some(request) => Question::MakeShaped(Box::new(request)),
                None => Question::Make(Box::new(read_make(body, limits)?)),
            },
            "me" => Question::Me(json::read(body)?),
            "transform" => Question::Transform(json::read(body)?),
            "canon" => Question::Canon(json::read(body)?),
            "convert" => Question::Convert(json::read(body)?),
            "shape" => Question::Shape(json::read(body)?),
            "info" => Question::Info,
            _ => {
                let known = Question::NAMES.join(", ");
                let words = format!("there is no question `{name}`, only {known}");
                return Err(Wrong::new(Code::NotFound, words));
            }
        })
    }

    /// The text of the answer. Whoever waits says through the handle when it is enough.
    pub fn answer(&self, host: &dyn Host, handle: &dyn Handle) -> Result<String, Wrong> {
        match self {
            Question::Solve(request) => told(solve::answer(request, handle)),
            Question::Check(request) => told(check::answer(request, handle)),
            Question::Parse(request) => told(host.parse(request, handle)),
            Question::Rate(request) => told(rate::answer(request, host.collection(), handle)),
            Question::Explain(request) => told(explain::answer(request, handle)),
            Question::Hint(request) => told(hint::answer(request, handle)),
            Question::Make(request) => told(made(request, host, handle)),
            Question::MakeShaped(request) => told(made_shaped(request, host, handle)),
            Question::Me(request) => told(me::answer(request, handle)),
            Question::Transform(request) => told(transform::answer(request)),
            Question::Canon(request) => told(canon::answer(request, handle)),
            Question::Convert(request) => told(convert::answer(request)),
            Question::Shape(request) => told(shape::answer(request)),
            Question::Info => {
                let ours = Ours { library: host.has_library(), limits: host.limits() };
                Ok(json::write_with(&info::answer(), &ours))
            }
        }
    }
}

/// What an answer to `info` says of the door.
#[derive(Serialize)]
struct Ours {
    library: bool,
    limits: Limits,
}

fn told<T: Serialize>(answer: Result<T, Wrong>) -> Result<String, Wrong> {
    answer.map(|answer| json::write(&answer))
}

/// Reads a question for ratings: for a door that has its own way to work on them.
pub fn read_rate(body: &[u8], limits: &Limits) -> Result<rate::Request, Wrong> {
    let mut request: rate::Request = json::read(body)?;
    request.work = Some(limits.work(request.work)?);
    selection(&request.metrics)?;
    Language::named(request.language.as_deref())?;
    served(request.runs, &request.options)?;
    bands(request.bands)?;
    few_guesses(request.guesses)?;
    shapes::sheet("puzzle", &request.puzzle, request.shape.as_deref())?;
    Ok(request)
}

/// The same of a question for a story.
pub fn read_explain(body: &[u8], limits: &Limits) -> Result<explain::Request, Wrong> {
    let mut request: explain::Request = json::read(body)?;
    request.work = Some(limits.work(request.work)?);
    By::read(&request)?;
    Language::named(request.language.as_deref())?;
    let sheet = shapes::sheet("puzzle", &request.puzzle, request.shape.as_deref())?;
    if sheet.clues.classic().is_none() {
        few_guesses(request.guesses)?;
    }
    Ok(request)
}

/// Reads an order for puzzles: for a door that makes them in its own way, on many threads.
pub fn read_make(body: &[u8], limits: &Limits) -> Result<make::Request, Wrong> {
    let mut request: make::Request = json::read(body)?;
    request.work = Some(limits.work(request.work)?);
    limits.made(request.count)?;
    served(request.runs, &request.options)?;
    Ok(request)
}

/// Attempts in a row that may come to nothing on another shape, unless it is said.
const TRIES: u64 = 1_000;

/// The same of an order for puzzles of another shape, if it names one. Who names the classic one has said nothing new.
pub fn read_make_shaped(
    body: &[u8],
    limits: &Limits,
) -> Result<Option<make::shaped::Request>, Wrong> {
    let said: make::Request = json::read(body)?;
    let Some(shape) = said.shape else { return Ok(None) };
    if shape.parse::<piste_core::shape::Shape>().is_ok_and(|shape| shape.is_classic()) {
        return Ok(None);
    }
    let classic = [
        ("level", said.level.is_some()),
        ("minutes", said.minutes.is_some()),
        ("player", said.player.is_some()),
        ("solution", said.solution.is_some()),
        ("start", said.start.is_some()),
        ("method", said.method.is_some()),
        ("metrics", !said.metrics.is_empty()),
    ];
    if let Some((member, _)) = classic.into_iter().find(|(_, is_said)| *is_said) {
        return Err(Wrong::bad(member, "it is for the classic 9×9 alone"));
    }
    let mut request = make::shaped::Request {
        shape,
        count: said.count,
        target: said.target,
        pattern: said.pattern,
        runs: said.runs,
        options: said.options,
        symmetry: said.symmetry,
        givens: said.givens,
        minimal: said.minimal,
        must_use: said.must_use,
        hardest_is: said.hardest_is,
        avoid: said.avoid,
        seed: said.seed,
        tries: said.tries,
        work: Some(limits.work(said.work)?),
    };
    limits.made(request.count)?;
    served(request.runs, &request.options)?;
    request.tries.get_or_insert(TRIES);
    Ok(Some(request))
}

/// Makes puzzles one after the other, and lets the host hear of each.
fn made(
    request: &make::Request,
    host: &dyn Host,
    handle: &dyn Handle,
) -> Result<make::Answer, Wrong> {
    let collection = host.collection();
    let order = Order::read(request, host.seed(), collection, |brief: &Brief, seed| {
        host.starts(brief, seed)
    })?;
    let mut puzzles = Vec::new();
    let ledger = order.make(collection, handle, |product| {
        host.made(&json::write(&product));
        puzzles.push(product);
    });
    if ledger.end().is_none() {
        return Err(Wrong::stopped());
    }
    let problem = ledger.problem(&order);
    Ok(make::Answer { puzzles, account: ledger.account, problem })
}

/// The same on another shape, where all are made before the host hears of them.
fn made_shaped(
    request: &make::shaped::Request,
    host: &dyn Host,
    handle: &dyn Handle,
) -> Result<make::Answer, Wrong> {
    let answer = make::shaped::Order::read(request, host.seed())?.answer(handle)?;
    for product in &answer.puzzles {
        host.made(&json::write(product));
    }
    Ok(answer)
}

/// Reads a question and answers it.
///
/// ```
/// use piste_api::ask::{self, Host};
/// use piste_api::{Collection, Handle, NoCollection, Unhurried, Wrong, parse};
///
/// struct Simple;
///
/// impl Host for Simple {
///     fn collection(&self) -> &dyn Collection {
///         &NoCollection
///     }
///
///     fn seed(&self) -> u64 {
///         1
///     }
///
///     fn parse(&self, _: &parse::Request, _: &dyn Handle) -> Result<parse::Answer, Wrong> {
///         Ok(parse::Answer::default())
///     }
/// }
///
/// let body = r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#;
/// let answer = ask::answer("solve", body.as_bytes(), &Simple, &Unhurried)?;
/// assert!(answer.contains(r#""verdict":"unique""#));
/// let wrong = ask::answer("solve", b"{}", &Simple, &Unhurried).unwrap_err();
/// assert_eq!(wrong.json(), r#"{"error":{"code":"bad-json","message":"missing field `puzzle`","where":"line 1, column 2"}}"#);
/// # Ok::<(), Wrong>(())
/// ```
pub fn answer(
    name: &str,
    body: &[u8],
    host: &dyn Host,
    handle: &dyn Handle,
) -> Result<String, Wrong> {
    Question::read(name, body, &host.limits())?.answer(host, handle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name is read as itself, and a body that fits none is refused under each.
    #[test]
    fn every_name_is_a_question() {
        for name in Question::NAMES {
            match Question::read(name, b"[]", &Limits::USUAL) {
                Ok(question) => assert!(matches!(question, Question::Info), "{name}"),
                Err(wrong) => assert_eq!(wrong.code, Code::BadJson, "{name}"),
            }
        }
    }

    #[test]
    fn a_shape_is_made_as_it_is_asked_for() {
        let body = br#"{"shape":"6x6","hardest_is":"naked-single","seed":3}"#;
        let question = Question::read("make", body, &Limits::USUAL).unwrap();
        let Question::MakeShaped(request) = &question else { panic!("{question:?}") };
        let answer =
            make::shaped::Order::read(request, 1).unwrap().answer(&crate::Unhurried).unwrap();
        let [product] = &answer.puzzles[..] else { panic!("{answer:?}") };
        assert_eq!(product.rating.standing.puzzle.len(), 36);
        assert_eq!(product.value("hardest").as_deref(), Some("naked-single"));
        let rated = format!(
            r#"{{"puzzle":"{}","shape":"6x6","metrics":["hardest","givens"],"options":{{}}}}"#,
            product.rating.standing.puzzle
        );
        let rated = Question::read("rate", rated.as_bytes(), &Limits::USUAL).unwrap();
        let Question::Rate(rated) = &rated else { panic!("{rated:?}") };
        let rated = crate::rate::answer(rated, &crate::NoCollection, &crate::Unhurried).unwrap();
        assert_eq!(product.rating, rated, "what /rate says of it");
    }

    #[test]
    fn the_classic_shape_by_its_name_is_the_classic_one() {
        let made = |body: &str| {
            let question = Question::read("make", body.as_bytes(), &Limits::USUAL).unwrap();
            let Question::Make(request) = &question else { panic!("{body}: {question:?}") };
            Order::read(request, 1, &crate::NoCollection, make::no_starts)
                .and_then(|order| order.answer(&crate::NoCollection, &crate::Unhurried))
                .unwrap()
        };
        let unsaid = made(r#"{"level":"easy","seed":3}"#);
        for shape in ["9x9", "9x9/3x3"] {
            assert_eq!(made(&format!(r#"{{"shape":"{shape}","level":"easy","seed":3}}"#)), unsaid);
        }
    }

    #[test]
    fn what_makes_no_sense_is_said_before_the_work() {
        let said = |name, body: &str| {
            Question::read(name, body.as_bytes(), &Limits::USUAL).unwrap_err().json()
        };
        assert!(said("rate", r#"{"puzzle":"53"}"#).contains(r#""code":"bad-puzzle""#));
        assert!(said("rate", r#"{"puzzle":"","work":0}"#).contains("work: expected"));
        assert!(said("solve", r#"{"puzzle":"","count":1001}"#).contains("at most 1000 solutions"));
        assert!(said("me", "").contains("expected an object"));
        assert!(said("no\tsuch", "").contains("no\u{fffd}such"));
    }
}
