//! Any bytes are a packed collection or are refused, in bounded memory. What is taken in can be packed again, and
//! is then the same collection. Behind the compression anything may stand, so the input is tried as the file
//! and as what a file unpacks to.

use piste::rating::{Info, metrics};
use piste_store::library::{Entry, Library, Query};

/// How a packed file begins.
const MAGIC: &[u8] = b"piste pack 2\n";

fn all(library: &Library) -> Vec<Entry> {
    let metrics: Vec<&'static Info> = metrics::ALL.iter().map(|metric| metric.info()).collect();
    library.list(&Query { metrics, ..Query::default() }).expect("what was added can be read")
}

fn check(file: &[u8]) {
    let mut library = Library::in_memory().expect("memory takes a library");
    let taken = library.merge(file, |_| {});
    let entries = all(&library);
    if let Ok(added) = taken {
        assert_eq!(added.new, entries.len() as u64);
    }
    let mut packed = Vec::new();
    library.pack(&mut packed).expect("memory takes everything");
    let mut again = Library::in_memory().expect("memory takes a library");
    let added = again.merge(&packed, |_| {}).expect("what was packed can be unpacked");
    assert_eq!((added.new, added.known, added.later), (entries.len() as u64, 0, 0));
    for (one, other) in entries.iter().zip(all(&again)) {
        assert_eq!((one.grid, &one.source, one.seed), (other.grid, &other.source, other.seed));
    }
}

/// Panics where the promise is broken.
pub(crate) fn holds(input: &[u8]) {
    check(input);
    let compressed = zstd::encode_all(input, 1).expect("memory takes everything");
    check(&[MAGIC, &compressed].concat());
}
