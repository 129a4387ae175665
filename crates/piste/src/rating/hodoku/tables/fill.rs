//! What follows directly from a candidate, for chains and for nets.
//!
//! For chains: a candidate that is on switches off the others of its cell and of its houses; one
//! that is off switches on the only other one of its cell, or of a house. For nets the candidate is
//! written or removed in a copy of the grid, and the singles that come of it are followed for
//! four rounds: first the naked ones in line, then the hidden ones, each round as the
//! waiting lines are when it begins. An entry made by a single follows from several others, five at
//! most.
//!
//! Groups are added behind. A group that is on switches off what sees all of it; one that is off
//! switches on the only other candidate, or the only other group, of its block or line.

use super::{MOST_REASONS, NOWHERE, Node, State, Table, Tables};
use crate::rating::hodoku::field::{
    Cells, Field, HOUSE, HOUSES_OF, PEERS, Scene, block, column, digits, list, one, row,
    seen_by_all,
};

/// The rounds of singles that a net follows.
const ROUNDS: usize = 4;

const START: [usize; MOST_REASONS] = [0; MOST_REASONS];

impl<'a> Tables<'a> {
    fn empty(scene: &'a Scene<'a>) -> Tables<'a> {
        let mut nodes = Vec::new();
        let mut number = vec![NOWHERE; 81 * 9];
        for cell in list(scene.open) {
            for digit in digits(scene.field.marks(cell)) {
                number[cell * 9 + digit] = nodes.len() as u16;
                nodes.push(Node { digit, cell, cells: one(cell) });
            }
        }
        Tables { scene, candidates: nodes.len(), nodes, number, tables: Vec::new(), is_even: true }
    }

    /// The tables of a scene as chains need them.
    pub(in crate::rating::hodoku) fn for_chains(
        scene: &'a Scene<'a>,
        with_groups: bool,
    ) -> Tables<'a> {
        let mut tables = Tables::empty(scene);
        tables.make_room(with_groups);
        for number in 0..tables.candidates {
            tables.fill_candidate(number);
        }
        tables.finish()
    }

    /// The tables of a scene as nets need them.
    pub(in crate::rating::hodoku) fn for_nets(scene: &'a Scene<'a>) -> Tables<'a> {
        let mut tables = Tables { is_even: false, ..Tables::empty(scene) };
        tables.make_room(true);
        for number in 0..tables.candidates {
            for is_on in [true, false] {
                let state = number as u16 * 2 + u16::from(is_on);
                let table = std::mem::take(&mut tables.tables[usize::from(state)]);
                tables.tables[usize::from(state)] = Net::follow(&tables, table, state);
            }
        }
        tables.finish()
    }

    fn make_room(&mut self, with_groups: bool) {
        if with_groups {
            self.nodes.extend(groups(self.scene));
        }
        let states = self.nodes.len() * 2;
        let bits = vec![0; states.div_ceil(64)];
        let table = Table {
            place: vec![NOWHERE; states],
            known: bits.clone(),
            reach: bits,
            ..Table::default()
        };
        self.tables = vec![table; states];
    }

    fn finish(mut self) -> Tables<'a> {
        for number in self.candidates..self.nodes.len() {
            self.fill_group(number);
        }
        self.expand();
        self
    }

    fn add(&mut self, to: State, state: State) {
        self.tables[usize::from(to)].add(&self.nodes, state, START);
    }

    fn fill_candidate(&mut self, number: usize) {
        let Node { digit, cell, .. } = self.nodes[number];
        let (on, off) = (self.state(cell, digit, true), self.state(cell, digit, false));
        self.add(on, on);
        self.add(off, off);
        let marks = self.scene.field.marks(cell);
        for other in digits(marks & !(1 << digit)) {
            self.add(on, self.state(cell, other, false));
            if marks.count_ones() == 2 {
                self.add(off, self.state(cell, other, true));
            }
        }
        for house in HOUSES_OF[cell].map(usize::from) {
            let others = self.scene.at[digit] & HOUSE[house] & !one(cell);
            for other in list(others) {
                self.add(on, self.state(other, digit, false));
            }
            if others.count_ones() == 1 {
                self.add(off, self.state(others.trailing_zeros() as usize, digit, true));
            }
        }
    }

    fn fill_group(&mut self, number: usize) {
        let group = self.nodes[number];
        let (on, off) = (number as u16 * 2 + 1, number as u16 * 2);
        self.add(on, on);
        self.add(off, off);
        let line = line_of(&group);
        let square = 18 + block(group.cell);
        let seen = self.scene.at[group.digit] & seen_by_all(group.cells);
        for cell in list(seen) {
            self.add(on, self.state(cell, group.digit, false));
            self.add(self.state(cell, group.digit, true), off);
        }
        for house in [square, line] {
            let others = seen & HOUSE[house];
            if others.count_ones() == 1 {
                let cell = others.trailing_zeros() as usize;
                self.add(off, self.state(cell, group.digit, true));
                self.add(self.state(cell, group.digit, false), on);
            }
        }
        self.link_groups(number, line, square);
    }

    /// Groups of the same digit in the same line or block.
    fn link_groups(&mut self, number: usize, line: usize, square: usize) {
        let group = self.nodes[number];
        let (on, off) = (number as u16 * 2 + 1, number as u16 * 2);
        let mut beside = [Vec::new(), Vec::new()];
        for other in self.candidates..self.nodes.len() {
            let node = self.nodes[other];
            if node.digit != group.digit || node.cells & group.cells != 0 {
                continue;
            }
            let shares = [line_of(&node) == line, 18 + block(node.cell) == square];
            for (beside, _) in beside.iter_mut().zip(shares).filter(|(_, shares)| *shares) {
                beside.push(other);
                self.add(on, other as u16 * 2);
            }
        }
        for (beside, house) in beside.iter().zip([line, square]) {
            let &[only] = &beside[..] else { continue };
            let both = group.cells | self.nodes[only].cells;
            if self.scene.at[group.digit] & HOUSE[house] & !both == 0 {
                self.add(off, only as u16 * 2 + 1);
            }
        }
    }
}

