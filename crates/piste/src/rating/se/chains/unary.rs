//! Single chains: bidirectional cycles and forcing chains on a field that stands still.
//!
//! From each candidate three searches start. *Cycles*: from the candidate being on, by turns
//! along weak and strong links, back to its being on; then the cycle holds or its opposite
//! does, and what sees both is out. *Forcing chains*: from on to off, or from off to on; then
//! the start is refuted. Each search is breadth first, and every candidate that is on is reached once
//! (so is one that is off, in a forcing chain), so a forcing chain is a shortest one, while
//! several cycles may lead through the same start.
//!
//! There are three passes: with links in houses only (X), with strong links in cells only (Y,
//! cycles only), and with all. A cycle or chain of the first two passes is cheaper. All hints
//! are sorted by rating, number of statements and kind; equal ones stay in the order in which
//! they were found. Ratings are sums of floating-point tenths, and that decides some ties: 6.6 plus a tenth is a
//! little less than 6.5 plus two.

use super::hope::{Hope, has, insert, may_circle_in_cells};
use super::links::{Link, Links, Pass, is_bivalue, rules_out};
use super::reach::{Reach, Shortest, shortest_x};
use super::run::{CandSet, Cause};
use super::statement::{CANDIDATES, Cand, Statement, cell_of, digit_of, is_on, off, on};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{ALL, Mask, bits};
use piste_core::{Cell, CellSet};

/// A cycle or a forcing chain.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    pub(super) pass: Pass,
    /// Whether it comes back to its start unchanged.
    pub(super) is_cycle: bool,
    /// What it says, from the supposition to the conclusion, and why.
    pub(super) path: Vec<(Statement, Cause)>,
    /// What it takes out: for each digit, the cells.
    pub(super) removes: [CellSet; 9],
}

impl Thread {
    /// How many statements it makes.
    pub(super) fn complexity(&self) -> u32 {
        self.path.len() as u32 - u32::from(self.is_cycle)
    }

    /// What it says in the end.
    pub(super) fn result(&self) -> Statement {
        self.path[self.path.len() - 1].0
    }

    pub(super) fn rating(&self) -> f64 {
        base(self.pass, self.is_cycle) + length(self.complexity())
    }

    fn price(&self) -> Price {
        Price { rating: self.rating(), complexity: self.complexity(), rank: rank(self.pass) }
    }
}

/// What the length of a chain adds to its rating.
pub(super) fn length(complexity: u32) -> f64 {
    let mut added = 0.0;
    let mut step = 4;
    let mut odd = false;
    while complexity > step + 2 {
        added += 0.1;
        step = if odd { step * 4 / 3 } else { step * 3 / 2 };
        odd = !odd;
    }
    added
}

const fn base(pass: Pass, is_cycle: bool) -> f64 {
    match (pass, is_cycle) {
        (Pass::Both, _) => 7.0,
        (_, true) => 6.5,
        (_, false) => 6.6,
    }
}

const fn rank(pass: Pass) -> u8 {
    match pass {
        Pass::X => 2,
        Pass::Y => 3,
        Pass::Both => 4,
    }
}

/// The longest X-cycle that may come before an X-chain of this complexity.
fn longest_cycle(chain: u32) -> u32 {
    let price = base(Pass::X, false) + length(chain);
    (chain..)
        .step_by(2)
        .take_while(|&n| base(Pass::X, true) + length(n) <= price)
        .last()
        .unwrap_or(chain)
}

/// The order of hints.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Price {
    rating: f64,
    complexity: u32,
    rank: u8,
}

/// Where threads go: all of them, or only the best.
enum Sink {
    Best(Option<Box<Thread>>),
    All(Vec<Thread>),
}

impl Sink {
    /// Whether a thread of this price or more can be of use.
    fn wants(&self, pass: Pass, is_cycle: bool, complexity: u32) -> bool {
        let rating = base(pass, is_cycle) + length(complexity);
        match self {
            Sink::Best(Some(best)) => Price { rating, complexity, rank: rank(pass) } < best.price(),
            _ => true,
        }
    }

