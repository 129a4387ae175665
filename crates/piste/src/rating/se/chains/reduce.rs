//! What trials have in common: Nishio, multiple, dynamic and nested forcing chains.
//!
//! Every candidate is tried on and off (see [`run`](super::run)), and conclusions are drawn:
//!
//! - *contradiction*: a trial clashes, so the opposite of what it supposed is true;
//! - *double*: something follows from a candidate being on and also from its being off;
//! - *cell*: something follows from every candidate of a cell;
//! - *region*: something follows from every place of a digit in a house.
//!
//! Sudoku Explainer makes all of these conclusions, in a fixed order, and then takes the one
//! with the fewest statements; of equals, by kind (double, cell, region, contradiction); of
//! equals, the first. Here the same order is walked, with the best one so far in hand: what
//! cannot be cheaper is not counted. A trial of a candidate is made once, when it is first
//! asked for, although three houses, a cell and the candidate itself may want it.
//!
//! A trial at a higher level starts exactly like the one at the level below and goes on where
//! that one ended, so trials are kept from one producer to the next as long as the board is
//! the same.

use super::field::{
    CANDIDATES, CELL_AT, Cand, Field, Frame, HOUSES_OF, Statement, bits, cand, cell_of, digit_of,
    is_on, off, on,
};
use super::nest::{Nests, Rules};
use super::run::{Run, Seen};
use super::{Enough, Stopped};

/// How trials are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Dynamic, within one digit; contradictions only.
    Nishio,
    /// Not dynamic; cells with three marks or more, and houses that start there.
    Multiple,
    /// Dynamic, with the rules of this level inside.
    Dynamic(u8),
}

/// How a conclusion is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Contradiction,
    Double,
    Cell,
    /// The house, in this room's numbering.
    Region(u8),
}

impl Shape {
    /// Which kind comes first among equals.
    const fn rank(self) -> u32 {
        match self {
            Shape::Double => 1,
            Shape::Cell => 5,
            Shape::Region(_) => 6,
            Shape::Contradiction => 7,
        }
    }
}

/// A conclusion.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// Complexity, then rank: the order in which the program sorts.
    pub(super) price: (u32, u32),
    pub(super) shape: Shape,
    /// What is now known.
    pub(super) result: Statement,
    /// The ends of its chains: a trial and a node of it, as many as `ends`.
    targets: [(u16, u16); 9],
    ends: u8,
}

impl Found {
    pub(super) fn targets(&self) -> &[(u16, u16)] {
        &self.targets[..self.ends as usize]
    }

    pub(super) fn complexity(&self) -> u32 {
        self.price.0
    }

    /// The cell that loses marks, and which.
    pub(super) fn removes(&self, field: &Field) -> (usize, u16) {
        removes(field, self.result)
    }
}

fn removes(field: &Field, result: Statement) -> (usize, u16) {
    let (cell, bit) = (cell_of(result / 2), 1 << digit_of(result / 2));
    (cell, if is_on(result) { field.cells[cell] & !bit } else { bit })
}

/// Where conclusions go: all of them, or only the best.
pub(super) enum Sink {
    Best(Option<Found>),
    All(Vec<Found>),
}

impl Sink {
    /// Whether a conclusion of at least this price can be of use.
    fn wants(&self, price: (u32, u32)) -> bool {
        match self {
            Sink::Best(Some(best)) => price < best.price,
            _ => true,
        }
    }

    fn add(&mut self, found: Found) {
        match self {
            Sink::Best(best) => *best = Some(found),
            Sink::All(all) => all.push(found),
        }
    }
}

/// No trial yet, in tables of trials.
const UNTRIED: u16 = u16::MAX;

/// The trials over one field.
pub(super) struct Trials {
    /// The number of the board that the field belongs to.
    board: u32,
    base: Field,
    frame: Frame,
    mode: Mode,
    runs: Vec<Run>,
    used: usize,
    /// The trial of each statement.
    of: Box<[u16; 2 * CANDIDATES]>,
    /// Which trials have been brought to the current level.
    ready: Vec<bool>,
    rules: Rules,
    seen: Seen,
    todo: Vec<u16>,
}

