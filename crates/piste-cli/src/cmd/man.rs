//! `piste man`: the manual, made from the same definitions as the help.

use crate::output::Output;
use crate::status::Status;
use anyhow::Context;
use clap::{Args, CommandFactory};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  piste man | man -l -                    read the page of piste itself
  piste man ~/.local/share/man/man1       install a page for every verb";

/// Print the manual page, or write a page for every verb into a folder
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Man {
    /// The folder, made if it is not there; without it piste(1) is printed
    folder: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(&self) -> anyhow::Result<Status> {
        let command = crate::Cli::command();
        if let Some(folder) = &self.folder {
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder))
                .with_context(|| format!("cannot write to {}", folder.display()))?;
        } else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            let mut output = Output::open(None)?;
            output.write(&page)?;
            output.close(None)?;
        }
        Ok(Status::Fine)
    }
}
