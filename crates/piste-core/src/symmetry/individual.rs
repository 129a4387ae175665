//! The canonical form of boards with regular boxes, by individualisation and refinement.
//!
//! A board of 16×16 has 2·(4!)¹⁰ motions, so they cannot be tried one by one. But rows, columns and digits can be
//! told apart by what they hold. Give each a *colour*, at first only "row", "column" and "digit". Then *refine*: a
//! row is known by its colour, those of the rows in its band, and the colours of column and digit of each of its
//! givens; columns and digits likewise. Who differs in that gets another colour, until nothing
//! changes. Nothing in it depends on how the puzzle is written.
//!
//! Mostly a few rounds tell all rows and columns apart, and then the order of the colours is an order of the lines:
//! one way to write the puzzle. If some still look alike, one of them is *individualised*, that is, given a colour of
//! its own, and refinement goes on; each of those that look alike is tried in its turn. Of all ways found so, the first is
//! taken: first by the fingerprints of the refinements on the way there (which prune whole branches
//! early), then in the dictionary.
//!
//! Two ways that come out equal are an automorphism. It is kept, and where it sends one
//! of those that look alike to another while leaving alone what was individualised before, only one of the two is tried.
//! So even the empty board, where everything looks alike, takes few steps; and the sizes of the orbits along the path
//! to the result multiply to the number of automorphisms.
//!
//! The idea is B. McKay's ("Practical graph isomorphism", 1981); it is used here without a graph, on lines and digits. It
//! gives a form that is the same for all images, not the first in the dictionary.

use crate::shape::{Boxes, Motion};

/// So many refinements are made and no more.
const MOST_STEPS: u64 = 100_000;

/// A way to write the puzzle that is the same for all images.
pub(super) struct Individual {
    /// Where each cell of that way comes from.
    pub(super) back: Motion,
    /// How many motions give the same puzzle; nothing if the number is too large.
    pub(super) automorphisms: Option<u64>,
}

/// Finds that way, or says after how many steps it gave up.
pub(super) fn search(values: &[u8], boxes: Boxes) -> Result<Individual, u64> {
    let straight = Search::new(values, boxes).run()?;
    if boxes.rows() != boxes.columns() {
        return Ok(straight.individual(false));
    }
    let n = boxes.digits();
    let turned: Vec<u8> = (0..n * n).map(|cell| values[cell % n * n + cell / n]).collect();
    let turned = Search::new(&turned, boxes).run()?;
    let mut best = match turned.rank().cmp(&straight.rank()) {
        std::cmp::Ordering::Less => return Ok(turned.individual(true)),
        std::cmp::Ordering::Greater => return Ok(straight.individual(false)),
        std::cmp::Ordering::Equal => straight.individual(false),
    };
    best.automorphisms = best.automorphisms.and_then(|count| count.checked_mul(2));
    Ok(best)
}

/// A line, counted from 0: rows first, then columns.
type Line = usize;

/// One given.
#[derive(Clone, Copy)]
struct Given {
    row: usize,
    column: usize,
    digit: usize,
}

struct Search {
    boxes: Boxes,
    n: usize,
    values: Vec<u8>,
    givens: Vec<Given>,
    steps: u64,
    /// The lines that were individualised on the way to where the search is.
    path: Vec<Line>,
    /// The fingerprints of the refinements on that way.
    prints: Vec<u64>,
    best: Option<Leaf>,
    /// Where each line goes, for automorphisms that were found.
    automorphisms: Vec<Vec<Line>>,
}

/// A way in which all lines are told apart.
#[derive(Clone)]
struct Leaf {
    path: Vec<Line>,
    prints: Vec<u64>,
    /// The line that comes to each place.
    order: Vec<Line>,
    /// The puzzle in that order, digits named as they come.
    written: Vec<u8>,
}

/// What was found on a board, turned or not.
struct Found {
    leaf: Leaf,
    automorphisms: Option<u64>,
    n: usize,
}

impl Found {
    fn rank(&self) -> (&[u64], &[u8]) {
        (&self.leaf.prints, &self.leaf.written)
    }

    fn individual(&self, is_turned: bool) -> Individual {
        let line = |&line: &Line| (line % self.n) as u8;
        let rows: Vec<u8> = self.leaf.order[..self.n].iter().map(line).collect();
        let columns: Vec<u8> = self.leaf.order[self.n..].iter().map(line).collect();
        // A place of the result comes from a line of the turned board, and that from one of the board.
        let back = Motion::new(false, &rows, &columns).expect("an order has every line once");
        let back = if is_turned { back.then(&Motion::transposition(self.n)) } else { back };
        Individual { back, automorphisms: self.automorphisms }
    }
}

