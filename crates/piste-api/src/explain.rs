//! `explain`: the whole solve, step by step, each with its reason and what there is to draw.
//!
//! A puzzle is climbed with a ladder of strategies; or told as the path of Sudoku Explainer,
//! where every step has a price; or told as one of the paper-and-pencil methods of the colour
//! scale, act by act. All three are one [`Solve`], and a [`Story`] is what is told of it.

use crate::json;
use crate::pencil::UNDECIDED;
use crate::position::{Position, Unclear};
use crate::shaped::{self, Known};
use crate::shapes::{self, Guesses};
use crate::step::{Act, Step, outcome_name};
use crate::{Code, Handle, Language, Standing, Verdict, Wrong, ladders, pencil};
use piste::logic::words::phrases;
use piste::logic::{Deed, Ladder, Message, Method, Mistake, Outcome, Solve, Turn};
use piste::rating::limit_reached;
use piste::rating::se::{Options, Path};
use piste::sat::{End, Pencil, PencilSolve};
use piste_core::search::Clues;
use piste_core::space::{Classic, Large, SetOf, Space};
use piste_core::text::line;
use piste_core::{AnyClues, AnyGrid, AnyPuzzle, Rng};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle or the board, in any form.
    pub puzzle: String,
    /// The ladder by slug; the usual one if none is named.
    #[serde(default)]
    pub ladder: Option<String>,
    /// A method by slug, instead of a ladder.
    #[serde(default)]
    pub method: Option<String>,
    /// Whether strategies may rely on the solution being the only one.
    #[serde(default = "yes", deserialize_with = "json::or_true")]
    pub uniqueness: bool,
    /// Tell so many steps and no more.
    #[serde(default)]
    pub upto: Option<usize>,
    /// Tell this step alone, counted from 1.
    #[serde(default)]
    pub step: Option<usize>,
    /// The seed for ladders that pick at random.
    #[serde(default, deserialize_with = "json::or_default")]
    pub seed: u64,
    /// The shape of the board, `9x9+x`; the one that the text tells if it is not said, or is `any`.
    #[serde(default)]
    pub shape: Option<String>,
    /// How many guesses the black method may take, and the proof that a board of another shape is a
    /// puzzle.
    #[serde(default)]
    pub guesses: Option<u64>,
    /// How much work the path of Sudoku Explainer may take; as much as it takes if it is not said.
    #[serde(default)]
    pub work: Option<u64>,
    /// The language by its code; English if none is named.
    #[serde(default)]
    pub language: Option<String>,
}

fn yes() -> bool {
    true
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzle, and whether it is one.
    #[serde(flatten)]
    pub standing: Standing,
    /// Its solution.
    pub solution: Option<String>,
    /// The ladder that was climbed.
    pub ladder: Option<String>,
    /// Or the method that was followed.
    pub method: Option<String>,
    /// How it ends, told to its end or not: `solved`, `stuck`, `contradiction`, or `undecided` if
    /// a limit was reached.
    pub outcome: Option<String>,
    /// How many steps, or acts, there are in all.
    pub total: usize,
    /// How many cells are open at the end.
    pub left: Option<usize>,
    /// The steps on the ladder.
    pub steps: Vec<Step>,
    /// The acts of the method.
    pub acts: Vec<Act>,
}

