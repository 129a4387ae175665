//! What a library promises, tried out: identity, conditions, draws, packing, migrations.

use super::filter::Clause;
use super::*;
use piste::generate::{self, Brief, Wanted, generators};
use piste::rating::{Column, Condition, Info, Ratings, Selection, Value, Workup, metrics};
use piste_core::symmetry::{Symmetry, Transformation};
use piste_core::{Grid, Puzzle, Rng};
use std::collections::BTreeSet;
use std::sync::OnceLock;

const METRICS: [&str; 6] = ["givens", "umbrella", "colour", "singles-sum", "fowler", "index-d"];

pub(super) fn all_metrics() -> Vec<&'static Info> {
    METRICS.iter().map(|slug| metrics::by_slug(slug).unwrap().info()).collect()
}

/// Some puzzles, with and without symmetry, and what a few metrics say of them.
pub(crate) fn rated() -> &'static [(Puzzle, Ratings)] {
    static MADE: OnceLock<Vec<(Puzzle, Ratings)>> = OnceLock::new();
    MADE.get_or_init(|| {
        let method = generators::by_slug("reductive").unwrap();
        let selection = Selection::new(&METRICS).unwrap();
        let mut made = Vec::new();
        for number in 0..240 {
            let symmetry = if number % 3 == 0 { Wanted::Any } else { Wanted::Whatever };
            let givens = if number % 2 == 0 { 30..=40 } else { Brief::ANY_GIVENS };
            let brief = Brief { symmetry, givens, ..Brief::default() };
            if let Ok(one) = generate::attempt(method, &brief, 5, number) {
                let ratings = selection.rate(&Workup::new(&one.puzzle));
                made.push((one.puzzle, ratings));
            }
        }
        assert!(made.len() > 200, "{}", made.len());
        made
    })
}

pub(super) fn newcomers() -> Vec<Newcomer> {
    let origin = |number: usize| Origin {
        source: if number.is_multiple_of(2) { "even" } else { "odd" }.into(),
        method: number.is_multiple_of(5).then(|| "reductive".into()),
        seed: number.is_multiple_of(5).then_some(5),
    };
    let all = rated().iter().enumerate();
    all.map(|(number, (puzzle, ratings))| {
        Newcomer::of(puzzle, &origin(number)).by_attempt(number as u64).with(ratings)
    })
    .collect()
}

pub(super) fn library() -> Library {
    let mut library = Library::in_memory().unwrap();
    let added = library.add(&newcomers()).unwrap();
    assert_eq!((added.new, added.known), (rated().len() as u64, 0));
    library
}

/// Changes rows as another program would that knows of seals.
fn change(library: &mut Library, text: &str) {
    library.db.execute_batch(text).unwrap();
    reseal(library);
}

/// Seals everything as it is.
fn reseal(library: &mut Library) {
    let transaction = library.db.transaction().unwrap();
    let mut all = vec!["puzzles".to_owned(), "sources".to_owned(), "columns".to_owned()];
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'rating-%'";
    {
        let mut asked = transaction.prepare(names).unwrap();
        all.extend(asked.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap));
    }
    for table in all {
        transaction.execute(&format!("UPDATE \"{table}\" SET seal = NULL"), []).unwrap();
    }
    seal::seal_rows(&transaction, |_, _| Ok(true)).unwrap();
    seal::seal_tables(&transaction).unwrap();
    transaction.commit().unwrap();
}

fn grids(entries: &[Entry]) -> Vec<Grid> {
    entries.iter().map(|entry| entry.grid).collect()
}

#[test]
fn a_puzzle_is_there_once_however_it_is_written() {
    let mut library = library();
    let mut rng = Rng::new(9);
    let origin = Origin::named("disguised");
    let disguised: Vec<Newcomer> = rated()
        .iter()
        .map(|(puzzle, _)| puzzle.transformed(&Transformation::random(&mut rng)))
        .map(|puzzle| Newcomer::of(&puzzle, &origin))
        .collect();
    let added = library.add(&disguised).unwrap();
    assert_eq!((added.new, added.known), (0, disguised.len() as u64));
    for (newcomer, (puzzle, ratings)) in disguised.iter().zip(rated()) {
        let grid = shapes::classic(newcomer.clues()).unwrap();
        let found = library.get(grid, &all_metrics()).unwrap().unwrap();
        assert_eq!(found.grid, *puzzle.grid());
        for column in all_metrics().into_iter().flat_map(schema::columns) {
            assert_eq!(found.value(column), ratings.value(column).map(values::as_printed));
        }
    }
    assert_eq!(library.get(&Grid::EMPTY, &[]).unwrap(), None);
}

#[test]
fn twins_in_one_batch_are_noticed_and_the_first_stays() {
    let (puzzle, _) = &rated()[0];
    let twin = puzzle.transformed(&Transformation::random(&mut Rng::new(2)));
    let origin = Origin::named("twins");
    let mut library = Library::in_memory().unwrap();
    let both = [Newcomer::of(puzzle, &origin), Newcomer::of(&twin, &origin)];
    assert_eq!(library.add(&both).unwrap(), Added { new: 1, known: 1, later: 0 });
    let found = library.list(&Query::default()).unwrap();
    assert_eq!(grids(&found), [*puzzle.grid()]);
}

#[test]
fn puzzles_come_out_as_they_went_in() {
    let library = library();
    let found = library.list(&Query { metrics: all_metrics(), ..Query::default() }).unwrap();
    let given: Vec<Grid> = rated().iter().map(|(puzzle, _)| *puzzle.grid()).collect();
    assert_eq!(grids(&found), given);
    assert_eq!(found[5].method.as_deref(), Some("reductive"));
    assert_eq!((found[5].seed, found[5].attempt), (Some(5), Some(5)));
    assert_eq!((found[6].source.as_str(), found[6].seed), ("even", None));
}