impl Search {
    fn new(values: &[u8], boxes: Boxes) -> Search {
        let n = boxes.digits();
        let given = |(cell, &value): (usize, &u8)| {
            let digit = usize::from(value).checked_sub(1)?;
            Some(Given { row: cell / n, column: cell % n, digit })
        };
        Search {
            boxes,
            n,
            values: values.to_vec(),
            givens: values.iter().enumerate().filter_map(given).collect(),
            steps: 0,
            path: Vec::new(),
            prints: Vec::new(),
            best: None,
            automorphisms: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Found, u64> {
        let kinds = [0, 1, 2].into_iter();
        let colours: Vec<u32> = kinds.flat_map(|kind| vec![kind; self.n]).collect();
        self.explore(colours)?;
        let leaf = self.best.clone().expect("every way ends in a leaf");
        let mut automorphisms = Some(1u64);
        for (depth, &line) in leaf.path.iter().enumerate() {
            let orbits = self.orbits(&leaf.path[..depth]);
            let size = orbits.iter().filter(|&&orbit| orbit == orbits[line]).count() as u64;
            automorphisms = automorphisms.and_then(|count| count.checked_mul(size));
        }
        Ok(Found { leaf, automorphisms, n: self.n })
    }

    /// Looks at all ways that go on from these colours. Says up to which depth the way there need not be
    /// looked at any further, if an automorphism tells.
    fn explore(&mut self, colours: Vec<u32>) -> Result<usize, u64> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(MOST_STEPS);
        }
        let depth = self.path.len();
        let (colours, print) = self.refined(colours);
        self.prints.truncate(depth);
        self.prints.push(print);
        if let Some(best) = &self.best {
            let theirs = &best.prints[..best.prints.len().min(depth + 1)];
            if self.prints.as_slice() > theirs {
                return Ok(depth);
            }
        }
        let Some(alike) = self.first_alike(&colours) else {
            return Ok(self.leaf(&colours));
        };
        let mut tried: Vec<Line> = Vec::new();
        for &line in &alike {
            let orbits = self.orbits(&self.path);
            if tried.iter().any(|&other| orbits[other] == orbits[line]) {
                continue;
            }
            tried.push(line);
            let mut chosen: Vec<u32> = colours.iter().map(|colour| 2 * colour + 1).collect();
            chosen[line] -= 1;
            self.path.push(line);
            let back_to = self.explore(chosen)?;
            self.path.pop();
            if back_to < depth {
                return Ok(back_to);
            }
        }
        Ok(depth)
    }

