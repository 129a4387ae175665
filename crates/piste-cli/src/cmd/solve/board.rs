//! Boards of other sizes than 9×9, solved.
//!
//! The questions and the answers are those of 9×9. The search is another: it may be given
//! up, and then the question is not decided, whatever was found until then. An answer never
//! has a number in its place that a reader could take for one: it is `?`, and null in JSON.

use super::super::told;
use super::{OneOfMany, Question, Solver, Work};
use crate::board::{self, boxes, gave_up, many_solutions, no_solution, solved_ink};
use crate::input::Item;
use crate::printer::{Extra, Look, Reply, has_columns};
use piste::sat::{self, Sudoku};
use piste_api::{Standing, Verdict, solve};
use piste_core::Rng;
use piste_store::batch::Answer;
use std::ops::ControlFlow;

impl From<sat::Work> for Work {
    fn from(work: sat::Work) -> Work {
        Work { guesses: work.guesses, depth: work.depth }
    }
}

impl Solver {
    pub(super) fn answer_board(&self, item: Item<Sudoku>, answer: &mut Answer<'_, Reply>) {
        if self.has_engine {
            let words = "--engine is for boards of 9×9; the others have a solver of their own";
            return fail(&item, words, answer);
        }
        match self.question {
            Question::Count(limit) => self.count_board(item, limit, answer),
            Question::All(limit) => self.all_of_board(&item, limit, answer),
            Question::Check => self.check_board(item, answer),
            Question::One | Question::First | Question::Random(_) => {
                self.one_of_board(item, answer);
            }
        }
    }

