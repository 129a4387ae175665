//! Where the library is, and how it comes to be there.

use super::until_interrupted;
use crate::job::count;
use crate::status::tell;
use anyhow::{Context, bail};
use clap::Args;
use piste::generate::Stop;
use piste_store::library::{Library, LibraryError};
use std::path::PathBuf;

/// Where somebody always has theirs.
const ENV: &str = "PISTE_LIBRARY";

/// The option about the place.
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cmd) struct LibraryPath {
    /// The file of the library [default: your own]
    #[arg(long, global = true, value_name = "PATH", env = ENV, hide_env_values = true)]
    library: Option<PathBuf>,
}

impl LibraryPath {
    /// Whether it was named for this command, and is not where somebody always has it.
    pub(in crate::cmd) fn is_said(&self) -> bool {
        self.library
            .as_ref()
            .is_some_and(|path| std::env::var_os(ENV).as_deref() != Some(path.as_os_str()))
    }

    /// Whether it is the user's own, which is made when it is asked for the first time.
    pub(in crate::cmd) fn is_own(&self) -> bool {
        self.library.is_none()
    }

    /// Where it is, or would be.
    pub(in crate::cmd) fn path(&self) -> anyhow::Result<PathBuf> {
        match &self.library {
            Some(path) => Ok(path.clone()),
            None => Library::default_path()
                .context("the system does not say where the user's data are: use --library"),
        }
    }

    /// The library that is to be asked. The user's own is made from the collection that comes
    /// with piste if it is not there yet.
    pub(in crate::cmd) fn open(&self, quiet: bool) -> anyhow::Result<Library> {
        let path = self.path()?;
        if self.library.is_none() && !path.exists() {
            return self.unpack(quiet);
        }
        match Library::open_until(&path, &until_interrupted()) {
            Err(error @ LibraryError::Missing(_)) => {
                bail!(
                    "{error}; `piste library import --shipped --library {}` makes one of what comes \
                     with piste",
                    path.display()
                )
            }
            opened => at_leisure(opened?),
        }
    }

    /// The library that is to be asked by whoever has nothing to save when Ctrl-C comes: its work ends at
    /// once, with an error that [`or_interrupted`](super::or_interrupted) knows.
    pub(in crate::cmd) fn open_until_interrupted(&self, quiet: bool) -> anyhow::Result<Library> {
        let mut library = self.open(quiet)?;
        library.heed(until_interrupted())?;
        Ok(library)
    }

    /// The library that is to be asked and changed: one that may only be read is refused before any work.
    pub(super) fn open_to_write(&self, quiet: bool) -> anyhow::Result<Library> {
        let library = self.open(quiet)?;
        if library.is_read_only() {
            bail!("{}: it may only be read, not written to", library.path().display());
        }
        Ok(library)
    }

    /// The library that is to be added to, an empty one if there is none at a place of
    /// somebody's choice.
    pub(in crate::cmd) fn create(&self, quiet: bool) -> anyhow::Result<Library> {
        let path = self.path()?;
        if self.library.is_none() && !path.exists() {
            return self.unpack(quiet);
        }
        // The folders on the way to the user's own are made; a place of somebody's choice may be a slip.
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
            && !self.is_own()
            && !folder.is_dir()
        {
            bail!("there is no folder {}, so no library can be made there", folder.display());
        }
        Ok(Library::create(&path)?)
    }

    fn unpack(&self, quiet: bool) -> anyhow::Result<Library> {
        let path = self.path()?;
        if !quiet {
            let to = path.display();
            tell(format_args!(
                "piste: the first use of the library: unpacking the puzzles that come with piste into {to}"
            ));
        }
        let library = at_leisure(Library::unpack_shipped_until(&path, &until_interrupted())?)?;
        if !quiet {
            let puzzles = count(library.len()?, "puzzle");
            tell(format_args!("piste: unpacked {puzzles}"));
        }
        Ok(library)
    }
}

/// A library that was opened in a hurry: from now on Ctrl-C is the business of whoever uses it.
fn at_leisure(mut library: Library) -> anyhow::Result<Library> {
    library.heed(Stop::default())?;
    Ok(library)
}
