//! What the picture of a step shows: which cells, which marks, and why each stands out.
//!
//! A [`Sketch`] is made from a board and the evidence of a step, and nothing in it depends
//! on which strategy found the step: houses are tinted, every group of cells gets a tint
//! of its own, marks that matter stand out from those that do not, and what the step
//! changes is told apart from what is there. [`svg`](super::svg) turns it into a picture, the command
//! line into lines of text.
//!
//! The legend is messages, told in the words of a catalogue when somebody reads it: English, unless
//! the sketch is [told in](Sketch::told_in) another.
//!
//! There is one sketch for all shapes: a board and its step are [widened](Board::widened) first.
//!
//! Digits are enough for the steps that one sees without pencil marks; all others show the
//! marks. Whether a single needs them is found out, not assumed: if the digits alone do not
//! force it, earlier erasures were needed, and so the marks are shown.

use crate::logic::words::{Candidates, Catalogue, Cells, Digits, Houses};
use crate::logic::{self, Family, Message, Role, blockers};
use piste_core::general::{Candidate, Cell, Digit, Element};
use piste_core::shape::Shape;
use piste_core::space::{CandidatesOf, Figure as _, Large, Mark as _, SetOf, Space, Spot as _};
use piste_core::{AnyGrid, Board, Grid, InGrid};

type Step = logic::Step<Large>;
type Evidence = logic::Evidence<Large>;
type Part = logic::Part<Large>;

/// What something in the picture is to the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing special.
    Plain,
    /// Printed with the puzzle.
    Given,
    /// Of no account here.
    Faint,
    /// A mark that the reasoning is about.
    Key,
    /// In a house to look at.
    House,
    /// In a house that cuts across those.
    Cover,
    /// In a further house of the board's shape: on a diagonal, in a window.
    Further,
    /// In the n-th group of cells.
    Group(u8),
    /// Marked with the n-th letter, or with its opposite.
    Letter(u8, bool),
    /// True, or false, along a chain.
    Link(bool),
    /// No place for the digit in question.
    Barred,
    /// Erased by the step.
    Gone,
    /// Written by the step.
    New,
    /// Wrong.
    Wrong,
}

/// A pencil mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How it stands out.
    pub tone: Tone,
    /// Written next to the mark, as with pencil on paper.
    pub tag: Tag,
}

/// What is written next to a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// Nothing.
    Nothing,
    /// The n-th letter, plain or with a stroke before it.
    Letter(u8, bool),
    /// True or false along a chain.
    Link(bool),
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Nothing yet.
    Empty,
    /// Nothing yet, and not the digit in question.
    Barred,
    /// A digit.
    Digit(Digit, Tone),
    /// Pencil marks.
    Marks(Marks),
}

/// The pencil marks of a cell, by the number of their digit from 0.
pub type Marks = [Option<Mark>; Digit::MOST];

/// A cell of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What the whole cell is to the step.
    pub ground: Tone,
    /// What stands in it.
    pub face: Face,
}

/// A board and what is to be seen on it.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The shape of the board.
    pub shape: Shape,
    /// What is seen in each cell, row by row.
    pub spots: Vec<Spot>,
    /// Whether pencil marks are shown.
    pub has_marks: bool,
    /// What the tones mean, in the order to tell them.
    pub legend: Vec<(Tone, Message)>,
    /// The words that the legend is told in.
    pub catalogue: &'static Catalogue,
    /// What follows from what, from mark to mark.
    pub links: Vec<logic::Link<Large>>,
}

impl Sketch {
    /// The board as it is, with its pencil marks or without.
    pub fn of_board<S: Space>(board: &Board<S>, has_marks: bool) -> Sketch {
        Sketch::plain(board, has_marks.then_some(Tone::Plain))
    }

