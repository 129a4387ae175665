//! How far somebody gets who knows the first strategies, on a board of any shape, at speed.
//!
//! Whoever digs for a puzzle of a given difficulty asks the same question hundreds of times: can it
//! still be solved by what is known, without this given? The ladder answers it with evidence for
//! every step, and takes its time. Here nothing is told. The marks lie in two pictures of the
//! same thing, as in the exact search: the digits of every cell, and the places of every digit in every
//! house. A mark that goes changes a bit in each, and a word with one bit left *is* a single. So singles
//! are never looked for; they turn up.
//!
//! ```text
//!   cells [cell]              ‥1‥1‥‥1    one bit left: a naked single
//!   places[house · n + digit] 1‥‥‥1‥‥    one bit left: a hidden single of that house
//! ```
//!
//! Only where singles end are houses held against each other (locked candidates) and searched for subsets. More marks gone
//! never stop any of these, so the order does not matter: what can be reached with the same
//! knowledge is the same board, and a puzzle that can be solved stays so when a given is added. That is
//! what lets [`dig`] take several givens away at once, and look closer only where that was too much.
//!
//! What is reached here is what the ladder with the same strategies reaches; a test holds the two against each other.

use piste_core::shape::{Layout, Shape};

/// What somebody knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// The last cell of a house.
    pub(super) full_house: bool,
    /// Hidden singles of boxes and all that is no line.
    pub(super) hidden_box: bool,
    /// Hidden singles of rows and columns.
    pub(super) hidden_line: bool,
    /// Naked singles.
    pub(super) naked: bool,
    /// Locked candidates that point out of a box or another house that is no line.
    pub(super) pointing: bool,
    /// Locked candidates of rows and columns.
    pub(super) claiming: bool,
    /// Naked subsets up to so many cells; 0 for none.
    pub(super) naked_subsets: usize,
    /// Hidden subsets up to so many digits; 0 for none.
    pub(super) hidden_subsets: usize,
}

impl Known {
    /// The strategies that can be known here, by slug, in the order of the teaching ladder.
    pub(super) const STRATEGIES: [&'static str; 12] = [
        "full-house",
        "hidden-single-box",
        "hidden-single-line",
        "naked-single",
        "pointing",
        "claiming",
        "naked-pair",
        "hidden-pair",
        "naked-triple",
        "hidden-triple",
        "naked-quad",
        "hidden-quad",
    ];

    /// Nothing but these, of those that can be known here; others are not looked at.
    pub(super) fn of<'a>(slugs: impl IntoIterator<Item = &'a str>) -> Known {
        let mut known = Known::default();
        for slug in slugs {
            match slug {
                "full-house" => known.full_house = true,
                "hidden-single-box" => known.hidden_box = true,
                "hidden-single-line" => known.hidden_line = true,
                "naked-single" => known.naked = true,
                "pointing" => known.pointing = true,
                "claiming" => known.claiming = true,
                "naked-pair" => known.naked_subsets = known.naked_subsets.max(2),
                "naked-triple" => known.naked_subsets = known.naked_subsets.max(3),
                "naked-quad" => known.naked_subsets = known.naked_subsets.max(4),
                "hidden-pair" => known.hidden_subsets = known.hidden_subsets.max(2),
                "hidden-triple" => known.hidden_subsets = known.hidden_subsets.max(3),
                "hidden-quad" => known.hidden_subsets = known.hidden_subsets.max(4),
                _ => {}
            }
        }
        known
    }

    /// Whether anything but singles is known.
    fn is_more_than_singles(self) -> bool {
        self.pointing || self.claiming || self.naked_subsets > 1 || self.hidden_subsets > 1
    }
}

/// Two houses that share two cells or more.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// The houses, by number.
    houses: [usize; 2],
    /// The places of the shared cells, in each.
    shared: [u32; 2],
}

/// A board of one shape to try on, used again from one try to the next.
#[derive(Clone, Debug)]
pub(super) struct Swift {
    shape: Shape,
    crossings: Vec<Crossing>,
    /// Whether the house with this number is no line: a box, a region, a window, a diagonal.
    is_block: Vec<bool>,
    cells: Vec<u32>,
    places: Vec<u32>,
    /// The digits that each house holds.
    held: Vec<u32>,
    is_written: Vec<bool>,
    left: usize,
    /// Digits to write.
    found: Vec<(u16, u8)>,
    known: Known,
}

