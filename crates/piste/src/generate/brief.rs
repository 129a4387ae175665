//! What is wanted of a puzzle, and whether a puzzle is that.
//!
//! A brief is checked the hard way: [`Brief::check`] takes the givens as they would be
//! printed, proves them anew with the engine of Dancing Links, which no method uses, and
//! rates the puzzle from there. What a method believed about it does not count.

use super::needed::Asked;
use super::{GaveUp, Part};
use crate::rating::{Column, Condition, Rating, Selection, Settings, Value, Workup};
use piste_core::search::{self, Engine, Verdict};
use piste_core::symmetry::Symmetry;
use piste_core::{CellSet, Grid, Puzzle, Rng, Solution};
use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is wanted of a puzzle. The default wants any puzzle.
#[derive(Clone, Debug)]
pub struct Brief {
    /// The ratings that it must have.
    pub target: Option<Condition>,
    /// The symmetry of its pattern of givens.
    pub symmetry: Wanted,
    /// How many givens it may have.
    pub givens: RangeInclusive<usize>,
    /// Whether every given must be needed.
    pub minimal: bool,
    /// Where its givens stand.
    pub pattern: Option<Pattern>,
    /// Its solution.
    pub solution: Option<Solution>,
    /// Strategies, by slug, without which it must not be solvable by the teaching ladder.
    pub must_use: Vec<&'static str>,
    /// The strategies, by slug, between which the hardest of its solve by the teaching ladder must be: the easiest and
    /// the hardest that it may be, in the order of the ladder.
    pub hardest_is: Option<[&'static str; 2]>,
    /// Strategies, by slug, that its solve by the teaching ladder must do without.
    pub avoid: Vec<&'static str>,
    /// A puzzle to start from.
    pub start: Option<Puzzle>,
    /// Puzzles of which a method that needs one to start from may take any, where [none](Brief::start) is given.
    pub starts: Arc<[Puzzle]>,
    /// The seed of metrics that draw at random.
    pub rating_seed: u64,
    /// What was said of the options of metrics.
    pub settings: Settings,
    /// How to end attempts before their time.
    pub stop: Stop,
}

impl Default for Brief {
    fn default() -> Brief {
        Brief {
            target: None,
            symmetry: Wanted::Whatever,
            givens: Brief::ANY_GIVENS,
            minimal: false,
            pattern: None,
            solution: None,
            must_use: Vec::new(),
            hardest_is: None,
            avoid: Vec::new(),
            start: None,
            starts: Arc::default(),
            rating_seed: 0,
            settings: Settings::default(),
            stop: Stop::default(),
        }
    }
}

/// Which symmetry the pattern of givens is to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// None is asked for; there may be one by chance.
    #[default]
    Whatever,
    /// Any of them, each puzzle its own.
    Any,
    /// This one.
    This(Symmetry),
}

impl Wanted {
    /// What can be asked for: the name, what it is in a few words, and what it means. Every symmetry is among it.
    pub const NAMED: [(&'static str, &'static str, Wanted); Symmetry::ALL.len() + 2] = {
        let none = ("none", "whatever comes", Wanted::Whatever);
        let mut named = [none; Symmetry::ALL.len() + 2];
        let mut at = 0;
        while at < Symmetry::ALL.len() {
            let symmetry = Symmetry::ALL[at];
            named[at + 1] = (symmetry.slug(), symmetry.about(), Wanted::This(symmetry));
            at += 1;
        }
        named[at + 1] = ("any", "any of these, each puzzle its own", Wanted::Any);
        named
    };

    /// What else some of them are called, and what they are called here: as [`Symmetry::slug`] has it.
    pub const OTHERWISE: [(&'static str, &'static str); 5] = [
        ("rotational", "half-turn"),
        ("quarter", "quarter-turn"),
        ("horizontal", "left-right"),
        ("vertical", "top-bottom"),
        ("anti-diagonal", "antidiagonal"),
    ];

    /// What is asked for by this name, or by another that it has, in whatever case.
    ///
    /// ```
    /// use piste::generate::Wanted;
    /// use piste_core::symmetry::Symmetry;
    ///
    /// let half_turn = Wanted::This(Symmetry::HalfTurn);
    /// assert_eq!(["rotational", "half-turn", "Half turn"].map(Wanted::named), [Some(half_turn); 3]);
    /// assert_eq!(Wanted::named("round"), None);
    /// ```
    pub fn named(name: &str) -> Option<Wanted> {
        let name = name.to_ascii_lowercase().replace(' ', "-");
        let other = Wanted::OTHERWISE.iter().find(|(known, _)| *known == name);
        let name = other.map_or(name.as_str(), |(_, name)| *name);
        Wanted::NAMED.iter().find(|(known, ..)| *known == name).map(|(.., wanted)| *wanted)
    }