/// What a story follows.
#[derive(Clone, Debug)]
pub enum By {
    /// A ladder of strategies.
    Ladder(Ladder<'static>),
    /// A paper-and-pencil method that strategies stand for, and what it is called.
    Method(Method, &'static str),
    /// Another one, and how many guesses it may take.
    Pencil(Pencil, u64),
    /// Sudoku Explainer's own rules.
    SudokuExplainer {
        /// Whether techniques may rely on the solution being the only one.
        uniqueness: bool,
        /// How much work it may take.
        work: u64,
    },
}

/// The methods by name that strategies stand for.
const METHODS: [&str; 2] = ["green", "blue"];

impl By {
    /// What a request asks to follow.
    pub fn read(request: &Request) -> Result<By, Wrong> {
        if let Some(slug) = &request.method {
            if request.ladder.is_some() {
                return Err(Wrong::bad("method", "a ladder or a method, not both"));
            }
            let known = METHODS.into_iter().find(|known| known == slug);
            let found = known.and_then(|known| Some(By::Method(Method::by_slug(known)?, known)));
            let guesses = request.guesses.unwrap_or(pencil::GUESSES);
            let found = found.or_else(|| Some(By::Pencil(pencil::named(slug)?, guesses)));
            return found.ok_or_else(|| Wrong::bad("method", format!("there is no method {slug}")));
        }
        if request.ladder.as_deref() == Some(ladders::SE) {
            let work = request.work.unwrap_or(u64::MAX);
            return Ok(By::SudokuExplainer { uniqueness: request.uniqueness, work });
        }
        let ladder = ladders::named(request.ladder.as_deref())?;
        let ladder = if request.uniqueness { ladder } else { ladder.without_uniqueness() };
        Ok(By::Ladder(ladder))
    }
}

impl By {
    /// What one thing to tell is called: `step` or, so as not to be mixed up with the numbers
    /// of the paper, `act`.
    pub fn unit(&self) -> &'static str {
        match self {
            By::Ladder(_) | By::SudokuExplainer { .. } => "step",
            By::Method(..) | By::Pencil(..) => "act",
        }
    }
}

/// A solve, and what is told of it.
#[derive(Clone, Debug)]
pub struct Story<S: Space = Classic> {
    /// The whole solve, told to its end or not.
    pub solve: Solve<S>,
    /// The number of the first turn that is told.
    first: usize,
    /// The number of the last turn that may be told.
    last: usize,
}

impl Story {
    /// Solves a position, of which the first `upto` turns are to be told; nothing if what is
    /// followed is no matter of steps but of [acts](Answer::of_walk). Whoever waits can call it off. Where the path of
    /// Sudoku Explainer takes more work than it may, its steps until then are told.
    pub fn of(
        position: &Position,
        by: &By,
        rng: &mut Rng,
        upto: usize,
        handle: &dyn Handle,
    ) -> Result<Option<Story>, Wrong> {
        let start = &position.board;
        let mut is_called_off = false;
        let mut is_over = || {
            is_called_off = is_called_off || handle.is_cancelled();
            is_called_off
        };
        let solve = match by {
            By::Ladder(ladder) => position.allowed(ladder).climb_with(start, rng, &mut is_over),
            By::Method(method, _) => method.solve(start),
            By::Pencil(..) => return Ok(None),
            By::SudokuExplainer { uniqueness, work } => {
                let uniqueness = *uniqueness && position.is_unique;
                let options = Options { uniqueness, ..Options::default() };
                let mut left = *work;
                let mut enough = || {
                    let is_spent = left == 0;
                    left = left.saturating_sub(1);
                    is_over() || is_spent
                };
                Path::with(start, options, &mut enough).solve()
            }
        };
        if is_called_off {
            return Err(Wrong::stopped());
        }
        Ok(Some(Story { solve, first: 1, last: upto }))
    }
}

impl Story<Large> {
    /// Solves a puzzle of another shape by what is known on every shape, of which the first `upto`
    /// turns are to be told.
    pub fn of_board(
        puzzle: &AnyPuzzle,
        known: Known,
        upto: usize,
        handle: &dyn Handle,
    ) -> Result<Story<Large>, Wrong> {
        Ok(Story { solve: shaped::climbed(puzzle, known, handle)?, first: 1, last: upto })
    }
}

impl<S: Space> Story<S> {
    /// What is told, turn by turn.
    pub fn turns(&self) -> impl Iterator<Item = Turn<'_, S>> {
        self.solve.turns().take(self.last).skip(self.first - 1)
    }

    /// How many turns there would be to tell without a limit.
    pub fn total(&self) -> usize {
        self.solve.turn_count()
    }

    /// How many turns are told.
    pub fn told(&self) -> usize {
        self.total().min(self.last).saturating_sub(self.first - 1)
    }

    /// Whether there is more than is told.
    pub fn is_cut(&self) -> bool {
        self.told() < self.total()
    }

    /// Without what comes before the turn of this number, counted from 1.
    #[must_use]
    pub fn beginning_with(self, number: usize) -> Story<S> {
        Story { first: number.max(1), ..self }
    }
}

