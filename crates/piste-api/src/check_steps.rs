//! `check-steps`: is a solve, ours or anybody's, true, and does it follow by what it says?
//!
//! A solve is a list of steps, each with the strategy it names, the digits it writes and the marks it erases. Two
//! questions are asked of every step, on the board that the steps before it lead to:
//!
//! - **Is it true?** A digit must stand there in every solution of the puzzle, a mark that is erased in none. This is
//!   answered by search alone, and has nothing to do with strategies.
//! - **Is it justified?** The strategy that is named must find, on this board, an instance which does all that the
//!   step does. It may do more: who erases less than they could is no less right.
//!
//! The answer names the first step that is not true and the first that is not justified. A step that is true but not
//! justified is taken, and the next is judged after it: models often get to the right digit by the wrong name. What
//! comes after a step that is not true cannot be judged, since no board leads there.
//!
//! The answers of `explain` can be handed in as they are; members that nobody asks for here are passed over.

use crate::step::change;
use crate::text::givens;
use crate::{Handle, Standing, Verdict, Wrong};
use piste::logic::{Effect, Ladder, Scene, Sink, Strategy, strategies};
use piste_core::search::{self, Clues};
use piste_core::{Board, Candidate, CandidateSet, Cell, Digit, Grid, NotAPuzzle, Solution};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The puzzle, in any form.
    pub puzzle: String,
    /// The steps, in their order.
    pub steps: Vec<Claim>,
}

/// A step that somebody says one can take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Claim {
    /// The slug of the strategy.
    pub strategy: String,
    /// Digits to write: `r5c2=7`.
    pub placements: Vec<String>,
    /// Marks to erase: `r5c2<>7`.
    pub eliminations: Vec<String>,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzle, and how many solutions it has.
    #[serde(flatten)]
    pub standing: Standing,
    /// How many steps there are.
    pub steps: usize,
    /// How many of them were judged: all, unless one of them cannot be read or is not true.
    pub judged: usize,
    /// Whether every step is true and justified.
    pub good: bool,
    /// Whether the board is full behind the last step.
    pub solved: bool,
    /// The first step that is not true in every solution.
    pub untrue: Option<Fault>,
    /// The first step that the strategy it names does not justify.
    pub unjustified: Option<Fault>,
}

/// What is wrong with a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Which step, from 1.
    pub step: usize,
    /// The strategy that it names.
    pub strategy: String,
    /// What it does.
    pub change: String,
    /// Why that is wrong, in a sentence.
    pub why: String,
}

/// Answers a request.
///
/// ```
/// use piste_api::{check_steps, explain, json};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let body = format!(r#"{{"puzzle":"{puzzle}"}}"#);
/// let told = explain::answer(&json::read(body.as_bytes())?, &piste_api::Unhurried)?;
/// let request: check_steps::Request = json::read(json::write(&told).as_bytes())?;
/// assert!(check_steps::answer(&request, &piste_api::Unhurried)?.good);
///
/// let mut wrong = request.clone();
/// wrong.steps[4].placements = vec!["r1c3=9".to_owned()];
/// let answer = check_steps::answer(&wrong, &piste_api::Unhurried)?;
/// assert_eq!(answer.untrue.unwrap().why, "r1c3 is 4 in the solution");
/// # Ok::<(), piste_api::Wrong>(())
/// ```
///
/// Whoever waits is asked before each step.
pub fn answer(request: &Request, handle: &dyn Handle) -> Result<Answer, Wrong> {
    let grid = givens("puzzle", &request.puzzle)?;
    let truth = match Truth::of(&grid) {
        Ok(truth) => truth,
        Err(standing) => return Ok(Answer::none(standing, request.steps.len())),
    };
    let mut answer = Answer::none(truth.standing(), request.steps.len());
    let mut board = Board::from(&grid);
    for (at, claim) in request.steps.iter().enumerate() {
        if handle.is_cancelled() {
            return Err(Wrong::stopped());
        }
        let fault = |why: String| Some(Fault::of(at + 1, claim, why));
        let effect = match claim.effect() {
            Ok(effect) => effect,
            Err(why) => {
                answer.unjustified = answer.unjustified.or_else(|| fault(why));
                break;
            }
        };
        answer.judged += 1;
        let fresh = fresh(&board, &effect);
        if answer.unjustified.is_none()
            && let Err(why) = justified(&board, &claim.strategy, &fresh, truth.is_unique())
        {
            answer.unjustified = fault(why);
        }
        if let Some(why) = truth.against(&effect) {
            answer.untrue = fault(why);
            break;
        }
        fresh.apply(&mut board);
    }
    answer.solved = board.is_full() && answer.untrue.is_none();
    answer.good = answer.untrue.is_none() && answer.unjustified.is_none();
    Ok(answer)
}

impl Answer {
    fn none(standing: Standing, steps: usize) -> Answer {
        Answer {
            standing,
            steps,
            judged: 0,
            good: false,
            solved: false,
            untrue: None,
            unjustified: None,
        }
    }
}

