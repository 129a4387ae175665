//! What the Umbrella paper prints: its grids and their levels, its worked examples, both tables, and
//! the numbers on the way.

mod examples;

use super::super::umbrella::{FIGURE_10, ONE_LESS, level_by, one_less};
use super::{Row, Verdict};
use crate::page::{count, number, percent};
use crate::studio::{Studio, rng};
use piste::generate::generators::{random, shredder};
use piste::generate::{Brief, generators};
use piste::logic::{Ladder, Scene, Sink, strategies};
use piste_core::{Board, Cell, Digit, Grid, Puzzle, Rng, search};

const RATE: &str = "piste rate --metrics umbrella";
const STUDY: &str = "piste study umbrella";

const FIGURE_7A: &str =
    "....1.......8.631.9...5...7..23...6..8.....9..3...71..4...7...5.714.2.......6....";
const FIGURE_7B: &str =
    "....7.......4.623.7...3...5..12...4..2.....8..8...49..1...9...6.768.3.......4....";
/// Figure 7 (c) with 1 in the first of its four cells with two digits.
const FIGURE_7C: &str =
    "563172894819456237742938615651289743924367581387514962138795426476823159295641378";
const FIGURE_8A: &str =
    "13.....2..5.1..86....95....4.....3.23.8.1........8.7.4..2..1.43....94.7.6.9......";
const FIGURE_8B: &str =
    "13.....2..5.1..86.8..95....4...7.3.23.8.1........8.7.4..2..1.43..3.94.7.6.9......";
const FIGURE_9A: &str =
    "13.....2..5.1..86....95....4.....3.23.8..........8.7.4..2..1.43....94.7.6.9......";
const FIGURE_9B: &str =
    "13.....2..5.1..86....95....4.....3.23.8.1........8.7....2..1.43....94.7.6.9......";
const FIGURE_6: [&str; 2] = [
    "...452..1...713....1.986...349568217258179436167234859..1897......6451.....321...",
    "..1452......713......9861..349568217258179436167234859.1.897......645..1...321...",
];

pub(super) fn rows(studio: &Studio) -> anyhow::Result<Vec<Row>> {
    let mut rows = examples::rows();
    rows.extend(table_1(studio)?);
    rows.extend(figure_6());
    rows.extend(figure_7());
    rows.extend(figures_8_and_9());
    rows.extend(figure_10());
    rows.extend(table_2(studio)?);
    rows.push(both_of_level_4(studio)?);
    rows.push(five_runs(studio)?);
    rows.push(at_most_36(studio)?);
    Ok(rows)
}

fn row(place: &'static str, what: &str, printed: &str, ours: String, verdict: Verdict) -> Row {
    let (what, printed) = (what.to_owned(), printed.to_owned());
    Row { place, what, printed, ours, verdict, command: String::new() }
}

fn with(row: Row, command: &str) -> Row {
    Row { command: command.to_owned(), ..row }
}

/// Same, or what was tried.
fn same(is_same: bool, otherwise: &str) -> Verdict {
    Verdict::same_or(is_same, || Verdict::NotExplained(otherwise.to_owned()))
}

fn grid(text: &str) -> Grid {
    text.parse().expect("a printed grid")
}

fn level(text: &str) -> Option<usize> {
    Puzzle::prove(&grid(text)).ok().map(|puzzle| shredder::level_of(&puzzle))
}

/// How likely so many or fewer, and so many or more, are of `all` with this chance each.
fn tails(all: usize, seen: usize, chance: f64) -> [f64; 2] {
    let mut each = vec![1.0];
    for _ in 0..all {
        let mut next = vec![0.0; each.len() + 1];
        for (have, share) in each.iter().enumerate() {
            next[have] += share * (1.0 - chance);
            next[have + 1] += share * chance;
        }
        each = next;
    }
    [each[..=seen].iter().sum(), each[seen..].iter().sum()]
}

/// What was tried for the scarce level 4.
const SHORT: &str =
    "chains that follow naked singles only and the publishers' puzzles were tried too";

