//! One trial: suppose a candidate on (or off) and follow what must be.
//!
//! The order in which Sudoku Explainer follows implications decides through which parents a
//! statement is first reached, and so the length of every chain and the rating. It is this:
//!
//! - There are two queues, statements that are on and statements that are off. As long as one
//!   is on, the oldest of them is taken, and the marks it rules out join the other queue: first
//!   those of its cell, then of its box, row and column.
//! - Otherwise the oldest that is off is taken. Where it and one other mark are all that is
//!   left in its cell, box, row or column, that other is on.
//! - A *dynamic* trial then takes the mark away for good. What follows later may lean on all
//!   the marks of that cell or house that went before: these are its *hidden parents*.
//! - The first statement whose opposite stands already ends the trial. What was reached up to
//!   then stays: it still serves conclusions about cells and houses.
//!
//! Every statement is reached once, so a trial is a list of nodes, each with its parents
//! before it. The price of a statement is the number of its ancestors, itself included; it is
//! counted only for the few nodes that are asked for, and `depth`, the longest way up, is kept
//! as a bound from below.

use super::statement::{
    CANDIDATES, Cand, Frame, HOUSES_OF, STATEMENTS, Statement, cand, cell_of, digit_of, is_on, off,
    on,
};
use crate::logic::Rule;
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{Mask, bits, is_pair};
use crate::rating::kernel::space::{CELL_AT, HOUSES, OUTSIDE_BOX};

/// No node, in tables of nodes.
const NOBODY: u16 = u16::MAX;

/// Why a statement holds: nothing (it was supposed), its cell, a house, or a rule inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Cause {
    Supposed,
    Cell,
    Box,
    Row,
    Column,
    Lock,
    HiddenPair,
    NakedPair,
    XWing,
    Chain,
}

impl Cause {
    /// The cause of a link in the box, the row or the column of a cell.
    #[inline]
    pub(super) const fn house(sort: usize) -> Cause {
        [Cause::Box, Cause::Row, Cause::Column][sort]
    }

    /// Which of the cell's three houses it is, if it is one.
    pub(super) const fn sort(self) -> Option<usize> {
        match self {
            Cause::Box => Some(0),
            Cause::Row => Some(1),
            Cause::Column => Some(2),
            _ => None,
        }
    }

    /// Which rule it is, if it is one.
    pub(super) const fn rule(self) -> Option<Rule> {
        match self {
            Cause::Lock => Some(Rule::Lock),
            Cause::HiddenPair => Some(Rule::HiddenPair),
            Cause::NakedPair => Some(Rule::NakedPair),
            Cause::XWing => Some(Rule::XWing),
            Cause::Chain => Some(Rule::Chain),
            Cause::Supposed | Cause::Cell | Cause::Box | Cause::Row | Cause::Column => None,
        }
    }
}

/// A statement as a trial reached it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) statement: Statement,
    pub(super) depth: u16,
    pub(super) cause: Cause,
    /// Where its parents start; they end where those of the next node start.
    first: u32,
    /// The chain inside that is the reason, 0 for none.
    pub(super) nest: u32,
}

/// A trial and all it reached.
pub(super) struct Run {
    nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The two nodes that cannot both be: on, off.
    pub(super) clash: Option<[u16; 2]>,
    /// What is off and what is on, as sets of candidates.
    sets: [CandSet; 2],
    /// The node of each statement, once somebody has asked.
    index: Vec<u16>,
    /// How many ancestors each node has, 0 while nobody has asked.
    counts: Vec<u16>,
}

/// A set of candidates.
pub(super) type CandSet = [u64; CANDIDATES.div_ceil(64)];

/// What a trial needs while it is being made, shared by all of them.
pub(super) struct Scratch {
    /// The node of each statement, if stamped with the number of this trial.
    at: Box<[u32; STATEMENTS]>,
    stamp: u32,
    ons: Vec<u16>,
    offs: Vec<u16>,
    next_on: usize,
    next_off: usize,
    /// The marks as they are now.
    pub(super) field: Marks,
    /// The marks that nothing has ruled out yet: what is on, and what is open.
    open: Marks,
}

impl Scratch {
    pub(super) fn new() -> Scratch {
        Scratch {
            at: Box::new([0; STATEMENTS]),
            stamp: 0,
            ons: Vec::with_capacity(128),
            offs: Vec::with_capacity(512),
            next_on: 0,
            next_off: 0,
            field: Marks::NONE,
            open: Marks::NONE,
        }
    }

    fn clear(&mut self, field: &Marks) {
        self.stamp = self.stamp.wrapping_add(1 << 16);
        if self.stamp == 0 {
            self.at.fill(0);
            self.stamp = 1 << 16;
        }
        self.ons.clear();
        self.offs.clear();
        self.next_on = 0;
        self.next_off = 0;
        self.field = *field;
        self.open = *field;
    }

