//! Which puzzles are meant by "the third of five": what bands are measured by.
//!
//! `hsolve in 3/5` cuts many puzzles into five parts of equal count. Which puzzles those are must be
//! said, or agreed on: unless somebody names others, it is the collection that comes with piste, by its table of
//! [percentiles](crate::percentile). Others are a library, whose ratings are counted when they are asked
//! for; a table of percentiles of such a library, as `piste library percentiles` writes it; or a table of ratings, as
//! `piste rate --format tsv` writes it. Only the last has more than main values.

use super::{Library, LibraryError};
use crate::percentile::{self, Quantiles};
use piste::rating::{Column, Ranks};
use std::path::{Path, PathBuf};

/// What bands are measured by. The default is the collection that comes with piste.
///
/// ```
/// use piste::rating::{Column, Condition};
/// use piste_store::library::Yardstick;
///
/// let shipped = Yardstick::default();
/// let medium = Condition::read("se in 3/5", &|column| shipped.ranks(column)).unwrap();
/// assert_eq!(medium.to_string(), "se in 3/5");
/// let wrong = shipped.ranks(Column::named("hsolve.sd").unwrap()).unwrap_err();
/// assert_eq!(wrong, "there are no percentiles of hsolve.sd; there are of hsolve");
/// ```
#[derive(Debug, Default)]
pub struct Yardstick(Kind);

#[derive(Debug, Default)]
enum Kind {
    #[default]
    Shipped,
    /// A table of percentiles.
    Percentiles(Vec<Quantiles>),
    /// The values of the columns of a table of ratings.
    Ratings {
        path: PathBuf,
        columns: Vec<(Column, Vec<f64>)>,
    },
    Library(Library),
}

/// Why a file cannot be measured by.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadYardstick {
    /// It cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// It is none of the things that it could be.
    #[error("{} is no library, no table of percentiles and no table of ratings", .0.display())]
    Unknown(PathBuf),
    /// A line is not as it should be.
    #[error("{}, line {line}: {what}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The library cannot be opened.
    #[error("{0}")]
    Library(#[from] LibraryError),
}

/// How a file of SQLite begins.
const SQLITE: &[u8] = b"SQLite format 3\0";

impl Yardstick {
    /// The puzzles of a file: a library, a table of percentiles, or a table of ratings.
    pub fn open(path: &Path) -> Result<Yardstick, BadYardstick> {
        let bytes = std::fs::read(path)
            .map_err(|source| BadYardstick::Unreadable { path: path.to_owned(), source })?;
        if bytes.starts_with(SQLITE) {
            return Ok(Yardstick(Kind::Library(Library::open(path)?)));
        }
        let unknown = || BadYardstick::Unknown(path.to_owned());
        let text = String::from_utf8(bytes).map_err(|_| unknown())?;
        let at = |(line, what)| BadYardstick::Line { path: path.to_owned(), line, what };
        let mut lines = text.lines().skip_while(|line| line.starts_with('#'));
        let header = lines.next().unwrap_or_default();
        let kind = if header == percentile::HEADER {
            Kind::Percentiles(percentile::read(&text).map_err(at)?)
        } else if header.split(['\t', ',']).next() == Some("puzzle") {
            Kind::Ratings { path: path.to_owned(), columns: ratings(&text).map_err(at)? }
        } else {
            return Err(unknown());
        };
        Ok(Yardstick(kind))
    }

    /// How the values of this column are spread over the puzzles; a sentence if that is not known.
    pub fn ranks(&self, column: Column) -> Result<Ranks, String> {
        match &self.0 {
            Kind::Shipped => percentile::ranks(percentile::table(), column),
            Kind::Percentiles(tables) => percentile::ranks(tables, column),
            Kind::Ratings { path, columns } => {
                let found = columns.iter().find(|(known, _)| *known == column);
                let (_, values) =
                    found.ok_or_else(|| format!("{} has no column {column}", path.display()))?;
                let harder = column.metric().info().harder;
                Ok(Ranks::of(harder, values.iter().map(|value| (*value, 1))))
            }
            Kind::Library(library) => library.ranks(column),
        }
    }
}

