//! The paper-and-pencil methods on boards of every size, told act by act.
//!
//! On 9×9 the green and the blue method are told from the strategies, with pictures that have
//! small numbers; see the rest of `explain`. Everything else is told from here: the other
//! methods, and all methods on boards of other sizes. A picture shows the numbers that are
//! written; the small ones and the letters are in the words.

use super::super::json_line;
use super::{Answer, Colour, Teller, Telling};
use crate::board;
use crate::draw::Ink;
use crate::input::Item;
use crate::job::count;
use crate::printer::Reply;
use crate::story::{capital, faint, heading, wrapped};
use piste::sat::{Act, End, Entry, Pencil, PencilSolve, Sudoku};
use piste_api::pencil::{self, walked};
use piste_api::position::Position;
use piste_api::{Language, Standing, Verdict, explain};
use piste_core::AnyGrid;

/// A walk to be told.
struct Tale {
    colour: Colour,
    start: Sudoku,
    walk: PencilSolve,
    /// How many guesses it was allowed.
    guesses: u64,
}

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
    /// A board of another size than 9×9.
    pub(super) fn answer_board(
        &self,
        colour: Colour,
        item: &Item<AnyGrid>,
        answer: &mut Answer<'_, Reply>,
    ) {
        let grid = &item.record.clues;
        let guesses = board::guesses(self.guesses);
        let has_boxes = grid.shape().boxes().is_some() && grid.shape().is_plain();
        let standing = match grid.prove(guesses.most) {
            Err(why) => Err(Standing::unproved(grid, &why, guesses)),
            Ok(_) if has_boxes => Ok(Sudoku::from(grid)),
            Ok(_) => {
                let name = board::name(grid.shape());
                let words = format!("{name} has no method by hand: it needs regular boxes alone");
                Err(Standing::of_board(grid, Verdict::Unique, Some(words)))
            }
        };
        let start = match standing {
            Ok(start) => start,
            Err(standing) => return self.refuse_board(item, standing, answer),
        };
        let walk = start.walk(colour.pencil(), self.guesses);
        let tale = Tale { colour, start, walk, guesses: self.guesses };
        let standing = Standing::of_board(grid, Verdict::Unique, None);
        self.tell(&tale, |tale| json_line(&tale.answer(standing, None, self.upto), item), answer);
    }

    /// A position of 9×9, by a method that the strategies do not have.
    pub(super) fn answer_nine(
        &self,
        by: &explain::By,
        item: &Item,
        position: &Position,
        answer: &mut Answer<'_, Reply>,
    ) {
        let (explain::By::Pencil(method, guesses), super::By::Method(colour)) = (by, &self.by)
        else {
            unreachable!("only methods are told in acts");
        };
        let (start, walk) = walked(position, *method, *guesses);
        let tale = Tale { colour: *colour, start, walk, guesses: *guesses };
        let (standing, solution) =
            (Standing::proper(&item.record.clues), position.solution.to_string());
        let json = |tale: &Tale| json_line(&tale.answer(standing, Some(solution), self.upto), item);
        self.tell(&tale, json, answer);
    }

    /// Tells a tale; `json` is how it is told to programs.
    fn tell(
        &self,
        tale: &Tale,
        json: impl FnOnce(&Tale) -> String,
        answer: &mut Answer<'_, Reply>,
    ) {
        if tale.walk.end != End::Solved && tale.walk.acts.len() <= self.upto {
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
                text.push_str(&wrapped(&act.text()));
                text.push('\n');
                if tale.shows(act) {
                    text.push_str(&tale.picture(act, self.colour));
                    text.push('\n');
                }
            }
        }
        text.push_str(&heading(&self.walk_ending(tale), self.colour));
        if !self.is_brief && told.len() == tale.walk.acts.len() {
            let start = tale.start.grid();
            let ink = board::solved_ink(start);
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
                text.push_str(&format!("## {number}. {name}\n\n{}\n\n", act.text()));
                if tale.shows(act) {
                    let picture = board::text(act.board.grid(), false, |_| Ink::Plain);
                    text.push_str(&format!("```text\n{picture}```\n\n"));
                }
            }
        }
        text.push_str(&format!("## {}\n", self.walk_ending(tale).trim_end_matches('.')));
        if !self.is_brief && told.len() == tale.walk.acts.len() {
            let picture = board::text(tale.walk.board.grid(), false, |_| Ink::Plain);
            text.push_str(&format!("\n```text\n{picture}```\n"));
        }
        text
    }

    /// How it ended, in a sentence.
    fn walk_ending(&self, tale: &Tale) -> String {
        let PencilSolve { acts, board, small, end } = &tale.walk;
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

    /// The tale as data.
    fn answer(&self, standing: Standing, solution: Option<String>, upto: usize) -> explain::Answer {
        let method = (self.colour.pencil(), self.guesses);
        let told = (&self.start, &self.walk);
        explain::Answer::of_walk(standing, solution, method, told, upto, Language::default())
    }

    fn entries(&self, entries: &[Entry], between: &str) -> Vec<String> {
        pencil::entries(&self.start, entries, between)
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
    board::lines(board.grid(), colour, ink).into_iter().map(|line| format!("  {line}\n")).collect()
}