/// A random condition on the metrics of these tests.
fn condition(rng: &mut Rng, depth: usize) -> String {
    if depth > 0 && rng.below(2) == 0 {
        let joint = if rng.below(2) == 0 { "and" } else { "or" };
        let (a, b) = (condition(rng, depth - 1), condition(rng, depth - 1));
        return format!("({a}) {joint} {b}");
    }
    let columns: Vec<Column> = all_metrics().into_iter().flat_map(schema::columns).collect();
    // One that nobody has asked: missing for everyone.
    let name = match rng.below(columns.len() + 1) {
        at if at < columns.len() => columns[at].to_string(),
        _ => "hsolve".to_owned(),
    };
    let number = match rng.below(4) {
        0 => rng.below(5) as f64,
        1 => 20.0 + rng.below(20) as f64,
        2 => rng.below(400) as f64 / 10.0,
        _ => rng.below(300) as f64,
    };
    let column = Column::named(&name).expect("a column");
    let mut words = vec!["green", "BLUE", "red", "black", "above", "beyond"];
    words.retain(|word| column.check_word(word).is_ok());
    match rng.below(6) {
        0 => format!("{name} {number}.."),
        1 => format!("{name} ..{number}"),
        2 => format!("{name} {number}..{}", number + rng.below(50) as f64),
        3 => format!("{name}{}{}", ["=", "!="][rng.below(2)], words[rng.below(words.len())]),
        _ => format!("{name}{}{number}", ["=", "!=", "<", "<=", ">", ">="][rng.below(6)]),
    }
}

#[test]
fn sql_means_what_conditions_mean() {
    let library = library();
    let mut rng = Rng::new(77);
    let mut sizes = BTreeSet::new();
    for _ in 0..600 {
        let text = condition(&mut rng, 3);
        let condition: Condition = text.parse().unwrap();
        let found = library.list(&Query::of(Filter::from(&condition))).unwrap();
        let wanted: Vec<Grid> = rated()
            .iter()
            .filter(|(_, ratings)| {
                condition.holds(|column| ratings.value(column).map(values::as_printed))
            })
            .map(|(puzzle, _)| *puzzle.grid())
            .collect();
        assert_eq!(grids(&found), wanted, "{text}");
        assert_eq!(library.count(&text.parse().unwrap()).unwrap(), wanted.len() as u64);
        // A draw has another way to the same puzzles.
        let mut drawn = Vec::new();
        let mut draw = library.draw(&Filter::from(&condition), &[], 3).unwrap();
        loop {
            let more = draw.next(&library, 50).unwrap();
            if more.is_empty() {
                break;
            }
            drawn.extend(grids(&more));
        }
        drawn.sort_unstable();
        let mut wanted = wanted;
        wanted.sort_unstable();
        assert_eq!(drawn, wanted, "{text}");
        sizes.insert(wanted.len());
    }
    assert!(sizes.len() > 60, "the conditions differ: {}", sizes.len());
}

/// Of every metric, every band of a few numbers of bands, cut by the library itself: in SQL as by
/// the ratings, each puzzle once, and none that has no value.
#[test]
fn bands_mean_the_same_in_sql() {
    let library = library();
    let ranks = |column: Column| library.ranks(column);
    let mut unequal = 0;
    for column in Column::all().filter(|column| column.is_main()) {
        let known = |ratings: &Ratings| ratings.value(column).is_some();
        let rated_by_it = rated().iter().filter(|(_, ratings)| known(ratings)).count();
        if rated_by_it == 0 {
            assert!(ranks(column).is_err(), "{column}");
            continue;
        }
        for of in [1, 2, 5, 12] {
            let mut counts = Vec::new();
            for nth in 1..=of {
                let text = format!("{column} in {nth}/{of}");
                let Ok(condition) = Condition::read(&text, &ranks) else {
                    assert!(Filter::read(&text, &ranks).is_err(), "{text}");
                    continue;
                };
                let filter = Filter::read(&text, &ranks).unwrap();
                let found = grids(&library.list(&Query::of(filter)).unwrap());
                let holds = |ratings: &Ratings| {
                    condition.holds(|column| ratings.value(column).map(values::as_printed))
                };
                let wanted: Vec<Grid> = rated()
                    .iter()
                    .filter(|(_, ratings)| holds(ratings))
                    .map(|(puzzle, _)| *puzzle.grid())
                    .collect();
                assert_eq!(found, wanted, "{text}");
                counts.push(wanted.len());
            }
            assert_eq!(counts.iter().sum::<usize>(), rated_by_it, "{column} {of}");
            unequal += usize::from(counts.len() < of);
        }
    }
    assert!(unequal > 0, "some metric has fewer values than bands");
}

#[test]
fn words_are_the_hard_end_of_a_scale_that_counts_downwards() {
    let (puzzle, _) = &rated()[0];
    let ratings = Selection::new(&["givens"]).unwrap().recall(|_| Some(Value::Word("above")));
    let mut library = Library::in_memory().unwrap();
    library.add(&[Newcomer::of(puzzle, &Origin::default()).with(&ratings)]).unwrap();
    let count = |text: &str| library.count(&text.parse().unwrap()).unwrap();
    for yes in ["givens<0", "givens ..17", "givens!=4", "givens=Above", "givens!=beyond"] {
        assert_eq!(count(yes), 1, "{yes}");
    }
    for no in ["givens>=4", "givens 4..", "givens 4..90", "givens=4", "givens=beyond"] {
        assert_eq!(count(no), 0, "{no}");
    }
}

