//! `piste make --shape`: puzzles of other shapes.
//!
//! The loop is that of classic puzzles: attempts are numbered, several are made at once, and they are taken in
//! their order, so what is handed out does not depend on how many workers there are.

use super::budget::{Budget, Watch};
use super::{IDLE_LIBRARY, Look, Make, order};
use crate::args::Common;
use crate::cmd::rate::lines::Lines;
use crate::draw::{Ink, paint};
use crate::interrupt;
use crate::job::count;
use crate::printer::{Printer, Reply};
use crate::progress::thousands;
use crate::seed::Seed;
use crate::shapes;
use crate::status::{Status, tell};
use anyhow::{Context, bail};
use piste::generate::{Miss, Stop, shaped::Workshop};
use piste_api::make::{
    self, Attempt, Product,
    shaped::{self, Order},
};
use piste_api::{json, rate};
use piste_core::AnyGrid;
use piste_core::shape::Shape;
use piste_store::batch::{self, Answer, CutShort, Plan, Sink, Trouble};
use piste_store::format::Form;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

/// What `hardest` says where the ladder does not lead to the end.
const BEYOND: &str = "beyond";

/// The columns of tsv and csv.
pub(super) const COLUMNS: [&str; 7] =
    ["puzzle", "shape", "givens", "hardest", "solution", "seed", "attempt"];

/// What an attempt came to.
type Came = Box<Attempt<Product>>;

impl Make {
    pub(super) fn make_shaped(&self, shape: &Shape, common: &Common) -> anyhow::Result<Status> {
        self.refuse_classic()?;
        let (look, form) = self.look(common);
        if matches!(look, Look::Record) && form != Form::Line {
            bail!(
                "--format {}: puzzles of other shapes are written as lines, drawn, tsv, csv or json",
                form.slug()
            );
        }
        if self.order.is_library() {
            self.refuse_settings()?;
            return self.hand_out_shaped(shape, common);
        }
        let watch = Watch::new(self.budget);
        let mut request = self.order.shaped(shape)?;
        request.count = self.count;
        let (tries, work) = self.budget.counted();
        request.tries = tries;
        let seed = Seed::new(self.seed).get(true);
        let over = watch.clone();
        let stop = Stop::when(move || over.is_over());
        let mut order = Order::read(&request, seed).map_err(order::option)?.stopping(stop);
        order.wanted.settings.0 = self.order.settings.settings();
        order.work = work;
        let mut printer = Printer::open(self.output.as_deref(), form)?;
        if let Look::Lines(lines @ (Lines::Tsv | Lines::Csv)) = look {
            printer.head(&(COLUMNS.join(between(lines)) + "\n"))?;
        }
        let found = Arc::new(AtomicU64::new(0));
        let plan = Plan {
            jobs: common.jobs(),
            ahead: 2,
            strict: false,
            quiet: common.quiet,
            handle: Box::new(self.progress(common, Arc::clone(&found))),
        };
        let mut delivery = Delivery {
            order: &order,
            printer,
            look,
            attempts: shaped::Ledger::of(&order, self.is_distinct()),
            watch: watch.clone(),
            found,
        };
        let numbers = {
            let watch = watch.clone();
            (0u64..).take_while(move |_| !watch.is_over()).map(Ok)
        };
        let making = order.clone();
        let idle: Mutex<Vec<Workshop>> = Mutex::default();
        let work = move |number: u64, answer: &mut Answer<'_, Came>| {
            let pool = || idle.lock().unwrap_or_else(PoisonError::into_inner);
            let workshop = pool().pop();
            let mut workshop = workshop.unwrap_or_else(|| making.workshop());
            let Attempt { came_to, work } = making.attempt(&mut workshop, number);
            let came_to = came_to.map(|piece| making.product(&piece, number));
            answer.put(Box::new(Attempt { came_to, work }));
            pool().push(workshop);
        };
        watch.start();
        let tally = batch::run(plan, numbers, work, &mut delivery)?;
        watch.end();
        delivery.conclude(self.budget, common, tally.cut_short)
    }

    /// Refuses options that say nothing about puzzles of other shapes.
    fn refuse_classic(&self) -> anyhow::Result<()> {
        let said = [
            ("--metrics", !self.metrics.is_empty()),
            ("--all", self.all),
            ("--exclude", !self.exclude.is_empty()),
        ];
        if let Some((option, _)) = said.iter().find(|(_, is_said)| *is_said) {
            bail!("{option} is for puzzles of 9×9, not for --shape");
        }
        if self.order.is_library() {
            return Ok(());
        }
        if let Some(method) = self.order.method_name() {
            bail!("--method {method} is for puzzles of 9×9; with --shape there is library alone");
        }
        if self.library.place.is_said() {
            bail!("{IDLE_LIBRARY}");
        }
        if self.library.fresh.is_some() {
            bail!("--fresh is about what comes from the library: it needs --method library");
        }
        Ok(())
    }
}

