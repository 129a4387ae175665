//! hsolve once more, word for word from the paper's appendix and as slow as it reads:
//! tables of truth values, every group of cells tried, nothing kept between steps. It
//! shares nothing with the fast one but the random numbers.

use piste::Rng;

type Spot = (usize, usize);

/// An entry of the board, and what the Sudoku Solution Graph allows.
#[derive(Clone)]
pub(crate) struct Slow {
    board: [[Option<usize>; 9]; 9],
    graph: [[[bool; 9]; 9]; 9],
    /// Whether (c) and (f) are asked of locked candidates.
    is_text: bool,
}

/// What an application does: assign values, or take values out of the graph.
#[derive(Clone)]
struct Change {
    assign: Vec<(Spot, usize)>,
    remove: Vec<(Spot, usize)>,
    solves: bool,
}

impl Change {
    fn assign(spot: Spot, value: usize) -> Change {
        Change { assign: vec![(spot, value)], remove: Vec::new(), solves: false }
    }
}

/// The nine rows, the nine columns and the nine regions.
fn groups() -> Vec<Vec<Spot>> {
    let mut groups = Vec::new();
    for i in 0..9 {
        groups.push((0..9).map(|j| (i, j)).collect());
        groups.push((0..9).map(|j| (j, i)).collect());
        groups.push((0..9).map(|j| (i / 3 * 3 + j / 3, i % 3 * 3 + j % 3)).collect());
    }
    groups
}

/// All ways to choose `k` of these.
fn choose<T: Copy>(items: &[T], k: usize) -> Vec<Vec<T>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for i in 0..items.len() {
        for mut rest in choose(&items[i + 1..], k - 1) {
            rest.push(items[i]);
            all.push(rest);
        }
    }
    all
}

impl Slow {
    pub(crate) fn new(puzzle: &str, is_text: bool) -> Slow {
        let mut slow = Slow { board: [[None; 9]; 9], graph: [[[true; 9]; 9]; 9], is_text };
        for (i, c) in puzzle.chars().enumerate() {
            if let Some(value @ 1..) = c.to_digit(10) {
                slow.assign((i / 9, i % 9), value as usize - 1);
            }
        }
        slow
    }

    fn assign(&mut self, (i, j): Spot, value: usize) {
        self.board[i][j] = Some(value);
        self.graph[i][j] = [false; 9];
        for group in groups().iter().filter(|group| group.contains(&(i, j))) {
            for &(a, b) in group {
                self.graph[a][b][value] = false;
            }
        }
    }

    fn is_empty(&self, (i, j): Spot) -> bool {
        self.board[i][j].is_none()
    }

    fn empty(&self) -> Vec<Spot> {
        (0..81).map(|i| (i / 9, i % 9)).filter(|&spot| self.is_empty(spot)).collect()
    }

    fn empty_in(&self, group: &[Spot]) -> Vec<Spot> {
        group.iter().copied().filter(|&spot| self.is_empty(spot)).collect()
    }

    fn has(&self, (i, j): Spot, value: usize) -> bool {
        self.graph[i][j][value]
    }

    fn values(&self, spot: Spot) -> Vec<usize> {
        (0..9).filter(|&value| self.has(spot, value)).collect()
    }

    /// The removals that change something, as an application if there is one.
    fn removal(&self, remove: Vec<(Spot, usize)>) -> Option<Change> {
        let remove: Vec<_> = remove.into_iter().filter(|&(s, value)| self.has(s, value)).collect();
        (!remove.is_empty()).then_some(Change { assign: Vec::new(), remove, solves: false })
    }

    fn singles(&self) -> (usize, Vec<Change>) {
        let groups = groups();
        let mut valid = Vec::new();
        for spot in self.empty() {
            let values = self.values(spot);
            if values.len() == 1 {
                valid.push(Change::assign(spot, values[0]));
                continue;
            }
            let mine = groups.iter().filter(|group| group.contains(&spot));
            let mut shown = mine.flat_map(|group| {
                let alone =
                    |&value: &usize| group.iter().filter(|&&s| self.has(s, value)).count() == 1;
                values.iter().copied().filter(alone).collect::<Vec<_>>()
            });
            if let Some(value) = shown.next() {
                valid.push(Change::assign(spot, value));
            }
        }
        (2 * self.empty().len(), valid)
    }

    fn naked(&self, k: usize) -> (usize, Vec<Change>) {
        let (mut possible, mut valid) = (0, Vec::new());
        for group in groups() {
            for spots in choose(&self.empty_in(&group), k) {
                possible += 1;
                let values: Vec<usize> =
                    (0..9).filter(|&v| spots.iter().any(|&s| self.has(s, v))).collect();
                if values.len() != k {
                    continue;
                }
                let others = group.iter().filter(|s| !spots.contains(s));
                let remove = others.flat_map(|&s| values.iter().map(move |&v| (s, v))).collect();
                valid.extend(self.removal(remove));
            }
        }
        (possible, valid)
    }

    fn hidden(&self, k: usize) -> (usize, Vec<Change>) {
        let (mut possible, mut valid) = (0, Vec::new());
        for group in groups() {
            for spots in choose(&self.empty_in(&group), k) {
                possible += 1;
                let only_here = |&value: &usize| {
                    let places: Vec<_> = group.iter().filter(|&&s| self.has(s, value)).collect();
                    !places.is_empty() && places.iter().all(|s| spots.contains(s))
                };
                let values: Vec<usize> = (0..9).filter(only_here).collect();
                if values.len() != k {
                    continue;
                }
                let others: Vec<usize> = (0..9).filter(|v| !values.contains(v)).collect();
                let remove =
                    spots.iter().flat_map(|&s| others.iter().map(move |&v| (s, v))).collect();
                valid.extend(self.removal(remove));
            }
        }
        (possible, valid)
    }

