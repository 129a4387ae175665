//! How requests are read and answers written: the one place that knows the shape around them.
//!
//! An answer is one object. `version` comes first, then its own members in their order, then
//! what a door adds. Requests refuse members that they do not know, and what is wrong with
//! one is said in the words that people have for such things.

use crate::{Code, VERSION, Wrong};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

#[derive(Serialize)]
struct Envelope<'a, T, M> {
    version: u32,
    #[serde(flatten)]
    answer: &'a T,
    #[serde(flatten)]
    more: M,
}

/// The text of an answer.
///
/// ```
/// use piste_api::json;
///
/// #[derive(serde::Serialize)]
/// struct Answer {
///     count: u32,
/// }
/// assert_eq!(json::write(&Answer { count: 3 }), r#"{"version":2,"count":3}"#);
/// ```
pub fn write(answer: &impl Serialize) -> String {
    write_with(answer, &Named::<()>::default())
}

/// The text of an answer with what its door knows besides: further members, at its end.
pub fn write_with(answer: &impl Serialize, more: &impl Serialize) -> String {
    bare(&Envelope { version: VERSION, answer, more })
}

/// The text of something that is no answer of its own, such as an event on the way to one.
pub fn bare(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("our own answers can be written as JSON")
}

/// Reads a request.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Wrong> {
    // The parser would take a list for an object whose members stand in order.
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(bytes.len());
    if bytes.get(start) != Some(&b'{') {
        let before = &bytes[..start];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').count();
        let place = format!("line {line}, column {column}");
        return Err(Wrong::new(Code::BadJson, "expected an object").at(place));
    }
    serde_json::from_slice(bytes).map_err(|wrong| {
        let place = format!("line {}, column {}", wrong.line(), wrong.column());
        Wrong::new(Code::BadJson, sentence(&wrong)).at(place)
    })
}

/// Reads a member that may be left out, or be null, which means the same.
pub(crate) fn or_default<'de, D, T>(member: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(member)?.unwrap_or_default())
}

/// What is an object and nothing else. The parser would take a list for an object whose members
/// stand in order, and would call it by the name that it has in the sources.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(Members(PhantomData)).map(Object)
    }
}

/// Reads an object that may be left out, or be null, which means the same.
pub(crate) fn maybe_object<'de, D, T>(member: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Option::<Object<T>>::deserialize(member)?.map(|object| object.0))
}

/// Reads a list of objects.
pub(crate) fn objects<'de, D, T>(member: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Vec::<Object<T>>::deserialize(member)?.into_iter().map(|object| object.0).collect())
}

/// Reads a list of objects that may be left out, or be null.
pub(crate) fn maybe_objects<'de, D, T>(member: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let all = Option::<Vec<Object<T>>>::deserialize(member)?;
    Ok(all.map(|all| all.into_iter().map(|object| object.0).collect()))
}

/// The same of a flag that is true unless it is said to be false.
pub(crate) fn or_true<'de, D: Deserializer<'de>>(member: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(member)?.unwrap_or(true))
}

/// The same of a number that is 1 unless another one is said.
pub(crate) fn or_one<'de, D: Deserializer<'de>>(member: D) -> Result<u64, D::Error> {
    Ok(Option::deserialize(member)?.unwrap_or(1))
}

/// The same of a number that is 2 unless another one is said.
pub(crate) fn or_two<'de, D: Deserializer<'de>>(member: D) -> Result<u64, D::Error> {
    Ok(Option::deserialize(member)?.unwrap_or(2))
}

/// What is wrong with a body, without the place, which has a member of its own.
fn sentence(wrong: &serde_json::Error) -> String {
    let words = wrong.to_string();
    let place = format!(" at line {} column {}", wrong.line(), wrong.column());
    kinder(words.strip_suffix(&place).unwrap_or(&words))
}

/// The words of the parser with the names that people have for its types.
fn kinder(words: &str) -> String {
    const NAMES: [(&str, &str); 12] = [
        ("invalid type: sequence", "this is a list"),
        ("invalid type: map", "this is an object"),
        ("invalid type: null", "this is null"),
        ("invalid type: ", "this is the "),
        ("invalid value: ", "this is the "),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected u32", "expected a whole number, 0 or more"),
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected usize", "expected a whole number, 0 or more"),
        ("expected f64", "expected a number"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
    ];
    NAMES.iter().fold(words.to_owned(), |words, (theirs, ours)| words.replacen(theirs, ours, 1))
}

/// Things by name, in an order that is kept: an object in JSON.
///
/// ```
/// use piste_api::json::Named;
///
/// let text = r#"{"se":1,"givens":2}"#;
/// let numbers: Named<u32> = serde_json::from_str(text).unwrap();
/// assert_eq!(numbers.get("givens"), Some(&2));
/// assert_eq!(serde_json::to_string(&numbers).unwrap(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Named<T> {
        Named(Vec::new())
    }
}

impl<T> Named<T> {
    /// The thing of this name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, thing)| thing)
    }
}

impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(things: I) -> Named<T> {
        Named(things.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, thing)| (name, thing)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut named = Vec::new();
                while let Some(member) = map.next_entry()? {
                    named.push(member);
                }
                Ok(Named(named))
            }
        }

        deserializer.deserialize_map(Members(PhantomData))
    }
}

/// A number, a word, or true or false, as the text that it is; nothing if it is null.
///
/// ```
/// use piste_api::json::Plain;
///
/// let texts = ["7", "\"7\"", "true", "null"].map(|json| serde_json::from_str(json).unwrap());
/// assert_eq!(texts.map(|Plain(text)| text.unwrap_or_default()), ["7", "7", "true", ""]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plain(pub Option<String>);

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Plain, D::Error> {
        struct Any;

        impl Visitor<'_> for Any {
            type Value = Plain;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, a word, true or false")
            }

            fn visit_bool<E>(self, flag: bool) -> Result<Plain, E> {
                Ok(Plain(Some(flag.to_string())))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Plain, E> {
                Ok(Plain(Some(number.to_string())))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Plain, E> {
                Ok(Plain(Some(number.to_string())))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Plain, E> {
                Ok(Plain(Some(number.to_string())))
            }

            fn visit_str<E>(self, text: &str) -> Result<Plain, E> {
                Ok(Plain(Some(text.to_owned())))
            }

            fn visit_unit<E>(self) -> Result<Plain, E> {
                Ok(Plain(None))
            }
        }

        deserializer.deserialize_any(Any)
    }
}
