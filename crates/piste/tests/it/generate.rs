//! What holds of every method that makes puzzles: one solution by an engine the method did
//! not use, the brief kept when the puzzle is read again from its text, the same puzzle from the
//! same seed.

use piste::generate::{self, Brief, Generator, Miss, Part, Wanted, generators};
use piste::logic::{Ladder, Outcome};
use piste::search::{Engine, Verdict};
use piste::symmetry::Symmetry;
use piste::{Board, Grid, Puzzle};

/// A brief that the method can work to: what it needs and nothing else.
fn fitting(method: &dyn Generator) -> Brief {
    let mut brief = Brief::default();
    match method.info().needs {
        None => {}
        Some(Part::Target) => brief.target = Some("umbrella=3".parse().unwrap()),
        Some(Part::Pattern) => brief.pattern = Some(bare().grid().filled()),
        Some(Part::Strategies) => brief.must_use = vec!["naked-pair"],
        Some(Part::Start) => brief.start = Some(classic()),
        Some(part) => panic!("{} needs {}: say so here", method.info().slug, part.what()),
    }
    brief
}

/// A well-known puzzle of 30 givens.
fn classic() -> Puzzle {
    let grid: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    Puzzle::prove(&grid).unwrap()
}

/// The same without the givens that it could do without.
fn bare() -> Puzzle {
    let mut puzzle = classic();
    while let Some(spare) = { puzzle.redundant().next() } {
        puzzle = Puzzle::prove(&puzzle.grid().without(spare)).unwrap();
    }
    puzzle
}

/// The first puzzles of the method for this brief, and how many attempts they took.
fn make(method: &dyn Generator, brief: &Brief, count: usize, attempts: u64) -> Vec<Puzzle> {
    generate::suits(method, brief).unwrap();
    let made =
        (0..attempts).filter_map(|number| match generate::attempt(method, brief, 11, number) {
            Ok(made) => Some(made.puzzle),
            Err(Miss::NotUnique) => panic!("{} made no puzzle", method.info().slug),
            Err(_) => None,
        });
    let made: Vec<Puzzle> = made.take(count).collect();
    assert_eq!(made.len(), count, "{} made too few of {attempts}", method.info().slug);
    made
}

