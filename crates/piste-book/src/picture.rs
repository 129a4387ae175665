//! Boards on paper: the pieces of `piste::draw` in inks, at the size of the page.
//!
//! The geometry is that of every other picture of piste. What is decided here is how it prints: hairlines between
//! cells and heavy lines between boxes that keep their weight at any size, greys that survive a
//! black-and-white printer, and the colours of Okabe and Ito for groups, each of which has a form of its own as well.

use crate::face::{Faces, Weight};
use crate::paper::Area;
use crate::sheet::{self, Align, Cap, Ink, Leg, Mark, Pen, circle, rectangle, words};
use piste::draw::{self, Face, Look, Outline, Piece, SIDE, Sketch, Tone, pieces};
use piste::generate::levels;
use piste::rating::level::Sign;
use piste_core::AnyPuzzle;
use piste_core::general::{Digit, Element};

/// How large a digit is next to its cell, usually and in large print.
pub(crate) const DIGIT: f32 = 0.62;
/// The same in large print.
pub(crate) const LARGE_DIGIT: f32 = 0.72;

/// The inks of groups, in turn.
const GROUPS: [Ink; 6] = [
    Ink::rgb(0, 114, 178),
    Ink::rgb(194, 106, 0),
    Ink::rgb(0, 138, 99),
    Ink::rgb(168, 69, 125),
    Ink::rgb(91, 75, 181),
    Ink::rgb(122, 106, 0),
];

/// How a board is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The size of a digit next to its cell.
    pub digit: f32,
    /// Whether givens are bold, to be told from what was filled in.
    pub bold_givens: bool,
}

/// A puzzle to be solved.
pub(crate) fn puzzle(puzzle: &AnyPuzzle) -> Sketch {
    Sketch::of_grid(puzzle.grid())
}

/// The same with its solution written in.
pub(crate) fn solution(puzzle: &AnyPuzzle) -> Sketch {
    let mut sketch = Sketch::of_grid(puzzle.grid());
    for (spot, &value) in sketch.spots.iter_mut().zip(puzzle.solution().values()) {
        if spot.face == Face::Empty && value > 0 {
            spot.face = Face::Digit(Digit::from_index(usize::from(value) - 1), Tone::Plain);
        }
    }
    sketch
}

/// The board in a square area.
pub(crate) fn board(faces: &Faces, sketch: &Sketch, area: Area, style: Style) -> Vec<Mark> {
    let cell = area.width / sketch.shape.side() as f32;
    let easel = Easel { faces, at: (area.x, area.y), scale: cell / SIDE as f32, cell, style };
    pieces(sketch).iter().map(|piece| easel.mark(piece)).collect()
}

/// The signs of a legend, each with its words, on lines of this width; and where the next line would be.
pub(crate) fn legend(
    faces: &Faces,
    sketch: &Sketch,
    (x, y): (f32, f32),
    width: f32,
    size: f32,
) -> (Vec<Mark>, f32) {
    let mut marks = Vec::new();
    let (mut at, mut y) = (x, y);
    let step = faces.leading(size);
    for (tone, line) in &sketch.legend {
        let mut lines = faces.lines(&sketch.words(line), Weight::Regular, size, width - 1.5 * size);
        let wide = 1.5 * size + lines.iter().map(|line| line.width).fold(0.0, f32::max);
        if at > x && at + wide > x + width {
            (at, y) = (x, y + step);
        }
        let middle = (at + 0.5 * size, y - faces.capital(size) / 2.0);
        let scale = size / 42.0;
        let style = Style { digit: DIGIT, bold_givens: true };
        let easel = Easel { faces, at: middle, scale, cell: scale * SIDE as f32, style };
        marks.extend(draw::sample(*tone).iter().map(|piece| easel.mark(piece)));
        let last = lines.pop();
        for line in lines {
            marks.push(words(line, (at + 1.5 * size, y), Align::Start, Ink::SOFT));
            y += step;
        }
        marks.extend(last.map(|line| words(line, (at + 1.5 * size, y), Align::Start, Ink::SOFT)));
        at += wide + 0.9 * size;
    }
    (marks, if sketch.legend.is_empty() { y } else { y + step })
}

/// Where a picture stands on the page, and how large it is.
struct Easel<'a> {
    faces: &'a Faces,
    at: (f32, f32),
    /// Points for each unit of the picture.
    scale: f32,
    /// The side of a cell, in points.
    cell: f32,
    style: Style,
}

