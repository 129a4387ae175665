//! How the metrics agree with each other, and where they do not.
//!
//! Spearman's rank correlation of every two metrics over two mixed sets: puzzles made here, of
//! every level, which may be shown; and the data sets, for the numbers. Where two metrics
//! disagree most about a puzzle, that is by the difference of its places in the two orders.

use crate::data::PUBLISHED;
use crate::page::{Page, Source, count, number};
use crate::plot::Heat;
use crate::scores::{self, Scores};
use crate::studio::Studio;
use piste::generate::{self, Brief, levels};
use piste::stats::{ranks, spearman};
use piste_core::Puzzle;

/// The lists among the data sets, beside the published puzzles.
const LISTS: [(&str, &str, &str); 4] = [
    ("human_cloudsudoku.tsv", "CloudSudoku", "CC0"),
    ("random_minimal_100k.txt", "random minimal", "made for measuring, free"),
    ("royle17_49151_original_order.txt", "17 clues", "CC BY 2.5"),
    ("magictour_top1465.txt", "magictour top 1465", "measured only"),
];

/// Beside the named levels, so that there is no want of very hard ones.
const VERY_HARD: &str = "se 7..";

/// How many pairs of metrics are shown with a puzzle.
const SHOWN: usize = 12;

/// The metric that all others are held against one by one.
const YARDSTICK: &str = "se";

pub(crate) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "How the metrics agree with each other",
        "Each metric puts puzzles into an order. Two that measure the same thing put them into the \
         same one.",
    );
    let own = own(studio, &mut page)?;
    let scores = scores::of_all(studio, &own)?;
    let matrix = matrix(&scores);
    page.section("Puzzles made here");
    heat(
        &mut page,
        "agreement-made",
        "Rank correlation of metrics, puzzles made here",
        &scores,
        &matrix,
    );
    pairs(&mut page, &own, &scores, &matrix);
    if studio.data.is_some() {
        let mixed = mixed(studio, &mut page)?;
        if !mixed.is_empty() {
            let scores = scores::of_all(studio, &mixed)?;
            page.section("The data sets");
            let title = "Rank correlation of metrics, data sets mixed";
            heat(&mut page, "agreement-data", title, &scores, &self::matrix(&scores));
        }
    }
    Ok(Some(page))
}

/// Puzzles of every level, in equal parts.
fn own(studio: &Studio, page: &mut Page) -> anyhow::Result<Vec<Puzzle>> {
    let conditions = levels::ALL.iter().map(|level| (level.slug, level.means));
    let conditions: Vec<_> = conditions.chain([("very hard", VERY_HARD)]).collect();
    let each = studio.sample(1200).div_ceil(conditions.len());
    let mut puzzles = Vec::new();
    for (name, means) in conditions {
        let target = means.parse().expect("levels are conditions");
        let brief = Brief { target: Some(target), ..Brief::default() };
        let method = generate::choose(&brief);
        let made = studio.make(method, &brief, each)?;
        page.source(Source {
            name: format!("generator `{}`, {name} (`{means}`)", method.info().slug),
            rows: made.puzzles.len(),
            licence: "made here".to_owned(),
            note: format!("{} attempts", count(made.tried as usize)),
        });
        puzzles.extend(made.puzzles);
    }
    Ok(puzzles)
}

/// Some puzzles of each of the data sets.
fn mixed(studio: &Studio, page: &mut Page) -> anyhow::Result<Vec<Puzzle>> {
    let each = studio.sample(1200).div_ceil(6);
    let mut mixed = Vec::new();
    let mut add = |page: &mut Page, name: &str, licence: &str, all: Vec<Puzzle>| {
        let mut rng = studio.rng(name);
        let drawn = piste::stats::sample(all.len(), each.min(all.len()), |bound| rng.below(bound));
        page.source(Source {
            name: name.to_owned(),
            rows: drawn.len(),
            licence: licence.to_owned(),
            note: format!("drawn from {}", count(all.len())),
        });
        mixed.extend(drawn.into_iter().map(|nth| all[nth]));
    };
    for set in &PUBLISHED {
        if let Some(found) = studio.published(set)? {
            add(page, set.name, set.licence, found.puzzles);
        }
    }
    for (file, name, licence) in LISTS {
        if let Some(table) = studio.list(file)? {
            add(page, name, licence, table.rows.into_iter().map(|row| row.puzzle).collect());
        }
    }
    Ok(mixed)
}

