//! The simplifier: unit propagation, equivalency, simple resolution, clause subsumption.
//!
//! Clauses lie in one array of literals; every literal has a list of the clauses it is in.
//! A clause that is satisfied or no longer needed is dead and stays where it is; the lists
//! are cleaned while they are read. A literal only ever leaves a clause together with its
//! variable, so a living clause in a literal's list always holds the literal.
//!
//! *Unit propagation*: a clause with one literal makes it true. *Simple resolution*:
//! `(a ∨ b)` and `(a ∨ ¬b)` make a true. *Equivalency*: `(a ∨ ¬b)` and `(¬a ∨ b)` make b
//! the same as a, and b is replaced everywhere. All three look at two-literal clauses only,
//! so a variable needs a new look only when it has come into a new one of those; a list of
//! such variables is all the bookkeeping there is.
//!
//! *Clause subsumption* removes a clause that holds all literals of another. It finds
//! nothing out: whatever the three rules do with the larger clause, they do with the
//! smaller. So the blue method leaves it out until the end and the outcome is the same (the
//! tests check that); only the red method counts clauses and needs them gone.
//!
//! The outcome does not depend on the order: no rule takes away what another one needs.

use super::Reading;
use super::formula::{Formula, Literal};
use super::green::Conflict;
use super::lists::Lists;
use std::ops::Range;

/// A clause: a stretch of the literals.
#[derive(Clone, Copy, Debug)]
struct Clause {
    start: u32,
    len: u16,
    alive: bool,
    /// A bit for each of its literals, so that most clauses can be told not to be a part of
    /// another at a glance; 0 until clauses are [signed](Simplifier::sign).
    signature: u64,
}

/// What has become of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Open,
    Known(bool),
    /// The same as this literal.
    Same(Literal),
    /// Removed by resolution.
    Ignored,
}

/// The rules of blue that look at pairs of two-literal clauses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Equivalency,
    SimpleResolution,
}

/// The literals that have been partners of a literal in two-literal clauses, as far as it takes to know, nearly always, that
/// nothing can be found there. Those of clauses that are dead by now are still among them.
#[derive(Clone, Copy, Default)]
struct Partners {
    /// Indexed by whether the partner is positive; a bit for each variable, which several may share.
    has: [u128; 2],
}

impl Partners {
    fn note(&mut self, partner: Literal) {
        self.has[usize::from(partner.is_positive())] |= 1 << (partner.variable() & 127);
    }

    /// Whether one of them may be the negation of another.
    fn may_clash(self) -> bool {
        self.has[0] & self.has[1] != 0
    }

    /// Whether one of them may be the negation of one of those.
    fn may_oppose(self, other: Partners) -> bool {
        self.has[0] & other.has[1] | self.has[1] & other.has[0] != 0
    }
}

/// What cannot be undone by looking at the clauses alone, in the order it happened.
enum Event {
    Same(usize, Literal),
    /// The variable and the clauses in which it was positive.
    Ignored(usize, Vec<u32>),
}

/// A formula that is being simplified.
pub(super) struct Simplifier {
    pub(super) reading: Reading,
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    /// How many clauses are alive.
    living: usize,
    occurrences: Lists,
    /// For each literal, with what sorts of partners it has ever been in a two-literal clause.
    partners: Vec<Partners>,
    fate: Vec<Fate>,
    events: Vec<Event>,
    /// Literals that are true and not yet spread.
    units: Vec<Literal>,
    /// Variables in new two-literal clauses.
    fresh: Vec<u16>,
    is_fresh: Vec<bool>,
    /// Variables whose clauses have changed; see [`super::ignore`].
    pub(super) touched: Vec<bool>,
    /// Clauses that have lost or changed a literal since subsumption last looked.
    changed: Vec<u32>,
    stamps: Vec<u32>,
    clock: u32,
    /// Whether clauses have signatures.
    signs: bool,
}

/// The bit of a literal in the signatures of clauses.
fn sign_of(literal: Literal) -> u64 {
    // Neighbouring variables are digits of one cell: spread them.
    1 << (literal.index().wrapping_mul(0x9E5) >> 3 & 63)
}

fn signature_of(literals: &[Literal]) -> u64 {
    literals.iter().fold(0, |signs, &literal| signs | sign_of(literal))
}

impl Simplifier {
    #[cfg(test)]
    pub(super) fn new(formula: &Formula) -> Simplifier {
        Simplifier::read_as(formula, &Reading::OURS)
    }

