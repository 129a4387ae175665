//! The report on a board of another shape than the classic one.

use super::{Answer, Contradiction};
use crate::shapes::{Guesses, Searched, names};
use crate::{Handle, Standing, Verdict, Wrong};
use piste_core::search::GaveUp;
use piste_core::symmetry::Symmetry;
use piste_core::{AnyGrid, Clash, Unproved};

/// Everything that can be said about a board.
#[derive(Clone, Debug)]
pub struct ShapedReport {
    /// The board.
    pub grid: AnyGrid,
    /// How many solutions were counted.
    pub count: u64,
    /// The count stopped at its limit, or was given up.
    pub more: bool,
    /// The search was given up.
    pub gave_up: Option<GaveUp>,
    /// The first two solutions.
    pub found: Vec<AnyGrid>,
    /// Two equal givens that may not be equal.
    pub clash: Option<Clash>,
    /// Givens that can be left out of a proper puzzle; nothing if it is none, or if finding
    /// out took too long.
    pub redundant: Option<Vec<usize>>,
    guesses: Guesses,
}

impl ShapedReport {
    /// Looks at a board, and counts its solutions up to a limit.
    pub fn on(
        grid: &AnyGrid,
        limit: u64,
        guesses: Guesses,
        handle: &dyn Handle,
    ) -> Result<ShapedReport, Wrong> {
        let mut report = ShapedReport {
            grid: grid.clone(),
            count: 0,
            more: false,
            gave_up: None,
            found: Vec::new(),
            clash: grid.clash(),
            redundant: None,
            guesses,
        };
        if report.clash.is_some() {
            return Ok(report);
        }
        let searched = Searched::patiently(grid, limit, guesses, None, handle, |_| {})?;
        report.more = searched.more();
        report.gave_up = searched.work.err();
        (report.count, report.found) = (searched.count, searched.first);
        if report.verdict() == Verdict::Unique
            && let Ok(puzzle) = grid.prove(guesses.most)
        {
            report.redundant = puzzle.redundant(guesses.most).ok();
        }
        Ok(report)
    }

    /// How many solutions there are; not decided if the search was given up before a second one.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.count, !self.more)
    }

    /// Whether there is exactly one; nothing where that is not known.
    pub fn is_proper(&self) -> Option<bool> {
        self.verdict().is_proper()
    }

    /// What is wrong, in a sentence.
    pub fn problem(&self) -> Option<String> {
        let why = match (self.clash, self.found.as_slice(), self.gave_up) {
            (Some(clash), ..) => Unproved::Contradiction(clash),
            (None, [a, b, ..], _) => Unproved::ManySolutions(Box::new([a.clone(), b.clone()])),
            (None, _, Some(why)) => Unproved::GaveUp(why),
            (None, [], None) => Unproved::NoSolution,
            (None, [_], None) => return None,
        };
        Some(self.guesses.told(&why))
    }

    /// The cells in which the two solutions differ.
    pub fn differences(&self) -> Vec<usize> {
        match self.found.as_slice() {
            [a, b, ..] => a.differences(b),
            _ => Vec::new(),
        }
    }

    /// The names of the givens that can be left out.
    pub fn redundant_names(&self) -> Vec<String> {
        names(&self.grid, self.redundant.as_deref().unwrap_or_default())
    }

    /// The symmetries of the pattern of givens.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::of_any(&self.grid).collect()
    }

    /// The report as data, without a player's board.
    pub fn answer(&self) -> Answer {
        let contradiction = |clash: &Clash| Contradiction {
            digit: clash.digit,
            house: clash.place(),
            cells: clash.cells.map(|cell| self.grid.cell_name(cell)),
        };
        let only = self.found.first().filter(|_| self.is_proper() == Some(true));
        let standing = Standing::of_board(&self.grid, self.verdict(), self.problem());
        let givens = Some(self.grid.filled().count());
        Answer {
            solution: only.map(ToString::to_string),
            solutions: self.found.iter().map(ToString::to_string).collect(),
            count: (self.count > 0 || self.gave_up.is_none()).then_some(self.count),
            more: self.more,
            minimal: self.redundant.as_ref().map(Vec::is_empty),
            redundant: self.redundant_names(),
            contradictions: self.clash.iter().map(contradiction).collect(),
            differences: names(&self.grid, &self.differences()),
            ..Answer::of_givens(standing, givens, &self.symmetries())
        }
    }
}

/// What a player has written, held against the solution: where it is wrong, where it gets into its own way, and
/// whether it is all of the solution.
pub(super) fn with_player(
    mut answer: Answer,
    written: &[AnyGrid],
    report: &ShapedReport,
) -> Answer {
    let solution = report.found.first().filter(|_| report.is_proper() == Some(true));
    let mut wrong: Vec<usize> = Vec::new();
    let mut conflicts: Vec<usize> = Vec::new();
    for grid in written {
        if let Some(solution) = solution {
            let is_wrong = |&cell: &usize| grid.values()[cell] != solution.values()[cell];
            wrong.extend(grid.filled().filter(is_wrong));
        }
        let layout = grid.shape().layout();
        let clashes = |&cell: &usize| {
            let peers = layout.peers(cell).iter().map(|&peer| usize::from(peer));
            peers.into_iter().any(|peer| grid.values()[peer] == grid.values()[cell])
        };
        conflicts.extend(grid.filled().filter(clashes));
    }
    for list in [&mut wrong, &mut conflicts] {
        list.sort_unstable();
        list.dedup();
    }
    answer.mistakes = names(&report.grid, &wrong);
    answer.conflicts = names(&report.grid, &conflicts);
    answer.solved = written.first().map(|grid| Some(grid) == solution);
    answer
}
