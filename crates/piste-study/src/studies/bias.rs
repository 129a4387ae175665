//! What a random Sudoku is like, and how far from it the generators are.
//!
//! "Random" is meant exactly: every minimal puzzle that exists is as likely as any other. The sample is that of
//! [`Minimal`]. The [`census`] counts the same puzzles in another way, with known weights and without beginning again; it knows
//! givens and numbers only, and stands beside.

use crate::minimal::{Minimal, in_percent, told};
use crate::page::{Page, Source, count, number};
use crate::scores::{self, Scores};
use crate::studio::Studio;
use piste::generate::census::{self, Run};
use piste::generate::{Brief, generators};
use piste::stats::{Between, Weighted};
use piste_core::{Cell, Rng};

/// So many puzzles are wanted.
const WANTED: usize = 5_000;
/// The census has a run for so many puzzles that are wanted, and so many draws a run.
const A_RUN: usize = 500;
const DRAWS: usize = 16_000;
/// How many full grids there are, and how many ways to write one puzzle down.
const GRIDS: f64 = 6_670_903_752_021_072_936_960.0;
const DISGUISES: f64 = 362_880.0 * 3_359_232.0;

/// What Berthier has for givens, in percent of all minimal puzzles.
const GIVENS: [(usize, f64); 12] = [
    (20, 0.0),
    (21, 0.000_034),
    (22, 0.003_4),
    (23, 0.149),
    (24, 2.28),
    (25, 13.42),
    (26, 31.94),
    (27, 32.74),
    (28, 15.48),
    (29, 3.56),
    (30, 0.41),
    (31, 0.022),
];

/// What he has for the ratings by whips, in percent, from 0.
const WHIPS: [f64; 10] = [29.17, 8.44, 12.61, 22.26, 21.39, 4.67, 1.07, 0.29, 0.072, 0.020];

/// The file with the percentiles of all metrics, and its first lines.
const TABLE: &str = "minimal.tsv";
const HEAD: &str = "\
# Of ten thousand minimal puzzles, each of those that exist as likely as any other, so many have a lower value (where
# lower is harder: the same or a lower one), and between which numbers that lies in 95 of 100 cases. Made by `piste study bias`.
metric\tversion\tvalue\tbelow\tlow\thigh
";
/// Methods that look for what was asked.
const SEEKERS: [&str; 2] = ["climb", "sparse"];

/// The most values of a metric that are in it.
const CUTS: usize = 120;

pub(crate) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "What a random Sudoku is like",
        "A puzzle is minimal if no given can be left out. This is what all minimal puzzles are like, if each counts once, \
         and beside it what the generators make. The sample is drawn in such a way that it is known how likely each puzzle was, and \
         put right by that (`crates/piste/src/generate/orders.rs`): *raw* is before, *corrected* after. The census goes down from full grids with \
         thousands of draws at a time and knows the weight of each (`crates/piste/src/generate/census.rs`). In square brackets stand 95 % intervals.",
    );
    let wanted = studio.sample(WANTED);
    let minimal = Minimal::of(studio, wanted)?;
    page.source(minimal.source());
    let seed = studio.seed;
    let runs = studio.crew.in_order(wanted.div_ceil(A_RUN).max(4) as u64, move |number| {
        census::run(DRAWS, 0, &mut Rng::for_item(seed, number), &|| false)
    })?;
    let census = Census(runs.into_iter().flatten().collect());
    page.source(Source {
        name: "census".to_owned(),
        rows: 0,
        licence: "made here".to_owned(),
        note: format!("{} runs of {} draws each", census.0.len(), count(DRAWS)),
    });
    let scores = minimal.scores(studio)?;
    how_many(&mut page, &minimal, &census, studio);
    by_frame(&mut page, &minimal);
    givens(&mut page, &minimal, &census, studio);
    for scores in &scores {
        match scores.info.slug {
            "se" => explainer(&mut page, &minimal, scores),
            "w" => whips(&mut page, &minimal, scores),
            _ => {}
        }
    }
    metrics(&mut page, &minimal, &scores);
    makers(studio, &mut page, &minimal, &scores)?;
    page.data(TABLE, table(&minimal, &scores));
    Ok(Some(page))
}

/// The runs of the census, each of which counts by itself.
struct Census(Vec<Run>);

