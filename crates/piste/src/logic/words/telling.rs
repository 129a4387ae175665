//! A message as a person reads it: runs of text, and what they name.
//!
//! This is the one place that writes cells, digits and houses. How a cell is named
//! (`r5c2`), what a house is called, how a list ends, all that is in the catalogue too; here
//! is only what no language changes: which cells, in which order, and which digits are told
//! together because they go from the same cells.

use super::pattern::{Flaw, Insert, Part, Variant};
use super::{Argument, Candidates, Catalogue, Cells, Digits, Houses, LinkOf, Message};
use crate::logic::Node;
use piste_core::general::{Cell, Element, House, symbol};
use piste_core::shape::Kind;
use piste_core::space::Large;
use std::borrow::Cow;
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

    /// Text that names nothing goes on where such text stood last.
    fn push(&mut self, text: &str, link: Option<LinkOf>) {
        match self.pieces.last_mut() {
            Some(last) if last.names.is_none() && last.link == link => last.text.push_str(text),
            _ if text.is_empty() => {}
            _ => self.pieces.push(Piece { text: text.to_owned(), names: None, link }),
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
        Some(first) if !names_a_cell => {
            let mut capital = String::with_capacity(text.len());
            capital.extend(first.to_uppercase());
            capital.push_str(letters.as_str());
            capital
        }
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
    let mut teller = Teller::<InPieces>::new(catalogue);
    teller.message(message, None)?;
    Ok(teller.told.told)
}

/// Puts the same at the end of a text, for those who do not ask what it names.
pub(super) fn write(catalogue: &Catalogue, message: &Message, text: &mut String) -> Told {
    let names = catalogue.names();
    let mut teller = Teller { catalogue, names, told: std::mem::take(text) };
    let told = teller.message(message, None);
    *text = teller.told;
    told
}

/// What is written while something is told: pieces, or one text.
trait Written: Default {
    /// Goes on with this text.
    fn text(&mut self, text: &str, link: Option<LinkOf>);

    /// Begins a run that names this; nothing begins within another, or where nobody asks for names.
    fn begin(&mut self, names: impl FnOnce() -> Named, link: Option<LinkOf>) -> bool;

    /// Ends the run that was begun.
    fn end(&mut self);

    /// Goes on with what was told apart.
    fn append(&mut self, told: Telling);
}

/// Pieces, each with what it names.
#[derive(Default)]
struct InPieces {
    told: Telling,
    /// Whether the last piece is a name that is being told, to which all text belongs.
    in_name: bool,
}

impl Written for InPieces {
    fn text(&mut self, text: &str, link: Option<LinkOf>) {
        match self.told.pieces.last_mut() {
            Some(name) if self.in_name => name.text.push_str(text),
            _ => self.told.push(text, link),
        }
    }

    fn begin(&mut self, names: impl FnOnce() -> Named, link: Option<LinkOf>) -> bool {
        if self.in_name {
            return false;
        }
        self.told.pieces.push(Piece { text: String::new(), names: Some(names()), link });
        self.in_name = true;
        true
    }

    fn end(&mut self) {
        self.in_name = false;
        if self.told.pieces.last().is_some_and(|name| name.text.is_empty()) {
            self.told.pieces.pop();
        }
    }

    fn append(&mut self, told: Telling) {
        for piece in told.pieces {
            match piece {
                Piece { text, link, .. } if self.in_name => self.text(&text, link),
                Piece { text, names: None, link } => self.told.push(&text, link),
                named => self.told.pieces.push(named),
            }
        }
    }
}

impl Written for String {
    fn text(&mut self, text: &str, _: Option<LinkOf>) {
        self.push_str(text);
    }

    fn begin(&mut self, _: impl FnOnce() -> Named, _: Option<LinkOf>) -> bool {
        false
    }

    fn end(&mut self) {}

    fn append(&mut self, told: Telling) {
        told.pieces.iter().for_each(|piece| self.push_str(&piece.text));
    }
}

/// Whoever tells a message, and what was told so far.
struct Teller<'c, W> {
    catalogue: &'c Catalogue,
    /// What is called by what, as far as that is known.
    names: Option<&'static Names>,
    told: W,
}

