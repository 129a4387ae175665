//! How many of what: the counts and histograms of a library.

use super::{Filter, Library, LibraryError, Shapes, filter, schema};
use piste::generate::levels;
use piste::rating::{Harder, Info, metrics};
use piste_api::library as told;
use piste_core::symmetry::Symmetry;
use rusqlite::types::ValueRef;

/// What there is in a library.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// All puzzles.
    pub puzzles: u64,
    /// Their shapes by name, and how many have each; none if all are of the classic 9×9.
    pub shapes: Vec<(String, u64)>,
    /// Where they come from, as they came.
    pub sources: Vec<SourceStats>,
    /// The named levels, from easy to hard, and how many puzzles are of each.
    pub levels: Vec<(&'static str, u64)>,
    /// How many patterns have no symmetry, called `none`, and then the symmetries and how many have
    /// each; a pattern may have several.
    pub symmetries: Vec<(&'static str, u64)>,
    /// What is known by metric, in the order of the register: also of those that were never asked,
    /// unless they are asked by name only.
    pub metrics: Vec<MetricStats>,
}

/// Puzzles of one origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceStats {
    /// The name of the file or collection.
    pub source: String,
    /// The generator.
    pub method: Option<String>,
    /// The seed that it was given.
    pub seed: Option<u64>,
    /// How many.
    pub puzzles: u64,
}

/// What is known by one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricStats {
    /// The metric.
    pub info: &'static Info,
    /// Puzzles that it has been asked about, at its version of today.
    pub rated: u64,
    /// Puzzles that it was asked about at an earlier version.
    pub stale: u64,
    /// Its main value: how many puzzles have which, from low to high.
    pub bars: Vec<Bar>,
}

/// One bar of a histogram.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The value, or the range of values.
    pub label: String,
    /// The least value, if it is about numbers.
    pub low: Option<f64>,
    /// The greatest value, if it is about numbers.
    pub high: Option<f64>,
    /// How many puzzles.
    pub puzzles: u64,
}

/// Up to so many different values, each has a bar of its own.
const DISTINCT: usize = 14;

/// Otherwise there are so many bars.
const BARS: usize = 12;

/// As the API tells it.
impl From<&Stats> for told::Stats {
    fn from(stats: &Stats) -> told::Stats {
        let counted = |rows: &[(&str, u64)]| {
            let counted =
                |&(name, count): &(&str, u64)| told::Counted { name: name.to_owned(), count };
            rows.iter().map(counted).collect()
        };
        let (numbers, words): (Vec<_>, Vec<_>) =
            stats.metrics.iter().partition(|metric| metric.info.words.is_empty());
        let shapes = stats.shapes.iter();
        told::Stats {
            count: stats.puzzles,
            shapes: shapes
                .map(|(name, count)| told::Counted { name: name.clone(), count: *count })
                .collect(),
            sources: stats.sources.iter().map(SourceStats::told).collect(),
            levels: counted(&stats.levels),
            symmetries: counted(&stats.symmetries),
            metrics: numbers.into_iter().map(MetricStats::numbers).collect(),
            words: words.into_iter().map(MetricStats::words).collect(),
        }
    }
}

impl SourceStats {
    fn told(&self) -> told::Source {
        told::Source {
            source: self.source.clone(),
            method: self.method.clone(),
            seed: self.seed,
            count: self.puzzles,
        }
    }
}

impl MetricStats {
    fn numbers(&self) -> told::Numbers {
        let bar = |bar: &Bar| {
            let is_word = bar.low.is_none() || bar.high.is_none();
            told::Bar {
                from: bar.low.filter(|_| !is_word),
                to: bar.high.filter(|_| !is_word),
                label: is_word.then(|| bar.label.clone()),
                count: bar.puzzles,
            }
        };
        told::Numbers {
            column: self.info.slug.to_owned(),
            rated: self.rated,
            stale: self.stale,
            histogram: self.bars.iter().map(bar).collect(),
        }
    }

    fn words(&self) -> told::Words {
        let counted = |bar: &Bar| told::Counted { name: bar.label.clone(), count: bar.puzzles };
        told::Words {
            column: self.info.slug.to_owned(),
            rated: self.rated,
            stale: self.stale,
            values: self.bars.iter().map(counted).collect(),
        }
    }
}