impl Easel<'_> {
    fn mark(&self, Piece { outline, look }: &Piece) -> Mark {
        let place =
            |x: f64, y: f64| (self.at.0 + x as f32 * self.scale, self.at.1 + y as f32 * self.scale);
        let legs = match outline {
            Outline::Text { x, y, words } => return self.words(place(*x, *y), words, *look),
            Outline::Rect { x, y, width, height, round } => {
                let ((x, y), scale) = (place(*x, *y), f64::from(self.scale));
                let [width, height, round] = [width, height, round].map(|n| (n * scale) as f32);
                rectangle(Area { x, y, width, height }, round)
            }
            Outline::Circle { x, y, radius } => circle(place(*x, *y), *radius as f32 * self.scale),
            Outline::Path(legs) => legs.iter().map(|leg| moved(*leg, &place)).collect(),
        };
        let (fill, pen) = self.inks(*look);
        Mark::Path { legs, fill, pen }
    }

    /// What a form is filled and drawn with.
    fn inks(&self, look: Look) -> (Option<Ink>, Option<Pen>) {
        let group = |nth: u8| GROUPS[usize::from(nth) % GROUPS.len()];
        let pen = |ink, units: f32| Some(Pen::plain(ink, units * self.scale));
        let round =
            |ink, units: f32| Some(Pen { cap: Cap::Round, ..Pen::plain(ink, units * self.scale) });
        let dashed = |ink, units: f32, dash: [f32; 2], cap| {
            let dash = dash.map(|units| units * self.scale).to_vec();
            Some(Pen { dash, cap, ..Pen::plain(ink, units * self.scale) })
        };
        match look {
            Look::Thin => (None, Some(Pen::plain(Ink::grey(120), self.thin()))),
            Look::Thick => {
                let cap = Cap::Square;
                (None, Some(Pen { cap, ..Pen::plain(Ink::BLACK, self.thick()) }))
            }
            Look::Further => (Some(Ink::grey(222)), None),
            Look::House => (Some(Ink::rgb(250, 239, 200)), None),
            Look::Cover => (Some(Ink::rgb(222, 235, 247)), None),
            Look::Wrong => (Some(Ink::rgb(251, 220, 217)), None),
            Look::Placed => (Some(Ink::rgb(216, 242, 226)), pen(Ink::rgb(20, 119, 63), 6.0)),
            Look::Tint(nth) => (Some(group(nth).at(0.2)), None),
            Look::Sign(nth) => (Some(group(nth).at(0.28)), pen(group(nth), 3.0)),
            Look::Ring(nth) => (None, pen(group(nth), 4.0)),
            Look::Frame(nth) => (None, dashed(group(nth), 4.0, [6.0, 4.0], Cap::Butt)),
            Look::Link(nth, true) => (None, pen(group(nth), 4.5)),
            Look::Link(nth, false) => (None, dashed(group(nth), 5.5, [0.5, 11.0], Cap::Round)),
            Look::Head(nth) => (Some(group(nth)), None),
            Look::Cross => (None, round(Ink::rgb(196, 40, 28), 6.0)),
            Look::Barred => (None, round(Ink::grey(125), 5.0)),
            Look::Digit(_) | Look::Mark(..) | Look::Tag => (Some(Ink::BLACK), None),
        }
    }

    /// Lines keep their weight at every size, within reason.
    fn thin(&self) -> f32 {
        (self.cell * 0.018).clamp(0.25, 0.6)
    }

    fn thick(&self) -> f32 {
        (self.cell * 0.06).clamp(0.9, 1.9)
    }

    fn words(&self, (x, y): (f32, f32), text: &str, look: Look) -> Mark {
        let green = Ink::rgb(20, 119, 63);
        let is_bold = self.style.bold_givens;
        let (size, weight, ink) = match look {
            Look::Digit(Tone::Given) if is_bold => (self.style.digit, Weight::Bold, Ink::BLACK),
            Look::Digit(Tone::New) => (self.style.digit, Weight::Bold, green),
            Look::Digit(_) => (self.style.digit, Weight::Regular, Ink::BLACK),
            Look::Mark(Tone::Faint, scale) => {
                (0.26 * scale as f32, Weight::Regular, Ink::grey(110))
            }
            Look::Mark(Tone::Plain, scale) => (0.26 * scale as f32, Weight::Regular, Ink::BLACK),
            Look::Mark(Tone::New, scale) => (0.26 * scale as f32, Weight::Bold, green),
            Look::Mark(_, scale) => (0.26 * scale as f32, Weight::Bold, Ink::BLACK),
            _ => (0.18, Weight::Bold, Ink::BLACK),
        };
        let size = size * self.cell;
        let mut letters = text.chars();
        let line = match (letters.next(), letters.next()) {
            (Some(sign), None) => self.faces.digit(sign, weight, size),
            _ => self.faces.line(text, weight, size),
        };
        words(line, (x, y + self.faces.capital(size) / 2.0), Align::Middle, ink)
    }
}

fn moved(leg: draw::Leg, place: &impl Fn(f64, f64) -> (f32, f32)) -> Leg {
    match leg {
        draw::Leg::Move(x, y) => {
            let (x, y) = place(x, y);
            Leg::Move(x, y)
        }
        draw::Leg::Line(x, y) => {
            let (x, y) = place(x, y);
            Leg::Line(x, y)
        }
        draw::Leg::Bend(x1, y1, x, y) => {
            let ((x1, y1), (x, y)) = (place(x1, y1), place(x, y));
            Leg::Quad(x1, y1, x, y)
        }
        draw::Leg::Close => Leg::Close,
    }
}

/// The sign of a level by its number from the easiest: that of a slope, as the table of levels has it. It is as high as a
/// capital and stands on the base line; its width is said as well.
pub(crate) fn slope(nth: usize, (x, y): (f32, f32), height: f32) -> (Vec<Mark>, f32) {
    let h = height;
    let diamond = |at: f32| {
        let (w, m) = (h * 0.6, at + h * 0.6);
        sheet::polygon(&[
            (m, y + h * 0.1),
            (m + w, y - h / 2.0),
            (m, y - h * 1.1),
            (m - w, y - h / 2.0),
        ])
    };
    let (forms, ink, width) = match levels::ALL[nth].sign {
        Sign::Circle => {
            let form = circle((x + h / 2.0, y - h / 2.0), h / 2.0);
            (vec![form], Ink::rgb(0, 132, 80), h)
        }
        Sign::Square => {
            let form = rectangle(Area { x, y: y - h, width: h, height: h }, 0.0);
            (vec![form], Ink::rgb(0, 98, 170), h)
        }
        Sign::Diamond => (vec![diamond(x)], Ink::BLACK, h * 1.2),
        Sign::TwoDiamonds => (vec![diamond(x), diamond(x + h * 1.3)], Ink::BLACK, h * 2.5),
    };
    (forms.into_iter().map(|legs| sheet::filled(legs, ink)).collect(), width)
}
