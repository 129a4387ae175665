//! The table of percentiles of a library, as `data/percentiles.tsv` has it for the one that ships; what
//! it means is said by [`crate::percentile`], which reads it.

use super::{Library, LibraryError};
use crate::percentile::{HEADER, cuts};
use piste::rating::metrics;

impl Library {
    /// The table of percentiles of this library, as `data/percentiles.tsv` has it.
    pub fn percentiles(&self) -> Result<String, LibraryError> {
        let mut text = String::from(
            "# Of ten thousand puzzles of the shipped collection so many have a lower value (where lower is\n\
             # harder: the same or a lower one). Made by `piste library percentiles`.\n",
        );
        text.push_str(&format!("{HEADER}\n"));
        for metric in metrics::ALL.iter().filter(|m| !metrics::ON_REQUEST.contains(&m.info().slug))
        {
            let info = metric.info();
            let values = self.main_values(info).map_err(|error| self.wrong(error))?;
            for (cut, share) in cuts(&values, info.harder) {
                let line =
                    format!("{}\t{}\t{cut}\t{:.0}\n", info.slug, info.version, share * 10_000.0);
                text.push_str(&line);
            }
        }
        Ok(text)
    }
}
