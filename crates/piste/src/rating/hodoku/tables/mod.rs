//! Tables of implications, on which nice loops, forcing chains and forcing nets stand.
//!
//! A *node* is a candidate, or a *group*: two or three candidates of a digit where a line and a block
//! cross. Each node has two tables: what follows if it is on, and if it is off. A table begins
//! with its own node, then come the direct consequences, then the consequences of these as found in
//! their tables, and so on until nothing new is found. Every entry knows how far it is from
//! the beginning and where it came from, so that a chain can be read backwards from any entry.
//!
//! The distance of a table's own node is 1, of a direct consequence 2. An entry that was copied
//! from another table is moved to a shorter way if one is met; a direct one never is. A
//! copied entry remembers the table it was copied from, and the way goes on there until that
//! table's own node, which stands in the first table as well.
//!
//! `fill` writes the direct consequences, `loops` and `forcing` read the tables.

mod fill;
mod forcing;
mod loops;

use super::field::{Cells, Scene, one};

pub(super) use forcing::Conclusion;

/// A node and whether it is on: twice the node's number, plus one if it is.
type State = u16;

/// No entry.
const NOWHERE: u16 = u16::MAX;
/// Most entries of a table.
const MOST_ENTRIES: usize = 1_000;
/// Most entries that one entry of a net follows from.
const MOST_REASONS: usize = 5;

fn set_bit(bits: &mut [u64], state: State) {
    bits[usize::from(state >> 6)] |= 1 << (state & 63);
}

fn is_on(state: State) -> bool {
    state & 1 == 1
}

/// A candidate, or two or three of them.
#[derive(Clone, Copy)]
struct Node {
    digit: usize,
    /// The first cell.
    cell: usize,
    cells: Cells,
}

impl Node {
    fn is_group(&self) -> bool {
        self.cells & (self.cells - 1) != 0
    }
}

/// One entry of a table.
#[derive(Clone, Copy)]
struct Entry {
    state: State,
    distance: u16,
    /// The table it was copied from.
    copied: Option<State>,
    /// The entries that it follows from, the last one in the table first; 0 for none.
    reasons: [u16; MOST_REASONS],
}

/// What follows from one state.
#[derive(Clone, Default)]
struct Table {
    entries: Vec<Entry>,
    /// How many entries are direct.
    direct: usize,
    /// Where each state stands.
    place: Vec<u16>,
    /// The states that stand here, and those of them that are direct, as bits.
    known: Vec<u64>,
    reach: Vec<u64>,
    /// The cells that are on and off for each digit.
    on: [Cells; 9],
    off: [Cells; 9],
}

impl Table {
    fn has(&self, state: State) -> bool {
        self.place[usize::from(state)] != NOWHERE
    }

    /// Where a state stands; the beginning if it does not.
    fn find(&self, state: State) -> usize {
        match self.place[usize::from(state)] {
            NOWHERE => 0,
            at => at.into(),
        }
    }

    fn is_full(&self) -> bool {
        self.entries.len() >= MOST_ENTRIES
    }

    /// Adds a state with what it follows from; a candidate that is there already is not added
    /// again, but a group is.
    fn add(&mut self, nodes: &[Node], state: State, reasons: [usize; MOST_REASONS]) {
        let node = &nodes[usize::from(state >> 1)];
        if self.is_full() || !node.is_group() && self.has(state) {
            return;
        }
        let distance = match self.entries.get(reasons[0]) {
            Some(reason) => reason.distance + 1,
            None => 1,
        };
        let mut order = reasons;
        // The greatest comes to the front by one round of exchanges; the rest stay.
        for at in 1..MOST_REASONS {
            if order[at] > order[0] {
                order.swap(0, at);
            }
        }
        self.push(
            node,
            Entry { state, distance, copied: None, reasons: order.map(|reason| reason as u16) },
        );
        self.direct = self.entries.len();
        set_bit(&mut self.reach, state);
    }

    /// Whether a table has direct consequences that do not stand here.
    fn lacks(&self, source: &Table) -> bool {
        source.reach.iter().zip(&self.known).any(|(reach, known)| reach & !known != 0)
    }

