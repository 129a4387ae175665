//! The catalogues are whole: held against every message that the sources can make.
//!
//! A message is made by `Message::new("key")` with its arguments behind it, each by
//! `.with("name", …)`. That is read off the sources, so a sentence that is said once in a million
//! solves is held to the same as one that is said in every solve.

use piste::logic::words::{Catalogue, Entry, Message, Named, Untold, one_or_other};
use piste::logic::{Ladder, strategies};
use piste::space::Classic;
use piste::{Board, Cell, Grid, House};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// For every key that the sources say, the names of what it is said about: in all places where
/// it is said, and in some.
type Said = BTreeMap<String, Vec<BTreeSet<String>>>;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file: without comments and tests.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The text in quotation marks that this begins with.
fn quoted(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix('"')?.split('"').next()
}

/// What stands behind the parenthesis that closes the one just opened.
fn behind(text: &str) -> &str {
    let mut depth = 1;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[at + 1..];
        }
    }
    ""
}

/// The names in the calls of `.with` that this begins with.
fn names(mut text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix(".with(") {
            names.insert(quoted(rest).expect("an argument's name is written out").to_owned());
            text = behind(rest);
        } else if let Some(rest) = text.strip_prefix(".of_link(") {
            text = behind(rest);
        } else {
            return names;
        }
    }
}

/// What the sources say. A message to which arguments are added elsewhere in its function is
/// counted with all that are added there.
fn said() -> Said {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for room in ["src/logic", "src/draw", "src/sat", "../piste-api/src", "../piste-cli/src"] {
        sources(&root.join(room), &mut files);
    }
    let mut said = Said::new();
    for file in files {
        let text = code(&std::fs::read_to_string(&file).expect("a source can be read"));
        for function in text.split("fn ") {
            // What is added to a message that has a name, or to one of several.
            let later: BTreeSet<String> = [" told", "form.clone()"]
                .into_iter()
                .flat_map(|name| function.split(name).skip(1))
                .flat_map(names)
                .collect();
            for rest in function.split("Message::new(").skip(1) {
                let Some(key) = quoted(rest) else {
                    assert!(
                        file.ends_with("words/mod.rs"),
                        "{}: a key is written out",
                        file.display()
                    );
                    continue;
                };
                let mut about = names(behind(rest));
                about.extend(later.iter().cloned());
                said.entry(key.to_owned()).or_default().push(about);
            }
        }
    }
    said
}

/// What a sentence asks for, with the sentences that it is made with.
fn asks(entries: &BTreeMap<&str, Entry>, key: &str) -> BTreeSet<String> {
    let entry = entries.get(key).unwrap_or_else(|| panic!("there is no sentence {key}"));
    let own = entry.arguments.iter().map(|name| (*name).to_owned());
    own.chain(entry.sentences.iter().flat_map(|key| asks(entries, key))).collect()
}

fn entries(catalogue: &Catalogue) -> BTreeMap<&'static str, Entry> {
    let entries = catalogue.entries().unwrap_or_else(|flaw| panic!("{flaw}"));
    entries.into_iter().map(|entry| (entry.key, entry)).collect()
}

#[test]
fn every_catalogue_has_words_for_all_that_is_said() {
    let said = said();
    assert!(said.len() > 100, "only {} messages in the sources", said.len());
    for catalogue in Catalogue::ALL {
        let entries = entries(catalogue);
        for (key, places) in &said {
            assert!(
                entries.contains_key(key.as_str()),
                "{key} has no {} words",
                catalogue.language
            );
            let asked = asks(&entries, key);
            // The forms of marks get theirs where they are told.
            let is_form = ["mark-in", "mark-from"].contains(&key.as_str());
            for about in places.iter().filter(|_| !is_form) {
                let missing: Vec<_> = asked.difference(about).collect();
                assert!(missing.is_empty(), "{key} is said without {missing:?}");
            }
        }
    }
}

#[test]
fn no_catalogue_has_words_for_what_is_not_said() {
    let said = said();
    for catalogue in Catalogue::ALL {
        let entries = entries(catalogue);
        let parts: BTreeSet<&str> =
            entries.values().flat_map(|entry| entry.sentences.iter().copied()).collect();
        let is_name = |key: &&&str| key.starts_with("name-") || key.starts_with("plural-");
        for key in entries.keys().filter(|key| !is_name(key)) {
            assert!(
                said.contains_key(*key) || parts.contains(key),
                "{key} has {} words and nobody says it",
                catalogue.language
            );
        }
    }
}

#[test]
fn every_strategy_has_a_plural_and_no_other_has() {
    for catalogue in Catalogue::ALL {
        let slugs: BTreeSet<&str> = strategies::ALL.iter().map(|known| known.info().slug).collect();
        let entries = entries(catalogue);
        let told = entries.keys().filter_map(|key| key.strip_prefix("plural-"));
        assert_eq!(told.collect::<BTreeSet<_>>(), slugs, "{}", catalogue.language);
        for slug in slugs {
            let plural = catalogue.plural(slug).expect("it is there");
            assert!(!plural.is_empty() && !plural.contains(['{', '$', '\n']), "{plural}");
        }
    }
}

/// The first step of the case files of these strategies.
fn step_of(slug: &str) -> (Board, piste::logic::Step) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(format!("{slug}.txt"));
    let text = std::fs::read_to_string(path).expect("a case file");
    let found = text.lines().filter_map(|line| line.parse::<piste::logic::Case>().ok());
    let strategy = strategies::by_slug(slug).expect("a registered strategy");
    let mut steps = found.filter_map(|case| {
        let mut sink = piste::logic::Sink::first();
        let _ = strategy.find(&piste::logic::Scene::new(&case.board), &mut sink);
        Some((case.board, sink.into_steps().pop()?))
    });
    steps.next().expect("a case that is found")
}

