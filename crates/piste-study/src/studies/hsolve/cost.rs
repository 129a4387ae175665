//! What a puzzle of each of the paper's four levels costs, by the paper's two generators and by ours that climbs.
//!
//! The paper counts so: a board takes 9 seconds to make and rate, one in so many is of the level, so a puzzle
//! of the level takes 9 seconds times so many. How many boards it takes is counted here; how long a board takes
//! is only said if the study is told to use a clock, for that is never twice the same.

use super::{GENERATED, TYPICAL};
use crate::page::{Page, count, number};
use crate::studio::Studio;
use piste::generate::{self, Brief, generators};
use piste::rating::Condition;
use piste_core::Puzzle;
use std::time::Instant;

/// How many attempts are made at each level.
const ATTEMPTS: usize = 2000;

/// How many puzzles of the database are near the midpoint of a level.
const NEAR: usize = 100;

/// The seconds that a board takes in the paper, made and rated.
const PRINTED_SECONDS: f64 = 9.0;

/// What the attempts at one level came to.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::studies) struct Cost {
    attempts: usize,
    met: usize,
    seconds: f64,
}

impl Cost {
    /// How many boards it takes on average until one is of the level; nothing if none was.
    pub(in crate::studies) fn boards(self) -> Option<f64> {
        (self.met > 0).then(|| self.attempts as f64 / self.met as f64)
    }

    fn words(self, is_timed: bool) -> String {
        let Some(boards) = self.boards() else {
            return format!("none of {}", count(self.attempts));
        };
        let seconds = self.seconds / self.met as f64;
        match is_timed {
            true => format!("{}, {}", number(boards, 1), duration(seconds)),
            false => number(boards, 1),
        }
    }
}

/// A time in words.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s >= 60.0 => format!("{} min", number(s / 60.0, 2)),
        s if s >= 1.0 => format!("{} s", number(s, 1)),
        s => format!("{} ms", number(s * 1e3, 1)),
    }
}

/// The paper's four levels as targets, each with its midpoint.
fn levels() -> [(Condition, f64); 4] {
    std::array::from_fn(|nth| {
        let (low, high) = (TYPICAL[nth], TYPICAL[nth + 1]);
        let text = match nth {
            0 => format!("hsolve<={high}"),
            3 => format!("hsolve>{low}"),
            _ => format!("hsolve>{low} and hsolve<={high}"),
        };
        (text.parse().expect("a comparison of hsolve is a condition"), f64::midpoint(low, high))
    })
}

/// Attempts of this method to each level; `brief` says what else it gets.
pub(in crate::studies) fn of(
    studio: &Studio,
    method: &str,
    brief: impl Fn(f64) -> Brief,
) -> anyhow::Result<[Cost; 4]> {
    let method = generators::by_slug(method).expect("it is in the register");
    let mut costs = [Cost::default(); 4];
    for (cost, (target, middle)) in costs.iter_mut().zip(levels()) {
        let brief = Brief { target: Some(target), ..brief(middle) };
        let numbers: Vec<u64> = (0..studio.sample(ATTEMPTS) as u64).collect();
        let seed = studio.seed;
        let made = studio.all(numbers, move |number| {
            let began = Instant::now();
            let is_met = generate::attempt(method, &brief, seed, number).is_ok();
            (is_met, began.elapsed().as_secs_f64())
        })?;
        cost.attempts = made.len();
        cost.met = made.iter().filter(|(is_met, _)| *is_met).count();
        cost.seconds = made.iter().map(|(_, seconds)| seconds).sum();
    }
    Ok(costs)
}

/// The puzzles of a database that are nearest to this value.
pub(in crate::studies) fn near(database: &[(Puzzle, f64)], middle: f64) -> Vec<Puzzle> {
    let mut sorted: Vec<&(Puzzle, f64)> = database.iter().collect();
    sorted.sort_by(|a, b| (a.1 - middle).abs().total_cmp(&(b.1 - middle).abs()));
    sorted.into_iter().take(NEAR).map(|(puzzle, _)| *puzzle).collect()
}

