//! What follows from writing one digit, by singles alone.
//!
//! A person tries a digit, fills in what is then forced, naked and hidden singles, and
//! looks what becomes of it: the board is solved, or somewhere nothing is left, or it goes
//! no further. [`Trials`] knows a board and makes such a [`Trial`] of any candidate.
//!
//! Singles are taken wave by wave: everything that is forced on the board as it stands,
//! then everything that is forced after that. The trail keeps them in order with their
//! reasons, so that afterwards one can tell what a particular outcome hung on, and leave
//! out the rest.

use super::{Effect, Evidence, Link, Node, Reason, Role};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Classic, Mark, SetOf, Space, TableBy};

/// A digit that was written, and why.
pub(crate) type Entry<S> = (<S as Space>::Candidate, Reason<S>);

/// How a trial ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End<S: Space = Classic> {
    /// Every cell is written.
    Solved,
    /// No more singles.
    Stuck,
    /// This cell has no candidate left.
    NoDigit(S::Cell),
    /// This digit has no place left in this house.
    NoPlace(S::Digit, S::House),
}

impl<S: Space> Clone for End<S> {
    fn clone(&self) -> End<S> {
        *self
    }
}

impl<S: Space> Copy for End<S> {}

/// Which singles are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// Naked and hidden singles of all digits.
    Everything,
    /// Hidden singles of the digit tried.
    OneDigit,
}

/// A board on which to try digits.
pub(crate) struct Trials<'a, S: Space = Classic> {
    board: &'a Board<S>,
    follow: Follow,
    /// For each digit, the houses where it is written.
    written: S::ByDigit<S::HouseSet>,
    /// What is already single before anything is tried.
    restless: Pending<S>,
}

/// What may have become single, or empty.
#[derive(Clone)]
struct Pending<S: Space> {
    cells: S::CellSet,
    houses: S::ByDigit<S::HouseSet>,
}

/// A digit tried, and what followed.
pub(crate) struct Trial<S: Space = Classic> {
    /// The board at the end.
    pub(crate) board: Board<S>,
    /// What was written, in order, the digit tried first; and why.
    pub(crate) trail: Vec<Entry<S>>,
    /// How it ended.
    pub(crate) end: End<S>,
}