impl Swift {
    /// A board of this shape.
    pub(super) fn new(shape: &Shape) -> Swift {
        let layout = shape.layout();
        let houses = layout.houses().len();
        let kinds = layout.houses().iter().map(|house| house.kind());
        Swift {
            crossings: crossings(layout),
            is_block: kinds.map(|kind| !kind.is_line()).collect(),
            cells: vec![0; layout.cells()],
            places: vec![0; houses * layout.side()],
            held: vec![0; houses],
            is_written: vec![false; layout.cells()],
            left: 0,
            found: Vec::new(),
            known: Known::default(),
            shape: shape.clone(),
        }
    }

    /// Whether the givens (face values, 0 for none) can be solved with no more than this. They must
    /// have a solution.
    ///
    /// # Panics
    /// If there are not as many values as cells.
    pub(super) fn solves(&mut self, givens: &[u8], known: Known) -> bool {
        let shape = self.shape.clone();
        let layout = shape.layout();
        assert_eq!(givens.len(), layout.cells(), "a value for each cell");
        self.known = known;
        self.lay_out(layout, givens);
        self.settle(layout);
        while self.left > 0 && known.is_more_than_singles() && self.look_further(layout) {
            self.settle(layout);
        }
        self.left == 0
    }

    /// The digits that are left for each cell where the last try ended: bit 0 is the digit 1.
    pub(super) fn marks(&self) -> &[u32] {
        &self.cells
    }

    /// Writes the givens and notes the marks that they leave, and what is a single already. Done for all
    /// of them together, it takes a fraction of what erasing mark by mark would.
    fn lay_out(&mut self, layout: &Layout, givens: &[u8]) {
        let n = layout.side();
        let all = (1u32 << n) - 1;
        self.found.clear();
        self.held.fill(0);
        self.places.fill(0);
        self.left = 0;
        for (cell, &value) in givens.iter().enumerate() {
            self.is_written[cell] = value > 0;
            self.left += usize::from(value == 0);
            if value > 0 {
                let bit = 1 << (value - 1);
                self.cells[cell] = bit;
                layout
                    .homes(cell)
                    .iter()
                    .for_each(|home| self.held[usize::from(home.house)] |= bit);
            }
        }
        for cell in 0..givens.len() {
            if !self.is_written[cell] {
                let homes = layout.homes(cell).iter();
                let seen = homes.fold(0, |seen, home| seen | self.held[usize::from(home.house)]);
                let partners = layout.partners(cell).iter().map(|&other| usize::from(other));
                let apart = partners.filter(|&other| self.is_written[other]);
                let word = all & !apart.fold(seen, |seen, other| seen | self.cells[other]);
                self.cells[cell] = word;
                if self.known.naked && word.is_power_of_two() {
                    self.found.push((cell as u16, word.trailing_zeros() as u8));
                }
            }
            for home in layout.homes(cell) {
                let row = &mut self.places[usize::from(home.house) * n..][..n];
                bits(self.cells[cell]).for_each(|digit| row[digit] |= 1 << home.place);
            }
        }
        for house in 0..self.held.len() {
            if self.known.full_house {
                self.fill(layout, house);
            }
            if !self.is_known_in(house) {
                continue;
            }
            for digit in bits(all & !self.held[house]) {
                let places = self.places[house * n + digit];
                if places.is_power_of_two() {
                    let last = layout.members(house)[places.trailing_zeros() as usize];
                    self.found.push((last, digit as u8));
                }
            }
        }
    }

    /// Whether the hidden singles of this house are known.
    #[inline]
    fn is_known_in(&self, house: usize) -> bool {
        if self.is_block[house] { self.known.hidden_box } else { self.known.hidden_line }
    }

