//! What runs have seen and where they went, so that later ones need not look again.
//!
//! Where singles lead does not depend on the order in which they are written. So all runs come to the same board when there
//! are none left for the first time, and often again later; what the tiers find there is always the same, but for the digits
//! that the last one draws. And whoever applies the same there comes to the same next board: boards without singles are the
//! crossings of a map, what can be applied there are the ways out. A way that was gone once leads to a crossing that is known;
//! who goes it again only draws [the order of the singles](Count).

use super::count::{Count, Truth};
use super::marks::{ByBand, End, Key, RunMarks, size};
use super::trials::{Decided, Trial, try_out};
use super::view::{Application, Before, View};
use super::{Reading, TIERS, Tally};
use piste_core::{Cell, Rng, Solution};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The tiers above singles whose finds are not a matter of chance: all but the last.
const CERTAIN: usize = TIERS.len() - 2;

/// The number of a board without singles.
pub(super) type Crossing = usize;

/// Boards without singles and the ways between them, from the board on which all runs begin.
pub(super) struct Seen {
    start: RunMarks,
    /// The same counted, if it can be.
    counted: Option<(Truth, Count)>,
    map: Map,
}

struct Map {
    numbers: HashMap<Key, Crossing, BuildHasherDefault<Mixed>>,
    sights: Vec<Sight>,
    /// The first is the way from the start.
    ways: Vec<Way>,
}

/// A board on the way.
#[allow(clippy::large_enum_variant, reason = "there is one at a time, on the stack")]
enum Underway<'t> {
    Counted(Count, &'t Truth),
    Bare(RunMarks),
}

/// What comes of something that is applied.
#[derive(Clone, Copy)]
enum Way {
    Unknown,
    /// It leads there without singles.
    Short(Crossing),
    Known(Crossing),
}

/// How many applications a tier has on a board.
#[derive(Clone, Copy)]
pub(super) struct Finds {
    pub(super) possible: u32,
    pub(super) valid: u32,
}

/// Words multiplied together. Nobody chooses boards in order to make them meet.
#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            let wide = u128::from(self.0 ^ u64::from_le_bytes(word)) * 0x9E37_79B9_7F4A_7C15;
            self.0 = (wide >> 64) as u64 ^ wide as u64;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// So many boards are remembered from one run to the next: less than two megabytes.
const REMEMBERED: usize = 500;

impl Seen {
    /// Nothing but the board on which all runs begin; one of its solutions, if it has any.
    pub(super) fn from(mut start: RunMarks, solution: Option<&Solution>) -> Seen {
        // Worked out here once, not in every run.
        start.singles();
        let counted = solution.and_then(|solution| Truth::of(solution, &mut start));
        Seen { start, counted, map: Map::new() }
    }

    /// How many cells are open there.
    pub(super) fn left(&self, at: Crossing) -> u32 {
        self.map.sights[at].sheet.left()
    }

    /// Goes from the start to the first board without singles; adds the looks.
    pub(super) fn begin(&mut self, looks: &mut f64, rng: &mut Rng) -> Crossing {
        let map = &mut self.map;
        if map.sights.len() >= REMEMBERED {
            *map = Map::new();
        }
        let mut board = match &self.counted {
            Some((truth, count)) => Underway::Counted(*count, truth),
            None => Underway::Bare(self.start),
        };
        map.go(0, None, &mut board, looks, rng)
    }

    /// Applies the valid application with this number of the tier that was looked through last, and goes to the next board
    /// without singles; adds the looks. None if that solves it at once.
    pub(super) fn go_on(
        &mut self,
        from: Crossing,
        tier: usize,
        number: usize,
        looks: &mut f64,
        rng: &mut Rng,
    ) -> Option<Crossing> {
        let sight = &self.map.sights[from];
        let (way, application) = sight.way(tier, number)?;
        if let Way::Short(to) = self.map.ways[way] {
            return Some(to);
        }
        let mut board = match (&self.counted, &sight.count) {
            (Some((truth, _)), Some(count)) => Underway::Counted(**count, truth),
            _ => Underway::Bare(sight.sheet),
        };
        match application {
            Application::Write { cell, digit } => board.write(cell, usize::from(digit)),
            _ => {
                if let Some(view) = &sight.view {
                    view.erased(application, |cell, digit| board.erase(cell, digit));
                }
            }
        }
        Some(self.map.go(way, Some(from), &mut board, looks, rng))
    }

