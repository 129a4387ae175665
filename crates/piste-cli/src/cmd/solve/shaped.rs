//! Boards of other shapes than the classic one, solved.
//!
//! The questions and the answers are those of 9×9. The search is another: it may be given
//! up, and then the question is not decided, whatever was found until then. An answer never
//! has a number in its place that a reader could take for one: it is `?`, and null in JSON.

use super::super::told;
use super::{OneOfMany, Question, Solver, Work};
use crate::input::Item;
use crate::printer::{Extra, Look, Reply, has_columns};
use crate::shapes::{self, solved_ink};
use piste_api::shapes::Searched;
use piste_api::solve;
use piste_core::search::Work as BoardWork;
use piste_core::{AnyGrid, Rng, Unproved};
use piste_store::batch::Answer;
use std::ops::ControlFlow;

impl From<BoardWork> for Work {
    fn from(work: BoardWork) -> Work {
        Work { guesses: work.guesses, depth: work.depth }
    }
}

impl Solver {
    pub(super) fn answer_board(&self, item: Item<AnyGrid>, answer: &mut Answer<'_, Reply>) {
        match self.question {
            Question::Count(limit) => self.count_board(item, limit, answer),
            Question::All(limit) => self.all_of_board(&item, limit, answer),
            Question::Check => self.check_board(item, answer),
            Question::One | Question::First | Question::Random(_) => {
                self.one_of_board(item, answer);
            }
        }
    }

    /// Looks for so many solutions.
    fn search_board(&self, grid: &AnyGrid, limit: u64, rng: Option<&mut Rng>) -> Searched {
        Searched::on(grid, limit, self.guesses, rng, |_| ControlFlow::Continue(()))
    }

    /// What is wrong, in a sentence.
    fn problem(&self, grid: &AnyGrid, searched: &Searched) -> Option<String> {
        searched.unproved(grid).map(|why| self.guesses.told(&why))
    }

    fn one_of_board(&self, item: Item<AnyGrid>, answer: &mut Answer<'_, Reply>) {
        let mut rng = match self.question {
            Question::Random(seed) => Some(Rng::for_item(seed, item.number)),
            _ => None,
        };
        let wanted = if self.question == Question::One { 2 } else { 1 };
        let grid = &item.record.clues;
        let searched = self.search_board(grid, wanted, rng.as_mut());
        if let Some(why) = searched.unproved(grid) {
            let problem = self.guesses.told(&why);
            match why {
                Unproved::GaveUp(_) => leave_open(&item, &problem, answer),
                Unproved::ManySolutions(_) => {
                    answer.note();
                    answer.remark(format_args!("{}: {problem}", item.place()));
                }
                _ => fail(&item, &problem, answer),
            }
        }
        let work = searched.work(self.guesses).into();
        if self.look == Look::Json {
            let solutions = searched.first.iter().map(ToString::to_string).collect();
            let told_of = solve::Answer::of_board(grid, &searched, self.guesses);
            answer.put(told(&solve::Answer { solutions, ..told_of }, &item));
        } else if let Some(solution) = searched.first.first() {
            self.put_board(item, solution, work, answer);
        } else if let Some(gap) = self.gap(|extras| Reply::record(item, extras)) {
            answer.put(gap);
        }
    }

    fn put_board(
        &self,
        mut item: Item<AnyGrid>,
        solution: &AnyGrid,
        work: Work,
        answer: &mut Answer<'_, Reply>,
    ) {
        if self.look == Look::Drawn {
            let mut text = shapes::text(solution, self.colour, solved_ink(&item.record.clues));
            if self.stats {
                text.push_str(&work.words());
            }
            return answer.put(Reply::Picture(text));
        }
        let mut extras = Vec::new();
        if has_columns(self.form) {
            extras.push(Extra("solution", solution.to_string().into()));
        } else {
            item.record.clues = solution.clone();
        }
        extras.extend(self.work(work));
        answer.put(Reply::record(item, extras));
    }

    fn count_board(&self, item: Item<AnyGrid>, limit: u64, answer: &mut Answer<'_, Reply>) {
        let grid = &item.record.clues;
        let searched = self.search_board(grid, limit, None);
        match (searched.work, searched.count) {
            (Err(_), _) => leave_open(&item, &self.guesses.ran_out(), answer),
            (Ok(_), 0) => {
                fail(&item, &self.problem(grid, &searched).unwrap_or_default(), answer);
            }
            (Ok(_), _) => {}
        }
        let work = searched.work(self.guesses).into();
        let is_open = searched.counted().is_none();
        let (count, more) = (searched.count, searched.more());
        answer.put(match self.look {
            Look::Json => told(&solve::Answer::of_board(grid, &searched, self.guesses), &item),
            Look::Drawn if is_open => Reply::Text(NOT_DECIDED.to_owned()),
            Look::Drawn => Reply::Text(self.counted(count, more, work)),
            Look::Record if is_open => self.open_row(item, work),
            Look::Record => Reply::record(item, self.count_columns(count, more, work)),
        });
    }

    fn check_board(&self, item: Item<AnyGrid>, answer: &mut Answer<'_, Reply>) {
        let grid = &item.record.clues;
        let searched = self.search_board(grid, 2, None);
        let problem = self.problem(grid, &searched);
        let is_open = searched.work.is_err();
        if is_open {
            // What was given up is not known to be wrong: more has to be said than a sign.
            leave_open(&item, problem.as_deref().unwrap_or_default(), answer);
        } else if problem.is_some() {
            answer.fail();
        }
        let work = searched.work(self.guesses).into();
        answer.put(match self.look {
            Look::Json => told(&solve::Answer::of_board(grid, &searched, self.guesses), &item),
            Look::Drawn => Reply::Text(self.proved(problem.as_ref(), work)),
            Look::Record if is_open => self.open_row(item, work),
            Look::Record => {
                let extras = self.count_columns(searched.count, searched.is_full, work);
                Reply::record(item, extras)
            }
        });
    }

    /// The row of a board of which it is not known whether it has a solution.
    fn open_row(&self, item: Item<AnyGrid>, work: Work) -> Reply {
        let mut extras = vec![Extra("solutions", "?".into())];
        extras.extend(self.work(work));
        Reply::record(item, extras)
    }

    fn all_of_board(&self, item: &Item<AnyGrid>, limit: u64, answer: &mut Answer<'_, Reply>) {
        let grid = &item.record.clues;
        let searched = Searched::on(grid, limit, self.guesses, None, |solution| {
            if self.look == Look::Json {
                let one = OneOfMany::new(grid.to_string(), Some(grid.shape()), solution);
                answer.put(told(&one, item));
            } else {
                self.put_board(item.clone(), solution, Work { guesses: 0, depth: 0 }, answer);
            }
            answer.spill()
        });
        match (searched.work, searched.count) {
            (Err(_), _) => leave_open(item, &self.guesses.ran_out(), answer),
            (Ok(_), 0) => fail(item, &self.problem(grid, &searched).unwrap_or_default(), answer),
            (Ok(_), _) => {}
        }
    }
}

/// What is written in the place of a count that has not begun.
const NOT_DECIDED: &str = "not decided\n";

/// The search was given up: that is told, and is neither a success nor a failure.
fn leave_open(item: &Item<AnyGrid>, words: &str, answer: &mut Answer<'_, Reply>) {
    answer.leave_open();
    answer.complain(format_args!("{}: {words}", item.place()));
}

fn fail(item: &Item<AnyGrid>, words: &str, answer: &mut Answer<'_, Reply>) {
    answer.fail();
    answer.complain(format_args!("{}: {words}", item.place()));
}
