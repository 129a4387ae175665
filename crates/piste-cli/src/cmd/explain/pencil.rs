//! The paper-and-pencil methods on boards of every size, told act by act.
//!
//! On 9×9 the green and the blue method are told from the strategies, with pictures that have
//! small numbers; see the rest of `explain`. Everything else is told from here: the other
//! methods, and all methods on boards of other sizes. A picture shows the numbers that are
//! written; the small ones and the letters are in the words.

use super::{Answer, Colour, Teller, Telling};
use crate::board::{self, boxes, cell_name, gave_up, many_solutions, no_solution};
use crate::cmd::json;
use crate::draw::Ink;
use crate::input::Item;
use crate::job::count;
use crate::position::Position;
use crate::printer::{Others, Reply};
use crate::story::{capital, faint, heading, wrapped};
use piste::sat::{Act, End, Entry, Pencil, Shape, Sudoku, Walk};
use piste_core::Cell;
use piste_core::text::line;
use serde::Serialize;

/// A walk to be told.
struct Tale {
    colour: Colour,
    start: Sudoku,
    walk: Walk,
}

impl Colour {
    fn pencil(self) -> Pencil {
        match self {
            Colour::Nursery => Pencil::Nursery,
            Colour::Green => Pencil::Green,
            Colour::Blue => Pencil::Blue,
            Colour::Red => Pencil::Red,
            Colour::Black => Pencil::Black,
        }
    }
}

impl Teller {
    /// A board of another size than 9×9.
    pub(super) fn answer_board(
        &self,
        colour: Colour,
        item: &Item<Sudoku>,
        answer: &mut Answer<'_, Reply>,
    ) {
        let start = &item.record.clues;
        let problem = match start.solutions(2, self.guesses) {
            Err(why) => Some(gave_up(why)),
            Ok(found) => match found.as_slice() {
                [] => Some(no_solution(start)),
                [_] => None,
                [a, b, ..] => Some(many_solutions(a, b)),
            },
        };
        if let Some(problem) = problem {
            answer.fail();
            answer.complain(format_args!("{}: {problem}", item.place()));
            if self.form == Telling::Json {
                let others = Others::of(item, &OURS);
                answer.put(json(&Refused { puzzle: start.to_string(), others, problem }));
            }
            return;
        }
        let walk = start.walk(colour.pencil(), self.guesses);
        let others = Others::of(item, &OURS);
        self.tell(&Tale { colour, start: start.clone(), walk }, others, start.to_string(), answer);
    }

    /// A position of 9×9, by a method that the strategies do not have.
    pub(super) fn answer_nine(
        &self,
        colour: Colour,
        item: &Item,
        position: &Position,
        answer: &mut Answer<'_, Reply>,
    ) {
        let start = Sudoku::from(position.board.values());
        let small = |cell: usize| {
            let digits = position.board.candidates(Cell::ALL[cell]);
            digits.iter().fold(0, |mask, digit| mask | 1 << (digit.get() - 1))
        };
        let walk = start.walk_with(colour.pencil(), self.guesses, small);
        let others = Others::of(item, &OURS);
        let puzzle = line::print(&item.record.clues);
        self.tell(&Tale { colour, start, walk }, others, puzzle, answer);
    }

    fn tell(&self, tale: &Tale, others: Others, puzzle: String, answer: &mut Answer<'_, Reply>) {
        if tale.walk.end != End::Solved && tale.walk.acts.len() <= self.upto {
            answer.fail();
        }
        let text = match self.form {
            Telling::Json => super::json_line(&self.walk_json(tale, others, puzzle)),
            Telling::Markdown => self.walk_markdown(tale),
            // --svg does not go with --method.
            Telling::Drawn | Telling::Svg => self.walk_drawn(tale),
        };
        self.put(&text, answer);
    }

