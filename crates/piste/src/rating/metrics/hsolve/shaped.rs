//! A run of hsolve on a board of any shape.
//!
//! The same person as in `run.rs`, who looks through the same tiers in the same order, over houses of any number and size.
//! What is found stands on the list in the order in which it does on the board of nine, so that on a classic puzzle the same
//! random choices come to the same run; a test holds the two against each other.

use super::run::Run;
use super::{TIERS, Tally};
use crate::rating::shaped::{self, Field, Ground, bits};
use piste_core::Rng;

/// One valid application.
#[derive(Clone)]
enum Application {
    /// These marks go: cells, each with digits.
    Erase(Vec<(usize, u32)>),
    /// The other digit led to a contradiction.
    Write(usize, usize),
    /// The digit tried led to the solution.
    Finish,
}

/// A line and a house that is no line, which share two cells or more.
struct Triple {
    line: usize,
    block: usize,
    cells: Vec<usize>,
}

/// What is looked at on a board of one shape.
pub(super) struct Terrain<'a> {
    ground: &'a Ground<'a>,
    triples: Vec<Triple>,
}

/// The valid applications that were found, and how many were possible.
#[derive(Default)]
struct Found {
    valid: Vec<Application>,
    possible: u32,
}

impl<'a> Terrain<'a> {
    pub(super) fn new(ground: &'a Ground<'a>) -> Terrain<'a> {
        let lines = 2 * ground.side();
        let mut triples = Vec::new();
        for line in 0..lines {
            for block in lines..ground.houses() {
                let members: Vec<usize> = ground.members(block).collect();
                let cells: Vec<usize> =
                    ground.members(line).filter(|cell| members.contains(cell)).collect();
                if cells.len() > 1 {
                    triples.push(Triple { line, block, cells });
                }
            }
        }
        Terrain { ground, triples }
    }

    /// Runs from the board to the end.
    pub(super) fn run(&self, mut field: Field, rng: &mut Rng) -> Run {
        let mut run =
            Run { looks: 0.0, higher: [0.0; TIERS.len() - 1], tier: 0, is_finished: false };
        while field.left() > 0 {
            let singles = self.singles(&field);
            let (possible, valid) = (2 * field.left() as u32, singles.len() as u32);
            run.looks += Tally { possible, valid }.expected_looks();
            if valid > 0 {
                let (cell, digit) = singles[rng.below(singles.len())];
                field.write(self.ground, cell, digit);
                continue;
            }
            let higher = (1..TIERS.len()).find_map(|tier| {
                let found = self.look(&field, tier, rng);
                let valid = found.valid.len() as u32;
                let looks = Tally { possible: found.possible, valid }.expected_looks();
                run.looks += looks;
                run.higher[tier - 1] += looks;
                rng.pick(&found.valid).map(|application| (tier as u8, application.clone()))
            });
            let Some((tier, application)) = higher else { return run };
            run.tier = run.tier.max(tier);
            match application {
                Application::Finish => break,
                Application::Write(cell, digit) => field.write(self.ground, cell, digit),
                Application::Erase(marks) => {
                    for (cell, digits) in marks {
                        bits(digits).for_each(|digit| field.erase(cell, digit));
                    }
                }
            }
        }
        Run { is_finished: true, ..run }
    }

    /// The open cells that are naked or hidden singles, each with its digit.
    fn singles(&self, field: &Field) -> Vec<(usize, usize)> {
        let Some(hidden) = field.hidden(self.ground) else { return Vec::new() };
        let digits = |cell: usize| match field.options(cell) {
            naked if naked.is_power_of_two() => naked,
            _ => hidden[cell],
        };
        let singles = field.open().filter(|&cell| digits(cell) != 0);
        singles.map(|cell| (cell, digits(cell).trailing_zeros() as usize)).collect()
    }

    /// Looks for all ideas of a tier above singles.
    fn look(&self, field: &Field, tier: usize, rng: &mut Rng) -> Found {
        let mut found = Found::default();
        match tier {
            1..=3 => {
                self.naked(field, tier + 1, &mut found);
                self.hidden(field, tier + 1, &mut found);
                match tier {
                    1 => self.locked(field, &mut found),
                    _ => self.fish(field, tier, &mut found),
                }
            }
            4 => self.fish(field, 4, &mut found),
            _ => self.try_out(field, rng, &mut found),
        }
        found
    }

    /// The open cells of a house.
    fn open(&self, field: &Field, house: usize) -> Vec<usize> {
        self.ground.members(house).filter(|&cell| field.is_open(cell)).collect()
    }

    fn naked(&self, field: &Field, size: usize, found: &mut Found) {
        for house in 0..self.ground.houses() {
            let cells = self.open(field, house);
            found.possible += choose(cells.len(), size);
            let askers: Vec<u32> = cells.iter().map(|&cell| field.options(cell)).collect();
            for (chosen, digits) in quorums(&askers, size) {
                let others = (0..cells.len()).filter(|at| !chosen.contains(at));
                let marks = others.map(|at| (cells[at], askers[at] & digits));
                found.add(marks.filter(|(_, digits)| *digits != 0).collect());
            }
        }
    }

    fn hidden(&self, field: &Field, size: usize, found: &mut Found) {
        for house in 0..self.ground.houses() {
            let cells = self.open(field, house);
            found.possible += choose(cells.len(), size);
            let places = |digit: usize| {
                let marked = cells.iter().enumerate();
                marked.fold(0, |all, (at, &cell)| all | (field.options(cell) >> digit & 1) << at)
            };
            let askers: Vec<u32> = (0..self.ground.side()).map(places).collect();
            for (chosen, places) in quorums(&askers, size) {
                let kept = chosen.iter().fold(0, |kept, digit| kept | 1 << digit);
                let marks = bits(places).map(|at| (cells[at], field.options(cells[at]) & !kept));
                found.add(marks.filter(|(_, digits)| *digits != 0).collect());
            }
        }
    }

    fn fish(&self, field: &Field, size: usize, found: &mut Found) {
        let n = self.ground.side();
        for digit in 0..n {
            for first in [0, n] {
                let lines: Vec<Vec<usize>> =
                    (first..first + n).map(|line| self.ground.members(line).collect()).collect();
                let has =
                    |cell: usize| field.is_open(cell) && field.options(cell) >> digit & 1 == 1;
                let places = |line: &Vec<usize>| {
                    let marked = line.iter().enumerate().filter(|(_, cell)| has(**cell));
                    marked.fold(0u32, |all, (at, _)| all | 1 << at)
                };
                let askers: Vec<u32> = lines.iter().map(places).collect();
                let fits = |places: &&u32| (2..=size as u32).contains(&places.count_ones());
                found.possible += choose(askers.iter().filter(fits).count(), size);
                for (chosen, places) in quorums(&askers, size) {
                    let others = (0..n).filter(|line| !chosen.contains(line));
                    let marks = others
                        .flat_map(|line| bits(askers[line] & places).map(move |at| (line, at)));
                    found.add(marks.map(|(line, at)| (lines[line][at], 1 << digit)).collect());
                }
            }
        }
    }

    /// The paper's locked candidates: see [`Reading`](super::Reading) for what (a) to (f) are.
    fn locked(&self, field: &Field, found: &mut Found) {
        for triple in &self.triples {
            let open: Vec<usize> =
                triple.cells.iter().copied().filter(|&cell| field.is_open(cell)).collect();
            if open.len() < 2 {
                continue;
            }
            found.possible += 1;
            let mut marks: Vec<(usize, u32)> = Vec::new();
            for digit in 0..self.ground.side() {
                let having: Vec<usize> =
                    open.iter().copied().filter(|&c| field.options(c) >> digit & 1 == 1).collect();
                let is_lost = having.len() > 1
                    && (self.loses(field, digit, triple.line, triple.block)
                        || self.loses(field, digit, triple.block, triple.line));
                if is_lost {
                    marks.extend(having.into_iter().map(|cell| (cell, 1 << digit)));
                }
            }
            found.add(marks);
        }
    }

    /// Whether what the houses `one` and `two` share loses the digit: a third house of the kind of `one` has it only where it
    /// crosses `two`, and `two` has it nowhere else but there and where it crosses `one`.
    fn loses(&self, field: &Field, digit: usize, one: usize, two: usize) -> bool {
        let having = |house: usize| {
            let cells = self.open(field, house).into_iter();
            cells.filter(|&cell| field.options(cell) >> digit & 1 == 1).collect::<Vec<usize>>()
        };
        let members = |house: usize| self.ground.members(house).collect::<Vec<usize>>();
        let (first, second) = (members(one), members(two));
        let elsewhere = having(two).into_iter().filter(|cell| !first.contains(cell));
        let elsewhere: Vec<usize> = elsewhere.collect();
        let kinds = self.ground.layout().houses();
        let is_alike = |third: &usize| *third != one && kinds[*third].kind() == kinds[one].kind();
        !elsewhere.is_empty()
            && (0..self.ground.houses()).filter(is_alike).any(|third| {
                let (cells, there) = (members(third), having(third));
                elsewhere.iter().all(|cell| cells.contains(cell))
                    && there.iter().all(|cell| second.contains(cell))
            })
    }

    /// Tries one digit of every cell with two, drawn at random.
    fn try_out(&self, field: &Field, rng: &mut Rng, found: &mut Found) {
        for cell in field.open().filter(|&cell| field.options(cell).count_ones() == 2) {
            found.possible += 1;
            let [low, high] = [0, 1].map(|nth| bits(field.options(cell)).nth(nth).unwrap_or(0));
            let (tried, other) = if rng.below(2) == 0 { (low, high) } else { (high, low) };
            let mut trial = field.clone();
            trial.write(self.ground, cell, tried);
            if !trial.write_forced(self.ground, &mut shaped::Tally::default()) {
                found.valid.push(Application::Write(cell, other));
            } else if trial.is_full() {
                found.valid.push(Application::Finish);
            }
        }
    }
}