/// Answers a request.
///
/// ```
/// use piste_api::{Unhurried, explain, json};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let body = format!(r#"{{"puzzle":"{puzzle}","ladder":"singles","upto":2}}"#);
/// let answer = explain::answer(&json::read(body.as_bytes())?, &Unhurried)?;
/// assert_eq!((answer.steps.len(), answer.total), (2, 51));
/// assert_eq!(answer.outcome.as_deref(), Some("solved"));
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(request: &Request, handle: &dyn Handle) -> Result<Answer, Wrong> {
    let by = By::read(request)?;
    let language = Language::named(request.language.as_deref())?;
    if request.step == Some(0) || (request.step.is_some() && request.upto.is_some()) {
        return Err(Wrong::bad("step", "expected a number from 1 on, and no `upto`"));
    }
    if request.upto == Some(0) {
        return Err(Wrong::bad("upto", "expected a number from 1 on"));
    }
    let sheet = shapes::sheet("puzzle", &request.puzzle, request.shape.as_deref())?;
    let clues = match &sheet.clues {
        AnyClues::Classic(clues) => clues,
        AnyClues::Other(grid) => return on_board(request, &by, grid, language, handle),
    };
    let position = match Position::of(clues, sheet.position.as_deref(), None) {
        Ok(position) => position,
        Err(unclear) => return Answer::unclear(clues, &unclear),
    };
    if let Some(problem) = mistakes(&position, language) {
        return Ok(Answer::refused(clues, Verdict::Unique, problem));
    }
    let mut rng = Rng::for_item(request.seed, 0);
    let upto = request.upto.or(request.step).unwrap_or(usize::MAX);
    if let By::Pencil(method, guesses) = by {
        if request.step.is_some() {
            return Err(no_single_act());
        }
        let walk = Walk::of(&position, method, guesses, handle)?;
        let solution = Some(position.solution.to_string());
        let standing = Standing::proper(clues);
        return Ok(Answer::of_walk(standing, solution, &walk, upto, language));
    }
    let Some(mut story) = Story::of(&position, &by, &mut rng, upto, handle)? else {
        return Err(Wrong::bad("method", "there is nothing to tell by it"));
    };
    if let Some(number) = request.step {
        if number > story.total() {
            let problem = no_such_step(by.unit(), number, story.total());
            return Ok(Answer::refused(clues, Verdict::Unique, problem));
        }
        story = story.beginning_with(number);
    }
    Ok(Answer::of(clues, &position, &by, &story, language))
}

/// What is told of a board of another shape than the classic one.
#[derive(Clone, Debug)]
pub enum Tale {
    /// The steps of a ladder: the puzzle, what is known on its shape, and the story.
    Steps(Box<AnyPuzzle>, Known, Box<Story<Large>>),
    /// The acts of a method.
    Acts(Walk),
    /// Nothing: how the board stands says why.
    Nothing(Standing),
}

impl Tale {
    /// Proves that a board is a puzzle, and solves it: of steps the first `upto` are to be told. The black
    /// method may take long, and can be called off.
    ///
    /// ```
    /// use piste_api::explain::{By, Tale};
    /// use piste_api::{Unhurried, json, shapes::Guesses};
    /// use piste_core::AnyGrid;
    ///
    /// let values = vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4];
    /// let grid = AnyGrid::new(&"4x4".parse().unwrap(), values).unwrap();
    /// let by = By::read(&json::read(br#"{"puzzle":"","method":"red"}"#)?)?;
    /// let tale = Tale::of(&grid, &by, Guesses::asked(None), usize::MAX, &Unhurried)?;
    /// assert!(matches!(tale, Tale::Acts(_)));
    /// let by = By::read(&json::read(br#"{"puzzle":"","ladder":"se"}"#)?)?;
    /// let tale = Tale::of(&grid, &by, Guesses::asked(None), usize::MAX, &Unhurried)?;
    /// let Tale::Nothing(standing) = tale else { panic!("{tale:?}") };
    /// assert!(standing.problem.unwrap().contains("se is for the classic 9×9"));
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    pub fn of(
        grid: &AnyGrid,
        by: &By,
        guesses: Guesses,
        upto: usize,
        handle: &dyn Handle,
    ) -> Result<Tale, Wrong> {
        let by_hand = match by {
            By::Ladder(_) | By::SudokuExplainer { .. } => None,
            By::Method(_, slug) => pencil::named(slug).map(|method| (method, guesses.most)),
            By::Pencil(method, most) => Some((*method, *most)),
        };
        let known = match (by_hand, by) {
            (Some(_), _) if pencil::fits(grid.shape()) => Ok(Known::USUAL),
            (Some(_), _) => Err(pencil::no_method(grid.shape())),
            (None, By::Ladder(ladder)) => {
                Known::of(ladder).ok_or_else(|| shaped::no_ladder(ladder.slug))
            }
            (None, _) => Err(shaped::no_ladder(ladders::SE)),
        };
        let (puzzle, known) = match shaped::proved(grid, guesses, known) {
            Ok(found) => found,
            Err(standing) => return Ok(Tale::Nothing(standing)),
        };
        Ok(match by_hand {
            Some((method, guesses)) => {
                let all = |_| u32::MAX;
                let solve = pencil::walked_from(grid, method, guesses, all, handle)?;
                Tale::Acts(Walk { method, guesses, start: grid.clone(), solve })
            }
            None => {
                let story = Story::of_board(&puzzle, known, upto, handle)?;
                Tale::Steps(Box::new(puzzle), known, Box::new(story))
            }
        })
    }
}

