//! `/make`: puzzles to order, told as they come.
//!
//! ```text
//!   attempts ──► slices, on several workers at once ──► in their order ──► events
//! ```
//!
//! The loop is that of `piste make`: the same order with the same seed gives the same
//! puzzles. The attempts are made in slices of a fraction of a second, each of which waits
//! for a worker among the slices of everybody else, so nobody's long order keeps others
//! from getting on. Events go through a short channel; when the client has gone away, the
//! channel and the [`Leave`] go with it and the attempt under way is called off.

use super::words::{self, RATINGS};
use super::{Desk, Does, Endpoint, Field, Kind, Pace, Verb};
use super::{bad_condition, body, givens, library, puzzle, told};
use crate::cmd::rate::beside::Beside;
use crate::maker::{Event, Maker, Misses, pattern};
use crate::maker::{database, order};
use crate::seed::Seed;
use crate::seen::{self, Key};
use crate::web::json;
use crate::web::lanes::{Leave, Patience, Place};
use crate::web::problem::{Code, Problem};
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use piste::generate::{self, Brief, Level, Stop, Wanted, generators, levels};
use piste::rating::{Condition, Selection};
use piste_core::symmetry::canonical;
use piste_core::{Puzzle, Solution};
use piste_store::library::Yardstick;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::{HashSet, VecDeque};
use std::convert::Infallible;
use std::ops::RangeInclusive;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/make",
    pace: Pace::Long,
    about: "Make puzzles as hard as you ask.",
    details: "With `Accept: text/event-stream` the answer is a stream of events: `progress` {made, \
              wanted, tried, seconds} several times a second, `puzzle` {puzzle, solution, ratings, \
              attempt} for each, and at the end `done` {made, tried, method, seed} or `failed` \
              {error, made, tried, method, seed}. Without it one answer comes when all is made or \
              the time is over; if none was made, that is the error `too-slow`. When the client \
              hangs up, the work ends. The same seed makes the same puzzles, here and by `piste \
              make`; no two of one answer are the same up to symmetry.",
    takes: &[
        Field::maybe("count", Kind::Whole, "how many; 1 if it is not said"),
        Field::maybe("level", Kind::Text, "a named level, by slug"),
        Field::maybe(
            "target",
            Kind::Text,
            "a condition on ratings: `hsolve 900..1200 and colour=green`, or `hsolve in 3/5` for the third of five \
             bands of equal count",
        ),
        Field::maybe(
            "runs",
            Kind::Whole,
            "how many random runs `hsolve` takes the mean of, up to 1000; 20 if it is not said, and said again \
             beside the value if it is",
        ),
        Field::maybe("symmetry", Kind::Text, "the symmetry of the pattern of givens, by slug"),
        Field::maybe(
            "pattern",
            Kind::Text,
            "where the givens stand: 81 signs, `.` or `0` for none",
        ),
        Field::maybe("givens", Kind::Text, "how many: `24`, `24..28`, `..28` or `30..`"),
        Field::maybe("minimal", Kind::Flag, "no given that could be left out"),
        Field::maybe(
            "must_use",
            Kind::List(&Kind::Text),
            "strategies that the solve cannot do without",
        ),
        Field::maybe("hardest_is", Kind::Text, "the strategy that is the hardest of the solve"),
        Field::maybe("avoid", Kind::List(&Kind::Text), "strategies that the solve does without"),
        Field::maybe("solution", Kind::Text, "the full grid that is the solution"),
        Field::maybe(
            "start",
            Kind::Text,
            "a puzzle to start from; without it the method `pseudo` takes those of the library near the target",
        ),
        Field::maybe(
            "method",
            Kind::Text,
            "how to make them, by slug; what suits if it is not said",
        ),
        Field::maybe(
            "seed",
            Kind::Whole,
            "the same seed makes the same puzzles; a new one if it is not said",
        ),
        Field::maybe(
            "metrics",
            Kind::List(&Kind::Text),
            "rate by these; those of the target, and givens, if none is named",
        ),
    ],
    gives: &[
        Field::always(
            "puzzles",
            Kind::List(&Kind::Object(&[
                Field::always("puzzle", Kind::Text, "the givens, 81 characters"),
                Field::always("solution", Kind::Text, "the solution"),
                Field::always("ratings", RATINGS, "as in `/rate`"),
                Field::always("attempt", Kind::Whole, "which attempt it was, from 0"),
            ])),
            "the puzzles, in the order in which they were made",
        ),
        Field::always("made", Kind::Whole, "how many"),
        Field::always("wanted", Kind::Whole, "how many were asked for"),
        Field::always("tried", Kind::Whole, "how many attempts it took"),
        Field::always("method", Kind::Text, "how they were made"),
        Field::always("seed", Kind::Whole, "the seed"),
        Field::maybe("problem", Kind::Text, "what failed, if they are fewer than asked for"),
    ],
    example: r#"{"count":2,"level":"easy","symmetry":"rotational","seed":7}"#,
    does: Does::Streams,
};

