//! The puzzles of a set, shuffled and turned, dealt in batches.
//!
//! The order of a file and the way its puzzles are written are no accident (canonical forms,
//! hardest first, digits that begin in one corner), and some engines are up to twice as fast
//! for it. So every time a puzzle is dealt it is moved by a random transformation, and after
//! a set has been dealt once it is shuffled again.

use piste_core::symmetry::Transformation;
use piste_core::{Grid, Rng};

pub(super) struct Deck {
    grids: Vec<Grid>,
    /// Where the next grid is taken; at the end, all are shuffled.
    next: usize,
    rng: Rng,
}

impl Deck {
    /// A deck of these grids, at least one.
    pub(super) fn new(mut grids: Vec<Grid>, mut rng: Rng) -> Deck {
        assert!(!grids.is_empty(), "a deck has grids");
        rng.shuffle(&mut grids);
        Deck { grids, next: 0, rng }
    }

    /// The next grids.
    pub(super) fn deal(&mut self, count: usize) -> Vec<Grid> {
        (0..count).map(|_| self.one()).collect()
    }

    fn one(&mut self) -> Grid {
        if self.next == self.grids.len() {
            self.rng.shuffle(&mut self.grids);
            self.next = 0;
        }
        self.next += 1;
        Transformation::random(&mut self.rng).grid(&self.grids[self.next - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::symmetry::canonical;

    #[test]
    fn every_grid_is_dealt_once_in_another_form() {
        let text = [
            ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ];
        let grids: Vec<Grid> = text.iter().map(|line| line.parse().unwrap()).collect();
        let forms = |grids: &[Grid]| {
            let mut forms: Vec<Grid> = grids.iter().map(|grid| canonical(grid).grid).collect();
            forms.sort_by_key(ToString::to_string);
            forms
        };
        let mut deck = Deck::new(grids.clone(), Rng::new(1));
        for _ in 0..3 {
            let dealt = deck.deal(3);
            assert_eq!(forms(&dealt), forms(&grids));
            assert!(dealt.iter().all(|grid| !grids.contains(grid)));
        }
        let again = Deck::new(grids.clone(), Rng::new(1)).deal(3);
        assert_eq!(again, Deck::new(grids, Rng::new(1)).deal(3));
    }
}