/// A printed count against a share of ours: the paper's few puzzles may be a draw of ours, or not.
fn by_chance(all: usize, seen: usize, chance: f64, tried: &str) -> Verdict {
    let [fewer, more] = tails(all, seen, chance);
    let p = (2.0 * fewer.min(more)).min(1.0);
    if p >= 0.05 {
        let p = number(p, 2);
        Verdict::Explained(format!(
            "{all} puzzles drawn from ours would be as far off or further with probability {p}"
        ))
    } else {
        let p = number(p, 4);
        Verdict::NotExplained(format!(
            "{all} puzzles drawn from ours would be as far off only with probability {p}; \
             {tried}"
        ))
    }
}

/// Shredding fiendish puzzles.
fn table_1(studio: &Studio) -> anyhow::Result<Vec<Row>> {
    let starts = super::super::umbrella::fiendish(studio)?;
    let (from, starts) = match starts {
        Some(starts) => ("sudokuoftheday's fiendish ones", starts),
        None => ("level 3 ones made here", made(studio, 3, studio.sample(60))?),
    };
    let seed = studio.seed;
    let starts: Vec<(usize, Puzzle)> = starts.into_iter().take(60).enumerate().collect();
    let found = studio.all(starts, move |(nth, puzzle)| {
        let mut levels = [0; shredder::ABOVE];
        let mut rng = rng(seed, &format!("table 1 {nth}"));
        let walk = shredder::shred(&puzzle, 2_000, &mut rng, |level, _| levels[level - 1] += 1);
        (walk.tried, levels, shredder::level_of(&puzzle) == 3)
    })?;
    let tried: usize = found.iter().map(|(tried, ..)| tried).sum();
    let of = |level: usize| found.iter().map(|(_, levels, _)| levels[level - 1]).sum::<usize>();
    let all: usize = (1..=4).map(of).sum();
    let shares: Vec<String> = (1..=4).map(|level| percent(of(level), all)).collect();
    let ours = format!("from {from}, {} grids tried: {}", count(tried), shares.join(", "));
    let threes = found.iter().filter(|(.., is_three)| *is_three);
    let have = threes.clone().filter(|(_, levels, _)| levels[3] > 0).count();
    let threes = threes.count();
    let created = by_chance(19, 2, have as f64 / threes.max(1) as f64, SHORT);
    let why = "the figures seem to include the starts, \"some at level 2, most at level 3\": see the next row";
    Ok(vec![
        with(
            row(
                "table 1",
                "shredding fiendish puzzles: grids of the levels 1 to 4 among 825 tried",
                "0, 3, 19, 2: 0 %, 13 %, 79 %, 8 %",
                ours,
                Verdict::Explained(why.to_owned()),
            ),
            STUDY,
        ),
        with(
            row(
                "table 1",
                "starts of level 3 that have one of level 4 below them, if the starts are counted",
                "2 for 19",
                format!("{have} of {threes} of {from}, {}", percent(have, threes)),
                created,
            ),
            STUDY,
        ),
    ])
}

/// So many puzzles of this level.
fn made(studio: &Studio, level: usize, wanted: usize) -> anyhow::Result<Vec<Puzzle>> {
    let method = generators::by_slug("umbrella").expect("in the register");
    let target = Some(format!("umbrella={level}").parse().expect("a level is a condition"));
    Ok(studio.make(method, &Brief { target, ..Brief::default() }, wanted)?.puzzles)
}

/// The four corner boxes.
fn figure_6() -> Vec<Row> {
    let mut rows = Vec::new();
    for (place, text) in ["figure 6, left", "figure 6, right"].into_iter().zip(FIGURE_6) {
        let solutions = search::count(&grid(text), 10_000);
        let ours = format!("{} solutions", count(solutions as usize));
        let verdict = same(solutions > 1, "it has one solution");
        let what = format!("clues outside the corner boxes but for their 1s: `{text}`");
        rows.push(with(
            row(place, &what, "several solutions", ours, verdict),
            &format!("piste check {text}"),
        ));
    }
    let corners = (0..81).map(Cell::from_index).filter(|cell| {
        let [row, column] = [cell.row() / 3, cell.column() / 3];
        row == 1 || column == 1
    });
    let brief = Brief { pattern: Some(corners.collect()), ..Brief::default() };
    let why = brief.impossible();
    let is_refused = why.as_ref().is_some_and(|why| why.starts_with("four boxes are empty"));
    rows.push(with(
        row(
            "section 7.1",
            "clues only in boxes 2, 4, 5, 6 and 8, \"and several other combinations\"",
            "cannot be unique",
            why.map_or("not refused".to_owned(), |why| format!("refused: {why}")),
            same(is_refused, "such a pattern is not refused"),
        ),
        "piste make --pattern FILE",
    ));
    rows
}