impl Library {
    /// Counts all puzzles of these shapes. It reads all ratings: a second for a million puzzles.
    pub fn stats(&self, shapes: &Shapes) -> Result<Stats, LibraryError> {
        let all = Filter::default().on(shapes.clone());
        let puzzles = self.len_of(shapes)?;
        let by_shape = match self.has_other_shapes()? && !shapes.is_classic() {
            true => self.shapes(&all)?,
            false => Vec::new(),
        };
        let stats = || {
            let which = self.of_shapes(shapes, "")?;
            let mut by_level = Vec::new();
            for level in levels::ALL {
                let filter = Filter::from(&level.condition()).on(shapes.clone());
                by_level.push((level.slug, filter));
            }
            let count = |condition: &str| {
                let and = which.as_ref().map_or_else(String::new, |which| format!(" AND {which}"));
                let text = format!("SELECT count(*) FROM puzzles WHERE {condition}{and}");
                self.db.query_row(&text, [], |row| row.get::<_, u64>(0))
            };
            let mut symmetries = vec![("none", count("symmetry = 0")?)];
            for symmetry in Symmetry::ALL {
                let bit = filter::bit(symmetry);
                symmetries.push((symmetry.slug(), count(&format!("symmetry & {bit} != 0"))?));
            }
            let mut by_metric = Vec::new();
            for metric in metrics::ALL {
                let known = self.metric_stats(metric.info(), which.as_deref())?;
                let is_usual = !metrics::ON_REQUEST.contains(&metric.info().slug);
                if is_usual || known.rated + known.stale > 0 {
                    by_metric.push(known);
                }
            }
            Ok((by_level, symmetries, by_metric))
        };
        let (by_level, symmetries, metrics) = stats().map_err(|error| self.wrong(error))?;
        let levels = by_level.iter().map(|(slug, filter)| Ok((*slug, self.count(filter)?)));
        let levels = levels.collect::<Result<_, LibraryError>>()?;
        let sources = self.source_stats(shapes).map_err(|error| self.wrong(error))?;
        Ok(Stats { puzzles, shapes: by_shape, sources, levels, symmetries, metrics })
    }

    fn source_stats(&self, shapes: &Shapes) -> rusqlite::Result<Vec<SourceStats>> {
        let which = self.of_shapes(shapes, "p.")?;
        let and = which.map_or_else(String::new, |which| format!(" AND {which}"));
        let mut statement = self.db.prepare(&format!(
            "SELECT s.name, s.method, s.seed, count(p.id) FROM sources s
             JOIN puzzles p ON p.source = s.id{and} GROUP BY s.id ORDER BY s.id",
        ))?;
        let rows = statement.query_map([], |row| {
            Ok(SourceStats {
                source: row.get(0)?,
                method: row.get(1)?,
                seed: row.get::<_, Option<i64>>(2)?.map(i64::cast_unsigned),
                puzzles: row.get(3)?,
            })
        })?;
        rows.collect()
    }

    /// What is known by this metric of the puzzles of which this condition holds.
    fn metric_stats(
        &self,
        info: &'static Info,
        which: Option<&str>,
    ) -> rusqlite::Result<MetricStats> {
        let (rated, stale) = self.asked(info, which)?;
        let values = self.values_where(info, which)?;
        Ok(MetricStats { info, rated, stale, bars: bars(info, &values) })
    }

