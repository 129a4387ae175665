//! Shapes against what can be counted by hand, and against every motion where all can be tried.

use super::*;
use crate::Rng;
use std::collections::BTreeSet;

fn shape(text: &str) -> Shape {
    text.parse().unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
}

fn wrong(text: &str) -> String {
    text.parse::<Shape>().expect_err(text).to_string()
}

/// Nine regions that are not boxes.
pub(crate) const JIGSAW: &str = "jigsaw:\
    112222333 111222333 111122333 445555666 444555666 444455966 778888996 777888999 777788999";

#[test]
fn names_read_back() {
    for (text, name) in [
        ("9x9", "9x9"),
        ("9×9/3×3", "9x9"),
        ("4X4", "4x4"),
        ("6x6/3x2", "6x6/3x2"),
        ("14x14", "14x14/2x7"),
        ("18x18", "18x18/3x6"),
        ("21x21/7x3", "21x21/7x3"),
        (" 9x9 + anti-king + Hyper + x+x ", "9x9+x+windoku+antiking"),
        ("9x9+region:r4c1-9", "9x9+region:r4c1-9"),
        ("9x9+region:r1-3c2,r9c1-6", "9x9+region:r1c2,r2c2,r3c2,r9c1-6"),
        ("jigsaw:aabb aabb ccdd ccdd", "4x4"),
        ("jigsaw:aaab babb ccdc cddd+x", "jigsaw:1112212233433444+x"),
    ] {
        assert_eq!(shape(text).to_string(), name);
        assert_eq!(shape(name), shape(text));
        assert_eq!(shape(name).to_string(), name);
    }
    let five = "jigsaw:aaaab caabb cddbb cdeeb cdeed".replace("cdeed", "cdeee");
    assert!(five.parse::<Shape>().is_err());
}