impl<'a, S: Space> Trials<'a, S> {
    /// A board on which to try digits.
    pub(crate) fn new(board: &'a Board<S>, follow: Follow) -> Trials<'a, S> {
        let space = board.space();
        let mut written = S::ByDigit::filled(S::HouseSet::EMPTY);
        for (cell, digit) in board.values().givens() {
            written[digit] |= space.houses(cell);
        }
        let mut restless: Pending<S> =
            Pending { cells: S::CellSet::EMPTY, houses: S::ByDigit::filled(S::HouseSet::EMPTY) };
        if follow == Follow::Everything {
            let few = |&cell: &S::Cell| board.candidates(cell).len() <= 1;
            restless.cells = board.open().iter().filter(few).collect();
            for digit in space.digit_list() {
                let few = |&house: &S::House| board.places(digit, house).len() <= 1;
                let missing = space.all_houses() - written[digit];
                restless.houses[digit] = missing.iter().filter(few).collect();
            }
        }
        Trials { board, follow, written, restless }
    }

    /// Tries the candidate.
    pub(crate) fn of(&self, tried: S::Candidate) -> Trial<S> {
        let mut run = self.begin(tried);
        let end = run.follow();
        Trial { board: run.board, trail: run.trail, end }
    }

    /// Writes the candidate, and leaves it to the caller to go on.
    pub(crate) fn begin(&self, tried: S::Candidate) -> Run<'a, '_, S> {
        let mut run = self.start();
        run.write(tried, Reason::Cell);
        run
    }

    /// What follows from the board as it stands, with nothing tried.
    pub(crate) fn settled(&self) -> Trial<S> {
        let mut run = self.start();
        let end = run.follow();
        Trial { board: run.board, trail: run.trail, end }
    }

    fn start(&self) -> Run<'a, '_, S> {
        Run {
            trials: self,
            board: self.board.clone(),
            written: self.written,
            pending: self.restless.clone(),
            trail: Vec::with_capacity(self.board.open().len()),
        }
    }

    /// The entries of the trail that these marks owe their end to, and what those owe
    /// theirs to: numbers in the trail, ascending, the digit tried always among them.
    fn needed(&self, trial: &Trial<S>, gone: impl IntoIterator<Item = S::Candidate>) -> Vec<usize> {
        let mut needed = vec![false; trial.trail.len()];
        needed[0] = true;
        for mark in gone {
            needed[trial.killer(mark)] = true;
        }
        for entry in (1..trial.trail.len()).rev() {
            if needed[entry] {
                for mark in self.alternatives(trial.trail[entry]) {
                    needed[trial.killer(mark)] = true;
                }
            }
        }
        (0..needed.len()).filter(|&entry| needed[entry]).collect()
    }

    /// The marks that had to go before the entry was forced.
    pub(crate) fn alternatives(&self, (candidate, reason): Entry<S>) -> Vec<S::Candidate> {
        let all = match reason {
            Reason::House(house) => self.marks_of_house(candidate.digit(), house),
            _ => self.marks_of_cell(candidate.cell()),
        };
        all.into_iter().filter(|&other| other != candidate).collect()
    }

    /// The marks that had to go before nothing was left there; `None` if something is left.
    pub(crate) fn marks_of(&self, end: End<S>) -> Option<Vec<S::Candidate>> {
        match end {
            End::Solved | End::Stuck => None,
            End::NoDigit(cell) => Some(self.marks_of_cell(cell)),
            End::NoPlace(digit, house) => Some(self.marks_of_house(digit, house)),
        }
    }

    fn marks_of_cell(&self, cell: S::Cell) -> Vec<S::Candidate> {
        self.board.candidates(cell).iter().map(|digit| S::Candidate::new(cell, digit)).collect()
    }

    fn marks_of_house(&self, digit: S::Digit, house: S::House) -> Vec<S::Candidate> {
        self.board.places(digit, house).iter().map(|cell| S::Candidate::new(cell, digit)).collect()
    }

    /// The links that lead to the end of these marks, as number `chain` of the step's
    /// chains. Each comes from the latest of the entries it needed.
    fn links(
        &self,
        trial: &Trial<S>,
        gone: impl IntoIterator<Item = S::Candidate>,
        chain: u8,
    ) -> Vec<Link<S>> {
        let needed = self.needed(trial, gone);
        let entries = needed.into_iter().skip(1).map(|entry| {
            let (candidate, reason) = trial.trail[entry];
            let latest = self
                .alternatives((candidate, reason))
                .into_iter()
                .map(|mark| trial.killer(mark))
                .max()
                .unwrap_or(0);
            let from = Node::new(trial.trail[latest].0, true);
            Link { chain, from, to: Node::new(candidate, true), reason }
        });
        entries.collect()
    }

    /// All that was written after the digit tried, as number `chain` of the step's chains.
    pub(crate) fn all_links(&self, trial: &Trial<S>, chain: u8) -> Vec<Link<S>> {
        let entries = trial.trail.iter().skip(1).map(|&(candidate, reason)| {
            let marks = self.alternatives((candidate, reason)).into_iter();
            let latest = marks.map(|mark| trial.killer(mark)).max().unwrap_or(0);
            let from = Node::new(trial.trail[latest].0, true);
            Link { chain, from, to: Node::new(candidate, true), reason }
        });
        entries.collect()
    }

    /// The links of the trial that lead to all of the effect.
    pub(crate) fn links_to(&self, trial: &Trial<S>, effect: &Effect<S>, chain: u8) -> Vec<Link<S>> {
        // A written digit is owed to the entry that rules out the other marks of its cell.
        let (placements, eliminations) = (effect.placements(), effect.eliminations());
        let beside = placements.iter().flat_map(|placed| {
            self.marks_of_cell(placed.cell()).into_iter().filter(move |&mark| mark != placed)
        });
        self.links(trial, beside.chain(eliminations.iter()), chain)
    }

    /// What shows that the digit tried is wrong; `None` if nothing does.
    pub(crate) fn contradiction(&self, trial: &Trial<S>, chain: u8) -> Option<Evidence<S>> {
        let (tried, _) = trial.trail[0];
        let marks = self.marks_of(trial.end)?;
        let mut evidence = self.nothing_left(tried, trial.end)?;
        evidence.links = self.links(trial, marks, chain);
        Some(evidence)
    }

    /// What was tried and what was left with nothing, without the way from the one to the other; `None` if something is left.
    pub(crate) fn nothing_left(&self, tried: S::Candidate, end: End<S>) -> Option<Evidence<S>> {
        let tried = Evidence::part(Role::Trial, tried.cell().into(), tried.digit().into());
        match end {
            End::Solved | End::Stuck => None,
            End::NoDigit(cell) => {
                Some(tried.and(Role::Contradiction, cell.into(), self.board.candidates(cell)))
            }
            End::NoPlace(digit, house) => {
                let cells = self.board.space().cells(house) & self.board.open();
                Some(tried.and(Role::Contradiction, cells, digit.into()).in_houses([house]))
            }
        }
    }
}

impl<S: Space> Trial<S> {
    /// The first entry of the trail that rules out the mark.
    fn killer(&self, mark: S::Candidate) -> usize {
        let space = self.board.space();
        self.trail.iter().position(|&(candidate, _)| rules_out(space, candidate, mark)).unwrap_or(0)
    }

    /// Whether the trial shows that the digit tried is wrong.
    pub(crate) fn is_contradiction(&self) -> bool {
        matches!(self.end, End::NoDigit(_) | End::NoPlace(..))
    }

    /// What was written in open cells of the board it started from.
    pub(crate) fn placements(&self) -> S::CandidateSet {
        self.trail.iter().map(|&(candidate, _)| candidate).collect()
    }

