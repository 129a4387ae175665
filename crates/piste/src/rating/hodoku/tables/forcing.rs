//! Forcing chains and forcing nets.
//!
//! A table that contradicts itself proves its node wrong; what follows from a candidate on and off, or
//! from all candidates of a cell, or from all places of a digit in a house, is true. All such
//! conclusions are collected. A digit to write comes before a candidate to remove; among
//! those the one in the lowest cell, then the lowest digit. Which proof is the shortest does not
//! matter: the points are the same.
//!
//! A net must be one: a conclusion counts only if one of the chains that prove it has a branch.

use super::{State, Table, Tables, is_on};
use crate::rating::hodoku::field::{ALL_CELLS, Cells, HOUSE, Scene, digits, list, one};

/// What forcing says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rating::hodoku) enum Conclusion {
    /// This digit is in this cell.
    Place(usize, usize),
    /// This digit is not in this cell.
    Drop(usize, usize),
}

impl Conclusion {
    /// Lower comes first.
    fn order(self) -> (bool, usize, usize) {
        match self {
            Conclusion::Place(cell, digit) => (false, cell, digit),
            Conclusion::Drop(cell, digit) => (true, cell, digit),
        }
    }
}

impl Tables<'_> {
    /// The first conclusion of forcing chains.
    pub(in crate::rating::hodoku) fn forcing_chain(&self) -> Option<Conclusion> {
        Judge { tables: self, must_branch: false, first: None }.verdict()
    }

    /// The first conclusion of forcing nets.
    pub(in crate::rating::hodoku) fn forcing_net(&self) -> Option<Conclusion> {
        Judge { tables: self, must_branch: true, first: None }.verdict()
    }
}

/// Collects conclusions.
struct Judge<'a> {
    tables: &'a Tables<'a>,
    must_branch: bool,
    first: Option<Conclusion>,
}

impl Judge<'_> {
    fn verdict(mut self) -> Option<Conclusion> {
        for start in self.tables.starts() {
            self.contradictions(start);
        }
        for number in 0..self.tables.candidates as u16 {
            self.both_ways(number);
        }
        self.all_cases();
        self.first
    }

    /// Notes a conclusion, if it comes before the first so far and one of the chains to these states
    /// has a branch where that is asked.
    fn conclude(&mut self, conclusion: Conclusion, proof: impl Iterator<Item = (State, State)>) {
        if self.first.is_some_and(|first| first.order() <= conclusion.order()) {
            return;
        }
        if self.must_branch {
            let branches = |(start, end): (State, State)| {
                let table = &self.tables.tables[usize::from(start)];
                self.tables.chain(table, table.find(end)).is_net
            };
            if !{ proof }.any(branches) {
                return;
            }
        }
        self.first = Some(conclusion);
    }

    /// The table of a state holds two things that cannot both be.
    fn contradictions(&mut self, start: State) {
        let tables = self.tables;
        let node = *tables.node(start);
        let against = match is_on(start) {
            true => Conclusion::Drop(node.cell, node.digit),
            false => Conclusion::Place(node.cell, node.digit),
        };
        if self.first.is_some_and(|first| first.order() <= against.order()) {
            return;
        }
        let table = &tables.tables[usize::from(start)];
        let mut blame = |ends: &[(usize, usize, bool)]| {
            let states = ends.iter().map(|&(cell, digit, on)| tables.state(cell, digit, on));
            self.conclude(against, states.map(|end| (start, end)));
        };
        let own = if is_on(start) { &table.off } else { &table.on };
        if own[node.digit] & one(node.cell) != 0 {
            blame(&[(node.cell, node.digit, !is_on(start))]);
        }
        for digit in 0..9 {
            if let Some(cell) = list(table.on[digit] & table.off[digit]).next() {
                blame(&[(cell, digit, false), (cell, digit, true)]);
            }
            for other in digit + 1..9 {
                if let Some(cell) = list(table.on[digit] & table.on[other]).next() {
                    blame(&[(cell, digit, true), (cell, other, true)]);
                }
            }
            for house in HOUSE {
                let on = table.on[digit] & house;
                if on.count_ones() > 1 {
                    blame(&list(on).map(|cell| (cell, digit, true)).collect::<Vec<_>>());
                }
                // All cells in which the digit could be were it not for what was removed before.
                let allowed = tables.scene.allowed[digit] & house;
                if allowed != 0 && allowed & !table.off[digit] == 0 {
                    blame(&list(allowed).map(|cell| (cell, digit, false)).collect::<Vec<_>>());
                }
            }
        }
        for cell in list(bare_cells(tables.scene, table)) {
            let all = digits(tables.scene.field.marks(cell));
            blame(&all.map(|digit| (cell, digit, false)).collect::<Vec<_>>());
        }
    }

    /// What follows from a candidate on and off.
    fn both_ways(&mut self, number: u16) {
        let tables = self.tables;
        let starts = [number * 2 + 1, number * 2];
        let [on, off] = starts.map(|start| &tables.tables[usize::from(start)]);
        let own = one(tables.nodes[usize::from(number)].cell);
        for digit in 0..9 {
            self.shared(&starts, digit, on.on[digit] & off.on[digit] & !own, true);
            self.shared(&starts, digit, on.off[digit] & off.off[digit] & !own, false);
        }
    }

    /// What follows from every candidate of a cell, or every place of a digit in a house.
    fn all_cases(&mut self) {
        let tables = self.tables;
        let scene = tables.scene;
        for cell in list(scene.open) {
            let starts: Vec<State> =
                digits(scene.field.marks(cell)).map(|d| tables.state(cell, d, true)).collect();
            self.cases(&starts);
        }
        for house in HOUSE {
            for digit in 0..9 {
                let starts: Vec<State> =
                    list(scene.at[digit] & house).map(|c| tables.state(c, digit, true)).collect();
                self.cases(&starts);
            }
        }
    }

    fn cases(&mut self, starts: &[State]) {
        if starts.is_empty() {
            return;
        }
        let tables = self.tables;
        let common = |digit: usize, of: fn(&Table) -> &[Cells; 9]| {
            let cells = starts.iter().map(|&start| of(&tables.tables[usize::from(start)])[digit]);
            cells.fold(ALL_CELLS, |common, cells| common & cells)
        };
        for digit in 0..9 {
            self.shared(starts, digit, common(digit, |table| &table.on), true);
            self.shared(starts, digit, common(digit, |table| &table.off), false);
        }
    }

    fn shared(&mut self, starts: &[State], digit: usize, cells: Cells, on: bool) {
        for cell in list(cells) {
            let conclusion = match on {
                true => Conclusion::Place(cell, digit),
                false => Conclusion::Drop(cell, digit),
            };
            let end = self.tables.state(cell, digit, on);
            self.conclude(conclusion, starts.iter().map(|&start| (start, end)));
        }
    }
}

/// The open cells in which a table leaves nothing.
fn bare_cells(scene: &Scene<'_>, table: &Table) -> Cells {
    let all_off =
        (0..9).fold(scene.open, |bare, digit| bare & (table.off[digit] | !scene.at[digit]));
    (0..9).fold(all_off, |bare, digit| bare & !table.on[digit])
}
