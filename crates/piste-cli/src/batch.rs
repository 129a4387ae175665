//! Many records through many threads, and out again in the order they came in.
//!
//! [`run`] is the engine room of every verb that takes files. A verb gives it three
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
//!   then makes do with what there is.
//! - What was taken together fills one *slot*; the writer empties slots in the order in
//!   which they were taken, which is the order of the input. The bytes that come out do
//!   not depend on the number of workers.
//! - Nothing grows with the input. The reader waits while too many records are under
//!   way, and a worker whose one record has a great many results can
//!   [`spill`](Answer::spill) them and is made to wait when the writer lags behind.
//! - An interruption is noticed within a blink, whatever the workers are doing: the
//!   writer writes what is complete and in order, and returns. The threads are not
//!   joined; they end with the process. This is why `work` must own what it uses.
//!
//! Everything is guarded by one lock, held for a few instructions at a time; with four
//! things to wait for there are four condition variables.

use crate::interrupt::{self, Signal};
use crate::progress::Progress;
use crate::status::is_closed_pipe;
use std::collections::VecDeque;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The most records one worker takes at a time.
const TAKE: usize = 256;

/// The most records under way for each worker, read and not yet written, unless a plan says
/// otherwise.
pub(crate) const UNDER_WAY: usize = 1024;

/// A worker hands over the results of an unfinished slot this many at a time.
const SPILL: usize = 512;

/// A slot with this many results is not added to until the writer has caught up.
const SLOT_LIMIT: usize = 4 * SPILL;

/// With this many results for each worker waiting to be written, nobody takes new records.
const WAITING: usize = 4 * UNDER_WAY;

/// How long to wait for more when there is little to take or to write.
const LINGER: Duration = Duration::from_micros(250);

/// How many records for each worker are enough not to wait for more.
const ENOUGH: usize = 16;

/// How often the writer, with nothing to write, looks whether it was interrupted.
const BLINK: Duration = Duration::from_millis(40);

/// What a source says that cannot give the next record, or a sink that cannot take it.
#[derive(Debug)]
pub(crate) enum Trouble {
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
#[derive(Debug)]
pub(crate) struct Plan {
    /// How many workers.
    pub(crate) jobs: usize,
    /// The most records under way for each worker: few where each takes long.
    pub(crate) ahead: usize,
    /// Whether the first bad record ends the run.
    pub(crate) strict: bool,
    /// Whether to keep remarks to ourselves. Complaints are always passed on.
    pub(crate) quiet: bool,
    /// Where the reading has got to, for those who watch.
    pub(crate) progress: Progress,
}

/// What came of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Records read and worked on.
    pub(crate) records: u64,
    /// Records that could not be read.
    pub(crate) bad: u64,
    /// Bad records that were only counted.
    pub(crate) untold: u64,
    /// Records that were read and then found wanting by the worker or the writer.
    pub(crate) failed: u64,
    /// Records about which a question was given up before it was decided.
    pub(crate) undecided: u64,
    /// Records about which there was something to note that is no failure.
    pub(crate) noted: u64,
    /// Remarks are not wanted.
    pub(crate) quiet: bool,
    /// There was nothing to read, and there should have been.
    pub(crate) is_empty: bool,
    /// Why the run ended before its end, if it did.
    pub(crate) cut_short: Option<CutShort>,
}

/// Why a run ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CutShort {
    /// A signal asked us to end.
    Interrupted(Signal),
    /// Whoever read our output has stopped reading.
    ClosedPipe,
    /// The run was to be strict, and a record was bad.
    Strict,
}

/// Where a worker puts what it has to say about one record.
pub(crate) struct Answer<'a, R> {
    part: Part<R>,
    desk: &'a dyn Desk<R>,
    ticket: u64,
}

