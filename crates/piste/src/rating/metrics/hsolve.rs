//! # hsolve
//!
//! ## Idea
//! A person who solves a sudoku looks for something easy first, then for something less
//! easy, and so on; finds something, writes or erases it, and starts over. The difficulty
//! of the puzzle is how many places that person has to look at, all in all.
//!
//! Strategies stand in six tiers ([`Idea`]). In a tier there are p *possible* applications,
//! the places worth a look, and v *valid* ones, those that change something. Looking in
//! random order one finds the first valid one after (p + 1) / (v + 1) looks on average; a
//! tier searched in vain costs p + 1. One of the valid ones, each equally likely, is applied,
//! and the search starts again at tier 0.
//!
//! Which one is found first makes a difference to what comes after, so the value is the mean
//! over several runs, 20 in the paper, each with its own random choices.
//!
//! ```text
//!  tier  idea                possible                                   valid
//!  0     naked single        the open cells                             its only mark
//!        hidden single       the open cells                             only place in a house, and
//!                                                                       the cell has other marks
//!  1     naked, hidden pair  two open cells of a house                  erases in that house
//!        locked candidates   the 54 triples where a line crosses a box  the triple loses digits, each
//!                            with two or three open cells               in two or three cells (below)
//!  2     naked, hidden       three open cells of a house                erases in that house
//!        triple
//!        X-wing              a digit and two lines with two places      erases
//!  3     naked, hidden quad  four open cells of a house                 erases in that house
//!        swordfish           a digit, three lines with two or three     erases
//!  4     jellyfish           a digit, four lines with two to four       erases
//!  5     backtracking        the open cells with two marks              one of the two, drawn at
//!                                                                       random, solves the puzzle or
//!                                                                       breaks it by singles alone
//! ```
//!
//! A pair that lies in a row and a box at once is two possible applications, and so it is
//! two valid ones if both houses lose something. A triple with a single open cell is not
//! among the possible applications of locked candidates, so it is never a valid one. And the
//! paper's locked candidates are fewer than those known from elsewhere: a digit falls in a triple only if two or
//! three of its cells have it, and if the third triple of the line or box does not have it ([`Reading`]). If a
//! run gets stuck even with tier 5, the puzzle is *beyond hsolve*, and its value is the
//! mean of what the runs took until then.
//!
//! So the value of such a puzzle is not to be compared with others: a hopeless one may stop
//! early, and the Golden Nugget has 4,604 where the Riddle of Sho has 11,370. `hsolve.tier`
//! tells them apart, as it says `beyond`. `--where 'hsolve.tier!=beyond'` leaves them out, and
//! as a word at the end of a scale is harder than any number, so does `hsolve.tier<=5`;
//! `--sort hsolve.tier` puts them last.
//!
//! The levels are the quarters of 1,000 typical puzzles that the authors rated for the
//! longer version of their report: 317 was the least, 598, 928 and 2,761 the quartiles and
//! 20,957 the most. What lies outside belongs to the first or last quarter. Their puzzles
//! must have had few givens: random minimal puzzles have nearly the same quartiles here, 573, 1,096 and 3,439 (the
//! first 25,000 of `random_minimal_100k.txt`, by `piste rate --metrics hsolve --format tsv`), while the easy
//! ones of newspapers have values of 80 to 200.
//!
//! On other shapes a group is any house, a triple is what a line shares with a house that is no line, if it is two
//! cells or more, and fish lie in rows and columns; the rest is word for word the same. The levels are those of 9×9
//! puzzles, and are not told there.
//!
//! ## Why it is sound
//! The formula is exact: of p things in random order, v of them good, the first good one
//! comes at (p + 1) / (v + 1) on average (the gaps between good ones are alike, and there
//! are v + 1 of them). The rest is a model of people: it knows no patterns that jump to the
//! eye, and a look costs the same everywhere. The authors found a rank correlation (Goodman
//! and Kruskal's γ) of 0.82 with a publisher's eight levels.
//!
//! The mean of 20 runs is itself a draw: the standard deviation between runs is given beside
//! it, and a twentieth of its square is the variance of the value. Its root, the standard
//! error, is told by `--explain`, with the share of the looks that each tier took. The same seed
//! and puzzle always give the same value.
//!
//! ## Example
//! `000000605000300090080004001040020970000000000031080060900600020010007000504000000`, the
//! Riddle of Sho, needs tier 5. The paper says 8,122; its text gives 11,372 ± 44 (`piste rate --metrics hsolve
//! --runs 2000`). The difference may be small print: if triples with one open cell could be locked
//! candidates too, and all that follows were erased, it would be 8,960, while the quartiles of whole sets would hardly
//! change. `piste study hsolve` has a table of all 32 readings; the text's own is the one that rates.
//!
//! ## Sources
//! C. Chang, Z. Fan, Y. Sun, "A Difficulty Metric and Puzzle Generator for Sudoku", The UMAP
//! Journal 29 (3), 2008.