impl Found {
    /// An application that takes these marks away, if there are any.
    fn add(&mut self, marks: Vec<(usize, u32)>) {
        if !marks.is_empty() {
            self.valid.push(Application::Erase(marks));
        }
    }
}

/// In how many ways one can pick so many.
fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |ways, at| ways * n.saturating_sub(at) as u32 / (at as u32 + 1))
}

/// Every `size` askers that have exactly `size` things between them, each two or more of them, and these things; the first
/// member changes slowest.
fn quorums(askers: &[u32], size: usize) -> Vec<(Vec<usize>, u32)> {
    fn grow(
        askers: &[u32],
        (from, size): (usize, usize),
        chosen: &mut Vec<usize>,
        things: u32,
        found: &mut Vec<(Vec<usize>, u32)>,
    ) {
        if chosen.len() == size {
            if things.count_ones() as usize == size {
                found.push((chosen.clone(), things));
            }
            return;
        }
        for at in from..askers.len() {
            let (own, more) = (askers[at].count_ones() as usize, things | askers[at]);
            if (2..=size).contains(&own) && more.count_ones() as usize <= size {
                chosen.push(at);
                grow(askers, (at + 1, size), chosen, more, found);
                chosen.pop();
            }
        }
    }
    let mut found = Vec::new();
    grow(askers, (0, size), &mut Vec::new(), 0, &mut found);
    found
}
