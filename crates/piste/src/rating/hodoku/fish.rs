//! Fish: basic ones, finned and sashimi ones, franken ones.
//!
//! Digit by digit, lines as rows first and then as columns, base sets in lexicographic order and
//! for each the cover sets in lexicographic order. Houses are numbered rows, columns, blocks; a
//! franken fish has blocks on both sides, but no house twice. Base houses that overlap leave
//! *endo fins* in the common places, two at most. There may be five fins in all. What goes is
//! what the cover holds beyond the base (or holds twice) and every fin sees.
//!
//! There are many bases and many covers, so a base is given up as soon as no place is left that
//! could go: one that sees all of the base that the other side cannot cover. That is asked
//! while the base grows, and changes nothing in the order.
//!
//! A basic fish with fins is *sashimi* if one of its base lines keeps no more than one place without
//! the fins. Finned ones are tried before sashimi ones of the same size, and one search
//! answers for both.

use super::Drops;
use super::field::{Cells, HOUSE, HOUSES_OF, PEERS, Scene, list, one, seen_by_all};

/// Most places outside the cover, endo fins among them.
const MOST_FINS: u32 = 5;
/// Most places where base houses overlap.
const MOST_ENDO_FINS: u32 = 2;

/// What kind of fish is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    /// How many base houses.
    pub(super) size: usize,
    /// Whether there are fins.
    pub(super) has_fins: bool,
    /// Whether blocks belong to both sides.
    pub(super) is_franken: bool,
}

/// The first finned and the first sashimi fish of a search; a fish without fins and a franken fish
/// counts as finned.
#[derive(Default)]
pub(super) struct Catch {
    pub(super) finned: Option<Drops>,
    pub(super) sashimi: Option<Drops>,
}

/// Casts for a kind of fish. Stops at the first that is not sashimi.
pub(super) fn cast(scene: &Scene<'_>, kind: Kind) -> Catch {
    let mut catch = Catch::default();
    for digit in 0..9 {
        for by_rows in [true, false] {
            let sea = Sea::new(scene.at[digit], kind, by_rows);
            let targets = sea.all_targets();
            if targets == 0 {
                continue;
            }
            let mut base = Base { houses: Vec::new(), cells: 0, endo: 0, targets };
            sea.bases(0, &mut base, &mut |fish| {
                let drops: Drops = list(fish.gone).map(|cell| (cell, digit)).collect();
                let slot = if fish.is_sashimi { &mut catch.sashimi } else { &mut catch.finned };
                slot.get_or_insert(drops);
                !fish.is_sashimi
            });
            if catch.finned.is_some() {
                return catch;
            }
        }
    }
    catch
}

/// A fish: what it removes, and whether it is sashimi.
struct Fish {
    gone: Cells,
    is_sashimi: bool,
}

/// One digit and one way round.
struct Sea {
    kind: Kind,
    is_by_rows: bool,
    places: Cells,
    /// The base houses with their places, and the cover houses.
    base: Vec<(usize, Cells)>,
    cover: Vec<(usize, Cells)>,
}

/// The houses that may cover a base, in order.
struct Cover {
    houses: [Cells; 18],
    /// What the houses from each one on hold together.
    rest: [Cells; 19],
    len: usize,
}

/// The base houses chosen so far.
struct Base {
    houses: Vec<(usize, Cells)>,
    cells: Cells,
    endo: Cells,
    /// The places that may yet go.
    targets: Cells,
}

impl Sea {
    fn new(at: Cells, kind: Kind, by_rows: bool) -> Sea {
        let (lines, across) = if by_rows { (0..9, 9..18) } else { (9..18, 0..9) };
        let blocks = if kind.is_franken { 18..27 } else { 0..0 };
        let with_places = |houses: std::ops::Range<usize>| {
            houses.chain(blocks.clone()).map(|h| (h, HOUSE[h] & at)).filter(|(_, c)| *c != 0)
        };
        let fits = |cells: Cells| kind.has_fins || cells.count_ones() as usize <= kind.size;
        let base = with_places(lines).filter(|&(_, cells)| fits(cells)).collect();
        Sea { kind, is_by_rows: by_rows, places: at, base, cover: with_places(across).collect() }
    }

