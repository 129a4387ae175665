//! The batch under uneven work, bad records, closed pipes and cancellation, for any number of workers.

use super::*;
use anyhow::anyhow;
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn plan(jobs: usize, strict: bool) -> Plan {
    Plan { strict, quiet: true, ..Plan::new(jobs) }
}

/// Collects everything, or stops taking after so many lines.
#[derive(Default)]
struct Page {
    lines: Vec<String>,
    closes_after: Option<usize>,
}

impl Sink<String> for Page {
    fn take(&mut self, line: String) -> Result<(), Trouble> {
        if self.closes_after.is_some_and(|limit| self.lines.len() > limit) {
            return Err(anyhow!(io::Error::from(io::ErrorKind::BrokenPipe)).into());
        }
        if line == "indigestible" {
            return Err(Trouble::BadRecord(String::new()));
        }
        self.lines.push(line);
        Ok(())
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Takes longer for some numbers than for others.
fn uneven(number: u64, answer: &mut Answer<'_, String>) {
    if number.is_multiple_of(97) {
        thread::sleep(Duration::from_micros(300));
    }
    answer.put(number.to_string());
}

#[test]
fn answers_come_in_the_order_of_the_records_whatever_the_jobs() {
    let expected: Vec<String> = (0..20_000).map(|n| n.to_string()).collect();
    for jobs in [1, 2, 7] {
        let mut page = Page::default();
        let tally = run(plan(jobs, false), (0..20_000).map(Ok), uneven, &mut page).unwrap();
        assert_eq!(tally, Tally { records: 20_000, quiet: true, ..Tally::default() });
        assert!(page.lines == expected, "{jobs} jobs change the order");
    }
}

/// A reader of the first line does not wait for the hundreds that a worker took with it.
#[test]
fn what_is_done_does_not_wait_for_what_takes_long() {
    let (seen, wait) = std::sync::mpsc::channel();
    let wait = std::sync::Mutex::new(wait);
    struct First(std::sync::mpsc::Sender<()>, usize);

    impl Sink<bool> for First {
        fn take(&mut self, was_seen: bool) -> Result<(), Trouble> {
            self.0.send(()).unwrap();
            self.1 += usize::from(was_seen);
            Ok(())
        }

        fn pause(&mut self) -> anyhow::Result<()> {
            Ok(())
        }
    }

    let work = move |number: u64, answer: &mut Answer<'_, bool>| {
        let was_seen = match number {
            0 => {
                thread::sleep(2 * Pace::PATIENCE);
                true
            }
            // Of one slot: the second record is worked on when the first is written.
            1 => wait.lock().unwrap().recv_timeout(Duration::from_secs(60)).is_ok(),
            _ => true,
        };
        answer.put(was_seen);
    };
    let mut first = First(seen, 0);
    run(plan(1, false), (0..1_000).map(Ok), work, &mut first).unwrap();
    assert_eq!(first.1, 1_000);
}

#[test]
fn no_more_is_under_way_than_allowed() {
    let read = Arc::new(AtomicUsize::new(0));
    let worked = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let records = {
        let (read, worked, most) = (read, Arc::clone(&worked), Arc::clone(&most));
        (0..50_000u64).map(move |n| {
            let ahead = read.fetch_add(1, Ordering::SeqCst) - worked.load(Ordering::SeqCst);
            most.fetch_max(ahead, Ordering::SeqCst);
            Ok(n)
        })
    };
    let work = move |n: u64, answer: &mut Answer<'_, String>| {
        answer.put(n.to_string());
        worked.fetch_add(1, Ordering::SeqCst);
    };
    let mut page = Page::default();
    run(plan(2, false), records, work, &mut page).unwrap();
    assert_eq!(page.lines.len(), 50_000);
    assert!(most.load(Ordering::SeqCst) <= 2 * UNDER_WAY, "{most:?}");
}

#[test]
fn a_record_may_say_more_than_memory_should_hold() {
    let work = |record: usize, answer: &mut Answer<'_, String>| {
        for line in 0..20_000 {
            answer.put(format!("{record} {line}"));
            if answer.spill().is_break() {
                return;
            }
            assert!(answer.part.results.len() < SPILL, "what was spilled is gone");
        }
    };
    let mut page = Page::default();
    run(plan(3, false), (0..6).map(Ok), work, &mut page).unwrap();
    let expected = (0..6).flat_map(|r| (0..20_000).map(move |l| format!("{r} {l}")));
    assert!(page.lines.into_iter().eq(expected));
}