    /// A grid of any shape, all of whose digits are givens.
    pub fn of_grid(grid: &AnyGrid) -> Sketch {
        struct Plain;

        impl InGrid for Plain {
            type Output = Sketch;

            fn go<S: Space>(self, grid: Grid<S>) -> Sketch {
                Sketch::of_board(&Board::from(&grid), false)
            }
        }

        grid.enter(Plain)
    }

    /// The board as it is, with its pencil marks in this tone or without.
    fn plain<S: Space>(board: &Board<S>, marks: Option<Tone>) -> Sketch {
        const NOTHING: Spot = Spot { ground: Tone::Plain, face: Face::Empty };
        let space = board.space();
        let side = space.side();
        let mut spots = vec![NOTHING; side * side];
        let at = |cell: S::Cell| cell.row() * side + cell.column();
        for cell in space.all_cells() - board.open() {
            let Some(digit) = board.value(cell) else { continue };
            let tone = if board.givens().contains(cell) { Tone::Given } else { Tone::Plain };
            spots[at(cell)].face = Face::Digit(digit.widened(), tone);
        }
        if let Some(tone) = marks {
            for cell in board.open() {
                let mut marks = [None; Digit::MOST];
                for digit in board.candidates(cell) {
                    marks[digit.index()] = Some(Mark { tone, tag: Tag::Nothing });
                }
                spots[at(cell)].face = Face::Marks(marks);
            }
        }
        for cell in further(space) {
            spots[at(cell)].ground = Tone::Further;
        }
        Sketch {
            shape: space.shape(),
            spots,
            has_marks: marks.is_some(),
            legend: Vec::with_capacity(4),
            catalogue: &Catalogue::ENGLISH,
            links: Vec::new(),
        }
    }

    /// A step, and what one must see to believe it. `board` is the board before the step.
    pub fn of_step<S: Space>(board: &Board<S>, step: &logic::Step<S>) -> Sketch {
        let wide_step = step.widened(board.space());
        Sketch::of_step_on(board, &board.widened(), step, &wide_step)
    }

    /// The same, and before it what is to be said: for those who want both.
    ///
    /// # Panics
    /// As [`Step::message`](logic::Step::message).
    pub fn told<S: Space>(board: &Board<S>, step: &logic::Step<S>) -> (Message, Sketch) {
        Sketch::told_in_turn(board, step, &mut None)
    }

    /// The same for those who tell step after step: they hand in the same `room` each time, for the board in the words that
    /// have room for every shape.
    ///
    /// # Panics
    /// As [`Step::message`](logic::Step::message).
    pub fn told_in_turn<S: Space>(
        board: &Board<S>,
        step: &logic::Step<S>,
        room: &mut Option<Board<Large>>,
    ) -> (Message, Sketch) {
        let (wide, wide_step) = (board.widened_in(room), &step.widened(board.space()));
        let told = (step.strategy.explain)(wide_step, wide);
        (told, Sketch::of_step_on(board, wide, step, wide_step))
    }

    /// A step on a board, both of them also in the words that have room for every shape.
    fn of_step_on<S: Space>(
        narrow: &Board<S>,
        board: &Board<Large>,
        narrow_step: &logic::Step<S>,
        step: &Step,
    ) -> Sketch {
        let reasons = seen_reasons(narrow, narrow_step).map(S::widened_cells);
        let mut sketch = Sketch::plain(narrow, reasons.is_none().then_some(Tone::Faint));
        sketch.show_step(board, step, reasons);
        sketch
    }

    /// What one must see of a step; `reasons` force it, if no marks are needed.
    fn show_step(&mut self, board: &Board<Large>, step: &Step, reasons: Option<Cells>) {
        self.tint_houses(board.space(), step);
        match (step.effect.placed(), reasons) {
            (Some(placed), Some(reasons)) => self.show_why(board, step, placed, reasons),
            _ => {
                self.show_groups(board, step);
                self.show_letters(&step.evidence);
                self.show_chains(&step.evidence);
            }
        }
        match step.effect.placed().filter(|_| !step.effect.erases()) {
            Some(placed) => self.show_written([placed]),
            None => {
                let (written, gone) = (step.effect.placements(), step.effect.eliminations());
                self.show_change(board, &written, &gone);
            }
        }
    }

