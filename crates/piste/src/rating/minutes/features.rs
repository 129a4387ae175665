//! What a prediction of solving times may look at.
//!
//! A feature is a number with a name. There are five sources: the columns of the register of
//! metrics, by their own names; the 31 techniques of Sudoku Explainer as paper 004 counts them
//! ([`TECHNIQUES`]); the [`Profile`] of a solve by singles, locked candidates and subsets; the [`Walk`] in rounds;
//! and the givens themselves. `log:` before a name means ln(1 + x), for what grows by
//! factors.
//!
//! Each is worked out only when a model asks for it. Those from the walk, the givens and most
//! of the cheap metrics are the same however the grid is turned; those from Sudoku Explainer's
//! path and the teaching ladder nearly always are.

use super::walk::{Kind, Walk};
use crate::logic::Outcome;
use crate::rating::se::Path;
use crate::rating::{Column, Moment, NotRatable, Profile, Value, Workup};
use piste_core::{Board, Digit, House};
use std::fmt;

/// A number that can be told of any puzzle, by its name.
///
/// ```
/// use piste::rating::Workup;
/// use piste::rating::minutes::Feature;
/// use piste::{Grid, Puzzle};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let puzzle = Puzzle::prove(&grid).unwrap();
/// let workup = Workup::new(&puzzle);
/// let steps = Feature::named("technique.hidden-single").unwrap();
/// assert_eq!(steps.of(&workup).unwrap(), 51.0);
/// let log = Feature::named("log:givens").unwrap();
/// assert!((log.of(&workup).unwrap() - 31f64.ln()).abs() < 1e-12);
/// ```
#[derive(Clone, Copy)]
pub struct Feature {
    is_log: bool,
    source: Source,
}