    /// Writes what was found, until nothing more turns up.
    fn settle(&mut self, layout: &Layout) {
        let n = layout.side();
        while let Some((cell, digit)) = self.found.pop() {
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            if std::mem::replace(&mut self.is_written[cell], true) {
                continue;
            }
            self.left -= 1;
            for other in bits(self.cells[cell] & !(1 << digit)) {
                self.erase(layout, cell, other);
            }
            for home in layout.homes(cell) {
                let house = usize::from(home.house);
                for place in bits(self.places[house * n + digit] & !(1 << home.place)) {
                    self.erase(layout, usize::from(layout.members(house)[place]), digit);
                }
                self.held[house] |= 1 << digit;
                if self.known.full_house {
                    self.fill(layout, house);
                }
            }
            for &partner in layout.partners(cell) {
                self.erase(layout, usize::from(partner), digit);
            }
        }
    }

    /// Notes the last digit of a house, if one is missing.
    fn fill(&mut self, layout: &Layout, house: usize) {
        let missing = ((1u32 << layout.side()) - 1) & !self.held[house];
        if missing.is_power_of_two() {
            let mut members = layout.members(house).iter();
            let last = members.find(|cell| !self.is_written[usize::from(**cell)]);
            let digit = missing.trailing_zeros() as u8;
            self.found.extend(last.map(|&cell| (cell, digit)));
        }
    }

    /// Takes a mark out, and notes what is a single now.
    #[inline]
    fn erase(&mut self, layout: &Layout, cell: usize, digit: usize) {
        let bit = 1 << digit;
        if self.cells[cell] & bit == 0 {
            return;
        }
        self.cells[cell] ^= bit;
        let n = layout.side();
        if self.known.naked && self.cells[cell].is_power_of_two() && !self.is_written[cell] {
            self.found.push((cell as u16, self.cells[cell].trailing_zeros() as u8));
        }
        for home in layout.homes(cell) {
            let house = usize::from(home.house);
            let places = self.places[house * n + digit] & !(1 << home.place);
            self.places[house * n + digit] = places;
            if places.is_power_of_two() && self.is_known_in(house) {
                let last = layout.members(house)[places.trailing_zeros() as usize];
                if !self.is_written[usize::from(last)] {
                    self.found.push((last, digit as u8));
                }
            }
        }
    }

    /// Looks for locked candidates, then for subsets. Says whether any mark went.
    fn look_further(&mut self, layout: &Layout) -> bool {
        (self.known.pointing || self.known.claiming) && self.lock(layout)
            || (2..=4).any(|size| {
                self.known.naked_subsets >= size && self.subsets(layout, size, false)
                    || self.known.hidden_subsets >= size && self.subsets(layout, size, true)
            })
    }

    /// All locked candidates there are.
    fn lock(&mut self, layout: &Layout) -> bool {
        let n = layout.side();
        let crossings = std::mem::take(&mut self.crossings);
        let mut is_any = false;
        for &Crossing { houses: [from, to], shared: [here, there] } in &crossings {
            if !(if self.is_block[from] { self.known.pointing } else { self.known.claiming }) {
                continue;
            }
            for digit in 0..n {
                let places = self.places[from * n + digit];
                if places & !here != 0 || places.is_power_of_two() {
                    continue;
                }
                let gone = self.places[to * n + digit] & !there;
                for place in bits(gone) {
                    self.erase(layout, usize::from(layout.members(to)[place]), digit);
                }
                is_any |= gone != 0;
            }
        }
        self.crossings = crossings;
        is_any
    }

