//! The place where reader, workers and writer meet: a queue of records, slots for their answers.
//!
//! Everything is guarded by one lock, held for a few instructions at a time; with four
//! things to wait for there are four condition variables.

use super::{Answer, CutShort, Plan, SPILL, Sink, Tally, Trouble, UNDER_WAY, is_closed_pipe};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The most records one worker takes at a time.
const TAKE: usize = 256;

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

/// Why the writer stopped.
pub(super) enum End {
    Enough,
    Cut(CutShort),
    Broken(anyhow::Error),
}

impl From<anyhow::Error> for End {
    fn from(error: anyhow::Error) -> End {
        if is_closed_pipe(&error) { End::Cut(CutShort::ClosedPipe) } else { End::Broken(error) }
    }
}

/// What is said on the side.
#[derive(Debug)]
pub(super) struct Aside {
    pub(super) text: String,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Worth knowing.
    Remark,
    /// Something is wrong.
    Complaint,
    /// The record is bad: it could not even be read.
    BadRecord,
}

/// What a worker has made and the writer has not yet had.
pub(super) struct Part<R> {
    pub(super) results: Vec<R>,
    pub(super) asides: Vec<Aside>,
    pub(super) records: u64,
    pub(super) bad: u64,
    pub(super) failed: u64,
    pub(super) undecided: u64,
    pub(super) noted: u64,
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
pub(super) struct Hall<T, R> {
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
    pub(super) fn new(jobs: usize, ahead: usize) -> Hall<T, R> {
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

    pub(super) fn read(&self, records: impl Iterator<Item = Result<T, Trouble>>, strict: bool) {
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

    pub(super) fn work(&self, work: &impl Fn(Vec<T>, &mut Answer<'_, R>)) {
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

    pub(super) fn write(
        &self,
        plan: &Plan,
        sink: &mut impl Sink<R>,
        tally: &mut Tally,
    ) -> Result<(), End> {
        let (mut is_flushed, mut has_lingered) = (true, false);
        loop {
            if plan.handle.is_cancelled() {
                while let News::Part(part) = self.news() {
                    deliver(part, plan, sink, tally)?;
                }
                sink.pause()?;
                return Err(End::Cut(CutShort::Cancelled));
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
    pub(super) fn close(&self) {
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
        plan.handle.say(&words.join("\n"));
    }
}

fn deliver<R>(
    part: Part<R>,
    plan: &Plan,
    sink: &mut impl Sink<R>,
    tally: &mut Tally,
) -> Result<(), End> {
    tally.records += part.records;
    tally.bad += part.bad;
    plan.handle.progress(tally.records, tally.records + tally.bad);
    say(part.asides, plan, tally);
    tally.failed += part.failed;
    tally.undecided += part.undecided;
    tally.noted += part.noted;
    for result in part.results {
        match sink.take(result) {
            Ok(()) => {}
            Err(Trouble::BadRecord(complaint)) => {
                plan.handle.say(&complaint);
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
pub(super) trait HandOver<R> {
    /// Adds to an unfinished slot; waits while it is full; breaks if nobody listens.
    fn hand_over(&self, ticket: u64, part: Part<R>) -> ControlFlow<()>;
}

impl<T: Send, R: Send> HandOver<R> for Hall<T, R> {
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
