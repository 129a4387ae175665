//! # Patience
//!
//! ## Idea
//! Writing down what one sees takes no time; having to think does. A single costs 1, any other
//! step a toll, which whoever asks may set. The ladder is the one that people learn, with the
//! [half turn](crate::half_turn) on the lowest rung. `thoughts` counts the steps that are no
//! singles, and the first of them decides.

use crate::half_turn::HalfTurn;
use piste::logic::{Family, Ladder, Outcome, Rung, Step};
use piste::rating::{
    Chosen, Deciding, Harder, Info, Metric, NotRatable, Rating, Setting, Value, Workup,
};

/// The metric.
pub(crate) struct Patience;

/// The option of the metric: what a step costs that is no single.
#[derive(Clone, Copy)]
pub(crate) struct Toll(pub(crate) u64);

static INFO: Info = Info {
    slug: "patience",
    name: "patience",
    version: 1,
    measures: "how much patience it takes: 1 for every single, and a toll for every other step",
    source: "this example",
    range: "1 and more",
    harder: Harder::Up,
    columns: &["", "thoughts"],
    words: &[],
};

/// What doors are told of it: its name, and how it is read.
static SETTINGS: &[Setting] = &[Setting {
    name: "toll",
    about: "what a step costs that is no single",
    usual: "10",
    expected: "a whole number, 0 or more",
    is_told: true,
    served: None,
    others: &[],
    read: |text| text.parse().ok().map(|toll| Chosen::option(Toll(toll))),
}];

impl Metric for Patience {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let Toll(toll) = workup.option().copied().unwrap_or(Toll(10));
        let solve = with_ladder(|ladder| workup.solve(ladder));
        if solve.outcome() != Outcome::Solved {
            return Err(NotRatable::because("the ladder does not solve it"));
        }
        let is_thought = |step: &Step| step.strategy.family != Family::Singles;
        let thoughts = solve.steps().iter().filter(|step| is_thought(step)).count() as u64;
        let singles = solve.steps().len() as u64 - thoughts;
        let deciding = solve.replay().find(|(_, step)| is_thought(step));
        let values = [singles + toll * thoughts, thoughts].map(Value::Count);
        Ok(Rating::new(&INFO, values.to_vec())
            .decided_by(deciding.map(|(board, step)| Deciding::new(&board, step.clone()))))
    }
}

/// The teaching ladder with the half turn below it, put together while the program runs.
pub(crate) fn with_ladder<T>(climb: impl FnOnce(&Ladder<'_>) -> T) -> T {
    let teaching = Ladder::TEACHING;
    let mut rungs: Vec<Rung<'_>> = vec![&[&HalfTurn]];
    rungs.extend(teaching.rungs);
    climb(&Ladder {
        slug: "turning",
        about: "a half turn, then teaching",
        rungs: &rungs,
        ..teaching
    })
}