    /// Looks through a tier above singles.
    pub(super) fn look(
        &mut self,
        at: Crossing,
        tier: usize,
        reading: Reading,
        rng: &mut Rng,
        decided: &mut Decided,
    ) -> Finds {
        if tier > CERTAIN {
            let truth = self.counted.as_ref().map(|(truth, _)| truth.places());
            let Map { sights, ways, .. } = &mut self.map;
            return sights[at].try_out(reading, ways, truth, rng, decided);
        }
        let known = match &self.map.sights[at].tiers[tier - 1] {
            Some(known) => known,
            None => self.map.explore(at, tier, reading),
        };
        Finds { possible: known.possible, valid: known.valid.len() as u32 }
    }
}

impl Map {
    /// Nothing but the way from the start.
    fn new() -> Map {
        let mut ways = Vec::with_capacity(100);
        ways.push(Way::Unknown);
        Map { numbers: HashMap::default(), sights: Vec::with_capacity(20), ways }
    }

    /// Looks through a tier where nobody has.
    fn explore(&mut self, at: Crossing, tier: usize, reading: Reading) -> &Known {
        let Map { sights, ways, .. } = self;
        let from = sights[at].from;
        let view = sights[at].view.take().unwrap_or_else(|| {
            let (now, is_sure) = (&sights[at].sheet, sights[at].count.is_some());
            match from.map(|from| &sights[from]) {
                Some(Sight { view: Some(view), sheet, .. }) => view.after(sheet, now, is_sure),
                _ => View::from(now),
            }
        });
        let before = from.and_then(|from| sights[from].tiers[tier - 1].as_ref());
        let mut before =
            before.map_or_else(Before::nothing, |known| Before::of(&view, &known.valid));
        let mut valid = Vec::new();
        let look = |&idea| view.look_again(idea, reading, &mut before, &mut valid);
        let possible = TIERS[tier].iter().map(look).sum();
        let first = ways.len();
        ways.extend(valid.iter().map(|_| Way::Unknown));
        sights[at].view = Some(view);
        sights[at].tiers[tier - 1].insert(Known { possible, valid, first })
    }

    /// Goes a way that begins with this board.
    fn go(
        &mut self,
        way: usize,
        from: Option<Crossing>,
        board: &mut Underway<'_>,
        looks: &mut f64,
        rng: &mut Rng,
    ) -> Crossing {
        let is_long = board.write_singles(looks, rng);
        if let Way::Short(to) | Way::Known(to) = self.ways[way] {
            return to;
        }
        let (sheet, count) = match board {
            Underway::Counted(count, truth) => (count.marks(truth), Some(Box::new(*count))),
            Underway::Bare(sheet) => (*sheet, None),
        };
        let next = self.sights.len();
        let to = *self.numbers.entry(sheet.key()).or_insert(next);
        if to == next {
            self.sights.push(Sight::of(sheet, count, from));
        }
        self.ways[way] = if is_long { Way::Known(to) } else { Way::Short(to) };
        to
    }
}

impl Underway<'_> {
    fn write(&mut self, cell: Cell, digit: usize) {
        match self {
            Underway::Counted(count, truth) => count.write(cell, truth),
            Underway::Bare(sheet) => sheet.write(cell, digit),
        }
    }

    fn erase(&mut self, cell: Cell, digit: usize) {
        match self {
            Underway::Counted(count, truth) => count.erase(cell, digit, truth),
            Underway::Bare(sheet) => sheet.erase(cell, digit),
        }
    }

    /// Writes one single after the other, each drawn from all that there are, and adds the looks that it takes to find
    /// them; whether there were any.
    fn write_singles(&mut self, looks: &mut f64, rng: &mut Rng) -> bool {
        match self {
            Underway::Counted(count, truth) => count.write_singles(truth, looks, rng),
            Underway::Bare(sheet) => write_singles(sheet, looks, rng),
        }
    }
}

/// The same on a board that is not counted.
fn write_singles(sheet: &mut RunMarks, looks: &mut f64, rng: &mut Rng) -> bool {
    let mut is_written = false;
    while sheet.left() > 0 {
        let singles = sheet.singles();
        let valid = size(singles);
        if valid == 0 {
            break;
        }
        *looks += Tally { possible: 2 * sheet.left(), valid }.expected_looks();
        sheet.write_nth(singles, rng.below(valid as usize) as u32);
        is_written = true;
    }
    is_written
}

