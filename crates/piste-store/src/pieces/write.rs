//! Pieces on their way to a folder.

use super::index::{FORM, Index, Kind, Piece, Source};
use super::row::Row;
use super::{INDEX, Shelf};
use crate::checksum::Checksum;
use crate::library::{Entry, Library, LibraryError, Query, Shapes};
use flate2::Compression;
use flate2::write::GzEncoder;
use piste::generate::Level;
use piste::rating::{Column, Info, Value, metrics};
use piste_core::Rng;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// Puzzles of a piece: a few dozen kilobytes. Fewer in tests, which have not so many.
const PIECE: usize = if cfg!(test) { 6 } else { 500 };

/// The seed by which puzzles are dealt out.
const SEED: u64 = 1;

/// Puzzles without a level, if there are any.
const OTHER: &str = "other";

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Puzzles.
    pub puzzles: u64,
    /// Puzzles of other shapes than the classic one, which were left out.
    pub left_out: u64,
    /// Files, without the index.
    pub pieces: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Why a folder was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotWritten {
    /// The library cannot be read.
    #[error("{0}")]
    Library(#[from] LibraryError),
    /// The folder cannot be written to.
    #[error("{0}")]
    Folder(#[from] io::Error),
}

impl Shelf {
    /// Writes the classic puzzles of a library as pieces into a folder, with all ratings of today's versions.
    pub fn write(library: &Library, folder: &Path) -> Result<Written, NotWritten> {
        let stats = library.stats(&Shapes::Classic)?;
        let known = stats.metrics.iter().filter(|metric| metric.rated > 0);
        let rated: BTreeMap<&str, u64> =
            known.map(|metric| (metric.info.slug, metric.rated)).collect();
        let infos: Vec<&'static Info> = metrics::ALL
            .iter()
            .map(|metric| metric.info())
            .filter(|info| rated.contains_key(info.slug))
            .collect();
        let names = infos.iter().flat_map(|info| info.column_names());
        let columns: Vec<Column> = names.filter_map(|name| Column::named(&name)).collect();
        let mut levels: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
        let query = Query { metrics: infos, ..Query::default() };
        library.query(&query, |entry| {
            let level = Level::of(|column| entry.value(column));
            levels.entry(level.map_or(OTHER, |level| level.slug)).or_default().push(entry);
            ControlFlow::Continue(())
        })?;
        let all = || levels.values().flatten();
        let mut sources: Vec<Source> = all().map(source).collect();
        sources.sort_unstable();
        sources.dedup();
        let kinds = columns.iter().map(|&column| Kind {
            name: column.to_string(),
            version: column.metric().info().version,
            rated: rated.get(column.metric().info().slug).copied().unwrap_or(0),
            decimals: all().find_map(|entry| match entry.value(column) {
                Some(Value::Number(_, decimals)) => Some(decimals),
                _ => None,
            }),
            column: Some(column),
        });
        let mut index = Index {
            form: FORM,
            stats: (&stats).into(),
            columns: kinds.collect(),
            sources,
            pieces: Vec::new(),
        };
        std::fs::create_dir_all(folder)?;
        for (level, entries) in &mut levels {
            Rng::new(SEED).shuffle(entries);
            for (number, entries) in entries.chunks_mut(PIECE).enumerate() {
                entries.sort_unstable_by_key(|entry| entry.id);
                index.pieces.push(piece(folder, level, number, entries, &columns, &index)?);
            }
        }
        let text = serde_json::to_string(&index).map_err(io::Error::from)?;
        std::fs::write(folder.join(INDEX), text)?;
        Ok(Written {
            puzzles: index.pieces.iter().map(|piece| piece.puzzles).sum(),
            left_out: library.len_of(&Shapes::Others)?,
            pieces: index.pieces.len() as u64,
            bytes: index.pieces.iter().map(|piece| piece.bytes).sum(),
        })
    }
}

/// Writes one piece. Its name has a checksum, so that what somebody has kept is never taken for another version of it.
fn piece(
    folder: &Path,
    level: &str,
    number: usize,
    entries: &[Entry],
    columns: &[Column],
    index: &Index,
) -> io::Result<Piece> {
    let mut text = String::new();
    let mut zones: Vec<Option<(f64, f64)>> =
        vec![Some((f64::INFINITY, f64::NEG_INFINITY)); columns.len()];
    for entry in entries {
        let values: Vec<Option<Value>> = columns.iter().map(|of| entry.value(*of)).collect();
        for ((zone, value), column) in zones.iter_mut().zip(&values).zip(columns) {
            let place = value.map(|value| column.place(value)).filter(|place| place.is_finite());
            *zone = zone.zip(place).map(|((low, high), at)| (at.min(low), at.max(high)));
        }
        let source = index.sources.binary_search(&source(entry)).unwrap_or_default();
        let id = entry.id.unsigned_abs();
        text.push_str(&Row::line(id, &entry.grid, source, entry.attempt, &values));
    }
    let mut sum = Checksum::default();
    sum.add(text.as_bytes());
    let name = format!("{level}-{number:03}-{sum}.tsv.gz");
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(text.as_bytes())?;
    let packed = packed.finish()?;
    std::fs::write(folder.join(&name), &packed)?;
    Ok(Piece {
        name,
        puzzles: entries.len() as u64,
        bytes: packed.len() as u64,
        first: entries.iter().map(|entry| entry.id.unsigned_abs()).min().unwrap_or(0),
        zones,
    })
}

fn source(entry: &Entry) -> Source {
    let Entry { source, method, seed, .. } = entry;
    Source { name: source.clone(), method: method.clone(), seed: *seed }
}