    /// All in order; of those that take out the same, the first.
    fn into_distinct(self) -> Vec<Thread> {
        let Sink::All(mut all) = self else { return Vec::new() };
        all.sort_by(|a, b| a.price().partial_cmp(&b.price()).expect("ratings are numbers"));
        let mut distinct: Vec<Thread> = Vec::new();
        for thread in all {
            if distinct.iter().all(|other| other.removes != thread.removes) {
                distinct.push(thread);
            }
        }
        distinct
    }

    fn add(&mut self, thread: Thread) {
        match self {
            Sink::Best(Some(best)) if best.price() <= thread.price() => {}
            Sink::Best(best) => *best = Some(Box::new(thread)),
            Sink::All(all) => all.push(thread),
        }
    }
}

/// A candidate that a search has reached on, through one that is off.
#[derive(Clone, Copy)]
struct Reached {
    on: Cand,
    cause: Cause,
    off: Cand,
    off_cause: Cause,
    parent: u16,
}

/// All candidates.
const EVERY: CandSet = [u64::MAX; _];

/// No parent: the start.
const ROOT: u16 = u16::MAX;

/// The search for single chains, with its workspace.
pub(super) struct Unary {
    links: Links,
    reach: Reach,
    reached: Vec<Reached>,
    ons: Box<[u16; CANDIDATES]>,
    offs: Box<[u16; CANDIDATES]>,
    search: u16,
}

impl Unary {
    pub(super) fn new() -> Unary {
        Unary {
            links: Links::new(),
            reach: Reach::new(),
            reached: Vec::new(),
            ons: Box::new([0; CANDIDATES]),
            offs: Box::new([0; CANDIDATES]),
            search: 0,
        }
    }

    /// Who leads to whom on this field, if nobody leads to its own opposite.
    pub(super) fn calm(&mut self, field: &Marks) -> Option<&mut Reach> {
        if !self.reach.is_calm(field) {
            self.reach.starts(field);
        }
        self.reach.is_calm(field).then_some(&mut self.reach)
    }

    /// The hint that comes first.
    pub(super) fn best(&mut self, field: &Marks) -> Option<Thread> {
        let mut sink = Sink::Best(None);
        if field.cells.iter().any(|marks| marks.count_ones() == 1) {
            self.search(field, &mut sink);
        } else {
            self.search_ahead(field, &mut sink);
        }
        match sink {
            Sink::Best(best) => best.map(|best| *best),
            Sink::All(_) => None,
        }
    }

    /// All hints, in order; of those that take out the same, the first. None if no candidate leads to its own opposite;
    /// whoever knows which do may say so.
    pub(super) fn all(&mut self, field: &Marks, refuted: Option<&[Cand]>) -> Option<Vec<Thread>> {
        let hopes = Hope::of(field, refuted)?;
        let mut sink = Sink::All(Vec::new());
        self.search_hopeful(field, &hopes, &mut sink);
        Some(sink.into_distinct())
    }

    /// The same by trying everything.
    #[cfg(test)]
    pub(super) fn all_by_trying(&mut self, field: &Marks) -> Vec<Thread> {
        let mut sink = Sink::All(Vec::new());
        self.search(field, &mut sink);
        sink.into_distinct()
    }

    /// Looks ahead, and follows in order only what can win. (Where a cell has a single mark
    /// left, a cycle may take out a candidate from which no chain may start.)
    fn search_ahead(&mut self, field: &Marks, sink: &mut Sink) {
        self.links.begin(field);
        let starts = std::mem::take(&mut self.links.starts);
        let digits = self.search_x(field, sink);
        self.cycles_within(field, Pass::X, digits, &starts, sink);
        let mut any = digits != 0;
        if sink.wants(Pass::Both, true, 4)
            && let Some(both) = self.reach.shortest(field)
        {
            any = true;
            let cycles = self.reach.cycle_starts();
            let later = cycles.partition_point(|&start| start <= both.start);
            for &start in &cycles[..later] {
                self.cycles_on(None, field, start, Pass::Both, both.complexity, sink);
            }
            self.chain(field, both, Pass::Both, sink);
            for &start in &cycles[later..] {
                self.cycles_on(None, field, start, Pass::Both, both.complexity, sink);
            }
        }
        if any {
            self.cycles_within(field, Pass::Y, ALL, &starts, sink);
        }
        self.links.starts = starts;
    }