impl Census {
    /// Something about all minimal puzzles, which each run says for as many as it has counted.
    fn mean(
        &self,
        studio: &Studio,
        purpose: &str,
        of_run: impl Fn(&Run) -> (f64, f64),
    ) -> Option<Between> {
        let sums: Vec<(f64, f64)> = self.0.iter().map(of_run).collect();
        let mean = |items: &[usize]| {
            let add = |(a, b): (f64, f64), &run: &usize| (a + sums[run].0, b + sums[run].1);
            let (over, under) = items.iter().fold((0.0, 0.0), add);
            (under > 0.0).then(|| over / under)
        };
        let all: Vec<usize> = (0..sums.len()).collect();
        let (low, high) = scores::interval(sums.len(), studio.seed, purpose, mean)?;
        Some(Between { at: mean(&all)?, low, high })
    }

    /// The mean of something about the number of givens.
    fn givens(&self, studio: &Studio, purpose: &str, of: impl Fn(usize) -> f64) -> Option<Between> {
        self.mean(studio, purpose, |run| {
            let terms = (0..=Cell::COUNT).map(|n| of(n) * run.a_grid[n]);
            (terms.sum(), run.total())
        })
    }
}

/// How many minimal puzzles there are.
fn how_many(page: &mut Page, minimal: &Minimal, census: &Census, studio: &Studio) {
    page.section("How many there are");
    let by_orders = minimal.a_grid();
    let by_census = census.mean(studio, "bias: how many", |run| (run.total(), 1.0));
    let told = |between: &Between, factor: f64| {
        let [at, low, high] = [between.at, between.low, between.high].map(|n| n * factor);
        format!("{at:.4e} [{low:.3e}, {high:.3e}]")
    };
    let row = |what: &str, factor: f64, published: &str| {
        let census = by_census.as_ref().map_or_else(String::new, |census| told(census, factor));
        vec![what.to_owned(), told(&by_orders, factor), census, published.to_owned()]
    };
    page.table(
        &["minimal puzzles", "corrected", "census", "Berthier"],
        &[
            row("in a full grid, on average", 1.0, "4.6655e15"),
            row("in all", GRIDS, "3.1055e37"),
            row("that differ by more than disguise", GRIDS / DISGUISES, "2.5477e25"),
        ],
    );
}

/// Whether puzzles of one grid come together.
fn by_frame(page: &mut Page, minimal: &Minimal) {
    page.say(
        "All orders of a frame are about one grid, so its puzzles may come in clusters, and intervals that take them as independent are then too \
         narrow: at worst by the share of puzzles that are not the first of their frame. So many frames give several puzzles, and so many would if \
         all grids were alike. The numbers above have intervals by frames. The census has few runs, and a few draws with many givens carry much of its \
         weight, so its own intervals are too narrow for large numbers of givens.",
    );
    let row = |(puzzles, (frames, alike)): (usize, (usize, f64))| {
        let more = if puzzles == 3 { " or more" } else { "" };
        vec![format!("{puzzles}{more}"), count(frames), format!("{alike:.1}")]
    };
    let rows: Vec<_> = minimal.by_frame().into_iter().enumerate().map(row).collect();
    page.table(&["puzzles of a frame", "frames", "if all grids were alike"], &rows);
}

/// How many givens they have.
fn givens(page: &mut Page, minimal: &Minimal, census: &Census, studio: &Studio) {
    page.section("Givens");
    let numbers: Vec<Option<f64>> =
        minimal.puzzles.iter().map(|puzzle| Some(puzzle.grid().filled().len() as f64)).collect();
    let corrected = minimal.weighted(&numbers);
    let raw = Weighted::of(numbers.iter().flatten().map(|&givens| (givens, 1.0)));
    let mut rows = Vec::new();
    for (givens, published) in GIVENS {
        let is = |value: f64| value == givens as f64;
        let of_census = census.givens(studio, &format!("bias: {givens} givens"), |n| {
            f64::from(u8::from(n == givens))
        });
        rows.push(vec![
            givens.to_string(),
            number(raw.share(is).map(|share| 100.0 * share.at), 2),
            told(corrected.share(is).map(in_percent), 2),
            told(of_census.map(in_percent), 3),
            published.to_string(),
        ]);
    }
    page.table(&["givens", "raw %", "corrected %", "census %", "Berthier %"], &rows);
    all_at_once(page, &corrected, &GIVENS.map(|(_, share)| share), 4..=9, |givens| {
        (givens as usize).saturating_sub(GIVENS[0].0)
    });
    let first = census.givens(studio, "bias: mean givens", |n| n as f64);
    let middle = first.map_or(0.0, |first| first.at);
    let second = census.givens(studio, "bias: deviation", |n| (n as f64 - middle).powi(2));
    let root = |Between { at, low, high }: Between| Between {
        at: at.sqrt(),
        low: low.sqrt(),
        high: high.sqrt(),
    };
    let row = |what: &str, raw: Option<Between>, corrected, census, published: [&str; 2]| {
        let [raw_published, published] = published.map(str::to_owned);
        let cells = [told(raw, 3), raw_published, told(corrected, 3), told(census, 3), published];
        std::iter::once(what.to_owned()).chain(cells).collect::<Vec<_>>()
    };
    page.table(
        &["", "raw", "Berthier, raw", "corrected", "census", "Berthier, corrected"],
        &[
            row("mean", raw.mean(), corrected.mean(), first, ["25.667", "26.577"]),
            row(
                "deviation",
                raw.deviation(),
                corrected.deviation(),
                second.map(root),
                ["", "1.116"],
            ),
        ],
    );
}

