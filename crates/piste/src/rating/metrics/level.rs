//! # Level
//!
//! ## Idea
//! One word for how hard a puzzle is, from `beginner` to `extreme`. A level says what one must
//! know; the bounds are those of the Sudoku Explainer rating (`se`), whose steps have names.
//!
//! | level | what one must know | `se` | sign |
//! |---|---|---|---|
//! | beginner | hidden singles in boxes | to 1.2 | circle |
//! | easy | hidden singles in boxes and lines | 1.3 to 1.5 | circle |
//! | medium | naked singles, direct locks and pairs | 1.6 to 2.5 | square |
//! | hard | locked candidates, pairs, X-wings | 2.6 to 3.3 | square |
//! | fiendish | hidden pairs, triples, wings | 3.4 to 4.4 | diamond |
//! | diabolical | unique rectangles, BUGs, simple chains | 4.5 to 6.9 | diamond |
//! | extreme | forcing chains, trial and error | from 7.0 | two diamonds |
//!
//! The predicted minutes of the puzzles of each level in the collection that ships (`piste study people --data DIR`):
//!
//! | level | puzzles | mean | median | four in five |
//! |---|---:|---:|---:|---:|
//! | beginner | 11,000 | 2.8 | 2.6 | 2.0 to 3.8 |
//! | easy | 11,562 | 6.3 | 6.2 | 4.8 to 7.9 |
//! | medium | 20,586 | 10.3 | 9.8 | 7.4 to 14.1 |
//! | hard | 18,532 | 13.2 | 13.1 | 9.3 to 17.2 |
//! | fiendish | 18,517 | 17.4 | 17.1 | 12.2 to 23.2 |
//! | diabolical | 15,952 | 23.3 | 22.9 | 15.3 to 32.1 |
//! | extreme | 16,106 | 35.4 | 35.0 | 26.3 to 44.8 |
//!
//! γ of these levels and those that publishers print, by the same command: KrazyDad 0.98 (7 levels), sudokuoftheday 0.93
//! (6), sudoku.org.uk 0.93 (4), New York Times 0.89 (3).
//!
//! It is asked by name (`--metrics level`), because the report says it in its first sentence;
//! conditions know it (`level=hard`, `level!=easy`), and `make --level` makes it. Names that others use lead to a level wherever one is
//! asked for: `very-easy`, `gentle`, `moderate`, `tough`, `expert`, `evil` and some more.
//! In data a level is always its word. The signs are for pictures.
//!
//! ## Why it is sound
//! Of all metrics here `se` agrees best with what publishers print (`docs/studies/levels.md`), and a
//! bound between two kinds of steps can be said in words. Two promises are tests on the collection that ships: a higher level takes
//! longer in the mean and in the median of `minutes`, by a clear step; and a beginner's or easy puzzle needs hidden singles only.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is for
//! beginners.
//!
//! ## Sources
//! The levels printed by six publishers, whose puzzles were measured by `bench -- levels`.

use crate::rating::level::{self, RANGE, WORDS};
use crate::rating::{
    Column, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup, metrics,
};

pub(in crate::rating) struct Level;

static INFO: Info = Info {
    slug: "level",
    name: "level",
    version: 1,
    measures: "in one word, what one must know",
    source: "the levels that publishers print, over the Sudoku Explainer rating",
    range: RANGE,
    harder: Harder::Up,
    columns: &[""],
    words: WORDS,
};

impl Metric for Level {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let rated = metrics::se::Se.rate(workup)?;
        let level = level::Level::of(|column| column.of(&rated));
        let level = level.ok_or_else(|| NotRatable::because("se says nothing of this puzzle"))?;
        let mut rating = Rating::new(&INFO, vec![Value::Word(level.slug)]).in_band(level.asks);
        rating.deciding = rated.deciding;
        Ok(rating)
    }

    /// Also by the names that others use.
    fn word(&self, name: &str) -> Option<&'static str> {
        level::Level::named(&name.to_ascii_lowercase()).map(|level| level.slug)
    }

    /// As far as `se` does, which is up to 4.4: the fifth word.
    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Below(5.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Grid, Puzzle};

    fn level(text: &str) -> String {
        let grid: Grid = text.parse().unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        Level.rate(&Workup::new(&puzzle)).unwrap().to_string()
    }

    #[test]
    fn words_from_beginner_to_extreme() {
        for (text, word) in [
            (
                "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
                "beginner",
            ),
            (
                ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
                "extreme",
            ),
        ] {
            assert_eq!(level(text), word);
        }
    }
}
