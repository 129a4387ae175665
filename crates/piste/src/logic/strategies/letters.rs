//! # Letters
//!
//! ## Idea
//! Where a cell has two digits left, or a house two places for a digit, the two are
//! opposites. Write a letter A next to one and /A next to the other, and go on from each
//! as far as such pairs lead: all the As are true and all the /As false, or the other way
//! round. Then a house with an A and a /A next to the same digit needs no other place for
//! it; a cell with both needs no other digit; and a letter that would put a digit twice
//! in a house, or two digits in a cell, is the false one.
//!
//! ## Why it is sound
//! Opposites: of a pair exactly one is true. So every A is as true as every other A, and
//! exactly one of A and /A is true. Whichever it is, one of the two lettered places of the
//! house takes the digit, or one of the two lettered digits takes the cell. A letter that
//! breaks a rule cannot be true, so the other one is.
//!
//! ## Example
//! r1c1 has only 2 and 7: A next to the 2, /A next to the 7. Column 1 has only one other
//! 7, in r6c1: A. Row 1 and r6c1 … and so on.
//!
//! ## Sources
//! Steps 4 to 6 of the blue method of Coelho (2007), done as written: one letter at a
//! time, erasing as it spreads. It is close kin to 3D Medusa.

use crate::logic::{
    Effect, Evidence, Family, Info, Link, Message, Node, Part, Reason, Role, Scene, Sink, Step,
    Strategy,
};
use piste_core::space::Large;
use piste_core::{Board, Candidate, CandidateSet, CellSet, Digit, House};
use std::ops::ControlFlow;

pub(in crate::logic) struct Letters;

