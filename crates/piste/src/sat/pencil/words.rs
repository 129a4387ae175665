//! What the acts of the methods say, as data, and the messages that are made of it.
//!
//! While a method is carried out nothing is said: an act keeps what it rests on, as numbers of
//! squares and regions. A message is made of it when somebody asks, in the words that have room
//! for every shape, and the catalogue of a language has the sentence.

use super::letters::Sign;
use super::{Act, Entry};
use crate::logic::words::{Argument, Candidates, Cells, Digits, Message};
use crate::sat::green::bits;
use piste_core::general::{Candidate, Cell, Digit, House};

/// What an act rests on. What it writes and erases stands in the act itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// A number was selected: the region of each square that is written.
    Select { digit: u8, houses: Vec<usize>, form: Form },
    /// Squares that only one number is left for.
    Last { form: Form },
    /// So many small numbers in so many squares.
    Small { numbers: usize, squares: usize },
    /// A number of a region that is left only where it meets another.
    Locked { digit: u8, house: usize, cells: Vec<usize>, other: usize },
    /// Squares of a region with these numbers alone, a bit each.
    Naked { house: usize, cells: Vec<usize>, digits: u32 },
    /// Numbers of a region, a bit each, with these squares alone.
    Hidden { house: usize, cells: Vec<usize>, digits: u32 },
    /// One letter, and why it or its negation is wrong if it is.
    Letter { stand: Stand, wrong: Option<Wrong> },
    /// A letter for every pair.
    Letters(Vec<Stand>),
    /// Two clauses that say that a sign is right.
    Right { clauses: [Clause; 2], sign: Sign },
    /// Two clauses that say that two signs are the same.
    Same { clauses: [Clause; 2], old: Sign, new: Sign },
    /// A sign that is wrong.
    Wrong(Wrong),
    /// A letter and its negation stand together.
    Crowded,
    /// The guess of this number, among these small numbers, a bit each.
    Guess { number: usize, choices: u32 },
    /// The guess of this number was wrong.
    TakeBack { number: usize, trouble: Option<Trouble> },
}

/// What the eye goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Boxes alone, and regions with one empty square.
    Nursery,
    /// All regions.
    Plain,
    /// The small numbers.
    Small,
}

/// Where a letter stands, and where its negation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stand {
    pub(super) letter: Sign,
    pub(super) yes: Vec<Entry>,
    pub(super) no: Vec<Entry>,
}

/// A sign that stands twice where it may stand once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) sign: Sign,
    pub(super) pair: [Entry; 2],
}

/// A clause, and the two small numbers, with their signs, of which it says that they are not
/// both right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) signs: [Sign; 2],
    pub(super) pair: [(Entry, Sign); 2],
}

/// What is wrong with a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// A number that was to be written where it cannot be.
    Misplaced(Entry),
    /// A square without a number.
    Square(usize),
    /// A region without a place for a number.
    House(usize, u8),
}

impl Act {
    /// What to do, as a message.
    ///
    /// ```
    /// use piste::sat::Pencil;
    /// use piste_core::AnyGrid;
    ///
    /// let board: AnyGrid = "1234341221434.21".parse().unwrap();
    /// let walk = Pencil::Nursery.walk(&board, 0);
    /// let told = walk.acts[0].message();
    /// assert_eq!(told.key(), "pencil-select-box");
    /// assert_eq!(told.to_string(), walk.acts[0].text());
    /// ```
    pub fn message(&self) -> Message {
        let shape = self.board.shape().clone();
        let teller = Teller { side: shape.side(), houses: shape.houses().collect() };
        teller.act(self)
    }

    /// What to do, in English.
    pub fn text(&self) -> String {
        self.message().to_string()
    }
}

/// Who knows what squares and regions are called on a board.
struct Teller {
    side: usize,
    /// Rows, columns, boxes.
    houses: Vec<House>,
}

