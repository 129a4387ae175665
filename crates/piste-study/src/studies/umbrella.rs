//! Shredding: tables 1 and 2 of the Umbrella paper, redone at a thousand times the scale.
//!
//! To see whether its levels are evenly spaced, the paper takes givens away from puzzles in every
//! order and counts the levels of what it comes to (table 1: 825 grids tried), and takes away
//! one given only (table 2: 17, 22 and 8 puzzles of the levels 1 to 3, of which so many *have* a
//! harder one below them). `--sample` is how many times as many there are here.
//!
//! What else the paper asks is in `umbrella/`: whether shorter chains explain its scarce level
//! 4, where a level between 2 and 3 could be, and how often its compilers must go back.

mod between;
mod compilers;

use crate::data::{PUBLISHED, Published};
use crate::page::{Page, Source, count, number, percent};
use crate::plot::Shares;
use crate::studio::{Studio, rng};
use piste::generate::generators::shredder::{self, ABOVE};
use piste::generate::{Brief, generators};
use piste::rating::{Column, Selection, Workup};
use piste_core::Puzzle;

/// The grid of the paper's figure 10.
pub(super) const FIGURE_10: &str =
    ".....8..95......4826....1.5..1..6.3...5.2.8....74....6.4.3.1........4..171..59...";

/// The paper's table 1: grids tried, and how many were of the levels 1 to 4.
const TRIED: usize = 825;
const FOUND: [usize; 4] = [0, 3, 19, 2];

/// The paper's table 2: for the levels 1 to 3, how many puzzles there were, and how many of
/// them had one of the levels 2, 3 and 4 with one given less.
pub(super) const ONE_LESS: [(usize, [Option<usize>; 3]); 3] = [
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
    /// Of level 4, those that are above it where chains follow naked singles only.
    only_by_hidden: usize,
    /// The starting puzzles of level 3, and those of them that have one of level 4 below them.
    of_level_3: usize,
    with_level_4: usize,
}

pub(crate) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "Shredding: how far apart the umbrella levels are",
        "The Umbrella paper takes givens away from puzzles in every order, and counts how often what \
         is left is of each level. Evenly spaced levels should give similar steps.",
    );
    let times = studio.sample(1000);
    let mut rows = Vec::new();
    let sets = published(studio, &[2, 3])?;
    // Together as many grids as one row of our own has.
    let share = TRIED * times / sets.len().max(1);
    if let Some(fiendish) = fiendish(studio)? {
        let name = "sudokuoftheday, Fiendish";
        page.source(source(name, fiendish.len(), "research only"));
        say_levels(studio, &mut page, &fiendish)?;
        rows.push((name.to_owned(), shred(studio, fiendish, TRIED * times)?));
    }
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
    table_2(studio, &mut page, starts.clone())?;
    figure_10(&mut page);
    short_chains(studio, &mut page, &rows)?;
    between::section(studio, &mut page, &starts)?;
    compilers::section(studio, &mut page)?;
    Ok(Some(page))
}

/// The puzzles that a publisher calls fiendish, as the paper's starts were called, in random
/// order.
pub(super) fn fiendish(studio: &Studio) -> anyhow::Result<Option<Vec<Puzzle>>> {
    let set = PUBLISHED.iter().find(|set| set.name == "sudokuoftheday");
    let Some(set) = set.filter(|_| studio.data.is_some()) else { return Ok(None) };
    let Some(marked) = studio.published(set)? else { return Ok(None) };
    let Some(rank) = marked.levels.iter().position(|level| level == "Fiendish") else {
        return Ok(None);
    };
    let wanted = marked.puzzles.into_iter().zip(marked.marks);
    let wanted = wanted.filter(|(_, mark)| *mark == (rank + 1) as f64);
    let mut puzzles: Vec<Puzzle> = wanted.map(|(puzzle, _)| puzzle).collect();
    studio.rng("fiendish").shuffle(&mut puzzles);
    Ok(Some(puzzles))
}

/// What levels the fiendish ones have.
fn say_levels(studio: &Studio, page: &mut Page, puzzles: &[Puzzle]) -> anyhow::Result<()> {
    let levels = tally(studio, puzzles, "umbrella")?;
    page.say(format_args!(
        "The paper shreds puzzles that had been \"classified as fiendish (some at level 2, most at level \
         3)\". Those of sudokuoftheday, {} of them, are {} of level 2, {} of level 3, {} of level 4 and \
         {} above.",
        puzzles.len(),
        levels[1],
        levels[2],
        levels[3],
        levels[4]
    ));
    Ok(())
}

/// How many puzzles have each level by this metric, those above last.
fn tally(
    studio: &Studio,
    puzzles: &[Puzzle],
    slug: &'static str,
) -> anyhow::Result<[usize; ABOVE]> {
    let mut levels = [0; ABOVE];
    for level in studio.all(puzzles.to_vec(), move |puzzle| level_by(slug, &puzzle))? {
        levels[level - 1] += 1;
    }
    Ok(levels)
}

