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
//! knowledge is the same board, and a puzzle that can be solved stays so when a given is added.
//!
//! # Digging
//! That is what makes [`Swift::dig`] fast, three times over:
//!
//! - The board can be solved with the given. So without it nothing has to be solved but the given itself: once its digit is
//!   written again, the rest follows as before.
//! - The marks that the givens leave are kept from one question to the next. A given that goes brings back the marks that it alone
//!   kept away, and nothing else is touched.
//! - Fewer givens leave more marks, never fewer. So what is a single at once was one before, or is the given that went;
//!   those are tried, not the whole board.
//!
//! On boards of at most 64 cells singles are followed by other means, faster still ([`small`]).
//!
//! What is reached here is what the ladder with the same strategies reaches; a test holds the two against each other.

mod picture;
mod reasoning;
mod small;

use picture::{BLOCK, LINE, Picture, Tables};
use piste_core::shape::Shape;
use reasoning::Reasoning;
use small::Small;

/// What somebody knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// The last cell of a house.
    full_house: bool,
    /// Hidden singles of boxes and all that is no line.
    hidden_box: bool,
    /// Hidden singles of rows and columns.
    hidden_line: bool,
    /// Naked singles.
    naked: bool,
    /// Locked candidates that point out of a box or another house that is no line.
    pointing: bool,
    /// Locked candidates of rows and columns.
    claiming: bool,
    /// Naked subsets up to so many cells; 0 for none.
    naked_subsets: usize,
    /// Hidden subsets up to so many digits; 0 for none.
    hidden_subsets: usize,
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

    /// The kinds of houses whose hidden singles are known.
    fn hidden_singles(self) -> u8 {
        (u8::from(self.hidden_line) * LINE) | (u8::from(self.hidden_box) * BLOCK)
    }

    /// The kinds of houses whose last cell is known, where it is not known as a single anyway: as a naked one or as a
    /// hidden one of that house.
    fn full_houses(self) -> u8 {
        if self.full_house && !self.naked { (LINE | BLOCK) & !self.hidden_singles() } else { 0 }
    }

    /// Whether anything but singles is known.
    fn is_more_than_singles(self) -> bool {
        self.pointing || self.claiming || self.naked_subsets > 1 || self.hidden_subsets > 1
    }
}

/// A board of one shape to try on, used again from one try to the next.
#[derive(Clone, Debug)]
pub(super) struct Swift {
    tables: Tables,
    /// The givens: face values, 0 for none.
    givens: Vec<u8>,
    /// The same, and the marks that they leave; if `is_laid_out`.
    laid_out: Picture,
    is_laid_out: bool,
    /// What is made of them.
    reasoning: Reasoning,
    /// While digging: the cells that may be singles at once. No other is.
    at_once: Vec<u16>,
    /// For singles on a small board.
    small: Option<Small>,
}

impl Swift {
    /// A board of this shape.
    pub(super) fn new(shape: &Shape) -> Swift {
        let tables = Tables::new(shape.layout());
        Swift {
            givens: vec![0; tables.cells()],
            laid_out: Picture::new(&tables),
            is_laid_out: false,
            reasoning: Reasoning::new(&tables),
            at_once: Vec::new(),
            small: Small::new(shape.layout()),
            tables,
        }
    }

    /// Puts these givens on the board (face values, 0 for none). They must have a solution.
    ///
    /// # Panics
    /// If there are not as many values as cells.
    pub(super) fn lay_out(&mut self, givens: &[u8]) {
        self.givens.copy_from_slice(givens);
        self.is_laid_out = false;
    }

    /// Whether what was laid out can be solved with no more than this.
    pub(super) fn solves(&mut self, known: Known) -> bool {
        match &self.small {
            Some(small) if !known.is_more_than_singles() => small.solves(&self.givens, known),
            _ => self.stuck_at(known).is_none(),
        }
    }

    /// The marks at which somebody is stuck who knows no more than this: the digits that are left for each cell, bit 0 for
    /// the digit 1. Nothing if it can be solved.
    pub(super) fn stuck_at(&mut self, known: Known) -> Option<Vec<u32>> {
        self.draw();
        let Swift { tables, laid_out, reasoning, .. } = self;
        reasoning.begin(tables, laid_out, known);
        reasoning.note_singles(tables);
        (!reasoning.goes_through(tables, None)).then(|| reasoning.marks())
    }

    /// Draws the picture of the givens, if that is not done.
    fn draw(&mut self) {
        if !self.is_laid_out {
            self.laid_out.lay_out(&self.tables, &self.givens);
            self.is_laid_out = true;
        }
    }

    /// Takes groups of givens away, in this order, for as long as the rest can be solved with no more than this and no
    /// fewer than `floor` are left; without a floor none that is left could go. `givens` must be solved so, and is
    /// what is left and laid out afterwards. `full` is the solution.
    pub(super) fn dig(
        &mut self,
        (full, givens): (&[u8], &mut [u8]),
        groups: &[&[u16]],
        known: Known,
        floor: usize,
    ) {
        if let Some(small) = self.small.as_ref().filter(|_| !known.is_more_than_singles()) {
            small.dig((full, givens), groups, known, floor);
            return self.lay_out(givens);
        }
        self.lay_out(givens);
        self.draw();
        let open = (0..givens.len() as u16).filter(|&cell| givens[usize::from(cell)] == 0);
        self.at_once.clear();
        self.at_once.extend(open);
        let mut left = givens.len() - self.at_once.len();
        for &group in groups {
            if left >= floor + group.len() && self.goes_without(full, group, known) {
                group.iter().for_each(|&cell| givens[usize::from(cell)] = 0);
                left -= group.len();
            }
        }
        // The picture was changed with each of them.
        self.givens.copy_from_slice(givens);
    }

