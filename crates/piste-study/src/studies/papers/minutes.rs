//! What the paper of `minutes` prints.
//!
//! Its data (915 puzzles of sudoku.org.uk with people's times) are not to be had, so no R² of its
//! can come out the same but by accident: those rows say what comes of the same procedure on
//! ours. What can be counted or solved again is. Years, quotations and other people's results
//! that the paper only cites have rows where they are numbers about sudokus.

use super::super::minutes::{
    COVER, COVER_SOLUTION, Calls, Makers, Printed, TRANSFORMED, TWELVE, Target, Timed, calls,
    exchanged, known, predicted, procedure, puzzle, rank_correlation,
};
use super::{Row, Verdict};
use crate::page::{count, number};
use crate::procedure::{Outcome, Size, Spread};
use crate::scores;
use crate::studio::Studio;
use piste::generate::generators::{self, build_up};
use piste::generate::{Brief, full};
use piste::rating::metrics;
use piste::rating::minutes::{Feature, Model};
use piste::stats;
use piste_core::symmetry::{Transformation, canonical};
use piste_core::{Puzzle, Rng};

const STUDY: &str = "piste study minutes --data DIR";
const OTHERS: &str = "other puzzles and other people: the paper's 915 are not to be had";
const CLOCK: &str = "a matter of the machine; the bench measures it, and a study reads no clock";

pub(super) fn rows(studio: &Studio) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    rows.extend(cited());
    rows.extend(of_size());
    let timed = Timed::read(studio)?;
    let outcomes = match &timed {
        Some(timed) => Target::ALL
            .into_iter()
            .map(|target| procedure(studio, timed, target))
            .collect::<anyhow::Result<Vec<_>>>()?,
        None => vec![None, None],
    };
    rows.extend(of_fits(&outcomes));
    rows.extend(of_table_1(studio, timed.as_ref())?);
    rows.extend(of_transformations(studio)?);
    let model = outcomes.into_iter().flatten().next().map(|outcome| outcome.fit.model);
    rows.extend(of_twelve(studio, model.as_ref())?);
    rows.extend(of_generators(studio)?);
    rows.extend(of_brute_force(&calls(studio)?));
    Ok(rows)
}

/// A row in few words; the command is empty where nothing has to be run.
fn row(
    place: &'static str,
    what: impl Into<String>,
    printed: impl Into<String>,
    ours: impl Into<String>,
    verdict: Verdict,
    command: &str,
) -> Row {
    Row {
        place,
        what: what.into(),
        printed: printed.into(),
        ours: ours.into(),
        verdict,
        command: command.to_owned(),
    }
}

/// The same if both read the same, else what is said of it.
fn alike(printed: &str, ours: &str, otherwise: &str) -> Verdict {
    Verdict::same_or(printed == ours, || Verdict::Explained(otherwise.to_owned()))
}

/// What needs data that is not there.
fn not_measured() -> (String, Verdict) {
    let why = "not measured in this run: the data is not there".to_owned();
    ("–".to_owned(), Verdict::NotExplained(why))
}

/// Numbers that the paper has from others.
fn cited() -> Vec<Row> {
    // The reduced Latin squares of order 9, as Bammel and Rothstein counted them in 1975.
    let reduced = 377_597_570_964_258_816_f64;
    let squares = format!("{:.2}·10²⁷", 362_880.0 * 40_320.0 * reduced / 1e27);
    let givens = "17".to_owned();
    let least = Brief::ANY_GIVENS.start().to_string();
    vec![
        row(
            "section 3",
            "Latin squares of order 9",
            "5.25·10²⁷",
            &squares,
            alike(
                "5.25·10²⁷",
                &squares,
                "two digits have changed places: there are 9!·8! for each of the \
                 377,597,570,964,258,816 reduced ones (Bammel and Rothstein, 1975)",
            ),
            "",
        ),
        row(
            "section 3",
            "full sudoku grids",
            "6.671·10²¹",
            "not counted here",
            Verdict::Explained("cited from Felgenhauer and Jarvis (2005)".to_owned()),
            "",
        ),
        row(
            "section 3",
            "the fewest givens of a puzzle, a hypothesis of Royle's",
            &givens,
            format!("{least}: fewer are refused"),
            alike(&givens, &least, "cited"),
            "piste make --givens 16",
        ),
    ]
}

