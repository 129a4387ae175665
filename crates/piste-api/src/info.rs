//! `info`: what piste knows, enough to fill the menus of a page without knowing a single slug
//! beforehand.

use crate::ladders::{ABOUT_SE, SE};
use piste::generate::{Wanted, generators, levels};
use piste::logic::{self, Ladder, strategies};
use piste::rating::{self, metrics};
use serde::{Deserialize, Serialize};

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The version of piste.
    pub piste: String,
    /// The metrics.
    pub metrics: Vec<Metric>,
    /// The named levels, from easy to hard.
    pub levels: Vec<Level>,
    /// The symmetries that can be asked for.
    pub symmetries: Vec<Symmetry>,
    /// The methods that make puzzles.
    pub generators: Vec<Named>,
    /// The strategies.
    pub strategies: Vec<Strategy>,
    /// The ladders.
    pub ladders: Vec<Named>,
}

/// A metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metric {
    /// What it is called in requests and answers.
    pub slug: String,
    /// What it is called in running text.
    pub name: String,
    /// It changes when ratings do.
    pub version: u32,
    /// What is measured.
    pub measures: String,
    /// Where it comes from.
    pub source: String,
    /// Which values there are.
    pub range: String,
    /// Which way is harder: `up` or `down`.
    pub harder: String,
    /// The names of its columns in conditions.
    pub columns: Vec<String>,
    /// The words among its values, from easy to hard.
    pub words: Vec<String>,
    /// Whether it is asked where none is named.
    pub usual: bool,
    /// The options that can be set.
    pub options: Vec<Setting>,
}

/// An option of a metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// What it is called in requests: `hsolve.runs`.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What it is if it is not said.
    pub usual: String,
    /// What can be said.
    pub expected: String,
}

/// A named level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    /// The name.
    pub slug: String,
    /// What it asks of the solver.
    pub says: String,
    /// The condition that its puzzles meet.
    pub condition: String,
    /// The shape of its sign in pictures: circle, square, diamond or two-diamonds.
    pub sign: String,
    /// The colour of its sign: green, blue or black.
    pub colour: String,
    /// Other names that lead to it in requests.
    pub also: Vec<String>,
}

/// A symmetry of the pattern of givens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symmetry {
    /// What it is called in requests.
    pub slug: String,
    /// What it is.
    pub about: String,
    /// The turns and mirrors that it is made of, by the names that `transform` knows; none where no symmetry is meant.
    pub moves: Vec<String>,
}

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// What it is called in requests.
    pub slug: String,
    /// What it is.
    pub about: String,
}

impl Named {
    fn new(slug: &str, about: &str) -> Named {
        Named { slug: slug.to_owned(), about: about.to_owned() }
    }
}

/// A strategy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strategy {
    /// The slug.
    pub slug: String,
    /// The name in running text.
    pub name: String,
    /// The family it belongs to.
    pub family: String,
    /// Its place on the teaching ladder, from 0, if it is there.
    pub rung: Option<usize>,
    /// Its place on the long ladder, from 0, if it is there.
    pub long: Option<usize>,
}

/// What there is.
///
/// ```
/// let info = piste_api::info::answer();
/// assert!(info.metrics.iter().any(|metric| metric.slug == "hsolve"));
/// assert_eq!(info.ladders.last().unwrap().slug, "se");
/// ```
pub fn answer() -> Answer {
    let ladders = Ladder::ALL.iter().map(|known| Named::new(known.slug, known.about));
    let methods = generators::ALL.iter().map(|method| method.info());
    Answer {
        piste: env!("CARGO_PKG_VERSION").to_owned(),
        metrics: metrics::ALL.iter().map(|metric| metric_row(*metric)).collect(),
        levels: levels::ALL.iter().map(level_row).collect(),
        symmetries: Wanted::NAMED.iter().map(symmetry_row).collect(),
        generators: methods.map(|info| Named::new(info.slug, info.summary)).collect(),
        strategies: strategies::ALL.iter().map(|known| strategy_row(known.info())).collect(),
        ladders: ladders.chain([Named::new(SE, ABOUT_SE)]).collect(),
    }
}

fn metric_row(metric: &'static dyn rating::Metric) -> Metric {
    let info = metric.info();
    let options = metric.settings().iter().map(|setting| Setting {
        name: format!("{}.{}", info.slug, setting.name),
        about: setting.about.to_owned(),
        usual: setting.usual.to_owned(),
        expected: setting.expected.to_owned(),
    });
    Metric {
        slug: info.slug.to_owned(),
        name: info.name.to_owned(),
        version: info.version,
        measures: info.measures.to_owned(),
        source: info.source.to_owned(),
        range: info.range.to_owned(),
        harder: info.harder.word().to_owned(),
        columns: info.column_names().collect(),
        words: info.words.iter().map(|&word| word.to_owned()).collect(),
        usual: !metrics::ON_REQUEST.contains(&info.slug),
        options: options.collect(),
    }
}

fn symmetry_row(&(slug, about, wanted): &(&str, &str, Wanted)) -> Symmetry {
    let moves = match wanted {
        Wanted::This(symmetry) => symmetry.moves(),
        Wanted::Whatever | Wanted::Any => &[],
    };
    let moves = moves.iter().map(|by| by.slug().to_owned()).collect();
    Symmetry { slug: slug.to_owned(), about: about.to_owned(), moves }
}

fn level_row(level: &levels::Level) -> Level {
    Level {
        slug: level.slug.to_owned(),
        says: level.asks.to_owned(),
        condition: level.means.to_owned(),
        sign: level.sign.slug().to_owned(),
        colour: level.sign.colour().to_owned(),
        also: level.other_names().map(str::to_owned).collect(),
    }
}

fn strategy_row(info: &'static logic::Info) -> Strategy {
    Strategy {
        slug: info.slug.to_owned(),
        name: info.name.to_owned(),
        family: info.family.name().to_owned(),
        rung: Ladder::TEACHING.strategies().position(|known| known.info() == info),
        long: Ladder::LONG.strategies().position(|known| known.info() == info),
    }
}
