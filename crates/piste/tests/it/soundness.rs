//! No step may ever be wrong: every placement and every elimination of every strategy is
//! held against the solution, or against *all* solutions where there are several.

use crate::puzzles;
use piste::logic::{Family, Ladder, Outcome, Pick, Role, Scene, Sink, Step, Strategy, strategies};
use piste::{Board, Rng, Solution};

fn all_steps(strategy: &dyn Strategy, board: &Board) -> Vec<Step> {
    let mut sink = Sink::all();
    let _ = strategy.find(&Scene::new(board), &mut sink);
    sink.into_steps()
}

/// Everything the strategy finds on the board must agree with the solution, must change
/// something, and must be explained.
fn check(strategy: &dyn Strategy, board: &Board, solution: &Solution) -> usize {
    let slug = strategy.info().slug;
    let steps = all_steps(strategy, board);
    for step in &steps {
        for placed in step.effect.placements().iter() {
            assert_eq!(solution.get(placed.cell()), placed.digit(), "{slug}: {step:?}\n{board:?}");
            assert!(board.has(placed), "{slug} writes what is ruled out: {step:?}\n{board:?}");
        }
        for gone in step.effect.eliminations().iter() {
            assert_ne!(solution.get(gone.cell()), gone.digit(), "{slug}: {step:?}\n{board:?}");
            assert!(board.has(gone), "{slug} erases what is not there: {step:?}\n{board:?}");
        }
        assert!(!step.effect.is_empty(), "{slug}: {step:?}");
        assert!(!step.explain(board).is_empty(), "{slug}: {step:?}");
    }
    steps.len()
}

/// A board somewhere on the way of a solve.
fn somewhere(rng: &mut Rng, board: &Board) -> Board {
    let ladder = [Ladder::SINGLES.picking(Pick::First), Ladder::TEACHING][rng.below(2)].clone();
    let solve = ladder.climb(board);
    let boards: Vec<Board> = solve.replay().map(|(board, _)| board).collect();
    rng.pick(&boards).copied().unwrap_or(*solve.end())
}

#[test]
fn every_step_of_every_trace_agrees_with_the_solution() {
    let mut rng = Rng::new(2_000);
    for n in 0..2_000 {
        let puzzle = puzzles::puzzle(&mut rng, n % 12);
        // The shortest whips and braids take more looks than all that other ladders know.
        let is_quick = |l: &&Ladder<'_>| !["w", "b"].contains(&l.slug);
        for ladder in Ladder::ALL.iter().filter(|l| n % 10 == 0 || is_quick(l)) {
            let solve = ladder.climb_with(&Board::from(puzzle.grid()), &mut rng, &mut || false);
            assert_eq!(solve.first_flaw(puzzle.solution()), None, "{} on {puzzle}", ladder.slug);
            assert_ne!(solve.outcome(), Outcome::Contradiction, "{} on {puzzle}", ladder.slug);
            if solve.outcome() == Outcome::Solved {
                assert_eq!(solve.end().values(), &puzzle.solution().grid());
            }
        }
    }
}

/// Whether the strategy is none of the teaching ladder: the searches for the rarest patterns are the
/// largest, and take few of the boards.
fn is_rare(strategy: &dyn Strategy) -> bool {
    !Ladder::TEACHING.strategies().any(|known| known.info() == strategy.info())
}

#[test]
fn everything_found_along_the_way_agrees_with_the_solution() {
    let mut rng = Rng::new(300);
    // `cargo xtask long` does so on 20,000 puzzles.
    for n in 0..120 {
        let puzzle = puzzles::puzzle(&mut rng, n % 12);
        let board = somewhere(&mut rng, &Board::from(puzzle.grid()));
        for strategy in strategies::ALL.iter().filter(|s| n % 5 == 0 || !is_rare(**s)) {
            check(*strategy, &board, puzzle.solution());
        }
    }
}