/// How much was done, and with what.
fn of_size() -> Vec<Row> {
    let strategies = Feature::techniques().count();
    let Size { rounds, splits, inner } = Size::PAPER;
    let same = |place, what: &str, printed: &str, ours: String, command: &str| {
        let verdict = alike(printed, &ours, "it should be the same");
        row(place, what, printed, ours, verdict, command)
    };
    let two_thirds = (915.0 * 2.0 / 3.0_f64).round();
    let fit = "piste fit FILE --procedure paper";
    vec![
        same("section 6.1", "strategies that are counted", "31", strategies.to_string(), fit),
        same("section 6.1", "coefficients of the model", "32", (strategies + 1).to_string(), fit),
        row(
            "section 6.1",
            "puzzles that serate works on in a second",
            "15",
            "measured by the bench",
            Verdict::Explained(CLOCK.to_owned()),
            "cargo run --release -p bench -- se-speed",
        ),
        row(
            "section 6.2",
            "rows that a fit learns from, of 915: \"2/3\"",
            "604",
            number(two_thirds, 0),
            Verdict::Explained(
                "604 is 0.66 of 915, and 398 is 0.66 of 604; ours takes two thirds, rounded"
                    .to_owned(),
            ),
            fit,
        ),
        same("section 6.4", "rows set aside, of 915", "311", (915 - 604).to_string(), ""),
        same("section 6.4", "rows tested on inside, of 604", "206", (604 - 398).to_string(), ""),
        same("section 6.3", "fits of the meta-model", "1,000,000", count(rounds as usize), fit),
        same("section 6.4", "nested splits", "100", count(splits as usize), fit),
        same("section 6.4", "fits in each of them", "10,000", count(inner as usize), fit),
    ]
}

/// The R² of the procedure, for both targets.
fn of_fits(outcomes: &[Option<Outcome>]) -> Vec<Row> {
    let told = |of: &dyn Fn(&Outcome) -> String| -> (String, Option<String>) {
        let each = Target::ALL.iter().zip(outcomes).filter_map(|(target, outcome)| {
            Some(format!("{} ({})", of(outcome.as_ref()?), target.name()))
        });
        let each: Vec<String> = each.collect();
        (each.join(", "), (!each.is_empty()).then(|| OTHERS.to_owned()))
    };
    let command = Target::MeanTime.command();
    let make = |place, what: &str, printed: &str, of: &dyn Fn(&Outcome) -> String| {
        let (ours, why) = told(of);
        let (ours, verdict) = match why {
            Some(why) => (ours, Verdict::Explained(why)),
            None => not_measured(),
        };
        row(place, what, printed, ours, verdict, command)
    };
    let spread = |values: &[Option<f64>]| match Spread::of(values) {
        Some(Spread { mean, median, low, high }) => format!(
            "{} [{}, {}], median {}",
            number(mean, 4),
            number(low, 4),
            number(high, 4),
            number(median, 4)
        ),
        None => "–".to_owned(),
    };
    vec![
        make("section 6.2, figure 3", "R² on what was learnt from", "0.711", &|outcome| {
            number(outcome.on_all, 3)
        }),
        make(
            "section 6.2, figure 4",
            "R² of single fits on the third not seen: mean and 95 %",
            "0.6657 [0.6078, 0.7176]",
            &|outcome| spread(&outcome.fits),
        ),
        make(
            "section 6.4, figure 5",
            "R² of meta-models on the third not seen",
            "a histogram without numbers",
            &|outcome| spread(&outcome.nested()),
        ),
        row(
            "figures 4 and 5",
            "the two histograms",
            "two pictures",
            "minutes-fits-1.svg, minutes-fits-2.svg",
            Verdict::Explained(format!("{OTHERS}; drawn on the page of the study")),
            STUDY,
        ),
        row(
            "section 5, figure 2",
            "time, and number of solvers, by four difficulties",
            "box plots: time tells them apart better",
            "minutes-levels.svg",
            Verdict::Explained(
                "another site with four levels, where the time does tell them apart; it does not say how \
                 many solved"
                    .to_owned(),
            ),
            STUDY,
        ),
    ]
}

