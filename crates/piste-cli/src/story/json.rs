//! Steps for other programs.
//!
//! The shape is a promise: members may be added, but those that are here stay and keep
//! their meaning. Cells are `r5c2`, houses `row 5`, `column 2` and `box 4`, digits are
//! numbers. Boards are lines of 81 characters, pencil marks lines of 729.

use piste::draw::needs_marks;
use piste::logic::{Act, Evidence, Family, Link, Node, Outcome, Part, Reason, Role, Step};
use piste_core::text::line;
use piste_core::{Board, CandidateSet, CellSet, Digit, DigitSet, HouseSet};
use serde::Serialize;

/// A step and the board before it.
#[derive(Serialize)]
pub(crate) struct JsonStep {
    number: usize,
    /// The slug.
    strategy: &'static str,
    name: &'static str,
    /// What it costs, where the path has prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    /// Why, in words.
    text: String,
    /// `r5c2=7`.
    placements: Vec<String>,
    /// `r5c2<>7`.
    eliminations: Vec<String>,
    evidence: JsonEvidence,
    /// The digits written before the step.
    board: String,
    /// The pencil marks before the step, if it cannot be seen without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<String>,
}

impl JsonStep {
    pub(crate) fn new(number: usize, board: &Board, step: &Step) -> JsonStep {
        JsonStep {
            number,
            strategy: step.strategy.slug,
            name: step.strategy.name,
            rating: None,
            text: step.explain(board),
            placements: candidates(&step.effect.placements(), "="),
            eliminations: candidates(&step.effect.eliminations(), "<>"),
            evidence: (&step.evidence).into(),
            board: board.values().to_string(),
            marks: needs_marks(board, step).then(|| line::print_marks(&board.marks())),
        }
    }

    /// The same with its marks, needed or not.
    pub(crate) fn with_marks(self, board: &Board) -> JsonStep {
        JsonStep { marks: Some(line::print_marks(&board.marks())), ..self }
    }

    /// The same with its price in tenths.
    pub(crate) fn rated(self, tenths: u16) -> JsonStep {
        JsonStep { rating: Some(f64::from(tenths) / 10.0), ..self }
    }
}

/// An act of a method and the board before it.
#[derive(Serialize)]
pub(crate) struct JsonAct {
    number: usize,
    /// The method whose list the number is from.
    method: &'static str,
    /// The number of the step in the paper's list.
    step: &'static str,
    text: String,
    steps: Vec<JsonStep>,
    board: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<String>,
}

impl JsonAct {
    pub(crate) fn new(number: usize, board: &Board, act: &Act) -> JsonAct {
        let is_green = act.steps.iter().any(|step| step.strategy.family == Family::Singles);
        let steps = act.steps.iter().enumerate();
        JsonAct {
            number,
            method: if is_green { "green" } else { "blue" },
            step: act.number,
            text: act.text.clone(),
            steps: steps.map(|(index, step)| JsonStep::new(index + 1, board, step)).collect(),
            board: board.values().to_string(),
            marks: (!is_green).then(|| line::print_marks(&board.marks())),
        }
    }
}

#[derive(Serialize)]
struct JsonEvidence {
    digits: Vec<u8>,
    houses: Vec<String>,
    covers: Vec<String>,
    parts: Vec<JsonPart>,
    links: Vec<JsonLink>,
}

#[derive(Serialize)]
struct JsonPart {
    role: &'static str,
    cells: Vec<String>,
    digits: Vec<u8>,
}

#[derive(Serialize)]
struct JsonLink {
    chain: u8,
    from: JsonNode,
    to: JsonNode,
    reason: JsonReason,
}

/// The digit is in one of the cells, or in none of them.
#[derive(Serialize)]
struct JsonNode {
    cells: Vec<String>,
    digit: u8,
    on: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum JsonReason {
    Cell,
    House { house: String },
    Set { cells: Vec<String> },
    Uniqueness { cells: Vec<String> },
    Rule { rule: &'static str },
}

impl From<&Evidence> for JsonEvidence {
    fn from(evidence: &Evidence) -> JsonEvidence {
        JsonEvidence {
            digits: digits(evidence.digits),
            houses: houses(evidence.houses),
            covers: houses(evidence.covers),
            parts: evidence.parts.iter().map(JsonPart::from).collect(),
            links: evidence.links.iter().map(JsonLink::from).collect(),
        }
    }
}

impl From<&Part> for JsonPart {
    fn from(part: &Part) -> JsonPart {
        JsonPart { role: role(part.role), cells: cells(part.cells), digits: digits(part.digits) }
    }
}

impl From<&Link> for JsonLink {
    fn from(link: &Link) -> JsonLink {
        let node = |node: &Node| JsonNode {
            cells: cells(node.cells),
            digit: node.digit.get(),
            on: node.on,
        };
        let reason = match link.reason {
            Reason::Cell => JsonReason::Cell,
            Reason::House(house) => JsonReason::House { house: house.to_string() },
            Reason::Set(set) => JsonReason::Set { cells: cells(set) },
            Reason::Uniqueness(set) => JsonReason::Uniqueness { cells: cells(set) },
            Reason::Rule(rule) => JsonReason::Rule { rule },
        };
        JsonLink { chain: link.chain, from: node(&link.from), to: node(&link.to), reason }
    }
}

fn role(role: Role) -> &'static str {
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
pub(crate) fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "solved",
        Outcome::Stuck => "stuck",
        Outcome::Contradiction => "contradiction",
    }
}

/// The names of the cells.
pub(crate) fn cells(cells: CellSet) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string()).collect()
}

fn digits(digits: DigitSet) -> Vec<u8> {
    digits.iter().map(Digit::get).collect()
}

fn houses(houses: HouseSet) -> Vec<String> {
    houses.iter().map(|house| house.to_string()).collect()
}

fn candidates(candidates: &CandidateSet, sign: &str) -> Vec<String> {
    candidates.iter().map(|c| format!("{}{sign}{}", c.cell(), c.digit())).collect()
}
