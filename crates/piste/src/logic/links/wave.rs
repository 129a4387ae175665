//! Following links breadth first.
//!
//! A [`Wave`] starts from one statement, "this spot is on" or "this spot is off", and
//! takes one kind of link per step: from what is on by weak links to what is off, from
//! what is off by strong links to what is on. Each statement is met at the earliest step
//! that can reach it, so what a wave says of lengths is exact. A wave keeps no record of
//! how it came; [`Paths`] repeats it with one when there is something to show.
//!
//! Chains *with groups* or *through almost locked sets* are only worth telling apart from
//! plain ones if they use such a thing. So a wave goes on two levels at once: the one
//! meets every statement as early as any path can, the other as early as a path can that
//! has passed something *special*.

use super::{Links, rows};
use crate::logic::{Link, Reason};
use piste_core::space::Space;

/// A breadth-first wave from one statement.
#[derive(Clone, Debug)]
pub(crate) struct Wave {
    start: usize,
    start_on: bool,
    steps: usize,
    /// Words in a row.
    width: usize,
    /// Three rows: seen off, seen on, front. Where there is something special, three more
    /// of the same kind: what was reached by way of it.
    rows: Vec<u64>,
}

const FRONT: usize = 2;
const SPECIAL: usize = 3;

impl Wave {
    /// A wave that has not left yet.
    pub(crate) fn new<S: Space>(links: &Links<S>, start: usize, on: bool) -> Wave {
        let width = links.width();
        let rows = vec![0; width * if links.has_special() { 6 } else { 3 }];
        let mut wave = Wave { start, start_on: on, steps: 0, width, rows };
        for level in if start >= links.first_special() { 0..2 } else { 0..1 } {
            rows::insert(wave.row_mut(level * SPECIAL + usize::from(on)), start);
            rows::insert(wave.row_mut(level * SPECIAL + FRONT), start);
        }
        wave
    }

    fn row(&self, which: usize) -> &[u64] {
        &self.rows[which * self.width..][..self.width]
    }

    fn row_mut(&mut self, which: usize) -> &mut [u64] {
        &mut self.rows[which * self.width..][..self.width]
    }

    /// The first row of the level that tells: the special one, if there is one.
    fn telling(&self) -> usize {
        if self.rows.len() > SPECIAL * self.width { SPECIAL } else { 0 }
    }

    /// The spot it started from.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Whether the start was supposed to be on.
    pub(crate) fn start_on(&self) -> bool {
        self.start_on
    }

    /// How many steps it has taken.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// Whether the spots of the front are on.
    pub(crate) fn is_on(&self) -> bool {
        self.start_on ^ (self.steps % 2 == 1)
    }

    /// The spots met for the first time at the last step; where there is something
    /// special, by way of it.
    pub(crate) fn front(&self) -> &[u64] {
        self.row(self.telling() + FRONT)
    }

    /// The spots known to be on, or off, so far; by way of something special, if there is
    /// such a thing.
    pub(crate) fn seen(&self, on: bool) -> &[u64] {
        self.row(self.telling() + usize::from(on))
    }

    /// Whether the opposite of the start has been reached.
    pub(crate) fn refutes_itself(&self) -> bool {
        rows::has(self.seen(!self.start_on), self.start)
    }

    /// Takes one step. Says whether there is anything new.
    ///
    /// Nothing is followed from the opposite of the start: a chain that gets there has
    /// said all it can say.
    pub(crate) fn advance<S: Space>(&mut self, links: &Links<S>, room: &mut Room) -> bool {
        let mut any = self.advance_level(links, room, 0);
        if self.telling() == SPECIAL {
            any |= self.advance_level(links, room, SPECIAL);
        }
        self.steps += 1;
        any
    }

