//! Many records through many threads, and out again in the order they came in.
//!
//! [`run`] is the engine room of every door that takes files. A door gives it three
//! things: where records come from, what to make of one, and where the results go. It
//! gets back a [`Tally`]. In between:
//!
//! ```text
//!              queue                    slots, in order of taking
//!   reader ──▶ ▯▯▯▯▯▯ ──▶ worker 1 ──▶ ┌──────────────┐
//!   (thread)          ──▶ worker 2 ──▶ │ ▮▮▮ │ ▮ │ ▮▮ │ ──▶ writer (this thread)
//!                     ──▶ …            └──────────────┘
//! ```
//!
//! - A worker takes a few records at once, as many as keep everyone busy: hundreds from a
//!   full queue, one when they trickle in. So a file flies and a slow pipe (a person
//!   typing, another program asking one question at a time) gets each answer within a
//!   millisecond: who finds little to do or to write lingers for a fraction of that, and
//!   then makes do with what there is. Where records take long, what is done is handed over ten times a second.
//! - What was taken together fills one *slot*; the writer empties slots in the order in
//!   which they were taken, which is the order of the input. The bytes that come out do
//!   not depend on the number of workers.
//! - Nothing grows with the input. The reader waits while too many records are under
//!   way, and a worker whose one record has a great many results can
//!   [`spill`](Answer::spill) them and is made to wait when the writer lags behind.
//! - Nothing here knows a terminal or a signal. Whoever waits hands in a [`Handle`]: it is
//!   told how far the work has come and what is wrong with a record, and it may call the
//!   work off, which is noticed within a blink, whatever the workers are doing. The
//!   writer then writes what is complete and in order, and returns. The threads are not
//!   joined; they end when their record is done. This is why `work` must own what it uses.
//!
//! ```
//! use piste_store::batch::{self, Answer, Plan, Sink, Trouble};
//!
//! struct Lines(Vec<String>);
//!
//! impl Sink<String> for Lines {
//!     fn take(&mut self, line: String) -> Result<(), Trouble> {
//!         self.0.push(line);
//!         Ok(())
//!     }
//!
//!     fn pause(&mut self) -> anyhow::Result<()> {
//!         Ok(())
//!     }
//! }
//!
//! let square = |n: u64, answer: &mut Answer<'_, String>| answer.put((n * n).to_string());
//! let mut lines = Lines(Vec::new());
//! let tally = batch::run(Plan::new(4), (1..=5).map(Ok), square, &mut lines)?;
//! assert_eq!(lines.0, ["1", "4", "9", "16", "25"]);
//! assert_eq!(tally.records, 5);
//! # Ok::<(), anyhow::Error>(())
//! ```

mod hall;
#[cfg(test)]
mod tests;

use hall::{Aside, End, Hall, HandOver, Kind, Part};
use piste_api::{Handle, Unhurried};
use std::fmt::{self, Display};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The most records under way for each worker, read and not yet written, unless a plan says
/// otherwise.
pub const UNDER_WAY: usize = 1024;

/// A worker hands over the results of an unfinished slot this many at a time.
const SPILL: usize = 512;

/// What a source says that cannot give the next record, or a sink that cannot take it.
#[derive(Debug)]
pub enum Trouble {
    /// It is this one that is bad; the next may be good. Without words it is only counted.
    BadRecord(String),
    /// Nothing more can be read or written.
    Broken(anyhow::Error),
    /// Nothing more is wanted: the run is at its end, and all is well.
    Enough,
}

impl From<anyhow::Error> for Trouble {
    fn from(error: anyhow::Error) -> Trouble {
        Trouble::Broken(error)
    }
}

/// How a batch is run.
pub struct Plan {
    /// How many workers.
    pub jobs: usize,
    /// The most records under way for each worker: few where each takes long.
    pub ahead: usize,
    /// Whether the first bad record ends the run.
    pub strict: bool,
    /// Whether to keep remarks to ourselves. Complaints are always passed on.
    pub quiet: bool,
    /// Whoever waits: they hear how far it is and what is wrong, and may call it off. They are
    /// let go when the work ends.
    pub handle: Box<dyn Handle>,
}

