//! # Sudoku Explainer rating
//!
//! ## Idea
//! The number that people mean by "ER 7.2": the rating of the hardest step on the path that
//! Sudoku Explainer 1.2.1 takes. Column `er` is the hardest step of all, `ep` the hardest up to
//! the first digit written ("pearl"), `ed` the first step ("diamond").
//!
//! ## Why it is sound
//! Every step of the path follows from the board before it, and no cheaper technique of the
//! program's list finds anything there. That is all: the program takes the first find in its
//! own order of houses, digits and candidates, so another order, or the same puzzle turned
//! round, may lead along another path to another number. The rating is exact in the sense
//! that it takes the same path, with the same gaps; how often a turned puzzle is rated
//! differently is measured in `docs/se.md`.
//!
//! The variant `corrected` finds the unique loops that the program misses by mistake.
//!
//! What no technique solves is rated 20.0. The deciding step is the first of the hardest.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is
//! solved by hidden singles in blocks: 1.2, 1.2, 1.2.
//!
//! ## Sources
//! Nicolas Juillerat, *Sudoku Explainer* 1.2.1 (2006 to 2009); 1.2.1.3 is the build whose
//! paths are matched.

use crate::logic::Outcome;
use crate::rating::se::{Options, Path, Variant};
use crate::rating::{
    Bounds, Chosen, Column, Deciding, Harder, Info, Keeps, Metric, NotRatable, Rating, Setting,
    Value, Workup,
};
use piste_core::shape::Shape;

pub(in crate::rating) struct Se;

static INFO: Info = Info {
    slug: "se",
    name: "Sudoku Explainer rating",
    version: 1,
    measures: "the hardest step on the path of Sudoku Explainer 1.2.1",
    source: "Sudoku Explainer 1.2.1 (2009)",
    range: "1.0 to about 12; 20.0 if no technique solves it",
    harder: Harder::Up,
    columns: &["er", "ep", "ed"],
    words: &[],
};

/// What else stands on its path.
const ON_ITS_PATH: &[&str] = &["se-counts", "minutes"];

static SETTINGS: &[Setting] = &[
    Setting {
        name: "variant",
        about: "which of Sudoku Explainer's habits it follows: all of them, or all but its mistakes",
        usual: "standard",
        expected: "standard or corrected",
        is_told: false,
        served: None,
        others: ON_ITS_PATH,
        read: |text| {
            let variant = match text {
                "standard" => Variant::Standard,
                "corrected" => Variant::Corrected,
                _ => return None,
            };
            Some(changed(move |options| Options { variant, ..options }))
        },
    },
    Setting {
        name: "uniqueness",
        about: "whether techniques may rely on the solution being the only one",
        usual: "true",
        expected: "true or false",
        is_told: false,
        served: None,
        others: ON_ITS_PATH,
        read: |text| {
            let uniqueness = text.parse().ok()?;
            Some(changed(move |options| Options { uniqueness, ..options }))
        },
    },
];

/// The path is walked in a way that differs from the one before in this.
fn changed(change: impl Fn(Options) -> Options + Send + Sync + 'static) -> Chosen {
    Chosen::by(move |workup| {
        let options = change(workup.se_options());
        workup.with_se(options)
    })
}

/// The greatest rating, in tenths, that is not above this number.
fn tenths_below(most: f64) -> u16 {
    let nearest = (most * 10.0).round().clamp(0.0, 999.0);
    // Ratings are compared as tenths divided by ten.
    if nearest / 10.0 <= most { nearest as u16 } else { (nearest - 1.0).max(0.0) as u16 }
}

impl<'a> Workup<'a> {
    /// The same with Sudoku Explainer's path walked in another way than the standard one.
    #[must_use]
    pub fn with_se(self, options: Options) -> Workup<'a> {
        if options == self.se_options() { self } else { self.with_option(options) }
    }

    fn se_options(&self) -> Options {
        let options: Options = self.option().copied().unwrap_or_default();
        // Of a puzzle given by its pencil marks nothing is known of the digits alone.
        Options { uniqueness: options.uniqueness && self.puzzle().marks().is_none(), ..options }
    }

    /// Sudoku Explainer's path through the puzzle.
    pub fn se_path(&self) -> &Path {
        self.made(|| Path::with(self.board(), self.se_options(), &mut self.patience()))
    }

    /// Sudoku Explainer's path, if none of its steps is harder than this, in tenths; else what
    /// the hardest is at least.
    fn se_path_up_to(&self, ceiling: u16) -> Result<&Path, u16> {
        if let Some(path) = self.is_made() {
            return Ok(path);
        }
        let options = self.se_options();
        let path = Path::up_to(self.board(), options, ceiling, &mut self.patience())?;
        Ok(self.made(|| path))
    }
}

impl Metric for Se {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// The first of the easiest steps is taken. Up to wings, which end at 4.4, it does not matter
    /// which: what is not done now can still be done later, so whether a puzzle can be solved, or a
    /// first digit placed, with so much is a property of the puzzle. From 4.5 on it does: a unique
    /// rectangle that loses one more candidate may be none any more. So a rating below 4.5 stays
    /// what it is, and one from 4.5 on stays there.
    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Below(4.5)
    }

    /// From the last cell of a house to what no technique opens, which is 20 by convention.
    fn bounds(&self, _column: Column) -> Option<Bounds> {
        Some(Bounds::new(1.0, 20.0))
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn fits(&self, shape: &Shape) -> Result<(), NotRatable> {
        self.info().only_classic(
            shape,
            Some("the techniques and prices of Sudoku Explainer are made for it"),
        )
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let path = match workup.most_wanted(INFO.slug) {
            None => workup.se_path(),
            Some(most) => match workup.se_path_up_to(tenths_below(most)) {
                Ok(path) => path,
                Err(at_least) => {
                    let er = Value::Number(f64::from(at_least) / 10.0, 1);
                    return Ok(Rating::partly(&INFO, vec![Some(er), None, None]));
                }
            },
        };
        if path.outcome() == Outcome::Stopped {
            return Err(workup.given_up());
        }
        let tenths = [path.er(), path.ep(), path.ed()];
        let values = tenths.map(|tenths| Value::Number(f64::from(tenths) / 10.0, 1));
        let deciding =
            path.deciding().map(|(board, hint)| Deciding::new(&board, hint.step(&board)));
        Ok(Rating::new(&INFO, values.to_vec()).decided_by(deciding))
    }
}
