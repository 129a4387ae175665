//! How a condition is read: signs, then terms, and where it is wrong, the place.
//!
//! The text may come from anybody, over the network too, so there is an end to everything: to how
//! deep parentheses nest, since each takes some of the stack, and to how many comparisons
//! there are, since others make long questions of them.

use super::{Band, Column, Figure, Op, Operand, Span, Term, metrics};
use crate::rating::bands::MOST_BANDS;

/// How deep parentheses may nest.
const DEEPEST: usize = 64;

/// How many comparisons a condition may have.
const LONGEST: usize = 256;

/// As many letters on either side of a mistake are shown.
const IN_VIEW: usize = 100;

/// Says what it means that a value of a column is in a band, or why that cannot be said.
type Banded<'a, C> = &'a dyn Fn(&C, Band) -> Result<Term<C>, String>;

impl<C: Clone> Term<C> {
    /// Reads a condition; `named` finds the column of a name, or says why there is none,
    /// `fits` says what is wrong with a comparison that makes no sense for its column, and `banded` what it
    /// means that a value of this column is in a band.
    ///
    /// Parentheses nest up to 64 deep, and there are at most 256 comparisons.
    pub fn parse(
        text: &str,
        named: &dyn Fn(&str) -> Result<C, String>,
        fits: &dyn Fn(&Term<C>) -> Result<(), String>,
        banded: Banded<'_, C>,
    ) -> Result<Term<C>, BadCondition> {
        let tokens = tokens(text)?;
        let mut parser =
            Parser { tokens: &tokens, end: text.len(), depth: 0, count: 0, named, fits, banded };
        let term = parser.either()?;
        match parser.tokens.first() {
            None => Ok(term),
            Some(token) => Err(BadCondition::new(token.at, "expected `and` or `or`")),
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
    pub(super) fn new(at: usize, what: impl Into<String>) -> BadCondition {
        BadCondition { at, what: what.into() }
    }

    /// The column of the text, which must be the one that was read, counted in letters from 1.
    ///
    /// ```
    /// use piste::rating::Condition;
    ///
    /// let text = "colour=blue and givns>3";
    /// let wrong = text.parse::<Condition>().unwrap_err();
    /// assert_eq!(wrong.column(text), 17);
    /// ```
    pub fn column(&self, text: &str) -> usize {
        self.before(text).chars().count() + 1
    }

    /// What is wrong, and below it the text, marked where it is wrong. Of a text that is very
    /// long only what is near that place is shown.
    ///
    /// ```
    /// use piste::rating::Condition;
    ///
    /// let text = "hsolv<800 and colour=green";
    /// let wrong = text.parse::<Condition>().unwrap_err();
    /// assert_eq!(
    ///     wrong.shown(text),
    ///     "there is no column hsolv; did you mean hsolve?\n  hsolv<800 and colour=green\n  ^"
    /// );
    /// ```
    pub fn shown(&self, text: &str) -> String {
        // What is no letter would move the mark.
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        let before: Vec<char> = self.before(text).chars().map(plain).collect();
        let behind = text[self.before(text).len()..].chars().map(plain);
        let left_out = before.len().saturating_sub(IN_VIEW);
        let mut line = String::from(if left_out > 0 { "…" } else { "" });
        line.extend(&before[left_out..]);
        let margin = " ".repeat(line.chars().count());
        let mut rest = behind.clone();
        line.extend(rest.by_ref().take(IN_VIEW));
        line.push_str(if rest.next().is_some() { "…" } else { "" });
        format!("{}\n  {line}\n  {margin}^", self.what)
    }

    fn before<'a>(&self, text: &'a str) -> &'a str {
        text.get(..self.at).unwrap_or(text)
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
    Comma,
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, BadCondition> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_wordy = |c: char| c.is_alphanumeric() || "._-+/".contains(c);
        let (kind, length) = match c {
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '(' => (Kind::Open, 1),
            ')' => (Kind::Close, 1),
            ',' => (Kind::Comma, 1),
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
    /// How many parentheses are open.
    depth: usize,
    /// How many comparisons there have been.
    count: usize,
    named: &'b dyn Fn(&str) -> Result<C, String>,
    fits: &'b dyn Fn(&Term<C>) -> Result<(), String>,
    banded: Banded<'b, C>,
}

impl<'a, C: Clone> Parser<'a, '_, C> {
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
        if self.skip("not") {
            return self.opposite();
        }
        let (at, name) = match self.next("a column")? {
            (at, Kind::Open) => return self.nested(at),
            (at, Kind::Word(name) | Kind::Quoted(name)) => (at, name),
            (at, _) => return Err(BadCondition::new(at, "expected a column")),
        };
        self.count += 1;
        if self.count > LONGEST {
            let what = format!("too long: there are more than {LONGEST} comparisons");
            return Err(BadCondition::new(at, what));
        }
        let column = (self.named)(name).map_err(|what| BadCondition::new(at, what))?;
        let (at, term) = self.comparison(column)?;
        match (self.fits)(&term) {
            Ok(()) => Ok(term),
            Err(what) => Err(BadCondition::new(at, what)),
        }
    }

