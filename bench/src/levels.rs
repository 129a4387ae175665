//! How the levels of publishers fall into ours: the measure behind the table of levels, as Markdown.

use crate::data;
use piste::generate::levels;
use piste::rating::{Condition, Workup};
use piste::{Grid, Puzzle};
use std::collections::BTreeMap;

/// The tables of published puzzles, their publisher, and the column that names it where there
/// are several.
const TABLES: [(&str, &str, Option<&str>); 3] = [
    ("levels_nyt.tsv", "New York Times", None),
    ("levels_krazydad_sample700.tsv", "KrazyDad", None),
    ("levels_patti.tsv", "", Some("site")),
];

/// Puzzles of one publisher and level: how many in all, and how many in each of our levels.
type Shares = BTreeMap<(String, u32, String), (u32, Vec<u32>)>;

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    let conditions: Vec<Condition> = levels::ALL.iter().map(levels::Level::condition).collect();
    let mut shares = Shares::new();
    for (file, publisher, site) in TABLES {
        let path = directory.join(file);
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        add((file, publisher), site, &text, &conditions, &mut shares)?;
    }
    print!("| published as | puzzles |");
    for level in levels::ALL {
        print!(" {} |", level.slug);
    }
    println!("\n|---|---:|{}", "---:|".repeat(levels::ALL.len()));
    for ((publisher, _, level), (all, ours)) in &shares {
        print!("| {publisher}: {level} | {all} |");
        for count in ours {
            print!(" {:.0} % |", 100.0 * f64::from(*count) / f64::from(*all));
        }
        println!();
    }
    Ok(())
}

fn add(
    (file, publisher): (&str, &str),
    site: Option<&str>,
    text: &str,
    conditions: &[Condition],
    shares: &mut Shares,
) -> Result<(), String> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| {
        header.iter().position(|known| *known == name).ok_or(format!("{file}: no column {name}"))
    };
    let (puzzle, level, rank) = (column("puzzle")?, column("level")?, column("rank")?);
    let site = site.map(column).transpose()?;
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let grid: Grid = fields[puzzle].parse().map_err(|e| format!("{file}: {e}"))?;
        // A few have more than one solution; nobody can rate those.
        let Ok(puzzle) = Puzzle::prove(&grid) else { continue };
        let workup = Workup::new(&puzzle);
        let publisher = site.map_or(publisher, |site| fields[site]).to_owned();
        let rank = fields[rank].parse().map_err(|e| format!("{file}: {e}"))?;
        let entry = shares.entry((publisher, rank, fields[level].to_owned()));
        let (all, ours) = entry.or_insert_with(|| (0, vec![0; conditions.len()]));
        *all += 1;
        for (count, condition) in ours.iter_mut().zip(conditions) {
            *count += u32::from(condition.holds_of(&workup));
        }
    }
    Ok(())
}
