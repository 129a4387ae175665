//! Numbered parts of a long computation, on all cores, put together in the order of their numbers.
//!
//! What becomes of a number must depend on nothing but the number: then the result has the same
//! bytes for any number of jobs. It is [`batch`] that does the work, so Ctrl-C is noticed
//! within a blink; whoever asked gets [`Interrupted`] instead of a result.

use crate::args::Common;
use crate::interrupt::{self, Interrupted};
use crate::progress::Progress;
use piste_store::batch::{self, Answer, CutShort, Plan, Sink, Trouble};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Those who work on the parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crew {
    jobs: usize,
    /// Somebody may want to see how far it is.
    is_watched: bool,
}

/// The results, in the order of what was worked on.
struct Shelf<R>(Vec<R>);

impl<R> Sink<R> for Shelf<R> {
    fn take(&mut self, result: R) -> Result<(), Trouble> {
        self.0.push(result);
        Ok(())
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

impl Crew {
    /// As many as were asked for.
    pub(crate) fn new(common: &Common) -> Crew {
        Crew { jobs: common.jobs(), is_watched: !common.quiet && std::io::stderr().is_terminal() }
    }

    /// What becomes of all items, in their order. `ahead` says how many a worker may have before
    /// it: few where each takes long.
    pub(crate) fn all<T: Send + 'static, R: Send + 'static>(
        &self,
        items: Vec<T>,
        ahead: usize,
        progress: fn(u64, Arc<AtomicU64>) -> Progress,
        work: impl Fn(T) -> R + Send + Sync + 'static,
    ) -> anyhow::Result<Vec<R>> {
        let done = Arc::new(AtomicU64::new(0));
        let progress = match self.is_watched && items.len() > 1 {
            true => progress(items.len() as u64, Arc::clone(&done)),
            false => Progress::hidden(),
        };
        let plan =
            Plan { jobs: self.jobs, ahead, strict: false, quiet: true, handle: Box::new(progress) };
        let mut shelf = Shelf(Vec::with_capacity(items.len()));
        let work = move |item, answer: &mut Answer<'_, R>| {
            answer.put(work(item));
            done.fetch_add(1, Ordering::Relaxed);
        };
        let tally = batch::run(plan, items.into_iter().map(Ok), work, &mut shelf)?;
        match tally.cut_short {
            Some(CutShort::Cancelled) => Err(Interrupted(interrupt::caught()).into()),
            Some(CutShort::ClosedPipe | CutShort::Strict) | None => Ok(shelf.0),
        }
    }

    /// What becomes of all numbers below `count`, in their order, however many work on them. For
    /// parts that take a good while each.
    pub(crate) fn in_order<R: Send + 'static>(
        &self,
        count: u64,
        work: impl Fn(u64) -> R + Send + Sync + 'static,
    ) -> anyhow::Result<Vec<R>> {
        self.all((0..count).collect(), 2, Progress::computing, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_numbers_whatever_the_jobs() {
        let expected: Vec<u64> = (0..500).map(|number| number * number).collect();
        for jobs in [1, 2, 5] {
            let crew = Crew { jobs, is_watched: false };
            assert_eq!(crew.in_order(500, |number| number * number).unwrap(), expected);
            assert!(crew.in_order(0, |number| number).unwrap().is_empty());
        }
    }
}
