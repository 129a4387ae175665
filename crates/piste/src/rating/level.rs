//! The named levels: what an editor means by "medium".
//!
//! One table, over metrics, and nothing else in piste knows what a level is.
//!
//! A level says what one must know, so its bounds lie between kinds of steps, and they are put
//! where publishers put theirs. Of all our metrics the Sudoku Explainer
//! rating agrees best with the levels that publishers print, and its steps are easy to say
//! in words; so the table is over `se`. Two promises hold on the collection that ships: a higher level
//! takes longer, in the mean and in the median, by a clear step; and a beginner's or easy puzzle never needs more than
//! hidden singles. How the levels of six publishers fall into ours is
//! what `bench -- levels` prints; `docs/metrics/level.md` has the minutes of each.
//!
//! In pictures a level has the [`Sign`] of a slope. In data it is its word, and never a colour: that is what
//! another metric says.

use super::{Column, Condition, Value};

/// A named level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name on the command line and in files.
    pub slug: &'static str,
    /// What it asks of the solver.
    pub asks: &'static str,
    /// The condition that its puzzles meet.
    pub means: &'static str,
    /// How it is marked in pictures.
    pub sign: Sign,
}

/// The sign of a slope: a shape, which is drawn in its own colour and tells without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A green circle.
    Circle,
    /// A blue square.
    Square,
    /// A black diamond.
    Diamond,
    /// Two black diamonds.
    TwoDiamonds,
}

impl Sign {
    /// The shape in one word, for programs.
    pub fn slug(self) -> &'static str {
        match self {
            Sign::Circle => "circle",
            Sign::Square => "square",
            Sign::Diamond => "diamond",
            Sign::TwoDiamonds => "two-diamonds",
        }
    }

    /// The colour that it is drawn in, in one word.
    pub fn colour(self) -> &'static str {
        match self {
            Sign::Circle => "green",
            Sign::Square => "blue",
            Sign::Diamond | Sign::TwoDiamonds => "black",
        }
    }
}

/// The table: a row becomes a level, and its word one of the scale.
macro_rules! levels {
    ($first:literal $first_row:tt, $($slug:literal $row:tt,)*) => {
        /// Every level, from easy to hard.
        pub const ALL: [Level; WORDS.len()] = [level($first, $first_row), $(level($slug, $row)),*];

        /// The words of the scale, in the same order.
        pub(super) const WORDS: &[&str] = &[$first, $($slug),*];

        /// The same in one text.
        pub(super) const RANGE: &str = concat!($first, $(", ", $slug),*);
    };
}

levels! {
    "beginner" ("hidden singles in boxes", "se ..1.2", Sign::Circle),
    "easy" ("hidden singles in boxes and lines", "se 1.3..1.5", Sign::Circle),
    "medium" ("naked singles, direct locks and pairs", "se 1.6..2.5", Sign::Square),
    "hard" ("locked candidates, pairs, X-wings", "se 2.6..3.3", Sign::Square),
    "fiendish" ("hidden pairs, triples, wings", "se 3.4..4.4", Sign::Diamond),
    "diabolical" ("unique rectangles, BUGs, simple chains", "se 4.5..6.9", Sign::Diamond),
    "extreme" ("forcing chains, trial and error", "se 7..", Sign::TwoDiamonds),
}

type Row = (&'static str, &'static str, Sign);

const fn level(slug: &'static str, (asks, means, sign): Row) -> Level {
    Level { slug, asks, means, sign }
}

/// What others call a level, or what it was called once, and what it is called here. The words
/// stay readable wherever a level is asked for.
pub const REDIRECTS: [(&str, &str); 11] = [
    ("very-easy", "beginner"),
    ("novice", "beginner"),
    ("gentle", "easy"),
    ("simple", "easy"),
    ("moderate", "medium"),
    ("intermediate", "medium"),
    ("tough", "hard"),
    ("tricky", "hard"),
    ("expert", "fiendish"),
    ("evil", "diabolical"),
    ("insane", "extreme"),
];

impl Level {
    /// The level of this name, or of one that [leads](REDIRECTS) to it.
    ///
    /// ```
    /// use piste::rating::level::Level;
    ///
    /// assert_eq!(Level::named("evil"), Level::named("diabolical"));
    /// assert_eq!(Level::named("hard").unwrap().sign.slug(), "square");
    /// assert_eq!(Level::named("pink"), None);
    /// ```
    pub fn named(name: &str) -> Option<Level> {
        let led = REDIRECTS.iter().find(|(other, _)| *other == name);
        let slug = led.map_or(name, |(_, slug)| slug);
        ALL.into_iter().find(|level| level.slug == slug)
    }

    /// The other names that lead to this level.
    pub fn other_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let slug = self.slug;
        REDIRECTS.into_iter().filter(move |(_, to)| *to == slug).map(|(other, _)| other)
    }

    /// The level of a puzzle with these values; none if the metrics that levels are made of
    /// have not rated it.
    ///
    /// ```
    /// use piste::rating::Value;
    /// use piste::rating::level::Level;
    ///
    /// let level = Level::of(|_| Some(Value::Number(2.6, 1)));
    /// assert_eq!(level.unwrap().slug, "hard");
    /// assert_eq!(Level::of(|_| None), None);
    /// ```
    pub fn of(mut value: impl FnMut(Column) -> Option<Value>) -> Option<Level> {
        ALL.into_iter().find(|level| level.condition().holds(&mut value))
    }

    /// The condition that its puzzles meet.
    pub fn condition(&self) -> Condition {
        self.means.parse().expect("the table of levels holds conditions")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_a_condition() {
        for (level, word) in ALL.into_iter().zip(WORDS) {
            assert_eq!(level.slug, *word);
            assert_eq!(Level::named(level.slug), Some(level));
            assert_eq!(level.condition().to_string(), level.means);
        }
    }

    /// No rating is between two levels, and none has two.
    #[test]
    fn every_rating_has_one_level() {
        for tenths in 10..=200_u32 {
            let value = |_| Some(Value::Number(f64::from(tenths) / 10.0, 1));
            let of = ALL.iter().filter(|level| level.condition().holds(value));
            assert_eq!(of.count(), 1, "{tenths}");
        }
    }

    #[test]
    fn other_names_lead_to_levels_and_hide_none() {
        for (other, slug) in REDIRECTS {
            assert_eq!(Level::named(other).unwrap().slug, slug);
            assert!(!WORDS.contains(&other), "{other}");
        }
    }
}