/// Table 1, by our slug, with what it calls the metric.
const TABLE_1: [(&str, &str, f64); 9] = [
    ("minutes", "mcm2280", 0.7103),
    ("se", "serate", 0.5610),
    ("suexrat9", "suexrat9", 0.5324),
    ("suexrate", "suexrate", 0.4848),
    ("fowler", "Fowler #r", 0.4275),
    ("singles-cells", "Singles Cell#", 0.1052),
    ("singles-sum", "Singles SumPoss", 0.0488),
    ("brute-calls", "Intelligent BruteForce", 0.0460),
    ("givens", "Seed Count", 0.0419),
];

fn of_table_1(studio: &Studio, timed: Option<&Timed>) -> anyhow::Result<Vec<Row>> {
    let command = "piste study times --data DIR";
    let there = TABLE_1.iter().filter(|row| metrics::by_slug(row.0).is_some()).count();
    let mut rows = vec![row(
        "table 2",
        "metrics that are described",
        "9",
        there.to_string(),
        alike("9", &there.to_string(), "one is missing"),
        "piste rate --help",
    )];
    let Some((puzzles, times)) =
        timed.map(Timed::ratios).filter(|(puzzles, _)| !puzzles.is_empty())
    else {
        rows.extend(TABLE_1.iter().map(|(_, name, printed)| {
            let (ours, verdict) = not_measured();
            row("table 1", format!("R² of {name}"), number(*printed, 4), ours, verdict, command)
        }));
        return Ok(rows);
    };
    let mut all = Vec::new();
    for (slug, name, printed) in TABLE_1 {
        let scores = &scores::of(studio, &puzzles, &[slug])?[0];
        let rated = scores.values.iter().zip(&times).filter_map(|(v, t)| Some(((*v)?, *t)));
        let (values, times): (Vec<f64>, Vec<f64>) = rated.filter(|row| row.0.is_finite()).unzip();
        let r2 = stats::pearson(&values, &times).map(|r| r.powi(2));
        all.push((printed, r2));
        let (printed, ours) = (number(printed, 4), number(r2, 4));
        let verdict = alike(&printed, &ours, &format!("{OTHERS}; on D_TO of {}", values.len()));
        rows.push(row(
            "table 1",
            format!("R² of {name} (`{slug}`)"),
            printed,
            ours,
            verdict,
            command,
        ));
    }
    let (printed, ours): (Vec<f64>, Vec<Option<f64>>) = all.into_iter().unzip();
    rows.push(row(
        "table 1",
        "the order of the nine: rank correlation of printed and ours",
        "1",
        number(rank_correlation(&printed, &ours), 2),
        Verdict::Explained(OTHERS.to_owned()),
        command,
    ));
    Ok(rows)
}

/// How many Latin squares of order 3 there are, by trying all fillings.
fn latin_squares() -> usize {
    let is_latin = |code: usize| {
        let at = |row: usize, column: usize| code / 3_usize.pow((3 * row + column) as u32) % 3;
        let differ =
            |of: &dyn Fn(usize) -> usize| of(0) != of(1) && of(1) != of(2) && of(0) != of(2);
        (0..3).all(|line| differ(&|other| at(line, other)) && differ(&|other| at(other, line)))
    };
    (0..3_usize.pow(9)).filter(|&code| is_latin(code)).count()
}