mod count;
mod deduce;
mod follow;
mod marks;
mod reading;
mod run;
mod seen;
mod shaped;
mod trials;
mod view;

pub(crate) use deduce::{Deducer, Outcome};
pub use reading::Reading;

use crate::rating::{
    AnyWorkup, Chosen, Harder, Info, Metric, NotRatable, Rating, Setting, Value, Workup,
};
use marks::RunMarks;
use piste_core::search;
use piste_core::shape::Shape;
use piste_core::{Board, Rng, Solution};
use run::Run;
use seen::Seen;
use std::cell::Cell as Flag;
use std::num::NonZeroU32;

/// The strategies of hsolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Idea {
    /// Tier 0: a cell with one mark.
    NakedSingle,
    /// Tier 0: the only place of a digit in a house.
    HiddenSingle,
    /// Tier 1: two cells with the same two marks.
    NakedPair,
    /// Tier 1: two digits with the same two places.
    HiddenPair,
    /// Tier 1: a triple of cells that loses digits to its neighbours in line or box.
    LockedCandidates,
    /// Tier 2: three cells with three digits.
    NakedTriple,
    /// Tier 2: three digits with three places.
    HiddenTriple,
    /// Tier 2: a digit with the same two places in two lines.
    XWing,
    /// Tier 3: four cells with four digits.
    NakedQuad,
    /// Tier 3: four digits with four places.
    HiddenQuad,
    /// Tier 3: a digit with three places in three lines.
    Swordfish,
    /// Tier 4: a digit with four places in four lines.
    Jellyfish,
    /// Tier 5: try one of two digits and see.
    Backtracking,
}

/// The ideas of each tier, the easiest first.
pub const TIERS: [&[Idea]; 6] = [
    &[Idea::NakedSingle, Idea::HiddenSingle],
    &[Idea::NakedPair, Idea::HiddenPair, Idea::LockedCandidates],
    &[Idea::NakedTriple, Idea::HiddenTriple, Idea::XWing],
    &[Idea::NakedQuad, Idea::HiddenQuad, Idea::Swordfish],
    &[Idea::Jellyfish],
    &[Idea::Backtracking],
];

impl Idea {
    /// How many applications are possible on the board and how many valid. The random
    /// choices are those of backtracking; the others need none.
    ///
    /// The counts above tier 0 are meant for boards without singles, where hsolve asks for
    /// them.
    ///
    /// ```
    /// use piste::rating::metrics::hsolve::{Idea, Tally};
    /// use piste::{Board, Grid, Rng};
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let tally = Idea::NakedSingle.tally(&Board::from(&grid), &mut Rng::new(1));
    /// assert_eq!(tally, Tally { possible: 51, valid: 4 });
    /// assert_eq!(tally.expected_looks(), 52.0 / 5.0);
    /// ```
    pub fn tally(self, board: &Board, rng: &mut Rng) -> Tally {
        run::tally(self, &mut RunMarks::from(board), rng)
    }
}

/// How many applications of something there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Those that one would look at.
    pub possible: u32,
    /// Those among them that change something.
    pub valid: u32,
}

impl Tally {
    /// How many looks it takes on average until the first valid one, in random order; one
    /// more than there are possible ones if none is valid.
    pub fn expected_looks(self) -> f64 {
        f64::from(self.possible + 1) / f64::from(self.valid + 1)
    }
}

/// The metric, with a number of runs.
///
/// ```
/// use piste::rating::metrics::hsolve::HSOLVE;
/// use piste::{Board, Grid, Rng};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let measure = HSOLVE.measure(&Board::from(&grid), &mut Rng::new(1));
/// assert_eq!((measure.tier, measure.is_beyond()), (0, false));
/// assert_eq!(measure.mean.round(), 170.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hsolve {
    /// How many runs the mean is taken over.
    pub runs: NonZeroU32,
    /// How the paper's appendix is read.
    pub reading: Reading,
}