/// A level is not stored; what conditions say of it means the same here as elsewhere.
#[test]
fn levels_of_conditions_have_their_order_and_their_other_names() {
    let (puzzle, _) = &rated()[0];
    let hard = Value::Number(2.6, 1);
    let ratings = Selection::new(&["se"]).unwrap().recall(|_| Some(hard));
    let mut library = Library::in_memory().unwrap();
    library.add(&[Newcomer::of(puzzle, &Origin::default()).with(&ratings)]).unwrap();
    let column = Column::named("level").unwrap();
    for (text, holds) in [
        ("level=hard", true),
        ("level=Tricky", true),
        ("level!=tricky", false),
        ("level<=tough", true),
        ("level<hard", false),
        ("level>moderate", true),
        ("level 3..4", true),
        ("level=3", true),
        ("level>3", false),
        ("level=beyond", false),
        ("level!=above", true),
        ("level<beyond", true),
    ] {
        let condition: Condition = text.parse().unwrap();
        let of_word = |asked| (asked == column).then_some(Value::Word("hard"));
        assert_eq!(condition.holds(of_word), holds, "{text}");
        assert_eq!(library.count(&Filter::from(&condition)).unwrap(), u64::from(holds), "{text}");
    }
}

#[test]
fn the_columns_of_a_library_can_be_asked_about() {
    let library = library();
    let list = |text: &str| library.list(&Query::of(text.parse().unwrap())).unwrap();
    let by = |holds: &dyn Fn(&Puzzle) -> bool| {
        rated().iter().filter(|(puzzle, _)| holds(puzzle)).count()
    };
    for symmetry in Symmetry::ALL {
        let found = list(&format!("symmetry={symmetry}"));
        assert!(found.iter().all(|entry| symmetry.is_of(entry.grid.filled())));
        assert_eq!(found.len(), by(&|puzzle| symmetry.is_of(puzzle.grid().filled())));
    }
    let any = by(&|puzzle| Symmetry::of(puzzle.grid().filled()).next().is_some());
    assert_eq!(list("symmetry=any").len(), any);
    assert_eq!(list("symmetry!=none").len(), any);
    assert_eq!(list("symmetry=none or symmetry=any").len(), rated().len());
    assert_eq!(list("symmetry=rotational and symmetry!=Rotational").len(), 0);
    assert_eq!(list("source=even").len() + list("source!=EVEN").len(), rated().len());
    assert_eq!(list("method=reductive and seed=5").len(), rated().len().div_ceil(5));
    assert_eq!(list("seed 1..4 or seed=five").len(), 0);
    // Nothing is of a level as long as nobody has asked for what levels are made of.
    assert_eq!(list("level=easy or level!=easy").len(), 0);
}

#[test]
fn conditions_that_make_no_sense_are_refused() {
    let wrong = |text: &str| text.parse::<Filter>().unwrap_err();
    assert_eq!(wrong("givens>3 and level=strange").at, 19);
    assert!(wrong("level=strange").what.contains("easy, medium, hard"));
    assert!(wrong("givns>3").what.contains("did you mean givens?"));
    for (text, at) in [
        ("symmetry<3", 9),
        ("level 1..3", 6),
        ("source 1..2", 7),
        ("symmetry=3", 9),
        ("method>5", 7),
        // What is wrong may stand elsewhere, too, and be right there.
        ("hsolve>3 and symmetry=e", 22),
        ("source=3 and level=3", 19),
    ] {
        assert_eq!(wrong(text).at, at, "{text}");
    }
    // What SQLite would refuse.
    assert_eq!(wrong(&vec!["givens=3"; 1_200].join(" or ")).at, 256 * 12);
    let most = vec!["level!=easy"; 256].join(" and ");
    assert_eq!(library().count(&most.parse().unwrap()).unwrap(), 0);
}

#[test]
fn orders() {
    let library = library();
    let column = Column::named("singles-sum").unwrap();
    let list = |order, limit| {
        let metrics = vec![column.metric().info()];
        library.list(&Query { order, limit, metrics, ..Query::default() }).unwrap()
    };
    let down = list(Sorting::Down(column), Some(3));
    assert_eq!(down.len(), 3);
    assert!(down[0].value(column).is_some());
    let (one, other) = (list(Sorting::Random(1), Some(20)), list(Sorting::Random(2), Some(20)));
    assert_eq!(one, list(Sorting::Random(1), Some(20)));
    assert_ne!(one, other);
    assert_eq!(one.len(), 20);
    let all = grids(&list(Sorting::Random(3), None));
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), rated().len());
}

/// Whether one walks or goes by an index: what comes first is the same.
#[test]
fn the_first_of_a_query_begin_all_of_it() {
    let library = library();
    let mut walked = BTreeSet::new();
    for text in ["fowler>=0", "singles-sum>=1", "fowler>=100000", "fowler>=0 and umbrella=4"] {
        let all = Query::of(text.parse().unwrap());
        let first = Query { limit: Some(3), ..all.clone() };
        walked.insert(library.is_walked(&first).unwrap());
        assert!(!library.is_walked(&all).unwrap(), "{text}: all of them come by an index");
        let found = grids(&library.list(&all).unwrap());
        let wanted = &found[..found.len().min(3)];
        assert_eq!(grids(&library.list(&first).unwrap()), wanted, "{text}");
    }
    assert_eq!(walked.len(), 2, "some are walked and some are not");
}

#[test]
fn values_are_put_in_order_by_their_places() {
    let mut library = library();
    // Words among numbers, above them and below, and words of a scale.
    for (number, word) in [(3, "beyond"), (7, "above"), (9, "beyond")] {
        let ratings = Selection::new(&METRICS).unwrap().recall(|column| {
            let is_first = number != 9 || column.metric().info().slug != "colour";
            Some(Value::Word(if is_first { word } else { "black" }))
        });
        library.rate(&[(number, ratings)]).unwrap();
    }
    let mut are_several = 0;
    for column in all_metrics().into_iter().flat_map(schema::columns) {
        let list = |order| {
            let metrics = vec![column.metric().info()];
            let found = library.list(&Query { order, metrics, ..Query::default() }).unwrap();
            found.iter().map(|entry| (entry.value(column), entry.id)).collect::<Vec<_>>()
        };
        let mut wanted = list(Sorting::Added);
        for (order, is_down) in [(Sorting::Up(column), false), (Sorting::Down(column), true)] {
            wanted.sort_by(|(a, one), (b, other)| {
                let by_value = match (a, b) {
                    (Some(a), Some(b)) if is_down => column.compare(*b, *a),
                    (Some(a), Some(b)) => column.compare(*a, *b),
                    _ => a.is_none().cmp(&b.is_none()),
                };
                by_value.then(one.cmp(other))
            });
            assert!(list(order) == wanted, "{column}, {order:?}");
        }
        are_several += usize::from(wanted[0].0 != wanted[rated().len() / 2].0);
    }
    assert!(are_several > 8, "{are_several}");
}