#[test]
fn every_box_that_fits_makes_a_shape() {
    let mut seen = 0;
    for rows in 2..=12 {
        for columns in 2..=12 {
            if let Some(boxes) = Boxes::new(rows, columns) {
                let shape = Shape::regular(boxes);
                assert_eq!(shape.to_string().parse::<Shape>().unwrap(), shape);
                assert_eq!(shape.houses().len(), 3 * boxes.digits());
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 38);
}

#[test]
fn what_is_wrong_is_told_in_one_sentence() {
    for (text, sentence) in [
        ("", "column 1: expected a size such as 9x9 or 6x6/2x3, or jigsaw:, found nothing"),
        ("nine", "column 1: expected a size such as 9x9 or 6x6/2x3, or jigsaw:, found \"nine\""),
        ("26x26", "column 1: expected a side from 4 to 25, found 26"),
        ("3x3", "column 1: expected a side from 4 to 25, found 3"),
        ("9x8", "column 1: a board is as wide as high, not 9x8"),
        ("7x7", "column 1: no box fits a board of 7x7; its regions can be drawn (jigsaw:)"),
        ("6x6/2x2", "boxes of 2x2 do not fit a board of 6x6: they have 4 cells, not 6"),
        ("6x6/1x6", "boxes of 1x6 are lines, not boxes"),
        ("6x6/", "column 5: expected boxes such as 2x3, found nothing"),
        (
            "9x9+y",
            "column 5: expected x, windoku, centredot, asterisk, disjoint, antiknight, antiking or \
             region:, found \"y\"",
        ),
        ("6x6+windoku", "windoku does not fit a board of 6x6: it needs a side of 4, 9, 16 or 25"),
        (
            "6x6+centredot",
            "centredot does not fit a board of 6x6: it needs boxes with a middle cell",
        ),
        ("16x16+asterisk", "asterisk does not fit a board of 16x16: it needs a side of 9"),
        ("9x9+region:r1c1-8", "column 12: expected a region of 9 cells, found 8"),
        ("9x9+region:r1c1-8,r1c8", "column 19: r1c8 is in the region twice"),
        ("9x9+region:r1c5-10", "column 12: r1c10 is not on a board of 9x9"),
        ("9x9+region:5", "column 12: expected cells such as r2c5 or r2c2-4, found \"5\""),
        ("jigsaw:1122", "the regions are drawn on 4 cells; a board has 4x4, 5x5, … or 25x25"),
        (
            "jigsaw:112211223344334?",
            "column 23: expected a letter or digit that names a region, found '?'",
        ),
        (
            "jigsaw:1122112233443345",
            "column 23: expected 4 regions, found another one, '5', at r4c4",
        ),
        ("jigsaw:1122112233443333", "the region '3' has 6 cells, not 4"),
    ] {
        assert_eq!(wrong(text), sentence);
    }
}

#[test]
fn layers_have_the_houses_they_are_known_for() {
    for (text, houses, peers_of_the_middle) in [
        ("9x9", 27, 20),
        ("9x9+x", 29, 32),
        ("9x9+windoku", 31, 20),
        ("9x9+disjoint", 36, 24),
        ("9x9+centredot", 28, 24),
        ("9x9+asterisk", 28, 24),
        ("9x9+antiknight", 27, 28),
        ("9x9+antiking", 27, 20),
        ("16x16+windoku", 57, 47),
        ("25x25+windoku", 91, 64),
        ("4x4+windoku", 13, 8),
    ] {
        let shape = shape(text);
        assert_eq!(shape.houses().len(), houses, "{text}");
        let middle =
            shape.cells() / 2 + if shape.side().is_multiple_of(2) { shape.side() / 2 } else { 0 };
        assert_eq!(shape.layout().peers(middle).len(), peers_of_the_middle, "{text}");
    }
    let latin = shape("jigsaw:1111222233334444");
    assert_eq!(latin.houses().len(), 8, "a region that is a row is that row");
}

#[test]
fn the_layout_agrees_with_itself() {
    for text in ["4x4+x+antiking", "6x6/3x2+antiknight", JIGSAW, "9x9+windoku+x", "16x16+disjoint"]
    {
        let shape = shape(text);
        let layout = shape.layout();
        for cell in 0..layout.cells() {
            let mut seen: BTreeSet<u16> = layout.partners(cell).iter().copied().collect();
            for home in layout.homes(cell) {
                let members = layout.members(usize::from(home.house));
                assert_eq!(usize::from(members[usize::from(home.place)]), cell);
                assert!(layout.partners(cell).iter().all(|other| !members.contains(other)));
                seen.extend(members.iter().filter(|&&other| usize::from(other) != cell));
            }
            assert!(seen.iter().eq(layout.peers(cell)), "{text}");
        }
    }
}

/// How many motions can be put together from these.
fn order_of(motions: &[Motion], side: usize) -> usize {
    let mut all = BTreeSet::from([Motion::identity(side)]);
    let mut fresh: Vec<Motion> = all.iter().cloned().collect();
    while let Some(motion) = fresh.pop() {
        for next in motions {
            let further = motion.then(next);
            if all.insert(further.clone()) {
                fresh.push(further);
            }
        }
    }
    all.len()
}

fn permutations(side: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..side {
        all = all
            .iter()
            .flat_map(|begun: &Vec<u8>| {
                let free = (0..side).filter(|line| !begun.contains(line));
                free.map(|line| [begun.as_slice(), &[line]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

#[test]
fn the_motions_of_small_boards_are_all_that_there_are() {
    for text in [
        "4x4",
        "4x4+x",
        "4x4+windoku",
        "4x4+antiknight",
        "4x4+antiking+x",
        "4x4+disjoint",
        "4x4+region:r1c1-2,r3c3-4",
        "jigsaw:1112 1222 3334 3444",
        "jigsaw:1111 2222 3333 4444",
    ] {
        let shape = shape(text);
        let lines = permutations(4);
        let mut kept = 0;
        for rows in &lines {
            for columns in &lines {
                let rows = Motion::of_rows(rows);
                let turn = Motion::transposition(4);
                let columns = turn.then(&Motion::of_rows(columns)).then(&turn);
                let motion = rows.then(&columns);
                kept += usize::from(shape.is_kept_by(&motion));
                kept += usize::from(shape.is_kept_by(&turn.then(&motion)));
            }
        }
        assert_eq!(order_of(&shape.motions(), 4), kept, "{text}");
    }
}

#[test]
fn motions_can_be_undone_and_random_ones_keep_the_shape() {
    for text in ["6x6", "6x6/3x2+antiking", JIGSAW, "9x9+x", "9x9+windoku", "12x12", "16x16+x"] {
        let shape = shape(text);
        let mut rng = Rng::new(1);
        for _ in 0..20 {
            let motion = shape.random_motion(&mut rng);
            assert!(shape.is_kept_by(&motion), "{text}");
            assert_eq!(motion.then(&motion.inverse()), Motion::identity(shape.side()));
            let cells: Vec<usize> = (0..shape.cells()).collect();
            assert_eq!(motion.inverse().moved(&motion.moved(&cells)), cells);
        }
    }
    assert_eq!(shape("9x9").symmetries().count(), 7);
    assert_eq!(shape("6x6").symmetries().count(), 3);
}
