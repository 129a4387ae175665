//! A model: a plain text file that says how minutes follow from features.
//!
//! ```text
//! piste-minutes    1
//! unit    minutes
//! form    log
//! intercept    1.7612
//! interval    0.8    -0.294    0.331
//! term    walk.rounds    14.2    3.1    0.112    6    31
//! …
//! rise    se.er    3.5    0.6
//! rise    se.er    4    0.03
//! widen    se.er    3    0.25
//! about    rows    1533
//! ```
//!
//! One thing a line, fields between tabs, lines that begin with `#` and empty ones for people
//! only. A `term` is a feature's name, its mean and spread in the data, what one spread more
//! of it adds, and the least and the most of it that counts. Beyond those the model has seen
//! nothing or nothing that could be trusted: a value there counts as the nearest inside, and the prediction says so. `form log` means that what is added up is the
//! logarithm of the minutes. `interval` is the share of puzzles that it should hold, and how
//! far below and above the prediction it reaches, on the scale that is added up. `about`
//! lines say where the model comes from.
//!
//! Terms level off at the edge of the data. The two other lines go on beyond it, and a model may
//! do without them. A `rise` says what each
//! point more of a feature adds from that value on, up to the next rise of the same feature; it is never less than
//! nothing, so with all else equal more of that feature is never quicker. `widen` says from which
//! value on the interval grows, and by what share of itself for every point.

use super::Feature;
use crate::rating::{NotRatable, Workup};
use std::fmt;
use std::str::FromStr;

/// The version of the form of the file.
const VERSION: &str = "1";

/// What a model predicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A time, in minutes.
    Minutes,
    /// How many times as long as usual: no time that could be told in minutes.
    Ratio,
}

/// A prediction of solving times, learnt from data.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What is predicted.
    pub unit: Unit,
    /// Whether the terms add up to the logarithm of what is predicted.
    pub is_log: bool,
    /// What is predicted where every feature is at its mean.
    pub intercept: f64,
    /// The share of puzzles that the interval should hold, and how far it reaches below and
    /// above, on the scale of the sum.
    pub interval: (f64, f64, f64),
    /// What each feature adds.
    pub terms: Vec<Term>,
    /// What one feature adds beyond the data, without end.
    pub rise: Option<Rise>,
    /// Where the interval begins to grow, and how fast.
    pub widening: Option<Widening>,
    /// Where the model comes from: names and values, without tabs or line breaks.
    pub about: Vec<(String, String)>,
}

/// What one feature adds to a prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The feature.
    pub feature: Feature,
    /// Its mean in the data.
    pub mean: f64,
    /// Its spread in the data.
    pub spread: f64,
    /// What one spread more of it adds.
    pub coefficient: f64,
    /// The least of it in the data.
    pub least: f64,
    /// The most of it in the data.
    pub most: f64,
}

/// What a feature adds where the terms know no more: a line in pieces that never falls.
#[derive(Clone, Debug, PartialEq)]
pub struct Rise {
    /// The feature.
    pub feature: Feature,
    /// Where each piece begins, in order, and what every point adds from there on.
    pub pieces: Vec<(f64, f64)>,
}

/// How the interval grows with a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// The feature.
    pub feature: Feature,
    /// Up to this value the interval is as the data says.
    pub from: f64,
    /// The share of itself by which it grows for every point beyond.
    pub share: f64,
}

/// How long people take for a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// In minutes.
    pub minutes: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// The features whose values lie outside what the data had.
    pub outside: Vec<Outside>,
}

/// A feature whose value lies outside what the data had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outside {
    /// The feature.
    pub feature: Feature,
    /// Its value for this puzzle.
    pub value: f64,
    /// The least and the most of it in the data.
    pub known: (f64, f64),
}

