//! Where a rating stands among the puzzles that ship: "harder than 72 % of the library".
//!
//! The table `crates/piste-store/data/percentiles.tsv` is made from the shipped collection by `piste library percentiles`.
//! For each metric it has up to [`CUTS`] values of its main column, and for each how many of ten
//! thousand puzzles are easier. Between two of these numbers the share is interpolated.
//!
//! It says where a puzzle stands in *this collection*, which has about as many hard puzzles as easy
//! ones. Of the puzzles that newspapers print far more would be easier.
//!
//! A second table, `minimal.tsv`, says the same of *all minimal puzzles that exist*, as far as a sample of them knows, with an interval. It
//! is made by `piste study bias`.

use piste::rating::{Column, Harder, Info, Ranks, Value, metrics};
use piste_api::{Collection, Share};
use std::sync::OnceLock;

/// The table, as it ships.
static TABLE: &str = include_str!("../data/percentiles.tsv");

/// The table of all minimal puzzles, as it ships.
static MINIMAL: &str = include_str!("../data/minimal.tsv");

/// The most values of a metric that are in the table.
pub const CUTS: usize = 200;

/// The share of the shipped puzzles that are easier than one with this main value of this metric, from 0 to 1.
///
/// Nothing if the table was made with another version of the metric, or without it.
///
/// ```
/// use piste::rating::{Value, metrics};
/// use piste_store::percentile;
///
/// let se = metrics::by_slug("se").unwrap().info();
/// let (easy, hard) = (Value::Number(1.2, 1), Value::Number(8.9, 1));
/// assert!(percentile::easier(se, easy).unwrap() < percentile::easier(se, hard).unwrap());
/// ```
pub fn easier(info: &Info, value: Value) -> Option<f64> {
    let table = table().iter().find(|table| table.slug == info.slug)?;
    let place = Column::named(info.slug)?.place(value);
    (table.version == info.version).then(|| table.easier(place))
}

/// The share of all minimal puzzles that exist which are easier than one with this main value of this metric.
///
/// Nothing if the table was made with another version of the metric, or without it.
///
/// ```
/// use piste::rating::{Value, metrics};
/// use piste_store::percentile;
///
/// let se = metrics::by_slug("se").unwrap().info();
/// let share = percentile::among_minimal(se, Value::Number(4.5, 1)).unwrap();
/// assert!(share.low < share.easier && share.easier < share.high);
/// ```
pub fn among_minimal(info: &Info, value: Value) -> Option<Share> {
    let place = Column::named(info.slug)?.place(value);
    let shares = minimal().each_ref().map(|tables| {
        let table = tables.iter().find(|table| table.slug == info.slug)?;
        (table.version == info.version).then(|| table.easier(place))
    });
    let [easier, one, other] = [shares[0]?, shares[1]?, shares[2]?];
    Some(Share { easier, low: one.min(other).min(easier), high: one.max(other).max(easier) })
}

/// The collection that ships, as far as the table knows it.
///
/// ```
/// use piste::rating::Column;
/// use piste_api::{Collection, Share};
/// use piste_store::percentile::Shipped;
///
/// assert!(Shipped.ranks(Column::named("se").unwrap()).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl Collection for Shipped {
    fn easier(&self, info: &'static Info, value: Value) -> Option<f64> {
        easier(info, value)
    }

    fn among_minimal(&self, info: &'static Info, value: Value) -> Option<Share> {
        among_minimal(info, value)
    }

    fn ranks(&self, column: Column) -> Result<Ranks, String> {
        ranks(table(), column)
    }
}

/// The values of one metric, from low to high on its scale, and the shares below them.
#[derive(Debug)]
pub(crate) struct Quantiles {
    pub(crate) slug: String,
    version: u32,
    harder: Harder,
    pub(crate) cuts: Vec<(f64, f64)>,
}

/// The table that ships; a test reads it, too.
pub(crate) fn table() -> &'static [Quantiles] {
    static READ: OnceLock<Vec<Quantiles>> = OnceLock::new();
    READ.get_or_init(|| read(TABLE).expect("the table that ships is in order"))
}