static GERMAN: Catalogue = Catalogue::new(
    "de",
    r#"
cell = Z{ $row }S{ $column }
list-comma = {", "}
list-and = {" und "}
list-or = {" oder "}
list-marks-and = {", und "}
houses = { COUNT($numbers) ->
    [1] { $kind ->
        [row] Zeile
        [column] Spalte
       *[box] Block
        } { $numbers }
   *[other] { $kind ->
        [row] den Zeilen
        [column] den Spalten
       *[box] den Blöcken
        } { $numbers }
    }
mark-from = { $digits } aus { $cells }
erase = Streiche { FROM($gone) }.
full-house = In { $house } ist nur { $cell } leer, und nur die { $digit } fehlt: { $cell } ist { $digit }.
locked = In { $house } steht die { $digit } in { OR($cells) }, also in { $other }: dort kann sie sonst nirgends stehen. { erase }
hidden-subset = In { $houses } passen { $digits } nur in { $cells }. { erase }
look-at = Schau auf { $places }.
hint-strategy = { $place } Die Strategie: { $strategy }.
name-full-house = letztes Feld
"#,
    one_or_other,
);

#[test]
fn another_language_is_another_text() {
    let told = |slug: &str| {
        let (board, step) = step_of(slug);
        let told = GERMAN.tell(&step.message(&board)).expect("told in German");
        assert!(told.pieces().iter().any(|piece| matches!(piece.names, Some(Named::Houses(_)))));
        told.to_string()
    };
    for (slug, begins, has) in [
        ("full-house", "In ", " ist nur Z"),
        ("pointing", "In Block ", "oder Z"),
        ("hidden-pair", "In ", "Streiche "),
    ] {
        let told = told(slug);
        assert!(told.starts_with(begins) && told.contains(has), "{told}");
        assert!(!told.contains("r1c") && !told.contains(" the "), "{told}");
    }
    let (_, step) = step_of("full-house");
    let hint = GERMAN.tell(&step.what_to_look_for(&Classic)).unwrap().to_string();
    assert!(hint.ends_with("Die Strategie: letztes Feld."), "{hint}");
}

#[test]
fn what_has_no_words_is_said_so() {
    let (board, step) = step_of("naked-pair");
    let untold = GERMAN.tell(&step.message(&board)).unwrap_err();
    assert_eq!(untold, Untold::NoSentence { key: "naked-subset".to_owned(), language: "de" });
    let (_, step) = step_of("pointing");
    let untold = GERMAN.tell(&step.what_to_look_for(&Classic)).unwrap_err();
    assert_eq!(untold, Untold::NoSentence { key: "name-pointing".to_owned(), language: "de" });
    let without = Catalogue::ENGLISH.tell(&Message::new("look-at")).unwrap_err();
    assert_eq!(without.to_string(), "the message \"look-at\" has no argument \"places\"");
}

static OWN: Catalogue = Catalogue::new("en", "own = { $cell } is lucky. { $other }", one_or_other);

#[test]
fn a_message_from_elsewhere_brings_its_words() {
    let other = Message::new("look-at").with("places", House::row(4));
    let own = || Message::new("own").with("cell", Cell::at(4, 1)).with("other", other.clone());
    assert_eq!(own().at_home_in(&OWN).to_string(), "r5c2 is lucky. Look at row 5.");
    assert_eq!(own().to_string(), "there are no words for \"own\" in the catalogue en");
    assert!(GERMAN.tell(&own().at_home_in(&OWN)).is_err());
}

#[test]
fn a_legend_has_the_short_name_of_a_strategy() {
    let legend = |slug: &str| {
        let strategy = strategies::by_slug(slug).unwrap().info();
        Message::new("legend-group").with("role", "body").with("strategy", strategy).to_string()
    };
    assert_eq!([legend("pointing"), legend("x-wing")], ["pointing", "X-wing"]);
}

#[test]
fn pieces_name_what_they_say() {
    let grid: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let solve = Ladder::TEACHING.climb(&Board::from(&grid));
    for (board, step) in solve.replay() {
        let told = step.message(&board).english();
        assert_eq!(told.to_string(), step.explain(&board));
        let named =
            |named: Named| told.pieces().iter().any(|piece| piece.names.as_ref() == Some(&named));
        let placed = step.effect.placed().unwrap();
        assert!(named(Named::Cells(placed.cell().into())), "{told}");
        assert!(named(Named::Digits(placed.digit().into())), "{told}");
        assert!(step.evidence.houses.iter().all(|house| named(Named::Houses(house.into()))));
    }
    let (board, step) = step_of("skyscraper");
    let told = step.message(&board).english();
    let links: BTreeSet<usize> =
        told.pieces().iter().filter_map(|piece| Some(piece.link?.number)).collect();
    assert_eq!(links.len(), step.evidence.links.len());
    let last = step.evidence.links.last().unwrap().to;
    let marks = piste::CandidateSet::of(last.digit, last.cells);
    assert!(
        told.pieces().iter().any(|piece| piece.names == Some(Named::Marks(Box::new(marks.into()))))
    );
    let gone = Some(Named::Marks(Box::new(step.effect.eliminations().into())));
    assert!(told.pieces().iter().any(|piece| piece.names == gone));
}
