//! The methods that make puzzles: what comes out of each, and how fast.
//!
//! - `generate [METHOD] [--count N]` makes so many puzzles (1,000 unless told) and says how they
//!   spread: givens, hsolve in the bands of its paper, umbrella levels; how many attempts it took
//!   and how much CPU time a puzzle. Of one method it tells all, beside what the method's paper
//!   says; of all methods it prints the table of `docs/generation.md`, and below it the
//!   figures that some of them have of their own ([`STUDIES`]).
//! - `generate-speed` counts full grids, minimal puzzles and symmetric minimal puzzles a
//!   second. Attempts go by in chunks, each timed three times; the fastest counts, because a
//!   busy neighbour can only ever add to it.
//! - `generate-grids` counts the classes of full grids that each way to make them comes upon.
//!
//! What is for a page is printed as Markdown.

use crate::clock::Stopwatch;
use piste::generate::generators::{self, build_up};
use piste::generate::{Brief, Generator, Part, Wanted, full};
use piste::rating::{Column, Selection, Workup};
use piste::stats::mean;
use piste::symmetry::Symmetry;
use piste::{Cell, Grid, Puzzle, Rng};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const SEED: u64 = 1;

/// After so many attempts a method has had its chance.
const MOST_ATTEMPTS: u64 = 200_000;

const RIDDLE_OF_SHO: &str =
    "000000605000300090080004001040020970000000000031080060900600020010007000504000000";

/// Further figures of a sample.
type Figures = fn(&dyn Generator, &Sample) -> Vec<String>;

/// What is special about a method's study.
struct Study {
    slug: &'static str,
    /// What its paper says.
    paper: &'static str,
    /// The brief it works to; the default brief with what the method needs, if none.
    brief: Option<fn() -> Brief>,
    /// Further figures.
    more: Option<Figures>,
}

const STUDIES: &[Study] = &[
    Study {
        slug: "standard",
        paper: "100 valid boards of 130 tried; of 1,000: 598 in 317–598, 49 in 599–928, \
                32 in 929–2,761, 5 above, so 316 below",
        brief: None,
        more: None,
    },
    Study {
        slug: "pseudo",
        paper: "20 derived from the Riddle of Sho have a mean hsolve of 7,111 against its 8,122",
        brief: Some(from_riddle),
        more: Some(means_of_twenty),
    },
    Study {
        slug: "seed-matrix-a",
        paper: "D from 2 (54 givens) down to 0.558 (29 givens)",
        brief: None,
        more: Some(index_of),
    },
    Study {
        slug: "seed-matrix-b",
        paper: "D from 2 (54 givens) down to 0.236 (26 givens)",
        brief: None,
        more: Some(index_of),
    },
    Study {
        slug: "random",
        paper: "five runs of stages 1 to 3 gave five puzzles of umbrella level 2",
        brief: None,
        more: None,
    },
    Study {
        slug: "additive",
        paper: "\"does not produce a Sudoku with every trial\", and of any difficulty",
        brief: None,
        more: None,
    },
    Study {
        slug: "shredder",
        paper: "below fiendish puzzles 825 grids: 3 of level 2, 19 of level 3, 2 of level 4",
        brief: None,
        more: Some(level_by_level),
    },
    Study {
        slug: "umbrella",
        paper: "every level is reached; of 22 of level 2, one given less makes 6 level 3, 6 level 4",
        brief: None,
        more: Some(level_by_level),
    },
    Study {
        slug: "build-up",
        paper: "103 uniqueness checks and 2.3 failed placements a puzzle, 3 puzzles a second",
        brief: None,
        more: Some(work_of_building_up),
    },
    Study {
        slug: "climb",
        paper: "our own; without a target it only digs, so it is given one",
        brief: Some(to_level_3),
        more: None,
    },
    Study {
        slug: "template",
        paper: "one puzzle a minute for the letters MCM",
        brief: Some(letters),
        more: Some(pattern_by_pattern),
    },
];

fn riddle() -> Puzzle {
    let grid: Grid = RIDDLE_OF_SHO.parse().expect("81 digits");
    Puzzle::prove(&grid).expect("the Riddle of Sho is a puzzle")
}

fn from_riddle() -> Brief {
    Brief { start: Some(riddle()), ..Brief::default() }
}

