//! Rules inside trials, and chains inside chains.
//!
//! A trial of level 1 looks for [simple rules](super::inner) when it has nothing left to
//! follow. The higher levels look for whole chains after that: level 2 for single chains,
//! level 3 also for multiple ones, level 4 for dynamic ones instead, level 5 also for dynamic
//! ones that themselves are of level 2. All hints of the first kind that has any join the trial, in their
//! order; a hint's parents are the marks that had to go before each of its links was there.
//!
//! Such a mark carries the chain it came from, a *nest*. The price of a conclusion counts each nest
//! among its ancestors once. Two nests are the same if their chains say the same things in the
//! same order, so each nest is kept with the number of the first one that says so.

use super::calm::Calm;
use super::inner::Inner;
use super::reduce::{Found, Group, Mode, Shape, Sink, Trials};
use super::run::{Cause, Run, Seen, Trial};
use super::statement::{Cand, HOUSES_OF, cand, cell_of, digit_of, is_on, off, sort_of};
use super::unary::{Thread, Unary};
use super::{Enough, Stopped};
use crate::rating::kernel::mask::bits;
use crate::rating::kernel::space::CELL_AT;
use piste_core::CellSet;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::ops::RangeInclusive;
use std::rc::Rc;

/// All nests found on one board.
pub(super) struct Nests {
    /// Complexity, and the number of the first nest that says the same; nest 0 is none.
    all: Vec<(u32, u32)>,
    first: HashMap<Box<[u16]>, u32, BuildHasherDefault<DefaultHasher>>,
    /// Grows with every board, so that nobody keeps numbers of another one.
    pub(super) board: u32,
    classes: Vec<u32>,
    walk: Vec<u16>,
}

impl Nests {
    pub(super) fn new() -> Nests {
        Nests {
            all: vec![(0, 0)],
            first: HashMap::default(),
            board: 0,
            classes: Vec::new(),
            walk: Vec::new(),
        }
    }

    /// Forgets everything for a new board.
    pub(super) fn clear(&mut self) {
        self.all.truncate(1);
        self.first.clear();
        self.board += 1;
    }

    fn add(&mut self, complexity: u32, says: &[u16]) -> u32 {
        let number = self.all.len() as u32;
        let class = match self.first.get(says) {
            Some(&class) => class,
            None => {
                self.first.insert(says.into(), number);
                number
            }
        };
        self.all.push((complexity, class));
        number
    }

    /// What the nests among the ancestors of these nodes add to the complexity.
    pub(super) fn inside(&mut self, targets: &[(u16, u16)], runs: &[Run], seen: &mut Seen) -> u32 {
        self.classes.clear();
        let mut complexity = 0;
        for &(run, node) in targets {
            let run = &runs[run as usize];
            self.walk.clear();
            run.ancestors(node, seen, &mut self.walk);
            for &node in &self.walk {
                let nest = run.node(node).nest;
                let (own, class) = self.all[nest as usize];
                if nest != 0 && !self.classes.contains(&class) {
                    self.classes.push(class);
                    complexity += own;
                }
            }
        }
        complexity
    }
}

/// What is known of a field.
#[derive(Clone)]
struct Known {
    /// All single chains, if there is hope of any.
    threads: Option<Rc<[Thread]>>,
    /// Whether there are no multiple chains either.
    is_barren: bool,
}

/// The same by the marks of the field; with a fixed hash, and never walked through.
type Remembered = HashMap<[u16; 81], Known, BuildHasherDefault<DefaultHasher>>;

/// How many fields to remember.
const REMEMBERED: usize = 10_000;

/// The rules that go on where following links ends.
pub(super) struct Rules {
    inner: Inner,
    unary: Option<Box<Unary>>,
    /// What is known of the field that trials begin with.
    calm: Option<Box<Calm>>,
    /// The fields seen so far, by the marks of their cells.
    fields: Remembered,
    multiple: Option<Box<Trials>>,
    dynamic: Option<Box<Trials>>,
    nested: Option<Box<Trials>>,
    seen: Seen,
    parents: Vec<u16>,
    says: Vec<u16>,
    walk: Vec<u16>,
}