/// What was told, or why it cannot be.
pub(super) type Told = Result<(), Untold>;

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

/// What stands between the items of a list, and before the last one.
#[derive(Clone, Copy)]
enum Between<'t> {
    /// A comma, and this: "a, b and c".
    Comma(&'t Message),
    /// This text, and this one.
    Text(&'t str, &'t str),
}

impl<'c, W: Written> Teller<'c, W> {
    fn new(catalogue: &'c Catalogue) -> Teller<'c, W> {
        Teller { catalogue, names: catalogue.names(), told: W::default() }
    }

    #[inline]
    fn text(&mut self, text: &str, link: Option<LinkOf>) {
        self.told.text(text, link);
    }

    fn number(&mut self, number: usize) {
        self.text(Numeral::of(number).text(), None);
    }

    /// What `tell` says, as one run that names this.
    fn named(
        &mut self,
        names: impl FnOnce() -> Named,
        link: Option<LinkOf>,
        tell: impl FnOnce(&mut Self) -> Told,
    ) -> Told {
        let is_begun = self.told.begin(names, link);
        tell(self)?;
        if is_begun {
            self.told.end();
        }
        Ok(())
    }

    /// What `tell` says, by itself and as a text.
    fn apart(&self, tell: impl FnOnce(&mut Teller<'c, String>) -> Told) -> Result<String, Untold> {
        let mut apart = Teller::<String>::new(self.catalogue);
        tell(&mut apart)?;
        Ok(apart.told)
    }

    fn message(&mut self, message: &Message, link: Option<LinkOf>) -> Told {
        self.sentence(message.key, About { message, link: message.link.or(link) })
    }

    /// Tells the sentence with this key.
    fn sentence(&mut self, key: &str, about: About<'_>) -> Told {
        let parts = self.read(key, about)?;
        self.parts(&parts, about)
    }

    /// The sentence with this key, in the catalogue or where the message is at home.
    fn read(&self, key: &str, about: About<'_>) -> Result<Cow<'static, [Part<'static>]>, Untold> {
        let catalogue = self.catalogue;
        let home = about.message.home.filter(|home| home.language == catalogue.language);
        let Some(read) = catalogue.read(key).or_else(|| home?.read(key)) else {
            let language = catalogue.language;
            return Err(Untold::NoSentence { key: key.to_owned(), language });
        };
        read.map_err(|what| Untold::Flaw(Flaw { key: key.to_owned(), what }))
    }

    fn parts(&mut self, parts: &[Part<'_>], about: About<'_>) -> Told {
        for part in parts {
            match part {
                Part::Text(text) => self.text(text, about.link),
                Part::Insert(insert) => self.insert(insert, about)?,
                Part::Choose(by, variants) => {
                    let chosen = self.chosen(by, variants, about)?;
                    self.parts(&chosen.says, about)?;
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
        let found = match selector(by, about)? {
            Selector::Word(word) => with(word),
            Selector::Number(number) => {
                with(Numeral::of(number).text()).or_else(|| with(self.catalogue.form(number)))
            }
        };
        let default = || variants.iter().find(|variant| variant.is_default);
        found.or_else(default).ok_or_else(|| flaw(about, "a choice has one form with a star"))
    }

    fn insert(&mut self, insert: &Insert<'_>, about: About<'_>) -> Told {
        match insert {
            Insert::Text(text) => {
                self.text(text, about.link);
                Ok(())
            }
            Insert::Argument(name) => self.argument(argument(about, name)?, about),
            Insert::Sentence(key) => self.sentence(key, about),
            Insert::Call(function, of) => self.call(function, of, about),
        }
    }

    /// The functions that a sentence can use.
    fn call(&mut self, function: &str, of: &[Insert<'_>], about: About<'_>) -> Told {
        match (function, of) {
            ("CAPITAL", [one]) => {
                // In pieces even where a text is asked for: the name of a cell has no capital.
                let mut apart = Teller::<InPieces>::new(self.catalogue);
                apart.insert(one, about)?;
                let mut told = apart.told.told;
                told.capitalise();
                self.told.append(told);
            }
            ("COUNT", [Insert::Argument(name)]) => self.number(count(argument(about, name)?)),
            ("OR", [Insert::Argument(name)]) => {
                self.items(
                    argument(about, name)?,
                    Between::Comma(&Message::new("list-or")),
                    about,
                )?;
            }
            ("JOIN", [Insert::Argument(name), Insert::Text(between), last @ ..]) => {
                let last = match last {
                    [Insert::Text(last)] => last,
                    _ => between,
                };
                self.items(argument(about, name)?, Between::Text(between, last), about)?;
            }
            ("FROM", [Insert::Argument(name)]) => match argument(about, name)? {
                Argument::Marks(marks) => self.marks(marks, &Message::new("mark-from"), about)?,
                _ => return Err(flaw(about, "FROM tells marks")),
            },
            ("ARE", [Insert::Argument(name)]) => match argument(about, name)? {
                Argument::Marks(marks) => self.written(marks, about)?,
                _ => return Err(flaw(about, "ARE tells marks")),
            },
            // A number in groups of three digits.
            ("GROUPED", [Insert::Argument(name)]) => {
                let between = Message::new("group-of-three");
                let between = self.apart(|apart| apart.message(&between, about.link))?;
                self.text(&grouped(count(argument(about, name)?), &between), None);
            }
            // A number as a letter: A to Z, then AA, AB ….
            ("LETTER", [Insert::Argument(name)]) => {
                self.text(&letter(count(argument(about, name)?)), None);
            }
            // The name of a strategy without what stands in brackets behind it.
            ("SHORT", [Insert::Argument(name)]) => match argument(about, name)? {
                Argument::Strategy(info) => {
                    let whole = self.apart(|apart| apart.strategy(info.slug, info.name, about))?;
                    self.text(whole.split(" (").next().unwrap_or_default(), None);
                }
                _ => return Err(flaw(about, "SHORT tells the name of a strategy")),
            },
            _ => return Err(flaw(about, &format!("there is no such function {function}"))),
        }
        Ok(())
    }

    fn argument(&mut self, argument: &Argument, about: About<'_>) -> Told {
        match argument {
            Argument::Marks(marks) => self.marks(marks, &Message::new("mark-in"), about),
            Argument::Message(message) => self.message(message, about.link),
            other => self.items(other, Between::Comma(&Message::new("list-and")), about),
        }
    }

    /// What is told one by one.
    fn items(&mut self, argument: &Argument, between: Between<'_>, about: About<'_>) -> Told {
        let link = about.link;
        match argument {
            Argument::Number(number) => self.number(*number),
            Argument::Digits(digits) => {
                return self.list(digits.iter(), digits.len(), between, about, |teller, digit| {
                    teller.named(
                        || Named::Digits(digit.into()),
                        link,
                        |teller| {
                            teller.text(symbol(digit.get()).encode_utf8(&mut [0; 4]), link);
                            Ok(())
                        },
                    )
                });
            }
            Argument::Cells(cells) => {
                if cells.is_empty() {
                    return Ok(());
                }
                let names = self.names;
                let known = |cell: Cell<25>| names.and_then(|names| names.cell(cell));
                if cells.iter().all(|cell| known(cell).is_some()) {
                    return self.list(cells.iter(), cells.len(), between, about, |teller, cell| {
                        let name = known(cell).unwrap_or_default();
                        teller.known(name, || Named::Cells(cell.into()), link);
                        Ok(())
                    });
                }
                let mut name = Message::new("cell").with("row", 0).with("column", 0);
                let parts = self.read(name.key, About { message: &name, link })?;
                return self.list(cells.iter(), cells.len(), between, about, |teller, cell| {
                    let place = [cell.row() + 1, cell.column() + 1];
                    for ((_, argument), number) in name.arguments.iter_mut().zip(place) {
                        *argument = Argument::Number(number);
                    }
                    let about = About { message: &name, link };
                    teller.named(|| Named::Cells(cell.into()), link, |t| t.parts(&parts, about))
                });
            }
            Argument::Houses(houses) => {
                if let Some(house) = houses.single()
                    && let Some(name) = self.names.and_then(|names| names.house(house))
                {
                    self.known(name, || Named::Houses(*houses), link);
                    return Ok(());
                }
                let kinds = by_word(*houses);
                return self.list(kinds.iter(), kinds.len(), between, about, |teller, kind| {
                    teller.houses(*kind, link)
                });
            }
            Argument::Statement(node) => {
                let marks = || Named::Marks(Box::new(Candidates::of(node.digit, node.cells)));
                return self.named(marks, link, |teller| teller.message(&statement(node), link));
            }
            Argument::Strategy(info) => return self.strategy(info.slug, info.name, about),
            Argument::Name(name) => self.text(name, None),
            Argument::List(several) => {
                return self.list(several.iter(), several.len(), between, about, |teller, one| {
                    teller.argument(one, about)
                });
            }
            Argument::Choice(word) => {
                return Err(flaw(about, &format!("\"{word}\" is to choose by")));
            }
            Argument::Marks(_) | Argument::Message(_) => return self.argument(argument, about),
        }
        Ok(())
    }

    /// The name of a strategy. Its English name is its own.
    fn strategy(&mut self, slug: &str, name: &str, about: About<'_>) -> Told {
        if self.catalogue.language == Catalogue::ENGLISH.language {
            self.text(name, None);
            return Ok(());
        }
        self.sentence(&format!("name-{slug}"), about)
    }

    /// "row 2", "columns 1, 4 and 6", "the falling diagonal": houses that are called by one word.
    fn houses(&mut self, (word, same): (Word, Houses), link: Option<LinkOf>) -> Told {
        let name = match word {
            Word::Name(name) => Message::new("house-alone").with("name", name),
            Word::Kind(kind) => {
                let numbers: Vec<usize> = same.iter().map(|house| house.number() + 1).collect();
                Message::new("houses").with("kind", kind).with("numbers", numbers)
            }
        };
        self.named(|| Named::Houses(same), link, |teller| teller.message(&name, link))
    }

    /// A name that was told before.
    fn known(&mut self, name: &str, names: impl FnOnce() -> Named, link: Option<LinkOf>) {
        let is_begun = self.told.begin(names, link);
        self.text(name, link);
        if is_begun {
            self.told.end();
        }
    }

    /// Marks by digit, digits that are meant in the same cells told together.
    fn marks(&mut self, marks: &Candidates, form: &Message, about: About<'_>) -> Told {
        let mut left = marks.digits();
        let mut groups: Vec<(Digits, Cells)> = Vec::new();
        while let Some(digit) = left.first() {
            let cells = marks.cells_of(digit);
            let alike: Digits =
                left.iter().filter(|&other| marks.cells_of(other) == cells).collect();
            groups.push((alike, cells));
            left -= alike;
        }
        let and = Message::new("list-marks-and");
        let between = Between::Comma(&and);
        self.list(groups.iter(), groups.len(), between, about, |teller, &(alike, cells)| {
            let names = || {
                let mut same = Box::new(Candidates::EMPTY);
                alike.iter().for_each(|digit| same.insert_all(digit, cells));
                Named::Marks(same)
            };
            let group = form.clone().with("digits", alike).with("cells", cells);
            teller.named(names, about.link, |teller| teller.message(&group, about.link))
        })
    }

    /// Marks that are true, one by one.
    fn written(&mut self, marks: &Candidates, about: About<'_>) -> Told {
        let and = Message::new("list-and");
        let between = Between::Comma(&and);
        self.list(marks.iter(), marks.len(), between, about, |teller, mark| {
            let is = statement(&Node::new(mark, true));
            let names = || Named::Marks(Box::new(mark.into()));
            teller.named(names, about.link, |teller| teller.message(&is, about.link))
        })
    }

    /// "a", "a and b", "a, b and c".
    fn list<T>(
        &mut self,
        items: impl Iterator<Item = T>,
        count: usize,
        between: Between<'_>,
        about: About<'_>,
        mut tell: impl FnMut(&mut Self, T) -> Told,
    ) -> Told {
        let comma = Message::new("list-comma");
        for (number, item) in items.enumerate() {
            let is_last = number + 1 == count;
            match between {
                _ if number == 0 => {}
                Between::Comma(last) => {
                    self.message(if is_last { last } else { &comma }, about.link)?;
                }
                Between::Text(between, last) => {
                    self.text(if is_last { last } else { between }, None);
                }
            }
            tell(self, item)?;
        }
        Ok(())
    }
}

/// What the cells of boards up to 9×9 are called in a language, and rows, columns and boxes: nearly all that is ever named.
pub(super) struct Names {
    cells: [[Option<String>; Names::SIDE]; Names::SIDE],
    /// By their numbers among all houses.
    houses: [Option<String>; Names::HOUSES],
}

impl Names {
    const SIDE: usize = 9;

    /// As many as it takes to have nine boxes, which come last.
    const HOUSES: usize = 59;

    /// Those of a catalogue; nothing where it has no words for them.
    pub(super) fn of(catalogue: &Catalogue) -> Names {
        // A name is told by itself, in no sentence.
        let alone = Message { key: "", arguments: Vec::new(), link: None, home: None };
        let told = |what: Argument| {
            let mut teller = Teller { catalogue, names: None, told: String::new() };
            let about = About { message: &alone, link: None };
            teller.argument(&what, about).is_ok().then_some(teller.told)
        };
        let cell = |row, column| told(Cell::<25>::from_index(25 * row + column).into());
        let house = |index| told(House::from_index(index).into());
        Names {
            cells: std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column))),
            houses: std::array::from_fn(house),
        }
    }

    #[inline]
    fn cell(&self, cell: Cell<25>) -> Option<&str> {
        self.cells.get(cell.row())?.get(cell.column())?.as_deref()
    }

    #[inline]
    fn house(&self, house: House) -> Option<&str> {
        self.houses.get(house.index())?.as_deref()
    }
}

fn selector(by: &Insert<'_>, about: About<'_>) -> Result<Selector, Untold> {
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

/// Every kind of house apart.
fn by_word(houses: Houses) -> Vec<(Word, Houses)> {
    let mut left = houses;
    let mut kinds = Vec::new();
    while let Some(first) = left.first() {
        let word = word_for(first);
        let same: Houses = left.iter().filter(|&house| word_for(house) == word).collect();
        left -= same;
        kinds.push((word, same));
    }
    kinds
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

/// A number in digits, without a heap.
struct Numeral {
    digits: [u8; 20],
    start: usize,
}

impl Numeral {
    fn of(mut number: usize) -> Numeral {
        let mut numeral = Numeral { digits: [b'0'; 20], start: 19 };
        numeral.digits[19] += (number % 10) as u8;
        while number > 9 {
            number /= 10;
            numeral.start -= 1;
            numeral.digits[numeral.start] += (number % 10) as u8;
        }
        numeral
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.digits[self.start..]).expect("digits are ASCII")
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_known_are_those_that_are_told() {
        for known in Catalogue::ALL {
            let told = known.unknown();
            assert!(known.names().is_some() && told.names().is_none());
            let of_cells = (0..25 * 25).map(|index| Argument::from(Cell::<25>::from_index(index)));
            let of_houses = (0..145).map(|index| Argument::from(House::from_index(index)));
            let mut both = Vec::new();
            for what in of_cells.chain(of_houses) {
                both.push(what);
                let last = both[both.len().saturating_sub(2)..].to_vec();
                let message = Message::new("list").with("what", last).of_link(1, 2);
                assert_eq!(known.text(&message), told.text(&message));
                assert_eq!(known.tell(&message), told.tell(&message));
            }
            let node = Node::<Large> {
                digit: piste_core::general::Digit::from_index(3),
                cells: Cell::from_index(26).into(),
                on: true,
            };
            let message = Message::new("list").with("what", node);
            assert_eq!(known.tell(&message), told.tell(&message));
        }
    }

    #[test]
    fn a_numeral_is_the_number_in_digits() {
        for number in [0, 7, 9, 10, 11, 99, 100, 65_537, usize::MAX] {
            assert_eq!(Numeral::of(number).text(), number.to_string());
        }
    }
}
