//! Bodies that are no requests, or nearly so, held against every endpoint. There is no connection between, so
//! that a hundred thousand of them take seconds.
//!
//! What each must come to is said by somebody who has not read the readers: [`is_well_formed`] knows JSON and the rows of
//! the manual. A body that the rows allow is never refused as `bad-json`, any other is, and nothing is ever a
//! mistake of ours. The bodies come from a fixed seed; a failure names its number.

use super::{Does, ENDPOINTS, Endpoint, Field, Kind, Verb, make};
use crate::web::lanes::Pace;
use crate::web::problem::{Code, Problem};
use crate::web::{Desk, Limits, Options};
use piste_core::Rng;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

/// How many bodies each endpoint gets.
const BODIES: u64 = 12_000;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn desk() -> Arc<Desk> {
    let limits = Limits { puzzles: 50, solutions: 20, ..Limits::with_cores(1) };
    Arc::new(Desk::new(Options {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        token: None,
        origins: Vec::new(),
        limits,
        library: None,
        is_logging: false,
    }))
}

/// Texts that mean something somewhere, and some that mean nothing anywhere.
fn text(rng: &mut Rng) -> String {
    let marks = "123456789".repeat(81);
    let deep = "(".repeat(5_000);
    let long = vec!["hsolve>3"; 300].join(" and ");
    let known = [
        PUZZLE,
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        &marks,
        "singles",
        "se",
        "teaching",
        "easy",
        "rotational",
        "givens 20..30 or se<3",
        "-se",
        "random",
        "..30",
        "24",
        "x-wing",
        "",
        "\u{0}\u{7f}\u{1F600}é",
        ":0702:9:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79::",
        &deep,
        &long,
        "xxx......xxx......xxx......xxx......xxx......xxx......xxx......xxx......xxx......",
    ];
    known[rng.below(known.len())].to_owned()
}

/// A value of any kind.
fn anything(rng: &mut Rng) -> Value {
    match rng.below(10) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 0),
        2 => json!(rng.below(200)),
        3 => json!(rng.bits()),
        4 => json!(-(rng.below(9) as i64)),
        5 => json!(rng.unit() * 1e9),
        6 => json!([text(rng), anything(rng)]),
        7 => json!({ text(rng): anything(rng) }),
        _ => json!(text(rng)),
    }
}

/// A value of this kind, as a rule.
fn value(kind: &Kind, rng: &mut Rng) -> Value {
    match kind {
        _ if rng.below(12) == 0 => anything(rng),
        Kind::Text => json!(text(rng)),
        Kind::Whole => json!(rng.bits() >> rng.below(64)),
        Kind::Flag => json!(rng.below(2) == 0),
        Kind::Number => json!(rng.unit() * 100.0),
        Kind::List(of) => (0..rng.below(3)).map(|_| value(of, rng)).collect(),
        Kind::Object(fields) => {
            let mut members = Map::new();
            for field in *fields {
                if field.is_needed || rng.below(2) == 0 {
                    members.insert(field.name.to_owned(), value(&field.kind, rng));
                }
            }
            Value::Object(members)
        }
        Kind::Map(of) => {
            let names = ["hsolve.runs", "se.variant", "se.uniqueness", "hsolve.rums"];
            let members =
                (0..rng.below(3)).map(|_| (names[rng.below(4)].to_owned(), value(of, rng)));
            Value::Object(members.collect())
        }
        Kind::Value if rng.below(2) == 0 => json!(30),
        _ => anything(rng),
    }
}

/// A body for this endpoint, or nearly one.
fn body(endpoint: &Endpoint, rng: &mut Rng) -> Vec<u8> {
    let mut members = Map::new();
    for field in endpoint.takes {
        if field.is_needed || rng.below(3) == 0 {
            let sure = field.is_needed && rng.below(2) == 0;
            let value = if sure { json!(PUZZLE) } else { value(&field.kind, rng) };
            members.insert(field.name.to_owned(), value);
        }
    }
    match rng.below(12) {
        0 => drop(members.insert(text(rng), anything(rng))),
        1 => members.retain(|_, _| rng.below(2) == 0),
        _ => {}
    }
    let mut bytes = match rng.below(8) {
        0 => endpoint.example.to_owned().into_bytes(),
        1 if rng.below(20) == 0 => "{\"puzzle\":[".repeat(300).into_bytes(),
        1 => anything(rng).to_string().into_bytes(),
        _ => Value::Object(members).to_string().into_bytes(),
    };
    let times = if rng.below(2) == 0 { 0 } else { rng.below(5) };
    for _ in 0..times {
        garble(&mut bytes, rng);
    }
    bytes
}

/// Changes a byte or a few.
fn garble(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.below(bytes.len() + 1);
    let bits = rng.bits().to_le_bytes();
    match rng.below(5) {
        0 => bytes.truncate(at),
        1 => bytes.splice(at..at, bits[..rng.below(4)].iter().copied()).for_each(drop),
        2 => {
            let piece: Vec<u8> = bytes[at..].iter().take(rng.below(40)).copied().collect();
            bytes.splice(at..at, piece).for_each(drop);
        }
        which => {
            let Some(byte) = bytes.get_mut(at) else { return };
            *byte =
                if which == 3 { bits[0] } else { b"0123456789.\"{}[],:xe-\\ \n"[rng.below(24)] };
        }
    }
}

/// The members of an object as they stand there, also those that are there twice.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(body: D) -> Result<Members, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Members;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        body.deserialize_map(All)
    }
}