    /// Takes a group of givens off the board if it can be solved without them.
    fn goes_without(&mut self, full: &[u8], group: &[u16], known: Known) -> bool {
        let Swift { tables, laid_out, reasoning, at_once, .. } = self;
        let digit_of = |cell: u16| full[usize::from(cell)] - 1;
        group.iter().for_each(|&cell| laid_out.take_off(tables, usize::from(cell)));
        reasoning.know(known);
        let before = at_once.len();
        at_once.extend(group);
        let is_single = |reasoning: &Reasoning, laid_out: &Picture, cell: u16| {
            reasoning.is_single(tables, laid_out, usize::from(cell), usize::from(digit_of(cell)))
        };
        if group.iter().all(|&cell| is_single(reasoning, laid_out, cell)) {
            return true;
        }
        reasoning.begin(tables, laid_out, known);
        for &cell in at_once.iter() {
            if is_single(reasoning, laid_out, cell) {
                reasoning.note(cell, digit_of(cell));
            }
        }
        if reasoning.goes_through(tables, Some(group)) {
            at_once.retain(|&cell| is_single(reasoning, laid_out, cell));
            return true;
        }
        at_once.truncate(before);
        for &cell in group {
            laid_out.put_on(tables, usize::from(cell), digit_of(cell));
        }
        false
    }
}

/// How boldly to dig where nothing is known of how the rest is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The fewest givens to go down to.
    pub(super) floor: usize,
    /// How many groups are taken at first: many on a full board, one where most givens will have to stay.
    pub(super) at_once: usize,
}

/// Digs as [`Swift::dig`] does, for whoever answers by other means. Who knows more, or the same, must not be stuck with
/// more givens.
///
/// Several groups are taken at once, and where that is too much, the first half of them, and so on.
/// As long as it goes well more are taken at a time.
pub(super) fn dig(
    solves: &mut impl FnMut(&[u8]) -> bool,
    givens: &mut [u8],
    groups: &[&[u16]],
    Room { floor, mut at_once }: Room,
) {
    let mut left = givens.iter().filter(|&&value| value > 0).count();
    let mut next = 0;
    while next < groups.len() {
        let end = groups.len().min(next + at_once);
        let some = &groups[next..end];
        let size: usize = some.iter().map(|group| group.len()).sum();
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
fn dig_some(solves: &mut impl FnMut(&[u8]) -> bool, givens: &mut [u8], groups: &[&[u16]]) -> usize {
    let cells = || groups.iter().copied().flatten().map(|&cell| usize::from(cell));
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
                swift.lay_out(&givens);
                assert_eq!(swift.solves(known), is_solved, "{grid} {known:?}");
                seen[count - 1][usize::from(is_solved)] += 1;
                let Some(marks_left) = swift.stuck_at(known) else { continue };
                let end = solve.end();
                for (cell, &word) in end.open().iter().map(|cell| (cell, &marks_left[cell.index()]))
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
        for (name, count) in [
            ("4x4+x", 1),
            ("6x6", 1),
            ("6x6", 2),
            ("6x6/3x2", 3),
            ("6x6+antiknight", 4),
            ("8x8+antiking", 4),
            ("jigsaw:1112211222334443354435555", 2),
            ("6x6", 7),
            ("9x9", 3),
            ("9x9+x", 6),
            ("9x9+windoku", 12),
            ("9x9+antiking", 4),
            ("12x12", 8),
            ("16x16", 2),
        ] {
            let shape: Shape = name.parse().unwrap();
            let (mut engine, mut swift) = (General::new(&shape), Swift::new(&shape));
            let known = Known::of(Known::STRATEGIES[..count].iter().copied());
            let mut rng = Rng::new(3);
            let full = engine.random_full(1_000_000, &mut rng).unwrap().unwrap();
            let mut groups = engine.orbits(Some(Symmetry::HalfTurn));
            rng.shuffle(&mut groups);
            let groups: Vec<&[u16]> = groups.iter().map(Vec::as_slice).collect();
            let mut givens = full.clone();
            swift.dig((&full, &mut givens), &groups, known, 0);
            // Whoever asks the whole board each time digs the same puzzle.
            let mut whole = Swift::new(&shape);
            let mut solves = |givens: &[u8]| {
                whole.lay_out(givens);
                whole.stuck_at(known).is_none()
            };
            let mut same = full.clone();
            dig(&mut solves, &mut same, &groups, Room { floor: 0, at_once: 8 });
            assert_eq!(givens, same, "{name}");
            let marks = engine.marks_of(&givens);
            assert_eq!(engine.solutions(&marks, 2, 100_000).unwrap(), [full]);
            assert!(swift.solves(known) && solves(&givens));
            for group in groups.iter().filter(|group| same[usize::from(group[0])] > 0) {
                let mut less = givens.clone();
                group.iter().for_each(|&cell| less[usize::from(cell)] = 0);
                assert!(!solves(&less), "{name}: {group:?} can go");
            }
        }
    }
}
