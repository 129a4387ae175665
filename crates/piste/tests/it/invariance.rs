//! A ladder that takes everything it finds at once must come to the same end however the
//! grid is turned and its digits are named.

use crate::puzzles;
use piste::logic::{Ladder, Pick};
use piste::symmetry::Transformation;
use piste::{Board, Rng};

#[test]
fn all_at_once_means_the_same_outcome_for_every_image() {
    let mut rng = Rng::new(81);
    let ladders: Vec<&Ladder<'_>> = Ladder::ALL.iter().filter(|l| l.pick == Pick::All).collect();
    assert!(ladders.len() >= 5, "the ladders of the papers take all at once");
    for n in 0..120 {
        let puzzle = puzzles::puzzle(&mut rng, n % 8);
        for ladder in &ladders {
            let solve = ladder.climb(&Board::from(puzzle.grid()));
            for _ in 0..4 {
                let turn = Transformation::random(&mut rng);
                let image = ladder.climb(&Board::from(puzzle.transformed(&turn).grid()));
                assert_eq!(image.outcome(), solve.outcome(), "{} on {puzzle}", ladder.slug);
                assert_eq!(
                    image.end().values(),
                    &turn.grid(solve.end().values()),
                    "{} on {puzzle}",
                    ladder.slug
                );
            }
        }
    }
}