/// Sudoku Explainer's ratings against the published ones.
fn explainer(page: &mut Page, minimal: &Minimal, scores: &Scores) {
    page.section("Sudoku Explainer's rating");
    let corrected = minimal.printed(scores);
    let raw = Weighted::of(scores.values.iter().flatten().map(|&value| (value, 1.0)));
    let row = |what: &str, raw, corrected, published: [&str; 2]| {
        let [raw_published, published] = published.map(str::to_owned);
        vec![what.to_owned(), told(raw, 3), raw_published, told(corrected, 3), published]
    };
    page.table(
        &["", "raw", "Berthier, raw", "corrected", "Berthier, corrected"],
        &[
            row("mean", raw.mean(), corrected.mean(), ["4.29", "4.73"]),
            row("deviation", raw.deviation(), corrected.deviation(), ["", "2.49"]),
        ],
    );
}

/// Ratings by whips against the published ones.
fn whips(page: &mut Page, minimal: &Minimal, scores: &Scores) {
    page.section("Whips");
    // One that whips do not solve counts as one that has another rating.
    let all: Vec<Option<f64>> =
        scores.values.iter().map(|value| Some(value.unwrap_or(f64::INFINITY))).collect();
    let corrected = minimal.weighted(&all);
    let raw = Weighted::of(all.iter().flatten().map(|&value| (value, 1.0)));
    let mut rows = Vec::new();
    for (length, published) in WHIPS.into_iter().enumerate() {
        let is = |value: f64| value == length as f64;
        rows.push(vec![
            length.to_string(),
            number(raw.share(is).map(|share| 100.0 * share.at), 2),
            told(corrected.share(is).map(in_percent), 2),
            published.to_string(),
        ]);
    }
    page.table(&["`w`", "raw %", "corrected %", "Berthier %"], &rows);
    all_at_once(page, &corrected, &WHIPS, 0..=7, |length| length.min(1e3) as usize);
    page.say(
        "Berthier's own ratings come with his collection; how ours agree with them puzzle by puzzle, and what his puzzles give \
         when they are put right, is in [METHODOLOGY](../../bench/METHODOLOGY.md#the-experts-scales-and-controlled-bias).",
    );
}

/// A dozen intervals of 95 % each leave one or another figure out by chance alone. So all of a table are held against the published
/// ones at once, by one test that knows how they vary together: the classes of this range, what is below and above it
/// counted to its ends.
fn all_at_once(
    page: &mut Page,
    corrected: &Weighted,
    published: &[f64],
    range: std::ops::RangeInclusive<usize>,
    class: impl Fn(f64) -> usize,
) {
    let (first, last) = (*range.start(), *range.end());
    let mut shares = vec![0.0; last - first + 1];
    for (nth, share) in published.iter().enumerate() {
        shares[nth.clamp(first, last) - first] += share / 100.0;
    }
    // What is beyond the end of a published table is not in it.
    let others: f64 = shares[..last - first].iter().sum();
    shares[last - first] = 1.0 - others;
    let fit = corrected.fits(&shares, |value| class(value).clamp(first, last) - first);
    if let Some(fit) = fit {
        page.say(format_args!(
            "{} intervals of 95 % each: some of them miss by chance. All at once, with the rare ones at both ends counted together: χ² = {:.1} with {} degrees \
             of freedom, which chance alone exceeds in {:.0} of 100 samples.",
            published.len(),
            fit.statistic,
            fit.degrees,
            100.0 * fit.p,
        ));
    }
}

