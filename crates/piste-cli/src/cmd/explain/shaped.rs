//! Boards of other shapes than the classic one, explained by what is known on every shape.

use super::super::{json_line, told};
use super::{Answer, Reply, Teller, Telling};
use crate::input::Item;
use piste_api::explain::{self, Story, Tale};
use piste_api::shapes::Guesses;
use piste_api::{Standing, Unhurried, Verdict};
use piste_core::AnyGrid;
use piste_core::space::Large;

impl Teller {
    /// A board of another shape: steps of the ladder for every shape, or acts of a method.
    pub(super) fn answer_shaped(&self, item: &Item<AnyGrid>, answer: &mut Answer<'_, Reply>) {
        let grid = &item.record.clues;
        let by = self.by.of_api(self.guesses);
        let guesses = Guesses { most: self.guesses };
        let tale = Tale::of(grid, &by, guesses, self.upto, &Unhurried);
        let (puzzle, known, story) = match tale.expect("nobody calls this off") {
            Tale::Steps(puzzle, known, story) => (puzzle, known, *story),
            Tale::Acts(walk) => return self.tell_walk(walk, item, answer),
            Tale::Nothing(standing) => return self.refuse_board(item, standing, answer),
        };
        let json = |story: &Story<Large>| {
            json_line(&explain::Answer::of_board(&puzzle, known, story, self.language), item)
        };
        if let Err(problem) = self.narrate(story, &item.place(), json, answer) {
            let standing = Standing::of_board(grid, Verdict::Unique, Some(problem));
            self.refuse_board(item, standing, answer);
        }
    }

    /// Says why there is nothing to tell.
    fn refuse_board(
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