fn to_level_3() -> Brief {
    let target = "umbrella=3".parse().expect("a condition");
    Brief { target: Some(target), ..Brief::default() }
}

/// A brief that says what the method needs and nothing else.
fn fitting(method: &dyn Generator) -> Result<Brief, String> {
    let mut brief = Brief::default();
    match method.info().needs {
        None => {}
        Some(Part::Target) => {
            brief.target = to_level_3().target;
        }
        Some(Part::Pattern) => brief.pattern = Some(riddle().grid().filled()),
        Some(Part::Strategies) => brief.must_use = vec!["xy-wing"],
        Some(Part::Start) => brief.start = Some(riddle()),
        Some(part) => {
            return Err(format!("{} needs {}: give it a study", method.info().slug, part.what()));
        }
    }
    Ok(brief)
}

/// The puzzles of one method, and what they took.
struct Sample {
    puzzles: Vec<Puzzle>,
    attempts: u64,
    /// Why attempts led to nothing, and how often.
    misses: BTreeMap<String, u64>,
    making: Duration,
}

impl Sample {
    fn make(method: &dyn Generator, brief: &Brief, count: usize) -> Sample {
        let mut sample = Sample {
            puzzles: Vec::new(),
            attempts: 0,
            misses: BTreeMap::new(),
            making: Duration::ZERO,
        };
        while sample.puzzles.len() < count && sample.attempts < MOST_ATTEMPTS {
            let mut rng = Rng::for_item(SEED, sample.attempts);
            sample.attempts += 1;
            let watch = Stopwatch::start();
            let made = method.make(brief, &mut rng);
            sample.making += watch.elapsed();
            let why = match made {
                Ok(puzzle) => match brief.check(puzzle) {
                    Ok(made) => {
                        sample.puzzles.push(made.puzzle);
                        continue;
                    }
                    Err(miss) => miss.part().map_or("no puzzle", |part| part.what()).to_owned(),
                },
                Err(gave_up) => gave_up.why.to_owned(),
            };
            *sample.misses.entry(why).or_default() += 1;
        }
        sample
    }

    fn in_short(&self) -> String {
        let made = self.puzzles.len();
        let each = self.making.as_secs_f64() * 1e3 / made.max(1) as f64;
        format!("{made} of {} attempts, {each:.2} ms a puzzle", self.attempts)
    }

    /// The values in a column; a word that ends the scale counts as harder than any number.
    fn numbers(&self, column: &str) -> Result<Vec<f64>, String> {
        let column = Column::named(column).ok_or_else(|| format!("no column {column}"))?;
        let selection = Selection::of([column.metric()]);
        let number = |puzzle: &Puzzle| {
            let value = selection.rate(&Workup::new(puzzle)).value(column);
            value.map(|value| column.place(value))
        };
        Ok(self.puzzles.iter().filter_map(number).collect())
    }
}

/// How many of the values lie in each band; the bounds are the last values of the bands.
fn in_bands(values: &[f64], bounds: &[(f64, &str)]) -> Vec<usize> {
    let mut below = f64::NEG_INFINITY;
    let mut counts = Vec::new();
    for &(bound, _) in bounds {
        counts.push(values.iter().filter(|&&value| value > below && value <= bound).count());
        below = bound;
    }
    counts
}

fn bands(values: &[f64], bounds: &[(f64, &str)]) -> String {
    let counts = in_bands(values, bounds);
    let shown = bounds.iter().zip(counts).map(|((_, name), count)| format!("{name}: {count}"));
    shown.collect::<Vec<_>>().join("  ")
}

fn histogram(values: &[f64]) -> String {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for &value in values {
        *counts.entry(value as i64).or_default() += 1;
    }
    counts.iter().map(|(value, n)| format!("{value}: {n}")).collect::<Vec<_>>().join("  ")
}

/// The mean with so many decimals; a dash if there are no values.
fn mean_told(values: &[f64], decimals: usize) -> String {
    mean(values).map_or_else(|| "–".to_owned(), |mean| format!("{mean:.decimals$}"))
}

