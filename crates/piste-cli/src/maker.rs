//! Making puzzles on several threads: what the verb `make` and the server share.
//!
//! What is ordered, and what an attempt comes to, is [`piste_api::make`]'s. Here is what has
//! to do with time: attempts are made in chunks that take about as long as somebody wants.
//! How they are grouped changes nothing about what they come to.

pub(crate) mod database;
pub(crate) mod pattern;

use piste::generate::Made;
use piste_api::make::{Attempt, Misses, Order};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What comes out of the attempts, in their order.
pub(crate) struct Event<P> {
    /// The work that it took; 0 where nobody counts it.
    pub(crate) work: u64,
    pub(crate) came_to: CameTo<P>,
}

/// What attempts came to.
pub(crate) enum CameTo<P> {
    /// Nothing, several in a row where nobody counts them.
    Missed(Misses),
    /// A puzzle, and this is what is made of it.
    Made(P),
}

/// Makes the attempts of an order.
pub(crate) struct Maker {
    pub(crate) order: Order,
    /// How long a chunk of attempts should take.
    pace: Duration,
    /// How many attempts to make at a time.
    chunk: AtomicU64,
}

/// How long a worker should be busy with a chunk of attempts.
const PACE: Duration = Duration::from_millis(10);

impl Maker {
    pub(crate) fn new(order: Order) -> Maker {
        Maker { order, pace: PACE, chunk: AtomicU64::new(1) }
    }

    /// The same with chunks of attempts that take about so long.
    pub(crate) fn paced(self, pace: Duration) -> Maker {
        Maker { pace, ..self }
    }

    /// The next attempts to make, which begin with this one.
    pub(crate) fn chunk(&self, from: u64) -> Range<u64> {
        from..from + self.chunk.load(Ordering::Relaxed)
    }

    /// Makes these attempts, and of every puzzle a product. What they come to does not
    /// depend on how they are grouped. Once the brief says stop, no more are made.
    pub(crate) fn work<P>(
        &self,
        range: Range<u64>,
        product: impl Fn(&Made, u64) -> P,
        mut put: impl FnMut(Event<P>),
    ) {
        let began = Instant::now();
        let brief = &self.order.brief;
        let missed = |work, misses| Event { work, came_to: CameTo::Missed(misses) };
        let mut misses = Misses::default();
        let attempts = range.end - range.start;
        for number in range {
            let Attempt { came_to, work } = self.order.attempt(number);
            if brief.is_stopped() {
                // What was cut off midway says nothing about the brief.
                break;
            }
            match came_to {
                Ok(made) => {
                    let product = product(&made, number);
                    if brief.is_stopped() {
                        // Nor does a rating that was cut off say anything about the puzzle.
                        break;
                    }
                    put(missed(0, std::mem::take(&mut misses)));
                    put(Event { work, came_to: CameTo::Made(product) });
                }
                // Whoever counts stops at one attempt, not somewhere in a chunk.
                Err(miss) if self.order.counts() => put(missed(work, Misses::of(&miss, brief))),
                Err(miss) => misses.add(&miss, brief),
            }
        }
        put(missed(0, misses));
        self.adapt(attempts, began.elapsed());
    }

    /// Makes chunks longer or shorter, so that each takes about as long as it should.
    fn adapt(&self, attempts: u64, took: Duration) {
        let each = took.as_secs_f64() / attempts.max(1) as f64;
        let fitting = (self.pace.as_secs_f64() / each.max(1e-7)) as u64;
        let now = self.chunk.load(Ordering::Relaxed);
        self.chunk.store(fitting.clamp(1, 4 * now.max(1)).min(1024), Ordering::Relaxed);
    }
}
