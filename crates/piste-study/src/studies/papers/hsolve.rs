//! What the paper of `hsolve` prints.
//!
//! Its puzzles are not to be had: 800 of a site with eight levels, 1,000 typical ones of another. What follows
//! from the printed table is worked out from it; what needs puzzles is measured on random minimal ones, which
//! have nearly the same quartiles, and on those of our own `standard`. Figures are of the printed page; what is
//! only in the authors' longer report is said to be.

use super::super::hsolve::readings::{self, SHO, SHO_PRINTED};
use super::super::hsolve::shape::Shape;
use super::super::hsolve::{GENERATED, Group, TYPICAL, group, minimal, standard};
use super::{Row, Verdict};
use crate::page::{count, number, percent, rounded};
use crate::studio::{Made, Studio};
use piste::generate::{self, Brief, generators};
use piste::rating::Workup;
use piste::rating::metrics::hsolve::{HSOLVE, Hsolve, Idea, Measure, Tally};
use piste::stats::{Contingency, Histogram, mean, quantile};
use piste_core::{Board, Cell, Digit, DigitSet, Grid, House, Puzzle, Rng};
use std::num::NonZeroU32;

/// The puzzle of figure 1, and its solution.
const FIGURE_1: (&str, &str) = (
    "...79..5.352..8.4........8..1..7...46..3.1..89...8..1..2........4.5..891.8..37...",
    "861794352352168749497253186218975634675341928934682517526819473743526891189437265",
);

/// Figure A1, with the cell in row 2 as the text has it: a naked single.
const FIGURE_A1: &str =
    ".........12345678................................................................";

/// Figure A2: a hidden single. The lower two 1s stand where columns 2 and 3 have them; in which rows they are
/// drawn is not to be seen in the text.
const FIGURE_A2: &str =
    "..........341......56...1...1...........................1........................";

/// Table 1: the levels of the site by the groups of the metric.
const TABLE_1: [[u64; 8]; 8] = [
    [81, 19, 0, 0, 0, 0, 0, 0],
    [19, 68, 12, 1, 0, 0, 0, 0],
    [0, 8, 38, 33, 18, 2, 1, 0],
    [0, 2, 26, 29, 22, 17, 4, 0],
    [0, 2, 10, 19, 20, 30, 11, 8],
    [0, 0, 5, 7, 22, 26, 36, 4],
    [0, 1, 9, 7, 16, 13, 27, 27],
    [0, 0, 0, 4, 2, 12, 21, 61],
];

const STUDY: &str = "piste study hsolve";

/// What the rows of measured numbers are taken from.
struct Sets {
    standard: Made,
    of_standard: Group,
    of_minimal: Group,
    outcomes: Vec<readings::Outcome>,
    seed: u64,
}

pub(super) fn rows(studio: &Studio) -> anyhow::Result<Vec<Row>> {
    let standard = standard(studio)?;
    let minimal = minimal(studio)?;
    let sets = Sets {
        of_standard: group(studio, "standard", &standard.puzzles)?,
        of_minimal: group(studio, "random minimal", &minimal.puzzles)?,
        outcomes: readings::all(studio, &minimal.puzzles)?,
        standard,
        seed: studio.seed,
    };
    let mut rows = grids();
    rows.extend(definitions());
    rows.extend(table_1());
    rows.extend(distribution(&sets));
    rows.extend(speed());
    rows.extend(generator(&sets));
    rows.extend(riddle(studio, &sets)?);
    Ok(rows)
}

fn row(
    place: &'static str,
    what: &str,
    (printed, ours): (String, String),
    verdict: Verdict,
) -> Row {
    let what = what.to_owned();
    Row { place, what, printed, ours, verdict, command: String::new() }
}

/// A row that says by which command our figure comes.
trait By {
    fn by(self, command: &str) -> Row;
}

impl By for Row {
    fn by(self, command: &str) -> Row {
        Row { command: command.to_owned(), ..self }
    }
}

/// The same if the two are, letter by letter.
fn equal(place: &'static str, what: &str, printed: String, ours: String) -> Row {
    let verdict = Verdict::same_or(printed == ours, || {
        Verdict::NotExplained("the two should be the same".to_owned())
    });
    row(place, what, (printed, ours), verdict)
}

fn explained(why: &str) -> Verdict {
    Verdict::Explained(why.to_owned())
}

fn board(text: &str) -> Board {
    let grid: Grid = text.parse().expect("81 characters are a grid");
    Board::from(&grid)
}

