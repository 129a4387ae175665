//! Where strategies put what they find.

use super::Step;
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
pub struct Sink<'a> {
    want: Want<'a>,
    found: Vec<Step>,
}

enum Want<'a> {
    First,
    All,
    Cheapest { price: &'a dyn Fn(&Step) -> u64, best: u64 },
}

impl<'a> Sink<'a> {
    /// Stops at the first step.
    pub fn first() -> Sink<'a> {
        Sink { want: Want::First, found: Vec::new() }
    }

    /// Takes every step.
    pub fn all() -> Sink<'a> {
        Sink { want: Want::All, found: Vec::new() }
    }

    /// Sees every step and keeps the one with the lowest price, the first of equals.
    pub fn cheapest(price: &'a dyn Fn(&Step) -> u64) -> Sink<'a> {
        Sink { want: Want::Cheapest { price, best: u64::MAX }, found: Vec::new() }
    }

    /// Takes a step, or not; breaks when nothing more is wanted.
    ///
    /// Strategies call it as `sink.offer(step)?`.
    pub fn offer(&mut self, step: Step) -> ControlFlow<()> {
        debug_assert!(!step.effect.is_empty(), "a step changes something: {step:?}");
        match &mut self.want {
            Want::First => {
                self.found.push(step);
                ControlFlow::Break(())
            }
            Want::All => {
                self.found.push(step);
                ControlFlow::Continue(())
            }
            Want::Cheapest { price, best } => {
                let asked = price(&step);
                if self.found.is_empty() || asked < *best {
                    *best = asked;
                    self.found.clear();
                    self.found.push(step);
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// What was kept, in the order it was found.
    pub fn steps(&self) -> &[Step] {
        &self.found
    }

    /// What was kept, in the order it was found.
    pub fn into_steps(self) -> Vec<Step> {
        self.found
    }
}