impl Teller {
    fn act(&self, act: &Act) -> Message {
        match &act.why {
            Why::Select { digit, houses, form } => {
                let squares = act.written.iter().zip(houses).map(|(entry, &house)| {
                    Message::new("method-square")
                        .with("cell", self.cell(entry.cell))
                        .with("houses", self.houses[house])
                });
                selected(*form, figure(*digit), squares.collect())
            }
            Why::Last { form } => {
                let squares = act.written.iter().map(|entry| {
                    Message::new("method-must")
                        .with("cell", self.cell(entry.cell))
                        .with("digit", figure(entry.digit))
                });
                last(*form, squares.collect())
            }
            Why::Small { numbers, squares } => {
                Message::new("method-small").with("numbers", *numbers).with("squares", *squares)
            }
            Why::Guess { number, choices } => self.guess(act.written[0], *number, *choices),
            Why::TakeBack { number, trouble } => self.taken_back(act.erased[0], *number, *trouble),
            Why::Locked { .. } | Why::Naked { .. } | Why::Hidden { .. } => {
                self.simplification(&act.why, &act.erased)
            }
            why => self.by_letters(why, &act.erased),
        }
    }

    /// Step 3 of the blue method.
    fn simplification(&self, why: &Why, erased: &[Entry]) -> Message {
        let gone = self.from(erased);
        match why {
            Why::Locked { digit, house, cells, other } => Message::new("pencil-locked")
                .with("house", self.houses[*house])
                .with("digit", figure(*digit))
                .with("cells", self.cells(cells))
                .with("other", self.houses[*other])
                .with("gone", gone),
            Why::Naked { house, cells, digits } => Message::new("pencil-naked")
                .with("cells", self.cells(cells))
                .with("house", self.houses[*house])
                .with("digits", figures(*digits))
                .with("gone", gone),
            Why::Hidden { house, cells, digits } => Message::new("pencil-hidden")
                .with("house", self.houses[*house])
                .with("digits", figures(*digits))
                .with("cells", self.cells(cells))
                .with("gone", gone),
            _ => unreachable!("asked for simplifications alone"),
        }
    }

    /// Steps 4 to 6, and the clauses.
    fn by_letters(&self, why: &Why, erased: &[Entry]) -> Message {
        match why {
            Why::Letter { stand, wrong } => {
                let gone = match erased {
                    [] => Message::new("letters-nothing"),
                    _ => Message::new("pencil-letter-gone").with("gone", self.from(erased)),
                };
                let wrong = match wrong {
                    None => Message::new("letters-nothing"),
                    Some(wrong) => {
                        Message::new("pencil-letter-wrong").with("wrong", self.wrong(wrong))
                    }
                };
                Message::new("pencil-letter")
                    .with("stand", self.stand(stand))
                    .with("gone", gone)
                    .with("wrong", wrong)
            }
            Why::Letters(stands) => {
                let stands: Vec<Message> = stands.iter().map(|stand| self.stand(stand)).collect();
                Message::new("pencil-letters").with("stands", stands)
            }
            Why::Right { clauses, sign } => Message::new("pencil-right")
                .with("clauses", self.clauses(clauses))
                .with("right", letter(*sign)),
            Why::Same { clauses, old, new } => Message::new("pencil-same")
                .with("clauses", self.clauses(clauses))
                .with("old", letter(*old))
                .with("new", letter(*new)),
            Why::Wrong(wrong) => self.wrong(wrong),
            Why::Crowded => Message::new("pencil-crowded").with("gone", self.from(erased)),
            _ => unreachable!("asked for letters alone"),
        }
    }

    /// "A next to 2 in r1c1; 5 in r1c4, and /A next to 2 in r3c4".
    fn stand(&self, stand: &Stand) -> Message {
        Message::new("pencil-stand")
            .with("letter", letter(stand.letter))
            .with("yes", self.marks(&stand.yes))
            .with("negation", letter(-stand.letter))
            .with("no", self.marks(&stand.no))
    }

    /// Why a sign is wrong.
    fn wrong(&self, wrong: &Wrong) -> Message {
        let [a, b] = wrong.pair;
        let why = if a.cell == b.cell {
            Message::new("pencil-wrong-cell")
                .with("cell", self.cell(a.cell))
                .with("one", figure(a.digit))
                .with("other", figure(b.digit))
        } else {
            Message::new("pencil-wrong-cells")
                .with("one", self.cell(a.cell))
                .with("other", self.cell(b.cell))
                .with("digit", figure(a.digit))
        };
        Message::new("pencil-wrong")
            .with("wrong", letter(wrong.sign))
            .with("why", why)
            .with("right", letter(-wrong.sign))
    }

    fn clauses(&self, clauses: &[Clause]) -> Vec<Message> {
        clauses.iter().map(|clause| self.clause(clause)).collect()
    }