    /// Goes through the base sets; `land` says whether to stop.
    fn bases(&self, from: usize, base: &mut Base, land: &mut dyn FnMut(Fish) -> bool) -> bool {
        if base.houses.len() == self.kind.size {
            return self.covers(base, land);
        }
        for at in from..self.base.len() {
            let (house, cells) = self.base[at];
            let overlap = base.cells & cells;
            let endo = base.endo.count_ones() + overlap.count_ones();
            if overlap != 0 && (!self.kind.has_fins || endo > MOST_ENDO_FINS) {
                continue;
            }
            let before = (base.cells, base.endo, base.targets);
            base.houses.push((house, cells));
            base.cells |= cells;
            base.endo |= overlap;
            base.targets = self.targets(base);
            let is_done = base.targets != 0 && self.bases(at + 1, base, land);
            base.houses.pop();
            (base.cells, base.endo, base.targets) = before;
            if is_done {
                return true;
            }
        }
        false
    }

    fn covers(&self, base: &Base, land: &mut dyn FnMut(Fish) -> bool) -> bool {
        let is_base = |house: usize| base.houses.iter().any(|(of, _)| *of == house);
        let mut cover = Cover { houses: [0; 18], rest: [0; 19], len: 0 };
        for &(house, cells) in &self.cover {
            if base.cells & cells != 0 && !is_base(house) {
                cover.houses[cover.len] = cells;
                cover.len += 1;
            }
        }
        for at in (0..cover.len).rev() {
            cover.rest[at] = cover.rest[at + 1] | cover.houses[at];
        }
        self.cover_from(&cover, 0, 0, (0, 0), base, land)
    }

    /// Goes through the covers; `so_far` is what they hold, and what they hold twice.
    fn cover_from(
        &self,
        cover: &Cover,
        from: usize,
        chosen: usize,
        so_far: (Cells, Cells),
        base: &Base,
        land: &mut dyn FnMut(Fish) -> bool,
    ) -> bool {
        let (cells, twice) = so_far;
        let missing = self.kind.size - chosen;
        if missing == 0 {
            return self.check(cells, twice, base).is_some_and(land);
        }
        for at in from..=cover.len.saturating_sub(missing) {
            let houses_left = cover.len - at;
            if houses_left < missing || !self.may_swim(cells | cover.rest[at], base) {
                break;
            }
            let house = cover.houses[at];
            let so_far = (cells | house, twice | cells & house);
            if self.cover_from(cover, at + 1, chosen + 1, so_far, base, land) {
                return true;
            }
        }
        false
    }

    /// The places that may go by any base.
    fn all_targets(&self) -> Cells {
        if !self.kind.has_fins {
            return self.places;
        }
        list(self.places).filter(|&cell| self.may_go(cell)).fold(0, |set, cell| set | one(cell))
    }

    /// Whether some cover that holds a place holds all that the place does not see of enough base
    /// houses, which overlap only where it sees them. The place lies in none of these, unless it is
    /// covered twice.
    fn may_go(&self, cell: usize) -> bool {
        if !self.kind.is_franken {
            return self.may_go_by_lines(cell);
        }
        let [row, column, block] = HOUSES_OF[cell].map(usize::from);
        let (own, across) = if self.is_by_rows { (row, column) } else { (column, row) };
        let unseen = |&(house, cells): &(usize, Cells)| (house, cells & !PEERS[cell] & !one(cell));
        let not_own = |&(house, _): &(usize, Cells)| house != block && house != own;
        let mut bases: Vec<(usize, Cells)> = self.base.iter().map(unseen).filter(not_own).collect();
        if self.is_held(&bases, 1 << across, HOUSE[across], 0)
            || self.is_held(&bases, 1 << block, HOUSE[block], 0)
        {
            return true;
        }
        bases.push((own, 0));
        self.is_held(&bases, 1 << across | 1 << block, HOUSE[across] | HOUSE[block], 0)
    }

