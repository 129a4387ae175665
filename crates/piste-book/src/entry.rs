//! A puzzle of a book, and all that is told of it: level, minutes, hints.
//!
//! Nothing is rated by rules of this crate: level and minutes are those of `piste rate`, the hints those of
//! `piste hint`, about the place where the solve is tightest. On boards of other shapes than 9×9 there is no model of
//! people's times, so their minutes stay empty, and they stand in parts of their own, by shape.

use piste::draw::{Plate, Sketch};
use piste::generate::{Level, levels};
use piste::logic::words::capital;
use piste::logic::{Family, Info, Ladder, Solve};
use piste::rating::{Column, Profile, Selection, Workup, metrics};
use piste_api::hint::{self, Grade};
use piste_api::{Language, Unhurried, shaped};
use piste_core::shape::Shape;
use piste_core::space::Large;
use piste_core::symmetry::{Symmetries, canonical};
use piste_core::{AnyPuzzle, Board, Puzzle};
use std::sync::Arc;

/// The metrics that a book prints beside the level.
const MINUTES: &str = "minutes";
const SE: &str = "se";

/// A puzzle of a book.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The puzzle, proved.
    pub puzzle: AnyPuzzle,
    /// The number of its level in the table, from the easiest.
    pub level: Option<usize>,
    /// How long people take, in minutes.
    pub minutes: Option<f64>,
    /// What Sudoku Explainer says.
    pub se: Option<f64>,
    /// The seed that it was made with.
    pub seed: Option<u64>,
    /// The first in the dictionary of all ways to write it.
    pub canonical: String,
    /// Where it is tightest; nothing if no step is known.
    pub tight: Option<Tight>,
    /// The strategies of its solve in the order in which they are needed, each with its first step, from 0.
    pub uses: Vec<(&'static Info, usize)>,
    /// Its solve, where it is not found again in no time: on other shapes than 9×9. Those of a thick book would fill
    /// the memory.
    kept: Option<Arc<Solve<Large>>>,
}

/// Where the solve is tightest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tight {
    /// Which step of the solve it is, from 0.
    pub at: usize,
    /// How many cells are still open.
    pub open: usize,
    /// How late its strategy is learnt: its place on the ladder.
    pub rung: usize,
    /// What each grade of help tells.
    pub hints: [String; Grade::ALL.len()],
}

impl Entry {
    /// Rates a puzzle and finds its hints, in words of this language.
    ///
    /// ```
    /// use piste_api::Language;
    /// use piste_book::Entry;
    /// use piste_core::{AnyGrid, Grid};
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let entry = Entry::of(AnyGrid::from(&grid).prove(1_000).unwrap(), Language::default());
    /// assert_eq!(entry.level, Some(0));
    /// assert!(entry.minutes.is_some_and(|minutes| minutes > 1.0));
    /// assert_eq!(entry.tight.unwrap().hints.len(), 3);
    /// ```
    pub fn of(puzzle: AnyPuzzle, language: Language) -> Entry {
        let solve = Arc::new(solve(&puzzle));
        let mut entry = Entry {
            level: None,
            minutes: None,
            se: None,
            seed: None,
            canonical: canonical_form(&puzzle),
            tight: tightest(&puzzle, &solve).map(|at| tight(&solve, at, language)),
            uses: first_uses(&solve),
            kept: (!puzzle.grid().shape().is_classic()).then_some(solve),
            puzzle,
        };
        if let Some(classic) = classic(&entry.puzzle) {
            let ratings = asked().rate(&Workup::new(&classic));
            let number = |name| Column::named(name).and_then(|column| ratings.value(column));
            let level = Level::of(|column| ratings.value(column));
            entry.level = level.and_then(|found| levels::ALL.iter().position(|l| *l == found));
            entry.minutes = number(MINUTES).and_then(|value| value.as_number());
            entry.se = number(SE).and_then(|value| value.as_number());
        }
        entry
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        self.puzzle.grid().shape()
    }

    /// The picture of a step of its solve, by its number from 0; what was done stands above it.
    pub fn picture(&self, at: usize, language: Language) -> Option<Plate> {
        let solve = self.solve();
        let (board, step) = solve.replay().nth(at)?;
        Some(Plate {
            title: capital(&language.strategy(step.strategy)),
            sketch: Sketch::of_step(&board, step).told_in(language.catalogue()),
            words: language.text(&step.message(&board)),
        })
    }

