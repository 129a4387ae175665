//! One verb over its whole input: from the options to the exit code.

use crate::args::Common;
use crate::input::{self, Input, InputArgs, Item, Items, Share, SourceArgs};
use crate::interrupt;
use crate::output::is_stdout;
use crate::printer::{OutputArgs, Printer, Reply};
use crate::progress::{Miles, Progress, thousands};
use crate::status::{Status, tell};
use crate::terminal;
use anyhow::bail;
use piste_core::search::Clues;
use piste_store::batch::{self, Answer, CutShort, Plan, Sink, Tally, Trouble};
use piste_store::format::Form;
use std::io::IsTerminal;

/// A verb's input and output, open and ready.
pub(crate) struct Job {
    pub(crate) printer: Printer,
    pub(crate) batch: Batch,
}

/// The puzzles of a job, ready to be worked on.
pub(crate) struct Batch {
    input: Input,
    plan: Plan,
    miles: Miles,
}

impl Job {
    /// Opens everything. Records will be written in `form`.
    pub(crate) fn new(
        common: &Common,
        input: Input,
        input_args: &InputArgs,
        output_args: &OutputArgs,
        form: Form,
    ) -> anyhow::Result<Job> {
        let target = output_args.output.as_deref().filter(|path| !is_stdout(path));
        let share = input.share().cloned();
        if let (Some(_), None) = (&share, target) {
            bail!("--shard leaves a manifest beside its file, which --output names");
        }
        if share.is_some()
            && matches!(form, Form::Grid | Form::Sdk | Form::Ss | Form::Ipuz | Form::OpenSudoku)
        {
            bail!("--shard: the form {form} takes several lines and has no rows to merge");
        }
        let mut printer = Printer::open(target, form)?;
        if let (Some(share), Some(target)) = (&share, target) {
            printer.share(share, common.asked.clone().words(target), target);
        }
        let batch = Batch::new(common, input, &input_args.source, output_args.output.is_some());
        Ok(Job { printer, batch })
    }