    /// One step on the level whose rows begin at `level`.
    fn advance_level<S: Space>(&mut self, links: &Links<S>, room: &mut Room, level: usize) -> bool {
        let on = self.is_on();
        room.next.clear();
        room.next.resize(self.width, 0);
        let front = self.row(level + FRONT);
        let left = self.steps > 0;
        if on {
            for spot in rows::members(front).filter(|&spot| !(left && spot == self.start)) {
                rows::add(&mut room.next, links.weak(spot));
            }
        } else {
            for spot in rows::common(front, links.linked()) {
                if !(left && spot == self.start) {
                    for &(to, _) in links.strong(spot) {
                        rows::insert(&mut room.next, to);
                    }
                }
            }
        }
        if level == SPECIAL {
            // What is special by itself may have been reached on the plain level.
            let first = links.first_special();
            let plain = self.row(FRONT)[first / 64..].iter();
            let mut mask = !0 << (first % 64);
            for (next, plain) in room.next[first / 64..].iter_mut().zip(plain) {
                *next |= plain & mask;
                mask = !0;
            }
        }
        let rows = &mut self.rows[level * self.width..][..3 * self.width];
        let (seen, front) = rows.split_at_mut(FRONT * self.width);
        let seen = &mut seen[usize::from(!on) * self.width..][..self.width];
        let mut any = 0;
        for ((next, seen), front) in room.next.iter().zip(seen).zip(front) {
            *front = next & !*seen;
            *seen |= next;
            any |= *front;
        }
        any != 0
    }
}

/// Room for a wave's next front while it is being made.
#[derive(Debug, Default)]
pub(crate) struct Room {
    next: Vec<u64>,
}

/// One link of a path: the spot it leads to, and the almost locked set by which it leaves
/// an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hop {
    pub(crate) to: usize,
    pub(crate) set: Option<usize>,
}

/// A chain of statements, on and off in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) start: usize,
    pub(crate) start_on: bool,
    pub(crate) hops: Vec<Hop>,
}

impl Path {
    /// For each link: from which spot, whether that is on, and the hop.
    fn steps(&self) -> impl Iterator<Item = (usize, bool, Hop)> + '_ {
        let from = std::iter::once(self.start).chain(self.hops.iter().map(|hop| hop.to));
        from.zip(&self.hops)
            .enumerate()
            .map(|(i, (from, &hop))| (from, self.start_on ^ (i % 2 == 1), hop))
    }

    /// The links as evidence, as number `chain` of the step's chains.
    pub(crate) fn links<S: Space>(&self, links: &Links<S>, chain: u8) -> Vec<Link<S>> {
        let mut told = Vec::with_capacity(self.hops.len() + 2);
        for (from, on, hop) in self.steps().filter(|&(from, _, hop)| from != hop.to) {
            let (a, b) = (links.spot(from), links.spot(hop.to));
            match hop.set {
                // From a locked set: the entry is off, so the set has the other digit.
                Some(set) if on => {
                    let set = links.sets().set(set);
                    let held = set.spot(b.digit);
                    let (off, held_on) = (a.node(false), held.node(true));
                    let reason = Reason::Set(set.cells);
                    told.push(Link { chain, from: off, to: held_on, reason });
                    let reason = links.weak_reason(held, b);
                    told.push(Link { chain, from: held_on, to: b.node(false), reason });
                }
                _ => told.push(Link { chain, ..links.link((from, on), hop.to) }),
            }
        }
        told
    }
}

/// A wave with the record of every step: what can be reached, and how.
pub(crate) struct Paths<'a, S: Space> {
    links: &'a Links<S>,
    start: usize,
    start_on: bool,
    /// Front and special front after each step, from step 0.
    fronts: Vec<[Vec<u64>; 2]>,
}