#[test]
fn seeds_have_all_their_bits() {
    let seeds = [0, 4, 5, 1 << 53, (1 << 53) + 1, 1 << 63, u64::MAX - 1, u64::MAX];
    let mut library = Library::in_memory().unwrap();
    for (seed, (puzzle, _)) in seeds.iter().zip(rated()) {
        let origin = Origin { seed: Some(*seed), ..Origin::named("007") };
        library.add(&[Newcomer::of(puzzle, &origin)]).unwrap();
    }
    library.add(&[Newcomer::of(&rated()[20].0, &Origin::named("7"))]).unwrap();
    let found = |text: &str| -> Vec<u64> {
        let found = library.list(&Query::of(text.parse().unwrap())).unwrap();
        found.iter().filter_map(|entry| entry.seed).collect()
    };
    for number in seeds {
        for op in ["=", "!=", "<", "<=", ">", ">="] {
            let holds = |seed: &u64| match op {
                "=" => *seed == number,
                "!=" => *seed != number,
                "<" => *seed < number,
                "<=" => *seed <= number,
                ">" => *seed > number,
                _ => *seed >= number,
            };
            let wanted: Vec<u64> = seeds.into_iter().filter(holds).collect();
            assert_eq!(found(&format!("seed{op}{number}")), wanted, "seed{op}{number}");
        }
    }
    assert_eq!(found("seed 9007199254740993..18446744073709551614"), seeds[4..7]);
    assert_eq!(found("seed 5.."), seeds[2..]);
    for (all, none) in [
        ("seed>-1", "seed<-1"),
        ("seed!=4.5", "seed=4.5"),
        ("seed<18446744073709551616", "seed>=18446744073709551616"),
        ("seed<=1e30", "seed=18446744073709551616"),
        ("seed!=many", "seed=many"),
        ("seed>=-0.5", "seed<=-0.5"),
    ] {
        assert_eq!(found(all), seeds, "{all}");
        assert!(found(none).is_empty(), "{none}");
    }
    assert_eq!(found("seed<4.5"), seeds[..2]);
    assert_eq!(found("seed>=4.5"), seeds[2..]);
    // And what looks like a number is a name where there are names.
    assert_eq!(found("source=007"), seeds);
    assert_eq!(library.count(&"source=7".parse().unwrap()).unwrap(), 1);
}

#[test]
fn a_walk_goes_by_the_index_of_identities() {
    let library = library();
    let filter: Filter = "givens 20..40 and umbrella<3".parse().unwrap();
    let mut clause = Clause::of(&filter, true);
    clause.text.push_str(" AND p.identity >= ?");
    let indexed = "INDEXED BY puzzles_identity";
    let tail = "ORDER BY p.identity LIMIT ?";
    let selected = library.select(clause, &filter.metrics(), indexed, tail).unwrap();
    let mut plan = library.db.prepare(&format!("EXPLAIN QUERY PLAN {}", selected.text)).unwrap();
    let count = plan.parameter_count();
    let blanks = vec![rusqlite::types::Value::Null; count];
    let lines = plan.query_map(rusqlite::params_from_iter(blanks), |row| row.get(3)).unwrap();
    let lines: Vec<String> = lines.collect::<Result<_, _>>().unwrap();
    assert!(lines[0].contains("SEARCH p USING INDEX puzzles_identity"), "{lines:?}");
    assert!(lines.iter().all(|line| !line.contains("TEMP B-TREE")), "{lines:?}");
    assert!(lines[1..].iter().all(|line| line.contains("PRIMARY KEY")), "{lines:?}");
}

#[test]
fn a_collection_gets_nothing_twice() {
    let mut library = library();
    let filter = Filter::default().unused_by("weekly");
    let mut had = BTreeSet::new();
    loop {
        let query = Query {
            order: Sorting::Random(had.len() as u64),
            limit: Some(30),
            filter: filter.clone(),
            ..Query::default()
        };
        let found = library.list(&query).unwrap();
        if found.is_empty() {
            break;
        }
        let ids: Vec<Id> = found.iter().map(|entry| entry.id).collect();
        assert_eq!(library.take("weekly", &ids).unwrap(), ids);
        for id in ids {
            assert!(had.insert(id), "{id} twice");
        }
    }
    assert_eq!(had.len(), rated().len());
    // Of what was taken nothing is given again; one that comes twice or is not there is given once, or not at all.
    assert_eq!(library.take("monthly", &[9, 4, 9, 1_000_000]).unwrap(), [9, 4]);
    assert_eq!(library.take("monthly", &[4, 7, 9]).unwrap(), [7]);
    assert_eq!(library.count(&Filter::default().unused_by("yearly")).unwrap(), had.len() as u64);
}

#[test]
fn what_is_missing_is_found_and_filled_in() {
    let mut library = Library::in_memory().unwrap();
    let bare: Vec<Newcomer> =
        rated().iter().map(|(puzzle, _)| Newcomer::of(puzzle, &Origin::default())).collect();
    library.add(&bare).unwrap();
    let metrics = all_metrics();
    let first = library.unrated(&Shapes::Any, &metrics, 0, 10).unwrap();
    assert_eq!(first.len(), 10);
    assert_eq!(first[0].missing.len(), metrics.len());
    let some = Selection::new(&["givens"]).unwrap().rate(&Workup::new(&rated()[0].0));
    library.rate(&[(first[0].id, some)]).unwrap();
    assert_eq!(
        library.unrated(&Shapes::Any, &metrics, 0, 1).unwrap()[0].missing.len(),
        metrics.len() - 1
    );
    let all: Vec<(Id, Ratings)> =
        rated().iter().zip(1..).map(|((_, ratings), id)| (id, ratings.clone())).collect();
    library.rate(&all).unwrap();
    assert!(library.unrated(&Shapes::Any, &metrics, 0, 10).unwrap().is_empty());
    // A rating of an earlier version is no rating.
    change(&mut library, "UPDATE \"rating-umbrella\" SET version = 0 WHERE puzzle = 7");
    let stale = library.unrated(&Shapes::Any, &metrics, 0, 10).unwrap();
    assert_eq!((stale.len(), stale[0].id, stale[0].missing[0].slug), (1, 7, "umbrella"));
    let found = library.list(&Query { metrics, ..Query::default() }).unwrap();
    assert_eq!(found[6].value(Column::named("umbrella").unwrap()), None);
}

