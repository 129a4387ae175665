//! # HoDoKu score
//!
//! ## Idea
//! The other rating that people know: the level and the score that HoDoKu 2.2.0 gives with the
//! settings it comes with. Every step of its path has a price, from 4 for a full house to
//! 10,000 for a guess, and the score is their sum. The level is that of the hardest technique on the
//! path, or the first whose limit the score keeps: easy up to 800, medium up to 1000, hard up to
//! 1600, unfair up to 1800, extreme beyond. So a long easy puzzle may be called medium.
//!
//! Column `level` has the word, `steps` the number of steps, `hardest` the technique on the path
//! that comes last in the program's list.
//!
//! ## Why it is sound
//! The path is the program's own, step by step, as `docs/hodoku.md` describes it: the same technique,
//! the same place, the same candidates. It follows the order in which the program looks through
//! rows, columns, blocks, digits and cells, so the same puzzle turned round may have another score. Every
//! step follows from the board before it, if the puzzle has one solution; the tests hold
//! each against that solution.
//!
//! On the 2,790 rows of the oracle level and score are the same on every row, and so they are on
//! 1,600 others that were drawn from six sets.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is easy
//! with 204 points: 51 naked singles and full houses at 4 points each.
//!
//! ## Sources
//! Bernhard Hobiger, *HoDoKu* 2.2.0 (2012).

use crate::rating::hodoku::{Level, Path};
use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};
use piste_core::shape::Shape;
use std::cell::RefCell;

pub(in crate::rating) struct Hodoku;

static INFO: Info = Info {
    slug: "hodoku",
    name: "HoDoKu score",
    version: 1,
    measures: "the sum of the prices of all steps on the path of HoDoKu 2.2.0",
    source: "HoDoKu 2.2.0 (2012)",
    range: "about 200 and up",
    harder: Harder::Up,
    columns: &["", "level", "steps", "hardest"],
    words: &[],
};

impl Metric for Hodoku {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, shape: &Shape) -> Result<(), NotRatable> {
        self.info().only_classic(shape, Some("HoDoKu's strategies and scores are made for it"))
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Err("HoDoKu has no level for puzzles that are given by pencil marks")
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let patience = RefCell::new(workup.patience());
        let path = Path::of(workup.puzzle(), &|| (patience.borrow_mut())());
        let path = path.ok_or_else(|| workup.given_up())?;
        let level = path.level().word();
        let hardest = path.hardest().map_or(Level::Easy.word(), |technique| technique.name());
        let values = vec![
            Value::Count(path.score().into()),
            Value::Word(level),
            Value::Count(path.steps.len() as u64),
            Value::Word(hardest),
        ];
        Ok(Rating::new(&INFO, values).in_band(level))
    }
}