#[test]
fn every_method_makes_puzzles_with_one_solution() {
    for method in generators::ALL {
        let brief = fitting(*method);
        for puzzle in make(*method, &brief, 3, 2_000) {
            let text = puzzle.grid().to_string();
            let grid: Grid = text.parse().unwrap();
            assert_eq!(Engine::Plain.verdict(&grid), Verdict::One(*puzzle.solution()), "{text}");
            assert!(brief.check(Puzzle::prove(&grid).unwrap()).is_ok(), "{text}");
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    for method in generators::ALL {
        let brief = fitting(*method);
        assert_eq!(make(*method, &brief, 2, 2_000), make(*method, &brief, 2, 2_000));
    }
}

#[test]
fn methods_that_can_be_symmetric_are() {
    for method in generators::ALL {
        if !method.info().can.contains(&Part::Symmetry)
            || method.info().needs == Some(Part::Pattern)
        {
            continue;
        }
        for symmetry in Symmetry::ALL {
            let brief = Brief { symmetry: Wanted::This(symmetry), ..fitting(*method) };
            for puzzle in make(*method, &brief, 1, 2_000) {
                assert!(symmetry.is_of(puzzle.grid().filled()), "{}", method.info().slug);
            }
        }
    }
}

#[test]
fn methods_that_can_keep_a_solution_do() {
    let solution = *classic().solution();
    for method in generators::ALL {
        if method.info().can.contains(&Part::Solution) {
            let brief = Brief { solution: Some(solution), ..fitting(*method) };
            for puzzle in make(*method, &brief, 1, 5_000) {
                assert_eq!(*puzzle.solution(), solution);
            }
        }
    }
}

#[test]
fn minimal_puzzles_are_minimal() {
    for method in generators::ALL {
        if method.info().can.contains(&Part::Minimal) {
            let brief = Brief { minimal: true, ..fitting(*method) };
            for puzzle in make(*method, &brief, 1, 5_000) {
                assert!(puzzle.is_minimal(), "{}", method.info().slug);
            }
        }
    }
}

#[test]
fn what_a_method_cannot_do_is_said() {
    let brief = Brief { start: Some(classic()), ..Brief::default() };
    let reductive = generators::by_slug("reductive").unwrap();
    let said = generate::suits(reductive, &brief).unwrap_err().to_string();
    assert!(said.starts_with("reductive cannot work to a puzzle to start from"), "{said}");
}

#[test]
fn a_brief_is_checked_part_by_part() {
    let miss = |brief: Brief| brief.check(classic()).map(|_| ()).unwrap_err().part();
    let any = Brief::default;
    assert!(any().check(classic()).is_ok());
    assert_eq!(miss(Brief { givens: 20..=25, ..any() }), Some(Part::Givens));
    let mirror = Wanted::This(Symmetry::LeftRight);
    assert_eq!(miss(Brief { symmetry: mirror, ..any() }), Some(Part::Symmetry));
    assert_eq!(miss(Brief { minimal: true, ..any() }), Some(Part::Minimal));
    assert_eq!(miss(Brief { must_use: vec!["x-wing"], ..any() }), Some(Part::Strategies));
    assert_eq!(miss(Brief { avoid: vec!["full-house"], ..any() }), Some(Part::Strategies));
    assert_eq!(miss(Brief { hardest_is: Some(["x-wing"; 2]), ..any() }), Some(Part::Strategies));
    let target = Some("givens>40".parse().unwrap());
    assert_eq!(miss(Brief { target, ..any() }), Some(Part::Target));
    let pattern = Some(classic().grid().filled().without(piste::Cell::at(0, 0)));
    assert_eq!(miss(Brief { pattern, ..any() }), Some(Part::Pattern));
    let other = classic().transformed(&piste::symmetry::Transformation::TRANSPOSE);
    let solution = Some(*other.solution());
    assert_eq!(miss(Brief { solution, ..any() }), Some(Part::Solution));
}

#[test]
fn the_method_is_chosen_for_the_brief() {
    let any = Brief::default;
    let target = || Some("umbrella=4 and hsolve>2000".parse().unwrap());
    let turned = Wanted::This(Symmetry::HalfTurn);
    for (brief, slug) in [
        (any(), "reductive"),
        (Brief { pattern: Some(classic().grid().filled()), ..any() }, "template"),
        (Brief { symmetry: turned, minimal: true, givens: 20..=26, ..any() }, "reductive"),
        (Brief { solution: Some(*classic().solution()), ..any() }, "reductive"),
        (Brief { target: target(), ..any() }, "climb"),
        (Brief { target: target(), symmetry: turned, minimal: true, ..any() }, "climb"),
        (Brief { start: Some(classic()), ..any() }, "climb"),
        (Brief { must_use: vec!["x-wing"], ..any() }, "directed"),
        (Brief { hardest_is: Some(["x-wing"; 2]), symmetry: turned, ..any() }, "directed"),
        (Brief { avoid: vec!["naked-pair"], target: target(), ..any() }, "directed"),
    ] {
        let method = generate::choose(&brief);
        assert_eq!(method.info().slug, slug, "{:?}", brief.fixed());
        assert!(generate::suits(method, &brief).is_ok());
    }
}

#[test]
fn climbing_reaches_what_is_rare() {
    let climb = generators::by_slug("climb").unwrap();
    let found = |target: &str, brief: Brief, attempts: u64| {
        let brief = Brief { target: Some(target.parse().unwrap()), ..brief };
        (0..attempts).find_map(|number| generate::attempt(climb, &brief, 5, number).ok())
    };
    // One fresh puzzle in a thousand is above the umbrella; none has so many givens.
    for target in ["umbrella=above", "givens 40..42 and umbrella>=2", "index-d 0.8..1.2"] {
        assert!(found(target, Brief::default(), 60).is_some(), "{target}");
    }
    let turned = Brief { symmetry: Wanted::This(Symmetry::HalfTurn), ..Brief::default() };
    assert!(found("colour=black", turned.clone(), 60).is_some());
    let few = Brief { givens: 30..=32, ..turned };
    assert!(found("umbrella=2 and hsolve<400", few, 60).is_some());
}

#[test]
fn climbing_starts_where_it_is_told() {
    let climb = generators::by_slug("climb").unwrap();
    let brief = Brief {
        start: Some(classic()),
        target: Some("umbrella>=3".parse().unwrap()),
        ..Brief::default()
    };
    let made: Vec<Puzzle> = (0..20)
        .filter_map(|number| generate::attempt(climb, &brief, 1, number).ok())
        .map(|made| made.puzzle)
        .collect();
    assert!(made.len() > 1);
    assert!(made.iter().all(|puzzle| puzzle.solution() == classic().solution()));
    assert_ne!(made[0], made[1], "attempts differ");

    let other = classic().transformed(&piste::symmetry::Transformation::TRANSPOSE);
    let elsewhere = Brief { solution: Some(*other.solution()), ..brief };
    let miss = generate::attempt(climb, &elsewhere, 1, 0).unwrap_err();
    assert!(matches!(miss, Miss::GaveUp(_)), "{miss}");
}

#[test]
fn what_must_be_used_is_used_and_what_is_avoided_is_not() {
    let directed = generators::by_slug("directed").unwrap();
    let any = Brief::default;
    for brief in [
        Brief { must_use: vec!["xy-wing"], ..any() },
        Brief { hardest_is: Some(["naked-pair"; 2]), ..any() },
        Brief { must_use: vec!["pointing"], hardest_is: Some(["skyscraper"; 2]), ..any() },
        Brief { hardest_is: Some(["naked-single"; 2]), ..any() },
        Brief { hardest_is: Some(["full-house", "naked-single"]), ..any() },
        Brief { hardest_is: Some(["hidden-single-line", "hidden-single-line"]), ..any() },
        Brief { hardest_is: Some(["naked-pair", "x-wing"]), minimal: true, ..any() },
        Brief { must_use: vec!["x-wing"], avoid: vec!["naked-pair"], ..any() },
        Brief { avoid: vec!["pointing", "claiming"], givens: 20..=26, ..any() },
    ] {
        let [puzzle] = make(directed, &brief, 1, 60).try_into().unwrap();
        let solve = Ladder::TEACHING.climb(&Board::from(puzzle.grid()));
        assert_eq!(solve.outcome(), Outcome::Solved);
        let uses = |slug: &&str| solve.steps().iter().any(|step| step.strategy.slug == *slug);
        assert!(brief.must_use.iter().all(uses), "{puzzle}");
        assert!(!brief.avoid.iter().any(uses), "{puzzle}");
        if let Some([from, to]) = brief.hardest_is {
            let ladder: Vec<&str> =
                Ladder::TEACHING.strategies().map(|strategy| strategy.info().slug).collect();
            let rung = |slug| ladder.iter().position(|known| *known == slug);
            let hardest = ladder.iter().rposition(uses);
            assert!((rung(from)..=rung(to)).contains(&hardest), "{puzzle}");
        }
    }
    let never = Brief { must_use: vec!["letters"], ..any() };
    let miss = generate::attempt(directed, &never, 1, 0).unwrap_err();
    assert!(matches!(miss, Miss::GaveUp(_)), "{miss}");
}