#[test]
fn a_packed_library_unpacks_to_the_same() {
    let library = library();
    let mut packed = Vec::new();
    assert_eq!(library.pack(&mut packed).unwrap(), rated().len() as u64);
    assert!(packed::is_packed(&packed));
    let mut again = Library::in_memory().unwrap();
    let mut seen = 0;
    again.merge(&packed, |done| seen = done).unwrap();
    assert_eq!(seen, rated().len() as u64);
    let query = Query { metrics: all_metrics(), ..Query::default() };
    assert_eq!(again.list(&query).unwrap(), library.list(&query).unwrap());
    assert!(again.unrated(&Shapes::Any, &all_metrics(), 0, 1).unwrap().is_empty());
    assert_eq!(again.merge(&packed, |_| {}).unwrap().new, 0);
}

#[test]
fn a_pack_keeps_seeds_and_sources() {
    let mut library = Library::in_memory().unwrap();
    let seeds = [None, Some(0), Some(1 << 63), Some(u64::MAX - 1), Some(u64::MAX)];
    for (seed, (puzzle, _)) in seeds.iter().zip(rated()) {
        library
            .add(&[Newcomer::of(puzzle, &Origin { seed: *seed, ..Origin::named("x") })])
            .unwrap();
    }
    let mut packed = Vec::new();
    library.pack(&mut packed).unwrap();
    let mut again = Library::in_memory().unwrap();
    again.merge(&packed, |_| {}).unwrap();
    let found = again.list(&Query::default()).unwrap();
    assert_eq!(found.iter().map(|entry| entry.seed).collect::<Vec<_>>(), seeds);
    // A puzzle whose source is gone is not put down to another.
    let orphan = "PRAGMA foreign_keys = OFF; UPDATE puzzles SET source = 99 WHERE id = 3";
    library.db.execute_batch(orphan).unwrap();
    let wrong = library.pack(&mut Vec::new()).unwrap_err().to_string();
    assert!(wrong.contains("puzzle 3 is not what was written"), "{wrong}");
    reseal(&mut library);
    let wrong = library.pack(&mut Vec::new()).unwrap_err().to_string();
    assert!(wrong.contains("puzzle 3 is not what was written"), "{wrong}");
}

#[test]
fn packs_of_the_first_version_are_read() {
    // Two puzzles of `piste library build --count 2 --seed 1` and how many givens they have, as the first
    // version packed them.
    let hex = "28b52ffd0468ed020034050202056275696c6405636c696d62738a010106676976656e730000e1125054b01a\
               5414900e01e02486141484a90806c800562113925198251972621693562457881924516685341729483700010e\
               0d0101393102002c0502dcac0325ed9812";
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    let mut packed = b"piste pack 1\n".to_vec();
    packed.extend((0..hex.len()).step_by(2).map(byte));
    assert!(packed::is_packed(&packed));
    let mut library = Library::in_memory().unwrap();
    assert_eq!(library.merge(&packed, |_| {}).unwrap().new, 2);
    let found = library.list(&Query::of("givens>0 and method=climb".parse().unwrap())).unwrap();
    assert_eq!(found.iter().map(|entry| entry.seed).collect::<Vec<_>>(), [Some(114), Some(137)]);
    assert_eq!(found.iter().map(|entry| entry.attempt).collect::<Vec<_>>(), [Some(7), Some(0)]);
    packed[11] = b'4';
    let wrong = library.merge(&packed, |_| {}).unwrap_err().to_string();
    assert!(wrong.contains("a later piste"), "{wrong}");
}

#[test]
fn a_damaged_pack_is_refused_and_nothing_panics() {
    let mut packed = Vec::new();
    library().pack(&mut packed).unwrap();
    let mut library = Library::in_memory().unwrap();
    assert!(library.merge(b"something else", |_| {}).is_err());
    for cut in [13, 20, packed.len() / 2, packed.len() - 1] {
        assert!(library.merge(&packed[..cut], |_| {}).is_err(), "{cut}");
    }
    let mut rng = Rng::new(4);
    for _ in 0..60 {
        let mut wrong = packed.clone();
        let at = 13 + rng.below(wrong.len() - 13);
        wrong[at] ^= 1 << rng.below(8);
        assert!(library.merge(&wrong, |_| {}).is_err(), "bit flipped at {at}");
    }
    // Behind the checksum anything may stand, too.
    let body = zstd::decode_all(&packed[13..]).unwrap();
    for _ in 0..300 {
        let mut wrong = body.clone();
        let at = rng.below(wrong.len().min(400));
        wrong[at] = rng.below(256) as u8;
        let mut file = packed[..13].to_vec();
        file.extend(zstd::encode_all(&wrong[..], 1).unwrap());
        let mut fresh = Library::in_memory().unwrap();
        drop(fresh.merge(&file, |_| {}));
    }
}