    /// The cycles of the pass X in these digits, or of the pass Y, as far as a look ahead leaves any hope.
    fn cycles_within(
        &mut self,
        field: &Marks,
        pass: Pass,
        digits: Mask,
        starts: &[Cand],
        sink: &mut Sink,
    ) {
        if digits == 0 || !sink.wants(pass, true, 4) {
            return;
        }
        if pass == Pass::Y && !may_circle_in_cells(field) {
            return;
        }
        let Some(hope) = Hope::in_pass(field, pass, digits) else { return };
        for &start in starts {
            if let Some(circle) = hope.circles.iter().find(|circle| has(circle, start)) {
                self.cycles_on(Some(circle), field, start, pass, u32::MAX, sink);
            }
        }
    }

    /// Adds the first chain of the X pass. Says in which digits a cycle may come before it.
    fn search_x(&mut self, field: &Marks, sink: &mut Sink) -> u16 {
        let mut found = [None; 9];
        let mut limit = u32::MAX;
        for (digit, found) in found.iter_mut().enumerate() {
            *found = shortest_x(field, digit, limit);
            if let Some(shortest) = *found {
                limit = limit.min(longest_cycle(shortest.complexity) + 2);
            }
        }
        let Some(&first) = found.iter().flatten().min() else { return 0 };
        self.chain(field, first, Pass::X, sink);
        let near = |shortest: &Option<Shortest>| shortest.is_some_and(|s| s.complexity <= limit);
        (0..9).filter(|&digit| near(&found[digit])).fold(0, |digits, digit| digits | 1 << digit)
    }

    fn chain(&mut self, field: &Marks, shortest: Shortest, pass: Pass, sink: &mut Sink) {
        if shortest.from_off {
            self.chain_from_off(field, shortest.start, pass, sink);
        } else {
            self.chain_from_on(field, shortest.start, pass, sink);
        }
    }

    /// All hints, as far as a look ahead leaves any hope.
    fn search_hopeful(&mut self, field: &Marks, hopes: &[Hope; 3], sink: &mut Sink) {
        self.links.begin(field);
        let starts = std::mem::take(&mut self.links.starts);
        // What the first pass has refuted or proved for less than any chain with all links.
        let mut cheap = [CandSet::default(); 2];
        for (pass, hope) in [Pass::X, Pass::Y, Pass::Both].into_iter().zip(hopes) {
            for &start in &starts {
                if let Some(circle) = hope.circles.iter().find(|circle| has(circle, start)) {
                    self.cycles_on(Some(circle), field, start, pass, u32::MAX, sink);
                }
                if pass != Pass::Y && has(&hope.refuted, start) && !has(&cheap[0], start) {
                    self.chain_from_on(field, start, pass, sink);
                }
                if pass != Pass::Y && has(&hope.proved, start) && !has(&cheap[1], start) {
                    self.chain_from_off(field, start, pass, sink);
                }
            }
            if let (Pass::X, Sink::All(threads)) = (pass, &*sink) {
                for thread in threads.iter().filter(|thread| !thread.is_cycle) {
                    if thread.rating() < base(Pass::Both, false) {
                        insert(
                            &mut cheap[usize::from(is_on(thread.result()))],
                            thread.result() / 2,
                        );
                    }
                }
            }
        }
        self.links.starts = starts;
    }

    /// All hints, by trying everything.
    fn search(&mut self, field: &Marks, sink: &mut Sink) {
        self.links.begin(field);
        let starts = std::mem::take(&mut self.links.starts);
        for pass in [Pass::X, Pass::Y, Pass::Both] {
            for &start in &starts {
                if pass != Pass::Y {
                    self.cycles(field, start, pass, u32::MAX, sink);
                    self.chain_from_on(field, start, pass, sink);
                    self.chain_from_off(field, start, pass, sink);
                } else if is_bivalue(field, start) {
                    self.cycles(field, start, pass, u32::MAX, sink);
                }
            }
        }
        self.links.starts = starts;
    }

