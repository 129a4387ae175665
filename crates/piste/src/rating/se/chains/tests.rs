//! The chain producers against recorded paths of Sudoku Explainer.

use super::calm::Calm;
use super::hope::{Hope, insert};
use super::nest::Nests;
use super::nishio::Places;
use super::reach::Reach;
use super::reduce::{Group, Mode, Sink, Trials};
use super::run::{CandSet, Run, Scratch, Trial};
use super::statement::Frame;
use super::unary::{Thread, Unary};
use super::{Chains, Enough, Kind, Stopped};
use crate::rating::kernel::Marks;
use crate::rating::se::{Hint, Path, Technique};
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
                let is_chance = BY_CHANCE.contains(&(puzzle, step));
                if let Some(last) = reached.filter(|&kind| wanted(number, kind) && !is_chance) {
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

/// Steps that differ from the record, left out of the comparison. Rules inside a trial hand
/// over their marks in the order of a table of object addresses. For the first and the third,
/// other runs of the program gave what is found here. The second was the record's again in two runs, but
/// here it is the record's too if the marks are handed over in reverse. The last was not run again.
const BY_CHANCE: [(&str, usize); 4] = [
    ("..4..3....7..8....2.81....6..3.1..9..8..2....1..7....3......45....8..9....9..5..8", 5),
    ("..3.9....4...8..36..8...1...4..65.73...9..........2.....4.7..686..4.....7.....5..", 7),
    ("1...5.7....7..9.3..8...7....4..1........6...29....51....4.....87..5..6...3....92.", 22),
    ("1...56....5718...66...7.....9.3............9.8....5..35...17..8..2....1....5..4..", 9),
];

/// Compares the steps of this kind on one path in `every`.
fn check(kind: Kind, every: usize) {
    let Some(text) = traces() else { return };
    let (compared, wrong) = replay(&text, |number, k| k == kind && number % every == 0);
    for difference in &wrong {
        eprintln!("{difference}");
    }
    assert!(compared > 50, "only {compared} compared");
    assert!(wrong.is_empty(), "{} of {compared} differ", wrong.len());
}

#[test]
fn single_chains_are_those_of_the_program() {
    check(Kind::Static, 7);
}

#[test]
fn nishio_chains_are_those_of_the_program() {
    check(Kind::Nishio, 3);
}

#[test]
fn multiple_chains_are_those_of_the_program() {
    check(Kind::Multiple, 7);
}

#[test]
fn dynamic_chains_are_those_of_the_program() {
    check(Kind::Dynamic, 11);
}

#[test]
fn dynamic_chains_plus_are_those_of_the_program() {
    check(Kind::DynamicPlus, 5);
}

#[test]
fn nested_chains_are_those_of_the_program() {
    check(Kind::Nested(2), 3);
}

/// Boards where chains are asked for, from every so many paths.
fn boards(text: &str, every: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    let (mut board, mut number) = (Board::EMPTY, 0);
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[0] {
            "P" => {
                board = Board::from(&fields[1].parse::<Grid>().unwrap());
                number += 1;
            }
            "S" => {
                if number % every == 0 && Technique::by_name(fields[2]).is_some_and(is_chain) {
                    boards.push(board);
                }
                apply(&mut board, fields[3], fields.get(4).unwrap_or(&""));
            }
            _ => {}
        }
    }
    boards
}

fn is_chain(technique: Technique) -> bool {
    kind_of(technique).is_some()
}

/// Fields as trials leave them, cells with one mark and contradictions included.
fn fields(board: &Board) -> Vec<Marks> {
    let base = Marks::of(board);
    let (mut run, mut scratch) = (Run::new(), Scratch::new());
    let mut fields = vec![base];
    for c in (0..729u16).filter(|&c| base.cells[usize::from(c / 9)] >> (c % 9) & 1 == 1) {
        run.start(&mut scratch, &base, 2 * c + c % 2);
        run.follow::<true, true>(&mut scratch, &base);
        fields.push(scratch.field);
    }
    fields
}

#[test]
fn looking_ahead_changes_no_single_chain() {
    let Some(text) = traces() else { return };
    let mut unary = Unary::new();
    let mut found = 0;
    for board in boards(&text, 397) {
        for field in fields(&board).into_iter().step_by(23) {
            let told = |thread: &Thread| format!("{thread:?}");
            let slowly = unary.all_by_trying(&field);
            assert_eq!(
                unary.all(&field, None).unwrap_or_default().iter().map(told).collect::<Vec<_>>(),
                slowly.iter().map(told).collect::<Vec<_>>()
            );
            assert_eq!(unary.best(&field).as_ref().map(told), slowly.first().map(told));
            found += slowly.len();
        }
    }
    assert!(found > 100, "only {found} chains");
}

