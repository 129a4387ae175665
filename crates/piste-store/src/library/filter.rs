//! A filter as SQL.
//!
//! The SQL means what [`Condition::holds`](piste::rating::Condition::holds) means, and what `pieces` finds in memory; tests
//! hold them against each other. The points where SQL left alone would say something else: a word among numbers is harder than any
//! number, which for metrics that count downwards is *below* all numbers, while SQLite sorts text above;
//! words are equal whatever their case; and of a value that is missing nothing holds. Here SQL agrees:
//! it is NULL, and no comparison with NULL is true.

use super::schema;
use crate::filter::{Facet, Filter, Pattern, equal_to, levels_that, seed_bound};
use piste::generate::{Level, Wanted};
use piste::rating::{Column, Figure, Harder, Info, Op, Operand, Span, Term};
use piste_core::symmetry::Symmetry;
use rusqlite::types::Value as Sql;

/// The bit of a symmetry in the column of patterns.
pub(super) fn bit(symmetry: Symmetry) -> i64 {
    let at = Symmetry::ALL.iter().position(|known| *known == symmetry);
    1 << at.expect("every symmetry is one of all")
}

/// The condition that a pattern has the symmetry that is wanted.
fn symmetric(wanted: Wanted) -> String {
    match wanted {
        Wanted::This(symmetry) => format!("(p.symmetry & {}) != 0", bit(symmetry)),
        Wanted::Any => "p.symmetry != 0".to_owned(),
        Wanted::Whatever => "1".to_owned(),
    }
}

/// The condition that `symmetry=word` is.
fn symmetry(word: &str) -> Option<String> {
    Some(match Pattern::named(word)? {
        Pattern::Plain => "p.symmetry = 0".to_owned(),
        Pattern::Has(wanted) => symmetric(wanted),
    })
}

/// What it means to be of a level.
fn means(level: Level) -> Term<Facet> {
    level.condition().term().map(&|column| Facet::Rating(*column))
}

/// A condition in SQL, being written.
///
/// The puzzle is `p`, its source `s`, the table of a metric `r0`, `r1` …
#[derive(Default)]
pub(super) struct Clause {
    pub(super) text: String,
    pub(super) values: Vec<Sql>,
    /// The metrics whose tables are joined, in order.
    pub(super) metrics: Vec<&'static Info>,
    /// Whether ratings are only to be looked at, and no index on them to be used.
    pub(super) is_walk: bool,
}

impl Clause {
    /// The whole condition of a filter, but for the shapes; see [`Library::clause`](super::Library::clause).
    pub(super) fn of(filter: &Filter, is_walk: bool) -> Clause {
        let mut clause = Clause { is_walk, ..Clause::default() };
        clause.text.push('1');
        for term in &filter.terms {
            clause.text.push_str(" AND ");
            clause.term(term);
        }
        if let Some(givens) = &filter.givens {
            let (low, high) = (*givens.start(), *givens.end());
            clause.text.push_str(&format!(" AND p.givens BETWEEN {low} AND {high}"));
        }
        if filter.symmetry != Wanted::Whatever {
            clause.text.push_str(&format!(" AND {}", symmetric(filter.symmetry)));
        }
        if let Some(collection) = &filter.unused_by {
            clause.text.push_str(
                " AND NOT EXISTS (SELECT 1 FROM used u WHERE u.puzzle = p.id AND u.collection = \
                 (SELECT id FROM collections WHERE name = ?))",
            );
            clause.values.push(Sql::Text(collection.clone()));
        }
        clause
    }

    /// Whether it names nothing but ratings: no column of the puzzle itself or of its source, and no pattern at all.
    pub(super) fn is_about_ratings(&self) -> bool {
        ["p.", "s.", "(1)"].iter().all(|other| !self.text.contains(other))
    }

    /// Whether all that it says of its first metric is about the main value, which the index has.
    pub(super) fn is_about_main_values(&self) -> bool {
        let Some(main) = self.metrics.first().and_then(|info| info.columns.first()) else {
            return false;
        };
        let main = format!("r0.{}", schema::column(main));
        self.text.matches("r0.").count() == self.text.matches(&main).count()
    }