impl Model {
    /// Predicts how long people take for a puzzle, or says why it cannot.
    pub fn predict(&self, workup: &Workup<'_>) -> Result<Prediction, NotRatable> {
        if self.unit != Unit::Minutes {
            return Err(NotRatable::because("the model predicts a ratio and no time"));
        }
        let mut sum = self.intercept;
        let mut outside = Vec::new();
        for term in &self.terms {
            let value = term.feature.of(workup)?;
            if value < term.least || value > term.most {
                let known = (term.least, term.most);
                outside.push(Outside { feature: term.feature, value, known });
            }
            sum += term.adds(value);
        }
        if let Some(rise) = &self.rise {
            sum += rise.adds(rise.feature.of(workup)?);
        }
        let wider = match self.widening {
            Some(Widening { feature, from, share }) => {
                1.0 + share * (feature.of(workup)? - from).max(0.0)
            }
            None => 1.0,
        };
        let (below, above) = (self.interval.1 * wider, self.interval.2 * wider);
        let minutes = |sum: f64| if self.is_log { libm::exp(sum) } else { sum.max(0.0) };
        Ok(Prediction {
            minutes: minutes(sum),
            low: minutes(sum + below),
            high: minutes(sum + above),
            outside,
        })
    }

    /// What the terms add up to for these values of their features, without the rise.
    ///
    /// # Panics
    /// If there is not one value for each term.
    pub fn sum(&self, values: &[f64]) -> f64 {
        assert_eq!(values.len(), self.terms.len(), "a value for each term");
        let terms = self.terms.iter().zip(values);
        self.intercept + terms.map(|(term, value)| term.adds(*value)).sum::<f64>()
    }

    /// The model that ships with piste.
    ///
    /// ```
    /// use piste::rating::minutes::{Model, Unit};
    ///
    /// assert_eq!(Model::shipped().unit, Unit::Minutes);
    /// ```
    pub fn shipped() -> Model {
        Model::parse(include_str!("shipped.txt")).expect("the model that ships can be read")
    }

    /// Reads a model.
    ///
    /// ```
    /// use piste::rating::minutes::Model;
    ///
    /// let text = "piste-minutes\t1\nunit\tminutes\nform\tlog\nintercept\t2.5\n\
    ///             interval\t0.8\t-0.3\t0.4\nterm\tgivens\t28\t3\t-0.1\t20\t36\n";
    /// let model = Model::parse(text).unwrap();
    /// assert_eq!(model.to_string(), text);
    /// let wrong = Model::parse("piste-minutes\t1\nintercept\tmuch\n").unwrap_err();
    /// assert_eq!(wrong.to_string(), "line 2: expected a number, found \"much\"");
    /// ```
    pub fn parse(text: &str) -> Result<Model, BadModel> {
        text.parse()
    }

    /// What an `about` line of this name says.
    pub fn said_of(&self, name: &str) -> Option<&str> {
        self.about.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Prediction {
    /// The features that lie outside, in words; nothing if none does.
    pub fn warning(&self) -> Option<String> {
        if self.outside.is_empty() {
            return None;
        }
        let outside: Vec<String> = self.outside.iter().map(ToString::to_string).collect();
        Some(format!("outside what the model has seen: {}", outside.join(", ")))
    }
}

impl Term {
    /// What this value adds; one outside what the data had, what the nearest inside does. A line
    /// drawn on beyond the data would have the hardest puzzles there are take no time at all.
    fn adds(&self, value: f64) -> f64 {
        self.coefficient * (value.clamp(self.least, self.most) - self.mean) / self.spread
    }
}

impl Rise {
    /// What this value adds: nothing below the first piece.
    fn adds(&self, value: f64) -> f64 {
        let ends = self.pieces.iter().skip(1).map(|(from, _)| *from).chain([f64::INFINITY]);
        let pieces = self.pieces.iter().zip(ends);
        pieces.map(|((from, slope), end)| slope * (value.min(end) - from).max(0.0)).sum()
    }
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |number: f64| short(self.feature.unlogged(number));
        let (name, known) = (self.feature.plain_name(), self.known);
        write!(f, "{name} {} (known: {} to {})", plain(self.value), plain(known.0), plain(known.1))
    }
}

/// A number with no more decimals than it takes to tell it.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Minutes => "minutes",
            Unit::Ratio => "ratio",
        };
        let form = if self.is_log { "log" } else { "plain" };
        let (share, below, above) = self.interval;
        writeln!(f, "piste-minutes\t{VERSION}\nunit\t{unit}\nform\t{form}")?;
        writeln!(f, "intercept\t{}\ninterval\t{share}\t{below}\t{above}", self.intercept)?;
        for Term { feature, mean, spread, coefficient, least, most } in &self.terms {
            writeln!(f, "term\t{feature}\t{mean}\t{spread}\t{coefficient}\t{least}\t{most}")?;
        }
        if let Some(Rise { feature, pieces }) = &self.rise {
            for (from, slope) in pieces {
                writeln!(f, "rise\t{feature}\t{from}\t{slope}")?;
            }
        }
        if let Some(Widening { feature, from, share }) = self.widening {
            writeln!(f, "widen\t{feature}\t{from}\t{share}")?;
        }
        for (name, value) in &self.about {
            writeln!(f, "about\t{name}\t{value}")?;
        }
        Ok(())
    }
}

