//! A tiny language to choose puzzles by their ratings.
//!
//! ```text
//! either  := both ("or" both)*
//! both    := term ("and" term)*
//! term    := column op value | column ["="] range | "(" either ")"
//! op      := = | != | < | <= | > | >=
//! range   := number..number | number.. | ..number      both ends belong to it
//! value   := number | word | 'quoted words'
//! ```
//!
//! Numbers are compared as numbers. A column of numbers may hold a word where the scale
//! ends ("above", "beyond"): it is harder than any number. Words can be equal or not,
//! whatever the case of their letters. A value that is missing compares with nothing: not
//! even `!=` holds of it.
//!
//! A condition also says how far a puzzle is from it ([`Condition::distance`]): a maker of
//! puzzles can tell how close it came, and climb.

use super::{Column, Harder, Metric, Value};
use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;
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
/// let term = Term::parse("colour!=green", &named).unwrap();
/// let compared = Term::Compare(7, Op::Unequal, Operand::Word("green".to_owned()));
/// assert_eq!(term, Term::Either(vec![Term::Both(vec![compared])]));
/// assert_eq!(Term::parse("age>3", &named).unwrap_err().to_string(), "no age");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Term<C = Column> {
    /// At least one of them holds.
    Either(Vec<Term<C>>),
    /// All of them hold.
    Both(Vec<Term<C>>),
    /// The value compares so with a number or a word.
    Compare(C, Op, Operand),
    /// The value is a number in this range, both ends belonging to it.
    Within(C, RangeInclusive<f64>),
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
    /// A finite number.
    Number(f64),
    /// A word, in whatever case. It can be equal or not.
    Word(String),
}

impl<C> Term<C> {
    /// Reads a condition; `named` finds the column of a name, or says why there is none.
    pub fn parse(
        text: &str,
        named: &dyn Fn(&str) -> Result<C, String>,
    ) -> Result<Term<C>, BadCondition> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, end: text.len(), named };
        let term = parser.either()?;
        match parser.tokens.first() {
            None => Ok(term),
            Some(token) => Err(BadCondition::new(token.at, "expected `and` or `or`")),
        }
    }

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
        self.holds(asking(workup))
    }

    /// How far the puzzle that is worked up here is from it.
    pub fn distance_of(&self, workup: &super::Workup<'_>) -> f64 {
        self.distance(asking(workup))
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

    /// Which way leads there from these values: more than 0 if a harder puzzle would be
    /// nearer, less than 0 if an easier one would, 0 where it holds or nothing can be said.
    ///
    /// What is joined by `and` may pull both ways; the stronger pull wins.
    pub fn pull(&self, mut value: impl FnMut(Column) -> Option<Value>) -> f64 {
        self.term.pull(&mut value)
    }
}

/// Looks columns up by asking their metrics about this puzzle, each metric once.
fn asking<'a>(workup: &'a super::Workup<'_>) -> impl FnMut(Column) -> Option<Value> + 'a {
    let mut asked = Vec::new();
    move |column| {
        let slug = column.metric().info().slug;
        let at = asked.iter().position(|(known, _)| *known == slug).unwrap_or_else(|| {
            asked.push((slug, column.metric().rate(workup).ok()));
            asked.len() - 1
        });
        column.of(asked[at].1.as_ref()?)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for Condition {
    type Err = BadCondition;

    fn from_str(text: &str) -> Result<Condition, BadCondition> {
        let named = |name: &str| Column::named(name).ok_or_else(|| no_column(name));
        Ok(Condition { text: text.to_owned(), term: Term::parse(text, &named)? })
    }
}

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

    fn holds(&self, value: &mut dyn FnMut(Column) -> Option<Value>) -> bool {
        match self {
            Term::Either(terms) => terms.iter().any(|term| term.holds(value)),
            Term::Both(terms) => terms.iter().all(|term| term.holds(value)),
            Term::Compare(column, op, operand) => {
                value(*column).is_some_and(|value| op.holds(*column, value, operand))
            }
            Term::Within(column, range) => {
                value(*column).is_some_and(|value| range.contains(&column.number(value)))
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
                    Operand::Number(bound) => apart(column.number(value), *bound),
                    Operand::Word(word) => places_apart(*column, value, word),
                },
            },
            Term::Within(column, range) => match value(*column).map(|value| column.number(value)) {
                None => 1.0,
                Some(number) if range.contains(&number) => 0.0,
                Some(number) if number < *range.start() => apart(number, *range.start()),
                Some(number) => apart(number, *range.end()),
            },
        }
    }
}

