//! A condition on rows in memory: whether it holds of one, and, from what the index says of a piece, whether it holds of all
//! of its rows or of none.
//!
//! It means what the SQL of `library/filter` means; `tests` holds the two against each other.

use super::row::Facts;
use crate::filter::{Facet, Filter, Pattern, equal_to, levels_that, seed_bound};
use piste::generate::Wanted;
use piste::rating::{Column, Condition, Figure, Op, Operand, Span, Term};
use std::ops::RangeInclusive;

/// A condition, as it is looked at.
#[derive(Debug)]
pub(super) enum Test {
    Either(Vec<Test>),
    Both(Vec<Test>),
    /// One comparison of a rating.
    Rating(Term),
    /// Is it on this level, or on another?
    Level(bool, Condition),
    /// Has the pattern this symmetry, or has it not?
    Symmetry(bool, Pattern),
    Source(bool, String),
    Method(bool, String),
    Seed(Op, u64),
    /// Is there a seed at all, and does that do?
    AnySeed(bool),
    Givens(RangeInclusive<usize>),
}

impl Test {
    pub(super) fn of(filter: &Filter) -> Test {
        let mut tests: Vec<Test> = filter.terms.iter().map(of_term).collect();
        tests.extend(filter.givens.clone().map(Test::Givens));
        if filter.symmetry != Wanted::Whatever {
            tests.push(Test::Symmetry(true, Pattern::Has(filter.symmetry)));
        }
        Test::Both(tests)
    }

    /// Whether it holds of this row.
    pub(super) fn holds(&self, facts: &Facts<'_>) -> bool {
        match self {
            Test::Either(tests) => tests.iter().any(|test| test.holds(facts)),
            Test::Both(tests) => tests.iter().all(|test| test.holds(facts)),
            Test::Rating(term) => term.holds(&mut |column| facts.value(column)),
            Test::Level(is, condition) => {
                // Of a value that is missing nothing holds, and neither does the opposite.
                let is_known = condition.columns().iter().all(|of| facts.value(*of).is_some());
                is_known && condition.holds(|column| facts.value(column)) == *is
            }
            Test::Symmetry(is, pattern) => {
                let holds = match pattern {
                    Pattern::Plain => !Wanted::Any.is_of(facts.pattern()),
                    Pattern::Has(wanted) => wanted.is_of(facts.pattern()),
                };
                holds == *is
            }
            Test::Source(is, name) => facts.source().name.eq_ignore_ascii_case(name) == *is,
            Test::Method(is, name) => {
                let method = facts.source().method.as_ref();
                method.is_some_and(|method| method.eq_ignore_ascii_case(name) == *is)
            }
            Test::Seed(op, bound) => facts.source().seed.is_some_and(|seed| match op {
                Op::Equal => seed == *bound,
                Op::Unequal => seed != *bound,
                Op::Below => seed < *bound,
                Op::AtMost => seed <= *bound,
                Op::Above => seed > *bound,
                Op::AtLeast => seed >= *bound,
            }),
            Test::AnySeed(does) => *does && facts.source().seed.is_some(),
            Test::Givens(range) => range.contains(&facts.row.grid.givens().count()),
        }
    }

    /// Whether it holds of all rows whose values lie in these zones, or of none; nothing if one must look.
    pub(super) fn verdict(&self, zone: &dyn Fn(Column) -> Option<(f64, f64)>) -> Option<bool> {
        match self {
            Test::Either(tests) => joined(tests, zone, true),
            Test::Both(tests) => joined(tests, zone, false),
            Test::Rating(term) => of_zone(term, zone),
            Test::Level(is, condition) => of_zone(condition.term(), zone).map(|holds| holds == *is),
            _ => None,
        }
    }
}

/// What several together come to, of which one alone decides if it says so.
fn joined(
    tests: &[Test],
    zone: &dyn Fn(Column) -> Option<(f64, f64)>,
    decides: bool,
) -> Option<bool> {
    let verdicts: Vec<Option<bool>> = tests.iter().map(|test| test.verdict(zone)).collect();
    all(&verdicts, decides)
}

