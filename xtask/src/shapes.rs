//! What works where: the table of `docs/shapes.md`, made from what strategies and metrics say of themselves.
//!
//! A column is a shape, or a puzzle given by its pencil marks. Strategies are asked by `Strategy::fits`, metrics by
//! `Metric::fits` and `Metric::takes_marks`. Rows that say the same stand together. What verbs take is a list here, and
//! a test of the program (`crates/piste-cli/tests/it/what_works.rs`) tries every cell of it.

use piste::logic::strategies;
use piste::rating::metrics;
use piste::shape::Shape;
use piste::space::{InSpace, Space};
use std::fmt::Write;

/// Between these lines of the page stands the table.
const BEGIN: &str =
    "<!-- Made by `cargo xtask docs` from xtask/src/shapes.rs: change it there. -->\n";
const END: &str = "<!-- To here. -->\n";

/// A jigsaw, by its regions.
const JIGSAW: &str =
    "jigsaw:112222333111222333111122333445555666444555666444455766889999776888999777888899777";

/// What a column is about.
struct Column {
    title: &'static str,
    /// Its shape; nothing for pencil marks on the classic board.
    shape: Option<Shape>,
}

/// The columns: of each its title and its shape.
fn columns() -> Vec<Column> {
    let layered = format!("{JIGSAW}+x");
    let named = [
        ("4×4", "4x4"),
        ("6×6", "6x6"),
        ("9×9", "9x9"),
        ("X", "9x9+x"),
        ("windoku", "9x9+windoku"),
        ("jigsaw", JIGSAW),
        ("jigsaw X", &layered),
        ("anti-knight", "9x9+antiknight"),
        ("12×12", "12x12"),
        ("16×16", "16x16"),
        ("25×25", "25x25"),
    ];
    let shape = |text: &str| text.parse().unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    let shapes = named.map(|(title, text)| Column { title, shape: Some(shape(text)) });
    shapes.into_iter().chain([Column { title: "Sukaku", shape: None }]).collect()
}

/// The verbs, and whether they take a puzzle given by its pencil marks. All of them take every shape.
const VERBS: [(&str, bool); 11] = [
    ("solve", true),
    ("check", true),
    ("convert", true),
    ("transform", true),
    ("canon", false),
    ("explain", true),
    ("hint", true),
    ("rate", true),
    ("make", false),
    ("library", false),
    ("book", false),
];

/// The slugs of the strategies that hold in a space.
struct Fitting;

impl InSpace for Fitting {
    type Output = Vec<&'static str>;

    fn go<S: Space>(self, space: S) -> Vec<&'static str> {
        let known = strategies::on_every_shape::<S>().iter();
        let fitting = known.filter(|strategy| strategy.fits(&space));
        fitting.map(|strategy| strategy.info().slug).collect()
    }
}

/// A row: what it is about, and whether it works in each column.
type Row = (String, Vec<bool>);

fn strategy_rows(columns: &[Column]) -> Vec<Row> {
    let fitting: Vec<Option<Vec<&str>>> = columns
        .iter()
        .map(|column| column.shape.as_ref().map(|shape| shape.enter(Fitting)))
        .collect();
    let row = |strategy: &&'static dyn piste::logic::Strategy| {
        let info = strategy.info();
        let works = columns.iter().zip(&fitting).map(|(column, fitting)| match fitting {
            // On pencil marks one solution must not be assumed.
            None => strategy.fits(&piste::space::Classic) && !info.assumes_uniqueness,
            Some(_) if column.shape.as_ref().is_some_and(Shape::is_classic) => {
                strategy.fits(&piste::space::Classic)
            }
            Some(fitting) => fitting.contains(&info.slug),
        });
        (info.slug.to_owned(), works.collect())
    };
    strategies::ALL.iter().map(row).collect()
}

fn metric_rows(columns: &[Column]) -> Vec<Row> {
    let row = |metric: &&'static dyn piste::rating::Metric| {
        let works = columns.iter().map(|column| match &column.shape {
            Some(shape) => metric.fits(shape).is_ok(),
            None => metric.takes_marks().is_ok(),
        });
        (metric.info().slug.to_owned(), works.collect())
    };
    metrics::ALL.iter().map(row).collect()
}

