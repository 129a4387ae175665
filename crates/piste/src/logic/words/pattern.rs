//! The sentences of a catalogue, as they are written, and how they are read.
//!
//! The notation is a part of [Fluent](https://projectfluent.org)'s, which translators and
//! their editors know:
//!
//! ```text
//!   # A comment.
//!   naked-single = { $cell } can only be { $digit }.       an argument by name
//!   locked = In { $house } it is in { OR($cells) }.        a function of one
//!   fish = In { $rows } … { erase }                        another sentence, same arguments
//!   holds = { $cells } { COUNT($cells) ->                  a choice: by number, by the forms
//!       [1] holds                                          that the language has for numbers,
//!      *[other] hold                                       or by a word; the one with a star
//!       } { $digits }                                      is for all else
//!   comma = {", "}                                         text as it stands
//! ```
//!
//! A sentence stands on one line; only inside a choice may there be further lines, which are
//! indented. Of Fluent there is neither the attribute nor the term.
//!
//! What is read is kept by the [catalogue](super::Catalogue), if it is one of those that ship.

use std::fmt;

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// As it stands.
    Text(&'t str),
    /// What stands for something.
    Insert(Insert<'t>),
    /// One of several, by what is inserted.
    Choose(Insert<'t>, Vec<Variant<'t>>),
}

/// What stands for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Insert<'t> {
    /// As it stands.
    Text(&'t str),
    /// The argument of this name.
    Argument(&'t str),
    /// The sentence of this key, about the same.
    Sentence(&'t str),
    /// A function.
    Call(&'t str, Vec<Insert<'t>>),
}

/// One of several parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variant<'t> {
    /// When it is chosen.
    pub(super) when: &'t str,
    /// Whether it is chosen when no other is.
    pub(super) is_default: bool,
    /// What it says.
    pub(super) says: Vec<Part<'t>>,
}

/// What is wrong with a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// In which sentence, by its key.
    pub key: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the sentence {}: {}", self.key, self.what)
    }
}

impl std::error::Error for Flaw {}

/// The keys and sentences of a catalogue's text, in its order.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let line = rest.split_inclusive('\n').next()?;
            let Some((key, _)) = line.split_once(" =").filter(|_| starts_sentence(line)) else {
                rest = &rest[line.len()..];
                continue;
            };
            let mut end = line.len();
            for more in rest[end..].split_inclusive('\n').take_while(|more| more.starts_with(' ')) {
                end += more.len();
            }
            let sentence = rest[key.len() + " =".len()..end].trim();
            rest = &rest[end..];
            return Some((key, sentence));
        }
    })
}

fn starts_sentence(line: &str) -> bool {
    line.starts_with(|sign: char| sign.is_ascii_lowercase())
}

