//! What is said, as data, and the words for it.
//!
//! ```text
//!   Strategy ──► Message ──────────► Catalogue::tell ──► Telling ──► text, or pieces
//!                which sentence,     the sentences       runs of text, each with
//!                and what it is      of a language       what it names
//!                about
//! ```
//!
//! A strategy knows no language. It makes a [`Message`]: the key of a sentence and its
//! arguments by name, as cells, digits, houses, marks, statements, further messages. A
//! [`Catalogue`] holds the sentences of one language and turns the message into a
//! [`Telling`]: runs of text, of which those that name something carry it, so that a page can
//! colour and link them without reading the sentence. Nothing is said while steps are searched
//! for: a message is made when somebody asks.
//!
//! Messages are plain data, the same for every shape: cells, digits and houses come in the words that have
//! room for all of them, those of [`Large`]. So the catalogue and the telling are compiled once.
//!
//! English is `en.ftl` beside this file. To say something in other words, change it there; for
//! another language, add a file like it and a row to [`Catalogue::ALL`].
//!
//! [`phrases`] makes the messages that several strategies share.

mod catalogue;
mod pattern;
pub mod phrases;
mod telling;

pub use catalogue::{Catalogue, Entry, Plural, one_or_other};
pub use pattern::Flaw;
pub use telling::{Named, Piece, Telling, Untold, capital};

use super::{Info, Node};
use piste_core::general;
use piste_core::space::{Classic, Large};

/// A set of digits of any shape.
pub type Digits = general::Set<general::Digit, 1>;

/// A set of cells of any shape.
pub type Cells = general::Set<general::Cell<25>, 10>;

/// A set of houses of any shape.
pub type Houses = general::Set<general::House, 4>;

/// A set of candidates of any shape.
pub type Candidates = general::CandidateSet<25, 10>;

/// Something to say: which sentence, and what it is about.
///
/// ```
/// use piste::logic::words::Message;
/// use piste::{Cell, Digit};
///
/// let message = Message::new("mistake-written").with("cell", Cell::at(4, 1)).with("digit", Digit::D7);
/// assert_eq!(message.to_string(), "r5c2 is not 7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    key: &'static str,
    arguments: Vec<(&'static str, Argument)>,
    link: Option<LinkOf>,
    home: Option<&'static Catalogue>,
}

/// Which link a piece of text tells: of which of the step's chains, and which of its links, both
/// counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkOf {
    /// The chain.
    pub chain: u8,
    /// The link in that chain.
    pub number: usize,
}

impl Message {
    /// The sentence with this key, about nothing yet.
    pub fn new(key: &'static str) -> Message {
        Message { key, arguments: Vec::new(), link: None, home: None }
    }

    /// The same message about this, too.
    #[must_use]
    pub fn with(mut self, name: &'static str, argument: impl Into<Argument>) -> Message {
        self.arguments.push((name, argument.into()));
        self
    }

    /// The same message, whose words are in this catalogue if the one that tells it has none:
    /// for strategies that piste does not know. Only a catalogue of the same language is asked.
    #[must_use]
    pub fn at_home_in(self, catalogue: &'static Catalogue) -> Message {
        Message { home: Some(catalogue), ..self }
    }

    /// The same message, which tells this link.
    #[must_use]
    pub fn of_link(self, chain: u8, number: usize) -> Message {
        Message { link: Some(LinkOf { chain, number }), ..self }
    }

    /// The key of the sentence.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// What it is about, in the order in which it was added.
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.arguments
    }

    /// The argument of this name.
    pub fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|(known, _)| *known == name).map(|(_, argument)| argument)
    }

    /// The message in English. One that has no English words is not hidden: the telling says so.
    pub fn english(&self) -> Telling {
        Catalogue::ENGLISH.tell(self).unwrap_or_else(|untold| Telling::from(untold.to_string()))
    }
}

/// In English.
impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match Catalogue::ENGLISH.text(self) {
            Ok(text) => f.write_str(&text),
            Err(untold) => untold.fmt(f),
        }
    }
}

/// What a message is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Argument {
    /// A number.
    Number(usize),
    /// Digits: "4 and 7".
    Digits(Digits),
    /// Cells: "r1c2 and r1c5".
    Cells(Cells),
    /// Houses: "rows 1 and 4 and column 9".
    Houses(Houses),
    /// Marks, digits by cells: "5 in r1c2 and r1c3, and 7 in r4c4".
    Marks(Box<Candidates>),
    /// A statement: "r5c2 is not 7".
    Statement(Box<Node<Large>>),
    /// A strategy, by its name.
    Strategy(&'static Info),
    /// Which of the forms that a sentence offers; never told itself.
    Choice(&'static str),
    /// Something that has its text already: a slug, or a name that was looked up.
    Name(String),
    /// Something else that is said.
    Message(Box<Message>),
    /// Several things, in this order.
    List(Vec<Argument>),
}

macro_rules! arguments {
    ($($kind:ident: $of:ty;)*) => {$(
        impl From<$of> for Argument {
            fn from(what: $of) -> Argument {
                Argument::$kind(what.into())
            }
        }
    )*};
}

arguments! {
    Number: usize;
    Digits: Digits;
    Digits: general::Digit;
    Digits: piste_core::DigitSet;
    Digits: piste_core::Digit;
    Cells: Cells;
    Cells: general::Cell<25>;
    Cells: piste_core::CellSet;
    Cells: piste_core::Cell;
    Houses: Houses;
    Houses: general::House;
    Houses: piste_core::HouseSet;
    Houses: piste_core::House;
    Marks: Candidates;
    Statement: Node<Large>;
    Strategy: &'static Info;
    Choice: &'static str;
    Message: Message;
}

impl From<piste_core::CandidateSet> for Argument {
    fn from(marks: piste_core::CandidateSet) -> Argument {
        Candidates::from(marks).into()
    }
}

impl From<Node<Classic>> for Argument {
    fn from(node: Node<Classic>) -> Argument {
        node.widened().into()
    }
}

impl<T: Into<Argument>> From<Vec<T>> for Argument {
    fn from(several: Vec<T>) -> Argument {
        Argument::List(several.into_iter().map(Into::into).collect())
    }
}
