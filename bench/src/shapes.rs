//! Boards of every shape: does the general engine agree with a plain backtracker, and how fast is it?
//!
//! `--validate` counts the solutions of 100,000 random boards of each shape up to 9×9, each with the engine and with a
//! backtracker that shares nothing with it but the table of peers. On 10,000 boards of each larger shape a SAT solver takes the
//! backtracker's place, and solutions are counted as far as two; with `--sat` it does so on every shape. `--count N` asks for
//! N boards of larger shapes and ten times as many of the others, `--shape NAME` for one shape. Without `--validate`, speeds are told:
//! minimal puzzles made, the guesses their solving takes, and large boards with a third of their cells given solved.

use crate::clock::Stopwatch;
use crate::sat::Oracle;
use piste_core::search::General;
use piste_core::shape::{Layout, Shape};
use piste_core::{Rng, fnv1a};

/// What is validated.
const SHAPES: [&str; 16] = [
    "4x4",
    "4x4+x",
    "jigsaw:1112122233343444",
    "jigsaw:1112211222334443354435555",
    "6x6",
    "6x6/3x2+x",
    "8x8",
    "8x8+antiking",
    "9x9",
    "9x9+x",
    "9x9+windoku",
    "9x9+antiknight",
    "9x9+centredot+asterisk+disjoint",
    "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999",
    "16x16",
    "16x16+x+antiking",
];

/// What is measured.
const MADE: [&str; 12] = [
    "4x4",
    "6x6",
    "8x8",
    "9x9",
    "9x9+x",
    "9x9+windoku",
    "9x9+antiknight",
    "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999",
    "10x10",
    "12x12",
    "16x16",
    "16x16+x",
];

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let after = |flag: &str| {
        let place = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(place + 1)?.parse::<u64>().ok()
    };
    if arguments.iter().any(|argument| argument == "--validate") {
        let named = arguments.iter().position(|argument| argument == "--shape");
        let only = named.and_then(|place| arguments.get(place + 1)).map(String::as_str);
        let sat_alone = arguments.iter().any(|word| word == "--sat");
        return validate(after("--count").unwrap_or(10_000), only, sat_alone);
    }
    speed(after("--count").unwrap_or(20))
}

fn validate(count: u64, only: Option<&str>, sat_alone: bool) -> Result<(), String> {
    let mut all = 0;
    for name in only.map_or(SHAPES.to_vec(), |name| vec![name]) {
        let shape: Shape = name.parse().map_err(|wrong| format!("{name}: {wrong}"))?;
        let is_large = shape.side() > 9;
        let boards = if is_large { count } else { 10 * count };
        let mut engine = General::new(&shape);
        let mut oracle = (sat_alone || is_large).then(|| Oracle::new(&shape));
        let mut rng = Rng::new(fnv1a(name.bytes()));
        let mut kinds = [0u64; 3];
        let mut full = Vec::new();
        for number in 0..boards {
            if number % 50 == 0 {
                full = engine
                    .random_full(10_000_000, &mut rng)
                    .map_err(|e| e.to_string())?
                    .ok_or("no full board")?;
            }
            let marks = board(&engine, &full, &mut rng);
            let limit = if oracle.is_some() { 2 } else { 20 };
            let found = engine.count(&marks, limit, u64::MAX).map_err(|e| e.to_string())?;
            let expected = match &mut oracle {
                Some(oracle) => oracle.count_to_two(&marks),
                None => {
                    let cells: Vec<u16> = (0..shape.cells() as u16).collect();
                    plain(shape.layout(), &marks, &cells, limit)
                }
            };
            if found != expected {
                return Err(format!("{name}: {found} and {expected} solutions of {marks:?}"));
            }
            kinds[found.min(2) as usize] += 1;
        }
        let [none, one, many] = kinds;
        println!(
            "{:28.28} {boards} boards agree: {none} without, {one} with one, {many} with many solutions",
            shape.name()
        );
        all += boards;
    }
    println!("{all} boards, 0 differ");
    Ok(())
}

/// A full board with cells opened, and sometimes a mark too few or a wrong given.
fn board(engine: &General, full: &[u8], rng: &mut Rng) -> Vec<u32> {
    let (cells, side) = (full.len(), engine.shape().side());
    let mut marks = engine.marks_of(full);
    let opened = match side {
        0..=6 => cells,
        7..=9 => cells * 2 / 3 + rng.below(cells / 4),
        _ => cells / 2 + rng.below(cells / 4),
    };
    for _ in 0..opened {
        marks[rng.below(cells)] = (1 << side) - 1;
    }
    for _ in 0..rng.below(3) {
        marks[rng.below(cells)] &= !(1 << rng.below(side));
    }
    if rng.below(4) == 0 {
        marks[rng.below(cells)] = 1 << rng.below(side);
    }
    marks
}

