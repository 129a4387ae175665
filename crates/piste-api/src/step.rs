//! A step of a solve, with everything that is needed to tell and to draw it.
//!
//! The shape is a promise: members may be added, but those that are here stay and keep
//! their meaning. Cells are `r5c2`, houses `row 5`, `column 2` and `box 4`, digits are
//! numbers. Boards are lines of 81 characters, pencil marks lines of 729; on other shapes as many as
//! there are cells, and as many for each of them as there are digits.

use crate::Language;
use crate::legend::{self, Legend};
use crate::pieces::{Piece, pieces};
use piste::draw::{needs_marks, reasons};
use piste::logic::words::{self, phrases};
use piste::logic::{self, Effect, Family, Outcome, Role};
use piste_core::Board;
use piste_core::general::{self, Element, symbol};
use piste_core::space::{CandidatesOf, Figure, Large, Mark as _, SetOf, Space};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Write};

/// A step and the board before it.
///
/// ```
/// use piste::logic::Ladder;
/// use piste::{Board, Grid};
/// use piste_api::Language;
/// use piste_api::step::Step;
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let board = Board::from(&grid);
/// let step = Step::new(1, &board, &Ladder::TEACHING.next_step(&board).unwrap(), Language::default());
/// assert_eq!(step.placements.len(), 1);
/// let text = serde_json::to_string(&step).unwrap();
/// assert_eq!(serde_json::from_str::<Step>(&text).unwrap(), step);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Which step it is, from 1.
    pub number: usize,
    /// The slug of the strategy.
    pub strategy: String,
    /// The name of the strategy in running text.
    pub name: String,
    /// What it costs, where the path has prices.
    pub rating: Option<f64>,
    /// Why, in words.
    pub text: String,
    /// The same in pieces, each with what it names.
    pub pieces: Vec<Piece>,
    /// For a single that can be seen in the written digits alone, those that leave no other
    /// place or no other digit: the cells they stand in.
    pub reasons: Vec<String>,
    /// Digits to write: `r5c2=7`.
    pub placements: Vec<String>,
    /// Marks to erase: `r5c2<>7`.
    pub eliminations: Vec<String>,
    /// What one must see, enough to draw it.
    pub evidence: Evidence,
    /// The digits written before the step.
    pub board: String,
    /// The pencil marks before the step.
    pub marks: String,
    /// Whether it cannot be seen without them.
    pub needs_marks: bool,
    /// What there is to see in the evidence, in words.
    pub legend: Legend,
}

impl Step {
    /// The step of this number, taken on this board.
    pub fn new<S: Space>(
        number: usize,
        board: &Board<S>,
        step: &logic::Step<S>,
        language: Language,
    ) -> Step {
        Step::in_turn(number, board, step, &mut None, language)
    }

    /// The same for those who tell step after step: they hand in the same `room` each time, for the board in other words.
    pub(crate) fn in_turn<S: Space>(
        number: usize,
        board: &Board<S>,
        step: &logic::Step<S>,
        room: &mut Option<Board<Large>>,
        language: Language,
    ) -> Step {
        let reasons = reasons(board, step);
        let needs_marks = reasons.is_empty() && needs_marks(board, step);
        let (effect, step) = (&step.effect, &step.widened(board.space()));
        let wide = board.widened_in(room);
        let told = language.tell(&(step.strategy.explain)(step, wide));
        let legend = Legend::of(wide, step, reasons.len(), language);
        Step {
            number,
            strategy: step.strategy.slug.to_owned(),
            name: language.strategy(step.strategy),
            rating: None,
            text: told.to_string(),
            pieces: pieces(&told),
            reasons: reasons.iter().map(|cell| cell.to_string()).collect(),
            placements: named_marks::<S>(&effect.placements(), "="),
            eliminations: named_marks::<S>(&effect.eliminations(), "<>"),
            evidence: Evidence::of(step, language),
            board: board.values().to_string(),
            marks: marks(board),
            needs_marks,
            legend,
        }
    }

    /// The same with its price in tenths.
    #[must_use]
    pub fn rated(self, tenths: u16) -> Step {
        Step { rating: Some(f64::from(tenths) / 10.0), ..self }
    }
}

/// An act of a paper-and-pencil method and the board before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// Which act it is, from 1.
    pub number: usize,
    /// The method whose list the number of the step is from.
    pub method: String,
    /// The number of the step in the paper's list.
    pub step: String,
    /// What to do, in words.
    pub text: String,
    /// The same in pieces, each with what it names.
    pub pieces: Vec<Piece>,
    /// Digits to write: `r5c2=7`.
    pub placements: Vec<String>,
    /// Marks to erase: `r5c2<>7`.
    pub eliminations: Vec<String>,
    /// The guesses that are pending: what is said holds if they are right.
    pub guesses: Vec<String>,
    /// The same as steps of strategies, where strategies stand for it.
    pub steps: Vec<Step>,
    /// The digits written before the act.
    pub board: String,
    /// The digits written after it.
    pub board_after: String,
    /// The pencil marks before the act, where strategies stand for it.
    pub marks: Option<String>,
}

