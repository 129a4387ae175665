//! The layout of a shape: who is in which house, and who sees whom.
//!
//! Cells are counted row by row from 0, houses in the order of [`Shape::houses`], places of a house
//! in the order of its cells. All of them are numbers without gaps, so that an engine or an
//! encoding can lay its own tables beside these.
//!
//! [`Shape::houses`]: super::Shape::houses

use super::BadShape;
use super::layers::{Layer, Plan};
use crate::general::House;

/// Where a cell stands in one of its houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home {
    /// The number of the house.
    pub house: u8,
    /// The place in that house.
    pub place: u8,
}

/// The tables of a shape.
///
/// ```
/// use piste_core::shape::Shape;
///
/// let shape: Shape = "4x4+x".parse().unwrap();
/// let layout = shape.layout();
/// // r1c1 lies in row 1, column 1, box 1 and on the falling diagonal.
/// assert_eq!(layout.homes(0).len(), 4);
/// // It sees row, column and box, and of the diagonal r3c3 and r4c4.
/// assert_eq!(layout.peers(0), [1, 2, 3, 4, 5, 8, 10, 12, 15]);
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    side: usize,
    houses: Vec<House>,
    /// The cells of all houses, one house after the other.
    members: Vec<u16>,
    /// The homes of all cells, one cell after the other.
    homes: Vec<Home>,
    /// Where the homes of each cell end.
    home_ends: Vec<u32>,
    peers: Vec<Vec<u16>>,
    partners: Vec<Vec<u16>>,
}

impl Layout {
    pub(super) fn of(plan: &Plan) -> Result<Layout, BadShape> {
        let side = plan.side();
        let cells = side * side;
        let lists = plan.houses()?;
        let mut peers = vec![vec![false; cells]; cells];
        for (_, members) in &lists {
            for &a in members {
                for &b in members {
                    peers[usize::from(a)][usize::from(b)] = a != b;
                }
            }
        }
        let mut partners = vec![Vec::new(); cells];
        for &(down, right) in plan.layers.iter().flat_map(Layer::moves) {
            for cell in 0..cells {
                let row = (cell / side).checked_add_signed(down).filter(|&row| row < side);
                let column = (cell % side).checked_add_signed(right).filter(|&c| c < side);
                let (Some(row), Some(column)) = (row, column) else { continue };
                let other = row * side + column;
                if !peers[cell][other] {
                    peers[cell][other] = true;
                    peers[other][cell] = true;
                    partners[cell].push(other as u16);
                    partners[other].push(cell as u16);
                }
            }
        }
        partners.iter_mut().for_each(|list| list.sort_unstable());
        let (mut homes, mut home_ends) = (Vec::new(), Vec::new());
        for cell in 0..cells {
            for (house, (_, members)) in lists.iter().enumerate() {
                if let Ok(place) = members.binary_search(&(cell as u16)) {
                    homes.push(Home { house: house as u8, place: place as u8 });
                }
            }
            home_ends.push(homes.len() as u32);
        }
        let listed = |seen: &Vec<bool>| (0..cells).filter(|&c| seen[c]).map(|c| c as u16).collect();
        Ok(Layout {
            side,
            houses: lists.iter().map(|(house, _)| *house).collect(),
            members: lists.into_iter().flat_map(|(_, members)| members).collect(),
            homes,
            home_ends,
            peers: peers.iter().map(listed).collect(),
            partners,
        })
    }

    /// How many cells a side, and every house, has.
    #[inline]
    pub fn side(&self) -> usize {
        self.side
    }

    /// How many cells there are.
    #[inline]
    pub fn cells(&self) -> usize {
        self.home_ends.len()
    }

    /// The houses, in the order of their numbers.
    #[inline]
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The cells of the house with this number, ascending.
    #[inline]
    pub fn members(&self, house: usize) -> &[u16] {
        &self.members[house * self.side..(house + 1) * self.side]
    }

    /// The houses of a cell, and its place in each.
    #[inline]
    pub fn homes(&self, cell: usize) -> &[Home] {
        let start = if cell == 0 { 0 } else { self.home_ends[cell - 1] as usize };
        &self.homes[start..self.home_ends[cell] as usize]
    }

    /// The cells that may not be equal to this one, ascending.
    #[inline]
    pub fn peers(&self, cell: usize) -> &[u16] {
        &self.peers[cell]
    }

    /// Those of the peers that share no house with the cell, ascending.
    #[inline]
    pub fn partners(&self, cell: usize) -> &[u16] {
        &self.partners[cell]
    }
}