/// A solve by a method by hand, with where it began.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The method.
    pub method: Pencil,
    /// How many guesses it may take.
    pub guesses: u64,
    /// The board that it begins with.
    pub start: AnyGrid,
    /// Its acts, and how they end.
    pub solve: PencilSolve,
}

impl Walk {
    /// A method carried out on a position of 9×9. The black one is given up after so many guesses.
    pub fn of(
        position: &Position,
        method: Pencil,
        guesses: u64,
        handle: &dyn Handle,
    ) -> Result<Walk, Wrong> {
        let (start, solve) = pencil::walked(position, method, guesses, handle)?;
        Ok(Walk { method, guesses, start, solve })
    }
}

/// The answer about a board of another shape.
fn on_board(
    request: &Request,
    by: &By,
    grid: &AnyGrid,
    language: Language,
    handle: &dyn Handle,
) -> Result<Answer, Wrong> {
    let upto = request.upto.or(request.step).unwrap_or(usize::MAX);
    let mut tale = Tale::of(grid, by, Guesses::asked(request.guesses), upto, handle)?;
    match (&mut tale, request.step) {
        (_, None) | (Tale::Nothing(_), _) => {}
        (Tale::Acts(_), Some(_)) => return Err(no_single_act()),
        (Tale::Steps(_, _, story), Some(number)) if number > story.total() => {
            let problem = Some(no_such_step(by.unit(), number, story.total()));
            return Ok(Answer::none(Standing::of_board(grid, Verdict::Unique, problem)));
        }
        (Tale::Steps(_, _, story), Some(number)) => story.first = number,
    }
    Ok(match tale {
        Tale::Nothing(standing) => Answer::none(standing),
        Tale::Steps(puzzle, known, story) => Answer::of_board(&puzzle, known, &story, language),
        Tale::Acts(walk) => {
            let standing = Standing::of_board(grid, Verdict::Unique, None);
            Answer::of_walk(standing, None, &walk, upto, language)
        }
    })
}

fn no_single_act() -> Wrong {
    Wrong::bad("step", "for steps of a ladder, not for acts of this method")
}

fn no_such_step(unit: &str, number: usize, total: usize) -> String {
    let s = if total == 1 { "" } else { "s" };
    format!("there is no {unit} {number}: it is solved in {total} {unit}{s}")
}

/// What is wrong on a board already, in a sentence: nothing can be explained from there.
pub fn mistakes(position: &Position, language: Language) -> Option<String> {
    let mistakes = position.mistakes();
    let told: Vec<Message> = mistakes.iter().map(Mistake::message).collect();
    (!told.is_empty()).then(|| language.text(&phrases::list(told)))
}