impl Fault {
    fn of(step: usize, claim: &Claim, why: String) -> Fault {
        let change = [claim.placements.as_slice(), &claim.eliminations].concat().join(" ");
        Fault { step, strategy: claim.strategy.clone(), change, why }
    }
}

impl Claim {
    /// What it does, or what of it cannot be read.
    fn effect(&self) -> Result<Effect, String> {
        let read = |texts: &[String], sign: &str| {
            let one = |text: &String| {
                candidate(text, sign)
                    .ok_or_else(|| format!("{text} cannot be read; expected r5c2{sign}7"))
            };
            texts.iter().map(one).collect::<Result<CandidateSet, String>>()
        };
        Ok(Effect::new(read(&self.placements, "=")?, read(&self.eliminations, "<>")?))
    }
}

/// Reads `r5c2=7`, with this sign between the cell and the digit.
fn candidate(text: &str, sign: &str) -> Option<Candidate> {
    let (cell, digit) = text.split_once(sign)?;
    let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
    let number = |text: &str| match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'1')),
        _ => None,
    };
    let cell = Cell::from_index(9 * number(row)? + number(column)?);
    Some(Candidate::new(cell, Digit::ALL[number(digit)?]))
}

/// What of an effect changes something on this board.
fn fresh(board: &Board, effect: &Effect) -> Effect {
    let is_open = |candidate: &Candidate| board.value(candidate.cell()).is_none();
    let placements = effect.placements().iter().filter(is_open).collect();
    let eliminations = effect.eliminations().iter().filter(|gone| board.has(*gone)).collect();
    Effect::new(placements, eliminations)
}

/// Whether the strategy of this slug finds all of this on the board; why it does not.
fn justified(board: &Board, slug: &str, effect: &Effect, is_unique: bool) -> Result<(), String> {
    if effect.is_empty() {
        return Err("it changes nothing on the board".to_owned());
    }
    if slug.is_empty() {
        return Err(format!("it names no strategy{}", follows(board, effect)));
    }
    let Some(strategy) = strategies::by_slug(slug) else {
        return Err(format!("there is no strategy {slug}{}", follows(board, effect)));
    };
    let info = strategy.info();
    if info.assumes_uniqueness && !is_unique {
        return Err(
            "it relies on the solution being the only one, and there are several".to_owned()
        );
    }
    let found = match instances(board, strategy, effect) {
        Ok(()) => return Ok(()),
        Err(found) => found,
    };
    let why = match found.iter().max_by_key(|other| shared(other, effect)) {
        None => format!("there is none on this board ({})", info.name),
        Some(nearest) => format!(
            "none of the {} on this board ({}) does all of it; the nearest does {}",
            found.len(),
            info.name,
            change(nearest)
        ),
    };
    Err(why + &follows(board, effect))
}

/// Whether an instance of the strategy does all of it; else what its instances do. The first one is asked alone,
/// because it is the one that a ladder takes.
fn instances(board: &Board, strategy: &dyn Strategy, effect: &Effect) -> Result<(), Vec<Effect>> {
    let scene = Scene::new(board);
    let mut found = Vec::new();
    for sink in [Sink::first(), Sink::all()] {
        let mut sink = sink;
        let _ = strategy.find(&scene, &mut sink);
        found = sink.into_steps().into_iter().map(|step| step.effect).collect::<Vec<Effect>>();
        if found.iter().any(|whole| holds(whole, effect)) {
            return Ok(());
        }
    }
    Err(found)
}

/// Whether one effect does all that another does. A digit that is written erases the other marks of its cell.
fn holds(whole: &Effect, part: &Effect) -> bool {
    let (written, gone) = (whole.placements(), whole.eliminations());
    let is_written = |candidate: Candidate| written.contains(candidate);
    let is_gone = |candidate: Candidate| gone.contains(candidate);
    part.placements().iter().all(is_written) && part.eliminations().iter().all(is_gone)
}

/// How much two effects have in common.
fn shared(one: &Effect, other: &Effect) -> usize {
    let (written, gone) = (one.placements(), one.eliminations());
    let in_written = other.placements().iter().filter(|c| written.contains(*c)).count();
    in_written + other.eliminations().iter().filter(|c| gone.contains(*c)).count()
}

/// The last strategy of the teaching ladder that is asked by what a step follows: above it colours and chains begin, of
/// which there may be many.
const LAST_ASKED: &str = "w-wing";

/// By what it does follow, if anything on the teaching ladder up to wings shows it.
fn follows(board: &Board, effect: &Effect) -> String {
    let last = Ladder::TEACHING.strategies().position(|known| known.info().slug == LAST_ASKED);
    let simplest = Ladder::TEACHING
        .strategies()
        .take(last.map_or(0, |last| last + 1))
        .filter(|known| !known.info().assumes_uniqueness)
        .find(|known| instances(board, *known, effect).is_ok());
    simplest.map_or_else(String::new, |known| format!("; {} does it", known.info().slug))
}

/// What holds in every solution of a puzzle.
pub(crate) enum Truth {
    /// There is one.
    One(Grid, Box<Solution>),
    /// There are several.
    Many(Grid),
}

