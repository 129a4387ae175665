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

use super::me::PLAYER;
use super::words::{OPTIONS, PROBLEM, PUZZLE_LINE, RATED, SHAPE, SOLUTION, VERDICT};
use super::{Desk, Does, Endpoint, Field, Kind, Pace, Verb, WORK, library};
use crate::maker::{CameTo, Event, Maker, database};
use crate::seed::Seed;
use crate::web::house::AtWork;
use crate::web::json;
use crate::web::lanes::{Leave, Patience, Ticket};
use crate::web::problem::{Code, Problem};
use crate::yardstick::Known;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use piste::generate::{Brief, Made, Stop};
use piste_api::ask::{read_make, read_make_shaped};
use piste_api::canon::{Key, key_of};
use piste_api::json as told;
use piste_api::make::{self, Account, Answer, Misses, Order, Product, shaped};
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::{HashSet, VecDeque};
use std::convert::Infallible;
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
              wanted, tried, seconds} several times a second, `puzzle` as \
              below, for each, and at the end `done` {made, wanted, tried, method, seed, problem} or `failed` \
              {error, made, wanted, tried, method, seed}. Without it one answer comes when all is made or \
              a limit is reached, which `problem` says then. When the client \
              hangs up, the work ends. The same seed makes the same puzzles, here and by `piste \
              make`; no two of one answer are the same up to symmetry. With a `shape` that is not the classic one \
              the members `level`, `minutes`, `player`, `solution`, `start`, `method` and `metrics` are refused, a `target` may be about \
              the metrics that rate the shape, and `ratings` are those of the target, `hardest` and `givens`; \
              events are told when all is made.",
    takes: &[
        Field::maybe("count", Kind::Whole, "how many; 1 if it is not said"),
        Field::maybe(
            "shape",
            Kind::Text,
            "the shape, `6x6` or `9x9+x`; the classic one if it is not said",
        ),
        Field::maybe("level", Kind::Text, "a named level, by slug"),
        Field::maybe(
            "target",
            Kind::Text,
            "a condition on ratings: `hsolve 900..1200 and colour=green`, or `hsolve in 3/5` for the third of five \
             bands of equal count",
        ),
        Field::maybe(
            "minutes",
            Kind::Text,
            "how long it should take, as `minutes` predicts it: `10..14`, `..12` or `20..`",
        ),
        Field::maybe("player", PLAYER, "somebody whose own minutes are meant, by factor"),
        Field::maybe(
            "runs",
            Kind::Whole,
            "how many random runs `hsolve` takes the mean of, up to 1000; 20 if it is not said, and said again \
             beside the value if it is",
        ),
        OPTIONS,
        Field::maybe("symmetry", Kind::Text, "the symmetry of the pattern of givens, by slug"),
        Field::maybe(
            "pattern",
            Kind::Text,
            "where the givens stand: a sign for each cell, `.` or `0` for none",
        ),
        Field::maybe("givens", Kind::Text, "how many: `24`, `24..28`, `..28` or `30..`"),
        Field::maybe("minimal", Kind::Flag, "no given that could be left out"),
        Field::maybe(
            "must_use",
            Kind::List(&Kind::Text),
            "strategies that the solve cannot do without",
        ),
        Field::maybe(
            "hardest_is",
            Kind::Text,
            "the strategy that is the hardest of the solve, or a range: `pointing..hidden-pair`, `..naked-single`",
        ),
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
        Field::maybe(
            "tries",
            Kind::Whole,
            "give up after so many attempts in a row that came to nothing",
        ),
        WORK,
    ],
    gives: &[
        Field::always(
            "puzzles",
            Kind::List(&Kind::Object(&[
                PUZZLE_LINE,
                SHAPE,
                VERDICT,
                PROBLEM,
                SOLUTION,
                RATED[0],
                RATED[1],
                Field::maybe("summary", Kind::Object(&[]), "always null here"),
                Field::maybe("profile", Kind::Object(&[]), "always null here"),
                Field::maybe("explain", Kind::Object(&[]), "always null here"),
                Field::always("method", Kind::Text, "how it was made"),
                Field::always("seed", Kind::Whole, "the seed"),
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

/// A puzzle and what it is up to symmetry.
struct Found {
    product: Product,
    key: Key,
}

#[derive(Serialize)]
struct Progress {
    made: u64,
    wanted: u64,
    tried: u64,
    seconds: f64,
}

/// What is told on the way.
enum Told {
    Progress(Progress),
    Puzzle(Box<Product>),
    /// The end, and which limit was reached if not all were made.
    Done(Done),
    /// There is no answer, and this is how far it had come.
    Refused(Account, Problem),
}

/// An answer without its puzzles.
#[derive(Serialize)]
struct Done {
    #[serde(flatten)]
    account: Account,
    problem: Option<String>,
}

/// Answers a request, at once with events or at the end with everything. The events go on after
/// that, and so does the `work`.
pub(in crate::web) async fn answer(
    desk: &Arc<Desk>,
    bytes: Bytes,
    headers: &HeaderMap,
    work: AtWork,
) -> Result<Response, Problem> {
    if let Some(request) = read_make_shaped(&bytes, &desk.limits.asked())? {
        return of_shape(desk, request, headers, work).await;
    }
    let (patience, leave) = desk.lanes.patience(Pace::Long);
    let (theirs, stop) = (Arc::clone(desk), patience.clone());
    let short = desk.lanes.enter(Pace::Short)?;
    let order = short.run(&patience, move |_| read(&theirs, &bytes, stop)).await??;
    drop(short);
    let ticket = desk.lanes.enter(Pace::Long)?;
    let (tell, mut heard) = mpsc::channel(WAITING);
    tokio::spawn(drive(order, ticket, patience.clone(), tell));
    if wants_events(headers) {
        let kind = HeaderValue::from_static("text/event-stream");
        let stream = Stream { heard, _leave: leave, _work: work };
        return Ok(([(header::CONTENT_TYPE, kind)], Body::new(stream)).into_response());
    }
    let mut puzzles = Vec::new();
    while let Some(news) = heard.recv().await {
        match news {
            Told::Progress(_) => {}
            Told::Puzzle(product) => puzzles.push(*product),
            Told::Done(Done { account, problem }) => {
                return Ok(json(told::write(&Answer { puzzles, account, problem })));
            }
            Told::Refused(_, problem) => return Err(problem),
        }
    }
    Err(patience.was_over())
}

/// Answers a request for puzzles of another shape.
async fn of_shape(
    desk: &Arc<Desk>,
    request: shaped::Request,
    headers: &HeaderMap,
    _work: AtWork,
) -> Result<Response, Problem> {
    let (patience, leave) = desk.lanes.patience(Pace::Long);
    let order = shaped::Order::read(&request, Seed::new(None).get(true))?;
    let stop = patience.clone();
    let order = order.stopping(Stop::when(move || stop.is_over()));
    let ticket = desk.lanes.enter(Pace::Long)?;
    let made = ticket.run(&patience, move |patience| order.answer(patience)).await?;
    drop(leave);
    let answer = made.map_err(|wrong| match patience.is_over() {
        true => patience.was_over(),
        false => Problem::from(wrong),
    })?;
    if !wants_events(headers) {
        return Ok(json(told::write(&answer)));
    }
    let mut events: String = answer
        .puzzles
        .iter()
        .map(|product| format!("event: puzzle\ndata: {}\n\n", told::write(product)))
        .collect();
    let done = Done { account: answer.account, problem: answer.problem };
    events.push_str(&format!("event: done\ndata: {}\n\n", told::write(&done)));
    let kind = HeaderValue::from_static("text/event-stream");
    Ok(([(header::CONTENT_TYPE, kind)], events).into_response())
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|accepts| accepts.contains("text/event-stream"))
}

/// Reads an order. The attempts give up when `patience` does.
pub(super) fn read(desk: &Arc<Desk>, bytes: &[u8], patience: Patience) -> Result<Maker, Problem> {
    let request = read_make(bytes, &desk.limits.asked())?;
    let seed = Seed::new(None).get(true);
    let order = Order::read(&request, seed, &Known::default(), |brief: &Brief, seed| {
        let found = database::starts(&library::open(desk)?, brief.target.as_ref(), seed);
        found.map_err(|why| Problem::new(Code::NotFound, why.to_string()))
    })?;
    let order = order.stopping(Stop::when(move || patience.is_over()));
    Ok(Maker::new(order).paced(SLICE))
}

fn slice(maker: &Maker, attempts: std::ops::Range<u64>) -> Vec<Event<Box<Found>>> {
    let mut events = Vec::new();
    let found = |made: &Made, number| {
        let product = maker.order.product(made, number, &Known::default());
        Box::new(Found { product, key: key_of(made.puzzle.grid()) })
    };
    maker.work(attempts, found, |event| events.push(event));
    events
}

type Slice = JoinHandle<Result<Vec<Event<Box<Found>>>, Problem>>;

/// Makes what was ordered, and tells how it goes until nobody listens.
async fn drive(maker: Maker, ticket: Ticket, patience: Patience, tell: mpsc::Sender<Told>) {
    let (maker, ticket) = (Arc::new(maker), Arc::new(ticket));
    let mut tally = Tally::new(&maker.order);
    let mut slices: VecDeque<Slice> = VecDeque::new();
    let mut next = 0;
    let end = loop {
        while slices.len() < ticket.workers() && !patience.is_over() {
            let attempts = maker.chunk(next);
            next = attempts.end;
            let (theirs, ticket, patience) =
                (Arc::clone(&maker), Arc::clone(&ticket), patience.clone());
            slices.push_back(tokio::spawn(async move {
                ticket.run(&patience, move |_| slice(&theirs, attempts)).await
            }));
        }
        let Some(mut slice) = slices.pop_front() else {
            break Some(tally.cut_off(&maker.order, &patience));
        };
        let made = loop {
            match tokio::time::timeout(BEAT, &mut slice).await {
                Ok(made) => break made,
                Err(_) => drop(tell.try_send(Told::Progress(tally.progress()))),
            }
        };
        match made {
            Ok(Ok(events)) => {
                if tally.take(events, &tell).await.is_err() {
                    return;
                }
            }
            Ok(Err(problem)) => break Some(problem),
            Err(_) => break Some(Problem::new(Code::Internal, "an attempt was lost")),
        }
        if tally.attempts.end().is_some() {
            break None;
        }
        if tally.told.elapsed() >= BEAT {
            drop(tell.try_send(Told::Progress(tally.progress())));
        }
    };
    // Slices that are under way are not waited for, and those that wait need not begin.
    slices.iter().for_each(JoinHandle::abort);
    let problem = tally.attempts.problem(&maker.order);
    let account = tally.attempts.account;
    let news = match end {
        None => Told::Done(Done { account, problem }),
        Some(refusal) => Told::Refused(account, refusal),
    };
    drop(tell.send(news).await);
}

/// What the attempts of an order have come to, and what was told of it. When it is enough is
/// [`make::Ledger`]'s to say.
struct Tally {
    attempts: make::Ledger,
    seen: HashSet<Key>,
    began: Instant,
    /// When progress was last told.
    told: Instant,
}

/// Nobody listens any more.
struct Gone;

impl Tally {
    fn new(order: &Order) -> Tally {
        let now = Instant::now();
        Tally { attempts: make::Ledger::of(order), seen: HashSet::new(), began: now, told: now }
    }

    async fn take(
        &mut self,
        events: Vec<Event<Box<Found>>>,
        tell: &mpsc::Sender<Told>,
    ) -> Result<(), Gone> {
        for Event { work, came_to } in events {
            if !self.attempts.admits(work) {
                break;
            }
            match came_to {
                CameTo::Missed(misses) => self.attempts.missed(misses),
                CameTo::Made(found) if self.seen.insert(found.key) => {
                    self.attempts.made();
                    tell.send(Told::Puzzle(Box::new(found.product))).await.map_err(|_| Gone)?;
                }
                CameTo::Made(_) => self.attempts.missed(Misses::repeated()),
            }
        }
        Ok(())
    }

    fn progress(&mut self) -> Progress {
        self.told = Instant::now();
        let Account { made, wanted, tried, .. } = self.attempts.account;
        let seconds = (self.began.elapsed().as_secs_f64() * 1e3).round() / 1e3;
        Progress { made, wanted, tried, seconds }
    }

    /// There is no answer: the time is over, and with more of it there would have been another.
    fn cut_off(&self, order: &Order, patience: &Patience) -> Problem {
        let slow = patience.was_over();
        let make::Ledger { account, misses, .. } = &self.attempts;
        Problem { message: order.shortfall(account, &slow.message, misses), ..slow }
    }
}

/// The events of one order, as a body. With it goes whoever works for it.
struct Stream {
    heard: mpsc::Receiver<Told>,
    _leave: Leave,
    _work: AtWork,
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
fn event(news: &Told) -> String {
    #[derive(Serialize)]
    struct Failed<'a> {
        error: Json,
        #[serde(flatten)]
        account: &'a Account,
    }
    let (name, data) = match news {
        Told::Progress(progress) => ("progress", told::bare(progress)),
        Told::Puzzle(product) => ("puzzle", told::write(product)),
        Told::Done(done) => ("done", told::write(done)),
        Told::Refused(account, problem) => {
            let error = problem.value();
            ("failed", told::write(&Failed { error, account }))
        }
    };
    format!("event: {name}\ndata: {data}\n\n")
}
