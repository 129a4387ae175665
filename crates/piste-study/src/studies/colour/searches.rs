//! Table 3's matrix: how can a puzzle with search level 1 have a search red level of 8?
//!
//! If both searches guess in the same square and the same number, red between guesses can only
//! make a search shallower: every guess that green refutes or completes, red does too. So the
//! paper's two searches do not guess alike. Here each search is done with several ways to choose
//! the square, and every pair of ways is held against the paper's matrix.

use super::TABLE_3_ROWS;
use crate::page::{Page, count, number, percent};
use crate::studio::Studio;
use piste::sat::{Colour, Guessing, Reading, Square};
use piste_core::{AnyGrid, Puzzle};

/// The ways to choose a guess.
pub(super) const WAYS: [(&str, Guessing); 6] = [
    ("first square, lowest number (ours)", Guessing::OURS),
    ("first square, highest number", Guessing { square: Square::First, highest: true }),
    ("last square, lowest number", Guessing { square: Square::Last, highest: false }),
    ("first square by columns", Guessing { square: Square::FirstByColumn, highest: false }),
    ("fewest small numbers", Guessing { square: Square::Fewest, highest: false }),
    ("the number in most clauses", Guessing { square: Square::MostClauses, highest: false }),
];

/// Guesses after which a search is given up; no puzzle of 9×9 has come near.
const MOST_GUESSES: u64 = 1_000_000;

/// The levels of one puzzle, by way of guessing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels {
    pub(super) green: [u64; WAYS.len()],
    /// Of a black puzzle.
    pub(super) red: Option<[u64; WAYS.len()]>,
}

