//! A tiny language to choose puzzles by their ratings.
//!
//! ```text
//! either  := both ("or" both)*
//! both    := term ("and" term)*
//! term    := column op value | column ["="] range | column "in" list | "(" either ")" | "not" term
//! op      := = | != | < | <= | > | >=
//! list    := one ("," one)* | "(" one ("," one)* ")"   one of several
//! one     := value | range | band
//! range   := number..number | number.. | ..number      both ends belong to it
//! band    := nth/of                                    3/5: the third of five of equal count
//! value   := number | word | 'quoted words'
//! ```
//!
//! Numbers are compared as numbers, and as they are printed: where one reads 4.2, `=4.2` holds. A column
//! of numbers may hold a word where the scale
//! ends ("above", "beyond"): it is harder than any number. Words can be equal or not,
//! whatever the case of their letters; those of a scale also come before and after each other (`colour<=blue`), and to a
//! number such a word is its place there, the easiest
//! being 0. A value that is missing compares with nothing: not even `!=` holds of it, nor `not` of
//! anything else. For `not` turns comparisons into their opposites while it is read: there is no term for it.
//!
//! A band is a range whose ends depend on which puzzles are meant ([`Ranks`]). Whoever reads a condition
//! hands them in ([`Condition::read`]), and the band becomes comparisons at once: there is no condition
//! whose bands are still open.
//!
//! This file is what a condition means; `text.rs` reads it.
//!
//! A condition also says how far a puzzle is from it ([`Condition::distance`]): a maker of
//! puzzles can tell how close it came, and climb.

#[cfg(test)]
mod tests;
mod text;

pub use text::{BadCondition, no_column};

use super::bands::{Band, Ranks};
use super::{Bounds, Column, Harder, Metric, Rating, Value, metrics};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A condition on the ratings of a puzzle, as it was written.
///
/// ```
/// use piste::rating::{Condition, Selection, Workup};
/// use piste::{Grid, Puzzle};
///
/// let wanted: Condition = "givens 28..32 and umbrella<=2".parse().unwrap();
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let puzzle = Puzzle::prove(&grid).unwrap();
/// assert!(wanted.holds_of(&Workup::new(&puzzle)));
///
/// let wrong = "givns>3".parse::<Condition>().unwrap_err();
/// assert_eq!(wrong.to_string(), "there is no column givns; did you mean givens?");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    text: String,
    term: Term,
}

/// What a condition says, on columns of the register or, where somebody knows more about a
/// puzzle than its ratings, on columns of their own.
///
/// ```
/// use piste::rating::{Op, Operand, Term};
///
/// let named = |name: &str| if name == "colour" { Ok(7) } else { Err(format!("no {name}")) };
/// let no_bands = |_: &i32, band| Err(format!("what is {band}?"));
/// let term = Term::parse("colour!=green", &named, &|_| Ok(()), &no_bands).unwrap();
/// let compared = Term::Compare(7, Op::Unequal, Operand::Word("green".to_owned()));
/// assert_eq!(term, Term::Either(vec![Term::Both(vec![compared])]));
/// let wrong = Term::parse("age>3", &named, &|_| Ok(()), &no_bands).unwrap_err();
/// assert_eq!(wrong.to_string(), "no age");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Term<C = Column> {
    /// At least one of them holds.
    Either(Vec<Term<C>>),
    /// All of them hold.
    Both(Vec<Term<C>>),
    /// The value compares so with a number or a word.
    Compare(C, Op, Operand),
    /// The value is a number in this range.
    Within(C, Span),
}

/// How a value compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
}

/// What a value is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A number.
    Number(Figure),
    /// A word, in whatever case.
    Word(String),
}

/// A finite number, as it was written.
///
/// A float has sixteen digits, and seeds have twenty: what is whole keeps them all. And what looks
/// like a number may be a name that is to be compared letter by letter.
///
/// ```
/// use piste::rating::Figure;
///
/// let seed = Figure::read("18446744073709551615").unwrap();
/// assert_eq!(seed.whole(), Some(u64::MAX));
/// let name = Figure::read("007").unwrap();
/// assert_eq!((name.value(), name.to_string().as_str()), (7.0, "007"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    text: String,
    value: f64,
}

impl Figure {
    /// The number of this text, if it is a finite one.
    pub fn read(text: &str) -> Option<Figure> {
        let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
        Some(Figure { text: text.to_owned(), value })
    }

    /// The figure of a number that was not written by anybody; at the end of a scale it may be infinite.
    pub(super) fn of(value: f64) -> Figure {
        Figure { text: value.to_string(), value }
    }

