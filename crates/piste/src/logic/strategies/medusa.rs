//! # 3D Medusa
//!
//! ## Idea
//! Simple colouring, but through all digits at once: not only the two places of a digit in
//! a house but also the two digits of a cell get opposite colours. Again one colour is all
//! true and the other all false. Six things may show:
//!
//! 1. a cell holds one colour twice: that colour is false;
//! 2. two cells that see each other have a digit in one colour: that colour is false;
//! 3. a cell holds both colours: its other digits are false;
//! 4. a mark sees its own digit in both colours: it is false;
//! 5. a mark sees its own digit in one colour and shares its cell with the other: it is
//!    false;
//! 6. a cell would lose all its digits to one colour: that colour is false.
//!
//! ## Why it is sound
//! Neighbours in the cluster exclude each other and one of them must be true, so from one
//! mark all are decided. Rules 1, 2 and 6 show that one colour cannot be true: it would put
//! two digits into a cell, a digit twice into a house (or into two other cells that see each
//! other), or nothing into a cell. Rules 3 to 5
//! name marks that either colour rules out.
//!
//! ## Example
//! r1c1 can be 2 or 5, and the 5 of row 1 is in r1c1 or r1c8: then the 2 of r1c1 has the
//! same colour as the 5 of r1c8. If that colour also holds the 2 of r4c1, it puts two 2s
//! into column 1 and is false: r1c1 is 5.
//!
//! ## Sources
//! Known from the Sudoku forums since 2005; the six rules are numbered as Andrew Stuart
//! (SudokuWiki) has them. A cluster of a single digit is left to simple colouring.

use super::support::colours::seen_by;
use crate::logic::words::Candidates;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::space::{CandidatesOf, Large, Mark, SetOf, Space, TableBy};
use piste_core::{Board, general};
use std::ops::ControlFlow;

pub(in crate::logic) struct Medusa;