fn digits(set: DigitSet) -> String {
    let digits: Vec<String> = set.iter().map(|digit| digit.to_string()).collect();
    format!("{{{}}}", digits.join(", "))
}

/// The figures with digits in them.
fn grids() -> Vec<Row> {
    let solved = |text: &str| {
        let grid: Grid = text.parse().expect("81 characters are a grid");
        Puzzle::prove(&grid).map_or_else(|why| why.to_string(), |p| p.solution().to_string())
    };
    let figure_1 = format!("the puzzle `{}`, its solution", FIGURE_1.0);
    let corner = board(FIGURE_1.0).candidates(Cell::at(8, 8));
    let naked = board(FIGURE_A1).candidates(Cell::at(1, 8));
    let hidden = board(FIGURE_A2);
    let one = hidden.cells(Digit::D1) & House::block(0).cells();
    let blocks: Vec<String> =
        (0..9).map(|at| (Cell::at(at / 3 * 3, at % 3 * 3).block() + 1).to_string()).collect();
    vec![
        equal("figure 1", &figure_1, FIGURE_1.1.to_owned(), solved(FIGURE_1.0))
            .by(&format!("piste solve {}", FIGURE_1.0)),
        equal(
            "notation",
            "the values of cell (9, 9) of figure 1",
            "{2, 5, 6}".to_owned(),
            digits(corner),
        ),
        equal(
            "figure 2",
            "the numbers of the regions",
            "1 2 3 4 5 6 7 8 9".to_owned(),
            blocks.join(" "),
        ),
        equal("figure A1", "the naked single in (2, 9)", "{9}".to_owned(), digits(naked)),
        equal(
            "figure A2",
            "the values of (1, 1)",
            "{1, 2, 7, 8, 9}".to_owned(),
            digits(hidden.candidates(Cell::at(0, 0))),
        ),
        equal(
            "figure A2",
            "where 1 can be in region 1",
            "(1, 1) alone".to_owned(),
            match one.single() {
                Some(cell) => format!("({}, {}) alone", cell.row() + 1, cell.column() + 1),
                None => format!("{} cells", one.len()),
            },
        ),
    ]
}

/// The lemma, and what is counted on an empty board.
fn definitions() -> Vec<Row> {
    // Every order of p things, v of them good: the mean place of the first good one.
    let by_counting = |p: u32, v: u32| {
        let masks = (0..1u32 << p).filter(|mask| mask.count_ones() == v);
        let places: Vec<f64> = masks.map(|mask| f64::from(mask.trailing_zeros() + 1)).collect();
        mean(&places)
    };
    let cases: Vec<(u32, u32)> = (1..=12).flat_map(|p| (1..=p).map(move |v| (p, v))).collect();
    let agree = cases.iter().filter(|(p, v)| {
        let expected = Tally { possible: *p, valid: *v }.expected_looks();
        by_counting(*p, *v).is_some_and(|counted| (counted - expected).abs() < 1e-9)
    });
    let agree = agree.count();
    let triples = Idea::LockedCandidates.tally(&Board::EMPTY, &mut Rng::new(1)).possible;
    vec![
        row(
            "lemma",
            "how many looks until the first of v good ones among p; ours by counting all orders of up to 12",
            (
                "(p + 1) / (v + 1)".to_owned(),
                format!("the same in {} of {} cases", count(agree), count(cases.len())),
            ),
            Verdict::same_or(agree == cases.len(), || {
                Verdict::NotExplained("the formula should hold in all of them".to_owned())
            }),
        ),
        equal(
            "appendix, tier 1",
            "triples where a row, and where a column, crosses a region",
            "27 + 27".to_owned(),
            format!("{} + {}", triples / 2, triples - triples / 2),
        ),
    ]
}

