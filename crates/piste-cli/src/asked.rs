//! What was asked of a verb, in words: `rate --metrics se --format tsv`. The parts of a batch must have it in common.
//!
//! The words are those of the command line, in the order of the help, without the puzzles, without what says which part
//! it is and where it goes, and without what changes no row.

use clap::{ArgMatches, Command};
use piste_store::format::Form;
use std::path::Path;

/// What changes no row of a part that is complete; the puzzles have a checksum of their own.
const IDLE: [&str; 9] =
    ["inputs", "from", "strict", "every_message", "shard", "output", "jobs", "quiet", "color"];

/// What was asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    words: String,
    has_form: bool,
}

impl Asked {
    /// By a command line that was understood.
    pub(crate) fn of(command: &Command, found: &ArgMatches) -> Asked {
        let Some((verb, said)) = found.subcommand() else { return Asked::default() };
        let Some(command) = command.find_subcommand(verb) else { return Asked::default() };
        let mut asked = Asked { words: verb.to_owned(), has_form: false };
        for argument in command.get_arguments() {
            let (id, name) = (argument.get_id().as_str(), argument.get_long());
            let is_said = said.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
            if !is_said || IDLE.contains(&id) {
                continue;
            }
            let values = said.get_raw(id).unwrap_or_default().map(|raw| raw.to_string_lossy());
            match id {
                "json" => asked.form(Form::Jsonl.slug()),
                "format" => values.for_each(|value| asked.form(&value)),
                _ => {
                    asked.add(&format!("--{}", name.unwrap_or(id)));
                    if argument.get_action().takes_values() {
                        values.for_each(|value| asked.add(&value));
                    }
                }
            }
        }
        asked
    }

    /// In words, if what is written goes to this file.
    pub(crate) fn words(mut self, target: &Path) -> String {
        if let Some(form) = Form::of_path(target).filter(|_| !self.has_form) {
            self.form(form.slug());
        }
        self.words
    }

    fn form(&mut self, slug: &str) {
        self.has_form = true;
        self.add("--format");
        self.add(if slug == "json" { Form::Jsonl.slug() } else { slug });
    }

    fn add(&mut self, word: &str) {
        self.words.push(' ');
        if word.is_empty() || word.contains(char::is_whitespace) {
            self.words.push_str(&format!("'{word}'"));
        } else {
            self.words.push_str(word);
        }
    }
}
