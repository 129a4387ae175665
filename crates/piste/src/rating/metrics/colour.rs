//! # Colour
//!
//! ## Idea
//! Puzzles are marked like ski slopes: green, blue, red, black. The puzzle is written as
//! clauses, and the colour says how strong a way of simplifying them is needed to solve
//! it without a guess: unit propagation (green), pairs of two-literal clauses (blue),
//! removing variables by resolution (red), or more than that (black). Eight indicators say
//! how far each method gets and how much guessing would take its place.
//!
//! Beside it stands what the paper gives people to do by hand: `colour.pencil` is `green` or
//! `blue` if the paper-and-pencil method of that colour solves the puzzle, else `beyond`.
//! There is no pencil word for red: the paper describes its red method only in outline
//! (`piste explain --method red` follows it).
//!
//! The paper asks for a grade of "puzzles easier than the green puzzles, since the green method
//! could still be hard for some people". `colour.nursery` is that, named after the slope on which
//! people learn to ski: how many squares are left empty by the green method as the paper's
//! figure 1 shows it to beginners, step 3 in sub-grids only, step 5 only in a region with one
//! empty square. A puzzle with 0 there is easier than green; the colours are not touched by it.
//!
//! The deciding step of a blue puzzle is the first one that the blue method takes beyond the
//! green: before it a person gets by without small numbers. In a green puzzle no step is
//! harder than the others, and in a red or black one no step by hand decides; there the
//! indicators say how many squares the blue and the red method leave.
//!
//! ## Why it is sound
//! Green by clauses and green by hand are the same thing, naked and hidden singles, and
//! the tests hold them together. Blue by clauses and blue by hand are not, and the paper says as
//! much ("these methods do not guarantee to match"): subsets of three and more are easy for the pencil and no pair of
//! two-literal clauses shows them, while the clauses join letters that a person keeps
//! apart. So both are told, and neither is bent to the other.
//!
//! On the 39,220 puzzles among which the paper's 36,628 lie, the paper has 46 % green, 40 %
//! blue, 5 % red and 9 % black. By clauses it is 45.85 %, 50.58 %, 0.44 % and 3.13 %; by
//! pencil 45.85 % green, 46.12 % blue and 8.03 % beyond. Green agrees. Why the paper has fewer blue
//! ones is open: it does not say how often its rules are followed, and here it is until nothing
//! changes. `docs/studies/colour.md` has the [readings](crate::sat::Reading) that were tried; rules
//! that go only twice through all variables come near to its shares and not to its indicators.
//!
//! What the indicators count where the paper leaves a choice is told at
//! [`Indicators`](crate::sat::Indicators); guesses stop at a million, which no puzzle of
//! this size has come near.
//!
//! Boards of every shape, up to 25×25, are coloured in the same way: a further house is one more house in the
//! clauses, and cells that may not be equal are a clause for each digit. There the pencil is
//! not asked, and an indicator that takes too many guesses is left out; the colour itself
//! takes none.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is
//! green, and every indicator is 0.
//!
//! ## Sources
//! J. S. Coelho, "A Scale to Measure the Difficulty of Sudoku Puzzles" (2007); the
//! encoding is that of I. Lynce and J. Ouaknine, "Sudoku as a SAT Problem" (2006).

use crate::logic::{Ladder, Outcome};
use crate::rating::{
    AnyWorkup, Column, Deciding, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup,
};
use crate::sat::{self, AsFar, Indicators};
use piste_core::shape::Shape;
use piste_core::{AnyGrid, Board};

pub(in crate::rating) struct Colour;

static INFO: Info = Info {
    slug: "colour",
    name: "colour",
    version: 2,
    measures: "how strong a simplification of the puzzle's clauses solves it without a guess",
    source: "Coelho, A Scale to Measure the Difficulty of Sudoku Puzzles (2007)",
    range: "green, blue, red, black",
    harder: Harder::Up,
    columns: &[
        "",
        "pencil",
        "green",
        "small",
        "blue",
        "red",
        "search",
        "guesses",
        "esflr",
        "search-red",
        "nursery",
    ],
    words: &["green", "blue", "red", "black"],
};

