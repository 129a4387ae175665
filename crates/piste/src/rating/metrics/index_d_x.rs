//! # Difficulty index D, extended
//!
//! ## Idea
//! The formula of [`index-d`](super::index_d) with further methods, as its authors propose in
//! their conclusion: "Including more logical methods, such as X-Wing, Nishio, Stochastic, and
//! other optimization algorithms, one would be able to generate puzzles of much greater
//! difficulty". Method 3 is the X-wing and method 4 Nishio, in the order in which they are named;
//! ω₃ = 1 / (I₃ · 3!) and ω₄ = 1 / (I₄ · 4!). Nishio supposes a digit somewhere and looks where
//! all others of its kind would have to go; if somewhere there is no place, the digit is wrong.
//!
//! A method is used where all those before it have run out, all that it rules out on that
//! board is one round, and then singles come first again. Beside D stand I₂, I₃ and I₄.
//!
//! Column `written` is D by algorithm A with its solver as the paper writes it: naked singles
//! by row and column alone, hidden singles by cross-hatching alone, and "beyond" where these do
//! not suffice. Two of the four puzzles that the paper prints are beyond.
//!
//! ## Why it is sound
//! A round is everything that a board shows, together, so the counts do not depend on how the grid
//! is turned. Where methods 1 and 2 suffice, D is that of `index-d.b`.
//!
//! What the paper leaves open, and how it is settled: "Stochastic" names a search that tries digits at
//! random. It deduces nothing whose rounds could be counted, and so it is not a method here. What the
//! four do not solve is "beyond".
//!
//! The deciding step is the first of the highest method that was used.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` needs
//! singles only, and has D = 0.588 here too.
//!
//! ## Sources
//! *Sudoku Generation and Difficulty Metrics* (2008), conclusion.

use super::index_d::{Sight, algorithm_a_fills, band, index_d, sum};
use crate::logic::strategies::{contradiction, fish};
use crate::logic::{Ladder, Scene, Sink, Step, Strategy};
use crate::rating::kernel::places::{Locks, Places, Tally};
use crate::rating::{
    Column, Deciding, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup,
};
use piste_core::shape::Shape;
use piste_core::{Board, Cell};

pub(in crate::rating) struct IndexDX;

static INFO: Info = Info {
    slug: "index-d-x",
    name: "difficulty index D, extended",
    version: 1,
    measures: "the index D with X-wings as the third method and Nishio as the fourth",
    source: "Sudoku Generation and Difficulty Metrics (2008)",
    range: "above 0, usually up to 2; \"beyond\" where the four methods do not suffice",
    harder: Harder::Down,
    columns: &["", "i2", "i3", "i4", "written"],
    words: &[],
};

/// The methods behind the second.
static FURTHER: [&dyn Strategy; 2] = [&fish::X_WING, &contradiction::NISHIO];

impl Metric for IndexDX {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Always
    }

    fn fits(&self, shape: &Shape) -> Result<(), NotRatable> {
        self.info().only_classic(shape, Some("the further methods of the paper are told for it"))
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Err("its scale counts givens, and pencil marks have none")
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let givens = workup.board().givens().len() as u64;
        let here = workup.singles().0;
        let mut solve = Counting { workup, here, rounds: [0; 3], highest: 0, deciding: None };
        solve.go();
        let [i2, i3, i4] = solve.rounds;
        let iterations = [Cell::COUNT as u64 - givens, i2, i3, i4];
        let written = match algorithm_a_fills(workup.puzzle().grid(), Sight::Lines) {
            true => Value::Number(index_d(givens, &iterations[..1]), 3),
            false => Value::Word("beyond"),
        };
        let values = |d| {
            let [i2, i3, i4] = solve.rounds.map(Value::Count);
            vec![d, i2, i3, i4, written]
        };
        if !solve.here.is_full() {
            let left = solve.here.open().len();
            let reason = format!(
                "singles, locked candidates, subsets, X-wings and Nishio do not solve it: {left} \
                 cells stay open"
            );
            return Ok(Rating::new(&INFO, values(Value::Word("beyond"))).noting(Some(reason)));
        }
        let d = index_d(givens, &iterations);
        Ok(Rating::new(&INFO, values(Value::Number(d, 5)))
            .in_band(band(d))
            .decided_by(solve.deciding)
            .noting(Some(sum(givens, &iterations))))
    }
}

/// A solve under way, singles having run out.
struct Counting<'a> {
    workup: &'a Workup<'a>,
    here: Places,
    /// The rounds of the methods 2, 3 and 4.
    rounds: [u64; 3],
    /// The highest method used, and its first step.
    highest: usize,
    deciding: Option<Deciding>,
}

impl Counting<'_> {
    fn go(&mut self) {
        let mut seen = None;
        while !self.here.is_full() {
            let before = self.here;
            if self.here.erase_subsets(self.workup.order(), Locks::BothWays, &mut seen) {
                let first = (self.highest < 2).then(|| self.drawn(&before)).and_then(|board| {
                    Some(Deciding::new(&board, Ladder::INDEX_D.first_step(1, &board)?))
                });
                self.take_note(2, first);
            } else {
                let board = self.drawn(&before);
                let found = FURTHER.iter().map(|strategy| finds(*strategy, &board));
                let Some((method, steps)) = (3..).zip(found).find(|(_, steps)| !steps.is_empty())
                else {
                    return;
                };
                let mut after = board;
                steps.iter().for_each(|step| step.apply(&mut after));
                self.here = Places::of(&after);
                let first = steps.into_iter().next();
                self.take_note(method, first.map(|step| Deciding::new(&board, step)));
            }
            self.here.write_right(&mut Tally::default());
        }
    }

    /// One more round of this method, which begins with this step.
    fn take_note(&mut self, method: usize, first: Option<Deciding>) {
        self.rounds[method - 2] += 1;
        if method > self.highest {
            (self.highest, self.deciding) = (method, first);
        }
    }

    fn drawn(&self, places: &Places) -> Board {
        self.workup.drawn(self.workup.after_singles(), places)
    }
}

/// Everything that a strategy finds.
fn finds(strategy: &dyn Strategy, board: &Board) -> Vec<Step> {
    let mut sink = Sink::all();
    let _ = strategy.find(&Scene::new(board), &mut sink);
    sink.into_steps()
}
