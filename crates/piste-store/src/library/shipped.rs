//! The collection that comes with piste: rated puzzles of our own making, inside the program.
//!
//! It is a [packed](super::packed) file in `data/`, made by `piste library build` and `piste library export
//! --packed`, and unpacked into the user's library on first use, by [pages](super::pages). `docs/library.md`
//! says what is in it and how to make it again.

use super::{Added, Library, LibraryError};
use piste::generate::Stop;
use std::path::Path;

/// The packed file.
static PACKED: &[u8] = include_bytes!("../../data/library.pack");

/// The packed file.
pub fn packed() -> &'static [u8] {
    PACKED
}

impl Library {
    /// Adds the collection that comes with piste; `seen` is told how many puzzles have been added.
    ///
    /// ```no_run
    /// use piste_store::library::Library;
    ///
    /// let mut library = Library::in_memory().unwrap();
    /// let added = library.add_shipped(|_| {}).unwrap();
    /// assert!(added.new >= 100_000);
    /// ```
    pub fn add_shipped(&mut self, seen: impl FnMut(u64)) -> Result<Added, LibraryError> {
        self.merge(PACKED, seen)
    }

    /// Makes a library of the collection that comes with piste, unless there is one by now, and opens
    /// it. It gets its name when it is complete: whoever is interrupted finds none, not half of one.
    pub fn unpack_shipped(path: &Path) -> Result<Library, LibraryError> {
        Library::unpack_shipped_until(path, &Stop::default())
    }

    /// The same, and [heeds](Library::heed) somebody who may want it to end.
    pub fn unpack_shipped_until(path: &Path, stop: &Stop) -> Result<Library, LibraryError> {
        Library::create_until(path, stop, |library, file| library.fill(file, PACKED))
    }
}