    /// The opposite of what follows.
    fn opposite(&mut self) -> Result<Term<C>, BadCondition> {
        if self.depth == DEEPEST {
            let at = self.tokens.first().map_or(self.end, |token| token.at);
            return Err(BadCondition::new(at, "nested too deeply"));
        }
        self.depth += 1;
        let term = self.term()?;
        self.depth -= 1;
        Ok(term.negated())
    }

    /// What is in parentheses, of which one was opened here.
    fn nested(&mut self, at: usize) -> Result<Term<C>, BadCondition> {
        if self.depth == DEEPEST {
            return Err(BadCondition::new(at, "nested too deeply"));
        }
        self.depth += 1;
        let inner = self.either()?;
        self.depth -= 1;
        match self.next("`)`")? {
            (_, Kind::Close) => Ok(inner),
            (at, _) => Err(BadCondition::new(at, "expected `and`, `or` or `)`")),
        }
    }

    /// What stands behind a column, and where that is with which it is compared.
    fn comparison(&mut self, column: C) -> Result<(usize, Term<C>), BadCondition> {
        const OPERATORS: &str = "one of = != < <= > >=, a range such as 3..5 or `in`";
        let op = match self.next(OPERATORS)? {
            (_, Kind::Op(op)) => op,
            (at, Kind::Word(word)) if word.contains("..") => {
                return Ok((at, Term::Within(column, span(at, word)?)));
            }
            (at, Kind::Word(word)) if word.eq_ignore_ascii_case("in") => {
                return Ok((at, self.one_of(&column)?));
            }
            (at, _) => return Err(BadCondition::new(at, format!("expected {OPERATORS}"))),
        };
        let (at, operand) = match self.next("a number or a word")? {
            (at, Kind::Quoted(word)) => (at, Operand::Word(word.to_owned())),
            (at, Kind::Word(word)) if op == Op::Equal && word.contains("..") => {
                return Ok((at, Term::Within(column, span(at, word)?)));
            }
            (at, Kind::Word(word)) => match Figure::read(word) {
                Some(figure) => (at, Operand::Number(figure)),
                None => (at, Operand::Word(word.to_owned())),
            },
            (at, _) => return Err(BadCondition::new(at, "expected a number or a word")),
        };
        Ok((at, Term::Compare(column, op, operand)))
    }
}

impl<'a, C: Clone> Parser<'a, '_, C> {
    /// What stands behind `in`: bands, ranges and values, of which one must be met.
    fn one_of(&mut self, column: &C) -> Result<Term<C>, BadCondition> {
        let is_open = self.skip_sign(Kind::Open);
        let mut terms = vec![self.one(column)?];
        while self.skip_sign(Kind::Comma) {
            self.count += 1;
            terms.push(self.one(column)?);
        }
        if is_open && !self.skip_sign(Kind::Close) {
            let at = self.tokens.first().map_or(self.end, |token| token.at);
            return Err(BadCondition::new(at, "expected `,` or `)` here"));
        }
        Ok(if terms.len() == 1 { terms.remove(0) } else { Term::Either(terms) })
    }

    fn one(&mut self, column: &C) -> Result<Term<C>, BadCondition> {
        const ONE: &str = "a band such as 3/5, a number, a range or a word";
        let (at, kind) = self.next(ONE)?;
        if self.count > LONGEST {
            let what = format!("too long: there are more than {LONGEST} comparisons");
            return Err(BadCondition::new(at, what));
        }
        let equal = |operand| Term::Compare(column.clone(), Op::Equal, operand);
        let term = match kind {
            Kind::Word(text) if text.contains("..") => {
                Term::Within(column.clone(), span(at, text)?)
            }
            Kind::Word(text) if text.contains('/') => {
                let term = band(text).and_then(|band| (self.banded)(column, band));
                term.map_err(|what| BadCondition::new(at, what))?
            }
            Kind::Word(text) => equal(match Figure::read(text) {
                Some(figure) => Operand::Number(figure),
                None => Operand::Word(text.to_owned()),
            }),
            Kind::Quoted(text) => equal(Operand::Word(text.to_owned())),
            _ => return Err(BadCondition::new(at, format!("expected {ONE}"))),
        };
        match (self.fits)(&term) {
            Ok(()) => Ok(term),
            Err(what) => Err(BadCondition::new(at, what)),
        }
    }

    fn skip_sign(&mut self, sign: Kind<'a>) -> bool {
        let is_next = self.tokens.first().is_some_and(|token| token.kind == sign);
        if is_next {
            self.tokens = &self.tokens[1..];
        }
        is_next
    }
}

