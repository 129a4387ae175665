//! A puzzle of the library, turned and renamed so that it looks new.
//!
//! Who draws from a library often meets the same puzzle again some day; turned, shuffled and with other
//! digits nobody knows it again. Any transformation will do, unless the pattern is to keep its looks. Then it must be
//! one that respects the turns and mirrors of the square:
//!
//! - rows are moved in the same way at the top and at the bottom: what goes from row 1 to row 3 goes
//!   from row 9 to row 7. Columns likewise. Such moves change places with every flip, and so with half a turn;
//! - where diagonals matter, columns are moved as the rows are, so that the moves change places with
//!   mirrors along diagonals, too;
//! - rows and columns may be exchanged, unless left and right are to stay what they are.
//!
//! Which ratings are the same in every disguise is their metrics' to say: [`Column::keeps`](piste::rating::Column::keeps).

use piste::generate::Wanted;
use piste_core::symmetry::{Symmetry, Transformation};
use piste_core::{Digit, Rng};

/// A random transformation that keeps this symmetry of a pattern that has it; for
/// [`Wanted::Any`], some symmetry of a pattern that has one; for [`Wanted::Whatever`], any at all.
///
/// ```
/// use piste::generate::Wanted;
/// use piste_core::symmetry::Symmetry;
/// use piste_core::{Grid, Rng};
/// use piste_store::library::disguise;
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let wanted = Wanted::This(Symmetry::HalfTurn);
/// let disguised = disguise(wanted, &mut Rng::new(1)).grid(&grid);
/// assert_ne!(disguised, grid);
/// assert!(wanted.is_of(disguised.filled()));
/// ```
pub fn disguise(keeping: Wanted, rng: &mut Rng) -> Transformation {
    use Symmetry::{HalfTurn, LeftRight, TopBottom};
    let (is_square, turns) = match keeping {
        Wanted::Whatever => return Transformation::random(rng),
        Wanted::This(HalfTurn) => (false, true),
        Wanted::This(LeftRight | TopBottom) => (false, false),
        Wanted::Any | Wanted::This(_) => (true, true),
    };
    let transpose = turns && rng.below(2) == 1;
    let rows = mirrored(rng);
    let columns = if is_square { rows } else { mirrored(rng) };
    let mut digits = Digit::ALL;
    rng.shuffle(&mut digits);
    Transformation::new(transpose, rows, columns, digits).expect("lines stay in their bands")
}

/// A move of lines that does the same from either end.
fn mirrored(rng: &mut Rng) -> [u8; 9] {
    let mut outer = [0u8, 1, 2];
    rng.shuffle(&mut outer);
    let (swaps, turns_middle) = (rng.below(2) == 1, rng.below(2) == 1);
    let mut lines = [0u8, 1, 2, 3, 4, 5, 6, 7, 8];
    for (line, to) in outer.into_iter().enumerate() {
        let to = if swaps { 8 - to } else { to };
        lines[line] = to;
        lines[8 - line] = 8 - to;
    }
    if turns_middle {
        lines.swap(3, 5);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Cell, CellSet};
    use std::collections::BTreeSet;

    fn pattern(symmetry: Symmetry, rng: &mut Rng) -> CellSet {
        let seeds = (0..8).map(|_| Cell::from_index(rng.below(Cell::COUNT)));
        seeds.fold(CellSet::EMPTY, |all, cell| all | symmetry.orbit(cell))
    }

    #[test]
    fn a_symmetry_is_kept_and_the_pattern_is_not() {
        let mut rng = Rng::new(6);
        for symmetry in Symmetry::ALL {
            let mut changed = 0;
            for _ in 0..300 {
                let pattern = pattern(symmetry, &mut rng);
                let kept = disguise(Wanted::This(symmetry), &mut rng).cells(pattern);
                assert!(symmetry.is_of(kept), "{symmetry}");
                let any = disguise(Wanted::Any, &mut rng).cells(pattern);
                assert!(Symmetry::of(any).next().is_some(), "{symmetry}");
                changed += usize::from(kept != pattern);
            }
            assert!(changed > 200, "{symmetry}: {changed}");
        }
    }

    #[test]
    fn there_are_as_many_moves_of_lines_as_there_should_be() {
        let mut rng = Rng::new(7);
        let moves: BTreeSet<[u8; 9]> = (0..2_000).map(|_| mirrored(&mut rng)).collect();
        assert_eq!(moves.len(), 24);
    }
}