impl Act {
    /// The act of this number, done on this board, and the steps that it comes to.
    pub fn new<S: Space>(
        number: usize,
        board: &Board<S>,
        (act, of): (&logic::Act, &[logic::Step<S>]),
        language: Language,
    ) -> Act {
        let is_green = of.iter().any(|step| step.strategy.family == Family::Singles);
        let steps = of.iter().enumerate();
        let all = |part: fn(&Effect<Large>) -> words::Candidates| {
            let effects = of.iter().map(|step| part(&step.effect.widened()));
            effects.fold(words::Candidates::EMPTY, |all, one| all.union(&one))
        };
        let told = language.tell(&act.message);
        let mut after = board.clone();
        of.iter().for_each(|step| step.apply(&mut after));
        Act {
            number,
            method: if is_green { "green" } else { "blue" }.to_owned(),
            step: act.number.to_owned(),
            text: told.to_string(),
            pieces: pieces(&told),
            placements: candidates(all(Effect::placements), "="),
            eliminations: candidates(all(Effect::eliminations), "<>"),
            guesses: Vec::new(),
            steps: steps.map(|(index, step)| Step::new(index + 1, board, step, language)).collect(),
            board: board.values().to_string(),
            board_after: after.values().to_string(),
            marks: Some(marks(board)),
        }
    }
}

/// What one must see to believe a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The digits it is about.
    pub digits: Vec<u8>,
    /// The houses to look at.
    pub houses: Vec<String>,
    /// The houses across them.
    pub covers: Vec<String>,
    /// Cells and candidates by role.
    pub parts: Vec<Part>,
    /// The links of chains.
    pub links: Vec<Link>,
}

/// Cells that have a part in a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What they are in it: `pivot`.
    pub role: String,
    /// The cells.
    pub cells: Vec<String>,
    /// The digits in them.
    pub digits: Vec<u8>,
    /// What they are called for short, where they are a set that is almost locked: `A`.
    pub letter: Option<String>,
}

/// If this, then that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Which chain it belongs to.
    pub chain: u8,
    /// If this.
    pub from: Node,
    /// Then this.
    pub to: Node,
    /// Because.
    pub reason: Reason,
}

/// The digit is in one of the cells, or in none of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The cells.
    pub cells: Vec<String>,
    /// The digit.
    pub digit: u8,
    /// Whether one of them has it.
    pub on: bool,
}

/// Why one thing follows from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Reason {
    /// A cell has one digit.
    Cell,
    /// A house has each digit once.
    House {
        /// Which house.
        house: String,
    },
    /// Two places see each other, though no one house has them all.
    Sight,
    /// So many cells have so many digits.
    Set {
        /// Which cells.
        cells: Vec<String>,
    },
    /// There is only one solution.
    Uniqueness {
        /// The cells that would leave a choice.
        cells: Vec<String>,
    },
    /// One of the rules of the method.
    Rule {
        /// What it is called: `a naked pair`.
        rule: String,
        /// Which: `naked-pair`.
        slug: String,
    },
}

impl Evidence {
    fn of(step: &logic::Step<Large>, language: Language) -> Evidence {
        let evidence = &step.evidence;
        let letter = |at| legend::is_of_sets(step).then(|| legend::letter(at, language));
        let parts = evidence.parts.iter().enumerate();
        Evidence {
            digits: digits(evidence.digits),
            houses: houses(evidence.houses),
            covers: houses(evidence.covers),
            parts: parts.map(|(at, part)| Part::of(part, letter(at))).collect(),
            links: evidence.links.iter().map(|link| Link::of(link, language)).collect(),
        }
    }
}

impl Part {
    fn of(part: &logic::Part<Large>, letter: Option<String>) -> Part {
        Part {
            role: role(part.role).to_owned(),
            cells: cells(part.cells),
            digits: digits(part.digits),
            letter,
        }
    }
}

impl Link {
    fn of(link: &logic::Link<Large>, language: Language) -> Link {
        let node = |node: &logic::Node<Large>| Node {
            cells: cells(node.cells),
            digit: node.digit.get(),
            on: node.on,
        };
        let reason = match link.reason {
            logic::Reason::Cell => Reason::Cell,
            logic::Reason::House(house) => Reason::House { house: house.to_string() },
            logic::Reason::Sight => Reason::Sight,
            logic::Reason::Set(set) => Reason::Set { cells: cells(set) },
            logic::Reason::Uniqueness(set) => Reason::Uniqueness { cells: cells(set) },
            logic::Reason::Rule(rule) => {
                let name = language.text(&phrases::name(rule));
                Reason::Rule { rule: name, slug: rule.slug().to_owned() }
            }
        };
        Link { chain: link.chain, from: node(&link.from), to: node(&link.to), reason }
    }
}