/// The same pattern twice.
fn figure_7() -> Vec<Row> {
    let solutions = |text: &str| search::count(&grid(text), 10_000) as usize;
    let a = level(FIGURE_7A);
    let near = one_digit_off(FIGURE_7A);
    let tried = format!(
        "as printed it has {} solutions; {near} of the 192 grids with one digit changed are puzzles of \
         level 3, so that a digit may be misprinted",
        solutions(FIGURE_7A)
    );
    let b = solutions(FIGURE_7B);
    let exchanged: Grid = grid(FIGURE_7C);
    let mut other = exchanged;
    for (row, column) in [(0, 3), (0, 7), (2, 3), (2, 7)] {
        let cell = Cell::at(row, column);
        let digit = if exchanged.get(cell) == Some(Digit::ALL[0]) { 8 } else { 0 };
        other.set(cell, Some(Digit::ALL[digit]));
    }
    let fits = |full: &Grid| {
        let given = grid(FIGURE_7B);
        piste_core::Solution::new(full).is_some()
            && given.givens().all(|(cell, digit)| full.get(cell) == Some(digit))
    };
    let both = fits(&exchanged) && fits(&other);
    vec![
        with(
            row(
                "figure 7 (a)",
                &format!("the first grid: `{FIGURE_7A}`"),
                "uniquely solvable, level 3",
                a.map_or(format!("{} solutions", solutions(FIGURE_7A)), |level| {
                    format!("level {level}")
                }),
                Verdict::same_or(a == Some(3), || Verdict::NotExplained(tried)),
            ),
            &format!("piste check {FIGURE_7A}"),
        ),
        with(
            row(
                "figure 7 (b)",
                &format!("the second grid: `{FIGURE_7B}`"),
                "two solutions",
                format!("{b} solutions"),
                Verdict::same_or(b == 2, || {
                    Verdict::Explained(
                        "not unique, as the paper says; the two that it shows are among them"
                            .to_owned(),
                    )
                }),
            ),
            &format!("piste check {FIGURE_7B}"),
        ),
        row(
            "figure 7 (c)",
            &format!("both solutions of the second grid, one of them `{FIGURE_7C}`"),
            "1 and 9 may be exchanged in four cells",
            if both { "both solve it" } else { "they do not solve it" }.to_owned(),
            same(both, "the printed solutions do not fit the printed grid"),
        ),
    ]
}

/// How many grids with one of the givens changed are puzzles of level 3.
fn one_digit_off(text: &str) -> usize {
    let printed = grid(text);
    let mut found = 0;
    for (cell, was) in printed.givens() {
        for digit in Digit::ALL.into_iter().filter(|digit| *digit != was) {
            let mut changed = printed.without(cell);
            if !changed.options(cell).contains(digit) {
                continue;
            }
            changed.set(cell, Some(digit));
            let puzzle = Puzzle::prove(&changed).ok();
            found += usize::from(puzzle.is_some_and(|puzzle| shredder::level_of(&puzzle) == 3));
        }
    }
    found
}

/// The grids that the umbrella method made.
fn figures_8_and_9() -> Vec<Row> {
    let mut rows = Vec::new();
    for (place, what, text, printed) in [
        ("figure 8 (a)", "the initial grid", FIGURE_8A, 2),
        ("figure 8 (b)", "with three digits more", FIGURE_8B, 1),
        ("figure 9 (a)", "with one digit less", FIGURE_9A, 3),
        ("figure 9 (b)", "with another digit less", FIGURE_9B, 4),
    ] {
        let ours = level(text);
        let told = ours.map_or_else(
            || format!("{} solutions", search::count(&grid(text), 10_000)),
            |level| format!("level {level}"),
        );
        let verdict = Verdict::same_or(ours == Some(printed), || other_removal(printed));
        let what = format!("{what}: `{text}`");
        rows.push(with(
            row(place, &what, &format!("level {printed}"), told, verdict),
            &format!("{RATE} {text}"),
        ));
    }
    rows
}

