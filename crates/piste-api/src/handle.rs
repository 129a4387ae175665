//! How whoever asks stays in touch with work that takes long: one handle, whatever the door.
//!
//! The libraries have no clock. A door that has one, or a button, or a connection that may be
//! cut, says so through a [`Handle`], and is told how far the work has come. What was called off
//! has no answer: limits that belong to an answer are counted in work, and are members of requests.

/// Whoever waits for an answer.
///
/// ```
/// use piste_api::{Handle, NoCollection, make};
/// use std::cell::Cell;
///
/// /// Gives up after so many attempts.
/// struct Attempts(Cell<u64>, u64);
///
/// impl Handle for Attempts {
///     fn is_cancelled(&self) -> bool {
///         self.0.get() >= self.1
///     }
///
///     fn progress(&self, _made: u64, tried: u64) {
///         self.0.set(tried);
///     }
/// }
///
/// let request = make::Request { target: Some("hsolve>100000".to_owned()), ..Default::default() };
/// let order = make::Order::read(&request, 7, &NoCollection, make::no_starts)?;
/// let ledger = order.make(&NoCollection, &Attempts(Cell::new(0), 3), |_| {});
/// assert_eq!((ledger.account.made, ledger.account.tried), (0, 3));
/// assert_eq!(ledger.end(), None, "it was called off");
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub trait Handle {
    /// Whether the work should stop. It is asked often, and should be quick.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// So much is done, and so much was tried for it.
    fn progress(&self, _done: u64, _tried: u64) {}

    /// Something about what is being worked on that is worth knowing before the answer: a line
    /// that cannot be read, say. One sentence a line.
    fn say(&self, _words: &str) {}
}

/// Somebody who waits as long as it takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unhurried;

impl Handle for Unhurried {}
