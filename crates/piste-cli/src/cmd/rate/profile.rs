//! How the solve goes: how much there is to choose from at every step, and where it is tight.
//!
//! A puzzle is climbed by the teaching ladder. Before each step the moves are counted that
//! a person could make: the digits that a single can write anywhere on the board; if there
//! is none, the different finds of the strategy that is needed. A *bottleneck* is a step
//! for which no single will do, or one that is the only move while many cells are open.
//!
//! ```text
//!    1 ▃▄▄▅▆▅▅▄▂▁▁▁▂▃▅▇█▇▆▅
//!               ▲▲▲
//! ```

use super::table::named;
use crate::draw::{Ink, paint};
use crate::job::count;
use piste::logic::{Family, Ladder, Outcome, Scene, Sink, Step, Trace};
use piste_core::{Board, CandidateSet};
use std::collections::BTreeSet;

/// The bars, each with the least number of moves that it stands for. The scale is the same
/// for every puzzle, so that profiles can be compared.
const BARS: [(usize, char); 8] =
    [(1, '▁'), (2, '▂'), (3, '▃'), (4, '▄'), (6, '▅'), (9, '▆'), (13, '▇'), (19, '█')];

/// So many steps stand in a line.
const LINE: usize = 70;

/// So many bottlenecks are told at most.
const TOLD: usize = 4;

/// With no more open cells than this a single move is nothing remarkable: it is the end.
const FEW: usize = 9;

/// A solve, and how much there was to choose from.
pub(crate) struct Profile {
    pub(crate) moments: Vec<Moment>,
    pub(crate) outcome: Outcome,
    /// How many cells are open at the end.
    pub(crate) left: usize,
}

pub(crate) struct Moment {
    /// How many moves there are to choose from.
    pub(crate) moves: usize,
    pub(crate) is_single: bool,
    pub(crate) is_bottleneck: bool,
    /// How late its strategy is learnt.
    pub(crate) rung: usize,
    /// What is done, in short.
    pub(crate) name: String,
}

impl Profile {
    /// The profile of a solve by the teaching ladder.
    pub(crate) fn of(trace: &Trace) -> Profile {
        let moments = trace.replay().map(|(board, step)| Moment::of(&board, step)).collect();
        Profile { moments, outcome: trace.outcome(), left: trace.end().open().len() }
    }

    /// Two or more lines: what the bars show, the bars, and the bottlenecks in words.
    pub(super) fn text(&self, colour: bool) -> String {
        if self.moments.is_empty() {
            return match self.outcome {
                Outcome::Solved => "Nothing is left to do.\n".to_owned(),
                _ => "No strategy finds anything to do.\n".to_owned(),
            };
        }
        let steps = count(self.moments.len() as u64, "step");
        let end = match self.outcome {
            Outcome::Solved => format!("Solved in {steps}"),
            _ => format!("Stuck after {steps}, {} open", count(self.left as u64, "cell")),
        };
        let mut text = format!("{end}. Moves to choose from at each, ▁ one, ▄ four, █ many:\n");
        for (line, moments) in self.moments.chunks(LINE).enumerate() {
            let number = paint(&format!("{:4}", line * LINE + 1), Ink::Faint, colour);
            text.push_str(&format!("{number} {}\n", bars(moments, colour)));
            let marks: String =
                moments.iter().map(|m| if m.is_bottleneck { '▲' } else { ' ' }).collect();
            if moments.iter().any(|moment| moment.is_bottleneck) {
                let marks = paint(marks.trim_end(), Ink::Accent, colour);
                text.push_str(&format!("     {marks}\n"));
            }
        }
        text.push_str(&self.bottlenecks());
        text
    }

    fn bottlenecks(&self) -> String {
        let mut tight: Vec<(usize, &Moment)> = self
            .moments
            .iter()
            .zip(1..)
            .map(|(m, n)| (n, m))
            .filter(|(_, m)| m.is_bottleneck)
            .collect();
        if tight.is_empty() {
            return "No bottleneck: there is always a choice of singles.\n".to_owned();
        }
        let all = tight.len();
        tight.sort_by_key(|(number, moment)| (usize::MAX - moment.rung, moment.moves, *number));
        tight.truncate(TOLD);
        tight.sort_by_key(|(number, _)| *number);
        let head = match all - tight.len() {
            0 => count(all as u64, "bottleneck"),
            _ => format!("{}, the hardest {TOLD}", count(all as u64, "bottleneck")),
        };
        let mut text = format!("▲ {head}:\n");
        for (number, Moment { moves, name, .. }) in tight {
            let only = if *moves == 1 { "the only move" } else { "one of" };
            let moves = if *moves == 1 { String::new() } else { format!(" {moves}") };
            text.push_str(&format!("{number:4}  {name}, {only}{moves}\n"));
        }
        text
    }
}