    /// The conditions on the main values of metrics that must all hold, each with its metric: any
    /// of them alone can be answered by an index.
    pub(super) fn parts(filter: &Filter) -> Vec<(&'static Info, Clause)> {
        let mut parts = Vec::new();
        for term in &filter.terms {
            collect(term, &mut parts);
        }
        parts
    }

    /// The alias of the table of this metric.
    pub(super) fn join(&mut self, info: &'static Info) -> String {
        let at = self.metrics.iter().position(|known| known.slug == info.slug);
        let at = at.unwrap_or_else(|| {
            self.metrics.push(info);
            self.metrics.len() - 1
        });
        format!("r{at}")
    }

    /// The value of this column.
    pub(super) fn column(&mut self, column: Column) -> String {
        let table = self.join(column.metric().info());
        format!("{table}.{}", schema::column(column.part()))
    }

    /// The place of a value of this column, as [`Column::place`] has it.
    fn place(&mut self, column: Column) -> String {
        let info = column.metric().info();
        let name = self.column(column);
        let end = match info.harder {
            Harder::Up => "9e999",
            Harder::Down => "-9e999",
        };
        let words = info.words.iter().enumerate();
        let words: String = words
            .map(|(at, word)| format!(" WHEN {name} = '{word}' COLLATE NOCASE THEN {at}"))
            .collect();
        format!("CASE{words} WHEN typeof({name}) = 'text' THEN {end} ELSE {name} END")
    }

    /// What to sort by to have the values of this column in the order of [`Column::compare`], or in the
    /// other, and what is missing last.
    pub(super) fn order(&mut self, column: Column, is_down: bool) -> String {
        let info = column.metric().info();
        let name = self.column(column);
        let way = if is_down { "DESC" } else { "ASC" };
        // Where words stand above the numbers SQLite's own order is that, and an index may have it.
        if info.words.is_empty() && info.harder == Harder::Up {
            return format!("{name} {way} NULLS LAST");
        }
        let place = self.place(column);
        format!("{place} {way} NULLS LAST, {name} {way}")
    }

    fn list(&mut self, terms: &[Term<Facet>], joint: &str) {
        self.text.push('(');
        for (nth, term) in terms.iter().enumerate() {
            if nth > 0 {
                self.text.push_str(joint);
            }
            self.term(term);
        }
        self.text.push(')');
    }

    fn term(&mut self, term: &Term<Facet>) {
        match term {
            Term::Either(terms) => self.list(terms, " OR "),
            Term::Both(terms) => self.list(terms, " AND "),
            Term::Compare(Facet::Rating(column), op, operand) => {
                self.compare(*column, *op, operand);
            }
            Term::Compare(facet, op, operand) => self.own(*facet, *op, operand),
            Term::Within(facet, span) => self.within(*facet, span),
        }
    }

    /// A comparison of a rating.
    fn compare(&mut self, column: Column, op: Op, operand: &Operand) {
        // A plus before a column keeps indices on it out of the matter.
        let plus = if self.is_walk { "+" } else { "" };
        let name = self.column(column);
        let sign = sign(op);
        match operand {
            Operand::Word(word) if op.is_order() => {
                let place = self.place(column);
                self.text.push_str(&format!("({place} {sign} ?)"));
                self.values.push(Sql::Real(column.place_of(word)));
            }
            Operand::Word(word) => {
                self.text.push_str(&format!("({plus}{name} {sign} ? COLLATE NOCASE)"));
                self.values.push(Sql::Text(word.to_lowercase()));
            }
            Operand::Number(number) if !column.metric().info().words.is_empty() => {
                let place = self.place(column);
                self.text.push_str(&format!("({place} {sign} ?)"));
                self.values.push(Sql::Real(number.value()));
            }
            Operand::Number(number) => {
                let plain = format!("{plus}{name} {sign} ?");
                let is_word = format!("typeof({name}) = 'text'");
                self.text.push_str(&match (column.metric().info().harder, op) {
                    (Harder::Up, _) | (_, Op::Equal | Op::Unequal) => format!("({plain})"),
                    (Harder::Down, Op::Below | Op::AtMost) => format!("({plain} OR {is_word})"),
                    (Harder::Down, Op::Above | Op::AtLeast) => {
                        format!("({plain} AND NOT {is_word})")
                    }
                });
                self.values.push(Sql::Real(number.value()));
            }
        }
    }