#[test]
fn verify_finds_what_is_wrong() {
    let library = library();
    let fine = library.verify(20, 1, |_| {}).unwrap();
    assert_eq!(fine.faults, []);
    assert_eq!((fine.puzzles, fine.ratings), (rated().len() as u64, 20 * METRICS.len() as u64));
    let spoil = |text: &str| {
        let library = self::library();
        library.db.execute_batch(text).unwrap();
        library.verify(rated().len(), 1, |_| {}).unwrap().faults
    };
    assert_eq!(spoil("UPDATE puzzles SET symmetry = 126 WHERE id = 3"), [Fault::Looks(3)]);
    assert_eq!(spoil("UPDATE puzzles SET identity = x'00' WHERE id = 4"), [Fault::Identity(4)]);
    assert_eq!(spoil("UPDATE puzzles SET grid = x'00' WHERE id = 5")[0], Fault::NoPuzzle(5));
    let seal = |table: &str, id| Fault::Seal { table: table.to_owned(), id };
    let faults = spoil("UPDATE \"rating-givens\" SET value = 99 WHERE puzzle = 6");
    assert_eq!(faults, [seal("givens", 6)]);
    assert_eq!(spoil("UPDATE puzzles SET attempt = 9 WHERE id = 2"), [seal("puzzles", 2)]);
    assert_eq!(spoil("UPDATE sources SET name = 'x' WHERE id = 1"), [seal("sources", 1)]);
    assert!(!spoil("UPDATE columns SET decimals = 7").is_empty());
    // One that somebody vouches for is still not what the metric says.
    let mut wrong = self::library();
    change(&mut wrong, "UPDATE \"rating-givens\" SET value = 99 WHERE puzzle = 6");
    let faults = wrong.verify(rated().len(), 1, |_| {}).unwrap().faults;
    assert_eq!(faults.len(), 1);
    assert!(faults[0].to_string().ends_with("stored is 99"), "{}", faults[0]);
    let says = |text: &str| spoil(text).first().map(ToString::to_string).unwrap_or_default();
    let orphan = says("PRAGMA foreign_keys = 0; DELETE FROM puzzles WHERE id = 8");
    assert!(orphan.contains("speaks of a row of puzzles that is not there"), "{orphan}");
    let astray = says("PRAGMA foreign_keys = 0; UPDATE puzzles SET source = 999 WHERE id = 9");
    let words = "puzzles, row 9, speaks of a row of sources that is not there";
    assert!(astray.ends_with(words), "{astray}");
    assert!(says("DROP TABLE used").ends_with("the table used is missing"));
    assert_eq!(spoil("DROP TABLE used").len(), 2, "its index, too");
    assert!(says("DROP TABLE columns").ends_with("the table columns is missing"));
    assert!(says("DROP INDEX puzzles_identity").ends_with("index puzzles_identity is missing"));
    let changed = says("ALTER TABLE sources ADD COLUMN more TEXT");
    assert!(changed.ends_with("the table sources is not what it should be"), "{changed}");
    assert_eq!(spoil("CREATE TABLE mine (a)"), []);
}

#[test]
fn dedupe_removes_twins_and_mends_identities() {
    let mut library = library();
    assert_eq!(library.dedupe().unwrap(), Deduped::default());
    // The second becomes the first in disguise, under an identity of its own.
    let twin = rated()[0].0.transformed(&Transformation::random(&mut Rng::new(8)));
    let packed = pack::pack(twin.grid());
    let grid = "UPDATE puzzles SET grid = ?1, seal = NULL WHERE id = 2";
    library.db.execute(grid, [packed]).unwrap();
    let identity = "UPDATE puzzles SET identity = x'01', seal = NULL WHERE id = 3";
    library.db.execute(identity, []).unwrap();
    // What is damaged, and not somebody's doing, is left alone.
    library.db.execute("UPDATE puzzles SET identity = x'02' WHERE id = 5", []).unwrap();
    assert_eq!(library.dedupe().unwrap(), Deduped { removed: 1, mended: 1 });
    assert_eq!(library.len().unwrap(), rated().len() as u64 - 1);
    assert_eq!(library.dedupe().unwrap(), Deduped::default());
    let damaged = library.list(&Query::default()).unwrap_err().to_string();
    assert!(damaged.contains(": puzzle 5 is not what was written"), "{damaged}");
    let left: i64 = library
        .db
        .query_row("SELECT count(*) FROM \"rating-givens\" WHERE puzzle = 2", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0, "ratings go with their puzzle");
}

#[test]
fn stats_count_everything() {
    let stats = library().stats(&Shapes::Any).unwrap();
    assert_eq!(stats.puzzles, rated().len() as u64);
    assert_eq!(stats.sources.iter().map(|source| source.puzzles).sum::<u64>(), stats.puzzles);
    assert_eq!(stats.sources.len(), 4);
    let slugs: Vec<&str> = stats.metrics.iter().map(|metric| metric.info.slug).collect();
    let usual = metrics::ALL.len() - metrics::ON_REQUEST.len();
    assert_eq!(slugs.len(), usual, "also those that were never asked");
    let none =
        rated().iter().filter(|(puzzle, _)| Symmetry::of(puzzle.grid().filled()).count() == 0);
    assert_eq!(stats.symmetries[0], ("none", none.count() as u64));
    let (asked, unasked): (Vec<_>, Vec<_>) =
        stats.metrics.iter().partition(|metric| METRICS.contains(&metric.info.slug));
    assert!(unasked.iter().all(|metric| metric.rated + metric.stale == 0));
    for metric in asked {
        assert_eq!((metric.rated, metric.stale), (stats.puzzles, 0));
        let counted: u64 = metric.bars.iter().map(|bar| bar.puzzles).sum();
        assert!(counted <= stats.puzzles && counted > 0, "{}", metric.info.slug);
        assert!(metric.bars.len() <= 16, "{}", metric.info.slug);
    }
    let colour = stats.metrics.iter().find(|metric| metric.info.slug == "colour").unwrap();
    assert_eq!(colour.bars[0].label, "green");
}