    fn locked(&self) -> (usize, Vec<Change>) {
        let (mut possible, mut valid) = (0, Vec::new());
        let [rows, columns, regions] = [0, 1, 2]
            .map(|kind| groups().into_iter().skip(kind).step_by(3).collect::<Vec<Vec<Spot>>>());
        let loses = |g1: &Vec<Spot>, g2: &Vec<Spot>, of_type: &Vec<Vec<Spot>>, k: usize| {
            // (c) Two cells or three where g1 meets g2 share k.
            let shared = g1.iter().filter(|s| g2.contains(s) && self.has(**s, k)).count();
            if self.is_text && shared < 2 {
                return false;
            }
            of_type.iter().filter(|g3| *g3 != g1).any(|g3| {
                // (d), (e) k occurs in g3, and only where g3 meets g2.
                let places: Vec<_> = g3.iter().filter(|&&s| self.has(s, k)).collect();
                let is_locked = !places.is_empty() && places.iter().all(|s| g2.contains(s));
                // (f) k does not occur in g2 elsewhere.
                let is_elsewhere = |s: &Spot| self.has(*s, k) && !g1.contains(s) && !g3.contains(s);
                is_locked && !(self.is_text && g2.iter().any(is_elsewhere))
            })
        };
        for lines in [rows, columns] {
            for (line, region) in lines.iter().flat_map(|l| regions.iter().map(move |r| (l, r))) {
                let triple: Vec<Spot> =
                    line.iter().copied().filter(|s| region.contains(s)).collect();
                if self.empty_in(&triple).len() < 2 {
                    continue;
                }
                possible += 1;
                let gone = (0..9).filter(|&k| {
                    loses(line, region, &lines, k) || loses(region, line, &regions, k)
                });
                let remove = gone.flat_map(|k| triple.iter().map(move |&s| (s, k))).collect();
                valid.extend(self.removal(remove));
            }
        }
        (possible, valid)
    }

    fn fish(&self, n: usize) -> (usize, Vec<Change>) {
        let (mut possible, mut valid) = (0, Vec::new());
        for k in 0..9 {
            for is_row in [true, false] {
                let at =
                    |line: usize, place: usize| if is_row { (line, place) } else { (place, line) };
                let places =
                    |line| (0..9).filter(|&p| self.has(at(line, p), k)).collect::<Vec<usize>>();
                let fit: Vec<usize> =
                    (0..9).filter(|&line| (2..=n).contains(&places(line).len())).collect();
                for lines in choose(&fit, n) {
                    possible += 1;
                    let across: Vec<usize> = (0..9)
                        .filter(|p| lines.iter().any(|&line| places(line).contains(p)))
                        .collect();
                    if across.len() != n {
                        continue;
                    }
                    let others = (0..9).filter(|line| !lines.contains(line));
                    let remove = others
                        .flat_map(|line| across.iter().map(move |&p| (at(line, p), k)))
                        .collect();
                    valid.extend(self.removal(remove));
                }
            }
        }
        (possible, valid)
    }

    fn is_contradictory(&self) -> bool {
        self.empty().iter().any(|&spot| self.values(spot).is_empty())
            || groups().iter().any(|group| {
                (0..9).any(|value| {
                    !group
                        .iter()
                        .any(|&(i, j)| self.board[i][j] == Some(value) || self.graph[i][j][value])
                })
            })
    }

    fn backtracking(&self, rng: &mut Rng) -> (usize, Vec<Change>) {
        let two: Vec<Spot> =
            self.empty().into_iter().filter(|&spot| self.values(spot).len() == 2).collect();
        let mut valid = Vec::new();
        for &spot in &two {
            let values = self.values(spot);
            let tried = rng.below(2);
            let mut trial = self.clone();
            trial.assign(spot, values[tried]);
            loop {
                if trial.is_contradictory() {
                    valid.push(Change::assign(spot, values[1 - tried]));
                    break;
                }
                if trial.empty().is_empty() {
                    valid.push(Change { solves: true, ..Change::assign(spot, values[tried]) });
                    break;
                }
                let Some(change) = trial.singles().1.into_iter().next() else { break };
                trial.apply(&change);
            }
        }
        (two.len(), valid)
    }

    fn apply(&mut self, change: &Change) {
        for &(spot, value) in &change.assign {
            self.assign(spot, value);
        }
        for &((i, j), value) in &change.remove {
            self.graph[i][j][value] = false;
        }
    }

    fn tier(&self, tier: usize, rng: &mut Rng) -> (usize, Vec<Change>) {
        let strategies = match tier {
            0 => vec![self.singles()],
            1 => vec![self.naked(2), self.hidden(2), self.locked()],
            2 => vec![self.naked(3), self.hidden(3), self.fish(2)],
            3 => vec![self.naked(4), self.hidden(4), self.fish(3)],
            4 => vec![self.fish(4)],
            _ => vec![self.backtracking(rng)],
        };
        strategies.into_iter().fold((0, Vec::new()), |(possible, mut valid), (p, v)| {
            valid.extend(v);
            (possible + p, valid)
        })
    }

    /// One run: the difficulty, and whether it came to an end.
    pub(crate) fn run(mut self, rng: &mut Rng) -> (f64, bool) {
        let mut difficulty = 0.0;
        'steps: while !self.empty().is_empty() {
            for tier in 0..6 {
                let (possible, valid) = self.tier(tier, rng);
                difficulty += (possible + 1) as f64 / (valid.len() + 1) as f64;
                if let Some(change) = rng.pick(&valid) {
                    if change.solves {
                        return (difficulty, true);
                    }
                    self.apply(change);
                    continue 'steps;
                }
            }
            return (difficulty, false);
        }
        (difficulty, true)
    }
}