    fn within(&mut self, facet: Facet, span: &Span) {
        let ends = [(Op::AtLeast, span.low()), (Op::AtMost, span.high())];
        let ends = ends.into_iter().filter_map(|(op, end)| Some((op, end?)));
        let compared =
            |(op, end): (Op, &Figure)| Term::Compare(facet, op, Operand::Number(end.clone()));
        let terms: Vec<Term<Facet>> = ends.map(compared).collect();
        self.list(&terms, " AND ");
    }

    /// A comparison of what a library knows beside the ratings.
    fn own(&mut self, facet: Facet, op: Op, operand: &Operand) {
        let no = if op == Op::Unequal { "NOT " } else { "" };
        match (facet, operand) {
            (Facet::Symmetry, Operand::Word(word)) => {
                let holds = symmetry(word).expect("the words were checked");
                self.text.push_str(&format!("{no}({holds})"));
            }
            (Facet::Level, operand) => match equal_to(op, operand) {
                Some(level) => {
                    self.text.push_str(no);
                    self.list(&[means(level)], "");
                }
                None => {
                    self.text.push_str("(0");
                    for level in levels_that(op, operand) {
                        self.text.push_str(" OR ");
                        self.term(&means(level));
                    }
                    self.text.push(')');
                }
            },
            (Facet::Source | Facet::Method, operand) => {
                let name = if facet == Facet::Source { "s.name" } else { "s.method" };
                let word = match operand {
                    Operand::Word(word) => word.clone(),
                    Operand::Number(number) => number.to_string(),
                };
                self.text.push_str(&format!("({name} {} ? COLLATE NOCASE)", sign(op)));
                self.values.push(Sql::Text(word));
            }
            (Facet::Seed, Operand::Number(number)) => self.seed(op, number),
            // No seed is a word.
            (Facet::Seed, Operand::Word(_)) => {
                self.text.push_str(&format!("({no}0 AND s.seed IS NOT NULL)"));
            }
            (Facet::Rating(column), operand) => self.compare(column, op, operand),
            (Facet::Symmetry, Operand::Number(_)) => {
                unreachable!("numbers were refused when the condition was read")
            }
        }
    }

    /// A comparison of seeds. They have 64 bits, which a float has not, and are stored as SQLite has
    /// integers, with a sign: those that are stored as negative are the greatest.
    fn seed(&mut self, op: Op, number: &Figure) {
        let (op, seed) = seed_bound(op, number);
        let seed = seed.cast_signed();
        let (is_great, sign) = (i64::from(seed < 0), sign(op));
        self.text.push_str(&format!("((s.seed < 0, s.seed) {sign} ({is_great}, ?))"));
        self.values.push(Sql::Integer(seed));
    }
}

fn collect(term: &Term<Facet>, parts: &mut Vec<(&'static Info, Clause)>) {
    let mut one = |column: &Column| {
        if column.is_main() {
            let mut clause = Clause::default();
            clause.term(term);
            parts.push((column.metric().info(), clause));
        }
    };
    match term {
        Term::Both(terms) => terms.iter().for_each(|term| collect(term, parts)),
        Term::Either(terms) if terms.len() == 1 => collect(&terms[0], parts),
        Term::Compare(Facet::Rating(column), ..) | Term::Within(Facet::Rating(column), _) => {
            one(column);
        }
        Term::Compare(Facet::Level, Op::Equal, operand) => {
            if let Some(level) = equal_to(Op::Equal, operand) {
                collect(&means(level), parts);
            }
        }
        Term::Either(_) | Term::Compare(..) | Term::Within(..) => {}
    }
}

fn sign(op: Op) -> &'static str {
    match op {
        Op::Equal => "=",
        Op::Unequal => "!=",
        Op::Below => "<",
        Op::AtMost => "<=",
        Op::Above => ">",
        Op::AtLeast => ">=",
    }
}
