//! The report on a board of another size than 9×9.

use super::super::{rest, told};
use super::{ReportForm, row};
use crate::board::{self, Clash, boxes, cell_name, differences, gave_up, many_solutions};
use crate::draw::{Ink, paint, side_by_side};
use crate::input::Item;
use crate::job::count;
use crate::printer::Reply;
use crate::progress::thousands;
use piste::sat::{GaveUp, Sudoku};
use piste_api::check::{self, Contradiction};
use piste_api::{Standing, Verdict};
use piste_store::batch::Answer;
use std::ops::ControlFlow;

/// Everything that can be said about a board.
pub(super) struct Report<'a> {
    board: &'a Sudoku,
    solutions: u64,
    /// The count stopped at its limit, or was given up.
    is_limited: bool,
    gave_up: Option<GaveUp>,
    found: Vec<Sudoku>,
    clash: Option<Clash>,
    /// Givens that can be left out of a proper puzzle; nothing if it is none, or if finding
    /// out took too long.
    redundant: Option<Vec<usize>>,
}

impl<'a> Report<'a> {
    pub(super) fn on(board: &'a Sudoku, limit: u64, guesses: u64) -> Report<'a> {
        let mut report = Report {
            board,
            solutions: 0,
            is_limited: false,
            gave_up: None,
            found: Vec::new(),
            clash: Clash::find(board),
            redundant: None,
        };
        if report.clash.is_some() {
            return report;
        }
        let searched = board.search(guesses, None, |solution| {
            if report.found.len() < 2 {
                report.found.push(solution.clone());
            }
            report.solutions += 1;
            match report.solutions < limit {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        report.gave_up = searched.err();
        report.is_limited = report.solutions == limit || report.gave_up.is_some();
        if report.is_proper() == Some(true) {
            report.redundant = redundant(board, guesses);
        }
        report
    }

    /// How many solutions there are; not decided if the search was given up before a second one.
    fn verdict(&self) -> Verdict {
        Verdict::of(self.solutions, !self.is_limited)
    }

    /// Whether there is exactly one; nothing where that is not known.
    fn is_proper(&self) -> Option<bool> {
        self.verdict().is_proper()
    }

    fn problem(&self) -> Option<String> {
        match (&self.clash, self.gave_up, self.found.as_slice()) {
            (Some(clash), ..) => Some(format!("no solution: {}", clash.words(self.board))),
            (None, _, [a, b]) => Some(many_solutions(a, b)),
            (None, Some(why), _) => Some(gave_up(why)),
            (None, None, []) => Some("no solution".to_owned()),
            (None, None, _) => None,
        }
    }

    fn names(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|&cell| cell_name(self.board, cell)).collect()
    }

    pub(super) fn answer(
        &self,
        item: &Item<Sudoku>,
        form: ReportForm,
        colour: bool,
        answer: &mut Answer<'_, Reply>,
    ) {
        match self.is_proper() {
            Some(true) => {}
            Some(false) => answer.fail(),
            None => answer.leave_open(),
        }
        answer.put(match form {
            ReportForm::Drawn => Reply::Picture(self.text(colour)),
            ReportForm::Json => told(&self.json(), item),
            ReportForm::Tsv => Reply::Text(self.row(item)),
        });
    }

    fn row(&self, item: &Item<Sudoku>) -> String {
        let minimal = match &self.redundant {
            Some(redundant) if redundant.is_empty() => "yes",
            Some(_) => "no",
            None => "",
        };
        row(&[
            self.board.to_string(),
            match self.is_proper() {
                // No number here could be taken for anything but an answer.
                None => "?".to_owned(),
                Some(_) if self.is_limited => format!("{}+", self.solutions),
                Some(_) => self.solutions.to_string(),
            },
            board::givens(self.board).len().to_string(),
            minimal.to_owned(),
            self.names(self.redundant.as_deref().unwrap_or_default()).join(" "),
            String::new(),
            self.problem().unwrap_or_default(),
            rest(item).unwrap_or_default().to_owned(),
        ])
    }

    fn text(&self, colour: bool) -> String {
        let at_fault = |cell| self.clash.is_some_and(|clash| clash.cells.contains(&cell));
        let ink = |cell| if at_fault(cell) { Ink::Alarm } else { Ink::Given };
        let mut text = board::text(self.board, colour, ink);
        let mut say = |label: &str, words: &str| {
            let label = paint(&format!("{label:9}"), Ink::Faint, colour);
            text.push_str(&format!("{label} {words}\n"));
        };
        let shape = self.board.shape();
        let n = shape.digits();
        say("board", &format!("{n}×{n}, boxes of {shape}"));
        say("givens", &board::givens(self.board).len().to_string());
        let solutions = match (self.solutions, self.gave_up) {
            (0, Some(why)) => gave_up(why),
            (1, Some(why)) => format!("{}; one was found", gave_up(why)),
            (many, Some(why)) => {
                let guesses = thousands(why.guesses);
                format!("at least {}: counted no further after {guesses} guesses", thousands(many))
            }
            (0, _) => "none".to_owned(),
            (1, _) => "exactly one".to_owned(),
            (many, _) if self.is_limited => format!("at least {}", thousands(many)),
            (many, _) => thousands(many),
        };
        say("solutions", &solutions);
        if let Some(clash) = &self.clash {
            say("", &clash.words(self.board));
        }
        match &self.redundant {
            Some(none) if none.is_empty() => say("minimal", "yes: no given can be left out"),
            Some(some) => {
                let could = count(some.len() as u64, "given");
                let names = self.names(some).join(" ");
                say("minimal", &format!("no: {could} could be left out, any one of {names}"));
            }
            None if self.is_proper() == Some(true) => {
                say("minimal", "not known; --guesses allows more");
            }
            None => {}
        }
        if let [a, b] = self.found.as_slice() {
            text.push_str(&self.two_solutions(a, b, colour));
        }
        text
    }

    fn two_solutions(&self, a: &Sudoku, b: &Sudoku, colour: bool) -> String {
        let cells = differences(a, b);
        let solved = board::solved_ink(self.board);
        let ink = |cell| if cells.contains(&cell) { Ink::Accent } else { solved(cell) };
        let pictures = [a, b].map(|solution| board::lines(solution, colour, ink));
        let names = self.names(&cells).join(" ");
        let cells = count(cells.len() as u64, "cell");
        let pictures = side_by_side(&pictures).join("\n");
        format!("\nTwo solutions, which differ in {cells}: {names}\n{pictures}\n")
    }

    fn json(&self) -> check::Answer {
        let differences = match self.found.as_slice() {
            [a, b] => differences(a, b),
            _ => Vec::new(),
        };
        let clash = self.clash.iter().map(|clash| Contradiction {
            digit: self.board.cells()[clash.cells[0]],
            house: clash.house_name(),
            cells: clash.cells.map(|cell| cell_name(self.board, cell)),
        });
        let only = self.found.first().filter(|_| self.is_proper() == Some(true));
        check::Answer {
            standing: Standing {
                puzzle: self.board.to_string(),
                boxes: Some(boxes(self.board)),
                verdict: self.verdict(),
                problem: self.problem(),
            },
            proper: self.is_proper(),
            solution: only.map(ToString::to_string),
            solutions: self.found.iter().map(ToString::to_string).collect(),
            count: (self.solutions > 0 || self.gave_up.is_none()).then_some(self.solutions),
            more: self.is_limited,
            givens: Some(board::givens(self.board).len()),
            minimal: self.redundant.as_ref().map(Vec::is_empty),
            redundant: self.names(self.redundant.as_deref().unwrap_or_default()),
            symmetry: Vec::new(),
            contradictions: clash.collect(),
            suspects: Vec::new(),
            differences: self.names(&differences),
            mistakes: Vec::new(),
            conflicts: Vec::new(),
            solved: None,
        }
    }
}

/// The givens of a proper puzzle each of which alone can be left out; nothing if that takes
/// more guesses, in all, than are allowed.
fn redundant(board: &Sudoku, guesses: u64) -> Option<Vec<usize>> {
    let mut left = guesses;
    let mut redundant = Vec::new();
    for cell in board::givens(board) {
        let mut digits = board.cells().to_vec();
        digits[cell] = 0;
        let without = Sudoku::new(board.shape(), &digits).ok()?;
        let mut solutions = 0;
        let work = without.search(left, None, |_| {
            solutions += 1;
            if solutions < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        left -= work.ok()?.guesses;
        if solutions == 1 {
            redundant.push(cell);
        }
    }
    Some(redundant)
}