impl Trials {
    pub(super) fn new() -> Trials {
        Trials {
            board: 0,
            base: Field::EMPTY,
            frame: Frame::default(),
            mode: Mode::Multiple,
            runs: Vec::new(),
            used: 0,
            of: Box::new([UNTRIED; 2 * CANDIDATES]),
            ready: Vec::new(),
            rules: Rules::new(),
            seen: Seen::new(),
            todo: Vec::new(),
        }
    }

    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    pub(super) fn base(&self) -> &Field {
        &self.base
    }

    /// Gets ready for this field. Trials of a lower level over the same field are kept.
    pub(super) fn begin(&mut self, field: &Field, frame: &Frame, mode: Mode, board: u32) {
        let same = self.board == board && self.base == *field;
        let go_on = match (self.mode, mode) {
            (Mode::Dynamic(old), Mode::Dynamic(new)) => same && goes_on(old, new),
            (old, new) => same && old == new,
        };
        self.board = board;
        if go_on {
            if self.mode != mode {
                self.ready.fill(false);
            }
        } else {
            self.base = *field;
            self.frame = *frame;
            self.of.fill(UNTRIED);
            self.used = 0;
            self.ready.clear();
        }
        self.mode = mode;
    }

    /// The trial of this statement.
    fn run(
        &mut self,
        statement: Statement,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<usize, Stopped> {
        let mut index = self.of[statement as usize] as usize;
        if index == UNTRIED as usize {
            index = self.used;
            self.used += 1;
            if index == self.runs.len() {
                self.runs.push(Run::new());
            }
            self.ready.push(false);
            self.of[statement as usize] = index as u16;
            self.runs[index].start(&self.base, statement);
        }
        if !self.ready[index] {
            enough.check()?;
            let run = &mut self.runs[index];
            match self.mode {
                Mode::Nishio => run.follow::<true, false>(&self.base),
                Mode::Multiple => run.follow::<false, true>(&self.base),
                Mode::Dynamic(level) => {
                    run.follow::<true, true>(&self.base);
                    while level > 0
                        && run.clash.is_none()
                        && self.rules.apply(run, &self.base, &self.frame, level, nests, enough)?
                    {
                        run.follow::<true, true>(&self.base);
                    }
                }
            }
            self.ready[index] = true;
        }
        Ok(index)
    }

    /// Draws all conclusions, in the order of the program.
    pub(super) fn conclude(
        &mut self,
        sink: &mut Sink,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<(), Stopped> {
        let least = if self.mode == Mode::Multiple { 3 } else { 2 };
        for cell in 0..81 {
            let marks = self.base.cells[cell];
            if marks.count_ones() < least {
                continue;
            }
            for digit in bits(marks) {
                let c = cand(cell, digit);
                self.run(on(c), nests, enough)?;
                if self.mode != Mode::Multiple {
                    self.run(off(c), nests, enough)?;
                    self.contradictions(c, sink, nests);
                    if self.mode != Mode::Nishio && marks.count_ones() >= 3 {
                        self.doubles(c, sink, nests);
                    }
                }
                if self.mode != Mode::Nishio {
                    self.regions(c, sink, nests, enough)?;
                }
            }
            if self.mode != Mode::Nishio {
                let trials: Vec<u16> =
                    bits(marks).map(|digit| self.of[on(cand(cell, digit)) as usize]).collect();
                self.common(&trials, Shape::Cell, sink, nests);
            }
        }
        Ok(())
    }

    /// The clashes of a candidate's two trials.
    fn contradictions(&mut self, c: Cand, sink: &mut Sink, nests: &mut Nests) {
        for (supposed, result) in [(on(c), off(c)), (off(c), on(c))] {
            let run = self.of[supposed as usize];
            if let Some([first, second]) = self.runs[run as usize].clash {
                let targets = [(run, first), (run, second)];
                self.weigh(&targets, Shape::Contradiction, result, sink, nests);
            }
        }
    }

    /// What follows from a candidate's being on and from its being off.
    fn doubles(&mut self, c: Cand, sink: &mut Sink, nests: &mut Nests) {
        let trials = [self.of[on(c) as usize], self.of[off(c) as usize]];
        self.common(&trials, Shape::Double, sink, nests);
    }

    /// What follows from every place of this candidate's digit in each of its houses, if the
    /// candidate is the first there.
    fn regions(
        &mut self,
        c: Cand,
        sink: &mut Sink,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<(), Stopped> {
        let (cell, digit) = (cell_of(c), digit_of(c));
        for (house, place) in HOUSES_OF[cell] {
            let marks = self.base.places[digit][house as usize];
            if marks.count_ones() < 2 || marks.trailing_zeros() != u32::from(place) {
                continue;
            }
            let mut trials = [0; 9];
            let mut count = 0;
            for place in bits(marks) {
                let other = cand(CELL_AT[house as usize][place] as usize, digit);
                trials[count] = self.run(on(other), nests, enough)? as u16;
                count += 1;
            }
            self.common(&trials[..count], Shape::Region(house), sink, nests);
        }
        Ok(())
    }

    /// What all of these trials lead to, in the order of the first.
    fn common(&mut self, trials: &[u16], shape: Shape, sink: &mut Sink, nests: &mut Nests) {
        let first = trials[0] as usize;
        for state in [true, false] {
            let count = self.listed(first, state).len();
            for at in 0..count {
                let node = self.listed(first, state)[at];
                let statement = self.runs[first].statement(node);
                let mut targets = [(0, 0); 9];
                targets[0] = (trials[0], node);
                let mut everywhere = true;
                for (slot, &trial) in targets.iter_mut().zip(trials).skip(1) {
                    match self.runs[trial as usize].find(statement) {
                        Some(node) => *slot = (trial, node),
                        None => {
                            everywhere = false;
                            break;
                        }
                    }
                }
                if everywhere {
                    self.weigh(&targets[..trials.len()], shape, statement, sink, nests);
                }
            }
        }
    }

    fn listed(&self, run: usize, state: bool) -> &[u16] {
        if state { self.runs[run].ons() } else { self.runs[run].offs() }
    }

    /// Counts a conclusion, as far as it can still be of use, and hands it on.
    fn weigh(
        &mut self,
        targets: &[(u16, u16)],
        shape: Shape,
        result: Statement,
        sink: &mut Sink,
        nests: &mut Nests,
    ) {
        if removes(&self.base, result).1 == 0 {
            return;
        }
        let mut complexity: u32 =
            targets.iter().map(|&(run, node)| u32::from(self.runs[run as usize].depth(node))).sum();
        if !sink.wants((complexity, shape.rank())) {
            return;
        }
        for &(run, node) in targets {
            let run = &mut self.runs[run as usize];
            complexity -= u32::from(run.depth(node));
            complexity += run.count(node, &mut self.seen, &mut self.todo);
            if !sink.wants((complexity, shape.rank())) {
                return;
            }
        }
        if matches!(self.mode, Mode::Dynamic(2..)) {
            complexity += nests.inside(targets, &self.runs, &mut self.seen);
        }
        let price = (complexity, shape.rank());
        if sink.wants(price) {
            let mut all = [(0, 0); 9];
            all[..targets.len()].copy_from_slice(targets);
            sink.add(Found { price, shape, result, targets: all, ends: targets.len() as u8 });
        }
    }
}

/// Whether a trial at the old level is the beginning of one at the new level: the rules of
/// the old one must be the first rules of the new one.
fn goes_on(old: u8, new: u8) -> bool {
    old == new || old <= 1 && old < new || matches!((old, new), (2, 3) | (4, 5))
}
