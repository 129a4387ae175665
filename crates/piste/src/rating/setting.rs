//! What may be asked of a metric besides: its options, which the metric itself describes.
//!
//! ```text
//!   hsolve.runs = 50
//!   │      │      └── a text, as every door has it
//!   │      └── a Setting of the metric, in its own file: what it is, how it is read
//!   └── the metric, found in the register
//! ```
//!
//! A door does not know a single option. It hands over names and texts, and gets [`Settings`],
//! which change a [`Workup`]; so a metric with an option is its own file and a row.

use super::{AnyWorkup, Info, Metric, Workup, metrics};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An option of a metric, described by it.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// What it is called, behind the slug of the metric and a dot: `runs`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What it is if nobody says: `20`.
    pub usual: &'static str,
    /// What can be said, to go on from "expected".
    pub expected: &'static str,
    /// It is a number that is told again in a column beside the values, because they are not to be
    /// compared with others.
    pub is_told: bool,
    /// The most that a server lets its clients ask for, if it is a number that costs time.
    pub served: Option<u64>,
    /// Other metrics, by slug, whose values depend on it as well.
    pub others: &'static [&'static str],
    /// Reads what somebody says.
    pub read: fn(&str) -> Option<Chosen>,
}

/// What was said of an option: how it changes a workup.
#[derive(Clone)]
pub struct Chosen {
    change: Arc<Change>,
    /// The same for puzzles of other shapes, if the metric rates them.
    any: Option<Arc<AnyChange>>,
}

type Change = dyn for<'a> Fn(Workup<'a>) -> Workup<'a> + Send + Sync;
type AnyChange = dyn for<'a> Fn(AnyWorkup<'a>) -> AnyWorkup<'a> + Send + Sync;

impl Chosen {
    /// Workups of classic puzzles are changed like this.
    pub fn by(change: impl for<'a> Fn(Workup<'a>) -> Workup<'a> + Send + Sync + 'static) -> Chosen {
        Chosen { change: Arc::new(change), any: None }
    }

    /// Workups get an option, which the metric finds by its type, whatever the shape.
    pub fn option<T: Any + Clone + Send + Sync>(option: T) -> Chosen {
        let again = option.clone();
        let any: Arc<AnyChange> = Arc::new(move |workup| workup.with_option(again.clone()));
        let chosen = Chosen::by(move |workup| workup.with_option(option.clone()));
        Chosen { any: Some(any), ..chosen }
    }
}

impl fmt::Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chosen")
    }
}

/// What somebody has said of options. The default says nothing.
///
/// ```
/// use piste::rating::{Settings, Workup, metrics};
/// # use piste::{Grid, Puzzle};
///
/// # let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// #     .parse()
/// #     .unwrap();
/// # let puzzle = Puzzle::prove(&grid).unwrap();
/// let mut settings = Settings::default();
/// settings.set("hsolve.runs", "100")?;
/// let workup = settings.apply(Workup::new(&puzzle));
/// let rating = metrics::by_slug("hsolve").unwrap().rate(&workup).unwrap();
/// assert!(rating.note.unwrap().contains("over 100 runs"));
///
/// let wrong = settings.set("hsolve.runs", "some").unwrap_err();
/// assert_eq!(wrong.to_string(), "hsolve.runs: expected a whole number from 1 to 1000000");
/// # Ok::<(), piste::rating::BadSetting>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Settings(Vec<Said>);

/// What was said of one option.
#[derive(Clone, Debug)]
pub struct Said {
    /// The metric.
    pub metric: &'static Info,
    /// The option.
    pub setting: &'static Setting,
    /// What was said.
    pub text: String,
    chosen: Chosen,
}

impl Said {
    /// The name of the option: `hsolve.runs`.
    pub fn name(&self) -> String {
        full(self.metric, self.setting)
    }

    /// Whether the values of this metric depend on it.
    pub fn is_for(&self, slug: &str) -> bool {
        self.metric.slug == slug || self.setting.others.contains(&slug)
    }
}

/// What is wrong with what was said of an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadSetting {
    /// There is none of this name.
    #[error("there is no option {0}, only {known}", known = known())]
    NoSuch(String),
    /// This cannot be said of it.
    #[error("{name}: expected {expected}")]
    Unread {
        /// Its name.
        name: String,
        /// What could be said.
        expected: &'static str,
    },
}

