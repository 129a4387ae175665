//! Sketches as outlines: the one geometry that every picture is drawn from.
//!
//! A sketch says what is to be seen; here it is decided where it stands and which form it has. What
//! comes out is a list of [`Piece`]s, to be drawn in their order: rectangles, circles, paths and
//! words, each with its [`Look`], which says what it is and not which colour it has. [`svg`](super::svg) gives
//! looks their colours on a screen, a book gives them its inks on paper.
//!
//! A cell is [`SIDE`] units a side, so that a picture is sharp at any size and a mark always stands at
//! the same place of its cell, three by three on 9×9, which is what lets a chain point at it:
//!
//! ```text
//!   a cell, 100 units a side          a chain
//!   ┌─────────────┐                   from ○ ─────► to (true: a ring, a full line)
//!   │  1   2   3  │                   from ○ ┄┄┄┄► to (false: a square, a dotted line)
//!   │  4   5   6  │
//!   │  7   8   9  │                   the arrow is bent, to pass beside the marks between
//!   └─────────────┘
//! ```
//!
//! Nobody needs to tell colours apart: every group has a form of its own around its marks, what is
//! erased is crossed out, what is written stands in a frame.

use super::sketch::{Face, Mark, Sketch, Spot, Tag, Tone};
use crate::logic;
use piste_core::general::{Cell, Digit, Element};
use piste_core::shape::Shape;
use piste_core::space::Large;

type Link = logic::Link<Large>;
type Node = logic::Node<Large>;

/// The side of a cell.
pub const SIDE: f64 = 100.0;

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its form and place.
    pub outline: Outline,
    /// What it is.
    pub look: Look,
}

/// A form in its place; x goes to the right and y down.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A rectangle by its upper left corner; its own corners may be round.
    Rect {
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
        /// How wide.
        width: f64,
        /// How high.
        height: f64,
        /// The radius of its corners.
        round: f64,
    },
    /// A circle by its middle.
    Circle {
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
        /// Its radius.
        radius: f64,
    },
    /// Lines.
    Path(Vec<Leg>),
    /// Words whose middle is here.
    Text {
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
        /// The words.
        words: String,
    },
}

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leg {
    /// Goes there without drawing.
    Move(f64, f64),
    /// A straight line to there.
    Line(f64, f64),
    /// A bend towards the first point, to the second.
    Bend(f64, f64, f64, f64),
    /// Back to where it began.
    Close,
}

/// What a piece is; a number says to which group, letter or chain it belongs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// Lines between cells.
    Thin,
    /// Lines between boxes or regions, and around the board.
    Thick,
    /// The ground of a cell of a further house.
    Further,
    /// The ground of a cell of a house to look at.
    House,
    /// The ground of a cell of a house that cuts across those.
    Cover,
    /// The ground of a cell that is wrong.
    Wrong,
    /// The frame around a new digit.
    Placed,
    /// The ground of a cell of a group.
    Tint(u8),
    /// The form around a mark of a group.
    Sign(u8),
    /// A ring around what a chain or a reason says is true.
    Ring(u8),
    /// A frame around what a chain says is false.
    Frame(u8),
    /// A line of a chain, to what is true or to what is false.
    Link(u8, bool),
    /// The head of an arrow.
    Head(u8),
    /// Strokes through a mark that goes.
    Cross,
    /// Strokes in a cell that cannot have the digit.
    Barred,
    /// A digit in a cell.
    Digit(Tone),
    /// A pencil mark, and how large it is next to those of 9×9.
    Mark(Tone, f64),
    /// A letter beside a mark.
    Tag,
}

/// The forms of groups, in turn; the first is a circle.
const FORMS: [&[(f64, f64)]; 6] = [
    &[],
    &[(-13.0, -13.0), (13.0, -13.0), (13.0, 13.0), (-13.0, 13.0)],
    &[(0.0, -18.0), (18.0, 0.0), (0.0, 18.0), (-18.0, 0.0)],
    &[(0.0, -19.0), (18.0, 13.0), (-18.0, 13.0)],
    &[(-9.0, -16.0), (9.0, -16.0), (18.0, 0.0), (9.0, 16.0), (-9.0, 16.0), (-18.0, 0.0)],
    &[(0.0, 19.0), (18.0, -13.0), (-18.0, -13.0)],
];