/// What there is to see on a board without singles.
struct Sight {
    sheet: RunMarks,
    count: Option<Box<Count>>,
    /// Where one came from when it was first seen.
    from: Option<Crossing>,
    view: Option<View>,
    /// What is known of each tier that was looked through.
    tiers: [Option<Known>; CERTAIN],
    /// How the trials end that were made; two ways for each.
    trials: Vec<Trial>,
    /// What was known of trials when somebody was here last.
    decided: Decided,
    /// The first way that belongs to the trials.
    trial_ways: usize,
    /// The trials that last came to something: room to work in.
    telling: Vec<usize>,
}

/// What a tier finds on a board.
struct Known {
    possible: u32,
    valid: Vec<Application>,
    /// The way that the first of them is; the others follow.
    first: usize,
}

impl Sight {
    fn of(sheet: RunMarks, count: Option<Box<Count>>, from: Option<Crossing>) -> Sight {
        Sight {
            sheet,
            count,
            from,
            view: None,
            tiers: <_>::default(),
            trials: Vec::new(),
            decided: Decided::default(),
            trial_ways: 0,
            telling: Vec::new(),
        }
    }

    /// The possible applications of the last tier, and the valid ones.
    fn try_out(
        &mut self,
        reading: Reading,
        ways: &mut Vec<Way>,
        truth: Option<&ByBand>,
        rng: &mut Rng,
        decided: &mut Decided,
    ) -> Finds {
        let Sight { sheet, trials, telling, .. } = self;
        let is_new = trials.is_empty();
        decided.take_over(&self.decided);
        try_out(sheet, truth, rng, trials, decided);
        self.decided = *decided;
        if is_new {
            self.trial_ways = ways.len();
            ways.extend((0..2 * trials.len()).map(|_| Way::Unknown));
        }
        telling.clear();
        let says = |at: &usize| trials[*at].application(reading).is_some();
        telling.extend((0..trials.len()).filter(says));
        Finds { possible: trials.len() as u32, valid: telling.len() as u32 }
    }

    /// The valid application with this number, and its way; none if it solves the board.
    fn way(&self, tier: usize, number: usize) -> Option<(usize, Application)> {
        if let Some(known) = self.tiers.get(tier - 1) {
            let known = known.as_ref()?;
            return Some((known.first + number, known.valid[number]));
        }
        let at = self.telling[number];
        let Trial { cell, digits, tried, ends } = self.trials[at];
        let digit = digits[1 - tried];
        let breaks = ends[tried] == Some(End::Contradiction);
        breaks.then_some((self.trial_ways + 2 * at + tried, Application::Write { cell, digit }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::run;
    use super::*;
    use piste_core::{Board, Puzzle};

    /// Runs that know the solution and runs that look at the board come to the same, draw for draw.
    #[test]
    fn counted_runs_are_those_that_look() {
        let mut rng = Rng::new(11);
        let mut tiers = [0; TIERS.len()];
        for _ in 0..60 {
            let puzzle = Puzzle::random(&mut rng);
            let start = RunMarks::from(&Board::from(puzzle.grid()));
            let mut both = [Some(puzzle.solution()), None].map(|known| Seen::from(start, known));
            assert_eq!(both.each_ref().map(|seen| seen.counted.is_some()), [true, false]);
            let mut rngs = [rng.clone(), rng.clone()];
            for _ in 0..10 {
                let [counted, bare] = [0, 1].map(|at: usize| {
                    let run = run(&mut both[at], Reading::TEXT, &mut rngs[at]);
                    (run.looks.to_bits(), run.tier, run.is_finished, rngs[at].bits())
                });
                assert_eq!(counted, bare, "{puzzle:?}");
                tiers[usize::from(counted.1)] += 1;
            }
            rng.bits();
        }
        assert!(tiers[0] > 10 && tiers[1] > 10 && tiers[5] > 10, "{tiers:?}");
    }

    /// What the solution speaks against is not counted, nor a board with marks beside what is written.
    #[test]
    fn only_clean_boards_are_counted() {
        let mut rng = Rng::new(13);
        let puzzle = Puzzle::random(&mut rng);
        let start = RunMarks::from(&Board::from(puzzle.grid()));
        let is_counted =
            |sheet: RunMarks| Seen::from(sheet, Some(puzzle.solution())).counted.is_some();
        assert!(is_counted(start));
        let open = start.open();
        let band = (0..3).find(|band| open[*band] != 0).unwrap();
        let cell = Cell::from_index(27 * band + open[band].trailing_zeros() as usize);
        let mut without = start;
        without.erase(cell, puzzle.solution().get(cell).index());
        assert!(!is_counted(without));
        let mut places = start.places;
        places.iter_mut().for_each(|band| band[..9].fill(0x7ff_ffff));
        assert!(!is_counted(RunMarks::of(places, start.open(), start.left())));
    }
}