    /// Whether a pattern is what is wanted.
    pub fn is_of(self, pattern: Pattern) -> bool {
        match self {
            Wanted::Whatever => true,
            Wanted::Any => Symmetry::of(pattern).next().is_some(),
            Wanted::This(symmetry) => symmetry.is_of(pattern),
        }
    }
}

/// Where givens stand: all of these cells and no others.
pub type Pattern = CellSet;

/// How attempts find out that they should give up: by asking whoever wants the puzzle, and where
/// work is limited, by counting it.
///
/// The library has no clock of its own; whoever asks for puzzles may have one. What depends on a
/// clock is another thing every time, so whoever wants the same answer again limits the work.
#[derive(Clone, Default)]
pub struct Stop {
    asked: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
    meter: Option<Arc<Meter>>,
}

/// Counts the work of what it was handed to.
#[derive(Debug)]
struct Meter {
    limit: u64,
    spent: AtomicU64,
}

impl Stop {
    /// As soon as this says so. It is asked often, and should be quick.
    pub fn when(asked: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop { asked: Some(Arc::new(asked)), meter: None }
    }

    /// The same that also says so when more work than this is spent. Every time that somebody
    /// asks is a unit of work; to begin an attempt and to rate a puzzle are some more. The count
    /// begins at 0.
    ///
    /// ```
    /// use piste::generate::Stop;
    ///
    /// let stop = Stop::default().after(2);
    /// assert_eq!([stop.is_asked(), stop.is_asked(), stop.is_asked()], [false, false, true]);
    /// assert_eq!(stop.spent(), 3);
    /// ```
    #[must_use]
    pub fn after(&self, limit: u64) -> Stop {
        let meter = Meter { limit, spent: AtomicU64::new(0) };
        Stop { asked: self.asked.clone(), meter: Some(Arc::new(meter)) }
    }

    /// Whether attempts should give up.
    pub fn is_asked(&self) -> bool {
        self.spend(1) || self.asked.as_ref().is_some_and(|asked| asked())
    }

    /// How much work was spent so far; 0 where nobody counts.
    pub fn spent(&self) -> u64 {
        self.meter.as_ref().map_or(0, |meter| meter.spent.load(Ordering::Relaxed))
    }

    /// Spends this much, and says whether that is too much.
    pub(super) fn spend(&self, work: u64) -> bool {
        self.meter.as_ref().is_some_and(|meter| {
            meter.spent.fetch_add(work, Ordering::Relaxed).saturating_add(work) > meter.limit
        })
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_asked = self.asked.as_ref().is_some_and(|asked| asked());
        f.debug_struct("Stop").field("asked", &is_asked).field("meter", &self.meter).finish()
    }
}

/// The work of an attempt, and of rating or climbing a puzzle, beside what is asked on the way. A
/// unit is some microseconds by whatever method, as near as whole numbers of this size come to it.
pub(super) const ATTEMPT: u64 = 20;
pub(super) const RATING: u64 = 25;

/// A puzzle that is what the brief wants.
#[derive(Clone, Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The ratings that had to be known to see that it is on target, those that are whole: by the
    /// brief's [workup](Brief::workup), so that nobody need ask for them again.
    pub ratings: Vec<Rating>,
}

