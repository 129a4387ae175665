//! Simple and multi colours.
//!
//! The places of a digit that have a house with exactly two of them fall into groups joined by such
//! houses, and each group has two colours. The groups are in the order of their first cells.
//! For one group a colour that sees itself is looked for first, then cells that see both
//! colours. For two, in both orders, first a colour that sees both colours of the other group,
//! then two colours that see each other, whose opposites are then true in one place.

use super::Drops;
use super::field::{Cells, HOUSE, HOUSES_OF, PEERS, Scene, list, one};

type Colours = [Cells; 2];

fn groups(scene: &Scene<'_>, digit: usize) -> Vec<Colours> {
    let pair_houses = |cell: usize| {
        HOUSES_OF[cell]
            .into_iter()
            .map(usize::from)
            .filter(|&house| scene.field.places(house, digit) == 2)
    };
    let mut left: Cells = list(scene.at[digit])
        .filter(|&cell| pair_houses(cell).next().is_some())
        .fold(0, |set, cell| set | one(cell));
    let mut groups = Vec::new();
    while left != 0 {
        let mut colours = [0, 0];
        let mut waiting = vec![(left.trailing_zeros() as usize, 0)];
        while let Some((cell, colour)) = waiting.pop() {
            if left & one(cell) == 0 {
                continue;
            }
            left &= !one(cell);
            colours[colour] |= one(cell);
            // Row, column, block, each to its end: that decides the colour of a cell that can be
            // reached both ways.
            let houses: Vec<usize> = pair_houses(cell).collect();
            for house in houses.into_iter().rev() {
                let other = list(scene.at[digit] & HOUSE[house] & !one(cell)).next();
                waiting.extend(other.map(|other| (other, 1 - colour)));
            }
        }
        if colours[0] != 0 && colours[1] != 0 {
            groups.push(colours);
        }
    }
    groups
}

fn sees(one: Cells, two: Cells) -> bool {
    list(one).any(|cell| PEERS[cell] & two != 0)
}

/// The candidates that see a cell of each set.
fn between(scene: &Scene<'_>, digit: usize, one: Cells, two: Cells) -> Drops {
    let in_sight = |cells: Cells| list(cells).fold(0, |seen, cell| seen | PEERS[cell]);
    all(scene.at[digit] & in_sight(one) & in_sight(two), digit)
}

fn all(cells: Cells, digit: usize) -> Drops {
    list(cells).map(|cell| (cell, digit)).collect()
}

/// One group of one digit.
pub(super) fn simple(scene: &Scene<'_>) -> Option<Drops> {
    (0..9).find_map(|digit| {
        groups(scene, digit).into_iter().find_map(|colours| {
            let wrapped: Drops = colours
                .into_iter()
                .filter(|&colour| sees(colour, colour))
                .flat_map(|colour| all(colour, digit))
                .collect();
            if !wrapped.is_empty() {
                return Some(wrapped);
            }
            let trapped = between(scene, digit, colours[0], colours[1]);
            (!trapped.is_empty()).then_some(trapped)
        })
    })
}

/// Two groups of one digit.
pub(super) fn multi(scene: &Scene<'_>) -> Option<Drops> {
    (0..9).find_map(|digit| {
        let groups = groups(scene, digit);
        for (at, one) in groups.iter().enumerate() {
            for two in groups.iter().enumerate().filter(|(other, _)| *other != at).map(|g| g.1) {
                let wrapped: Drops = one
                    .iter()
                    .filter(|&&colour| sees(colour, two[0]) && sees(colour, two[1]))
                    .flat_map(|&colour| all(colour, digit))
                    .collect();
                if !wrapped.is_empty() {
                    return Some(wrapped);
                }
                let mut trapped = Drops::new();
                for (mine, theirs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if sees(one[mine], two[theirs]) {
                        trapped.extend(between(scene, digit, one[1 - mine], two[1 - theirs]));
                    }
                }
                if !trapped.is_empty() {
                    return Some(trapped);
                }
            }
        }
        None
    })
}