/// The table of all minimal puzzles: the shares, and the ends of their intervals.
fn minimal() -> &'static [Vec<Quantiles>; 3] {
    static READ: OnceLock<[Vec<Quantiles>; 3]> = OnceLock::new();
    READ.get_or_init(|| {
        // The columns of the other table, with one of the three behind them.
        let part = |column: usize| {
            let line = |line: &'static str| {
                let fields: Vec<&str> = line.split('\t').collect();
                [0, 1, 2, column].map(|at| fields.get(at).copied().unwrap_or_default()).join("\t")
            };
            let lines = MINIMAL.lines().filter(|line| !line.starts_with('#')).map(line);
            let text = lines.collect::<Vec<_>>().join("\n");
            read(&text).expect("the table that ships is in order")
        };
        [part(3), part(4), part(5)]
    })
}

/// How the main values of a metric are spread by these tables; a sentence if that is not known.
pub(crate) fn ranks(tables: &[Quantiles], column: Column) -> Result<Ranks, String> {
    let info = column.metric().info();
    if !column.is_main() {
        return Err(only_main(column));
    }
    let Some(table) = tables.iter().find(|table| table.slug == info.slug) else {
        let known: Vec<&str> = tables.iter().map(|table| &*table.slug).collect();
        return Err(format!(
            "there are no percentiles of {column}; there are of {}",
            known.join(", ")
        ));
    };
    if table.version != info.version {
        return Err(format!(
            "the percentiles are of {} version {}, and this is version {}: they must be made again",
            info.slug, table.version, info.version
        ));
    }
    let easier = |&(cut, _): &(f64, f64)| (cut, table.easier(cut));
    Ok(Ranks::new(table.harder, table.cuts.iter().map(easier)))
}

/// What is said of a column that is not a main value.
pub(crate) fn only_main(column: Column) -> String {
    let main = column.metric().info().column_names().next().unwrap_or_default();
    format!("there are no percentiles of {column}; there are of {main}")
}

impl Quantiles {
    pub(crate) fn easier(&self, place: f64) -> f64 {
        let below = match self.cuts.binary_search_by(|(cut, _)| cut.total_cmp(&place)) {
            Ok(at) => self.cuts[at].1,
            Err(0) => 0.0,
            Err(at) if at == self.cuts.len() => 1.0,
            Err(at) => {
                let ((low, under), (high, over)) = (self.cuts[at - 1], self.cuts[at]);
                let way = (place - low) / (high - low);
                under + (over - under) * if way.is_finite() { way } else { 1.0 }
            }
        };
        match self.harder {
            Harder::Up => below,
            // The table says which share is harder or as hard; see `cuts`.
            Harder::Down => 1.0 - below,
        }
    }
}

/// The line above the rows.
#[cfg(feature = "disk")]
pub(crate) const HEADER: &str = "metric\tversion\tvalue\tbelow";

/// Reads a table, or says at which line it is wrong and how. Metrics that are not known are left out.
pub(crate) fn read(text: &str) -> Result<Vec<Quantiles>, (usize, String)> {
    let mut tables: Vec<Quantiles> = Vec::new();
    let lines = (1..).zip(text.lines()).skip_while(|(_, line)| line.starts_with('#'));
    for (at, line) in lines.skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let row = || match fields[..] {
            [slug, version, cut, below] => {
                let share =
                    below.parse::<f64>().ok().filter(|share| (0.0..=1e4).contains(share))?;
                let cut = cut.parse::<f64>().ok().filter(|cut| !cut.is_nan())?;
                Some((slug, version.parse::<u32>().ok()?, cut, share / 10_000.0))
            }
            _ => None,
        };
        let wrong = "expected a metric, its version, a value and a share of ten thousand";
        let (slug, version, cut, share) = row().ok_or_else(|| (at, wrong.to_owned()))?;
        let Some(metric) = metrics::by_slug(slug) else { continue };
        if tables.last().is_none_or(|table| table.slug != slug) {
            let harder = metric.info().harder;
            tables.push(Quantiles { slug: slug.to_owned(), version, harder, cuts: Vec::new() });
        }
        if let Some(table) = tables.last_mut() {
            table.cuts.push((cut, share));
        }
    }
    Ok(tables)
}