/// Why a puzzle, or an attempt at one, is not what the brief wants.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Miss {
    /// There is no puzzle.
    GaveUp(GaveUp),
    /// It has so many givens.
    Givens(usize),
    /// Its pattern does not have the symmetry.
    Symmetry,
    /// This many givens could be left out.
    NotMinimal(usize),
    /// Its givens stand elsewhere.
    Pattern,
    /// It has another solution.
    Solution,
    /// It does not have exactly one solution: a defect of the method.
    NotUnique,
    /// It can be solved without this strategy, or cannot be solved by hand at all.
    Unneeded(&'static str),
    /// Its hardest strategy is another one.
    Hardest(Option<&'static str>),
    /// It needs this strategy, which was to be avoided.
    Needs(&'static str),
    /// Its ratings are off target, by so much.
    Target {
        /// How far off: see [`Condition::distance`].
        distance: f64,
        /// What it has instead, in the columns of the target.
        values: Vec<(Column, Option<Value>)>,
    },
}

impl Miss {
    /// The part of the brief that is missed; nothing where there is no puzzle to speak of.
    pub fn part(&self) -> Option<Part> {
        match self {
            Miss::GaveUp(_) | Miss::NotUnique => None,
            Miss::Givens(_) => Some(Part::Givens),
            Miss::Symmetry => Some(Part::Symmetry),
            Miss::NotMinimal(_) => Some(Part::Minimal),
            Miss::Pattern => Some(Part::Pattern),
            Miss::Solution => Some(Part::Solution),
            Miss::Unneeded(_) | Miss::Hardest(_) | Miss::Needs(_) => Some(Part::Strategies),
            Miss::Target { .. } => Some(Part::Target),
        }
    }
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Miss::GaveUp(gave_up) => write!(f, "{gave_up}"),
            Miss::Givens(count) => write!(f, "{count} givens"),
            Miss::Symmetry => write!(f, "the pattern of givens has another symmetry"),
            Miss::NotMinimal(count) => write!(f, "{count} givens could be left out"),
            Miss::Pattern => write!(f, "the givens stand elsewhere"),
            Miss::Solution => write!(f, "the solution is another one"),
            Miss::NotUnique => write!(f, "not exactly one solution"),
            Miss::Unneeded(slug) => write!(f, "{slug} is not needed"),
            Miss::Hardest(Some(slug)) => write!(f, "the hardest strategy is {slug}"),
            Miss::Hardest(None) => write!(f, "the teaching ladder does not solve it"),
            Miss::Needs(slug) => write!(f, "{slug} is used"),
            Miss::Target { values, .. } => {
                for (nth, (column, value)) in values.iter().enumerate() {
                    let comma = if nth == 0 { "" } else { ", " };
                    match value {
                        Some(value) => write!(f, "{comma}{column} {value}")?,
                        None => write!(f, "{comma}{column} unknown")?,
                    }
                }
                Ok(())
            }
        }
    }
}

impl Brief {
    /// As many givens as a puzzle can have: no fewer than 17 ever do.
    pub const ANY_GIVENS: RangeInclusive<usize> = 17..=80;