    /// Takes in a way in which all lines are told apart; and says how far to go back.
    fn leaf(&mut self, colours: &[u32]) -> usize {
        let order = self.order(colours);
        let written = self.written(&order);
        let depth = self.path.len();
        if let Some(best) = &self.best {
            match (&self.prints, &written).cmp(&(&best.prints, &best.written)) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Greater => return depth,
                std::cmp::Ordering::Equal => {
                    let mut goes = vec![0; order.len()];
                    best.order.iter().zip(&order).for_each(|(&from, &to)| goes[from] = to);
                    let common = best.path.iter().zip(&self.path).take_while(|(a, b)| a == b);
                    let common = common.count();
                    self.automorphisms.push(goes);
                    return common;
                }
            }
        }
        let (path, prints) = (self.path.clone(), self.prints.clone());
        self.best = Some(Leaf { path, prints, order, written });
        depth
    }

    /// The lines of the first colour that several lines have.
    fn first_alike(&self, colours: &[u32]) -> Option<Vec<Line>> {
        let lines = &colours[..2 * self.n];
        let is_shared = |&colour: &u32| lines.iter().filter(|&&other| other == colour).count() > 1;
        let colour = lines.iter().copied().filter(is_shared).min()?;
        Some((0..lines.len()).filter(|&line| lines[line] == colour).collect())
    }

    /// How many lines a band has, or a stack.
    fn width(&self, is_column: bool) -> usize {
        if is_column { self.boxes.columns() } else { self.boxes.rows() }
    }

    /// The band or stack of a line: its first line.
    fn group(&self, line: Line) -> Line {
        let is_column = line >= self.n;
        let within = line % self.n;
        line - within % self.width(is_column)
    }

    /// Lines in the order of their colours, those of one band together.
    fn order(&self, colours: &[u32]) -> Vec<Line> {
        let of_group = |group: Line| {
            let width = self.width(group >= self.n);
            (group..group + width).map(|line| colours[line]).min().unwrap_or(0)
        };
        let key = |&line: &Line| (line >= self.n, of_group(self.group(line)), colours[line]);
        let mut order: Vec<Line> = (0..2 * self.n).collect();
        order.sort_by_key(key);
        order
    }

    /// The puzzle with its lines in this order, digits named as they come.
    fn written(&self, order: &[Line]) -> Vec<u8> {
        let (rows, columns) = order.split_at(self.n);
        let mut names = [0; 26];
        let mut next = 1;
        let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        cells
            .map(|(row, column)| {
                let value = usize::from(self.values[row * self.n + column - self.n]);
                if value > 0 && names[value] == 0 {
                    names[value] = next;
                    next += 1;
                }
                names[value]
            })
            .collect()
    }

    /// Tells apart what can be told apart, and takes a fingerprint of how.
    fn refined(&self, mut colours: Vec<u32>) -> (Vec<u32>, u64) {
        let n = self.n;
        let mut count = 0;
        loop {
            let mut known: Vec<Vec<u32>> = (0..3 * n).map(|at| vec![colours[at]]).collect();
            for (line, known) in known[..2 * n].iter_mut().enumerate() {
                let group = self.group(line);
                let width = self.width(line >= n);
                let start = known.len();
                known.extend(colours[group..group + width].iter());
                known[start..].sort_unstable();
            }
            let mut seen: Vec<(usize, [u32; 2])> = Vec::with_capacity(3 * self.givens.len());
            for &Given { row, column, digit } in &self.givens {
                let (column, digit) = (n + column, 2 * n + digit);
                seen.push((row, [colours[column], colours[digit]]));
                seen.push((column, [colours[row], colours[digit]]));
                seen.push((digit, [colours[row], colours[column]]));
            }
            seen.sort_unstable();
            seen.iter().for_each(|(at, pair)| known[*at].extend(pair));
            let mut sorted: Vec<&Vec<u32>> = known.iter().collect();
            sorted.sort_unstable();
            let mut print = 0xcbf2_9ce4_8422_2325;
            let words = sorted
                .iter()
                .flat_map(|known| [known.len() as u32].into_iter().chain(known.iter().copied()));
            for word in words {
                print = (print ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
            }
            sorted.dedup();
            colours = known
                .iter()
                .map(|known| sorted.binary_search(&known).unwrap_or_default() as u32)
                .collect();
            if sorted.len() == count {
                return (colours, print);
            }
            count = sorted.len();
        }
    }

    /// A number for each line, the same for lines that automorphisms send to each other while they leave
    /// these lines alone.
    fn orbits(&self, fixed: &[Line]) -> Vec<Line> {
        let mut orbits: Vec<Line> = (0..2 * self.n).collect();
        let keeps = |goes: &&Vec<Line>| fixed.iter().all(|&line| goes[line] == line);
        for goes in self.automorphisms.iter().filter(keeps) {
            for line in 0..goes.len() {
                let (a, b) = (orbits[line], orbits[goes[line]]);
                if a != b {
                    orbits.iter_mut().filter(|orbit| **orbit == b).for_each(|orbit| *orbit = a);
                }
            }
        }
        orbits
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AnyTransformation, Symmetries};
    use crate::search::General;
    use crate::shape::{Motion, Shape};
    use crate::{AnyGrid, Rng};

    /// The first in the dictionary of all images by these motions, digits named as they come.
    fn first_of_all(grid: &AnyGrid, all: &[Motion]) -> Vec<u8> {
        let named = |values: Vec<u8>| {
            let mut order: Vec<u8> = Vec::new();
            let name = |value: u8| match order.iter().position(|&known| known == value) {
                _ if value == 0 => 0,
                Some(at) => at as u8 + 1,
                None => {
                    order.push(value);
                    order.len() as u8
                }
            };
            values.into_iter().map(name).collect::<Vec<u8>>()
        };
        all.iter().map(|motion| named(motion.moved(grid.values()))).min().unwrap()
    }

    fn closure(shape: &Shape) -> Vec<Motion> {
        let generators = shape.motions();
        let mut known = std::collections::BTreeSet::from([Motion::identity(shape.side())]);
        let mut all: Vec<Motion> = known.iter().cloned().collect();
        let mut next = 0;
        while next < all.len() {
            for motion in &generators {
                let further = all[next].then(motion);
                if known.insert(further.clone()) {
                    all.push(further);
                }
            }
            next += 1;
        }
        all
    }

    fn some_grid(shape: &Shape, givens: usize, rng: &mut Rng) -> AnyGrid {
        let full = General::new(shape).random_full(1_000_000, rng).unwrap().unwrap();
        let mut cells: Vec<usize> = (0..full.len()).collect();
        rng.shuffle(&mut cells);
        let mut values = vec![0; full.len()];
        cells[..givens].iter().for_each(|&cell| values[cell] = full[cell]);
        AnyGrid::new(shape, values).unwrap()
    }

    #[test]
    fn all_images_have_one_form_and_it_is_an_image() {
        let mut rng = Rng::new(3);
        for (name, givens) in [
            ("4x4", 5),
            ("6x6", 9),
            ("6x6/3x2", 4),
            ("8x8", 20),
            ("12x12", 40),
            ("16x16", 100),
            ("25x25", 300),
            ("9x9", 25),
            ("9x9+x", 20),
            ("9x9+windoku", 12),
            ("9x9+antiknight", 15),
            ("9x9+disjoint", 20),
            ("16x16+x", 80),
            (
                "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999",
                20,
            ),
        ] {
            let shape: Shape = name.parse().unwrap();
            let symmetries = Symmetries::of(&shape);
            for _ in 0..3 {
                let grid = some_grid(&shape, givens, &mut rng);
                let form = symmetries.canonical(&grid).unwrap();
                assert_eq!(form.by.grid(&grid), form.grid, "{name}");
                symmetries.check(&form.by).unwrap();
                for _ in 0..4 {
                    let image = symmetries.random(&mut rng).grid(&grid);
                    let theirs = symmetries.canonical(&image).unwrap();
                    assert_eq!(theirs.grid, form.grid, "{name}: {grid}");
                    assert_eq!(theirs.automorphisms, form.automorphisms, "{name}: {grid}");
                }
            }
        }
    }

    #[test]
    fn small_boards_are_told_apart_exactly_when_all_their_images_are() {
        let mut rng = Rng::new(8);
        for (name, rounds) in [("4x4", 300), ("6x6", 12)] {
            let shape: Shape = name.parse().unwrap();
            let symmetries = Symmetries::of(&shape);
            let all = closure(&shape);
            let mut forms = std::collections::BTreeMap::new();
            for round in 0..rounds {
                let grid = some_grid(&shape, round % 5, &mut rng);
                let form = symmetries.canonical(&grid).unwrap();
                let first = first_of_all(&grid, &all);
                let same = all
                    .iter()
                    .filter(|motion| {
                        first_of_all(&grid, &[(*motion).clone()])
                            == first_of_all(&grid, &[Motion::identity(shape.side())])
                    })
                    .count();
                assert_eq!(form.automorphisms, Some(same as u64), "{name}: {grid}");
                let known = forms.entry(first).or_insert_with(|| form.grid.to_string());
                assert_eq!(*known, form.grid.to_string(), "{name}: {grid}");
            }
            let different: std::collections::BTreeSet<&String> = forms.values().collect();
            assert_eq!(different.len(), forms.len(), "{name}");
        }
    }

    #[test]
    fn boards_on_which_all_looks_alike_take_few_steps() {
        for (name, automorphisms) in [
            ("4x4", Some(128)),
            ("6x6", Some(3456)),
            ("16x16", Some(2 * 24u64.pow(10))),
            ("25x25", None),
        ] {
            let shape: Shape = name.parse().unwrap();
            let form = Symmetries::of(&shape).canonical(&AnyGrid::empty(&shape)).unwrap();
            assert_eq!(form.automorphisms, automorphisms, "{name}");
        }
    }

    #[test]
    fn a_classic_transformation_reads_as_one_of_any_shape() {
        let mut rng = Rng::new(5);
        for _ in 0..50 {
            let by = super::super::Transformation::random(&mut rng);
            let any = AnyTransformation::read(&by.to_string(), 9).unwrap();
            assert_eq!(any.to_string(), by.to_string());
            assert_eq!(any.inverse().to_string(), by.inverse().to_string());
            let other = super::super::Transformation::random(&mut rng);
            let both = any.then(&AnyTransformation::read(&other.to_string(), 9).unwrap());
            assert_eq!(both.to_string(), by.then(&other).to_string());
        }
        for by in super::super::Move::ALL {
            let any = AnyTransformation::read(by.slug(), 9).unwrap();
            assert_eq!(any.to_string(), super::super::Transformation::from(by).to_string());
        }
    }
}
