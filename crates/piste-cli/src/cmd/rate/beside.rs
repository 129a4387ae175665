//! What stands beside a metric's own values when somebody asks for it: which of n bands of equal count the
//! value is in, and over how many runs it was taken if not over the usual number.
//!
//! Both are columns behind those of the metric: `hsolve.band5` and `hsolve.runs`. So whoever joins tables
//! sees that their values are not of one kind.

use super::value;
use piste::rating::{Bands, Column, Info, NotRatable, Rating, Selection, metrics};
use piste_store::library::Yardstick;
use std::num::NonZeroU32;

/// The columns beside those of the metrics; none by default.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beside {
    /// Of each metric its main column, and the bands.
    bands: Vec<(Column, Bands)>,
    runs: Option<NonZeroU32>,
}

impl Beside {
    /// So many bands of every metric that is shown, by this yardstick; and so many runs.
    pub(crate) fn new(
        selection: &Selection,
        count: Option<u32>,
        stick: &Yardstick,
        runs: Option<NonZeroU32>,
    ) -> Result<Beside, String> {
        let mut bands = Vec::new();
        for info in selection.shown().filter(|_| count.is_some()) {
            let column = Column::named(info.slug).expect("every metric has a main column");
            let cut = stick.ranks(column)?.bands(count.unwrap_or(1));
            let cut = cut.ok_or_else(|| format!("no puzzle has a value of {column} to go by"))?;
            bands.push((column, cut));
        }
        Ok(Beside { bands, runs })
    }

    /// The names of the columns beside this metric, without its slug.
    pub(crate) fn names(&self, info: &Info) -> Vec<String> {
        let bands = self.of(info).map(|(_, bands)| format!("band{}", bands.count()));
        let runs = self.runs_of(info).map(|_| "runs".to_owned());
        bands.into_iter().chain(runs).collect()
    }

    /// What is in these columns.
    pub(crate) fn values(&self, rated: (&Info, &Result<Rating, NotRatable>)) -> Vec<Option<u64>> {
        let (info, rating) = rated;
        let main = value(rating, 0);
        let bands = self.of(info).map(|(column, bands)| {
            let place = main.map(|value| column.place(value));
            place.map(|place| u64::from(bands.of(place)))
        });
        let runs = self.runs_of(info).map(|runs| main.map(|_| u64::from(runs.get())));
        bands.into_iter().chain(runs).collect()
    }

    fn of(&self, info: &Info) -> Option<&(Column, Bands)> {
        self.bands.iter().find(|(column, _)| column.metric().info().slug == info.slug)
    }

    fn runs_of(&self, info: &Info) -> Option<NonZeroU32> {
        self.runs.filter(|_| metrics::REPEATED.contains(&info.slug))
    }
}