/// The least value, the quartiles and the most.
fn quarters(values: &[f64], decimals: usize) -> String {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let at = |quarter: usize| values.get((values.len().saturating_sub(1)) * quarter / 4);
    let shown = (0..=4).filter_map(at).map(|value| match value.is_finite() {
        true => format!("{value:.decimals$}"),
        false => "beyond".to_owned(),
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// The subcommand `generate`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut count = 1_000;
    let mut wanted: Option<&dyn Generator> = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--count" {
            let number = rest.next().ok_or("--count needs a number")?;
            count = number.parse().map_err(|e| format!("--count {number}: {e}"))?;
        } else {
            let method = generators::by_slug(argument);
            wanted = Some(method.ok_or_else(|| format!("no method is called {argument}"))?);
        }
    }
    let times = format!(
        "Times are {}, of making alone; checks and ratings come on top.",
        Stopwatch::what()
    );
    if let Some(method) = wanted {
        println!("{times}");
        Studied::of(method, count)?.tell();
        return Ok(());
    }
    let all: Result<Vec<Studied<'_>>, String> =
        generators::ALL.iter().map(|method| Studied::of(*method, count)).collect();
    let all = all?;
    println!("{HEADS}");
    for studied in &all {
        println!("{}", studied.row());
        if studied.slug == "standard" {
            println!("{AUTHORS}");
        }
    }
    println!("\n{times}\n");
    for studied in &all {
        let lines = studied.further();
        if !lines.is_empty() {
            println!("- **{}**: {}.", studied.slug, lines.join("; "));
        }
    }
    Ok(())
}

/// The head of the table of all methods.
const HEADS: &str = "\
| method | attempts | ms a puzzle | givens, mean | hsolve < 317 | 317–598 | 599–928 | 929–2,761 | above | umbrella 1 · 2 · 3 · 4 · above |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---|";

/// What the authors of `standard` report of their own 1,000.
const AUTHORS: &str = "| its authors | 1,300 | 1,800 | | 316 | 598 | 49 | 32 | 5 | |";

/// The bands of hsolve in its paper, by their last values.
const AUTHORS_BANDS: [(f64, &str); 5] = [
    (317.0, "below 317"),
    (598.0, "to 598"),
    (928.0, "to 928"),
    (2_761.0, "to 2,761"),
    (f64::INFINITY, "above"),
];

const LEVELS: [(f64, &str); 5] =
    [(1.0, "1"), (2.0, "2"), (3.0, "3"), (4.0, "4"), (f64::INFINITY, "above")];

/// What a method is given to work to.
fn brief_for(method: &dyn Generator) -> Result<Brief, String> {
    let study = STUDIES.iter().find(|study| study.slug == method.info().slug);
    match study.and_then(|study| study.brief) {
        Some(brief) => Ok(brief()),
        None => fitting(method),
    }
}

/// What came of one method.
struct Studied<'a> {
    slug: &'static str,
    method: &'a dyn Generator,
    sample: Sample,
    givens: Vec<f64>,
    hsolve: Vec<f64>,
    umbrella: Vec<f64>,
}

impl<'a> Studied<'a> {
    fn of(method: &'a dyn Generator, count: usize) -> Result<Studied<'a>, String> {
        let sample = Sample::make(method, &brief_for(method)?, count);
        Ok(Studied {
            slug: method.info().slug,
            method,
            givens: sample.numbers("givens")?,
            hsolve: sample.numbers("hsolve")?,
            umbrella: sample.numbers("umbrella")?,
            sample,
        })
    }

    /// What the method was given, where it must be given something.
    fn given(&self) -> &'static str {
        match (self.slug, self.method.info().needs) {
            ("pseudo", _) => ", Riddle of Sho",
            ("template", _) => ", MCM",
            ("climb", _) | (_, Some(Part::Target)) => ", `umbrella=3`",
            (_, Some(Part::Strategies)) => ", `xy-wing`",
            _ => "",
        }
    }

    /// A row of the table.
    fn row(&self) -> String {
        let made = self.sample.puzzles.len();
        let each = self.sample.making.as_secs_f64() * 1e3 / made.max(1) as f64;
        let hsolve: Vec<String> =
            in_bands(&self.hsolve, &AUTHORS_BANDS).iter().map(ToString::to_string).collect();
        let levels: Vec<String> =
            in_bands(&self.umbrella, &LEVELS).iter().map(ToString::to_string).collect();
        format!(
            "| `{}`{} | {} | {each:.2} | {} | {} | {} |",
            self.slug,
            self.given(),
            self.sample.attempts,
            mean_told(&self.givens, 1),
            hsolve.join(" | "),
            levels.join(" · ")
        )
    }

