//! Damaged libraries and hostile packed files: what is given is right, or there is an error that says what is wrong.

use super::tests::{all_metrics, library, newcomers, rated};
use super::*;
use piste::rating::{Column, metrics};
use piste_core::Rng;

/// A library in a file of its own, closed, as bytes.
fn bytes() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.sqlite");
    let mut library = Library::create(&path).unwrap();
    library.add(&newcomers()).unwrap();
    drop(library);
    std::fs::read(path).unwrap()
}

/// What an export reads: the pages, and then every row.
fn export(path: &Path) -> Result<Vec<Entry>, String> {
    let library = Library::open(path).map_err(|error| error.to_string())?;
    if let Some(fault) = library.check_pages().map_err(|error| error.to_string())?.first() {
        return Err(fault.to_string());
    }
    let query = Query { metrics: all_metrics(), ..Query::default() };
    library.list(&query).map_err(|error| error.to_string())
}

#[test]
fn a_damaged_file_gives_what_was_written_or_an_error() {
    let whole = bytes();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.sqlite");
    std::fs::write(&path, &whole).unwrap();
    let right = export(&path).unwrap();
    assert_eq!(right.len(), rated().len());
    let mut rng = Rng::new(249);
    let (mut noticed, mut harmless) = (0, 0);
    for nth in 0..600 {
        let mut damaged = whole.clone();
        let at = rng.below(damaged.len());
        // A bit, a byte, or a few of them.
        match nth % 3 {
            0 => damaged[at] ^= 1 << rng.below(8),
            1 => damaged[at] = rng.below(256) as u8,
            _ => {
                let end = damaged.len().min(at + 1 + rng.below(64));
                damaged[at..end].fill_with(|| rng.below(256) as u8);
            }
        }
        for end in ["-wal", "-shm"] {
            drop(std::fs::remove_file(open::beside(&path, end)));
        }
        std::fs::write(&path, &damaged).unwrap();
        match export(&path) {
            Ok(given) => {
                harmless += 1;
                assert!(given == right, "another export after damage {nth} at byte {at}");
            }
            Err(words) => {
                noticed += 1;
                assert!(!words.contains("SELECT"), "{words}");
            }
        }
    }
    // Of a page that nothing stands on, such as the index of shapes here, most damage is harmless.
    assert!(noticed > 250 && harmless > 20, "{noticed} noticed, {harmless} harmless");
}

#[test]
fn a_damaged_row_is_named_and_the_others_come_out() {
    let se = Column::named("givens").unwrap().metric().info();
    for (spoil, named) in [
        (
            "UPDATE puzzles SET grid = (SELECT grid FROM puzzles WHERE id = 4) WHERE id = 3",
            "puzzle 3",
        ),
        ("UPDATE puzzles SET seal = NULL WHERE id = 3", "puzzle 3"),
        (
            "UPDATE \"rating-givens\" SET value = 77 WHERE puzzle = 3",
            "the rating of puzzle 3 by givens",
        ),
        (
            "UPDATE \"rating-givens\" SET version = 9 WHERE puzzle = 3",
            "the rating of puzzle 3 by givens",
        ),
    ] {
        let library = library();
        library.db.execute_batch(spoil).unwrap();
        let mut given = Vec::new();
        let query = Query { metrics: vec![se], ..Query::default() };
        let asked = library.query(&query, |entry| {
            given.push(entry.id);
            std::ops::ControlFlow::Continue(())
        });
        let words = asked.unwrap_err().to_string();
        assert!(words.contains(&format!(": {named} is not what was written")), "{words}");
        let all = rated().len() as Id;
        assert!(given.iter().copied().eq((1..=all).filter(|id| *id != 3)), "{given:?}");
        // By chance, and packed.
        let mut draw = library.draw(&Filter::default(), &[se], 5).unwrap();
        let mut drawn = std::collections::BTreeSet::new();
        loop {
            let more = draw.next(&library, 50).unwrap();
            if more.is_empty() {
                break;
            }
            drawn.extend(more.iter().map(|entry| entry.id));
        }
        assert_eq!(drawn.into_iter().collect::<Vec<Id>>(), given);
        assert_eq!(draw.damage().puzzles().into_iter().collect::<Vec<Id>>(), [3]);
        let mut packed = Vec::new();
        assert!(matches!(library.pack(&mut packed), Err(LibraryError::Damaged { .. })));
        let mut rest = Library::in_memory().unwrap();
        assert_eq!(rest.merge(&packed, |_| {}).unwrap().new, all as u64 - 1);
    }
}

