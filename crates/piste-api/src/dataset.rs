//! `dataset`: puzzles with their solves as data for machines that learn to reason.
//!
//! An example is a puzzle with its solution, its exact ratings, and the solve by the teaching ladder: ordered steps,
//! each with the strategy, what it changes and why in words, and each held against the solution before it is
//! written down.
//!
//! # Numbers
//!
//! Examples are numbered, and the example of a number depends on the request and the number alone: it has a seed of
//! its own, drawn from that of the set, and takes the first attempt that meets its stage. So any part can be made again, on
//! any machine, and parts that were made apart fit together.
//!
//! # Stages
//!
//! A curriculum is a list of stages, from first to last: levels, or strategies that are the hardest
//! of the solve. Each has the same share of the numbers.
//!
//! # Splits
//!
//! Which side of a split a puzzle is on depends on its canonical form alone. So a puzzle and its disguises (turned, mirrored,
//! shuffled, renamed) are always on the same side, in this set and in every other one with the same shares.

use crate::check_steps::Truth;
use crate::json::{self, Named};
use crate::make::{self, Attempt, Order};
use crate::rating::Figure;
use crate::step::{candidates, outcome_name};
use crate::{Collection, Handle, Language, Wrong, rate};
use piste::logic::Ladder;
use piste_core::symmetry::canonical;
use piste_core::{Board, Grid, Puzzle, Rng, fnv1a};
use serde::{Deserialize, Serialize};

/// What is asked. The default asks for a thousand examples from easy to hard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// How many examples the whole set has.
    pub count: u64,
    /// The same seed gives the same set.
    #[serde(deserialize_with = "json::or_default")]
    pub seed: u64,
    /// The stages by level; easy, medium and hard if neither these nor strategies are named.
    #[serde(deserialize_with = "json::or_default")]
    pub levels: Vec<String>,
    /// Or the stages by strategy: the hardest of the solve.
    #[serde(deserialize_with = "json::or_default")]
    pub strategies: Vec<String>,
    /// The metrics that rate each puzzle; `se`, `minutes` and `givens` if none is named.
    #[serde(deserialize_with = "json::or_default")]
    pub metrics: Vec<String>,
    /// How many of a hundred classes of puzzles are for training, for validation and for the test.
    pub splits: [u8; 3],
    /// The language of the words by its code; English if none is named.
    pub language: Option<String>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            count: 1000,
            seed: 0,
            levels: Vec::new(),
            strategies: Vec::new(),
            metrics: Vec::new(),
            splits: [80, 10, 10],
            language: None,
        }
    }
}

/// One example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// Its number in the set, from 0.
    pub number: u64,
    /// The stage of the curriculum: a level or a strategy.
    pub stage: String,
    /// `train`, `validation` or `test`.
    pub split: String,
    /// The puzzle.
    pub puzzle: String,
    /// Its solution.
    pub solution: String,
    /// Its canonical form, which is that of all its disguises.
    pub class: String,
    /// The named level it is on.
    pub level: Option<String>,
    /// Its ratings, by column.
    pub ratings: Named<Option<Figure>>,
    /// How the solve ends: `solved`, or `stuck` where the ladder ends.
    pub outcome: String,
    /// The solve.
    pub steps: Vec<Step>,
    /// How it was made.
    pub method: String,
    /// The seed of the attempts.
    pub seed: u64,
    /// The number of the attempt.
    pub attempt: u64,
}

/// A step of an example: what [`check_steps`](crate::check_steps) judges, and the words for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The slug of the strategy.
    pub strategy: String,
    /// Digits to write: `r5c2=7`.
    pub placements: Vec<String>,
    /// Marks to erase: `r5c2<>7`.
    pub eliminations: Vec<String>,
    /// Why, in words.
    pub text: String,
}

/// A request found to make sense.
pub struct Plan {
    request: Request,
    stages: Vec<Stage>,
    rater: rate::Rater,
    language: Language,
}

struct Stage {
    name: String,
    order: Order,
}

/// Attempts at one example before it is given up: far more than any level takes.
const MOST_ATTEMPTS: u64 = 1_000_000;

/// Seeds that every reader of JSON can hold.
const SEEDS: u64 = 1 << 53;