/// How often progress is told.
const BEAT: Duration = Duration::from_millis(250);

/// How long a slice of attempts should take.
const SLICE: Duration = Duration::from_millis(50);

/// How many events may wait for a client that reads slowly.
const WAITING: usize = 32;

/// Seeds that every reader of JSON can hold.
const SEEDS: u64 = 1 << 53;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Takes {
    #[serde(default = "one")]
    count: u64,
    level: Option<String>,
    target: Option<String>,
    symmetry: Option<String>,
    pattern: Option<String>,
    givens: Option<Givens>,
    #[serde(default)]
    minimal: bool,
    #[serde(default)]
    must_use: Vec<String>,
    hardest_is: Option<String>,
    #[serde(default)]
    avoid: Vec<String>,
    solution: Option<String>,
    start: Option<String>,
    method: Option<String>,
    seed: Option<u64>,
    runs: Option<u32>,
    #[serde(default)]
    metrics: Vec<String>,
}

fn one() -> u64 {
    1
}

/// A number of givens may be written as one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Givens {
    Exactly(u64),
    Range(String),
}

/// What was asked for, found to make sense.
struct Order {
    maker: Maker,
    selection: Selection,
    beside: Beside,
    count: u64,
}

/// A puzzle, with what is told about it.
#[derive(Serialize)]
struct Product {
    puzzle: String,
    solution: String,
    ratings: Map<String, Json>,
    attempt: u64,
    #[serde(skip)]
    key: Key,
}

#[derive(Serialize)]
struct Progress {
    made: u64,
    wanted: u64,
    tried: u64,
    seconds: f64,
}

#[derive(Clone, Serialize)]
struct Account {
    made: u64,
    wanted: u64,
    tried: u64,
    method: &'static str,
    seed: u64,
}

/// What is told on the way.
enum Told {
    Progress(Progress),
    Puzzle(Box<Product>),
    /// The end, and what was in the way if not all were made.
    End(Account, Option<Problem>),
}

/// Answers a request, at once with events or at the end with everything.
pub(in crate::web) async fn answer(
    desk: &Arc<Desk>,
    bytes: Bytes,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let (patience, leave) = desk.lanes.patience(Pace::Long);
    let (theirs, stop) = (Arc::clone(desk), patience.clone());
    let short = desk.lanes.enter(Pace::Short)?;
    let order = short.run(&patience, move |_| read(&theirs, &bytes, stop)).await??;
    drop(short);
    let place = desk.lanes.enter(Pace::Long)?;
    let (tell, mut heard) = mpsc::channel(WAITING);
    tokio::spawn(drive(order, place, patience.clone(), tell));
    if wants_events(headers) {
        let kind = HeaderValue::from_static("text/event-stream");
        let stream = Stream { heard, _leave: leave };
        return Ok(([(header::CONTENT_TYPE, kind)], Body::new(stream)).into_response());
    }
    let mut puzzles = Vec::new();
    while let Some(news) = heard.recv().await {
        match news {
            Told::Progress(_) => {}
            Told::Puzzle(product) => puzzles.push(*product),
            Told::End(_, Some(problem)) if puzzles.is_empty() => return Err(problem),
            Told::End(account, problem) => {
                let problem = problem.map(|problem| problem.message);
                return Ok(json(told(&Gives { puzzles, account, problem })?));
            }
        }
    }
    Err(patience.too_slow())
}