    /// Whether attempts are asked to give up.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// The workup of a puzzle by which it is rated.
    pub fn workup<'a>(&self, puzzle: &'a Puzzle) -> Workup<'a> {
        self.stop.spend(RATING);
        self.settings.apply(Workup::with_seed(puzzle, self.rating_seed))
    }

    /// Whether there is this for a method that needs it.
    pub fn has(&self, part: Part) -> bool {
        self.says(part) || part == Part::Start && !self.starts.is_empty()
    }

    /// The parts that a method must honour by construction, because trying again and again
    /// would not meet them.
    pub fn fixed(&self) -> Vec<Part> {
        use Part::{Minimal, Pattern, Solution, Start, Strategies, Symmetry};
        let parts = [Symmetry, Minimal, Pattern, Solution, Strategies, Start];
        parts.into_iter().filter(|part| self.says(*part)).collect()
    }

    /// Whether the brief says anything about this.
    pub fn says(&self, part: Part) -> bool {
        match part {
            Part::Target => self.target.is_some(),
            Part::Symmetry => self.symmetry != Wanted::Whatever,
            Part::Givens => self.givens != Brief::ANY_GIVENS,
            Part::Minimal => self.minimal,
            Part::Pattern => self.pattern.is_some(),
            Part::Solution => self.solution.is_some(),
            Part::Strategies => {
                !self.must_use.is_empty() || self.hardest_is.is_some() || !self.avoid.is_empty()
            }
            Part::Start => self.start.is_some(),
        }
    }

    /// Why no puzzle can be what the brief wants, where that can be seen at once.
    ///
    /// ```
    /// use piste::CellSet;
    /// use piste::generate::Brief;
    ///
    /// let brief = Brief { pattern: Some(CellSet::EMPTY), ..Brief::default() };
    /// assert!(brief.impossible().unwrap().contains("at least 17 givens"));
    /// ```
    pub fn impossible(&self) -> Option<Cow<'static, str>> {
        if let Some(target) = &self.target {
            if let Some(column) = target.at_odds() {
                return Some(
                    format!("no value of {column} meets all that the target asks of it").into(),
                );
            }
            if let Some((column, known)) = target.beyond_all() {
                return Some(format!("{column} is always {known}").into());
            }
        }
        self.at_odds().map(Into::into)
    }

    /// The same but for its target.
    fn at_odds(&self) -> Option<&'static str> {
        let only = self.hardest_is.filter(|[from, to]| from == to).map(|[slug, _]| slug);
        let mut wanted = self.must_use.iter().chain(&only);
        if wanted.any(|slug| self.avoid.contains(slug)) {
            return Some("a strategy cannot be both needed and avoided");
        }
        match Asked::by(self) {
            Err(_) => {
                return Some(
                    "a strategy that must be used is not on the teaching ladder, nor on the long one",
                );
            }
            Ok(asked) if asked.is_upside_down() => {
                return Some("the hardest strategy lies between two that are the other way round");
            }
            Ok(asked) if asked.is_above_the_hardest() => {
                return Some("a strategy that must be used is harder than the hardest may be");
            }
            Ok(asked) if asked.never().is_some() => return asked.never(),
            Ok(_) => {}
        }
        if let (Some(start), Some(solution)) = (&self.start, &self.solution)
            && start.solution() != solution
        {
            return Some("the puzzle to start from has another solution");
        }
        let pattern = self.pattern?;
        if let Some(why) = super::fill::hopeless(pattern) {
            return Some(why);
        }
        if !self.givens.contains(&pattern.len()) {
            return Some("the pattern has another number of givens");
        }
        if !self.symmetry.is_of(pattern) {
            return Some("the pattern does not have the symmetry");
        }
        let solution = self.solution?;
        let seen = Grid::from_fn(|cell| pattern.contains(cell).then(|| solution.get(cell)));
        let is_fixed = matches!(search::verdict(&seen), Verdict::One(_));
        (!is_fixed).then_some("the pattern does not fix the solution")
    }

    /// The symmetry that an attempt is to work to.
    pub fn symmetry_for(&self, rng: &mut Rng) -> Option<Symmetry> {
        match self.symmetry {
            Wanted::Whatever => None,
            Wanted::Any => rng.pick(&Symmetry::ALL).copied(),
            Wanted::This(symmetry) => Some(symmetry),
        }
    }

    /// The symmetry that an attempt is to work to which starts from this puzzle: where any
    /// will do, one that the puzzle has if it has one.
    pub(super) fn symmetry_like(&self, start: &Puzzle, rng: &mut Rng) -> Option<Symmetry> {
        let has: Vec<Symmetry> = Symmetry::of(start.grid().filled()).collect();
        match self.symmetry {
            Wanted::Any if !has.is_empty() => rng.pick(&has).copied(),
            _ => self.symmetry_for(rng),
        }
    }

    /// The full grid that an attempt is to start from: the one that is fixed, or a random one.
    pub fn solution_for(&self, rng: &mut Rng) -> Solution {
        self.solution.unwrap_or_else(|| super::full::random(rng))
    }

    /// Whether a puzzle is what the brief wants.
    pub fn check(&self, puzzle: Puzzle) -> Result<Made, Miss> {
        self.check_looks(&puzzle)?;
        match Engine::Links.verdict(puzzle.grid()) {
            Verdict::One(solution) if solution == *puzzle.solution() => {}
            _ => return Err(Miss::NotUnique),
        }
        let ratings = self.check_target(&puzzle)?;
        self.check_strategies(&puzzle)?;
        if self.minimal {
            let spare = puzzle.redundant().count();
            if spare > 0 {
                return Err(Miss::NotMinimal(spare));
            }
        }
        Ok(Made { puzzle, ratings })
    }

    /// Whether the givens stand where they should.
    pub(super) fn check_looks(&self, puzzle: &Puzzle) -> Result<(), Miss> {
        let pattern = puzzle.grid().filled();
        if !self.symmetry.is_of(pattern) {
            return Err(Miss::Symmetry);
        }
        if self.pattern.is_some_and(|wanted| wanted != pattern) {
            return Err(Miss::Pattern);
        }
        if !self.givens.contains(&pattern.len()) {
            return Err(Miss::Givens(pattern.len()));
        }
        if self.solution.is_some_and(|wanted| wanted != *puzzle.solution()) {
            return Err(Miss::Solution);
        }
        Ok(())
    }

    /// Whether the ratings are on target, and which ones that took. Once the attempt is told to
    /// stop, a rating that takes long is given up, and is then missing.
    pub(super) fn check_target(&self, puzzle: &Puzzle) -> Result<Vec<Rating>, Miss> {
        let Some(target) = &self.target else { return Ok(Vec::new()) };
        let enough = || self.is_stopped();
        let workup = || self.workup(puzzle).with_limit(&enough);
        if let Some(mut ratings) = target.ratings_where_it_holds(&workup().aiming_at(target)) {
            // One that was let off as soon as it was on target does not say what it is.
            ratings.retain(Rating::is_whole);
            return Ok(ratings);
        }
        let ratings = Selection::of(target.metrics()).rate(&workup());
        let values = target.columns().into_iter().map(|column| (column, ratings.value(column)));
        Err(Miss::Target {
            distance: target.distance(|column| ratings.value(column)),
            values: values.collect(),
        })
    }

    /// Whether the strategies that must be needed are, and the others are not.
    ///
    /// A strategy is needed if the teaching ladder up to it, but without it, does not solve
    /// the puzzle: somebody who knows nothing harder cannot do without.
    pub(super) fn check_strategies(&self, puzzle: &Puzzle) -> Result<(), Miss> {
        if !self.says(Part::Strategies) {
            return Ok(());
        }
        let asked = Asked::by(self).map_err(Miss::Unneeded)?;
        let whole = asked.whole(puzzle);
        if let Some(rung) = asked.unwanted(whole.used) {
            return Err(Miss::Needs(asked.slug(rung)));
        }
        if self.hardest_is.is_some() {
            let last = whole.used.last().filter(|_| whole.end.is_full());
            if !last.is_some_and(|rung| asked.may_be_hardest(rung)) {
                return Err(Miss::Hardest(last.map(|rung| asked.slug(rung))));
            }
        }
        match asked.unused(whole.used) {
            Some(rung) => Err(Miss::Unneeded(asked.slug(rung))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A puzzle that Sudoku Explainer needs chains for.
    fn hard() -> Puzzle {
        let grid: Grid =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
                .parse()
                .unwrap();
        Puzzle::prove(&grid).unwrap()
    }

    #[test]
    fn a_rating_is_given_up_once_the_attempt_is_told_to_stop() {
        let target: Condition = "se<5".parse().unwrap();
        let se = target.columns()[0];
        let found = |stop| {
            let brief = Brief { target: Some(target.clone()), stop, ..Brief::default() };
            match brief.check_target(&hard()) {
                Err(Miss::Target { values, .. }) => values,
                other => panic!("{other:?}"),
            }
        };
        assert!(matches!(found(Stop::default())[..], [(_, Some(_))]));
        assert_eq!(found(Stop::when(|| true)), [(se, None)]);
    }

    /// What is kept is what a fresh workup says; what was let off early is not kept.
    #[test]
    fn a_puzzle_keeps_the_ratings_it_was_checked_by() {
        let kept = |target: &str| {
            let brief = Brief { target: Some(target.parse().unwrap()), ..Brief::default() };
            let made = brief.check(hard()).unwrap();
            for rating in &made.ratings {
                let metric = crate::rating::metrics::by_slug(rating.metric.slug).unwrap();
                assert_eq!(*rating, metric.rate(&brief.workup(&made.puzzle)).unwrap());
            }
            made.ratings.iter().map(|rating| rating.metric.slug).collect::<Vec<_>>()
        };
        assert_eq!(kept("givens=23 and hsolve>0"), ["givens", "hsolve"]);
        assert_eq!(kept("se 5..11 and givens>1"), ["se", "givens"]);
        assert_eq!(kept("se>=5"), [""; 0]);
        assert_eq!(Brief::default().check(hard()).unwrap().ratings, []);
    }

    #[test]
    fn what_contradicts_itself_is_impossible() {
        let any = Brief::default();
        assert_eq!(any.impossible(), None);
        let between = |hardest_is, must_use: &[&'static str]| {
            let must_use = must_use.to_vec();
            Brief { hardest_is: Some(hardest_is), must_use, ..Brief::default() }.impossible()
        };
        let strategies = |slug, must_use: &[&'static str]| between([slug; 2], must_use);
        assert_eq!(between(["pointing", "x-wing"], &["naked-pair"]), None);
        let turned = between(["x-wing", "pointing"], &[]);
        assert!(turned.unwrap().contains("the other way round"));
        assert_eq!(strategies("x-wing", &["naked-pair", "x-wing"]), None);
        assert!(strategies("naked-pair", &["x-wing"]).unwrap().contains("harder than the hardest"));
        let letters = Brief { must_use: vec!["letters"], ..any.clone() };
        assert!(letters.impossible().unwrap().contains("not on the teaching ladder"));

        let target = "se ..1.5 and se 7..8".parse().unwrap();
        let at_odds = Brief { target: Some(target), ..any.clone() };
        let why = "no value of se.er meets all that the target asks of it";
        assert_eq!(at_odds.impossible().as_deref(), Some(why));
        let none = Brief { target: "givens = 10".parse().ok(), ..any.clone() };
        let why = "givens is always 17 to 81";
        assert_eq!(none.impossible().as_deref(), Some(why));

        let start = Some(hard());
        let from = |solution| {
            Brief { start, solution: Some(solution), ..any.clone() }.impossible().is_some()
        };
        assert!(!from(*hard().solution()));
        assert!(from(super::super::full::random(&mut Rng::new(1))));
    }
}
