//! A catalogue: the sentences of one language.
//!
//! A catalogue is text that is compiled in, and a rule for numbers. Where each sentence stands in the text is
//! [worked out](Places) when the catalogue is compiled, since to look through the whole of it took most of the time of an
//! explanation; the sentences of the languages that piste speaks are [read once](SHIPPED). That a catalogue is whole, no test can see from one message:
//! `crates/piste/tests/it/words.rs` holds every catalogue against every message that the
//! sources can make, both ways.

use super::pattern::{self, Flaw, Insert, Part};
use super::{Info, Message, Telling, Untold, telling};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;
use telling::Names;

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
    places: Places,
    /// Which of [`Catalogue::ALL`] it is.
    shipped: Option<usize>,
}

/// Where the sentences of a text stand, by the hashes of their keys: a table in which each has the first free slot from that of its
/// hash on. A slot has one more than the place where the line of the sentence begins, or 0.
#[derive(Clone, Copy)]
struct Places([u32; Places::SLOTS]);

impl Places {
    /// Three times as many as English has sentences.
    const SLOTS: usize = 1024;

    const fn of(text: &str) -> Places {
        let bytes = text.as_bytes();
        let mut places = [0; Places::SLOTS];
        let (mut begin, mut count) = (0, 0);
        while begin < bytes.len() {
            let mut end = begin;
            // The key ends before the first " =" of a line that begins with a small letter.
            let mut key = 0;
            while end < bytes.len() && bytes[end] != b'\n' {
                if key == 0 && bytes[end] == b'=' && end > begin && bytes[end - 1] == b' ' {
                    key = end - 1;
                }
                end += 1;
            }
            if key > 0 && bytes[begin].is_ascii_lowercase() {
                let mut slot = Places::slot(bytes, begin, key);
                while places[slot] != 0 {
                    slot = (slot + 1) % Places::SLOTS;
                }
                places[slot] = begin as u32 + 1;
                count += 1;
                assert!(count < Places::SLOTS, "more sentences than there is room for");
            }
            begin = end + 1;
        }
        Places(places)
    }

    /// The slot of the key that stands here (FNV-1a).
    const fn slot(bytes: &[u8], begin: usize, end: usize) -> usize {
        let (mut hash, mut at) = (0x811c_9dc5_u32, begin);
        while at < end {
            hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
            at += 1;
        }
        (hash ^ hash >> 16) as usize % Places::SLOTS
    }

    /// The slots that this key may have, of texts that have it.
    fn from(&self, key: &str) -> impl Iterator<Item = usize> {
        let first = Places::slot(key.as_bytes(), 0, key.len());
        let slots = (first..Places::SLOTS).chain(0..first);
        slots.take_while(|&slot| self.0[slot] > 0)
    }

    /// Where the line begins that has this slot.
    fn line(&self, slot: usize) -> Option<usize> {
        (self.0[slot] as usize).checked_sub(1)
    }
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
    pub const ENGLISH: Catalogue = Catalogue {
        shipped: Some(0),
        ..Catalogue::new("en", include_str!("en.ftl"), one_or_other)
    };

    /// The languages that piste speaks.
    pub const ALL: &'static [Catalogue] = &[Catalogue::ENGLISH];

    /// A catalogue of the language with this code.
    pub const fn new(language: &'static str, text: &'static str, plural: Plural) -> Catalogue {
        Catalogue { language, text, plural, places: Places::of(text), shipped: None }
    }

