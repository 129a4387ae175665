//! The level between 2 and 3 that the paper wishes for: a proposal, measured.
//!
//! "There should probably be an extra difficulty level inserted between levels 2 and 3." The paper
//! thinks of counting how often hidden singles are needed. The proposal here goes by method, as its
//! other levels do: locked candidates from a box to a line, without groups. They need no written
//! marks, one digit is looked at at a time, and one of the two methods of level 3 is left for
//! level 3.

use super::published;
use crate::page::{Page, count, percent};
use crate::studio::Studio;
use piste::generate::generators::shredder;
use piste::logic::{Ladder, Scene, Sink, Step, strategies};
use piste_core::{Board, Puzzle};

/// Where a puzzle stands: levels 1 and 2, the new one, level 3, level 4 and above.
const NAMES: [&str; 5] = ["level 1", "level 2", "level 2½", "level 3", "level 4 and above"];

pub(super) fn section(
    studio: &Studio,
    page: &mut Page,
    starts: &[Vec<Puzzle>],
) -> anyhow::Result<()> {
    page.section("A level between 2 and 3");
    page.say(
        "The paper writes that there \"should probably be an extra difficulty level inserted between \
         levels 2 and 3\". A proposal: level 2½ is hidden singles and locked candidates, box to line, \
         without groups. It is a method of its own, one digit is looked at at a time, and no marks need \
         be written. Here is what it takes from level 3; and how many rounds of hidden singles level \
         2 needs, which is what the paper thinks of: naked singles until there are none, then all hidden \
         ones, and again.",
    );
    let mut rows = Vec::new();
    let mut sets: Vec<(String, Vec<Puzzle>)> = Vec::new();
    for (set, puzzles) in published(studio, &[2, 3])? {
        sets.push((set.name.to_owned(), puzzles));
    }
    for (nth, puzzles) in starts.iter().enumerate().skip(1) {
        let some = puzzles.iter().take(2000).copied().collect();
        sets.push((format!("made by `umbrella`, level {}", nth + 1), some));
    }
    for (name, puzzles) in sets {
        let all = puzzles.len();
        let found = studio.all(puzzles, |puzzle| (place(&puzzle), hidden_rounds(&puzzle)))?;
        let of_place = |wanted: usize| found.iter().filter(|(place, _)| *place == wanted).count();
        let of_rounds = |low: usize, high: usize| {
            let is = |rounds: &Option<usize>| rounds.is_some_and(|n| (low..=high).contains(&n));
            found.iter().filter(|(_, rounds)| is(rounds)).count()
        };
        rows.push(vec![
            name,
            count(all),
            count(of_place(1)),
            count(of_rounds(1, 1)),
            count(of_rounds(2, 3)),
            count(of_rounds(4, 81)),
            count(of_place(2)),
            count(of_place(3)),
        ]);
    }
    let header = [
        "puzzles of levels 2 and 3",
        "all",
        "level 2",
        "1 round",
        "2 or 3",
        "4 or more",
        "level 2½",
        "level 3",
    ];
    page.table(&header, &rows);
    steps(studio, page, starts)
}

/// Table 2 with the new level in it.
fn steps(studio: &Studio, page: &mut Page, starts: &[Vec<Puzzle>]) -> anyhow::Result<()> {
    let mut by_place: [Vec<Puzzle>; 5] = Default::default();
    for puzzles in starts {
        let some: Vec<Puzzle> = puzzles.iter().take(2000).copied().collect();
        let places = studio.all(some.clone(), |puzzle| place(&puzzle))?;
        for (puzzle, place) in some.into_iter().zip(places) {
            by_place[place].push(puzzle);
        }
    }
    let mut rows = Vec::new();
    for (from, puzzles) in by_place.into_iter().enumerate().take(4) {
        let all = puzzles.len();
        let below = studio.all(puzzles, |puzzle| {
            let less = puzzle.redundant().map(|cell| puzzle.grid().without(cell));
            less.filter_map(|grid| Puzzle::prove(&grid).ok()).fold([false; 5], |mut has, less| {
                has[place(&less)] = true;
                has
            })
        })?;
        let mut row = vec![NAMES[from].to_owned(), count(all)];
        for to in 1..5 {
            let have = below.iter().filter(|has| has[to]).count();
            row.push(if to > from { percent(have, all) } else { String::new() });
        }
        rows.push(row);
    }
    page.table(
        &[
            "with one given less",
            "puzzles",
            "have a level 2",
            "have a 2½",
            "have a 3",
            "have a 4 or above",
        ],
        &rows,
    );
    page.say(
        "Table 2 once more, with the new level: how many puzzles of each level, made by `umbrella`, have \
         a harder one below them.",
    );
    Ok(())
}

/// The place of a puzzle among [`NAMES`].
fn place(puzzle: &Puzzle) -> usize {
    match shredder::level_of(puzzle) {
        level @ (1 | 2) => level - 1,
        3 if is_solved_by_pointing(puzzle) => 2,
        3 => 3,
        _ => 4,
    }
}

/// Whether singles and locked candidates from a box to a line solve it.
fn is_solved_by_pointing(puzzle: &Puzzle) -> bool {
    let mut board = Board::from(puzzle.grid());
    loop {
        board = *Ladder::SINGLES.climb(&board).end();
        let steps = finds(&POINTING, &board);
        if board.is_full() || steps.is_empty() {
            return board.is_full();
        }
        steps.iter().for_each(|step| step.apply(&mut board));
    }
}

/// How many rounds of hidden singles a puzzle needs that singles solve.
fn hidden_rounds(puzzle: &Puzzle) -> Option<usize> {
    let mut board = Board::from(puzzle.grid());
    for rounds in 0.. {
        loop {
            let naked = finds(&NAKED, &board);
            if naked.is_empty() {
                break;
            }
            naked.iter().for_each(|step| step.apply(&mut board));
        }
        if board.is_full() {
            return Some(rounds);
        }
        let hidden = finds(&HIDDEN, &board);
        if hidden.is_empty() {
            return None;
        }
        hidden.iter().for_each(|step| step.apply(&mut board));
    }
    None
}

/// Locked candidates from a box to a line.
const POINTING: [&str; 1] = ["pointing"];

/// The only digit for a cell.
const NAKED: [&str; 1] = ["naked-single"];

/// The only cell for a digit, in a box and in a line.
const HIDDEN: [&str; 2] = ["hidden-single-box", "hidden-single-line"];

/// Everything that these strategies find on the board. A test holds that all that are asked for are registered.
fn finds(slugs: &[&str], board: &Board) -> Vec<Step> {
    let mut sink = Sink::all();
    for strategy in slugs.iter().filter_map(|slug| strategies::by_slug(slug)) {
        let _ = strategy.find(&Scene::new(board), &mut sink);
    }
    sink.into_steps()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_registered() {
        let asked = POINTING.iter().chain(&NAKED).chain(&HIDDEN);
        asked.for_each(|slug| assert!(strategies::by_slug(slug).is_some(), "{slug}"));
    }
}