/// The pieces of a board with its upper left corner at 0, in the order to draw them.
///
/// ```
/// use piste::draw::{Look, Outline, Sketch, pieces};
/// use piste::{Board, Grid};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let drawn = pieces(&Sketch::of_board(&Board::from(&grid), false));
/// assert_eq!(drawn.iter().filter(|piece| matches!(piece.look, Look::Digit(_))).count(), 30);
/// let Outline::Text { x, y, words } = &drawn.last().unwrap().outline else { panic!("a digit") };
/// assert_eq!((*x, *y, words.as_str()), (850.0, 850.0, "9"));
/// ```
pub fn pieces(sketch: &Sketch) -> Vec<Piece> {
    let side = sketch.shape.side();
    let mut drawing = Drawing { pieces: Vec::new(), places: Places::on(side) };
    let cells = || (0..side * side).filter_map(|at| Cell::at(at / side, at % side));
    for (cell, spot) in cells().zip(&sketch.spots) {
        drawing.ground(cell, spot);
    }
    drawing.walls(&sketch.shape);
    for (cell, spot) in cells().zip(&sketch.spots) {
        drawing.face(cell, spot);
    }
    for link in &sketch.links {
        drawing.link(link);
    }
    drawing.pieces
}

/// The sign of a tone in a legend, around 0; nothing for a tone that needs none.
pub fn sample(tone: Tone) -> Vec<Piece> {
    let mut drawing = Drawing { pieces: Vec::new(), places: Places::on(9) };
    let block = Outline::Rect { x: -16.0, y: -16.0, width: 32.0, height: 32.0, round: 6.0 };
    match tone {
        Tone::House => drawing.put(block, Look::House),
        Tone::Cover => drawing.put(block, Look::Cover),
        Tone::Wrong => drawing.put(block, Look::Wrong),
        Tone::New => drawing.put(block, Look::Placed),
        Tone::Group(nth) => drawing.sign(nth, (0.0, 0.0)),
        Tone::Letter(letter, is_opposite) => {
            drawing.sign(2 * letter + u8::from(is_opposite), (0.0, 0.0));
        }
        Tone::Link(is_true) => {
            let legs = vec![Leg::Move(-16.0, 0.0), Leg::Line(20.0, 0.0)];
            drawing.put(Outline::Path(legs), Look::Link(0, is_true));
        }
        Tone::Gone => drawing.cross(Look::Cross, (0.0, 0.0), 12.0),
        Tone::Barred => drawing.cross(Look::Barred, (0.0, 0.0), 12.0),
        Tone::Plain | Tone::Given | Tone::Faint | Tone::Key | Tone::Further => {}
    }
    drawing.pieces
}

/// Where marks stand in a cell: in so many columns and rows.
#[derive(Clone, Copy)]
pub(super) struct Places {
    across: usize,
    down: usize,
}

impl Places {
    pub(super) fn on(side: usize) -> Places {
        let (across, down) = super::mark_square(side);
        Places { across, down }
    }

    /// The middle of a mark.
    fn of(self, cell: Cell<25>, digit: Digit) -> Point {
        let (x, y) = corner(cell);
        let at = digit.index();
        let along = |at: usize, of: usize| 5.0 + 90.0 / of as f64 * (at as f64 + 0.5);
        (x + along(at % self.across, self.across), y + along(at / self.across, self.down))
    }

    /// The middle of all marks of a node.
    pub(super) fn middle(self, node: &Node) -> Point {
        let count = node.cells.len().max(1) as f64;
        let sum = node.cells.iter().map(|cell| self.of(cell, node.digit));
        let (x, y) = sum.fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        (x / count, y / count)
    }

    /// How large what is drawn about a mark is, next to nine marks in a cell.
    fn scale(self) -> f64 {
        (3.0 / self.across as f64).min(1.0)
    }
}

/// A board that is being drawn.
struct Drawing {
    pieces: Vec<Piece>,
    /// Where the marks stand in its cells.
    places: Places,
}

impl Drawing {
    fn put(&mut self, outline: Outline, look: Look) {
        self.pieces.push(Piece { outline, look });
    }

    fn text(&mut self, (x, y): Point, words: String, look: Look) {
        self.put(Outline::Text { x, y, words }, look);
    }