    fn begin(&mut self) {
        self.reached.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.ons.fill(0);
            self.offs.fill(0);
            self.search = 1;
        }
    }

    fn arrive(&mut self, parent: u16, off: Link, link: Link) {
        let new = &mut self.ons[link.to as usize];
        if *new != self.search {
            *new = self.search;
            self.reached.push(Reached {
                on: link.to,
                cause: link.cause,
                off: off.to,
                off_cause: off.cause,
                parent,
            });
        }
    }

    /// The start of a search from on.
    fn root(&mut self, start: Cand) {
        self.ons[start as usize] = self.search;
        self.reached.push(Reached {
            on: start,
            cause: Cause::Supposed,
            off: start,
            off_cause: Cause::Supposed,
            parent: ROOT,
        });
    }

    /// The cycles through a start, up to this complexity.
    fn cycles(&mut self, field: &Marks, start: Cand, pass: Pass, longest: u32, sink: &mut Sink) {
        self.cycles_on(Some(&EVERY), field, start, pass, longest, sink);
    }

    /// The same, on this circle: what leaves it does not come back. Where the rows of [`Reach`] go as far as the longest
    /// cycle, they say who comes back to the start in the rounds that are left, and no circle need be known.
    ///
    /// (Whoever comes back in time has been led to by nobody but such, so to leave the others out changes nothing.)
    fn cycles_on(
        &mut self,
        circle: Option<&CandSet>,
        field: &Marks,
        start: Cand,
        pass: Pass,
        longest: u32,
        sink: &mut Sink,
    ) {
        self.links.ready(start);
        if self.links.strong(start, pass).is_empty() {
            return;
        }
        self.begin();
        self.root(start);
        let (mut from, mut rounds) = (0, 0);
        while from < self.reached.len() {
            rounds += 1;
            if 2 * rounds > longest || !sink.wants(pass, true, 2 * rounds) {
                return;
            }
            let to = self.reached.len();
            for at in from..to {
                let node = self.reached[at].on;
                self.links.ready(node);
                for w in 0..self.links.weak(node, pass).len() {
                    let weak = self.links.weak(node, pass)[w];
                    let closes = |link: &Link| rounds >= 2 && link.to == start;
                    let is_new = |link: &Link| {
                        self.ons[link.to as usize] != self.search
                            && match circle {
                                Some(circle) => has(circle, link.to),
                                None => self.reach.leads(link.to, start, longest / 2 - rounds),
                            }
                    };
                    self.links.ready(weak.to);
                    let links = self.links.strong(weak.to, pass);
                    if !links.iter().any(|link| is_new(link) || closes(link))
                        || self.is_above(at, weak.to)
                    {
                        continue;
                    }
                    for s in 0..self.links.strong(weak.to, pass).len() {
                        let strong = self.links.strong(weak.to, pass)[s];
                        if rounds >= 2 && strong.to == start {
                            let mut path = self.path(at);
                            path.push((off(weak.to), weak.cause));
                            path.push((on(start), strong.cause));
                            self.add_cycle(field, pass, path, sink);
                        }
                        let stays = match circle {
                            Some(circle) => has(circle, strong.to),
                            None => self.reach.leads(strong.to, start, longest / 2 - rounds),
                        };
                        if stays {
                            self.arrive(at as u16, weak, strong);
                        }
                    }
                }
            }
            from = to;
        }
    }

    /// Whether the way to a node leads through this candidate being off.
    fn is_above(&self, mut at: usize, c: Cand) -> bool {
        loop {
            let node = self.reached[at];
            if node.parent == ROOT {
                return false;
            }
            if node.off == c {
                return true;
            }
            at = node.parent as usize;
        }
    }

    fn chain_from_on(&mut self, field: &Marks, start: Cand, pass: Pass, sink: &mut Sink) {
        self.begin();
        self.root(start);
        let (mut from, mut rounds) = (0, 0);
        while from < self.reached.len() {
            if !sink.wants(pass, false, 2 * rounds + 2) {
                return;
            }
            let to = self.reached.len();
            for at in from..to {
                let node = self.reached[at].on;
                self.links.ready(node);
                if let Some(cause) = rules_out(node, start, pass) {
                    let mut path = self.path(at);
                    path.push((off(start), cause));
                    sink.add(refutation(field, pass, path));
                    return;
                }
                for w in 0..self.links.weak(node, pass).len() {
                    let weak = self.links.weak(node, pass)[w];
                    self.spread(at, weak, pass);
                }
            }
            from = to;
            rounds += 1;
        }
    }

    fn chain_from_off(&mut self, field: &Marks, start: Cand, pass: Pass, sink: &mut Sink) {
        self.begin();
        self.offs[start as usize] = self.search;
        self.links.ready(start);
        let supposed = Link { to: start, cause: Cause::Supposed };
        for s in 0..self.links.strong(start, pass).len() {
            let strong = self.links.strong(start, pass)[s];
            self.arrive(ROOT, supposed, strong);
        }
        let (mut from, mut rounds) = (0, 1);
        while from < self.reached.len() {
            rounds += 1;
            if !sink.wants(pass, false, 2 * rounds) {
                return;
            }
            let to = self.reached.len();
            for at in from..to {
                let node = self.reached[at].on;
                self.links.ready(node);
                for w in 0..self.links.weak(node, pass).len() {
                    let weak = self.links.weak(node, pass)[w];
                    if let Some(strong) = self.spread_to(at, weak, pass, start) {
                        let mut path = self.path(at);
                        path.push((off(weak.to), weak.cause));
                        path.push((on(start), strong.cause));
                        sink.add(refutation(field, pass, path));
                        return;
                    }
                }
            }
            from = to;
        }
    }

    /// Follows a candidate that is off, once.
    fn spread(&mut self, at: usize, weak: Link, pass: Pass) {
        if self.offs[weak.to as usize] != self.search {
            self.offs[weak.to as usize] = self.search;
            self.links.ready(weak.to);
            for s in 0..self.links.strong(weak.to, pass).len() {
                let strong = self.links.strong(weak.to, pass)[s];
                self.arrive(at as u16, weak, strong);
            }
        }
    }

    /// The same, unless it forces the goal on: then it says by which link.
    fn spread_to(&mut self, at: usize, weak: Link, pass: Pass, goal: Cand) -> Option<Link> {
        if self.offs[weak.to as usize] != self.search {
            self.links.ready(weak.to);
            let links = self.links.strong(weak.to, pass);
            if let Some(found) = links.iter().find(|link| link.to == goal) {
                return Some(*found);
            }
        }
        self.spread(at, weak, pass);
        None
    }

    /// The statements from the start to this node.
    fn path(&self, mut at: usize) -> Vec<(Statement, Cause)> {
        let mut path = Vec::new();
        loop {
            let node = self.reached[at];
            path.push((on(node.on), node.cause));
            if node.cause == Cause::Supposed {
                break;
            }
            path.push((off(node.off), node.off_cause));
            if node.parent == ROOT {
                break;
            }
            at = node.parent as usize;
        }
        path.reverse();
        path
    }

    fn add_cycle(
        &mut self,
        field: &Marks,
        pass: Pass,
        path: Vec<(Statement, Cause)>,
        sink: &mut Sink,
    ) {
        let mut cells = CellSet::EMPTY;
        let mut seen = [[CellSet::EMPTY; 9]; 2];
        let mut digits = 0;
        for &(statement, _) in &path[1..] {
            let cell = Cell::from_index(cell_of(statement / 2));
            cells.insert(cell);
            digits |= 1 << digit_of(statement / 2);
            seen[usize::from(is_on(statement))][digit_of(statement / 2)] |= cell.peers();
        }
        let mut removes = [CellSet::EMPTY; 9];
        for digit in bits(digits) {
            removes[digit] = ((seen[0][digit] & seen[1][digit]) - cells)
                .iter()
                .filter(|cell| field.cells[cell.index()] >> digit & 1 == 1)
                .collect();
        }
        if removes.iter().any(|cells| !cells.is_empty()) {
            sink.add(Thread { pass, is_cycle: true, path, removes });
        }
    }
}

/// A forcing chain: its start is the opposite of its end.
fn refutation(field: &Marks, pass: Pass, path: Vec<(Statement, Cause)>) -> Thread {
    let mut removes = [CellSet::EMPTY; 9];
    let result = path[path.len() - 1].0;
    let (cell, digit) = (cell_of(result / 2), digit_of(result / 2));
    for (other, removed) in removes.iter_mut().enumerate() {
        let has = field.cells[cell] >> other & 1 == 1;
        if has && (other != digit) == is_on(result) {
            *removed = CellSet::from(Cell::from_index(cell));
        }
    }
    Thread { pass, is_cycle: false, path, removes }
}