static INFO: Info = Info {
    slug: "letters",
    name: "letters (blue method)",
    family: Family::Colouring,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// One letter, spread as far as it goes, and what has been erased on the way.
struct Letter {
    board: Board,
    /// Where A and where /A stands.
    sides: [CandidateSet; 2],
    links: Vec<Link>,
}

impl Letter {
    /// Step 4 and 5: writes A next to the candidate and spreads it.
    fn spread(board: &Board, start: Candidate) -> Letter {
        let mut letter =
            Letter { board: *board, sides: [start.into(), CandidateSet::EMPTY], links: Vec::new() };
        let mut next: Vec<Candidate> = vec![start];
        while let Some(from) = next.pop() {
            letter.pass_on(from, &mut next);
            if next.is_empty() && letter.erase() {
                // Fewer marks may have made new pairs anywhere along the letter.
                next = letter.sides[0].union(&letter.sides[1]).iter().collect();
            }
        }
        letter
    }

    /// Step 5a and 5b: the opposite letter next to every opposite.
    fn pass_on(&mut self, from: Candidate, next: &mut Vec<Candidate>) {
        let (cell, digit) = (from.cell(), from.digit());
        let side = usize::from(!self.sides[0].contains(from));
        let in_cell = self.board.candidates(cell).without(digit).single();
        let in_cell = in_cell.map(|other| (Candidate::new(cell, other), Reason::Cell));
        let in_houses = cell.houses().into_iter().filter_map(|house| {
            let other = self.board.places(digit, house).without(cell).single()?;
            Some((Candidate::new(other, digit), Reason::House(house)))
        });
        let opposites: Vec<(Candidate, Reason)> = in_cell.into_iter().chain(in_houses).collect();
        for (to, reason) in opposites {
            if self.sides.iter().any(|side| side.contains(to)) {
                continue;
            }
            self.sides[1 - side].insert(to);
            let (on, off) = (Node::new(to, side == 1), Node::new(from, side == 0));
            self.links.push(Link { chain: 0, from: off, to: on, reason });
            next.push(to);
        }
    }

    /// Step 5c and 5d: erases what cannot be, whichever letter is true.
    fn erase(&mut self) -> bool {
        let before = self.board;
        for digit in Digit::ALL {
            let [a, b] = [0, 1].map(|side| self.sides[side].cells_of(digit));
            for house in House::ALL {
                let [a, b] = [a & house.cells(), b & house.cells()];
                if !a.is_empty() && !b.is_empty() {
                    self.board.eliminate_all(digit, house.cells() - a - b);
                }
            }
        }
        for cell in self.sides[0].cells() & self.sides[1].cells() {
            let lettered = self.sides[0].digits_in(cell) | self.sides[1].digits_in(cell);
            self.board.restrict(cell, lettered);
        }
        self.board != before
    }

    /// Step 6: the side that breaks a rule, and where: 0 for A, 1 for /A.
    fn contradiction(&self) -> Option<(usize, CellSet, Digit)> {
        (0..2).find_map(|side| {
            let letters = &self.sides[side];
            let twice_in_cell = letters.cells().iter().find_map(|cell| {
                let digits = letters.digits_in(cell);
                digits.first().filter(|_| digits.len() > 1).map(|digit| (side, cell.into(), digit))
            });
            twice_in_cell.or_else(|| {
                Digit::ALL.into_iter().find_map(|digit| {
                    House::ALL.into_iter().find_map(|house| {
                        let twice = letters.cells_of(digit) & house.cells();
                        (twice.len() > 1).then_some((side, twice, digit))
                    })
                })
            })
        })
    }

    /// What the letter has led to, if anything.
    fn step(self, scene: &Scene<'_>) -> Option<Step> {
        let wrong = self.contradiction();
        let mut erased = CandidateSet::EMPTY;
        let mut written = CandidateSet::EMPTY;
        for cell in scene.open() {
            for digit in scene.candidates(cell) - self.board.candidates(cell) {
                erased.insert(Candidate::new(cell, digit));
            }
        }
        let mut evidence = Evidence { links: self.links, ..Evidence::default() };
        for (side, role) in [(0, Role::ColourA), (1, Role::ColourB)] {
            for digit in self.sides[side].digits() {
                let cells = self.sides[side].cells_of(digit);
                evidence.parts.push(Part { role, cells, digits: digit.into() });
            }
        }
        if let Some((side, cells, digit)) = wrong {
            written = self.sides[1 - side];
            evidence.parts.push(Part { role: Role::Contradiction, cells, digits: digit.into() });
        }
        let effect = Effect::new(written, erased);
        (!effect.is_empty()).then_some(Step { strategy: &INFO, effect, evidence })
    }
}

impl Strategy for Letters {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
        let mut lettered = CandidateSet::EMPTY;
        for cell in scene.open() {
            for digit in scene.candidates(cell) {
                let start = Candidate::new(cell, digit);
                let has_opposite = scene.candidates(cell).len() == 2
                    || cell.houses().into_iter().any(|house| scene.places(digit, house).len() == 2);
                if !has_opposite || lettered.contains(start) {
                    continue;
                }
                let letter = Letter::spread(scene.board(), start);
                lettered = lettered.union(&letter.sides[0]).union(&letter.sides[1]);
                if let Some(step) = letter.step(scene) {
                    sink.offer(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let told = |role| {
        let at = evidence.parts_in(role).map(|part| {
            Message::new("letters-at").with("digits", part.digits).with("cells", part.cells)
        });
        at.collect::<Vec<_>>()
    };
    let gone = step.effect.eliminations();
    let gone = if gone.is_empty() {
        Message::new("letters-nothing")
    } else {
        Message::new("letters-gone").with("gone", gone)
    };
    let wrong = match evidence.parts_in(Role::Contradiction).next() {
        None => Message::new("letters-nothing"),
        Some(wrong) => Message::new("letters-wrong")
            .with("right", if a_is_right(step) { "a" } else { "slash" })
            .with("cells", wrong.cells)
            .with("digits", wrong.digits),
    };
    Message::new("letters")
        .with("as", told(Role::ColourA))
        .with("slashes", told(Role::ColourB))
        .with("gone", gone)
        .with("wrong", wrong)
}

/// Whether the digits to write are those with the plain letter.
fn a_is_right(step: &Step<Large>) -> bool {
    step.effect.placements().iter().next().is_some_and(|placed| {
        let mut parts = step.evidence.parts_in(Role::ColourA);
        parts.any(|part| part.cells.contains(placed.cell()) && part.digits.contains(placed.digit()))
    })
}