pub(crate) fn role(role: Role) -> &'static str {
    match role {
        Role::Body => "body",
        Role::Pivot => "pivot",
        Role::Pincer => "pincer",
        Role::Fin => "fin",
        Role::ColourA => "colour-a",
        Role::ColourB => "colour-b",
        Role::Trial => "trial",
        Role::Contradiction => "contradiction",
    }
}

/// How a solve ended, in one word.
///
/// ```
/// use piste::logic::Outcome;
///
/// assert_eq!(piste_api::step::outcome_name(Outcome::Stuck), "stuck");
/// ```
pub fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "solved",
        Outcome::Stuck => "stuck",
        Outcome::Contradiction => "contradiction",
        Outcome::Stopped => "stopped",
    }
}

/// What changes, in the usual short form: `r5c2=7`, `r1c2,r1c3<>5`.
///
/// ```
/// use piste::logic::Ladder;
/// use piste::{Board, Grid};
/// use piste_api::step::change;
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let step = Ladder::TEACHING.next_step(&Board::from(&grid)).unwrap();
/// assert_eq!(change(&step.effect).len(), "r5c2=7".len());
/// ```
pub fn change<S: Space>(effect: &Effect<S>) -> String {
    let mut text = String::new();
    let mut put = |before: &str, name: &dyn Display| {
        if !text.is_empty() {
            text.push_str(before);
        }
        write!(text, "{name}").expect("a text takes all");
    };
    for placed in effect.placements().iter() {
        put(" ", &placed);
    }
    let gone = effect.eliminations();
    for digit in gone.digits() {
        for (number, cell) in gone.cells_of(digit).iter().enumerate() {
            put(if number > 0 { "," } else { " " }, &cell);
        }
        put("<>", &digit);
    }
    text
}

/// One digit, and what is done with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Where.
    pub cells: Vec<String>,
    /// The digit as it is written on the board.
    pub digit: String,
    /// Whether it is written there; else its mark is erased.
    pub written: bool,
}

/// What an effect does, digits that are written first.
pub(crate) fn changes<S: Space>(effect: &Effect<S>) -> Vec<Change> {
    let written = effect.placements();
    let gone = effect.eliminations();
    let written = written.iter().map(|placed| Change {
        cells: vec![placed.cell().to_string()],
        digit: placed.digit().to_string(),
        written: true,
    });
    let gone = gone.digits().iter().map(|digit| Change {
        cells: gone.cells_of(digit).iter().map(|cell| cell.to_string()).collect(),
        digit: digit.to_string(),
        written: false,
    });
    written.chain(gone).collect()
}

/// The pencil marks of a board on a line: for each cell as many characters as there are digits, the
/// digit or `.`.
pub(crate) fn marks<S: Space>(board: &Board<S>) -> String {
    let side = board.space().side();
    let mut line = vec![b'.'; side * side * side];
    for (signs, cell) in line.chunks_exact_mut(side).zip(board.space().all_cells()) {
        let written: Option<S::Digit> = board.value(cell);
        for digit in written.map_or(board.candidates(cell), S::DigitSet::from) {
            signs[digit.index()] = symbol(digit.get()) as u8;
        }
    }
    String::from_utf8(line).expect("digits, letters and dots are ASCII")
}

/// How long a change may be in the name of a step.
const CHANGE: usize = 30;

/// The step in a few words: "XY-wing r3c4<>5".
pub fn named<S: Space>(step: &logic::Step<S>, language: Language) -> String {
    let change = change(&step.effect);
    let shown: String = match change.char_indices().nth(CHANGE) {
        None => change,
        Some((at, _)) => {
            let whole = change[..at].rfind(' ').unwrap_or(at);
            format!("{} …", &change[..whole])
        }
    };
    format!("{} {shown}", language.strategy(step.strategy))
}

/// The names of the cells.
pub fn cells(cells: impl Into<words::Cells>) -> Vec<String> {
    cells.into().iter().map(|cell| cell.to_string()).collect()
}

pub(crate) fn digits(digits: impl Into<words::Digits>) -> Vec<u8> {
    digits.into().iter().map(general::Digit::get).collect()
}

pub(crate) fn houses(houses: impl Into<words::Houses>) -> Vec<String> {
    houses.into().iter().map(|house| house.to_string()).collect()
}

pub(crate) fn candidates(candidates: impl Into<words::Candidates>, sign: &str) -> Vec<String> {
    named_marks::<Large>(&candidates.into(), sign)
}

/// The same on a board of any space.
fn named_marks<S: Space>(candidates: &S::CandidateSet, sign: &str) -> Vec<String> {
    let name = |mark: S::Candidate| {
        let mut name = mark.cell().to_string();
        name.push_str(sign);
        name.push(symbol(mark.digit().get()));
        name
    };
    candidates.iter().map(name).collect()
}