/// Whether a trial within one digit clashes is told before it is made.
#[test]
fn trials_within_a_digit_clash_as_foretold() {
    let (mut run, mut scratch) = (Run::new(), Scratch::new());
    let mut clashes = [0; 2];
    for puzzle in [CALM, DEEPER] {
        let path = Path::of(&Board::from(&puzzle.parse::<Grid>().unwrap()));
        for (board, _) in path.replay().step_by(4) {
            for field in fields(&board).into_iter().step_by(5) {
                let places: [Places; 9] = std::array::from_fn(|digit| Places::of(&field, digit));
                for c in (0..729).filter(|c| field.cells[c / 9] >> (c % 9) & 1 == 1) {
                    for is_on in [false, true] {
                        run.start(&mut scratch, &field, 2 * c as u16 + u16::from(is_on));
                        run.follow::<true, false>(&mut scratch, &field);
                        let foretold = places[c % 9].clashes(c / 9, is_on);
                        assert_eq!(run.clash.is_some(), foretold, "{c} {is_on} {board:?}");
                        clashes[usize::from(foretold)] += 1;
                    }
                }
            }
        }
    }
    assert!(clashes.iter().all(|&number| number > 100), "{clashes:?}");
}

#[test]
fn looking_ahead_changes_no_multiple_chain() {
    let Some(text) = traces() else { return };
    let (mut unary, mut trials, mut nests) = (Unary::new(), Trials::new(), Nests::new());
    let (mut calm, mut found) = (0, 0);
    for board in boards(&text, 97) {
        nests.clear();
        let (field, frame) = (Marks::of(&board), Frame::new(&board));
        let Some(reach) = unary.calm(&field) else { continue };
        let mut tell = |ahead: Option<&mut Reach>| {
            trials.begin(&field, &frame, Mode::Multiple, nests.board);
            let (mut sink, mut never) = (Sink::Best(None), || false);
            let enough = &mut Enough { ask: &mut never };
            match ahead {
                Some(reach) => trials.conclude_ahead(reach, &mut sink, &mut nests, enough),
                None => trials.conclude(&mut sink, &mut nests, enough),
            }
            .unwrap();
            let Sink::Best(best) = sink else { unreachable!("the sink stays of its kind") };
            best.map(|found| (found.complexity(), found.shape, found.result))
        };
        let slowly = tell(None);
        assert_eq!(tell(Some(reach)), slowly);
        calm += 1;
        found += usize::from(slowly.is_some());
    }
    assert!(calm > 20 && found > 5, "{found} of {calm}");
}

/// What a trial's field is told from the one it began with is what it says itself: who is refuted, and from which units
/// anything follows.
#[test]
fn what_is_new_at_the_end_of_a_trial_is_all_there_is() {
    let Some(text) = traces() else { return };
    let (mut unary, mut trials, mut nests) = (Unary::new(), Trials::new(), Nests::new());
    let (mut run, mut scratch) = (Run::new(), Scratch::new());
    let (mut calm, mut refuted, mut found) = (0, 0, 0);
    for board in boards(&text, 97) {
        let (base, frame) = (Marks::of(&board), Frame::new(&board));
        if unary.calm(&base).is_none() {
            continue;
        }
        let mut slot = None;
        for c in (0..729u16).filter(|&c| base.cells[usize::from(c / 9)] >> (c % 9) & 1 == 1) {
            run.start(&mut scratch, &base, 2 * c + c % 2);
            run.follow::<true, true>(&mut scratch, &base);
            if run.clash.is_some() {
                continue;
            }
            let field = scratch.field;
            let hopes = Hope::of(&field, None);
            let trial = Trial { run: &mut run, scratch: &mut scratch, base: &base, frame: &frame };
            let ahead = Calm::keep(&mut slot, &base);
            let told = ahead.refuted(&trial).expect("the base is calm").to_vec();
            refuted += told.len();
            let mut set = CandSet::default();
            told.iter().for_each(|&c| insert(&mut set, c));
            assert_eq!(set, hopes.as_ref().map_or(CandSet::default(), |[_, _, all]| all.refuted));
            if hopes.is_some() || c % 5 > 0 {
                continue;
            }
            let units = ahead.agreeing(&field);
            let groups: Vec<Group> = units.into_iter().map(|(u, n)| Group::new(u, n)).collect();
            let mut tell = |groups: Option<&[Group]>| {
                nests.clear();
                trials.begin(&field, &frame, Mode::Multiple, nests.board);
                let (mut sink, mut never) = (Sink::All(Vec::new()), || false);
                let enough = &mut Enough { ask: &mut never };
                match groups {
                    Some(groups) => trials.conclude_from(groups, &mut sink, &mut nests, enough),
                    None => trials.conclude(&mut sink, &mut nests, enough),
                }
                .unwrap();
                let Sink::All(all) = sink else { unreachable!("the sink stays of its kind") };
                all.iter().map(|f| (f.complexity(), f.shape, f.result)).collect::<Vec<_>>()
            };
            let slowly = tell(None);
            assert_eq!(tell(Some(&groups)), slowly);
            calm += 1;
            found += slowly.len();
        }
    }
    assert!(calm > 100 && refuted > 100 && found > 100, "{calm}, {refuted}, {found}");
}