    /// Whether the mark is not ruled out at the end: written, or still possible.
    pub(crate) fn allows(&self, mark: S::Candidate) -> bool {
        self.board.value(mark.cell()).map_or(self.board.has(mark), |digit| digit == mark.digit())
    }
}

/// Whether a mark cannot be true if the other one is.
pub(crate) fn rules_out<S: Space>(space: &S, truth: S::Candidate, mark: S::Candidate) -> bool {
    let (cell, digit) = (truth.cell(), truth.digit());
    (cell == mark.cell()) != (digit == mark.digit())
        && (cell == mark.cell() || space.sees(cell, mark.cell()))
}

/// A trial under way.
#[derive(Clone)]
pub(crate) struct Run<'a, 'b, S: Space = Classic> {
    trials: &'b Trials<'a, S>,
    /// The board as it stands.
    pub(crate) board: Board<S>,
    written: S::ByDigit<S::HouseSet>,
    pending: Pending<S>,
    trail: Vec<Entry<S>>,
}

impl<S: Space> Run<'_, '_, S> {
    /// Writes the digit and notes where that may have consequences.
    pub(crate) fn write(&mut self, candidate: S::Candidate, reason: Reason<S>) {
        let space = self.trials.board.space();
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let losers = self.board.cells(digit) & space.peers(cell);
        let houses = space.houses(cell);
        for other in self.board.candidates(cell).without(digit) {
            self.pending.houses[other] |= houses;
        }
        self.pending.houses[digit] |= space.houses_of(losers);
        self.pending.cells |= losers;
        self.written[digit] |= houses;
        self.board.place(cell, digit);
        self.trail.push((candidate, reason));
    }

    /// Takes waves of singles until there are none, or something is left with nothing.
    fn follow(&mut self) -> End<S> {
        let mut wave: Vec<Entry<S>> = Vec::new();
        loop {
            if self.board.is_full() {
                return End::Solved;
            }
            wave.clear();
            if let Err(end) = self.look(&mut wave) {
                return end;
            }
            if wave.is_empty() {
                return End::Stuck;
            }
            for &(candidate, reason) in &wave {
                // Two singles of a wave may be one, or exclude each other: then the next
                // look shows what is left with nothing.
                if self.board.has(candidate) {
                    self.write(candidate, reason);
                }
            }
        }
    }

    /// Collects the singles that have come up since the last look; or says what has nothing left.
    pub(crate) fn look(&mut self, wave: &mut Vec<Entry<S>>) -> Result<(), End<S>> {
        if self.trials.follow == Follow::Everything {
            let cells = std::mem::take(&mut self.pending.cells);
            for cell in cells & self.board.open() {
                let left = self.board.candidates(cell);
                match left.single() {
                    Some(digit) => wave.push((S::Candidate::new(cell, digit), Reason::Cell)),
                    None if left.is_empty() => return Err(End::NoDigit(cell)),
                    None => {}
                }
            }
        }
        let tried = self.trail.first().map(|(candidate, _)| candidate.digit());
        for digit in self.trials.board.space().digit_list() {
            let houses = std::mem::take(&mut self.pending.houses[digit]) - self.written[digit];
            if self.trials.follow == Follow::OneDigit && Some(digit) != tried {
                continue;
            }
            for house in houses {
                let places = self.board.places(digit, house);
                match places.single() {
                    Some(cell) => {
                        wave.push((S::Candidate::new(cell, digit), Reason::House(house)));
                    }
                    None if places.is_empty() => return Err(End::NoPlace(digit, house)),
                    None => {}
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Candidate, Grid, Puzzle};

    #[test]
    fn trials_end_as_they_must() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        let board = Board::from(&grid);
        let trials = Trials::new(&board, Follow::Everything);
        let mut refuted = 0;
        for cell in board.open() {
            for digit in board.candidates(cell) {
                let trial = trials.of(Candidate::new(cell, digit));
                if puzzle.solution().get(cell) == digit {
                    assert_eq!(trial.end, End::Solved);
                    assert_eq!(trial.board.values(), &puzzle.solution().grid());
                    assert_eq!(trial.placements().len(), board.open().len());
                } else {
                    assert!(trial.is_contradiction() && trials.contradiction(&trial, 0).is_some());
                    refuted += 1;
                }
            }
        }
        assert!(refuted > 50);
    }

    #[test]
    fn what_is_told_is_what_the_contradiction_needs() {
        let grid: Grid =
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
                .parse()
                .unwrap();
        let board = Board::from(&grid);
        let trials = Trials::new(&board, Follow::Everything);
        for cell in board.open() {
            for digit in board.candidates(cell) {
                let trial = trials.of(Candidate::new(cell, digit));
                let Some(evidence) = trials.contradiction(&trial, 0) else { continue };
                // Writing only what is told must show the same contradiction.
                let mut told = board;
                told.place(cell, digit);
                for link in &evidence.links {
                    told.place(link.to.cell().unwrap(), link.to.digit);
                }
                assert!(told.is_broken(), "{:?}", evidence.links);
            }
        }
    }
}