    /// Several digits written at once, each for a reason of its own that is not shown.
    pub fn of_placements<S: Space>(
        board: &Board<S>,
        placements: &S::CandidateSet,
        has_marks: bool,
    ) -> Sketch {
        let placements = widened::<S>(placements);
        let board = &board.widened();
        let mut sketch = Sketch::plain(board, has_marks.then_some(Tone::Plain));
        sketch.show_change(board, &placements, &Candidates::EMPTY);
        sketch
    }

    /// The scan of the green method: the digit, every empty square that lies in a row,
    /// column or box with it, and where it can be written because only one is left.
    pub fn of_scan<S: Space>(
        board: &Board<S>,
        digit: S::Digit,
        placements: &S::CandidateSet,
    ) -> Sketch {
        let placements = widened::<S>(placements);
        let (board, digit) = (&board.widened(), digit.widened());
        let mut sketch = Sketch::plain(board, None);
        let stand = board.values().cells_with(digit);
        let peers = stand.iter().map(|cell| board.space().peers(cell));
        let marked = peers.fold(Cells::EMPTY, |all, peers| all | peers);
        for cell in marked & board.open() {
            sketch.at(cell).face = Face::Barred;
        }
        sketch.ground(stand, Tone::Group(0), Message::new("legend-digits").with("digit", digit));
        sketch.tell(Tone::Barred, Message::new("legend-marked"));
        sketch.show_change(board, &placements, &Candidates::EMPTY);
        sketch
    }

    /// The same picture with these cells shown as wrong.
    #[must_use]
    pub fn with_wrong(mut self, cells: impl Into<Cells>) -> Sketch {
        self.ground(cells.into(), Tone::Wrong, Message::new("legend-wrong"));
        self
    }

    /// The same picture with its legend in the words of this catalogue.
    #[must_use]
    pub fn told_in(self, catalogue: &'static Catalogue) -> Sketch {
        Sketch { catalogue, ..self }
    }

    /// A line of the legend as a text. That there are no words for one is not hidden: the text says so.
    pub fn words(&self, line: &Message) -> String {
        self.catalogue.text(line).unwrap_or_else(|untold| untold.to_string())
    }

    /// The same at the end of another text.
    pub fn put_words(&self, line: &Message, text: &mut String) {
        let start = text.len();
        if let Err(untold) = self.catalogue.put(line, text) {
            text.truncate(start);
            text.push_str(&untold.to_string());
        }
    }

    /// What is seen in this row and column, counted from 0.
    pub fn spot(&self, row: usize, column: usize) -> &Spot {
        &self.spots[row * self.shape.side() + column]
    }

    fn at(&mut self, cell: Cell<25>) -> &mut Spot {
        &mut self.spots[cell.row() * self.shape.side() + cell.column()]
    }

    fn ground(&mut self, cells: Cells, tone: Tone, words: Message) {
        for cell in cells {
            self.at(cell).ground = tone;
        }
        if !cells.is_empty() {
            self.tell(tone, words);
        }
    }

    fn tell(&mut self, tone: Tone, words: Message) {
        self.legend.push((tone, words));
    }

    fn tint_houses(&mut self, space: &Large, step: &Step) {
        let evidence = &step.evidence;
        let (houses, covers) = (evidence.houses, evidence.covers - evidence.houses);
        if !houses.is_empty() {
            self.ground(cells_of(space, houses), Tone::House, places(houses));
        }
        if !covers.is_empty() {
            let words = places(covers);
            let crossed = cells_of(space, covers) - cells_of(space, houses);
            self.ground(crossed, Tone::Cover, words);
        }
    }