fn full(metric: &Info, setting: &Setting) -> String {
    format!("{}.{}", metric.slug, setting.name)
}

/// The options of all metrics of the register.
fn all() -> impl Iterator<Item = (&'static Info, &'static Setting)> {
    let each = metrics::ALL.iter().map(|metric| (metric.info(), metric.settings()));
    each.flat_map(|(info, settings)| settings.iter().map(move |setting| (info, setting)))
}

fn known() -> String {
    all().map(|(metric, setting)| full(metric, setting)).collect::<Vec<_>>().join(", ")
}

impl Settings {
    /// The options that there are: those of all metrics of the register.
    pub fn all() -> impl Iterator<Item = (&'static Info, &'static Setting)> {
        all()
    }

    /// Sets an option of a metric of the register, by its full name.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), BadSetting> {
        let found = all().find(|(metric, setting)| full(metric, setting) == name);
        let (metric, setting) = found.ok_or_else(|| BadSetting::NoSuch(name.to_owned()))?;
        self.put(metric, setting, text)
    }

    /// Sets the option of this name of every metric of the register that has one.
    pub fn set_every(&mut self, name: &str, text: &str) -> Result<(), BadSetting> {
        for (metric, setting) in all().filter(|(_, setting)| setting.name == name) {
            self.put(metric, setting, text)?;
        }
        Ok(())
    }

    /// Sets an option of any metric, by its own name.
    pub fn set_of(
        &mut self,
        metric: &dyn Metric,
        name: &str,
        text: &str,
    ) -> Result<(), BadSetting> {
        let info = metric.info();
        let found = metric.settings().iter().find(|setting| setting.name == name);
        let setting = found.ok_or_else(|| BadSetting::NoSuch(format!("{}.{name}", info.slug)))?;
        self.put(info, setting, text)
    }

    fn put(
        &mut self,
        metric: &'static Info,
        setting: &'static Setting,
        text: &str,
    ) -> Result<(), BadSetting> {
        let Some(chosen) = (setting.read)(text) else {
            let name = full(metric, setting);
            return Err(BadSetting::Unread { name, expected: setting.expected });
        };
        // What was said before does not count any more.
        self.0.retain(|said| said.metric.slug != metric.slug || said.setting.name != setting.name);
        self.0.push(Said { metric, setting, text: text.to_owned(), chosen });
        Ok(())
    }

    /// The workup with what was said.
    #[must_use]
    pub fn apply<'a>(&self, workup: Workup<'a>) -> Workup<'a> {
        self.0.iter().fold(workup, |workup, said| (said.chosen.change)(workup))
    }

    /// The workup of a puzzle of any shape with what was said, as far as it is about metrics that rate it.
    #[must_use]
    pub fn apply_any<'a>(&self, workup: AnyWorkup<'a>) -> AnyWorkup<'a> {
        let changes = self.0.iter().filter_map(|said| said.chosen.any.as_ref());
        changes.fold(workup, |workup, change| change(workup))
    }

    /// What was said, in the order in which it was.
    pub fn said(&self) -> impl Iterator<Item = &Said> {
        self.0.iter()
    }

    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_can_be_said() {
        let mut names = Vec::new();
        for (metric, setting) in all() {
            let name = full(metric, setting);
            assert!((setting.read)(setting.usual).is_some(), "{name}");
            assert!((setting.read)("?").is_none(), "{name}");
            for other in setting.others {
                assert!(metrics::by_slug(other).is_some(), "{name}: {other}");
            }
            assert!(!setting.is_told || setting.usual.parse::<u64>().is_ok(), "{name}");
            assert!(!metric.columns.contains(&setting.name), "{name} is a column already");
            assert!(!names.contains(&name), "{name}");
            names.push(name);
        }
    }

    #[test]
    fn the_last_word_counts() {
        let mut settings = Settings::default();
        settings.set_every("runs", "7").unwrap();
        settings.set("hsolve.runs", "8").unwrap();
        let told: Vec<(String, &str)> =
            settings.said().map(|said| (said.name(), said.text.as_str())).collect();
        assert_eq!(told, [("hsolve.runs".to_owned(), "8")]);
        let wrong = settings.set("hsolve.rums", "8").unwrap_err().to_string();
        assert!(wrong.starts_with("there is no option hsolve.rums, only "), "{wrong}");
        assert!(wrong.contains("hsolve.runs"), "{wrong}");
    }
}