/// The metric as in the paper, with 20 runs.
pub static HSOLVE: Hsolve =
    Hsolve { runs: NonZeroU32::new(20).expect("20 is not 0"), reading: Reading::TEXT };

/// What the runs say of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// How many runs there were.
    pub runs: u32,
    /// How many of them filled the board.
    pub finished: u32,
    /// The mean number of looks, over all runs, up to the end or to where a run got stuck.
    pub mean: f64,
    /// The standard deviation between runs; 0 for a single run.
    pub sd: f64,
    /// The hardest tier that found something in some run.
    pub tier: u8,
    /// How many of the looks each tier took, on the mean.
    pub looks: [f64; TIERS.len()],
}

impl Measure {
    /// How far the mean is likely to be off: the standard deviation of the mean.
    pub fn standard_error(&self) -> f64 {
        self.sd / f64::from(self.runs).sqrt()
    }

    /// What there is to say beside the mean: how far it may be off, and what was looked for.
    fn note(&self) -> Option<String> {
        if self.mean == 0.0 {
            return None;
        }
        let mut text =
            format!("standard error {:.1} over {} runs", self.standard_error(), self.runs);
        let stuck = self.runs - self.finished;
        if stuck > 0 {
            text.push_str(&format!("; {stuck} of them got stuck, and took this much until then"));
        }
        let tiers = self.looks.iter().enumerate().filter(|(_, looks)| **looks > 0.0);
        let shares = tiers.map(|(tier, looks)| match 100.0 * looks / self.mean {
            share if share < 0.5 => format!("tier {tier} under 1 %"),
            share => format!("tier {tier} {share:.0} %"),
        });
        let shares: Vec<String> = shares.collect();
        text.push_str(&format!("; of the looks, {}", shares.join(", ")));
        Some(text)
    }

    /// The rating that it is, without a level.
    fn rating(&self) -> Rating {
        let tier = match self.is_beyond() {
            true => Value::Word("beyond"),
            false => Value::Count(u64::from(self.tier)),
        };
        let values = vec![Value::Number(self.mean, 1), Value::Number(self.sd, 1), tier];
        Rating::new(&INFO, values).noting(self.note())
    }

    /// Whether some run got stuck.
    pub fn is_beyond(&self) -> bool {
        self.finished < self.runs
    }

    /// The quarter of the authors' 1,000 typical puzzles that the mean lies in.
    pub fn level(&self) -> &'static str {
        match self.mean {
            _ if self.is_beyond() => "beyond hsolve",
            mean if mean <= 598.0 => "easiest quarter",
            mean if mean <= 928.0 => "second quarter",
            mean if mean <= 2_761.0 => "third quarter",
            _ => "hardest quarter",
        }
    }
}

impl Hsolve {
    /// Measures how much one has to look to fill the board. The board should have exactly
    /// one solution: a trial that fills it is taken for the truth.
    pub fn measure(&self, board: &Board, rng: &mut Rng) -> Measure {
        self.measure_knowing(board, search::first(board.values()).as_ref(), rng)
    }

    /// The same for whoever knows a solution.
    fn measure_knowing(
        &self,
        board: &Board,
        solution: Option<&Solution>,
        rng: &mut Rng,
    ) -> Measure {
        let mut seen = Seen::from(RunMarks::from(board), solution);
        self.mean(|| run::run(&mut seen, self.reading, rng))
    }

    /// What so many runs come to.
    fn mean(&self, mut next: impl FnMut() -> Run) -> Measure {
        let (mut finished, mut tier) = (0, 0);
        let mut looks = [0.0; TIERS.len()];
        // The mean and the sum of squares about it, kept up run by run (Welford).
        let (mut mean, mut squares) = (0.0, 0.0);
        for number in 1..=self.runs.get() {
            let run = next();
            finished += u32::from(run.is_finished);
            tier = tier.max(run.tier);
            looks[0] += run.looks - run.higher.iter().sum::<f64>();
            for (sum, more) in looks[1..].iter_mut().zip(run.higher) {
                *sum += more;
            }
            let off = run.looks - mean;
            mean += off / f64::from(number);
            squares += off * (run.looks - mean);
        }
        let runs = self.runs.get();
        let sd = if runs == 1 { 0.0 } else { (squares / f64::from(runs - 1)).sqrt() };
        let looks = looks.map(|sum| sum / f64::from(runs));
        Measure { runs, finished, mean, sd, tier, looks }
    }
}

