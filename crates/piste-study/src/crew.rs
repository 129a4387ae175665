//! Numbered parts of a long computation, on all cores, put together in the order of their numbers.
//!
//! What becomes of a number must depend on nothing but the number: then the result has the same
//! bytes for any number of jobs. It is [`batch`] that does the work, so that it can be called off
//! within a blink; whoever asked gets [`Cancelled`] instead of a result.

use piste_api::{Handle, Unhurried};
use piste_store::batch::{self, Answer, CutShort, Plan, Sink, Trouble};
use std::fmt;
use std::sync::Arc;

/// What a long piece of work is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parts {
    /// Puzzles that are rated, or attempts at making one.
    Puzzles,
    /// Portions of a computation, which mean nothing to anybody else.
    Portions,
}

/// Whoever waits for a study or a fit.
pub trait Watcher: Send + Sync {
    /// A piece of work begins that has so many parts. The handle is told how many are done, may
    /// call the work off, and is let go when it ends.
    fn watch(&self, total: u64, of: Parts) -> Box<dyn Handle>;

    /// Something is missing, and its part is left out.
    fn say(&self, words: &str);
}

/// Nobody watches, and nothing is called off.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watcher for Unwatched {
    fn watch(&self, _total: u64, _of: Parts) -> Box<dyn Handle> {
        Box::new(Unhurried)
    }

    fn say(&self, _words: &str) {}
}

/// The work was called off by whoever waited for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted")
    }
}

impl std::error::Error for Cancelled {}

/// Those who work on the parts.
#[derive(Clone)]
pub struct Crew {
    jobs: usize,
    watcher: Arc<dyn Watcher>,
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crew").field("jobs", &self.jobs).finish_non_exhaustive()
    }
}

/// The results, in the order of what was worked on.
struct Gathered<R>(Vec<R>);

impl<R> Sink<R> for Gathered<R> {
    fn take(&mut self, result: R) -> Result<(), Trouble> {
        self.0.push(result);
        Ok(())
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

impl Crew {
    /// So many, and who watches them.
    pub fn new(jobs: usize, watcher: impl Watcher + 'static) -> Crew {
        Crew { jobs, watcher: Arc::new(watcher) }
    }

    /// Tells whoever watches.
    pub(crate) fn say(&self, words: &str) {
        self.watcher.say(words);
    }

    /// What becomes of all items, in their order. `ahead` says how many a worker may have before
    /// it: few where each takes long.
    pub(crate) fn all<T: Send + 'static, R: Send + 'static>(
        &self,
        items: Vec<T>,
        ahead: usize,
        of: Parts,
        work: impl Fn(T) -> R + Send + Sync + 'static,
    ) -> anyhow::Result<Vec<R>> {
        let handle = self.watcher.watch(items.len() as u64, of);
        let plan = Plan { jobs: self.jobs, ahead, strict: false, quiet: true, handle };
        let mut gathered = Gathered(Vec::with_capacity(items.len()));
        let work = move |item, answer: &mut Answer<'_, R>| answer.put(work(item));
        let tally = batch::run(plan, items.into_iter().map(Ok), work, &mut gathered)?;
        match tally.cut_short {
            Some(CutShort::Cancelled) => Err(Cancelled.into()),
            Some(CutShort::ClosedPipe | CutShort::Strict) | None => Ok(gathered.0),
        }
    }

    /// What becomes of all numbers below `count`, in their order, however many work on them. For
    /// parts that take a good while each.
    pub(crate) fn in_order<R: Send + 'static>(
        &self,
        count: u64,
        work: impl Fn(u64) -> R + Send + Sync + 'static,
    ) -> anyhow::Result<Vec<R>> {
        self.all((0..count).collect(), 2, Parts::Portions, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_numbers_whatever_the_jobs() {
        let expected: Vec<u64> = (0..500).map(|number| number * number).collect();
        for jobs in [1, 2, 5] {
            let crew = Crew::new(jobs, Unwatched);
            assert_eq!(crew.in_order(500, |number| number * number).unwrap(), expected);
            assert!(crew.in_order(0, |number| number).unwrap().is_empty());
        }
    }

    /// Calls everything off at once.
    struct Hasty;

    impl Handle for Hasty {
        fn is_cancelled(&self) -> bool {
            true
        }
    }

    impl Watcher for Hasty {
        fn watch(&self, _: u64, _: Parts) -> Box<dyn Handle> {
            Box::new(Hasty)
        }

        fn say(&self, _: &str) {}
    }

    #[test]
    fn work_that_is_called_off_has_no_result() {
        let end = Crew::new(2, Hasty).in_order(1_000_000, |number| number).unwrap_err();
        assert!(end.is::<Cancelled>(), "{end}");
    }
}
