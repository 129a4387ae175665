//! Remote pairs, turbot fish, X-chains, XY-chains.
//!
//! A chain starts with a strong link and goes on weak and strong by turns; no cell comes twice,
//! but the last may be the first again. If it ends with a strong link on the digit it began with,
//! that digit goes wherever both ends are seen. Chains have up to twenty links. All are collected and
//! the best is taken ([`Best`]).
//!
//! In X-chains a link inside a row or a column is strong if the digit has two places there; a link
//! inside a block only for cells in different rows and columns, so that two cells of one block and
//! one row are strong for the row's sake alone. In XY-chains and remote pairs the strong links are
//! those inside cells with two candidates.
//!
//! The number of chains grows beyond measure on some boards, so a start is followed only while an
//! end is left that could be reached and would be better than the best so far. That changes
//! nothing in the outcome.

use super::Drops;
use super::choice::Best;
use super::field::{Cells, HOUSE_CELLS, HOUSES_OF, PEERS, Scene, column, digits, list, one, row};

/// Most links of a chain.
const MOST_LINKS: usize = 20;
/// Most cells that one start is followed to: beyond it the start is left as it is. No puzzle
/// of the sets that were measured comes near.
const MOST_WORK: u32 = 5_000_000;
/// The links of a turbot fish.
const TURBOT_LINKS: usize = 3;

/// A link: where it leads, and whether it is strong.
#[derive(Clone, Copy)]
struct Link {
    cell: usize,
    is_strong: bool,
}

/// The places of a digit that a cell's houses link it to: row, column, block, in order.
fn linked(scene: &Scene<'_>, cell: usize, digit: usize, among: Cells) -> Vec<Link> {
    let mut links = Vec::new();
    for (kind, house) in HOUSES_OF[cell].map(usize::from).into_iter().enumerate() {
        let is_strong = scene.field.places(house, digit) == 2;
        for other in HOUSE_CELLS[house].map(usize::from) {
            let is_in_line =
                kind == 2 && (row(other) == row(cell) || column(other) == column(cell));
            if other != cell && !is_in_line && scene.at[digit] & among & one(other) != 0 {
                links.push(Link { cell: other, is_strong });
            }
        }
    }
    links
}

fn all(cells: Cells, digit: usize) -> Drops {
    list(cells).map(|cell| (cell, digit)).collect()
}

/// Chains of one digit with three links.
pub(super) fn turbot_fish(scene: &Scene<'_>) -> Option<Drops> {
    one_digit(scene, TURBOT_LINKS)
}

/// Chains of one digit.
pub(super) fn x_chain(scene: &Scene<'_>) -> Option<Drops> {
    one_digit(scene, MOST_LINKS)
}

fn one_digit(scene: &Scene<'_>, most: usize) -> Option<Drops> {
    let mut best = Best::default();
    let has_strong = |digit: usize| (0..27).any(|house| scene.field.places(house, digit) == 2);
    let links: Vec<Vec<Vec<Link>>> = (0..9)
        .map(|digit| {
            let cells = if has_strong(digit) { scene.at[digit] } else { 0 };
            let links_of = |cell: usize| match cells & one(cell) {
                0 => Vec::new(),
                _ => linked(scene, cell, digit, scene.open),
            };
            (0..81).map(links_of).collect()
        })
        .collect();
    for start in list(scene.open) {
        for digit in digits(scene.field.marks(start)) {
            let mut walk = DigitWalk {
                links: &links[digit],
                at: scene.at[digit],
                digit,
                start,
                most,
                wanted: 0,
                work: 0,
                best: &mut best,
            };
            walk.wanted = walk.worth(walk.ends());
            if walk.wanted != 0 {
                let used = one(start);
                for link in walk.links[start].iter().filter(|link| link.is_strong) {
                    walk.go(link.cell, used, 1);
                }
            }
        }
    }
    best.take()
}

/// Walks along the links of one digit.
struct DigitWalk<'a> {
    links: &'a [Vec<Link>],
    at: Cells,
    digit: usize,
    start: usize,
    most: usize,
    /// The ends that were not reached and would be better than the best so far.
    wanted: Cells,
    work: u32,
    best: &'a mut Best,
}