    /// Thin lines between cells, thick ones between boxes or regions.
    fn walls(&mut self, shape: &Shape) {
        let side = shape.side();
        let end = SIDE * side as f64;
        let down = |n: usize| [Leg::Move(SIDE * n as f64, 0.0), Leg::Line(SIDE * n as f64, end)];
        let across = |n: usize| [Leg::Move(0.0, SIDE * n as f64), Leg::Line(end, SIDE * n as f64)];
        let Some(boxes) = shape.boxes() else {
            let inner = (1..side).flat_map(|n| down(n).into_iter().chain(across(n)));
            self.put(Outline::Path(inner.collect()), Look::Thin);
            return self.put(Outline::Path(region_walls(shape)), Look::Thick);
        };
        let mut paths = [Vec::new(), Vec::new()];
        for n in 0..=side {
            paths[usize::from(n % boxes.columns() == 0)].extend(down(n));
            paths[usize::from(n % boxes.rows() == 0)].extend(across(n));
        }
        let [thin, thick] = paths;
        self.put(Outline::Path(thin), Look::Thin);
        self.put(Outline::Path(thick), Look::Thick);
    }

    fn ground(&mut self, cell: Cell<25>, spot: &Spot) {
        let (x, y) = corner(cell);
        let look = match spot.ground {
            Tone::Further => Look::Further,
            Tone::House => Look::House,
            Tone::Cover => Look::Cover,
            Tone::Wrong => Look::Wrong,
            Tone::Group(nth) => Look::Tint(nth),
            _ => return,
        };
        self.put(Outline::Rect { x, y, width: SIDE, height: SIDE, round: 0.0 }, look);
    }

    fn face(&mut self, cell: Cell<25>, spot: &Spot) {
        let (x, y) = corner(cell);
        let middle = (x + 50.0, y + 50.0);
        if spot.ground == Tone::New {
            let (x, y) = (x + 7.0, y + 7.0);
            let frame = Outline::Rect { x, y, width: 86.0, height: 86.0, round: 12.0 };
            self.put(frame, Look::Placed);
        }
        match spot.face {
            Face::Empty => {}
            Face::Barred => self.cross(Look::Barred, middle, 12.0),
            Face::Digit(digit, tone) => {
                if let Tone::Group(nth) = spot.ground {
                    let (x, y) = middle;
                    self.put(Outline::Circle { x, y, radius: 40.0 }, Look::Ring(nth));
                }
                self.text(middle, digit.to_string(), Look::Digit(tone));
            }
            Face::Marks(marks) => {
                for (at, mark) in marks.iter().enumerate() {
                    if let Some(mark) = mark {
                        self.mark(cell, Digit::from_index(at), *mark, spot.ground);
                    }
                }
            }
        }
    }

    /// A mark in its place, in the form of its group, crossed out if it goes.
    fn mark(&mut self, cell: Cell<25>, digit: Digit, mark: Mark, ground: Tone) {
        let (x, y) = self.places.of(cell, digit);
        match (mark.tone, ground) {
            (Tone::Key, Tone::Group(nth)) => self.sign(nth, (x, y)),
            (Tone::Letter(letter, is_opposite), _) => {
                self.sign(2 * letter + u8::from(is_opposite), (x, y));
            }
            _ => {}
        }
        let scale = self.places.scale();
        self.text((x, y), digit.to_string(), Look::Mark(mark.tone, scale));
        if let Tag::Letter(letter, is_opposite) = mark.tag {
            let letter = char::from(b'A' + letter % 26);
            let words = if is_opposite { format!("/{letter}") } else { letter.to_string() };
            self.text((x + 15.0, y - 13.0), words, Look::Tag);
        }
        if mark.tone == Tone::Gone {
            self.cross(Look::Cross, (x, y), 15.0 * scale);
        }
    }

    /// The form of a group around a point.
    fn sign(&mut self, nth: u8, (x, y): Point) {
        let form = FORMS[usize::from(nth) % FORMS.len()];
        let outline = if form.is_empty() {
            Outline::Circle { x, y, radius: 15.0 }
        } else {
            Outline::Path(closed(form.iter().map(|(dx, dy)| (x + dx, y + dy))))
        };
        self.put(outline, Look::Sign(nth));
    }

    fn cross(&mut self, look: Look, (x, y): Point, reach: f64) {
        let (left, right, top, bottom) = (x - reach, x + reach, y - reach, y + reach);
        let legs = vec![
            Leg::Move(left, top),
            Leg::Line(right, bottom),
            Leg::Move(right, top),
            Leg::Line(left, bottom),
        ];
        self.put(Outline::Path(legs), look);
    }

    /// An arrow from one mark to the next, with a ring around what is true and a square around
    /// what is false.
    fn link(&mut self, link: &Link) {
        let nth = link.chain % 4;
        for node in [&link.from, &link.to] {
            for cell in node.cells {
                self.node(nth, cell, node);
            }
        }
        let [from, to] = [&link.from, &link.to].map(|node| self.places.middle(node));
        self.arrow(nth, from, to, link.to.on);
    }