/// The eight levels: what follows from the printed table.
fn table_1() -> Vec<Row> {
    let lines: Vec<&[u64]> = TABLE_1.iter().map(|line| &line[..]).collect();
    let table = Contingency::from_rows(&lines);
    let chi = table.chi_square();
    let columns: Vec<u64> = (0..8).map(|at| TABLE_1.iter().map(|line| line[at]).sum()).collect();
    let sums = TABLE_1.iter().map(|line| line.iter().sum()).chain(columns);
    let hundreds = sums.filter(|sum: &u64| *sum == 100).count();
    let tried = "no statistic of this table that we know has it: Pearson's is 1,450, the likelihood ratio 1,256, Freeman and \
                 Tukey's 1,701, Neyman's 960 without the empty cells and 4,241 with 1 in them, Mantel's for a trend 584. Of 800 puzzles in \
                 eight groups of 100 Pearson's is 5,600 at most. What the paper concludes from it holds";
    let line = |level: usize| {
        let line: Vec<String> = TABLE_1[level].iter().map(u64::to_string).collect();
        line.join(" ")
    };
    let names =
        ["supereasy", "veryeasy", "easy", "medium", "hard", "harder", "veryhard", "superhard"];
    let mut rows = vec![
        equal("abstract, table 1", "γ", "0.82".to_owned(), number(table.gamma(), 2)),
        equal("table 1", "degrees of freedom", "49".to_owned(), chi.degrees.to_string()),
        row(
            "table 1",
            "χ² for independence",
            ("6350".to_owned(), number(chi.statistic, 0)),
            Verdict::same_or(number(chi.statistic, 0) == "6350", || {
                Verdict::NotExplained(tried.to_owned())
            }),
        ),
        equal(
            "table 1",
            "p of the χ² test",
            "below 0.0001".to_owned(),
            if chi.p < 1e-4 { "below 0.0001".to_owned() } else { number(chi.p, 4) },
        ),
        equal(
            "table 1",
            "puzzles a level, and a group",
            "100 in 16 of 16".to_owned(),
            format!("100 in {hundreds} of 16"),
        ),
    ];
    rows.extend(names.iter().enumerate().map(|(level, name)| {
        let why = "its 800 puzzles (menneske.no) are not to be had; `piste study levels` has the same table of the sets that are";
        let what = format!("the groups of `{name}`");
        row("table 1", &what, (line(level), "–".to_owned()), explained(why)).by("piste study levels")
    }));
    rows
}

/// The metric on typical puzzles.
fn distribution(sets: &Sets) -> Vec<Row> {
    let spread = quantile(&sets.of_minimal.spreads, 0.5);
    let values = &sets.of_minimal.values;
    let bars = Histogram::of(values, 0.0..3_000.0, 30);
    let highest = bars.counts.iter().enumerate().rev().max_by_key(|(_, count)| **count);
    let peak = highest.map_or(0, |(at, _)| 100 * at);
    let shape = Shape::of(values);
    let has_tail = shape.is_some_and(|shape| shape.is_as_printed());
    let longer = "the site's puzzles are not to be had; ours are random minimal ones";
    let mut rows = vec![
        row(
            "metric calculation",
            "σ/μ of the 20 runs of a puzzle; ours the median of random minimal puzzles",
            ("≈ 1/10".to_owned(), number(spread, 2)),
            Verdict::same_or(number(spread, 1) == "0.1", || {
                Verdict::NotExplained("single runs should be as far apart".to_owned())
            }),
        )
        .by(STUDY),
        row(
            "figure 3",
            "where 1,000 typical puzzles have their peak",
            ("near 500".to_owned(), format!("{peak} to {}", peak + 100)),
            Verdict::same_or((400..=500).contains(&peak), || {
                explained("ours are random minimal puzzles, theirs a site's")
            }),
        )
        .by(STUDY),
        equal(
            "figures 3 and 4",
            "the tail of the metric",
            "long, towards higher difficulty".to_owned(),
            if has_tail { "long, towards higher difficulty" } else { "none" }.to_owned(),
        )
        .by(STUDY),
        row(
            "figure 4",
            "the mean time for easy puzzles on websudoku.com",
            ("5 min 22 s".to_owned(), "–".to_owned()),
            explained("that site's times are not to be had; the study compares the shape with the times of two other sites"),
        )
        .by("piste study hsolve --data DIR"),
    ];
    for (at, what) in [
        (0.0, "the least"),
        (0.25, "the first quartile"),
        (0.5, "the median"),
        (0.75, "the third quartile"),
        (1.0, "the most"),
    ] {
        let printed = count(TYPICAL[(at * 4.0) as usize] as usize);
        let ours = rounded(quantile(values, at));
        let verdict = Verdict::same_or(printed == ours, || explained(longer));
        let what = format!("{what} of 1,000 typical puzzles");
        rows.push(row("longer report", &what, (printed, ours), verdict).by(STUDY));
    }
    rows
}

