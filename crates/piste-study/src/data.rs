//! Where labelled puzzles come from: the data sets by name, or a file of somebody's own.
//!
//! A row counts if its puzzle has exactly one solution and its label can be read; what is left
//! out is counted and said. A line that cannot be read at all is a gap: it is told on the side,
//! as every verb does, and the run does not end with success.

use crate::page::{Source, count};
use crate::studio::Studio;
use anyhow::{anyhow, bail};
use piste_core::Puzzle;
use piste_store::format::{ReadOptions, Reader};
use std::path::{Path, PathBuf};

/// Labelled puzzles of somebody's own.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The files that hold them.
    pub files: Vec<PathBuf>,
    /// The column of the puzzles, if it was said.
    pub puzzle: Option<String>,
    /// The column of the labels.
    pub label: String,
    /// The labels from easy to hard, if they are words.
    pub order: Vec<String>,
}

/// A set of published puzzles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Published {
    pub(crate) name: &'static str,
    file: &'static str,
    /// The site among those of the file.
    site: Option<&'static str>,
    pub(crate) licence: &'static str,
    /// Why its levels are of no use, if they are not.
    pub(crate) unusable: Option<&'static str>,
}

/// The sets of published puzzles with levels.
pub(crate) const PUBLISHED: [Published; 5] = [
    Published {
        name: "KrazyDad",
        file: "levels_krazydad_sample700.tsv",
        site: None,
        licence: "© KrazyDad, measured only",
        unusable: None,
    },
    Published {
        name: "sudoku.org.uk",
        file: "levels_patti.tsv",
        site: Some("Sudoku.org.uk"),
        licence: "research only",
        unusable: None,
    },
    Published {
        name: "sudokuoftheday",
        file: "levels_patti.tsv",
        site: Some("Sudoku of the Day"),
        licence: "research only",
        unusable: None,
    },
    Published {
        name: "New York Times",
        file: "levels_nyt.tsv",
        site: None,
        licence: "© The New York Times, measured only",
        unusable: None,
    },
    Published {
        name: "extremesudoku",
        file: "levels_patti.tsv",
        site: Some("Extreme Sudoku"),
        licence: "research only",
        unusable: Some("its levels cannot be told apart"),
    },
];

/// What puzzles with levels are sampled by: the same whatever the set is called.
const LEVELS: &str = "levels";

/// One row of a table: a puzzle and what is said beside it.
pub(crate) struct Row {
    pub(crate) puzzle: Puzzle,
    pub(crate) cells: Cells,
}

/// What is said beside a puzzle, by column.
pub(crate) struct Cells(Vec<(String, String)>);

impl Cells {
    /// What is said in this column; nothing if it is empty.
    pub(crate) fn get(&self, column: &str) -> Option<&str> {
        let (_, text) = self.0.iter().find(|(name, _)| name == column)?;
        Some(text.trim()).filter(|text| !text.is_empty())
    }
}

/// The rows of a table whose puzzles have exactly one solution.
pub(crate) struct Table {
    pub(crate) rows: Vec<Row>,
    /// What is said beside those that have not.
    pub(crate) improper: Vec<Cells>,
    /// The names of all columns but the puzzle's.
    columns: Vec<String>,
}

impl Table {
    /// Reads a file. Lines that cannot be read are told to the studio.
    pub(crate) fn read(
        studio: &Studio,
        path: &Path,
        puzzle: Option<&str>,
    ) -> anyhow::Result<Table> {
        let options = ReadOptions { column: puzzle.map(str::to_owned), ..ReadOptions::default() };
        let mut reader = Reader::open(path, &options).map_err(|error| anyhow!("{error}"))?;
        let mut table = Table { rows: Vec::new(), improper: Vec::new(), columns: Vec::new() };
        while let Some(record) = reader.next() {
            let record = match record {
                Ok(record) => record,
                Err(error) if error.is_fatal() => bail!("{error}"),
                Err(error) => {
                    studio.miss(error);
                    continue;
                }
            };
            let cells = Cells(record.texts(reader.columns()).unwrap_or_default());
            if table.columns.is_empty() {
                table.columns = cells.0.iter().map(|(name, _)| name.clone()).collect();
            }
            match record.givens().map(Puzzle::prove) {
                Some(Ok(puzzle)) => table.rows.push(Row { puzzle, cells }),
                Some(Err(_)) | None => table.improper.push(cells),
            }
        }
        Ok(table)
    }

    /// Makes sure that there is such a column.
    fn has(&self, path: &Path, column: &str) -> anyhow::Result<()> {
        if self.rows.is_empty() || self.columns.iter().any(|known| known == column) {
            return Ok(());
        }
        let path = path.display();
        if self.columns.is_empty() {
            bail!("{path}: its columns have no names, so there is no {column}");
        }
        bail!("{path}: there is no column {column}; there are {}", self.columns.join(", "))
    }
}

/// Puzzles with a number each: a level's rank, a time.
pub(crate) struct Marked {
    pub(crate) name: String,
    pub(crate) licence: String,
    pub(crate) puzzles: Vec<Puzzle>,
    pub(crate) marks: Vec<f64>,
    /// The names of levels, from easy to hard, where the marks are ranks: rank 1 is the first.
    pub(crate) levels: Vec<String>,
    /// Rows left out because the puzzle has not exactly one solution.
    pub(crate) improper: usize,
    /// Rows left out because there is no label, or none that can be used.
    pub(crate) unlabelled: usize,
    pub(crate) unusable: Option<&'static str>,
}

