//! piste in the browser: a page, and an API for programs, from this one binary.
//!
//! ```text
//!   listen ──► guard ──► router ──┬─► assets   the page and the manual, ready to be sent
//!   (connections)  (who may)      └─► api/     the endpoints, one file each
//!     │                                 │
//!   house      who has a place        lanes    workers, queues, patience
//!   wire       who reads it           flights  what is asked twice at once
//! ```
//!
//! Everything that takes longer than a moment is done by the workers of `lanes`, never by the
//! threads that serve connections. An endpoint is a row of [`api::ENDPOINTS`]: what it is
//! called, what it takes and gives in words, and two functions that know nothing of HTTP. The
//! first reads the body and says what is wrong with it, the second does the work. The manual
//! and the OpenAPI description are made from the same rows.
//!
//! What the verbs of the command line do is not done again here: both use `position`,
//! `story`, `maker` and the registers of the libraries.

mod api;
mod assets;
mod flights;
mod guard;
mod house;
mod lanes;
mod limits;
mod listen;
mod manual;
mod problem;
mod wire;

pub(crate) use limits::{Limits, handles};

use anyhow::Context;
use api::{Endpoint, Verb};
use assets::Assets;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, get, on};
use axum::{Router, middleware};
use flights::Flights;
use guard::Guard;
use house::{House, Stay};
use lanes::{Lanes, Pace};
use problem::{Code, Problem};
use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where the API begins.
const ROOT: &str = "/api/v1";

/// A body that is too long is read on for so long, and up to so many times the limit, so
/// that the client gets to read the answer.
const DRAIN: (Duration, usize) = (Duration::from_secs(2), 16);

/// What a server is told when it starts.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) address: IpAddr,
    /// 0 for whichever is free.
    pub(crate) port: u16,
    pub(crate) token: Option<String>,
    pub(crate) origins: Vec<String>,
    pub(crate) limits: Limits,
    pub(crate) library: Option<LibraryFile>,
    pub(crate) is_logging: bool,
}

/// Where the library is.
#[derive(Clone, Debug)]
pub(crate) struct LibraryFile {
    pub(crate) path: PathBuf,
    /// It is the user's own, and made of what comes with piste if it is not there.
    pub(crate) is_own: bool,
}

/// Whether a text will do as a token.
pub(crate) fn is_token(text: &str) -> bool {
    guard::is_token(text)
}

/// The manual of the API as a document in Markdown.
pub(crate) fn manual(limits: &Limits) -> String {
    manual::markdown(limits)
}

/// What everybody who answers needs.
#[derive(Debug)]
struct Desk {
    limits: Limits,
    lanes: Lanes,
    flights: Flights,
    house: Arc<House>,
    guard: Guard,
    assets: Assets,
    library: Option<LibraryFile>,
    counts: api::library::Counts,
    is_logging: bool,
}

impl Desk {
    fn new(options: Options) -> Desk {
        let Options { address, token, origins, limits, library, is_logging, .. } = options;
        Desk {
            lanes: Lanes::new(&limits),
            flights: Flights::default(),
            house: House::new(&limits),
            guard: Guard { address, token, origins },
            assets: Assets::new(manual::files(&limits)),
            library,
            counts: api::library::Counts::default(),
            is_logging,
            limits,
        }
    }
}

/// Serves until a signal comes. `started` is told the address as soon as it is open.
pub(crate) fn serve(
    options: Options,
    started: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Limits { short_workers, long_workers, .. } = options.limits;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(short_workers)
        // A worker that is given up goes on until it notices: there must be threads to spare.
        .max_blocking_threads(2 * (short_workers + 2 * long_workers) + 2)
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    let place = SocketAddr::new(options.address, options.port);
    let desk = Arc::new(Desk::new(options));
    runtime.block_on(async {
        let listener = listen::open(place);
        let listener = listener.with_context(|| format!("cannot listen at {place}"))?;
        started(listener.local_addr()?)?;
        listen::serve(listener, router(&desk), &desk).await;
        anyhow::Ok(())
    })?;
    // Work that was called off notices soon; nobody waits for the answer.
    runtime.shutdown_timeout(Duration::from_millis(500));
    Ok(())
}

fn router(desk: &Arc<Desk>) -> Router {
    let mut router = Router::new();
    for endpoint in api::ENDPOINTS {
        let handler = move |State(desk): State<Arc<Desk>>,
                            Extension(stay): Extension<Stay>,
                            request: Request| async move {
            let answer = answer(&desk, endpoint, &stay, request).await;
            answer.unwrap_or_else(IntoResponse::into_response)
        };
        let filter = match endpoint.verb {
            Verb::Get => MethodFilter::GET,
            Verb::Post => MethodFilter::POST,
        };
        router = router.route(&format!("{ROOT}{}", endpoint.path), on(filter, handler));
    }
    let page = |State(desk): State<Arc<Desk>>, headers: HeaderMap| async move {
        desk.assets.answer(manual::PAGE, &headers)
    };
    for path in ["/api", "/api/", ROOT, &format!("{ROOT}/")] {
        router = router.route(path, get(page));
    }
    router
        .fallback(file)
        .method_not_allowed_fallback(|| async { unsuited() })
        .layer(middleware::from_fn_with_state(Arc::clone(desk), guard::stand))
        .with_state(Arc::clone(desk))
}