    /// The board as it stands before a step of its solve, with its pencil marks.
    pub fn before(&self, at: usize) -> Option<Sketch> {
        let solve = self.solve();
        solve.replay().nth(at).map(|(board, _)| Sketch::of_board(&board, true))
    }

    /// Which step of its solve is the first by this strategy.
    pub fn first_use(&self, slug: &str) -> Option<usize> {
        self.uses.iter().find(|(info, _)| info.slug == slug).map(|(_, at)| *at)
    }

    fn solve(&self) -> Arc<Solve<Large>> {
        self.kept.clone().unwrap_or_else(|| Arc::new(solve(&self.puzzle)))
    }
}

/// The strategies of a solve, each with the number of its first step.
fn first_uses(solve: &Solve<Large>) -> Vec<(&'static Info, usize)> {
    let mut uses: Vec<(&'static Info, usize)> = Vec::new();
    for (at, step) in solve.steps().iter().enumerate() {
        if uses.iter().all(|(known, _)| known.slug != step.strategy.slug) {
            uses.push((step.strategy, at));
        }
    }
    uses
}

/// What a book asks of every puzzle: the metrics that levels are made of, minutes and se.
fn asked() -> Selection {
    let of_levels = levels::ALL.iter().flat_map(|level| level.condition().metrics());
    let others = [MINUTES, SE].into_iter().filter_map(metrics::by_slug);
    let mut selection = Selection::of([]);
    for metric in of_levels.chain(others) {
        selection.ask(metric);
    }
    selection
}

fn classic(puzzle: &AnyPuzzle) -> Option<Puzzle> {
    Puzzle::prove(&puzzle.grid().classic()?).ok()
}

/// The solve that hints and pictures are taken from.
fn solve(puzzle: &AnyPuzzle) -> Solve<Large> {
    match puzzle.grid().classic() {
        Some(grid) => Ladder::TEACHING.climb(&Board::from(&grid)).widened(),
        None => shaped::climbed(puzzle, shaped::Known::USUAL, &Unhurried)
            .expect("nobody calls this off"),
    }
}

/// Where one is stuck first: the first step for which no single will do; where there is none, the first that is the
/// only move; else the first by the strategy that is learnt last.
fn tightest(puzzle: &AnyPuzzle, solve: &Solve<Large>) -> Option<usize> {
    let first = match puzzle.grid().classic() {
        Some(grid) => {
            let climbed = Ladder::TEACHING.climb(&Board::from(&grid));
            let profile = Profile::of(&climbed);
            let stuck = profile.moments().iter().position(|moment| !moment.is_single);
            stuck.or_else(|| profile.bottlenecks().next().map(|(at, _)| at))
        }
        None => solve.steps().iter().position(|step| step.strategy.family != Family::Singles),
    };
    let hardest = || {
        let steps = solve.steps().iter().enumerate();
        steps.max_by_key(|(at, step)| (rung(step.strategy), std::cmp::Reverse(*at)))
    };
    first.or_else(|| hardest().map(|(at, _)| at))
}

pub(crate) fn rung(strategy: &Info) -> usize {
    Ladder::TEACHING.strategies().position(|s| s.info().slug == strategy.slug).unwrap_or(usize::MAX)
}

fn tight(solve: &Solve<Large>, at: usize, language: Language) -> Tight {
    let found = solve.replay().nth(at);
    let (board, step) = found.expect("the step is one of the solve");
    Tight {
        at,
        open: board.open().len(),
        rung: rung(step.strategy),
        hints: hint::grades(&board, step).map(|message| language.text(&message)),
    }
}

/// The canonical form; the puzzle itself where its shape has too many symmetries to look through.
fn canonical_form(puzzle: &AnyPuzzle) -> String {
    match puzzle.grid().classic() {
        Some(grid) => canonical(&grid).grid.to_string(),
        None => {
            let found = Symmetries::of(puzzle.grid().shape()).canonical(puzzle.grid());
            found.map_or_else(|_| puzzle.grid().to_string(), |found| found.grid.to_string())
        }
    }
}