    /// All subsets of this size. A naked one is cells that share few digits; a hidden one is digits that
    /// share few cells, which is the same question about the other picture.
    fn subsets(&mut self, layout: &Layout, size: usize, is_hidden: bool) -> bool {
        let n = layout.side();
        let mut is_any = false;
        let mut rows: Vec<(usize, u32)> = Vec::with_capacity(n);
        for house in 0..layout.houses().len() {
            let members = layout.members(house);
            rows.clear();
            for (number, &cell) in members.iter().enumerate() {
                let word = if is_hidden {
                    self.places[house * n + number]
                } else {
                    self.cells[usize::from(cell)]
                };
                if (2..=size as u32).contains(&word.count_ones()) {
                    rows.push((number, word));
                }
            }
            let mut chosen = Vec::new();
            choose(&rows, size, 0, 0, &mut chosen);
            for (numbers, words) in chosen {
                // Digits that fill their places leave room for no other there; cells that use up their digits
                // leave them to no other.
                let others = (0..n).filter(|number| numbers >> number & 1 == 0);
                for number in others {
                    let cell = usize::from(members[number]);
                    let word =
                        if is_hidden { self.places[house * n + number] } else { self.cells[cell] };
                    for bit in bits(word & words) {
                        is_any = true;
                        if is_hidden {
                            self.erase(layout, usize::from(members[bit]), number);
                        } else {
                            self.erase(layout, cell, bit);
                        }
                    }
                }
            }
        }
        is_any
    }
}

/// All ways to choose `size` rows that have `size` bits between them: which rows, and which bits.
fn choose(
    rows: &[(usize, u32)],
    size: usize,
    numbers: u32,
    words: u32,
    chosen: &mut Vec<(u32, u32)>,
) {
    let taken = numbers.count_ones() as usize;
    if taken == size {
        if words.count_ones() as usize == size {
            chosen.push((numbers, words));
        }
        return;
    }
    for (index, &(number, word)) in rows.iter().enumerate() {
        if taken + rows.len() - index < size {
            break;
        }
        if (words | word).count_ones() as usize <= size {
            choose(&rows[index + 1..], size, numbers | 1 << number, words | word, chosen);
        }
    }
}

/// Every ordered pair of houses that share two cells or more, but not all.
fn crossings(layout: &Layout) -> Vec<Crossing> {
    let houses = layout.houses().len();
    let mut found = Vec::new();
    for from in 0..houses {
        for to in (0..houses).filter(|&to| to != from) {
            let places_in = |house: usize, other: usize| -> u32 {
                let members = layout.members(house).iter().enumerate();
                let shared = members.filter(|(_, cell)| layout.members(other).contains(cell));
                shared.fold(0, |places, (place, _)| places | 1 << place)
            };
            let shared = [places_in(from, to), places_in(to, from)];
            if (2..layout.side() as u32).contains(&shared[0].count_ones()) {
                found.push(Crossing { houses: [from, to], shared });
            }
        }
    }
    found
}

/// How far to dig, and how boldly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The fewest givens to go down to.
    pub(super) floor: usize,
    /// How many groups are taken at first: many on a full board, one where most givens will have to stay.
    pub(super) at_once: usize,
}

/// Takes groups of givens away, in this order, for as long as the rest can be solved; without a floor none that is left could
/// go. `givens` must be solved, and is what is left afterwards. Who knows more, or the same, must not be stuck with
/// more givens.
///
/// Several groups are taken at once, and where that is too much, the first half of them, and so on.
/// As long as it goes well more are taken at a time.
pub(super) fn dig(
    solves: &mut impl FnMut(&[u8]) -> bool,
    givens: &mut [u8],
    groups: &[Vec<u16>],
    Room { floor, mut at_once }: Room,
) {
    let mut left = givens.iter().filter(|&&value| value > 0).count();
    let mut next = 0;
    while next < groups.len() {
        let end = groups.len().min(next + at_once);
        let some = &groups[next..end];
        let size: usize = some.iter().map(Vec::len).sum();
        if left < floor + size {
            // Too many at once for what may go; one that is too large is left.
            if at_once == 1 {
                next += 1;
            }
            at_once = 1;
            continue;
        }
        let gone = dig_some(solves, givens, some);
        left -= gone;
        at_once = if gone == size { (at_once * 2).min(32) } else { (at_once / 2).max(1) };
        next = end;
    }
}

/// Takes away what can go of these groups, and says how many givens that were.
fn dig_some(
    solves: &mut impl FnMut(&[u8]) -> bool,
    givens: &mut [u8],
    groups: &[Vec<u16>],
) -> usize {
    let cells = || groups.iter().flatten().map(|&cell| usize::from(cell));
    let before: Vec<u8> = cells().map(|cell| givens[cell]).collect();
    cells().for_each(|cell| givens[cell] = 0);
    if solves(givens) {
        return before.len();
    }
    cells().zip(before).for_each(|(cell, value)| givens[cell] = value);
    if groups.len() == 1 {
        return 0;
    }
    let (first, rest) = groups.split_at(groups.len() / 2);
    dig_some(solves, givens, first) + dig_some(solves, givens, rest)
}

