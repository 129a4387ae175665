//! # Guess and check
//!
//! ## Idea
//! The last resort: take a cell with as few candidates as there are, guess one, and go on
//! with singles. If the guess fails, rub it out for good. If it fills the board, the
//! puzzle is solved.
//!
//! ## Why it is sound
//! A guess from which a contradiction follows is wrong. That a full board is *the*
//! solution takes for granted that there is only one.
//!
//! ## Example
//! r4c6 is 2, 5 or 9. With 5, singles run on until column 3 has no place left for 8: r4c6
//! is not 5.
//!
//! ## Sources
//! The trial and error of the umbrella paper and hsolve's last tier, for cells with any
//! number of candidates.

use super::backtracking;
use super::split_trial::by_cells;
use crate::logic::trial::{End, Follow, Trials};
use crate::logic::{Effect, Evidence, Family, Info, Role, Scene, Sink, Step, Strategy};
use piste_core::space::{Mark, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct GuessAndCheck;

static INFO: Info = Info {
    slug: "guess-and-check",
    name: "guess and check",
    family: Family::Trials,
    assumes_uniqueness: true,
    codes: &[],
    explain: backtracking::explain,
};

impl<S: Space> Strategy<S> for GuessAndCheck {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let trials = Trials::new(scene, Follow::Everything);
        for guess in by_cells(scene) {
            let trial = trials.of(guess);
            if let Some(evidence) = trials.contradiction(&trial, 0) {
                let effect = Effect::eliminate(guess.into());
                sink.offer(Step { strategy: &INFO, effect, evidence })?;
            } else if trial.end == End::Solved {
                let effect = Effect::write(trial.placements());
                let evidence =
                    Evidence::part(Role::Trial, guess.cell().into(), guess.digit().into());
                sink.offer(Step { strategy: &INFO, effect, evidence })?;
            }
        }
        ControlFlow::Continue(())
    }
}