    fn push(&mut self, node: &Node, entry: Entry) {
        if !node.is_group() {
            let sets = if is_on(entry.state) { &mut self.on } else { &mut self.off };
            sets[node.digit] |= one(node.cell);
        }
        self.place[usize::from(entry.state)] = self.entries.len() as u16;
        set_bit(&mut self.known, entry.state);
        self.entries.push(entry);
    }
}

/// All tables of a scene.
pub(super) struct Tables<'a> {
    scene: &'a Scene<'a>,
    nodes: Vec<Node>,
    /// How many nodes are candidates; they come first, by cell and digit.
    candidates: usize,
    /// The number of each candidate's node.
    number: Vec<u16>,
    /// By state.
    tables: Vec<Table>,
    /// Whether all direct consequences are equally far, so that no shorter way is met later.
    is_even: bool,
}

/// A chain read from a table, the end first.
#[derive(Default)]
struct Chain {
    states: Vec<State>,
    /// The cells on the way, without those of the end.
    cells: Cells,
    /// Whether another branch joins somewhere.
    is_net: bool,
}

impl Tables<'_> {
    fn node(&self, state: State) -> &Node {
        &self.nodes[usize::from(state >> 1)]
    }

    fn state(&self, cell: usize, digit: usize, is_on: bool) -> State {
        self.number[cell * 9 + digit] * 2 + u16::from(is_on)
    }

    /// The states of all candidates: on first, then off.
    fn starts(&self) -> impl Iterator<Item = State> + use<> {
        let candidates = self.candidates as u16;
        (0..candidates).map(|n| n * 2 + 1).chain((0..candidates).map(|n| n * 2))
    }

    /// Copies the consequences of consequences until nothing is new.
    fn expand(&mut self) {
        for start in self.starts() {
            let mut table = std::mem::take(&mut self.tables[usize::from(start)]);
            table.entries.reserve(self.nodes.len());
            let mut at = 1;
            while at < table.entries.len() && !table.is_full() {
                let Entry { state: via, distance, .. } = table.entries[at];
                let source = &self.tables[usize::from(via)];
                at += 1;
                if self.is_even && !table.lacks(source) {
                    continue;
                }
                for entry in source.entries.iter().take(source.direct).skip(1) {
                    let far = distance + entry.distance;
                    match table.place[usize::from(entry.state)] {
                        NOWHERE if table.is_full() => break,
                        NOWHERE => {
                            let node = &self.nodes[usize::from(entry.state >> 1)];
                            table.push(
                                node,
                                Entry {
                                    state: entry.state,
                                    distance: far,
                                    copied: Some(via),
                                    reasons: [0; MOST_REASONS],
                                },
                            );
                        }
                        known => {
                            let known = &mut table.entries[usize::from(known)];
                            if known.copied.is_some() && known.distance > far {
                                (known.copied, known.distance) = (Some(via), far);
                            }
                        }
                    }
                }
            }
            self.tables[usize::from(start)] = table;
        }
    }

    /// Reads the chain that leads from the beginning of a table to an entry.
    fn chain(&self, table: &Table, end: usize) -> Chain {
        let mut chain = Chain { states: vec![table.entries[end].state], cells: 0, is_net: false };
        let mut here = table;
        let mut at = end;
        while at != 0 && chain.states.len() < MOST_ENTRIES {
            let mut is_away = !std::ptr::eq(here, table);
            if let Some(source) = here.entries[at].copied {
                let state = here.entries[at].state;
                here = &self.tables[usize::from(source)];
                at = here.find(state);
                is_away = true;
            }
            let reasons = here.entries[at].reasons;
            at = reasons[0].into();
            let state = here.entries[at].state;
            chain.states.push(state);
            chain.cells |= self.node(state).cells;
            chain.is_net |= reasons[1..].iter().any(|&reason| reason != 0);
            if is_away && at == 0 {
                at = table.find(state);
                here = table;
            }
        }
        chain
    }
}
