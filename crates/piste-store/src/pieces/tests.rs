//! A library in pieces must say what the same library on a disk says, but for draws.

use super::{INDEX, Shelf, Told};
use crate::library::tests::rated;
use crate::library::{Asked, Forms, Library, Newcomer, Origin, Shapes};
use crate::percentile::Shipped;
use piste::rating::{Selection, Workup};
use piste_api::ask::Limits;
use piste_api::library::{Answer, Counted, Request, Row, Stats};
use piste_api::make::Made;
use piste_api::{Code, json};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

/// Some puzzles, of which not all are rated by all metrics.
fn library() -> Library {
    let mut library = Library::in_memory().unwrap();
    let all = Selection::new(&["se", "givens", "colour", "index-d"]).unwrap();
    let few = Selection::new(&["givens"]).unwrap();
    let newcomers = rated().iter().take(90).enumerate().map(|(number, (puzzle, _))| {
        let selection = if number.is_multiple_of(9) { &few } else { &all };
        let ratings = selection.rate(&Workup::new(puzzle));
        let origin = Origin {
            source: if number.is_multiple_of(2) { "even" } else { "odd" }.into(),
            method: number.is_multiple_of(5).then(|| "reductive".into()),
            seed: number.is_multiple_of(5).then_some(if number > 40 { u64::MAX } else { 5 }),
        };
        Newcomer::of(puzzle, &origin).by_attempt(number as u64).with(&ratings)
    });
    library.add(&newcomers.collect::<Vec<_>>()).unwrap();
    library
}

/// The library on a disk, asked as the server asks it.
fn told(library: &Library, request: &Request) -> String {
    let Asked { query, shown, offset } =
        Asked::read(request, &Limits::USUAL, || unreachable!("nothing is drawn")).unwrap();
    let lacking =
        library.lacking(query.filter.shapes(), &query.filter.metrics()).unwrap().into_iter();
    let lacking = lacking.map(|(info, count)| Counted { name: info.slug.to_owned(), count });
    let mut puzzles = Vec::new();
    library
        .query_any(&query, |entry| {
            let ratings = shown.recall(|column| entry.value(column));
            let made = Made { method: entry.method, seed: entry.seed, attempt: entry.attempt };
            puzzles.push(Row::of_any(&entry.grid, &shown, &ratings, &Shipped, &entry.source, made));
            ControlFlow::Continue(())
        })
        .unwrap();
    let total = library.count(&query.filter).unwrap();
    let puzzles = puzzles.into_iter().skip(offset as usize).collect();
    json::write(&Answer { total, puzzles, lacking: lacking.collect() })
}

/// Asks until there is an answer; pieces are fetched from the folder, unless it is gone. Says also how many were.
fn asked(shelf: &mut Shelf, folder: &Path, name: &str, body: &str) -> (String, usize) {
    let mut fetched = 0;
    loop {
        match shelf.ask(name, body.as_bytes(), &Limits::USUAL, 3) {
            Ok(Told::Answer(text)) => return (text, fetched),
            Ok(Told::Wants(names)) => {
                assert!(!names.is_empty());
                for name in names {
                    fetched += 1;
                    match std::fs::read(folder.join(&name)) {
                        Ok(packed) => shelf.keep(&name, &unpacked(&packed)).unwrap(),
                        Err(_) => shelf.lose(&name).unwrap(),
                    }
                }
            }
            Err(wrong) => return (wrong.json(), fetched),
        }
    }
}

fn unpacked(packed: &[u8]) -> String {
    std::io::read_to_string(flate2::read::GzDecoder::new(packed)).unwrap()
}

fn shelf(folder: &Path) -> Shelf {
    Shelf::open(&std::fs::read_to_string(folder.join(INDEX)).unwrap()).unwrap()
}

const CONDITIONS: [&str; 24] = [
    "",
    "level=hard",
    "level!=easy",
    "level=easy or level=medium",
    "se ..1.5",
    "se>=2.6 and givens<30",
    "not se 1.6..2.5",
    "se<99",
    "se>99",
    "se!=1.2",
    "givens=26",
    "givens!=26",
    "colour=green",
    "colour!=green and givens>24",
    "colour>=blue",
    "index-d=beyond",
    "index-d<3",
    "symmetry=none",
    "symmetry=any and se>1.5",
    "symmetry!=half-turn",
    "source=ODD",
    "method=reductive",
    "seed=18446744073709551615 or seed<3.5",
    "seed 4..6 and source!=odd",
];

#[test]
fn pieces_say_what_the_library_says() {
    let library = library();
    let folder = tempfile::tempdir().unwrap();
    let written = Shelf::write(&library, folder.path()).unwrap();
    assert_eq!(written.puzzles, 90);
    assert!(written.pieces > 12, "{written:?}");
    for condition in CONDITIONS {
        for order in ["added", "se", "-se", "-givens", "colour", "-index-d"] {
            for (limit, offset) in [(4, 0), (100, 0), (3, 5), (0, 0)] {
                let request = Request {
                    condition: Some(condition.to_owned()),
                    limit: Some(limit),
                    offset,
                    order: Some(order.to_owned()),
                    ..Request::default()
                };
                // Each question to somebody who has nothing yet.
                let mut shelf = shelf(folder.path());
                let body = json::bare(&request);
                let (text, _) = asked(&mut shelf, folder.path(), "library/query", &body);
                assert_eq!(text, told(&library, &request), "{body}");
            }
        }
    }
    for shape in ["9x9", "any", "6x6", "9x9+x"] {
        let request = Request {
            condition: Some("se>=1.5".to_owned()),
            shape: Some(shape.to_owned()),
            ..Request::default()
        };
        let (text, _) =
            asked(&mut shelf(folder.path()), folder.path(), "library/query", &json::bare(&request));
        assert_eq!(text, told(&library, &request), "{shape}");
    }
    let mut shelf = shelf(folder.path());
    let (stats, fetched) = asked(&mut shelf, folder.path(), "library/stats", "");
    assert_eq!(
        (stats, fetched),
        (json::write(&Stats::from(&library.stats(&Shapes::Classic).unwrap())), 0)
    );
    let (opened, _) = asked(&mut shelf, folder.path(), "library/open", "{}");
    assert!(opened.contains("\"count\":90"), "{opened}");
}