impl<R> Answer<'_, R> {
    /// Adds a result.
    pub(crate) fn put(&mut self, result: R) {
        self.part.results.push(result);
    }

    /// Says on the side, in its turn, what is worth knowing about the record.
    pub(crate) fn remark(&mut self, text: impl Display) {
        self.part.asides.push(Aside { text: text.to_string(), kind: Kind::Remark });
    }

    /// Says on the side, in its turn, what is wrong with the record.
    pub(crate) fn complain(&mut self, text: impl Display) {
        self.part.asides.push(Aside { text: text.to_string(), kind: Kind::Complaint });
    }

    /// Counts the record as so many.
    pub(crate) fn counts_for(&mut self, records: u64) {
        self.part.records = (self.part.records + records).saturating_sub(1);
    }

    /// Counts the record as failed: the process will not end with success.
    pub(crate) fn fail(&mut self) {
        self.part.failed += 1;
    }

    /// Counts the record as one of which it is not known whether it fails: the search was given up.
    pub(crate) fn leave_open(&mut self) {
        self.part.undecided += 1;
    }

    /// Counts the record as one about which there is something to note that is no failure.
    pub(crate) fn note(&mut self) {
        self.part.noted += 1;
    }

    /// Hands over what has been put so far, if it is much, and waits for the writer if that
    /// lags behind. For a record with more results than memory should hold. Breaks when
    /// nobody listens any more.
    pub(crate) fn spill(&mut self) -> ControlFlow<()> {
        if self.part.results.len() < SPILL {
            return ControlFlow::Continue(());
        }
        self.desk.hand_over(self.ticket, std::mem::take(&mut self.part))
    }
}

/// Works on all records, on several threads, and writes the results in the order of the
/// records.
///
/// `records` is read on a thread of its own; `work` runs on `plan.jobs` threads; `sink`
/// takes one result after the other, on this thread. A closed pipe and an interruption are no errors: see [`Tally::cut_short`].
pub(crate) fn run<T: Send + 'static, R: Send + 'static>(
    plan: &Plan,
    records: impl Iterator<Item = Result<T, Trouble>> + Send + 'static,
    work: impl Fn(T, &mut Answer<'_, R>) + Send + Sync + 'static,
    sink: &mut impl Sink<R>,
) -> anyhow::Result<Tally> {
    let one_by_one = move |records: Vec<T>, answer: &mut Answer<'_, R>| {
        for record in records {
            work(record, answer);
            answer.part.records += 1;
        }
    };
    run_with(plan, records, one_by_one, sink)
}

