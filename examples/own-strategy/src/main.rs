//! A strategy and a metric of one's own: what piste does not know, it can still use.
//!
//! ```text
//!   half_turn      a strategy, and half_turn.ftl, its words
//!   patience       a metric that stands on it, with an option
//!   main           rates a puzzle by it, and tells the solve
//! ```
//!
//! `cargo run -p own-strategy` shows it. Nothing here is in a register of piste: the ladder is
//! put together at run time, the metric is handed over as it is. One thing needs the register: to be named in a
//! `Condition`, as `--where` and `--target` read it.

mod half_turn;
mod patience;

use patience::{Patience, Toll, with_ladder};
use piste::rating::{Selection, Workup};
use piste::{Board, Grid, Puzzle};
use piste_api::{Language, NoCollection, rate, why};
use std::fmt::Write as _;
use std::io::Write as _;

/// The board that it is shown on. Every 1 falls on a 9, every 2 on an 8, every 3 on a 7, every
/// 4 on a 6.
const PUZZLE: &str =
    "..76..1....5..87.6.....14...5.....413.1...9.796.....5...69.....4.32..5....9..43..";

fn main() -> std::io::Result<()> {
    let grid: Grid = PUZZLE.parse().map_err(std::io::Error::other)?;
    let puzzle = Puzzle::prove(&grid).map_err(std::io::Error::other)?;
    std::io::stdout().write_all(report(&puzzle, Toll(25)).as_bytes())
}

/// The rating with its reason, and the first steps of the solve.
fn report(puzzle: &Puzzle, toll: Toll) -> String {
    let selection = Selection::of([&Patience as &'static dyn piste::rating::Metric]);
    let ratings = selection.rate(&Workup::new(puzzle).with_option(toll));
    let answer = rate::Answer::of(puzzle, &selection, &ratings, &NoCollection);
    let mut text = format!("{}\n", answer.standing.puzzle);
    for (slug, why) in why::all(&selection, &ratings, Language::default()).0 {
        let _ = writeln!(text, "{slug}: {}", why.says);
        if let Some(step) = why.deciding {
            let _ = writeln!(text, "decided by {} {}: {}", step.name, step.change, step.text);
        }
    }
    let solve = with_ladder(|ladder| ladder.climb(&Board::from(puzzle.grid())));
    for (number, (board, step)) in (1..=3).zip(solve.replay()) {
        let _ = writeln!(text, "{number}. {}: {}", step.strategy.name, step.explain(&board));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use half_turn::HalfTurn;
    use piste::logic::{Ladder, Outcome, Scene, Sink, Step, Strategy};
    use piste::rating::{Column, Ratings, Settings, Value};
    use piste::symmetry::Transformation;
    use piste::{Rng, search};

    fn puzzle() -> Puzzle {
        Puzzle::prove(&PUZZLE.parse().unwrap()).unwrap()
    }

    fn found(board: &Board) -> Vec<Step> {
        let mut sink = Sink::all();
        let _ = HalfTurn.find(&Scene::new(board), &mut sink);
        sink.into_steps()
    }

    #[test]
    fn the_report_tells_the_half_turn_in_its_own_words() {
        let because = "Turn the board by half. Every digit falls on the one that goes with it, and \
                       only 5 goes with itself. There is one solution, so it turns into itself \
                       too, and r5c5 is 5. Erase 2, 4, 6 and 8 from r5c5.";
        let report = report(&puzzle(), Toll(25));
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines[0], PUZZLE);
        assert_eq!(lines[1], "patience: 78, thoughts 1");
        assert_eq!(
            lines[2],
            format!("decided by half turn r5c5<>2 r5c5<>4 r5c5<>6 r5c5<>8: {because}")
        );
        assert_eq!(lines[3], format!("1. half turn: {because}"));
        assert!(lines[4].starts_with("2. "), "{}", lines[4]);
    }

    #[test]
    fn the_toll_is_an_option_of_the_metric() {
        let (puzzle, patience) = (puzzle(), &Patience);
        let value = |ratings: Ratings, name| {
            ratings.value(Column::of_metric(patience, name).unwrap()).unwrap()
        };
        let rate = |workup: Workup<'_>| {
            Selection::of([patience as &'static dyn piste::rating::Metric]).rate(&workup)
        };
        // 53 cells are open, and all of them are written by singles.
        assert_eq!(value(rate(Workup::new(&puzzle)), ""), Value::Count(63));
        let free = || Workup::new(&puzzle).with_option(Toll(0));
        assert_eq!(value(rate(free()), ""), Value::Count(53));
        assert_eq!(value(rate(free()), "thoughts"), Value::Count(1));
        // The same by name, as doors say it.
        let mut settings = Settings::default();
        settings.set_of(patience, "toll", "0").unwrap();
        assert_eq!(value(rate(settings.apply(Workup::new(&puzzle))), ""), Value::Count(53));
        assert!(settings.set_of(patience, "toll", "much").is_err());
    }

    #[test]
    fn a_solve_with_it_never_contradicts_the_solution() {
        let puzzle = puzzle();
        let solve = with_ladder(|ladder| ladder.climb(&Board::from(puzzle.grid())));
        assert_eq!(solve.outcome(), Outcome::Solved);
        assert_eq!(solve.first_flaw(puzzle.solution()), None);
    }

    #[test]
    fn it_is_found_on_boards_that_turn_into_themselves_and_on_no_others() {
        let (mut rng, mut turned) = (Rng::new(8), 0);
        for _ in 0..200 {
            // A board that turns into itself keeps doing so with other names for its digits.
            let names = Transformation::random(&mut rng);
            let grid: Grid = PUZZLE.parse().unwrap();
            let renamed = grid.givens().fold(Grid::EMPTY, |mut grid, (cell, digit)| {
                grid.set(cell, Some(names.digit(digit)));
                grid
            });
            let solution = search::first(&renamed).unwrap();
            let steps = found(&Board::from(&renamed));
            assert_eq!(steps.len(), 1);
            let gone = steps[0].effect.eliminations();
            assert!(gone.iter().all(|mark| solution.get(mark.cell()) != mark.digit()));
            turned += 1;
            // Without one of its givens it does so no more.
            let cells: Vec<_> = renamed.filled().iter().collect();
            let less = renamed.without(cells[rng.below(cells.len())]);
            assert!(found(&Board::from(&less)).is_empty());
        }
        assert_eq!(turned, 200);
    }

    #[test]
    fn without_uniqueness_the_ladder_leaves_it_out() {
        let slugs = with_ladder(|ladder| {
            let careful: Ladder<'_> = ladder.clone().without_uniqueness();
            careful.strategies().map(|strategy| strategy.info().slug).collect::<Vec<_>>()
        });
        assert!(!slugs.contains(&"half-turn") && slugs.contains(&"naked-single"));
    }
}