/// A band: which, and of how many.
fn band(text: &str) -> Result<Band, String> {
    let number = |text: &str| {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // More than fits is more than there can be.
        is_plain.then(|| text.parse::<u32>().unwrap_or(u32::MAX))
    };
    let parts = text.split_once('/').and_then(|(nth, of)| Some((number(nth)?, number(of)?)));
    let Some((nth, of)) = parts else {
        return Err(format!("`{text}` is no band such as 3/5, the third of five"));
    };
    if !(1..=MOST_BANDS).contains(&of) {
        return Err(format!("`{text}`: there can be 1 to {MOST_BANDS} bands"));
    }
    Band::new(nth, of).ok_or_else(|| {
        format!("`{text}`: of {of} bands 1/{of} is the easiest and {of}/{of} the hardest")
    })
}

/// A range of numbers, both ends belonging to it.
fn span(at: usize, text: &str) -> Result<Span, BadCondition> {
    let wrong = || BadCondition::new(at, format!("`{text}` is no range such as 3..5, 3.. or ..5"));
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    if low.is_empty() && high.is_empty() {
        return Err(wrong());
    }
    let end = |text: &str| match text {
        "" => Ok(None),
        _ => Figure::read(text).map(Some).ok_or_else(wrong),
    };
    Span::new(end(low)?, end(high)?)
        .ok_or_else(|| BadCondition::new(at, format!("no number is in `{text}`")))
}