#[test]
fn a_puzzle_that_was_damaged_before_there_were_seals_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sqlite");
    std::fs::write(&path, bytes()).unwrap();
    // As the version before had it, and one puzzle that is not what its identity says.
    let db = Connection::open(&path).unwrap();
    let names = "SELECT name FROM sqlite_schema WHERE sql LIKE '%seal%' AND name != 'tables'";
    let tables: Vec<String> = {
        let mut asked = db.prepare(names).unwrap();
        asked.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    assert!(tables.len() > 8, "{tables:?}");
    for table in tables {
        db.execute_batch(&format!("ALTER TABLE \"{table}\" DROP COLUMN seal")).unwrap();
    }
    db.execute_batch(
        "DROP TABLE tables; DROP INDEX puzzles_shape; ALTER TABLE puzzles DROP COLUMN shape;
         PRAGMA user_version = 2;
         UPDATE puzzles SET grid = (SELECT grid FROM puzzles WHERE id = 9) WHERE id = 8",
    )
    .unwrap();
    drop(db);
    let words = export(&path).unwrap_err();
    assert!(words.contains(": puzzle 8 is not what was written"), "{words}");
    let library = Library::open(&path).unwrap();
    let mut given = 0;
    let query = Query { metrics: all_metrics(), ..Query::default() };
    drop(library.query(&query, |_| {
        given += 1;
        std::ops::ControlFlow::Continue(())
    }));
    assert_eq!(given, rated().len() - 1, "nothing else is lost");
}

#[test]
fn a_table_that_is_not_as_it_was_made_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sqlite");
    std::fs::write(&path, bytes()).unwrap();
    let db = Connection::open(&path).unwrap();
    db.execute_batch("ALTER TABLE \"rating-givens\" RENAME COLUMN value TO valve").unwrap();
    drop(db);
    let words = Library::open(&path).unwrap_err().to_string();
    assert!(words.contains("the table rating-givens is not as it was made"), "{words}");
}

/// The packed file of a body.
fn file(body: &[u8]) -> Vec<u8> {
    let mut file = b"piste pack 2\n".to_vec();
    file.extend(zstd::encode_all(body, 19).unwrap());
    file
}

/// What a number is packed as.
fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn a_small_file_that_unpacks_to_very_much_is_refused() {
    let mut library = Library::in_memory().unwrap();
    let mut wrong = |body: Vec<u8>| {
        let packed = file(&body);
        library.merge(&packed, |_| {}).unwrap_err().to_string()
    };
    // Zeros without end: as puzzles, as sources, as words of a column.
    let zeros = |head: Vec<u8>, count: usize| [head, vec![0; count]].concat();
    let much = 64 << 20;
    let words = wrong(zeros(varint(much / 2), much));
    assert!(words.contains("unpacks to more than"), "{words}");
    for head in [
        [varint(1 << 19), varint(0), varint(0)].concat(),
        [varint(0), varint(1 << 19)].concat(),
        [varint(0), varint(0), varint(1 << 18)].concat(),
        [varint(0), varint(0), varint(1), varint(0), varint(0), varint(1 << 18)].concat(),
    ] {
        let words = wrong(zeros(head, 1 << 19));
        assert!(words.contains("is damaged") || words.contains("no puzzle"), "{words}");
    }
    // The same metric many times over.
    let metric = [&b"\x06givens\x01\x00"[..]; 900].concat();
    let words = wrong([varint(0), varint(0), varint(900), metric].concat());
    assert!(words.contains("is damaged"), "{words}");
}

/// As the fuzz target `packed` does it: what is taken in can be read, packed again, and is then the same.
#[test]
fn whatever_a_packed_file_says_it_is_taken_in_whole_or_refused() {
    let mut small = Library::in_memory().unwrap();
    small.add(&newcomers()[..12]).unwrap();
    let mut packed = Vec::new();
    small.pack(&mut packed).unwrap();
    let body = zstd::decode_all(&packed[13..]).unwrap();
    let all = |library: &Library| {
        library.list(&Query { metrics: all_metrics(), ..Query::default() }).unwrap()
    };
    let mut rng = Rng::new(12);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..160 {
        let mut wrong = body.clone();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(wrong.len());
            wrong[at] = rng.below(256) as u8;
        }
        let mut library = Library::in_memory().unwrap();
        let Ok(added) = library.merge(&file(&wrong), |_| {}) else {
            refused += 1;
            continue;
        };
        taken += 1;
        let entries = all(&library);
        assert_eq!(added.new, entries.len() as u64);
        let mut packed = Vec::new();
        library.pack(&mut packed).unwrap();
        let mut again = Library::in_memory().unwrap();
        assert_eq!(again.merge(&packed, |_| {}).unwrap().new, added.new);
        assert_eq!(all(&again), entries);
    }
    assert!(taken > 16 && refused > 16, "{taken} taken, {refused} refused");
}