    /// The node of a mark that was taken out.
    #[inline]
    pub(super) fn gone(&self, c: Cand) -> u16 {
        let entry = self.at[off(c) as usize];
        debug_assert!(entry & !0xffff == self.stamp, "a mark that is gone was ruled out");
        entry as u16
    }

    /// The node that reached this statement, if one did.
    #[inline]
    fn find(&self, statement: Statement) -> Option<u16> {
        let entry = self.at[statement as usize];
        (entry & !0xffff == self.stamp).then_some(entry as u16)
    }
}

/// A trial that rules are applied to: in the scratch space, with the field it started from.
pub(super) struct Trial<'a> {
    pub(super) run: &'a mut Run,
    pub(super) scratch: &'a mut Scratch,
    pub(super) base: &'a Marks,
    pub(super) frame: &'a Frame,
}

impl Trial<'_> {
    /// The nodes of the marks that are gone, in the order in which they went.
    pub(super) fn taken_out(&self) -> &[u16] {
        &self.scratch.offs[..self.scratch.next_off]
    }

    /// Where marks have gone, but for so many that went first.
    pub(super) fn losses(&self, since: usize) -> Losses {
        let mut losses = Losses::default();
        for &node in &self.taken_out()[since..] {
            let c = self.run.statement(node) / 2;
            let (cell, digit) = (cell_of(c), digit_of(c));
            losses.cells |= 1 << cell;
            for (house, _) in HOUSES_OF[cell] {
                losses.digits[usize::from(house)] |= 1 << digit;
                losses.houses |= 1 << house;
            }
        }
        losses
    }
}

/// Where marks have gone.
#[derive(Default)]
pub(super) struct Losses {
    /// The cells that lost marks.
    pub(super) cells: u128,
    /// For each house the digits that lost places in it, and the houses with any.
    pub(super) digits: [Mask; HOUSES],
    pub(super) houses: u32,
}

/// Marks for walks up a trial: which statements this walk has seen.
pub(super) struct Seen {
    stamps: Box<[u32; STATEMENTS]>,
    walk: u32,
}

impl Seen {
    pub(super) fn new() -> Seen {
        Seen { stamps: Box::new([0; STATEMENTS]), walk: 0 }
    }

    pub(super) fn start(&mut self) {
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            self.stamps.fill(0);
            self.walk = 1;
        }
    }

    /// Marks the statement; says whether it is new.
    #[inline]
    pub(super) fn add(&mut self, statement: Statement) -> bool {
        let stamp = &mut self.stamps[statement as usize];
        let new = *stamp != self.walk;
        *stamp = self.walk;
        new
    }
}