/// Guesses after which a search is given up.
const MOST_GUESSES: u64 = 1_000_000;

/// What a guess costs that red follows, in guesses that green follows.
const RED_PRICE: u64 = 100;

impl Metric for Colour {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// Colours are the same but for red and black, which differ in a search.
    fn keeps(&self, column: Column) -> Keeps {
        if column.is_main() { Keeps::Below(column.place_of("red")) } else { Keeps::Never }
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Err("its clauses are those of givens, and pencil marks have none")
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let grid = AnyGrid::from(workup.puzzle().grid());
        // Green by clauses is green by hand: no clause is needed to say so, and no solve.
        let (colour, indicators) = if workup.singles().0.is_full() {
            (sat::Colour::Green, Indicators::default())
        } else {
            sat::colour_of_puzzle(&grid, MOST_GUESSES)
                .map_err(|reason| NotRatable::because(reason.to_string()))?
        };
        let pencil = if indicators.green == 0 {
            "green"
        } else {
            // What fills the board without letters fills it with them: with fewer marks left, subsets and locked candidates
            // see no less.
            let solves = || Ladder::BLUE.climb(workup.after_singles()).outcome() == Outcome::Solved;
            if workup.subsets().end.is_full() || solves() { "blue" } else { "beyond" }
        };
        let deciding = match colour {
            sat::Colour::Blue => beyond_green(workup.after_singles()),
            sat::Colour::Green | sat::Colour::Red | sat::Colour::Black => None,
        };
        let counts = [
            indicators.green,
            indicators.small,
            indicators.blue,
            indicators.red,
            indicators.search,
            indicators.guesses,
            indicators.esflr,
            indicators.search_red,
            sat::left_by_nursery(&grid) as u64,
        ];
        let note = left([indicators.green, indicators.blue, indicators.red]);
        let words = [Value::Word(colour.name()), Value::Word(pencil)];
        let values = words.into_iter().chain(counts.map(Value::Count)).collect();
        let rating = Rating::new(&INFO, values).in_band(colour.name());
        Ok(rating.decided_by(deciding).noting(Some(note)))
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        let (grid, guesses) = (workup.puzzle().grid(), workup.guesses());
        let (colour, found) = sat::colour_as_far_as(grid, guesses, guesses / RED_PRICE)
            .map_err(|reason| NotRatable::because(reason.to_string()))?;
        let AsFar { green, small, blue, red, search, guesses, esflr, search_red } = found;
        let note = left([green, blue, red]);
        let counts = [Some(green), Some(small), Some(blue), Some(red)].into_iter();
        let nursery = Some(sat::left_by_nursery(grid) as u64);
        let counts = counts.chain([search, guesses, esflr, search_red, nursery]);
        let mut values = vec![Some(Value::Word(colour.name())), None];
        values.extend(counts.map(|count| count.map(Value::Count)));
        Ok(Rating::partly(&INFO, values).in_band(colour.name()).noting(Some(note)))
    }
}

/// How many squares green, blue and red leave open, up to the one that solves the puzzle.
fn left([green, blue, red]: [u64; 3]) -> String {
    let squares = |open: u64| match open {
        0 => "none".to_owned(),
        _ => open.to_string(),
    };
    let mut text = match green {
        0 => return "unit propagation (green) fills every square".to_owned(),
        1 => "unit propagation (green) leaves 1 square open".to_owned(),
        _ => format!("unit propagation (green) leaves {green} squares open"),
    };
    text.push_str(&format!(", pairs of clauses (blue) {}", squares(blue)));
    if blue > 0 {
        text.push_str(&format!(", resolution (red) {}", squares(red)));
    }
    text
}