/// What is wrong with a model file, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadModel {
    /// The line, from 1; one more than there are if something is missing.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl FromStr for Model {
    type Err = BadModel;

    fn from_str(text: &str) -> Result<Model, BadModel> {
        let mut reading = Reading::default();
        let mut lines = 0;
        for (line, text) in (1..).zip(text.lines()) {
            lines = line;
            let text = text.trim_end_matches('\r');
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = text.split('\t').collect();
            reading.take(&fields).map_err(|what| BadModel { line, what })?;
        }
        reading.finish().map_err(|what| BadModel { line: lines + 1, what })
    }
}

/// A model of which some lines have been read.
#[derive(Default)]
struct Reading {
    has_begun: bool,
    unit: Option<Unit>,
    is_log: Option<bool>,
    intercept: Option<f64>,
    interval: Option<(f64, f64, f64)>,
    terms: Vec<Term>,
    rise: Option<Rise>,
    widening: Option<Widening>,
    about: Vec<(String, String)>,
}

impl Reading {
    fn take(&mut self, fields: &[&str]) -> Result<(), String> {
        if !self.has_begun {
            return match fields {
                ["piste-minutes", VERSION] => {
                    self.has_begun = true;
                    Ok(())
                }
                ["piste-minutes", version] => {
                    Err(format!("expected a model of version {VERSION}, found {version:?}"))
                }
                _ => Err(format!("expected \"piste-minutes\", found {:?}", fields[0])),
            };
        }
        match fields {
            ["unit", unit] => once("unit", &mut self.unit, unit_named(unit)?),
            ["form", "log"] => once("form", &mut self.is_log, true),
            ["form", "plain"] => once("form", &mut self.is_log, false),
            ["form", other] => Err(format!("expected log or plain, found {other:?}")),
            ["intercept", number] => once("intercept", &mut self.intercept, finite(number)?),
            ["interval", share, below, above] => {
                let interval = (finite(share)?, finite(below)?, finite(above)?);
                if !(0.0..1.0).contains(&interval.0) || interval.1 > interval.2 {
                    return Err("expected a share below 1, and the lower end first".to_owned());
                }
                once("interval", &mut self.interval, interval)
            }
            ["term", rest @ ..] => self.term(rest),
            ["rise", name, from, slope] => self.rise(name, finite(from)?, finite(slope)?),
            ["widen", name, from, share] => {
                let (feature, from, share) = (feature(name)?, finite(from)?, finite(share)?);
                if share < 0.0 {
                    return Err("widen: expected a share of 0 or more".to_owned());
                }
                once("widen", &mut self.widening, Widening { feature, from, share })
            }
            ["about", name, value] => {
                self.about.push(((*name).to_owned(), (*value).to_owned()));
                Ok(())
            }
            ["unit" | "form" | "intercept" | "interval" | "rise" | "widen" | "about", ..] => {
                Err(format!("{}: expected another number of fields", fields[0]))
            }
            _ => Err(format!(
                "expected unit, form, intercept, interval, term, rise, widen or about, found {:?}",
                fields[0]
            )),
        }
    }

    fn term(&mut self, fields: &[&str]) -> Result<(), String> {
        let [name, numbers @ ..] = fields else {
            return Err("term: expected the name of a feature".to_owned());
        };
        let feature = feature(name)?;
        if self.terms.iter().any(|term| term.feature == feature) {
            return Err(format!("{name} a second time"));
        }
        let numbers: Vec<f64> =
            numbers.iter().map(|number| finite(number)).collect::<Result<_, _>>()?;
        let [mean, spread, coefficient, least, most] = numbers[..] else {
            return Err(format!("term: expected 5 numbers, found {}", numbers.len()));
        };
        if spread <= 0.0 || least > most {
            return Err("term: expected a spread above 0, and the least before the most".to_owned());
        }
        self.terms.push(Term { feature, mean, spread, coefficient, least, most });
        Ok(())
    }

