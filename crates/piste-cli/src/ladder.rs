//! The options about ladders: which strategies, in which order.

use crate::output::Output;
use crate::status::Status;
use crate::story::{fit, hanging};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use piste::logic::Ladder;
use piste_api::ladders::Guide;

/// Asks for the list instead of a ladder.
const HELP: &str = "help";

pub(crate) use piste_api::ladders::{ABOUT_SE, SE};

/// Which strategies may be used.
#[derive(Args, Clone, Debug)]
pub(crate) struct LadderArgs {
    /// Which strategies, in which order; `help` lists the ladders
    #[arg(long, value_name = "LADDER", default_value = Ladder::TEACHING.slug,
        value_parser = slugs())]
    ladder: String,

    /// Without the strategies that assume that there is only one solution
    #[arg(long)]
    no_uniqueness: bool,
}

fn slugs() -> PossibleValuesParser {
    let ladders =
        Ladder::ALL.iter().map(|ladder| PossibleValue::new(ladder.slug).help(ladder.about));
    let more = [PossibleValue::new(SE).help(ABOUT_SE), PossibleValue::new(HELP).hide(true)];
    PossibleValuesParser::new(ladders.chain(more))
}

impl LadderArgs {
    /// Whether the path of Sudoku Explainer is asked for, which has its own rules.
    pub(crate) fn is_se(&self) -> bool {
        self.ladder == SE
    }

    /// What a hint is to follow; none if the list of ladders is asked for.
    pub(crate) fn guide(&self) -> Option<Guide> {
        match self.is_se() {
            true => Some(Guide::SudokuExplainer { uniqueness: self.uniqueness() }),
            false => self.ladder().map(Guide::Ladder),
        }
    }

    /// Whether techniques may assume that the solution is the only one.
    pub(crate) fn uniqueness(&self) -> bool {
        !self.no_uniqueness
    }

    /// The ladder; none if the list of them is asked for.
    pub(crate) fn ladder(&self) -> Option<Ladder<'static>> {
        let ladder = Ladder::by_slug(&self.ladder)?;
        Some(if self.no_uniqueness { ladder.without_uniqueness() } else { ladder })
    }
}

/// Prints every ladder, what it is, and how many strategies are on it: a line each, if it fits.
pub(crate) fn print_list() -> anyhow::Result<Status> {
    fit(None);
    let mut output = Output::open(None)?;
    output.write(list().as_bytes())?;
    output.close(None)?;
    Ok(Status::Fine)
}

fn list() -> String {
    let width = Ladder::ALL.iter().map(|ladder| ladder.slug.len()).max().unwrap_or(0);
    Ladder::ALL
        .iter()
        .map(|ladder| {
            let count = ladder.strategies().count();
            hanging(&format!("{:width$}  {count:2} strategies: ", ladder.slug), ladder.about)
        })
        .chain([hanging(&format!("{SE:width$}                "), ABOUT_SE)])
        .collect()
}