fn of_transformations(studio: &Studio) -> anyhow::Result<Vec<Row>> {
    let factorial = (1..=9).product::<usize>();
    let images = 2 * factorial * 6_usize.pow(8);
    let millennia = images as f64 / (365.25 * 24.0 * 3600.0 * 1000.0);
    let [before, after] = TRANSFORMED.map(puzzle);
    let is_one = canonical(before.grid()).grid == canonical(after.grid()).grid;
    let se = scores::of(studio, &[before, after], &["se"])?;
    let se: Vec<String> = se[0].values.iter().map(|value| number(*value, 1)).collect();
    let ours = if is_one { "the same puzzle" } else { "two puzzles" };
    let same = |place, what: &str, printed: &str, ours: &str| {
        row(place, what, printed, ours, alike(printed, ours, "it should be the same"), "")
    };
    let mut rows = vec![
        same("section 8.2.2", "2·9!·6⁸ images of a puzzle", "1,218,998,108,160", &count(images)),
        same("section 8.4.2", "9! symbol permutations", "362,880", &count(factorial)),
        same("section 8.3.1", "Latin squares of order 3", "12", &latin_squares().to_string()),
        same(
            "section 8.2.2",
            "millennia for all of them, one a second (whole ones)",
            "38",
            &number(millennia.floor(), 0),
        ),
        row(
            "figure 7",
            format!("{} and {}", TRANSFORMED[0], TRANSFORMED[1]),
            "the same puzzle, transformed",
            format!("{ours}; `se` {}", se.join(" and ")),
            Verdict::same_or(is_one, || {
                Verdict::NotExplained("their canonical forms differ".to_owned())
            }),
            "piste canon --dedupe",
        ),
    ];
    let mut rng = studio.rng("six permutations");
    let form = canonical(before.grid()).grid;
    let is_kept = (0..100).all(|_| {
        let image = before.transformed(&Transformation::random(&mut rng));
        canonical(image.grid()).grid == form
    });
    rows.push(row(
        "section 8.1, figure 6",
        "six kinds of permutation: rows in a band, columns in a stack, symbols, transposition, bands, \
         stacks",
        "a puzzle stays a puzzle, as hard as before",
        "100 random mixtures of them have one canonical form",
        Verdict::same_or(is_kept, || Verdict::NotExplained("one has another form".to_owned())),
        "piste transform --random",
    ));
    let cover = puzzle(COVER);
    let is_solved = cover.solution().grid().to_string() == COVER_SOLUTION;
    rows.push(row(
        "cover, figure 1",
        COVER,
        COVER_SOLUTION,
        if is_solved { "the same solution, the only one" } else { "another solution" },
        Verdict::same_or(is_solved, || Verdict::NotExplained("solved by two engines".to_owned())),
        "piste solve",
    ));
    Ok(rows)
}

/// The twelve printed puzzles: valid, and in minutes.
fn of_twelve(studio: &Studio, model: Option<&Model>) -> anyhow::Result<Vec<Row>> {
    let ours = predicted(studio, &Model::shipped())?;
    let papers = model.map(|model| predicted(studio, model)).transpose()?;
    let by = |nth: usize| papers.as_ref().map(|papers| number(papers[nth], 2));
    let why = "learnt from other people on mostly easy puzzles";
    let mut rows: Vec<Row> = TWELVE
        .iter()
        .enumerate()
        .map(|(nth, &Printed { place, grid, minutes })| {
            let printed = format!("{} min", number(minutes, 2));
            let mut said = format!("{} min", number(ours[nth], 2));
            let verdict = alike(&printed, &said, why);
            said.extend(by(nth).map(|minutes| format!(", {minutes} by the procedure here")));
            row(place, grid, printed, said, verdict, "piste rate --metrics minutes")
        })
        .collect();
    let printed: Vec<f64> = TWELVE.iter().map(|printed| printed.minutes).collect();
    let puzzles: Vec<Puzzle> = TWELVE.iter().map(|printed| printed.puzzle()).collect();
    let hsolve = &scores::of(studio, &puzzles, &["hsolve"])?[0];
    let swapped: Vec<f64> = exchanged(&printed);
    let rank = |a: &[f64], b: &[Option<f64>]| number(rank_correlation(a, b), 2);
    rows.push(row(
        "figures 9, 12, 14",
        "the order of the twelve: rank correlation with the printed minutes",
        "1",
        format!("`minutes` {}, `hsolve` {}", rank(&printed, &known(&ours)), rank(&printed, &hsolve.values)),
        Verdict::Explained(format!(
            "the first two puzzles of figures 9 and 12 stand against all of ours: a hard one is \
             predicted to be quick. With those two exchanged in both figures it is {} and {}; whether \
             they changed places in print, or a linear model gives little to what it has rarely seen, \
             cannot be told",
            rank(&swapped, &known(&ours)),
            rank(&swapped, &hsolve.values)
        )),
        STUDY,
    ));
    Ok(rows)
}

