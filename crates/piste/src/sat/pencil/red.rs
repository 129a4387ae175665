//! The red method: several letters, and the clauses between them.
//!
//! "In the squares with several variables next to the small numbers in that square, for instance,
//! A and ¬B, the clause (¬A ∨ B) must be added to a set of clauses … The same must be done for
//! variables next to the same number k in a region." Two numbers of a square cannot both be right,
//! nor two squares of a region have the same number: that is what each clause says. Three
//! deductions are made from pairs of them:
//!
//! 1. (A + B) and (A + /B): A is right.
//! 2. (A + /B) and (/A + B): A = B, and A is written for B everywhere.
//! 3. (A + B) and (/A + /B): A = /B, and /A is written for B everywhere.
//!
//! Where two letters have become one, steps 5c, 5d and 6 of the blue method are looked at again.
//! As soon as a number is written or erased the letters are rubbed out and everything begins
//! again: the paper's step 7.

use super::letters::{Sign, Signs, groups};
use super::squares::Squares;
use super::words::{Clause, Why};
use super::{Change, Entry, Pencil, Walker};
use std::collections::BTreeMap;

/// The clauses, each with two signs, the lower first, and the two small numbers of which it says
/// that they are not both right.
type Clauses = BTreeMap<[Sign; 2], [Entry; 2]>;

/// What a pair of clauses shows.
enum Deduction {
    Right(Sign),
    Same(Sign, Sign),
}

impl Walker<'_> {
    /// Goes on from the letters, none of which leads to anything by itself. Says whether a number
    /// was written or erased.
    pub(super) fn clauses(&mut self, mut signs: Signs) -> bool {
        if signs.letters < 2 {
            return false;
        }
        let stands = (1..=signs.letters).map(|letter| signs.stand(letter)).collect();
        let mut waiting = vec![((Pencil::Red, "4"), Why::Letters(stands))];
        loop {
            let clauses = clauses_of(&signs, &self.sheet);
            let Some((deduction, pair)) = deduce(&clauses) else { return false };
            let clauses = pair.map(|clause| reason(&signs, clause, clauses[&clause]));
            match deduction {
                Deduction::Right(sign) => {
                    let written = signs.right(&self.sheet, sign);
                    let erased = signs.right(&self.sheet, -sign);
                    let why = Why::Right { clauses, sign };
                    self.act_on(&mut waiting, "deduction 1", why, Change { written, erased });
                    return true;
                }
                Deduction::Same(old, new) => {
                    let number = if (old > 0) == (new > 0) { "deduction 2" } else { "deduction 3" };
                    waiting.push(((Pencil::Red, number), Why::Same { clauses, old, new }));
                    signs.replace(old, new);
                    if self.joined(&mut waiting, &signs) {
                        return true;
                    }
                }
            }
        }
    }

    /// Steps 5c, 5d and 6 once more, with letters that have become one.
    fn joined(&mut self, waiting: &mut Vec<((Pencil, &'static str), Why)>, signs: &Signs) -> bool {
        if let Some(wrong) = signs.contradiction(&self.sheet) {
            let written = signs.right(&self.sheet, -wrong.sign);
            let erased = signs.right(&self.sheet, wrong.sign);
            self.act_on(waiting, "6", Why::Wrong(wrong), Change { written, erased });
            return true;
        }
        let erased = signs.crowded_out(&self.sheet);
        if erased.is_empty() {
            return false;
        }
        self.act_on(waiting, "5", Why::Crowded, Change { erased, ..Change::default() });
        true
    }

    /// Notes what was only written beside the grid until it led to something, and then that.
    fn act_on(
        &mut self,
        waiting: &mut Vec<((Pencil, &'static str), Why)>,
        number: &'static str,
        why: Why,
        change: Change,
    ) {
        for (step, why) in waiting.drain(..) {
            self.act(step, why, Change::default());
        }
        self.act((Pencil::Red, number), why, change);
    }
}

/// Every pair of signs that are not both right, as a clause.
fn clauses_of(signs: &Signs, sheet: &Squares<'_>) -> Clauses {
    let mut clauses = Clauses::new();
    for group in groups(sheet) {
        for (at, &a) in group.iter().enumerate() {
            for &b in &group[at + 1..] {
                let (x, y) = (signs.of(a), signs.of(b));
                if x != 0 && y != 0 && x.abs() != y.abs() {
                    clauses.entry([x.max(y), x.min(y)].map(|s| -s)).or_insert([a, b]);
                }
            }
        }
    }
    clauses
}

/// The first deduction from two clauses, and the two: those that decide a letter before those that
/// join two.
fn deduce(clauses: &Clauses) -> Option<(Deduction, [[Sign; 2]; 2])> {
    let find = |a: Sign, b: Sign| {
        let key = [a.min(b), a.max(b)];
        clauses.contains_key(&key).then_some(key)
    };
    let right = clauses.keys().find_map(|&clause| {
        let [a, b] = clause;
        [(a, b), (b, a)].into_iter().find_map(|(right, other)| {
            let second = find(right, -other)?;
            Some((Deduction::Right(right), [clause, second]))
        })
    });
    right.or_else(|| {
        clauses.keys().find_map(|&clause| {
            let [a, b] = clause;
            let second = find(-a, -b)?;
            // (a + b) and (/a + /b): a = /b. The later letter goes.
            let (stays, goes) = if a.abs() < b.abs() { (a, b) } else { (b, a) };
            let (old, new) = if goes > 0 { (goes, -stays) } else { (-goes, stays) };
            Some((Deduction::Same(old, new), [clause, second]))
        })
    })
}

/// A clause and why it holds.
fn reason(signs: &Signs, clause: [Sign; 2], pair: [Entry; 2]) -> Clause {
    Clause { signs: clause, pair: pair.map(|entry| (entry, signs.of(entry))) }
}