impl Plan {
    /// So many workers, each with many records before it, and nobody who watches.
    pub fn new(jobs: usize) -> Plan {
        let handle = Box::new(Unhurried);
        Plan { jobs, ahead: UNDER_WAY, strict: false, quiet: false, handle }
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { jobs, ahead, strict, quiet, handle: _ } = self;
        f.debug_struct("Plan")
            .field("jobs", jobs)
            .field("ahead", ahead)
            .field("strict", strict)
            .field("quiet", quiet)
            .finish_non_exhaustive()
    }
}

/// What came of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Records read and worked on.
    pub records: u64,
    /// Records that could not be read.
    pub bad: u64,
    /// Bad records that were only counted.
    pub untold: u64,
    /// Records that were read and then found wanting by the worker or the writer.
    pub failed: u64,
    /// Records about which a question was given up before it was decided.
    pub undecided: u64,
    /// Records about which there was something to note that is no failure.
    pub noted: u64,
    /// Remarks are not wanted.
    pub quiet: bool,
    /// There was nothing to read, and there should have been.
    pub is_empty: bool,
    /// Why the run ended before its end, if it did.
    pub cut_short: Option<CutShort>,
}

/// Why a run ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutShort {
    /// Whoever waits has called it off.
    Cancelled,
    /// Whoever read our output has stopped reading.
    ClosedPipe,
    /// The run was to be strict, and a record was bad.
    Strict,
}

/// Where a worker puts what it has to say about one record.
pub struct Answer<'a, R> {
    part: Part<R>,
    desk: &'a dyn HandOver<R>,
    ticket: u64,
}

impl<R> Answer<'_, R> {
    /// Adds a result.
    pub fn put(&mut self, result: R) {
        self.part.results.push(result);
    }

    /// Says on the side, in its turn, what is worth knowing about the record.
    pub fn remark(&mut self, text: impl Display) {
        self.part.asides.push(Aside { text: text.to_string(), kind: Kind::Remark });
    }

    /// Says on the side, in its turn, what is wrong with the record.
    pub fn complain(&mut self, text: impl Display) {
        self.part.asides.push(Aside { text: text.to_string(), kind: Kind::Complaint });
    }

    /// Counts the record as so many.
    pub fn counts_for(&mut self, records: u64) {
        self.part.records = (self.part.records + records).saturating_sub(1);
    }

    /// Counts the record as failed: the process will not end with success.
    pub fn fail(&mut self) {
        self.part.failed += 1;
    }

    /// Counts the record as one of which it is not known whether it fails: the search was given up.
    pub fn leave_open(&mut self) {
        self.part.undecided += 1;
    }

    /// Counts the record as one about which there is something to note that is no failure.
    pub fn note(&mut self) {
        self.part.noted += 1;
    }

    /// Hands over what has been put so far, if it is much, and waits for the writer if that
    /// lags behind. For a record with more results than memory should hold. Breaks when
    /// nobody listens any more.
    pub fn spill(&mut self) -> ControlFlow<()> {
        if self.part.results.len() < SPILL {
            return ControlFlow::Continue(());
        }
        self.hand_over()
    }

    /// Hands over what has been put so far.
    fn hand_over(&mut self) -> ControlFlow<()> {
        self.desk.hand_over(self.ticket, std::mem::take(&mut self.part))
    }
}

/// Works on all records, on several threads, and writes the results in the order of the
/// records.
///
/// `records` is read on a thread of its own; `work` runs on `plan.jobs` threads; `sink`
/// takes one result after the other, on this thread. A closed pipe
/// and work that is called off are no errors: see [`Tally::cut_short`].
pub fn run<T: Send + 'static, R: Send + 'static>(
    plan: Plan,
    records: impl Iterator<Item = Result<T, Trouble>> + Send + 'static,
    work: impl Fn(T, &mut Answer<'_, R>) + Send + Sync + 'static,
    sink: &mut impl Sink<R>,
) -> anyhow::Result<Tally> {
    let one_by_one = move |records: Vec<T>, answer: &mut Answer<'_, R>| {
        let mut pace = Pace::new();
        for record in records {
            work(record, answer);
            answer.part.records += 1;
            if pace.is_slow() && answer.hand_over().is_break() {
                return;
            }
        }
    };
    run_with(plan, records, one_by_one, sink)
}

