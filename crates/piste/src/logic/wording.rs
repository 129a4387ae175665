//! Turns of phrase that the explanations share.
//!
//! All sentences are built from these, so that a list of cells or a chain reads the same
//! wherever it is told.

use super::{Effect, Evidence, Link, Node, Reason, Role, Step};
use piste_core::{Board, CandidateSet, Cell, CellSet, Digit, DigitSet, HouseKind, HouseSet};
use std::fmt::Display;

/// "a", "a and b", "a, b and c".
///
/// ```
/// use piste::logic::wording::list;
///
/// assert_eq!(list(["r1c1", "r1c2", "r1c3"]), "r1c1, r1c2 and r1c3");
/// ```
pub fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "and")
}

/// "a", "a or b", "a, b or c".
pub fn either<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "or")
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., end] => format!("{} {last} {end}", init.join(", ")),
    }
}

/// "r1c2 and r1c5".
pub fn cells(cells: CellSet) -> String {
    list(cells)
}

/// "4 and 7".
pub fn digits(digits: DigitSet) -> String {
    list(digits)
}

/// "row 2 and column 7", "rows 1, 4 and 6".
///
/// ```
/// use piste::logic::wording::houses;
/// use piste::{House, HouseSet};
///
/// let lines = HouseSet::of(&[House::row(0), House::row(3), House::column(8)]);
/// assert_eq!(houses(lines), "rows 1 and 4 and column 9");
/// ```
pub fn houses(houses: HouseSet) -> String {
    let kinds =
        [(HouseKind::Row, "rows"), (HouseKind::Column, "columns"), (HouseKind::Box, "boxes")];
    list(kinds.into_iter().filter_map(|(kind, plural)| {
        let same: HouseSet = houses.iter().filter(|house| house.kind() == kind).collect();
        match same.len() {
            0 => None,
            1 => Some(list(same)),
            _ => Some(format!("{plural} {}", list(same.iter().map(|house| house.number() + 1)))),
        }
    }))
}