fn all(verdicts: &[Option<bool>], decides: bool) -> Option<bool> {
    if verdicts.contains(&Some(decides)) {
        return Some(decides);
    }
    verdicts.iter().all(Option::is_some).then_some(!decides)
}

fn of_zone(term: &Term, zone: &dyn Fn(Column) -> Option<(f64, f64)>) -> Option<bool> {
    let each = |terms: &[Term]| -> Vec<Option<bool>> {
        terms.iter().map(|term| of_zone(term, zone)).collect()
    };
    match term {
        Term::Either(terms) => all(&each(terms), true),
        Term::Both(terms) => all(&each(terms), false),
        Term::Within(column, span) => within(zone(*column)?, span),
        Term::Compare(column, op, Operand::Number(number)) => {
            compared(zone(*column)?, *op, number.value())
        }
        // Equality of words is a matter of letters.
        Term::Compare(column, op, Operand::Word(word)) if op.is_order() => {
            compared(zone(*column)?, *op, column.place_of(word))
        }
        Term::Compare(..) => None,
    }
}

fn compared((low, high): (f64, f64), op: Op, with: f64) -> Option<bool> {
    let (holds, fails) = match op {
        Op::Equal => (low == with && high == with, high < with || low > with),
        Op::Unequal => (high < with || low > with, low == with && high == with),
        Op::Below => (high < with, low >= with),
        Op::AtMost => (high <= with, low > with),
        Op::Above => (low > with, high <= with),
        Op::AtLeast => (low >= with, high < with),
    };
    if holds { Some(true) } else { fails.then_some(false) }
}

fn within((low, high): (f64, f64), span: &Span) -> Option<bool> {
    let (from, to) = (span.low().map(Figure::value), span.high().map(Figure::value));
    if from.is_some_and(|from| high < from) || to.is_some_and(|to| low > to) {
        return Some(false);
    }
    let holds = from.is_none_or(|from| low >= from) && to.is_none_or(|to| high <= to);
    holds.then_some(true)
}

fn of_term(term: &Term<Facet>) -> Test {
    let all = |terms: &[Term<Facet>]| terms.iter().map(of_term).collect();
    match term {
        Term::Either(terms) => Test::Either(all(terms)),
        Term::Both(terms) => Test::Both(all(terms)),
        Term::Compare(facet, op, operand) => of_comparison(*facet, *op, operand),
        Term::Within(Facet::Rating(column), span) => {
            Test::Rating(Term::Within(*column, span.clone()))
        }
        Term::Within(facet, span) => {
            let ends = [(Op::AtLeast, span.low()), (Op::AtMost, span.high())];
            let ends = ends.into_iter().filter_map(|(op, end)| Some((op, end?.clone())));
            let of = |(op, end)| of_comparison(*facet, op, &Operand::Number(end));
            Test::Both(ends.map(of).collect())
        }
    }
}

fn of_comparison(facet: Facet, op: Op, operand: &Operand) -> Test {
    let is = op != Op::Unequal;
    let words = || match operand {
        Operand::Word(word) => word.clone(),
        Operand::Number(number) => number.to_string(),
    };
    match (facet, operand) {
        (Facet::Rating(column), _) => Test::Rating(Term::Compare(column, op, operand.clone())),
        (Facet::Source, _) => Test::Source(is, words()),
        (Facet::Method, _) => Test::Method(is, words()),
        (Facet::Seed, Operand::Number(number)) => {
            let (op, seed) = seed_bound(op, number);
            Test::Seed(op, seed)
        }
        // No seed is a word.
        (Facet::Seed, Operand::Word(_)) => Test::AnySeed(!is),
        (Facet::Symmetry, _) => {
            Test::Symmetry(is, Pattern::named(&words()).expect("the words were checked"))
        }
        (Facet::Level, _) => match equal_to(op, operand) {
            Some(level) => Test::Level(is, level.condition()),
            None => {
                let levels = levels_that(op, operand);
                Test::Either(levels.map(|level| Test::Level(true, level.condition())).collect())
            }
        },
    }
}
