//! Boards of other shapes than the classic one, explained by what is known on every shape.

use super::super::{json_line, told};
use super::{Answer, By, Reply, Teller, Telling};
use crate::input::Item;
use crate::job::count;
use crate::ladder;
use crate::shapes;
use piste::logic::Outcome;
use piste_api::explain::{self, Story};
use piste_api::shaped::{self, Known};
use piste_api::{Standing, Verdict};
use piste_core::AnyGrid;

impl Teller {
    /// A board of another shape, by the ladder for every shape.
    pub(super) fn answer_shaped(&self, item: &Item<AnyGrid>, answer: &mut Answer<'_, Reply>) {
        let grid = &item.record.clues;
        let refused = |problem| Standing::of_board(grid, Verdict::Unique, Some(problem));
        let (known, slug) = match &self.by {
            By::Ladder(ladder) => (Known::of(ladder), ladder.slug),
            By::SudokuExplainer { .. } | By::Method(_) => (None, ladder::SE),
        };
        let Some(known) = known else {
            return self.refuse_board(item, refused(shaped::no_ladder(slug)), answer);
        };
        let guesses = shapes::guesses(self.guesses);
        let puzzle = match grid.prove(guesses.most) {
            Ok(puzzle) => puzzle,
            Err(why) => {
                let standing = Standing::unproved(grid, &why, guesses);
                return self.refuse_board(item, standing, answer);
            }
        };
        let story = Story::of_board(&puzzle, known, self.upto);
        let story = match self.alone {
            Some(number) if number > story.total() => {
                let steps = count(story.total() as u64, self.unit());
                let problem =
                    format!("there is no {} {number}: it is solved in {steps}", self.unit());
                return self.refuse_board(item, refused(problem), answer);
            }
            Some(number) => story.beginning_with(number),
            None => story,
        };
        if let Some(problem) = self.second_picture() {
            return self.refuse_board(item, refused(problem), answer);
        }
        if story.solve.outcome() != Outcome::Solved && !story.is_cut() {
            answer.fail();
        }
        #[cfg(feature = "book")]
        if let Some(sheet) = &self.worksheet {
            return self.worksheet(sheet, &story, &item.place(), answer);
        }
        let text = match self.form {
            Telling::Svg => self.svg(&story),
            Telling::Html => self.html(&story),
            Telling::Json => {
                json_line(&explain::Answer::of_board(&puzzle, known, &story, self.language), item)
            }
            Telling::Markdown => self.markdown(&story),
            Telling::Drawn => self.drawn(&story),
        };
        self.put(&text, answer);
    }

    /// Says why there is nothing to tell.
    pub(super) fn refuse_board(
        &self,
        item: &Item<AnyGrid>,
        standing: Standing,
        answer: &mut Answer<'_, Reply>,
    ) {
        match standing.verdict {
            Verdict::Undecided => answer.leave_open(),
            _ => answer.fail(),
        }
        let problem = standing.problem.as_deref().unwrap_or_default();
        answer.complain(format_args!("{}: {problem}", item.place()));
        if self.form == Telling::Json {
            answer.put(told(&explain::Answer::none(standing), item));
        }
    }
}
