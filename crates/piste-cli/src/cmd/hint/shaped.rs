//! Hints on boards of other shapes than the classic one, by what is known on every shape.

use super::super::told;
use super::{Answer, Helper, Reply};
use crate::input::Item;
use piste_api::proved::Proved;
use piste_api::shapes::Guesses;
use piste_api::{Standing, Verdict, hint, shaped};
use piste_core::AnyGrid;

impl Helper {
    /// A board of another shape, by the ladder for every shape.
    pub(super) fn answer_shaped(&self, item: &Item<AnyGrid>, answer: &mut Answer<'_, Reply>) {
        let grid = &item.record.clues;
        let refused = |problem| Standing::of_board(grid, Verdict::Undecided, Some(problem));
        let known = self.guide.on_every_shape();
        let own;
        let (puzzle, values, known) = match &self.original {
            Some(Proved::Other(puzzle)) if puzzle.grid().shape() == grid.shape() => {
                let known = match known {
                    Ok(known) => known,
                    Err(problem) => {
                        let standing =
                            Standing::of_board(puzzle.grid(), Verdict::Unique, Some(problem));
                        answer.fail();
                        return self.refuse_board(item, standing, answer);
                    }
                };
                if let Some((_, problem)) = shaped::altered(puzzle.grid(), grid) {
                    answer.fail();
                    return self.refuse_board(item, refused(problem), answer);
                }
                (&**puzzle, Some(grid), known)
            }
            Some(original) => {
                answer.fail();
                let problem =
                    format!("the puzzle of --givens is of the shape {}", original.shape());
                return self.refuse_board(item, refused(problem), answer);
            }
            None => match shaped::proved(grid, Guesses { most: self.guesses }, known) {
                Ok((puzzle, known)) => {
                    own = puzzle;
                    (&own, None, known)
                }
                Err(standing) => {
                    match standing.verdict {
                        Verdict::Undecided => answer.leave_open(),
                        _ => answer.fail(),
                    }
                    return self.refuse_board(item, standing, answer);
                }
            },
        };
        let (position, hint) = shaped::hint(puzzle, values, None, known);
        if self.is_json {
            let standing = Standing::of_board(puzzle.grid(), Verdict::Unique, None);
            let told_hint = hint::Answer::of(standing, &position, &hint, self.grade, self.language);
            self.count(&hint, answer);
            answer.put(told(&told_hint, item));
            return;
        }
        self.tell(&position, &hint, known.slug(), answer);
    }

    /// Says why there is no hint.
    fn refuse_board(
        &self,
        item: &Item<AnyGrid>,
        standing: Standing,
        answer: &mut Answer<'_, Reply>,
    ) {
        let problem = standing.problem.as_deref().unwrap_or_default();
        let advice = match standing.verdict {
            Verdict::None => super::SOMETHING_IS_WRONG,
            _ => "",
        };
        answer.complain(format_args!("{}: {problem}{advice}", item.place()));
        if self.is_json {
            answer.put(told(&hint::Answer::refused(standing, self.grade), item));
        }
    }
}
