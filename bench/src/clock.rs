//! CPU time of this thread, so that a busy machine does not spoil the figures.

use std::time::{Duration, Instant};

/// A running stopwatch.
pub(crate) struct Stopwatch {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    /// Starts now.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { wall: Instant::now(), cpu: thread_cpu() }
    }

    /// CPU time since the start where the system tells it, else time on the wall;
    /// [`Stopwatch::what`] says which.
    pub(crate) fn elapsed(&self) -> Duration {
        match (self.cpu, thread_cpu()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }

    /// What is measured here.
    pub(crate) fn what() -> &'static str {
        if thread_cpu().is_some() { "CPU time, one thread" } else { "wall-clock time, one thread" }
    }
}

/// The clock that stands still while the thread does not run, to the nanosecond.
#[cfg(unix)]
fn thread_cpu() -> Option<Duration> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(u64::try_from(now.tv_sec).ok()?, u32::try_from(now.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn thread_cpu() -> Option<Duration> {
    None
}
