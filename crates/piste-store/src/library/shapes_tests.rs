//! Puzzles of other shapes in a library: in, out, asked about, packed, verified; and what was there before them.

use super::tests::{library, newcomers, rated};
use super::*;
use piste::rating::{AnyWorkup, Column, Selection, metrics};
use piste_core::shape::Shape;
use piste_core::symmetry::Symmetries;
use piste_core::{AnyClues, AnyGrid, AnyPuzzle, Rng};
use std::collections::BTreeSet;

const JIGSAW: &str =
    "jigsaw:112222333111222333111122333445555666444555666444455766889999776888999777888899777";

/// A puzzle of this shape: a full board with some cells emptied, as long as it has one solution.
fn puzzle(shape: &str, seed: u64) -> AnyPuzzle {
    let shape: Shape = shape.parse().unwrap();
    let mut rng = Rng::new(seed);
    let mut full = None;
    let _ = AnyGrid::empty(&shape).search(1_000_000, Some(&mut rng), |grid| {
        full = Some(grid.clone());
        std::ops::ControlFlow::Break(())
    });
    let mut values = full.expect("there is a solution").values().to_vec();
    let mut cells: Vec<usize> = (0..values.len()).collect();
    rng.shuffle(&mut cells);
    for &cell in &cells[..cells.len() / 2] {
        let kept = std::mem::replace(&mut values[cell], 0);
        if AnyGrid::new(&shape, values.clone()).unwrap().prove(100_000).is_err() {
            values[cell] = kept;
        }
    }
    AnyGrid::new(&shape, values).unwrap().prove(100_000).unwrap()
}

const SHAPES: [&str; 4] = ["6x6/2x3", "9x9+x", "16x16", "6x6/3x2+antiking"];

fn selection() -> Selection {
    Selection::new(&["hardest", "givens", "umbrella", "se"]).unwrap()
}

/// The library of the other tests, with two puzzles of each shape, rated.
fn mixed() -> (Library, Vec<AnyPuzzle>) {
    let mut library = library();
    let forms = Forms::default();
    let both = SHAPES.iter().flat_map(|shape| [puzzle(shape, 1), puzzle(shape, 2)]);
    let puzzles: Vec<AnyPuzzle> = both.collect();
    let newcomer = |puzzle: &AnyPuzzle| {
        let ratings = selection().rate_any(&AnyWorkup::new(puzzle));
        Newcomer::of_any(puzzle, &Origin::named("shaped"), &forms).with(&ratings)
    };
    let added = library.add(&puzzles.iter().map(newcomer).collect::<Vec<_>>()).unwrap();
    assert_eq!((added.new, added.known), (8, 0));
    (library, puzzles)
}

fn any(text: &str) -> Filter {
    text.parse::<Filter>().unwrap().on(Shapes::Any)
}

fn entries(library: &Library, query: &Query) -> Vec<Entry<AnyClues>> {
    let mut all = Vec::new();
    let each = |entry| {
        all.push(entry);
        std::ops::ControlFlow::Continue(())
    };
    library.query_any(query, each).unwrap();
    all
}

#[test]
fn what_goes_in_comes_out_and_classic_questions_do_not_see_it() {
    let (library, puzzles) = mixed();
    let classic = rated().len() as u64;
    assert_eq!(library.len().unwrap(), classic + 8);
    assert_eq!(library.count(&Filter::default()).unwrap(), classic);
    assert_eq!(library.list(&Query::default()).unwrap().len() as u64, classic);
    for order in [Sorting::Added, Sorting::Random(3)] {
        let query =
            Query { filter: Filter::default().on(Shapes::Others), order, ..Query::default() };
        let found: BTreeSet<String> =
            entries(&library, &query).iter().map(|entry| format!("{:?}", entry.grid)).collect();
        let expected: BTreeSet<String> = puzzles
            .iter()
            .map(|puzzle| format!("{:?}", AnyClues::from(puzzle.grid().clone())))
            .collect();
        assert_eq!(found, expected, "{order:?}");
    }
    let mut draw = library.draw(&Filter::default(), &[], 5).unwrap();
    let mut drawn = 0;
    while let Some(more) = Some(draw.next(&library, 50).unwrap()).filter(|more| !more.is_empty()) {
        drawn += more.len() as u64;
    }
    assert_eq!(drawn, classic);
}