impl Run {
    pub(super) fn new() -> Run {
        Run {
            nodes: Vec::new(),
            parents: Vec::new(),
            clash: None,
            sets: [CandSet::default(); 2],
            index: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Supposes one statement.
    pub(super) fn start(&mut self, scratch: &mut Scratch, field: &Marks, statement: Statement) {
        scratch.clear(field);
        self.suppose(statement);
        self.reach(scratch, statement);
    }

    /// Supposes one statement from which nothing follows.
    pub(super) fn start_quiet(&mut self, statement: Statement) {
        self.suppose(statement);
        self.insert(statement);
    }

    fn suppose(&mut self, statement: Statement) {
        self.nodes.clear();
        self.parents.clear();
        self.counts.clear();
        self.index.clear();
        self.clash = None;
        self.sets = [CandSet::default(); 2];
        self.push(statement, Cause::Supposed, 1);
    }

    /// Puts a dynamic trial that has come to its end back into the scratch space, to go on with it.
    pub(super) fn resume(&mut self, scratch: &mut Scratch, base: &Marks) {
        scratch.clear(base);
        self.counts.clear();
        self.index.clear();
        for (node, at) in self.nodes.iter().zip(scratch.stamp..) {
            scratch.at[node.statement as usize] = at;
            if is_on(node.statement) {
                scratch.ons.push(at as u16);
            } else {
                scratch.offs.push(at as u16);
                scratch.field.remove(cell_of(node.statement / 2), digit_of(node.statement / 2));
            }
        }
        scratch.next_on = scratch.ons.len();
        scratch.next_off = scratch.offs.len();
        scratch.open = scratch.field;
    }

    /// Follows implications until nothing is left to follow or two statements clash. `base` is
    /// the field the trial started from.
    pub(super) fn follow<const DYNAMIC: bool, const CELLS: bool>(
        &mut self,
        scratch: &mut Scratch,
        base: &Marks,
    ) {
        loop {
            if let Some(&node) = scratch.ons.get(scratch.next_on) {
                scratch.next_on += 1;
                if self.rule_out::<CELLS>(scratch, node) {
                    return;
                }
            } else if let Some(&node) = scratch.offs.get(scratch.next_off) {
                scratch.next_off += 1;
                if self.force::<DYNAMIC, CELLS>(scratch, node, base) {
                    return;
                }
            } else {
                return;
            }
        }
    }

    /// All that a candidate rules out by being on. Says whether that clashes.
    fn rule_out<const CELLS: bool>(&mut self, scratch: &mut Scratch, node: u16) -> bool {
        let c = self.statement(node) / 2;
        let (cell, digit) = (cell_of(c), digit_of(c));
        if CELLS {
            for other in bits(scratch.open.cells[cell] & !(1 << digit)) {
                if self.ruled_out(scratch, cand(cell, other), Cause::Cell, node) {
                    return true;
                }
            }
        }
        let [(block, in_block), (row, _), (column, _)] = HOUSES_OF[cell];
        let [row_rest, column_rest] = OUTSIDE_BOX[cell];
        let places = |house: u8| scratch.open.places[usize::from(house)][digit];
        let rest = [
            (block, places(block) & !in_block, Cause::Box),
            (row, places(row) & row_rest, Cause::Row),
            (column, places(column) & column_rest, Cause::Column),
        ];
        for (house, mask, cause) in rest {
            for place in bits(mask) {
                let other = CELL_AT[house as usize][place] as usize;
                if self.ruled_out(scratch, cand(other, digit), cause, node) {
                    return true;
                }
            }
        }
        false
    }

    /// A mark that was open is ruled out, or was on. Says whether that clashes.
    #[inline]
    fn ruled_out(&mut self, scratch: &mut Scratch, c: Cand, cause: Cause, parent: u16) -> bool {
        let node = self.push(off(c), cause, self.depth(parent) + 1);
        self.parents.push(parent);
        if let Some(opposite) = scratch.find(on(c)) {
            self.clash = Some([opposite, node]);
            return true;
        }
        self.reach(scratch, off(c));
        false
    }

    /// All that a candidate forces by being off. Says whether that clashes.
    fn force<const DYNAMIC: bool, const CELLS: bool>(
        &mut self,
        scratch: &mut Scratch,
        node: u16,
        base: &Marks,
    ) -> bool {
        let c = self.statement(node) / 2;
        let (cell, digit) = (cell_of(c), digit_of(c));
        if CELLS {
            let marks = scratch.field.cells[cell];
            if is_pair(marks) {
                let other = (marks & !(1 << digit)).trailing_zeros() as usize;
                let forced = on(cand(cell, other));
                if is_news(scratch, forced) {
                    self.push(forced, Cause::Cell, 0);
                    self.parents.push(node);
                    if DYNAMIC {
                        for gone in bits(base.cells[cell] & !marks) {
                            self.parents.push(scratch.gone(cand(cell, gone)));
                        }
                    }
                    if self.forced(scratch, forced) {
                        return true;
                    }
                }
            }
        }
        for (sort, (house, place)) in HOUSES_OF[cell].into_iter().enumerate() {
            let house = house as usize;
            let marks = scratch.field.places[house][digit];
            if is_pair(marks) {
                let other = (marks & !place).trailing_zeros() as usize;
                let forced = on(cand(CELL_AT[house][other] as usize, digit));
                if is_news(scratch, forced) {
                    self.push(forced, Cause::house(sort), 0);
                    self.parents.push(node);
                    if DYNAMIC {
                        for gone in bits(base.places[house][digit] & !marks) {
                            let gone = cand(CELL_AT[house][gone] as usize, digit);
                            self.parents.push(scratch.gone(gone));
                        }
                    }
                    if self.forced(scratch, forced) {
                        return true;
                    }
                }
            }
        }
        if DYNAMIC {
            scratch.field.remove(cell_of(c), digit_of(c));
        }
        false
    }

    /// Settles a node just pushed, all of its parents included. Says whether it clashes.
    fn forced(&mut self, scratch: &mut Scratch, forced: Statement) -> bool {
        let node = self.nodes.len() - 1;
        let depth = self.parents[self.nodes[node].first as usize..]
            .iter()
            .map(|&parent| self.nodes[parent as usize].depth)
            .max();
        self.nodes[node].depth = depth.unwrap_or(0) + 1;
        if let Some(opposite) = scratch.find(forced - 1) {
            self.clash = Some([node as u16, opposite]);
            return true;
        }
        self.reach(scratch, forced);
        false
    }

    /// A mark that a rule takes out, from these parents; a chain with the number of its nest.
    /// Says whether that is news.
    pub(super) fn take_out(
        &mut self,
        scratch: &mut Scratch,
        c: Cand,
        (rule, nest): (Cause, u32),
        parents: &[u16],
    ) -> bool {
        if scratch.find(off(c)).is_some() {
            return false;
        }
        let depth = parents.iter().map(|&parent| self.depth(parent)).max().unwrap_or(0);
        let node = self.push(off(c), rule, depth + 1);
        self.nodes[node as usize].nest = nest;
        self.parents.extend_from_slice(parents);
        self.reach(scratch, off(c));
        true
    }

    fn push(&mut self, statement: Statement, cause: Cause, depth: u16) -> u16 {
        let first = self.parents.len() as u32;
        self.nodes.push(Node { statement, depth, cause, first, nest: 0 });
        self.nodes.len() as u16 - 1
    }

    /// Puts the node just pushed into its queue.
    #[inline]
    fn reach(&mut self, scratch: &mut Scratch, statement: Statement) {
        let node = self.nodes.len() as u16 - 1;
        scratch.at[statement as usize] = scratch.stamp | u32::from(node);
        self.insert(statement);
        if is_on(statement) {
            scratch.ons.push(node);
        } else {
            scratch.offs.push(node);
            scratch.open.remove(cell_of(statement / 2), digit_of(statement / 2));
        }
    }

    #[inline]
    fn insert(&mut self, statement: Statement) {
        let c = statement / 2;
        self.sets[statement as usize % 2][c as usize / 64] |= 1 << (c % 64);
    }

    #[inline]
    pub(super) fn node(&self, node: u16) -> Node {
        self.nodes[node as usize]
    }

    #[inline]
    pub(super) fn statement(&self, node: u16) -> Statement {
        self.nodes[node as usize].statement
    }

    #[inline]
    pub(super) fn depth(&self, node: u16) -> u16 {
        self.nodes[node as usize].depth
    }

    /// What was reached, in order: all nodes but one that clashed.
    pub(super) fn reached(&self) -> &[Node] {
        let clashed = usize::from(self.clash.is_some());
        &self.nodes[..self.nodes.len() - clashed]
    }

    /// The node of a statement that was reached.
    pub(super) fn find(&mut self, statement: Statement) -> u16 {
        if self.index.is_empty() {
            let mut index = std::mem::take(&mut self.index);
            index.resize(STATEMENTS, NOBODY);
            for (at, node) in self.reached().iter().enumerate() {
                index[node.statement as usize] = at as u16;
            }
            self.index = index;
        }
        self.index[statement as usize]
    }

    /// The candidates that are on, or those that are off.
    #[inline]
    pub(super) fn set(&self, state: bool) -> &CandSet {
        &self.sets[usize::from(state)]
    }

    /// The parents of a node.
    #[inline]
    pub(super) fn parents(&self, node: u16) -> &[u16] {
        let from = self.nodes[node as usize].first as usize;
        let to = self.nodes.get(node as usize + 1).map_or(self.parents.len(), |n| n.first as usize);
        &self.parents[from..to]
    }

    /// How many statements this one rests on, itself included.
    pub(super) fn count(&mut self, node: u16, seen: &mut Seen, todo: &mut Vec<u16>) -> u32 {
        self.counts.resize(self.nodes.len(), 0);
        if self.counts[node as usize] == 0 {
            seen.start();
            todo.clear();
            todo.push(node);
            let mut count = 0;
            while let Some(next) = todo.pop() {
                if seen.add(self.statement(next)) {
                    count += 1;
                    todo.extend_from_slice(self.parents(next));
                }
            }
            self.counts[node as usize] = count;
        }
        u32::from(self.counts[node as usize])
    }

    /// The node and all it rests on, generation by generation.
    pub(super) fn ancestors(&self, node: u16, seen: &mut Seen, into: &mut Vec<u16>) {
        seen.start();
        let mut todo = vec![node];
        let mut next = Vec::new();
        while !todo.is_empty() {
            for &node in &todo {
                if seen.add(self.statement(node)) {
                    into.push(node);
                    next.extend_from_slice(self.parents(node));
                }
            }
            std::mem::swap(&mut todo, &mut next);
            next.clear();
        }
    }
}

/// Whether an on statement has to be looked at: it clashes, or it is new.
#[inline]
fn is_news(scratch: &Scratch, forced: Statement) -> bool {
    scratch.find(forced).is_none() || scratch.find(forced - 1).is_some()
}

/// Whether nothing follows from this statement: it is off, and no unit of it is down to two.
pub(super) fn is_quiet(field: &Marks, statement: Statement) -> bool {
    let (cell, digit) = (cell_of(statement / 2), digit_of(statement / 2));
    !is_on(statement)
        && !is_pair(field.cells[cell])
        && HOUSES_OF[cell].iter().all(|&(house, _)| !is_pair(field.places[house as usize][digit]))
}

/// The house a cause speaks of, for a statement about this cell.
pub(super) fn house_of(cause: Cause, cell: usize) -> Option<usize> {
    cause.sort().map(|sort| HOUSES_OF[cell][sort].0 as usize)
}