impl Answer {
    /// A story as data.
    pub fn of(
        clues: &Clues,
        position: &Position,
        by: &By,
        story: &Story,
        language: Language,
    ) -> Answer {
        let (ladder, method) = match by {
            By::Ladder(ladder) => (Some(ladder.slug), None),
            By::SudokuExplainer { .. } => (Some(ladders::SE), None),
            By::Method(_, slug) => (None, Some(*slug)),
            By::Pencil(method, _) => (None, Some(method.name())),
        };
        let (outcome, problem) = match (story.solve.outcome(), by) {
            (Outcome::Stopped, By::SudokuExplainer { work, .. }) => {
                (UNDECIDED, Some(limit_reached(*work, "units of work")))
            }
            (outcome, _) => (outcome_name(outcome), None),
        };
        Answer {
            standing: Standing { problem, ..Standing::proper(clues) },
            solution: Some(position.solution.to_string()),
            ladder: ladder.map(str::to_owned),
            method: method.map(str::to_owned),
            outcome: Some(outcome.to_owned()),
            ..Answer::told(story, language)
        }
    }

    /// A story of a board of another shape as data, by whom this is known.
    pub fn of_board(
        puzzle: &AnyPuzzle,
        known: Known,
        story: &Story<Large>,
        language: Language,
    ) -> Answer {
        Answer {
            standing: Standing::of_board(puzzle.grid(), Verdict::Unique, None),
            solution: Some(puzzle.solution().to_string()),
            ladder: Some(known.slug().to_owned()),
            outcome: Some(outcome_name(story.solve.outcome()).to_owned()),
            ..Answer::told(story, language)
        }
    }

    /// What is told, turn by turn, and how much there is; nothing about whose story it is.
    fn told<S: Space>(story: &Story<S>, language: Language) -> Answer {
        let (mut steps, mut acts) = (Vec::new(), Vec::new());
        let mut room = None;
        for Turn { number, board, deed } in story.turns() {
            match deed {
                Deed::Step(step, price) => {
                    let told = Step::in_turn(number, &board, step, &mut room, language);
                    steps.push(match price {
                        Some(tenths) => told.rated(tenths),
                        None => told,
                    });
                }
                Deed::Act(act, of) => acts.push(Act::new(number, &board, (act, of), language)),
            }
        }
        let none = Standing {
            puzzle: String::new(),
            boxes: None,
            shape: None,
            verdict: Verdict::Unique,
            problem: None,
        };
        let left = Some(story.solve.end().open().len());
        Answer { total: story.total(), left, steps, acts, ..Answer::none(none) }
    }

    /// A walk by a method as data, with its first `upto` acts.
    pub fn of_walk(
        standing: Standing,
        solution: Option<String>,
        walk: &Walk,
        upto: usize,
        language: Language,
    ) -> Answer {
        let Walk { method, guesses, start, solve } = walk;
        let is_given_up = solve.end == End::GaveUp;
        let problem = is_given_up.then(|| limit_reached(*guesses, "guesses"));
        let standing = Standing { problem: standing.problem.or(problem), ..standing };
        Answer {
            standing,
            solution,
            ladder: None,
            method: Some(method.name().to_owned()),
            outcome: Some(pencil::end_name(solve.end).to_owned()),
            total: solve.acts.len(),
            left: Some(pencil::open(&solve.board)),
            steps: Vec::new(),
            acts: pencil::acts(start, solve, upto, language),
        }
    }

    /// Nothing can be told about these clues, and why.
    pub fn refused(clues: &Clues, verdict: Verdict, problem: String) -> Answer {
        let puzzle = line::print(clues);
        Answer::none(Standing { puzzle, boxes: None, shape: None, verdict, problem: Some(problem) })
    }

    /// Nothing can be told about what stands like this.
    pub fn none(standing: Standing) -> Answer {
        Answer {
            standing,
            solution: None,
            ladder: None,
            method: None,
            outcome: None,
            total: 0,
            left: None,
            steps: Vec::new(),
            acts: Vec::new(),
        }
    }

    /// It cannot be said what a board must come to.
    fn unclear(clues: &Clues, unclear: &Unclear) -> Result<Answer, Wrong> {
        match unclear {
            Unclear::NotAPuzzle(why) => {
                Ok(Answer::refused(clues, Verdict::from(why), why.to_string()))
            }
            Unclear::Altered { cell, .. } => {
                Err(Wrong::new(Code::BadPuzzle, unclear.to_string()).at(cell.to_string()))
            }
        }
    }
}