    /// The digits that force a single, and the places they leave none in.
    fn show_why(
        &mut self,
        board: &Board<Large>,
        step: &Step,
        placed: Candidate<25>,
        reasons: Cells,
    ) {
        let (cell, digit) = (placed.cell(), placed.digit());
        let space = board.space();
        if step.evidence.houses.is_empty() {
            let all = space.peers(cell).with(cell);
            self.ground(all, Tone::House, places(space.houses(cell)));
        } else {
            let others = (cells_of(space, step.evidence.houses) & board.open()).without(cell);
            for other in others {
                self.at(other).face = Face::Barred;
            }
        }
        let words = Message::new("legend-reasons").with("cells", reasons);
        self.ground(reasons, Tone::Group(0), words);
        if self.spots.iter().any(|spot| spot.face == Face::Barred) {
            self.tell(Tone::Barred, Message::new("legend-no-place").with("digit", digit));
        }
    }

    /// Every group of cells in a tint of its own, its digits standing out.
    fn show_groups(&mut self, board: &Board<Large>, step: &Step) {
        for (number, (words, parts)) in (0..).zip(groups(step)) {
            let cells = parts.iter().fold(Cells::EMPTY, |all, part| all | part.cells);
            let is_clash = parts.iter().any(|part| part.role == Role::Contradiction);
            self.ground(cells, if is_clash { Tone::Wrong } else { Tone::Group(number) }, words);
            for part in parts {
                self.set_marks(part.cells, part.digits, Tone::Key, Tag::Nothing);
            }
        }
        // A single that rests on earlier erasures has no groups: its house is what there is.
        if step.evidence.parts.is_empty()
            && let Some(placed) = step.effect.placed()
        {
            let houses = cells_of(board.space(), step.evidence.houses);
            let others = (houses & board.open()).without(placed.cell());
            let reasons = blockers(board, placed.digit(), others);
            let words = Message::new("legend-reasons").with("cells", reasons);
            self.ground(reasons, Tone::Group(0), words);
        }
    }

    fn show_letters(&mut self, evidence: &Evidence) {
        let (mut letter, mut last) = (0, None);
        for part in evidence.parts.iter().filter(|part| is_colour(part.role)) {
            // A and /A come in turns; a second A after a /A begins another letter.
            if (last, part.role) == (Some(Role::ColourB), Role::ColourA) {
                letter += 1;
            }
            last = Some(part.role);
            let slash = part.role == Role::ColourB;
            let tone = Tone::Letter(letter, slash);
            self.set_marks(part.cells, part.digits, tone, Tag::Letter(letter, slash));
            if !self.legend.iter().any(|&(told, _)| told == tone) {
                let form = if slash { "slash" } else { "plain" };
                self.tell(tone, Message::new("legend-letter").with("form", form));
            }
        }
    }

    /// What is true and what is false in turn, where no letter says it already.
    fn show_chains(&mut self, evidence: &Evidence) {
        self.links.clone_from(&evidence.links);
        let nodes = evidence.links.iter().flat_map(|link| [link.from, link.to]);
        let mut told = [false; 2];
        for node in nodes {
            for cell in node.cells {
                let Face::Marks(marks) = &mut self.at(cell).face else { continue };
                let Some(mark) = &mut marks[node.digit.index()] else { continue };
                if mark.tag == Tag::Nothing {
                    *mark = Mark { tone: Tone::Link(node.on), tag: Tag::Link(node.on) };
                    told[usize::from(node.on)] = true;
                }
            }
        }
        for (on, form) in [(true, "true"), (false, "false")] {
            if told[usize::from(on)] {
                self.tell(Tone::Link(on), Message::new("legend-link").with("form", form));
            }
        }
    }

    /// What is erased and what is written.
    fn show_change(
        &mut self,
        board: &Board<Large>,
        placements: &Candidates,
        eliminations: &Candidates,
    ) {
        let mut any_gone = false;
        for gone in eliminations.iter().filter(|&gone| board.has(gone)) {
            let (cells, digits) = (gone.cell().into(), gone.digit().into());
            self.set_marks(cells, digits, Tone::Gone, Tag::Nothing);
            any_gone = true;
        }
        if any_gone {
            self.tell(Tone::Gone, Message::new("legend-erased"));
        }
        self.show_written(placements.iter());
    }

