//! Statistics of puzzles whose bias is known, put right: what they say of all minimal puzzles.
//!
//! They are those that the method `controlled-bias` made, whoever added them to the library. Each stands for as many minimal puzzles as its
//! number of givens says ([`orders::weight`]).

use super::{Library, LibraryError, Query};
use piste::generate::orders;
use piste::rating::{Column, Info, metrics};
use piste::stats::Weighted;

/// The method whose bias is known.
pub const METHOD: &str = "controlled-bias";

/// What the puzzles say by one metric.
#[derive(Clone, Debug)]
pub struct Corrected {
    /// The metric.
    pub info: &'static Info,
    /// The places of the main values, as they came.
    pub raw: Weighted,
    /// The same, each with what it stands for.
    pub corrected: Weighted,
}

impl Library {
    /// How many puzzles of controlled bias there are, and what each metric that rated some of them says, raw and corrected.
    pub fn corrected(&self) -> Result<(u64, Vec<Corrected>), LibraryError> {
        let infos: Vec<&'static Info> = metrics::ALL.iter().map(|metric| metric.info()).collect();
        let filter = format!("method={METHOD}").parse();
        let filter = filter.expect("a method may be asked for");
        let query = Query { metrics: infos.clone(), ..Query::of(filter) };
        let entries = self.list(&query)?;
        let mut all = Vec::new();
        for info in infos {
            let Some(column) = Column::named(info.slug) else { continue };
            let known = entries.iter().filter_map(|entry| {
                let weight = orders::weight(entry.grid.filled().len());
                Some((column.place(entry.value(column)?), weight))
            });
            let corrected = Weighted::of(known.clone());
            if !corrected.is_empty() {
                let raw = Weighted::of(known.map(|(place, _)| (place, 1.0)));
                all.push(Corrected { info, raw, corrected });
            }
        }
        Ok((entries.len() as u64, all))
    }
}