/// What to say about a name that no column has. The columns of metrics that are asked on request
/// only are many, and named where they are near.
pub fn no_column(name: &str) -> String {
    let columns = || Column::all().map(|column| (column, column.to_string()));
    let may_be_near = |column: &str| column.len().abs_diff(name.len()) <= 2;
    // The main column of a metric has the metric's own name, too.
    let slugs = metrics::ALL.iter().map(|metric| metric.info().slug.to_owned());
    let near = slugs
        .chain(columns().map(|(_, column)| column))
        .filter(|column| may_be_near(column))
        .map(|column| (distance(&column, name), column))
        .min();
    if let Some((distance, column)) = near
        && distance <= 2
        && distance < name.len()
    {
        return format!("there is no column {name}; did you mean {column}?");
    }
    let is_usual = |column: &Column| !metrics::ON_REQUEST.contains(&column.metric().info().slug);
    let usual: Vec<String> =
        columns().filter(|(column, _)| is_usual(column)).map(|(_, column)| column).collect();
    format!("there is no column {name}; the usual ones are {}", usual.join(", "))
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
    use super::super::Condition;
    use super::*;

    fn error(text: &str) -> BadCondition {
        text.parse::<Condition>().unwrap_err()
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (text, what, at) in [
            ("givens<20 or givns>3", "there is no column givns; did you mean givens?", 13),
            ("sse>3", "there is no column sse; did you mean se?", 0),
            ("", "expected a column here", 0),
            ("givens", "expected one of = != < <= > >=, a range such as 3..5 or `in` here", 6),
            ("givens 3", "expected one of = != < <= > >=, a range such as 3..5 or `in`", 7),
            ("se in", "expected a band such as 3/5, a number, a range or a word here", 5),
            ("se IN 3/", "`3/` is no band such as 3/5, the third of five", 6),
            ("se in -1/5", "`-1/5` is no band such as 3/5, the third of five", 6),
            ("se in (3,", "expected a band such as 3/5, a number, a range or a word here", 9),
            ("se in (3 4", "expected `,` or `)` here", 9),
            ("se in 3, hard", "se.er is a number, and never hard", 9),
            ("not", "expected a column here", 3),
            ("se in 6/5", "`6/5`: of 5 bands 1/5 is the easiest and 5/5 the hardest", 6),
            ("se in 0/5", "`0/5`: of 5 bands 1/5 is the easiest and 5/5 the hardest", 6),
            ("se in 1/0", "`1/0`: there can be 1 to 1000 bands", 6),
            ("se in 1/99999999999", "`1/99999999999`: there can be 1 to 1000 bands", 6),
            ("givens>3 and se in 3/5", crate::rating::NO_RANKS, 19),
            ("givens<", "expected a number or a word here", 7),
            ("givens<few", "givens is a number, and never few", 7),
            ("givens<2 givens", "expected `and` or `or`", 9),
            ("(givens<2", "expected `)` here", 9),
            ("givens ! 3", "expected one of = != < <= > >=", 7),
            ("givens='few", "this quotation does not end", 7),
            ("givens & 3", "`&` has no meaning here", 7),
            ("givens 3..x", "`3..x` is no range such as 3..5, 3.. or ..5", 7),
            ("givens ..", "`..` is no range such as 3..5, 3.. or ..5", 7),
            ("givens 5..3", "no number is in `5..3`", 7),
            ("< 3", "expected a column", 0),
            ("SE>3 and se=hard", "se.er is a number, and never hard", 12),
            ("colour!=grey", "colour is never grey; it is green, blue, red or black", 8),
        ] {
            assert_eq!(error(text), BadCondition::new(at, what), "{text}");
        }
    }

    #[test]
    fn there_is_an_end_to_depth_and_length() {
        let deep = |depth: usize| format!("{}givens>3{}", "(".repeat(depth), ")".repeat(depth));
        assert!(deep(DEEPEST).parse::<Condition>().is_ok());
        assert_eq!(error(&deep(DEEPEST + 1)), BadCondition::new(DEEPEST, "nested too deeply"));
        assert_eq!(error(&"(".repeat(1_000_000)), BadCondition::new(DEEPEST, "nested too deeply"));
        // One after the other they are not deep.
        assert!(vec!["(givens>3)"; 100].join(" and ").parse::<Condition>().is_ok());

        let wide = |count: usize| vec!["givens>3"; count].join(" or ");
        assert!(wide(LONGEST).parse::<Condition>().is_ok());
        let what = "too long: there are more than 256 comparisons";
        assert_eq!(error(&wide(LONGEST + 1)), BadCondition::new(LONGEST * 12, what));
        assert_eq!(error(&wide(100_000)), BadCondition::new(LONGEST * 12, what));
    }

    #[test]
    fn what_does_not_fit_is_pointed_at() {
        let named = |name: &str| Ok(name.to_owned());
        let fits = |term: &Term<String>| match term {
            Term::Compare(_, _, Operand::Word(_)) => Ok(()),
            _ => Err("a word, please".to_owned()),
        };
        let banded = |_: &String, band| Err(format!("no {band}, please"));
        for (text, at) in [("see=3", 4), ("see=e and e=3", 12), ("e  3..5", 3), ("e= 3..", 3)] {
            let wrong = Term::parse(text, &named, &fits, &banded).unwrap_err();
            assert_eq!(wrong, BadCondition::new(at, "a word, please"), "{text}");
        }
        let wrong = Term::parse("see=e or e in 2/3", &named, &fits, &banded).unwrap_err();
        assert_eq!(wrong, BadCondition::new(14, "no 2/3, please"));
    }

    #[test]
    fn of_a_long_text_the_place_is_shown() {
        let text = format!("{}\n givns>3{}", "(".repeat(30), ")".repeat(300));
        let shown = error(&text).shown(&text);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 3, "{shown}");
        assert!(lines[1].starts_with("  ((") && lines[1].ends_with(")…"), "{shown}");
        assert_eq!(lines[2].find('^'), lines[1].find("givns"), "{shown}");
        let text = "(".repeat(300);
        let wrong = BadCondition::new(200, "so");
        assert_eq!(
            wrong.shown(&text),
            format!("so\n  …{}\n  {}^", "(".repeat(200), " ".repeat(101))
        );
        // A place that is not one is the end.
        assert_eq!(BadCondition::new(7, "so").shown("abc"), "so\n  abc\n     ^");
        assert_eq!(BadCondition::new(1, "so").column("ü"), 2);
    }

    #[test]
    fn unknown_columns_are_told_the_usual_ones() {
        let what = error("x>3").what;
        assert!(what.contains("the usual ones are se.er, se.ep"), "{what}");
        assert!(what.ends_with("givens"), "{what}");
        assert!(!what.contains("se-counts"), "{what}");
        assert_eq!(
            error("se-counts.step>3").what,
            "there is no column se-counts.step; did you mean se-counts.steps?"
        );
        assert!(error(&format!("{}>3", "x".repeat(1_000_000))).at == 0);
    }

    #[test]
    fn distances_count_letters() {
        assert_eq!(distance("hsolve", "hsolve"), 0);
        assert_eq!(distance("hsolve", "hslve"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