/// The section of the page.
pub(super) fn write(
    studio: &Studio,
    page: &mut Page,
    database: &[(Puzzle, f64)],
) -> anyhow::Result<()> {
    page.section("What a puzzle of each level costs");
    let clock = if studio.is_timed {
        "and behind it how long a puzzle takes one core of the machine that wrote this page"
    } else {
        "`--timed` says how long it takes, too"
    };
    page.say(format_args!(
        "How many boards each method makes until one is of the level, on average over {} attempts, {clock}. Here level 1 is \
         all up to 598 and level 4 all above 2,761. The paper's boards take {PRINTED_SECONDS} seconds each to make and \
         rate, by either of its generators. `pseudo` starts from the {NEAR} puzzles nearest to the midpoint of the level among {} \
         random minimal ones, as the paper advises. An attempt of `climb` looks at many boards on its way.",
        count(studio.sample(ATTEMPTS)),
        count(database.len())
    ));
    let printed = GENERATED.map(|of_level| {
        let boards = 1000.0 / of_level as f64;
        format!("{}, {} min", number(boards, 1), number(boards * PRINTED_SECONDS / 60.0, 2))
    });
    let mut rows = vec![row("the paper's `standard`", printed)];
    let standard = of(studio, "standard", |_| Brief::default())?;
    let pseudo = of(studio, "pseudo", |middle| Brief {
        starts: near(database, middle).into(),
        ..Brief::default()
    })?;
    let climb = of(studio, "climb", |_| Brief::default())?;
    for (name, costs) in [("`standard`", standard), ("`pseudo`", pseudo), ("`climb`", climb)] {
        rows.push(row(name, costs.map(|cost| cost.words(studio.is_timed))));
    }
    page.table(&["method", "level 1", "level 2", "level 3", "level 4"], &rows);
    Ok(())
}

fn row(name: &str, cells: [String; 4]) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(cells).collect()
}

/// How long a rating takes, beside the paper's.
pub(super) fn write_speed(page: &mut Page, ratings: usize, seconds: f64) {
    page.section("How long a rating takes");
    page.say(format_args!(
        "The paper rates 100 puzzles in 13 minutes, 8 seconds each, with 20 runs, on a processor of 2 GHz in 2008. Here {} \
         random minimal puzzles took {} each, with 20 runs, on one core of the machine that wrote this page: {} times as fast.",
        count(ratings),
        duration(seconds / ratings as f64),
        count((8.0 * ratings as f64 / seconds) as usize)
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_times_follow_from_the_printed_counts() {
        let minutes = GENERATED.map(|count| 1000.0 / count as f64 * PRINTED_SECONDS / 60.0);
        let printed = [(0.25, 2), (3.1, 1), (4.7, 1), (30.0, 0)];
        for (minutes, (printed, decimals)) in minutes.into_iter().zip(printed) {
            assert_eq!(number(minutes, decimals), number(printed, decimals));
        }
    }

    #[test]
    fn every_value_is_of_one_level() {
        for value in [1.0, 317.0, 598.0, 598.1, 928.0, 928.1, 2_761.0, 2_761.1, 1e6] {
            let value = piste::rating::Value::Number(value, 1);
            let holding = levels().iter().filter(|(level, _)| level.holds(|_| Some(value))).count();
            assert_eq!(holding, 1, "{value}");
        }
        assert_eq!(levels()[3].1, 11_859.0);
    }

    #[test]
    fn times_read_well() {
        assert_eq!([0.0021, 4.7, 90.0].map(duration), ["2.1 ms", "4.7 s", "1.50 min"]);
        let cost = Cost { attempts: 10, met: 4, seconds: 2.0 };
        assert_eq!(
            (cost.words(false), cost.words(true)),
            ("2.5".to_owned(), "2.5, 500.0 ms".to_owned())
        );
        assert_eq!(Cost { met: 0, ..cost }.words(true), "none of 10");
    }
}
