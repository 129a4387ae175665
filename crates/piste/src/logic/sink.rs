//! Where strategies put what they find.

use super::Step;
use piste_core::space::{Classic, Space};
use std::ops::ControlFlow;

/// Collects the steps a strategy offers, and says when it has enough.
///
/// ```
/// use piste::logic::{strategies, Scene, Sink, Strategy};
/// use piste::{Board, Grid};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let board = Board::from(&grid);
/// let scene = Scene::new(&board);
/// let naked_single = strategies::by_slug("naked-single").unwrap();
///
/// let mut all = Sink::all();
/// let _ = naked_single.find(&scene, &mut all);
/// let mut first = Sink::first();
/// let _ = naked_single.find(&scene, &mut first);
/// assert_eq!(first.steps(), &all.steps()[..1]);
/// ```
pub struct Sink<S: Space = Classic> {
    want: Want,
    found: Vec<Step<S>>,
}

enum Want {
    First,
    All,
}

impl<S: Space> Sink<S> {
    /// Stops at the first step.
    pub fn first() -> Sink<S> {
        Sink { want: Want::First, found: Vec::new() }
    }

    /// Takes every step.
    pub fn all() -> Sink<S> {
        Sink { want: Want::All, found: Vec::new() }
    }

    /// Takes a step; breaks when nothing more is wanted.
    ///
    /// Strategies call it as `sink.offer(step)?`.
    pub fn offer(&mut self, step: Step<S>) -> ControlFlow<()> {
        debug_assert!(!step.effect.is_empty(), "a step changes something: {step:?}");
        self.found.push(step);
        match self.want {
            Want::First => ControlFlow::Break(()),
            Want::All => ControlFlow::Continue(()),
        }
    }

    /// What was found, in its order.
    pub fn steps(&self) -> &[Step<S>] {
        &self.found
    }

    /// What was found, in its order.
    pub fn into_steps(self) -> Vec<Step<S>> {
        self.found
    }
}