    /// Works on every puzzle of the input. `failing` says what is wrong with those that
    /// the worker counts as failed: "no solution"; `noting` says what there is to note
    /// about those that it counts as such: "more than one solution".
    pub(crate) fn run(
        self,
        failing: &str,
        noting: &str,
        work: impl Fn(Item, &mut Answer<'_, Reply>) + Send + Sync + 'static,
    ) -> anyhow::Result<Status> {
        self.run_over(failing, noting, |items| items, work)
    }

    /// The same for a worker that knows the classic board alone.
    pub(crate) fn run_classic(
        self,
        failing: &str,
        work: impl Fn(Item<Clues>, &mut Answer<'_, Reply>) + Send + Sync + 'static,
    ) -> anyhow::Result<Status> {
        self.run_over(failing, "", input::classic, work)
    }

    fn run_over<P, I>(
        self,
        failing: &str,
        noting: &str,
        of: impl FnOnce(Items) -> I,
        work: impl Fn(Item<P>, &mut Answer<'_, Reply>) + Send + Sync + 'static,
    ) -> anyhow::Result<Status>
    where
        P: Send + 'static,
        I: Iterator<Item = Result<Item<P>, Trouble>> + Send + 'static,
    {
        let Job { mut printer, batch } = self;
        let (is_direct, is_part) = (batch.input.is_direct(), batch.input.share().is_some());
        let marked = move |item: Item<P>, answer: &mut Answer<'_, Reply>| {
            let index = item.index;
            work(item, answer);
            if is_part {
                answer.put(Reply::Done(index));
            }
        };
        let nothing = Nothing::of(&batch.input);
        let (plan, items) = batch.open();
        let tally = nothing.looked_at(batch::run(plan, of(items), marked, &mut printer)?);
        let failing = if is_direct { None } else { Some(failing) };
        conclude_noting(&tally, printer, failing, Some(noting).filter(|_| !is_direct))
    }

    /// The same for a worker that takes several puzzles at once; see [`batch::run_together`].
    pub(crate) fn run_together(
        self,
        failing: &str,
        work: impl Fn(Vec<Item>, &mut Answer<'_, Reply>) + Send + Sync + 'static,
    ) -> anyhow::Result<Status> {
        if self.batch.input.share().is_some() {
            return self.run(failing, "", move |item, answer| work(vec![item], answer));
        }
        let Job { mut printer, batch } = self;
        let (is_direct, nothing) = (batch.input.is_direct(), Nothing::of(&batch.input));
        let (plan, items) = batch.open();
        let tally = batch::run_together(plan, items, work, &mut printer)?;
        let failing = if is_direct { None } else { Some(failing) };
        conclude(&nothing.looked_at(tally), printer, failing)
    }
}

impl Batch {
    /// The puzzles of this input; `to_file` says that the answers do not go to the standard
    /// output.
    pub(crate) fn new(common: &Common, input: Input, source: &SourceArgs, to_file: bool) -> Batch {
        let quiet = common.quiet;
        let is_apart = to_file || !std::io::stdout().is_terminal() && !terminal::is_pipe();
        let is_watched = std::io::stderr().is_terminal() && is_apart;
        let (progress, miles) = if quiet || !is_watched || input.is_direct() || input.is_keyboard()
        {
            (Progress::hidden(), Miles::default())
        } else {
            let miles = Miles::counted();
            (Progress::visible(input.bytes(), miles.clone()), miles)
        };
        if input.is_keyboard() && !quiet {
            progress.say("piste: type a puzzle a line; Ctrl-D ends");
        }
        let plan = Plan {
            jobs: common.jobs(),
            ahead: batch::UNDER_WAY,
            strict: source.strict,
            quiet,
            handle: Box::new(progress),
        };
        Batch { input, plan, miles }
    }

    /// The stream of puzzles, and how it is to be worked on.
    pub(crate) fn open(self) -> (Plan, Items) {
        (self.plan, self.input.items(self.miles))
    }

    /// The same with the first puzzle read, and found to be as it must be: whatever is wrong with all of
    /// them is said before any work is done.
    pub(crate) fn begun(
        self,
        check: impl FnOnce(&Item) -> anyhow::Result<()> + Send + 'static,
    ) -> anyhow::Result<Begun> {
        let nothing = Nothing::of(&self.input);
        let (plan, mut items) = self.open();
        // A keyboard may be slow, and a signal does not wait for it.
        let (early, items) = interrupt::heeding(move || {
            let mut early = Vec::new();
            while early.len() < MOST_EARLY && early.last().is_none_or(Result::is_err) {
                let Some(next) = items.next() else { break };
                early.push(next);
            }
            (early, items)
        })?;
        if let Some(Ok(first)) = early.last() {
            check(first)?;
        }
        Ok(Begun { plan, items: Box::new(early.into_iter().chain(items)), nothing })
    }

    /// Works on every puzzle, and gives the results to any sink.
    pub(crate) fn run<R: Send + 'static>(
        self,
        work: impl Fn(Item, &mut Answer<'_, R>) + Send + Sync + 'static,
        sink: &mut impl Sink<R>,
    ) -> anyhow::Result<Tally> {
        let nothing = Nothing::of(&self.input);
        let (plan, items) = self.open();
        Ok(nothing.looked_at(batch::run(plan, items, work, sink)?))
    }
}

/// So many bad lines are read before the first good one, at most, to know what the input is.
const MOST_EARLY: usize = 10_000;

/// A batch whose input has been begun.
pub(crate) struct Begun {
    plan: Plan,
    items: Box<dyn Iterator<Item = Result<Item, Trouble>> + Send>,
    nothing: Nothing,
}

impl Begun {
    /// Works on every puzzle, and gives the results to any sink.
    pub(crate) fn run<R: Send + 'static>(
        self,
        work: impl Fn(Item, &mut Answer<'_, R>) + Send + Sync + 'static,
        sink: &mut impl Sink<R>,
    ) -> anyhow::Result<Tally> {
        Ok(self.nothing.looked_at(batch::run(self.plan, self.items, work, sink)?))
    }
}

/// What is said if there was nothing in the input at all.
struct Nothing {
    words: String,
    share: Option<Share>,
}

impl Nothing {
    fn of(input: &Input) -> Nothing {
        Nothing { words: input.nothing(), share: input.share().cloned() }
    }

    /// What came of a batch; if there was nothing in its input at all, that is said, and the run
    /// is not well: of an empty file nothing holds. A part of a batch may have no puzzle.
    fn looked_at(self, tally: Tally) -> Tally {
        let is_part = self.share.is_some_and(|share| share.census().records() > 0);
        let is_empty = tally.records + tally.bad == 0 && tally.cut_short.is_none() && !is_part;
        if is_empty {
            tell(format_args!("piste: {}", self.words));
        }
        Tally { is_empty, ..tally }
    }
}

/// Closes the output and says the last words, the summary among them if `failing` says how.
pub(crate) fn conclude(
    tally: &Tally,
    printer: Printer,
    failing: Option<&str>,
) -> anyhow::Result<Status> {
    conclude_noting(tally, printer, failing, None)
}

fn conclude_noting(
    tally: &Tally,
    printer: Printer,
    failing: Option<&str>,
    noting: Option<&str>,
) -> anyhow::Result<Status> {
    let status = Status::from(tally);
    let kept_in = match (status, tally.cut_short) {
        (Status::Wanting | Status::Undecided, None) => {
            printer.close_wanting()?;
            None
        }
        (_, cut_short) => printer.close(cut_short)?,
    };
    let mut last_words = failing.map_or_else(Vec::new, |failing| summary(tally, failing));
    if let Some(noting) = noting.filter(|_| tally.noted > 0 && !tally.quiet) {
        let all = count(tally.records, "puzzle");
        last_words.push(format!("{noting}: {} of {all}", thousands(tally.noted)));
    }
    if let Some(CutShort::Cancelled) = tally.cut_short {
        let mut words = format!("interrupted after {}", count(tally.records, "puzzle"));
        if let Some(path) = kept_in {
            words = format!("{words}; the results are in {}", path.display());
        }
        last_words.push(words);
    }
    for words in last_words {
        tell(format_args!("piste: {words}"));
    }
    Ok(status)
}

fn summary(tally: &Tally, failing: &str) -> Vec<String> {
    let mut words = Vec::new();
    if tally.bad > 0 {
        let stop = if tally.cut_short == Some(CutShort::Strict) { "; stopped there" } else { "" };
        let mut said = format!("{} could not be read{stop}", count(tally.bad, "puzzle"));
        if tally.untold > 0 {
            let untold = thousands(tally.untold);
            said =
                format!("{said}; {untold} of them are not listed here, --every-message lists all");
        }
        words.push(said);
    }
    if tally.failed > 0 {
        let all = count(tally.records, "puzzle");
        words.push(format!("{failing}: {} of {all}", thousands(tally.failed)));
    }
    if tally.undecided > 0 {
        let all = count(tally.records, "puzzle");
        words.push(format!("not decided: {} of {all}", thousands(tally.undecided)));
    }
    words
}

/// "1 puzzle", "1,000 puzzles".
pub(crate) fn count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", thousands(number), if number == 1 { "" } else { "s" })
}
