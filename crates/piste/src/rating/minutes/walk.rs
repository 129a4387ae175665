//! A walk through the puzzle in rounds, to see how much there is to choose from.
//!
//! People look for the easiest thing first: the place of a digit in a block, then in a row
//! or column, then a cell that has one digit left; only when there is none of these do they
//! erase marks. The walk does the same, but writes all that a kind of single shows at once,
//! and erases all that a strategy finds at once. So it is the same walk however the grid is
//! turned, and a round tells how wide the way is there: `moves` to choose from on `open` cells.
//!
//! ```text
//!   start ──► block singles? ──► line singles? ──► naked singles? ──► marks to erase? ──► end
//!     ▲            │ all              │ all              │ all               │ all
//!     └────────────┴──────────────────┴──────────────────┴───────────────────┘
//! ```
//!
//! Among `m` good ones of `o` places the first is found after (o + 1) / (m + 1) looks on
//! average, the next among one less of both, and so on: the *looks* of a round.

use crate::logic::strategies::{fish, hidden_subset, locked, naked_subset};
use crate::logic::{Scene, Sink, Strategy};
use crate::rating::Workup;
use piste_core::{Board, CellSet, Digit, House, HouseKind};

/// What is done in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Digits that have one place in a block.
    Block,
    /// Digits that have one place in a row or column.
    Line,
    /// Cells that have one digit left.
    Naked,
    /// Marks are erased.
    Erase,
}

/// A round of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) kind: Kind,
    /// How many cells it writes, or how many different finds erase marks.
    pub(super) moves: usize,
    /// How many cells were open before it.
    pub(super) open: usize,
}

/// All the rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    pub(super) rounds: Vec<Round>,
    /// How many cells are open where the walk ends.
    pub(super) left: usize,
}

/// What erases marks, from easy to hard; the walk ends where none of these finds anything.
static ERASERS: [&[&dyn Strategy]; 4] = [
    &[&locked::Pointing, &locked::Claiming],
    &[&naked_subset::NAKED_PAIR, &hidden_subset::HIDDEN_PAIR],
    &[&naked_subset::NAKED_TRIPLE, &hidden_subset::HIDDEN_TRIPLE],
    &[&fish::X_WING],
];

impl Walk {
    pub(crate) fn of(workup: &Workup<'_>) -> Walk {
        let mut board = *workup.board();
        let mut rounds = Vec::new();
        while !board.is_full() {
            let open = board.open().len();
            let (kind, moves) = match singles(&board) {
                Some((kind, cells)) => {
                    for cell in cells {
                        board.place(cell, workup.puzzle().solution().get(cell));
                    }
                    (kind, cells.len())
                }
                None => match erase(&mut board) {
                    0 => break,
                    finds => (Kind::Erase, finds),
                },
            };
            rounds.push(Round { kind, moves, open });
        }
        Walk { rounds, left: board.open().len() }
    }

    /// How many rounds of this kind.
    pub(super) fn rounds(&self, kind: Kind) -> usize {
        self.rounds.iter().filter(|round| round.kind == kind).count()
    }

    /// How many moves in rounds of this kind.
    pub(super) fn moves(&self, kind: Kind) -> usize {
        self.rounds.iter().filter(|round| round.kind == kind).map(|round| round.moves).sum()
    }

    /// How many looks rounds of this kind take.
    pub(super) fn looks(&self, kind: Kind) -> f64 {
        self.rounds.iter().filter(|round| round.kind == kind).map(Round::looks).sum()
    }

    /// How many looks it takes where the walk ends and cells are left: each is found alone, with
    /// one good place among all that are open, (o + 1) / 2 looks for the first of `o`.
    pub(super) fn looks_left(&self) -> f64 {
        let left = self.left as f64;
        left * (left + 3.0) / 4.0
    }
}

impl Round {
    /// How many looks it takes to find all the moves, one after the other. An eraser is found
    /// once.
    fn looks(&self) -> f64 {
        let one = |found: usize| {
            (self.open.saturating_sub(found) + 1) as f64 / (self.moves - found + 1) as f64
        };
        match self.kind {
            Kind::Erase => one(0),
            _ => (0..self.moves).map(one).sum(),
        }
    }
}

/// The cells of the easiest kind of single that there is.
fn singles(board: &Board) -> Option<(Kind, CellSet)> {
    let hidden = |wanted: &dyn Fn(House) -> bool| {
        let mut cells = CellSet::EMPTY;
        for house in House::ALL.into_iter().filter(|house| wanted(*house)) {
            for digit in Digit::ALL {
                let places = board.places(digit, house);
                if let Some(cell) = places.single() {
                    cells.insert(cell);
                }
            }
        }
        cells
    };
    let block = hidden(&|house| house.kind() == HouseKind::Box);
    if !block.is_empty() {
        return Some((Kind::Block, block));
    }
    let line = hidden(&|house| house.kind() != HouseKind::Box);
    if !line.is_empty() {
        return Some((Kind::Line, line));
    }
    let naked = board.cells_with(1);
    (!naked.is_empty()).then_some((Kind::Naked, naked))
}

/// Erases all that the easiest eraser finds, and says how many different finds there were.
fn erase(board: &mut Board) -> usize {
    for strategies in ERASERS {
        let mut sink = Sink::all();
        for strategy in strategies {
            let _ = strategy.find(&Scene::new(board), &mut sink);
        }
        let mut effects: Vec<_> = sink.into_steps().into_iter().map(|step| step.effect).collect();
        effects.sort_unstable();
        effects.dedup();
        if !effects.is_empty() {
            effects.iter().for_each(|effect| effect.apply(board));
            return effects.len();
        }
    }
    0
}
