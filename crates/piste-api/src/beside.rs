//! What stands beside a metric's own values when somebody asks for it: which of n bands of equal count the
//! value is in, over how many runs it was taken if not over the usual number, and how long a player takes.
//!
//! They are columns behind those of the metric: `hsolve.band5`, `hsolve.runs`, `minutes.you`. So whoever joins
//! tables sees that their values are not of one kind.

use crate::me::{self, MINUTES};
use crate::{Collection, Wrong};
use piste::rating::{
    Bands, Column, Info, MOST_BANDS, NotRatable, Player, Rating, Selection, Value, metrics,
};
use std::num::NonZeroU32;
use std::sync::Arc;

/// The columns behind those of `minutes` for a player.
const YOURS: [&str; 3] = ["you", "you-low", "you-high"];

/// The columns beside those of the metrics; none by default.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Of each metric its main column, and the bands.
    bands: Vec<(Column, Bands)>,
    runs: Option<NonZeroU32>,
    player: Option<Arc<Player>>,
}

impl Beside {
    /// So many bands of every metric that is shown, cut by this collection; and so many runs.
    pub fn new(
        selection: &Selection,
        count: Option<u32>,
        collection: &dyn Collection,
        runs: Option<NonZeroU32>,
    ) -> Result<Beside, String> {
        let mut bands = Vec::new();
        for info in selection.shown().filter(|_| count.is_some()) {
            let column = Column::named(info.slug).expect("every metric has a main column");
            let cut = collection.ranks(column)?.bands(count.unwrap_or(1));
            let cut = cut.ok_or_else(|| format!("no puzzle has a value of {column} to go by"))?;
            bands.push((column, cut));
        }
        Ok(Beside { bands, runs, player: None })
    }

    /// The same with how long this player takes.
    #[must_use]
    pub fn for_player(self, player: Option<Arc<Player>>) -> Beside {
        Beside { player, ..self }
    }

    /// The player whose times stand beside those of all.
    pub fn player(&self) -> Option<&Player> {
        self.player.as_deref()
    }

    /// The names of the columns beside this metric, without its slug.
    pub fn names(&self, info: &Info) -> Vec<String> {
        let bands = self.of(info).map(|(_, bands)| format!("band{}", bands.count()));
        let runs = self.runs_of(info).map(|_| "runs".to_owned());
        let yours = self.player_of(info).into_iter().flat_map(|_| YOURS.map(str::to_owned));
        bands.into_iter().chain(runs).chain(yours).collect()
    }

    /// What is in these columns.
    pub fn values(&self, rated: (&Info, &Result<Rating, NotRatable>)) -> Vec<Option<Value>> {
        let (info, rating) = rated;
        let main = rating.as_ref().ok().and_then(|rating| rating.finite(0));
        let bands = self.of(info).map(|(column, bands)| {
            let place = main.map(|value| column.place(value));
            place.map(|place| Value::Count(u64::from(bands.of(place))))
        });
        let runs = self.runs_of(info).map(|runs| main.map(|_| Value::Count(u64::from(runs.get()))));
        let yours = self.player_of(info).into_iter().flat_map(|player| {
            let told = rating.as_ref().ok().and_then(|rating| me::for_player(rating, player));
            let told = told.map(|told| [told.minutes, told.low, told.high]);
            (0..YOURS.len()).map(move |part| Some(Value::Number(told?[part], 1)))
        });
        bands.into_iter().chain(runs).chain(yours).collect()
    }

    /// So many runs and nothing else.
    pub fn of_runs(runs: Option<NonZeroU32>) -> Beside {
        Beside { bands: Vec::new(), runs, player: None }
    }

    fn of(&self, info: &Info) -> Option<&(Column, Bands)> {
        self.bands.iter().find(|(column, _)| column.metric().info().slug == info.slug)
    }

    fn player_of(&self, info: &Info) -> Option<&Player> {
        self.player().filter(|_| info.slug == MINUTES)
    }

    fn runs_of(&self, info: &Info) -> Option<NonZeroU32> {
        self.runs.filter(|_| metrics::REPEATED.contains(&info.slug))
    }
}

/// The most runs that can be asked for.
const MOST_RUNS: u64 = 1_000_000;

/// The number of runs that a request asks for.
///
/// ```
/// use piste_api::beside::runs;
///
/// assert_eq!(runs(Some(100)).unwrap().unwrap().get(), 100);
/// assert!(runs(Some(0)).is_err());
/// ```
pub fn runs(asked: Option<u64>) -> Result<Option<NonZeroU32>, Wrong> {
    let wrong = || Wrong::bad("runs", format!("expected a whole number from 1 to {MOST_RUNS}"));
    let check = |runs: u64| {
        u32::try_from(runs).ok().filter(|_| runs <= MOST_RUNS).and_then(NonZeroU32::new)
    };
    asked.map(|runs| check(runs).ok_or_else(wrong)).transpose()
}

/// The number of bands that a request asks for.
pub fn bands(asked: Option<u64>) -> Result<Option<u32>, Wrong> {
    let wrong = || Wrong::bad("bands", format!("expected a whole number from 1 to {MOST_BANDS}"));
    let check =
        |bands: u64| u32::try_from(bands).ok().filter(|bands| (1..=MOST_BANDS).contains(bands));
    asked.map(|bands| check(bands).ok_or_else(wrong)).transpose()
}
