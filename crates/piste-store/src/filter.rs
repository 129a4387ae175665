//! Which puzzles of a library: the language of conditions, with a few more columns.
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
//! What is read here is answered in two places: `library/filter` makes SQL of it, [`pieces`](crate::pieces) looks at
//! rows in memory.

use piste::generate::{Level, Wanted, levels};
use piste::rating::{
    BadCondition, Band, Column, Condition, Figure, Info, NO_RANKS, Op, Operand, Ranks, Term,
    no_column,
};
use piste_api::Wrong;
use piste_api::shapes::welcome;
use piste_core::shape::Shape;
use piste_core::text::boards::Welcome;
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

/// What `symmetry=word` asks of a pattern of givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// It has none.
    Plain,
    /// It has this one, or any.
    Has(Wanted),
}

impl Pattern {
    /// To whoever makes puzzles `none` is whatever comes; here it is what has none.
    pub(crate) fn named(word: &str) -> Option<Pattern> {
        if word.eq_ignore_ascii_case("none") {
            return Some(Pattern::Plain);
        }
        Wanted::named(word).map(Pattern::Has)
    }
}

/// Of which shapes puzzles are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Shapes {
    /// The classic 9×9.
    #[default]
    Classic,
    /// Whatever there is.
    Any,
    /// All but the classic one.
    Others,
    /// This one.
    Only(Shape),
}

impl Shapes {
    /// Those that a request asks for: the classic one if it does not say, all for `any`.
    pub fn asked(said: Option<&str>) -> Result<Shapes, Wrong> {
        Ok(match welcome(said)? {
            Welcome::Classic => Shapes::Classic,
            Welcome::Any => Shapes::Any,
            Welcome::Only(shape) => Shapes::Only(shape),
        })
    }

    /// Whether classic puzzles are the only ones that are wanted.
    pub fn is_classic(&self) -> bool {
        match self {
            Shapes::Classic => true,
            Shapes::Only(shape) => shape.is_classic(),
            Shapes::Any | Shapes::Others => false,
        }
    }

    /// Whether classic puzzles are wanted, alone or among others.
    pub(crate) fn has_classic(&self) -> bool {
        matches!(self, Shapes::Any) || self.is_classic()
    }
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
    pub(crate) terms: Vec<Term<Facet>>,
    pub(crate) givens: Option<RangeInclusive<usize>>,
    pub(crate) symmetry: Wanted,
    pub(crate) unused_by: Option<String>,
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
        Term::Compare(Facet::Symmetry, _, Operand::Word(word))
            if Pattern::named(word).is_none() =>
        {
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

/// The level of this name.
fn level(word: &str) -> Option<Level> {
    Level::named(&word.to_lowercase())
}

/// The level that a comparison asks to be equal to, or not to be.
pub(crate) fn equal_to(op: Op, operand: &Operand) -> Option<Level> {
    match operand {
        Operand::Word(word) if !op.is_order() => level(word),
        _ => None,
    }
}

/// The levels that compare so. To a number a level is its place, and a word that is none is where the scale ends.
pub(crate) fn levels_that(op: Op, operand: &Operand) -> impl Iterator<Item = Level> {
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

/// The whole number that a seed must compare with, and how, to compare so with this one: seeds have 64 bits, which a
/// float has not.
pub(crate) fn seed_bound(op: Op, number: &Figure) -> (Op, u64) {
    match (number.whole(), op) {
        (Some(seed), _) => (op, seed),
        // No seed is equal to what is not whole, below 0 or too great.
        (None, Op::Equal) => (Op::Below, 0),
        (None, Op::Unequal) => (Op::AtLeast, 0),
        (None, Op::Below | Op::AtMost) if number.value() < 0.0 => (Op::Below, 0),
        (None, Op::Above | Op::AtLeast) if number.value() < 0.0 => (Op::AtLeast, 0),
        (None, Op::Below | Op::AtMost) => (Op::AtMost, number.value() as u64),
        (None, Op::Above | Op::AtLeast) => (Op::Above, number.value() as u64),
    }
}