    /// The formula, to be simplified as the reading has it.
    pub(super) fn read_as(formula: &Formula, reading: &Reading) -> Simplifier {
        let variables = formula.variables();
        let mut simplifier = Simplifier {
            reading: *reading,
            literals: Vec::with_capacity(2 * formula.literals.len()),
            clauses: Vec::with_capacity(2 * formula.ends.len()),
            living: 0,
            occurrences: Lists::default(),
            partners: vec![Partners::default(); 2 * variables],
            fate: vec![Fate::Open; variables],
            events: Vec::new(),
            units: Vec::new(),
            fresh: Vec::new(),
            is_fresh: vec![false; variables],
            touched: vec![true; variables],
            changed: Vec::new(),
            stamps: vec![0; 2 * variables],
            clock: 0,
            signs: false,
        };
        simplifier.literals.extend_from_slice(&formula.literals);
        let mut start = 0;
        for &end in &formula.ends {
            match formula.literals[start as usize..end as usize] {
                [unit] => simplifier.units.push(unit),
                ref literals => simplifier.note(start, literals),
            }
            start = end;
        }
        let clauses = simplifier.clauses.iter().map(|clause| {
            let literals = &formula.literals[clause.start as usize..][..usize::from(clause.len)];
            literals.iter().map(|literal| literal.index())
        });
        simplifier.occurrences = Lists::of_members(2 * variables, clauses);
        simplifier
    }

    /// Adds a clause of more than one literal, which lie here already, to all but the lists of occurrences.
    fn note(&mut self, start: u32, literals: &[Literal]) {
        let signature = self.signature_of(literals);
        self.clauses.push(Clause { start, len: literals.len() as u16, alive: true, signature });
        self.living += 1;
        if let [a, b] = *literals {
            self.refresh(a, b);
        }
    }

    /// Adds a clause without two literals of the same variable.
    pub(super) fn add(&mut self, literals: &[Literal]) {
        if let [unit] = *literals {
            return self.units.push(unit);
        }
        let (start, id) = (self.literals.len() as u32, self.clauses.len() as u32);
        self.literals.extend_from_slice(literals);
        for literal in literals {
            self.touched[literal.variable()] = true;
            self.occurrences.push(literal.index(), id);
        }
        self.note(start, literals);
    }

    pub(super) fn clause(&self, id: u32) -> &[Literal] {
        let clause = self.clauses[id as usize];
        &self.literals[clause.start as usize..][..usize::from(clause.len)]
    }

    /// The bits of a clause's literals, once somebody asks for them: blue never does.
    fn signature_of(&self, literals: &[Literal]) -> u64 {
        if self.signs { signature_of(literals) } else { 0 }
    }

    /// Notes that there is a clause of just these two.
    fn refresh(&mut self, a: Literal, b: Literal) {
        self.partners[a.index()].note(b);
        self.partners[b.index()].note(a);
        self.look_later(a.variable());
        self.look_later(b.variable());
    }

    fn look_later(&mut self, variable: usize) {
        if !self.is_fresh[variable] {
            self.is_fresh[variable] = true;
            self.fresh.push(variable as u16);
        }
    }

    /// The living clauses that hold the literal: where they are in the lists, until these change.
    fn with(&mut self, literal: Literal) -> Range<usize> {
        let clauses = &self.clauses;
        self.occurrences.retain(literal.index(), |id| clauses[id as usize].alive);
        self.occurrences.range(literal.index())
    }

    /// The living clauses that hold the variable, and those that hold its negation.
    pub(super) fn both_sides(&mut self, variable: usize) -> [Vec<u32>; 2] {
        [true, false].map(|is_positive| {
            let literal = Literal::new(variable, is_positive);
            self.with(literal);
            self.occurrences.get(literal.index()).to_vec()
        })
    }