fn of_generators(studio: &Studio) -> anyhow::Result<Vec<Row>> {
    let mut rows = of_building_up(studio);
    let speed = |place, what: &str, printed: &str, bench: &str| {
        let command = format!("cargo run --release -p bench -- {bench}");
        let verdict = Verdict::Explained(CLOCK.to_owned());
        row(place, what, printed, "measured by the bench", verdict, &command)
    };
    rows.push(speed("section 8.3.4", "build-up puzzles in a second", "3", "generate"));
    rows.push(speed(
        "section 8.4.2",
        "minutes for a puzzle that spells MCM",
        "about 1",
        "generate",
    ));
    rows.push(speed("section 8.2.3", "a puzzle from the library", "O(1)", "library"));
    rows.extend(of_makers(&Makers::made(studio, None)?));
    Ok(rows)
}

/// Generator B: what it begins with, and what it takes.
fn of_building_up(studio: &Studio) -> Vec<Row> {
    let tries = studio.sample(1000).min(1000);
    let (mut draws, mut failed, mut made) = (0.0, 0.0, 0.0);
    for number in 0..tries as u64 {
        let mut rng = Rng::for_item(studio.seed, number);
        let (puzzle, work) = build_up::counted(&Brief::default(), &mut rng);
        draws += work.draws as f64;
        failed += work.failed_placements as f64;
        made += f64::from(u8::from(puzzle.is_ok()));
    }
    let mut rng = studio.rng("latin");
    let latin = (0..tries).map(|_| full::latin(&mut rng));
    let valid = latin.filter(|grid| grid.grid().conflict().is_none()).count();
    let placed = generators::by_slug("build-up").map_or("", |method| method.info().summary);
    let work = "cargo run --release -p bench -- generate build-up";
    vec![
        row(
            "section 8.3.3",
            "values that are placed to begin with",
            "40",
            placed,
            Verdict::same_or(placed.contains(" 40 values"), || {
                Verdict::NotExplained("the generator says otherwise of itself".to_owned())
            }),
            "piste make --method build-up",
        ),
        row(
            "section 8.3.1, figure 10",
            format!("{} full grids out of Latin squares", count(tries)),
            "all valid",
            format!("{} valid", count(valid)),
            Verdict::same_or(valid == tries, || {
                Verdict::NotExplained("some have a digit twice in a house".to_owned())
            }),
            "piste make --method build-up",
        ),
        row(
            "section 8.3.4",
            "calls of the brute forcer for a puzzle",
            "103",
            number(draws / made, 1),
            Verdict::Explained(
                "near it, if what is counted is every value drawn; which draws the paper counts is not said"
                    .to_owned(),
            ),
            work,
        ),
        row(
            "section 8.3.4",
            "failed placements of 40 values for a puzzle",
            "2.3",
            number(failed / made, 1),
            alike("2.3", &number(failed / made, 1), "near it: a matter of chance"),
            work,
        ),
    ]
}