#[test]
fn it_is_known_how_many_are_not_rated() {
    let library = library();
    let info = |slug: &str| metrics::by_slug(slug).unwrap().info();
    let both = [info("givens"), info("se")];
    assert_eq!(library.lacking(&Shapes::Any, &both).unwrap(), [(info("se"), rated().len() as u64)]);
    let spoil = "UPDATE \"rating-givens\" SET version = 0 WHERE puzzle <= 5";
    library.db.execute_batch(spoil).unwrap();
    assert_eq!(library.lacking(&Shapes::Any, &both[..1]).unwrap(), [(info("givens"), 5)]);
    let stats = library.stats(&Shapes::Any).unwrap();
    let givens = stats.metrics.iter().find(|metric| metric.info.slug == "givens").unwrap();
    assert_eq!((givens.rated, givens.stale), (stats.puzzles - 5, 5));
}

#[test]
fn later_ratings_come_with_a_puzzle_that_is_there() {
    let mut packed = Vec::new();
    library().pack(&mut packed).unwrap();
    let mut stale = library();
    let givens = [metrics::by_slug("givens").unwrap().info()];
    let spoil = "UPDATE \"rating-givens\" SET version = 0, value = 1; DROP TABLE \"rating-colour\";
        UPDATE \"rating-umbrella\" SET version = 999 WHERE puzzle = 3";
    stale.db.execute_batch(spoil).unwrap();
    // One that is written differently has ratings of its own, and keeps what it has.
    let turned = rated()[6].0.transformed(&Transformation::random(&mut Rng::new(4)));
    let change = "UPDATE puzzles SET grid = ?1 WHERE id = 7";
    stale.db.execute(change, [pack::pack(turned.grid())]).unwrap();
    reseal(&mut stale);
    let added = stale.merge(&packed, |_| {}).unwrap();
    assert_eq!(added, Added { new: 0, known: rated().len() as u64, later: 0 });
    assert_eq!(stale.lacking(&Shapes::Any, &givens).unwrap(), [(givens[0], 1)]);
    let colour = [metrics::by_slug("colour").unwrap().info()];
    assert_eq!(stale.lacking(&Shapes::Any, &colour).unwrap(), [(colour[0], 1)]);
    let umbrella = [metrics::by_slug("umbrella").unwrap().info()];
    assert_eq!(
        stale.lacking(&Shapes::Any, &umbrella).unwrap(),
        [(umbrella[0], 1)],
        "a later one stays"
    );
    for (id, count) in [(1, rated()[0].0.grid().filled().len()), (7, 1)] {
        let asked = "SELECT value FROM \"rating-givens\" WHERE puzzle = ?1";
        let stored: i64 = stale.db.query_row(asked, [id], |row| row.get(0)).unwrap();
        assert_eq!(stored, count as i64);
    }
}

#[test]
fn what_is_rare_without_an_index_is_drawn_by_a_list_each_once() {
    let library = library();
    // One of six, and by no rating.
    for text in ["symmetry=half-turn and source=even", "symmetry=none", ""] {
        let filter: Filter = text.parse().unwrap();
        let wanted: BTreeSet<Id> =
            library.list(&Query::of(filter.clone())).unwrap().iter().map(|one| one.id).collect();
        let mut draw = library.draw(&filter, &[], 3).unwrap();
        let mut rounds = Vec::new();
        for round in 0..3 {
            let mut drawn = Vec::new();
            loop {
                let entries = draw.next(&library, 7).unwrap();
                if entries.is_empty() {
                    break;
                }
                drawn.extend(entries.iter().map(|entry| entry.id));
            }
            assert_eq!(drawn.len(), wanted.len(), "{text:?}: each once in round {round}");
            assert_eq!(drawn.iter().copied().collect::<BTreeSet<Id>>(), wanted, "{text:?}");
            rounds.push(drawn);
            draw.again(4 + round);
        }
        assert!(wanted.len() < 4 || rounds[0] != rounds[1] && rounds[1] != rounds[2], "{text:?}");
    }
}

/// The first version, as it was released.
const FIRST: &str = "
    CREATE TABLE sources (id INTEGER PRIMARY KEY, name TEXT NOT NULL, method TEXT, seed INTEGER) STRICT;
    CREATE TABLE puzzles (id INTEGER PRIMARY KEY, identity BLOB NOT NULL, grid BLOB NOT NULL,
        givens INTEGER NOT NULL, symmetry INTEGER NOT NULL,
        source INTEGER NOT NULL REFERENCES sources (id), attempt INTEGER) STRICT;
    CREATE UNIQUE INDEX puzzles_identity ON puzzles (identity);
    CREATE TABLE columns (name TEXT PRIMARY KEY, decimals INTEGER NOT NULL) STRICT;
    PRAGMA application_id = 1885959028; PRAGMA user_version = 1;
    INSERT INTO sources VALUES (1, 'old', NULL, NULL);
    CREATE TABLE \"rating-givens\" (puzzle INTEGER PRIMARY KEY REFERENCES puzzles (id) ON DELETE CASCADE,
        version INTEGER NOT NULL, \"value\");
";

/// Those without seals; `shapes_tests` has the version that has them.
#[test]
fn every_earlier_version_becomes_todays() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzle, _) = &rated()[0];
    for version in 1..schema::SEALED {
        let path = folder.path().join(format!("{version}.sqlite"));
        let db = Connection::open(&path).unwrap();
        db.execute_batch(FIRST).unwrap();
        for step in &schema::STEPS[1..usize::try_from(version).unwrap()] {
            db.execute_batch(step).unwrap();
        }
        db.pragma_update(None, "user_version", version).unwrap();
        let identity = pack::Identity::of(puzzle.grid()).0;
        let insert = "INSERT INTO puzzles VALUES (1, ?1, ?2, ?3, ?4, 1, NULL)";
        let pattern = puzzle.grid().filled();
        let symmetry: i64 = Symmetry::of(pattern).map(filter::bit).sum();
        let packed = pack::pack(puzzle.grid());
        let values = rusqlite::params![identity, packed, pattern.len() as i64, symmetry];
        db.execute(insert, values).unwrap();
        db.execute("INSERT INTO \"rating-givens\" VALUES (1, 1, ?1)", [pattern.len()]).unwrap();
        drop(db);
        let mut library = Library::open(&path).unwrap();
        assert_eq!(schema::version(&library.db).unwrap(), schema::VERSION);
        assert_eq!(grids(&library.list(&Query::default()).unwrap()), [*puzzle.grid()]);
        library.take("a", &[1]).unwrap();
        assert_eq!(library.count(&Filter::default().unused_by("a")).unwrap(), 0);
        assert_eq!(tables(&library.db), tables(&Library::in_memory().unwrap().db));
        assert_eq!(library.verify(1, 1, |_| {}).unwrap().faults, []);
    }
}