static INFO: Info = Info {
    slug: "hsolve",
    name: "hsolve",
    version: 2,
    measures: "the places a person looks at in a solve, on average over 20 random runs",
    source: "Chang, Fan, Sun, \"A Difficulty Metric and Puzzle Generator for Sudoku\" (2008)",
    range: "0 upwards, in newspapers 80 to 3,000; tier 0 to 5 or beyond",
    harder: Harder::Up,
    columns: &["", "sd", "tier"],
    words: &[],
};

/// The most runs that can be asked for.
pub const MOST_RUNS: u32 = 1_000_000;

static SETTINGS: &[Setting] = &[Setting {
    name: "runs",
    about: "how many random runs the mean is taken over",
    usual: "20",
    expected: "a whole number from 1 to 1000000",
    is_told: true,
    // Some hundredths of a second.
    served: Some(1000),
    others: &[],
    read: |text| {
        let runs = text.parse().ok().filter(|runs: &NonZeroU32| runs.get() <= MOST_RUNS)?;
        Some(Chosen::option(Runs(Some(runs))))
    },
}];

/// How many runs to make, if not as many as usual.
#[derive(Clone, Copy)]
struct Runs(Option<NonZeroU32>);

/// How many runs to make at most, for a first look, and whether more were wanted.
struct Glance {
    most: NonZeroU32,
    is_rough: Flag<bool>,
}

/// What was measured, and how: `minutes` asks for it as well.
struct Measured(Hsolve, Measure);

impl<'a> Workup<'a> {
    /// The same with so many runs for metrics that take the mean of many random ones, instead of as many as they
    /// usually make.
    ///
    /// ```
    /// use piste::rating::{Workup, metrics};
    /// use piste::{Grid, Puzzle};
    /// use std::num::NonZeroU32;
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let puzzle = Puzzle::prove(&grid).unwrap();
    /// let workup = Workup::new(&puzzle).with_runs(NonZeroU32::new(100));
    /// let rating = metrics::by_slug("hsolve").unwrap().rate(&workup).unwrap();
    /// assert!(rating.note.unwrap().contains("over 100 runs"));
    /// ```
    #[must_use]
    pub fn with_runs(self, runs: Option<NonZeroU32>) -> Workup<'a> {
        match (runs, self.option::<Runs>()) {
            (None, None) => self,
            _ => self.with_option(Runs(runs)),
        }
    }

    /// The same for a first look: no more than `runs` random runs are made.
    pub(crate) fn at_a_glance(self, runs: NonZeroU32) -> Workup<'a> {
        self.with_option(Glance { most: runs, is_rough: Flag::new(false) })
    }

    /// Whether fewer runs were made than there should be.
    pub(crate) fn is_rough(&self) -> bool {
        self.option::<Glance>().is_some_and(|glance| glance.is_rough.get())
    }

    /// How many runs to make for somebody who usually makes this many.
    fn runs(&self, usual: NonZeroU32) -> NonZeroU32 {
        let wanted = self.option::<Runs>().and_then(|runs| runs.0).unwrap_or(usual);
        match self.option::<Glance>() {
            Some(glance) if glance.most < wanted => {
                glance.is_rough.set(true);
                glance.most
            }
            _ => wanted,
        }
    }
}

impl Metric for Hsolve {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let hsolve = Hsolve { runs: workup.runs(self.runs), ..*self };
        let solution = workup.puzzle().solution();
        let measure =
            || hsolve.measure_knowing(workup.board(), Some(solution), &mut workup.rng(INFO.slug));
        let Measured(of, known) = workup.made(|| Measured(hsolve, measure()));
        let measure = if *of == hsolve { *known } else { measure() };
        Ok(measure.rating().in_band(measure.level()))
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        let runs = workup.option::<Runs>().and_then(|runs| runs.0).unwrap_or(self.runs);
        let mut rng = workup.rng(INFO.slug);
        let desk = shaped::Terrain::new(workup.ground());
        let start = workup.field();
        let hsolve = Hsolve { runs, ..*self };
        Ok(hsolve.mean(|| desk.run(start.clone(), &mut rng)).rating())
    }
}
