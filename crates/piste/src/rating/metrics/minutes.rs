//! # Minutes
//!
//! ## Idea
//! How long people take. A model learnt from people's times adds up what each of several
//! features of the puzzle costs: mostly how many moves there are to choose from, round by round,
//! and how often one must look further than the nearest single.
//!
//! `minutes` is the prediction. Of the puzzles that the model was not learnt from four in five
//! lie between `minutes.low` and `minutes.high`. `minutes.outside` counts the features whose
//! values the model has not seen in any puzzle, and `--explain` names them. Such a value counts as
//! the nearest one that it has seen, so of very hard puzzles `minutes` says about what it says of
//! the hardest that it knows: take it as "no less than".
//!
//! ## Why it is sound
//! The model that ships is ridge regression on the logarithm of the mean times of 1,533 puzzles
//! in a telephone app, each solved by 10 to 43 people, weighed by how many. So its minutes are
//! those of that app's players, who finish what they begin: people with pencil and paper may
//! take longer, you may be faster, but the order should be the same. Most of those puzzles
//! need nothing but singles; of hard ones the model knows little, and says so.
//! Some of the features are read off a solve one step at a time, which depends on how the grid is
//! turned: a turned puzzle may be given a few per cent more or less.
//! `docs/studies/minutes.md` tells how it was learnt, and how well it predicts puzzles that it
//! has not seen. `piste fit` learns a model from your own times, `piste rate --model` uses it.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` has
//! a choice of moves at every step and takes a few minutes.
//!
//! ## Sources
//! The idea of predicting times by regression is that of the paper mcm2280 (2008), which counts
//! 31 techniques of Sudoku Explainer; the times are from S. Wang's sudoku_dataset_difficulty
//! (CC0, IEEE Access 2024).

use crate::logic::Ladder;
use crate::rating::minutes::{Model, Walk};
use crate::rating::{Harder, Info, Metric, NotRatable, Profile, Rating, Value, Workup};
use std::sync::Arc;

pub(in crate::rating) struct Minutes;

static INFO: Info = Info {
    slug: "minutes",
    name: "minutes",
    version: 2,
    measures: "how long people take, predicted from how much choice they have",
    source: "piste's model of the times of an app's players, after mcm2280 (2008)",
    range: "minutes; most sudokus of newspapers 3 to 20",
    harder: Harder::Up,
    columns: &["", "low", "high", "outside"],
    words: &[],
};

/// The model that ships, read once.
struct Shipped(Model);

/// The solve by singles, locked candidates and subsets alone.
struct Everyday(Profile);

impl<'a> Workup<'a> {
    /// The same with `minutes` predicted by another model than the one that ships with piste.
    #[must_use]
    pub fn with_model(self, model: &Arc<Model>) -> Workup<'a> {
        self.with_option(Arc::clone(model))
    }

    /// The model that `minutes` predicts by.
    fn model(&self) -> &Model {
        match self.option::<Arc<Model>>() {
            Some(model) => model,
            None => &self.made(|| Shipped(Model::shipped())).0,
        }
    }

    /// The solve by singles, locked candidates and subsets alone, and how much there was to choose from.
    pub(in crate::rating) fn everyday(&self) -> &Profile {
        &self.made(|| Everyday(Profile::of(&Ladder::EVERYDAY.climb(self.board())))).0
    }

    /// The walk through the puzzle in rounds.
    pub(in crate::rating) fn walk(&self) -> &Walk {
        self.made(|| Walk::of(self))
    }
}

impl Metric for Minutes {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let prediction = workup.model().predict(workup)?;
        let [minutes, low, high] =
            [prediction.minutes, prediction.low, prediction.high].map(|m| Value::Number(m, 1));
        let outside = Value::Count(prediction.outside.len() as u64);
        let values = vec![minutes, low, high, outside];
        Ok(Rating::new(&INFO, values).noting(prediction.warning()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Grid, Puzzle};

    fn puzzle(text: &str) -> Puzzle {
        let grid: Grid = text.parse().unwrap();
        Puzzle::prove(&grid).unwrap()
    }

    /// They lie far outside what the model has seen.
    #[test]
    fn the_hardest_puzzles_take_longer_than_easy_ones() {
        let easy =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let golden_nugget =
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
        let easter_monster =
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
        let rated = |text: &str| {
            let puzzle = puzzle(text);
            let rating = Minutes.rate(&Workup::new(&puzzle)).unwrap();
            ["", "outside"].map(|column| rating.get(column).unwrap().as_number().unwrap())
        };
        let [minutes, _] = rated(easy);
        for hard in [golden_nugget, easter_monster] {
            let [hard, outside] = rated(hard);
            assert!(hard > 3.0 * minutes && hard < 120.0, "{hard}");
            assert!(outside > 0.0, "and it says that it cannot know");
        }
    }

    #[test]
    fn an_easy_puzzle_takes_less_than_a_hard_one() {
        let minutes = |text: &str| {
            let puzzle = puzzle(text);
            let rating = Minutes.rate(&Workup::new(&puzzle)).unwrap();
            let number = |column: &str| rating.get(column).unwrap().as_number().unwrap();
            assert!(number("low") < number("") && number("") < number("high"));
            (number(""), number("outside"))
        };
        let easy = minutes(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        let hard = minutes(
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        );
        assert!((2.0..8.0).contains(&easy.0) && easy.1 == 0.0, "{easy:?}");
        assert!(hard.0 > 2.0 * easy.0 && hard.1 > 0.0, "{hard:?}");
    }

    #[test]
    fn another_model_gives_other_minutes() {
        let puzzle = puzzle(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        let text = "piste-minutes\t1\nunit\tminutes\nform\tplain\nintercept\t7\n\
                    interval\t0.8\t-1\t2\nterm\tgivens\t20\t1\t5\t17\t20\n";
        let model = Model::parse(text).unwrap();
        let rating = Minutes.rate(&Workup::new(&puzzle).with_model(&Arc::new(model))).unwrap();
        let told: Vec<String> = rating.values().iter().flatten().map(ToString::to_string).collect();
        assert_eq!(told, ["7.0", "6.0", "9.0", "1"]);
        let note = "outside what the model has seen: givens 30 (known: 17 to 20)";
        assert_eq!(rating.note.as_deref(), Some(note));
    }
}
