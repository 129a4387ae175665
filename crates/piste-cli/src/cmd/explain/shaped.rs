//! Boards of other shapes than the classic one, explained by what is known on every shape.

use super::super::{json_line, told};
use super::{Answer, By, Reply, Teller, Telling};
use crate::input::Item;
use crate::ladder;
use crate::shapes;
use piste_api::explain::{self, Story};
use piste_api::shaped::{self, Known};
use piste_api::{Standing, Verdict};
use piste_core::AnyGrid;
use piste_core::space::Large;

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
        let json = |story: &Story<Large>| {
            json_line(&explain::Answer::of_board(&puzzle, known, story, self.language), item)
        };
        if let Err(problem) = self.narrate(story, &item.place(), json, answer) {
            self.refuse_board(item, refused(problem), answer);
        }
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