/// The level by one of the readings of the paper.
pub(super) fn level_by(slug: &str, puzzle: &Puzzle) -> usize {
    let column = Column::named(slug).expect("the readings are in the register");
    let value = Selection::of([column.metric()]).rate(&Workup::new(puzzle)).value(column);
    value.and_then(|value| value.as_number()).map_or(ABOVE, |level| level as usize)
}

fn source(name: &str, rows: usize, licence: &str) -> Source {
    Source { name: name.to_owned(), rows, licence: licence.to_owned(), note: String::new() }
}

/// Published puzzles of these umbrella levels, each set in random order.
fn published(studio: &Studio, kept: &[usize]) -> anyhow::Result<Vec<(Published, Vec<Puzzle>)>> {
    let mut sets = Vec::new();
    for set in PUBLISHED.iter().filter(|set| studio.data.is_some() && set.unusable.is_none()) {
        let Some(marked) = studio.published(set)? else { continue };
        let levels = studio.all(marked.puzzles.clone(), |puzzle| shredder::level_of(&puzzle))?;
        let suited = marked.puzzles.into_iter().zip(levels);
        let suited = suited.filter(|(_, level)| kept.contains(level));
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
            let mut only_by_hidden = 0;
            let mut rng = rng(seed, &format!("shred {nth}"));
            let walk = shredder::shred(&puzzle, MOST, &mut rng, |level, found| {
                levels[level - 1] += 1;
                let is_long = level == 4 && level_by("umbrella-naked", found) > 4;
                only_by_hidden += usize::from(is_long);
            });
            (walk, levels, only_by_hidden, shredder::level_of(&puzzle) == 3)
        })?;
        for (walk, levels, only_by_hidden, is_of_level_3) in walks {
            if found.tried >= wanted {
                return Ok(found);
            }
            found.starts += 1;
            found.complete += usize::from(walk.is_complete);
            found.tried += walk.tried;
            found.only_by_hidden += only_by_hidden;
            found.of_level_3 += usize::from(is_of_level_3);
            found.with_level_4 += usize::from(is_of_level_3 && levels[3] > 0);
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
    starts_counted(page, rows);
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

/// Table 1 read with the starting grids among its figures.
fn starts_counted(page: &mut Page, rows: &[(String, Found)]) {
    page.say(
        "The paper's row is easier to understand if its figures include the starting grids: \"some at level \
         2, most at level 3\" are then the 3 and the 19, which leaves 2 of level 4 that were \
         *created*, and 825 grids tried are some 37 for each start, hardly more than its givens. That is 2 for \
         19 starts of level 3, as table 2 has 1 for 8. How many starts of level 3 have one of level 4 \
         below them here:",
    );
    let starts = rows.iter().filter(|(_, found)| found.of_level_3 > 0);
    let mut table = vec![vec![
        "the paper, if the starts are counted".to_owned(),
        "19".to_owned(),
        "2".to_owned(),
        percent(2, 19),
        number(TRIED as f64 / 22.0, 0),
    ]];
    table.extend(starts.map(|(name, found)| {
        vec![
            name.clone(),
            count(found.of_level_3),
            count(found.with_level_4),
            percent(found.with_level_4, found.of_level_3),
            number(found.tried as f64 / found.starts as f64, 0),
        ]
    }));
    let header =
        ["starting from", "of level 3", "have a level 4", "share", "grids tried for each start"];
    page.table(&header, &table);
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
            row.push(published.map_or_else(String::new, |have| {
                format!("{have} of {many}: {}", percent(have, many))
            }));
            row.push(percent(with, all));
            row.push(number(grids as f64 / all as f64, 2));
        }
        rows.push(row);
    }
    page.table(
        &[
            "level",
            "paper's puzzles",
            "ours",
            "have a level 2, paper",
            "ours",
            "each",
            "have a level 3, paper",
            "ours",
            "each",
            "have a level 4, paper",
            "ours",
            "each",
            "have one above, paper",
            "ours",
            "each",
        ],
        &rows,
    );
    page.say(
        "For each puzzle every given is taken away once, and what has one solution is rated. The \
         paper's figures are how many of the starting grids *have* one of the level below them: 17 of \
         17, 6 of 22, 1 of 8. A count of all such grids would not stop at 17 for 17 puzzles: \"each\" is \
         how many there are for one puzzle here.",
    );
    Ok(())
}

/// The grid that the paper's shredder has trouble with.
fn figure_10(page: &mut Page) {
    let puzzle = FIGURE_10.parse().ok().and_then(|grid| Puzzle::prove(&grid).ok());
    let Some(puzzle) = puzzle else { return };
    let levels = one_less(&puzzle);
    page.section("Figure 10: the problem grid");
    page.say(format_args!(
        "Of the paper's level 1 grid with 27 givens the shredder \"reveals that there only 4 level 2 \
         possibilities and no level 3\". With one given less there are {} of level 1, {} of level 2, {} \
         of level 3, {} of level 4. The 3,880 grids that it tested for that are not explained: 27 givens \
         taken one, two and three at a time are 3,303.",
        levels[0], levels[1], levels[2], levels[3]
    ));
}