/// The tables and indices that belong to the schema, and how they were made.
fn tables(db: &Connection) -> Vec<String> {
    let text = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'rating-%'
         ORDER BY name";
    let mut statement = db.prepare(text).unwrap();
    let all = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let plain = |sql: String| sql.split_whitespace().collect::<String>();
    all.map(|sql| plain(sql.unwrap())).collect()
}

#[test]
fn files_that_are_no_libraries_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(matches!(Library::open(&path("none")), Err(LibraryError::Missing(_))));
    std::fs::write(path("text"), "hello, this is not a database at all, but it is long enough")
        .unwrap();
    assert!(matches!(Library::create(&path("text")), Err(LibraryError::Foreign(_))));
    Connection::open(path("other")).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
    assert!(matches!(Library::open(&path("other")), Err(LibraryError::Foreign(_))));
    let later = Library::create(&path("later")).unwrap();
    later.db.pragma_update(None, "user_version", schema::VERSION + 1).unwrap();
    drop(later);
    assert!(matches!(Library::open(&path("later")), Err(LibraryError::Later { .. })));
}

#[test]
fn others_read_while_one_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/down/library.sqlite");
    let mut writer = Library::create(&path).unwrap();
    let all = newcomers();
    writer.add(&all[..100]).unwrap();
    let reader = Library::open(&path).unwrap();
    let transaction = writer.db.transaction().unwrap();
    transaction.execute("DELETE FROM puzzles", []).unwrap();
    assert_eq!(reader.len().unwrap(), 100);
    drop(transaction);
    writer.add(&all[100..]).unwrap();
    assert_eq!(reader.len().unwrap(), rated().len() as u64);
}

#[test]
fn the_place_by_convention() {
    let with = |pairs: &'static [(&str, &str)]| {
        super::place(move |name| {
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        })
    };
    let xdg = with(&[("XDG_DATA_HOME", "/data"), ("HOME", "/somebody")]).unwrap();
    assert!(xdg.ends_with("piste/library.sqlite") && xdg.starts_with("/data"));
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        let home = with(&[("XDG_DATA_HOME", "not/absolute"), ("HOME", "/somebody")]).unwrap();
        assert_eq!(home, Path::new("/somebody/.local/share/piste/library.sqlite"));
        assert_eq!(with(&[]), None);
    }
}

#[test]
fn shelves_add_up_and_are_what_they_say() {
    for count in [1, 37, 1_000, recipe::total()] {
        let shelves = recipe::shelves(count, 1);
        assert_eq!(shelves.iter().map(|shelf| shelf.count).sum::<u64>(), count);
    }
    let shelves = recipe::shelves(1_000, 1);
    let shelf = &shelves[1];
    let brief = shelf.brief(generate::Stop::default());
    let made = (0..20).find_map(|number| shelf.attempt(&brief, &[], number).ok()).unwrap();
    assert!(Symmetry::HalfTurn.is_of(made.puzzle.grid().filled()));
    let mut library = Library::in_memory().unwrap();
    assert_eq!(library.progress(&shelf.origin()).unwrap(), (0, None));
    library.add(&[shelf.newcomer(&made.puzzle, 11)]).unwrap();
    assert_eq!(library.progress(&shelf.origin()).unwrap(), (1, Some(11)));
}

#[test]
fn a_rung_starts_from_the_puzzles_of_the_shelf_below() {
    let shelves = recipe::shelves(recipe::total(), 1);
    let rung = shelves.iter().find(|shelf| shelf.below.is_some()).unwrap();
    let below = shelves.iter().find(|shelf| Some(shelf.seed) == rung.below).unwrap();
    let mut library = Library::in_memory().unwrap();
    assert_eq!(library.starts(rung).unwrap(), []);
    let puzzles = [rated()[0].0, rated()[1].0];
    // Added in another order than that of their attempts.
    for (puzzle, attempt) in puzzles.iter().zip([8, 2]) {
        library.add(&[below.newcomer(puzzle, attempt)]).unwrap();
    }
    let starts = library.starts(rung).unwrap();
    assert_eq!(starts, [puzzles[1], puzzles[0]]);
    assert_eq!(library.starts(below).unwrap(), []);
    // An easy target, so that every attempt is a hit.
    let easy = recipe::Shelf { target: "se 1.0..", ..rung.clone() };
    let brief = easy.brief(generate::Stop::default());
    let made = |number| easy.attempt(&brief, &starts, number).unwrap().puzzle;
    for (nth, start) in starts.iter().enumerate() {
        let numbers = (nth as u64..).step_by(starts.len()).take(6);
        let family: BTreeSet<Puzzle> = numbers.map(made).collect();
        assert!(family.iter().all(|puzzle| puzzle.solution() == start.solution()));
        assert!(family.len() > 1);
    }
}

#[test]
fn shelves_have_seeds_of_their_own_and_rungs_stand_on_something() {
    let shelves = recipe::shelves(recipe::total(), 3);
    let seeds: BTreeSet<u64> = shelves.iter().map(|shelf| shelf.seed).collect();
    assert_eq!(seeds.len(), shelves.len());
    for (at, rung) in shelves.iter().enumerate() {
        let is_before = |seed: u64| shelves[..at].iter().any(|shelf| shelf.seed == seed);
        assert!(rung.below.is_none_or(is_before), "{rung:?}");
    }
}