    fn node(&mut self, nth: u8, cell: Cell<25>, node: &Node) {
        let (x, y) = self.places.of(cell, node.digit);
        if node.on {
            self.put(Outline::Circle { x, y, radius: 16.0 }, Look::Ring(nth));
        } else {
            let (x, y) = (x - 14.0, y - 14.0);
            let frame = Outline::Rect { x, y, width: 28.0, height: 28.0, round: 3.0 };
            self.put(frame, Look::Frame(nth));
        }
    }

    /// Bent a little, so that it passes beside the marks between.
    fn arrow(&mut self, nth: u8, from: Point, to: Point, is_true: bool) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length < 1.0 {
            return;
        }
        let bend = (length * 0.16).min(46.0);
        let gap = (length / 3.0).min(19.0);
        let peak = (
            (from.0 + to.0) / 2.0 - dy / length * bend,
            (from.1 + to.1) / 2.0 + dx / length * bend,
        );
        let (start, end) = (towards(from, peak, gap), towards(to, peak, gap));
        let line = vec![Leg::Move(start.0, start.1), Leg::Bend(peak.0, peak.1, end.0, end.1)];
        self.put(Outline::Path(line), Look::Link(nth, is_true));
        let back = towards(end, peak, 14.0);
        let (ux, uy) = ((end.0 - back.0) / 2.0, (end.1 - back.1) / 2.0);
        let head = [end, (back.0 - uy, back.1 + ux), (back.0 + uy, back.1 - ux)];
        self.put(Outline::Path(closed(head)), Look::Head(nth));
    }
}

type Point = (f64, f64);

/// The upper left corner of a cell.
fn corner(cell: Cell<25>) -> Point {
    (SIDE * cell.column() as f64, SIDE * cell.row() as f64)
}

/// Lines from point to point and back to the first.
fn closed(points: impl IntoIterator<Item = Point>) -> Vec<Leg> {
    let mut legs: Vec<Leg> = points.into_iter().map(|(x, y)| Leg::Line(x, y)).collect();
    if let Some(Leg::Line(x, y)) = legs.first().copied() {
        legs[0] = Leg::Move(x, y);
    }
    legs.push(Leg::Close);
    legs
}

/// Where two regions meet, and around the board.
fn region_walls(shape: &Shape) -> Vec<Leg> {
    let (side, regions) = (shape.side(), shape.regions());
    let end = SIDE * side as f64;
    let mut walls = closed([(0.0, 0.0), (end, 0.0), (end, end), (0.0, end)]);
    for at in 0..side * side {
        let (row, column) = (at / side, at % side);
        let (x, y) = (SIDE * column as f64, SIDE * row as f64);
        if column > 0 && regions[at] != regions[at - 1] {
            walls.extend([Leg::Move(x, y), Leg::Line(x, y + SIDE)]);
        }
        if row > 0 && regions[at] != regions[at - side] {
            walls.extend([Leg::Move(x, y), Leg::Line(x + SIDE, y)]);
        }
    }
    walls
}

/// From one point this far in the direction of another.
fn towards(from: Point, to: Point, way: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    (from.0 + dx / length * way, from.1 + dy / length * way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::AnyGrid;

    /// The heavy lines of an irregular board go between its regions, cell by cell, and around it.
    #[test]
    fn regions_have_heavy_lines_between_them() {
        let shape: Shape = "jigsaw:AAABBAABBBCCCDDCCDDDEEEEE".parse().unwrap();
        let drawn = pieces(&Sketch::of_grid(&AnyGrid::empty(&shape)));
        let thick = drawn.iter().find(|piece| piece.look == Look::Thick).unwrap();
        let Outline::Path(legs) = &thick.outline else { panic!("lines") };
        assert_eq!(legs.len(), 5 + 2 * 16, "{legs:?}");
        assert!(legs.contains(&Leg::Line(300.0, 100.0)) && legs.contains(&Leg::Move(200.0, 100.0)));
    }

    #[test]
    fn further_houses_have_a_ground_of_their_own() {
        let drawn = pieces(&Sketch::of_grid(&AnyGrid::empty(&"9x9+x".parse().unwrap())));
        assert_eq!(drawn.iter().filter(|piece| piece.look == Look::Further).count(), 17);
    }
}