/// What the three generators make, in minutes.
fn of_makers(makers: &Makers) -> Vec<Row> {
    let of = |name: &str| makers.of.iter().find(|row| row.0 == name).map(|row| &row.2);
    let middle = |values: &[f64]| stats::quantile(values, 0.05).zip(stats::quantile(values, 0.95));
    let mut rows = Vec::new();
    if let Some(library) = of("library") {
        rows.push(row(
            "section 8.2.1",
            "puzzles in the library",
            "100,000",
            count(library.len()),
            alike("100,000", &count(library.len()), "the collection that ships, made here"),
            "piste library stats",
        ));
    }
    for (name, place) in
        [("library", "figure 8"), ("build-up", "figure 13"), ("template, MCM", "figure 15")]
    {
        let Some(values) = of(name) else { continue };
        let (low, high) = middle(values).unzip();
        rows.push(row(
            place,
            format!("minutes of {name}, {} puzzles, 90 % of them", count(values.len())),
            "a histogram",
            format!("{} to {}", number(low, 1), number(high, 1)),
            Verdict::Explained("another model; drawn on the page of the study".to_owned()),
            STUDY,
        ));
    }
    let middle_of = |name| of(name).and_then(|values| middle(values));
    if let (Some(wide), Some(narrow)) = (middle_of("build-up"), middle_of("template, MCM")) {
        let is_smaller = narrow.1 - narrow.0 < wide.1 - wide.0;
        rows.push(row(
            "section 8.4.3",
            "the letters have a smaller range of difficulties than what is built up",
            "yes",
            if is_smaller { "yes" } else { "no" },
            Verdict::same_or(is_smaller, || {
                Verdict::NotExplained("by minutes it has not".to_owned())
            }),
            STUDY,
        ));
    }
    rows
}

fn of_brute_force(all: &[Calls]) -> Vec<Row> {
    let Some(finished) = all.last() else { return Vec::new() };
    let (of_means, mean) = (finished.of_means(), finished.mean());
    let ours = format!(
        "{} (quotient of the means), {} (mean of the quotients), {} (their median)",
        number(of_means, 0),
        number(mean, 0),
        number(finished.middle(), 0)
    );
    let verdict = match finished.allow_for_300() {
        true => Verdict::Explained(
            "on finished puzzles it lies between the quotient of the means and the mean of the \
             quotients; which average is meant is not said"
                .to_owned(),
        ),
        false => Verdict::NotExplained(
            "the quotient of the means and the mean of the quotients, on boards of 40 givens down to \
             finished puzzles"
                .to_owned(),
        ),
    };
    vec![row(
        "section 8.3.2",
        "times fewer calls than a conventional brute force, on average",
        "≈ 300",
        ours,
        verdict,
        STUDY,
    )]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_counted_again_is_the_same() {
        assert_eq!(latin_squares(), 12);
        let rows = of_size();
        let of = |what: &str| rows.iter().find(|row| row.what.contains(what)).unwrap();
        for what in ["strategies", "coefficients", "set aside", "tested on inside", "nested"] {
            assert_eq!(of(what).verdict, Verdict::Same, "{what}");
        }
        assert_eq!(of("2/3").ours, "610");
        let squares = &cited()[0];
        assert_eq!(squares.ours, "5.52·10²⁷");
        assert_ne!(squares.verdict, Verdict::Same);
    }

    #[test]
    fn what_reads_otherwise_is_not_the_same() {
        assert_eq!(alike("2.3", "2.3", "x"), Verdict::Same);
        assert_eq!(alike("2.3", "2.4", "x"), Verdict::Explained("x".to_owned()));
    }

    #[test]
    fn without_data_nothing_is_said_to_be_the_same_that_needs_it() {
        let rows = of_fits(&[None, None]);
        let of = |what: &str| rows.iter().find(|row| row.what.contains(what)).unwrap();
        assert!(matches!(of("single fits").verdict, Verdict::NotExplained(_)));
        assert_eq!(of("single fits").ours, "–");
    }
}