    fn walk_drawn(&self, tale: &Tale) -> String {
        let mut text = faint(&tale.start.to_string(), self.colour) + "\n\n";
        let told: Vec<&Act> = tale.walk.acts.iter().take(self.upto).collect();
        if self.is_brief {
            let width = told.iter().map(|act| tale.name(act).chars().count()).max().unwrap_or(0);
            for (act, number) in told.iter().zip(1..) {
                let (name, change) = (tale.name(act), tale.change(act));
                let line = format!("{number:3}  {name:width$}  {change}");
                text.push_str(&format!("{}\n", line.trim_end()));
            }
            if !told.is_empty() {
                text.push('\n');
            }
        } else {
            for (act, number) in told.iter().zip(1..) {
                text.push_str(&heading(&tale.headline(act, number), self.colour));
                text.push_str(&wrapped(&act.text));
                text.push('\n');
                if tale.shows(act) {
                    text.push_str(&tale.picture(act, self.colour));
                    text.push('\n');
                }
            }
        }
        text.push_str(&heading(&self.walk_ending(tale), self.colour));
        if !self.is_brief && told.len() == tale.walk.acts.len() {
            let ink = board::solved_ink(&tale.start);
            text.push_str(&format!("\n{}", indented(&tale.walk.board, self.colour, ink)));
        }
        text
    }

    fn walk_markdown(&self, tale: &Tale) -> String {
        let mut text = format!("# `{}`\n\n", tale.start);
        let told: Vec<&Act> = tale.walk.acts.iter().take(self.upto).collect();
        if self.is_brief && !told.is_empty() {
            text.push_str("| act | what | change |\n|---:|---|---|\n");
            for (act, number) in told.iter().zip(1..) {
                let (name, change) = (tale.name(act), tale.change(act));
                text.push_str(&format!("| {number} | {name} | {change} |\n"));
            }
            text.push('\n');
        } else {
            for (act, number) in told.iter().zip(1..) {
                let name = capital(&tale.name(act));
                text.push_str(&format!("## {number}. {name}\n\n{}\n\n", act.text));
                if tale.shows(act) {
                    let picture = board::text(&act.board, false, |_| Ink::Plain);
                    text.push_str(&format!("```text\n{picture}```\n\n"));
                }
            }
        }
        text.push_str(&format!("## {}\n", self.walk_ending(tale).trim_end_matches('.')));
        if !self.is_brief && told.len() == tale.walk.acts.len() {
            let picture = board::text(&tale.walk.board, false, |_| Ink::Plain);
            text.push_str(&format!("\n```text\n{picture}```\n"));
        }
        text
    }

    /// How it ended, in a sentence.
    fn walk_ending(&self, tale: &Tale) -> String {
        let Walk { acts, board, small, end } = &tale.walk;
        let total = count(acts.len() as u64, "act");
        if acts.len() > self.upto {
            return match self.upto {
                1 => format!("The first of {total}."),
                told => format!("The first {told} of {total}."),
            };
        }
        match end {
            End::Solved if acts.is_empty() => "Nothing is left to do: it is solved.".to_owned(),
            End::Solved => format!("Solved in {total}."),
            End::Stuck => {
                let open = board.cells().iter().filter(|&&digit| digit == 0).count();
                format!(
                    "Stuck after {total}: {} with {} left, and the {} method finds nothing more.",
                    count(open as u64, "open cell"),
                    count(*small as u64, "mark"),
                    tale.colour.slug()
                )
            }
            End::Contradiction => format!("A contradiction shows after {total}."),
            End::GaveUp => {
                let guesses = crate::progress::thousands(self.guesses);
                format!("Given up after {guesses} guesses in {total}; --guesses allows more.")
            }
        }
    }