impl<'a, S: Space> Paths<'a, S> {
    /// Walks `steps` steps from the statement.
    pub(crate) fn new(
        links: &'a Links<S>,
        start: usize,
        start_on: bool,
        steps: usize,
    ) -> Paths<'a, S> {
        let mut wave = Wave::new(links, start, start_on);
        let mut room = Room::default();
        let record = |wave: &Wave| [wave.row(FRONT).to_vec(), wave.front().to_vec()];
        let mut fronts = vec![record(&wave)];
        while wave.steps() < steps && wave.advance(links, &mut room) {
            fronts.push(record(&wave));
        }
        Paths { links, start, start_on, fronts }
    }

    /// A shortest path to a spot of the last front; a special one, where there is
    /// something special.
    pub(crate) fn to(&self, spot: usize) -> Option<Path> {
        let mut first = None;
        self.each_to(spot, 1, |path| first = Some(path.clone()));
        first
    }

    /// A shortest path to the spot, special or not, at whatever step it was met.
    pub(crate) fn plainly_to(&self, spot: usize, on: bool) -> Option<Path> {
        let step = (0..self.fronts.len()).find(|&step| {
            rows::has(&self.fronts[step][0], spot) && on == (self.start_on ^ (step % 2 == 1))
        })?;
        let mut first = None;
        let mut back =
            Back { hops: Vec::new(), left: 1, visit: |p: &Path| first = Some(p.clone()) };
        self.back(step, spot, false, &mut back);
        first
    }

    /// Shortest paths to a spot of the last front, at most `most` of them, in a fixed
    /// order.
    pub(crate) fn each_to(&self, spot: usize, most: usize, visit: impl FnMut(&Path)) {
        let last = self.fronts.len() - 1;
        let mut back = Back { hops: Vec::with_capacity(last), left: most, visit };
        self.back(last, spot, self.links.has_special(), &mut back);
    }

    /// Goes back from a spot of the front after `step` steps. `special` says that the path
    /// still has to show something special.
    fn back<V: FnMut(&Path)>(&self, step: usize, spot: usize, special: bool, back: &mut Back<V>) {
        if back.left == 0 {
            return;
        }
        let special = special && spot < self.links.first_special();
        if step == 0 {
            if !special {
                back.left -= 1;
                let hops = back.hops.iter().rev().copied().collect();
                (back.visit)(&Path { start: self.start, start_on: self.start_on, hops });
            }
            return;
        }
        let from_on = self.start_on ^ step.is_multiple_of(2);
        let whence = &self.fronts[step - 1][usize::from(special)];
        for from in rows::members(whence) {
            let leads = if from_on {
                self.links.are_weak(from, spot)
            } else {
                self.links.strong(from).iter().any(|&(to, _)| to == spot)
            };
            if !leads || (step > 1 && from == self.start) {
                continue;
            }
            if from_on && from >= self.links.plain() {
                for set in self.links.sets().ruling_out(self.links, from, spot) {
                    back.hops.push(Hop { to: spot, set: Some(set) });
                    self.back(step - 1, from, special, back);
                    back.hops.pop();
                }
            } else {
                back.hops.push(Hop { to: spot, set: None });
                self.back(step - 1, from, special, back);
                back.hops.pop();
            }
        }
    }
}

/// What going back keeps: the hops so far, last one first, how many paths are still
/// wanted, and what to do with them.
struct Back<V> {
    hops: Vec<Hop>,
    left: usize,
    visit: V,
}

#[cfg(test)]
mod tests {
    use super::super::Scope;
    use super::*;
    use piste_core::space::Classic;
    use piste_core::{Board, Grid};

    fn board() -> Board {
        let grid: Grid =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
                .parse()
                .unwrap();
        Board::from(&grid)
    }

    /// Every path is as long as the wave says, goes from statement to statement, and shows
    /// something special where there is such a thing.
    #[test]
    fn paths_are_what_the_walk_promises() {
        for scope in [Scope::Candidates, Scope::Groups, Scope::Sets] {
            let links = Links::new(&board(), scope);
            let mut told = 0;
            for start in (0..links.singles()).step_by(7) {
                for on in [true, false] {
                    let mut wave = Wave::new(&links, start, on);
                    let mut room = Room::default();
                    while wave.advance(&links, &mut room) && wave.steps() < 7 {
                        let paths = Paths::new(&links, start, on, wave.steps());
                        for end in rows::members(wave.front()) {
                            let path = paths.to(end).unwrap();
                            assert_eq!(path.hops.len(), wave.steps());
                            assert_eq!(path.hops.last().unwrap().to, end);
                            let passes = |hop: &Hop| hop.to >= links.first_special();
                            assert!(!links.has_special() || path.hops.iter().any(passes));
                            if end < links.plain() {
                                check(
                                    &path.links(&links, 0),
                                    (start, on),
                                    (end, wave.is_on()),
                                    &links,
                                );
                                told += 1;
                            }
                        }
                    }
                }
            }
            assert!(told > 100, "{scope:?}: {told}");
        }
    }

    fn check(told: &[Link], start: (usize, bool), end: (usize, bool), links: &Links<Classic>) {
        assert_eq!(told[0].from, links.spot(start.0).node(start.1));
        assert_eq!(told[told.len() - 1].to, links.spot(end.0).node(end.1));
        for pair in told.windows(2) {
            assert_eq!(pair[0].to, pair[1].from);
        }
        for link in told {
            assert_ne!(link.from.on, link.to.on);
        }
    }
}