#[test]
fn they_are_found_by_shape_and_by_what_metrics_say() {
    let (library, puzzles) = mixed();
    for name in SHAPES {
        let shape: Shape = name.parse().unwrap();
        let filter = Filter::default().on(Shapes::Only(shape.clone()));
        assert_eq!(library.count(&filter).unwrap(), 2, "{name}");
        let hardest = Column::named("hardest").unwrap();
        for entry in entries(
            &library,
            &Query { metrics: selection().shown().collect(), ..Query::of(filter) },
        ) {
            let of_it = |puzzle: &&AnyPuzzle| AnyClues::from(puzzle.grid().clone()) == entry.grid;
            let puzzle = puzzles.iter().find(of_it).unwrap();
            let ratings = selection().rate_any(&AnyWorkup::new(puzzle));
            for column in selection().shown().flat_map(schema::columns) {
                let told = ratings.value(column).map(values::as_printed);
                assert_eq!(entry.value(column), told, "{name} {column}");
            }
            let word = entry.value(hardest).unwrap().to_string();
            let same = any(&format!("hardest={word}")).on(Shapes::Only(shape.clone()));
            assert!(entries(&library, &Query::of(same)).iter().any(|other| other.id == entry.id));
        }
    }
    // What does not rate a shape was asked, and has no answer: nothing is missing, and no condition holds.
    assert_eq!(library.count(&any("se>0").on(Shapes::Others)).unwrap(), 0);
    let se = [metrics::by_slug("se").unwrap().info()];
    assert_eq!(library.lacking(&Shapes::Others, &se).unwrap(), []);
    assert_eq!(library.unrated(&Shapes::Others, &se, 0, 9).unwrap(), []);
    let shapes = library.shapes(&Filter::default().on(Shapes::Any)).unwrap();
    let names: Vec<&str> = shapes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["9x9", "6x6/2x3", "6x6/3x2+antiking", "9x9+x", "16x16"]);
    let stats = library.stats(&Shapes::Any).unwrap();
    assert_eq!(stats.shapes, shapes);
    let six = library.stats(&Shapes::Only("6x6".parse().unwrap())).unwrap();
    assert_eq!((six.puzzles, six.sources.len()), (2, 1));
    let givens = six.metrics.iter().find(|metric| metric.info.slug == "givens").unwrap();
    assert_eq!(givens.rated, 2);
    let classic = library.stats(&Shapes::Classic).unwrap();
    let before = super::tests::library().stats(&Shapes::Any).unwrap();
    let known = |stats: &Stats| {
        let all = stats.metrics.iter().filter(|metric| metric.rated > 0);
        all.map(|metric| (metric.info.slug, metric.rated, metric.bars.clone())).collect::<Vec<_>>()
    };
    assert_eq!(known(&classic), known(&before));
    assert_eq!(library.percentiles().unwrap(), super::tests::library().percentiles().unwrap());
}

#[test]
fn an_image_of_a_puzzle_is_the_same_puzzle() {
    let (mut library, puzzles) = mixed();
    let forms = Forms::default();
    let mut rng = Rng::new(12);
    for puzzle in &puzzles {
        let symmetries = Symmetries::of(puzzle.grid().shape());
        let image = symmetries.random(&mut rng).grid(puzzle.grid()).prove(100_000).unwrap();
        let newcomer = Newcomer::of_any(&image, &Origin::named("turned"), &forms);
        let name = puzzle.grid().shape().name();
        assert_eq!(library.add(&[newcomer]).unwrap().known, 1, "{name}");
    }
    // The same digits on another shape are another puzzle.
    let x = puzzle("9x9+x", 1);
    let plain: Shape = "9x9+x+antiking".parse().unwrap();
    if let Ok(other) = AnyGrid::new(&plain, x.grid().values().to_vec()).unwrap().prove(100_000) {
        let newcomer = Newcomer::of_any(&other, &Origin::named("other"), &forms);
        assert_eq!(library.add(&[newcomer]).unwrap().new, 1);
    }
    // A classic puzzle by the wide words is the classic puzzle.
    let classic = AnyGrid::from(rated()[0].0.grid()).prove(100_000).unwrap();
    let newcomer = Newcomer::of_any(&classic, &Origin::named("wide"), &forms);
    assert_eq!(library.add(&[newcomer]).unwrap().known, 1);
}