#[test]
fn other_shapes_are_left_out_and_counted() {
    let mut library = library();
    let folder = tempfile::tempdir().unwrap();
    let plain = Shelf::write(&library, folder.path()).unwrap();
    let four = piste_api::shapes::grid("puzzle", "123434122143432.", &"4x4".parse().unwrap());
    let four = four.unwrap().prove(1).unwrap();
    let newcomer = Newcomer::of_any(&four, &Origin::named("four"), &Forms::default());
    library.add(&[newcomer]).unwrap();
    let other = tempfile::tempdir().unwrap();
    let mixed = Shelf::write(&library, other.path()).unwrap();
    assert_eq!((plain.left_out, mixed.left_out), (0, 1));
    assert_eq!((mixed.puzzles, mixed.pieces, mixed.bytes), (90, plain.pieces, plain.bytes));
}

#[test]
fn what_makes_no_sense_is_said_in_the_servers_words() {
    let folder = tempfile::tempdir().unwrap();
    Shelf::write(&library(), folder.path()).unwrap();
    let mut shelf = shelf(folder.path());
    for (body, wanted) in [
        (r#"{"where":"hsolv<3"}"#, "where: there is no column hsolv"),
        (r#"{"limit":101}"#, "limit: at most 100 at once"),
        (r#"{"order":"sea"}"#, "order: there is no column sea"),
        (r#"{"wher":"se<3"}"#, "bad-json"),
    ] {
        let (text, _) = asked(&mut shelf, folder.path(), "library/query", body);
        assert!(text.starts_with("{\"error\"") && text.contains(wanted), "{text}");
    }
    let unknown = shelf.keep("there-is-none.tsv.gz", "").unwrap_err();
    assert_eq!(unknown.code, Code::NotFound);
    assert!(Shelf::open("{}").is_err());
}

#[test]
fn the_first_of_a_level_need_one_piece_and_a_draw_is_a_draw() {
    let library = library();
    let folder = tempfile::tempdir().unwrap();
    let pieces = Shelf::write(&library, folder.path()).unwrap().pieces as usize;
    let level = library
        .stats(&Shapes::Classic)
        .unwrap()
        .levels
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .unwrap();
    let body = |limit: u64, seed: u64| {
        format!(r#"{{"where":"level={}","order":"random","limit":{limit},"seed":{seed}}}"#, level.0)
    };
    let mut one = shelf(folder.path());
    let (text, fetched) = asked(&mut one, folder.path(), "library/query", &body(1, 7));
    let answer: Answer = serde_json::from_str(&text).unwrap();
    // Where a puzzle is not rated one must look: those are ten, in two pieces.
    assert_eq!((answer.total, answer.puzzles.len(), fetched), (level.1, 1, 3));
    // All of them, each once, in an order that the seed says; what comes first does not depend on how many are asked for.
    let drawn = |seed: u64| -> Vec<String> {
        let mut shelf = shelf(folder.path());
        let (text, fetched) = asked(&mut shelf, folder.path(), "library/query", &body(100, seed));
        assert!(fetched <= pieces);
        let answer: Answer = serde_json::from_str(&text).unwrap();
        let puzzle = |row: &Row| json::bare(&row.rating.standing);
        answer.puzzles.iter().map(puzzle).collect()
    };
    let (some, other) = (drawn(7), drawn(8));
    assert_eq!(some[0], json::bare(&answer.puzzles[0].rating.standing));
    assert_ne!(some, other);
    assert_eq!(some.iter().collect::<BTreeSet<_>>(), other.iter().collect::<BTreeSet<_>>());
    assert_eq!(some.len() as u64, level.1);
}

#[test]
fn without_a_network_there_is_what_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    Shelf::write(&library(), folder.path()).unwrap();
    let nowhere = folder.path().join("nowhere");
    let mut shelf = shelf(folder.path());
    let random = r#"{"order":"random","limit":5}"#;
    let (text, _) = asked(&mut shelf, &nowhere, "library/query", random);
    assert!(text.contains("is not kept on this device"), "{text}");
    // One piece is enough to draw from, and too little to put all in order.
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap()).filter(|name| name != INDEX);
    let mut pieces = names.map(|name| {
        let text = unpacked(&std::fs::read(folder.path().join(&name)).unwrap());
        (name, text)
    });
    let (name, text) = pieces.find(|(_, text)| text.lines().count() >= 5).unwrap();
    shelf.keep(&name, &text).unwrap();
    let (drawn, _) = asked(&mut shelf, &nowhere, "library/query", random);
    let drawn: Answer = serde_json::from_str(&drawn).unwrap();
    assert_eq!((drawn.total, drawn.puzzles.len()), (90, 5));
    let (sorted, _) = asked(&mut shelf, &nowhere, "library/query", r#"{"order":"-se"}"#);
    assert!(sorted.contains("is not kept on this device"), "{sorted}");
    // A piece that is torn is no piece.
    let torn = shelf.keep(&name, &text[..text.len() / 2]).unwrap_err();
    assert!(torn.to_string().contains("cannot be read"), "{torn}");
}