    /// What is written.
    fn show_written(&mut self, placements: impl IntoIterator<Item = Candidate<25>>) {
        let mut any_written = false;
        for placed in placements {
            any_written = true;
            let (cell, digit) = (placed.cell(), placed.digit());
            let spot = self.at(cell);
            let is_told = matches!(&spot.face, Face::Marks(marks)
                if marks.iter().flatten().any(|mark| mark.tag != Tag::Nothing));
            match &mut spot.face {
                Face::Marks(marks) if is_told => {
                    let mark = &mut marks[digit.index()];
                    let tag = mark.map_or(Tag::Nothing, |mark| mark.tag);
                    *mark = Some(Mark { tone: Tone::New, tag });
                    if spot.ground != Tone::Wrong {
                        spot.ground = Tone::New;
                    }
                }
                face => {
                    *face = Face::Digit(digit, Tone::New);
                    spot.ground = Tone::New;
                }
            }
        }
        if any_written {
            self.tell(Tone::New, Message::new("legend-written"));
        }
    }

    fn set_marks(&mut self, cells: Cells, digits: Digits, tone: Tone, tag: Tag) {
        for cell in cells {
            let Face::Marks(marks) = &mut self.at(cell).face else { continue };
            for digit in digits {
                if let Some(mark) = &mut marks[digit.index()] {
                    *mark = Mark { tone, tag };
                }
            }
        }
    }
}

/// The written digits that force a single which can be seen without pencil marks: those that
/// leave its digit no other place in the house, or its cell no other digit. None for any other
/// step.
pub fn reasons<S: Space>(board: &Board<S>, step: &logic::Step<S>) -> S::CellSet {
    seen_reasons(board, step).unwrap_or(S::CellSet::EMPTY)
}

/// The same; nothing if the step cannot be seen without pencil marks.
fn seen_reasons<S: Space>(board: &Board<S>, step: &logic::Step<S>) -> Option<S::CellSet> {
    let placed = step.effect.placed().filter(|_| !needs_marks(board, step))?;
    if step.evidence.houses.is_empty() {
        return Some(one_of_each(board, placed.cell()));
    }
    let houses = cells_of(board.space(), step.evidence.houses);
    let others = (houses & board.open()).without(placed.cell());
    Some(blockers(board, placed.digit(), others))
}

/// Whether the step cannot be seen from the written digits alone.
pub fn needs_marks<S: Space>(board: &Board<S>, step: &logic::Step<S>) -> bool {
    let evidence = &step.evidence;
    let Some(placed) = step.effect.placed() else { return true };
    if !(evidence.parts.is_empty() && evidence.links.is_empty() && !step.effect.erases()) {
        return true;
    }
    if evidence.houses.is_empty() {
        let is_open = board.open().contains(placed.cell());
        let options = board.values().options(placed.cell());
        return !(is_open && options.single() == Some(placed.digit()));
    }
    let space = board.space();
    let written = board.values().cells_with(placed.digit());
    let seen = written.iter().fold(S::CellSet::EMPTY, |seen, cell| seen | space.peers(cell));
    let left = board.open() - seen;
    let only_place = |house| (space.cells(house) & left).single() == Some(placed.cell());
    !evidence.houses.iter().any(only_place)
}

