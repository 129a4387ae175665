//! The colour scale on the puzzles of 17 clues: tables 1, 2 and 3 of its paper, redone.
//!
//! The paper's 36,628 puzzles lie within the first 39,220 lines of the list in its original
//! order; which of them they are is not known any more. So the tables are made for those lines
//! and for the whole collection. Blue is read in two ways, by clauses and by pencil, and
//! both are told.

use super::page::{Page, Source, count, number, percent};
use super::studio::Studio;
use crate::plot::Shares;
use piste::rating::{Selection, Value, Workup};
use piste::stats::mean;
use piste_core::Puzzle;
use std::collections::BTreeMap;

/// The paper's table 1.
const TABLE_1: [usize; 4] = [16867, 14648, 1995, 3118];

/// The colours, and the paper's indicators by our column: mean and maximum for blue, red, black.
const COLOURS: [&str; 4] = ["green", "blue", "red", "black"];

type Published = [(f64, u64); 3];

const TABLE_2: [(&str, &str, Published); 7] = [
    ("search", "search level", [(2.5, 18), (3.0, 15), (3.3, 15)]),
    ("guesses", "number of guesses", [(13.2, 205), (21.5, 228), (24.6, 225)]),
    ("small", "small numbers", [(141.8, 309), (159.5, 311), (182.9, 310)]),
    ("green", "green indicator", [(39.8, 64), (42.9, 64), (46.8, 64)]),
    ("blue", "blue indicator", [(0.0, 0), (39.5, 64), (44.4, 64)]),
    ("red", "red indicator", [(0.0, 0), (0.0, 0), (44.2, 64)]),
    ("search-red", "search red level", [(0.0, 0), (0.0, 0), (2.4, 9)]),
];

/// The sums of the columns of the paper's table 3, by search red level: 0, 2, 3 …
const TABLE_3: [(u64, usize); 9] =
    [(0, 33515), (2, 2257), (3, 545), (4, 185), (5, 82), (6, 25), (7, 10), (8, 5), (9, 4)];

/// What the metric says of one puzzle.
struct Coloured {
    /// The place of the colour in [`COLOURS`].
    colour: usize,
    pencil: &'static str,
    /// The indicators in the order of [`TABLE_2`].
    indicators: [u64; 7],
    esflr: u64,
}

pub(super) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "The colour scale on puzzles of 17 clues",
        "The third paper colours all puzzles of 17 clues known at its time, and shows how its \
         indicators go with the colours (tables 1 to 3).",
    );
    let sets = [
        ("royle17_49151_original_order.txt", Some(39220), "lines 1–39,220", "CC BY 2.5"),
        ("17_clue_49158.txt", None, "all 49,158", "facts, collected on the web"),
    ];
    let mut rows = vec![("the paper, 36,628".to_owned(), TABLE_1.map(|n| n as f64).to_vec())];
    let mut studied = Vec::new();
    for (file, lines, name, licence) in sets {
        let Some(table) = studio.list(file)? else { continue };
        let puzzles = table.rows.into_iter().map(|row| row.puzzle);
        let puzzles: Vec<Puzzle> = puzzles.take(lines.unwrap_or(usize::MAX)).collect();
        let puzzles = studio.some(file, puzzles);
        page.source(Source {
            name: format!("17 clues, {name}"),
            rows: puzzles.len(),
            licence: licence.to_owned(),
            note: String::new(),
        });
        let coloured = studio.all(puzzles, |puzzle| coloured(&puzzle))?;
        let coloured: Vec<Coloured> = coloured.into_iter().flatten().collect();
        let by_clauses = by_colour(&coloured);
        rows.push((format!("{name}, clauses"), by_clauses.map(|n| n as f64).to_vec()));
        let pencil = by_pencil(&coloured).map(|n| n as f64);
        rows.push((format!("{name}, pencil"), vec![pencil[0], pencil[1], 0.0, 0.0, pencil[2]]));
        studied.push((name, coloured));
    }
    if studied.is_empty() {
        return Ok(None);
    }
    table_1(&mut page, &studied);
    let chart = Shares {
        title: "Colours of puzzles of 17 clues".to_owned(),
        about: "For each set and each reading of blue, the share of each colour.".to_owned(),
        classes: [
            ("green", "green"),
            ("blue", "blue"),
            ("red", "red"),
            ("black", "black"),
            ("beyond the pencil", "other"),
        ]
        .map(|(name, class)| (name.to_owned(), Some(class)))
        .into(),
        rows,
    };
    page.figure("colour-shares", "The share of each colour", chart.svg());
    for (name, coloured) in &studied {
        table_2(&mut page, name, coloured);
        table_3(&mut page, name, coloured);
    }
    Ok(Some(page))
}

fn coloured(puzzle: &Puzzle) -> Option<Coloured> {
    let ratings = Selection::new(&["colour"]).rate(&Workup::new(puzzle));
    let rating = ratings.shown().first()?.as_ref().ok()?;
    let Value::Word(colour) = *rating.value() else { return None };
    let Value::Word(pencil) = *rating.get("pencil")? else { return None };
    let whole = |column: &str| Some(rating.get(column)?.as_number()? as u64);
    let mut indicators = [0; 7];
    for (place, (column, _, _)) in indicators.iter_mut().zip(TABLE_2) {
        *place = whole(column)?;
    }
    let colour = COLOURS.iter().position(|known| *known == colour)?;
    Some(Coloured { colour, pencil, indicators, esflr: whole("esflr")? })
}

fn by_colour(coloured: &[Coloured]) -> [usize; 4] {
    let mut counts = [0; 4];
    for one in coloured {
        counts[one.colour] += 1;
    }
    counts
}