/// Whether chains that follow naked singles only explain why the paper has so few of level 4.
fn short_chains(studio: &Studio, page: &mut Page, rows: &[(String, Found)]) -> anyhow::Result<()> {
    page.section("Chains that follow naked singles only");
    page.say(
        "The paper finds few of level 4 and does not say what its forced chains follow. Here are the \
         three readings on the same puzzles: the paper's with chains that follow naked and hidden \
         singles (`umbrella`), with naked ones only (`umbrella-naked`), and the wider one with claiming \
         and fish of any size (`umbrella-wide`).",
    );
    let method = generators::by_slug("reductive").expect("in the register");
    let made = studio.make(method, &Brief::default(), studio.sample(1000))?.puzzles;
    page.source(source("generator `reductive`", made.len(), "made here"));
    let mut sets = vec![("made by `reductive`".to_owned(), made)];
    sets.extend(
        published(studio, &[1, 2, 3, 4, ABOVE])?
            .into_iter()
            .map(|(set, puzzles)| (set.name.to_owned(), puzzles)),
    );
    let mut table = Vec::new();
    for (name, puzzles) in &sets {
        for slug in ["umbrella", "umbrella-naked", "umbrella-wide"] {
            let levels = tally(studio, puzzles, slug)?;
            let mut row = vec![name.clone(), format!("`{slug}`")];
            row.extend(levels.iter().map(|level| count(*level)));
            table.push(row);
        }
    }
    page.table(
        &["puzzles", "reading", "level 1", "level 2", "level 3", "level 4", "above"],
        &table,
    );
    let filled = rows.iter().filter(|(_, found)| found.levels[2] > 0);
    let table: Vec<Vec<String>> = filled
        .map(|(name, found)| {
            let per_3 = |fours: usize| number(fours as f64 / found.levels[2] as f64, 2);
            vec![
                name.clone(),
                count(found.levels[2]),
                per_3(found.levels[3]),
                per_3(found.levels[3] - found.only_by_hidden),
            ]
        })
        .collect();
    page.table(
        &["shredded from", "level 3", "level 4 for each of 3", "with naked singles only"],
        &table,
    );
    let least = filled_ratios(rows).fold(f64::INFINITY, f64::min);
    page.say(format_args!(
        "The paper has {} for each of 3; the least of ours with naked singles only is {}. Chains that see \
         less make level 4 scarcer, but not that scarce.",
        number(FOUND[3] as f64 / FOUND[2] as f64, 2),
        number(least, 2)
    ));
    Ok(())
}

/// Level 4 for each of level 3 where chains follow naked singles only.
fn filled_ratios(rows: &[(String, Found)]) -> impl Iterator<Item = f64> + '_ {
    let filled = rows.iter().map(|(_, found)| found).filter(|found| found.levels[2] > 0);
    filled.map(|found| (found.levels[3] - found.only_by_hidden) as f64 / found.levels[2] as f64)
}

/// How many grids of each level come of taking one given away.
pub(super) fn one_less(puzzle: &Puzzle) -> [usize; ABOVE] {
    let mut levels = [0; ABOVE];
    for cell in puzzle.redundant() {
        if let Ok(less) = Puzzle::prove(&puzzle.grid().without(cell)) {
            levels[shredder::level_of(&less) - 1] += 1;
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "Only 4 level 2 possibilities and no level 3": with one given less.
    #[test]
    fn the_problem_grid_has_four_of_level_2_with_one_given_less() {
        let puzzle = Puzzle::prove(&FIGURE_10.parse().unwrap()).unwrap();
        assert_eq!(shredder::level_of(&puzzle), 1);
        let levels = one_less(&puzzle);
        assert_eq!(levels[1..3], [4, 0], "{levels:?}");
    }

    /// Nearly every level 1 has a level 2, a quarter of level 2 a level 3: the paper's 17 of 17
    /// and 6 of 22.
    #[test]
    fn so_many_starting_grids_have_a_harder_one_below_them() {
        let method = generators::by_slug("umbrella").unwrap();
        let share = |level: usize, wanted: usize| {
            let target = Some(format!("umbrella={level}").parse().unwrap());
            let brief = Brief { target, ..Brief::default() };
            let made = (0..).filter_map(|n| piste::generate::attempt(method, &brief, 4, n).ok());
            let made: Vec<Puzzle> = made.take(100).map(|made| made.puzzle).collect();
            made.iter().filter(|puzzle| one_less(puzzle)[wanted - 1] > 0).count()
        };
        assert!(share(1, 2) >= 90);
        assert!((15..=45).contains(&share(2, 3)));
    }
}