/// For every digit that a cell cannot be, one place where its peers show it: in a house
/// that shows many, so that the eye has little way to go; and last in those that it sees without one.
fn one_of_each<S: Space>(board: &Board<S>, cell: S::Cell) -> S::CellSet {
    let space = board.space();
    let mut houses: Vec<S::CellSet> =
        space.houses(cell).iter().map(|house| space.cells(house)).collect();
    houses.sort_by_key(|&house| std::cmp::Reverse((house - board.open()).len()));
    houses.push(space.peers(cell));
    let mut left = space.all_digits();
    let mut shown = S::CellSet::EMPTY;
    for peer in houses.into_iter().flat_map(SetOf::iter) {
        if let Some(digit) = board.value(peer)
            && left.contains(digit)
        {
            left.remove(digit);
            shown.insert(peer);
        }
    }
    shown
}

fn widened<S: Space>(candidates: &S::CandidateSet) -> Candidates {
    candidates.iter().map(piste_core::space::Mark::widened).collect()
}

/// All cells of these houses.
fn cells_of<S: Space>(space: &S, houses: S::HouseSet) -> S::CellSet {
    houses.iter().fold(S::CellSet::EMPTY, |all, house| all | space.cells(house))
}

/// The cells of the houses that a shape adds to rows, columns and boxes; none if they are all cells,
/// as nothing would stand out then.
fn further<S: Space>(space: &S) -> S::CellSet {
    let added = space.house_list().iter().skip(3 * space.side());
    let cells = added.fold(S::CellSet::EMPTY, |all, &house| all | space.cells(house));
    if cells == space.all_cells() { S::CellSet::EMPTY } else { cells }
}

fn is_colour(role: Role) -> bool {
    matches!(role, Role::ColourA | Role::ColourB)
}

/// The groups of cells that get a tint each, and what they are called. Single cells in one
/// role make one group; sets of cells stay apart.
fn groups(step: &Step) -> Vec<(Message, Vec<Part>)> {
    let parts = || step.evidence.parts.iter().filter(|part| !is_colour(part.role));
    let mut groups: Vec<Vec<Part>> = Vec::new();
    for part in parts().filter(|part| !part.cells.is_empty()) {
        let are_single = parts().all(|p| p.role != part.role || p.cells.len() == 1);
        let same = groups.iter_mut().find(|group| {
            let first = group[0];
            first.role == part.role && (are_single || first.cells == part.cells)
        });
        match same {
            Some(group) => group.push(*part),
            None => groups.push(vec![*part]),
        }
    }
    let number_of = |index: usize| {
        let alike = |group: &&Vec<Part>| group[0].role == groups[index][0].role;
        let before = groups[..index].iter().filter(alike).count();
        (groups.iter().filter(alike).count() > 1).then_some(before + 1)
    };
    let words: Vec<Message> = (0..groups.len())
        .map(|index| {
            let role = groups[index][0].role;
            match number_of(index) {
                Some(number) if role_name(role, step) == "body" => {
                    Message::new("legend-set").with("number", number)
                }
                Some(number) => Message::new("legend-one-of")
                    .with("role", role_name(role, step))
                    .with("number", number),
                None => Message::new("legend-group")
                    .with("role", role_name(role, step))
                    .with("strategy", step.strategy),
            }
        })
        .collect();
    words.into_iter().zip(groups).collect()
}

/// What the cells are to the pattern, to choose words by.
fn role_name(role: Role, step: &Step) -> &'static str {
    if let Some(own) = step.strategy.own_name(role) {
        return own;
    }
    let has = |role| step.evidence.parts_in(role).next().is_some();
    let are_sets = step.strategy.family == Family::AlmostLockedSets && has(Role::Pivot);
    match role {
        Role::Body if are_sets => "one-set",
        Role::Pivot if are_sets && has(Role::Body) => "other-set",
        Role::Body => "body",
        Role::Pivot => "pivot",
        Role::Pincer if has(Role::Pivot) => "pincers",
        Role::Pincer => "ends",
        Role::Fin => "extra",
        Role::ColourA | Role::ColourB => "letters",
        Role::Trial => "tried",
        Role::Contradiction => "contradiction",
    }
}

/// Houses, by name.
fn places(houses: Houses) -> Message {
    Message::new("legend-places").with("houses", houses)
}