/// "cell" or "cells".
pub fn plural(count: usize, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// What the step erases: "5 from r1c2 and r1c3, and 7 from r4c4". Digits that go from the
/// same cells are told together: "3 and 8 from r7c2".
///
/// ```
/// use piste::logic::wording::erased;
/// use piste::{CandidateSet, Digit, House};
///
/// let mut marks = CandidateSet::of(Digit::D5, House::row(0).cells() & House::block(0).cells());
/// assert_eq!(erased(&marks), "5 from r1c1, r1c2 and r1c3");
/// marks.insert_all(Digit::D6, marks.cells());
/// assert_eq!(erased(&marks), "5 and 6 from r1c1, r1c2 and r1c3");
/// ```
pub fn erased(marks: &CandidateSet) -> String {
    by_digit(marks, "from")
}

/// The marks by digit, digits that are meant in the same cells told together.
fn by_digit(marks: &CandidateSet, word: &str) -> String {
    let mut left = marks.digits();
    let mut told = Vec::new();
    while let Some(digit) = left.first() {
        let at = marks.cells_of(digit);
        let alike = left.iter().filter(|&other| marks.cells_of(other) == at).collect();
        told.push(format!("{} {word} {}", digits(alike), cells(at)));
        left -= alike;
    }
    match told.as_slice() {
        [init @ .., end] if !init.is_empty() => format!("{}, and {end}", init.join(", ")),
        _ => told.concat(),
    }
}

/// The same marks, named as places: "5 in r1c2 and r1c3, and 7 in r4c4".
pub fn marked(marks: &CandidateSet) -> String {
    by_digit(marks, "in")
}

/// "r1c2 is 5", "r1c2 and r8c4 are both 5", "r1c2, r4c4 and r8c4 are all 5".
///
/// ```
/// use piste::logic::wording::all_are;
/// use piste::{Cell, CellSet};
///
/// let ends = CellSet::of(&[Cell::at(0, 1), Cell::at(7, 3)]);
/// assert_eq!(all_are(ends, 5), "r1c2 and r8c4 are both 5");
/// ```
pub fn all_are(at: CellSet, what: impl Display) -> String {
    match at.len() {
        0 | 1 => format!("{} is {what}", cells(at)),
        2 => format!("{} are both {what}", cells(at)),
        _ => format!("{} are all {what}", cells(at)),
    }
}

/// The text with a capital letter at the front, unless it starts with the name of a cell.
///
/// ```
/// use piste::logic::wording::sentence;
///
/// assert_eq!(sentence("either way."), "Either way.");
/// assert_eq!(sentence("r1c2 is 5."), "r1c2 is 5.");
/// ```
pub fn sentence(text: &str) -> String {
    let names_a_cell = text.get(..4).is_some_and(|name| name.parse::<Cell>().is_ok());
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !names_a_cell => first.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// What the step writes: "r1c2 is 5 and r4c4 is 7".
pub fn written(marks: &CandidateSet) -> String {
    list(marks.iter().map(|mark| format!("{} is {}", mark.cell(), mark.digit())))
}

/// What comes of the step: "r1c2 is 5; erase 7 from r4c4".
pub fn outcome(effect: &Effect) -> String {
    match (effect.placements().is_empty(), effect.eliminations().is_empty()) {
        (false, true) => written(&effect.placements()),
        (true, false) => format!("erase {}", erased(&effect.eliminations())),
        _ => format!("{}; erase {}", written(&effect.placements()), erased(&effect.eliminations())),
    }
}

/// "r5c2 is 7", "r5c2 is not 7", "7 is among r5c1 and r5c2", "7 is not among …".
pub fn statement(node: &Node) -> String {
    let Node { digit, cells: at, on } = node;
    let not = if *on { "" } else { "not " };
    match node.cell() {
        Some(cell) => format!("{cell} is {not}{digit}"),
        None => format!("{digit} is {not}among {}", cells(*at)),
    }
}

/// The links of one chain, told in order: "if r1c1 is not 5 then r1c7 is 5 (row 1), …".
pub fn chain<'a>(links: impl IntoIterator<Item = &'a Link>) -> String {
    let mut told = String::new();
    for link in links {
        if told.is_empty() {
            told = format!("if {} then ", statement(&link.from));
        } else {
            told.push_str(", so ");
        }
        told.push_str(&statement(&link.to));
        match link.reason {
            Reason::House(house) if link.to.on => {
                told.push_str(&format!(" (the last place in {house})"));
            }
            Reason::Set(set) => told.push_str(&format!(" (by the cells {})", cells(set))),
            Reason::Rule(rule) => told.push_str(&format!(" (by {rule})")),
            Reason::Cell | Reason::House(_) | Reason::Uniqueness(_) => {}
        }
    }
    told
}

/// Chains whose statements rest on several others each. Told in order is what becomes true, what
/// rules take out, and how each chain ends; what a true digit rules out in its houses is left to
/// the reader's eye. A chain that supposes what the last one did goes on from there.
fn nets(chains: &[&[Link]]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut known: Vec<Node> = Vec::new();
    let mut supposed = None;
    for links in chains {
        let goes_on = supposed == Some(links[0].from);
        if !goes_on {
            supposed = Some(links[0].from);
            known.clear();
        }
        let statements: Vec<&[Link]> = links.chunk_by(|a, b| a.to == b.to).collect();
        let end = statements.len() - 1;
        let news: Vec<&[Link]> = statements
            .into_iter()
            .enumerate()
            .filter(|(at, links)| {
                let Link { to, reason, .. } = links[0];
                let is_told = to.on || matches!(reason, Reason::Rule(_));
                *at == end || is_told && !known.contains(&to)
            })
            .map(|(_, links)| links)
            .collect();
        known.extend(news.iter().map(|links| links[0].to));
        let at_once = |a: &&[Link], b: &&[Link]| {
            matches!(a[0].reason, Reason::Rule(_))
                && a[0].reason == b[0].reason
                && a.iter().map(|link| link.from).eq(b.iter().map(|link| link.from))
        };
        let follows = list(news.chunk_by(at_once).map(follows));
        told.push(match goes_on {
            true => format!("But then also {follows}."),
            false => format!("If {} then {follows}.", statement(&links[0].from)),
        });
    }
    told
}

/// Statements of a net that come of one cause: "r1c7 is 3 (the last place in row 1)", "a naked
/// pair takes 4 from r2c1 and r2c2".
fn follows(statements: &[&[Link]]) -> String {
    let Link { to, reason, .. } = &statements[0][0];
    match reason {
        Reason::Rule(rule) => {
            let mut marks = CandidateSet::EMPTY;
            for links in statements {
                marks.insert_all(links[0].to.digit, links[0].to.cells);
            }
            format!("{rule} takes {}", erased(&marks))
        }
        Reason::House(house) if to.on => format!("{} (the last place in {house})", statement(to)),
        Reason::Cell if to.on => format!("{} (the last digit left there)", statement(to)),
        _ => statement(to),
    }
}

/// What is forced one after the other: "r1c7 is 3, r4c7 is 8 (the last place in column 7)
/// and r9c7 is 1".
pub fn forced<'a>(links: impl IntoIterator<Item = &'a Link>) -> String {
    list(links.into_iter().map(|link| match link.reason {
        Reason::House(house) => format!("{} (the last place in {house})", statement(&link.to)),
        _ => statement(&link.to),
    }))
}