impl DigitWalk<'_> {
    fn gone(&self, end: usize) -> Cells {
        self.at & PEERS[self.start] & PEERS[end]
    }

    fn worth(&self, ends: Cells) -> Cells {
        let is_worth = |&end: &usize| self.best.is_beaten_by(&all(self.gone(end), self.digit));
        list(ends).filter(is_worth).fold(0, |set, end| set | one(end))
    }

    /// Where a strong link may arrive, if cells may come twice.
    fn ends(&self) -> Cells {
        let step = |from: Cells, strong_only: bool| {
            list(from).fold(0, |to, cell| {
                let links = self.links[cell].iter().filter(|l| l.is_strong || !strong_only);
                links.fold(to, |to, link| to | one(link.cell))
            })
        };
        let mut strong = step(one(self.start), true);
        let mut ends = 0;
        let mut seen = strong;
        let mut links = 1;
        while links + 2 <= self.most && strong != 0 {
            let arrived = step(step(strong, false), true);
            ends |= arrived;
            strong = arrived & !seen;
            seen |= arrived;
            links += 2;
        }
        ends
    }

    /// Goes on from a cell that a strong link has reached after so many links.
    fn go(&mut self, cell: usize, used: Cells, links: usize) {
        if links + 2 > self.most {
            return;
        }
        self.work += 1;
        if self.work > MOST_WORK {
            self.wanted = 0;
            return;
        }
        let used = used | one(cell);
        let links_of = self.links;
        for weak in &links_of[cell] {
            if used & one(weak.cell) != 0 {
                continue;
            }
            let used = used | one(weak.cell);
            for strong in links_of[weak.cell].iter().filter(|link| link.is_strong) {
                let is_loop = strong.cell == self.start;
                if !is_loop && used & one(strong.cell) != 0 {
                    continue;
                }
                self.arrive(strong.cell, links + 2);
                if self.wanted == 0 {
                    return;
                }
                if !is_loop {
                    self.go(strong.cell, used, links + 2);
                    if self.wanted == 0 {
                        return;
                    }
                }
            }
        }
    }

    fn arrive(&mut self, end: usize, links: usize) {
        let is_turbot = self.most == TURBOT_LINKS;
        if self.wanted & one(end) == 0 || is_turbot && links != TURBOT_LINKS {
            return;
        }
        self.best.offer(all(self.gone(end), self.digit));
        self.wanted = self.worth(self.wanted & !one(end));
    }
}

/// Chains of cells with two candidates.
pub(super) fn xy_chain(scene: &Scene<'_>) -> Option<Drops> {
    let pairs = scene.cells_with(2).into_iter().fold(0, |set, cell| set | one(cell));
    let mut best = Best::default();
    let mut links = vec![Vec::new(); 81 * 9];
    for cell in list(pairs) {
        for digit in digits(scene.field.marks(cell)) {
            links[cell * 9 + digit] =
                linked(scene, cell, digit, pairs).into_iter().map(|link| link.cell).collect();
        }
    }
    for start in list(pairs) {
        for digit in digits(scene.field.marks(start)) {
            let mut walk = CellWalk {
                scene,
                links: &links,
                digit,
                start,
                wanted: 0,
                work: 0,
                best: &mut best,
            };
            walk.wanted = walk.worth(walk.ends(pairs));
            if walk.wanted != 0 {
                walk.go(start, walk.other(start, digit), one(start), 1);
            }
        }
    }
    best.take()
}

/// Walks along cells with two candidates.
struct CellWalk<'a> {
    scene: &'a Scene<'a>,
    links: &'a [Vec<usize>],
    digit: usize,
    start: usize,
    wanted: Cells,
    work: u32,
    best: &'a mut Best,
}

