//! The paper-and-pencil methods on boards of every size, told act by act.
//!
//! On 9×9 the green and the blue method are told from the strategies, with pictures that have
//! small numbers; see the rest of `explain`. Everything else is told from here: the other
//! methods, and all methods on boards of other sizes. A picture shows the numbers that are
//! written; the small ones and the letters are in the words.

use super::super::json_line;
use super::{Answer, Colour, Teller, Telling};
use crate::draw::Ink;
use crate::input::Item;
use crate::printer::Reply;
use crate::shapes;
use crate::story::{capital, faint, hanging, heading, wrapped};
use piste::logic::Message;
use piste::logic::words::Argument;
use piste::sat::{Act, End, Entry, Pencil, PencilSolve};
use piste_api::explain::Walk;
use piste_api::pencil;
use piste_api::position::Position;
use piste_api::{Language, Standing, Unhurried, Verdict, explain};
use piste_core::AnyGrid;
use piste_core::search::Clues;

/// A walk to be told.
struct Tale(Walk);

impl Colour {
    pub(super) fn pencil(self) -> Pencil {
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
    /// The walk on a board of another size than 9×9.
    pub(super) fn tell_walk(
        &self,
        walk: Walk,
        item: &Item<AnyGrid>,
        answer: &mut Answer<'_, Reply>,
    ) {
        let standing = Standing::of_board(&item.record.clues, Verdict::Unique, None);
        let json = |tale: &Tale| json_line(&self.walk_answer(tale, standing, None), item);
        self.tell(&Tale(walk), json, answer);
    }

    /// A position of 9×9, by a method that the strategies do not have.
    pub(super) fn answer_nine(
        &self,
        by: &explain::By,
        item: &Item<Clues>,
        position: &Position,
        answer: &mut Answer<'_, Reply>,
    ) {
        let explain::By::Pencil(method, guesses) = by else {
            unreachable!("only methods are told in acts");
        };
        let walk = Walk::of(position, *method, *guesses, &Unhurried);
        let tale = Tale(walk.expect("nobody calls this off"));
        let (standing, solution) =
            (Standing::proper(&item.record.clues), position.solution.to_string());
        let json = |tale: &Tale| json_line(&self.walk_answer(tale, standing, Some(solution)), item);
        self.tell(&tale, json, answer);
    }

    /// Tells a tale; `json` is how it is told to programs.
    fn tell(
        &self,
        tale: &Tale,
        json: impl FnOnce(&Tale) -> String,
        answer: &mut Answer<'_, Reply>,
    ) {
        if tale.0.solve.end != End::Solved && tale.0.solve.acts.len() <= self.upto {
            answer.fail();
        }
        let text = match self.form {
            Telling::Json => json(tale),
            Telling::Markdown => self.walk_markdown(tale),
            // Neither --svg nor --html goes with --method.
            Telling::Drawn | Telling::Svg | Telling::Html => self.walk_drawn(tale),
        };
        self.put(&text, answer);
    }

    /// The tale as data.
    fn walk_answer(
        &self,
        tale: &Tale,
        standing: Standing,
        solution: Option<String>,
    ) -> explain::Answer {
        explain::Answer::of_walk(standing, solution, &tale.0, self.upto, self.language)
    }

    fn walk_drawn(&self, tale: &Tale) -> String {
        let mut text = faint(&tale.0.start.to_string(), self.colour) + "\n\n";
        let told: Vec<&Act> = tale.0.solve.acts.iter().take(self.upto).collect();
        if self.is_brief {
            let width = told
                .iter()
                .map(|act| tale.name(act, self.language).chars().count())
                .max()
                .unwrap_or(0);
            for (act, number) in told.iter().zip(1..) {
                let (name, change) = (tale.name(act, self.language), tale.change(act));
                text.push_str(&hanging(&format!("{number:3}  {name:width$}  "), &change));
            }
            if !told.is_empty() {
                text.push('\n');
            }
        } else {
            for (act, number) in told.iter().zip(1..) {
                text.push_str(&heading(&tale.headline(act, number, self.language), self.colour));
                text.push_str(&wrapped(&self.language.text(&act.message())));
                text.push('\n');
                if tale.shows(act) {
                    text.push_str(&tale.picture(act, self.colour));
                    text.push('\n');
                }
            }
        }
        text.push_str(&heading(&self.walk_ending(tale), self.colour));
        if !self.is_brief && told.len() == tale.0.solve.acts.len() {
            let start = &tale.0.start;
            let ink = shapes::solved_ink(start);
            text.push_str(&format!("\n{}", indented(&tale.0.solve.board, self.colour, ink)));
        }
        text
    }

    fn walk_markdown(&self, tale: &Tale) -> String {
        let mut text = format!("# `{}`\n\n", tale.0.start);
        let told: Vec<&Act> = tale.0.solve.acts.iter().take(self.upto).collect();
        if self.is_brief && !told.is_empty() {
            let columns = Message::new("story-columns").with("unit", "act");
            text.push_str(&format!("{}\n|---:|---|---|\n", self.language.text(&columns)));
            for (act, number) in told.iter().zip(1..) {
                let (name, change) = (tale.name(act, self.language), tale.change(act));
                text.push_str(&format!("| {number} | {name} | {change} |\n"));
            }
            text.push('\n');
        } else {
            for (act, number) in told.iter().zip(1..) {
                let name = capital(&tale.name(act, self.language));
                let told = self.language.text(&act.message());
                text.push_str(&format!("## {number}. {name}\n\n{told}\n\n"));
                if tale.shows(act) {
                    let picture = shapes::text(&act.board, false, |_| Ink::Plain);
                    text.push_str(&format!("```text\n{picture}```\n\n"));
                }
            }
        }
        text.push_str(&format!("## {}\n", self.walk_ending(tale).trim_end_matches('.')));
        if !self.is_brief && told.len() == tale.0.solve.acts.len() {
            let picture = shapes::text(&tale.0.solve.board, false, |_| Ink::Plain);
            text.push_str(&format!("\n```text\n{picture}```\n"));
        }
        text
    }

    /// How it ended, in a sentence.
    fn walk_ending(&self, tale: &Tale) -> String {
        self.language.text(&self.walk_ending_message(tale))
    }

    fn walk_ending_message(&self, tale: &Tale) -> Message {
        let PencilSolve { acts, board, small, end } = &tale.0.solve;
        let length = Message::new("story-length").with("unit", "act").with("total", acts.len());
        if acts.len() > self.upto {
            return Message::new("ending-first").with("told", self.upto).with("length", length);
        }
        match end {
            End::Solved if acts.is_empty() => Message::new("ending-nothing"),
            End::Solved => Message::new("ending-solved").with("length", length),
            End::Stuck => {
                let open = pencil::open(board);
                let by = Message::new("ending-by-method").with("method", tale.0.method.name());
                Message::new("ending-stuck")
                    .with("length", length)
                    .with("cells", open)
                    .with("marks", *small)
                    .with("by", by)
            }
            End::Contradiction => Message::new("ending-contradiction").with("length", length),
            End::GaveUp => {
                let guesses = usize::try_from(self.guesses).unwrap_or(usize::MAX);
                Message::new("ending-guesses").with("guesses", guesses).with("length", length)
            }
        }
    }
}

impl Tale {
    /// What an act is called: its number in the list of its method, and whose list that is if it
    /// is not the one that was asked for.
    fn name(&self, act: &Act, language: Language) -> String {
        let (kind, number) = match act.number {
            "guess" => ("guess", ""),
            "take back" => ("take-back", ""),
            number => match number.strip_prefix("deduction ") {
                Some(number) => ("deduction", number),
                None => ("step", number),
            },
        };
        let number = Argument::Name(number.to_owned());
        language.text(&match act.method == self.0.method {
            true => Message::new("act-name").with("kind", kind).with("number", number),
            false => Message::new("act-name-of")
                .with("kind", kind)
                .with("number", number)
                .with("method", act.method.name()),
        })
    }

    fn entries(&self, entries: &[Entry], between: &str) -> Vec<String> {
        pencil::entries(&self.0.start, entries, between)
    }

    fn change(&self, act: &Act) -> String {
        let mut parts = self.entries(&act.written, "=");
        parts.extend(self.entries(&act.erased, "<>"));
        parts.join(" ")
    }

    fn headline(&self, act: &Act, number: usize, language: Language) -> String {
        // A guess is not made on the strength of itself.
        let pending = act.guesses.len() - usize::from(act.number == "guess");
        let pending = match &act.guesses[..pending] {
            [] => String::new(),
            guesses => format!(", if {}", self.entries(guesses, "=").join(" ")),
        };
        let headline = format!("{number}. {}{pending}", capital(&self.name(act, language)));
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
            } else if self.0.start.values()[cell] > 0 {
                Ink::Given
            } else {
                Ink::Solved
            }
        })
    }
}

fn indented(board: &AnyGrid, colour: bool, ink: impl Fn(usize) -> Ink) -> String {
    shapes::lines(board, colour, ink).into_iter().map(|line| format!("  {line}\n")).collect()
}
