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

use super::nest::{Nests, Rules};
use super::nishio::Places;
use super::reach::Reach;
use super::run::{Run, Scratch, Seen, Trial, is_quiet};
use super::statement::{
    CANDIDATES, Cand, Frame, HOUSES_OF, Statement, cand, cell_of, digit_of, is_on, off, on,
};
use super::{Enough, Stopped};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{Mask, bits};
use crate::rating::kernel::space::CELL_AT;

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

impl Mode {
    /// The level of the rules inside.
    const fn level(self) -> u8 {
        match self {
            Mode::Nishio | Mode::Multiple => 0,
            Mode::Dynamic(level) => level,
        }
    }
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

/// Complexity, rank of the kind, and number of the group of conclusions: what is cheaper
/// comes first. Within a group the first found does.
pub(super) type Price = (u32, u32, u32);

/// A conclusion.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// Complexity, rank, and when it is found: the order in which the program sorts.
    pub(super) price: Price,
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
    pub(super) fn removes(&self, field: &Marks) -> (usize, u16) {
        removes(field, self.result)
    }
}

fn removes(field: &Marks, result: Statement) -> (usize, u16) {
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
    fn wants(&self, price: Price) -> bool {
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
    base: Marks,
    frame: Frame,
    mode: Mode,
    runs: Vec<Run>,
    used: usize,
    /// The trial of each statement.
    of: Box<[u16; 2 * CANDIDATES]>,
    /// The level to which each trial has been brought; what has no levels is at 0.
    levels: Vec<Option<u8>>,
    rules: Rules,
    scratch: Scratch,
    /// The number of the group of conclusions being drawn.
    group: u32,
    seen: Seen,
    todo: Vec<u16>,
}

impl Trials {
    pub(super) fn new() -> Trials {
        Trials {
            board: 0,
            base: Marks::NONE,
            frame: Frame::default(),
            mode: Mode::Multiple,
            runs: Vec::new(),
            used: 0,
            of: Box::new([UNTRIED; 2 * CANDIDATES]),
            levels: Vec::new(),
            rules: Rules::new(),
            scratch: Scratch::new(),
            group: 0,
            seen: Seen::new(),
            todo: Vec::new(),
        }
    }

    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    pub(super) fn base(&self) -> &Marks {
        &self.base
    }

    /// Gets ready for this field. Trials of a lower level over the same field are kept.
    pub(super) fn begin(&mut self, field: &Marks, frame: &Frame, mode: Mode, board: u32) {
        let same = self.board == board && self.base == *field;
        let go_on = match (self.mode, mode) {
            (Mode::Dynamic(old), Mode::Dynamic(new)) => same && goes_on(old, new),
            (old, new) => same && old == new,
        };
        self.board = board;
        if !go_on {
            self.base = *field;
            self.frame = *frame;
            self.of.fill(UNTRIED);
            self.used = 0;
            self.levels.clear();
        }
        self.mode = mode;
    }

    /// The trial of this statement.
    #[inline]
    fn run(
        &mut self,
        statement: Statement,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<usize, Stopped> {
        let index = self.of[statement as usize] as usize;
        let is_made = index != UNTRIED as usize
            && (self.levels[index] == Some(self.mode.level()) || self.runs[index].clash.is_some());
        if is_made { Ok(index) } else { self.make(statement, nests, enough) }
    }

    /// Makes a trial, or goes on with it.
    #[inline(never)]
    fn make(
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
            self.levels.push(None);
            self.of[statement as usize] = index as u16;
            if self.mode == Mode::Dynamic(0) && is_quiet(&self.base, statement) {
                self.runs[index].start_quiet(statement);
                self.levels[index] = Some(0);
                return Ok(index);
            }
            self.runs[index].start(&mut self.scratch, &self.base, statement);
        } else {
            self.runs[index].resume(&mut self.scratch, &self.base);
        }
        enough.check()?;
        let (run, scratch, base) = (&mut self.runs[index], &mut self.scratch, &self.base);
        match self.mode {
            Mode::Nishio => run.follow::<true, false>(scratch, base),
            Mode::Multiple => run.follow::<false, true>(scratch, base),
            Mode::Dynamic(level) => {
                run.follow::<true, true>(scratch, base);
                let mut trial = Trial { run, scratch, base, frame: &self.frame };
                // The rules of the level where it ended have nothing more to say.
                let mut said = self.levels[index].unwrap_or(0);
                self.rules.begin(&trial, said);
                while level > 0
                    && trial.run.clash.is_none()
                    && self.rules.apply(&mut trial, said..=level, nests, enough)?
                {
                    trial.run.follow::<true, true>(trial.scratch, base);
                    said = 0;
                }
            }
        }
        self.levels[index] = Some(self.mode.level());
        Ok(index)
    }

    /// Draws all conclusions, in the order of the program.
    pub(super) fn conclude(
        &mut self,
        sink: &mut Sink,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<(), Stopped> {
        if self.mode == Mode::Nishio {
            return self.conclude_clashes(sink, nests, enough);
        }
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
                    if marks.count_ones() >= 3 {
                        self.doubles(c, sink, nests);
                    }
                }
                self.regions(c, sink, nests, enough)?;
            }
            let trials: Vec<u16> =
                bits(marks).map(|digit| self.of[on(cand(cell, digit)) as usize]).collect();
            self.common(&trials, Shape::Cell, sink, nests);
        }
        Ok(())
    }

    /// The same for [`Mode::Nishio`]: of trials that clash, and nobody makes others.
    fn conclude_clashes(
        &mut self,
        sink: &mut Sink,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<(), Stopped> {
        let places: [Places; 9] = std::array::from_fn(|digit| Places::of(&self.base, digit));
        for cell in 0..81 {
            let marks = self.base.cells[cell];
            if marks.count_ones() < 2 {
                continue;
            }
            for digit in bits(marks) {
                let c = cand(cell, digit);
                for supposed in [on(c), off(c)] {
                    if places[digit].clashes(cell, is_on(supposed)) {
                        self.run(supposed, nests, enough)?;
                        self.contradiction(supposed, sink, nests);
                    }
                }
            }
        }
        Ok(())
    }

    /// The best of the same for [`Mode::Multiple`] on a field where no trial clashes: looks first from
    /// which cells and houses anything follows at all, and in how many statements at least.
    pub(super) fn conclude_ahead(
        &mut self,
        reach: &mut Reach,
        sink: &mut Sink,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<(), Stopped> {
        let mut groups = Vec::new();
        units(&self.base, |unit, number| {
            let group = Group::new(unit, number);
            if let Some(least) = reach.common(group.members(), &self.base) {
                groups.push(Group { least, ..group });
            }
        });
        groups.sort_by_key(|group| group.least);
        self.conclude_from(&groups, sink, nests, enough)
    }

    /// The conclusions from these cells and houses, on a field where no trial clashes.
    pub(super) fn conclude_from(
        &mut self,
        groups: &[Group],
        sink: &mut Sink,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<(), Stopped> {
        for group in groups {
            self.group = group.number;
            if !sink.wants((group.least, group.shape.rank(), group.number)) {
                continue;
            }
            let mut trials = [0; 9];
            for (trial, &c) in trials.iter_mut().zip(group.members()) {
                *trial = self.run(on(c), nests, enough)? as u16;
            }
            self.common(&trials[..group.size], group.shape, sink, nests);
        }
        self.group = 0;
        Ok(())
    }

    /// The clashes of a candidate's two trials.
    fn contradictions(&mut self, c: Cand, sink: &mut Sink, nests: &mut Nests) {
        self.contradiction(on(c), sink, nests);
        self.contradiction(off(c), sink, nests);
    }

    /// The clash of the trial of this statement, if it does.
    fn contradiction(&mut self, supposed: Statement, sink: &mut Sink, nests: &mut Nests) {
        let run = self.of[supposed as usize];
        if let Some([first, second]) = self.runs[run as usize].clash {
            let targets = [(run, first), (run, second)];
            self.weigh(&targets, Shape::Contradiction, supposed ^ 1, sink, nests);
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
            let marks = self.base.places[house as usize][digit];
            if marks.count_ones() < 2 || marks & marks.wrapping_neg() != place {
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
            let mut common = *self.runs[first].set(state);
            let mut any = 0;
            for &trial in &trials[1..] {
                any = 0;
                for (word, other) in common.iter_mut().zip(self.runs[trial as usize].set(state)) {
                    *word &= other;
                    any |= *word;
                }
                if any == 0 {
                    break;
                }
            }
            if any == 0 {
                continue;
            }
            for at in 0..self.runs[first].reached().len() {
                let statement = self.runs[first].statement(at as u16);
                let c = statement as usize / 2;
                if is_on(statement) == state && common[c / 64] >> (c % 64) & 1 == 1 {
                    let mut targets = [(trials[0], at as u16); 9];
                    for (slot, &trial) in targets.iter_mut().zip(trials).skip(1) {
                        *slot = (trial, self.runs[trial as usize].find(statement));
                    }
                    self.weigh(&targets[..trials.len()], shape, statement, sink, nests);
                }
            }
        }
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
        if !sink.wants((complexity, shape.rank(), self.group)) {
            return;
        }
        for &(run, node) in targets {
            let run = &mut self.runs[run as usize];
            complexity -= u32::from(run.depth(node));
            complexity += run.count(node, &mut self.seen, &mut self.todo);
            if !sink.wants((complexity, shape.rank(), self.group)) {
                return;
            }
        }
        if matches!(self.mode, Mode::Dynamic(2..)) {
            complexity += nests.inside(targets, &self.runs, &mut self.seen);
        }
        let price = (complexity, shape.rank(), self.group);
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

/// Candidates of which one must be true: those of a cell, or those of a digit in a house.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    shape: Shape,
    marks: Mask,
    /// The cell or the digit.
    of: usize,
}

impl Unit {
    #[inline]
    pub(super) fn members(self) -> impl Iterator<Item = Cand> {
        bits(self.marks).map(move |at| match self.shape {
            Shape::Region(house) => cand(CELL_AT[house as usize][at] as usize, self.of),
            _ => cand(self.of, at),
        })
    }
}

/// A unit from which something follows.
pub(super) struct Group {
    number: u32,
    shape: Shape,
    members: [Cand; 9],
    size: usize,
    /// The fewest statements of a conclusion from it.
    least: u32,
}

impl Group {
    pub(super) fn new(unit: Unit, number: u32) -> Group {
        let size = unit.marks.count_ones() as usize;
        let mut group = Group { number, shape: unit.shape, members: [0; 9], size, least: 0 };
        group.members.iter_mut().zip(unit.members()).for_each(|(slot, c)| *slot = c);
        group
    }

    fn members(&self) -> &[Cand] {
        &self.members[..self.size]
    }
}

/// Goes through the units that [`Mode::Multiple`] looks at, in its order, with their numbers.
#[inline]
pub(super) fn units(field: &Marks, mut visit: impl FnMut(Unit, u32)) {
    let mut number = 0;
    for (cell, &marks) in field.cells.iter().enumerate() {
        if marks.count_ones() < 3 {
            continue;
        }
        for digit in bits(marks) {
            for (house, place) in HOUSES_OF[cell] {
                let places = field.places[house as usize][digit];
                if places != place && places & places.wrapping_neg() == place {
                    visit(Unit { shape: Shape::Region(house), marks: places, of: digit }, number);
                    number += 1;
                }
            }
        }
        visit(Unit { shape: Shape::Cell, marks, of: cell }, number);
        number += 1;
    }
}
