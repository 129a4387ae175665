//! `--language`: the words that steps, hints and pictures are told in.
//!
//! What goes wrong is said in English whatever the language, as everywhere in the program.

use clap::Args;
use piste_api::Language;

#[derive(Args, Debug)]
pub(crate) struct LanguageArgs {
    /// The language of the answer, by its code; only English (en) so far
    #[arg(long, value_name = "CODE", value_parser = named, help_heading = "Output")]
    language: Option<Language>,
}

impl LanguageArgs {
    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or_default()
    }
}

fn named(code: &str) -> Result<Language, String> {
    Language::named(Some(code)).map_err(|wrong| wrong.message)
}
