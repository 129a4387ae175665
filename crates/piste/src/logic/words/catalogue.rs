//! A catalogue: the sentences of one language.
//!
//! A catalogue is text that is compiled in, and a rule for numbers. It is read when
//! something is told, and held by nobody. That it is whole, no test can see from one message:
//! `crates/piste/tests/it/words.rs` holds every catalogue against every message that the
//! sources can make, both ways.

use super::pattern::{self, Flaw, Insert, Part};
use super::{Info, Message, Telling, Untold, telling};
use std::collections::{BTreeMap, BTreeSet};

/// Which form a number takes: the name that a choice has for it.
pub type Plural = fn(usize) -> &'static str;

/// The rule of English, German and many others: `one` for 1, and `other`.
pub fn one_or_other(count: usize) -> &'static str {
    if count == 1 { "one" } else { "other" }
}

/// The sentences of one language.
///
/// ```
/// use piste::logic::words::{Catalogue, Message, one_or_other};
///
/// static GERMAN: Catalogue = Catalogue::new("de", "look = Schau { $times } Mal hin.", one_or_other);
/// let message = Message::new("look").with("times", 3);
/// assert_eq!(GERMAN.tell(&message).unwrap().to_string(), "Schau 3 Mal hin.");
/// assert_eq!(
///     Catalogue::ENGLISH.tell(&message).unwrap_err().to_string(),
///     "there are no words for \"look\" in the catalogue en"
/// );
/// ```
#[derive(Clone, Copy)]
pub struct Catalogue {
    /// The language, by its code: `en`.
    pub language: &'static str,
    text: &'static str,
    plural: Plural,
}

/// A sentence of a catalogue, and what it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: &'static str,
    /// The names of the arguments that it tells or chooses by.
    pub arguments: BTreeSet<&'static str>,
    /// The keys of the sentences that it is made with.
    pub sentences: BTreeSet<&'static str>,
}

impl Catalogue {
    /// English.
    pub const ENGLISH: Catalogue = Catalogue::new("en", include_str!("en.ftl"), one_or_other);

    /// The languages that piste speaks.
    pub const ALL: &'static [Catalogue] = &[Catalogue::ENGLISH];

    /// A catalogue of the language with this code.
    pub const fn new(language: &'static str, text: &'static str, plural: Plural) -> Catalogue {
        Catalogue { language, text, plural }
    }

    /// The catalogue of the language with this code.
    pub fn of_language(language: &str) -> Option<&'static Catalogue> {
        Catalogue::ALL.iter().find(|catalogue| catalogue.language == language)
    }

    /// Says it.
    pub fn tell(&self, message: &Message) -> Result<Telling, Untold> {
        telling::tell(self, message)
    }

    /// What a strategy is called. Its English name is its own, other languages have
    /// `name-<slug>`.
    pub fn strategy(&self, info: &Info) -> Result<&'static str, Untold> {
        if self.language == Catalogue::ENGLISH.language {
            return Ok(info.name);
        }
        let key = format!("name-{}", info.slug);
        self.sentence(&key).ok_or(Untold::NoSentence { key, language: self.language })
    }

    /// All sentences, in their order; or what is wrong with the first that cannot be read, or
    /// that has the key of one before it.
    pub fn entries(&self) -> Result<Vec<Entry>, Flaw> {
        let mut known = BTreeSet::new();
        let read = pattern::sentences(self.text).map(|(key, sentence)| {
            let flaw = |what: String| Flaw { key: key.to_owned(), what };
            if !known.insert(key) {
                return Err(flaw("it is there twice".to_owned()));
            }
            let parts = pattern::read(sentence).map_err(flaw)?;
            let mut entry = Entry { key, arguments: BTreeSet::new(), sentences: BTreeSet::new() };
            entry.take(&parts);
            Ok(entry)
        });
        read.collect()
    }

    /// What several of the strategy with this slug are called: `X-wings`.
    ///
    /// ```
    /// use piste::logic::words::Catalogue;
    ///
    /// assert_eq!(Catalogue::ENGLISH.plural("x-wing"), Some("X-wings"));
    /// assert_eq!(Catalogue::ENGLISH.plural("y-wing"), None);
    /// ```
    pub fn plural(&self, slug: &str) -> Option<&'static str> {
        self.sentence(&format!("plural-{slug}"))
    }

    pub(super) fn form(&self, count: usize) -> &'static str {
        (self.plural)(count)
    }

    /// The sentences by key.
    pub(super) fn index(&self) -> BTreeMap<&'static str, &'static str> {
        pattern::sentences(self.text).collect()
    }

    /// The sentence of this key.
    pub(super) fn sentence(&self, key: &str) -> Option<&'static str> {
        pattern::sentences(self.text).find(|(known, _)| *known == key).map(|(_, text)| text)
    }
}

impl Entry {
    fn take(&mut self, parts: &[Part<'static>]) {
        for part in parts {
            match part {
                Part::Text(_) => {}
                Part::Insert(insert) => self.take_insert(insert),
                Part::Choose(by, variants) => {
                    self.take_insert(by);
                    variants.iter().for_each(|variant| self.take(&variant.says));
                }
            }
        }
    }

    fn take_insert(&mut self, insert: &Insert<'static>) {
        match insert {
            Insert::Text(_) => {}
            Insert::Argument(name) => drop(self.arguments.insert(name)),
            Insert::Sentence(key) => drop(self.sentences.insert(key)),
            Insert::Call(_, of) => of.iter().for_each(|insert| self.take_insert(insert)),
        }
    }
}

impl PartialEq for Catalogue {
    fn eq(&self, other: &Catalogue) -> bool {
        (self.language, self.text) == (other.language, other.text)
    }
}

impl Eq for Catalogue {}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Catalogue({})", self.language)
    }
}