#[test]
fn without_uniqueness_no_solution_of_several_is_lost() {
    let mut rng = Rng::new(200);
    for n in 0..200 {
        let (grid, solutions) = puzzles::ambiguous(&mut rng, 60);
        let board = Board::from(&grid);
        let sound = strategies::ALL.iter().filter(|s| !s.info().assumes_uniqueness);
        // The largest searches take every tenth board.
        let is_large = |s: &dyn Strategy| s.info().family >= Family::Chains || is_rare(s);
        for strategy in sound.filter(|s| n % 10 == 0 || !is_large(**s)) {
            for step in all_steps(*strategy, &board) {
                for solution in &solutions {
                    let wrong = step
                        .effect
                        .eliminations()
                        .iter()
                        .find(|gone| solution.get(gone.cell()) == gone.digit());
                    let misplaced = step
                        .effect
                        .placements()
                        .iter()
                        .find(|placed| solution.get(placed.cell()) != placed.digit());
                    assert_eq!((wrong, misplaced), (None, None), "{step:?}\n{board:?}\n{grid}");
                }
            }
        }
        for ladder in Ladder::ALL
            .iter()
            .filter(|l| n % 10 == 0 || !["teaching", "long", "w", "b"].contains(&l.slug))
        {
            let solve =
                ladder.clone().without_uniqueness().climb_with(&board, &mut rng, &mut || false);
            for solution in &solutions {
                assert_eq!(solve.first_flaw(solution), None, "{} on {grid}", ladder.slug);
            }
        }
    }
}

/// A ladder that takes all it finds at once tells its steps one after the other. Each must be
/// as its strategy would tell it on the very board it is told on.
#[test]
fn every_step_of_a_trace_is_true_of_its_own_board() {
    let mut rng = Rng::new(400);
    let ladders: Vec<&Ladder<'_>> = Ladder::ALL.iter().filter(|l| l.pick == Pick::All).collect();
    let mut seen = 0;
    for n in 0..400 {
        let puzzle = puzzles::puzzle(&mut rng, n % 12);
        for ladder in &ladders {
            let solve = ladder.climb(&Board::from(puzzle.grid()));
            for (board, step) in solve.replay() {
                let slug = step.strategy.slug;
                assert!(step.effect.fits(&board), "{}: {step:?} on {board:?}", ladder.slug);
                for part in &step.evidence.parts {
                    assert!(part.cells.is_subset(board.open()), "{}: {step:?}", ladder.slug);
                }
                for part in step.evidence.parts_in(Role::Pivot) {
                    for cell in part.cells {
                        let left = board.candidates(cell);
                        assert!(part.digits.is_subset(left), "{}: {step:?}", ladder.slug);
                    }
                }
                // A trial or a letter goes further where there are fewer marks.
                if !matches!(slug, "two-value-trial" | "letters") {
                    let found = all_steps(strategies::by_slug(slug).unwrap(), &board);
                    assert!(found.contains(step), "{}: {step:?} on {board:?}", ladder.slug);
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 50_000, "{seen}");
}

/// Where the finds of a rung are done all at once, whatever becomes of what they rest on.
fn at_once(ladder: &Ladder<'_>, board: &Board) -> Board {
    let mut board = *board;
    loop {
        let found = ladder.rungs.iter().map(|rung| {
            rung.iter().flat_map(|strategy| all_steps(*strategy, &board)).collect::<Vec<Step>>()
        });
        match found.into_iter().find(|steps| !steps.is_empty()) {
            Some(steps) => steps.iter().for_each(|step| step.apply(&mut board)),
            None => return board,
        }
    }
}

#[test]
fn one_after_the_other_reaches_what_all_at_once_reaches() {
    let mut rng = Rng::new(800);
    let ladders: Vec<&Ladder<'_>> = Ladder::ALL.iter().filter(|l| l.pick == Pick::All).collect();
    for n in 0..800 {
        let puzzle = puzzles::puzzle(&mut rng, n % 12);
        let board = Board::from(puzzle.grid());
        for ladder in &ladders {
            let end = *ladder.climb(&board).end();
            assert_eq!(end, at_once(ladder, &board), "{} on {puzzle}", ladder.slug);
        }
    }
}