/// Rows that say the same as one, in the order of the first of each; where they are very many, by their number.
fn together(rows: Vec<Row>, kind: &str) -> Vec<Row> {
    let mut groups: Vec<(Vec<String>, Vec<bool>)> = Vec::new();
    for (name, works) in rows {
        match groups.iter_mut().find(|(_, known)| *known == works) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], works)),
        }
    }
    let most = groups.iter().map(|(names, _)| names.len()).max().unwrap_or(0);
    let mut rows: Vec<Row> = Vec::new();
    let mut rest = None;
    for (names, works) in groups {
        if names.len() == most && most > 20 {
            rest = Some((format!("the other {most} {kind}"), works));
        } else {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            rows.push((names.join(", "), works));
        }
    }
    rows.extend(rest);
    rows
}

/// The table.
fn table() -> String {
    let columns = columns();
    let mut text = String::from("|");
    let titles = columns.iter().map(|column| column.title);
    for title in std::iter::once("").chain(titles) {
        let _ = write!(text, " {title} |");
    }
    text.push_str("\n|---|");
    text.push_str(&":-:|".repeat(columns.len()));
    text.push('\n');
    let mut add = |heading: &str, rows: Vec<Row>| {
        let _ = writeln!(text, "| **{heading}** |{}", " |".repeat(columns.len()));
        for (name, works) in rows {
            let signs: String =
                works.iter().map(|&works| if works { " ● |" } else { " |" }).collect();
            let _ = writeln!(text, "| {name} |{signs}");
        }
    };
    let verbs = VERBS.iter().map(|(verb, takes_marks)| {
        let works = columns.iter().map(|column| column.shape.is_some() || *takes_marks);
        (format!("`{verb}`"), works.collect())
    });
    add("verbs", verbs.collect());
    add("strategies", together(strategy_rows(&columns), "strategies"));
    add("metrics", together(metric_rows(&columns), "metrics"));
    text
}

/// The page with the table of today in its place.
pub(crate) fn page(text: &str) -> Result<String, String> {
    let place = text.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = place
        .ok_or("docs/shapes.md has no place for its table between the two lines that mark it")?;
    Ok(format!("{before}{BEGIN}\n{}\n{END}{after}", table()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn works(row: &str, column: &str) -> bool {
        let table = table();
        let fields = |line: &str| line.split('|').map(|field| field.trim().to_owned()).collect();
        let mut lines = table.lines().map(|line| -> Vec<String> { fields(line) });
        let titles = lines.next().unwrap();
        let at = titles.iter().position(|title| title == column).unwrap();
        let found = lines.find(|fields| fields.get(1).is_some_and(|name| name.contains(row)));
        found.unwrap_or_else(|| panic!("{row}"))[at] == "●"
    }

    #[test]
    fn the_table_says_what_is_known() {
        for (row, column, expected) in [
            ("`solve`", "25×25", true),
            ("`make`", "Sukaku", false),
            ("`law-of-leftovers`", "jigsaw X", true),
            ("`law-of-leftovers`", "9×9", false),
            ("`template-set`", "6×6", true),
            ("`template-set`", "12×12", false),
            ("`bug-plus-1`", "anti-knight", false),
            ("`bug-plus-1`", "X", true),
            ("`bug-plus-1`", "Sukaku", false),
            ("`letters`", "16×16", false),
            ("the other", "25×25", true),
            ("`se`", "9×9", true),
            ("`se`", "6×6", false),
            ("`se`", "Sukaku", true),
            ("`hardest`", "16×16", true),
        ] {
            assert_eq!(works(row, column), expected, "{row} {column}");
        }
    }

    #[test]
    fn the_page_must_have_a_place_for_it() {
        let page = page(&format!("a\n{BEGIN}old\n{END}b\n")).unwrap();
        assert!(page.starts_with("a\n<!--") && page.ends_with("-->\nb\n") && !page.contains("old"));
        assert!(super::page("nothing").is_err());
    }
}