impl Marked {
    /// The row of a page's table of data.
    pub(crate) fn source(&self) -> Source {
        let mut notes = Vec::new();
        if self.improper > 0 {
            notes.push(format!("{} without exactly one solution left out", count(self.improper)));
        }
        if self.unlabelled > 0 {
            notes.push(format!("{} without a label left out", count(self.unlabelled)));
        }
        Source {
            name: self.name.clone(),
            rows: self.puzzles.len(),
            licence: self.licence.clone(),
            note: notes.join("; "),
        }
    }
}

impl Studio {
    /// The path of a file of the data folder; if it is not there, that is said.
    pub(crate) fn file(&self, name: &str) -> Option<PathBuf> {
        let path = self.data.as_ref()?.join(name);
        if path.is_file() {
            return Some(path);
        }
        if self.is_news(name) {
            self.miss(format_args!(
                "the data folder has no {name}; what it is needed for is left out"
            ));
        }
        None
    }

    /// The puzzles of a list, each on a line of its own.
    pub(crate) fn list(&self, file: &str) -> anyhow::Result<Option<Table>> {
        self.file(file).map(|path| Table::read(self, &path, None)).transpose()
    }

    /// The puzzles of a publisher, marked with the ranks of their levels.
    pub(crate) fn published(&self, set: &Published) -> anyhow::Result<Option<Marked>> {
        let Some(path) = self.file(set.file) else { return Ok(None) };
        let table = Table::read(self, &path, Some("puzzle"))?;
        for column in ["level", "rank"].into_iter().chain(set.site.map(|_| "site")) {
            table.has(&path, column)?;
        }
        let is_here = |cells: &Cells| set.site.is_none_or(|site| cells.get("site") == Some(site));
        let improper = table.improper.iter().filter(|cells| is_here(cells)).count();
        let mut levels: Vec<(f64, String)> = Vec::new();
        let mut marked = Vec::new();
        let mut unlabelled = 0;
        for Row { puzzle, cells } in table.rows.into_iter().filter(|row| is_here(&row.cells)) {
            let rank: Option<f64> = cells.get("rank").and_then(|rank| rank.parse().ok());
            let Some((rank, level)) = rank.zip(cells.get("level")) else {
                unlabelled += 1;
                continue;
            };
            if levels.iter().all(|(known, _)| *known != rank) {
                levels.push((rank, level.to_owned()));
            }
            marked.push((puzzle, rank));
        }
        levels.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (puzzles, marks) = self.some(LEVELS, marked).into_iter().unzip();
        Ok(Some(Marked {
            name: set.name.to_owned(),
            licence: set.licence.to_owned(),
            puzzles,
            marks,
            levels: levels.into_iter().map(|level| level.1).collect(),
            improper,
            unlabelled,
            unusable: set.unusable,
        }))
    }

    /// The puzzles of somebody's own files. Labels are numbers, or words in the order that was
    /// said; `is_time` says that they must be above 0.
    pub(crate) fn labelled(&self, labelled: &Labelled, is_time: bool) -> anyhow::Result<Marked> {
        let Labelled { files, puzzle, label, order } = labelled;
        let mut marked = Vec::new();
        let (mut improper, mut unlabelled) = (0, 0);
        let mut names = Vec::new();
        for path in files {
            let table = Table::read(self, path, puzzle.as_deref())?;
            table.has(path, label)?;
            improper += table.improper.len();
            for row in table.rows {
                match row.cells.get(label).map(|text| mark(text, order, is_time)).transpose() {
                    Ok(Some(mark)) if !is_time || mark > 0.0 => marked.push((row.puzzle, mark)),
                    Ok(_) => unlabelled += 1,
                    Err(why) => bail!("{}: {why}", path.display()),
                }
            }
            names.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
        if marked.is_empty() {
            bail!("there is no puzzle with exactly one solution and a label");
        }
        let levels = if is_time { Vec::new() } else { level_names(&mut marked, order)? };
        let name = names.join(", ");
        let (puzzles, marks) =
            self.some(if is_time { &labelled.label } else { LEVELS }, marked).into_iter().unzip();
        let licence = "yours".to_owned();
        Ok(Marked { name, licence, puzzles, marks, levels, improper, unlabelled, unusable: None })
    }
}

/// A label as a number: the place of the word in the order, or the number it is.
fn mark(text: &str, order: &[String], is_time: bool) -> Result<f64, String> {
    if let Some(place) = order.iter().position(|word| word == text) {
        return Ok((place + 1) as f64);
    }
    if !order.is_empty() {
        return Err(format!("the label {text} is not among those of --order"));
    }
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| match is_time {
        true => format!("the label {text} is not a number, and a time must be one"),
        false => format!(
            "the label {text} is not a number; --order says the order of words, from easy to hard"
        ),
    })
}

/// The most levels that make sense in a table.
const MOST_LEVELS: usize = 20;

/// Ranks the marks from 1 on, and says what each rank is called.
fn level_names(marked: &mut [(Puzzle, f64)], order: &[String]) -> anyhow::Result<Vec<String>> {
    let mut known: Vec<f64> = marked.iter().map(|row| row.1).collect();
    known.sort_by(f64::total_cmp);
    known.dedup();
    if known.len() < 2 {
        bail!("all puzzles are of one level: there is nothing to compare");
    }
    if known.len() > MOST_LEVELS {
        bail!("there are {} levels, and {MOST_LEVELS} are as many as can be told", known.len());
    }
    for (_, mark) in marked.iter_mut() {
        // Every mark is among those that are known: its rank is how many are not above it.
        *mark = known.partition_point(|level| level <= mark) as f64;
    }
    let name = |level: &f64| match order.get(*level as usize - usize::from(*level >= 1.0)) {
        Some(word) => word.clone(),
        None => level.to_string(),
    };
    Ok(known.iter().map(name).collect())
}
