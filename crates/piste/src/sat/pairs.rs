//! Blue in words of bits: two-literal clauses as rows of a square.
//!
//! All that blue's rules look at are two-literal clauses, and most of what a board says is made of these: that two digits are
//! not in one cell, that two cells do not have one digit. So each literal has a row of bits, one for every other literal, set
//! if there is a clause of just these two. Then *simple resolution* is a row that meets itself with neighbours exchanged (the
//! two literals of a variable are neighbours), and *equivalency* a row that so meets the row of its negation: a few words
//! instead of lists of clauses. When a literal takes the place of another, it takes over its row.
//!
//! The clauses of three literals and more are few, one for a cell or for a digit in a house, and none comes to be: they lie
//! in one array, and each literal has a row of bits for these, too. One that is left with two literals is a bit more in the
//! square; one that is left with one, or with none, is known or a contradiction.
//!
//! The outcome of blue does not depend on the order in which its rules are followed, so it is that of the
//! [simplifier](super::simplify), which works on clauses of every kind, tells which literal has taken the place of which, and
//! goes on to red. The tests hold one against the other. The square grows with the square of what is open, so its rows come in
//! three lengths, and boards on which more is open are left to the simplifier.

use super::formula::Literal;
use super::green::{Conflict, Marks, bits};
use piste_core::shape::Layout;

/// The bits of the variables themselves; those of their negations are between them.
const POSITIVE: u64 = 0x5555_5555_5555_5555;

/// The negations of the literals of a word.
fn negated(word: u64) -> u64 {
    (word & POSITIVE) << 1 | word >> 1 & POSITIVE
}

/// A row of bits.
type Row<const W: usize> = [u64; W];

