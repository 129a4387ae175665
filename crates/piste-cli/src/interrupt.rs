//! Ctrl-C, the polite request to end, and a terminal that is gone.
//!
//! The first signal only raises a flag: whoever is at work looks at [`pending`] between
//! two records, writes down what is complete and returns. The second one ends the
//! process on the spot, for the impatient.
//!
//! Work that has no records to stop between, a fit or a long file that is read before
//! anything begins, goes through [`heeding`]: it runs on a thread of its own, which is left
//! behind when a signal comes, and the caller returns as if it had failed. So temporary
//! files are cleared away as after any failure, and the answer to a signal never waits for
//! a computation.
//!
//! A hangup (SIGHUP) is such a request too, unless we were started to outlive the terminal:
//! `nohup` has the signal ignored, and then it stays so. Only Linux says whether it is, so
//! elsewhere a hangup ends the process as it always has.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::fmt;
use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

/// The signal that came first; 0 as long as none has.
static CAUGHT: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// How often somebody who waits looks whether a signal has come.
const BLINK: Duration = Duration::from_millis(40);

/// From now on Ctrl-C (and the termination signal) asks instead of killing.
pub(crate) fn listen() -> io::Result<()> {
    let caught = CAUGHT.get_or_init(Arc::default);
    let again = Arc::new(AtomicBool::new(false));
    for signal in hangup().into_iter().chain([SIGINT, SIGTERM]) {
        // In this order: the exit looks at the flag before this same signal sets it.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&again))?;
        flag::register(signal, Arc::clone(&again))?;
        flag::register_usize(signal, Arc::clone(caught), signal as usize)?;
    }
    // A file that may not grow any further (`ulimit -f`) is an error like a full disk, which
    // can be told; by itself the system would end the process without a word.
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

/// The hangup signal, if it is known that nobody wants it ignored.
#[cfg(target_os = "linux")]
fn hangup() -> Option<i32> {
    use signal_hook::consts::SIGHUP;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    (ignored >> (SIGHUP - 1) & 1 == 0).then_some(SIGHUP)
}

/// Nobody knows here whether it is ignored.
#[cfg(not(target_os = "linux"))]
fn hangup() -> Option<i32> {
    None
}

/// The signal that asked us to end, if one has.
pub(crate) fn pending() -> Option<Signal> {
    let signal = CAUGHT.get()?.load(Ordering::Relaxed);
    u8::try_from(signal).ok().filter(|&signal| signal != 0).map(Signal)
}

/// The signal that called off a batch: nothing else does here.
pub(crate) fn caught() -> Signal {
    pending().expect("only a signal calls work off")
}

/// What the work comes to; or, as soon as a signal asks us to end, the word that it has.
/// The work is not stopped then: it ends with the process, and must write nothing.
pub(crate) fn heeding<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    let (send, receive) = mpsc::channel();
    let body = move || drop(send.send(work()));
    let worker = thread::Builder::new().name("work".to_owned()).spawn(body)?;
    loop {
        if let Some(signal) = pending() {
            return Err(Interrupted(signal).into());
        }
        match receive.recv_timeout(BLINK) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Ok(()) => unreachable!("the work has sent what it came to"),
                Err(panic) => resume_unwind(panic),
            },
        }
    }
}

/// Somebody asked us to end.
#[derive(Debug)]
pub(crate) struct Interrupted(pub(crate) Signal);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// A signal that asked us to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal(u8);

impl Signal {
    /// The exit code that shells expect of a process that this signal ended: 130 for Ctrl-C.
    pub(crate) fn exit_code(self) -> u8 {
        128u8.saturating_add(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_nobody_interrupts_comes_to_what_it_comes_to() {
        assert_eq!(heeding(|| 6 * 7).unwrap(), 42);
    }

    #[test]
    #[should_panic(expected = "our own mistake")]
    fn a_panic_is_passed_on() {
        drop(heeding(|| panic!("our own mistake")));
    }
}