impl Plan {
    /// Reads a request. Bands of targets are cut by this collection.
    pub fn read(request: &Request, collection: &dyn Collection) -> Result<Plan, Wrong> {
        if request.count == 0 {
            return Err(Wrong::bad("count", "expected a whole number, 1 or more"));
        }
        if request.splits.iter().map(|&share| u32::from(share)).sum::<u32>() != 100 {
            return Err(Wrong::bad(
                "splits",
                "expected three shares that make a hundred: 80/10/10",
            ));
        }
        let (levels, strategies) = (&request.levels, &request.strategies);
        if !levels.is_empty() && !strategies.is_empty() {
            return Err(Wrong::bad("strategies", "stages are levels or strategies, not both"));
        }
        let usual = ["easy", "medium", "hard"].map(str::to_owned);
        let levels = match (levels.as_slice(), strategies.as_slice()) {
            ([], []) => &usual[..],
            (levels, _) => levels,
        };
        let level =
            |slug: &String| make::Request { level: Some(slug.clone()), ..Default::default() };
        let hardest =
            |slug: &String| make::Request { hardest_is: Some(slug.clone()), ..Default::default() };
        let asked = levels.iter().map(|slug| (slug, level(slug)));
        let asked = asked.chain(strategies.iter().map(|slug| (slug, hardest(slug))));
        let stage = |(name, asked): (&String, make::Request)| {
            let order = Order::read::<Wrong>(&asked, 0, collection, make::no_starts)?;
            Ok(Stage { name: name.clone(), order })
        };
        let mut metrics = request.metrics.clone();
        if metrics.is_empty() {
            metrics = ["se", "minutes", "givens"].map(str::to_owned).into();
        }
        let asked_of = rate::Request { metrics, ..Default::default() };
        Ok(Plan {
            request: request.clone(),
            stages: asked.map(stage).collect::<Result<_, Wrong>>()?,
            rater: rate::Rater::read(&asked_of, collection, &crate::Unhurried)?,
            language: Language::named(request.language.as_deref())?,
        })
    }

    /// The names of the stages, from first to last.
    pub fn stages(&self) -> impl Iterator<Item = &str> {
        self.stages.iter().map(|stage| stage.name.as_str())
    }

    /// The example of this number.
    ///
    /// ```
    /// use piste_api::dataset::{Plan, Request};
    /// use piste_api::{NoCollection, Unhurried, check_steps, json};
    ///
    /// let request = Request { count: 3, seed: 7, ..Request::default() };
    /// let plan = Plan::read(&request, &NoCollection)?;
    /// let example = plan.example(1, &NoCollection, &Unhurried)?;
    /// assert_eq!((example.stage.as_str(), example.level.as_deref()), ("medium", Some("medium")));
    /// let steps: check_steps::Request = json::read(json::bare(&example).as_bytes())?;
    /// assert!(check_steps::answer(&steps, &Unhurried)?.good);
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    ///
    /// # Panics
    /// If a step is not true in the solution: a defect of a strategy, which is better known than hidden.
    pub fn example(
        &self,
        number: u64,
        collection: &dyn Collection,
        handle: &dyn Handle,
    ) -> Result<Example, Wrong> {
        if number >= self.request.count {
            let last = self.request.count - 1;
            return Err(Wrong::bad(
                "number",
                format!("there is no example {number}, only 0 to {last}"),
            ));
        }
        let count = self.stages.len() as u128;
        let at = u128::from(number) * count / u128::from(self.request.count);
        let stage = &self.stages[usize::try_from(at).unwrap_or_default()];
        let seed = Rng::for_item(self.request.seed, number).bits() % SEEDS;
        let order = Order { seed, ..stage.order.clone() };
        for attempt in 0..MOST_ATTEMPTS {
            if handle.is_cancelled() {
                return Err(Wrong::stopped());
            }
            let Attempt { came_to, .. } = order.attempt(attempt);
            if let Ok(made) = came_to {
                let rated =
                    self.rater.answer(&made.puzzle.grid().to_string(), collection, handle)?;
                let method = order.method.info().slug.to_owned();
                let example = self.told(&made.puzzle, &rated);
                let stage = stage.name.clone();
                return Ok(Example { number, stage, method, seed, attempt, ..example });
            }
        }
        let words = format!("{} has come to nothing in {MOST_ATTEMPTS} attempts", stage.name);
        Err(Wrong::bad("levels", words))
    }