/// As [`run`], for a worker that has something to gain from several records at once: it gets
/// as many as it would have taken one after the other, and answers them in their order.
pub(crate) fn run_together<T: Send + 'static, R: Send + 'static>(
    plan: &Plan,
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
    plan: &Plan,
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
    let end = hall.write(plan, sink, &mut tally);
    hall.close();
    plan.progress.finish();
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
pub(crate) trait Sink<R> {
    /// Takes the next result.
    fn take(&mut self, result: R) -> Result<(), Trouble>;
    /// Nothing more comes for the moment: what was held back should be sent off.
    fn pause(&mut self) -> anyhow::Result<()>;
}

/// Why the writer stopped.
enum End {
    Enough,
    Cut(CutShort),
    Broken(anyhow::Error),
}

impl From<anyhow::Error> for End {
    fn from(error: anyhow::Error) -> End {
        if is_closed_pipe(&error) { End::Cut(CutShort::ClosedPipe) } else { End::Broken(error) }
    }
}

/// What is said on the side, to the standard error.
#[derive(Debug)]
struct Aside {
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Worth knowing.
    Remark,
    /// Something is wrong.
    Complaint,
    /// The record is bad: it could not even be read.
    BadRecord,
}

/// What a worker has made and the writer has not yet had.
struct Part<R> {
    results: Vec<R>,
    asides: Vec<Aside>,
    records: u64,
    bad: u64,
    failed: u64,
    undecided: u64,
    noted: u64,
}

impl<R> Default for Part<R> {
    fn default() -> Part<R> {
        Part {
            results: Vec::new(),
            asides: Vec::new(),
            records: 0,
            bad: 0,
            failed: 0,
            undecided: 0,
            noted: 0,
        }
    }
}

impl<R> Part<R> {
    fn append(&mut self, mut other: Part<R>) {
        if self.results.is_empty() {
            self.results = other.results;
        } else {
            self.results.append(&mut other.results);
        }
        self.asides.append(&mut other.asides);
        self.records += other.records;
        self.bad += other.bad;
        self.failed += other.failed;
        self.undecided += other.undecided;
        self.noted += other.noted;
    }

    fn is_empty(&self) -> bool {
        self.results.is_empty() && self.asides.is_empty() && self.records + self.bad == 0
    }
}

/// The answers to the records that one worker took at one time.
struct Slot<R> {
    part: Part<R>,
    /// How many records were taken.
    taken: usize,
    complete: bool,
}

/// The place where reader, workers and writer meet.
struct Hall<T, R> {
    jobs: usize,
    ahead: usize,
    state: Mutex<State<T, R>>,
    /// There is something to work on, or there never will be again.
    work: Condvar,
    /// There is enough to work on, for those who linger.
    enough: Condvar,
    /// There is room for more records, or for more results.
    room: Condvar,
    /// There is something to write.
    news: Condvar,
}

struct State<T, R> {
    queue: VecDeque<Result<T, String>>,
    /// Records read and not yet written, those in the queue included.
    under_way: usize,
    /// Workers that wait for something to do.
    idle: usize,
    /// Results in all slots.
    waiting: usize,
    /// Slots not yet written out, oldest first.
    slots: VecDeque<Slot<R>>,
    /// The number of the oldest slot, counted from the start of the run.
    first_ticket: u64,
    /// How the reading ended, once it has.
    read_to: Option<ReadTo>,
    /// Nobody listens any more: the writer has returned.
    closed: bool,
    /// A reader or worker has panicked: its records will never arrive.
    lost: bool,
}

enum ReadTo {
    End,
    BadRecord,
    Broken(anyhow::Error),
}

impl<T: Send, R: Send> Hall<T, R> {
    fn new(jobs: usize, ahead: usize) -> Hall<T, R> {
        let state = State {
            queue: VecDeque::new(),
            under_way: 0,
            idle: 0,
            waiting: 0,
            slots: VecDeque::new(),
            first_ticket: 0,
            read_to: None,
            closed: false,
            lost: false,
        };
        Hall {
            jobs,
            ahead,
            state: Mutex::new(state),
            work: Condvar::new(),
            enough: Condvar::new(),
            room: Condvar::new(),
            news: Condvar::new(),
        }
    }

    /// The state is a few counters and queues, whole between any two statements, so a
    /// panic elsewhere does not spoil it.
    fn lock(&self) -> MutexGuard<'_, State<T, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, records: impl Iterator<Item = Result<T, Trouble>>, strict: bool) {
        let _alarm = Alarm(self);
        let mut read_to = ReadTo::End;
        for record in records {
            let record = match record {
                Ok(record) => Ok(record),
                Err(Trouble::BadRecord(complaint)) => Err(complaint),
                Err(Trouble::Broken(error)) => {
                    read_to = ReadTo::Broken(error);
                    break;
                }
                Err(Trouble::Enough) => break,
            };
            let is_last = strict && record.is_err();
            if self.enqueue(record).is_break() {
                return;
            }
            if is_last {
                read_to = ReadTo::BadRecord;
                break;
            }
        }
        self.lock().read_to = Some(read_to);
        self.work.notify_all();
        self.enough.notify_all();
        self.news.notify_all();
    }

    fn enqueue(&self, record: Result<T, String>) -> ControlFlow<()> {
        let mut state = self.lock();
        while state.under_way >= self.ahead * self.jobs && !state.closed {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return ControlFlow::Break(());
        }
        state.queue.push_back(record);
        state.under_way += 1;
        // Waking somebody is a call to the system: not for every record of a fast file.
        let is_wanted = state.idle > 0;
        let is_enough = state.queue.len() == ENOUGH * self.jobs;
        drop(state);
        if is_wanted {
            self.work.notify_one();
        }
        if is_enough {
            self.enough.notify_all();
        }
        ControlFlow::Continue(())
    }

    fn work(&self, work: &impl Fn(Vec<T>, &mut Answer<'_, R>)) {
        let _alarm = Alarm(self);
        while let Some((ticket, records)) = self.take() {
            let mut answer = Answer { part: Part::default(), desk: self, ticket };
            let mut good = Vec::with_capacity(records.len());
            for record in records {
                match record {
                    Ok(record) => good.push(record),
                    Err(complaint) => {
                        // What is said about the records before it is said before.
                        work(std::mem::take(&mut good), &mut answer);
                        answer.part.asides.push(Aside { text: complaint, kind: Kind::BadRecord });
                        answer.part.bad += 1;
                    }
                }
            }
            work(good, &mut answer);
            self.complete(ticket, answer.part);
        }
    }

    /// The next few records and the number of their slot; `None` when there are no more.
    fn take(&self) -> Option<(u64, Vec<Result<T, String>>)> {
        let mut state = self.lock();
        let mut has_lingered = false;
        loop {
            if state.closed || (state.queue.is_empty() && state.read_to.is_some()) {
                return None;
            }
            if !state.queue.is_empty() && state.waiting < WAITING * self.jobs {
                let is_little = state.queue.len() < ENOUGH * self.jobs && state.read_to.is_none();
                if !is_little || has_lingered {
                    break;
                }
                has_lingered = true;
                let lingered = self.enough.wait_timeout(state, LINGER);
                state = lingered.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            state.idle += 1;
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
        let taken = (state.queue.len() / (2 * self.jobs)).clamp(1, TAKE);
        let records = state.queue.drain(..taken).collect();
        let ticket = state.first_ticket + state.slots.len() as u64;
        state.slots.push_back(Slot { part: Part::default(), taken, complete: false });
        Some((ticket, records))
    }

    fn complete(&self, ticket: u64, part: Part<R>) {
        let mut state = self.lock();
        state.waiting += part.results.len();
        if let Some(slot) = state.slot(ticket) {
            slot.part.append(part);
            slot.complete = true;
        }
        let is_first = ticket == state.first_ticket;
        drop(state);
        if is_first {
            self.news.notify_one();
        }
    }

    fn write(&self, plan: &Plan, sink: &mut impl Sink<R>, tally: &mut Tally) -> Result<(), End> {
        let (mut is_flushed, mut has_lingered) = (true, false);
        loop {
            if let Some(signal) = interrupt::pending() {
                while let News::Part(part) = self.news() {
                    deliver(part, plan, sink, tally)?;
                }
                sink.pause()?;
                return Err(End::Cut(CutShort::Interrupted(signal)));
            }
            match self.news() {
                News::Part(part) => {
                    deliver(part, plan, sink, tally)?;
                    (is_flushed, has_lingered) = (false, false);
                }
                News::Nothing if !has_lingered => {
                    self.wait_for_news(LINGER);
                    has_lingered = true;
                }
                News::Nothing if !is_flushed => {
                    sink.pause()?;
                    is_flushed = true;
                }
                News::Nothing => self.wait_for_news(BLINK),
                News::End(read_to) => {
                    sink.pause()?;
                    return match read_to {
                        ReadTo::End => Ok(()),
                        ReadTo::BadRecord => Err(End::Cut(CutShort::Strict)),
                        ReadTo::Broken(error) => Err(End::Broken(error)),
                    };
                }
            }
        }
    }

    /// What is there to write next?
    fn news(&self) -> News<R> {
        let mut state = self.lock();
        assert!(!state.lost, "a thread of this batch has panicked");
        let Some(slot) = state.slots.front_mut() else {
            if state.queue.is_empty()
                && let Some(read_to) = state.read_to.take()
            {
                return News::End(read_to);
            }
            return News::Nothing;
        };
        let part = std::mem::take(&mut slot.part);
        if slot.complete {
            let taken = slot.taken;
            state.slots.pop_front();
            state.first_ticket += 1;
            state.under_way -= taken;
        } else if part.is_empty() {
            return News::Nothing;
        }
        state.waiting -= part.results.len();
        let is_wanted = state.idle > 0;
        drop(state);
        self.room.notify_all();
        if is_wanted {
            self.work.notify_all();
        }
        News::Part(part)
    }

    fn wait_for_news(&self, at_most: Duration) {
        let state = self.lock();
        let has_news = state.lost
            || match state.slots.front() {
                Some(slot) => slot.complete || !slot.part.is_empty(),
                None => state.queue.is_empty() && state.read_to.is_some(),
            };
        if !has_news {
            drop(self.news.wait_timeout(state, at_most).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Tells everyone that nobody listens any more.
    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        drop(state);
        self.work.notify_all();
        self.room.notify_all();
    }
}

enum News<R> {
    Part(Part<R>),
    Nothing,
    End(ReadTo),
}

/// Says what there is to say about a part, all at once: the standard error has no buffer, and a
/// file of a million bad lines has a million complaints.
fn say(asides: Vec<Aside>, plan: &Plan, tally: &mut Tally) {
    let mut words: Vec<String> = Vec::with_capacity(asides.len());
    for Aside { text, kind } in asides {
        match kind {
            Kind::Remark if plan.quiet => {}
            Kind::BadRecord if text.is_empty() => tally.untold += 1,
            Kind::Remark | Kind::Complaint | Kind::BadRecord => words.push(text),
        }
    }
    if !words.is_empty() {
        plan.progress.say(&words.join("\n"));
    }
}

fn deliver<R>(
    part: Part<R>,
    plan: &Plan,
    sink: &mut impl Sink<R>,
    tally: &mut Tally,
) -> Result<(), End> {
    plan.progress.advance(part.records + part.bad);
    say(part.asides, plan, tally);
    tally.records += part.records;
    tally.bad += part.bad;
    tally.failed += part.failed;
    tally.undecided += part.undecided;
    tally.noted += part.noted;
    for result in part.results {
        match sink.take(result) {
            Ok(()) => {}
            Err(Trouble::BadRecord(complaint)) => {
                plan.progress.say(&complaint);
                tally.failed += 1;
            }
            Err(Trouble::Broken(error)) => return Err(error.into()),
            Err(Trouble::Enough) => return Err(End::Enough),
        }
    }
    Ok(())
}

impl<T, R> State<T, R> {
    fn slot(&mut self, ticket: u64) -> Option<&mut Slot<R>> {
        let index = usize::try_from(ticket.checked_sub(self.first_ticket)?).ok()?;
        self.slots.get_mut(index)
    }
}

/// The side of the hall that an [`Answer`] needs: it does not care what a record is.
trait Desk<R> {
    /// Adds to an unfinished slot; waits while it is full; breaks if nobody listens.
    fn hand_over(&self, ticket: u64, part: Part<R>) -> ControlFlow<()>;
}

impl<T: Send, R: Send> Desk<R> for Hall<T, R> {
    fn hand_over(&self, ticket: u64, part: Part<R>) -> ControlFlow<()> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return ControlFlow::Break(());
            }
            match state.slot(ticket) {
                Some(slot) if slot.part.results.len() >= SLOT_LIMIT => {}
                Some(slot) => {
                    let more = part.results.len();
                    slot.part.append(part);
                    state.waiting += more;
                    break;
                }
                None => return ControlFlow::Break(()),
            }
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        self.news.notify_one();
        ControlFlow::Continue(())
    }
}

/// Raises the alarm if its thread dies: without it the writer would wait forever.
struct Alarm<'a, T: Send, R: Send>(&'a Hall<T, R>);

impl<T: Send, R: Send> Drop for Alarm<'_, T, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().lost = true;
            self.0.news.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn plan(jobs: usize, strict: bool) -> Plan {
        Plan { jobs, ahead: UNDER_WAY, strict, quiet: true, progress: Progress::hidden() }
    }

    /// Collects everything, or stops taking after so many lines.
    #[derive(Default)]
    struct Page {
        lines: Vec<String>,
        closes_after: Option<usize>,
    }

    impl Sink<String> for Page {
        fn take(&mut self, line: String) -> Result<(), Trouble> {
            if self.closes_after.is_some_and(|limit| self.lines.len() > limit) {
                return Err(anyhow!(io::Error::from(io::ErrorKind::BrokenPipe)).into());
            }
            if line == "indigestible" {
                return Err(Trouble::BadRecord(String::new()));
            }
            self.lines.push(line);
            Ok(())
        }

        fn pause(&mut self) -> anyhow::Result<()> {
            Ok(())
        }
    }

    /// Takes longer for some numbers than for others.
    fn uneven(number: u64, answer: &mut Answer<'_, String>) {
        if number.is_multiple_of(97) {
            thread::sleep(Duration::from_micros(300));
        }
        answer.put(number.to_string());
    }

    #[test]
    fn answers_come_in_the_order_of_the_records_whatever_the_jobs() {
        let expected: Vec<String> = (0..20_000).map(|n| n.to_string()).collect();
        for jobs in [1, 2, 7] {
            let mut page = Page::default();
            let tally = run(&plan(jobs, false), (0..20_000).map(Ok), uneven, &mut page).unwrap();
            assert_eq!(tally, Tally { records: 20_000, quiet: true, ..Tally::default() });
            assert!(page.lines == expected, "{jobs} jobs change the order");
        }
    }

    #[test]
    fn no_more_is_under_way_than_allowed() {
        let read = Arc::new(AtomicUsize::new(0));
        let worked = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let records = {
            let (read, worked, most) = (read, Arc::clone(&worked), Arc::clone(&most));
            (0..50_000u64).map(move |n| {
                let ahead = read.fetch_add(1, Ordering::SeqCst) - worked.load(Ordering::SeqCst);
                most.fetch_max(ahead, Ordering::SeqCst);
                Ok(n)
            })
        };
        let work = move |n: u64, answer: &mut Answer<'_, String>| {
            answer.put(n.to_string());
            worked.fetch_add(1, Ordering::SeqCst);
        };
        let mut page = Page::default();
        run(&plan(2, false), records, work, &mut page).unwrap();
        assert_eq!(page.lines.len(), 50_000);
        assert!(most.load(Ordering::SeqCst) <= 2 * UNDER_WAY, "{most:?}");
    }

    #[test]
    fn a_record_may_say_more_than_memory_should_hold() {
        let work = |record: usize, answer: &mut Answer<'_, String>| {
            for line in 0..20_000 {
                answer.put(format!("{record} {line}"));
                if answer.spill().is_break() {
                    return;
                }
                assert!(answer.part.results.len() < SPILL, "what was spilled is gone");
            }
        };
        let mut page = Page::default();
        run(&plan(3, false), (0..6).map(Ok), work, &mut page).unwrap();
        let expected = (0..6).flat_map(|r| (0..20_000).map(move |l| format!("{r} {l}")));
        assert!(page.lines.into_iter().eq(expected));
    }

    #[test]
    fn bad_records_are_counted_and_the_rest_goes_on() {
        let records = || {
            (0..1000u64).map(|n| match n % 10 {
                3 => Err(Trouble::BadRecord(String::new())),
                _ => Ok(n),
            })
        };
        let work = |n: u64, answer: &mut Answer<'_, String>| {
            if n % 10 == 4 {
                answer.fail();
            }
            answer.put(if n % 100 == 50 { "indigestible".to_owned() } else { n.to_string() });
        };
        let mut page = Page::default();
        let tally = run(&plan(2, false), records(), work, &mut page).unwrap();
        let expected =
            Tally { records: 900, bad: 100, untold: 100, failed: 110, ..Tally::default() };
        assert_eq!(tally, Tally { quiet: true, ..expected });

        let mut page = Page::default();
        let tally = run(&plan(2, true), records(), work, &mut page).unwrap();
        assert_eq!(page.lines, ["0", "1", "2"]);
        assert_eq!(tally.cut_short, Some(CutShort::Strict));
    }

    #[test]
    fn a_closed_pipe_ends_an_endless_batch() {
        let mut page = Page { closes_after: Some(100), ..Page::default() };
        let tally = run(&plan(2, false), (0u64..).map(Ok), uneven, &mut page).unwrap();
        assert_eq!(tally.cut_short, Some(CutShort::ClosedPipe));
    }

    #[test]
    fn what_was_read_before_the_reading_broke_is_written() {
        let broken = std::iter::once_with(|| Err(Trouble::Broken(anyhow!("torn"))));
        let mut page = Page::default();
        let end = run(&plan(2, false), (0..500).map(Ok).chain(broken), uneven, &mut page);
        assert_eq!(end.unwrap_err().to_string(), "torn");
        assert_eq!(page.lines.len(), 500);
    }

    #[test]
    #[should_panic(expected = "a thread of this batch has panicked")]
    fn a_panic_of_a_worker_does_not_hang_the_batch() {
        let work = |n: u64, _: &mut Answer<'_, String>| assert!(n < 100, "on purpose");
        let _ = run(&plan(2, false), (0..1000).map(Ok), work, &mut Page::default());
    }

    /// One question at a time: each answer must come before the next question is asked.
    #[test]
    fn a_trickle_is_answered_at_once() {
        let answered = Arc::new(AtomicUsize::new(0));
        let records = {
            let answered = Arc::clone(&answered);
            (0..50usize).map(move |n| {
                while answered.load(Ordering::SeqCst) < n {
                    thread::sleep(Duration::from_micros(50));
                }
                Ok(n as u64)
            })
        };
        struct Counter(Arc<AtomicUsize>);
        impl Sink<String> for Counter {
            fn take(&mut self, _: String) -> Result<(), Trouble> {
                self.0.fetch_add(1, Ordering::SeqCst);
                Ok(())
            }
            fn pause(&mut self) -> anyhow::Result<()> {
                Ok(())
            }
        }
        run(&plan(2, false), records, uneven, &mut Counter(Arc::clone(&answered))).unwrap();
        assert_eq!(answered.load(Ordering::SeqCst), 50);
    }
}