impl Library {
    /// How the main values of a metric are spread over its puzzles; a sentence if that is not known.
    pub fn ranks(&self, column: Column) -> Result<Ranks, String> {
        let info = column.metric().info();
        if !column.is_main() {
            return Err(percentile::only_main(column));
        }
        let values = self.main_values(info).map_err(|error| self.wrong(error).to_string())?;
        if values.is_empty() {
            let (path, slug, version) = (self.path().display(), info.slug, info.version);
            return Err(format!("no puzzle of {path} is rated by {slug} version {version}"));
        }
        Ok(Ranks::of(info.harder, values.into_iter().map(|(place, _, count)| (place, count))))
    }
}

/// A column, and its values.
type Values = (Column, Vec<f64>);

/// The column that says where scales have ended: `umbrella=above index-d.a=beyond`.
const WORDS: &str = "words";

/// The values of every column that is one of ours. Where a scale has ended the column of `piste rate`
/// is empty, and another one has the word.
fn ratings(text: &str) -> Result<Vec<Values>, (usize, String)> {
    let mut lines = (1..).zip(text.lines()).skip_while(|(_, line)| line.starts_with('#'));
    let header = lines.next().map(|(_, line)| line).unwrap_or_default();
    let separator = if header.contains('\t') { '\t' } else { ',' };
    let names: Vec<Option<Column>> = header.split(separator).map(Column::named).collect();
    let words = header.split(separator).position(|name| name == WORDS);
    let mut columns: Vec<Values> =
        names.iter().flatten().map(|column| (*column, Vec::new())).collect();
    for (at, line) in lines {
        let fields: Vec<&str> = line.split(separator).collect();
        if fields.len() != names.len() {
            let what = format!("expected {} fields, found {}", names.len(), fields.len());
            return Err((at, what));
        }
        let ends = words.map_or("", |at| fields[at]).split_whitespace();
        for (name, word) in ends.filter_map(|end| end.split_once('=')) {
            let column = Column::named(name);
            let known = columns.iter_mut().find(|(known, _)| column == Some(*known));
            let Some((column, values)) = known else { continue };
            column.check_word(word).map_err(|what| (at, what))?;
            values.push(column.place_of(word));
        }
        let ours = names.iter().zip(fields).filter_map(|(name, field)| Some(((*name)?, field)));
        for ((column, field), (_, values)) in ours.zip(&mut columns) {
            match field.parse::<f64>() {
                _ if field.is_empty() => {}
                Ok(value) if value.is_finite() => values.push(value),
                _ => {
                    column.check_word(field).map_err(|what| (at, what))?;
                    values.push(column.place_of(field));
                }
            }
        }
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> PathBuf {
        let path =
            std::env::temp_dir().join(format!("piste-yardstick-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        path
    }

    fn column(name: &str) -> Column {
        Column::named(name).unwrap()
    }

    #[test]
    fn a_table_of_ratings_has_all_its_columns() {
        let text = "puzzle\thsolve\thsolve.sd\tumbrella\tmine\n\
                    a\t100\t9.5\t1\tx\nb\t200\t3\tabove\ty\nc\t300\t\t2\tz\nd\t400\t4\t2\t\n";
        let path = file("ratings.tsv", text);
        let stick = Yardstick::open(&path).unwrap();
        let halves = |name: &str, values: [f64; 3]| {
            let bands = stick.ranks(column(name)).unwrap().bands(2).unwrap();
            values.map(|value| bands.of(value))
        };
        assert_eq!(halves("hsolve", [200.0, 299.0, 300.0]), [1, 1, 2]);
        assert_eq!(halves("hsolve.sd", [3.0, 4.0, 9.0]), [1, 1, 1]);
        assert_eq!(halves("umbrella", [1.0, 2.0, f64::INFINITY]), [1, 1, 2]);
        let wrong = stick.ranks(column("se")).unwrap_err();
        assert!(wrong.ends_with("has no column se.er"), "{wrong}");
        // As piste writes it, with the word in a column of its own.
        let words = text
            .replace("umbrella\tmine", "umbrella\twords")
            .replace("above\ty", "\tumbrella=above");
        let words = words.replace("\tx\n", "\t\n").replace("\tz\n", "\t\n");
        let other = file("words.tsv", &words);
        let told = Yardstick::open(&other).unwrap().ranks(column("umbrella"));
        assert_eq!(told, stick.ranks(column("umbrella")));
        std::fs::remove_file(other).unwrap();
        let same = file("ratings.csv", &text.replace('\t', ","));
        let csv = Yardstick::open(&same).unwrap();
        assert_eq!(csv.ranks(column("hsolve")), stick.ranks(column("hsolve")));
        for path in [path, same] {
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        for (name, text, what) in [
            ("a", "Hello.\n", "is no library, no table of percentiles and no table of ratings"),
            ("b", "puzzle\tse.er\nx\t3\t4\n", "line 2: expected 2 fields, found 3"),
            ("c", "# so\npuzzle\tse.er\nx\thard\n", "line 3: se.er is a number, and never hard"),
            (
                "d",
                "metric\tversion\tvalue\tbelow\nse\t1\tx\t3\n",
                "line 2: expected a metric, its version, a value and a share of ten thousand",
            ),
        ] {
            let path = file(name, text);
            let wrong = Yardstick::open(&path).unwrap_err().to_string();
            assert!(wrong.ends_with(what), "{wrong}");
            std::fs::remove_file(path).unwrap();
        }
        let wrong = Yardstick::open(Path::new("nowhere/at.all")).unwrap_err().to_string();
        assert!(wrong.starts_with("cannot read nowhere/at.all: "), "{wrong}");
    }

    #[test]
    fn percentiles_of_another_version_are_not_measured_by() {
        let path = file("version", "metric\tversion\tvalue\tbelow\nse\t999\t1.2\t0\n");
        let stick = Yardstick::open(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        let version = column("se").metric().info().version;
        let expected = format!(
            "the percentiles are of se version 999, and this is version {version}: they must be made again"
        );
        assert_eq!(stick.ranks(column("se")), Err(expected));
        let expected = "there are no percentiles of hsolve; there are of se".to_owned();
        assert_eq!(stick.ranks(column("hsolve")), Err(expected));
    }

    /// Fifths by the shipped table are near a fifth each, as far as its own shares tell.
    #[test]
    fn shipped_bands_are_of_equal_count_where_values_are_many() {
        let stick = Yardstick::default();
        for table in percentile::table() {
            let column = column(&table.slug);
            let Ok(ranks) = stick.ranks(column) else { continue };
            let bands = ranks.bands(5).unwrap();
            // The share of puzzles that are easier jumps by no more than this from a value to the next.
            let jumps: Vec<f64> = table.cuts.windows(2).map(|pair| pair[1].1 - pair[0].1).collect();
            let jump = jumps.iter().copied().fold(0.0, f64::max);
            let mut easier: Vec<(u32, f64)> =
                table.cuts.iter().map(|(cut, _)| (bands.of(*cut), table.easier(*cut))).collect();
            easier.sort_by(|a, b| a.1.total_cmp(&b.1));
            assert!(easier.is_sorted_by_key(|(band, _)| *band), "{column}");
            for pair in easier.windows(2).filter(|pair| pair[0].0 + 1 == pair[1].0) {
                let wanted = f64::from(pair[0].0) / 5.0;
                assert!((pair[1].1 - wanted).abs() <= jump / 2.0 + 1e-9, "{column} {pair:?}");
            }
        }
    }
}