    /// As near as a float comes.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Exactly, if it is whole, not negative, and not beyond 64 bits.
    pub fn whole(&self) -> Option<u64> {
        let is_zeros = |part: &str| part.bytes().all(|digit| digit == b'0');
        let digits = match self.text.split_once('.') {
            Some((digits, part)) if is_zeros(part) => digits,
            _ => &self.text,
        };
        let of_value = || {
            let is_whole = self.value >= 0.0 && self.value.fract() == 0.0;
            // Digits alone that are no such number are beyond 64 bits.
            let is_written_otherwise = !digits.bytes().all(|digit| digit.is_ascii_digit());
            let is_small = self.value < 2f64.powi(64);
            (is_whole && is_small && is_written_otherwise).then_some(self.value as u64)
        };
        digits.parse().ok().or_else(of_value)
    }

    fn is_above(&self, other: &Figure) -> bool {
        match (self.whole(), other.whole()) {
            (Some(one), Some(other)) => one > other,
            _ => self.value > other.value,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A range of numbers, open at one end or at none; the ends belong to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    low: Option<Figure>,
    high: Option<Figure>,
}

impl Span {
    /// From here to there, if there is a number between.
    fn new(low: Option<Figure>, high: Option<Figure>) -> Option<Span> {
        let is_empty = low.iter().zip(&high).any(|(low, high)| low.is_above(high));
        (!is_empty).then_some(Span { low, high })
    }

    /// The least number, if there is one.
    pub fn low(&self) -> Option<&Figure> {
        self.low.as_ref()
    }

    /// The greatest number, if there is one.
    pub fn high(&self) -> Option<&Figure> {
        self.high.as_ref()
    }

    /// The end that this number would have to pass to be inside; nothing if it is inside.
    fn missed_by(&self, number: f64) -> Option<f64> {
        let low = self.low.as_ref().map(Figure::value).filter(|low| number < *low);
        low.or_else(|| self.high.as_ref().map(Figure::value).filter(|high| number > *high))
    }
}

impl<C: Clone> Term<C> {
    /// The opposite. Of a value that is missing neither holds.
    fn negated(self) -> Term<C> {
        let all = |terms: Vec<Term<C>>| terms.into_iter().map(Term::negated).collect();
        match self {
            Term::Either(terms) => Term::Both(all(terms)),
            Term::Both(terms) => Term::Either(all(terms)),
            Term::Compare(of, op, operand) => Term::Compare(of, op.opposite(), operand),
            Term::Within(of, span) => {
                let ends = [(Op::Below, span.low), (Op::Above, span.high)];
                let beyond = ends.into_iter().filter_map(|(op, end)| {
                    Some(Term::Compare(of.clone(), op, Operand::Number(end?)))
                });
                Term::Either(beyond.collect())
            }
        }
    }
}

impl<C> Term<C> {
    /// The same with other columns.
    pub fn map<D>(&self, column: &impl Fn(&C) -> D) -> Term<D> {
        let all = |terms: &[Term<C>]| terms.iter().map(|term| term.map(column)).collect();
        match self {
            Term::Either(terms) => Term::Either(all(terms)),
            Term::Both(terms) => Term::Both(all(terms)),
            Term::Compare(of, op, operand) => Term::Compare(column(of), *op, operand.clone()),
            Term::Within(of, range) => Term::Within(column(of), range.clone()),
        }
    }
}

impl Condition {
    /// What it says.
    pub fn term(&self) -> &Term {
        &self.term
    }

    /// Every metric that the condition speaks of, each once, in the order of the text.
    pub fn metrics(&self) -> Vec<&'static dyn Metric> {
        let mut found: Vec<&'static dyn Metric> = Vec::new();
        self.term.visit(&mut |column| {
            if found.iter().all(|known| known.info() != column.metric().info()) {
                found.push(column.metric());
            }
        });
        found
    }

    /// Every column that the condition speaks of, each once, in the order of the text.
    pub fn columns(&self) -> Vec<Column> {
        let mut found: Vec<Column> = Vec::new();
        self.term.visit(&mut |column| {
            if !found.contains(&column) {
                found.push(column);
            }
        });
        found
    }

    /// Whether it holds of these values. Columns are looked up from left to right and only
    /// as far as needed, so that what is cheap to find out should be said first.
    pub fn holds(&self, mut value: impl FnMut(Column) -> Option<Value>) -> bool {
        self.term.holds(&mut value)
    }

    /// Whether it holds of the puzzle that is worked up here.
    pub fn holds_of(&self, workup: &super::Workup<'_>) -> bool {
        self.ratings_where_it_holds(workup).is_some()
    }

    /// If it holds of the puzzle that is worked up here, the ratings that had to be asked for to
    /// know it.
    pub(crate) fn ratings_where_it_holds(&self, workup: &super::Workup<'_>) -> Option<Vec<Rating>> {
        let mut asked = Vec::new();
        let holds = self.holds(|column| ask(column, workup, &mut asked));
        holds.then(|| asked.into_iter().filter_map(|(_, rating)| rating).collect())
    }

    /// How far these values are from it: 0 where it holds, else more than 0.
    ///
    /// One comparison counts at most 1: numbers by the difference relative to their size,
    /// words by their places on the scale from easy to hard. What is joined by `and` adds up,
    /// of what is joined by `or` the nearest counts.
    pub fn distance(&self, mut value: impl FnMut(Column) -> Option<Value>) -> f64 {
        self.term.distance(&mut value)
    }

    /// The greatest main value of this metric with which it can hold; nothing if it sets no
    /// bound.
    pub(crate) fn most(&self, metric: &str) -> Option<f64> {
        self.term.most(metric)
    }

    /// The main value of this metric from which on all that it says of the metric holds;
    /// nothing if it says anything else.
    pub(crate) fn least(&self, metric: &str) -> Option<f64> {
        self.term.least(metric)
    }

    /// A column on which it can never hold, as what it says of it has no value in common;
    /// nothing where that cannot be seen.
    ///
    /// ```
    /// use piste::rating::Condition;
    ///
    /// let at_odds = |text: &str| {
    ///     let condition: Condition = text.parse().unwrap();
    ///     condition.at_odds().map(|column| column.to_string())
    /// };
    /// assert_eq!(at_odds("givens<30 and (se ..1.5 or se=3) and se 7..8"), Some("se.er".to_owned()));
    /// assert_eq!(at_odds("colour=green and (colour=red or givens=25)"), None);
    /// ```
    pub fn at_odds(&self) -> Option<Column> {
        let is_empty = |(low, high): (f64, f64)| low > high;
        self.columns().into_iter().find(|column| is_empty(self.term.reach(*column)))
    }

    /// A column of which it asks what no puzzle has, and the values that there are; nothing where that
    /// cannot be seen.
    ///
    /// ```
    /// use piste::rating::Condition;
    ///
    /// let beyond = |text: &str| {
    ///     let condition: Condition = text.parse().unwrap();
    ///     condition.beyond_all().map(|(column, known)| format!("{column}: {known}"))
    /// };
    /// assert_eq!(beyond("givens = 10"), Some("givens: 17 to 81".to_owned()));
    /// assert_eq!(beyond("umbrella=9 and se>2"), Some("umbrella: 1 to 4, or beyond its scale".to_owned()));
    /// assert_eq!(beyond("umbrella>4"), None);
    /// assert_eq!(beyond("se > 20"), Some("se.er: 1 to 20".to_owned()));
    /// ```
    pub fn beyond_all(&self) -> Option<(Column, Bounds)> {
        self.columns().into_iter().find_map(|column| {
            let (low, high) = self.term.reach(column);
            let bounds = column.metric().bounds(column)?;
            let is_within = low <= bounds.most && high >= bounds.least;
            let end = match column.metric().info().harder {
                Harder::Up => high == f64::INFINITY,
                Harder::Down => low == f64::NEG_INFINITY,
            };
            (low <= high && !is_within && !(bounds.is_open && end)).then_some((column, bounds))
        })
    }

    /// The least and the greatest place on this column with which it can hold; infinite where it sets no bound. What
    /// lies between need not do.
    ///
    /// ```
    /// use piste::rating::{Column, Condition};
    ///
    /// let condition: Condition = "hsolve 900..1200 and givens<30".parse().unwrap();
    /// assert_eq!(condition.range(Column::named("hsolve").unwrap()), (900.0, 1200.0));
    /// ```
    pub fn range(&self, column: Column) -> (f64, f64) {
        self.term.reach(column)
    }

    /// Which way leads there from these values: more than 0 if a harder puzzle would be
    /// nearer, less than 0 if an easier one would, 0 where it holds or nothing can be said.
    ///
    /// What is joined by `and` may pull both ways; the stronger pull wins.
    pub fn pull(&self, mut value: impl FnMut(Column) -> Option<Value>) -> f64 {
        self.term.pull(&mut value)
    }
}

/// Looks a column up by asking its metric about this puzzle, each metric once.
fn ask(
    column: Column,
    workup: &super::Workup<'_>,
    asked: &mut Vec<(&'static str, Option<Rating>)>,
) -> Option<Value> {
    let slug = column.metric().info().slug;
    let at = asked.iter().position(|(known, _)| *known == slug).unwrap_or_else(|| {
        asked.push((slug, super::rated(column.metric(), workup).ok()));
        asked.len() - 1
    });
    column.of(asked[at].1.as_ref()?)
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Condition {
    /// Reads a condition in which there may be bands, such as `hsolve in 3/5`; `ranks` says how the values of a
    /// column are spread over the puzzles that are meant, or why that is not known.
    ///
    /// ```
    /// use piste::rating::{Condition, Harder, Ranks, Value};
    ///
    /// let thousand = Ranks::of(Harder::Up, (0..1_000).map(|value| (f64::from(value), 1)));
    /// let medium = Condition::read("hsolve in 3/5", &|_| Ok(thousand.clone())).unwrap();
    /// assert!(medium.holds(|_| Some(Value::Number(500.0, 1))));
    /// assert!(!medium.holds(|_| Some(Value::Number(600.0, 1))));
    /// ```
    pub fn read(
        text: &str,
        ranks: &dyn Fn(Column) -> Result<Ranks, String>,
    ) -> Result<Condition, BadCondition> {
        let named = |name: &str| Column::named(name).ok_or_else(|| no_column(name));
        let fits = |term: &Term| match term {
            Term::Compare(column, _, Operand::Word(word)) => column.check_word(word),
            _ => Ok(()),
        };
        let banded = |column: &Column, band| column.in_band(band, ranks);
        let term = Term::parse(text, &named, &fits, &banded)?;
        Ok(Condition { text: text.to_owned(), term: term.in_words_of_scales() })
    }

    /// The same, and the other must hold, too.
    #[must_use]
    pub fn and(self, other: Condition) -> Condition {
        Condition {
            text: format!("({self}) and ({other})"),
            term: Term::Both(vec![self.term, other.term]),
        }
    }
}

impl Column {
    /// What it means that a value of this column is in a band; a sentence if that is not known, or if no
    /// value is.
    pub fn in_band(
        self,
        band: Band,
        ranks: &dyn Fn(Column) -> Result<Ranks, String>,
    ) -> Result<Term, String> {
        let bands = ranks(self)?.bands(band.of());
        let bands = bands.ok_or_else(|| format!("no puzzle has a value of {self} to go by"))?;
        bands.term(self, band.nth())
    }
}

/// Without bands: what they are cut by must be [handed in](Condition::read).
///
/// ```
/// use piste::rating::Condition;
///
/// let wrong = "hsolve in 3/5".parse::<Condition>().unwrap_err();
/// assert_eq!(wrong.to_string(), "a band such as 3/5 has no meaning here: it is not said of which puzzles");
/// ```
impl FromStr for Condition {
    type Err = BadCondition;

    fn from_str(text: &str) -> Result<Condition, BadCondition> {
        Condition::read(text, &|_| Err(NO_RANKS.to_owned()))
    }
}

/// What is said of a band where nobody knows which puzzles are meant.
pub const NO_RANKS: &str =
    "a band such as 3/5 has no meaning here: it is not said of which puzzles";

impl Term {
    fn visit(&self, see: &mut impl FnMut(Column)) {
        match self {
            Term::Either(terms) | Term::Both(terms) => {
                for term in terms {
                    term.visit(see);
                }
            }
            Term::Compare(column, ..) | Term::Within(column, _) => see(*column),
        }
    }

    /// The same with the words that metrics have for names that others use.
    fn in_words_of_scales(self) -> Term {
        let all = |terms: Vec<Term>| terms.into_iter().map(Term::in_words_of_scales).collect();
        match self {
            Term::Either(terms) => Term::Either(all(terms)),
            Term::Both(terms) => Term::Both(all(terms)),
            Term::Compare(column, op, Operand::Word(name)) => {
                let word = column.metric().word(&name).map_or(name, str::to_owned);
                Term::Compare(column, op, Operand::Word(word))
            }
            Term::Compare(..) | Term::Within(..) => self,
        }
    }

    fn holds(&self, value: &mut dyn FnMut(Column) -> Option<Value>) -> bool {
        match self {
            Term::Either(terms) => terms.iter().any(|term| term.holds(value)),
            Term::Both(terms) => terms.iter().all(|term| term.holds(value)),
            Term::Compare(column, op, operand) => {
                value(*column).is_some_and(|value| op.holds(*column, value, operand))
            }
            Term::Within(column, span) => {
                value(*column).is_some_and(|value| span.missed_by(seen(*column, value)).is_none())
            }
        }
    }

    fn distance(&self, value: &mut dyn FnMut(Column) -> Option<Value>) -> f64 {
        match self {
            Term::Either(terms) => {
                terms.iter().map(|term| term.distance(value)).fold(f64::INFINITY, f64::min)
            }
            Term::Both(terms) => terms.iter().map(|term| term.distance(value)).sum(),
            Term::Compare(column, op, operand) => match value(*column) {
                None => 1.0,
                Some(value) if op.holds(*column, value, operand) => 0.0,
                Some(value) => match operand {
                    Operand::Number(bound) => apart(column.place(value), bound.value()),
                    Operand::Word(word) => places_apart(*column, value, word),
                },
            },
            Term::Within(column, span) => match value(*column).map(|value| seen(*column, value)) {
                None => 1.0,
                Some(number) => span.missed_by(number).map_or(0.0, |end| apart(number, end)),
            },
        }
    }

    fn most(&self, metric: &str) -> Option<f64> {
        match self {
            Term::Either(terms) => terms
                .iter()
                .map(|term| term.most(metric))
                .try_fold(f64::NEG_INFINITY, |most, term| Some(most.max(term?))),
            Term::Both(terms) => terms.iter().filter_map(|term| term.most(metric)).reduce(f64::min),
            Term::Within(column, span) if column.is_main_of(metric) => {
                span.high().map(Figure::value)
            }
            Term::Compare(column, Op::Equal | Op::Below | Op::AtMost, Operand::Number(most))
                if column.is_main_of(metric) =>
            {
                Some(most.value())
            }
            Term::Within(..) | Term::Compare(..) => None,
        }
    }

    fn least(&self, metric: &str) -> Option<f64> {
        let speaks = |term: &&Term| {
            let mut is_of = false;
            term.visit(&mut |column| is_of |= column.metric().info().slug == metric);
            is_of
        };
        match self {
            Term::Either(terms) if terms.len() > 1 => None,
            Term::Either(terms) | Term::Both(terms) => terms
                .iter()
                .filter(speaks)
                .map(|term| term.least(metric))
                .reduce(|least, term| Some(least?.max(term?)))
                .flatten(),
            Term::Within(column, span) if column.is_main_of(metric) && span.high().is_none() => {
                span.low().map(Figure::value)
            }
            Term::Compare(column, Op::AtLeast, Operand::Number(least))
                if column.is_main_of(metric) =>
            {
                Some(least.value())
            }
            Term::Within(..) | Term::Compare(..) => None,
        }
    }

    /// The least and the greatest place on this column with which it can hold, or a least above the
    /// greatest if it can with none. What lies between need not do.
    fn reach(&self, of: Column) -> (f64, f64) {
        const ALL: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
        const NOTHING: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);
        let value = |figure: Option<&Figure>, open: f64| figure.map_or(open, Figure::value);
        match self {
            Term::Either(terms) => terms
                .iter()
                .map(|term| term.reach(of))
                .filter(|(low, high)| low <= high)
                .fold(NOTHING, |all, (low, high)| (all.0.min(low), all.1.max(high))),
            Term::Both(terms) => terms
                .iter()
                .map(|term| term.reach(of))
                .fold(ALL, |all, (low, high)| (all.0.max(low), all.1.min(high))),
            Term::Within(column, span) if *column == of => {
                (value(span.low(), ALL.0), value(span.high(), ALL.1))
            }
            Term::Compare(column, op, operand) if *column == of => {
                let place = match operand {
                    Operand::Number(figure) => figure.value(),
                    Operand::Word(word) => column.place_of(word),
                };
                match op {
                    Op::Equal => (place, place),
                    Op::Unequal => ALL,
                    Op::Below => (ALL.0, place.next_down()),
                    Op::AtMost => (ALL.0, place),
                    Op::Above => (place.next_up(), ALL.1),
                    Op::AtLeast => (place, ALL.1),
                }
            }
            Term::Within(..) | Term::Compare(..) => ALL,
        }
    }

    fn pull(&self, value: &mut dyn FnMut(Column) -> Option<Value>) -> f64 {
        match self {
            Term::Either(terms) => {
                let nearest = terms
                    .iter()
                    .map(|term| (term.distance(value), term))
                    .min_by(|(a, _), (b, _)| a.total_cmp(b));
                nearest.map_or(0.0, |(_, term)| term.pull(value))
            }
            Term::Both(terms) => terms.iter().map(|term| term.pull(value)).sum(),
            Term::Compare(column, ..) | Term::Within(column, _) => {
                let distance = self.distance(value);
                let way = value(*column).map_or(0.0, |value| self.way(*column, value));
                distance * way
            }
        }
    }

    /// Whether the value of a comparison that does not hold should become harder, 1, or
    /// easier, -1.
    fn way(&self, column: Column, value: Value) -> f64 {
        let harder = match column.metric().info().harder {
            Harder::Up => 1.0,
            Harder::Down => -1.0,
        };
        let towards = |bound: f64| match column.place(value).partial_cmp(&bound) {
            Some(Ordering::Less) => harder,
            Some(Ordering::Greater) => -harder,
            _ => 0.0,
        };
        match self {
            Term::Either(_) | Term::Both(_) | Term::Compare(_, Op::Unequal, _) => 0.0,
            Term::Within(_, span) => span.missed_by(seen(column, value)).map_or(0.0, towards),
            Term::Compare(_, Op::Equal, Operand::Number(bound)) => towards(bound.value()),
            Term::Compare(_, Op::Equal, Operand::Word(word)) => towards(column.place_of(word)),
            Term::Compare(_, Op::Below | Op::AtMost, _) => -harder,
            Term::Compare(_, Op::Above | Op::AtLeast, _) => harder,
        }
    }
}

/// The place of a value as it is printed, which is the one that people know.
fn seen(column: Column, value: Value) -> f64 {
    match value {
        Value::Number(number, decimals) => printed(number, decimals),
        other => column.place(other),
    }
}

/// The number that is printed with so many decimals.
fn printed(number: f64, decimals: u8) -> f64 {
    let power = 10f64.powi(i32::from(decimals));
    let (scaled, exact) = (number * power, 2f64.powi(52));
    let is_near_the_middle = (scaled.fract().abs() - 0.5).abs() < 1e-6;
    if scaled.abs() > exact || is_near_the_middle {
        // Which way a number goes that lies between two is for the text to say.
        return format!("{number:.*}", usize::from(decimals)).parse().unwrap_or(number);
    }
    scaled.round() / power
}

/// The least distance of something that does not hold.
const NEXT_TO: f64 = 1e-6;

/// The difference of two numbers relative to their size, at most 1.
fn apart(a: f64, b: f64) -> f64 {
    let difference = (a - b).abs() / (a.abs() + b.abs());
    if difference.is_finite() { difference.max(NEXT_TO) } else { 1.0 }
}

/// How far a value is from a word on the scale from easy to hard, at most 1.
fn places_apart(column: Column, value: Value, word: &str) -> f64 {
    let all = column.metric().info().words.len() as f64;
    let share = (column.place(value) - column.place_of(word)).abs() / all;
    if share > 0.0 { share.min(1.0) } else { 1.0 }
}

impl Op {
    /// Whether it asks which of two comes first.
    pub fn is_order(self) -> bool {
        !matches!(self, Op::Equal | Op::Unequal)
    }

    /// The one that holds where this one does not.
    fn opposite(self) -> Op {
        match self {
            Op::Equal => Op::Unequal,
            Op::Unequal => Op::Equal,
            Op::Below => Op::AtLeast,
            Op::AtMost => Op::Above,
            Op::Above => Op::AtMost,
            Op::AtLeast => Op::Below,
        }
    }

    fn holds(self, column: Column, value: Value, operand: &Operand) -> bool {
        let order = match (value, operand) {
            (value, Operand::Word(word)) if self.is_order() => {
                seen(column, value).total_cmp(&column.place_of(word))
            }
            (Value::Word(word), Operand::Word(other)) => {
                word.to_lowercase().cmp(&other.to_lowercase())
            }
            // No number is equal to a word.
            (_, Operand::Word(_)) => Ordering::Less,
            (_, Operand::Number(other)) => match seen(column, value).partial_cmp(&other.value()) {
                Some(order) => order,
                None => return false,
            },
        };
        match self {
            Op::Equal => order.is_eq(),
            Op::Unequal => order.is_ne(),
            Op::Below => order.is_lt(),
            Op::AtMost => order.is_le(),
            Op::Above => order.is_gt(),
            Op::AtLeast => order.is_ge(),
        }
    }
}
