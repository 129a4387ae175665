//! The options about ladders: which strategies, in which order.

use crate::output::Output;
use crate::position::Position;
use crate::status::Status;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use piste::logic::{Hint, Ladder};
use piste::rating::se::{Options, Path};

/// Asks for the list instead of a ladder.
const HELP: &str = "help";

/// The path of Sudoku Explainer, as if it were a ladder.
pub(crate) const SE: &str = "se";

pub(crate) const ABOUT_SE: &str = "the path of Sudoku Explainer, by its own rules";

/// Which strategies may be used.
#[derive(Args, Clone, Debug)]
pub(crate) struct LadderArgs {
    /// Which strategies, in which order; `help` lists the ladders
    #[arg(long, value_name = "LADDER", default_value = Ladder::TEACHING.slug,
        value_parser = slugs())]
    ladder: String,

    /// Without the strategies that rely on the solution being the only one
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
    pub(crate) fn ladder(&self) -> Option<Ladder> {
        let ladder = Ladder::by_slug(&self.ladder)?;
        Some(if self.no_uniqueness { ladder.without_uniqueness() } else { ladder })
    }
}

/// What a hint follows.
#[derive(Clone, Debug)]
pub(crate) enum Guide {
    /// The strategies of a ladder, in its order.
    Ladder(Ladder),
    /// The path of Sudoku Explainer.
    SudokuExplainer {
        /// Techniques may assume that the solution is the only one.
        uniqueness: bool,
    },
}

impl Guide {
    /// The guide of this slug, as `--ladder` and the server take them.
    pub(crate) fn named(slug: &str) -> Option<Guide> {
        match slug {
            SE => Some(Guide::SudokuExplainer { uniqueness: true }),
            slug => Ladder::by_slug(slug).map(Guide::Ladder),
        }
    }

    /// Its slug.
    pub(crate) fn slug(&self) -> &'static str {
        match self {
            Guide::Ladder(ladder) => ladder.slug,
            Guide::SudokuExplainer { .. } => SE,
        }
    }

    /// What to do next from this position.
    pub(crate) fn hint(&self, position: &Position) -> Hint {
        let uniqueness = match self {
            Guide::Ladder(ladder) => {
                return Hint::on(&position.board, &position.solution, &position.allowed(ladder));
            }
            Guide::SudokuExplainer { uniqueness } => *uniqueness && position.is_unique,
        };
        let mistakes = position.mistakes();
        if !mistakes.is_empty() {
            return Hint::Mistakes(mistakes);
        }
        if position.board.is_full() {
            return Hint::Solved;
        }
        let options = Options { uniqueness, ..Options::default() };
        let first = Path::first_step(&position.board, options);
        first.map_or(Hint::Stuck, |hint| Hint::Next(hint.step(&position.board)))
    }
}

/// Prints every ladder, what it is, and how many strategies are on it: a line each.
pub(crate) fn print_list() -> anyhow::Result<Status> {
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
            format!("{:width$}  {count:2} strategies: {}\n", ladder.slug, ladder.about)
        })
        .chain([format!("{SE:width$}                {ABOUT_SE}\n")])
        .collect()
}