/// The numbers of the bits that are set, ascending.
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Ladder, Outcome, Pick, Rung, Strategy, strategies};
    use piste_core::search::General;
    use piste_core::symmetry::Symmetry;
    use piste_core::{Board, Grid, Rng};

    /// On classic boards the ladder with the same strategies comes equally far, mark for mark.
    #[test]
    fn it_reaches_what_the_ladder_reaches() {
        let shape = Shape::classic();
        let (mut engine, mut swift) = (General::new(&shape), Swift::new(&shape));
        let mut seen = [[0; 2]; 12];
        for number in 0..60 {
            let mut rng = Rng::for_item(5, number);
            let puzzle = engine.random_puzzle(None, 100_000, &mut rng).unwrap().unwrap();
            let mut givens = puzzle.givens;
            for _ in 0..rng.below(8) {
                let cell = rng.below(81);
                givens[cell] = puzzle.solution[cell];
            }
            let grid = Grid::of_values(piste_core::space::Classic, &givens).unwrap();
            for count in 1..=Known::STRATEGIES.len() {
                let known = &Known::STRATEGIES[..count];
                let all: Vec<&dyn Strategy> =
                    known.iter().map(|slug| strategies::by_slug(slug).unwrap()).collect();
                let rungs: Vec<Rung<'_>> = all.chunks(1).collect();
                let ladder = Ladder {
                    slug: "same",
                    about: "the same strategies",
                    rungs: &rungs,
                    pick: Pick::First,
                    uniqueness: false,
                };
                let solve = ladder.climb(&Board::from(&grid));
                let is_solved = solve.outcome() == Outcome::Solved;
                let known = Known::of(known.iter().copied());
                assert_eq!(swift.solves(&givens, known), is_solved, "{grid} {known:?}");
                seen[count - 1][usize::from(is_solved)] += 1;
                let end = solve.end();
                for (cell, &word) in
                    end.open().iter().map(|cell| (cell, &swift.marks()[cell.index()]))
                {
                    let digits = end.candidates(cell).iter();
                    let marks = digits.fold(0, |marks, digit| marks | 1 << (digit.get() - 1));
                    assert_eq!(word, marks, "{grid} {known:?} {cell}");
                }
            }
        }
        assert!(seen[3].iter().all(|&count| count > 5), "{seen:?}");
        assert!(seen[11][1] > seen[3][1], "{seen:?}");
    }

    /// What was dug has one solution, can be solved by what is known, and can spare no group.
    #[test]
    fn nothing_that_is_left_could_go() {
        for (name, count) in [("6x6", 4), ("9x9+x", 6), ("9x9+antiking", 4), ("12x12", 8)] {
            let shape: Shape = name.parse().unwrap();
            let (mut engine, mut swift) = (General::new(&shape), Swift::new(&shape));
            let known = Known::of(Known::STRATEGIES[..count].iter().copied());
            let mut rng = Rng::new(3);
            let full = engine.random_full(1_000_000, &mut rng).unwrap().unwrap();
            let mut groups = engine.orbits(Some(Symmetry::HalfTurn));
            rng.shuffle(&mut groups);
            let mut givens = full.clone();
            let room = Room { floor: 0, at_once: 8 };
            dig(&mut |givens: &[u8]| swift.solves(givens, known), &mut givens, &groups, room);
            let marks = engine.marks_of(&givens);
            assert_eq!(engine.solutions(&marks, 2, 100_000).unwrap(), [full]);
            assert!(swift.solves(&givens, known));
            for group in groups.iter().filter(|group| givens[usize::from(group[0])] > 0) {
                let mut less = givens.clone();
                group.iter().for_each(|&cell| less[usize::from(cell)] = 0);
                assert!(!swift.solves(&less, known), "{name}: {group:?} can go");
            }
        }
    }
}
