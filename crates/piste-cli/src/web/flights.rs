//! Work that is under way is shared: who asks the same while it lasts waits for the same answer.
//!
//! A page asks how hard a puzzle is from more than one place, and people press a button twice. A *flight* is one
//! such question on its way. It is known by what was asked, to the byte, and by nothing else. Everybody who
//! waits for it holds on to it; when the last one has gone away it is called off, as a request of one's own
//! would be.

use super::lanes::Leave;
use super::problem::{Code, Problem};
use axum::body::Bytes;
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::watch;

/// What comes of a flight: the text of an answer, or why there is none.
pub(super) type Landing = Result<String, Problem>;

/// What was asked: the path of an endpoint, and the body.
type Question = (&'static str, Bytes);

/// All that is under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Flights(Arc<Mutex<BTreeMap<Question, Weak<Flight>>>>);

#[derive(Debug)]
struct Flight {
    landing: watch::Receiver<Option<Landing>>,
    /// Dropped with the last of those who wait.
    _leave: Leave,
}

impl Flights {
    /// The answer to a question: of the flight that is under way, or of one that begins now with `start`, which
    /// gives the work and what calls it off.
    pub(super) async fn board<F>(
        &self,
        question: Question,
        start: impl FnOnce() -> (F, Leave),
    ) -> Landing
    where
        F: Future<Output = Landing> + Send + 'static,
    {
        let flight = self.find_or_start(question, start);
        let mut landing = flight.landing.clone();
        let landed = landing.wait_for(Option::is_some).await;
        let landed = landed.ok().and_then(|landed| landed.clone());
        landed.unwrap_or_else(|| Err(Problem::new(Code::Busy, "the server is about to end")))
    }

    fn find_or_start<F>(
        &self,
        question: Question,
        start: impl FnOnce() -> (F, Leave),
    ) -> Arc<Flight>
    where
        F: Future<Output = Landing> + Send + 'static,
    {
        let mut flights = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flight) = flights.get(&question).and_then(Weak::upgrade) {
            return flight;
        }
        let (work, leave) = start();
        let (tell, landing) = watch::channel(None);
        let flight = Arc::new(Flight { landing, _leave: leave });
        let this = Arc::downgrade(&flight);
        flights.insert(question.clone(), Weak::clone(&this));
        drop(flights);
        let all = self.clone();
        tokio::spawn(async move {
            let landed = work.await;
            all.forget(&question, &this);
            // Nobody may be left to hear it.
            let _ = tell.send(Some(landed));
        });
        flight
    }

    /// Whoever asks from now on begins anew, unless somebody has already.
    fn forget(&self, question: &Question, flight: &Weak<Flight>) {
        let mut flights = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if flights.get(question).is_some_and(|known| known.ptr_eq(flight)) {
            flights.remove(question);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::{Lanes, Pace};
    use super::super::limits::Limits;
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    fn question(body: &'static str) -> Question {
        ("/rate", Bytes::from_static(body.as_bytes()))
    }

    #[tokio::test]
    async fn the_same_question_is_worked_on_once() {
        let (flights, lanes) = (Flights::default(), Lanes::new(&Limits::with_cores(1)));
        let begun = AtomicUsize::new(0);
        let ask = |body: &'static str| {
            flights.board(question(body), || {
                let number = begun.fetch_add(1, Ordering::Relaxed);
                let work = async move {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    Ok(number.to_string())
                };
                (work, lanes.patience(Pace::Long).1)
            })
        };
        let (one, two, other) = tokio::join!(ask("a"), ask("a"), ask("b"));
        assert_eq!([one.unwrap(), two.unwrap(), other.unwrap()], ["0", "0", "1"]);
        // What has landed is not kept.
        assert_eq!(ask("a").await.unwrap(), "2");
    }

    #[tokio::test]
    async fn it_is_called_off_when_the_last_one_has_gone() {
        let (flights, lanes) = (Flights::default(), Lanes::new(&Limits::with_cores(1)));
        let (patience, leave) = lanes.patience(Pace::Long);
        let first = flights.find_or_start(question("a"), || {
            (async { std::future::pending::<Landing>().await }, leave)
        });
        let again = || -> (std::future::Ready<Landing>, Leave) { unreachable!("it is under way") };
        let second = flights.find_or_start(question("a"), again);
        drop(first);
        assert!(!patience.is_over(), "somebody still waits");
        drop(second);
        assert!(patience.is_over());
    }
}