#[test]
fn a_mixed_library_is_verified_packed_and_unpacked() {
    let (library, _) = mixed();
    let verified = library.verify(rated().len() + 8, 1, |_| {}).unwrap();
    assert_eq!((verified.faults.as_slice(), verified.undecided), (&[][..], 0));
    assert_eq!(verified.puzzles, rated().len() as u64 + 8);
    let mut packed = Vec::new();
    assert_eq!(library.pack(&mut packed).unwrap(), rated().len() as u64 + 8);
    assert!(packed.starts_with(b"piste pack 3\n"));
    let mut again = Library::in_memory().unwrap();
    assert_eq!(again.merge(&packed, |_| {}).unwrap().new, rated().len() as u64 + 8);
    let all = |library: &Library| {
        let filter = Filter::default().on(Shapes::Any);
        let metrics = selection().shown().collect();
        let mut all = entries(library, &Query { filter, metrics, ..Query::default() });
        all.sort_by_key(|entry| format!("{:?}", entry.grid));
        all.iter()
            .map(|entry| format!("{:?}", Entry { id: 0, ..entry.clone() }))
            .collect::<Vec<_>>()
    };
    assert_eq!(all(&again), all(&library));
    // Without other shapes it is the file that it always was.
    let mut plain = Vec::new();
    super::tests::library().pack(&mut plain).unwrap();
    assert!(plain.starts_with(b"piste pack 2\n"));
    // Damage is an error, and nothing panics.
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        let mut damaged = packed.clone();
        let at = 13 + rng.below(damaged.len() - 13);
        damaged[at] ^= 1 << rng.below(8);
        assert!(Library::in_memory().unwrap().merge(&damaged, |_| {}).is_err(), "{at}");
    }
}

#[test]
fn a_jigsaw_is_one_shape_and_a_turned_one_another() {
    let forms = Forms::default();
    let Ok(shape) = JIGSAW.parse::<Shape>() else { panic!("{JIGSAW} is a jigsaw") };
    let name = format!("{shape}+x");
    let puzzle = puzzle(&name, 3);
    let mut library = Library::in_memory().unwrap();
    let newcomer = Newcomer::of_any(&puzzle, &Origin::named("jigsaws"), &forms);
    library.add(&[newcomer]).unwrap();
    let filter = Filter::default().on(Shapes::Only(name.parse().unwrap()));
    let found = entries(&library, &Query::of(filter));
    assert_eq!(found[0].grid, AnyClues::Other(puzzle.grid().clone()));
    let without = Filter::default().on(Shapes::Only(shape));
    assert_eq!(library.count(&without).unwrap(), 0);
}

#[test]
fn a_row_whose_shape_is_damaged_is_noticed() {
    let (library, _) = mixed();
    for change in ["shape = NULL", "shape = '6x6/3x2'", "shape = 'round'"] {
        let (library, _) = mixed();
        let text = format!("UPDATE puzzles SET {change} WHERE shape = '6x6/2x3'");
        library.db.execute(&text, []).unwrap();
        let query = Query { filter: Filter::default().on(Shapes::Any), ..Query::default() };
        let asked = library.query_any(&query, |_| std::ops::ControlFlow::Continue(()));
        assert!(matches!(asked, Err(LibraryError::Damaged { .. })), "{change}");
        assert!(!library.verify(0, 1, |_| {}).unwrap().faults.is_empty(), "{change}");
    }
    assert_eq!(library.verify(0, 1, |_| {}).unwrap().faults, []);
}

/// What an earlier program wrote: a library of version 3, which knows no shapes.
fn of_version_3(path: &Path) {
    let mut library = Library::create(path).unwrap();
    library.add(&newcomers()).unwrap();
    let before = "DROP INDEX puzzles_shape; ALTER TABLE puzzles DROP COLUMN shape;
         DELETE FROM tables WHERE name = 'puzzles_shape';";
    library.db.execute_batch(before).unwrap();
    let transaction = library.db.transaction().unwrap();
    seal::seal_tables(&transaction).unwrap();
    transaction.commit().unwrap();
    library.db.pragma_update(None, "user_version", 3).unwrap();
}

#[test]
fn a_library_of_before_opens_with_nothing_lost_and_takes_other_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("before.sqlite");
    of_version_3(&path);
    let mut opened = Library::open(&path).unwrap();
    let all = Query { metrics: super::tests::all_metrics(), ..Query::default() };
    assert_eq!(opened.list(&all).unwrap(), library().list(&all).unwrap());
    assert_eq!(opened.verify(20, 1, |_| {}).unwrap().faults, []);
    let six = puzzle("6x6", 4);
    let newcomer = Newcomer::of_any(&six, &Origin::named("new"), &Forms::default());
    assert_eq!(opened.add(&[newcomer]).unwrap().new, 1);
    assert_eq!(opened.list(&all).unwrap(), library().list(&all).unwrap());
    drop(opened);
    assert_eq!(Library::open(&path).unwrap().len_of(&Shapes::Others).unwrap(), 1);
}

#[test]
fn a_table_that_was_damaged_before_is_not_sealed_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.sqlite");
    of_version_3(&path);
    let db = Connection::open(&path).unwrap();
    db.execute_batch("ALTER TABLE sources ADD COLUMN stray TEXT").unwrap();
    drop(db);
    let why = Library::open(&path).unwrap_err().to_string();
    assert!(why.ends_with("the table sources is not as it was made: the file is damaged"), "{why}");
}
