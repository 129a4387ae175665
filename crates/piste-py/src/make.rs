//! Making puzzles: attempts on all cores, in the order of their numbers.
//!
//! When it is enough, and which attempt counts, is decided by `piste_api::make::Ledger`.

use crate::columns::{Columns, Filling, Kind, Value};
use crate::failure::{PisteError, raised};
use crate::known::Known;
use crate::many::workers;
use crate::patience::{Flag, Raised, Waiter, taken};
use crate::verbs::{rated, rated_columns};
use piste::generate::Stop;
use piste_api::make::{Account, Answer, Ledger, Misses, Order, Product, Request, no_starts};
use piste_api::{Handle, Unhurried, Wrong, canon, json, rate};
use piste_store::batch::{self, Plan, Sink, Trouble};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Attempts that each worker may be ahead of what is handed out.
const AHEAD: usize = 32;

/// Makes what the request asks for, and answers as the API does.
#[pyfunction]
#[pyo3(signature = (request, seed, threads = None))]
pub(crate) fn make(
    py: Python<'_>,
    request: &[u8],
    seed: u64,
    threads: Option<usize>,
) -> PyResult<String> {
    let (request, order, flag) = ordered(request, seed).map_err(|wrong| raised(py, &wrong))?;
    drop(request);
    let answer = made(py, order, flag, threads, None)?;
    Ok(json::write(&answer))
}

/// The same as columns, and why there are fewer than ordered, if there are.
#[pyfunction]
#[pyo3(signature = (request, seed, threads = None, progress = None))]
pub(crate) fn make_many(
    py: Python<'_>,
    request: &[u8],
    seed: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Columns, Option<String>)> {
    let (request, order, flag) = ordered(request, seed).map_err(|wrong| raised(py, &wrong))?;
    let rated = kinds(&request, &order).map_err(|wrong| raised(py, &wrong))?;
    let answer = made(py, order, flag, threads, progress)?;
    let columns = filled(&answer, rated).map_err(|why| PisteError::new_err(why.to_string()))?;
    Ok((columns, answer.problem))
}

/// The columns of the ratings that go with the puzzles of an order.
fn kinds(request: &Request, order: &Order) -> Result<Vec<(String, Kind)>, Wrong> {
    let request = rate::Request {
        metrics: order.selection.shown().map(|info| info.slug.to_owned()).collect(),
        runs: request.runs,
        options: request.options.clone(),
        ..rate::Request::default()
    };
    rated_columns(&rate::Rater::read(&request, &Known, &Unhurried)?)
}

fn filled(answer: &Answer, rated_columns: Vec<(String, Kind)>) -> anyhow::Result<Columns> {
    let text = |name: &str| (name.to_owned(), Kind::Text);
    let mut columns = vec![text("puzzle"), text("solution"), text("level")];
    columns.extend(rated_columns);
    columns.push(text("method"));
    columns.extend(["seed", "attempt"].map(|name| (name.to_owned(), Kind::Whole)));
    let mut filling = Filling::new(&columns);
    for Product { rating, made } in &answer.puzzles {
        let mut row = vec![Value::Text(rating.standing.puzzle.clone())];
        row.extend([rating.solution.clone(), rating.level.clone()].map(Value::from));
        row.extend(rated(rating));
        row.push(Value::from(made.method.clone()));
        row.extend([made.seed, made.attempt].map(Value::from));
        filling.push(row)?;
    }
    filling.finish()
}

/// Makes what is ordered, and waits for it or Ctrl-C.
fn made(
    py: Python<'_>,
    order: Order,
    flag: Flag,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let (jobs, error) = (workers(threads), Raised::default());
    let theirs = Arc::clone(&error);
    let made = py.detach(move || {
        // How far it is, is a matter of puzzles and not of attempts: the shop tells it.
        let told = progress.map(|told| (told, order.count));
        let told = Waiter::new(flag.clone(), told, Arc::clone(&theirs));
        let waiter = Waiter::new(flag, None, theirs);
        let plan = Plan { handle: Box::new(waiter), ahead: AHEAD, ..Plan::new(jobs) };
        run(order, plan, told)
    });
    if let Some(error) = taken(&error) {
        return Err(error);
    }
    let answer = made.map_err(|why| PisteError::new_err(why.to_string()))?;
    answer.ok_or_else(|| PyKeyboardInterrupt::new_err(()))
}

fn ordered(request: &[u8], seed: u64) -> Result<(Request, Order, Flag), Wrong> {
    let request: Request = json::read(request)?;
    let order = Order::read(&request, seed, &Known, no_starts)?;
    let flag = Flag::default();
    let theirs = flag.clone();
    Ok((request, order.stopping(Stop::when(move || theirs.is_raised())), flag))
}

/// What an attempt came to: its work, and a puzzle with its key or why there is none.
type CameTo = (u64, Result<(canon::Key, Box<Product>), Misses>);

fn run(order: Order, plan: Plan, told: Waiter) -> anyhow::Result<Option<Answer>> {
    let order = Arc::new(order);
    let worker = Arc::clone(&order);
    let work = move |number: u64, answer: &mut batch::Answer<'_, CameTo>| {
        let attempt = worker.attempt(number);
        let came_to = match attempt.came_to {
            Ok(made) => {
                let key = canon::key_of(made.puzzle.grid());
                Ok((key, Box::new(worker.product(&made, number, &Known))))
            }
            Err(miss) => Err(Misses::of(&miss, &worker.brief)),
        };
        // What was cut off midway says nothing about the brief.
        if !worker.brief.is_stopped() {
            answer.put((attempt.work, came_to));
        }
    };
    let ledger = Ledger::of(&order);
    let mut shop = Shop { ledger, seen: BTreeSet::new(), puzzles: Vec::new(), told };
    let tally = batch::run(plan, (0..).map(Ok), work, &mut shop)?;
    if tally.cut_short.is_some() {
        return Ok(None);
    }
    let problem = shop.ledger.problem(&order);
    let account: Account = shop.ledger.account;
    Ok(Some(Answer { puzzles: shop.puzzles, account, problem }))
}

/// Where attempts are counted and puzzles handed out, each once however it is written.
struct Shop {
    ledger: Ledger,
    seen: BTreeSet<canon::Key>,
    puzzles: Vec<Product>,
    told: Waiter,
}

impl Sink<CameTo> for Shop {
    fn take(&mut self, (work, came_to): CameTo) -> Result<(), Trouble> {
        if !self.ledger.admits(work) {
            return Err(Trouble::Enough);
        }
        match came_to {
            Ok((key, product)) if self.seen.insert(key) => {
                self.ledger.made();
                self.puzzles.push(*product);
            }
            Ok(_) => self.ledger.missed(Misses::repeated()),
            Err(misses) => self.ledger.missed(misses),
        }
        self.told.progress(self.ledger.account.made, self.ledger.account.tried);
        if self.ledger.end().is_some() { Err(Trouble::Enough) } else { Ok(()) }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}
