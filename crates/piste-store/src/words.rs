//! The words among the values of ratings, on their way back from a file.

use piste::rating::{Column, metrics};
use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The most words that are remembered. All metrics together have about a dozen; a file in which
/// somebody else has written thousands must not fill the memory.
const WORDS: usize = 256;

/// The word as one that lasts as long as the program: values hold such. There are few of them,
/// those of a scale and those where a scale ends.
pub(crate) fn word(column: Column, text: &str) -> Option<&'static str> {
    static OTHERS: OnceLock<Mutex<BTreeSet<&'static str>>> = OnceLock::new();
    let scale = column.metric().info().words;
    let of_all = || metrics::ALL.iter().flat_map(|metric| metric.info().words);
    if let Some(known) = scale.iter().chain(of_all()).find(|known| **known == text) {
        return Some(known);
    }
    let others = OTHERS.get_or_init(Mutex::default);
    let mut others = others.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = others.get(text) {
        return Some(known);
    }
    if others.len() >= WORDS {
        return None;
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    others.insert(kept);
    Some(kept)
}
