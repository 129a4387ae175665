//! Nice loops and AICs.
//!
//! A chain from a candidate back to its own cell is a nice loop. If both ends say the same about one
//! candidate, or rule each other out, something goes at the start (*discontinuous*); if the loop
//! closes, every weak link of it becomes strong (*continuous*). A chain that begins with
//! "off" and ends "on" elsewhere is an AIC: one of the two is true. A loop may visit a cell twice only
//! if the visits follow each other.
//!
//! All tables of "on" are read, then all of "off", then the AICs; the best is taken
//! ([`Best`]). A chain is read only if what it removes would be better than the best so far.

use super::{Chain, State, Table, Tables, is_on};
use crate::rating::hodoku::Drops;
use crate::rating::hodoku::choice::Best;
use crate::rating::hodoku::field::{Cells, PEERS, digits, list, one, seen_by_all};

impl Tables<'_> {
    /// The best nice loop or AIC.
    pub(in crate::rating::hodoku) fn nice_loop(&self) -> Option<Drops> {
        let mut best = Best::default();
        for start in self.starts() {
            self.loops_of(start, &mut best);
        }
        for number in 0..self.candidates {
            self.aics_of(number as u16 * 2, &mut best);
        }
        best.take()
    }

    fn loops_of(&self, start: State, best: &mut Best) {
        let table = &self.tables[usize::from(start)];
        let cell = self.node(start).cell;
        // In the order of the table; there are two at most for each digit of the cell.
        let mut ends: Vec<usize> = digits(self.scene.field.marks(cell))
            .flat_map(|digit| [true, false].map(|on| self.state(cell, digit, on)))
            .filter(|&state| table.has(state))
            .map(|state| table.find(state))
            .filter(|&at| at > 0 && table.entries[at].distance > 2)
            .collect();
        ends.sort_unstable();
        for end in ends {
            self.loop_to(start, table, end, best);
        }
    }

    fn loop_to(&self, start: State, table: &Table, end: usize, best: &mut Best) {
        let (first, last) = (self.node(start), self.node(table.entries[end].state));
        // The first link is strong in the tables of "off".
        let (begins_strong, ends_strong) = (!is_on(start), is_on(table.entries[end].state));
        let marks = self.scene.field.marks(first.cell);
        let is_same = first.digit == last.digit;
        let at_start = |gone: u16| digits(gone).map(|digit| (first.cell, digit)).collect();
        let drops: Drops = match (begins_strong, ends_strong) {
            (false, false) if is_same => at_start(1 << first.digit),
            (true, true) if is_same => at_start(marks & !(1 << first.digit)),
            (false, true) if !is_same => at_start(1 << first.digit),
            (true, false) if !is_same => at_start(1 << last.digit),
            (false, false) if marks.count_ones() != 2 => return,
            _ => {
                let Some(chain) = self.proper_loop(table, end) else { return };
                return best.offer(Best::in_order(self.continuous(&chain)));
            }
        };
        if best.is_beaten_by(&drops) && self.proper_loop(table, end).is_some() {
            best.offer(drops);
        }
    }

    /// The chain to an entry, the end first, if it is a loop that is left and entered by links
    /// between cells and visits no other cell twice.
    fn proper_loop(&self, table: &Table, end: usize) -> Option<Chain> {
        let chain = self.chain(table, end);
        let cell = |at: usize| self.node(chain.states[at]).cell;
        let last = chain.states.len() - 1;
        let is_proper =
            cell(0) != cell(1) && cell(last) != cell(last - 1) && self.is_simple(&chain, true);
        is_proper.then_some(chain)
    }

    /// Whether no cell comes twice, except by two nodes in a row; the start may come again if it is
    /// a loop.
    fn is_simple(&self, chain: &Chain, is_loop: bool) -> bool {
        let mut states = chain.states.iter().rev().map(|&state| self.node(state));
        let Some(mut before) = states.next() else { return false };
        let start = before.cell;
        let mut used: Cells = 0;
        for node in states {
            if used & one(node.cell) != 0 {
                return false;
            }
            if before.cell != start || !is_loop {
                used |= before.cells;
            }
            before = node;
        }
        true
    }

    /// What a closed loop removes: other candidates of cells that are entered and left by strong
    /// links, and what sees both ends of a weak link between cells.
    fn continuous(&self, chain: &Chain) -> Drops {
        let states: Vec<State> = chain.states.iter().rev().copied().collect();
        let node = |at: usize| self.node(states[at]);
        let cell = |at: usize| node(at).cell;
        let last = states.len() - 1;
        let mut drops = Drops::new();
        let mut all_but = |at: usize, one: usize, two: usize| {
            let gone = self.scene.field.marks(cell(at)) & !(1 << one | 1 << two);
            drops.extend(digits(gone).map(|digit| (cell(at), digit)));
        };
        if !is_on(states[0]) && is_on(states[last]) {
            all_but(0, node(0).digit, node(last).digit);
        }
        for at in 1..last.saturating_sub(1) {
            let is_between = is_on(states[at])
                && cell(at - 1) != cell(at)
                && !is_on(states[at + 1])
                && cell(at) == cell(at + 1)
                && is_on(states[at + 2])
                && cell(at + 1) != cell(at + 2);
            if is_between {
                all_but(at, node(at).digit, node(at + 2).digit);
            }
        }
        for (at, &state) in states.iter().enumerate().skip(1) {
            if is_on(state) || cell(at - 1) == cell(at) {
                continue;
            }
            let digit = node(at).digit;
            let seen = seen_by_all(node(at - 1).cells) & seen_by_all(node(at).cells);
            let gone = seen & !chain.cells & !one(cell(0)) & self.scene.at[digit];
            drops.extend(list(gone).map(|cell| (cell, digit)));
        }
        drops
    }

    fn aics_of(&self, start: State, best: &mut Best) {
        let table = &self.tables[usize::from(start)];
        let first = self.node(start);
        for at in 1..table.entries.len() {
            let entry = &table.entries[at];
            let last = self.node(entry.state);
            if !is_on(entry.state)
                || entry.distance <= 2
                || last.is_group()
                || last.cell == first.cell
            {
                continue;
            }
            let drops: Drops = if last.digit == first.digit {
                let gone = PEERS[first.cell] & PEERS[last.cell] & self.scene.at[first.digit];
                if (gone.count_ones() as usize) < best.len().max(2) {
                    continue;
                }
                list(gone).map(|cell| (cell, first.digit)).collect()
            } else {
                let is_met = PEERS[first.cell] & one(last.cell) != 0
                    && self.scene.field.has(last.cell, first.digit)
                    && self.scene.field.has(first.cell, last.digit);
                if !is_met || best.len() > 2 {
                    continue;
                }
                Best::in_order(vec![(first.cell, last.digit), (last.cell, first.digit)])
            };
            if best.is_beaten_by(&drops) && self.is_simple(&self.chain(table, at), false) {
                best.offer(drops);
            }
        }
    }
}