#[derive(Serialize)]
struct Gives {
    puzzles: Vec<Product>,
    #[serde(flatten)]
    account: Account,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|accepts| accepts.contains("text/event-stream"))
}

/// Reads an order. The attempts give up when `patience` does.
fn read(desk: &Arc<Desk>, bytes: &[u8], patience: Patience) -> Result<Order, Problem> {
    let takes: Takes = body(bytes)?;
    let most = desk.limits.count;
    if takes.count == 0 {
        return Err(Problem::bad_request("count: expected a whole number, 1 or more"));
    }
    if takes.count > most {
        return Err(Problem::new(Code::TooMany, format!("count: at most {most} at once")));
    }
    if takes.seed.is_some_and(|seed| seed >= SEEDS) {
        return Err(Problem::bad_request("seed: expected a whole number below 2^53"));
    }
    let mut brief = takes.brief(patience)?;
    let method = match &takes.method {
        None => generate::choose(&brief),
        Some(slug) => generators::by_slug(slug)
            .ok_or_else(|| Problem::bad_request(format!("method: there is no method {slug}")))?,
    };
    let seed = Seed::new(takes.seed).get(true);
    if database::is_needed(method, &brief) {
        let found = database::starts(&library::open(desk)?, brief.target.as_ref(), seed);
        brief.starts = found.map_err(|why| Problem::new(Code::NotFound, why.to_string()))?;
    }
    generate::suits(method, &brief).map_err(|why| Problem::bad_request(why.to_string()))?;
    let selection = if takes.metrics.is_empty() {
        let of_target = brief.target.as_ref().map(Condition::metrics).unwrap_or_default();
        let slugs = of_target.iter().map(|metric| metric.info().slug).chain(["givens"]);
        Selection::new(&slugs.collect::<Vec<_>>())
    } else {
        words::selection(&takes.metrics)?
    };
    let beside = Beside::new(&selection, None, &Yardstick::default(), brief.runs)
        .expect("runs need no yardstick");
    let maker = Maker::new(brief, method, seed).paced(SLICE);
    Ok(Order { maker, selection, beside, count: takes.count })
}

impl Takes {
    fn brief(&self, patience: Patience) -> Result<Brief, Problem> {
        let strategies = |name: &str, slugs: &[String]| {
            slugs.iter().map(|slug| strategy(name, slug)).collect::<Result<Vec<_>, _>>()
        };
        let pattern = |text: &String| {
            pattern::parse(text).map_err(|why| Problem::bad_request(format!("pattern: {why}")))
        };
        let hardest_is = self.hardest_is.as_deref();
        Ok(Brief {
            target: self.target()?,
            symmetry: self.symmetry.as_deref().map_or(Ok(Wanted::Whatever), symmetry)?,
            givens: self.givens()?,
            minimal: self.minimal,
            pattern: self.pattern.as_ref().map(pattern).transpose()?,
            solution: self.solution.as_deref().map(solution).transpose()?,
            start: self.start.as_deref().map(puzzle).transpose()?,
            must_use: strategies("must_use", &self.must_use)?,
            hardest_is: hardest_is.map(|slug| strategy("hardest_is", slug)).transpose()?,
            avoid: strategies("avoid", &self.avoid)?,
            runs: words::runs(self.runs)?,
            stop: Stop::when(move || patience.is_over()),
            ..Brief::default()
        })
    }