    /// What is told of a puzzle, wherever it comes from.
    fn told(&self, puzzle: &Puzzle, rated: &rate::Answer) -> Example {
        let grid = puzzle.grid();
        let class = canonical(grid).grid;
        let truth = Truth::known(grid, puzzle.solution());
        let solve = Ladder::TEACHING.climb(&Board::from(grid));
        let mut board = Board::from(grid);
        let mut steps = Vec::new();
        for step in solve.steps() {
            let wrong = truth.against(&step.effect);
            assert!(wrong.is_none(), "{grid}: {} is not true: {wrong:?}", step.strategy.slug);
            steps.push(Step {
                strategy: step.strategy.slug.to_owned(),
                placements: candidates(step.effect.placements(), "="),
                eliminations: candidates(step.effect.eliminations(), "<>"),
                text: self.language.text(&step.message(&board)),
            });
            step.apply(&mut board);
        }
        Example {
            number: 0,
            stage: String::new(),
            split: split(&class, self.request.splits).to_owned(),
            puzzle: grid.to_string(),
            solution: puzzle.solution().to_string(),
            class: class.to_string(),
            level: rated.level.clone(),
            ratings: rated.columns().into_iter().collect(),
            outcome: outcome_name(solve.outcome()).to_owned(),
            steps,
            method: String::new(),
            seed: 0,
            attempt: 0,
        }
    }

    /// What there is to know about the set, for people: how it was made, what is in it, who may use it.
    pub fn card(&self) -> String {
        let Request { count, seed, splits: [train, validation, test], .. } = &self.request;
        let stages = self.stages().collect::<Vec<_>>().join(", ");
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "# Sudokus with their solves\n\n\
             - Examples: {count}, numbered from 0. Seed {seed}. Made by piste {version}; the same request and the same \
             version give the same bytes.\n\
             - Curriculum, in equal parts from first to last: {stages}.\n\
             - Splits: {train} % train, {validation} % validation, {test} % test, by the canonical form of the puzzle. \
             A puzzle and its disguises are on the same side, so no puzzle of one side can be recognised on another. \
             Two numbers may come to the same class; then both are on one side.\n\
             - Each puzzle was made from random digits, proved to have exactly one solution, and rated from its text. \
             Nothing was taken from anybody's collection.\n\
             - Each step was found by the strategy that it names on the board before it, and held against the \
             solution. `piste check-steps FILE` checks it again, and any other solve in the same form.\n\
             - Members: `number`, `stage`, `split`, `puzzle`, `solution`, `class` (canonical form), `level`, `ratings`, \
             `outcome`, `steps` (`strategy`, `placements`, `eliminations`, `text`), and how it was made: `method`, \
             `seed`, `attempt`.\n\
             - Not in it: how long people took (`minutes` is predicted), and other paths than the one of piste's \
             teaching ladder.\n\
             - Licence: the data are ours to give, and free: CC0 1.0.\n"
        )
    }
}

/// The side of a split that a class of puzzles is on.
fn split(class: &Grid, [train, validation, _]: [u8; 3]) -> &'static str {
    let place = fnv1a(class.to_string().bytes()) % 100;
    if place < u64::from(train) {
        "train"
    } else if place < u64::from(train) + u64::from(validation) {
        "validation"
    } else {
        "test"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoCollection;
    use piste_core::symmetry::Transformation;

    /// Whatever the disguise, the class and the side of the split are the same.
    #[test]
    fn no_disguise_changes_sides() {
        let request = Request { count: 30, seed: 3, ..Request::default() };
        let plan = Plan::read(&request, &NoCollection).unwrap();
        let mut sides = std::collections::BTreeSet::new();
        for number in 0..request.count {
            let example = plan.example(number, &NoCollection, &crate::Unhurried).unwrap();
            let grid: Grid = example.puzzle.parse().unwrap();
            for seed in 0..5 {
                let disguise = Transformation::random(&mut Rng::for_item(seed, number)).grid(&grid);
                let class = canonical(&disguise).grid;
                assert_eq!(class.to_string(), example.class);
                assert_eq!(split(&class, request.splits), example.split);
            }
            sides.insert(example.split);
        }
        assert!(sides.len() > 1, "all on one side: {sides:?}");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let wrong =
            |request: Request| Plan::read(&request, &NoCollection).err().unwrap().to_string();
        let splits = wrong(Request { splits: [80, 10, 9], ..Request::default() });
        assert_eq!(splits, "splits: expected three shares that make a hundred: 80/10/10");
        let level = wrong(Request { levels: vec!["mad".to_owned()], ..Request::default() });
        assert!(level.starts_with("level: there is no level mad"), "{level}");
    }
}
