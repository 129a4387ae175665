//! Who works on what, and how long: three lanes of workers, so that what is done in a
//! millisecond never waits behind what takes a second, nor that behind what takes a minute.
//!
//! ```text
//!   solve, check, hint, parse … ──► short lane ──► a worker per core
//!   rate, explain, at first     ──► brisk lane ──► a worker per core but one
//!   rate, explain, make         ──► long lane  ──► a worker per core but one
//! ```
//!
//! Nobody knows beforehand whether a rating takes a millisecond or a minute. So it is tried with little
//! work in a quicker lane, and goes on to the long one if that was not enough. On two cores one rating
//! of a very hard puzzle is all that the long lane does at a time, and still it keeps no other waiting but such
//! as are as hard.
//!
//! A request first [enters](Lanes::enter) its lane, which is refused when too many are in
//! it; then its work waits for a worker, first come, first served. Making puzzles is cut into
//! slices of some fifty milliseconds, each of which waits anew: so everybody's puzzles get
//! on, and a rating gets its turn among them.
//!
//! Whoever works is handed a [`Patience`] and asks it now and then whether the answer is
//! still wanted. It ends when the time is over, when the server is about to end, and when
//! the client has gone away: the connection drops the request's future, with it goes the
//! [`Leave`], and the worker is free a moment later.

use super::limits::Limits;
use super::problem::{Code, Problem};
use piste_api::Handle;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// How much later than its patience ends a worker must have come back; after that the
/// client is told that it took too long.
const GRACE: Duration = Duration::from_secs(5);

/// Which lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    Short,
    Brisk,
    Long,
}

/// The three lanes.
#[derive(Debug)]
pub(super) struct Lanes {
    short: Arc<Lane>,
    brisk: Arc<Lane>,
    long: Arc<Lane>,
    is_closing: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Lane {
    workers: Arc<Semaphore>,
    /// How many workers there are.
    count: usize,
    /// The requests in the lane.
    inside: AtomicUsize,
    /// How many there may be.
    room: usize,
    seconds: u64,
}

impl Lane {
    fn new(workers: usize, room: usize, seconds: u64) -> Arc<Lane> {
        let count = workers.max(1);
        let workers = Arc::new(Semaphore::new(count));
        Arc::new(Lane { workers, count, inside: AtomicUsize::new(0), room, seconds })
    }
}

impl Lanes {
    pub(super) fn new(limits: &Limits) -> Lanes {
        Lanes {
            short: Lane::new(limits.short_workers, limits.short_queue, limits.short_seconds),
            brisk: Lane::new(limits.long_workers, limits.long_queue, limits.seconds),
            long: Lane::new(limits.long_workers, limits.long_queue, limits.seconds),
            is_closing: Arc::default(),
        }
    }

    fn lane(&self, pace: Pace) -> &Arc<Lane> {
        match pace {
            Pace::Short => &self.short,
            Pace::Brisk => &self.brisk,
            Pace::Long => &self.long,
        }
    }

    /// A ticket for a place in a lane, if there is one.
    pub(super) fn enter(&self, pace: Pace) -> Result<Ticket, Problem> {
        let lane = self.lane(pace);
        // The ticket is made first: if there is no room, dropping it corrects the number.
        let ticket = Ticket { lane: Arc::clone(lane) };
        if lane.inside.fetch_add(1, Ordering::Relaxed) >= lane.room {
            return Err(Problem::new(
                Code::Busy,
                format!("{} requests of this kind are under way or waiting", lane.room),
            ));
        }
        Ok(ticket)
    }

    /// The patience of a request that begins now, and what ends it.
    pub(super) fn patience(&self, pace: Pace) -> (Patience, Leave) {
        let seconds = self.lane(pace).seconds;
        let has_left = Arc::new(AtomicBool::new(false));
        let patience = Patience {
            has_left: Arc::clone(&has_left),
            is_closing: Arc::clone(&self.is_closing),
            deadline: Instant::now() + Duration::from_secs(seconds),
            seconds,
        };
        (patience, Leave(has_left))
    }

    /// From now on nothing is worth finishing.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }
}

/// Whether an answer is still wanted.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    has_left: Arc<AtomicBool>,
    is_closing: Arc<AtomicBool>,
    deadline: Instant,
    seconds: u64,
}

impl Patience {
    /// Whether to stop.
    pub(super) fn is_over(&self) -> bool {
        self.has_left.load(Ordering::Relaxed)
            || self.is_closing.load(Ordering::Relaxed)
            || Instant::now() >= self.deadline
    }

    /// Whether the work was called off because the server is about to end.
    pub(super) fn is_called_off(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }

    /// What to say when it was over before the work was done.
    pub(super) fn was_over(&self) -> Problem {
        if self.is_called_off() {
            return closing();
        }
        Problem::new(Code::TooSlow, format!("it took longer than {} s", self.seconds))
    }
}

impl Handle for Patience {
    fn is_cancelled(&self) -> bool {
        self.is_over()
    }
}

/// Dropped when nobody waits for the answer any more.
#[derive(Debug)]
pub(super) struct Leave(Arc<AtomicBool>);

impl Drop for Leave {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A ticket for a place in a lane, good for as long as a request is under way.
#[derive(Debug)]
pub(super) struct Ticket {
    lane: Arc<Lane>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.lane.inside.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Ticket {
    /// Waits for a worker, and for its answer.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        patience: &Patience,
        work: impl FnOnce(&Patience) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let waiting = Arc::clone(&self.lane.workers).acquire_owned();
        let worker = match tokio::time::timeout_at(patience.deadline.into(), waiting).await {
            Ok(Ok(worker)) => worker,
            Ok(Err(_)) => return Err(closing()),
            Err(_) => {
                let words = format!("no worker was free within {} s", patience.seconds);
                return Err(Problem::new(Code::Busy, words));
            }
        };
        let theirs = patience.clone();
        let working = tokio::task::spawn_blocking(move || {
            // The worker is free when the work is done, whoever has stopped waiting for it.
            let _worker = worker;
            catch_unwind(AssertUnwindSafe(|| work(&theirs)))
        });
        match tokio::time::timeout_at((patience.deadline + GRACE).into(), working).await {
            Ok(Ok(Ok(done))) => Ok(done),
            Ok(Ok(Err(_))) => Err(our_mistake()),
            Ok(Err(_)) => Err(closing()),
            Err(_) => Err(patience.was_over()),
        }
    }

    /// How many may work in this lane at once.
    pub(super) fn workers(&self) -> usize {
        self.lane.count
    }
}

fn our_mistake() -> Problem {
    Problem::new(Code::Internal, "something went wrong that should not; the server goes on")
}

fn closing() -> Problem {
    Problem::new(Code::Busy, "the server is about to end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_server_is_no_lack_of_time() {
        let lanes = Lanes::new(&Limits::with_cores(1));
        let (patience, leave) = lanes.patience(Pace::Long);
        assert!(!patience.is_over());
        lanes.close();
        assert!(patience.is_over());
        let problem = patience.was_over();
        assert_eq!(
            (problem.code, problem.message.as_str()),
            (Code::Busy, "the server is about to end")
        );
        drop(leave);
        let lanes = Lanes::new(&Limits { seconds: 0, ..Limits::with_cores(1) });
        let problem = lanes.patience(Pace::Long).0.was_over();
        assert_eq!(
            (problem.code, problem.message.as_str()),
            (Code::TooSlow, "it took longer than 0 s")
        );
    }
}