/// How fast a worker gets on with the records that it took together. Where each takes long, what is done is handed
/// over before the rest: whoever watches, or reads a few lines of a long run, does not wait for hundreds.
struct Pace {
    since: Instant,
    /// So many records go by before the next look at the clock.
    unlooked: u32,
}

impl Pace {
    /// Nobody waits longer than this for what is done.
    const PATIENCE: Duration = Duration::from_millis(100);

    /// Records that are faster than this are not worth a look each.
    const QUICK: Duration = Duration::from_millis(1);

    fn new() -> Pace {
        Pace { since: Instant::now(), unlooked: 0 }
    }

    /// A record is done: is it time to hand over?
    fn is_slow(&mut self) -> bool {
        if self.unlooked > 0 {
            self.unlooked -= 1;
            return false;
        }
        let elapsed = self.since.elapsed();
        if elapsed < Pace::QUICK {
            self.unlooked = 16;
        }
        let is_slow = elapsed > Pace::PATIENCE;
        if is_slow {
            self.since = Instant::now();
        }
        is_slow
    }
}

/// As [`run`], for a worker that has something to gain from several records at once: it gets
/// as many as it would have taken one after the other, and answers them in their order.
pub fn run_together<T: Send + 'static, R: Send + 'static>(
    plan: Plan,
    records: impl Iterator<Item = Result<T, Trouble>> + Send + 'static,
    work: impl Fn(Vec<T>, &mut Answer<'_, R>) + Send + Sync + 'static,
    sink: &mut impl Sink<R>,
) -> anyhow::Result<Tally> {
    let together = move |records: Vec<T>, answer: &mut Answer<'_, R>| {
        let count = records.len() as u64;
        work(records, answer);
        answer.part.records += count;
    };
    run_with(plan, records, together, sink)
}

/// Works on all records; `work` gets those that stand together and counts them.
fn run_with<T: Send + 'static, R: Send + 'static>(
    plan: Plan,
    records: impl Iterator<Item = Result<T, Trouble>> + Send + 'static,
    work: impl Fn(Vec<T>, &mut Answer<'_, R>) + Send + Sync + 'static,
    sink: &mut impl Sink<R>,
) -> anyhow::Result<Tally> {
    let jobs = plan.jobs.max(1);
    let hall = Arc::new(Hall::<T, R>::new(jobs, plan.ahead));
    let work = Arc::new(work);
    spawn("reader", {
        let hall = Arc::clone(&hall);
        let strict = plan.strict;
        move || hall.read(records, strict)
    })?;
    for _ in 0..jobs {
        let (hall, work) = (Arc::clone(&hall), Arc::clone(&work));
        spawn("worker", move || hall.work(&*work))?;
    }
    let mut tally = Tally { quiet: plan.quiet, ..Tally::default() };
    let end = hall.write(&plan, sink, &mut tally);
    hall.close();
    // Before anything else is said: whoever watches may have a bar to take away.
    drop(plan);
    match end {
        Ok(()) | Err(End::Enough) => Ok(tally),
        Err(End::Cut(why)) => Ok(Tally { cut_short: Some(why), ..tally }),
        Err(End::Broken(error)) => Err(error),
    }
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    use anyhow::Context;
    thread::Builder::new().name(name.to_owned()).spawn(body).context("cannot start a thread")?;
    Ok(())
}

/// Where the results of a batch go.
pub trait Sink<R> {
    /// Takes the next result.
    fn take(&mut self, result: R) -> Result<(), Trouble>;
    /// Nothing more comes for the moment: what was held back should be sent off.
    fn pause(&mut self) -> anyhow::Result<()>;
}

/// Whether the reason is that nobody reads our output any more.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
