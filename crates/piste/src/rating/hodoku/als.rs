//! Almost locked sets: XZ, XY-wing, chains.
//!
//! An almost locked set is a set of cells of one house that hold one digit more than there are
//! cells; a cell with two candidates is one. They are listed by house (rows, columns, blocks) and in each
//! house from the lowest cell on, a set before those that grow from it; a set that lies in two
//! houses is listed once. Two sets that share no cell have a *restricted common* if all places of a
//! digit in both see each other; a pair is noted once, the set listed first in front, with its
//! first restricted common and its last.
//!
//! XZ and XY-wing take the first that removes something. Chains only ever go on to a set that is listed
//! later, have at least four sets, and are compared ([`Best`]). Because they go on to later sets only, what
//! may follow depends on the last restricted common alone, and each is followed once for each
//! start.

use super::Drops;
use super::choice::Best;
use super::field::{Cells, Digits, HOUSE_CELLS, Scene, digits, list, one, seen_by_all};
use std::collections::{HashMap, HashSet};

/// An almost locked set.
struct Als {
    cells: Cells,
    held: Digits,
    /// The cells of the set that hold each digit.
    places: [Cells; 9],
    /// The candidates outside that see all of these.
    seen: [Cells; 9],
    /// All of those.
    seen_any: Cells,
}

/// Two sets with what restricts them.
#[derive(Clone, Copy)]
struct Link {
    one: usize,
    two: usize,
    first: usize,
    last: Option<usize>,
}

/// All sets and links of a scene.
pub(super) struct Sets<'a> {
    scene: &'a Scene<'a>,
    sets: Vec<Als>,
    links: Vec<Link>,
    /// The links that begin with each set.
    from: Vec<std::ops::Range<usize>>,
}