static INFO: Info = Info {
    slug: "3d-medusa",
    name: "3D Medusa",
    family: Family::Colouring,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// Where a colour goes wrong: the cells, their digits, and the house if it shows in one.
type Contradiction<S> =
    (<S as Space>::CellSet, <S as Space>::DigitSet, Option<<S as Space>::House>);

/// One of the two colours of a cluster.
struct Colour<S: Space> {
    marks: S::CandidateSet,
    /// The cells with a mark of this colour.
    cells: S::CellSet,
    /// For each digit, the cells that see it in this colour.
    seen: S::ByDigit<S::CellSet>,
}

impl<S: Space> Colour<S> {
    fn new(space: &S, marks: S::CandidateSet) -> Colour<S> {
        let mut seen = S::ByDigit::filled(S::CellSet::EMPTY);
        for digit in space.all_digits() {
            seen[digit] = seen_by(space, marks.cells_of(digit));
        }
        Colour { marks, cells: marks.cells(), seen }
    }

    /// What is wrong with this colour, if something is: the place where it shows.
    fn contradiction(&self, scene: &Scene<'_, S>) -> Option<Contradiction<S>> {
        let space = scene.space();
        self.twice_in_a_cell(space)
            .or_else(|| self.twice_in_sight(space))
            .or_else(|| self.empties(scene))
    }

    /// Rule 1.
    fn twice_in_a_cell(&self, space: &S) -> Option<Contradiction<S>> {
        let (mut once, mut twice) = (S::CellSet::EMPTY, S::CellSet::EMPTY);
        for digit in space.all_digits() {
            let cells = self.marks.cells_of(digit);
            twice |= once & cells;
            once |= cells;
        }
        let cell = twice.first()?;
        Some((cell.into(), self.marks.digits_in(cell), None))
    }

    /// Rule 2. Two cells that see each other need not share a house.
    fn twice_in_sight(&self, space: &S) -> Option<Contradiction<S>> {
        space.all_digits().iter().find_map(|digit| {
            let cells = self.marks.cells_of(digit);
            let cell = (cells & self.seen[digit]).first()?;
            let in_house = |house: &S::House| (cells & space.cells(*house)).len() > 1;
            let house = space.houses(cell).iter().find(in_house);
            let clash = match house {
                Some(house) => cells & space.cells(house),
                None => S::CellSet::of(&[cell, (cells & space.peers(cell)).first()?]),
            };
            Some((clash, digit.into(), house))
        })
    }

    /// Rule 6.
    fn empties(&self, scene: &Scene<'_, S>) -> Option<Contradiction<S>> {
        let digits = scene.space().all_digits().iter();
        let emptied = digits.fold(scene.open() - self.cells, |left, digit| {
            left - (scene.cells(digit) - self.seen[digit])
        });
        let cell = emptied.first()?;
        Some((cell.into(), scene.candidates(cell), None))
    }
}

/// The clusters with more than one digit. One that contradicts itself (a mark in both
/// colours) is left out: the board has no solution.
fn clusters<S: Space>(scene: &Scene<'_, S>) -> Vec<[S::CandidateSet; 2]> {
    let mut clusters = Vec::new();
    let mut done = S::CandidateSet::EMPTY;
    let mut stack: Vec<(S::Candidate, usize)> = Vec::new();
    for start_cell in scene.bivalues() {
        for start_digit in scene.candidates(start_cell) {
            let start = S::Candidate::new(start_cell, start_digit);
            if done.contains(start) {
                continue;
            }
            let mut colours = [S::CandidateSet::EMPTY; 2];
            stack.push((start, 0));
            while let Some((mark, colour)) = stack.pop() {
                if colours[colour].contains(mark) {
                    continue;
                }
                colours[colour].insert(mark);
                done.insert(mark);
                each_partner(scene, mark, |partner| stack.push((partner, 1 - colour)));
            }
            let both = colours[0].intersection(&colours[1]);
            if both.is_empty() && colours[0].union(&colours[1]).len() > 2 {
                clusters.push(colours);
            }
        }
    }
    clusters
}

/// The marks of which exactly one is true together with this one.
fn each_partner<S: Space>(
    scene: &Scene<'_, S>,
    mark: S::Candidate,
    mut visit: impl FnMut(S::Candidate),
) {
    let (cell, digit) = (mark.cell(), mark.digit());
    if let Some(other) = scene.candidates(cell).without(digit).single() {
        visit(S::Candidate::new(cell, other));
    }
    for house in scene.space().houses(cell) & scene.conjugates(digit) {
        if let Some(other) = scene.places(digit, house).without(cell).first() {
            visit(S::Candidate::new(other, digit));
        }
    }
}

/// Rules 3, 4 and 5: the marks outside the cluster that either colour rules out, each under
/// the first rule that says so.
fn traps<S: Space>(scene: &Scene<'_, S>, a: &Colour<S>, b: &Colour<S>) -> [S::CandidateSet; 3] {
    let mut traps = [S::CandidateSet::EMPTY; 3];
    let shared = a.cells & b.cells;
    for digit in scene.space().all_digits() {
        let mut free = scene.cells(digit) - a.marks.cells_of(digit) - b.marks.cells_of(digit);
        let rules = [
            shared,
            a.seen[digit] & b.seen[digit],
            (a.cells & b.seen[digit]) | (b.cells & a.seen[digit]),
        ];
        for (trap, caught) in traps.iter_mut().zip(rules) {
            trap.insert_all(digit, free & caught);
            free -= caught;
        }
    }
    traps
}

/// Both colours, digit by digit.
fn evidence<S: Space>(colours: &[Colour<S>; 2]) -> Evidence<S> {
    let mut evidence = Evidence::default();
    for (colour, role) in colours.iter().zip([Role::ColourA, Role::ColourB]) {
        for digit in colour.marks.digits() {
            evidence = evidence.and(role, colour.marks.cells_of(digit), digit.into());
        }
    }
    evidence
}

/// The marks in this role.
fn marks(evidence: &Evidence<Large>, role: Role) -> Candidates {
    let mut marks = Candidates::EMPTY;
    for part in evidence.parts_in(role) {
        for digit in part.digits {
            marks.insert_all(digit, part.cells);
        }
    }
    marks
}

impl<S: Space> Strategy<S> for Medusa {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        for cluster in clusters(scene) {
            let colours = cluster.map(|marks| Colour::new(scene.space(), marks));
            for colour in &colours {
                let Some((cells, digits, house)) = colour.contradiction(scene) else { continue };
                sink.offer(Step {
                    strategy: &INFO,
                    effect: Effect::eliminate(colour.marks),
                    evidence: evidence(&colours)
                        .and(Role::Contradiction, cells, digits)
                        .in_houses(house),
                })?;
            }
            for trapped in traps(scene, &colours[0], &colours[1]) {
                if !trapped.is_empty() {
                    sink.offer(Step {
                        strategy: &INFO,
                        effect: Effect::eliminate(trapped),
                        evidence: evidence(&colours),
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let [a, b] = [Role::ColourA, Role::ColourB].map(|role| marks(evidence, role));
    let gone = step.effect.eliminations();
    let why = match evidence.parts_in(Role::Contradiction).next() {
        Some(part) => {
            let place = match (evidence.houses.single(), part.cells.single()) {
                (Some(_), _) => "house",
                (None, Some(cell)) if gone.cells().contains(cell) => "cell",
                (None, None) => "sight",
                _ => "nothing",
            };
            Message::new("medusa-wrong")
                .with("wrong", if gone == a { "first" } else { "second" })
                .with("place", place)
                .with("house", evidence.houses)
                .with("digits", part.digits)
                .with("cells", part.cells)
        }
        None => {
            let space = board.space();
            trap_reason(&gone, &Colour::new(space, a), &Colour::new(space, b))
        }
    };
    Message::new("medusa").with("one", a).with("other", b).with("why", why).with("gone", gone)
}

/// Why either colour rules these marks out.
fn trap_reason(gone: &Candidates, a: &Colour<Large>, b: &Colour<Large>) -> Message {
    let everywhere = |holds: &dyn Fn(general::Cell<25>, general::Digit) -> bool| {
        gone.iter().all(|mark| holds(mark.cell(), mark.digit()))
    };
    if everywhere(&|cell, _| a.cells.contains(cell) && b.cells.contains(cell)) {
        Message::new("medusa-other").with("cells", gone.cells())
    } else if everywhere(&|cell, digit| {
        a.seen[digit].contains(cell) && b.seen[digit].contains(cell)
    }) {
        Message::new("medusa-both")
    } else {
        Message::new("medusa-either")
    }
}