/// How long things took.
fn speed() -> Vec<Row> {
    let why = "a processor of 2 GHz in 2008 and Java; `--timed` has our times, thousands of times shorter";
    let timed = "piste study hsolve --timed";
    let per =
        |minutes: f64, puzzles: f64| format!("about {} s", number(60.0 * minutes / puzzles, 0));
    vec![
        equal(
            "runtime",
            "13 min for 100 puzzles, for one",
            "about 8 s".to_owned(),
            per(13.0, 100.0),
        ),
        row(
            "runtime",
            "time to rate 100 puzzles",
            ("13 min".to_owned(), "–".to_owned()),
            explained(why),
        )
        .by(timed),
        equal(
            "standard generator",
            "3 and 12 min for 100 boards, for one",
            "about 9 s".to_owned(),
            per(15.0, 100.0),
        ),
        row(
            "standard generator",
            "time to make 100 boards, and to rate them",
            ("3 min, 12 min".to_owned(), "–".to_owned()),
            explained(why),
        )
        .by(timed),
        row(
            "abstract",
            "time to make 20 boards from the riddle",
            ("3 min".to_owned(), "–".to_owned()),
            explained(why),
        )
        .by(timed),
    ]
}

/// The standard generator.
fn generator(sets: &Sets) -> Vec<Row> {
    let (valid, tried) = (sets.standard.puzzles.len(), sets.standard.tried as usize);
    let values = &sets.of_standard.values;
    let why = "ours makes trials until none says anything more, so fewer boards contradict themselves; with the tiers below \
               backtracking alone it is 100 of 126 (a test of `standard` holds both)";
    let mut rows = vec![
        row(
            "standard generator",
            "valid boards among those begun",
            ("100 of 130".to_owned(), format!("{} of {}", count(valid), count(tried))),
            Verdict::same_or(valid * 130 == tried * 100, || explained(why)),
        )
        .by(&format!("piste make --method standard -n {valid} --seed {}", sets.seed)),
    ];
    let printed = ["0.25", "3.1", "4.7", "30"];
    for (level, printed) in printed.into_iter().enumerate() {
        let decimals = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
        let minutes = 1000.0 / GENERATED[level] as f64 * 0.15;
        let what = format!(
            "minutes for a board of level {}, from {} of 1,000",
            level + 1,
            GENERATED[level]
        );
        rows.push(equal(
            "standard generator",
            &what,
            printed.to_owned(),
            number(minutes, decimals),
        ));
    }
    for (level, printed) in GENERATED.into_iter().enumerate() {
        let ours = values
            .iter()
            .filter(|value| {
                **value >= TYPICAL[level] && (level == 3 || **value < TYPICAL[level + 1])
            })
            .count();
        let (printed, ours) = (percent(printed, 1000), percent(ours, values.len()));
        let why = "more of ours are below 317, the least of the paper's typical puzzles; the readings of the appendix were tried, and \
                   change nothing about boards that singles solve";
        let what = format!("boards of the standard generator in level {}", level + 1);
        let verdict = Verdict::same_or(printed == ours, || Verdict::NotExplained(why.to_owned()));
        rows.push(row("figure 5, longer report", &what, (printed, ours), verdict).by(STUDY));
    }
    rows
}