/// The line of a group.
fn line_of(group: &Node) -> usize {
    let last = 127 - group.cells.leading_zeros() as usize;
    if row(group.cell) == row(last) { row(group.cell) } else { 9 + column(group.cell) }
}

/// The groups of a scene: by line, rows first, then by digit, then by block.
fn groups(scene: &Scene<'_>) -> Vec<Node> {
    let mut groups = Vec::new();
    for line in &HOUSE[..18] {
        for digit in 0..9 {
            for square in &HOUSE[18..] {
                let cells: Cells = scene.at[digit] & line & square;
                if cells.count_ones() >= 2 {
                    groups.push(Node { digit, cell: cells.trailing_zeros() as usize, cells });
                }
            }
        }
    }
    groups
}

/// One assumption, followed in a copy of the grid.
struct Net<'a> {
    tables: &'a Tables<'a>,
    table: Table,
    field: Field,
}

impl Net<'_> {
    fn follow(tables: &Tables<'_>, table: Table, state: State) -> Table {
        let Node { digit, cell, .. } = *tables.node(state);
        let mut net = Net { tables, table, field: tables.scene.field.clone() };
        if state & 1 == 1 {
            net.set(cell, digit, START);
        } else {
            net.field.drop(cell, digit);
            net.add(cell, digit, false, START);
            if net.field.count(cell) == 1 {
                net.set(cell, net.field.marks(cell).trailing_zeros() as usize, START);
            }
        }
        for _ in 0..ROUNDS {
            let (naked, hidden) = (net.field.all_naked(), net.field.all_hidden());
            for (cell, digit) in naked {
                let reasons = net.naked_reasons(cell, digit);
                net.set(cell, digit, reasons);
            }
            for (cell, digit) in hidden {
                let reasons = net.hidden_reasons(cell, digit);
                net.set(cell, digit, reasons);
            }
        }
        net.table
    }

    fn add(&mut self, cell: usize, digit: usize, is_on: bool, reasons: [usize; MOST_REASONS]) {
        let state = self.tables.state(cell, digit, is_on);
        self.table.add(&self.tables.nodes, state, reasons);
    }

    /// Writes a digit, and enters what it switches off.
    fn set(&mut self, cell: usize, digit: usize, reasons: [usize; MOST_REASONS]) {
        let others = digits(self.field.marks(cell) & !(1 << digit));
        self.field.place(cell, digit);
        let mut from = START;
        from[0] = self.table.entries.len();
        self.add(cell, digit, true, reasons);
        for peer in list(self.tables.scene.at[digit] & PEERS[cell]) {
            self.add(peer, digit, false, from);
        }
        for other in others {
            self.add(cell, other, false, from);
        }
    }

    /// The other candidates of the cell, which are off.
    fn naked_reasons(&self, cell: usize, digit: usize) -> [usize; MOST_REASONS] {
        let others = self.tables.scene.field.marks(cell) & !(1 << digit);
        self.reasons(digits(others).map(|other| (cell, other)))
    }

    /// The other candidates of the house with the fewest places, which are off.
    fn hidden_reasons(&self, cell: usize, digit: usize) -> [usize; MOST_REASONS] {
        let mut houses = HOUSES_OF[cell].map(usize::from).into_iter();
        let first = houses.next().unwrap_or_default();
        let least = houses.fold(first, |least, house| {
            let is_less = self.field.places(house, digit) < self.field.places(least, digit);
            if is_less { house } else { least }
        });
        let others = self.tables.scene.at[digit] & HOUSE[least] & !one(cell);
        self.reasons(list(others).map(|other| (other, digit)))
    }

    fn reasons(&self, off: impl Iterator<Item = (usize, usize)>) -> [usize; MOST_REASONS] {
        let mut reasons = START;
        for (reason, (cell, digit)) in reasons.iter_mut().zip(off) {
            *reason = self.table.find(self.tables.state(cell, digit, false));
        }
        reasons
    }
}
