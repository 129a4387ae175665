//! `--where`: a tiny language to choose puzzles by their ratings.
//!
//! ```text
//! either  := both ("or" both)*
//! both    := term ("and" term)*
//! term    := column op value | "(" either ")"
//! op      := = | != | < | <= | > | >=
//! value   := number | word | 'quoted words'
//! ```
//!
//! Numbers are compared as numbers. A column of numbers may hold a word where the scale
//! ends ("above", "beyond"): it is harder than any number, here as in `--sort`. Words can
//! be equal or not, whatever the case of their letters. A value that is missing compares
//! with nothing: not even `!=` holds of it.
//!
//! What is wrong is shown where it is wrong:
//!
//! ```text
//! --where: there is no column hsolv; did you mean hsolve?
//!   hsolv<800 and colour=green
//!   ^
//! ```

use super::selection::{Column, Ratings, Selection, all_columns};
use anyhow::anyhow;
use piste::rating::Value;
use std::cmp::Ordering;

/// A condition on the ratings of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    Either(Vec<Condition>),
    Both(Vec<Condition>),
    Compare(Column, Op, Operand),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Equal,
    Unequal,
    Below,
    AtMost,
    Above,
    AtLeast,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    Number(f64),
    Word(String),
}

impl Condition {
    /// Reads a condition. Metrics that it speaks of are added to the selection.
    pub(super) fn parse(text: &str, selection: &mut Selection) -> anyhow::Result<Condition> {
        let wrong = |Wrong { at, what }: Wrong| {
            let margin = " ".repeat(text[..at].chars().count());
            anyhow!("--where: {what}\n  {text}\n  {margin}^")
        };
        let tokens = tokens(text).map_err(wrong)?;
        let mut parser = Parser { tokens: &tokens, end: text.len(), selection };
        let condition = parser.either().map_err(wrong)?;
        match parser.tokens.first() {
            None => Ok(condition),
            Some(token) => Err(wrong(Wrong::new(token.at, "expected `and` or `or`"))),
        }
    }

    /// Whether it holds.
    pub(super) fn holds(&self, ratings: &Ratings) -> bool {
        match self {
            Condition::Either(terms) => terms.iter().any(|term| term.holds(ratings)),
            Condition::Both(terms) => terms.iter().all(|term| term.holds(ratings)),
            Condition::Compare(column, op, operand) => {
                ratings.value(*column).is_some_and(|value| op.holds(*column, value, operand))
            }
        }
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

/// What is wrong, and at which byte.
struct Wrong {
    at: usize,
    what: String,
}

impl Wrong {
    fn new(at: usize, what: impl Into<String>) -> Wrong {
        Wrong { at, what: what.into() }
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

fn tokens(text: &str) -> Result<Vec<Token<'_>>, Wrong> {
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
                None => return Err(Wrong::new(at, "this quotation does not end")),
            },
            '=' | '!' | '<' | '>' => {
                operator(rest).ok_or_else(|| Wrong::new(at, "expected one of = != < <= > >="))?
            }
            _ if is_wordy(c) => {
                let length = rest.find(|c| !is_wordy(c)).unwrap_or(rest.len());
                (Kind::Word(&rest[..length]), length)
            }
            _ => return Err(Wrong::new(at, format!("`{c}` has no meaning here"))),
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

struct Parser<'a, 'b> {
    tokens: &'b [Token<'a>],
    /// Where the text ends.
    end: usize,
    selection: &'b mut Selection,
}

impl<'a> Parser<'a, '_> {
    fn either(&mut self) -> Result<Condition, Wrong> {
        let mut terms = vec![self.both()?];
        while self.skip("or") {
            terms.push(self.both()?);
        }
        Ok(Condition::Either(terms))
    }

    fn both(&mut self) -> Result<Condition, Wrong> {
        let mut terms = vec![self.term()?];
        while self.skip("and") {
            terms.push(self.term()?);
        }
        Ok(Condition::Both(terms))
    }

    fn skip(&mut self, word: &str) -> bool {
        let is_next = matches!(self.tokens.first(),
            Some(Token { kind: Kind::Word(next), .. }) if next.eq_ignore_ascii_case(word));
        if is_next {
            self.tokens = &self.tokens[1..];
        }
        is_next
    }

    fn next(&mut self, wanted: &str) -> Result<(usize, Kind<'a>), Wrong> {
        let Some((token, rest)) = self.tokens.split_first() else {
            return Err(Wrong::new(self.end, format!("expected {wanted} here")));
        };
        self.tokens = rest;
        Ok((token.at, token.kind))
    }

    fn term(&mut self) -> Result<Condition, Wrong> {
        let column = match self.next("a column")? {
            (_, Kind::Open) => {
                let inner = self.either()?;
                return match self.next("`)`")? {
                    (_, Kind::Close) => Ok(inner),
                    (at, _) => Err(Wrong::new(at, "expected `and`, `or` or `)`")),
                };
            }
            (at, Kind::Word(name) | Kind::Quoted(name)) => {
                self.selection.column(name).ok_or_else(|| Wrong::new(at, no_column(name)))?
            }
            (at, _) => return Err(Wrong::new(at, "expected a column")),
        };
        let (op_at, op) = match self.next("one of = != < <= > >=")? {
            (at, Kind::Op(op)) => (at, op),
            (at, _) => return Err(Wrong::new(at, "expected one of = != < <= > >=")),
        };
        let operand = match self.next("a number or a word")? {
            (_, Kind::Quoted(word)) => Operand::Word(word.to_owned()),
            (_, Kind::Word(word)) => match word.parse::<f64>() {
                Ok(number) if number.is_finite() => Operand::Number(number),
                _ => Operand::Word(word.to_owned()),
            },
            (at, _) => return Err(Wrong::new(at, "expected a number or a word")),
        };
        match (&operand, op) {
            (Operand::Number(_), _) | (_, Op::Equal | Op::Unequal) => {}
            (Operand::Word(word), _) => {
                let what = format!("`{word}` is no number: only = and != compare words");
                return Err(Wrong::new(op_at, what));
            }
        }
        Ok(Condition::Compare(column, op, operand))
    }
}

/// What to say about a name that no column has.
pub(super) fn no_column(name: &str) -> String {
    let columns: Vec<String> = all_columns().collect();
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
    use super::*;
    use piste::rating::{Workup, metrics};
    use piste_core::{Grid, Puzzle};

    /// A puzzle of 30 givens.
    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn holds(text: &str) -> bool {
        let mut selection = Selection::new(&["givens".to_owned()]);
        let condition = Condition::parse(text, &mut selection).unwrap();
        let grid: Grid = PUZZLE.parse().unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        condition.holds(&selection.rate(&Workup::new(&puzzle)))
    }

    fn error(text: &str) -> String {
        Condition::parse(text, &mut Selection::new(&[])).unwrap_err().to_string()
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
        ] {
            assert!(holds(yes), "{yes}");
        }
        for no in [
            "givens<30",
            "givens>30",
            "givens!=30",
            "givens=thirty",
            "givens=30 AND givens=31",
            "(givens=30 or givens=1) and givens=2",
        ] {
            assert!(!holds(no), "{no}");
        }
    }

