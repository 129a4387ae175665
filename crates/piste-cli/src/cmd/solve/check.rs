//! Is there exactly one solution? Only the proof, and no solution written.
//!
//! Whoever asks this asks it about many: a generator about its candidates, a collector about a
//! bank. So the puzzles that a worker has taken are proved by the one call of the engine that
//! takes many grids ([`Engine::verdicts`]) and stays in its fast function from one to the next.
//! It takes grids: pencil marks and boards of other shapes are proved one by one.
//!
//! The answers are those of `--count=2`, and the exit code is the one of `piste check`.
//!
//! [`Engine::verdicts`]: piste_core::search::Engine::verdicts

use super::super::told;
use super::{Solver, Work};
use crate::input::Item;
use crate::printer::{Look, Reply};
use piste_api::solve::{self, problem};
use piste_core::search::{Clues, Stats, Verdict};
use piste_core::{AnyClues, Grid};
use piste_store::batch::Answer;

impl Solver {
    /// Answers for all of these, in their order.
    pub(super) fn check(&self, items: Vec<Item>, answer: &mut Answer<'_, Reply>) {
        let mut proved = Vec::with_capacity(items.len());
        let grids = items.iter().filter_map(givens);
        self.engine.verdicts(grids, |_, verdict, stats| proved.push((verdict, stats)));
        let mut proved = proved.into_iter();
        for item in items {
            let of_grid = if givens(&item).is_some() { proved.next() } else { None };
            match item.split() {
                Err(item) => self.answer_board(item, answer),
                Ok(item) => {
                    let (verdict, stats) = of_grid.unwrap_or_else(|| self.verdict(&item));
                    self.tell(item, &verdict, stats, answer);
                }
            }
        }
    }

    fn verdict(&self, item: &Item<Clues>) -> (Verdict, Stats) {
        let (found, stats) = self.search(item);
        let verdict = match found {
            [Some(a), Some(b)] => Verdict::Many([a, b]),
            [Some(only), None] => Verdict::One(only),
            [None, _] => Verdict::None,
        };
        (verdict, stats)
    }

    fn tell(
        &self,
        item: Item<Clues>,
        verdict: &Verdict,
        stats: Stats,
        answer: &mut Answer<'_, Reply>,
    ) {
        let (count, found) = match verdict {
            Verdict::None => (0, [None; 2]),
            Verdict::One(only) => (1, [Some(*only), None]),
            Verdict::Many([a, b]) => (2, [Some(*a), Some(*b)]),
        };
        let problem = problem(&item.record.clues, found);
        if problem.is_some() {
            answer.fail();
        }
        let is_limited = count == 2;
        answer.put(match self.look {
            Look::Json => {
                let clues = &item.record.clues;
                told(&solve::Answer::found(clues, found, count, is_limited, stats), &item)
            }
            Look::Drawn => Reply::Text(self.proved(problem.as_ref(), stats.into())),
            Look::Record => {
                let extras = self.count_columns(count, is_limited, stats.into());
                Reply::record(item, extras)
            }
        });
    }

    /// What was proved, in words.
    pub(super) fn proved(&self, problem: Option<&impl ToString>, work: Work) -> String {
        let said = problem.map_or_else(|| "exactly one solution".to_owned(), ToString::to_string);
        let work = if self.stats { work.words() } else { String::new() };
        format!("{said}\n{work}")
    }
}

/// The grid of this puzzle, if that is all there is to it.
fn givens(item: &Item) -> Option<Grid> {
    match item.record.clues {
        AnyClues::Classic(Clues::Givens(grid)) => Some(grid),
        _ => None,
    }
}
