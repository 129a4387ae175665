//! Ctrl-C and the polite request to end.
//!
//! The first signal only raises a flag: whoever is at work looks at [`pending`] between
//! two records, writes down what is complete and returns. The second one ends the
//! process on the spot, for the impatient.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The signal that came first; 0 as long as none has.
static CAUGHT: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// From now on Ctrl-C (and the termination signal) asks instead of killing.
pub(crate) fn listen() -> io::Result<()> {
    let caught = CAUGHT.get_or_init(Arc::default);
    let again = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
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

/// The signal that asked us to end, if one has.
pub(crate) fn pending() -> Option<Signal> {
    let signal = CAUGHT.get()?.load(Ordering::Relaxed);
    u8::try_from(signal).ok().filter(|&signal| signal != 0).map(Signal)
}

/// A signal that asked us to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal(u8);

impl Signal {
    /// The exit code that shells expect of a process that this signal ended: 130 for Ctrl-C.
    pub(crate) fn exit_code(self) -> u8 {
        128u8.saturating_add(self.0)
    }
}
