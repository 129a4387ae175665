//! A message as a person reads it: runs of text, and what they name.
//!
//! This is the one place that writes cells, digits and houses. How a cell is named
//! (`r5c2`), what a house is called, how a list ends, all that is in the catalogue too; here
//! is only what no language changes: which cells, in which order, and which digits are told
//! together because they go from the same cells.

use super::pattern::{self, Flaw, Insert, Part, Variant};
use super::{Argument, Candidates, Catalogue, Cells, Digits, Houses, LinkOf, Message};
use crate::logic::Node;
use piste_core::general::{Digit, House};
use piste_core::shape::Kind;
use piste_core::space::Large;
use std::fmt;

/// A message in the words of a language, in pieces.
///
/// ```
/// use piste::logic::words::{Message, Named};
/// use piste::House;
///
/// let told = Message::new("look-at").with("places", House::row(4)).english();
/// assert_eq!(told.to_string(), "Look at row 5.");
/// assert_eq!(told.pieces()[1].text, "row 5");
/// assert_eq!(told.pieces()[1].names, Some(Named::Houses(House::row(4).into())));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telling {
    pieces: Vec<Piece>,
}

/// A run of text, and what it names if it names something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The text, with the spaces that belong to it.
    pub text: String,
    /// What it names.
    pub names: Option<Named>,
    /// The link that it tells.
    pub link: Option<LinkOf>,
}

/// What a run of text names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Named {
    /// Digits.
    Digits(Digits),
    /// Cells.
    Cells(Cells),
    /// Houses.
    Houses(Houses),
    /// Marks: that they are there, that they are not, or that they go.
    Marks(Box<Candidates>),
}

/// Why a message cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Untold {
    /// The catalogue has no sentence for it.
    NoSentence {
        /// The key.
        key: String,
        /// The language of the catalogue.
        language: &'static str,
    },
    /// The sentence asks for something that the message does not say.
    NoArgument {
        /// The key.
        key: String,
        /// The name of what is missing.
        name: String,
    },
    /// The sentence cannot be read.
    Flaw(Flaw),
}

impl fmt::Display for Untold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Untold::NoSentence { key, language } => {
                write!(f, "there are no words for \"{key}\" in the catalogue {language}")
            }
            Untold::NoArgument { key, name } => {
                write!(f, "the message \"{key}\" has no argument \"{name}\"")
            }
            Untold::Flaw(flaw) => flaw.fmt(f),
        }
    }
}

impl std::error::Error for Untold {}

impl Telling {
    /// The pieces, in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    fn push(&mut self, text: &str, names: Option<Named>, link: Option<LinkOf>) {
        match self.pieces.last_mut() {
            Some(last) if last.names.is_none() && names.is_none() && last.link == link => {
                last.text.push_str(text);
            }
            _ if text.is_empty() => {}
            _ => self.pieces.push(Piece { text: text.to_owned(), names, link }),
        }
    }

    fn append(&mut self, other: Telling) {
        for piece in other.pieces {
            self.push(&piece.text, piece.names, piece.link);
        }
    }

    /// A capital letter at the front, unless the name of a cell is there.
    fn capitalise(&mut self) {
        let Some(first) = self.pieces.first_mut() else { return };
        if matches!(first.names, Some(Named::Cells(_) | Named::Marks(_))) {
            return;
        }
        first.text = capital(&first.text);
    }
}

/// The text with a capital letter at the front, unless it starts with the name of a cell.
///
/// ```
/// use piste::logic::words::capital;
///
/// assert_eq!(capital("either way."), "Either way.");
/// assert_eq!(capital("r1c2 is 5."), "r1c2 is 5.");
/// assert_eq!(capital("r10c12 is A."), "r10c12 is A.");
/// ```
pub fn capital(text: &str) -> String {
    let names_a_cell = text.strip_prefix('r').is_some_and(|rest| {
        let column = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        is_number(rest) && column.strip_prefix('c').is_some_and(is_number)
    });
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !names_a_cell => first.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

impl From<String> for Telling {
    fn from(text: String) -> Telling {
        Telling { pieces: vec![Piece { text, names: None, link: None }] }
    }
}

impl fmt::Display for Telling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| f.write_str(&piece.text))
    }
}

/// Says it in the words of the catalogue.
pub(super) fn tell(catalogue: &Catalogue, message: &Message) -> Result<Telling, Untold> {
    Teller { catalogue }.message(message, None)
}

/// Whoever tells a message.
struct Teller<'c> {
    catalogue: &'c Catalogue,
}

/// By what a form is chosen.
enum Selector {
    Word(&'static str),
    Number(usize),
}

/// What a sentence is told about, and the link that it tells.
#[derive(Clone, Copy)]
struct About<'m> {
    message: &'m Message,
    link: Option<LinkOf>,
}

