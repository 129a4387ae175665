//! Worksheets: a solution told step by step, exercises in one strategy, empty boards to write on.

use super::Composer;
use crate::Trouble;
use crate::paper::Area;
use crate::picture::{self, DIGIT, Style};
use crate::sheet::Role;
use piste::draw::{Plate, Sketch};

/// A board on a worksheet, and what is asked of it.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The board as it stands before the step.
    pub board: Sketch,
    /// The step.
    pub answer: Plate,
}

impl Composer<'_> {
    /// A board to begin with, and steps with their pictures.
    pub(crate) fn lesson(&mut self, title: &str, start: &Sketch, steps: &[Plate]) {
        let body = self.chapter(title, "");
        let side = body.width.min(body.height).min(300.0);
        let x = body.x + (body.width - side) / 2.0;
        let area = Area { x, y: body.y + 6.0, width: side, height: side };
        self.plain_board(start, area, title);
        let more = self.plan.words.step_by_step.clone();
        self.rows(&more, "", steps);
    }

    /// Exercises, so many a page, and their answers.
    pub(crate) fn exercises(
        &mut self,
        title: &str,
        about: &str,
        exercises: &[Exercise],
    ) -> Result<(), Trouble> {
        let mut body = self.chapter(title, about);
        let above = self.sizes.text * 1.8;
        let tiling = self.tiling(body, self.plan.per_page, above, 4.0);
        let first = body;
        let mut number = 0;
        for (nth, page) in exercises.chunks(self.plan.per_page).enumerate() {
            if nth > 0 {
                let next = self.next_page(title);
                body = Area { y: next.y, height: first.height, ..next };
            }
            for (place, exercise) in page.iter().enumerate() {
                number += 1;
                let area = tiling.board(body, place);
                let mut sheet = self.sheets.pop().expect("a chapter begins with a page");
                self.number(&mut sheet, number, area, self.sizes.text * 1.2);
                self.sheets.push(sheet);
                self.plain_board(&exercise.board, area, &format!("{title} {number}"));
            }
        }
        let answer = |(number, exercise): (usize, &Exercise)| {
            let plate = exercise.answer.clone();
            Plate { title: format!("{number}  {}", plate.title), ..plate }
        };
        let answers: Vec<Plate> = (1..).zip(exercises).map(answer).collect();
        let title = self.plan.words.answers.clone();
        self.rows(&title, "", &answers);
        Ok(())
    }

    /// Empty boards with every mark, or none, to write on.
    pub(crate) fn blanks(&mut self, board: &Sketch, count: usize) {
        let mut left = count;
        while left > 0 {
            let sheet = self.page();
            let body = sheet.area();
            let tiling = self.tiling(body, self.plan.per_page, 0.0, 0.0);
            for place in 0..left.min(self.plan.per_page) {
                self.plain_board(board, tiling.board(body, place), "Empty board");
            }
            left = left.saturating_sub(self.plan.per_page);
        }
    }

    fn plain_board(&mut self, sketch: &Sketch, area: Area, told: &str) {
        let style = Style { digit: DIGIT, bold_givens: true };
        let marks = picture::board(self.faces, sketch, area, style);
        self.sheet().put(Role::Figure(told.to_owned()), marks);
    }
}