/// Whether a body is JSON of the shape that the rows tell, each member once.
fn is_well_formed(takes: &[Field], bytes: &[u8]) -> bool {
    let Ok(Members(all)) = serde_json::from_slice(bytes) else { return false };
    let members: Map<String, Value> = all.iter().cloned().collect();
    if members.len() < all.len() || serde_json::from_slice::<Distinct>(bytes).is_err() {
        return false;
    }
    has_members(takes, &members)
}

/// Anything in which no object has two members of one name, however deep.
struct Distinct;

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Distinct, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Distinct;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("anything")
            }

            fn visit_unit<E>(self) -> Result<Distinct, E> {
                Ok(Distinct)
            }

            fn visit_bool<E>(self, _: bool) -> Result<Distinct, E> {
                Ok(Distinct)
            }

            fn visit_u64<E>(self, _: u64) -> Result<Distinct, E> {
                Ok(Distinct)
            }

            fn visit_i64<E>(self, _: i64) -> Result<Distinct, E> {
                Ok(Distinct)
            }

            fn visit_f64<E>(self, _: f64) -> Result<Distinct, E> {
                Ok(Distinct)
            }

            fn visit_str<E>(self, _: &str) -> Result<Distinct, E> {
                Ok(Distinct)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Distinct, A::Error> {
                while items.next_element::<Distinct>()?.is_some() {}
                Ok(Distinct)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Distinct, A::Error> {
                let mut names = BTreeSet::new();
                while let Some((name, Distinct)) = map.next_entry::<String, Distinct>()? {
                    if !names.insert(name) {
                        return Err(serde::de::Error::custom("twice"));
                    }
                }
                Ok(Distinct)
            }
        }

        deserializer.deserialize_any(Any)
    }
}

/// Whether these are members that the rows allow, and all that they need.
fn has_members(takes: &[Field], members: &Map<String, Value>) -> bool {
    let is_known = |name: &String| takes.iter().any(|field| field.name == name);
    members.keys().all(is_known)
        && takes.iter().all(|field| match members.get(field.name) {
            None | Some(Value::Null) => !field.is_needed,
            // The one member that may be a number as well.
            Some(Value::Number(number)) if field.name == "givens" => number.is_u64(),
            Some(value) => fits(&field.kind, value),
        })
}

fn fits(kind: &Kind, value: &Value) -> bool {
    match kind {
        Kind::Text => value.is_string(),
        Kind::Whole => value.is_u64(),
        Kind::Flag => value.is_boolean(),
        Kind::Number => value.is_number(),
        Kind::Object(fields) => {
            value.as_object().is_some_and(|members| has_members(fields, members))
        }
        Kind::List(of) => {
            value.as_array().is_some_and(|items| items.iter().all(|item| fits(of, item)))
        }
        Kind::Map(of) => {
            value.as_object().is_some_and(|members| members.values().all(|item| fits(of, item)))
        }
        Kind::Value => !value.is_array() && !value.is_object(),
        _ => false,
    }
}

/// What an endpoint says to a body. What takes long is read and not done.
fn said(desk: &Arc<Desk>, endpoint: &Endpoint, bytes: &[u8], is_done: bool) -> Result<(), Problem> {
    let (patience, _leave) = desk.lanes.patience(endpoint.pace);
    match endpoint.does {
        Does::Streams => make::read(desk, bytes, patience).map(drop),
        Does::Tries(read) => read(desk, bytes).map(drop),
        Does::Asks | Does::Answers(_) => {
            let work = endpoint.read(desk, bytes)?;
            if endpoint.pace == Pace::Short && is_done {
                let answer = work(&patience)?;
                assert!(serde_json::from_str::<Value>(&answer).is_ok_and(|told| told.is_object()));
            }
            Ok(())
        }
    }
}

#[track_caller]
fn is_fair(endpoint: &Endpoint, bytes: &[u8], problem: &Problem) {
    let Problem { code, message, place } = problem;
    assert!(![Code::Internal, Code::TooSlow, Code::Busy].contains(code), "{message}");
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message}");
    for leak in ["src/", ".rs", "struct", "u64", "usize", "Takes", "panicked"] {
        assert!(!message.contains(leak), "{message}");
    }
    if *code == Code::BadJson {
        let place = place.as_deref().expect("a place");
        let numbers = place.strip_prefix("line ").and_then(|rest| rest.split_once(", column "));
        let (line, column) = numbers.expect("line and column");
        let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count();
        assert!((1..=lines).contains(&line.parse().unwrap()), "{place}");
        assert!(column.parse::<usize>().unwrap() <= bytes.len() + 1, "{place}");
        assert!(!is_well_formed(endpoint.takes, bytes), "{message}");
    } else {
        assert!(is_well_formed(endpoint.takes, bytes), "{message}");
    }
}

#[test]
fn every_body_is_read_as_the_manual_says() {
    let desk = desk();
    for (which, endpoint) in (0..).zip(ENDPOINTS) {
        if endpoint.verb == Verb::Get {
            continue;
        }
        let mut read = 0;
        for number in 0..BODIES {
            let mut rng = Rng::for_item(which, number);
            let bytes = body(endpoint, &mut rng);
            match said(&desk, endpoint, &bytes, number % 4 == 0) {
                Ok(()) => {
                    read += 1;
                    let sent = String::from_utf8_lossy(&bytes);
                    assert!(is_well_formed(endpoint.takes, &bytes), "{} {sent}", endpoint.path);
                }
                Err(problem) => is_fair(endpoint, &bytes, &problem),
            }
        }
        assert!((BODIES / 20..BODIES).contains(&read), "{}: {read}", endpoint.path);
    }
}