/// Does this for every bit that is set, lowest first.
fn each<const W: usize>(row: &Row<W>, mut act: impl FnMut(usize)) {
    for (at, &word) in row.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            act(64 * at + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

fn set<const W: usize>(row: &mut Row<W>, column: usize) {
    row[column / 64] |= 1 << (column % 64);
}

fn clear<const W: usize>(row: &mut Row<W>, column: usize) {
    row[column / 64] &= !(1 << (column % 64));
}

/// Leaves nothing of a row.
fn take<const W: usize>(row: &mut Row<W>) -> Row<W> {
    std::mem::replace(row, [0; W])
}

/// What has become of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Open,
    Known(bool),
    Same(Literal),
}

/// What blue leaves.
pub(super) enum Left {
    /// It is written on the board.
    Written,
    /// No clause, though not all is known: the board has several solutions.
    NoClause,
}

/// Blue on a board that is settled, if what is open on it is not too much.
pub(super) fn blue(layout: &Layout, marks: &mut Marks) -> Option<Result<Left, Conflict>> {
    match marks.small() {
        0..=128 => blue_in::<4>(layout, marks),
        129..=256 => blue_in::<8>(layout, marks),
        257..=512 => blue_in::<16>(layout, marks),
        _ => None,
    }
}

/// The same with rows of so many words.
fn blue_in<const W: usize>(layout: &Layout, marks: &mut Marks) -> Option<Result<Left, Conflict>> {
    let mut square = Square::<W>::of(layout, marks)?;
    Some(square.simplify().and_then(|()| {
        if square.is_empty() && square.fate.contains(&Fate::Open) {
            return Ok(Left::NoClause);
        }
        square.write_down(layout, marks).map(|()| Left::Written)
    }))
}

/// The clauses of a board, and what is found out about them.
struct Square<const W: usize> {
    /// The cells and digits that the variables are about.
    meaning: Vec<(u16, u8)>,
    /// By literal: the others in its two-literal clauses.
    pairs: Vec<Row<W>>,
    /// By literal: the longer clauses that it is in.
    holds: Vec<Row<W>>,
    /// The literals of the longer clauses.
    literals: Vec<Literal>,
    /// Where each of these clauses begins, and how many literals it has; dead ones have none.
    clauses: Vec<(u32, u32)>,
    fate: Vec<Fate>,
    /// Literals that are true and not yet spread.
    units: Vec<Literal>,
    /// Variables whose rows have changed.
    fresh: Vec<u16>,
    is_fresh: Vec<bool>,
}

impl<const W: usize> Square<W> {
    /// The clauses of what is open, if the longer ones are not too many for a row.
    fn of(layout: &Layout, marks: &Marks) -> Option<Square<W>> {
        let n = layout.side();
        let mut numbers = vec![0u16; layout.cells() * n];
        let mut meaning = Vec::with_capacity(marks.small() as usize);
        for cell in marks.open() {
            for digit in bits(marks.cell(cell)) {
                numbers[cell * n + digit] = meaning.len() as u16;
                meaning.push((cell as u16, digit as u8));
            }
        }
        let variables = meaning.len();
        let mut square = Square {
            meaning,
            pairs: vec![[0; W]; 2 * variables],
            holds: vec![[0; W]; 2 * variables],
            literals: Vec::with_capacity(4 * variables),
            clauses: Vec::new(),
            fate: vec![Fate::Open; variables],
            units: Vec::new(),
            fresh: (0..variables as u16).rev().collect(),
            is_fresh: vec![true; variables],
        };
        let mut group: Vec<usize> = Vec::with_capacity(n);
        let number = |cell: usize, digit: usize| usize::from(numbers[cell * n + digit]);
        for cell in marks.open() {
            group.clear();
            group.extend(bits(marks.cell(cell)).map(|digit| number(cell, digit)));
            square.exactly_one(&group)?;
        }
        for house in 0..layout.houses().len() {
            for digit in 0..n {
                let places = marks.places(layout, house, digit);
                if places.is_power_of_two() {
                    continue;
                }
                group.clear();
                let cells = bits(places).map(|place| usize::from(layout.members(house)[place]));
                group.extend(cells.map(|cell| number(cell, digit)));
                square.exactly_one(&group)?;
            }
        }
        for cell in marks.open() {
            let partners = layout.partners(cell).iter().map(|&other| usize::from(other));
            for other in partners.filter(|&other| other > cell && marks.is_open(other)) {
                for digit in bits(marks.cell(cell) & marks.cell(other)) {
                    let pair = [cell, other].map(|c| Literal::new(number(c, digit), false));
                    square.pair(pair[0], pair[1]);
                }
            }
        }
        Some(square)
    }

    /// One of these variables is true, and the others are not; nothing if there is no bit left for the clause.
    fn exactly_one(&mut self, group: &[usize]) -> Option<()> {
        let mut negations = [0; W];
        group.iter().for_each(|&variable| set(&mut negations, 2 * variable + 1));
        for &variable in group {
            let row = &mut self.pairs[2 * variable + 1];
            row.iter_mut().zip(negations).for_each(|(word, more)| *word |= more);
            clear(row, 2 * variable + 1);
        }
        if let [a, b] = *group {
            set(&mut self.pairs[2 * a], 2 * b);
            set(&mut self.pairs[2 * b], 2 * a);
            return Some(());
        }
        let id = self.clauses.len();
        self.clauses.push((self.literals.len() as u32, group.len() as u32));
        for &variable in group {
            self.literals.push(Literal::new(variable, true));
            *self.holds[2 * variable].get_mut(id / 64)? |= 1 << (id % 64);
        }
        Some(())
    }

    /// Takes in a clause of two literals, which are not of one variable.
    fn pair(&mut self, a: Literal, b: Literal) {
        set(&mut self.pairs[a.index()], b.index());
        set(&mut self.pairs[b.index()], a.index());
        self.look_later(a.variable());
        self.look_later(b.variable());
    }

    fn look_later(&mut self, variable: usize) {
        if !std::mem::replace(&mut self.is_fresh[variable], true) {
            self.fresh.push(variable as u16);
        }
    }

    /// The rules, until nothing changes.
    fn simplify(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(unit) = self.units.pop() {
                self.spread(unit)?;
            }
            let Some(variable) = self.fresh.pop() else { return Ok(()) };
            let variable = usize::from(variable);
            self.is_fresh[variable] = false;
            if self.fate[variable] == Fate::Open {
                self.look_at(variable);
            }
        }
    }

    fn stands_for(&self, mut literal: Literal) -> Literal {
        while let Fate::Same(other) = self.fate[literal.variable()] {
            literal = if literal.is_positive() { other } else { !other };
        }
        literal
    }

    /// Unit propagation of one literal.
    fn spread(&mut self, unit: Literal) -> Result<(), Conflict> {
        let unit = self.stands_for(unit);
        match self.fate[unit.variable()] {
            Fate::Known(value) if value == unit.is_positive() => return Ok(()),
            Fate::Known(_) => return Err(Conflict),
            Fate::Open | Fate::Same(_) => {}
        }
        self.fate[unit.variable()] = Fate::Known(unit.is_positive());
        each(&take(&mut self.pairs[unit.index()]), |other| {
            clear(&mut self.pairs[other], unit.index());
        });
        each(&take(&mut self.pairs[(!unit).index()]), |other| {
            clear(&mut self.pairs[other], (!unit).index());
            self.units.push(Literal::at(other));
        });
        each(&take(&mut self.holds[unit.index()]), |id| self.kill(id));
        each(&take(&mut self.holds[(!unit).index()]), |id| {
            if self.clauses[id].1 > 0 {
                self.shorten(id, !unit);
            }
        });
        Ok(())
    }

    /// The longer clause is satisfied.
    fn kill(&mut self, id: usize) {
        self.clauses[id].1 = 0;
    }

    /// Takes a literal out of a longer clause.
    fn shorten(&mut self, id: usize, literal: Literal) {
        let (start, len) = self.clauses[id];
        let clause = &mut self.literals[start as usize..][..len as usize];
        let at = clause.iter().position(|&l| l == literal).expect("the clause holds it");
        clause.swap(at, len as usize - 1);
        self.clauses[id].1 -= 1;
        if let [a, b] = clause[..len as usize - 1] {
            self.kill(id);
            self.pair(a, b);
        }
    }

    /// Simple resolution and equivalency in the rows of a variable.
    fn look_at(&mut self, variable: usize) {
        let literal = Literal::new(variable, true);
        let (yes, no) = (&self.pairs[literal.index()], &self.pairs[(!literal).index()]);
        let (mut is_true, mut is_false, mut twin) = (0, 0, None);
        for (at, (&yes, &no)) in yes.iter().zip(no).enumerate() {
            is_true |= yes & negated(yes);
            is_false |= no & negated(no);
            let twins = yes & negated(no);
            if twins != 0 {
                twin = Some(64 * at + twins.trailing_zeros() as usize);
            }
        }
        if is_false != 0 {
            self.units.push(!literal);
        } else if is_true != 0 {
            self.units.push(literal);
        } else if let Some(twin) = twin {
            // (v ∨ t) and (¬v ∨ ¬t): t is what v is not.
            self.replace(Literal::at(twin), !literal);
            self.look_later(variable);
        }
    }

    /// Puts `by` in the place of `literal` everywhere.
    fn replace(&mut self, literal: Literal, by: Literal) {
        let target = if literal.is_positive() { by } else { !by };
        self.fate[literal.variable()] = Fate::Same(target);
        for (old, new) in [(literal, by), (!literal, !by)] {
            each(&take(&mut self.pairs[old.index()]), |other| {
                clear(&mut self.pairs[other], old.index());
                let other = Literal::at(other);
                if other == new {
                    self.units.push(new);
                } else if other != !new {
                    self.pair(new, other);
                }
            });
            each(&take(&mut self.holds[old.index()]), |id| {
                let (start, len) = self.clauses[id];
                let clause = &mut self.literals[start as usize..][..len as usize];
                if clause.contains(&!new) {
                    self.kill(id);
                } else if clause.contains(&new) {
                    self.shorten(id, old);
                } else if let Some(at) = clause.iter().position(|&l| l == old) {
                    clause[at] = new;
                    set(&mut self.holds[new.index()], id);
                }
            });
        }
    }

    /// Whether nothing is left to satisfy.
    fn is_empty(&self) -> bool {
        self.pairs.iter().all(|row| *row == [0; W]) && self.clauses.iter().all(|c| c.1 == 0)
    }

    /// Writes on the board what is known of single variables.
    fn write_down(&self, layout: &Layout, marks: &mut Marks) -> Result<(), Conflict> {
        for (variable, &(cell, digit)) in self.meaning.iter().enumerate() {
            let literal = self.stands_for(Literal::new(variable, true));
            if let Fate::Known(value) = self.fate[literal.variable()] {
                let (cell, digit) = (usize::from(cell), usize::from(digit));
                if value == literal.is_positive() {
                    marks.place(cell, digit);
                } else {
                    marks.erase(layout, cell, digit)?;
                }
            }
        }
        marks.settle(layout)
    }
}

