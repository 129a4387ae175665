//! How often the paper's compilers must go back: its comparison in section 7.5, counted.

use crate::page::{Page, count, number, percent};
use crate::studio::Studio;
use piste::generate::generators::{
    additive, additive_digits, additive_logic, random, reductive, shredder,
};
use piste::generate::{Brief, GaveUp, Work};
use piste_core::{Puzzle, Rng};

type Compile = fn(&Brief, &mut Rng) -> (Result<Puzzle, GaveUp>, Work);

/// The compilers: generator, how it compiles, and of how many givens its usual puzzles are.
const COMPILERS: [(&str, Compile); 5] = [
    ("additive", additive::compile),
    ("additive-digits", additive_digits::compile),
    ("additive-logic", additive_logic::compile),
    ("reductive", reductive::compile),
    ("random", random::compile),
];

pub(super) fn section(studio: &Studio, page: &mut Page) -> anyhow::Result<()> {
    page.section("Going back: the compilers compared");
    page.say(
        "Section 7.5 compares compilers by how often they must go back. A step is a digit put in or a \
         given taken away; a step back undoes one. The additive ones fill a random pattern, `additive` of \
         26 to 32 cells, `additive-logic` of 28 to 36, `additive-digits` of 34 to 40; a grid that has \
         several solutions in the end is scrapped whole. `reductive` goes on until nothing can be \
         taken away: with the first step back it has a puzzle already.",
    );
    let runs = studio.sample(1000).div_ceil(5);
    let mut rows = Vec::new();
    for (slug, compile) in COMPILERS {
        let seed = studio.seed;
        let items: Vec<u64> = (0..runs as u64).collect();
        let done = studio.all(items, move |item| {
            let (puzzle, work) = compile(&Brief::default(), &mut Rng::for_item(seed, item));
            let made = puzzle.ok();
            let level = made.map(|puzzle| shredder::level_of(&puzzle));
            (made.map(|puzzle| puzzle.grid().filled().len()), level, work)
        })?;
        let made = done.iter().filter(|(givens, ..)| givens.is_some()).count();
        let sum = |of: fn(&Work) -> u64| done.iter().map(|(.., work)| of(work)).sum::<u64>();
        let each = |of: fn(&Work) -> u64| number(sum(of) as f64 / made.max(1) as f64, 1);
        let givens: usize = done.iter().filter_map(|(givens, ..)| *givens).sum();
        let of_level = |low: usize, high: usize| {
            let is = |level: &Option<usize>| level.is_some_and(|l| (low..=high).contains(&l));
            percent(done.iter().filter(|(_, level, _)| is(level)).count(), made.max(1))
        };
        let most = done.iter().map(|(.., work)| work.most_in_a_row).max().unwrap_or(0);
        rows.push(vec![
            format!("`{slug}`"),
            format!("{} of {}", count(made), count(runs)),
            number(givens as f64 / made.max(1) as f64, 1),
            each(|work| work.steps),
            each(|work| work.undone),
            most.to_string(),
            each(|work| work.scrapped),
            of_level(1, 1),
            of_level(2, 2),
            of_level(3, 5),
        ]);
    }
    page.table(
        &[
            "compiler",
            "attempts that came to a puzzle",
            "givens",
            "steps for a puzzle",
            "steps back",
            "most in a row",
            "grids scrapped",
            "level 1",
            "level 2",
            "harder",
        ],
        &rows,
    );
    Ok(())
}