/// Reads a sentence; says what is wrong if it cannot be read.
pub(super) fn read(sentence: &str) -> Result<Vec<Part<'_>>, String> {
    let mut reader = Reader { rest: sentence };
    let parts = reader.parts(false)?;
    if reader.rest.is_empty() { Ok(parts) } else { Err(reader.expected("the end")) }
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    /// Text and insertions, up to the end or, within a choice, to the next variant.
    fn parts(&mut self, in_variant: bool) -> Result<Vec<Part<'t>>, String> {
        let mut parts = Vec::new();
        loop {
            let stops: &[char] = if in_variant { &['{', '}', '\n'] } else { &['{', '}'] };
            let length = self.rest.find(stops).unwrap_or(self.rest.len());
            let (text, rest) = self.rest.split_at(length);
            self.rest = rest;
            let at_end = !rest.starts_with('{');
            let text = if at_end && in_variant { text.trim_end() } else { text };
            if !text.is_empty() {
                parts.push(Part::Text(text));
            }
            if at_end {
                return Ok(parts);
            }
            parts.push(self.placed()?);
        }
    }

    /// What stands in braces.
    fn placed(&mut self) -> Result<Part<'t>, String> {
        self.eat("{")?;
        let insert = self.insert()?;
        self.skip();
        if !self.rest.starts_with("->") {
            self.eat("}")?;
            return Ok(Part::Insert(insert));
        }
        self.eat("->")?;
        let mut variants = Vec::new();
        while !self.rest.trim_start().starts_with('}') {
            variants.push(self.variant()?);
        }
        self.eat("}")?;
        if variants.iter().filter(|variant| variant.is_default).count() != 1 {
            return Err("a choice has one form with a star".to_owned());
        }
        Ok(Part::Choose(insert, variants))
    }

    fn variant(&mut self) -> Result<Variant<'t>, String> {
        self.skip();
        let is_default = self.rest.starts_with('*');
        if is_default {
            self.eat("*")?;
        }
        self.eat("[")?;
        let when = self.name()?;
        self.eat("]")?;
        self.rest = self.rest.trim_start_matches(' ');
        Ok(Variant { when, is_default, says: self.parts(true)? })
    }

    fn insert(&mut self) -> Result<Insert<'t>, String> {
        self.skip();
        if let Some(rest) = self.rest.strip_prefix('"') {
            let end = rest.find('"').ok_or("a quotation has no end")?;
            let (text, rest) = rest.split_at(end);
            self.rest = &rest[1..];
            return Ok(Insert::Text(text));
        }
        if let Some(rest) = self.rest.strip_prefix('$') {
            self.rest = rest;
            return Ok(Insert::Argument(self.name()?));
        }
        let name = self.name()?;
        if !self.rest.starts_with('(') {
            return Ok(Insert::Sentence(name));
        }
        self.eat("(")?;
        let mut of = vec![self.insert()?];
        while self.rest.trim_start().starts_with(',') {
            self.eat(",")?;
            of.push(self.insert()?);
        }
        self.eat(")")?;
        Ok(Insert::Call(name, of))
    }

    fn name(&mut self) -> Result<&'t str, String> {
        let is_part = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
        let length = self.rest.find(|sign| !is_part(sign)).unwrap_or(self.rest.len());
        if length == 0 {
            return Err(self.expected("a name"));
        }
        let (name, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(name)
    }

    fn eat(&mut self, sign: &str) -> Result<(), String> {
        self.skip();
        let rest = self.rest.strip_prefix(sign).ok_or_else(|| self.expected(sign))?;
        self.rest = rest;
        Ok(())
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn expected(&self, what: &str) -> String {
        let found: String = self.rest.chars().take(20).collect();
        format!("expected {what}, found \"{found}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalogue_is_read_sentence_by_sentence() {
        let text = "# Words.\n\none = A { $cell }.\n\ntwo = B { COUNT($cells) ->\n    [1] holds\n   *[other] hold\n    } it\n# end\nthree = C";
        let all: Vec<(&str, &str)> = sentences(text).collect();
        assert_eq!(all.iter().map(|(key, _)| *key).collect::<Vec<_>>(), ["one", "two", "three"]);
        assert_eq!(all[0].1, "A { $cell }.");
        let two = read(all[1].1).unwrap();
        let count = Insert::Call("COUNT", vec![Insert::Argument("cells")]);
        let variant =
            |when, is_default, says| Variant { when, is_default, says: vec![Part::Text(says)] };
        let holds = vec![variant("1", false, "holds"), variant("other", true, "hold")];
        assert_eq!(two, [Part::Text("B "), Part::Choose(count, holds), Part::Text(" it")]);
    }

    #[test]
    fn text_in_quotation_marks_keeps_its_spaces() {
        assert_eq!(read("{\", \"}").unwrap(), [Part::Insert(Insert::Text(", "))]);
        let join = Insert::Call("JOIN", vec![Insert::Argument("a"), Insert::Text("; ")]);
        assert_eq!(read("{ JOIN($a, \"; \") }").unwrap(), [Part::Insert(join)]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (sentence, wrong) in [
            ("a { $cell", "expected }, found \"\""),
            ("a } b", "expected the end, found \"} b\""),
            ("{ }", "expected a name, found \"}\""),
            ("{ \"a }", "a quotation has no end"),
            ("{ $a ->\n [x] y\n }", "a choice has one form with a star"),
        ] {
            assert_eq!(read(sentence).unwrap_err(), wrong, "{sentence}");
        }
    }
}