    /// The figures that only this method has.
    fn further(&self) -> Vec<String> {
        let study = STUDIES.iter().find(|study| study.slug == self.slug);
        let more = study.and_then(|study| study.more).filter(|_| !self.sample.puzzles.is_empty());
        more.map_or_else(Vec::new, |more| more(self.method, &self.sample))
    }

    /// All there is to say.
    fn tell(&self) {
        let Sample { puzzles, attempts, misses, making } = &self.sample;
        println!("\n{}: {} puzzles of {attempts} attempts", self.slug, puzzles.len());
        for (why, times) in misses {
            println!("  missed      {times} times: {why}");
        }
        if puzzles.is_empty() {
            return;
        }
        println!(
            "  CPU time    {:.3} ms a puzzle",
            making.as_secs_f64() * 1e3 / puzzles.len() as f64
        );
        let mean = mean_told(&self.givens, 2);
        println!("  givens      {}  (mean {mean})", histogram(&self.givens));
        println!("  hsolve      {}", bands(&self.hsolve, &AUTHORS_BANDS));
        println!("              least, quartiles, most: {}", quarters(&self.hsolve, 0));
        println!("  umbrella    {}", bands(&self.umbrella, &LEVELS));
        if let Some(study) = STUDIES.iter().find(|study| study.slug == self.slug) {
            println!("  paper       {}", study.paper);
        }
        for line in self.further() {
            println!("  {line}");
        }
    }
}

/// The mean rating of each twenty derived puzzles, beside the seed's own.
fn means_of_twenty(_: &dyn Generator, sample: &Sample) -> Vec<String> {
    let values = sample.numbers("hsolve").unwrap_or_default();
    let means: Vec<f64> = values.chunks_exact(20).filter_map(mean).collect();
    let seed = Sample {
        puzzles: vec![riddle()],
        attempts: 0,
        misses: BTreeMap::new(),
        making: Duration::ZERO,
    };
    let seeds_own = seed.numbers("hsolve").unwrap_or_default();
    vec![
        format!(
            "mean hsolve {}, the seed itself {}",
            mean_told(&values, 0),
            mean_told(&seeds_own, 0)
        ),
        format!("means of twenties {} (least, quartiles, most)", quarters(&means, 0)),
    ]
}

/// The index of the paper's solver B: least, quartiles and most.
fn index_of(_: &dyn Generator, sample: &Sample) -> Vec<String> {
    let column = |name: &str| {
        let values = sample.numbers(name).unwrap_or_default();
        format!("{name} {} (least, quartiles, most)", quarters(&values, 3))
    };
    vec![column("index-d"), column("index-d.b")]
}

/// What it takes to make puzzles of each umbrella level.
fn level_by_level(method: &dyn Generator, _: &Sample) -> Vec<String> {
    let level = |level: &str| {
        let target = format!("umbrella{level}").parse().ok()?;
        let brief = Brief { target: Some(target), ..Brief::default() };
        let sample = Sample::make(method, &brief, if level == ">4" { 5 } else { 200 });
        Some(format!("umbrella{level}: {}", sample.in_short()))
    };
    ["=1", "=2", "=3", "=4", ">4"].into_iter().filter_map(level).collect()
}

/// What the authors of build-up count.
fn work_of_building_up(method: &dyn Generator, sample: &Sample) -> Vec<String> {
    let mut all = [0; 3];
    let count = 1_000;
    for number in 0..count {
        let (_, work) = build_up::counted(&Brief::default(), &mut Rng::for_item(SEED, number));
        let of_one = [work.draws, work.checks, work.failed_placements];
        all = std::array::from_fn(|nth| all[nth] + of_one[nth]);
    }
    let [draws, checks, failed] = all.map(|total| total as f64 / count as f64);
    let mut lines = vec![format!(
        "{draws:.1} draws, {checks:.1} of them checked, and {failed:.2} failed placements a puzzle"
    )];
    lines.extend(level_by_level(method, sample));
    lines
}