    fn rise(&mut self, name: &str, from: f64, slope: f64) -> Result<(), String> {
        if slope < 0.0 {
            return Err("rise: expected 0 or more for every point".to_owned());
        }
        let feature = feature(name)?;
        let rise = self.rise.get_or_insert(Rise { feature, pieces: Vec::new() });
        if rise.feature != feature {
            return Err(format!("rise: expected {} again, found {name:?}", rise.feature));
        }
        if rise.pieces.last().is_some_and(|(last, _)| *last >= from) {
            return Err("rise: expected a place beyond the last one".to_owned());
        }
        rise.pieces.push((from, slope));
        Ok(())
    }

    fn finish(self) -> Result<Model, String> {
        let missing = |what: &str| format!("expected {what}, found the end");
        if !self.has_begun {
            return Err(missing("\"piste-minutes\""));
        }
        Ok(Model {
            unit: self.unit.ok_or(missing("unit"))?,
            is_log: self.is_log.ok_or(missing("form"))?,
            intercept: self.intercept.ok_or(missing("intercept"))?,
            interval: self.interval.ok_or(missing("interval"))?,
            terms: self.terms,
            rise: self.rise,
            widening: self.widening,
            about: self.about,
        })
    }
}

fn feature(name: &str) -> Result<Feature, String> {
    Feature::named(name).ok_or_else(|| format!("there is no feature {name:?}"))
}

fn unit_named(name: &str) -> Result<Unit, String> {
    match name {
        "minutes" => Ok(Unit::Minutes),
        "ratio" => Ok(Unit::Ratio),
        other => Err(format!("expected minutes or ratio, found {other:?}")),
    }
}

fn once<T>(name: &str, place: &mut Option<T>, value: T) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("{name} a second time")),
    }
}

fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("expected a number, found {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Grid, Puzzle};
    use proptest::prelude::*;

    const TEXT: &str = "\
# for people
piste-minutes\t1
unit\tminutes
form\tlog
intercept\t2.25

interval\t0.8\t-0.25\t0.5
term\tgivens\t28\t4\t-0.5\t20\t29
term\tlog:walk.rounds\t2.5\t0.5\t0.25\t1\t4
about\trows\t12
";

    fn puzzle() -> Puzzle {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        Puzzle::prove(&grid).unwrap()
    }

    #[test]
    fn a_model_is_read_and_written() {
        let model = Model::parse(TEXT).unwrap();
        assert_eq!(model.said_of("rows"), Some("12"));
        assert_eq!(Model::parse(&model.to_string()), Ok(model));
    }

    /// Beyond the data the prediction goes on, never down, and is less certain.
    #[test]
    fn a_rise_goes_on_and_the_interval_widens() {
        let text =
            "rise\tse.er\t3\t0.5\nrise\tse.er\t4\t0\nrise\tse.er\t6\t0.25\nwiden\tse.er\t1\t2\n";
        let model = Model::parse(&format!("{TEXT}{text}")).unwrap();
        assert_eq!(Model::parse(&model.to_string()).as_ref(), Ok(&model));
        let rise = model.rise.as_ref().unwrap();
        for (value, adds) in
            [(1.2, 0.0), (3.0, 0.0), (3.5, 0.25), (4.0, 0.5), (6.0, 0.5), (11.0, 1.75)]
        {
            assert!((rise.adds(value) - adds).abs() < 1e-12, "{value}");
        }
        let puzzle = puzzle();
        let workup = Workup::new(&puzzle);
        let [plain, wide] =
            [Model::parse(TEXT).unwrap(), model].map(|m| m.predict(&workup).unwrap());
        let reach = |told: &Prediction| (told.high / told.low).ln();
        assert!((plain.minutes - wide.minutes).abs() < 1e-12, "se 1.2 is below the rise");
        assert!((reach(&wide) - 1.4 * reach(&plain)).abs() < 1e-9);
    }

    #[test]
    fn a_rise_that_falls_or_goes_back_is_refused() {
        for (line, said) in [
            ("rise\tse.er\t3\t-0.5", "line 11: rise: expected 0 or more for every point"),
            ("rise\tse.er\t3", "line 11: rise: expected another number of fields"),
            ("rise\tse\tx\t1", "line 11: expected a number, found \"x\""),
            (
                "rise\tse.er\t3\t1\nrise\tse.er\t3\t1",
                "line 12: rise: expected a place beyond the last one",
            ),
            (
                "rise\tse.er\t3\t1\nrise\tgivens\t4\t1",
                "line 12: rise: expected se.er again, found \"givens\"",
            ),
            ("widen\tse.er\t3\t-1", "line 11: widen: expected a share of 0 or more"),
            ("widen\tnothing\t3\t1", "line 11: there is no feature \"nothing\""),
        ] {
            let wrong = Model::parse(&format!("{TEXT}{line}\n")).unwrap_err();
            assert_eq!(wrong.to_string(), said);
        }
    }

    #[test]
    fn terms_add_up_and_what_is_outside_is_named() {
        let puzzle = puzzle();
        let workup = Workup::new(&puzzle);
        let model = Model::parse(TEXT).unwrap();
        let prediction = model.predict(&workup).unwrap();
        let rounds = (workup.walk().rounds.len() as f64).ln_1p();
        let sum = 2.25 - 0.5 * (29.0 - 28.0) / 4.0 + 0.25 * (rounds - 2.5) / 0.5;
        assert!((prediction.minutes - sum.exp()).abs() < 1e-9);
        assert!((prediction.low - (sum - 0.25).exp()).abs() < 1e-9);
        assert!((prediction.high - (sum + 0.5).exp()).abs() < 1e-9);
        assert!((model.sum(&[30.0, rounds]) - sum).abs() < 1e-12);
        assert_eq!(
            prediction.warning().unwrap(),
            "outside what the model has seen: givens 30 (known: 20 to 29)"
        );
        let ratio = Model { unit: Unit::Ratio, ..model };
        let refusal = ratio.predict(&workup).unwrap_err().to_string();
        assert_eq!(refusal, "the model predicts a ratio and no time");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let changed = |from: &str, to: &str| {
            assert!(TEXT.contains(from), "{from}");
            Model::parse(&TEXT.replacen(from, to, 1)).unwrap_err().to_string()
        };
        for (from, to, said) in [
            ("minutes\t1", "minutes\t2", "line 2: expected a model of version 1, found \"2\""),
            ("piste-minutes", "model", "line 2: expected \"piste-minutes\", found \"model\""),
            ("unit\tminutes", "unit\tdays", "line 3: expected minutes or ratio, found \"days\""),
            ("form\tlog", "form\tsquare", "line 4: expected log or plain, found \"square\""),
            ("2.25", "inf", "line 5: expected a number, found \"inf\""),
            ("intercept\t2.25\n", "\n", "line 11: expected intercept, found the end"),
            ("0.8\t", "8\t", "line 7: expected a share below 1, and the lower end first"),
            ("term\tgivens", "term\tgiven", "line 8: there is no feature \"given\""),
            ("log:walk.rounds", "givens", "line 9: givens a second time"),
            ("\t20\t29", "\t20", "line 8: term: expected 5 numbers, found 4"),
            (
                "28\t4",
                "28\t0",
                "line 8: term: expected a spread above 0, and the least before the most",
            ),
            (
                "about\trows",
                "rows",
                "line 10: expected unit, form, intercept, interval, term, rise, widen or about, found \"rows\"",
            ),
            ("about\trows\t12", "unit\tminutes", "line 10: unit a second time"),
            ("about\trows", "about", "line 10: about: expected another number of fields"),
        ] {
            assert_eq!(changed(from, to), said);
        }
        assert_eq!(
            Model::parse("").unwrap_err().to_string(),
            "line 1: expected \"piste-minutes\", found the end"
        );
    }

    proptest! {
        #[test]
        fn no_file_is_too_strange(text in "(piste-minutes\t1\n)?([a-z:.0-9\t\n#-]|term\tgivens){0,60}") {
            if let Ok(model) = Model::parse(&text) {
                prop_assert_eq!(Model::parse(&model.to_string()), Ok(model));
            }
        }

        #[test]
        fn a_damaged_file_is_refused_or_read(at in 0..TEXT.len(), with in any::<char>()) {
            if TEXT.is_char_boundary(at) {
                let mut text = TEXT.to_owned();
                text.insert(at, with);
                let _ = Model::parse(&text);
                let _ = Model::parse(&TEXT[..at]);
            }
        }
    }
}