    /// The catalogue of the language with this code.
    pub fn of_language(language: &str) -> Option<&'static Catalogue> {
        Catalogue::ALL.iter().find(|catalogue| catalogue.language == language)
    }

    /// Says it.
    pub fn tell(&self, message: &Message) -> Result<Telling, Untold> {
        telling::tell(self, message)
    }

    /// Says it as one text: the same words, for those who do not ask what they name.
    ///
    /// ```
    /// use piste::logic::words::{Catalogue, Message};
    /// use piste::House;
    ///
    /// let message = Message::new("look-at").with("places", House::row(4));
    /// assert_eq!(Catalogue::ENGLISH.text(&message).unwrap(), "Look at row 5.");
    /// ```
    pub fn text(&self, message: &Message) -> Result<String, Untold> {
        let mut text = String::with_capacity(256);
        self.put(message, &mut text).map(|()| text)
    }

    /// Puts the same at the end of another text; what stands there after what cannot be told is of no use.
    pub(crate) fn put(&self, message: &Message, text: &mut String) -> Result<(), Untold> {
        telling::write(self, message, text)
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

    /// The parts of the sentence of this key, or why it cannot be read.
    pub(super) fn read(&self, key: &str) -> Option<Result<Cow<'static, [Part<'static>]>, String>> {
        let slot = self.slot(key)?;
        let Some(number) = self.shipped else { return Some(self.parts(slot).map(Cow::Owned)) };
        let read = SHIPPED[number][slot].get_or_init(|| self.parts(slot)).as_ref();
        Some(read.map(|parts| Cow::Borrowed(&parts[..])).map_err(Clone::clone))
    }

    /// What the commonest cells and houses are called, if this is a language that piste speaks.
    pub(super) fn names(&self) -> Option<&'static Names> {
        let number = self.shipped?;
        Some(NAMES[number].get_or_init(|| Names::of(self)))
    }

    /// The same catalogue as one of which nothing is kept.
    #[cfg(test)]
    pub(super) fn unknown(&self) -> Catalogue {
        Catalogue { shipped: None, ..*self }
    }

    fn parts(&self, slot: usize) -> Result<Vec<Part<'static>>, String> {
        pattern::read(self.at(slot).unwrap_or_default().1)
    }

    /// The sentence of this key.
    fn sentence(&self, key: &str) -> Option<&'static str> {
        Some(self.at(self.slot(key)?)?.1)
    }

    /// The key and the sentence that have this slot.
    fn at(&self, slot: usize) -> Option<(&'static str, &'static str)> {
        pattern::sentences(&self.text[self.places.line(slot)?..]).next()
    }

    /// The slot of the sentence with this key.
    fn slot(&self, key: &str) -> Option<usize> {
        let is_its = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(" ="));
        let mut slots = self.places.from(key);
        slots.find(|&slot| self.places.line(slot).is_some_and(|at| is_its(&self.text[at..])))
    }
}

/// The sentences of the languages that piste speaks, by language and slot, each read when it is first told. They depend on
/// nothing: a sentence is told thousands of times, and to read it took longer than to tell it.
static SHIPPED: [[OnceLock<Read>; Places::SLOTS]; Catalogue::ALL.len()] =
    [const { [const { OnceLock::new() }; Places::SLOTS] }; Catalogue::ALL.len()];

/// The names of the languages that piste speaks, made when the first is asked for.
static NAMES: [OnceLock<Names>; Catalogue::ALL.len()] =
    [const { OnceLock::new() }; Catalogue::ALL.len()];

/// A sentence that was read, or why it cannot be.
type Read = Result<Vec<Part<'static>>, String>;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_found_by_its_key() {
        for catalogue in Catalogue::ALL {
            let mut count = 0;
            for (key, sentence) in pattern::sentences(catalogue.text) {
                assert_eq!(catalogue.sentence(key), Some(sentence), "{key}");
                assert_eq!(catalogue.sentence(&format!("{key}-")), None);
                count += 1;
            }
            assert!(count > 300, "{count}");
        }
    }

    #[test]
    fn every_language_that_ships_knows_which_it_is() {
        for (number, catalogue) in Catalogue::ALL.iter().enumerate() {
            assert_eq!(catalogue.shipped, Some(number), "{}", catalogue.language);
            for (key, sentence) in pattern::sentences(catalogue.text) {
                let read = pattern::read(sentence).map(Cow::Owned);
                assert_eq!(catalogue.read(key), Some(read), "{key}");
            }
        }
    }

    #[test]
    fn only_lines_with_a_key_are_sentences() {
        let text = "# a = comment\nB = no key\nplain text\nx-= too\none = first\n   two = inside\n\nlast =";
        let catalogue = Catalogue::new("xx", text, one_or_other);
        assert_eq!(catalogue.sentence("one"), Some("first\n   two = inside"));
        assert_eq!(catalogue.sentence("last"), Some(""));
        for none in ["# a", "B", "plain", "x-", "   two", "two", ""] {
            assert_eq!(catalogue.sentence(none), None, "{none}");
        }
    }
}