    #[test]
    fn a_word_is_harder_than_any_number() {
        let above = Value::Word("above");
        let column = Selection::new(&[]).column("givens").unwrap();
        // The fewer givens the harder.
        assert!(Op::Below.holds(column, above, &Operand::Number(-1e300)));
        assert!(!Op::AtLeast.holds(column, above, &Operand::Number(4.0)));
        assert!(Op::Unequal.holds(column, above, &Operand::Number(4.0)));
        assert!(Op::Equal.holds(column, above, &Operand::Word("Above".to_owned())));
        assert!(Op::Unequal.holds(column, above, &Operand::Word("below".to_owned())));
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        assert_eq!(
            error("givens<20 or givns>3"),
            "--where: there is no column givns; did you mean givens?\n  \
             givens<20 or givns>3\n               ^"
        );
        for (text, what, at) in [
            ("", "expected a column here", 0),
            ("givens", "expected one of = != < <= > >= here", 6),
            ("givens<", "expected a number or a word here", 7),
            ("givens<few", "`few` is no number: only = and != compare words", 6),
            ("givens<2 givens", "expected `and` or `or`", 9),
            ("(givens<2", "expected `)` here", 9),
            ("givens ! 3", "expected one of = != < <= > >=", 7),
            ("givens='few", "this quotation does not end", 7),
            ("givens & 3", "`&` has no meaning here", 7),
            ("< 3", "expected a column", 0),
        ] {
            let margin = " ".repeat(at);
            assert_eq!(error(text), format!("--where: {what}\n  {text}\n  {margin}^"));
        }
    }

    #[test]
    fn every_column_can_be_asked_about() {
        for column in all_columns() {
            assert!(Condition::parse(&format!("{column}>0"), &mut Selection::new(&[])).is_ok());
        }
        assert!(metrics::ALL.len() <= all_columns().count());
    }

    #[test]
    fn distances_count_letters() {
        assert_eq!(distance("hsolve", "hsolve"), 0);
        assert_eq!(distance("hsolve", "hslve"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