/// Where a printed removal from figure 8 (a) is not of the level: is there another that is?
fn other_removal(wanted: usize) -> Verdict {
    let start = grid(FIGURE_8A);
    let of_level = |cell: &Cell| {
        let less = Puzzle::prove(&start.without(*cell)).ok();
        less.is_some_and(|puzzle| shredder::level_of(&puzzle) == wanted)
    };
    let cells: Vec<String> =
        start.filled().iter().filter(of_level).map(|cell| cell.to_string()).collect();
    if cells.is_empty() {
        return Verdict::NotExplained(format!(
            "none of the 27 removals from figure 8 (a) is of level {wanted}"
        ));
    }
    let cells = cells.join(", ");
    Verdict::Explained(format!(
        "the wrong digit seems to be missing in print: without the given of {cells}, figure 8 (a) is of level \
         {wanted}"
    ))
}

/// The problem grid.
fn figure_10() -> Vec<Row> {
    let puzzle = Puzzle::prove(&grid(FIGURE_10)).expect("figure 10 has one solution");
    let levels = one_less(&puzzle);
    let mut below = [0; shredder::ABOVE];
    let walk =
        shredder::shred(&puzzle, 1_000_000, &mut Rng::new(1), |level, _| below[level - 1] += 1);
    let own = shredder::level_of(&puzzle);
    let what = format!("a problem grid for the shredder: `{FIGURE_10}`");
    vec![
        with(
            row(
                "figure 10",
                &what,
                "level 1",
                format!("level {own}"),
                same(own == 1, "another level"),
            ),
            &format!("{RATE} {FIGURE_10}"),
        ),
        with(
            row(
                "section 8",
                "level 2 and level 3 grids below it",
                "only 4, and none",
                format!("{} and {} with one given less", levels[1], levels[2]),
                same(levels[1..3] == [4, 0], "other counts"),
            ),
            STUDY,
        ),
        with(
            row(
                "section 8",
                "grids that its shredder tested",
                "3,880",
                format!("{} until there are no more", count(walk.tried)),
                same(
                    walk.tried == 3_880,
                    "one, two and three givens of 27 taken away are 3,303 grids; every grid whose \
                     predecessors have one solution is what is counted here",
                ),
            ),
            "piste make --method shredder --start FILE",
        ),
    ]
}

/// One given less.
fn table_2(studio: &Studio) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (nth, (many, printed)) in ONE_LESS.into_iter().enumerate() {
        let starts = made(studio, nth + 1, studio.sample(300))?;
        let all = starts.len();
        let found = studio.all(starts, |puzzle| one_less(&puzzle))?;
        for (to, have) in (2..).zip(printed) {
            let Some(have) = have else { continue };
            let ours = found.iter().filter(|levels| levels[to - 1] > 0).count();
            let verdict = by_chance(many, have, ours as f64 / all as f64, SHORT);
            rows.push(with(
                row(
                    "table 2",
                    &format!("puzzles of level {} that have one of level {to} below them", nth + 1),
                    &format!("{have} of {many}"),
                    format!("{} of {}, {}", count(ours), count(all), percent(ours, all)),
                    verdict,
                ),
                STUDY,
            ));
        }
    }
    Ok(rows)
}

/// "We ran this method 5 times … they were all at Level 2."
fn five_runs(studio: &Studio) -> anyhow::Result<Row> {
    let runs = studio.sample(500);
    let seed = studio.seed;
    let method = generators::by_slug("umbrella").expect("in the register");
    let levels = studio.all((0..runs as u64).collect(), move |item| {
        let mut rng = Rng::for_item(seed, item);
        let plain = random::compile(&Brief::default(), &mut rng).0.ok();
        let again = method.make(&Brief::default(), &mut rng).ok();
        [plain, again].map(|puzzle| puzzle.map(|puzzle| level_by("umbrella", &puzzle)))
    })?;
    let twos = |nth: usize| levels.iter().filter(|both| both[nth] == Some(2)).count();
    let [plain, again] = [twos(0), twos(1)];
    let tried = "random digits as they come were tried, and the order with the last digit first";
    let verdict = by_chance(5, 5, again as f64 / runs as f64, tried);
    let ours = format!(
        "of {} runs {} are of level 2 if the digits go in again with the last one first, as the same \
         section has it (and figure 8 (a) has but 27 givens); {} as they come",
        count(runs),
        percent(again, runs),
        percent(plain, runs)
    );
    let what = "the level of what stages 1 to 3 come to, in five runs";
    Ok(with(row("section 8", what, "5 of 5 of level 2", ours, verdict), STUDY))
}