impl CellWalk<'_> {
    fn other(&self, cell: usize, digit: usize) -> usize {
        (self.scene.field.marks(cell) & !(1 << digit)).trailing_zeros() as usize
    }

    fn gone(&self, end: usize) -> Cells {
        self.scene.at[self.digit] & PEERS[self.start] & PEERS[end]
    }

    fn worth(&self, ends: Cells) -> Cells {
        let is_worth = |&end: &usize| self.best.is_beaten_by(&all(self.gone(end), self.digit));
        list(ends).filter(is_worth).fold(0, |set, end| set | one(end))
    }

    /// The cells at which a chain may leave with the first digit, if cells may come twice.
    fn ends(&self, pairs: Cells) -> Cells {
        let mut leaving = [0; 9];
        leaving[self.other(self.start, self.digit)] = one(self.start);
        let mut seen = leaving;
        for _ in 0..(MOST_LINKS - 1) / 2 {
            let mut next = [0; 9];
            for (digit, &cells) in leaving.iter().enumerate() {
                for cell in list(cells) {
                    for &to in &self.links[cell * 9 + digit] {
                        next[self.other(to, digit)] |= one(to);
                    }
                }
            }
            for (next, seen) in next.iter_mut().zip(&mut seen) {
                *next &= !*seen;
                *seen |= *next;
            }
            leaving = next;
        }
        seen[self.digit] & pairs & !one(self.start)
    }

    /// Goes on from a cell that the chain leaves with this digit after so many links.
    fn go(&mut self, cell: usize, leaving: usize, used: Cells, links: usize) {
        if links + 2 > MOST_LINKS {
            return;
        }
        self.work += 1;
        if self.work > MOST_WORK {
            self.wanted = 0;
            return;
        }
        let links_of = self.links;
        for &to in &links_of[cell * 9 + leaving] {
            if used & one(to) != 0 {
                continue;
            }
            let next = self.other(to, leaving);
            if next == self.digit && self.wanted & one(to) != 0 {
                self.best.offer(all(self.gone(to), self.digit));
                self.wanted = self.worth(self.wanted & !one(to));
            }
            if self.wanted == 0 {
                return;
            }
            self.go(to, next, used | one(to), links + 2);
            if self.wanted == 0 {
                return;
            }
        }
    }
}

/// Cells with the same two candidates, each in sight of the next: those at an odd distance of three
/// or more hold different digits, so what sees both loses both.
pub(super) fn remote_pair(scene: &Scene<'_>) -> Option<Drops> {
    let mut best = Best::default();
    let pairs = scene.cells_with(2);
    for &start in &pairs {
        let marks = scene.field.marks(start);
        let same = pairs
            .iter()
            .filter(|&&cell| scene.field.marks(cell) == marks)
            .fold(0, |set, &cell| set | one(cell));
        if same.count_ones() < 4 {
            continue;
        }
        for digit in digits(marks) {
            let mut chain = vec![start];
            remote_from(scene, digit, same, &mut chain, &mut best);
        }
    }
    best.take()
}

fn remote_from(
    scene: &Scene<'_>,
    digit: usize,
    same: Cells,
    chain: &mut Vec<usize>,
    best: &mut Best,
) {
    // A cell takes a link inside it, and one from the cell before.
    if 2 * chain.len() + 1 > MOST_LINKS {
        return;
    }
    let last = chain[chain.len() - 1];
    let other = (scene.field.marks(last) & !(1 << digit)).trailing_zeros() as usize;
    let near = linked(scene, last, if chain.len() % 2 == 1 { other } else { digit }, same);
    for next in near.into_iter().map(|link| link.cell) {
        if chain.contains(&next) {
            continue;
        }
        chain.push(next);
        let ends = PEERS[chain[0]] & PEERS[next];
        if chain.len() >= 4 && chain.len().is_multiple_of(2) && ends & scene.at[digit] != 0 {
            let mut seen = 0;
            for (at, &one) in chain.iter().enumerate() {
                for two in chain.iter().skip(at + 3).step_by(2) {
                    seen |= PEERS[one] & PEERS[*two];
                }
            }
            let drops = [digit, other].into_iter().flat_map(|d| all(seen & scene.at[d], d));
            best.offer(Best::in_order(drops.collect()));
        }
        remote_from(scene, digit, same, chain, best);
        chain.pop();
    }
}
