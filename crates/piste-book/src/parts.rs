//! The parts of a book: puzzles by level, easy ones first, each level rising smoothly; then other shapes.
//!
//! Numbers run through the whole book. No two puzzles are the same in disguise: the second one is left out, and who
//! asked is told.

use crate::entry::Entry;
use crate::plan::Plan;
use piste::generate::levels;
use piste_core::shape::{Boxes, Shape};
use std::collections::BTreeSet;

/// A part of a book.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// What it is called.
    pub title: String,
    /// The number of its level from the easiest, if it is one.
    pub level: Option<usize>,
    /// What it asks of the solver.
    pub asks: Option<&'static str>,
    /// The number of its first puzzle.
    pub first: usize,
    /// Its puzzles, in their order.
    pub entries: Vec<Entry>,
}

impl Part {
    /// Its puzzles with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, &Entry)> {
        (self.first..).zip(&self.entries)
    }

    /// How many rows its largest board has.
    pub(crate) fn side(&self) -> usize {
        self.entries.iter().map(|entry| entry.shape().side()).max().unwrap_or(9)
    }

    /// How long its puzzles take, from the fastest to the slowest.
    pub(crate) fn minutes(&self) -> Option<(f64, f64)> {
        let all = self.entries.iter().filter_map(|entry| entry.minutes);
        all.fold(None, |range, minutes| match range {
            None => Some((minutes, minutes)),
            Some((least, most)) => Some((minutes.min(least), minutes.max(most))),
        })
    }
}

/// What a part is about, in the order of the book.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Level(usize),
    /// Of 9×9, and on no level.
    Classic,
    Shape(usize, String),
}

fn kind(entry: &Entry) -> Kind {
    match entry.level {
        Some(level) => Kind::Level(level),
        None if entry.shape().is_classic() => Kind::Classic,
        None => Kind::Shape(entry.shape().side(), entry.shape().name().to_owned()),
    }
}

/// Puts puzzles in order; says how many were left out because they were there already.
pub(crate) fn arranged(entries: Vec<Entry>, plan: &Plan) -> (Vec<Part>, usize) {
    let mut seen = BTreeSet::new();
    let all = entries.len();
    let mut entries: Vec<Entry> = entries
        .into_iter()
        .filter(|entry| seen.insert((entry.shape().name().to_owned(), entry.canonical.clone())))
        .collect();
    let repeated = all - entries.len();
    let number = |value: Option<f64>| value.unwrap_or(f64::MAX);
    entries.sort_by(|a, b| {
        let rung = |entry: &Entry| entry.tight.as_ref().map_or(0, |tight| tight.rung);
        kind(a)
            .cmp(&kind(b))
            .then(number(a.minutes).total_cmp(&number(b.minutes)))
            .then(number(a.se).total_cmp(&number(b.se)))
            .then(rung(a).cmp(&rung(b)))
            .then_with(|| a.canonical.cmp(&b.canonical))
    });
    let mut parts: Vec<Part> = Vec::new();
    let mut last = None;
    for (number, entry) in (1..).zip(entries) {
        let kind = kind(&entry);
        if last.as_ref() != Some(&kind) {
            parts.push(Part {
                title: title(&kind, entry.shape(), plan),
                level: entry.level,
                asks: entry.level.map(|nth| levels::ALL[nth].asks),
                first: number,
                entries: Vec::new(),
            });
        }
        last = Some(kind);
        if let Some(part) = parts.last_mut() {
            part.entries.push(entry);
        }
    }
    (parts, repeated)
}

fn title(kind: &Kind, shape: &Shape, plan: &Plan) -> String {
    match kind {
        Kind::Level(nth) => level_name(*nth, plan),
        Kind::Classic => "9×9".to_owned(),
        Kind::Shape(..) => shape_name(shape),
    }
}

/// What a level is called.
pub(crate) fn level_name(nth: usize, plan: &Plan) -> String {
    let slug = levels::ALL[nth].slug;
    let capital = || {
        let mut letters = slug.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    plan.level(slug).map_or_else(capital, str::to_owned)
}

/// What a shape is called: `6×6`, `9×9 X`, `Jigsaw 7×7`, and how its boxes lie where that is unusual: `6×6 (3×2)`.
fn shape_name(shape: &Shape) -> String {
    let side = shape.side();
    let mut name = match shape.boxes() {
        None => format!("Jigsaw {side}×{side}"),
        Some(boxes) if Boxes::usual(shape.cells()) == Some(boxes) => format!("{side}×{side}"),
        Some(boxes) => format!("{side}×{side} ({}×{})", boxes.rows(), boxes.columns()),
    };
    for layer in shape.name().split('+').skip(1) {
        let word = layer.split(':').next().unwrap_or(layer);
        name = match word {
            "x" => format!("{name} X"),
            _ => format!("{name} {word}"),
        };
    }
    name
}