/// The first step of the blue method that is not one of the green, on the board where these have run out: where singles lead
/// is the same in whatever order they are written.
fn beyond_green(stuck: &Board) -> Option<Deciding> {
    Some(Deciding::new(stuck, Ladder::BLUE.next_step(stuck)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Family, Step};
    use piste_core::{Cell, Grid, Puzzle, Rng};

    fn rate(text: &str) -> Rating {
        let grid: Grid = text.parse().unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        Colour.rate(&Workup::new(&puzzle)).unwrap()
    }

    #[test]
    fn an_easy_puzzle_is_green_with_all_indicators_at_rest() {
        let rating = rate(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        assert_eq!(rating.value(), Some(Value::Word("green")));
        assert_eq!(rating.get("pencil"), Some(Value::Word("green")));
        assert!(rating.values()[2..10].iter().all(|value| *value == Some(Value::Count(0))));
        assert_eq!(rating.get("nursery"), Some(Value::Count(0)));
        assert_eq!(rating.deciding, None);
    }

    #[test]
    fn a_blue_puzzle_is_decided_where_the_green_method_ends() {
        let rating = rate(
            "1..92....524.1...........7..5...81.2.........4.27...9..6...........3.945....71..6",
        );
        assert_eq!((rating.band, rating.get("blue")), (Some("blue"), Some(Value::Count(0))));
        let deciding = rating.deciding.expect("a step of the blue method");
        assert_ne!(deciding.step.strategy.family, Family::Singles);
    }

    /// A minimal puzzle.
    fn dug(rng: &mut Rng) -> Puzzle {
        let text =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let full = Puzzle::prove(&text.parse::<Grid>().unwrap()).unwrap();
        let mut grid = full.solution().grid();
        let mut order = Cell::ALL;
        rng.shuffle(&mut order);
        for cell in order {
            let digit = grid.get(cell);
            grid.set(cell, None);
            if Puzzle::prove(&grid).is_err() {
                grid.set(cell, digit);
            }
        }
        Puzzle::prove(&grid).unwrap()
    }

    /// Where singles end and subsets end is known without a climb; the climb must say the same.
    #[test]
    fn the_pencil_and_the_deciding_step_are_those_of_a_whole_climb() {
        let mut rng = Rng::new(17);
        let mut words = [0; 3];
        for _ in 0..60 {
            let puzzle = dug(&mut rng);
            let workup = Workup::new(&puzzle);
            let rating = Colour.rate(&workup).unwrap();
            let solve = workup.solve(&Ladder::BLUE);
            let is_green =
                |step: &Step| Ladder::GREEN.strategies().any(|s| s.info() == step.strategy);
            let mut beyond = solve.replay().filter(|(_, step)| !is_green(step));
            let first = beyond.next().map(|(board, step)| Deciding::new(&board, step.clone()));
            let word = match (solve.outcome() == Outcome::Solved, &first) {
                (true, None) => "green",
                (true, Some(_)) => "blue",
                (false, _) => "beyond",
            };
            assert_eq!(rating.get("pencil"), Some(Value::Word(word)), "{puzzle}");
            let first = first.filter(|_| rating.band == Some("blue"));
            assert_eq!(rating.deciding.as_deref(), first.as_ref(), "{puzzle}");
            words[["green", "blue", "beyond"].iter().position(|w| *w == word).unwrap()] += 1;
        }
        assert!(words.iter().all(|&count| count > 0), "{words:?}");
    }

    #[test]
    fn a_very_hard_puzzle_is_black_and_beyond_the_pencil() {
        let rating = rate(
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3..",
        );
        assert_eq!(rating.band, Some("black"));
        assert_eq!(rating.get("pencil"), Some(Value::Word("beyond")));
        assert!(rating.get("search-red").unwrap().as_number().unwrap() >= 1.0);
        assert_eq!(rating.deciding, None, "what solves it is no step by hand");
    }
}
