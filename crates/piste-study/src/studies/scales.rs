//! How the experts' scales and Sudoku Explainer's agree: on what all minimal puzzles are like, and on the hardest known.
//!
//! `te`, `b`, `w` and `bxb` count how deep and how long proofs must be, `se` prices techniques. The first part holds them against
//! each other on a sample of all minimal puzzles; the second on a list of the hardest, where one trial at a time is not enough and
//! `b` and `w` have nothing to say.

use crate::minimal::{Minimal, in_percent, told};
use crate::page::{Page, Source, count, number, percent};
use crate::scores::{self, Scores};
use crate::studio::Studio;
use piste::stats::{Weighted, gamma, spearman};
use piste_core::Puzzle;

/// The scales, Sudoku Explainer's first.
const SCALES: [&str; 5] = ["se", "te", "b", "w", "bxb"];

/// The hardest puzzles that are known.
const HARDEST: (&str, &str) =
    ("forum_hardest_1905_11plus.txt", "the forum's hardest, SE 11 and above");

/// So many minimal puzzles are wanted, and so many of the hardest.
const WANTED: usize = 2_000;
const HARD: usize = 300;

pub(crate) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "How the experts' scales and Sudoku Explainer's agree",
        "`te` says how deep trials must be nested, `b` and `w` how long the shortest proofs must be that solve a puzzle (braids and whips), `bxb` \
         the same for puzzles that need two trials at a time; `se` is the price of the hardest technique on Sudoku Explainer's path. \
         In square brackets stand 95 % intervals.",
    );
    let minimal = Minimal::of(studio, studio.sample(WANTED))?;
    page.source(minimal.source());
    let scores = scores::of(studio, &minimal.puzzles, &SCALES)?;
    page.section("All minimal puzzles");
    page.say("Each counts for as many minimal puzzles as it stands for.");
    orders_agree(studio, &mut page, &minimal, &scores);
    braids_and_whips(&mut page, &minimal, &scores);
    for slug in ["te", "w"] {
        by_value(&mut page, slug, &scores, &minimal.weights);
    }
    if studio.data.is_some()
        && let Some(hardest) = hardest(studio, &mut page)?
    {
        let scores = scores::of(studio, &hardest, &SCALES)?;
        page.section("The hardest");
        let weights = vec![1.0; hardest.len()];
        for slug in ["te", "bxb"] {
            by_value(&mut page, slug, &scores, &weights);
        }
        let (x, y) = shared(of(&scores, "se"), of(&scores, "bxb"), 0..hardest.len());
        page.say(format_args!(
            "Where `bxb` has a value, its rank correlation with `se` is {} (Spearman's ρ, {} puzzles).",
            number(spearman(&x, &y), 2),
            count(x.len())
        ));
    }
    Ok(Some(page))
}

/// Some of the hardest.
fn hardest(studio: &Studio, page: &mut Page) -> anyhow::Result<Option<Vec<Puzzle>>> {
    let (file, name) = HARDEST;
    let Some(table) = studio.list(file)? else { return Ok(None) };
    let all: Vec<Puzzle> = table.rows.into_iter().map(|row| row.puzzle).collect();
    let mut rng = studio.rng(name);
    let wanted = studio.sample(HARD).min(HARD).min(all.len());
    let drawn = piste::stats::sample(all.len(), wanted, |bound| rng.below(bound));
    page.source(Source {
        name: name.to_owned(),
        rows: drawn.len(),
        licence: "measured only".to_owned(),
        note: format!("drawn from {}", count(all.len())),
    });
    Ok(Some(drawn.into_iter().map(|nth| all[nth]).collect()))
}

fn of<'a>(scores: &'a [Scores], slug: &str) -> &'a Scores {
    let found = scores.iter().find(|scores| scores.info.slug == slug);
    found.expect("every scale was asked")
}