    /// The same for a basic fish, with the places of a line as bits. The fins lie in the block of the
    /// place that goes, beside its row and column.
    fn may_go_by_lines(&self, cell: usize) -> bool {
        let [row, column, block] = HOUSES_OF[cell].map(usize::from);
        let fins = self.places & HOUSE[block] & !HOUSE[row] & !HOUSE[column];
        if fins == 0 {
            return false;
        }
        let (own, across) = if self.is_by_rows { (row, column - 9) } else { (column, row) };
        let mut lines = [0x1ffu16; 9];
        for (line, &(_, cells)) in
            lines.iter_mut().zip(self.base.iter().filter(|base| base.0 != own))
        {
            let place = |at: usize| if self.is_by_rows { at % 9 } else { at / 9 };
            *line = list(cells & !HOUSE[block]).fold(0, |set, at| set | 1 << place(at));
        }
        let size = self.kind.size;
        let is_short = |line: &&u16| line.count_ones() as usize <= size;
        if lines.iter().filter(is_short).count() < size {
            return false;
        }
        (0..1 << 9)
            .filter(|cover: &u16| cover.count_ones() as usize == size && cover >> across & 1 == 1)
            .any(|cover| lines.iter().filter(|&&line| line & !cover == 0).count() >= size)
    }

    /// Whether these cover houses, with more of them up to the size of the fish, hold enough bases.
    fn is_held(&self, bases: &[(usize, Cells)], houses: u32, cells: Cells, from: usize) -> bool {
        if houses.count_ones() as usize == self.kind.size {
            return has_apart(bases, houses, cells, self.kind.size);
        }
        (from..self.cover.len()).any(|at| {
            let (house, more) = self.cover[at];
            houses >> house & 1 == 0
                && self.is_held(bases, houses | 1 << house, cells | more, at + 1)
        })
    }

    /// The places that may go by this base or one that it grows to: what they do not see of it
    /// can be covered, and they see its endo fins. A line without fins must be covered whole.
    fn targets(&self, base: &Base) -> Cells {
        if !self.kind.has_fins {
            return if self.can_cover(base.cells, self.kind.size) { base.targets } else { 0 };
        }
        let own = if self.kind.is_franken { 0 } else { base.cells };
        let is_target = |&cell: &usize| {
            base.endo & !PEERS[cell] == 0
                && self.can_cover(base.cells & !PEERS[cell], self.kind.size)
        };
        list(base.targets & !own).filter(is_target).fold(0, |set, cell| set | one(cell))
    }

    /// Whether so many houses of the cover side can hold these places.
    fn can_cover(&self, cells: Cells, houses: usize) -> bool {
        if cells == 0 {
            return true;
        }
        if houses == 0 {
            return false;
        }
        let [row, column, block] = HOUSES_OF[cells.trailing_zeros() as usize];
        let across = HOUSE[usize::from(if self.is_by_rows { column } else { row })];
        self.can_cover(cells & !across, houses - 1)
            || self.kind.is_franken
                && self.can_cover(cells & !HOUSE[usize::from(block)], houses - 1)
    }

    /// Whether what no house to come can cover leaves room for a fish.
    fn may_swim(&self, coverable: Cells, base: &Base) -> bool {
        let fins = base.cells & !coverable | base.endo;
        fins == 0
            || self.kind.has_fins
                && fins.count_ones() <= MOST_FINS
                && seen_by_all(fins) & base.targets != 0
    }

    /// What this cover of this base removes.
    fn check(&self, cover: Cells, twice: Cells, base: &Base) -> Option<Fish> {
        let fins = base.cells & !cover | base.endo;
        if !self.kind.has_fins {
            let gone = cover & !base.cells | twice;
            return (fins == 0 && gone != 0).then_some(Fish { gone, is_sashimi: false });
        }
        if fins == 0 || fins.count_ones() > MOST_FINS {
            return None;
        }
        let gone = (cover & !base.cells | twice) & seen_by_all(fins);
        if gone == 0 {
            return None;
        }
        let is_thin = |(_, cells): &(usize, Cells)| (cells & !fins).count_ones() <= 1;
        let is_sashimi = !self.kind.is_franken && base.houses.iter().any(is_thin);
        Some(Fish { gone, is_sashimi })
    }
}

/// Whether so many of the bases lie in the cover and have no place in common.
fn has_apart(bases: &[(usize, Cells)], houses: u32, cover: Cells, wanted: usize) -> bool {
    if wanted == 0 {
        return true;
    }
    (0..bases.len()).any(|at| {
        let (house, base) = bases[at];
        // What was taken by another base is not in the cover that is left for this one.
        base & !cover == 0
            && houses >> house & 1 == 0
            && has_apart(&bases[at + 1..], houses, cover & !base, wanted - 1)
    })
}
