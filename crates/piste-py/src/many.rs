//! Many questions at once: one request, many puzzles, on all cores, and the answers as columns.

use crate::columns::{Columns, Filling, Row};
use crate::failure::{PisteError, raised};
use crate::patience::{Flag, Raised, Waiter, taken};
use crate::texts::Texts;
use crate::verbs::{self, Verb};
use piste_store::batch::{self, Answer, Plan, Sink, Trouble};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use std::thread;

/// The most puzzles that are handed to a worker at a time.
const TAKE: usize = 64;

/// As many workers as the machine has cores, unless it is said.
pub(crate) fn workers(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1)
}

/// Asks the same about many puzzles.
#[pyfunction]
#[pyo3(signature = (verb, request, puzzles, width = 0, threads = None, progress = None))]
pub(crate) fn many(
    py: Python<'_>,
    verb: &str,
    request: &[u8],
    puzzles: &Bound<'_, PyAny>,
    width: usize,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Columns> {
    let verb = verbs::read(verb, request).map_err(|wrong| raised(py, &wrong))?;
    let texts = Texts::of(puzzles, width)?;
    let all = texts.len() as u64;
    let (jobs, raised) = (workers(threads), Raised::default());
    let theirs = Arc::clone(&raised);
    let made = py.detach(move || {
        let flag = Flag::default();
        let waiter = Waiter::new(flag.clone(), progress.map(|told| (told, all)), theirs);
        run(verb, texts, Plan { handle: Box::new(waiter), ..Plan::new(jobs) }, flag)
    });
    if let Some(error) = taken(&raised) {
        return Err(error);
    }
    made.map_err(|why| PisteError::new_err(why.to_string()))?
        .ok_or_else(|| PyKeyboardInterrupt::new_err(()))
}

/// Works on all of them; nothing if it was called off.
fn run(
    verb: Box<dyn Verb>,
    texts: Texts,
    plan: Plan,
    flag: Flag,
) -> anyhow::Result<Option<Columns>> {
    let columns = verb.columns();
    let width = columns.len();
    let mut filled = Filled(Filling::new(&columns));
    let ranges = ranges(texts.len(), plan.jobs);
    let work = move |range: Range<usize>, answer: &mut Answer<'_, Vec<Row>>| {
        let count = range.len() as u64;
        let mut rows = Vec::with_capacity(range.len());
        for number in range {
            if flag.is_raised() {
                break;
            }
            rows.push(verbs::row(&*verb, texts.get(number).as_deref(), width, &flag));
        }
        answer.put(rows);
        answer.counts_for(count);
    };
    let tally = batch::run(plan, ranges.into_iter().map(Ok), work, &mut filled)?;
    if tally.cut_short.is_some() { Ok(None) } else { filled.0.finish().map(Some) }
}

/// The numbers of the puzzles, cut so that every worker has something to do from the first to the last.
fn ranges(count: usize, jobs: usize) -> Vec<Range<usize>> {
    let take = (count / (8 * jobs)).clamp(1, TAKE);
    (0..count).step_by(take).map(|from| from..count.min(from + take)).collect()
}

struct Filled(Filling);

impl Sink<Vec<Row>> for Filled {
    fn take(&mut self, rows: Vec<Row>) -> Result<(), Trouble> {
        rows.into_iter().try_for_each(|row| self.0.push(row)).map_err(Trouble::Broken)
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}
