//! Which puzzles of a library: the language of conditions, with a few more columns, as SQL.
//!
//! Beside the columns of the metrics a library knows
//!
//! | column     | what it compares with                                                      |
//! |------------|----------------------------------------------------------------------------|
//! | `symmetry` | `half-turn`, `diagonal` … as `piste make --symmetry`; `any`; `none`: has none |
//! | `level`    | the named levels                                                           |
//! | `source`   | the name of a file, or of the collection                                   |
//! | `method`   | the generator                                                              |
//! | `seed`     | the seed that it was given                                                 |
//!
//! A pattern may have several symmetries at once: `symmetry=rotational` holds of all that have this
//! one, whatever else they have.
//!
//! The SQL means what [`Condition::holds`] means; a test holds the two against each other. The points
//! where SQL left alone would say something else: a word among numbers is harder than any number,
//! which for metrics that count downwards is *below* all numbers, while SQLite sorts text above;
//! words are equal whatever their case; and of a value that is missing nothing holds. Here SQL agrees:
//! it is NULL, and no comparison with NULL is true.

use super::{Shapes, schema};
use piste::generate::{Level, Wanted, levels};
use piste::rating::{
    BadCondition, Band, Column, Condition, Figure, Harder, Info, NO_RANKS, Op, Operand, Ranks,
    Span, Term, no_column,
};
use piste_core::symmetry::Symmetry;
use rusqlite::types::Value as Sql;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A column of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    /// A value of a metric.
    Rating(Column),
    /// The symmetry of the pattern of givens.
    Symmetry,
    /// The named level.
    Level,
    /// The file or collection that the puzzle came from.
    Source,
    /// The generator that made it.
    Method,
    /// The seed that the generator was given.
    Seed,
}

impl Facet {
    /// Those that are no ratings, by name.
    const OWN: [(&str, Facet); 5] = [
        ("symmetry", Facet::Symmetry),
        ("level", Facet::Level),
        ("source", Facet::Source),
        ("method", Facet::Method),
        ("seed", Facet::Seed),
    ];

    /// The facet of this name, or what to say about a name that none has.
    fn named(name: &str) -> Result<Facet, String> {
        let own = Facet::OWN.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some((_, facet)) = own {
            return Ok(*facet);
        }
        let others: Vec<&str> = Facet::OWN.iter().map(|(known, _)| *known).collect();
        Column::named(name)
            .map(Facet::Rating)
            .ok_or_else(|| format!("{}; also {}", no_column(name), others.join(", ")))
    }
}

/// The facet of a rating. A level is not stored: it is read off the metrics that it is made of.
fn facet(column: &Column) -> Facet {
    match column.metric().info().slug {
        "level" => Facet::Level,
        _ => Facet::Rating(*column),
    }
}

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

/// The condition that `symmetry=word` is. To whoever makes puzzles `none` is whatever comes; here it is
/// what has none.
fn symmetry(word: &str) -> Option<String> {
    if word.eq_ignore_ascii_case("none") {
        return Some("p.symmetry = 0".to_owned());
    }
    Wanted::named(word).map(symmetric)
}

/// Which puzzles of a library are wanted. The default wants all of the classic 9×9.
///
/// ```
/// use piste_store::library::Filter;
///
/// let filter: Filter = "hsolve 900..1200 and symmetry=rotational".parse().unwrap();
/// assert_eq!(filter.to_string(), "hsolve 900..1200 and symmetry=rotational");
/// let wrong = "symmetry=round".parse::<Filter>().unwrap_err();
/// assert!(wrong.to_string().starts_with("there is no symmetry round; there are none, half-turn"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    text: String,
    /// All of them must hold.
    terms: Vec<Term<Facet>>,
    givens: Option<RangeInclusive<usize>>,
    symmetry: Wanted,
    pub(super) unused_by: Option<String>,
    shapes: Shapes,
}

impl Filter {
    /// The same, and this condition on the ratings must hold, too.
    #[must_use]
    pub fn and(mut self, condition: &Condition) -> Filter {
        let joint = if self.text.is_empty() { "" } else { " and " };
        self.text = format!("{}{joint}({condition})", self.text);
        self.terms.push(condition.term().map(&facet));
        self
    }

    /// The same, and there must be so many givens.
    #[must_use]
    pub fn with_givens(self, givens: RangeInclusive<usize>) -> Filter {
        Filter { givens: Some(givens), ..self }
    }

    /// The same, and the pattern of givens must have this symmetry.
    #[must_use]
    pub fn with_symmetry(self, symmetry: Wanted) -> Filter {
        Filter { symmetry, ..self }
    }

    /// The same without the puzzles that this collection has had.
    #[must_use]
    pub fn unused_by(self, collection: &str) -> Filter {
        Filter { unused_by: Some(collection.to_owned()), ..self }
    }

    /// The same, of puzzles of these shapes.
    #[must_use]
    pub fn on(self, shapes: Shapes) -> Filter {
        Filter { shapes, ..self }
    }

    /// The shapes of the puzzles that are wanted.
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Every metric that it speaks of, each once.
    pub fn metrics(&self) -> Vec<&'static Info> {
        let mut found = Vec::new();
        for term in &self.terms {
            visit(term, &mut |facet| match facet {
                Facet::Rating(column) => note(&mut found, column.metric().info()),
                Facet::Level => {
                    for level in levels::ALL {
                        for metric in level.condition().metrics() {
                            note(&mut found, metric.info());
                        }
                    }
                }
                _ => {}
            });
        }
        found
    }
}

fn note(found: &mut Vec<&'static Info>, info: &'static Info) {
    if found.iter().all(|known| known.slug != info.slug) {
        found.push(info);
    }
}