impl Rules {
    pub(super) fn new() -> Rules {
        Rules {
            inner: Inner::new(),
            unary: None,
            calm: None,
            fields: Remembered::default(),
            multiple: None,
            dynamic: None,
            nested: None,
            seen: Seen::new(),
            parents: Vec::new(),
            says: Vec::new(),
            walk: Vec::new(),
        }
    }

    /// Gets ready for a trial; the rules of this level have had their say.
    pub(super) fn begin(&mut self, trial: &Trial<'_>, said: u8) {
        self.inner.begin(if said < 1 { 0 } else { trial.taken_out().len() });
    }

    /// Lets the first rule of a level that takes out marks do so, the last of these; the rules of the first of these
    /// have had their say. Says whether one did.
    pub(super) fn apply(
        &mut self,
        trial: &mut Trial<'_>,
        levels: RangeInclusive<u8>,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<bool, Stopped> {
        let (said, level) = levels.into_inner();
        if said < 1 && self.inner.apply(trial) {
            return Ok(true);
        }
        if matches!(level, 2 | 3) && said < 2 && self.single_chains(trial, nests) {
            return Ok(true);
        }
        let modes: &[Mode] = match (level, said) {
            (3, _) => &[Mode::Multiple],
            (4, _) => &[Mode::Dynamic(0)],
            (5, 4) => &[Mode::Dynamic(2)],
            (5, _) => &[Mode::Dynamic(0), Mode::Dynamic(2)],
            _ => &[],
        };
        for &mode in modes {
            let slot = match mode {
                Mode::Dynamic(2) => &mut self.nested,
                Mode::Dynamic(_) => &mut self.dynamic,
                _ => &mut self.multiple,
            };
            let mut trials = slot.take().unwrap_or_else(|| Box::new(Trials::new()));
            let news = self.trials(&mut trials, mode, trial, nests, enough);
            match mode {
                Mode::Dynamic(2) => self.nested = Some(trials),
                Mode::Dynamic(_) => self.dynamic = Some(trials),
                _ => self.multiple = Some(trials),
            }
            if news? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Single chains on the marks as they are now.
    fn single_chains(&mut self, trial: &mut Trial<'_>, nests: &mut Nests) -> bool {
        let Some(threads) = self.known(trial).threads.clone() else { return false };
        let mut news = false;
        for thread in threads.iter() {
            self.thread_parents(thread, trial);
            if self.parents.is_empty() {
                continue;
            }
            self.says.clear();
            let ends = thread.path.len() - usize::from(thread.is_cycle);
            if thread.is_cycle {
                self.says.extend(thread.path[1..].iter().rev().map(|step| step.0));
                self.says.push(u16::MAX);
                self.says.extend(thread.path[..ends].iter().map(|step| step.0 ^ 1));
            } else {
                self.says.extend(thread.path.iter().rev().map(|step| step.0));
            }
            let nest = nests.add(thread.complexity(), &self.says);
            for cell in thread.removes.iter().fold(CellSet::EMPTY, |all, &cells| all | cells) {
                for digit in 0..9 {
                    if thread.removes[digit].contains(cell) {
                        news |= trial.run.take_out(
                            trial.scratch,
                            cand(cell.index(), digit),
                            (Cause::Chain, nest),
                            &self.parents,
                        );
                    }
                }
            }
        }
        news
    }

    /// What is known of the marks as they are now. Trials often end with the same marks left, within a board (from
    /// either side of a strong link) and from one board to the next.
    fn known(&mut self, trial: &Trial<'_>) -> &mut Known {
        if self.fields.len() >= REMEMBERED {
            self.fields.clear();
        }
        self.fields.entry(trial.scratch.field.cells).or_insert_with(|| {
            let calm = Calm::keep(&mut self.calm, trial.base);
            let unary = self.unary.get_or_insert_with(|| Box::new(Unary::new()));
            let threads = match calm.refuted(trial) {
                Some([]) => None,
                refuted => unary.all(&trial.scratch.field, refuted).map(Rc::from),
            };
            Known { threads, is_barren: false }
        })
    }

    fn thread_parents(&mut self, thread: &Thread, trial: &Trial<'_>) {
        self.parents.clear();
        self.seen.start();
        for &(statement, cause) in thread.path.iter().rev() {
            if is_on(statement) {
                self.add_parents(statement / 2, cause, trial);
            }
        }
        if thread.is_cycle {
            for &(statement, cause) in &thread.path {
                if !is_on(statement) {
                    self.add_parents(statement / 2, cause, trial);
                }
            }
        }
    }

    /// The marks that had to go before a link to this candidate was there.
    fn add_parents(&mut self, c: Cand, cause: Cause, trial: &Trial<'_>) {
        let (cell, digit) = (cell_of(c), digit_of(c));
        if cause == Cause::Cell {
            for gone in bits(trial.base.cells[cell] & !trial.scratch.field.cells[cell]) {
                self.add_parent(cand(cell, gone), trial);
            }
        } else if let Some(sort) = cause.sort() {
            let house = HOUSES_OF[cell][sort].0 as usize;
            for gone in
                bits(trial.base.places[house][digit] & !trial.scratch.field.places[house][digit])
            {
                self.add_parent(cand(CELL_AT[house][gone] as usize, digit), trial);
            }
        }
    }

    fn add_parent(&mut self, c: Cand, trial: &Trial<'_>) {
        if self.seen.add(off(c)) {
            self.parents.push(trial.scratch.gone(c));
        }
    }

    /// Conclusions from trials on the marks as they are now.
    fn trials(
        &mut self,
        trials: &mut Trials,
        mode: Mode,
        trial: &mut Trial<'_>,
        nests: &mut Nests,
        enough: &mut Enough<'_>,
    ) -> Result<bool, Stopped> {
        let field = &trial.scratch.field;
        let mut groups = None;
        if mode == Mode::Multiple {
            let known = self.known(trial);
            if known.is_barren {
                return Ok(false);
            }
            let is_calm = known.threads.is_none();
            let calm = Calm::keep(&mut self.calm, trial.base);
            if is_calm && calm.refuted(trial) == Some(&[]) {
                let units = calm.agreeing(field);
                if units.is_empty() {
                    self.known(trial).is_barren = true;
                    return Ok(false);
                }
                let group = |(unit, number)| Group::new(unit, number);
                groups = Some(units.into_iter().map(group).collect::<Vec<Group>>());
            }
        }
        trials.begin(field, trial.frame, mode, nests.board);
        let mut sink = Sink::All(Vec::new());
        match groups {
            Some(groups) => trials.conclude_from(&groups, &mut sink, nests, enough)?,
            None => trials.conclude(&mut sink, nests, enough)?,
        }
        let Sink::All(mut all) = sink else { return Ok(false) };
        all.sort_by_key(|found| found.price);
        let mut done: Vec<(usize, u16)> = Vec::new();
        let mut news = false;
        for found in &all {
            let removes = found.removes(trials.base());
            if done.contains(&removes) {
                continue;
            }
            done.push(removes);
            self.found_parents(found, trials, trial);
            if self.parents.is_empty() {
                continue;
            }
            let nest = nests.add(found.complexity(), &self.says);
            let (cell, marks) = removes;
            for digit in bits(marks) {
                let c = cand(cell, digit);
                news |= trial.run.take_out(trial.scratch, c, (Cause::Chain, nest), &self.parents);
            }
        }
        Ok(news)
    }

    /// The parents of a conclusion, and what its chains say.
    fn found_parents(&mut self, found: &Found, trials: &Trials, trial: &Trial<'_>) {
        self.parents.clear();
        self.says.clear();
        let mut walk = std::mem::take(&mut self.walk);
        walk.clear();
        let mut ends = [0; 9];
        for (end, &(run, node)) in ends.iter_mut().zip(found.targets()) {
            trials.runs()[run as usize].ancestors(node, &mut self.seen, &mut walk);
            *end = walk.len();
        }
        self.seen.start();
        let mut from = 0;
        for (&end, &(run, _)) in ends.iter().zip(found.targets()) {
            let chain = &trials.runs()[run as usize];
            for &node in &walk[from..end] {
                let node = chain.node(node);
                self.says.push(node.statement);
                let cause = match (node.cause, found.shape) {
                    (Cause::Supposed, Shape::Cell) => Cause::Cell,
                    (Cause::Supposed, Shape::Region(house)) => Cause::house(sort_of(house.into())),
                    (cause, _) => cause,
                };
                if is_on(node.statement) {
                    self.add_parents(node.statement / 2, cause, trial);
                }
            }
            self.says.push(u16::MAX);
            from = end;
        }
        self.walk = walk;
    }
}