    /// How many puzzles of which this condition holds this metric was asked about: at its version of today, and
    /// at another.
    fn asked(&self, info: &'static Info, which: Option<&str>) -> rusqlite::Result<(u64, u64)> {
        // A table that lacks a value of today's metric has no rating of today, see `read`.
        let is_whole = schema::has_table(&self.db, info)?;
        if !is_whole && schema::columns_of(&self.db, info)?.is_empty() {
            return Ok((0, 0));
        }
        let table = schema::table(info);
        if is_whole && which.is_none() {
            // Mostly there are ratings of today alone, and then nobody has to count versions.
            let (all, is_mixed): (u64, bool) = self.db.query_row(
                &format!(
                    "SELECT (SELECT count(*) FROM {table}), \
                     EXISTS (SELECT 1 FROM {table} WHERE version < ?1 OR version > ?1)"
                ),
                [info.version],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            if !is_mixed {
                return Ok((all, 0));
            }
        }
        let those =
            which.map_or_else(String::new, |which| format!(" WHERE {}", rated_where(which)));
        let asked = format!(
            "SELECT count(*), coalesce(sum(version = {}), 0) FROM {table}{those}",
            info.version
        );
        let (all, current): (u64, u64) =
            self.db.query_row(&asked, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let rated = if is_whole { current } else { 0 };
        Ok((rated, all - rated))
    }

    /// Of how many puzzles of these shapes each of these metrics has not said anything at its version of today; only
    /// those that lack some. No condition on such a metric holds of such a puzzle, so whoever
    /// finds too little should be told: `rate --missing` is the remedy.
    pub fn lacking(
        &self,
        shapes: &Shapes,
        metrics: &[&'static Info],
    ) -> Result<Vec<(&'static Info, u64)>, LibraryError> {
        let puzzles = self.len_of(shapes)?;
        let which = self.of_shapes(shapes, "").map_err(|error| self.wrong(error))?;
        let mut lacking = Vec::new();
        for info in metrics {
            let asked = self.asked(info, which.as_deref());
            let (rated, _) = asked.map_err(|error| self.wrong(error))?;
            if rated < puzzles {
                lacking.push((*info, puzzles - rated));
            }
        }
        Ok(lacking)
    }

    /// Every main value of a metric at its version of today among the classic puzzles.
    pub(super) fn main_values(
        &self,
        info: &'static Info,
    ) -> rusqlite::Result<Vec<(f64, String, u64)>> {
        self.values_where(info, self.of_shapes(&Shapes::Classic, "")?.as_deref())
    }

    /// Every main value of a metric at its version of today among the puzzles of which this condition holds, as it is
    /// printed, with the number that puts it in order and how many puzzles have it; in that order, from low to high.
    fn values_where(
        &self,
        info: &'static Info,
        which: Option<&str>,
    ) -> rusqlite::Result<Vec<(f64, String, u64)>> {
        if !schema::has_table(&self.db, info)? {
            return Ok(Vec::new());
        }
        let Some(column) = schema::columns(info).next() else { return Ok(Vec::new()) };
        let main = schema::column(column.part());
        let decimals = self.decimals()?.get(&column.to_string()).copied().unwrap_or(0);
        let mut statement = self.db.prepare(&format!(
            "SELECT {main}, count(*) FROM {} WHERE version = {} AND {main} IS NOT NULL{}
             GROUP BY {main}",
            schema::table(info),
            info.version,
            which.map_or_else(String::new, |which| format!(" AND {}", rated_where(which))),
        ))?;
        let rows = statement.query_map([], |row| {
            let stored = row.get_ref(0)?;
            let value = super::values::from_sql(stored, column, decimals);
            let place = match stored {
                ValueRef::Text(text) => column.place_of(&String::from_utf8_lossy(text)),
                _ => value.map_or(0.0, |value| column.place(value)),
            };
            Ok((place, value.map(|value| value.to_string()).unwrap_or_default(), row.get(1)?))
        })?;
        let mut values = rows.collect::<rusqlite::Result<Vec<(f64, String, u64)>>>()?;
        values.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        Ok(values)
    }
}

/// That this holds of the puzzle of a rating.
fn rated_where(which: &str) -> String {
    format!("puzzle IN (SELECT id FROM puzzles WHERE {which})")
}

/// The histogram of these values. Where they span more than two powers of ten the bars grow
/// with the values.
fn bars(info: &Info, values: &[(f64, String, u64)]) -> Vec<Bar> {
    let is_number = |place: f64| info.words.is_empty() && place.is_finite();
    let own = |(place, label, puzzles): &(f64, String, u64)| {
        let number = Some(*place).filter(|place| is_number(*place));
        Bar { label: label.clone(), low: number, high: number, puzzles: *puzzles }
    };
    let (numbers, others): (Vec<_>, Vec<_>) =
        values.iter().partition(|(place, ..)| is_number(*place));
    if numbers.len() <= DISTINCT {
        return values.iter().map(own).collect();
    }
    let (low, high) = (numbers[0].0, numbers[numbers.len() - 1].0);
    let is_wide = low >= 0.0 && high > 100.0 * low.max(1.0);
    let scale = |number: f64| if is_wide { libm::log1p(number - low) } else { number - low };
    let width = scale(high) / BARS as f64;
    let mut bars: Vec<Bar> = Vec::new();
    let mut current = usize::MAX;
    for (number, label, puzzles) in numbers {
        let at = ((scale(*number) / width) as usize).min(BARS - 1);
        match bars.last_mut() {
            Some(bar) if at == current => {
                bar.puzzles += puzzles;
                bar.high = Some(*number);
                let first = bar.label.split("..").next().unwrap_or_default().to_owned();
                bar.label = format!("{first}..{label}");
            }
            _ => bars.push(own(&(*number, label.clone(), *puzzles))),
        }
        current = at;
    }
    // Where a scale ends in a word it ends at the hard side.
    let words = others.into_iter().map(own);
    if info.harder == Harder::Up {
        bars.extend(words);
        bars
    } else {
        words.chain(bars).collect()
    }
}