impl Teller<'_> {
    fn message(&self, message: &Message, link: Option<LinkOf>) -> Result<Telling, Untold> {
        let mut told = Telling::default();
        let about = About { message, link: message.link.or(link) };
        self.sentence(message.key, about, &mut told)?;
        Ok(told)
    }

    /// The sentence with this key, in the catalogue or where the message is at home.
    fn find(&self, key: &str, message: &Message) -> Option<&'static str> {
        let home = message.home.filter(|home| home.language == self.catalogue.language);
        let own = self.catalogue.sentence(key);
        own.or_else(|| home?.sentence(key))
    }

    fn sentence(&self, key: &str, about: About<'_>, told: &mut Telling) -> Result<(), Untold> {
        let Some(sentence) = self.find(key, about.message) else {
            let language = self.catalogue.language;
            return Err(Untold::NoSentence { key: key.to_owned(), language });
        };
        let parts = pattern::read(sentence)
            .map_err(|what| Untold::Flaw(Flaw { key: key.to_owned(), what }))?;
        self.parts(&parts, about, told)
    }

    fn parts(
        &self,
        parts: &[Part<'_>],
        about: About<'_>,
        told: &mut Telling,
    ) -> Result<(), Untold> {
        for part in parts {
            match part {
                Part::Text(text) => told.push(text, None, about.link),
                Part::Insert(insert) => told.append(self.insert(insert, about)?),
                Part::Choose(by, variants) => {
                    let chosen = self.chosen(by, variants, about)?;
                    self.parts(&chosen.says, about, told)?;
                }
            }
        }
        Ok(())
    }

    fn chosen<'v, 't>(
        &self,
        by: &Insert<'_>,
        variants: &'v [Variant<'t>],
        about: About<'_>,
    ) -> Result<&'v Variant<'t>, Untold> {
        let with = |when: &str| variants.iter().find(|variant| variant.when == when);
        let found = match self.selector(by, about)? {
            Selector::Word(word) => with(word),
            Selector::Number(number) => {
                with(&number.to_string()).or_else(|| with(self.catalogue.form(number)))
            }
        };
        let default = || variants.iter().find(|variant| variant.is_default);
        found.or_else(default).ok_or_else(|| flaw(about, "a choice has one form with a star"))
    }

    fn selector(&self, by: &Insert<'_>, about: About<'_>) -> Result<Selector, Untold> {
        let (name, is_count) = match by {
            Insert::Argument(name) => (name, false),
            Insert::Call("COUNT", of) => match of.as_slice() {
                [Insert::Argument(name)] => (name, true),
                _ => return Err(flaw(about, "COUNT counts one argument")),
            },
            _ => return Err(flaw(about, "one chooses by an argument, or by the COUNT of one")),
        };
        match argument(about, name)? {
            Argument::Choice(word) if !is_count => Ok(Selector::Word(word)),
            other => Ok(Selector::Number(count(other))),
        }
    }

    fn insert(&self, insert: &Insert<'_>, about: About<'_>) -> Result<Telling, Untold> {
        match insert {
            Insert::Text(text) => {
                let mut told = Telling::default();
                told.push(text, None, about.link);
                Ok(told)
            }
            Insert::Argument(name) => self.argument(argument(about, name)?, about),
            Insert::Sentence(key) => {
                let mut told = Telling::default();
                self.sentence(key, about, &mut told)?;
                Ok(told)
            }
            Insert::Call(function, of) => self.call(function, of, about),
        }
    }

    /// The functions that a sentence can use.
    fn call(&self, function: &str, of: &[Insert<'_>], about: About<'_>) -> Result<Telling, Untold> {
        match (function, of) {
            ("CAPITAL", [one]) => {
                let mut told = self.insert(one, about)?;
                told.capitalise();
                Ok(told)
            }
            ("COUNT", [Insert::Argument(name)]) => {
                Ok(Telling::from(count(argument(about, name)?).to_string()))
            }
            ("OR", [Insert::Argument(name)]) => {
                let items = self.items(argument(about, name)?, about)?;
                self.list(items, &Message::new("list-or"), about)
            }
            ("JOIN", [Insert::Argument(name), Insert::Text(between), last @ ..]) => {
                let last = match last {
                    [Insert::Text(last)] => last,
                    _ => between,
                };
                let items = self.items(argument(about, name)?, about)?;
                let plain = |text: &str| Telling::from(text.to_owned());
                Ok(joined(items, &plain(between), &plain(last)))
            }
            ("FROM", [Insert::Argument(name)]) => match argument(about, name)? {
                Argument::Marks(marks) => self.marks(marks, &Message::new("mark-from"), about),
                _ => Err(flaw(about, "FROM tells marks")),
            },
            ("ARE", [Insert::Argument(name)]) => match argument(about, name)? {
                Argument::Marks(marks) => self.written(marks, about),
                _ => Err(flaw(about, "ARE tells marks")),
            },
            // A number in groups of three digits.
            ("GROUPED", [Insert::Argument(name)]) => {
                let between = self.message(&Message::new("group-of-three"), about.link)?;
                let number = count(argument(about, name)?);
                Ok(Telling::from(grouped(number, &between.to_string())))
            }
            // A number as a letter: A to Z, then AA, AB ….
            ("LETTER", [Insert::Argument(name)]) => {
                Ok(Telling::from(letter(count(argument(about, name)?))))
            }
            // The name of a strategy without what stands in brackets behind it.
            ("SHORT", [Insert::Argument(name)]) => match argument(about, name)? {
                Argument::Strategy(info) => {
                    let whole = self.strategy(info.slug, info.name, about)?.to_string();
                    let short = whole.split(" (").next().unwrap_or_default();
                    Ok(Telling::from(short.to_owned()))
                }
                _ => Err(flaw(about, "SHORT tells the name of a strategy")),
            },
            _ => Err(flaw(about, &format!("there is no such function {function}"))),
        }
    }

    fn argument(&self, argument: &Argument, about: About<'_>) -> Result<Telling, Untold> {
        match argument {
            Argument::Marks(marks) => self.marks(marks, &Message::new("mark-in"), about),
            Argument::Message(message) => self.message(message, about.link),
            other => self.list(self.items(other, about)?, &Message::new("list-and"), about),
        }
    }

    /// What is told one by one.
    fn items(&self, argument: &Argument, about: About<'_>) -> Result<Vec<Telling>, Untold> {
        let link = about.link;
        match argument {
            Argument::Number(number) => Ok(vec![Telling::from(number.to_string())]),
            Argument::Digits(digits) => Ok(digits.iter().map(|one| digit(one, link)).collect()),
            Argument::Cells(cells) => cells
                .iter()
                .map(|cell| {
                    let name = Message::new("cell")
                        .with("row", cell.row() + 1)
                        .with("column", cell.column() + 1);
                    self.named(&name, Named::Cells(cell.into()), link)
                })
                .collect(),
            Argument::Houses(houses) => self.houses(*houses, link),
            Argument::Statement(node) => {
                let marks = Box::new(Candidates::of(node.digit, node.cells));
                Ok(vec![self.named(&statement(node), Named::Marks(marks), link)?])
            }
            Argument::Strategy(info) => Ok(vec![self.strategy(info.slug, info.name, about)?]),
            Argument::Name(name) => Ok(vec![Telling::from(name.clone())]),
            Argument::List(several) => {
                several.iter().map(|one| self.argument(one, about)).collect()
            }
            Argument::Choice(word) => Err(flaw(about, &format!("\"{word}\" is to choose by"))),
            Argument::Marks(_) | Argument::Message(_) => Ok(vec![self.argument(argument, about)?]),
        }
    }

    /// The name of a strategy. Its English name is its own.
    fn strategy(&self, slug: &str, name: &str, about: About<'_>) -> Result<Telling, Untold> {
        let key = format!("name-{slug}");
        if self.catalogue.language == Catalogue::ENGLISH.language {
            return Ok(Telling::from(name.to_owned()));
        }
        let mut told = Telling::default();
        self.sentence(&key, about, &mut told)?;
        Ok(told)
    }

    /// A message as one run that names this.
    fn named(
        &self,
        message: &Message,
        names: Named,
        link: Option<LinkOf>,
    ) -> Result<Telling, Untold> {
        let mut told = Telling::default();
        told.push(&self.message(message, link)?.to_string(), Some(names), link);
        Ok(told)
    }

    /// "row 2", "columns 1, 4 and 6", "the falling diagonal": every kind apart.
    fn houses(&self, houses: Houses, link: Option<LinkOf>) -> Result<Vec<Telling>, Untold> {
        let mut left = houses;
        let mut told = Vec::new();
        while let Some(first) = left.first() {
            let word = word_for(first);
            let same: Houses = left.iter().filter(|&house| word_for(house) == word).collect();
            left -= same;
            let name = match word {
                Word::Name(name) => Message::new("house-alone").with("name", name),
                Word::Kind(kind) => {
                    let numbers: Vec<usize> = same.iter().map(|house| house.number() + 1).collect();
                    Message::new("houses").with("kind", kind).with("numbers", numbers)
                }
            };
            told.push(self.named(&name, Named::Houses(same), link)?);
        }
        Ok(told)
    }

    /// Marks by digit, digits that are meant in the same cells told together.
    fn marks(
        &self,
        marks: &Candidates,
        form: &Message,
        about: About<'_>,
    ) -> Result<Telling, Untold> {
        let mut left = marks.digits();
        let mut items = Vec::new();
        while let Some(digit) = left.first() {
            let cells = marks.cells_of(digit);
            let alike: Digits =
                left.iter().filter(|&other| marks.cells_of(other) == cells).collect();
            let same = alike.iter().fold(Candidates::EMPTY, |mut same, digit| {
                same.insert_all(digit, cells);
                same
            });
            let group = form.clone().with("digits", alike).with("cells", cells);
            items.push(self.named(&group, Named::Marks(Box::new(same)), about.link)?);
            left -= alike;
        }
        self.list(items, &Message::new("list-marks-and"), about)
    }

    /// Marks that are true, one by one.
    fn written(&self, marks: &Candidates, about: About<'_>) -> Result<Telling, Untold> {
        let each = marks.iter().map(|mark| {
            let is = statement(&Node::new(mark, true));
            self.named(&is, Named::Marks(Box::new(mark.into())), about.link)
        });
        let items = each.collect::<Result<Vec<_>, _>>()?;
        self.list(items, &Message::new("list-and"), about)
    }

    /// "a", "a and b", "a, b and c".
    fn list(
        &self,
        items: Vec<Telling>,
        last: &Message,
        about: About<'_>,
    ) -> Result<Telling, Untold> {
        if items.len() < 2 {
            return Ok(items.into_iter().next().unwrap_or_default());
        }
        let comma = self.message(&Message::new("list-comma"), about.link)?;
        Ok(joined(items, &comma, &self.message(last, about.link)?))
    }
}