/// "We have not found a grid which requires both the X-wing and forced chain algorithms", of ten.
fn both_of_level_4(studio: &Studio) -> anyhow::Result<Row> {
    let puzzles = made(studio, 4, studio.sample(200))?;
    let all = puzzles.len();
    let needs = studio.all(puzzles, |puzzle| !is_solved_without_x_wings(&puzzle))?;
    let both = needs.into_iter().filter(|needs| *needs).count();
    let tried = "puzzles of level 4 made here, X-wings left out";
    let verdict = by_chance(10, 0, both as f64 / all as f64, tried);
    let ours = format!("{both} of {} of level 4 are not solved without X-wings", count(all));
    let what = "hard puzzles that need an X-wing beside forced chains";
    Ok(row("section 4, footnote 4", what, "none of 10", ours, verdict))
}

/// What level 4 knows beside singles and X-wings, in the order in which it is tried. A test holds that all are registered.
const GROUPS: [&str; 8] = [
    "pointing",
    "naked-pair",
    "hidden-pair",
    "naked-triple",
    "hidden-triple",
    "naked-quad",
    "hidden-quad",
    "two-value-trial",
];

/// Whether level 4 solves it by forced chains alone.
fn is_solved_without_x_wings(puzzle: &Puzzle) -> bool {
    let mut board = Board::from(puzzle.grid());
    loop {
        board = *Ladder::SINGLES.climb(&board).end();
        let step = GROUPS.iter().find_map(|slug| {
            let mut sink = Sink::first();
            let _ = strategies::by_slug(slug)?.find(&Scene::new(&board), &mut sink);
            sink.into_steps().pop()
        });
        match step {
            Some(step) if !board.is_full() => step.apply(&mut board),
            _ => return board.is_full(),
        }
    }
}

/// "An absolute maximum of 36 cells."
fn at_most_36(studio: &Studio) -> anyhow::Result<Row> {
    let puzzles = made(studio, 1, studio.sample(200))?;
    let most = puzzles.iter().map(|puzzle| puzzle.grid().filled().len()).max().unwrap_or(0);
    let verdict = same(most <= 36, "the generator goes further");
    let ours = format!("{most} at most among {} of level 1", count(puzzles.len()));
    let what = "the most givens with which the umbrella method goes on";
    Ok(with(row("section 8", what, "36", ours, verdict), "piste make --method umbrella"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_level_4_knows_is_registered() {
        GROUPS.iter().for_each(|slug| assert!(strategies::by_slug(slug).is_some(), "{slug}"));
    }

    #[test]
    fn the_figures_stand_as_they_should() {
        for row in figure_6().into_iter().chain(figure_10().into_iter().take(2)) {
            assert_eq!(row.verdict, Verdict::Same, "{row:?}");
        }
        let [a, b, c] = figure_7().try_into().expect("three rows");
        assert!(matches!(a.verdict, Verdict::NotExplained(_)), "{a:?}");
        assert_eq!(b.ours, "126 solutions");
        assert_eq!(c.verdict, Verdict::Same, "{c:?}");
        let levels = figures_8_and_9();
        let same: Vec<bool> = levels.iter().map(|row| row.verdict == Verdict::Same).collect();
        assert_eq!(same, [true, true, false, true], "{levels:?}");
        assert!(matches!(levels[2].verdict, Verdict::Explained(_)), "{levels:?}");
    }

    #[test]
    fn chances_are_those_of_coins() {
        let [fewer, more] = tails(4, 1, 0.5);
        assert!((fewer - 5.0 / 16.0).abs() < 1e-12 && (more - 15.0 / 16.0).abs() < 1e-12);
        assert!(matches!(by_chance(22, 6, 0.28, SHORT), Verdict::Explained(_)));
        assert!(matches!(by_chance(22, 6, 0.9, SHORT), Verdict::NotExplained(_)));
    }
}
