//! What is known of a library in pieces before any of them is there.

use piste::rating::{Column, Info};
use piste_api::library::Stats;
use piste_api::{Code, Wrong};
use serde::{Deserialize, Serialize};

/// The form that is written, and the only one that is read: index and program come from one folder.
pub(super) const FORM: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Index {
    pub(super) form: u32,
    /// How many of what.
    pub(super) stats: Stats,
    /// The columns of a line, behind those that every line has.
    pub(super) columns: Vec<Kind>,
    /// Where puzzles come from.
    pub(super) sources: Vec<Source>,
    pub(super) pieces: Vec<Piece>,
}

/// A column of ratings.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Kind {
    pub(super) name: String,
    /// Of its metric: what another version has rated is no rating.
    pub(super) version: u32,
    /// How many puzzles its metric has rated.
    pub(super) rated: u64,
    /// How many decimals its numbers have; counts have none.
    pub(super) decimals: Option<u8>,
    #[serde(skip)]
    pub(super) column: Option<Column>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Source {
    pub(super) name: String,
    pub(super) method: Option<String>,
    pub(super) seed: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Piece {
    pub(super) name: String,
    pub(super) puzzles: u64,
    /// How long its file is, in bytes.
    pub(super) bytes: u64,
    /// The least number of a puzzle in it.
    pub(super) first: u64,
    /// The least and the greatest place of each column; nothing where a value is missing, or has no place among numbers.
    pub(super) zones: Vec<Option<(f64, f64)>>,
}

impl Index {
    pub(super) fn read(text: &str) -> Result<Index, Wrong> {
        let broken = || Wrong::new(Code::NotFound, "the index of the library cannot be read");
        let mut index: Index = serde_json::from_str(text).map_err(|_| broken())?;
        let width = index.columns.len();
        let is_whole = index.pieces.iter().all(|piece| piece.zones.len() == width);
        if index.form != FORM || !is_whole {
            return Err(broken());
        }
        for kind in &mut index.columns {
            let column = Column::named(&kind.name);
            kind.column = column.filter(|column| column.metric().info().version == kind.version);
        }
        Ok(index)
    }

    /// Where this column stands in a line.
    pub(super) fn place(&self, column: Column) -> Option<usize> {
        self.columns.iter().position(|kind| kind.column == Some(column))
    }

    /// The least and the greatest place of this column in a piece.
    pub(super) fn zone(&self, piece: &Piece, column: Column) -> Option<(f64, f64)> {
        piece.zones[self.place(column)?]
    }

    /// How many puzzles this metric has rated.
    pub(super) fn rated(&self, info: &Info) -> u64 {
        let of = |kind: &&Kind| {
            kind.column.is_some_and(|column| column.metric().info().slug == info.slug)
        };
        self.columns.iter().find(of).map_or(0, |kind| kind.rated)
    }
}