/// Every metric over all minimal puzzles.
fn metrics(page: &mut Page, minimal: &Minimal, scores: &[Scores]) {
    page.section("Every metric");
    page.say(
        "Over the puzzles of which the metric says something: the last column has how many percent these are. Means and deviations leave out \
         what is beyond a scale. Words count from 1 for the easiest.",
    );
    let mut rows = Vec::new();
    for scores in scores {
        let values = minimal.printed(scores);
        let rated: Vec<Option<f64>> =
            scores.values.iter().map(|value| Some(f64::from(u8::from(value.is_some())))).collect();
        let rated = minimal.weighted(&rated).mean().map(|share| 100.0 * share.at);
        let mut row = vec![format!("`{}`", scores.info.slug)];
        row.extend([values.mean(), values.deviation()].map(|figure| told(figure, 2)));
        row.extend([0.1, 0.5, 0.9].map(|share| told(values.quantile(share), 2)));
        row.push(number(rated, 1));
        rows.push(row);
    }
    page.table(&["metric", "mean", "deviation", "10 %", "median", "90 %", "% rated"], &rows);
    page.say(format_args!(
        "[`{TABLE}`]({TABLE}) has the percentiles of every metric with their intervals; it ships with piste, and `piste rate` says by it \
         how many of all minimal Sudokus are easier."
    ));
}

/// What the generators make, beside what there is.
fn makers(
    studio: &Studio,
    page: &mut Page,
    minimal: &Minimal,
    scores: &[Scores],
) -> anyhow::Result<()> {
    page.section("What the generators make");
    page.say(
        "The means of a few metrics over puzzles of each method, as it makes them when nothing is asked, beside the means over all \
         minimal puzzles; and how many percent of all minimal puzzles are easier by `se` than one of the method's on average: 50 for one \
         without bias. Methods that do not make minimal puzzles are easier for that alone. `controlled-bias` is the sample itself, before it is put right. \
         Left out are those that look for what was asked (`climb`, `sparse`) or cannot begin without being asked.",
    );
    let slugs = ["givens", "se", "hsolve", "minutes", "te"];
    let of_all = |slug: &str| scores.iter().find(|scores| scores.info.slug == slug);
    let mut all = vec!["all minimal puzzles".to_owned()];
    all.extend(slugs.map(|slug| told(of_all(slug).and_then(|s| minimal.printed(s).mean()), 2)));
    all.push("50".to_owned());
    let mut rows = vec![all];
    let by_se = of_all("se").map(|se| minimal.weighted(&se.values));
    let wanted = studio.sample(WANTED).div_ceil(20).max(20);
    for method in generators::ALL {
        let info = method.info();
        if info.needs.is_some() || SEEKERS.contains(&info.slug) {
            continue;
        }
        let scores = if info.slug == "controlled-bias" {
            slugs.iter().filter_map(|slug| of_all(slug).cloned()).collect()
        } else {
            let made = studio.make(*method, &Brief::default(), wanted)?;
            scores::of(studio, &made.puzzles, &slugs)?
        };
        let mut row = vec![format!("`{}`", info.slug)];
        let mut easier = None;
        for scores in &scores {
            let printed = scores.values.iter().flatten().map(|&v| (scores.as_printed(v), 1.0));
            row.push(told(Weighted::of(printed).mean(), 2));
            if let (Some(all), "se") = (&by_se, scores.info.slug) {
                // Those with the same value count half.
                let place = |value: f64| {
                    let below = all.below(value)?.at;
                    Some(100.0 * (below + all.share(|other| other == value)?.at / 2.0))
                };
                let places = scores.values.iter().flatten().filter_map(|&value| place(value));
                easier = Weighted::of(places.map(|place| (place, 1.0))).mean();
            }
        }
        row.push(told(easier, 0));
        rows.push(row);
    }
    page.table(&["", "givens", "se", "hsolve", "minutes", "te", "% easier"], &rows);
    Ok(())
}

/// The percentiles of every metric, for programs.
fn table(minimal: &Minimal, scores: &[Scores]) -> String {
    let mut text = HEAD.to_owned();
    for scores in scores {
        let info = scores.info;
        let values = minimal.weighted(&scores.places());
        // The shares that are asked for are spread evenly; few values have all of theirs.
        let mut cuts: Vec<f64> = (0..=CUTS)
            .filter_map(|nth| Some(values.quantile(nth as f64 / CUTS as f64)?.at))
            .chain(scores.places().iter().flatten().copied().reduce(f64::max))
            .collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        for cut in cuts {
            let below = match info.harder {
                piste::rating::Harder::Up => values.below(cut),
                piste::rating::Harder::Down => values.share(|value| value <= cut),
            };
            let Some(Between { at, low, high }) = below else { continue };
            let [at, low, high] = [at, low, high].map(|share| (share * 1e4).round());
            text.push_str(&format!(
                "{}\t{}\t{cut}\t{at}\t{low}\t{high}\n",
                info.slug, info.version
            ));
        }
    }
    text
}
