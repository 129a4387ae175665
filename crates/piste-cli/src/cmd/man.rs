//! `piste man`: the manual, made from the same definitions as the help.
//!
//! The pages are roff. What closes the help of a verb (examples, exit codes) has lines that
//! must stay lines, and a formatter fills every paragraph and stretches it to both margins; so
//! that part is written here, with the filling switched off where a line is indented.

use crate::output::Output;
use crate::status::Status;
use anyhow::{Context, bail};
use clap::{Args, Command};
use clap_mangen::Man as Page;
use std::io;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  piste man | man -l -                    read the page of piste itself
  piste man rate | man -l -               read the page of a verb
  piste man library add | man -l -        read the page of a subcommand
  piste man ~/.local/share/man/man1       install a page for every verb";

/// Print a manual page, or write a page for every verb into a folder
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Man {
    /// The verb whose page to print, or the folder for all pages; without either, piste(1) is printed
    ///
    /// A folder is known by its slash (./pages), or because it exists and no verb has its name. It is
    /// created if it does not exist.
    #[arg(value_name = "VERB|FOLDER")]
    which: Vec<PathBuf>,
}

impl Man {
    pub(super) fn run(&self) -> anyhow::Result<Status> {
        let mut command = crate::command();
        command.build();
        if let Some(verb) = verb(&command, &self.which) {
            let mut output = Output::open(None)?;
            output.write(&page(verb)?)?;
            output.close(None)?;
            return Ok(Status::Fine);
        }
        let folder = match self.which.as_slice() {
            [one] if has_slash(one) || one.is_dir() => one,
            words => {
                let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
                bail!("{}: no verb is called so, and a folder needs a slash", words.join(" "));
            }
        };
        std::fs::create_dir_all(folder)
            .and_then(|()| write_all(&command, folder))
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(Status::Fine)
    }
}

/// The command that these words name, verb by verb; without any, piste itself.
fn verb<'a>(command: &'a Command, words: &[PathBuf]) -> Option<&'a Command> {
    words.iter().try_fold(command, |command, word| {
        let word = word.to_str()?;
        command.get_subcommands().find(|verb| !verb.is_hide_set() && verb.get_name() == word)
    })
}

fn has_slash(path: &Path) -> bool {
    path.to_string_lossy().contains(std::path::is_separator)
}

/// The pages of a command and of every verb below it.
fn write_all(command: &Command, folder: &Path) -> io::Result<()> {
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        write_all(verb, folder)?;
    }
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    std::fs::write(folder.join(format!("{name}.1")), page(command)?)
}

/// What every rendered section begins with.
const APOSTROPHE: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";

/// The page of one command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let closing = command.get_after_long_help().or(command.get_after_help());
    let closing = closing.map(ToString::to_string);
    let page = Page::new(command.clone());
    let mut out = Vec::new();
    page.render_title(&mut out)?;
    // No paragraph is stretched to the right margin: it would tear the commands in it apart.
    out.extend(b".ad l\n");
    page.render_name_section(&mut out)?;
    page.render_synopsis_section(&mut out)?;
    page.render_description_section(&mut out)?;
    page.render_options_section(&mut out)?;
    if command.get_subcommands().any(|verb| !verb.is_hide_set()) {
        page.render_subcommands_section(&mut out)?;
    }
    if let Some(closing) = closing {
        out.extend(closing_section(&closing).into_bytes());
    }
    page.render_version_section(&mut out)?;
    let text = String::from_utf8_lossy(&out);
    // Each section comes with the same definition of an apostrophe; once is enough.
    Ok(format!("{APOSTROPHE}{}", text.replace(APOSTROPHE, "")).into_bytes())
}

/// What closes the help: paragraphs are filled, and indented lines stand as they are.
fn closing_section(text: &str) -> String {
    let mut section = ".SH EXTRA\n".to_owned();
    let mut stands = false;
    for line in text.lines() {
        let is_indented = line.starts_with(' ');
        if is_indented != stands {
            section.push_str(if is_indented { ".nf\n" } else { ".fi\n" });
            stands = is_indented;
        }
        section.push_str(if line.is_empty() { ".PP" } else { "" });
        section.push_str(&escaped(line));
        section.push('\n');
    }
    section.push_str(if stands { ".fi\n" } else { "" });
    section
}

/// A line in which nothing is a request or an escape of the formatter.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if text.starts_with(['.']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_not_filled() {
        let section = closing_section("Examples:\n  piste x -y\n\nWords.\n\nCodes:\n  1 z");
        let expected = ".SH EXTRA\nExamples:\n.nf\n  piste x \\-y\n.fi\n.PP\nWords.\n.PP\nCodes:\n.nf\n  1 z\n.fi\n";
        assert_eq!(section, expected);
    }
}
