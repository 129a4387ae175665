//! What stands beside a metric's own values when somebody asks for it: which of n bands of equal count the
//! value is in, the options that it was rated by, where the metric says that they are told, and how long a
//! player takes.
//!
//! They are columns behind those of the metric: `hsolve.band5`, `hsolve.runs`, `minutes.you`. So whoever joins
//! tables sees that their values are not of one kind.

use crate::me::{self, MINUTES};
use crate::{Collection, Wrong};
use piste::rating::{
    Bands, Column, Info, MOST_BANDS, NotRatable, Player, Rating, Said, Selection, Settings, Value,
};
use std::sync::Arc;

/// The columns behind those of `minutes` for a player.
const YOURS: [&str; 3] = ["you", "you-low", "you-high"];

/// The columns beside those of the metrics; none by default.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Of each metric its main column, and the bands.
    bands: Vec<(Column, Bands)>,
    settings: Settings,
    player: Option<Arc<Player>>,
    /// They stand beside the values of a puzzle of another shape than those that bands are cut by.
    is_elsewhere: bool,
    /// Says how many puzzles are easier, if that is a column, too.
    easier: Option<Easier>,
}

/// Says which share of a collection is easier by the main value of a metric.
pub type Easier = fn(&Info, Value) -> Option<f64>;

/// The column of those shares, in percent.
const PERCENTILE: &str = "percentile";

impl Beside {
    /// So many bands of every metric that is shown, cut by this collection; and what was said of
    /// options.
    pub fn new(
        selection: &Selection,
        count: Option<u32>,
        collection: &dyn Collection,
        settings: &Settings,
    ) -> Result<Beside, String> {
        let mut bands = Vec::new();
        for info in selection.shown().filter(|_| count.is_some()) {
            let column = Column::named(info.slug).expect("every metric has a main column");
            let cut = collection.ranks(column)?.bands(count.unwrap_or(1));
            let cut = cut.ok_or_else(|| format!("no puzzle has a value of {column} to go by"))?;
            bands.push((column, cut));
        }
        Ok(Beside { bands, settings: settings.clone(), ..Beside::default() })
    }

    /// The same columns for a puzzle of another shape: bands are cut by classic ones, and say nothing of it.
    #[must_use]
    pub fn elsewhere(&self) -> Beside {
        Beside { is_elsewhere: true, ..self.clone() }
    }

    /// The same with how long this player takes.
    #[must_use]
    pub fn for_player(self, player: Option<Arc<Player>>) -> Beside {
        Beside { player, ..self }
    }

    /// The same with how many percent of a collection are easier.
    #[must_use]
    pub fn with_percentiles(self, easier: Option<Easier>) -> Beside {
        Beside { easier, ..self }
    }

    /// The player whose times stand beside those of all.
    pub fn player(&self) -> Option<&Player> {
        self.player.as_deref()
    }

    /// The names of the columns beside this metric, without its slug.
    pub fn names(&self, info: &Info) -> Vec<String> {
        let bands = self.of(info).map(|(_, bands)| format!("band{}", bands.count()));
        let told = self.told(info).map(|said| said.setting.name.to_owned());
        let yours = self.player_of(info).into_iter().flat_map(|_| YOURS.map(str::to_owned));
        let share = self.easier.map(|_| PERCENTILE.to_owned());
        bands.into_iter().chain(told).chain(yours).chain(share).collect()
    }

    /// What is in these columns.
    pub fn values(&self, rated: (&Info, &Result<Rating, NotRatable>)) -> Vec<Option<Value>> {
        let (info, rating) = rated;
        let main = rating.as_ref().ok().and_then(Rating::value);
        let bands = self.of(info).map(|(column, bands)| {
            let main = main.filter(|_| !self.is_elsewhere);
            let place = main.map(|value| column.place(value));
            place.map(|place| Value::Count(u64::from(bands.of(place))))
        });
        let told =
            self.told(info).map(|said| main.and_then(|_| said.text.parse().ok()).map(Value::Count));
        let yours = self.player_of(info).into_iter().flat_map(|player| {
            let told = rating.as_ref().ok().and_then(|rating| me::for_player(rating, player));
            let told = told.map(|told| [told.minutes, told.low, told.high]);
            (0..YOURS.len()).map(move |part| Some(Value::Number(told?[part], 1)))
        });
        let share = self.easier.map(|easier| {
            let share = main.and_then(|value| easier(info, value));
            share.map(|share| Value::Number(share * 100.0, 1))
        });
        bands.into_iter().chain(told).chain(yours).chain(share).collect()
    }

    /// These options and nothing else.
    pub fn of_settings(settings: &Settings) -> Beside {
        Beside { settings: settings.clone(), ..Beside::default() }
    }

    fn of(&self, info: &Info) -> Option<&(Column, Bands)> {
        self.bands.iter().find(|(column, _)| column.metric().info().slug == info.slug)
    }

    fn player_of(&self, info: &Info) -> Option<&Player> {
        self.player().filter(|_| info.slug == MINUTES)
    }

    fn told<'a>(&'a self, info: &'a Info) -> impl Iterator<Item = &'a Said> {
        self.settings.said().filter(|said| said.metric.slug == info.slug && said.setting.is_told)
    }
}

/// The number of bands that a request asks for.
pub fn bands(asked: Option<u64>) -> Result<Option<u32>, Wrong> {
    let wrong = || Wrong::bad("bands", format!("expected a whole number from 1 to {MOST_BANDS}"));
    let check =
        |bands: u64| u32::try_from(bands).ok().filter(|bands| (1..=MOST_BANDS).contains(bands));
    asked.map(|bands| check(bands).ok_or_else(wrong)).transpose()
}