    fn target(&self) -> Result<Option<Condition>, Problem> {
        let level = match self.level.as_deref() {
            None => None,
            Some(slug) => Some(Level::named(slug).ok_or_else(|| {
                let known = levels::ALL.map(|level| level.slug).join(", ");
                Problem::bad_request(format!("level: there is no level {slug}, only {known}"))
            })?),
        };
        let target = match &self.target {
            None => None,
            Some(text) => {
                let stick = Yardstick::default();
                let read = Condition::read(text, &|column| stick.ranks(column));
                Some(read.map_err(|wrong| bad_condition("target", text, &wrong))?)
            }
        };
        Ok(order::both(level.map(|level| level.condition()), target))
    }

    fn givens(&self) -> Result<RangeInclusive<usize>, Problem> {
        let text = match &self.givens {
            None => return Ok(Brief::ANY_GIVENS),
            Some(Givens::Exactly(number)) => number.to_string(),
            Some(Givens::Range(text)) => text.clone(),
        };
        order::givens(&text).map_err(|why| Problem::bad_request(format!("givens: {why}")))
    }
}

fn symmetry(name: &str) -> Result<Wanted, Problem> {
    Wanted::named(name)
        .ok_or_else(|| Problem::bad_request(format!("symmetry: there is no symmetry {name}")))
}

fn strategy(name: &str, slug: &str) -> Result<&'static str, Problem> {
    let known = order::strategy(slug);
    known.ok_or_else(|| Problem::bad_request(format!("{name}: there is no strategy {slug}")))
}

fn solution(text: &str) -> Result<Solution, Problem> {
    let grid = givens("solution", text)?;
    Solution::new(&grid)
        .ok_or_else(|| Problem::new(Code::BadPuzzle, "solution: this is no full and correct grid"))
}

impl Order {
    /// What is told of a puzzle.
    fn product(&self, puzzle: &Puzzle, attempt: u64) -> Product {
        let brief = &self.maker.brief;
        let enough = || brief.is_stopped();
        let workup = brief.workup(puzzle).with_limit(&enough);
        let ratings = self.selection.rate(&workup);
        Product {
            puzzle: puzzle.grid().to_string(),
            solution: puzzle.solution().to_string(),
            ratings: words::ratings(&self.selection, &self.beside, &ratings),
            attempt,
            key: seen::key(&canonical(puzzle.grid()).grid),
        }
    }

    fn slice(&self, attempts: std::ops::Range<u64>) -> Vec<Event<Box<Product>>> {
        let mut events = Vec::new();
        let product = |puzzle: &Puzzle, number| Box::new(self.product(puzzle, number));
        self.maker.work(attempts, product, |event| events.push(event));
        events
    }
}

type Slice = JoinHandle<Result<Vec<Event<Box<Product>>>, Problem>>;

/// Makes what was ordered, and tells how it goes until nobody listens.
async fn drive(order: Order, place: Place, patience: Patience, tell: mpsc::Sender<Told>) {
    let (order, place) = (Arc::new(order), Arc::new(place));
    let mut ledger = Ledger::new(&order);
    let mut slices: VecDeque<Slice> = VecDeque::new();
    let mut next = 0;
    let end = loop {
        while slices.len() < place.workers() && !patience.is_over() {
            let attempts = order.maker.chunk(next);
            next = attempts.end;
            let (theirs, place, patience) =
                (Arc::clone(&order), Arc::clone(&place), patience.clone());
            slices.push_back(tokio::spawn(async move {
                place.run(&patience, move |_| theirs.slice(attempts)).await
            }));
        }
        let Some(mut slice) = slices.pop_front() else { break Some(ledger.missed(&patience)) };
        let made = loop {
            match tokio::time::timeout(BEAT, &mut slice).await {
                Ok(made) => break made,
                Err(_) => drop(tell.try_send(Told::Progress(ledger.progress()))),
            }
        };
        match made {
            Ok(Ok(events)) => {
                if ledger.take(events, &tell).await.is_err() {
                    return;
                }
            }
            Ok(Err(problem)) => break Some(problem),
            Err(_) => break Some(Problem::new(Code::Internal, "an attempt was lost")),
        }
        if ledger.account.made == order.count {
            break None;
        }
        if ledger.told.elapsed() >= BEAT {
            drop(tell.try_send(Told::Progress(ledger.progress())));
        }
    };
    // Slices that are under way are not waited for, and those that wait need not begin.
    slices.iter().for_each(JoinHandle::abort);
    drop(tell.send(Told::End(ledger.account, end)).await);
}