impl Truth {
    /// What holds in every solution, or how it stands with what has none.
    fn of(grid: &Grid) -> Result<Truth, Standing> {
        match search::verdict(grid) {
            search::Verdict::One(solution) => Ok(Truth::One(*grid, Box::new(solution))),
            search::Verdict::Many(_) => Ok(Truth::Many(*grid)),
            search::Verdict::None => {
                let why = grid.conflict().map_or(NotAPuzzle::NoSolution, NotAPuzzle::Contradiction);
                Err(Standing::improper(&Clues::Givens(*grid), &why))
            }
        }
    }

    fn is_unique(&self) -> bool {
        matches!(self, Truth::One(..))
    }

    fn standing(&self) -> Standing {
        match self {
            Truth::One(grid, _) => Standing::proper(&Clues::Givens(*grid)),
            Truth::Many(grid) => {
                Standing { verdict: Verdict::Many, ..Standing::proper(&Clues::Givens(*grid)) }
            }
        }
    }

    /// Why this does not hold in every solution, if it does not.
    pub(crate) fn against(&self, effect: &Effect) -> Option<String> {
        let written = effect.placements().iter().find_map(|candidate| self.denies(candidate));
        written.or_else(|| effect.eliminations().iter().find_map(|gone| self.needs(gone)))
    }

    /// Why this digit does not stand there.
    fn denies(&self, candidate: Candidate) -> Option<String> {
        let cell = candidate.cell();
        match self {
            Truth::One(_, solution) => {
                let right = solution.get(cell);
                (right != candidate.digit()).then(|| format!("{cell} is {right} in the solution"))
            }
            Truth::Many(grid) => search::other_than(grid, candidate)
                .map(|other| format!("{cell} is {} in the solution {other}", other.get(cell))),
        }
    }

    /// Why this mark cannot go.
    fn needs(&self, gone: Candidate) -> Option<String> {
        let (cell, digit) = (gone.cell(), gone.digit());
        match self {
            Truth::One(_, solution) => {
                (solution.get(cell) == digit).then(|| format!("{cell} is {digit} in the solution"))
            }
            Truth::Many(grid) => {
                let mut with = *grid;
                if with.get(cell).is_some_and(|given| given != digit) {
                    return None;
                }
                with.set(cell, Some(digit));
                search::first(&with)
                    .map(|other| format!("{cell} is {digit} in the solution {other}"))
            }
        }
    }
}

impl Truth {
    /// What holds in this solution, the only one of its puzzle.
    pub(crate) fn known(grid: &Grid, solution: &Solution) -> Truth {
        Truth::One(*grid, Box::new(*solution))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unhurried;

    fn judged(puzzle: &str, strategy: &str, placements: &[&str], eliminations: &[&str]) -> Answer {
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
        let claim = Claim {
            strategy: strategy.to_owned(),
            placements: texts(placements),
            eliminations: texts(eliminations),
        };
        answer(&Request { puzzle: puzzle.to_owned(), steps: vec![claim] }, &Unhurried).unwrap()
    }

    #[test]
    fn of_several_solutions_only_what_all_share_is_true() {
        let empty = ".".repeat(81);
        let wrong = judged(&empty, "naked-single", &["r1c1=1"], &[]).untrue.unwrap();
        assert!(wrong.why.contains(" in the solution "), "{}", wrong.why);
        assert!(judged(&empty, "naked-single", &[], &["r1c1<>1"]).untrue.is_some());
        let one = format!("1{}", ".".repeat(80));
        let seen = judged(&one, "naked-single", &[], &["r1c2<>1"]);
        assert_eq!((seen.untrue, seen.standing.verdict), (None, Verdict::Many));
        assert_eq!(seen.unjustified.unwrap().why, "it changes nothing on the board");
        let unique = judged(&one, "bug-plus-1", &["r1c2=2"], &[]).unjustified.unwrap();
        assert!(unique.why.starts_with("it relies on the solution being the only one"));
    }

    #[test]
    fn what_has_no_solution_is_not_judged() {
        let none = format!("11{}", ".".repeat(79));
        let answer = judged(&none, "naked-single", &["r1c3=2"], &[]);
        assert_eq!((answer.judged, answer.good), (0, false));
        assert_eq!(answer.standing.verdict, Verdict::None);
    }

    #[test]
    fn a_step_may_do_less_than_its_strategy_but_not_more() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert!(judged(puzzle, "hidden-single-box", &["r9c7=1"], &[]).good);
        let more = judged(puzzle, "hidden-single-box", &["r9c7=1", "r1c3=4"], &[]);
        assert_eq!(more.untrue, None);
        assert!(more.unjustified.unwrap().why.contains("does all of it; the nearest does"));
        let unnamed = judged(puzzle, "", &["r9c7=1"], &[]).unjustified.unwrap();
        assert!(unnamed.why.starts_with("it names no strategy; "), "{}", unnamed.why);
        for text in ["r5c0=5", "r5c5=0", "r5c5<>5", "r55c5=5", ""] {
            let unread = judged(puzzle, "hidden-single-box", &[text], &[]);
            assert!(unread.unjustified.unwrap().why.contains("cannot be read"), "{text}");
            assert_eq!(unread.judged, 0);
        }
    }
}