    /// "(/A + B), as r1c5 is not both 3 (A) and 7 (/B)".
    fn clause(&self, clause: &Clause) -> Message {
        let [(a, a_sign), (b, b_sign)] = clause.pair;
        let [first, second] = clause.signs.map(letter);
        if a.cell == b.cell {
            return Message::new("pencil-clause-cell")
                .with("first", first)
                .with("second", second)
                .with("cell", self.cell(a.cell))
                .with("one", figure(a.digit))
                .with("one-letter", letter(a_sign))
                .with("other", figure(b.digit))
                .with("other-letter", letter(b_sign));
        }
        Message::new("pencil-clause-cells")
            .with("first", first)
            .with("second", second)
            .with("one", self.cell(a.cell))
            .with("one-letter", letter(a_sign))
            .with("other", self.cell(b.cell))
            .with("other-letter", letter(b_sign))
            .with("digit", figure(a.digit))
    }

    fn guess(&self, guess: Entry, number: usize, choices: u32) -> Message {
        Message::new("pencil-guess")
            .with("choices", figures(choices))
            .with("cell", self.cell(guess.cell))
            .with("digit", figure(guess.digit))
            .with("number", number)
    }

    fn taken_back(&self, guess: Entry, number: usize, trouble: Option<Trouble>) -> Message {
        let why = match trouble {
            None => Message::new("pencil-trouble-none"),
            Some(Trouble::Misplaced(entry)) => Message::new("pencil-trouble-misplaced")
                .with("cell", self.cell(entry.cell))
                .with("digit", figure(entry.digit)),
            Some(Trouble::Square(cell)) => {
                Message::new("pencil-trouble-square").with("cell", self.cell(cell))
            }
            Some(Trouble::House(house, digit)) => Message::new("pencil-trouble-house")
                .with("house", self.houses[house])
                .with("digit", figure(digit)),
        };
        Message::new("pencil-back")
            .with("why", why)
            .with("number", number)
            .with("digit", figure(guess.digit))
            .with("cell", self.cell(guess.cell))
    }

    /// Numbers in squares, by number: "2 in r1c1 and r3c4", "5 in r1c1".
    fn marks(&self, entries: &[Entry]) -> Vec<Argument> {
        let mut digits: Vec<u8> = entries.iter().map(|entry| entry.digit).collect();
        digits.sort_unstable();
        digits.dedup();
        let marks = digits.into_iter().map(|digit| {
            let same = entries.iter().filter(|entry| entry.digit == digit);
            let marks: Candidates =
                same.map(|entry| Candidate::new(self.cell(entry.cell), figure(digit))).collect();
            marks.into()
        });
        marks.collect()
    }

    /// Small numbers that go, by number: "2 from r1c1 and r3c4", "5 from r1c1".
    fn from(&self, entries: &[Entry]) -> Vec<Message> {
        let marks = self.marks(entries).into_iter();
        marks.map(|marks| Message::new("pencil-from").with("marks", marks)).collect()
    }

    fn cell(&self, cell: usize) -> Cell<25> {
        Cell::at(cell / self.side, cell % self.side).expect("a square of the board")
    }

    fn cells(&self, cells: &[usize]) -> Cells {
        cells.iter().map(|&cell| self.cell(cell)).collect()
    }
}

fn selected(form: Form, digit: Digit, squares: Vec<Message>) -> Message {
    let told = match form {
        Form::Nursery => Message::new("pencil-select-box"),
        Form::Plain => Message::new("method-select"),
        Form::Small => Message::new("pencil-select-small"),
    };
    told.with("digit", digit).with("squares", squares)
}

fn last(form: Form, squares: Vec<Message>) -> Message {
    let told = match form {
        Form::Nursery => Message::new("pencil-last-square"),
        Form::Plain => Message::new("method-last"),
        Form::Small => Message::new("pencil-last-small"),
    };
    told.with("squares", squares)
}

fn figure(digit: u8) -> Digit {
    Digit::new(digit).expect("a number of the board")
}

fn figures(mask: u32) -> Digits {
    bits(mask).map(|digit| figure(digit as u8 + 1)).collect()
}

/// A letter, or its negation.
fn letter(sign: Sign) -> Message {
    Message::new("letter")
        .with("form", if sign < 0 { "negated" } else { "plain" })
        .with("number", sign.unsigned_abs() as usize)
}
