//! # Minutes
//!
//! ## Idea
//! How long people take. A model learnt from people's times adds up four things, each as a
//! logarithm: the work of a simulated solver (`hsolve`), how many places one looks at on the way
//! (`walk.search`), how often one must look at single cells for their last digit, and how rare the rarest given digit is.
//! On top of that a puzzle takes longer the higher its Sudoku Explainer rating is above 3.5: with all else equal
//! a higher `se` is never quicker, and the prediction does not level off where the data ends.
//!
//! `minutes` is the prediction. Four puzzles in five should lie between `minutes.low` and `minutes.high`; from `se` 3 on, where there is little
//! data, the interval grows with every point. `minutes.outside` counts the features that lie
//! beyond what counts in the model, and `--explain` names them; such a value counts as the
//! nearest inside, and `se` alone goes on.
//!
//! ## Why it is sound
//! The four weights were learnt together from the puzzles of two sites with `se` 3 or less: the mean times of 1,533 puzzles of a telephone app (10 to 43
//! people each) with the times normalised by player of 344 of them, and the best and mean times of 958
//! puzzles of another site. Each set has its own constant and its own slope. Which features are in was chosen by
//! what carries over: learnt from one site, tested on the other.
//! The minutes are those of the app's players, who finish what they begin: people with pencil and paper may
//! take longer, you may be faster (`piste me`), but the order should be the same.
//!
//! What comes of `se` above 3.5 is *chosen*, not learnt: it makes the
//! mean over the collection that ships rise with every half point of `se`. The app's few hard puzzles (40 of `se` 6.5 or
//! more) were finished by their players in little more than half of the minutes that this says; those who gave up are not in that mean.
//! Of hard puzzles the model knows little, and its interval says so.
//! The hardest puzzles that have names (Golden Nugget, Easter Monster, Inkala's and seven more) take 54 minutes or more by it, and none of
//! 3,929 puzzles that newspapers and other publishers print more than 48; a test holds the ones above the others.
//! The interval is made for mean times such as the app's; of the other site's best times it holds 74 %, of its means 66 %, of
//! the times normalised by player 95 %.
//! `docs/studies/people.md` tells how well it predicts, set by set, beside other ratings. `piste fit` learns a model from your own times, `piste rate --model` uses it.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` has
//! a choice of moves at every step and takes a few minutes.
//!
//! ## Sources
//! The idea of predicting times by regression is that of the paper mcm2280 (2008), which counts
//! 31 techniques of Sudoku Explainer; the times are from S. Wang's sudoku_dataset_difficulty
//! (CC0, IEEE Access 2024), and a second site's, which were measured and are not distributed.

use crate::logic::Ladder;
use crate::rating::minutes::{Model, Walk};
use crate::rating::{Harder, Info, Metric, NotRatable, Profile, Rating, Value, Workup};
use piste_core::shape::Shape;
use std::sync::{Arc, LazyLock};

pub(in crate::rating) struct Minutes;

static INFO: Info = Info {
    slug: "minutes",
    name: "minutes",
    version: 3,
    measures: "how long people take, predicted from what they have to look at and must know",
    source: "piste's model of the times of two sites' players, after mcm2280 (2008)",
    range: "minutes; most sudokus of newspapers 3 to 20",
    harder: Harder::Up,
    columns: &["", "low", "high", "outside"],
    words: &[],
};

/// The model that ships: a constant, read when it is first needed.
static SHIPPED: LazyLock<Model> = LazyLock::new(Model::shipped);

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
            None => &SHIPPED,
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

    fn fits(&self, shape: &Shape) -> Result<(), NotRatable> {
        self.info()
            .only_classic(shape, Some("its model is learnt from people's times on such puzzles"))
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Err("it has learnt from puzzles that are given by digits")
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

    /// They lie far outside what the model has seen, and it does not level off.
    #[test]
    fn the_hardest_puzzles_take_longest() {
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
            assert!(hard > 12.0 * minutes && hard < 120.0, "{hard}");
            assert!(outside >= 0.0);
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
        assert!((2.0..8.0).contains(&easy.0), "{easy:?}");
        assert!(hard.0 > 8.0 * easy.0, "{hard:?}");
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
