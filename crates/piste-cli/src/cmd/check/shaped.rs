//! The report on a board of another shape than the classic one, told.

use super::super::{rest, told};
use super::{ReportForm, join};
use crate::draw::Ink;
use crate::input::Item;
use crate::job::count;
use crate::printer::Reply;
use crate::progress::thousands;
use crate::shapes;
use crate::story::labelled;
use piste_api::check::ShapedReport;
use piste_api::shapes::names;
use piste_core::AnyGrid;
use piste_store::batch::Answer;

/// A report, told.
pub(super) struct Told(pub(super) ShapedReport);

impl Told {
    pub(super) fn answer(
        &self,
        item: &Item<AnyGrid>,
        (form, wide): (ReportForm, Option<usize>),
        colour: bool,
        answer: &mut Answer<'_, Reply>,
    ) {
        match self.0.is_proper() {
            Some(true) => {}
            Some(false) => answer.fail(),
            None => answer.leave_open(),
        }
        answer.put(match form {
            ReportForm::Drawn => Reply::Picture(self.text(colour)),
            ReportForm::Json => told(&self.0.answer(), item),
            form => Reply::Text(form.row(item.number, &self.row(item), wide)),
        });
    }

    fn row(&self, item: &Item<AnyGrid>) -> [String; 8] {
        let minimal = match &self.0.redundant {
            Some(redundant) if redundant.is_empty() => "yes",
            Some(_) => "no",
            None => "",
        };
        [
            self.0.grid.to_string(),
            match self.0.is_proper() {
                // No number here could be taken for anything but an answer.
                None => "?".to_owned(),
                Some(_) if self.0.more => format!("{}+", self.0.count),
                Some(_) => self.0.count.to_string(),
            },
            self.0.grid.filled().count().to_string(),
            minimal.to_owned(),
            self.0.redundant_names().join(" "),
            join(&self.0.symmetries(), " "),
            self.0.problem().unwrap_or_default(),
            rest(item).unwrap_or_default().to_owned(),
        ]
    }

    fn text(&self, colour: bool) -> String {
        let at_fault = |cell| self.0.clash.is_some_and(|clash| clash.cells.contains(&cell));
        let ink = |cell| if at_fault(cell) { Ink::Alarm } else { Ink::Given };
        let mut text = shapes::text(&self.0.grid, colour, ink);
        let mut say = |label: &str, words: &str| text.push_str(&labelled(label, words, colour));
        let shape = self.0.grid.shape();
        let n = shape.side();
        match shape.boxes().filter(|_| shape.is_plain()) {
            Some(boxes) => say("board", &format!("{n}×{n}, boxes of {boxes}")),
            None => say("board", &shapes::name(shape)),
        }
        say("givens", &self.0.grid.filled().count().to_string());
        let more = self.0.problem().unwrap_or_default();
        let solutions = match (self.0.count, self.0.gave_up) {
            (0, Some(_)) => more,
            (1, Some(_)) => format!("{more}; one was found"),
            (many, Some(why)) => {
                let guesses = thousands(why.guesses);
                format!("at least {}: counted no further after {guesses} guesses", thousands(many))
            }
            (0, _) => "none".to_owned(),
            (1, _) => "exactly one".to_owned(),
            (many, _) if self.0.more => format!("at least {}", thousands(many)),
            (many, _) => thousands(many),
        };
        say("solutions", &solutions);
        if let Some(clash) = &self.0.clash {
            say("", &clash.to_string());
        }
        match &self.0.redundant {
            Some(none) if none.is_empty() => say("minimal", "yes: no given can be left out"),
            Some(_) => {
                say("minimal", &super::not_minimal(&self.0.redundant_names()));
            }
            None if self.0.is_proper() == Some(true) => {
                say("minimal", "not known; --guesses allows more");
            }
            None => {}
        }
        match self.0.symmetries().as_slice() {
            [] => say("symmetry", "none"),
            some => say("symmetry", &join(some, ", ")),
        }
        if let [a, b] = self.0.found.as_slice() {
            text.push_str(&self.two_solutions(a, b, colour));
        }
        text
    }

    fn two_solutions(&self, a: &AnyGrid, b: &AnyGrid, colour: bool) -> String {
        let cells = a.differences(b);
        let solved = shapes::solved_ink(&self.0.grid);
        let ink = |cell| if cells.contains(&cell) { Ink::Accent } else { solved(cell) };
        let pictures = [a, b].map(|solution| shapes::lines(solution, colour, ink));
        let names = names(&self.0.grid, &cells).join(" ");
        let cells = count(cells.len() as u64, "cell");
        let pictures = crate::story::together(&pictures);
        format!("\nTwo solutions, which differ in {cells}: {names}\n{pictures}\n")
    }
}
