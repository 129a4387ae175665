//! `piste completions`: a script with which a shell completes piste's words.

use crate::output::Output;
use crate::status::Status;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  piste completions bash > ~/.local/share/bash-completion/completions/piste
  piste completions zsh > \"${fpath[1]}/_piste\"
  piste completions fish > ~/.config/fish/completions/piste.fish";

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> anyhow::Result<Status> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "piste", &mut script);
        let mut output = Output::open(None)?;
        output.write(&script)?;
        output.close(None)?;
        Ok(Status::Fine)
    }
}