/// Up to [`CUTS`] of these values, at even distances in rank, and the share of puzzles that have a lower one; where
/// lower is harder, a lower one or the same: the others are the easier ones.
#[cfg(any(test, feature = "disk"))]
pub(crate) fn cuts(values: &[(f64, String, u64)], harder: Harder) -> Vec<(f64, f64)> {
    let total: u64 = values.iter().map(|(.., puzzles)| puzzles).sum();
    let is_all = values.len() <= CUTS;
    let step = total as f64 / CUTS as f64;
    let mut cuts = Vec::new();
    let (mut below, mut due) = (0, 0.0);
    for (nth, (place, _, puzzles)) in values.iter().enumerate() {
        let until = below + puzzles;
        if is_all || until as f64 > due || nth + 1 == values.len() {
            let counted = if harder == Harder::Up { below } else { until };
            cuts.push((*place, counted as f64 / total as f64));
            due = until as f64 + step;
        }
        below = until;
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::rating::Selection;

    fn values(counts: &[(f64, u64)]) -> Vec<(f64, String, u64)> {
        counts.iter().map(|(place, count)| (*place, place.to_string(), *count)).collect()
    }

    fn table(counts: &[(f64, u64)], harder: Harder) -> Quantiles {
        let cuts = cuts(&values(counts), harder);
        Quantiles { slug: "x".to_owned(), version: 1, harder, cuts }
    }

    #[test]
    fn a_share_is_of_those_that_are_easier() {
        let up = table(&[(1.0, 5), (2.0, 3), (4.0, 2)], Harder::Up);
        assert_eq!(
            [0.0, 1.0, 2.0, 3.0, 4.0, 9.0].map(|v| up.easier(v)),
            [0.0, 0.0, 0.5, 0.65, 0.8, 1.0]
        );
        let down = table(&[(1.0, 5), (2.0, 3), (4.0, 2)], Harder::Down);
        for (value, share) in [(9.0, 0.0), (4.0, 0.0), (2.0, 0.2), (1.0, 0.5), (0.0, 1.0)] {
            assert!((down.easier(value) - share).abs() < 1e-12, "{value}");
        }
    }

    #[test]
    fn many_values_are_thinned_out_evenly() {
        let many: Vec<(f64, u64)> = (0..10_000).map(|v| (f64::from(v), 1)).collect();
        let table = table(&many, Harder::Up);
        assert!(table.cuts.len() <= CUTS + 1, "{}", table.cuts.len());
        for v in [0.0, 1_234.0, 5_000.0, 9_999.0] {
            assert!((table.easier(v) - v / 10_000.0).abs() < 1e-3, "{v}");
        }
    }

    #[test]
    fn the_table_of_minimal_puzzles_is_of_today_and_rises() {
        for (nth, tables) in minimal().iter().enumerate() {
            let rows: usize = tables.iter().map(|table| table.cuts.len()).sum();
            let lines = MINIMAL.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(rows + 1, lines, "no row is left out");
            for table in tables.iter().filter(|_| nth == 0) {
                assert!(table.cuts.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1), "{}", table.slug);
            }
        }
        // A metric that rates next to none of them (`bxb`) may be missing; what is there is of today.
        for table in &minimal()[0] {
            let info = metrics::by_slug(&table.slug).map(piste::rating::Metric::info);
            assert_eq!(info.map(|info| info.version), Some(table.version), "{}", table.slug);
        }
        for slug in Selection::usual().shown().map(|info| info.slug).chain(["te", "b", "w"]) {
            assert!(minimal()[0].iter().any(|table| table.slug == slug), "{slug}");
        }
    }

    #[test]
    fn the_shipped_table_can_be_read_and_rises() {
        let usual: Vec<&str> = Selection::usual().shown().map(|info| info.slug).collect();
        let tables: Vec<&str> = super::table().iter().map(|table| &*table.slug).collect();
        assert_eq!(tables, usual, "one table for each, and each in one piece");
        let rows: usize = super::table().iter().map(|table| table.cuts.len()).sum();
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(rows + 1, lines, "no row is left out");
        for table in super::table() {
            assert!(table.cuts.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1), "{}", table.slug);
        }
    }
}