/// A file of the page.
async fn file(
    State(desk): State<Arc<Desk>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let found = desk.assets.answer(uri.path(), &headers);
    if found.status().is_client_error() || method == Method::GET || method == Method::HEAD {
        return found;
    }
    unsuited().into_response()
}

fn unsuited() -> Problem {
    Problem::new(Code::MethodNotAllowed, "the method does not suit this address")
}

/// Reads a request, has the work done, and writes the answer.
async fn answer(
    desk: &Arc<Desk>,
    endpoint: &'static Endpoint,
    stay: &Stay,
    request: Request,
) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let body = match endpoint.verb {
        Verb::Get => Bytes::new(),
        Verb::Post => {
            must_be_json(&parts.headers)?;
            receive(&desk.limits, &parts.headers, body).await?
        }
    };
    // All has arrived: from now on it is the client who waits.
    let work = stay.at_work();
    match endpoint.does {
        api::Does::Streams => api::make::answer(desk, body, &parts.headers, work).await,
        api::Does::Asks | api::Does::Answers(_) => {
            let began = Instant::now();
            // Dropped with this future when the client goes away.
            let (patience, _leave) = desk.lanes.patience(endpoint.pace);
            let theirs = Arc::clone(desk);
            let place = desk.lanes.enter(Pace::Short)?;
            let text = if endpoint.pace == Pace::Short {
                place
                    .run(&patience, move |patience| endpoint.read(&theirs, &body)?(patience))
                    .await??
            } else {
                let work = place.run(&patience, move |_| endpoint.read(&theirs, &body)).await??;
                drop(place);
                desk.lanes.enter(endpoint.pace)?.run(&patience, work).await??
            };
            Ok(timed(json(text), began.elapsed()))
        }
        api::Does::Tries(read) => {
            let began = Instant::now();
            let question = (endpoint.path, body.clone());
            let start = || {
                let (patience, leave) = desk.lanes.patience(endpoint.pace);
                (tried(Arc::clone(desk), read, body, patience), leave)
            };
            let text = desk.flights.board(question, start).await?;
            Ok(timed(json(text), began.elapsed()))
        }
    }
}

/// Reads a question, tries it in the lane where it waits for nobody, and has it done in the long one if that
/// was not enough.
async fn tried(
    desk: Arc<Desk>,
    read: fn(&Arc<Desk>, &[u8]) -> Result<api::Tries, Problem>,
    body: Bytes,
    patience: lanes::Patience,
) -> Result<String, Problem> {
    let theirs = Arc::clone(&desk);
    let place = desk.lanes.enter(Pace::Short)?;
    let tries = place.run(&patience, move |_| read(&theirs, &body)).await??;
    drop(place);
    let first = desk.lanes.enter(tries.pace)?.run(&patience, tries.first).await??;
    match first {
        Some(text) => Ok(text),
        None => desk.lanes.enter(Pace::Long)?.run(&patience, tries.then).await?,
    }
}

/// The answer with how long it took, which is nothing that the answer itself should say.
fn timed(mut answer: Response, took: Duration) -> Response {
    let words = format!("work;dur={:.3}", took.as_secs_f64() * 1e3);
    if let Ok(words) = HeaderValue::from_str(&words) {
        answer.headers_mut().insert(HeaderName::from_static("server-timing"), words);
    }
    answer
}

fn json(text: String) -> Response {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// A form of another site's page cannot be sent as JSON: whoever says so means us.
fn must_be_json(headers: &HeaderMap) -> Result<(), Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(Problem::bad_request("the header must say `Content-Type: application/json`"))
}

/// The whole body, if it is not too long and does not take too long.
async fn receive(limits: &Limits, headers: &HeaderMap, body: Body) -> Result<Bytes, Problem> {
    let told = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let told = told.and_then(|length| length.parse::<usize>().ok()).unwrap_or(0);
    let too_big = || {
        let words = format!("the body is longer than {} bytes", limits.body);
        Problem::new(Code::TooBig, words)
    };
    let mut body = pin!(body);
    let mut bytes = Vec::with_capacity(told.min(limits.body));
    let reading = async {
        while let Some(frame) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
            let frame = frame.map_err(|_| Problem::bad_request("the body broke off"))?;
            let Ok(data) = frame.into_data() else { continue };
            if bytes.len() + data.len() > limits.body {
                return Err(too_big());
            }
            bytes.extend_from_slice(&data);
        }
        Ok(())
    };
    let read = tokio::time::timeout(limits.arrival(), reading).await.unwrap_or_else(|_| {
        let words = format!("the body did not arrive within {} s", limits.arrival_seconds);
        Err(Problem::new(Code::TooSlow, words))
    });
    let Err(problem) = read else { return Ok(bytes.into()) };
    if problem.code == Code::TooBig {
        let (time, times) = DRAIN;
        let mut left = limits.body.saturating_mul(times);
        let draining = async {
            while let Some(Ok(frame)) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
                left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
                if left == 0 {
                    break;
                }
            }
        };
        // Whether it was all read or not, the answer is the same.
        let _ = tokio::time::timeout(time, draining).await;
    }
    Err(problem)
}
