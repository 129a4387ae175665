//! Shredding: tables 1 and 2 of the Umbrella paper, redone at a thousand times the scale.
//!
//! To see whether its levels are evenly spaced, the paper takes givens away from puzzles in every
//! order and counts the levels of what it comes to (table 1: 825 grids tried), and takes away
//! one given only (table 2: 17, 22 and 8 puzzles of the levels 1 to 3). `--sample` is how many
//! times as many there are here.

use super::data::{PUBLISHED, Published};
use super::page::{Page, Source, count, number, percent};
use super::studio::{Studio, rng};
use crate::plot::Shares;
use piste::generate::generators::shredder::{self, ABOVE};
use piste::generate::{Brief, generators};
use piste_core::Puzzle;

/// The paper's table 1: grids tried, and how many were of the levels 1 to 4.
const TRIED: usize = 825;
const FOUND: [usize; 4] = [0, 3, 19, 2];

/// The paper's table 2: for the levels 1 to 3, how many puzzles there were, and how many
/// of the levels 2, 3 and 4 came of them.
const ONE_LESS: [(usize, [Option<usize>; 3]); 3] = [
    (17, [Some(17), Some(0), Some(0)]),
    (22, [None, Some(6), Some(6)]),
    (8, [None, None, Some(1)]),
];

/// The most grids tried below one puzzle: like the paper we prefer puzzles that do not have too
/// many routes to work through.
const MOST: usize = 20_000;

/// What was found below puzzles.
#[derive(Clone, Copy, Default)]
struct Found {
    starts: usize,
    complete: usize,
    tried: usize,
    levels: [usize; ABOVE],
}

pub(super) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "Shredding: how far apart the umbrella levels are",
        "The Umbrella paper takes givens away from puzzles in every order, and counts how often what \
         is left is of each level. Evenly spaced levels should give similar steps.",
    );
    let times = studio.sample(1000);
    let mut rows = Vec::new();
    let sets = published(studio)?;
    // Together as many grids as one row of our own has.
    let share = TRIED * times / sets.len().max(1);
    for (set, puzzles) in sets {
        let name = format!("{}, levels 2 and 3", set.name);
        page.source(source(&name, puzzles.len(), set.licence));
        rows.push((name, shred(studio, puzzles, share)?));
    }
    let mut starts = Vec::new();
    for (nth, (many, _)) in ONE_LESS.iter().enumerate() {
        let level = nth + 1;
        let made = made(studio, level, many * times)?;
        page.source(source(
            &format!("generator `umbrella`, level {level}"),
            made.len(),
            "made here",
        ));
        starts.push(made);
    }
    let both = starts[1].iter().zip(&starts[2]).flat_map(|(a, b)| [*a, *b]).collect();
    rows.push(("made here, levels 2 and 3".to_owned(), shred(studio, both, TRIED * times)?));
    rows.push(("made here, level 1".to_owned(), shred(studio, starts[0].clone(), TRIED * times)?));
    table_1(&mut page, &rows);
    table_2(studio, &mut page, starts)?;
    Ok(Some(page))
}

fn source(name: &str, rows: usize, licence: &str) -> Source {
    Source { name: name.to_owned(), rows, licence: licence.to_owned(), note: String::new() }
}

/// Published puzzles of the umbrella levels 2 and 3, each set in random order.
fn published(studio: &Studio) -> anyhow::Result<Vec<(Published, Vec<Puzzle>)>> {
    let mut sets = Vec::new();
    for set in PUBLISHED.iter().filter(|set| studio.data.is_some() && set.unusable.is_none()) {
        let Some(marked) = studio.published(set)? else { continue };
        let levels = studio.all(marked.puzzles.clone(), |puzzle| shredder::level_of(&puzzle))?;
        let suited = marked.puzzles.into_iter().zip(levels);
        let suited = suited.filter(|(_, level)| [2, 3].contains(level));
        let mut suited: Vec<Puzzle> = suited.map(|(puzzle, _)| puzzle).collect();
        studio.rng(set.name).shuffle(&mut suited);
        sets.push((*set, suited));
    }
    Ok(sets)
}

/// So many puzzles of this level.
fn made(studio: &Studio, level: usize, wanted: usize) -> anyhow::Result<Vec<Puzzle>> {
    let method = generators::by_slug("umbrella").expect("the paper's generator is in the register");
    let target = format!("umbrella={level}").parse().expect("a level is a condition");
    let brief = Brief { target: Some(target), ..Brief::default() };
    Ok(studio.make(method, &brief, wanted)?.puzzles)
}

/// Shreds one puzzle after the other until so many grids have been tried.
fn shred(studio: &Studio, starts: Vec<Puzzle>, wanted: usize) -> anyhow::Result<Found> {
    let mut found = Found::default();
    let seed = studio.seed;
    let numbered: Vec<(usize, Puzzle)> = starts.into_iter().enumerate().collect();
    for some in numbered.chunks(64) {
        let walks = studio.all(some.to_vec(), move |(nth, puzzle)| {
            let mut levels = [0; ABOVE];
            let mut rng = rng(seed, &format!("shred {nth}"));
            let walk = shredder::shred(&puzzle, MOST, &mut rng, |level, _| levels[level - 1] += 1);
            (walk, levels)
        })?;
        for (walk, levels) in walks {
            if found.tried >= wanted {
                return Ok(found);
            }
            found.starts += 1;
            found.complete += usize::from(walk.is_complete);
            found.tried += walk.tried;
            for (sum, level) in found.levels.iter_mut().zip(levels) {
                *sum += level;
            }
        }
    }
    Ok(found)
}