/// The values of two metrics where both have one, and of which puzzles.
fn shared(a: &Scores, b: &Scores) -> (Vec<usize>, Vec<f64>, Vec<f64>) {
    let both =
        (0..a.values.len()).filter(|&nth| a.values[nth].is_some() && b.values[nth].is_some());
    let both: Vec<usize> = both.collect();
    let of = |scores: &Scores| both.iter().filter_map(|&nth| scores.values[nth]).collect();
    let (x, y) = (of(a), of(b));
    (both, x, y)
}

/// Spearman's ρ of every two metrics.
fn matrix(scores: &[Scores]) -> Vec<Vec<Option<f64>>> {
    let rho = |a: &Scores, b: &Scores| {
        let (_, x, y) = shared(a, b);
        spearman(&x, &y)
    };
    scores.iter().map(|a| scores.iter().map(|b| rho(a, b)).collect()).collect()
}

fn heat(page: &mut Page, file: &str, title: &str, scores: &[Scores], matrix: &[Vec<Option<f64>>]) {
    let chart = Heat {
        title: title.to_owned(),
        about: "A matrix of Spearman's rank correlations; 1 is the same order, 0 no connection, −1 the \
                opposite order. All metrics are turned so that harder is more."
            .to_owned(),
        names: scores.iter().map(|scores| scores.info.slug.to_owned()).collect(),
        values: matrix.to_vec(),
    };
    page.figure(file, title, chart.svg());
    page.say(
        "Spearman's ρ. All metrics are turned so that harder is more; a puzzle counts for a pair if \
         both metrics rate it.",
    );
}

/// The puzzle about which two metrics disagree most, and where it stands in each order, from 0
/// (easiest) to 100.
fn example(a: &Scores, b: &Scores) -> Option<(usize, f64, f64)> {
    let (both, x, y) = shared(a, b);
    let places = |values: &[f64]| {
        let all = values.len() as f64;
        ranks(values).into_iter().map(|rank| 100.0 * (rank - 0.5) / all).collect::<Vec<f64>>()
    };
    let (x, y) = (places(&x), places(&y));
    let apart = |nth: &usize| (x[*nth] - y[*nth]).abs();
    // The first of equals, so that the answer does not depend on the order of looking.
    let most =
        (0..both.len()).reduce(|best, nth| if apart(&nth) > apart(&best) { nth } else { best })?;
    Some((both[most], x[most], y[most]))
}

fn pairs(page: &mut Page, puzzles: &[Puzzle], scores: &[Scores], matrix: &[Vec<Option<f64>>]) {
    let mut pairs: Vec<(usize, usize, f64)> = (0..scores.len())
        .flat_map(|a| (0..a).map(move |b| (b, a)))
        .filter_map(|(a, b)| Some((a, b, matrix[a][b]?)))
        .collect();
    pairs.sort_by(|a, b| a.2.total_cmp(&b.2));
    let heads = [
        "metrics",
        "ρ",
        "the puzzle they disagree about most",
        "first says",
        "harder than",
        "second says",
        "harder than",
    ];
    let row = |&(a, b, rho): &(usize, usize, f64)| {
        let (nth, x, y) = example(&scores[a], &scores[b])?;
        let says =
            |scores: &Scores| scores.values[nth].map_or_else(String::new, |v| scores.word(v));
        Some(vec![
            format!("{}, {}", scores[a].info.slug, scores[b].info.slug),
            number(rho, 2),
            format!("`{}`", puzzles[nth].grid()),
            says(&scores[a]),
            format!("{x:.0} %"),
            says(&scores[b]),
            format!("{y:.0} %"),
        ])
    };
    page.section("Where they disagree most");
    page.say(format_args!(
        "The {SHOWN} pairs with the lowest ρ, each with the puzzle whose places in the two orders are \
         furthest apart. \"Harder than\" is the share of the {} puzzles made here that the metric puts \
         below it, half of the ties counted.",
        count(puzzles.len())
    ));
    page.table(&heads, &pairs.iter().take(SHOWN).filter_map(row).collect::<Vec<_>>());
    let yardstick = scores.iter().position(|scores| scores.info.slug == YARDSTICK);
    if let Some(yardstick) = yardstick {
        page.say(format_args!("And every other metric against `{YARDSTICK}`:"));
        let others = (0..scores.len()).filter(|&other| other != yardstick);
        let others = others.filter_map(|other| Some((yardstick, other, matrix[yardstick][other]?)));
        let mut others: Vec<_> = others.collect();
        others.sort_by(|a, b| b.2.total_cmp(&a.2));
        page.table(&heads, &others.iter().filter_map(row).collect::<Vec<_>>());
    }
}