    /// The living clauses.
    pub(super) fn alive(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.clauses.len() as u32).filter(|&id| self.clauses[id as usize].alive)
    }

    /// How many clauses are alive.
    pub(super) fn living(&self) -> i32 {
        self.living as i32
    }

    /// Whether nothing is left to satisfy.
    pub(super) fn is_empty(&self) -> bool {
        self.living == 0
    }

    pub(super) fn fate(&self, variable: usize) -> Fate {
        self.fate[variable]
    }

    pub(super) fn kill(&mut self, id: u32) {
        if std::mem::replace(&mut self.clauses[id as usize].alive, false) {
            self.living -= 1;
            for at in 0..self.clause(id).len() {
                let variable = self.clause(id)[at].variable();
                self.touched[variable] = true;
            }
        }
    }

    /// Takes a literal out of a living clause.
    fn shorten(&mut self, id: u32, literal: Literal) {
        let clause = self.clauses[id as usize];
        let start = clause.start as usize;
        let literals = &mut self.literals[start..start + usize::from(clause.len)];
        let at = literals.iter().position(|&l| l == literal).expect("the clause holds it");
        literals[at..].rotate_left(1);
        let rest = &literals[..literals.len() - 1];
        for l in rest {
            self.touched[l.variable()] = true;
        }
        if self.signs {
            self.clauses[id as usize].signature = signature_of(rest);
        }
        self.clauses[id as usize].len -= 1;
        self.changed.push(id);
        match *rest {
            [unit] => {
                self.units.push(unit);
                self.kill(id);
            }
            [a, b] => self.refresh(a, b),
            _ => {}
        }
    }

    /// Unit propagation.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(literal) = self.units.pop() {
            // A unit that was found before its variable was replaced speaks of what
            // replaced it.
            let literal = self.stands_for(literal);
            match self.fate[literal.variable()] {
                Fate::Known(value) if value == literal.is_positive() => continue,
                Fate::Known(_) => return Err(Conflict),
                // Ignored variables are in no clause; the reconstruction sees to them.
                Fate::Open | Fate::Same(_) | Fate::Ignored => {}
            }
            self.fate[literal.variable()] = Fate::Known(literal.is_positive());
            for at in self.occurrences.take(literal.index()) {
                self.kill(self.occurrences.at(at));
            }
            for at in self.occurrences.take((!literal).index()) {
                let id = self.occurrences.at(at);
                if self.clauses[id as usize].alive {
                    self.shorten(id, !literal);
                }
            }
        }
        Ok(())
    }

    /// The literal that has taken the place of this one.
    pub(super) fn stands_for(&self, mut literal: Literal) -> Literal {
        while let Fate::Same(other) = self.fate[literal.variable()] {
            literal = if literal.is_positive() { other } else { !other };
        }
        literal
    }

    /// Blue: unit propagation, equivalency and simple resolution until nothing changes.
    pub(super) fn blue(&mut self) -> Result<(), Conflict> {
        if self.reading.passes > 0 {
            return self.blue_in_passes();
        }
        loop {
            self.propagate()?;
            let Some(variable) = self.fresh.pop() else { return Ok(()) };
            let variable = usize::from(variable);
            self.is_fresh[variable] = false;
            if self.fate[variable] == Fate::Open {
                self.look_at(variable);
            }
        }
    }

    /// The same with every rule so often through all variables: equivalency, then simple
    /// resolution, with unit propagation after each.
    fn blue_in_passes(&mut self) -> Result<(), Conflict> {
        self.propagate()?;
        let Reading { equivalency, simple_resolution, passes, .. } = self.reading;
        for pass in 0..2 * passes {
            let rule = [Rule::Equivalency, Rule::SimpleResolution][usize::from(pass % 2)];
            self.reading.equivalency = equivalency && rule == Rule::Equivalency;
            self.reading.simple_resolution = simple_resolution && rule == Rule::SimpleResolution;
            for variable in 0..self.fate.len() {
                if self.fate[variable] == Fate::Open {
                    self.look_at(variable);
                }
            }
            self.propagate()?;
        }
        self.reading = Reading { equivalency, simple_resolution, ..self.reading };
        Ok(())
    }

    /// Simple resolution and equivalency on the two-literal clauses of a variable.
    fn look_at(&mut self, variable: usize) {
        let literal = Literal::new(variable, true);
        let [of_it, of_not] = [literal, !literal].map(|l| self.partners[l.index()]);
        let resolves = self.reading.simple_resolution;
        if resolves && of_not.may_clash() && self.stamp_partners(!literal) {
            return self.units.push(!literal);
        }
        let may_have_twin = self.reading.equivalency && of_it.may_oppose(of_not);
        if !(may_have_twin || resolves && of_it.may_clash()) {
            return;
        }
        if self.stamp_partners(literal) && resolves {
            return self.units.push(literal);
        }
        if !self.reading.equivalency {
            return;
        }
        // Stamped are now the ¬m of all (v ∨ ¬m): look for a (¬v ∨ m).
        let twin = self.occurrences.get((!literal).index()).iter().find_map(|&id| {
            let partner = self.partner(id, !literal)?;
            let is_twin = self.stamps[(!partner).index()] == self.clock;
            (is_twin && partner.variable() != variable).then_some(partner)
        });
        if let Some(twin) = twin {
            self.replace(twin, literal);
            // There may be more.
            self.look_later(variable);
        }
    }

    /// The other literal of a living two-literal clause.
    fn partner(&self, id: u32, literal: Literal) -> Option<Literal> {
        let clause = self.clauses[id as usize];
        if !clause.alive || clause.len != 2 {
            return None;
        }
        let start = clause.start as usize;
        let (a, b) = (self.literals[start], self.literals[start + 1]);
        Some(if a == literal { b } else { a })
    }

    /// Stamps the partners of the literal in two-literal clauses. Says whether one of them
    /// is the negation of another, so that the literal is true.
    fn stamp_partners(&mut self, literal: Literal) -> bool {
        self.clock += 1;
        self.occurrences.range(literal.index()).any(|at| {
            self.partner(self.occurrences.at(at), literal).is_some_and(|partner| {
                self.stamps[partner.index()] = self.clock;
                self.stamps[(!partner).index()] == self.clock
            })
        })
    }

    /// How many clauses hold the variable, and how many the results are of resolving each that holds it with each that holds
    /// its negation. Those that are true whatever happens are left out. Counted until there are as many results as `most`
    /// has it, which is told the number of clauses.
    pub(super) fn resolvents(
        &mut self,
        variable: usize,
        most: impl Fn(usize) -> usize,
    ) -> (usize, usize) {
        let literal = Literal::new(variable, true);
        let (yes, no) = (self.with(literal), self.with(!literal));
        let clauses = yes.len() + no.len();
        let (most, mut count) = (most(clauses), 0);
        for a in yes {
            self.clock += 1;
            let clause = self.clauses[self.occurrences.at(a) as usize];
            // The negations of its other literals: a clause that has none of these signs has none of them.
            let mut signs = 0;
            for &l in &self.literals[clause.start as usize..][..usize::from(clause.len)] {
                if l != literal {
                    self.stamps[(!l).index()] = self.clock;
                    signs |= sign_of(!l);
                }
            }
            for &b in self.occurrences.slice(no.clone()) {
                if self.clauses[b as usize].signature & signs == 0
                    || self.clause(b).iter().all(|l| self.stamps[l.index()] != self.clock)
                {
                    count += 1;
                    if count >= most {
                        return (clauses, count);
                    }
                }
            }
        }
        (clauses, count)
    }

    /// Puts `by` in the place of `literal` everywhere.
    fn replace(&mut self, literal: Literal, by: Literal) {
        let target = if literal.is_positive() { by } else { !by };
        self.fate[literal.variable()] = Fate::Same(target);
        self.events.push(Event::Same(literal.variable(), target));
        for (old, new) in [(literal, by), (!literal, !by)] {
            for at in self.occurrences.take(old.index()) {
                let id = self.occurrences.at(at);
                if !self.clauses[id as usize].alive {
                    continue;
                }
                if self.clause(id).contains(&!new) {
                    self.kill(id);
                } else if self.reading.merging && self.clause(id).contains(&new) {
                    self.shorten(id, old);
                } else {
                    self.swap(id, old, new);
                }
            }
        }
    }

    /// Puts a literal that the clause does not hold in the place of one that it does.
    fn swap(&mut self, id: u32, old: Literal, new: Literal) {
        let clause = self.clauses[id as usize];
        let start = clause.start as usize;
        let literals = &mut self.literals[start..start + usize::from(clause.len)];
        let at = literals.iter().position(|&l| l == old).expect("the clause holds it");
        literals[at] = new;
        for l in &*literals {
            self.touched[l.variable()] = true;
        }
        if self.signs {
            self.clauses[id as usize].signature = signature_of(literals);
        }
        let pair = match *literals {
            [a, b] => Some((a, b)),
            _ => None,
        };
        self.occurrences.push(new.index(), id);
        self.changed.push(id);
        if let Some((a, b)) = pair {
            self.refresh(a, b);
        }
    }

    /// Clause subsumption, everywhere.
    pub(super) fn subsume(&mut self) {
        self.changed.clear();
        self.sign();
        if !self.reading.subsumption {
            return;
        }
        let ids: Vec<u32> = self.alive().collect();
        for id in ids {
            if self.clauses[id as usize].alive {
                self.remove_subsumed_by(id);
            }
        }
    }

    /// Gives every clause its signature, and from now on to every one that comes or changes.
    fn sign(&mut self) {
        self.signs = true;
        for clause in &mut self.clauses {
            let literals = &self.literals[clause.start as usize..][..usize::from(clause.len)];
            clause.signature = signature_of(literals);
        }
    }

    /// Clause subsumption where clauses have changed since the last time.
    pub(super) fn subsume_changed(&mut self) {
        let mut changed = std::mem::take(&mut self.changed);
        if !self.reading.subsumption {
            changed.clear();
        }
        for id in changed.drain(..) {
            if !self.clauses[id as usize].alive {
                continue;
            }
            if self.is_subsumed(self.clause(id), Some(id)) {
                self.kill(id);
            } else {
                self.remove_subsumed_by(id);
            }
        }
        self.changed = changed;
    }

    /// Removes every other clause that holds all literals of this one.
    fn remove_subsumed_by(&mut self, id: u32) {
        let small = self.clauses[id as usize];
        let rarest = self.clause(id).iter().copied();
        let rarest = rarest.min_by_key(|l| self.occurrences.len(l.index()));
        let Some(rarest) = rarest else { return };
        for at in self.occurrences.range(rarest.index()) {
            let other = self.occurrences.at(at);
            let large = self.clauses[other as usize];
            if other != id
                && large.alive
                && large.len >= small.len
                && small.signature & !large.signature == 0
                && self.clause(id).iter().all(|l| self.clause(other).contains(l))
            {
                self.kill(other);
            }
        }
    }

    /// Whether a living clause, but for this one, holds only some of these literals.
    fn is_subsumed(&self, literals: &[Literal], but: Option<u32>) -> bool {
        let signature = signature_of(literals);
        // A clause of two literals or more is in the lists of two: the longest need not be read.
        let length = |at: &usize| self.occurrences.len(literals[*at].index());
        let longest = (0..literals.len()).max_by_key(length);
        let others = (0..literals.len()).filter(|at| Some(*at) != longest);
        others.map(|at| literals[at]).any(|literal| {
            self.occurrences.get(literal.index()).iter().any(|&id| {
                let small = self.clauses[id as usize];
                small.signature & !signature == 0
                    && small.alive
                    && Some(id) != but
                    && usize::from(small.len) <= literals.len()
                    && self.clause(id).iter().all(|l| literals.contains(l))
            })
        })
    }

    /// Adds a clause if no other says as much already, and removes those that say no more.
    pub(super) fn add_unless_subsumed(&mut self, literals: &[Literal]) {
        let looks = literals.len() > 1 && self.reading.subsumption;
        if looks && self.is_subsumed(literals, None) {
            return;
        }
        self.add(literals);
        if looks {
            self.remove_subsumed_by(self.clauses.len() as u32 - 1);
        }
    }

    /// Notes that the variable has been removed by resolution.
    pub(super) fn note_ignored(&mut self, variable: usize, positive: Vec<u32>) {
        self.fate[variable] = Fate::Ignored;
        self.events.push(Event::Ignored(variable, positive));
    }

    /// A model of the formula as it was, from one of what is left (given by the variables
    /// that are true in it): what has been replaced and removed is put back, the last first.
    pub(super) fn model(&self, rest: &[usize]) -> Vec<bool> {
        let known = self.fate.iter().map(|&fate| fate == Fate::Known(true));
        let mut model: Vec<bool> = known.collect();
        rest.iter().for_each(|&variable| model[variable] = true);
        let holds = |model: &[bool], l: Literal| model[l.variable()] == l.is_positive();
        for event in self.events.iter().rev() {
            match event {
                Event::Same(variable, literal) => model[*variable] = holds(&model, *literal),
                Event::Ignored(variable, positive) => {
                    // A clause in which it is positive may need it; the resolvents see to
                    // it that then no clause forbids it.
                    model[*variable] = positive.iter().any(|&id| {
                        let mut others =
                            self.clause(id).iter().filter(|l| l.variable() != *variable);
                        !others.any(|&l| holds(&model, l))
                    });
                }
            }
        }
        model
    }
}