/// The values of two metrics where both have one, of these puzzles.
fn shared(
    one: &Scores,
    other: &Scores,
    items: impl IntoIterator<Item = usize>,
) -> (Vec<f64>, Vec<f64>) {
    items.into_iter().filter_map(|nth| one.values[nth].zip(other.values[nth])).unzip()
}

/// Whether they put puzzles into the same order.
fn orders_agree(studio: &Studio, page: &mut Page, minimal: &Minimal, scores: &[Scores]) {
    let se = of(scores, "se");
    let even = minimal.evenly(studio);
    let mut rows = Vec::new();
    for slug in ["te", "b", "w"] {
        let (x, y) = shared(se, of(scores, slug), even.iter().copied());
        rows.push(vec![
            format!("`{slug}`"),
            number(spearman(&x, &y), 3),
            number(gamma(&x, &y), 3),
            percent(x.len(), even.len()),
        ]);
    }
    page.table(&["with `se`", "Spearman's ρ", "γ", "both rated"], &rows);
    page.say(
        "γ counts the pairs of puzzles that both scales tell apart: 1 if both always say the same one is harder. For these two figures puzzles are \
         drawn from the sample in proportion to what they stand for.",
    );
}

/// Whips are braids that can be read in one line: how often is that no restriction?
fn braids_and_whips(page: &mut Page, minimal: &Minimal, scores: &[Scores]) {
    let (b, w) = (of(scores, "b"), of(scores, "w"));
    let relation = |nth: usize| match (b.values[nth], w.values[nth]) {
        (Some(b), Some(w)) => Some(w - b),
        (Some(_), None) => Some(f64::INFINITY),
        (None, _) => None,
    };
    let apart: Vec<Option<f64>> = (0..b.values.len()).map(relation).collect();
    let apart = minimal.weighted(&apart);
    let share = |is: fn(f64) -> bool| told(apart.share(is).map(in_percent), 2);
    page.table(
        &["of the puzzles that braids solve", "%"],
        &[
            vec!["`w` is `b`".to_owned(), share(|apart| apart == 0.0)],
            vec!["`w` is one more".to_owned(), share(|apart| apart == 1.0)],
            vec!["`w` is two more or longer".to_owned(), share(|a| a > 1.0 && a.is_finite())],
            vec!["no whips solve it".to_owned(), share(f64::is_infinite)],
            vec!["`w` is less (it cannot be)".to_owned(), share(|apart| apart < 0.0)],
        ],
    );
}

/// What Sudoku Explainer says of the puzzles that have one value of a scale.
fn by_value(page: &mut Page, slug: &str, scores: &[Scores], weights: &[f64]) {
    let (se, scale) = (of(scores, "se"), of(scores, slug));
    let mut values: Vec<Option<f64>> = scale.values.clone();
    values.sort_by(|a, b| a.unwrap_or(f64::INFINITY).total_cmp(&b.unwrap_or(f64::INFINITY)));
    values.dedup();
    let all = Weighted::of(
        scale.values.iter().zip(weights).map(|(v, &weight)| (v.unwrap_or(f64::INFINITY), weight)),
    );
    let mut rows = Vec::new();
    for value in values {
        let of_value = (0..weights.len()).filter(|&nth| scale.values[nth] == value);
        let prices = of_value.filter_map(|nth| Some((se.values[nth]?, weights[nth])));
        let prices = Weighted::of(prices);
        let at = |share: f64| number(prices.quantile(share).map(|quantile| quantile.at), 1);
        rows.push(vec![
            value.map_or_else(|| "none".to_owned(), |value| scale.word(value)),
            told(all.share(|other| other == value.unwrap_or(f64::INFINITY)).map(in_percent), 2),
            told(prices.mean(), 2),
            at(0.1),
            at(0.5),
            at(0.9),
        ]);
    }
    let head = format!("`{slug}`");
    page.table(&[&head, "% of all", "mean `se`", "10 %", "median", "90 %"], &rows);
}