    fn one_of_board(&self, item: Item<Sudoku>, answer: &mut Answer<'_, Reply>) {
        let mut rng = match self.question {
            Question::Random(seed) => Some(Rng::for_item(seed, item.number)),
            _ => None,
        };
        let wanted = if self.question == Question::One { 2 } else { 1 };
        let mut found: Vec<Sudoku> = Vec::new();
        let board = &item.record.clues;
        let searched = board.search(self.guesses, rng.as_mut(), |solution| {
            found.push(solution.clone());
            if found.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let problem = match (&searched, found.as_slice()) {
            (Err(why), _) => Some(gave_up(*why)),
            (Ok(_), []) => Some(no_solution(board)),
            (Ok(_), [a, b, ..]) => Some(many_solutions(a, b)),
            (Ok(_), [_]) => None,
        };
        match (&problem, &searched, found.len()) {
            (None, ..) => {}
            (Some(problem), Err(_), _) => leave_open(&item, problem, answer),
            (Some(problem), Ok(_), 2) => {
                answer.note();
                answer.remark(format_args!("{}: {problem}", item.place()));
            }
            (Some(problem), Ok(_), _) => fail(&item, problem, answer),
        }
        let work = searched.map_or(Work { guesses: self.guesses, depth: 0 }, Work::from);
        if self.look == Look::Json {
            let is_complete = searched.is_ok() && found.len() < wanted;
            let count = found.len() as u64;
            let solutions = found.iter().map(ToString::to_string).collect();
            let told_of = board_answer(board, &found, count, is_complete, problem, work);
            answer.put(told(&solve::Answer { solutions, ..told_of }, &item));
        } else if let Some(solution) = found.first() {
            self.put_board(item, solution, work, answer);
        } else if let Some(gap) = self.gap(|extras| Reply::Board(item, extras)) {
            answer.put(gap);
        }
    }

    fn put_board(
        &self,
        mut item: Item<Sudoku>,
        solution: &Sudoku,
        work: Work,
        answer: &mut Answer<'_, Reply>,
    ) {
        if self.look == Look::Drawn {
            let mut text = board::text(solution, self.colour, solved_ink(&item.record.clues));
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
        answer.put(Reply::Board(item, extras));
    }

    fn count_board(&self, item: Item<Sudoku>, limit: u64, answer: &mut Answer<'_, Reply>) {
        let board = &item.record.clues;
        let (mut solutions, mut found) = (0, Vec::new());
        let searched = board.search(self.guesses, None, |solution| {
            if found.len() < 2 {
                found.push(solution.clone());
            }
            solutions += 1;
            if solutions < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match searched {
            Err(why) => leave_open(&item, &gave_up(why), answer),
            Ok(_) if solutions == 0 => fail(&item, &no_solution(board), answer),
            Ok(_) => {}
        }
        let is_limited = solutions == limit || searched.is_err();
        let is_open = searched.is_err();
        let work = searched.map_or(Work { guesses: self.guesses, depth: 0 }, Work::from);
        answer.put(match self.look {
            Look::Json => {
                let problem = match searched {
                    Err(why) => Some(gave_up(why)),
                    Ok(_) if solutions == 0 => Some(no_solution(board)),
                    Ok(_) => None,
                };
                told(&board_answer(board, &found, solutions, !is_limited, problem, work), &item)
            }
            Look::Drawn if is_open && solutions == 0 => Reply::Text(NOT_DECIDED.to_owned()),
            Look::Drawn => Reply::Text(self.counted(solutions, is_limited, work)),
            Look::Record if is_open && solutions == 0 => self.open_row(item, work),
            Look::Record => {
                let extras = self.count_columns(solutions, is_limited, work);
                Reply::Board(item, extras)
            }
        });
    }

    fn check_board(&self, item: Item<Sudoku>, answer: &mut Answer<'_, Reply>) {
        let board = &item.record.clues;
        let mut found: Vec<Sudoku> = Vec::new();
        let searched = board.search(self.guesses, None, |solution| {
            found.push(solution.clone());
            if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let problem = match (&searched, found.as_slice()) {
            (Err(why), _) => Some(gave_up(*why)),
            (Ok(_), []) => Some(no_solution(board)),
            (Ok(_), [a, b, ..]) => Some(many_solutions(a, b)),
            (Ok(_), [_]) => None,
        };
        let is_open = searched.is_err();
        if is_open {
            // What was given up is not known to be wrong: more has to be said than a sign.
            leave_open(&item, problem.as_deref().unwrap_or_default(), answer);
        } else if problem.is_some() {
            answer.fail();
        }
        let solutions = found.len() as u64;
        let is_limited = solutions == 2;
        let work = searched.map_or(Work { guesses: self.guesses, depth: 0 }, Work::from);
        answer.put(match self.look {
            Look::Json => told(
                &board_answer(board, &found, solutions, !is_limited && !is_open, problem, work),
                &item,
            ),
            Look::Drawn => Reply::Text(self.proved(problem.as_ref(), work)),
            Look::Record if is_open => self.open_row(item, work),
            Look::Record => {
                let extras = self.count_columns(solutions, is_limited, work);
                Reply::Board(item, extras)
            }
        });
    }

    /// The row of a board of which it is not known whether it has a solution.
    fn open_row(&self, item: Item<Sudoku>, work: Work) -> Reply {
        let mut extras = vec![Extra("solutions", "?".into())];
        extras.extend(self.work(work));
        Reply::Board(item, extras)
    }

    fn all_of_board(&self, item: &Item<Sudoku>, limit: u64, answer: &mut Answer<'_, Reply>) {
        let board = &item.record.clues;
        let mut solutions = 0;
        let searched = board.search(self.guesses, None, |solution| {
            if self.look == Look::Json {
                let one = OneOfMany::new(board.to_string(), Some(boxes(board)), solution);
                answer.put(told(&one, item));
            } else {
                self.put_board(item.clone(), solution, Work { guesses: 0, depth: 0 }, answer);
            }
            answer.spill()?;
            solutions += 1;
            if solutions < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match searched {
            Err(why) => leave_open(item, &gave_up(why), answer),
            Ok(_) if solutions == 0 => fail(item, &no_solution(board), answer),
            Ok(_) => {}
        }
    }
}

/// What a search on a board has found. None is listed.
fn board_answer(
    board: &Sudoku,
    found: &[Sudoku],
    count: u64,
    is_complete: bool,
    problem: Option<String>,
    work: Work,
) -> solve::Answer {
    let verdict = Verdict::of(count, is_complete);
    let problem = match found {
        [a, b, ..] => Some(many_solutions(a, b)),
        _ => problem,
    };
    let only = found.first().filter(|_| verdict == Verdict::Unique);
    // What was given up before there was any is not known to have none.
    let is_open = count == 0 && !is_complete;
    solve::Answer {
        standing: Standing {
            puzzle: board.to_string(),
            boxes: Some(boxes(board)),
            verdict,
            problem,
        },
        solution: only.map(ToString::to_string),
        solutions: Vec::new(),
        count: (!is_open).then_some(count),
        more: !is_complete,
        guesses: work.guesses,
        depth: work.depth,
    }
}

/// What is written in the place of a count that has not begun.
const NOT_DECIDED: &str = "not decided\n";

/// The search was given up: that is told, and is neither a success nor a failure.
fn leave_open(item: &Item<Sudoku>, words: &str, answer: &mut Answer<'_, Reply>) {
    answer.leave_open();
    answer.complain(format_args!("{}: {words}", item.place()));
}

fn fail(item: &Item<Sudoku>, words: &str, answer: &mut Answer<'_, Reply>) {
    answer.fail();
    answer.complain(format_args!("{}: {words}", item.place()));
}