fn table_1(page: &mut Page, rows: &[(String, Found)]) {
    page.section("Table 1: every way to take givens away");
    let paper = [0, FOUND[0], FOUND[1], FOUND[2], FOUND[3]];
    let mut table = vec![{
        let mut row =
            vec!["the paper, fiendish ones".to_owned(), String::new(), String::new(), count(TRIED)];
        row.extend(paper[1..].iter().map(|found| count(*found)));
        row.extend([String::new(), number(FOUND[3] as f64 / FOUND[2] as f64, 2)]);
        row
    }];
    table.extend(rows.iter().map(|(name, found)| {
        let mut row =
            vec![name.clone(), count(found.starts), count(found.complete), count(found.tried)];
        row.extend(found.levels.iter().map(|level| count(*level)));
        row.push(number(found.levels[3] as f64 / found.levels[2] as f64, 2));
        row
    }));
    page.table(
        &[
            "starting from",
            "puzzles",
            "to the end",
            "grids tried",
            "level 1",
            "level 2",
            "level 3",
            "level 4",
            "above",
            "level 4 for each of 3",
        ],
        &table,
    );
    page.say(format_args!(
        "\"To the end\" counts the puzzles below which every grid was come to; at most {} are tried \
         below one. Grids tried include those with several solutions. The paper's programs knew no \
         X-wings, ours do.",
        count(MOST)
    ));
    for (name, _) in rows.iter().filter(|(_, found)| found.levels.iter().all(|level| *level == 0)) {
        page.say(format_args!(
            "Below {name}, there is nothing: none of their givens can go without a second solution."
        ));
    }
    let filled = rows.iter().filter(|(_, found)| found.levels.iter().any(|level| *level > 0));
    let shares = filled.map(|(name, found)| {
        (name.clone(), found.levels.iter().map(|level| *level as f64).collect())
    });
    let paper_row =
        ("the paper".to_owned(), FOUND.iter().map(|found| *found as f64).chain([0.0]).collect());
    let chart = Shares {
        title: "Levels of the grids found by shredding".to_owned(),
        about: "For each kind of starting puzzle the share of each umbrella level among the grids \
                with one solution."
            .to_owned(),
        classes: ["level 1", "level 2", "level 3", "level 4", "above"]
            .map(|name| (name.to_owned(), None))
            .into(),
        rows: std::iter::once(paper_row).chain(shares).collect(),
    };
    page.figure("umbrella-shredding", "Levels of the grids found by shredding", chart.svg());
}

fn table_2(studio: &Studio, page: &mut Page, starts: Vec<Vec<Puzzle>>) -> anyhow::Result<()> {
    page.section("Table 2: one given less");
    let mut rows = Vec::new();
    for (nth, puzzles) in starts.into_iter().enumerate() {
        let all = puzzles.len();
        let found = studio.all(puzzles, |puzzle| one_less(&puzzle))?;
        let (many, paper) = ONE_LESS[nth];
        let mut row = vec![(nth + 1).to_string(), count(many), count(all)];
        for level in 2..=ABOVE {
            if level <= nth + 1 {
                row.extend([String::new(), String::new(), String::new()]);
                continue;
            }
            let grids: usize = found.iter().map(|levels| levels[level - 1]).sum();
            let with = found.iter().filter(|levels| levels[level - 1] > 0).count();
            let published = paper.get(level - 2).copied().flatten();
            row.push(
                published.map_or_else(String::new, |grids| number(grids as f64 / many as f64, 2)),
            );
            row.push(number(grids as f64 / all as f64, 2));
            row.push(percent(with, all));
        }
        rows.push(row);
    }
    page.table(
        &[
            "level",
            "paper's puzzles",
            "ours",
            "level 2, paper",
            "level 2",
            "have one",
            "level 3, paper",
            "level 3",
            "have one",
            "level 4, paper",
            "level 4",
            "have one",
            "above, paper",
            "above",
            "have one",
        ],
        &rows,
    );
    page.say(
        "For each puzzle every given is taken away once, and what has one solution is rated. The \
         columns of a level: how many such grids the paper found for each of its puzzles, how many \
         there are here, and in how many puzzles there is at least one.",
    );
    Ok(())
}

/// How many grids of each level come of taking one given away.
fn one_less(puzzle: &Puzzle) -> [usize; ABOVE] {
    let mut levels = [0; ABOVE];
    for cell in puzzle.redundant() {
        if let Ok(less) = Puzzle::prove(&puzzle.grid().without(cell)) {
            levels[shredder::level_of(&less) - 1] += 1;
        }
    }
    levels
}