fn pattern_of(drawing: &str) -> Brief {
    let cells = drawing.chars().enumerate().filter(|(_, mark)| *mark != '.');
    let cells = cells.filter_map(|(index, _)| Cell::new(index)).collect();
    Brief { pattern: Some(cells), ..Brief::default() }
}

/// The pattern on the first page of the fourth paper.
fn letters() -> Brief {
    pattern_of("34.67....7.9.1....1...4.3722...8.1........6..91.43.8..8.5.6.4196...5....4...2....")
}

/// What it takes to fill patterns of fewer and fewer cells.
fn pattern_by_pattern(method: &dyn Generator, _: &Sample) -> Vec<String> {
    let patterns = [
        (
            "heart, 22",
            100,
            ".##...##.#..#.#..##...#...##.......##.......#.#.....#...#...#.....#.#.......#....",
        ),
        (
            "Golden Nugget, 21",
            100,
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        ),
        (
            "a known puzzle's 17",
            5,
            ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        ),
    ];
    let told = |(name, count, drawing): (&str, usize, &str)| {
        format!("{name}: {}", Sample::make(method, &pattern_of(drawing), count).in_short())
    };
    patterns.into_iter().map(told).collect()
}

/// The subcommand `generate-grids`.
pub(crate) fn grids(arguments: &[String]) -> Result<(), String> {
    let draws = match arguments {
        [] => 20_000,
        [flag, number] if flag == "--count" => {
            number.parse().map_err(|e| format!("--count {number}: {e}"))?
        }
        _ => return Err("expected --count N, or nothing".to_owned()),
    };
    type Way = (&'static str, fn(&mut Rng) -> piste::Solution);
    let ways: [Way; 4] = [
        ("full::random", full::random),
        ("full::latin", full::latin),
        ("full::seed_matrix_b", full::seed_matrix_b),
        ("full::seed_matrix_a", full::seed_matrix_a),
    ];
    println!("| made by | classes | draws |\n|---|---:|---:|");
    for (name, make) in ways {
        let mut classes = BTreeSet::new();
        for number in 0..draws {
            let grid = make(&mut Rng::for_item(SEED, number)).grid();
            classes.insert(piste::symmetry::canonical(&grid).grid.to_string());
        }
        println!("| `{name}` | {} | {draws} |", classes.len());
    }
    Ok(())
}

/// The subcommand `generate-speed`.
pub(crate) fn speed(arguments: &[String]) -> Result<(), String> {
    if let Some(argument) = arguments.first() {
        return Err(format!("what is {argument}?"));
    }
    let reductive = generators::by_slug("reductive").ok_or("there is no reductive method")?;
    let half_turn = Wanted::This(Symmetry::HalfTurn);
    let plain = Brief { minimal: true, ..Brief::default() };
    let symmetric = Brief { symmetry: half_turn, ..Brief::default() };
    let make = |brief: &Brief, rng: &mut Rng| {
        if let Err(gave_up) = reductive.make(brief, rng) {
            println!("reductive: {gave_up}");
        }
    };
    println!("| one core | a second |\n|---|---:|");
    let full = rate(4_000, |rng| {
        full::random(rng);
    });
    println!("| random full grids | {full:.0} |");
    let minimal = rate(1_000, |rng| make(&plain, rng));
    println!("| minimal puzzles | {minimal:.0} |");
    let turned = rate(1_000, |rng| make(&symmetric, rng));
    println!("| puzzles with half-turn symmetry, no pair of givens to spare | {turned:.0} |");
    Ok(())
}

/// How many items a second: chunks of ten, each at its fastest of three.
fn rate(items: u64, mut make: impl FnMut(&mut Rng)) -> f64 {
    const CHUNK: u64 = 10;
    let mut total = Duration::ZERO;
    for chunk in 0..items / CHUNK {
        let mut time = || {
            let watch = std::time::Instant::now();
            for item in 0..CHUNK {
                make(&mut Rng::for_item(SEED, chunk * CHUNK + item));
            }
            watch.elapsed()
        };
        total += std::iter::repeat_with(&mut time).take(3).min().unwrap_or_default();
    }
    items as f64 / total.as_secs_f64()
}