/// Takes attempts in their order.
struct Ledger<'a> {
    order: &'a Order,
    account: Account,
    misses: Misses,
    seen: HashSet<Key>,
    began: Instant,
    /// When progress was last told.
    told: Instant,
}

/// Nobody listens any more.
struct Gone;

impl<'a> Ledger<'a> {
    fn new(order: &'a Order) -> Ledger<'a> {
        let account = Account {
            made: 0,
            wanted: order.count,
            tried: 0,
            method: order.maker.method.info().slug,
            seed: order.maker.seed,
        };
        let now = Instant::now();
        let (misses, seen) = (Misses::default(), HashSet::new());
        Ledger { order, account, misses, seen, began: now, told: now }
    }

    async fn take(
        &mut self,
        events: Vec<Event<Box<Product>>>,
        tell: &mpsc::Sender<Told>,
    ) -> Result<(), Gone> {
        for event in events {
            match event {
                Event::Missed(misses) => {
                    self.account.tried += misses.tries();
                    self.misses.merge(misses);
                }
                Event::Made(product) => {
                    self.account.tried += 1;
                    if !self.seen.insert(product.key) {
                        self.misses.merge(Misses::repeated());
                        continue;
                    }
                    self.account.made += 1;
                    tell.send(Told::Puzzle(product)).await.map_err(|_| Gone)?;
                    if self.account.made == self.order.count {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn progress(&mut self) -> Progress {
        self.told = Instant::now();
        let Account { made, wanted, tried, .. } = self.account;
        let seconds = (self.began.elapsed().as_secs_f64() * 1e3).round() / 1e3;
        Progress { made, wanted, tried, seconds }
    }

    /// Why there are fewer than asked for.
    fn missed(&self, patience: &Patience) -> Problem {
        let Account { made, wanted, tried, .. } = self.account;
        let slow = patience.too_slow();
        let mut words = format!("made {made} of {wanted}: {} ({tried} tried)", slow.message);
        for sentence in self.misses.sentences(&self.order.maker.brief) {
            words.push_str(&format!("; {sentence}"));
        }
        Problem { message: words, ..slow }
    }
}

/// The events of one order, as a body. With it goes whoever works for it.
struct Stream {
    heard: mpsc::Receiver<Told>,
    _leave: Leave,
}

impl HttpBody for Stream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.heard.poll_recv(cx).map(|told| Some(Ok(Frame::data(event(&told?).into()))))
    }
}

/// An event as it is sent.
fn event(told: &Told) -> String {
    #[derive(Serialize)]
    struct Failed<'a> {
        error: Json,
        #[serde(flatten)]
        account: &'a Account,
    }
    let (name, data) = match told {
        Told::Progress(progress) => ("progress", serde_json::to_string(progress)),
        Told::Puzzle(product) => ("puzzle", serde_json::to_string(product)),
        Told::End(account, None) => ("done", serde_json::to_string(account)),
        Told::End(account, Some(problem)) => {
            let error = problem.value();
            ("failed", serde_json::to_string(&Failed { error, account }))
        }
    };
    let data = data.expect("our own answers can be written as JSON");
    format!("event: {name}\ndata: {data}\n\n")
}