#[test]
fn what_ships_is_far_from_what_is_refused() {
    let packed = shipped::packed();
    let body = zstd::decode_all(&packed[13..]).unwrap();
    assert!(body.len() < 8 * packed.len(), "{} of {}", body.len(), packed.len());
}

#[test]
fn ratings_of_later_versions_do_not_take_the_place_of_others() {
    let mut packed = Vec::new();
    library().pack(&mut packed).unwrap();
    let mut body = zstd::decode_all(&packed[13..]).unwrap();
    let givens = metrics::by_slug("givens").unwrap().info();
    let head = [&b"\x06givens"[..], &varint(givens.version as usize)].concat();
    let at = body.windows(head.len()).position(|window| window == head).unwrap();
    body[at + 7] += 1;
    let later = file(&body);
    let mut library = library();
    let before = library.list(&Query { metrics: vec![givens], ..Query::default() }).unwrap();
    let all = rated().len() as u64;
    let added = library.merge(&later, |_| {}).unwrap();
    assert_eq!(added, Added { new: 0, known: all, later: all });
    let after = library.list(&Query { metrics: vec![givens], ..Query::default() }).unwrap();
    assert_eq!(before, after);
    assert_eq!(library.lacking(&Shapes::Any, &[givens]).unwrap(), []);
    // A new puzzle comes without them, and with all others.
    let mut fresh = Library::in_memory().unwrap();
    assert_eq!(fresh.merge(&later, |_| {}).unwrap(), Added { new: all, known: 0, later: all });
    assert_eq!(fresh.lacking(&Shapes::Any, &all_metrics()).unwrap(), [(givens, all)]);
}

#[test]
fn names_that_are_no_files_and_files_that_are_empty_are_refused() {
    for name in [":memory:", "", ":x", "file:a.sqlite", "file::memory:?cache=shared", "FILE:x"] {
        for opened in [Library::open(Path::new(name)), Library::create(Path::new(name))] {
            assert!(matches!(opened, Err(LibraryError::NoFile(_))), "{name}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty.sqlite");
    std::fs::write(&path, "").unwrap();
    assert!(matches!(Library::open(&path), Err(LibraryError::Empty(_))));
    assert!(matches!(Library::create(&path), Err(LibraryError::Empty(_))));
    assert_eq!(path.metadata().unwrap().len(), 0);
    // A database without a table is nobody's.
    let path = folder.path().join("bare.sqlite");
    Connection::open(&path).unwrap().execute_batch("VACUUM").unwrap();
    assert!(matches!(Library::open(&path), Err(LibraryError::Foreign(_) | LibraryError::Empty(_))));
}

#[test]
fn the_greatest_limit_is_no_limit() {
    let library = library();
    for order in [Sorting::Added, Sorting::Random(1)] {
        let query = Query { limit: Some(u64::MAX), order, ..Query::default() };
        assert_eq!(library.list(&query).unwrap().len(), rated().len());
    }
}

#[test]
fn work_ends_when_it_is_told_to() {
    let mut library = library();
    library.heed(Stop::when(|| true)).unwrap();
    let is_stopped = |error: LibraryError| matches!(error, LibraryError::Stopped(_));
    assert!(is_stopped(library.verify(10, 1, |_| {}).unwrap_err()));
    assert!(is_stopped(library.pack(&mut Vec::new()).unwrap_err()));
    assert!(is_stopped(library.add_shipped(|_| {}).unwrap_err()));
    library.heed(Stop::default()).unwrap();
    assert_eq!(library.len().unwrap(), rated().len() as u64);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let stopped = Library::unpack_shipped_until(&path, &Stop::when(|| true));
    assert!(is_stopped(stopped.unwrap_err()));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}
