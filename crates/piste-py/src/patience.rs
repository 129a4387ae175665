//! Whoever waits for piste in Python: they may press Ctrl-C, and may want to hear how far it is.
//!
//! The thread that Python called from gives the interpreter's lock back and waits; others work. Now and then it
//! asks the interpreter whether a signal came. If so, a flag is raised, which the workers look
//! at between two puzzles and inside those that take long, and the call returns at once: it does not wait for them.

use piste_api::Handle;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the interpreter is asked whether a signal came.
const BLINK: Duration = Duration::from_millis(20);

/// How often progress is told.
const TOLD: Duration = Duration::from_millis(100);

/// What workers look at to know whether they should stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flag(Arc<AtomicBool>);

impl Flag {
    pub(crate) fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Handle for Flag {
    fn is_cancelled(&self) -> bool {
        self.is_raised()
    }
}

/// Does this on a thread of its own, and waits until it is done or Ctrl-C comes.
pub(crate) fn wait<R: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Flag) -> R + Send + 'static,
) -> PyResult<R> {
    let flag = Flag::default();
    let theirs = flag.clone();
    let (done, mut news) = channel();
    let worker = thread::Builder::new().name("piste".to_owned()).spawn(move || {
        // Nobody listens any more after Ctrl-C.
        let _ = done.send(work(&theirs));
    });
    worker.map_err(|why| PyRuntimeError::new_err(format!("no thread can be started: {why}")))?;
    loop {
        let listening = &mut news;
        match py.detach(move || listening.recv_timeout(BLINK)) {
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| flag.raise())?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("a thread of piste has panicked"));
            }
        }
    }
}

/// Whoever waits for a batch, on the thread that Python called from, which does not hold the interpreter.
pub(crate) struct Waiter {
    flag: Flag,
    /// Called with how many are done, and of how many.
    progress: Option<(Py<PyAny>, u64)>,
    looked: Cell<Instant>,
    told: Cell<Instant>,
    raised: Raised,
}

/// The exception that ended a batch, if one did.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// Takes the exception out.
pub(crate) fn taken(raised: &Raised) -> Option<PyErr> {
    raised.lock().unwrap_or_else(PoisonError::into_inner).take()
}

impl Waiter {
    pub(crate) fn new(flag: Flag, progress: Option<(Py<PyAny>, u64)>, raised: Raised) -> Waiter {
        let now = Instant::now();
        Waiter { flag, progress, looked: Cell::new(now), told: Cell::new(now), raised }
    }

    /// What Python said when it was asked; an exception ends the batch.
    fn heard(&self, answer: PyResult<()>) {
        if let Err(error) = answer {
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.flag.raise();
        }
    }
}

/// Lets Python act on the signals that came meanwhile. Its method cannot be handed over as it is: a function
/// for every lifetime is wanted.
fn signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

impl Handle for Waiter {
    fn is_cancelled(&self) -> bool {
        if self.looked.get().elapsed() >= BLINK {
            self.looked.set(Instant::now());
            self.heard(Python::attach(signals));
        }
        self.flag.is_raised()
    }

    fn progress(&self, done: u64, _: u64) {
        let Some((told, all)) = &self.progress else { return };
        if done >= *all || self.told.get().elapsed() >= TOLD {
            self.told.set(Instant::now());
            self.heard(Python::attach(|py| told.call1(py, (done, *all)).map(|_| ())));
        }
    }
}