/// Which written digits keep `digit` out of these open cells: for each blocked cell one
/// reason, the same reason named once.
///
/// Used where a beginner would ask "and why not there?".
pub fn blockers(board: &Board, digit: Digit, blocked: CellSet) -> CellSet {
    let writers: CellSet =
        Cell::ALL.into_iter().filter(|&cell| board.value(cell) == Some(digit)).collect();
    let mut left = blocked;
    let mut named = CellSet::EMPTY;
    while !left.is_empty() {
        let best =
            writers.iter().max_by_key(|cell| ((cell.peers() & left).len(), 80 - cell.index()));
        match best {
            Some(cell) if !(cell.peers() & left).is_empty() => {
                named.insert(cell);
                left -= cell.peers();
            }
            _ => break,
        }
    }
    named
}

/// A step told from its evidence alone, whoever found it: where to look, what takes part, what
/// leads to what, and what comes of it.
pub fn plain(step: &Step) -> String {
    let Evidence { houses: places, covers, parts, links, .. } = &step.evidence;
    let mut told = Vec::new();
    let placed = step.effect.placed();
    match (placed, places.single()) {
        (Some(placed), Some(house)) if parts.is_empty() => {
            told.push(format!("{} has only one place in {house}.", placed.digit()));
        }
        (Some(placed), None) if parts.is_empty() && links.is_empty() => {
            told.push(format!("{} has no other candidate.", placed.cell()));
        }
        _ => {
            let looks = [places, covers].map(|some| houses(*some));
            told.extend(match looks.each_ref().map(String::is_empty) {
                [true, _] => None,
                [false, true] => Some(format!("Look at {}.", looks[0])),
                [false, false] => Some(format!("Look at {}, and at {}.", looks[0], looks[1])),
            });
            told.extend(parts.iter().map(|part| {
                let who = match part.role {
                    Role::Body => "The pattern",
                    Role::Pivot => "The pivot",
                    Role::Pincer => "With it",
                    Role::Fin => "Spoiling it",
                    Role::ColourA | Role::ColourB => "One colour",
                    Role::Trial => "Tried",
                    Role::Contradiction => "The contradiction",
                };
                format!("{who}: {} in {}.", digits(part.digits), cells(part.cells))
            }));
        }
    }
    let chains: Vec<&[Link]> = links.chunk_by(|a, b| a.chain == b.chain).collect();
    let is_path = |links: &&[Link]| links.windows(2).all(|pair| pair[0].to == pair[1].from);
    if chains.iter().all(is_path) {
        told.extend(chains.iter().map(|links| sentence(&chain(*links)) + "."));
    } else {
        told.extend(nets(&chains));
    }
    told.push(sentence(&outcome(&step.effect)) + ".");
    told.join(" ")
}

/// Where to look, without giving away what for: the first grade of a hint.
pub fn whereabouts(evidence: &Evidence, effect_cells: CellSet) -> String {
    let seen = evidence.parts.iter().fold(CellSet::EMPTY, |seen, part| seen | part.cells);
    if !evidence.houses.is_empty() {
        return format!("Look at {}.", houses(evidence.houses | evidence.covers));
    }
    let linked = evidence
        .links
        .iter()
        .fold(CellSet::EMPTY, |seen, link| seen | link.from.cells | link.to.cells);
    let seen = if seen.is_empty() { linked } else { seen };
    let seen = if seen.is_empty() { effect_cells } else { seen };
    if let Some(house) = seen.common_houses().next().filter(|_| seen.len() > 1) {
        return format!("Look at {house}.");
    }
    match seen.len() {
        1..=4 => format!("Look at {}.", cells(seen)),
        _ => {
            let boxes: HouseSet =
                seen.iter().map(|cell| piste_core::House::block(cell.block())).collect();
            format!("Look at {}.", houses(boxes))
        }
    }
}
