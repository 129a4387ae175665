//! What a link says of a board, before it is known which shape that is.
//!
//! Programs that draw puzzles have no name for a shape: they list the cells of each region and the
//! further rules. Put together, that is a text which [`Shape`] reads, so that what is no board is said in
//! its words.

use piste_core::shape::{Boxes, Shape};
use piste_core::text::Sheet;
use piste_core::{AnyClues, AnyGrid};

/// A board as a link has it.
pub(super) struct Draft {
    pub(super) side: usize,
    /// Row by row, 0 for an empty cell.
    pub(super) values: Vec<u64>,
    /// The region that each cell is in; without them the usual boxes are meant.
    pub(super) regions: Option<Vec<usize>>,
    /// What a shape has beside its boxes, in its own words: `x`, `antiknight`, `region:r1c1,r2c2`.
    pub(super) layers: Vec<String>,
}

impl Draft {
    /// Digits on a board with its usual boxes.
    pub(super) fn plain(side: usize, values: Vec<u64>) -> Draft {
        Draft { side, values, regions: None, layers: Vec::new() }
    }

    /// The puzzle.
    ///
    /// # Errors
    /// A sentence that says why this is no board.
    pub(super) fn sheet(self) -> Result<Sheet<AnyClues>, String> {
        let side = self.side;
        if side == 0 || self.values.len() != side * side {
            return Err("the link has no square grid".to_owned());
        }
        if let Some(value) = self.values.iter().find(|&&value| value > side as u64) {
            return Err(format!(
                "the link has the number {value} in a cell of a board of {side}×{side}"
            ));
        }
        let mut name = match &self.regions {
            None => format!("{side}x{side}"),
            Some(regions) => tiling(side, regions)?,
        };
        for layer in &self.layers {
            name = format!("{name}+{layer}");
        }
        let shape: Shape = name.parse().map_err(|why| format!("the board of the link: {why}"))?;
        let values = self.values.iter().map(|&value| value as u8).collect();
        let grid = AnyGrid::new(&shape, values).ok_or("the link has no square grid")?;
        Ok(Sheet { clues: AnyClues::from(grid), rest: String::new(), position: None })
    }
}

/// The first part of a shape's name: boxes if the regions are such, else the regions themselves.
fn tiling(side: usize, regions: &[usize]) -> Result<String, String> {
    for rows in 2..=side / 2 {
        let Some(boxes) = Boxes::new(rows, side / rows).filter(|boxes| boxes.digits() == side)
        else {
            continue;
        };
        let regular = Shape::regular(boxes);
        if are_same(&regular.regions(), regions) {
            return Ok(regular.to_string());
        }
    }
    let signs: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let mut known: Vec<usize> = Vec::new();
    let mut name = String::from("jigsaw:");
    for &region in regions {
        let at = known.iter().position(|&other| other == region).unwrap_or(known.len());
        if at == known.len() {
            known.push(region);
        }
        let sign = signs
            .get(at)
            .ok_or_else(|| format!("the board of the link has {} regions and more", signs.len()))?;
        name.push(*sign);
    }
    Ok(name)
}

/// Whether cells that are together in the one are together in the other.
fn are_same(boxes: &[u8], regions: &[usize]) -> bool {
    let mut names: Vec<(u8, usize)> = boxes.iter().copied().zip(regions.iter().copied()).collect();
    names.sort_unstable();
    names.dedup();
    let mut firsts: Vec<u8> = names.iter().map(|pair| pair.0).collect();
    let mut seconds: Vec<usize> = names.iter().map(|pair| pair.1).collect();
    firsts.dedup();
    seconds.sort_unstable();
    seconds.dedup();
    firsts.len() == names.len() && seconds.len() == names.len()
}

/// A region of these cells (rows and columns from 0), as a shape names it; of a whole diagonal too.
pub(super) fn region(cells: &[(usize, usize)]) -> String {
    let cells: Vec<String> =
        cells.iter().map(|(row, column)| format!("r{}c{}", row + 1, column + 1)).collect();
    format!("region:{}", cells.join(","))
}

/// The layers of one long diagonal or both: down to the right, and up to the right.
pub(super) fn diagonals(side: usize, down: bool, up: bool) -> Vec<String> {
    let cells = |is_up: bool| {
        let column = |row: usize| if is_up { side - 1 - row } else { row };
        (0..side).map(|row| (row, column(row))).collect::<Vec<_>>()
    };
    match (down, up) {
        (true, true) => vec!["x".to_owned()],
        (true, false) => vec![region(&cells(false))],
        (false, true) => vec![region(&cells(true))],
        (false, false) => Vec::new(),
    }
}

/// What a shape has beside its boxes or regions, in its own words.
pub(super) fn layers(shape: &Shape) -> impl Iterator<Item = &str> {
    shape.name().split('+').skip(1)
}

/// The regions of a shape, unless they are the usual boxes, which nobody has to draw.
pub(super) fn unusual_regions(shape: &Shape) -> Option<Vec<u8>> {
    let is_usual = shape.boxes().is_some() && shape.boxes() == Boxes::usual(shape.cells());
    (!is_usual).then(|| shape.regions())
}

/// What is said of a layer that a site has no words for.
pub(super) fn no_words(site: &str, layer: &str) -> String {
    let layer = layer.split(':').next().unwrap_or(layer);
    format!("a link to {site} cannot say {layer}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(draft: Draft) -> Result<String, String> {
        draft.sheet().map(|sheet| match sheet.clues {
            AnyClues::Classic(_) => "classic".to_owned(),
            AnyClues::Other(grid) => grid.shape().to_string(),
        })
    }

    #[test]
    fn regions_that_are_boxes_are_boxes() {
        let boxes: Vec<usize> = (0..36).map(|cell| cell / 6 / 3 * 3 + cell % 6 / 2 + 7).collect();
        let draft = Draft { regions: Some(boxes), ..Draft::plain(6, vec![0; 36]) };
        assert_eq!(name(draft).unwrap(), "6x6/3x2");
        let bent = "AAABCABBCCDBCDDD".bytes().map(usize::from).collect();
        let draft = Draft { regions: Some(bent), ..Draft::plain(4, vec![0; 16]) };
        assert_eq!(name(draft).unwrap(), "jigsaw:1112312233423444");
        assert_eq!(name(Draft::plain(9, vec![0; 81])).unwrap(), "classic");
    }

    #[test]
    fn what_is_no_board_is_said() {
        assert_eq!(
            name(Draft::plain(4, vec![5; 16])).unwrap_err(),
            "the link has the number 5 in a cell of a board of 4×4"
        );
        let uneven: Vec<usize> = (0..16).map(|cell| usize::from(cell > 2)).collect();
        let draft = Draft { regions: Some(uneven), ..Draft::plain(4, vec![0; 16]) };
        assert_eq!(
            name(draft).unwrap_err(),
            "the board of the link: the region 'A' has 3 cells, not 4"
        );
    }

    #[test]
    fn one_diagonal_is_a_region_and_two_are_an_x() {
        let both = Draft { layers: diagonals(9, true, true), ..Draft::plain(9, vec![0; 81]) };
        assert_eq!(name(both).unwrap(), "9x9+x");
        let one = Draft { layers: diagonals(4, false, true), ..Draft::plain(4, vec![0; 16]) };
        assert_eq!(name(one).unwrap(), "4x4+region:r1c4,r2c3,r3c2,r4c1");
    }
}
