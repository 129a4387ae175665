//! "Ignore i": removing a variable by resolution.
//!
//! Every clause that holds the variable is resolved with every clause that holds its
//! negation, and the results take the place of both: what is left says the same about all
//! other variables. The method always takes the variable whose removal adds the fewest
//! clauses, and stops when every one of them would add more than a limit, for which the
//! paper takes 16. Results that are true whatever happens are not counted. Of several that
//! add as few, the first in reading order goes: so whether a puzzle is red or black can
//! depend on how it is turned (of 137 such puzzles, one changed in eight random images).
//!
//! Between two removals everything that blue can do is done. Growth is counted anew only
//! for variables whose clauses have changed, and not beyond the limit.

use super::formula::Literal;
use super::green::Conflict;
use super::simplify::{Fate, Simplifier};
use super::{After, Growth};

/// Stands for any growth beyond the limit.
const TOO_MUCH: i32 = i32::MAX;

/// Red, after blue: variables are removed while that adds no more clauses than the limit.
pub(super) fn red(simplifier: &mut Simplifier, variables: usize) -> Result<(), Conflict> {
    let mut growth = vec![TOO_MUCH; variables];
    let reading = simplifier.reading;
    simplifier.subsume();
    let first = simplifier.living();
    loop {
        for (variable, growth) in growth.iter_mut().enumerate() {
            if std::mem::replace(&mut simplifier.touched[variable], false) {
                *growth = growth_of(simplifier, variable);
            }
        }
        let Some(variable) = (0..variables).min_by_key(|&variable| growth[variable]) else {
            break;
        };
        let grown = match reading.growth {
            Growth::Net | Growth::Gross => 0,
            Growth::Total => simplifier.living() - first,
        };
        let limit = i32::from(reading.limit);
        if growth[variable] == TOO_MUCH || growth[variable] + grown > limit {
            break;
        }
        ignore(simplifier, variable);
        growth[variable] = TOO_MUCH;
        match reading.after_removal {
            After::Blue => simplifier.blue()?,
            After::Units | After::UnitsThenBlue | After::UnitsThenNextPass => {
                simplifier.propagate()?;
            }
        }
        simplifier.subsume_changed();
    }
    if reading.after_removal == After::UnitsThenBlue { simplifier.blue() } else { Ok(()) }
}

/// How many clauses more there would be without the variable.
fn growth_of(simplifier: &mut Simplifier, variable: usize) -> i32 {
    if simplifier.fate(variable) != Fate::Open {
        return TOO_MUCH;
    }
    // What has grown less than nothing so far may grow by more than the limit later.
    let (counts_removed, most) = match simplifier.reading.growth {
        Growth::Net => (true, i32::from(simplifier.reading.limit)),
        Growth::Gross => (false, i32::from(simplifier.reading.limit)),
        Growth::Total => (true, TOO_MUCH - 1),
    };
    let removed = |clauses: usize| if counts_removed { clauses as i32 } else { 0 };
    // One more than that is too much, however many more there are.
    let room = |clauses: usize| (i64::from(most) + i64::from(removed(clauses)) + 1) as usize;
    let (clauses, results) = simplifier.resolvents(variable, room);
    if clauses == 0 || results >= room(clauses) {
        return TOO_MUCH;
    }
    results as i32 - removed(clauses)
}

/// Whether the result of resolving the two is true whatever happens.
fn clashes(simplifier: &Simplifier, yes: u32, no: u32, literal: Literal) -> bool {
    let no = simplifier.clause(no);
    simplifier.clause(yes).iter().any(|&l| l != literal && no.contains(&!l))
}

/// Removes the variable.
fn ignore(simplifier: &mut Simplifier, variable: usize) {
    let literal = Literal::new(variable, true);
    let [yes, no] = simplifier.both_sides(variable);
    let mut results: Vec<Vec<Literal>> = Vec::new();
    for &a in &yes {
        for &b in &no {
            if !clashes(simplifier, a, b, literal) {
                let mut result: Vec<Literal> = simplifier.clause(a).to_vec();
                result.retain(|&l| l != literal);
                for &l in simplifier.clause(b) {
                    if l != !literal && !result.contains(&l) {
                        result.push(l);
                    }
                }
                results.push(result);
            }
        }
    }
    for &id in yes.iter().chain(&no) {
        simplifier.kill(id);
    }
    simplifier.note_ignored(variable, yes);
    for result in results {
        simplifier.add_unless_subsumed(&result);
    }
}
