//! What to say when a condition asks for ratings that are not there.
//!
//! Of a rating that is missing nothing holds, so a puzzle that was imported and never rated is found by
//! no level, and one that was rated by an earlier version of a metric is not found by it any more. To whoever
//! asks, both look like puzzles that do not exist: hence this sentence.

use crate::progress::thousands;
use piste_store::library::{Filter, Library};

/// The sentence about what the metrics of this filter have not rated at their versions of today, if
/// there is such.
pub(in crate::cmd) fn lacking(
    library: &Library,
    filter: &Filter,
) -> anyhow::Result<Option<String>> {
    let lacking = library.lacking(filter.shapes(), &filter.metrics())?;
    if lacking.is_empty() {
        return Ok(None);
    }
    let each: Vec<String> = lacking
        .iter()
        .map(|(info, count)| format!("{} have no rating by {}", thousands(*count), info.slug))
        .collect();
    let all = thousands(library.len_of(filter.shapes())?);
    Ok(Some(format!(
        "of the {all} puzzles of the library {} of today, and no condition on it holds of them: \
         `piste library rate --missing` rates them",
        each.join(", ")
    )))
}