/// Green, blue, and beyond.
fn by_pencil(coloured: &[Coloured]) -> [usize; 3] {
    ["green", "blue", "beyond"].map(|word| coloured.iter().filter(|one| one.pencil == word).count())
}

fn table_1(page: &mut Page, studied: &[(&str, Vec<Coloured>)]) {
    page.section("Table 1: how many of each colour");
    let share = |part: usize, all: usize| format!("{} ({})", count(part), percent(part, all));
    let paper: usize = TABLE_1.iter().sum();
    let mut heads = vec!["colour".to_owned(), "the paper".to_owned()];
    let mut rows: Vec<Vec<String>> = (0..4)
        .map(|colour| vec![COLOURS[colour].to_owned(), share(TABLE_1[colour], paper)])
        .collect();
    rows.push(vec!["beyond the pencil".to_owned(), String::new()]);
    for (name, coloured) in studied {
        heads.extend([format!("{name}, by clauses"), format!("{name}, by pencil")]);
        let (clauses, pencil) = (by_colour(coloured), by_pencil(coloured));
        let all = coloured.len();
        for (colour, row) in rows.iter_mut().enumerate() {
            row.push(clauses.get(colour).map_or_else(String::new, |&part| share(part, all)));
            row.push(match colour {
                0 | 1 => share(pencil[colour], all),
                4 => share(pencil[2], all),
                _ => String::new(),
            });
        }
    }
    page.table(&heads.iter().map(String::as_str).collect::<Vec<_>>(), &rows);
    page.say(
        "By clauses: unit propagation; then equivalences, subsumption and simple resolution; then \
         removing variables by resolution. By pencil: the green and the blue method that the paper \
         gives people to do by hand; it describes the red one only in outline. Green has one \
         meaning. The paper's blue is weaker than the rules it names, by clauses and by pencil; in \
         what way it does not say, and no definition is bent here to hit its 40 %.",
    );
    for (name, coloured) in studied {
        let left = coloured.iter().filter(|one| one.esflr > 0).count();
        page.say(format_args!(
            "{}: the failed literal rule leaves squares open in {} of {} puzzles (in the paper in none).",
            name,
            count(left),
            count(coloured.len())
        ));
    }
}

fn table_2(page: &mut Page, name: &str, coloured: &[Coloured]) {
    page.section(&format!("Table 2: indicators by colour, {name}"));
    let mut rows = Vec::new();
    for (nth, (_, indicator, published)) in TABLE_2.iter().enumerate() {
        let mut row = vec![(*indicator).to_owned()];
        for colour in 1..4 {
            let of = coloured.iter().filter(|one| one.colour == colour);
            let values: Vec<f64> = of.map(|one| one.indicators[nth] as f64).collect();
            let most = values.iter().copied().fold(0.0, f64::max);
            let (paper_mean, paper_most) = published[colour - 1];
            row.push(format!("{} / {most}", number(mean(&values), 1)));
            row.push(format!("{} / {paper_most}", number(paper_mean, 1)));
        }
        rows.push(row);
    }
    page.table(&["mean / most", "blue", "paper", "red", "paper", "black", "paper"], &rows);
    let is_at_rest = |one: &&Coloured| one.indicators.iter().all(|value| *value == 0);
    let greens: Vec<&Coloured> = coloured.iter().filter(|one| one.colour == 0).collect();
    let at_rest = greens.iter().copied().filter(is_at_rest).count();
    page.say(format_args!(
        "Of {} green puzzles all indicators are 0 in {}.",
        count(greens.len()),
        count(at_rest)
    ));
}

fn table_3(page: &mut Page, name: &str, coloured: &[Coloured]) {
    page.section(&format!("Table 3: search level by search red level, {name}"));
    let mut counts: BTreeMap<(u64, u64), usize> = BTreeMap::new();
    for one in coloured {
        *counts.entry((one.indicators[0], one.indicators[6])).or_default() += 1;
    }
    let most_red = counts.keys().map(|key| key.1).max().unwrap_or(0);
    let most = counts.keys().map(|key| key.0).max().unwrap_or(0);
    let at = |level, red| counts.get(&(level, red)).copied().unwrap_or(0);
    let shown = |part: usize| if part == 0 { String::new() } else { count(part) };
    let heads: Vec<String> = ["search level".to_owned()]
        .into_iter()
        .chain((0..=most_red).map(|red| red.to_string()))
        .chain(["total".to_owned()])
        .collect();
    let mut rows: Vec<Vec<String>> = (0..=most)
        .map(|level| {
            let cells: Vec<usize> = (0..=most_red).map(|red| at(level, red)).collect();
            let total = cells.iter().sum();
            let cells = cells.into_iter().chain([total]).map(shown);
            std::iter::once(level.to_string()).chain(cells).collect()
        })
        .collect();
    let totals: Vec<usize> =
        (0..=most_red).map(|red| (0..=most).map(|level| at(level, red)).sum()).collect();
    let all: usize = totals.iter().sum();
    rows.push(
        ["total".to_owned()]
            .into_iter()
            .chain(totals.into_iter().chain([all]).map(shown))
            .collect(),
    );
    let paper = |red| TABLE_3.iter().find(|sum| sum.0 == red).map_or(0, |sum| sum.1);
    let sums = (0..=most_red).map(paper).chain([TABLE_3.iter().map(|sum| sum.1).sum()]);
    rows.push(["the paper's total".to_owned()].into_iter().chain(sums.map(shown)).collect());
    page.table(&heads.iter().map(String::as_str).collect::<Vec<_>>(), &rows);
    page.say(
        "The paper has no search red level of 1, and begins at 2; why it does not say. Its search level \
         begins at 1, as ours does.",
    );
}