/// Counts by trying: the open cell with the fewest digits that no peer has, and each of them.
fn plain(layout: &Layout, options: &[u32], open: &[u16], limit: u64) -> u64 {
    let width = |cell: u16| options[usize::from(cell)].count_ones();
    let Some(&cell) = open.iter().min_by_key(|&&cell| width(cell)) else { return 1 };
    let left: Vec<u16> = open.iter().copied().filter(|&other| other != cell).collect();
    let digits = options[usize::from(cell)];
    let mut found = 0;
    for digit in (0..layout.side()).filter(|digit| digits >> digit & 1 == 1) {
        let mut next = options.to_vec();
        for &peer in layout.peers(usize::from(cell)) {
            next[usize::from(peer)] &= !(1 << digit);
        }
        if left.iter().all(|&other| next[usize::from(other)] != 0) && found < limit {
            found += plain(layout, &next, &left, limit - found);
        }
    }
    found
}

fn speed(count: u64) -> Result<(), String> {
    println!(
        "shape                        full ms   minimal ms  givens  undecided  solve µs  guesses"
    );
    for name in MADE {
        let shape: Shape = name.parse().map_err(|wrong| format!("{name}: {wrong}"))?;
        let mut engine = General::new(&shape);
        let (mut full, mut made, mut solved) = (0.0, 0.0, 0.0);
        let (mut givens, mut undecided, mut guesses) = (0, 0, 0);
        for item in 0..count {
            let mut rng = Rng::for_item(1, item);
            let watch = Stopwatch::start();
            engine.random_full(10_000_000, &mut rng.clone()).map_err(|e| e.to_string())?;
            full += watch.elapsed().as_secs_f64();
            let watch = Stopwatch::start();
            let puzzle = engine
                .random_puzzle(None, 10_000_000, &mut rng)
                .map_err(|e| e.to_string())?
                .ok_or("no full board")?;
            made += watch.elapsed().as_secs_f64();
            givens += puzzle.givens.iter().filter(|&&value| value > 0).count();
            undecided += puzzle.undecided;
            let marks = engine.marks_of(&puzzle.givens);
            let watch = Stopwatch::start();
            let work = engine
                .search(&marks, u64::MAX, None, |_| std::ops::ControlFlow::Continue(()))
                .map_err(|e| e.to_string())?;
            solved += watch.elapsed().as_secs_f64();
            guesses += work.guesses;
        }
        let each = count as f64;
        println!(
            "{:28.28} {:7.2}  {:10.2}  {:6.1}  {:9}  {:8.0}  {:7.1}",
            shape.name(),
            full * 1e3 / each,
            made * 1e3 / each,
            givens as f64 / each,
            undecided,
            solved * 1e6 / each,
            guesses as f64 / each
        );
    }
    thirds(count)
}

/// Boards with a third of their cells given at random, which have many solutions: the first is asked for.
fn thirds(count: u64) -> Result<(), String> {
    println!(
        "\na third given                solved  worst s   mean s   (of {count}, given up after a million guesses)"
    );
    for name in ["16x16", "20x20", "25x25"] {
        let shape: Shape = name.parse().map_err(|wrong| format!("{name}: {wrong}"))?;
        let mut engine = General::new(&shape);
        let (mut solved, mut worst, mut all) = (0, 0.0f64, 0.0);
        for item in 0..count {
            let mut rng = Rng::for_item(2, item);
            let full = engine
                .random_full(10_000_000, &mut rng)
                .map_err(|e| e.to_string())?
                .ok_or("no full board")?;
            let mut cells: Vec<usize> = (0..full.len()).collect();
            rng.shuffle(&mut cells);
            let mut values = full.clone();
            cells[full.len() / 3..].iter().for_each(|&cell| values[cell] = 0);
            let marks = engine.marks_of(&values);
            let watch = Stopwatch::start();
            solved += u64::from(engine.has_solution(&marks, 1_000_000) == Ok(true));
            let took = watch.elapsed().as_secs_f64();
            worst = worst.max(took);
            all += took;
        }
        println!("{name:28} {solved:6}  {worst:7.3}  {:7.3}", all / count as f64);
    }
    Ok(())
}
