//! The chain producers against recorded paths of Sudoku Explainer.

use super::{Chains, Kind};
use crate::rating::se::{Hint, Technique};
use piste_core::{Board, Candidate, Cell, Digit, Grid};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

fn data() -> Option<PathBuf> {
    let dir = std::env::var_os("PISTE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    dir.join("se_traces.txt.gz").exists().then_some(dir)
}

/// The recorded paths, unpacked.
fn traces() -> Option<String> {
    let Some(dir) = data() else {
        eprintln!("SKIPPED: se_traces.txt.gz absent");
        return None;
    };
    let output = Command::new("gzip").arg("-dc").arg(dir.join("se_traces.txt.gz")).output();
    match output {
        Ok(output) if output.status.success() => Some(String::from_utf8(output.stdout).unwrap()),
        _ => {
            eprintln!("SKIPPED: gzip absent");
            None
        }
    }
}

fn kind_of(technique: Technique) -> Option<Kind> {
    use Technique as T;
    Some(match technique {
        T::GeneralizedXWing
        | T::BidirectionalXCycle
        | T::BidirectionalYCycle
        | T::TurbotFish
        | T::ForcingXChain
        | T::ForcingYChain
        | T::BidirectionalCycle
        | T::ForcingChain => Kind::Static,
        T::NishioForcingChains => Kind::Nishio,
        T::CellForcingChains | T::RegionForcingChains => Kind::Multiple,
        _ if technique >= T::DynamicContradiction => {
            match (technique.index() - T::DynamicContradiction.index()) / 4 {
                0 => Kind::Dynamic,
                1 => Kind::DynamicPlus,
                level => Kind::Nested(level as u8),
            }
        }
        _ => return None,
    })
}

const KINDS: [Kind; 9] = [
    Kind::Static,
    Kind::Nishio,
    Kind::Multiple,
    Kind::Dynamic,
    Kind::DynamicPlus,
    Kind::Nested(2),
    Kind::Nested(3),
    Kind::Nested(4),
    Kind::Nested(5),
];

/// A hint the way the traces write it.
fn told(hint: &Hint, board: &Board) -> String {
    let mut text = format!("{}.{}\t{}\t", hint.tenths / 10, hint.tenths % 10, hint.technique);
    let mut removed = hint.effect.eliminations();
    match hint.effect.placed() {
        Some(placed) => {
            write!(text, "{}={}", placed.cell(), placed.digit()).unwrap();
            for digit in board.candidates(placed.cell()).without(placed.digit()) {
                removed.insert(Candidate::new(placed.cell(), digit));
            }
        }
        None => text.push('-'),
    }
    text.push('\t');
    let mut parts = Vec::new();
    for cell in removed.cells() {
        parts.push(format!("{cell}-{}", removed.digits_in(cell)));
    }
    text.push_str(&parts.join(" "));
    text
}

/// Makes a step the way the traces write it.
fn apply(board: &mut Board, placed: &str, removed: &str) {
    if let Some((cell, digit)) = placed.split_once('=') {
        board
            .place(cell.parse().unwrap(), Digit::from_char(digit.chars().next().unwrap()).unwrap());
    }
    for part in removed.split_whitespace() {
        let (cell, digits) = part.split_once('-').unwrap();
        let cell: Cell = cell.parse().unwrap();
        for digit in digits.chars() {
            board.eliminate(Candidate::new(cell, Digit::from_char(digit).unwrap()));
        }
    }
}

/// Replays the paths and compares every chain step, and that no producer before it yields.
fn replay(text: &str, wanted: impl Fn(usize, Kind) -> bool) -> (usize, Vec<String>) {
    let mut chains = Chains::new();
    let mut board = Board::EMPTY;
    let (mut puzzle, mut number, mut step) = ("", 0, 0);
    let (mut compared, mut wrong) = (0, Vec::new());
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[0] {
            "P" => {
                puzzle = fields[1];
                board = Board::from(&puzzle.parse::<Grid>().unwrap());
                (number, step) = (number + 1, 0);
            }
            "S" => {
                step += 1;
                let technique = Technique::by_name(fields[2]).unwrap();
                let reached = match technique {
                    Technique::AlignedTripletExclusion => Some(Kind::Static),
                    _ => kind_of(technique),
                };
                if let Some(last) = reached.filter(|&kind| wanted(number, kind)) {
                    for kind in KINDS.into_iter().filter(|&kind| kind <= last) {
                        let found = chains.find(&board, kind, &mut || false).unwrap();
                        let found = found.map(|hint| told(&hint, &board)).unwrap_or_default();
                        let is_it = kind == last && kind_of(technique).is_some();
                        let expected = if is_it { fields[1..].join("\t") } else { String::new() };
                        compared += 1;
                        if found != expected {
                            wrong.push(format!(
                                "{puzzle} step {step} {kind:?}\n  SE   {expected}\n  here {found}"
                            ));
                        }
                    }
                }
                apply(&mut board, fields[3], fields.get(4).unwrap_or(&""));
            }
            _ => {}
        }
    }
    (compared, wrong)
}

fn check(wanted: impl Fn(usize, Kind) -> bool) {
    let Some(text) = traces() else { return };
    let (compared, wrong) = replay(&text, wanted);
    for difference in wrong.iter().take(20) {
        eprintln!("{difference}");
    }
    eprintln!("{compared} compared, {} differ", wrong.len());
    assert!(compared > 0 && wrong.is_empty());
}

#[test]
fn single_chains_are_those_of_the_program() {
    check(|_, kind| kind == Kind::Static);
}

#[test]
fn nishio_chains_are_those_of_the_program() {
    check(|_, kind| kind == Kind::Nishio);
}

#[test]
fn multiple_chains_are_those_of_the_program() {
    check(|_, kind| kind == Kind::Multiple);
}

#[test]
fn dynamic_chains_are_those_of_the_program() {
    check(|_, kind| kind == Kind::Dynamic);
}

#[test]
fn dynamic_chains_plus_are_those_of_the_program() {
    check(|_, kind| kind == Kind::DynamicPlus);
}

#[test]
fn nested_chains_are_those_of_the_program() {
    check(|_, kind| matches!(kind, Kind::Nested(_)));
}