/// How a house is called: by a name of its own, or by its kind and its number.
#[derive(Clone, Copy, PartialEq)]
enum Word {
    Name(&'static str),
    Kind(&'static str),
}

fn word_for(house: House) -> Word {
    match house.kind() {
        Kind::Row => Word::Kind("row"),
        Kind::Column => Word::Kind("column"),
        Kind::Box => Word::Kind("box"),
        Kind::Region => Word::Kind("region"),
        Kind::Group => Word::Kind("group"),
        Kind::Window => Word::Kind("window"),
        Kind::Extra => Word::Kind("extra"),
        Kind::Diagonal if house.number() == 0 => Word::Name("falling"),
        Kind::Diagonal => Word::Name("rising"),
        Kind::CentreDot => Word::Name("centre-dot"),
        Kind::Asterisk => Word::Name("asterisk"),
    }
}

/// "r5c2 is 7", "7 is among r5c1 and r5c2", or not.
fn statement(node: &Node<Large>) -> Message {
    let form = match (node.cell().is_some(), node.on) {
        (true, true) => "cell",
        (true, false) => "cell-not",
        (false, true) => "group",
        (false, false) => "group-not",
    };
    Message::new("statement").with("form", form).with("cells", node.cells).with("digit", node.digit)
}

fn digit(digit: Digit, link: Option<LinkOf>) -> Telling {
    let mut told = Telling::default();
    told.push(&digit.to_string(), Some(Named::Digits(digit.into())), link);
    told
}

/// The letter of this number, counted from 1.
fn letter(number: usize) -> String {
    let mut number = number.saturating_sub(1);
    let mut name = String::new();
    loop {
        name.insert(0, char::from(b'A' + (number % 26) as u8));
        if number < 26 {
            return name;
        }
        number = number / 26 - 1;
    }
}

fn joined(items: Vec<Telling>, between: &Telling, last: &Telling) -> Telling {
    let mut told = Telling::default();
    let count = items.len();
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            told.append(if number + 1 == count { last.clone() } else { between.clone() });
        }
        told.append(item);
    }
    told
}

/// The number with something between its groups of three digits.
fn grouped(number: usize, between: &str) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push_str(between);
        }
        text.push(digit);
    }
    text
}

/// How many things an argument is.
fn count(argument: &Argument) -> usize {
    match argument {
        Argument::Number(number) => *number,
        Argument::Digits(digits) => digits.len(),
        Argument::Cells(cells) => cells.len(),
        Argument::Houses(houses) => houses.len(),
        Argument::Marks(marks) => marks.len(),
        Argument::List(several) => several.len(),
        Argument::Statement(_)
        | Argument::Strategy(_)
        | Argument::Choice(_)
        | Argument::Name(_)
        | Argument::Message(_) => 1,
    }
}

fn argument<'m>(about: About<'m>, name: &str) -> Result<&'m Argument, Untold> {
    about.message.argument(name).ok_or_else(|| Untold::NoArgument {
        key: about.message.key.to_owned(),
        name: name.to_owned(),
    })
}

fn flaw(about: About<'_>, what: &str) -> Untold {
    Untold::Flaw(Flaw { key: about.message.key.to_owned(), what: what.to_owned() })
}