#[test]
fn bad_records_are_counted_and_the_rest_goes_on() {
    let records = || {
        (0..1000u64).map(|n| match n % 10 {
            3 => Err(Trouble::BadRecord(String::new())),
            _ => Ok(n),
        })
    };
    let work = |n: u64, answer: &mut Answer<'_, String>| {
        if n % 10 == 4 {
            answer.fail();
        }
        answer.put(if n % 100 == 50 { "indigestible".to_owned() } else { n.to_string() });
    };
    let mut page = Page::default();
    let tally = run(plan(2, false), records(), work, &mut page).unwrap();
    let expected = Tally { records: 900, bad: 100, untold: 100, failed: 110, ..Tally::default() };
    assert_eq!(tally, Tally { quiet: true, ..expected });

    let mut page = Page::default();
    let tally = run(plan(2, true), records(), work, &mut page).unwrap();
    assert_eq!(page.lines, ["0", "1", "2"]);
    assert_eq!(tally.cut_short, Some(CutShort::Strict));
}

#[test]
fn a_closed_pipe_ends_an_endless_batch() {
    let mut page = Page { closes_after: Some(100), ..Page::default() };
    let tally = run(plan(2, false), (0u64..).map(Ok), uneven, &mut page).unwrap();
    assert_eq!(tally.cut_short, Some(CutShort::ClosedPipe));
}

#[test]
fn what_was_read_before_the_reading_broke_is_written() {
    let broken = std::iter::once_with(|| Err(Trouble::Broken(anyhow!("torn"))));
    let mut page = Page::default();
    let end = run(plan(2, false), (0..500).map(Ok).chain(broken), uneven, &mut page);
    assert_eq!(end.unwrap_err().to_string(), "torn");
    assert_eq!(page.lines.len(), 500);
}

#[test]
#[should_panic(expected = "a thread of this batch has panicked")]
fn a_panic_of_a_worker_does_not_hang_the_batch() {
    let work = |n: u64, _: &mut Answer<'_, String>| assert!(n < 100, "on purpose");
    let _ = run(plan(2, false), (0..1000).map(Ok), work, &mut Page::default());
}

/// One question at a time: each answer must come before the next question is asked.
#[test]
fn a_trickle_is_answered_at_once() {
    let answered = Arc::new(AtomicUsize::new(0));
    let records = {
        let answered = Arc::clone(&answered);
        (0..50usize).map(move |n| {
            while answered.load(Ordering::SeqCst) < n {
                thread::sleep(Duration::from_micros(50));
            }
            Ok(n as u64)
        })
    };
    struct Counter(Arc<AtomicUsize>);
    impl Sink<String> for Counter {
        fn take(&mut self, _: String) -> Result<(), Trouble> {
            self.0.fetch_add(1, Ordering::SeqCst);
            Ok(())
        }
        fn pause(&mut self) -> anyhow::Result<()> {
            Ok(())
        }
    }
    run(plan(2, false), records, uneven, &mut Counter(Arc::clone(&answered))).unwrap();
    assert_eq!(answered.load(Ordering::SeqCst), 50);
}

/// Somebody who has seen enough after so many records.
#[derive(Clone, Default)]
struct Impatient {
    until: u64,
    seen: Rc<Cell<u64>>,
    told: Rc<Cell<usize>>,
}

impl Handle for Impatient {
    fn is_cancelled(&self) -> bool {
        self.seen.get() >= self.until
    }

    fn progress(&self, done: u64, tried: u64) {
        assert!(done <= tried && tried >= self.seen.get());
        self.seen.set(tried);
    }

    fn say(&self, words: &str) {
        self.told.set(self.told.get() + words.lines().count());
    }
}

#[test]
fn who_calls_it_off_has_all_that_was_complete_and_nothing_out_of_order() {
    for jobs in [1, 3] {
        let watcher = Impatient { until: 5_000, ..Impatient::default() };
        let plan = Plan { handle: Box::new(watcher.clone()), ..Plan::new(jobs) };
        let mut page = Page::default();
        let tally = run(plan, (0u64..).map(Ok), uneven, &mut page).unwrap();
        assert_eq!(tally.cut_short, Some(CutShort::Cancelled));
        assert!(tally.records >= 5_000 && tally.records == watcher.seen.get());
        assert!(
            page.lines
                .iter()
                .eq((0..tally.records).map(|n| n.to_string()).collect::<Vec<_>>().iter())
        );
    }
}

#[test]
fn what_is_wrong_is_told_and_what_is_only_worth_knowing_not_to_the_quiet() {
    for (quiet, told) in [(false, 30), (true, 20)] {
        let watcher = Impatient { until: u64::MAX, ..Impatient::default() };
        let plan = Plan { quiet, handle: Box::new(watcher.clone()), ..Plan::new(2) };
        let records = (0..20u64).map(|n| match n % 2 {
            0 => Err(Trouble::BadRecord(format!("{n} is even"))),
            _ => Ok(n),
        });
        let work = |n: u64, answer: &mut Answer<'_, String>| {
            answer.complain(format_args!("{n} is odd"));
            answer.remark(format_args!("{n} is odd, and there are others"));
        };
        run(plan, records, work, &mut Page::default()).unwrap();
        assert_eq!((watcher.told.get(), watcher.seen.get()), (told, 20));
    }
}