/// The Riddle of Sho.
fn riddle(studio: &Studio, sets: &Sets) -> anyhow::Result<Vec<Row>> {
    let sho = readings::sho();
    let runs = u32::try_from(studio.sample(2_000)).ok().and_then(NonZeroU32::new);
    let hsolve = Hsolve { runs: runs.unwrap_or(HSOLVE.runs), ..HSOLVE };
    let own = measured(hsolve, &sho);
    let seed = studio.seed;
    let derived = derived(studio, sho)?;
    let whole = |value: f64| count(value.round() as usize);
    let ratios = [Some(7_111.0 / SHO_PRINTED), derived.map(|derived| derived / own.mean)];
    let nearest = sets.outcomes.iter().min_by(|a, b| a.off().0.total_cmp(&b.off().0));
    let nearest = nearest.map_or_else(String::new, readings::Outcome::words);
    let tried = format!("none of 32 readings of the appendix has it; the nearest is {nearest}");
    let rate = format!("piste rate --metrics hsolve --runs {} {SHO}", hsolve.runs);
    let make = format!(
        "piste make --method pseudo -n 20 --seed {seed} --metrics hsolve --format tsv --start {SHO}"
    );
    let tier = equal(
        "pseudo-generator",
        "the tier that the Riddle of Sho needs",
        "5".to_owned(),
        own.tier.to_string(),
    );
    let value = row(
        "abstract, pseudo-generator",
        "the difficulty of the Riddle of Sho",
        (whole(SHO_PRINTED), whole(own.mean)),
        Verdict::same_or(whole(SHO_PRINTED) == whole(own.mean), || Verdict::NotExplained(tried)),
    );
    let follows = "it follows the riddle's own value, which differs; the next row has the ratio";
    let of_derived = row(
        "abstract, pseudo-generator",
        "the mean difficulty of 20 puzzles made from it",
        ("7,111".to_owned(), rounded(derived)),
        Verdict::same_or(rounded(derived) == "7,111", || explained(follows)),
    );
    let ratio = row(
        "pseudo-generator",
        "that mean over the riddle's own value: approximately the same, the paper says",
        (number(ratios[0], 2), number(ratios[1], 2)),
        Verdict::same_or(number(ratios[0], 2) == number(ratios[1], 2), || {
            let is_near =
                ratios.iter().all(|ratio| ratio.is_some_and(|ratio| (0.8..1.2).contains(&ratio)));
            let words = "in both the puzzles are nearly as hard as the one that they come from";
            if is_near {
                explained(words)
            } else {
                Verdict::NotExplained("ours are not".to_owned())
            }
        }),
    );
    Ok(vec![tier.by(&rate), value.by(&rate), of_derived.by(&make), ratio.by(&make)])
}

/// What `piste rate` measures.
fn measured(hsolve: Hsolve, puzzle: &Puzzle) -> Measure {
    let workup = Workup::new(puzzle);
    hsolve.measure(workup.board(), &mut workup.rng("hsolve"))
}

/// The mean difficulty of the first 20 puzzles that `pseudo` makes from this one.
fn derived(studio: &Studio, start: Puzzle) -> anyhow::Result<Option<f64>> {
    let method = generators::by_slug("pseudo").expect("it is in the register");
    let brief = Brief { start: Some(start), ..Brief::default() };
    let seed = studio.seed;
    let values = studio.all((0..20).collect(), move |number| {
        let made = generate::attempt(method, &brief, seed, number).ok();
        made.map(|made| measured(HSOLVE, &made.puzzle).mean)
    })?;
    Ok(mean(&values.into_iter().flatten().collect::<Vec<f64>>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict_of<'a>(rows: &'a [Row], what: &str) -> &'a Verdict {
        let row = rows.iter().find(|row| row.what.contains(what));
        &row.unwrap_or_else(|| panic!("no row about {what}")).verdict
    }

    #[test]
    fn the_printed_grids_are_what_they_are_said_to_be() {
        let rows = grids();
        assert_eq!(rows.len(), 6);
        for row in &rows {
            assert_eq!(row.verdict, Verdict::Same, "{row:?}");
        }
    }

    #[test]
    fn the_lemma_and_the_triples_are_the_same() {
        assert!(definitions().iter().all(|row| row.verdict == Verdict::Same));
    }

    #[test]
    fn of_table_1_all_but_the_chi_square_follows() {
        let rows = table_1();
        for same in ["γ", "degrees of freedom", "p of the", "puzzles a level"] {
            assert_eq!(*verdict_of(&rows, same), Verdict::Same, "{same}");
        }
        assert!(matches!(verdict_of(&rows, "χ² for"), Verdict::NotExplained(_)));
        let ours = &rows.iter().find(|row| row.what.contains("χ² for")).unwrap().ours;
        assert_eq!(ours, "1450");
    }

    #[test]
    fn the_printed_divisions_are_right() {
        let rows = speed();
        assert_eq!(*verdict_of(&rows, "13 min for 100"), Verdict::Same);
        assert_eq!(*verdict_of(&rows, "3 and 12 min"), Verdict::Same);
        let sets = Sets {
            standard: Made { puzzles: Vec::new(), tried: 0 },
            of_standard: Group {
                name: String::new(),
                values: vec![400.0],
                spreads: vec![0.1],
                ..Group::default()
            },
            of_minimal: Group::default(),
            outcomes: Vec::new(),
            seed: 1,
        };
        let rows = generator(&sets);
        assert_eq!(rows.iter().filter(|row| row.what.starts_with("minutes for")).count(), 4);
        assert!(
            rows.iter()
                .filter(|row| row.what.starts_with("minutes for"))
                .all(|row| row.verdict == Verdict::Same)
        );
    }
}