impl Moment {
    fn of(board: &Board, step: &Step) -> Moment {
        let scene = Scene::new(board);
        let singles = singles(&scene);
        let is_single = !singles.is_empty();
        let moves = if is_single { singles.len() } else { finds(&scene, step) };
        let rung = Ladder::TEACHING.strategies().position(|s| s.info() == step.strategy);
        Moment {
            moves,
            is_single,
            is_bottleneck: !is_single || (moves == 1 && board.open().len() > FEW),
            rung: rung.unwrap_or(usize::MAX),
            name: named(step),
        }
    }
}

/// The digits that a single writes somewhere on the board.
fn singles(scene: &Scene<'_>) -> CandidateSet {
    let mut sink = Sink::all();
    let strategies = Ladder::TEACHING.strategies();
    for strategy in strategies.filter(|s| s.info().family == Family::Singles) {
        // A sink that takes everything never says stop.
        let _ = strategy.find(scene, &mut sink);
    }
    let found = sink.into_steps();
    found.iter().fold(CandidateSet::EMPTY, |all, step| all.union(&step.effect.placements()))
}

/// How many different changes the step's strategy finds.
fn finds(scene: &Scene<'_>, step: &Step) -> usize {
    let mut sink = Sink::all();
    for strategy in Ladder::TEACHING.strategies().filter(|s| s.info() == step.strategy) {
        let _ = strategy.find(scene, &mut sink);
    }
    let effects: BTreeSet<_> = sink.into_steps().into_iter().map(|found| found.effect).collect();
    effects.len().max(1)
}

fn bars(moments: &[Moment], colour: bool) -> String {
    let bar = |moment: &Moment| {
        let reached = BARS.iter().rfind(|(least, _)| *least <= moment.moves);
        let (_, bar) = reached.unwrap_or(&BARS[0]);
        let ink = if moment.is_single { Ink::Solved } else { Ink::Accent };
        paint(&bar.to_string(), ink, colour)
    };
    moments.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Grid;

    fn profile(puzzle: &str) -> Profile {
        let grid: Grid = puzzle.parse().unwrap();
        Profile::of(&Ladder::TEACHING.climb(&Board::from(&grid)))
    }

    #[test]
    fn an_easy_puzzle_leaves_a_choice_at_every_step() {
        let profile = profile(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        assert_eq!(profile.moments.len(), 51);
        assert!(profile.moments.iter().all(|moment| moment.is_single && !moment.is_bottleneck));
        assert_eq!(profile.moments.last().unwrap().moves, 1, "one cell is left");
        let text = profile.text(false);
        assert!(text.starts_with("Solved in 51 steps. Moves to choose from at each"), "{text}");
        assert!(
            text.contains("\n   1 ▇▇") && text.contains("▂▁\n") && !text.contains('▲'),
            "{text}"
        );
    }

    #[test]
    fn the_moves_are_counted_on_the_board_before_the_step() {
        // Eight cells of row 1 are written: the only move is the last.
        let mut grid: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .parse()
                .unwrap();
        for cell in [0, 40, 80].map(piste_core::Cell::from_index) {
            grid = grid.without(cell);
        }
        let profile = Profile::of(&Ladder::TEACHING.climb(&Board::from(&grid)));
        let moves: Vec<usize> = profile.moments.iter().map(|moment| moment.moves).collect();
        assert_eq!(moves, [3, 2, 1]);
    }

    #[test]
    fn where_no_single_will_do_there_is_a_bottleneck() {
        let profile = profile(
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        );
        let tight: Vec<&Moment> = profile.moments.iter().filter(|m| m.is_bottleneck).collect();
        assert!(tight.iter().any(|moment| !moment.is_single));
        let text = profile.text(false);
        assert!(text.contains("\n     ▲") && text.contains("bottleneck"), "{text}");
    }
}