impl Term {
    fn most(&self, metric: &str) -> Option<f64> {
        match self {
            Term::Either(terms) => terms
                .iter()
                .map(|term| term.most(metric))
                .try_fold(f64::NEG_INFINITY, |most, term| Some(most.max(term?))),
            Term::Both(terms) => terms.iter().filter_map(|term| term.most(metric)).reduce(f64::min),
            Term::Within(column, range) if column.is_main_of(metric) => {
                Some(*range.end()).filter(|end| end.is_finite())
            }
            Term::Compare(column, Op::Equal | Op::Below | Op::AtMost, Operand::Number(most))
                if column.is_main_of(metric) =>
            {
                Some(*most)
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
            Term::Within(column, range)
                if column.is_main_of(metric) && *range.end() == f64::INFINITY =>
            {
                Some(*range.start())
            }
            Term::Compare(column, Op::AtLeast, Operand::Number(least))
                if column.is_main_of(metric) =>
            {
                Some(*least)
            }
            Term::Within(..) | Term::Compare(..) => None,
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
        let words = column.metric().info().words;
        let place = |word: &str| words.iter().position(|known| known.eq_ignore_ascii_case(word));
        let towards = |bound: f64| match column.number(value).partial_cmp(&bound) {
            Some(Ordering::Less) => harder,
            Some(Ordering::Greater) => -harder,
            _ => 0.0,
        };
        match self {
            Term::Either(_) | Term::Both(_) | Term::Compare(_, Op::Unequal, _) => 0.0,
            Term::Within(_, range) => towards(*range.start()),
            Term::Compare(_, Op::Equal, Operand::Number(bound)) => towards(*bound),
            Term::Compare(_, Op::Below | Op::AtMost, _) => -harder,
            Term::Compare(_, Op::Above | Op::AtLeast, _) => harder,
            Term::Compare(_, Op::Equal, Operand::Word(word)) => match (value, place(word)) {
                (Value::Word(is), Some(wanted)) => match place(is) {
                    Some(is) if is < wanted => 1.0,
                    _ => -1.0,
                },
                (Value::Word(_), None) => 0.0,
                // A word among numbers is where the scale ends.
                _ => 1.0,
            },
        }
    }
}

/// The least distance of something that does not hold.
const NEXT_TO: f64 = 1e-6;

/// The difference of two numbers relative to their size, at most 1.
fn apart(a: f64, b: f64) -> f64 {
    let difference = (a - b).abs() / (a.abs() + b.abs());
    if difference.is_finite() { difference.max(NEXT_TO) } else { 1.0 }
}

/// How far two words are apart on the scale from easy to hard, at most 1.
fn places_apart(column: Column, value: Value, word: &str) -> f64 {
    let words = column.metric().info().words;
    let place = |word: &str| words.iter().position(|known| known.eq_ignore_ascii_case(word));
    match (value, place(word)) {
        (Value::Word(is), Some(wanted)) => match place(is) {
            Some(is) if is != wanted => is.abs_diff(wanted) as f64 / words.len() as f64,
            _ => 1.0,
        },
        _ => 1.0,
    }
}

impl Op {
    fn holds(self, column: Column, value: Value, operand: &Operand) -> bool {
        let order = match (value, operand) {
            (Value::Word(word), Operand::Word(other)) => {
                word.to_lowercase().cmp(&other.to_lowercase())
            }
            // Only asked whether they are equal.
            (_, Operand::Word(_)) => Ordering::Less,
            (_, Operand::Number(other)) => match column.number(value).partial_cmp(other) {
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

/// What is wrong with the text of a condition, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct BadCondition {
    /// The byte of the text.
    pub at: usize,
    /// What is wrong there.
    pub what: String,
}

impl BadCondition {
    fn new(at: usize, what: impl Into<String>) -> BadCondition {
        BadCondition { at, what: what.into() }
    }
}

#[derive(Debug, PartialEq)]
struct Token<'a> {
    at: usize,
    kind: Kind<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind<'a> {
    Word(&'a str),
    Quoted(&'a str),
    Op(Op),
    Open,
    Close,
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, BadCondition> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_wordy = |c: char| c.is_alphanumeric() || "._-+".contains(c);
        let (kind, length) = match c {
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '(' => (Kind::Open, 1),
            ')' => (Kind::Close, 1),
            '\'' | '"' => match rest[1..].find(c) {
                Some(length) => (Kind::Quoted(&rest[1..=length]), length + 2),
                None => return Err(BadCondition::new(at, "this quotation does not end")),
            },
            '=' | '!' | '<' | '>' => operator(rest)
                .ok_or_else(|| BadCondition::new(at, "expected one of = != < <= > >="))?,
            _ if is_wordy(c) => {
                let length = rest.find(|c| !is_wordy(c)).unwrap_or(rest.len());
                (Kind::Word(&rest[..length]), length)
            }
            _ => return Err(BadCondition::new(at, format!("`{c}` has no meaning here"))),
        };
        tokens.push(Token { at, kind });
        at += length;
    }
    Ok(tokens)
}

fn operator(text: &str) -> Option<(Kind<'_>, usize)> {
    let known = [
        ("<=", Op::AtMost),
        (">=", Op::AtLeast),
        ("!=", Op::Unequal),
        ("==", Op::Equal),
        ("<", Op::Below),
        (">", Op::Above),
        ("=", Op::Equal),
    ];
    let (sign, op) = known.into_iter().find(|(sign, _)| text.starts_with(sign))?;
    Some((Kind::Op(op), sign.len()))
}

struct Parser<'a, 'b, C> {
    tokens: &'b [Token<'a>],
    /// Where the text ends.
    end: usize,
    named: &'b dyn Fn(&str) -> Result<C, String>,
}

impl<'a, C> Parser<'a, '_, C> {
    fn either(&mut self) -> Result<Term<C>, BadCondition> {
        let mut terms = vec![self.both()?];
        while self.skip("or") {
            terms.push(self.both()?);
        }
        Ok(Term::Either(terms))
    }

    fn both(&mut self) -> Result<Term<C>, BadCondition> {
        let mut terms = vec![self.term()?];
        while self.skip("and") {
            terms.push(self.term()?);
        }
        Ok(Term::Both(terms))
    }

    fn skip(&mut self, word: &str) -> bool {
        let is_next = matches!(self.tokens.first(),
            Some(Token { kind: Kind::Word(next), .. }) if next.eq_ignore_ascii_case(word));
        if is_next {
            self.tokens = &self.tokens[1..];
        }
        is_next
    }

    fn next(&mut self, wanted: &str) -> Result<(usize, Kind<'a>), BadCondition> {
        let Some((token, rest)) = self.tokens.split_first() else {
            return Err(BadCondition::new(self.end, format!("expected {wanted} here")));
        };
        self.tokens = rest;
        Ok((token.at, token.kind))
    }

    fn term(&mut self) -> Result<Term<C>, BadCondition> {
        let column = match self.next("a column")? {
            (_, Kind::Open) => {
                let inner = self.either()?;
                return match self.next("`)`")? {
                    (_, Kind::Close) => Ok(inner),
                    (at, _) => Err(BadCondition::new(at, "expected `and`, `or` or `)`")),
                };
            }
            (at, Kind::Word(name) | Kind::Quoted(name)) => {
                (self.named)(name).map_err(|what| BadCondition::new(at, what))?
            }
            (at, _) => return Err(BadCondition::new(at, "expected a column")),
        };
        const OPERATORS: &str = "one of = != < <= > >= or a range such as 3..5";
        let (op_at, op) = match self.next(OPERATORS)? {
            (at, Kind::Op(op)) => (at, op),
            (at, Kind::Word(word)) if word.contains("..") => {
                return Ok(Term::Within(column, range(at, word)?));
            }
            (at, _) => return Err(BadCondition::new(at, format!("expected {OPERATORS}"))),
        };
        let operand = match self.next("a number or a word")? {
            (_, Kind::Quoted(word)) => Operand::Word(word.to_owned()),
            (at, Kind::Word(word)) if op == Op::Equal && word.contains("..") => {
                return Ok(Term::Within(column, range(at, word)?));
            }
            (_, Kind::Word(word)) => match word.parse::<f64>() {
                Ok(number) if number.is_finite() => Operand::Number(number),
                _ => Operand::Word(word.to_owned()),
            },
            (at, _) => return Err(BadCondition::new(at, "expected a number or a word")),
        };
        match (&operand, op) {
            (Operand::Number(_), _) | (_, Op::Equal | Op::Unequal) => {}
            (Operand::Word(word), _) => {
                let what = format!("`{word}` is no number: only = and != compare words");
                return Err(BadCondition::new(op_at, what));
            }
        }
        Ok(Term::Compare(column, op, operand))
    }
}

/// A range of numbers, both ends belonging to it.
fn range(at: usize, text: &str) -> Result<RangeInclusive<f64>, BadCondition> {
    let wrong = || BadCondition::new(at, format!("`{text}` is no range such as 3..5, 3.. or ..5"));
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str, open: f64| match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Err(_) if text.is_empty() => Ok(open),
        _ => Err(wrong()),
    };
    let range = number(low, f64::NEG_INFINITY)?..=number(high, f64::INFINITY)?;
    if low.is_empty() && high.is_empty() {
        return Err(wrong());
    }
    if range.is_empty() {
        return Err(BadCondition::new(at, format!("no number is in `{text}`")));
    }
    Ok(range)
}

/// What to say about a name that no column has.
pub fn no_column(name: &str) -> String {
    let columns: Vec<String> = Column::all().map(|column| column.to_string()).collect();
    let near = columns.iter().map(|column| (distance(column, name), column)).min();
    match near {
        Some((distance, column)) if distance <= 2 && distance < name.len() => {
            format!("there is no column {name}; did you mean {column}?")
        }
        _ => format!("there is no column {name}; there are {}", columns.join(", ")),
    }
}

/// How many letters to change, add or leave out.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != *y);
            corner = std::mem::replace(&mut row[j + 1], 0);
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::super::Workup;
    use super::*;
    use piste_core::{Grid, Puzzle};

    /// A puzzle of 30 givens.
    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn with_puzzle<T>(ask: impl FnOnce(&Workup<'_>) -> T) -> T {
        let grid: Grid = PUZZLE.parse().unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        ask(&Workup::new(&puzzle))
    }

    fn holds(text: &str) -> bool {
        with_puzzle(|workup| text.parse::<Condition>().unwrap().holds_of(workup))
    }

    fn distance_of(text: &str) -> f64 {
        with_puzzle(|workup| text.parse::<Condition>().unwrap().distance_of(workup))
    }

    fn error(text: &str) -> BadCondition {
        text.parse::<Condition>().unwrap_err()
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        for yes in [
            "givens=30",
            "givens == 30.0",
            "givens<31",
            "givens <= 30",
            "givens>=30",
            "givens>9",
            "givens!=31",
            "givens != thirty",
            "givens=1 or givens=30",
            "givens=1 and givens=2 or givens=30",
            "givens=30 and (givens=1 or givens>20)",
            "givens 30..30",
            "givens ..30",
            "givens = 29..",
            "givens 1.5..30.5 and colour=green",
        ] {
            assert!(holds(yes), "{yes}");
            assert_eq!(distance_of(yes), 0.0, "{yes}");
        }
        for no in [
            "givens<30",
            "givens>30",
            "givens!=30",
            "givens=thirty",
            "givens=30 AND givens=31",
            "(givens=30 or givens=1) and givens=2",
            "givens 31..",
            "givens ..29.9",
            "givens 20..29",
        ] {
            assert!(!holds(no), "{no}");
            assert!(distance_of(no) > 0.0, "{no}");
        }
    }

    #[test]
    fn the_distance_falls_on_the_way() {
        assert!(distance_of("givens>50") > distance_of("givens>40"));
        assert!(distance_of("givens ..10") > distance_of("givens ..20"));
        assert!(distance_of("colour=black") > distance_of("colour=red"));
        assert!(distance_of("colour=red") > distance_of("colour=blue"));
        assert_eq!(distance_of("givens>50 or givens>40"), distance_of("givens>40"));
        let both = distance_of("givens>50") + distance_of("colour=blue");
        assert!((distance_of("givens>50 and colour=blue") - both).abs() < 1e-12);
    }

    #[test]
    fn the_greatest_value_of_use() {
        let most = |text: &str| text.parse::<Condition>().unwrap().most("givens");
        assert_eq!(most("givens 20..30"), Some(30.0));
        assert_eq!(most("givens<25 and givens<=40 and hsolve<3"), Some(25.0));
        assert_eq!(most("givens=22 or givens ..24"), Some(24.0));
        for none in ["givens 20..", "givens>3", "hsolve<9", "givens<9 or hsolve<9", "givens!=3"] {
            assert_eq!(most(none), None, "{none}");
        }
    }

    #[test]
    fn the_value_from_which_on_it_holds() {
        let least = |text: &str| text.parse::<Condition>().unwrap().least("givens");
        assert_eq!(least("givens 20.."), Some(20.0));
        assert_eq!(least("givens>=25 and givens 30.. and hsolve<3"), Some(30.0));
        for none in [
            "givens 20..30",
            "givens>3",
            "hsolve>9",
            "givens>=9 or hsolve>9",
            "givens>=9 and (givens>=3 or givens>=4)",
            "givens>=9 and givens<20",
        ] {
            assert_eq!(least(none), None, "{none}");
        }
    }

    #[test]
    fn the_pull_says_which_way_is_harder() {
        let pull_of = |text: &str| {
            with_puzzle(|workup| text.parse::<Condition>().unwrap().pull(asking(workup)))
        };
        for harder in ["colour=red", "umbrella=above", "umbrella=4", "givens<20", "hsolve>900"] {
            assert!(pull_of(harder) > 0.0, "{harder}");
        }
        for easier in ["givens>40", "givens 40..50", "hsolve<50", "hsolve ..20", "umbrella<1"] {
            assert!(pull_of(easier) < 0.0, "{easier}");
        }
        for neither in ["givens=30", "colour=green", "givens!=30", "givens=30 and colour!=green"] {
            assert_eq!(pull_of(neither), 0.0, "{neither}");
        }
        assert_eq!(pull_of("givens>40 or givens<29"), pull_of("givens<29"));
    }

    #[test]
    fn a_word_is_harder_than_any_number() {
        let above = Value::Word("above");
        let column = Column::named("givens").unwrap();
        // The fewer givens the harder.
        assert!(Op::Below.holds(column, above, &Operand::Number(-1e300)));
        assert!(!Op::AtLeast.holds(column, above, &Operand::Number(4.0)));
        assert!(Op::Unequal.holds(column, above, &Operand::Number(4.0)));
        assert!(Op::Equal.holds(column, above, &Operand::Word("Above".to_owned())));
        assert!(Op::Unequal.holds(column, above, &Operand::Word("below".to_owned())));
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (text, what, at) in [
            ("givens<20 or givns>3", "there is no column givns; did you mean givens?", 13),
            ("", "expected a column here", 0),
            ("givens", "expected one of = != < <= > >= or a range such as 3..5 here", 6),
            ("givens 3", "expected one of = != < <= > >= or a range such as 3..5", 7),
            ("givens<", "expected a number or a word here", 7),
            ("givens<few", "`few` is no number: only = and != compare words", 6),
            ("givens<2 givens", "expected `and` or `or`", 9),
            ("(givens<2", "expected `)` here", 9),
            ("givens ! 3", "expected one of = != < <= > >=", 7),
            ("givens='few", "this quotation does not end", 7),
            ("givens & 3", "`&` has no meaning here", 7),
            ("givens 3..x", "`3..x` is no range such as 3..5, 3.. or ..5", 7),
            ("givens ..", "`..` is no range such as 3..5, 3.. or ..5", 7),
            ("givens 5..3", "no number is in `5..3`", 7),
            ("< 3", "expected a column", 0),
        ] {
            assert_eq!(error(text), BadCondition::new(at, what), "{text}");
        }
    }

    #[test]
    fn every_column_can_be_asked_about() {
        for column in Column::all() {
            let condition: Condition = format!("{column}>0").parse().unwrap();
            assert_eq!(condition.columns(), [column]);
            assert_eq!(condition.metrics()[0].info(), column.metric().info());
        }
    }

    #[test]
    fn distances_count_letters() {
        assert_eq!(distance("hsolve", "hsolve"), 0);
        assert_eq!(distance("hsolve", "hslve"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