#[cfg(test)]
mod tests {
    use super::super::formula::Formula;
    use super::super::simplify::{self, Simplifier};
    use super::*;
    use piste_core::{AnyGrid, Rng};

    /// What the simplifier, which has clauses of every kind, leaves of the board.
    fn by_clauses(layout: &Layout, marks: &mut Marks) -> Result<(), Conflict> {
        let formula = Formula::open(layout, marks);
        let mut simplifier = Simplifier::new(&formula);
        simplifier.blue()?;
        for variable in 0..formula.variables() {
            let literal = simplifier.stands_for(Literal::new(variable, true));
            if let simplify::Fate::Known(value) = simplifier.fate(literal.variable()) {
                let (cell, digit) = formula.meaning(variable);
                if value == literal.is_positive() {
                    marks.place(cell, digit);
                } else {
                    marks.erase(layout, cell, digit)?;
                }
            }
        }
        marks.settle(layout)
    }

    /// Boards of many shapes, with solutions and without: some digits of a full board are kept, and up to three are guessed that
    /// unit propagation does not find to be wrong.
    #[test]
    fn rows_of_bits_tell_what_clauses_tell() {
        let mut rng = Rng::new(23);
        let (mut written, mut stuck, mut conflicts) = (0, 0, 0);
        for shape in ["4x4", "6x6", "8x8", "9x9", "9x9", "9x9+x", "9x9+antiking", "10x10"] {
            let shape = shape.parse().unwrap();
            let empty = AnyGrid::empty(&shape);
            let layout = shape.layout();
            for _ in 0..40 {
                let mut full = Vec::new();
                let visit = |solution: &AnyGrid| {
                    full = solution.values().to_vec();
                    std::ops::ControlFlow::Break(())
                };
                if empty.search(20_000, Some(&mut rng), visit).is_err() {
                    continue;
                }
                let kept = 25 + rng.below(20);
                let cells: Vec<u8> =
                    full.iter().map(|&d| if rng.below(100) < kept { d } else { 0 }).collect();
                let board = AnyGrid::new(&shape, cells).unwrap();
                let mut marks = Marks::of(&board).unwrap();
                for _ in 0..rng.below(4) {
                    let before = marks.clone();
                    let Some(cell) = marks.first_open() else { continue };
                    let digits: Vec<usize> = bits(marks.cell(cell)).collect();
                    marks.place(cell, digits[rng.below(digits.len())]);
                    if marks.settle(layout).is_err() {
                        marks = before;
                    }
                }
                let (mut ours, mut theirs) = (marks.clone(), marks.clone());
                let expected = by_clauses(layout, &mut theirs);
                match blue(layout, &mut ours) {
                    Some(Ok(Left::Written)) => {
                        assert_eq!(expected, Ok(()));
                        assert!(ours == theirs);
                        written += u32::from(ours != marks);
                        stuck += u32::from(!ours.is_solved());
                    }
                    Some(Err(Conflict)) => {
                        assert_eq!(expected, Err(Conflict));
                        conflicts += 1;
                    }
                    Some(Ok(Left::NoClause)) | None => {}
                }
            }
        }
        assert!(written > 50 && stuck > 50 && conflicts > 5, "{written} {stuck} {conflicts}");
    }
}