/// What stands between columns.
pub(super) fn between(lines: Lines) -> &'static str {
    if matches!(lines, Lines::Csv) { "," } else { "\t" }
}

/// Takes attempts in their order, and knows when it is enough.
struct Delivery<'a> {
    order: &'a Order,
    printer: Printer,
    look: Look,
    attempts: shaped::Ledger,
    watch: Watch,
    found: Arc<AtomicU64>,
}

/// A puzzle of this shape as it is written.
pub(super) fn reply(look: Look, of: &Shape, product: &Product) -> anyhow::Result<Reply> {
    let rate::Answer { standing, solution, .. } = &product.rating;
    let puzzle = &standing.puzzle;
    let value = |metric: &str| product.value(metric).unwrap_or_default();
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    let (seed, attempt) = (number(product.made.seed), number(product.made.attempt));
    Ok(match look {
        Look::Lines(Lines::Json) => Reply::Text(json::write(product) + "\n"),
        Look::Lines(lines) => {
            let shape = standing.shape.clone().unwrap_or_default();
            // Regions and further houses may have commas in their names.
            let shape = match lines {
                Lines::Csv if shape.contains(',') => format!("\"{shape}\""),
                _ => shape,
            };
            let columns = [
                puzzle.clone(),
                shape,
                value("givens"),
                value("hardest"),
                solution.clone().unwrap_or_default(),
                seed,
                attempt,
            ];
            Reply::Text(columns.join(between(lines)) + "\n")
        }
        Look::Drawn { colour } => {
            let values = puzzle.chars().map(|c| c.to_digit(36).unwrap_or(0) as u8).collect();
            let grid = AnyGrid::new(of, values).context("a puzzle of its own shape")?;
            let picture = shapes::text(&grid, colour, |_| Ink::Given);
            let hardest = product.value("hardest").filter(|word| word != BEYOND);
            let needs = hardest.as_deref().unwrap_or("more than the ladder");
            let givens = value("givens");
            let from = format!("{}, seed {seed}, attempt {attempt}", shapes::name(of));
            let from = paint(&from, Ink::Faint, colour);
            Reply::Picture(format!(
                "{picture}{puzzle}\ngivens {givens} · hardest step {needs}\n{from}\n"
            ))
        }
        Look::Record => Reply::Text(format!("{puzzle}\n")),
    })
}

impl Delivery<'_> {
    /// Closes the output, and says how it went.
    fn conclude(
        self,
        budget: Budget,
        common: &Common,
        cut_short: Option<CutShort>,
    ) -> anyhow::Result<Status> {
        let Delivery { order, printer, attempts, .. } = self;
        let make::Account { made, tried, .. } = *attempts.account();
        let is_short = made < order.count;
        let kept_in = if cut_short.is_none() && is_short {
            printer.close_wanting().map(|()| None)?
        } else {
            printer.close(cut_short)?
        };
        let puzzles = count(made, "puzzle");
        let tried = format!("{} tried", thousands(tried));
        let seed = order.seed;
        match cut_short {
            Some(CutShort::Cancelled) => {
                let kept = kept_in.map(|path| format!("; they are in {}", path.display()));
                tell(format_args!(
                    "piste: interrupted: {puzzles}, {tried}{}",
                    kept.unwrap_or_default()
                ));
                Ok(Status::Interrupted(interrupt::caught()))
            }
            Some(CutShort::ClosedPipe) => Ok(Status::Fine),
            Some(CutShort::Strict) => Ok(Status::Wanting),
            None if is_short => {
                let wanted = thousands(order.count);
                tell(format_args!(
                    "piste: made {} of {wanted} and gave up: none within {budget} ({tried}, seed {seed})",
                    thousands(made)
                ));
                // That the budget was over in the midst of an attempt says nothing about what is wanted.
                let is_telling = |miss: &Miss| !matches!(miss, Miss::GaveUp(gave_up) if gave_up.why == "stopped");
                if let Some(miss) = attempts.last.filter(is_telling) {
                    tell(format_args!("piste: the last came to nothing: {miss}"));
                }
                Ok(Status::Wanting)
            }
            None => {
                if !common.quiet {
                    let name = shapes::name(&order.wanted.shape);
                    tell(format_args!("piste: {puzzles} of {name}, seed {seed}, {tried}"));
                }
                Ok(Status::Fine)
            }
        }
    }
}

impl Sink<Came> for Delivery<'_> {
    fn take(&mut self, came: Came) -> Result<(), Trouble> {
        if let Some(product) = self.attempts.take(*came) {
            self.found.store(self.attempts.account().made, std::sync::atomic::Ordering::Relaxed);
            self.watch.reset();
            let reply = reply(self.look, &self.order.wanted.shape, &product)?;
            self.printer.take(reply)?;
        }
        if self.attempts.is_enough() { Err(Trouble::Enough) } else { Ok(()) }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        self.printer.pause()
    }
}