fn visit(term: &Term<Facet>, see: &mut dyn FnMut(Facet)) {
    match term {
        Term::Either(terms) | Term::Both(terms) => terms.iter().for_each(|term| visit(term, see)),
        Term::Compare(facet, ..) | Term::Within(facet, _) => see(*facet),
    }
}

impl From<&Condition> for Filter {
    fn from(condition: &Condition) -> Filter {
        Filter {
            text: condition.to_string(),
            terms: vec![condition.term().map(&facet)],
            ..Filter::default()
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Filter {
    /// Reads a condition in which there may be bands, such as `hsolve in 3/5`; `ranks` says how the values of a
    /// column are spread over the puzzles that are meant, or why that is not known.
    ///
    /// ```
    /// use piste_store::library::{Filter, Yardstick};
    ///
    /// let shipped = Yardstick::default();
    /// let read = |text: &str| Filter::read(text, &|column| shipped.ranks(column));
    /// assert!(read("se in 3/5 and symmetry=rotational").is_ok());
    /// let wrong = read("source in 3/5").unwrap_err();
    /// assert_eq!(wrong.to_string(), "this column has no bands: they are for ratings");
    /// ```
    pub fn read(
        text: &str,
        ranks: &dyn Fn(Column) -> Result<Ranks, String>,
    ) -> Result<Filter, BadCondition> {
        if text.trim().is_empty() {
            return Ok(Filter::default());
        }
        let banded = |facet: &Facet, band: Band| match facet {
            Facet::Rating(column) => {
                Ok(column.in_band(band, ranks)?.map(&|column| Facet::Rating(*column)))
            }
            _ => Err("this column has no bands: they are for ratings".to_owned()),
        };
        let term = Term::parse(text, &Facet::named, &fits, &banded)?;
        Ok(Filter { text: text.to_owned(), terms: vec![term], ..Filter::default() })
    }
}

/// Without bands: what they are cut by must be [handed in](Filter::read).
impl FromStr for Filter {
    type Err = BadCondition;

    fn from_str(text: &str) -> Result<Filter, BadCondition> {
        Filter::read(text, &|_| Err(NO_RANKS.to_owned()))
    }
}

/// Says what is wrong with a comparison that a facet of ours does not know what to do with.
fn fits(term: &Term<Facet>) -> Result<(), String> {
    match term {
        Term::Compare(Facet::Symmetry, _, Operand::Word(word)) if symmetry(word).is_none() => {
            let known = Wanted::NAMED.map(|(name, ..)| name);
            Err(format!("there is no symmetry {word}; there are {}", known.join(", ")))
        }
        Term::Compare(Facet::Level, _, Operand::Word(word)) if level(word).is_none() => {
            let known = levels::ALL.map(|level| level.slug);
            Err(format!("there is no level {word}; there are {}", known.join(", ")))
        }
        Term::Compare(Facet::Rating(column), _, Operand::Word(word)) => column.check_word(word),
        Term::Compare(facet, op, Operand::Word(_))
            if op.is_order() && !matches!(facet, Facet::Rating(_)) =>
        {
            Err("this column holds words, and is compared with = and !=".to_owned())
        }
        Term::Compare(Facet::Source | Facet::Method, Op::Equal | Op::Unequal, _) => Ok(()),
        Term::Compare(Facet::Symmetry | Facet::Level, _, Operand::Number(_))
        | Term::Compare(Facet::Source | Facet::Method, ..)
        | Term::Within(Facet::Symmetry | Facet::Level | Facet::Source | Facet::Method, _) => {
            Err("this column holds words, and is compared with = and !=".to_owned())
        }
        Term::Either(_) | Term::Both(_) | Term::Compare(..) | Term::Within(..) => Ok(()),
    }
}

fn level(word: &str) -> Option<Level> {
    Level::named(&word.to_lowercase())
}

/// What it means to be of a level.
fn means(level: Level) -> Term<Facet> {
    level.condition().term().map(&|column| Facet::Rating(*column))
}

/// The level that a comparison asks to be equal to, or not to be.
fn equal_to(op: Op, operand: &Operand) -> Option<Level> {
    match operand {
        Operand::Word(word) if !op.is_order() => level(word),
        _ => None,
    }
}

/// The levels that compare so. To a number a level is its place, and a word that is none is where the scale ends.
fn levels_that(op: Op, operand: &Operand) -> impl Iterator<Item = Level> {
    let place = match operand {
        Operand::Word(word) => levels::ALL
            .iter()
            .position(|known| level(word) == Some(*known))
            .map_or(f64::INFINITY, |at| at as f64),
        Operand::Number(number) => number.value(),
    };
    let holds = move |(at, _): &(u32, Level)| match op {
        Op::Equal => f64::from(*at) == place,
        Op::Unequal => f64::from(*at) != place,
        Op::Below => f64::from(*at) < place,
        Op::AtMost => f64::from(*at) <= place,
        Op::Above => f64::from(*at) > place,
        Op::AtLeast => f64::from(*at) >= place,
    };
    (0..).zip(levels::ALL).filter(holds).map(|(_, level)| level)
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
        let (op, seed) = match (number.whole(), op) {
            (Some(seed), _) => (op, seed),
            // No seed is equal to what is not whole, below 0 or too great.
            (None, Op::Equal) => (Op::Below, 0),
            (None, Op::Unequal) => (Op::AtLeast, 0),
            (None, Op::Below | Op::AtMost) if number.value() < 0.0 => (Op::Below, 0),
            (None, Op::Above | Op::AtLeast) if number.value() < 0.0 => (Op::AtLeast, 0),
            (None, Op::Below | Op::AtMost) => (Op::AtMost, number.value() as u64),
            (None, Op::Above | Op::AtLeast) => (Op::Above, number.value() as u64),
        };
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