impl<'a> Sets<'a> {
    /// Finds them.
    pub(super) fn new(scene: &'a Scene<'a>) -> Sets<'a> {
        let mut sets = Sets { scene, sets: Vec::new(), links: Vec::new(), from: Vec::new() };
        let mut known = HashSet::new();
        for house in &HOUSE_CELLS {
            let open: Vec<usize> = house
                .iter()
                .map(|&cell| usize::from(cell))
                .filter(|&cell| scene.open & one(cell) != 0)
                .collect();
            sets.grow(&open, 0, 0, &mut known);
        }
        sets.link();
        sets
    }

    fn grow(&mut self, open: &[usize], cells: Cells, held: Digits, known: &mut HashSet<Cells>) {
        if cells.count_ones() == 8 {
            return;
        }
        for (at, &cell) in open.iter().enumerate() {
            let cells = cells | one(cell);
            let held = held | self.scene.field.marks(cell);
            if held.count_ones() == cells.count_ones() + 1 && known.insert(cells) {
                self.add(cells, held);
            }
            self.grow(&open[at + 1..], cells, held, known);
        }
    }

    fn add(&mut self, cells: Cells, held: Digits) {
        let mut als = Als { cells, held, places: [0; 9], seen: [0; 9], seen_any: 0 };
        for digit in digits(held) {
            als.places[digit] = cells & self.scene.at[digit];
            als.seen[digit] = seen_by_all(als.places[digit]) & !cells & self.scene.at[digit];
            als.seen_any |= als.seen[digit];
        }
        self.sets.push(als);
    }

    fn link(&mut self) {
        for (at, one) in self.sets.iter().enumerate() {
            let begin = self.links.len();
            for (other, two) in self.sets.iter().enumerate().skip(at + 1) {
                if one.cells & two.cells != 0 || one.held & two.held == 0 {
                    continue;
                }
                let mut restricted = digits(one.held & two.held).filter(|&digit| {
                    two.places[digit] & !one.seen[digit] == 0
                        && one.places[digit] & !two.seen[digit] == 0
                });
                if let Some(first) = restricted.next() {
                    let last = restricted.last();
                    self.links.push(Link { one: at, two: other, first, last });
                }
            }
            self.from.push(begin..self.links.len());
        }
    }

    /// What two sets remove together, these digits apart.
    fn common(&self, one: usize, two: usize, apart: Digits) -> Drops {
        let (one, two) = (&self.sets[one], &self.sets[two]);
        if one.seen_any & two.seen_any == 0 {
            return Drops::new();
        }
        digits(one.held & two.held & !apart)
            .flat_map(|digit| list(one.seen[digit] & two.seen[digit]).map(move |c| (c, digit)))
            .collect()
    }

    /// What a set removes if it is locked, these digits and the cells of the other set apart.
    fn locked(&self, one: usize, two: usize, apart: Digits) -> Drops {
        let cells = self.sets[two].cells;
        let one = &self.sets[one];
        digits(one.held & !apart)
            .flat_map(|digit| list(one.seen[digit] & !cells).map(move |c| (c, digit)))
            .collect()
    }

    /// Two sets with a restricted common.
    pub(super) fn xz(&self) -> Option<Drops> {
        self.links.iter().find_map(|link| {
            let mut drops = self.common(link.one, link.two, 1 << link.first);
            if let Some(last) = link.last {
                let both = 1 << link.first | 1 << last;
                drops.extend(self.common(link.one, link.two, 1 << last));
                drops.extend(self.locked(link.one, link.two, both));
                drops.extend(self.locked(link.two, link.one, both));
            }
            (!drops.is_empty()).then_some(drops)
        })
    }

    /// Two sets that are both linked to a third.
    pub(super) fn xy_wing(&self) -> Option<Drops> {
        let mut of_set = vec![Vec::new(); self.sets.len()];
        for (at, link) in self.links.iter().enumerate() {
            of_set[link.one].push(at);
            of_set[link.two].push(at);
        }
        self.links.iter().enumerate().find_map(|(at, one)| {
            // The links that share a set with this one, in the order of all links.
            let mut next: Vec<usize> = [one.one, one.two]
                .iter()
                .flat_map(|&set| of_set[set].iter().copied().filter(|&other| other > at))
                .collect();
            next.sort_unstable();
            next.into_iter().find_map(|other| self.wing(one, &self.links[other]))
        })
    }

    fn wing(&self, one: &Link, two: &Link) -> Option<Drops> {
        if one.last.is_none() && two.last.is_none() && one.first == two.first {
            return None;
        }
        let is_hinge = |set: usize| set == two.one || set == two.two;
        let (hinge, left) = if is_hinge(one.one) { (one.one, one.two) } else { (one.two, one.one) };
        let right = if two.one == hinge { two.two } else { two.one };
        if self.sets[left].cells & self.sets[right].cells != 0 {
            return None;
        }
        let digits = [Some(one.first), one.last, Some(two.first), two.last];
        let apart = digits.into_iter().flatten().fold(0, |set, digit| set | 1 << digit);
        let drops = self.common(left, right, apart);
        (!drops.is_empty()).then_some(drops)
    }

    /// Four sets and more.
    pub(super) fn chain(&self) -> Option<Drops> {
        let mut best = Best::default();
        let mut seen = HashMap::new();
        for start in 0..self.sets.len() {
            for at in self.from[start].clone() {
                let link = self.links[at];
                // With two restricted commons the chain is begun with each of them.
                for first in [Some(link.first), link.last].into_iter().flatten() {
                    seen.clear();
                    let chain = Chain { start, first: 1 << first };
                    self.go_on(
                        &chain,
                        link.two,
                        Used { digits: [Some(first), None] },
                        1,
                        &mut seen,
                        &mut best,
                    );
                }
            }
        }
        best.take()
    }

    fn go_on(
        &self,
        chain: &Chain,
        set: usize,
        used: Used,
        length: usize,
        seen: &mut HashMap<(usize, usize), Digits>,
        best: &mut Best,
    ) {
        for at in self.from[set].clone() {
            let link = self.links[at];
            let Some(next) = used.then(&link) else { continue };
            let length = length + 1;
            let depth = length.min(3);
            let mark = seen.entry((at, depth)).or_insert(0);
            if *mark >> next.number(&link) & 1 == 1 {
                continue;
            }
            *mark |= 1 << next.number(&link);
            if length >= 3 {
                let apart = next.digits.into_iter().flatten().fold(chain.first, |s, d| s | 1 << d);
                let drops = self.common(chain.start, link.two, apart);
                if !drops.is_empty() {
                    best.offer(Best::in_order(drops));
                }
            }
            self.go_on(chain, link.two, next, length, seen, best);
        }
    }
}

/// Where a chain began.
struct Chain {
    start: usize,
    first: Digits,
}

/// The digits by which the last link of a chain is used.
#[derive(Clone, Copy)]
struct Used {
    digits: [Option<usize>; 2],
}

impl Used {
    /// How the next link can be used after this one: by digits that are not those of the last
    /// link. Where the last is used by two digits, the program asks for the first of them only.
    fn then(self, link: &Link) -> Option<Used> {
        let taken = self.digits[0];
        let free = |digit: Option<usize>| digit.filter(|_| digit != taken);
        let digits = match (free(Some(link.first)), link.last, free(link.last)) {
            (Some(first), _, Some(last)) => [Some(first), Some(last)],
            (Some(first), _, None) => [Some(first), None],
            (None, Some(_), last) => [last, None],
            (None, None, _) => return None,
        };
        Some(Used { digits })
    }

    /// One of three ways to use a link: by its first digit, its last, or both.
    fn number(self, link: &Link) -> usize {
        match self.digits {
            [_, Some(_)] => 2,
            [first, None] => usize::from(first != Some(link.first)),
        }
    }
}