#[derive(Clone, Copy)]
enum Source {
    Column(Column),
    /// By its place in [`TECHNIQUES`].
    Technique(usize),
    Path(&'static Reading<Path>),
    Profile(&'static Reading<Profile>),
    Walk(&'static Reading<Walk>),
    Givens(&'static Reading<Board>),
}

/// A name, and how the number is read off.
type Reading<T> = (&'static str, fn(&T) -> f64);

impl Feature {
    /// The feature of this name.
    pub fn named(name: &str) -> Option<Feature> {
        let (is_log, name) = match name.strip_prefix("log:") {
            Some(name) => (true, name),
            None => (false, name),
        };
        Some(Feature { is_log, source: Source::named(name)? })
    }

    /// Every feature, none of them in log form.
    pub fn all() -> impl Iterator<Item = Feature> {
        Source::all().map(|source| Feature { is_log: false, source })
    }

    /// What describes how much choice a person has, in log form: the walk in rounds, the profile
    /// and the givens. None of it needs Sudoku Explainer's path. `walk.search` came later and is
    /// left out, so that what `piste fit` learns from a file stays the same.
    pub fn choice() -> impl Iterator<Item = Feature> {
        let sources = PROFILE
            .iter()
            .map(Source::Profile)
            .chain(WALK.iter().filter(|(name, _)| *name != "search").map(Source::Walk))
            .chain(GIVENS.iter().map(Source::Givens));
        sources.map(|source| Feature { is_log: true, source })
    }

    /// Whether it is read off the walk in rounds.
    pub fn is_of_walk(self) -> bool {
        matches!(self.source, Source::Walk(_))
    }

    /// The 31 counts of techniques that paper 004 predicts from.
    pub fn techniques() -> impl Iterator<Item = Feature> {
        (0..TECHNIQUES.len()).map(|at| Feature { is_log: false, source: Source::Technique(at) })
    }

    /// The same feature as ln(1 + x).
    #[must_use]
    pub fn log(self) -> Feature {
        Feature { is_log: true, ..self }
    }

    /// The name without `log:`.
    pub(super) fn plain_name(self) -> String {
        self.source.to_string()
    }

    /// What a value of this feature would be if it were not in log form.
    pub(super) fn unlogged(self, value: f64) -> f64 {
        if self.is_log { libm::expm1(value) } else { value }
    }

    /// Its value for a puzzle, or why there is none.
    pub fn of(self, workup: &Workup<'_>) -> Result<f64, NotRatable> {
        let value = match self.source {
            Source::Column(column) => {
                let rating = column.metric().rate(workup)?;
                let value = column.of(&rating).ok_or_else(|| {
                    NotRatable::because(format!("{column} of this puzzle is not a number"))
                })?;
                number(column, printed(value))
            }
            Source::Technique(at) => {
                let (_, names) = TECHNIQUES[at];
                let path = solved(workup)?;
                let is_one = |slug: &str| names.iter().any(|name| is_named(slug, name));
                path.steps().iter().filter(|hint| is_one(hint.technique.slug())).count() as f64
            }
            Source::Path((_, read)) => read(solved(workup)?),
            Source::Profile((_, read)) => read(workup.everyday()),
            Source::Walk((_, read)) => read(workup.walk()),
            Source::Givens((_, read)) => read(workup.board()),
        };
        // A sum of nothing is -0.
        let value = value + 0.0;
        Ok(if self.is_log { libm::log1p(value) } else { value })
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", if self.is_log { "log:" } else { "" }, self.source))
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Feature({self})")
    }
}

impl PartialEq for Feature {
    fn eq(&self, other: &Feature) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Source {
    fn named(name: &str) -> Option<Source> {
        fn of<T>(readings: &'static [Reading<T>], name: &str) -> Option<&'static Reading<T>> {
            readings.iter().find(|(known, _)| *known == name)
        }
        let (source, part) = name.split_once('.').unwrap_or((name, ""));
        match source {
            "technique" => {
                TECHNIQUES.iter().position(|(known, _)| *known == part).map(Source::Technique)
            }
            "path" => of(PATH, part).map(Source::Path),
            "profile" => of(PROFILE, part).map(Source::Profile),
            "walk" => of(WALK, part).map(Source::Walk),
            "start" => of(GIVENS, part).map(Source::Givens),
            "minutes" => None,
            _ => Column::named(name).map(Source::Column),
        }
    }

    fn all() -> impl Iterator<Item = Source> {
        let techniques = (0..TECHNIQUES.len()).map(Source::Technique);
        let columns = Column::all().filter(|column| column.metric().info().slug != "minutes");
        techniques
            .chain(PATH.iter().map(Source::Path))
            .chain(PROFILE.iter().map(Source::Profile))
            .chain(WALK.iter().map(Source::Walk))
            .chain(GIVENS.iter().map(Source::Givens))
            .chain(columns.map(Source::Column))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Column(column) => write!(f, "{column}"),
            Source::Technique(at) => write!(f, "technique.{}", TECHNIQUES[*at].0),
            Source::Path((name, _)) => write!(f, "path.{name}"),
            Source::Profile((name, _)) => write!(f, "profile.{name}"),
            Source::Walk((name, _)) => write!(f, "walk.{name}"),
            Source::Givens((name, _)) => write!(f, "start.{name}"),
        }
    }
}

/// A value as a number. A word of a scale of words is its place there, from 0; a word at the
/// end of a scale of numbers is one more than the scale goes up to.
fn number(column: Column, value: Value) -> f64 {
    let place = column.place(value);
    if place.is_finite() { place } else { END_OF_SCALE }
}

/// A value as it is printed and kept: so what is predicted from a table of ratings is what is predicted from the
/// puzzle.
fn printed(value: Value) -> Value {
    match value {
        Value::Number(number, decimals) => {
            let scale = libm::pow(10.0, f64::from(decimals));
            Value::Number(libm::round(number * scale) / scale, decimals)
        }
        Value::Count(_) | Value::Word(_) => value,
    }
}

/// What stands behind the last tier of hsolve and the last level of umbrella.
const END_OF_SCALE: f64 = 6.0;

/// Sudoku Explainer's path, unless it was cut short.
fn solved<'a>(workup: &'a Workup<'_>) -> Result<&'a Path, NotRatable> {
    let path = workup.se_path();
    if path.outcome() == Outcome::Stopped {
        return Err(workup.given_up());
    }
    Ok(path)
}

/// Whether a technique's slug is this name, or begins with it where it ends in `*`.
fn is_named(slug: &str, name: &str) -> bool {
    name.strip_suffix('*').map_or(slug == name, |start| slug.starts_with(start))
}

/// The 31 techniques, in the order in which Sudoku Explainer lists them, each with the names of
/// those of our finer list that it stands for.
///
/// The paper says that there are 31 and not which; these are the entries of the program's own
/// list, with uniqueness, BUG and chains grouped as there.
pub(super) const TECHNIQUES: [(&str, &[&str]); 31] = [
    ("hidden-single", &["hidden-single"]),
    ("direct-pointing", &["direct-pointing"]),
    ("direct-claiming", &["direct-claiming"]),
    ("direct-hidden-pair", &["direct-hidden-pair"]),
    ("naked-single", &["naked-single"]),
    ("direct-hidden-triplet", &["direct-hidden-triplet"]),
    ("pointing", &["pointing"]),
    ("claiming", &["claiming"]),
    ("naked-pair", &["naked-pair"]),
    ("x-wing", &["x-wing"]),
    ("hidden-pair", &["hidden-pair"]),
    ("naked-triplet", &["naked-triplet"]),
    ("swordfish", &["swordfish"]),
    ("hidden-triplet", &["hidden-triplet"]),
    ("xy-wing", &["xy-wing"]),
    ("xyz-wing", &["xyz-wing"]),
    ("unique-loop", &["unique-*"]),
    ("naked-quad", &["naked-quad"]),
    ("jellyfish", &["jellyfish"]),
    ("hidden-quad", &["hidden-quad"]),
    ("bug", &["bug-*"]),
    ("aligned-pair-exclusion", &["aligned-pair-exclusion"]),
    ("xy-cycle", &["generalized-x-wing", "bidirectional-x-cycle", "bidirectional-y-cycle"]),
    ("xy-forcing-chain", &["turbot-fish", "forcing-x-chain", "forcing-y-chain"]),
    ("forcing-chain", &["bidirectional-cycle", "forcing-chain"]),
    ("aligned-triplet-exclusion", &["aligned-triplet-exclusion"]),
    ("nishio", &["nishio-forcing-chains"]),
    ("multiple-chains", &["cell-forcing-chains", "region-forcing-chains"]),
    (
        "dynamic-chains",
        &[
            "dynamic-contradiction-forcing-chains",
            "dynamic-double-forcing-chains",
            "dynamic-cell-forcing-chains",
            "dynamic-region-forcing-chains",
        ],
    ),
    (
        "dynamic-chains-plus",
        &[
            "dynamic-contradiction-forcing-chains-plus",
            "dynamic-double-forcing-chains-plus",
            "dynamic-cell-forcing-chains-plus",
            "dynamic-region-forcing-chains-plus",
        ],
    ),
    (
        "nested-chains",
        &[
            "dynamic-contradiction-forcing-chains-nested-*",
            "dynamic-double-forcing-chains-nested-*",
            "dynamic-cell-forcing-chains-nested-*",
            "dynamic-region-forcing-chains-nested-*",
        ],
    ),
];

/// Ratings above this, in tenths, are steps that no single will do for.
const EASY: u16 = 23;

const PATH: &[Reading<Path>] = &[
    ("hard-steps", |path| path.steps().iter().filter(|hint| hint.tenths > EASY).count() as f64),
    ("sum", |path| path.steps().iter().map(|hint| f64::from(hint.tenths) / 10.0).sum()),
    ("squares", |path| {
        path.steps().iter().map(|hint| (f64::from(hint.tenths) / 10.0).powi(2)).sum()
    }),
    ("hard-sum", |path| {
        let hard = path.steps().iter().filter(|hint| hint.tenths > EASY);
        hard.map(|hint| f64::from(hint.tenths) / 10.0).sum()
    }),
];

/// The numbers of moves at each step.
fn moves(profile: &Profile) -> impl Iterator<Item = f64> + '_ {
    profile.moments().iter().map(|moment| moment.moves as f64)
}

/// The mean of a function of the first so many numbers of moves.
fn mean_of_first(profile: &Profile, count: usize, of: fn(f64) -> f64) -> f64 {
    let taken = profile.moments().len().min(count).max(1) as f64;
    moves(profile).take(count).map(of).sum::<f64>() / taken
}

fn steps_with(profile: &Profile, wanted: usize) -> f64 {
    profile.moments().iter().filter(|m| m.moves == wanted && m.open > 9).count() as f64
}

const PROFILE: &[Reading<Profile>] = &[
    ("steps", |profile| profile.moments().len() as f64),
    ("moves-min", |profile| {
        let early = profile.moments().iter().filter(|moment| moment.open > 9);
        // Where there is no step at all there is no move to choose.
        early.map(|moment| moment.moves).min().unwrap_or(0) as f64
    }),
    ("moves-mean", |profile| mean_of_first(profile, usize::MAX, |moves| moves)),
    ("moves-log-mean", |profile| mean_of_first(profile, usize::MAX, libm::log)),
    ("moves-harmonic", |profile| {
        let mean = mean_of_first(profile, usize::MAX, f64::recip);
        if mean > 0.0 { mean.recip() } else { 0.0 }
    }),
    ("moves-log-mean-5", |profile| mean_of_first(profile, 5, libm::log)),
    ("moves-log-mean-10", |profile| mean_of_first(profile, 10, libm::log)),
    ("moves-log-mean-20", |profile| mean_of_first(profile, 20, libm::log)),
    ("moves-log-mean-30", |profile| mean_of_first(profile, 30, libm::log)),
    ("scarcity", |profile| moves(profile).map(f64::recip).sum()),
    ("looks", |profile| {
        let one = |m: &Moment| (m.open + 1) as f64 / (m.moves + 1) as f64;
        profile.moments().iter().map(one).sum()
    }),
    ("ones", |profile| steps_with(profile, 1)),
    ("twos", |profile| steps_with(profile, 2)),
    ("threes", |profile| steps_with(profile, 3)),
    ("bottlenecks", |profile| narrow(profile).count() as f64),
    ("hard-steps", |profile| {
        profile.moments().iter().filter(|moment| !moment.is_single).count() as f64
    }),
    ("first-bottleneck", |profile| narrow(profile).next().map_or(0.0, |moment| moment.open as f64)),
    ("rung", |profile| {
        profile.moments().iter().map(|moment| moment.rung.min(99)).max().unwrap_or(0) as f64
    }),
    ("rungs", |profile| profile.moments().iter().map(|moment| (moment.rung.min(99)) as f64).sum()),
    ("left", |profile| profile.left() as f64),
];

/// The steps where it is narrow, the last empty cells of houses among them.
fn narrow(profile: &Profile) -> impl Iterator<Item = &Moment> {
    profile.moments().iter().filter(|moment| moment.is_narrow())
}

/// What is found in vain first: looks that end at an easier kind without a find.
fn vain(walk: &Walk) -> f64 {
    let one = |round: &super::walk::Round| round.kind as usize as f64 * (round.open + 1) as f64;
    walk.rounds.iter().map(one).sum()
}

/// The looks of all rounds, and those in vain.
fn all_looks(walk: &Walk) -> f64 {
    let kinds = [Kind::Block, Kind::Line, Kind::Naked, Kind::Erase];
    vain(walk) + kinds.map(|kind| walk.looks(kind)).iter().sum::<f64>()
}

const WALK: &[Reading<Walk>] = &[
    ("rounds", |walk| walk.rounds.len() as f64),
    ("block-rounds", |walk| walk.rounds(Kind::Block) as f64),
    ("line-rounds", |walk| walk.rounds(Kind::Line) as f64),
    ("naked-rounds", |walk| walk.rounds(Kind::Naked) as f64),
    ("erase-rounds", |walk| walk.rounds(Kind::Erase) as f64),
    ("block-cells", |walk| walk.moves(Kind::Block) as f64),
    ("line-cells", |walk| walk.moves(Kind::Line) as f64),
    ("naked-cells", |walk| walk.moves(Kind::Naked) as f64),
    ("erasures", |walk| walk.moves(Kind::Erase) as f64),
    ("block-looks", |walk| walk.looks(Kind::Block)),
    ("line-looks", |walk| walk.looks(Kind::Line)),
    ("naked-looks", |walk| walk.looks(Kind::Naked)),
    ("erase-looks", |walk| walk.looks(Kind::Erase)),
    ("vain-looks", vain),
    ("looks", all_looks),
    ("search", |walk| all_looks(walk) + walk.looks_left()),
    ("first-moves", |walk| walk.rounds.first().map_or(0.0, |round| round.moves as f64)),
    ("thin-rounds", |walk| {
        walk.rounds.iter().filter(|round| round.moves <= 2 && round.open > 9).count() as f64
    }),
    ("log-moves", |walk| {
        let logs = walk.rounds.iter().map(|round| libm::log(round.moves as f64));
        logs.sum::<f64>() / walk.rounds.len().max(1) as f64
    }),
    ("left", |walk| walk.left as f64),
];

/// How often each digit is given.
fn digit_counts(board: &Board) -> [f64; 9] {
    Digit::ALL.map(|digit| {
        board.givens().iter().filter(|&cell| board.value(cell) == Some(digit)).count() as f64
    })
}

/// How many cells of each house are given.
fn house_counts(board: &Board) -> impl Iterator<Item = f64> + '_ {
    House::ALL.into_iter().map(|house| (house.cells() & board.givens()).len() as f64)
}

const GIVENS: &[Reading<Board>] = &[
    ("marks", |board| board.candidate_count() as f64),
    ("marks-a-cell", |board| board.candidate_count() as f64 / board.open().len().max(1) as f64),
    ("digit-most", |board| digit_counts(board).into_iter().fold(0.0, f64::max)),
    ("digit-least", |board| digit_counts(board).into_iter().fold(9.0, f64::min)),
    ("digit-squares", |board| digit_counts(board).iter().map(|count| count * count).sum()),
    ("house-squares", |board| house_counts(board).map(|count| count * count).sum()),
    ("house-most", |board| house_counts(board).fold(0.0, f64::max)),
    ("pairs", |board| board.cells_with(2).len() as f64),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::se::Technique;

    #[test]
    fn every_technique_is_counted_once() {
        for technique in Technique::ALL {
            let slug = technique.slug();
            let groups = TECHNIQUES
                .iter()
                .filter(|(_, names)| names.iter().any(|name| is_named(slug, name)));
            assert_eq!(groups.count(), 1, "{slug}");
        }
    }

    #[test]
    fn names_lead_back_to_their_features() {
        for feature in Feature::all() {
            for feature in [feature, feature.log()] {
                assert_eq!(Feature::named(&feature.to_string()), Some(feature));
            }
        }
        assert_eq!(Feature::named("minutes"), None);
        assert_eq!(Feature::named("nothing"), None);
    }
}
