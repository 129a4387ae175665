//! Colouring: marks that are true together and false together.
//!
//! Where a digit has only two places in a house, one of them is true and the other is
//! false. Give them opposite colours, go on from each to its other partners, and a whole
//! cluster of marks falls into two colours, one of which is all true and the other all
//! false; nobody knows yet which.
//!
//! ```text
//!   A ═══ B            ═ the only two places in a house
//!         ║
//!         A ═══ B      either all A are true, or all B
//! ```

use crate::logic::Scene;
use piste_core::space::{SetOf, Space};

/// The two colours of a cluster of one digit's marks.
pub(crate) type Cluster<S> = [<S as Space>::CellSet; 2];

/// The clusters of the digit's conjugate pairs, each with the colour of its first cell
/// first. A cluster that contradicts itself (a cell in both colours) is left out: the
/// board has no solution, and there is nothing to learn from it.
pub(crate) fn clusters<S: Space>(scene: &Scene<'_, S>, digit: S::Digit) -> Vec<Cluster<S>> {
    let space = scene.space();
    let mut clusters = Vec::new();
    let pairs = scene.conjugates(digit);
    if pairs.is_empty() {
        return clusters;
    }
    let places = scene.cells(digit);
    let in_pairs = pairs.iter().fold(S::CellSet::EMPTY, |all, house| all | space.cells(house));
    let mut left = places & in_pairs;
    while let Some(start) = left.first() {
        let mut colours: Cluster<S> = [start.into(), S::CellSet::EMPTY];
        let mut fresh = colours;
        while !fresh[0].is_empty() || !fresh[1].is_empty() {
            let mut next = [S::CellSet::EMPTY; 2];
            for (colour, cells) in fresh.into_iter().enumerate() {
                for cell in cells {
                    for house in space.houses(cell) & pairs {
                        next[1 - colour] |= (places & space.cells(house)).without(cell);
                    }
                }
            }
            fresh = [next[0] - colours[0], next[1] - colours[1]];
            colours = [colours[0] | fresh[0], colours[1] | fresh[1]];
        }
        left -= colours[0] | colours[1];
        if colours[0].is_disjoint(colours[1]) {
            clusters.push(colours);
        }
    }
    clusters
}

/// Every cell that sees at least one of these.
pub(crate) fn seen_by<S: Space>(space: &S, cells: S::CellSet) -> S::CellSet {
    cells.iter().fold(S::CellSet::EMPTY, |seen, cell| seen | space.peers(cell))
}

/// The first cell of the one and the first of the other that see each other.
pub(crate) fn clash<S: Space>(
    space: &S,
    one: S::CellSet,
    other: S::CellSet,
) -> Option<[S::Cell; 2]> {
    one.iter().find_map(|cell| Some([cell, (space.peers(cell) & other).first()?]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::space::Classic;
    use piste_core::{Board, Cell, CellSet, Digit};

    #[test]
    fn a_chain_of_pairs_takes_turns() {
        // The 7 in r1c1 and r1c5 (row 1), r1c5 and r8c5 (column 5), and r4c9 with r9c9.
        let chain = [Cell::at(0, 0), Cell::at(0, 4), Cell::at(7, 4)];
        let apart = [Cell::at(3, 8), Cell::at(8, 8)];
        let kept = CellSet::of(&chain) | CellSet::of(&apart);
        let mut board = Board::EMPTY;
        board.eliminate_all(Digit::D7, !kept);
        let found = clusters(&Scene::new(&board), Digit::D7);
        let a = CellSet::of(&[chain[0], chain[2]]);
        assert_eq!(found, [[a, chain[1].into()], [apart[0].into(), apart[1].into()]]);
        assert!(seen_by(&Classic, a).contains(Cell::at(7, 0)));
    }

    #[test]
    fn a_cluster_that_contradicts_itself_is_left_out() {
        // Five places in a ring, each the only partner of the next, alternate in vain.
        let ring = [(0, 0), (0, 4), (4, 4), (4, 1), (1, 1)].map(|(r, c)| Cell::at(r, c));
        let mut board = Board::EMPTY;
        board.eliminate_all(Digit::D7, !CellSet::of(&ring));
        let scene = Scene::new(&board);
        assert_eq!(scene.conjugates(Digit::D7).len(), 5);
        assert!(clusters(&scene, Digit::D7).is_empty());
    }
}