    fn walk_json(&self, tale: &Tale, others: Others, puzzle: String) -> JsonTale {
        let Walk { acts, board, end, .. } = &tale.walk;
        JsonTale {
            puzzle,
            boxes: (board.shape() != Shape::ORDINARY).then(|| boxes(board)),
            others,
            method: tale.colour.slug(),
            outcome: match end {
                End::Solved => "solved",
                End::Stuck => "stuck",
                End::Contradiction => "contradiction",
                End::GaveUp => "gave up",
            },
            total: acts.len(),
            left: board.cells().iter().filter(|&&digit| digit == 0).count(),
            acts: acts
                .iter()
                .take(self.upto)
                .zip(1..)
                .map(|(act, number)| JsonAct {
                    number,
                    method: act.method.name(),
                    step: act.number,
                    text: act.text.clone(),
                    placements: tale.entries(&act.written, "="),
                    eliminations: tale.entries(&act.erased, "<>"),
                    guesses: tale.entries(&act.guesses, "="),
                    board_after: act.board.to_string(),
                })
                .collect(),
        }
    }
}

impl Tale {
    /// What an act is called: its number in the list of its method, and whose list that is if it
    /// is not the one that was asked for.
    fn name(&self, act: &Act) -> String {
        let step = match act.number {
            "guess" | "take back" | "deduction 1" | "deduction 2" | "deduction 3" => {
                act.number.to_owned()
            }
            number => format!("step {number}"),
        };
        if act.method == self.colour.pencil() {
            step
        } else {
            format!("{step} of the {} method", act.method.name())
        }
    }

    fn entries(&self, entries: &[Entry], between: &str) -> Vec<String> {
        let symbol = |digit: u8| match digit {
            0..=9 => char::from(b'0' + digit),
            _ => char::from(b'A' + digit - 10),
        };
        let told = entries.iter().map(|entry| {
            format!("{}{between}{}", cell_name(&self.start, entry.cell), symbol(entry.digit))
        });
        told.collect()
    }

    fn change(&self, act: &Act) -> String {
        let mut parts = self.entries(&act.written, "=");
        parts.extend(self.entries(&act.erased, "<>"));
        parts.join(" ")
    }

    fn headline(&self, act: &Act, number: usize) -> String {
        // A guess is not made on the strength of itself.
        let pending = act.guesses.len() - usize::from(act.number == "guess");
        let pending = match &act.guesses[..pending] {
            [] => String::new(),
            guesses => format!(", if {}", self.entries(guesses, "=").join(" ")),
        };
        let headline = format!("{number}. {}{pending}", capital(&self.name(act)));
        let change = self.change(act);
        if change.is_empty() || headline.len() + change.len() > 70 {
            headline
        } else {
            format!("{headline}: {change}")
        }
    }

    /// Whether the act has changed the numbers that a picture shows.
    fn shows(&self, act: &Act) -> bool {
        !act.written.is_empty() || act.number == "take back"
    }

    /// The board after the act, with what it has written made to stand out.
    fn picture(&self, act: &Act, colour: bool) -> String {
        indented(&act.board, colour, |cell| {
            if act.written.iter().any(|entry| entry.cell == cell) {
                Ink::Accent
            } else if self.start.cells()[cell] > 0 {
                Ink::Given
            } else {
                Ink::Solved
            }
        })
    }
}

fn indented(board: &Sudoku, colour: bool, ink: impl Fn(usize) -> Ink) -> String {
    board::lines(board, colour, ink).into_iter().map(|line| format!("  {line}\n")).collect()
}

/// The names of our own members in JSON.
const OURS: [&str; 8] = ["puzzle", "box", "method", "outcome", "total", "left", "acts", "problem"];

#[derive(Serialize)]
struct JsonTale {
    puzzle: String,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    boxes: Option<String>,
    #[serde(flatten)]
    others: Others,
    method: &'static str,
    outcome: &'static str,
    /// How many acts there are in all.
    total: usize,
    /// How many cells are open at the end.
    left: usize,
    acts: Vec<JsonAct>,
}

#[derive(Serialize)]
struct JsonAct {
    number: usize,
    /// The method whose list the number is from.
    method: &'static str,
    step: &'static str,
    text: String,
    placements: Vec<String>,
    eliminations: Vec<String>,
    /// The guesses that are pending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<String>,
    /// The digits after the act.
    board_after: String,
}

#[derive(Serialize)]
struct Refused {
    puzzle: String,
    #[serde(flatten)]
    others: Others,
    problem: String,
}