#[test]
fn a_search_stops_when_it_is_enough() {
    let grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let board = Board::from(&grid.parse::<Grid>().unwrap());
    let mut asked = 0;
    let mut enough = || {
        asked += 1;
        asked > 10
    };
    let found = Chains::new().find(&board, Kind::Dynamic, &mut enough);
    assert_eq!(found.map(|hint| hint.is_some()), Err(Stopped));
    assert_eq!(asked, 11);
}

#[test]
fn the_evidence_leads_from_what_is_supposed_to_the_conclusion() {
    let Some(text) = traces() else { return };
    let mut chains = Chains::new();
    for board in boards(&text, 67) {
        for kind in KINDS.into_iter().take(5) {
            let Some(hint) = chains.find(&board, kind, &mut || false).unwrap() else { continue };
            let links = hint.why.evidence(&board).links;
            assert!(!links.is_empty());
            // Every premise is a supposition, one for each chain (two for a contradiction
            // that shares its own), or was concluded before in the same chain.
            for (at, link) in links.iter().enumerate() {
                let before = links[..at].iter().filter(|other| other.chain == link.chain);
                let is_first = before.clone().all(|other| other.from == links[at].from);
                let known = before.clone().any(|other| other.to == link.from);
                let supposed = before.clone().any(|other| other.from == link.from);
                assert!(is_first || known || supposed, "{link:?}");
                assert!(board.has(Candidate::new(link.to.cell().unwrap(), link.to.digit)));
            }
            break;
        }
    }
}

/// All that one level concludes, in the order of the program: complexity and hint. What the levels
/// before it would find does not matter, so the deepest can be asked where no path needs it.
fn conclusions(board: &Board, level: u8) -> Vec<(u32, Hint)> {
    let mut chains = Chains::new();
    chains.field = Marks::of(board);
    chains.nests.clear();
    let mode = Mode::Dynamic(level);
    chains.trials.begin(&chains.field, &Frame::new(board), mode, chains.nests.board);
    let (mut sink, mut never) = (Sink::All(Vec::new()), || false);
    let enough = &mut Enough { ask: &mut never };
    chains.trials.conclude(&mut sink, &mut chains.nests, enough).unwrap();
    let Sink::All(mut all) = sink else { unreachable!("the sink stays of its kind") };
    all.sort_by_key(|found| found.price);
    let mut done = Vec::new();
    all.retain(|found| {
        let removes = found.removes(&chains.field);
        let is_new = !done.contains(&removes);
        done.push(removes);
        is_new
    });
    let base = 9.5 + 0.5 * (f64::from(level) - 2.0);
    all.iter().map(|found| (found.complexity(), chains.found_hint(found, mode, base))).collect()
}

/// What 1.2.1.3 concludes when its producer of one level is asked for all of its hints on a board: a puzzle
/// and the number of the step before which its path stands; the level, how many conclusions, how
/// many statements in all of them, and the last one.
const DEEP: [(&str, usize, u8, usize, u32, &str); 5] = [
    (CALM, 30, 2, 82, 4_023, "10.6 r8c2=9"),
    (CALM, 30, 3, 89, 5_059, "11.1 r6c8=9"),
    (CALM, 30, 4, 90, 5_495, "11.8 r6c6=6"),
    (CALM, 30, 5, 90, 5_495, "12.3 r6c6=6"),
    (DEEPER, 26, 5, 96, 4_641, "12.2 r8c4=9"),
];

/// Solved without nested chains, and with few marks left at its 30th step.
const CALM: &str =
    "7.8..9..4..24...5.5........2..84....8.15......74..........7.126...2.15......8.97.";

/// One where three trials of level 5 go on by what only a chain with chains inside finds.
const DEEPER: &str =
    ".....8954.....5.7.9.4.7...87...............2352973.......5.....38..2....271......";

#[test]
fn every_level_concludes_all_that_the_program_does() {
    for (puzzle, step, level, count, statements, last) in DEEP {
        let path = Path::of(&Board::from(&puzzle.parse::<Grid>().unwrap()));
        let (board, _) = path.replay().nth(step - 1).unwrap();
        let all = conclusions(&board, level);
        assert_eq!(all.len(), count, "level {level}");
        assert_eq!(all.iter().map(|(complexity, _)| complexity).sum::<u32>(), statements);
        let told = told(&all[count - 1].1, &board);
        let told: Vec<&str> = told.split('\t').collect();
        assert_eq!(format!("{} {}", told[0], told[2]), last);
    }
}