pub(super) fn levels(studio: &Studio, puzzles: &[Puzzle]) -> anyhow::Result<Vec<Levels>> {
    let found = studio.all(puzzles.to_vec(), |puzzle| {
        let sudoku = AnyGrid::from(puzzle.grid());
        let level =
            |way: Guessing, red: Option<&Reading>| way.level(&sudoku, red, MOST_GUESSES).ok();
        let all = |red: Option<&Reading>| {
            let mut levels = [0; WAYS.len()];
            for (place, (_, way)) in levels.iter_mut().zip(WAYS) {
                *place = level(way, red)?;
            }
            Some(levels)
        };
        let colour = Reading::OURS.colour(&sudoku).ok()?.colour;
        let red = if colour == Colour::Black { Some(all(Some(&Reading::OURS))?) } else { None };
        Some(Levels { green: all(None)?, red })
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// Shares of levels 1, 2, 3, 4 and above, in points.
fn shares(levels: &[u64]) -> [f64; 5] {
    let mut counts = [0usize; 5];
    for &level in levels.iter().filter(|&&level| level > 0) {
        counts[(level as usize - 1).min(4)] += 1;
    }
    let all: usize = counts.iter().sum();
    counts.map(|part| 100.0 * part as f64 / all.max(1) as f64)
}

/// The paper's levels: of the search over all puzzles but the green ones, of the red search over
/// the black ones (one less than printed).
fn printed() -> (Vec<u64>, Vec<u64>) {
    let (mut green, mut red) = (Vec::new(), Vec::new());
    for (level, cells) in TABLE_3_ROWS {
        let times = |value: u64, many: usize| std::iter::repeat_n(value, many);
        green.extend(times(level, cells.iter().sum()));
        for (place, many) in cells.iter().enumerate().skip(1) {
            red.extend(times(place as u64, *many));
        }
    }
    (green, red)
}

/// What is compared of a pair of searches: the share of the black puzzles that have search level
/// 1, the share of these that have a red level above 1, and the greatest of their red levels.
fn corner(pairs: impl Iterator<Item = (u64, u64)>) -> (f64, f64, u64) {
    let pairs: Vec<(u64, u64)> = pairs.collect();
    let ones: Vec<u64> = pairs.iter().filter(|pair| pair.0 == 1).map(|pair| pair.1).collect();
    let above = ones.iter().filter(|&&red| red > 1).count();
    let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
    let deepest = ones.iter().copied().max().unwrap_or(0);
    (share(ones.len(), pairs.len()), share(above, ones.len()), deepest)
}

pub(super) fn write(page: &mut Page, name: &str, levels: &[Levels]) {
    page.section(&format!("Table 3's two searches ({name})"));
    let (paper_green, paper_red) = printed();
    let black: Vec<(&Levels, &[u64; WAYS.len()])> =
        levels.iter().filter_map(|one| Some((one, one.red.as_ref()?))).collect();
    let row = |name: &str, shares: [f64; 5], most: u64| {
        let mut row = vec![name.to_owned()];
        row.extend(shares.map(|share| number(share, 1)));
        row.push(most.to_string());
        row
    };
    let heads = ["how it guesses", "level 1, %", "2", "3", "4", "5 and more", "most"];
    let most = |levels: &[u64]| levels.iter().copied().max().unwrap_or(0);
    for (title, paper, is_red) in [
        (
            "The search with green between guesses, of puzzles that are not green:",
            &paper_green,
            false,
        ),
        (
            "The search with red between guesses, of black puzzles; the paper's levels are taken as one less \
             than printed:",
            &paper_red,
            true,
        ),
    ] {
        page.say(title);
        let mut rows = vec![row("the paper", shares(paper), most(paper))];
        for (way, (name, _)) in WAYS.iter().enumerate() {
            let of: Vec<u64> = match is_red {
                true => black.iter().map(|(_, red)| red[way]).collect(),
                false => levels.iter().map(|one| one.green[way]).collect(),
            };
            rows.push(row(name, shares(&of), most(&of)));
        }
        page.table(&heads, &rows);
    }
    pairs(page, &black);
}

fn pairs(page: &mut Page, black: &[(&Levels, &[u64; WAYS.len()])]) {
    let cells = TABLE_3_ROWS.iter().flat_map(|(level, cells)| {
        let cells = cells.iter().enumerate().skip(1);
        cells.flat_map(move |(red, many)| std::iter::repeat_n((*level, red as u64), *many))
    });
    let (ones, above, deepest) = corner(cells);
    page.say(format_args!(
        "Both together: in the paper {} % of the black puzzles have search level 1. Of these {} % have a red \
         search that goes deeper, down to {deepest} (printed as {}). With the green search guessing as the row \
         says and the red one as the column says, these two figures are, of {} black puzzles:",
        number(ones, 1),
        number(above, 1),
        deepest + 1,
        count(black.len())
    ));
    let mut heads = vec!["green search".to_owned(), "at level 1".to_owned()];
    heads.extend((1..=WAYS.len()).map(|way| format!("red way {way}, % / most")));
    let rows: Vec<Vec<String>> = WAYS
        .iter()
        .enumerate()
        .map(|(way, (name, _))| {
            let at_one = black.iter().filter(|(one, _)| one.green[way] == 1).count();
            let mut row = vec![format!("{}. {name}", way + 1), percent(at_one, black.len())];
            row.extend((0..WAYS.len()).map(|red_way| {
                let pairs = black.iter().map(|(one, red)| (one.green[way], red[red_way]));
                let (_, above, deepest) = corner(pairs);
                format!("{} / {deepest}", number(above, 1))
            }));
            row
        })
        .collect();
    page.table(&heads.iter().map(String::as_str).collect::<Vec<_>>(), &rows);
}

/// What the tables come to.
pub(super) fn explain(page: &mut Page) {
    page.say(
        "Where both searches take the squares in one fixed order (the first four ways), a red search is never \
         deeper than the green one: what green refutes or completes, red does too. So the paper's searches do \
         not do that. If the two take different orders, or both follow a rule that looks at what is left (the \
         fifth and the sixth way), the red search of a puzzle with search level 1 can go deep, and the matrix is \
         possible. Which of these the paper's program does its text does not say. Its red levels are 0 and then \
         from 2 on; taken as one less, they have nearly the shares of a search that counts its guesses from 1. No \
         way of guessing here has as many green searches of level 5 and more as the paper.",
    );
}
